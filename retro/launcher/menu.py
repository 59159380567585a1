"""The pages of the menu: all programs, and the unfinished games of one program.

Both are a `MenuPage`: a list, and for the marked row a picture, a title and a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from retro.basic.pages import Choice, Page
from retro.basic.words import tab
from retro.machine.asking import ask
from retro.machine.machine import Machine

FIRST_ROW, LAST_ROW = 4, 15  # of the list
LIST_WIDTH, STATUS_WIDTH = 19, 18  # columns of the list, and of the status below it
PICTURE_LEFT, PICTURE_TOP = 628, 671  # the picture of the marked row, in graphics units
WAITING_ROW = 15  # of the words on an unfinished game, below the picture
LAST_COLUMN = 39  # the last column
TITLE_ROW, LAST_SENTENCE_ROW, FOOT_ROW = 17, 21, 23  # of the title, sentence and keys of the marked row
PICTURE_ROWS = 40  # its rows of pixels
PIXEL = 8  # the side of one of its pixels, in graphics units: two pixels of the screen
COLOURS = bytes.maketrans(bytes(range(8)), bytes((0, 1, 2, 2, 1, 1, 2, 3)))  # for the colours of pictures
NAME = "retro"
FIRST_NAME_CHARACTER = 224  # the first of the characters that the name is drawn with
STRIPES = (1, 2, 3)
OTHER_ARROWS = {"LEFT": "UP", "RIGHT": "DOWN"}


class Preview(NamedTuple):
    """What the menu shows about the marked row.

    Attributes:
        sentence, picture: a sentence, and a picture of PICTURE_ROWS rows in physical colours, from top left.
        status: heading and text: the result of the last game; empty if there is none.
        waiting: when the newest unfinished game was begun, and how it stands; empty if there is none.
        title: a title above the sentence.
    """

    sentence: str = ""
    picture: bytes | None = None
    status: tuple[str, ...] = ()
    waiting: Sequence[str] = ()
    title: str = ""


class MenuPage(Page):
    """A page of the menu.

    Args:
        title, foot: as in `Page`.
        rows: the labels of the list's rows; the first nine have the keys 1 to 9.
        preview: returns the preview of a row by its index.
        others: further rows below the list.
    """

    key_width = 3
    window = 0, FIRST_ROW, LIST_WIDTH - 1, LAST_ROW

    def __init__(
        self,
        title: str,
        rows: Sequence[str],
        preview: Callable[[int], Preview],
        others: Sequence[Choice] = (),
        foot: str = "",
    ) -> None:
        numbered = [Choice(str(number) if number < 10 else "", row) for number, row in enumerate(rows, 1)]
        super().__init__(title, [*numbered, *others], foot=foot)
        self.count, self._preview = len(rows), preview
        self.row = 0  # the row that is marked, or was before one of the others

    def press(self, key: str) -> Choice | None:
        """Handle a key. A letter that is not the key of a row marks the next row that begins with it."""
        key = OTHER_ARROWS.get(key, key)
        if len(key) == 1 and key.isalpha() and key not in dict(self.keys):
            after = [*range(self.marked + 1, self.count), *range(min(self.count, self.marked))]
            starts = (index for index in after if self.choices[index].label.upper().startswith(key))
            self.marked = next(starts, self.marked)
            return None
        return super().press(key)

    def click(self, column: int, row: int) -> Choice | None:
        """Choose the menu's marked row if its picture is clicked."""
        return self.choose(0) if column >= LIST_WIDTH and FIRST_ROW <= row < TITLE_ROW else None

    def choose_from(self, m: Machine) -> str:
        """Show the page until a row is chosen; return its key. ESCAPE raises Escape."""
        m.restart()
        m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
        draw_name(m)
        m.colour(2)
        m.print(tab(1, FIRST_ROW - 1), self.title, end="")
        for row, line in enumerate(self.foot.split("\n"), FOOT_ROW):
            m.colour(2)
            m.print(tab(1, row), line, end="")
        shown, about = -1, Preview()

        def get() -> int:
            nonlocal shown, about
            if self.marked < self.count:
                self.row = self.marked
            if self.row != shown:
                shown, about = self.row, self._preview(self.row)
                self._draw_preview(m, about)
                unfinished = f"Unfinished: {', '.join(filter(None, about.waiting))}" if about.waiting else ""
                words = (about.title, about.sentence, ": ".join(about.status), unfinished)
                self.text = [line for line in words if line]
            return m.get()

        key = ask(m, self, get)
        self.row = self.marked if self.marked < self.count else self.row
        return key

    def _draw_preview(self, m: Machine, about: Preview) -> None:
        """Draw the preview of the marked row: the status below the list, the picture, title and sentence."""
        below = FIRST_ROW + len(self.choices)  # the list
        status = [*zip((2, 3), about.status)]
        erase(m, 0, below, STATUS_WIDTH, TITLE_ROW - 1)
        erase(m, 0, TITLE_ROW, LAST_COLUMN, LAST_SENTENCE_ROW)
        print_lines(m, range(min(below + 1, TITLE_ROW - len(status)), TITLE_ROW), STATUS_WIDTH - 1, status)
        about_it = [(2, about.title), (3, about.sentence)]
        print_lines(m, range(TITLE_ROW, LAST_SENTENCE_ROW + 1), LAST_COLUMN - 1, about_it)
        erase(m, STATUS_WIDTH + 1, FIRST_ROW, LAST_COLUMN, TITLE_ROW - 1)
        waiting = [(3, words) for words in about.waiting]
        print_lines(m, range(WAITING_ROW, TITLE_ROW), LAST_COLUMN - LIST_WIDTH, waiting, LIST_WIDTH + 1)
        if about.picture:
            self._draw_picture(m, about.picture)

    def _draw_picture(self, m: Machine, picture: bytes) -> None:
        """Draw a picture in the menu's colours at twice its size, with a frame."""
        width, left, top = len(picture) // PICTURE_ROWS, PICTURE_LEFT, PICTURE_TOP
        bottom, right = top - PIXEL * PICTURE_ROWS, left + PIXEL * width
        m.gcol(0, 1)
        m.move(left - 4, top)
        for x, y in ((right, top), (right, bottom - 4), (left - 4, bottom - 4), (left - 4, top)):
            m.draw(x, y)
        pixels = picture.translate(COLOURS)
        for y in range(PICTURE_ROWS):
            x = left
            for colour, run in groupby(pixels[y * width : (y + 1) * width]):
                end = x + PIXEL * len(list(run))
                for line in range(top - PIXEL * (y + 1), top - PIXEL * y, PIXEL // 2) if colour else ():
                    m.gcol(0, colour)
                    m.move(x, line)
                    m.draw(end - 4, line)
                x = end


def erase(m: Machine, left: int, top: int, right: int, bottom: int) -> None:
    """Clear a rectangle of character cells of the menu, edges included."""
    if top <= bottom:
        m.vdu(28, left, bottom, right, top)
        m.cls()
        m.vdu(26)


def print_lines(m: Machine, rows: range, width: int, paragraphs: Sequence[tuple[int, str]], column: int = 1) -> None:
    """Print paragraphs about a program in their colours from a column on, as many lines as fit."""
    from textwrap import wrap

    lines = [(colour, words) for colour, text in paragraphs for words in wrap(text, width)]
    for row, (colour, words) in zip(rows, lines):
        m.colour(colour)
        m.print(tab(column, row), words, end="")


def draw_name(m: Machine) -> None:
    """Draw the name of the machine at double size, with three bars at either side."""
    for index, colour in enumerate(STRIPES):
        y = 752 - 24 * index
        m.gcol(0, colour)
        for left, right in ((64, 432), (848, 1212)):
            m.move(left, y)
            m.move(right, y)
            m.plot(85, left, y + 12)
            m.plot(85, right, y + 12)
    for index, letter in enumerate(NAME):
        for corner, shape in enumerate(doubled(m.shape(ord(letter)))):
            code = FIRST_NAME_CHARACTER + 4 * index + corner
            m.vdu(23, code, *shape)
            m.print(tab(15 + 2 * index + corner % 2, 1 + corner // 2), chr(code), end="")


def doubled(shape: bytes) -> list[list[int]]:
    """Return a character at double size as four characters: top left, top right, bottom left, bottom right."""
    wide = [sum(3 << 2 * bit for bit in range(8) if row >> bit & 1) for row in shape]
    tall = [row for row in wide for _ in range(2)]
    return [[row >> shift & 255 for row in half] for half in (tall[:8], tall[8:]) for shift in (8, 0)]
