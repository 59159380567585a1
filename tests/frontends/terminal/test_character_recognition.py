"""The picture as text: characters in cells and between cells, and block characters."""

import itertools
from functools import partial

import pyte
import pytest
from retro.programs.dominoes_edition import STAND_INS
from retro.programs.dominoes_plus import dominoes_plus

from retro.basic import tab, word
from retro.frontends.headless import headless
from retro.frontends.terminal.blocks import sextants
from retro.frontends.terminal.colours import EXACT, StyleSheet
from retro.frontends.terminal.large_text import LargeText
from retro.frontends.terminal.renderers import TextRenderer, _across
from retro.frontends.terminal.screen_text import ScreenText, take_snapshot
from retro.frontends.terminal.tty import Area
from retro.programs import dominoes
from tests.support.dominoes_players import first_match, laid
from tests.support.dominoes_screen import line_of, mockups


def rows_of(program, wide=2, glyphs=None):
    """Return the screen after a program, as rows of glyphs and as rows of cells."""
    m = headless(lambda m: [program(m), m.get()])
    text = ScreenText(glyphs or sextants(), wide)
    text.update(take_snapshot(m.screen, None))
    return ["".join(cell[0] for cell in row) for row in text.rows], text.rows


def test_a_character_fills_the_columns_of_its_cell():
    for mode, wide in ((7, 2), (4, 2), (3, 1), (5, 4)):
        rows, _ = rows_of(lambda m, mode=mode: [m.mode(mode), m.print("Hi £5!")], wide)
        assert rows[0][::wide].rstrip() == "Hi £5!"
        assert all(rows[0][at::wide].strip() == "" for at in range(1, wide))


def test_colours_are_kept_in_reverse_too():
    _, rows = rows_of(lambda m: [m.colour(1), m.colour(130), m.print("A", end=""), m.colour(128), m.print("B")])
    assert rows[0][:4] == [("A", 1, 2, False), (" ", 2, 2, False), ("B", 1, 0, False), (" ", 0, 0, False)]


def test_a_user_defined_character_is_its_stand_in_or_else_blocks():
    def program(m):
        m.vdu(23, 224, 255, 129, 129, 129, 129, 129, 129, 255)
        m.vdu(23, 225, 240, 240, 240, 0, 0, 0, 0, 0)
        m.screen.stand_ins[224] = "o"
        m.print("\xe0\xe1")

    rows, _ = rows_of(program)
    assert rows[0][:4] == "o " + sextants()[0b000011][0] + " "


def test_a_solid_character_with_a_stand_in_differs_from_the_ground():
    def program(m):
        m.vdu(23, 255, *[255] * 8)
        m.screen.stand_ins[255] = "#"
        m.colour(1)
        m.print("\xff\xff")

    rows, cells = rows_of(program)
    assert rows[0].rstrip() == "# #"
    assert cells[0][:2] == [("#", 0, 1, False), (" ", 1, 1, False)]


FACE = (60, 66, 165, 129, 165, 153, 66, 60)


def test_a_stand_in_is_found_at_any_pixel_and_placed_in_its_centre_cell():
    for right, down in itertools.product(range(8), range(8)):
        check_stand_in_at(right, down)


def check_stand_in_at(right, down):
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


@pytest.mark.parametrize(("right", "down"), [(0, 0), (3, 5), (7, 1)])
def test_a_picture_of_a_program_is_one_letter_on_its_paper(right, down):
    dots = ("#..........", ".#........#", *9 * ("....##.....",))

    def program(m):
        m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
        m.screen.pictures[dots] = "5"
        m.gcol(0, 129)
        m.vdu(24, *word(256, 288, 511, 543), 16, 26)
        m.gcol(0, 2)
        for y, row in enumerate(dots):
            for x, dot in enumerate(row):
                if dot == "#":
                    m.plot(69, 4 * (80 + right + x), 799 - 4 * (80 + down + y))

    rows, cells = rows_of(program)
    assert "".join(rows).replace(" ", "") == "5"
    row = (80 + down + 5) // 8
    assert cells[row][rows[row].index("5")] == ("5", 2, 1, False)
    assert {cell[2] for row in cells[10:12] for cell in row[18:26]} == {1}


def test_words_printed_under_vdu_5_are_read_at_any_pixel():
    def program(m):
        m.vdu(5)
        m.move(333, 501)
        m.print("Score = 10!", end="")

    rows, _ = rows_of(program)
    assert [line.strip() for line in rows if line.strip()] == ["S c o r e   =   1 0 !"]


def test_punctuation_alone_counts_as_part_of_a_picture():
    def program(m):
        m.vdu(5)
        m.move(333, 501)
        m.print("- = .", end="")

    rows, _ = rows_of(program)
    assert not set("-=.") & set("".join(rows))


def test_underlines_form_one_line():
    rows, _ = rows_of(lambda m: m.print("a___b"))
    line = sextants()[0b110000][0]
    assert rows[0].rstrip() == "a " + 6 * line + "b"


def test_an_underline_between_letters_is_one():
    rows, _ = rows_of(lambda m: m.print("A_B __ _s"))
    line = sextants()[0b110000][0]
    assert rows[0].rstrip() == "A _ B   " + 4 * line + "  " + 2 * line + "s"


def test_no_letter_is_found_in_the_edge_of_another():
    """The top of a T looks like the character of a face without spots, seven pixels higher."""

    def program(m):
        m.vdu(23, 224, 0, 0, 0, 0, 0, 0, 0, 126)
        m.screen.stand_ins[224] = "0"
        m.print(tab(5, 5), "TTT EEE FFF", end="")
        m.move(0, 0)
        m.draw(1279, 799)

    rows, _ = rows_of(program)
    assert "0" not in "".join(rows)


def table(lines):
    """Return the digits on the table of a mock-up by column and row."""
    return {(c, r): glyph for r, line in enumerate(lines) if r > 6 for c, glyph in enumerate(line) if glyph.isdigit()}


TABLES = {name: lines for name, lines in mockups().items() if table(lines) and not name.endswith("a")}


def test_there_are_tables_of_all_kinds():
    assert len(TABLES) > 5
    assert max(len(table(lines)) for lines in TABLES.values()) == 54


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_dominoes_is_read_as_the_mock_ups_show_it(name):
    m = headless(laid(line_of(TABLES[name]), 1, [(6, 5), (1, 0)], [(3, 3)]))
    m.screen.stand_ins |= STAND_INS
    text = ScreenText(sextants(), 2)
    text.update(take_snapshot(m.screen, None))
    shown = ["".join(cell[0] for cell in row) for row in text.rows]
    pairs = [[row[at : at + 2] for at in range(0, 80, 2)] for row in shown]
    assert table([[next(filter(str.isdigit, pair), " ") for pair in row] for row in pairs]) == table(TABLES[name])


def test_only_changed_rows_are_read_again():
    m = headless(lambda m: [m.print(tab(3, 3), "one", tab(3, 20), "two", end=""), m.get()])
    text = ScreenText(sextants(), 2, closes_words=True)
    snapshot = take_snapshot(m.screen, None)
    text.update(snapshot)
    before = list(text.rows)
    m.print(tab(3, 10), "three", end="")
    text.update(take_snapshot(m.screen, snapshot))
    changed = [row for row in range(25) if text.rows[row] is not before[row]]
    assert changed == [10]
    fresh = ScreenText(sextants(), 2, closes_words=True)
    fresh.update(take_snapshot(m.screen, None))
    assert fresh.rows == text.rows


def test_large_text_scales_pictures_evenly_and_puts_letters_at_their_places():
    def program(m):
        m.print(tab(2, 0), "Word")
        m.print(tab(2, 1), "7", end="")
        m.gcol(0, 2)
        for corner in ((0, 0, 4), (64, 0, 4), (0, 128, 85), (64, 128, 85)):  # two cells wide, four high
            m.plot(corner[2], *corner[:2])
        m.get()

    m, area = headless(program), Area(120, 40)
    renderer = TextRenderer(sextants(), StyleSheet(EXACT), closes_words=True)
    screen = pyte.Screen(*area[:2])
    pyte.Stream(screen).feed(renderer.draw(m.screen, 1.0, area))
    assert screen.display[1][6:10] == "Word"
    assert screen.display[3][7] == "7"
    shown = [(x, y) for y in range(40) for x in range(120) if screen.buffer[y][x].bg == "ffff00"]
    assert (min(shown), max(shown), len(shown)) == ((0, 32), (5, 37), 36)
    assert renderer.pixel_at(0, 33, m.screen, area) == (1, 173)
    assert [renderer.pixel_at(column, 3, m.screen, area)[0] // 8 for column in (6, 7, 8, 9)] == [2, 2, 2, 3]
    fits = [_across(m.screen.framebuffer, Area(*size)) for size in ((120, 38), (119, 38), (120, 37))]
    assert fits == [3, 2, 2]


@pytest.mark.parametrize(("typed", "shown"), [("", ">"), ("PRINT", ">PRINT"), ("P", ">P")])
def test_a_prompt_stays_in_large_text_where_it_is_when_something_is_typed_after_it(typed, shown):
    m = headless(lambda m: [m.print(f">{typed}", end=""), m.get()])
    text = LargeText(sextants(), closes_words=True)
    text.update(take_snapshot(m.screen, None))
    assert "".join(cell[0] for cell in text.lines[0]).rstrip() == shown


@pytest.mark.parametrize("reader", [partial(ScreenText, sextants(), 2), partial(LargeText, sextants())])
@pytest.mark.parametrize("big", [False, True])
def test_incremental_reading_equals_reading_afresh(big, reader):
    """For every picture of a game; in a game with big dominoes for what the hints and RETURN play."""
    seen = []

    def player(m):
        text, snapshot = reader(closes_words=True), None
        for key in itertools.islice(itertools.cycle([None, "h", None, "<RETURN>"]), 33) if big else first_match()(m):
            snapshot = take_snapshot(m.screen, snapshot)
            text.update(snapshot)
            fresh = reader(closes_words=True)
            fresh.update(take_snapshot(m.screen, None))
            assert fresh.lines == text.lines
            seen.append(key)
            yield key

    headless((lambda m: dominoes_plus.main(m, go=True)) if big else dominoes.main, player, seed=36)
    assert len(seen) > 20
