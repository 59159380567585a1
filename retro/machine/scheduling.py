"""When the machine's program and the front end take turns: the clock, interrupts, polling and waits."""

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
    """The part of a machine that calls the front end. Its clock advances only in these calls.

    Attributes:
        front: the front end.
        now: seconds since power-on, as of the last call of the front end.
        statements: the number of statements that have written to the screen.
        interrupting: True during a call that interrupts such a statement, False during one by a statement that waits.
        take_time: lets the seconds pass that BASIC's own work took on the Electron; None: it takes no time.
        wanted: what the program waits for; None while it does not wait for a key.
        hurried: delays take no time.
        obeys_break: BREAK raises an exception.
        poll_interval: statements between two interrupts, for a front end that cannot set `interrupt_pending`.
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
        """Set by a front end that has events: the next statement that writes to the screen calls its `wait`."""
        return self._interrupt_statement == 0

    @interrupt_pending.setter
    def interrupt_pending(self, pending: bool) -> None:
        self._interrupt_statement = 0 if pending else self.statements + self.poll_interval

    def interrupt_at(self, statement: int | None) -> None:
        """Interrupt the statement of this number, unless an interrupt is pending already; None cancels."""
        if not self.interrupt_pending:
            latest = self.statements + self.poll_interval
            self._interrupt_statement = latest if statement is None else min(statement, latest)

    def count_statement(self) -> None:
        """Count a statement that writes nothing, as BASIC does at each turn of a loop; interrupt it if that is due."""
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
        """Call the front end's `wait`, at most until the held key repeats, and handle the events.

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
        """Sound the bell: a typed key found the buffer full."""
        raise NotImplementedError

    def _abandon_input(self) -> None:
        """Do what ESCAPE does before its error is raised."""
        raise NotImplementedError

    def _wait_until(self, end: float, wanted: Wanted | None = None) -> bool:
        """Wait once, unless the time (seconds since power-on; infinite: none) has come. Return whether it had."""
        left = end - self.now
        if left <= TIME_TOLERANCE:
            return True
        self._wait(None if left == math.inf else left, wanted)
        return False

    def _poll(self, what: str, wanted: Wanted | None = None) -> None:
        """Call the front end before something is read; the second time in one tick wait for the next tick.

        So a loop that only reads it costs no processor time. what: names what is read.
        """
        tick = self._ticks()
        again = tick == self._polled_tick and what in self._polled
        self._wait(max(0.0, (tick + 1) * TICK - self.now) if again else 0.0, wanted)
        if self._ticks() != self._polled_tick:
            self._polled_tick = self._ticks()
            self._polled.clear()
        self._polled.add(what)

    def time_at(self, position: object) -> int:
        """Return TIME; only a loop that reads it at the same position of the program waits for the next tick."""
        if self.take_time:
            self._wait(0)
        else:
            self._poll(f"TIME {position}")
        return self._ticks() - self._time_base

    @property
    def worked_until(self) -> float:
        """The time at which the present statement runs: `now`, and the delays that have not been waited for yet."""
        return max(self.now, self._delayed_until)

    def delay(self, seconds: float) -> None:
        """Let time pass. Accumulate delays shorter than one tick."""
        self._delayed_until = max(self._delayed_until, self.now) + seconds * (not self.hurried)
        if self._delayed_until - self.now >= TICK:
            while not self._wait_until(self._delayed_until):
                pass

    def _ticks(self) -> int:
        # A wait for a whole number of ticks may end a rounding error before them.
        return math.floor(self.worked_until / TICK + 1e-6)
