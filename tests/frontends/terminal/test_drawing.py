"""The parts of the terminal's renderers: glyphs, rows, colours, pixels."""

import re
import unicodedata

import pytest

from retro.display.font import default_font
from retro.display.layer import Strip
from retro.display.layer_painter import LayerPainter
from retro.display.screen import Screen
from retro.frontends.headless import headless
from retro.frontends.side_screen import SideScreen
from retro.frontends.terminal.blocks import ASCII, HALVES, QUARTERS, Mosaic, approximate, sextants
from retro.frontends.terminal.capabilities import Capabilities
from retro.frontends.terminal.colours import StyleSheet, colour_depth
from retro.frontends.terminal.layout import (
    columns_per_cell,
    merge,
    most_to_merge,
    rows_to_merge,
    visible_rows,
)
from retro.frontends.terminal.pixels import KittyRenderer, SixelRenderer, largest_scale
from retro.frontends.terminal.renderers import TextRenderer
from retro.frontends.terminal.side_screen import with_side_screen
from retro.frontends.terminal.tty import Area
from tests.support.terminal_pictures import kitty_image, picture_of, sixel_image

# glyphs


def parts(name):
    """Return the numbers in a name such as BLOCK SEXTANT-135 as a mask."""
    return sum(1 << int(digit) - 1 for digit in name.rpartition("-")[2])


def test_sextants_agree_with_their_unicode_names():
    glyphs = [glyph for glyph, _ in sextants()]
    assert len(set(glyphs)) == 64
    for mask, glyph in enumerate(glyphs):
        name = unicodedata.name(glyph)
        if "SEXTANT" in name:
            assert parts(name) == mask
    older = {mask: glyph for mask, glyph in enumerate(glyphs) if "SEXTANT" not in unicodedata.name(glyph)}
    assert older == {0: " ", 0b010101: "▌", 0b101010: "▐", 0b111111: "█"}


@pytest.mark.parametrize("known", [QUARTERS, HALVES, ASCII])
def test_terminals_without_sextants_get_similar_glyphs(known):
    glyphs = approximate(known)
    assert glyphs[0] == (" ", False)
    assert glyphs[63] == (" ", True)
    assert {glyph for glyph, _ in glyphs} <= set(known)
    assert glyphs[0b110000][1] is False
    if known is not ASCII:
        assert [glyphs[mask][0] for mask in (0b001111, 0b000011, 0b001100, 0b111100, 0b010101)] == list("▀▀▀▄▌")
    if known is QUARTERS:
        assert [glyphs[mask] for mask in (0b000101, 0b110101)] == [("▘", False), ("▙", False)]


@pytest.mark.parametrize("across", [1, 2])
@pytest.mark.parametrize(("row", "lines"), [(0, 0b010111), (3, 0b011101), (7, 0b110101)])
def test_lines_meet_in_a_cell(across, row, lines):
    """A line on the left edge and one across; where one is thicker or has another colour, half a part has to be lit."""
    pixels = bytes(3 * (x == 0 or y == row) for y in range(8) for x in range(8))
    first, *others = Mosaic(sextants(), across).cells(pixels)
    assert first == (sextants()[lines][0], 3, 0, False)
    assert all(other[1:] == (3, 0, False) for other in others)
    thick = bytes(3 * (x < 2 or y == 0) for y in range(8) for x in range(8))
    assert Mosaic(sextants(), 2).cells(thick)[0] == ("▐", 0, 3, False)
    coloured = bytes(3 if x == 0 else 2 * (y == 7) for y in range(8) for x in range(8))
    assert Mosaic(sextants(), 2).cells(coloured)[0] == ("▌", 3, 0, False)


# layout


@pytest.mark.parametrize(
    ("picture", "room", "wide"),
    [
        ((40, 25), (80, 25), 2),
        ((40, 25), (200, 60), 2),
        ((40, 25), (80, 24), 2),
        ((40, 25), (79, 25), 1),
        ((40, 25), (40, 19), 1),
        ((40, 25), (39, 25), 0),
        ((40, 25), (80, 18), 0),
        ((80, 32), (80, 24), 1),
        ((80, 32), (79, 32), 0),
        ((20, 32), (80, 32), 4),
        ((20, 32), (40, 32), 2),
    ],
)
def test_columns_of_a_cell(picture, room, wide):
    assert columns_per_cell(*picture, *room) == wide


def lines(*texts):
    return [[(glyph, 1, 0, False) for glyph in text] for text in texts]


def test_rows_are_omitted_from_repetitions_to_text_far_from_the_cursor():
    shown = lines("text", "    ", "▌  ▐", "▌  ▐", "▌  ▐", "▄▄▄▄", "word", "word")
    order = []
    for room in range(8, 0, -1):
        order.append(visible_rows(shown, 7, room, ()))
    assert order[0] == list(range(8))
    assert order[1] == [0, 1, 2, 4, 5, 6, 7]
    assert order[2] == [0, 1, 2, 5, 6, 7]
    assert order[3] == [0, 2, 5, 6, 7]
    assert order[5] == [0, 6, 7]
    assert order[7] == [7]


def test_an_omitted_row_stays_omitted():
    shown = lines("text", "    ", "text", "    ", "text")
    assert visible_rows(shown, 0, 4, ()) == [0, 2, 3, 4]
    assert visible_rows(shown, 0, 4, {3}) == [0, 1, 2, 4]


def test_pixel_rows_are_merged_where_they_are_alike_and_then_one_in_each_row_of_cells():
    blank, bar, rows = b"....", b"xxxx", []
    for letter in (b"x...", b".xx."):
        rows += [blank, letter, letter, bar, letter, letter, bar, blank]
    assert rows_to_merge(rows, 16, ()) == set()
    assert rows_to_merge(rows, 14, ()) == {2, 8}
    assert rows_to_merge(rows, 14, {5, 10}) == {5, 10}
    rows[10] = b".x.."
    assert rows_to_merge(rows, 14, {5, 10}) == {5, 8}
    assert rows_to_merge([blank] * 16, 12, ()) == {1, 2, 8, 9}
    different = [bytes([row, 0]) for row in range(16)]
    assert rows_to_merge(different, 12, ()) == {1, 2, 8, 9}
    assert rows_to_merge([*[blank] * 8, *different], 14, ()) == {*range(1, 8), 9, 10, 16}


def test_how_many_differing_rows_must_be_merged():
    blank, different = [b"...."] * 8, [bytes([row, 0]) for row in range(1, 9)]
    stem = [b"xxx.", *[b".x.."] * 7]
    for rows, needed in ((blank, (0, 0)), (different, (1, 6)), (stem, (0, 6)), (different * 2 + blank, (0, 5))):
        assert (most_to_merge(rows, len(rows) - 1), most_to_merge(rows, len(rows) // 3)) == needed
    assert most_to_merge(different, 0) == 8


def test_ink_is_kept_when_two_pixel_rows_are_merged():
    assert merge(b"..x.", b"...x") == b"..xx"
    assert merge(b"xx.x", b"x.xx") == b"x..x"


# colours


@pytest.mark.parametrize(
    ("environment", "colours"),
    [
        ({"TERM": "xterm-256color"}, 256),
        ({"TERM": "screen.xterm-256color"}, 256),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, 256),
        ({"TERM": "xterm-kitty"}, 256),
        ({"TERM": "foot"}, 256),
        ({"TERM": "xterm"}, 16),
        ({"TERM": "linux"}, 16),
        ({"TERM": "ansi"}, 8),
        ({"TERM": "vt100"}, 0),
        ({"TERM": "xterm-mono"}, 0),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, 0),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, 256),
    ],
)
def test_colour_depth_of_a_terminal(environment, colours):
    assert colour_depth(environment) == colours


BLACK, RED, WHITE = (0, 0, 0), (255, 0, 0), (255, 255, 255)


def test_without_colours_paper_is_reversed_and_ink_on_equal_paper_is_hidden():
    styled = StyleSheet(0).styled
    assert styled("A", WHITE, BLACK, False, BLACK) == ("A", ("", "", "1"))
    assert styled("A", RED, BLACK, False, BLACK) == ("A", ("", "", "2"))
    assert styled("A", BLACK, WHITE, False, BLACK) == ("A", ("", "", "7"))
    assert styled(" ", WHITE, WHITE, False, BLACK) == (" ", ("", "", "7"))
    assert styled("A", RED, RED, False, RED) == (" ", ("", "", ""))
    assert styled(" ", WHITE, BLACK, True, BLACK) == (" ", ("", "", "4"))


def test_no_sequence_of_a_text_reaches_the_terminal():
    def program(m):
        m.screen.stand_ins[224] = "\x1b"
        m.vdu(224, 65)
        m.get()

    m, side = headless(program), SideScreen(Screen(default_font()))
    style_sheet, area = StyleSheet(256), Area(160, 40)
    text = TextRenderer(sextants(), style_sheet, closes_words=False)
    side.text = [[("\x1b]0;title\x07 \x9b2J", (7, 0))]] * 40
    m.screen.show_layer(LayerPainter().layer([Strip(5, 2, [("a \x1b[2J", (7, 4))])]))
    drawn = with_side_screen([text], side, text, style_sheet)[0].draw(m.screen, 0.0, area)
    assert "A" in drawn
    assert "]0;title" in drawn
    assert not re.search("[\x00-\x1f\x7f-\x9f]", re.sub("\x1b\\[[0-9;]*[mHJ]", "", drawn).replace("\x1b[2J", ""))
    assert "?[2J" in drawn


# pixels


@pytest.mark.parametrize(
    ("size", "room", "scale"),
    [
        ((320, 200), Area(80, 25, 800, 500), (2, 2)),
        ((320, 200), Area(80, 25, 640, 400), (1, 1)),
        ((320, 256), Area(80, 33, 640, 528), (2, 2)),
        ((640, 256), Area(80, 33, 640, 528), (1, 2)),
        ((160, 256), Area(80, 33, 640, 528), (4, 2)),
        ((640, 256), Area(80, 33, 639, 528), None),
        ((320, 200), Area(30, 25, 300, 500), None),
    ],
)
def test_pictures_are_enlarged_by_whole_numbers(size, room, scale):
    found = largest_scale(*size, room, (room.pixel_width // room.columns, room.pixel_height // room.rows))
    assert (found and (found.across, found.down)) == scale


def drawing(mode):
    def program(m):
        m.mode(mode)
        for colour in range(1, m.screen.mode.colours):
            m.gcol(0, colour)
            m.move(0, 60 * colour)
            m.draw(1279, 900 - 40 * colour)
        m.print("Text")
        m.get()

    return headless(program)


@pytest.mark.parametrize("mode", [7, 0, 2])
def test_kitty_gets_every_pixel(mode):
    m = drawing(mode)
    room = Area(80, 33, 640, 528)
    renderer = KittyRenderer((8, 16))
    across, down = {7: (2, 2), 0: (1, 2), 2: (4, 2)}[mode]
    assert renderer.fits(m.screen, room)
    assert kitty_image(renderer.draw(m.screen, 0.0, room)).tobytes() == picture_of(m, across, down).tobytes()
    assert renderer.draw(m.screen, 0.0, room) == ""


@pytest.mark.parametrize("mode", [7, 0, 2])
def test_sixels_show_every_pixel(mode):
    m = drawing(mode)
    renderer = SixelRenderer((8, 16))
    across, down = {7: (2, 2), 0: (1, 2), 2: (4, 2)}[mode]
    drawn = renderer.draw(m.screen, 0.0, Area(80, 33))
    assert sixel_image(drawn[drawn.index("\x1bP") :]).tobytes() == picture_of(m, across, down).tobytes()


@pytest.mark.parametrize("mode", [7, 0, 2])
def test_pixels_show_a_layer_over_the_dimmed_picture(mode):
    m, room = drawing(mode), Area(80, 33, 640, 528)
    m.screen.show_layer(LayerPainter().layer([Strip(5, 2, [("Page", (7, 4))])], dims=True))
    shown = kitty_image(KittyRenderer((8, 16)).draw(m.screen, 0.0, room))
    assert shown.tobytes() == picture_of(m, 640 // m.screen.picture(0.0).width, 2).tobytes()
    top = m.screen.layer.pixel_of(2, 5, 320, m.screen.framebuffer.height)[1]
    assert shown.getpixel((2 * 16 + 1, 2 * (top - 4) + 1)) == (0, 0, 255)
    drawn = SixelRenderer((8, 16)).draw(m.screen, 0.0, room)
    assert "#20;2;0;0;100" in drawn


def test_replies_of_a_terminal():
    capabilities = Capabilities("ab\x1b_Gi=31;OK\x1b\\\x1b[6;18;9t\x1b[?64;1;4;22cd")
    assert (capabilities.kitty, capabilities.sixel, capabilities.cell_size, capabilities.typed) == (
        True,
        True,
        (9, 18),
        "abd",
    )
    capabilities = Capabilities("\x1b[?1;2c")
    assert (capabilities.kitty, capabilities.sixel, capabilities.typed) == (False, False, "")
    assert Capabilities("\x1b[?4c").sixel is False
    assert Capabilities("\x1b_Gi=31;EINVAL\x1b\\").kitty is False
