"""The front end of plain text: standard input and output, for pipes, dumb terminals and readers of screens.

What a program sends to the printer (VDU 2) is written as it comes, character for character. Of a program that does not
print the screen is written, as text, whenever it waits for a key and shows something new.

To INPUT a line of standard input is what was typed, with RETURN; nothing is echoed, a terminal does that itself.
To GET and INKEY each of its characters is a key, <LEFT> and the like are keys by name, and an empty line is RETURN.
The end of input switches the machine off.
"""

from __future__ import annotations

import codecs
import errno
import math
import queue
import sys
import threading
import time
from collections import deque

from retro.conduct import conduct
from retro.font import default
from retro.frontend import PowerOff
from retro.keyboard import POUND, UnknownKey, script
from retro.machine import Machine
from retro.vdu import VDU

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from retro.frontend import Program
    from retro.keyboard import Event
    from retro.notes import Note
    from retro.screen import Screen

    class Source(Protocol):
        """Where bytes come from."""

        def read(self, size: int, /) -> bytes | None:
            """What there is, up to so many; none at the end."""

    class Sink(Protocol):
        """Where bytes go."""

        def write(self, data: bytes, /) -> int | None:
            """Take some; gives how many."""


CHUNK = 65536  # bytes
SETTLED = 1.0  # seconds after which a screen that was still changing is worth writing
LOOK = 0.1  # seconds; on Windows Ctrl-C does not end a longer wait
NEXT_PRINTED, PRINTER_ON, CR, DEL = 1, 2, 13, 127
FIRST_OWN = 0xE0
RETURN: list[Event] = [("key", "RETURN")]
SHIFT: list[Event] = [("down", "SHIFT"), ("up", "SHIFT")]
NOBODY_READS = (errno.EPIPE, errno.EINVAL)  # the second is what Windows says


class CannotWrite(Exception):
    """Standard output takes nothing more; str() is one sentence."""


class Plain:
    """Runs a program with lines of text, in its own thread. For one run.

    source, sink: unbuffered; None: standard input and output.
    """

    machine: Machine

    def __init__(self, source: Source | None = None, sink: Sink | None = None) -> None:
        self._lines = Lines(source or raw("stdin"), encoding_of("stdin"))
        self._sink, self._encoding = sink or raw("stdout"), encoding_of("stdout")
        self._keys: deque[list[Event]] = deque()
        self._written = ""
        self._shown, self._seen, self._since = "", -1, 0.0
        self._trouble: OSError | None = None
        self._started = time.perf_counter()

    def run(self, program: Program, seed: int) -> Machine:
        """Run the program to its end, or to the end of input. Raises ProgramFailed and CannotWrite."""
        m = self.machine = Machine(self, default(), seed)
        m.use_driver(lambda screen, bell, spend: Printing(screen, bell, self._print))
        try:
            conduct(m, program, linger=False)
            self._show(m)
        except PowerOff:
            self._show(m)
        finally:
            self._flush()
        if self._trouble is not None and self._trouble.errno not in NOBODY_READS:
            raise CannotWrite(f"Standard output cannot be written: {self._trouble.strerror}")
        return m

    # the seam

    def now(self) -> float:
        """Seconds since power-on."""
        return time.perf_counter() - self._started

    def note(self, note: Note) -> None:
        """Text cannot be heard."""

    def wait(self, m: Machine, timeout: float | None) -> list[Event]:
        """Let time pass, or give the next key of the line; with no line left, wait for one."""
        timeout = None if timeout == math.inf else timeout
        self._flush()
        if self._trouble is not None:
            raise PowerOff
        if not m.keyboard.wanted and timeout is not None:
            time.sleep(timeout)
            return []
        if not m.keyboard.wanted and m.screen.pager.on:
            return SHIFT
        if not self._keys:
            self._read(m, timeout)
        return self._keys.popleft() if self._keys else []

    def _read(self, m: Machine, timeout: float | None) -> None:
        if timeout is None or self._settled(m):
            self._show(m)
            self._flush()
        try:
            line = self._lines.next(timeout)
        except EOFError:
            raise PowerOff from None
        if line is not None:
            self._keys.extend(keys_of(line, whole=m.keyboard.line))

    # what is written

    def _settled(self, m: Machine) -> bool:
        """Has the screen been the same for a while?"""
        if m.screen.version != self._seen:
            self._seen, self._since = m.screen.version, self.now()
        return self.now() - self._since >= SETTLED

    def _show(self, m: Machine) -> None:
        """Write the screen, if there is something new on it and the program does not print."""
        if isinstance(m.vdu_driver, Printing) and m.vdu_driver.used:
            return
        text = m.screen.text.strip("\n")
        if text not in ("", self._shown):
            self._shown = text
            self._written += f"{text}\n"

    def _print(self, codes: bytes) -> None:
        names = self.machine.screen.stand_ins
        self._written += "".join(letter_of(code, names) for code in codes)

    def _flush(self) -> None:
        """Write it all, if it is wanted still."""
        data, self._written = self._written.encode(self._encoding, "replace"), ""
        try:
            while data and self._trouble is None:
                data = data[self._sink.write(data) or 0 :]
        except OSError as error:
            self._trouble = error


class Printing(VDU):
    """A VDU driver with a printer. used: was it switched on, since the machine was? paper: takes what is printed.

    As on the original the printer gets characters, and a carriage return for the end of a line; its line feed is left
    out, as *FX 6,10 has it.
    """

    def __init__(self, screen: Screen, bell: Callable[[], None], paper: Callable[[bytes], None]) -> None:
        super().__init__(screen, bell)
        self._paper = paper
        self.used = False

    def restart(self) -> None:
        """As at power-on."""
        super().restart()
        self.used = False

    def write_one(self, code: int) -> None:
        """Take one byte, the way of them all."""
        self.write(bytes((code,)))

    def _put(self, codes: bytes) -> None:
        super()._put(codes)
        if self.printer:
            self._paper(codes)

    def _obey(self, code: int, parameters: bytes) -> None:
        super()._obey(code, parameters)
        self.used = self.used or code == PRINTER_ON
        if self.printer and code == CR:
            self._paper(b"\r")
        elif self.printer and code == NEXT_PRINTED:
            self._paper(parameters)


def letter_of(code: int, names: dict[int, str]) -> str:
    """A printed code as text; a program's own character by the name that the program has given it."""
    if code < 32 or code == DEL:
        return "\n" if code == CR else ""
    if code < 128:
        return "£" if code == POUND else chr(code)
    return names.get(code | FIRST_OWN) or names.get(code) or " "


# what is read


class Lines:
    """The lines of a stream. A thread reads them, never far ahead, so that one can also wait for some time only."""

    def __init__(self, source: Source, encoding: str) -> None:
        self._source = source
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._parts: queue.Queue[bytes] = queue.Queue(1)
        self._thread = threading.Thread(target=self._fill, daemon=True)
        self._text = ""
        self._over = False

    def next(self, timeout: float | None) -> str | None:
        """The next line without its end; None if there is none within this time. Raises EOFError after the last."""
        end = None if timeout is None else time.monotonic() + timeout
        while "\n" not in self._text and not self._over:
            data = self._part(None if end is None else max(0.0, end - time.monotonic()))
            if data is None:
                return None
            self._over = not data
            self._text += self._decoder.decode(data, final=self._over)
        if not self._text:
            raise EOFError
        line, _, self._text = self._text.partition("\n")
        return line.removesuffix("\r")

    def _part(self, timeout: float | None) -> bytes | None:
        """Some bytes, none at the end; None if nothing came."""
        if self._thread.ident is None:
            self._thread.start()
        while True:
            try:
                return self._parts.get(timeout=LOOK if timeout is None and sys.platform == "win32" else timeout)
            except queue.Empty:
                if timeout is not None:
                    return None

    def _fill(self) -> None:
        data: bytes | None = b"?"
        while data:
            try:
                data = self._source.read(CHUNK)
            except OSError:  # the terminal is gone
                data = None
            self._parts.put(data or b"")


def keys_of(line: str, whole: bool) -> list[list[Event]]:
    """The keys that a line is, each as its events. whole: it is for INPUT, as it stands and with RETURN."""
    text = "".join(map(typed, line))
    if whole or not text:
        return [[("text", letter)] for letter in text] + [RETURN]
    try:
        return script(text)
    except UnknownKey:
        return [[("text", letter)] for letter in text]


def typed(letter: str) -> str:
    """A letter as the machine can take it: a control code is a space, what it does not have a question mark."""
    if letter < " ":
        return " "
    return letter if ord(letter) < 256 and letter not in "`\x7f" else "?"


# standard input and output


class Nothing:
    """A stream that is not there."""

    def read(self, size: int, /) -> bytes:
        """The end."""
        return b""

    def write(self, data: bytes, /) -> int:
        """It is lost."""
        return len(data)


def raw(name: str) -> Any:
    """The bytes of a standard stream, unbuffered: nothing is left to be written, or locked, when the process ends."""
    stream = getattr(sys, f"__{name}__")
    return Nothing() if stream is None or stream.closed else getattr(stream.buffer, "raw", stream.buffer)


def encoding_of(name: str) -> str:
    """The encoding of a standard stream."""
    stream = getattr(sys, f"__{name}__")
    return "utf-8" if stream is None else str(stream.encoding)
