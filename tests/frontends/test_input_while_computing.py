"""A BASIC loop that prints nothing, in every front end: F1 opens the overlay, ESCAPE ends it. Nothing typed is lost."""

import signal
import subprocess
import time

import pytest

from retro.machine.runner import FAREWELL
from tests.support.front_ends import RETRO, in_terminal, in_window
from tests.support.pseudo_terminal import NEEDED, PseudoTerminal, fcntl
from tests.support.x11 import PATIENCE, serve, until

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)
BLACK, BLUE, WHITE = (0, 0, 0), (0, 0, 255), (255, 255, 255)
GREY = (112, 112, 112)  # of the mark in the corner
CURSOR_OFF = "10 VDU 23,1,0;0;0;0;\n"


@pytest.fixture(params=["20 GOTO 20", "20 REPEAT:UNTIL 0"])
def play(request, tmp_path, monkeypatch):
    """The words of a command that plays a loop."""
    (tmp_path / "loop.bas").write_text(CURSOR_OFF + request.param)
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    return "play", str(tmp_path / "loop.bas")


@pytest.mark.skipif(fcntl is None, reason=NEEDED)
def test_in_a_terminal(play):
    with in_terminal(*play) as here:
        until(lambda: b"?2026l" in here.written)
        written = 0
        while written < len(here.written):  # the last picture has been drawn
            written = len(here.written)
            time.sleep(0.5)
        here.type("\x1bOP")
        until(lambda: "Volume" in here.text)
        here.type("\x1bOP")
        until(lambda: "Volume" not in here.text)
        here.type("\x1b")
        until(lambda: "Escape" in here.text and FAREWELL in here.text)
        here.type(" ")


def test_in_a_window(play, server):
    with in_window(server, "loop.bas", *play) as window:
        colours = lambda: {colour for _, colour in server.user.screenshot(window).getcolors()}  # noqa: E731
        until(lambda: colours() == {BLACK, GREY})
        server.user.type_key("F1")
        until(lambda: BLUE in colours())
        server.user.type_key("F1")
        until(lambda: colours() == {BLACK, GREY})
        server.user.type_key("Escape")
        last_rows = lambda image: image.crop((0, image.height - 32, image.width, image.height))  # noqa: E731
        until(lambda: WHITE in {pixel for _, pixel in last_rows(server.user.screenshot(window)).getcolors()})
        server.user.type_key(" ")


def test_as_plain_text(play):
    done = subprocess.run(
        [*RETRO, *play, "--front", "plain"], input="<ESCAPE>\n", capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "Escape at line 20\n", "")


@pytest.mark.skipif(fcntl is None, reason=NEEDED)
def test_what_is_typed_at_the_prompt_is_there_again_after_ctrl_c(tmp_path):
    data = {"RETRO_DATA": str(tmp_path)}
    here = PseudoTerminal([*RETRO, "basic", "--front", "terminal"], environment=data)
    until(lambda: ">" in here.text)
    here.type("10 PRINT 42\r20 RE")
    until(lambda: "20 RE" in here.text)
    here.send(signal.SIGINT)
    assert here.ended() == 130
    here.close()
    again = PseudoTerminal([*RETRO, "basic", "--front", "terminal", "--resume"], environment=data)
    until(lambda: "10 PRINT 42" in again.text and "20 RE" in again.text)
    again.close()
