"""BBC BASIC: its words for programs, its numbers, PRINT, INPUT, RND, and its errors.

The words are exported here: programs import them from `retro.basic`.
"""

from retro.basic.words import *  # noqa: F403
from retro.basic.words import __all__ as __all__
