"""Random keys into the programs: `python -m bench.fuzz.keys COUNT [SEED] [PROGRAM …]`.

Types COUNT keys, as many into each program, headless and in virtual time: in games of at most 2,000 keys, with clicks
among them and with random options. No game may raise. Runs with different seeds add up: each prints how many keys it
has typed.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from random import Random

from retro.frontends.headless import Headless, Runaway, UnfinishedPlayer
from retro.input.events import Event, Key, Mouse, Text
from retro.input.keys import KEYS
from retro.library import catalogue, loader
from retro.library.program import Program
from retro.machine.machine import Machine
from retro.machine.runner import ProgramFailed, run_to_end
from retro.session.storage import FOLDER_VARIABLE

MAX_KEYS = 2000  # keys of a game
NAMED = sorted(key for key in KEYS if len(key) > 1 and key != "ESCAPE")
TYPED = "".join(map(chr, range(32, 127))) + "£é"
LIKELY = "0123456789ABCDEFKQXYNyn "
RETURN: Event = Key("RETURN")
OPTION_SHARE = 0.3  # of the options that a game is given


class Typist:
    """Types random keys. typed: how many so far."""

    def __init__(self, random: Random, limit: int) -> None:
        self._random, self._limit = random, limit
        self.typed = 0

    def __call__(self, m: Machine) -> Iterator[list[Event] | None]:
        """Type most keys when the program asks for one, and some at once."""
        while self.typed < self._limit:
            if self._random.random() < 0.9:
                yield None
            self.typed += 1
            yield self._key()

    def stop(self) -> None:
        """Type no more: the program has ended."""
        self._limit = self.typed

    def _key(self) -> list[Event]:
        random, chance = self._random, self._random.random()
        if chance < 0.5:
            return [Text(random.choice(LIKELY))]
        if chance < 0.7:
            return [Text(random.choice(TYPED))]
        if chance < 0.8:
            return [RETURN]
        if chance < 0.9:
            return [Key(random.choice(NAMED))]
        if chance < 0.998:
            place = random.randrange(1280), random.randrange(1024)
            return [Mouse(*place, random.choice((4, 4, 4, 2, 1))), Mouse(*place, 0)]
        return [Key("ESCAPE")]


def random_options(program: Program, random: Random) -> dict[str, object]:
    """Return values for some of a program's options: flags, and options that declare their values."""
    chosen = [option for option in program.options if random.random() < OPTION_SHARE]
    values = {option.name: (True, False) if option.kind is bool else option.allowed for option in chosen}
    return {name: random.choice(allowed) for name, allowed in values.items() if allowed}


def game(loaded: Program, random: Random, limit: int) -> int:
    """Play one game; return how many keys were typed. Exit if it raised."""
    options, seed = random_options(loaded, random), random.randrange(1, 1 << 31)
    typist, main = Typist(random, limit), loaded.run_with(options)

    def program(m: Machine) -> None:
        try:
            run_to_end(m, main, linger=False)
        finally:
            typist.stop()

    try:
        Headless(typist).run(program, seed)
    except UnfinishedPlayer:
        pass  # the program has ended
    except (ProgramFailed, Runaway) as error:
        sys.exit(f"{loaded.name} {options} RND(-{seed}): {type(error).__name__}: {error}, after {typist.typed} keys")
    return typist.typed


def main(total: int, seed: int, names: list[str]) -> None:
    """Type the keys into each program and print how many."""
    for name in names:
        program, random, typed, games = loader.load(name), Random(f"{seed} {name}"), 0, 0
        start = time.process_time()
        while typed < total // len(names):
            typed += game(program, random, min(MAX_KEYS, total // len(names) - typed))
            games += 1
        spent = time.process_time() - start
        print(f"seed {seed}, {name}: {typed} keys in {games} games, none raised, {spent:.0f} s", flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as data:
        os.environ[FOLDER_VARIABLE] = data
        seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
        main(int(sys.argv[1]), seed, sys.argv[3:] or [entry.name for entry in catalogue.entries()])
