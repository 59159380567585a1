"""Closed, full and broken streams, other encodings, and files that cannot be written or read: never a traceback."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest

from retro.cli import main
from retro.commands.games import keeps
from retro.library.output import recording_to
from retro.session.storage import FolderTape, kept_games

ROOT = Path(__file__).parents[2]
POSIX = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
PLAY = "play dominoes --front headless --seed 3"


def shell(line, tmp_path, **variables):
    """Run a line of the shell, in which retro is the command; give the finished process."""
    environment = os.environ | {"RETRO_DATA": str(tmp_path / "data"), "PYTHONPATH": str(ROOT)} | variables
    line = f'retro() {{ "{sys.executable}" -m retro "$@"; }}; {line}'
    return subprocess.run(
        ["sh", "-c", line], capture_output=True, check=False, cwd=tmp_path, env=environment, timeout=120
    )


@pytest.fixture
def full(tmp_path):
    """A device on which there is never any space."""
    path = tmp_path / "full"
    try:
        os.mknod(path, 0o020666, os.makedev(1, 7))
        path.open("wb").close()
    except (OSError, AttributeError):
        pytest.skip("there is no such device")
    return path


def refused(done, sentence):
    assert (done.returncode, done.stderr.decode()) == (2, f"retro: {sentence}.\n")


WRITERS = ["list", "--help", "list --help", f"{PLAY} --screen -", "listing dominoes PROCSPOTS", "vdu - <&-"]


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("words", WRITERS)
def test_a_closed_standard_output_is_an_error(words, tmp_path):
    refused(shell(f"retro {words} >&-", tmp_path), "Standard output cannot be used: Bad file descriptor")


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("words", WRITERS)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_standard_output_is_an_error(words, unbuffered, full, tmp_path):
    done = shell(f"retro {words} > full", tmp_path, PYTHONUNBUFFERED=unbuffered)
    refused(done, "Standard output cannot be used: No space left on device")


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("words", ["list", "listing dominoes", "vdu - </dev/null", f"{PLAY} --screen -"])
def test_a_reader_that_has_enough_is_no_error(words, tmp_path):
    done = shell(f"retro {words} | head -1", tmp_path)
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(("words", "status"), [("list", 0), ("vdu -", 0), (f"{PLAY} --screen -", 0), ("nothing", 2)])
def test_closed_standard_input_and_error_are_no_error(words, status, tmp_path):
    assert shell(f"retro {words} <&- 2>&-", tmp_path).returncode == status


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("words", ["--help", "play mahjong --help", "web --help", f"{PLAY} --screen -", "list"])
def test_an_encoding_that_lacks_characters_is_no_error(words, tmp_path):
    done = shell(f"retro {words}", tmp_path, LC_ALL="POSIX", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (done.returncode, done.stderr) == (0, b"")


INTERRUPTED = """
import os, runpy, signal, sys
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            os.kill(os.getpid(), signal.SIGINT)
module = sys.argv.pop(1)
sys.meta_path.insert(0, Interrupt())
runpy.run_module("retro", run_name="__main__")
"""


def test_the_command_line_imports_nothing_before_it_handles_ctrl_c():
    text = "import sys; before = set(sys.modules); import retro.cli; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.stdout.split() == ["__future__", "retro", "retro.cli"]


@POSIX
@pytest.mark.parametrize("module", ["retro.library.errors", "retro.commands.play", "retro.machine.machine"])
def test_ctrl_c_while_the_command_starts_is_no_traceback(module):
    command = [sys.executable, "-c", INTERRUPTED, module, *PLAY.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


THREAD = """
import threading
import time

def main(m):
    def work():
        time.sleep(0.2)
        m.get()
    threading.Thread(target=work).start()
    m.get()
"""


@POSIX
def test_a_thread_of_a_program_that_has_ended_says_nothing(tmp_path):
    (tmp_path / "threads.py").write_text(THREAD)
    done = shell("echo x | retro play threads.py --front plain", tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")


# files


def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path):
    path = tmp_path / "x.txt"
    path.write_bytes(b"old")
    path.chmod(0o640)
    assert main([*PLAY.split(), "--screen", str(path)]) == 0
    assert path.stat().st_mode & 0o777 == 0o640
    assert path.read_text(encoding="utf-8").startswith(" " * 16 + "DOMINOES")


def test_a_link_stays_a_link(tmp_path):
    path, link = tmp_path / "x.txt", tmp_path / "link.txt"
    path.write_bytes(b"old")
    link.symlink_to(path)
    assert main([*PLAY.split(), "--screen", str(link)]) == 0
    assert link.is_symlink()
    assert "DOMINOES" in path.read_text(encoding="utf-8")


@POSIX
def test_a_full_device_is_an_error(full, tmp_path):
    done = shell(f"retro {PLAY} --screen full", tmp_path)
    refused(done, "full cannot be written: No space left on device")


@POSIX
def test_a_pipe_or_a_device_is_no_recording(tmp_path, capsys, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    for path in (str(tmp_path / "pipe"), "/dev/null", "/dev/zero"):
        assert main(["replay", path]) == 2
        assert f"{path} cannot be read: it is a device or a pipe, expected a file" in capsys.readouterr().err


ENDLESS = ["/dev/zero", "pipe"]


@POSIX
@pytest.mark.parametrize("path", ENDLESS)
@pytest.mark.parametrize("command", ["vdu", "basic"])
def test_a_device_or_a_pipe_is_no_file_to_read(command, path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    assert main([command, path, *(["--front", "headless"] if command == "basic" else [])]) == 2
    assert "it is a device or a pipe, expected a file" in capsys.readouterr().err


@POSIX
def test_an_endless_standard_input_is_refused(tmp_path):
    done = shell("ulimit -v 2000000; retro vdu - < /dev/zero", tmp_path)
    refused(done, "- cannot be read: it has more than 64,000,000 bytes, which is the most that is read")


@pytest.mark.parametrize(
    "argv",
    [
        ["vdu", "huge.bas"],
        ["basic", "huge.bas", "--front", "headless"],
        ["play", "huge.bas", "--front", "headless"],
        ["listing", "huge.bas"],
        ["listing", "huge.ssd"],
        ["play", "huge.uef", "--front", "headless"],
        [*PLAY.split(), "--keys", "huge.bas"],
    ],
)
def test_a_huge_file_is_refused(argv, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("huge.bas", "huge.ssd", "huge.uef"):
        with open(name, "wb") as stream:
            stream.truncate(10**12)  # a hole, which takes no space
    assert main(argv) == 2
    assert ": it has more than 64,000,000 bytes" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("front", "typed", "kept"),
    [("plain", True, True), ("plain", False, False), ("headless", True, False), ("window", False, True)],
)
def test_games_of_people_are_kept(front, typed, kept, monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: typed, raising=False)
    assert keeps(argparse.Namespace(front=front)) == kept


@POSIX
def test_a_pipe_is_no_unfinished_game(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path))
    (tmp_path / "games" / "dominoes").mkdir(parents=True)
    os.mkfifo(tmp_path / "games" / "dominoes" / "1795328733123-3fa9.jsonl")
    os.mkfifo(tmp_path / "games" / "dominoes.jsonl")
    assert kept_games() == []
    assert main(["play", "dominoes", "--resume"]) == 2
    assert "There is no unfinished game of dominoes" in capsys.readouterr().err


@POSIX
def test_a_pipe_is_no_tape(tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path))
    tape = FolderTape("dominoes")
    tape.save("SCORES", "text")
    (path,) = tmp_path.rglob("tape-SCORES.json")
    path.unlink()
    os.mkfifo(path)
    assert tape.load("SCORES") == ""


def test_keys_that_are_left_over_are_counted(tmp_path, capsys):
    path = tmp_path / "one_key.py"
    path.write_text("def main(m):\n    m.get()\n")
    for keys, count in (("ab", "1 key"), ("abc", "2 keys"), ("a<RETURN>bc", "3 keys")):
        assert main(["play", str(path), "--front", "headless", "--keys", keys]) == 1
        assert capsys.readouterr().err == f"retro: The program ended with {count} of --keys not typed.\n"


@pytest.mark.parametrize("front", ["window", "terminal", "headless", "plain"])
@pytest.mark.parametrize("played", [True, False])
def test_a_recording_that_is_written_is_named_to_people_and_not_to_scripts(front, played, tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    with recording_to(str(path), front) as (file,):
        if played:
            file.write(b"{}\n", True)
    said = f"{path} is written.\n" if played and front in ("window", "terminal") else ""
    assert capsys.readouterr().out == said
