"""`retro play`: run a program, or the menu, in a front end."""

from __future__ import annotations

import argparse
import os
import sys

from retro import library
from retro.cli import ABOUT, Failure
from retro.frontends.keys import WINDOW_KEYS
from retro.keyboard import UnknownKey
from retro.pace import SPEEDS, at_speed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from retro.frontend import Program
    from retro.machine import Machine

SCALES = range(1, 17)


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
    program = library.main_of(module, {key: getattr(chosen, key) for key in own}) if module else the_menu()
    seed = chance() if chosen.seed is None else chosen.seed
    title = heading(module)[0] if module else "retro"
    return FRONTS[chosen.front](at_speed(program, chosen.speed), seed, chosen, title)


# what was asked for


def common_options() -> argparse.ArgumentParser:
    """The options that are the same for every program."""
    made = argparse.ArgumentParser(add_help=False)
    made.add_argument("name", nargs="?", metavar="NAME|FILE.py", help="a program of `retro list`, or a file of yours")
    made.add_argument("--front", choices=FRONTS, default="auto", help="where to show it (auto: a window)")
    made.add_argument("--seed", type=int, metavar="N", help="the random numbers begin as after RND(-N): the same game")
    made.add_argument(
        "--speed",
        choices=SPEEDS,
        default="normal",
        help="normal: only waits take time; authentic: as slow as the Electron; fast: waits are short",
    )
    window = made.add_argument_group("in a window")
    window.add_argument("--scale", type=int, metavar="N", help="N screen pixels a pixel (1 to 16)")
    window.add_argument("--fullscreen", action="store_true", help="begin in full screen")
    window.add_argument("--mute", action="store_true", help="no sound")
    headless = made.add_argument_group("headless")
    headless.add_argument(
        "--keys",
        metavar="FILE|TEXT",
        help="type these keys, each when the program asks for one; <RETURN>, <LEFT> … are keys by name",
    )
    headless.add_argument(
        "--screen", metavar="FILE", help="write the last screen: as text, - to standard output, or a picture (.png)"
    )
    return made


def full_parser(common: argparse.ArgumentParser, module: ModuleType | None) -> argparse.ArgumentParser:
    """The parser of the whole line, which knows what to say of this program."""
    keys = "\n".join(f"  {key:<22}{what}" for key, what in WINDOW_KEYS)
    return argparse.ArgumentParser(
        prog="retro play",
        parents=[common],
        description="\n\n".join(heading(module)) if module else ABOUT,
        epilog=f"keys of the window:\n{keys}",
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
            group.add_argument(flag, dest=name, type=kind, default=default, metavar="N", help=f"{about} ({default})")
        names.append(name)
    return names


def check(chosen: argparse.Namespace) -> None:
    """Refuse what cannot be meant."""
    if chosen.scale is not None and chosen.scale not in SCALES:
        raise Failure(f"--scale {chosen.scale}: expected a whole number from {SCALES[0]} to {SCALES[-1]}")
    if chosen.front != "headless" and (chosen.keys is not None or chosen.screen is not None):
        raise Failure("--keys and --screen go with --front headless")


def the_menu() -> Program:
    """The menu of all programs."""
    from retro.menu import menu

    return menu([(entry.title, entry.load) for entry in library.entries()])


def chance() -> int:
    """A seed nobody knows beforehand, 1 to 2147483647."""
    return int.from_bytes(os.urandom(4), "little") % 0x7FFFFFFF + 1


# where


def in_window(program: Program, seed: int, chosen: argparse.Namespace, title: str) -> int:
    """In a window; where none can be opened, one sentence says why."""
    from retro.conduct import ProgramFailed
    from retro.frontends.window import CannotOpen, Window

    front = Window(scale=chosen.scale, fullscreen=chosen.fullscreen, mute=chosen.mute, title=title)
    try:
        front.run(program, seed)
    except CannotOpen as error:
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
        write_screen(front.machine, chosen.screen)
    return status


def script_of(text: str) -> str:
    """The script itself, or what stands in the file of that name, without the end of its last line."""
    if not os.path.isfile(text):
        return text
    with open(text, encoding="utf-8") as stream:
        return stream.read().removesuffix("\n")


def write_screen(m: Machine, name: str) -> None:
    """The screen as it is now: 40×25 characters of text, or a picture."""
    text = "\n".join(m.screen.lines) + "\n"
    if name == "-":
        sys.stdout.write(text)
    elif name.endswith(".png"):
        from retro.pictures import save_png

        save_png(m.screen.picture(m.front.now()), name)
    else:
        with open(name, "w", encoding="utf-8") as stream:
            stream.write(text)


FRONTS = {"auto": in_window, "window": in_window, "headless": without_screen}
