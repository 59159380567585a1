"""Runs the BASIC listing of a port in lockstep with it, on the same keys, and compares the two.

A number at the end of a port's line names the line of BASIC that it was made from. Whenever the port reaches a line
made from another one, BASIC runs on to that. On the way it may pass lines that the port does not have there, if they
change nothing, and lines of control flow: a FOR runs once in BASIC but in each iteration in Python, a NEXT only in
BASIC.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from retro.basic.language.names import zero
from retro.basic.words import codes
from retro.library.loader import load
from retro.listing.builder import build_study
from retro.listing.model import Study
from retro.listing.procedure import OURS, Procedure
from retro.machine.coroutine import Coroutine
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.session.session import Session
from retro.study.echo import Echo
from retro.study.procedure_index import ProcedureIndex
from retro.study.stepper import START_POSITION, Activation, Position, Stepper
from retro.study.stops import Stops
from retro.study.values import changes, compiled_name, element, freeze, holder_in, written

LOOP, DECISION = re.compile(r"\s*(FOR|NEXT|REPEAT|UNTIL)"), re.compile(r"\s*(IF|ON|GOTO)")
DEPARTURE = re.compile(r"#\s*(\d+).*\bDeparture\b")
OTHER_PICTURES = re.compile(r"#.*\bDeparture: other pictures\b")  # anywhere in a port: its bytes are not compared
NEXT_ITERATION = {-1}  # in place of a line: the next turn of a FOR, which BASIC has no line for
WITHOUT_EFFECT = re.compile(r"\s*(DEF|LOCAL|ENDPROC|RETURN|NEXT|REM)")  # lines that change nothing that is compared
MOST_PULSES = 8000  # while BASIC runs to a line of the port's


class BasicSide(Stepper):
    """The BASIC program on a machine of its own; it stops before every line, and after every call.

    While it catches up, it stops only where it waits and has had all waits of the port.

    Attributes:
        machine: the machine of the BASIC program.
        line: the number of the line that runs next, or continues; 0 before the beginning and after the end.
        last: the number of the line before that.
        behind_call: whether `line` continues after a call.
        sent: the bytes sent to the screen since the last comparison.
    """

    def __init__(self, study: Study, index: ProcedureIndex, m: Machine, catches_up: bool) -> None:
        super().__init__(index, Stops(study))
        self.pulse, self.reached = self._count_pulse, self._at_line
        self._path, self.echo = study.path, Echo(m)
        self.machine, self.sent = self.echo.machine, bytearray()
        self.machine.copy_stream(self.sent)
        self.line = self.last = self.pulses = 0
        self.behind_call = False
        self._catches_up, self.echo.idle = catches_up, self._has_caught_up
        self.thread = Coroutine(self._run)

    def next_line(self) -> None:
        """Run one line of the BASIC program beside its port."""
        self.last = self.line or self.last
        self.thread.resume()
        self.line = 0 if self.thread.ended else self.line

    @property
    def failure(self) -> str:
        """A sentence on why BASIC has ended too early; empty if it still runs."""
        if self.echo.starved:
            return f"At line {self.last} BASIC waits for a key, Python does not."
        if self.pulses > MOST_PULSES:
            return f"At line {self.last} BASIC runs on and on, Python does not."
        return f"BASIC ends: {self.thread.error}. Python goes on." if self.thread.error else ""

    # in its own thread

    def _run(self) -> None:
        self.go("step")
        self.prepare() if self._catches_up else self.attach()
        self.echo.run(load(self._path).main, 0)

    def _has_caught_up(self) -> bool:
        """Return whether BASIC has caught up: it is traced from here on, and pauses."""
        catches_up, self._catches_up = self._catches_up, False
        if catches_up:
            self.resume(self.snapshot())
            self.line = self.stack[-1].frame.f_lineno
            self.thread.pause()
        return catches_up

    def _count_pulse(self) -> None:
        self.pulses += 1
        if self.pulses > MOST_PULSES or self.thread.closed:
            raise PowerOff

    def _at_line(self, returned: bool = False) -> None:
        line = self.stack[-1].frame.f_lineno
        if line != self.line:
            self.line, self.behind_call = line, returned
            self.thread.pause()

    def _returned(self, frame: FrameType) -> None:
        depth = len(self.stack)
        super()._returned(frame)
        if self.stack and len(self.stack) < depth:
            self._at_line(returned=True)


class Lockstep:
    """A port and its BASIC listing, which run in lockstep.

    Attributes:
        basic: the BASIC side while they run.
        lines: the lines of BASIC that the port's statement was made from.
        together: whether BASIC is at one of `lines`.
        waits: whether BASIC has run ahead of the port, to a line that the port has yet to reach.
        visits: how many times the port has reached a line made from other lines of BASIC.
        single: whether BASIC runs only one line at the port's next statement, for a step by BASIC.
        difference: a sentence on the first difference, after which BASIC stops; empty if there is none.
    """

    def __init__(self, study: Study, index: ProcedureIndex) -> None:
        """Read from a study which lines and variables of port and listing correspond."""
        self._study, self._index = study, index
        self._basic = build_study(study.listing_path)
        self._basic_index = ProcedureIndex(self._basic)
        self._loops = {line.number for line in study.listing if LOOP.match(line.text)} | NEXT_ITERATION
        self._silent = {line.number for line in study.listing if WITHOUT_EFFECT.match(line.text)}
        self._decisions = {line.number for line in study.listing if DECISION.match(line.text)}
        self._departing = set[int]()
        self._same_bytes = True
        self._links = defaultdict[tuple[str, int], set[int]](set)
        for procedure in study.parts()[""]:  # other files draw, calculate, and are called out of BASIC's turn
            self._read(procedure)
        self._linked = {line for lines in self._links.values() for line in lines}
        originals = (variable for variable in study.variables.values() if variable.group != OURS)
        names = ((one.name, one.basic, compiled_name(one.basic)) for one in originals)
        self._variables = [found for found in names if found[2] in self._basic.variables]
        self.basic: BasicSide | None = None
        self._holder: object = None
        self._differed: tuple[Position, str] = START_POSITION, ""  # where the first difference was found, and it

    def _read(self, procedure: Procedure) -> None:
        for python, basic in procedure.links:
            if basic != procedure.number:
                statement, _ = self._index.extent(procedure.path, python)
                self._links[self._index.real_path(procedure.path), statement].add(basic)
        self._same_bytes &= not any(OTHER_PICTURES.search(line.text) for line in procedure.python)
        found = (DEPARTURE.search(line.text) for line in procedure.python)
        self._departing.update(int(departure[1]) for departure in found if departure)

    @property
    def line(self) -> int:
        """The number of the line that the BASIC program runs next."""
        return self.basic.line if self.basic else 0

    @property
    def note(self) -> str:
        """A phrase on how the port's next line and BASIC's correspond."""
        edited = bool(self._study.base)
        if self.difference:
            return "BASIC stopped at your change" if edited else "runs no more"
        if self.together and self._has_line:
            return "the original's, both run" if edited else "both run"
        return "Python's line has none here" if self.line in self._linked else "this line has none in Python"

    @property
    def active(self) -> bool:
        """Whether the BASIC original runs beside its Python port and no difference has been found."""
        return self.basic is not None and not self.difference

    @contextmanager
    def beside(self, m: Machine, recorder: Session, joins: bool = False) -> Iterator[None]:
        """Run BASIC in lockstep with a port, while the block runs. joins: BASIC first has to catch up by `join`.

        joins: BASIC begins at `join`.
        """
        self._sent, self._compared = bytearray(), 0
        m.copy_stream(self._sent)
        basic = self.basic = BasicSide(self._basic, self._basic_index, m, joins)
        recorder.on_events = lambda events: basic.echo.receive(events, recorder.now())
        self.lines, self.visits, self.difference = set[int](), 0, ""
        self.together = self.waits = self._has_line = False
        self._ran = 0  # the last line of BASIC that may have changed something
        self._alike: Activation | None = None  # where both met last, if BASIC was in a procedure of the same name
        self.single, self._holder = False, None
        self._departure: int | None = None  # where the bytes begin that a departure sends
        self._joined = not joins
        self._differed = self._differed if joins else (START_POSITION, "")
        try:
            yield
            self._finish(basic)
        finally:
            m.end_copy(self._sent)
            basic.thread.close()
            self.basic = None

    def forget_after(self, position: Position) -> None:
        """Drop a difference found after a position of the port: from there on the game is played anew."""
        if self._differed[0] > position:
            self._differed = START_POSITION, ""

    def join(self, activation: Activation, position: Position) -> None:
        """Run BASIC, without comparing, up to the port's present wait at a position, unless they differed before."""
        self._joined, self.difference = True, self._differed[1] if self._differed[0] < position else ""
        if self.basic and not self.difference:
            self.basic.next_line()
            self.lines = self._lines_at(activation)
            self.together = self._has_line = self.basic.line in self.lines
            self._compared = len(self._sent)
            self._sent.clear()
            self.basic.sent.clear()
            self.difference = self.basic.failure
            if not self.together:
                self.difference = f"BASIC waits at line {self.basic.line}, Python at {max(self.lines, default=0)}."

    def _lines_at(self, activation: Activation) -> set[int]:
        return self._links.get(
            (self._index.real_path(activation.frame.f_code.co_filename), activation.statement), set()
        )

    def _finish(self, basic: BasicSide) -> None:
        if not self._joined:
            return
        self._forget_departure()
        while not basic.thread.ended and not self.difference:
            self._next_line(basic)
        self.difference = self.difference or self._bytes(basic)

    def arrive(self, activation: Activation, position: Position) -> bool:
        """Run BASIC up to the statement that the port runs next; return whether there is a new difference."""
        self._forget_departure()
        lines, basic = self._lines_at(activation), self.basic
        self._has_line = bool(lines)
        if basic is None or not lines or self.difference:
            return False
        if lines & self._departing:
            self._departure = len(self._sent)
        if lines != self.lines:
            turns = self._index.turns(activation.frame.f_code.co_filename, activation.before, activation.statement)
            lines = NEXT_ITERATION if turns else lines
            before, self.lines = self.lines, lines
            self.visits += 1
            basic.pulses = 0
            if not basic.last or basic.line in before:
                self._next_line(basic)
            self._seek(basic, activation, before)
        if self.difference:
            self._differed = position, self.difference
        return bool(self.difference)

    def approach(self, stack: Sequence[Activation]) -> bool:
        """Run one line of BASIC towards the port's statement; return False if BASIC is there or ahead of it."""
        if self.basic is None or not stack or self.together or self.difference or self.waits:
            return False
        self._next_line(self.basic)
        self._seek(self.basic, stack[-1])
        return not self.waits

    def _seek(self, basic: BasicSide, activation: Activation, before: Collection[int] = ()) -> None:
        """Run BASIC up to the port's line, if it corresponds to one here, and compare the two there."""
        while not self.difference:
            self.together = basic.line in self.lines
            if basic.thread.ended:
                self.difference = f"BASIC ends at line {self._ran}, Python goes on at {max(self.lines)}."
            self.waits = not self.together and self._stays(basic, activation, before)
            if self.together or self.waits or (self.single and not basic.behind_call):
                break
            self._next_line(basic)
        if self.together and not self.difference:
            basic.echo.catch_up()
            self.difference = self._compare(basic, activation.frame)
            activation.basic_depth = len(basic.stack)
            self._alike = activation if basic.stack and basic.stack[-1].name == activation.name else None

    def _stays(self, basic: BasicSide, activation: Activation, before: Collection[int]) -> bool:
        """Return whether BASIC is not to run on: it is ahead of the port, or the two have differed."""
        line, loops = basic.line, self.lines <= self._loops
        has_left = len(basic.stack) < activation.basic_depth
        if loops and has_left:
            return True  # the loop is over, and what follows in the line of the call is to come
        if has_left and self._alike is activation:
            self.difference = (
                f"At line {self._ran} BASIC leaves {activation.name}, Python goes on at {max(self.lines)}."
            )
            return True
        if basic.behind_call or line not in self._linked or (line in before and line > basic.last):
            return False
        if loops:
            return True
        if line in self._loops or line in self._decisions:
            return False
        if len(basic.stack) > activation.basic_depth > 0:
            return False  # in a call whose work the port has done in one step
        if not self.lines <= self._decisions:
            self.difference = self._compare(basic, activation.frame)
            return bool(self.difference)
        return True

    def _next_line(self, basic: BasicSide) -> None:
        line, sent = basic.line, len(basic.sent)
        self._ran = self._ran if basic.behind_call or line in self._silent else line
        basic.next_line()
        if line in self._departing:
            del basic.sent[sent:]
        self.difference = self.difference or basic.failure

    def _forget_departure(self) -> None:
        if self._departure is not None:
            self._compared += len(self._sent) - self._departure
            del self._sent[self._departure :]
            self._departure = None

    # comparing

    def _compare(self, basic: BasicSide, frame: FrameType) -> str:
        """Return a sentence on the first difference in the bytes sent to the screen or in the variables."""
        return self._bytes(basic) or next(self._values(basic, frame), "")

    def _bytes(self, basic: BasicSide) -> str:
        mine, theirs = self._sent, basic.sent
        if mine == theirs or not self._same_bytes:
            self._compared += len(mine)
            mine.clear()
            theirs.clear()
            return ""
        at = next((at for at, pair in enumerate(zip(mine, theirs)) if pair[0] != pair[1]), min(len(mine), len(theirs)))
        there, here = (sent[at] if at < len(sent) else "nothing" for sent in (theirs, mine))
        number = self._compared + at + 1
        return f"At line {self._ran}, byte {number:,} of the output: BASIC sends {there}, Python {here}."

    def _values(self, basic: BasicSide, frame: FrameType) -> Iterator[str]:
        self._holder = self._holder or holder_in([frame])
        values = basic.stack[-1].frame.f_globals if basic.stack else {}
        pairs = [(getattr(self._holder, name), title, place) for name, title, place in self._variables if self._holder]
        for here, title, place in [*pairs, *self._locals(frame)]:
            there = values.get(place, None if "(" in title else zero(title))
            if there is None or here in (there, []) or (isinstance(here, str) and codes(here) == codes(there)):
                continue  # [] is an array that the port has not filled yet
            for subscripts, old, new in changes(freeze(there), freeze(here)):
                if old != new:
                    name = element(title.partition("(")[0], subscripts)
                    yield f"At line {self._ran} BASIC has {name}={written(old)}, Python {name}={written(new)}."

    def _locals(self, frame: FrameType) -> Iterator[tuple[object, str, str]]:
        """Yield the names of the port's locals that the listing has too, without counters of finished loops."""
        procedure = self._index.place_of(frame).procedure
        for name, value in frame.f_locals.items() if procedure else ():
            title = self._study.local_name(procedure, name)
            if title != name and self._index.counts(frame, name):
                yield value, title, compiled_name(title)
