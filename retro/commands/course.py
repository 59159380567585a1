"""`retro course`: exercises on a program, with hints, checks and progress; for teachers a sheet and a report."""

from collections.abc import Sequence
from functools import partial

from retro.commands import study
from retro.commands.games import from_link
from retro.course import progress
from retro.course.answers import check_file
from retro.course.exercises import RIGHT, course_of, has_course
from retro.course.player import play
from retro.course.sheet import sheet
from retro.launcher.options import front_option, front_options
from retro.library.catalogue import entries
from retro.library.command_line import Command
from retro.library.errors import LaunchError
from retro.library.messages import say
from retro.library.options import Option, argument
from retro.library.output import ends_in, write

WRONG = 1  # the exit status if a solution is not right


def run(words: Sequence[str]) -> int:
    """Start a course, check a solution in a file, or print a teacher's sheet or report."""
    args = command().parse(from_link(words))
    if args.report is not None:
        say("\n".join(progress.report(args.report)))
        return 0
    if args.name is None:
        names = [entry.name for entry in entries() if has_course(entry.name)]
        raise LaunchError(f"Which course? Expected retro course NAME, with one of {', '.join(names)}")
    course = course_of(args.name)
    if args.number is not None and args.number > len(course.exercises):
        raise LaunchError(
            f"{course.name} has no exercise {args.number}: expected a number from 1 to {len(course.exercises)}"
        )
    if args.list:
        works = progress.works_on(progress.tape_of(course), course)
        say("\n".join([*map(progress.row, course.exercises, works), progress.LEGEND]))
    elif args.sheet:
        say(sheet(course))
    elif args.export is not None:
        works = progress.works_on(progress.tape_of(course), course)
        write(args.export, progress.text_of(course, works).encode("ascii"))
        say(f"{args.export} is written.")
    elif args.file is not None:
        sentence = check_file(course, course.exercises[args.number - 1], args.file)
        say(sentence)
        return 0 if sentence.startswith(RIGHT) else WRONG
    else:
        return play(course, args, args.number or 0, partial(study.run, from_course=True))
    return 0


def command() -> Command:
    """Return the arguments and options of `retro course`."""
    about = (
        "Work at exercises on a program: predict what it does, find lines, change it, mend it, write parts of it anew, "
        "in BASIC or in Python. Hints are given one at a time, and answers are checked. What you have done is kept."
    )
    file = "check this file as the solution of the exercise: an edition in Python (.py), or a changed listing (.bas)"
    export = "write what you have done to a file, for a teacher"
    folder = "print a table of who has solved what, from the files in a folder that --export has written"
    where = "where to show it: auto is a window, or else the terminal; plain is text on standard output"
    return Command(
        "course",
        about,
        [
            argument("name", "a program with exercises", "NAME", None),
            Option("number", int, None, "begin with this exercise", flag="", metavar="NUMBER", allowed=range(1, 100)),
            argument("file", file, "FILE", None),
        ],
        [
            Option("list", bool, False, "print one line an exercise"),
            Option("sheet", bool, False, "print the sheet for teachers, with the lessons, and the answers apart"),
            Option("export", str, None, export, metavar="FILE.json", checks=[ends_in(".json")]),
            Option("report", str, None, folder, metavar="FOLDER"),
            front_option(where=where),
            *front_options(),
        ],
    )
