"""The browser's worker: plays what the page requests, and sends the page the files that programs write."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any

from retro.basic.errors import Escape
from retro.frontends.web import Page, Web
from retro.launcher.error_page import failure_of, with_error_page
from retro.launcher.front_ends import session_at
from retro.launcher.launcher import Launcher
from retro.launcher.recorded_games import game_of, load_recorded, watched_game
from retro.library import catalogue, loader
from retro.library.catalogue import LISTING, PROMPT
from retro.library.command_line import Args
from retro.library.errors import LaunchError, LibraryError, OptionError
from retro.library.options import AUTHENTIC, DAY_OPTION, LARGEST_SEED, Option, today
from retro.library.program import AT_ONCE, ORIGINAL
from retro.library.program import Program as LoadedProgram
from retro.machine.machine import Machine
from retro.machine.runner import ProgramFailed
from retro.machine.speed import SPEEDS
from retro.machine.view import Program
from retro.session.format import Header, Recording, RecordingError
from retro.session.game import Game
from retro.session.game import Player as GamePlayer
from retro.session.log_reader import ReplayDiverged
from retro.session.parser import read
from retro.session.session import at_speed, played
from retro.session.storage import FOLDER_VARIABLE, FolderTape, folder, is_kept, unfinished_games
from retro.web.browser_storage import INDEX, BrowserStorage, PageLog, is_users, name_of, page_of
from retro.web.keyboard import MENU_KEYS, pad

DATA_FOLDER = "/data"
UPLOAD = "/tmp/recording.jsonl"
OPENED_FOLDER = "opened"  # the folder of the files that the user has opened or written
HINT = "Mend it in the editor, and run it again."
LONGEST_NAME = 40  # characters of a name in a message
YES, NO = "yes", "no"
STUDY = "study="  # in front of the address of a game that is studied
MENU = {"name": "", "seed": 0, "options": {}, "resumed": False, "address": "", "state": "", "page": INDEX}


def main(page: Page) -> None:
    """Play what the page requests, for ever; after a program of the site the menu."""
    os.environ[FOLDER_VARIABLE] = DATA_FOLDER
    player = Player(page)
    player.front.post("ready", None)
    request = player.front.take_request()
    while True:
        player.handle(request)
        if page.stranger:
            player.front.post("over", None)
            request = player.front.take_request()
            continue
        waiting = player.front.requests
        request = waiting.pop(0) if waiting else {**request, "request": "menu", "files": {}}


class Player:
    """Handles the requests of the page, each of which plays something.

    A request is a dictionary with `request`, a key of REQUESTS, and `speed`. It can have `study` (the study pane is
    open), `files` (what the page has stored) and `number` (which the reply repeats).
    """

    def __init__(self, page: Page) -> None:
        self.front = Web(page, lambda: self._storage.send_changes())
        self.front.pad_of, self.front.program_keys = pad, MENU_KEYS
        self._storage, self._stranger = BrowserStorage(self.front), page.stranger
        self.entries = catalogue.entries()
        self.speed = "normal"
        self._request: dict[str, Any] = {}
        self._studied: Any = None  # the last game as a `StudiedGame`, if it was studied
        self._moment = "", ""  # where study runs to first, and the keys that it types for that, from the address

    def handle(self, request: dict[str, Any]) -> None:
        """Handle a request until what it plays ends, or the next request comes."""
        self._storage.restore(request.get("files", {}))
        self.speed, self._request = request["speed"], request
        try:
            REQUESTS[request["request"]](self, request)
        except ProgramFailed:
            pass
        except (LaunchError, RecordingError, ReplayDiverged) as error:
            self.post_message(str(error))
        self._storage.send_changes()

    def run(self, program: Program) -> None:
        """Run a program in a session at the page's view."""
        session_at("browser", Args(page=self.front), "retro").run(program)

    # requests

    def menu(self, request: dict[str, Any]) -> None:
        """Show the machine's menu. link: what follows # in the page's address, which it keeps."""
        self.post_playing(MENU | {"link": request.get("link", "")})
        self.run(self.launcher().menu())

    def play(self, request: dict[str, Any]) -> None:
        """Play a program by its `name`, with `seed` and `options`, which may include the speed.

        The request says which game is continued: text, the text of a recording; kept, the file of an unfinished game;
        resume, the newest unfinished game, or the newest with this seed and these options. Without these a game begins.
        """
        options = dict(request.get("options", {}))
        if number := options.pop("course", ""):
            self.run(self.course(request["name"], number))
            return
        self._moment = (options.pop("at", ""), options.pop("keys", "")) if request.get("study") else ("", "")
        speed = options.pop("speed", self.speed)
        if speed in SPEEDS:
            self.speed = speed
        else:
            self.post_message(f"The address has speed={speed}, but the speeds are {', '.join(SPEEDS)}")
        launcher = self.launcher(parse_seed(request.get("seed")))
        name = self.path_of(request["name"])
        if not name:
            raise LibraryError(
                f"There is no program called {shortened(request['name'])} here. Choose one of those below"
            )
        loaded = loader.load(name)
        given = parse_options(name, loaded.options, options)
        if given.get(ORIGINAL.name):
            given.pop(DAY_OPTION, None)  # recordings of the original have one
        launcher.program(loaded, given)
        old = recording_to_resume(loaded, request, launcher)
        if old is not None and old.header.speed not in (launcher.speed, loaded.speed):
            self.speed = launcher.speed = old.header.speed
        first = launcher.resume(loaded, old) if old else launcher.new(loaded)
        program = launcher.starting_with(first, has_menu=False)
        self.run(self.reporting(name, program) if name == loaded.path else program)

    def course(self, name: str, number: str = "yes") -> Program:
        """Return the exercises of a program, from one of them on, or with another word for its number their list."""
        from retro.course.exercises import course_of
        from retro.course.player import CoursePlayer
        from retro.course.progress import tape_of

        if not any(entry.name == name for entry in self.entries):
            raise LibraryError(f"There is no program called {shortened(name)} here. Choose one of those below")
        course = course_of(name)
        first = int(number) if number.isdecimal() and int(number) in range(1, len(course.exercises) + 1) else 0
        player = CoursePlayer(course, first, day=today(), tape=tape_of(course))
        player.on_progress = self._storage.send_files

        def show(m: Machine) -> None:
            self.post_playing(MENU | {"link": f"{name},course={number}"})
            player.main(m)

        return show

    def open(self, request: dict[str, Any]) -> None:
        """Play a program in a user's file, given as `text` with its `name`; the file is stored.

        images: the texts of several images by their names: list the programs in them.
        """
        name = request["name"].replace("/", "-").replace(",", "-")
        images = request.get("images", {})
        if not (self._stranger and (images or is_users(name))):
            raise LibraryError(
                f"{shortened(name)} cannot be opened here: "
                "expected a recording, a program in Python or BASIC, or an image of them"
            )
        path = os.path.join(folder(), OPENED_FOLDER, name)
        for file, text in images.items() or [("", request["text"])]:
            place = os.path.join(path, file) if file else path
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "wb") as stream:
                stream.write(text.encode("latin-1"))
        try:
            self.play({"name": name})
        except LibraryError as error:
            self.front.post("fault", [name, *fault(error, path)])
            raise LibraryError(str(error).replace(path, name)) from error

    def replay(self, request: dict[str, Any]) -> None:
        """Replay a recording, given as `text` with the `name` of its file; when it is played on, the game is kept.

        link: the part of the address to keep until then.
        """
        recording = parse_upload(request["text"], request["name"])
        path = self.path_of(recording.header.program)
        if not path:
            raise RecordingError(f"{request['name']} is a recording of a program that is not here")
        header, program = recording.header, load_recorded(recording, path)
        self.speed = AUTHENTIC if header.speed == AUTHENTIC else "normal"
        program.paced = header.speed == "normal"
        log = PageLog(self.front, self._storage, sends_files=True)
        game = watched_game(program, recording, self.post_message, [log])
        link = request.get("link", "")
        announce = partial(self.post_game, program, header, True, watched=request["text"], link=link)
        self.run(at_speed(played(self.announced(program, game, announce, log)), self.speed))

    def path_of(self, name: str) -> str:
        """Return the path of a user's program, or the name of one of the site; else an empty text."""
        path = opened(name) if self._stranger else name
        is_of_this_site = name == PROMPT or any(entry.name == name for entry in self.entries)
        return path if is_of_this_site or (path != name and os.path.exists(path)) else ""

    # programs

    def reporting(self, path: str, program: Program) -> Program:
        """Return a user's program that shows errors as a page, and sends the page the line of each error."""
        shown = with_error_page(program, path, HINT) if path.endswith((".py", LISTING)) else program

        def run(m: Machine) -> object:
            try:
                return shown(m)
            except Escape:
                raise
            except Exception as error:
                self.front.post("fault", [os.path.basename(path), *fault(error, path)])
                raise

        return run

    def launcher(self, seed: int | None = None) -> Launcher:
        """Return a launcher of games that are announced to the page and stored there."""
        speed = None if self.speed == "normal" else self.speed
        launcher = Launcher(speed, seed, paced=True, tell=self.post_message, make=self.make)
        launcher.study = lambda name, resume: self.front.post("study_pane", None)
        launcher.course = None if self._stranger else self.course
        launcher.begins_with_original = bool(self._request.get("study"))
        return launcher

    def make(self, program: LoadedProgram, header: Header, recording: Recording | None) -> Game:
        """Return a game that is stored, new or as the continuation of a recording."""
        studied = self.is_studied(program)
        log = PageLog(self.front, self._storage, sends_files=not studied)
        sinks = [] if studied else [log]
        game = game_of(program, header, recording, keep=not studied, sinks=sinks, tell=self.post_message)
        game.tape = FolderTape(program.tape_key)
        if recording and game.other_version:
            with open(recording.path, encoding="latin-1") as stream:
                game.tell = partial(self.post_departure, stream.read())
        kept = recording.path if recording and is_kept(recording.path) and not game.other_version else ""
        announce = partial(self.post_game, program, header, recording is not None)
        return self.announced(program, game, announce, log, kept)

    def is_studied(self, program: LoadedProgram) -> bool:
        """Return whether the study pane is open and can show the program."""
        return bool(self._request.get("study")) and page_of(program) != INDEX

    def announced(
        self, program: LoadedProgram, game: Game, announce: Callable[[], None], log: PageLog, kept: str | None = None
    ) -> Game:
        """Return a game that is announced when it begins, and studied if the study pane is open.

        kept: as in `StudiedGame`.
        """
        studied = None
        if self.is_studied(program):
            from retro.web.live_study import StudiedGame

            studied = StudiedGame(program, game, log, kept, self._studied, *self._moment)
        self._studied = studied

        @contextmanager
        def around(player: GamePlayer) -> Iterator[None]:
            announce()
            save = partial(studied.save, player.machine) if studied else None
            self._storage.before_sending, self.front.switches = save, studied is not None
            try:
                with studied.beside(self.front.post, player) if studied else nullcontext():
                    yield
            finally:
                if save:
                    save()
                self._storage.before_sending, self.front.switches = None, False
                if self._request["request"] == "menu":
                    self.post_playing(MENU)

        game.context = around
        return game

    # messages to the page

    def post_game(self, game: LoadedProgram, header: Header, resumed: bool, **more: str) -> None:
        """Announce a program that begins or continues. more: `watched` (a recording is shown), `link`."""
        usual, studied = game.values(), self.is_studied(game)
        changed = {name: value for name, value in game.chosen.items() if value != usual[name]}
        if studied:  # say only what differs from the usual game there
            others = {name: value for name, value in changed.items() if name not in game.as_studied()}
            changed = others | dict.fromkeys(game.as_studied(others).keys() - changed.keys(), False)
        options = {
            name: YES if value is True else NO if value is False else str(value) for name, value in changed.items()
        }
        playing = {"name": game.name, "seed": header.seed, "speed": self.speed, "options": options, "resumed": resumed}
        state = "the game goes on." if resumed else f"game {header.seed}."
        state += " You watch it until you press RETURN." * ("watched" in more)
        address = STUDY * studied + self.address_of(playing)
        playing |= {"state": state, "address": address, "page": page_of(game)}
        self.post_playing(playing | more, game.keys)

    def post_playing(self, game: dict[str, Any], keys: Sequence[tuple[str, str]] = MENU_KEYS) -> None:
        """Announce what is played for the present request. keys: the program's keys, with their effects."""
        self.front.program_keys = keys
        self.front.show_keys(None)
        self.front.post("playing", game | {"number": self._request.get("number", 0)})

    @staticmethod
    def address_of(playing: dict[str, Any]) -> str:
        """Return the part after # in the address of a game."""
        speed = {} if playing["speed"] == "normal" else {"speed": playing["speed"]}
        words = {"seed": playing["seed"], **speed, **playing["options"]}
        return ",".join([playing["name"], *(f"{name}={value}" for name, value in words.items())])

    def post_message(self, sentence: str) -> None:
        """Have the browser's page show a message."""
        self.front.post("message", sentence)

    def post_departure(self, recording: str, sentence: str) -> None:
        """Have the page say where a game of another version goes on otherwise, and offer to watch it up to there."""
        self.post_message(sentence)
        self.front.post("departed", recording)


def opened(name: str) -> str:
    """Return the path of a user's file or folder with this name; any other name unchanged."""
    path = os.path.join(folder(), OPENED_FOLDER, name)
    return path if "/" not in name and (is_users(name) or os.path.isdir(path)) else name


def shortened(name: str) -> str:
    """Return a name from outside shortened for a message."""
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"


def fault(error: Exception, path: str) -> tuple[str, int]:
    """Return the message for an error in a user's program, and its line in that file, from 1; 0 if it has none."""
    cause = error.__cause__ if isinstance(error, (LibraryError, ProgramFailed)) else error
    message, detail, file, line, *_ = failure_of(cause or error, path)
    if line and path.endswith(LISTING):
        with open(path, encoding="latin-1") as stream:
            rows = [re.match(r"\s*(\d*)", row)[1] for row in stream]  # type: ignore[index]
        message, line = f"{message} at line {line}", rows.index(str(line)) + 1 if str(line) in rows else 0
    return f"{message}. {detail}".strip(), line if file == path else 0


def parse_seed(text: object) -> int | None:
    """Return the seed in a text from the page, or None. Raises OptionError."""
    try:
        seed = int(str(text or 0))
    except ValueError:
        seed = LARGEST_SEED + 1
    if abs(seed) > LARGEST_SEED:
        raise OptionError(f"The address has seed={text}: expected a whole number of 32 bits")
    return seed or None


def parse_options(name: str, options: Sequence[Option], given: dict[str, str]) -> dict[str, object]:
    """Return the values of the options of a program that are given as text. Raises OptionError."""
    known = {option.name: option for option in options}
    for unknown in [word for word in given if word not in known][:1]:
        expected = ", ".join(["seed", "speed", *known])
        raise OptionError(f"The address has the option {unknown}, but {name} has only {expected}")
    return {word: known[word].parse(text, f"The address has {word}=") for word, text in given.items()}


def recording_to_resume(game: LoadedProgram, request: dict[str, Any], launcher: Launcher) -> Recording | None:
    """Return the recording that a request of the page continues, or None."""
    if request.get("text"):
        recording = parse_upload(request["text"], game.name)
        if request.get("kept"):
            recording.path = os.path.join(folder(), request["kept"])
        recording.log.reopen()
        same = is_same_game(recording.header, game, launcher, or_original=True)
        return recording if recording.log.presses and same else None
    unfinished = unfinished_games(game.key)
    candidates = [kept for kept, _ in unfinished if name_of(kept.path) == request.get("kept")]
    if request.get("resume"):
        for or_original in (False, True):
            candidates += [kept for kept, header in unfinished if is_same_game(header, game, launcher, or_original)]
    return candidates[0].recording() if candidates else None


def is_same_game(header: Header, game: LoadedProgram, launcher: Launcher, or_original: bool = False) -> bool:
    """Return whether a recording has the requested seed, options and speed; any day unless one is requested.

    Without a seed every recording has. or_original: whether it may be one of the original instead, or the reverse.
    """
    free = {DAY_OPTION} if game.chosen.get(DAY_OPTION) == 0 else set()
    free |= {ORIGINAL.name, AT_ONCE} if or_original else set()
    equal = header.options | dict.fromkeys(free) == game.chosen | dict.fromkeys(free)
    return launcher.seed is None or (header.seed == launcher.seed and equal and launcher.suits(header))


def parse_upload(text: str, name: str) -> Recording:
    """Return the recording in a user's file. Raises RecordingError."""
    with open(UPLOAD, "wb") as stream:
        stream.write(text.encode("latin-1", "replace"))
    try:
        recording = read(UPLOAD, torn=True)
    except RecordingError as error:
        raise RecordingError(str(error).replace(UPLOAD, name)) from error
    recording.path = name
    if recording.header.program.endswith(".py") and not os.path.isfile(opened(recording.header.program)):
        raise RecordingError(f"{name} is a recording of {recording.header.program}, a file that is not here")
    return recording


REQUESTS = {method.__name__: method for method in (Player.play, Player.menu, Player.open, Player.replay)}
