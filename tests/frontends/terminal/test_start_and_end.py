"""Start, resize, stop and end of a program in a terminal, which is restored."""

import contextlib
import os
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest

from retro.frontends.terminal.windows import BlessedConsole
from retro.machine.runner import FAREWELL
from tests.support.commanded import LISTENING, SIGNAL_IN_A_LOCK
from tests.support.pseudo_terminal import CHILD, NEEDED, OWN, PATIENCE, PseudoTerminal, fcntl, open_machines, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(fcntl is None, reason=NEEDED)]

open_machine = pytest.fixture(open_machines)

ENDLESS = LISTENING | {
    "computes for ever": "while True: pass",
    "sleeps": "import time; time.sleep(1000)",
    "lingers": "m.print('The end')",
}
LENGTH = 1 << 20  # characters of a long paste
COUNTING = """handled, handle = [], m.keyboard.handle
m.keyboard.handle = lambda events, now: [handled.extend(events), handle(events, now)]
try:
 while True: m.get()
finally: tell(len(handled))"""
BEGUN = "tell('begun')"
SWALLOWING = f"""try:
 {BEGUN}
 m.get()
except BaseException: pass
while True:
 try: m.get()
 except BaseException: pass"""


def start(here, program):
    """Start a program and wait until it has begun, where it tells so or else before its first statement."""
    first = "" if BEGUN in program else f"{BEGUN}\n"
    here.start(f"run m.print('begun')\nm.inkey(6)\n{first}{program}")
    assert here.answer() == "begun"


# ends


IGNORES_SIGHUP = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\nwhile True: m.print(m.inkey(1))"
# What ends a program, and the status of the process then: a key, a signal, or nothing as the terminal is closed.
ENDS = {
    **{f"Ctrl-C: {name}": (program, "\x03", 130) for name, program in ENDLESS.items()},
    **{
        f"{number.name}: {program}": (program, number, -number)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
        for program in ("m.get()", "while True: pass", "while True: m.print('x')")
    },
    **{f"{number.name}: swallowed": (SWALLOWING, number, 128 + number) for number in (signal.SIGINT, signal.SIGTERM)},
    "closed": ("m.get()", None, -signal.SIGHUP),
    "closed without a signal": (IGNORES_SIGHUP, None, 0),
}


@pytest.mark.parametrize("name", ENDS)
def test_it_ends_and_restores_the_terminal(open_machine, name):
    program, by, status = ENDS[name]
    here = open_machine(linger=True)
    start(here, program)
    if by is None:
        here.hang_up()
    elif by == "\x03":
        here.type(by)
    else:
        here.send(by)
    assert here.ended() == status
    assert by is None or here.restored
    assert by != "\x03" or here.afterwards == ""


def test_ctrl_c_ends_a_program_that_is_behind_with_a_long_paste(open_machine):
    here = open_machine()
    start(here, COUNTING)
    with open(os.dup(here.master), "wb") as keyboard:
        keyboard.write(LENGTH * b"x" + b"\x03")
    assert here.answer() < LENGTH / 2
    assert here.ended() == 130
    assert here.restored


@pytest.mark.parametrize("name", ["SIGINT", "SIGWINCH"])
def test_a_signal_at_any_moment_leaves_no_lock_locked(open_machine, name):
    here = open_machine()
    interrupted = SIGNAL_IN_A_LOCK.format(name=name)
    here.start(f"run {interrupted}\nfor _ in range(3):\n m.print('x')\n m.inkey(6)\nsignal.raise_signal(signal.SIGINT)")
    assert here.ended() == 130
    assert here.restored


@pytest.mark.parametrize("linger", [False, True])
def test_a_program_that_ends(open_machine, linger):
    here = open_machine(linger=linger)
    here.start("run m.print('The end')")
    if linger:
        here.shows(FAREWELL)
        here.type("x")
    assert here.ended() == 0
    assert here.restored
    assert here.answer().splitlines()[0] == "The end"


def test_an_error_is_shown_and_its_traceback_printed_after_restoring(open_machine):
    here = open_machine(linger=True)
    here.start("run m.print('before')\nm.print(1 / 0)")
    here.shows("Division by zero")
    here.shows(FAREWELL)
    assert "Traceback" not in here.text
    here.type(" ")
    assert here.ended() == 1
    assert here.restored
    assert here.afterwards.startswith("Traceback")
    assert here.afterwards.rstrip().endswith("ZeroDivisionError: division by zero")
    assert here.afterwards.count("Traceback") == 1


def test_standard_output_of_a_program_is_printed_after_restoring(open_machine):
    here = open_machine()
    here.start("run print('aside'); raise SystemExit('gone wrong')")
    assert here.ended() == 1
    assert here.afterwards.splitlines() == ["aside", "gone wrong"]


def test_an_error_while_drawing_ends_it_with_its_traceback(open_machine):
    here = open_machine()
    here.start(
        "run def broken(*_): raise RuntimeError('no ink')\nfront.view._painter._renderers[0].draw = broken\nm.get()"
    )
    assert here.ended() == 1
    assert here.restored
    assert "RuntimeError: no ink" in here.afterwards


# resizing and stopping


def test_a_resize_is_noticed(open_machine):
    here = open_machine()
    here.do("m.print('text')")
    here.agrees()
    here.resize(100, 31)
    until(lambda: here.lines[3][10:80:2].startswith("text"))
    here.resize(60, 25)
    until(lambda: here.lines[0][10:50].startswith("text"))
    here.resize(80, 25)
    here.agrees()


def test_24_rows_show_all_text(open_machine):
    here = open_machine(80, 24)
    here.do("[m.print('row', n) for n in range(20)]")
    here.do("m.print(chr(31) + chr(0) + chr(24), 'last', end='')")
    until(lambda: "last" in here.letters)
    assert [word for word in here.letters.split() if word != "last"] == [f"row{n}" for n in range(20)]


TOO_SMALL = "the machine's screen needs 80 × 25, at the least 40 × 19. Make it larger to go on."


def words(here):
    return " ".join(here.text.split())


@pytest.mark.parametrize(("columns", "rows"), [(30, 6), (12, 14), (39, 4), (38, 12)])
def test_a_terminal_that_is_too_small_shows_a_message_until_it_grows(open_machine, columns, rows):
    here = open_machine(columns, rows)
    here.do("m.print('hidden')")
    until(lambda: words(here) == f"This terminal has {columns} × {rows} characters; {TOO_SMALL}")
    here.type("x")
    assert here.do("m.inkey(5)") == -1
    here.resize(1, 1)
    here.resize(80, 25)
    here.shows("hidden")
    here.type("y")
    assert here.do("m.get_s()") == "y"


def test_escape_works_in_the_smallest_terminal(open_machine):
    here = open_machine(10, 3)
    here.start("run m.get()")
    until(lambda: "This" in here.text)
    here.type("\x1b")
    assert here.ended() == 0


# A minimal shell with job control: it reports when its job has stopped, and continues the job after a line of input.
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
    from retro.frontends.terminal.front_end import Terminal
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
def test_a_stopped_process_restores_the_terminal_meanwhile(number):
    here = PseudoTerminal([sys.executable, "-c", SHELL])
    try:
        until(lambda: "b e g u n" in here.text)
        os.killpg(os.tcgetpgrp(here.master), number)
        until(lambda: "stopped" in here.text)
        assert here.restored is (number == signal.SIGTSTP)
        here.clear()
        here.type("\n")
        until(lambda: "b e g u n" in here.text)
        assert not here.restored
        here.type("x")
        assert here.ended() == 7
        assert here.restored
    finally:
        here.close()


def test_a_process_without_a_shell_is_not_stopped(open_machine):
    """No shell could continue it, so the system does not stop it."""
    here = open_machine()
    start(here, "m.get()")
    here.send(signal.SIGTSTP)
    until(lambda: here.written.count(b"?1049h") == 2)
    here.type("x")
    assert here.ended() == 0
    assert here.restored


def test_ctrl_c_ends_it_in_a_terminal_that_accepts_no_output(open_machine):
    here = open_machine()
    start(here, "m.get()")
    here._lock.acquire()  # nothing is read any more
    try:
        here.start("x")
        here.send(signal.SIGINT)
        assert here.process.wait(PATIENCE) == 130
    finally:
        here._lock.release()


# streams that are no terminals

OPEN = """
from retro.frontends import CannotOpen
from retro.frontends.terminal.front_end import Terminal
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
    assert sentence.endswith("--front plain, as text, and --front headless, for scripts")
    assert "\x1b" not in sentence


@pytest.mark.parametrize(("kind", "reason"), [("dumb", "TERM is dumb"), (None, "TERM is not set")])
def test_a_terminal_that_cannot_move_its_cursor_gets_a_sentence(kind, reason):
    here = PseudoTerminal([sys.executable, "-c", OPEN], environment={"TERM": kind})
    assert here.ended() == 0
    assert reason in here.text.replace("\n", "")
    assert b"\x1b" not in here.written
    here.close()


def test_input_that_is_no_terminal_gets_a_sentence():
    here = PseudoTerminal([sys.executable, "-c", "import os; os.dup2(os.open(os.devnull, 0), 0)\n" + OPEN])
    assert here.ended() == 0
    assert "standard input is not one" in here.text.replace("\n", "")
    here.close()


# without a window

RETRO = [sys.executable, "-m", "retro"]
NO_DISPLAY = {"DISPLAY": None, "WAYLAND_DISPLAY": None}


ANSWERS_NOT = NO_DISPLAY | {"DISPLAY": ":99", "SSH_CONNECTION": None}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a window")
@pytest.mark.parametrize(
    ("environment", "count"), [(ANSWERS_NOT, 1), (NO_DISPLAY, 0), (ANSWERS_NOT | {"SSH_CONNECTION": "1.2.3.4"}, 0)]
)
def test_the_reason_for_no_window_stays_readable_below_the_command(environment, count, tmp_path):
    """It is written once, to the terminal's own screen, before the machine's screen takes its place.

    Over ssh and without a display nobody expects a window, and nothing is written.
    """
    environment = environment | {"RETRO_DATA": str(tmp_path)}
    here = PseudoTerminal([*RETRO, "play", "dominoes", "--seed", "3"], environment=environment)
    try:
        until(lambda: b"?2026l" in here.written)
        here.send(signal.SIGINT)
        assert here.ended() == 130
        before, entered, _ = here.written.partition(b"\x1b[?1049h")
        assert entered
        reason = b"; using the terminal instead"  # for want of a server, or of libX11
        assert before.startswith(b"retro: " * count)
        assert before.count(reason) == here.written.count(reason) == count
        assert here.restored
    finally:
        here.close()


@pytest.mark.parametrize(
    "changes",
    [
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "C"},
        {"LC_ALL": None, "LC_CTYPE": None, "LANG": "C"},
        {"TERM": "vt100"},
    ],
    ids=["Python's ASCII", "LC_ALL", "LANG", "vt100"],
)
def test_a_terminal_without_block_characters_gets_ascii(tmp_path, changes):
    command = [*RETRO, "play", "dominoes", "--seed", "3", "--front", "terminal"]
    here = PseudoTerminal(command, environment=changes | {"RETRO_DATA": str(tmp_path)})
    try:
        until(lambda: "DOMINOES" in here.text)
        here.send(signal.SIGINT)
        assert here.ended() == 130
        assert here.restored
        assert here.written.isascii()
        assert "Traceback" not in here.afterwards
    finally:
        here.close()


# the console of Windows


def test_the_console_by_blessed_reads_and_draws_as_well(open_machine):
    pytest.importorskip("blessed")
    other = (
        "import retro.frontends.terminal.front_end as terminal\n"
        "from retro.frontends.terminal.windows import open_console\n"
        "terminal.controlling_console = open_console\n"
    )
    here = open_machine(child=CHILD.replace("commands, answers", other + "commands, answers", 1))
    here.do("m.print('By blessed')")
    here.agrees()
    here.start("m.get_s() + m.get_s()")
    here.type("£x")
    assert here.answer() == "£x"
    start(here, "m.get()")
    here.type("\x03")
    assert here.ended() == 130
    assert here.restored


def test_the_console_by_blessed_restores_its_modes():
    modes = []

    @contextlib.contextmanager
    def cbreak():
        modes.append("raw")
        yield
        modes.append("restored")

    console = BlessedConsole(SimpleNamespace(cbreak=cbreak))
    console.set_raw_mode()
    console.set_raw_mode()
    console.restore()
    assert modes == ["raw", "restored"] * 2
