"""The same whole games in a real window, by real keys, and in pseudo-terminals: each screen is the headless one."""

import unicodedata
from itertools import chain

import pytest
from PIL import Image

from dominoes_reading import dump
from front_ends import framed, in_terminal, in_window
from pseudo import NEEDED, fcntl
from pseudo import until as until_terminal
from retro.conduct import FAREWELL
from scenario import NAMES, Scenario
from x11 import serve, until

server = pytest.fixture(scope="module")(serve)
terminals = pytest.mark.skipif(fcntl is None, reason=NEEDED)

SEXTANTS = {" ": 0, "▌": 0b010101, "▐": 0b101010, "█": 0b111111}
WIDE, HIGH = 160, 67
FEW = 100  # characters of more than two colours


class Lights(dict):
    """The light of a colour as pyte names it; one that the machine has not, where nothing has been written."""

    def __missing__(self, colour):
        self[colour] = (1, 1, 1) if colour == "default" else tuple(bytes.fromhex(colour))
        return self[colour]


LIGHTS = Lights()


@pytest.fixture(params=NAMES)
def scenario(request):
    return Scenario(request.param)


@pytest.fixture
def data(tmp_path):
    """The folder of a user who has played nothing."""
    return {"RETRO_DATA": str(tmp_path / "data")}


# the window


def test_in_a_window(server, scenario, data):
    with in_window(server, scenario.title, *scenario.command(), **data) as window:
        for question in scenario.rehearse().questions:
            expected = framed(question.picture).tobytes()
            until(lambda expected=expected: server.hands.look(window).tobytes() == expected)
            server.hands.strike(question.struck)


# terminals


def parts_of(cells):
    """The six colours of each character of a screen of sextants."""
    return [
        tuple(LIGHTS[ink if lit_parts(glyph) >> part & 1 else paper] for part in range(6))
        for glyph, ink, paper in cells
    ]


def lit_parts(glyph):
    """The lit parts of a block character, as a mask."""
    if glyph in SEXTANTS:
        return SEXTANTS[glyph]
    digits = unicodedata.name(glyph).removeprefix("BLOCK SEXTANT-")
    if not digits.isdecimal():
        return 0  # a letter: pyte shows the question for kitty's graphics before the picture is there
    return sum(1 << int(digit) - 1 for digit in digits)


def blocks_of(picture):
    """The same of a picture; None for a block of more than two colours, which a character cannot have."""
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
        for question in scenario.rehearse().questions:
            expected = blocks_of(question.picture)
            assert expected.count(None) < FEW
            until_terminal(lambda expected=expected: same(parts_of(chain.from_iterable(here.cells())), expected))
            here.type(question.typed)


def words(lines):
    """What is text: plain letters, and the pound sign."""
    return ["".join(glyph if glyph.isascii() else " " for glyph in line).rstrip() for line in lines]


def letters(here):
    """The terminal's text, a letter for each cell of the machine: in its first column or, between cells, its second."""
    pairs = [[line[at : at + 2] for at in range(0, 80, 2)] for line in here.lines]
    return ["".join(pair[1] if pair[1].isalnum() else pair[0] for pair in row) for row in pairs]


@terminals
def test_as_text_in_a_terminal_of_80_by_25(scenario, data):
    seen = ""
    with in_terminal(*scenario.command(), **data) as here:
        for question in scenario.rehearse(READERS.get(scenario.program, READERS[None])).questions:
            expected = words(question.lines)
            until_terminal(lambda expected=expected: agrees(words(letters(here)), expected))
            seen += here.text
            here.type(question.typed)
    assert FAREWELL in "".join(letters(here)) or FAREWELL.replace(" ", "") in seen.replace(" ", "")


def plain(m):
    return m.screen.lines


def agrees(shown, expected):
    """Is everything that the machine says there, in its place? Pieces that lie between cells may add to it."""
    return all(
        mine in (" ", "|", "-", "+") or mine == theirs
        for row, line in zip(shown, expected)
        for theirs, mine in zip(row.ljust(40), line.ljust(40))
    )


READERS = {None: plain, "dominoes": lambda m: plain(m) if FAREWELL in m.screen.text else dump(m)}
