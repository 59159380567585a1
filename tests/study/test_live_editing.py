"""Changing a procedure while the program is studied: the game runs on with the change."""

from contextlib import nullcontext

import pytest

from retro.listing.edition_file import edition_file
from tests.support.live_study import Studied, reading

pytestmark = pytest.mark.slow

FILE = "my_dominoes.py"


@pytest.fixture(autouse=True)
def in_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)


def change(old, new, path=FILE):
    """Change a text in the user's file; return its line."""
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    assert old in text
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text.replace(old, new))
    return text[: text.index(old)].count("\n") + 1


def differing(s):
    """The lines that are marked as changed, before and after."""
    return [line.split("◆ ")[1].split("  #")[0].strip() for line in s.lines if "◆ " in line[:20] and "#" in line]


def test_the_game_runs_on_with_a_changed_procedure():
    def player(s, m):
        yield "1"
        yield
        hands, before = m.screen.lines[2], m.front.now()
        assert s.procedure == "PROCSELECT"
        yield "e"
        yield
        assert f"Change PROCSELECT in {FILE}, line 12." in s.text
        change("v.D_i = 1 ", "v.D_i = 2 ")
        yield "e"
        yield
        assert (s.state, s.procedure) == ("STOPPED", "PROCSELECT")
        assert f"Played again from the start with your change, {FILE}." in s.text
        assert [name for name, _ in s.stack] == ["PROCSELECT", "dominoes.main", "main"]
        assert (m.screen.lines[2], m.front.now()) == (hands, before)
        yield "ss"
        yield
        assert s.value("D%")[0].split()[0] == "2"
        yield "d"
        yield
        assert "── Before ──" in s.text
        assert "── BASIC ──" not in s.text
        assert differing(s) == ["v.D_i = 1", "v.D_i = 2"]
        assert ["if v.R[2][v.D_i] in" in line for line in s.marked] == [True, True]
        yield "dzz"  # back to where it stood before, in the changed program
        yield
        assert s.here == "v.D_i = 2"

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"])


def test_a_file_that_is_there_already_is_named_before_it_is_used():
    procedure = reading("dominoes").procedures["PROCSELECT"]
    edition_file(reading("dominoes"), procedure)
    change("v.D_i = 1 ", "v.D_i = 2 ")

    def player(s, m):
        yield "e"
        yield
        assert f"{FILE} is there already, with changes. E again runs on with it;" in s.text
        assert "1  # 15010" in s.text
        yield "e"
        yield
        assert f"Played again from the start with your change, {FILE}." in s.text

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"], script="1")


def test_basic_runs_beside_the_changed_program_up_to_the_first_difference():
    def player(s, m):
        yield "1"
        yield
        yield "e"
        yield
        change("v.D_i = 1 ", "v.D_i = 2 ")
        yield "e"
        yield
        assert f"your change, {FILE}. Your Python and the original's BASIC run, compared until" in " ".join(
            s.text.split()
        )
        assert "chosen, the original's, both run ──" in s.text
        assert [line.split(" ")[0] for line in s.marked] == ["15010", "14"]
        yield "u"
        yield
        said = " ".join(" ".join(s.lines[1:4]).split())
        assert s.procedure == "dominoes.main"
        assert said.startswith("Your change shows here: At line 15010 BASIC has D%=1, Python D%=2. Chose ")
        assert said.endswith(", as the original does.")
        yield "d"
        yield
        assert differing(s) == ["v.D_i = 1", "v.D_i = 2"]
        yield "d"
        yield
        line = change("while v.D_i", "whale v.D_i")
        yield "e"
        yield
        assert s.text.splitlines()[1:4] == [f" {FILE}, line {line}: invalid syntax.", "", ""]
        change("whale v.D_i", "while v.D_i")
        yield "e"
        yield
        assert f"Change PROCSELECT in {FILE}, line 12." in " ".join(s.text.split())
        assert ", as the original does." in " ".join(s.text.split())
        yield "s"
        yield
        assert "Your change" not in s.text
        assert "BASIC stopped at your change ──" in s.text
        yield "<f5>"
        yield
        assert s.state == "WAITS FOR A KEY"

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"], with_basic=True)


def test_a_change_is_taken_up_from_any_procedure_and_although_the_editor_fails(monkeypatch):
    monkeypatch.setenv("EDITOR", "false")

    def player(s, m):
        s.side_screen.outside = nullcontext
        yield "e"
        yield
        said = " ".join(s.text.split())
        assert f"The editor false has failed with status 1; {FILE} is as it was left. EDITOR can name another" in said
        assert f"Change PROCSELECT in {FILE}, line 12. Save the file, and press E again." in said
        change("v.D_i = 1 ", "v.D_i = 2 ")
        yield "e"
        yield
        said = " ".join(s.text.split())
        assert f"your change, {FILE}. No BASIC runs beside your Python, so nothing is compared." in said
        monkeypatch.setenv("EDITOR", "true")
        yield "e"
        yield
        assert f"{FILE} is unchanged. E opens it again." in s.text
        monkeypatch.setenv("EDITOR", "false")
        yield "u"
        yield
        assert s.procedure == "dominoes.main"
        change("v.D_i = 2 ", "v.D_i = 1 + 2 ")
        yield "e"
        yield
        yield "s"
        yield
        assert (s.procedure, s.value("D%")[0].split()[0]) == ("PROCSELECT", "3")

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"], script="1")


def test_an_edition_that_changes_nothing_says_so():
    path, _ = edition_file(reading("dominoes"), reading("dominoes").procedures["PROCSELECT"])

    def player(s, m):
        yield
        assert s.state == "WAITS FOR A KEY"
        assert "Nothing is changed yet." in s.text
        yield "<f5>"
        yield
        assert "Nothing is changed yet. E changes a procedure." in s.text

    Studied(path, player, mode="running", with_basic=True)


def test_keys_wait_where_the_game_is_another_one_now():
    def player(s, m):
        yield "1"
        yield
        yield "Q"
        yield
        yield "<f5>"
        yield
        yield "p" + "<UP>" * 13 + "e"  # to PROCINITIALISE_VARIABLES
        yield
        change("v.P1 = 150", "v.P1 = 20")
        yield "e"
        yield
        said = " ".join(" ".join(s.lines[1:4]).split())
        assert "It differs after 1 of your keys; later ones are left out. It stands at the last call of PROCIN" in said
        yield "<f5>"
        yield
        said = " ".join(" ".join(s.lines[1:4]).split())
        assert "Your change shows here: At line 3070 BASIC has P1=150, Python P1=20." in said
        yield "<f5>z"
        yield
        assert "BASIC has P1" not in s.text

    Studied("dominoes", player, mode="running", with_basic=True)


def test_mistakes_are_sentences_and_nothing_is_lost():
    def player(s, m):
        yield "1"
        yield
        yield "e"
        yield
        line = change("while v.D_i", "whale v.D_i")
        yield "e"
        yield
        assert f"{FILE}, line {line}: " in s.text
        change("whale v.D_i", "while v.DD")
        yield "e"
        yield
        yield "r"
        yield
        assert s.state == "STOPPED BY AN ERROR"
        assert s.marked[-1].split()[0] == str(line)
        change("while v.DD", "while v.D_i")
        yield "e"
        yield
        assert (s.state, s.procedure) == ("STOPPED", "PROCSELECT")
        yield "<f5>"
        yield
        assert s.state == "WAITS FOR A KEY"

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"])


def test_a_changed_listing_stands_beside_the_originals_python_and_description():
    path, _ = edition_file(reading("dominoes"), reading("dominoes").procedures["PROCSELECT"], in_basic=True)
    change("15010 D%=1", "15010 D%=4", path)

    def player(s, m):
        yield
        assert "No Python runs beside your BASIC, so nothing is compared." in s.text
        assert "── the original's ──" in s.text
        assert [line.split()[0] for line in s.lines if "◆ " in line[5:8]] == ["308"]
        assert {"15000 ■", "15010  ", "15020 ◧"} <= {line[1:8] for line in s.lines}
        assert "place in the hand of the" in s.value("D%")[0]
        assert "N  next turn" in s.text
        yield "sss"
        yield
        assert "Your BASIC" not in s.text
        assert "15.1 Looks in the computer's hand" in s.text
        assert [mark.split()[0] for mark in s.marked] == ["15030", "310"]

    Studied(path, player, mode="running", breakpoints=["PROCSELECT"])
