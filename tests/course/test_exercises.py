"""Every exercise: it begins and ends where it says, its solution passes, and each wrong answer gets its sentence."""

from textwrap import wrap

import pytest

from retro.course.answers import PYTHON, basic_file, check_file, check_lines, python_file, solution_of
from retro.course.exercises import ASKED, NEW_LINE, SOLUTION, STAGE, course_of, has_course
from retro.course.player import ROWS, WIDTH, CoursePlayer
from retro.course.progress import Work
from retro.course.trial import RUNS, moments, start_of
from retro.library.catalogue import entries
from retro.listing.builder import build_study
from retro.study.stops import goal_of

NAMES = [entry.name for entry in entries() if has_course(entry.name)]
EXERCISES = [(name, exercise) for name in NAMES for exercise in course_of(name).exercises]
IDS = [f"{name}-{exercise.number}" for name, exercise in EXERCISES]
CODE = [pair for pair in EXERCISES if pair[1].has_code and not (pair[1].mistakes or STAGE.fullmatch(pair[1].asked))]
SPOILED = course_of("dominoes").exercises[26]
CODE_IDS = [f"{name}-{exercise.number}" for name, exercise in CODE]


@pytest.mark.parametrize(("name", "exercise"), EXERCISES, ids=IDS)
def test_it_is_complete(name, exercise):
    assert 1 <= len(exercise.hints) <= 3
    assert exercise.question
    if STAGE.fullmatch(exercise.asked):
        assert name == "snake"  # tests/course/test_snake.py
    elif exercise.mistakes:
        assert (exercise.number, len({*exercise.mistakes})) == (SPOILED.number, 20)
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
    if exercise.asked == "next line":
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


@pytest.mark.parametrize(("name", "exercise"), CODE, ids=CODE_IDS)
def test_the_listing_that_it_begins_with_can_be_studied(name, exercise, tmp_path):
    if until := start_of(exercise).until:
        goal_of(build_study(basic_file(course_of(name), exercise.given(0), str(tmp_path))), until)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_a_planted_mistake_shows_and_the_listings_own_line_mends_it(seed):
    course = course_of("dominoes")
    assert check_lines(course, SPOILED, [], seed) not in ("", "It stops with an error")
    assert check_lines(course, SPOILED, solution_of(course, SPOILED, seed).splitlines(), seed) == ""
