"""Takes screenshots of a program just after each procedure has run, by playing the games of its study notes."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

from retro.frontends.headless import Headless, Runaway, Step, UnfinishedPlayer, typing
from retro.input.events import Event, UnknownKey, Wanted, parse_keys
from retro.launcher.options import play_command
from retro.library.errors import LaunchError, LibraryError
from retro.library.loader import load
from retro.listing.model import Study
from retro.listing.page.games import Screenshot
from retro.listing.procedure import Procedure
from retro.listing.study_notes import notes_of
from retro.machine.farewell import show_error
from retro.machine.machine import Machine
from retro.machine.view import Program
from retro.study.explanations import Explanations
from retro.study.procedure_index import ProcedureIndex
from retro.study.stepper import untraced
from retro.study.values import Frozen, differences, freeze, variables_in

POLLED_STATEMENTS, MOST_STATEMENTS = 10_000, 2_000_000  # between two looks at a BASIC program; of such a program
MOST_EXPLANATIONS = 6  # sentences about a procedure
MOST_FOLLOWED_RUNS = 1000  # runs of a procedure; later ones are only counted
EARLY_RUNS = 32  # runs of a procedure after which a kind of run that did not occur is not expected any more


class Demonstration(NamedTuple):
    """A game of the study notes to take screenshots of: its command, program, seed and keys."""

    command: str
    program: Program
    seed: int
    keys: Sequence[Sequence[Event]]


def take_screenshots(
    study: Study, report: Callable[[str], None] = lambda step: None, follower: GameFollower | None = None
) -> dict[str, Screenshot]:
    """Return a screenshot of every procedure that runs in the games of the study notes, by key.

    It shows the screen after a late run that changed it, or after any run if none did. Without notes, the program runs
    until it waits for the first key. `report` is called with a short message before each game, which takes some
    seconds. Raises LibraryError if a game of the notes cannot be played.
    """
    follower = follower or GameFollower(study)
    games = demonstrations(study)
    for number, game in enumerate(games, 1):
        report(f"Pictures: game {number} of {len(games)}")
        try:
            _play(game, follower)
        except UnfinishedPlayer as error:
            if _is_own(study):
                raise LibraryError(f"{notes_of(study).path}: {game.command}: {error.of_keys}") from error
    found = {procedure.key: follower.runs[procedure.key] for procedure in study if procedure.key in follower.runs}
    return {key: screenshot for key, runs in found.items() if (screenshot := runs.screenshot())}


# the games


def demonstrations(study: Study) -> list[Demonstration]:
    """Return the games of the notes' section "Demonstration", or one without keys. Raises LibraryError."""
    commands = [] if study.is_basic else notes_of(study).demonstrations()
    return [_demonstration(study, argv) for argv in commands or [[study.load_name, *study.load_options]]]


def _demonstration(study: Study, argv: list[str]) -> Demonstration:
    command = shlex.join(["retro", "play", *argv])
    program = load(study.load_name)
    try:
        args = play_command(program).parse(argv, lenient=not _is_own(study))
        keys = parse_keys(args.keys or "")
        options = program.values(args.given)
    except (UnknownKey, LaunchError) as error:
        raise LibraryError(f"{notes_of(study).path}: {command} cannot be played") from error
    return Demonstration(command, program.run_with(options), 1 if args.seed is None else args.seed, keys)


def _is_own(study: Study) -> bool:
    """Return whether the program has notes of its own; the games of its base's notes may not fit it."""
    return os.path.isfile(study.notes_path)


def _play(game: Demonstration, follower: GameFollower) -> None:
    def player(m: Machine) -> Iterator[Step]:
        yield from typing(game.keys)
        follower.finish()

    front = _Impatient if follower.study.is_basic else Headless
    front(player).run(lambda m: follower.follow(m, game), game.seed)
    follower.finish()


class _Impatient(Headless):
    """A view that ends a program that never waits, as a user's BASIC program may: raises Runaway."""

    def run(self, program: Program, seed: int) -> Machine:
        """Run a program that is interrupted regularly, also where it does not wait."""

        def interrupted(m: Machine) -> object:
            m.poll_interval = POLLED_STATEMENTS
            m.interrupt_at(None)
            return program(m)

        return super().run(interrupted, seed)

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the player's events. Raises Runaway after MOST_STATEMENTS statements."""
        if self.machine.statements > MOST_STATEMENTS:
            raise Runaway
        return super().wait(timeout, wanted)


# following a game

MACHINE_METHODS = [name for name, one in vars(Machine).items() if isinstance(one, FunctionType) and name[0] != "_"]


class Runs:
    """The runs of a procedure in the games.

    Attributes:
        count: the number of runs.
        kinds: the number of runs that have changed the screen (True), and of those that have not (False).
        shots: of each kind a screenshot after the last of its 1st, 2nd, 4th, 8th … run.
        end: the last screen of a game that ended during a run.
        explained: explanations of runs, by the explanation's text up to its first number.
    """

    def __init__(self) -> None:
        self.count = 0
        self.kinds: Counter[bool] = Counter()
        self.shots: dict[bool, Screenshot] = {}
        self.end: Screenshot | None = None
        self.explained: dict[str, tuple[str, str, Sequence[str]]] = {}

    @property
    def due(self) -> bool:
        """Whether to prepare a screenshot of the run that begins: all early ones, and the next one due of a kind."""
        return self.count < EARLY_RUNS or any(count & (count + 1) == 0 for count in self.kinds.values())

    def screenshot(self) -> Screenshot | None:
        """Return the screenshot to show."""
        found = self.shots.get(True) or self.shots.get(False)
        return found._replace(runs=self.count, explained=tuple(self.explained.values())) if found else self.end


class Run(NamedTuple):
    """A run of a procedure that has not ended: the screen's version, and the variables at its beginning or None."""

    procedure: Procedure
    version: int
    frame: FrameType
    values: dict[str, Frozen] | None


class GameFollower:
    """Traces games; `runs` has the runs of every procedure by its key."""

    def __init__(self, study: Study) -> None:
        self.runs: defaultdict[str, Runs] = defaultdict(Runs)
        self.study = study
        self._index, self._explanations = ProcedureIndex(study), Explanations(study)
        self._running: dict[FrameType, Run] = {}
        self._counted: dict[int, Runs] = {}  # by the id of code whose calls are only counted
        self._trace_calls = self._called
        self._over = True

    def follow(self, m: Machine, game: Demonstration) -> None:
        """Run a game on the machine; an error is shown on its screen."""
        self._m, self._over = m, False
        for name in (
            MACHINE_METHODS if sys.version_info < (3, 12) else ()
        ):  # since then switching takes longer than it saves
            setattr(m, name, untraced(getattr(m, name)))
        before = sys.gettrace()
        sys.settrace(self._trace_calls)
        try:
            game.program(m)
        except Runaway:
            pass
        except Exception as error:
            show_error(m, error)
        finally:
            sys.settrace(before)

    def finish(self) -> None:
        """Take a screenshot for the procedures that still run at the end of a game's keys."""
        self._over = True
        for run in self._running.values():
            self.runs[run.procedure.key].end = self._screenshot(0, ())
        self._running.clear()

    def _called(self, frame: FrameType, event: str, arg: object) -> Any:
        """The trace function for calls: follow the run of a procedure; after MOST_FOLLOWED_RUNS only count."""
        code, call = frame.f_code, frame
        if (counted := self._counted.get(id(code))) is not None:
            counted.count += not self._over
            return None
        procedure = self._index.place_of(frame).procedure
        if procedure is None:
            return self._count(code, Runs())
        if code.co_firstlineno != procedure.first and not procedure.is_class:
            return self._count(code, Runs())  # a function inside a procedure, or further lines of one of BASIC
        if not procedure.python and frame.f_back is not None:
            call = frame.f_back  # which runs one function of compiled BASIC after the other
            if call in self._running:
                return None
        runs = self.runs[procedure.key]
        if self._over:
            return None
        if runs.count >= MOST_FOLLOWED_RUNS:
            runs.count += 1
            return self._count(code, runs)
        values = self._changeable(procedure, frame) if runs.due else None
        self._running[call] = Run(procedure, self._m.screen.version, frame, values)
        call.f_trace_lines = False
        call.f_trace = self._trace_return
        return self._trace_return if call is frame else None

    def _count(self, code: CodeType, runs: Runs) -> None:
        """From now on only count the calls of this code object; not for BASIC, where one has several places."""
        if code.co_filename not in self._index.listings:
            self._counted[id(code)] = runs

    def _trace_return(self, frame: FrameType, event: str, arg: object) -> Any:
        """The trace function of a followed run: handle its return."""
        if event == "return" and frame in self._running:
            self._returned(*self._running.pop(frame))
        return self._trace_return

    def _returned(self, procedure: Procedure, version: int, frame: FrameType, before: dict[str, Frozen] | None) -> None:
        """Count a run that has ended, and take a screenshot if one is due."""
        runs = self.runs[procedure.key]
        runs.count += 1
        draws = version != self._m.screen.version
        runs.kinds[draws] += 1
        if before is not None and runs.kinds[draws] & (runs.kinds[draws] - 1) == 0:
            after = self._changeable(procedure, frame)
            titles = {name: self.study.variables[name].title for name in before}
            changes = [text for name, title in titles.items() for text in differences(title, before[name], after[name])]
            runs.shots[draws] = self._screenshot(runs.count, changes)
        if runs.count == 1 or runs.explained:
            sentence = self._explanations.explained([frame], procedure.key)
            kind = re.split(r"\d", sentence)[0]
            if sentence and kind not in runs.explained and len(runs.explained) < MOST_EXPLANATIONS:
                runs.explained[kind] = sentence, *self._explanations.pictured([frame], procedure.key)

    def _screenshot(self, run: int, changes: Sequence[str]) -> Screenshot:
        now = self._m.front.now()
        return Screenshot(self._m.screen.picture(now), now, run, 0, changes)

    def _changeable(self, procedure: Procedure, frame: FrameType) -> dict[str, Frozen]:
        """Return the values of the variables that a procedure itself changes, by name."""
        known = variables_in([frame], self.study)
        return {name: freeze(known[name]) for name in procedure.changes if name in known}
