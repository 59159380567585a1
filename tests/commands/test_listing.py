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


def test_what_is_not_counted_is_said_where_lines_are_counted(capsys, tmp_path):
    path = tmp_path / "plain.bas"
    path.write_text("10REM one\n20PRINT 1\n")
    said = "DEF, REM and the ends of loops and procedures are not counted."
    assert [said in " ".join(printed(capsys, name).split()) for name in ("dominoes", str(path))] == [True, False]


def test_side_by_side_where_there_is_room(capsys):
    lines = printed(capsys, "dominoes", "PROCSPOTS", "--width", "110").splitlines()
    assert lines[0].startswith("─ 7000 PROCSPOTS ──")
    assert lines[0].endswith("── documented; ■ 3 ◧ 2 ─")
    assert len(lines[0]) == 110
    assert "called by   PROCISSUE, PROCMOVE" in lines
    rows = [line.split(" │") for line in lines if " │" in line]
    assert len({len(left) for left, _ in rows}) == 1
    numbers = [left[:5].strip() for left, _ in rows]
    assert numbers == ["6990", "7000", "", "", "7010", "7020", "7030", "7040", "", "7050", "7060", "7070"]
    signs = [left[6:11].strip() for left, _ in rows]
    assert signs == ["□", "■0.1", "", "", "◧", "◧7.1", "◧7.1", "■7.2", "", "■7.3", "■7.4", "◧"]
    left, right = rows[5]
    assert (left.strip(), right[7:].strip()) == ("7020 ◧7.1   N1=RND(7)-1", "v.N1 = m.rnd(7) - 1  # 7020")


def test_one_above_the_other_where_there_is_none(capsys):
    lines = printed(capsys, "dominoes", "spots", "--width", "80").splitlines()
    at = next(n for n, line in enumerate(lines) if line == "> 7020 ◧7.1   N1=RND(7)-1")
    assert re.fullmatch(r"   \d+         v\.N1 = m\.rnd\(7\) - 1  # 7020", lines[at + 1])
    assert " │ " not in "\n".join(lines)


def test_counts_of_games_stand_before_the_lines(capsys):
    lines = printed(capsys, "dominoes", "select", "--counts", "5", "--width", "110").splitlines()
    found = {}
    for number in ("15000", "15010", "15020", "15030"):
        line = next(line for line in lines if line.startswith(number))
        found[number] = int(line.split()[1].replace(",", ""))
    assert found["15000"] == found["15010"] > 20
    assert found["15020"] >= found["15030"] > found["15010"]


def test_the_description_is_the_first_of_three_columns_or_above_the_listing(capsys):
    lines = printed(capsys, "dominoes", "first", "--width", "160").splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("10.2 "))
    assert lines[at].split("│")[1].strip() == "10010 ■10.2 PROCDOUBLES"
    assert re.fullmatch(r" *\d+ +PROCDOUBLES\(m, v\)", lines[at].split("│")[2].split("#")[0].rstrip())
    assert lines[-3] == "■ documented   ◧ inferred   □ chosen"
    assert lines[-2].startswith("◧ 10020  12.1: the second one is for hands without a double.")
    narrow = printed(capsys, "dominoes", "first", "--width", "80").splitlines()
    assert "10.2  PROCDOUBLES and PROCHIGHEST find who has it, and which one it is." in narrow
    assert ">10020 ◧10.2 IF D%=0 PROCHIGHEST" in narrow


def test_everything_tells_how_many_lines_have_each_status(capsys):
    text = printed(capsys, "dominoes", "--width", "100")
    assert text.splitlines()[1] == "■ documented, 32 lines: the description says what the line does"
    assert "E.4   Readers may add what makes the game friendlier. (Not in the program: dominoes_plus does" in text


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


@pytest.mark.parametrize("asked", ["PROCDRAW_FIRST", "draw_first", "Draw_First", "procdraw_first", "13000", "13050"])
def test_a_procedure_has_many_names(asked, capsys):
    assert printed(capsys, "dominoes", asked).startswith("─ 13000 PROCDRAW_FIRST ─")


@pytest.mark.parametrize("name", ["RV%", "rv%", "v.RV"])
def test_a_variable_is_listed_with_its_uses(name, capsys):
    lines = printed(capsys, "dominoes", name, "--width", "80").splitlines()
    assert lines[0].startswith("─ RV% ──")
    assert lines[0].endswith("── v.RV ─")
    assert lines[3:5] == [
        "changed by  PROCDRAW_FIRST, PROCRIGHT",
        "read by     PROCDRAW_FIRST, PROCSELECT, PROCASK, PROCPLOT",
    ]
    assert lines.count("◆26080 RV%=S%") == lines.count(" 13130 VDU 245+LV%,231+RV%") == 1
    assert "25050 IF E%=1 PROCRIGHT ELSE PROCLEFT" not in lines


@pytest.mark.parametrize("name", ["T(", "T()", "t()", "v.t_a"])
def test_an_array_is_not_the_variable_of_the_same_letter(name, capsys):
    text = printed(capsys, "dominoes", name)
    assert "◆22020   T(J%)=0" in text
    assert "T%" not in text


def test_a_variable_without_a_listing_is_listed_with_lines_of_the_port(tmp_path, capsys):
    program = (
        "class Variables:\n    N: int = 0  # N%  a number\n\n\ndef main(m, v: Variables):\n    v.N = 1\n    m.cls()\n"
    )
    (tmp_path / "mine.py").write_text(program)
    text = printed(capsys, str(tmp_path / "mine.py"), "N%")
    assert "changed by  main" in text
    assert "6     v.N = 1" in text
    assert "m.cls" not in text


def test_everything_begins_with_the_contents_and_ends_with_the_variables(capsys):
    text = printed(capsys, "dominoes", "--width", "120")
    lines = text.splitlines()
    assert lines[0] == "Dominoes, by Marcus D. Bowman"
    contents = [line for line in lines if re.match(r" *\d+000  PROC", line)]
    assert len(contents) == 27
    assert contents[6] == " 7000  PROCSPOTS                 documented     Take a domino at random out of the stock"
    headings = [line for line in lines if line.startswith("─ ")]
    assert len(headings) == 32
    assert "RX%   v.RX   where the next domino goes at the right end:" in lines
    assert re.search(r"line \d+ +Departure: MODE 1", text)


def test_the_listing_alone_is_the_file_itself(capfdbinary):
    assert main(["listing", "dominoes", "--bas"]) == 0
    sys.stdout.flush()
    assert capfdbinary.readouterr().out == LISTING.read_bytes()


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


def test_a_page_is_written(tmp_path, capsys):
    target = tmp_path / "page.html"
    *steps, last = printed(capsys, "dominoes", "--html", str(target)).splitlines()
    assert steps == [f"Pictures: game {number} of {len(steps)} …" for number in range(1, len(steps) + 1)]
    assert len(steps) > 1
    assert last == f"{target} is written."
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


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
