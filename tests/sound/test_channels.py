"""SOUND and ENVELOPE against what the ROMs wrote to the sound hardware (model/sound-facts.json)."""

from __future__ import annotations

import json
import pickle
import re
from itertools import islice, pairwise
from math import inf
from pathlib import Path

import pytest

from bench.sound_channels import is_equal
from retro.basic.errors import BasicError
from retro.sound.channels import BELL, QUEUE_LENGTH, Sound
from retro.sound.notes import NOISE, Note, counter, frequency
from retro.sound.synthesis import render

MODEL = Path(__file__).parents[1] / "model"
FACTS = json.loads((MODEL / "sound-facts.json").read_text())
CHANNELS = [json.loads(line) for line in (MODEL / "sound-channels.jsonl").read_text().splitlines()]
SINGLE = FACTS["single"]
STATEMENT = re.compile(r"(SOUND|ENVELOPE) ?([-&0-9A-F.,E]+)")
CLEAN = [name for name, fact in SINGLE.items() if "error" not in fact["elk"] and not name.startswith("VDU")]
ENVELOPED = [name for name in FACTS["envelope"] if "SOUND" in name]
PLAIN_ENVELOPE = (1, 0, 0, 0, 0, 0, 0, 126, 0, 0, -126, 126, 126)
LATE = (60, 1, 1, 1, 0, 2, 1, 126, 0, 0, -126, 126, 126)  # the first step comes after 60 cs
DYING = (10, 0, 1, 2, 0, 1, 2, 126, -8, 0, -126, 126, 40)  # slowly quieter
RISING = (1, 1, 0, 0, 3, 0, 0, 126, 0, 0, -126, 126, 126)  # three steps up, two idle, and again


def number(text):
    return int(text[1:], 16) if text.startswith("&") else float(text)


def obey(sound, program, now=0.0):
    """Run SOUND and ENVELOPE statements at one time; return the notes of the last."""
    notes = ()
    for word, arguments in STATEMENT.findall(program):
        numbers = map(number, arguments.split(","))
        notes = sound.envelope(*numbers) if word == "ENVELOPE" else sound.sound(*numbers, now)
    return notes


def heard(events):
    """The Electron's events as (centisecond, counter) while the tone is on, from its start, and its length or None."""
    on = [at for at, register, value in events if register == "mode" and value]
    off = [at for at, register, value in events if register == "mode" and not value]
    if not on:
        return [], 0
    start = on[-1]
    end = off[-1] if off and off[-1] > start else None
    counters = [(at - start, s) for at, register, s in events if register == "counter" and start <= at < (end or inf)]
    return counters, end and end - start


def counters(note):
    """Return the counters of a note, one for each centisecond that has a step."""
    return {at: counter(pitch) for at, pitch, _ in islice(note.walk(), 2000)}


def timeline(notes):
    """What a loudspeaker does with notes: (start, end, first pitch) in centiseconds."""
    spans = []
    for note in notes:
        spans = [(a, min(b, note.start), p) for a, b, p in spans if a < note.start]
        if note.length:
            spans.append((note.start, note.start + note.length, note.steps[0][1]))
    return [(round(a * 100, 3), round(b * 100, 3), p) for a, b, p in spans]


# pitches


def test_counters_equal_the_roms():
    assert [counter(pitch) for pitch in range(256)] == FACTS["pitch"]["elkCounter"]


def test_frequencies_follow_the_counters_and_come_near_the_bbc():
    for pitch, s in enumerate(FACTS["pitch"]["elkCounter"]):
        assert frequency(pitch) == 31250 / (s + 1)
    for pitch in range(0, 192, 4):
        assert frequency(pitch) == pytest.approx(125000 / FACTS["pitch"]["bbcDivider"][pitch], rel=0.05)


# single sounds


@pytest.mark.parametrize("program", CLEAN)
def test_single_sound_as_on_the_electron(program):
    events, length = heard(SINGLE[program]["elk"]["events"])
    notes = obey(Sound(), program)
    if not events:
        assert notes == ()
        return
    note = notes[0] if len(notes) == 1 else notes[-1]
    assert note.steps[0][2] == 15
    if length is None:  # the record ends after 60 events
        assert note.length * 100 > events[-1][0]
    else:
        assert note.length * 100 == pytest.approx(length, abs=1)
    if note.steps[0][1] < NOISE:
        assert {s for _, s in events} == {counter(note.steps[0][1])}


@pytest.mark.parametrize(
    ("program", "kind", "range_"),
    [
        ("SOUND 0,-15,3,4", 3, {118}),
        ("SOUND 0,-15,4,4", 4, set(range(64, 128))),
        ("SOUND 0,-15,7,4", 7, set(range(128, 256))),
        ("SOUND 4,-15,100,4", 4, set(range(64, 128))),
    ],
)
def test_noise_kinds_are_the_measured_ones(program, kind, range_):
    (note,) = obey(Sound(), program)
    assert [pitch for _, pitch, _ in note.steps] == [NOISE + kind]
    written = [s for _, s in heard(SINGLE[program]["elk"]["events"])[0]][1:]  # the first is still the tone before
    assert set(written) <= range_


@pytest.mark.parametrize(
    ("duration", "length"), [(254, 1270), (255, inf), (-1, inf), (260, 20), (4.9, 20), (510, 1270)]
)
def test_durations_count_modulo_256_and_255_is_for_ever(duration, length):
    (note,) = Sound().sound(1, -15, 100, duration, 0.0)
    assert note.length == inf if length == inf else note.length * 100 == pytest.approx(length, abs=1)


@pytest.mark.parametrize("amplitude", [-1, -8, -15, 5, 16, -16, -20, 17, 100, -1000])
def test_every_amplitude_but_silence_is_full_on_the_electron(amplitude):
    (note,) = Sound().sound(1, amplitude, 100, 4, 0.0)
    assert note.steps == ((0, 100, 15),)


@pytest.mark.parametrize(("amplitude", "level"), [(-15, 15), (-8, 8), (-1, 1), (17, 15), (-33, 1)])
def test_amplitudes_are_levels_with_the_bbc_switch(amplitude, level):
    (note,) = Sound("bbc").sound(1, amplitude, 100, 4, 0.0)
    assert note.steps == ((0, 100, level),)
    measured = [
        v for _, register, v in SINGLE.get(f"SOUND 1,{amplitude},100,4", {"bbc": {"events": []}})["bbc"]["events"]
    ]
    assert not measured or measured[0] == 15 - level


@pytest.mark.parametrize("amplitude", [5, 16, -16, -20])
def test_an_undefined_envelope_is_silent_with_the_bbc_switch(amplitude):
    program = f"SOUND 1,{amplitude},100,4"
    assert all(register == "ch2 divider" for _, register, _ in SINGLE[program]["bbc"]["events"])
    assert obey(Sound("bbc"), program) == ()


def test_silent_sounds_make_no_notes_but_take_time():
    sound = Sound()
    assert sound.sound(1, 0, 100, 4, 0.0) == ()
    (note,) = sound.sound(1, -15, 100, 4, 0.0)
    assert note.start == pytest.approx(0.20)


def test_a_sound_without_duration_is_not_heard_and_takes_no_time():
    sound = Sound()
    assert sound.sound(1, -15, 100, 0, 0.0) == ()
    assert sound.sound(1, -15, 100, 4, 0.0)[0].start == 0.01


def test_a_foreign_channel_word_does_nothing():
    sound = Sound()
    assert sound.sound(-1, -15, 100, 4, 0.0) == ()
    assert sound.sound(0x2000, -15, 4, 4, 0.0) == sound.sound(0x2001, -15, 100, 4, 0.0) == ()
    assert sound.sound(0, -15, 4, 4, 0.0)[0].start == pytest.approx(0.01)
    for _ in range(QUEUE_LENGTH + 1):
        sound.sound(0, -15, 4, 4, 3.0)
    assert sound.room_at(0, 3.0) > 3.0
    assert sound.room_at(0x2000, 3.0) == 3.0
    assert sound.free(1, 0.0) == sound.free(3, 0.0) == 15


def test_bell_equals_the_measured_one():
    _, length = heard(SINGLE["VDU 7"]["elk"]["events"])
    (note,) = Sound().bell(2.0)
    assert note.length * 100 == pytest.approx(length, abs=1)
    assert {counter(note.steps[0][1])} == {s for _, s in heard(SINGLE["VDU 7"]["elk"]["events"])[0]}
    (quieter,) = Sound("bbc").bell(2.0)
    assert quieter.steps[0][2] == 15 - SINGLE["VDU 7"]["bbc"]["events"][0][2]


def test_bell_never_waits():
    sound = Sound()
    rung = [note for _ in range(20) for note in sound.bell(0.0)]
    assert len(rung) == QUEUE_LENGTH + 1


@pytest.mark.parametrize("bad", [1e10, -1e10, inf])
@pytest.mark.parametrize("place", range(4))
def test_large_numbers_are_too_big_as_in_basic(bad, place):
    assert SINGLE["SOUND 1E10,1,1,1"]["elk"]["error"] == "Too big"
    numbers = [1, -15, 100, 4]
    numbers[place] = bad
    with pytest.raises(BasicError, match="Too big"):
        Sound().sound(*numbers, 0.0)


def test_a_text_is_a_type_mismatch():
    with pytest.raises(BasicError, match="Type mismatch"):
        Sound().sound(1, "loud", 100, 4, 0.0)
    with pytest.raises(BasicError, match="Type mismatch"):
        Sound().envelope(1, "T", *PLAIN_ENVELOPE[1:])


def test_only_two_kinds_of_amplitudes():
    with pytest.raises(ValueError, match='"electron" or "bbc" expected'):
        Sound("loud")


# the queue


@pytest.mark.parametrize("statement", [0.0, 0.004])
def test_ten_sounds_take_the_measured_time(statement):
    program, text = FACTS["queue"]["elk"].split(": ")
    assert program == "TIME after each of ten SOUND 1,-15,100,10"
    times, now, sound, starts = [], 0.0, Sound(), []
    for _ in range(10):
        now = max(now, sound.room_at(1, now))
        starts += [note.start for note in sound.sound(1, -15, 100, 10, now)]
        now += statement
        times.append(int(now * 100 + 1e-6))
    measured = [int(time) for time in text.split(",") if time]
    assert times[6:] == measured[6:]
    assert times[:6] == pytest.approx(measured[:6], abs=2)
    assert [round(start * 100, 6) for start in starts[1:]] == [50 * i for i in range(1, 10)]


def test_six_notes_fit_and_free_space_is_reported():
    sound, free = Sound(), []
    for _ in range(6):
        assert sound.room_at(1, 1.0) == 1.0
        sound.sound(1, -15, 100, 10, 1.0)
        free.append(sound.free(1, 1.0))
    assert free == [12, 9, 6, 3, 0, 0]
    assert sound.room_at(1, 1.0) == pytest.approx(1.5)
    assert sound.room_at(1, 1.49) == pytest.approx(1.5)
    assert sound.room_at(1, 1.5) == 1.5
    assert sound.room_at(2, 1.0) == 1.0
    assert sound.room_at(0x11, 1.0) == 1.0


def test_successive_notes_join_without_a_gap():
    sound = Sound()
    notes = [note for pitch in (10, 20, 30) for note in sound.sound(1, -15, pitch, 4, 0.0)]
    assert timeline(notes) == [(1, 20, 10), (20, 40, 20), (40, 60, 30)]


def test_an_endless_note_blocks_its_channel():
    sound = Sound()
    sound.sound(1, -15, 100, 255, 0.0)
    for _ in range(QUEUE_LENGTH):
        assert sound.room_at(1, 0.0) == 0.0
        assert sound.sound(1, -15, 50, 4, 0.0) == ()
    assert sound.room_at(1, 100.0) == inf
    (note,) = sound.sound(0x11, -15, 60, 4, 100.0)
    assert note.start == pytest.approx(100.01)
    assert sound.room_at(1, 100.0) == 100.0


def test_a_flushing_sound_cuts_what_sounds_and_what_waits():
    sound = Sound()
    notes = [note for pitch in (10, 20, 30) for note in sound.sound(1, -15, pitch, 4, 0.0)]
    notes += sound.sound(0x11, -15, 99, 4, 0.1)
    assert timeline(notes) == [(1, 11, 10), (11, 30, 99)]


@pytest.mark.parametrize("stop", [Sound.silence, lambda sound, now: sound.flush(1, now)])
def test_flushing_stops_and_forgets(stop):
    sound = Sound()
    notes = [note for pitch in (10, 20, 30) for note in sound.sound(1, -15, pitch, 4, 0.0)]
    notes += stop(sound, 0.3)
    assert timeline(notes) == [(1, 20, 10), (20, 31, 20)]
    assert stop(sound, 0.3) == ()
    assert sound.sound(1, -15, 40, 4, 0.4)[0].start == pytest.approx(0.41)


def test_flushing_another_channel_changes_nothing():
    sound = Sound()
    sound.sound(1, -15, 10, 4, 0.0)
    assert sound.flush(2, 0.1) == ()


# several channels, one voice


@pytest.mark.parametrize("case", CHANNELS, ids=lambda case: case["name"])
def test_several_channels_as_on_the_electron(case):
    assert is_equal(case)


def test_three_synchronised_notes_cut_each_other():
    (program,) = [name for name in SINGLE if "&201" in name]
    sound = Sound()
    words = ((0x201, 100, 0.0), (0x202, 120, 0.001), (0x203, 140, 0.002))
    notes = [note for word, pitch, now in words for note in sound.sound(word, -15, pitch, 4, now)]
    events, length = heard(SINGLE[program]["elk"]["events"])
    ((start, end, pitch),) = timeline(notes)
    assert {s for _, s in events} == {counter(pitch)} == {counter(140)}
    assert end - start == pytest.approx(length, abs=1)


@pytest.mark.parametrize(("amplitude", "heard"), [(-15, [(1, 10, 10), (11, 30, 20)]), (0, [(1, 10, 10)])])
def test_another_channel_stops_what_sounds_at_once(amplitude, heard):
    sound = Sound()
    notes = [note for pitch in (10, 11) for note in sound.sound(1, -15, pitch, 4, 0.0)]
    assert sound.room_at(2, 0.1) == 0.1
    notes += sound.sound(2, amplitude, 20, 4, 0.1)
    assert timeline(notes) == heard
    assert sound.free(1, 0.1) == 15


def test_a_hold_is_a_rest():
    sound = Sound()
    notes = list(sound.sound(1, -15, 10, 4, 0.0))
    assert sound.sound(0x1001, -15, 99, 2, 0.0) == ()
    notes += sound.sound(1, -15, 30, 4, 0.0)
    assert timeline(notes) == [(1, 20, 10), (30, 50, 30)]
    assert Sound().sound(0x1000, -15, 4, 2, 0.0) == ()


def test_a_hold_lets_the_bbc_release_run_on():
    sound = Sound("bbc")
    sound.envelope(1, 1, 0, 0, 0, 0, 0, 0, 126, 0, 0, -1, 126, 126)
    (long,) = sound.sound(1, 1, 100, 2, 0.0)
    assert long.length == pytest.approx(1.28)  # 120 steps from 63 to −57
    assert sound.sound(0x1001, 0, 0, 4, 0.0) == ()
    (after,) = sound.sound(1, -15, 30, 4, 0.0)
    assert after.start == pytest.approx(0.3)
    (cut,) = sound.sound(0x11, 1, 30, 4, 0.1)
    assert cut.steps[0] == (0, 30, 15)  # the attack begins at the volume that was


# envelopes


@pytest.mark.parametrize("program", ENVELOPED)
def test_envelope_steps_as_on_the_electron(program):
    events, length = heard(FACTS["envelope"][program]["elk"]["events"])
    (note,) = obey(Sound(), program)
    mine, now = counters(note), None
    for at, s in events:
        now = mine.get(round(at), now)
        assert (at, now) == (at, s)
    changes = [at for (at, s), (_, before) in zip(events[1:], events, strict=False) if s != before]
    assert {round(at) for at in changes} <= mine.keys()
    if length:
        assert note.length * 100 == pytest.approx(length, abs=1)
    assert all(level == 15 for _, _, level in islice(note.walk(), 1000))


@pytest.mark.parametrize("program", ENVELOPED)
@pytest.mark.parametrize("register", ["divider", "attenuation"])
def test_envelope_steps_as_on_the_bbc(program, register):
    events = [(at, v) for at, name, v in FACTS["envelope"][program]["bbc"]["events"] if name == f"ch2 {register}"]
    (note,) = obey(Sound("bbc"), program)
    last = events[-1][0]
    steps = [step for step in islice(note.walk(), 2000) if step[0] <= last]
    values = [FACTS["pitch"]["bbcDivider"][p] if register == "divider" else 15 - level for _, p, level in steps]
    mine = {0: values[0]}
    for (at, _, _), value, before in zip(steps[1:], values[1:], values, strict=False):
        if value != before:
            mine[at] = value
    measured = dict(events)
    if 15 in measured.values():  # silent: my note is over
        silent = next(at for at, v in measured.items() if v == 15)
        assert note.length * 100 == pytest.approx(silent, abs=1)
        del measured[silent]
    assert list(mine.values()) == list(measured.values())
    late = 0 if register == "divider" else 1  # the release
    assert all(0 <= at - real <= late for at, real in zip(mine, measured, strict=True))


def test_sections_without_steps_take_one_step():
    sound = Sound()
    sound.envelope(1, *RISING)
    (note,) = sound.sound(1, 1, 100, 255, 0.0)
    assert list(islice(note.walk(), 7)) == [
        (0, 101, 15), (1, 102, 15), (2, 103, 15), (5, 101, 15), (6, 102, 15), (7, 103, 15), (10, 101, 15),
    ]  # fmt: skip
    sound.envelope(1, 2, 0, 0, 5, 0, 0, 1, *PLAIN_ENVELOPE[7:])
    (note,) = sound.sound(0x11, 1, 100, 255, 0.0)[-1:]
    assert list(islice(note.walk(), 3)) == [(0, 100, 15), (4, 105, 15), (10, 105, 15)]


@pytest.mark.parametrize("amplitudes", ["electron", "bbc"])
def test_a_step_length_of_0_is_1(amplitudes):
    sound = Sound(amplitudes)
    notes = []
    for t, now in ((0, 0.0), (1, 5.0)):
        sound.envelope(1, t, 1, 2, 3, 4, 5, 6, 10, -1, -1, -9, 126, 100)
        notes += sound.sound(1, 1, 100, 4, now)
    assert notes[0].steps == notes[1].steps
    assert notes[0].period == notes[1].period


def test_the_top_bit_of_the_step_length_stops_the_repeat():
    sound = Sound()
    sound.envelope(1, 128 + 2, 3, -3, 0, 2, 1, 0, *PLAIN_ENVELOPE[7:])
    (note,) = sound.sound(1, 1, 254, 255, 0.0)
    assert note.period == 0
    assert list(note.walk()) == [(0, 1, 15), (2, 4, 15), (4, 1, 15)]


def test_envelope_arguments_count_modulo_and_are_cut_to_integers():
    plain, odd = Sound(), Sound()
    plain.envelope(1, 1, -4, 4, 0, 10, 20, 0, 126, 0, 0, -126, 126, 126)
    odd.envelope(17.9, 257, 252.7, 4 + 512, 0.9, 10 - 256, 20, 0, 126, 0, 0, 130, 126, 126)
    assert plain.sound(1, 1, 9, 9, 0) == odd.sound(1, 1, 9, 9, 0)


def test_an_envelope_is_taken_as_it_is_at_the_sound():
    sound = Sound()
    sound.envelope(1, *RISING)
    sound.sound(1, -15, 1, 4, 0.0)
    (note,) = sound.sound(1, 1, 100, 4, 0.0)
    sound.envelope(1, *PLAIN_ENVELOPE)
    assert note.steps[0] == (0, 101, 15)


@pytest.mark.parametrize("amplitudes", ["electron", "bbc"])
def test_endless_notes_have_few_steps(amplitudes):
    sound = Sound(amplitudes)
    sound.envelope(1, *DYING)
    assert len(sound.sound(1, 1, 100, -1, 0.0)[0].steps) < 30
    sound = Sound(amplitudes)
    sound.envelope(1, 1, 1, -1, 1, 255, 255, 255, 1, -1, -1, -1, 126, 100)
    (note,) = sound.sound(1, 1, 100, -1, 0.0)
    assert len(note.steps) < 1600
    if amplitudes == "electron":
        steps = list(islice(note.walk(), 20_000))
        assert steps[-1][0] == 19_999


def test_a_noise_envelope_moves_through_the_kinds():
    sound = Sound()
    sound.envelope(1, *RISING)
    (note,) = sound.sound(0, 1, 6, 1, 0.0)
    assert [step[1] for step in note.walk()] == [NOISE + 7, NOISE, NOISE + 1]


@pytest.mark.parametrize("level", range(1, 16))
def test_bbc_levels_are_the_volumes_of_the_os(level):
    sound = Sound("bbc")
    sound.envelope(1, 1, 0, 0, 0, 0, 0, 0, 127, 0, 0, -127, level * 8, 0)
    (note,) = sound.sound(1, 1, 100, 4, 0.0)
    assert note.steps[0][2] == level


def test_a_bbc_attack_begins_at_the_volume_before():
    sound = Sound("bbc")
    sound.envelope(1, 1, 0, 0, 0, 0, 0, 0, 8, 0, 0, -127, 126, 0)
    sound.sound(1, -8, 50, 4, 0.0)
    (joined,) = sound.sound(1, 1, 100, 4, 0.0)
    assert [step[2] for step in joined.steps[:3]] == [9, 10, 11]
    (alone,) = sound.sound(2, 1, 100, 4, 5.0)
    assert [step[2] for step in alone.steps[:3]] == [1, 2, 3]


def test_volumes_count_from_the_start_of_their_note():
    sound = Sound("bbc")
    sound.envelope(1, 1, 0, 0, 0, 0, 0, 0, 8, 0, 0, -127, 126, 0)
    sound.sound(1, 1, 50, 1, 9.0)
    (joined,) = sound.sound(1, 1, 100, 4, 9.0)
    assert [step[2] for step in joined.steps[:3]] == [5, 6, 7]
    (third,) = sound.sound(1, 1, 100, 4, 9.0)  # not from where the release would lead
    assert third.steps[0][2] == 15


def test_a_silent_note_cuts_the_bbc_release():
    sound = Sound("bbc")
    sound.envelope(1, 1, 0, 0, 0, 0, 0, 0, 126, 0, 0, -1, 126, 126)
    notes = [*sound.sound(1, 1, 100, 4, 0.0), *sound.sound(1, 0, 100, 4, 0.0)]
    assert timeline(notes) == [(1, 20, 100)]


def test_bbc_volumes_keep_their_bounds():
    sound = Sound("bbc")
    sound.envelope(1, 1, 0, 0, 0, 0, 0, 0, 127, 0, 0, -128, 127, 0)  # a target that cannot be reached
    (note,) = sound.sound(1, 1, 100, 4, 0.0)
    assert note.steps == ((0, 100, 15),)
    sound.envelope(1, 1, 0, 0, 0, 0, 0, 0, 127, -10, 1, -1, 126, 100)  # a sustain that rises is past its target
    (note,) = sound.sound(1, 1, 100, 4, 1.0)
    assert note.length < 0.3


def test_a_bbc_release_without_a_rate_never_ends():
    sound = Sound("bbc")
    sound.envelope(1, 1, 0, 0, 0, 0, 0, 0, 126, 0, 0, 0, 126, 126)
    (note,) = sound.sound(1, 1, 100, 4, 0.0)
    assert note.length == inf
    (after,) = sound.sound(1, -15, 30, 4, 7.0)
    assert timeline([note, after]) == [(1, 701, 100), (701, 720, 30)]


# notes


def test_notes_are_immutable_and_compare_by_value():
    note = Note(1.0, 2.0, ((0, 1, 15),))
    assert note == Note(1.0, 2.0, ((0, 1, 15),), 0, 0)
    assert note != Note(1.0, 2.5, ((0, 1, 15),))
    assert len({note, pickle.loads(pickle.dumps(note))}) == 1
    assert repr(note) == "Note(start=1.0, length=2.0, steps=((0, 1, 15),), repeat_from=0, period=0)"
    with pytest.raises(AttributeError):
        note.start = 2.0
    with pytest.raises(AttributeError):
        del note.start


def test_shapes_do_not_depend_on_the_start():
    sound = Sound()
    sound.envelope(1, *PLAIN_ENVELOPE[:1], 1, 0, 0, 255, 0, 0, *PLAIN_ENVELOPE[7:])
    early, late = sound.sound(1, 1, 0, 4, 0.0)[0], sound.sound(1, 1, 0, 4, 1000.0)[0]
    assert early.steps == late.steps
    assert len(early.steps) == 19
    assert early.length == pytest.approx(late.length)


def test_walk_ends_with_the_note():
    assert list(Note(0.0, 0.03, ((0, 1, 15), (1, 2, 15)), 0, 2).walk()) == [(0, 1, 15), (1, 2, 15), (2, 1, 15)]
    assert list(Note(0.0, 0.0).walk()) == []


@pytest.mark.parametrize("amplitudes", ["electron", "bbc"])
def test_random_statements_keep_the_schedule_whole(amplitudes):
    """After each of 400 pseudo-random statements the schedule is consistent and can be rendered."""
    sound, notes, now, state = Sound(amplitudes), [], 0.0, 12345
    for _ in range(400):
        state = state * 1103515245 + 12345 & 0x7FFFFFFF
        word, amplitude, pitch = state >> 8 & 0x1313, (state >> 4) % 40 - 20, state >> 12
        if state % 5 == 0:
            sound.envelope(amplitude, *(state >> i for i in range(13)))
        elif state % 7 == 0:
            notes += sound.flush(state >> 3, now)
        if sound.room_at(word, now) == now:
            notes += sound.sound(word, amplitude, pitch, state % 9, now)
        now += (state >> 5) % 100 / 1000
    spans = timeline(notes)
    assert all(a < b for a, b, _ in spans)
    assert all(b <= c for (_, b, _), (c, _, _) in pairwise(spans))
    assert len(render(notes, 5.0, 8000)) == 40000


def test_the_bell_has_the_measured_arguments():
    assert BELL == (3, -13, 100, 6)
