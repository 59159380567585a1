"""The display: VDU bytes in, pixels out. It knows nothing of the rest of the machine."""
