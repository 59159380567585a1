"""The machine: BBC BASIC's statements as methods. Each ends in VDU bytes or in a wait."""

from __future__ import annotations

import math

from retro.basic import NL, chr_s
from retro.entry import fields, read_line
from retro.errors import BasicError, Escape
from retro.keyboard import Keyboard
from retro.modes import MODES
from retro.printing import Printer
from retro.rnd import Rnd
from retro.screen import Screen
from retro.sound import Sound
from retro.tape import MemoryTape, checked, decode, encode
from retro.vdu import VDU

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Literal, TypeVar, overload

    from retro.entry import Kind
    from retro.frontend import FrontEnd
    from retro.notes import Note
    from retro.printing import Item
    from retro.tape import Tape

    Value = TypeVar("Value", str, float, int)

TICK = 0.01  # seconds: TIME counts centiseconds
NEVER = 1 << 62


class Machine:
    """A machine that is switched on.

    front: the world outside. font: code to eight bytes. seed: where the random numbers start, as RND(-seed).
    now: seconds since power-on as the program sees them: they pass only while it waits.
    statements: how many statements have written to the screen. attending: it is one of these that lets the world in,
    because there was reason for attention, and not a statement that waits.
    longest_run: after how many statements it lets the world in without one, for a front end that cannot interrupt.
    """

    def __init__(self, front: FrontEnd, font: Mapping[int, bytes], seed: int = 1) -> None:
        self.front = front
        self.tape: Tape = MemoryTape()
        self._envelopes = "electron"
        self.screen = Screen(font)
        self.screen.pager.wait = self._page_full
        self._use(VDU(self.screen, self._bell))
        self.longest_run = NEVER
        self._begin(seed)
        self.attention = False

    def _begin(self, seed: int) -> None:
        self.keyboard = Keyboard()
        self._printer = Printer()
        self._sound = Sound(self._envelopes)
        self._rnd = Rnd()
        self._rnd(-seed)
        self.now = 0.0
        self.statements = 0
        self.attending = False
        self._epoch = 0
        self._polled: set[str] = set()
        self._polled_at = -1
        self._due = 0.0

    def power_on(self, seed: int) -> None:
        """Switch it off and on again: a new machine with the same screen, tape, VDU driver and front end."""
        self._play(self._sound.silence(self.now))
        self._begin(seed)
        self.attention_at(None)
        self.vdu_driver.restart()

    def _use(self, driver: VDU) -> None:
        self.vdu_driver = driver
        self.write = driver.write

    def use_driver(self, kind: Callable[[Screen, Callable[[], None], Callable[[float], None]], VDU]) -> None:
        """Use another VDU driver, which says how long everything takes."""
        self._use(kind(self.screen, self._bell, self._spend))

    # output

    def vdu(self, *codes: int) -> None:
        """VDU: send bytes to the display; each number is taken modulo 256."""
        self.statements += 1
        if self.statements >= self._alarm:
            self._attend()
        try:
            if len(codes) == 1:
                self.vdu_driver.write_one(codes[0])
                return
            data = bytes(codes)
        except (ValueError, TypeError):
            data = bytes([int(code) & 255 for code in codes])
        self.write(data)

    def print(self, *items: Item, end: str = NL) -> None:
        """PRINT: items touch, as with `;`. Strings, numbers, num(), tab(), spc(), COMMA, NL."""
        self.statements += 1
        if self.statements >= self._alarm:
            self._attend()
        self.write(self._printer.render(items, end))

    def mode(self, n: int) -> None:
        """MODE: 0–6 are the Electron's, 7 this machine's own. Raises Bad MODE."""
        if n not in range(len(MODES)):
            raise BasicError.named("Bad MODE", f"MODE {n}: expected 0 to {len(MODES) - 1}")
        self._printer.count = 0
        self.vdu(22, n)

    def cls(self) -> None:
        """CLS: clear the text window."""
        self._printer.count = 0
        self.vdu(12)

    def clg(self) -> None:
        """CLG: clear the graphics window."""
        self.vdu(16)

    def colour(self, n: int) -> None:
        """COLOUR: 0–127 the colour of text, 128–255 of its background."""
        self.vdu(17, n)

    def gcol(self, action: int, colour: int) -> None:
        """GCOL: action 0 store, 1 OR, 2 AND, 3 exclusive OR, 4 invert; colour as for COLOUR."""
        self.vdu(18, action, colour)

    def plot(self, k: int, x: float, y: float) -> None:
        """PLOT k,x,y: in graphics units, fractions cut off."""
        a, b = int(x), int(y)
        self.vdu(25, k, a, a >> 8, b, b >> 8)

    def move(self, x: float, y: float) -> None:
        """MOVE the graphics cursor: PLOT 4."""
        self.plot(4, x, y)

    def draw(self, x: float, y: float) -> None:
        """DRAW a line to here: PLOT 5."""
        self.plot(5, x, y)

    def shape(self, code: int) -> bytes:
        """OSWORD 10: the eight rows of a character as it would be printed now, bit 7 on the left."""
        return self.screen.characters.shape(code)

    def point(self, x: float, y: float) -> int:
        """POINT(x,y): the logical colour of a pixel; -1 outside the graphics window."""
        return self.screen.graphics_plane.colour_at(int(x), int(y))

    @property
    def pos(self) -> int:
        """POS: the column of the text cursor in its window."""
        return self.screen.text_plane.position[0]

    @property
    def vpos(self) -> int:
        """VPOS: the row of the text cursor in its window."""
        return self.screen.text_plane.position[1]

    @property
    def count(self) -> int:
        """COUNT: how many characters PRINT has printed since the last new line."""
        return self._printer.count

    def read_character(self) -> int:
        """OSBYTE 135: the code of the character at the text cursor, 0 if none is recognised there."""
        plane = self.screen.text_plane
        return self.screen.code_at(plane.column, plane.row)

    def width(self, n: int) -> None:
        """WIDTH n: PRINT begins a new line after n characters; 0: never."""
        self._printer.width = n

    @property
    def at(self) -> int:
        """@%: the format of numbers."""
        return self._printer.at

    @at.setter
    def at(self, value: int) -> None:
        self._printer.at = value

    # input

    def get(self) -> int:
        """GET: wait for a key and give its code."""
        while True:
            code = self._key()
            if code is not None:
                return code
            self._wait(None, wanted=True)

    def get_s(self) -> str:
        """GET$: wait for a key and give its character."""
        return chr_s(self.get())

    def inkey(self, n: int) -> int:
        """INKEY(n): wait up to n centiseconds for a key: its code, or -1. INKEY(-n): -1 if that key is down, else 0.

        INKEY(-256) gives 1, which is what the Electron says it is.
        """
        if n == -256:
            return 1
        if n < 0:
            self._pace(f"INKEY({n})")
            return -int(self.keyboard.held(n))
        if n == 0:
            self._pace("INKEY(0)", wanted=not self.keyboard)
        code = self._key()
        end = self.now + n * TICK
        while code is None and (left := end - self.now) > 1e-9:
            self._wait(left, wanted=True)
            code = self._key()
        return -1 if code is None else code

    def inkey_s(self, n: int) -> str:
        """INKEY$(n): the character that INKEY(n) gives the code of, or an empty string."""
        code = self.inkey(n)
        return "" if code < 0 else chr_s(code)

    if TYPE_CHECKING:

        @overload
        def input(self, *prompt: Item, mark: str = "?", line: bool = False) -> str: ...
        @overload
        def input(self, *prompt: Item, mark: str = "?", line: bool = False, into: type[Value]) -> Value: ...
        @overload
        def input(
            self, *prompt: Item, mark: str = "?", line: bool = False, into: Sequence[Kind]
        ) -> tuple[Any, ...]: ...

    def input(self, *prompt: Item, mark: str = "?", line: bool = False, into: object = str) -> object:
        """INPUT: print the prompt and the mark, read a line as the OS edits it, give what it says.

        into: str, float or int for A$, A or A%, or several of them for a tuple. line: INPUT LINE, which
        takes a line as it is. Without it leading spaces go, a comma ends a string, quotes group.
        """

        def ask(first: bool) -> str:
            self.print(*(prompt if first else ()), end=mark if first else "?")
            self.keyboard.line = True
            try:
                typed = read_line(self.get, self.vdu)
            finally:
                self.keyboard.line = False
            self.print()
            return typed

        kinds = into if isinstance(into, (tuple, list)) else (into,)
        values = fields(ask, kinds, line)
        return tuple(values) if kinds is into else values[0]

    # the pointer

    def mouse_on(self) -> None:
        """MOUSE ON: from now on each press of a button types CLICK, so that GET and INKEY give it.

        Like `mouse` an extension in the manner of BBC BASIC V: the Electron had none.
        """
        pointer = self.keyboard.pointer
        pointer.wanted = pointer.types = True
        self.screen.changed()

    def mouse_off(self) -> None:
        """MOUSE OFF: as at the start, presses are none of the program's business."""
        self.keyboard.pointer.restart()
        self.screen.changed()

    def mouse(self) -> tuple[int, int, int]:
        """MOUSE x,y,b: where the pointer is, graphics units from the origin, and the buttons.

        The buttons: the sum of 4 left, 2 middle, 1 right. After GET or INKEY has given CLICK it is the press that
        typed it; else it is as of this moment, and a loop that does nothing but look at it sleeps until the next
        centisecond.
        """
        pointer, origin = self.keyboard.pointer, self.screen.graphics_plane.origin
        if not pointer.unread:
            pointer.wanted = True
            self._pace("MOUSE")
        x, y, buttons = pointer.look()
        return x - origin[0], y - origin[1], buttons

    def _page_full(self) -> None:
        """In page mode: wait for SHIFT before the page scrolls away."""
        self.screen.changed()
        self.keyboard.forget_strokes()
        while not self.keyboard.struck("SHIFT"):
            self._wait(None)

    def _key(self) -> int | None:
        return self.keyboard.read()

    # time

    @property
    def time(self) -> int:
        """TIME: centiseconds since the machine was switched on, or since TIME was set.

        A loop that does nothing but look at it sleeps until the next centisecond.
        """
        self._pace("TIME")
        return self._ticks() - self._epoch

    @time.setter
    def time(self, value: int) -> None:
        self._epoch = self._ticks() - value

    def _ticks(self) -> int:
        # A wait for a whole number of ticks may end a rounding error before them.
        return math.floor(self.now / TICK + 1e-6)

    def _pace(self, what: str, wanted: bool = False) -> None:
        """Let the world in before a look at something; who looks at it again in the same tick sleeps until the next."""
        tick = self._ticks()
        again = tick == self._polled_at and what in self._polled
        self._wait(max(0.0, (tick + 1) * TICK - self.now) if again else 0.0, wanted)
        if self._ticks() != self._polled_at:
            self._polled_at = self._ticks()
            self._polled.clear()
        self._polled.add(what)

    def _spend(self, seconds: float) -> None:
        """Let this time pass before the next thing is done; what is too short to see is gathered."""
        self._due = max(self._due, self.now) + seconds
        if self._due - self.now >= TICK:
            while (left := self._due - self.now) > 1e-9:
                self._wait(left)

    # chance

    if TYPE_CHECKING:

        @overload
        def rnd(self, n: Literal[0, 1]) -> float: ...  # type: ignore[overload-overlap]
        @overload
        def rnd(self, n: int | None = None) -> int: ...

    def rnd(self, n: int | None = None) -> float:
        """RND: a 32-bit integer; RND(1) and RND(0) a fraction; RND(n) 1 to n; RND(-n) starts the sequence anew."""
        return self._rnd(n)

    @property
    def rnd_state(self) -> int:
        """Where the random numbers are, 33 bits: set again later, the same ones come once more."""
        return self._rnd.state

    @rnd_state.setter
    def rnd_state(self, state: int) -> None:
        self._rnd.state = state

    # sound

    def sound(self, channel: float, amplitude: float, pitch: float, duration: float) -> None:
        """SOUND: waits, as the original does, while the channel's queue is full."""
        self._wait(0)
        while (left := self._sound.room_at(channel, self.now) - self.now) > 1e-9:
            self._wait(None if left == math.inf else left)
        self._play(self._sound.sound(channel, amplitude, pitch, duration, self.now))

    def envelope(self, *parameters: float) -> None:
        """ENVELOPE: its fourteen numbers."""
        self._sound.envelope(*parameters)

    def use_envelopes(self, machine: str) -> None:
        """Whose amplitude envelopes: "electron", where they are on or off, or "bbc", with the loudness they say."""
        self._envelopes = machine
        self._sound = Sound(machine)

    def _bell(self) -> None:
        self._play(self._sound.bell(self.now))

    def _play(self, notes: tuple[Note, ...]) -> None:
        for note in notes:
            self.front.note(note)

    # the tape

    def csave(self, name: str, value: object) -> None:
        """Save a string, a number or an array (lists) under a name of 1–10 letters and digits.

        Raises Bad string, Type mismatch, No room.
        """
        name = checked(name)
        self.tape.save(name, encode(name, value))

    def cload(self, name: str) -> Any:
        """Give what was saved under a name. Raises File? if nothing was, Data? if it is damaged."""
        name = checked(name)
        return decode(name, self.tape.load(name))

    # the operating system

    def fx(self, a: int, x: int = 0, y: int = 0) -> None:
        """*FX a,x,y: the calls in FX; any other is refused with Bad command, as the OS does."""
        if a not in FX:
            known = ", ".join(map(str, FX))
            raise BasicError.named("Bad command", f"*FX {a}: this machine knows {known}")
        FX[a](self, x, y)

    def restart(self) -> None:
        """BREAK: the machine as it was when it was switched on; time and random numbers go on."""
        self._play(self._sound.silence(self.now))
        self._sound = Sound(self._envelopes)
        self._printer = Printer()
        self.keyboard.restart()
        self.vdu_driver.restart()

    # the seam

    @property
    def attention(self) -> bool:
        """A front end sets it when something happened: the next statement that writes to the screen takes it in."""
        return self._alarm == 0

    @attention.setter
    def attention(self, wanted: bool) -> None:
        self._alarm = 0 if wanted else self.statements + self.longest_run

    def attention_at(self, statement: int | None) -> None:
        """Let the statement of this number take in what has happened, if none has to do so earlier; None: none."""
        if not self.attention:
            latest = self.statements + self.longest_run
            self._alarm = latest if statement is None else min(statement, latest)

    def _attend(self) -> None:
        """Take in what has happened; ESCAPE ends here, with the error it is."""
        self.attending = True
        try:
            self._wait(0)
        finally:
            self.attending = False

    def _wait(self, timeout: float | None, wanted: bool = False) -> None:
        self.attention = False
        self.keyboard.wanted = wanted
        repeat = max(0.0, self.keyboard.repeats_at - self.now)
        events = self.front.wait(self, repeat if timeout is None or repeat < timeout else timeout)
        self.now = self.front.now()
        self.keyboard.take(events, self.now)
        for _ in range(self.keyboard.lost):
            self._bell()
        self.keyboard.lost = 0
        if self.keyboard.escape:
            self.keyboard.escape = False
            self._escape()

    def _escape(self) -> None:
        self.keyboard.flush()
        self.vdu_driver.abandon()
        self._play(self._sound.silence(self.now))
        raise Escape

    def report(self, error: BaseException) -> None:
        """Say an error on the screen as the original would, whatever state the screen is in."""
        plane = self.screen.text_plane
        self.vdu_driver.abandon()
        self.write(bytes([6, 4, 26, 31, plane.column, plane.row]))
        self.print(NL, said(error))


def said(error: BaseException) -> str:
    """An error in the machine's words; Python's own where BASIC has none."""
    if isinstance(error, BasicError):
        return error.message
    for kind, message in SAID.items():
        if isinstance(error, kind):
            return message
    text = f"{type(error).__name__}: {error}".encode("ascii", "replace").decode()
    return "".join(letter if letter >= " " else " " for letter in text)


SAID: dict[type[BaseException], str] = {
    ZeroDivisionError: "Division by zero",
    IndexError: "Subscript",
    RecursionError: "No room",
    MemoryError: "No room",
}


def _cursor_keys(m: Machine, x: int, y: int) -> None:
    m.keyboard.cursor_keys = x


def _flash_first(m: Machine, x: int, y: int) -> None:
    m.screen.palette.rhythm.first = x
    m.screen.changed()


def _flash_second(m: Machine, x: int, y: int) -> None:
    m.screen.palette.rhythm.second = x
    m.screen.changed()


def _repeat_delay(m: Machine, x: int, y: int) -> None:
    m.keyboard.repeat_delay = x


def _repeat_rate(m: Machine, x: int, y: int) -> None:
    m.keyboard.repeat_rate = x or 1


def _flush(m: Machine, x: int, y: int) -> None:
    m.keyboard.flush()
    if x == 0:
        m._play(m._sound.silence(m.now))


def _flush_one(m: Machine, x: int, y: int) -> None:
    if x == 0:
        m.keyboard.flush()
    elif 4 <= x <= 7:
        m._play(m._sound.flush(x - 4, m.now))


def _explode(m: Machine, x: int, y: int) -> None:
    m.screen.characters.explode(x)


def _function_keys(m: Machine, x: int, y: int) -> None:
    m.keyboard.function_base = x


def _escape_key(m: Machine, x: int, y: int) -> None:
    m.keyboard.escape_types = x == 1


FX = {
    4: _cursor_keys,
    9: _flash_first,
    10: _flash_second,
    11: _repeat_delay,
    12: _repeat_rate,
    15: _flush,
    20: _explode,
    21: _flush_one,
    225: _function_keys,
    229: _escape_key,
}
