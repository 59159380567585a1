"""`retro study`: a program that runs, and beside it what it does, line by line."""

from __future__ import annotations

import argparse

from retro import library
from retro.cli import Failure
from retro.commands import play
from retro.font import default
from retro.pace import at_speed
from retro.recording.game import Game
from retro.screen import Screen
from retro.second import Second
from retro.study.live import FASTEST, Live
from retro.study.live.keys import STUDY_KEYS
from retro.study.source import study_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from retro.frontend import Program
    from retro.study.source import Study

FRONTS = ("auto", "window", "terminal", "headless")
ABOUT = """\
The program runs in its usual screen. Beside it are its listings, in BASIC where there is one and in
Python, with the line that is about to run; the procedures that run; the variables; and the keys.
In a small terminal F2 shows the other screen. What is played here is not kept.
"""
USUAL = 4  # lines a second


def run(words: Sequence[str]) -> int:
    """Study what the words say."""
    common = play.common_options("{" + ",".join(FRONTS) + "}", "where to show it (auto: a window, else the terminal)")
    common.set_defaults(lines=None)
    add_options(common)
    name = common.parse_known_args(words)[0].name
    try:
        module, study = (library.load(name), study_of(name)) if name else (None, None)
    except library.LibraryError as error:
        raise Failure(str(error)) from error
    parser = full_parser(common)
    own = play.own_options(parser, module) if module else []
    chosen = parser.parse_args(words)
    check(chosen)
    if module is None or study is None:
        raise Failure(
            f"Which program? Expected one of {', '.join(entry.name for entry in library.entries())}, or a file"
        )
    return studied(StudiedGame(name, module, {key: getattr(chosen, key) for key in own}), study, chosen)


class StudiedGame(Game):
    """A game whose program is watched."""

    live: Live

    def load(self) -> Program:
        """The program itself, with the watcher round it."""
        return self.live.watched(super().load())


def studied(game: StudiedGame, study: Study, chosen: argparse.Namespace) -> int:
    """Study a program: a new game of it, or the unfinished one."""
    old = play.unfinished(game, chosen) if chosen.resume else None
    header = old.header if old else game.header(play.seed_of(chosen), chosen.speed or "normal")
    record = [play.record_file(chosen.record)] if chosen.record is not None else []
    chosen.second = Second(Screen(default()))
    game.live = Live(
        study,
        chosen.second,
        breakpoints=breakpoints(study, chosen.stops or ()),
        lines=chosen.lines or USUAL,
        mode=mode_of(chosen),
    )
    told: list[str] = []
    session = game.session(header, old, keep=False, sinks=record, tell=told.append)
    program = game.live.around(at_speed(session, chosen.speed or header.speed))
    try:
        return play.show(program, header.seed, chosen, f"{study.title} - study", told)
    finally:
        for file in record:
            file.close(finished=False)


def mode_of(chosen: argparse.Namespace) -> str:
    """How it begins: standing in its first line, unless something else was asked for."""
    if chosen.lines is not None:
        return "slow"
    return "running" if chosen.run or chosen.stops else "stopped"


def breakpoints(study: Study, names: Sequence[str]) -> list[str]:
    """The keys of procedures, which may be written without PROC or FN, and in small letters."""
    return [key_of(study, name) for name in names]


def key_of(study: Study, name: str) -> str:
    """The key of a procedure. Raises Failure."""
    keys = {procedure.key.lower(): procedure.key for procedure in study if not procedure.is_class}
    for beginning in ("", "proc", "fn"):
        if (found := keys.get(beginning + name.lower())) is not None:
            return found
    raise Failure(f"--break {name}: expected one of {', '.join(keys.values())}")


def check(chosen: argparse.Namespace) -> None:
    """Refuse what cannot be meant."""
    play.check_front(chosen)
    if chosen.front not in FRONTS:
        raise Failure(f"--front {chosen.front}: study needs a second screen; expected one of {', '.join(FRONTS)}")
    if chosen.lines is not None and not 0 < chosen.lines <= FASTEST:
        raise Failure(f"--lines-a-second {chosen.lines:g}: expected more than 0, and {FASTEST} at most")
    if chosen.seed is not None and abs(chosen.seed) > play.LARGEST_SEED:
        raise Failure(f"--seed {chosen.seed}: expected a whole number of 32 bits")


def add_options(made: argparse.ArgumentParser) -> None:
    """Add the options of study."""
    study = made.add_argument_group("study")
    study.add_argument(
        "--break",
        dest="stops",
        action="append",
        metavar="PROC",
        help="run, and stop in this procedure (as often as you like)",
    )
    study.add_argument("--lines-a-second", dest="lines", type=float, metavar="N", help="run slowly")
    study.add_argument("--run", action="store_true", help="run at once, and do not stop in the first line")


def full_parser(common: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """The parser of the whole line."""
    keys = "\n".join(f"  {key:<22}{what}" for key, what in STUDY_KEYS)
    return argparse.ArgumentParser(
        prog="retro study",
        parents=[common],
        description=ABOUT,
        epilog=f"keys, while the program stands still; F5, F6 and F7 also while it runs:\n{keys}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
