"""The choices that the description leaves open are switches: the game is played again with another one."""

import pytest

from retro.basic.tokeniser import tokenise
from retro.commands.score import played, share_of
from retro.input.events import Side
from retro.listing.edition_file import changed_listing
from retro.machine.frontend import PowerOff
from tests.support.live_study import Studied
from tests.support.studies import study


@pytest.mark.parametrize("name", study("dominoes").choices)
def test_a_choice_is_a_listing_that_can_be_typed(name, tmp_path):
    lines, why = study("dominoes").choices[name]
    known = {line.number for line in study("dominoes").listing}
    assert {int(line.split()[0]) for line in lines} <= known
    with open(
        changed_listing(study("dominoes"), study("dominoes").choices[name][0], str(tmp_path)), encoding="latin-1"
    ) as file:
        text = file.read()
    assert {*lines} <= {line.strip() for line in text.splitlines()}
    assert tokenise(text)
    assert why[0].isdigit()


@pytest.mark.slow
@pytest.mark.parametrize("name", study("dominoes").choices)
def test_the_points_of_a_choice_are_those_that_score_counts(name, tmp_path):
    _, why = study("dominoes").choices[name]
    path = changed_listing(study("dominoes"), study("dominoes").choices[name][0], str(tmp_path))
    share, margin = share_of(played(path, path, 1000))
    assert why.startswith(f"{100 * share:.1f} of 100 points, the listing 51.7, both give or take {100 * margin:.0f}.")


def test_a_choice_is_made_the_other_way_and_back_again():
    def player(s, m):
        yield
        yield "c"
        yield
        assert "□ heaviest match" in s.text
        assert "── points: counted by retro score in 1,000 games ──" in s.text
        assert s.lines[1].startswith(" 50.2 of 100 points")
        yield "<DOWN><RETURN>"
        yield
        assert "Played from the start with the choice: heaviest match." in " ".join(s.text.split())
        assert s.procedure == "PROCSELECT"
        assert any("15010" in line and "D%=7:H%=-1:FOR" in line for line in s.lines)
        yield "c"
        yield
        assert "■ heaviest match" in s.text
        yield "<DOWN> "
        yield
        assert "with the choice: as in the listing." in " ".join(s.text.split())
        assert (s.procedure, s.here) == ("PROCSELECT", "v.D_i = 1")
        raise PowerOff

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"], script="2", with_basic=True)


def test_a_choice_takes_the_place_of_one_with_the_same_lines_and_says_what_it_makes_of_the_hand():
    def player(s, m):
        yield
        yield "c<RETURN>"
        yield
        assert "beside fails" not in s.text
        yield "u"
        yield
        assert s.lines[1].split(".")[1:2] == [" Chose 4, the 3-6; the original would play 3, the 2-3"]
        yield "c<DOWN><RETURN>"
        yield
        assert s.live.choices.names == {"heaviest match"}
        yield "c<DOWN><DOWN><DOWN><RETURN>"
        yield
        assert s.live.choices.names == {"heaviest match", "chance begins without a double"}
        raise PowerOff

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"], script="2", with_basic=True, detail=1)


def test_the_procedures_of_a_turn_are_a_row_to_click_and_a_list():
    def player(s, m):
        yield
        row = s.panel.slider_row - 1
        assert s.beside[row].startswith(" SELECT ▶ PLOT ▶ RIGHT ▶ MOVE ▶ SPOTS ▶ T: all ")
        yield [Side(s.panel.left + s.beside[row].index("PLOT"), row, True)]
        yield
        assert s.procedure == "PROCPLOT"
        yield "t"
        yield
        at = [one.where for one in s.live.dialog.items].index("PROCMOVE")
        assert "PROCMOVE  ×1" in s.text
        yield "<DOWN>" * at + "<RETURN>"
        yield
        assert s.procedure == "PROCMOVE"
        raise PowerOff

    Studied("dominoes", player, mode="running", breakpoints=["PROCASK"], columns=147, rows=56, covered=(87, 38))


def test_a_program_without_choices_says_so():
    def player(s, m):
        yield "c"
        yield
        assert "The notes of this program name no choices" in s.text
        raise PowerOff

    Studied("african_seeds", player)
