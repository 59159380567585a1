"""`retro compare`: compares a user's own listing with that of a program, line by line and by playing both."""

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple, SupportsIndex

from retro.frontends.headless import Headless, UnfinishedPlayer, typing
from retro.library.command_line import Command
from retro.library.errors import LaunchError
from retro.library.image_program import program_in
from retro.library.loader import load
from retro.library.messages import say
from retro.library.options import Option, argument
from retro.listing.builder import build_study
from retro.listing.comparison import Comparison, Difference
from retro.listing.description import SIGNS
from retro.listing.model import Study
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.study.screenshots import Demonstration, demonstrations


def run(words: Sequence[str]) -> int:
    """Print a comparison of a program's listing with the user's own."""
    args = command().parse(words)
    study = build_study(args.name)
    if not study.listing:
        raise LaunchError(f"{args.name} has no listing to compare with")
    ours, theirs = Listing(study.listing_path, ""), Listing(args.file, args.chain)
    say("\n".join(report(study, Comparison(*(program_in(*listing)[1] for listing in (ours, theirs))))))
    for game in demonstrations(study):
        say(f"A game with the keys of `{game.command}`: {played(ours, theirs, game)}")
    return 0


def command() -> Command:
    """Return the arguments and options of `retro compare`."""
    about = (
        "Compare the listing of a program with one of your own, whatever its line numbers and names: which documented, "
        "inferred and chosen lines are as in yours, and whether both play alike. Nothing of yours is copied."
    )
    own = "your listing: .bas, or a disc or tape image"
    return Command(
        "compare",
        about,
        [argument("name", "a program of `retro list` with a BASIC listing", "NAME"), argument("file", own, "FILE")],
        [Option("chain", str, "", "the BASIC program of an image with several", metavar="NAME")],
    )


def report(study: Study, comparison: Comparison) -> list[str]:
    """Return the number of lines of each status that are as in the other listing, and the differences."""
    status = study.description.status
    differing = {statement.number for difference in comparison.differences for statement in difference.ours}
    lines = []
    total = study.description.counts(study.listing)
    wrong = study.description.counts(line for line in study.listing if line.number in differing)
    for name, count in total.items():
        lines.append(f"{SIGNS[name]} {name}: {count - wrong.get(name, 0)} of {count} lines are as in yours.")
    for difference in comparison.differences:
        lines.append(described(difference, lambda number: SIGNS.get(status(number), " ")))
    renamed = [f"{ours} is {theirs}" for (_, ours), (_, theirs) in comparison.names.items() if ours != theirs]
    return [*lines, *([f"Other names: {', '.join(sorted(renamed))}."] if renamed else [])]


def described(difference: Difference, sign: Callable[[int], str]) -> str:
    """Return a difference between two programs as two lines of text."""
    ours = ": ".join(statement.text for statement in difference.ours) or "nothing"
    theirs = ": ".join(statement.text for statement in difference.theirs) or "nothing"
    number = difference.ours[0].number if difference.ours else difference.after
    where = f"{sign(number)} {number}" if difference.ours else f"after {number}"
    yours = f"{difference.theirs[0].number} " if difference.theirs else ""
    return f"{difference.procedure}, {where}: {ours}\n  yours: {yours}{theirs}"


class Listing(NamedTuple):
    """A BASIC program: its file, and its name if that is an image with several programs."""

    path: str
    chain: str


class Sent(bytearray):
    """The bytes that a program sends to the screen. line: the line of `file` that has sent byte number `until`."""

    file, until, line = "", 0, 0

    def extend(self, data: Iterable[SupportsIndex]) -> None:
        """Append bytes that a program sends; store the line that sends byte number `until`."""
        super().extend(data)
        if not self.line and len(self) > self.until:
            frame = sys._getframe()
            while frame.f_back and frame.f_code.co_filename != self.file:
                frame = frame.f_back
            self.line = frame.f_lineno


def sent(listing: Listing, game: Demonstration, until: int = sys.maxsize) -> Sent:
    """Play a game with a listing; return what it sends to the screen, with the line that sends byte number `until`."""
    stream, program = Sent(), load(listing.path)
    stream.file, stream.until = program_in(*listing)[0], until

    def run(m: Machine) -> None:
        m.copy_stream(stream)
        program.run_with(program.values({"chain": listing.chain} if listing.chain else {}))(m)

    with suppress(PowerOff, UnfinishedPlayer):
        Headless(lambda m: typing(game.keys)).run(run, game.seed)
    return stream


def played(ours: Listing, theirs: Listing, game: Demonstration) -> str:
    """Play a game with both listings; return a sentence on the first difference in what they send."""
    here, there = sent(ours, game), sent(theirs, game)
    if here == there:
        return f"both send the same {len(here):,} bytes."
    at = next((at for at, pair in enumerate(zip(here, there)) if pair[0] != pair[1]), min(len(here), len(there)))
    lines = [sent(listing, game, at).line for listing in (ours, theirs)]
    return "the pictures differ from byte {:,} on: here line {} sends it, in yours line {}.".format(at + 1, *lines)
