"""Many games of a program without a screen, in processes of their own, against an opponent who presses the keys."""

import faulthandler
import os
import re
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from typing import TextIO

from retro.basic.errors import error_message
from retro.display.vdu import VDU
from retro.frontends.headless import Headless, Runaway
from retro.input.events import Event, Text, Wanted
from retro.library.errors import LaunchError
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine

MOST_QUESTIONS = 10_000  # in one game; a game with more has no end
PATIENCE = 5.0  # seconds of processor time that a program may take without a wait; usual are milliseconds
ARMED_FOR = 1.0  # seconds after which the watchdog is set anew
ENDLESS = "the program runs on and on without asking for a key"
Opponent = Callable[[object], tuple[str, int | None]]
Play = Callable[[str, int, int, TextIO], Counter[int]]


class NullVDU(VDU):
    """A VDU driver that drops all bytes."""

    has_shortcuts = False

    def write(self, data: bytes) -> None:
        """Do nothing."""


class ContestFrontEnd(Headless):
    """A front end whose keys an opponent presses.

    Attributes:
        results: How many games ended how.
    """

    def __init__(
        self, opponent: Opponent, variables: Callable[[], object], games: int, trace: TextIO | None = None
    ) -> None:
        """Prepare for a number of games. trace: where a watchdog writes what runs before it ends the process."""
        super().__init__()
        self._opponent, self._variables, self._games, self._trace = opponent, variables, games, trace
        self._questions, self._next_arming = 0, 0.0
        self.results: Counter[int] = Counter()

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the opponent's key if the program asks for one, or let the time pass. Raises PowerOff, Runaway."""
        if self._trace and time.monotonic() > self._next_arming:
            self._next_arming = time.monotonic() + ARMED_FOR
            watch(self._trace)
        if wanted is None:
            self._advance(timeout or 0.0)
            return []
        self._last_action = self._time
        key, result = self._opponent(self._variables())
        self._questions = self._questions + 1 if result is None else 0
        if result is not None:
            self.results[result] += 1
        if self.results.total() == self._games:
            raise PowerOff
        if self._questions > MOST_QUESTIONS:
            raise Runaway(f"a game has no end after {MOST_QUESTIONS} keys")
        return [Text(key)]


def watch(trace: TextIO) -> None:
    """Have this process ended if this is not called again in time; what it does then is written to a file."""
    if sys.platform == "win32":
        faulthandler.dump_traceback_later(PATIENCE, exit=True, file=trace)
    else:
        faulthandler.register(signal.SIGPROF, file=trace, chain=True)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)


def play(main: Callable[[Machine], object], front: ContestFrontEnd, path: str, seed: int) -> Counter[int]:
    """Play the games of the program in a file; return how many ended how. Raises LaunchError."""

    def without_screen(m: Machine) -> None:
        m.use_driver(lambda screen, bell, delay: NullVDU(screen, bell))
        main(m)

    try:
        front.run(without_screen, seed)
    except (Exception, SystemExit) as error:
        files = path, os.path.realpath(path)
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
        line = f", line {lines[-1]}" if lines and not path.endswith(".bas") else ""  # BASIC's errors name their line
        raise LaunchError(f"{path}{line}: {error_message(error)}") from error
    return front.results


def play_in_processes(play: Play, name: str, path: str, shares: Sequence[int]) -> Counter[int]:
    """Play numbers of games of a program, each in a process; return how many ended how. Raises LaunchError.

    The processes end with this call, also one that computes for ever.
    """
    results: Counter[int] = Counter()
    parts: list[tuple[Connection, str]] = []
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="retro-score-"))
        for seed, games in enumerate(shares, 1):
            trace, (receiver, sender) = os.path.join(folder, str(seed)), Pipe(duplex=False)
            process = Process(target=_played, args=(sender, trace, play, name, games, seed), daemon=True)
            process.start()
            sender.close()
            stack.callback(process.join)
            stack.callback(process.kill)
            parts.append((receiver, trace))
        for receiver, trace in parts:
            try:
                result = receiver.recv()
            except EOFError:
                raise LaunchError(f"{path}{_line_in(trace, path)}: {ENDLESS}") from None
            if isinstance(result, str):
                raise LaunchError(result)
            results += result
    return results


def _played(sender: Connection, trace: str, play: Play, name: str, games: int, seed: int) -> None:
    """Play games in this process, and send how they ended, or the sentence of an error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the process that has begun this one
    with open(trace, "w", encoding="utf-8") as stream:
        watch(stream)
        try:
            sender.send(play(name, games, seed, stream))
        except LaunchError as error:
            sender.send(str(error))


def _line_in(trace: str, path: str) -> str:
    """Return which line of a program ran, as the watchdog has written it, innermost first."""
    with open(trace, encoding="utf-8", errors="replace") as stream:
        text = stream.read()
    paths = "|".join(re.escape(one) for one in {path, os.path.abspath(path), os.path.realpath(path)})
    found = re.search(rf'File "(?:{paths})", line (\d+)', text)
    return f", line {found[1]}" if found else ""
