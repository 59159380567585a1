"""`retro score`: editions of Dominoes that are known to be weak or to fail, in Python and in BASIC."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from retro.cli import main
from retro.commands import score
from retro.commands.score import played, verdict
from retro.listing.edition_file import edition_file
from tests.support import studies

ROOT = Path(__file__).parents[2]


@pytest.fixture
def edition(tmp_path, monkeypatch):
    """Return a function that writes an edition of Dominoes with a text of PROCSELECT changed."""
    monkeypatch.chdir(tmp_path)

    def write(old, new, in_basic=False):
        study = studies.study("dominoes")
        path, _ = edition_file(study, study.procedures["PROCSELECT"], in_basic)
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
        assert old in text
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text.replace(old, new))
        return path

    return write


KNOCKS = {"Python": ("v.D_i = 1 ", "v.D_i = 7 ", False), "BASIC": ("15010 D%=1", "15010 D%=7", True)}


@pytest.mark.parametrize("change", KNOCKS.values(), ids=KNOCKS)
def test_a_computer_that_always_knocks_loses(edition, change):
    path = edition(*change)
    results = played(path, path, 20)
    assert results.total() == 20
    assert results[-1] >= 18


def test_the_program_itself_is_as_good_as_itself_in_two_processes(capsys, monkeypatch):
    monkeypatch.setattr(score, "GAMES_PER_PROCESS", 30)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert main(["score", "dominoes", "--games", "60"]) == 0
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == "The computer plays with dominoes.py; its opponent chooses as the computer in dominoes does."
    assert sum(int(word.rstrip(",")) for word in second.split()[3:8:2]) == 60
    assert 30 < float(third.split()[2]) < 70


def test_the_verdict_is_better_worse_or_nothing_to_be_seen(edition, capsys):
    assert verdict(0.05, 0.04, 1000) == "Verdict: better than the original, by 5.0 points."
    assert verdict(-0.03, 0.04, 1000) == "Verdict: no difference that 1,000 games can show."
    assert main(["score", edition(*KNOCKS["Python"]), "--games", "20"]) == 0
    *_, before, last = capsys.readouterr().out.splitlines()
    assert before.startswith("dominoes in its place has ")
    assert last.startswith("Verdict: worse than the original, by ")


def test_what_goes_wrong_is_a_sentence(edition, capsys):
    path = edition("v.D_i = 1 ", "v.DD = 1 ")
    assert main(["score", path, "--games", "3"]) == 2
    assert re.search(r"my_dominoes\.py, line \d+: AttributeError: ", capsys.readouterr().err)
    path = edition("15010 D%=1", "15010 D%=R(3,1)", in_basic=True)
    assert main(["score", path, "--games", "3"]) == 2
    assert capsys.readouterr().err == "retro: my_dominoes.bas: Subscript at line 15010.\n"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (("v.D_i += 1 ", "v.D_i += 0 "), "my_dominoes.py, line 1[5-8]: "),
        (("D%=D%+1:GOTO", "D%=D%+0:GOTO", True), "my_dominoes.bas, line (150[2-4]0|210): "),  # 210 between two jumps
    ],
    ids=["Python", "BASIC"],
)
def test_a_loop_without_an_end_and_without_keys_is_stopped(edition, change, place, capsys, monkeypatch):
    monkeypatch.setattr(score, "LONGEST_COMPUTATION", 2.5)
    assert main(["score", edition(*change), "--games", "1"]) == 2
    assert re.search(place + r"the program runs on and on without asking for a key\.$", capsys.readouterr().err)


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize("loop", ["while True: pass", "sum(iter(int, 1))"], ids=["of Python", "inside Python"])
def test_it_is_stopped_also_where_sigint_is_ignored(edition, loop):
    path = os.path.abspath(edition("v.D_i = 1 ", f"{loop} "))
    code = (
        "import sys; from retro.cli import main; from retro.commands import score; score.LONGEST_COMPUTATION = 2.5; "
        "main(['score', sys.argv[1], '--games', '60'])"
    )
    command = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-c", code, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)
    assert re.search(r", line \d+: the program runs on and on without asking for a key\.$", done.stderr), done.stderr


def test_a_program_without_an_end_is_stopped(edition, capsys):
    path = edition("v.D_i = 1 ", "while m.get(): pass ")
    assert main(["score", path, "--games", "1"]) == 2
    assert capsys.readouterr().err.endswith("a game has no end after 10000 keys.\n")
