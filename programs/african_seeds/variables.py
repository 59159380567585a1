"""The variables of African Seeds."""

from dataclasses import dataclass, field

from retro.basic import Row, dim

from .rules.game_record import GameRecord
from .rules.rating import Rating


@dataclass(slots=True)
class Variables:
    """The program's variables; those of the original under their own names."""

    zx: int = 0  # 1 for the computer's move, of the upper row
    d: int = 0  # depth of search: the lifts that are followed in one move
    l: int = 0  # the level: 0 to 4, 5 before it is chosen; -1 expert and -2 master are ours
    c: int = 0  # stalemate counter: moves in a row without a capture
    sc: int = 0  # 1 to make a move, 0 to evaluate the position
    win: int = 0  # points scored on a move
    end: int = 0  # 1 if a sequence of lifts has reached an end
    op: int = 0  # the cup opposite the end of a sequence of lifts
    b: Row = field(default_factory=lambda: dim(12))  # b(n)  the seeds in cup n
    h: Row = field(default_factory=lambda: dim(12))  # h(n)  the model board for analysis
    m: Row = field(default_factory=lambda: dim(12))  # m(n)  the value of lifting cup n
    s: Row = field(default_factory=lambda: dim(2))  # s(n)  the seeds captured: s(1) by the computer, s(2) by the player
    a_s: str = ""  # a$  the column of the letter of each cup, as a code
    x_s: str = ""  # x$  the row of its seeds
    y_s: str = ""  # y$  the column of its seeds
    # not named in the article
    cup: int = 0  # the cup that the player of a move has lifted
    last: int = 0  # the cup that a sequence of lifts has reached
    lifts: int = 0  # the lifts of that sequence
    hand: int = 0  # the seeds that are being sown
    over: int = 0  # how the game has ended: 1 by forfeit, 2 by 25 seeds, 3 by stalemate; 0 it has not
    lit: Row = field(default_factory=lambda: dim(12))  # lit(n)  1 while cup n is lit
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
