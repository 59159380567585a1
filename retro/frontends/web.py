"""The front end in a browser: the machine is in a worker, and the page shows it. Knows the page only as `Page`."""

from __future__ import annotations

import json
import math
import time

from retro.conduct import conduct
from retro.font import default
from retro.frontend import PowerOff
from retro.machine import Machine
from retro.notes import LOUDEST, NOISE, frequency, within
from retro.synth import BUZZ, CLOCK, DECIBELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from retro.frontend import Program
    from retro.keyboard import Event
    from retro.notes import Note

    class Page(Protocol):
        """What there is of the page in the worker. Contents are JSON."""

        def wait(self, milliseconds: float) -> str:
            """Give what the page has sent, a line a message; wait so long if there is none, for ever if negative."""

        def post(self, kind: str, content: str) -> None:
            """Tell the page something."""

        def show(self, width: int, height: int, pixels: bytes, lights: bytes) -> None:
            """Give it a picture: logical colours, row 0 on top, and red, green and blue of each colour."""


FRAME = 1 / 60  # seconds between two pictures, at least
SETTLED = 0.15  # seconds without news after which the text of the screen is told
PATIENT = 2.0  # seconds after which it is told all the same
SHORT, PAUSE = 0.05, 0.25  # seconds of a wait that is short, and in which there may be many
NEARLY = 1e-4  # seconds
GLANCE = 0.008  # seconds that a program computes between two looks at the page
FEWEST, FIRST, MOST = 1, 200, 20000  # statements in that time
LONGEST = 60.0  # seconds of a note that the page is told of
STEPS = 2000  # of a note
SWITCH = "switch"  # an event that no keyboard has


class Web:
    """A machine in a worker. page: the page. calm: called before it waits; it may keep what the program has saved.
    It is not called before every one of many short waits.

    For any number of programs, one after the other. orders: what the page wants to be played. switches: the program's
    front end takes those of the page.
    """

    machine: Machine
    switches = False

    def __init__(self, page: Page, calm: Callable[[], None] = lambda: None) -> None:
        self._page, self._calm = page, calm
        self._started = time.perf_counter()
        self.orders: list[dict[str, Any]] = []

    def run(self, program: Program, seed: int) -> Machine:
        """Run a program to its end, or until the page wants another one. Raises ProgramFailed."""
        self._started = time.perf_counter()
        self._version, self._seen, self._told, self._pointing = -1, -1, -1, False
        self._settles = self._told_at = self._calmed = 0.0
        self._drawn = self._flash = -math.inf
        self._moved: Event | None = None
        self._looked = 0.0
        m = self.machine = Machine(self, default(), seed)
        m.longest_run, m.attention = FIRST, False
        try:
            conduct(m, program)
        except PowerOff:
            pass
        finally:
            self._show(m)
        return m

    def now(self) -> float:
        """Seconds since power-on."""
        return time.perf_counter() - self._started

    def note(self, note: Note) -> None:
        """Have the page play a note."""
        self.post("note", told(note, self.now()))

    def post(self, kind: str, content: object) -> None:
        """Tell the page something."""
        self._page.post(kind, json.dumps(content))

    def wait(self, m: Machine, timeout: float | None) -> list[Event]:
        """Give what the page has reported; show what has changed, and wait if nothing was."""
        start = self.now()
        end = math.inf if timeout is None else start + timeout
        if m.attending:
            self._pace(m, start)
        while True:
            events = self._glance(m, end)
            if events or self.now() >= end - NEARLY:
                break
        self._looked = self.now()
        return events if events or m.attending else self._moves()

    def take_order(self) -> dict[str, Any]:
        """Wait until the page says what to play."""
        while not self.orders:
            self._read(-1.0)
        return self.orders.pop(0)

    # waiting

    def _pace(self, m: Machine, now: float) -> None:
        """A program that computes: let it look up so often that the page stays alive, and not more often."""
        spent = now - self._looked
        if spent < GLANCE / 2:
            m.longest_run = min(MOST, 2 * m.longest_run)
        elif spent > 2 * GLANCE:
            m.longest_run = max(FEWEST, m.longest_run // 2)

    def _glance(self, m: Machine, end: float) -> list[Event]:
        """Show and tell what is to be shown and told now, and wait until something is to be done."""
        now = self.now()
        if self._due(m) <= now + NEARLY:
            self._show(m)
        if self._settled(m, now) <= now + NEARLY:
            self._tell(m)
        if end > now + SHORT or now > self._calmed + PAUSE:
            self._calmed = now
            self._calm()
        until = min(end, self._due(m), self._settled(m, now))
        events = self._read(1000 * max(0.0, until - self.now()) if until < math.inf else -1.0)
        if self.orders:
            m.attention = True
            raise PowerOff
        return events

    def _due(self, m: Machine) -> float:
        """When the next picture is to be shown; infinite if this one stays."""
        wanted = 0.0 if m.screen.version != self._version else self._flash
        return max(self._drawn + FRAME, wanted)

    def _settled(self, m: Machine, now: float) -> float:
        """When the text of the screen is to be told; infinite if it has been."""
        if m.screen.version == self._told:
            return math.inf
        if m.screen.version != self._seen:
            self._seen, self._settles = m.screen.version, now + SETTLED
        return min(self._settles, self._told_at + PATIENT)

    def _show(self, m: Machine) -> None:
        screen, now = m.screen, self.now()
        picture = screen.picture(now)
        self._version, self._drawn, self._flash = screen.version, now, screen.next_change(now)
        self._page.show(picture.width, picture.height, picture.pixels, bytes(sum(picture.lights, ())))
        if m.keyboard.pointer.wanted != self._pointing:
            self._pointing = not self._pointing
            self.post("pointer", self._pointing)

    def _tell(self, m: Machine) -> None:
        """Give the page the text of the screen, for those who cannot see it."""
        self._told, self._told_at = m.screen.version, self.now()
        self.post("text", [line.rstrip() for line in m.screen.lines])

    # what comes from the page

    def _read(self, milliseconds: float) -> list[Event]:
        events: list[Event] = []
        for line in self._page.wait(milliseconds).splitlines():
            message = json.loads(line)
            if "order" in message:
                self.orders.append(message)
            for kind, value in message.get("events", ()):
                if kind == "move":
                    self._moved = kind, value
                elif kind != SWITCH or self.switches:
                    events += [*self._moves(), (kind, value)]
        return events

    def _moves(self) -> list[Event]:
        """Where the pointer is now, if it has moved. That is no reason to wake the program."""
        moved, self._moved = self._moved, None
        return [moved] if moved else []


def told(note: Note, now: float) -> dict[str, Any]:
    """A note for the page: in how many seconds it begins, how long it is, and what it does when.

    steps: seconds from its start, hertz (less than 0: a hiss, by its kind), loudness 0 to 1.
    """
    length = min(note.length, LONGEST)
    steps = [step for step, _ in zip(within(note.walk(), 100 * length), range(STEPS))]
    return {
        "in": note.start - now,
        "length": length,
        "steps": [[at / 100, *sounds(p, level)] for at, p, level in steps],
    }


def sounds(pitch: int, level: int) -> tuple[float, float]:
    """Hertz and loudness of a pitch and a level; hertz are less than 0 for a hiss, by its kind."""
    loudness = 10 ** (DECIBELS * (level - LOUDEST) / 20) if level else 0.0
    if pitch < NOISE:
        return frequency(pitch), loudness
    kind = pitch - NOISE
    return (1 / (2 * CLOCK * (BUZZ[kind & 3] + 1)) if kind < 4 else -1.0 - (kind & 3)), loudness
