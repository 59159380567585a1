"""A game of African Seeds as one line of letters.

Each letter is the cup that was lifted; the first of them tells who began. S as the second letter means that the second
player has taken the first player's place: the board was turned round, and the other row moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .player import LEVELS
from .sowing import CUPS, LETTERS, LOWER, ROW, SEEDS, Position

SWAP = "S"
TWO = "T"  # on the tape: two people play
OLD_LEVELS = {"4": 1, "3": 1, "2": 2, "1": 2, "0": 4, "X": 7, "M": 8}  # by the names that they had on the tape
EXPECTED = "the letters of a game, a cup for each move; "


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: its first position, and the letters of its moves."""

    start: Position = field(default_factory=Position)
    letters: str = ""

    def positions(self) -> list[Position]:
        """Return the position before each letter, and the one after the last. Raises ValueError."""
        positions = [self.start]
        for number, letter in enumerate(self.letters, 1):
            position, cup = positions[-1], LETTERS.find(letter)
            if position.winner() is not None:
                raise ValueError(f"{EXPECTED}the game is over before move {number}")
            if letter == SWAP and number == 2:
                positions.append(position.swapped())
            elif cup < 0 or cup // ROW != position.side or not position.board[cup]:
                raise ValueError(f"{EXPECTED}move {number} cannot be {letter if ' ' < letter <= 'Z' else '?'}")
            else:
                positions.append(position.after(cup))
        return positions

    def then(self, letter: str) -> GameRecord:
        """Return the game with one more move, given as its letter."""
        return replace(self, letters=self.letters + letter)

    def undone(self, side: int | None) -> GameRecord:
        """Return the game before the last move of a side (None: of any); the same game if there is none."""
        sides = [position.side for position in self.positions()]
        last = max((n for n in range(len(self.letters)) if side in (None, sides[n])), default=len(self.letters))
        return replace(self, letters=self.letters[:last])


def parse_record(text: str) -> GameRecord:
    """Parse a line of letters, in either case, with or without spaces. Raises ValueError."""
    letters = "".join(text.split()).upper()
    side = max(0, LETTERS.find(letters[:1])) // ROW
    game = GameRecord(Position(side=side), letters)
    game.positions()
    return game


def parse_position(text: str, side: int = LOWER) -> Position:
    """Parse fourteen numbers: the cups A to L, then the captured seeds of the lower and the upper row.

    Raises ValueError if they are not fourteen numbers, or not 48 seeds.
    """
    words = text.replace(",", " ").split()
    numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 3]
    if len(words) != CUPS + 2 or len(numbers) != len(words) or sum(numbers) != SEEDS:
        raise ValueError("14 numbers, 48 together: cups A to L, your score, the computer's")
    return Position(tuple(numbers[:CUPS]), (numbers[CUPS], numbers[CUPS + 1]), side)


# on the tape


def to_tape(two: bool, level: int, switches: Sequence[bool], game: GameRecord) -> list[object]:
    """Return a game as a value to save. switches: whether sides may be changed, and endless moves are forbidden."""
    start, mode = game.start, TWO if two else ""
    position = [list(start.board), list(start.score), start.side, start.quiet_moves]
    return [mode, level, [int(switch) for switch in switches], *position, list(game.letters)]


def from_tape(value: object) -> tuple[bool, int, list[bool], GameRecord]:
    """Return the arguments of `to_tape` from its result. Raises ValueError.

    Games of earlier versions have the names of levels, and a third switch.
    """
    match value:
        case [str(mode), level, [swap, forbid, *_], list(board), list(score), 0 | 1 as side, int(quiet), list(letters)]:
            start = parse_position(" ".join(map(str, [*board, *score])), side)
            game = GameRecord(replace(start, quiet_moves=quiet), "".join(map(str, letters)))
            game.positions()
            number = OLD_LEVELS.get(level, 1) if isinstance(level, str) else level
            if len(board) == CUPS and isinstance(number, int) and 1 <= number <= len(LEVELS):
                return mode == TWO, number, [bool(swap), bool(forbid)], game
    raise ValueError("a saved game expected")
