"""Parses the exercises of a program, NAME.exercises.md, in the format of docs/exercises.md."""

import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from retro.library.catalogue import EXERCISES, beside, path_of, read_text
from retro.library.errors import LibraryError

KINDS = ("predict", "find", "change", "mend", "build")
WITH_CODE = KINDS[2:]
LANGUAGES = ("basic", "python")
HEADING = re.compile(r"## (\d+)\. (.+) \((\w+), (\d+) minutes?\)")
ASKED = re.compile(r"(?P<what>.*?) ?\b(?:after|at|until) (?P<where>\S+)(?: in (?P<count>\d+) (?P<unit>games|deals))?")
CODE = re.compile(r"`([^`]+)`")
BEGINNING = re.compile(r"#+ |```|\||- |> |\d\. | {4}")  # of a part that is no paragraph
NUMBER = re.compile(r"(\d\. )?\s*(.*)")  # before a hint; further lines of it have none
STAGE = re.compile(r"stage (\d) in (\d+) games")
RIGHT = "Right"
GIVEN, SOLUTION, MISTAKES = "given", "solution", "mistakes"
BASIC, PYTHON = LANGUAGES
NEW_LINE = " ¶ "  # between lines of BASIC in one


class Answer(NamedTuple):
    """A row of an exercise's table.

    Attributes:
        text: an answer, or for an exercise with code a check: a condition in Python.
        sentence: the reply to this answer, or if the check fails.
        wrong: lines of BASIC that change the listing so that the check fails.
    """

    text: str
    sentence: str
    wrong: list[str]

    @property
    def is_right(self) -> bool:
        """Whether this is a right answer."""
        return self.sentence.startswith(RIGHT)


@dataclass
class Exercise:
    """An exercise.

    Attributes:
        number, title, kind, minutes: the number from 1, the title, one of KINDS, and the time that it takes.
        question, afterwards: paragraphs: the question, and the text after the solution.
        command: the arguments of `retro study` that lead to the beginning; empty if no program runs.
        hints: sentences, shown one after the other.
        asked: the heading of the table: "D% after out", "line", "after PROCSELECT in 200 games".
        answers: the rows of the table.
        code: by language and purpose, the code given at the beginning ("basic given"), and a solution.
    """

    number: int
    title: str
    kind: str
    minutes: int
    question: list[str] = field(default_factory=list)
    afterwards: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    asked: str = ""
    answers: list[Answer] = field(default_factory=list)
    code: dict[str, str] = field(default_factory=dict)

    @property
    def has_code(self) -> bool:
        """Whether the answer is code."""
        return self.kind in WITH_CODE

    @property
    def mistakes(self) -> list[str]:
        """Lines of BASIC that each spoil the program; the exercise begins with one of them."""
        return self.code.get(f"{BASIC} {MISTAKES}", "").splitlines()

    def given(self, seed: int) -> list[str]:
        """The lines of BASIC with which it begins. seed: picks one of the mistakes."""
        if mistakes := self.mistakes:
            return mistakes[seed % len(mistakes)].split(NEW_LINE)
        return self.code.get(f"{BASIC} {GIVEN}", "").splitlines()

    def procedures(self, hints: int) -> list[str]:
        """Return the names in the question, and in so many hints, that may be names of procedures."""
        return list(
            dict.fromkeys(name for text in [*self.question, *self.hints[:hints]] for name in CODE.findall(text))
        )

    @property
    def name(self) -> str:
        """The number and the title."""
        return f"{self.number}. {self.title}"

    def answered(self, text: str) -> Answer:
        """Return the row for a typed answer; for an answer without a row, a wrong one with a general sentence."""
        for answer in self.answers:
            if plain(text) in map(plain, answer.text.split("`, `")):
                return answer
        return Answer(text, f"{text} is not the answer.", [])

    @property
    def model_answer(self) -> str:
        """The first right answer, or the solution in the first language that has one; empty: there is none."""
        rows = (answer.text.split("`, `")[0] for answer in self.answers if answer.is_right)
        return next(rows, "") or next((code for name, code in self.code.items() if name.endswith(SOLUTION)), "")


@dataclass
class Course:
    """The exercises of a program.

    Attributes:
        name, load_name: the name of the program, and the name or path to load it by.
        title: the title of the course.
        about: paragraphs and lists for teachers, in Markdown.
        helpers: functions in Python that the checks use.
        lessons: the text of the lessons, in Markdown.
    """

    name: str
    load_name: str
    title: str
    about: list[str]
    helpers: str
    exercises: list[Exercise]
    lessons: str


def plain(text: str) -> str:
    """Normalise an answer for comparison: without blanks, quotes, PROC and case."""
    return re.sub(r"[\s\"'`()]", "", text).upper().removeprefix("PROC")


def has_course(name: str) -> bool:
    """Return whether a program has exercises. Raises LibraryError if there is no such program."""
    return os.path.isfile(beside(path_of(name), EXERCISES))


def course_of(name: str) -> Course:
    """Read the exercises of a program. Raises LibraryError."""
    path = beside(path_of(name), EXERCISES)
    if not os.path.isfile(path):
        raise LibraryError(f"{name} has no exercises: expected the file {os.path.basename(path)} beside it")
    course = read_course(os.path.splitext(os.path.basename(path_of(name)))[0], read_text(path), path)
    course.load_name = name
    return course


def read_course(name: str, text: str, path: str) -> Course:
    """Parse the text of a file of exercises. Raises LibraryError."""
    text, _, lessons = text.partition("\n# Lessons\n")
    course = Course(name, name, name, [], "", [], lessons.strip())
    for kind, lines in _blocks(text):
        joined = " ".join(line.strip() for line in lines)
        if kind == "#":
            course.title = joined.lstrip("# ")
        elif kind == "##":
            match = HEADING.fullmatch(joined)
            if not match or int(match[1]) != len(course.exercises) + 1 or match[3] not in KINDS:
                kinds = ", ".join(KINDS)
                expected = f"{len(course.exercises) + 1}. Title (kind, 3 minutes), of a kind of {kinds}"
                raise LibraryError(f"{path}: found the heading {joined!r}: expected {expected}")
            course.exercises.append(Exercise(int(match[1]), match[2], match[3], int(match[4])))
        elif course.exercises:
            try:
                _read_block(course.exercises[-1], kind, lines)
            except (IndexError, ValueError) as error:
                raise LibraryError(f"{path}, exercise {course.exercises[-1].number}: {error}") from error
        elif kind == "```":
            course.helpers = "\n".join(lines[1:])
        else:
            course.about.append("\n".join(lines) if kind == "-" else joined)
    return course


def _blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts of a file of Markdown: what they begin with (empty: a paragraph), and their lines.

    A heading is a line; a fence comes without its end. The page in the browser has no parser of all of Markdown.
    """
    lines: list[str] = []
    for line in [*text.split("\n"), ""]:
        is_fence = bool(lines) and lines[0].startswith("```")
        if (is_fence and line == "```") or (not is_fence and not line.strip()):
            if lines:
                found = BEGINNING.match(lines[0])
                yield ("1." if found and found[0][0].isdigit() else found[0].strip() or "code" if found else ""), lines
            lines = []
        else:
            lines.append(line)


def _read_block(exercise: Exercise, kind: str, lines: list[str]) -> None:
    """Add a part of the file to an exercise. Raises ValueError, IndexError."""
    joined = " ".join(line.strip() for line in lines)
    if kind == "":
        (exercise.afterwards if exercise.answers else exercise.question).append(joined)
    elif kind == "code":
        words = shlex.split(joined)
        if words[:2] != ["retro", "study"]:
            raise ValueError(f"found {joined!r}, expected a command of retro study")
        exercise.command = words[2:]
    elif kind == "1.":
        for line in lines:
            number, text = NUMBER.fullmatch(line).groups()  # type: ignore[union-attr]
            if number:
                exercise.hints.append(text)
            else:
                exercise.hints[-1] += f" {text}"
    elif kind == "|":
        rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]
        exercise.asked = rows[0][0].rstrip(" |")
        for cell, sentence, *wrong in rows[2:]:
            exercise.answers.append(Answer(cell.strip("`"), sentence, CODE.findall(" ".join(wrong))))
    elif kind == "```":
        exercise.code[lines[0].removeprefix(kind)] = "".join(f"{line}\n" for line in lines[1:])
    else:
        raise ValueError(f"found {lines[0]!r}, expected paragraphs, a command, hints, a table, and code")
