"""The loudspeaker of the window, with an audio device of paper."""

import random
from array import array
from math import inf
from types import SimpleNamespace

import pytest

from retro.frontends.window.front_end import configure_pyglet
from retro.frontends.window.sample_stream import MAX_NOTES, SampleStream, end_of
from retro.frontends.window.sound import Speaker
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


def test_a_stream_that_begins_within_a_note_begins_softly():
    samples = array("h", SampleStream([FOR_EVER], 1.0).read(1000))
    whole = array("h", SampleStream([FOR_EVER], 0.0).read(45100))[44100:]
    assert max(map(abs, samples[:13])) < PEAK // 10
    assert samples[132:] == whole[132:]


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


def audio_source(monkeypatch, device=None, connected=1):
    """Return the module that plays, with a driver of paper, and what its player and OpenAL are told."""
    configure_pyglet()
    try:
        from pyglet.media.drivers.openal import lib_alc
    except ImportError as error:
        pytest.skip(str(error))

    from retro.frontends.window import audio_source

    told = []

    class Player:
        volume = 1.0

        def __getattr__(self, name):
            return lambda *values: told.append((name, *values))

    def answer(found, what, count, value):
        told.append((found, what, count))
        value.value = connected

    monkeypatch.setattr(lib_alc, "alcGetIntegerv", answer)
    monkeypatch.setattr(lib_alc, "alcGetError", told.append)
    driver = SimpleNamespace(device=SimpleNamespace(_al_device=device)) if device else SimpleNamespace()
    monkeypatch.setattr(audio_source, "get_audio_driver", lambda: driver)
    monkeypatch.setattr(audio_source, "Player", Player)
    return audio_source, told


def test_the_window_plays_by_the_samples_that_pyglet_asks_for(monkeypatch):
    module, told = audio_source(monkeypatch)
    assert module.audible()
    source = module.AudioSource(TUNE, 0.1)
    (queued, samples), played = told
    assert (queued, played) == ("queue", ("play",))
    assert samples.is_precise()
    assert samples.audio_format == module.AudioFormat(1, 16, RATE)
    data = samples.get_audio_data(2000)
    assert (bytes(data.data), data.length) == (render(TUNE, 1.1, RATE, 0.1).tobytes()[:2000], 2000)
    samples.seek(0.0)
    assert source.amend(TUNE[:1], 0.4)
    assert not source.amend(TUNE, 0.1)
    while samples.get_audio_data(100000):
        pass
    source.set_volume(0.5)
    assert source._player.volume == 0.5
    source.stop()
    assert told[2:] == [("pause",), ("delete",)]


def test_a_device_that_openal_has_lost_is_noticed(monkeypatch):
    module, told = audio_source(monkeypatch, "device", connected=1)
    source = module.AudioSource(TUNE, 0.1)
    assert told[:2] == [("device", 0x313, 1), "device"]
    assert source.amend(TUNE, 0.4)
    module, _ = audio_source(monkeypatch, "device", connected=0)
    assert not source.amend(TUNE, 0.5)
    with pytest.raises(OSError, match="has gone"):
        module.AudioSource(TUNE, 0.1)
    monkeypatch.setattr(module, "get_audio_driver", type("SilentDriver", (), {}))
    assert not module.audible()
