"""The variables of Mahjong's edition."""

from dataclasses import dataclass, field

from retro.basic import Record

from .mahjong import TILES, Board
from .rules.board import ABSENT
from .rules.picture import Box, Look

DEALS = 9999  # their numbers begin at 1


@dataclass(slots=True)
class Variables(Board):
    """The variables of the edition beside the original's, of which some are not used."""

    record: Record = field(kw_only=True)
    times: dict[tuple[int, int], int] = field(default_factory=dict)  # the best times without help, by layout and deal
    taken: list[int] = field(default_factory=list)  # the places in order of removal, then those put back
    highlighted: frozenset[int] = frozenset()  # the places of highlighted tiles
    layout: int = 0  # an index of LAYOUTS
    seed: int = 0  # the number of the deal
    next_seed: int = 0  # the number of the next deal, 0 for any
    day: int = 0  # the date, as 20261122; 0 if there is no daily game
    time: int = 0  # how long the game has lasted when it was left, in centiseconds
    hints: int = 0  # hints in this game
    won: bool = False  # is this game counted as won?
    playing: bool = False  # does the game go on?
    # the screen
    classic: bool = True  # are the classic pictures on the tiles?
    dimmed: bool = False  # are tiles that are not free drawn dark?
    show_pair_count: bool = False  # is the number of pairs shown?
    looks: dict[Box, Look] = field(default_factory=dict)  # what is drawn in each box: the tiles, and the cursor
    message: str = ""  # the message for the lower row
    clickable: dict[int, str] = field(default_factory=dict)  # rows of text whose small letters can be clicked
    next_key: str = ""  # the key that has ended help, and acts
    click: tuple[int, int] = (0, 0)  # the clicked pixel, from the top left

    @property
    def days_seed(self) -> int:
        """The number of the daily game's deal."""
        return self.day % DEALS + 1

    @property
    def daily(self) -> bool:
        """Whether this is the daily game."""
        return self.day > 0 and (self.layout, self.seed) == (0, self.days_seed)

    def fastest(self, layout: int) -> int:
        """Return the best time of a layout, 0 for none."""
        return min((time for (other, _), time in self.times.items() if other == layout), default=0)

    @property
    def full(self) -> int:
        """The tiles of the whole layout."""
        return TILES - len(ABSENT[self.layout])
