"""Mahjong in BASIC against the port: `python -m bench.programs.mahjong_lockstep [SEEDS [FIRST]]`.

mahjong.bas runs on our BASIC, mahjong.py as it is, both with the same keys: pairs in the order of the deal, and others
at random. The same bytes must reach the screen, but for line 905, and at the end of the subroutines all
variables must be equal. The first difference ends the run and names its seed.
"""

import inspect
import random
import sys
from pathlib import Path
from unittest import mock

from retro.programs.mahjong import mahjong

from bench.programs.lockstep import Lockstep, play
from retro.frontends.headless import Headless
from tests.support.mahjong_players import path

LISTING = Path(mahjong.__file__).with_suffix(".bas").read_text(encoding="ascii")
AS_THE_PORT = LISTING.replace("  905 MODE 1:VDU 28,0,31,39,7", "  905 MODE 7")
SUBROUTINES = {
    "new_game": 100,
    "play": 130,
    "select_tile": 180,
    "take_tile": 270,
    "undo": 400,
    "help_pairs": 500,
    "quit_game": 590,
    "show_won": 595,
    "title": 2100,
}
LOCKSTEP = Lockstep(mahjong, AS_THE_PORT, SUBROUTINES, inspect.getsource(mahjong.Board).partition("# in bytes")[0])


def pressed(seed, most=400):
    """Return the keys of games whose pairs are taken in the order of the deal, with other keys among them."""
    chance, typed, boards = random.Random(seed), [], []
    errs = chance.choice((0, 0.02, 0.2))

    def title(m, v):
        boards[:] = [v]
        dealt(m, v)

    def player(m):
        yield
        while len(typed) < most:
            for key in next_keys(boards[0]):
                typed.append(key)
                yield key
                yield

    def next_keys(v):
        found = next(iter(mahjong.pairs(v.values, v.kinds, v.order)), None)
        if v.over or not found or chance.random() < errs:
            yield chance.choice("WASDwasd  UHRYNNNx")
            return
        for place in found:
            stack = mahjong.POSITIONS[place][:2]
            if mahjong.top_place(v.values, *stack) != place or mahjong.cursor_stack(v.values, *stack) != stack:
                yield "R"  # after the fault of undo a covered tile may count as free
                return
            yield from path(v, (v.x, v.y), lambda here, place=place: mahjong.top_place(v.values, *here) == place)
            yield " "

    dealt = mahjong.title
    with mock.patch.object(mahjong, "title", title):
        Headless(player).run(mahjong.main, seed)
    return "".join(typed)


def difference(seed):
    """Play the game of a seed in both; return the first difference as a text, empty if there is none."""
    return LOCKSTEP.difference(seed, pressed(seed))


def main(count=200, first=1):
    """Play many games; return 1 if one differs."""
    return play(difference, count, first)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
