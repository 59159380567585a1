"""Recording in a real window: Page Up takes keys back, a recording is shown and taken over."""

import json

import pytest

from retro.input.events import Text
from retro.session.parser import read
from tests.support.x11 import open_machines, serve, until

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)
open_machine = pytest.fixture(open_machines)

PROGRAM = """
import json
from retro.session.storage import RecordFile
from retro.session.format import Header
from retro.input.events import Text
from retro.session.parser import read
from retro.session.replay import Viewer
from tests.support.recorded_games import RecordedGame

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
RecordedGame(lambda: program, header, log=log, mode=Viewer() if shown else None, sinks=sinks)(m)
"""


def begin(here, path, shown=False):
    here.start("run " + PROGRAM % json.dumps([str(path), shown]))


def text(here):
    """What the machine shows, while the program goes on."""
    return here.do("m.screen.text.strip()")


def obeys(here, *rows):
    """Press keys, or type a text in small letters; each time wait for what the machine shows then."""
    for *keys, expected in rows:
        for key in keys:
            (here.user.type if key.islower() else here.user.press)(key)
        until(lambda: text(here) == expected)  # noqa: B023


def test_page_up_rewinds_keys(open_machine, tmp_path):
    here = open_machine(linger=False)
    begin(here, tmp_path / "game.jsonl")
    obeys(here, ("abc", "abc"), ("Page_Up", "ab"), ("Page_Up", "Page_Up", ""), ("xy", "xy"))
    assert here.shows((48, 48, 960, 600))
    here.close()
    assert here.ended() == (0, "")
    log = read(tmp_path / "game.jsonl").log
    typed = [event for entry in log.entries for event in entry.events if isinstance(event, Text)]
    assert typed == [Text("x"), Text("y")]
    assert log.end.kind == "off"


def test_a_held_page_up_rewinds_key_by_key(open_machine, tmp_path):
    here = open_machine(linger=False)
    begin(here, tmp_path / "game.jsonl")
    obeys(here, ("abc", "abc"))
    here.user.down("Page_Up")
    until(lambda: here.do("front.log.presses") == 0)  # the screen is empty where each replay begins, too
    here.user.up("Page_Up")
    obeys(here, ("x", "x"))


def test_page_up_leaves_a_program_that_prints_for_ever(open_machine, tmp_path):
    here = open_machine(linger=False)
    begin(here, tmp_path / "game.jsonl")
    here.user.type("abcd")
    assert until(lambda: "...." in text(here))
    obeys(here, ("Page_Up", "abc"))
    here.close()
    assert here.ended() == (0, "")


def test_a_recording_is_shown_and_taken_over(open_machine, tmp_path):
    here = open_machine(linger=False)
    begin(here, tmp_path / "game.jsonl")
    obeys(here, ("a", "a"), ("b", "ab"))
    here.close()
    here.ended()
    here = open_machine(linger=False)
    begin(here, tmp_path / "game.jsonl", shown=True)
    obeys(here, ("ab",), ("Left", "a"), ("Left", ""), ("Right", "a"), ("Return", "x", "ax"), ("Page_Up", "a"))
    here.close()
    assert here.ended() == (0, "")


def test_closing_the_window_ends_a_replay(open_machine, tmp_path):
    here = open_machine(linger=False)
    begin(here, tmp_path / "game.jsonl")
    here.user.type("a")
    assert until(lambda: text(here) == "a")
    here.close()
    here.ended()
    here = open_machine(linger=False)
    begin(here, tmp_path / "game.jsonl", shown=True)
    assert until(lambda: text(here) == "a")
    here.close()
    assert here.ended() == (0, "")
