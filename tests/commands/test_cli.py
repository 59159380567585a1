"""The command line: what it prints, what it refuses, and with which status it ends."""

import base64
import json
import re
import subprocess
import sys
import wave
import zlib
from pathlib import Path

import pytest

from retro import __version__
from retro.basic.tokeniser import tokenise
from retro.cli import COMMANDS, main
from retro.library.loader import load

ROOT = Path(__file__).parents[2]


def test_help_names_every_command(capsys):
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    for name, what in COMMANDS.items():
        assert name in printed
        assert what in printed


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help(name, capsys):
    assert main([name, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"usage: retro {name}")


def test_help_of_a_program_shows_its_own_options_and_the_keys(capsys):
    assert main(["play", "dominoes", "--help"]) == 0
    printed = capsys.readouterr().out
    assert "Dominoes, by Marcus D. Bowman" in printed
    headings = [line for line in printed.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert headings[:3] == ["arguments:", "options:", "in a window:"]
    assert printed.index("arguments:") < printed.index("NAME|FILE|DIR  ") < printed.index("options:\n  -h, --help")
    assert "--cheat" in printed
    assert "F11" in printed


def test_the_version_is_printed_and_help_is_a_word_too(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"retro {__version__}\n"
    for words in (["help"], ["help", "play"], ["help", "play", "dominoes"]):
        assert main(words) == 0
        assert capsys.readouterr().out.startswith(f"usage: {' '.join(['retro', *words[1:2]])} [")


def test_exports_say_what_they_wrote(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["play", "dominoes", "--front", "headless", "--keys", "7"]
    assert main([*words, "--record", "game.jsonl", "--screen", "x.txt", "--wav", "x.wav"]) == 0
    assert capsys.readouterr().out == "x.txt and x.wav are written.\n"
    assert main(["replay", "game.jsonl", "--png", "x.png", "--gif", "x.gif"]) == 0
    assert re.fullmatch(r"x\.gif is written, \d+ pictures\.\nx\.png is written\.\n", capsys.readouterr().out)
    assert main([*words, "--wav", "/dev/null", "--screen", "-"]) == 0  # a device may have any name
    assert "written" not in capsys.readouterr().out


def test_no_escape_sequence_of_a_program_reaches_the_terminal(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    Path("mine.bas").write_bytes(tokenise("10REM \x1b]0;x\x07\n20PRINT 1\n"))
    for words in (["listing", "mine.bas"], ["listing", "mine.bas", "--bas"], ["help", "play", "mine.bas"]):
        assert main(words) == 0
        assert "\x1b]" not in capsys.readouterr().out
    assert load("mine.bas").title == "\\x1b]0;x\\x07"  # also that of a window


def test_keys_may_stand_in_a_file_and_the_screen_go_to_one(tmp_path):
    program = tmp_path / "echo.py"
    program.write_text("def main(m):\n    for _ in range(3):\n        m.print(m.get_s(), end='')\n    m.get()\n")
    keys, text, picture = tmp_path / "keys", tmp_path / "screen.txt", tmp_path / "screen.png"
    keys.write_text("abc\n")
    for screen in (text, picture):
        assert main(["play", str(program), "--front", "headless", "--keys", str(keys), "--screen", str(screen)]) == 0
    assert text.read_text().splitlines()[0].strip() == "abc"
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_sound_is_written_to_a_wav_file(tmp_path):
    program = tmp_path / "tune.py"
    program.write_text(
        "def main(m):\n"
        "    m.envelope(1, 1, 0, 0, 0, 0, 0, 0, 20, 0, 0, -20, 126, 126)\n"
        "    m.sound(1, 1, 100, 20)\n    m.get()\n"
    )
    sounds = {}
    for machine in ("electron", "bbc"):
        wav = tmp_path / f"{machine}.wav"
        words = ["play", str(program), "--front", "headless", "--envelopes", machine, "--wav", str(wav)]
        assert main(words) == 0
        with wave.open(str(wav)) as stream:
            assert stream.getnframes() >= 44100
            sounds[machine] = stream.readframes(stream.getnframes())
    assert sounds["electron"] != sounds["bbc"]


@pytest.mark.parametrize("speed", ["normal", "authentic", "fast"])
def test_the_stream_has_every_byte_that_was_sent(speed, tmp_path, capfdbinary):
    program = tmp_path / "program.bas"
    program.write_text('10 VDU 31,3,4,65\n20 PRINT "B"\n30 VDU 67\n40 A$=GET$\n50 PRINT A$;1/0\n')
    argv = ["play", str(program), "--front", "headless", "--speed", speed, "--keys", "k", "--stream"]
    assert main([*argv, "-"]) == 1
    sent = capfdbinary.readouterr().out
    assert sent.startswith(b"\x1f\x03\x04AB\n\rCk")
    assert sent.endswith(b"Division by zero at line 50\n\r")
    stream, screen = tmp_path / "stream", tmp_path / "screen"
    assert main([*argv, str(stream), "--screen", str(screen)]) == 1
    assert stream.read_bytes() == sent
    capfdbinary.readouterr()
    assert main(["vdu", str(stream)]) == 0
    assert capfdbinary.readouterr().out == screen.read_bytes()


def test_a_program_that_raises_has_status_1_and_shows_the_line(tmp_path, capsys):
    program = tmp_path / "raises.py"
    program.write_text("from retro.basic import dim\ndef main(m):\n    m.print('before')\n    dim(3)[4] = 1\n")
    assert main(["play", str(program), "--front", "headless", "--screen", "-"]) == 1
    printed = capsys.readouterr()
    rows = [row.strip() for row in printed.out.splitlines()]
    assert [rows[0], *rows[2:5]] == ["raises.py, line 4", "Subscript", "4 given, 0 to 3 expected", "main 4"]
    assert ">    4     dim(3)[4] = 1" in rows
    assert "--reload runs it" in " ".join(printed.out.split())
    assert printed.err.startswith(f'Traceback (most recent call last):\n  File "{program}", line 4, in main')


def test_options_of_a_program_are_the_keyword_parameters_of_its_main(tmp_path, capsys):
    program = tmp_path / "options.py"
    program.write_text(
        "from typing import Annotated\n"
        "def main(m, *, loud: bool = False, level: Annotated[int, 'how hard'] = 2):\n"
        "    m.print(loud, ' ', level)\n"
    )
    words = ["play", str(program), "--front", "headless", "--screen", "-"]
    assert main(words) == 0
    assert capsys.readouterr().out.split()[:2] == ["0", "2"]
    assert main([*words, "--loud", "--level", "4"]) == 0
    assert capsys.readouterr().out.split()[:2] == ["-1", "4"]


def test_vdu_shows_what_a_stream_does(tmp_path):
    stream = bytes([22, 1, 17, 1, 65, 31, 5, 2, 29, 100, 0, 50, 0, 28, 0, 9, 9, 0])
    command = [sys.executable, "-m", "retro", "vdu", "-"]
    printed = subprocess.run([*command, "--json"], input=stream, capture_output=True, check=True, cwd=ROOT).stdout
    state = json.loads(printed)
    pixels = zlib.decompress(base64.b64decode(state.pop("pixels")))
    assert len(pixels) == 320 * 256
    assert set(pixels) == {0, 1}
    assert state == {
        "mode": 1,
        "width": 320,
        "height": 256,
        "pos": 5,
        "vpos": 2,
        "palette": [0, 1, 3, 7],
        "text_window": [0, 9, 9, 0],
        "graphics_window": [0, 0, 319, 255],
        "origin": [100, 50],
        "graphics_cursor": [-100, -50],
        "status": 8,
    }
    picture = subprocess.run([*command, "--png"], input=stream, capture_output=True, check=True, cwd=ROOT).stdout
    assert picture.startswith(b"\x89PNG")
    file = tmp_path / "picture.png"
    done = subprocess.run([*command, "--png", file], input=stream, capture_output=True, check=True, cwd=ROOT)
    assert (done.stdout, file.read_bytes()) == (f"{file} is written.\n".encode(), picture)
    path = tmp_path / "stream"
    path.write_bytes(b"HELLO")
    text = subprocess.run([*command[:-1], str(path)], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert text.splitlines()[0].rstrip() == "HELLO"


# refusals by a process of its own


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("play snake --seed 1.5 2>&-", ""),
        ("web --no-such-option <&- >&- 2>&-", ""),
        ("new no/x.py", "retro: no/x.py cannot be written: No such file or directory.\n"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_a_refusal_has_status_2_and_no_traceback(line, sentence):
    command = ["sh", "-c", f'"$0" -m retro {line}', sys.executable]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (result.returncode, result.stderr) == (2, sentence)
