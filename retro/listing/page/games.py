"""Records for the page of a study: screenshots after procedures, and a game to watch."""

from collections.abc import Sequence
from typing import NamedTuple

from retro.display.picture import Picture


class Screenshot(NamedTuple):
    """A screenshot just after a run of a procedure.

    Attributes:
        seconds: the time since power-on.
        run: the number of this run, counted over all games; 0 if the game ended during the run.
        runs: the number of all runs of the procedure.
        changes: the changes of variables in this run, such as `T% 16 → 15`.
        explained: the program's explanations of different runs, each with the title and pixels of its picture.
    """

    picture: Picture
    seconds: float
    run: int
    runs: int
    changes: Sequence[str]
    explained: tuple[tuple[str, str, Sequence[str]], ...] = ()

    @property
    def is_blank(self) -> bool:
        """Whether the screenshot has one colour only."""
        pixels = self.picture.pixels
        return pixels.count(pixels[0]) == len(pixels)


class RecordedGame(NamedTuple):
    """A game for the page: the command that plays it, and its steps, compressed."""

    command: str
    packed: str
