"""Runs a program in a front end, by name. The module of each front end is imported when it is opened."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence

from retro.frontends import CannotOpen
from retro.frontends.headless import Headless, Runaway, UnfinishedPlayer, typist
from retro.frontends.side_screen import SideScreen
from retro.input.events import Text, UnknownKey, parse_keys
from retro.library import catalogue
from retro.library.command_line import Args
from retro.library.errors import FrontEndError, LibraryError, OptionError
from retro.library.messages import say, warn
from retro.library.output import output_file, write, write_bytes
from retro.machine.machine import Machine
from retro.machine.view import Program, View
from retro.session.session import Session
from retro.session.settings import SettingsStore, users_file

TOTAL_SIZE = 1280, 800  # pixels of a picture with both screens


def show(program: Program, args: Args, title: str, warnings: Sequence[str]) -> int:
    """Run a program in the front end `args.front`; return the exit status: 0, or 1 if it failed. Raises FrontEndError.

    args: Those of `front_options`. warnings: Sentences to print on stderr at the end.
    """

    def sounding(m: Machine) -> object:
        m.use_envelopes(args.envelopes)
        return program(m)

    args.side_screen = getattr(args, "side_screen", None)  # set by study
    try:
        return (run_anywhere if args.front == AUTO else run_at)(sounding, args, title)
    finally:
        for sentence in warnings:
            warn(sentence)


def run_anywhere(program: Program, args: Args, title: str) -> int:
    """Run a program in a window or, after a message with the reason, in the terminal."""
    try:
        return run_at(program, args, title, "window")
    except FrontEndError as error:
        reason = str(getattr(error.__cause__, "reason", error))
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise FrontEndError(f"{reason}; and this is no terminal: --front plain shows a program as text") from error
        # Over ssh, and where there is no display, nobody expects a window.
        if not os.environ.get("SSH_CONNECTION") and (sys.platform != "linux" or os.environ.get("DISPLAY")):
            warn(f"{reason.partition(': ')[2]}; using the terminal instead")
    return run_at(program, args, title, "terminal")


def run_at(program: Program, args: Args, title: str, kind: str = "") -> int:
    """Run a program in a session at a view of VIEWS, by default `args.front`; return the exit status."""
    from retro.frontends.plain import OutputError
    from retro.machine.runner import ProgramFailed, run_to_end

    session, status, sent = session_at(kind or args.front, args, title), 0, bytearray()
    view = session.view

    def run(m: Machine) -> object:
        if not isinstance(view, Headless):
            return program(m)
        if args.stream is not None:
            m.copy_stream(sent)
        run_to_end(m, program, linger=False)
        return None

    # What a thread of the program's own does after the end is nothing to report.
    is_over = threading.Event()
    threading.excepthook = lambda error: None if is_over.is_set() else threading.__excepthook__(error)
    try:
        session.run(run)  # the program itself sets the seed
    except (CannotOpen, OutputError) as error:
        raise FrontEndError(str(error)) from error
    except ProgramFailed:
        status = 1
    except (Runaway, UnfinishedPlayer) as error:
        warn(str(error.of_keys if isinstance(error, UnfinishedPlayer) else error))
        status = 1
    finally:
        is_over.set()
    if isinstance(view, Headless):
        write_results(view, args, bytes(sent))
    return status


def session_at(kind: str, args: Args, title: str) -> Session:
    """Return a session at a view of VIEWS, with the user's settings if the view has pages."""
    view = VIEWS[kind](args, title)
    if not view.has_pages:
        return Session(view, title, has_pages=False)
    names = ("pixels", "shape", "colours")
    given = {name: value for name in names if (value := getattr(args, name, None)) is not None}
    if getattr(args, "mute", False):
        given["muted"] = True
    return Session(view, title, SettingsStore(users_file(), **given))


# The views. The module of each is imported when it is opened.


def window(args: Args, title: str) -> View:
    """Open a window, and return the view of it."""
    from retro.frontends.window.front_end import Window

    return Window(
        scale=args.scale,
        fullscreen=args.fullscreen,
        mute=args.mute,
        title=title,
        side_screen=args.side_screen,
        marked=True,
    )


def terminal(args: Args, title: str) -> View:
    """Return the view for the terminal of this process."""
    from retro.frontends.terminal.front_end import Terminal

    return Terminal(render=args.render, mute=args.mute, title=title, side_screen=args.side_screen)


def headless(args: Args, title: str) -> View:
    """Return a view without a screen, which types the keys of --keys."""
    return Headless(typist(script_of(args.keys or "")))


def plain(args: Args, title: str) -> View:
    """Return the view that uses standard input and output."""
    from retro.frontends.plain import Plain

    return Plain()


def browser(args: Args, title: str) -> View:
    """Return the view of the browser's page, `args.page`, which the worker has created."""
    view: View = args.page
    return view


AUTO = "auto"  # a window, or else the terminal
VIEWS: dict[str, Callable[[Args, str], View]] = {
    "window": window,
    "terminal": terminal,
    "headless": headless,
    "plain": plain,
    "browser": browser,
}
FRONTS = (AUTO, "window", "terminal", "headless", "plain")  # for --front


def write_results(front: Headless, args: Args, sent: bytes) -> None:
    """Write the files that the options ask for after a headless run: output, last screen, sound."""
    if args.stream == "-":
        write_bytes(sent)
    elif args.stream is not None:
        write(args.stream, sent)
    if args.screen is not None:
        write_screen(front.machine, args.screen, args.side_screen)
    if args.wav is not None:
        from retro.sound.synthesis import write_wav

        end = max([front.now(), *(note.start + 2 for note in front.notes)])  # two seconds after the last note's start
        with output_file(args.wav) as new:
            write_wav(new, front.notes, end)
    files = [path for path in (args.stream, args.screen, args.wav) if path is not None]
    if files and "-" not in files:
        say(f"{' and '.join(files)} {'is' if len(files) == 1 else 'are'} written.")


def script_of(text: str) -> str:
    """Return the keys of --keys: the text itself, or the contents of a file of that name. Raises OptionError."""
    try:
        keys = catalogue.read_text(text).removesuffix("\n") if os.path.isfile(text) else text
        typed = "".join(event.characters for key in parse_keys(keys) for event in key if isinstance(event, Text))
    except (UnknownKey, LibraryError) as error:
        raise OptionError(f"--keys: {error}") from error
    for character in typed:
        if character == "`" or (ord(character) > 255 and character != "£"):
            raise OptionError(f"--keys: no key types {character!r}: expected characters of Latin-1, but not `")
    return keys


def write_screen(m: Machine, path: str, side_screen: SideScreen | None = None) -> None:
    """Write the screen, and the side screen if there is one, as text or .png; "-" is standard output."""
    screens = [m.screen, *([side_screen.screen] if side_screen else [])]
    text = "\n\n".join("\n".join(screen.lines) for screen in screens) + "\n"
    if path == "-":
        sys.stdout.write(text)
    elif path.endswith(".png"):
        from retro.display.screenshots import arranged, png
        from retro.frontends.window.viewport import arrangement, viewports

        if side_screen is not None:
            _, panel, covered = arrangement(TOTAL_SIZE, (m.screen.mode.width, m.screen.mode.height))
            (side_screen.columns, side_screen.rows), side_screen.covered = panel, covered
            side_screen.on_resize()
        pictures = [screen.picture(m.front.now()) for screen in screens]
        sizes = [(picture.width, picture.height) for picture in pictures]
        write(
            path,
            arranged(pictures, viewports(TOTAL_SIZE, sizes), TOTAL_SIZE) if side_screen else png(pictures[0]),
        )
    else:
        write(path, text.encode())
