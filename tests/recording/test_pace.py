"""Drawing at a program's own pace: seen by the player, unknown to the program and to its recording."""

from contextlib import suppress

import pytest

from retro.frontends.headless import Headless
from retro.input.events import Key
from retro.launcher.launcher import Launcher
from retro.library import catalogue
from retro.machine.frontend import PowerOff
from retro.programs import dominoes, dominoes_edition
from retro.session.event_log import OFF, EventLog
from retro.session.format import Header
from retro.session.replay import ToTheEnd, Viewer
from tests.support.recorded_games import RecordedGame

SEED = 3
NUMBER = str(1 + [entry.name for entry in catalogue.entries()].index("dominoes"))  # in the menu
HEADER = Header("dominoes", "", SEED, "normal", {})


class Watched(Headless):
    """A headless machine that notes when the picture changes between two waits."""

    def __init__(self, player):
        super().__init__(player)
        self.changes = []

    def wait(self, timeout, wanted):
        if not self.changes or self.changes[-1][1] != self.machine.screen.version:
            self.changes.append((self.now(), self.machine.screen.version))
        return super().wait(timeout, wanted)


def played(pace, keys, log=None, **more):
    """Play these keys; return the game's log, its VDU bytes, and the front end."""
    stream = bytearray()

    def load():
        def program(m):
            stream.clear()
            m.copy_stream(stream)
            dominoes.main(m)

        return program

    game = RecordedGame(load, HEADER, log=log, pace=pace, **more)
    front = Watched(lambda m: (part for key in keys for part in (None, key)))
    front.run(game, SEED)
    return game.log, bytes(stream), front


def test_a_domino_takes_half_a_second_to_draw():
    _, _, front = played(dominoes_edition.PACE, [])
    whole = front.now()
    _, _, at_once = played(0, [])
    assert at_once.now() == 1.5  # the pause after the first domino
    _, _, after = played(dominoes_edition.PACE, ["5"])
    turn = after.now() - whole
    assert 0.9 < turn < 1.1  # the player's domino, and the computer's
    steps = [when for when, _ in after.changes if when > whole]
    assert len(steps) >= 8  # each face of both dominoes is seen to come


def test_what_a_program_draws_unpaced_takes_no_time():
    def program(m):
        m.mode(7)
        m.inkey(1)
        for m.paced in (False, True):
            times.append(front.now())
            m.draw(1000, 0)
            m.draw(0, 0)
        times.append(front.now())

    times = []
    front = Headless(lambda m: iter((20.0,)))
    front.run(RecordedGame(lambda: program, HEADER, pace=50), SEED)
    assert times[0] == times[1] < times[2]


def test_the_log_and_the_bytes_are_those_of_drawing_at_once():
    keys = ["5", "1", "2", "3", "4", "5", "6", "K"]
    log, stream, _ = played(dominoes_edition.PACE, keys)
    other, expected, _ = played(0, keys)
    assert stream == expected
    assert [(entry.timeouts, entry.statement, entry.moment, entry.events) for entry in log.entries] == [
        (entry.timeouts, entry.statement, entry.moment, entry.events) for entry in other.entries
    ]


def test_each_replays_at_the_pace_of_the_other():
    keys = ["5", "1", "2", "3", "4"]
    for one, two in ((0, dominoes_edition.PACE), (dominoes_edition.PACE, 0)):
        log, stream, _ = played(one, keys)
        copy = EventLog()
        for entry in log.entries:
            copy.add(entry)
        _, again, front = played(two, [], copy, mode=ToTheEnd())
        assert stream.startswith(again[: len(again) - 1])
        assert front.now() == 0  # a replay does not take the time of the pace


@pytest.mark.parametrize(("speed", "seconds"), [(1.0, 0.5), (4.0, 0.125)])
def test_a_viewer_sees_the_pace(speed, seconds):
    log, _, _ = played(0, ["5"])
    last = {}
    for pace in (0, dominoes_edition.PACE):
        copy = EventLog()
        for entry in log.entries:
            copy.add(entry)
        game = RecordedGame(lambda: dominoes.main, HEADER, log=copy, pace=pace, mode=Viewer(speed))
        front = Watched(lambda m: iter([60.0, [Key("ESCAPE")]]))
        front.run(game, SEED)
        last[pace] = front.changes[-1][0]
    # The player's domino and the computer's; the first one is drawn during the pause after it, in part.
    assert 2 * seconds < last[dominoes_edition.PACE] - last[0] < 4 * seconds


def test_a_key_typed_while_a_domino_is_drawn_is_not_lost():
    typed = []

    def program(m):
        m.inkey(1)
        m.vdu(5, *b"AAAA", 4)
        typed.append(m.get_s())

    def player(m):
        yield 0.05
        yield "x"

    Headless(player).run(RecordedGame(lambda: program, HEADER, pace=2.0), 1)
    assert typed == ["x"]


def test_switching_off_while_a_domino_is_drawn_ends_the_game():
    class Off(Headless):
        def wait(self, timeout, wanted):
            if self.machine.screen.at_graphics:
                raise PowerOff
            return super().wait(timeout, wanted)

    game = RecordedGame(lambda: lambda m: (m.inkey(1), m.vdu(5, *b"AAAA", 4)), HEADER, pace=2.0)
    with suppress(PowerOff):
        Off(lambda m: iter([])).run(game, 1)
    assert game.log.end.kind == OFF


def test_text_takes_no_time():
    front = Headless(lambda m: iter([]))
    front.run(RecordedGame(lambda: lambda m: m.print("TEXT" * 100), HEADER, pace=9.0), 1)
    assert front.now() == 0


@pytest.mark.parametrize(
    ("speed", "paced", "pace"),
    [
        (None, True, dominoes_edition.PACE),
        ("normal", True, dominoes_edition.PACE),
        ("fast", True, 0),
        ("authentic", True, 0),
        ("normal", False, 0),
    ],
)
def test_the_launcher_paces_at_normal_speed_for_people(speed, paced, pace):
    launcher = Launcher(speed, SEED, keep=False, paced=paced)
    program = launcher.program("dominoes")
    launcher.new(program)
    assert program.pace * program.paced == pace


def test_other_programs_have_no_pace():
    launcher = Launcher("normal", SEED, keep=False, paced=True)
    for name in {entry.name for entry in catalogue.entries()} - {"dominoes"}:
        program = launcher.program(name)
        launcher.new(program)
        assert program.pace * program.paced == 0


@pytest.mark.parametrize(("speed", "least"), [(None, 0.9), ("fast", 0.0)])
def test_a_game_from_the_menu_has_the_pace(speed, least):
    times = []

    def player(m):
        yield
        yield NUMBER
        yield
        while "Which domino?" not in m.screen.text:
            yield 0.1
        yield
        times.append(m.front.view.now() if hasattr(m.front, "view") else m.front.now())
        yield "5"
        yield
        times.append(m.front.view.now() if hasattr(m.front, "view") else m.front.now())

    Headless(player).run(Launcher(speed, SEED, keep=False, paced=True).menu(), 1)
    assert least <= times[1] - times[0] <= least + 0.2
