"""How the picture is shown where there are only characters: as text, or as block characters pixel by pixel."""

from __future__ import annotations

import sys

from retro.frontends.terminal.blocks import CELL, drawn
from retro.frontends.terminal.chars import Chars, shoot
from retro.frontends.terminal.layout import across, chosen_rows
from retro.frontends.terminal.sheet import Sheet
from retro.palette import Rhythm
from retro.screen import CURSOR_FRAMES, CURSOR_STEADY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from retro.frontends.terminal.blocks import Cell, Glyphs
    from retro.frontends.terminal.chars import Shot
    from retro.frontends.terminal.colours import Colours, Light
    from retro.frontends.terminal.console import Room
    from retro.screen import Picture, Screen

    class Face(Protocol):
        """One way to show the picture. erasing: what takes it away again, beyond clearing the terminal."""

        erasing: str

        def fits(self, screen: Screen, room: Room) -> bool:
            """Is the terminal large enough for the MODE of the moment?"""

        def forget(self) -> None:
            """The terminal may show anything now."""

        def draw(self, screen: Screen, now: float, room: Room) -> str:
            """What to write to bring the terminal up to date; empty if it is."""

        def pixel(self, column: int, row: int, screen: Screen, room: Room) -> tuple[int, int]:
            """Which pixel is shown in a character of the terminal; outside of the picture if none is."""


BLACK = (0, 0, 0)
COLOURS = 16
WIDTH = 320  # pixels of the MODE whose pixels are square
NOWHERE = -1


def lights_of(screen: Screen, now: float) -> tuple[Light, ...]:
    """What all sixteen logical colours look like; black where the MODE has fewer."""
    return (*screen.palette.lights(now), *[BLACK] * COLOURS)[:COLOURS]


def centred(columns: int, rows: int, room: Room) -> tuple[int, int]:
    """Where to begin, column and row from 0."""
    return room.left + max(0, room.columns - columns) // 2, max(0, room.rows - rows) // 2


def cursor_lit(screen: Screen, now: float) -> bool:
    """Is the text cursor there to see at this time?"""
    steady = screen.cursor_mode == CURSOR_STEADY
    return screen.cursor_shown and (steady or not Rhythm(*CURSOR_FRAMES).other(now))


class Text:
    """The picture as text, 80 columns for most MODEs; what is no character, as a few block characters."""

    erasing = ""

    def __init__(self, glyphs: Glyphs, colours: Colours) -> None:
        self._glyphs = glyphs
        self._sheet = Sheet(colours)
        self._chars: dict[int, Chars] = {}
        self._shot: Shot | None = None
        self._version = -1
        self._omitted: set[int] = set()
        self._shown: list[int] = []

    def fits(self, screen: Screen, room: Room) -> bool:
        """It fits where all columns do, and most of the rows."""
        return across(screen.canvas.columns, screen.canvas.rows, room.columns, room.rows) > 0

    def forget(self) -> None:
        """Write everything next time."""
        self._sheet.forget()

    def draw(self, screen: Screen, now: float, room: Room) -> str:
        """Write the cells that have changed."""
        version = screen.version
        if version != self._version or self._shot is None:
            self._shot = shoot(screen, self._shot)
            self._version = version
        canvas = self._shot.canvas
        wide = across(canvas.columns, canvas.rows, room.columns, room.rows) or 1
        if wide not in self._chars:
            self._chars[wide] = Chars(self._glyphs, wide)
        chars = self._chars[wide]
        chars.read(self._shot)
        plane = screen.text_plane
        lines = [chars.rows[row] for row in self._visible(chars.rows, plane.row, room.rows)]
        shown = [row for row in range(canvas.rows) if row not in self._omitted]
        if cursor_lit(screen, now) and plane.row in shown:
            at = shown.index(plane.row)
            lines[at] = underlined(lines[at], plane.column * wide, wide, screen.mode.colours)
        place = centred(canvas.columns * wide, len(lines), room)
        return self._sheet.draw(lines, lights_of(screen, now), self._shot.ground, place)

    def pixel(self, column: int, row: int, screen: Screen, room: Room) -> tuple[int, int]:
        """The one in the middle."""
        canvas = screen.canvas
        wide = across(canvas.columns, canvas.rows, room.columns, room.rows) or 1
        left, top = centred(canvas.columns * wide, len(self._shown), room)
        line = dict(enumerate(self._shown)).get(row - top, NOWHERE)
        return ((2 * (column - left) + 1) * CELL // (2 * wide), CELL * line + CELL // 2)

    def _visible(self, rows: Sequence[Sequence[Cell]], cursor: int, room: int) -> list[int]:
        shown = chosen_rows(rows, cursor, room, self._omitted)
        self._omitted = set(range(len(rows))) - set(shown)
        self._shown = shown
        return shown


def underlined(line: Sequence[Cell], column: int, wide: int, colours: int) -> list[Cell]:
    """A line with the cursor in it: in the colour of the ink, or on a blank in the opposite of its paper."""
    made = list(line)
    for at in range(column, column + wide):
        glyph, ink, paper, _ = made[at]
        made[at] = glyph, colours - 1 - paper if ink == paper else ink, paper, True
    return made


class Blocks:
    """The picture pixel by pixel: two beside each other and three or four above each other in a character."""

    erasing = ""

    def __init__(self, glyphs: Glyphs, high: int, colours: Colours) -> None:
        self._high = high
        self._sheet = Sheet(colours)
        self._known = _Known(glyphs)
        self._before = b""
        self._lines: list[Sequence[Cell]] = []

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Columns and rows for a picture of so many pixels."""
        return max(WIDTH, width) // 2, -(-height // self._high)

    def fits(self, screen: Screen, room: Room) -> bool:
        """Every pixel is to be seen, or none."""
        columns, rows = self.size(screen.canvas.width, screen.canvas.height)
        return columns <= room.columns and rows <= room.rows

    def forget(self) -> None:
        """Write everything next time."""
        self._sheet.forget()

    def draw(self, screen: Screen, now: float, room: Room) -> str:
        """Write the cells that have changed."""
        picture = screen.picture(now)
        columns, rows = self.size(picture.width, picture.height)
        self._read(_widened(picture), 2 * columns, rows)
        return self._sheet.draw(self._lines, lights_of(screen, now), 0, centred(columns, rows, room))

    def pixel(self, column: int, row: int, screen: Screen, room: Room) -> tuple[int, int]:
        """The one in the middle."""
        width = screen.canvas.width
        left, top = centred(*self.size(width, screen.canvas.height), room)
        return (2 * (column - left) + 1) * width // max(WIDTH, width), (row - top) * self._high + self._high // 2

    def _read(self, pixels: bytes, width: int, rows: int) -> None:
        size = self._high * width
        pixels = pixels.ljust(rows * size, b"\0")
        same = len(pixels) == len(self._before) and len(self._lines) == rows
        if not same:
            self._lines = [()] * rows
        for row in range(rows):
            strip = pixels[row * size : row * size + size]
            if not same or strip != self._before[row * size : row * size + size]:
                pairs = memoryview(strip).cast("H")
                parts = [pairs[start : start + width // 2] for start in range(0, size // 2, width // 2)]
                self._lines[row] = list(map(self._known.__getitem__, zip(*parts)))
        self._before = pixels


class _Known(dict[tuple[int, ...], "Cell"]):
    """A cell by its pixels, two of them side by side in each number."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs

    def __missing__(self, pairs: tuple[int, ...]) -> Cell:
        pixels = b"".join(pair.to_bytes(2, sys.byteorder) for pair in pairs)
        made = self[pairs] = drawn(pixels, [1 << bit for bit in reversed(range(len(pixels)))], self._glyphs)
        return made


def _widened(picture: Picture) -> bytes:
    """The pixels of a MODE of fat ones, twice."""
    if picture.width >= WIDTH:
        return picture.pixels
    doubled = bytearray(2 * len(picture.pixels))
    doubled[::2] = doubled[1::2] = picture.pixels
    return bytes(doubled)
