"""Make the GIF of the README by playing a whole game of Dominoes: `python docs/make_gif.py`."""

from __future__ import annotations

import sys
from pathlib import Path

from retro.frontends.headless import headless
from retro.library import load
from retro.pace import at_speed
from retro.recording.camera import Film
from retro.recording.file import Header
from retro.recording.gif import Gif
from retro.recording.log import Log
from retro.recording.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from retro import Machine
    from retro.frontends.headless import Step

FOLDER = Path(__file__).parent
SEED = 2
SCALE = 2
THOUGHT = 0.9  # seconds before a key
HEADER = Header("dominoes", "", SEED, "authentic", {})


def visitor(m: Machine) -> Iterator[Step]:
    """Somebody who looks for the first domino that fits, one game long."""
    sys.path.insert(0, str(FOLDER.parent / "tests"))
    from dominoes_playing import choose

    yield None
    while "Another game" not in m.screen.text:
        yield THOUGHT
        yield choose(m)
        yield None
    yield 2.0


def game() -> Log:
    """The log of a game."""
    session = Session(lambda: load("dominoes").main, HEADER)
    headless(at_speed(session, HEADER.speed), visitor, seed=SEED)
    return session.log


if __name__ == "__main__":
    path = FOLDER / "dominoes.gif"
    with path.open("wb") as stream:
        film = Film(Gif(stream, SCALE), speed=1.0, idle=2.0, passed=lambda: None)
        session = Session(lambda: load("dominoes").main, HEADER, log=game(), screening=film)
        film.finish(headless(at_speed(session, HEADER.speed), seed=SEED))
    print(path)
