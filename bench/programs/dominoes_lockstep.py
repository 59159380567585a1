"""Dominoes in BASIC against the port: `python -m bench.programs.dominoes_lockstep [SEEDS [FIRST]]`.

dominoes.bas runs on our BASIC, dominoes.py as it is, both with the same keys.
The same bytes must reach the screen, but for lines 20 and 4010, and at the end of every procedure all variables of the
port must have the values of BASIC's. The first difference ends the run and names its seed.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

from bench.programs.lockstep import Lockstep, play
from retro.programs import dominoes
from tests.support.dominoes_styles import ANSWERS, STYLES, keys

LISTING = Path(dominoes.__file__).with_suffix(".bas").read_text(encoding="ascii")
# The port's two departures: its own MODE, and no VDU 29, which moves the origin in MODE 1 only.
AS_THE_PORT = LISTING.replace("   20 MODE 1", "   20 MODE 7").replace(" 4010 VDU 29,0;224;", " 4010 REM")
PROCEDURES = {name: name for name in vars(dominoes) if name.startswith("PROC")}
LOCKSTEP = Lockstep(dominoes, AS_THE_PORT, PROCEDURES, inspect.getsource(dominoes.Variables))


def difference(seed):
    """Play the game of a seed in both; return the first difference as a text, empty if there is none."""
    return LOCKSTEP.difference(seed, keys([*STYLES.values()][seed % len(STYLES)], seed, ANSWERS[seed % len(ANSWERS)]))


def main(count=2000, first=1):
    """Play many games; return 1 if one differs."""
    return play(difference, count, first)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
