"""The speeds, in virtual time: authentic equals the measured Electron, fast has shorter waits."""

import json
from pathlib import Path

import pytest

from retro.display.font import default_font
from retro.display.screen import Screen
from retro.frontends.headless import Headless, headless
from retro.machine.speed import FAST_FACTOR, MEASURED_TIMES, MICROSECOND, TimedVDU
from retro.session.session import at_speed

TIMING = json.loads((Path(__file__).parents[1] / "model" / "timing.json").read_text(encoding="utf-8"))["vdu"]
CYCLES = 2_000_000  # a second
GRAPHICS = (0, 1, 2, 4, 5)


def characters(m, count):
    """Print characters without scrolling."""
    for _ in range(count):
        if m.pos == 0 and m.vpos == m.screen.mode.rows - 1:
            m.screen.text_plane.home()
        m.vdu(224)


def lines(m, dx, dy):
    for _ in range(100):
        m.move(100, 0)
        m.draw(100 + dx, dy)


def triangles(m):
    for _ in range(10):
        m.move(0, 0)
        m.move(1279, 0)
        m.plot(85, 0, 1023)


def scrolls(m, count, *window):
    m.vdu(*window, 31, 0, m.screen.text_plane.bottom)
    start = m.front.now()
    m.vdu(*[10] * count)
    return start


def window(m):
    return (28, 0, m.screen.mode.rows - 1, m.screen.mode.columns - 1, 0)


WORK = {
    "1000 VDU 0": lambda m: m.vdu(*[0] * 1000),
    "1000 characters (text, no scrolling)": lambda m: characters(m, 1000),
    "10 CLS": lambda m: m.vdu(*[12] * 10),
    "100 line feeds scrolling the whole screen": lambda m: scrolls(m, 100),
    "10 line feeds scrolling a full-size text window": lambda m: scrolls(m, 10, *window(m)),
    "1 mode change": lambda m: m.mode(m.screen.mode.number),
    "100 TAB(x,y)": lambda m: m.vdu(*[31, 5, 5] * 100),
    "100 VDU 23 definitions": lambda m: m.vdu(*[23, 224, *range(8)] * 100),
    "100 VDU 19": lambda m: m.vdu(*[19, 1, 1, 0, 0, 0] * 100),
}
DRAWING = {
    "1000 characters in VDU 5": lambda m: m.vdu(23, 224, *[255] * 8, 5, *[224] * 1000),
    "100 lines of 1000 units, horizontal": lambda m: lines(m, 1000, 0),
    "100 lines of 1000 units, vertical": lambda m: lines(m, 0, 1000),
    "100 points": lambda m: [m.plot(69, 100, 100) for _ in range(100)],
    "10 triangles of half the screen": triangles,
    "10 CLG": lambda m: m.vdu(*[16] * 10),
}
CASES = [(mode, name) for mode in range(7) for name in WORK] + [(mode, name) for mode in GRAPHICS for name in DRAWING]


def authentic_time(mode, name):
    """Return the seconds that a piece of work takes at authentic speed."""
    taken = []

    def program(m):
        m.mode(mode)
        start = m.front.now()
        begun = (WORK | DRAWING)[name](m)
        taken.append(m._delayed_until - (begun if isinstance(begun, float) else start))

    Headless().run(at_speed(program, "authentic"), 1)
    return taken[0]


def test_authentic_equals_the_electrons_times():
    expected = {case: TIMING[str(case[0])][case[1]]["elk"] / CYCLES for case in CASES}
    assert {case: authentic_time(*case) for case in CASES} == pytest.approx(expected, rel=0.02, abs=0.001)


CURATED = Path(__file__).parents[1] / "model" / "vdu-curated.jsonl"
KINDS = {"v18-actions-mode": 0.01, "v05-": 0.12, "v21-": 0.05}  # narrow triangles; characters in VDU 5; VDU 21
KINDS |= {"v05-mode3": 0.15}
TIMED = [
    (case, KINDS[max(kinds, key=len)])
    for case in map(json.loads, CURATED.read_text().splitlines())
    if (kinds := [kind for kind in KINDS if case["name"].startswith(kind)])
]


@pytest.mark.parametrize(("case", "share"), TIMED, ids=[case["name"] for case, _ in TIMED])
def test_measured_streams_take_the_electrons_time(case, share):
    taken = []
    vdu = TimedVDU(Screen(default_font()), lambda: None, taken.append)
    vdu.write(bytes([22, case["mode"]]))
    taken.clear()
    vdu.write(bytes.fromhex(case["hex"]))
    assert sum(taken) == pytest.approx(case["cyclesElk"] / CYCLES, rel=share)


def test_text_appears_while_it_is_printed():
    seen = []

    def player(m):
        while len(seen) < 5:
            yield 0.2
            seen.append(len(m.screen.text.strip()))

    headless(at_speed(lambda m: [m.print("x" * 900), m.get()], "authentic"), player)
    assert seen == sorted(set(seen))


def test_the_picture_is_the_same_at_every_speed():
    def program(m):
        m.vdu(28, 3, 20, 30, 2)
        m.print("Hello " * 100)
        m.vdu(5)
        m.gcol(3, 2)
        triangles(m)
        m.print("graphics")
        m.vdu(4, 12, 65)

    pictures = {
        bytes(headless(at_speed(program, speed)).screen.framebuffer.pixels) for speed in ("authentic", "normal")
    }
    assert len(pictures) == 1


def test_fast_shortens_waits_but_not_time():
    measured = []

    def program(m):
        m.time = 0
        while m.time < 800:
            pass
        measured.append(m.time)

    front = Headless()
    front.run(at_speed(program, "fast"), 1)
    assert measured == [801]  # looking again takes the next centisecond
    assert front.now() == pytest.approx(8 / FAST_FACTOR, abs=0.02)


def test_a_line_feed_in_vdu_5_never_costs_a_scroll():
    spent = []
    vdu = TimedVDU(Screen(default_font(), 1), lambda: None, spent.append)
    vdu.write(bytes([31, 0, 31]))  # the last row
    cost = {}
    for code in (5, 4):
        vdu.write(bytes([code]))
        spent.clear()
        vdu.write(b"\n")
        cost[code] = round(sum(spent) / MICROSECOND, 1)
    assert cost == {5: MEASURED_TIMES[1][0], 4: MEASURED_TIMES[1][7]}
