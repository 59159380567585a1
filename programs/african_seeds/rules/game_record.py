"""A game of African Seeds as one line of letters.

Each letter is the cup that was lifted; the first of them tells who began. S as the second letter means that the second
player has taken the first player's place: the board was turned round, and the other row moves.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .sowing import CUPS, LETTERS, ROW, SEEDS, Position

SWAP = "S"
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
            if position.verdict() is not None:
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
        positions = self.positions()
        for last in range(len(self.letters) - 1, -1, -1):
            if side in (None, positions[last].side):
                return replace(self, letters=self.letters[:last])
        return self


def parse_record(text: str) -> GameRecord:
    """Parse a line of letters, in either case, with or without spaces. Raises ValueError."""
    letters = "".join(text.split()).upper()
    side = max(0, LETTERS.find(letters[:1])) // ROW
    game = GameRecord(Position(side=side), letters)
    game.positions()
    return game


def parse_position(text: str) -> Position:
    """Parse fourteen numbers: the cups A to L, then the captured seeds of the lower and the upper row.

    Raises ValueError if they are not fourteen numbers, or not 48 seeds.
    """
    words = text.replace(",", " ").split()
    numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 3]
    if len(words) != CUPS + 2 or len(numbers) != len(words) or sum(numbers) != SEEDS:
        raise ValueError("14 numbers, 48 together: cups A to L, your score, the computer's")
    return Position(tuple(numbers[:CUPS]), (numbers[CUPS], numbers[CUPS + 1]))
