"""Parts of study by themselves: the stepper, the marks of stops, the echo of waits, the procedure to change."""

from math import inf

import pytest

from retro.frontends.headless import headless, typist
from retro.library import loader
from retro.listing.builder import build_study
from retro.listing.edition_file import is_replaceable
from retro.listing.procedure import NO_LINE
from retro.machine.frontend import PowerOff
from retro.study.echo import Echo
from retro.study.editing import to_edit
from retro.study.procedure_index import ProcedureIndex
from retro.study.stepper import Stepper
from retro.study.stops import Stops
from retro.study.view_model import StopMarks
from tests.support.live_study import Studied

LINES = '''"""Lines."""


def main(m):
    m.print(
        "A",
        end="",
    )
    m.print("B")
'''


def test_a_statement_of_several_lines_is_passed_once(tmp_path):
    path = tmp_path / "lines.py"
    path.write_text(LINES)
    study, passed = build_study(str(path)), []
    stepper = Stepper(ProcedureIndex(study), Stops(study))
    stepper.passing = lambda activation: passed.append(activation.frame.f_lineno)
    program = loader.load(str(path))

    def main(m):
        stepper.attach()
        try:
            program.run_with({})(m)
        finally:
            stepper.detach()

    headless(main)
    assert passed == [5, 9]


def test_the_line_that_made_the_program_stop_is_one_of_its_own_procedure():
    study = build_study("dominoes")
    here, other = study.procedures["PROCSPOTS"], __file__
    causes = (here.path, 7), (other, 7), ("", 0)
    assert [StopMarks(cause=cause).line_of_cause(here) for cause in causes] == [7, NO_LINE, NO_LINE]


@pytest.mark.parametrize("timeout", [None, inf])
def test_a_wait_without_end_that_the_first_machine_has_not(timeout):
    echo = Echo(headless(lambda m: None, typist("")))
    before = echo.now()
    assert echo.wait(0.5, None) == []
    assert (echo.now() - before, echo.starved) == (0.5, False)
    with pytest.raises(PowerOff):
        echo.wait(timeout, None)
    assert echo.starved


def test_the_procedure_to_change_is_the_one_that_is_shown_or_else_one_that_is_changed():
    study = build_study("dominoes_plus")
    replaced = next(filter(study.replaced_by, study))
    fixed = next(one for one in study if not is_replaceable(study, one))
    free = [one for one in study if is_replaceable(study, one)]
    assert [to_edit(study, one) for one in (free[-1], fixed, None)] == [free[-1], replaced, replaced]


def test_l_says_of_which_language_each_step_is_a_line():
    def player(s, m):
        yield
        yield "l"
        yield
        assert "Each step is a line of BASIC now." in " ".join(s.lines)
        yield "l"
        yield
        assert "Each step is a line of Python now." in " ".join(s.lines)
        raise PowerOff

    Studied("dominoes", player, with_basic=True)


@pytest.mark.parametrize("keys", [("ng",), ("n", "g"), ("n", 0.2, "g")])
def test_a_key_typed_while_the_program_runs_to_a_goal_is_studys_if_it_stops_first(keys):
    """Also if the program lets time pass meanwhile, at waits that want no key."""

    def player(s, m):
        yield 1.0
        yield from keys
        yield 3.0
        assert (s.state, s.live.dialog.question[:6]) == ("STOPPED", "Run to")
        raise PowerOff

    Studied("dominoes", player)


def test_a_key_typed_while_the_program_runs_to_a_goal_is_its_own_if_it_waits_for_a_key_first():
    def player(s, m):
        yield 1.0
        yield "gPROCMOVE<RETURN>"
        yield "2"
        yield 9.0
        assert (s.state, s.procedure) == ("STOPPED", "PROCMOVE")
        raise PowerOff

    Studied("dominoes", player)


@pytest.mark.parametrize(("name", "first"), [
    ("dominoes", "main"),
    ("african_seeds", "main"),
    ("snake", "deal"),
    ("mahjong", "start_values"),
    ("morgan2", "deal"),
])  # fmt: skip
def test_the_first_stop_in_an_edition_with_options_is_in_the_original(name, first):
    def player(s, m):
        yield
        if name == "mahjong":
            assert s.lines[1].startswith(" Runs until the original begins. Before that the program waits for a key: N")
            yield "n"
            yield 3.0
        assert (s.state, s.live.procedure.key, s.live.procedure.module) == ("STOPPED", first, name)
        raise PowerOff

    Studied(name, player, options=loader.load(name).values())


def test_the_first_stop_in_a_program_with_a_base_is_where_the_original_begins():
    """What runs before it is not shown, and Z stays there."""

    def player(s, m):
        for key in "oz,":
            yield
            assert [line[:18] for line in s.marked] == ["10 REM DOMINOES by", "21     m.mode(7)  "]
            assert (s.stack, s.live.shown.turn[0][0]) == ([("dominoes.main", "10")], "dominoes.main")
            yield key
            yield
            yield "z"
        raise PowerOff

    Studied("dominoes_plus", player, options={"go": True})


@pytest.mark.parametrize(("name", "first"), [
    ("dominoes", "10 REM"),
    ("dominoes_plus", "10 REM"),
    ("african_seeds", "10 REM"),
    ("mahjong", "900 REM"),
    ("morgan2", "10 REM"),
    ("snake", "31 "),
])  # fmt: skip
def test_study_begins_at_the_first_line_of_the_listing(name, first):
    def player(s, m):
        yield
        assert (s.state, s.marked[0][: len(first)], m.now) == ("STOPPED", first, 0)
        raise PowerOff

    Studied(name, player, with_basic=True, options=loader.load(name).as_studied())
