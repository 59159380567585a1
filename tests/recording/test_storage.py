"""Unfinished games: kept by themselves, found again, whatever ended the process."""

import os
import sys
from pathlib import Path

import pytest

from retro.cli import main
from retro.frontends.headless import Headless
from retro.input.events import Rewind, Text
from retro.launcher import front_ends
from retro.launcher.launcher import ago
from retro.library import catalogue
from retro.machine.runner import run_to_end
from retro.session.files import replace
from retro.session.parser import read
from retro.session.storage import FOLDER_VARIABLE, MOST_UNFINISHED_GAMES, discard, folder, kept_games
from retro.session.thumbnail import pixels_of, thumbnail
from tests.support.killed_games import kill_headless

KILLS = 15
NUMBER = str(1 + [entry.name for entry in catalogue.entries()].index("dominoes"))  # in the menu
PROGRAM = (
    "def main(m):\n    while True:\n        m.print(m.get_s(), m.rnd(1000), end=' ')\n        m.csave('LAST', m.vpos)\n"
)
REWIND = [Rewind()]


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

        def front(program, args, title):
            headless = Headless(player)
            headless.run(lambda m: run_to_end(m, program, linger=False), 1)
            machines.append(headless.machine)
            return 0

        monkeypatch.setattr(front_ends, "run_anywhere", front)
        assert main(["play", *words]) == 0
        return machines[0]

    return run


def keys(*steps):
    return lambda m: iter([step for key in steps for step in (None, key)] + [None])


def kept_file():
    return max(Path(folder(), "games").glob("echo-*/*.jsonl"))


def test_a_game_is_resumed_where_it_was_left(sit, echo):
    whole = sit(keys("a", "b", "c", "d"), echo, "--seed", "7").screen.text
    left = sit(keys("a", "b"), echo, "--seed", "7").screen.text
    assert sit(keys("c"), echo, "--resume").screen.text.startswith(left.rstrip())
    assert sit(keys("d"), echo, "--resume").screen.text == whole
    assert sit(keys(), echo, "--resume").screen.text == whole


def test_resume_takes_the_newest_game(sit, echo):
    sit(keys("a"), echo)
    sit(keys("b"), echo)
    assert sit(keys(), echo, "--resume").screen.text.split()[0][0] == "b"


def test_every_unfinished_game_is_kept(sit, echo):
    for key in "abc":
        sit(keys(key), echo, "--seed", "5")
    assert len(kept_games()) == 3
    first = [game.recording().log.entries[0].events[0].characters for game in kept_games()]
    assert first == ["c", "b", "a"]


@pytest.mark.slow
def test_resume_takes_the_number_of_a_game_from_the_newest(sit, echo, capsys):
    for key in "abc":
        sit(keys(key), echo)
    assert sit(keys("x"), echo, "--resume", "3").screen.text.split()[0][0] == "a"
    assert sit(keys(), echo, "--resume", "1").screen.text.split()[1][0] == "x"  # a resumed game is the newest
    assert sit(keys(), echo, "--resume", "2").screen.text.split()[0][0] == "c"
    assert sit(keys(), "--resume", echo).screen.text.split()[0][0] == "c"
    for number in ("0", "4", "-1"):
        assert main(["play", echo, "--resume", number]) == 2
        assert f"--resume {number}: echo.py has 3 unfinished games, expected a number from 1" in capsys.readouterr().err


def test_a_game_of_a_version_before_is_found_and_moves_when_it_is_resumed(sit, echo):
    sit(keys("a"), echo)
    (kept,) = kept_games()
    before = Path(folder(), "games", f"{kept.key}.jsonl")
    Path(kept.path).rename(before)
    assert [game.key for game in kept_games()] == [kept.key]
    assert sit(keys("b"), echo, "--resume").screen.text.split()[0][0] == "a"
    assert not before.exists()
    assert len(kept_games()) == 1


@pytest.mark.slow
def test_only_the_newest_games_are_kept(sit, echo, monkeypatch):
    for _ in range(MOST_UNFINISHED_GAMES):
        sit(keys("a"), echo)
    oldest = kept_games()[-1].path
    sit(keys("b"), "dominoes")
    games = kept_games()
    assert len(games) == MOST_UNFINISHED_GAMES
    assert games[0].key == "dominoes"
    assert not os.path.exists(oldest)


def test_a_finished_game_leaves_the_others(sit, tmp_path):
    program = tmp_path / "two.py"
    program.write_text("def main(m):\n    m.print(m.get_s(), m.get_s())\n")
    sit(keys("a"), str(program))
    before = Path(kept_games()[0].path).read_bytes()
    sit(keys("b", "c"), str(program))
    assert [Path(game.path).read_bytes() for game in kept_games()] == [before]


@pytest.mark.slow
def test_the_programs_are_listed_with_their_unfinished_games(sit, capsys):
    sit(keys("7"), "dominoes", "--seed", "11")
    sit(keys("7"), "dominoes", "--seed", "12")
    capsys.readouterr()
    assert main(["list"]) == 0
    listed = capsys.readouterr().out
    assert "--resume 1   seed 12, now" in listed
    assert "--resume 2   seed 11, now" in listed


def test_the_list_reads_only_the_header_of_a_game(sit, capsys):
    sit(keys("7"), "dominoes", "--seed", "11")
    path = Path(kept_games()[0].path)
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0] + b"damaged")
    with path.open("r+b") as stream:
        stream.truncate(10**12)  # a hole, which takes no space
    assert main(["list"]) == 0
    assert "--resume 1   seed 11, now" in capsys.readouterr().out


# pictures


def test_a_game_is_kept_with_a_picture_of_its_last_screen(sit):
    machine = sit(keys("7"), "dominoes")
    (kept,) = kept_games()
    assert kept.picture() == pixels_of(thumbnail(machine.screen))
    assert len(set(kept.picture())) > 2


def test_a_game_that_is_killed_has_a_picture_from_before_its_last_keys(sit, echo, monkeypatch):
    def player(m):
        for key in "abc":
            yield
            before.append(pixels_of(thumbnail(m.screen)))
            yield key
        yield
        assert kept_games()[0].picture() == before[-1]
        assert len(set(before)) == 3

    before = []
    monkeypatch.setattr("time.monotonic", iter(range(0, 1000, 10)).__next__)
    sit(player, echo)


def test_a_resumed_game_has_a_picture_and_leaves_none(sit, echo, data):
    sit(keys("a", "b"), echo, "--seed", "1")
    before = kept_games()[0].picture()
    sit(keys(), echo, "--resume")
    assert kept_games()[0].picture() == before
    assert len(list(data.rglob("*.bmp"))) == 1


def test_a_finished_game_leaves_no_picture(sit, tmp_path, data):
    program = tmp_path / "two.py"
    program.write_text("def main(m):\n    m.print(m.get_s(), m.get_s())\n")
    sit(keys("a"), str(program))
    assert len(list(data.rglob("*.bmp"))) == 1
    sit(keys("b"), str(program), "--resume")
    assert list(data.rglob("*.*")) == []


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:-1], lambda data: data[:-1] + b"w", None])
def test_a_damaged_picture_is_none(sit, echo, data, damage):
    sit(keys("a"), echo)
    (path,) = data.rglob("*.bmp")
    if damage:
        path.write_bytes(damage(path.read_bytes()))
    else:
        path.unlink()
    assert kept_games()[0].picture() is None
    assert sit(keys(), echo, "--resume").screen.text.split()[0][0] == "a"


def test_a_picture_that_cannot_be_written_costs_nothing_else(sit, echo, monkeypatch, capsys):
    monkeypatch.setattr("retro.session.storage.picture_path", lambda path: "/nonexistent/x.bmp")
    sit(keys("a", "b"), echo)
    assert capsys.readouterr().err == ""
    assert kept_games()[0].recording().log.presses == 2


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "now"), (59, "now"), (60, "1 min ago"), (119, "1 min ago"), (7200, "2 hours ago"), (90000, "1 day ago")],
)
def test_the_age_of_a_game_is_told_in_a_few_words(monkeypatch, seconds, text):
    monkeypatch.setattr("time.time", lambda: 1_000_000.0 + seconds)
    assert ago(1_000_000.0) == text


def test_a_game_in_which_no_key_was_pressed_is_not_kept(sit, echo):
    sit(keys("a"), echo)
    sit(keys(), echo)
    sit(keys("<ESCAPE>"), echo)
    assert len(kept_games()) == 1
    assert sit(keys(), echo, "--resume").screen.text.split()[0][0] == "a"


def test_a_game_left_with_escape_can_be_resumed(sit, echo):
    sit(keys("a", "<ESCAPE>"), echo)
    assert sit(keys("b"), echo, "--resume").screen.text.split()[1][0] == "b"


@pytest.mark.slow
def test_a_game_that_has_ended_is_not_kept(sit, tmp_path, capsys):
    program = tmp_path / "short.py"
    program.write_text("def main(m):\n    m.print(m.get_s(), m.get_s())\n")
    sit(keys("a"), str(program))
    assert kept_games()
    sit(keys("b"), str(program), "--resume")
    assert not list(Path(folder(), "games").iterdir())
    assert main(["play", str(program), "--resume"]) == 2
    assert "There is no unfinished game of short.py" in capsys.readouterr().err


def test_a_failed_game_is_resumed_before_the_error(tmp_path, sit):
    program = tmp_path / "bad.py"
    program.write_text(
        "def main(m):\n    while True:\n        key = m.get_s()\n        m.print(key)\n        1 // (key != 'x')\n"
    )
    with pytest.raises(Exception, match="Division by zero"):
        sit(keys("a", "b", "x"), str(program))
    assert sit(keys("c"), str(program), "--resume").screen.text.split() == ["a", "b", "c"]


@pytest.mark.slow
def test_rewinding_goes_into_the_kept_game(sit, echo):
    sit(keys("a", "b", "c", REWIND * 2, "d"), echo)
    shown = sit(keys(REWIND, "e"), echo, "--resume").screen.text.split()
    assert [word[0] for word in shown] == ["a", "e"]
    assert [word[0] for word in sit(keys(), echo, "--resume").screen.text.split()] == ["a", "e"]


def test_a_kept_game_can_be_recorded_from_its_beginning(sit, echo, tmp_path):
    path = tmp_path / "whole.jsonl"
    sit(keys("a", "b"), echo)
    sit(keys("c"), echo, "--resume", "--record", str(path))
    assert [entry.events for entry in read(path).log.entries] == [(Text(key),) for key in "abc"]


def test_a_resumed_game_keeps_its_options_seed_and_speed(sit, tmp_path, capsys):
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
    program.write_text(
        "def main(m):\n    while True:\n        m.print(m.get_s(), 5, m.rnd(999))\n"
    )  # without the option
    assert sit(keys(), str(program), "--resume").screen.text == first


def test_a_game_of_another_version_is_resumed_if_it_shows_the_same_and_stays(sit, echo):
    whole = sit(keys("a", "b", "c"), echo, "--seed", "7").screen.text
    before = kept_file()
    contents = before.read_bytes()
    Path(echo).write_text(PROGRAM.replace("while True:", "while True:\n        m.vdu()") + "# new\n")
    m = sit(keys("d"), echo, "--resume")
    assert m.screen.text.startswith(whole.rstrip())
    assert kept_file() != before  # a game of this version
    assert kept_file().stem > before.stem
    assert before.read_bytes() == contents
    assert sit(keys(), echo, "--resume").screen.text == m.screen.text


def test_a_game_goes_on_where_another_version_departs_from_it(sit, echo, capsys):
    old = sit(keys("a", "b", "c"), echo, "--seed", "7").screen.text
    Path(echo).write_text(PROGRAM.replace("m.rnd(1000)", "m.rnd(1000) if m.pos < 5 else 'new'"))
    m = sit(keys("x"), echo, "--resume", "1")
    assert m.screen.text.split() == [old.split()[0], "bnew", "xnew"]
    assert "it was another game from key 3 on" in capsys.readouterr().err
    assert len(kept_games()) == 2


def test_a_damaged_game_is_not_resumed_and_stays(sit, echo, capsys):
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


def test_a_save_that_was_lost_in_a_kill_is_made_up_for(sit, echo, data):
    sit(keys("a", "b", "c"), echo)
    tape = next(data.rglob("tape-LAST.json"))
    there = tape.read_bytes()
    tape.unlink()
    sit(keys(), echo, "--resume")
    assert tape.read_bytes() == there


def test_resuming_keeps_what_was_saved_on_the_tape_since(sit, tmp_path, data):
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


def test_a_game_that_cannot_be_kept_goes_on_with_a_warning_at_the_end(sit, echo, data, capsys):
    data.write_text("not a folder")
    assert sit(keys("a", "b"), echo).screen.text.split()[1][0] == "b"
    sentences = capsys.readouterr().err.splitlines()
    assert len(sentences) == 2
    assert "could not be written" in sentences[0]
    assert "LAST could not be saved on the tape" in sentences[1]


def test_stale_temporary_files_are_removed(data):
    path = data / "games" / "x.jsonl"
    replace(str(path), b"1")
    old, new, other = (path.with_name(name) for name in ("x.jsonl.1.new", "x.jsonl.2.new", "y.jsonl.1.new"))
    for file in (old, new, other):
        file.write_bytes(b"")
    os.utime(old, (1, 1))
    os.utime(other, (1, 1))
    replace(str(path), b"2")
    assert sorted(file.name for file in path.parent.iterdir()) == ["x.jsonl", "x.jsonl.2.new"]


def test_the_documents_name_the_folder_and_its_variable(monkeypatch):
    readme = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
    assert f"`{FOLDER_VARIABLE}`" in readme
    monkeypatch.delenv(FOLDER_VARIABLE)
    if sys.platform == "linux" and "XDG_DATA_HOME" not in os.environ:
        assert folder().replace(str(Path.home()), "~") in readme


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
        yield "<ESCAPE>q"
        yield
        assert "returns here" in m.screen.text

    def again(m):
        yield
        yield NUMBER
        yield
        assert "RETURN goes on" in m.screen.text
        yield "x<ESCAPE>q"
        yield
        assert "returns here" in m.screen.text
        yield NUMBER
        yield
        yield "<RETURN>"
        yield
        yield "g"
        yield
        assert m.screen.text == screens[1]
        yield "<ESCAPE>q"
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


def test_a_game_from_the_menu_can_be_rewound(sit):
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
        yield "<ESCAPE>q"
        yield
        yield REWIND
        yield
        assert "returns here" in m.screen.text

    screens = []
    sit(player, "--seed", "3")


@pytest.mark.slow
def test_the_menu_hides_games_that_cannot_be_resumed(sit):
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
    sit(again, "--speed", "normal")
    discard(kept_games()[0].path)
    sit(begin)
    path = Path(kept_games()[0].path)
    whole = path.read_bytes()
    path.write_bytes(b"x" + whole)
    sit(again)


def test_games_in_the_menu_are_those_of_the_command(sit):
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


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_process_loses_the_last_key_at_most(tmp_path):
    assert kill_headless(KILLS, tmp_path)["kills"] == KILLS


def test_the_kill_tests_read_kept_games(sit, echo):
    sit(keys("a"), echo)
    assert kept_games()[0].recording().log.presses == 1
