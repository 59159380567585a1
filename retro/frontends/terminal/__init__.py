"""The front end in a terminal: any program, over ssh, in tmux, without a display.

The program runs in the thread it was called in, the main one. A second one draws (painter.py). They share the
screen, which needs no lock: the painter looks at it after it has been changed, and once more.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sys
import threading
import time

from retro.conduct import conduct, quick_switches
from retro.font import default
from retro.frontend import PowerOff
from retro.frontends.terminal.console import CannotOpen, console
from retro.frontends.terminal.keys import PATIENCE, Keys
from retro.frontends.terminal.offer import RENDERINGS, faces
from retro.frontends.terminal.painter import UNTITLED, Painter
from retro.frontends.terminal.process import (
    ENDS,
    PAUSED,
    RESIZED,
    RESUMED,
    Held,
    handled,
    interrupt,
    obey,
    waking,
)
from retro.frontends.terminal.second import make_room
from retro.machine import Machine
from retro.pointer import Mouse
from retro.sound import BELL, LOUDEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from retro.frontend import Program
    from retro.frontends.terminal.console import Console
    from retro.keyboard import Event
    from retro.notes import Note
    from retro.second import Second

__all__ = ["RENDERINGS", "CannotOpen", "Terminal"]

LAST_RESORT = 1.0  # seconds that a program has to notice that it is switched off
RESTORING = 5.0  # seconds that a slow terminal has to take the last that is written to it
AT_ONCE = 0.3  # the same, when the process ends without the program's consent
ANY_KEY = ("text", "key")


class Terminal:
    """A machine in the terminal that this process was started in. For one run.

    render: one of RENDERINGS. mute: no bell. title: of the terminal's window. linger: at the end of the program wait
    for a key. second: one more screen to show.
    """

    machine: Machine

    def __init__(
        self,
        *,
        render: str = "auto",
        mute: bool = False,
        title: str = "retro",
        linger: bool = True,
        second: Second | None = None,
    ) -> None:
        if render not in RENDERINGS:
            raise ValueError(f"render {render!r}: expected one of {', '.join(RENDERINGS)}")
        self._render, self._mute, self._title, self._linger = render, mute, title, linger
        self._second, self._resizing = second, True
        self._started = time.perf_counter()
        self._printed = Held()
        self._resort = threading.Timer(LAST_RESORT, self._last_resort)
        self._resort.daemon = True
        self._ended_by: int | None = None
        self._gone = self._leaving = False
        self._typed = ""
        self._mouse = Mouse()
        self._console: Console
        self._painter: Painter | None = None
        self._keys: Keys

    def run(self, program: Program, seed: int) -> Machine:
        """Take over the terminal, run the program to its end, give the terminal back.

        Raises CannotOpen, ProgramFailed, and KeyboardInterrupt after Ctrl-C. Any other signal that ends the program
        ends the process, when the terminal is as it was.
        """
        self._console = console()
        m = self.machine = Machine(self, default(), seed)
        error: BaseException | None = None
        with self._printed, quick_switches(), waking() as woken, handled(self._handlers()):
            self._console.woken = woken
            try:
                self._open(m)
                self._session(m, program)
            except PowerOff:
                pass
            except BaseException as caught:
                error = caught
            finally:
                self._close(RESTORING)
                self._resort.cancel()
        self._report(error)
        return m

    def _open(self, m: Machine) -> None:
        environment = os.environ
        self._console.raw()
        self._keys = Keys(self._console.backspace, self._pointed)
        try:
            ways, self._typed = faces(self._render, self._console, environment, sys.platform == "win32", self._second)
        except EOFError:
            self._gone = True
            raise PowerOff from None
        title = "" if environment.get("TERM", "").startswith(UNTITLED) else self._title
        self._painter = Painter(
            self._console, m.screen, ways, self.now, self._seen, self._not_drawn, self._pointing, title, self._second
        )
        self._make_room()
        self._started = time.perf_counter()
        self._painter.start()

    def _session(self, m: Machine, program: Program) -> None:
        try:
            conduct(m, program, self._linger)
        finally:
            self._leaving = True

    def _close(self, patience: float) -> None:
        """Give the terminal back, if it is still there."""
        self._leaving = True
        if self._painter is not None:
            self._painter.stop(patience)
        with contextlib.suppress(OSError):
            self._console.restore()

    def _report(self, error: BaseException | None) -> None:
        """Say how it ended, now that it can be seen."""
        if self._failure is not None and not self._gone:
            raise self._failure
        if self._ended_by == signal.SIGINT:
            raise KeyboardInterrupt
        if self._ended_by is not None:
            signal.raise_signal(self._ended_by)
        if error is not None:
            raise error

    # the seam

    def now(self) -> float:
        """Seconds since power-on."""
        return time.perf_counter() - self._started

    def wait(self, m: Machine, timeout: float | None) -> list[Event]:
        """Give what was typed; if nothing was, wait until it is."""
        now = self.now()
        end = math.inf if timeout is None else now + timeout
        while True:
            self._check()
            self._make_room()
            events = self._read(max(0.0, min(end, self._keys.next_release) - now))
            if end == math.inf and m.screen.pager.on and not m.keyboard.wanted:
                events = shifts(events)
            if self._painter is not None and self._painter.hidden:
                events = [event for event in events if event[0] not in ("text", "mouse")]
            now = self.now()
            if events or now >= end:
                return events + self._mouse.take_move()

    def note(self, note: Note) -> None:
        """Ring the bell for VDU 7, the one sound that a terminal has."""
        muted = self._mute != bool(self._keys.mutes % 2)
        if note.steps == ((0, BELL[2], LOUDEST),) and self._painter is not None and not muted:
            self._painter.ring()

    def _read(self, timeout: float) -> list[Event]:
        """What is typed within this time, and which keys count as released by then."""
        keys = self._keys
        try:
            text, self._typed = self._typed or self._console.read(timeout), ""
            events = keys.typed(text, self.now())
            while keys.unfinished:
                more = self._console.read(PATIENCE)
                events += keys.typed(more, self.now()) if more else keys.finish(self.now())
        except EOFError:
            self._gone = True
            raise PowerOff from None
        return events + keys.released(self.now())

    def _check(self) -> None:
        """A program that has caught what was to end it hears of it again."""
        if self._gone or self._ended_by is not None or self._failure is not None:
            self.machine.attention = True
            raise PowerOff

    # from the painter's thread

    @property
    def _failure(self) -> BaseException | None:
        return self._painter.failure if self._painter is not None else None

    def _pointing(self) -> bool:
        """Has the program asked for the mouse?"""
        return self.machine.keyboard.pointer.wanted

    def _pointed(self, column: int, row: int, button: int, down: bool) -> list[Event]:
        """The mouse, as the terminal reports it."""
        if self._painter is None or not self._pointing():
            return []
        canvas, at = self.machine.screen.canvas, self._painter.pixel(column, row)
        if not button:
            self._mouse.move(canvas, *at)
            return []
        return (self._mouse.press if down else self._mouse.release)(canvas, *at, button)

    def _seen(self) -> None:
        """The program has changed the picture: should it go on without waiting, it looks for keys first."""
        self.machine.attention = True

    def _not_drawn(self) -> None:
        """Drawing has ended in an error, or because the terminal is gone."""
        self._gone = isinstance(self._failure, OSError)
        self.machine.attention = True
        if not self._leaving:
            interrupt()

    # signals

    def _handlers(self) -> Mapping[str, Callable[[int], None]]:
        return dict.fromkeys(ENDS, self._end) | {RESIZED: self._resized, PAUSED: self._pause, RESUMED: self._resume}

    def _end(self, number: int) -> None:
        if self._failure is None and self._ended_by is None:
            self._ended_by = number
            self.machine.attention = True
            self._resort.start()
        if not self._leaving:
            raise KeyboardInterrupt if self._ended_by == signal.SIGINT else PowerOff

    def _make_room(self) -> None:
        """Tell the owner of the second screen how much of it fits, if that may be new."""
        if self._second is not None and self._resizing:
            self._resizing = False
            with contextlib.suppress(OSError):
                make_room(self._second, self._console.room())

    def _resized(self, _: int) -> None:
        self._resizing = True
        if self._painter is not None:
            self._painter.nudge()

    def _pause(self, number: int) -> None:
        if self._painter is not None:
            self._painter.pause()
        with contextlib.suppress(OSError):
            self._console.restore()
        obey(number)
        self._resume(number)

    def _resume(self, _: int) -> None:
        """The process goes on; also one whose terminal is gone, to hear of that."""
        if not self._leaving:
            with contextlib.suppress(OSError):
                self._console.raw()
            if self._painter is not None:
                self._painter.resume()

    def _last_resort(self) -> None:
        """The program does not listen: end the process without it."""
        self._close(AT_ONCE)
        self._printed.tell()
        os._exit(128 + (self._ended_by or 0))


def shifts(events: list[Event]) -> list[Event]:
    """Any key as SHIFT, which a terminal does not tell of, and which page mode waits for; Escape stays itself."""
    if any(event == ("key", "ESCAPE") for event in events):
        return events
    return [("down", "SHIFT"), ("up", "SHIFT")] if any(kind in ANY_KEY for kind, _ in events) else []
