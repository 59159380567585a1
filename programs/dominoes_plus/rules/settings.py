"""The settings of Dominoes Plus, which the page of options changes, and the score of a match."""

from dataclasses import dataclass

from .domino_set import Rules

ALONE, TOGETHER, WATCHING = 1, 2, 0  # people at the table
LEVEL_NAMES = ("1 the original", "2 counts numbers", "3 looks ahead", "4 knows the end", "5 searches")
DAILY_LEVEL = 3  # of the opponent of the daily game
GOALS = ((0, 0), (2, 0), (3, 0), (5, 0), (7, 0), (0, 100))  # games and spots of a match
GOAL_TEXTS = ("game by game", *(f"first to {games} games" for games, _ in GOALS[1:-1]), "first to 100 spots")
# Keys, labels, settings, and the texts of their values.
OPTIONS = (
    ("M", "Match", "match", GOAL_TEXTS),
    ("D", "Dominoes", "big", ("small", "big")),
    ("H", "Hand", "seven", ("6, filled up", "7, not filled up")),
    ("F", "Nothing fits", "draw", ("knock", "draw some")),
    ("W", "Who begins", "winner_opens", ("highest double", "last winner")),
    ("K", "Knocking", "free_knock", ("if nothing fits", "at any time")),
    ("C", "Computer's hand", "cheat", ("at the end", "always")),
    ("O", "Watching", "other", LEVEL_NAMES),
)


@dataclass(slots=True)
class Settings:
    """The settings, each the index of its value among the texts of the option."""

    match: int = 0
    big: int = 1  # big dominoes
    seven: int = 0  # 7 dominoes each, never filled up, instead of 6, filled up after each play
    draw: int = 0  # a player who cannot play draws from the stock instead of knocking
    winner_opens: int = 0  # the winner of the last game begins
    free_knock: int = 0  # a person may knock although something fits
    cheat: int = 0  # the computer's hand is shown
    other: int = 0  # the level, less one, of the first computer where two computers play

    @property
    def rules(self) -> Rules:
        """The rules that these settings give to a game."""
        return Rules(6 + self.seven, not self.seven, bool(self.draw), bool(self.winner_opens))


def to_tape(settings: Settings) -> list[list[str | int]]:
    """Return the settings as a value to save."""
    return [[name, getattr(settings, name)] for _, _, name, _ in OPTIONS]


def from_tape(value: object) -> Settings:
    """Return the settings from a saved value, also of an earlier version, with defaults for invalid ones."""
    former = [(["hand", 7], "seven", 1), *((["other_level", 1 + level], "other", level) for level in range(5))]
    former += [(["games", games] if games else ["spots", spots], "match", n) for n, (games, spots) in enumerate(GOALS)]
    today = [([name, index], name, index) for _, _, name, texts in OPTIONS for index in range(len(texts))]
    entries = value if isinstance(value, list) else []
    return Settings(**{name: index for entry, name, index in former + today if entry in entries})


def match_winner(settings: Settings, score: list[int]) -> int:
    """Return who has won the match, 1 or 2; 0 while it goes on. score: of players 1 and 2, after an unused entry."""
    goal = sum(GOALS[settings.match])
    return next((player for player in (1, 2) if score[player] >= goal > 0), 0)
