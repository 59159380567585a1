"""African Seeds in BASIC against the port: `python -m bench.programs.african_seeds_lockstep [SEEDS [FIRST]]`.

african_seeds.bas runs on our BASIC, african_seeds.py as it is, both with the same keys: a level, then any cups, now and
then a key that means nothing, and another game. At the end of each of the article's subroutines all variables of the
listing must have the same values in the port: boards, scores, the value of each cup. The pictures are not compared: the
port draws more. The first difference ends the run and names its seed.
"""

from __future__ import annotations

import inspect
import random
import re
import sys
from pathlib import Path

from retro.programs.african_seeds import african_seeds
from retro.programs.african_seeds.variables import Variables

from bench.programs.lockstep import Lockstep, play

LISTING = Path(african_seeds.__file__).with_suffix(".bas").read_text(encoding="ascii")
SUBROUTINES = {100, 200, 300, 400, 500, 600, 700, 2000, 2100, 2160, 3000}
NUMBERED = re.findall(
    r"^def (\w+)\(m: Machine, v: Variables\).*  # (\d+)$", inspect.getsource(african_seeds), re.MULTILINE
)
LOCKSTEP = Lockstep(
    african_seeds,
    LISTING,
    {name: int(line) for name, line in NUMBERED if int(line) in SUBROUTINES},
    inspect.getsource(Variables).partition("# ours")[0],
    same_bytes=False,
)
KEYS = 150


def pressed(seed):
    """Return the keys of a seed: play, level, and then anything that is no command of the port's own.

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
