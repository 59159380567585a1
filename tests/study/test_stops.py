"""Study stops at lines under conditions, when variables change, and runs to moments that the notes name."""

import pytest

from retro.library.catalogue import entries
from retro.library.errors import LaunchError
from retro.study.conditions import Condition
from retro.study.stops import Stops, goal_of, procedure_named
from tests.support.live_study import Studied, reading


def stopped(keys="", expected=lambda s: None, **choices):
    """Return procedure and line at the first stop of a run of Dominoes that begins running."""
    seen = []

    def player(s, m):
        yield
        if keys:
            yield keys
            yield
        expected(s)
        behind = [line for line in s.lines if line.startswith("◆") and " # " in line]
        seen.append((s.procedure, s.here if s.marked else behind[-1].split("#")[0][5:].strip()))

    Studied("dominoes", player, mode="running", **choices)
    return seen[0]


# from the command line


def test_a_stop_at_a_procedure_says_so():
    stopped(breakpoints=["PROCSPOTS"], expected=lambda s: s.lines[0].index(" Breakpoint main ▶ PROCISSUE ▶ PROCSPOTS "))


def test_a_line_under_a_condition():
    assert stopped(breakpoints=["7060 IF T%<20"], expected=says("T%<20 holds.")) == ("PROCSPOTS", "v.T -= 1")
    assert stopped(breakpoints=["7060if T%<20"], expected=value("T%", "19")) == ("PROCSPOTS", "v.T -= 1")


def test_a_change_of_a_variable_says_what_changed_from_what_to_what_and_where():
    text = "T% changed from 28 to 27, in line 7060 of PROCSPOTS: T%=T%-1."
    assert stopped(watch=["t%"], keys="r", expected=says(text)) == (
        "PROCISSUE",
        "v.T -= 1",
    )


def test_a_change_of_an_element():
    says_it = says("R(1,1) changed from 0 to 6, in line 6040 of PROCISSUE: R(P%,I%)=N1")

    def shown(s):
        says_it(s)
        assert [line[5:].strip() for line in s.lines if line.startswith("◆") and "N1" in line[12:]] == [
            "□     R(P%,I%)=N1",
            "v.R[v.P][I] = v.N1  # 6040",
        ]

    assert stopped(watch=["R("], expected=shown)[1] == "v.L[v.P][I] = v.N2"


def test_until_a_condition_comes_true_once():
    text = "T%<20 has come true, in line 7060 of PROCSPOTS: T%=T%-1"
    assert stopped(until="T%<20", expected=says(text)) == ("PROCISSUE", "v.T -= 1")
    assert stopped(until="T%<20", keys="r", expected=says("waits for a key"))[0] == "PROCASK"


def test_the_turns_and_the_first_corner_of_dominoes():
    assert stopped(until="turn") == ("PROCSELECT", "v.D_i = 1")

    def at_the_corner(s):
        assert "The row ends here: 32 units left, a domino needs 64. This one" in s.text
        assert "1184>1152 yes" in s.text
        assert s.live.session.time() == 1.5
        assert s.front.now() == 0  # no time passes while the keys of a script are typed

    question = "if v.RX > v.SX + v.FL - 64:"
    assert stopped(until="corner", script="322161", expected=at_the_corner) == ("PROCRIGHT", question)


def says(text):
    def check(s):
        assert text in s.text

    return check


def value(name, text):
    def check(s):
        assert s.value(name)[0].startswith(text)

    return check


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_every_program_names_its_turns_in_its_notes(entry):
    study = reading(entry.name)
    assert next(iter(study.moments)) == "turn"
    for name in study.moments:
        goal = goal_of(study, name)
        assert goal.procedures or goal.condition or goal.lines


def test_a_procedure_of_another_file_is_named_without_it_where_that_is_clear():
    assert procedure_named(reading("morgan2"), "Dead_places") == "board.dead_places"
    with pytest.raises(LaunchError, match="snake has no procedure 'lay_down': expected one such as"):
        procedure_named(reading("snake"), "lay_down")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("PROCX", "dominoes has no procedure 'PROCX': expected one such as main, PROCTITLE"),
        ("31000", "31000: expected a procedure, a line of BASIC that runs in dominoes, or LINE IF CONDITION"),
        ("7060 IF", "7060 IF: expected a procedure, a line of BASIC that runs in dominoes, or LINE IF CONDITION"),
        ("7060 IF T%<", "T%<: expected a condition of the variables of dominoes, such as SX%>1"),
    ],
)
def test_a_breakpoint_that_cannot_be_is_refused(text, message):
    with pytest.raises(LaunchError) as refused:
        Stops(reading("dominoes")).add(text)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("text", ["Q%", ""])
def test_a_variable_that_the_program_does_not_have_is_refused(text):
    with pytest.raises(LaunchError, match=r"dominoes has no variable '[^']*': expected one such as "):
        Stops(reading("dominoes")).watch(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("corners", "one of a procedure, a line of BASIC, a condition over variables, turn, corner, end"),
        ("T%<", "a condition of the variables of dominoes, such as SX%>1"),
    ],
)
def test_an_unknown_goal_is_refused_with_what_it_can_be(text, expected):
    with pytest.raises(LaunchError) as refused:
        goal_of(reading("dominoes"), text)
    assert str(refused.value) == f"{text}: expected {expected}"


# in the live view


def test_lines_are_chosen_in_the_listing():
    def player(s, m):
        yield "p" + "<DOWN>" * 7 + "<RETURN>"
        yield
        assert s.here == "while True:"
        yield "b<DOWN><DOWN> "
        yield
        assert " 7030●◧   N2=RND(7)-1" in s.text
        assert sum("●" in line[:8] for line in s.lines) == 2
        yield "<UP> <RETURN>"
        yield
        assert s.here == "v.N1 = m.rnd(7) - 1"
        yield "r"
        yield
        assert s.here == "v.N2 = m.rnd(7) - 1"
        yield "b<UP> <DOWN> <ESCAPE>r"
        yield
        assert s.state == "WAITS FOR A KEY"

    Studied("dominoes", player)


def test_a_condition_is_typed_for_a_line():
    def player(s, m):
        yield "p" + "<DOWN>" * 7 + "<RETURN>"
        yield "b" + "<DOWN>" * 6 + "i"
        yield
        assert "Stop at line" in s.text
        yield "t%<LT>2x<DELETE>0"
        yield
        assert " if: t%<20_" in s.text
        yield "<RETURN>r"
        yield
        assert (s.here, s.value("T%")[0][:2]) == ("v.T -= 1", "19")
        assert "t%<20 holds." in s.text
        yield "b" + "iq%<LT><RETURN>"
        yield
        assert "q%<: expected a condition" in s.text

    Studied("dominoes", player)


@pytest.mark.parametrize("goal", ["define_udgs", "2020"])
def test_a_goal_that_the_program_has_passed_for_good_is_gone_back_to(goal):
    def player(s, m):
        yield
        yield f"g{goal}<RETURN>"
        yield
        said = " ".join(s.text.split())
        assert "PROCDEFINE_UDGS ran first at turn 0, and no line from here on calls it again. RETURN: go there." in said
        yield "m"  # stay
        yield
        assert (s.state, s.procedure, "ran first" in s.text) == ("STOPPED", "PROCSELECT", False)
        yield f"g{goal}<RETURN><RETURN>"
        yield
        assert s.procedure == "PROCDEFINE_UDGS"
        yield "."  # as far as it was played
        yield
        assert s.procedure == "PROCSELECT"

    Studied("dominoes", player, mode="running", until="turn")


@pytest.mark.parametrize(("key", "turns"), [(" ", ["turn 1 of 1"]), ("<RETURN>", ["turn 0 of 1"])])
def test_a_goal_that_the_program_has_passed_and_comes_to_again_is_waited_for_or_gone_back_to(key, turns):
    def player(s, m):
        yield
        yield "gPROCDRAW_COMPUTER_HAND<RETURN>"
        yield
        assert (
            "ran first at turn 0. RETURN: go there; L: to its last run, at turn 0; SPACE: wait for its next call."
            in " ".join(s.text.split())
        )
        yield key
        yield
        assert s.procedure == "PROCDRAW_COMPUTER_HAND"
        assert [turn for turn in turns if turn in s.text] == turns
        if key == " ":
            yield "a"  # runs to it again
            yield
            assert (s.procedure, "turn 0 of 0" in s.text) == ("PROCDRAW_COMPUTER_HAND", True)

    Studied("dominoes", player, mode="running", until="turn")


def test_after_going_back_stands_why_the_program_stopped_there():
    why = "T%<20 has come true, in line 7060 of PROCSPOTS: T%=T%-1"

    def player(s, m):
        yield
        yield "gselect<RETURN>"
        yield
        yield "z"
        yield
        assert why in s.text
        assert any(line.startswith("◆") and "v.T -= 1" in line for line in s.lines)
        yield "p<DOWN> <ESCAPE>gselect<RETURN>"
        yield
        assert why not in s.text
        yield ","
        yield
        yield "."
        yield
        assert (s.procedure, "T%<20" in s.text) == ("PROCSELECT", False)

    Studied("dominoes", player, mode="running", until="T%<20")


def test_a_variable_is_chosen_in_the_table():
    def player(s, m):
        yield "p" + "<DOWN>" * 7 + "<RETURN>"
        yield "v"
        yield
        chosen = s.live.dialog.selected.basic
        yield "<DOWN> "
        yield
        assert s.live.dialog.selected.basic != chosen
        assert f"●{s.live.dialog.selected.key}" in s.text
        yield " <UP><RETURN>"
        yield
        assert "changed from" in s.text
        assert not s.live.stepper.stops.watched
        yield "v"
        at = next(at for at, one in enumerate(s.live.dialog.items) if one.title == "K$")
        yield "<DOWN>" * at + "<RETURN>"
        yield
        assert (s.state, s.lines[1].strip()) == (
            "WAITS FOR A KEY",
            "Runs until K$ changes. Before that the program waits for a key.",
        )

    Studied("dominoes", player)


def test_n_runs_to_the_next_turn_where_the_notes_name_one(tmp_path):
    def player(s, m):
        yield "n"
        yield
        assert (s.state, s.procedure) == ("STOPPED", "PROCSELECT")
        assert "N  next turn" in s.text

    Studied("dominoes", player)
    file = tmp_path / "plain.py"
    file.write_text("def main(m):\n    m.get()\n")

    def without(s, m):
        yield "n"
        yield
        assert "The notes of this program name no moments" in s.text
        assert "N  next" not in s.text

    Studied(str(file), without)


def test_h_shows_all_keys_until_another_is_pressed():
    def player(s, m):
        yield "h"
        yield
        assert "step out: run to the end of the procedure" in s.text
        assert " 15.1                 sentence 15.1 of the published description" in s.text
        assert " ■ ◧ □                how much of a line of BASIC the description settles:" in s.text
        assert "─ BASIC ─" not in s.text
        yield "s"
        yield
        assert s.here == "m.mode(7)"

    Studied("dominoes", player)


def test_what_is_typed_for_study_can_be_given_up():
    def player(s, m):
        yield "gT%<LT>1<ESCAPE>s"
        yield
        assert s.here == "m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)"

    Studied("dominoes", player)


def test_a_condition_is_written_as_it_was_typed():
    assert str(Condition(" t%<5 ", reading("dominoes"))) == "t%<5"
