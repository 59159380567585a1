"""Notes for a loudspeaker, and the frequencies of pitches."""

from collections import namedtuple
from collections.abc import Iterable, Iterator, Sequence

Step = tuple[int, int, int]

NOISE = 256  # a pitch of 256 + kind is noise of that kind
LOUDEST = 15
OCTAVE = (253, 237, 224, 211, 200, 188, 178, 168, 158, 149, 141, 133)  # S + 1 of pitches 0, 4, 8 ... 44


def counter(pitch: int) -> int:
    """Return the counter S, 252 down to 5, that the Electron's OS writes to the ULA for a pitch of 0–255.

    S + 1 halves each octave, rounded down. Equal to all 256 measured values.
    """
    octave, quarter = divmod(pitch, 48)
    semitone, part = divmod(quarter, 4)
    return (OCTAVE[semitone] - part * (3 if semitone < 7 else 2) >> octave) - 1


def frequency(pitch: int) -> float:
    """Return the hertz of a pitch 0–255: 123.5 to 5208.3. The output toggles every 16·(S + 1) microseconds."""
    return 31250 / (counter(pitch) + 1)


class Note(namedtuple("Note", "start length steps repeat_from period", defaults=((), 0, 0))):
    """A note for a loudspeaker.

    A front end that plays a note stops all earlier notes at its start, and discards those scheduled after that. A note
    without steps has no length and only does this.

    Attributes:
        start: seconds since power-on.
        length: seconds, infinite for ever.
        steps: (offset, pitch, level): the offset in centiseconds from the start, rising from 0; the pitch 0–255, or
            NOISE + kind (0–7); the level 0 (silent) to 15, on the Electron 0 or 15. Steps may lie beyond the length.
        repeat_from: the index of the first step that repeats.
        period: the interval of the repetition in centiseconds; 0: none.
    """

    __slots__ = ()
    start: float
    length: float

    def walk(self) -> Iterator[Step]:
        """Yield the note's steps that begin within its length; an endless note may have endlessly many."""
        return steps_before(repeated(self.steps, self.repeat_from, self.period), self.length * 100)


def repeated(steps: Sequence[Step], repeat_from: int, period: int) -> Iterator[Step]:
    """Yield the steps of a note with their repetitions. repeat_from, period: as in Note."""
    yield from steps
    shift = period
    while shift:
        for at, pitch, level in steps[repeat_from:]:
            yield at + shift, pitch, level
        shift += period


def steps_before(steps: Iterable[Step], limit: float) -> Iterator[Step]:
    """Yield the steps of a note before an offset in centiseconds."""
    for step in steps:
        if step[0] >= limit - 1e-6:
            return
        yield step
