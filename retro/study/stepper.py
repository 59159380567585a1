"""The stepper: follows the procedures and lines of a running program by `sys.settrace`, and decides where it stops.

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
PULSE_INTERVAL = 64  # calls and lines between two pulses
GENERATOR_FLAG = 0x20  # in co_flags


@dataclass(slots=True, eq=False)
class Activation:
    """A procedure that runs.

    Attributes:
        call: the frame whose return ends the procedure.
        frame: the frame of the current line: of Python the same, of BASIC the compiled function that runs.
        name: the procedure's key in the study, or the name of a function that is in no procedure.
        core: whether it is in one of the program's own files, see `Place`.
        statement: the first line of the current statement; 0 before the first statement.
        before: the first line of the previous statement.
        basic_depth: the number of procedures that ran in the BASIC listing when both were last compared in this one.
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
        sentence: a sentence for the user, or empty.
        cause: the real path and line of the statement whose effect has stopped the program; else empty and 0.
        at_breakpoint: whether a procedure with a breakpoint was called.
    """

    sentence: str = ""
    cause: tuple[str, int] = "", 0
    at_breakpoint: bool = False


class Snapshot(NamedTuple):
    """The state of a stepper at a wait: its position and its recent calls."""

    position: Position
    calls: list[RecentCalls]


class Stepper:
    """Follows a running program by a trace function: keeps the stack of its procedures, and stops it.

    A position measures the program's progress as two numbers: of calls, returns and lines in its own files so far, and
    of lines in other files since the last of these. It does not depend on which lines are traced.

    Attributes:
        index: finds the procedures of frames.
        stops: the breakpoints and watched variables.
        until: the goal to run to once, or None.
        reason: why the program has stopped.
        stack: the procedures that run, the outermost first.
        calls: the recent calls, the newest last.
        returned: the name of the procedure that has returned during the last statement, or empty.
        hit: whether one of `stops`, or `until`, has stopped the program.
        position: the present position.
        quiet: whether no stops are made for now, as in a replay.
        sought: the position at which `quiet` ends, or None.
        pulse: called every PULSE calls and lines while the program computes.
        arrived: called at the position `sought`.
        entered: called at a procedure's first line with its name and the position.
        left: called when a procedure has returned.
        reached: called before a line to stop at; the line runs when this returns.
        passing: called before each statement in the program's own files.
        resumed: called when tracing has begun in the middle of the program.
    """

    def __init__(self, index: ProcedureIndex, stops: Stops) -> None:
        """index: finds the procedures of frames. stops: the breakpoints and watched variables."""
        self.index, self.stops = index, stops
        hook: Callable[..., None] = lambda *arguments: None  # noqa: E731
        self.pulse = self.arrived = self.entered = self.left = self.reached = self.passing = self.resumed = hook
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
        """Resume the program until one of `stops`, or as `how` says.

        step: stop at the next line of any procedure; over: at the next line of this procedure or of its caller; out:
        after the return of this procedure; run: only at the goal `until`.
        """
        depths = {"step": EVERYWHERE, "over": len(self.stack), "out": len(self.stack) - 1, "run": NOWHERE}
        self._ran = _line_of(self.stack[-1].frame) if self.stack else ("", 0)
        self._stop_within(depths[how], until)
        self._met = until.condition.holds(self.frames) if until and until.condition else None
        self.stops.changed(self.frames, until)

    @property
    def runs_freely(self) -> bool:
        """Whether only `stops` and `until` can stop the program."""
        return self._within == NOWHERE

    @property
    def frames(self) -> list[FrameType]:
        """The Python frames of the procedures that run, the outermost first."""
        return [activation.frame for activation in self.stack]

    def listen(self) -> None:
        """End `quiet`: stop at `stops` and the like again."""
        self.quiet, self.sought = False, None
        self.stops.changed(self.frames, self.until)
        self._stop_within(self._within, self.until)

    def _stop_within(self, depth: int, until: Goal | None = None) -> None:
        """Stop at the next line at which at most `depth` procedures run."""
        self._within, self.until, self.hit, self.reason = depth, until, False, StopReason()
        for level, activation in enumerate(self.stack, 1):
            activation.frame.f_trace_lines = self._wants_lines(activation, level)

    def _wants_lines(self, activation: Activation, depth: int) -> bool:
        """Return whether to trace the lines of a procedure: always in core files, else if a stop may be there."""
        return activation.core or self.sought is not None or (depth <= self._within and not self.quiet)

    # on and off

    def attach(self) -> None:
        """Start tracing all functions that are called from here on."""
        self.prepare()
        sys.settrace(self._called)

    def prepare(self) -> None:
        """Start a program of which tracing begins in the middle, by `resume`."""
        self._forget()
        self._before = sys.gettrace()

    def snapshot(self) -> Snapshot:
        """Return the state to pass to `resume` at the same wait of a replay."""
        return Snapshot(self.position, [replace(call) for call in self.calls])

    def resume(self, snapshot: Snapshot) -> None:
        """Begin to trace a program at a wait in its middle, with the state that it had there."""
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
        """Stop tracing, and restore the previous trace function."""
        sys.settrace(self._before)

    # called by Python

    def _called(self, frame: FrameType, event: str, arg: object) -> Any:
        name, procedure, core = self.index.place_of(frame)
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
            last.count += not frame.f_code.co_flags & GENERATOR_FLAG
        elif not frame.f_code.co_flags & GENERATOR_FLAG:
            self.calls.append(RecentCalls(name, depth))
        self.entered(name, (self.position[0] + 1, 0))
        key = name if procedure else ""  # a function in no procedure may have the name of one
        stops = key in self.stops.procedures
        if not self.quiet and (stops or (self.until and key in self.until.procedures)):
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
        """Stop at this line if it has a breakpoint, a watched variable has changed, or a condition has come true."""
        frame, frames, stops = activation.frame, self.frames, self.stops
        path, number = _line_of(frame)
        line = self.index.real_path(path), number
        for lines in (stops.lines, self.until.lines if self.until else {}):
            if line in lines and ((condition := lines[line]) is None or condition.holds(frames)):
                self.stop_here(StopReason(f"{condition} holds." if condition else ""))
        if change := stops.changed(frames, self.until):
            self._stop_because(change)
        if self.until and self.until.condition:
            before, self._met = self._met, self.until.condition.holds(frames)
            if self._met and before is False:
                self._stop_because(f"{self.until.condition} has come true")
        self._ran = _line_of(frame)

    def _stop_because(self, what: str) -> None:
        """Stop, with the statement that has just run as the cause."""
        path, line = self._ran
        sentence = f"{what}, in {self.index.described(path, line)}."
        self.stop_here(StopReason(sentence, cause=(self.index.real_path(path), line)))

    def stop_here(self, reason: StopReason) -> None:
        """Stop at the line that is about to run, or at the next line. An empty reason keeps the previous one."""
        before = self.reason
        self._stop_within(EVERYWHERE)
        self.hit, self.reason = True, reason if reason != StopReason() else before

    def _count(self, core: bool) -> None:
        major, minor = self.position
        self.position = (major + 1, 0) if core else (major, minor + 1)

    def _beat(self) -> None:
        self._events += 1
        if not self._events % PULSE_INTERVAL and not self.quiet:
            self.pulse()

    def _returned(self, frame: FrameType) -> None:
        depths = [depth for depth, activation in enumerate(self.stack) if activation.call is frame]
        if depths:
            self._returning = self.stack[depths[0]].name
            del self.stack[depths[0] :]
            self.left()

    def _begins_statement(self, activation: Activation) -> bool:
        """Return whether the line is the first of its statement; in BASIC each line is."""
        path = activation.frame.f_code.co_filename
        first, lines = self.index.extent(path, activation.frame.f_lineno)
        same = first == activation.statement and (lines > 1 or path in self.index.listings)
        if not same:
            activation.before, activation.statement = activation.statement, first
        return not same


def _line_of(frame: FrameType) -> tuple[str, int]:
    return frame.f_code.co_filename, frame.f_lineno


def untraced(function: Function) -> Function:
    """Return a function that runs another one with tracing suspended, at full speed."""

    def call(*arguments: object, **options: object) -> object:
        tracing = sys.gettrace()
        sys.settrace(None)
        try:
            return function(*arguments, **options)
        finally:
            sys.settrace(sys.gettrace() or tracing)

    return cast(Function, call)
