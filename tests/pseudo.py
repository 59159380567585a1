"""A pseudo-terminal with a terminal emulator behind it (pyte): what a program writes is a screen that can be read.

`Pseudo` runs any command in one; `Desk` a machine in a `Terminal` that does as it is told.
"""

import contextlib
import json
import os
import select
import struct
import subprocess
import sys
import threading
import time

import pyte

try:
    import fcntl
    import termios
except ImportError:  # Windows
    fcntl = termios = None

NEEDED = "a pseudo-terminal needs POSIX"
PATIENCE = 10.0  # seconds for anything to happen
PLAIN = {"PYTHON_COLORS": "0", "TERM": "xterm-256color", "PYTHONUNBUFFERED": "1"}
ABSENT = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TMUX", "TERM_PROGRAM", "LINES", "COLUMNS")

# The terminal becomes the process's own, so that Ctrl-C, a new size and hanging up reach it as they do in life.
OWN = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"

# A program that obeys lines that come through a pipe, each a JSON string: a Python expression or statements, in which
# `m` is the machine. It answers with a line of JSON: what it is worth, or the name of its exception. What begins with
# "run " is the rest of the program, which may `tell` something too. At the end it says what the screen was.
CHILD = (
    OWN
    + """
import json, os, sys
from retro.conduct import ProgramFailed
from retro.frontends.terminal import CannotOpen, Terminal

orders, answers = open(int(sys.argv[2])), open(int(sys.argv[3]), "w")

def obey(m, told):
    names = {"m": m, "front": front}
    try:
        try:
            code = compile(told, "told", "eval")
        except SyntaxError:
            return exec(told, names)
        return eval(code, names)
    except Exception as error:
        return type(error).__name__

def tell(what):
    print(json.dumps(what), file=answers, flush=True)

def main(m):
    for line in orders:
        told = json.loads(line)
        if told.startswith("run "):
            return exec(told[4:], {"m": m, "front": front, "tell": tell})
        tell(obey(m, told))

front = Terminal(**json.loads(sys.argv[1]))
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


class Pseudo:
    """A command in a pseudo-terminal.

    written: all that it wrote, as bytes. screen: what pyte makes of it. answers: what the terminal says when it is
    asked, by the question.
    """

    def __init__(self, command, columns=80, rows=25, *, environment=None, files=(), answers=None, pixels=(0, 0)):
        self.master, slave = os.openpty()
        self.written = b""
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._lock = threading.Lock()
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
                data = os.read(self.master, 65536)
                with self._lock:
                    self.written += data
                    self._stream.feed(data)
                    self._reply()

    def _reply(self):
        for question in [question for question in self._answers if question in self.written]:
            os.write(self.master, self._answers.pop(question))

    # what the user does

    def type(self, text):
        os.write(self.master, text.encode() if isinstance(text, str) else text)

    def resize(self, columns, rows):
        with self._lock:
            self.screen.resize(rows, columns)
            self.screen.reset()
            self._size(columns, rows)

    def hang_up(self):
        """Close the terminal, as when its window is closed."""
        shut(self, "slave")
        shut(self, "master")

    def send(self, number):
        os.kill(self.process.pid, number)

    # what there is to see

    @property
    def lines(self):
        with self._lock:
            return list(self.screen.display)

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.lines)

    def cell(self, column, row):
        """A character of the screen: data, fg, bg, reverse, underscore …"""
        with self._lock:
            return self.screen.buffer[row][column]

    def cells(self):
        """All of them, as (data, fg, bg)."""
        with self._lock:
            buffer = self.screen.buffer
            rows, columns = range(self.screen.lines), range(self.screen.columns)
            return [[(c.data, c.fg, c.bg) for c in (buffer[row][column] for column in columns)] for row in rows]

    # how it ends

    def ended(self, patience=PATIENCE):
        """Wait for the end of the process: its status, and the seconds it took."""
        start = time.monotonic()
        status = self.process.wait(patience)
        seconds = time.monotonic() - start
        time.sleep(0.02)  # until all that was written has been read
        return status, seconds

    @property
    def restored(self):
        """Has the terminal been given back: the first screen, the cursor, the modes?"""
        last = {code: self.written.rfind(code) for code in (b"?1049h", b"?1049l", b"?25l", b"?25h", b"?7l", b"?7h")}
        return (
            last[b"?1049l"] > last[b"?1049h"]
            and last[b"?25h"] > last[b"?25l"]
            and last[b"?7h"] > last[b"?7l"]
            and termios.tcgetattr(self.slave) == self.modes
        )

    @property
    def afterwards(self):
        """What was written after the terminal was given back."""
        return self.written.rpartition(b"?1049l")[2].decode(errors="replace").replace("\x1b[23;2t", "")

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        shut(self, "slave")
        self._reader.join(1)  # without a slave there is nothing more to read
        shut(self, "master")


def shut(owner, name):
    """Close a file that is kept under this name, once."""
    if getattr(owner, name) >= 0:
        os.close(getattr(owner, name))
        setattr(owner, name, -1)


class Desk(Pseudo):
    """A process with a machine in a pseudo-terminal. Its program obeys `do`."""

    def __init__(self, columns=80, rows=25, *, child=CHILD, environment=None, answers=None, pixels=(0, 0), **options):
        reader, self._orders = os.pipe()
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
        os.write(self._orders, json.dumps(command).encode() + b"\n")

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
        """Have the machine do something; gives what it is worth."""
        self.start(command)
        return self.answer()

    def close(self):
        super().close()
        shut(self, "_orders")
        shut(self, "_replies")

    @property
    def letters(self):
        """The text of a MODE of 40 columns: what stands in every second column."""
        return "\n".join(line[::2].rstrip() for line in self.lines)

    def shows(self, text):
        """Does this text come to stand on the screen?"""
        return until(lambda: text in self.letters or text in self.text)

    def agrees(self):
        """Does the screen come to show the text that the machine has?"""
        expected = self.do("m.screen.text")
        until(lambda: self.letters == expected)
        return expected


def until(condition, patience=PATIENCE):
    """Ask until the answer is true, and give it; AssertionError when that takes too long."""
    end = time.monotonic() + patience
    while not (value := condition()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)
    return value


def open_desks():
    """For a fixture: a function that opens a desk with options of `Terminal`; all are cleared away after the test."""
    opened = []

    def open_desk(*size, **options):
        opened.append(Desk(*size, **options))
        return opened[-1]

    yield open_desk
    for one in opened:
        one.close()


def share_desk():
    """One desk for tests that do not end it."""
    made = Desk()
    yield made
    made.close()
