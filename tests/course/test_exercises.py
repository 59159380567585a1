"""Every exercise: it begins and ends where it says, its solution passes, and each wrong answer gets its sentence."""

from textwrap import wrap

import pytest

from retro.course.answers import PYTHON, check_file, check_lines, python_file
from retro.course.exercises import ASKED, SOLUTION, STAGE, course_of, has_course
from retro.course.player import ROWS, WIDTH, CoursePlayer
from retro.course.progress import Work
from retro.course.trial import NEXT_LINE, RUNS, moments
from retro.library.catalogue import entries
from retro.listing.builder import build_study

NAMES = [entry.name for entry in entries() if has_course(entry.name)]
EXERCISES = [(name, exercise) for name in NAMES for exercise in course_of(name).exercises]
IDS = [f"{name}-{exercise.number}" for name, exercise in EXERCISES]
CODE = [pair for pair in EXERCISES if pair[1].has_code and not STAGE.fullmatch(pair[1].asked)]
CODE_IDS = [f"{name}-{exercise.number}" for name, exercise in CODE]
NEW_LINE = " ¶ "


@pytest.mark.parametrize(("name", "exercise"), EXERCISES, ids=IDS)
def test_it_is_complete(name, exercise):
    assert 1 <= len(exercise.hints) <= 3
    assert exercise.question
    if STAGE.fullmatch(exercise.asked):
        assert name == "snake"  # tests/course/test_snake.py
    elif exercise.has_code:
        assert f"basic {SOLUTION}" in exercise.code
        assert sum(len(one.wrong) for one in exercise.answers) >= 5
    else:
        assert any(one.is_right for one in exercise.answers)
        assert sum(not one.is_right for one in exercise.answers) >= 5
        assert len({one.text for one in exercise.answers}) == len(exercise.answers)


@pytest.mark.parametrize(("name", "exercise"), EXERCISES, ids=IDS)
def test_it_fits_on_a_page_whatever_is_said(name, exercise):
    player = CoursePlayer(course_of(name), day=20261126, study=lambda words: None)
    lines = exercise.code.get(f"basic {SOLUTION}", "").splitlines()
    longest = max((one.sentence for one in exercise.answers), key=len)
    for day in (0, 20261126):
        work = Work(hints=len(exercise.hints), tries=1, day=day, lines=lines)
        text = [*player._text(exercise, work), longest, ""]
        used = sum(len(wrap(line, WIDTH)) or 1 for line in text) + len(player._actions(exercise, work))
        assert used <= ROWS - 6


@pytest.mark.parametrize(("name", "exercise"), EXERCISES, ids=IDS)
def test_the_program_gives_the_answer(name, exercise):
    found = moments(name, exercise)
    right = {part for one in exercise.answers if one.is_right for part in one.text.split("`, `")}
    if exercise.kind != "predict":
        return
    what = ASKED.fullmatch(exercise.asked)
    if exercise.asked == NEXT_LINE:
        assert str(found[1].line) in right
    elif runs := RUNS.fullmatch(what["what"]):
        assert {str(found[1].runs[int(runs[1])])} == right
    else:
        assert {f"{what['what']}={text}" for text in right} == set(found[1].true)


@pytest.mark.parametrize(("name", "exercise"), [pair for pair in EXERCISES if pair[1].asked == "line"], ids=str)
def test_a_line_to_find_is_there(name, exercise):
    lines = {str(line.number) for line in build_study(name).listing}
    for one in exercise.answers:
        assert not one.is_right or {*one.text.split("`, `")} <= lines


@pytest.mark.slow
@pytest.mark.timeout(400)  # some play hundreds of games several times
@pytest.mark.parametrize(("name", "exercise"), CODE, ids=CODE_IDS)
def test_a_solution_passes(name, exercise, tmp_path):
    course = course_of(name)
    assert check_lines(course, exercise, exercise.code[f"basic {SOLUTION}"].splitlines()) == ""
    if text := exercise.code.get(f"{PYTHON} {SOLUTION}"):
        assert check_file(course, exercise, python_file(course, text, str(tmp_path))) == ""


@pytest.mark.slow
@pytest.mark.timeout(400)  # some play hundreds of games several times
@pytest.mark.parametrize(("name", "exercise"), CODE, ids=CODE_IDS)
def test_what_is_wrong_gets_its_sentence(name, exercise):
    course = course_of(name)
    assert check_lines(course, exercise, []) in [one.sentence for one in exercise.answers]
    for answer in exercise.answers:
        for lines in answer.wrong:
            assert check_lines(course, exercise, lines.split(NEW_LINE)) == answer.sentence, lines
