"""What has made a value or a pixel what it is, where a procedure ran first, and where a text stands."""

import random
import re
import sys

import pytest

from retro.frontends.headless import headless, typist
from retro.input.events import Mouse
from retro.machine.frontend import PowerOff
from retro.programs import dominoes
from retro.study.ask import search
from tests.support.live_study import Studied
from tests.support.studies import study

KEYS, SEED = "2k", 3
PIXELS = [(chance.randrange(32, 700), chance.randrange(610, 800)) for chance in [random.Random(5)] for _ in range(16)]
PLACES = [*PIXELS, (64 + 576 - 20, 32 + 31 - 8), (660, 780), (100, 730)]  # and on a domino, the title, a hand


def traced_changes():
    """For each place the line of dominoes.py whose statement changed its pixel last, in a run of its own; or None."""
    found, last, before = {}, {}, [0]

    def trace(frame, event, _):
        if frame.f_code.co_filename != dominoes.__file__:
            return None
        if event == "line":
            now = {place: machine[0].screen.graphics_plane.colour_at(*place) for place in PLACES}
            found.update({place: before[0] for place in PLACES if place in last and now[place] != last[place]})
            last.update(now)
            before[0] = frame.f_lineno
        return trace

    machine = []

    def program(m):
        machine.append(m)
        sys.settrace(trace)
        try:
            dominoes.main(m)
        finally:
            sys.settrace(None)

    headless(program, typist(KEYS), seed=SEED)
    return found


def said(s):
    return " ".join(" ".join(s.lines[1:4]).split())


@pytest.mark.slow
def test_a_pixel_names_the_statement_of_an_independent_trace():
    answers = {}

    def player(s, m):
        for key in KEYS:
            yield
            yield key
        yield "<f5>"
        yield
        for x, y in PLACES:
            yield [Mouse(x, y, 4), Mouse(x, y, 0)]
            yield
            answers[x, y] = said(s)
        raise PowerOff

    Studied("dominoes", player, mode="running")
    lines = {number: one for one in study("dominoes") for number in (line.number for line in one.python)}
    expected = traced_changes()
    assert len(expected) >= 4
    for place, line in expected.items():
        named = lines[line].basic_at(line)[0]
        assert f"in line {named} of {lines[line].name}: " in answers[place], place
    nothing = [place for place in PLACES if place not in expected]
    assert len(nothing) >= 4
    cleared = "Nothing has drawn here since it was cleared in line 1020 of PROCTITLE: CLS"
    assert all(re.match(f"{cleared}|This was drawn in line", answers[place]) for place in nothing)


CLEARED = "Nothing has drawn here since it was cleared in line"


@pytest.mark.parametrize(("program", "answers"), [
    (
        "10 MODE 1\n20 VDU 24,640;512;1279;1023;\n30 CLG\n40 VDU 28,0,31,9,20\n50 CLS\n60 A$=GET$",
        {
            (1000, 800): f"{CLEARED} 30 of main: CLG",
            (100, 100): f"{CLEARED} 50 of main: CLS",
            (100, 900): f"{CLEARED} 10 of main: MODE 1",
        },
    ),
    (
        "10 MODE 6\n20 PRINT CHR$12;\"DRAWN\"\n30 VDU 26\n40 A$=GET$",
        {
            (70, 780): 'This was drawn in line 20 of main: PRINT CHR$12;"DRAWN"',
            (900, 300): f'{CLEARED} 20 of main: PRINT CHR$12;"DRAWN"',
        },
    ),
    ("10 VDU 5\n20 PRINT\n30 VDU 12,4\n40 A$=GET$", {(900, 300): f"{CLEARED} 30 of main: VDU 12,4"}),
    ("10 A$=GET$", {(900, 300): "Nothing has drawn here since the machine was switched on."}),
])  # fmt: skip
def test_a_pixel_that_nothing_has_drawn_names_what_cleared_the_screen(tmp_path, program, answers):
    file = tmp_path / "cleared.bas"
    file.write_text(f"{program}\n")

    def player(s, m):
        yield "<f5>"
        yield
        yield "<f5>"
        for place, answer in answers.items():
            yield 1.0
            yield [Mouse(*place, 1), Mouse(*place, 0)]
            yield 1.0
            assert said(s).startswith(answer), place
        raise PowerOff

    Studied(str(file), player, options={})


def test_a_value_names_who_has_set_it_and_return_goes_there():
    def player(s, m):
        yield "v"
        yield
        titles = [one.title for one in s.live.dialog.items]
        yield "<DOWN>" * titles.index("RV%") + "q"
        yield
        assert said(s).startswith("RV% was set to 3 (it was 0) in line 13050 of PROCDRAW_FIRST: RV%=R(P%,D%).")
        assert s.procedure == "PROCSELECT"
        yield "<RETURN>"
        yield
        assert (s.procedure, s.here) == ("PROCDRAW_FIRST", "v.RV = v.R[v.P][v.D_i]")
        yield "."
        yield
        assert s.procedure == "PROCSELECT"
        raise PowerOff

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"], script="2", with_basic=True)


def test_a_procedure_that_ran_can_be_gone_to_from_the_list():
    def player(s, m):
        yield "p" + "<UP>" * 30 + "<DOWN>" * 2 + "f"
        yield
        assert s.procedure == "PROCDEFINE_UDGS"
        yield "p" + "<UP>" * 30 + "<DOWN>" * 23 + "f"
        yield
        assert re.match(r"PROC\w+ has not run yet\.", said(s))
        raise PowerOff

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"], script="2")


def test_return_in_the_list_of_procedures_offers_the_first_run_beside_the_next_call():
    def player(s, m):
        yield "p" + "<UP>" * 30 + "<DOWN>" * 6 + "<RETURN>"
        yield
        assert said(s) == "PROCISSUE ran first at turn 0. RETURN: go there; SPACE: wait for its next call."
        yield "<RETURN>"
        yield
        assert s.procedure == "PROCISSUE"
        raise PowerOff

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"], script="2")


def test_a_text_is_found_in_description_names_listing_and_notes():
    found = search(study("dominoes"), "gap")
    assert {one.where.split()[0] for one in found} >= {"description", "PROCMOVE", "notes"}
    assert search(study("dominoes"), "a word that is nowhere") == []
    assert search(study("african_seeds"), "over")[0].where == "over"  # and not MoveReview
    names = [one.where for one in search(study("mahjong"), "play")]
    assert names.index("play") < names.index("edition.play")  # the original's first
    (notes,) = (one.text for one in search(study("dominoes"), "If you cannot play"))
    assert "press K to knock" in notes

    def player(s, m):
        yield "/xyzzy<RETURN>"
        yield
        assert "Nothing found: description, listings and notes say nothing about xyzzy." in said(s)
        yield "/memory<RETURN>"
        yield
        assert said(s).startswith(
            "The description says nothing about memory. The BASIC program is written for BASIC II"
        )
        assert "── Found" in s.text
        yield "<ESCAPE>/heaviest<RETURN>"
        yield
        assert said(s) == "If the heaviest dominoes of both hands are equal, chance decides who begins."
        raise PowerOff

    Studied("dominoes", player)


@pytest.mark.parametrize(("name", "goal", "letter", "said_first"), [
    ("mahjong", "play", "e", "e% is changed by "),
    ("morgan2", "press", "N", "N% is changed by turn_up"),
    ("dominoes", "PROCSELECT", "L", "L"),
    ("african_seeds", "end_and_capture", "o", "op is changed by "),
])  # fmt: skip
def test_the_variables_of_every_original_are_shown_and_asked_for(name, goal, letter, said_first):
    def player(s, m):
        yield
        yield f"g{goal}<RETURN>"
        for key in ("<RETURN>", "s", "d", "2"):
            yield 4.0
            if s.state == "STOPPED":
                break
            yield key
        yield 4.0
        yield f"v{letter}"
        yield
        assert said(s).startswith(said_first)
        yield "?"
        yield
        assert re.match(r"\S+ was set to .+ in line \d+ of \w+: ", said(s))
        raise PowerOff

    Studied(name, player)


def test_a_program_without_variables_of_its_own_says_so():
    def player(s, m):
        yield "v"
        yield
        assert said(s).startswith(
            "No variable of the whole program has a value here: the table has those of the procedure"
        )
        raise PowerOff

    Studied("snake", player)


def test_what_a_statement_draws_after_a_call_in_it_is_its_own():
    def player(s, m):
        yield "<f5>"
        yield
        yield [Mouse(200, 700, 1), Mouse(200, 700, 0)]
        yield
        drawn = "(This was drawn|Nothing has drawn here since it was cleared)"
        assert re.match(rf"{drawn} in line \d+ of \w+: .*front.ask\(m, unfinished\(v\)\)", said(s))
        raise PowerOff

    Studied("dominoes_plus", player)


def test_the_calls_of_a_turn_are_told_by_what_they_are_for():
    def player(s, m):
        yield
        yield "t"
        yield
        assert said(s) == "Play games until the human has had enough."
        raise PowerOff

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"], script="2")


def test_a_procedures_last_run_and_how_often_a_line_ran():
    """PROCSELECT's loop at its turns, asked for in the list of lines and where a search has found the line."""

    def player(s, m):
        yield
        yield "gPROCKNOCK<RETURN>"
        yield
        yield "gPROCSELECT<RETURN>"
        yield
        assert "PROCSELECT ran first at turn 1. RETURN: go there; L: to its last run, at turn" in said(s)
        yield "l"
        yield
        last = s.live.stepper.position
        assert s.live.procedure.key == "PROCSELECT"
        assert last == s.live.timeline.whole(last).calls_of("PROCSELECT")[-1]
        yield "pl"
        yield
        assert s.live.stepper.position == last
        yield "u/D%+1<RETURN>?"
        yield
        found = re.match(
            r"Line 15040 of PROCSELECT has run (\d+) times: (\d+) in this turn, (\d+) in the one before", said(s)
        )
        assert found
        assert int(found[1]) >= int(found[2]) > 0
        yield "<RETURN>"
        yield
        assert "D%=D%+1" in s.marked[0]
        yield "b?"
        yield
        assert f"Line 15040 of PROCSELECT has run {int(found[1]) - 1} times: {int(found[2]) - 1} in this turn" in said(
            s
        )
        raise PowerOff

    Studied("dominoes", player, mode="running", breakpoints=["PROCKNOCK"], script="23456K")
