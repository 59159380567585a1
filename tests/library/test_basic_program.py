"""BASIC listings as programs like any other."""

import sys

import pytest

from retro.basic.errors import ProgramError
from retro.basic.language.tokens import program_length
from retro.basic.media.dfs import write_dfs
from retro.basic.media.files import File
from retro.basic.tokeniser import tokenise
from retro.cli import main
from retro.commands.games import game_of
from retro.frontends.headless import headless, typist
from retro.launcher.error_page import TRACEBACK_HINT, with_error_page
from retro.launcher.launcher import Launcher
from retro.launcher.options import play_command
from retro.launcher.recorded_games import game_of as recorded_game
from retro.launcher.recorded_games import new_header
from retro.library import loader
from retro.library.errors import LibraryError
from retro.library.output import recording_to
from retro.machine.runner import ProgramFailed, run_to_end
from retro.session.session import at_speed, played
from retro.session.storage import FOLDER_VARIABLE

LISTING = '10 REM A test\n20 MODE 6\n30 INPUT "Name "A$\n40 PRINT "Hello ";A$;RND(6)\n'


@pytest.fixture
def listing(tmp_path):
    path = tmp_path / "hello.bas"
    path.write_text(LISTING)
    return path


def test_a_listing_is_a_program_with_a_title(listing):
    program = loader.load(str(listing))
    assert (program.title, program.path, program.options) == ("A test", str(listing), [])


def test_a_listing_runs(listing):
    m = headless(loader.load(str(listing)).main, typist("Ann<RETURN>"), seed=3)
    assert m.screen.lines[:2] == ["Name Ann".ljust(40), "Hello Ann6".ljust(40)]


def test_a_tokenised_file_runs(tmp_path):
    path = tmp_path / "hello.bas"
    path.write_bytes(tokenise('10PRINT"HI"'))
    assert headless(loader.load(str(path)).main).screen.lines[0].startswith("HI")


def test_osbyte_135_gives_the_mode_and_for_mode_7_the_6_of_an_electron(tmp_path):
    path = tmp_path / "modes.bas"
    path.write_text(
        "10 DIM F%(7):A%=135:X%=0\n20 FOR M%=0 TO 7:MODE M%:Y%=0:F%(M%)=USR(&FFF4) DIV &10000 AND &FF:NEXT\n"
        "30 FOR M%=0 TO 7:PRINT;F%(M%);:NEXT\n"
    )
    assert headless(loader.load(str(path)).main).screen.lines[0].strip() == "01234566"


def test_the_error_names_the_line(tmp_path):
    path = tmp_path / "bad.bas"
    path.write_text("10 REM\n20 PRINT 1/0\n")
    with pytest.raises(ProgramError, match=r"^Division by zero at line 20$"):
        headless(loader.load(str(path)).main)


def test_stop_is_an_end_that_is_told(tmp_path):
    path = tmp_path / "stop.bas"
    path.write_text("10 PRINT 1\n20 STOP\n")
    assert "STOP at line 20" in headless(loader.load(str(path)).main).screen.text


def test_an_error_is_status_1_and_one_line(tmp_path, capfd):
    path = tmp_path / "bad.bas"
    path.write_text("20 GARBAGE\n")
    assert main(["play", str(path), "--front", "headless", "--screen", "-"]) == 1
    out, err = capfd.readouterr()
    assert "Mistake at line 20" in out
    assert "Traceback" not in err


def test_the_seed_is_that_of_rnd(tmp_path):
    path = tmp_path / "rnd.bas"
    path.write_text("10 A=RND(1000):X=RND(-7):PRINT A=RND(1000)\n")
    assert headless(loader.load(str(path)).main, seed=7).screen.lines[0].strip() == "-1"


@pytest.mark.parametrize("data", [b"HELLO\n", b"\r\x00\x0a\x05", b"40000 PRINT\n"])
def test_a_file_that_is_no_program_is_a_sentence(tmp_path, data):
    path = tmp_path / "no.bas"
    path.write_bytes(data)
    with pytest.raises(LibraryError, match="cannot be loaded"):
        loader.load(str(path))


def test_a_game_of_a_listing_is_recorded_and_replayed(listing, tmp_path, capsys):
    record = str(tmp_path / "game.retro")
    keys = ["--keys", "Ann<RETURN>", "--front", "headless"]
    assert main(["play", str(listing), *keys, "--seed", "3", "--record", record]) == 0
    assert main(["replay", record, "--program", str(listing), "--front", "headless", "--screen", "-"]) == 0
    assert "Hello Ann6" in capsys.readouterr().out


# the disc of all BASIC programs

COUNT = """10 C=OPENUP("N"):IF C=0 C=OPENOUT("N"):PRINT#C,0
20 PTR#C=0:INPUT#C,N%:N%=N%+1:PTR#C=0:PRINT#C,N%
30 PRINT N%
"""


def first_line(path, record, keys):
    """Play a program whose tape is kept; return the first line of the screen."""
    program = loader.load(path)
    with recording_to(record, "headless") as sinks:
        game = recorded_game(program, new_header(program, 1, "normal"), keep=True, sinks=sinks)
        return headless(played(game), typist(keys)).screen.lines[0].strip()


@pytest.mark.parametrize(("end", "keys"), [("40 CLOSE#C:A=GET", "x"), ("40 END", "")])
def test_the_disc_is_kept_and_a_replay_reads_it_as_it_was(tmp_path, monkeypatch, capsys, end, keys):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "data"))
    for name in ("a.bas", "b.bas"):
        (tmp_path / name).write_text(COUNT + end)
    paths = [str(tmp_path / name) for name in ("a.bas", "b.bas", "a.bas")]
    records = [str(tmp_path / f"{number}.retro") for number in range(3)]
    assert [first_line(path, record, keys) for path, record in zip(paths, records)] == ["1", "2", "3"]
    assert main(["replay", records[1], "--program", paths[1], "--front", "headless", "--screen", "-"]) == 0
    assert capsys.readouterr().out.split()[0] == "2"


PAGED = """
   10 REM A test
   20 PRINT "HELLO":MODE 4
   30 FOR I%=1 TO 3
   40 PRINT I%:A=1/(2-I%):PRINT "a long line that goes on"
   50 NEXT
32767 END
"""
PAGE = """
game.bas, line 40

Division by zero

retro play game.bas --reload runs it.

    10  REM A test
    20  PRINT "HELLO":MODE 4
    30  FOR I%=1 TO 3
>   40  PRINT I%:A=1/(2-I%):PRINT "a lo
                 ^
       ng line that goes on"
    50  NEXT
 32767  END
"""


@pytest.mark.parametrize("write", [str.encode, tokenise], ids=["text", "tokenised"])
def test_an_error_is_a_page_with_the_line_and_those_around_it(write, tmp_path, capsys):
    path, machines = tmp_path / "game.bas", []
    path.write_bytes(write(PAGED))

    def run(m):
        machines.append(m)
        hint = f"retro play game.bas --reload runs it. {TRACEBACK_HINT}"
        run_to_end(m, with_error_page(loader.load(str(path)).main, str(path), hint), linger=False)

    with pytest.raises(ProgramFailed):
        headless(run)
    lines = [line.rstrip() for line in machines[0].screen.lines]
    page = [line for line in PAGE.splitlines()[1:] if sys.version_info >= (3, 11) or line.strip() != "^"]
    assert lines[: len(page)] == page
    assert capsys.readouterr().err == "Division by zero at line 40\n"


# images


def disc(tmp_path, programs):
    """Write a DFS disc with these listings and a text file; return its path."""
    files = [File("NOTES", 0, 0, b"10 PRINT\r")]
    files += [File(name, 0x1900, 0x8023, tokenise(listing)) for name, listing in programs.items()]
    path = tmp_path / "disc.ssd"
    path.write_bytes(write_dfs("", files))
    return str(path)


def test_the_only_program_of_an_image_is_played(tmp_path, capsys):
    path = disc(tmp_path, {"ONE": '10PRINT"FIRST"'})
    assert main(["play", path, "--front", "headless", "--screen", "-"]) == 0
    assert capsys.readouterr().out.startswith("FIRST")


TWO = {"ONE": '10PRINT"FIRST"', "TWO": '10PRINT"SECOND ";GET$'}


def test_of_several_programs_one_is_chosen_on_the_screen(tmp_path):
    program = loader.load(disc(tmp_path, TWO))
    lines = [line.strip("> ") for line in headless(program.main, typist("")).screen.lines]
    assert [lines[0], *lines[2:4]] == ["disc.ssd", 'A  $.TWO  PRINT"SECOND ";GET$', 'B  $.ONE  PRINT"FIRST"']
    assert headless(program.main, typist("aX")).screen.lines[0].startswith("SECOND X")


def test_a_disc_with_more_programs_than_the_screen_has_rows_for(tmp_path):
    listings = {f"P{number}": f"10PRINT{number}" for number in range(20)}
    program = loader.load(disc(tmp_path, listings))
    assert headless(program.main, typist("T")).screen.lines[0].strip() == "0"
    assert headless(program.main, typist("A")).screen.lines[0].strip() == "19"


@pytest.mark.parametrize("name", ["one", "$.ONE"])
def test_a_program_of_an_image_is_named_by_an_option(tmp_path, capsys, name):
    assert main(["play", disc(tmp_path, TWO), "--chain", name, "--front", "headless", "--screen", "-"]) == 0
    assert capsys.readouterr().out.startswith("FIRST")


def test_a_game_of_an_image_is_recorded_and_replayed(tmp_path, capsys):
    path, record = disc(tmp_path, TWO), str(tmp_path / "game.retro")
    assert main(["play", path, "--keys", "AX", "--front", "headless", "--record", record]) == 0
    assert main(["replay", record, "--front", "headless", "--screen", "-"]) == 0
    assert "SECOND X" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "found 0 bytes, expected a DFS disc"),
        (write_dfs("", [File("A", 0, 0, b"text")]), "there is no BASIC program in it"),
        (write_dfs("", [File("A", 0, 0, bytes(1000))])[:1000], "$.A is cut off"),
    ],
)
def test_a_damaged_image_or_one_without_programs_is_a_sentence(tmp_path, capsys, content, sentence):
    path = tmp_path / "bad.ssd"
    path.write_bytes(content)
    for command in ("play", "basic"):
        assert main([command, str(path), "--front", "headless"]) == 2
        err = capsys.readouterr().err
        assert sentence in err
        assert (err.count("\n"), err.count("bad.ssd")) == (1, 1)


def test_the_prompt_is_recorded_and_replayed_as_a_program(tmp_path, capsys):
    record = str(tmp_path / "typed.retro")
    keys = "10PRINT 6*7<RETURN>RUN<RETURN>"
    assert main(["play", "basic", "--front", "headless", "--keys", keys, "--record", record]) == 0
    assert main(["replay", record, "--front", "headless", "--screen", "-"]) == 0
    assert "\n        42 " in capsys.readouterr().out


def test_the_prompt_loads_the_first_program_of_an_image(tmp_path, capsys):
    keys = ["--keys", "LIST<RETURN>", "--front", "headless", "--screen", "-"]
    assert main(["basic", disc(tmp_path, TWO), *keys]) == 0
    assert '10PRINT"SECOND ";GET$' in capsys.readouterr().out


@pytest.mark.parametrize("data", [b"", b"\r", b"\r\x00\x0a\x03\r\xff", b"\r\x00\x0a\x05A\r", b"\r\x00\x0a\x09A\r\xff"])
def test_files_that_are_no_program(data):
    assert program_length(data) == 0


def test_data_behind_a_program_does_not_belong_to_it():
    assert program_length(b"\r\x00\x0a\x05:\r\xff\r\x00") == 7


def test_the_listing_of_a_basic_program_is_printed(tmp_path, listing, capsysbinary):
    assert main(["listing", disc(tmp_path, TWO), "--chain", "one", "--bas"]) == 0
    assert capsysbinary.readouterr().out == b'   10PRINT"FIRST"\n'
    assert main(["listing", str(listing), "--bas"]) == 0
    assert tokenise(capsysbinary.readouterr().out.decode()) == tokenise(LISTING)


def test_a_basic_program_is_written_to_a_tape(tmp_path, listing, capsys):
    tape = str(tmp_path / "new.uef")
    assert main(["listing", str(listing), "--uef", tape]) == 0
    assert main(["play", tape, "--keys", "Ann<RETURN>", "--front", "headless", "--screen", "-"]) == 0
    assert "Hello Ann" in capsys.readouterr().out


# speed


@pytest.mark.parametrize(("speed", "seconds"), [([], 1.4), (["--speed", "authentic"], 1.4), (["--speed", "normal"], 0)])
def test_a_basic_program_runs_at_the_electrons_speed_unless_another_is_chosen(tmp_path, capsys, speed, seconds):
    path = tmp_path / "loop.bas"
    path.write_text("10 MODE 6\n20 T=TIME:FOR I=1 TO 2000:NEXT\n30 PRINT (TIME-T)/100\n")
    assert main(["play", str(path), "--front", "headless", "--screen", "-", *speed]) == 0
    assert float(capsys.readouterr().out.split()[0]) == pytest.approx(seconds, abs=0.15)


def test_the_first_long_empty_loop_at_another_speed_is_told_once(tmp_path):
    path = tmp_path / "loop.bas"
    path.write_text("10 FOR I=1 TO 9:NEXT:FOR J=1 TO 2000:NEXT:FOR I%=1 TO 9999:NEXT\n")
    told = []

    def program(m):
        m.advise = told.append
        loader.load(str(path)).main(m)

    headless(program)
    assert told == ["An empty loop takes no time at this speed. Its own one: --speed authentic"]
    headless(at_speed(program, "authentic"))
    assert len(told) == 1


# the prompt


@pytest.mark.parametrize("words", [["basic"], ["play", "basic"]], ids=" ".join)
def test_the_prompt_is_recorded_and_replayed_like_a_program(words, listing, tmp_path, capsys):
    record = str(tmp_path / "game.jsonl")
    load = [str(listing)] if words == ["basic"] else ["--load", str(listing)]
    keys = "20 PRINT 7<RETURN>LIST<RETURN>"
    assert main([*words, *load, "--front", "headless", "--keys", keys, "--record", record]) == 0
    assert main(["replay", record, "--front", "headless", "--screen", "-"]) == 0
    assert "   10 REM A test" in capsys.readouterr().out


def test_what_was_typed_at_the_prompt_is_offered_again(tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    advice = []

    def typed(keys, number):
        launcher, args = Launcher(keep=True), play_command(loader.load("basic")).parse(["basic"])
        args.resume = number
        game = game_of(launcher, args, loader.load("basic"))

        def main(m):
            m.advise = advice.append
            game(m)

        return [line.rstrip() for line in headless(main, typist(keys)).screen.lines]

    typed("10 PRINT 7<RETURN>", None)
    assert advice == []
    typed("", None)
    assert advice == ["What you typed last time: retro basic --resume"]
    assert typed("RUN<RETURN>", 1)[3:5] == [">RUN", "         7"]
