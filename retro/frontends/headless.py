"""The front end without a screen: virtual time, and a player written as a generator.

    def player(m):
        yield                               # until the program asks for a key
        assert "Press 1 to 6" in m.screen.text
        yield "7"                           # type this; "<LEFT>" and the like are keys by name
        assert "You cannot play that domino" in m.screen.text
        yield 2.0                           # let two seconds pass
        yield [("down", "SPACE")]           # report events as a front end does

    headless(dominoes.main, player, seed=3)

The player is resumed inside the program's own wait, so a check that fails shows the program's line
and the player's. When the player has finished, the machine is switched off as soon as the program
asks for one more key.
"""

from __future__ import annotations

from collections import deque

from retro.font import default
from retro.frontend import PowerOff
from retro.keyboard import script
from retro.machine import Machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from retro.frontend import Program
    from retro.keyboard import Event
    from retro.notes import Note

    Step = None | str | float | Sequence[Event]
    Player = Callable[[Machine], Iterator[Step]]

PATIENCE = 3600.0  # seconds of virtual time in which the player does nothing


class Runaway(Exception):
    """The program waited for ever without asking for a key."""


class Unplayed(Exception):
    """The program ended before its player did."""


class Headless:
    """Runs a program inline, as fast as it goes.

    machine: the machine once it is switched on. notes: every note it played, in order.
    """

    machine: Machine

    def __init__(self, player: Player | None = None, patience: float = PATIENCE) -> None:
        self._player = player
        self._patience = patience
        self._steps: Iterator[Step] | None = None
        self._keys: deque[list[Event]] = deque()
        self._until = 0.0
        self._for_key = True
        self._time = self._acted = 0.0
        self.notes: list[Note] = []

    def run(self, program: Program, seed: int) -> Machine:
        """Run the program to its end, or until the player has finished."""
        m = self.machine = Machine(self, default(), seed)
        if self._player is not None:
            self._steps = iter(self._player(m))
            self._for_key = False
        try:
            program(m)
        except PowerOff:
            return m
        self._check_played()
        return m

    def now(self) -> float:
        """Virtual seconds since power-on."""
        return self._time

    def note(self, note: Note) -> None:
        """Keep the note."""
        self.notes.append(note)

    def wait(self, m: Machine, timeout: float | None) -> list[Event]:
        """Let the player act, or time pass."""
        while not self._keys:
            if self._passing(m, timeout):
                return []
            self._resume(m)
        return self._keys.popleft()

    def _passing(self, m: Machine, timeout: float | None) -> bool:
        """Is the player waiting still? Then time goes on."""
        if self._for_key:
            if timeout is not None and not m.keyboard.wanted:
                self._advance(timeout)
                return True
            self._for_key = False
            return False
        left = self._until - self._time
        if left > 1e-9:
            self._advance(left if timeout is None else min(left, timeout))
            return True
        return False

    def _advance(self, seconds: float) -> None:
        self._time += seconds
        if self._time - self._acted > self._patience:
            raise Runaway(f"The program went on for {self._patience:g} seconds without asking for a key")

    def _resume(self, m: Machine) -> None:
        self._acted = self._time
        if self._steps is None:
            raise PowerOff
        try:
            self._obey(next(self._steps))
        except StopIteration:
            self._steps = None
            self._for_key = True

    def _obey(self, step: Step) -> None:
        if step is None:
            self._for_key = True
        elif isinstance(step, str):
            self._keys.extend(script(step))
        elif isinstance(step, (int, float)):
            self._until = self._time + step
            self._acted = self._until
        else:
            self._keys.append(list(step))

    def _check_played(self) -> None:
        left = len(self._keys)
        if self._steps is not None and not left:
            left = sum(step is not None for step in self._steps)
        if left:
            raise Unplayed(f"The program has ended, but its player had {left} more to do")


def headless(program: Program, player: Player | None = None, *, seed: int = 1) -> Machine:
    """Run a program with a player in virtual time and return the machine as it was left."""
    return Headless(player).run(program, seed)


def typist(text: str) -> Player:
    """A player that types the keys of a script, each when the program asks for one."""
    keys = script(text)

    def player(m: Machine) -> Iterator[Step]:
        for key in keys:
            yield None
            yield key
        yield None

    return player
