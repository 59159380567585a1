"""What the overlay knows of the program that runs, and what can be done with it."""

from __future__ import annotations

from retro.machine.speed import ScaledClock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro.machine.frontend import Program
    from retro.machine.machine import Machine
    from retro.recording.event_log import EventLog
    from retro.recording.format import Recording
    from retro.recording.playback import PlaybackMode


def overlay_of(m: Machine) -> GameFront | None:
    """Return the machine's overlay; None if there is none."""
    front: object = m.front
    while front is not None and not isinstance(front, GameFront):
        front = getattr(front, "inner", None)
    return front


def show_game(m: Machine, game: Game) -> Game | None:
    """Tell the machine's overlay which game runs; return the one before, or None if there is no overlay."""
    front = overlay_of(m)
    if front is None:
        return None
    before, front.game = front.game, game
    return before


class Game:
    """A program that runs. What is None cannot be done with it.

    Attributes:
        title, name: its title, and its name for files.
        keys: its own keys, and what they do.
        key, hash: under which its files are kept, and its fingerprint.
        resume: returns a game that goes on with a recording of it.
        new, restart: return a new game of it, another one and the same one.
        menu: whether a menu can be returned to.
        study: leaves it, to study it; True: from where it is, False: from its start.
        replay: replays a log of it without a front end, in a playback mode, and returns the machine.
    """

    def __init__(
        self,
        title: str = "",
        *,
        name: str = "retro",
        keys: Sequence[tuple[str, str]] = (),
        key: str = "",
        hash_: str = "",
        new: Callable[[], Program] | None = None,
        restart: Callable[[], Program] | None = None,
        resume: Callable[[Recording], Program] | None = None,
        menu: bool = False,
        study: Callable[[bool], None] | None = None,
        replay: Callable[[EventLog, PlaybackMode], Machine] | None = None,
    ) -> None:
        self.title, self.name, self.keys = title, name, keys
        self.key, self.hash = key, hash_
        self.new, self.restart, self.resume, self.menu = new, restart, resume, menu
        self.study, self.replay = study, replay


class GameFront(ScaledClock):
    """A front end that offers the user what can be done with a game, `game`."""

    game: Game

    def say(self, sentence: str) -> None:
        """Show a notice in the corner of the picture for a while."""
        raise NotImplementedError
