"""The clock and interrupts of the machine: when it calls the front end to poll or to wait."""

from __future__ import annotations

import math
from collections.abc import Callable

from retro.basic.errors import Break, Escape
from retro.input.events import Wanted
from retro.input.keyboard import Keyboard
from retro.machine.frontend import FrontEnd

TICK = 0.01  # seconds: TIME counts centiseconds
NEVER = 1 << 62
TIME_TOLERANCE = 1e-9  # seconds, forgives rounding


class Scheduler:
    """The part of a machine that calls the front end. The machine's clock advances only in these calls.

    Attributes:
        front: the front end.
        now: seconds since power-on, as of the last call of the front end.
        statements: the number of statements that have written to the screen.
        interrupting: whether the present call interrupts such a statement; False in calls by statements that wait.
        take_time: lets the seconds pass that BASIC's statements took on the Electron; None: they take no time.
        wanted: the keys that the program waits for; None while it does not wait for keys.
        hurried: whether delays take no time.
        obeys_break: whether BREAK raises Break.
        poll_interval: the statements between two interrupts, for front ends that cannot set `interrupt_pending`.
    """

    def __init__(self, front: FrontEnd) -> None:
        self.front = front
        self.take_time: Callable[[float], None] | None = None
        self.hurried = self.obeys_break = False
        self.poll_interval = NEVER
        self._interrupt_statement = NEVER  # the statement at which the next interrupt is due; 0: the next one

    def _reset_clock(self) -> None:
        self.keyboard = Keyboard()
        self.now = 0.0
        self.statements = 0
        self.interrupting = False
        self.wanted: Wanted | None = None
        self._time_base = 0  # the tick at which TIME was 0
        self._polled: set[str] = set()
        self._polled_tick = -1
        self._delayed_until = 0.0

    # interrupts

    @property
    def interrupt_pending(self) -> bool:
        """Whether the next statement that writes to the screen polls; front ends with events set it."""
        return self._interrupt_statement == 0

    @interrupt_pending.setter
    def interrupt_pending(self, pending: bool) -> None:
        self._interrupt_statement = 0 if pending else self.statements + self.poll_interval

    def interrupt_at(self, statement: int | None) -> None:
        """Interrupt the statement with this number, unless an interrupt is pending; None: do not interrupt."""
        if not self.interrupt_pending:
            latest = self.statements + self.poll_interval
            self._interrupt_statement = latest if statement is None else min(statement, latest)

    def count_statement(self) -> None:
        """Count a statement that writes nothing, as BASIC does in each iteration; interrupt it if that is due."""
        self.statements += 1
        if self.statements >= self._interrupt_statement:
            self._interrupt()

    def _interrupt(self) -> None:
        self.interrupting = True
        try:
            self._wait(0)
        finally:
            self.interrupting = False

    # waits

    def _wait(self, timeout: float | None, wanted: Wanted | None = None) -> None:
        """Call the front end's `wait`, until the held key repeats at the latest, and handle the events.

        wanted: the keys that the program waits for; None: it polls, or lets time pass.

        Raises:
            Escape: ESCAPE was pressed.
            Break: BREAK was pressed, if that is obeyed.
        """
        self.interrupt_pending = False
        repeats_at = self.keyboard.repeats_at
        if repeats_at < math.inf:
            repeat = max(0.0, repeats_at - self.now)
            timeout = repeat if timeout is None else min(repeat, timeout)
        self.wanted = wanted
        events = self.front.wait(timeout, wanted)
        self.wanted = None
        self.now = self.front.now()
        self.keyboard.handle(events, self.now)
        for _ in range(self.keyboard.lost):
            self._bell()
        self.keyboard.lost = 0
        breaks, self.keyboard.breaks = self.keyboard.breaks, False
        if breaks and self.obeys_break:
            raise Break
        if self.keyboard.escape:
            self.keyboard.escape = False
            self._abandon_input()
            raise Escape

    def _bell(self) -> None:
        """Sound the bell, because a typed key was lost."""
        raise NotImplementedError

    def _abandon_input(self) -> None:
        """Flush keyboard, sound queues and unfinished VDU codes, as ESCAPE does before its error is raised."""
        raise NotImplementedError

    def _wait_until(self, end: float, wanted: Wanted | None = None) -> bool:
        """Wait once, at most until a time in seconds since power-on. Return whether that had passed already."""
        left = end - self.now
        if left <= TIME_TOLERANCE:
            return True
        self._wait(None if left == math.inf else left, wanted)
        return False

    def _poll(self, what: str, wanted: Wanted | None = None) -> None:
        """Poll the front end before TIME, keys or the mouse are read; at a second reading in a tick wait for the next.

        So a loop that only reads costs no processor time. what: the name of what is read.
        """
        tick = self._ticks()
        again = tick == self._polled_tick and what in self._polled
        self._wait(max(0.0, (tick + 1) * TICK - self.now) if again else 0.0, wanted)
        if self._ticks() != self._polled_tick:
            self._polled_tick = self._ticks()
            self._polled.clear()
        self._polled.add(what)

    def time_at(self, position: object) -> int:
        """Return TIME; a loop that reads it at the same position of the program waits for the next tick."""
        if self.take_time:
            self._wait(0)
        else:
            self._poll(f"TIME {position}")
        return self._ticks() - self._time_base

    @property
    def worked_until(self) -> float:
        """The time of the present statement: `now`, plus the delays that have accumulated."""
        return max(self.now, self._delayed_until)

    def delay(self, seconds: float) -> None:
        """Let the machine's clock go on by seconds. Delays shorter than one tick accumulate."""
        self._delayed_until = max(self._delayed_until, self.now) + seconds * (not self.hurried)
        if self._delayed_until - self.now >= TICK:
            while not self._wait_until(self._delayed_until):
                pass

    def _ticks(self) -> int:
        # A wait for a whole number of ticks may end a rounding error before them.
        return math.floor(self.worked_until / TICK + 1e-6)
