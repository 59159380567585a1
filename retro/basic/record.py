"""A player's record at a game: counts by level, the best games, the daily games; one value on the tape."""

from __future__ import annotations

from retro.basic.errors import BasicError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Protocol

    from retro.basic.pages import Page

    class Machine(Protocol):
        """The part of the machine that records of games and pages use."""

        standing: Callable[[], str]

        def ask(self, page: Page) -> str:
            """Show a page until one of its rows is chosen, and return the key of that."""

        def offer(self, pages: Callable[[], Sequence[Page]]) -> None:
            """Add pages of the program to F1."""

        def cload(self, name: str) -> object:
            """Return the value saved on the tape under a name."""

        def csave(self, name: str, value: object) -> None:
            """Save a value on the tape."""


VERSION = 1
MOST_BEST_GAMES = 5  # games on the list of the best
DAYS_SHOWN = 28  # days whose daily games are kept and shown
RESULTS = {1: "won", 0: "drawn", -1: "lost"}
SIGNS = (*"WDLwdl",)  # of a day: the capital of the result, or its small letter for a game with help
NOT_PLAYED = "."
LEGEND = "W won, D drawn, L lost, small: help"
NOT_COUNTED = "With help: not counted"
WEEK = 7
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
NAME_WIDTH = 16  # of a level, in characters
WON_NAME = "WON"  # the name on the tape of the games won of all, in words
LARGEST_NUMBER = 10**9  # the largest number accepted from the tape
PLAYED, WINS, DRAWS, WITH_HELP, ROW, LONGEST_ROW = range(6)  # of the counts of a level


class Record:
    """The record of one person at one game, read from the tape. What is damaged there counts as not played.

    Args:
        m: the machine.
        name: the name on the tape.
        levels: how many levels the game has.
        lowest: the lowest scores are the best.
        row: the name of the row of a game without levels: "All games", or which games count as won.

    Attributes:
        counts: for each level the games played, won and drawn, those with help, which count nowhere else, and the
            games won in a row, now and at most.
        best: score, text and day of the best games without help, the best first.
        days: the sign and the text of each daily game, by the day.
        level: the level last chosen, from 1; 0: none yet.
        last: the key of the front page's row that was last chosen to play; "" if none was.
    """

    def __init__(self, m: Machine, name: str, levels: int = 1, lowest: bool = False, row: str = "All games") -> None:
        self.name, self.lowest, self.row = name, lowest, row
        self.counts = [[0] * 6 for _ in range(levels)]
        self.best: list[tuple[int, str, int]] = []
        self.days: dict[int, tuple[str, str]] = {}
        self.level, self.last = 0, ""
        self.value = saved(m, name)

    @property
    def value(self) -> Any:
        """The record as a value of the tape; what is not valid in a value set is ignored."""
        best, days = [[*entry] for entry in self.best], [[day, *entry] for day, entry in self.days.items()]
        return [VERSION, self.level, self.last, [[*row] for row in self.counts], best, days]

    @value.setter
    def value(self, value: object) -> None:
        match value:
            case [int(version), int(level), str(last), list(counts), list(best), list(days)] if version == VERSION:
                self.level = level if 0 <= level <= len(self.counts) else 0
                self.last = last
                for index, row in enumerate(counts[: len(self.counts)]):
                    if isinstance(row, list) and len(row) == 6 and all(map(is_count, row)):
                        self.counts[index] = [*row]
                self.best = [(*row,) for row in best[:MOST_BEST_GAMES] if is_row(row, int, str, int)]
                shown = [row for row in days[-DAYS_SHOWN:] if is_row(row, int, str, str) and row[1] in SIGNS]
                self.days = {day: (sign, text) for day, sign, text in shown}

    def save(self, m: Machine) -> None:
        """Save the record of games on the tape, and how many were won, for the menu."""
        m.csave(self.name, self.value)
        m.csave(WON_NAME, self.won)

    def adopt(self, rows: object) -> None:
        """Begin with the counts of an earlier version, by level, in the order of `counts`; missing ones are 0.

        Does nothing if a game was counted, or the rows are damaged.
        """
        if self.is_empty and isinstance(rows, list) and all(isinstance(row, list) for row in rows):
            self.value = [VERSION, 0, "", [[*row, *[0] * LONGEST_ROW][: LONGEST_ROW + 1] for row in rows], [], []]

    @property
    def is_empty(self) -> bool:
        """Whether no game was counted in the record."""
        return not any(map(any, self.counts))

    def add(
        self, result: int, level: int = 1, helped: bool = False, score: int | None = None, text: str = "", day: int = 0
    ) -> str:
        """Count a finished game. Return what is new in the record, "" if nothing is.

        Args:
            result: 1 won, 0 drawn, -1 lost.
            level: from 1.
            helped: by hints or undo.
            score: for the list of the best; None: it has none.
            text: how it went, such as the score in words.
            day: the date of the daily game, as 20261124; 0: this is none. The first game of a day counts.
        """
        if day:
            self.add_day(day, result, helped, text)
        row = self.counts[level - 1]
        if helped:
            row[WITH_HELP] += 1
            return NOT_COUNTED
        row[PLAYED] += 1
        row[WINS] += result > 0
        row[DRAWS] += result == 0
        row[ROW] = row[ROW] + 1 if result > 0 else 0
        row[LONGEST_ROW] = max(row[ROW], row[LONGEST_ROW])
        if score is not None:
            entry = score, text, day
            best = [*self.best, entry]
            self.best = sorted(best, key=lambda game: game[0] if self.lowest else -game[0])[:MOST_BEST_GAMES]
            if self.best[0] is entry and len(best) > 1:
                return "Your best"
        return f"{row[ROW]} in a row" + ", your best" * (row[ROW] == row[LONGEST_ROW]) if row[ROW] > 1 else ""

    def add_day(self, day: int, result: int, helped: bool, text: str = "") -> None:
        """Count the daily game of a day, unless one was counted. The arguments are those of `add`."""
        word = RESULTS[result]
        entry = word[0] if helped else word[0].upper(), text or word
        self.days = dict([*self.days.items(), (day, self.days.get(day, entry))][-DAYS_SHOWN:])

    def days_won(self, day: int) -> str:
        """Return how many daily games up to a day were won in a row, in words; "" if it is none or one."""
        signs = self.month(day).upper()
        signs = signs[:-1] if signs.endswith(NOT_PLAYED) else signs
        days = len(signs) - len(signs.rstrip("W"))
        return f"{days} days in a row" if days > 1 else ""

    @property
    def won(self) -> str:
        """The games won of all without help, in words; "" if there are none."""
        wins, played = (sum(row[column] for row in self.counts) for column in (WINS, PLAYED))
        return f"won {wins} of {played}" if played else ""

    def today(self, day: int) -> str:
        """Return how the daily game of a day went, in words; "" if it was not played."""
        sign, text = self.days.get(day, ("", ""))
        return text + ", with help" * sign.islower()

    def to_share(self, title: str, day: int) -> str:
        """Return a line about a daily game to show to others; "" if it was not played."""
        text = self.today(day)
        return f"retro {title} {date_text(day)}: {text}" + ", no help" * self.days[day][0].isupper() if text else ""

    def lines(self, title: str, day: int, names: Sequence[str] = ()) -> list[str]:
        """Return the record in lines of at most 38 characters. names: of the levels."""
        lines = [f"{'':{NAME_WIDTH}} won  of ties help row"]
        for index, (played, wins, draws, helped, _, longest) in enumerate(self.counts):
            name = (names[index] if names else self.row)[:NAME_WIDTH]
            if played or helped:
                lines.append(f"{name:{NAME_WIDTH}}{wins:4}{played:4}{draws:5}{helped:5}{longest:4}")
        lines = [*lines, ""] if lines[1:] else ["No game has been finished yet.", ""]
        if self.best:
            lines += [
                f"{'' if place else 'Best':6}{place + 1}  {text:{NAME_WIDTH}}{date_text(on)}".rstrip()
                for place, (_, text, on) in enumerate(self.best)
            ]
            lines.append("")
        if self.days and (signs := self.month(day)):
            weeks = "  ".join(signs[start : start + WEEK] for start in range(0, DAYS_SHOWN, WEEK))
            row = self.days_won(day)
            lines += [f"Daily games, {DAYS_SHOWN} days" + f": {row}" * bool(row), weeks, LEGEND, ""]
        return [*lines, "F1 shares today's game with a link."] if self.to_share(title, day) else lines[:-1]

    def month(self, day: int) -> str:
        """Return a character for each of the last days up to this one; "" if it is no date."""
        from datetime import timedelta

        if not (last := as_date(day)):
            return ""
        dates = (last - timedelta(back) for back in range(DAYS_SHOWN - 1, -1, -1))
        signs = {on: sign for on, (sign, _) in self.days.items()}
        return "".join(signs.get(int(f"{on:%Y%m%d}"), NOT_PLAYED) for on in dates)


def saved(m: Machine, name: str) -> Any:
    """Return a value saved on the machine's tape; None if there is none, or it is damaged. An extension.

    Args:
        m: the machine.
        name: its name there.

    Example: no BASIC → best = saved(m, "BEST") or 0
    """
    try:
        return m.cload(name)
    except BasicError:
        return None


def is_count(value: object) -> bool:
    """Return whether a value of the tape is a number of games."""
    return type(value) is int and 0 <= value <= LARGEST_NUMBER


def is_row(value: object, *types: type) -> bool:
    """Return whether a value of the tape is a list of values of these types."""
    return isinstance(value, list) and [type(part) for part in value] == [*types]


def as_date(day: int) -> Any:
    """Return the date of a day given as 20261124; None if there is no such day."""
    from datetime import date

    try:
        return date(day // 10000, day // 100 % 100, day % 100)
    except ValueError:
        return None


def date_text(day: int) -> str:
    """Return a day in words: "24 Nov"; "" if there is no such day. An extension.

    Args:
        day: as 20261124, as the option `day` has it.

    Example: no BASIC → m.print(date_text(20261124))
    """
    return f"{day % 100} {MONTHS[day // 100 % 100 - 1]}" if as_date(day) else ""
