"""Many games of a program without a screen, against an opponent who presses the keys."""

from __future__ import annotations

import os
import traceback
from collections import Counter

from retro.basic.errors import error_message
from retro.display.vdu import VDU
from retro.frontends.headless import Headless, Runaway
from retro.launcher.errors import LaunchError
from retro.machine.frontend import PowerOff

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.input.events import Event
    from retro.machine.frontend import Program
    from retro.machine.machine import Machine

    Opponent = Callable[[object], tuple[str, int | None]]

QUESTIONS = 10_000  # in one game; a game with more has no end


class NullVDU(VDU):
    """A VDU driver that drops all bytes."""

    has_shortcuts = False

    def write(self, data: bytes) -> None:
        """Do nothing."""


class ContestFrontEnd(Headless):
    """A front end whose keys an opponent presses. results: how many games ended how."""

    def __init__(self, opponent: Opponent, variables: Callable[[], object], games: int) -> None:
        super().__init__()
        self._opponent, self._variables, self._games = opponent, variables, games
        self._questions = 0
        self.results: Counter[int] = Counter()

    def wait(self, m: Machine, timeout: float | None) -> list[Event]:
        """Return the opponent's key if the program asks for one, or let the time pass. Raises PowerOff, Runaway."""
        if not m.keyboard.awaiting_key:
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
        return [("text", key)]


def play(program: Program, front: ContestFrontEnd, path: str, seed: int) -> Counter[int]:
    """Play the games of the program in a file; return how many ended how. Raises LaunchError."""

    def without_screen(m: Machine) -> None:
        m.use_driver(lambda screen, bell, delay: NullVDU(screen, bell))
        program(m)

    try:
        front.run(without_screen, seed)
    except (Exception, SystemExit) as error:
        raise LaunchError(f"{path}{_line_of(path, error)}: {error_message(error)}") from error
    return front.results


def _line_of(path: str, error: BaseException) -> str:
    """Return in which line of a Python file an error was raised."""
    file = os.path.realpath(path)
    lines = [trace.lineno for trace in traceback.extract_tb(error.__traceback__) if trace.filename == file]
    return f", line {lines[-1]}" if lines else ""
