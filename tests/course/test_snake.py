"""The snake's course checks a learner's own program on its standard streams, whatever that program does."""

from pathlib import Path

import pytest

from retro.cli import main
from retro.course.answers import HOLDS, check_file
from retro.course.exercises import course_of
from tests.support.course_answers import LEARNER, MISTAKES, learners_program


@pytest.fixture(autouse=True)
def in_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


def checked(stage, text):
    """Return what is said of a program at a stage."""
    Path("mine.py").write_text(text, encoding="utf-8")
    return check_file(course_of("snake"), course_of("snake").exercises[stage - 1], "mine.py")


@pytest.mark.parametrize("stage", MISTAKES)
def test_a_right_program_passes(stage):
    assert checked(stage, learners_program(stage)) == HOLDS


@pytest.mark.parametrize(("stage", "mistake"), [(stage, one) for stage, some in MISTAKES.items() for one in some])
def test_the_first_line_that_differs_is_told(stage, mistake):
    old, new, sentence = mistake
    assert sentence in checked(stage, learners_program(stage, old, new))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("while True: pass", "It does not end: it runs on and on"),
        ("while True: print('x')", "It does not end: it prints on and on"),
        ("print('x' * 10 ** 8)", "It does not end: it prints on and on"),
        ("raise SystemExit", "line 1 is no line, expected '====="),
        ("1 / 0", "It stops with an error: Division by zero"),
        ("def f(:", "It stops with an error: SyntaxError"),
        ("while True:\n    try: input()\n    except: print('again')", "line 1 is no line, expected '====="),
        (LEARNER.replace("move(player, asked())", "break"), "It has ended, but the game goes on"),
    ],
)
def test_a_program_that_runs_wild_is_stopped(text, sentence):
    assert sentence in checked(3, text)


def test_the_command_checks_a_stage(capsys):
    Path("mine.py").write_text(LEARNER, encoding="utf-8")
    assert main(["course", "snake", "5", "mine.py"]) == 0
    assert main(["course", "snake", "1", "mine.py"]) == 1
    assert "line 1 is '=====" in capsys.readouterr().out
    assert main(["course", "snake", "1", "nothing.py"]) == 2
