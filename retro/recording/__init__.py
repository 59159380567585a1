"""Games written down at the seam, had again, taken back and kept; no line of it is in the machine or a program."""
