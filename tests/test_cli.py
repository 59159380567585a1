"""The command line: what it prints, what it refuses, and with which status it ends."""

import base64
import json
import subprocess
import sys
import wave
import zlib
from pathlib import Path

import pytest

from retro import library
from retro.cli import COMMANDS, main
from retro.frontends.headless import headless
from retro.menu import menu
from retro.recording.fingerprint import fingerprint

ROOT = Path(__file__).parent.parent


def test_help_names_every_command(capsys):
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    printed = capsys.readouterr().out
    for name, what in COMMANDS.items():
        assert name in printed
        assert what in printed


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help(name, capsys):
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: retro {name}")


def test_help_of_a_program_shows_its_own_options_and_the_keys(capsys):
    with pytest.raises(SystemExit):
        main(["play", "dominoes", "--help"])
    printed = capsys.readouterr().out
    assert "Dominoes, by Marcus D. Bowman" in printed
    assert "--cheat" in printed
    assert "F11" in printed


def test_list_names_the_programs(capsys):
    assert main(["list"]) == 0
    assert "dominoes        Dominoes, by Marcus D. Bowman" in capsys.readouterr().out


REFUSED = {
    "unknown program": (["play", "domino"], "There is no program called 'domino': expected "),
    "missing file": (["play", "nowhere.py"], "There is no file nowhere.py"),
    "scale": (["play", "dominoes", "--scale", "0"], "--scale 0: expected a whole number from 1 to 16"),
    "keys in a window": (["play", "dominoes", "--keys", "1"], "--keys, --screen and --wav go with --front headless"),
    "unknown key": (["play", "dominoes", "--front", "headless", "--keys", "<X>"], "<X> is no key: expected one of"),
    "stream": (["vdu", "nowhere"], "nowhere cannot be read"),
    "new name": (["new", "game"], "game: expected a name ending in .py"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_said_in_a_sentence(case, capsys):
    words, sentence = case
    assert main(words) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith("retro: ")
    assert sentence in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_a_file_with_a_mistake_is_named_with_its_line(tmp_path, capsys):
    broken = tmp_path / "broken.py"
    broken.write_text("def main(m):\n    m.print(\n")
    assert main(["play", str(broken)]) == 2
    assert f"{broken}, line 2: '(' was never closed" in capsys.readouterr().err


def test_a_file_without_main_is_no_program(tmp_path, capsys):
    other = tmp_path / "other.py"
    other.write_text("x = 1\n")
    assert main(["play", str(other)]) == 2
    assert "is no program: it has no function main(m)" in capsys.readouterr().err


def test_a_script_is_played_and_the_screen_printed(capsys):
    assert main(["play", "dominoes", "--front", "headless", "--seed", "3", "--keys", "7", "--screen", "-"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 25
    assert {len(line) for line in lines} == {40}
    assert lines[0].strip() == "DOMINOES"


def test_keys_may_stand_in_a_file_and_the_screen_go_to_one(tmp_path):
    program = tmp_path / "echo.py"
    program.write_text("def main(m):\n    for _ in range(3):\n        m.print(m.get_s(), end='')\n    m.get()\n")
    keys, text, picture = tmp_path / "keys", tmp_path / "screen.txt", tmp_path / "screen.png"
    keys.write_text("abc\n")
    for screen in (text, picture):
        assert main(["play", str(program), "--front", "headless", "--keys", str(keys), "--screen", str(screen)]) == 0
    assert text.read_text().splitlines()[0].strip() == "abc"
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_what_was_to_be_heard_can_be_written(tmp_path):
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


def test_a_program_that_raises_ends_with_status_1_and_says_so_on_its_screen(tmp_path, capsys):
    program = tmp_path / "raises.py"
    program.write_text("from retro.basic import dim\ndef main(m):\n    m.print('before')\n    dim(3)[4] = 1\n")
    assert main(["play", str(program), "--front", "headless", "--screen", "-"]) == 1
    printed = capsys.readouterr()
    assert printed.out.split()[:2] == ["before", "Subscript"]
    assert "raises.py" in printed.err
    assert "Traceback" in printed.err


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


def test_new_writes_a_program_that_runs_and_never_over_another(tmp_path, capsys):
    path = tmp_path / "die.py"
    assert main(["new", str(path)]) == 0
    assert f"retro play {path}" in capsys.readouterr().out
    assert main(["play", str(path), "--front", "headless", "--keys", " q", "--screen", "-"]) == 0
    assert "It shows" in capsys.readouterr().out
    path.write_text("mine")
    assert main(["new", str(path)]) == 2
    assert "is there already, and is left as it is" in capsys.readouterr().err
    assert path.read_text() == "mine"


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
    path = tmp_path / "stream"
    path.write_bytes(b"HELLO")
    text = subprocess.run([*command[:-1], str(path)], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert text.splitlines()[0].rstrip() == "HELLO"


# the library and the menu


def test_the_programs_are_in_their_order_and_any_others_follow_by_name(tmp_path, monkeypatch):
    order = Path(library.folder(), library.ORDER).read_text(encoding="utf-8").split()
    assert [entry.name for entry in library.entries()] == order
    monkeypatch.setattr("retro.library.folder", lambda: str(tmp_path))
    tmp_path.joinpath(library.ORDER).write_text("second\nfirst\n", encoding="utf-8")
    for name in ("b", "a", "first", "second"):
        tmp_path.joinpath(f"{name}.py").write_text("def main(m):\n    pass\n", encoding="utf-8")
    assert [entry.name for entry in library.entries()] == ["second", "first", "a", "b"]


def test_every_program_has_a_title_that_fits_the_menu():
    for entry in library.entries():
        assert 0 < len(entry.title) <= 34
        assert entry.about


def item(text):
    def main(m):
        m.print(text)
        m.get()

    return text, lambda: main


def test_the_menu_starts_a_program_by_number_and_comes_back():
    seen = []

    def player(m):
        yield
        assert "1  First" in m.screen.text
        assert "2  Second" in m.screen.text
        yield "2"
        yield
        seen.append(m.screen.lines[0].strip())
        yield "x"
        yield
        assert "Press a key for the menu" in m.screen.text
        yield "x"
        yield
        assert "1  First" in m.screen.text

    headless(menu([item("First"), item("Second")]), player)
    assert seen == ["Second"]


@pytest.mark.parametrize(
    ("keys", "started"),
    [("<RETURN>", "A"), ("<DOWN><RETURN>", "B"), ("<UP><RETURN>", "C"), ("<DOWN><DOWN><DOWN><DOWN><RETURN>", "B")],
)
def test_the_menu_is_chosen_from_with_the_arrows(keys, started):
    def player(m):
        yield
        yield keys
        yield
        assert m.screen.lines[0].strip() == started

    headless(menu([item("A"), item("B"), item("C")]), player)


def test_escape_in_a_program_comes_back_to_the_menu_and_means_nothing_in_it():
    def player(m):
        yield
        yield "9z<ESCAPE>"
        yield
        assert "1  A" in m.screen.text
        yield "1"
        yield
        yield "<ESCAPE>"
        yield
        assert "1  A" in m.screen.text

    headless(menu([item("A")]), player)


def test_a_menu_of_nine_fits_the_screen():
    def player(m):
        yield
        assert "9  Item 9" in m.screen.text
        assert "Press the number" in m.screen.text

    headless(menu([item(f"Item {n}") for n in range(1, 10)]), player)


def test_the_renderings_of_the_command_line_are_the_terminals():
    from retro.commands.play import RENDERINGS
    from retro.frontends import terminal

    assert RENDERINGS == terminal.RENDERINGS


# versions of programs


def test_a_program_is_another_version_when_anything_it_uses_is(tmp_path, monkeypatch):
    files = {
        "game.py": "from .rules import play\nfrom . import base\n",
        "base.py": "",
        "rules/play.py": "from .cards import deal\n",
        "rules/cards.py": "def deal(): pass\n",
        "other.py": "",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr("retro.recording.fingerprint.folder", lambda: str(tmp_path))
    hashes = [fingerprint(str(tmp_path / "game.py"))]
    for name in files:
        with (tmp_path / name).open("a") as stream:
            stream.write("# changed\n")
        hashes.append(fingerprint(str(tmp_path / "game.py")))
    assert len(set(hashes)) == len(files)
    assert hashes[-1] == hashes[-2]
