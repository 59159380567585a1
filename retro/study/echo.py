"""The view of a second machine, which replays the events and times of the first machine's waits."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from math import inf

from retro.display.font import default_font
from retro.input.events import Event, Wanted
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.view import Program, View


class Echo(View):
    """The second machine's view: it replays the waits of the first machine, `source`, with their events and times.

    Attributes:
        machine: the second machine, with the random numbers of the first.
        starved: whether the second machine has waited for a key where the first did not.
        idle: called at a wait for which nothing is queued; returns whether to look at the queue again.
    """

    def __init__(self, source: Machine) -> None:
        self._source, self._time = source, source.now
        self._waits: deque[tuple[Sequence[Event], float]] = deque()
        self.starved = False
        self.idle: Callable[[], bool] = lambda: False
        self.machine = Machine(self, default_font())
        self.machine.rnd_state = source.rnd_state

    def receive(self, events: Sequence[Event], now: float) -> None:
        """Queue the events that a wait of the first machine returned, and the time at its end."""
        if events or not self._source.interrupting:
            self.machine.interrupt_pending = bool(events) and self._source.interrupting and not self._waits
            self._waits.append((events, now))

    def catch_up(self) -> None:
        """Pass all queued events to the second machine at once, and set its clock to the first machine's."""
        for events, _ in self._waits:
            self.machine.keyboard.handle(events, self._source.now)
        self._waits.clear()
        self._time = self.machine.now = self._source.now

    # the front end

    def run(self, program: Program, seed: int) -> Machine:
        """Run a program on the second machine."""
        program(self.machine)
        return self.machine

    def now(self) -> float:
        """Return the second machine's time after its last wait, in seconds since power-on."""
        return self._time

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the events of the next queued wait; without one time out, or raise PowerOff if there is no timeout."""
        m = self.machine
        while self._waits or (not m.interrupting and self.idle()):
            events, self._time = self._waits.popleft()
            if events or not m.interrupting:
                return events
        if timeout is None or timeout == inf:
            self.starved = True
            raise PowerOff
        self._time += timeout
        return []
