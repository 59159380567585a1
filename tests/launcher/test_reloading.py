"""Running a program again when it is saved, and the page that shows where it has failed."""

import sys

import pytest

from retro.frontends.headless import Headless, headless
from retro.launcher.reloading import first_version, reloading_launcher
from retro.machine.runner import run_to_end
from retro.session.session import Session

KEYS_TYPED = '''"""Shows the keys typed."""

def main(m):
    while True:
        m.print("{word} ", m.get_s())
'''
FAILS_AT_X = '''"""Fails at X."""

def check(key):
    return {{"a": 1, "b": 2{entry}}}[key]

def main(m):
    while True:
        m.print("found ", check(m.get_s()))
'''


@pytest.fixture(autouse=True)
def bytecode(monkeypatch):
    """Keep the setting that reloading changes."""
    monkeypatch.setattr(sys, "dont_write_bytecode", sys.dont_write_bytecode)


@pytest.fixture
def program(tmp_path):
    """The path of the program."""
    return tmp_path / "mygame.py"


@pytest.fixture
def play(program):
    """Play the program with --reload, by a player that may change it."""

    def play(player, mode="keys"):
        path = str(program)
        launcher = reloading_launcher(None, 1, {}, mode)
        game = launcher.new(launcher.program(first_version(path)))
        return Session(Headless(player)).run(lambda m: run_to_end(m, game), 1).screen.text

    return play


@pytest.mark.parametrize(
    ("mode", "shown", "notice"),
    [("keys", "new a\nnew b\nnew c", "run again, with 2 keys"), ("start", "new c", "run again")],
)
def test_a_saved_program_goes_on_with_the_keys_typed_or_begins_again(mode, shown, notice, program, play):
    program.write_text(KEYS_TYPED.format(word="old"))
    seen = []

    def player(m):
        yield "ab"
        yield
        seen.append(m.screen.text.strip())
        program.write_text(KEYS_TYPED.format(word="new"))
        yield 1.0
        assert "\n".join(m.screen.layer.lines).strip() == notice
        yield "c"
        yield

    text = play(player, mode)
    assert seen == ["old a\nold b"]
    assert text.strip() == shown


def test_a_mistake_is_a_page_until_it_is_mended(program, play, capsys):
    program.write_text(FAILS_AT_X.format(entry=""))
    pages, notices = [], []

    def player(m):
        yield "ax"
        yield
        for version in (FAILS_AT_X.format(entry="").replace(":\n", "\n", 1), FAILS_AT_X.format(entry=', "x": 3')):
            pages.append(m.screen.text)
            program.write_text(version)
            yield 1.0
            notices.append(m.screen.layer is not None)
            yield
        pages.append(m.screen.text)
        yield 1.0

    text = play(player)
    failed, misspelt, mended = pages
    assert notices == [False, True]  # none covers the page
    assert "mygame.py, line 4" in failed
    assert "KeyError: 'x'" in failed
    assert "main 8 > check 4" in failed
    assert '>    4     return {"a": 1, "b": 2}[key]' in failed
    assert "Save to run it again, Escape to end" in failed
    assert "mygame.py, line 3" in misspelt
    assert "Syntax error: expected ':'" in misspelt
    assert mended.strip() == "found 1\nfound 3"
    assert text == mended
    assert capsys.readouterr().err.startswith("Traceback (most recent call last):\n  File")


def test_a_module_beside_it_counts_and_a_program_that_has_ended_runs_again(tmp_path, play):
    (tmp_path / "mygame.py").write_text("from .words import WORD\ndef main(m):\n    m.print(WORD, m.get())\n")
    (tmp_path / "words.py").write_text("WORD = 'old'\n")
    pages = []

    def player(m):
        yield "a"
        yield
        pages.append(m.screen.text)
        (tmp_path / "other.py").write_text("# which it does not import\n")
        yield 1.0
        pages.append(m.screen.text)
        (tmp_path / "words.py").write_text("WORD = 'new'\n")
        yield 1.0
        yield "b"
        yield
        pages.append(m.screen.text)
        yield "c<ESCAPE>"

    play(player)
    assert [page.splitlines()[0].strip() for page in pages] == ["old97", "old97", "new98"]
    assert "Save to run it again, Escape to end" in pages[0]


def test_keys_that_the_new_version_does_not_ask_for_in_the_same_way_are_typed_ahead(program, play):
    program.write_text(KEYS_TYPED.format(word="old"))

    def player(m):
        yield "ab"
        yield
        program.write_text("def main(m):\n    m.inkey(5)\n    while True:\n        m.print(m.get_s(), m.get_s())\n")
        yield 1.0
        assert "from key 2 on another game" in "\n".join(m.screen.layer.lines)
        yield "c"
        yield

    assert play(player).strip() == "bc"


def test_a_file_that_is_gone_for_a_moment_is_not_missed(program, play):
    program.write_text(KEYS_TYPED.format(word="old"))

    def player(m):
        yield "a"
        yield
        program.unlink()
        yield 1.0
        program.write_text(KEYS_TYPED.format(word="new"))
        yield 1.0
        yield

    assert play(player).strip() == "new a"


def test_an_option_of_a_program_may_be_added_and_removed(program):
    program.write_text("def main(m, *, lives=3):\n    m.print(lives)\n    m.get()\n")
    path = str(program)
    launcher = reloading_launcher(None, 1, {"lives": 5}, "keys")

    def player(m):
        assert m.screen.text.strip() == "5"
        program.write_text("def main(m, *, speed=7):\n    m.print(speed)\n    m.get()\n")
        yield 1.0
        yield

    game = launcher.new(launcher.program(first_version(path), {"lives": 5}))
    assert headless(game, player).screen.text.strip() == "7"
