"""The display: a MODE, its pixels, palette, planes and cursor, as pictures and as text."""

import math
from collections.abc import Callable, Mapping

from retro.display.characters import Characters, shape_of
from retro.display.framebuffer import Framebuffer
from retro.display.graphics_plane import GraphicsPlane
from retro.display.layer import Layer
from retro.display.modes import MODES, START_MODE, Mode
from retro.display.palette import FlashTimer, Palette
from retro.display.picture import Picture
from retro.display.text_plane import Pager, TextPlane
from retro.display.text_reader import TextReader
from retro.display.tints import all_tinted

CURSOR_FRAMES = (25, 26)  # shown and hidden, measured on the Electron
CURSOR_STEADY = 2

NO_BLOCKS = dict.fromkeys(range(0x2580, 0x25A0), " ")  # for str.translate


class Display:
    """The parts of the display that belong to one MODE.

    A change of MODE replaces it as a whole, so another thread sees the old one or the new one.
    """

    def __init__(self, mode: Mode, framebuffer: Framebuffer, text_plane: TextPlane, palette: Palette) -> None:
        self.mode, self.framebuffer, self.text_plane, self.palette = mode, framebuffer, text_plane, palette


class Screen:
    """The display of the machine.

    Attributes:
        version: a number that grows with every change.
        on_change: called once, at the next change. A front end sets it before it reads the screen and sleeps.
        stand_ins: for text, a letter for each of a program's own characters, by code.
        has_labels: the names of keys on the screen can be clicked.
        answers_clicks: every pixel can be clicked, to find the statement that has drawn it.
        pictures: for terminals, a letter for each square picture in one colour, of up to 16 pixels; by its rows, in
            which "." is paper.
        layer: what front ends show over the display; None: nothing. `show_layer` changes it.
        tint: the colours in which front ends show all this, a name in display/tints.py; empty: those of the machine.
    """

    layer: Layer | None = None
    tint = ""
    _reader: TextReader | None = None

    def __init__(self, font: Mapping[int, bytes], mode: int = START_MODE) -> None:
        self._font = font
        self.pager = Pager()
        self.version = 0
        self.on_change: Callable[[], None] | None = None
        self.restart(mode)

    def restart(self, mode: int = START_MODE) -> None:
        """Reset characters, stand-ins, pictures, page mode and palette as at power-on, and select a MODE."""
        self.characters = Characters(self._font)
        self.stand_ins: dict[int, str] = {}
        self.has_labels = self.answers_clicks = False
        self.pictures: dict[tuple[str, ...], str] = {}
        self.pager.switch(False)
        self.palette = Palette(MODES[mode].palette)
        self.set_mode(mode)

    def set_mode(self, number: int) -> None:
        """VDU 22: reset everything but the character definitions and the flash rates."""
        self.use_mode(MODES[number])

    def use_mode(self, mode: Mode) -> None:
        """Set a MODE, which need not be in the table."""
        framebuffer = Framebuffer(mode)
        self.text_plane = TextPlane(mode, framebuffer, self.characters, self.pager)
        self.graphics_plane = GraphicsPlane(mode, framebuffer, self.characters)
        self.palette = Palette(mode.palette, self.palette.flash_timer)
        self.cursor_mode = 1
        self.at_graphics = False
        self.framebuffer = framebuffer
        self.mode: Mode = mode
        self.display = Display(mode, framebuffer, self.text_plane, self.palette)

    def changed(self) -> None:
        """Record a change of the screen: increase `version` and call `on_change`."""
        self.version += 1
        if self.on_change is not None:
            on_change, self.on_change = self.on_change, None
            on_change()

    def show_layer(self, layer: Layer | None) -> None:
        """Set the layer that front ends show over the display, or None."""
        if layer is not self.layer:
            self.layer = layer
            self.changed()

    def show_in(self, tint: str) -> None:
        """Set the tint in which front ends show the display."""
        if tint != self.tint:
            self.tint = tint
            self.changed()

    @property
    def clickable(self) -> bool:
        """Whether a layer reacts to the mouse, also to its moves."""
        return self.layer is not None and self.layer.clickable

    # pictures

    @property
    def cursor_shown(self) -> bool:
        """Whether the text cursor is on: VDU 23,1, and not VDU 5."""
        return self.cursor_mode != 0 and not self.at_graphics

    def picture(self, now: float) -> Picture:
        """Return a picture with the layer at this time (seconds since power-on), from any thread."""
        layer, picture = self.layer, self.bare_picture(now)
        if layer is not None:
            picture = layer.over(picture)
        picture.rgb = all_tinted(picture.rgb, self.tint)
        return picture

    def bare_picture(self, now: float) -> Picture:
        """Return the display at this time with its cursor, without the layer over it."""
        version, display = self.version, self.display
        pixels = bytes(display.framebuffer.pixels)
        if self.cursor_lit(now):
            pixels = with_cursor(pixels, display)
        return Picture(display.framebuffer.width, display.framebuffer.height, pixels, display.palette.rgb(now), version)

    def next_change(self, now: float) -> float:
        """Return the time (seconds) at which flashing changes the picture; infinite if never."""
        if self.layer is not None and self.layer.dims:
            return math.inf
        times = [math.inf]
        if self.palette.flashing:
            times.append(self.palette.flash_timer.next_change(now))
        if self.cursor_shown and self.cursor_mode != CURSOR_STEADY:
            times.append(FlashTimer(*CURSOR_FRAMES).next_change(now))
        return min(times)

    def cursor_lit(self, now: float) -> bool:
        """Return whether the text cursor is shown at this time (seconds since power-on)."""
        steady = self.cursor_mode == CURSOR_STEADY
        return self.cursor_shown and (steady or not FlashTimer(*CURSOR_FRAMES).in_second_phase(now))

    # text

    def code_at(self, column: int, row: int) -> int:
        """OSBYTE 135: return the code of the character in a cell (absolute), or 0 if it shows none.

        All colours but the background colour count as the character's.
        """
        cell = self.framebuffer.cell(column, row)
        return self.characters.by_shape().get(shape_of(cell, self.text_plane.paper), 0)

    def line(self, row: int) -> str:
        """Return a row of the display (0 on top) as text, in any colours."""
        known = self.characters.by_shape(), dict(self.stand_ins), self.text_plane.paper
        if self._reader is None or self._reader.known != known:
            self._reader = TextReader(*known)
        return self._reader.line(self.framebuffer.line(row))

    @property
    def lines(self) -> list[str]:
        """The display as text, one string a row, in any colours."""
        return [self.line(row) for row in range(self.mode.rows)]

    @property
    def text(self) -> str:
        """The display as text: its lines without trailing spaces, joined by newlines."""
        return "\n".join(line.rstrip() for line in self.lines)

    @property
    def letters(self) -> str:
        """The display as text without block graphics, with at most one blank line at a time."""
        lines = [line.translate(NO_BLOCKS).rstrip() for line in self.lines]
        return "\n".join(line for line, before in zip(lines, ["", *lines]) if line or before).rstrip("\n")


def with_cursor(pixels: bytes, display: Display) -> bytes:
    """Return pixels with the text cursor: as on the Electron, the bottom row of its cell is inverted."""
    plane = display.text_plane
    start = (plane.row * 8 + 7) * display.framebuffer.width + plane.column * 8
    inverse = bytes(display.mode.colours - 1 - pixel for pixel in pixels[start : start + 8])
    return pixels[:start] + inverse + pixels[start + 8 :]
