"""What a session plays: a program with its log, and the actions that it offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from retro.machine.frontend import FrontEnd
from retro.machine.machine import Machine
from retro.machine.tape import MemoryTape, Tape
from retro.machine.view import Program, View
from retro.session.clock import Clock
from retro.session.event_log import EventLog
from retro.session.format import Header, Recording
from retro.session.log_writer import Sink
from retro.session.replay import FastForward, Replay, Viewer


class Game:
    """A program that is played, and its actions. An action that is None is not offered.

    Attributes:
        load: returns the program itself; called again for each replay.
        header: the first line of its recording; None: it is not recorded.
        log, path: what has been played of it, and the file that this is from; empty: from none.
        sinks, tape: where it is recorded, and its tape.
        mode: how its log is shown at first.
        other_version: whether another version of the program has written the log.
        pace: how many times as long as on the Electron it takes to draw; 0: no time.
        tell: called at the end with a sentence for each thing that could not be written.
        title, name: its title, and its name for files.
        keys: its own keys, and what they do.
        key: under which its saved games are kept.
        new, restart: return a new game of it, another one and the same one.
        resume: returns a game that goes on with a recording of it.
        open: returns the program in another file, or the replay of a recording; raises ValueError with a sentence.
        menu: whether a menu can be returned to.
        study: leaves it, to study it; True: from where it is, False: from its start.
        film: replays a log of it without a view, and returns the machine.
        context: returns the context in which it is played.
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
        self.film: Callable[[EventLog, Replay], Machine] | None = None
        self.context: Callable[[Player], AbstractContextManager[None]] = lambda player: nullcontext()


class Player(FrontEnd):
    """The part of `Session` that the overlay's pages use.

    Attributes:
        view, machine: what shows the machine, and the machine.
        clock: the user's time.
        game: what is played.
    """

    view: View
    machine: Machine
    clock: Clock
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
        """Replay the log from its start, unseen unless the mode shows it: raise Restart."""
        raise NotImplementedError
