"""The listings of Mahjong and morgan2 run beside their ports; notes name every unit of an original."""

import importlib
import re
from pathlib import Path

import pytest

from bench.programs import both_sides
from retro.basic.language.interpreter import Basic
from retro.frontends.headless import headless, typist
from retro.input.events import parse_keys
from retro.library import loader
from retro.listing.study_notes import read_notes
from retro.machine.frontend import PowerOff
from tests.support.live_study import Studied
from tests.support.studies import study

PROGRAMS = Path(__file__).parents[2] / "programs"
LISTED = ("mahjong", "morgan2")
PORTED = ("mahjong", "morgan2", "snake")
# The sentences of each part of a description, in the order of their labels.
SENTENCES = {
    "mahjong": {**dict(zip("1234567", (13, 4, 3, 5, 3, 5, 6))), "T": 33},
    "morgan2": {**dict(zip("12345678", (5, 4, 3, 3, 5, 5, 2, 5))), "P": 17},
    "african_seeds": {"A": 11, "B": 20, "T": 27, "V": 15, "G": 3},
}
# The article's subroutines and pointers, the source's functions and macros, the stages.
UNITS = {
    "mahjong": "1-5 6-8 9 10-11 12 20-79 80-96 100-110 130-179 180-192 200-220 230-260 270-289 290-291 400-430 500-568 "
    "577-597 600-630 700-730 880 900-1090 2000-2056 2100-2160 3000-3020 3100-3210 4000 5500-5520 7000-7160",
    "morgan2": "`main` `P` `Q` `a` `d` `R` `S` `L` `K`",
    "snake": "1 2 3 4 5",
}
FUNCTIONS = re.compile(r"`([\w.]+)`")
PAGE, HIMEM = 0xE00, 0x3000  # of an Electron with a tape in MODE 1


def lines(name):
    """The lines of a listing by number."""
    return {line.number: line.text for line in study(name).listing}


def units(name):
    """The rows of the table of the original's units: the unit, and its functions."""
    text = (PROGRAMS / name / f"{name}.md").read_text(encoding="utf-8")
    table = next(block for block in read_notes(text).section("The original's units").blocks if block.kind == "table")
    return [(row[0], FUNCTIONS.findall(row[1])) for row in table.items]


@pytest.mark.parametrize("name", PORTED)
def test_every_unit_of_an_original_has_its_functions_and_every_function_its_unit(name):
    """But for variables, what is named there is all that the file defines."""
    found = units(name)
    named = [function for _, functions in found for function in functions]
    own = [function for function in named if function.partition(".")[0] not in ("edition", "board")]
    defined = {one.name for one in study(name) if one.module == name}
    module = importlib.import_module(f"retro.programs.{name}.{name}")
    variables = {type(module.__dict__.get(word)).__name__ == "type" and word for word in ("Board", "State")} - {False}
    assert defined - set(own) == set()
    assert {function for function in own if not hasattr(module, function)} == set()
    assert all(function in named for function in variables)
    edition = importlib.import_module(f"retro.programs.{name}.edition")
    assert all(hasattr(edition, function.partition(".")[2]) for function in named if function.startswith("edition."))
    text = " ".join(unit for unit, _ in found)
    missing = [unit for unit in UNITS[name].split() if not re.search(rf"(?<![\w-]){re.escape(unit)}(?![\w-])", text)]
    assert missing == []


@pytest.mark.parametrize("name", PORTED)
def test_an_original_is_played_with_its_option(name):
    program = loader.load(name)
    module = importlib.import_module(f"retro.programs.{name}.{name}")
    assert program.original is module.main
    m = headless(
        program.run_with(program.values({"original": True})), typist("1\r" if name == "snake" else "D"), seed=4
    )
    assert m.screen.text.strip()


# the listings


@pytest.mark.slow
@pytest.mark.parametrize("name", LISTED)
def test_listing_and_port_agree(name):
    """Parts of a few games; `python -m bench.programs.both_sides NAME` plays more."""
    keys, _ = both_sides.GAMES[name]
    assert [both_sides.play(name, seed, keys(seed, 80)).difference for seed in range(1, 5)] == [""] * 4


def test_the_bench_counts_what_it_compares(capsys):
    assert both_sides.main("mahjong", 1, 2001) == 0
    assert re.match(r"1 games of mahjong: no difference in \d,\d{3} comparisons", capsys.readouterr().out)


@pytest.mark.parametrize("name", [*LISTED, "african_seeds"])
def test_listing_and_port_send_the_same_bytes_at_each_key(name):
    """Whole games, of which one of Mahjong needs all the room that there is; the bench plays more."""
    assert [both_sides.compared_by_key(name, seed)[1] for seed in (2001, 2163)] == ["", ""]


@pytest.mark.parametrize(
    ("name", "constant", "value", "keys"),
    [("mahjong", "MOVES", {"D": (-1, 0)}, "D"), ("morgan2", "DOWN_KEY", 0, "<DOWN>D")],
)
def test_what_differs_is_named(name, constant, value, keys, monkeypatch):
    assert both_sides.play(name, 1, keys).difference == ""
    monkeypatch.setattr(importlib.import_module(f"retro.programs.{name}.{name}"), constant, value)
    assert re.search("BASIC (has|sends)|Python goes on", both_sides.play(name, 1, keys).difference)


@pytest.mark.parametrize("name", SENTENCES)
def test_every_sentence_is_tied_and_every_line_has_a_status(name):
    description = study(name).description
    sentences = [entry for entry in description.entries if entry.is_sentence]
    expected = {f"{part}.{number}" for part, count in SENTENCES[name].items() for number in range(1, count + 1)}
    assert sorted(entry.label for entry in sentences) == sorted(expected)
    assert all(bool(entry.lines or entry.names) != bool(entry.note) for entry in sentences)
    without = {line for line in lines(name) if not description.status(line)}
    assert without == {
        line for line, text in lines(name).items() if re.match(r"\s*(DEF|REM|(NEXT|RETURN|REPEAT)$)", text)
    }


@pytest.mark.parametrize("name", LISTED)
def test_a_listing_can_be_typed_and_fits_an_electron_in_mode_1(name):
    started = []

    def program(m):
        basic = Basic(m)
        basic.load_text((PROGRAMS / name / f"{name}.bas").read_text(encoding="ascii"))
        started.append(basic)
        assert basic.run() is None

    headless(program, typist(both_sides.GAMES[name][0](2)), seed=2)
    basic = started[0]
    assert (basic.program.page, basic.memory.himem) == (PAGE, HIMEM)
    assert basic.memory.heap < HIMEM - 256 - 3 * 51  # BASIC's stack, and three calls of a function
    assert max(len(f"{number}{text}") for number, text in lines(name).items()) <= 238
    assert "a reconstruction" in " ".join(text for text in lines(name).values() if "REM" in text)


@pytest.mark.slow
@pytest.mark.parametrize("name", LISTED)
def test_study_runs_the_listing_beside_the_port(name):
    """Line by line, to a refusal, undo, help and the end of a game."""
    played = {"mahjong": "SSS AAAAAWWW UU WHYNRNRYNDDSRYY", "morgan2": both_sides.morgan2_keys(3, 80)}
    seen = []

    def player(s, m):
        for key in parse_keys(played[name]):
            yield
            seen.append(s.live.lockstep.difference)
            yield key
        raise PowerOff

    Studied(name, player, mode="running", with_basic=True, options={"original": True})
    assert len(seen) > 25
    assert set(seen) == {""}
