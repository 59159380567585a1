"""Make the GIF of the README by playing a whole game of Dominoes: `python docs/make_gif.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from retro import Machine
from retro.frontends.headless import Step, headless
from retro.library.loader import load
from retro.session.event_log import EventLog
from retro.session.export import Film, gif_of
from retro.session.format import Header
from retro.session.game import Game
from retro.session.session import at_speed, played

FOLDER = Path(__file__).parent
SEED = 2
SCALE = 2
THOUGHT = 0.9  # seconds before a key
HEADER = Header("dominoes", "", SEED, "authentic", {})


def visitor(m: Machine) -> Iterator[Step]:
    """Play one game: always the first domino that fits."""
    from tests.support.dominoes_players import choose

    yield None
    while "Another game" not in m.screen.text:
        yield THOUGHT
        yield choose(m)
        yield None
    yield 2.0


def game() -> EventLog:
    """Return the log of a game."""
    session = Game(lambda: load("dominoes").main, HEADER)
    headless(at_speed(played(session), HEADER.speed), visitor, seed=SEED)
    return session.log


if __name__ == "__main__":
    path = FOLDER / "dominoes.gif"
    log = game()
    first = log.entries[0].moment / 1000  # a GIF that stands still shows its first picture: that has dominoes
    film = Film(speed=1.0, idle=2.0, since=first - THOUGHT)
    session = Game(lambda: load("dominoes").main, HEADER, log=log, mode=film)
    film.finish(headless(at_speed(played(session), HEADER.speed), seed=SEED))
    path.write_bytes(gif_of(film.frames, SCALE))
    print(path)
