"""Samples measured by counting edges: pitch, length, steps, joins, cuts."""

from __future__ import annotations

import json
import sys
import wave
from array import array
from itertools import compress, count, pairwise
from math import inf
from operator import ne
from pathlib import Path

import pytest

from retro.sound.channels import Sound
from retro.sound.notes import NOISE, Note, counter, frequency
from retro.sound.synthesis import PEAK, RATE, render, write_wav

FACTS = json.loads((Path(__file__).parents[1] / "model" / "sound-facts.json").read_text())
ELECTRON = [31250 / (s + 1) for s in FACTS["pitch"]["elkCounter"]]
VIBRATO = (1, 1, 4, -4, 4, 10, 20, 10, 126, 0, 0, -126, 126, 126)


def heard(made):
    """Return the indices of the samples that are not 0."""
    return list(compress(count(), made))


def edges(made):
    """Return the samples at which the sign changes."""
    rising = [*map((0).__lt__, filter(None, made))]
    return list(compress(heard(made)[1:], map(ne, rising, rising[1:])))


def samples(note, rate=RATE, seconds=inf):
    """Return the samples of a note from its start, all or the first `seconds`."""
    return render([note], note.start + min(seconds, note.length), rate, note.start)


def hertz(made, rate=RATE):
    found = edges(made)
    return (len(found) - 1) / 2 / ((found[-1] - found[0]) / rate)


def sounding(made, rate=RATE):
    """Return the intervals with sound, in seconds."""
    found = heard(made)
    return found[0] / rate, (found[-1] + 1) / rate


def read(path):
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        return array("h", file.readframes(file.getnframes())), file.getframerate()


@pytest.mark.slow
@pytest.mark.parametrize("rate", [RATE, 22050])
def test_all_256_pitches_in_one_wav(tmp_path, rate):
    sound, notes = Sound(), []
    for pitch in range(256):
        notes += sound.sound(1, -15, pitch, 8, pitch * 0.5)
    write_wav(tmp_path / "scale.wav", notes, rate=rate)
    made, read_rate = read(tmp_path / "scale.wav")
    assert read_rate == rate
    for pitch, expected in enumerate(ELECTRON):
        part = made[int(pitch * 0.5 * rate) : int((pitch + 1) * 0.5 * rate)]
        assert hertz(part, rate) == pytest.approx(expected, rel=0.005), pitch
        start, end = sounding(part, rate)
        assert start == pytest.approx(0.01, abs=0.001)
        assert end - start == pytest.approx(0.39, abs=0.001)


@pytest.mark.slow
@pytest.mark.parametrize("pitch", [0, 89, 137, 200, 255])
def test_pitch_is_exact_over_ten_seconds(pitch):
    made = samples(Note(0.0, 10.0, ((0, pitch, 15),)))
    assert len(edges(made)) == pytest.approx(20 * frequency(pitch), abs=2)
    halves = [b - a for a, b in pairwise(edges(made))]
    assert max(halves) - min(halves) <= 1


@pytest.mark.parametrize("duration", [1, 2, 4, 20, 254])
def test_durations_within_a_centisecond(tmp_path, duration):
    write_wav(tmp_path / "note.wav", Sound().sound(1, -15, 100, duration, 0.0), rate=8000)
    start, end = sounding(*read(tmp_path / "note.wav"))
    assert end - start == pytest.approx(duration * 0.05 - 0.01, abs=0.005)  # as measured


def test_envelope_steps_at_the_right_centisecond(tmp_path):
    sound = Sound()
    sound.envelope(*VIBRATO)
    notes = sound.sound(1, 1, 100, 10, 0.0)
    write_wav(tmp_path / "envelope.wav", notes)
    made, _ = read(tmp_path / "envelope.wav")
    (name,) = [name for name in FACTS["envelope"] if name.startswith("ENVELOPE 1,1,4")]
    measured = [s for _, register, s in FACTS["envelope"][name]["elk"]["events"] if register == "counter"][1:]
    start = round(notes[0].start * RATE)
    for centisecond, s in enumerate(measured[:49]):
        part = made[start + centisecond * RATE // 100 + 1 : start + (centisecond + 1) * RATE // 100]
        assert hertz(part) == pytest.approx(31250 / (s + 1), rel=0.02), centisecond


@pytest.mark.slow
def test_a_wave_has_no_steps_in_its_phase_where_notes_join():
    sound = Sound()
    notes = [note for pitch in (100, 100, 104) for note in sound.sound(1, -15, pitch, 2, 0.0)]
    halves = [b - a for a, b in pairwise(edges(render(notes, 0.3)))]
    shortest = RATE / 2 / frequency(104)
    assert min(halves) >= int(shortest)
    assert max(halves) <= RATE / 2 / frequency(100) + 1
    joined = render(notes, 0.3)[round(0.01 * RATE) : round(0.3 * RATE)]
    assert set(map(abs, joined[200:-200])) == {PEAK}


def test_ramps_at_both_ends_and_moderate_level():
    made = samples(Note(0.0, 0.2, ((0, 100, 15),)))
    assert made[0] == made[-1] == 0
    steps = [abs(abs(b) - abs(a)) for a, b in pairwise(made)]
    assert max(steps) <= PEAK // 100
    assert max(map(abs, made)) == PEAK < 16384
    full = [i for i, sample in enumerate(made) if abs(sample) == PEAK]
    assert 0.001 < full[0] / RATE < 0.004
    assert 0.001 < (len(made) - full[-1]) / RATE < 0.004


def test_short_notes_have_short_ramps():
    made = samples(Note(0.0, 0.002, ((0, 255, 15),)))
    assert len(made) == 88
    assert max(map(abs, made)) > PEAK * 0.9


@pytest.mark.parametrize("level", range(1, 16))
def test_two_decibels_a_level(level):
    made = samples(Note(0.0, 0.1, ((0, 100, level),)))
    assert max(made) == pytest.approx(PEAK / 10 ** ((15 - level) / 10), abs=1)


def test_level_0_is_silence():
    made = samples(Note(0.0, 0.3, ((0, 100, 15), (10, 100, 0), (20, 100, 15))))
    silent = range(round(0.1 * RATE), round(0.2 * RATE))
    assert not any(made[i] for i in silent)
    assert sounding(made[: silent[0]])[1] == pytest.approx(0.1, abs=0.001)
    assert hertz(made[silent[-1] :]) == pytest.approx(frequency(100), rel=0.005)


def test_a_note_cuts_what_sounds_and_what_was_scheduled():
    first, later, cutter = (Note(start, 1.0, ((0, pitch, 15),)) for start, pitch in ((0.0, 0), (2.0, 48), (0.5, 96)))
    made = render([first, later, cutter], 3.0)
    assert hertz(made[: RATE // 2]) == pytest.approx(frequency(0), rel=0.005)
    assert hertz(made[RATE // 2 : RATE * 3 // 2]) == pytest.approx(frequency(96), rel=0.005)
    assert not any(made[round(RATE * 1.5) :])


def test_a_note_without_length_only_cuts():
    made = render([Note(0.0, 1.0, ((0, 100, 15),)), Note(0.25, 0.0)], 1.0)
    assert sounding(made)[1] == pytest.approx(0.25, abs=0.001)


def test_a_later_note_with_the_same_start_replaces():
    made = render([Note(0.0, 1.0, ((0, 0, 15),)), Note(0.0, 0.5, ((0, 96, 15),))], 1.0)
    assert hertz(made) == pytest.approx(frequency(96), rel=0.005)
    assert sounding(made)[1] == pytest.approx(0.5, abs=0.001)


def test_an_endless_note_needs_a_time(tmp_path):
    (note,) = Sound().sound(1, -15, 100, -1, 0.0)
    assert note.length == inf
    assert len(samples(note, seconds=3.0)) == 3 * RATE
    assert abs(samples(note, seconds=3.0)[-1]) == PEAK
    for refused in (lambda: samples(note), lambda: write_wav(tmp_path / "a.wav", [note]), lambda: render([note], inf)):
        with pytest.raises(ValueError, match="a finite number of seconds expected"):
            refused()
    write_wav(tmp_path / "a.wav", [note], 2.0)
    made, _ = read(tmp_path / "a.wav")
    assert len(made) == 2 * RATE
    assert hertz(made) == pytest.approx(frequency(100), rel=0.005)


def test_an_envelope_repeats(tmp_path):
    sound = Sound()
    sound.envelope(*VIBRATO)
    (note,) = sound.sound(1, 1, 100, -1, 0.0)
    made = samples(note, seconds=4.0)
    turn = RATE * 40 // 100
    for start in range(0, 9 * turn, turn):
        low = made[start + turn * 29 // 40 + 9 : start + turn * 30 // 40]
        assert hertz(low) == pytest.approx(31250 / (counter(60) + 1), rel=0.02)


@pytest.mark.parametrize("piece", [0.1, 0.333])
def test_pieces_join_to_the_whole(piece):
    sound = Sound()
    sound.envelope(*VIBRATO)
    notes = [*sound.sound(1, 1, 100, 10, 0.0), *sound.sound(1, -15, 60, 10, 0.0), *sound.sound(1, -15, 9, -1, 2.0)]
    whole, pieces, at = render(notes, 3.0), array("h"), 0.0
    while at < 3.0:
        pieces += render(notes, min(3.0, at + piece), since=at)
        at = min(3.0, at + piece)
    assert len(pieces) == len(whole)
    assert sum(a != b for a, b in zip(whole, pieces, strict=True)) <= 4  # rounding at an edge


@pytest.mark.parametrize(("kind", "low", "high"), [(4, 64, 127), (5, 128, 255), (6, 128, 255), (7, 128, 255)])
def test_noise_has_random_half_waves(kind, low, high):
    made = samples(Note(0.0, 2.0, ((0, NOISE + kind, 15),)))
    halves = [(b - a) / RATE / 16e-6 for a, b in pairwise(edges(made))]
    rounding = 1 / RATE / 16e-6
    assert low + 1 - rounding <= min(halves) < low * 1.1
    assert high * 0.95 < max(halves) <= high + 1 + rounding
    assert sum(halves) / len(halves) == pytest.approx((low + high + 3) / 2, rel=0.02)
    assert len({round(half) for half in halves}) > 20
    assert made == samples(Note(0.0, 2.0, ((0, NOISE + kind, 15),)))


@pytest.mark.parametrize(("kind", "expected"), [(0, 520.8), (1, 262.6), (2, 129.7), (3, 31250 / 119)])
def test_low_noise_kinds_are_tones(kind, expected):
    assert hertz(samples(Note(0.0, 1.0, ((0, NOISE + kind, 15),)))) == pytest.approx(expected, rel=0.002)


def test_no_notes_are_silence(tmp_path):
    assert render([], 0.5) == array("h", bytes(RATE))
    write_wav(tmp_path / "none.wav", [])
    assert len(read(tmp_path / "none.wav")[0]) == 0


def test_notes_after_the_end_are_omitted():
    assert not any(render([Note(2.0, 1.0, ((0, 100, 15),))], 1.0))


def test_python_runs_lines_for_edges_not_for_samples():
    """At 440 Hz a second has 880 edges and 44,100 samples."""
    lines = 0

    def count_line(frame, event, arg):
        nonlocal lines
        lines += event == "line"
        return count_line

    before = sys.gettrace()
    sys.settrace(count_line)
    try:
        samples(Note(0.0, 10.0, ((0, 89, 15),)))
    finally:
        sys.settrace(before)
    assert lines < 10 * 880 * 8
