"""A user's progress in a course: stored on a tape, exported as a file, and reported for a group."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, field

from retro.basic.errors import BasicError
from retro.course.answers import number_of
from retro.course.exercises import Course, course_of, has_course
from retro.library.errors import LaunchError, LibraryError
from retro.machine.tape import LONGEST_ENCODING, Tape, decode, encode
from retro.session.files import open_file
from retro.session.storage import FolderTape

NAME, VERSION = "COURSE", 1  # on the tape
ENDING = ".json"
SOLVED, WITH_HELP, TRIED, NEW = "#", "h", "-", "."
LEGEND = f"{SOLVED} solved  {WITH_HELP} solved with hints  {TRIED} tried  {NEW} not yet"


@dataclass
class Work:
    """A user's work at an exercise. day: the date of the solution, as 20261122; 0 if it is not solved."""

    day: int = 0
    tries: int = 0
    hints: int = 0
    answer: str = ""
    lines: list[str] = field(default_factory=list)

    @property
    def sign(self) -> str:
        """The sign for lists."""
        if self.day:
            return WITH_HELP if self.hints else SOLVED
        return TRIED if self.tries else NEW


def tape_of(course: Course) -> Tape:
    """Return the tape that stores the progress of a course."""
    return FolderTape(f"course-{course.name}")


def text_of(course: Course, works: Sequence[Work]) -> str:
    """Return the work at all exercises as text, for the tape and for an exported file."""
    return encode(NAME, [VERSION, course.name, [list(astuple(work)) for work in works]])


def works_of(course: Course, value: object) -> list[Work]:
    """Return the work at all exercises from a saved value; invalid parts count as not done."""
    works = [Work() for _ in course.exercises]
    match value:
        case [version, name, list(entries)] if (version, name) == (VERSION, course.name):
            for index, entry in enumerate(entries[: len(works)]):
                match entry:
                    case [int(day), int(tries), int(hints), str(answer), list(lines)]:
                        works[index] = Work(day, tries, hints, answer, [line for line in lines if number_of(line)])
    return works


def works_on(tape: Tape, course: Course) -> list[Work]:
    """Return the work at all exercises from a tape."""
    try:
        return works_of(course, decode(NAME, tape.load(NAME)))
    except BasicError:
        return works_of(course, None)


def report(folder: str) -> list[str]:
    """Return a table of the solved exercises, from the exported files in a folder. Raises LaunchError."""
    try:
        files = sorted(name for name in os.listdir(folder) if name.endswith(ENDING))
    except OSError as error:
        raise LaunchError(f"{folder} cannot be read: {error.strerror}") from error
    tables: dict[str, list[tuple[str, list[Work]]]] = {}
    damaged = []
    for name in files:
        try:
            with open_file(os.path.join(folder, name)) as stream:
                value = decode(NAME, stream.read(LONGEST_ENCODING + 1).decode("latin-1"))
            if not (isinstance(value, list) and value[:1] == [VERSION] and has_course(str(value[1]))):
                raise LibraryError(name)
            course = course_of(str(value[1]))
            tables.setdefault(course.name, []).append((name.removesuffix(ENDING), works_of(course, value)))
        except (BasicError, OSError, LibraryError, IndexError):
            damaged.append(f"{name}: this is no file of retro course NAME --export FILE, or it is damaged.")
    if not files:
        raise LaunchError(f"{folder} has no files of retro course NAME --export FILE.json")
    return [line for name, rows in tables.items() for line in table(course_of(name), rows)] + damaged


def table(course: Course, rows: Iterable[tuple[str, list[Work]]]) -> list[str]:
    """Return the table of a course as lines. rows: names, each with the work at all exercises."""
    rows = list(rows)
    width = max(len(course.name), *(len(name) for name, _ in rows))
    signs = [(name, [work.sign for work in works]) for name, works in rows]
    numbers = "".join(f"{one.number:>3}" for one in course.exercises)
    lines = [f"{course.name:<{width}}{numbers}  solved"]
    for name, row in signs:
        solved = sum(sign in (SOLVED, WITH_HELP) for sign in row)
        lines.append(f"{name:<{width}}{''.join(f'{sign:>3}' for sign in row)}  {solved} of {len(row)}")
    return [*lines, LEGEND, ""]
