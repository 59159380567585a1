"""Games in which a port and its BASIC listing run side by side, as in study, and are compared wherever they meet.

    python -m bench.programs.both_sides african_seeds|dominoes|mahjong|morgan2 [SEEDS [FIRST [keys]]]

Both have the same keys; the variables must be equal, and the bytes that they send, but for lines with a departure. The
first difference ends the run, with its seed and study's sentence about it. With "keys" the two run one after the other,
and what they send is compared at each key but the first, for 20 times as many games in the same time; not for dominoes,
which departs there.
"""

from __future__ import annotations

import functools
import random
import sys
import time
from contextlib import suppress
from pathlib import Path
from unittest import mock

from retro.programs.mahjong import mahjong
from retro.programs.morgan2 import morgan2
from retro.programs.morgan2.rules import history, player
from retro.programs.morgan2.rules.board import game_over

from retro.basic.rnd import Rnd
from retro.display.font import default_font
from retro.display.screen import Screen
from retro.frontends.headless import Headless, UnfinishedPlayer
from retro.frontends.side_screen import SideScreen
from retro.input.events import parse_keys
from retro.library.loader import load
from retro.listing.builder import build_study
from retro.session.format import Header
from retro.session.game import Game
from retro.session.session import played
from retro.study.commands import ACTIONS
from retro.study.live_study import LiveStudy
from retro.study.panel.study_panel import StudyPanel
from tests.support import mahjong_players
from tests.support.dominoes_styles import ANSWERS, STYLES, keys

KEYS = 150
ARROWS = {"U": "<UP>", "D": "<DOWN>", "L": "<LEFT>", "R": "<RIGHT>", "E": "<RETURN>"}
build = functools.cache(build_study)


def dominoes_keys(seed):
    """Return the keys of a player whose style goes with the seed."""
    return keys([*STYLES.values()][seed % len(STYLES)], seed, ANSWERS[seed % len(ANSWERS)])


def african_seeds_keys(seed):
    """Return a game, its level, and then anything.

    Y after a game begins another, whose level is the next digit; all other keys are ignored where they mean nothing.
    """
    chance = random.Random(seed)
    return f"S{seed % 5}" + "".join(chance.choice("ABCDEFabcdef" * 4 + "GKZ Y01234") for _ in range(KEYS))


def mahjong_keys(seed, most=400):
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
            yield from mahjong_players.path(
                v, (v.x, v.y), lambda here, place=place: mahjong.top_place(v.values, *here) == place
            )
            yield " "

    dealt = mahjong.title
    with mock.patch.object(mahjong, "title", title), suppress(UnfinishedPlayer):  # N at the end of a game ends it
        Headless(player).run(mahjong.main, seed)
    return "".join(typed)


def morgan2_keys(seed, most=400):
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


# By name: the keys of a seed, and how many games are played.
GAMES = {
    "african_seeds": (african_seeds_keys, 20),
    "dominoes": (dominoes_keys, 500),
    "mahjong": (mahjong_keys, 20),
    "morgan2": (morgan2_keys, 5),
}


def play(name, seed, script=None):
    """Play the game of a seed, or with these keys; return the study's lockstep at its end."""
    panel = StudyPanel(SideScreen(Screen(default_font())), name)
    script = GAMES[name][0](seed) if script is None else script
    live = LiveStudy(build(name), panel, ACTIONS, mode="running", with_basic=True, script=script)
    program = load(name).run_with({"original": True})
    game = Game(lambda: program, Header(name, "", seed, "normal", {}))
    live.join(game)
    Headless().run(played(game), seed)
    return live.lockstep


def sent_by_key(program, keys, seed):
    """Return what a program sends before each of these keys, and after the last."""
    parts, stream = [], bytearray()

    def player(m):
        for key in parse_keys(keys):
            yield
            parts.append(bytes(stream))
            stream.clear()
            yield key

    def copied(m):
        m.copy_stream(stream)
        program(m)

    with suppress(UnfinishedPlayer):
        Headless(player).run(copied, seed)
    return [*parts, bytes(stream)]


def compared_by_key(name, seed):
    """Return how many keys of the game of a seed were compared, and the first difference."""
    program, keys = load(name), GAMES[name][0](seed)
    port = sent_by_key(program.run_with({"original": True}), keys, seed)
    basic = sent_by_key(load(str(Path(program.path).with_suffix(".bas"))).main, keys, seed)
    differing = (number for number, pair in enumerate(zip(port, basic)) if number and pair[0] != pair[1])
    number = next(differing, len(port) if len(port) != len(basic) else 0)
    return len(port), f"At key {number} the two send other bytes." if number else ""


def compared_by_line(name, seed):
    """Return how often study's lockstep has compared the two in the game of a seed, and the first difference."""
    lockstep = play(name, seed)
    return lockstep.visits, lockstep.difference


def main(name="dominoes", count=None, first=1, by="lines"):
    """Play many games; return 1 if one differs."""
    start, comparisons = time.process_time(), 0
    count = int(count or GAMES[name][1])
    for seed in range(int(first), int(first) + count):
        compared, difference = (compared_by_key if by == "keys" else compared_by_line)(name, seed)
        comparisons += compared
        if difference:
            print(f"seed {seed}: {difference}", file=sys.stderr)
            return 1
    seconds = time.process_time() - start
    print(f"{count:,} games of {name}: no difference in {comparisons:,} comparisons; {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
