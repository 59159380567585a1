"""The settings of Dominoes Plus, and the rows of the page on which they are changed."""

from dataclasses import dataclass, fields, replace
from typing import Any

from .domino_set import Rules

ALONE, TOGETHER, WATCHING = 1, 2, 0  # people at the table
LARGEST_GOAL = 999  # games or spots


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, in the order of the page; switches are 0 or 1."""

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
        """The rules of a game."""
        return Rules(self.hand, self.hand == 6, bool(self.draw), bool(self.winner_opens))

    @property
    def is_match(self) -> bool:
        """Whether several games make a match."""
        return self.games > 0 or self.spots > 0


LEVELS = (
    "1 as the original",
    "2 counts numbers",
    "3 looks one move ahead",
    "4 and knows the end",
    "5 searches",
)


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A row of the settings page."""

    key: str  # the letter that changes it
    name: str  # what the page calls it
    names: tuple[str, ...]  # the settings it changes together
    sentence: str  # what they do, in at most 38 characters
    values: tuple[tuple[tuple[int, ...], str], ...]  # the values of these settings, and what the page calls them

    def value_text(self, settings: Settings) -> str:
        """Return the current value in words."""
        value = self._value(settings)
        texts = dict(self.values)
        return texts[value] if value in texts else f"first to {max(value)} {self.names[value[0] == 0]}"

    def changed(self, settings: Settings, step: int) -> Settings:
        """Return the settings with the next value of this row (step 1) or the previous one (-1)."""
        values = [value for value, _ in self.values]
        current = self._value(settings)
        index = values.index(current) if current in values else 0
        return replace(settings, **dict(zip(self.names, values[(index + step) % len(values)])))

    def _value(self, settings: Settings) -> tuple[int, ...]:
        return tuple(getattr(settings, name) for name in self.names)


def _row(key: str, name: str, setting: str, sentence: str, *texts: str, first: int = 0) -> SettingRow:
    """Return a row for one setting whose values are consecutive numbers."""
    return SettingRow(
        key, name, (setting,), sentence, tuple(((number,), text) for number, text in enumerate(texts, first))
    )


PLAYERS = (((ALONE,), "you and I"), ((TOGETHER,), "two people"), ((WATCHING,), "two computers"))
MATCHES = (
    ((0, 0), "game by game"),
    *(((n, 0), f"first to {n} games") for n in (2, 3, 5, 7)),
    ((0, 100), "first to 100 spots"),
)
ROWS = (
    SettingRow("P", "Players", ("players",), "Play me, play a friend, or watch.", PLAYERS),
    _row("L", "Level", "level", "Each level beats the one before it.", *LEVELS, first=1),
    _row("O", "Other level", "other_level", "How well the first computer plays.", *LEVELS, first=1),
    _row("H", "Hand", "hand", "Six, filled up from the stock, or 7.", "6, filled up", "7, not filled up", first=6),
    _row("F", "Nothing fits", "draw", "Miss a turn, or draw until one fits.", "knock", "draw from stock"),
    _row("W", "Who begins", "winner_opens", "Highest double, or the winner.", "the highest double", "the last winner"),
    _row("K", "Knocking", "free_knock", "It can hide what you hold.", "only if nothing fits", "whenever you like"),
    SettingRow("M", "Match", ("games", "spots"), "Count games, or spots of the loser.", MATCHES),
    _row("D", "Dominoes", "big", "Big ones are easy to read.", "small", "big"),
    _row("C", "My dominoes", "cheat", "Always shown, they tell how I play.", "shown at the end", "always shown"),
)


def with_effect(settings: Settings) -> list[SettingRow]:
    """Return the rows whose settings have an effect now."""
    without = {ALONE: "O", TOGETHER: "LOC", WATCHING: "KC"}[settings.players]
    return [row for row in ROWS if row.key not in without]


def with_options(settings: Settings, options: dict[str, int | None]) -> Settings:
    """Return the settings with the options that are not None; a goal of a match replaces the other one."""
    given = {name: int(value) for name, value in options.items() if value is not None}
    if "games" in given or "spots" in given:
        given = {"games": 0, "spots": 0} | given
    return replace(settings, **given)


def is_allowed(name: str, value: int) -> bool:
    """Return whether a setting may have this value."""
    if name in ("games", "spots"):
        return 0 <= value <= LARGEST_GOAL
    return any((value,) == values for row in ROWS if name in row.names for values, _ in row.values)


def to_tape(settings: Settings) -> list[list[Any]]:
    """Return the settings as stored on the tape."""
    return [[field.name, getattr(settings, field.name)] for field in fields(settings)]


def from_tape(value: object) -> Settings:
    """Return the settings stored on the tape, with the default for every value that is not valid."""
    settings, known = Settings(), {field.name for field in fields(Settings)}
    for entry in value if isinstance(value, list) else []:
        match entry:
            case [str(name), int(number)] if name in known and type(number) is int and is_allowed(name, number):
                settings = replace(settings, **{name: number})
    return settings
