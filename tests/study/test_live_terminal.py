"""Dominoes is studied in a terminal: beside the program's screen where there is room, else instead of it."""

import sys

import pytest

from retro.input.events import Rewind
from retro.study.view_model import CALM
from tests.support.live_study import Studied
from tests.support.pseudo_terminal import NEEDED, OWN, PseudoTerminal, fcntl, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(fcntl is None, reason=NEEDED)]

TYPED = {
    "<f2>": "\x1bOQ",
    "<f3>": "\x1bOR",
    "<f5>": "\x1b[15~",
    "<DOWN>": "\x1b[B",
    "<PAGE UP>": "\x1b[5~",
    "<RETURN>": "\r",
}
RUN = OWN + "import sys\nfrom retro.cli import main\nsys.exit(main(sys.argv[1:]))\n"
KEYS = [*"ssssssssooou", "z", "p", "<DOWN>", "<RETURN>", "r", "<f5>", " ", "<RETURN>", "k", "s", "<PAGE UP>"]


@pytest.fixture
def study():
    """Starts `retro study dominoes` in a terminal of some size."""
    started = []

    def start(columns, rows, *words, **options):
        command = [sys.executable, "-c", RUN, "study", "dominoes", "--front", "terminal", "--render", "chars"]
        started.append(PseudoTerminal([*command, "--seed", "3", *words], columns, rows, **options))
        return started[-1]

    yield start
    for one in started:
        one.close()


def rehearsal(rows, both, **size):
    """Run without a terminal; return before each key the text of both screens, and the key."""
    script = []

    def player(s, m):
        for key in [*KEYS, None]:
            yield
            ahead = both or s.side_screen.in_front
            script.append((s.lines if ahead else None, m.screen.text, *(() if both else (s.procedure, s.marked)), key))
            yield [Rewind()] if key == "<PAGE UP>" else key

    size |= {"rows": rows, "both": both, "detail": CALM}
    Studied("dominoes", player, with_basic=True, mode="running", breakpoints=["PROCISSUE"], **size)
    return script


def around(lines, wide=80, high=25):
    """What stands beside the display, and under it."""
    return [line[wide:] for line in lines[:high]] + lines[high:]


def test_stepping_through_procissue_and_procspots(study):
    script = rehearsal(24, both=False)
    check_rehearsal(script)
    here = study(80, 24, "--break", "issue")
    for lines, text, _, _, key in script:
        if lines is not None:
            until(lambda lines=lines: here.lines == lines)
        else:
            until(lambda text=text: letters(here)[:6] == text.split("\n")[:6])
        if key is not None:
            here.type(TYPED.get(key, key))
    here.type("\x1bOP")
    until(lambda: "Play on" in here.text)  # over the display, as the panel has no room for it
    here.type("\x1bOP")
    until(lambda: "Play on" not in here.text)
    here.type("\x1b")
    until(lambda: "press ESCAPE again" in here.text)
    here.type("\x1b")
    assert here.ended() == 0
    assert here.restored


def letters(here):
    """The text in the left half of the terminal, in which a letter has two columns."""
    return [line[:80:2].rstrip() for line in here.lines]


def words(lines):
    """The first lines with text in them, without signs that are not letters."""
    found = ["".join(sign if sign.isascii() else " " for sign in line).rstrip() for line in lines]
    return [line for line in found if line][:5]


def check_rehearsal(script):
    """Check procedures, lines and variables."""
    assert [(procedure, marked[0].split(" ")[0]) for _, _, procedure, marked, _ in script[:13]] == [
        *[("PROCISSUE", number) for number in ("6010", "6020", "6030")],
        *[("PROCSPOTS", number) for number in ("7010", "7020", "7030", "7040", "7040", "7050", "7060")],
        *[("PROCISSUE", number) for number in ("6040", "6050")],
        ("main", "120"),
    ]
    text = ["\n".join(lines or ()) for lines, *_ in script]
    assert "◆N1       6" in text[5]
    assert "◆N2       5" in text[6]
    assert "◆T%       27" in text[10]
    assert "◆R(1,1-6) 6" in text[11]
    assert [lines is None for lines, *_ in script].count(True) == 2  # the program waits for a key


def test_both_screens_where_there_is_room(study):
    script = rehearsal(30, both=True, columns=160, covered=(80, 25))
    here = study(160, 30, "--break", "issue")
    for lines, text, key in script:
        until(lambda lines=lines: around(here.lines) == around(lines))
        rows = words(text.split("\n"))
        until(lambda rows=rows: words(letters(here)) == rows)
        if key is not None:
            here.type(TYPED.get(key, key))
    assert "F2  program" not in "".join(here.lines)


def test_a_terminal_is_resized_during_a_pause(study):
    here = study(80, 24)
    until(lambda: "STOPPED" in here.lines[0])
    for columns, rows, covered in ((80, 40, (0, 0)), (160, 40, (80, 25)), (100, 24, (0, 0)), (125, 30, (40, 25))):
        here.resize(columns, rows)
        expected = around(stopped(rows, both=covered[0] > 0, columns=columns, covered=covered), *covered)
        until(lambda expected=expected, covered=covered: around(here.lines, *covered) == expected)
    here.resize(60, 15)
    until(lambda: "This terminal has 60" in here.text)
    here.resize(80, 20)
    until(lambda: here.lines == stopped(20, both=False))


def stopped(rows, both, **size):
    """The rows of the study screen at the beginning, without a terminal."""
    found = []

    def player(s, m):
        yield
        found.extend(s.lines)

    Studied("dominoes", player, with_basic=True, rows=rows, both=both, detail=CALM, **size)
    return found


def test_f2_switches_between_the_screens(study):
    here = study(80, 25, "--break", "spots")
    until(lambda: "PROCSPOTS" in here.lines[0])
    here.type(TYPED["<f2>"])
    until(lambda: "Y O U R   H A N D" in here.text)
    assert "F2 shows the listing again" in here.text
    here.type(TYPED["<f2>"])
    until(lambda: "PROCSPOTS" in here.lines[0])


def test_f3_shows_the_picture_of_basic_and_the_listings_again(study):
    here = study(80, 25, "--break", "ask")
    until(lambda: "PROCASK" in here.lines[0])
    here.type(TYPED["<f3>"])
    until(lambda: "Y O U R   H A N D" in here.text)
    here.type(TYPED["<f3>"])
    until(lambda: "PROCASK" in here.lines[0])
    assert "Y O U R" not in here.text


def test_a_terminal_without_unicode_shows_ascii(study):
    here = study(80, 24, environment={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"})
    until(lambda: "STOPPED" in here.lines[0])
    assert here.text.isascii()
    assert "-- BASIC ---" in here.text


def test_the_current_line_is_in_inverse_video_and_changes_are_marked_by_a_sign(study):
    here = study(80, 24, "--break", "spots")
    until(lambda: "STOPPED" in here.lines[0])
    row = next(number for number, line in enumerate(here.lines) if line.startswith("▶"))
    colours = {(here.cell(column, row).fg, here.cell(column, row).bg) for column in range(80)}
    assert colours == {("000000", "ffff00")}


def test_the_slider_is_dragged_by_the_mouse(study):
    here = study(80, 25, "--until", "turn")
    until(lambda: "PROCSELECT" in here.lines[0] and "turn 1 of 1" in here.text)
    row = next(number for number, line in enumerate(here.lines, 1) if "turn 1 of 1" in line)
    here.type(f"\x1b[<0;50;{row}M\x1b[<32;6;{row}M\x1b[<0;6;{row}m")
    until(lambda: "turn 0 of 1" in here.text)
    assert "main" in here.lines[0]
