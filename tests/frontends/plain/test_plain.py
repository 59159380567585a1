"""The plain front end: lines of text in, text out."""

import errno
import io
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from retro.cli import main as command
from retro.frontends import plain
from retro.frontends.plain import LineReader, OutputError, Plain
from retro.launcher import front_ends
from retro.machine.runner import ProgramFailed
from retro.session.parser import read

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    """A folder for the user's data."""
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def run(program, typed="", sink=None):
    """Return what a program writes for some input."""
    sink = sink or io.BytesIO()
    Plain(io.BytesIO(typed.encode() if isinstance(typed, str) else typed), sink).run(program, 1)
    return sink.getvalue().decode()


def shell(*words, typed=b"", **options):
    return subprocess.run(
        [sys.executable, "-m", "retro", *words], input=typed, capture_output=True, check=False, cwd=ROOT, **options
    )


# output


def prints(m):
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


def prints_one_character(m):
    m.vdu(2, 1, 65, 66)
    m.vdu(3, 1, 67)
    assert m.screen.lines[0].strip() == "B"


def prints_stand_ins(m):
    m.screen.stand_ins[224] = "x"
    m.vdu(2)
    m.vdu(224, 225, 128)


def breaks_off(m):
    m.vdu(2)
    m.print("printed")
    m.restart()
    m.print("shown")
    m.get()


def asks_three_times(m):
    m.print("one")
    m.get()
    m.get()
    m.cls()
    m.print("  two")
    m.get()
    m.print("three")


def waits_for_c(m):
    m.print("one")
    while m.get_s() != "c":
        pass
    m.print("two")


@pytest.mark.parametrize(
    ("program", "typed", "written"),
    [
        (prints, "", "a1 £B\ntwo\n"),
        (prints_one_character, "", "AB"),
        (prints_stand_ins, "", "x x"),
        (lambda m: (m.vdu(2), m.print("x" * 300), m.print("y")), "", "x" * 300 + "\ny\n"),
        (breaks_off, "", "printed\nshown\n"),
        (asks_three_times, "ab\nc\n", "one\n  two\nthree\n"),
        (waits_for_c, "a\nb\nc\n", "one\ntwo\n"),
    ],
    ids=["VDU 2", "VDU 1", "stand-ins", "long lines", "BREAK", "its screens, without VDU 2", "an unchanged screen"],
)
def test_what_is_written_of(program, typed, written):
    assert run(program, typed) == written


def test_a_screen_is_written_in_words_when_a_key_is_awaited_or_it_stays_for_a_second(monkeypatch):
    monkeypatch.setattr(plain, "SETTLE_TIME", 0.02)

    def program(m):
        cards = ["ace"]
        m.describe(lambda: f"You hold {cards[-1]}.")
        m.vdu(224)
        m.get()
        cards.append("king")
        m.vdu(225)
        m.time = 0
        while m.time < 10:
            pass
        cards.append("queen")
        m.describe(None)
        m.cls()
        m.print("The end")

    assert run(program, "a\n") == "You hold ace.\nYou hold king.\nThe end\n"


def test_new_lines_are_written_and_what_is_typed_is_not_repeated(typed):
    lines = [
        "PRINT 6*7",
        "10 FOR I%=1 TO 40:PRINT I%:NEXT",
        "RUN",
        'INPUT "How many";N',
        "5",
        "PRINT N+1",
        "CLS",
        "P.0",
    ]
    assert typed("".join(f"{line}\n" for line in lines), "basic", "--front", "plain") == 0
    shown = typed.written.split()
    assert shown[:5] == ["BASIC", ">", "42", ">", ">"]
    assert [word for word in shown if word.isdigit()] == ["42", *map(str, range(17, 41)), "6", "0"]
    assert shown[-10:] == ["40", ">", "How", "many?", ">", "6", ">", ">", "0", ">"]


def test_a_changing_screen_is_written_when_it_settles(monkeypatch):
    monkeypatch.setattr(plain, "SETTLE_TIME", 0.05)

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


def test_a_clock_that_goes_does_not_keep_a_screen_in_words_from_being_written(monkeypatch):
    monkeypatch.setattr(plain, "SETTLE_TIME", 0.05)
    reader, writer = os.pipe()
    written = []

    def program(m):
        m.describe(lambda: "You hold an ace.")
        for second in range(12):
            m.print(second)
            m.inkey(1)
        written.append(sink.getvalue())

    sink = io.BytesIO()
    with open(reader, "rb", buffering=0) as source:
        Plain(source, sink).run(program, 1)
        os.close(writer)
    assert written == [b"You hold an ace.\n"]


# input


def test_input_takes_a_line_literally():
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


@pytest.mark.parametrize(("line", "given"), [("１é£☃\n", "?é£?"), (b"a\xff\n", "a?")])
def test_characters_that_the_machine_lacks(line, given):
    typed = []
    run(lambda m: typed.append(m.input(line=True)), line)
    assert typed == [given]


def test_inkey_returns_a_key_at_once_or_waits_for_one(monkeypatch):
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


# the end


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


def test_an_error_of_the_program_is_printed(capsys):
    def program(m):
        m.print("before")
        raise ValueError("wrong")

    sink = io.BytesIO()
    with pytest.raises(ProgramFailed, match="ValueError: wrong"):
        run(program, sink=sink)
    assert sink.getvalue() == b""
    assert "Traceback" in capsys.readouterr().err


class Full:
    """A stream that accepts so many bytes, a few at a time, and then none."""

    def __init__(self, size, number):
        self.taken, self._size, self._number = b"", size, number

    def write(self, data):
        if len(self.taken) >= self._size:
            raise OSError(self._number, os.strerror(self._number))
        self.taken += data[:7]
        return len(data[:7])


def test_output_accepted_in_parts_is_complete():
    sink = Full(10_000, errno.EPIPE)
    Plain(io.BytesIO(), sink).run(lambda m: (m.vdu(2), m.print("x" * 500)), 1)
    assert sink.taken == b"x" * 500 + b"\n"


@pytest.mark.parametrize("number", [errno.EPIPE, errno.ENOSPC])
def test_output_that_cannot_be_written_ends_the_program(number):
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
        with pytest.raises(OutputError, match="No space left on device"):
            front.run(program, 1)
    assert len(asked) < 20


def closed_pipe(mode):
    reader, writer = os.pipe()
    os.close(reader)
    return open(writer, mode)


@pytest.mark.parametrize(
    ("opened", "ended"),
    [
        (closed_pipe, (0, b"")),
        (Path("/dev/full").open, (2, b"retro: Standard output cannot be written: No space left on device.\n")),
    ],
    ids=["a closed pipe", "a full disk"],
)
def test_output_that_cannot_be_written_ends_the_command(opened, ended):
    if opened is not closed_pipe and not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full")
    words = [sys.executable, "-m", "retro", "play", "snake", "--front", "plain", "--stage", "1"]
    with opened("wb") as sink:
        done = subprocess.run(
            words, stdout=sink, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, cwd=ROOT
        )
    assert (done.returncode, done.stderr) == ended


# the command line


def test_help_names_it(capsys):
    assert command(["play", "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "auto|window|terminal|headless|plain" in shown
    assert "plain is text on standard output" in shown


def test_the_speed_of_the_screen_does_not_go_with_it(capsys):
    assert command(["play", "dominoes", "--front", "plain", "--speed", "authentic"]) == 2
    assert "does not go with --front plain" in capsys.readouterr().err


@pytest.fixture
def typed(monkeypatch):
    """Fixture: a function that runs a command with some standard input; keeps its output."""

    class TypedInput:
        def __init__(self):
            self.written = ""

        def __call__(self, text, *argv):
            sink = io.BytesIO()
            monkeypatch.setattr(plain, "Plain", lambda: Plain(io.BytesIO(text.encode()), sink))
            status = command(list(argv))
            self.written = sink.getvalue().decode()
            return status

    monkeypatch.setattr(plain, "Plain", Plain)
    return TypedInput()


def test_any_program_can_be_played(typed):
    assert typed("5\n", "play", "dominoes", "--front", "plain", "--seed", "3", "--speed", "fast") == 0
    screens = typed.written.split("Which domino?")
    assert "Your hand: 1: 5-6, 2: 1-4, 3: 1-2 fits right, 4: 0-1, 5: 3-5 fits left, 6: 4-6." in screens[0]
    assert "I played the 5-0 at the left." in screens[1]


def test_the_menu(typed):
    assert typed("2\n", "play", "--front", "plain") == 0
    assert "Dominoes, by Marcus D. Bowman" in typed.written


def test_a_program_with_an_option_plain_is_given_it(typed, tmp_path):
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


def test_a_program_that_exits_with_a_sentence(typed, capsys, tmp_path):
    path = tmp_path / "leaves.py"
    path.write_text('def main(m):\n    raise SystemExit("enough")\n')
    assert typed("", "play", str(path), "--front", "plain") == 1
    assert typed.written == ""
    assert capsys.readouterr().err == "enough\n"


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
    words = ["play", "mahjong", "--seed", "3", "--front", "headless", "--keys", "?", "--screen", "-"]
    assert command([*words, "--record", str(path)]) == 0
    screen = capsys.readouterr().out
    assert "HOW TO PLAY" in screen
    assert typed("", "replay", str(path), "--front", "plain") == 0
    assert typed.written.split() == re.sub("[▀-▟]", "", screen).split()


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
    assert list((data / "games" / "snake").iterdir())
    assert typed("0\n", "play", "snake", "--front", "plain", "--resume") == 0
    assert typed.written.startswith(first)
    assert len(typed.written) > len(first)


def test_a_game_without_the_option_plain_is_not_resumed_in_text(typed, capsys, monkeypatch):
    def screen(program, args, title):
        from retro.frontends.headless import headless, typist

        headless(program, typist("0\n\n"))
        return 0

    monkeypatch.setattr(front_ends, "run_anywhere", screen)
    assert command(["play", "snake", "--seed", "3"]) == 0
    assert typed("", "play", "snake", "--front", "plain", "--resume") == 2
    assert "does not go with --plain" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("redirection", "status", "error"),
    [
        ("<&-", 0, b""),
        ("</dev/null >&-", 2, b"retro: Standard output cannot be written: Bad file descriptor.\n"),
        ("</dev/null 2>&-", 0, b""),
        ("<&- >&- 2>&-", 2, b""),
    ],
)
def test_closed_standard_streams(redirection, status, error):
    line = f'"$0" -m retro play snake --front plain --stage 2 {redirection}'
    done = subprocess.run(["sh", "-c", line, sys.executable], capture_output=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (status, error)
    assert done.stdout.startswith(b"=" * 70) == (status == 0)


POSIX_LOCALE = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def test_a_locale_that_lacks_a_character_shows_a_question_mark(tmp_path):
    program = tmp_path / "pound.py"
    program.write_text("def main(m):\n    m.print('£5')\n    m.print(m.input('Which? '))\n", encoding="utf-8")
    done = shell("play", str(program), "--front", "plain", typed="é\n".encode(), env=os.environ | POSIX_LOCALE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.split(b"\n")[0] == b"?5"
    assert b"Which? ??" in done.stdout


def test_advice_is_written_where_it_disturbs_no_output():
    done = shell("basic", "--front", "plain", typed=b"print 1\n")
    assert done.stderr == b"(Keywords are typed in capitals: PRINT)\n"
    assert b"capitals" not in done.stdout


def test_a_line_is_waited_for_as_long_as_is_asked():
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb", buffering=0) as source:
        reader, start = LineReader(source, "utf-8"), time.monotonic()
        assert reader.next(0.1) is None
        assert time.monotonic() - start >= 0.1
        os.write(writing, b"one\r\ntwo")
        os.close(writing)
        assert [reader.next(5.0), reader.next(None)] == ["one", "two"]
        with pytest.raises(EOFError):
            reader.next(0.0)
