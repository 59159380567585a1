"""The review of a game of African Seeds: what each move cost, compared with the best one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from .game_record import SWAP, GameRecord
from .player import EXPERT, WIN, cup_values
from .sowing import LETTERS, SEEDS

WHOLE_GAME = SEEDS + 1  # the cost of a mistake that loses the game, or gives a won one away
MISTAKES = 3
LARGEST_COST = 10  # that counts for the estimate of a player's level
FEWEST_MOVES = 4  # for an estimate
# The level of a player whose moves cost up to so many seeds on average: between the levels' own averages.
ESTIMATES = ((0.4, "X"), (1.3, "0"), (2.3, "1"), (3.2, "2"), (LARGEST_COST, "3 OR 4"))
WIDTH, COLUMNS = 39, 3


class MoveReview(NamedTuple):
    """A move of a game. number: its index in the record, from 1. cost: seeds, against the best cup, or WHOLE_GAME."""

    number: int
    side: int
    cup: int
    best: int
    cost: int


def review_moves(game: GameRecord) -> Iterator[MoveReview]:
    """Review every move of a game in turn, without a change of sides."""
    for number, (letter, position) in enumerate(zip(game.letters, game.positions()), 1):
        if letter != SWAP:
            values = cup_values(position.board, position.score, position.side, EXPERT)
            cup = LETTERS.index(letter)
            yield MoveReview(number, position.side, cup, max(values, key=values.__getitem__), cost(values, cup))


def cost(values: Mapping[int, int], cup: int) -> int:
    """Return by how much a cup is worse than the best: seeds, or WHOLE_GAME. All won games are equally good."""
    best, value = max(values.values()), values[cup]
    if outcome(best) != outcome(value):
        return WHOLE_GAME
    return 0 if outcome(best) else best - value


def outcome(value: int) -> int:
    """Return 1 for a won game, -1 for a lost one, 0 while it is open."""
    return (value > WIN // 2) - (value < -WIN // 2)


def mistakes(moves: Iterable[MoveReview], sides: Sequence[int]) -> list[MoveReview]:
    """Return the largest mistakes of these sides, the worst first."""
    costly = [move for move in moves if move.cost and move.side in sides]
    return sorted(costly, key=lambda move: -move.cost)[:MISTAKES]


# as text, lines of WIDTH characters


def report(game: GameRecord, moves: Sequence[MoveReview], sides: Sequence[int]) -> list[str]:
    """Return the summary as lines: the largest mistakes of these sides, an estimate of their level, the record."""
    worst = [sentence(move) for move in mistakes(moves, sides)] or ["NONE"]
    record = wrap(game.letters, WIDTH - 1)
    return ["THE LARGEST MISTAKES", *worst, "", *estimate(moves, sides), "THE GAME IN ONE LINE", *record]


def estimate(moves: Sequence[MoveReview], sides: Sequence[int]) -> list[str]:
    """Return the line about the level of these sides, with an empty one; nothing after too few moves."""
    costs = [min(move.cost, LARGEST_COST) for move in moves if move.side in sides]
    if len(costs) < FEWEST_MOVES:
        return []
    average = sum(costs) / len(costs)
    level = next(name for limit, name in ESTIMATES if average <= limit)
    return [f"{average:.1f} SEEDS LOST A MOVE, AS LEVEL {level}", ""]


def sentence(move: MoveReview) -> str:
    """Return the line about one mistake."""
    loss = "THE GAME" if move.cost == WHOLE_GAME else f"{move.cost} SEED{'S' * (move.cost > 1)}"
    return f"MOVE {move.number}, {LETTERS[move.cup]}: LOST {loss}. BEST WAS {LETTERS[move.best]}"


def table(moves: Sequence[MoveReview], lines: int) -> list[str]:
    """Return the moves in columns, to be read downwards on each page of so many lines."""
    pages = [moves[first : first + COLUMNS * lines] for first in range(0, len(moves), COLUMNS * lines)]
    return [row for page in pages for row in table_rows(page)]


def table_rows(moves: Sequence[MoveReview]) -> list[str]:
    """Return the rows of one page of the table."""
    rows = -(-len(moves) // COLUMNS)
    return ["".join(table_cell(move) for move in moves[row::rows]) for row in range(rows)]


def table_cell(move: MoveReview) -> str:
    """Return a move as a cell of the table, WIDTH DIV COLUMNS characters."""
    loss = "GAME" if move.cost == WHOLE_GAME else f"-{move.cost}" if move.cost else "OK"
    return f"{move.number:3} {LETTERS[move.cup]} {loss}".ljust(WIDTH // COLUMNS)
