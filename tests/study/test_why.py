"""Seeing why: what the study screen says of the line that is about to run."""

from types import SimpleNamespace

import pytest
from retro.programs.dominoes_plus import dominoes_plus

from retro.display.styles import HERE
from retro.library.errors import LibraryError
from retro.listing.builder import build_study
from retro.study.explanations import Explanations
from retro.study.panel.panel import Panel
from retro.study.view_model import CALM, ActiveProcedure, StudyView
from tests.support.live_study import Studied
from tests.support.studies import study


def below(s):
    """The row below the current line of the program that runs."""
    lines = [line.rstrip() for line in s.lines]
    last = max(index for index, line in enumerate(lines) if line.startswith("▶") and "│" not in line)
    return lines[last + 1].strip()


def test_the_values_of_a_line_stand_below_it_and_its_index_points_at_elements():
    def player(s, m):
        yield
        yield "2"
        yield
        yield "ss"
        yield
        assert s.here == "if v.R[2][v.D_i] in (v.RV, v.LV) or v.L[2][v.D_i] in (v.RV, v.LV):"
        assert below(s) == "0 in (3, 3) no or 0 in (3, 3) no: no  R(2,1)=0  L(2,1)=0"
        yield "sss"
        yield
        assert below(s) == "5 in (3, 3) no or 0 in (3, 3) no: no  R(2,2)=5  L(2,2)=0"
        hand = next(row for row in s.side_screen.text if row[0][0].strip() == "R(2,1-6)")
        assert [text for text, _ in hand[1:11]] == ["0", " ", "5", " ", "3", " ", "6", " ", "4", " "]
        assert [text for text, style in hand if style == HERE] == ["5"]

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"])


def test_the_values_of_a_line_of_basic_stand_below_it(tmp_path):
    file = tmp_path / "x.bas"
    file.write_text("10 DIM R(3):R(2)=7:I%=2\n20 IF R(I%)=7 A%=R(I%)+1\n30 END\n")

    def player(s, m):
        yield "s"
        yield
        assert s.marked == ["20  IF R(I%)=7 A%=R(I%)+1"]
        assert below(s) == "7=7 yes  R(2)=7: A% = 7 + 1 = 8"

    Studied(str(file), player)


# what the program itself says


def test_the_hands_are_face_up_and_after_a_choice_stands_why():
    def player(s, m):
        yield
        yield "2"
        yield
        first = next(number for number, line in enumerate(s.lines) if "── Face up ─" in line)
        assert [line.rpartition("│")[2].rstrip() for line in s.lines[first + 1 : first + 5]] == [
            "      1   2   3   4   5   6",
            " you 5-6 1-4 1-2 0-1 3-5 4-6",
            " me  0-0 0-5 2-3 3-6 0-4 1-1",
            " line 3 ... 3   face down 15",
        ]
        yield "u"
        yield
        said = " ".join(line.strip() for line in s.lines[1:3])
        assert said.startswith(
            "Chosen: 3, the 2-3, which fits the 3 at the right and the 3 at the left. Places 1 and 2"
        )
        assert s.procedure == "main"
        yield "ss"
        yield
        assert s.procedure == "PROCPLOT"
        assert "fits the 3" not in s.text

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"])


def test_the_playing_area_is_drawn_while_a_domino_is_placed():
    def player(s, m):
        yield
        yield "2"
        yield
        assert "yellow RX%,RY%" not in s.text
        yield "u"
        yield
        yield "ssssssssssu"
        yield
        assert (s.procedure, s.here) == ("PROCPLOT", "m.vdu(5)")
        assert s.lines[1].startswith(" The row goes on: 536 units left, a domino needs 64, so this one")
        picture = [row for row in s.side_screen.text if any(text == "▀" for text, _ in row)]
        assert len(picture) == 8
        colours = [style for text, style in picture[7] if text == "▀"]
        line = "".join(str(upper) for upper, _ in colours)
        assert line == "4" * 14 + "1" + "77" + "22" + "3" + "4" * 12
        yield "s"
        yield
        assert "The row goes on" not in s.text

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"])


def test_the_sum_of_a_face_is_shown_at_every_line_that_draws_it():
    def player(s, m):
        seen = []
        yield
        while s.here != "m.vdu(4)":
            heading = next(line for line in s.lines if "252    +" in line)
            rows = ["".join(text for text, _ in row) for row in s.side_screen.text]
            said = " ".join(s.text.split())
            assert f"and over it, in black, {heading.partition('+')[2].split()[0]} with" in said
            assert sum("▀" * 8 + " + " + "▀" * 8 + " = " + "▀" * 8 in row for row in rows) == 1
            seen.append((heading.partition("+")[2].split()[0], s.here.partition("(")[0]))
            yield "s"
            yield
        draw = "m.move", "m.vdu"
        assert seen == [
            *(("248", here) for here in draw),
            *(("233", here) for here in draw),
            ("248", "m.gcol"),
            *(("248", here) for here in draw),
            *(("233", here) for here in draw),
        ]

    Studied("dominoes", player, mode="running", breakpoints=["25080"], script="2", rows=25)


def test_the_rows_of_a_character_are_explained_where_it_is_defined():
    def player(s, m):
        yield
        assert "its eight rows from the top, each a sum of pixels: 128" in " ".join(s.text.split())
        yield "u"
        yield
        assert "its eight rows" not in s.text

    Studied("dominoes", player, mode="running", breakpoints=["2340"])


def test_in_narrow_columns_hands_and_picture_leave_room_for_the_values():
    def player(s, m):
        yield
        assert " you 5-6 " in s.text
        assert s.value("RV%")
        yield "2"
        yield
        assert " you 5-6 1-4 1-2" in s.text
        yield "sus"
        yield
        yield "ssssssssss"
        yield
        left = [line[:40] for line in s.lines]
        assert s.procedure == "PROCRIGHT"
        assert sum(any(text == "▀" for text, _ in row) for row in s.side_screen.text) == 8
        assert any("◆X%       680 " in line for line in left)
        assert any(line.startswith(" you 5-6 ") for line in s.lines)

    size = {"columns": 130, "rows": 40, "covered": (40, 25)}
    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"], detail=CALM, **size)


def test_a_program_says_nothing_of_variables_that_it_changes(tmp_path):
    """It is given a copy, and its own calls are not traced."""
    (tmp_path / "x.py").write_text(
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Variables:\n    A: int = 1  # A%\n\n\n"
        "def main(m):\n    v = Variables()\n    PROCX(m, v)\n    m.get()\n\n\ndef PROCX(m, v):\n    v.A += 1\n"
    )
    (tmp_path / "x_explained.py").write_text(
        "def beside(v):\n    v.A += 40\n    return [f'A is {v.A}']\n\n\n"
        "def explained(procedure, v):\n    return f'{procedure} made it {v.A}.' if procedure else ''\n"
    )

    def player(s, m):
        yield "sso"
        yield
        assert " A is 42" in s.text
        assert s.lines[1].strip() == "PROCX made it 2."
        assert s.value("A%") == ("2 was 1", True)

    Studied(str(tmp_path / "x.py"), player)


def test_on_a_small_screen_the_picture_takes_the_place_of_lines():
    def player(s, m):
        yield
        yield "2"
        yield
        yield "sus"
        yield
        yield "ssssssssss"
        yield
        assert (s.procedure, len(s.marked)) == ("PROCRIGHT", 2)
        assert sum(any(text == "▀" for text, _ in row) for row in s.side_screen.text) == 8
        assert any(line.startswith(" you 5-6 ") for line in s.lines)
        assert s.lines[-1].strip()

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"], rows=25)


def test_an_edition_says_nothing_of_what_it_replaces():
    """Dominoes Plus chooses otherwise than PROCSELECT, but its hands and the stock are those of Dominoes."""
    explanations = Explanations(study("dominoes_plus"))
    v = dominoes_plus.Variables(P=2, D_i=2, E=1, F=3, S=4)
    v.R[2], v.L[2], v.N = [0] * 7, [0] * 7, [0, 0, 6]
    frames = [SimpleNamespace(f_locals={"v": v})]
    assert explanations.explained(frames, "PROCSELECT") == ""
    assert explanations.explained(frames, "PROCPLOT") == ""
    assert explanations.beside(frames)[1] == "me  0-0 0-0 0-0 0-0 0-0 0-0"
    assert explanations.explained(frames, "PROCKNOCK") == ""


def test_an_error_in_what_a_program_says_is_a_sentence(tmp_path):
    (tmp_path / "x.py").write_text(
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Variables:\n    A: int = 1\n\n\n"
        "def main(m):\n    v = Variables()\n    m.print(v.A)\n    m.get()\n"
    )
    (tmp_path / "x_explained.py").write_text("def beside(v):\n    return [v.B]\n")

    def player(s, m):
        yield "s"
        yield
        assert s.state == "STOPPED"
        yield "s"
        yield
        said = " ".join(line.strip() for line in s.lines[1:3])
        assert said == "x_explained.py: beside fails with AttributeError: 'Variables' object has no attribute 'B'"

    Studied(str(tmp_path / "x.py"), player)


def test_a_file_of_explanations_that_is_no_python_is_refused(tmp_path):
    (tmp_path / "x.py").write_text("def main(m):\n    pass\n")
    (tmp_path / "x_explained.py").write_text("def def\n")
    with pytest.raises(LibraryError, match=r"x_explained\.py cannot be loaded: SyntaxError: "):
        Explanations(build_study(str(tmp_path / "x.py")))


@pytest.mark.parametrize("rows", [25, 40])
@pytest.mark.parametrize("columns", [60, 71, 80, 100])
def test_a_picture_is_whole_wherever_the_stack_stands(columns, rows):
    procedure = study("dominoes").procedures["PROCRIGHT"]
    stack = [ActiveProcedure(one, one.key, one.first) for one in (procedure, study("dominoes").procedures["PROCPLOT"])]
    view = StudyView("x", "STOPPED", stack, picture=("the table", ["4" * 32] * 16))
    drawn = Panel(view, rows, columns).rows
    assert sum("".join(text for text, _ in row).count("▀") == 32 for row in drawn) == 8
    assert {sum(len(text) for text, _ in row) for row in drawn} <= {columns, columns - 1}


def bars(s):
    """The marks and numbers of the lines that stand out in the listings."""
    return [row[0][0].strip() for row in s.side_screen.text if row[0][1] == HERE]


def test_the_line_that_has_changed_a_variable_is_shown_until_the_next_key():
    def player(s, m):
        yield
        assert s.procedure == "PROCDRAW_FIRST"
        assert any(line.startswith("◆RV%      3 ") for line in s.lines)
        assert bars(s) == ["◆13050", "◆271"]
        while True:
            yield
            if "PROCRIGHT: " in s.text:
                break
            yield "2" if s.state == "WAITS FOR A KEY" else "r"
        assert s.procedure == "PROCPLOT"
        assert bars(s) == ["◆26080", "◆478"]
        yield "b"
        yield
        assert not any(line.startswith("◆26080") for line in s.lines)

    Studied("dominoes", player, mode="running", watch=["RV%"])
