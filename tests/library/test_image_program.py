"""Disc and tape images as the discs of their programs: started by !BOOT, read, never changed; their copies written."""

import re
import signal
from pathlib import Path

import pytest

from retro.basic.media import copy_path
from retro.basic.media.files import File
from retro.basic.media.images import read_image
from retro.basic.media.uef import write_uef
from retro.basic.tokeniser import tokenise
from retro.cli import main
from retro.frontends.headless import headless, typist
from retro.library import loader
from retro.library.basic_program import run_prompt
from retro.library.errors import LibraryError
from retro.library.image_program import programs_in
from retro.listing.builder import build_study
from retro.session.storage import FolderTape
from tests.support.disc_image import FILES, FIRST, SECOND, disc, shows
from tests.support.front_ends import RETRO, in_window, letters
from tests.support.pseudo_terminal import NEEDED, PseudoTerminal, fcntl
from tests.support.web_page import Off, Page
from tests.support.x11 import serve, until

server = pytest.fixture(scope="module")(serve)


@pytest.fixture
def image(tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    path = tmp_path / "game.ssd"
    path.write_bytes(disc())
    yield path
    assert path.read_bytes() == disc()


def written(image):
    """Return the contents of the files in the copy of an image, by name."""
    copy = Path(copy_path(str(image)))
    return {file.name: file.data for file in read_image(copy.name, copy.read_bytes())} if copy.exists() else {}


# the front ends


def test_without_a_screen(image, capsys):
    assert main(["play", str(image), "--front", "headless", "--keys", "XY", "--screen", "-"]) == 0
    assert shows([capsys.readouterr().out], [*FIRST, *SECOND])


@pytest.mark.skipif(fcntl is None, reason=NEEDED)
def test_in_a_terminal_what_is_written_is_there_the_next_time(image):
    for text in ("HELLO", "CHANGED"):
        command = [*RETRO, "play", str(image), "--render", "chars", "--front", "terminal"]
        terminal = PseudoTerminal(command, environment={"VTE_VERSION": "7600"})
        try:
            until(lambda terminal=terminal, text=text: shows(letters(terminal), ["42", text]))
            terminal.type("X")
            until(lambda terminal=terminal: shows(letters(terminal), SECOND))
            terminal.send(signal.SIGINT)
            assert terminal.ended() == 130
        finally:
            terminal.close()
    assert written(image)["D.SCORE"] == b"@\0\0\0*"
    assert not list((image.parent / "data").rglob("*.json"))


@pytest.mark.slow
def test_in_a_window(image, server):
    with in_window(server, "game.ssd", "play", str(image)) as window:
        until(lambda: server.user.type_key("x") or written(image).get("D.SCORE"))
        until(lambda: b"CHANGED"[::-1] in written(image)["$.TEXT"])
        server.user.ask_to_close(window)


@pytest.mark.parametrize("studied", [False, True])
def test_in_the_page_and_studied_there_through_chain(image, monkeypatch, tmp_path, studied):
    from retro.frontends import web
    from retro.web import worker

    key = [["down", "x"], ["text", "X"], ["up", "x"]]
    text = image.read_bytes().decode("latin-1")
    opened = {"request": "open", "name": "game.ssd", "text": text, "speed": "normal", "study": studied}
    page = Page(opened, 0.1, *[[["switch", "run"]], 9.0] * studied, 9.0, key, 9.0)
    page.stranger = True
    monkeypatch.setattr(web.time, "perf_counter", lambda: page.now)
    monkeypatch.setattr(worker, "DATA_FOLDER", str(tmp_path / "page"))
    monkeypatch.setattr(worker, "UPLOAD", str(tmp_path / "uploaded"))
    monkeypatch.setenv(worker.FOLDER_VARIABLE, "")
    with pytest.raises(Off):
        worker.main(page)
    texts = ["\n".join(lines) for lines in page.posted("text")]
    assert shows(texts, FIRST)
    assert shows(texts[-1:], SECOND)
    (stored,) = (tmp_path / "page").rglob("game.ssd")
    assert stored.read_bytes() == image.read_bytes()
    assert written(stored)["D.SCORE"] == b"@\0\0\0*"
    where = [re.sub("<.*?>", "", view["html"]["where"]) for view in page.posted("study")]
    for place in ("main, line 50:", "game.ssd:D.PART.main, line 60: A$=GET$"):
        assert any(text.startswith(f"Waits for a key in {place}") for text in where) == studied


# a replay and study


def test_a_replay_reads_what_the_game_read(image, tmp_path, capsys):
    record = ["--record", str(tmp_path / "game.jsonl")]
    assert main(["play", str(image), "--front", "headless", "--keys", "XY", *record, "--screen", "-"]) == 0
    screen = capsys.readouterr().out
    assert main(["replay", record[1], "--front", "headless", "--screen", "-"]) == 0
    assert shows([capsys.readouterr().out], SECOND)
    assert shows([screen], SECOND)


def test_study_begins_with_what_boot_chains_and_follows_chain(image):
    assert [line.number for line in build_study(str(image)).listing] == [10, 20, 30, 40, 50, 60]
    assert build_study(str(image)).title == "The menu"


# what is started, and what is offered


def test_a_program_named_by_chain_is_run_alone(image, capsys):
    assert main(["play", str(image), "--chain", "menu", "--front", "headless", "--keys", "X", "--screen", "-"]) == 1
    assert "42" in capsys.readouterr().out  # and PART is not in $


def test_a_program_that_was_saved_is_in_the_copy_and_offered(image, capsys):
    listing = "10 REM The saved one\n20 PRINT 6*7"

    def saving(m):
        m.tape = FolderTape("a")
        run_prompt(m, tokenise(listing), programs_in(str(image))[0].image, b'SAVE"SAVED"')

    headless(saving, typist(""))
    assert written(image)["$.SAVED"] == tokenise(listing)
    assert main(["play", str(image), "--chain", "saved", "--front", "headless", "--screen", "-"]) == 1
    assert "File not found" in capsys.readouterr().out  # nothing is kept there

    def chained(m):
        m.tape = FolderTape("a")
        loader.load(str(image)).main(m, chain="saved")

    assert "42" in headless(chained).screen.text


@pytest.mark.parametrize(
    ("option", "boot", "start"),
    [
        (3, b'PRINT"BOOT"\r', "BOOT"),
        (2, tokenise('10PRINT"BOOT"'), "BOOT"),
        (2, b"\xa9\x20", "Press a letter"),  # machine code
        (0, b'PRINT"BOOT"\r', "Press a letter"),
    ],
)
def test_boot_is_what_the_discs_option_says(tmp_path, option, boot, start):
    content = bytearray(disc([FILES[0]._replace(data=boot), *FILES[1:]]))
    content[0x106] = content[0x106] & 0xF | option << 4
    (tmp_path / "a.ssd").write_bytes(content)
    assert start in headless(loader.load(str(tmp_path / "a.ssd")).main, typist("")).screen.text


def test_a_folder_of_images_is_a_catalogue(tmp_path):
    (tmp_path / "one.ssd").write_bytes(disc(FILES[1:]))
    (tmp_path / "two.uef").write_bytes(write_uef([File("TAPE", 0xE00, 0x8023, tokenise('10PRINT"TAPE"'))]))
    (tmp_path / "bad.uef").write_bytes(b"nothing")
    program = loader.load(str(tmp_path))
    lines = [line.strip("> ") for line in headless(program.main, typist("")).screen.lines]
    assert lines[0] == tmp_path.name[:39]
    assert lines[2:5] == [
        "A  one.ssd:D.PART  The second part",
        "B  one.ssd:$.MENU  The menu",
        'C  two.uef:TAPE    PRINT"TAPE"',
    ]
    assert headless(program.main, typist("C")).screen.lines[0].startswith("TAPE")
    assert "42" in headless(program.main, typist("B")).screen.text
    assert program.fingerprint != loader.load(str(tmp_path / "one.ssd")).fingerprint


def test_a_folder_without_a_program_is_a_sentence(tmp_path):
    with pytest.raises(LibraryError, match=r"is not a program: expected a file .*, or disc or tape images"):
        loader.load(str(tmp_path))
    (tmp_path / "bad.ssd").write_bytes(b"")
    with pytest.raises(LibraryError, match="has no image with a BASIC program"):
        loader.load(str(tmp_path))


# names


def play(tmp_path, statements, name="a.ssd", content=None):
    """Run statements in a program of an image; return the lines of the screen."""
    lines = "".join(f"{number}0 {statement}\n" for number, statement in enumerate(statements, 1))
    files = [File("MAIN", 0x1900, 0x8023, tokenise(lines)), *FILES[2:]]
    (tmp_path / name).write_bytes(content(files) if content else disc(files))
    program = loader.load(str(tmp_path / name))
    m = headless(lambda m: program.main(m, chain="MAIN"))
    return [line.strip() for line in m.screen.lines if line.strip()]


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ('PRINT OPENIN("DATA")', True),
        ('PRINT OPENIN("$.data")', True),
        ('PRINT OPENIN(":0.$.DATA")', True),
        ('PRINT OPENIN(":1.$.DATA")', False),
        ('PRINT OPENIN("D.PART")', True),
        ('PRINT OPENIN("PART")', False),
        ('*DIR D\n25 PRINT OPENIN("PART")', True),
        ('*DIR D\n25 PRINT OPENIN("DATA")', False),
        ('*DIR D\n25 *DIR\n27 PRINT OPENIN("DATA")', True),
        ('*DRIVE 1\n25 PRINT OPENIN("DATA")', False),
        ('*DRIVE 2\n25 PRINT OPENIN(":0.DATA")', True),
        ('*DELETE DATA\n25 PRINT OPENIN("DATA")', False),
    ],
)
def test_names_of_dfs(tmp_path, statement, found):
    assert play(tmp_path, [statement]) == [str(17 * found)]


def test_a_file_written_over_one_of_the_image_and_deleted_is_gone(tmp_path):
    lines = play(tmp_path, ['C=OPENOUT("DATA"):CLOSE#C', "*DELETE DATA", 'PRINT OPENIN("DATA")', "*CAT"])
    assert lines == ["0", "D.PART       MAIN         TEXT", "3 files"]


def test_a_basic_program_is_run_by_its_name_as_a_command(tmp_path):
    for command in ("*RUN PART", "*/PART", "*PART"):
        assert play(tmp_path, ["*DIR D", command])[0] == "SCORE 42"


def test_exec_types_a_file_of_the_image(tmp_path):
    files = [*FILES[1:], File("KEYS", 0, 0, b"AB\r")]
    (tmp_path / "a.ssd").write_bytes(
        disc([File("MAIN", 0, 0, tokenise("10*EXEC KEYS\n20INPUT A$:PRINT A$;A$")), *files])
    )
    m = headless(lambda m: loader.load(str(tmp_path / "a.ssd")).main(m, chain="MAIN"))
    assert "ABAB" in m.screen.text


def test_a_tape_is_read_one_file_after_another(tmp_path):
    parts = [File("Part 2", 0, 0x8023, tokenise('10PRINT"TWO":CHAIN""')), File("x", 0, 0x8023, tokenise('10PRINT"X"'))]
    first = File("ONE", 0, 0x8023, tokenise('10PRINT"ONE":CHAIN"part 2"'))
    (tmp_path / "a.uef").write_bytes(write_uef([first, *parts]))
    program = loader.load(str(tmp_path / "a.uef"))
    lines = [line.strip() for line in headless(lambda m: program.main(m, chain="one")).screen.lines if line.strip()]
    assert lines == ["ONE", "TWO", "X"]
