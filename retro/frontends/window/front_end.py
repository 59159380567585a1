"""The front end with a window, by pyglet.

pyglet owns the main thread, so the program runs in a thread of its own and the window responds whatever the program
does. The threads exchange events (taken by the program in `wait`), function calls for the main thread, and pictures:
`Screen.picture` returns an immutable snapshot in any thread.
"""

from __future__ import annotations

import contextlib
import locale
import os
import queue
import sys
import threading
import time
from collections.abc import Sequence

from retro.display.font import default_font
from retro.frontends.window.diagnosis import cannot_open
from retro.frontends.window.viewport import SMALLEST, Size, arrangement
from retro.input.events import Notice, Wanted
from retro.input.mouse import MouseState
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.runner import frequent_thread_switches, run_to_end, signal_handlers
from retro.machine.view import WindowedView, wakes_on_moves, wants_mouse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from retro.frontends.side_screen import SideScreen
    from retro.frontends.window.display_window import DisplayWindow
    from retro.frontends.window.sound import Speaker
    from retro.input.events import Event
    from retro.machine.view import Program
    from retro.sound.notes import Note

__all__ = ["Window"]

END_TIMEOUT = 1.0  # seconds that a program has to notice PowerOff
LONGEST_WAIT = 3600.0  # seconds; the machine repeats a wait that returns early
TICK = 1 / 60  # seconds; only where pyglet's loop cannot sleep
# The libraries of a window under Linux, by pyglet's names, and the versions of their interfaces: libGL.so.1.
LIBRARIES = {"GL": 1, "X11": 6, "Xext": 6, "Xi": 6, "Xinerama": 1, "Xrandr": 2, "Xrender": 1, "Xxf86vm": 1}
HEARTBEAT = 1.0  # seconds; where Ctrl-C does not wake pyglet's loop


class Window(WindowedView):
    """A machine in a window. Serves one run, on the main thread.

    Args:
        scale: screen pixels for a pixel of the 320-wide MODEs; None: what fits the screen.
        mute: start without sound; the audio device is not opened.
        linger: wait for a key when the program has ended.
        side_screen: a text panel to show beside the display.
        marked: show a mark in the window's corner, a click on which is that of F1.
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
        side_screen: SideScreen | None = None,
        marked: bool = False,
    ) -> None:
        self._scale, self._fullscreen, self._mute = scale, fullscreen, mute
        self._title, self._linger = title, linger
        self._side_screen, self.marked = side_screen, marked
        self._started = time.perf_counter()
        self._condition = threading.Condition()
        self._events: list[Event] = []
        self._mouse = MouseState()
        self._calls: list[Callable[[], None]] = []
        self._interruptions: queue.SimpleQueue[bool] = queue.SimpleQueue()  # its `put` is safe in a signal handler
        self._off = self._interrupted = self._changed = self._resized = False
        self._size: Size = SMALLEST
        self._failure: BaseException | None = None
        self._view: DisplayWindow
        self._speaker: Speaker

    def run(self, program: Program, seed: int) -> Machine:
        """Open a window and run the program until it ends or the window is closed.

        Raises CannotOpen, ProgramFailed, and KeyboardInterrupt after Ctrl-C in the terminal.
        """
        m = self.machine = Machine(self, default_font(), seed)
        try:
            self._open(m)
        except Exception as error:
            raise cannot_open(error) from error
        worker = threading.Thread(target=self._work, args=(m, program), daemon=True, name="program")
        with signal_handlers({"SIGINT": self._interrupt}), frequent_thread_switches():
            self._started = time.perf_counter()
            worker.start()
            threading.Thread(target=self._leave_if_interrupted, daemon=True, name="interruptions").start()
            try:
                self._view.start()
                run_loop()
            finally:
                self._interruptions.put(False)
                self._switch_off()
                self._speaker.close()
                self._view.close()
                worker.join(END_TIMEOUT)
        if self._interrupted:
            raise KeyboardInterrupt
        if self._failure is not None:
            raise self._failure
        return m

    def _open(self, m: Machine) -> None:
        configure_pyglet()
        import pyglet.display

        pyglet.display.get_display()  # before OpenGL is loaded: a missing display is the better reason to report
        from retro.frontends.window.display_window import DisplayWindow
        from retro.frontends.window.sound import Speaker

        view = DisplayWindow(self, m.screen, self._side_screen, self._title, self._scale, self._fullscreen)  # type: ignore[abstract]
        self._view = view
        say = lambda sentence: self.send_events([Notice(sentence)])  # noqa: E731
        self._speaker = Speaker(self.now, self._view.call_later, self.call_in_main_thread, say, self._mute)

    def _switch_off(self) -> None:
        with self._condition:
            self._off = self.machine.interrupt_pending = True
            self._condition.notify()

    # called in the program's thread

    def _work(self, m: Machine, program: Program) -> None:
        try:
            run_to_end(m, program, self._linger)
        except PowerOff:
            pass
        except BaseException as error:
            self._failure = error
        finally:
            self.call_in_main_thread(leave_loop)

    def now(self) -> float:
        """Return the seconds since power-on."""
        return time.perf_counter() - self._started

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the next events, waiting for them at most `timeout` seconds; have screen changes drawn first."""
        if self._changed and timeout != 0:
            self._changed = False
            self.call_in_main_thread(self._view.draw_changes)
        longest = LONGEST_WAIT if timeout is None else min(timeout, LONGEST_WAIT)
        end = self.now() + longest
        self._report_size()
        with self._condition:
            while self._condition.wait_for(lambda: self._events or self._off or self._resized, end - self.now()):
                if not self._resized or self._events or self._off:
                    break
                self._report_size()
            self.machine.interrupt_pending = self._off
            events, self._events = self._events + self._mouse.take_move(), []
        if self._off:
            raise PowerOff
        return events

    def _report_size(self) -> None:
        """Report to the side screen's owner how much of it fits, after a change of the window or the MODE."""
        self._resized = False
        side, display = self._side_screen, self.machine.screen.framebuffer
        if side is not None:
            _, panel, hole = arrangement(self._size, (display.width, display.height))
            if (panel, hole) != ((side.columns, side.rows), side.hole):
                (side.columns, side.rows), side.hole = panel, hole
                side.on_resize()

    def note(self, note: Note) -> None:
        """Play a note."""
        self.call_in_main_thread(lambda: self._speaker.take((note,)))

    def resized(self, size: Size) -> None:
        """Take the size of the window; called in the main thread."""
        with self._condition:
            self._size, self._resized = size, True
            self._condition.notify()

    def screen_changed(self) -> None:
        """Request a frame, for the first change since the last one."""
        self._changed = True
        self.call_in_main_thread(self._draw_soon)

    def _draw_soon(self) -> None:
        if self._changed:  # else the program waits already, and has requested a frame at once
            self._view.draw_soon()

    def call_in_main_thread(self, function: Callable[[], None]) -> None:
        """Queue a function for the main thread, from any thread, and wake it if the queue was empty."""
        with self._condition:
            self._calls.append(function)
            first = len(self._calls) == 1
        if first:
            self._view.wake()

    # called in the main thread

    def run_calls(self) -> None:
        """Call the queued functions."""
        with self._condition:
            calls, self._calls = self._calls, []
        for function in calls:
            function()

    def send_events(self, events: list[Event]) -> None:
        """Pass events to the program and interrupt it if it computes."""
        if events:
            with self._condition:
                self._events += events
                self.machine.interrupt_pending = True
                self._condition.notify()

    def use_mouse(self, action: Callable[[MouseState], list[Event] | None]) -> None:
        """Apply an action to the mouse if the program uses it; few programs are woken by moves alone."""
        if wants_mouse(self.machine):
            with self._condition:
                events = action(self._mouse) or (self._mouse.take_move() if wakes_on_moves(self.machine) else [])
            self.send_events(events)

    def set_volume(self, volume: float) -> None:
        """Play what follows at a volume, 0 to 1."""
        self.call_in_main_thread(lambda: self._speaker.set_volume(volume))

    def set_look(self, tube: bool, tall: bool) -> None:
        """Show the display as on a picture tube, and in the shape 4:3, or not."""
        self.call_in_main_thread(lambda: self._view.set_look(tube, tall))

    def set_title(self, title: str) -> None:
        """Name the program in the title bar."""
        self.call_in_main_thread(lambda: self._view.set_caption(title))

    def power_off(self) -> None:
        """End the run: the user has closed the window."""
        self._switch_off()
        leave_loop()

    def _interrupt(self, number: int, frame: object) -> None:
        self._interrupted = True
        self._interruptions.put(True)

    def _leave_if_interrupted(self) -> None:
        """Leave the loop after a Ctrl-C. In a thread: the handler may hold up the main thread at a lock of pyglet."""
        if self._interruptions.get():
            self.call_in_main_thread(leave_loop)


# pyglet


def configure_pyglet() -> None:
    """Set the options that pyglet reads when its window module is imported."""
    import pyglet

    pyglet.options.debug_gl = False
    pyglet.options.shadow_window = False
    pyglet.options.dpi_scaling = "real"
    if sys.platform == "linux":
        os.environ.setdefault("LP_NUM_THREADS", "0")  # llvmpipe takes longer to wake its threads than to copy a picture
        name_libraries()
        if locale.getlocale()[1] != "UTF-8":
            # In any other locale pyglet decodes typed text as ASCII and fails at a pound sign.
            with contextlib.suppress(locale.Error):
                locale.setlocale(locale.LC_CTYPE, "C.UTF-8")


def name_libraries() -> None:
    """Tell pyglet the files of the libraries that it loads: to find each it would start a process, `ldconfig`."""
    from pyglet import lib

    loader: Any = lib.loader
    search, files = type(loader).find_library, {name: f"lib{name}.so.{version}" for name, version in LIBRARIES.items()}
    loader.find_library = lambda name: files.get(name) or search(loader, name)


def run_loop() -> None:
    """Run pyglet's loop until `leave_loop`. It sleeps between events, except on M1 Macs, where it cannot."""
    from pyglet import app, clock

    if sys.platform != "linux":
        clock.schedule_interval(lambda _: None, HEARTBEAT)
    app.run(TICK if type(app.event_loop).__name__ == "CocoaAlternateEventLoop" else None)


def leave_loop() -> None:
    """End the loop, from any thread or signal handler."""
    from pyglet import app

    app.exit()
