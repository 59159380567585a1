"""african_seeds.bas: it is the article's program line by line, it agrees with the port, and an Electron can hold it."""

import re
from pathlib import Path

import pytest
from retro.programs.african_seeds import african_seeds

from bench.programs.both_sides import african_seeds_keys, main, play
from retro.basic.language.interpreter import Basic
from retro.frontends.headless import headless, typist
from tests.support.seeds_players import IDS, SIDES, VECTORS
from tests.support.studies import study

LISTING = Path(african_seeds.__file__).with_suffix(".bas").read_text(encoding="ascii")
SUBROUTINES = {100, 200, 300, 400, 500, 600, 700, 2000, 2100, 2160, 3000}
LINES = {int(line[:5]): line[6:].strip() for line in LISTING.splitlines()}
# The article's table: the lines of each part, and the subroutines that it calls.
PARTS = {
    (1000, 1199): {2000, 2100, 2160, 2400, 3000},
    (1200, 1299): {700},
    (1300, 1499): {100, 200, 300, 700},
    (1500, 1599): {100, 200, 300, 400},
}
# Subroutines of ours: messages, keys, pauses, lights, one cup; the two halves of the analysis.
OWN = {420, 470, 472, 480, 482, 487, 490, 326, 330, 370, 1340, 1360}
# The story, the game, the table, the variables, data and graphics.
PAGE, HIMEM = 0xE00, 0x3000  # of an Electron with a tape in MODE 1


def run(listing, player, seed=1):
    """Run a listing with a player; return the machine and BASIC."""
    started = []

    def program(m):
        basic = Basic(m)
        basic.load_text(listing)
        started.append(basic)
        error = basic.run()
        assert error is None or error.message == "Escape"

    return headless(program, player, seed=seed), started[0]


def variables(basic, *names):
    return [basic.variables[f"{name}_"] for name in names]


# lockstep


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1, 6))
def test_listing_and_port_agree(first, capsys):
    """A game of each level, and more; `python -m bench.programs.both_sides african_seeds` plays many."""
    assert main("african_seeds", 1, first) == 0
    assert "no difference" in capsys.readouterr().out


def test_what_differs_is_named(monkeypatch):
    toss = african_seeds.toss

    def other_side(m, v):
        toss(m, v)
        v.zx = 1 - v.zx

    monkeypatch.setattr(african_seeds, "toss", other_side)
    assert "BASIC has zx=" in play("african_seeds", 1).difference


def test_every_subroutine_of_the_article_is_in_both():
    assert set(LINES) > SUBROUTINES
    assert {one.number for one in study("african_seeds")} > SUBROUTINES


@pytest.mark.parametrize("vector", VECTORS, ids=IDS)
def test_measured_moves(vector):
    """Lines 100 and 200 on the board: all but the lights."""
    cups = ",".join(map(str, vector["board"]))
    you, computer = vector["score"]
    start = f"FOR n=1 TO 12:READ b(n):NEXT:s(1)={computer}:s(2)={you}:sc=1:c=0:zx={SIDES[vector['side']]}"
    listing = re.sub(
        r"(?m)^   60 GOTO 1000$",
        f"   55 DATA {cups}\n   60 GOSUB 2100:GOSUB 2160:GOSUB 3000:{start}\n"
        f"   70 cup={'ABCDEFGHIJKL'.index(vector['cup']) + 1}:GOSUB 100:GOSUB 200:END",
        LISTING,
    )
    listing = re.sub(r"(?m)^  494 .*$", "  494 REM no pause", listing)
    _, basic = run(listing, lambda m: iter(()))
    assert basic.variables["b_r_x"][1:] == vector["after"]
    assert basic.variables["s_r_x"][:0:-1] == vector["score_after"]
    last, lifts, win = variables(basic, "last", "lifts", "win")
    assert ("ABCDEFGHIJKL"[int(last) - 1], lifts, win) == (vector["end"], vector["lifts"], vector["captured"])


# the article's structure


def called(first, last):
    """The lines of the subroutines that lines call."""
    text = "\n".join(line for number, line in LINES.items() if first <= number <= last)
    return {int(number) for number in re.findall(r"GOSUB (\d+)", text)}


@pytest.mark.parametrize(("ends", "subroutines"), PARTS.items())
def test_each_part_calls_what_the_article_says(ends, subroutines):
    assert called(*ends) - OWN == subroutines


def test_the_lines_of_the_article_are_there():
    assert {100, 200, 300, 400, 500, 600, 700, 1000, 1070, 1150, 1200, 1300, 1500, *range(2300, 2331)} <= set(LINES)
    assert LINES[60] == "GOTO 1000"  # SAVE "AS" LINE 1000
    assert LINES[1580] == "GOTO 1200"
    assert LINES[1670] == "END"


@pytest.mark.parametrize("seeds", range(1, 31))
def test_line_2300_and_n_shows_n_seeds(seeds):
    numbers = [int(number) for number in re.findall(r"\d+", LINES[2300 + seeds])]
    if seeds < 25:
        assert sum(number - 223 for number in numbers if number > 223) == seeds
    else:
        assert numbers == ([seeds] if seeds < 30 else [])


def test_the_authors_hint_searches_deeper():
    """GO TO 1300 instead of what follows INPUT in line 1150, and +50 instead of +20 in line 1070."""
    listing = LISTING.replace(":IF l>1 d=7-2*l", ":GOTO 1300").replace("d=+20", "d=+50")
    seen = []

    def player(m):
        yield "S2"
        yield None
        seen.append(m.screen.text)
        yield "<ESCAPE>"

    _, basic = run(listing, player)
    assert "I LIFT CUP" in seen[0]
    assert "WHICH CUP (A-F)?" in seen[0]
    assert variables(basic, "d", "l") == [50, 2]


def test_no_line_is_documented_that_the_article_leaves_open():
    description = study("african_seeds").description
    assert {description.status(line) for line in (125, 130, 155, 165, 168, 1070, 1150, 1320)} == {"inferred", "chosen"}


# the Electron


def test_the_program_fits_an_electron_in_mode_1():
    """Also while it looks for the end of an endless move, as in the games of this seed."""
    _, basic = run(LISTING, typist(african_seeds_keys(62)), seed=62)
    assert "w_" in basic.variables  # of the search
    assert (basic.program.page, basic.memory.himem) == (PAGE, HIMEM)
    assert basic.memory.heap < HIMEM - 256


def test_every_line_can_be_typed():
    assert max(map(len, LISTING.splitlines())) <= 238
    assert [int(line[:5]) for line in LISTING.splitlines()] == sorted(LINES)
    assert "a reconstruction from the article about it, not the original listing" in LINES[10]
