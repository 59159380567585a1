"""SOUND and ENVELOPE as a schedule of notes. The caller passes the time.

Measured on the ROMs (tests/model/sound-facts.json); what was not measured is marked:

* Arguments are cut to integers; pitch and duration count modulo 256, amplitude modulo 32 (−15 to 16: −16 is
  envelope 16, −20 envelope 12, as the registers show). Durations are in twentieths of a second, 255 is for ever.
  An envelope number counts modulo 16; an undefined envelope changes nothing.
* The channel word is &HSFC: F counts as set from 1 on, C is taken modulo 4, so 4 is the noise channel.
  A word from &2000 on belongs to other devices: SOUND -1 does nothing.
* The OS works by centiseconds. A note that finds its queue empty starts with the next one (0.3 to 0.6 cs after the
  SOUND in the data, half a centisecond here) and ends 5 cs for each unit after the one in which SOUND was called:
  19.5 cs of a duration of 4 are heard. The next note starts there, without a gap, and lasts the full 20.
* A queue holds five notes besides the one that sounds. A note of duration 255 never makes room.
* Synchronised notes wait until S others wait too; S of the first of them counts.
* There is one voice: of several channels at once the highest number is heard, as of the three synchronised notes
  in the data. Not measured: silent notes do not count; an interrupted note continues afterwards.
* A note with H set is a rest of its duration; with the BBC's amplitudes the envelope before it runs on.
* The BBC's release begins up to a centisecond late, so that the next note comes before it.
* Noise: kind = pitch modulo 8. Kinds 3, 4 and 7 were measured; `retro.sound.synthesis` makes their samples.
"""

from collections.abc import Iterator
from math import inf

from retro.basic.reals import integer
from retro.sound import envelopes
from retro.sound.envelopes import QUIETEST, UNDEFINED, Shape
from retro.sound.notes import LOUDEST, NOISE, Note, Step

QUEUE = 5  # notes waiting in a channel's buffer
BYTES = 3  # of the buffer, for a note
UNIT = 5  # centiseconds
FOR_EVER = 255
ENVELOPES = 16
BELL = (3, -13, 100, 6)  # measured: VDU 7
FOREIGN = 0x2000  # channel words from here on are not the sound system's
NEARLY = 1e-6  # centiseconds: forgives the rounding of seconds


class _QueuedNote:
    """A SOUND in its channel's queue.

    Attributes:
        arrived: its earliest start. All times are in centiseconds since power-on.
        start, end: the time of its turn, `inf` while unknown.
        quiet: the end of what is heard of it.
        volumes: the OS's own volume by offset, for the BBC's envelopes.
    """

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
        self.shape: Shape = (), 0, 0

    def begin(self, at: float) -> None:
        self.start = self.quiet = at
        self.end = int(at + NEARLY) + self.length if self.length else at

    def use_level(self, level: int) -> None:
        self.volumes = {0: level * 8 - 57}
        self.shape = self._on_channel(((0, self.pitch, level),))
        self.quiet = self.end if level else self.start

    def use_pitch_envelope(self) -> None:
        """Use an envelope with the Electron's amplitude."""
        self._use_levels({0: LOUDEST}, self.end)

    def use_envelope(self, volume: int) -> None:
        """Use an envelope with the BBC's amplitude, which begins at the volume of the previous note."""
        self.volumes = envelopes.amplitude_phases(self.envelope, volume, self.end - self.start)
        levels = envelopes.levels_of(self.volumes)
        self._use_levels(levels, self.start + envelopes.silent_from(levels))

    def _use_levels(self, levels: dict[int, int], quiet: float) -> None:
        self.quiet = quiet
        length = quiet - self.start
        self.shape = self._on_channel(*envelopes.shape_with_envelope(self.envelope, self.pitch, levels, length))

    def _on_channel(self, steps: tuple[Step, ...], repeat_from: int = 0, period: int = 0) -> Shape:
        """Return a shape of these steps, their pitches as kinds of noise if this is channel 0."""
        if not self.channel:
            steps = tuple((at, NOISE + (pitch & 7), level) for at, pitch, level in steps)
        return steps, repeat_from, period

    def volume_at(self, at: float) -> int:
        """Return the OS's volume just before a time."""
        if at > self.quiet:
            return QUIETEST
        return [volume for offset, volume in self.volumes.items() if not offset or offset < at - self.start][-1]

    def note(self, start: float, end: float) -> Note:
        """Make a note of the part between two times."""
        missed = int(start - self.start + NEARLY)
        return Note(start / 100, (end - start) / 100, *envelopes.without_start(*self.shape, missed))


_Span = tuple[float, float, _QueuedNote]


class Sound:
    """The sound system: four queues and one voice.

    All times are in seconds since power-on and must not go backwards. The methods return the notes to play, in order:
    mostly one, none for a silent note, several where channels interrupt each other.

    Args:
        amplitudes: "electron", where every amplitude but 0 is full and an envelope changes the pitch only, or "bbc",
            with the BBC's amplitudes and envelopes.
    """

    def __init__(self, amplitudes: str = "electron") -> None:
        if amplitudes not in ("electron", "bbc"):
            raise ValueError(f'amplitudes={amplitudes!r} given, "electron" or "bbc" expected')
        self._bbc = amplitudes == "bbc"
        self._envelopes = [UNDEFINED] * ENVELOPES
        self._queues: tuple[list[_QueuedNote], ...] = ([], [], [], [])
        self._announced: list[_Span] = []

    def room_at(self, channel: float, now: float) -> float:
        """Return the time from which the channel has room for a SOUND: now, later, or `inf` behind an endless note."""
        word = integer(channel) & 0xFFFF
        if word >= FOREIGN or word & 0xF0:
            return now
        waiting = self._waiting(word & 3, now)
        return now if len(waiting) < QUEUE else waiting[-QUEUE].start / 100

    def sound(self, channel: float, amplitude: float, pitch: float, duration: float, now: float) -> tuple[Note, ...]:
        """Queue a note. The caller waits until `room_at` before; without room the note is queued all the same.

        Raises:
            Too big: a number has more than 32 bits.
            Type mismatch: an argument is no number.
        """
        word, loud, high, long = integer(channel) & 0xFFFF, integer(amplitude), integer(pitch), integer(duration)
        if word >= FOREIGN:
            return ()
        at = _start_time(now)
        self._remove_ended(at)
        queue = self._queues[word & 3]
        if word & 0xF0:
            _cut(queue, at)
        turn = _QueuedNote(word, loud, high, long, at)
        if turn.amplitude > 0:
            turn.envelope = self._envelopes[turn.amplitude - 1]
        queue.append(turn)
        return self._changes_from(at)

    def envelope(self, number: float, *parameters: float) -> None:
        """Define an envelope by its number and its 13 parameters. Notes already queued keep the previous one."""
        self._envelopes[(integer(number) - 1) % ENVELOPES] = bytes(integer(n) & 0xFF for n in (*parameters, 0, 0))

    def bell(self, now: float) -> tuple[Note, ...]:
        """VDU 7: queue the bell, unless channel 3 is full."""
        return self.sound(*BELL, now) if self.room_at(BELL[0], now) <= now else ()

    def flush(self, channel: int, now: float) -> tuple[Note, ...]:
        """*FX 21,4 to 21,7 (channels 0 to 3): stop the channel's note and empty its queue."""
        at = _start_time(now)
        self._remove_ended(at)
        _cut(self._queues[channel & 3], at)
        return self._changes_from(at)

    def silence(self, now: float) -> tuple[Note, ...]:
        """Flush all channels: *FX 15,0, ESCAPE, power-off. The envelopes stay."""
        at = _start_time(now)
        for queue in self._queues:
            _cut(queue, at)
        return self._changes_from(at)

    def free(self, channel: int, now: float) -> int:
        """Return ADVAL(-5) to ADVAL(-8), channels 0 to 3: bytes free in the queue, three a note; 15 when empty."""
        return BYTES * max(0, QUEUE - len(self._waiting(channel & 3, now)))

    def _waiting(self, channel: int, now: float) -> list[_QueuedNote]:
        later = int(now * 100 + NEARLY) + 1 - NEARLY
        return [turn for turn in self._queues[channel] if turn.start >= later]

    def _remove_ended(self, at: float) -> None:
        for queue in self._queues:
            queue[:] = [turn for turn in queue if turn.end >= at or turn.quiet >= at]

    def _changes_from(self, at: float) -> tuple[Note, ...]:
        self._advance()
        while self._synchronise():
            self._advance()
        announced = [(max(start, at), end, turn) for start, end, turn in self._announced if end > at]
        self._announced = self._voice(at)
        return tuple(_changes(announced, self._announced))

    def _advance(self) -> None:
        """Schedule the notes that wait for their own channel only."""
        for queue in self._queues:
            for i, turn in enumerate(queue):
                if turn.start == inf and not turn.sync and _ready(queue, i) < inf:
                    self._begin(queue, i, _ready(queue, i))

    def _synchronise(self) -> bool:
        """Schedule notes of several channels that wait for each other, if there are enough. Return whether."""
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

    def _begin(self, queue: list[_QueuedNote], i: int, at: float) -> None:
        turn = queue[i]
        turn.begin(at)
        if turn.hold:
            return
        before = next((earlier for earlier in reversed(queue[:i]) if not earlier.hold), None)
        volume = before.volume_at(at) if before else QUIETEST
        if before:
            before.quiet = min(before.quiet, at)
        if turn.amplitude <= 0:
            turn.use_level(-turn.amplitude if self._bbc or not turn.amplitude else LOUDEST)
        elif self._bbc:
            turn.use_envelope(volume)
        else:
            turn.use_pitch_envelope()

    def _voice(self, at: float) -> list[_Span]:
        """Return what is heard from a time on."""
        spans: list[_Span] = []
        for queue in reversed(self._queues):
            for turn in queue:
                if turn.start < turn.quiet:
                    _fill_gaps(spans, max(turn.start, at), turn.quiet, turn)
        return spans


def _start_time(now: float) -> float:
    """Return when a SOUND made now begins, in centiseconds."""
    return max(now * 100, int(now * 100 + NEARLY) + 0.5)


def _ready(queue: list[_QueuedNote], i: int) -> float:
    return max(queue[i].arrived, queue[i - 1].end if i else 0.0)


def _cut(queue: list[_QueuedNote], at: float) -> None:
    queue[:] = [turn for turn in queue if turn.start < at]
    for turn in queue:
        turn.end = min(turn.end, at)
        turn.quiet = min(turn.quiet, at)


def _fill_gaps(spans: list[_Span], start: float, end: float, turn: _QueuedNote) -> None:
    """Add the parts of a note that fall between the others."""
    found = []
    for taken, free, _ in spans:
        if start < min(taken, end):
            found.append((start, min(taken, end), turn))
        start = max(start, free)
    if start < end:
        found.append((start, end, turn))
    spans += found
    spans.sort(key=lambda span: span[0])


def _changes(announced: list[_Span], present: list[_Span]) -> Iterator[Note]:
    """Yield the notes that change the announced schedule into the present one."""
    same = 0
    while announced[same:] and present[same:] and announced[same] == present[same]:
        same += 1
    announced, present = announced[same:], present[same:]
    cut = announced[0][0] if announced else inf
    if announced and present and announced[0][0] == present[0][0] and announced[0][2] is present[0][2]:
        (start, end, turn), was = present[0], announced[0][1]
        cut = min(end, was)
        present = present[1:] if end < was else [(was, end, turn), *present[1:]]
    if cut < inf and not (present and present[0][0] <= cut):
        yield Note(cut / 100, 0.0)
    for start, end, turn in present:
        yield turn.note(start, end)
