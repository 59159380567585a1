"""Recordings: the same game again, whatever it was played in; and a machine that can be begun again."""

import json
from functools import cache

import pytest

from retro.frontends.headless import Headless, headless, typist
from retro.input.events import AllUp, Down, Key, Text, Up
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.tape import MemoryTape
from retro.session.event_log import EventLog, LogEntry
from retro.session.log_reader import ReplayDiverged
from retro.session.parser import read
from retro.session.replay import ToTheEnd
from retro.session.session import at_speed
from retro.session.storage import RecordFile
from tests.support.recorded_games import FONT, PROGRAMS, Played, RecordedGame, Stream, header, play, replay, state

SEEDS = range(6)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Returns a game that was played once, its log, and the path of its recording, by program and seed."""
    folder = tmp_path_factory.mktemp("games")

    @cache
    def play_once(name, seed):
        path = folder / f"{name}-{seed}.jsonl"
        return *play(name, seed, sinks=[RecordFile(str(path))]), path

    return play_once


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_replay_is_the_same_game(recorded, name, seed):
    played, log, path = recorded(name, seed)
    again = replay(name, seed, read(path).log, str(path))
    assert again.stream == played.stream
    assert again.state == played.state
    assert again.ended == played.ended
    assert [entry.events for entry in read(path).log.entries] == [entry.events for entry in log.entries]


@pytest.mark.slow
def test_the_recorded_games_use_every_call_of_the_seam(recorded):
    logs = [recorded(name, seed)[1] for name in PROGRAMS for seed in SEEDS]
    entries = [entry for log in logs for entry in log.entries]
    assert {log.end.kind for log in logs} == {"done", "escape", "off", "error"}
    assert any(entry.interrupting for entry in entries)
    assert any(entry.timeouts > 100 for entry in entries)
    assert any(not entry.events for entry in entries)
    assert any(log.tape_reads for log in logs)
    assert any(Key("ESCAPE") in entry.events and entry.interrupting for entry in entries)


SCRIPTS = {
    "dominoes": "1234567K" * 12,
    "polling": "a<LEFT>bc",
    "waiting": "abcQ",
    "typing": "Name,12<RETURN>More<RETURN>",
    "taping": "abcdefg",
    "drawing": "a b c",
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_recording_a_game_does_not_change_it(name):
    program, speed = PROGRAMS[name]
    plain = Played(Headless(typist(SCRIPTS[name])), program, speed, 5)
    session = RecordedGame(lambda: program, header(5, speed))
    recorded = Played(Headless(typist(SCRIPTS[name])), session, speed, 5)
    assert recorded.stream == plain.stream
    assert recorded.machine.screen.text == plain.machine.screen.text
    assert recorded.machine.now == pytest.approx(plain.machine.now)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_machine_switched_on_again_is_like_a_new_one(name):
    played, _ = play(name, 3)
    m = played.machine
    m.power_on(7)
    new = Machine(Headless(), FONT, 7)
    assert state(m) == state(new)
    assert {key for key in vars(m) if key != "vdu_driver"} == {key for key in vars(new) if key != "vdu_driver"}


def test_timeouts_are_only_counted(tmp_path):
    path = tmp_path / "game.jsonl"

    def program(m):
        m.time = 0
        while m.time < 100_000:
            pass
        m.get()

    headless(RecordedGame(lambda: program, header(), sinks=[RecordFile(str(path))]), typist("x"))
    assert path.stat().st_size < 1000
    assert read(path).log.entries[0].timeouts >= 100_000


def test_a_recording_of_a_whole_game_of_dominoes_is_small(tmp_path):
    path = tmp_path / "game.jsonl"
    session = RecordedGame(lambda: PROGRAMS["dominoes"][0], header(3), sinks=[RecordFile(str(path))])
    m = headless(session, typist("123456K" * 60), seed=3)
    assert "Another game" in m.screen.text
    assert path.stat().st_size < 40_000


def test_a_key_is_written_before_the_program_receives_it(tmp_path):
    path = tmp_path / "game.jsonl"
    seen = []

    def program(m):
        for _ in range(3):
            m.get()
            seen.append(read(path).log.presses)

    headless(RecordedGame(lambda: program, header(), sinks=[RecordFile(str(path))]), typist("abc"))
    assert seen == [1, 2, 3]


def test_the_recording_has_the_error_of_the_program(tmp_path):
    path = tmp_path / "game.jsonl"
    with pytest.raises(ZeroDivisionError):
        headless(RecordedGame(lambda: lambda m: 1 / 0, header(), sinks=[RecordFile(str(path))]))
    end = read(path).log.end
    assert (end.kind, end.message) == ("error", "ZeroDivisionError: Division by zero")


# a program that does something else


def other(m):
    m.print("more", m.get_s())
    m.print(m.get_s(), m.get_s())


OTHERS = [other, lambda m: [m.inkey(5) for _ in range(9)], lambda m: m.get(), lambda m: [m.get(), 1 / 0]]


@pytest.mark.parametrize("program", OTHERS)
def test_a_replay_of_another_program_diverges(program, tmp_path):
    path = tmp_path / "game.jsonl"
    sinks = [RecordFile(str(path))]
    headless(RecordedGame(lambda: lambda m: [m.get() for _ in range(3)], header(), sinks=sinks), typist("abc"))
    with pytest.raises(ReplayDiverged, match=r"game.jsonl, line \d: this version of .* plays another game: after key"):
        headless(RecordedGame(lambda: program, header(), log=read(path).log, path="game.jsonl"))


def test_a_replay_with_another_last_screen_diverges(tmp_path):
    path = tmp_path / "game.jsonl"
    headless(RecordedGame(lambda: lambda m: m.print("one"), header(), sinks=[RecordFile(str(path))]))
    with pytest.raises(ReplayDiverged, match="at its start its last screen is another one"):
        headless(RecordedGame(lambda: lambda m: m.print("two"), header(), log=read(path).log))


# key presses

PRESSES = {
    "typed": ([[Text("a")], [Text("b")]], 2),
    "down and typed": ([[Down("A")], [Text("a")], [Up("A")]], 1),
    "typed and down, as in a terminal": ([[Text("a"), Down("A")], [Up("A")]], 1),
    "with SHIFT": ([[Down("SHIFT")], [Down("A"), Text("A"), Up("A")], [Up("SHIFT")]], 1),
    "SHIFT held for two": ([[Down("SHIFT"), Down("A"), Text("A"), Down("B"), Text("B")]], 2),
    "SHIFT alone": ([[Down("SHIFT"), Up("SHIFT")], [Text("a")]], 2),
    "one over the other": ([[Down("A"), Text("a"), Down("B"), Text("b"), Up("A")]], 2),
    "held, repeating by itself": ([[Text("a"), Down("A")], [Text("a")], [Text("a")]], 3),
    "away": ([[Down("A")], [AllUp()], [Down("A"), Text("a")]], 2),
    "nothing": ([[], [Up("A")]], 0),
}


@pytest.mark.parametrize("case", PRESSES.values(), ids=PRESSES)
def test_all_events_of_a_key_are_one_press(case):
    batches, presses = case
    log = EventLog()
    for number, events in enumerate(batches):
        log.add(LogEntry(3, number, number, events))
    assert log.presses == presses
    for left in range(presses - 1, -1, -1):
        log.back(1)
        assert log.presses == left


def test_cutting_a_log_keeps_the_timeouts_before_the_cut():
    log = EventLog()
    log.add(LogEntry(3, 1, 10, [Text("a"), Text("b")]))
    log.add_tape_read("NAME", None)
    log.add(LogEntry(7, 2, 20, [Text("c")]))
    log.back(1)
    assert ([entry.events for entry in log.entries], log.timeouts, len(log.tape_reads)) == (
        [(Text("a"), Text("b"))],
        7,
        1,
    )
    log.back(1)
    assert ([entry.events for entry in log.entries], log.timeouts, len(log.tape_reads)) == ([(Text("a"),)], 0, 1)
    log.back(1)
    assert (log.entries, log.timeouts, log.tape_reads) == ([], 3, [])


# the tape


def test_a_replay_finds_the_tape_as_it_was_and_leaves_it_alone(tmp_path):
    path = tmp_path / "game.jsonl"
    tape = MemoryTape()
    played, _ = play("taping", 4, tape=tape, sinks=[RecordFile(str(path))])
    assert "COUNT" in tape.contents
    tape.contents["COUNT"] = "rubbish"
    assert replay("taping", 4, read(path).log).state == played.state
    assert tape.contents["COUNT"] == "rubbish"


def test_lines_are_json_with_a_header_that_says_what_it_is(tmp_path):
    path = tmp_path / "game.jsonl"
    play("taping", 1, sinks=[RecordFile(str(path))])
    first, *rest = map(json.loads, path.read_text().splitlines())
    assert list(first) == ["retro", "format", "program", "hash", "seed", "speed", "options", "sum"]
    assert {key for line in rest for key in line if key != "sum"} >= {
        "waits",
        "events",
        "tape",
        "holds",
        "end",
        "screen",
    }


def test_a_stream_is_heard_in_every_speed():
    for speed in ("normal", "authentic"):
        stream = Stream()
        headless(at_speed(stream.of(lambda m: m.print("x")), speed))
        assert stream.parts == [b"x\n\r"]


# what comes from outside


def test_polls_without_events_are_not_recorded():
    """A terminal has the machine look up whenever it has drawn."""

    class Drawing(Headless):
        def wait(self, timeout, wanted):
            events = super().wait(timeout, wanted) if not self.machine.interrupting else []
            self.machine.interrupt_pending = True
            return events

    def program(m):
        while m.time < 20:
            pass
        for _ in range(50):
            m.print("x")
        m.get()

    session = RecordedGame(lambda: program, header())
    Drawing(typist("a")).run(session, 1)
    assert [(entry.statement, entry.interrupting) for entry in session.log.entries] == [(50, False)]
    assert session.log.entries[0].timeouts < 25


def test_an_error_of_the_front_end_is_no_end_of_the_program():
    def player(m):
        yield "a"
        raise ValueError("the player's")

    session = RecordedGame(lambda: lambda m: [m.get(), m.get()], header())
    with pytest.raises(ValueError, match="the player's"):
        headless(session, player)
    assert session.log.end.kind == "off"


def test_switching_off_in_the_middle_of_a_statement_is_the_end_of_a_replay_too(tmp_path):
    path = tmp_path / "game.jsonl"

    class Switch(Headless):
        def wait(self, timeout, wanted):
            if self.machine.interrupting:
                raise PowerOff
            self.machine.interrupt_at(self.machine.statements + 7)
            return [Text("a")]

    def program(m):
        m.get()
        while True:
            m.print(m.rnd(9))

    front = Switch()
    front.run(RecordedGame(lambda: program, header(), sinks=[RecordFile(str(path))]), 1)
    log = read(path).log
    assert (log.end.statement, log.end.interrupting) == (7, True)
    m = headless(RecordedGame(lambda: program, header(), log=log, path="game.jsonl", mode=ToTheEnd()))
    assert m.statements == 7
    assert m.screen.text == front.machine.screen.text
