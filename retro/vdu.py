"""The VDU driver: a stream of bytes in, calls on the screen out. One table says what each code takes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.graphics import GraphicsPlane
    from retro.screen import Screen
    from retro.text import TextPlane

PRINTABLE = bytes(code for code in range(32, 256) if code != 127)
DELETE = 127

PRINTER, PAGED, WINDOW, AT_GRAPHICS, DISABLED = 0x01, 0x04, 0x08, 0x20, 0x80

CRTC_CURSOR = 10  # the only CRTC register the Electron knows in VDU 23,0
CRTC_HIDDEN = 0x20


def number(low: int, high: int) -> int:
    """Two parameter bytes as a signed 16-bit number."""
    return (low | high << 8) - ((high & 0x80) << 9)


class VDU:
    """The state of the driver: what is awaited, and the modes that VDU 2–6, 14, 15 and 21 switch.

    bell: called for VDU 7.
    """

    def __init__(self, screen: Screen, bell: Callable[[], None] = lambda: None) -> None:
        self.screen = screen
        self._bell = bell
        self._code = 0
        self.abandon()
        self.printer = self.windowed = self.disabled = False

    def restart(self) -> None:
        """As at power-on, the screen with it."""
        self.abandon()
        self.printer = self.windowed = self.disabled = False
        self.screen.restart()
        self.screen.changed()

    # the stream

    def write(self, data: bytes) -> None:
        """Take bytes of the stream; it may be cut anywhere."""
        while data:
            if self._awaited:
                data = self._collect(data)
            elif (code := data[0]) >= 32 and code != DELETE:
                rest = data.lstrip(PRINTABLE)
                if not self.disabled:
                    self._put(data[: len(data) - len(rest)] if rest else data)
                data = rest
            else:
                self._begin(code)
                data = data[1:]
        self.screen.changed()

    def write_one(self, code: int) -> None:
        """Take one byte (0–255): what `write` does with it, quicker where it is a character to print."""
        screen = self.screen
        if code < 32 or code == DELETE or self._awaited or self.disabled or screen.at_graphics:
            self.write(bytes((code,)))
            return
        screen.text_plane.put_one(code)
        screen.version += 1
        if screen.alert is not None:
            screen.changed()

    def _put(self, codes: bytes) -> None:
        self._plane.put(codes)

    def _collect(self, data: bytes) -> bytes:
        part = data[: self._awaited]
        self._queue += part
        self._awaited -= len(part)
        if not self._awaited:
            self._obey(self._code, self._queue)
        return data[len(part) :]

    def _begin(self, code: int) -> None:
        count, _ = CODES[code]
        if count:
            self._code, self._queue, self._awaited = code, b"", count
        else:
            self._obey(code, b"")

    def _obey(self, code: int, parameters: bytes) -> None:
        if not self.disabled or code == ENABLE:
            CODES[code][1](self, *parameters)

    def abandon(self) -> None:
        """Forget the parameters collected so far, as ESCAPE does."""
        self._queue, self._awaited = b"", 0

    @property
    def awaited(self) -> int:
        """How many parameter bytes the current code still needs."""
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
    def _plane(self) -> TextPlane | GraphicsPlane:
        screen = self.screen
        return screen.graphics_plane if screen.at_graphics else screen.text_plane

    def nothing(self, *parameters: int) -> None:
        """VDU 0 and 27; also VDU 1, whose parameter is for a printer that is not there."""

    def printer_on(self) -> None:
        """VDU 2."""
        self.printer = True

    def printer_off(self) -> None:
        """VDU 3."""
        self.printer = False

    def text_at_cursor(self) -> None:
        """VDU 4."""
        self.screen.at_graphics = False

    def text_at_graphics(self) -> None:
        """VDU 5: not where there are no graphics."""
        self.screen.at_graphics = self.screen.mode.graphics

    def enable(self) -> None:
        """VDU 6."""
        self.disabled = False

    def bell(self) -> None:
        """VDU 7."""
        self._bell()

    def back(self) -> None:
        """VDU 8."""
        self._plane.back()

    def forward(self) -> None:
        """VDU 9."""
        self._plane.forward()

    def down(self) -> None:
        """VDU 10."""
        self._plane.down()

    def up(self) -> None:
        """VDU 11."""
        self._plane.up()

    def clear(self) -> None:
        """VDU 12: CLS; in VDU 5 CLG, and the graphics cursor goes home."""
        screen = self.screen
        if screen.at_graphics:
            screen.graphics_plane.clear()
            screen.graphics_plane.home()
        else:
            screen.text_plane.clear()

    def start_of_line(self) -> None:
        """VDU 13."""
        self._plane.start_of_line()

    def page_mode_on(self) -> None:
        """VDU 14."""
        self.screen.pager.switch(True)

    def page_mode_off(self) -> None:
        """VDU 15."""
        self.screen.pager.switch(False)

    def clear_graphics(self) -> None:
        """VDU 16."""
        self.screen.graphics_plane.clear()

    def colour(self, n: int) -> None:
        """VDU 17."""
        self.screen.text_plane.colour(n)

    def gcol(self, action: int, colour: int) -> None:
        """VDU 18."""
        self.screen.graphics_plane.gcol(action, colour)

    def palette(self, logical: int, physical: int, *ignored: int) -> None:
        """VDU 19."""
        self.screen.palette.set(logical, physical)

    def default_colours(self) -> None:
        """VDU 20."""
        screen = self.screen
        screen.palette.reset(screen.mode.palette)
        screen.text_plane.default_colours()
        screen.graphics_plane.default_colours()

    def disable(self) -> None:
        """VDU 21."""
        self.disabled = True

    def mode(self, n: int) -> None:
        """VDU 22: three bits count."""
        self.screen.pager.switch(False)
        self.windowed = False
        self.screen.set_mode(n & 7)

    def define(self, code: int, *rows: int) -> None:
        """VDU 23: below 32 only 0 (the CRTC) and 1 (the cursor) do something."""
        if code >= 32:
            self.screen.characters.define(code, bytes(rows))
        elif code == 1:
            self.screen.cursor_mode = rows[0]
        elif code == 0 and rows[0] == CRTC_CURSOR:
            self.screen.cursor_mode = int(rows[1] & 0x60 != CRTC_HIDDEN)

    def graphics_window(self, *corners: int) -> None:
        """VDU 24."""
        self.screen.graphics_plane.set_window(
            number(*corners[0:2]), number(*corners[2:4]), number(*corners[4:6]), number(*corners[6:8])
        )

    def plot(self, k: int, *point: int) -> None:
        """VDU 25."""
        self.screen.graphics_plane.plot(k, number(*point[0:2]), number(*point[2:4]))

    def default_windows(self) -> None:
        """VDU 26."""
        self.screen.text_plane.reset_window()
        self.screen.text_plane.home()
        self.screen.graphics_plane.reset()
        self.windowed = False

    def text_window(self, left: int, bottom: int, right: int, top: int) -> None:
        """VDU 28."""
        if self.screen.text_plane.set_window(left, bottom, right, top):
            self.windowed = True

    def origin(self, *point: int) -> None:
        """VDU 29."""
        self.screen.graphics_plane.set_origin(number(*point[0:2]), number(*point[2:4]))

    def home(self) -> None:
        """VDU 30."""
        self._plane.home()

    def tab(self, x: int, y: int) -> None:
        """VDU 31: only for text at the text cursor."""
        if not self.screen.at_graphics:
            self.screen.text_plane.tab(x, y)

    def delete(self) -> None:
        """VDU 127."""
        self._plane.delete()


ENABLE = 6

# For each code the number of parameter bytes and what it does with them.
CODES: dict[int, tuple[int, Callable[..., None]]] = {
    0: (0, VDU.nothing),
    1: (1, VDU.nothing),
    2: (0, VDU.printer_on),
    3: (0, VDU.printer_off),
    4: (0, VDU.text_at_cursor),
    5: (0, VDU.text_at_graphics),
    6: (0, VDU.enable),
    7: (0, VDU.bell),
    8: (0, VDU.back),
    9: (0, VDU.forward),
    10: (0, VDU.down),
    11: (0, VDU.up),
    12: (0, VDU.clear),
    13: (0, VDU.start_of_line),
    14: (0, VDU.page_mode_on),
    15: (0, VDU.page_mode_off),
    16: (0, VDU.clear_graphics),
    17: (1, VDU.colour),
    18: (2, VDU.gcol),
    19: (5, VDU.palette),
    20: (0, VDU.default_colours),
    21: (0, VDU.disable),
    22: (1, VDU.mode),
    23: (9, VDU.define),
    24: (8, VDU.graphics_window),
    25: (5, VDU.plot),
    26: (0, VDU.default_windows),
    27: (0, VDU.nothing),
    28: (4, VDU.text_window),
    29: (4, VDU.origin),
    30: (0, VDU.home),
    31: (2, VDU.tab),
    DELETE: (0, VDU.delete),
}
