"""The terminal as a device: its modes and size, input and output. The console of Windows is in windows.py."""

import codecs
import locale
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import NamedTuple

MAX_WAIT = 3600.0  # seconds of one `select`; callers that wait longer call again
CHUNK = 4096  # bytes


class Area(NamedTuple):
    """The terminal, or a part of it that begins at column `left`. Sizes in pixels are 0 where they are not known."""

    columns: int
    rows: int
    pixel_width: int = 0
    pixel_height: int = 0
    left: int = 0


class PosixConsole:
    """The terminal of standard input and output, controlled by termios.

    encoding: of the output. wakeup_fd: a file descriptor that ends `read` when it becomes readable, or None.
    """

    def __init__(self) -> None:
        assert sys.__stdin__ is not None
        assert sys.__stdout__ is not None
        self._in, self._out = sys.__stdin__.fileno(), sys.__stdout__.fileno()
        self.encoding = sys.__stdout__.encoding
        self._decoder = codecs.getincrementaldecoder(locale.getpreferredencoding(False))("ignore")
        self._before: list[object] | None = None
        self.wakeup_fd: int | None = None

    if sys.platform != "win32":

        def set_raw_mode(self) -> None:
            """Deliver every key at once and without echo, except Ctrl-C."""
            with self._termios() as termios:
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

        def restore(self) -> None:
            """Restore the modes."""
            if self._before is not None:
                with self._termios() as termios:
                    termios.tcsetattr(self._in, termios.TCSANOW, self._before)

        @contextmanager
        def _termios(self) -> Iterator[ModuleType]:
            """Yield termios; raise its errors as OSError, which they are not."""
            import termios

            try:
                yield termios
            except termios.error as error:
                raise OSError(*error.args) from error

        def area(self) -> Area:
            """Return the size that the terminal's driver knows."""
            import fcntl
            import struct
            import termios

            size = fcntl.ioctl(self._out, termios.TIOCGWINSZ, bytes(8))
            rows, columns, width, height = struct.unpack("HHHH", size)
            return Area(columns or 80, rows or 25, width, height)

        @property
        def backspace(self) -> str:
            """The character that the driver takes for Backspace."""
            import termios

            erase = termios.tcgetattr(self._in)[6][termios.VERASE]
            return erase.decode("latin-1") if isinstance(erase, bytes) else "\x7f"

    def read(self, timeout: float | None) -> str:
        """Return what was typed; empty after so many seconds or a signal. Raise EOFError when it has gone."""
        left = MAX_WAIT if timeout is None else min(timeout, MAX_WAIT)
        others = [] if self.wakeup_fd is None else [self.wakeup_fd]
        ready = select.select([self._in, *others], [], [], left)[0]
        if self.wakeup_fd in ready:
            os.read(others[0], CHUNK)
        if self._in not in ready:
            return ""
        try:
            data = os.read(self._in, CHUNK)
        except OSError as error:
            raise EOFError from error
        if not data:
            raise EOFError
        return self._decoder.decode(data)

    def write(self, data: bytes, timeout: float | None = None) -> None:
        """Write all of it. Raise OSError when the terminal has gone or accepts nothing for so many seconds."""
        while data:
            if timeout is not None and not select.select([], [self._out], [], timeout)[1]:
                raise TimeoutError("the terminal accepts no output")
            try:
                data = data[os.write(self._out, data) :]
            except BlockingIOError:
                select.select([], [self._out], [], timeout)
