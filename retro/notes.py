"""Notes: what a loudspeaker is told. Pitches, their frequencies, and what an envelope makes of a pitch."""

from __future__ import annotations

from math import inf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Step = tuple[int, int, int]

NOISE = 256  # a pitch of 256 + kind is noise of that kind
LOUDEST = 15
QUIETEST = -64  # the OS's own volumes, with which envelopes reckon: -64 to 63
OCTAVE = (253, 237, 224, 211, 200, 188, 178, 168, 158, 149, 141, 133)  # S + 1 of pitches 0, 4, 8 ... 44
UNDEFINED = bytes(15)  # an envelope: T, PI1-3, PN1-3, AA, AD, AS, AR, ALA, ALD, and the targets of AS and AR


def counter(pitch: int) -> int:
    """Return what the Electron's OS writes to the ULA for a pitch of 0–255: S, from 252 down to 5.

    S + 1 halves each octave, rounded down. Equal to all 256 measured values.
    """
    octave, quarter = divmod(pitch, 48)
    semitone, part = divmod(quarter, 4)
    return (OCTAVE[semitone] - part * (3 if semitone < 7 else 2) >> octave) - 1


def frequency(pitch: int) -> float:
    """Return the hertz of a pitch 0–255: 123.5 to 5208.3. The output toggles every 16·(S + 1) microseconds."""
    return 31250 / (counter(pitch) + 1)


class Note:
    """One note as a loudspeaker needs it. Immutable.

    start: seconds since power-on. length: seconds, `inf` for ever.
    steps: (offset, pitch, level), offset in centiseconds from the start, rising from 0; pitch 0–255, or NOISE + kind
    (0–7); level 0 (silent) to 15. The Electron knows only 0 and 15. Steps may lie beyond the length.
    again, period: the steps from number `again` on come round every `period` centiseconds; period 0: never.

    The rule for front ends: **a note cuts whatever was scheduled at or after its start, and whatever still
    sounds then.** A note without steps has no length and only cuts.
    """

    __slots__ = ("again", "length", "period", "start", "steps")

    start: float
    length: float
    steps: tuple[Step, ...]
    again: int
    period: int

    def __init__(
        self, start: float, length: float, steps: tuple[Step, ...] = (), again: int = 0, period: int = 0
    ) -> None:
        put = object.__setattr__
        put(self, "start", start)
        put(self, "length", length)
        put(self, "steps", steps)
        put(self, "again", again)
        put(self, "period", period)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Note does not change: {name} cannot become {value!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Note does not change: {name} cannot go")

    def _key(self) -> tuple[float, float, tuple[Step, ...], int, int]:
        return self.start, self.length, self.steps, self.again, self.period

    def __reduce__(self) -> tuple[type[Note], tuple[float, float, tuple[Step, ...], int, int]]:
        return Note, self._key()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Note) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Note{self._key()!r}"

    def walk(self) -> Iterator[Step]:
        """Yield the steps that begin within the length: of a note for ever there may be no end."""
        return within(_walk(self.steps, self.again, self.period), self.length * 100)


def _walk(steps: Sequence[Step], again: int, period: int) -> Iterator[Step]:
    yield from steps
    later = period
    while later:
        for at, pitch, level in steps[again:]:
            yield at + later, pitch, level
        later += period


def within(steps: Iterable[Step], limit: float) -> Iterator[Step]:
    """Yield the steps before an offset in centiseconds."""
    for step in steps:
        if step[0] >= limit - 1e-6:
            return
        yield step


class Course:
    """What a note does: its steps, the number of the first that comes round, the period. As in Note."""

    __slots__ = ("again", "period", "steps")

    def __init__(self, steps: tuple[Step, ...] = (), again: int = 0, period: int = 0) -> None:
        self.steps = steps
        self.again = again
        self.period = period

    def note(self, start: float, length: float, missed: int = 0) -> Note:
        """Make a note of it, without its first `missed` centiseconds. Times in centiseconds here."""
        course = self._late(missed) if missed else self
        return Note(start / 100, length / 100, course.steps, course.again, course.period)

    def _late(self, missed: int) -> Course:
        turn = max(missed, self.steps[self.again][0] - 1) if self.period else inf
        before, after = self.steps[0], []
        for step in within(_walk(self.steps, self.again, self.period), turn + self.period + 1):
            if step[0] <= missed:
                before = step
            else:
                after.append((step[0] - missed, step[1], step[2]))
        again = sum(1 for at, _, _ in after if at + missed <= turn) + 1
        return Course(((0, before[1], before[2]), *after), again, self.period)


# envelopes


def shaped(envelope: bytes, base: int, levels: dict[int, int], limit: float) -> Course:
    """Return the course of a note with an envelope.

    base: the pitch at its start. levels: the level by offset, {0: 15} on the Electron. limit: where it is cut off.
    The pitch sections and, where they repeat, one round of them after the last change of level are written down.
    """
    pitches, period = _glide(envelope, base)
    if envelope[0] & 0x80 or not pitches:
        return Course(tuple(within(_merged(base, pitches, levels), limit)))
    settled = -(-max(levels) // period) * period
    rounds = range(0, int(min(settled, limit)) + 1, period)
    steps = _merged(base, {at + more: pitch for more in rounds for at, pitch in pitches.items()}, levels)
    if limit <= rounds[-1] + period:
        return Course(tuple(within(steps, limit)))
    first = rounds[-1] + min(pitches)
    return Course(tuple(steps), next(i for i, step in enumerate(steps) if step[0] >= first), period)


def _glide(envelope: bytes, base: int) -> tuple[dict[int, int], int]:
    """Return one round of the three pitch sections: pitches by offset, and its length, in centiseconds.

    A section without steps takes one step's time. A step length of 0 counts as 1.
    """
    every = envelope[0] & 0x7F or 1
    pitches, done, pitch = {}, 0, base
    for section in (1, 2, 3):
        count = envelope[section + 3]
        for step in range(done, done + count):
            pitch = pitch + envelope[section] & 0xFF
            pitches[step * every] = pitch
        done += count or 1
    return pitches, done * every


def _merged(base: int, pitches: dict[int, int], levels: dict[int, int]) -> list[Step]:
    pitch = base
    level = 0
    steps: list[Step] = []
    for at in sorted({0, *pitches, *levels}):
        pitch = pitches.get(at, pitch)
        level = levels.get(at, level)
        steps.append((at, pitch, level))
    return steps


def swell(envelope: bytes, volume: int, release: float) -> dict[int, int]:
    """Return the BBC's four amplitude phases: the volume (−64 to 63) by offset in centiseconds.

    volume: the one before the note. release: the offset from which the fourth phase is due.
    A phase is over when its target is reached or passed; the third and fourth aim at −63, silence.
    """
    every = envelope[0] & 0x7F or 1
    volumes, phase, at = {0: volume}, 0, 0
    while phase < 4:
        phase = 3 if at >= release else phase
        step, target = _signed(envelope[7 + phase]), _signed(envelope[11 + phase] - 63)
        louder = min(63, max(QUIETEST, volume + step))
        if not (louder - target ^ step - 1) & 0x80:
            louder, phase = target, phase + 1
        elif louder == volume:
            if at >= release or release == inf:
                return volumes
            at = int(-(-release // every) - 1) * every
        if louder != volume:
            volumes[at] = volume = louder
        at += every
    return volumes


def loudness(volumes: dict[int, int]) -> dict[int, int]:
    """Return the levels 0–15 of volumes −64 to 63, where they change."""
    levels: dict[int, int] = {}
    last = -1
    for at, volume in volumes.items():
        if volume + 64 >> 3 != last:
            levels[at] = last = volume + 64 >> 3
    return levels


def fading(levels: dict[int, int]) -> float:
    """Return the offset from which nothing is heard any more, `inf` if there is none."""
    end = 0.0
    for at, level in levels.items():
        if level:
            end = inf
        elif end == inf:
            end = at
    return end


def _signed(byte: int) -> int:
    return (byte & 0xFF ^ 0x80) - 0x80
