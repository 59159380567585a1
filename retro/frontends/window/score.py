"""The samples of a phrase of notes, made piece by piece while it sounds."""

from __future__ import annotations

import threading
from math import inf

from retro.synth import RATE, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from retro.notes import Note

SHORTEST = 1.0  # seconds: PulseAudio plays nothing shorter than about 0.4
MANY = 100  # notes in a phrase: to make a piece of it, all before it must be gone through


class Score:
    """Notes from a time on (seconds since power-on), and silence after them if they are short.

    It is read by the audio driver's thread and amended by the main thread.
    """

    def __init__(self, notes: Sequence[Note], since: float) -> None:
        self._lock = threading.Lock()
        self._notes = list(notes)
        self._at = round(since * RATE)
        self._least = self._at + round(SHORTEST * RATE)
        self._over = False

    def amend(self, notes: Sequence[Note], at: float) -> bool:
        """Have other notes from a time on; False if that part has already been read.

        What is over is kept: the waves of notes that touch run on from one to the next.
        """
        with self._lock:
            if self._over or at * RATE < self._at or len(self._notes) > MANY:
                return False
            before = [note for note in self._notes if note.start < at]
            self._notes = before + [note for note in notes if note.start >= at]
            return True

    def read(self, count: int) -> bytes:
        """The next samples: as many as wanted, or fewer, and then none, at the end."""
        with self._lock:
            until = int(min(self._at + count, max(self._least, end_of(self._notes) * RATE)))
            self._over = until < self._at + count
            data = render(self._notes, until / RATE, RATE, self._at / RATE) if until > self._at else b""
            self._at = max(self._at, until)
        return bytes(data)


def end_of(notes: Sequence[Note]) -> float:
    """When the last of the notes ends, `inf` if never; each ends at the latest when the next begins."""
    cuts = [note.start for note in notes[1:]] + [inf]
    return max(min(note.start + note.length, cut) for note, cut in zip(notes, cuts))
