"""How times grow: `python -m bench.growth` measures each thing at n, 10 n and 100 n.

Prints processor time, and the factor from each to the next; 10 is linear.
"""

from itertools import pairwise
from random import Random
from time import process_time

from bench.workloads import points
from retro.frontends.headless import Headless, headless
from retro.input.events import Rewind
from retro.library.loader import load
from retro.machine.tape import MemoryTape
from retro.session.game import Game
from retro.session.replay import ToTheEnd
from retro.session.session import played
from tests.support.live_study import Studied
from tests.support.recorded_games import header

SEED = 3


def seconds(action):
    """Return the processor time of an action."""
    start = process_time()
    action()
    return process_time() - start


def characters(count):
    """Print characters, eight a line."""
    return seconds(lambda: headless(lambda m: [m.print("12345678") for _ in range(count // 8)]))


def lines(count):
    """Draw lines."""

    def program(m):
        for x, y in points(count):
            m.draw(x, y)

    return seconds(lambda: headless(program))


def stream(count):
    """Send characters and control codes to the display as one string of bytes."""
    data = b"A\r\x11\x01" * (count // 4)
    return seconds(lambda: headless(lambda m: m.write(data)))


def game(presses, then=()):
    """Play *Dominoes* with random keys, then events; return the seconds that each event took, and the log."""
    chooser, times = Random(SEED), []

    def player(m):
        for _ in range(presses):
            yield chooser.choice("123456KY")
        for event in then:
            start = process_time()
            yield [event]
            times.append(process_time() - start)

    session = Game(lambda: load("dominoes").main, header(SEED), tape=MemoryTape())
    Headless(player).run(played(session), SEED)
    return times, session.log


def recording(presses):
    """Play and record keys."""
    return seconds(lambda: game(presses))


def replaying(presses):
    """Replay a recording of so many keys."""
    log = game(presses)[1]
    session = Game(lambda: load("dominoes").main, header(SEED), log=log, mode=ToTheEnd())
    return seconds(lambda: Headless().run(played(session), SEED))


def rewinding(presses):
    """Take back the last key of so many."""
    return game(presses, [Rewind()])[0][0]


def stepping(count):
    """Step through lines of the program under study."""
    return seconds(lambda: Studied("dominoes", lambda s, m: iter("s" * count)))


MEASURED = {
    characters: 1000,
    stream: 1000,
    lines: 100,
    recording: 300,
    replaying: 300,
    rewinding: 300,
    stepping: 10,
}


def main():
    """Print a row for each thing that is measured."""
    for function, count in MEASURED.items():
        times = [function(count * times) for times in (1, 10, 100)]
        factors = [later / before for before, later in pairwise(times)]
        what = function.__doc__.partition(".")[0].lower()
        print(f"| {what} | {count} | " + " | ".join(f"{1000 * time:.1f} ms" for time in times), end=" | ")
        print(" | ".join(f"{factor:.1f}" for factor in factors) + " |", flush=True)


if __name__ == "__main__":
    main()
