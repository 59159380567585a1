"""`retro play`: run a program, or the menu, in a front end."""

from __future__ import annotations

import argparse
import os
import sys

from retro import library
from retro.cli import ABOUT, Failure
from retro.frontends.keys import TERMINAL_KEYS, WINDOW_KEYS
from retro.keyboard import UnknownKey
from retro.pace import SPEEDS, at_speed
from retro.recording.feed import Astray
from retro.recording.file import RecordingError
from retro.recording.game import Game
from retro.recording.keeping import RecordFile, kept_game, unfinished_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

    from retro.frontend import Program
    from retro.machine import Machine
    from retro.recording.file import Recording
    from retro.second import Second

SCALES = range(1, 17)
RENDERINGS = ("auto", "chars", "sextant", "octant", "kitty", "sixel")
LARGEST_SEED = 0x7FFFFFFF
AUTHENTIC = "authentic"
PLAIN = "plain"


def run(words: Sequence[str]) -> int:
    """Play what the words say."""
    common = common_options()
    name = common.parse_known_args(words)[0].name
    try:
        module = library.load(name) if name else None
    except library.LibraryError as error:
        raise Failure(str(error)) from error
    parser = full_parser(common, module)
    own = own_options(parser, module) if module else []
    chosen = parser.parse_args(words)
    check(chosen)
    if module is None:
        return the_menu(chosen)
    options = faced({key: getattr(chosen, key) for key in own}, chosen)
    return one_program(Game(name, module, options), chosen, heading(module)[0])


def faced(options: dict[str, object], chosen: argparse.Namespace) -> dict[str, object]:
    """Options of a program; with --front plain, --plain too if it has that one: a face of nothing but text."""
    return options | {PLAIN: True} if chosen.front == PLAIN and options.get(PLAIN) is False else options


def one_program(game: Game, chosen: argparse.Namespace, title: str) -> int:
    """Play a program: a new game, or the unfinished one."""
    old = unfinished(game, chosen) if chosen.resume else None
    header = old.header if old else game.header(seed_of(chosen), chosen.speed or "normal")
    record = [record_file(chosen.record)] if chosen.record is not None else []
    told: list[str] = []
    session = game.session(header, old, keep=keeps(chosen), sinks=record, tell=told.append)
    try:
        return show(at_speed(session, chosen.speed or header.speed), header.seed, chosen, title, told)
    finally:
        for file in record:
            file.close(finished=False)


def keeps(chosen: argparse.Namespace) -> bool:
    """Are unfinished games kept, and tapes? Not those of scripts."""
    if chosen.front == PLAIN:
        return sys.stdin is not None and sys.stdin.isatty()
    return bool(chosen.front != "headless")


def seed_of(chosen: argparse.Namespace) -> int:
    """The seed that was chosen, or one nobody knows beforehand, 1 to 2147483647."""
    if chosen.seed is not None:
        return int(chosen.seed)
    return int.from_bytes(os.urandom(4), "little") % LARGEST_SEED + 1


def show(program: Program, seed: int, chosen: argparse.Namespace, title: str, told: list[str]) -> int:
    """Show a program in the front end that was chosen. told: what to say at the end."""

    def sounding(m: Machine) -> object:
        m.use_envelopes(chosen.envelopes)
        return program(m)

    try:
        return FRONTS[chosen.front](sounding, seed, chosen, title)
    except Astray as error:
        raise Failure(str(error)) from error
    finally:
        for sentence in told:
            print(f"retro: {sentence}.", file=sys.stderr)  # noqa: T201


def record_file(path: str) -> RecordFile:
    """A new file to record to."""
    try:
        return RecordFile(path)
    except FileExistsError as error:
        raise Failure(f"{path} is there already, and is left as it is") from error
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror}") from error


def unfinished(game: Game, chosen: argparse.Namespace) -> Recording:
    """The unfinished game of a program, with its own options."""
    try:
        old = kept_game(game.key)
        if old is not None:
            game.check(old)
            old.log.reopen()
    except RecordingError as error:
        raise Failure(str(error)) from error
    if old is None or not old.log.presses:
        raise Failure(f"There is no unfinished game of {game.name}")
    same_game(game, old, chosen)
    return old


def same_game(game: Game, old: Recording, chosen: argparse.Namespace) -> None:
    """Refuse what would make it another game."""
    header = old.header
    own = {name: default for name, _, default, _ in library.options_of(game.module)}
    other = [f"--{name}" for name, value in game.options.items() if value not in (own[name], header.options.get(name))]
    if chosen.seed not in (None, header.seed):
        other.append("--seed")
    if chosen.speed is not None and (chosen.speed == AUTHENTIC) != (header.speed == AUTHENTIC):
        other.append("--speed")
    if other:
        raise Failure(f"--resume goes on with the game as it was begun, so it does not go with {', '.join(other)}")


# what was asked for

WHERE = "where to show it (auto: a window, else the terminal; plain: as text, on standard input and output)"


def common_options(fronts: str | None = None, where: str = WHERE) -> argparse.ArgumentParser:
    """The options that are the same for every program. fronts, where: what the help says of the front ends."""
    made = argparse.ArgumentParser(add_help=False)
    made.add_argument("name", nargs="?", metavar="NAME|FILE.py", help="a program of `retro list`, or a file of yours")
    made.add_argument(
        "--front",
        choices=FRONTS,
        default="auto",
        metavar=fronts,
        help=where,
    )
    made.add_argument("--seed", type=int, metavar="N", help="the random numbers begin as after RND(-N): the same game")
    made.add_argument(
        "--speed",
        choices=SPEEDS,
        help="normal: only waits take time; authentic: as slow as the Electron; fast: waits are short",
    )
    made.add_argument("--record", metavar="FILE", help="write down the whole game, for `retro replay` or a bug report")
    made.add_argument("--resume", action="store_true", help="go on with the last unfinished game of the program")
    add_front_options(made)
    return made


def add_front_options(made: argparse.ArgumentParser) -> None:
    """Add the options of the front ends."""
    made.set_defaults(second=None)  # one more screen for them to show
    made.add_argument("--mute", action="store_true", help="no sound")
    made.add_argument(
        "--envelopes",
        choices=("electron", "bbc"),
        default="electron",
        help="electron: an envelope's amplitude is on or off, as there; bbc: it is as loud as it says",
    )
    window = made.add_argument_group("in a window")
    window.add_argument("--scale", type=int, metavar="N", help="N screen pixels a pixel (1 to 16)")
    window.add_argument("--fullscreen", action="store_true", help="begin in full screen")
    terminal = made.add_argument_group("in a terminal")
    terminal.add_argument(
        "--render",
        choices=RENDERINGS,
        default="auto",
        help="chars: 80×25, letters as letters; sextant, octant: blocks of pixels, for large terminals; "
        "kitty, sixel: pixels; auto: the best that it offers and that fits",
    )
    headless = made.add_argument_group("headless")
    headless.add_argument(
        "--keys",
        metavar="FILE|TEXT",
        help="type these keys, each when the program asks for one; <RETURN>, <LEFT> … are keys by name",
    )
    headless.add_argument(
        "--screen", metavar="FILE", help="write the last screen: as text, - to standard output, or a picture (.png)"
    )
    headless.add_argument("--wav", metavar="FILE", help="write what was to be heard")


def full_parser(common: argparse.ArgumentParser, module: ModuleType | None) -> argparse.ArgumentParser:
    """The parser of the whole line, which knows what to say of this program."""
    keys = "\n".join(f"  {key:<22}{what}" for key, what in WINDOW_KEYS)
    return argparse.ArgumentParser(
        prog="retro play",
        parents=[common],
        description="\n\n".join(heading(module)) if module else ABOUT,
        epilog=f"keys of the window:\n{keys}\n\n{TERMINAL_KEYS}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def heading(module: ModuleType) -> tuple[str, str]:
    """What a program says of itself: its title, and the rest."""
    title, _, about = (module.__doc__ or module.__name__).strip().partition("\n")
    return title.rstrip("."), about.strip()


def own_options(parser: argparse.ArgumentParser, module: ModuleType) -> list[str]:
    """Add the program's own options to the parser; gives their names."""
    group = parser.add_argument_group("of this program")
    names = []
    for name, kind, default, about in library.options_of(module):
        flag = "--" + name.replace("_", "-")
        if kind is bool:
            group.add_argument(flag, dest=name, action="store_true", help=about)
        else:
            value = "TEXT" if kind is str else "N"
            about = about if default == "" else f"{about} ({default})"
            group.add_argument(flag, dest=name, type=kind, default=default, metavar=value, help=about)
        names.append(name)
    return names


def check(chosen: argparse.Namespace) -> None:
    """Refuse what cannot be meant."""
    check_front(chosen)
    if chosen.seed is not None and abs(chosen.seed) > LARGEST_SEED:
        raise Failure(f"--seed {chosen.seed}: expected a whole number of 32 bits")
    if chosen.name is None and (chosen.record is not None or chosen.resume):
        raise Failure("--record and --resume go with a program: retro play NAME --record FILE")


def check_front(chosen: argparse.Namespace) -> None:
    """Refuse what cannot be meant of the front ends."""
    if chosen.scale is not None and chosen.scale not in SCALES:
        raise Failure(f"--scale {chosen.scale}: expected a whole number from {SCALES[0]} to {SCALES[-1]}")
    if chosen.front != "headless" and any(option is not None for option in (chosen.keys, chosen.screen, chosen.wav)):
        raise Failure("--keys, --screen and --wav go with --front headless")
    if chosen.front == PLAIN and chosen.speed == AUTHENTIC:
        raise Failure("--speed authentic is the speed of the screen, and does not go with --front plain")


# the menu


def the_menu(chosen: argparse.Namespace) -> int:
    """The menu of all programs."""
    from retro.menu import menu

    told: list[str] = []
    programs = [InMenu(entry, chosen, told.append) for entry in library.entries()]
    items = [(program.title, program.new) for program in programs]
    shown = menu(items, lambda place: programs[place].unfinished())
    return show(at_speed(shown, chosen.speed or "normal"), seed_of(chosen), chosen, "retro", told)


class InMenu:
    """A program in the menu."""

    def __init__(self, entry: library.Entry, chosen: argparse.Namespace, tell: Callable[[str], None]) -> None:
        self.title = entry.title
        self._name, self._chosen, self._tell = entry.name, chosen, tell
        self._keep = keeps(chosen)

    def _game(self) -> Game:
        module = library.load(self._name)
        options = {name: default for name, _, default, _ in library.options_of(module)}
        return Game(self._name, module, faced(options, self._chosen))

    def new(self) -> Program:
        """A new game."""
        game = self._game()
        header = game.header(seed_of(self._chosen), self._chosen.speed or "normal")
        return game.session(header, None, keep=self._keep, tell=self._tell)

    def unfinished(self) -> Program | None:
        """The unfinished game, if there is one of this version, and for this speed."""
        game = self._game()
        old = unfinished_game(game.key, game.hash) if self._keep else None
        if old is None or (old.header.speed == AUTHENTIC) != (self._chosen.speed == AUTHENTIC):
            return None
        return game.session(old.header, old, keep=True, tell=self._tell)


# where


def in_window(program: Program, seed: int, chosen: argparse.Namespace, title: str) -> int:
    """In a window; where none can be opened, one sentence says why."""
    from retro.conduct import ProgramFailed
    from retro.frontends.window import CannotOpen, Window

    front = Window(
        scale=chosen.scale, fullscreen=chosen.fullscreen, mute=chosen.mute, title=title, second=chosen.second
    )
    try:
        front.run(program, seed)
    except CannotOpen as error:
        raise Failure(str(error)) from error
    except ProgramFailed:
        return 1
    return 0


def in_terminal(program: Program, seed: int, chosen: argparse.Namespace, title: str) -> int:
    """In the terminal this was started in; where that is none, one sentence says so."""
    from retro.conduct import ProgramFailed
    from retro.frontends.terminal import CannotOpen, Terminal

    front = Terminal(render=chosen.render, mute=chosen.mute, title=title, second=chosen.second)
    try:
        front.run(program, seed)
    except CannotOpen as error:
        raise Failure(str(error)) from error
    except ProgramFailed:
        return 1
    return 0


def anywhere(program: Program, seed: int, chosen: argparse.Namespace, title: str) -> int:
    """In a window; where none can be opened, in the terminal; without that either, a sentence says what to do."""
    try:
        return in_window(program, seed, chosen, title)
    except Failure:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise
    return in_terminal(program, seed, chosen, title)


def in_plain_text(program: Program, seed: int, chosen: argparse.Namespace, title: str) -> int:
    """As text on standard output, the keys from standard input."""
    from retro.conduct import ProgramFailed
    from retro.frontends.plain import CannotWrite, Plain

    try:
        Plain().run(program, seed)
    except CannotWrite as error:
        raise Failure(str(error)) from error
    except ProgramFailed:
        return 1
    return 0


def without_screen(program: Program, seed: int, chosen: argparse.Namespace, title: str) -> int:
    """Without a screen: type the keys, write what is on the screen in the end."""
    from retro.conduct import ProgramFailed, conduct
    from retro.frontends.headless import Headless, Runaway, Unplayed, typist

    try:
        front = Headless(typist(script_of(chosen.keys or "")))
    except UnknownKey as error:
        raise Failure(f"--keys: {error}") from error
    status = 0
    try:
        front.run(lambda m: conduct(m, program, linger=False), seed)
    except ProgramFailed:
        status = 1
    except (Runaway, Unplayed) as error:
        print(f"retro: {error}.", file=sys.stderr)  # noqa: T201
        status = 1
    if chosen.screen is not None:
        write_screen(front.machine, chosen.screen, chosen.second)
    if chosen.wav is not None:
        from retro.synth import write_wav

        write_wav(chosen.wav, front.notes, max([front.now(), *(note.start + 2 for note in front.notes)]))
    return status


def script_of(text: str) -> str:
    """The script itself, or what stands in the file of that name, without the end of its last line."""
    if not os.path.isfile(text):
        return text
    with open(text, encoding="utf-8") as stream:
        return stream.read().removesuffix("\n")


def write_screen(m: Machine, name: str, second: Second | None = None) -> None:
    """The screen as it is now: 40×25 characters of text, or a picture; below it, or beside it, a second one."""
    screens = [m.screen, *([second.screen] if second else [])]
    text = "\n\n".join("\n".join(screen.lines) for screen in screens) + "\n"
    if name == "-":
        sys.stdout.write(text)
    elif name.endswith(".png"):
        from retro.pictures import save_beside, save_png

        pictures = [screen.picture(m.front.now()) for screen in screens]
        save_png(pictures[0], name) if second is None else save_beside(pictures, name)
    else:
        with open(name, "w", encoding="utf-8") as stream:
            stream.write(text)


FRONTS = {
    "auto": anywhere,
    "window": in_window,
    "terminal": in_terminal,
    "headless": without_screen,
    PLAIN: in_plain_text,
}
