"""Watches a program while it runs: its procedures as they are called, its lines as far as somebody wants to see them.

This is Python's own tracing, in the program's own thread, for the program's own files. Nothing is traced before
`attach` and after `detach`.
"""

from __future__ import annotations

import sys
from collections import deque

from retro.study.watch.lines import Statements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, Protocol

    class Attendant(Protocol):
        """Whom the watcher tells."""

        def pulse(self) -> None:
            """The program computes; called now and then."""

        def arrived(self) -> None:
            """It has come to the place that was sought."""

        def reached(self) -> None:
            """The next line to run is one that was asked for; it runs when this returns."""

    class Program(Protocol):
        """What belongs to the program."""

        def place_of(self, frame: FrameType) -> str:
            """What the procedure of a frame is called; empty if it is none of the program's."""

        def is_core(self, path: str) -> bool:
            """Is it one of the program's own files, in which lines are always traced?"""

    Position = tuple[int, int]


NOWHERE, EVERYWHERE = 0, sys.maxsize
FIRST = 2, 0  # the position of the first line of main
REMEMBERED = 40  # calls
PULSE = 64  # calls and lines between two pulses
GENERATOR = 0x20  # in co_flags


class Level:
    """A procedure that runs.

    place: what it is. core: does it stand in one of the program's own files? statement: the first line of the
    statement it is in, 0 before any.
    """

    __slots__ = ("core", "frame", "place", "statement")

    def __init__(self, frame: FrameType, place: str, core: bool) -> None:
        self.frame, self.place, self.core, self.statement = frame, place, core, 0


class Call:
    """Calls of a procedure, one after the other. depth: how many procedures run then, itself among them."""

    __slots__ = ("depth", "place", "times")

    def __init__(self, place: str, depth: int) -> None:
        self.place, self.depth, self.times = place, depth, 1


class Watcher:
    """Knows which procedures of a program run, and stops it where it is to stop.

    breakpoints: the procedures to stop in. until: the one to stop in once, or empty. stack: those that run, the
    outermost first. calls: the last ones called, the newest last. hit: it has come to a breakpoint, or to the
    procedure it was to run to. quiet: it stops nowhere now. sought: the position at which quiet is over; None: none.

    A position says how far the program has come: how many calls, returns, and lines of its own files there were, and
    how many lines of other files since. It is the same whatever is watched.
    """

    def __init__(self, attendant: Attendant, program: Program) -> None:
        self._attendant, self._program = attendant, program
        self._statements = Statements()
        self.breakpoints: set[str] = set()
        self._within, self.until = EVERYWHERE, ""
        self.hit = self.quiet = False
        self.sought: Position | None = None
        self._events = 0
        self._traced = self._trace  # one object: a bound method is made anew each time
        self._forget()

    def _forget(self) -> None:
        self.stack: list[Level] = []
        self.calls: deque[Call] = deque(maxlen=REMEMBERED)
        self._big = self._small = 0

    @property
    def position(self) -> Position:
        """How far the program has come."""
        return self._big, self._small

    # where to stop

    def step(self) -> None:
        """Stop at the next line, wherever it is."""
        self._aim(EVERYWHERE)

    def over(self) -> None:
        """Stop at the next line of this procedure, or of the one it returns to."""
        self._aim(len(self.stack))

    def out(self) -> None:
        """Stop when this procedure has returned."""
        self._aim(len(self.stack) - 1)

    def run(self, until: str = "") -> None:
        """Stop in the procedures with a breakpoint only, and once in this one."""
        self._aim(NOWHERE, until)

    def listen(self) -> None:
        """Be quiet no more."""
        self.quiet, self.sought = False, None
        self._aim(self._within, self.until)

    def _aim(self, within: int, until: str = "") -> None:
        self._within, self.until, self.hit = within, until, False
        for depth, level in enumerate(self.stack, 1):
            level.frame.f_trace_lines = self._sees_lines(level, depth)

    def _sees_lines(self, level: Level, depth: int) -> bool:
        """Lines cost time: in other files they are traced where they are wanted."""
        return level.core or self.sought is not None or (depth <= self._within and not self.quiet)

    # on and off

    def attach(self) -> None:
        """Trace what is called from here on."""
        self._forget()
        self._before = sys.gettrace()
        sys.settrace(self._called)

    def detach(self) -> None:
        """Trace no more."""
        sys.settrace(self._before)

    # called by Python

    def _called(self, frame: FrameType, event: str, arg: object) -> Any:
        # Comprehensions and lambdas are parts of the procedure they stand in.
        place = "" if frame.f_code.co_name[0] == "<" else self._program.place_of(frame)
        if not place:
            return None
        level = Level(frame, place, self._program.is_core(frame.f_code.co_filename))
        self.stack.append(level)
        self._count(True)
        if not frame.f_code.co_flags & GENERATOR:
            self._remember(place)
        if not self.quiet and (place in self.breakpoints or place == self.until):
            self._aim(EVERYWHERE)
            self.hit = True
        frame.f_trace_lines = self._sees_lines(level, len(self.stack))
        self._beat()
        return self._traced

    def _trace(self, frame: FrameType, event: str, arg: object) -> Any:
        if event == "line" and self.stack and self.stack[-1].frame is frame:
            self._line(self.stack[-1])
        elif event == "return":
            self._count(True)
            self._returned(frame)
        return self._traced

    def _line(self, level: Level) -> None:
        self._count(level.core)
        begins = self._begins_statement(level)
        if self.sought == (self._big, self._small):
            self.listen()
            self._aim(EVERYWHERE)
            self._attendant.arrived()
        self._beat()
        if begins and len(self.stack) <= self._within and not self.quiet:
            self._attendant.reached()

    def _count(self, big: bool) -> None:
        if big:
            self._big, self._small = self._big + 1, 0
        else:
            self._small += 1

    def _beat(self) -> None:
        self._events += 1
        if not self._events % PULSE and not self.quiet:
            self._attendant.pulse()

    def _remember(self, place: str) -> None:
        last, depth = self.calls[-1] if self.calls else None, len(self.stack)
        if last is not None and (last.place, last.depth) == (place, depth):
            last.times += 1
        else:
            self.calls.append(Call(place, depth))

    def _returned(self, frame: FrameType) -> None:
        for depth in range(len(self.stack), 0, -1):
            if self.stack[depth - 1].frame is frame:
                del self.stack[depth - 1 :]
                return

    def _begins_statement(self, level: Level) -> bool:
        """Is this line the first of its statement that is run? One over several lines is seen once."""
        frame = level.frame
        first, lines = self._statements.extent(frame.f_code.co_filename, frame.f_lineno)
        same = first == level.statement and lines > 1
        level.statement = first
        return not same
