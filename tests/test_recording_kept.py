"""Unfinished games: kept by themselves, found again, whatever ended the process."""

import json
import os
import sys
from pathlib import Path

import pytest

from killing import kill_often
from recording_damage import summed
from retro import library
from retro.cli import main
from retro.commands import play
from retro.conduct import conduct
from retro.frontends.headless import Headless
from retro.recording.keeping import folder, kept_game, kept_path, replace
from retro.recording.reader import read

KILLS = 15
NUMBER = str(1 + [entry.name for entry in library.entries()].index("dominoes"))  # in the menu
PROGRAM = (
    "def main(m):\n    while True:\n        m.print(m.get_s(), m.rnd(1000), end=' ')\n        m.csave('LAST', m.vpos)\n"
)
REWIND = [("rewind", "1")]


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def echo(tmp_path):
    path = tmp_path / "echo.py"
    path.write_text(PROGRAM)
    return str(path)


@pytest.fixture
def sit(monkeypatch):
    """Play in a front end that keeps games, with a player; gives the machine."""

    def run(player, *words):
        machines = []

        def front(program, seed, chosen, title):
            headless = Headless(player)
            headless.run(lambda m: conduct(m, program, linger=False), seed)
            machines.append(headless.machine)
            return 0

        monkeypatch.setitem(play.FRONTS, "auto", front)
        assert main(["play", *words]) == 0
        return machines[0]

    return run


def keys(*steps):
    return lambda m: iter([step for key in steps for step in (None, key)] + [None])


def kept_file():
    return next(Path(folder(), "games").glob("echo-*.jsonl"))


def test_a_game_goes_on_where_it_was_left(sit, echo):
    whole = sit(keys("a", "b", "c", "d"), echo, "--seed", "7").screen.text
    left = sit(keys("a", "b"), echo, "--seed", "7").screen.text
    assert sit(keys("c"), echo, "--resume").screen.text.startswith(left.rstrip())
    assert sit(keys("d"), echo, "--resume").screen.text == whole
    assert sit(keys(), echo, "--resume").screen.text == whole


def test_the_last_one_is_kept(sit, echo):
    sit(keys("a"), echo)
    sit(keys("b"), echo)
    assert sit(keys(), echo, "--resume").screen.text.split()[0][0] == "b"


def test_a_game_in_which_no_key_was_pressed_takes_nobodys_place(sit, echo):
    sit(keys("a"), echo)
    sit(keys(), echo)
    sit(keys("<ESCAPE>"), echo)
    assert sit(keys(), echo, "--resume").screen.text.split()[0][0] == "a"


def test_escape_leaves_a_game_that_can_be_gone_on_with(sit, echo):
    sit(keys("a", "<ESCAPE>"), echo)
    assert sit(keys("b"), echo, "--resume").screen.text.split()[1][0] == "b"


def test_a_game_that_has_ended_is_not_kept(sit, tmp_path, capsys):
    program = tmp_path / "short.py"
    program.write_text("def main(m):\n    m.print(m.get_s(), m.get_s())\n")
    sit(keys("a"), str(program))
    assert list(Path(folder(), "games").iterdir())
    sit(keys("b"), str(program), "--resume")
    assert not list(Path(folder(), "games").iterdir())
    assert main(["play", str(program), "--resume"]) == 2
    assert "There is no unfinished game of short.py" in capsys.readouterr().err


def test_a_game_that_has_ended_leaves_the_file_of_another_alone(sit, tmp_path):
    program = tmp_path / "echo.py"
    program.write_text("def main(m):\n    if m.get_s() == 'q':\n        return\n    m.get()\n")

    def player(m):
        yield
        yield "x"
        replace(str(kept_file()), b"another process began this")
        yield
        yield "q"

    sit(player, str(program))
    assert kept_file().read_bytes() == b"another process began this"


def test_a_game_that_failed_can_be_gone_on_with_from_before_the_error(tmp_path, sit):
    program = tmp_path / "bad.py"
    program.write_text(
        "def main(m):\n    while True:\n        key = m.get_s()\n        m.print(key)\n        1 // (key != 'x')\n"
    )
    with pytest.raises(Exception, match="Division by zero"):
        sit(keys("a", "b", "x"), str(program))
    assert sit(keys("c"), str(program), "--resume").screen.text.split() == ["a", "b", "c"]


def test_rewinding_goes_into_the_kept_game(sit, echo):
    sit(keys("a", "b", "c", REWIND * 2, "d"), echo)
    shown = sit(keys(REWIND, "e"), echo, "--resume").screen.text.split()
    assert [word[0] for word in shown] == ["a", "e"]
    assert [word[0] for word in sit(keys(), echo, "--resume").screen.text.split()] == ["a", "e"]


def test_a_kept_game_can_be_recorded_from_its_beginning(sit, echo, tmp_path):
    path = tmp_path / "whole.jsonl"
    sit(keys("a", "b"), echo)
    sit(keys("c"), echo, "--resume", "--record", str(path))
    assert [entry.events for entry in read(path).log.entries] == [(("text", key),) for key in "abc"]


def test_a_resumed_game_is_the_one_it_was_begun_as(sit, tmp_path, capsys):
    program = tmp_path / "options.py"
    program.write_text(
        "def main(m, *, level: int = 2):\n    while True:\n        m.print(m.get_s(), level, m.rnd(999))\n"
    )
    first = sit(keys("a", "b"), str(program), "--level", "5", "--seed", "9", "--speed", "authentic").screen.text
    assert sit(keys(), str(program), "--resume").screen.text == first
    for words in (["--level", "3"], ["--seed", "1"], ["--speed", "normal"]):
        assert main(["play", str(program), "--resume", *words]) == 2
        assert f"so it does not go with {words[0]}" in capsys.readouterr().err
    assert sit(keys(), str(program), "--resume", "--level", "5", "--seed", "9").screen.text == first


def test_a_game_of_another_version_is_not_gone_on_with_and_stays(sit, echo, capsys):
    sit(keys("a"), echo)
    before = kept_file().read_bytes()
    Path(echo).write_text(PROGRAM + "# new\n")
    assert main(["play", echo, "--resume"]) == 2
    assert "found a game of another version of echo.py" in capsys.readouterr().err
    assert kept_file().read_bytes() == before


def test_a_damaged_game_is_not_gone_on_with_and_stays(sit, echo, capsys):
    sit(keys("a", "b"), echo)
    damaged = kept_file().read_bytes().replace(b'"b"', b'"c"')
    kept_file().write_bytes(damaged)
    assert main(["play", echo, "--resume"]) == 2
    assert "line 4: found a line that was changed" in capsys.readouterr().err
    assert kept_file().read_bytes() == damaged


def test_a_torn_last_line_costs_the_last_key(sit, echo):
    sit(keys("a", "b", "c"), echo)
    lines = kept_file().read_bytes().splitlines(keepends=True)[:5]  # the header, a, the tape, b, c
    kept_file().write_bytes(b"".join(lines)[:-5])
    assert [word[0] for word in sit(keys("d"), echo, "--resume").screen.text.split()] == ["a", "b", "d"]
    assert [word[0] for word in sit(keys(), echo, "--resume").screen.text.split()] == ["a", "b", "d"]


def test_the_tape_is_the_users_own(sit, echo, data):
    sit(keys("a"), echo)
    assert len(list(data.rglob("tape-LAST.json"))) == 1


def test_what_the_last_key_saved_on_the_tape_is_saved_even_if_the_process_was_killed_before(sit, echo, data):
    sit(keys("a", "b", "c"), echo)
    tape = next(data.rglob("tape-LAST.json"))
    there = tape.read_bytes()
    tape.unlink()
    sit(keys(), echo, "--resume")
    assert tape.read_bytes() == there


def test_what_others_saved_on_the_tape_since_is_not_undone(sit, tmp_path, data):
    program = tmp_path / "saver.py"
    program.write_text("def main(m):\n    m.get()\n    m.csave('A', 1)\n    m.get()\n    m.get()\n")
    sit(keys("a", "b"), str(program))
    tape = next(data.rglob("tape-A.json"))
    tape.write_bytes(b"another's")
    sit(keys(), str(program), "--resume")
    assert tape.read_bytes() == b"another's"


def test_a_program_of_the_users_own_may_keep_variables_anywhere(sit, tmp_path):
    program = tmp_path / "counter.py"
    program.write_text(
        "count = 0\ndef main(m):\n    global count\n    while True:\n        count += 1\n"
        "        m.print(m.get_s(), count, end=' ')\n        m.print(end='.' * count)\n"
    )
    assert sit(keys("a", "b", REWIND, "c"), str(program)).screen.text.split() == ["a1", ".c2", ".."]


@pytest.mark.parametrize("words", [[], ["--resume"]])
def test_a_script_keeps_nothing(echo, sit, data, words):
    sit(keys("a"), echo)
    before = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    assert main(["play", echo, "--front", "headless", "--keys", "xyz", *words]) == 0
    assert {path: path.read_bytes() for path in data.rglob("*") if path.is_file()} == before


def test_where_nothing_can_be_kept_the_game_goes_on_and_it_is_said_at_the_end(sit, echo, data, capsys):
    data.write_text("not a folder")
    assert sit(keys("a", "b"), echo).screen.text.split()[1][0] == "b"
    sentences = capsys.readouterr().err.splitlines()
    assert len(sentences) == 2
    assert "could not be written" in sentences[0]
    assert "LAST could not be saved on the tape" in sentences[1]


def test_what_is_left_of_broken_off_writing_is_swept_away(data):
    path = data / "games" / "x.jsonl"
    replace(str(path), b"1")
    old, new, other = (path.with_name(name) for name in ("x.jsonl.1.new", "x.jsonl.2.new", "y.jsonl.1.new"))
    for file in (old, new, other):
        file.write_bytes(b"")
    os.utime(old, (1, 1))
    os.utime(other, (1, 1))
    replace(str(path), b"2")
    assert sorted(file.name for file in path.parent.iterdir()) == ["x.jsonl", "x.jsonl.2.new", "y.jsonl.1.new"]


# the menu


def test_the_menu_offers_the_unfinished_game(sit):
    def begin(m):
        yield
        yield NUMBER
        yield
        assert "Which domino?" in m.screen.text
        screens.append(m.screen.text)
        yield "7"
        yield 5.0
        screens.append(m.screen.text)
        yield "<ESCAPE>"
        yield
        assert "ESCAPE comes back here" in m.screen.text

    def again(m):
        yield
        yield NUMBER
        yield
        assert "A game of this is not finished." in m.screen.text
        yield "x<ESCAPE>"
        yield
        assert "ESCAPE comes back here" in m.screen.text
        yield NUMBER
        yield
        yield "<RETURN>"
        yield
        assert m.screen.text == screens[1]
        yield "<ESCAPE>"
        yield
        yield NUMBER
        yield
        yield "n"
        yield
        assert "Which domino?" in m.screen.text
        assert m.screen.text != screens[0]

    screens = []
    sit(begin, "--seed", "3")
    sit(again)


def test_keys_can_be_taken_back_in_a_game_from_the_menu(sit):
    def player(m):
        yield
        yield NUMBER
        yield
        screens.append(m.screen.text)
        yield "7"
        yield 3.0
        yield "K"
        yield 5.0
        assert m.screen.text != screens[0]
        yield REWIND * 2
        yield
        assert m.screen.text == screens[0]
        yield "<ESCAPE>"
        yield
        yield REWIND
        yield
        assert "ESCAPE comes back here" in m.screen.text

    screens = []
    sit(player, "--seed", "3")


def test_the_menu_says_nothing_of_games_that_it_cannot_go_on_with(sit):
    def begin(m):
        yield
        yield NUMBER
        yield
        yield "7"
        yield

    def again(m):
        yield
        yield NUMBER
        yield
        assert "Which domino?" in m.screen.text

    sit(begin, "--speed", "authentic")
    sit(again)
    sit(begin)
    path = Path(kept_path("dominoes"))
    header, *rest = map(json.loads, path.read_bytes().splitlines())
    path.write_bytes(summed([header | {"hash": "0" * 64}, *rest]))
    sit(again)
    sit(begin, "--speed", "authentic")
    path.write_bytes(path.read_bytes()[:-20] + b"\n")
    sit(again, "--speed", "authentic")


def test_games_in_the_menu_begin_like_those_that_are_called_by_name(sit):
    """The same seed is the same game, and the menu's time and keys are not the game's."""
    screens = []

    def in_menu(m):
        yield
        yield 3.0
        yield NUMBER
        yield
        screens.append(m.screen.text)

    def by_name(m):
        yield
        screens.append(m.screen.text)

    sit(in_menu, "--seed", "5")
    sit(by_name, "dominoes", "--seed", "5")
    assert screens[0] == screens[1]


# processes that are killed


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_process_loses_the_last_key_at_most(tmp_path):
    assert kill_often(KILLS, tmp_path) <= KILLS


def test_what_the_kill_tests_read_is_a_kept_game(sit, echo):
    sit(keys("a"), echo)
    assert kept_game(kept_file().stem).log.presses == 1
