"""The rules of African Seeds: relay sowing on two rows of six cups.

Cups are numbers from 0: 0-5 (A-F) are the lower row, from left to right, 6-11 (G-L) the upper row, from right to
left. Seeds are sown from each number to the next, and from 11 to 0. Sides are 0 for the lower row and 1 for the upper
row. A board is the seeds in the twelve cups; a score is the seeds that each side has captured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..african_seeds import Variables, end_and_capture, lift_and_sow, look_ahead

Board = tuple[int, ...]

ROW, CUPS, SEEDS = 6, 12, 48
TO_WIN = 25
ENDLESS_LIFTS = 100  # an endless move stops after so many lifts
STALEMATE_MOVES = 50  # moves in a row without a capture, of both sides together, that end the game
LOWER, UPPER, DRAW = 0, 1, 2  # sides, and who has won
LETTERS = "ABCDEFGHIJKL"
START: Board = (4,) * CUPS
NO_MACHINE: Any = None  # with sc 0 the original's subroutines show nothing


class Sowing(NamedTuple):
    """The result of a move."""

    board: Board  # the board after the move
    end: int  # the cup that got the last seed
    lifts: int  # how many times seeds were lifted
    captured: int  # the captured seeds
    ended: bool  # whether the last seed fell into an empty cup


def sow(board: Sequence[int], side: int, cup: int, limit: int = 0) -> Sowing:
    """Play the move of a side that lifts this cup, which is not empty; the whole move, or `limit` lifts of it."""
    v = Variables(cup=cup + 1, zx=side, d=limit or ENDLESS_LIFTS)
    v.h[1:] = board
    lift_and_sow(NO_MACHINE, v)
    if not (v.end or limit):  # a long move
        v.b[:] = v.h
        v.d = look_ahead(v)
        v.h[1:] = board
        lift_and_sow(NO_MACHINE, v)
    end_and_capture(NO_MACHINE, v)
    return Sowing(tuple(v.h[1:]), v.last - 1, v.lifts, v.win, bool(v.end))


def legal_cups(board: Sequence[int], side: int, ending: bool = False) -> list[int]:
    """Return the cups that a side may lift. ending: endless moves are forbidden, unless every move is one."""
    cups = [cup for cup in range(ROW * side, ROW * side + ROW) if board[cup]]
    return [cup for cup in cups if not ending or sow(board, side, cup).ended] or cups


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game: board, score, side to move and so on."""

    board: Board = START  # the seeds in each cup
    score: tuple[int, int] = (0, 0)  # the captured seeds of each side
    side: int = LOWER  # the side to move
    quiet_moves: int = 0  # moves in a row without a capture

    def after(self, cup: int) -> Position:
        """Return the position after the move that lifts this cup."""
        result = sow(self.board, self.side, cup)
        score = list(self.score)
        score[self.side] += result.captured
        quiet_moves = 0 if result.captured else self.quiet_moves + 1
        return Position(result.board, (score[0], score[1]), 1 - self.side, quiet_moves)

    def swapped(self) -> Position:
        """Return the position with the sides exchanged; the same player moves, now in the other row."""
        return Position(self.board[ROW:] + self.board[:ROW], self.score[::-1], 1 - self.side, self.quiet_moves)

    def winner(self) -> int | None:
        """Return who has won, or DRAW; None if the game goes on. Forfeit is checked before the numbers of seeds."""
        lower, upper = self.score
        if not legal_cups(self.board, self.side):
            return self.side
        if self.score[1 - self.side] >= TO_WIN:
            return 1 - self.side
        if self.quiet_moves >= STALEMATE_MOVES:
            return DRAW if lower == upper else int(upper > lower)
        return None
