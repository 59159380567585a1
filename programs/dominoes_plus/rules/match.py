"""The score of a match, and the statistics over all games."""

from dataclasses import dataclass, field

from .levels import LEVELS
from .settings import Settings

GAMES, WON, DRAWN, HELPED = range(4)  # columns of the statistics
LARGEST = 10**9  # the largest count accepted from the tape


def points(settings: Settings, winner: int, spots: tuple[int, int]) -> int:
    """Return what a game is worth to its winner, 1 or 2: 1, or in a match to spots the difference of the hands.

    spots: left in the hands of players 1 and 2. A drawn game, winner 0, is worth nothing.
    """
    return winner and (abs(spots[0] - spots[1]) if settings.spots else 1)


def match_winner(settings: Settings, score: list[int]) -> int:
    """Return who has won the match, 1 or 2; 0 while it goes on. score: of players 1 and 2, after an unused entry."""
    goal = settings.spots or settings.games
    return next((player for player in (1, 2) if score[player] >= goal > 0), 0)


@dataclass(slots=True)
class Statistics:
    """Games of one person against the computer."""

    # For each level the games, those won, those drawn, and, not counted in these, those with a hint or undo.
    rows: list[list[int]] = field(default_factory=lambda: [[0] * 4 for _ in LEVELS])
    best: list[int] = field(default_factory=list)  # the match won by the widest margin: both scores and the level
    # For each level the games won in a row now, and the most ever.
    streaks: list[list[int]] = field(default_factory=lambda: [[0, 0] for _ in LEVELS])

    def add_game(self, level: int, winner: int, helped: bool) -> None:
        """Count a game."""
        row = self.rows[level - 1]
        row[HELPED] += helped
        if not helped:
            row[GAMES] += 1
            row[WON] += winner == 1
            row[DRAWN] += winner == 0
            now, most = self.streaks[level - 1]
            now = now + 1 if winner == 1 else 0
            self.streaks[level - 1] = [now, max(now, most)]

    def add_match(self, level: int, score: list[int]) -> None:
        """Count a match that was won; of two with the same margin the first stays the best.

        score: as in `match_winner`.
        """
        _, own, other = score
        if not self.best or own - other > self.best[0] - self.best[1]:
            self.best = [own, other, level]

    def to_tape(self) -> list[list[int]]:
        """Return the statistics as stored on the tape."""
        return [*map(list, self.rows), list(self.best), *map(list, self.streaks)]


def from_tape(value: object) -> Statistics:
    """Return the statistics stored on the tape; empty ones if the value is not valid."""
    lengths = [len(row) if isinstance(row, list) else -1 for row in value] if isinstance(value, list) else []
    if not isinstance(value, list) or lengths[:5] != [4] * 5 or lengths[6:] not in ([], [2] * 5):
        return Statistics()
    rows, best, streaks = value[:5], value[5:6][0] if value[5:] else None, value[6:] or [[0, 0] for _ in LEVELS]
    numbers = [number for row in value if isinstance(row, list) for number in row]
    if not isinstance(best, list) or len(best) not in (0, 3):
        return Statistics()
    if not all(type(number) is int and 0 <= number <= LARGEST for number in numbers):
        return Statistics()
    return Statistics([list(row) for row in rows], list(best), [list(row) for row in streaks])
