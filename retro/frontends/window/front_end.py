"""The front end with a window, by pyglet.

pyglet owns the main thread, so the program runs in a thread of its own and the window responds whatever the program
does. The threads exchange events, function calls (exchange.py), and pictures: `Screen.picture` returns an immutable
snapshot in any thread.
"""

import contextlib
import locale
import os
import queue
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

from retro.display.font import default_font
from retro.frontends.process import frequent_thread_switches, signal_handlers
from retro.frontends.side_screen import SideScreen
from retro.frontends.window.diagnosis import DISPLAY_LOST, cannot_open
from retro.frontends.window.exchange import Exchange
from retro.input.events import Event, Notice, Wanted
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.runner import run_to_end
from retro.machine.view import Program, View
from retro.sound.notes import Note

END_TIMEOUT = 1.0  # seconds that a program has to notice PowerOff
TICK = 1 / 60  # seconds; only where pyglet's loop cannot sleep
# The libraries of a window under Linux, by pyglet's names, and the versions of their interfaces: libGL.so.1.
LIBRARIES = {"GL": 1, "X11": 6, "Xext": 6, "Xi": 6, "Xinerama": 1, "Xrandr": 2, "Xrender": 1, "Xxf86vm": 1}
HEARTBEAT = 1.0  # seconds; where Ctrl-C does not wake pyglet's loop


class Window(View):
    """The view in a window. For one run, on the main thread.

    Args:
        scale: screen pixels for a pixel of the 320-wide MODEs; None: what fits the screen.
        mute: start without sound; the audio device is not opened.
        linger: wait for a key when the program has ended.
        side_screen: a text panel to show beside the display.
        marked: whether to show a mark in the window's corner; a click on it is F1.
    """

    has_pages = has_look = True

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
        self._side_screen, self._marked = side_screen, marked
        self._interruptions: queue.SimpleQueue[bool] = queue.SimpleQueue()  # its `put` is safe in a signal handler
        self._interrupted = False
        self._failure: BaseException | None = None

    def run(self, program: Program, seed: int) -> Machine:
        """Open a window and run the program until it ends or the window is closed.

        Raises CannotOpen, ProgramFailed, and KeyboardInterrupt after Ctrl-C in the terminal.
        """
        m = self.machine = Machine(self, default_font(), seed)
        self.started = time.perf_counter()
        self._exchange = Exchange(m, self._side_screen, self.now)
        try:
            self._open()
        except Exception as error:
            raise cannot_open(error) from error
        self._worker = threading.Thread(target=self._work, args=(m, program), daemon=True, name="program")
        with signal_handlers({"SIGINT": self._interrupt}), frequent_thread_switches():
            self.started = time.perf_counter()
            self._worker.start()
            threading.Thread(target=self._leave_if_interrupted, daemon=True, name="interruptions").start()
            try:
                self._view.start()
                from pyglet import app, clock

                if sys.platform != "linux":
                    clock.schedule_interval(lambda _: None, HEARTBEAT)
                # The loop sleeps between events, except on M1 Macs, where it cannot.
                app.run(TICK if type(app.event_loop).__name__ == "CocoaAlternateEventLoop" else None)
            finally:
                self._interruptions.put(False)
                self._exchange.switch_off()
                self._speaker.close()
                self._view.close()
                self._worker.join(END_TIMEOUT)
        if self._interrupted:
            raise KeyboardInterrupt
        if self._failure is not None:
            raise self._failure
        return m

    def _open(self) -> None:
        configure_pyglet()
        import pyglet.display

        pyglet.display.get_display()  # before OpenGL is loaded: a missing display is the better reason to report
        from retro.frontends.window.display_window import DisplayWindow
        from retro.frontends.window.sound import Speaker

        exchange = self._exchange
        self._view = DisplayWindow(
            exchange, self._title, self._scale, self._fullscreen, self._marked, self._on_display_lost
        )
        self._speaker = Speaker(
            self.now,
            self._view.call_later,
            exchange.call_in_main_thread,
            lambda sentence: exchange.send_events([Notice(sentence)]),
            self._mute,
        )

    # called in the program's thread

    def _work(self, m: Machine, program: Program) -> None:
        try:
            run_to_end(m, program, self._linger)
        except PowerOff:
            pass
        except BaseException as error:
            self._failure = error
        finally:
            self._exchange.call_in_main_thread(leave_loop)

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the window's next events, waiting for them at most `timeout` seconds."""
        return self._exchange.wait(timeout)

    def note(self, note: Note) -> None:
        """Play a note on the window's loudspeaker."""
        self._exchange.call_in_main_thread(lambda: self._speaker.take((note,)))

    def set_volume(self, volume: float) -> None:
        """Set the volume for all notes from now on, 0 to 1."""
        self._exchange.call_in_main_thread(lambda: self._speaker.set_volume(volume))

    def set_look(self, tube: bool, tall: bool) -> None:
        """Show the display as on a picture tube, and in the shape 4:3, or not."""
        self._exchange.call_in_main_thread(lambda: self._view.set_look(tube, tall))

    def set_title(self, title: str) -> None:
        """Name the program in the title bar."""
        self._exchange.call_in_main_thread(lambda: self._view.set_caption(title))

    # the end

    def _interrupt(self, number: int, frame: object) -> None:
        self._interrupted = True
        self._interruptions.put(True)

    def _leave_if_interrupted(self) -> None:
        """Leave the loop after a Ctrl-C. In a thread: the handler may hold up the main thread at a lock of pyglet."""
        if self._interruptions.get():
            self._exchange.call_in_main_thread(leave_loop)

    def _on_display_lost(self) -> None:
        """End the process after the program has ended: no call of the X library works without the server."""
        self._exchange.switch_off()
        self._worker.join(END_TIMEOUT)
        with contextlib.suppress(OSError):
            os.write(2, f"retro: {DISPLAY_LOST}\n".encode())
        os._exit(1)


# pyglet


def configure_pyglet() -> None:
    """Set the options that pyglet reads when its window module is imported."""
    import pyglet

    pyglet.options.debug_gl = False
    pyglet.options.shadow_window = False
    pyglet.options.dpi_scaling = "real"
    if sys.platform == "linux":
        os.environ.setdefault("LP_NUM_THREADS", "0")  # llvmpipe takes longer to wake its threads than to copy a picture
        # To find the file of each library that it loads pyglet would start a process, `ldconfig`.
        loader: Any = pyglet.lib.loader
        search, files = type(loader).find_library, {name: f"lib{name}.so.{n}" for name, n in LIBRARIES.items()}
        loader.find_library = lambda name: files.get(name) or search(loader, name)
        if locale.getlocale()[1] != "UTF-8":
            # In any other locale pyglet decodes typed text as ASCII and fails at a pound sign.
            with contextlib.suppress(locale.Error):
                locale.setlocale(locale.LC_CTYPE, "C.UTF-8")


def leave_loop() -> None:
    """End pyglet's loop, from any thread or signal handler."""
    from pyglet import app

    app.exit()
