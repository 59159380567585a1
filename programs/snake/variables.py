"""The variables of the domino snake."""

from dataclasses import dataclass, field

from retro.basic import ClickAreas, FrontPage

from .snake import SnakeState

IMAGINES = 6  # ours behind the course's stages: the computer that samples the hidden pieces

Item = tuple[str, ...]  # rows of text on the screen, with colour codes
Items = dict[tuple[int, int], Item]  # by column and row


@dataclass(slots=True)
class Variables:
    """The game in progress, and its display."""

    stage: int  # 1 to 5, or IMAGINES; from 4 on on the screen
    state: SnakeState  # stock, hands, snake, and who is to move
    first: SnakeState  # the state after the deal
    deal: int = 0  # the number of the deal; 0: the state was given as an option
    past: list[tuple[SnakeState, int]] = field(default_factory=list)  # each earlier state, and the move made in it
    choices: list[int] = field(default_factory=list)  # the computer's next random numbers, given as an option
    # the machine's display
    marks: bool = True  # the pieces that fit are marked
    marked: int = 0  # the number of the player's piece that is chosen or pointed at; 0: none
    side: int = 0  # -1 or 1: the end that the sign before a number has named
    both_ends: bool = False  # the question is at which end the marked piece goes
    note: str = ""  # what was wrong with the last key, or a hint; stands in place of the last move until the next key
    front: FrontPage = field(init=False)  # asks what is to be played, and has the record
    scored: bool = False  # this game is in the record
    news: list[str] = field(default_factory=list)  # what is said at the end of this game, of match, record and par
    # by the stage: the games of a match won by the player and by the computer
    match: dict[int, list[int]] = field(default_factory=lambda: {stage: [0, 0] for stage in range(1, IMAGINES + 1)})
    helped: bool = False  # by a hint, by undo, or because the deal is known
    hinted: SnakeState | None = None  # where the last hint was given
    today: bool = False  # this is the daily deal
    items: Items = field(default_factory=dict)  # what is on the screen
    click_areas: ClickAreas = field(default_factory=ClickAreas)
