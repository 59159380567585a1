"""Process settings of a running front end: the thread switch interval, and signal handlers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

SWITCH_INTERVAL = 0.0005  # seconds between threads, so that a program that computes does not delay the drawing


@contextmanager
def frequent_thread_switches() -> Iterator[None]:
    """Shorten Python's thread switch interval, for a front end that draws in a second thread."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


@contextmanager
def signal_handlers(handlers: Mapping[str, Callable[[int, object], None]]) -> Iterator[None]:
    """Return a context in which these signals have handlers, as far as the system has them.

    An ignored signal stays ignored. Outside the main thread nothing is installed.
    """
    import signal
    import threading

    before = {}
    if threading.current_thread() is threading.main_thread():
        for name, handler in handlers.items():
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, handler_before in before.items():
            signal.signal(number, handler_before)
