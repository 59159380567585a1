"""Assembles new games, resumed games and the menu as programs for front ends; all commands and the browser use it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import NoReturn

from retro.basic.errors import Escape
from retro.basic.pages import Choice
from retro.basic.record import WON_NAME
from retro.basic.words import NL, tab
from retro.launcher.error_page import with_error_page
from retro.launcher.menu import MenuPage, Preview
from retro.launcher.recorded_games import game_of, load_recorded, new_header, program_of, watched_game
from retro.library import catalogue, loader
from retro.library.catalogue import ProgramInfo
from retro.library.errors import LaunchError
from retro.library.options import AUTHENTIC, DAY_OPTION, LARGEST_SEED, PLAIN, today
from retro.library.program import ORIGINAL
from retro.library.program import Program as LoadedProgram
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.runner import ProgramFailed
from retro.machine.view import Leave, Next, Program
from retro.session.format import Header, Recording, RecordingError
from retro.session.game import Game
from retro.session.log_writer import Sink
from retro.session.session import at_speed, played, session_of
from retro.session.storage import ENDING as RECORDING
from retro.session.storage import MOST_UNFINISHED_GAMES, RESULT_NAME, KeptGame, unfinished_games, words_on_tape

FOOT = "Press the number of a program, or click\nEscape in a program returns here"
PICK_FOOT = f"RETURN goes on; {MOST_UNFINISHED_GAMES} games are kept\nESCAPE  back to the menu"
EXERCISES_ROW = Choice("C", "Exercises")
NO_RESULT = "none so far"  # of a program that has not been played to an end


class Launcher:
    """Assembles games, each as a program that a front end runs.

    Attributes:
        speed: One of SPEEDS; None: normal for new games, and for resumed ones their own.
        seed: The seed of new games; None: a random one for each.
        keep: Whether unfinished games are stored, and tapes are the user's own.
        plain: Whether the option `plain` is set for programs that have it.
        paced: Whether programs with a PACE draw at it, at the normal speed: for people, not for scripts.
        tell: Called with a sentence for each file that could not be written.
        sinks: Further sinks in which games are recorded.
        offers_study: Whether the menu offers to study a program.
        unstudied: The name of a program whose games do not offer study, though the menu does.
        leaves: Whether a game can be left for another one.
        begins_with_original: Whether a new game begins as studied ones do, see `Program.as_studied`.
        make: Returns a game of a program, given its header and the recording to go on with.
        study: Called to leave a game and study its program: with its name, and whether to resume its newest game.
        course: Returns the exercises on a program, by its name; None: they are not offered.
        to_course: The name of a program, if the user has chosen the exercises on it.
        to_study: The arguments of `retro study`, if the user has chosen to study: a name, and perhaps --resume=1.
    """

    offers_study, unstudied, leaves, begins_with_original, _marked = False, "", True, False, 0
    to_study: Sequence[str] = ()
    study: Callable[[str, bool], None] | None = None
    course: Callable[[str], Program] | None = None
    to_course = ""

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
        make: Callable[[LoadedProgram, Header, Recording | None], Game] | None = None,
    ) -> None:
        self.speed, self.seed, self.keep, self.plain, self.paced = speed, seed, keep, plain, paced
        self.tell, self.sinks = tell, sinks
        self.make = make or partial(game_of, keep=keep, sinks=sinks, tell=tell)

    @cached_property
    def programs(self) -> list[ProgramInfo]:
        """The programs that come with the machine."""
        return catalogue.entries()

    def program(self, program: str | LoadedProgram, given: dict[str, object] | None = None) -> LoadedProgram:
        """Return a loaded program with these values of options, and defaults for the others. Raises LaunchError."""
        loaded = loader.load(program) if isinstance(program, str) else program
        loaded.chosen = loaded.values(loaded.as_studied(given) if self.begins_with_original else given)
        if self.plain and loaded.chosen.get(PLAIN) is False:
            loaded.chosen[PLAIN] = True
        return loaded

    def new(self, program: LoadedProgram) -> Program:
        """Return a new game of a program, as a function that plays it at its speed."""
        return self._at_speed(program, self._header(program), None)

    def resume(self, program: LoadedProgram, recording: Recording) -> Program:
        """Return a game that continues a recording, as a function that plays it at its speed."""
        return self._at_speed(program, recording.header, recording)

    def menu(self) -> Program:
        """Return the menu as a program, which runs what the user chooses, one program after the other."""
        return self.starting_with(None)

    def starting_with(self, first: Program | None, *, has_menu: bool = True) -> Program:
        """Return a program that runs `first`, or the menu if None, then each that the user chooses on leaving the last.

        A program started from the menu returns to it. has_menu: Whether there is a menu; without one, leaving for the
        menu raises PowerOff.
        """
        game = Game(lambda: self._choose, title="retro")
        game.open = self._opened
        menu = at_speed(played(game), self.speed or "normal")

        def run(m: Machine) -> object:
            program, in_menu = first, False
            while True:
                if program is None:
                    program, in_menu = menu, True
                result = None
                try:
                    try:
                        result = program(m)
                    except ProgramFailed:  # it has shown why
                        if not in_menu:
                            raise
                    if in_menu and not isinstance(result, Next):
                        self._await_key(m)
                except Escape:
                    if not in_menu:
                        raise
                if not (in_menu or isinstance(result, Next)):
                    return result
                program = result.program if isinstance(result, Next) else None
                if program is None and not has_menu:
                    raise PowerOff
                m.restart()

        return run

    def _choose(self, m: Machine) -> None:
        """Show the menu. Raises Leave with the chosen program, or PowerOff."""
        if overlay := session_of(m).overlay:
            overlay.greet()
        while True:
            others = [
                *([Choice("S", "Study it")] if self.offers_study else []),
                *([EXERCISES_ROW] if self.course else []),
                *([Choice("U", "Unfinished")] if self._unfinished() else []),
                *([Choice("Q", "Quit")] if session_of(m).view.can_quit else []),
            ]
            page = menu_page(self.programs, self._preview, others)
            page.marked = self._marked
            with suppress(Escape):
                key = page.choose_from(m)
                self._marked, entry = page.row, self.programs[page.row]
                if key == "Q":
                    raise PowerOff
                if key == "S":
                    self._study(entry.name)
                if key == "C" and self.course:
                    if has_exercises(entry.path):
                        raise Leave(self.course(entry.name))
                    m.advise(f"{entry.title.partition(',')[0]} has no exercises")
                    continue
                games = self._unfinished(None if key == "U" else entry.name)
                kept = self._pick(m, games, has_new=key != "U") if games else None
                try:
                    program = self.program(kept.key if kept else entry.name)
                    recording = kept.recording() if kept else None
                    header = recording.header if recording else self._header(program)
                    game = self._at_speed(program, header, recording)
                except (LaunchError, RecordingError) as error:
                    from textwrap import wrap

                    m.restart()
                    m.print(NL.join(wrap(str(error), 39)), end="")
                    self._await_key(m)
                else:
                    raise Leave(game)

    @staticmethod
    def _await_key(m: Machine) -> None:
        """Wait for a key at the end of a program that was started from the menu."""
        m.print(tab(0, m.screen.mode.rows - 1), "Press a key for the menu", end="")
        m.get()

    def _study(self, name: str, resume: bool = False) -> None:
        """Store which program to study, and raise PowerOff. resume: study its newest unfinished game."""
        self.to_study = (name, "--resume=1") if resume and self.keep else (name,)
        raise PowerOff

    def leave_for_course(self, name: str) -> NoReturn:
        """Store of which program the exercises are wanted, and raise PowerOff."""
        self.to_course = name
        raise PowerOff

    def suits(self, header: Header) -> bool:
        """Return whether a game can be resumed at `speed`: games at "authentic" speed only at that, and no others."""
        return self.speed is None or (header.speed == AUTHENTIC) == (self.speed == AUTHENTIC)

    # with the overlay

    def _offering(self, program: LoadedProgram, header: Header, game: Game) -> Game:
        """Set the actions that a game offers, and return the game."""
        if self.leaves:
            game.new = lambda: self._at_speed(program, self._header(program, random_seed()), None)
            game.restart = lambda: self._at_speed(program, header, None)
            game.menu, game.open = True, self._opened
            if study := self.study or (self._study if self.offers_study and program.name != self.unstudied else None):
                game.study = partial(study, program.given_name)
            if self.course and has_exercises(program.path):
                game.course = partial(self.course, program.given_name)
            if self.keep:
                game.key = program.key
                game.resume = lambda recording: self._at_speed(program, recording.header, recording)
        return game

    def _opened(self, path: str) -> Program:
        """Return a new game of the program in a file, or the replay of a recording. Raises ValueError."""
        from retro.session.parser import read

        try:
            if not path.endswith(RECORDING):
                program = self.program(path)
                return with_error_page(self._at_speed(program, self._header(program), None), program.path)
            recording = read(path)
            if not self.suits(recording.header):
                raise LaunchError(f"{path} is a game at another speed: retro replay shows it")
            program = load_recorded(recording, program_of(recording))
            program.paced = self.paced and self.speed in (None, "normal")
            return played(self._offering(program, recording.header, watched_game(program, recording, self.tell)))
        except (LaunchError, RecordingError) as error:
            raise ValueError(str(error).replace(path, os.path.basename(path))) from error

    def _header(self, program: LoadedProgram, seed: int | None = None) -> Header:
        seed = self.seed if seed is None else seed
        seed = random_seed() if seed is None else seed
        if program.chosen.get(DAY_OPTION) == 0 and not program.chosen.get(ORIGINAL.name):
            program.chosen = program.chosen | {DAY_OPTION: today()}
        speed = self.speed or ("normal" if self.plain else program.speed)
        return new_header(program, seed, speed, recorded=self.keep or bool(self.sinks))

    def _at_speed(self, program: LoadedProgram, header: Header, recording: Recording | None) -> Program:
        speed = self.speed or header.speed
        program.paced = self.paced and speed == "normal"
        game = self._offering(program, header, self.make(program, header, recording))
        return at_speed(played(game), speed)

    # the menu

    def _preview(self, index: int) -> Preview:
        """Return the menu's preview of the program with this index."""
        entry, games = self.programs[index], self._unfinished(self.programs[index].name)
        result, won = (words_on_tape(entry.name, name) if self.keep else "" for name in (RESULT_NAME, WON_NAME))
        status = (won.capitalize(), f"last: {result}") if won else ("Last game", result or NO_RESULT)
        waiting = (f"begun {ago(games[0][0].time)}", games[0][0].words()) if games else ()
        shown = preview(entry)._replace(status=status, waiting=waiting)
        # Nobody sees it as plain text, and at the Electron's own speed it takes half a minute to draw a picture.
        return shown._replace(picture=None) if self.plain or self.speed == AUTHENTIC else shown

    def _unfinished(self, name: str | None = None) -> list[tuple[KeptGame, Header]]:
        """Return the unfinished games of a program, or of all, newest first, with their headers."""
        names = {entry.name for entry in self.programs}
        games = unfinished_games(name) if self.keep else []
        return [(kept, header) for kept, header in games if kept.key in names and self.suits(header)]

    def _pick(self, m: Machine, games: Sequence[tuple[KeptGame, Header]], has_new: bool) -> KeptGame | None:
        """Let the user choose one of several unfinished games; return None for a new game. Raises Escape."""
        titles = {entry.name: entry.title.partition(",")[0] for entry in self.programs}

        def about(index: int) -> Preview:
            kept, header = games[index]
            picture, keys = kept.picture(), "damaged"
            with suppress(RecordingError):
                keys = f"{kept.recording().log.presses} keys"
            words = f"Game {header.seed}: {keys}, played {ago(kept.time)}."
            return Preview(words, picture, waiting=[kept.words()], title=titles[kept.key])

        rows, others = [titles[kept.key] for kept, _ in games], [Choice("N", "New game")] if has_new else []
        page = MenuPage("Unfinished games", rows, about, others, PICK_FOOT)
        return None if page.choose_from(m) == "N" else games[page.row][0]


def menu_page(entries: Sequence[ProgramInfo], preview: Callable[[int], Preview], others: Sequence[Choice]) -> MenuPage:
    """Return the menu's page; `preview` and `others` are as in `MenuPage`."""
    return MenuPage("Programs", [entry.title.partition(",")[0] for entry in entries], preview, others, FOOT)


def preview(entry: ProgramInfo) -> Preview:
    """Return the menu's preview of a program without its games: title, sentence and emblem."""
    sentence = entry.about.partition(". ")[0].rstrip(".")
    return Preview(f"{sentence}." if sentence else "", entry.emblem(), ("Last game", NO_RESULT), title=entry.title)


def has_exercises(path: str) -> bool:
    """Return whether there are exercises on the program in a file."""
    return os.path.isfile(catalogue.beside(path, catalogue.EXERCISES))


def random_seed() -> int:
    """Return a random seed, 1 to 2147483647."""
    return int.from_bytes(os.urandom(4), "little") % LARGEST_SEED + 1


def ago(moment: float) -> str:
    """Return the time since a moment as text, such as "3 days ago". moment: seconds since 1970."""
    seconds = max(0.0, time.time() - moment)
    for unit, length in (("day", 86400), ("hour", 3600), ("min", 60)):
        if count := int(seconds // length):
            return f"{count} {unit}{'s' if count > 1 and unit != 'min' else ''} ago"
    return "now"
