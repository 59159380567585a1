"""Play games with random keys and compare what they show with a recording of an earlier version.

    python -m bench.programs.same_games record NAME [COUNT [FIRST]] > FILE
    python -m bench.programs.same_games compare FILE…
    python -m bench.programs.same_games renew FILE…

`renew` plays the games of files again and writes what they show now. Every fourth game is one of the original, where
there is one.

A line of the file is one game in JSON: program, options, seed, steps, a hash of what it sent, and one of its notes.
What it sent are the VDU bytes, what it says of its screen in words at each key, and its tape. A step is a key as
`--keys` has it, "@X,Y" for a click, or a number of seconds after which the next step follows, whether the program asks
for a key or not.
"""

from __future__ import annotations

import json
import random
import sys
from hashlib import sha256

from bench.basic_corpus import Recorded
from retro.basic import Escape
from retro.frontends.headless import Headless, UnfinishedPlayer
from retro.input.events import Mouse, parse_keys
from retro.library import loader

NAMED = ("<LEFT>", "<RIGHT>", "<UP>", "<DOWN>", "<DELETE>", "<RETURN>") * 4 + ("<ESCAPE>",)


def some(chance, **probabilities):
    """Return the options that chance gives, by their probabilities."""
    return {name: True for name, probability in probabilities.items() if chance.random() < probability}


def click(chance):
    """Return a click anywhere."""
    return f"@{chance.randrange(1280)},{chance.randrange(800)}"


def dominoes(chance):
    """Return options and steps of a game of Dominoes."""
    return some(chance, cheat=0.2), [chance.choice("123456" * 4 + "KKKkYYyx ?") for _ in range(90)] + ["N"]


def dominoes_plus(chance):
    """Return options and steps of Dominoes Plus: any settings, by keys, clicks and waits."""
    options = some(chance, go=0.3) | {
        "players": chance.choice((1, 1, 1, 1, 2, 0)),
        "level": chance.choice((1, 2, 3, 4) * 5 + (5,)),
        "day": chance.choice((0, 20261122)),
    }
    if chance.random() < 0.2:
        options = {"day": options["day"]}
    # On the front page options are changed, and a game begins.
    changed = "".join(key for key in "MDHFWKCO" if chance.random() < 0.3)
    steps = (
        [] if options.get("go") else [chance.choice(("", "t", f"o{changed}b", f"o{changed}b")) + chance.choice("nn2w")]
    )
    for _ in range(110):
        kind = chance.random()
        if kind < 0.8:
            steps.append(chance.choice("123456" * 15 + "78KKKKKDLRLRUURSCHHYYG" * 3 + "?NRMSQ"))
        elif kind < 0.9:
            steps.append(chance.choice(NAMED))
        elif kind < 0.96:
            steps.append(click(chance))
        else:
            steps += [chance.choice((0.3, 3.5)), " "]
    return options, steps


def african_seeds(chance):
    """Return options and steps of African Seeds."""
    options = some(chance, two=0.15, swap=0.2, forbid=0.2)
    options |= {"level": chance.choice((0, 0, 1, 2, 3, 4, 5, 6, 7)), "day": chance.choice((0, 20261122))}
    options |= {"first": chance.choice(("", "", "you", "computer"))}
    if chance.random() < 0.1:
        options["board"] = "1 0 2 0 1 1 0 0 1 0 2 1 20 19"
    if chance.random() < 0.1:
        options["moves"] = "CGBJ"
    steps = [chance.choice(["N", "L<LEFT>N", "? ", "2", "T", "OWB", "*", "R "]) for _ in range(2)]
    for _ in range(70):
        kind = chance.random()
        if kind < 0.6:
            steps.append(chance.choice("ABCDEF" * 4 + "abcdefGHIJKL"))
        elif kind < 0.72:
            steps.append(chance.choice("HUWNPRO?YB2MSL*TE" * 3 + "Q"))
        elif kind < 0.82:
            steps.append(chance.choice(NAMED))
        elif kind < 0.9:
            steps.append(click(chance))
        else:
            steps += [chance.choice((0.1, 0.5, 2.0)), chance.choice("  ABC")]
    return options, steps


def steps_of(chance, count, usual, others):
    """Return so many steps: mostly one of the usual ones, else another key, one with a name, a click, or a wait."""
    steps = []
    for _ in range(count):
        kind = chance.random()
        if kind < 0.55:
            steps.append(chance.choice(usual))
        elif kind < 0.78:
            steps.append(chance.choice(others))
        elif kind < 0.88:
            steps.append(chance.choice(NAMED[:-1] * 4 + NAMED[-1:]))
        elif kind < 0.97:
            steps.append(click(chance))
        else:
            steps += [chance.choice((0.3, 2.0)), chance.choice(usual)]
    return steps


def mahjong(chance):
    """Return options and steps of Mahjong: pairs that help shows, and anything else."""
    options = some(chance, letters=0.3) | {"day": chance.choice((0, 20261122))}
    first = chance.choice(["N", "LN", "LLN", "LLLN", "TN", "?<RETURN>N", "O N"])
    return options, [
        first,
        *steps_of(chance, 55, ["H ", "H ", "H ", "HT", "HD"], "WASDWASD  UIICFEMPVKOLXTYN?Zé1HRQGS"),
    ]


def morgan2(chance):
    """Return options and steps of morgan2: guesses that are made, and anything else."""
    options = some(chance, known=0.2, silent=0.2) | {"day": chance.choice((0, 20261122))}
    if chance.random() < 0.5:
        options["number"] = chance.randrange(1, 999_999)
    first = chance.choice(["N<RETURN>", "D12<RETURN>", "T<RETURN>"])
    return options, [
        first,
        *steps_of(chance, 90, ["G<RETURN>", "G<RETURN>", "G", "<RETURN>"], "uURFBXMCOLTV?G1aswdNSzZ 9YnQG"),
    ]


def snake(chance):
    """Return options and steps of the snake: stages, in text or on the screen."""
    options = some(chance, sampling=0.1) | {
        "day": chance.choice((0, 20261122)),
        "stage": chance.choice((None, None, 1, 2, 3, 4, 5, 5)),
    }
    options |= {"deal": chance.choice((0, chance.randrange(1, 99_999)))}
    if chance.random() < 0.1:
        options["state"] = "25 12/14/06 55/66/player"
    if chance.random() < 0.3:
        moves = [f"{chance.choice((0, chance.randint(-7, 7), chance.randint(-30, 30)))}<RETURN>" for _ in range(50)]
        return options | {"plain": True}, moves
    return options, steps_of(chance, 80, [*"1234567-+0", "0<RETURN>"], "0HUNLRM?S9Lé4 yQNTC")


ORIGINALS = {  # keys of the originals, the frequent ones several times
    "dominoes": [*"123456" * 4, *"KKKY"],
    "mahjong": ["<LEFT>", "<RIGHT>", "<UP>", "<DOWN>", *"      WASDHYNHYNHNUURYQ"],
    "morgan2": ["<LEFT>", "<RIGHT>", "<UP>", "<DOWN>", *["<RETURN>"] * 4, *"    uU", "<ESCAPE>"],
    "snake": [f"{number}<RETURN>" for number in [*range(-7, 8), *range(8), 0, 12, 30, "x"]],
    "african_seeds": [*"ABCDEFABCDEFABCDEFGYNSI 01234"],
}


def original(name, chance):
    """Return options and steps of a game of an original: the keys that begin it, then any."""
    begin = {"african_seeds": ["S", chance.choice("01234")]}.get(name, [])
    return {"original": True}, begin + [chance.choice(ORIGINALS[name]) for _ in range(120)]


GAMES = {one.__name__: one for one in (dominoes, dominoes_plus, african_seeds, mahjong, morgan2, snake)}


def events_of(step):
    """Return the events of a step that is no time: lists of them, each reported at once."""
    if not step.startswith("@"):
        return parse_keys(step)
    x, _, y = step[1:].partition(",")
    return [[Mouse(int(x), int(y), 4), Mouse(int(x), int(y), 0)]]


def hashes(name, options, seed, steps):
    """Play a game; return the hashes of what it sent and of its notes."""
    digest = sha256()

    def player(m):
        at_any_time = False
        for step in steps:
            if not isinstance(step, str):
                yield float(step)
                at_any_time = True
                continue
            for events in events_of(step):
                if not at_any_time:
                    yield
                    digest.update(m.in_words.encode())
                yield events
                at_any_time = False
        yield

    def program(m):
        m.use_driver(Recorded)
        run(m)

    run = loader.load(name).run_with(options)
    front = Headless(player)
    try:
        front.run(program, seed)
    except (UnfinishedPlayer, Escape) as end:
        digest.update(type(end).__name__.encode())
    m = front.machine
    digest.update(bytes(m.vdu_driver.sent))
    digest.update(repr(sorted(m.tape.contents.items())).encode())
    notes = sha256(repr([tuple(note) for note in front.notes]).encode())
    return {"sent": digest.hexdigest()[:24], "notes": notes.hexdigest()[:12]}


def options_and_steps(name, seed):
    """Return the options and steps of a game that a seed gives."""
    chance = random.Random(seed)
    return original(name, chance) if seed % 4 == 0 and name in ORIGINALS else GAMES[name](chance)


def record(name, count=500, first=1):
    """Print games with the seeds from `first` on."""
    for seed in range(int(first), int(first) + int(count)):
        options, steps = options_and_steps(name, seed)
        game = {"program": name, "options": options, "seed": seed, "steps": steps}
        print(json.dumps(game | hashes(name, options, seed, steps), separators=(",", ":")), flush=True)
    return 0


def differing(lines):
    """Yield the games of a file that are another now, with what is: "sent" or "notes"."""
    for game in map(json.loads, lines):
        found = hashes(game["program"], game["options"], game["seed"], game["steps"])
        yield from ((game, kind) for kind, value in found.items() if value != game[kind])


def compare(*files):
    """Play the games of files again; return 1 if one is another."""
    status = 0
    for path in files:
        with open(path, encoding="ascii") as stream:
            for game, kind in differing(stream):
                status = 1
                print(f"{path}: {game['program']}, seed {game['seed']}: {kind} differ", flush=True)
    return status


def renew(*files):
    """Play the games of files again, and write what they show now."""
    for path in files:
        with open(path, encoding="ascii") as stream:
            games = [json.loads(line) for line in stream]
        for game in games:
            game |= hashes(game["program"], game["options"], game["seed"], game["steps"])
        with open(path, "w", encoding="ascii") as stream:
            stream.writelines(json.dumps(game, separators=(",", ":")) + "\n" for game in games)
    return 0


if __name__ == "__main__":
    sys.exit({"record": record, "compare": compare, "renew": renew}[sys.argv[1]](*sys.argv[2:]))
