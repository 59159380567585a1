"""The front end in a terminal.

The program runs in the thread that called `Terminal.run`, the main one. A second thread draws (painter.py); it looks at
the screen after each change, without a lock. A third one reads what is typed (input_reader.py).
"""

import contextlib
import math
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence

from retro.display.font import default_font
from retro.display.modes import Mode
from retro.frontends import RENDERINGS
from retro.frontends.process import frequent_thread_switches, signal_handlers
from retro.frontends.side_screen import SideScreen
from retro.frontends.terminal.capabilities import choose_renderers
from retro.frontends.terminal.console import controlling_console
from retro.frontends.terminal.input_reader import InputReader
from retro.frontends.terminal.keys import SEQUENCE_TIMEOUT, KeyDecoder
from retro.frontends.terminal.painter import UNTITLED, Painter
from retro.frontends.terminal.side_screen import report_size
from retro.frontends.terminal.signals import (
    CONTINUED,
    RESIZED,
    STOPPED,
    TERMINATING,
    DeferredOutput,
    do_default_action,
    interrupt_main_thread,
    waking,
)
from retro.input.events import Down, Event, Key, Mouse, Text, Up, Wanted
from retro.input.mouse import MouseState
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.runner import run_to_end
from retro.machine.view import Program, View, wakes_on_moves, wants_mouse
from retro.sound.channels import BELL
from retro.sound.notes import LOUDEST, Note

# Seconds:
POWER_OFF_TIMEOUT = 1.0  # that a program has to react to being switched off
RESTORE_TIMEOUT = 5.0  # that a slow terminal has to accept the last output
KILL_TIMEOUT = 0.3  # the same when the process ends without the program


class Terminal(View):
    """The view in the terminal that this process was started in. For one run.

    Args:
        render: one of `retro.frontends.RENDERINGS`.
        linger: wait for a key at the end of the program.
    """

    has_pages = True

    def __init__(
        self,
        *,
        render: str = "auto",
        mute: bool = False,
        title: str = "retro",
        linger: bool = True,
        side_screen: SideScreen | None = None,
    ) -> None:
        if render not in RENDERINGS:
            raise ValueError(f"render {render!r}: expected one of {', '.join(RENDERINGS)}")
        self._render, self._linger = render, linger
        untitled = os.environ.get("TERM", "").startswith(UNTITLED)
        self._title = "" if untitled else "".join(filter(str.isprintable, title))
        self._volume = 0.0 if mute else 1.0
        self._side_screen, self._resized = side_screen, True
        self._mode: Mode | None = None  # as of the last report of the size
        if side_screen is not None:
            side_screen.outside = self._outside
        self.started = time.perf_counter()
        self._deferred_output = DeferredOutput()
        self._killer = threading.Timer(POWER_OFF_TIMEOUT, self._kill)
        self._killer.daemon = True
        self._ended_by: int | None = None
        self._hung_up = self._closing = False
        self._typed = ""  # while the terminal was asked what it can draw
        self._mouse = MouseState()

    def run(self, program: Program, seed: int) -> Machine:
        """Take over the terminal, run the program to its end, restore the terminal.

        Raises CannotOpen, ProgramFailed, and KeyboardInterrupt after Ctrl-C. Any other terminating signal ends the
        process once the terminal is restored.
        """
        self._console = controlling_console()
        m = self.machine = Machine(self, default_font(), seed)
        self._input = InputReader(self._console, self._interrupt)
        self._painter = Painter(
            m.screen, self._console, self.now, lambda: self._mouse_wanted, self._on_failure, self._side_screen
        )
        handlers = dict.fromkeys(TERMINATING, self._on_terminate)
        handlers |= {RESIZED: self._on_resize, STOPPED: self._on_stop, CONTINUED: self._on_continue}
        error: BaseException | None = None
        with (
            self._deferred_output,
            frequent_thread_switches(),
            waking(self._console),
            signal_handlers(handlers),
        ):
            try:
                self._open()
                try:
                    run_to_end(m, program, self._linger)
                finally:
                    self._closing = True
            except PowerOff:
                pass
            except BaseException as caught:
                error = caught
            finally:
                self._close(RESTORE_TIMEOUT)
                self._killer.cancel()
        # What ended the run, now that the user can read it.
        if self._painter.failure is not None and not self._hung_up:
            raise self._painter.failure
        if self._ended_by == signal.SIGINT:
            raise KeyboardInterrupt
        if self._ended_by is not None:
            signal.raise_signal(self._ended_by)
        if error is not None:
            raise error
        return m

    def _open(self) -> None:
        self._console.set_raw_mode()
        self._keys = KeyDecoder(self._console.backspace, self._mouse_events)
        try:
            renderers, self._typed = choose_renderers(
                self._render, self._console, os.environ, sys.platform == "win32", self._side_screen
            )
        except EOFError:
            self._hung_up = True
            raise PowerOff from None
        self._report_size()
        self.started = time.perf_counter()
        self._painter.start(renderers, self._title)
        self._input.start()

    def _close(self, timeout: float) -> None:
        """Restore the terminal if it is still there."""
        self._closing = True
        self._input.stop()
        self._painter.stop(timeout)
        with contextlib.suppress(OSError):
            self._console.restore()

    # the seam

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the typed events; without any wait for some, at most `timeout` seconds."""
        m, now = self.machine, self.now()
        end = math.inf if timeout is None else now + timeout
        while True:
            if self._hung_up or self._ended_by is not None or self._painter.failure is not None:
                m.interrupt_pending = True  # raise PowerOff again if the program swallows it
                raise PowerOff
            self._report_size()
            events = self._read(max(0.0, min(end, self._keys.next_release) - now))
            if wanted is None and m.screen.pager.waiting:
                events = any_key_as_shift(events)
            if self._painter.hidden:
                events = [event for event in events if not isinstance(event, (Text, Mouse))]
            if self._input.waiting:
                m.interrupt_pending = True
            now = self.now()
            if events or now >= end:
                return events + self._mouse.take_move()

    def note(self, note: Note) -> None:
        """Ring the terminal's bell for VDU 7; it has no other sound."""
        if note.steps == ((0, BELL[2], LOUDEST),) and self._volume:
            self._painter.ring()

    def set_volume(self, volume: float) -> None:
        """Ring the bell unless the volume is 0."""
        self._volume = volume

    def _read(self, timeout: float) -> list[Event]:
        """Return the events of what is typed within this time, and of keys released by then."""
        keys = self._keys
        try:
            text, self._typed = self._typed or self._input.read(timeout), ""
            events = keys.decode(text, self.now())
            while keys.unfinished:
                more = self._input.read(SEQUENCE_TIMEOUT)
                events += keys.decode(more, self.now()) if more else keys.flush(self.now())
        except EOFError:
            self._hung_up = True
            raise PowerOff from None
        return events + keys.released_keys(self.now())

    @property
    def _mouse_wanted(self) -> bool:
        """Whether the terminal is to report the mouse."""
        return wants_mouse(self.machine) or self._side_screen is not None

    def _mouse_events(self, column: int, row: int, button: int, down: bool) -> list[Event]:
        """Return the events for a report of the terminal's mouse; see KeyDecoder."""
        if (side := self._side_screen) is not None:
            over = column >= side.covered[0] or row >= side.covered[1] if side.both_visible else side.in_front
            if over:
                return side.pointed(column, row, down if button else None)
        if not wants_mouse(self.machine):
            return []
        framebuffer, pixel = self.machine.screen.framebuffer, self._painter.pixel_at(column, row)
        if not button:
            self._mouse.move(framebuffer, *pixel)
            return self._mouse.take_move() if wakes_on_moves(self.machine) else []
        return (self._mouse.press if down else self._mouse.release)(framebuffer, *pixel, button)

    # called in other threads

    def _interrupt(self) -> None:
        """Interrupt a program that computes without waiting, so that it polls for keys."""
        self.machine.interrupt_pending = True

    def _on_failure(self, error: BaseException) -> None:
        """End the program, because drawing has failed or the terminal has been closed."""
        self._hung_up = isinstance(error, OSError)
        self._interrupt()
        if not self._closing:
            interrupt_main_thread()

    # signals

    def _on_terminate(self, number: int, _: object) -> None:
        if self._painter.failure is None and self._ended_by is None:
            self._ended_by = number
            self._interrupt()
            self._killer.start()
        if not self._closing:
            raise KeyboardInterrupt if self._ended_by == signal.SIGINT else PowerOff

    def _on_resize(self, number: int, _: object) -> None:
        self._resized = True
        self._interrupt()
        self._painter.wake()

    def _report_size(self) -> None:
        """Report the size to the side screen's owner after a resize or a change of MODE."""
        mode = self.machine.screen.mode
        if self._side_screen is not None and (self._resized or mode is not self._mode):
            self._resized, self._mode = False, mode
            with contextlib.suppress(OSError):
                report_size(self._side_screen, self._console.area(), self.machine.screen)

    def _on_stop(self, number: int, _: object) -> None:
        with self._outside():
            do_default_action(number)

    @contextlib.contextmanager
    def _outside(self) -> Iterator[None]:
        """Restore the terminal's own state while another program uses it."""
        self._input.stop()
        self._painter.pause()
        with contextlib.suppress(OSError):
            self._console.restore()
        try:
            yield
        finally:
            self._on_continue()

    def _on_continue(self, number: int = 0, _: object = None) -> None:
        """Take over the terminal again after a stop. A closed terminal is found by the next read."""
        if not self._closing:
            with contextlib.suppress(OSError):
                self._console.set_raw_mode()
            self._painter.resume()
            if self._painter.started:
                self._input.start()

    def _kill(self) -> None:
        """End the process, as the program in the terminal does not react."""
        self._close(KILL_TIMEOUT)
        self._deferred_output.flush()
        os._exit(128 + (self._ended_by or 0))


def any_key_as_shift(events: list[Event]) -> list[Event]:
    """Replace any key but Escape by SHIFT, for page mode: terminals do not report SHIFT itself."""
    if Key("ESCAPE") in events:
        return events
    typed = any(isinstance(event, (Text, Key)) for event in events)
    others = [event for event in events if not isinstance(event, (Text, Key, Down))]
    return others + [Down("SHIFT"), Up("SHIFT")] * typed
