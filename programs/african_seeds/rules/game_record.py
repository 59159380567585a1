"""A game of African Seeds as one line of letters.

Each letter is the cup that was lifted; the first of them tells who began. S as the second letter means that the second
player has taken the first player's place: the board was turned round, and the other row moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .player import LEVELS
from .sowing import CUPS, LETTERS, LOWER, SEEDS, UPPER, Position, owner

SWAP = "S"
# How a game is played: against a level of the original's, against X or M, or by two players.
MODES = ONE, EXPERT, MASTER, TWO = "S", "X", "M", "T"
SWITCHES = 3


class RecordError(ValueError):
    """A record, position or saved game is invalid; the message is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game: its first position, and the letters of its moves."""

    start: Position = field(default_factory=Position)
    letters: str = ""

    def positions(self) -> list[Position]:
        """Return the position before each letter, and the one after the last. Raises RecordError."""
        positions = [self.start]
        for number, letter in enumerate(self.letters, 1):
            positions.append(position_after(positions[-1], letter, number))
        return positions

    def then(self, letter: str) -> GameRecord:
        """Return the game with one more move, given as its letter."""
        return replace(self, letters=self.letters + letter)

    def undone(self, side: int | None) -> GameRecord:
        """Return the game before the last decision of this side, None: of either; unchanged if there was none."""
        positions = self.positions()
        for last in range(len(self.letters) - 1, -1, -1):
            if side in (None, positions[last].side):
                return replace(self, letters=self.letters[:last])
        return self


def position_after(position: Position, letter: str, number: int) -> Position:
    """Return the position after a letter, the number-th of its game from 1. Raises RecordError."""
    if position.verdict() is not None:
        raise RecordError(f"THE GAME IS OVER BEFORE MOVE {number}")
    if letter == SWAP and number == 2:
        return position.swapped()
    cup = LETTERS.find(letter)
    if cup < 0 or owner(cup) != position.side or not position.board[cup]:
        raise RecordError(f"MOVE {number} CANNOT BE {letter if ' ' < letter <= 'Z' else '?'}")
    return position.after(cup)


def parse_record(text: str) -> GameRecord:
    """Parse a line of letters, in either case, with or without spaces. Raises RecordError."""
    letters = "".join(text.split()).upper()
    side = owner(max(0, LETTERS.find(letters[:1])))
    game = GameRecord(Position(side=side), letters)
    game.positions()
    return game


def parse_position(text: str, side: int = LOWER) -> Position:
    """Parse fourteen numbers: the cups A to L, then the captured seeds of the lower and the upper row.

    Raises RecordError if they are not fourteen numbers, or not 48 seeds.
    """
    words = text.replace(",", " ").split()
    numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 3]
    if len(words) != CUPS + 2 or len(numbers) != len(words) or sum(numbers) != SEEDS:
        raise RecordError("A POSITION IS 14 NUMBERS OF 48 SEEDS")
    return Position(tuple(numbers[:CUPS]), (numbers[CUPS], numbers[CUPS + 1]), side)


# on the tape


def to_tape(mode: str, level: str, switches: Sequence[bool], game: GameRecord) -> list[object]:
    """Return what to save of a game. mode, level and switches say how it is played."""
    start = game.start
    position = [list(start.board), list(start.score), start.side, start.quiet_moves]
    return [mode, level, [int(switch) for switch in switches], *position, list(game.letters)]


def from_tape(value: object) -> tuple[str, str, list[bool], GameRecord]:
    """Return mode, level, switches and game from what `to_tape` has returned. Raises RecordError."""
    match value:
        case [str(mode), str(level), list(switches), list(board), list(score), int(side), int(quiet), list(letters)]:
            known = mode in MODES and (level in LEVELS or mode == TWO) and len(switches) == SWITCHES
            if known and has_all_seeds(board, score) and side in (LOWER, UPPER):
                game = GameRecord(Position(tuple(board), (score[0], score[1]), side, quiet), "".join(map(str, letters)))
                game.positions()
                return mode, level, [bool(switch) for switch in switches], game
    raise RecordError("THE SAVED GAME IS DAMAGED")


def has_all_seeds(board: Sequence[object], score: Sequence[object]) -> bool:
    """Return whether these are twelve cups and two scores with 48 seeds."""
    seeds = [number for number in (*board, *score) if isinstance(number, int) and number >= 0]
    return (len(board), len(score), len(seeds)) == (CUPS, 2, CUPS + 2) and sum(seeds) == SEEDS


# options: each check raises ValueError with what it expects


def check_level(text: str) -> None:
    """Check the name of a level."""
    if text.upper() not in LEVELS:
        raise ValueError(f"one of {', '.join(LEVELS)}")


def check_position(text: str) -> None:
    """Check fourteen numbers of seeds."""
    try:
        parse_position(text)
    except RecordError:
        raise ValueError("14 numbers, 48 together: cups A to L, your score, the computer's") from None


def check_record(text: str) -> None:
    """Check the letters of a game."""
    try:
        parse_record(text)
    except RecordError as error:
        raise ValueError(f"the letters of a game, a cup for each move; {str(error).lower()}") from None
