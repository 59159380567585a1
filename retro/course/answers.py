"""Makes programs from the answers to exercises, in BASIC or Python, and checks them."""

import ast
import os
import re
from collections.abc import Iterable
from tempfile import TemporaryDirectory

from retro.course.exercises import GIVEN, PYTHON, SOLUTION, STAGE, Course, Exercise
from retro.course.trial import Trial
from retro.library.catalogue import read_text
from retro.library.errors import LaunchError
from retro.library.output import write
from retro.listing.builder import build_study
from retro.listing.edition_file import FIRST_LINE, edition_file
from retro.listing.listing_parser import LAST_LINE

LINE = re.compile(r"\s*(\d{1,5}) ?(.*)")
REMARK = re.compile(r"\s*REM \*\*\*")  # above each procedure; without these there is room for a solution


def number_of(line: object) -> int:
    """Return the number of a line of BASIC, typed or saved; 0 if it is no line with a number."""
    match = LINE.fullmatch(line) if isinstance(line, str) else None
    return int(match[1]) if match and int(match[1]) <= LAST_LINE else 0


def line_typed(text: str) -> tuple[int, str]:
    """Return number and statements of a typed line of BASIC (without statements: delete it). Raises LaunchError."""
    number = number_of(text)
    if not number:
        raise LaunchError(f"{text}: expected a line of BASIC with its number, such as 15010 D%=1")
    return number, LINE.sub(r"\2", text).rstrip()


def basic_file(course: Course, lines: Iterable[str], folder: str, *, is_edition: bool = True) -> str:
    """Write the program's listing with these lines entered, in their order, to a folder; return the file's path.

    is_edition: whether study shows what has changed.
    """
    study = build_study(course.load_name)
    changed = {line.number: line.text for line in study.listing if not REMARK.match(line.text)}
    for number, text in map(line_typed, lines):
        changed[number] = text
    path = os.path.join(folder, f"my_{study.name}.bas")
    text = "".join(f"{number:5} {changed[number]}\n" for number in sorted(changed) if changed[number])
    write(path, (FIRST_LINE.format(name=study.name) * is_edition + text).encode())
    return path


def python_file(course: Course, text: str, folder: str) -> str:
    """Write an edition with the procedures of a text to a folder, or to its file there; return the file's path."""
    study = build_study(course.load_name)
    path = ""
    for node in ast.parse(text).body:
        if not isinstance(node, ast.FunctionDef) or node.name not in study.procedures:
            raise LaunchError(f"expected procedures of {study.name}, found line {node.lineno}")
        path, first = edition_file(study, study.procedures[node.name], folder=folder)
        lines = read_text(path).splitlines()
        old = next(one for one in ast.parse("\n".join(lines)).body if one.lineno == first)
        lines[first - 1 : old.end_lineno] = text.splitlines()[node.lineno - 1 : node.end_lineno]
        write(path, ("\n".join(lines) + "\n").encode())
    return path


def check_lines(course: Course, exercise: Exercise, lines: Iterable[str], seed: int = 0) -> str:
    """Return what is wrong with the listing after these lines are entered; empty for a solution.

    seed: picks the mistake that the listing has at first, if the exercise has some.
    """
    with TemporaryDirectory(prefix="retro-course-") as folder, TemporaryDirectory(prefix="retro-course-") as other:
        trial = Trial(course, exercise, basic_file(course, [*exercise.given(seed), *lines], folder))
        if exercise.mistakes:
            trial.original = Trial(course, exercise, basic_file(course, [], other)).stream()
        return trial.run()


def solution_of(course: Course, exercise: Exercise, seed: int) -> str:
    """Return an answer to an exercise, or its solution: where there is a mistake, the listing's own lines."""
    numbers = [number_of(line) for line in exercise.given(seed)] if exercise.mistakes else []
    lines = [
        f"{line.number} {line.text.strip()}" for line in build_study(course.load_name).listing if line.number in numbers
    ]
    return exercise.model_answer or "\n".join(lines)


def check_file(course: Course, exercise: Exercise, path: str) -> str:
    """Return what is wrong with the program of a file; empty for a solution. Raises LaunchError."""
    if not exercise.has_code:
        raise LaunchError(f"{course.name}: exercise {exercise.number} is answered, not programmed: no file is checked")
    if stage := STAGE.fullmatch(exercise.asked):
        from retro.course.transcripts import check_stage  # late: a browser has no processes

        return check_stage(int(stage[1]), int(stage[2]), os.path.abspath(path))
    return Trial(course, exercise, path).run()


def start_in_python(course: Course, exercise: Exercise, folder: str) -> tuple[str, int]:
    """Return the path of a user's file for an exercise's procedure, and its line; existing text in it is kept."""
    study, texts = build_study(course.load_name), exercise.code
    wanted = ast.parse(texts[f"{PYTHON} {SOLUTION}"]).body
    given = texts.get(f"{PYTHON} {GIVEN}", "")
    for node in ast.parse(given).body:
        path = os.path.join(folder, f"my_{study.name}.py")
        there = read_text(path) if os.path.isfile(path) else ""
        if isinstance(node, ast.FunctionDef) and f"\ndef {node.name}(" not in there:
            lines = given.splitlines()[node.lineno - 1 : node.end_lineno]
            python_file(course, "\n".join(lines), folder)
    names = [node.name for node in wanted if isinstance(node, ast.FunctionDef)]
    return edition_file(study, study.procedures[names[0]], folder=folder)
