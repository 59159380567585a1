"""The loudspeaker of the window, with an audio device of paper."""

import random
from array import array
from math import inf
from types import SimpleNamespace

import pytest

from retro.frontends.window.sample_stream import MAX_NOTES, SampleStream, end_of
from retro.frontends.window.sound import NO_DEVICE, SOUND_AGAIN, Speaker
from retro.sound.notes import Note
from retro.sound.synthesis import PEAK, RATE, render
from tests.support.transcripts import check

TUNE = [Note(0.1, 0.2, ((0, 53, 15),)), Note(0.3, 0.2, ((0, 73, 15),)), Note(0.5, 0.2, ((0, 101, 15),))]
FOR_EVER = Note(0.1, inf, ((0, 53, 15), (3, 57, 15)), 0, 6)


def read(stream, count, limit=300):
    pieces = []
    while (data := stream.read(count)) and len(pieces) < limit:
        pieces.append(data)
    return b"".join(pieces)


@pytest.mark.parametrize("count", [1000, 4410, 44100])
def test_the_pieces_of_a_stream_join_and_are_padded_to_a_second(count):
    whole = render(TUNE, 1.1, RATE, 0.1).tobytes()
    assert read(SampleStream(TUNE, 0.1), count) == whole
    assert len(whole) == 2 * RATE


def test_an_endless_note_never_ends_the_stream():
    data = SampleStream([FOR_EVER], 0.1)
    assert len(read(data, 4410, limit=50)) == 50 * 2 * 4410


def test_notes_can_be_replaced_ahead_of_the_samples_read():
    stream = SampleStream(TUNE[:1], 0.1)
    first = stream.read(4410)
    assert stream.amend(TUNE[:2], 0.3)
    second = stream.read(8820)
    assert not stream.amend(TUNE, 0.35)
    assert stream.amend(TUNE, 0.5)
    assert first + second + read(stream, 4410) == render(TUNE, 1.1, RATE, 0.1).tobytes()
    assert not stream.amend(TUNE, 5.0)


def test_a_stream_refuses_too_many_notes():
    stream = SampleStream(TUNE, 0.1)
    notes = [Note(0.5 + n / 100, 1.0, ((0, 53, 15),)) for n in range(2 * MAX_NOTES)]
    assert stream.amend(notes, 0.5)
    assert not stream.amend(notes, 5.0)


def test_a_note_ends_when_the_next_begins():
    assert end_of(TUNE) == 0.7
    assert end_of([FOR_EVER]) == inf
    assert end_of([FOR_EVER, Note(2.0, 0.0)]) == 2.0


class Room:
    """A speaker with a clock and an audio device of paper.

    heard: when each phrase began, since when it plays. taken: up to when its samples are made at once.
    """

    def __init__(self, mute=False, device=True, taken=0.0, background=lambda action: action()):
        self.time = 0.0
        self.timers = []
        self.heard = []
        self.stopped, self.volumes, self.said = [], [], []
        self.opened = 0
        self.device, self.taken = device, taken
        self.speaker = Speaker(
            lambda: self.time, self.later, lambda call: call(), self.said.append, mute, self.open, background
        )

    def open(self):
        self.opened += 1
        self.gone = False
        return self.play if self.device else None

    def play(self, notes, since):
        if self.gone:
            raise OSError
        number = len(self.heard)
        self.heard.append((round(self.time, 3), since, list(notes)))

        def amend(notes, at):
            if at < self.taken:
                return False
            self.heard[number][2][:] = notes
            return True

        stop = lambda: self.stopped.append((number, round(self.time, 3)))  # noqa: E731
        return SimpleNamespace(amend=amend, stop=stop, set_volume=self.volumes.append)

    def later(self, function, seconds):
        self.timers.append((self.time + seconds, function))

    def pass_to(self, time):
        while due := sorted((timer for timer in self.timers if timer[0] <= time), key=lambda timer: timer[0]):
            self.timers.remove(due[0])
            self.time = max(self.time, due[0][0])
            due[0][1]()
        self.time = time


def test_a_tune_is_played_by_one_source():
    room = Room()
    room.speaker.take(TUNE[:1])
    room.speaker.take(TUNE[1:])
    room.pass_to(1.0)
    assert room.heard == [(0.1, 0.1, TUNE)]
    assert room.opened == 1
    assert room.stopped == []


def test_a_note_is_added_to_the_source_that_plays():
    room = Room()
    room.speaker.take(TUNE[:1])
    room.pass_to(0.2)
    room.speaker.take(TUNE[1:2])
    assert room.heard == [(0.1, 0.1, TUNE[:2])]


def test_a_source_starts_at_its_time_and_stops_the_one_before():
    room = Room(taken=inf)
    room.speaker.take(TUNE[:1])
    room.pass_to(0.25)
    room.speaker.take([Note(0.26, 1.0, ((0, 10, 15),))])
    room.speaker.take([Note(0.27, 1.0, ((0, 20, 15),))])
    room.pass_to(2.0)
    assert [(at, since) for at, since, _ in room.heard] == [(0.1, 0.1), (0.26, 0.26)]
    assert room.stopped == [(0, 0.29)]
    assert room.volumes == [1.0, 0.0, 1.0]


def test_notes_that_come_too_late_are_played_by_one_new_source():
    room = Room(taken=inf)
    room.speaker.take(TUNE[:1])
    room.pass_to(0.15)
    room.speaker.take(TUNE[1:2])
    room.speaker.take(TUNE[2:])
    room.pass_to(2.0)
    assert [(at, since) for at, since, _ in room.heard] == [(0.1, 0.1), (0.3, 0.3)]


def test_a_note_without_steps_only_stops():
    room = Room(taken=inf)
    room.speaker.take([FOR_EVER])
    room.pass_to(3.0)
    room.speaker.take([Note(3.0, 0.0)])
    room.pass_to(4.0)
    assert len(room.heard) == 1
    assert room.stopped == [(0, 3.03)]


def test_mute_never_opens_the_device():
    room = Room(mute=True)
    room.speaker.take(TUNE)
    room.pass_to(2.0)
    assert room.opened == 0


def test_sound_can_be_switched_off_and_on_within_a_note():
    room = Room(taken=inf)
    room.speaker.take([FOR_EVER])
    room.pass_to(1.0)
    room.speaker.set_volume(0.0)
    room.pass_to(2.0)
    assert room.stopped == [(0, 1.03)]
    room.speaker.set_volume(0.5)
    room.pass_to(2.1)
    assert [(at, since) for at, since, _ in room.heard] == [(0.1, 0.1), (2.0, 2.0)]
    room.speaker.set_volume(0.7)
    assert room.volumes == [1.0, 0.0, 0.5, 0.7]


def test_without_a_device_one_message_is_printed():
    room = Room(device=False)
    room.speaker.take(TUNE)
    room.speaker.take(TUNE)
    room.pass_to(2.0)
    assert room.said == [NO_DEVICE]
    assert room.heard == []


def test_a_device_that_is_unplugged_is_tried_again_later():
    room = Room()
    room.speaker.take(TUNE[:1])
    room.pass_to(0.15)

    def unplugged(volume):
        raise OSError

    room.speaker._playing.set_volume = unplugged
    room.speaker.set_volume(0.5)
    room.speaker.take([Note(0.2, 0.1, ((0, 5, 15),))])
    room.pass_to(29.5)
    room.speaker.take([Note(29.6, 0.1, ((0, 5, 15),))])
    room.pass_to(31.0)
    assert (room.opened, len(room.heard)) == (1, 1)
    room.speaker.take([Note(31.1, 0.1, ((0, 5, 15),))])
    room.pass_to(32.0)
    assert (room.opened, [since for _, since, _ in room.heard]) == (2, [0.1, 31.0])
    assert room.said == [NO_DEVICE, SOUND_AGAIN]


def test_another_device_is_opened_at_once_when_one_has_gone():
    room = Room(taken=inf)
    room.speaker.take(TUNE[:1])
    room.pass_to(40.0)
    room.gone = True  # until the next one is opened
    room.speaker.take([Note(40.1, 0.1, ((0, 5, 15),))])
    room.pass_to(41.0)
    assert (room.opened, [at for at, *_ in room.heard]) == (2, [0.1, 40.1])
    assert room.said == []


def test_a_stream_that_begins_within_a_note_begins_softly():
    samples = array("h", SampleStream([FOR_EVER], 1.0).read(1000))
    whole = array("h", SampleStream([FOR_EVER], 0.0).read(45100))[44100:]
    assert max(map(abs, samples[:13])) < PEAK // 10
    assert samples[132:] == whole[132:]


def test_the_first_notes_are_played_whole_when_the_device_opens_late():
    opening = []
    room = Room(background=opening.append)
    room.speaker.take(TUNE[:1])
    room.pass_to(0.6)
    room.speaker.take([Note(0.9, 0.1, ((0, 5, 15),))])
    room.pass_to(0.8)
    assert room.heard == []
    opening.pop()()
    room.pass_to(0.8)
    assert [(at, since, len(notes)) for at, since, notes in room.heard] == [(0.8, 0.1, 2)]


def test_samples_are_sixteen_bits():
    assert array("h", SampleStream(TUNE, 0.1).read(100)).itemsize == 2


# all that is observable


class Device:
    """A speaker before a device that comes and goes; `log` has each call of it, and each timer."""

    def __init__(self, chance, mute):
        self.chance, self.log, self.time, self.timers, self.opening = chance, [], 0.0, [], []
        self.present, self.sources = True, 0
        self.speaker = Speaker(self.now, self.later, self.called, self.say, mute, self.open, self.opening.append)

    def now(self):
        return self.time

    def later(self, function, seconds):
        self.log.append(f"in {seconds:.6f}")
        self.timers.append((self.time + seconds, len(self.timers), function))

    def called(self, function):
        function()

    def say(self, sentence):
        self.log.append(sentence)

    def open(self):
        self.log.append(f"opened {self.present}")
        if self.chance.random() < 0.1:
            raise OSError
        return self.play if self.present else None

    def play(self, notes, since):
        number = self.sources = self.sources + 1

        def call(words):
            self.log.append(f"{number} {words}")
            if not self.present:
                raise OSError

        call(f"plays {notes} from {since:.6f}")
        return SimpleNamespace(
            amend=lambda notes, at: self.amend(number, notes, at),
            stop=lambda: call("stops"),
            set_volume=lambda volume: call(f"volume {volume}"),
        )

    def amend(self, number, notes, at):
        self.log.append(f"{number} amends {notes} at {at:.6f}")
        return at > self.time + 0.02

    def pass_to(self, time):
        while due := min((timer for timer in self.timers if timer[0] <= time), default=None):
            self.timers.remove(due)
            self.time = max(self.time, due[0] - self.chance.choice((0.0, 0.0, 0.0009)))
            self.log.append(f"at {self.time:.6f}")
            due[2]()
        self.time = time


STEPS = ["notes"] * 4 + ["time"] * 3 + ["volume", "opens"] * 2 + ["near", "long", "comes", "goes"]


@pytest.mark.parametrize("seed", range(8))
def test_a_device_is_told_what_was_accepted(seed, accept):
    chance, steps = random.Random(seed), []
    device = Device(chance, mute=seed % 4 == 3)
    for _ in range(150):
        step = chance.choice(STEPS)
        if step in ("notes", "near"):
            start = device.time + chance.choice((-0.1, 0.0, 0.0625, 0.5, 3.0) if step == "notes" else (0.0, 0.01, 0.02))
            lengths = [chance.choice((0.0, 0.0625, 0.5, 2.0, inf)) for _ in range(chance.randrange(4))]
            device.speaker.take([Note(start + n / 8, long, ((0, n, 15),)) for n, long in enumerate(lengths)])
        elif step == "volume":
            device.speaker.set_volume(chance.choice((0.0, 0.5, 1.0)))
        elif step in ("time", "long"):
            device.pass_to(
                device.time + chance.choice((0.015625, 0.03125, 0.25, 1.0) if step == "time" else (8.0, 30.0))
            )
        elif step == "opens":
            for action in device.opening:
                action()
            device.opening.clear()
        else:
            device.present = step == "comes"
        steps.append((step, "\n".join([*device.log, f"{device.speaker.muted} {len(device.timers)}"])))
        device.log.clear()
    device.speaker.close()
    check([*steps, ("close", "\n".join(device.log))], f"speaker_{seed}", accept)


@pytest.mark.parametrize("seed", range(4))
def test_a_stream_of_samples_is_what_was_accepted(seed, accept):
    chance, at, steps = random.Random(seed), 0.0, []
    stream = SampleStream([Note(0.0, 0.25, ((0, 53, 15),))], chance.choice((0.0, 0.125, 0.3)))
    for _ in range(40):
        if chance.random() < 0.6:
            count = chance.choice((100, 1000, 2205, 11025))
            data = stream.read(count)
            at += count / RATE
            steps.append((f"{count} samples", f"{len(data)} {data.hex()}"))
        else:
            start = at + chance.choice((-0.01, 0.0, 0.0, 0.01, 0.25))
            notes = [Note(start + n / 10, 0.05 * n, ((0, 20 * n, 15), (1, 99, 9))) for n in range(chance.randrange(60))]
            steps.append((f"{len(notes)} notes", f"amended {stream.amend(notes, start)}"))
    check(steps, f"samples_{seed}", accept)
