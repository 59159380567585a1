"""Envelopes: the course of a note's pitch and level."""

from math import inf

from retro.sound.notes import Step, steps_before

QUIETEST = -64  # the OS's own volumes, in which envelopes calculate: -64 to 63
UNDEFINED = bytes(15)  # an envelope: T, PI1-3, PN1-3, AA, AD, AS, AR, ALA, ALD, and the targets of AS and AR


Shape = tuple[tuple[Step, ...], int, int]
"""The steps of a note, `repeat_from` and `period`, as in Note."""


def shape_with_envelope(envelope: bytes, base: int, levels: dict[int, int], limit: float) -> Shape:
    """Return the shape of a note with an envelope.

    Repeating pitch sections are listed until the last change of level, and then once more as the repetition.

    Args:
        envelope: its bytes, as in UNDEFINED.
        base: the pitch at the start.
        levels: the level by offset in centiseconds; {0: 15} on the Electron.
        limit: the length of the note in centiseconds.
    """
    pitches, period = _pitch_sections(envelope, base)
    if envelope[0] & 0x80 or not pitches:
        return tuple(steps_before(_merge(base, pitches, levels), limit)), 0, 0
    settled = -(-max(levels) // period) * period
    rounds = range(0, int(min(settled, limit)) + 1, period)
    steps = _merge(base, {at + more: pitch for more in rounds for at, pitch in pitches.items()}, levels)
    if limit <= rounds[-1] + period:
        return tuple(steps_before(steps, limit)), 0, 0
    first = rounds[-1] + min(pitches)
    return tuple(steps), next(i for i, step in enumerate(steps) if step[0] >= first), period


def _pitch_sections(envelope: bytes, base: int) -> tuple[dict[int, int], int]:
    """Return one cycle of the three pitch sections: pitches by offset, and its length, in centiseconds.

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


def _merge(base: int, pitches: dict[int, int], levels: dict[int, int]) -> list[Step]:
    pitch, level, steps = base, 0, list[Step]()
    for at in sorted({0, *pitches, *levels}):
        pitch = pitches.get(at, pitch)
        level = levels.get(at, level)
        steps.append((at, pitch, level))
    return steps


def amplitude_phases(envelope: bytes, volume: int, release: float) -> dict[int, int]:
    """Return the BBC's four amplitude phases: the volume (−64 to 63) by offset in centiseconds.

    A phase ends when its target is reached or passed. The target of the third and fourth is −63, silence.

    Args:
        envelope: its bytes, as in UNDEFINED.
        volume: the volume before the note.
        release: the offset at which the fourth phase begins.
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


def levels_of(volumes: dict[int, int]) -> dict[int, int]:
    """Return a note's levels, 0–15, at the offsets where they change, from its volumes −64 to 63."""
    levels: dict[int, int] = {}
    last = -1
    for at, volume in volumes.items():
        if volume + 64 >> 3 != last:
            levels[at] = last = volume + 64 >> 3
    return levels


def silent_from(levels: dict[int, int]) -> float:
    """Return the offset from which on a note of these levels is silent, `inf` if it never is."""
    end = 0.0
    for at, level in levels.items():
        if level:
            end = inf
        elif end == inf:
            end = at
    return end


def _signed(byte: int) -> int:
    return (byte & 0xFF ^ 0x80) - 0x80
