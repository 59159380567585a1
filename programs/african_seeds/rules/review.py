"""The review of a game of African Seeds: what each move cost, compared with the best one."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from .game_record import SWAP, GameRecord
from .player import EXPERT, LEVELS, WIN, cup_values
from .sowing import LETTERS, SEEDS

MISSED_WIN, LOST_GAME = SEEDS + 1, SEEDS + 2  # the costs of a move after which best play does not win, or loses
WORDS = {MISSED_WIN: ("MISSES A WIN", "WIN?"), LOST_GAME: ("WOULD LOSE", "LOST")}
MOST_MISTAKES = 3
WIDTH, COLUMNS = 39, 3


class MoveReview(NamedTuple):
    """A reviewed move. number: in the record, from 1. cost: against the best cup, in seeds, or one of WORDS."""

    number: int
    side: int
    cup: int
    best: int
    cost: int


def review_moves(game: GameRecord) -> Iterator[MoveReview]:
    """Review every move of a game in turn, without a change of sides."""
    for number, (letter, position) in enumerate(zip(game.letters, game.positions()), 1):
        if letter != SWAP:
            values = cup_values(position, LEVELS[EXPERT - 1])
            cup = LETTERS.index(letter)
            yield MoveReview(number, position.side, cup, max(values, key=values.__getitem__), cost(values, cup))


def cost(values: Mapping[int, int], cup: int) -> int:
    """Return the loss of a cup against the best one. All winning moves are equally good."""
    best, value, won = max(values.values()), values[cup], WIN // 2
    if value < -won:
        return 0 if best < -won else LOST_GAME
    if best > won:
        return 0 if value > won else MISSED_WIN
    return best - value


# as text, lines of WIDTH characters


def report(game: GameRecord, moves: Sequence[MoveReview], sides: Sequence[int]) -> list[str]:
    """Return the review as lines: the largest mistakes of these sides, the worst first, and the record."""
    costly = sorted((move for move in moves if move.cost and move.side in sides), key=lambda move: -move.cost)
    worst = []
    for number, _, cup, best, seeds in costly[:MOST_MISTAKES]:
        loss, _ = WORDS.get(seeds, (f"LOST {seeds} SEED{'S' * (seeds > 1)}", ""))
        worst.append(f"MOVE {number}, {LETTERS[cup]}: {loss}. BEST: {LETTERS[best]}")
    return ["THE LARGEST MISTAKES", *(worst or ["NONE"]), "", "THE GAME IN ONE LINE", *wrap(game.letters, WIDTH - 1)]


def table(moves: Sequence[MoveReview]) -> list[str]:
    """Return the moves in columns, to be read from top to bottom."""
    cells = []
    for number, _, cup, _, seeds in moves:
        _, loss = WORDS.get(seeds, ("", f"-{seeds}" if seeds else "OK"))
        cells.append(f"{number:3} {LETTERS[cup]} {loss}".ljust(WIDTH // COLUMNS))
    rows = -(-len(moves) // COLUMNS)
    return ["".join(cells[row::rows]) for row in range(rows)]
