"""What runs in the browser's worker: plays what the page asks for, and has the page keep what programs keep."""

from __future__ import annotations

import os
import random
from importlib import import_module

from retro import library
from retro.conduct import ProgramFailed
from retro.frontends.web import Web
from retro.menu import menu
from retro.pace import at_speed
from retro.recording.feed import Astray
from retro.recording.file import RecordingError
from retro.recording.game import Game
from retro.recording.keeping import VARIABLE, unfinished_game
from retro.recording.reader import read
from retro.recording.recorder import Unseen
from retro.recording.replay import Viewer
from retro.web.kept import Copy, Kept, KeptGame, nothing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from retro.frontend import Program
    from retro.frontends.web import Page
    from retro.machine import Machine
    from retro.recording.file import Header, Recording

DATA = "/data"
UPLOADED = "/tmp/recording.jsonl"
LARGEST_SEED = 0x7FFFFFFF
AUTHENTIC = "authentic"
YES, NO = "yes", ("no", "0", "false")
MENU = {"name": "", "seed": 0, "options": {}, "resumed": False}


def main(page: Page) -> None:
    """Play what the page asks for, for ever; the menu, when it asks for nothing."""
    os.environ[VARIABLE] = DATA
    player = Player(page)
    player.front.post("ready", [{"name": e.name, "title": e.title, "about": e.about} for e in player.entries])
    order = player.front.take_order()
    while True:
        player.obey(order)
        waiting = player.front.orders
        order = waiting.pop(0) if waiting else {**order, "order": "menu", "files": {}}


class Player:
    """Plays what the page asks for. An order has the keys `order`, one of ORDERS, and `speed`; `study`: is the study
    page open? `files`: what the page has kept. `number`: what the page calls it.

    entries: the programs. speed: the one of what is played now.
    """

    def __init__(self, page: Page) -> None:
        self._kept = Kept(page)
        self.front = Web(page, self._kept.look)
        self.entries = library.entries()
        self.speed, self._study, self._number = "normal", False, 0

    def obey(self, order: dict[str, Any]) -> None:
        """Play it to its end, or until the page wants something else."""
        self._kept.restore(order.get("files", {}))
        self.speed, self._study, self._number = order["speed"], order.get("study", False), order.get("number", 0)
        try:
            ORDERS[order["order"]](self, order)
        except ProgramFailed:
            pass
        except (library.LibraryError, RecordingError, Astray) as error:
            self.say(str(error))
        self._kept.look()

    # what the page may ask for

    def menu(self, order: dict[str, Any]) -> None:
        """The machine's own menu."""
        chosen = [InMenu(entry.name, self) for entry in self.entries]
        items = [(entry.title, place.new) for entry, place in zip(self.entries, chosen)]
        self.playing(MENU)
        shown = menu(items, lambda place: chosen[place].unfinished())
        self.front.run(at_speed(shown, self.speed), random_seed())

    def play(self, order: dict[str, Any]) -> None:
        """A program, by its `name`; `seed`, `options`; `resume`: go on with its unfinished game, if it is this one;
        `text`: with this recording of it.
        """
        seed = seed_of(order.get("seed"))
        game = self.game(order["name"], order.get("options", {}))
        old = left(game, order)
        if old is not None and seed and not (self.suits(old) and is_of(old, game, seed)):
            old = None
        if old is not None and not self.suits(old):
            self.speed = old.header.speed
        header = old.header if old else game.header(seed or random_seed(), self.speed)
        session = self.session(game, header, old)
        self.front.run(self.around(game, at_speed(session, self.speed)), header.seed)

    def replay(self, order: dict[str, Any]) -> None:
        """A recording: its `text`, the `name` of its file; `on`: not to be seen, but to be played on from its end."""
        recording = uploaded(order["text"], order["name"])
        found = Game.recorded(recording, recording.header.program)
        header, game = recording.header, self._made(found.name, found.module, found.options)
        if order.get("on"):
            recording.log.reopen()
        self.speed = AUTHENTIC if header.speed == AUTHENTIC else "normal"
        self.tell(game, header, True)
        screening = Unseen() if order.get("on") else Viewer()
        session = game.session(
            header, recording, keep=False, sinks=[Copy(self.front)], tell=self.say, screening=screening
        )
        self.front.run(self.around(game, at_speed(session, self.speed)), header.seed)

    # programs

    def game(self, name: str, given: dict[str, str]) -> KeptGame:
        """A program with options, some of them given as text. Raises LibraryError."""
        known = any(name == entry.name for entry in self.entries)
        module = import_module(f"{library.PACKAGE}.{name}") if known else library.load(name)
        return self._made(name, module, options_of(name, module, given))

    def _made(self, name: str, module: ModuleType, options: dict[str, object]) -> KeptGame:
        if not self._study:
            return KeptGame(name, module, options)
        from retro.web.studying import StudiedGame

        return StudiedGame(name, module, options)

    def session(self, game: KeptGame, header: Header, old: Recording | None) -> Program:
        """A program whose unfinished game is kept; the page is told that it begins."""
        if old is not None:
            game.options = old.header.options
        self.tell(game, header, old is not None)
        return game.kept_session(header, old, self.say, Copy(self.front))

    def around(self, game: KeptGame, program: Program) -> Program:
        """A program with what belongs round it."""

        def run(m: Machine) -> object:
            front = m.front
            self._kept.also, self.front.switches = game.keep, game.switches
            try:
                return game.watched(program, self.front.post)(m)
            finally:
                game.keep()
                self._kept.also, self.front.switches = nothing, False
                m.front = front

        return run

    def suits(self, old: Recording) -> bool:
        """Can a game be gone on with at the speed that was asked for?"""
        return (old.header.speed == AUTHENTIC) == (self.speed == AUTHENTIC)

    # what the page is told

    def tell(self, game: Game, header: Header, resumed: bool) -> None:
        """A program begins, or goes on."""
        own = {name: default for name, _, default, _ in library.options_of(game.module)}
        options = {name: as_text(value) for name, value in game.options.items() if value != own[name]}
        said = {"name": game.name, "seed": header.seed, "speed": self.speed, "options": options, "resumed": resumed}
        self.playing(said)

    def playing(self, what: dict[str, object]) -> None:
        """Something else is played now, by the order of this number."""
        self.front.post("playing", what | {"number": self._number})

    def say(self, sentence: str) -> None:
        """Have the page say something."""
        self.front.post("said", sentence)


class InMenu:
    """A program in the menu."""

    def __init__(self, name: str, player: Player) -> None:
        self._name, self._player = name, player

    def new(self) -> Program:
        """A new game."""
        game = self._player.game(self._name, {})
        return self._begun(game, None)

    def unfinished(self) -> Program | None:
        """The unfinished game, if there is one."""
        game = self._player.game(self._name, {})
        old = unfinished_game(game.key, game.hash)
        return self._begun(game, old) if old is not None and self._player.suits(old) else None

    def _begun(self, game: KeptGame, old: Recording | None) -> Program:
        player = self._player

        def run(m: Machine) -> object:
            header = old.header if old else game.header(random_seed(), player.speed)
            try:
                return player.around(game, player.session(game, header, old))(m)
            finally:
                player.playing(MENU)

        return run


def random_seed() -> int:
    """A seed that nobody knows beforehand."""
    return random.randrange(LARGEST_SEED) + 1


def seed_of(given: object) -> int:
    """A seed that was given as text; 0 if none was. Raises LibraryError."""
    try:
        seed = int(str(given or 0))
    except ValueError:
        seed = LARGEST_SEED + 1
    if abs(seed) > LARGEST_SEED:
        raise library.LibraryError(f"seed={given}: expected a whole number of 32 bits")
    return seed


def options_of(name: str, module: ModuleType, given: dict[str, str]) -> dict[str, object]:
    """A program's options, some of them given as text. Raises LibraryError."""
    known = {option: (kind, default) for option, kind, default, _ in library.options_of(module)}
    for option, text in given.items():
        if option not in known:
            raise library.LibraryError(
                f"{name} has no option {option}: expected {', '.join(['seed', 'speed', *known])}"
            )
        known[option] = known[option][0], value_of(option, text, *known[option])
    return {option: value for option, (_, value) in known.items()}


def value_of(option: str, text: str, kind: type, default: object) -> object:
    """An option's value, which was given as text. Raises LibraryError."""
    try:
        return text not in NO if kind is bool else kind(text)
    except ValueError as error:
        raise library.LibraryError(f"{option}={text}: expected a value like {default}") from error


def as_text(value: object) -> str:
    """An option's value as text."""
    return YES if value is True else NO[0] if value is False else str(value)


def is_of(old: Recording, game: Game, seed: int) -> bool:
    """Is this recording of the game with these options and this seed?"""
    return old.header.seed == seed and old.header.options == game.options


def left(game: Game, order: dict[str, Any]) -> Recording | None:
    """What has been played of a program that is to go on."""
    if not order.get("text"):
        return unfinished_game(game.key, game.hash) if order.get("resume") else None
    recording = uploaded(order["text"], game.name)
    recording.log.reopen()
    return recording if recording.log.presses else None


def uploaded(text: str, name: str) -> Recording:
    """A recording that the user has opened. Raises RecordingError."""
    with open(UPLOADED, "wb") as stream:
        stream.write(text.encode("latin-1", "replace"))
    try:
        recording = read(UPLOADED, torn=True)
    except RecordingError as error:
        raise RecordingError(str(error).replace(UPLOADED, name)) from error
    recording.path = name
    if recording.header.program.endswith(".py"):
        raise RecordingError(f"{name} is of {recording.header.program}, a file that is not here")
    return recording


ORDERS = {"play": Player.play, "menu": Player.menu, "replay": Player.replay}
