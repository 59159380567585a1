"""Every exercise: it begins and ends where it says, its solution passes, and each wrong answer gets its sentence."""

from textwrap import wrap

import pytest

from retro.course.answers import HOLDS, check, check_file, listing_with, python_file
from retro.course.exercises import BASIC_SOLUTION, PYTHON_GIVEN, PYTHON_SOLUTION, SHOWN, STAGE, course_of
from retro.course.player import ROWS, CoursePlayer
from retro.course.progress import Work
from retro.listing.builder import build_study
from retro.study.stops import goal_of
from tests.support.course_answers import EXERCISES, MISTAKES, answers_of
from tests.support.moments import moments

WIDTH = 79  # of a line of text on a page
FEWEST_WRONG = 5  # answers of each exercise


def for_each(wanted):
    """Run a test for each exercise that is wanted."""
    found = [pair for pair in EXERCISES if wanted(pair[1])]
    return pytest.mark.parametrize(("name", "exercise"), found, ids=[f"{name}-{one.number}" for name, one in found])


@for_each(lambda exercise: True)
def test_it_is_complete(name, exercise):
    assert 1 <= len(exercise.hints) <= 3
    assert exercise.question
    wrong = [text for answer in exercise.answers for text in answer.wrong]
    if not exercise.has_code:
        wrong = [answer for answer in exercise.answers if not answer.is_right]
    if stage := STAGE.fullmatch(exercise.asked):
        wrong = MISTAKES[int(stage[1])]  # see test_snake.py
    assert len(wrong) >= FEWEST_WRONG
    assert len({answer.text for answer in exercise.answers}) == len(exercise.answers)


@for_each(lambda exercise: True)
def test_it_fits_on_a_page_whatever_is_said(name, exercise):
    player = CoursePlayer(course_of(name), day=20261126, study=lambda words: None)
    player.exercise = exercise
    longest = max((answer.sentence for answer in exercise.answers), key=len)
    for day in (0, 20261126):
        player.work = Work(hints=len(exercise.hints), tries=1, day=day, lines=exercise.lines(BASIC_SOLUTION))
        text = [*player.text(), longest, ""]
        used = sum(len(wrap(line, WIDTH)) or 1 for line in text) + len(list(player.rows()))
        assert used <= ROWS - 6


@for_each(lambda exercise: not exercise.has_code)
def test_the_program_gives_the_answer(name, exercise):
    found = moments(name, exercise)
    if shown := exercise.lines(SHOWN):
        assert shown == found[0].beside
    right = {part for one in exercise.answers if one.is_right for part in one.text.split("`, `")}
    if exercise.kind == "predict":
        assert found[1].true <= right if exercise.asked == "next line" else found[1].true == right
    elif exercise.asked == "line":
        assert right <= {str(line.number) for line in build_study(name).listing}


@pytest.mark.slow
@pytest.mark.timeout(400)  # some play hundreds of games several times
@for_each(lambda exercise: not STAGE.fullmatch(exercise.asked))
def test_right_and_wrong_answers_get_their_sentences(name, exercise):
    course = course_of(name)
    for lines, seed, said in answers_of(course, exercise):
        assert check(course, exercise, lines, seed) in said, (lines, seed)


@pytest.mark.slow
@for_each(lambda exercise: PYTHON_SOLUTION in exercise.code)
def test_a_solution_in_python_passes(name, exercise, tmp_path):
    exercise.code[PYTHON_GIVEN] = exercise.code[PYTHON_SOLUTION]
    path, _ = python_file(course_of(name), exercise, str(tmp_path))
    assert check_file(course_of(name), exercise, path) == HOLDS


@for_each(lambda exercise: exercise.has_code and not STAGE.fullmatch(exercise.asked))
def test_the_listing_that_it_begins_with_can_be_studied(name, exercise, tmp_path):
    if until := exercise.start.get("--until"):
        goal_of(build_study(listing_with(course_of(name), exercise.given(0), str(tmp_path))), until)
