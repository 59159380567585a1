"""Pictures of a program at the moment a procedure has just run: made by running it, with the keys its notes give."""

from __future__ import annotations

import copy
import shlex
import sys
from typing import NamedTuple

from retro.conduct import show
from retro.frontends.headless import Headless, Runaway, Unplayed
from retro.keyboard import UnknownKey, script
from retro.library import LibraryError, load, main_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import CodeType, FrameType

    from retro.frontend import Program
    from retro.frontends.headless import Step
    from retro.keyboard import Event
    from retro.machine import Machine
    from retro.screen import Picture
    from retro.study.source import Procedure, Study

HOLDER = "v"
PATIENCE = 32  # runs
ENOUGH = 1000  # runs of a procedure that are watched; those after them are only counted
MISSING = object()


class Game(NamedTuple):
    """A game to take pictures of: the command that plays it, the program, its seed, its keys."""

    command: str
    program: Program
    seed: int
    keys: Sequence[Sequence[Event]]


class Change(NamedTuple):
    """What a run of a procedure did to a variable."""

    variable: str
    before: object
    after: object


class Shot(NamedTuple):
    """The screen when a procedure has just run.

    seconds: since power-on. run, runs: which of its runs in all games this was, and how many there were; run is 0 if it
    was never left, and this is the end of the game. changes: of the variables that it changes itself.
    """

    picture: Picture
    seconds: float
    run: int
    runs: int
    changes: tuple[Change, ...]
    command: str


def shots(study: Study) -> dict[str, Shot]:
    """A picture for every procedure that runs in the games of the study notes; without notes, until the first key.

    Of its runs one from the middle of those that changed the screen; if none did, an early one. Raises LibraryError.
    """
    watch = _played(study)
    taken = {procedure.key: watch.albums[procedure.key].best() for procedure in study if procedure.key in watch.albums}
    return {key: shot for key, shot in taken.items() if shot is not None}


def reached(study: Study) -> set[str]:
    """The keys of the procedures that run in the games of the study notes."""
    return set(_played(study).albums)


# the games


def games_of(study: Study) -> list[Game]:
    """The games of the section "Demonstration" of the study notes, else one without keys. Raises LibraryError."""
    return [_game(study, words) for words in study.notes.demonstrations() or [[study.asked]]]


def _game(study: Study, words: list[str]) -> Game:
    from retro.commands.play import common_options, full_parser, own_options

    command = shlex.join(["retro", "play", *words])
    module = load(study.asked)
    parser = full_parser(common_options(), module)
    own = own_options(parser, module)
    try:
        chosen = parser.parse_args(words)
        keys = script(chosen.keys or "")
    except (SystemExit, UnknownKey) as error:
        raise LibraryError(f"{study.notes.path}: {command} cannot be played") from error
    program = main_of(module, {name: getattr(chosen, name) for name in own})
    return Game(command, program, 1 if chosen.seed is None else chosen.seed, keys)


def _played(study: Study) -> Watch:
    """All the games, played under one watch."""
    watch = Watch(study)
    for game in games_of(study):
        try:
            _play(game, watch)
        except Unplayed as error:
            raise LibraryError(f"{study.notes.path}: {game.command}: {error}") from error
    return watch


def _play(game: Game, watch: Watch) -> None:
    Headless(lambda m: _typist(m, game.keys, watch)).run(lambda m: watch.run(m, game), game.seed)
    watch.finish()


def _typist(m: Machine, keys: Sequence[Sequence[Event]], watch: Watch) -> Iterator[Step]:
    for key in keys:
        yield None
        yield key
    yield None
    watch.finish()


# watching


class Series:
    """Runs of one kind: how many there were, and shots of the 1st, 2nd, 4th, 8th … of them."""

    def __init__(self) -> None:
        self.count = 0
        self.kept: dict[int, Shot] = {}

    @property
    def due(self) -> bool:
        """Is the next one to be kept?"""
        return (self.count + 1) & self.count == 0

    def near(self, number: int) -> Shot:
        """The last one kept up to a number."""
        return self.kept[max((kept for kept in self.kept if kept <= number), default=min(self.kept))]


class Album:
    """The runs of one procedure. end: how a game ended while it ran, which is shown if it was never left."""

    def __init__(self) -> None:
        self.runs = 0
        self.drew, self.quiet = Series(), Series()
        self.end: Shot | None = None

    @property
    def due(self) -> bool:
        """May the run that begins now have to be kept? A kind that has long not come up is not expected."""
        early = self.runs < PATIENCE
        return any(series.due and (early or series.count > 0) for series in (self.drew, self.quiet))

    def best(self) -> Shot | None:
        """The picture to show."""
        if self.drew.kept:
            return self.drew.near((self.drew.count + 1) // 2)._replace(runs=self.runs)
        if self.quiet.kept:
            return self.quiet.near((self.quiet.count + 3) // 4)._replace(runs=self.runs)
        return self.end


class Run(NamedTuple):
    """A run of a procedure that is not over: the state of the screen and the variables when it began, if wanted."""

    procedure: Procedure
    version: int
    values: dict[str, object] | None


class Watch:
    """Follows games while they are played. albums: the pictures of every procedure that ran."""

    def __init__(self, study: Study) -> None:
        self.albums: dict[str, Album] = {}
        self._study = study
        self._procedures: dict[CodeType, Procedure | None] = {}
        self._running: dict[FrameType, Run] = {}
        self._over = True

    def run(self, m: Machine, game: Game) -> None:
        """Run a game on the machine; an error is shown on its screen."""
        self._m, self._game, self._over = m, game, False
        before = sys.getprofile()
        sys.setprofile(self._happened)
        try:
            game.program(m)
        except Runaway:
            pass
        except Exception as error:
            show(m, error)
        finally:
            sys.setprofile(before)

    def finish(self) -> None:
        """The keys are used up: what is running now is not left any more."""
        self._over = True
        for run in self._running.values():
            self.albums[run.procedure.key].end = self._shot(run, None)
        self._running.clear()

    def _happened(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            code = frame.f_code
            if code not in self._procedures:
                self._procedures[code] = self._of(code)
            procedure = self._procedures[code]
            if procedure is not None and not self._over:
                self._begins(procedure, frame)
        elif event == "return" and frame in self._running:
            self._ends(frame)

    def _of(self, code: CodeType) -> Procedure | None:
        procedure = self._study.at(code.co_filename, code.co_firstlineno)
        if procedure is None or not (procedure.is_class or code.co_firstlineno == procedure.first):
            return None
        return procedure

    def _begins(self, procedure: Procedure, frame: FrameType) -> None:
        album = self.albums.setdefault(procedure.key, Album())
        if album.runs >= ENOUGH:
            album.runs += 1
            return
        values = _values(procedure, frame) if album.due else None
        self._running[frame] = Run(procedure, self._m.screen.version, values)

    def _ends(self, frame: FrameType) -> None:
        run = self._running.pop(frame)
        album = self.albums[run.procedure.key]
        album.runs += 1
        series = album.quiet if run.version == self._m.screen.version else album.drew
        keep = series.due and run.values is not None
        series.count += 1
        if keep:
            series.kept[series.count] = self._shot(run, frame)._replace(run=album.runs)

    def _shot(self, run: Run, frame: FrameType | None) -> Shot:
        before = run.values or {}
        after = _values(run.procedure, frame) if frame is not None else before
        changes = tuple(Change(name, before[name], after[name]) for name in before if before[name] != after[name])
        now = self._m.front.now()
        return Shot(self._m.screen.picture(now), now, 0, 0, changes, self._game.command)


def _values(procedure: Procedure, frame: FrameType) -> dict[str, object]:
    """The variables that a procedure changes, as they are now."""
    holder = frame.f_locals.get(HOLDER)
    found = {name: getattr(holder, name, MISSING) for name in procedure.changes}
    return {name: copy.deepcopy(value) for name, value in found.items() if value is not MISSING}
