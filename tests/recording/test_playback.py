"""Recordings shown to someone, who may step, take over and play on; and as pictures."""

import io

import pytest
from PIL import Image

from retro.display.picture import Picture
from retro.display.screenshots import image
from retro.frontends.headless import Headless, headless, typist
from retro.input.events import Down, Key, Rewind, Text, Up
from retro.session.event_log import EventLog
from retro.session.export import Film, Frame, Still, delays, gif_of, last_seconds
from retro.session.parser import read
from retro.session.replay import ToTheEnd, Viewer
from retro.session.storage import RecordFile
from tests.support.recorded_games import PROGRAMS, RecordedGame, header
from tests.support.scripted import scripted


def echo(m):
    """Prints each key, and a star half a second later."""
    m.print("Begin", end="")
    for _ in range(20):
        letter = m.get_s()
        m.sound(1, -15, ord(letter), 2)
        m.print(letter, end="")
        m.inkey(50)
        m.print("*", end="")


def logged(program=echo, player=None):
    """The log of a game in which a key comes each second."""

    def pressing(m):
        for letter in "abcd":
            yield 1.0
            yield letter
        yield 1.0

    session = RecordedGame(lambda: program, header())
    headless(session, player or pressing)
    return session.log


SCREENS = ("Begina", "Begina*", "Begina*b", "Begina*b*", "Begina*b*c", "Begina*b*c*", "Begina*b*c*d", "Begina*b*c*d*")


def shown(viewer, viewing, log=None, program=echo, sinks=()):
    """A log shown to somebody; gives the front end and the session."""
    front = Headless(viewer)
    session = RecordedGame(lambda: program, header(), log=log or logged(), mode=viewing, sinks=sinks)
    front.run(session, 1)
    return front, session


def text(m):
    return m.screen.text.strip()


def test_a_replay_has_the_timing_of_the_game():
    seen = []

    def viewer(m):
        for _ in range(9):
            yield 0.5
            seen.append(text(m))
            if len(seen) == 1:
                yield 0.1
        yield 0.1

    shown(viewer, Viewer())
    assert seen == ["Begin", *SCREENS[:8]]


@pytest.mark.parametrize(
    ("viewing", "seconds"), [(Viewer(1), 4.5), (Viewer(4), 1.125), (Viewer(0.5), 9.0), (Viewer(idle=0.2), 1.6)]
)
def test_a_replay_is_shown_at_any_speed_and_without_long_waits(viewing, seconds):
    times = []

    def viewer(m):
        while text(m) != "Begina*b*c*d*":
            yield 0.05
        times.append(m.front.view.now())

    shown(viewer, viewing)
    assert times[0] == pytest.approx(seconds, abs=0.1)


END = "Begina*b*c*d*"
STEPS = {
    "SPACE pauses and resumes": [
        (1.2, " ", 100.0, "Begina"),
        (" ", 0.2, "Begina"),
        (0.2, "Begina*"),
    ],
    "from key to key": [
        (0.1, " ", "Begin"),
        *(("<RIGHT>", 1.0, END[:length]) for length in (5, 7, 9, 11, 13, 13)),
        *(("<LEFT>", 1.0, END[:length]) for length in (11, 9, 7, 5, 5)),
        ([Rewind()], "<RIGHT>", 1.0, "Begina*"),
    ],
    "faster than the replay": [
        (3.6, "Begina*b*c*"),
        ([Key("LEFT")] * 2, 1.0, "Begina*"),
        ([Key("RIGHT")] * 2, 1.0, "Begina*b*c*"),
        ([Key("LEFT"), Key("LEFT"), Key("RIGHT"), Key("LEFT")], 1.0, "Begina*"),
    ],
    "typed after RETURN": [(2.7, [Down("RETURN"), Key("RETURN"), Text("x"), Up("RETURN")], 1.0, "Begina*b*x*")],
    "the last screen stays until RETURN": [(100.0, END), ("x", 100.0, END), ("<RETURN>", "y", 1.0, f"{END}y*")],
}


@pytest.mark.parametrize("rows", STEPS.values(), ids=STEPS)
def test_the_viewer_decides_what_is_shown(rows):
    shown(scripted(text, *rows), Viewer())


def test_return_plays_on_from_the_moment_shown(tmp_path):
    path = tmp_path / "new.jsonl"

    viewer = scripted(
        text,
        (2.2, "Begina*b"),
        ("<RETURN>", 5.0, "Begina*b*"),
        ("x", 1.0, "Begina*b*x*"),
        ([Rewind()], [Rewind()], None, "Begina*"),
        ("y", 1.0, "Begina*y*"),
    )
    _, session = shown(viewer, Viewer(), sinks=[RecordFile(str(path))])
    assert [event for entry in session.log.entries for event in entry.events] == [Text("a"), Text("y")]
    again = RecordedGame(lambda: echo, header(), log=read(path).log, mode=ToTheEnd())
    assert text(headless(again)) == "Begina*y*"


def test_a_replay_that_is_only_watched_is_not_recorded(tmp_path):
    path = tmp_path / "new.jsonl"
    shown(lambda m: iter([1.0, "<RIGHT><LEFT>", "<ESCAPE>"]), Viewer(), sinks=[RecordFile(str(path))])
    assert not path.exists()


def test_escape_ends_a_replay():
    front, _ = shown(lambda m: iter([1.3, "<ESCAPE>"]), Viewer())
    assert text(front.machine) == "Begina"


def test_notes_are_played_at_their_own_speed_only():
    front, _ = shown(lambda m: iter([6.0, "<ESCAPE>"]), Viewer())
    assert [note.start for note in front.notes] == pytest.approx([1, 2, 3, 4], abs=0.011)
    front, _ = shown(lambda m: iter([6.0, "<ESCAPE>"]), Viewer(2.0))
    assert front.notes == []


def endless(m):
    m.get()
    while True:
        m.print(m.rnd(9), end="")


def test_the_replay_of_a_game_cut_off_in_an_endless_loop_ends():
    log = EventLog()
    log.entries = logged(lambda m: [m.get(), m.get()], lambda m: iter(["x"])).entries
    front, _ = shown(None, ToTheEnd(), log, endless)
    assert 100_000 <= front.machine.statements < 100_010


# pictures


def filmed(log, program=echo, scale=1, idle=None, speed=1.0):
    """A GIF of a log as frames: seconds, picture; and the machine at the end."""
    film = Film(speed, idle)
    m = headless(RecordedGame(lambda: program, header(speed="normal"), log=log, mode=film))
    film.finish(m)
    gif = Image.open(io.BytesIO(gif_of(film.frames, scale)))
    frames = []
    for number in range(gif.n_frames):
        gif.seek(number)
        frames.append((gif.info["duration"] / 1000, gif.convert("RGB")))
    return frames, m


def steady(program):
    def main(m):
        m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
        program(m)

    return main


def test_a_gif_shows_every_screen_for_its_time():
    frames, m = filmed(logged(steady(echo)), steady(echo))
    assert [seconds for seconds, _ in frames] == pytest.approx([1, *[0.5] * 7, 2.5], abs=0.02)
    assert frames[-1][1].tobytes() == image(m.screen.picture(0)).convert("RGB").tobytes()


def test_the_frames_of_a_gif_are_the_pictures_of_the_game():
    pictures = []

    def drawing(m):
        m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
        for _ in range(40):
            m.gcol(0, m.rnd(4) - 1)
            m.plot(85, m.rnd(1279), m.rnd(799))
            m.vdu(19, m.rnd(4) - 1, m.rnd(8) - 1, 0, 0, 0)
            pictures.append(image(m.screen.picture(0)).convert("RGB").tobytes())
            m.inkey(10)

    log = logged(drawing, lambda m: iter([10.0]))
    pictures.clear()
    frames, _ = filmed(log, drawing)
    assert distinct([frame.tobytes() for _, frame in frames]) == distinct(pictures)


def distinct(pictures):
    return [picture for picture, before in zip(pictures, [None, *pictures]) if picture != before]


def test_a_gif_may_be_larger_faster_and_without_long_waits():
    frames, _ = filmed(logged(steady(echo)), steady(echo), scale=3, idle=0.3, speed=2.0)
    assert frames[0][1].size == (960, 600)
    assert [seconds for seconds, _ in frames] == pytest.approx([*[0.15] * 8, 2.15], abs=0.011)


def test_a_gif_has_25_frames_a_second_at_most():
    def rushing(m):
        for number in range(200):
            m.print(number)
            m.inkey(1)

    frames, _ = filmed(logged(steady(rushing), lambda m: iter([3.0])), steady(rushing))
    assert 40 < len(frames) <= 51
    assert sum(seconds for seconds, _ in frames) == pytest.approx(4.0, abs=0.05)


def test_a_gif_shows_what_flashes():
    def flashing(m):
        m.vdu(19, 0, 9, 0, 0, 0)
        m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
        m.inkey(300)

    frames, _ = filmed(logged(flashing, lambda m: iter([4.0])), flashing)
    assert len(frames) == 7
    assert frames[0][1].getpixel((0, 0)) != frames[1][1].getpixel((0, 0))


def test_a_gif_of_several_modes_is_as_high_as_the_highest():
    def modes(m):
        for mode in (7, 2, 0, 6):
            m.mode(mode)
            m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
            m.print("X" * 100)
            m.inkey(10)

    frames, _ = filmed(logged(modes, lambda m: iter([1.0])), modes, scale=2)
    assert {frame.size for _, frame in frames} == {(640, 512)}
    assert len(frames) == 4


def test_the_delays_of_a_gif_add_up_to_the_seconds_shown():
    picture = Picture(320, 200, bytes(64000), ((0, 0, 0),) * 4)
    frames = [Frame(picture, 0.014) for _ in range(100)]
    assert sum(delays(frames)) == 140
    assert list(delays([Frame(picture, 1000.0)])) == [65535]
    assert list(delays(last_seconds([Frame(picture, seconds) for seconds in (9.0, 20.0, 13.4)], 30.0))) == [1660, 1340]
    assert list(delays(last_seconds([Frame(picture, 20.0)], 30.0))) == [2000]


def test_a_picture_is_of_the_screen_at_its_moment():
    for at, expected in [(0.0, "Begin"), (0.99, "Begin"), (1.1, "Begina"), (3.7, "Begina*b*c*")]:
        still = Still(at)
        m = headless(RecordedGame(lambda: echo, header(), log=logged(), mode=still))
        assert still.picture is not None
        assert text(m) == expected
    still = Still(9.0)
    m = headless(RecordedGame(lambda: echo, header(), log=logged(), mode=still))
    assert still.picture is None
    assert m.now == pytest.approx(5.0, abs=0.1)


def test_a_replay_of_dominoes_is_shown_in_less_time_than_it_took():
    session = RecordedGame(lambda: PROGRAMS["dominoes"][0], header(3))
    end = headless(session, typist("1234567K" * 20), seed=3).screen.text
    m = headless(RecordedGame(lambda: PROGRAMS["dominoes"][0], header(3), log=session.log, mode=ToTheEnd()), seed=3)
    assert m.screen.text == end
