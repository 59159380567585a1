"""BASIC programs typed at the prompt in a window, with mistakes corrected by the copy cursor."""

import random

import pytest

from tests.support.typed_programs import COPY, RIGHT, UP, check, correction, mistyped
from tests.support.x11 import serve

server = pytest.fixture(scope="module")(serve)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["programs-012", "programs-038"])
def test_a_program_is_typed_corrected_and_run(server, name):
    check(server, name)


def test_a_correction_copies_what_was_right():
    assert correction("10PRNT 5", "10PRINT 5") == [UP, *[COPY] * 4, "I", *[COPY] * 4]
    assert correction("10PRIXNT" + 34 * "A", "10PRINT" + 34 * "A") == [UP, UP, *[COPY] * 5, RIGHT, *[COPY] * 36]


def test_mistakes_change_the_text_of_a_line():
    chance = random.Random(1)
    lines = {mistyped("10PRINT 5", chance) for _ in range(50)}
    assert all(line.startswith("10") for line in lines)
    assert {"10PRNT 5", "10PRRINT 5", "10PZINT 5"} <= lines
