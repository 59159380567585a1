"""Closes the gaps between a word's letters where a cell of the machine is two or four terminal columns wide.

A phrase keeps its place in the picture: its letters move together, towards the side on which it is aligned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from retro.frontends.terminal.blocks import Cell, blank

NO_LETTER = "\0"  # in place of a cell that is not a letter
LETTERS = re.compile(r"[^ ]+")
PHRASE = re.compile(r"[^ ]+(?: [^ ]+)*")  # two blanks begin another column of a table
WORD = re.compile(r"[^ ]*\w[^ ]+|[^ ]+\w[^ ]*")
NUMBER = re.compile(r"[-+]?[\d.,:]*\d%?")
NUMBER_WITH_UNIT = rf"{NUMBER.pattern}[A-Z]{{0,2}}"
NUMBERS = re.compile(rf"{NUMBER_WITH_UNIT}(?: {NUMBER_WITH_UNIT})+")
SIGNED = re.compile(r"(?:\d[^\dA-Z])+")  # digits with signs beside them, such as 1>2x
LABELS = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # labels of columns are parts of these
SHORT_TEXT = 3  # letters, at most
FEWEST_LETTERS = 3  # different letters in a longer phrase; with fewer, such as "XX  OX", it is a drawing
SCREEN_MARGIN = 1  # cells: text that begins there is aligned on its left
NARROW_MARGIN = 4  # cells: text that begins there may be centred, or fill its row
ALIGNMENT_ROWS = 2  # rows above and below whose text can be aligned with that of a row


class Phrase(NamedTuple):
    """Words with single blanks between them; in cells of the machine.

    start, end: its first cell, and the one after its last. left, right: the same for the paper around it.
    """

    start: int
    end: int
    left: int
    right: int
    text: str

    def word_starts(self) -> set[int]:
        """Return the cells in which the phrase's words begin."""
        return {self.start + word.start() for word in LETTERS.finditer(self.text)}

    def margins(self) -> tuple[int, int]:
        """Return the numbers of blank cells of the phrase's paper before and after it."""
        return self.start - self.left, self.right - self.end

    def is_symmetrical(self) -> bool:
        """Return whether the phrase's two margins are equal or nearly equal."""
        before, after = self.margins()
        return abs(before - after) <= 1


class Closed(NamedTuple):
    """A phrase whose letters have no gaps. column: the terminal column, within the row, of its first letter."""

    start: int
    end: int
    column: int


def find_phrases(glyphs: str, papers: Sequence[int]) -> list[Phrase]:
    """Return the phrases of a row. glyphs: for each cell its letter, a blank or DRAWN. papers: their colours."""
    found = []
    left = 0
    for (_, drawn), cells in groupby(zip(papers, map(NO_LETTER.__eq__, glyphs))):
        right = left + sum(1 for _ in cells)
        for start, end in _spans(glyphs, left, right) if not drawn else ():
            touches = any(glyphs[at] not in (" ", NO_LETTER) for at in (start - 1, end) if 0 <= at < len(glyphs))
            text = glyphs[start:end]
            if not touches and (_is_language(text) or (text.isdigit() and start == left > 0)):
                found.append(Phrase(start, end, left, right, text))
        left = right
    return found


def _spans(glyphs: str, left: int, right: int) -> Iterator[tuple[int, int]]:
    """Yield the beginning and end of each phrase; without other phrases, of each number."""
    for match in PHRASE.finditer(glyphs, left, right):
        numbers = NUMBERS.fullmatch(match[0]) is not None
        yield from (part.span() for part in (LETTERS.finditer(glyphs, *match.span()) if numbers else [match]))


def _is_language(text: str) -> bool:
    """Return whether letters are words or a number, and not column labels, digits with signs or a drawing."""
    labels = len(text) >= SHORT_TEXT and any(text in series for series in LABELS)
    if labels or SIGNED.fullmatch(text) or not WORD.search(text):
        return False
    letters = text.replace(" ", "")
    is_number = bool(NUMBER.fullmatch(text.replace("/", "")))
    return len(letters) <= SHORT_TEXT or is_number or len({*letters}) >= FEWEST_LETTERS


def closed_up(phrases: Iterable[Phrase], near: Sequence[Phrase], across: int, columns: int) -> list[Closed]:
    """Return the new columns of a row's phrases without their gaps.

    near: the phrases of the rows near to it. across: columns of the terminal for a cell. columns: cells of a row.
    """
    parts = [part for phrase in phrases for part in _parts(phrase, near)]
    return [Closed(part.start, part.end, _column(part, near, across, columns)) for part in parts]


def _parts(phrase: Phrase, near: Sequence[Phrase]) -> list[Phrase]:
    """Split a phrase into a number and the text after it, if another phrase begins above or below the text."""
    number, _, text = phrase.text.partition(" ")
    start = phrase.start + len(number) + 1
    if not text or not NUMBER.fullmatch(number) or all(other.start != start for other in near):
        return [phrase]
    return [phrase._replace(end=start - 1, text=number), phrase._replace(start=start, text=text)]


def _column(phrase: Phrase, near: Sequence[Phrase], across: int, columns: int) -> int:
    start, end = phrase.start, phrase.end
    first, last = across * start, across * (end - 1) - (end - 1 - start)  # with the first, the last letter in its cell
    before, after = phrase.margins()
    on_screen = before + end - start + after == columns
    if NUMBER.fullmatch(phrase.text):
        return last if before or on_screen else first
    symmetrical = phrase.is_symmetrical()
    others = [other for other in near if not (symmetrical and other.is_symmetrical())]
    if any(start == other.start if symmetrical else start in other.word_starts() for other in others):
        return first
    if start > SCREEN_MARGIN and any(other.end == end and other.start != start for other in others):
        return last
    alone = not any(other.is_symmetrical() and other.start != start for other in near)
    if symmetrical and max(before, after) > (NARROW_MARGIN if alone and (on_screen or not phrase.left) else 0):
        return first + (end - start) * (across - 1) // 2
    return last if phrase.right == columns and after <= NARROW_MARGIN < before else first


def with_closed_words(line: Sequence[Cell], closed: Iterable[Closed], across: int) -> list[Cell]:
    """Return a row of terminal cells with its phrases moved to their new columns."""
    cells = list(line)
    for start, end, column in closed:
        letters = line[across * start : across * end : across]
        cells[across * start : across * end] = [blank(letters[0][2])] * (across * (end - start))
        cells[column : column + len(letters)] = letters
    return cells


def column_of(cell: int, closed: Sequence[Closed], across: int) -> tuple[int, int]:
    """Return the first terminal column of a cell, and how many it has. A cursor may be just after a phrase."""
    for start, end, column in reversed(closed):
        if start <= cell <= end + 1:
            return column + cell - start, 1
    return across * cell, across


def cell_at(column: int, closed: Iterable[Closed], across: int) -> int:
    """Return the cell that a terminal column shows; for columns left blank beside a phrase the nearest blank cell."""
    for start, end, first in closed:
        if across * start <= column < across * end:
            return min(max(start + column - first, start - 1), end)
    return column // across
