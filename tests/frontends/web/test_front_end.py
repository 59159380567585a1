"""The front end of the browser, with a page made of Python: what it shows, tells and takes, and when it waits."""

import contextlib
from itertools import pairwise

import pytest

from retro.frontends import web
from retro.frontends.headless import headless
from retro.frontends.web import Web
from retro.machine.runner import FAREWELL, ProgramFailed
from retro.sound.notes import NOISE, Note
from tests.support.recorded_games import RecordedGame, header
from tests.support.web_page import Off, Page


@pytest.fixture
def run(monkeypatch):
    """Runs a program before a page with a script."""

    def start(program, *script):
        page = Page(*script)
        monkeypatch.setattr(web.time, "perf_counter", lambda: page.now)
        front = Web(page)
        with contextlib.suppress(Off):
            front.run(program, 1)
        return page, front

    return start


KEY = [["down", "A"], ["text", "a"], ["up", "A"]]


def test_a_program_gets_keys_and_is_shown(run):
    seen = []

    def program(m):
        m.print("Hello")
        seen.append(m.get_s())
        seen.append(m.inkey(-66))
        m.print("Bye")
        m.get()

    page, front = run(program, 1.0, KEY, 1.0)
    assert seen == ["a", 0]
    assert front.machine.screen.text.split() == ["Hello", "Bye"]
    expected = front.machine.screen.picture(front.now())
    _, width, height, pixels, lights = page.pictures[-1]
    assert (width, height, pixels) == (320, 200, expected.pixels)
    assert lights == bytes(part for light in expected.rgb for part in (*light, 255))


def test_a_waiting_machine_sleeps_until_an_event(run):
    def program(m):
        m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
        m.get()

    page, _ = run(program, 60.0, KEY)
    assert len(page.waits) <= 6
    assert -1.0 in page.waits
    assert len(page.pictures) <= 3


def test_a_blinking_cursor_is_drawn_only_when_it_changes(run):
    page, _ = run(lambda m: m.get(), 5.1)
    assert 8 <= len(page.pictures) <= 14


def test_at_most_sixty_pictures_a_second(run):
    def program(m):
        for number in range(200):
            m.print(number, end="")
            m.inkey(1)

    page, _ = run(program, 2.5)
    times = [at for at, *_ in page.pictures if at < 1.9]
    assert 60 <= len(times) <= 2 * 61
    assert min(later - earlier for earlier, later in pairwise(times)) > 0.0149


def test_a_computing_program_is_shown_and_gets_keys(run, monkeypatch):
    def program(m):
        while m.keyboard.read() is None:
            m.print("x", end="")
            m.front._page.now += 1e-4

    page, front = run(program, 0.5, KEY, 0.1)
    assert 20 <= len(page.pictures) <= 40
    assert FAREWELL in front.machine.screen.text


def test_a_note_is_sent_in_hertz(run):
    page, _ = run(lambda m: (m.sound(1, -15, 53, 20), m.get()), 1.0)
    (note,) = page.posted("note")
    assert note["length"] == pytest.approx(0.99, abs=0.005)
    assert note["in"] == pytest.approx(0.01, abs=0.005)
    assert note["tones"] == [[0, pytest.approx(267.1, abs=0.1)]]
    assert note["fades"] == [[0, 0, 1.0], [note["length"], 0, 0.0]]


def test_noise_and_long_notes():
    hiss = web.note_message(Note(2.0, float("inf"), ((0, NOISE + 6, 15), (5, NOISE + 3, 7)), 0, 10), 1.5)
    assert (hiss["in"], hiss["length"]) == (0.5, web.LONGEST_NOTE)
    assert len(hiss["tones"]) <= web.MOST_STEPS
    assert [list(fade) for fade in hiss["fades"][:2]] == [[0, 3, 1.0], [hiss["tones"][0][0], 3, 0.0]]
    assert hiss["tones"][0][1] == pytest.approx(262.6, abs=1)
    assert hiss["fades"][2][1] == 0
    assert 0 < hiss["fades"][2][2] < 0.5


def test_the_text_is_sent_when_the_screen_has_settled(run):
    def program(m):
        for number in range(20):
            m.print(number)
            m.inkey(5)
        m.time = 0
        while m.time < 100:
            pass
        m.print("At last")
        m.get()

    page, _ = run(program, 5.0)
    first, second = page.posted("text")
    assert first[:3] == ["0", "1", "2"]
    assert second[20] == "At last"


def test_the_text_of_a_changing_screen_is_sent_at_intervals(run):
    def program(m):
        for number in range(100):
            m.print(number)
            m.inkey(10)

    page, _ = run(program, 9.5)
    assert len(page.posted("text")) == 4


def test_the_page_learns_that_the_mouse_is_used_and_moves_do_not_wake(run):
    seen = []

    def program(m):
        m.mouse_on()
        seen.append((m.get(), m.mouse(), m.mouse()))
        m.inkey(100)
        seen.append((m.now, m.mouse()))

    moves = (
        [["move", "8 8"]],
        0.5,
        [["move", "40 44"], ["mouse", "40 44 4"], ["move", "44 44"]],
        0.3,
        [["move", "48 48"]],
    )
    page, _ = run(program, 0.5, *moves, 2.0)
    assert seen[0] == (254, (40, 44, 4), (44, 44, 4))
    assert seen[1] == (pytest.approx(2, abs=0.02), (48, 48, 4))
    assert page.posted("pointer")[0] is True


def test_a_request_switches_the_machine_off(run):
    def program(m):
        while True:
            m.get()

    _, front = run(program, 1.0, {"request": "menu"})
    assert front.requests == [{"request": "menu"}]


def test_an_error_is_shown_and_the_next_program_can_be_played(run, capsys):
    def program(m):
        m.mode(99)

    with pytest.raises(ProgramFailed):
        run(program, 1.0, KEY)
    assert "Bad MODE" in capsys.readouterr().err


def test_a_game_in_it_is_recorded_and_replays_headless(run):
    def game(m):
        while True:
            m.print(m.get_s(), m.time)

    session = RecordedGame(lambda: game, header())
    _, front = run(session, 0.5, KEY, 0.73, KEY, [["rewind", "1"]], 0.3, KEY, 1.0)
    again = headless(RecordedGame(lambda: game, header(), log=session.log), lambda m: iter([None]))
    assert again.screen.text == front.machine.screen.text
    assert front.machine.screen.text.split()[0].startswith("a5")


def test_it_waits_for_a_file_to_be_stored_but_not_for_long_and_keeps_events(run, monkeypatch):
    monkeypatch.setattr(Page, "storing", 0.1)
    seconds, keys = [], []

    def program(m):
        for stored in (True, False):
            m.front.post("file", ["name", "text"])
            m.front._page.unstored = int(stored)
            start = m.front.now()
            m.front.await_stored()
            seconds.append(m.front.now() - start)
        keys.append(m.get_s())

    run(program, 0.2, KEY, 3.0)
    assert seconds == pytest.approx([0.1, web.STORE_TIMEOUT], abs=0.01)
    assert keys == ["a"]


def test_events_that_came_while_a_file_was_stored_are_kept_when_there_is_none_to_wait_for(run):
    keys = []

    def program(m):
        m.front.post("file", ["name", "text"])
        for unstored in (0, 1, 0):
            m.front._page.unstored = unstored
            m.front.await_stored()
        keys.append(m.get_s())

    run(program, 0.2, KEY, 3.0)
    assert keys == ["a"]
