"""The front end without a display: virtual time, and a player written as a generator.

    def player(m):
        yield                               # wait until the program asks for a key
        assert "Press 1 to 6" in m.screen.text
        yield "7"                           # type this; "<LEFT>" and the like are keys by name
        yield                               # wait until the program asks for the next key
        assert "You cannot play that domino" in m.screen.text
        yield 2.0                           # let two seconds pass
        yield [Down("SPACE")]           # report events as a front end does

    headless(dominoes.main, player, seed=3)

The player is resumed inside the program's wait: the traceback of a failed check shows the program's
line and the player's. When the player has finished, the machine is switched off as soon as the
program asks for another key.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from math import inf

from retro.display.font import default_font
from retro.input.events import Event, Wanted, parse_keys
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.view import Program, View
from retro.sound.notes import Note

Step = None | str | float | Sequence[Event]
Player = Callable[[Machine], Iterator[Step]]

TIME_TOLERANCE = 1e-9  # seconds: rounding
MAX_IDLE = 3600.0  # seconds of virtual time without an action of the player


class Runaway(Exception):
    """The program went on for too long without asking for a key."""


class UnfinishedPlayer(Exception):
    """The program ended before its player, which had `left` more actions."""

    def __init__(self, left: int) -> None:
        super().__init__(f"The program has ended, but its player had {left} more actions")
        self.left = left

    @property
    def of_keys(self) -> str:
        """The message for a program that has ended before all keys of --keys were typed."""
        return f"The program ended with {self.left} key{'s' if self.left > 1 else ''} of --keys not typed"


class Headless(View):
    """A view without a display, which runs as fast as possible in virtual time.

    Args:
        player: the actions of the user; None: run up to the first wait for a key.
        max_idle: seconds of virtual time after which a program that asks for no key is a runaway.

    Attributes:
        notes: all notes that were played, in order.
        volume: the volume, 0 to 1.
    """

    machine: Machine

    def __init__(self, player: Player | None = None, max_idle: float = MAX_IDLE) -> None:
        self._player = player
        self._max_idle = max_idle
        self._steps: Iterator[Step] | None = None
        self._keys: deque[list[Event]] = deque()
        self._sleeps_until = 0.0
        self._awaits_key = True
        self._time = self._last_action = 0.0
        self.notes: list[Note] = []
        self.volume = 1.0

    def run(self, program: Program, seed: int) -> Machine:
        """Run the program to its end, or until the player has finished."""
        m = self.machine = Machine(self, default_font(), seed)
        if self._player is not None:
            self._steps = iter(self._player(m))
            self._awaits_key = False
        try:
            program(m)
        except PowerOff:
            return m
        left = len(self._keys)
        if self._steps is not None and not left:
            left = sum(step is not None for step in self._steps)
        if left:
            raise UnfinishedPlayer(left)
        return m

    def now(self) -> float:
        """Return the headless front end's virtual seconds since power-on."""
        return self._time

    def note(self, note: Note) -> None:
        """Append a note to the list of notes that a test can look at."""
        self.notes.append(note)

    def set_volume(self, volume: float) -> None:
        """Store the volume, 0 to 1, for tests."""
        self.volume = volume

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Let virtual time pass while the player waits, else return the player's next events."""
        while not self._keys:
            if timeout is None or wanted is not None:
                self._awaits_key = False
            left = inf if self._awaits_key else self._sleeps_until - self._time
            if left > TIME_TOLERANCE:
                self._advance(left if timeout is None else min(left, timeout))
                return []
            self._last_action = self._time
            if self._steps is None:
                raise PowerOff
            try:
                step = next(self._steps)
            except StopIteration:
                self._steps, self._awaits_key = None, True
                continue
            if step is None:
                self._awaits_key = True
            elif isinstance(step, str):
                self._keys.extend(parse_keys(step))
            elif isinstance(step, (int, float)):
                self._sleeps_until = self._last_action = self._time + step
            else:
                self._keys.append(list(step))
        return self._keys.popleft()

    def _advance(self, seconds: float) -> None:
        self._time += seconds
        if self._time - self._last_action > self._max_idle:
            raise Runaway(f"The program went on for {self._max_idle:g} seconds without asking for a key")


def headless(program: Program, player: Player | None = None, *, seed: int = 1) -> Machine:
    """Run a program with a player in virtual time; return the machine in its final state."""
    return Headless(player).run(program, seed)


def typist(text: str) -> Player:
    """Return a player that types the keys of a script, one at each wait for a key."""
    keys = parse_keys(text)
    return lambda m: typing(keys)


def typing(keys: Sequence[Sequence[Event]]) -> Iterator[Step]:
    """Yield the steps of a player that types these keys."""
    for key in keys:
        yield None
        yield key
    yield None
