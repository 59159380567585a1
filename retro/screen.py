"""The display: a MODE, its pixels, palette, planes and cursor, and what a front end sees of them."""

from __future__ import annotations

import math

from retro.canvas import Canvas
from retro.characters import Characters
from retro.graphics import GraphicsPlane
from retro.modes import HOUSE_MODE, MODES
from retro.palette import Palette, Rhythm
from retro.text import Pager, TextPlane

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from retro.modes import Mode

CURSOR_FRAMES = (25, 26)  # shown, hidden; measured on the Electron
CURSOR_STEADY = 2
POUND = 96
FIRST_OWN = 0xE0
SOLID = b"\xff" * 8

# A cell that holds no known character, as text: a quarter is lit if half of its pixels are.
QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


class Picture:
    """What a front end shows: width × height bytes (logical colours, row 0 on top) and each colour's light."""

    __slots__ = ("height", "lights", "pixels", "width")

    def __init__(self, width: int, height: int, pixels: bytes, lights: tuple[tuple[int, int, int], ...]) -> None:
        self.width, self.height = width, height
        self.pixels = pixels
        self.lights = lights


class Screen:
    """The display of the machine.

    version: grows with every change. alert: called once at the next change, then forgotten;
    a front end that sleeps sets it, looks at the screen, and is woken when there is more to see.
    stand_ins: what a program's own characters are called where there is only text: code to one letter.
    """

    def __init__(self, font: Mapping[int, bytes], mode: int = HOUSE_MODE) -> None:
        self._font = font
        self.pager = Pager()
        self.version = 0
        self.alert: Callable[[], None] | None = None
        self.restart(mode)

    def restart(self, mode: int = HOUSE_MODE) -> None:
        """As at power-on: no character defined, the machine's own MODE."""
        self.characters = Characters(self._font)
        self.stand_ins: dict[int, str] = {}
        self.pager.switch(False)
        self.palette = Palette(MODES[mode].palette)
        self.set_mode(mode)

    def set_mode(self, number: int) -> None:
        """VDU 22: everything but the character definitions and the flash rates starts afresh."""
        self.use_mode(MODES[number])

    def use_mode(self, mode: Mode) -> None:
        """Set a MODE that need not be in the table."""
        canvas = Canvas(mode)
        self.text_plane = TextPlane(mode, canvas, self.characters, self.pager)
        self.graphics_plane = GraphicsPlane(mode, canvas, self.characters)
        self.palette.reset(mode.palette)
        self.cursor_mode = 1
        self.at_graphics = False
        self.canvas = canvas
        self.mode: Mode = mode

    def changed(self) -> None:
        """Tell whoever looks that there is something new to see."""
        self.version += 1
        if self.alert is not None:
            alert, self.alert = self.alert, None
            alert()

    # what a front end sees

    @property
    def cursor_shown(self) -> bool:
        """Is the text cursor switched on (VDU 23,1) and not away in VDU 5?"""
        return self.cursor_mode != 0 and not self.at_graphics

    def picture(self, now: float) -> Picture:
        """The display at this time (seconds since power-on), the cursor in it."""
        canvas, palette = self.canvas, self.palette
        pixels = bytes(canvas.pixels)
        if self.cursor_shown and self._cursor_lit(now):
            pixels = self._with_cursor(pixels, canvas)
        return Picture(canvas.width, canvas.height, pixels, palette.lights(now))

    def next_change(self, now: float) -> float:
        """When (seconds) the picture changes by itself, through flashing; infinite if never."""
        times = [math.inf]
        if self.palette.flashing:
            times.append(self.palette.rhythm.next_change(now))
        if self.cursor_shown and self.cursor_mode != CURSOR_STEADY:
            times.append(Rhythm(*CURSOR_FRAMES).next_change(now))
        return min(times)

    def _cursor_lit(self, now: float) -> bool:
        return self.cursor_mode == CURSOR_STEADY or not Rhythm(*CURSOR_FRAMES).other(now)

    def _with_cursor(self, pixels: bytes, canvas: Canvas) -> bytes:
        """The bottom row of the cursor's cell with all bits inverted, as the Electron does."""
        plane = self.text_plane
        start = (plane.row * 8 + 7) * canvas.width + plane.column * 8
        inverse = bytes(self.mode.colours - 1 - pixel for pixel in pixels[start : start + 8])
        return pixels[:start] + inverse + pixels[start + 8 :]

    # reading back

    def code_at(self, column: int, row: int) -> int:
        """OSBYTE 135: the code of the character in a cell (absolute), 0 if it is none.

        The background colour counts as background, everything else as the character.
        """
        cell = self.canvas.cell(column, row)
        return self.characters.by_shape().get(pattern(cell, self.text_plane.paper), 0)

    @property
    def lines(self) -> list[str]:
        """The display as text, one string a row, whatever colours it is printed in."""
        codes = self.characters.by_shape()
        known: dict[bytes, str] = {}
        return ["".join(self._letter(cell, codes, known) for cell in self._row_cells(row)) for row in self._rows()]

    @property
    def text(self) -> str:
        """The display as text: its lines without trailing spaces, joined by newlines."""
        return "\n".join(line.rstrip() for line in self.lines)

    def _rows(self) -> range:
        return range(self.mode.rows)

    def _row_cells(self, row: int) -> list[bytes]:
        return [self.canvas.cell(column, row) for column in range(self.mode.columns)]

    def _letter(self, cell: bytes, codes: dict[bytes, int], known: dict[bytes, str]) -> str:
        if cell not in known:
            known[cell] = self._recognise(cell, codes)
        return known[cell]

    def _recognise(self, cell: bytes, codes: dict[bytes, int]) -> str:
        colours = sorted(set(cell), key=lambda colour: (colour != self.text_plane.paper, colour))
        if len(colours) == 1 and cell[0] != self.text_plane.paper:
            return self._name(codes.get(SOLID)) or " "
        for paper in colours if len(colours) == 2 else colours[:1]:
            name = self._name(codes.get(pattern(cell, paper)))
            if name:
                return name
        return quadrant(cell, self.text_plane.paper)

    def _name(self, code: int | None) -> str:
        """What a character is called in text: itself, or for one of the program's own its stand-in, if it has one.

        Codes from 128 on share their shapes, so a stand-in for 224 serves 128 too.
        """
        if code is None:
            return ""
        if code >= 128:
            return self.stand_ins.get(code | FIRST_OWN) or self.stand_ins.get(code, "")
        return "£" if code == POUND else chr(code)


def pattern(cell: bytes, paper: int) -> bytes:
    """The eight rows of a cell as a character's shape: a bit is set where there is no paper."""
    rows = []
    for start in range(0, 64, 8):
        bits = 0
        for pixel in cell[start : start + 8]:
            bits = bits << 1 | (pixel != paper)
        rows.append(bits)
    return bytes(rows)


def quadrant(cell: bytes, paper: int) -> str:
    """A block of quarters that looks like the cell."""
    lit = 0
    for quarter in range(4):
        top, left = quarter // 2 * 32, quarter % 2 * 4
        pixels = [cell[top + row * 8 + left + column] != paper for row in range(4) for column in range(4)]
        lit |= (2 * sum(pixels) >= len(pixels)) << quarter
    return QUADRANTS[lit]
