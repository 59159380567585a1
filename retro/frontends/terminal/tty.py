"""The terminal as a device under POSIX: modes, size, input and output."""

import codecs
import locale
import os
import re
import select
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import NamedTuple

MAX_WAIT = 3600.0  # seconds of one `select`; callers that wait longer call again
CHUNK = 4096  # bytes
ASCII_TERMINALS = re.compile(r"vt\d|wy|hp|sun")  # the beginning of TERM
ASCII_LOCALES, COERCED = ("C", "POSIX"), ("C.UTF-8", "C.utf8", "UTF-8")


class Area(NamedTuple):
    """The size of the terminal, or of a part of it that begins at column `left`; sizes in pixels are 0 if unknown."""

    columns: int
    rows: int
    pixel_width: int = 0
    pixel_height: int = 0
    left: int = 0


def ascii_only(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal shows only ASCII, by its type or by the locale.

    In the locale C Python writes UTF-8 all the same, and puts another one into LC_CTYPE.
    """
    set_by_user = ["LC_ALL", "LC_CTYPE", "LANG"]
    if environment.get("LC_CTYPE") in COERCED and environment.get("LANG", "") in ASCII_LOCALES:
        set_by_user.remove("LC_CTYPE")
    locale_name = next(filter(None, map(environment.get, set_by_user)), "")
    return locale_name in ASCII_LOCALES or ASCII_TERMINALS.match(environment.get("TERM", "")) is not None


class PosixConsole:
    """The terminal of standard input and output, controlled by termios.

    encoding: of the output. wakeup_fd: a file descriptor; a byte written to it ends `read`.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        assert sys.__stdin__ is not None
        assert sys.__stdout__ is not None
        self._in, self._out = sys.__stdin__.fileno(), sys.__stdout__.fileno()
        self.encoding = "ascii" if ascii_only(environment) else sys.__stdout__.encoding
        self._decoder = codecs.getincrementaldecoder(locale.getpreferredencoding(False))("ignore")
        self._before: list[object] | None = None
        self._woken, self.wakeup_fd = os.pipe()
        for end in (self._woken, self.wakeup_fd):
            os.set_blocking(end, False)

    @property
    def has_unicode(self) -> bool:
        """Whether the output's encoding has all characters."""
        return "utf" in self.encoding.lower()

    def wake(self) -> None:
        """End a `read` of the terminal in another thread."""
        with suppress(BlockingIOError):
            os.write(self.wakeup_fd, b"\0")

    if sys.platform != "win32":

        def set_raw_mode(self) -> None:
            """Have the terminal deliver every key at once and without echo, except Ctrl-C."""
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
            """Restore the modes that the terminal had before."""
            if self._before is not None:
                with self._termios() as termios:
                    termios.tcsetattr(self._in, termios.TCSANOW, self._before)

        @contextmanager
        def _termios(self) -> Iterator[ModuleType]:
            """Yield the module termios, which sets the terminal's modes; convert its errors to OSError."""
            import termios

            try:
                yield termios
            except termios.error as error:
                raise OSError(*error.args) from error

        def area(self) -> Area:
            """Return the terminal's size in columns and rows, as its driver knows it."""
            import fcntl
            import struct
            import termios

            size = fcntl.ioctl(self._out, termios.TIOCGWINSZ, bytes(8))
            rows, columns, width, height = struct.unpack("HHHH", size)
            return Area(columns or 80, rows or 25, width, height)

        @property
        def backspace(self) -> str:
            """The character that the terminal's driver takes for Backspace."""
            import termios

            erase = termios.tcgetattr(self._in)[6][termios.VERASE]
            return erase.decode("latin-1") if isinstance(erase, bytes) else "\x7f"

    def read(self, timeout: float | None) -> str:
        """Return the bytes typed; empty after the timeout or a signal. Raises EOFError if the terminal was closed."""
        left = MAX_WAIT if timeout is None else min(timeout, MAX_WAIT)
        ready = select.select([self._in, self._woken], [], [], left)[0]
        if self._woken in ready:
            os.read(self._woken, CHUNK)
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
        """Write all bytes to the terminal. Raises OSError if it was closed or accepts nothing within the timeout."""
        while data:
            if timeout is not None and not select.select([], [self._out], [], timeout)[1]:
                raise TimeoutError("the terminal accepts no output")
            try:
                data = data[os.write(self._out, data) :]
            except BlockingIOError:
                select.select([], [self._out], [], timeout)
