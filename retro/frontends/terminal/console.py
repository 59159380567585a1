"""The terminal as a device: its modes, its size, bytes in and out. Windows has its own, in windows.py."""

from __future__ import annotations

import codecs
import locale
import os
import select
import sys
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import ModuleType
    from typing import Protocol, TextIO

    class Console(Protocol):
        """What the front end asks of a terminal.

        encoding: of what is written. woken: a file to read from that ends the waiting for keys; None: there is none.
        """

        encoding: str
        woken: int | None

        def raw(self) -> None:
            """Give every key at once, without echo, also those that usually edit a line or stop a program.

            Ctrl-C stays what it is.
            """

        def restore(self) -> None:
            """The modes as they were."""

        def room(self) -> Room:
            """How large the terminal is now."""

        def read(self, timeout: float | None) -> str:
            """What was typed; empty after that many seconds without, or earlier. Raises EOFError when it is gone."""

        def write(self, data: bytes, patience: float | None = None) -> None:
            """Write it all. Raises OSError when the terminal is gone, or takes nothing for so many seconds."""

        @property
        def backspace(self) -> str:
            """What the Backspace key sends: DEL, or Ctrl-H."""


LONGEST = 3600.0  # seconds of one wait; whoever waits longer asks again
AT_ONCE = 4096  # bytes
TOO_DUMB = ("", "dumb", "unknown")
HINT = "without a terminal there is --front headless"


class CannotOpen(Exception):
    """There is no terminal to use; str() is one sentence that says why, and what to do."""


class Room:
    """The size of a terminal, or of a part of it: in characters, and in pixels, 0 where it does not say.

    left: the column it begins in.
    """

    __slots__ = ("columns", "high", "left", "rows", "wide")

    def __init__(self, columns: int, rows: int, wide: int = 0, high: int = 0, left: int = 0) -> None:
        self.columns, self.rows, self.wide, self.high, self.left = columns, rows, wide, high, left

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Room) and self._all == other._all

    def __hash__(self) -> int:
        return hash(self._all)

    @property
    def _all(self) -> tuple[int, ...]:
        return self.columns, self.rows, self.wide, self.high, self.left


def console(environment: Mapping[str, str] = os.environ) -> Console:
    """The terminal this process was started in. Raises CannotOpen."""
    kind = environment.get("TERM", "")
    for name, stream in (("output", sys.__stdout__), ("input", sys.__stdin__)):
        if not is_terminal(stream):
            raise CannotOpen(f"The terminal cannot be used: standard {name} is not one (a file, or a pipe?); {HINT}")
    if sys.platform == "win32":
        from retro.frontends.terminal.windows import open_console

        return open_console()
    if kind in TOO_DUMB:
        said = f"TERM is {kind}" if kind else "TERM is not set"
        raise CannotOpen(f"The terminal cannot be used: {said}, so that it cannot move its cursor; {HINT}")
    return Posix()


def is_terminal(stream: TextIO | None) -> bool:
    """Is this stream a terminal?"""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # it is closed
        return False


class Posix:
    """A terminal by termios, on standard input and output."""

    def __init__(self) -> None:
        assert sys.__stdin__ is not None
        assert sys.__stdout__ is not None
        self._in, self._out = sys.__stdin__.fileno(), sys.__stdout__.fileno()
        self.encoding = sys.__stdout__.encoding
        self._decoder = codecs.getincrementaldecoder(locale.getpreferredencoding(False))("ignore")
        self._before: list[object] | None = None
        self.woken: int | None = None

    if sys.platform != "win32":

        def raw(self) -> None:
            """Take every key but Ctrl-C as it is."""
            with self._modes() as termios:
                self._set(termios)

        def restore(self) -> None:
            """The modes as they were."""
            if self._before is not None:
                with self._modes() as termios:
                    termios.tcsetattr(self._in, termios.TCSANOW, self._before)

        def _set(self, termios: ModuleType) -> None:
            modes = termios.tcgetattr(self._in)
            if self._before is None:
                self._before = [*modes[:6], list(modes[6])]
            modes[0] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR | termios.IXON | termios.ISTRIP)
            modes[3] = modes[3] & ~(termios.ICANON | termios.ECHO | termios.IEXTEN) | termios.ISIG
            unused = os.fpathconf(self._in, "PC_VDISABLE").to_bytes(1, "big")
            for name in ("VSUSP", "VQUIT", "VDSUSP", "VSTATUS"):
                if hasattr(termios, name):
                    modes[6][getattr(termios, name)] = unused
            modes[6][termios.VINTR] = b"\x03"
            modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
            termios.tcsetattr(self._in, termios.TCSANOW, modes)

        @contextmanager
        def _modes(self) -> Iterator[ModuleType]:
            """Its errors are not OSErrors."""
            import termios

            try:
                yield termios
            except termios.error as error:
                raise OSError(*error.args) from error

        def room(self) -> Room:
            """Ask the terminal's driver."""
            import fcntl
            import struct
            import termios

            size = fcntl.ioctl(self._out, termios.TIOCGWINSZ, bytes(8))
            rows, columns, wide, high = struct.unpack("HHHH", size)
            return Room(columns or 80, rows or 25, wide, high)

        @property
        def backspace(self) -> str:
            """What the driver takes for it."""
            import termios

            erase = termios.tcgetattr(self._in)[6][termios.VERASE]
            return erase.decode("latin-1") if isinstance(erase, bytes) else "\x7f"

    def read(self, timeout: float | None) -> str:
        """Wait for keys, or a signal."""
        left = LONGEST if timeout is None else min(timeout, LONGEST)
        others = [] if self.woken is None else [self.woken]
        ready = select.select([self._in, *others], [], [], left)[0]
        if self.woken in ready:
            os.read(others[0], AT_ONCE)
        if self._in not in ready:
            return ""
        try:
            data = os.read(self._in, AT_ONCE)
        except OSError as error:
            raise EOFError from error
        if not data:
            raise EOFError
        return self._decoder.decode(data)

    def write(self, data: bytes, patience: float | None = None) -> None:
        """Write to the end, also where the terminal is slow."""
        while data:
            if patience is not None and not select.select([], [self._out], [], patience)[1]:
                raise TimeoutError("the terminal does not take what is written to it")
            try:
                data = data[os.write(self._out, data) :]
            except BlockingIOError:
                select.select([], [self._out], [], patience)
