"""The headless front end: a player is resumed whenever the program waits."""

import pytest

from retro.basic import tab
from retro.frontends.headless import Headless, Runaway, UnfinishedPlayer, headless, typist
from retro.input.events import Down, Text


def test_a_bare_yield_waits_for_the_program_to_ask_for_a_key():
    seen = []

    def program(m):
        m.time = 0
        while m.time < 100:
            pass
        m.print("Which?")
        m.print(m.get_s())
        m.get()

    def player(m):
        yield
        seen.append((m.screen.text.strip(), m.front.now()))
        yield "Q"
        yield
        seen.append(m.screen.text.split())

    headless(program, player)
    assert seen == [("Which?", pytest.approx(1.0)), ["Which?", "Q"]]


def test_a_yielded_number_lets_time_pass():
    times = []

    def program(m):
        m.get()
        times.append(m.front.now())

    def player(m):
        yield
        yield 2.5
        yield "x"

    headless(program, player)
    assert times == [2.5]


def test_inkey_ends_at_its_time_to_the_centisecond():
    results = []

    def program(m):
        start = m.time
        results.append((m.inkey(100), m.time - start))

    def player(m):
        yield 5.0

    headless(program, player)
    assert results == [(-1, 100)]


def test_a_loop_that_looks_at_the_time_sleeps_a_centisecond_each_turn():
    turns = []

    def program(m):
        m.time = 0
        count = 0
        while m.time < 150:
            count += 1
        turns.append(count)

    Headless().run(program, 1)
    assert turns[0] <= 151


def test_a_program_may_look_at_the_time_and_at_keys_and_still_show_fifty_pictures_a_second():
    moments = []

    def program(m):
        for picture in range(100):
            moments.append(m.now)
            m.inkey(-98)
            m.inkey(-67)
            m.inkey(max(0, 2 * picture - m.time))

    headless(program, lambda m: iter([9.0]))
    assert moments[1:] == pytest.approx([0.02 * picture for picture in range(99)])


def test_events_are_reported_as_by_a_front_end():
    held = []

    def program(m):
        m.get()
        held.append(m.inkey(-99))
        held.append(m.inkey(-98))

    def player(m):
        yield [Down("SPACE"), Text(" ")]

    headless(program, player)
    assert held == [-1, 0]


def test_a_failed_check_shows_the_programs_line_and_the_players():
    def program(m):
        m.get()  # here

    def player(m):
        yield
        assert "nothing of the kind" in m.screen.text

    with pytest.raises(AssertionError) as caught:
        headless(program, player)
    assert [entry.name for entry in caught.traceback if entry.name in ("program", "player")] == ["program", "player"]


def test_the_machine_is_switched_off_when_the_player_has_finished():
    m = headless(lambda m: [m.print("before"), m.get(), m.print("after")], lambda m: iter([None]))
    assert m.screen.text.strip() == "before"


def test_an_unfinished_player_is_an_error():
    with pytest.raises(UnfinishedPlayer, match="2 more"):
        headless(lambda m: m.get(), lambda m: iter([None, "a", "b", "c"]))
    with pytest.raises(UnfinishedPlayer, match="2 more"):
        headless(lambda m: m.get(), lambda m: iter([None, "abc"]))


def test_a_program_that_polls_for_ever_is_a_runaway():
    def program(m):
        while True:
            m.time  # noqa: B018

    with pytest.raises(Runaway, match="without asking for a key"):
        Headless(max_idle=60).run(program, 1)


def test_without_a_player_a_program_runs_to_its_first_question():
    m = headless(lambda m: [m.print(tab(3, 4), "hello"), m.get(), m.cls()])
    assert m.screen.lines[4].rstrip() == "   hello"


def test_a_typist_types_each_key_when_it_is_asked_for():
    answers = []

    def program(m):
        for _ in range(3):
            m.fx(15)  # what was typed ahead is forgotten
            answers.append(m.get())

    headless(program, typist("a<RETURN>b"))
    assert answers == [97, 13, 98]


def test_notes_are_kept():
    front = Headless()
    front.run(lambda m: m.sound(1, -15, 52, 20), 1)
    assert len(front.notes) == 1


def test_the_same_seed_is_the_same_game():
    def numbers(seed):
        found = []
        headless(lambda m: found.extend(m.rnd(1000) for _ in range(5)), seed=seed)
        return found

    assert numbers(7) == numbers(7) != numbers(8)
