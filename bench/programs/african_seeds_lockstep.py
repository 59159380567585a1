"""African Seeds in BASIC against the port: `python -m bench.programs.african_seeds_lockstep [SEEDS [FIRST]]`.

african_seeds.bas runs on our BASIC, african_seeds.py as it is, both with the same keys: a level, then any cups, now and
then a key that means nothing, and another game. Both must send the same bytes; and at the end of each of the article's
subroutines all variables must have the same values: boards, scores, the value of each cup. The first difference ends
the run and names its seed.
"""

from __future__ import annotations

import inspect
import random
import re
import sys
from pathlib import Path

from retro.programs.african_seeds import african_seeds

from bench.programs.lockstep import Lockstep, play

LISTING = Path(african_seeds.__file__).with_suffix(".bas").read_text(encoding="ascii")
# The two lines where the port departs from the listing, as the port has them.
AS_THE_PORT = LISTING.replace("   20 MODE 1\n", "   20 MODE 7\n").replace("VDU 28,0,27,39,3,23,1", "VDU 23,1")
SUBROUTINES = {100, 200, 300, 400, 500, 600, 700, 2000, 2100, 2160, 3000}
NUMBERED = re.findall(
    r"^def (\w+)\(m: Machine, v: Variables\).*  # (\d+)$", inspect.getsource(african_seeds), re.MULTILINE
)
LOCKSTEP = Lockstep(
    african_seeds,
    AS_THE_PORT,
    {name: int(line) for name, line in NUMBERED if int(line) in SUBROUTINES},
    inspect.getsource(african_seeds.Variables),
)
KEYS = 150


def pressed(seed):
    """Return the keys of a seed: play, level, and then anything.

    Y after a game begins another, whose level is the next digit; all other keys are ignored where they mean nothing.
    """
    chance = random.Random(seed)
    return f"S{seed % 5}" + "".join(chance.choice("ABCDEFabcdef" * 4 + "GKZ Y01234") for _ in range(KEYS))


def difference(seed):
    """Play the games of a seed in both; return the first difference as a text, empty if there is none."""
    return LOCKSTEP.difference(seed, pressed(seed))


def main(count=200, first=1):
    """Play many games; return 1 if one differs."""
    return play(difference, count, first)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
