"""How a program in a window ends: by itself, in an error, by the user, in spite of itself. And how it cannot begin."""

import ctypes.util
import os
import subprocess
import sys

import pytest

from retro.conduct import FAREWELL
from x11 import Server, open_desks, serve, until

server = pytest.fixture(scope="module")(serve)
desk = pytest.fixture(open_desks)

SOON = 0.7  # seconds, on a slow machine
PATIENCE = 1.5  # seconds for a program that does not listen

LISTENING = {
    "waits for a key": "m.get()",
    "waits for a while": "m.inkey(1000000)",
    "waits for time to pass": "while m.time < 1000000: pass",
    "looks for a key": "while m.inkey(0) < 0: pass",
    "waits behind a note for ever": "while True: m.sound(1, -15, 100, 255)",
    "prints for ever": "while True: m.print('x', end='')",
    "draws for ever": "while True: m.draw(m.rnd(1279), m.rnd(1023))",
    "prints after all was over": "try: m.get()\nexcept BaseException: pass\nwhile True: m.print('x')",
    "prints and catches every error": "while True:\n try: m.print('x')\n except Exception: pass",
}
DEAF = {
    "computes for ever": "while True: pass",
    "sleeps": "import time; time.sleep(1000)",
    "does not take no for an answer": "while True:\n try: m.get()\n except BaseException: pass",
}


@pytest.mark.parametrize("program", LISTENING.values(), ids=LISTENING)
def test_closing_the_window_ends_a_program_that(desk, program):
    here = desk()
    here.start(f"run {program}")
    here.close()
    status, errors, seconds = here.ended()
    assert (status, errors) == (0, "")
    assert seconds < SOON


@pytest.mark.parametrize("program", DEAF.values(), ids=DEAF)
def test_closing_the_window_ends_even_a_program_that(desk, program):
    here = desk()
    here.start(f"run {program}")
    here.close()
    status, errors, seconds = here.ended()
    assert (status, errors) == (0, "")
    assert seconds < PATIENCE


@pytest.mark.parametrize("program", ["m.get()", "while True: pass"])
def test_ctrl_c_in_the_terminal_ends_it_in_order(desk, program):
    here = desk()
    here.start(f"run {program}")
    here.interrupt()
    status, errors, seconds = here.ended()
    assert (status, errors) == (130, "")
    assert seconds < PATIENCE


ERRORS = {
    "1 / 0": ("Division by zero", "ZeroDivisionError: division by zero"),
    "def f(): f()\nf()": ("No room", "RecursionError: maximum recursion depth exceeded"),
    "m.mode(9)": ("Bad MODE", "MODE 9: expected 0 to 7"),
    "raise SystemExit('gone wrong')": ("SystemExit: gone wrong", "gone wrong"),
    "m.vdu(21); m.vdu(5); m.vdu(19, 3); print(colour)": ("name 'colour' is not defined", "NameError"),
}


@pytest.mark.parametrize("program", ERRORS)
def test_an_error_is_shown_and_told_and_the_window_stays(desk, program):
    here = desk()
    said, told = ERRORS[program]
    here.start(f"run {program}")
    until(lambda: bottom_line(here))
    assert here.shows((48, 48, 960, 600))
    here.hands.press("Left")
    status, errors, _ = here.ended()
    assert status == 1
    assert errors.count(told) == 1
    assert errors.count("Traceback") == (0 if "SystemExit" in program else 1)
    assert "conduct.py" not in errors
    assert said in here.text.replace("\n", "")
    assert here.text.endswith(FAREWELL)


def bottom_line(desk):
    """Does the screen show something in the last row of MODE 7?"""
    return len(desk.hands.look(desk.window).crop((48, 48 + 24 * 24, 48 + 960, 48 + 600)).getcolors()) > 1


@pytest.mark.parametrize(
    ("program", "status"),
    [("m.print('The end')", 0), ("raise SystemExit", 0), ("raise SystemExit(0)", 0), ("raise SystemExit(3)", 1)],
)
def test_without_lingering_it_closes_by_itself(desk, program, status):
    here = desk(linger=False)
    here.start(f"run {program}")
    assert here.ended()[:2] == (status, "")


def test_a_program_that_ends_leaves_its_picture_until_a_key_is_pressed(desk):
    here = desk()
    here.start("run m.print('The end')")
    until(lambda: bottom_line(here))
    here.hands.press("Escape")
    assert here.ended()[:2] == (0, "")
    assert here.text.splitlines()[0] == "The end"
    assert here.text.endswith(FAREWELL)


def test_closing_the_window_of_a_program_that_has_failed_is_still_a_failure(desk):
    here = desk()
    here.start("run 1 / 0")
    until(lambda: bottom_line(here))
    here.close()
    assert here.ended()[0] == 1


def test_escape_that_nobody_catches_is_an_end_like_any_other(desk):
    here = desk()
    here.start("run m.get()")
    here.hands.press("Escape")
    until(lambda: bottom_line(here))
    here.hands.press("q")
    assert here.ended()[:2] == (0, "")
    assert "Escape" in here.text


# windows that cannot be opened

OPEN = """
from retro.frontends.window import CannotOpen, Window
try:
    Window().run(lambda m: None, 1)
except CannotOpen as error:
    print(error)
"""


def why(**changes):
    environment = {name: value for name, value in (os.environ | changes).items() if value is not None}
    result = subprocess.run([sys.executable, "-c", OPEN], env=environment, capture_output=True, text=True, check=True)
    assert result.stderr == ""
    return result.stdout.strip()


NO_GL = "there is no OpenGL library: sudo apt install libgl1 libxrender1"


@pytest.mark.skipif(sys.platform != "linux", reason="X is Linux's")
@pytest.mark.skipif(ctypes.util.find_library("GL") is None, reason=NO_GL)
@pytest.mark.parametrize(
    ("display", "said"),
    [(None, "DISPLAY is not set"), ("", "DISPLAY is not set"), (":99", "no X server answers at DISPLAY=:99")],
)
def test_says_that_there_is_no_display(display, said):
    sentence = why(DISPLAY=display)
    assert said in sentence
    assert sentence.startswith("A window cannot be opened: ")
    assert sentence.endswith("--front headless")
    assert "\n" not in sentence


def test_says_that_opengl_is_too_old(server):
    assert "OpenGL 3.3 cannot be had" in why(DISPLAY=server.name, MESA_GL_VERSION_OVERRIDE="2.1")


@pytest.mark.parametrize("options", [{"extensions": ["-extension", "GLX"]}, {"depth": 8}], ids=["no GLX", "8 bits"])
def test_says_that_the_display_has_no_opengl(server, options):
    poor = Server(**options)
    try:
        assert "has no OpenGL in true colour" in why(DISPLAY=poor.name)
    finally:
        poor.close()
