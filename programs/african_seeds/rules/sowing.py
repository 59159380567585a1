"""The rules of African Seeds: relay sowing on two rows of six cups.

Cups are numbers from 0: 0-5 (A-F) are the lower row, from left to right, 6-11 (G-L) the upper row, from right to
left. Seeds are sown from each number to the next, and from 11 to 0. Sides are 0 for the lower row and 1 for the upper
row. A board is the seeds in the twelve cups; a score is the seeds that each side has captured.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..african_seeds import Variables, look_ahead

Board = tuple[int, ...]
Score = tuple[int, int]

ROW, CUPS, SEEDS = 6, 12, 48
TO_WIN = 25
ENDLESS_LIFTS = 100  # an endless move stops after so many lifts
STALEMATE_MOVES = 50  # moves in a row without a capture, of both sides together, that end the game
LOWER, UPPER = 0, 1
LETTERS = "ABCDEFGHIJKL"
START: Board = (4,) * CUPS

FORFEIT, MOST, STALEMATE = "forfeit", "most seeds", "stalemate"


class Sowing(NamedTuple):
    """The result of a move."""

    board: Board  # the board after the move
    end: int  # the cup that got the last seed
    lifts: int  # how many times seeds were lifted
    captured: int  # the captured seeds
    ended: bool  # whether the last seed fell into an empty cup


class Verdict(NamedTuple):
    """How a game has ended: the winning side, None for a draw, and the reason, FORFEIT, MOST or STALEMATE."""

    winner: int | None
    reason: str


def cups_of(side: int) -> range:
    """Return the cups of a side."""
    return range(ROW * side, ROW * side + ROW)


def relay(board: list[int], cup: int, limit: int = 0) -> Iterator[tuple[int, int]]:
    """Play a relay of lifts on this board, without the capture: at most `limit` lifts, or if 0 all.

    Yield (cup, number of the lift): the cup that is lifted, then each cup that gets a seed.
    """
    lift, most = 0, limit or ENDLESS_LIFTS
    while lift < most:
        lift += 1
        seeds, board[cup] = board[cup], 0
        yield cup, lift
        for _ in range(seeds):
            cup = (cup + 1) % CUPS
            board[cup] += 1
            yield cup, lift
        if board[cup] == 1:
            return
        if lift == ENDLESS_LIFTS and not limit:
            ahead = Variables(last=cup + 1)
            ahead.b[1:] = board
            most = look_ahead(ahead)


def sow(board: Sequence[int], side: int, cup: int, limit: int = 0) -> Sowing:
    """Play the move of a side that lifts this cup, which is not empty; the whole move, or `limit` lifts of it."""
    cups = list(board)
    *_, (end, lifts) = relay(cups, cup, limit)
    ended = cups[end] == 1
    captured = 0
    if ended and end // ROW == side:
        captured, cups[CUPS - 1 - end] = cups[CUPS - 1 - end], 0
    return Sowing(tuple(cups), end, lifts, captured, ended)


def legal_cups(board: Sequence[int], side: int) -> list[int]:
    """Return the cups that a side may lift."""
    return [cup for cup in cups_of(side) if board[cup]]


def ending_cups(board: Sequence[int], side: int, limit: int = 0) -> list[int]:
    """Return the cups that a side may lift where endless moves are forbidden; all its cups if every move is endless."""
    cups = legal_cups(board, side)
    return [cup for cup in cups if sow(board, side, cup, limit).ended] or cups


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game: board, score, side to move and so on."""

    board: Board = START  # the seeds in each cup
    score: Score = (0, 0)  # the captured seeds of each side
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

    def verdict(self) -> Verdict | None:
        """Return how the last move has ended the game, or None. Forfeit is checked before the numbers of seeds."""
        if not legal_cups(self.board, self.side):
            return Verdict(self.side, FORFEIT)
        if self.score[1 - self.side] >= TO_WIN:
            return Verdict(1 - self.side, MOST)
        if self.quiet_moves >= STALEMATE_MOVES:
            lower, upper = self.score
            return Verdict(None if lower == upper else int(upper > lower), STALEMATE)
        return None
