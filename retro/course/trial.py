"""Runs a program without a screen, in many games, and evaluates the checks of an exercise whenever a procedure ends."""

import copy
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from types import CodeType, FrameType
from typing import Any

from retro.basic.errors import error_message
from retro.course.exercises import Course, Exercise
from retro.frontends.headless import Headless, Runaway, UnfinishedPlayer, typing
from retro.input.events import declared_keys, parse_keys
from retro.library.errors import LaunchError
from retro.library.loader import load
from retro.library.program import ORIGINAL
from retro.listing.builder import build_study
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.study.explanations import Explanations
from retro.study.procedure_index import ProcedureIndex
from retro.study.unseen import ContestFrontEnd, NullVDU, values_of

CHECKED = re.compile(r"(?:after|at) (?P<where>\S+)(?: in (?P<count>\d+) (?P<unit>games|deals))?")
SEED = 3  # of games, where the command says none
MOST_LINES = 300_000  # of changed procedures between two checks; usual are some hundreds
AT_END = "end: "  # before a check that is made after the last game
ENDLESS = "it runs on and on without asking for a key"
OF_SCREEN = re.compile(r"\b(sent|m)\b")  # an expression with one of these needs the display


class Wrong(Exception):
    """A check has failed; str() is its sentence."""


def fault_in(run: Callable[[], object]) -> str:
    """Run a learner's program with its checks; return the sentence of what is wrong with it, or empty."""
    try:
        run()
    except Wrong as wrong:
        return str(wrong)
    except Runaway as error:
        return f"It does not end: {error}."
    except Exception as error:
        return f"It stops with an error: {error_message(error)}."
    return ""


class LineLimit:
    """Traces a learner's program. lines: how many have run since this was last set to 0; at most most_lines may."""

    lines, most_lines = 0, MOST_LINES

    @contextmanager
    def tracing(self) -> Iterator[None]:
        """Trace what is called in the context."""
        before = sys.gettrace()
        sys.settrace(self.called)
        try:
            yield
        finally:
            sys.settrace(before)

    def called(self, frame: FrameType, event: str, arg: object) -> Any:
        """Return the trace function of a function that is called."""
        raise NotImplementedError

    def line(self, frame: FrameType, event: str, arg: object) -> Any:
        """Count a line that runs. Raises Runaway."""
        self.lines += 1
        if self.lines > self.most_lines:
            raise Runaway(ENDLESS)
        return self.line


class Trial(LineLimit):
    """Runs of a program with the checks of an exercise.

    Attributes:
        original: the VDU bytes of the unchanged listing in the same games, for exercises that compare with it.
    """

    def __init__(self, course: Course, exercise: Exercise, path: str) -> None:
        """path: the program to check: its name, or the file of an edition or of a changed listing."""
        self.start, self.original = exercise.start, b""
        asked = CHECKED.fullmatch(exercise.asked)
        if not asked:
            raise LaunchError(f"{course.name}: exercise {exercise.number} asks for {exercise.asked!r}")
        self.where, self.count, self.unit = asked["where"], int(asked["count"] or 1), asked["unit"]
        self.study, self._program = build_study(path), load(path)
        self._index, self._values = ProcedureIndex(self.study), values_of(self.study)
        self._changed = {procedure.key for procedure in self.study if self.study.replaced_by(procedure)}
        self._names: dict[str, Any] = {}
        exec(course.helpers, self._names)
        self._checks: dict[bool, list[tuple[CodeType, str]]] = {False: [], True: []}  # before the end, and at the end
        for text, sentence, _ in exercise.answers:
            code = compile(text.removeprefix(AT_END), text, "eval")
            self._checks[self.where == "end" or text.startswith(AT_END)].append((code, sentence))
        self._shows = any(OF_SCREEN.search(answer.text) for answer in exercise.answers)
        self._calls: dict[FrameType, tuple[object, int]] = {}  # what runs: the variables and the bytes sent before
        self._failed: FrameType | None = None  # what an exception is about to end
        self._ends = 0

    def run(self) -> None:
        """Play the games. Raises Wrong at the first check that fails, or what the program raises."""
        self.stream()
        while self.unit == "deals" and 0 < self._ends < self.count:
            self._play(self._ends)
        self._look(at_end=True)
        if not self._ends and self.where != "end":
            raise Wrong(f"{self.where} has never come to its end.")

    def stream(self) -> bytes:
        """Play the games, and return the VDU bytes of them. Raises Wrong."""
        self._play(int(self.start.get("--seed", SEED)))
        return bytes(self._sent)

    def _play(self, seed: int) -> None:
        """Play one run of the program: the games, or one deal, or in BASIC all that its listing makes. Raises Wrong."""
        self._sent, self._results = bytearray(), Counter[int]()
        front = Headless(lambda m: typing(parse_keys(self.start.get("--keys", ""))))
        if self.unit == "games":
            chance, keys = Random(seed), [label for name, _ in self._program.keys for label, _ in declared_keys(name)]
            opponent = Explanations(self.study).opponent or (lambda variables: (chance.choice(keys), None))
            front = ContestFrontEnd(opponent, self._values, self.count)
            self._results = front.results
        program = self._program.run_with({ORIGINAL.name: True} if self._program.original else self._program.values())

        def run(m: Machine) -> None:
            self._machine = m
            if self._shows:
                m.copy_stream(self._sent)
            else:
                m.use_driver(lambda screen, bell, delay: NullVDU(screen, bell))
            with self.tracing():
                program(m)

        with suppress(UnfinishedPlayer):
            front.run(run, seed)

    def called(self, frame: FrameType, event: str, arg: object) -> Any:
        """Trace the lines of changed procedures, and the ends of those after which the checks are made."""
        procedure = self._index.place_of(frame).procedure
        is_changed = procedure is not None and procedure.key in self._changed
        if procedure and procedure.name in self.where.split("/"):
            call = frame if procedure.python else frame.f_back or frame  # BASIC's runs one function after another
            if call not in self._calls:
                self._calls[call] = self._copy(), len(self._sent)
                call.f_trace, call.f_trace_lines = self._traced, call is frame and is_changed
        return frame.f_trace or (self.line if is_changed else None)

    def _copy(self) -> object:
        """Return a copy of the program's variables."""
        variables = copy.copy(self._values())
        for name in getattr(variables, "__slots__", None) or vars(variables):
            setattr(variables, name, copied(getattr(variables, name)))
        return variables

    def _traced(self, frame: FrameType, event: str, arg: object) -> Any:
        """Evaluate the checks if a call of the procedure has ended. Raises Wrong, and PowerOff after enough calls."""
        if event == "line" and frame.f_trace_lines:
            self.line(frame, event, arg)
        elif event == "return" and (before := self._calls.pop(frame, None)) and self._failed is not frame:
            self._ends += 1
            self._look(before)
            if self.unit == "deals" and (self._ends >= self.count or not self.study.is_basic):
                raise PowerOff
        self._failed = frame if event == "exception" else None
        return self._traced

    def _look(self, before: tuple[object, int] = (None, 0), at_end: bool = False) -> None:
        """Evaluate the checks. Raises Wrong with the sentence of the first one that fails.

        before: the variables and the number of bytes sent when the call began. They must not be in a local of this
            function: the variables are found in the innermost frame that has some.
        """
        self.lines = 0
        games = self._results.total()
        names = {
            "v": None if at_end else self._copy(),
            "was": before[0],
            "m": self._machine,
            "sent": bytes(self._sent[before[1] :]),
            "original": self.original,
            "count": self._ends,
            "share": 100 * (self._results[1] + self._results[0] / 2) / games if games else 0,
        }
        for code, sentence in self._checks[at_end]:
            if not eval(code, self._names | names):
                raise Wrong(sentence)


def copied(value: Any) -> Any:
    """Return a copy of a variable's value, with integers for BASIC's whole numbers."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else copy.deepcopy(value)
