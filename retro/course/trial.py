"""Runs a program for an exercise without a screen: to a moment, to read its state, or in many games, to check it."""

import copy
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from types import CodeType, FrameType
from typing import Any

from retro.basic.errors import BasicError, error_message
from retro.course.exercises import ASKED, Course, Exercise
from retro.frontends.headless import Headless, Runaway, UnfinishedPlayer, typing
from retro.input.events import declared_keys, parse_keys
from retro.library.command_line import Args, Command
from retro.library.errors import LaunchError
from retro.library.loader import load
from retro.library.options import Option, argument
from retro.library.program import ORIGINAL, Program
from retro.listing.builder import build_study
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.study.conditions import Condition
from retro.study.explanations import Explanations
from retro.study.procedure_index import ProcedureIndex
from retro.study.stepper import Activation, Stepper, untraced
from retro.study.stops import Stops, goal_of
from retro.study.unseen import ContestFrontEnd, NullVDU, values_of

SEED = 3  # of games, where the command says none
MOST_LINES = 300_000  # of changed procedures between two checks; usual are some hundreds
AT_END = "end: "  # before a check that is made after the last game
ENDLESS = "it runs on and on without asking for a key"
STEPS = ("step", "over", "out")
RUNS = re.compile(r"runs of (\d+)")
OF_SCREEN = re.compile(r"\b(sent|m)\b")  # an expression with one of these needs the display


def start_of(exercise: Exercise) -> Args:
    """Return the options of an exercise's command: seed, keys, until. Raises OptionError."""
    options = [Option("seed", int, SEED), Option("keys", str, ""), Option("until", str, None)]
    return Command("study", "", [argument("name", "", "NAME", None)], options).parse(exercise.command)


def original(program: Program) -> Callable[[Machine], object]:
    """Return a function that runs a program, or its original if it is an edition."""
    return program.run_with({ORIGINAL.name: True} if program.original else program.values())


@dataclass
class Moment:
    """The state of a program at a moment.

    Attributes:
        beside: lines from the program's explanations, such as hands and ends of the line.
        line: the number of the BASIC line that runs next.
        runs: how often each BASIC line has run since the previous moment.
        true: the conditions over the program's variables that hold.
    """

    beside: Sequence[str]
    line: int
    runs: Mapping[int, int]
    true: list[str]


def moments(name: str, exercise: Exercise) -> list[Moment]:
    """Return where an exercise begins, and where its question is answered; nothing if it does not run a program.

    Raises LaunchError if the program does not come there.
    """
    start, asked = start_of(exercise), ASKED.fullmatch(exercise.asked)
    if start.until is None:
        return []
    then = asked["where"] if asked and not exercise.has_code else "step"
    study, program = build_study(name), load(name)
    stepper, explanations = Stepper(ProcedureIndex(study), Stops(study)), Explanations(study)
    conditions = []
    if asked and then not in ("", "step") and not RUNS.fullmatch(asked["what"]):
        conditions = [f"{asked['what']}={one.text}" for one in exercise.answers if not exercise.has_code]
    states: list[Moment] = []
    runs: Counter[int] = Counter()

    def line_of(activation: Activation) -> int:
        procedure = stepper.index.place_of(activation.frame).procedure
        first, count = stepper.index.extent(activation.frame.f_code.co_filename, activation.frame.f_lineno)
        return next(iter(procedure.basic_at(first, count) if procedure else ()), first)

    @untraced
    def reached() -> None:
        true = [text for text in conditions if states and Condition(text, study).holds(stepper.frames)]
        beside = explanations.beside(stepper.frames)
        states.append(Moment(beside, line_of(stepper.stack[-1]), Counter(runs), true))
        runs.clear()
        if len(states) > 1:
            raise PowerOff
        stepper.go(then if then in STEPS else "run", None if then in STEPS else goal_of(study, then))

    def passing(activation: Activation) -> None:
        runs[line_of(activation)] += 1

    def run(m: Machine) -> None:
        stepper.attach()
        stepper.go("run", goal_of(study, start.until))
        try:
            original(program)(m)
        finally:
            stepper.detach()

    stepper.reached, stepper.passing = reached, passing
    with suppress(UnfinishedPlayer):
        Headless(lambda m: typing(parse_keys(start.keys))).run(run, start.seed)
    if len(states) < 2:
        raise LaunchError(f"{name}: exercise {exercise.number} does not come to {start.until}, and then to {then}")
    return states


# games


class Wrong(Exception):
    """A check has failed; str() is its sentence."""


class Trial:
    """Runs of a program in which the checks of an exercise are evaluated each time that a procedure has ended."""

    def __init__(self, course: Course, exercise: Exercise, path: str) -> None:
        """path: the program to check: its name, or the file of an edition or of a changed listing."""
        self.exercise, self.path = exercise, path
        self.original = b""  # what the unchanged listing sends in the same games, for exercises that compare with it
        asked = ASKED.fullmatch(exercise.asked)
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
        self._calls: dict[FrameType, tuple[Any, int]] = {}  # what runs: the variables and the bytes sent before
        self._failed: FrameType | None = None  # what an exception is about to end
        self._ends = self._lines = 0

    def run(self) -> str:
        """Return the sentence of the first check that fails, or another fault; empty if all hold."""
        try:
            self._play(start_of(self.exercise).seed)
            while self.unit == "deals" and 0 < self._ends < self.count:
                self._play(self._ends)
            self._look(at_end=True)
            if not self._ends and self.where != "end":
                raise Wrong(f"{self.where} has never come to its end.")
        except Wrong as wrong:
            return str(wrong)
        except Runaway as error:
            return f"It does not end: {ENDLESS if str(error) == ENDLESS else error}."
        except (BasicError, LaunchError) as error:
            return f"It stops with an error: {error_message(error)}."
        except Exception as error:
            return f"It stops with an error: {type(error).__name__}: {error}."
        return ""

    def stream(self) -> bytes:
        """Return the VDU bytes of the games, unchecked."""
        self._play(start_of(self.exercise).seed)
        return bytes(self._sent)

    def _play(self, seed: int) -> None:
        """Play one run of the program: the games, or one deal, or in BASIC all that its listing makes. Raises Wrong."""
        start, program = start_of(self.exercise), self._program
        chance, keys = Random(seed), [label for name, _ in program.keys for label, _ in declared_keys(name)]
        opponent = Explanations(self.study).opponent or (lambda variables: (chance.choice(keys), None))
        front = Headless(lambda m: typing(parse_keys(start.keys)))
        if self.unit == "games":
            front = ContestFrontEnd(opponent, self._values, self.count)
        self._front = front
        self._sent = bytearray()

        def run(m: Machine) -> None:
            if self._shows:
                m.copy_stream(self._sent)
            else:
                m.use_driver(lambda screen, bell, delay: NullVDU(screen, bell))
            before = sys.gettrace()
            sys.settrace(self._called)
            try:
                original(program)(m)
            finally:
                sys.settrace(before)

        with suppress(UnfinishedPlayer):
            front.run(run, seed)

    def _called(self, frame: FrameType, event: str, arg: object) -> Any:
        place = self._index.place_of(frame)
        if not place.procedure or not place.core:
            return None
        if place.procedure.name in self.where.split("/"):
            call = frame if place.procedure.python else frame.f_back or frame  # BASIC's runs one function after another
            if call not in self._calls:
                self._calls[call] = self._copy(), len(self._sent)
                call.f_trace, call.f_trace_lines = (
                    self._returned,
                    call is frame and place.procedure.key in self._changed,
                )
        if frame.f_trace is None and place.procedure.key in self._changed:
            return self._line
        return frame.f_trace

    def _copy(self) -> Any:
        """Return a copy of the variables, with integers for BASIC's whole numbers."""
        variables = copy.deepcopy(self._values())
        for name, value in vars(variables).items() if self.study.is_basic else ():
            setattr(variables, name, as_integers(value))
        return variables

    def _line(self, frame: FrameType, event: str, arg: object) -> Any:
        """Count a line that runs. Raises Runaway."""
        self._lines += 1
        if self._lines > MOST_LINES:
            raise Runaway(ENDLESS)
        return self._line

    def _returned(self, frame: FrameType, event: str, arg: object) -> Any:
        """Evaluate the checks if a call of the procedure has ended. Raises Wrong, and PowerOff after enough calls."""
        if event == "line":
            self._line(frame, event, arg)
        elif event == "return" and (before := self._calls.pop(frame, None)) and self._failed is not frame:
            self._look(before)
            if self.unit == "deals" and (self._ends >= self.count or not self.study.is_basic):
                raise PowerOff
        self._failed = frame if event == "exception" else None
        return self._returned

    def _look(self, before: tuple[Any, int] | None = None, at_end: bool = False) -> None:
        """Evaluate the checks. Raises Wrong with the sentence of the first one that fails.

        before: the variables and the number of bytes sent when the call began; None after the last game. They must not
            be in a local of this function: the variables are found in the innermost frame that has some.
        """
        self._ends += not at_end
        self._lines = 0
        front = self._front
        results = front.results if isinstance(front, ContestFrontEnd) else Counter[int]()
        games = results.total()
        names = {
            "v": self._copy() if before else None,
            "was": before[0] if before else None,
            "m": front.machine,
            "sent": bytes(self._sent[before[1] if before else 0 :]),
            "seconds": front.now(),
            "original": self.original,
            "count": self._ends,
            "share": 100 * (results[1] + results[0] / 2) / games if games else 0,
        }
        for code, sentence in self._checks[at_end]:
            if not eval(code, self._names | names):
                raise Wrong(sentence)


def as_integers(value: Any) -> Any:
    """Return a number, or an array of them, with integers for the numbers without a fraction."""
    if isinstance(value, list):
        return [as_integers(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
