"""`retro replay`: show a recording, in any front end, as a picture or as a GIF; or play on from any of its moments."""

from __future__ import annotations

import argparse
import io
import os
import sys

from retro.cli import Failure, write
from retro.commands.play import FRONTS, add_front_options, check_front, heading, record_file, show
from retro.pace import at_speed
from retro.recording.feed import Astray
from retro.recording.file import RecordingError
from retro.recording.game import Game
from retro.recording.reader import read
from retro.recording.recorder import Unseen
from retro.recording.replay import VIEWER_KEYS, ToTheEnd, Viewer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from retro.machine import Machine
    from retro.recording.camera import Film, Still
    from retro.recording.file import Header, Recording
    from retro.recording.log import Log
    from retro.recording.recorder import Screening
    from retro.screen import Picture

    Camera = TypeVar("Camera", Film, Still)

FASTEST, SLOWEST = 100.0, 0.01
GIF_SCALE, GIF_IDLE = 2, 1.5


def run(words: Sequence[str]) -> int:
    """Show what the words say."""
    chosen = parser().parse_args(words)
    check(chosen)
    try:
        recording = read(chosen.file)
        game = Game.recorded(recording, program_of(recording, chosen))
    except RecordingError as error:
        raise Failure(str(error)) from error
    if chosen.gif is not None:
        return film(game, recording, chosen)
    if chosen.png is not None:
        return still(game, recording, chosen)
    return replay(game, recording, chosen)


def parser() -> argparse.ArgumentParser:
    """The options."""
    keys = "\n".join(f"  {key:<22}{what}" for key, what in VIEWER_KEYS)
    made = argparse.ArgumentParser(
        prog="retro replay",
        description="Show a game that was recorded with retro play NAME --record FILE.",
        epilog=f"keys while it is shown:\n{keys}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("file", metavar="FILE", help="the recording")
    made.add_argument("--program", metavar="FILE.py", help="where the program is, if it is not one of `retro list`")
    made.add_argument("--front", choices=FRONTS, default="auto", help="where to show it (auto: a window)")
    made.add_argument("--speed", type=float, default=1.0, metavar="X", help="X times as fast (0.01 to 100)")
    made.add_argument("--idle", type=float, metavar="SECONDS", help="cut longer waits in which nothing new is seen")
    made.add_argument(
        "--from", type=int, dest="presses", metavar="N", help="play on after N key presses; -N: N before the end"
    )
    made.add_argument("--record", metavar="FILE", help="write down the game that is played on from there")
    pictures = made.add_argument_group("as pictures")
    pictures.add_argument("--gif", metavar="FILE", help="write the whole game as a GIF")
    pictures.add_argument("--png", metavar="FILE", help="write one picture")
    pictures.add_argument("--at", type=float, metavar="SECONDS", help="when to take it (at the end)")
    add_front_options(made)
    return made


def check(chosen: argparse.Namespace) -> None:
    """Refuse what cannot be meant."""
    check_front(chosen)
    if not SLOWEST <= chosen.speed <= FASTEST:
        raise Failure(f"--speed {chosen.speed:g}: expected a number from {SLOWEST:g} to {FASTEST:g}")
    for name in ("idle", "at"):
        value = getattr(chosen, name)
        if value is not None and not 0 <= value < float("inf"):
            raise Failure(f"--{name} {value:g}: expected a number of seconds")
    if chosen.at is not None and chosen.png is None:
        raise Failure("--at goes with --png FILE")
    for picture in (chosen.gif, chosen.png):
        if picture is not None and os.path.exists(picture) and os.path.samefile(picture, chosen.file):
            raise Failure(f"{picture} is the recording itself, and is left as it is")
    if (chosen.gif or chosen.png) and (chosen.presses is not None or chosen.record):
        raise Failure("--from and --record go with a game that is played, not with --gif and --png")


def program_of(recording: Recording, chosen: argparse.Namespace) -> str:
    """The name or path by which to load the program of a recording."""
    name = recording.header.program
    if not name.endswith(".py"):
        if chosen.program is not None:
            raise RecordingError(f"--program {chosen.program}: {recording.path} is a game of {name}, which is here")
        return name
    folder = os.path.dirname(recording.path)
    places = [chosen.program] if chosen.program else [os.path.join(folder, name), name]
    for place in places:
        if os.path.isfile(place):
            return place
    raise RecordingError(
        f"{recording.path} cannot be replayed: there is no file {places[0]}; expected the program it is a game of, "
        f"as --program FILE.py"
    )


# to someone


def replay(game: Game, recording: Recording, chosen: argparse.Namespace) -> int:
    """Show it in a front end."""
    header = recording.header
    if chosen.presses is not None:
        cut(recording.log, chosen.presses, recording.path)
    record = [record_file(chosen.record)] if chosen.record is not None else []
    told: list[str] = []
    screening = screening_of(chosen)
    session = game.session(header, recording, keep=False, sinks=record, tell=told.append, screening=screening)
    try:
        return show(at_speed(session, driver_of(header)), header.seed, chosen, title_of(game, screening), told)
    finally:
        for file in record:
            file.close(finished=False)


def driver_of(header: Header) -> str:
    """The speed of the machine; at which speed it is shown is another matter."""
    return "authentic" if header.speed == "authentic" else "normal"


def title_of(game: Game, screening: Screening) -> str:
    """What to call it."""
    title = heading(game.module)[0]
    return f"{title} (replay)" if isinstance(screening, Viewer) else title


def screening_of(chosen: argparse.Namespace) -> Screening:
    """How to show it: to someone; if it is to be played on from a moment, or by a script, at once."""
    if chosen.presses is not None or chosen.keys is not None:
        return Unseen()
    if chosen.front in ("headless", "plain"):
        return ToTheEnd()
    return Viewer(chosen.speed, chosen.idle)


def cut(log: Log, presses: int, path: str) -> None:
    """Keep so many key presses of a log; if negative, leave out so many at the end."""
    there = log.presses
    left_out = -presses if presses < 0 else there - presses
    if not 0 <= left_out <= there:
        raise Failure(f"--from {presses}: {path} has {there} key presses, expected a number from -{there} to {there}")
    if left_out:
        log.back(left_out)
    log.end = None


# as pictures


def film(game: Game, recording: Recording, chosen: argparse.Namespace) -> int:
    """Write it as a GIF."""
    from retro.recording.camera import Film
    from retro.recording.gif import Gif

    stream = io.BytesIO()
    gif = Gif(stream, chosen.scale or GIF_SCALE)
    idle = GIF_IDLE if chosen.idle is None else chosen.idle

    def make(passed: Callable[[], None]) -> Film:
        return Film(gif, chosen.speed, idle, passed)

    film, m = shot(game, recording, make)
    film.finish(m)
    write(chosen.gif, stream.getvalue())
    return 0


def still(game: Game, recording: Recording, chosen: argparse.Namespace) -> int:
    """Write one picture of it."""
    from retro.recording.camera import Still

    at = float("inf") if chosen.at is None else chosen.at

    def make(passed: Callable[[], None]) -> Still:
        return Still(at, passed)

    still, m = shot(game, recording, make)
    if still.picture is None and chosen.at is not None and chosen.at > m.now:
        raise Failure(f"--at {chosen.at:g}: {recording.path} is over after {m.now:.2f} seconds")
    write(chosen.png, png(still.picture or m.screen.picture(m.now), chosen.scale or 1))
    return 0


def shot(game: Game, recording: Recording, make: Callable[[Callable[[], None]], Camera]) -> tuple[Camera, Machine]:
    """Read a recording with a camera before the screen; gives it, and the machine as it was left."""
    from retro.conduct import run as conducted
    from retro.frontends.headless import Headless
    from retro.progress import Progress

    log, header = recording.log, recording.header
    progress = Progress(log.calm + sum(entry.calm + 1 for entry in log.entries), sys.stderr)
    camera = make(progress.step)
    session = at_speed(game.session(header, recording, keep=False, screening=camera), driver_of(header))
    front = Headless()
    try:
        front.run(lambda m: conducted(m, session), header.seed)
    except Astray as error:
        raise Failure(str(error)) from error
    finally:
        progress.close()
    return camera, front.machine


def png(picture: Picture, scale: int) -> bytes:
    """A PNG file, of so many pixels a pixel of the 320-wide MODEs; 1: each pixel is one, whatever the MODE."""
    from retro import pictures

    if scale == 1:
        return pictures.png(picture)
    stream = io.BytesIO()
    pictures.image(picture).resize((320 * scale, picture.height * scale), 0).save(stream, "PNG", optimize=True)
    return stream.getvalue()
