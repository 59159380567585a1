"""retro: a tiny virtual 8-bit machine in the manner of the Acorn Electron."""

from retro.machine.machine import Machine

__all__ = ["Machine"]
__version__ = "1.0.0"
