"""Reads the terminal in a separate thread, so that keys are noticed while the program computes."""

import queue
import threading
from collections.abc import Callable

from retro.frontends.terminal.console import Console
from retro.frontends.terminal.signals import block_signals

LONGEST_WAIT = 3600.0  # seconds; callers that wait longer call again
STOP_TIMEOUT = 1.0  # seconds


class InputReader:
    """Reads a terminal as soon as it sends, independently of the program.

    Args:
        on_input: called in the reader's thread after something was typed, and when the terminal has gone.
    """

    def __init__(self, console: Console, on_input: Callable[[], None]) -> None:
        self._console, self._on_input = console, on_input
        self._chunks: queue.SimpleQueue[str | None] = queue.SimpleQueue()  # None: the terminal has gone
        self._thread: threading.Thread | None = None
        self._stopped = True

    def start(self) -> None:
        """Start the thread that reads the terminal's input."""
        if self._stopped:
            self._stopped = False
            self._thread = threading.Thread(target=self._loop, daemon=True, name="input")
            self._thread.start()

    def stop(self) -> None:
        """Stop reading, so that another program can read the terminal."""
        self._stopped = True
        self._console.wake()
        if self._thread is not None:
            self._thread.join(STOP_TIMEOUT)

    def read(self, timeout: float) -> str:
        """Return the bytes typed; empty after the timeout or a signal. Raises EOFError if the terminal was closed."""
        try:
            text = self._chunks.get(timeout=min(timeout, LONGEST_WAIT))
        except queue.Empty:
            return ""
        if text is None:
            self._chunks.put(None)
            raise EOFError
        return text

    @property
    def waiting(self) -> bool:
        """Whether there is input that has not been read."""
        return not self._chunks.empty()

    def _loop(self) -> None:
        block_signals()
        text: str | None = ""
        while text is not None and not self._stopped:
            try:
                text = self._console.read(None)
            except EOFError:
                text = None
            if text != "" or self._chunks.empty():  # an empty text lets the main thread handle a signal
                self._chunks.put(text)
            if text != "":
                self._on_input()
