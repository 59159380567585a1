"""The time of a game as a row of text: its turns, and how far the program has come."""

from dataclasses import dataclass

from retro.display.styles import CHANGED, FAINT, KEY, PLAIN, RULE
from retro.display.text_rows import Row, fitted

BACK, ON = ((" ", PLAIN), (" , ", KEY), (" ", PLAIN)), ((" ", PLAIN), (" . ", KEY), (" ", PLAIN))
LEFT, RIGHT = 5, 26  # columns before the track and after it


@dataclass(frozen=True)
class Slider:
    """The stops of a game: its beginning, its turns, its end.

    Attributes:
        name: what a turn is called.
        turns: the number of turns.
        stops: the number of stops; the end may be a turn.
        at: the index of the last one that the program has come to.
    """

    name: str = ""
    turns: int = 0
    stops: int = 1
    at: int = 0

    def row(self, columns: int) -> Row:
        """Render it in a row of so many columns."""
        track = ["─"] * max(1, columns - LEFT - RIGHT)
        for index in range(self.stops):
            track[self._column(index, len(track))] = "┬"
        here = self._column(self.at, len(track))
        text = f"{self.name} {min(self.at, self.turns)} of {self.turns}"
        past, now, future = ("".join(track[:here]), CHANGED), ("●", CHANGED), ("".join(track[here + 1 :]), RULE)
        return fitted([*BACK, past, now, future, *ON, (text, FAINT)], columns)

    def stop_at(self, column: int, columns: int) -> int:
        """Return the index of the stop that is nearest to a column of the row."""
        return max(
            0, min(self.stops - 1, round((column - LEFT) * (self.stops - 1) / max(1, columns - LEFT - RIGHT - 1)))
        )

    def _column(self, index: int, width: int) -> int:
        return index * (width - 1) // max(1, self.stops - 1)
