"""A BASIC program in study: what it consists of, and how it is stepped, listed and shown as a page."""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest

from retro.__main__ import main
from retro.basic.errors import BasicError, Escape, ProgramError
from retro.basic.media.dfs import write_dfs
from retro.basic.media.files import File
from retro.basic.tokeniser import tokenise
from retro.frontends.headless import UnfinishedPlayer, headless
from retro.library.errors import LibraryError
from retro.library.loader import load
from retro.listing.builder import build_study
from retro.machine.runner import ProgramFailed, run_to_end
from retro.study import screenshots
from retro.study.screenshots import take_screenshots
from tests.support.live_study import HEADER, Studied

ROOT = Path(__file__).parents[2]

PROGRAM = """\
   10 REM Sums
   15 total=0
   20 DIM A%(3),N$(1,2)
   30 FOR I%=1 TO 3:PROCadd(I%):NEXT
   40 GOSUB 1000:PRINT FNdouble(4)
   50 IF I%=9 THEN PROCadd(9) ELSE PROCask
   60 ON I%-3 GOSUB 1000,2000
   70 END
   80 DATA 7
   90 REM Adds a number
  100 DEF PROCadd(N%)
  110 LOCAL J
  120 J=N%*2:A%(N%)=J
  130 total=total+J
  140 ENDPROC
  150 DEF FNdouble(X)=X*2
  200 DEF PROCask:REM Asks for a name
  210 INPUT "Name",name$:READ seven
  220 ENDPROC
  300 REM behind all procedures
 1000 REM the subroutine
 1010 PRINT total
 1020 RETURN
"""


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "sums.bas"
    file.write_text(PROGRAM)
    return str(file)


@pytest.fixture
def disc(tmp_path):
    file = tmp_path / "two.ssd"
    other = b"\r\x00\x0a\x07\xf1\xb8P\r\xff"
    file.write_bytes(write_dfs("", [File("SUMS", 0, 0, tokenise(PROGRAM)), File("TIMES", 0, 0, other)]))
    return str(file)


# what it consists of


def test_procedures_functions_and_subroutines_with_their_lines(path):
    study = build_study(path)
    assert study.title == "Sums"
    assert {one.key: [line.number for line in one.basic] for one in study} == {
        "main": [10, 15, 20, 30, 40, 50, 60, 70, 80, 300],
        "PROCadd": [90, 100, 110, 120, 130, 140],
        "FNdouble": [150],
        "PROCask": [200, 210, 220],
        "GOSUB1000": [1000, 1010, 1020],
    }
    assert [one.number for one in study] == [10, 100, 150, 200, 1000]


def test_who_calls_whom(path):
    study = build_study(path)
    assert study.procedures["main"].calls == ("PROCadd", "GOSUB1000", "FNdouble", "PROCask")
    assert [study.procedures[name].callers for name in ("PROCask", "main")] == [("main",), ()]


def test_the_variables_that_each_reads_and_changes_and_those_of_its_own(path):
    study = build_study(path)
    add = study.procedures["PROCadd"]
    named = {
        part: [study.variables[name].basic for name in getattr(add, part)] for part in ("reads", "changes", "locals")
    }
    assert named == {"reads": ["total"], "changes": ["total", "A%()"], "locals": ["N%", "J"]}
    ask = study.procedures["PROCask"]
    assert [study.variables[name].basic for name in ask.changes] == ["name$", "seven"]
    assert study.variables["N_s_xx"].basic == "N$(,)"


def test_a_remark_says_what_a_procedure_does(path):
    purposes = {one.key: one.purpose for one in build_study(path)}
    assert purposes == {
        "main": "Sums",
        "PROCadd": "Adds a number",
        "FNdouble": "",
        "PROCask": "Asks for a name",
        "GOSUB1000": "the subroutine",
    }


def test_a_program_of_an_image_is_named_if_there_are_several(disc):
    assert list(build_study(disc, "sums").procedures)[1] == "PROCadd"
    with pytest.raises(LibraryError, match=r"several programs: expected --chain and one of \$.TIMES, \$.SUMS"):
        build_study(disc)
    with pytest.raises(LibraryError, match=r"no program NONE, expected one of \$.TIMES, \$.SUMS"):
        build_study(disc, "NONE")


def test_chain_goes_with_images_only():
    with pytest.raises(LibraryError, match="--chain X goes with a disc or tape image, and dominoes is none"):
        build_study("dominoes", "X")


def test_an_empty_program_is_refused_with_a_sentence(tmp_path):
    path = tmp_path / "empty.bas"
    path.write_bytes(b"\r\xff")
    with pytest.raises(LibraryError, match=r"empty\.bas has no line of BASIC"):
        build_study(str(path))


# step by step


def stepped(path, keys, **choices):
    """What the study screen shows at each stop, for a key each; the last key is followed by ESCAPE."""
    seen = []

    def player(s, m):
        for key in [*keys, "<ESCAPE><ESCAPE>"]:
            yield
            seen.append((s.procedure, [line.split("  ")[0] for line in s.marked], s.stack))
            yield key

    with pytest.raises(Escape, match="Escape at line"):
        Studied(path, player, **choices)
    return seen


def lines_of(stops):
    return [int(marked[0]) for _, marked, _ in stops]


def test_it_is_stepped_line_by_line_into_and_out_of_procedures(path):
    stops = stepped(path, "sssssssssu")
    assert lines_of(stops) == [10, 15, 20, 30, 100, 110, 120, 130, 140, 100, 40]
    assert [len(marked) for _, marked, _ in stops] == [1] * len(stops)
    assert stops[4] == ("PROCadd", ["100"], [("PROCadd", "100"), ("main", "30")])


def test_a_loop_goes_on_at_the_first_line_of_its_body(tmp_path):
    path = tmp_path / "loops.bas"
    path.write_text("10 FOR I%=1 TO 2\n20 A=I%\n30 NEXT\n40 REPEAT\n50 A=A+1\n60 UNTIL A>3\n70 GOTO 70\n")
    assert lines_of(stepped(str(path), "s" * 13)) == [10, 20, 30, 20, 30, 40, 50, 60, 50, 60, 70, 70, 70, 70]


def test_a_line_is_one_step_even_if_it_sets_a_new_variable_or_has_a_loop(tmp_path):
    path = tmp_path / "lines.bas"
    path.write_text("10 READ A,B$\n20 FOR I=1 TO 9:C=I:NEXT\n30 DATA 1,2\n40 REPEAT UNTIL FALSE\n")
    assert lines_of(stepped(str(path), "ss")) == [10, 20, 40]


def test_values_are_shown_and_marked_where_they_have_changed(path):
    def player(s, m):
        yield
        yield "s"
        yield
        yield "r"
        yield
        assert s.value("A%(1-3)") == ("0 0 0", False)
        yield "s"
        yield
        assert s.value("A%(1-3)") == ("2 0 0 was (1) 0", True)
        assert s.value("J") == ("2 was 0", True)
        assert s.value("N%") == ("1", False)
        assert [line[1:3] for line in s.lines if "│" in line].index("N%") < 3
        yield "<ESCAPE><ESCAPE>"

    with pytest.raises(Escape):
        Studied(path, player, breakpoints=["120"])


def test_it_stops_in_a_procedure_and_at_a_line(path):
    def player(s, m):
        yield
        assert (s.procedure, s.marked) == ("FNdouble", ["150  DEF FNdouble(X)=X*2"])
        yield "r"
        yield
        assert s.marked == ['210  INPUT "Name",name$:READ seven']
        yield "r"
        yield
        assert s.state == "WAITS FOR A KEY"
        yield "Ann<RETURN>"

    s = Studied(path, player, breakpoints=["FNdouble", "210"], mode="running")
    assert "Name?Ann" in s.m.screen.text


def test_a_gosub_is_a_level_of_the_stack(path):
    [stop] = stepped(path, "", breakpoints=["1010"], mode="running")
    assert stop == ("GOSUB1000", ["1010"], [("GOSUB1000", "1010"), ("main", "40")])


def test_z_returns_to_the_previous_pause(path):
    assert lines_of(stepped(path, ["s", "s", "s", "s", "z", "z", "s"])) == [10, 15, 20, 30, 100, 30, 20, 30]


def test_an_error_is_shown_at_its_line_with_the_values_there(tmp_path):
    path = tmp_path / "fails.bas"
    path.write_text("10 FOR I=1 TO 3:PROCx:NEXT:END\n20 DEF PROCx:LOCAL K\n30 K=10/(3-I):PRINT K\n40 ENDPROC\n")

    def player(s, m):
        yield
        assert s.state == "FAILED"
        assert "Division by zero at line 30, in the line that is marked." in s.text
        assert s.marked == ["30  K=10/(3-I):PRINT K"]
        assert s.stack == [("PROCx", "30"), ("main", "10")]
        assert s.value("I")[0] == "3"
        yield "x"

    with pytest.raises(ProgramFailed):
        Studied(str(path), player, mode="running", run_to_end=run_to_end)


def cases():
    """Programs of the corpus that end by themselves."""
    lines = (ROOT / "tests" / "model" / "basic-programs.jsonl").read_text(encoding="utf-8").splitlines()
    every = [case for case in map(json.loads, lines) if case["category"] in ("programs", "proc", "on-error", "gosub")]
    return [case for case in every if not {"keys", "held", "escapeAfter"} & case.keys()][::16]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["name"])
def test_a_program_that_is_stepped_shows_what_it_shows_without_study(case, tmp_path):
    path = tmp_path / "case.bas"
    path.write_text("\n".join(case["program"]), encoding="latin-1")
    screens, stops = [], []

    def player(s, m):
        screens.append(m.screen)
        for key in "sous" * 6:
            yield
            stops.append(s.marked)
            if s.state != "STOPPED":
                return
            yield key
        yield
        while s.state == "STOPPED":
            yield "r"
            yield

    def alone(m):
        screens.append(m.screen)
        m.power_on(HEADER.seed)
        load(str(path)).main(m)

    with suppress(BasicError, ProgramError, UnfinishedPlayer):
        Studied(str(path), player)
    with suppress(BasicError, ProgramError):
        headless(alone)
    pictures = [screen.picture(0) for screen in screens]
    assert pictures[0].pixels == pictures[1].pixels
    assert stops


def test_on_error_goes_on_in_the_main_program(tmp_path):
    path = tmp_path / "handled.bas"
    path.write_text("10 ON ERROR PRINT ERL:GOTO 40\n20 PROCx\n30 DEF PROCx:X=1/0\n40 ON ERROR OFF\n50 GOTO 50\n")
    stops = stepped(str(path), "sssss")
    assert lines_of(stops) == [10, 20, 30, 10, 40, 50]
    assert [len(stack) for _, _, stack in stops] == [1, 1, 2, 1, 1, 1]


def test_a_program_that_another_chains_is_studied_from_then_on(tmp_path):
    path = tmp_path / "first.bas"
    lines = (
        "5 A%=A%+1",
        "10 IF A%=2 PROCx(5):A$=GET$",
        "20 *SAVE AGAIN E00 F00",
        '25 CHAIN "AGAIN"',
        "30 DEF PROCx(N%):ENDPROC",
    )
    path.write_text("\n".join(lines))

    def player(s, m):
        yield
        assert (s.procedure, s.stack) == ("main", [("main", "5")])
        yield "ssss"
        yield
        assert (s.marked, s.stack) == (["5  A%=A%+1"], [("AGAIN.main", "5")])
        assert "AGAIN ──" in s.text
        yield "ss"
        yield
        assert s.stack == [("AGAIN.PROCx", "30"), ("AGAIN.main", "10")]
        yield "zzz"  # back to the first program
        yield
        assert s.stack == [("main", "25")]
        yield "<ESCAPE><ESCAPE>"

    with pytest.raises(Escape):
        Studied(str(path), player)


# the commands


def listing(capsys, *words):
    assert main(["listing", *words]) == 0
    return capsys.readouterr().out


def test_the_listing_of_all_and_of_a_procedure_and_a_variable(path, capsys):
    text = listing(capsys, path)
    assert "  100  PROCadd      Adds a number" in text
    assert "total  changed by main, PROCadd; read by PROCadd, GOSUB1000" in text
    assert "J      local to PROCadd" in text
    assert "Python" not in text
    assert "  130  total=total+J" in listing(capsys, path, "ADD")
    assert "local to    PROCadd" in listing(capsys, path, "n%")


def test_control_codes_of_a_program_never_reach_the_terminal(tmp_path, capsys):
    path = tmp_path / "codes.bas"
    path.write_bytes(tokenise('10 PRINT "A"').replace(b"A", b"\x07"))
    assert '10  PRINT "·"' in listing(capsys, str(path))


def test_its_page_is_well_formed_and_has_one_column(path, tmp_path, capsys):
    page = tmp_path / "page.html"
    assert main(["listing", path, "--html", str(page)]) == 0
    text = page.read_text()
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    assert {"bas-1010", "PROCadd", "GOSUB1000", "var-total_"} <= set(ids)
    assert set(re.findall(r'href="#([^"]*)"', text)) <= set(ids)
    assert "Python" not in text
    assert '<td class="py' not in text
    assert "When PROCadd had just run for the 2nd of 3 times" in text


def test_a_program_that_never_waits_has_a_screenshot(tmp_path, monkeypatch):
    monkeypatch.setattr(screenshots, "MOST_STATEMENTS", 3 * screenshots.POLLED_STATEMENTS)
    path = tmp_path / "loop.bas"
    path.write_text('10 PRINT "X"\n20 REPEAT UNTIL FALSE\n')
    assert take_screenshots(build_study(str(path)))["main"].picture.pixels.count(0) < 64000


def test_study_of_an_image_with_breakpoints(disc, capsys):
    words = ["study", disc, "--chain", "sums", "--front", "headless", "--screen", "-"]
    assert main([*words, "--break", "add"]) == 0
    assert "▶100  DEF PROCadd(N%)" in capsys.readouterr().out
    assert main([*words, "--break", "1010"]) == 0
    assert "▶1010● PRINT total" in capsys.readouterr().out
    assert main([*words, "--break", "1011"]) == 2
    assert "1011: expected a procedure, a line of BASIC that runs in" in capsys.readouterr().err
