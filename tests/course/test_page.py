"""Every answer to every exercise, in the page's worker, without a network: Chromium says what Python says here."""

import json

import pytest

from retro.course.answers import HOLDS
from retro.course.exercises import STAGE, course_of
from tests.support.browser import build_site, missing, open_browser, serve_folders
from tests.support.course_answers import MISTAKES, NAMES, answers_of, learners_program

LACKING = missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(LACKING), reason=LACKING), pytest.mark.timeout(400)]

MOST_GAMES = 10  # of a check; all wrong answers show in so many
CHECKER = '''\
"""Answers to {name}

Checks them, and prints what is said to each that is not what was expected.
"""

import json
import re

from retro.course.answers import check, check_file
from retro.course.exercises import course_of

ANSWERS = json.loads({answers!r})


def main(m):
    """Check all."""
    m.mode(0)
    course = course_of({name!r})
    for exercise in course.exercises:
        if games := re.search(r"in (\\d+) ", exercise.asked):
            exercise.asked = exercise.asked.replace(games[1], str(min(int(games[1]), {most_games})))
    for number, lines, expected in ANSWERS:
        exercise = course.exercises[number - 1]
        if lines is None:
            m.print(f"{{exercise.name}} is done.")
            m.inkey(2)  # the screen is shown
            continue
        if isinstance(lines, str):
            with open("/tmp/mine.py", "w") as file:
                file.write(lines)
            said = check_file(course, exercise, "/tmp/mine.py")
        else:
            said = check(course, exercise, lines)
        if not any(sentence in said for sentence in expected):
            m.print(f"{{number}} {{lines}} gets: {{said}}")
    m.get()
'''


def all_answers(name):
    """Return all answers to the exercises of a program: the number, lines or a file's text, and what may be said."""
    course, found = course_of(name), []
    for exercise in course.exercises:
        if stage := STAGE.fullmatch(exercise.asked):
            number = int(stage[1])
            found.append((number, learners_program(number), [HOLDS]))
            found += [(number, learners_program(number, old, new), [said]) for old, new, said in MISTAKES[number]]
        else:
            answers = answers_of(course, exercise)
            found += [(exercise.number, lines, said) for lines, seed, said in answers if seed == 0]
        found.append((exercise.number, None, []))
    return found


chromium = pytest.fixture(scope="module")(open_browser)
serve = pytest.fixture(scope="module")(serve_folders)


@pytest.fixture(scope="module")
def page(chromium, serve, tmp_path_factory):
    """A page that was loaded with the network, and has none any more."""
    made = tmp_path_factory.mktemp("site")
    checkers = {
        f"check_{name}": CHECKER.format(name=name, answers=json.dumps(all_answers(name)), most_games=MOST_GAMES)
        for name in NAMES
    }
    build_site(made, checkers)
    chromium.use("learner")
    chromium.open(serve(made))
    chromium.do("await context.setOffline(true); await page.reload()")
    chromium.ready()
    yield chromium
    chromium.do("await context.setOffline(false)")


@pytest.mark.parametrize("name", NAMES)
def test_answers_get_their_sentences_offline(page, name):
    page.play(f"check_{name}")
    for exercise in course_of(name).exercises:
        page.shows(f"{exercise.name} is done.")
    assert " gets: " not in (shown := page.on_page("document.getElementById('text').textContent")), shown
