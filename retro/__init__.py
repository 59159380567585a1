"""retro: a tiny virtual 8-bit machine in the manner of the Acorn Electron."""

from retro.machine import Machine

__all__ = ["Machine"]
