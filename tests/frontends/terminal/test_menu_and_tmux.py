"""Programs in a terminal: the menu, and Dominoes inside tmux. Whole games: test_scenarios.py."""

import os
import shlex
import shutil
import subprocess
import sys

import pytest

from retro.frontends.headless import headless
from retro.launcher.launcher import Launcher
from retro.launcher.menu import TITLE_ROW
from retro.library import catalogue
from retro.machine.runner import FAREWELL
from tests.support.front_ends import letters, words
from tests.support.pseudo_terminal import ABSENT, NEEDED, OWN, PseudoTerminal, fcntl, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(fcntl is None, reason=NEEDED)]


PLAY = (
    OWN
    + """
import sys
from retro.library import catalogue, loader
from retro.frontends.terminal.front_end import Terminal
from retro.launcher.launcher import Launcher
from retro.session.session import at_speed
if sys.argv[1] == "menu":
    program = Launcher(seed=36, keep=False).menu()
else:
    program = loader.load(sys.argv[1]).main
Terminal(render="chars").run(at_speed(program, "fast"), 36)
"""
)


@pytest.fixture
def play():
    """Fixture: a function that starts a program of the library, or the menu."""
    started = []

    def start(name, columns=80, rows=25):
        started.append(PseudoTerminal([sys.executable, "-c", PLAY, name], columns, rows))
        return started[-1]

    yield start
    for one in started:
        one.close()


def test_the_menu(play):
    place = [entry.name for entry in catalogue.entries()].index("dominoes") + 1
    m = headless(Launcher(keep=False).menu(), lambda m: iter([None]))
    menu_text = words(m.screen.lines[TITLE_ROW:])  # what stands below the picture
    here = play("menu")
    until(lambda: words(letters(here)[TITLE_ROW:]) == menu_text)
    here.type(str(place))
    until(lambda: "Which domino?" in "".join(letters(here)))
    here.type("\x1b")
    until(lambda: "Go on" in "".join(letters(here)))
    here.type("\x1b")
    until(lambda: words(letters(here)[TITLE_ROW:]) == menu_text)


# tmux


@pytest.fixture
def tmux():
    """Fixture: a function that runs a command on a private tmux server and returns its output."""
    if shutil.which("tmux") is None:
        pytest.skip("there is no tmux")
    environment = {name: value for name, value in os.environ.items() if name not in ABSENT} | {"TERM": "xterm-256color"}
    server = ["tmux", "-L", f"retro-test-{os.getpid()}", "-f", os.devnull]

    def run(*words):
        return subprocess.run([*server, *words], env=environment, capture_output=True, text=True, check=False).stdout

    yield run
    run("kill-server")


def test_in_tmux(tmux, tmp_path):
    program = tmp_path / "play.py"
    program.write_text(PLAY.replace(OWN, ""))
    command = shlex.join([sys.executable, str(program), "dominoes"])
    tmux("new-session", "-d", "-x", "80", "-y", "25", f"{command}; echo status $?; cat")
    until(lambda: "W h i c h   d o m i n o ?" in tmux("capture-pane", "-p"))
    assert len(tmux("capture-pane", "-p").splitlines()) == 25
    tmux("send-keys", "7", "Escape")
    until(lambda: FAREWELL.replace(" ", "") in tmux("capture-pane", "-p").replace(" ", ""))
    tmux("send-keys", "Space")
    until(lambda: tmux("capture-pane", "-p").strip() == "status 0")
