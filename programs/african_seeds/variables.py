"""The variables of African Seeds."""

from dataclasses import dataclass, field

from . import african_seeds
from .rules.game_record import GameRecord
from .rules.rating import Rating


@dataclass(slots=True)
class Variables(african_seeds.Variables):
    """The original's variables, and ours."""

    # ours
    skip: bool = False  # show the rest of the move at once
    pending_keys: list[int] = field(default_factory=list)  # keys pressed while seeds were moving
    messages: dict[int, str] = field(default_factory=dict)  # the texts of the rows below the board
    click_keys: dict[int, str] = field(default_factory=dict)  # by row: the key that a click in each column stands for
    marked_cup: int = 0  # the cup marked with the arrow keys, 0 for none
    mode: str = ""  # S, X, M against the computer, T two players, "" for the title page
    next_step: str = ""  # after the game: N to end, M for the title page, Y for another game
    level: str = ""  # the option `--level`
    first: str = ""  # the option `--first`
    opening: GameRecord = field(default_factory=GameRecord)  # where games begin
    game: GameRecord = field(default_factory=GameRecord)  # the game so far
    replay: str = ""  # letters of a record that are still to be replayed
    resumed: bool = False  # the game goes on from where it is, without a toss
    swap_declined: bool = False  # the second player does not want to change sides
    swap: bool = False  # may the second player change sides?
    forbid: bool = False  # are endless moves forbidden?
    strong: bool = False  # does the computer play as the author recommends?
    show_numbers: bool = True  # are numbers shown beside the letters?
    original_pips: bool = False  # are seeds shown as the original's pips?
    show_ends: bool = False  # is the end of each move shown below its cup?
    pace: int = 1  # an index into `PACES`
    rating: Rating = field(default_factory=Rating)  # of the player, over all games
    rated: bool = True  # does this game change it? not after a hint, and only once
