"""`retro listing`: what it prints, writes and refuses."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from retro.cli import main
from retro.listing.highlighting import Part
from retro.listing.printout import Printout, wrapped
from tests.support.studies import study

ROOT = Path(__file__).parents[2]
LISTING = ROOT / "programs" / "dominoes.bas"
SGR = re.compile(r"\x1b\[[0-9;]*m")


def printed(capsys, *words):
    assert main(["listing", *words]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_the_contents_name_each_module_once_before_its_procedures(capsys):
    lines = printed(capsys, "morgan2").splitlines()
    found = [
        line
        for line in lines[: lines.index(next(line for line in lines if line.startswith("─")))]
        if line[-3:] == ".py"
    ]
    modules = [f"{one.module}.py" for one in study("morgan2") if one.module != "morgan2"]
    assert found == list(dict.fromkeys(modules))


@pytest.mark.slow
@pytest.mark.parametrize("width", [40, 61, 80, 99, 100, 101, 137, 250])
def test_no_line_is_wider_than_asked_and_none_is_lost(width):
    lines = list(Printout(study("dominoes"), width, colour=False).everything())
    assert max(map(len, lines)) <= width
    found = set(re.findall(r"\S+", "\n".join(lines)))
    for procedure in study("dominoes"):
        assert {f"{line.number}" for line in (*procedure.python, *procedure.basic)} <= {
            word.lstrip(">") for word in found
        }


NAMES = {
    "─ 13000 PROCDRAW_FIRST ─": ["PROCDRAW_FIRST", "draw_first", "Draw_First", "procdraw_first", "13000", "13050"],
    "─ RV% ─": ["RV%", "rv%", "v.RV"],
    "─ T() ─": ["T(", "T()", "t()", "v.t_a"],
}


@pytest.mark.parametrize("heading", NAMES)
def test_a_procedure_or_a_variable_has_many_names(heading, capsys):
    texts = {printed(capsys, "dominoes", name) for name in NAMES[heading]}
    assert [text.startswith(heading) for text in texts] == [True]


def test_a_variable_without_a_listing_is_listed_with_lines_of_the_port(tmp_path, capsys):
    program = (
        "class Variables:\n    N: int = 0  # N%  a number\n\n\ndef main(m, v: Variables):\n    v.N = 1\n    m.cls()\n"
    )
    (tmp_path / "mine.py").write_text(program)
    text = printed(capsys, str(tmp_path / "mine.py"), "N%")
    assert "changed by  main" in text
    assert "6     v.N = 1" in text
    assert "m.cls" not in text


@pytest.mark.parametrize("kind", ["ssd", "uef"])
def test_an_image_holds_the_listing(tmp_path, capsys, kind):
    from retro.basic.media.images import read_image
    from retro.basic.tokeniser import tokenise

    target = tmp_path / f"dominoes.{kind}"
    assert printed(capsys, "dominoes", f"--{kind}", str(target)) == f"{target} is written.\n"
    files = {file.name.removeprefix("$."): file.data for file in read_image(target.name, target.read_bytes())}
    assert tokenise(LISTING.read_text()) in files.values()
    assert ("!BOOT" in files) == (kind == "ssd")


def test_a_listing_that_basic_could_not_hold_is_refused(tmp_path, capsys):
    (tmp_path / "mine.py").write_text("def main(m):\n    m.cls()\n")
    (tmp_path / "mine.bas").write_text(f"10 PRINT {'X' * 300}\n")
    assert main(["listing", str(tmp_path / "mine.py"), "--ssd", str(tmp_path / "mine.ssd")]) == 2
    assert "mine.bas: line 10 has 30" in capsys.readouterr().err
    assert not (tmp_path / "mine.ssd").exists()


# as a process


def process(*words, **changes):
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")} | changes
    return [sys.executable, "-m", "retro", "listing", *words], {"cwd": ROOT, "env": environment}


def test_a_pipe_that_is_closed_is_no_error():
    command, where = process("dominoes")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **where) as running:
        assert running.stdout.readline() == b"Dominoes, by Marcus D. Bowman\n"
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0


def test_an_encoding_without_line_characters_gets_plain_ones():
    command, where = process("dominoes", "spots", PYTHONIOENCODING="ascii", COLUMNS="110")
    done = subprocess.run(command, capture_output=True, check=True, **where)
    assert done.stdout.startswith(b"? 7000 PROCSPOTS ??")


def on_terminal(*words, columns=120, **changes):
    """What the command writes to a terminal of so many columns."""
    import fcntl
    import struct
    import termios

    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 100, columns, 0, 0))
    command, where = process(*words, TERM="xterm", LINES="100", **changes)
    with subprocess.Popen(command, stdout=slave, stdin=slave, stderr=slave, **where) as running:
        os.close(slave)
        text = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:
                break
            if not part:
                break
            text += part
    os.close(master)
    assert running.returncode == 0
    return text.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_terminal_gets_colours_and_its_own_width():
    text = on_terminal("dominoes", "spots", columns=107)
    assert "\x1b[1mPROCSPOTS\x1b[0m" in text
    lines = SGR.sub("", text).splitlines()
    assert len(lines[0]) == 107
    assert any(" │ " in line for line in lines)


def test_what_is_longer_than_the_terminal_goes_to_the_pager(capsys, monkeypatch):
    ran = []
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("PAGER", "pages -x")
    monkeypatch.setenv("LINES", "40")
    monkeypatch.setattr("subprocess.run", lambda *command, **options: ran.append((*command, options)))
    assert printed(capsys, "dominoes") == ""
    command, options = ran[0]
    assert command == ["pages", "-x"]
    assert options["input"].decode().splitlines()[1].endswith("the description says what the line does")
    assert options["env"]["LESS"] == "FRX"
    assert "PROCSPOTS" in printed(capsys, "dominoes", "spots", "--no-colour")
    assert len(ran) == 1


@pytest.mark.parametrize("less", [None, "/usr/bin/less"])
def test_without_a_pager_of_the_users_it_is_less_if_there_is_that(less, capsys, monkeypatch):
    ran = []
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.delenv("PAGER", raising=False)
    monkeypatch.setenv("LINES", "40")
    monkeypatch.setattr("shutil.which", lambda name: less)
    monkeypatch.setattr("subprocess.run", lambda command, **options: ran.append(command))
    assert ("PROCSPOTS" in printed(capsys, "dominoes")) == (not less)
    assert ran == [["less"]] * bool(less)


def test_a_pager_that_is_missing_is_a_sentence(capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("PAGER", "no-such-pager")
    monkeypatch.setenv("LINES", "30")
    assert main(["listing", "dominoes"]) == 2
    assert "The pager no-such-pager cannot be started: No such file" in capsys.readouterr().err


def test_colours_can_be_refused(capsys, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("LINES", "100")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "\x1b[1mPROCSPOTS\x1b[0m" in printed(capsys, "dominoes", "spots")
    assert "\x1b" not in printed(capsys, "dominoes", "spots", "--no-colour")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in printed(capsys, "dominoes", "spots")


# wrapping


def test_lines_are_broken_at_spaces_and_where_there_are_none_anywhere():
    parts = [Part("word", "one two"), Part("", " three "), Part("string", "fourfivesix")]
    lines = ["".join(part.text for part in line) for line in wrapped(parts, 9, 2)]
    assert [line.rstrip() for line in lines] == ["one two", "  three", "  fourfiv", "  esix"]
    assert "".join("".join(lines).split()) == "onetwothreefourfivesix"
    assert [part for line in wrapped([Part("word", "one")], 9, 2) for part in line] == [Part("word", "one")]
