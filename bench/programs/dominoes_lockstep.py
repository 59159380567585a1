"""Dominoes in BASIC against the port: `python -m bench.programs.dominoes_lockstep [SEEDS [FIRST]]`.

dominoes.bas runs on our BASIC, dominoes.py as it is, both with the same keys.
The same bytes must reach the screen, but for lines 20 and 4010, and at the end of every procedure all variables of the
port must have the values of BASIC's. The first difference ends the run and names its seed.
"""

from __future__ import annotations

import contextlib
import inspect
import re
import sys
import time
from itertools import zip_longest
from pathlib import Path
from unittest import mock

from bench.basic_corpus import Feed, machine_with
from retro.basic.language.interpreter import Basic
from retro.basic.language.names import python_name, zero
from retro.basic.words import codes
from retro.machine.frontend import PowerOff
from retro.programs import dominoes
from tests.support.dominoes_styles import ANSWERS, STYLES, keys

LISTING = Path(dominoes.__file__).with_suffix(".bas").read_text(encoding="ascii")
# The port's two departures: its own MODE, and no VDU 29, which moves the origin in MODE 1 only.
AS_THE_PORT = LISTING.replace("   20 MODE 1:", "   20 MODE 7:").replace(" 4010 VDU 29,0;224;:", " 4010 ")
# The variables' names in the port and in BASIC; that of an array is followed by its subscripts: D, D(a,b).
DECLARED = re.findall(r"^    (\w+): .*  # (\w+[%$]?)(\(.*?\))?", inspect.getsource(dominoes.Variables), re.MULTILINE)
PROCEDURES = [name for name in vars(dominoes) if name.startswith("PROC")]


class Game:
    """What a program did: the procedures in the order of their ends, and the bytes that it sent.

    Attributes:
        ends: For each end the procedure's name, the number of bytes sent by then, and the values of the variables.
    """

    def __init__(self, program, seed, pressed):
        self.ends = []
        m = machine_with(Feed([pressed]))
        m.rnd(-seed)
        self._sent = m.vdu_driver.sent
        self._sent.clear()
        with contextlib.suppress(PowerOff):
            program(m, self)
        self.sent = bytes(self._sent)

    def end(self, procedure, values):
        self.ends.append((procedure, len(self._sent), values))


def run_port(m, game):
    """Run the port; each procedure notes its end."""

    def noting(name, procedure):
        def wrapper(m, v, *arguments):
            procedure(m, v, *arguments)
            game.end(name, [copied(getattr(v, own)) for own, _, _ in DECLARED])

        return wrapper

    wrappers = {name: noting(name, getattr(dominoes, name)) for name in PROCEDURES}
    with mock.patch.multiple(dominoes, **wrappers):
        dominoes.main(m)


def run_listing(m, game):
    """Run the listing; each procedure notes its end. A variable that is not there yet counts as 0 or empty."""
    basic = Basic(m)
    basic.load_text(AS_THE_PORT)
    call = basic.variables["call_procedure"]
    places = [(python_name(name, len(re.findall(r"\w+", subscripts))), zero(name)) for _, name, subscripts in DECLARED]

    def noting(name, *arguments):
        call(name, *arguments)
        game.end(name, [copied(basic.variables.get(place, unset)) for place, unset in places])

    basic.variables["call_procedure"] = noting
    assert basic.run() is None


def copied(value):
    """Return a value that stays as it is, a text as its codes."""
    if isinstance(value, str):
        return codes(value)
    return [copied(element) for element in value] if isinstance(value, list) else value


def difference(seed):
    """Play the game of a seed in both; return the first difference as a text, empty if there is none."""
    pressed = keys([*STYLES.values()][seed % len(STYLES)], seed, ANSWERS[seed % len(ANSWERS)])
    listing, port = Game(run_listing, seed, pressed), Game(run_port, seed, pressed)
    for number, (there, here) in enumerate(zip_longest(listing.ends, port.ends, fillvalue=("", 0, [])), 1):
        if there != here:
            changed = [
                f"{name} is {theirs} in BASIC, {ours} in the port"
                for (_, name, _), theirs, ours in zip(DECLARED, there[2], here[2])
                if theirs != ours
            ]
            return f"end {number}: {there[0]}, {there[1]} bytes; {here[0]}, {here[1]} bytes; {'; '.join(changed)}"
    return "" if listing.sent == port.sent else "the bytes differ"


def main(count=2000, first=1):
    """Play many games; return 1 if one differs."""
    start = time.process_time()
    for seed in range(int(first), int(first) + int(count)):
        if found := difference(seed):
            print(f"seed {seed}: {found}", file=sys.stderr)
            return 1
    print(f"{int(count):,} seeds: no difference; {time.process_time() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
