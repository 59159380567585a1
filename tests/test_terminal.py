"""A machine in a pseudo-terminal: what it shows is what the machine shows."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import unicodedata

import pytest

from dominoes_playing import first_match
from pseudo import ABSENT, NEEDED, OWN, Pseudo, fcntl, open_desks, share_desk, until
from retro import library
from retro.conduct import FAREWELL, conduct
from retro.frontends.headless import headless
from retro.menu import menu
from retro.programs import dominoes

pytestmark = pytest.mark.skipif(fcntl is None, reason=NEEDED)

desk = pytest.fixture(open_desks)
shared = pytest.fixture(scope="module")(share_desk)

CURSOR_OFF = "m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)"
HEX = {(0, 0, 0): "000000", (255, 0, 0): "ff0000", (0, 255, 0): "00ff00", (255, 255, 0): "ffff00"}
HEX |= {(0, 0, 255): "0000ff", (255, 0, 255): "ff00ff", (0, 255, 255): "00ffff", (255, 255, 255): "ffffff"}


@pytest.fixture
def fresh(shared):
    """The shared desk, with the machine as it starts, the cursor off."""
    shared.do("m.inkey(0)")
    shared.do("m.keyboard.__init__()")
    shared.do("m.restart()")
    shared.do(CURSOR_OFF)
    until(lambda: not shared.text.strip())
    return shared


# text


def test_text_stands_where_the_machine_has_it(fresh):
    fresh.do("m.print('Hello £5 { }', chr(31) + chr(39) + chr(24) + chr(11), 'x', end='')")
    fresh.do("m.print(chr(31) + chr(3) + chr(12), 'middle', end='')")
    assert "middle" in fresh.agrees()


def test_only_what_changes_is_written(fresh):
    fresh.do("m.print('first')")
    fresh.agrees()
    before = len(fresh.written)
    fresh.do("m.print('second', end='')")
    fresh.agrees()
    assert len(fresh.written) - before < 80


def test_frames_are_shown_at_once(fresh):
    fresh.do("m.print('frame')")
    fresh.agrees()
    frame = fresh.written.rpartition(b"\x1b[?2026h")[2]
    assert b"f" in frame
    assert frame.endswith(b"\x1b[?2026l")


@pytest.mark.parametrize("mode", [0, 1, 2, 3, 4, 5, 6, 7])
def test_every_mode(desk, mode):
    here = desk(80, 32)
    here.do(f"m.mode({mode})")
    here.do("m.print('MODE', m.screen.mode.number, chr(31), chr(2), chr(9), 'below', end='')")
    expected = here.do("m.screen.lines")
    wide, top = 80 // len(expected[0]), (32 - len(expected)) // 2
    until(lambda: [line[::wide] for line in here.lines[top : top + len(expected)]] == expected)


def test_a_change_of_mode_leaves_nothing_behind(fresh):
    fresh.do("m.print('before')")
    fresh.agrees()
    fresh.do("m.mode(3)")
    fresh.do("m.print('after')")
    until(lambda: fresh.text.strip() == "after")
    fresh.do("m.mode(7)")


# colours


def test_colours_are_exact(fresh):
    fresh.do("m.mode(2)")
    fresh.do(CURSOR_OFF)
    fresh.do("[[m.colour(ink), m.colour(128 + 7 - ink), m.print('A', end='')] for ink in range(8)]")
    lights = [tuple(light) for light in fresh.do("m.screen.palette.lights(0.0)")]
    until(lambda: fresh.cell(28, 0).data == "A")
    for ink in range(8):
        cell = fresh.cell(4 * ink, 0)
        assert (cell.data, cell.fg, cell.bg) == ("A", HEX[lights[ink]], HEX[lights[7 - ink]])
        assert fresh.cell(4 * ink + 3, 0).bg == HEX[lights[7 - ink]]


def test_a_new_palette_changes_what_is_there(fresh):
    fresh.do("m.print('A')")
    until(lambda: fresh.cell(0, 0).fg == "ffffff")
    fresh.do("m.vdu(19, 3, 1, 0, 0, 0)")
    until(lambda: fresh.cell(0, 0).fg == "ff0000")
    fresh.do("m.vdu(19, 0, 4, 0, 0, 0)")
    until(lambda: fresh.cell(0, 0).bg == fresh.cell(70, 20).bg == "0000ff")


def test_sixteen_colours(desk):
    here = desk(environment={"TERM": "xterm"})
    here.do(CURSOR_OFF)
    here.do("[m.colour(1), m.colour(130), m.print('A', end='')]")
    until(lambda: here.cell(0, 0).data == "A")
    assert (here.cell(0, 0).fg, here.cell(0, 0).bg) == ("brightred", "brightbrown")
    assert here.cell(4, 0).bg == "black"


def test_eight_colours(desk):
    here = desk(environment={"TERM": "ansi"})
    here.do("[m.colour(1), m.colour(130), m.print('A', end='')]")
    until(lambda: here.cell(0, 0).data == "A")
    assert (here.cell(0, 0).fg, here.cell(0, 0).bg) == ("red", "brown")


def test_no_colour_loses_nothing(desk):
    here = desk(environment={"NO_COLOR": "1"})
    here.do(CURSOR_OFF)
    here.do("[m.print('plain'), m.colour(0), m.colour(131), m.print('reversed'), m.colour(131), m.colour(3)]")
    until(lambda: here.cell(0, 1).data == "r")
    assert not here.cell(0, 0).reverse
    assert here.cell(0, 1).reverse
    assert here.cell(1, 1).reverse
    colours = {(cell.fg, cell.bg) for row in here.screen.buffer.values() for cell in row.values()}
    assert colours == {("default", "default")}
    assert b";5;" not in here.written


def test_flashing_colours_flash(fresh):
    fresh.do("[m.fx(9, 3), m.fx(10, 3)]")
    fresh.do("m.vdu(19, 3, 9, 0, 0, 0)")
    fresh.do("m.print('A')")
    for colour in ("ff0000", "00ffff") * 2:
        until(lambda colour=colour: fresh.cell(0, 0).fg == colour)
    fresh.do("[m.fx(9, 25), m.fx(10, 25)]")


# the cursor and the bell


def test_the_cursor_blinks_where_the_next_character_goes(fresh):
    fresh.do("m.vdu(23, 1, 1, 0, 0, 0, 0, 0, 0, 0)")
    fresh.do("m.print('ab', end='')")
    for lit in (True, False, True):
        until(lambda lit=lit: fresh.cell(4, 0).underscore == fresh.cell(5, 0).underscore == lit)
    assert not fresh.cell(2, 0).underscore
    fresh.do(CURSOR_OFF)
    until(lambda: not fresh.cell(4, 0).underscore)


def rings(here, program):
    """How many bells a program rings, but for those that end titles."""

    def bells():
        return re.sub(rb"\x1b\][^\x07]*\x07", b"", here.written).count(b"\x07")

    before = bells()
    here.do(program)
    here.do("m.inkey(10)")
    return bells() - before


def test_vdu_7_rings_the_bell_and_other_sounds_do_not(fresh):
    assert rings(fresh, "m.vdu(7)") == 1
    assert rings(fresh, "m.sound(1, -15, 53, 1)") == 0


def test_mute(desk):
    here = desk(mute=True)
    assert rings(here, "m.vdu(7)") == 0
    here.type("\x1bm")
    here.do("m.inkey(1)")
    assert rings(here, "m.vdu(7)") == 1


# pictures


def numbers(glyph, kind, older):
    """The lit parts of a block character, as a mask."""
    if glyph in older:
        return older[glyph]
    digits = unicodedata.name(glyph).removeprefix(f"BLOCK {kind}-")
    return sum(1 << int(digit) - 1 for digit in digits)


SEXTANTS = {" ": 0, "▌": 0b010101, "▐": 0b101010, "█": 0b111111}


def decoded(cells, place):
    """The pixels of a screen of sextants, rows of colours; place: column, row, columns, rows."""
    left, top, columns, rows = place
    picture = []
    for row in cells[top : top + rows]:
        for line in range(3):
            pixels = []
            for glyph, ink, paper in row[left : left + columns]:
                mask = numbers(glyph, "SEXTANT", SEXTANTS)
                pixels += [ink if mask >> 2 * line + side & 1 else paper for side in (0, 1)]
            picture.append(pixels)
    return picture


def pixels_of(here):
    """The machine's picture, rows of colours."""
    width, pixels, lights = here.do("(lambda p: [p.width, p.pixels.hex(), p.lights])(m.screen.picture(front.now()))")
    colours = [HEX[tuple(lights[pixel])] for pixel in bytes.fromhex(pixels)]
    return [colours[start : start + width] for start in range(0, len(colours), width)]


@pytest.mark.parametrize("room", [(160, 67), (170, 70)])
def test_sextants_show_every_pixel(desk, room):
    here = desk(*room, render="sextant")
    here.do(CURSOR_OFF)
    here.do("[[m.gcol(0, c), m.move(0, 90 * c), m.draw(1279, 90 * c + 70)] for c in (1, 2, 3)]")
    here.do("m.print('Sextants', end='')")
    expected = pixels_of(here)
    place = (room[0] - 160) // 2, (room[1] - 67) // 2, 160, 67
    until(lambda: decoded(here.cells(), place)[:200] == expected)


def test_sextants_that_have_no_room_give_way_to_characters(desk):
    here = desk(159, 67, render="sextant")
    here.do("m.print('text')")
    here.shows("t e x t")
    here.resize(160, 67)
    until(lambda: any(unicodedata.name(cell[0], "").startswith("BLOCK SEX") for row in here.cells() for cell in row))


def test_octants_on_request(desk):
    here = desk(160, 50, render="octant")
    here.do(CURSOR_OFF)
    here.do("[m.gcol(0, 3), m.move(4, 799), m.draw(4, 0)]")
    here.do("[m.move(8, 799), m.draw(1279, 799)]")
    white, black = "ffffff", "000000"
    until(lambda: here.cells()[0][1] in [("\U0001fb82", white, black), ("\U0001fb85", black, white)])
    assert {row[0] for row in here.cells()} <= {("▐", white, black), ("▌", black, white)}


# detection


DA1, KITTY = b"\x1b[c", b"a=q,t=d,f=24;AAAA\x1b\\"


@pytest.mark.parametrize(
    ("answers", "seen"),
    [
        ({KITTY: b"\x1b_Gi=31;OK\x1b\\", DA1: b"\x1b[?62;c"}, b"\x1b_Ga=T,f=100"),
        ({DA1: b"\x1b[?62;4;6c"}, b'\x1bP0;1;0q"1;1;640;400'),
        ({DA1: b"\x1b[?1;2c"}, b"H\x1b[38;5;231;48;5;16ma"),
    ],
    ids=["kitty", "sixel", "neither"],
)
def test_auto_asks_the_terminal(desk, answers, seen):
    here = desk(render="auto", answers=answers, pixels=(800, 500))
    here.do(CURSOR_OFF)
    here.do("m.print('a')")
    until(lambda: seen in here.written)
    assert here.do("m.inkey(0)") == -1


def test_what_is_typed_before_the_answer_is_not_lost(desk):
    here = desk(render="auto", answers={DA1: b"x\x1b[?1;2cy"})
    assert here.do("[m.get_s(), m.get_s()]") == ["x", "y"]


def test_a_terminal_that_does_not_answer_gets_characters(desk):
    here = desk(render="auto")
    here.do("m.print('silent')")
    here.shows("silent")


# programs that never wait


def test_a_program_that_never_waits_is_seen_and_hears(desk):
    here = desk()
    here.start("run while True: m.print(chr(65 + m.rnd(26)), end='')")
    before = until(lambda: here.written.count(b"?2026h") > 3 and here.written.count(b"?2026h"))
    until(lambda: here.written.count(b"?2026h") > before + 10, patience=2)
    here.type("\x1b")
    assert here.ended(1)[0] == 0


def test_what_is_printed_before_a_long_computation_is_seen_during_it(desk):
    here = desk()
    here.start("run m.print('Thinking')\nwhile True: pass")
    here.shows("Thinking")


# the command line's programs


def rehearsal(program, player):
    """The texts a program shows when it asks for a key, and the keys."""
    script = []

    def watching(m):
        for key in player(m):
            if key is not None:
                script.append((m.screen.lines, key))
            yield key
        yield
        script.append((m.screen.lines, " "))
        yield " "

    headless(lambda m: conduct(m, program), watching, seed=36)
    return script


def text_of(lines):
    """What can be compared: words and digits in their columns, no pictures."""
    return ["".join(glyph if glyph.isascii() else " " for glyph in line).rstrip() for line in lines]


PLAY = (
    OWN
    + """
import sys
from retro import library
from retro.frontends.terminal import Terminal
from retro.menu import menu
from retro.pace import at_speed
if sys.argv[1] == "menu":
    program = menu([(entry.title, entry.load) for entry in library.entries()])
else:
    program = library.load(sys.argv[1]).main
Terminal(render="chars").run(at_speed(program, "fast"), 36)
"""
)


@pytest.fixture
def play():
    """Starts a program of the library, or the menu."""
    started = []

    def start(name, columns=80, rows=25):
        started.append(Pseudo([sys.executable, "-c", PLAY, name], columns, rows))
        return started[-1]

    yield start
    for one in started:
        one.close()


def letters(here):
    """The terminal's text, a letter for each cell of the machine."""
    return [line[::2] for line in here.lines]


def test_a_whole_game_of_dominoes(play):
    script = rehearsal(dominoes.main, first_match())
    assert len(script) > 10
    assert "Another game (Y/N)?" in "\n".join(script[-2][0])
    here = play("dominoes")
    for lines, key in script[:-1]:
        until(lambda lines=lines: text_of(letters(here))[:6] == text_of(lines)[:6])
        here.type(key)
    until(lambda: "\n".join(letters(here)).rstrip().endswith(FAREWELL))
    here.type(" ")
    assert here.ended()[0] == 0
    assert here.restored


def test_the_menu(play):
    items = [(entry.title, entry.load) for entry in library.entries()]
    m = headless(menu(items), lambda m: iter([None]))
    menu_text = text_of(m.screen.lines)[5:]
    here = play("menu")
    until(lambda: text_of(letters(here))[5:] == menu_text)
    here.type("1")
    until(lambda: "Which domino?" in "".join(letters(here)))
    here.type("\x1b")
    until(lambda: text_of(letters(here))[5:] == menu_text)


# tmux


@pytest.fixture
def tmux():
    """Runs a command of tmux, in a server of its own; gives what it prints."""
    if shutil.which("tmux") is None:
        pytest.skip("there is no tmux")
    environment = {name: value for name, value in os.environ.items() if name not in ABSENT} | {"TERM": "xterm-256color"}
    server = ["tmux", "-L", f"retro-test-{os.getpid()}", "-f", os.devnull]

    def run(*words):
        return subprocess.run([*server, *words], env=environment, capture_output=True, text=True, check=False).stdout

    yield run
    run("kill-server")


def test_in_tmux(tmux, tmp_path):
    program = tmp_path / "play.py"
    program.write_text(PLAY.replace(OWN, ""))
    command = shlex.join([sys.executable, str(program), "dominoes"])
    tmux("new-session", "-d", "-x", "80", "-y", "25", f"{command}; echo status $?; cat")
    until(lambda: "W h i c h   d o m i n o ?" in tmux("capture-pane", "-p"))
    assert len(tmux("capture-pane", "-p").splitlines()) == 25
    tmux("send-keys", "7", "Escape")
    until(lambda: FAREWELL.replace(" ", "") in tmux("capture-pane", "-p").replace(" ", ""))
    tmux("send-keys", "Space")
    until(lambda: tmux("capture-pane", "-p").strip() == "status 0")
