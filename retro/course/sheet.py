"""The sheet for teachers in Markdown: the aims of a course, its exercises, the lessons, and the answers at the end."""

import shlex

from retro.course.exercises import BASIC_GIVEN, PYTHON_GIVEN, SHOWN, Course, Exercise

GIVEN = (SHOWN, BASIC_GIVEN, PYTHON_GIVEN)  # code that is no answer


def sheet(course: Course) -> str:
    """Return the sheet in Markdown."""
    minutes = sum(exercise.minutes for exercise in course.exercises)
    parts = [
        f"# {course.title}",
        *course.about,
        f"{len(course.exercises)} exercises, about {minutes} minutes. Each begins with a command; "
        f"`retro course {course.name} NUMBER` opens it.",
        *(_question(exercise) for exercise in course.exercises),
        f"# Lessons\n\n{course.lessons}" if course.lessons else "",
        "# Answers",
        *(_answer(exercise) for exercise in course.exercises),
    ]
    return "\n\n".join(filter(None, parts))


def chapters(course: Course) -> dict[str, str]:
    """Return the exercises and their answers in Markdown, by the titles of two chapters of a booklet."""
    return {
        "Exercises": "\n\n".join(_question(exercise, "###") for exercise in course.exercises),
        "Answers": "\n\n".join(_answer(exercise, "###") for exercise in course.exercises),
    }


def _question(exercise: Exercise, heading: str = "##") -> str:
    """Return an exercise without its answer."""
    command = f"    retro study {shlex.join(exercise.command)}" if exercise.command else ""
    given = [f"```{name}\n{exercise.code[name]}```" for name in GIVEN[:2] if name in exercise.code]
    minutes = f"{exercise.kind}, {exercise.minutes} minutes"
    return "\n\n".join(filter(None, (f"{heading} {exercise.name}", minutes, *exercise.question, command, *given)))


def _answer(exercise: Exercise, heading: str = "##") -> str:
    """Return the hints and the answer of an exercise, and the replies to typical wrong answers."""
    hints = [f"- Hint: {hint}" for hint in exercise.hints]
    rows = [f"- `{one.text}`: {one.sentence}" for one in exercise.answers]
    code = [f"```{name}\n{code}```" for name, code in exercise.code.items() if name not in GIVEN]
    return "\n\n".join([f"{heading} {exercise.name}", "\n".join([*hints, *rows]), *code, *exercise.afterwards])
