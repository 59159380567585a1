"""The settings of Dominoes Plus, the rows of the options page, and the score of a match."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from retro.basic import Choice, stepped

from .domino_set import Rules

ALONE, TOGETHER, WATCHING = 1, 2, 0  # people at the table
LEVEL_NAMES = ("1 the original", "2 counts numbers", "3 looks ahead", "4 knows the end", "5 searches")
DAILY_LEVEL = 3  # of the opponent of the daily game


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; a switch is 0 or 1."""

    players: int = ALONE  # people at the table
    level: int = 3  # of the computer, 1 to 5
    other_level: int = 1  # of the first computer where two computers play
    hand: int = 6  # 6 dominoes each, filled up after each play, or 7, never filled up
    draw: int = 0  # a player who cannot play draws from the stock instead of knocking
    winner_opens: int = 0  # the winner of the last game begins
    free_knock: int = 0  # a person may knock although something fits
    games: int = 0  # the goal of a match, unless 0
    spots: int = 0  # another goal; at most one of the two is not 0
    big: int = 1  # big dominoes
    cheat: int = 0  # the computer's hand is shown

    @property
    def rules(self) -> Rules:
        """The rules that these settings give to a game."""
        return Rules(self.hand, self.hand == 6, bool(self.draw), bool(self.winner_opens))

    @property
    def is_match(self) -> bool:
        """Whether several games make a match."""
        return self.games > 0 or self.spots > 0


class Option(NamedTuple):
    """A row of the options page."""

    key: str  # the letter that changes it
    label: str
    names: tuple[str, ...]  # the settings it changes together
    values: tuple[tuple[int, ...], ...]  # of these settings
    texts: tuple[str, ...]  # for each value what the page calls it


GOALS = ((0, 0), (2, 0), (3, 0), (5, 0), (7, 0), (0, 100))  # games and spots of a match
GOAL_TEXTS = ("game by game", *(f"first to {games} games" for games in (2, 3, 5, 7)), "first to 100 spots")
SWITCH = ((0,), (1,))
OPTIONS = (
    Option("M", "Match", ("games", "spots"), GOALS, GOAL_TEXTS),
    Option("D", "Dominoes", ("big",), SWITCH, ("small", "big")),
    Option("H", "Hand", ("hand",), ((6,), (7,)), ("6, filled up", "7, not filled up")),
    Option("F", "Nothing fits", ("draw",), SWITCH, ("knock", "draw some")),
    Option("W", "Who begins", ("winner_opens",), SWITCH, ("highest double", "last winner")),
    Option("K", "Knocking", ("free_knock",), SWITCH, ("if nothing fits", "at any time")),
    Option("C", "Computer's hand", ("cheat",), SWITCH, ("at the end", "always")),
    Option("O", "Watching", ("other_level",), tuple((level,) for level in range(1, 6)), LEVEL_NAMES),
)


def option_rows(settings: Settings, change: Callable[[dict[str, int]], None]) -> list[Choice]:
    """Return the rows of the options page. change: called with the new settings after a row was changed."""
    rows = []
    for key, label, names, values, texts in OPTIONS:
        now = values.index(tuple(getattr(settings, name) for name in names))
        take = partial(lambda names, values, index: change(dict(zip(names, values[index]))), names, values)
        rows.append(stepped(key, label, texts, now, take))
    return rows


def to_tape(settings: Settings) -> list[list[Any]]:
    """Return the settings of the options page as a value to save."""
    return [[name, getattr(settings, name)] for option in OPTIONS for name in option.names]


def from_tape(value: object) -> Settings:
    """Return the settings from a saved value, with defaults for invalid ones."""
    entries = value if isinstance(value, list) else []
    saved = {str(entry[0]): entry[1] for entry in entries if isinstance(entry, list) and len(entry) == 2}
    settings = Settings()
    for names, values in [*((option.names, option.values) for option in OPTIONS), (("level",), OPTIONS[-1].values)]:
        found = tuple(saved.get(name, 0 if name in ("games", "spots") else None) for name in names)
        if found in values and all(type(number) is int for number in found):
            settings = replace(settings, **dict(zip(names, found)))
    return settings


# matches


def points(settings: Settings, winner: int, spots: list[int]) -> int:
    """Return the points of a game for its winner (1 or 2): one, or in a match to spots the difference of the hands.

    spots: left in the hands of players 1 and 2. A drawn game, winner 0, is worth nothing.
    """
    return winner and (abs(spots[0] - spots[1]) if settings.spots else 1)


def match_winner(settings: Settings, score: list[int]) -> int:
    """Return who has won the match, 1 or 2; 0 while it goes on. score: of players 1 and 2, after an unused entry."""
    goal = settings.spots or settings.games
    return next((player for player in (1, 2) if score[player] >= goal > 0), 0)
