"""The package of the programs, wherever they lie; see `retro.library`."""

from retro.library import folder

__path__ = [folder()]
