"""A pseudo-terminal with a terminal emulator behind it (pyte), so that a test can read the screen.

`PseudoTerminal` runs any command; `TerminalMachine` runs a machine in a `Terminal` that executes the test's commands.
"""

import contextlib
import json
import os
import select
import struct
import subprocess
import sys
import threading

import pyte

from retro.frontends.terminal.capabilities import SEXTANT_VARIABLES
from tests.support.commanded import EXECUTE
from tests.support.waiting import PATIENCE, until

try:
    import fcntl
    import termios
except ImportError:  # Windows
    fcntl = termios = None

NEEDED = "a pseudo-terminal needs POSIX"
PLAIN = {"PYTHON_COLORS": "0", "TERM": "xterm-256color", "PYTHONUNBUFFERED": "1"}
ABSENT = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TMUX", "TERM_PROGRAM", "LINES", "COLUMNS", *SEXTANT_VARIABLES)

# Makes the terminal the controlling terminal, so that Ctrl-C, a resize and hanging up reach the process.
OWN = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"

# A program that executes commands from a pipe: each line is a JSON string with a Python expression or statements, in
# which `m` is the machine. It answers with a line of JSON: the value, or the name of the exception. A command that
# begins with "run " is the rest of the program, which may answer by `tell`. At the end the text of the screen is sent.
CHILD = (
    OWN
    + EXECUTE
    + """
import json, os, sys
from retro.machine.runner import ProgramFailed
from retro.frontends.terminal.front_end import Terminal
from retro.session.session import Session
from retro.session.settings import SettingsStore

commands, answers = open(int(sys.argv[2])), open(int(sys.argv[3]), "w")

def tell(value):
    print(json.dumps(value), file=answers, flush=True)

def main(m):
    for line in commands:
        command = json.loads(line)
        if command.startswith("run "):
            return exec(command[4:], {"m": m, "front": front, "tell": tell})
        tell(execute(m, command))

options = json.loads(sys.argv[1])
front = Session(Terminal(**options), store=SettingsStore(muted=options.get("mute") or None))
status = 0
try:
    front.run(main, 1)
except ProgramFailed:
    status = 1
except KeyboardInterrupt:
    status = 130
tell(front.machine.screen.text)
sys.exit(status)
"""
)

FRAME_BEGINS, FRAME_ENDS = b"\x1b[?2026h", b"\x1b[?2026l"


class PseudoTerminal:
    """A command in a pseudo-terminal.

    Args:
        command: the command line.
        columns, rows: the size of the terminal.
        environment: changes; None removes a variable.
        files: file descriptors to pass on.
        answers: what the terminal replies, by the query.
        pixels: the size of the terminal in pixels, if it reports one.

    Attributes:
        written: the output so far.
        screen: the screen that pyte makes of it, whole frames only.
    """

    def __init__(self, command, columns=80, rows=25, *, environment=None, files=(), answers=None, pixels=(0, 0)):
        self.master, slave = os.openpty()
        self.written, self._shown = b"", 0
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._lock, self._lines = threading.Lock(), None
        self._answers = dict(answers or {})
        self._size(columns, rows, pixels)
        self.modes = termios.tcgetattr(slave)
        changes = PLAIN | (environment or {})
        kept = {name: value for name, value in os.environ.items() if name not in ABSENT} | changes
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            pass_fds=files,
            start_new_session=True,
            env={name: value for name, value in kept.items() if value is not None},
        )
        self.slave = slave
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _size(self, columns, rows, pixels=(0, 0)):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, *pixels))

    def _read(self):
        with contextlib.suppress(OSError, ValueError):
            while True:
                if not select.select([self.master], [], [], 0.2)[0]:
                    continue
                with self._lock:
                    data = os.read(self.master, 65536)
                    self.written += data
                    self._show()
                    self._reply()

    def _show(self):
        """Show what has been written, but no part of a frame."""
        begun = self.written.rfind(FRAME_BEGINS)
        end = begun if begun > self.written.rfind(FRAME_ENDS) else len(self.written)
        if end > self._shown:
            self._stream.feed(self.written[self._shown : end])
            self._shown, self._lines = end, None

    def _reply(self):
        for question in [question for question in self._answers if question in self.written]:
            os.write(self.master, self._answers.pop(question))

    # actions of the user

    def type(self, text):
        os.write(self.master, text.encode() if isinstance(text, str) else text)

    def resize(self, columns, rows):
        with self._lock:
            self.screen.resize(rows, columns)
        self.clear()
        self._size(columns, rows)

    def clear(self):
        with self._lock:
            self.screen.reset()
            self._lines = None

    def hang_up(self):
        """Close the terminal, as when its window is closed."""
        close_once(self, "slave")
        close_once(self, "master")

    def send(self, number):
        os.kill(self.process.pid, number)

    # the screen

    @property
    def lines(self):
        """The rows of the screen, which pyte puts together only after output."""
        with self._lock:
            if self._lines is None:
                self._lines = self.screen.display
            return self._lines

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.lines)

    def cell(self, column, row):
        """Return a cell of the screen: data, fg, bg, reverse, underscore …"""
        with self._lock:
            return self.screen.buffer[row][column]

    def cells(self):
        """Return rows of cells as (data, fg, bg)."""
        with self._lock:
            buffer = self.screen.buffer
            rows, columns = range(self.screen.lines), range(self.screen.columns)
            return [[(c.data, c.fg, c.bg) for c in (buffer[row][column] for column in columns)] for row in rows]

    # the end

    def ended(self):
        """Wait until the process has ended and all its output has been read; return its status."""
        status = self.process.wait(PATIENCE)
        until(self._drained)
        return status

    def _drained(self):
        with self._lock:
            return self.master < 0 or not select.select([self.master], [], [], 0)[0]

    @property
    def restored(self):
        """Whether the terminal has been restored: the main screen, the cursor, the modes."""
        last = {code: self.written.rfind(code) for code in (b"?1049h", b"?1049l", b"?25l", b"?25h", b"?7l", b"?7h")}
        return (
            last[b"?1049l"] > last[b"?1049h"]
            and last[b"?25h"] > last[b"?25l"]
            and last[b"?7h"] > last[b"?7l"]
            and termios.tcgetattr(self.slave) == self.modes
        )

    @property
    def afterwards(self):
        """The output after the terminal was restored."""
        return self.written.rpartition(b"?1049l")[2].decode(errors="replace").replace("\x1b[23;2t", "")

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        close_once(self, "slave")
        self._reader.join(1)  # without a slave there is nothing more to read
        close_once(self, "master")


def close_once(owner, name):
    """Close the file descriptor in an attribute, once."""
    if getattr(owner, name) >= 0:
        os.close(getattr(owner, name))
        setattr(owner, name, -1)


class TerminalMachine(PseudoTerminal):
    """A process with a machine in a pseudo-terminal, whose program executes commands."""

    def __init__(self, columns=80, rows=25, *, child=CHILD, environment=None, answers=None, pixels=(0, 0), **options):
        reader, self._commands = os.pipe()
        self._replies, writer = os.pipe()
        options = {"render": "chars", "linger": False} | options
        super().__init__(
            [sys.executable, "-c", child, json.dumps(options), str(reader), str(writer)],
            columns,
            rows,
            environment=environment,
            files=(reader, writer),
            answers=answers,
            pixels=pixels,
        )
        os.close(reader)
        os.close(writer)
        self._rest = b""
        try:
            assert self.do("'ready'") == "ready"
        except BaseException:
            self.close()
            raise

    def start(self, command):
        os.write(self._commands, json.dumps(command).encode() + b"\n")

    def answer(self):
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self._replies], [], [], PATIENCE)
            assert ready, "no answer"
            data = os.read(self._replies, 65536)
            assert data, f"it has ended: {self.text}"
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return json.loads(line)

    def do(self, command):
        """Execute a command; return its value."""
        self.start(command)
        return self.answer()

    def close(self):
        super().close()
        close_once(self, "_commands")
        close_once(self, "_replies")

    @property
    def letters(self):
        """The text of a MODE of 40 columns: every second column."""
        return "\n".join(line[::2].rstrip() for line in self.lines)

    def shows(self, text):
        """Wait until the screen shows a text."""
        return until(lambda: text in self.letters or text in self.text)

    def agrees(self):
        """Wait until the screen shows the machine's text; return it."""
        expected = self.do("m.screen.text")
        until(lambda: self.letters == expected)
        return expected


def open_machines():
    """Fixture: a function that opens a machine with options of `Terminal`; all are closed after the test."""
    opened = []

    def open_machine(*size, **options):
        opened.append(TerminalMachine(*size, **options))
        return opened[-1]

    yield open_machine
    for one in opened:
        one.close()


def share_machine():
    """Fixture: one machine for tests that do not end it."""
    machine = TerminalMachine()
    yield machine
    machine.close()
