"""A disc that fails at the n-th write, for every n; processes that write at once or are killed; a wrong clock."""

import builtins
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from retro.cli import main
from retro.commands.character_file import CharacterFile
from retro.frontends.headless import Headless, typist
from retro.launcher.recorded_games import game_of, new_header
from retro.library import loader
from retro.library.errors import LaunchError
from retro.library.output import write
from retro.machine.runner import run_to_end
from retro.machine.tape import decode, encode
from retro.machine.view import View
from retro.session import pictures, storage
from retro.session.event_log import EventLog
from retro.session.files import ENDING, replace
from retro.session.format import Header
from retro.session.parser import read
from retro.session.pictures import saved
from retro.session.session import played
from retro.session.settings import SettingsStore
from retro.session.storage import DISC_KEY, FolderTape, kept_games, save_game, saved_games
from retro.web.build import write as write_site
from retro.web.errors import BuildError

PROGRAM = "def main(m):\n    while True:\n        m.print(m.get_s())\n        m.csave('LAST', m.vpos)\n"


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    (tmp_path / "echo.py").write_text(PROGRAM)
    return tmp_path / "data"


class FailingDisc:
    """Lets `works` operations that change the disc succeed; all others fail."""

    def __init__(self, monkeypatch, works):
        self.left, disc, real_open = works, self, builtins.open

        def counted(function):
            def call(*arguments, **named):
                disc.left -= 1
                if disc.left < 0:
                    raise OSError(28, "No space left on device")
                return function(*arguments, **named)

            return call

        class Stream:
            """A file whose writes are counted."""

            def __init__(self, stream):
                self._stream, self.write = stream, counted(stream.write)

            def __getattr__(self, name):
                return getattr(self._stream, name)

            def __enter__(self):
                return self

            def __exit__(self, *error):
                self._stream.close()

        def opened(path, mode="r", *more, **named):
            stream = real_open(path, mode, *more, **named)
            changes = isinstance(path, str) and set(mode) & set("wxa+") and not path.startswith(("/proc", "/dev"))
            return Stream(stream) if changes else stream

        monkeypatch.setattr(builtins, "open", opened)
        for name in ("fsync", "replace", "makedirs"):
            monkeypatch.setattr(os, name, counted(getattr(os, name)))


def play(folder, keys="ab", sinks=(), tell=None):
    """Play a game that is kept; return what was said about failures."""
    told = []
    program = loader.load(str(folder / "echo.py"))
    game = game_of(program, new_header(program, 3, "normal"), keep=True, tell=told.append)
    m = Headless(typist(keys)).run(lambda m: run_to_end(m, played(game), linger=False), 1)
    assert m.screen.text.split() == list(keys)  # the game goes on, whatever the disc does
    return " ".join(told)


def save_slot(folder):
    m = Headless().run(lambda m: m.get(), 1)
    save_game("echo", "Slot", Header("echo.py", "0" * 64, 1, "normal", {}), EventLog(), m.screen)


def set_volume(folder):
    return SettingsStore(str(folder / "data" / "settings.json")).change(volume=3)


def save_tape(folder):
    FolderTape("echo").save("BEST", encode("BEST", 2))


def add_to_catalogue(folder):
    FolderTape(DISC_KEY).update("DISC", lambda now: encode("DISC", [*(decode("DISC", now) if now else []), "NEW"]))


def write_output(folder):
    write(str(folder / "page.html"), b"new" * 100)


def save_a_picture(folder):
    told = saved(View(), "Picture", b"new" * 100, "game", "png")
    return told if "not saved" in told else ""


def build_a_site(folder):
    write_site(str(folder / "site"), {"page.html": b"new" * 100, "study/page.html": b"new" * 100})


def change_a_character(folder):
    CharacterFile(str(folder / "drawn.bas")).save({224: bytes(range(8))})


WRITERS = {  # each says why it has failed, or raises an error
    "picture": save_a_picture,
    "site": build_a_site,
    "udg": change_a_character,
    "game": play,
    "slot": save_slot,
    "settings": set_volume,
    "tape": save_tape,
    "catalogue": add_to_catalogue,
    "output": write_output,
}


def contents(folder):
    """What is in a user's files; pictures and locks apart, which are no user's work."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        str(path): path.read_bytes() for path in files if path.name != ".lock" and path.suffix not in (".bmp", ".pyc")
    }


@pytest.mark.parametrize("name", WRITERS)
def test_a_write_that_fails_at_any_point_leaves_whole_files_and_is_told(name, tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "folders", lambda: [str(tmp_path)])
    SettingsStore(str(tmp_path / "data" / "settings.json")).change(volume=9)
    FolderTape("echo").save("BEST", encode("BEST", 1))
    FolderTape(DISC_KEY).save("DISC", encode("DISC", ["OLD"]))
    (tmp_path / "page.html").write_bytes(b"old")
    (tmp_path / "drawn.bas").write_bytes(b"10VDU 23,224,0,0,0,0,0,0,0,0\n")
    before = contents(tmp_path)
    for works in range(100):
        with monkeypatch.context() as patch:
            disc = FailingDisc(patch, works)
            try:
                told = WRITERS[name](tmp_path) or ""
            except (OSError, LaunchError, BuildError) as error:
                told = str(error)
        after = contents(tmp_path)
        assert not [path for path in after if path.endswith(ENDING)]
        changed = {path: data for path, data in after.items() if before.get(path) != data}
        if disc.left >= 0:
            assert told == ""
            assert changed
            return
        assert told != "" or name in ("game", "slot")  # of these a picture may be missing
        assert set(before) <= set(after)
        for path, data in changed.items():
            if path.endswith(".jsonl"):
                read(path, torn=True)  # whole lines
            elif path.endswith(".json"):
                json.loads(data)
            else:
                assert data in (b"new" * 100, b"10VDU 23,224,0,1,2,3,4,5,6,7\n")
        for path in changed:
            Path(path).unlink()
        for path, data in before.items():
            Path(path).write_bytes(data)
    raise AssertionError("it never ends")


# commands that write a file, by the file's name
PLAY, REPLAY = ("play", "echo.py", "--front", "headless", "--keys", "ab"), ("replay", "game.jsonl")
COMMANDS = {
    "a.png": (*REPLAY, "--png"),
    "large.png": (*REPLAY, "--scale", "2", "--png"),
    "a.gif": (*REPLAY, "--gif"),
    "screen.png": (*PLAY, "--screen"),
    "a.txt": (*PLAY, "--screen"),
    "a.vdu": (*PLAY, "--stream"),
    "a.wav": (*PLAY, "--wav"),
    "a.html": ("listing", "echo.bas", "--html"),
    "a.ssd": ("listing", "echo.bas", "--ssd"),
    "a.uef": ("listing", "echo.bas", "--uef"),
    "a.py": ("new",),
    "data/applications/retro.desktop": ("desktop",),
}


@pytest.mark.parametrize("file", COMMANDS)
def test_a_command_that_cannot_write_says_so_and_leaves_whole_files(file, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "echo.bas").write_text("10PRINT 1\n")
    assert main([*PLAY, "--record", "game.jsonl"]) == 0
    words = COMMANDS[file] if file.startswith("data") else (*COMMANDS[file], file)
    left, path = set(), tmp_path / file
    if file.startswith("a.") and file != "a.py":
        path.write_bytes(b"old")
    for works in range(100):
        capsys.readouterr()
        with monkeypatch.context() as patch:
            disc = FailingDisc(patch, works)
            status = main(words)
        said = capsys.readouterr().err
        assert not [path for path in contents(tmp_path) if path.endswith(ENDING)]
        if disc.left >= 0:
            assert status == 0
            assert path.read_bytes() != b"old"
            assert left <= {b"", b"old", path.read_bytes()}
            return
        assert status == 2
        assert "No space left on device" in said
        left.add(path.read_bytes() if path.exists() else b"")
    raise AssertionError("it never ends")


def test_a_recording_that_cannot_be_written_is_told_and_leaves_no_file(tmp_path, capsys, monkeypatch):
    words, statuses = ["play", str(tmp_path / "echo.py"), "--front", "headless", "--keys", "ab"], []
    for works in range(6):
        with monkeypatch.context() as patch:
            disc = FailingDisc(patch, works)
            status = main([*words, "--record", str(tmp_path / f"{works}.jsonl")])
        said = capsys.readouterr().err
        statuses.append(status)
        assert status != 1 or said.startswith(f"retro: {tmp_path / f'{works}.jsonl'} could not be written: ")
        assert (status == 0) == (said == "") == (tmp_path / f"{works}.jsonl").exists() == (disc.left >= 0)
    assert statuses == sorted(statuses, reverse=True)
    assert {*statuses} == {1, 0}


# several processes

CHILD = """
import sys
from retro.machine.tape import decode, encode, GameTape
from retro.session.settings import SettingsStore, users_file
from retro.session.storage import DISC_KEY, FolderTape, save_game
name = sys.argv[1]
for number in range(7):
    tape = GameTape(FolderTape(DISC_KEY), lambda *read: None)
    tape.log_ended()
    tape.go_live()
    now = tape.load("DISC")
    tape.save("DISC", encode("DISC", [*(decode("DISC", now) if now else []), f"{name}{number}"]))
    assert not tape.failure
SettingsStore(users_file()).change(**{"a": {"volume": 3}, "b": {"muted": True}}.get(name, {"colours": "amber"}))
"""


def test_several_processes_at_once_lose_nothing(data):
    processes = [subprocess.Popen([sys.executable, "-c", CHILD, name]) for name in "abcd"]
    assert [process.wait() for process in processes] == [0] * 4
    names = {f"{name}{number}" for name in "abcd" for number in range(7)}
    assert set(decode("DISC", FolderTape(DISC_KEY).load("DISC"))) == names
    now = SettingsStore(str(data / "settings.json")).now
    assert (now.volume, now.muted, now.colours) == (3, True, "amber")


KILLED = """
import os, signal, sys
from retro.session import files
os.replace = lambda old, new: os.kill(os.getpid(), signal.SIGKILL)
files.replace(sys.argv[1], b"new")
"""


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_a_killed_process_leaves_nothing_that_the_next_one_does_not_remove(data):
    path = data / "games" / "echo" / "1-a.jsonl"
    replace(str(path), b"old")
    subprocess.run([sys.executable, "-c", KILLED, str(path)])
    assert path.read_bytes() == b"old"
    assert len(list(path.parent.iterdir())) == 2
    kept_games()
    assert [file.name for file in path.parent.iterdir()] == ["1-a.jsonl"]
    settings = data / "settings.json"
    subprocess.run([sys.executable, "-c", KILLED, str(settings)])
    SettingsStore(str(settings))
    assert [file.name for file in data.iterdir()] == ["games"]


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_what_a_killed_process_left_goes_when_its_file_is_written(tmp_path):
    path, other = tmp_path / "page.html", tmp_path / "my page.html.1.new"
    subprocess.run([sys.executable, "-c", KILLED, str(path)])
    other.write_bytes(b"old")
    os.utime(other, (0, 0))
    assert len(list(tmp_path.iterdir())) == 3
    write(str(path), b"newer")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["echo.py", other.name, "page.html"]
    assert path.read_bytes() == b"newer"


# the clock


def test_a_clock_that_was_put_back_deletes_no_game(tmp_path, monkeypatch):
    monkeypatch.setattr(storage, "MOST_UNFINISHED_GAMES", 3)
    for key in "abc":
        play(tmp_path, key)
    yesterday = time.time() - 86400
    monkeypatch.setattr(time, "time", lambda: yesterday)
    for key in "de":
        play(tmp_path, key)
        save_slot(tmp_path)
    typed = [game.recording().log.entries[0].events[0].characters for game in kept_games()]
    assert typed == ["e", "d", "c"]  # the newest three
    assert len(saved_games("echo")[0]) == 2
