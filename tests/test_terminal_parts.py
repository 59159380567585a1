"""The parts of the terminal's drawing, each by itself: glyphs, letters, rows, colours, pixels."""

import base64
import io
import itertools
import re
import unicodedata

import pytest
from PIL import Image

from dominoes_playing import first_match, laid
from dominoes_reading import line_of, mockups
from retro.basic import tab
from retro.frontends.headless import headless
from retro.frontends.terminal_blocks import ASCII, HALVES, approximate, octants, sextants
from retro.frontends.terminal_chars import Chars, shoot
from retro.frontends.terminal_colours import Colours, depth
from retro.frontends.terminal_console import Room
from retro.frontends.terminal_layout import across, chosen_rows
from retro.frontends.terminal_offer import Offer
from retro.frontends.terminal_pixels import Kitty, Sixel, scale_for
from retro.programs import dominoes

# glyphs


def parts(name):
    """The numbers in a name such as BLOCK SEXTANT-135, as a mask."""
    return sum(1 << int(digit) - 1 for digit in name.rpartition("-")[2])


def test_sextants_are_those_that_unicode_names():
    glyphs = [glyph for glyph, _ in sextants()]
    assert len(set(glyphs)) == 64
    for mask, glyph in enumerate(glyphs):
        name = unicodedata.name(glyph)
        if "SEXTANT" in name:
            assert parts(name) == mask
    older = {mask: glyph for mask, glyph in enumerate(glyphs) if "SEXTANT" not in unicodedata.name(glyph)}
    assert older == {0: " ", 0b010101: "▌", 0b101010: "▐", 0b111111: "█"}


# Of UnicodeData-16.0.0: BLOCK OCTANT-3, -23, -123, -4, -1245, -1278, -2345678; and quarters that are older.
OCTANTS = {
    (3,): 0x1CD00,
    (2, 3): 0x1CD01,
    (1, 2, 3): 0x1CD02,
    (4,): 0x1CD03,
    (1, 2, 4, 5): 0x1CD13,
    (1, 2, 7, 8): 0x1CDAE,
    (2, 3, 4, 5, 6, 7, 8): 0x1CDE5,
    (1,): 0x1CEA8,
    (8,): 0x1CEA0,
    (3, 5): 0x1FBE6,
    (1, 2, 3, 4): ord("▀"),
    (2, 4, 5, 7): ord("▞"),
}


def test_octants_are_those_of_unicode_16():
    glyphs = [glyph for glyph, _ in octants()]
    assert len(set(glyphs)) == 256
    for numbers, code in OCTANTS.items():
        assert glyphs[sum(1 << number - 1 for number in numbers)] == chr(code)


@pytest.mark.parametrize("known", [HALVES, ASCII])
def test_poorer_terminals_get_something_similar(known):
    glyphs = approximate(known)
    assert glyphs[0] == (" ", False)
    assert glyphs[63] == (" ", True)
    assert {glyph for glyph, _ in glyphs} <= set(known)
    assert glyphs[0b110000][1] is False
    assert glyphs[0b001111] == (("▀", False) if known is HALVES else glyphs[0b001111])


# text


def rows_of(program, wide=2, glyphs=None):
    """What a program leaves on its screen, as rows of glyphs."""
    m = headless(lambda m: [program(m), m.get()])
    chars = Chars(glyphs or sextants(), wide)
    chars.read(shoot(m.screen, None))
    return ["".join(cell[0] for cell in row) for row in chars.rows], chars.rows


def test_each_character_has_as_many_columns_as_it_is_wide():
    for mode, wide in ((7, 2), (4, 2), (3, 1), (5, 4)):
        rows, _ = rows_of(lambda m, mode=mode: [m.mode(mode), m.print("Hi £5!")], wide)
        assert rows[0][::wide].rstrip() == "Hi £5!"
        assert all(rows[0][at::wide].strip() == "" for at in range(1, wide))


def test_colours_are_kept_also_in_reverse():
    _, rows = rows_of(lambda m: [m.colour(1), m.colour(130), m.print("A", end=""), m.colour(128), m.print("B")])
    assert rows[0][:4] == [("A", 1, 2, False), (" ", 2, 2, False), ("B", 1, 0, False), (" ", 0, 0, False)]


def test_an_own_character_with_a_stand_in_is_a_letter_and_without_one_a_picture():
    def program(m):
        m.vdu(23, 224, 255, 129, 129, 129, 129, 129, 129, 255)
        m.vdu(23, 225, 240, 240, 240, 0, 0, 0, 0, 0)
        m.screen.stand_ins[224] = "o"
        m.print("\xe0\xe1")

    rows, _ = rows_of(program)
    assert rows[0][:4] == "o " + sextants()[0b000011][0] + " "


def test_a_solid_character_with_a_stand_in_is_told_from_its_ground():
    def program(m):
        m.vdu(23, 255, *[255] * 8)
        m.screen.stand_ins[255] = "#"
        m.colour(1)
        m.print("\xff\xff")

    rows, cells = rows_of(program)
    assert rows[0].rstrip() == "# #"
    assert cells[0][:2] == [("#", 0, 1, False), (" ", 1, 1, False)]


FACE = (60, 66, 165, 129, 165, 153, 66, 60)


@pytest.mark.parametrize("down", range(8))
@pytest.mark.parametrize("right", range(8))
def test_a_stand_in_is_found_at_any_pixel_and_stands_in_the_cell_of_its_middle(right, down):
    def program(m):
        m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
        m.vdu(23, 224, *FACE)
        m.screen.stand_ins[224] = "@"
        m.print(tab(0, 0), "TEXT", end="")
        m.vdu(5)
        m.gcol(0, 1)
        m.move(4 * (80 + right), 799 - 4 * (80 + down))
        m.vdu(224)

    rows, cells = rows_of(program)
    column, row = (80 + right + 4) // 8, (80 + down + 4) // 8
    assert [(at, line.index("@") // 2) for at, line in enumerate(rows) if "@" in line] == [(row, column)]
    assert cells[row][rows[row].index("@")] == ("@", 1, 0, False)
    others = [line.replace("@", " ").strip() for line in rows]
    assert others == ["T E X T", *[""] * 24]


def test_words_of_vdu_5_are_read_wherever_they_stand():
    def program(m):
        m.vdu(5)
        m.move(333, 501)
        m.print("Score = 10!", end="")

    rows, _ = rows_of(program)
    assert [line.strip() for line in rows if line.strip()] == ["S c o r e   =   1 0 !"]


def test_signs_by_themselves_are_parts_of_pictures():
    def program(m):
        m.vdu(5)
        m.move(333, 501)
        m.print("- = .", end="")

    rows, _ = rows_of(program)
    assert not set("-=.") & set("".join(rows))


def test_underlines_make_one_line():
    rows, _ = rows_of(lambda m: m.print("a___b"))
    line = sextants()[0b110000][0]
    assert rows[0].rstrip() == "a " + 6 * line + "b"


def test_a_letter_is_not_seen_in_the_edge_of_another():
    """The top of a T is what a face without spots looks like, seven pixels higher."""

    def program(m):
        m.vdu(23, 224, 0, 0, 0, 0, 0, 0, 0, 126)
        m.screen.stand_ins[224] = "0"
        m.print(tab(5, 5), "TTT EEE FFF", end="")
        m.move(0, 0)
        m.draw(1279, 799)

    rows, _ = rows_of(program)
    assert "0" not in "".join(rows)


def table(lines):
    """What stands on the table of a mock-up: digits by column and row."""
    return {(c, r): glyph for r, line in enumerate(lines) if r > 6 for c, glyph in enumerate(line) if glyph.isdigit()}


TABLES = {name: lines for name, lines in mockups().items() if table(lines) and not name.endswith("a")}


def test_there_are_tables_of_all_kinds():
    assert len(TABLES) > 5
    assert max(len(table(lines)) for lines in TABLES.values()) == 54


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_dominoes_is_read_as_the_mock_ups_show_it(name):
    m = headless(laid(line_of(TABLES[name]), 1, [(6, 5), (1, 0)], [(3, 3)]))
    chars = Chars(sextants(), 2)
    chars.read(shoot(m.screen, None))
    shown = ["".join(cell[0] for cell in row) for row in chars.rows]
    pairs = [[row[at : at + 2] for at in range(0, 80, 2)] for row in shown]
    assert table([[next(filter(str.isdigit, pair), " ") for pair in row] for row in pairs]) == table(TABLES[name])


def test_what_changes_is_read_again_and_nothing_else():
    m = headless(lambda m: [m.print(tab(3, 3), "one", tab(3, 20), "two", end=""), m.get()])
    chars = Chars(sextants(), 2)
    shot = shoot(m.screen, None)
    chars.read(shot)
    before = list(chars.rows)
    m.print(tab(3, 10), "three", end="")
    chars.read(shoot(m.screen, shot))
    changed = [row for row in range(25) if chars.rows[row] is not before[row]]
    assert changed == [10]
    fresh = Chars(sextants(), 2)
    fresh.read(shoot(m.screen, None))
    assert fresh.rows == chars.rows


def test_step_by_step_is_the_same_as_at_once():
    """Every picture of a game, read on top of the one before, and read afresh."""
    seen = []

    def player(m):
        chars, shot = Chars(sextants(), 2), None
        for key in first_match()(m):
            shot = shoot(m.screen, shot)
            chars.read(shot)
            fresh = Chars(sextants(), 2)
            fresh.read(shoot(m.screen, None))
            assert fresh.rows == chars.rows
            seen.append(key)
            yield key

    headless(dominoes.main, player, seed=36)
    assert len(seen) > 20


# what there is room for


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
    assert across(*picture, *room) == wide


def lines(*texts):
    return [[(glyph, 1, 0, False) for glyph in text] for text in texts]


def test_rows_that_repeat_are_left_out_first_then_empty_ones_then_drawings_then_text_far_from_the_cursor():
    shown = lines("text", "    ", "▌  ▐", "▌  ▐", "▌  ▐", "▄▄▄▄", "word", "word")
    order = []
    for room in range(8, 0, -1):
        order.append(chosen_rows(shown, 7, room, ()))
    assert order[0] == list(range(8))
    assert order[1] == [0, 1, 2, 4, 5, 6, 7]
    assert order[2] == [0, 1, 2, 5, 6, 7]
    assert order[3] == [0, 2, 5, 6, 7]
    assert order[5] == [0, 6, 7]
    assert order[7] == [7]


def test_what_is_left_out_stays_so():
    shown = lines("text", "    ", "text", "    ", "text")
    assert chosen_rows(shown, 0, 4, ()) == [0, 2, 3, 4]
    assert chosen_rows(shown, 0, 4, {3}) == [0, 1, 2, 4]


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
def test_how_many_colours(environment, colours):
    assert depth(environment) == colours


BLACK, RED, WHITE = (0, 0, 0), (255, 0, 0), (255, 255, 255)


def test_without_colours_paper_is_told_by_reverse_and_ink_of_its_own_colour_is_not_seen():
    look = Colours(0).look
    assert look("A", WHITE, BLACK, False, BLACK) == ("A", ("", "", "1"))
    assert look("A", RED, BLACK, False, BLACK) == ("A", ("", "", "2"))
    assert look("A", BLACK, WHITE, False, BLACK) == ("A", ("", "", "7"))
    assert look(" ", WHITE, WHITE, False, BLACK) == (" ", ("", "", "7"))
    assert look("A", RED, RED, False, RED) == (" ", ("", "", ""))
    assert look(" ", WHITE, BLACK, True, BLACK) == (" ", ("", "", "4"))


# pixels


@pytest.mark.parametrize(
    ("size", "room", "scale"),
    [
        ((320, 200), Room(80, 25, 800, 500), (2, 2)),
        ((320, 200), Room(80, 25, 640, 400), (1, 1)),
        ((320, 256), Room(80, 33, 640, 528), (2, 2)),
        ((640, 256), Room(80, 33, 640, 528), (1, 2)),
        ((160, 256), Room(80, 33, 640, 528), (4, 2)),
        ((640, 256), Room(80, 33, 639, 528), None),
        ((320, 200), Room(30, 25, 300, 500), None),
    ],
)
def test_pictures_are_enlarged_by_whole_numbers(size, room, scale):
    found = scale_for(*size, room, (room.wide // room.columns, room.high // room.rows))
    assert (found and (found.across, found.down)) == scale


def picture_of(m, across, down):
    """What should be seen, enlarged."""
    picture = m.screen.picture(0.0)
    image = Image.frombytes("P", (picture.width, picture.height), picture.pixels)
    image.putpalette([part for light in picture.lights for part in light])
    return image.convert("RGB").resize((picture.width * across, picture.height * down), Image.Resampling.NEAREST)


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


def kitty_image(text):
    """The image in a stream of kitty's protocol."""
    chunks = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", text)
    assert chunks[0][0].startswith("a=T,f=100,")
    assert [head.rpartition("m=")[2] for head, _ in chunks] == ["1"] * (len(chunks) - 1) + ["0"]
    assert all(len(data) <= 4096 for _, data in chunks)
    return Image.open(io.BytesIO(base64.b64decode("".join(data for _, data in chunks)))).convert("RGB")


def sixel_image(text):
    """The image in a stream of sixels, by the rules of the VT340's manual."""
    head, body = re.fullmatch(r"[^\x1b]*\x1bP0;1;0q\"1;1;(\d+;\d+)(.*)\x1b\\", text, re.DOTALL).groups()
    width, height = map(int, head.split(";"))
    image, lights = Image.new("RGB", (width, height), (1, 2, 3)), {}
    x = y = 0
    colour = None
    for number, light, count, sign in re.findall(r"#(\d+)(?:;2;(\d+;\d+;\d+))?|(?:!(\d+))?([$\-?-~])", body):
        if number:
            colour = number
            if light:
                lights[number] = tuple(int(part) * 255 // 100 for part in light.split(";"))
        elif sign == "$":
            x = 0
        elif sign == "-":
            x, y = 0, y + 6
        else:
            rows = [y + row for row in range(6) if ord(sign) - 63 >> row & 1]
            columns = range(x, x + int(count or 1))
            for place in itertools.product(columns, rows):
                image.putpixel(place, lights[colour])
            x = columns.stop
    return image


@pytest.mark.parametrize("mode", [7, 0, 2])
def test_kitty_gets_every_pixel(mode):
    m = drawing(mode)
    room = Room(80, 33, 640, 528)
    face = Kitty((8, 16))
    across, down = {7: (2, 2), 0: (1, 2), 2: (4, 2)}[mode]
    assert face.fits(m.screen, room)
    assert kitty_image(face.draw(m.screen, 0.0, room)).tobytes() == picture_of(m, across, down).tobytes()
    assert face.draw(m.screen, 0.0, room) == ""


@pytest.mark.parametrize("mode", [7, 0, 2])
def test_sixels_show_every_pixel(mode):
    m = drawing(mode)
    face = Sixel((8, 16))
    across, down = {7: (2, 2), 0: (1, 2), 2: (4, 2)}[mode]
    drawn = face.draw(m.screen, 0.0, Room(80, 33))
    assert sixel_image(drawn[drawn.index("\x1bP") :]).tobytes() == picture_of(m, across, down).tobytes()


def test_what_a_terminal_answers():
    offer = Offer("ab\x1b_Gi=31;OK\x1b\\\x1b[6;18;9t\x1b[?64;1;4;22cd")
    assert (offer.kitty, offer.sixel, offer.cell, offer.rest) == (True, True, (9, 18), "abd")
    offer = Offer("\x1b[?1;2c")
    assert (offer.kitty, offer.sixel, offer.rest) == (False, False, "")
    assert Offer("\x1b[?4c").sixel is False
    assert Offer("\x1b_Gi=31;EINVAL\x1b\\").kitty is False
