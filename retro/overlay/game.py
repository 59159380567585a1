"""What the overlay knows of the program that runs, and what can be done with it."""

from __future__ import annotations

from retro.machine.speed import ScaledClock
from retro.machine.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro.machine.machine import Machine
    from retro.machine.view import Program
    from retro.recording.event_log import EventLog
    from retro.recording.format import Recording
    from retro.recording.playback import PlaybackMode


def overlay_of(m: Machine) -> GameFront | None:
    """Return the machine's overlay; None if there is none."""
    front: object = m.front
    while front is not None and not isinstance(front, GameFront):
        front = getattr(front, "inner", None)
    return front


def with_game(program: Program, game: Game) -> Program:
    """Return a program of which the machine's overlay, if there is one, knows what can be done with it."""

    def run(m: Machine) -> object:
        front = overlay_of(m)
        if front is None:
            return program(m)
        before, front.game = front.game, game
        try:
            return program(m)
        finally:
            front.game = before

    return run


class Game:
    """A program that runs. What is None cannot be done with it.

    Attributes:
        title, name: its title, and its name for files.
        keys: its own keys, and what they do.
        key, hash: under which its saved games are kept, and its fingerprint.
        new, restart: return a new game of it, another one and the same one.
        resume: returns a game that goes on with a recording of it.
        open: returns the program in another file, or the replay of a recording; raises ValueError with a sentence.
        menu: whether a menu can be returned to.
        study: leaves it, to study it; True: from where it is, False: from its start.
        replay: replays a log of it without a front end, in a playback mode, and returns the machine.
    """

    def __init__(self, title: str = "", name: str = "retro") -> None:
        self.title, self.name = title, name
        self.keys: Sequence[tuple[str, str]] = ()
        self.key = self.hash = ""
        self.new: Callable[[], Program] | None = None
        self.restart: Callable[[], Program] | None = None
        self.resume: Callable[[Recording], Program] | None = None
        self.open: Callable[[str], Program] | None = None
        self.menu = False
        self.study: Callable[[bool], None] | None = None
        self.replay: Callable[[EventLog, PlaybackMode], Machine] | None = None


class GameFront(ScaledClock, View):
    """A front end that offers the user what can be done with a game, `game`: the program that runs."""

    game: Game

    def say(self, sentence: str) -> None:
        """Show a notice in the corner of the picture for a while."""
        raise NotImplementedError
