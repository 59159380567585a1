"""morgan2 in BASIC against the port: `python -m bench.programs.morgan2_lockstep [SEEDS [FIRST]]`.

morgan2.bas runs on our BASIC, morgan2.py as it is, both with the same keys. The same bytes must reach the screen, but
for line 20, and at the end of every subroutine all variables must be equal. The first difference ends the run
and names its seed.
"""

import inspect
import random
import sys
from pathlib import Path

from retro.programs.morgan2 import morgan2
from retro.programs.morgan2.rules import history, player
from retro.programs.morgan2.rules.board import game_over

from bench.programs.lockstep import Lockstep, play
from retro.basic.rnd import Rnd

LISTING = Path(morgan2.__file__).with_suffix(".bas").read_text(encoding="ascii")
AS_THE_PORT = LISTING.replace("   20 MODE 1:VDU 28,0,31,39,7", "   20 MODE 7")
SUBROUTINES = {"deal": 500, "press": 800, "turn_up": 900, "place_domino": 1000, "draw": 1100}
LOCKSTEP = Lockstep(morgan2, AS_THE_PORT, SUBROUTINES, inspect.getsource(morgan2.State))
ARROWS = {"U": "<UP>", "D": "<DOWN>", "L": "<LEFT>", "R": "<RIGHT>", "E": "<RETURN>"}


def pressed(seed, most=400):
    """Return the keys of a game by a quick player who errs now and then, to its end or so many keys, and Q."""
    chance, rnd = random.Random(seed), Rnd()
    rnd(-seed)
    state, keys = morgan2.deal(rnd), ""
    while len(keys) < most and not game_over(state):
        move = player.quick_move(player.position_of(state))
        filled = [pointer for pointer, code in enumerate(state.stack) if code]
        turn = history.Move(state.stack.index(0), -1) if 0 in state.stack else None
        planned = turn if move == player.TURN else history.Move(filled[move.pointer], move.place)
        wanted = history.keys_of_move(state, planned).replace("B", "") if planned and chance.random() < 0.8 else ""
        if not wanted or state.mode:
            wanted = "".join(chance.choice("UDLREE") for _ in range(chance.randint(1, 6)))
        for key in wanted:
            state = history.press_key(state, key)
        keys += wanted
    return "".join(ARROWS[key] for key in keys) + chance.choice(["x", " ", ""]) + "Q"


def difference(seed):
    """Play the game of a seed in both; return the first difference as a text, empty if there is none."""
    return LOCKSTEP.difference(seed, pressed(seed))


def main(count=200, first=1):
    """Play many games; return 1 if one differs."""
    return play(difference, count, first)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
