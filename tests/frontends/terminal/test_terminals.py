"""Terminals by what they reply and what they are sent: tmux, xterm, foot and kitty. None of them is started."""

import itertools

import pyte
import pytest

from retro.basic import tab
from retro.frontends.headless import headless
from retro.frontends.terminal.capabilities import QUERY_ATTRIBUTES, block_characters, choose_renderers
from retro.frontends.terminal.tty import Area
from tests.support.terminal_pictures import block_pixels, kitty_image, picture_of, sixel_image

QUESTION = "Which domino? 6-4"

NAME, CELL, KITTY, SIXELS = b"\x1b[>q", b"\x1b[16t", b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\", b"\x1b[?2;4;0S"


class ScriptedTerminal:
    """A terminal that replies to queries, in their order, and remembers what it was asked."""

    encoding, has_unicode = "utf-8", True

    def __init__(self, term, replies):
        self.environment, self._replies = {"TERM": term}, replies
        self.asked, self._typed = b"", ""

    def write(self, data):
        self.asked += data
        known = sorted((data.index(query), reply) for query, reply in self._replies.items() if query in data)
        self._typed += "".join(reply for _, reply in known)

    def read(self, timeout):
        typed, self._typed = self._typed, ""
        return typed

    def draw(self, m, area, **environment):
        """Return what is written to it to show a machine's picture."""
        renderers, typed = choose_renderers("auto", self, self.environment | environment, windows=False)
        assert typed == ""
        self.renderer = next(one for one in renderers if one.fits(m.screen, area))
        return self.renderer.draw(m.screen, 0.0, area)


def xterm(attributes="64;1;2;6;9;15;16;17;18;21;22;28", sixels="3"):
    replies = {NAME: "\x1bP>|XTerm(379)\x1b\\", SIXELS: f"\x1b[?2;{sixels}S", QUERY_ATTRIBUTES: f"\x1b[?{attributes}c"}
    return ScriptedTerminal("xterm-256color", replies)


def tmux():
    return ScriptedTerminal("tmux-256color", {QUERY_ATTRIBUTES: "\x1b[?1;2c"})


def foot():
    name, sixels = "\x1bP>|foot(1.16.2)\x1b\\", "\x1b[?2;0;10000;10000S"
    replies = {NAME: name, SIXELS: sixels, CELL: "\x1b[6;18;9t", QUERY_ATTRIBUTES: "\x1b[?62;4;22;28c"}
    return ScriptedTerminal("foot", replies)


def kitty():
    name, accepted = "\x1bP>|kitty(0.35.2)\x1b\\", "\x1b_Gi=31;OK\x1b\\"
    return ScriptedTerminal(
        "xterm-kitty", {NAME: name, KITTY: accepted, CELL: "\x1b[6;20;10t", QUERY_ATTRIBUTES: "\x1b[?62;c"}
    )


@pytest.fixture(scope="module")
def m():
    """A machine with text and lines."""

    def program(m):
        m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
        m.print("Hello, terminal")
        for colour in (1, 2, 3):
            m.gcol(0, colour)
            m.move(100 * colour, 600)
            m.draw(1279, 200 + 100 * colour)
        m.get()

    return headless(program)


def cells(text, columns, rows):
    """Return what a terminal of this size shows, as rows of cells: data, ink, paper."""
    screen = pyte.Screen(columns, rows)
    pyte.Stream(screen).feed(text)
    line = lambda row: [(cell.data, cell.fg, cell.bg) for cell in (row[column] for column in range(columns))]  # noqa: E731
    return [line(screen.buffer[row]) for row in range(rows)]


def letters(shown):
    return "\n".join("".join(cell[0] for cell in row) for row in shown)


def pixels(m):
    """Return the machine's picture as rows of colours, as pyte names them."""
    picture = picture_of(m, 1, 1)
    colours = ["".join(f"{part:02x}" for part in rgb) for rgb in picture.get_flattened_data()]
    return [colours[start : start + picture.width] for start in range(0, len(colours), picture.width)]


def without_repetitions(rows):
    return [row for row, _ in itertools.groupby(rows)]


@pytest.mark.parametrize("terminal", [xterm, tmux])
def test_without_sextants_there_are_letters_and_quadrants(m, terminal):
    drawn = terminal().draw(m, Area(80, 25))
    assert drawn.startswith("\x1b[0;48;5;16m\x1b[2J")  # black around the picture, too
    assert "Hello, terminal" in letters(cells(drawn, 80, 25))
    assert "▖" < max(drawn) <= "▟"


def test_quadrants_are_shown_as_long_as_letters_keep_their_shapes():
    here, area, fits = tmux(), Area(200, 60), []
    renderer = choose_renderers("auto", here, here.environment, windows=False)[0][0]

    def program(m):
        for row in range(25):
            m.print(tab(0, row), QUESTION, end="")
            fits.append(renderer.fits(m.screen, area))
            if row == 12:
                shown = [row[20:180] for row in cells(renderer.draw(m.screen, 0.0, area), *area[:2])]
                assert without_repetitions(block_pixels(shown, 2)) == without_repetitions(pixels(m))
            if row == 16:
                here.draw(m, area)
                assert here.renderer is not renderer  # it has room for less: it shows pixels only where it did before
        m.cls()
        fits.append(renderer.fits(m.screen, area))

    headless(program)
    assert fits == [True] * 19 + [False] * 6 + [True]


def test_without_sextants_quadrants_show_every_pixel_where_there_is_room(m):
    shown = cells(xterm().draw(m, Area(160, 100)), 160, 100)
    assert block_pixels(shown, 2) == pixels(m)


def test_quadrants_that_are_asked_for_need_fewer_rows(m):
    here, area = xterm(), Area(160, 60)
    (renderer, _), _ = choose_renderers("blocks", here, here.environment, windows=False)
    assert [renderer.fits(m.screen, Area(160, rows)) for rows in (59, 60)] == [False, True]
    renderer.draw(m.screen, 0.0, area)
    assert [renderer.pixel_at(0, row, m.screen, area)[1] // 4 for row in (0, 59, 60)] == [0, 49, -1]  # of 200 rows


def test_in_a_tmux_that_was_started_where_there_are_sextants_pixels_fill_the_room(m):
    here, area = tmux(), Area(200, 60)
    shown = [row[20:180] for row in cells(here.draw(m, area, VTE_VERSION="7600"), *area[:2])]
    assert here.asked == CELL + QUERY_ATTRIBUTES
    expected, lines = pixels(m), block_pixels(shown, 3)
    assert without_repetitions(lines) == without_repetitions(expected)
    pointed = [here.renderer.pixel_at(21, row, m.screen, area) for row in range(60)]
    assert [x for x, _ in pointed] == [3] * 60
    assert [expected[y] for _, y in pointed] == lines[1::3]
    assert "Hello, terminal" in letters(cells(tmux().draw(m, Area(80, 25), VTE_VERSION="7600"), 80, 25))


@pytest.mark.parametrize(
    ("terminal", "area", "scale", "place"),
    [
        (lambda: xterm("63;1;2;4;6;9;15;16;22;28", "0;1000;1000"), Area(200, 60, 1200, 780), 3, "\x1b[7;21H"),
        (lambda: xterm("63;1;2;4;6;9;15;16;22;28", "0;1000;1000"), Area(200, 60, 2000, 1200), 3, "\x1b[15;53H"),
        (foot, Area(200, 60, 1800, 1080), 5, "\x1b[2;12H"),
        (foot, Area(80, 25), 2, "\x1b[1;5H"),
        (kitty, Area(200, 60), 5, "\x1b[5;21H"),
        (kitty, Area(80, 25, 800, 500), 2, "\x1b[3;9H"),
    ],
    ids=["xterm", "xterm's largest sixels", "foot", "foot, small", "kitty", "kitty, small"],
)
def test_pixels_are_as_large_as_whole_numbers_allow(m, terminal, area, scale, place):
    drawn = terminal().draw(m, area)
    before, begins, picture = drawn.partition(place)
    assert begins
    assert before.startswith("\x1b[0;48;5;16m\x1b[2J")
    image = kitty_image if terminal is kitty else sixel_image
    assert image(picture).tobytes() == picture_of(m, scale, scale).tobytes()


@pytest.mark.parametrize(
    ("term", "name", "variables", "windows", "last"),
    [
        ("xterm-256color", "XTerm(379)", {}, False, "▟"),
        ("xterm-256color", "WezTerm 20240203", {}, False, "\U0001fb3b"),
        ("xterm-256color", "", {"VTE_VERSION": "7600"}, False, "\U0001fb3b"),
        ("alacritty", "", {}, False, "\U0001fb3b"),
        ("screen", "", {}, False, "▟"),
        ("linux", "", {"VTE_VERSION": "7600"}, False, "▐"),
        ("", "", {}, True, "▐"),
        ("", "", {"WT_SESSION": "1"}, True, "\U0001fb3b"),
    ],
)
def test_block_characters_are_those_that_the_terminal_has(term, name, variables, windows, last):
    glyphs = block_characters(ScriptedTerminal(term, {}), {"TERM": term} | variables, windows, name)
    assert max(glyph for glyph, _ in glyphs) == last
