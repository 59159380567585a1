"""The process round the program: signals, threads, and what is printed while the terminal is in other use."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import threading
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

ENDS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK")
RESIZED, PAUSED, RESUMED = "SIGWINCH", "SIGTSTP", "SIGCONT"


@contextmanager
def handled(handlers: Mapping[str, Callable[[int], None]]) -> Iterator[None]:
    """Have these signals, as far as the system has them, call functions of their numbers.

    One that is ignored stays ignored; in another thread than the main one nothing is changed.
    """
    before = {}
    if threading.current_thread() is threading.main_thread():
        for name, handler in handlers.items():
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                before[number] = signal.signal(number, _calling(handler))
    try:
        yield
    finally:
        for number, handler_before in before.items():
            signal.signal(number, handler_before)


@contextmanager
def waking() -> Iterator[int | None]:
    """Gives a file to read from that can be read whenever a signal has come; None where there is no such thing.

    Python's handlers run when a system call is over; one that begins just after the signal would not be interrupted.
    """
    if os.name == "nt" or threading.current_thread() is not threading.main_thread():
        yield None
        return
    reader, writer = os.pipe()
    for end in (reader, writer):
        os.set_blocking(end, False)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    try:
        yield reader
    finally:
        signal.set_wakeup_fd(before)
        os.close(reader)
        os.close(writer)


def _calling(handler: Callable[[int], None]) -> Callable[[int, object], None]:
    return lambda number, _: handler(number)


def obey(number: int) -> None:
    """Let a signal do to this process what it does to one that does not handle it; returns if it goes on."""
    handler = signal.signal(number, signal.SIG_DFL)
    try:
        signal.raise_signal(number)
    finally:
        signal.signal(number, handler)


def interrupt() -> None:
    """Interrupt the main thread, as Ctrl-C does; from any thread."""
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)


def leave_signals() -> None:
    """Leave all signals to the main thread: one that another thread takes would not wake it."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())


class Held(contextlib.ExitStack):
    """Keeps what is printed, to standard output and error, until the end of a `with` block."""

    def __init__(self) -> None:
        super().__init__()
        self._kept = [(sys.stdout, io.StringIO()), (sys.stderr, io.StringIO())]

    def __enter__(self) -> Held:
        super().__enter__()
        self._kept = [(sys.stdout, io.StringIO()), (sys.stderr, io.StringIO())]
        self.callback(self.tell)
        self.enter_context(contextlib.redirect_stdout(self._kept[0][1]))
        self.enter_context(contextlib.redirect_stderr(self._kept[1][1]))
        return self

    def tell(self) -> None:
        """Print it now, once."""
        for stream, kept in self._kept:
            text = kept.getvalue()
            kept.seek(0)
            kept.truncate()
            with contextlib.suppress(OSError, ValueError):
                stream.write(text)
                stream.flush()
