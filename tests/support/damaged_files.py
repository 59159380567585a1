"""Damage done to files: cut, bytes changed, lines moved, values that are wrong in themselves."""

import json
from zlib import crc32

HUGE = [10**18, -(10**18), 10**400, -1]
WRONG = [None, [], {}, "", "x" * 3000, 1.5, [[[[1]]]], {"a": 1}, float("nan"), float("inf"), "\ud800" * 2001]
NUMBERS = [*HUGE, *WRONG, True]

# For each field values that it can never have.
INVALID = {
    "retro": ["tape", 1, None],
    "format": [0, 2, True, *HUGE, *WRONG],
    "program": [1, "", "x" * 3000, None, []],
    "hash": ["", "xyz", "0" * 63, "G" * 64, 1, None],
    "seed": [2**31, *(number for number in NUMBERS if number != -1)],
    "speed": ["slow", "", 1, None, []],
    "options": [None, 1, "x", [], {"cheat": []}, {"cheat": 10**400}, {"cheat": float("nan")}],
    "made": [1, None, [], "x" * 3000],
    "waits": [
        *NUMBERS,
        [1],
        [[1, True, 3]],
        [[1, 2]],
        [[1, 2, 3, 4]],
        [[1, -2, 3]],
        [[1, 2, 10**13]],
        [[1.0, 2, 3]],
        [["1", 2, 3]],
    ],
    "events": [*NUMBERS, [[]], [["text"]], [["text", ""]], [["text", 1]], [["key", "X1"]], [["hold", "A"]]],
    "attending": [1, 0, None, "yes", []],
    "tape": ["", 1, None, []],
    "holds": [1, [], {}, True],
    "back": [0, 10**6, *NUMBERS[:-1], False],
    "end": ["dead", "", 1, None],
    "calm": NUMBERS,
    "at": NUMBERS,
    "screen": ["", "xyz", "0" * 9, "ABCDEF01", 1, None],
    "said": [1, None, "x" * 3000],
}
FIELDS = sorted(INVALID)


def summed(contents):
    """Lines with check sums that fit."""
    previous, made = 0, []
    for content in contents:
        body = json.dumps({key: value for key, value in content.items() if key != "sum"}, separators=(",", ":"))[:-1]
        previous = crc32(body.encode(), previous)
        made.append(f'{body},"sum":"{previous:08x}"}}\n'.encode())
    return b"".join(made)


def cut(data, chooser):
    """Not between two lines: that is the recording of a game that was broken off."""
    places = [place for place in range(len(data)) if not place or data[place - 1 : place] != b"\n"]
    return data[: chooser.choice(places)]


def flipped(data, chooser):
    place = chooser.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << chooser.randrange(8)]) + data[place + 1 :]


def changed(data, chooser):
    place = chooser.randrange(len(data))
    new = chooser.randbytes(chooser.randrange(1, 9))
    return data[:place] + new + data[place + chooser.randrange(9) :]


def moved(data, chooser):
    """A line taken out, doubled, or at another place."""
    lines = data.splitlines(keepends=True)
    place = chooser.randrange(len(lines) - 1)
    line = lines.pop(place)
    if chooser.random() < 0.7:
        lines.insert(chooser.randrange(len(lines) + 1), line)
        if chooser.random() < 0.5:
            lines.insert(place, line)
    return b"".join(lines)


def replaced(data, chooser):
    return chooser.randbytes(chooser.randrange(200))


def all_wrong_values(data):
    """Each field of each line with each value that it can never have, in files whose sums fit."""
    contents = [json.loads(line) for line in data.splitlines()]
    for content in contents:
        for name in sorted(content.keys() & INVALID.keys()):
            before = content[name]
            for value in INVALID[name]:
                content[name] = value
                yield summed(contents)
            content[name] = before


def wrong_value(data, chooser):
    """A value that is wrong in itself, in a file whose sums fit."""
    contents = [json.loads(line) for line in data.splitlines()]
    content = chooser.choice(contents)
    name = chooser.choice([name for name in content if name in INVALID])
    content[name] = chooser.choice(INVALID[name])
    return summed(contents)


def wrong_field(data, chooser):
    """A field more or less."""
    contents = [json.loads(line) for line in data.splitlines()]
    content = chooser.choice(contents)
    optional = ("sum", "made", "said", "events", "attending", *(["screen"] if "waits" in content else []))
    needed = [name for name in content if name not in optional]
    if chooser.random() < 0.5:
        del content[chooser.choice(needed)]
    else:
        content[chooser.choice(["Waits", "x", "", "wait", "events2"])] = chooser.choice([1, "x", [], None])
    return summed(contents)


def deep(data, chooser):
    lines = data.splitlines(keepends=True)
    lines[chooser.randrange(len(lines))] = b"[" * chooser.choice([10, 2000, 200_000]) + b"\n"
    return b"".join(lines)


def long(data, chooser):
    lines = data.splitlines(keepends=True)
    lines[chooser.randrange(len(lines))] = b'{"waits":"' + b"x" * 2_100_000 + b'"}\n'
    return b"".join(lines)


KINDS = [cut, flipped, changed, moved, replaced, wrong_value, wrong_field, deep, long]
OFTEN = [20, 20, 20, 20, 5, 40, 20, 3, 1]


def damaged(data, chooser):
    """Return the kind of damage, and the file with it: never as it was."""
    while True:
        kind = chooser.choices(KINDS, OFTEN)[0]
        result = kind(data, chooser)
        if result != data and not unfinished(data, result):
            return kind.__name__, result


def unfinished(data, rest):
    """Return whether a file is just the beginning of a game."""
    return bool(rest) and data.startswith(rest) and rest.endswith(b"\n")


# tapes


def damaged_tape(text, chooser):
    """The text of a tape with some damage."""
    while True:
        result = chooser.choice([cut, flipped, changed, replaced, tape_value])(text.encode("latin-1"), chooser)
        if result.decode("latin-1") != text:
            return result.decode("latin-1")


def damaged_picture(data, chooser):
    """A picture with some damage."""
    while True:
        result = chooser.choice([cut, flipped, changed, replaced])(data, chooser)
        if result != data:
            return result


def tape_value(data, chooser):
    content = json.loads(data)
    name = chooser.choice(["retro", "format", "name", "value"])
    wrong = {
        "retro": ["recording", 1, None],
        "format": [0, 2, *WRONG],
        "name": ["OTHER", 1, None],
        "value": [
            {},
            None,
            "x" * 300,
            10**16,
            10**400,
            float("nan"),
            float("inf"),
            [[None]],
            eval("[" * 60 + "]" * 60),
        ],
    }
    content[name] = chooser.choice(wrong[name])
    return summed([content])
