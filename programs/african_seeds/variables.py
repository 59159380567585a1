"""The variables of African Seeds."""

from dataclasses import dataclass, field

from retro.basic import FrontPage

from . import african_seeds
from .rules.game_record import GameRecord
from .rules.sowing import Position


@dataclass(slots=True)
class Variables(african_seeds.Variables):
    """The original's variables, and ours. l is a level from 1 to 7 here."""

    # ours
    front: FrontPage = field(init=False)  # asks what is to be played, and has the record
    skip: bool = False  # show the rest of the move at once
    pending_keys: list[int] = field(default_factory=list)  # keys pressed while seeds were moving
    messages: dict[int, str] = field(default_factory=dict)  # the texts of the rows below the board
    click_keys: dict[int, str] = field(default_factory=dict)  # by row: the key that a click in each column stands for
    marked_cup: int = 0  # the cup marked with the arrow keys, 0 for none
    before: list[int] = field(default_factory=lambda: [0] * 13)  # b(n) before the last move, until the next key
    two: bool = False  # do two people play?
    today: bool = False  # is this the position of the day?
    next_step: str = ""  # what follows a game: MENU, or a key of the front page; "" while it goes on
    first: str = ""  # who begins: "you", "computer"; else it is tossed
    opening: GameRecord = field(default_factory=GameRecord)  # where games begin
    game: GameRecord = field(default_factory=GameRecord)  # the game so far
    swap_declined: bool = False  # the second player does not want to change sides
    swap: bool = False  # may the second player change sides?
    forbid: bool = False  # are endless moves forbidden?
    look: int = 0  # of the cups: an index into `screen.LOOKS`
    show_ends: bool = False  # is the end of each move shown below its cup?
    pace: int = 1  # an index into `screen.PACES`
    helped: int = 0  # the most that it was helped by: moves taken back, or a hint
    counted: bool = False  # does the record have this game, or is it not to have it?
    news: str = ""  # what this game has brought to the record

    @property
    def position(self) -> Position:
        """The state of the game as the rules have it."""
        return Position(tuple(self.b[1:]), (self.s[2], self.s[1]), self.zx, self.c)
