"""Games in which a port and its BASIC listing run side by side, as in study, and are compared wherever they meet.

    python -m bench.programs.both_sides dominoes|african_seeds [SEEDS [FIRST]]

The first difference ends the run, with its seed and study's sentence about it.
"""

from __future__ import annotations

import functools
import sys
import time

from bench.programs import african_seeds_lockstep
from retro.display.font import default_font
from retro.display.screen import Screen
from retro.frontends.headless import Headless
from retro.frontends.side_screen import SideScreen
from retro.library.loader import load
from retro.listing.builder import build_study
from retro.session.format import Header
from retro.session.game import Game
from retro.session.session import played
from retro.study.commands import ACTIONS
from retro.study.live_study import LiveStudy
from retro.study.panel.study_panel import StudyPanel
from tests.support.dominoes_styles import ANSWERS, STYLES, keys

GAMES = {"dominoes": 500, "african_seeds": 20}
build = functools.cache(build_study)


def pressed(name, seed):
    """Return the keys of a game."""
    if name == "african_seeds":
        return african_seeds_lockstep.pressed(seed)
    return keys([*STYLES.values()][seed % len(STYLES)], seed, ANSWERS[seed % len(ANSWERS)])


def play(name, seed):
    """Play the game of a seed; return the study's lockstep at its end."""
    panel = StudyPanel(SideScreen(Screen(default_font())), name)
    script = "".join(f"<{key}>" if len(key) > 1 else key for key in pressed(name, seed))
    live = LiveStudy(build(name), panel, ACTIONS, mode="running", with_basic=True, script=script)
    program = load(name).run_with({"original": True})
    header = Header(name, "", seed, "normal", {})
    game = Game(lambda: program, header)
    live.join(game)
    Headless().run(played(game), seed)
    return live.lockstep


def main(name="dominoes", count=None, first=1):
    """Play many games; return 1 if one differs."""
    start, comparisons = time.process_time(), 0
    count = int(count or GAMES[name])
    for seed in range(int(first), int(first) + count):
        lockstep = play(name, seed)
        comparisons += lockstep.visits
        if lockstep.difference:
            print(f"seed {seed}: {lockstep.difference}", file=sys.stderr)
            return 1
    seconds = time.process_time() - start
    print(f"{count:,} games of {name}: no difference in {comparisons:,} comparisons; {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
