"""The variables of morgan2."""

from dataclasses import dataclass, field

from .rules.history import GameHistory, Score
from .rules.picture import Overlays


@dataclass(slots=True)
class Variables:
    """The program's variables."""

    game: GameHistory
    silent: bool = False  # are placements refused silently, as in the original?
    daily: int = 0  # the number of the game of the day, 0 for none
    overlays: Overlays = field(default_factory=Overlays)
    marks: bool = False  # M: dots on the green squares
    palette: int = 0  # an index into PALETTES
    over: str = ""  # why the game is over
    rank: int = 0  # its place on the list of the best games, 0 for none
    message: str = ""  # for the bottom row, until the next key
    scores: list[Score] = field(default_factory=list)  # the best games
    cells: dict[tuple[int, int], object] = field(default_factory=dict)  # drawn cells, by their top left corners
    walls: list[tuple[int, int, int]] = field(default_factory=list)  # drawn walls: place, side and square
    texts: dict[tuple[int, int], str] = field(default_factory=dict)  # written texts, by column and row
    quitting: bool = False  # Q was pressed
