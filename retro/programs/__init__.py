"""The package of the programs, wherever they lie; see `retro.library.catalogue`."""

from retro.library.catalogue import folder

__path__ = [folder()]
