"""Live study: a program is paused, stepped and rewound, and its game is the same as without study."""

import linecache
import math
import os

import pytest

from retro.basic.errors import BasicError, Escape
from retro.display.font import default_font
from retro.display.screen import Screen
from retro.frontends.headless import Headless, typist
from retro.frontends.side_screen import SideScreen
from retro.input.events import Down, Key, Rewind, Text, Up
from retro.library.catalogue import entries
from retro.library.loader import load
from retro.listing.model import Study
from retro.machine.frontend import PowerOff
from retro.machine.runner import run_to_end
from retro.session.parser import read
from retro.session.replay import ToTheEnd
from retro.session.storage import RecordFile
from retro.study.commands import ACTIONS
from retro.study.keys import STUDY_KEYS
from retro.study.live_study import LiveStudy
from retro.study.panel.study_panel import StudyPanel
from retro.study.procedure_index import Place
from tests.support import recorded_games as recording_games
from tests.support.dominoes_players import first_match
from tests.support.live_study import HEADER, NOTHING_FITS, Studied, reading, to_the_computers_knock
from tests.support.recorded_games import PROGRAMS, Played, RecordedGame, Unpunctual, header, replay

pytestmark = pytest.mark.slow


@pytest.fixture
def file(tmp_path):
    """A function that writes a program and gives its path."""

    def write(text):
        path = tmp_path / "game.py"
        path.write_text(text)
        return str(path)

    return write


# steps through Dominoes


def to_procedure(place):
    """Choose the procedure at this place of the list, from 0, and run to it."""
    return f"p{'<UP>' * 30}{'<DOWN>' * place}<RETURN>"


PROCISSUE, PROCSPOTS = 6, 7  # main is 0


def test_both_listings_mark_the_current_line():
    def player(s, m):
        yield "v"
        yield
        assert "No variable of the whole program has a value here" in s.text
        yield to_procedure(PROCISSUE)
        for key in "ssss":
            yield
            yield key
        yield
        assert s.procedure == "PROCSPOTS"
        assert (s.marked[0], s.here) == ("7020   N1=RND(7)-1", "v.N1 = m.rnd(7) - 1")
        assert s.stack == [("PROCSPOTS", "7020"), ("PROCISSUE", "6030"), ("main", "110")]
        assert "7.1 Two numbers of spots, N1 and N2, one for each face, are chosen at random." in s.lines[1]
        yield "ss"
        yield
        assert s.value("N2") == ("5 was 0 · and its lower one", True)

    Studied("dominoes", player)


def test_stepping_shows_how_the_computer_selects_a_domino():
    """The loop over its hand stops at the first domino with the spots of an end, and D% is its place."""

    def player(s, m):
        yield
        yield "2"
        yield
        assert (s.state, s.procedure, s.here) == ("STOPPED", "PROCSELECT", "v.D_i = 1")
        seen = []
        while s.here != "return":
            seen.append(s.here)
            yield "s"
            yield
        place = int(s.value("D%")[0].split()[0])
        ends = {s.value("RV%")[0].split()[0], s.value("LV%")[0].split()[0]}
        faces = [set(pair) for pair in zip(*(s.value(f"{name}(2,1-6)")[0].split()[:6] for name in "RL"))]
        assert [bool(face & ends) for face in faces[:place]] == [False] * (place - 1) + [True]
        assert seen.count("v.D_i += 1") == place - 1 > 0

    Studied("dominoes", player, mode="running", breakpoints=["PROCSELECT"])


def test_a_knock_marks_the_line_that_decides_it():
    """The computer finds nothing: Python sets D% below the loop, BASIC in line 15020."""

    def player(s, m):
        yield from to_the_computers_knock(s)
        assert s.marked[0] == "15020 IF D%>N(2) D%=7:ENDPROC"
        assert s.stack[0] == ("PROCSELECT", "15020")

    Studied("dominoes", player, mode="running", breakpoints=[NOTHING_FITS])


def test_a_screen_of_20_rows_has_listings_values_and_keys():
    def player(s, m):
        s.side_screen.rows = 20
        yield to_procedure(PROCSPOTS)
        yield
        assert len(s.lines) == 20
        assert (s.marked[0], s.here) == ("7010 REPEAT", "while True:")
        assert "SPACE  step" in s.lines[-2]
        assert s.value("T%")[0].startswith("28")

    Studied("dominoes", player)


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_every_program_can_be_studied(entry):
    """For a hundred lines, the line that is marked is the one in the file."""

    def player(s, m):
        stops = 0
        while stops < 100:
            yield
            if s.live.state == "STOPPED":
                stops += 1
                level = s.live.stepper.stack[-1]
                line = linecache.getline(level.frame.f_code.co_filename, level.statement)
                assert stops % 10 or line.strip()[:20] in s.text
                yield "s"
            else:
                yield "<RETURN>S" if s.live.state == ASKS else " "

    Studied(entry.name, player)


# time, keys, recordings


def test_the_clock_stops_during_a_pause(file):
    path = file("def main(m):\n    a = m.time\n    b = m.time\n    m.sound(1, -15, 53, 20)\n    m.get()\n")

    def player(s, m):
        for _ in range(3):
            yield
            yield 5.0
            yield "s"
        yield
        yield 5.0
        yield "s"
        yield
        assert s.front.now() == pytest.approx(20, abs=0.1)
        assert m.now < 0.1
        assert 0 <= int(s.value("b")[0]) - int(s.value("a")[0]) <= 2
        assert [note.start for note in s.front.notes] == [pytest.approx(15 + m.now, abs=0.1)]

    Studied(path, player)


def test_slow_motion_stops_the_programs_clock(file):
    path = file("def main(m):\n    x = 1\n    x = 2\n    x = 3\n    x = 4\n    m.get()\n")

    def player(s, m):
        yield
        assert s.state == "RUNS SLOWLY" or s.state == "WAITS FOR A KEY"
        assert (m.now, s.front.now()) == (0.0, 5 / 8)

    Studied(path, player, mode="slow", lines=8)


def test_slow_motion_stops_at_breakpoints_and_by_key(file):
    path = file(
        "def main(m):\n    x = 1\n    PROCA()\n    x = 3\n    while True:\n        m.inkey(99)\ndef PROCA():\n    0\n"
    )

    def player(s, m):
        yield
        assert (s.state, s.procedure) == ("STOPPED", "PROCA")
        yield "w"
        yield 0.2
        assert (s.state, s.here) == ("RUNS SLOWLY", "x = 3")
        yield "<f6>"
        yield 0.05
        assert s.live.lines == 8
        yield "<f5>"
        yield
        assert s.state == "STOPPED"
        yield "+"
        yield
        assert "15 lines/s" in s.text
        yield "---"
        yield
        assert "2 lines/s" in s.text

    Studied(path, player, mode="slow", breakpoints=["PROCA"])


ASKS = "STOPPED AT A WAIT FOR A KEY"


def test_a_step_that_ends_in_a_wait_for_a_key_types_nothing_by_accident(file):
    path = file("def main(m):\n    a = m.get_s()\n    b = m.get_s()\n    m.get()\n")

    def player(s, m):
        yield
        yield [Down("S"), Text("s")]
        yield
        assert s.state == ASKS
        assert "RETURN  type it" in s.text
        yield [Up("S")]
        yield "s o"
        yield
        assert (s.state, s.here) == (ASKS, "a = m.get_s()")
        yield "<RETURN>"
        yield
        assert s.state == "WAITS FOR A KEY"
        yield [Down("A"), Text("a")]
        yield
        assert (s.state, s.here) == ("STOPPED", "b = m.get_s()")
        assert m.keyboard._held == {"A"}
        yield [Up("A")]
        yield [Text("s"), Down("S")]
        yield
        assert s.state == ASKS
        assert m.keyboard._held == set()
        yield [Up("S"), Key("f5"), Down("f5")]
        yield
        assert s.state == "WAITS FOR A KEY"
        yield [Up("f5"), Key("f5")]
        yield
        assert (s.state, s.here) == ("STOPPED", "b = m.get_s()")
        yield "r"
        yield
        yield "b"
        yield
        assert s.value("a") == ('"a"', False)
        assert s.value("b")[0] == '"b"'

    Studied(path, player)


def test_a_step_lets_a_wait_end_by_its_time(file):
    path = file("def main(m):\n    a = m.inkey(200)\n    b = m.inkey(300)\n    m.get()\n")

    def player(s, m):
        yield "s"
        yield
        assert s.state == ASKS
        yield "s"
        yield 1.0
        assert s.state == "WAITS FOR A KEY"
        yield 2.0
        assert (s.state, s.here) == ("STOPPED", "b = m.inkey(300)")
        assert s.value("a")[0] == "-1"
        yield "ss"
        yield 1.0
        yield "x"
        yield
        assert (s.state, s.here) == (ASKS, "b = m.inkey(300)")
        yield "<RETURN>y"
        yield
        assert s.value("b")[0] == "121"

    Studied(path, player)


def test_what_is_typed_ahead_waits_for_the_program(file):
    path = file("def main(m):\n    a = 1\n    b = m.inkey(0)\n    c = m.inkey(0)\n    m.get()\n")

    def player(s, m):
        yield "s<TAB>x"
        yield
        assert "Waiting for the program: X" in s.text
        yield "<f7>"
        yield
        assert s.here == "c = m.inkey(0)"
        assert s.value("b")[0] == "120"
        yield "s"
        yield 0.05
        assert s.value("c")[0] == "-1"

    Studied(path, player)


def test_what_is_typed_ahead_is_forgotten_by_a_step_back(file):
    path = file("def main(m):\n    a = 1\n    b = m.inkey(0)\n    m.get()\n")

    def player(s, m):
        yield "s<TAB>x<TAB>"
        yield
        assert "Waiting for the program: X" in s.text
        yield "z"
        yield
        assert s.here == "a = 1"
        yield "ss"
        yield 0.05
        assert s.value("b")[0] == "-1"

    Studied(path, player)


def test_escape_asks_while_the_program_computes_too():
    def player(s, m):
        yield 0.5
        assert s.state == "RUNS"
        yield "<ESCAPE>"
        yield
        assert (s.state, s.procedure) == ("STOPPED", "PROCPAUSE")
        assert "press ESCAPE again" in s.text

    Studied("dominoes", player, mode="running")


def test_escape_goes_to_the_program_when_it_is_pressed_twice(file):
    path = file(
        "from retro.basic import Escape\ndef main(m):\n    try:\n        m.get()\n    except Escape:\n        m.get()\n"
    )

    def player(s, m):
        yield "s<ESCAPE>"
        yield
        assert "press ESCAPE again" in s.text
        yield " "
        yield
        assert (s.state, s.here, "press ESCAPE" in s.text) == ("STOPPED", "m.get()", False)
        yield "<ESCAPE>m"
        yield
        assert "Shown also" in s.text or "Shown:" in s.text
        yield "<ESCAPE><ESCAPE>"
        yield
        assert (s.state, s.here) == ("WAITS FOR A KEY", "m.get()")
        assert s.marked[0].startswith("6")
        yield "<ESCAPE>"
        yield
        assert "press ESCAPE again" in s.text
        yield "<ESCAPE>"

    with pytest.raises(Escape):
        Studied(path, player)


OTHERS = Study("x", "x", "", recording_games.__file__, {}, {})
NAMES = {program.__name__ for program, _ in PROGRAMS.values()} | set(PROGRAMS)


class GamesIndex:
    """Finds the programs of `recorded_games`, without the front ends in the same file, and those of another index."""

    def __init__(self, index):
        self._index = index

    def __getattr__(self, name):
        return getattr(self._index, name)

    def place_of(self, frame):
        code = frame.f_code
        if code.co_filename == recording_games.__file__ and code.co_name in NAMES:
            return Place(code.co_name, None, core=True)
        return self._index.place_of(frame)


def game(name, seed, keys=40):
    """Play a game under study with random keys; return it and its log."""
    program, speed = PROGRAMS[name]
    study = reading("dominoes") if name.startswith("dominoes") else OTHERS
    live = LiveStudy(study, StudyPanel(SideScreen(Screen(default_font())), "x"), ACTIONS, lines=1000)
    live.stepper.index = GamesIndex(live.stepper.index)
    session = RecordedGame(lambda: program, header(seed, speed))
    live.join(session)
    front = Fumbling(seed, keys, live)
    played = Played(front, session, speed, seed)
    return played, session.log


def test_a_program_without_procedures_has_no_list_of_them():
    """Seed 1001 presses P in a program of which the study knows nothing; the program ends in its own error."""
    played, _ = game("failing", 1001)
    assert "ZeroDivisionError" in played.ended


class Fumbling(Unpunctual):
    """Presses random keys, of study too; in the end it lets the program run."""

    KEYS = "ssssooouuurwpbz+- \x00"

    def __init__(self, seed, keys, live):
        super().__init__(seed, keys)
        self._live = live

    def _key(self):
        if self._random.random() < 0.4:
            return super()._key()
        letter = self._random.choice(self.KEYS)
        if letter == "\x00":
            kind, name = self._random.choice("rk"), self._random.choice(["f5", "f5", "f6", "f7", "f2", "TAB"])
            return [Rewind() if kind == "r" else Key(name)]
        return [Text(letter)]

    def wait(self, timeout, wanted):
        # It is switched off in a wait of the program, where the recording says so.
        computes = timeout == 0 and not self.machine.interrupting and not self._keys
        return [] if self._live.recorder.catching_up or computes else super().wait(timeout, wanted)

    def _events(self):
        if not self._keys and self._live.state == "ENDED":
            return [Key("ESCAPE"), Key("ESCAPE")]
        if not self._keys and (self._live.paused or self._live.slowly):
            return [Key("ESCAPE"), Key("f5")] if self._live.dialog else [Key("f5")]
        return super()._events()


@pytest.mark.parametrize(
    ("name", "keys"),
    [("dominoes", 40), ("polling", 12), ("waiting", 40), ("typing", 40), ("taping", 40), ("failing", 40)],
)
def test_a_game_that_was_studied_is_the_same_without_study(name, keys):
    for seed in range(1, 3):
        played, log = game(name, seed, keys)
        again = replay(name, seed, log)
        assert again.state == played.state
        assert again.ended == played.ended


def record(program, player, path, around=lambda program: program):
    session = RecordedGame(lambda: program, HEADER, sinks=[RecordFile(str(path))])
    Headless(player).run(around(session), 3)
    return path.read_bytes()


def test_a_recording_is_the_same_to_the_last_byte_with_and_without_study(tmp_path):
    plain = record(load("dominoes").run_with({"original": True}), first_match(), tmp_path / "plain.jsonl")

    def player(s, m):
        for step in first_match()(m):
            if s.live.state == "STOPPED":
                yield "r"
                yield
            yield step

    Studied("dominoes", player, sinks=[RecordFile(str(tmp_path / "studied.jsonl"))])
    assert (tmp_path / "studied.jsonl").read_bytes() == plain
    log = read(str(tmp_path / "studied.jsonl")).log
    session = RecordedGame(lambda: load("dominoes").main, HEADER, log=log, mode=ToTheEnd())
    Headless(typist("")).run(session, 3)


# back


def test_page_up_rewinds_one_key_press():
    def player(s, m):
        yield "r"
        yield
        before = m.screen.text, m.now
        yield "2"
        yield 0.5
        assert "You cannot play" in m.screen.text
        yield "<f5>"
        yield
        assert s.state == "STOPPED"
        yield [Rewind()]
        yield
        assert (m.screen.text, m.now) == before
        assert (s.state, s.here) == ("STOPPED", "v.K_s = m.get_s()")
        assert s.stack == [("PROCASK", "16050"), ("main", "210")]
        yield [Rewind()]
        yield
        assert "No key has been pressed yet" in s.text
        yield "s"
        yield
        assert s.state == ASKS
        yield "<RETURN>k"
        yield
        assert (s.state, s.here) == ("STOPPED", 'if v.K_s == "k":')

    Studied("dominoes", player)


def test_rewinding_a_running_program_keeps_it_running():
    def player(s, m):
        yield "r"
        yield
        yield "7"
        yield 0.5
        yield [Rewind()]
        yield
        assert s.state == "WAITS FOR A KEY"
        assert "Which domino?" in m.screen.text

    Studied("dominoes", player)


def test_z_returns_to_the_previous_pause():
    def player(s, m):
        seen = []
        for key in "sssssooossssuossss" + "r":
            yield
            seen.append((s.here, s.stack, m.screen.text, s.live.stepper.position))
            yield key
        yield
        assert s.state == "WAITS FOR A KEY"
        yield "<f5>z"
        yield
        assert (s.here, s.live.stepper.position > seen[-1][-1]) == ("v.K_s = m.get_s()", True)
        yield "z"
        for expected in seen[::-1]:
            yield
            assert (s.here, s.stack, m.screen.text, s.live.stepper.position) == expected
            yield "z"
        yield
        assert (s.here, s.stack, m.screen.text, s.live.stepper.position) == seen[0]

    Studied("dominoes", player)


def test_a_new_game_begins_after_going_back():
    def player(s, m):
        yield "r"
        yield
        yield "7"
        yield 2.0
        yield "8"
        yield 0.1
        yield "<f5>"
        yield
        assert s.log.presses == 2
        yield "zz"
        yield
        assert (s.here, s.log.presses) == ("m.mode(7)", 0)
        yield "r"
        yield
        assert "Which domino?" in m.screen.text

    Studied("dominoes", player)


def test_a_resumed_game_pauses_where_it_was_left():
    session = RecordedGame(lambda: load("dominoes").main, HEADER)
    Headless(typist("7k")).run(session, 3)
    session.log.reopen()

    def player(s, m):
        yield
        assert (s.state, s.here) == ("STOPPED", "v.K_s = m.get_s()")
        assert s.stack == [("PROCASK", "16050"), ("main", "210")]
        assert s.log.presses == 2
        yield [Rewind()]
        yield
        assert s.log.presses == 1
        yield "zz"
        yield
        assert (s.here, s.log.presses) == ("m.mode(7)", 0)

    Studied("dominoes", player, log=session.log)


def test_a_game_recorded_to_a_file_is_rewound_by_keys_only(tmp_path):
    def player(s, m):
        yield "ssz"
        yield
        assert "recorded to a file, key by key: only PAGE UP and A go back." in s.text
        assert s.live.stepper.position == (4, 0)
        yield "<f5>"
        for _ in range(2):
            yield
            yield "K"
        yield
        yield "<f5>a"  # to before the first key
        yield
        assert (s.procedure, s.log.presses) == ("PROCASK", 0)

    Studied("dominoes", player, sinks=[RecordFile(str(tmp_path / "game.jsonl"))])
    assert read(str(tmp_path / "game.jsonl")).log.presses == 0


# how it ends


def test_an_error_is_shown_with_its_line(file):
    path = file("def main(m):\n    x = 5\n    PROCA(m, x)\n\n\ndef PROCA(m, y):\n    m.mode(y + 4)\n")
    made = []

    def player(s, m):
        made.append(s)
        yield "r"

    with pytest.raises(BasicError):
        Studied(path, player)
    s = made[0]
    assert s.state == "FAILED"
    assert "Bad MODE, in the line that is marked." in s.lines[1]
    assert s.marked[0].split(" ", 1) == ["7", "    m.mode(y + 4)"]
    assert s.stack == [("PROCA", "7"), ("main", "3")]
    assert s.value("y")[0] == "5"


def test_the_end_is_shown_until_study_is_left(file):
    path = file("def main(m):\n    m.print(1)\n")

    def player(s, m):
        yield "r"
        yield
        assert s.state == "ENDED"
        assert "ESC  leave study" in s.text
        assert s.side_screen.in_front
        yield "x<f2>"
        yield
        assert not s.side_screen.in_front
        yield "<ESCAPE>"
        yield
        assert "The program has ended: press ESCAPE again to leave study" in s.text
        yield "<ESCAPE>"
        yield
        assert not s.live.paused

    Studied(path, player, run_to_end=run_to_end)


def test_switching_off_during_a_pause_ends_the_program(file):
    def player(s, m):
        yield
        raise PowerOff

    s = Studied(file("def main(m):\n    m.print(1)\n"), player)
    assert s.m.screen.text.strip() == ""


class Ticking(Headless):
    """A front end whose time passes at each call of `now`."""

    def now(self):
        self._time += 0.001
        return super().now()


def test_a_program_that_only_computes_can_be_stopped(file):
    path = file("def main(m):\n    n = 0\n    while True:\n        n = n + 1\n")

    def player(s, m):
        yield "r"
        yield 1.0
        yield "<f5>"
        yield
        assert s.state == "STOPPED"
        assert int(s.value("n")[0]) > 100

    Studied(path, player, front=Ticking)


def test_a_program_in_an_endless_wait_is_shown_as_it_waits(file):
    path = file("def main(m):\n    while True:\n        k = m.inkey(50)\n")

    def player(s, m):
        yield "r"
        yield 3.0
        assert s.state == "RUNS"
        yield "x"
        yield 0.6
        assert s.value("k")[0] == "-1"

    Studied(path, player)


# the list of procedures


def test_breakpoints_in_the_list():
    def player(s, m):
        yield "p"
        yield
        assert "Procedures" in s.lines[4]
        assert "Play games until" in s.lines[1]
        yield "<DOWN><DOWN> "
        yield
        assert "●PROCDEFINE_UDGS" in s.text
        assert "Define the faces" in s.lines[1]
        yield "<RIGHT><LEFT><LEFT><UP> "
        yield "<ESCAPE>"
        yield
        assert s.live.stepper.stops.procedures == {"PROCDEFINE_UDGS", "main"}
        yield "r"
        yield
        assert (s.state, s.procedure) == ("STOPPED", "PROCDEFINE_UDGS")
        yield "p <ESCAPE>"
        yield
        assert s.live.stepper.stops.procedures == {"main"}

    Studied("dominoes", player)


def test_variables_can_be_scrolled():
    def names(s):
        top = next(number for number, line in enumerate(s.lines) if "─ Variables ─" in line)
        found = (line[1:].split(" ")[0] for line in s.lines[top + 1 :] if "│" in line)
        return list(filter(None, found))

    def player(s, m):
        yield "oooooo"
        yield
        all_names = names(s)
        assert all_names[:3] == ["P%", "D%", "K$"]
        yield "<DOWN><DOWN>"
        yield
        assert names(s)[: len(all_names) - 2] == all_names[2:]
        yield "s"
        yield
        assert s.procedure == "PROCTITLE"
        assert names(s)[0] == "SX%"
        yield "<DOWN>" * 60
        yield
        assert names(s)[-1] == "W(1-2)"
        assert " more ──" not in s.text
        yield "<UP>" * 60
        yield
        assert names(s)[0] == "SX%"
        assert " more ──" in s.text

    Studied("dominoes", player)


# what front ends are told


def test_the_only_screen_shown_is_the_one_that_takes_keys():
    def player(s, m):
        s.side_screen.both_visible = False
        yield "s"
        yield
        assert s.side_screen.in_front
        assert "F2  program" in s.text
        yield "<f2>"
        yield
        assert not s.side_screen.in_front
        yield "<f2>"
        yield
        assert s.side_screen.in_front
        yield "r"
        yield
        assert (s.state, s.side_screen.in_front) == ("WAITS FOR A KEY", False)
        yield "<f2>"
        yield
        assert s.side_screen.in_front
        yield "<f5>"
        yield
        assert (s.state, s.side_screen.in_front) == ("STOPPED", True)

    Studied("dominoes", player)


def test_the_study_screen_never_changes_by_itself():
    s = Studied("dominoes", lambda s, m: iter(["s"]))
    assert s.side_screen.screen.next_change(0.0) == math.inf


def test_a_resize_redraws_at_once():
    def player(s, m):
        yield
        s.side_screen.rows = 30
        s.side_screen.on_resize()
        assert len(s.lines) == 30
        assert s.side_screen.text is not None
        assert ["".join(piece for piece, _ in row).rstrip() for row in s.side_screen.text] == s.text.split("\n")

    Studied("dominoes", player)


def test_a_resize_may_come_before_the_program_starts():
    side_screen = SideScreen(Screen(default_font()))
    LiveStudy(Study("x", "x", "", os.devnull, {}, {}, None), StudyPanel(side_screen, "x"), ACTIONS)
    side_screen.rows = 30
    side_screen.on_resize()
    assert (side_screen.screen.mode.rows, side_screen.screen.lines[0].strip()) == (30, "x")


# the description


def test_what_is_said_of_the_line_that_runs_next_is_shown_with_its_status():
    seen = []

    def player(s, m):
        for _ in range(4):
            basic = next(number for number, line in enumerate(s.lines) if line.startswith("── BASIC"))
            line = next(line for line in s.lines[basic:] if line[0] == "▶")
            seen.append((s.lines[basic].split()[-2], line.split()[1], " ".join("".join(s.lines[1:basic]).split())))
            yield "s"

    Studied("dominoes", player, mode="running", breakpoints=["PROCFIRST"])
    statuses, signs, texts = zip(*seen)
    assert statuses == ("documented", "inferred", "chosen", "documented")
    assert signs == ("■", "◧", "□", "■")
    assert texts[0] == "10.2 PROCDOUBLES and PROCHIGHEST find who has it, and which one it is."
    assert texts[1] == "inferred: Something has to say that there is none."
    assert texts[2].startswith("chosen: Of several doubles the highest counts")
    assert texts[3].startswith("11.1 Looks for doubles in both hands.")


def test_the_help_says_what_the_signs_mean():
    def player(s, m):
        yield "h"
        yield
        assert "■ ◧ □" in s.text
        assert "the description settles: documented, inferred, chosen" in " ".join(s.text.split())

    Studied("dominoes", player)


@pytest.mark.parametrize(
    ("columns", "rows", "pages"), [(80, 20, 3), (80, 25, 2), (80, 40, 1), (130, 25, 2), (130, 32, 1)]
)
def test_the_help_shows_all_keys_whatever_the_size(columns, rows, pages):
    shown = []

    def player(s, m):
        yield "h"
        for _ in range(pages):
            yield
            assert "── Keys ──" in s.text
            shown.append(s.text)
            yield " "
        yield
        assert "── Keys ──" not in s.text

    Studied("dominoes", player, columns=columns, rows=rows)
    assert all(any(f" {key}  " in text for text in shown) for key, _ in STUDY_KEYS)


def test_a_basic_program_has_the_description_beside_it():
    def player(s, m):
        yield
        assert "10.2 PROCDOUBLES and PROCHIGHEST find who has it" in s.lines[1]
        assert any(line.startswith("▶10010●■  PROCDOUBLES") for line in s.lines)

    Studied(reading("dominoes").listing_path, player, mode="running", breakpoints=["10010"])


def test_keys_behind_one_that_runs_to_a_goal_are_studys_when_it_stops():
    def player(s, m):
        yield
        yield "ng"
        yield
        yield None
        assert (s.state, s.procedure) == ("STOPPED", "PROCASK")
        assert "Run to (turn" in s.text

    Studied("dominoes", player, mode="running", until="turn")
