"""The variables of the domino snake."""

from dataclasses import dataclass, field

from .rules.stage1 import SnakeState


@dataclass(slots=True)
class Variables:
    """The game in progress."""

    stage: int  # 1 to 5
    state: SnakeState  # stock, hands, snake, and who is to move
    first: SnakeState  # the state after the deal
    deal: int = 0  # the number of the deal; 0: the state was given as an option
    past: list[tuple[SnakeState, int]] = field(default_factory=list)  # each earlier state, and the move made in it
    choices: list[int] = field(default_factory=list)  # the computer's next random numbers, given as an option
    sampling: bool = False  # the computer is the sampling player
    marks: bool = True  # the pieces that fit are marked
    error: str = ""  # what was wrong with the last command
