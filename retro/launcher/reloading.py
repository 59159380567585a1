"""Runs a program again whenever its files are saved: from its start, or after replaying the keys typed so far."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from retro.input.events import Event, Wanted
from retro.launcher.error_page import with_error_page
from retro.launcher.launcher import Launcher
from retro.launcher.recorded_games import game_of
from retro.library import catalogue, loader
from retro.library.errors import LibraryError
from retro.library.fingerprint import fingerprint, sources
from retro.library.program import Program
from retro.machine.farewell import wait_for_any_key
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.runner import run_program
from retro.machine.view import Leave, Next
from retro.session.event_log import EventLog
from retro.session.format import Header, Recording
from retro.session.game import Game
from retro.session.log_reader import LogReader
from retro.session.replay import WithChanges
from retro.session.session import Session, session_of

# Python has nothing that waits for a change of a file on all systems; to ask for the times of a few files costs 20 µs.
FILE_CHECK_INTERVAL = 0.5  # seconds between two looks at the files
POLL_INTERVAL = 1000  # statements between two looks at the clock while a program draws without waiting
KEYS, START = MODES = "keys", "start"  # what a new version begins with: the keys typed so far, or nothing
ENDED = "Save to run it again, Escape to end"
ESCAPE = 27


class FilesChanged(BaseException):
    """The program's files have changed. Raised in the program at its next wait."""


class FileWatch:
    """Watches a program's files, and raises FilesChanged in its next wait when they have changed."""

    def __init__(self, session: Session, path: str) -> None:
        """Watch a program's main file, the modules beside it, and what it imports from its folder."""
        self._session, self._path = session, path
        self.begin()

    def begin(self) -> None:
        """Store the present state of the program's files, to find later changes."""
        self._changed, self._next_look = False, 0.0
        self._files, self._hash = {self._path}, ""
        self._times: dict[str, tuple[int, int]] = {}
        with suppress(OSError):  # a file that is gone for a moment is another one when it is back
            self._files = {self._path, *sources(self._path)}
            self._hash, self._times = fingerprint(self._path), self._times_now()

    def _times_now(self) -> dict[str, tuple[int, int]]:
        """Return the modification time and the size of each file of the program."""
        with os.scandir(os.path.dirname(os.path.abspath(self._path))) as entries:
            beside = {entry.path for entry in entries if entry.name.endswith(".py")}
        statuses = {path: os.stat(path) for path in self._files | beside}
        return {path: (status.st_mtime_ns, status.st_size) for path, status in statuses.items()}

    def _look(self) -> None:
        """Raise FilesChanged if the program's files differ from their stored state."""
        now = self._session.clock.now()
        if now >= self._next_look and not self._changed:
            self._next_look = now + FILE_CHECK_INTERVAL
            try:
                times = self._times_now()
                if times != self._times:
                    self._changed, self._times = fingerprint(self._path) != self._hash, times
            except OSError:  # an editor may remove a file before it writes the new one
                return
        if self._changed:
            raise FilesChanged

    def events(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the session's events; check the files while waiting. Raises FilesChanged."""
        clock = self._session.clock
        end = math.inf if timeout is None else clock.now() + timeout
        while True:
            self._look()
            left = max(0.0, end - clock.now())
            events = self._session.user(min(left, FILE_CHECK_INTERVAL), wanted)
            if events or left <= FILE_CHECK_INTERVAL:
                return events


class Reloading:
    """A program that plays a game, and continues it in the next version of its files."""

    def __init__(self, program: Program, header: Header, given: dict[str, object], mode: str) -> None:
        """Take the first version, the header of its game, the options given on the command line, and one of MODES."""
        self._program, self._header, self._given, self._mode = program, header, given, mode

    def __call__(self, m: Machine) -> object:
        """Play the program, again after each change, until the user switches the machine off: raise PowerOff."""
        m.poll_interval = POLL_INTERVAL
        session, log, notice = session_of(m), EventLog(), ""
        watch = FileWatch(session, self._program.path)
        session.events = watch.events
        try:
            while True:
                try:
                    self._play(session, log, notice)
                    raise PowerOff
                except FilesChanged:
                    watch.begin()
                    log.end = None
                    if self._mode == START:
                        log.clear()
                    presses = log.presses
                    notice = f"run again, with {presses} key{'s' * (presses > 1)}" if presses else "run again"
        finally:
            session.events = session.user

    def _play(self, session: Session, log: EventLog, notice: str) -> None:
        """Load the program's present version, replay the log, play to the end, and wait for ESCAPE."""

        def play(m: Machine) -> object:
            result = session.play(self._game(session, log, notice))
            if isinstance(result, Next):
                raise Leave(result.program)
            return result

        failure = run_program(session.machine, with_error_page(play, self._program.path))
        if failure is None and log.presses:
            log.back(1)  # which has ended it
        wait_for_any_key(session.machine, ENDED, {ESCAPE})

    def _game(self, session: Session, log: EventLog, notice: str) -> Game:
        """Load the changed program, and return the recorded game played with it; show a notice. Raises LaunchError."""
        program = loader.load(self._program.given_name, again=True)
        if notice:
            session.say(notice)
        program.chosen |= {name: value for name, value in self._given.items() if name in program.chosen}
        program.paced = self._program.paced
        header = Header(program.name, "", self._header.seed, self._header.speed, program.chosen)

        def changed(reader: LogReader) -> None:
            session.say(f"run again; from key {reader.presses_read + 1} on another game")

        game = game_of(program, header, Recording("", header, log), keep=False, mode=WithChanges(changed))
        outer = session.game
        game.new, game.restart, game.resume, game.open = outer.new, outer.restart, outer.resume, outer.open
        game.menu, game.study = outer.menu, outer.study
        return game


def first_version(name: str) -> Program:
    """Load a program that will be changed; if it has an error, return one without main. Raises LibraryError."""
    sys.dont_write_bytecode = True  # compiled files know the second of a change, and two may fall into one
    path = catalogue.path_of(name)
    try:
        return loader.load(name)
    except LibraryError:
        return Program(name, path, os.path.splitext(os.path.basename(path))[0], lambda m: None)


def reloading_launcher(speed: str | None, seed: int | None, given: dict[str, object], mode: str) -> Launcher:
    """Return a launcher whose games continue when the program changes. given: the options; mode: one of MODES."""

    def make(program: Program, header: Header, recording: Recording | None) -> Game:
        return Game(lambda: Reloading(program, header, given, mode), title=program.title)

    return Launcher(speed, seed, keep=False, paced=True, make=make)
