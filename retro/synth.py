"""Notes to samples: 16 bits, mono. For front ends with loudspeakers; the machine itself never needs it.

Tones are square waves of `frequency(pitch)`, exact over any length: edges are placed by a running phase, not by a
rounded period, and the phase runs on from note to note where they touch. A sound out of silence or into it has a ramp
of 3 ms within its length, against clicks; between joined notes there is none.

Noise as the Electron's OS makes it (tests/model/sound-facts.json): kinds 0 to 3 are low tones, of which kind 3 was
measured (counter 118); for kinds 0, 1 and 2 the BBC's 521, 260 and 130 Hz are taken. In kinds 4 to 7 the OS rewrites
the counter every 0.14 ms with numbers by chance, 64 to 127 in kind 4 and 128 to 255 in kind 7; here each half wave
draws one from a shift register. Kinds 5 and 6 were not measured and are made like 4 and 7.
"""

from __future__ import annotations

from array import array
from math import ceil, inf

from retro.notes import LOUDEST, NOISE, frequency

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from retro.notes import Note

    Span = tuple[float, float, Note]

RATE = 44100
PEAK = 8000  # of 32767
DECIBELS = 2  # a level, as in the BBC's sound chip
RAMP = 0.003  # seconds
WIDTH = 2  # bytes a sample
CLOCK = 16e-6  # seconds: half a wave lasts counter + 1 of these
BUZZ = (59, 118, 237, 118)  # counters of noise kinds 0 to 3
HISS = (63, 63, 127, 127)  # kinds 4 to 7: the random part of the counter; it is added to one more
SEED, TAPS = 0x4A63, 0xB400  # a shift register that comes round after 65535 draws


def samples(note: Note, rate: int = RATE, seconds: float | None = None) -> array[int]:
    """Return one note from its start: all of it, or its first `seconds`. A note for ever needs them: ValueError."""
    length = note.length if seconds is None else min(seconds, note.length)
    _check(length, "seconds")
    return render([note], note.start + length, rate, note.start)


def render(notes: Iterable[Note], until: float, rate: int = RATE, since: float = 0.0) -> array[int]:
    """Return what notes sound like, between two times in seconds since power-on.

    The notes come in the order in which the machine gave them; each cuts what was to sound from its start on.
    Neighbouring pieces, the second since the first one's `until`, join without a click.
    """
    _check(until, "until")
    wave = _Wave(rate, round(since * rate), round(until * rate))
    for span in _spans(notes):
        if span[0] <= until:  # one that joins there keeps the end from being a ramp
            _play(wave, span)
    wave.silence(wave.last)
    return wave.finished()


def write_wav(
    path: str | os.PathLike[str], notes: Iterable[Note], seconds: float | None = None, rate: int = RATE
) -> None:
    """Write a WAV file of notes from power-on: `seconds` long, or to the end of the last note."""
    import wave

    notes = list(notes)
    until = max((end for _, end, _ in _spans(notes)), default=0.0) if seconds is None else seconds
    _check(until, "seconds")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(WIDTH)
        file.setframerate(rate)
        file.writeframes(render(notes, until, rate).tobytes())


def _check(seconds: float, name: str) -> None:
    if not 0 <= seconds < inf:
        raise ValueError(f"there are no {seconds} seconds of samples: a note for ever needs {name}=, a finite number")


def _spans(notes: Iterable[Note]) -> list[Span]:
    """Apply the rule: a note cuts whatever was scheduled at or after its start, and whatever still sounds then."""
    spans: list[Span] = []
    for note in notes:
        while spans and spans[-1][0] >= note.start:
            spans.pop()
        if spans and spans[-1][1] > note.start:
            spans[-1] = (spans[-1][0], note.start, spans[-1][2])
        if note.length > 0:
            spans.append((note.start, note.start + note.length, note))
    return spans


def _play(wave: _Wave, span: Span) -> None:
    start, end, note = span
    wave.silence(round(start * wave.rate))
    sound: tuple[int, int] | None = None
    for offset, pitch, level in note.walk():
        at = min(start + offset / 100, end)
        if (pitch, level) != sound and sound:
            wave.sound(round(at * wave.rate), *sound)
        sound = pitch, level
        if at >= end or at * wave.rate >= wave.last:
            break
    if sound and end < inf:
        wave.sound(round(end * wave.rate), *sound)
    elif sound:
        wave.sound(wave.last + wave.rate, *sound)


class _Wave:
    """The output as it is made: samples between two times, counted from power-on; those before the first only count.

    at: the next sample. phase: half waves so far. blocks: where, in samples, there is sound without a gap.
    """

    def __init__(self, rate: int, first: int, last: int) -> None:
        self.rate = rate
        self.first = first
        self.last = last
        self.at = 0
        self.phase = 0.0
        self.register = SEED
        self.blocks: list[tuple[int, int]] = []
        self.made = bytearray()

    def silence(self, end: int) -> None:
        if end > self.at:
            self.made += bytes(WIDTH * max(0, min(end, self.last) - max(self.at, self.first)))
            self.at = end
            self.phase = 0.0

    def sound(self, end: int, pitch: int, level: int) -> None:
        """Go on to a sample with one pitch and level. Beyond the last sample nothing is made."""
        if not level:
            self.silence(end)
            return
        if end <= self.at:
            return
        self._block(end)
        skipped = max(0, min(end, self.first) - self.at)
        self.phase += skipped * 2 * _hertz(pitch) / self.rate
        count = min(end, self.last) - self.at - skipped
        if count > 0 and pitch >= NOISE + 4:
            self._hiss(count, HISS[pitch & 3], level)
        elif count > 0:
            self._tone(count, _hertz(pitch), level)
        self.at = end

    def _block(self, end: int) -> None:
        start = self.at
        if self.blocks and self.blocks[-1][1] == start:
            start = self.blocks.pop()[0]
        self.blocks.append((start, end))

    def _tone(self, count: int, hertz: float, level: int) -> None:
        half = self.rate / (2 * hertz)
        waves = _half_waves(level, ceil(half) + 1)
        number, made, done = int(self.phase), self.made, 0
        edge = (number + 1 - self.phase) * half
        while edge < count:
            upto = ceil(edge)
            made += waves[number & 1][: (upto - done) * WIDTH]
            done = upto
            number += 1
            edge += half
        made += waves[number & 1][: (count - done) * WIDTH]
        self.phase += count / half

    def _hiss(self, count: int, chance: int, level: int) -> None:
        """chance: the bits of the counter that are drawn; the next higher bit is always set."""
        waves = _half_waves(level, ceil((chance + 1) * 2 * CLOCK * self.rate) + 1)
        number, done, edge = int(self.phase), 0, 0.0
        while done < count:
            self.register = self.register >> 1 ^ (TAPS if self.register & 1 else 0)
            edge += (chance + 2 + (self.register & chance)) * CLOCK * self.rate
            upto = min(count, ceil(edge))
            self.made += waves[number & 1][: (upto - done) * WIDTH]
            done = upto
            number += 1
        self.phase = float(number)

    def finished(self) -> array[int]:
        made = array("h", bytes(self.made))
        for start, end in self.blocks:
            self._ramp(made, start, end)
        return made

    def _ramp(self, made: array[int], start: int, end: int) -> None:
        steps = min(round(RAMP * self.rate), (end - start) // 2)
        for step in range(steps):
            for at in (start + step, end - 1 - step):
                if self.first <= at < self.last:
                    made[at - self.first] = made[at - self.first] * step // steps


def _hertz(pitch: int) -> float:
    """Return the frequency of a pitch or of a noise that is a tone."""
    return frequency(pitch) if pitch < NOISE else 1 / (2 * CLOCK * (BUZZ[pitch & 3] + 1))


def _half_waves(level: int, count: int) -> tuple[bytes, bytes]:
    """Return the upper and the lower half of a wave, `count` samples each."""
    height = round(PEAK * 10 ** (DECIBELS * (level - LOUDEST) / 20))
    return array("h", [height]).tobytes() * count, array("h", [-height]).tobytes() * count
