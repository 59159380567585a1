"""The queues between the program's thread and the main thread: events in one direction, calls in the other."""

import threading
from collections.abc import Callable, Sequence

from retro.display.screen import Screen
from retro.frontends.side_screen import SideScreen
from retro.frontends.window.viewport import SMALLEST_WINDOW, Size, arrangement
from retro.input.events import Event
from retro.input.mouse import MouseState
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.view import wakes_on_moves, wants_mouse

LONGEST_WAIT = 3600.0  # seconds; the machine repeats a wait that returns early


class Exchange:
    """Events for the program, and calls for the main thread.

    Attributes:
        side_screen: the panel beside the display, or None.
        now: returns the seconds since power-on.
        wake: makes the main thread call `run_calls`; may be called in any thread.
        draw_soon, draw_changes: called in the main thread at the first change of a screen since the last frame, and
            when the program waits after a change.
    """

    wake: Callable[[], None]
    draw_soon: Callable[[], None]
    draw_changes: Callable[[], None]

    def __init__(self, machine: Machine, side_screen: SideScreen | None, now: Callable[[], float]) -> None:
        self._machine, self.side_screen, self.now = machine, side_screen, now
        self._condition = threading.Condition()
        self._events: list[Event] = []
        self._calls: list[Callable[[], None]] = []
        self._mouse = MouseState()
        self._off = self._changed = self._resized = False
        self._size: Size = SMALLEST_WINDOW

    @property
    def display(self) -> Screen:
        """The machine's display."""
        return self._machine.screen

    def switch_off(self) -> None:
        """Make the program's next wait raise PowerOff."""
        with self._condition:
            self._off = self._machine.interrupt_pending = True
            self._condition.notify()

    # called in the program's thread

    def wait(self, timeout: float | None) -> Sequence[Event]:
        """Return the window's next events, waiting at most `timeout` seconds; changes of the screen are drawn first."""
        if self._changed and timeout != 0:
            self._changed = False
            self.call_in_main_thread(self.draw_changes)
        end = self.now() + (LONGEST_WAIT if timeout is None else min(timeout, LONGEST_WAIT))
        self._report_size()
        with self._condition:
            while self._condition.wait_for(lambda: self._events or self._off or self._resized, end - self.now()):
                if not self._resized or self._events or self._off:
                    break
                self._report_size()
            self._machine.interrupt_pending = self._off
            events, self._events = self._events + self._mouse.take_move(), []
        if self._off:
            raise PowerOff
        return events

    def _report_size(self) -> None:
        """Report the panel's size to its owner, after a change of the window's size or of the MODE."""
        self._resized = False
        side, display = self.side_screen, self.display.framebuffer
        if side is not None:
            _, panel, covered = arrangement(self._size, (display.width, display.height))
            if (panel, covered) != ((side.columns, side.rows), side.covered):
                (side.columns, side.rows), side.covered = panel, covered
                side.on_resize()

    def screen_changed(self) -> None:
        """Request a frame. The screen calls this at its first change since the last frame."""
        self._changed = True
        # Else the program waits already by then, and has requested a frame at once.
        self.call_in_main_thread(lambda: self.draw_soon() if self._changed else None)

    def call_in_main_thread(self, function: Callable[[], None]) -> None:
        """Queue a function for the main thread, from any thread, and wake it if the queue was empty."""
        with self._condition:
            self._calls.append(function)
            first = len(self._calls) == 1
        if first:
            self.wake()

    # called in the main thread

    def run_calls(self) -> None:
        """Call the functions that other threads have queued for the main thread."""
        with self._condition:
            calls, self._calls = self._calls, []
        for function in calls:
            function()

    def resized(self, size: Size) -> None:
        """Store the window's new size."""
        with self._condition:
            self._size, self._resized = size, True
            self._condition.notify()

    def send_events(self, events: Sequence[Event]) -> None:
        """Queue events for the program, and interrupt it if it computes."""
        if events:
            with self._condition:
                self._events += events
                self._machine.interrupt_pending = True
                self._condition.notify()

    @property
    def mouse_wanted(self) -> bool:
        """Whether the program that the window shows uses the mouse."""
        return wants_mouse(self._machine)

    def use_mouse(self, action: Callable[[MouseState], list[Event] | None]) -> None:
        """Call `action` with the mouse's state, and send its events, if the program uses the mouse."""
        if self.mouse_wanted:
            with self._condition:
                events = action(self._mouse) or (self._mouse.take_move() if wakes_on_moves(self._machine) else [])
            self.send_events(events)
