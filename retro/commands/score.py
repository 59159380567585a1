"""`retro score`: plays many games of a changed program against the original, without a screen, in several processes."""

import faulthandler
import os
import re
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from math import hypot, sqrt
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from typing import TextIO

from retro.basic.errors import error_message
from retro.library import loader
from retro.library.catalogue import LISTING
from retro.library.command_line import Command
from retro.library.errors import LaunchError
from retro.library.messages import say
from retro.library.options import Option, argument
from retro.listing.builder import build_study
from retro.machine.machine import Machine
from retro.study.explanations import Explanations
from retro.study.unseen import ContestFrontEnd, NullVDU, base_of, values_of

GAMES, MOST_GAMES = 1000, 1_000_000
GAMES_PER_PROCESS = 50  # games that are worth a process
QUANTILE = 1.96  # of the normal distribution, for a 95 % interval
LONGEST_COMPUTATION = 5.0  # seconds of processor time that a program may take without a wait; usual are milliseconds
ENDLESS = "the program runs on and on without asking for a key"


def run(words: Sequence[str]) -> int:
    """Play many games of a changed program against the original, and print the score."""
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
    """Return the share of points won (a draw is half a point), and its margin of error. Raises LaunchError."""
    games = results.total()
    if not games:
        raise LaunchError("The program ends before its first game does")
    share = (results[1] + results[0] / 2) / games
    return share, QUANTILE * sqrt(max(0.0, (results[1] + results[0] / 4) / games - share**2) / games)


def verdict(gain: float, margin: float, games: int) -> str:
    """Return a sentence on whether a gain over the original is significant. margin: its margin of error."""
    if abs(gain) <= margin:
        return f"Verdict: no difference that {games:,} games can show."
    return f"Verdict: {'better' if gain > 0 else 'worse'} than the original, by {100 * abs(gain):.1f} points."


def command() -> Command:
    """Return the arguments and options of `retro score`."""
    about = "Let a program that you have changed play many games without a screen, against the original."
    edition = "your edition of a program, from retro study NAME --edit PROC"
    games = f"the number of games (default: {GAMES})"
    return Command(
        "score",
        about,
        [argument("name", edition, "FILE")],
        [Option("games", int, GAMES, games, allowed=range(1, MOST_GAMES + 1))],
    )


def watch(trace: TextIO) -> None:
    """Start the watchdog anew: unless called again in time, it writes the stack to a file and ends this process."""
    if sys.platform == "win32":
        faulthandler.dump_traceback_later(LONGEST_COMPUTATION, exit=True, file=trace)
    else:
        faulthandler.register(signal.SIGPROF, file=trace, chain=True)
        signal.setitimer(signal.ITIMER_PROF, LONGEST_COMPUTATION)


def played(name: str, path: str, games: int) -> Counter[int]:
    """Play games, in several processes if there are many; return how often each result occurred. Raises LaunchError.

    path: The program's file, for messages. All processes are ended with this call, also one in an endless loop.
    """
    count = max(1, min(os.cpu_count() or 1, games // GAMES_PER_PROCESS))
    results: Counter[int] = Counter()
    parts: list[tuple[Connection, str]] = []
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="retro-score-"))
        for seed in range(1, count + 1):
            share = len(range(seed - 1, games, count))
            trace, (receiver, sender) = os.path.join(folder, str(seed)), Pipe(duplex=False)
            process = Process(target=send_results, args=(sender, trace, name, share, seed), daemon=True)
            process.start()
            sender.close()
            stack.callback(process.join)
            stack.callback(process.kill)
            parts.append((receiver, trace))
        for receiver, trace in parts:
            try:
                result = receiver.recv()
            except EOFError:  # the watchdog has ended it, and written which lines ran, innermost first
                with open(trace, encoding="utf-8", errors="replace") as stream:
                    text = stream.read()
                paths = "|".join(re.escape(name) for name in {path, os.path.abspath(path), os.path.realpath(path)})
                match = re.search(rf'File "(?:{paths})", line (\d+)', text)
                raise LaunchError(f"{path}{f', line {match[1]}' if match else ''}: {ENDLESS}") from None
            if isinstance(result, str):
                raise LaunchError(result)
            results += result
    return results


def send_results(sender: Connection, trace: str, name: str, games: int, seed: int) -> None:
    """Play games in this process, and send their results, or the sentence of an error, to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the process that has begun this one
    with open(trace, "w", encoding="utf-8") as stream:
        watch(stream)
        try:
            sender.send(play(name, games, seed, stream))
        except LaunchError as error:
            sender.send(str(error))


def play(name: str, games: int, seed: int, trace: TextIO | None = None) -> Counter[int]:
    """Play games one after the other; return how often each result occurred. Raises LaunchError.

    trace: The file to which a watchdog writes the stack before it ends the process.
    """
    study, main = build_study(name), loader.load(name).main
    opponent, path = Explanations(study).opponent, study.path
    if opponent is None:
        base = study.base or study.name
        raise LaunchError(f"{base} has no opponent: expected a function opponent(v) in {base}_explained.py")
    front = ContestFrontEnd(opponent, values_of(study), games, partial(watch, trace) if trace else None)

    def without_screen(m: Machine) -> None:
        m.use_driver(lambda screen, bell, delay: NullVDU(screen, bell))
        main(m)

    try:
        front.run(without_screen, seed)
    except (Exception, SystemExit) as error:
        files = path, os.path.realpath(path)
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
        line = f", line {lines[-1]}" if lines and not path.endswith(LISTING) else ""  # BASIC's errors name their line
        raise LaunchError(f"{path}{line}: {error_message(error)}") from error
    return front.results
