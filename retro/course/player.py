"""A course as a program of the machine: pages of exercises, shown by `m.ask`, so that every view can run it."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from tempfile import TemporaryDirectory

from retro.basic.errors import Escape
from retro.basic.front_page import chosen
from retro.basic.pages import Choice, Page
from retro.basic.print_format import Item
from retro.basic.words import tab
from retro.course import progress
from retro.course.answers import check, check_file, listing_with, python_file, solution_of
from retro.course.exercises import PYTHON_SOLUTION, RIGHT, SHOWN, STAGE, Course, Exercise
from retro.launcher.front_ends import show
from retro.library.command_line import Args
from retro.library.errors import LaunchError
from retro.library.options import today
from retro.listing.builder import build_study
from retro.listing.listing_parser import number_of
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.tape import MemoryTape, Tape
from retro.session.game import Game
from retro.session.session import played

MODE, ROWS, COLUMNS = 0, 32, 80
ROOM = ROWS - 8  # for a listing and what stands above it
KEYS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of the rows of the list
KEY_WIDTH = 3
FOOT = "ESCAPE goes back"
TYPE = "Type lines of BASIC. A number alone deletes its line; RETURN alone ends."
CURSOR_OFF, CURSOR_ON = ((23, 1, state, 0, 0, 0, 0, 0, 0, 0) for state in (0, 1))
BELOW = tab(0, ROWS - 3)  # where an answer is typed
NEXT = "N"  # the key for the next exercise
MOST_LINES = 3  # of BASIC that are shown above the rows

Row = tuple[str, str, Callable[[], object]]  # a key, what it does, and the function for it, which may return a message


class CoursePlayer:
    """A course on a machine, with the user's progress.

    Attributes:
        study: called with the arguments of `retro study` to leave the course and study; None: study is not possible.
        studied_folder: where the listing of an exercise is written that is studied.
        seed: picks the mistake of an exercise that has several.
        on_progress: called when progress has been saved.
    """

    def __init__(
        self,
        course: Course,
        number: int = 0,
        *,
        day: int,
        study: Callable[[Sequence[str]], None] | None = None,
        tape: Tape | None = None,
    ) -> None:
        """Prepare the pages.

        number: of the first exercise to show; 0: the list. day: the date of what is solved, as 20261122. tape: stores
        the progress; None: do not store it.
        """
        self.course, self.study, self.tape = course, study, tape or MemoryTape()
        self.on_progress: Callable[[], None] = lambda: None
        self.number, self._day, self._listing = number, day, build_study(course.load_name)
        self.seed, self.studied_folder = day, ""
        self._works: list[progress.Work] = []

    def main(self, m: Machine) -> None:
        """Show the exercises until the user leaves."""
        self._m = m
        self._works = progress.works_on(self.tape, self.course)
        m.mode(MODE)
        m.vdu(*CURSOR_OFF)
        page = Page(
            self.course.title,
            lambda: [*map(Choice, KEYS, map(progress.row, self.course.exercises, self._works))],
            foot=f"{progress.LEGEND}   {FOOT}",
        )
        page.key_width = KEY_WIDTH
        page.marked = next((index for index, work in enumerate(self._works) if not work.day), 0)
        while self.number or chosen(m, page):
            self._show_exercise(self.course.exercises[(self.number or page.marked + 1) - 1])
            page.marked, self.number = self.number - 1, 0

    def _show_exercise(self, exercise: Exercise) -> None:
        """Show an exercise, and then the next ones, until the user returns to the list."""
        message: object = None
        while True:
            self.exercise, self.number, self.work = exercise, exercise.number, self._works[exercise.number - 1]
            rows = list(self.rows())
            text = [*self.text(), *([str(message).replace("`", ""), ""] if message else [])]
            title = f"{exercise.name} ({exercise.kind}, {exercise.minutes} minutes)"
            page = Page(title, [Choice(key, label) for key, label, _ in rows], text, FOOT)
            page.key_width = KEY_WIDTH
            page.marked = len(rows) - 1 if self.work.day else 0
            key, message = chosen(self._m, page), None
            if not key:
                return
            if key == NEXT:
                exercise = self.course.exercises[exercise.number]
                continue
            try:
                message = rows[page.marked][2]()
            except LaunchError as error:
                message = error
            except Escape:
                pass
            with suppress(OSError):
                self.tape.save(progress.NAME, progress.text_of(self.course, self._works))
            self.on_progress()

    def rows(self) -> Iterator[Row]:
        """Yield what can be done at the present exercise."""
        exercise, work, has_files = self.exercise, self.work, sys.platform != "emscripten"
        if not exercise.has_code:
            yield "A", "Answer", self._answer
        elif STAGE.fullmatch(exercise.asked):
            if has_files:
                yield "F", "Check a file", lambda: self._check(self._line(BELOW, "Your file, such as mine.py: "))
        else:
            yield "T", "Type lines of BASIC", self._type
            yield "C", "Check these lines", self._check
            if exercise.mistakes:
                yield "M", "Another mistake", self._change_mistake
            if has_files and PYTHON_SOLUTION in exercise.code:
                name = f"my_{self.course.name}.py"
                yield "P", f"Write it in Python, in {name}", self._write_python
                yield "F", "Check this file", lambda: self._check(name)
        if names := [name for name in exercise.procedures(work.hints) if self._listing.named(name)]:
            yield "L", f"List {', '.join(names)} in BASIC", lambda: self._show_listing(names)
            yield "Y", "List the same in Python", lambda: self._show_listing(names, True)
        if self.study and exercise.command:
            yield "S", "See it run, line by line (X there comes back)", self._leave_to_study
        if work.hints < len(exercise.hints):
            yield "H", f"Hint {work.hints + 1} of {len(exercise.hints)}", self._give_hint
        elif (work.tries or work.day) and (solution := solution_of(self.course, exercise, self.seed)):
            reason = [] if exercise.has_code else ["", exercise.answered(solution[0]).sentence]
            yield "W", "Show the answer", lambda: self._show("The answer", [*solution, *reason])
        if exercise.number < len(self.course.exercises):
            yield NEXT, "Next exercise", lambda: None

    def text(self) -> list[str]:
        """Return the text of the present exercise, to be shown above its rows."""
        exercise, work = self.exercise, self.work
        hints = [f"Hint: {hint}" for hint in exercise.hints[: 0 if work.day else work.hints]]
        lines = work.lines if len(work.lines) <= MOST_LINES else [f"You have typed {len(work.lines)} lines: see L."]
        if lines and not exercise.has_code:
            lines = [f"Your answer: {lines[0]}. {check(self.course, exercise, lines)}"]
        parts = [exercise.question, exercise.lines(SHOWN), hints, lines, exercise.afterwards if work.day else []]
        return [line.replace("`", "") for part in parts for line in ([*part, ""] if part else [])]

    def _give_hint(self) -> None:
        self.work.hints += 1

    def _answer(self) -> None:
        """Let the user type an answer, and check it; the page shows what is said to it."""
        if answer := self._line(BELOW, "Your answer: "):
            self.work.lines = [answer]
            self._check()

    def _check(self, path: str | None = None) -> str:
        """Check a file, or else what was typed; return what is said to a solution of an exercise with code."""
        exercise, work = self.exercise, self.work
        if exercise.has_code:
            self._m.print(BELOW, "Games are played ...", end="")
        work.tries += 1
        if path is not None:
            sentence = check_file(self.course, exercise, path)
        else:
            sentence = check(self.course, exercise, work.lines, self.seed)
        if sentence.startswith(RIGHT):
            work.day = work.day or self._day
        return sentence if exercise.has_code else ""

    def _change_mistake(self) -> None:
        self.seed, self.work.lines, self.work.day = self.seed + 1, [], 0

    def _write_python(self) -> str:
        """Write the file in which the user changes procedures; return a message."""
        path, line = python_file(self.course, self.exercise)
        return f"Change {os.path.abspath(path)}, from line {line} on, in an editor of yours; save it, and press F."

    def _leave_to_study(self) -> None:
        if self.study:
            path = self._path(self.studied_folder, is_edition=not self.exercise.mistakes)
            self.study([path, *self.exercise.command[1:]])

    def _path(self, folder: str, *, is_edition: bool = True) -> str:
        """Return the name of the program, or for an exercise with code the path of its listing as it is now.

        is_edition: whether study shows what has changed, which gives mistakes away.
        """
        if not self.exercise.has_code:
            return self.course.load_name
        lines = [*self.exercise.given(self.seed), *self.work.lines]
        return listing_with(self.course, lines, folder, is_edition=is_edition)

    def _listed(self, names: Sequence[str], in_python: bool = False) -> list[str]:
        """Return the lines of procedures, in BASIC as the listing is now."""
        with TemporaryDirectory(prefix="retro-course-") as folder:
            study = self._listing if in_python else build_study(self._path(folder))
        found = [procedure for name in names if (procedure := study.named(name))]
        if in_python:
            return [line.text for procedure in found for line in procedure.python]
        return [f"{line.number:5} {line.text}" for procedure in found for line in procedure.basic]

    def _type(self) -> None:
        """Let the user type lines of BASIC, as at the machine's prompt."""
        m, work = self._m, self.work
        m.cls()
        for line in (TYPE, *self._listed(self.exercise.procedures(work.hints))[-ROOM:], ""):
            m.print(line)
        while typed := self._line(">"):
            if number := number_of(typed):
                work.lines = [line for line in work.lines if number_of(line) != number] + [typed]
            else:
                m.print(f"{typed}: expected a line of BASIC with its number, such as 15010 D%=1")

    def _line(self, *prompt: Item) -> str:
        """Return a line that the user types, without blanks around it. Raises Escape."""
        self._m.vdu(*CURSOR_ON)
        try:
            self._m.print(*prompt, end="")
            return self._m.input(mark="", line=True).strip()
        finally:
            self._m.vdu(*CURSOR_OFF)

    def _show_listing(self, names: Sequence[str], in_python: bool = False) -> None:
        """Show procedures, below the text of the exercise if both have room on a screen."""
        lines = self._listed(names, in_python)
        both = [*self.text(), *lines]
        has_room = sum(len(line) // COLUMNS + 1 for line in both) <= ROOM
        self._show(self.exercise.name, both if has_room else lines)

    def _show(self, title: str, lines: Sequence[str]) -> None:
        """Show lines, on several screens if needed."""
        for first in range(0, len(lines), ROOM):
            label = "More" if first + ROOM < len(lines) else "Back"
            if not chosen(self._m, Page(title, [Choice("RETURN", label)], lines[first : first + ROOM])):
                return


def play(course: Course, args: Args, number: int, study: Callable[[Sequence[str]], int]) -> int:
    """Let the user work at a course in the front end `args.front`; return the exit status.

    number: of the exercise to begin with; 0: the list. study: runs `retro study` with these words.
    """
    wanted: list[Sequence[str]] = []

    def leave(words: Sequence[str]) -> None:
        wanted.append(words)
        raise PowerOff

    has_pages = args.front not in ("plain", "headless")
    keeps = has_pages or (args.front == "plain" and sys.stdin.isatty())
    player = CoursePlayer(
        course,
        number,
        day=today(),
        study=leave if has_pages else None,
        tape=progress.tape_of(course) if keeps else None,
    )
    with TemporaryDirectory(prefix="retro-course-") as player.studied_folder:
        while True:
            status = show(played(Game(lambda: player.main, title=course.title)), args, course.title, [])
            if not wanted:
                return status
            study([*wanted.pop(), "--front", args.front])
