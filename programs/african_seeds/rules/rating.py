"""The player's rating: an estimate of the level at which a player would win every second game.

It is counted as chess players' is: a win raises it, a loss lowers it, the more the less it was expected. The first
games count most, because nothing is known before them.
"""

from typing import NamedTuple

# The ratings of the levels: by how often each beats the one below, see docs/figures.md.
RATINGS = {"4": 1000, "3": 1110, "2": 1240, "1": 1320, "0": 1670, "X": 2590, "M": 2720}
SPREAD = 400  # points by which the stronger wins 10 games of 11
FIRST_STEP, LEAST_STEP = 400, 32  # points: what the result of the first game counts, and of a late one


class Rating(NamedTuple):
    """A player's rating after so many games."""

    points: int = RATINGS["4"]
    games: int = 0

    def after(self, level: str, result: float) -> "Rating":
        """Return the rating after a game against a level. result: 1 won, 0 lost, 0.5 drawn."""
        expected = 1 / (1 + 10 ** ((RATINGS[level] - self.points) / SPREAD))
        step = max(LEAST_STEP, FIRST_STEP // (self.games + 1))
        return Rating(self.points + round(step * (result - expected)), self.games + 1)

    @property
    def level(self) -> str:
        """The level whose rating is nearest."""
        return min(RATINGS, key=lambda level: abs(RATINGS[level] - self.points))

    @property
    def sentence(self) -> str:
        """The sentence about it; empty before the first game."""
        games = f"{self.games} GAME{'S' * (self.games > 1)}"
        return f"YOU RATE {self.points} AFTER {games}: LEVEL {self.level}" if self.games else ""


def from_tape(value: object) -> Rating:
    """Return the rating that was saved as a list; a new one if it is none."""
    match value:
        case [int(points), int(games)] if abs(points) < 10000 and 0 <= games < 10000:
            return Rating(points, games)
    return Rating()
