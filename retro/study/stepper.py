"""The stepper: follows the procedures and lines of a program that runs, and decides where it stops.

It uses `sys.settrace`, in the program's own thread and for the program's own files, between `attach` and `detach`.
A procedure of BASIC is a call that runs one function after the other: compiled BASIC, whose line numbers are BASIC's.
"""

import sys
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from traceback import walk_stack
from types import FrameType
from typing import Any, NamedTuple, TypeVar, cast

from retro.study.procedure_index import ProcedureIndex
from retro.study.stops import Goal, Stops

Position = tuple[int, int]
Function = TypeVar("Function", bound=Callable[..., Any])

NOWHERE, EVERYWHERE = 0, sys.maxsize
START_POSITION = 2, 0  # the position of the first line of main
MOST_RECENT_CALLS = 40  # calls
PULSE = 64  # calls and lines between two pulses
GENERATOR = 0x20  # in co_flags


@dataclass(slots=True, eq=False)
class Activation:
    """A procedure that runs.

    Attributes:
        call: the frame whose return ends it.
        frame: the frame of its current line: the same, or of BASIC the function that runs.
        name: its key in the study, or the name of its function.
        core: whether it is in one of the program's own files.
        statement: the first line of its current statement; 0 before the first one.
        before: that of the statement before.
        basic_depth: how many procedures of a BASIC program beside it run, where both met in it last.
    """

    call: FrameType
    frame: FrameType
    name: str
    core: bool
    statement: int = 0
    before: int = 0
    basic_depth: int = 0


@dataclass(slots=True, eq=False)
class RecentCalls:
    """Consecutive calls of a procedure; `depth` procedures run during each, itself included."""

    name: str
    depth: int
    count: int = 1


class StopReason(NamedTuple):
    """Why a program has stopped.

    Attributes:
        sentence: what has happened, or empty.
        cause: the real path and line of the statement that has made it stop, if that has run; else empty and 0.
        at_breakpoint: whether a procedure was called at which it always stops.
    """

    sentence: str = ""
    cause: tuple[str, int] = "", 0
    at_breakpoint: bool = False


class Snapshot(NamedTuple):
    """The state of a stepper at a wait: its position and its last calls."""

    position: Position
    calls: list[RecentCalls]


class Stepper:
    """Keeps the stack of the procedures of a running program, and stops the program.

    A position counts how far the program has come: the calls, returns and lines of its own files so far, and the lines
    of other files since the last of these. It does not depend on what is traced.

    Attributes:
        index: finds the procedures of frames.
        stops: where to stop whenever the program comes there.
        until: where to stop once, or None.
        reason: why the program has stopped.
        stack: the procedures that run, the outermost first.
        calls: the last calls, the newest last.
        returned: the name of the procedure from which the statement that has run last has returned, or empty.
        hit: whether the program has come to one of `stops`, or to `until`.
        position: the number of events so far, as above.
        quiet: whether the program stops nowhere for now.
        sought: the position at which `quiet` ends, or None.
        pulse: called now and then while the program computes.
        arrived: called at the position that was sought.
        entered: called with the name of a procedure and the position of its first line.
        reached: called before a line to stop at; the line runs when it returns.
        passing: called before each statement in the program's own files.
        resumed: called when the program is traced from the middle on.
    """

    def __init__(self, index: ProcedureIndex, stops: Stops) -> None:
        """index: finds the procedures of frames. stops: where to stop."""
        self.index, self.stops = index, stops
        hook: Callable[..., None] = lambda *arguments: None  # noqa: E731
        self.pulse = self.arrived = self.entered = self.reached = self.passing = self.resumed = hook
        self._within = EVERYWHERE
        self.until: Goal | None = None
        self._met: bool | None = None  # whether the condition of `until` holds
        self.reason = StopReason()
        self.hit = self.quiet = False
        self.sought: Position | None = None
        self._events = 0
        self._traced = self._trace  # one object: a bound method is made anew each time
        self._forget()

    def _forget(self) -> None:
        self.stack: list[Activation] = []
        self.calls: deque[RecentCalls] = deque(maxlen=MOST_RECENT_CALLS)
        self.position: Position = 0, 0
        self.returned = self._returning = ""
        self._ran = "", 0  # the file and line of the statement that has run last
        self.stops.forget()

    # where to stop

    def go(self, how: str, until: Goal | None = None) -> None:
        """Go on, and stop at `stops`, and where `how` says.

        That is step: at the next line of any procedure; over: at that of this procedure, or of the one it returns to;
        out: when this procedure has returned; run: only once, at `until`, of which a condition must have come true.
        """
        depths = {"step": EVERYWHERE, "over": len(self.stack), "out": len(self.stack) - 1, "run": NOWHERE}
        self._ran = _line_of(self.stack[-1].frame) if self.stack else ("", 0)
        self._stop_within(depths[how], until)
        self._met = until.condition.holds(self.frames) if until and until.condition else None

    @property
    def runs_freely(self) -> bool:
        """Whether the program stops at `stops` and `until` only."""
        return self._within == NOWHERE

    @property
    def frames(self) -> list[FrameType]:
        """The frames of the procedures that run, the outermost first."""
        return [activation.frame for activation in self.stack]

    def listen(self) -> None:
        """End `quiet`."""
        self.quiet, self.sought = False, None
        self.stops.changed(self.frames)
        self._stop_within(self._within, self.until)

    def _stop_within(self, depth: int, until: Goal | None = None) -> None:
        """Stop at the next line while at most `depth` procedures run."""
        self._within, self.until, self.hit, self.reason = depth, until, False, StopReason()
        for level, activation in enumerate(self.stack, 1):
            activation.frame.f_trace_lines = self._wants_lines(activation, level)

    def _wants_lines(self, activation: Activation, depth: int) -> bool:
        """Return whether to trace lines: always in core files, elsewhere only where somebody may stop."""
        return activation.core or self.sought is not None or (depth <= self._within and not self.quiet)

    # on and off

    def attach(self) -> None:
        """Trace everything that is called from here on."""
        self.prepare()
        sys.settrace(self._called)

    def prepare(self) -> None:
        """Prepare to `resume` in the middle of the program, which begins now."""
        self._forget()
        self._before = sys.gettrace()

    def snapshot(self) -> Snapshot:
        """Return what to `resume` from, in the same wait of a replay."""
        return Snapshot(self.position, [replace(call) for call in self.calls])

    def resume(self, snapshot: Snapshot) -> None:
        """Trace a program that has run untraced so far, and waits."""
        self.position = snapshot.position
        self.calls.extend(replace(call) for call in snapshot.calls)
        self.stack = list(self._running())[::-1]
        for level, activation in enumerate(self.stack, 1):
            activation.call.f_trace, activation.call.f_trace_lines = self._traced, False
            activation.frame.f_trace = self._traced
            activation.frame.f_trace_lines = self._wants_lines(activation, level)
        sys.settrace(self._called)
        self.resumed()

    def _running(self) -> Iterator[Activation]:
        """Yield the procedures that run, the innermost first."""
        for frame, line in walk_stack(sys._getframe()):
            path, (name, _, core) = frame.f_code.co_filename, self.index.place_of(frame)
            if name:
                call = frame.f_back if path in self.index.listings else frame
                yield Activation(call or frame, frame, name, core, self.index.extent(path, line)[0])

    def detach(self) -> None:
        """Stop tracing, and restore the trace function from before."""
        sys.settrace(self._before)

    # called by Python

    def _called(self, frame: FrameType, event: str, arg: object) -> Any:
        name, _, core = self.index.place_of(frame)
        if not name:
            return None
        call = frame
        if frame.f_code.co_filename in self.index.listings and frame.f_back is not None:
            call = frame.f_back
            if self.stack and self.stack[-1].call is call:
                self.stack[-1].frame, self.stack[-1].statement = frame, 0
                return self._follow(self.stack[-1])
            call.f_trace, call.f_trace_lines = self._traced, False
        self.stack.append(Activation(call, frame, name, core))
        self.returned = self._returning = ""
        self._count(True)
        last, depth = self.calls[-1] if self.calls else None, len(self.stack)
        if last is not None and (last.name, last.depth) == (name, depth):
            last.count += not frame.f_code.co_flags & GENERATOR
        elif not frame.f_code.co_flags & GENERATOR:
            self.calls.append(RecentCalls(name, depth))
        self.entered(name, (self.position[0] + 1, 0))
        stops = name in self.stops.procedures
        if not self.quiet and (stops or (self.until and name in self.until.procedures)):
            self.stop_here(StopReason(at_breakpoint=stops))
        return self._follow(self.stack[-1])

    def _follow(self, activation: Activation) -> Any:
        activation.frame.f_trace_lines = self._wants_lines(activation, len(self.stack))
        self._beat()
        return self._traced

    def _trace(self, frame: FrameType, event: str, arg: object) -> Any:
        if event == "line" and self.stack and self.stack[-1].frame is frame:
            self._line(self.stack[-1])
        elif event == "return":
            self._count(True)
            self._returned(frame)
        return self._traced

    def _line(self, activation: Activation) -> None:
        self._count(activation.core)
        begins = self._begins_statement(activation)
        if begins:
            self.returned, self._returning = self._returning, ""
        if self.sought == self.position:
            self.listen()
            self._stop_within(EVERYWHERE)
            self.arrived()
        self._beat()
        if begins and activation.core:
            self.passing(activation)
        if not begins or self.quiet:
            return
        if self.stops.lines or self.stops.watched or self.until:
            self._check(activation)
        if len(self.stack) <= self._within:
            self.reached()

    def _check(self, activation: Activation) -> None:
        """Stop at this line if it is one to stop at, a watched variable has changed, or a condition has come true."""
        frame, frames, stops = activation.frame, self.frames, self.stops
        path, number = _line_of(frame)
        line = self.index.real_path(path), number
        for lines in (stops.lines, self.until.lines if self.until else {}):
            if line in lines and ((condition := lines[line]) is None or condition.holds(frames)):
                self.stop_here(StopReason(f"{condition} holds." if condition else ""))
        if change := stops.changed(frames):
            self._stop_because(change)
        if self.until and self.until.condition:
            before, self._met = self._met, self.until.condition.holds(frames)
            if self._met and before is False:
                self._stop_because(f"{self.until.condition} has come true")
        self._ran = _line_of(frame)

    def _stop_because(self, what: str) -> None:
        """Stop because of what the statement has done that has run last."""
        path, line = self._ran
        sentence = f"{what}, in {self.index.described(path, line)}."
        self.stop_here(StopReason(sentence, cause=(self.index.real_path(path), line)))

    def stop_here(self, reason: StopReason) -> None:
        """Stop at the next line, or at the one that is about to run. An empty reason keeps the previous one."""
        before = self.reason
        self._stop_within(EVERYWHERE)
        self.hit, self.reason = True, reason if reason != StopReason() else before

    def _count(self, core: bool) -> None:
        major, minor = self.position
        self.position = (major + 1, 0) if core else (major, minor + 1)

    def _beat(self) -> None:
        self._events += 1
        if not self._events % PULSE and not self.quiet:
            self.pulse()

    def _returned(self, frame: FrameType) -> None:
        depths = [depth for depth, activation in enumerate(self.stack) if activation.call is frame]
        if depths:
            self._returning = self.stack[depths[0]].name
            del self.stack[depths[0] :]

    def _begins_statement(self, activation: Activation) -> bool:
        """Return whether the line is the first to run of its statement; of BASIC, each line is one."""
        path = activation.frame.f_code.co_filename
        first, lines = self.index.extent(path, activation.frame.f_lineno)
        same = first == activation.statement and (lines > 1 or path in self.index.listings)
        if not same:
            activation.before, activation.statement = activation.statement, first
        return not same


def _line_of(frame: FrameType) -> tuple[str, int]:
    return frame.f_code.co_filename, frame.f_lineno


def untraced(function: Function) -> Function:
    """Return a function that runs with tracing suspended, at full speed, unless it starts tracing itself."""

    def call(*arguments: object, **options: object) -> object:
        tracing = sys.gettrace()
        sys.settrace(None)
        try:
            return function(*arguments, **options)
        finally:
            sys.settrace(sys.gettrace() or tracing)

    return cast(Function, call)
