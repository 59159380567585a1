"""A user's progress in a course: stored on a tape, exported as a file, and reported for a group."""

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, field

from retro.basic.errors import BasicError
from retro.course.exercises import Course, Exercise, course_of
from retro.library.errors import LaunchError, LibraryError
from retro.machine.tape import LONGEST_ENCODING, Tape, data_error, decode, encode
from retro.session.files import open_file
from retro.session.storage import FolderTape

NAME, VERSION = "COURSE", 1  # on the tape
ENDING = ".json"
SOLVED, WITH_HELP, TRIED, NEW = "#", "h", "-", "."
LEGEND = f"{SOLVED} solved  {WITH_HELP} solved with hints  {TRIED} tried  {NEW} not yet"


@dataclass
class Work:
    """A user's work at an exercise.

    Attributes:
        day: the date of the solution, as 20261122; 0 if it is not solved.
        tries, hints: how often an answer was checked, and how many hints were shown.
        lines: the answer: a word, or lines of BASIC.
    """

    day: int = 0
    tries: int = 0
    hints: int = 0
    lines: list[str] = field(default_factory=list)

    @property
    def sign(self) -> str:
        """The sign for lists."""
        if self.day:
            return WITH_HELP if self.hints else SOLVED
        return TRIED if self.tries else NEW


def row(exercise: Exercise, work: Work) -> str:
    """Return the row of an exercise in the list of a course."""
    return f"{work.sign} {exercise.name:<50} {exercise.kind:<8} {exercise.minutes:>2} min"


def tape_of(course: Course) -> Tape:
    """Return the tape that stores the progress of a course."""
    return FolderTape(f"course-{course.name}")


def text_of(course: Course, works: Sequence[Work]) -> str:
    """Return the work at all exercises as text, for the tape and for an exported file."""
    return encode(NAME, [VERSION, course.name, [list(astuple(work)) for work in works]])


def works_on(tape: Tape, course: Course) -> list[Work]:
    """Return the work at all exercises from a tape."""
    with suppress(BasicError):
        return works_in(course, *parsed(tape.load(NAME)))
    return works_in(course)


def parsed(text: str | None) -> tuple[str, list[object]]:
    """Return the course's name and the work at its exercises from a text of `text_of`. Raises BasicError."""
    match decode(NAME, text):
        case [version, str(name), list(entries)] if version == VERSION:
            return name, entries
    raise data_error(NAME, "it is no progress of a course")


def works_in(course: Course, name: str = "", entries: Sequence[object] = ()) -> list[Work]:
    """Return the work at all exercises from saved entries of this course; what is missing or invalid is not done."""
    works = [Work() for _ in course.exercises]
    for index, entry in enumerate(entries[: len(works)] if name == course.name else ()):
        match entry:
            case [int(day), int(tries), int(hints), list(lines)] if all(isinstance(line, str) for line in lines):
                works[index] = Work(day, tries, hints, lines)
    return works


def report(folder: str) -> list[str]:
    """Return a table of what is solved in each course, from the exported files in a folder. Raises LaunchError."""
    try:
        files = sorted(name for name in os.listdir(folder) if name.endswith(ENDING))
    except OSError as error:
        raise LaunchError(f"{folder} cannot be read: {error.strerror}") from error
    if not files:
        raise LaunchError(f"{folder} has no files of retro course NAME --export FILE.json")
    tables: dict[str, list[str]] = {}
    damaged = []
    width = max(map(len, files))
    for file in files:
        try:
            with open_file(os.path.join(folder, file)) as stream:
                name, entries = parsed(stream.read(LONGEST_ENCODING + 1).decode("latin-1"))
            course = course_of(name)
        except (BasicError, OSError, LibraryError):
            damaged.append(f"{file}: this is no file of retro course NAME --export FILE, or it is damaged.")
            continue
        signs = [work.sign for work in works_in(course, name, entries)]
        solved = sum(sign in (SOLVED, WITH_HELP) for sign in signs)
        numbers = "".join(f"{one.number:>3}" for one in course.exercises)
        rows = tables.setdefault(course.name, [f"{course.name:<{width}}{numbers}  solved"])
        row = "".join(f"{sign:>3}" for sign in signs)
        rows.append(f"{file.removesuffix(ENDING):<{width}}{row}  {solved} of {len(signs)}")
    return [line for rows in tables.values() for line in (*rows, LEGEND, "")] + damaged
