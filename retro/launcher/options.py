"""The options of the commands that run programs, and the check of which front end accepts which."""

from collections.abc import Iterable

from retro.frontends import OLDER_RENDERINGS, RENDERINGS
from retro.frontends.key_help import TERMINAL_KEYS, WINDOW_KEYS
from retro.launcher.front_ends import FRONTS
from retro.library.command_line import Args, Command
from retro.library.errors import OptionError
from retro.library.options import AUTHENTIC, LARGEST_SEED, PLAIN, Option, argument
from retro.library.output import ends_in, no_picture
from retro.library.program import Program
from retro.machine.speed import SPEEDS
from retro.session.settings import CHOICES

ABOUT = """\
A tiny virtual 8-bit machine in the manner of the Acorn Electron, and old programs rewritten
in Python for it, procedure by procedure. To begin: retro (the menu), or retro play dominoes.
"""
FRONT_HELP = "where to show the program: auto is a window, or else the terminal; plain is text on standard output"
RELOADS = "keys", "start"  # what a changed program begins with: the keys typed so far, or nothing


def front_option(fronts: Iterable[str] = FRONTS, where: str = FRONT_HELP) -> Option:
    """Return the option --front with these front ends to choose from. where: the help text."""
    return Option("front", str, "auto", where, allowed=tuple(fronts))


def front_options() -> list[Option]:
    """Return the options of front ends, without --front."""
    window, terminal, headless = "in a window", "in a terminal", "headless"
    amplitude = "electron: the amplitude of an envelope is on or off; bbc: it has all its levels"
    tube = (
        "sharp pixels, or as on a picture tube with its lines; these and the next two hold for this run, F1 keeps them"
    )
    colours = "the machine's colours; distinct: for people who are colour-blind; green, amber: a monochrome monitor"
    rendering = (
        "text: letters and block characters, in 80×25; chars: text with a blank after each letter, so that all stands "
        "in its columns; blocks: pixels as block characters, in 160×60 or, where there are sextants, 160×40; pixels: "
        "by kitty's protocol or as sixels; auto: the best that the terminal supports and has room for"
    )
    keys = (
        "type these keys, each when the program asks for one; <RETURN>, <LEFT> … are keys by their names; "
        "in study also in a window or a terminal, and without any waits"
    )
    screen = "write the last screen to a file, as text or as a picture (.png); - writes text to standard output"
    stream = "write the VDU bytes that were sent to the screen to a file; - writes them to standard output"
    sound = "write the sound to a WAV file"
    scale = "draw each pixel N screen pixels wide and high (1 to 16)"
    shape = "square pixels, or the shape 4:3 of a picture tube"
    return [
        Option("mute", bool, False, "no sound"),
        Option("envelopes", str, "electron", amplitude, allowed=("electron", "bbc")),
        Option("scale", int, None, scale, allowed=range(1, 17), group=window),
        Option("fullscreen", bool, False, "start in full screen", group=window),
        Option("pixels", str, None, tube, allowed=tuple(CHOICES["pixels"]), group=window),
        Option("shape", str, None, shape, allowed=tuple(CHOICES["shape"]), group=window),
        Option("colours", str, None, colours, allowed=tuple(CHOICES["colours"]), group=window),
        Option("render", str, "auto", rendering, allowed=RENDERINGS, aliases=OLDER_RENDERINGS, group=terminal),
        Option("keys", str, None, keys, metavar="FILE|TEXT", group=headless),
        Option("screen", str, None, screen, metavar="FILE", checks=[no_picture], group=headless),
        Option("stream", str, None, stream, metavar="FILE", group=headless),
        Option("wav", str, None, sound, metavar="FILE", checks=[ends_in(".wav")], group=headless),
    ]


def game_command(name: str, about: str, fronts: Option, more: str, options: Iterable[Option] = ()) -> Command:
    """Return a command that plays a program, with these options and those common to all such commands."""
    file = "a program of `retro list`, or your own: a file (.py, .bas, disc or tape image), or a folder with DIR.py"
    speed = "normal: waits take time; authentic: as slow as the Electron; fast: waits are 8 times as short"
    record = "record the game to a new file, for `retro replay` or a bug report"
    seed = "start the random numbers as RND(-N) does, for the same game again"
    newest = "resume the newest unfinished game of the program, or the Nth newest of `retro list`"
    every = [
        fronts,
        Option("seed", int, None, seed, allowed=range(-LARGEST_SEED, LARGEST_SEED + 1)),
        Option("speed", str, None, speed, allowed=tuple(SPEEDS)),
        Option("record", str, None, record, metavar="FILE"),
        Option("resume", int, None, newest, empty="1"),
        *front_options(),
    ]
    return Command(name, about, [argument("name", file, "NAME|FILE|DIR", None)], [*every, *options], more)


def play_command(program: Program | None = None) -> Command:
    """Return the command that plays a program, with the program's options, or the menu. Raises OptionError."""
    reload = "run the program again whenever you save it, with the keys typed so far (keys), or from its start (start)"
    keys = "\n".join(f"  {key:<22}{effect}" for key, effect in WINDOW_KEYS)
    about = f"{program.title}\n\n{program.text}" if program else ABOUT
    own = Option("reload", str, None, reload, allowed=RELOADS, empty=RELOADS[0])
    command = game_command("play", about, front_option(), f"keys of the window:\n{keys}\n\n{TERMINAL_KEYS}", [own])
    if program:
        command.add(program.options, program.path)
    return command


def check_front_options(args: Args) -> None:
    """Raise OptionError for options that do not apply to the chosen front end."""
    scripted = args.keys, args.screen, args.stream, args.wav
    if args.front != "headless" and any(option is not None for option in scripted):
        raise OptionError("--keys, --screen, --stream and --wav go with --front headless")
    if args.screen == args.stream == "-":
        raise OptionError("--screen - and --stream -: standard output takes one of them, expected a file for the other")
    of_window = args.scale, args.pixels, args.shape, args.fullscreen or None
    if args.front not in ("auto", "window") and any(option is not None for option in of_window):
        raise OptionError("--scale, --pixels, --shape and --fullscreen go with a window, --front window")
    if args.front not in ("auto", "terminal") and args.render != "auto":
        raise OptionError("--render goes with a terminal, --front terminal")
    if args.front == PLAIN and args.speed == AUTHENTIC:
        raise OptionError("--speed authentic is the speed of the screen, and does not go with --front plain")
