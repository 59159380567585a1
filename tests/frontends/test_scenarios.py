"""Whole games in a real window, with real keys, and in pseudo-terminals: every screen equals the headless one."""

import unicodedata
from itertools import chain

import pytest
from PIL import Image

from retro.machine.runner import FAREWELL
from tests.support.dominoes_screen import dump
from tests.support.front_ends import in_terminal, in_window, letters, with_border, words
from tests.support.pseudo_terminal import NEEDED, fcntl
from tests.support.scenario import NAMES, Scenario, rehearsed
from tests.support.x11 import serve, until

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)
terminals = pytest.mark.skipif(fcntl is None, reason=NEEDED)

SEXTANTS = {" ": 0, "▌": 0b010101, "▐": 0b101010, "█": 0b111111}
WIDE, HIGH = 160, 67
FEW = 100  # characters of more than two colours


class Lights(dict):
    """Return the colour that pyte names; one that the machine lacks where nothing has been written."""

    def __missing__(self, colour):
        self[colour] = (1, 1, 1) if colour == "default" else tuple(bytes.fromhex(colour))
        return self[colour]


LIGHTS = Lights()


@pytest.fixture(params=NAMES)
def scenario(request):
    return Scenario(request.param)


@pytest.fixture
def data(tmp_path):
    """An empty folder for the user's data."""
    return {"RETRO_DATA": str(tmp_path / "data")}


# the window


def test_in_a_window(server, scenario, data):
    with in_window(server, scenario.title, *scenario.command(), **data) as window:
        for question in rehearsed(scenario.name).questions:
            expected = with_border(question.picture).tobytes()
            until(lambda expected=expected: server.user.screenshot(window).tobytes() == expected)
            server.user.type_key(question.keysym)


# terminals


def parts_of(cells):
    """Return the six colours of each character of a screen of sextants."""
    return [
        tuple(LIGHTS[ink if lit_parts(glyph) >> part & 1 else paper] for part in range(6))
        for glyph, ink, paper in cells
    ]


def lit_parts(glyph):
    """Return the lit subcells of a block character as a mask."""
    if glyph in SEXTANTS:
        return SEXTANTS[glyph]
    digits = unicodedata.name(glyph).removeprefix("BLOCK SEXTANT-")
    if not digits.isdecimal():
        return 0  # a letter: pyte shows the question for kitty's graphics before the picture is there
    return sum(1 << int(digit) - 1 for digit in digits)


def blocks_of(picture):
    """Return the same for a picture; None for a block of more than two colours, which a character cannot show."""
    whole = Image.new("RGB", (2 * WIDE, 3 * HIGH))
    whole.paste(picture)
    pixels = whole.load()
    blocks = [
        tuple(pixels[2 * column + part % 2, 3 * row + part // 2] for part in range(6))
        for row in range(HIGH)
        for column in range(WIDE)
    ]
    return [block if len(set(block)) <= 2 else None for block in blocks]


def same(shown, expected):
    return all(mine is None or mine == theirs for theirs, mine in zip(shown, expected))


@terminals
def test_pixel_by_pixel_in_a_large_terminal(scenario, data):
    with in_terminal(*scenario.command(), columns=WIDE, rows=HIGH, **data) as here:
        for question in rehearsed(scenario.name).questions:
            expected = blocks_of(question.picture)
            assert expected.count(None) < FEW
            until(lambda expected=expected: same(parts_of(chain.from_iterable(here.cells())), expected))
            here.type(question.typed)


@terminals
def test_as_text_in_a_terminal_of_80_by_25(scenario, data):
    seen = ""
    with in_terminal(*scenario.command(), "--render", "chars", **data) as here:
        for question in scenario.rehearse(READERS.get(scenario.program, READERS[None])).questions:
            expected = words(question.lines)
            until(lambda expected=expected: agrees(words(letters(here)), expected))
            seen += here.text
            here.type(question.typed)
    assert FAREWELL in "".join(letters(here)) or FAREWELL.replace(" ", "") in seen.replace(" ", "")


def plain(m):
    return m.screen.lines


def agrees(shown, expected):
    """Return whether all of the machine's text is at its place. Characters between cells may add to it."""
    return all(
        mine in (" ", "|", "-", "+") or mine == theirs
        for row, line in zip(shown, expected)
        for theirs, mine in zip(row.ljust(40), line.ljust(40))
    )


READERS = {None: plain, "dominoes": lambda m: plain(m) if FAREWELL in m.screen.text else dump(m)}
