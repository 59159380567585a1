"""Files in BASIC: the disc, its open files, and the commands of both."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from retro.basic.errors import ProgramError
from retro.basic.language.disc import Disc, value_name
from retro.basic.media.dfs import write_dfs
from retro.basic.media.files import File
from retro.basic.tokeniser import tokenise
from retro.frontends.headless import headless, typist
from retro.library.basic_program import run, run_prompt
from retro.machine.tape import GameTape, MemoryTape, Tape
from retro.session.format import Header
from retro.session.game import Game
from retro.session.replay import ToTheEnd
from retro.session.session import played
from retro.session.storage import DISC_KEY, FolderTape

ROOT = str(Path(__file__).parents[3])


def play(listing, tape=None, image=None):
    """Run a listing, with an image; return the lines of the screen that are not empty."""

    def main(m):
        m.tape = tape or m.tape
        m.mode(6)
        run(m, tokenise(listing), "test.bas", image)

    return [line.strip() for line in headless(main).screen.lines if line.strip()]


def screen_after(keys, tape, program=None):
    """Return the lines of the screen once these keys have been typed at the prompt."""

    def main(m):
        m.tape = tape
        run_prompt(m, program)

    return [line.rstrip() for line in headless(main, typist(keys)).screen.lines]


def report(statement):
    """Return what REPORT and ERR are after a statement."""
    listing = (
        f'5 ON ERROR REPORT:PRINT " ";ERR:END\n10 C=OPENOUT("A"):PRINT#C,"x":CLOSE#C\n20 {statement}\n30 PRINT "fine"'
    )
    return play(listing)[-1]


def test_what_is_printed_to_a_file_is_read_again():
    assert play(
        '10 C=OPENOUT("DATA")\n20 PRINT#C,1,-70000,2.5,-1E-9,"Hello, ""you""",""\n30 CLOSE#C\n'
        '40 C=OPENIN("DATA"):INPUT#C,A%,B,C%,D,E$,F$\n50 PRINT;A%;" ";B;" ";C%;" ";D;" ";E$;LENF$;EOF#C'
    ) == ['1 -70000 2 -1E-9 Hello, "you"0-1']


def test_values_have_the_bytes_of_the_real_machine():
    lines = play(
        '10 C=OPENOUT("A"):PRINT#C,258,1.5,"AB":CLOSE#C\n20 C=OPENIN("A")\n'
        '30 REPEAT PRINT ~BGET#C;:UNTIL EOF#C\n40 PRINT\'EXT#C;" ";PTR#C'
    )
    assert " ".join(" ".join(lines[:-1]).split()) == "40 0 0 1 2 FF 0 0 0 40 81 0 2 42 41"
    assert lines[-1] == "15 15"


def test_bytes_are_written_and_read_at_any_place():
    assert play(
        '10 C=OPENOUT("A"):BPUT#C,65:BPUT#C,322:PTR#C=5:BPUT#C,67:CLOSE#C\n'
        '20 C=OPENUP("A"):PTR#C=1:BPUT#C,90:PTR#C=0\n'
        '30 FORI%=1TO6:PRINT;BGET#C;" ";:NEXT:PRINT;EXT#C'
    ) == ["65 90 0 0 0 67 6"]


def test_channels_and_missing_files():
    lines = play('10 PRINT OPENIN("NO"),OPENUP("NO"),OPENOUT("A"),OPENOUT("B"):CLOSE#0:PRINT OPENIN("B")')
    assert " ".join(lines).split() == ["0", "0", "17", "18", "17"]


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("A=BGET#17", "Channel 222"),
        ("CLOSE#3", "Channel 222"),
        ("CLOSE#0", ""),
        ('C=OPENIN("A"):BPUT#C,1', "Read only 193"),
        ('C=OPENIN("A"):PTR#C=9', "EOF 223"),
        ('C=OPENUP("A"):PTR#C=70000', "Disc full 198"),
        ('C=OPENIN("A"):PTR#C=3:PRINTBGET#C:A=BGET#C', "EOF 223"),
        ('C=OPENIN("A"):INPUT#C,A', "Type mismatch 6"),
        ('C=OPENOUT("B"):D=OPENOUT("B")', "File open 194"),
        ('FOR I%=1TO6:C=OPENIN("A"):NEXT', "Too many open files 192"),
        ('FOR I%=1TO31:C=OPENOUT("B"+STR$I%):CLOSE#C:NEXT', "Cat full 190"),
        ('CHAIN"NONE"', "File not found 214"),
        ("*LOAD NONE", "File not found 214"),
        ("*LOAD A 7FFF", "Bad address 252"),
        ("*LOAD A XYZ", "Bad address 252"),
        ("*LOAD", "Bad name 204"),
        ("*SAVE B 8000 +1", "Bad address 252"),
        ("*SAVE B", "Bad command 254"),
        ("*DELETE B", "File not found 214"),
        ("*RUN A", "No machine code here 255"),
        ("*RUN B", "File not found 214"),
        ("*EXEC B", "File not found 214"),
        ("*SPOOL ..", "Bad name 204"),
        ('*SPOOL B\n25 C=OPENOUT("B")', "File open 194"),
        ("*DIR AB", "File not found 214"),
        ("*DRIVE 4", "Bad drive 205"),
        ("*NOTHING", "Bad command 254"),
        ("*A", "No machine code here 255"),
        ("*ACCESS A L", "Bad command 254"),
    ],
)
def test_errors(statement, error):
    assert report(statement) == (error or "fine")


BAD_NAMES = ["", "../x", "a/../../b.c", "A.B.C", "..", ".", "/etc/passwd.x", "TOOLONGNAME1"]
BAD_NAMES += ["A B", 'A"B', "A:B", "\\x.y", "A\0"]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_bad_names_reach_nothing(name):
    tape = MemoryTape()
    quoted = name.replace('"', '""').replace("\0", "")
    for call in (f'OPENIN("{quoted}")', f'OPENOUT("{quoted}")'):
        expression = call if "\0" not in name else call.replace('")', '"+CHR$0)')
        assert play(f"5 ON ERROR PRINT;ERR:END\n10 C={expression}", tape) == ["204"]
    assert tape.contents == {}


REACHING = ["C:\\X", "C:X", "CON", "NUL", "COM1.A", "~/x", "%2e%2e%2fx", "//host/x", "X" * 255]
REACHING += ["\xe9", "a\rb", ":1.$.A", "-", "$"]


@pytest.mark.parametrize("name", REACHING)
def test_no_name_reaches_the_host(name, tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    text = "+".join(f"CHR${ord(letter)}" for letter in name) if len(name) < 20 else 'STRING$(255,"X")'
    words = ["C=OPENOUT(N$):BPUT#C,65", "CLOSE#0", "C=OPENUP(N$)", "CLOSE#0", "CHAIN N$", "SAVE N$", "LOAD N$"]
    words += [f'OSCLI"{word} "+N$' for word in ("SPOOL", "SPOOL", "EXEC", "LOAD", "DELETE", "RUN")]
    words += ['OSCLI"SAVE "+N$+" 900 +9"']
    screen_after("".join(f"{line}<RETURN>" for line in (f"N$={text}", "10 REM", *words)), FolderTape(DISC_KEY))
    found = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert all(re.fullmatch(r"tape-(DISC|F[0-9A-F]{8})\.json", path.name) for path in found)
    assert {path.parent for path in found} <= {tmp_path / "data" / "tapes" / "disc"}


def test_names_are_values_never_names_on_the_tape():
    tape = MemoryTape()
    play('10 C=OPENOUT("/etc/x"):CLOSE#C:C=OPENOUT("D.~a"):CLOSE#C:C=OPENOUT("$.Q"):CLOSE#C', tape)
    assert len(tape.contents) == 4
    assert all(re.fullmatch("DISC|F[0-9A-F]{8}", name) for name in tape.contents)
    assert screen_after("*.<RETURN>", tape)[3:5] == ["/ETC/X       D.~A         Q", "3 files"]


def test_programs_at_once_keep_each_others_files(tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path))
    machines = []
    for _ in range(2):
        tape = GameTape(FolderTape(DISC_KEY), lambda name, text: None)
        tape.log_ended()
        tape.go_live()
        headless(lambda m, tape=tape: (setattr(m, "tape", tape), machines.append(m)))
    one, two = (Disc(m) for m in machines)
    one.write("OLD", File("", 0, 0, b"0"))
    assert two.names() == ["OLD"]
    one.write("A", File("", 0, 0, b"1"))
    two.write("B", File("", 0, 0, b"2"))
    one.write("C", File("", 0, 0, b"3"))
    two.delete("OLD")
    fresh = headless(lambda m: setattr(m, "tape", FolderTape(DISC_KEY)))
    assert {name: Disc(fresh).read(name).data for name in Disc(fresh).names()} == {"A": b"1", "B": b"2", "C": b"3"}


def test_a_program_is_saved_loaded_and_chained():
    tape = MemoryTape()
    keys = (
        '10 PRINT"HELLO ";A%<RETURN>SAVE"PROG"<RETURN>NEW<RETURN>LOAD"prog"<RETURN>LIST<RETURN>A%=6:CHAIN"PROG"<RETURN>'
    )
    lines = screen_after(keys, tape)
    assert '   10 PRINT"HELLO ";A%' in lines
    assert "HELLO 6" in lines
    assert play('10 A%=7:B=1:CHAIN "PROG"', tape) == ["HELLO 7"]


def test_a_listing_is_spooled_and_typed_again():
    tape = MemoryTape()
    screen_after("10 PRINT 1<RETURN>20 REM<RETURN>*SPOOL TEXT<RETURN>LIST<RETURN>*SPOOL<RETURN>", tape)
    lines = screen_after("5 PRINT 5<RETURN>*EXEC TEXT<RETURN>MODE 6<RETURN>LIST<RETURN>", tape)
    assert lines[1:4] == ["    5 PRINT 5", "   10 PRINT 1", "   20 REM"]
    listing = '10 *SPOOL S\n20 PRINT "HI"\n30 *SPOOL\n40 C=OPENIN("S"):REPEAT PRINT;BGET#C;" ";:UNTIL EOF#C'
    assert play(listing)[-1] == "72 73 10 13"
    assert play('10 *SPOOL S\n20 PRINT "HI":CLOSE#0:*SPOOL\n30 PRINT OPENIN("S")')[-1] == "17"


def test_a_program_reads_what_exec_types_until_it_is_ended():
    write = '10 C=OPENOUT("E"):BPUT#C,65:BPUT#C,13:CLOSE#C\n20 *EXEC E\n'
    assert play(f"{write}30 INPUT A$:PRINT A$")[-1] == "A"
    assert screen_after("RUN<RETURN>", MemoryTape(), tokenise(write))[3:5] == [">A", ""]
    assert screen_after("RUN<RETURN>", MemoryTape(), tokenise(f"{write}30 *EXEC"))[3:5] == [">", ""]


def test_what_is_no_program_is_not_run():
    tape = MemoryTape()
    play('10 C=OPENOUT("TEXT"):FORI%=1TO9:BPUT#C,49:NEXT:CLOSE#C', tape)
    lines = screen_after('10 REM<RETURN>LOAD"TEXT"<RETURN>LIST<RETURN>CHAIN"TEXT"<RETURN>', tape)
    assert lines.count("Bad program") == 2
    assert "   10 REM" in lines


def test_memory_is_saved_and_loaded():
    assert play(
        '10 DIM M% 20:$M%="ABC":OSCLI("SAVE M "+STR$~M%+" +4 1234")\n20 $M%="X"\n30 *LOAD M\n40 *L. "M" 900\n'
        "50 PRINT $M%;$&900"
    ) == ["ABCABC"]


def test_star_load_sees_the_resident_integers_and_delete_the_catalogue():
    lines = play("10 A%=7:B%=8\n20 *SAVE V 404 +8\n30 A%=0:B%=0\n40 *LOAD V\n50 PRINT;A%;B%\n60 *DELETE V\n70 *CAT")
    assert lines == ["78", "0 files"]


def test_star_load_and_bytes_change_parts_of_the_resident_integers():
    lines = play(
        "10 A%=&12345678:B%=&11223344\n20 *SAVE V 900 +1\n30 A%=&12345678:?&405=0:PRINT ~A%\n"
        "40 !&406=0:PRINT ~A%;B%\n50 B%=&11223344\n60 *LOAD V 409\n70 PRINT ~B%"
    )
    assert lines == ["12340078", "78287440896", "11220044"]


@pytest.mark.parametrize("name", ["DISC", value_name("A")])
def test_a_damaged_disc_is_an_error(name):
    tape = MemoryTape()
    play('10 C=OPENOUT("A"):CLOSE#C', tape)
    tape.contents[name] = tape.contents[name][:-9]
    assert play('5 ON ERROR REPORT:PRINT;" ";ERR:END\n10 C=OPENIN("A")', tape) == ["Data? 216"]


@pytest.mark.parametrize(
    ("name", "holds"), [("DISC", '["A", 1]'), ("DISC", '["A", ""]'), ("DISC", "7"), ("A", '["B"]')]
)
def test_values_that_are_no_disc_are_an_error(name, holds):
    tape = MemoryTape()
    play('10 C=OPENOUT("A"):CLOSE#C', tape)
    tape.contents[name if name == "DISC" else value_name(name)] = holds
    assert play('5 ON ERROR REPORT:PRINT;" ";ERR:END\n10 C=OPENIN("A")', tape) == ["Data? 216"]


def test_a_picture_is_saved_from_the_screen_and_loaded_onto_it():
    lines = play(
        "10 MODE 4:PRINT TAB(0,5):FOR I%=&5800 TO &5807:?I%=255-I%:NEXT:*SAVE P 5800 +8\n20 CLS:*LOAD P\n"
        "30 PRINT TAB(0,9);:FOR Y%=1020 TO 992 STEP -4:PRINT;POINT(28,Y%);:NEXT"
    )
    assert lines[-1] == "10101010"


class FullTape(Tape):
    """A tape on which only the first saves succeed."""

    def __init__(self, saves):
        self.saves, self.contents = saves, {}

    def load(self, name):
        return self.contents.get(name)

    def save(self, name, text):
        self.saves -= 1
        if self.saves < 0:
            raise OSError(28, "No space left on device")
        self.contents[name] = text


WRITES = (
    '10 ON ERROR PRINT;"ERR ";ERR;" AT ";ERL:END\n20 C=OPENOUT("DATA")\n30 FOR I%=1 TO 9000:BPUT#C,I%:NEXT\n'
    '40 CLOSE#C\n50 PRINT "SAVED"'
)


@pytest.mark.parametrize(("saves", "line"), [(0, 20), (1, 20), (2, 30), (3, 30), (4, 40), (5, 0)])
def test_a_full_disc_is_an_error_at_the_statement_and_so_in_a_replay(saves, line):
    shown, reads = [], {}
    for known in (None, reads):
        tape = GameTape(FullTape(saves), reads.__setitem__)
        tape.begin(known or {})
        if known is None:
            tape.log_ended()
            tape.go_live()
        shown.append(play(WRITES, tape))
        assert not tape.failure
    assert shown[0] == shown[1] == [f"ERR 199 AT {line}" if line else "SAVED"]


def test_a_program_that_never_waits_is_told_and_so_in_a_replay():
    header = Header("x", "", 1, "normal", {})
    first = Game(lambda: lambda m: run(m, tokenise(WRITES), "test.bas"), header, tape=FullTape(2))
    again = Game(first.load, header, log=first.log, mode=ToTheEnd())
    for game in (first, again):
        assert "ERR 199 AT 30" in headless(played(game)).screen.text


@pytest.mark.parametrize(
    ("saves", "statement"),
    [
        (0, ":"),
        (2, "FOR I%=1 TO 9000:BPUT#C,I%:NEXT"),
        (2, 'FOR I%=1 TO 99:PRINT#C,STRING$(99,"X"):NEXT'),
        (2, "BPUT#C,1:CLOSE#C"),
    ],
)
def test_the_error_of_a_full_disc_names_the_file_and_its_statement(saves, statement):
    tape = GameTape(FullTape(saves), lambda name, text: None)
    tape.log_ended()
    tape.go_live()
    with pytest.raises(ProgramError, match=f"^Disc fault at line {20 if saves else 10}") as raised:
        play(f'10 C=OPENOUT("DATA")\n20 {statement}', tape)
    assert raised.value.detail == "DATA: No space left on device"


@pytest.mark.parametrize("image", [False, True])
def test_a_disc_that_is_really_full(image, tmp_path):
    resource = pytest.importorskip("resource")
    (tmp_path / "a.ssd").write_bytes(write_dfs("A", [File("ONE", 0, 0x8023, tokenise(WRITES))]))
    code = (
        "from tests.basic.language.test_files import *; from retro.library.image_program import programs_in\n"
        "tape = GameTape(FolderTape(DISC_KEY), lambda name, text: None); tape.log_ended(); tape.go_live()\n"
        + ("image = programs_in('a.ssd')[0].image\n" if image else "image = None\n")
        + "print(play(WRITES, tape, image))"
    )
    child = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env=os.environ | {"RETRO_DATA": str(tmp_path / "data"), "PYTHONPATH": ROOT, "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000)),
    )
    assert child.stdout == f"['ERR 199 AT {20 if image else 30}']\n"
    assert not list(tmp_path.rglob("*.new"))


def test_spool_ends_where_the_disc_is_full():
    assert play(
        '10 ON ERROR VDU 6:PRINT;"ERR ";ERR;" AT ";ERL:C=OPENIN("S"):PRINT;EXT#C>65000:END\n20 VDU 21:*SPOOL S\n'
        "30 REPEAT:PRINT STRING$(250,CHR$0);:UNTIL 0"
    ) == ["ERR 198 AT 30", "-1"]
