"""The front end of plain text, on standard input and output: for pipes, dumb terminals and screen readers.

Output: whatever the program sends to the printer (VDU 2), as it comes. For a program that does not print, the screen
in words (`Machine.describe`, else its new lines), when it has changed and the program waits for a key, or for a second.

Input: INPUT takes a line of standard input, as if typed with RETURN; nothing is echoed, a terminal does that itself.
For GET and INKEY each character of a line is a key, <LEFT> and the like are keys by name, and an empty line is RETURN.
A program that asks for nothing for a second is given a line <ESCAPE>. The end of input switches the machine off.
"""

import codecs
import errno
import math
import queue
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import RawIOBase
from typing import Any

from retro.display.characters import letter_of
from retro.display.font import default_font
from retro.display.screen import Screen
from retro.display.vdu import VDU
from retro.input.events import Down, Event, Key, Text, UnknownKey, Up, Wanted, parse_keys
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.runner import run_to_end
from retro.machine.view import Program, View

CHUNK = 65536  # bytes
SETTLE_TIME = 1.0  # seconds without a change, after which INKEY and TIME write the screen too
POLL_INTERVAL = 0.1  # seconds; on Windows Ctrl-C does not end a longer wait
NEXT_PRINTED, PRINTER_ON, CR, DEL = 1, 2, 13, 127
POLLED_STATEMENTS = 2000  # of a program that does not wait, between two looks for ESCAPE
RETURN: list[Event] = [Key("RETURN")]
ESCAPE: list[Event] = [Key("ESCAPE")]
SHIFT: list[Event] = [Down("SHIFT"), Up("SHIFT")]
NO_READER = (errno.EPIPE, errno.EINVAL)  # EINVAL on Windows


class OutputError(Exception):
    """Standard output cannot be written; str() is one sentence."""


class Plain(View):
    """A view that shows the program as lines of text and reads lines of input. For one run.

    Args:
        source: unbuffered input; None for standard input.
        sink: unbuffered output; None for standard output.
    """

    def __init__(self, source: RawIOBase | None = None, sink: RawIOBase | None = None) -> None:
        self._lines = LineReader(source or raw(standard_stream("stdin")), standard_stream("stdin").encoding)
        self._sink, self._encoding = sink or raw(standard_stream("stdout")), standard_stream("stdout").encoding
        self._keys: deque[list[Event]] = deque()
        self._pending = ""
        self._next_line: str | None = None  # read, but not typed yet
        self._typed_line = ""  # the last one that INPUT was given
        self._asked_at = 0.0
        self._last_text, self._seen_version, self._shown_version, self._seen_at = "", -1, -1, 0.0
        self._seen_words = ""
        self._error: OSError | None = None
        self.started = time.perf_counter()

    def run(self, program: Program, seed: int) -> Machine:
        """Run the program to its end, or to the end of input. Raise ProgramFailed or OutputError."""
        m = self.machine = Machine(self, default_font(), seed)
        m.poll_interval = POLLED_STATEMENTS
        m.use_driver(lambda screen, bell, spend: PrinterVDU(screen, bell, self._print))
        try:
            run_to_end(m, program, linger=False)
            self._show(m)
        except PowerOff:
            self._show(m)
        finally:
            self._flush()
        if self._error is not None and self._error.errno not in NO_READER:
            raise OutputError(f"Standard output cannot be written: {self._error.strerror}")
        return m

    # the seam

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Let time pass, or return the next key of the input line; read another line when all its keys are used."""
        m, timeout = self.machine, None if timeout == math.inf else timeout
        self._flush()
        if self._error is not None:
            raise PowerOff
        if wanted is None and timeout is not None:
            time.sleep(timeout)
            if self._settled(m):
                self._show(m)
            return self._escape()
        if wanted is None and m.screen.pager.waiting:
            return SHIFT
        self._asked_at = self.now()
        if self._keys:
            return self._keys.popleft()
        if timeout is None or self._settled(m):
            self._show(m)
            self._flush()
        line, self._next_line = self._next_line, None
        try:
            line = line if line is not None else self._lines.next(timeout)
        except EOFError:
            raise PowerOff from None
        if line is None:
            return []
        whole = wanted is not None and wanted.line
        self._typed_line = line if whole else ""
        self._keys.extend(line_to_keys(line, whole))
        return self._keys.popleft()

    def say(self, sentence: str) -> None:
        """Write a sentence of the plain front end itself, not of the program."""
        print(f"({sentence})", file=sys.stderr)  # noqa: T201

    def _escape(self) -> list[Event]:
        """Return Escape's events if the next line is <ESCAPE> and the program has not asked for input for some time."""
        if self.now() < self._asked_at + SETTLE_TIME:
            return []
        if self._next_line is None:
            with suppress(EOFError):
                self._next_line = self._lines.next(0)
        if self._next_line is None or line_to_keys(self._next_line, whole=False) != [ESCAPE]:
            return []
        self._next_line = None
        return ESCAPE

    # output

    def _settled(self, m: Machine) -> bool:
        """Return whether the screen has said the same for some time."""
        if m.screen.version != self._seen_version:
            self._seen_version, before, self._seen_words = m.screen.version, self._seen_words, m.in_words
            self._seen_at = self.now() if self._seen_words != before else self._seen_at
        return self.now() - self._seen_at >= SETTLE_TIME

    def _show(self, m: Machine) -> None:
        """Write the screen in words, or its new lines, if it has changed and the program does not print."""
        if m.screen.version == self._shown_version or (
            isinstance(m.vdu_driver, PrinterVDU) and m.vdu_driver.printer_used
        ):
            return
        self._shown_version, text = m.screen.version, m.in_words
        if text not in ("", self._last_text):
            lines = text.split("\n")
            if text == m.screen.letters:
                lines = new_lines(self._last_text.split("\n"), lines, self._typed_line)
            self._last_text = text
            self._pending += "".join(f"{line}\n" for line in lines)

    def _print(self, codes: bytes) -> None:
        """Write printed codes as text, with the stand-ins of user-defined characters."""
        for code in codes:
            if code >= 32 and code != DEL:
                self._pending += letter_of(code, self.machine.screen.stand_ins) or " "
            elif code == CR:
                self._pending += "\n"

    def _flush(self) -> None:
        """Write all pending text to standard output, unless an earlier write has failed."""
        data, self._pending = self._pending.encode(self._encoding, "replace"), ""
        try:
            while data and self._error is None:
                data = data[self._sink.write(data) or 0 :]
        except OSError as error:
            self._error = error


def new_lines(before: list[str], lines: list[str], typed: str) -> list[str]:
    """Return the lines of a screen that are new since the last one, also if it has scrolled; else all lines.

    typed: the last line given to INPUT, which is left out.
    """
    for scrolled in range(len(before) if any(before) else 0):
        *whole, last = before[scrolled:]
        count = len(whole)
        if lines[:count] == whole and len(lines) > count and lines[count].startswith(last):
            added = lines[count].removeprefix(last).strip()
            if added or len(lines) > count + 1:
                return lines[count + (added in ("", typed.strip())) :]
    return lines


class PrinterVDU(VDU):
    """A VDU driver with a printer.

    As on the original, the printer gets characters and, at the end of a line, a carriage return; the line feed is
    omitted, as after *FX 6,10.

    on_print: called with the codes that are printed. printer_used: whether the printer was switched on since
    the machine was.
    """

    has_shortcuts = False

    def __init__(self, screen: Screen, bell: Callable[[], None], on_print: Callable[[bytes], None]) -> None:
        super().__init__(screen, bell)
        self._on_print = on_print
        self.printer_used = False

    def restart(self) -> None:
        """Return the VDU driver and its printer to their state at power-on."""
        super().restart()
        self.printer_used = False

    def _put(self, codes: bytes) -> None:
        super()._put(codes)
        if self.printer:
            self._on_print(codes)

    def _execute(self, code: int, parameters: bytes) -> None:
        super()._execute(code, parameters)
        self.printer_used = self.printer_used or code == PRINTER_ON
        if self.printer and code == CR:
            self._on_print(b"\r")
        elif self.printer and code == NEXT_PRINTED:
            self._on_print(parameters)


# input


class LineReader:
    """Reads lines of a stream in a thread, with little read-ahead, so that reading can time out."""

    def __init__(self, source: RawIOBase, encoding: str) -> None:
        self._source = source
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._chunks: queue.Queue[bytes] = queue.Queue(1)
        self._thread = threading.Thread(target=self._read_chunks, daemon=True)
        self._text = ""
        self._at_end = False

    def next(self, timeout: float | None) -> str | None:
        """Return the stream's next line without its end; None after the timeout. Raise EOFError after the last line."""
        end = None if timeout is None else time.monotonic() + timeout
        while "\n" not in self._text and not self._at_end:
            data = self._chunk(None if end is None else max(0.0, end - time.monotonic()))
            if data is None:
                return None
            self._at_end = not data
            self._text += self._decoder.decode(data, final=self._at_end)
        if not self._text:
            raise EOFError
        line, _, self._text = self._text.partition("\n")
        return line.removesuffix("\r")

    def _chunk(self, timeout: float | None) -> bytes | None:
        """Return some bytes of the stream, empty at its end; None after the timeout."""
        if self._thread.ident is None:
            self._thread.start()
        limit = POLL_INTERVAL if timeout is None and sys.platform == "win32" else timeout
        while True:
            try:
                return self._chunks.get(timeout=limit)
            except queue.Empty:
                if timeout is not None:
                    return None

    def _read_chunks(self) -> None:
        data: bytes | None = b"?"
        while data:
            try:
                data = self._source.read(CHUNK)
            except OSError:  # the terminal has gone
                data = None
            self._chunks.put(data or b"")


def line_to_keys(line: str, whole: bool) -> list[list[Event]]:
    """Return the events of each key of a line. whole: take the line literally and add RETURN, for INPUT."""
    # The machine lacks control codes, which become spaces, and most letters, which become question marks.
    text = "".join(
        " " if letter < " " else letter if ord(letter) < 256 and letter not in "`\x7f" else "?" for letter in line
    )
    if whole or not text:
        typed: list[list[Event]] = [[Text(letter)] for letter in text]
        return [*typed, RETURN]
    try:
        return parse_keys(text)
    except UnknownKey:
        return [[Text(letter)] for letter in text]


# standard input and output


def standard_stream(name: str) -> Any:
    """Return a standard stream: Python's own, or the one that `retro.cli` has opened instead of a closed one."""
    return getattr(sys, f"__{name}__") or getattr(sys, name)


def raw(stream: Any) -> Any:
    """Return a stream's unbuffered stream: a buffer could be locked or not empty when the process ends."""
    return getattr(stream.buffer, "raw", stream.buffer)
