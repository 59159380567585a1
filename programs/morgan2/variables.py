"""The variables of morgan2."""

from dataclasses import dataclass, field

from retro.basic import Record

from .rules.board import game_over
from .rules.history import NUMBERS, GameHistory


@dataclass(slots=True)
class Variables:
    """The program's variables."""

    record: Record
    game: GameHistory
    known: bool = False  # is the deck shown?
    silent: bool = False  # are placements refused silently, as in the original?
    day: int = 0  # the date, as 20261122; 0 if there is no daily game
    fits: bool = False  # F: outlines where the domino fits
    dead: bool = False  # B: crosses where nothing fits any more
    marks: bool = False  # M: dots on the green squares
    palette: int = 0  # an index into PALETTES
    message: str = ""  # for the bottom row, until the next key
    cells: dict[tuple[int, int], object] = field(default_factory=dict)  # drawn cells, by their top left corners
    texts: dict[tuple[int, int], str] = field(default_factory=dict)  # written texts, by column and row
    next_key: str = ""  # the key that was chosen on a page, handled next
    playing: bool = False  # does the game go on?

    @property
    def over(self) -> str:
        """Why the game is over, "" if it is not; the original does not say."""
        return game_over(self.game.state)

    @property
    def unfinished(self) -> bool:
        """Whether the game has begun, and is not over."""
        return bool(self.game.past) and not self.over

    @property
    def days_number(self) -> int:
        """The number of the daily game, the last six figures of the date; 0 for none."""
        return self.day % (NUMBERS + 1)

    @property
    def daily(self) -> bool:
        """Whether this is the daily game."""
        return self.days_number == self.game.number
