"""Rewinding: keys are taken back, and the game goes on from the moment before them."""

import random

import pytest

from retro.frontends.headless import Headless, headless
from retro.input.events import Down, Key, Rewind, Text, Up
from retro.machine.tape import MemoryTape, decode
from retro.session.log_reader import ReplayDiverged
from retro.session.parser import read
from retro.session.storage import RecordFile
from tests.support.recorded_games import PROGRAMS, Played, RecordedGame, header
from tests.support.scripted import scripted

KEYS = {
    "dominoes": "1234567K",
    "polling": "abcdef",
    "waiting": "abcdef",
    "typing": "ab,1\r",
    "paging": "abc",
    "taping": "abc",
    "drawing": "a b",
    "failing": "abc",
}
REWIND = [Rewind()]


def words(m):
    return m.screen.text.split()


def typed(letter):
    """A key with all that a window tells of it."""
    name = {"\r": "RETURN", " ": "SPACE"}.get(letter, letter.upper())
    event = Key(name) if letter == "\r" else Text(letter)
    return [Down(name), event, Up(name)] if letter not in "\r,1234567K" else [event]


def steps(name, chooser, count):
    """Keys, each after some time; pages need SHIFT too."""
    more = [[Down("SHIFT"), Up("SHIFT")]] if name == "paging" else []
    for _ in range(count):
        yield chooser.choice([0.0, 0.31, 0.5, 2.0]), chooser.choice([typed(chooser.choice(KEYS[name])), *more])


def game(name, player, tape=None, sinks=()):
    program, speed = PROGRAMS[name]
    session = RecordedGame(lambda: program, header(3, speed), tape=tape, sinks=sinks)
    return Played(Headless(player), session, speed, 3), session.log


def straight(planned):
    def player(m):
        for seconds, events in planned:
            yield seconds
            yield events
        yield 1.0

    return player


def back_and_forth(planned, back):
    """The same, but before the last key they are taken back several at a time and typed again."""

    def player(m):
        for seconds, events in planned[:-1]:
            yield seconds
            yield events
        taken = 0
        for some in back:
            yield REWIND * some
            taken += some
        while m.front.catching_up:  # what is typed meanwhile comes all at once
            yield []
        again = planned[-1 - taken : -1]
        for number, (seconds, events) in enumerate(again):
            if number:  # it goes on at the moment of the first key
                yield seconds
            yield events
        seconds, events = planned[-1]
        yield seconds
        yield events
        yield 1.0

    return player


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", KEYS)
def test_rewinding_and_typing_again_is_the_same_game(name, seed):
    chooser = random.Random(seed)
    planned = list(steps(name, chooser, 8 if name == "failing" else 15))
    back = [chooser.randrange(1, 4) for _ in range(chooser.randrange(1, 4))]
    back = back[:1] if sum(back) > 6 else back
    plain, log = game(name, straight(planned))
    again, log_again = game(name, back_and_forth(planned, back))
    assert again.stream == plain.stream
    assert again.state == plain.state
    assert [(entry.statement, entry.events) for entry in log_again.entries] == [
        (e.statement, e.events) for e in log.entries
    ]


def test_all_keys_can_be_rewound_and_no_more():
    player = scripted(
        words,
        (None, ["Begin"]),
        (REWIND, None, "a", "b", None, ["Begin", "a", "b"]),
        (REWIND * 5, None, ["Begin"]),
        ("c", None, ["Begin", "c"]),
    )
    headless(
        RecordedGame(lambda: lambda m: [m.print("Begin"), *(m.print(m.get_s()) for _ in range(9))], header()), player
    )


def echo(m):
    while True:
        m.print(m.get_s(), -m.inkey(-66), end=" ")


def test_keys_held_before_the_rewind_are_released():
    player = scripted(
        words,
        ([Down("A"), Text("a")], None, [Text("b")], None, ["a1", "b1"]),
        (REWIND, None, "c", None, ["a1", "c0"]),
    )
    headless(RecordedGame(lambda: echo, header()), player)


def test_keys_typed_before_and_after_the_rewind_key_count():
    def player(m):
        yield "a"
        yield [Text("b"), Text("c"), Rewind(), Text("d")]
        yield
        assert m.screen.text.split() == ["a0", "b0", "d0"]
        yield [Rewind(), Text("e"), Rewind(), Text("f")]

    session = RecordedGame(lambda: echo, header())
    headless(session, player)
    # Both were asked for together, before e and f came to anything.
    assert [event for entry in session.log.entries for event in entry.events] == [Text(letter) for letter in "aef"]


def test_the_recording_of_a_game_with_rewinds_is_the_game_that_remains(tmp_path):
    path = tmp_path / "game.jsonl"

    player = scripted(words, ("a", "b", REWIND, "c", REWIND * 2, "d", None, ["d0"]))
    session = RecordedGame(lambda: echo, header(), sinks=[RecordFile(str(path))])
    headless(session, player)
    assert b'{"back":2' in path.read_bytes()
    log = read(path).log
    assert [entry.events for entry in log.entries] == [(Text("d"),)]
    assert headless(RecordedGame(lambda: echo, header(), log=log)).screen.text.split() == ["d0"]


def test_screen_notifications_are_suspended_until_the_end_of_the_log():
    shown = []

    def program(m):
        for _ in range(50):
            m.print(m.get_s())

    def player(m):
        for _ in range(10):
            yield "x"
        m.screen.on_change = lambda: shown.append(m.screen.text.split())
        yield REWIND
        yield

    headless(RecordedGame(lambda: program, header()), player)
    assert shown == [["x"] * 8]  # what the last key does may be seen again


def test_no_notes_are_played_during_a_fast_forward():
    def program(m):
        while True:
            m.get()
            m.sound(1, -15, 100, 2)

    def player(m):
        for _ in range(5):
            yield "x"
            yield 1.0
        front.notes.clear()
        yield REWIND * 2
        yield
        assert front.notes == []
        yield "x"
        yield

    front = Headless(player)
    front.run(RecordedGame(lambda: program, header()), 1)
    assert len(front.notes) == 1
    assert front.notes[0].start == pytest.approx(front.now(), abs=0.02)


def test_the_clock_continues_from_the_moment_before_the_key():
    times = []

    def program(m):
        while True:
            m.get()
            times.append(m.time)

    def player(m):
        yield 1.0
        yield "a"
        yield 2.0
        yield "b"
        yield 50.0
        times.clear()
        yield REWIND
        yield 0.5
        yield "c"
        yield

    headless(RecordedGame(lambda: program, header()), player)
    assert times == [100, 350]


def test_the_tape_is_rewound_too():
    tape = MemoryTape()

    def program(m):
        count = 0
        while True:
            m.get()
            count += 1
            m.csave("N", count)

    player = scripted(
        lambda m: decode("N", tape.load("N")) if tape.contents else None,
        (None, None),
        (*"abc", None, 3),
        (REWIND * 2, None, 1),
        (REWIND, None, None),
    )
    headless(RecordedGame(lambda: program, header(), tape=tape), player)


def test_a_program_with_variables_outside_its_main_diverges_with_the_reason():
    remembered = []

    def program(m):
        for _ in remembered:
            m.print("x")
        remembered.append(1)
        m.print(m.get_s(), m.get_s(), m.get_s())

    with pytest.raises(ReplayDiverged, match="Does the program keep variables outside its main"):
        headless(RecordedGame(lambda: program, header()), lambda m: iter(["a", "b", REWIND, "b"]))
