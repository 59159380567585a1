"""A game of African Seeds as one line of letters.

Each letter is the cup that was lifted; the first of them tells who began. S as the second letter means that the other
player took the place of the one who had begun: the board was turned round, and the move passed to the other row.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .seeds import CUPS, LETTERS, LOWER, SEEDS, UPPER, Position, owner
from .seeds_player import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SWAP = "S"
MODES = ONE, EXPERT, MASTER, TWO = "S", "X", "M", "T"
"""How a game is played: against a level of the original's, against X or M, or by two players."""
SWITCHES = 3


class RecordError(ValueError):
    """What is no game, said in one sentence."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game: where it began, and the letters of its moves."""

    start: Position = field(default_factory=Position)
    record: str = ""

    def positions(self) -> list[Position]:
        """The position before each letter, and the one after the last. Raises RecordError."""
        found = [self.start]
        for number, letter in enumerate(self.record, 1):
            found.append(after(found[-1], letter, number))
        return found

    def then(self, letter: str) -> Game:
        """The game with one more letter."""
        return replace(self, record=self.record + letter)

    def taken_back(self, side: int | None) -> Game:
        """The game before the last decision of this side, None: of either. The same game if there was none."""
        positions = self.positions()
        for last in range(len(self.record) - 1, -1, -1):
            if side in (None, positions[last].side):
                return replace(self, record=self.record[:last])
        return self


def after(position: Position, letter: str, number: int) -> Position:
    """The position after a letter, the number-th of its game from 1. Raises RecordError."""
    if position.verdict() is not None:
        raise RecordError(f"THE GAME IS OVER BEFORE MOVE {number}")
    if letter == SWAP and number == 2:
        return position.turned()
    cup = LETTERS.find(letter)
    if cup < 0 or owner(cup) != position.side or not position.board[cup]:
        raise RecordError(f"MOVE {number} CANNOT BE {letter if ' ' < letter <= 'Z' else '?'}")
    return position.after(cup)


def read(text: str) -> Game:
    """The game that a line of letters tells; spaces do not count, and small letters are as good. Raises RecordError."""
    record = "".join(text.split()).upper()
    side = owner(max(0, LETTERS.find(record[:1])))
    game = Game(Position(side=side), record)
    game.positions()
    return game


def position(text: str, side: int = LOWER) -> Position:
    """A position from fourteen numbers: the cups A to L, then the lower and the upper row's captured seeds.

    Raises RecordError.
    """
    words = text.replace(",", " ").split()
    numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 3]
    if len(words) != CUPS + 2 or len(numbers) != len(words) or sum(numbers) != SEEDS:
        raise RecordError("A POSITION IS 14 NUMBERS OF 48 SEEDS")
    return Position(tuple(numbers[:CUPS]), (numbers[CUPS], numbers[CUPS + 1]), side)


# on the tape


def saved(mode: str, level: str, switches: Sequence[bool], game: Game) -> list[object]:
    """A game as it is saved. mode, level, switches: how it is played; they are the program's."""
    start = game.start
    began = [list(start.board), list(start.score), start.side, start.quiet]
    return [mode, level, [int(switch) for switch in switches], *began, list(game.record)]


def restored(value: object) -> tuple[str, str, list[bool], Game]:
    """Mode, level, switches and game that were saved so. Raises RecordError."""
    match value:
        case [str(mode), str(level), list(switches), list(board), list(score), int(side), int(quiet), list(letters)]:
            known = mode in MODES and (level in LEVELS or mode == TWO) and len(switches) == SWITCHES
            if known and fits(board, score) and side in (LOWER, UPPER):
                game = Game(Position(tuple(board), (score[0], score[1]), side, quiet), "".join(map(str, letters)))
                game.positions()
                return mode, level, [bool(switch) for switch in switches], game
    raise RecordError("THE SAVED GAME IS DAMAGED")


def fits(board: Sequence[object], score: Sequence[object]) -> bool:
    """Are these the seeds of twelve cups and two scores?"""
    seeds = [number for number in (*board, *score) if isinstance(number, int) and number >= 0]
    return (len(board), len(score), len(seeds)) == (CUPS, 2, CUPS + 2) and sum(seeds) == SEEDS
