"""The picture read as text: characters in their cells and between them, and what is no character."""

import pytest

from dominoes_playing import first_match, laid
from dominoes_reading import line_of, mockups
from retro.basic import tab
from retro.frontends.headless import headless
from retro.frontends.terminal.blocks import sextants
from retro.frontends.terminal.chars import Chars, shoot
from retro.programs import dominoes


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
