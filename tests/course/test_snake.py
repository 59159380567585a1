"""The snake's course checks a learner's own program on its standard streams, whatever that program does."""

from pathlib import Path

import pytest

from retro.cli import main
from retro.course import transcripts
from retro.course.answers import check_file
from retro.course.exercises import course_of

LEARNER = (Path(__file__).parent / "learner.py").read_text(encoding="utf-8")
SEED = 4  # of games in which all the mistakes show


@pytest.fixture(autouse=True)
def in_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(transcripts, "PATIENCE", 3.0)


def checked(stage, *change):
    """Return what is said of the learner's program at a stage; with a change, old and new text, always the same."""
    text = LEARNER.replace("STAGE = 5", f"STAGE = {stage}")
    for old, new in [change] * bool(change):
        assert old in text
        text = text.replace(old, new).replace("import random\n", f"import random\n\nrandom.seed({SEED})\n", 1)
    Path("mine.py").write_text(text, encoding="utf-8")
    return check_file(course_of("snake"), course_of("snake").exercises[stage - 1], "mine.py")


@pytest.mark.parametrize("stage", [1, 2, 3, 4, 5])
def test_a_right_program_passes(stage):
    assert checked(stage) == ""


@pytest.mark.parametrize(
    ("stage", "old", "new", "sentence"),
    [
        (1, "range(a, 7)", "range(7)", "the 28 different pieces are not all there once"),
        (1, "max(double(computer), double(player))", "pieces[15]", "the snake must be one double"),
        (1, "Domino snake:", "Snake:", "line 4 is 'Snake: "),
        (1, 'turn = "player" if', 'turn = "computer" if', "moves first, with seven"),
        (1, "pieces[:14], pieces[14:21]", "pieces[:13], pieces[13:21]", "moves first, with seven"),
        (2, '"=" * 70', '"=" * 69', "line 1 is '====="),
        (2, "{number}:{piece}", "{number}: {piece}", "expected '1:["),
        (2, "    print()\n    text", "    text", "expected 'an empty line'"),
        (2, "Stock size: {len(stock)}", "Stock size: {len(stock) - 1}", "expected 'Stock size: 14'"),
        (2, "Status: It's your", "Status: It is your", "Enter your command"),
        (3, "snake.append(piece", "snake.insert(0, piece", "that is what this move does"),
        (3, 'print("Invalid input. Please try again.")', 'print("No.")', "this input is no move"),
        (3, "< 7 else", "< 70 else", "...["),
        (3, "            held.append(stock.pop())", "            held.append(stock[0])", "Stock size"),
        (3, "        except ValueError:", "        except KeyError:", "After the input"),
        (4, "return STAGE < 4 or k == 0 or", "return True or", " touch."),
        (4, "else piece[::-1])\n    else", "else piece)\n    else", "that is what this move does"),
        (4, 'print("Illegal move', 'print("Invalid move', "this input is no move"),
        (4, "if fits(computer, k):\n                return k\n    spots", "return k\n    spots", " touch."),
        (5, "Status: The game is over. {end}", "Status: Over", "The game is over"),
    ],
)
def test_the_first_line_that_differs_is_told(stage, old, new, sentence):
    assert sentence in checked(stage, old, new)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("while True: pass", "It prints nothing for 3 seconds"),
        ("while True: print('x')", "it prints 300 lines without a line that begins with Status:"),
        ("print('x' * 10 ** 8)", "it prints 300 lines without"),
        ("raise SystemExit", "It has ended; expected: ====="),
        ("1 / 0", "It has ended with ZeroDivisionError: division by zero; expected:"),
        ("import os; os.close(1); input()", "It prints nothing for 3 seconds"),
    ],
)
def test_a_program_that_runs_wild_is_stopped(text, sentence):
    Path("mine.py").write_text(text, encoding="utf-8")
    course = course_of("snake")
    assert sentence in check_file(course, course.exercises[2], "mine.py")


def test_the_command_checks_a_stage(capsys):
    Path("mine.py").write_text(LEARNER, encoding="utf-8")
    assert main(["course", "snake", "5", "mine.py"]) == 0
    assert main(["course", "snake", "1", "mine.py"]) == 1
    assert "line 1 is '=====" in capsys.readouterr().out
    assert main(["course", "snake", "1", "nothing.py"]) == 2
