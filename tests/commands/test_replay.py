"""`retro play --record` and `retro replay`: what they write, show and refuse."""

import json
from contextlib import nullcontext
from pathlib import Path

import pytest

from retro.cli import main
from retro.commands.replay import check_time, cut
from retro.frontends.headless import Headless
from retro.launcher import front_ends
from retro.library.errors import LaunchError
from retro.library.options import today
from retro.session.parser import read
from tests.support.damaged_files import summed

PLAY = ["play", "dominoes", "--front", "headless", "--seed", "3"]
KEYS = "1234567K123456K1"
TO_STDOUT = ["--front", "headless", "--screen", "-"]
PROGRAM = (
    "def main(m, *, loud: bool = False, level: int = 2):\n"
    "    count = 0\n"
    "    while True:\n"
    "        count += 1\n"
    "        m.print(count, m.get_s(), loud, level)\n"
)


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    """The user's own folder, for these tests."""
    folder = tmp_path / "data"
    monkeypatch.setenv("RETRO_DATA", str(folder))
    return folder


@pytest.fixture
def recording(tmp_path, capsys):
    """A recording of Dominoes, and its last screen."""
    path = tmp_path / "game.jsonl"
    assert main([*PLAY, "--keys", KEYS, "--screen", "-", "--record", str(path)]) == 0
    return path, capsys.readouterr().out


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "echo.py"
    path.write_text(PROGRAM)
    return path


@pytest.fixture
def echoed(program, tmp_path, capsys):
    """A recording of three keys of that program, its lines as JSON, and its last screen."""
    path = tmp_path / "game.jsonl"
    main(["play", str(program), "--keys", "abc", "--record", str(path), *TO_STDOUT])
    return path, [json.loads(line) for line in path.read_bytes().splitlines()], capsys.readouterr().out


def said(capsys, words):
    """The one sentence with which a command refuses."""
    assert main([str(word) for word in words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err.removeprefix("retro: ")


def test_a_recording_ends_with_the_screen_it_was_left_with(recording, capsys, data):
    path, screen = recording
    before = path.read_bytes()
    assert main(["replay", str(path), *TO_STDOUT]) == 0
    assert capsys.readouterr().out == screen
    assert path.read_bytes() == before
    assert not data.exists()


def test_the_header_says_what_it_is_a_recording_of(recording):
    header = read(recording[0]).header
    assert (header.program, header.seed, header.speed) == ("dominoes", 3, "normal")
    assert header.options == {"cheat": False, "day": today(), "original": False}
    assert "Python 3" in header.made


@pytest.mark.parametrize("speed", ["authentic", "fast"])
def test_every_speed_of_the_machine_can_be_recorded(speed, tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    main([*PLAY, "--keys", "123", "--screen", "-", "--record", str(path), "--speed", speed])
    screen = capsys.readouterr().out
    assert main(["replay", str(path), *TO_STDOUT]) == 0
    assert capsys.readouterr().out == screen


def test_a_game_is_played_on_from_any_key(recording, capsys, tmp_path):
    path, screen = recording
    there = read(path).log.presses
    new = tmp_path / "new.jsonl"
    for words in (["--from", "5"], ["--from", str(5 - there)]):
        command = ["replay", path, *TO_STDOUT, *words, "--keys", KEYS[5:there], "--record", new]
        assert main([str(word) for word in command]) == 0
        assert capsys.readouterr().out == screen
        assert read(new).log.presses == there
        new.unlink()


def test_a_program_of_the_users_own(program, tmp_path, capsys, monkeypatch):
    path = tmp_path / "game.jsonl"
    words = TO_STDOUT
    main(["play", str(program), *words, "--keys", "abc", "--loud", "--level", "7", "--record", str(path)])
    screen = capsys.readouterr().out
    assert screen.split()[:3] == ["1a-17", "2b-17", "3c-17"]
    assert main(["replay", str(path), *words]) == 0
    assert capsys.readouterr().out == screen
    elsewhere = tmp_path / "elsewhere" / "echo.py"
    elsewhere.parent.mkdir()
    program.rename(elsewhere)
    assert "there is no file" in said(capsys, ["replay", path])
    assert main(["replay", str(path), *words, "--program", str(elsewhere)]) == 0
    assert capsys.readouterr().out == screen
    monkeypatch.chdir(elsewhere.parent)
    assert main(["replay", str(path), *words]) == 0
    elsewhere.write_bytes(elsewhere.read_bytes().replace(b"\n", b"\r\n"))
    assert main(["replay", str(path), *words]) == 0


def test_a_recording_of_another_version_is_replayed_as_far_as_it_shows_the_same(program, echoed, capsys):
    path, _, screen = echoed
    words = TO_STDOUT
    program.write_text(PROGRAM.replace("    count = 0", "    count = 0\n    m.vdu()"))
    assert main(["replay", str(path), *words]) == 0
    assert capsys.readouterr().out == screen
    program.write_text(PROGRAM.replace("    count = 0", "    count = 0\n    m.print('new')"))
    assert "this version of echo.py plays another game" in said(capsys, ["replay", path, *words])
    program.write_text("def main(m:")
    assert "cannot be replayed" in said(capsys, ["replay", path])


def test_the_readable_part_of_a_damaged_recording_is_shown_on_request(echoed, capsys):
    path, words = echoed[0], TO_STDOUT
    whole = path.read_bytes()
    for damaged, number in ((whole.replace(b'"b"', b'"x"'), 3), (whole[: whole.index(b'"b"')], 3)):
        path.write_bytes(damaged)
        assert f"line {number}: found" in said(capsys, ["replay", path, *words])
        assert main(["replay", str(path), "--damaged", *words]) == 0
        printed = capsys.readouterr()
        assert printed.out.startswith("1a")
        assert "2b" not in printed.out
        assert f"{path}, line {number}: found" in printed.err
        assert printed.err.endswith("; the part before it is shown.\n")
        assert path.read_bytes() == damaged


@pytest.mark.parametrize("name", ["../echo.py", "/tmp/echo.py", "..\\echo.py", "c:echo.py", "nul\0.py", ""])
def test_a_recording_names_no_folders(name, echoed, capsys):
    path, contents, _ = echoed
    contents[0]["program"] = name
    path.write_bytes(summed(contents))
    assert f"line 1: found program {json.dumps(name)}, expected the name of a program" in said(capsys, ["replay", path])


def test_a_recording_of_other_behaviour_is_refused(echoed, tmp_path, capsys):
    path, contents, _ = echoed
    contents[2]["waits"][0][1] += 1
    path.write_bytes(summed(contents[:3]))
    for words in (["--front", "headless"], ["--png", tmp_path / "x.png"], ["--gif", tmp_path / "x.gif"]):
        assert said(capsys, ["replay", path, *words]).startswith(
            f"{path}, line 3: this version of echo.py plays another game: after key 1 it waits at another place"
        )
    assert not list(tmp_path.glob("x.*"))
    assert said(capsys, ["replay", path, *TO_STDOUT]).endswith(
        f"; retro replay {path} --from 0 plays on before that.\n"
    )
    assert main(["replay", str(path), "--from", "0", "--keys", "ab", *TO_STDOUT]) == 0


OPTIONS = {"loud": 1, "level": True, "other": 1, "\x1b[2J": 1}


@pytest.mark.parametrize("name", OPTIONS)
def test_unknown_options_in_a_recording_are_refused(name, echoed, capsys):
    path, contents, _ = echoed
    contents[0]["options"][name] = OPTIONS[name]
    path.write_bytes(summed(contents))
    shown = name.replace("\x1b", r"\x1b")
    assert f"line 1: found the option {shown}={OPTIONS[name]}, expected one of echo.py's" in said(
        capsys, ["replay", path]
    )


@pytest.mark.parametrize(("presses", "left"), [(0, 0), (1, 1), (16, 16), (-1, 15), (-16, 0)])
def test_a_game_may_be_cut_anywhere_from_its_beginning_to_its_end(recording, presses, left):
    log = read(str(recording[0])).log
    cut(log, presses, "game.jsonl")
    assert (log.presses, log.end) == (left, None)


def test_a_game_cannot_be_cut_beyond_its_ends(recording):
    for number in (17, -17):
        with pytest.raises(LaunchError, match="has 16 key presses"):
            cut(read(str(recording[0])).log, number, "game.jsonl")


def test_the_recording_of_a_program_that_fails_fails_again(tmp_path, capsys):
    program, path = tmp_path / "bad.py", tmp_path / "game.jsonl"
    program.write_text("def main(m):\n    m.print(m.get_s())\n    1 // 0\n")
    assert main(["play", str(program), "--front", "headless", "--keys", "x", "--record", str(path)]) == 1
    assert read(path).log.end.message == "ZeroDivisionError: Division by zero"
    capsys.readouterr()
    assert main(["replay", str(path), "--front", "headless", "--screen", "-"]) == 1
    printed = capsys.readouterr()
    assert printed.out.split()[:4] == ["x", "Division", "by", "zero"]
    assert "bad.py" in printed.err


def test_a_failing_disk_does_not_end_the_game(tmp_path, capsys):
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no /dev/full")
    from retro.session.storage import RecordFile

    file = RecordFile(str(tmp_path / "game.jsonl"))
    file._stream.close()
    file._stream = full.open("wb", buffering=0)
    file.write(b"x", True)
    assert file.failure == f"{tmp_path / 'game.jsonl'} could not be written: No space left on device"
    file.write(b"x", True)
    file.close(finished=False)
    assert not (tmp_path / "game.jsonl").exists()


def test_replay_shows_a_recording_at_its_own_pace(recording, monkeypatch):
    shown = []

    def front(program, args, title):
        def viewer(m):
            yield 2.0
            shown.append((title, m.screen.lines[5].strip()))
            yield "<ESCAPE>"

        Headless(viewer).run(program, 1)
        return 0

    monkeypatch.setattr(front_ends, "run_anywhere", front)
    assert main(["replay", str(recording[0])]) == 0
    assert shown == [("Dominoes, by Marcus D. Bowman (replay)", "You cannot play that domino")]


@pytest.mark.parametrize(("seconds", "refused"), [(-0.5, True), (0.0, False), (0.5, False)])
def test_no_time_is_negative(seconds, refused):
    with pytest.raises(ValueError, match="a number of seconds") if refused else nullcontext():
        check_time(seconds)
