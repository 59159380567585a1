"""`retro score`: a changed program plays many games without a screen against the original."""

import inspect
import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from math import hypot, sqrt
from traceback import walk_stack
from types import FrameType, SimpleNamespace
from typing import TextIO

from retro.commands import contest
from retro.library import loader
from retro.library.command_line import Command
from retro.library.errors import LaunchError
from retro.library.messages import say
from retro.library.options import Option, argument
from retro.listing.builder import build_study
from retro.listing.model import Study
from retro.study.explanations import Explanations
from retro.study.values import holder_in, variables_in

GAMES, MOST_GAMES = 1000, 1_000_000
SHARE = 50  # games that are worth a process
QUANTILE = 1.96  # of the normal distribution, for a 95 % interval


def run(words: Sequence[str]) -> int:
    """Play the games and print the score."""
    args = command().parse(words)
    start = time.monotonic()
    study = build_study(args.name)
    file, base = os.path.basename(study.path), study.base or study.name
    results = played(args.name, study.path, args.games)
    share, margin = share_of(results)
    lines = [
        f"The computer plays with {file}; its opponent chooses as the computer in {base} does.",
        f"{results.total():,} games: won {results[1]:,}, lost {results[-1]:,}, drawn {results[0]:,}",
        f"{file} has {100 * share:.1f} of 100 points, give or take {100 * margin:.1f}.",
    ]
    if study.base:
        before, uncertain = share_of(played(base_of(study), study.path, args.games))
        lines += [
            f"{base} in its place has {100 * before:.1f}, give or take {100 * uncertain:.1f}.",
            verdict(share - before, hypot(margin, uncertain), results.total()),
        ]
    say("\n".join(lines) + f" ({time.monotonic() - start:.1f} s)")
    return 0


def share_of(results: Counter[int]) -> tuple[float, float]:
    """Return the share of the points that was won, a draw for a half, and its margin of error. Raises LaunchError."""
    games = results.total()
    if not games:
        raise LaunchError("The program ends before its first game does")
    share = (results[1] + results[0] / 2) / games
    return share, QUANTILE * sqrt(max(0.0, (results[1] + results[0] / 4) / games - share**2) / games)


def verdict(gain: float, margin: float, games: int) -> str:
    """Return in a sentence whether a gain over the original, of this margin of error, shows anything."""
    if abs(gain) <= margin:
        return f"Verdict: no difference that {games:,} games can show."
    return f"Verdict: {'better' if gain > 0 else 'worse'} than the original, by {100 * abs(gain):.1f} points."


def command() -> Command:
    """Return the command's arguments and options."""
    about = "Let a program that you have changed play many games without a screen, against the original."
    edition = "your edition of a program, from retro study NAME --edit PROC"
    games = f"the number of games (default: {GAMES})"
    return Command(
        "score",
        about,
        [argument("name", edition, "FILE")],
        [Option("games", int, GAMES, games, allowed=range(1, MOST_GAMES + 1))],
    )


def played(name: str, path: str, games: int) -> Counter[int]:
    """Play so many games, in as many processes as are worth it; return how many ended how. Raises LaunchError.

    path: The program's file, for messages.
    """
    count = max(1, min(os.cpu_count() or 1, games // SHARE))
    return contest.play_in_processes(play, name, path, [len(range(first, games, count)) for first in range(count)])


def play(name: str, games: int, seed: int, trace: TextIO | None = None) -> Counter[int]:
    """Play so many games, one after the other; return how many ended how. Raises LaunchError.

    trace: Where a watchdog writes what runs before it ends the process.
    """
    study, main = build_study(name), loader.load(name).main
    opponent = Explanations(study).opponent
    if opponent is None:
        base = study.base or study.name
        raise LaunchError(f"{base} has no opponent: expected a function opponent(v) in {base}_explained.py")
    return contest.play(main, contest.ContestFrontEnd(opponent, values_of(study), games, trace), study.path, seed)


def base_of(study: Study) -> str:
    """Return the name or path of the program that an edition changes; of any other program its own."""
    beside = os.path.join(os.path.dirname(study.path), f"{study.base}.py")
    return beside if os.path.isfile(beside) else study.base or study.load_name


def values_of(study: Study) -> Callable[[], object]:
    """Return a function that returns the variables of the program that runs, by the names that the port gives them."""
    if not study.is_basic:
        return lambda: holder_in(frames())
    port = build_study(base_of(study)).variables.values()
    names = {one.key: name for name, one in study.variables.items()}
    found = {one.name: names[one.key] for one in port if one.key in names}

    def values() -> object:
        frame = next(frame for frame in reversed(frames()) if frame.f_code.co_filename == study.path)
        known = variables_in([frame], study)
        return SimpleNamespace(**{name: known.get(key, 0) for name, key in found.items()})

    return values


def frames() -> list[FrameType]:
    """Return the frames that run, the innermost last."""
    return [frame for frame, _ in walk_stack(inspect.currentframe())][::-1]
