"""The front page of a game: what can be played, its level, the rules, the options and the record.

A game makes one `FrontPage`, and asks with it before each game:

    record = Record(m, "MINE", levels=3)
    front = FrontPage("MY GAME", record, rules=RULES, levels=("easy", "fair", "hard"), day=day)
    while (key := front.ask(m)) != "Q":
        result = play(m, front.level, daily=key == "T")
        news = record.add(result, front.level, day=day if key == "T" else 0)
        record.save(m)  # front.ask saves it, too
"""

from __future__ import annotations

from functools import partial

from retro.basic.errors import Escape
from retro.basic.pages import Choice, Page
from retro.basic.record import Record, date_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from retro.basic.record import Machine


GO_ON = Choice("RETURN", "go on", apart=True)
BACK = Choice("B", "Back")
LONGEST_FOOT = 38  # characters; what does not fit is left out from the left
LONGEST_NOTE = 24  # characters of what the front page says of today's game
PITCHES = (33, 53, 61, 69, 73, 81, 89, 97, 101)  # of a major scale, after the fifth below it
TUNE_LEAD = 5  # centiseconds by which a note waits for the end of the one before, so that there is no gap


class FrontPage:
    """The front page of a game.

    Args:
        title: the game's title.
        record: its record.
        rules: the rules, in about eight lines, before any list of keys.
        levels: the names of its levels, from easy to hard; empty: it has none.
        level: the level, from 1, if it was given for this run; else the one last chosen.
        first_level: the level of somebody who has not chosen one.
        day: the date, as 20261124; 0: there is no daily game.
        opponent: who the daily game is against.
        two_people: two people can play.
        options: returns the rows of the page of options; None: there is none.
        more: further rows, behind the daily game.
        foot: who made it, or news; the foot of the page, before how many games were won.
        picture: draws the game's picture on the front page and above the rules; called with the machine and the first
            of PICTURE_ROWS rows of characters.
    """

    GO_ON, PLAY, TODAY, TWO_PEOPLE, QUIT = "G", "N", "T", "2", "Q"  # the keys of its rows

    def __init__(
        self,
        title: str,
        record: Record,
        *,
        rules: Sequence[str],
        levels: Sequence[str] = (),
        level: int = 0,
        first_level: int = 1,
        day: int = 0,
        opponent: str = "",
        two_people: bool = False,
        options: Callable[[], Sequence[Choice]] | None = None,
        more: Sequence[Choice] = (),
        foot: str = "",
        picture: Callable[[Any, int], object] | None = None,
    ) -> None:
        self.title, self.record, self.rules, self.levels, self.day = title, record, rules, levels, day
        self.level = level or record.level or first_level
        self._opponent, self._two_people, self._options, self._more = opponent, two_people, options, more
        self._foot, self._picture = foot, picture

    def ask(self, m: Machine, unfinished: str = "") -> str:
        """Show the page until a game is chosen; return its key, or "Q" to quit (also for ESCAPE), and save the record.

        The keys: G continue the unfinished game, N a game at `level`, T the daily game, 2 a game of two people, or the
        key of another row. Before another game replaces the unfinished one the page asks. A program that quits with it
        raises Escape, or stores it.

        unfinished: a phrase on the unfinished game; "" if there is none.
        """
        m.offer(self._pages)
        standing, m.standing = m.standing, str  # the game's picture stays while the page is shown, and when it is left
        parts = [self._foot.rstrip("."), self.record.won.capitalize(), self.record.days_won(self.day)]
        while len(foot := ". ".join(filter(None, parts))) > LONGEST_FOOT:
            parts.pop(0)
        page = Page(self.title, lambda: self._rows(unfinished), foot=foot)
        page.picture = partial(self._picture, m) if self._picture else None
        keys = [choice.key for choice in page.choices]
        first = keys.index(self.record.last) if self.record.last in keys and not unfinished else 0
        while True:
            page.marked = first
            key = chosen(m, page) or self.QUIT
            if key == "?":
                self.show_rules(m)
            elif key == "O":
                self.ask_options(m)
            elif key == "R":
                show_page(m, "RECORD", self.record.lines(self.title.title(), self.day, self.levels))
            elif key in (self.GO_ON, self.QUIT):
                break
            elif not unfinished or sure(m, "The game that waits will be lost."):
                self.record.last = key
                break
        self.record.save(m)
        if key != self.QUIT:
            m.standing = standing
        return key

    def show_rules(self, m: Machine) -> None:
        """Show the rules until the user goes on."""
        show_page(m, "HOW TO PLAY", self.rules, picture=partial(self._picture, m) if self._picture else None)

    def ask_options(self, m: Machine) -> None:
        """Show the page of options until the user goes back."""
        chosen(
            m,
            Page(
                "OPTIONS", lambda: [*(self._options() if self._options else ()), BACK], foot="LEFT and RIGHT change it"
            ),
        )

    def _pages(self) -> list[Page]:
        """Return the pages of F1: the rules, and the line about today's game, if it was played, to be shared."""
        line = self.record.to_share(self.title.title(), self.day)
        shared = Page("Share today's game", (), [line])
        shared.shares = True
        return [Page("How to play", (), self.rules), *[shared] * bool(line)]

    def _rows(self, unfinished: str) -> list[Choice]:
        """Return the present rows: what can be played, then what can be read or set."""
        rows = [Choice(self.GO_ON, "Go on", note=unfinished)] if unfinished else []
        rows.append(Choice(self.PLAY, "New game" if unfinished else "Play"))
        if self.levels:
            rows.append(stepped("L", "Level", self.levels, self.level - 1, self._set_level))
        if self.day:
            result = self.record.today(self.day) or self._opponent
            note = ", ".join(filter(None, (date_text(self.day), result)))
            rows.append(Choice(self.TODAY, "Today", note=result if len(note) > LONGEST_NOTE else note))
        rows += self._more
        if self._two_people:
            rows.append(Choice(self.TWO_PEOPLE, "Two people"))
        rows.append(Choice("?", "How to play", apart=True))
        if self._options:
            rows.append(Choice("O", "Options"))
        return [*rows, Choice("R", "Record"), Choice(self.QUIT, "Quit")]

    def _set_level(self, index: int) -> None:
        self.level = self.record.level = index + 1


def stepped(key: str, label: str, texts: Sequence[str], index: int, change: Callable[[int], object]) -> Choice:
    """Make a row of a page whose value is stepped through texts. An extension.

    Args:
        key: what changes it.
        label: what it is.
        texts: what is shown of each value.
        index: which of them is shown now.
        change: called with the index of the new one.

    Example: no BASIC → row = stepped("C", "Colours", ("two", "four"), 0, lambda index: None)
    """
    return Choice(key, label, lambda step: change((index + (step or 1)) % len(texts)), f"< {texts[index]} >")


def option_rows(settings: object, options: Sequence[tuple[str, str, str, Sequence[str]]]) -> list[Choice]:
    """Make the rows of a page of options. An extension.

    Args:
        settings: has each option as an attribute, the index of a text.
        options: for each option its key, label and attribute, and the texts of its values.

    Example: no BASIC → rows = option_rows(m.keyboard, [("C", "Arrows", "cursor_keys", ("copy", "type"))])
    """
    return [
        stepped(key, label, texts, int(getattr(settings, name)), partial(setattr, settings, name))
        for key, label, name, texts in options
    ]


def chosen(m: Machine, page: Page) -> str:
    """Show a page and return the key of the row that was chosen; "" for ESCAPE."""
    try:
        return m.ask(page)
    except Escape:
        return ""


def show_page(
    m: Machine,
    title: str,
    text: Sequence[str],
    rows: Sequence[Choice] = (),
    picture: Callable[[int], object] | None = None,
) -> str:
    """Show a page of text until the user goes on. Return the key of the row chosen, "" for none. An extension.

    Args:
        m: the machine.
        title: the title.
        text: the lines.
        rows: what else can be chosen there.
        picture: draws a picture above the text, from a row of characters on.

    Example: no BASIC → key = show_page(m, "HOW TO PLAY", ["Lay them all."], [Choice("H", "a hint")])
    """
    page = Page(title, [GO_ON, *rows], text)
    page.picture = picture
    key = chosen(m, page)
    return "" if key == GO_ON.key else key


def sure(m: Machine, text: str) -> bool:
    """Ask whether to do what cannot be taken back; ESCAPE means no. An extension.

    Args:
        m: the machine.
        text: what is lost.

    Example: no BASIC → leaving = sure(m, "This game will be lost.")
    """
    return chosen(m, Page("ARE YOU SURE?", [Choice("N", "No, go back"), Choice("Y", "Yes")], [text])) == "Y"


def ask_number(m: Any, text: str, largest: int) -> int:
    """Ask for a number from 1 on. Return it; 0 for anything else, and for ESCAPE. An extension.

    Args:
        m: the machine.
        text: what the number is of.
        largest: the largest number.

    Example: no BASIC → number = ask_number(m, "The number of the deal", 9999)
    """
    types, m.keyboard.escape_types = m.keyboard.escape_types, False
    m.vdu(26, 12)
    m.print(f"{text}, 1 to {largest}")
    try:
        typed = m.input("Number").strip()
    except Escape:
        return 0
    finally:
        m.keyboard.escape_types = types
    return int(typed) if typed.isdecimal() and 0 < int(typed) <= largest else 0


def play_tune(m: Any, tune: str, length: int, at_note: Callable[[], object] = lambda: None) -> None:
    """Play a tune until it ends or a key is pressed; what was typed before is forgotten. An extension.

    Args:
        m: the machine.
        tune: the degrees of a major scale, 1 to 8, 0 for the fifth below it; a dot prolongs a note by its length.
        length: of a note, in twentieths of a second.
        at_note: called before each note.

    Example: no BASIC → play_tune(m, "1.2.3.1.", 2)
    """
    m.fx(21, 0)
    before, m.keys = m.keys, (("SPACE", "end the tune"),)
    end = m.time - TUNE_LEAD
    try:
        for at, sign in enumerate(tune):
            if sign.isdecimal():
                at_note()
                dots = len(tune[at + 1 :]) - len(tune[at + 1 :].lstrip("."))
                m.sound(1, -15, PITCHES[int(sign)], length * (1 + dots))
                end += 5 * length * (1 + dots)
                if m.inkey(max(0, end - m.time)) >= 0:
                    m.fx(21, 5)
                    break
    finally:
        m.keys = before


def close_screen(m: Any) -> None:
    """Clear the screen, and leave screen, keyboard and mouse as a program finds them. An extension.

    Args:
        m: the machine.

    Example: no BASIC → close_screen(m)
    """
    m.describe(None)
    m.keys = ()
    m.mouse_off()
    for call, value in ((4, 0), (11, 50), (229, 0)):
        m.fx(call, value)
    m.vdu(4, 26, 20, 12, 23, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)
