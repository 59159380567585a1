"""The timeline of a studied game: its turns to go to, and checkpoints from which a replay is traced."""

from bisect import bisect_left, bisect_right
from collections import Counter
from typing import NamedTuple

from retro.display.slider import Slider
from retro.machine.machine import Machine
from retro.session.event_log import EventLog
from retro.session.replay import FastForward
from retro.study.ask import LineQuery, Query
from retro.study.stepper import START_POSITION, Position, Snapshot, Stepper, StopReason

FIRST_CHECKPOINT_INTERVAL = 300  # calls, returns and lines between two checkpoints, at first
MOST_CHECKPOINTS = 1000
MOST_CALLS = 100_000
Wait = tuple[int, int]  # the entries of the log before a wait, and the timeouts since


class Checkpoint(NamedTuple):
    """A wait of the program, and the stepper's state there."""

    wait: Wait
    snapshot: Snapshot


class Timeline:
    """A studied game up to its present position.

    Attributes:
        turns: the positions of the turns; of waits for keys, if the notes name no turns.
        first_calls: by procedure name, the position of its first call, at its first line.
        calls: by position, the procedure called there; at most MOST_CALLS.
        reasons: by position, why the program has stopped there, and the edition note that was shown.
        pauses: the positions of earlier pauses, in ascending order.
        start: the position of the first line, of an edition that of its original once that has begun.
        future: the whole game before the user went back; None if the user has not.
        end, log: the last position and the event log of a game that is such a `future`.
    """

    def __init__(self) -> None:
        self.turns: list[Position] = []
        self.first_calls: dict[str, Position] = {}
        self.calls: dict[Position, str] = {}
        self.reasons: dict[Position, tuple[StopReason, str]] = {}
        self.pauses: list[Position] = []
        self.start: Position = START_POSITION
        self.future: Timeline | None = None
        self.end: Position = START_POSITION
        self.log: EventLog | None = None
        self._checkpoints: list[Checkpoint] = []
        self._spacing = FIRST_CHECKPOINT_INTERVAL

    def whole(self, here: Position) -> "Timeline":
        """Return the whole game, also if the user has gone back in it to `here`."""
        return self.future or self.until(here)

    def stops(self, here: Position) -> list[Position]:
        """Return the positions to go to by slider and keys: the beginning, the turns, the end."""
        game = self.whole(here)
        return sorted({game.start, *game.turns, game.end})

    def slider(self, here: Position, turn: str) -> Slider:
        """Return the slider over the whole game. turn: the word for a turn."""
        stops = self.stops(here)
        return Slider(turn, len(self.whole(here).turns), len(stops), max(0, bisect_right(stops, here) - 1))

    def add_call(self, name: str, position: Position) -> None:
        """Add the call of a procedure, unless it is there already."""
        self.first_calls.setdefault(name, position)
        if len(self.calls) < MOST_CALLS:
            self.calls.setdefault(position, name)

    def calls_of(self, name: str) -> list[Position]:
        """Return the positions of a procedure's calls in order, the first one at least."""
        return sorted(
            {at for at, called in self.calls.items() if called == name} | {*filter(None, [self.first_calls.get(name)])}
        )

    def turn_at(self, here: Position) -> list[tuple[str, int, Position]]:
        """Return the procedures called in the turn at a position, in order: name, number of calls, first position.

        At the beginning of a turn, those of the previous turn come first.
        """
        game = self.whole(here)
        ends = [game.start, *game.turns, (game.end[0] + 1, 0)]
        last = max(index for index, turn in enumerate(ends) if turn <= max(here, game.start))
        calls = {at: name for at, name in game.calls.items() if at < ends[last + 1]}
        begin = ends[last] if sum(at >= ends[last] for at in calls) > 1 else ends[max(0, last - 1)]
        within = {at: name for at, name in calls.items() if at >= begin}
        counts = Counter(within.values())
        firsts = {name: at for at, name in sorted(within.items(), reverse=True)}
        return [(name, counts[name], at) for name, at in sorted(firsts.items(), key=lambda pair: pair[1])]

    def add_turn(self, position: Position) -> None:
        """Add the position of a turn, unless it is there already."""
        if not self.turns or position > self.turns[-1]:
            self.turns.append(position)

    def add_checkpoint(self, wait: Wait, stepper: Stepper) -> None:
        """Add a checkpoint at a wait if it is far enough from the last one."""
        last = self._checkpoints[-1].snapshot.position[0] if self._checkpoints else 0
        if stepper.position[0] >= last + self._spacing:
            self._checkpoints.append(Checkpoint(wait, stepper.snapshot()))
        if len(self._checkpoints) > MOST_CHECKPOINTS:
            del self._checkpoints[::2]
            self._spacing *= 2

    def checkpoint(self, position: Position) -> Checkpoint | None:
        """Return the last checkpoint before a position, or None."""
        index = bisect_left([checkpoint.snapshot.position for checkpoint in self._checkpoints], position)
        return self._checkpoints[index - 1] if index else None

    def until(self, position: Position) -> "Timeline":
        """Return a copy of the timeline up to a position."""
        found = Timeline()
        found.turns = [turn for turn in self.turns if turn <= position]
        found.first_calls = {name: call for name, call in self.first_calls.items() if call <= position}
        found.calls = {at: name for at, name in self.calls.items() if at <= position}
        found.reasons = {stop: reason for stop, reason in self.reasons.items() if stop <= position}
        found._checkpoints = [checkpoint for checkpoint in self._checkpoints if checkpoint.snapshot.position < position]
        found.start, found.end, found._spacing = self.start, position, self._spacing
        return found


class Seek(FastForward):
    """Replays a log with a hidden screen, traced from a checkpoint on, or from the start to answer a query."""

    def __init__(self, timeline: Timeline, stepper: Stepper, query: Query | LineQuery | None = None) -> None:
        super().__init__()
        self._timeline, self._stepper, self.query = timeline, stepper, query
        self.checkpoint = None if query else timeline.checkpoint(stepper.sought or START_POSITION)

    def show_until(self, m: Machine, until: float) -> bool:
        """At each wait of a replay: begin to trace at the checkpoint, later add checkpoints. False: replay further."""
        wait = self.reader.index, self.reader.timeouts_read
        if self.checkpoint and wait == self.checkpoint.wait and not m.interrupting:
            self._stepper.resume(self.checkpoint.snapshot)
            self.checkpoint = None
        elif not self.checkpoint and not m.interrupting:
            self._timeline.add_checkpoint(wait, self._stepper)
        return False
