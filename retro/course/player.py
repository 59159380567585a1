"""A course as a program of the machine: pages of exercises, shown by `m.ask`, so that every view can run it."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from tempfile import TemporaryDirectory

from retro.basic.errors import Escape
from retro.basic.pages import Choice, Page
from retro.basic.print_format import Item
from retro.basic.words import tab
from retro.course import progress
from retro.course.answers import (
    basic_file,
    check_file,
    check_lines,
    line_typed,
    number_of,
    solution_of,
    start_in_python,
)
from retro.course.exercises import SOLUTION, STAGE, Course, Exercise
from retro.course.progress import NAME, Work
from retro.course.trial import moments, start_of
from retro.launcher.front_ends import show
from retro.library.command_line import Args
from retro.library.errors import LaunchError
from retro.library.options import today
from retro.listing.builder import build_study
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.tape import MemoryTape, Tape
from retro.session.game import Game
from retro.session.session import played

MODE, WIDTH, ROWS = 0, 79, 32
MINUTES = "min"
KEYS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of the rows of the list
FOOT = "ESCAPE goes back"
TYPE = "Type lines of BASIC. A number alone deletes its line; RETURN alone ends."
CURSOR_OFF, CURSOR_ON = ((23, 1, state, 0, 0, 0, 0, 0, 0, 0) for state in (0, 1))
MOST_LINES = 3  # of BASIC that are shown above the rows
HOLDS = "Right: everything that was asked for holds."


class CoursePlayer:
    """A course on a machine, with the user's progress.

    Attributes:
        study: called with the arguments of `retro study` to leave the course and study; None: study is not possible.
        folder: where files in Python are written.
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
        self.course, self.study, self.folder, self.tape = course, study, "", tape or MemoryTape()
        self.on_progress: Callable[[], None] = lambda: None
        self.number, self._day, self._listing = number, day, build_study(course.load_name)
        self.seed, self.studied_folder = day, ""
        self._works: list[Work] = []

    def main(self, m: Machine) -> None:
        """Show the exercises until the user leaves."""
        self._works = progress.works_on(self.tape, self.course)
        m.mode(MODE)
        m.vdu(*CURSOR_OFF)
        if self.number:
            self._exercise(m, self.course.exercises[self.number - 1])
        page = Page(self.course.title, self._rows, foot=FOOT)
        page.key_width = 3
        page.marked = next((index for index, work in enumerate(self._works) if not work.day), 0)
        while True:
            try:
                m.ask(page)
            except Escape:
                return
            self._exercise(m, self.course.exercises[page.marked])
            page.marked = self.number - 1

    def _rows(self) -> list[Choice]:
        """Return the rows of the list of exercises."""
        return [
            Choice(key, f"{work.sign} {one.name:<50} {one.kind:<8} {one.minutes:>2} {MINUTES}")
            for one, work, key in zip(self.course.exercises, self._works, KEYS)
        ]

    def _exercise(self, m: Machine, exercise: Exercise) -> None:
        """Show an exercise, and then the next ones, until the user returns to the list."""
        verdict: list[str] = []
        while True:
            self.number, work = exercise.number, self._works[exercise.number - 1]
            page = Page(
                f"{exercise.name} ({exercise.kind}, {exercise.minutes} minutes)",
                self._actions(exercise, work),
                [*self._text(exercise, work), *verdict],
                FOOT,
            )
            page.key_width = 3
            page.marked = len(page.choices) - 1 if work.day else 0
            try:
                key = m.ask(page)
            except Escape:
                return
            if key == "N":
                exercise, verdict = self.course.exercises[exercise.number], []
                continue
            verdict = []
            with suppress(Escape):
                verdict = self._act(m, exercise, work, key)
            with suppress(OSError):
                self.tape.save(NAME, progress.text_of(self.course, self._works))
            self.on_progress()

    def _actions(self, exercise: Exercise, work: Work) -> list[Choice]:
        """Return the rows with the actions of an exercise."""
        rows = []
        in_browser = sys.platform == "emscripten"
        if STAGE.fullmatch(exercise.asked):
            rows = [Choice("F", "Check a file")] * (not in_browser)
        elif exercise.has_code:
            rows = [Choice("T", "Type lines of BASIC"), Choice("C", "Check these lines")]
            rows += [Choice("M", "Another mistake")] * bool(exercise.mistakes)
            if not in_browser and f"python {SOLUTION}" in exercise.code:
                rows += [
                    Choice("P", f"Write it in Python, in my_{self.course.name}.py"),
                    Choice("F", "Check this file"),
                ]
        else:
            rows = [Choice("A", "Answer")]
        if listings := [name for name in exercise.procedures(work.hints) if self._listing.named(name)]:
            rows.append(Choice("L", f"List {', '.join(listings)} in BASIC"))
            rows.append(Choice("Y", "List the same in Python"))
        if self.study and exercise.command:
            rows.append(Choice("S", "See it run, line by line (X there comes back)"))
        if work.hints < len(exercise.hints):
            rows.append(Choice("H", f"Hint {work.hints + 1} of {len(exercise.hints)}"))
        elif solution_of(self.course, exercise, self.seed) and (work.tries or work.day):
            rows.append(Choice("W", "Show the answer"))
        if exercise.number < len(self.course.exercises):
            rows.append(Choice("N", "Next exercise"))
        return rows

    def _text(self, exercise: Exercise, work: Work) -> list[str]:
        """Return the text of an exercise, to be shown above its rows."""
        beside: Sequence[str] = ()
        if not exercise.has_code and start_of(exercise).until and (found := moments(self.course.load_name, exercise)):
            beside = found[0].beside
        hints = [f"Hint: {hint}" for hint in exercise.hints[: 0 if work.day else work.hints]]
        lines = work.lines if len(work.lines) <= MOST_LINES else [f"You have typed {len(work.lines)} lines: see L."]
        if work.answer:
            lines = [f"Your answer: {work.answer}. {exercise.answered(work.answer).sentence}"]
        done = exercise.afterwards if work.day else []
        parts = [exercise.question, beside, hints, lines, done]
        return [line.replace("`", "") for part in parts for line in ([*part, ""] if part else [])]

    def _act(self, m: Machine, exercise: Exercise, work: Work, key: str) -> list[str]:
        """Do the action of a row; return a message."""
        if key == "H":
            work.hints += 1
        elif key == "W":
            self._show(m, "The answer", solution_of(self.course, exercise, self.seed).splitlines())
        elif key in ("L", "Y"):
            self._show(m, exercise.title, self._listed(exercise, work, key == "Y"))
        elif key == "S" and self.study:
            path = self._path(exercise, work, self.studied_folder, is_edition=not exercise.mistakes)
            self.study([path, *exercise.command[1:]])
        elif key == "M":
            self.seed, work.lines, work.day = self.seed + 1, [], 0
        elif key == "T":
            self._type(m, exercise, work)
        elif key == "P":
            path, line = start_in_python(self.course, exercise, self.folder)
            where = os.path.abspath(path)
            return [f"Change {where}, from line {line} on, in an editor of yours; save it, and press F."]
        elif key == "A":
            if answer := line_of(m, tab(0, ROWS - 3), "Your answer: "):
                work.answer, work.tries = answer, work.tries + 1
                self._solved(work, exercise.answered(answer).is_right)
        elif key in ("C", "F"):
            m.print(tab(0, ROWS - 3), "Games are played ...", end="")
            work.tries += 1
            try:
                if key == "C":
                    wrong = check_lines(self.course, exercise, work.lines, self.seed)
                else:
                    wrong = check_file(self.course, exercise, self._file(m, exercise))
            except LaunchError as error:
                wrong = str(error)
            self._solved(work, not wrong)
            return [(wrong or HOLDS).replace("`", ""), ""]
        return []

    def _file(self, m: Machine, exercise: Exercise) -> str:
        """Return the path of the file with the user's answer; for a stage of the snake it is asked."""
        if not STAGE.fullmatch(exercise.asked):
            return os.path.join(self.folder, f"my_{self.course.name}.py")
        return line_of(m, tab(0, ROWS - 3), "Your file, such as mine.py: ")

    def _solved(self, work: Work, right: bool) -> None:
        """Store whether an answer was right."""
        work.day = work.day or self._day * right

    def _listed(self, exercise: Exercise, work: Work, in_python: bool) -> list[str]:
        """Return the lines of the procedures named in an exercise."""
        study = self._listing
        if exercise.has_code and not in_python:
            with TemporaryDirectory(prefix="retro-course-") as folder:
                study = build_study(self._path(exercise, work, folder))
        found = [procedure for name in exercise.procedures(work.hints) if (procedure := study.named(name))]
        if in_python:
            return [line.text for one in found for line in one.python]
        return [f"{line.number:5} {line.text}" for one in found for line in one.basic]

    def _path(self, exercise: Exercise, work: Work, folder: str, *, is_edition: bool = True) -> str:
        """Return the name of the program, or for an exercise with code the path of its listing as it is now.

        is_edition: whether study shows what has changed, which gives mistakes away.
        """
        if not exercise.has_code:
            return self.course.load_name
        lines = [*exercise.given(self.seed), *work.lines]
        return basic_file(self.course, lines, folder, is_edition=is_edition)

    def _type(self, m: Machine, exercise: Exercise, work: Work) -> None:
        """Let the user type lines of BASIC, as at the machine's prompt."""
        m.cls()
        m.print(TYPE)
        for line in self._listed(exercise, work, False)[-ROWS + 8 :]:
            m.print(line)
        m.print()
        while True:
            try:
                typed = line_of(m, ">")
            except Escape:
                return
            if not typed:
                return
            try:
                number, _ = line_typed(typed)
            except LaunchError as error:
                m.print(str(error))
                continue
            work.lines = [line for line in work.lines if number_of(line) != number] + [typed]

    @staticmethod
    def _show(m: Machine, title: str, lines: Sequence[str]) -> None:
        """Show lines, on several screens if needed."""
        room = ROWS - 8
        for first in range(0, len(lines), room):
            more = first + room < len(lines)
            page = Page(title, [Choice("RETURN", "More" if more else "Back")], lines[first : first + room])
            try:
                m.ask(page)
            except Escape:
                return


def line_of(m: Machine, *prompt: Item) -> str:
    """Return a line that the user types, without blanks around it. Raises Escape."""
    m.vdu(*CURSOR_ON)
    try:
        m.print(*prompt, end="")
        return m.input(mark="", line=True).strip()
    finally:
        m.vdu(*CURSOR_OFF)


def play(course: Course, args: Args, number: int, study: Callable[[Sequence[str]], int]) -> int:
    """Let the user work at a course in the front end `args.front`; return the exit status.

    number: of the exercise to begin with; 0: the list. study: runs `retro study` with these words.
    """
    keep = args.front not in ("plain", "headless") or (args.front == "plain" and sys.stdin.isatty())
    player = CoursePlayer(course, number, day=today(), tape=progress.tape_of(course) if keep else None)
    wanted: list[Sequence[str]] = []

    def leave(words: Sequence[str]) -> None:
        wanted.append(words)
        raise PowerOff

    player.study = leave if args.front not in ("plain", "headless") else None
    with TemporaryDirectory(prefix="retro-course-") as player.studied_folder:
        while True:
            status = show(played(Game(lambda: player.main, title=course.title)), args, course.title, [])
            if not wanted:
                return status
            study([*wanted.pop(), "--front", args.front])
