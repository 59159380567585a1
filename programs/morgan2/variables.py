"""The variables of morgan2."""

from dataclasses import dataclass, field

from retro.basic import Record

from .rules.history import NUMBERS, GameHistory
from .rules.picture import Overlays


@dataclass(slots=True)
class Variables:
    """The program's variables."""

    record: Record
    game: GameHistory
    known: bool = False  # is the deck shown?
    silent: bool = False  # are placements refused silently, as in the original?
    day: int = 0  # the date, as 20261122; 0 if there is no daily game
    overlays: Overlays = field(default_factory=Overlays)
    marks: bool = False  # M: dots on the green squares
    palette: int = 0  # an index into PALETTES
    over: str = ""  # why the game is over
    message: str = ""  # for the bottom row, until the next key
    cells: dict[tuple[int, int], object] = field(default_factory=dict)  # drawn cells, by their top left corners
    texts: dict[tuple[int, int], str] = field(default_factory=dict)  # written texts, by column and row
    playing: bool = False  # does the game go on?

    @property
    def days_number(self) -> int:
        """The number of the daily game, the last six figures of the date; 0 for none."""
        return self.day % (NUMBERS + 1)

    @property
    def daily(self) -> bool:
        """Whether this is the daily game."""
        return self.days_number == self.game.number
