"""The variables of Mahjong."""

from dataclasses import dataclass, field

from .mahjong import TILES
from .rules.board import ABSENT


@dataclass(slots=True)
class Variables:
    """The program's variables. In brackets: where the original kept the value, if it had it."""

    # the board
    values: list[int] = field(default_factory=list)  # the openness of the tile of each place (levels 1 to 5 there)
    kinds: list[int] = field(default_factory=list)  # the kind of the tile of each place, 1 to 36 (T)
    order: list[int] = field(default_factory=list)  # the places in the order of the deal, which is a solution (P)
    taken: list[int] = field(default_factory=list)  # the places in order of removal, then those put back (column 0)
    tiles: int = 0  # the tiles on the board (column 0)
    can_undo: bool = False  # has a pair been taken since the last undo? (column 0)
    # the cursor and the selection
    x: int = 7  # the cursor's column, 1 to 15 (column 0)
    y: int = 1  # the cursor's row, 1 to 8 (column 0)
    selected: int = -1  # the place of the selected tile, -1 for none
    highlighted: frozenset[int] = frozenset()  # the places of highlighted tiles
    layout: int = 0  # an index of LAYOUTS
    # the game
    seed: int = 0  # the number of the deal
    next_seed: int = 0  # the number of the next deal, 0 for any
    games: int = 0  # games begun (column 0)
    wins: int = 0  # games won (column 0)
    won: bool = False  # is this game counted as won?
    hints: int = 0  # hints in this game
    statistics: list[int] = field(default_factory=lambda: 5 * [0])  # games, wins, unaided, shortest (cs), hints
    playing: bool = False  # does the game go on?
    running: bool = True  # does the program go on?
    # the screen
    classic: bool = False  # are the classic pictures on the tiles?
    dimmed: bool = False  # are tiles that are not free drawn dark?
    show_pair_count: bool = False  # is the number of pairs shown?
    message: str = ""  # the message for the lower row
    clickable: dict[int, str] = field(default_factory=dict)  # rows of text whose small letters can be clicked
    next_key: str = ""  # the key that has closed a page, and acts
    click: tuple[int, int] = (0, 0)  # the clicked pixel, from the top left
    # options
    original_order: bool = False  # deal the kinds in the original's order?
    original_undo: bool = False  # the original's undo?
    original_help: bool = False  # the original's help?
    probes: int = 0  # the original's random tries for a tile, 0 for none
    moving_choice: bool = False  # does a second tile of another kind become the selected one?

    @property
    def full(self) -> int:
        """The tiles of the whole layout."""
        return TILES - len(ABSENT[self.layout])
