"""Judge SOUND by programs that ran on the Electron's ROM, each with what its sound chip was told.

    python -m bench.sound_channels FILE.jsonl [--show]

Prints how many programs are equal and the names of those that are not. Ours run at the authentic speed. Sound is
compared from the first SOUND on, or from the first note if the chip was told nothing before; the ROM acts in the next
centisecond, so every change may come a centisecond earlier or later, and what is shorter than that may be missing.
Where in a centisecond a program began is not recorded: PHASES are tried. Noise is equal if the chip's counter is in the
range of its kind.
"""

from __future__ import annotations

import argparse
import json
import sys
from math import inf

from bench.basic_corpus import Feed, machine_with
from retro.basic.language.interpreter import Basic
from retro.session.session import at_speed
from retro.sound.notes import NOISE, counter
from retro.sound.synthesis import RANDOM_BITS, TONE_COUNTERS

TOLERANCE = 1.0  # centiseconds
RANDOM = NOISE + 4  # the first kind of noise with random counters
END = 150.0  # centiseconds after the last change that are compared
STEP = 0.25
PHASES = [phase / 2000 for phase in range(20)]  # seconds


class Listening(Feed):
    """A front end that keeps the notes and the time of the first SOUND."""

    def __init__(self, phase):
        super().__init__(())
        self.time = phase
        self.notes, self.first = [], None

    def note(self, note):
        self.notes.append(note)


def play(lines, phase):
    """Run a program; return its notes, and when its first SOUND was obeyed, in seconds."""
    front = Listening(phase)
    m = machine_with(front)
    m.now = phase
    sound = m.sound_system.sound

    def noticed(*arguments):
        front.first = arguments[-1] if front.first is None else front.first
        return sound(*arguments)

    m.sound_system.sound = noticed

    def program(m):
        basic = Basic(m)
        basic.load_text("\n".join(lines))
        basic.run()

    at_speed(program, "authentic")(m)
    return front.notes, front.first


def ours(lines, phase, from_note):
    """Return what is heard, from the first SOUND or note, as changes: (centisecond, set of counters or None)."""
    notes, first = play(lines, phase)
    first = notes[0].start if from_note else first
    changes = []
    for note in notes:
        start = (note.start - first) * 100
        changes = [change for change in changes if change[0] < start]
        changes += [(start + at, counters(pitch)) for at, pitch, _ in note.walk()]
        changes.append((start + note.length * 100, None))
    return changes


def counters(pitch):
    """Return the counters with which a pitch may be heard."""
    if pitch < NOISE:
        return {counter(pitch)}
    if pitch < RANDOM:
        return {TONE_COUNTERS[pitch - NOISE]}
    bits = RANDOM_BITS[pitch - RANDOM]
    return set(range(bits + 1, 2 * bits + 2))


def recorded(events):
    """Return what the chip was told, as changes like those of `ours`, from the first SOUND on."""
    changes, sounding, value = [], 0, None
    for at, register, new in events:
        if register == "sounding":
            sounding = new
        else:
            value = new
        changes.append((at, {value or 0} if sounding else None))
    return changes


def lasting(changes):
    """Yield the states (start, end, counters) that last longer than the tolerance."""
    for (start, state), (end, _) in zip(changes, [*changes[1:], (inf, None)]):
        if end - start > TOLERANCE:
            yield start, end, state


def follows(changes, others):
    """Return whether all that lasts in `changes` stands in `others` at that time, give or take the tolerance."""
    last = max((at for at, _ in [*changes, *others] if at < inf), default=0.0) + END
    others = [(-inf, None), *others]
    ends = [at for at, _ in others[1:]] + [inf]
    for start, end, state in lasting([(-10.0, None), *changes]):
        time = start
        while time < min(end, last):
            near = [
                other
                for (begin, other), finish in zip(others, ends)
                if begin <= time + TOLERANCE and finish >= time - TOLERANCE
            ]
            if not any(other == state or (state and other and state & other) for other in near):
                return False
            time += STEP
    return True


def is_equal(case, show=False):
    """Return whether a program's sound is that of the ROM."""
    chip, from_note = recorded(case["events"]), case["events"][0][0:2] == [0, "sounding"]
    for phase in PHASES:
        mine = ours(case["program"], phase, from_note)
        if follows(mine, chip) and follows(chip, mine):
            return True
    print(case["name"])
    if show:
        print("   ", ": ".join(case["program"]))
        for name, changes in ("got   ", mine), ("wanted", chip):
            print("   ", name, [(round(at, 2), state and min(state)) for at, state in changes[:20]])
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--show", action="store_true", help="show what differs")
    args = parser.parse_args()
    with open(args.file, encoding="utf-8") as stream:
        cases = [json.loads(line) for line in stream]
    equal = sum(is_equal(case, args.show) for case in cases)
    print(f"{equal} of {len(cases)} equal")
    return equal != len(cases)


if __name__ == "__main__":
    sys.exit(main())
