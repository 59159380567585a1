"""Plays a program without a screen against an opponent: VDU driver, front end, and access to its variables."""

import inspect
import os
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from types import FrameType, SimpleNamespace

from retro.display.vdu import VDU
from retro.frontends.headless import Headless, Runaway
from retro.input.events import Event, Text, Wanted, parse_keys
from retro.listing.builder import build_study
from retro.listing.model import Study
from retro.machine.frontend import PowerOff
from retro.study.values import holder_in, variables_in

MOST_QUESTIONS = 10_000  # in one game; a game with more has no end
WATCHDOG_INTERVAL = 1.0  # seconds after which a watchdog is restarted
Opponent = Callable[[object], tuple[str, int | None]]


class NullVDU(VDU):
    """A VDU driver that ignores all bytes."""

    has_shortcuts = False

    def write(self, data: bytes) -> None:
        """Ignore the bytes that the program sends to the screen."""


class ContestFrontEnd(Headless):
    """A front end without a screen, for which an opponent presses the keys.

    Attributes:
        results: The number of games by their results: 1 won, 0 drawn, -1 lost.
    """

    def __init__(
        self, opponent: Opponent, variables: Callable[[], object], games: int, watch: Callable[[], None] | None = None
    ) -> None:
        """Prepare for a number of games. watch: called every WATCHDOG_INTERVAL seconds, to restart a watchdog."""
        super().__init__()
        self._opponent, self._variables, self._games, self._watch = opponent, variables, games, watch
        self._questions, self._next_arming = 0, 0.0
        self.results: Counter[int] = Counter()

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the opponent's key if the program waits for one, else let the time pass. Raises PowerOff, Runaway."""
        if self._watch and time.monotonic() > self._next_arming:
            self._next_arming = time.monotonic() + WATCHDOG_INTERVAL
            self._watch()
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
        return [Text(key)] if len(key) == 1 else parse_keys(f"<{key}>")[0]


def base_of(study: Study) -> str:
    """Return the name or path of an edition's base; for any other program its own."""
    beside = os.path.join(os.path.dirname(study.path), f"{study.base}.py")
    return beside if os.path.isfile(beside) else study.base or study.load_name


def values_of(study: Study) -> Callable[[], object]:
    """Return a function that returns the variables of the running program, under their names in the port."""
    if not study.is_basic:
        return lambda: holder_in(frames())
    port = build_study(base_of(study)).variables.values()
    names = {one.key: name for name, one in study.variables.items()}
    found = {variable.name: names[variable.key] for variable in port if variable.key in names}

    def values() -> object:
        frame = next(frame for frame in reversed(frames()) if frame.f_code.co_filename == study.path)
        known = variables_in([frame], study)
        return SimpleNamespace(**{name: known.get(key, 0) for name, key in found.items()})

    return values


def frames() -> list[FrameType]:
    """Return the frames of the present stack, the innermost last."""
    return [frame for frame, _ in traceback.walk_stack(inspect.currentframe())][::-1]
