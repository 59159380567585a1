"""SOUND and ENVELOPE as a schedule of notes. The caller passes the time.

Measured on the ROMs (tests/model/sound-facts.json, tests/model/sound-channels.jsonl); what was not measured is marked:

* Arguments are cut to integers; pitch and duration count modulo 256, amplitude modulo 32 (−15 to 16: −16 is
  envelope 16, −20 envelope 12, as the registers show). Durations are in twentieths of a second, 255 is for ever.
  An envelope number counts modulo 16; an undefined envelope changes nothing.
* The channel word is &HSFC: F counts as set from 1 on, C is taken modulo 4, so 4 is the noise channel. S, which makes
  notes of several channels begin together on the BBC, means nothing.
  A word from &2000 on belongs to other devices: SOUND -1 does nothing.
* There is one voice and one queue. A SOUND for another channel than the last one, a silent one too, stops what sounds
  at once and empties the queue. F does so with the next centisecond.
* The OS works by centiseconds. A note that finds its queue empty starts with the next one and ends 5 cs for each unit
  after the one in which SOUND was called: 19 cs of a duration of 4 are heard. The next note starts there, without a
  gap, and lasts the full 20.
* The queue holds five notes besides the one that sounds. A note of duration 255 never makes room.
* A note with H set is a rest of its duration; with the BBC's amplitudes the envelope before it runs on.
* The BBC's release begins up to a centisecond late, so that the next note comes before it.
* Noise: kind = pitch modulo 8. `retro.sound.synthesis` makes its samples.
"""

from math import inf

from retro.basic.reals import integer
from retro.sound import envelopes
from retro.sound.envelopes import QUIETEST, UNDEFINED, Shape
from retro.sound.notes import LOUDEST, NOISE, Note, Step

QUEUE_LENGTH = 5  # notes waiting in a channel's buffer
BYTES_PER_NOTE = 3  # of the buffer, for a note
DURATION_UNIT = 5  # centiseconds
FOR_EVER = 255
ENVELOPES = 16
BELL = (3, -13, 100, 6)  # measured: VDU 7
FIRST_FOREIGN_WORD = 0x2000  # channel words from here on are not the sound system's
TIME_TOLERANCE = 1e-6  # centiseconds: forgives the rounding of seconds


class _QueuedNote:
    """A note of SOUND in the queue of its channel.

    Attributes:
        start, end: the time that it takes, in centiseconds since power-on; `inf` after an endless note.
        quiet: the time at which it becomes silent.
        volumes: the OS's volume (-64 to 63) by offset, for the BBC's envelopes.
    """

    def __init__(self, word: int, amplitude: int, pitch: int, duration: int) -> None:
        self.channel = word & 3
        self.hold = word >= 0x1000
        self.amplitude = (amplitude + 15) % 32 - 15
        self.pitch = pitch & 0xFF
        self.length: float = inf if duration & 0xFF == FOR_EVER else DURATION_UNIT * (duration & 0xFF)
        self.start = self.end = self.quiet = inf
        self.envelope = UNDEFINED
        self.volumes = {0: QUIETEST}
        self.shape: Shape = (), 0, 0

    def begin(self, at: float, called: float) -> None:
        """Set when the queued note starts. called: when SOUND was called, from which its duration counts."""
        self.start = self.quiet = at
        self.end = called + self.length

    def sound(self, volume: int, bbc: bool) -> None:
        """Compute the note's audible shape. volume: that of the previous note, at which the BBC's envelopes begin."""
        if self.amplitude <= 0:
            level = -self.amplitude if bbc or not self.amplitude else LOUDEST
            self.volumes = {0: level * 8 - 57}
            self.shape = self._on_channel(((0, self.pitch, level),))
            self.quiet = self.end if level else self.start
            return
        levels, self.quiet = {0: LOUDEST}, self.end
        if bbc:
            self.volumes = envelopes.amplitude_phases(self.envelope, volume, self.end - self.start)
            levels = envelopes.levels_of(self.volumes)
            self.quiet = self.start + envelopes.silent_from(levels)
        length = self.quiet - self.start
        self.shape = self._on_channel(*envelopes.shape_with_envelope(self.envelope, self.pitch, levels, length))

    def _on_channel(self, steps: tuple[Step, ...], repeat_from: int = 0, period: int = 0) -> Shape:
        """Return the shape of a note with these steps; on channel 0 their pitches are kinds of noise."""
        if not self.channel:
            steps = tuple((at, NOISE + (pitch & 7), level) for at, pitch, level in steps)
        return steps, repeat_from, period

    def volume_at(self, at: float) -> int:
        """Return the note's volume just before a time, as the OS counts it."""
        if at > self.quiet:
            return QUIETEST
        return [volume for offset, volume in self.volumes.items() if not offset or offset < at - self.start][-1]

    def note(self) -> Note:
        """Return the audible part of the queued note as a note."""
        return Note(self.start / 100, (self.quiet - self.start) / 100, *self.shape)


class Sound:
    """The sound system: one queue and one voice.

    All times are in seconds since power-on and must not go backwards. The methods return the notes to play, in order:
    none for a silent note, two where a note stops what sounds and begins later.

    Args:
        amplitudes: "electron", where every amplitude but 0 is full and an envelope changes the pitch only, or "bbc",
            with the BBC's amplitudes and envelopes.
    """

    def __init__(self, amplitudes: str = "electron") -> None:
        if amplitudes not in ("electron", "bbc"):
            raise ValueError(f'amplitudes={amplitudes!r} given, "electron" or "bbc" expected')
        self._bbc = amplitudes == "bbc"
        self._envelopes = [UNDEFINED] * ENVELOPES
        self._channel = BELL[0]
        self._queue: list[_QueuedNote] = []

    def room_at(self, channel: float, now: float) -> float:
        """Return the time at which the queue has room for a SOUND: now, later, or `inf` after an endless note."""
        if integer(channel) & 0xFFFF >= FIRST_FOREIGN_WORD or self.flushes(channel):
            return now
        waiting = [turn for turn in self._queue[1:] if turn.start >= _next_tick(now)]
        return now if len(waiting) < QUEUE_LENGTH else waiting[-QUEUE_LENGTH].start / 100

    def flushes(self, channel: float) -> bool:
        """Return whether a SOUND with this channel word empties the queue."""
        word = integer(channel) & 0xFFFF
        return word < FIRST_FOREIGN_WORD and (word & 3 != self._channel or word & 0xF0 > 0)

    def sound(self, channel: float, amplitude: float, pitch: float, duration: float, now: float) -> tuple[Note, ...]:
        """Queue a note. The caller has to wait until `room_at` before; without room the note is queued all the same.

        Raises:
            Too big: a number has more than 32 bits.
            Type mismatch: an argument is no number.
        """
        word, loud, high, long = integer(channel) & 0xFFFF, integer(amplitude), integer(pitch), integer(duration)
        if word >= FIRST_FOREIGN_WORD:
            return ()
        at = _next_tick(now)
        self._queue = [turn for turn in self._queue if turn.end >= at or turn.quiet >= at]
        stopped, flushed = inf, self.flushes(word)
        if flushed:
            stopped = self._cut(round(now * 100, 6) if word & 3 != self._channel else at)
            self._channel = word & 3
        turn = _QueuedNote(word, loud, high, long)
        if turn.amplitude > 0:
            turn.envelope = self._envelopes[turn.amplitude - 1]
        free = self._queue[-1].end if self._queue and not flushed else 0.0
        if free < inf:
            turn.begin(max(at, free), free if free > at - 1 else at - 1)
        if free < inf and turn.length and not turn.hold:
            stopped = min(stopped, self._begin(turn))
        self._queue.append(turn)
        heard = turn.start < turn.quiet
        stop = (Note(stopped / 100, 0.0),) if stopped < (turn.start if heard else inf) else ()
        return (*stop, turn.note()) if heard else stop

    def _begin(self, turn: _QueuedNote) -> float:
        """Begin a note at its start; return that time if it stops another note, else `inf`."""
        before = next((earlier for earlier in reversed(self._queue) if not earlier.hold), None)
        volume, stopped = QUIETEST, inf
        if before:
            volume = before.volume_at(turn.start)
            if before.quiet > turn.start:
                before.quiet = stopped = turn.start
        turn.sound(volume, self._bbc)
        return stopped

    def _cut(self, at: float) -> float:
        """Empty the queue and stop the present note at a time; return that time, or `inf` if nothing was audible."""
        heard = any(turn.start < turn.quiet > at for turn in self._queue)
        self._queue = [turn for turn in self._queue if turn.start < at]
        for turn in self._queue:
            turn.end = min(turn.end, at)
            turn.quiet = min(turn.quiet, at)
        return at if heard else inf

    def envelope(self, number: float, *parameters: float) -> None:
        """Define an envelope by its number and 13 parameters. Notes already queued keep the old one."""
        self._envelopes[(integer(number) - 1) % ENVELOPES] = bytes(integer(n) & 0xFF for n in (*parameters, 0, 0))

    def bell(self, now: float) -> tuple[Note, ...]:
        """VDU 7: queue the bell, unless channel 3 is full."""
        return self.sound(*BELL, now) if self.room_at(BELL[0], now) <= now else ()

    def flush(self, channel: int, now: float) -> tuple[Note, ...]:
        """*FX 21,4 to 21,7 (channels 0 to 3): stop the channel's note and empty its queue."""
        return self.silence(now) if channel & 3 == self._channel else ()

    def silence(self, now: float) -> tuple[Note, ...]:
        """Stop the note and empty the queue: *FX 15,0, ESCAPE, power-off. The envelopes stay."""
        stopped = self._cut(_next_tick(now))
        return (Note(stopped / 100, 0.0),) if stopped < inf else ()

    def free(self, channel: int, now: float) -> int:
        """Return ADVAL(-5) to ADVAL(-8), channels 0 to 3: bytes free in the queue, three a note; 15 when empty."""
        waiting = [turn for turn in self._queue if turn.start >= _next_tick(now)]
        return BYTES_PER_NOTE * (
            QUEUE_LENGTH - (min(QUEUE_LENGTH, len(waiting)) if channel & 3 == self._channel else 0)
        )


def _next_tick(now: float) -> int:
    """Return the centisecond at which a SOUND made now begins."""
    return int(now * 100 + TIME_TOLERANCE) + 1
