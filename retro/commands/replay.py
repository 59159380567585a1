"""`retro replay`: shows a recording in a front end, saves it as PNG or GIF, or plays on from a moment of it."""

import io
import os
import sys
from collections.abc import Sequence

from retro.display import screenshots
from retro.display.picture import Picture
from retro.launcher.front_ends import FRONTS, show
from retro.launcher.options import check_front_options, front_option, front_options
from retro.launcher.recorded_games import game_of, load_recorded, machine_speed, program_of, replay
from retro.library.command_line import Args, Command
from retro.library.errors import LaunchError
from retro.library.messages import say
from retro.library.options import Option, argument
from retro.library.output import ends_in, recording_to, write
from retro.library.program import Program
from retro.session.event_log import EventLog
from retro.session.export import Film, Still, gif_of
from retro.session.format import Recording
from retro.session.parser import read
from retro.session.replay import REPLAY_KEYS, FastForward, Replay, ToTheEnd, Viewer
from retro.session.session import at_speed, played

FASTEST, SLOWEST = 100.0, 0.01
GIF_SCALE, GIF_IDLE = 2, 1.5


def run(words: Sequence[str]) -> int:
    """Show a recording, play on from it, or write a PNG or GIF of it."""
    args = command().parse(words)
    check(args)
    recording = read(args.file, damaged=args.damaged)
    if recording.problem:
        print(f"retro: {recording.problem}; the part before it is shown.", file=sys.stderr)  # noqa: T201
    program = load_recorded(recording, program_of(recording, args.program))
    if args.gif is None and args.png is None:
        return show_game(program, recording, args)
    if args.gif is not None:
        film = Film(args.speed, GIF_IDLE if args.idle is None else args.idle)
        film.finish(replay(program, recording, film))
        write(args.gif, gif_of(film.frames, args.scale or GIF_SCALE))
        say(f"{args.gif} is written, {len(film.frames)} pictures.")
    if args.png is not None:
        still = Still(float("inf") if args.at is None else args.at)
        m = replay(program, recording, still)
        if still.picture is None and args.at is not None and args.at > m.now:
            raise LaunchError(f"--at {args.at:g}: {recording.path} is over after {m.now:.2f} seconds")
        write(args.png, png(still.picture or m.screen.picture(m.now), args.scale or 1))
        say(f"{args.png} is written.")
    return 0


def command() -> Command:
    """Return the arguments and options of `retro replay`."""
    keys = [
        *(row[:2] for row in REPLAY_KEYS),
        ("Page Up", "key before"),
        ("the mouse on the bar", "to any of the keys"),
    ]
    at = "when to take the picture, in seconds (default: at the end)"
    idle = "show an unchanged screen at most this long"
    play_on = "play on after N key presses; -N: N presses before the end"
    film = "write the whole game as an animated GIF"
    pictures = "as pictures"
    return Command(
        "replay",
        "Show a game that was recorded with retro play NAME --record FILE.",
        [argument("file", "the recording", "FILE")],
        [
            Option("program", str, None, "the program, if it is not one of `retro list`", metavar="FILE.py|DIR"),
            front_option(FRONTS, "where to show it: auto is a window, or else the terminal"),
            Option("speed", float, 1.0, "show it X times as fast (0.01 to 100)", metavar="X", checks=[check_speed]),
            Option("idle", float, None, idle, metavar="SECONDS", checks=[check_time]),
            Option("presses", int, None, play_on, flag="--from"),
            Option("damaged", bool, False, "show the readable part of a recording that is damaged or cut off"),
            Option("record", str, None, "record the game that is played on", metavar="FILE"),
            Option("gif", str, None, film, metavar="FILE", checks=[ends_in(".gif")], group=pictures),
            Option("png", str, None, "write one picture", metavar="FILE", checks=[ends_in(".png")], group=pictures),
            Option("at", float, None, at, metavar="SECONDS", checks=[check_time], group=pictures),
            *front_options(),
        ],
        "\n".join(["keys while it is shown:", *(f"  {key:<22}{effect}" for key, effect in keys)]),
    )


def check_speed(speed: float) -> None:
    """Raise ValueError for a speed of replay outside the limits."""
    if not SLOWEST <= speed <= FASTEST:
        raise ValueError(f"a number from {SLOWEST:g} to {FASTEST:g}")


def check_time(seconds: float) -> None:
    """Raise ValueError for a negative time."""
    if seconds < 0:
        raise ValueError("a number of seconds")


def check(args: Args) -> None:
    """Raise LaunchError for options of `retro replay` that exclude each other."""
    if args.gif is None and args.png is None:
        check_front_options(args)
    elif args.presses is not None or args.record:
        raise LaunchError("--from and --record go with a game that is played, not with --gif and --png")
    else:
        for name in ("fullscreen", "render", "keys", "screen", "stream", "wav"):
            if getattr(args, name) not in (None, False, "auto"):
                raise LaunchError(f"--{name} goes with a game that is shown, not with --gif and --png")
    if args.at is not None and args.png is None:
        raise LaunchError("--at goes with --png FILE")
    for picture in (args.gif, args.png):
        if picture is not None and os.path.exists(picture) and os.path.samefile(picture, args.file):
            raise LaunchError(f"{picture} is the recording itself, and is left as it is")


def show_game(program: Program, recording: Recording, args: Args) -> int:
    """Show a recording in a front end, or play on from one of its moments; return the exit status."""
    quiet = args.front in ("headless", "plain")
    mode: Replay = FastForward()
    if args.presses is not None:
        cut(recording.log, args.presses, recording.path)
    elif args.keys is None:
        mode = ToTheEnd() if quiet else Viewer(args.speed, args.idle)
    warnings: list[str] = []
    title = program.title + (" (replay)" if isinstance(mode, Viewer) else "")
    program.paced = recording.header.speed == "normal" and not quiet
    with recording_to(args.record, args.front) as sinks:
        game = game_of(program, recording.header, recording, keep=False, sinks=sinks, tell=warnings.append, mode=mode)
        status = show(at_speed(played(game), machine_speed(recording.header)), args, title, warnings)
    return status or int(any(sink.failure for sink in sinks))


def cut(log: EventLog, presses: int, path: str) -> None:
    """Cut a log after this number of key presses; a negative one counts back from its end. Raises LaunchError."""
    total = log.presses
    rewound = -presses if presses < 0 else total - presses
    if not 0 <= rewound <= total:
        expected = f"expected a number from -{total} to {total}"
        raise LaunchError(f"--from {presses}: {path} has {total} key presses, {expected}")
    if rewound:
        log.back(rewound)
    log.end = None


def png(picture: Picture, scale: int) -> bytes:
    """Return a picture as a PNG file. scale: its pixels for one of the 320-wide MODEs; 1: one for each of any MODE."""
    if scale == 1:
        return screenshots.png(picture)
    stream = io.BytesIO()
    screenshots.image(picture).resize((320 * scale, picture.height * scale), 0).save(stream, "PNG", optimize=True)
    return stream.getvalue()
