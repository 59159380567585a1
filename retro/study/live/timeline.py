"""The time of a game: its turns to go to, and checkpoints from which a replay can be traced."""

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from retro.machine.machine import Machine
from retro.recording.event_log import EventLog
from retro.recording.playback import Decision, FastForward
from retro.recording.replayer import Replayer
from retro.study.tracer import FIRST, Position, Snapshot, StopReason, Tracer

SPACING = 300  # calls, returns and lines between two checkpoints, at first
MOST = 1000  # checkpoints
Wait = tuple[int, int]  # the entries of the log before a wait, and the timeouts since


class Checkpoint(NamedTuple):
    """A wait of the program, and what the tracer knew then."""

    wait: Wait
    snapshot: Snapshot


class Timeline:
    """A game so far.

    Attributes:
        turns: the positions of its turns, or if the program names none of its waits for keys.
        first_calls: by the names of procedures, the position of the first line of their first call.
        reasons: by position, why the program has stopped there, and the news that were shown.
        end: the last position.
        log: all that came through the seam; None for a game that goes on.
    """

    def __init__(self) -> None:
        self.turns: list[Position] = []
        self.first_calls: dict[str, Position] = {}
        self.reasons: dict[Position, tuple[StopReason, str]] = {}
        self.end: Position = FIRST
        self.log: EventLog | None = None
        self._checkpoints: list[Checkpoint] = []
        self._spacing = SPACING

    @property
    def stops(self) -> list[Position]:
        """The positions to go to: the beginning, the turns, the end."""
        return sorted({FIRST, *self.turns, self.end})

    def stop_at(self, position: Position) -> int:
        """Return the index of the last of the stops up to a position."""
        return max(0, bisect_right(self.stops, position) - 1)

    def add_turn(self, position: Position) -> None:
        """Add a turn, unless it is known."""
        if not self.turns or position > self.turns[-1]:
            self.turns.append(position)

    def add_checkpoint(self, wait: Wait, tracer: Tracer) -> None:
        """Add a checkpoint if it is far enough from the last one."""
        last = self._checkpoints[-1].snapshot.position[0] if self._checkpoints else 0
        if tracer.position[0] >= last + self._spacing:
            self._checkpoints.append(Checkpoint(wait, tracer.snapshot()))
        if len(self._checkpoints) > MOST:
            del self._checkpoints[::2]
            self._spacing *= 2

    def checkpoint(self, position: Position) -> Checkpoint | None:
        """Return the last checkpoint before a position, or None."""
        index = bisect_left([checkpoint.snapshot.position for checkpoint in self._checkpoints], position)
        return self._checkpoints[index - 1] if index else None

    def until(self, position: Position) -> "Timeline":
        """Return a copy of the game that ends at a position."""
        found = Timeline()
        found.turns = [turn for turn in self.turns if turn <= position]
        found.first_calls = {name: call for name, call in self.first_calls.items() if call <= position}
        found.reasons = {stop: reason for stop, reason in self.reasons.items() if stop <= position}
        found._checkpoints = [one for one in self._checkpoints if one.snapshot.position < position]
        found.end, found._spacing = position, self._spacing
        return found


class Seek(FastForward):
    """Replays a log unseen; traces the program from a checkpoint on, or from its start."""

    def __init__(self, timeline: Timeline, tracer: Tracer) -> None:
        super().__init__()
        self._timeline, self._tracer = timeline, tracer
        self.checkpoint = timeline.checkpoint(tracer.sought or FIRST)

    def show_until(self, replayer: Replayer, m: Machine, until: float) -> Decision:
        """Begin to trace, or add a checkpoint."""
        wait = replayer.reader.index, replayer.reader.timeouts_read
        if self.checkpoint and wait == self.checkpoint.wait and not m.interrupting:
            self._tracer.resume(self.checkpoint.snapshot)
            self.checkpoint = None
        elif not self.checkpoint and not m.interrupting:
            self._timeline.add_checkpoint(wait, self._tracer)
        return Decision.GO_ON
