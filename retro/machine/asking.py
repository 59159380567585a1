"""`m.ask`: prints a page on the program's own screen, and waits until a row is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from retro.basic.errors import Escape
from retro.basic.pages import PICTURE_ROWS, Choice, Page
from retro.basic.tall_letters import double_height
from retro.input.mouse import CLICK
from retro.machine.hardware import Hardware

KEY_NAMES = {13: "RETURN", 127: "DELETE", 136: "LEFT", 137: "RIGHT", 138: "DOWN", 139: "UP"}  # of keys, by their codes
COLOURS = {4: (3, 2), 16: (7, 3)}  # of text and of keys, by the number of colours of the MODE
CLEAR, COLOUR, DEFINE, NO_WINDOWS, TAB = 12, 17, 23, 26, 31
KEYS_FOOT = "arrows and RETURN, keys or mouse"
MARGINS = (2, 1, 0)  # columns beside text and rows
GAP = 2  # columns between keys, labels and values
LONGEST_SHORT_KEY = 3  # characters of a key that stands in a column with others
LAST_TITLE_CODE = 159  # of the upper half of a title's first letter; those of the other halves precede it
MOST_TALL_LETTERS = 15  # different ones, of which the halves are below 160 and from 128 on
BLOCK = bytes([255] * 8)  # the shape of a character that is all of its cell
BAR = "|"  # in place of a letter, what is beside a title
BAR_HALVES = (0, 0, 0, 0, 255, 255, 255, 0), (0, 255, 255, 255, 0, 0, 0, 0)


def ask(m: Hardware, page: Page, get: Callable[[], int]) -> str:
    """Show a page until the user chooses a row; return the row's key. ESCAPE raises Escape.

    get: waits for a key and returns its code.
    """
    keyboard, pointer, words = m.keyboard, m.keyboard.pointer, m.words
    before = keyboard.cursor_keys, keyboard.escape_types, pointer.active, pointer.types
    keyboard.cursor_keys, keyboard.escape_types, pointer.active, pointer.types = 1, False, True, True
    m.words = page.in_words
    shown = PrintedPage(m, page)
    try:
        while True:
            shown.print()
            code = get()
            if code == CLICK:
                x, y, _ = pointer.look()
                column, row = m.screen.framebuffer.cell_at(x, y)
                on_row = shown.mark(column, row)
                choice = page.choose(0) if on_row else page.click(column, row)
                if not on_row and word_at(m.screen.lines, column, row) == "ESCAPE":
                    raise Escape
            else:
                choice = page.press(KEY_NAMES.get(code) or chr(code).upper())
            if choice and not choice.value:
                shown.restore_characters()
                return choice.key
    except Escape:
        shown.restore_characters()
        raise
    finally:
        keyboard.cursor_keys, keyboard.escape_types, pointer.active, pointer.types = before
        m.words = words


def word_at(lines: Sequence[str], column: int, row: int) -> str:
    """Return the word at a cell of the screen's lines, without blanks; empty where there is none."""
    line = lines[row] if row in range(len(lines)) else ""
    return line[:column].rpartition(" ")[2] + line[column:].partition(" ")[0]


class PrintedPage:
    """A page printed on a machine's screen: on the whole screen, or if it has a window its rows in that."""

    def __init__(self, m: Hardware, page: Page) -> None:
        self._m, self._page = m, page
        self._columns, self._rows = m.screen.mode.columns, m.screen.mode.rows
        self._ink, self._sign = COLOURS.get(m.screen.mode.colours, (1, 1))
        self._around: object = None  # what was printed around the rows
        self._shapes: dict[int, bytes] = {}  # the program's characters in place of which the title's are defined
        self._stand_ins = dict(m.screen.stand_ins)
        self._cells: list[int] = []  # the row of the screen of each choice that is shown
        self._first = 0  # the index of the first of these

    def print(self) -> None:
        """Print a page of choices on the screen, or what has changed of it."""
        choices = self._page.choices
        if self._page.window:
            self._m.write(bytes([NO_WINDOWS]))
            self._left, top, right, bottom = self._page.window
            self._width, gaps, room = right + 1 - self._left, False, bottom + 1 - top
        else:
            top, gaps, room = self._print_around(choices)
        self._first = self._page.first(room)
        shown = choices[self._first :][:room]
        self._cells = []
        for choice in shown:
            top += gaps and choice.apart and bool(self._cells)
            self._cells.append(top)
            top += 1
        self._print_rows(shown, choices)

    def _print_around(self, choices: Sequence[Choice]) -> tuple[int, bool, int]:
        """Print all but the rows, if it has changed. Return the row of the first, whether there are gaps, and the room.

        With room for it there is air: a title of double height, a picture, and blank rows around all.
        """
        from textwrap import wrap

        page, columns = self._page, self._columns
        foot = [*filter(None, (page.foot, KEYS_FOOT * (len(choices) > 1 and columns > len(KEYS_FOOT) + 1)))]
        bottom = self._rows - len(foot) - bool(foot)  # the blank row above the foot
        groups = sum(choice.apart for choice in choices[1:])
        can_be_tall = page.title.isupper() and len({*page.title}) <= MOST_TALL_LETTERS and len(page.title) < columns - 2
        keys = 1 + self._key_width(choices)
        lengths = [*map(len, page.text), *(keys + len(choice.label) for choice in choices)]
        # From the one with most air to the one that holds most.
        layouts = [(tall, margin) for tall in (True, False)[not can_be_tall :] for margin in MARGINS[1 - tall :]]
        for tall, margin in layouts:
            top, gaps = (4, groups) if tall else (2, 0)
            self._left, self._width = margin, columns - max(1, 2 * margin)
            text = [line for part in page.text for line in wrap(part, self._width) or [""]]
            height = len(text) + bool(text) + len(choices) + gaps
            if top + height <= bottom and not any(self._width < length < columns for length in lengths):
                break
        text = text[: bottom - top - 2]
        picture = page.picture if tall and top + PICTURE_ROWS + 1 + height <= bottom else None
        start = top + (PICTURE_ROWS + 1) * bool(picture)
        if tall:
            start += (bottom - start - height) // 3
        below = start + len(text) + bool(text)
        around = page.title, text, foot, len(choices), start
        if around != self._around:
            self._around = around
            self._m.write(bytes([NO_WINDOWS, COLOUR, 128, CLEAR]))
            self.restore_characters()
            blocks = [code for code in self._stand_ins if bytes(self._m.screen.characters.shape(code)) == BLOCK]
            self._m.screen.stand_ins.update(dict.fromkeys(blocks, ""))  # a row in reverse is no row of these
            if picture:  # before the title takes its characters
                picture(top)
                self._m.write(bytes([NO_WINDOWS, 4]))
            self._print_title(page.title, tall)
            for row, line in enumerate(text, start):
                self._write(row, line, self._ink, column=margin)
            for row, line in enumerate(foot, self._rows - len(foot)):
                line = line[: columns - 1]
                self._write(
                    row, line, self._ink if row < self._rows - 1 else self._sign, column=(columns - len(line)) // 2
                )
        return below, bool(gaps), max(1, bottom - below - gaps)

    def _print_title(self, title: str, tall: bool) -> None:
        """Print the title in the middle of the first row, or in double height between bars."""
        columns = self._columns
        left = (columns - len(title)) // 2
        if not tall:
            self._write(0, title[: self._width], self._sign, column=self._left)
            return
        shape = self._m.screen.characters.shape
        halves = {sign: double_height(sign, shape(ord(sign))) for sign in {*title} - {" "}} | {BAR: BAR_HALVES}
        codes = {sign: LAST_TITLE_CODE - 2 * index for index, sign in enumerate(sorted(halves))}
        for sign, code in codes.items():
            upper, lower = halves[sign]
            self._define(code, upper, "▄" if sign == BAR else sign)
            self._define(code - 1, lower, "▀" if sign == BAR else " ")
        bar = BAR * (left - 1 - MARGINS[0])
        for row, bar_colour in enumerate((1, self._ink), 1):
            parts = ((bar, MARGINS[0]), (bar, columns - MARGINS[0] - len(bar)), (title, left))
            for part, column in parts:
                line = "".join(chr(codes[sign] + 1 - row) if sign in codes else " " for sign in part)
                self._write(row, line, self._sign if part == title else bar_colour, column=column)

    def _define(self, code: int, rows: Sequence[int], stand_in: str) -> None:
        """Define a character code with a shape for the page's tall title."""
        self._shapes.setdefault(code, bytes(self._m.screen.characters.shape(code)))
        self._m.write(bytes([DEFINE, code, *rows]))
        self._m.screen.stand_ins[code] = stand_in

    def restore_characters(self) -> None:
        """Define the program's characters again."""
        for code, shape in self._shapes.items():
            self._m.write(bytes([DEFINE, code, *shape]))
        self._m.screen.stand_ins = dict(self._stand_ins)

    def _print_rows(self, shown: Sequence[Choice], choices: Sequence[Choice]) -> None:
        """Print the rows that are shown of all choices: the keys, the labels and the values in columns."""
        keys = 1 + self._key_width(choices)
        values = {choice: f"{choice.value}{choice.note}" for choice in choices}
        labels = max((len(choice.label) for choice in choices if values[choice]), default=0)
        column = min(keys + labels + GAP, self._width - max(map(len, values.values()), default=0))
        lit = (
            self._width
            if labels or self._page.window
            else GAP + max(max(keys, 1 + GAP + len(choice.key)) + len(choice.label) for choice in shown)
        )
        for index, (row, choice) in enumerate(zip(self._cells, shown), self._first):
            marked = index == self._page.marked
            end = keys if self._page.key_width else max(keys, 1 + len(choice.key) + GAP)
            label = f"{'>' if marked else ' '}{choice.key:<{end - 1}}{choice.label} "
            line = f"{label:{column}}{values[choice]}"[: self._width]
            self._write(row, " " * self._width, self._ink, column=self._left)
            if marked:
                self._write(row, line.ljust(min(lit, self._width)), 0, 128 + self._ink, self._left)
            else:
                self._write(row, line[:end], self._sign, column=self._left)
                self._write(row, line[end:], self._ink, column=self._left + end)

    def _key_width(self, choices: Sequence[Choice]) -> int:
        """Return the column at which labels begin; those of longer keys, such as RETURN, begin behind it."""
        lengths = [len(choice.key) for choice in choices]
        short = [length for length in lengths if length <= LONGEST_SHORT_KEY] or lengths
        return self._page.key_width or GAP + max(short, default=0)

    def _write(self, row: int, line: str, ink: int, paper: int = 128, column: int = 0) -> None:
        """Print a text in a row of the screen, with the colours of its letters and of their background."""
        place = bytes([COLOUR, ink, COLOUR, paper, TAB, column, row])
        self._m.write(place + line.encode("latin-1", "replace") + bytes([COLOUR, 128]))

    def mark(self, column: int, row: int) -> bool:
        """Mark the page's row at a cell of the screen; return False if there is none."""
        on_row = self._left <= column < self._left + self._width and row in self._cells
        if on_row:
            self._page.marked = self._first + self._cells.index(row)
        return on_row
