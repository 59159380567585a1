"""How a program in a terminal begins, goes on when the terminal changes, and ends: the terminal is given back."""

import os
import signal
import subprocess
import sys
import time

import pytest

from pseudo import CHILD, NEEDED, OWN, PATIENCE, Pseudo, fcntl, open_desks, until
from retro.conduct import FAREWELL

pytestmark = pytest.mark.skipif(fcntl is None, reason=NEEDED)

desk = pytest.fixture(open_desks)

SOON = 1.5  # seconds, on a slow machine
DEAF = 2.5  # seconds for a program that does not listen

LISTENING = {
    "waits for a key": "m.get()",
    "waits for a while": "m.inkey(1000000)",
    "waits for time to pass": "while m.time < 1000000: pass",
    "looks for a key": "while m.inkey(0) < 0: pass",
    "waits behind a note for ever": "while True: m.sound(1, -15, 100, 255)",
    "prints for ever": "while True: m.print('x', end='')",
    "draws for ever": "while True: m.draw(m.rnd(1279), m.rnd(1023))",
    "prints and catches every error": "while True:\n try: m.print('x')\n except Exception: pass",
    "computes for ever": "while True: pass",
    "sleeps": "import time; time.sleep(1000)",
    "lingers": "m.print('The end')",
}
OBSTINATE = "while True:\n try: m.get()\n except BaseException: pass"


def begun(here, program):
    """Start a program that says when it has begun."""
    here.start(f"run m.print('begun')\nm.inkey(6)\ntell('begun')\n{program}")
    assert here.answer() == "begun"
    time.sleep(0.02)


# ends


@pytest.mark.parametrize("program", LISTENING.values(), ids=LISTENING)
def test_ctrl_c_ends_a_program_that(desk, program):
    here = desk(linger=True)
    begun(here, program)
    here.type("\x03")
    status, seconds = here.ended()
    assert status == 130
    assert seconds < SOON
    assert here.restored
    assert here.afterwards == ""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT"])
@pytest.mark.parametrize("program", ["m.get()", "while True: pass", "while True: m.print('x')"])
def test_a_signal_ends_the_process_when_the_terminal_is_given_back(desk, name, program):
    here = desk()
    begun(here, program)
    number = getattr(signal, name)
    here.send(number)
    assert here.ended()[0] == -number
    assert here.restored


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_even_a_program_that_does_not_take_no_for_an_answer(desk, number, status):
    here = desk()
    begun(here, OBSTINATE)
    here.send(number)
    found, seconds = here.ended()
    assert found == status
    assert 0.5 < seconds < DEAF
    assert here.restored


def test_a_terminal_that_is_closed_ends_it(desk):
    here = desk()
    begun(here, "m.get()")
    here.hang_up()
    assert here.ended()[0] == -signal.SIGHUP


def test_a_terminal_that_is_gone_without_a_word_ends_it(desk):
    here = desk()
    begun(here, "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\nwhile True: m.print(m.inkey(1))")
    here.hang_up()
    assert here.ended()[0] == 0


@pytest.mark.parametrize("linger", [False, True])
def test_a_program_that_ends(desk, linger):
    here = desk(linger=linger)
    here.start("run m.print('The end')")
    if linger:
        here.shows(FAREWELL)
        here.type("x")
    assert here.ended()[0] == 0
    assert here.restored
    assert here.answer().splitlines()[0] == "The end"


def test_an_error_is_shown_then_traced_in_the_terminal_as_it_was(desk):
    here = desk(linger=True)
    here.start("run m.print('before')\nm.print(1 / 0)")
    here.shows("Division by zero")
    here.shows(FAREWELL)
    assert "Traceback" not in here.text
    here.type(" ")
    assert here.ended()[0] == 1
    assert here.restored
    assert here.afterwards.startswith("Traceback")
    assert here.afterwards.rstrip().endswith("ZeroDivisionError: division by zero")
    assert here.afterwards.count("Traceback") == 1


def test_what_a_program_prints_past_the_machine_is_told_afterwards(desk):
    here = desk()
    here.start("run print('aside'); raise SystemExit('gone wrong')")
    assert here.ended()[0] == 1
    assert here.afterwards.splitlines() == ["aside", "gone wrong"]


def test_an_error_in_the_drawing_ends_it_with_its_traceback(desk):
    here = desk()
    here.start("run def broken(*_): raise RuntimeError('no ink')\nfront._painter._faces[0].draw = broken\nm.get()")
    assert here.ended()[0] == 1
    assert here.restored
    assert "RuntimeError: no ink" in here.afterwards


def test_a_picture_that_is_being_changed_is_drawn_again(desk):
    here = desk()
    here.do("setattr(front, 'real', front._painter._faces[0].draw)")
    here.do(
        "def torn(*seen):\n front._painter._faces[0].draw = front.real\n raise IndexError\n"
        "front._painter._faces[0].draw = torn"
    )
    here.do("m.print('after all')")
    here.shows("after all")


# what else happens to a terminal


def test_a_new_size_is_taken_up(desk):
    here = desk()
    here.do("m.print('text')")
    here.agrees()
    here.resize(100, 31)
    until(lambda: here.lines[3][10:80:2].startswith("text"))
    here.resize(60, 25)
    until(lambda: here.lines[0][10:50].startswith("text"))
    here.resize(80, 25)
    here.agrees()


def test_24_rows_show_all_that_is_said(desk):
    here = desk(80, 24)
    here.do("[m.print('row', n) for n in range(20)]")
    here.do("m.print(chr(31) + chr(0) + chr(24), 'last', end='')")
    until(lambda: "last" in here.letters)
    assert [word for word in here.letters.split() if word != "last"] == [f"row{n}" for n in range(20)]


def test_a_terminal_that_is_too_small_says_so_and_goes_on_when_it_grows(desk):
    here = desk(38, 12)
    here.do("m.print('hidden')")
    until(lambda: "Make it larger" in here.text)
    assert "This terminal has 38 × 12 characters" in here.text
    assert "80 × 25" in here.text
    assert "at the least 40 × 19" in here.text
    here.type("x")
    assert here.do("m.inkey(5)") == -1
    here.resize(80, 25)
    here.shows("hidden")
    here.type("y")
    assert here.do("m.get_s()") == "y"


def test_escape_works_in_the_smallest_terminal(desk):
    here = desk(10, 3)
    here.start("run m.get()")
    until(lambda: "This" in here.text)
    here.type("\x1b")
    assert here.ended()[0] == 0


# A shell with job control, as far as it goes: it says when its job was stopped, and lets it go on after a line.
SHELL = (
    OWN
    + """
import os, signal, sys
def foreground(group): os.tcsetpgrp(0, group)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
job = os.fork()
if not job:
    os.setpgid(0, 0)
    foreground(os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    from retro.frontends.terminal import Terminal
    Terminal(render="chars", linger=False).run(lambda m: [m.print("begun"), m.get()], 1)
    os._exit(7)
while True:
    _, status = os.waitpid(job, os.WUNTRACED)
    if not os.WIFSTOPPED(status):
        sys.exit(os.WEXITSTATUS(status))
    foreground(os.getpid())
    print("\\r\\nstopped")
    sys.stdin.readline()
    foreground(job)
    os.kill(job, signal.SIGCONT)
"""
)


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGSTOP])
def test_a_process_that_is_stopped_gives_the_terminal_back_meanwhile(number):
    here = Pseudo([sys.executable, "-c", SHELL])
    try:
        until(lambda: "b e g u n" in here.text)
        os.killpg(os.tcgetpgrp(here.master), number)
        until(lambda: "stopped" in here.text)
        assert here.restored is (number == signal.SIGTSTP)
        with here._lock:
            here.screen.reset()
        here.type("\n")
        until(lambda: "b e g u n" in here.text)
        assert not here.restored
        here.type("x")
        assert here.ended()[0] == 7
        assert here.restored
    finally:
        here.close()


def test_a_process_that_cannot_be_stopped_goes_on(desk):
    """It has no shell that could let it go on, so the system does not stop it."""
    here = desk()
    begun(here, "m.get()")
    here.send(signal.SIGTSTP)
    until(lambda: here.written.count(b"?1049h") == 2)
    here.type("x")
    assert here.ended()[0] == 0
    assert here.restored


def test_a_slow_terminal_does_not_keep_ctrl_c_from_ending_it(desk):
    here = desk()
    begun(here, "m.get()")
    here._lock.acquire()  # nothing is read any more
    try:
        here.start("x")
        here.send(signal.SIGINT)
        assert here.process.wait(PATIENCE) == 130
    finally:
        here._lock.release()


# terminals that are none

OPEN = """
from retro.frontends.terminal import CannotOpen, Terminal
try:
    Terminal().run(lambda m: None, 1)
except CannotOpen as error:
    print(error)
"""


def why(**changes):
    result = subprocess.run(
        [sys.executable, "-c", OPEN], env=os.environ | changes, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout.strip()


def test_output_that_is_no_terminal_gets_a_sentence_and_nothing_else():
    sentence = why()
    assert sentence.startswith("The terminal cannot be used: standard output is not one")
    assert sentence.endswith("--front headless")
    assert "\x1b" not in sentence


@pytest.mark.parametrize(("kind", "said"), [("dumb", "TERM is dumb"), (None, "TERM is not set")])
def test_a_terminal_that_cannot_move_its_cursor_gets_a_sentence(kind, said):
    here = Pseudo([sys.executable, "-c", OPEN], environment={"TERM": kind})
    assert here.ended()[0] == 0
    assert said in here.text.replace("\n", "")
    assert b"\x1b" not in here.written
    here.close()


def test_input_that_is_no_terminal_gets_a_sentence():
    here = Pseudo([sys.executable, "-c", "import os; os.dup2(os.open(os.devnull, 0), 0)\n" + OPEN])
    assert here.ended()[0] == 0
    assert "standard input is not one" in here.text.replace("\n", "")
    here.close()


# the other console


def test_the_console_by_blessed_reads_and_draws_as_well(desk):
    pytest.importorskip("blessed")
    other = (
        "import retro.frontends.terminal as terminal\n"
        "from retro.frontends.terminal.windows import open_console\n"
        "terminal.console = open_console\n"
    )
    here = desk(child=CHILD.replace("orders, answers", other + "orders, answers", 1))
    here.do("m.print('By blessed')")
    here.agrees()
    here.start("m.get_s() + m.get_s()")
    here.type("£x")
    assert here.answer() == "£x"
    begun(here, "m.get()")
    here.type("\x03")
    assert here.ended()[0] == 130
    assert here.restored
