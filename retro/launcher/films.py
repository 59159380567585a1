"""The films of the menu: small pictures of a game, one after the other, in the file NAME.film beside a program."""

from __future__ import annotations

import os
import zlib
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH, HEIGHT = 160, 100  # pixels of a picture, in the physical colours 0 to 7, the top row first
LONGEST = 24  # pictures of a film
ENDING = ".film"


def film_of(path: str) -> list[bytes]:
    """Return the film of the program with this main file; no pictures if there is none."""
    with suppress(OSError, zlib.error), open(os.path.splitext(path)[0] + ENDING, "rb") as stream:
        pixels = zlib.decompress(stream.read())
        return [pixels[start : start + WIDTH * HEIGHT] for start in range(0, len(pixels), WIDTH * HEIGHT)]
    return []


def cut(pictures: Sequence[bytes]) -> list[bytes]:
    """Return the film of a game of which these pictures were taken: its end, as a still, and the way there."""
    count = min(LONGEST, len(pictures)) - 1
    return [pictures[-1], *(pictures[index * (len(pictures) - 1) // count] for index in range(count))]


def packed(film: Sequence[bytes]) -> bytes:
    """Return the contents of the file of a film."""
    return zlib.compress(b"".join(film), 9)
