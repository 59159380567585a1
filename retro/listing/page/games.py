"""What a page shows of games: screenshots of procedures, and a game to watch."""

from collections.abc import Sequence
from typing import NamedTuple

from retro.display.picture import Picture


class Screenshot(NamedTuple):
    """The screen just after a procedure has run.

    Attributes:
        seconds: the time since power-on.
        run: the number of this run of the procedure, over all games; 0 if it still ran when the game ended.
        runs: the number of all its runs.
        changes: the program's variables that this run changed: `T% 16 → 15`.
        explained: the program's explanations of different runs, each with its picture: title and pixels.
    """

    picture: Picture
    seconds: float
    run: int
    runs: int
    changes: Sequence[str]
    explained: tuple[tuple[str, str, Sequence[str]], ...] = ()

    @property
    def is_blank(self) -> bool:
        """Whether the screen has one colour only."""
        pixels = self.picture.pixels
        return pixels.count(pixels[0]) == len(pixels)


class RecordedGame(NamedTuple):
    """The command that plays a game, and what it does, packed for the page."""

    command: str
    packed: str
