"""Seeing why: what the study screen says of the line that is about to run."""

from retro.study.panel.text import HERE
from tests.support.live_study import Studied


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
        assert [text for text, _ in hand[1:12]] == ["", "0", " ", "5", " ", "3", " ", "6", " ", "4", " "]
        assert [text for text, style in hand if style == HERE] == ["5"]

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"])


def test_the_values_of_a_line_of_basic_stand_below_it(tmp_path):
    file = tmp_path / "x.bas"
    file.write_text("10 DIM R(3):R(2)=7:I%=2\n20 IF R(I%)=7 A%=R(I%)+1\n30 END\n")

    def player(s, m):
        yield "s"
        yield
        assert s.marked == ["20 IF R(I%)=7 A%=R(I%)+1"]
        assert below(s) == "7=7 yes  R(2)=7: A% = 7 + 1 = 8"

    Studied(str(file), player)
