"""Runs a program to where an exercise begins, and on to where its question is answered, as `retro study` does."""

import re
from collections import Counter
from contextlib import suppress
from types import SimpleNamespace

from retro.course.trial import SEED
from retro.frontends.headless import Headless, UnfinishedPlayer, typing
from retro.input.events import parse_keys
from retro.library.loader import load
from retro.library.program import ORIGINAL
from retro.listing.builder import build_study
from retro.machine.frontend import PowerOff
from retro.study.conditions import Condition
from retro.study.explanations import Explanations
from retro.study.procedure_index import ProcedureIndex
from retro.study.stepper import Stepper, untraced
from retro.study.stops import Stops, goal_of

ASKED = re.compile(r"(?P<what>.*?) ?\b(?:after|until) (?P<where>\S+)")
STEPS = ("step", "over", "out")


def moments(name, exercise):
    """Return the state where an exercise begins, and where its question is answered: two, or none without --until."""
    start, asked = exercise.start, ASKED.fullmatch(exercise.asked)
    if "--until" not in start:
        return []
    what, then = (asked["what"], asked["where"]) if asked else ("", "step")
    study, program = build_study(name), load(name)
    stepper, explanations = Stepper(ProcedureIndex(study), Stops(study)), Explanations(study)
    states, runs = [], Counter()

    def line_of(frame):
        procedure = stepper.index.place_of(frame).procedure
        first, count = stepper.index.extent(frame.f_code.co_filename, frame.f_lineno)
        return next(iter(procedure.basic_at(first, count) if procedure else ()), first)

    @untraced
    def reached():
        line, counted = line_of(stepper.frames[-1]), re.match(r"runs of (\d+)", what)
        true = {str(line)} if not asked else {str(runs[int(counted[1])])} if counted else set()
        if asked and states and not counted:
            conditions = {one.text: Condition(f"{what}={one.text}", study) for one in exercise.answers}
            true = {text for text, condition in conditions.items() if condition.holds(stepper.frames)}
        states.append(SimpleNamespace(beside=[*explanations.beside(stepper.frames)], true=true))
        runs.clear()
        if len(states) > 1:
            raise PowerOff
        stepper.go(then if then in STEPS else "run", None if then in STEPS else goal_of(study, then))

    def run(m):
        stepper.attach()
        stepper.go("run", goal_of(study, start["--until"]))
        try:
            program.run_with({ORIGINAL.name: True} if program.original else program.values())(m)
        finally:
            stepper.detach()

    stepper.reached = reached
    stepper.passing = lambda activation: runs.update([line_of(activation.frame)])
    with suppress(UnfinishedPlayer):
        Headless(lambda m: typing(parse_keys(start.get("--keys", "")))).run(run, int(start.get("--seed", SEED)))
    return states
