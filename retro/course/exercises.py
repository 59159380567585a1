"""Parses the exercises of a program, NAME.exercises.md, in the format of docs/exercises.md."""

import os
import re
import shlex
from dataclasses import dataclass, field
from typing import NamedTuple

from retro.library.catalogue import EXERCISES, beside, path_of, read_text
from retro.library.errors import LibraryError

KINDS = ("predict", "find", "change", "mend", "build")
WITH_CODE = KINDS[2:]
HEADING = re.compile(r"(\d+)\. (.+) \((\w+), (\d+) minutes?\)")
# A block of code with its name, or other lines up to a blank one. The page in the browser has no parser of Markdown.
BLOCK = re.compile(r"^```(?P<name>.*)\n(?P<code>(?:.*\n)*?)```$|^.+(?:\n.+)*", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")
HINT = re.compile(r"^\d\. +", re.MULTILINE)
LINE_END = re.compile(r"\s*\n\s*")
OTHER = re.compile(r"#|- |> ")  # the beginning of a block that an exercise does not have
BEFORE = re.compile(r"^(LINE|PROC|[A-Z]+%=)")  # of an answer: only what follows it is compared
STAGE = re.compile(r"stage (\d) in (\d+) games")
RIGHT = "Right"
BASIC_GIVEN, BASIC_SOLUTION, MISTAKES = "basic given", "basic solution", "basic mistakes"
PYTHON_GIVEN, PYTHON_SOLUTION, SHOWN = "python given", "python solution", "shown"
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
        code: by name, the code given at the beginning, a solution, or what is "shown" of the program's state.
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
    def name(self) -> str:
        """The number and the title."""
        return f"{self.number}. {self.title}"

    @property
    def has_code(self) -> bool:
        """Whether the answer is code."""
        return self.kind in WITH_CODE

    @property
    def mistakes(self) -> list[str]:
        """Lines of BASIC that each spoil the program; the exercise begins with one of them."""
        return self.lines(MISTAKES)

    @property
    def start(self) -> dict[str, str]:
        """The options of its command, such as --seed, with their values."""
        return dict(zip(self.command[1::2], self.command[2::2]))

    def lines(self, name: str) -> list[str]:
        """Return the lines of code of this name."""
        return self.code.get(name, "").splitlines()

    def given(self, seed: int) -> list[str]:
        """Return the lines of BASIC with which it begins. seed: picks one of the mistakes."""
        return [self.mistakes[seed % len(self.mistakes)]] if self.mistakes else self.lines(BASIC_GIVEN)

    def procedures(self, hints: int) -> list[str]:
        """Return the names in the question, and in so many hints, that may be names of procedures."""
        return list(dict.fromkeys(CODE.findall("\n".join([*self.question, *self.hints[:hints]]))))

    def answered(self, text: str) -> Answer:
        """Return the row for a typed answer; for an answer without a row, a wrong one with a general sentence."""
        for answer in self.answers:
            if plain(text) in map(plain, answer.text.split("`, `")):
                return answer
        is_number = any(answer.is_right and answer.text[0].isdigit() for answer in self.answers)
        wanted = ": a number is wanted" if is_number and not plain(text).lstrip("-").isdigit() else ""
        return Answer(text, f"{text} is not the answer{wanted}.", [])


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
    """Normalise an answer for comparison: without blanks, quotes and case, and without LINE, PROC or D%= before it."""
    return BEFORE.sub("", re.sub(r"[\s\"'`()]", "", text).upper())


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
    head, *parts = text.split("\n## ")
    title, *about = BLOCK.finditer(head)
    helpers = "".join(block["code"] or "" for block in about)
    texts = [block[0] for block in about if block["name"] is None]
    course = Course(name, name, title[0].lstrip("# "), texts, helpers, [], lessons.strip())
    for number, part in enumerate(parts, 1):
        heading, _, body = part.partition("\n")
        match = HEADING.fullmatch(heading)
        if not match or int(match[1]) != number or match[3] not in KINDS:
            expected = f"{number}. Title (kind, 3 minutes), of a kind of {', '.join(KINDS)}"
            raise LibraryError(f"{path}: found the heading {heading!r}: expected {expected}")
        exercise = Exercise(number, match[2], match[3], int(match[4]))
        course.exercises.append(exercise)
        try:
            for block in BLOCK.finditer(body):
                _read_block(exercise, block)
        except (IndexError, ValueError) as error:
            raise LibraryError(f"{path}, exercise {number}: {error}") from error
    return course


def _read_block(exercise: Exercise, block: re.Match[str]) -> None:
    """Add a block of the file to an exercise. Raises ValueError, IndexError."""
    text, joined = block[0], LINE_END.sub(" ", block[0].strip())
    if block["name"] is not None:
        exercise.code[block["name"]] = block["code"]
    elif text.startswith("    "):
        words = shlex.split(joined)
        if words[:2] != ["retro", "study"]:
            raise ValueError(f"found {joined!r}, expected a command of retro study")
        exercise.command = words[2:]
    elif HINT.match(text):
        exercise.hints = [LINE_END.sub(" ", hint.strip()) for hint in HINT.split(text)[1:]]
    elif text.startswith("|"):
        rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in text.splitlines()]
        exercise.asked = rows[0][0].rstrip(" |")
        for cell, sentence, *wrong in rows[2:]:
            exercise.answers.append(Answer(cell.strip("`"), sentence, CODE.findall(" ".join(wrong))))
    elif OTHER.match(text):
        raise ValueError(f"found {text!r}, expected paragraphs, a command, hints, a table, and code")
    else:
        (exercise.afterwards if exercise.answers else exercise.question).append(joined)
