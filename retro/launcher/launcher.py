"""Assembles what a front end runs: a new game, a resumed one, or the menu. For every command and the browser."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from functools import cached_property, partial

from retro.launcher.menu import Preview, UnfinishedGame
from retro.launcher.recorded_program import RecordedProgram, program_of
from retro.library import catalogue, loader
from retro.library.catalogue import ProgramInfo
from retro.library.errors import LaunchError
from retro.library.options import AUTHENTIC, DAY, LARGEST_SEED, PLAIN
from retro.library.program import Program as LoadedProgram
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.runner import run_program
from retro.machine.view import Leave, Program
from retro.session.format import Header, Recording, RecordingError
from retro.session.game import Game
from retro.session.log_writer import Sink
from retro.session.session import at_speed, played
from retro.session.storage import ENDING as RECORDING
from retro.session.storage import KeptGame, kept_games, last_result, unfinished_games

NO_RESULT = "none so far"  # of a program that has not been played to an end


class Launcher:
    """Assembles games, each as a program that a front end runs.

    Attributes:
        speed: One of SPEEDS; None: normal for new games, and for resumed ones their own.
        seed: The seed of new games; None: a random one for each.
        keep: Whether unfinished games are kept and the tape is the user's own.
        plain: Whether programs that have a flag `plain` are given it.
        paced: Whether programs with a PACE draw at it, at the normal speed: for people, not for scripts.
        tell: Called with a sentence for each file that could not be written.
        sinks: Further sinks in which games are recorded.
        offers_study: Whether the menu offers to study a program.
        unstudied: The name of a program whose games do not offer it, though the menu does.
        leaves: Whether a game can be left for another one.
        make: Returns a game of a program, given its header and the recording to go on with.
        study: Called with a program's name, and whether to go on with its newest game, to leave a game and study it.
        to_study: The name of the program that was chosen for it, and the option to go on with its newest game.
    """

    offers_study, unstudied, leaves = False, "", True
    to_study: Sequence[str] = ()
    study: Callable[[str, bool], None] | None = None

    def __init__(
        self,
        speed: str | None = None,
        seed: int | None = None,
        *,
        keep: bool = True,
        plain: bool = False,
        paced: bool = False,
        tell: Callable[[str], None] = lambda sentence: None,
        sinks: Sequence[Sink] = (),
        make: Callable[[RecordedProgram, Header, Recording | None], Game] | None = None,
    ) -> None:
        self.speed, self.seed, self.keep, self.plain, self.paced = speed, seed, keep, plain, paced
        self.tell, self.sinks, self.make = tell, sinks, make or self._make

    @cached_property
    def programs(self) -> list[ProgramInfo]:
        """The programs that come with the machine."""
        return catalogue.entries()

    def program(self, program: str | LoadedProgram, given: dict[str, object] | None = None) -> RecordedProgram:
        """Return a loaded program, with these options and the defaults of the others. Raises LaunchError."""
        loaded = loader.load(program) if isinstance(program, str) else program
        options = loaded.values(given)
        if self.plain and options.get(PLAIN) is False:
            options[PLAIN] = True
        return RecordedProgram(loaded, options)

    def new(self, program: RecordedProgram) -> Program:
        """Return a new game at its speed."""
        return self._at_speed(program, self._header(program), None)

    def resume(self, program: RecordedProgram, recording: Recording) -> Program:
        """Return a game that goes on where a recording ends, at its speed."""
        return self._at_speed(program, recording.header, recording)

    def menu(self) -> Program:
        """Return the menu of all programs, at its speed."""
        from retro.launcher.menu import menu

        items = [(entry.title, self._starter(entry.name, None)) for entry in self.programs]
        study = (lambda index: self._study(self.programs[index].name)) if self.offers_study else None
        program = menu(items, self._unfinished, self._any_unfinished, study, self._preview)
        game = Game(lambda: program, title="retro")
        game.open = self._opened
        return at_speed(played(game), self.speed or "normal")

    def _study(self, name: str, resume: bool = False) -> None:
        """Switch the machine off to study a program: a new game, or the newest one if games are kept."""
        self.to_study = (name, "--resume=1") if resume and self.keep else (name,)
        raise PowerOff

    def suits(self, header: Header) -> bool:
        """Return whether a game can be resumed at this speed; one at the Electron's own speed only at that."""
        return self.speed is None or (header.speed == AUTHENTIC) == (self.speed == AUTHENTIC)

    # with the overlay

    def session(self, program: Program) -> Program:
        """Return a program that runs this one, then whatever the user leaves it for; that may be the menu."""
        return followed(program, self.menu)

    def _offering(self, program: RecordedProgram, header: Header, game: Game) -> Game:
        """Return a game with the actions that it offers."""
        if self.leaves:
            game.new = lambda: self._at_speed(program, self._header(program, random_seed()), None)
            game.restart = lambda: self._at_speed(program, header, None)
            game.menu, game.open = True, self._opened
            if study := self.study or (self._study if self.offers_study and program.name != self.unstudied else None):
                game.study = partial(study, program.given_name)
            if self.keep:
                game.key = program.key
                game.resume = lambda recording: self._at_speed(program, recording.header, recording)
        return game

    def _opened(self, path: str) -> Program:
        """Return a new game of the program in a file, or the replay of a recording. Raises ValueError."""
        from retro.launcher.error_page import with_error_page
        from retro.session.parser import read

        try:
            if not path.endswith(RECORDING):
                program = self.program(path)
                game = with_error_page(self._at_speed(program, self._header(program), None), program.path)
                return lambda m: run_program(m, game)
            recording = read(path)
            if not self.suits(recording.header):
                raise LaunchError(f"{path} is a game at another speed: retro replay shows it")
            program = RecordedProgram.recorded(recording, program_of(recording))
            program.paced = self.paced and self.speed in (None, "normal")
            return played(self._offering(program, recording.header, program.watched_game(recording, self.tell)))
        except (LaunchError, RecordingError) as error:
            raise ValueError(str(error).replace(path, os.path.basename(path))) from error

    def _header(self, program: RecordedProgram, seed: int | None = None) -> Header:
        seed = self.seed if seed is None else seed
        seed = random_seed() if seed is None else seed
        if program.options.get(DAY) == 0:
            program.options = program.options | {DAY: int(time.strftime("%Y%m%d"))}
        speed = self.speed or ("normal" if self.plain else program.program.speed)
        return program.header(seed, speed, recorded=self.keep or bool(self.sinks))

    def _at_speed(self, program: RecordedProgram, header: Header, recording: Recording | None) -> Program:
        speed = self.speed or header.speed
        program.paced = self.paced and speed == "normal"
        game = self._offering(program, header, self.make(program, header, recording))
        return at_speed(played(game), speed)

    def _make(self, program: RecordedProgram, header: Header, recording: Recording | None) -> Game:
        return program.game(header, recording, keep=self.keep, sinks=self.sinks, tell=self.tell)

    # the menu

    def _starter(self, name: str, kept: KeptGame | None) -> Callable[[], Program]:
        """Return a function that loads a game, new or resumed, for the menu."""

        def start() -> Program:
            program = self.program(name)
            recording = kept.recording() if kept else None
            header = recording.header if recording else self._header(program)
            return followed(self._at_speed(program, header, recording))

        return start

    def _preview(self, index: int) -> Preview:
        """Return what the menu shows of the program with this index."""
        entry, games = self.programs[index], self._unfinished(index)
        result = last_result(entry.name) if self.keep else ""
        news = [("Last game", result or NO_RESULT)]
        if games:
            age = games[0].age if games[0].age == "now" else f"{games[0].age} ago"
            news.append((f"{len(games)} unfinished" if len(games) > 1 else "Unfinished", age))
        shown = preview(entry)._replace(news=news)
        # Nobody sees it as plain text, and at the Electron's own speed it takes half a minute to draw a picture.
        return shown._replace(film=()) if self.plain or self.speed == AUTHENTIC else shown

    def _any_unfinished(self) -> bool:
        names = {entry.name for entry in self.programs}
        return self.keep and any(kept.key in names for kept in kept_games())

    def _unfinished(self, index: int | None) -> list[UnfinishedGame]:
        """Return the unfinished games of the program with this index, or of all, newest first."""
        from retro.launcher.menu import UnfinishedGame

        names = [entry.name for entry in self.programs]
        found = [
            (name, kept, header)
            for name in (names if index is None else [names[index]])
            for kept, header in (unfinished_games(name) if self.keep else ())
            if self.suits(header)
        ]
        return [
            UnfinishedGame(name, header.seed, age(kept.time), kept.picture(), self._starter(name, kept))
            for name, kept, header in sorted(found, key=lambda item: -item[1].time)
        ]


def preview(entry: ProgramInfo) -> Preview:
    """Return the menu's preview of a program that has not been played: its sentence and its film."""
    from retro.launcher.menu import Preview

    sentence = entry.about.partition(". ")[0].rstrip(".")
    return Preview(f"{sentence}." if sentence else "", entry.film(), [("Last game", NO_RESULT)])


def followed(program: Program, menu: Callable[[], Program] | None = None) -> Program:
    """Return a program that runs this one, then whatever the user chooses when leaving it.

    menu: returns the menu; None: the caller is the menu, and gets the Leave that asks for it.
    """

    def run(m: Machine) -> object:
        program_now = program
        while True:
            try:
                return program_now(m)
            except Leave as leave:
                if leave.following is None and menu is None:
                    raise
                program_now = leave.following or (menu() if menu else program)
                m.restart()

    return run


def random_seed() -> int:
    """Return a seed that nobody can guess, 1 to 2147483647."""
    return int.from_bytes(os.urandom(4), "little") % LARGEST_SEED + 1


def age(moment: float) -> str:
    """Return the time since a moment, in a few words. moment: seconds since 1970."""
    seconds = max(0.0, time.time() - moment)
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if count := int(seconds // length):
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return "now"
