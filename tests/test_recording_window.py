"""Recording in a real window: Page Up takes keys back, a recording is shown and taken over."""

import json

import pytest

from retro.recording.reader import read
from x11 import open_desks, serve, until

server = pytest.fixture(scope="module")(serve)
desk = pytest.fixture(open_desks)

PROGRAM = """
import json
from retro.recording.keeping import RecordFile
from retro.recording.file import Header
from retro.recording.reader import read
from retro.recording.replay import Viewer
from retro.recording.session import Session

def program(m):
    while True:
        m.print(m.get_s(), end='')
        if m.pos > 3:
            while True:
                m.print('.', end='')

path, shown = json.loads(%r)
header = Header('x', '0' * 64, 1, 'normal', {})
log = read(path).log if shown else None
sinks = [] if shown else [RecordFile(path)]
Session(lambda: program, header, log=log, screening=Viewer() if shown else None, sinks=sinks)(m)
"""


def begin(here, path, shown=False):
    here.start("run " + PROGRAM % json.dumps([str(path), shown]))


def text(here):
    """What the machine shows, while the program goes on."""
    return here.do("m.screen.text.strip()")


def test_page_up_takes_keys_back(desk, tmp_path):
    here = desk(linger=False)
    begin(here, tmp_path / "game.jsonl")
    here.hands.type("abc")
    assert until(lambda: text(here) == "abc")
    here.hands.press("Page_Up")
    assert until(lambda: text(here) == "ab")
    here.hands.press("Page_Up")
    here.hands.press("Page_Up")
    assert until(lambda: text(here) == "")
    here.hands.type("xy")
    assert until(lambda: text(here) == "xy")
    assert here.shows((48, 48, 960, 600))
    here.close()
    assert here.ended()[:2] == (0, "")
    log = read(tmp_path / "game.jsonl").log
    assert [value for entry in log.entries for kind, value in entry.events if kind == "text"] == ["x", "y"]
    assert log.end.kind == "off"


def test_page_up_gets_out_of_a_program_that_prints_for_ever(desk, tmp_path):
    here = desk(linger=False)
    begin(here, tmp_path / "game.jsonl")
    here.hands.type("abcd")
    assert until(lambda: "...." in text(here))
    here.hands.press("Page_Up")
    assert until(lambda: text(here) == "abc")
    here.close()
    assert here.ended()[:2] == (0, "")


def test_a_recording_is_shown_and_taken_over(desk, tmp_path):
    here = desk(linger=False)
    begin(here, tmp_path / "game.jsonl")
    for shown in ("a", "ab"):
        here.hands.type(shown[-1])
        assert until(lambda: text(here) == shown)  # noqa: B023
    here.close()
    here.ended()
    here = desk(linger=False)
    begin(here, tmp_path / "game.jsonl", shown=True)
    assert until(lambda: text(here) == "ab")
    here.hands.press("Left")
    assert until(lambda: text(here) == "a")
    here.hands.press("Left")
    assert until(lambda: text(here) == "")
    here.hands.press("Right")
    assert until(lambda: text(here) == "a")
    here.hands.press("Return")
    here.hands.type("x")
    assert until(lambda: text(here) == "ax")
    here.hands.press("Page_Up")
    assert until(lambda: text(here) == "a")
    here.close()
    assert here.ended()[:2] == (0, "")


def test_closing_the_window_ends_a_replay(desk, tmp_path):
    here = desk(linger=False)
    begin(here, tmp_path / "game.jsonl")
    here.hands.type("a")
    assert until(lambda: text(here) == "a")
    here.close()
    here.ended()
    here = desk(linger=False)
    begin(here, tmp_path / "game.jsonl", shown=True)
    assert until(lambda: text(here) == "a")
    here.close()
    status, errors, seconds = here.ended()
    assert (status, errors) == (0, "")
    assert seconds < 0.7
