"""Signals, and buffering of the process's output, while the terminal shows the machine."""

from __future__ import annotations

import contextlib
import io
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from retro.frontends.terminal.console import Console

TERMINATING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK")
RESIZED, STOPPED, CONTINUED = "SIGWINCH", "SIGTSTP", "SIGCONT"


@contextmanager
def waking(console: Console) -> Iterator[None]:
    """End a read of the console when a signal arrives, except on Windows and in other threads than the main one.

    Python's handlers run when a system call returns: a call that begins just after the signal would not be interrupted.
    """
    if console.wakeup_fd is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.set_wakeup_fd(console.wakeup_fd, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)


def do_default_action(number: int) -> None:
    """Perform the default action of a signal; return if the process survives it."""
    handler = signal.signal(number, signal.SIG_DFL)
    try:
        signal.raise_signal(number)
    finally:
        signal.signal(number, handler)


def interrupt_main_thread() -> None:
    """Interrupt the main thread as Ctrl-C does, from any thread."""
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)


def block_signals() -> None:
    """Block all signals in this thread: they have to reach the main thread, to wake it."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())


class DeferredOutput(contextlib.ExitStack):
    """Buffers standard output and standard error until the end of a `with` block."""

    def __enter__(self) -> DeferredOutput:
        super().__enter__()
        self._held: list[tuple[TextIO | None, io.StringIO]] = [(sys.stdout, io.StringIO()), (sys.stderr, io.StringIO())]
        self.callback(self.flush)
        self.enter_context(contextlib.redirect_stdout(self._held[0][1]))
        self.enter_context(contextlib.redirect_stderr(self._held[1][1]))
        return self

    def flush(self) -> None:
        """Write the buffered standard output and error, once."""
        for stream, held in self._held:
            text = held.getvalue()
            held.seek(0)
            held.truncate()
            if stream is not None:
                with contextlib.suppress(OSError, ValueError):  # the stream is full or closed
                    stream.write(text.encode(stream.encoding, "backslashreplace").decode(stream.encoding))
                    stream.flush()
