"""The sheet for teachers in Markdown: the aims of a course, its exercises, the lessons, and the answers at the end."""

import shlex

from retro.course.exercises import GIVEN, Course, Exercise


def sheet(course: Course) -> str:
    """Return the sheet in Markdown."""
    minutes = sum(exercise.minutes for exercise in course.exercises)
    parts = [
        f"# {course.title}",
        *course.about,
        f"{len(course.exercises)} exercises, about {minutes} minutes. Each begins with a command; "
        f"`retro course {course.name} NUMBER` opens it.",
        *(_question(course, exercise) for exercise in course.exercises),
        f"# Lessons\n\n{course.lessons}" if course.lessons else "",
        "# Answers",
        *(_answer(exercise) for exercise in course.exercises),
    ]
    return "\n\n".join(filter(None, parts))


def _question(course: Course, exercise: Exercise) -> str:
    """Return an exercise without its answer."""
    command = f"    retro study {shlex.join(exercise.command)}" if exercise.command else ""
    given = (f"```basic\n{code}```" for name, code in exercise.code.items() if name == f"basic {GIVEN}")
    parts = (f"## {exercise.name}", f"{exercise.kind}, {exercise.minutes} minutes", *exercise.question, *given, command)
    return "\n\n".join(filter(None, parts))


def _answer(exercise: Exercise) -> str:
    """Return the hints and the answer of an exercise, and the replies to typical wrong answers."""
    hints = [f"- Hint: {hint}" for hint in exercise.hints]
    rows = [f"- `{one.text}`: {one.sentence}" for one in exercise.answers]
    code = [f"```{name}\n{code}```" for name, code in exercise.code.items() if not name.endswith(GIVEN)]
    return "\n\n".join([f"## {exercise.name}", "\n".join([*hints, *rows]), *code, *exercise.afterwards])
