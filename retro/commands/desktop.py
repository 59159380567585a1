"""`retro desktop`: adds retro to the user's desktop: entry, icon and manual page."""

import os
import sys
from collections.abc import Sequence

from retro.commands import man
from retro.library.command_line import Command
from retro.library.errors import LaunchError
from retro.library.messages import say
from retro.library.options import Option
from retro.library.output import write

ENTRY, ICON, PAGE = "applications/retro.desktop", "icons/hicolor/scalable/apps/retro.svg", "man/man1/retro.1"
SPECIAL = '"`$\\'  # in a quoted argument of an entry


def run(words: Sequence[str]) -> int:
    """Write the files of the desktop entry, or remove them."""
    args = command().parse(words)
    if sys.platform in ("win32", "darwin"):
        raise LaunchError("retro desktop goes with the desktops of Linux and BSD; make a shortcut to `retro` instead")
    home = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    for name, content in files().items():
        path = os.path.join(home, *name.split("/"))
        state = "written"
        if not args.remove:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            write(path, content)
        elif os.path.lexists(path):
            os.remove(path)
            state = "removed"
        else:
            state = "not there"
        say(f"{path} is {state}")
    return 0


def command() -> Command:
    """Return the arguments and options of `retro desktop`."""
    about = "Put retro among your programs on the desktop, with its icon, and install its manual page, for you only."
    return Command("desktop", about, options=[Option("remove", bool, False, "remove these files again")])


def files() -> dict[str, bytes]:
    """Return the contents of the files to write, by path in the user's data folder."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with open(os.path.join(package, "web", "static", "icon.svg"), "rb") as stream:
        return {ENTRY: entry(sys.executable).encode(), ICON: stream.read(), PAGE: man.page().encode()}


def entry(python: str) -> str:
    """Return the text of the desktop entry. python: the path of the interpreter that runs retro."""
    escaped = "".join(f"\\{sign}" if sign in SPECIAL else sign for sign in python)
    command = f'"{escaped}" -m retro'.replace("\\", "\\\\").replace("%", "%%")
    return f"""[Desktop Entry]
Type=Application
Name=retro
GenericName=8-bit machine
Comment=Old programs on a tiny machine in the manner of the Acorn Electron
Exec={command}
Icon=retro
Categories=Game;Emulator;
Keywords=BASIC;Electron;Acorn;Dominoes;
StartupNotify=false
StartupWMClass=retro
"""
