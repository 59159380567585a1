"""The package of the programs, wherever they lie; see `retro.launcher.library`."""

from retro.launcher.library import folder

__path__ = [folder()]
