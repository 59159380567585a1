"""Checks answers to exercises: typed words, lines of BASIC that change the listing, and files."""

import ast
import os
import re
from collections.abc import Iterable
from tempfile import TemporaryDirectory

from retro.course.exercises import (
    BASIC_SOLUTION,
    PYTHON_GIVEN,
    PYTHON_SOLUTION,
    RIGHT,
    STAGE,
    Course,
    Exercise,
)
from retro.course.transcripts import check_stage
from retro.course.trial import Trial, fault_in
from retro.library.errors import LaunchError
from retro.listing.builder import build_study
from retro.listing.edition_file import changed_listing, edition_file
from retro.listing.listing_parser import number_of

REMARK = re.compile(r"\s*REM \*\*\*")  # above each procedure; without these there is room for a solution
HOLDS = f"{RIGHT}: everything that was asked for holds."


def listing_with(course: Course, lines: Iterable[str], folder: str, *, is_edition: bool = True) -> str:
    """Write the program's listing with these lines entered to a folder; return the file's path.

    is_edition: whether study shows what has changed.
    """
    study = build_study(course.load_name)
    remarks = (str(line.number) for line in study.listing if REMARK.match(line.text))
    return changed_listing(study, [*remarks, *lines], folder, is_edition=is_edition)


def check(course: Course, exercise: Exercise, lines: list[str], seed: int = 0) -> str:
    """Return what is said to an answer, a word or lines of BASIC; it begins with RIGHT if the answer is right.

    seed: picks the mistake that the listing has at first, if the exercise has some.
    """
    if not exercise.has_code:
        return exercise.answered("".join(lines)).sentence
    with TemporaryDirectory(prefix="retro-course-") as folder, TemporaryDirectory(prefix="retro-course-") as other:
        trial = Trial(course, exercise, listing_with(course, [*exercise.given(seed), *lines], folder))
        if exercise.mistakes:
            trial.original = Trial(course, exercise, listing_with(course, [], other)).stream()
        return fault_in(trial.run) or HOLDS


def check_file(course: Course, exercise: Exercise, path: str) -> str:
    """Return what is said to the program of a file, as `check` does. Raises LaunchError."""
    if not exercise.has_code:
        raise LaunchError(f"{course.name}: exercise {exercise.number} is answered, not programmed: no file is checked")
    if stage := STAGE.fullmatch(exercise.asked):
        return check_stage(int(stage[1]), int(stage[2]), os.path.abspath(path)) or HOLDS
    return fault_in(Trial(course, exercise, path).run) or HOLDS


def solution_of(course: Course, exercise: Exercise, seed: int) -> list[str]:
    """Return the lines of an answer to an exercise: where there is a mistake, the listing's own lines."""
    if exercise.mistakes:
        numbers = map(number_of, exercise.given(seed))
        listing = {line.number: line.text.strip() for line in build_study(course.load_name).listing}
        return [f"{number} {listing[number]}" for number in numbers]
    right = [answer.text.partition("`, `")[0] for answer in exercise.answers if answer.is_right]
    return right[:1] or exercise.lines(BASIC_SOLUTION) or exercise.lines(PYTHON_SOLUTION)


def python_file(course: Course, exercise: Exercise, folder: str = "") -> tuple[str, int]:
    """Return the path of a user's file for an exercise's procedures, and the line of the last; text in it is kept."""
    study, given = build_study(course.load_name), exercise.lines(PYTHON_GIVEN)
    for node in ast.parse("\n".join(given or exercise.lines(PYTHON_SOLUTION))).body:
        procedure, text = study.procedures[getattr(node, "name", "")], given[node.lineno - 1 : node.end_lineno]
        path, first = edition_file(study, procedure, folder=folder, text=text)
    return path, first
