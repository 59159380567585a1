"""Renders notes to samples piece by piece, while they are played."""

import threading
from array import array
from collections.abc import Sequence
from math import inf

from retro.sound.notes import Note
from retro.sound.synthesis import RAMP_TIME, RATE, render

SHORTEST_STREAM = 1.0  # seconds: PulseAudio plays nothing shorter than about 0.4
MAX_NOTES = 100  # rendering a piece walks through all notes before it


class SampleStream:
    """The samples of notes from a time on (seconds since power-on), padded with silence to SHORTEST_STREAM.

    The audio driver's thread reads it; the main thread changes the notes.
    """

    def __init__(self, notes: Sequence[Note], since: float) -> None:
        self._lock = threading.Lock()
        self._notes = list(notes)
        self._position = round(since * RATE)
        self._shortest_end = self._position + round(SHORTEST_STREAM * RATE)
        self._finished, self._begins = False, True

    def amend(self, notes: Sequence[Note], at: float) -> bool:
        """Replace the notes from a time on; return False if the samples from then on have already been read.

        Earlier notes stay, as the waves of adjacent notes are continuous.
        """
        with self._lock:
            if self._finished or at * RATE < self._position or len(self._notes) > MAX_NOTES:
                return False
            before = [note for note in self._notes if note.start < at]
            self._notes = before + [note for note in notes if note.start >= at]
            return True

    def read(self, count: int) -> bytes:
        """Return the next `count` samples; fewer, and then none, at the end."""
        with self._lock:
            until = int(min(self._position + count, max(self._shortest_end, end_of(self._notes) * RATE)))
            self._finished = until < self._position + count
            data = render(self._notes, until / RATE, RATE, self._position / RATE)
            if data and data[0] and self._begins:  # a note has begun before: without a ramp it would click
                steps = min(len(data), round(RAMP_TIME * RATE))
                data[:steps] = array("h", [data[step] * step // steps for step in range(steps)])
            self._begins = False
            self._position = max(self._position, until)
        return data.tobytes()


def end_of(notes: Sequence[Note]) -> float:
    """Return the time at which the last note ends, or inf. Each note ends when the next one begins, if not before."""
    cuts = [note.start for note in notes[1:]] + [inf]
    return max(min(note.start + note.length, cut) for note, cut in zip(notes, cuts))
