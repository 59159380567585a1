"""`retro replay`: show a recording in a front end, as a picture or as a GIF, or play on from any moment of it."""

import argparse
import io
import os
from collections.abc import Sequence

from retro.display.screen import Picture
from retro.launcher.front_ends import FRONTS, show
from retro.launcher.options import add_front_options, check_front_options, check_scale
from retro.launcher.recorded_program import RecordedProgram, machine_speed, program_of
from retro.library.errors import LaunchError
from retro.library.output import recording_to, write
from retro.machine.speed import at_speed
from retro.overlay.game import with_game
from retro.recording.event_log import EventLog
from retro.recording.export import Film, Still, gif_of
from retro.recording.format import Recording
from retro.recording.parser import read
from retro.recording.playback import VIEWER_KEYS, FastForward, PlaybackMode, ToTheEnd, Viewer

FASTEST, SLOWEST = 100.0, 0.01
GIF_SCALE, GIF_IDLE = 2, 1.5


def run(argv: Sequence[str]) -> int:
    """Show a recording, play on from it, or write it as pictures."""
    args = parser().parse_args(argv)
    check(args)
    recording = read(args.file)
    program = RecordedProgram.recorded(recording, program_of(recording, args.program))
    if args.gif is None and args.png is None:
        return replay(program, recording, args)
    if args.gif is not None:
        write_gif(program, recording, args)
    if args.png is not None:
        write_png(program, recording, args)
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's options."""
    keys = "\n".join(f"  {key:<22}{what}" for key, what in VIEWER_KEYS)
    parser = argparse.ArgumentParser(
        prog="retro replay",
        description="Show a game that was recorded with retro play NAME --record FILE.",
        epilog=f"keys while it is shown:\n{keys}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    where = "where to show it: auto is a window, or else the terminal"
    play_on = "play on after N key presses; -N: N presses before the end"
    add("file", metavar="FILE", help="the recording")
    add("--program", metavar="FILE.py|DIR", help="the program, if it is not one of `retro list`")
    add("--front", choices=FRONTS, default="auto", help=where)
    add("--speed", type=float, default=1.0, metavar="X", help="show it X times as fast (0.01 to 100)")
    add("--idle", type=float, metavar="SECONDS", help="show an unchanged screen at most this long")
    add("--from", type=int, dest="presses", metavar="N", help=play_on)
    add("--record", metavar="FILE", help="record the game that is played on")
    add = parser.add_argument_group("as pictures").add_argument
    add("--gif", metavar="FILE", help="write the whole game as an animated GIF")
    add("--png", metavar="FILE", help="write one picture")
    add("--at", type=float, metavar="SECONDS", help="when to take the picture (default: at the end)")
    add_front_options(parser)
    return parser


def check(args: argparse.Namespace) -> None:
    """Raise LaunchError for options that do not go together."""
    if args.gif is None and args.png is None:
        check_front_options(args)
    else:
        check_picture_options(args)
    if not SLOWEST <= args.speed <= FASTEST:
        raise LaunchError(f"--speed {args.speed:g}: expected a number from {SLOWEST:g} to {FASTEST:g}")
    for name in ("idle", "at"):
        value = getattr(args, name)
        if value is not None and not 0 <= value < float("inf"):
            raise LaunchError(f"--{name} {value:g}: expected a number of seconds")
    if args.at is not None and args.png is None:
        raise LaunchError("--at goes with --png FILE")
    for picture in (args.gif, args.png):
        if picture is not None and os.path.exists(picture) and os.path.samefile(picture, args.file):
            raise LaunchError(f"{picture} is the recording itself, and is left as it is")


def check_picture_options(args: argparse.Namespace) -> None:
    """Raise LaunchError for options that have no effect on pictures."""
    if args.presses is not None or args.record:
        raise LaunchError("--from and --record go with a game that is played, not with --gif and --png")
    for name in ("fullscreen", "render", "keys", "screen", "stream", "wav"):
        if getattr(args, name) not in (None, False, "auto"):
            raise LaunchError(f"--{name} goes with a game that is shown, not with --gif and --png")
    check_scale(args.scale)


# to someone


def replay(program: RecordedProgram, recording: Recording, args: argparse.Namespace) -> int:
    """Show a recording in a front end."""
    if args.presses is not None:
        cut(recording.log, args.presses, recording.path)
    warnings: list[str] = []
    mode = playback_mode(args)
    title = program.program.title + (" (replay)" if isinstance(mode, Viewer) else "")
    program.paced = recording.header.speed == "normal" and args.front not in ("headless", "plain")
    with recording_to(args.record) as sinks:
        game = program.game(recording.header, recording, keep=False, sinks=sinks, tell=warnings.append, mode=mode)
        known = with_game(game, program.in_overlay(recording.header))
        status = show(at_speed(known, machine_speed(recording.header)), args, title, warnings)
    return status or int(any(sink.failure for sink in sinks))


def playback_mode(args: argparse.Namespace) -> PlaybackMode:
    """Return how to show a recording: to a viewer, or at once if it is played on or nobody watches."""
    if args.presses is not None or args.keys is not None:
        return FastForward()
    if args.front in ("headless", "plain"):
        return ToTheEnd()
    return Viewer(args.speed, args.idle)


def cut(log: EventLog, presses: int, path: str) -> None:
    """Cut a log after so many key presses, or if negative so many before its end. Raises LaunchError."""
    total = log.presses
    rewound = -presses if presses < 0 else total - presses
    if not 0 <= rewound <= total:
        raise LaunchError(
            f"--from {presses}: {path} has {total} key presses, expected a number from -{total} to {total}"
        )
    if rewound:
        log.back(rewound)
    log.end = None


# as pictures


def write_gif(program: RecordedProgram, recording: Recording, args: argparse.Namespace) -> None:
    """Write a recording as an animated GIF."""
    film = Film(args.speed, GIF_IDLE if args.idle is None else args.idle)
    film.finish(program.replay(recording, film))
    write(args.gif, gif_of(film.frames, args.scale or GIF_SCALE))


def write_png(program: RecordedProgram, recording: Recording, args: argparse.Namespace) -> None:
    """Write one picture of a recording."""
    still = Still(float("inf") if args.at is None else args.at)
    m = program.replay(recording, still)
    if still.picture is None and args.at is not None and args.at > m.now:
        raise LaunchError(f"--at {args.at:g}: {recording.path} is over after {m.now:.2f} seconds")
    write(args.png, png(still.picture or m.screen.picture(m.now), args.scale or 1))


def png(picture: Picture, scale: int) -> bytes:
    """Return a PNG file, of so many pixels a pixel of the 320-wide MODEs; 1: each pixel is one, whatever the MODE."""
    from retro.display import screenshots

    if scale == 1:
        return screenshots.png(picture)
    stream = io.BytesIO()
    screenshots.image(picture).resize((320 * scale, picture.height * scale), 0).save(stream, "PNG", optimize=True)
    return stream.getvalue()
