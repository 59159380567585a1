"""The study screen: rows of text, listings, values, keys."""

import pytest

from retro.display.styles import HEADING, KEY, RULE
from retro.display.text_rows import (
    CODES,
    LETTERS,
    STAND_INS,
    cut,
    encoded,
    fitted,
    folded,
    printed,
    rule,
    shown,
    wrapped,
)
from retro.listing.procedure import Link, Procedure, SourceLine, Variable
from retro.study.dialogs import Menu
from retro.study.panel import panel as panels
from retro.study.panel.panel import FEWEST_ROWS, MOST_ROWS, NARROWEST_WITH_DESCRIPTION
from retro.study.panel.values import value_rows
from retro.study.values import freeze
from retro.study.variable_table import NO_VALUE, VariableTable
from retro.study.view_model import ActiveProcedure, BesideListing, StudyView, VariableRow
from tests.support import studies

LONG = "    x = " + " + ".join(f"number_{n}" for n in range(12)) + "  # 30"


def procedure(*lines, basic=(), links=()):
    python = tuple(SourceLine(number, text) for number, text in enumerate(lines, 11))
    listing = tuple(SourceLine(number, text) for number, text in basic)
    return Procedure("PROCA", "PROCA", "game", "game.py", python, basic=listing, links=tuple(links), purpose="Do A.")


def plain(row):
    return "".join(text for text, _ in row)


def panel(*arguments):
    return panels.Panel(*arguments).rows


def text(view, rows=30):
    return [plain(row).rstrip() for row in panel(view, rows)]


def test_a_long_line_near_the_current_one_is_whole_in_a_long_listing():
    lines = ["def PROCA():", '    """' + "long " * 20 + 'text."""', *(f"    x{n} = 1" for n in range(60))]

    def shown(current):
        return text(StudyView("game", "STOPPED", [ActiveProcedure(procedure(*lines), "PROCA", current)]), 40)

    assert any(line.endswith('text."""') for line in shown(13))
    assert [
        number for number in range(11, 73, 3) if not any(line.startswith(f"▶ {number}") for line in shown(number))
    ] == []
    assert any(line.startswith("  72 ") for line in shown(70))
    assert any(line.startswith("  11 ") for line in shown(13))


@pytest.mark.slow
@pytest.mark.parametrize("rows", [FEWEST_ROWS, 24, 25, 31, 40, MOST_ROWS])
def test_every_row_has_its_width_whatever_is_shown(rows):
    study = studies.study("dominoes")
    for one in study:
        entries = [VariableRow(f"A{n}%", [("1", n % 2 == 0)], "a meaning " * 9) for n in range(rows)]
        stack = [ActiveProcedure(one, one.name, one.first + 3)] * 20
        for menu in (None, Menu(list(study), 5)):
            keys = ((("SPACE", "step"), ("R", "run")), (("", "x" * 99),))
            made = panel(StudyView("Dominoes", "STOPPED", stack, entries, keys=keys, dialog=menu), rows)
            assert [len(plain(row)) for row in made] == [80] * (rows - 2) + [79] * 2


def test_in_a_wide_panel_the_description_stands_before_the_listings():
    study = studies.study("dominoes")
    first = study.procedures["PROCDRAW_FIRST"]
    stack = [ActiveProcedure(first, first.name, first.runs(13050)[0])]
    view = StudyView("Dominoes", "STOPPED", stack, description=study.description)
    for columns, beside in (
        (80, False),
        (NARROWEST_WITH_DESCRIPTION - 1, False),
        (NARROWEST_WITH_DESCRIPTION, True),
        (200, True),
    ):
        rows = panel(view, 60, columns)
        said = [row for row in rows if plain(row).startswith(" 13.") and ("│", RULE) in row]
        assert {len(plain(row)) for row in rows} <= {columns, columns - 1}
        assert [plain(row)[:5] for row in said] == [f" 13.{n}" for n in range(1, 7)] * beside
        assert [row[0][1] == HEADING for row in said] == [False, True, False, False, False, False] * beside
        assert any("13050 ■ RV%=R(P%,D%)" in plain(row) for row in rows)


def test_a_long_line_is_shown_whole_when_it_is_the_current_one():
    one = procedure("def PROCA():", LONG, "    return")
    shown_lines = text(StudyView("game", "STOPPED", [ActiveProcedure(one, "PROCA", 12)]))
    at = next(number for number, line in enumerate(shown_lines) if line.startswith("▶ 12"))
    assert shown_lines[at].endswith("number_4 + number_5 +")
    assert shown_lines[at + 1].strip() == "number_6 + number_7 + number_8 + number_9 + number_10 + number_11"
    other = text(StudyView("game", "STOPPED", [ActiveProcedure(one, "PROCA", 13)]))
    at = next(number for number, line in enumerate(other) if "number_1" in line)
    assert other[at + 1].strip() == "number_6 + number_7 + number_8 + number_9 + number_10 + number_11"
    crowded = procedure("def PROCA():", LONG, "    y = " + LONG, *["    pass"] * 20)
    cramped = text(StudyView("game", "STOPPED", [ActiveProcedure(crowded, "PROCA", 14)]), FEWEST_ROWS)
    assert next(line for line in cramped if "y = " in line).endswith("…")  # one long line has a row for its rest


def test_the_longest_line_of_the_port_needs_one_row_at_80_columns():
    """The number takes as many columns as it has digits."""
    one = studies.study("dominoes").procedures["PROCSELECT"]
    for current in (one.first, one.runs(15030)[0]):
        line = f"{one.runs(15030)[0]}         if v.R[2][v.D_i] in (v.RV, v.LV) or v.L[2][v.D_i] in (v.RV, v.LV):"
        assert line in [row[1:] for row in text(StudyView("Dominoes", "", [ActiveProcedure(one, "", current)]))]


def test_the_lines_of_a_statement_are_all_marked_and_the_first_has_the_sign():
    one = procedure("def PROCA():", "    x = (1 +", "         2)", "    return")
    rows = panel(StudyView("game", "STOPPED", [ActiveProcedure(one, "PROCA", 12, 2)]), 30)
    marked = [plain(row).rstrip() for row in rows if row[0][1] == (0, 3)]
    assert marked == ["▶ 12     x = (1 +", "  13          2)"]


def test_line_0_of_basic_stands_out_only_if_it_runs():
    one = procedure(basic=((0, "REM Edition of dominoes"), (10, "END")))
    for line in (0, 10):
        rows = panel(StudyView("game", "STOPPED", [ActiveProcedure(one, "main", line)]), 30)
        assert [plain(row)[:4].strip("▶ ") for row in rows if row[0][1] == (0, 3)] == [str(line)]
        assert not any(plain(row).startswith("◆") or row[0][1] == KEY for row in rows[2:20])


def test_both_listings_are_marked_by_the_links():
    basic = ((10, "DEF PROCA"), (20, "A%=1"), (30, "B%=2"), (40, "ENDPROC"))
    links = [Link(12, 20), Link(13, 30), Link(13, 40), Link(14, 20)]
    one = procedure("def PROCA():", "    a = 1", "    b = 2", "    c = 3", "    d = 4", basic=basic, links=links)
    for line, numbers in ((12, ["20"]), (13, ["30", "40"]), (14, ["20"]), (15, [])):
        view = StudyView("game", "STOPPED", [ActiveProcedure(one, "PROCA", line)])
        rows = [plain(row) for row in panel(view, 30) if row[0][1] == (0, 3)]
        assert [row.strip("▶ ").split()[0] for row in rows] == [*numbers, str(line)]
        assert view.stack[0].number == (numbers or [str(line)])[0]


def test_prose_is_shown_without_backquotes_and_code_with_apostrophes():
    one = procedure("def PROCA():", '    """Say `x`."""')
    one.purpose = "Say `PROCB`."
    known = {"T": Variable("T", "T%", "as `N%` has it")}
    rows = VariableTable(known).rows("T", 1, NO_VALUE, False)
    shown_lines = text(StudyView("game", "STOPPED", [ActiveProcedure(one, "PROCA", 11)], rows))
    assert shown_lines[1] == " Say PROCB."
    assert any("as N% has it" in line for line in shown_lines)
    assert '  12     """Say \'x\'."""' in shown_lines
    assert encoded("`") == b"'"


def test_a_procedure_that_is_not_known_has_no_listing():
    shown_lines = text(StudyView("game", "STOPPED", [ActiveProcedure(None, "odd", 7)]))
    assert "odd" in shown_lines[0]
    assert any("▶odd" in line and line.endswith("7") for line in shown_lines)


LAYOUTS = [(80, 25, (0, 0)), (80, 40, (0, 0)), (96, 33, (40, 13)), (120, 40, (40, 25)), (160, 45, (80, 25))]


def test_a_deep_stack_shows_how_many_levels_are_left_out():
    stack = [ActiveProcedure(None, f"P{n}", n) for n in range(30)]
    shown_lines = text(StudyView("game", "STOPPED", stack), 24)
    assert any(line.endswith(f"+{30 - count}") for line in shown_lines for count in range(1, 12))


# values


def entry(name, value, before=NO_VALUE, compared=False, known=None):
    made = VariableTable(known or {}).rows(
        name, freeze(value), freeze(before) if before is not NO_VALUE else NO_VALUE, compared
    )
    return [plain(row).rstrip() for row in value_rows(made, 51)]


def test_arrays_are_shown_from_the_subscript_that_they_use():
    known = {"R": Variable("", "R(p,i)", "faces"), "N": Variable("", "N(p)", "how many")}
    assert entry("N", [0, 3, 4], known=known) == [" N(1-2)   3 4     how many"]
    assert entry("N", [2, 3, 4], known=known) == [" N(0-2)   2 3 4   how many"]
    assert entry("R", [[0, 0], [0, 1], [0, 2]], known=known) == [" R(1,1-1) 1       faces", " R(2,1-1) 2"]
    assert entry("R", [[1, 0], [0, 1]], known=known)[0].startswith(" R(0,0-1) 1 0")


def test_an_array_that_used_its_element_0_once_keeps_it():
    table = VariableTable({"N": Variable("", "N(p)", "")})
    assert table.rows("N", freeze([5, 1]), NO_VALUE, False)[0].name == "N(0-1)"
    assert table.rows("N", freeze([0, 1]), NO_VALUE, False)[0].name == "N(0-1)"


def test_large_arrays_are_shown_by_size_and_changes():
    before = [[0] * 40 for _ in range(25)]
    now = [list(row) for row in before]
    now[3][17] = 5
    assert entry("B", now) == [" B(,)     25 × 40"]
    assert entry("B", now, before, True) == [" B(,)     25 × 40", "◆B(3,17)  5       was 0"]


def test_changed_values_are_marked_with_the_value_before():
    known = {"T": Variable("", "T%", "dominoes face down")}
    assert entry("T", 27, 28, True, known) == ["◆T%       27      was 28 · dominoes face down"]
    assert entry("T", 27, 27, True, known) == [" T%       27      dominoes face down"]
    assert entry("x", 1, NO_VALUE, True) == ["◆x        1"]


def test_a_long_value_leaves_no_room_for_its_meaning():
    known = {"C_s": Variable("", "C$", "a text")}
    (line,) = entry("C_s", "x" * 60, known=known)
    assert (len(line), line[-1]) == (51, "…")


# text


def test_every_sign_has_a_character():
    assert shown("a “b” — ‘c’ ≥ 2 · ` ü\tx") == "a \"b\" — 'c' >= 2 · ' ?    x"
    for sign in (*CODES, *map(chr, LETTERS)):
        assert len(encoded(sign)) == 1
    assert {STAND_INS[code] for code in STAND_INS} == set(CODES) - {"£"}


def test_text_is_cut_and_wrapped():
    assert (cut("abcdef", 4), cut("abcd", 4), cut("ab", 0)) == ("abc…", "abcd", "")
    assert wrapped("one two three four five", 9, 2) == ["one two", "three fo…"]
    assert wrapped("one", 9, 2) == ["one"]
    assert wrapped("", 9, 2) == [""]
    assert plain(fitted([("abc", (7, 0)), ("defg", (7, 0))], 5)) == "abcd…"
    assert plain(fitted([("abc", (7, 0))], 5)) == "abc  "


@pytest.mark.parametrize(
    ("text", "width", "lines", "expected"),
    [
        (["  if x in (v.RV, v.", "LV", "):"], 21, 9, ["  if x in (v.RV,", "    v.LV):"]),
        (["if x == 1", ":  # 20"], 9, 9, ["if x ==", "    1:  #", "    20"]),
        (["if x == 1", ":  # 20"], 11, 9, ["if x == 1: ", "    # 20"]),
        (["30 ", "PRINTA$;B$"], 9, 9, ["30 PRINTA", "    $;B$"]),
        (["one two three"], 7, 2, ["one two", "    three"]),
        (["one two three"], 7, 1, ["one two three"]),
    ],
)
def test_long_lines_are_folded_at_spaces_whatever_their_colours(text, width, lines, expected):
    rows = folded([(part, (7, 0)) for part in text], width, lines, 4)
    assert [plain(row) for row in rows] == expected


def test_a_row_is_printed_at_its_place_in_its_colours():
    assert printed(5, [("ab", (3, 4)), ("", (1, 1)), ("£", (7, 0))]) == bytes(
        [31, 0, 5, 17, 3, 17, 132, 97, 98, 17, 7, 17, 128, 96]
    )


@pytest.mark.parametrize("columns", [31, 32, 34, 40])
def test_a_rule_has_the_width_of_its_columns(columns):
    row = rule("yellow RX%,RY%  red LX%,LY%", columns)
    assert sum(len(text) for text, _ in row) == columns
    assert "".join(text for text, _ in row).startswith("── yellow RX%,RY%  red LX%,LY%")


def test_before_a_change_and_after_it_long_lines_are_whole_where_there_is_room():
    before, after = (procedure("def PROCA():", LONG, f"    return {n}", basic=((10, "DEF PROCA"),)) for n in (1, 2))
    rows = text(
        StudyView("game", "STOPPED", [ActiveProcedure(after, "PROCA", 13)], listing=BesideListing(before=before)), 50
    )
    assert sum("number_11" in row for row in rows) == 2
