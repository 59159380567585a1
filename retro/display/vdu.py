"""The VDU driver: turns a stream of bytes into calls on the screen. A table has each code's parameters and method."""

import struct
from collections.abc import Callable

from retro.display.graphics_plane import GraphicsPlane
from retro.display.screen import Screen
from retro.display.text_plane import TextPlane

PLOT = struct.Struct("<BBHH")
DELETE = 127
NEW_LINE = b"\n\r"
CONTROL = b"\1"
KINDS = bytes(code < 32 or code == DELETE for code in range(256))  # CONTROL or not, of each code

PRINTER, PAGED, WINDOW, AT_GRAPHICS, DISABLED = 0x01, 0x04, 0x08, 0x20, 0x80

CRTC_CURSOR = 10  # the only CRTC register that VDU 23,0 sets on the Electron
CRTC_HIDDEN = 0x20


def number(low: int, high: int) -> int:
    """Return two parameter bytes of a VDU code as a signed 16-bit number."""
    return (low | high << 8) - ((high & 0x80) << 9)


def plot_bytes(k: int, x: int, y: int) -> bytes:
    """Return the bytes of PLOT k,x,y; of k 8 bits count, of x and y 16."""
    return PLOT.pack(25, k & 0xFF, x & 0xFFFF, y & 0xFFFF)


class VDU:
    """The VDU driver's state: parameters it waits for, and the switches of VDU 2, 3, 6, 21 and 28.

    Attributes:
        bell: called for VDU 7.
        has_shortcuts: whether codes may be executed in fewer steps: by `write_one`, `write_plot` and `TextPlane.ready`.
    """

    has_shortcuts = True

    def __init__(self, screen: Screen, bell: Callable[[], None] = lambda: None) -> None:
        self.screen = screen
        self.bell = bell
        self._code = 0
        self.abandon()
        self.printer = self.windowed = self.disabled = False

    def restart(self) -> None:
        """Reset driver and screen as at power-on."""
        self.abandon()
        self.printer = self.windowed = self.disabled = False
        self.screen.restart()
        self.screen.changed()

    # the stream

    def write(self, data: bytes) -> None:
        """Execute VDU codes from a stream of bytes, which may be cut anywhere."""
        try:
            self._write(data)
        finally:
            screen = self.screen
            if self._awaited or self.disabled or screen.at_graphics:
                screen.text_plane.ready = {}
        screen.version += 1
        if screen.on_change is not None:
            screen.changed()

    def _write(self, data: bytes) -> None:
        position, end = 0, len(data)
        kinds = data.translate(KINDS)
        while position < end:
            if self._awaited:
                position = self._collect(data, position)
                continue
            control = kinds.find(CONTROL, position)
            if control == position:
                if self.has_shortcuts and data.startswith(NEW_LINE, position):
                    position += len(NEW_LINE)
                    if not self.disabled:
                        plane = self.plane
                        plane.down()
                        plane.start_of_line()
                else:
                    position = self._begin(data, position)
                continue
            run = data[position:control] if control >= 0 else data[position:]
            position += len(run)
            if not self.disabled:
                self._put(run)

    def write_one(self, code: int) -> None:
        """Execute one byte (0–255), and update `TextPlane.ready`."""
        self.write(bytes((code,)))
        if not (self._awaited or self.disabled or self.screen.at_graphics):
            self.screen.text_plane.make_ready()

    def write_plot(self, k: int, x: int, y: int) -> None:
        """Execute PLOT k,x,y; of k 8 bits count, of x and y 16."""
        if self._awaited or self.disabled:
            self.write(plot_bytes(k, x, y))
            return
        screen = self.screen
        screen.graphics_plane.plot(k & 0xFF, (x + 0x8000 & 0xFFFF) - 0x8000, (y + 0x8000 & 0xFFFF) - 0x8000)
        screen.version += 1
        if screen.on_change is not None:
            screen.changed()

    def _put(self, codes: bytes) -> None:
        screen = self.screen
        (screen.graphics_plane if screen.at_graphics else screen.text_plane).put(codes)

    def _collect(self, data: bytes, position: int) -> int:
        """Take parameters from the data at this position; return the position after them."""
        part = data[position : position + self._awaited]
        self._queue += part
        self._awaited -= len(part)
        if not self._awaited:
            self._execute(self._code, self._queue)
        return position + len(part)

    def _begin(self, data: bytes, position: int) -> int:
        """Execute the code at this position if its parameters follow, else wait for them; return the next position."""
        code = data[position]
        position += 1
        count = CODES[code][0]
        if not count:
            self._execute(code, b"")
            return position
        end = position + count
        if end > len(data):
            self._code, self._queue, self._awaited = code, b"", count
            return position
        self._execute(code, data[position:end])
        return end

    def _execute(self, code: int, parameters: bytes) -> None:
        if not self.disabled or code == ENABLE:
            CODES[code][1](self, *parameters)

    def abandon(self) -> None:
        """Discard an incomplete VDU code and its parameters, as ESCAPE does."""
        self._queue, self._awaited = b"", 0

    @property
    def awaited(self) -> int:
        """The number of parameter bytes that the current VDU code still needs."""
        return self._awaited

    @property
    def status(self) -> int:
        """OSBYTE 117: bits 0 printer, 2 page mode, 3 text window, 5 VDU 5, 7 VDU 21."""
        return (
            PRINTER * self.printer
            | PAGED * self.screen.pager.on
            | WINDOW * self.windowed
            | AT_GRAPHICS * self.screen.at_graphics
            | DISABLED * self.disabled
        )

    # the codes

    @property
    def plane(self) -> TextPlane | GraphicsPlane:
        """The plane that prints text: in VDU 5 the graphics plane."""
        screen = self.screen
        return screen.graphics_plane if screen.at_graphics else screen.text_plane

    def clear(self) -> None:
        """VDU 12: CLS; in VDU 5 CLG, and the graphics cursor moves home."""
        screen = self.screen
        if screen.at_graphics:
            screen.graphics_plane.clear()
            screen.graphics_plane.home()
        else:
            screen.text_plane.clear()

    def default_colours(self) -> None:
        """VDU 20: restore the default colours and palette."""
        screen = self.screen
        screen.palette.reset(screen.mode.palette)
        screen.text_plane.default_colours()
        screen.graphics_plane.default_colours()

    def mode(self, n: int) -> None:
        """VDU 22: set a MODE. Three bits of the number count."""
        self.screen.pager.switch(False)
        self.windowed = False
        self.screen.set_mode(n & 7)

    def define(self, code: int, *rows: int) -> None:
        """VDU 23: define a character; below 32 only 0 (the CRTC) and 1 (the cursor) have an effect."""
        if code >= 32:
            self.screen.characters.define(code, bytes(rows))
        elif code == 1:
            self.screen.cursor_mode = rows[0]
        elif code == 0 and rows[0] == CRTC_CURSOR:
            self.screen.cursor_mode = int(rows[1] & 0x60 != CRTC_HIDDEN)

    def graphics_window(self, *corners: int) -> None:
        """VDU 24: set the graphics window."""
        self.screen.graphics_plane.set_window(
            number(*corners[0:2]), number(*corners[2:4]), number(*corners[4:6]), number(*corners[6:8])
        )

    def plot(self, k: int, *point: int) -> None:
        """VDU 25: draw as the statement PLOT does."""
        self.screen.graphics_plane.plot(k, number(*point[0:2]), number(*point[2:4]))

    def default_windows(self) -> None:
        """VDU 26: restore the default windows, and move the cursors home."""
        self.screen.text_plane.reset_window()
        self.screen.text_plane.home()
        self.screen.graphics_plane.reset()
        self.windowed = False

    def text_window(self, left: int, bottom: int, right: int, top: int) -> None:
        """VDU 28: set the text window."""
        if self.screen.text_plane.set_window(left, bottom, right, top):
            self.windowed = True

    def origin(self, *point: int) -> None:
        """VDU 29: set the graphics origin."""
        self.screen.graphics_plane.set_origin(number(*point[0:2]), number(*point[2:4]))

    def tab(self, x: int, y: int) -> None:
        """VDU 31: move the text cursor. Has no effect in VDU 5."""
        if not self.screen.at_graphics:
            self.screen.text_plane.tab(x, y)


def nothing(vdu: VDU, *parameters: int) -> None:
    """VDU 0 and 27, and VDU 1 with a byte for the printer: do nothing."""


def switch(name: str, on: bool) -> Callable[[VDU], None]:
    """Return the method of a VDU code that sets or clears a switch of the driver."""
    return lambda vdu: setattr(vdu, name, on)


def on_plane(
    on_text: Callable[[TextPlane], None], on_graphics: Callable[[GraphicsPlane], None]
) -> Callable[[VDU], None]:
    """Return the method of a VDU code that the text plane executes or, in VDU 5, the graphics plane."""

    def act(vdu: VDU) -> None:
        if vdu.screen.at_graphics:
            on_graphics(vdu.screen.graphics_plane)
        else:
            on_text(vdu.screen.text_plane)

    return act


ENABLE = 6

# For each code the number of parameter bytes and the function that takes the driver and them.
CODES: dict[int, tuple[int, Callable[..., None]]] = {
    0: (0, nothing),
    1: (1, nothing),
    2: (0, switch("printer", True)),
    3: (0, switch("printer", False)),
    4: (0, lambda vdu: setattr(vdu.screen, "at_graphics", False)),
    5: (0, lambda vdu: setattr(vdu.screen, "at_graphics", vdu.screen.mode.graphics)),
    ENABLE: (0, switch("disabled", False)),
    7: (0, lambda vdu: vdu.bell()),
    8: (0, on_plane(TextPlane.back, GraphicsPlane.back)),
    9: (0, on_plane(TextPlane.forward, GraphicsPlane.forward)),
    10: (0, on_plane(TextPlane.down, GraphicsPlane.down)),
    11: (0, on_plane(TextPlane.up, GraphicsPlane.up)),
    12: (0, VDU.clear),
    13: (0, on_plane(TextPlane.start_of_line, GraphicsPlane.start_of_line)),
    14: (0, lambda vdu: vdu.screen.pager.switch(True)),
    15: (0, lambda vdu: vdu.screen.pager.switch(False)),
    16: (0, lambda vdu: vdu.screen.graphics_plane.clear()),
    17: (1, lambda vdu, n: vdu.screen.text_plane.colour(n)),
    18: (2, lambda vdu, action, colour: vdu.screen.graphics_plane.gcol(action, colour)),
    19: (5, lambda vdu, logical, physical, *_: vdu.screen.palette.set(logical, physical)),
    20: (0, VDU.default_colours),
    21: (0, switch("disabled", True)),
    22: (1, VDU.mode),
    23: (9, VDU.define),
    24: (8, VDU.graphics_window),
    25: (5, VDU.plot),
    26: (0, VDU.default_windows),
    27: (0, nothing),
    28: (4, VDU.text_window),
    29: (4, VDU.origin),
    30: (0, on_plane(TextPlane.home, GraphicsPlane.home)),
    31: (2, VDU.tab),
    DELETE: (0, on_plane(TextPlane.delete, GraphicsPlane.delete)),
}
