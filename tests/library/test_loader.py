"""Finding and loading programs: those that come with the machine, and a user's own of one file or several."""

import ast
import os
import random  # noqa: F401
import re  # noqa: F401
import subprocess
import sys
import time  # noqa: F401
from pathlib import Path

import pytest

from retro.cli import main
from retro.library import catalogue, loader
from retro.library.errors import LibraryError
from retro.library.fingerprint import fingerprint
from retro.session.parser import read

HELPER = "def word():\n    return 'word'\n"
MAIN = "from . import helper\nimport other\n\n\ndef main(m):\n    m.print(helper.word(), other.N, m.get_s())\n"


@pytest.fixture
def game(tmp_path, monkeypatch):
    """A user's folder with a program of three files; games are kept in a folder of their own."""
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    folder = tmp_path / "mygame"
    folder.mkdir()
    for name, text in (("mygame", MAIN), ("helper", HELPER), ("other", "N = 5\n")):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def shown(capsys, *argv):
    """Run a command that prints a screen; give its words."""
    capsys.readouterr()
    assert main([*map(str, argv), "--front", "headless", "--screen", "-"]) == 0
    return capsys.readouterr().out.split()


@pytest.mark.parametrize("name", ["dominoes", "dominoes_plus"])  # with an edition, and without
def test_files_that_come_with_the_machine_are_read_anew_only_on_demand(name):
    code = (
        f"from retro.library.loader import load; first = load({name!r}).main; "
        f"print(load({name!r}).main is first, load({name!r}, again=True).main is first)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]


def test_the_programs_are_in_their_order_and_any_others_follow_by_name(tmp_path, monkeypatch):
    order = Path(catalogue.folder(), catalogue.ORDER).read_text(encoding="utf-8").split()
    assert [entry.name for entry in catalogue.entries()] == order
    monkeypatch.setattr("retro.library.catalogue.folder", lambda kind="": str(tmp_path))
    tmp_path.joinpath(catalogue.ORDER).write_text("second\nfirst\n", encoding="utf-8")
    for name in ("b", "a", "first", "second"):
        tmp_path.joinpath(f"{name}.py").write_text("def main(m):\n    pass\n", encoding="utf-8")
    assert [entry.name for entry in catalogue.entries()] == ["second", "first", "a", "b"]


def test_every_program_has_a_title_that_fits_the_menu():
    for entry in catalogue.entries():
        assert 0 < len(entry.title) <= 34
        assert entry.about


def test_the_title_and_the_text_about_a_program_are_its_docstrings(tmp_path, monkeypatch):
    for entry in catalogue.entries():
        lines = ast.get_docstring(ast.parse(Path(entry.path).read_text(encoding="utf-8"))).partition("\n\n")
        assert (entry.title, entry.about) == (lines[0].rstrip("."), lines[2].partition("\n\n")[0].replace("\n", " "))
    monkeypatch.setattr("retro.library.catalogue.folder", lambda kind="": str(tmp_path))
    tmp_path.joinpath(catalogue.ORDER).touch()
    for name, text in {"a": 'def main(m):\n    """Not its own."""\n', "b": '"""Has no main."""\n'}.items():
        tmp_path.joinpath(f"{name}.py").write_text(text, encoding="utf-8")
    assert [(entry.name, entry.title, entry.about) for entry in catalogue.entries()] == [("a", "a", "")]


# programs of several files


@pytest.mark.parametrize("path", ["mygame", "mygame/", "mygame/mygame.py"])
def test_a_users_folder_is_played_with_the_modules_beside_it(game, capsys, monkeypatch, path):
    monkeypatch.chdir(game.parent)
    assert shown(capsys, "play", path, "--keys", "x") == ["word5x"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("KEYS = 'K'", "KEYS has 'K': expected pairs such as"),
        ("KEYS = ('K', 'knock')", "KEYS has 'K': expected pairs such as"),
        ("KEYS = [('K', 1)]", "KEYS has ('K', 1): expected pairs such as"),
        ("KEYS = (('KNOCK', 'knock'),)", "KEYS: <KNOCK> is no key: expected one of"),
        ("PACE = 'slow'", "PACE is 'slow': expected a number from 0"),
        ("PACE = -1", "PACE is -1: expected a number from 0"),
    ],
)
def test_what_a_program_declares_in_another_way_is_refused_with_a_sentence(refused, line, sentence):
    assert refused(f"{line}\n\n\ndef main(m):\n    m.get()\n").startswith(f": {sentence}")


def test_a_folder_without_a_main_file_is_no_program(game, capsys):
    (game / "mygame.py").unlink()
    assert main(["play", str(game)]) == 2
    assert f"The folder {game} is not a program: expected a file {game / 'mygame.py'}" in capsys.readouterr().err


def test_a_users_program_is_recorded_and_replayed(game, capsys, tmp_path):
    path = tmp_path / "game.jsonl"
    screen = shown(capsys, "play", game, "--keys", "x", "--record", path)
    assert read(path).header.program == "mygame.py"
    assert shown(capsys, "replay", path) == screen  # found beside the recording
    path = path.rename(game / "game.jsonl")
    assert shown(capsys, "replay", path) == screen
    (tmp_path / "elsewhere").mkdir()
    path = path.rename(tmp_path / "elsewhere" / "game.jsonl")
    assert main(["replay", str(path)]) == 2
    assert "as --program FILE.py or --program DIR" in capsys.readouterr().err
    assert shown(capsys, "replay", path, "--program", game) == screen


def test_a_replay_says_where_it_departs_when_a_module_beside_the_program_has_changed(game, capsys, tmp_path):
    path = tmp_path / "game.jsonl"
    shown(capsys, "play", game, "--keys", "x", "--record", path)
    (game / "other.py").write_text("N = 6\n", encoding="utf-8")
    assert main(["replay", str(path), "--front", "headless"]) == 2
    assert f"{path}, line 3: this version of mygame.py plays another game" in capsys.readouterr().err


def test_a_users_program_is_studied_and_listed(game, capsys):
    assert "word5x" in shown(capsys, "study", game, "--run", "--keys", "x")
    assert main(["listing", str(game)]) == 0
    assert "helper.word()" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["mygame", "helper", "other"])
def test_every_load_reads_all_files_again(game, monkeypatch, name):
    """Also those whose size and time of change are the same, by which Python would find its bytecode."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = game / f"{name}.py"
    text = file.read_text(encoding="utf-8")
    for number in (7, 8):
        file.write_text(f"{text}N = {number}\n", encoding="utf-8")
        os.utime(file, (1e9, 1e9))
        module = sys.modules[loader.load(str(game)).main.__module__]
        assert vars(module if name == "mygame" else getattr(module, name))["N"] == number


def test_two_programs_may_have_helpers_of_the_same_name(game, tmp_path, capsys):
    folder = tmp_path / "second"
    folder.mkdir()
    (folder / "other.py").write_text("N = 7\n", encoding="utf-8")
    (folder / "second.py").write_text("import other\n\ndef main(m):\n    m.print(other.N)\n", encoding="utf-8")
    assert shown(capsys, "play", game, "--keys", "x") == ["word5x"]
    assert shown(capsys, "play", folder) == ["7"]
    assert shown(capsys, "play", game, "--keys", "x") == ["word5x"]


@pytest.mark.parametrize("name", ["time", "random", "retro", "re"])
def test_a_users_program_replaces_no_module(tmp_path, name):
    before = sys.modules[name]
    (tmp_path / f"{name}.py").write_text("def main(m):\n    pass\n", encoding="utf-8")
    assert loader.load(str(tmp_path / f"{name}.py")).main is not None
    assert sys.modules[name] is before


def test_only_the_program_asked_for_is_read_anew(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text("def main(m):\n    pass\n", encoding="utf-8")
    mancala, morgan2 = loader.load("african_seeds"), loader.load("morgan2")
    loader.load(str(tmp_path / "mine.py"), again=True)
    assert loader.load("african_seeds").main is mancala.main
    assert loader.load("morgan2").main is morgan2.main
    for name in [name for name in sys.modules if name.startswith("retro.programs.african_seeds")]:
        monkeypatch.setitem(sys.modules, name, sys.modules[name])  # put back after the test
    package = sys.modules["retro.programs"]
    monkeypatch.setattr(package, "african_seeds", package.african_seeds)
    assert loader.load("african_seeds", again=True).main is not mancala.main
    assert loader.load("morgan2").main is morgan2.main


# programs that cannot be loaded


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import nowhere\n", "cannot be loaded: ModuleNotFoundError: No module named 'nowhere'"),
        ("from . import nowhere\n", "cannot be loaded: ImportError: cannot import name 'nowhere'"),
        ("1 // 0\n", "cannot be loaded: ZeroDivisionError"),
        ("import sys\nsys.exit(3)\n", "cannot be loaded: SystemExit: 3"),
        ("def main(m):\n    pass\n\0", "null bytes"),
        ("def main(m:\n", "line 1: "),
        ("main = 3\n", "is no program: it has no function main(m)"),
    ],
)
def test_a_program_that_cannot_be_loaded_is_refused_with_the_reason(refused, text, reason):
    assert reason in refused(text)


@pytest.mark.parametrize(("name", "near"), [("domino", "dominoes"), ("majong", "mahjong"), ("Snake", "snake")])
def test_a_misspelt_program_is_suggested(name, near):
    with pytest.raises(LibraryError, match=f"There is no program called '{name}'. Did you mean {near}"):
        catalogue.path_of(name)


@pytest.mark.parametrize("name", ["", "xyzzy", "a b"])
def test_an_unknown_program_is_refused_without_a_suggestion(name):
    with pytest.raises(LibraryError, match=f"There is no program called '{name}': expected dominoes, "):
        catalogue.path_of(name)


# versions of programs


def test_a_program_is_another_version_when_anything_it_uses_is(tmp_path, monkeypatch):
    files = {
        "game.py": "if x: pass\nelse:\n match x:\n  case 1:\n   from .rules import play\nfrom . import base\n",
        "base.py": "",
        "rules/play.py": "try:\n def f():\n  from .cards import deal\nfinally:\n from . import last\n",
        "rules/cards.py": "try: pass\nexcept OSError: from . import error\n",
        "rules/last.py": "",
        "rules/error.py": "",
        "other.py": "",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr("retro.library.catalogue.folder", lambda kind="": str(tmp_path))
    hashes = [fingerprint(str(tmp_path / "game.py"))]
    for name in files:
        with (tmp_path / name).open("a") as stream:
            stream.write("# changed\n")
        hashes.append(fingerprint(str(tmp_path / "game.py")))
    assert len(set(hashes)) == len(files)
    assert hashes[-1] == hashes[-2]


@pytest.mark.parametrize("name", ["helper", "other"])
def test_the_modules_beside_a_users_program_count_in_its_fingerprint(game, name):
    before = fingerprint(str(game / "mygame.py"))
    (game / "unused.py").write_text("x = 1\n", encoding="utf-8")
    assert fingerprint(str(game / "mygame.py")) == before
    (game / f"{name}.py").write_text("x = 1\n", encoding="utf-8")
    assert fingerprint(str(game / "mygame.py")) != before


def test_a_fingerprint_does_not_depend_on_the_folder_or_the_line_ends(game):
    before = fingerprint(str(game / "mygame.py"))
    elsewhere = game.rename(game.parent / "elsewhere")
    for path in elsewhere.glob("*.py"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert fingerprint(str(elsewhere / "mygame.py")) == before


# an original and what is ours


@pytest.mark.parametrize("name", ["mygame", "one"])
def test_what_is_played_is_the_edition_and_with_original_the_main_file(game, capsys, name):
    """In a folder of its own `edition.py`, beside a single file `NAME_edition.py`."""
    folder = game if name == "mygame" else game.parent
    edition = folder / ("edition.py" if name == "mygame" else f"{name}_edition.py")
    main_file = folder / f"{name}.py"
    main_file.write_text('"""The original"""\n\n\ndef main(m):\n    m.print("OLD")\n    m.get()\n', encoding="utf-8")
    before = fingerprint(str(main_file))
    edition.write_text(
        f"from . import {name}\n\nKEYS = (('Q', 'quit'),)\n\n\ndef main(m, *, much=False):\n    m.print('NEW', much)\n"
        f"    {name}.main(m)\n",
        encoding="utf-8",
    )
    assert shown(capsys, "play", main_file) == ["NEW0", "OLD"]
    assert shown(capsys, "play", main_file, "--original") == ["OLD"]
    program = loader.load(str(main_file))
    assert (program.title, program.keys, program.path) == ("The original", (("Q", "quit"),), str(main_file))
    assert program.fingerprint != before
    assert main(["play", str(main_file), "--original", "--much", "--front", "headless"]) == 2
    assert "--original goes without --much: the original has no options" in capsys.readouterr().err
