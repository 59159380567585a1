"""The console of Windows, by blessed, which knows its modes and how to wait for its keys. Works elsewhere too."""

from __future__ import annotations

import contextlib
import sys
import time

from retro.frontends.terminal.console import CannotOpen, Room

TYPE_CHECKING = False
if TYPE_CHECKING:
    import blessed

LOOK = 0.25  # seconds after which the front end may look at the size, of whose changes nobody tells


def open_console() -> Blessed:
    """Raises CannotOpen."""
    try:
        import blessed
    except ImportError as error:
        raise CannotOpen(
            "The terminal cannot be used: blessed is not installed (pip install 'blessed>=1.40')"
        ) from error
    prepare_output()
    return Blessed(blessed.Terminal(force_styling=None))


def prepare_output() -> None:
    """Have the console obey escape sequences: those before Windows 11 have to be asked."""
    if sys.platform == "win32":
        import ctypes

        output, processed = -11, 0x1 | 0x4
        kernel = ctypes.windll.kernel32
        kernel.SetConsoleMode(kernel.GetStdHandle(output), processed)


class Blessed:
    """A terminal by blessed. Its own styling stays off: it would ask the terminal questions, and obey NO_COLOR."""

    encoding = "utf-8"
    woken: int | None = None
    backspace = "\x7f"

    def __init__(self, terminal: blessed.Terminal) -> None:
        self._terminal = terminal
        self._modes = contextlib.ExitStack()

    def raw(self) -> None:
        """Take every key but Ctrl-C as it is."""
        self._modes.close()
        self._modes.enter_context(self._terminal.cbreak())

    def restore(self) -> None:
        """The modes as they were."""
        self._modes.close()

    def room(self) -> Room:
        """Ask the console."""
        return Room(self._terminal.width, self._terminal.height)

    def read(self, timeout: float | None) -> str:
        """Wait for keys, at most a moment longer than it takes to see that the size has changed."""
        left = LOOK if timeout is None else min(timeout, LOOK)
        typed = ""
        end = time.monotonic() + left
        while self._terminal.kbhit(max(0.0, end - time.monotonic())):
            with contextlib.suppress(UnicodeDecodeError):
                typed += self._terminal.getch()
            end = 0.0
        return typed

    def write(self, data: bytes, patience: float | None = None) -> None:
        """Write through Python's own stream, which knows the console's UTF-8."""
        assert sys.__stdout__ is not None
        sys.__stdout__.buffer.write(data)
        sys.__stdout__.buffer.flush()
