"""The console of Windows, by the package blessed, which sets its modes and reads keys. It also runs elsewhere."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import Any

from retro.frontends import CannotOpen
from retro.frontends.terminal.tty import Area

POLL_INTERVAL = 0.25  # seconds between two checks of the size: Windows does not report its changes


def open_console() -> BlessedConsole:
    """Return the console of Windows. Raise CannotOpen if the package blessed is missing."""
    try:
        import blessed
    except ImportError as error:
        reason = "blessed is not installed (pip install 'blessed>=1.40')"
        raise CannotOpen(f"The terminal cannot be used: {reason}") from error
    if sys.platform == "win32":  # before Windows 11 consoles obey escape sequences on request only
        import ctypes

        output, processed = -11, 0x1 | 0x4
        kernel = ctypes.windll.kernel32
        kernel.SetConsoleMode(kernel.GetStdHandle(output), processed)
    return BlessedConsole(blessed.Terminal(force_styling=None))


class BlessedConsole:
    """A terminal controlled by blessed. Its styling stays off: it would query the terminal and obey NO_COLOR."""

    encoding, has_unicode = "utf-8", True
    wakeup_fd = None
    backspace = "\x7f"

    def __init__(self, terminal: Any) -> None:
        self._terminal = terminal
        self._modes = contextlib.ExitStack()

    def wake(self) -> None:
        """Do nothing to end a `read` of the console, which returns soon by itself."""

    def set_raw_mode(self) -> None:
        """Have the console deliver keys at once and without echo, except Ctrl-C."""
        self._modes.close()
        self._modes.enter_context(self._terminal.cbreak())

    def restore(self) -> None:
        """Restore the console's modes."""
        self._modes.close()

    def area(self) -> Area:
        """Return the present size of the console."""
        return Area(self._terminal.width, self._terminal.height)

    def read(self, timeout: float | None) -> str:
        """Wait for keys of the console, at most until its size is to be checked again."""
        left = POLL_INTERVAL if timeout is None else min(timeout, POLL_INTERVAL)
        typed = ""
        end = time.monotonic() + left
        while self._terminal.kbhit(max(0.0, end - time.monotonic())):
            with contextlib.suppress(UnicodeDecodeError):
                typed += self._terminal.getch()
            end = 0.0
        return typed

    def write(self, data: bytes, timeout: float | None = None) -> None:
        """Write to Python's own stream, which handles the console's UTF-8."""
        assert sys.__stdout__ is not None
        sys.__stdout__.buffer.write(data)
        sys.__stdout__.buffer.flush()
