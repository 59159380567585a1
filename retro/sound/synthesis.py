"""Conversion of notes to samples (16 bits, mono), for front ends with loudspeakers.

Tones are square waves of `frequency(pitch)`, exact over any length: edges are placed by a running phase, not by a
rounded period, and adjacent notes share the phase. Against clicks a sound begins and ends with a ramp of 3 ms within
its length, unless another note is adjacent.

Noise is as the Electron's OS makes it (tests/model/sound-facts.json and sound-channels.jsonl): kinds 0 to 3 are low
tones. In kinds 4 to 7 the OS rewrites the counter every 0.14 ms with random numbers, 64 to 127 in kind 4 and 128 to 255
in the others; here a shift register supplies one for each half wave.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable
from math import ceil, inf

from retro.sound.notes import LOUDEST, NOISE, Note, frequency

Span = tuple[float, float, Note]

RATE = 44100
PEAK = 8000  # of 32767
DECIBELS = 2  # a level, as in the BBC's sound chip
RAMP_TIME = 0.003  # seconds
SAMPLE_WIDTH = 2  # bytes a sample
CLOCK_PERIOD = 16e-6  # seconds: half a wave lasts counter + 1 of these
TONE_COUNTERS = (59, 118, 240, 118)  # of noise kinds 0 to 3
RANDOM_BITS = (63, 127, 127, 127)  # of the counter of noise kinds 4 to 7; the next higher bit is always set
SEED, TAPS = 0x4A63, 0xB400  # a shift register with a period of 65535


def render(notes: Iterable[Note], until: float, rate: int = RATE, since: float = 0.0) -> array[int]:
    """Return the samples of notes between two times. Pieces that share a time join without a click.

    Args:
        notes: in the order in which the machine played them.
        until: the end, in seconds since power-on.
        rate: samples a second.
        since: the beginning, in seconds since power-on.
    """
    _check(until, "until")
    wave = _Wave(rate, round(since * rate), round(until * rate))
    for span in _spans(notes):
        if span[0] <= until:  # an adjacent note prevents a ramp at the end
            _play(wave, span)
    wave.silence(wave.last)
    return wave.finished()


def write_wav(
    path: str | os.PathLike[str], notes: Iterable[Note], seconds: float | None = None, rate: int = RATE
) -> None:
    """Write a WAV file of the notes since power-on: `seconds` long, or to the end of the last note."""
    import wave

    notes = list(notes)
    until = max((end for _, end, _ in _spans(notes)), default=0.0) if seconds is None else seconds
    _check(until, "seconds")
    with open(path, "wb") as stream, wave.open(stream, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(SAMPLE_WIDTH)
        file.setframerate(rate)
        file.writeframes(render(notes, until, rate).tobytes())


def _check(seconds: float, name: str) -> None:
    if not 0 <= seconds < inf:
        raise ValueError(f"{name}={seconds} given, a finite number of seconds expected, as for an endless note")


def _spans(notes: Iterable[Note]) -> list[Span]:
    """Return the times at which each note begins and stops: the start of a note stops all earlier ones."""
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
    """Generates samples from power-on, and stores those between two times.

    Attributes:
        at: the number of the next sample.
        phase: half waves so far.
        blocks: the ranges of samples with sound and no gap.
    """

    def __init__(self, rate: int, first: int, last: int) -> None:
        self.rate = rate
        self.first = first
        self.last = last
        self.at = 0
        self.phase = 0.0
        self.register = SEED
        self.blocks: list[tuple[int, int]] = []
        self.output = bytearray()

    def silence(self, end: int) -> None:
        if end > self.at:
            self.output += bytes(SAMPLE_WIDTH * max(0, min(end, self.last) - max(self.at, self.first)))
            self.at = end
            self.phase = 0.0

    def sound(self, end: int, pitch: int, level: int) -> None:
        """Generate samples of one pitch and level up to this one, at most up to the last one to store."""
        if not level:
            self.silence(end)
            return
        if end <= self.at:
            return
        self._block(end)
        skipped = max(0, min(end, self.first) - self.at)
        self.phase += skipped * 2 * hertz_of(pitch) / self.rate
        count = min(end, self.last) - self.at - skipped
        if count > 0 and pitch >= NOISE + 4:
            self._random_noise(count, RANDOM_BITS[pitch & 3], level)
        elif count > 0:
            self._tone(count, hertz_of(pitch), level)
        self.at = end

    def _block(self, end: int) -> None:
        start = self.at
        if self.blocks and self.blocks[-1][1] == start:
            start = self.blocks.pop()[0]
        self.blocks.append((start, end))

    def _tone(self, count: int, hertz: float, level: int) -> None:
        half = self.rate / (2 * hertz)
        waves = _half_waves(level, ceil(half) + 1)
        number, output, done = int(self.phase), self.output, 0
        edge = (number + 1 - self.phase) * half
        while edge < count:
            upto = ceil(edge)
            output += waves[number & 1][: (upto - done) * SAMPLE_WIDTH]
            done = upto
            number += 1
            edge += half
        output += waves[number & 1][: (count - done) * SAMPLE_WIDTH]
        self.phase += count / half

    def _random_noise(self, count: int, bits: int, level: int) -> None:
        """Generate noise; bits: the random bits of the counter. The next higher bit is always set."""
        waves = _half_waves(level, ceil((bits + 1) * 2 * CLOCK_PERIOD * self.rate) + 1)
        number, done, edge = int(self.phase), 0, 0.0
        while done < count:
            self.register = self.register >> 1 ^ (TAPS if self.register & 1 else 0)
            edge += (bits + 2 + (self.register & bits)) * CLOCK_PERIOD * self.rate
            upto = min(count, ceil(edge))
            self.output += waves[number & 1][: (upto - done) * SAMPLE_WIDTH]
            done = upto
            number += 1
        self.phase = float(number)

    def finished(self) -> array[int]:
        samples = array("h", bytes(self.output))
        for start, end in self.blocks:
            steps = min(round(RAMP_TIME * self.rate), (end - start) // 2)
            for step in range(steps):
                for at in (start + step, end - 1 - step):
                    if self.first <= at < self.last:
                        samples[at - self.first] = samples[at - self.first] * step // steps
        return samples


def hertz_of(pitch: int) -> float:
    """Return the frequency in hertz of a pitch, or of a kind of noise that is a tone."""
    return frequency(pitch) if pitch < NOISE else 1 / (2 * CLOCK_PERIOD * (TONE_COUNTERS[pitch & 3] + 1))


def loudness_of(level: int) -> float:
    """Return the amplitude of a note's level, 1 to 15, as a share of the loudest."""
    return 10 ** (DECIBELS * (level - LOUDEST) / 20)


def _half_waves(level: int, count: int) -> tuple[bytes, bytes]:
    """Return the upper and the lower half of a square wave, `count` samples each."""
    height = round(PEAK * loudness_of(level))
    return array("h", [height]).tobytes() * count, array("h", [-height]).tobytes() * count
