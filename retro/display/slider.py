"""The slider: the timeline of a game as a row of text, with its turns and the present position."""

from typing import NamedTuple

from retro.display.styles import CHANGED, FAINT, KEY, PLAIN, RULE, Row, Style
from retro.display.text_rows import fitted

BACK_BUTTON, ON_BUTTON = ((" ", PLAIN), (" , ", KEY), (" ", PLAIN)), ((" ", PLAIN), (" . ", KEY), (" ", PLAIN))
LEFT, RIGHT = 5, 26  # columns before the track and after it


class Slider(NamedTuple):
    """The stops of a game (its beginning, its turns, its end) and the present one.

    Attributes:
        name: the word for a turn.
        turns: the number of turns.
        stops: the number of stops; the end may be a turn.
        at: the index of the last stop that the program has reached.
    """

    name: str = ""
    turns: int = 0
    stops: int = 1
    at: int = 0

    def row(self, columns: int) -> Row:
        """Render the slider, with buttons, in this many columns."""
        track = self.track(columns - LEFT - RIGHT, CHANGED, RULE)
        return fitted([*BACK_BUTTON, *track, *ON_BUTTON, (self.text, FAINT)], columns)

    @property
    def text(self) -> str:
        """The slider's present position in words."""
        return f"{self.name} {min(self.at, self.turns)} of {self.turns}"

    def track(self, width: int, past: Style, future: Style) -> Row:
        """Return the slider's track with its stops, in one style up to the present position, then in another."""
        track = ["─"] * max(1, width)
        for index in range(self.stops):
            track[self._column(index, len(track))] = "┬"
        here = self._column(self.at, len(track))
        return [("".join(track[:here]), past), ("●", past), ("".join(track[here + 1 :]), future)]

    def stop_at(self, column: int, columns: int) -> int:
        """Return the index of the slider's stop nearest to a column of its row."""
        return self.stop_on_track(column - LEFT, columns - LEFT - RIGHT)

    def stop_on_track(self, column: int, width: int) -> int:
        """Return the index of the slider's stop nearest to a column of its track."""
        return max(0, min(self.stops - 1, round(column * (self.stops - 1) / max(1, width - 1))))

    def _column(self, index: int, width: int) -> int:
        return index * (width - 1) // max(1, self.stops - 1)
