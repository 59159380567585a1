"""How a program in a window ends: by itself, in an error, by the user, in spite of itself. And how it cannot begin."""

import argparse
import ctypes.util
import os
import subprocess
import sys

import pytest

from retro.frontends.window.diagnosis import DISPLAY_LOST, cannot_open
from retro.frontends.window.front_end import Window
from retro.launcher import front_ends
from retro.library.errors import FrontEndError
from retro.machine.runner import FAREWELL
from tests.support.commanded import LISTENING, SIGNAL_IN_A_LOCK
from tests.support.x11 import Server, WindowMachine, missing, open_machines, serve, until

pytestmark = pytest.mark.slow

server = pytest.fixture(scope="module")(serve)
open_machine = pytest.fixture(open_machines)

ENDLESS = LISTENING | {
    "prints after all was over": "try: m.get()\nexcept BaseException: pass\nwhile True: m.print('x')",
    "computes for ever": "while True: pass",
    "sleeps": "import time; time.sleep(1000)",
    "does not take no for an answer": "while True:\n try: m.get()\n except BaseException: pass",
}


@pytest.mark.parametrize("program", ENDLESS.values(), ids=ENDLESS)
def test_closing_the_window_ends_a_program_that(open_machine, program):
    here = open_machine()
    here.start(f"run {program}")
    here.close()
    assert here.ended() == (0, "")


LOCKING = SIGNAL_IN_A_LOCK.format(name="SIGINT") + "\nwhile True:\n m.print('x')\n m.inkey(6)"


@pytest.mark.parametrize("program", ["m.get()", "while True: pass", LOCKING])
def test_ctrl_c_in_the_terminal_ends_it_in_order(open_machine, program):
    here = open_machine()
    here.start(f"run {program}")
    if program is not LOCKING:  # which interrupts itself, where a lock would stay locked
        here.interrupt()
    assert here.ended() == (130, "")


ERRORS = {
    "1 / 0": ("Division by zero", "ZeroDivisionError: division by zero"),
    "def f(): f()\nf()": ("No room", "RecursionError: maximum recursion depth exceeded"),
    "m.mode(9)": ("Bad MODE", "MODE 9: 0 to 7 expected"),
    "raise SystemExit('gone wrong')": ("SystemExit: gone wrong", "gone wrong"),
    "m.vdu(21); m.vdu(5); m.vdu(19, 3); print(colour)": ("name 'colour' is not defined", "NameError"),
}


@pytest.mark.parametrize("program", ERRORS)
def test_an_error_is_shown_and_printed_and_the_window_stays(open_machine, program):
    here = open_machine()
    shown, printed = ERRORS[program]
    here.start(f"run {program}")
    until(lambda: bottom_line(here))
    assert here.shows((48, 48, 960, 600))
    here.user.press("Left")
    status, errors = here.ended()
    assert status == 1
    assert errors.count(printed) == 1
    assert errors.count("Traceback") == (0 if "SystemExit" in program else 1)
    assert "run_to_end.py" not in errors
    assert shown in here.text.replace("\n", "")
    assert here.text.endswith(FAREWELL)


def bottom_line(machine):
    """Does the screen show something in the last row of MODE 7?"""
    return len(machine.user.screenshot(machine.window).crop((48, 48 + 24 * 24, 48 + 960, 48 + 600)).getcolors()) > 1


@pytest.mark.parametrize(
    ("program", "status"),
    [("m.print('The end')", 0), ("raise SystemExit", 0), ("raise SystemExit(0)", 0), ("raise SystemExit(3)", 1)],
)
def test_without_linger_the_window_closes_by_itself(open_machine, program, status):
    here = open_machine(linger=False)
    here.start(f"run {program}")
    assert here.ended() == (status, "")


@pytest.mark.parametrize(
    ("program", "keys", "first"),
    [("m.print('The end')", ["Escape"], "The end"), ("m.get()", ["Escape", "q"], "Escape")],
)
def test_the_last_picture_stays_until_a_key_is_pressed(open_machine, program, keys, first):
    here = open_machine()
    here.start(f"run {program}")
    for key in keys[:-1]:
        here.user.press(key)
    until(lambda: bottom_line(here))
    here.user.press(keys[-1])
    assert here.ended() == (0, "")
    assert here.text.split("\n")[0] == first or f"\n{first}\n" in here.text
    assert here.text.endswith(FAREWELL)


def test_closing_the_window_of_a_failed_program_keeps_the_exit_status(open_machine):
    here = open_machine()
    here.start("run 1 / 0")
    until(lambda: bottom_line(here))
    here.close()
    assert here.ended()[0] == 1


# windows that cannot be opened

OPEN = """
from retro.frontends import CannotOpen
from retro.frontends.window.front_end import Window
try:
    Window().run(lambda m: None, 1)
except CannotOpen as error:
    print(error)
"""


NO_OPENGL = """
import pyglet.lib
load = pyglet.lib.load_library
def without_opengl(*names, **options):
    if "GL" in names:
        raise ImportError('Library "GL" not found.')
    return load(*names, **options)
pyglet.lib.load_library = without_opengl
"""


def why(code=OPEN, **changes):
    environment = {name: value for name, value in (os.environ | changes).items() if value is not None}
    result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert result.stderr == ""
    return result.stdout.strip()


NO_GL = "there is no OpenGL library: sudo apt install libgl1 libxrender1"


@pytest.mark.skipif(sys.platform != "linux", reason="X is Linux's")
@pytest.mark.skipif(ctypes.util.find_library("GL") is None, reason=NO_GL)
@pytest.mark.parametrize(
    ("display", "reason"),
    [(None, "DISPLAY is not set"), ("", "DISPLAY is not set"), (":99", "no X server answers at DISPLAY=:99")],
)
def test_a_missing_display_is_reported(display, reason):
    sentence = why(DISPLAY=display)
    assert reason in sentence
    assert sentence.startswith("A window cannot be opened: ")
    assert sentence.endswith("--front plain")
    assert "\n" not in sentence


@pytest.mark.skipif(sys.platform != "linux", reason="X is Linux's")
def test_a_missing_display_is_reported_before_a_missing_opengl(server):
    assert "DISPLAY is not set" in why(NO_OPENGL + OPEN, DISPLAY=None)
    assert "the OpenGL library is missing" in why(NO_OPENGL + OPEN, DISPLAY=server.name)


def test_an_old_opengl_is_reported(server):
    assert "OpenGL 3.3 is not available" in why(DISPLAY=server.name, MESA_GL_VERSION_OVERRIDE="2.1")


@pytest.mark.parametrize("options", [{"extensions": ["-extension", "GLX"]}, {"depth": 8}], ids=["no GLX", "8 bits"])
def test_a_display_without_opengl_is_reported(server, options):
    poor = Server(**options)
    try:
        assert "has no OpenGL in true colour" in why(DISPLAY=poor.name)
    finally:
        poor.close()


@pytest.mark.parametrize("terminal", [True, False])
def test_without_a_window_the_terminal_is_used_and_the_reason_is_printed_once(monkeypatch, capsys, terminal):
    run_at = front_ends.run_at
    monkeypatch.setattr(front_ends, "run_at", lambda *given: 7 if given[-1] == "terminal" else run_at(*given))
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.setattr(Window, "run", refuse)
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(getattr(sys, stream), "isatty", lambda: terminal, raising=False)
    args = argparse.Namespace(
        scale=None, fullscreen=False, mute=False, side_screen=None, pixels=None, shape=None, colours=None
    )
    if terminal:
        assert front_ends.run_anywhere(None, args, "") == 7
        message = "retro: pyglet is not installed (pip install 'pyglet>=2.1.19,<3')"
        assert capsys.readouterr().err == f"{message}; using the terminal instead.\n"
    else:
        with pytest.raises(FrontEndError, match=r"pyglet is not installed .*; and this is no terminal: --front plain"):
            front_ends.run_anywhere(None, args, "")


def refuse(*_):
    raise cannot_open(ModuleNotFoundError("No module named 'pyglet'"))


@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.parametrize("program", ["m.get()", "while True: m.print('x')", "while True: pass"])
def test_an_x_server_that_ends_gets_a_sentence(program):
    server = Server()
    here = WindowMachine(server)
    here.start(f"run {program}")
    server.user.display.close()
    server.process.kill()
    status, errors = here.ended()
    assert (status, errors.splitlines()[-1]) == (1, f"retro: {DISPLAY_LOST}")
    assert "Traceback" not in errors
    server.process.wait()
