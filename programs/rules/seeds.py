"""The rules of African Seeds: relay sowing on two rows of six cups.

Cups are numbers from 0: 0-5 (A-F) are the lower row, from left to right, 6-11 (G-L) the upper row, from right to
left. So sowing goes from each number to the next, and from 11 to 0. Sides are 0 for the lower row and 1 for the upper
one. A board is the seeds in the twelve cups; a score the seeds that each side has captured.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Board = tuple[int, ...]
    Score = tuple[int, int]

ROW, CUPS, SEEDS = 6, 12, 48
TO_WIN = 25
LIFTS = 100  # a move that has not ended by then stops where it is
QUIET = 50  # moves in a row without a capture, of both sides together, that end the game
LOWER, UPPER = 0, 1
LETTERS = "ABCDEFGHIJKL"
START: Board = (4,) * CUPS

FORFEIT, MOST, STALEMATE = "forfeit", "most seeds", "stalemate"


class Sown(NamedTuple):
    """What a move has done. board: after it. end: the cup of its last seed. ended: was that cup empty?"""

    board: Board
    end: int
    lifts: int
    captured: int
    ended: bool


class Verdict(NamedTuple):
    """How a game has ended. winner: a side, None if it is drawn. reason: FORFEIT, MOST or STALEMATE."""

    winner: int | None
    reason: str


def opposite(cup: int) -> int:
    """The cup that faces this one in the other row."""
    return CUPS - 1 - cup


def owner(cup: int) -> int:
    """The side that a cup belongs to."""
    return cup // ROW


def cups_of(side: int) -> range:
    """The cups of a side."""
    return range(ROW * side, ROW * side + ROW)


def relay(board: list[int], cup: int, limit: int = LIFTS) -> Iterator[tuple[int, int]]:
    """Lift and sow on this board, one seed at a time, without the capture at the end.

    Gives each cup in turn and the number of the lift: first the cup that is lifted, then every cup that gets a seed.
    Stops where the last seed of a lift falls into an empty cup, or after `limit` lifts.
    """
    for lift in range(1, limit + 1):
        seeds, board[cup] = board[cup], 0
        yield cup, lift
        for _ in range(seeds):
            cup = (cup + 1) % CUPS
            board[cup] += 1
            yield cup, lift
        if board[cup] == 1:
            return


def sow(board: Sequence[int], side: int, cup: int, limit: int = LIFTS) -> Sown:
    """Play the whole move of a side that lifts this cup, which is not empty."""
    cups = list(board)
    *_, (end, lifts) = relay(cups, cup, limit)
    ended = cups[end] == 1
    captured = capture(cups, side, end) if ended else 0
    return Sown(tuple(cups), end, lifts, captured, ended)


def capture(board: list[int], side: int, end: int) -> int:
    """Take the seeds that face the empty cup in which a side's move has ended; gives how many."""
    if owner(end) != side:
        return 0
    seeds, board[opposite(end)] = board[opposite(end)], 0
    return seeds


def legal(board: Sequence[int], side: int) -> list[int]:
    """The cups that a side may lift."""
    return [cup for cup in cups_of(side) if board[cup]]


def ending(board: Sequence[int], side: int, limit: int = LIFTS) -> list[int]:
    """The cups that a side may lift where moves of more lifts are forbidden; all of them if there are no others."""
    cups = legal(board, side)
    return [cup for cup in cups if sow(board, side, cup, limit).ended] or cups


def winner(board: Sequence[int], score: Score, side: int) -> Verdict | None:
    """Has this side's move ended the game? Forfeit comes before the seeds."""
    if not legal(board, 1 - side):
        return Verdict(1 - side, FORFEIT)
    if score[side] >= TO_WIN:
        return Verdict(side, MOST)
    return None


@dataclass(frozen=True, slots=True)
class Position:
    """A game as it stands. side: who moves. quiet: moves in a row without a capture."""

    board: Board = START
    score: Score = (0, 0)
    side: int = LOWER
    quiet: int = 0

    def after(self, cup: int) -> Position:
        """The position after the move that lifts this cup."""
        sown = sow(self.board, self.side, cup)
        score = list(self.score)
        score[self.side] += sown.captured
        quiet = 0 if sown.captured else self.quiet + 1
        return Position(sown.board, (score[0], score[1]), 1 - self.side, quiet)

    def turned(self) -> Position:
        """The board turned round: the sides have changed places, and the same player moves, now from the other row."""
        return Position(self.board[ROW:] + self.board[:ROW], self.score[::-1], 1 - self.side, self.quiet)

    def verdict(self) -> Verdict | None:
        """How the game has ended; None while it goes on."""
        found = winner(self.board, self.score, 1 - self.side)
        if found is None and self.quiet >= QUIET:
            lower, upper = self.score
            return Verdict(None if lower == upper else int(upper > lower), STALEMATE)
        return found
