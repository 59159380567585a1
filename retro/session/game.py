"""What a session plays: a program with its log, and the actions that it offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from retro.machine.machine import Machine
from retro.machine.tape import MemoryTape, Tape
from retro.machine.view import Program, View
from retro.session.event_log import EventLog
from retro.session.format import Header, Recording
from retro.session.log_writer import Sink
from retro.session.replay import FastForward, Replay, ReplayHost, Viewer


class Game:
    """A program as it is played: its log, its outputs, and its actions. An action that is None is not offered.

    Attributes:
        load: returns the program itself; called again for each replay.
        header: the first line of its recording; None: it is not recorded.
        log, path: the game so far, and the file that it was read from; empty for a new game.
        sinks, tape: the outputs that record it, and its tape.
        mode: how its log is replayed at the beginning.
        other_version: whether another version of the program has written the log.
        pace: the time that drawing takes, relative to the Electron; 0: no time.
        tell: called at the end with a sentence for each output that could not be written.
        title, name: its title, and its name for files.
        keys: the program's keys, each with its effect.
        key: the name of the folder of its saved games.
        new, restart: return a game of the same program: with another seed, with the same seed.
        resume: returns a game that continues a recording.
        open: returns the game of another file, or the replay of a recording; raises ValueError with a sentence.
        menu: whether there is a menu to return to.
        study: leaves the game to study the program; True: from the present position, False: from its start.
        course: returns the exercises on the program, or leaves the game for them.
        film: replays a log without a view, and returns the machine.
        context: returns a context manager to play the game in.
    """

    def __init__(
        self,
        load: Callable[[], Program] | None = None,
        header: Header | None = None,
        *,
        log: EventLog | None = None,
        path: str = "",
        sinks: Sequence[Sink] = (),
        tape: Tape | None = None,
        mode: Replay | None = None,
        tell: Callable[[str], None] = lambda sentence: None,
        pace: float = 0.0,
        title: str = "",
    ) -> None:
        self.load: Callable[[], Program] = load or (lambda: lambda m: None)
        self.header, self.path, self.sinks, self.tell, self.pace = header, path, sinks, tell, pace
        self.log, self.tape, self.mode = log or EventLog(), tape or MemoryTape(), mode or FastForward()
        self.title, self.name, self.other_version = title, "retro", False
        self.keys: Sequence[tuple[str, str]] = ()
        self.key = ""
        self.new: Callable[[], Program] | None = None
        self.restart: Callable[[], Program] | None = None
        self.resume: Callable[[Recording], Program] | None = None
        self.open: Callable[[str], Program] | None = None
        self.menu = False
        self.study: Callable[[bool], None] | None = None
        self.course: Callable[[], Program] | None = None
        self.film: Callable[[EventLog, Replay], Machine] | None = None
        self.context: Callable[[Player], AbstractContextManager[None]] = lambda player: nullcontext()


class Player(ReplayHost):
    """The part of `Session` that the overlay's pages use.

    Attributes:
        view: the view that shows the machine.
        game: the game that is played.
    """

    view: View
    game: Game

    @property
    def live(self) -> bool:
        """Whether a game is played and recorded now."""
        raise NotImplementedError

    @property
    def viewer(self) -> Viewer | None:
        """The replay that is shown to the user; None if none is."""
        raise NotImplementedError

    def replay_from_start(self, m: Machine, mode: Replay | None = None) -> None:
        """Replay the log from its start, hidden unless the mode shows it: raise Restart."""
        raise NotImplementedError
