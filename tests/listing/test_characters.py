"""The characters that a program defines with VDU 23, as pixels."""

import pytest

from retro.display.font import default_font
from retro.display.screen import Screen
from retro.display.vdu import VDU
from retro.listing.characters import defined_by, defined_in, pictured, pixels, sum_of
from retro.listing.drawing import svg
from tests.support.studies import study

SHIP = bytes([24, 24, 60, 60, 126, 255, 255, 102])
ROWS = ["44477444", "44477444", "44777744", "44777744", "47777774", "77777777", "77777777", "47744774"]


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("VDU 23,224,24,24,60,60,126,255,255,102", [224]),
        ("VDU23,224,&18,&18,60,60,126,&FF,255,102:PRINT A$", [224]),
        ("m.vdu(23, 224, 0x18, 24, 60, 60, 126, 255, 255, 102)  # 20", [224]),
        ("VDU 23,224,24,24,60,60,126,255,255,102,23,225,24,24,60,60,126,255,255,102", [224, 225]),
        ("VDU 23,1,0;0;0;0;", []),
        ("m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)", []),
        ("VDU 23,224,A%,24,60,60,126,255,255,102", []),
        ("VDU 23,224,24,24", []),
        ("PRINT 23,224,24,24,60,60,126,255,255,102", []),
    ],
)
def test_a_line_defines_characters(line, codes):
    assert defined_in(line) == dict.fromkeys(codes, SHIP)


def test_dominoes_defines_29_characters():
    shapes = defined_by(study("dominoes"))
    assert list(shapes) == list(range(224, 253))
    assert shapes[252] == bytes([255] * 8)


def test_a_character_is_drawn_and_others_over_it():
    assert pixels([SHIP]) == ROWS
    assert pixels([bytes([255] * 8), SHIP]) == [row.replace("7", "0").replace("4", "7") for row in ROWS]


@pytest.fixture
def screen():
    """A screen with two characters of its own."""
    made = Screen(default_font())
    VDU(made).write(bytes([23, 224, *SHIP, 23, 252, *[255] * 8]))
    return made


def test_a_line_is_pictured_by_what_it_defines_or_else_prints(screen):
    assert pictured("VDU 23,230,24,24,60,60,126,255,255,102", screen) == ("Character 230", ROWS)
    title, rows = pictured("MOVE 0,0:VDU 252,224", screen)
    assert (title, rows[0]) == ("Characters 252 224", "77777777444477444")
    assert pictured("m.vdu(224)", screen) == ("Character 224", ROWS)
    assert pictured("VDU 5:VDU 19,1,2;0;", screen) == ("", [])


def test_printing_over_what_is_there(screen):
    """White at the graphics cursor, then a character in black over it."""
    move = [25, 4, 100, 0, 200, 0]
    VDU(screen).write(bytes([5, 18, 0, 3, *move, 252, 18, 0, 0, *move]))
    title, rows = pictured("m.vdu(v.A)  m.vdu(224)", screen)
    assert title == "  here   +   224    ="
    both = pixels([bytes([255] * 8), SHIP])
    assert rows[0] == f"  77777777   {ROWS[0]}   {both[0]}"
    assert rows[4] == f"  77777777 + {ROWS[4]} = {both[4]}"
    assert pictured("MOVE X%,Y%:VDU 224", screen) == ("Character 224", ROWS)


def test_a_sum_of_characters():
    parts = sum_of("224 + 252 = 252/224 224", {224: SHIP, 252: bytes([255] * 8)})
    assert [text for text, _ in parts] == ["224", "+", "252", "=", "252/224 224"]
    assert parts[0][1] == ROWS
    assert parts[1][1] == []
    assert parts[4][1][0] == "77700777" + ROWS[0]


def test_an_unknown_character_is_no_picture():
    assert sum_of("300", {}) == [("300", [])]


def test_pixels_are_drawn_in_runs():
    assert svg(["47", "77"], "a <b>", 2) == (
        '<svg class="pixels" viewBox="0 0 2 2" width="4" height="4" role="img" aria-label="a &lt;b&gt;">'
        '<path fill="#246" d="M0 0h1v1h-1z"/><path fill="#fff" d="M1 0h1v1h-1zM0 1h2v1h-2z"/></svg>'
    )
