"""The loudspeaker of the window, with an audio device of paper."""

from array import array
from math import inf
from types import SimpleNamespace

import pytest

from retro.frontends.window.sample_stream import MAX_NOTES, SampleStream, end_of
from retro.frontends.window.sound import NO_DEVICE, SOUND_AGAIN, Speaker
from retro.sound.notes import Note
from retro.sound.synthesis import PEAK, RATE, render

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
