"""SOUND and ENVELOPE as a schedule of notes. Nothing here looks at a clock: the caller says what time it is.

Measured on the ROMs (tests/model/sound-facts.json), and how the gaps between the measurements were closed:

* Arguments are cut to integers; pitch and duration count modulo 256, amplitude modulo 32 (−15 to 16: −16 is
  envelope 16, −20 envelope 12, as the registers show). Durations are in twentieths of a second, 255 is for ever.
  An envelope number counts modulo 16; an envelope nobody defined changes nothing.
* The channel word is &HSFC: F counts as set from 1 on, C is taken modulo 4, so 4 is the noise channel.
  A word from &2000 on belongs to other devices: SOUND -1 does nothing.
* The OS works by centiseconds. A note that finds its queue empty starts with the next one (0.3 to 0.6 cs after the
  SOUND in the data, half a centisecond here) and ends when 5 cs for each unit are over since the one it was made
  in: 19.5 cs are heard of a duration of 4. Its follower starts there, without a gap, and lasts the full 20.
* A queue holds five notes besides the one that sounds. A note of duration 255 never makes room.
* Synchronised notes wait until S others wait too; what S says in the first of them counts.
* There is one voice: of several channels at once the highest number is heard, as of the three synchronised notes
  in the data. Not measured: silent notes do not count; a note drowned for a while comes back for its rest.
* A note with H set is a rest of its duration; with the BBC's amplitudes the envelope before it runs on.
* The BBC's release begins up to a centisecond late, so that a follower comes before it.
* Noise: kind = pitch modulo 8. Kinds 3, 4 and 7 were measured; `retro.synth` says what is heard.
"""

from __future__ import annotations

from math import inf

from retro.notes import (
    LOUDEST,
    NOISE,
    QUIETEST,
    UNDEFINED,
    Course,
    Note,
    Step,
    fading,
    frequency,
    loudness,
    shaped,
    swell,
)
from retro.reals import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["BELL", "LOUDEST", "NOISE", "QUEUE", "Note", "Sound", "Step", "frequency"]

QUEUE = 5  # notes waiting in a channel's buffer
BYTES = 3  # of the buffer, for a note
UNIT = 5  # centiseconds
FOR_EVER = 255
ENVELOPES = 16
BELL = (3, -13, 100, 6)  # measured: VDU 7
FOREIGN = 0x2000  # channel words from here on are not the sound system's
NEARLY = 1e-6  # centiseconds: forgives the rounding of seconds


class _Turn:
    """A SOUND in its channel's queue. Times in centiseconds since power-on.

    arrived: the earliest start. start, end: its turn, `inf` while not known. quiet: the end of what is heard of it.
    volumes: the OS's own volume by offset, for the BBC's envelopes.
    """

    __slots__ = (
        "amplitude",
        "arrived",
        "channel",
        "course",
        "end",
        "envelope",
        "hold",
        "length",
        "pitch",
        "quiet",
        "start",
        "sync",
        "volumes",
    )

    def __init__(self, word: int, amplitude: int, pitch: int, duration: int, arrived: float) -> None:
        self.channel = word & 3
        self.sync = word >> 8 & 3
        self.hold = word >= 0x1000
        self.amplitude = (amplitude + 15) % 32 - 15
        self.pitch = pitch & 0xFF
        self.length: float = inf if duration & 0xFF == FOR_EVER else UNIT * (duration & 0xFF)
        self.arrived = arrived
        self.start = self.end = self.quiet = inf
        self.envelope = UNDEFINED
        self.volumes = {0: QUIETEST}
        self.course = Course()

    def begin(self, at: float) -> None:
        self.start = self.quiet = at
        self.end = int(at + NEARLY) + self.length if self.length else at

    def plain(self, level: int) -> None:
        self.volumes = {0: level * 8 - 57}
        self.course = self._heard(Course(((0, self.pitch, level),)))
        self.quiet = self.end if level else self.start

    def shape(self) -> None:
        """Use an envelope, and the Electron's amplitude."""
        self.quiet = self.end
        self.course = self._heard(shaped(self.envelope, self.pitch, {0: LOUDEST}, self.end - self.start))

    def shape_all(self, volume: int) -> None:
        """Use an envelope, and the BBC's amplitude, which begins at the volume of the note before."""
        length = self.end - self.start
        self.volumes = swell(self.envelope, volume, length)
        levels = loudness(self.volumes)
        self.quiet = self.start + fading(levels)
        self.course = self._heard(shaped(self.envelope, self.pitch, levels, self.quiet - self.start))

    def _heard(self, course: Course) -> Course:
        if not self.channel:
            course.steps = tuple((at, NOISE + (pitch & 7), level) for at, pitch, level in course.steps)
        return course

    def volume_at(self, at: float) -> int:
        """Return the OS's volume just before a time."""
        if at > self.quiet:
            return QUIETEST
        return [volume for offset, volume in self.volumes.items() if not offset or offset < at - self.start][-1]

    def note(self, start: float, end: float) -> Note:
        """Make the note of what is heard of it between two times."""
        return self.course.note(start, end - start, int(start - self.start + NEARLY))


_Span = tuple[float, float, _Turn]


class Sound:
    """The sound system: four queues and one voice.

    amplitudes: "electron", where every amplitude but 0 is full and an envelope shapes the pitch only, or "bbc", where
    amplitudes and the amplitude part of envelopes are heard as on the BBC.
    All times are in seconds since power-on and must not go backwards. What returns notes returns the news for the
    loudspeaker, to be passed on in order: mostly one note, none for a silent one, more where channels meet.
    """

    def __init__(self, amplitudes: str = "electron") -> None:
        if amplitudes not in ("electron", "bbc"):
            raise ValueError(f'amplitudes={amplitudes!r} given, "electron" or "bbc" expected')
        self._bbc = amplitudes == "bbc"
        self._envelopes = [UNDEFINED] * ENVELOPES
        self._queues: tuple[list[_Turn], ...] = ([], [], [], [])
        self._told: list[_Span] = []

    def room_at(self, channel: float, now: float) -> float:
        """Say when a SOUND with that channel word can be queued: `now`, or later, or `inf` behind a note for ever."""
        word = integer(channel) & 0xFFFF
        if word >= FOREIGN or word & 0xF0:
            return now
        waiting = self._waiting(word & 3, now)
        return now if len(waiting) < QUEUE else waiting[-QUEUE].start / 100

    def sound(self, channel: float, amplitude: float, pitch: float, duration: float, now: float) -> tuple[Note, ...]:
        """Obey SOUND. The caller has waited until `room_at`; without room the note is queued all the same.

        A number that 32 bits do not hold is "Too big", anything but a number a "Type mismatch" (BasicError).
        """
        word, loud, high, long = integer(channel) & 0xFFFF, integer(amplitude), integer(pitch), integer(duration)
        if word >= FOREIGN:
            return ()
        at = _moment(now)
        self._forget(at)
        queue = self._queues[word & 3]
        if word & 0xF0:
            _cut(queue, at)
        turn = _Turn(word, loud, high, long, at)
        if turn.amplitude > 0:
            turn.envelope = self._envelopes[turn.amplitude - 1]
        queue.append(turn)
        return self._news(at)

    def envelope(
        self,
        number: float,
        t: float,
        pi1: float,
        pi2: float,
        pi3: float,
        pn1: float,
        pn2: float,
        pn3: float,
        aa: float,
        ad: float,
        as_: float,
        ar: float,
        ala: float,
        ald: float,
    ) -> None:
        """Obey ENVELOPE. A SOUND takes the envelope as it is then; later changes do not reach notes already queued."""
        parameters = (t, pi1, pi2, pi3, pn1, pn2, pn3, aa, ad, as_, ar, ala, ald, 0, 0)
        self._envelopes[(integer(number) - 1) % ENVELOPES] = bytes(integer(n) & 0xFF for n in parameters)

    def bell(self, now: float) -> tuple[Note, ...]:
        """Obey VDU 7. Never waits: with channel 3 full there is no bell."""
        return self.sound(*BELL, now) if self.room_at(BELL[0], now) <= now else ()

    def flush(self, channel: int, now: float) -> tuple[Note, ...]:
        """Obey *FX 21,4 to 21,7 (channels 0 to 3): stop what sounds there and forget what waits."""
        at = _moment(now)
        self._forget(at)
        _cut(self._queues[channel & 3], at)
        return self._news(at)

    def silence(self, now: float) -> tuple[Note, ...]:
        """Flush all channels: *FX 15,0, ESCAPE, power-off. The envelopes stay."""
        at = _moment(now)
        for queue in self._queues:
            _cut(queue, at)
        return self._news(at)

    def free(self, channel: int, now: float) -> int:
        """Return ADVAL(-5) to ADVAL(-8), channels 0 to 3: bytes free in the queue, three a note; 15 when empty."""
        return BYTES * max(0, QUEUE - len(self._waiting(channel & 3, now)))

    def _waiting(self, channel: int, now: float) -> list[_Turn]:
        later = int(now * 100 + NEARLY) + 1 - NEARLY
        return [turn for turn in self._queues[channel] if turn.start >= later]

    def _forget(self, at: float) -> None:
        for queue in self._queues:
            queue[:] = [turn for turn in queue if turn.end >= at or turn.quiet >= at]

    def _news(self, at: float) -> tuple[Note, ...]:
        self._advance()
        while self._synchronise():
            self._advance()
        told = [(max(start, at), end, turn) for start, end, turn in self._told if end > at]
        self._told = self._voice(at)
        return tuple(_news(told, self._told))

    def _advance(self) -> None:
        """Give their turn to the notes that wait for their own channel only."""
        for queue in self._queues:
            for i, turn in enumerate(queue):
                if turn.start == inf and not turn.sync and _ready(queue, i) < inf:
                    self._begin(queue, i, _ready(queue, i))

    def _synchronise(self) -> bool:
        """Give their turn to notes of several channels that wait for each other, if they are enough."""
        heads = []
        for queue in self._queues:
            i = next((i for i, turn in enumerate(queue) if turn.start == inf), len(queue))
            if i < len(queue) and _ready(queue, i) < inf:
                heads.append((_ready(queue, i), -queue[i].channel, i, queue))
        heads.sort()
        together = heads[: 1 + heads[0][3][heads[0][2]].sync] if heads else []
        if not heads or len(together) <= heads[0][3][heads[0][2]].sync:
            return False
        for _, _, i, queue in together:
            self._begin(queue, i, together[-1][0])
        return True

    def _begin(self, queue: list[_Turn], i: int, at: float) -> None:
        turn = queue[i]
        turn.begin(at)
        if turn.hold:
            return
        before = next((earlier for earlier in reversed(queue[:i]) if not earlier.hold), None)
        volume = before.volume_at(at) if before else QUIETEST
        if before:
            before.quiet = min(before.quiet, at)
        if turn.amplitude <= 0:
            turn.plain(-turn.amplitude if self._bbc or not turn.amplitude else LOUDEST)
        elif self._bbc:
            turn.shape_all(volume)
        else:
            turn.shape()

    def _voice(self, at: float) -> list[_Span]:
        """List what is heard from a time on."""
        spans: list[_Span] = []
        for queue in reversed(self._queues):
            for turn in queue:
                if turn.start < turn.quiet:
                    _fit(spans, max(turn.start, at), turn.quiet, turn)
        return spans


def _moment(now: float) -> float:
    """Say when a SOUND made now begins, in centiseconds."""
    return max(now * 100, int(now * 100 + NEARLY) + 0.5)


def _ready(queue: list[_Turn], i: int) -> float:
    return max(queue[i].arrived, queue[i - 1].end if i else 0.0)


def _cut(queue: list[_Turn], at: float) -> None:
    queue[:] = [turn for turn in queue if turn.start < at]
    for turn in queue:
        turn.end = min(turn.end, at)
        turn.quiet = min(turn.quiet, at)


def _fit(spans: list[_Span], start: float, end: float, turn: _Turn) -> None:
    """Give a note the times between the others."""
    found = []
    for taken, free, _ in spans:
        if start < min(taken, end):
            found.append((start, min(taken, end), turn))
        start = max(start, free)
    if start < end:
        found.append((start, end, turn))
    spans += found
    spans.sort(key=lambda span: span[0])


def _news(told: list[_Span], true: list[_Span]) -> Iterator[Note]:
    """Yield the notes that turn what was told into what is true now."""
    same = 0
    while told[same:] and true[same:] and told[same] == true[same]:
        same += 1
    told, true = told[same:], true[same:]
    cut = told[0][0] if told else inf
    if told and true and told[0][0] == true[0][0] and told[0][2] is true[0][2]:
        (start, end, turn), was = true[0], told[0][1]
        cut = min(end, was)
        true = true[1:] if end < was else [(was, end, turn), *true[1:]]
    if cut < inf and not (true and true[0][0] <= cut):
        yield Note(cut / 100, 0.0)
    for start, end, turn in true:
        yield turn.note(start, end)
