"""Gives a program what came through the seam in another game, wait by wait, and sees that it is the same game."""

from __future__ import annotations

from math import inf
from zlib import crc32

from retro.recording.log import OFF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.keyboard import Event
    from retro.machine import Machine
    from retro.recording.log import Entry, Log

MILLISECOND = 0.001  # seconds
PATIENCE = 100_000  # statements after the last key of a game that was cut off, in which the program may come to wait


class Astray(BaseException):
    """The program does not do what it did in the recording. str() says where, in a sentence."""


class Feed:
    """A log, as it is read.

    name: the file it comes from, empty if it is this game's own. index: how many entries have been given. passed,
    left: how many waits without events have been given since, and are to be given before the next entry.
    """

    def __init__(self, log: Log, name: str = "") -> None:
        self._log, self._name = log, name
        self.index = 0
        self._begin()

    def _begin(self) -> None:
        entry = self._entry
        self.passed, self.left = 0, self._log.calm if entry is None else entry.calm

    @property
    def _entry(self) -> Entry | None:
        entries = self._log.entries
        return entries[self.index] if self.index < len(entries) else None

    @property
    def read_out(self) -> bool:
        """Have all entries been given?"""
        return self.index == len(self._log.entries)

    @property
    def over(self) -> bool:
        """Has everything been given?"""
        return not self.left and self.read_out

    @property
    def appointment(self) -> int | None:
        """The statement that has to look up from its work next; None: none before the next wait."""
        if self.left:
            return None
        item = self._entry or self._log.end
        if item is not None:
            return item.at if item.attending else None
        return PATIENCE + (self._log.entries[-1].at if self._log.entries else 0)

    def due(self, m: Machine) -> bool:
        """Is this statement the one that has to look up?"""
        return m.attending and m.statements == self.appointment

    def next_moment(self, m: Machine, timeout: float | None, now: float) -> float:
        """When this wait will be over. Raises Astray if it is not the wait that comes next."""
        entry = self._entry
        if self.left:
            if timeout is None or timeout == inf or m.attending:
                raise self._astray(entry.line if entry else 0, f"statement {m.statements} waits for a key")
            return now + timeout
        if entry is None or (entry.at, entry.attending) != (m.statements, m.attending):
            raise self._astray(entry.line if entry else 0, f"statement {m.statements} waits")
        return max(now, entry.moment * MILLISECOND)

    def take(self) -> list[Event]:
        """Give what this wait gave, and go on to the next."""
        if self.left:
            self.left -= 1
            self.passed += 1
            return []
        entry = self._log.entries[self.index]
        self.index += 1
        self._begin()
        return list(entry.events)

    def check_wait(self, m: Machine) -> None:
        """The program waits, and everything has been given. Raises Astray if that is not how it was."""
        end = self._log.end
        if end is not None:
            if end.kind != OFF:
                raise self._astray(end.line, f"statement {m.statements} waits, where the program ended")
            self._check(m)

    def check_end(self, m: Machine, kind: str) -> None:
        """The program has ended. Raises Astray if that is not how it was."""
        item = self._entry or self._log.end
        if not self.over or (self._log.end is not None and self._log.end.kind != kind):
            raise self._astray(item.line if item else 0, f"the program ends ({kind}) after statement {m.statements}")
        self._check(m)

    def _check(self, m: Machine) -> None:
        end = self._log.end
        if end is not None and (end.at, end.screen) != (m.statements, look(m)):
            raise self._astray(end.line, f"the last screen, after statement {m.statements}, is another one")

    def _astray(self, line: int, what: str) -> Astray:
        if not self._name:
            return Astray(f"The game cannot be had again: {what}. Does the program keep variables outside its main?")
        where = f"{self._name}, line {line}" if line else f"{self._name}, at its end"
        return Astray(f"{where}: {what}, which is not what was recorded, perhaps with another version of retro")


def look(m: Machine) -> int:
    """A check sum of what is on the screen."""
    screen = m.screen
    return crc32(bytes([screen.mode.number, *screen.palette.colours]), crc32(screen.canvas.pixels))
