"""The front end with a window, by pyglet. The one place that knows of threads.

The program runs in a thread of its own, so that the window lives whatever the program does; the main thread is the
toolkit's. They meet in three places. Keys wait in a queue until the program takes them, in `wait`. Notes wait in
another for the main thread. The screen needs no lock: the window looks at it after it has been changed, and once more.
"""

from __future__ import annotations

import contextlib
import locale
import os
import signal
import sys
import threading
import time
from contextlib import contextmanager

from retro.conduct import conduct, quick_switches
from retro.font import default
from retro.frontend import PowerOff
from retro.frontends.window.diagnosis import CannotOpen, cannot_open
from retro.machine import Machine
from retro.pointer import Mouse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from retro.frontend import Program
    from retro.frontends.window.sound import Speaker
    from retro.frontends.window.view import View
    from retro.keyboard import Event
    from retro.notes import Note
    from retro.screen import Picture
    from retro.second import Second

__all__ = ["CannotOpen", "Window"]

PATIENCE = 1.0  # seconds that a program has to notice that it is switched off
LONGEST = 3600.0  # seconds of one wait; whoever waits longer asks again
TICK = 1 / 60  # seconds; only where the toolkit's loop cannot sleep
HEARTBEAT = 1.0  # seconds; where Ctrl-C does not wake the toolkit's loop


class Window:
    """A machine in a window. For one run, on the main thread.

    scale: screen pixels a pixel of the 320-wide MODEs, None: what fits the screen. mute: begin without sound; the
    audio device is not opened. linger: at the end of the program wait for a key. screenshots: the folder for F12;
    None: the current one, or the user's pictures, where that cannot be written to. second: one more picture to show.
    """

    machine: Machine

    def __init__(
        self,
        *,
        scale: int | None = None,
        fullscreen: bool = False,
        mute: bool = False,
        title: str = "retro",
        linger: bool = True,
        screenshots: str | os.PathLike[str] | None = None,
        second: Second | None = None,
    ) -> None:
        self._scale, self._fullscreen, self._mute = scale, fullscreen, mute
        self._title, self._linger, self._screenshots = title, linger, screenshots
        self._second = second
        self._started = time.perf_counter()
        self._meeting = threading.Condition()
        self._events: list[Event] = []
        self._mouse = Mouse()
        self._calls: list[Callable[[], None]] = []
        self._off = self._interrupted = self._changed = False
        self._failure: BaseException | None = None
        self._view: View
        self._speaker: Speaker

    def run(self, program: Program, seed: int) -> Machine:
        """Open a window, run the program to its end or until the window is closed.

        Raises CannotOpen, ProgramFailed, and KeyboardInterrupt after Ctrl-C in the terminal.
        """
        m = self.machine = Machine(self, default(), seed)
        try:
            self._open(m)
        except Exception as error:
            raise cannot_open(error) from error
        worker = threading.Thread(target=self._work, args=(m, program), daemon=True, name="program")
        with interruptible(self._interrupt), quick_switches():
            self._started = time.perf_counter()
            worker.start()
            self._view.later(self._leave_if_interrupted, 0.0)
            try:
                loop()
            finally:
                self._end(worker)
        if self._interrupted:
            raise KeyboardInterrupt
        if self._failure is not None:
            raise self._failure
        return m

    def _open(self, m: Machine) -> None:
        prepare()
        from retro.frontends.window.sound import Speaker
        from retro.frontends.window.view import View

        screens = [m.screen, *([self._second.screen] if self._second else [])]
        self._view = View(self, screens, self._title, self._scale, self._fullscreen)  # type: ignore[abstract]
        self._speaker = Speaker(self.now, self._view.later, self.call, self._mute)

    def _end(self, worker: threading.Thread) -> None:
        self._switch_off()
        self._speaker.close()
        self._view.close()
        worker.join(PATIENCE)

    def _switch_off(self) -> None:
        with self._meeting:
            self._off = self.machine.attention = True
            self._meeting.notify()

    # the program's side, in its thread

    def _work(self, m: Machine, program: Program) -> None:
        try:
            conduct(m, program, self._linger)
        except PowerOff:
            pass
        except BaseException as error:
            self._failure = error
        finally:
            self.call(leave)

    def now(self) -> float:
        """Seconds since power-on."""
        return time.perf_counter() - self._started

    def wait(self, m: Machine, timeout: float | None) -> list[Event]:
        """Give what was typed; if nothing was, wait until it is. What has changed on the screen is drawn now."""
        if self._changed and timeout != 0:
            self._changed = False
            self.call(self._view.catch_up)
        with self._meeting:
            self._meeting.wait_for(
                lambda: self._events or self._off, LONGEST if timeout is None else min(timeout, LONGEST)
            )
            m.attention = self._off
            events, self._events = self._events + self._mouse.take_move(), []
        if self._off:
            raise PowerOff
        return events

    def note(self, note: Note) -> None:
        """Have the main thread play a note."""
        self.call(lambda: self._speaker.take((note,)))

    def alert(self) -> None:
        """Have the main thread draw: the screen has changed, for the first time since it was drawn."""
        self._changed = True
        self.call(self._view.changed)

    def call(self, function: Callable[[], None]) -> None:
        """Have the main thread call a function soon; from any thread. It is woken once for several."""
        with self._meeting:
            self._calls.append(function)
            first = len(self._calls) == 1
        if first:
            self._view.wake()

    # the window's side, in the main thread

    def news(self) -> None:
        """Do what the other threads want done."""
        with self._meeting:
            calls, self._calls = self._calls, []
        for function in calls:
            function()

    def keys(self, events: list[Event]) -> None:
        """Something happened on the keyboard: tell the program, even if it computes."""
        if events:
            with self._meeting:
                self._events += events
                self.machine.attention = True
                self._meeting.notify()

    def pointer(self, action: Callable[[Mouse], list[Event] | None]) -> None:
        """The mouse did something, if the program has asked for it; moving alone wakes nobody."""
        if self.machine.keyboard.pointer.wanted:
            with self._meeting:
                events = action(self._mouse)
            self.keys(events or [])

    def mute(self) -> str:
        """Sound off or on."""
        self._speaker.toggle()
        return "sound off" if self._speaker.muted else "sound on"

    def screenshot(self, picture: Picture) -> str:
        """Save a picture under a new name."""
        from retro.pictures import save_new

        name = f"{plain(self._title)}-{time.strftime('%Y-%m-%d-%H%M%S')}"
        for folder in folders(self._screenshots):
            try:
                return "saved " + os.path.normpath(os.path.join(folder, save_new(picture, folder, name)))
            except (OSError, ImportError) as error:
                reason = error
        return f"not saved: {reason}"

    def close(self) -> None:
        """The user has closed the window."""
        self._switch_off()
        leave()

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self._interrupted = True
        leave()

    def _leave_if_interrupted(self) -> None:
        """Ctrl-C just before the loop began: the loop has forgotten it."""
        if self._interrupted:
            leave()


def plain(title: str) -> str:
    """A title as part of a file's name."""
    words = "".join(letter if letter.isalnum() else " " for letter in title).split()
    return "-".join(words).lower() or "retro"


def folders(wanted: str | os.PathLike[str] | None) -> list[str]:
    """Where to try to save a picture, one after the other."""
    if wanted is not None:
        return [os.fspath(wanted)]
    home = os.path.expanduser("~")
    return [os.curdir, os.path.join(home, "Pictures"), home]


# the toolkit


def prepare() -> None:
    """Set what must be set before pyglet's window module is loaded."""
    import pyglet

    pyglet.options.debug_gl = False
    pyglet.options.shadow_window = False
    pyglet.options.dpi_scaling = "real"
    if sys.platform == "linux" and locale.getlocale()[1] != "UTF-8":
        # In any other locale pyglet reads what is typed as ASCII, and fails at a pound sign.
        with contextlib.suppress(locale.Error):
            locale.setlocale(locale.LC_CTYPE, "C.UTF-8")


def loop() -> None:
    """Pyglet's loop, until `leave`. It sleeps until something happens, but on M1 Macs, where it cannot."""
    from pyglet import app, clock

    if sys.platform != "linux":
        clock.schedule_interval(lambda _: None, HEARTBEAT)
    app.run(TICK if type(app.event_loop).__name__ == "CocoaAlternateEventLoop" else None)


def leave() -> None:
    """End the loop; from any thread, and from a signal."""
    from pyglet import app

    app.exit()


@contextmanager
def interruptible(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Have Ctrl-C in the terminal call a function; where it is ignored, or this is not the main thread, it stays so."""
    before = signal.getsignal(signal.SIGINT)
    if before in (signal.SIG_IGN, None) or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
