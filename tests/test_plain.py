"""The plain front end: lines of text in, text out."""

import errno
import io
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from retro.cli import main as command
from retro.commands import play
from retro.conduct import ProgramFailed
from retro.frontends import plain
from retro.frontends.plain import CannotWrite, Plain
from retro.recording.reader import read

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    """The user's own folder, for these tests."""
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def run(program, typed="", sink=None):
    """What a program writes when it is given this input."""
    sink = sink or io.BytesIO()
    Plain(io.BytesIO(typed.encode() if isinstance(typed, str) else typed), sink).run(program, 1)
    return sink.getvalue().decode()


def shell(*words, typed=b"", **options):
    return subprocess.run(
        [sys.executable, "-m", "retro", *words], input=typed, capture_output=True, check=False, cwd=ROOT, **options
    )


# what is printed


def test_what_is_printed_after_vdu_2_is_written_as_it_is():
    def program(m):
        m.print("not this")
        m.vdu(2)
        m.print("a", 1, " £", end="")
        m.vdu(66)
        m.print()
        m.cls()
        m.colour(2)
        m.print("two")
        m.vdu(3)
        m.print("nor this")

    assert run(program) == "a1 £B\ntwo\n"


def test_vdu_1_prints_one_character_that_is_not_shown():
    def program(m):
        m.vdu(2, 1, 65, 66)
        m.vdu(3, 1, 67)
        assert m.screen.lines[0].strip() == "B"

    assert run(program) == "AB"


def test_a_programs_own_characters_are_written_by_their_names():
    def program(m):
        m.screen.stand_ins[224] = "x"
        m.vdu(2)
        m.vdu(224, 225, 128)

    assert run(program) == "x x"


def test_lines_are_never_broken_however_long_they_are():
    assert run(lambda m: (m.vdu(2), m.print("x" * 300), m.print("y"))) == "x" * 300 + "\ny\n"


def test_a_program_that_does_not_print_is_shown_by_its_screen():
    def program(m):
        m.print("one")
        m.get()
        m.get()
        m.cls()
        m.print("  two")
        m.get()
        m.print("three")

    assert run(program, "ab\nc\n") == "one\n  two\n  two\nthree\n"


def test_a_screen_is_written_once():
    def program(m):
        m.print("one")
        while m.get_s() != "c":
            pass
        m.print("two")

    assert run(program, "a\nb\nc\n") == "one\none\ntwo\n"


def test_after_break_the_screen_is_written_again():
    def program(m):
        m.vdu(2)
        m.print("printed")
        m.restart()
        m.print("shown")
        m.get()

    assert run(program) == "printed\nshown\n"


def test_a_screen_that_changes_all_the_time_is_written_when_it_rests(monkeypatch):
    monkeypatch.setattr(plain, "SETTLED", 0.05)

    def program(m):
        for number in range(3):
            m.cls()
            m.print(number)
            m.inkey(1)
        m.inkey(20)
        m.inkey(1)
        m.cls()

    class Silent:
        def read(self, size):
            time.sleep(60)

    sink = io.BytesIO()
    Plain(Silent(), sink).run(program, 1)
    assert sink.getvalue() == b"2\n"


# what is typed


def test_input_takes_a_line_as_it_stands():
    lines = []

    def program(m):
        m.vdu(2)
        while True:
            lines.append(m.input("? ", mark="", line=True))

    typed = "one\r\n\n  <LEFT> \nx`y\tz\x00\n" + "long " * 40 + "\nlast"
    assert run(program, typed).startswith("? one\n? \n?   <LEFT> \n")
    assert lines == ["one", "", "  <LEFT> ", "x?y z ", "long " * 40, "last"]


def test_keys_are_the_letters_of_a_line_or_names_and_an_empty_line_is_return():
    codes = []

    def program(m):
        m.fx(4, 1)
        while True:
            codes.append(m.get())

    run(program, "ab\n\n<LEFT><RETURN>\n<X>\n")
    assert codes == [97, 98, 13, 136, 13, *b"<X>"]


def test_letters_that_the_machine_does_not_have():
    typed = []
    run(lambda m: typed.append(m.input(line=True)), "１é£☃\n")
    assert typed == ["?é£?"]


def test_bytes_that_are_no_text():
    typed = []
    run(lambda m: typed.append(m.input(line=True)), b"a\xff\n")
    assert typed == ["a?"]


def test_a_key_that_is_there_is_given_at_once_and_one_that_is_not_is_waited_for(monkeypatch):
    reader, writer = os.pipe()
    os.write(writer, b"a\n")
    later = threading.Timer(0.3, lambda: os.write(writer, b"b\n"))
    found = []

    def program(m):
        found.append((m.inkey(500), m.now < 3))
        found.append(m.inkey(5))
        later.start()
        found.append((m.inkey(1000), m.now < 6))

    with open(reader, "rb", buffering=0) as source:
        Plain(source, io.BytesIO()).run(program, 1)
        os.close(writer)
    assert found == [(97, True), -1, (98, True)]


def test_time_passes():
    times = []

    def program(m):
        m.time = 0
        while m.time < 20:
            pass
        times.append(m.now)

    run(program)
    assert 0.2 <= times[0] < 2


def test_page_mode_needs_no_shift():
    def program(m):
        m.vdu(14)
        for number in range(60):
            m.print(number)
        m.vdu(15)
        m.get()

    assert run(program).splitlines()[-1] == "59"


# how it ends


def test_the_end_of_input_switches_the_machine_off():
    seen = []

    def program(m):
        m.vdu(2)
        m.print("asks")
        try:
            m.get()
        finally:
            seen.append("off")
        m.print("goes on")

    assert run(program) == "asks\n"
    assert seen == ["off"]


def test_an_error_of_the_program_is_told(capsys):
    def program(m):
        m.print("before")
        raise ValueError("wrong")

    sink = io.BytesIO()
    with pytest.raises(ProgramFailed, match="ValueError: wrong"):
        run(program, sink=sink)
    assert sink.getvalue() == b""
    assert "Traceback" in capsys.readouterr().err


class Full:
    """A stream that takes so many bytes, a few at a time, and then none."""

    def __init__(self, size, number):
        self.taken, self._size, self._number = b"", size, number

    def write(self, data):
        if len(self.taken) >= self._size:
            raise OSError(self._number, os.strerror(self._number))
        self.taken += data[:7]
        return len(data[:7])


def test_output_that_is_taken_in_parts_is_complete():
    sink = Full(10_000, errno.EPIPE)
    Plain(io.BytesIO(), sink).run(lambda m: (m.vdu(2), m.print("x" * 500)), 1)
    assert sink.taken == b"x" * 500 + b"\n"


@pytest.mark.parametrize("number", [errno.EPIPE, errno.ENOSPC])
def test_output_that_is_not_taken_any_more_ends_the_program(number):
    asked = []

    def program(m):
        m.vdu(2)
        while True:
            m.print("more and more")
            asked.append(m.get())

    front = Plain(io.BytesIO(b"x\n" * 1000), Full(100, number))
    if number == errno.EPIPE:
        front.run(program, 1)
    else:
        with pytest.raises(CannotWrite, match="No space left on device"):
            front.run(program, 1)
    assert len(asked) < 20


def test_a_closed_pipe_is_a_quiet_end():
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as sink:
        words = [sys.executable, "-m", "retro", "play", "snake", "--front", "plain", "--stage", "1"]
        done = subprocess.run(
            words, stdout=sink, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, cwd=ROOT
        )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_full_disk_is_said_in_a_sentence():
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no /dev/full")
    words = [sys.executable, "-m", "retro", "play", "snake", "--front", "plain", "--stage", "1"]
    with full.open("wb") as sink:
        done = subprocess.run(
            words, stdout=sink, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, cwd=ROOT
        )
    assert done.returncode == 2
    assert done.stderr == b"retro: Standard output cannot be written: No space left on device.\n"


# the command line


def test_help_names_it(capsys):
    with pytest.raises(SystemExit):
        command(["play", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "{auto,window,terminal,headless,plain}" in shown
    assert "plain: as text, on standard input and output" in shown


def test_the_speed_of_the_screen_does_not_go_with_it(capsys):
    assert command(["play", "dominoes", "--front", "plain", "--speed", "authentic"]) == 2
    assert "does not go with --front plain" in capsys.readouterr().err


@pytest.fixture
def typed(monkeypatch):
    """Gives the commands of a test their standard input, and keeps what they write."""

    class Given:
        def __init__(self):
            self.written = ""

        def __call__(self, text, *words):
            sink = io.BytesIO()
            made = lambda: Plain(io.BytesIO(text.encode()), sink)  # noqa: E731
            monkeypatch.setattr(plain, "Plain", made)
            status = command(list(words))
            self.written = sink.getvalue().decode()
            return status

    monkeypatch.setattr(plain, "Plain", Plain)
    return Given()


def test_any_program_can_be_played(typed):
    assert typed("1\n4\n", "play", "dominoes", "--front", "plain", "--seed", "3", "--speed", "fast") == 0
    screens = typed.written.split("DOMINOES")
    assert "56 14 12 01 35 46" in screens[1]
    assert "Which domino?" in screens[1]


def test_the_menu(typed):
    assert typed("2\n", "play", "--front", "plain") == 0
    assert "Dominoes, by Marcus D. Bowman" in typed.written


def test_a_program_with_a_face_of_text_shows_that_one(typed, tmp_path):
    path = tmp_path / "faces.py"
    path.write_text(
        "def main(m, *, plain: bool = False, loud: bool = False):\n"
        "    m.vdu(2)\n"
        "    m.print('plain' if plain else 'drawn', ' loud' if loud else '')\n"
    )
    assert typed("", "play", str(path), "--front", "plain") == 0
    assert typed.written == "plain\n"
    other = tmp_path / "other.py"
    other.write_text("def main(m, *, plain: int = 3):\n    m.vdu(2)\n    m.print(plain)\n")
    assert typed("", "play", str(other), "--front", "plain") == 0
    assert typed.written == "3\n"


def test_a_program_that_leaves_with_a_sentence(typed, capsys):
    assert typed("", "play", "snake", "--front", "plain", "--stage", "7") == 1
    assert typed.written == ""
    assert capsys.readouterr().err == "--stage 7: expected 1 to 5\n"


# recordings

GAME = "play", "snake", "--front", "plain", "--seed", "3"


def test_a_game_recorded_in_text_is_replayed_in_text_and_on_a_screen(typed, tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    assert typed("x\n0\n\n0\n", *GAME, "--record", str(path)) == 0
    whole = typed.written
    assert "Invalid input" in whole
    assert read(path).header.options["plain"] is True
    assert typed("", "replay", str(path), "--front", "plain") == 0
    assert typed.written == whole
    assert command(["replay", str(path), "--front", "headless", "--screen", "-"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == 25
    assert {len(line) for line in shown} == {80}
    last = whole.splitlines()[-1]
    assert last.startswith("Status: Computer is about")
    assert last in [line.rstrip() for line in shown]


def test_a_game_recorded_on_a_screen_is_replayed_in_text_by_its_last_screen(typed, tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    words = ["play", "snake", "--seed", "3", "--front", "headless", "--keys", "0\n\n", "--screen", "-"]
    assert command([*words, "--record", str(path)]) == 0
    screen = capsys.readouterr().out
    assert typed("", "replay", str(path), "--front", "plain") == 0
    assert typed.written.split() == screen.split()


def test_a_replay_in_text_waits_for_nothing(typed, tmp_path):
    program, path = tmp_path / "slow.py", tmp_path / "game.jsonl"
    program.write_text(
        "def main(m):\n    m.vdu(2)\n    m.print('a')\n    m.time = 0\n"
        "    while m.time < 20:\n        pass\n    m.print('b', m.get_s())\n    m.get()\n"
    )
    assert typed("x\n", "play", str(program), "--front", "plain", "--record", str(path)) == 0
    assert typed.written == "a\nbx\n"
    assert typed("", "replay", str(path), "--front", "plain") == 0
    assert typed.written == "a\nbx\n"


def test_games_of_scripts_are_not_kept_and_those_of_terminals_are(typed, data, monkeypatch):
    typed("0\n\n", *GAME)
    assert not data.exists()
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    typed("0\n\n", *GAME)
    first = typed.written
    assert (data / "games" / "snake.jsonl").exists()
    assert typed("0\n", "play", "snake", "--front", "plain", "--resume") == 0
    assert typed.written.startswith(first)
    assert len(typed.written) > len(first)


def test_a_game_with_the_other_face_does_not_go_on_in_text(typed, capsys, monkeypatch):
    def screen(program, seed, chosen, title):
        from retro.frontends.headless import headless, typist

        headless(program, typist("0\n\n"), seed=seed)
        return 0

    monkeypatch.setitem(play.FRONTS, "auto", screen)
    assert command(["play", "snake", "--seed", "3"]) == 0
    assert typed("", "play", "snake", "--front", "plain", "--resume") == 2
    assert "does not go with --plain" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize("closed", ["<&-", "</dev/null >&-"])
def test_streams_that_are_not_there(closed):
    line = f'"$0" -m retro play snake --front plain --stage 2 {closed}'
    done = subprocess.run(["sh", "-c", line, sys.executable], capture_output=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"=" * 70) == (closed == "<&-")
