"""The review of a game of African Seeds: what each move cost, against the best one."""

from __future__ import annotations

from typing import NamedTuple

from .seeds import LETTERS, SEEDS
from .seeds_player import EXPERT, WON, weighed
from .seeds_record import SWAP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from .seeds_record import Game

THE_GAME = SEEDS + 1  # what a mistake costs that loses the game, or gives a won one away
WORST = 3
WIDTH, COLUMNS = 39, 3


class Judged(NamedTuple):
    """A move that was made. number: its place in the record, from 1. cost: seeds, against the best cup; or THE_GAME."""

    number: int
    side: int
    cup: int
    best: int
    cost: int


def judged(game: Game) -> Iterator[Judged]:
    """Every move of a game, one after the other; a change of sides is none."""
    for number, (letter, position) in enumerate(zip(game.record, game.positions()), 1):
        if letter != SWAP:
            values = weighed(position.board, position.score, position.side, EXPERT)
            cup = LETTERS.index(letter)
            yield Judged(number, position.side, cup, max(values, key=values.__getitem__), cost(values, cup))


def cost(values: Mapping[int, int], cup: int) -> int:
    """What this cup is worth less than the best: seeds, or THE_GAME. Of two won games none is better."""
    most, found = max(values.values()), values[cup]
    if outcome(most) != outcome(found):
        return THE_GAME
    return 0 if outcome(most) else most - found


def outcome(worth: int) -> int:
    """1 for a game that is won, -1 for one that is lost, 0 while it is open."""
    return (worth > WON // 2) - (worth < -WON // 2)


def mistakes(moves: Iterable[Judged], sides: Sequence[int]) -> list[Judged]:
    """The largest mistakes of these sides, the worst first."""
    found = [move for move in moves if move.cost and move.side in sides]
    return sorted(found, key=lambda move: -move.cost)[:WORST]


# as text, lines of WIDTH characters


def report(game: Game, moves: Sequence[Judged], sides: Sequence[int]) -> list[str]:
    """The whole review: the largest mistakes of these sides, what every move cost, the record."""
    worst = [sentence(move) for move in mistakes(moves, sides)] or ["NONE"]
    return ["THE LARGEST MISTAKES", *worst, "", "EVERY MOVE AND WHAT IT COST", *table(moves), "", *line(game.record)]


def sentence(move: Judged) -> str:
    """One mistake."""
    lost = "THE GAME" if move.cost == THE_GAME else f"{move.cost} SEED{'S' * (move.cost > 1)}"
    return f"MOVE {move.number}, {LETTERS[move.cup]}: LOST {lost}. BEST WAS {LETTERS[move.best]}"


def table(moves: Sequence[Judged]) -> list[str]:
    """The moves in columns, read downwards."""
    rows = -(-len(moves) // COLUMNS)
    return ["".join(entry(move) for move in moves[row::rows]) for row in range(rows)]


def entry(move: Judged) -> str:
    """A move in the table, WIDTH DIV COLUMNS characters."""
    lost = "GAME" if move.cost == THE_GAME else f"-{move.cost}" if move.cost else "."
    return f"{move.number:3} {LETTERS[move.cup]} {lost}".ljust(WIDTH // COLUMNS)


def line(record: str) -> list[str]:
    """The record, broken where the screen ends."""
    rows = [record[at : at + WIDTH] for at in range(0, len(record), WIDTH)]
    return ["THE GAME IN ONE LINE", *rows]
