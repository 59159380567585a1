"""Takes screenshots of a program just after each procedure has run, by playing the games of its study notes."""

from __future__ import annotations

import copy
import shlex
from typing import NamedTuple

from retro.frontends.headless import Headless, Runaway, UnfinishedPlayer
from retro.input.events import UnknownKey, parse_keys
from retro.launcher.errors import LaunchError, LibraryError
from retro.launcher.library import load, main_of
from retro.launcher.options import defaults, given_options, options_of, play_parser
from retro.machine.runner import show_error
from retro.study.procedure_index import ProcedureIndex
from retro.study.tracer import TraceListener, Tracer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType

    from retro.display.screen import Picture
    from retro.frontends.headless import Step
    from retro.input.events import Event
    from retro.machine.frontend import Program
    from retro.machine.machine import Machine
    from retro.study.model import Procedure, Study
    from retro.study.tracer import Activation

HOLDER = "v"
PATIENCE = 32  # runs
STATEMENTS, MOST_STATEMENTS = 10_000, 2_000_000  # between two looks at a BASIC program; of such a program
ENOUGH = 1000  # runs of a procedure; later ones are only counted
MISSING = object()


class Demonstration(NamedTuple):
    """A game to take screenshots of: the command that plays it, the program, its seed, its keys."""

    command: str
    program: Program
    seed: int
    keys: Sequence[Sequence[Event]]


class Change(NamedTuple):
    """A variable that a run of a procedure changed, with both values."""

    variable: str
    before: object
    after: object


class Screenshot(NamedTuple):
    """The screen just after a procedure has run.

    Attributes:
        picture: the screen.
        seconds: the time since power-on.
        run: the number of this run of the procedure, over all games; 0 if it still ran when the game ended.
        runs: the number of all its runs.
        changes: the variables of its own that this run changed.
        command: the command that plays the game.
    """

    picture: Picture
    seconds: float
    run: int
    runs: int
    changes: tuple[Change, ...]
    command: str


def take_screenshots(study: Study, report: Callable[[str], None] = lambda step: None) -> dict[str, Screenshot]:
    """Return a screenshot of every procedure that runs in the games of the study notes, by key.

    It is of a run from the middle of those that changed the screen, or of an early one if none did. Without notes, the
    program runs until it waits for the first key.

    Args:
        study: The program.
        report: Called before each game is played, which takes some seconds, with a few words.

    Raises:
        LibraryError: the notes have a game that cannot be played.
    """
    candidates = _record(study, report).candidates
    taken = {procedure.key: candidates[procedure.key].best() for procedure in study if procedure.key in candidates}
    return {key: screenshot for key, screenshot in taken.items() if screenshot is not None}


# the games


def demonstrations(study: Study) -> list[Demonstration]:
    """Return the games of the study notes' section "Demonstration", or one without keys. Raises LibraryError."""
    return [
        _demonstration(study, argv) for argv in study.notes.demonstrations() or [[study.load_name, *study.load_options]]
    ]


def _demonstration(study: Study, argv: list[str]) -> Demonstration:
    command = shlex.join(["retro", "play", *argv])
    module = load(study.load_name)
    parser = play_parser(module)
    try:
        args = parser.parse_args(argv)
        keys = parse_keys(args.keys or "")
        options = defaults(options_of(module)) | given_options(args, module)
    except (SystemExit, UnknownKey, LaunchError) as error:
        raise LibraryError(f"{study.notes.path}: {command} cannot be played") from error
    return Demonstration(command, main_of(module, options), 1 if args.seed is None else args.seed, keys)


def _record(study: Study, report: Callable[[str], None]) -> ScreenshotRecorder:
    """Play all the games; return the recorder that followed them."""
    recorder = ScreenshotRecorder(study)
    games = demonstrations(study)
    for number, game in enumerate(games, 1):
        report(f"Pictures: game {number} of {len(games)}")
        try:
            _play(game, recorder)
        except UnfinishedPlayer as error:
            raise LibraryError(f"{study.notes.path}: {game.command}: {error.of_keys}") from error
    return recorder


def _play(game: Demonstration, recorder: ScreenshotRecorder) -> None:
    front = _Impatient if recorder.study.is_basic else Headless
    front(lambda m: _typist(m, game.keys, recorder)).run(lambda m: recorder.run(m, game), game.seed)
    recorder.finish()


class _Impatient(Headless):
    """Ends a program that computes for too long: nobody knows whether a user's BASIC program ever waits for a key."""

    def run(self, program: Program, seed: int) -> Machine:
        """Run a program, interrupted now and then."""

        def interrupted(m: Machine) -> object:
            m.poll_interval = STATEMENTS
            m.interrupt_at(None)
            return program(m)

        return super().run(interrupted, seed)

    def wait(self, m: Machine, timeout: float | None) -> list[Event]:
        """Let the player act, or let time pass. Raises Runaway."""
        if m.statements > MOST_STATEMENTS:
            raise Runaway
        return super().wait(m, timeout)


def _typist(m: Machine, keys: Sequence[Sequence[Event]], recorder: ScreenshotRecorder) -> Iterator[Step]:
    for key in keys:
        yield None
        yield key
    yield None
    recorder.finish()


# following a game


class Samples:
    """The number of runs of one kind, and screenshots of the 1st, 2nd, 4th, 8th … of them."""

    def __init__(self) -> None:
        self.count = 0
        self.kept: dict[int, Screenshot] = {}

    @property
    def due(self) -> bool:
        """Whether the next run is to be kept."""
        return (self.count + 1) & self.count == 0

    def near(self, number: int) -> Screenshot:
        """Return the last one kept up to a number, else the first."""
        return self.kept[max((kept for kept in self.kept if kept <= number), default=min(self.kept))]


class Candidates:
    """The screenshots of one procedure to choose from.

    Attributes:
        runs: the number of its runs.
        drew: samples of the runs that changed the screen.
        quiet: samples of the other runs.
        end: the screen when a game ended during a run; shown if no run ended.
    """

    def __init__(self) -> None:
        self.runs = 0
        self.drew, self.quiet = Samples(), Samples()
        self.end: Screenshot | None = None

    @property
    def due(self) -> bool:
        """Whether the run that begins may be kept; a kind that never occurred is not expected after many runs."""
        early = self.runs < PATIENCE
        return any(samples.due and (early or samples.count > 0) for samples in (self.drew, self.quiet))

    def best(self) -> Screenshot | None:
        """Return the screenshot to show."""
        if self.drew.kept:
            return self.drew.near((self.drew.count + 1) // 2)._replace(runs=self.runs)
        if self.quiet.kept:
            return self.quiet.near((self.quiet.count + 3) // 4)._replace(runs=self.runs)
        return self.end


class Run(NamedTuple):
    """A run of a procedure that has not ended: the screen's version and, if wanted, the variables at its beginning."""

    procedure: Procedure
    version: int
    values: dict[str, object] | None


class ScreenshotRecorder(TraceListener):
    """Follows games and takes screenshots; `candidates` has those of every procedure that ran."""

    def __init__(self, study: Study) -> None:
        self.candidates: dict[str, Candidates] = {}
        self.study = study
        self._index = ProcedureIndex(study)
        self._running: dict[FrameType, Run] = {}
        self._over = True

    def run(self, m: Machine, game: Demonstration) -> None:
        """Run a game on the machine; an error is shown on its screen."""
        self._m, self._game, self._over = m, game, False
        tracer = Tracer(self, self._index, lines=False)
        tracer.attach()
        try:
            game.program(m)
        except Runaway:
            pass
        except Exception as error:
            show_error(m, error)
        finally:
            tracer.detach()

    def finish(self) -> None:
        """Keep the last screen for the procedures that still run: the keys are used up."""
        self._over = True
        for run in self._running.values():
            self.candidates[run.procedure.key].end = self._shot(run, None)
        self._running.clear()

    def called(self, activation: Activation) -> None:
        """Note the state at the beginning of a procedure."""
        procedure = self._index.procedure_of(activation.frame)
        if self._over or procedure is None:
            return
        if not (procedure.is_class or activation.frame.f_code.co_firstlineno == procedure.first):
            return
        candidates = self.candidates.setdefault(procedure.key, Candidates())
        if candidates.runs >= ENOUGH:
            candidates.runs += 1
            return
        values = _values(procedure, activation.frame) if candidates.due else None
        self._running[activation.call] = Run(procedure, self._m.screen.version, values)

    def returned(self, activation: Activation) -> None:
        """Count the run that ends, and keep its screenshot if it is due."""
        run = self._running.pop(activation.call, None)
        if run is None:
            return
        candidates = self.candidates[run.procedure.key]
        candidates.runs += 1
        samples = candidates.quiet if run.version == self._m.screen.version else candidates.drew
        keep = samples.due and run.values is not None
        samples.count += 1
        if keep:
            samples.kept[samples.count] = self._shot(run, activation.frame)._replace(run=candidates.runs)

    def _shot(self, run: Run, frame: FrameType | None) -> Screenshot:
        before = run.values or {}
        after = _values(run.procedure, frame) if frame is not None else before
        changes = tuple(Change(name, before[name], after[name]) for name in before if before[name] != after[name])
        now = self._m.front.now()
        return Screenshot(self._m.screen.picture(now), now, 0, 0, changes, self._game.command)


def _values(procedure: Procedure, frame: FrameType) -> dict[str, object]:
    """Return copies of the variables that a procedure changes."""
    if procedure.python:
        holder = frame.f_locals.get(HOLDER)
        found = {name: getattr(holder, name, MISSING) for name in procedure.changes}
    else:
        found = {name: frame.f_globals.get(name, MISSING) for name in procedure.changes}
    return {name: copy.deepcopy(value) for name, value in found.items() if value is not MISSING}
