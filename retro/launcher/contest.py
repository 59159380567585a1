"""Many games of a program without a screen, against an opponent who presses the keys."""

from __future__ import annotations

import os
import traceback
from _thread import interrupt_main
from collections import Counter
from collections.abc import Sequence
from contextlib import contextmanager
from threading import Event as Signal
from threading import Thread
from time import process_time

from retro.basic.errors import error_message
from retro.display.vdu import VDU
from retro.frontends.headless import Headless, Runaway
from retro.input.events import Text, Wanted
from retro.library.errors import LaunchError
from retro.machine.frontend import PowerOff

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from retro.input.events import Event
    from retro.machine.machine import Machine
    from retro.machine.view import Program

    Opponent = Callable[[object], tuple[str, int | None]]

QUESTIONS = 10_000  # in one game; a game with more has no end
PATIENCE = 5.0  # seconds of processor time that a program may take between two waits; usual are milliseconds
LOOKS = 5  # in these seconds


class NullVDU(VDU):
    """A VDU driver that drops all bytes."""

    has_shortcuts = False

    def write(self, data: bytes) -> None:
        """Do nothing."""


class ContestFrontEnd(Headless):
    """A front end whose keys an opponent presses. results: how many games ended how; waits: the number so far."""

    def __init__(self, opponent: Opponent, variables: Callable[[], object], games: int) -> None:
        super().__init__()
        self._opponent, self._variables, self._games = opponent, variables, games
        self._questions = self.waits = 0
        self.results: Counter[int] = Counter()

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the opponent's key if the program asks for one, or let the time pass. Raises PowerOff, Runaway."""
        self.waits += 1
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
        if self._questions > QUESTIONS:
            raise Runaway(f"a game has no end after {QUESTIONS} keys")
        return [Text(key)]


def play(program: Program, front: ContestFrontEnd, path: str, seed: int) -> Counter[int]:
    """Play the games of the program in a file; return how many ended how. Raises LaunchError."""

    def without_screen(m: Machine) -> None:
        m.use_driver(lambda screen, bell, delay: NullVDU(screen, bell))
        program(m)

    with _watched(front) as stopped:
        try:
            front.run(without_screen, seed)
        except KeyboardInterrupt as error:
            if not stopped.is_set():
                raise
            problem = "the program runs on and on without asking for a key"
            raise LaunchError(f"{path}{_line_of(path, error)}: {problem}") from error
        except (Exception, SystemExit) as error:
            line = "" if path.endswith(".bas") else _line_of(path, error)  # errors of BASIC name their line
            raise LaunchError(f"{path}{line}: {error_message(error)}") from error
    return front.results


@contextmanager
def _watched(front: ContestFrontEnd) -> Iterator[Signal]:
    """Interrupt a program that computes for too long without a wait, and then set the signal."""
    ended, stopped = Signal(), Signal()

    def watch() -> None:
        waits, since = -1, 0.0
        while waits != front.waits or process_time() - since < PATIENCE:
            if waits != front.waits:
                waits, since = front.waits, process_time()
            if ended.wait(PATIENCE / LOOKS):
                return
        stopped.set()
        interrupt_main()

    Thread(target=watch, daemon=True).start()
    try:
        yield stopped
    finally:
        ended.set()


def _line_of(path: str, error: BaseException) -> str:
    """Return in which line of a program an error was raised."""
    files = path, os.path.realpath(path)
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
    return f", line {lines[-1]}" if lines else ""
