"""What can be chosen before a game of Dominoes Plus."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from .domino_rules import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ALONE, TOGETHER, WATCHING = 1, 2, 0  # people at the table


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be chosen, in the order of the page.

    players: people at the table. level: of the computer, 1 to 5. other_level: of the first one, where two computers
    play. hand: 6 dominoes each, filled up after each play, or 7, never filled up. draw: from the stock, instead of
    knocking. winner_opens: the winner of the last game begins. free_knock: one may knock though something fits.
    games, spots: a match to so many, if one of them is not 0. big: big dominoes. cheat: the computer's hand is shown.
    """

    players: int = ALONE
    level: int = 3
    other_level: int = 1
    hand: int = 6
    draw: int = 0
    winner_opens: int = 0
    free_knock: int = 0
    games: int = 0
    spots: int = 0
    big: int = 0
    cheat: int = 0

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return Rules(self.hand, self.hand == 6, bool(self.draw), bool(self.winner_opens))

    @property
    def match(self) -> bool:
        """Is it a match of several games?"""
        return self.games > 0 or self.spots > 0


LEVELS = (
    "1 as the original",
    "2 counts numbers",
    "3 looks one move ahead",
    "4 and knows the end",
    "5 searches",
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the page of settings: its key, what it is called, the settings it changes, and the values they take."""

    key: str
    name: str
    what: tuple[str, ...]
    values: tuple[tuple[tuple[int, ...], str], ...]

    def said(self, settings: Settings) -> str:
        """The value in words."""
        now = self._now(settings)
        known = dict(self.values)
        return known[now] if now in known else f"first to {max(now)} {self.what[now[0] == 0]}"

    def turned(self, settings: Settings, step: int) -> Settings:
        """The settings with the next value, or the one before."""
        all_values = [value for value, _ in self.values]
        now = self._now(settings)
        place = all_values.index(now) if now in all_values else 0
        value = all_values[(place + step) % len(all_values)]
        return replace(settings, **dict(zip(self.what, value)))

    def _now(self, settings: Settings) -> tuple[int, ...]:
        return tuple(getattr(settings, name) for name in self.what)


def _line(key: str, name: str, what: str, *values: str, first: int = 0) -> Line:
    """A line for one setting whose values are numbers one after another."""
    return Line(key, name, (what,), tuple(((first + step,), value) for step, value in enumerate(values)))


LINES = (
    Line("P", "Players", ("players",), (((1,), "you and I"), ((2,), "two people"), ((0,), "two computers"))),
    _line("L", "Level", "level", *LEVELS, first=1),
    _line("O", "Other level", "other_level", *LEVELS, first=1),
    _line("H", "Hand", "hand", "6, filled up", "7, not filled up", first=6),
    _line("F", "Nothing fits", "draw", "knock", "draw from the stock"),
    _line("W", "Who begins", "winner_opens", "the highest double", "the last winner"),
    _line("K", "You may knock", "free_knock", "only if nothing fits", "whenever you like"),
    Line(
        "M",
        "Match",
        ("games", "spots"),
        (
            ((0, 0), "game by game"),
            *(((n, 0), f"first to {n} games") for n in (2, 3, 5, 7)),
            ((0, 100), "first to 100 spots"),
        ),
    ),
    _line("D", "Dominoes", "big", "small", "big"),
    _line("C", "My dominoes", "cheat", "shown at the end", "always shown"),
)


def allowed(name: str, value: int) -> bool:
    """May a setting have this value?"""
    if name in ("games", "spots"):
        return 0 <= value <= 999
    line = next(line for line in LINES if name in line.what)
    return any(value in values for values, _ in line.values)


def kept(settings: Settings) -> list[list[Any]]:
    """The settings as they go on the tape."""
    return [[field.name, getattr(settings, field.name)] for field in fields(settings)]


def restored(value: object) -> Settings:
    """The settings as they came from the tape; what makes no sense is as it is by itself."""
    settings = Settings()
    for entry in value if isinstance(value, list) else []:
        if isinstance(entry, list) and len(entry) == 2 and _sound(*entry):
            settings = replace(settings, **{entry[0]: entry[1]})
    return settings


def _sound(name: object, value: object) -> bool:
    known = {field.name for field in fields(Settings)}
    return isinstance(name, str) and name in known and type(value) is int and allowed(name, value)
