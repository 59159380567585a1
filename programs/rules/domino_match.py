"""What games of Dominoes Plus are worth: the score of a match, and the statistics."""

from __future__ import annotations

from dataclasses import dataclass, field

from .domino_levels import LEVELS
from .domino_settings import Settings

GAMES, WON, DRAWN, HELPED = range(4)  # what is counted of each level
LARGEST = 10**9


def points(settings: Settings, winner: int, spots: tuple[int, int]) -> int:
    """What a game is worth to its winner (1, 2; 0: drawn): 1, or the spots the loser holds more than the winner.

    spots: in the hands of players 1 and 2 at the end; who has gone out holds none.
    """
    if winner == 0:
        return 0
    return abs(spots[0] - spots[1]) if settings.spots else 1


def leader(settings: Settings, score: list[int]) -> int:
    """Who has won the match: 1 or 2; 0 while it goes on. score: of players 1 and 2, after an unused entry."""
    goal = settings.spots or settings.games
    return next((player for player in (1, 2) if score[player] >= goal > 0), 0)


@dataclass(slots=True)
class Statistics:
    """Games of one person against the computer.

    rows: for each level games, those won, those drawn, and, not among these three, those with a hint or a move taken
    back. best: the match won by most: both scores and the level; empty if none was won.
    """

    rows: list[list[int]] = field(default_factory=lambda: [[0] * 4 for _ in LEVELS])
    best: list[int] = field(default_factory=list)

    def count(self, level: int, winner: int, helped: bool) -> None:
        """Count a game."""
        row = self.rows[level - 1]
        row[HELPED] += helped
        if not helped:
            row[GAMES] += 1
            row[WON] += winner == 1
            row[DRAWN] += winner == 0

    def count_match(self, level: int, score: list[int]) -> None:
        """Count a match that was won. score: as in `leader`."""
        _, own, other = score
        if not self.best or own - other > self.best[0] - self.best[1]:
            self.best = [own, other, level]

    def kept(self) -> list[list[int]]:
        """As it goes on the tape."""
        return [*(list(row) for row in self.rows), list(self.best)]


def restored(value: object) -> Statistics:
    """The statistics as they came from the tape; empty ones if they make no sense."""
    if not isinstance(value, list) or [len(row) if isinstance(row, list) else -1 for row in value][:-1] != [4] * 5:
        return Statistics()
    *rows, best = value
    numbers = [number for row in value if isinstance(row, list) for number in row]
    if not isinstance(best, list) or len(best) not in (0, 3):
        return Statistics()
    if not all(type(number) is int and 0 <= number <= LARGEST for number in numbers):
        return Statistics()
    return Statistics([list(row) for row in rows], list(best))
