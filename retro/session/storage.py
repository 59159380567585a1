"""The user's own folder: tapes, and unfinished games.

A file there is complete whenever the writing is broken off: a new one is written under another name and then renamed,
and a game grows by whole lines, each by one write.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Callable
from errno import ENOSPC
from typing import BinaryIO

from retro.basic.errors import BasicError
from retro.display.screen import Screen
from retro.machine.tape import LONGEST_ENCODING, Tape, decode
from retro.session.event_log import EventLog
from retro.session.files import locked, open_file, replace, sweep
from retro.session.format import Header, Recording, RecordingError
from retro.session.log_writer import Sink, recorded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.basic.media.images import Image
    from retro.session.image_copy import ImageCopy

STAMP = re.compile("([0-9]{1,19})-")  # at the beginning of the names of games
MOST_UNFINISHED_GAMES = 20  # unfinished games of all programs
LONGEST_STANDING = 60  # characters in which a program says how a game stands
ENDING, PICTURE_ENDING = ".jsonl", ".bmp"
PICTURE_INTERVAL = 2.0  # seconds between two pictures of a game that is played
RESULT_NAME = "RESULT"  # the name under which a program saves how its last game ended, in a few words
DISC_KEY = "disc"  # the key of the tape that holds the disc of all BASIC programs
CATALOGUE = "DISC"  # the name of its catalogue, a list of names
FOLDER_VARIABLE = "RETRO_DATA"  # of the environment: another folder than the user's own


def folder() -> str:
    """Return the path of the user's own folder, which may not exist yet."""
    if path := os.environ.get(FOLDER_VARIABLE):
        return path
    from platformdirs import user_data_dir

    return user_data_dir("retro", appauthor=False)


def key_of(name: str, path: str) -> str:
    """Return the name of the folder for a program's saved files; it differs for files of one name in two folders."""
    if "." not in name:
        return name
    from hashlib import sha256

    stem = os.path.splitext(os.path.basename(path))[0]
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in stem)
    return f"{plain}-{sha256(os.path.abspath(path).encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"


class FolderTape(Tape):
    """The tape of one program, with a file for each name."""

    def __init__(self, key: str) -> None:
        self._folder = os.path.join(folder(), "tapes", key)
        self.shared = (CATALOGUE,) if key == DISC_KEY else ()
        self._copies: dict[str, ImageCopy] = {}

    def mount(self, image: Image) -> None:
        """Save the files of a disc or tape image in a copy beside the image."""
        from retro.session.image_copy import ImageCopy

        self._copies[image.path] = ImageCopy(image, self._folder)

    def _path(self, name: str) -> str:
        # A file must not be called CON.json on Windows.
        return os.path.join(self._folder, f"tape-{name}.json")

    def load(self, name: str) -> str | None:
        """Return the text saved on the tape under a name: None if there is none, an empty text if it cannot be read."""
        for copy in self._copies.values():
            if (text := copy.load(name)) is not None:
                return text
        try:
            with open_file(self._path(name)) as stream:
                return stream.read(LONGEST_ENCODING + 1).decode("latin-1")
        except FileNotFoundError:
            return None
        except OSError:
            return ""

    def update(self, name: str, change: Callable[[str | None], str | None]) -> None:
        """Replace a text of the tape by `change` of it, while other processes are locked out. Raises OSError."""
        with locked(self._folder):
            super().update(name, change)

    def save(self, name: str, text: str | None) -> None:
        """Save a text on the tape under a name; None removes it. Raises OSError."""
        if any(copy.save(name, text) for copy in self._copies.values()):
            return
        if text is not None:
            replace(self._path(name), text.encode("latin-1", "replace"))
            return
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._path(name))


def words_on_tape(key: str, name: str) -> str:
    """Return words from a program's tape, such as the result of its last game; empty if there are none."""
    with contextlib.suppress(BasicError):
        value = decode(name, FolderTape(key).load(name))
        if isinstance(value, str) and value.isascii() and value.isprintable():
            return value
    return ""


# Unfinished games: games/KEY/STAMP-RANDOM.jsonl, the stamp in milliseconds since 1970, of when it was begun or resumed.
# Beside it, with the ending .bmp, is a small picture of its screen; behind that how the game stands, in a few words.


class KeptGame:
    """The file of an unfinished game. time: when it was begun or last resumed, in seconds since 1970."""

    __slots__ = ("key", "path", "time")

    def __init__(self, path: str) -> None:
        self.path = path
        place, name = os.path.split(path)
        # Versions before kept only one of each program, without a folder for it and without a stamp.
        self.key = os.path.splitext(name)[0] if place == games_folder() else os.path.basename(place)
        written = STAMP.match(name)
        self.time = 0.0
        with contextlib.suppress(OSError):
            self.time = int(written[1]) / 1000 if written else os.stat(path).st_mtime

    def header(self) -> Header:
        """Return the first line of the recording; no more of the file is read. Raises RecordingError."""
        from retro.session.parser import read_header

        return read_header(self.path)

    def picture(self) -> bytes | None:
        """Return the pixels of the game's picture, as from `thumbnail.pixels_of`; None if there is none."""
        from retro.session.thumbnail import SIZE, pixels_of

        with contextlib.suppress(OSError), open_file(picture_path(self.path)) as stream:
            return pixels_of(stream.read(SIZE))
        return None

    def words(self) -> str:
        """Return how the game stands, in a few words; "" if the program has not said."""
        from retro.session.thumbnail import SIZE

        with contextlib.suppress(OSError), open_file(picture_path(self.path)) as stream:
            return stream.read(SIZE + LONGEST_STANDING)[SIZE:].decode("latin-1")
        return ""

    def recording(self) -> Recording:
        """Return the recording without its end, so that the game can go on. Raises RecordingError."""
        from retro.session.parser import read

        recording = read(self.path, torn=True)
        recording.log.reopen()
        return recording


# Saved games: saves/KEY/STAMP-NAME.jsonl, each with its picture, kept until the user removes it.


class SavedGame(KeptGame):
    """The file of a game that the user has saved under a name. time: when, in seconds since 1970."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The name that the user gave the saved game."""
        return os.path.basename(self.path).removesuffix(ENDING).partition("-")[2]


def saved_games(key: str) -> tuple[list[SavedGame], int]:
    """Return the saved games of a program, newest first, and the number of damaged ones."""
    place = os.path.join(folder(), "saves", key)
    names = sorted(os.listdir(place), reverse=True) if os.path.isdir(place) else []
    files = [SavedGame(os.path.join(place, name)) for name in names if name.endswith(ENDING)]
    games = []
    for saved in files:
        with contextlib.suppress(RecordingError):
            saved.header()
            games.append(saved)
    return games, len(files) - len(games)


def save_game(key: str, name: str, header: Header, log: EventLog, screen: Screen) -> None:
    """Save a game under a name from `plain_name`, with a picture of its screen. Raises OSError."""
    from retro.session.thumbnail import thumbnail

    directory = os.path.join(folder(), "saves", key)
    path = os.path.join(directory, f"{stamp(directory)}-{name}{ENDING}")
    replace(path, recorded(header, log))
    with contextlib.suppress(OSError):
        replace(picture_path(path), thumbnail(screen), lasting=False)


def plain_name(name: str) -> str:
    """Replace the characters of a name that some system does not allow in file names by spaces."""
    return "".join(
        letter if letter.isascii() and (letter.isalnum() or letter in " -+") else " " for letter in name
    ).strip()


def stamp(directory: str) -> str:
    """Return a timestamp for the name of a new file: milliseconds since 1970, later than all others in the folder.

    If the clock has been put back, it is later than the present time.
    """
    stamps = [STAMP.match(name) for _, _, names in os.walk(directory) for name in names]
    newest = max((int(match[1]) for match in stamps if match), default=0)
    return f"{max(int(time.time() * 1000), newest + 1):013d}"


def picture_path(path: str) -> str:
    """Return the path of the picture of an unfinished game."""
    return path.removesuffix(ENDING) + PICTURE_ENDING


def games_folder() -> str:
    """Return the path of the folder of the unfinished games, which may not exist yet."""
    return os.path.join(folder(), "games")


def kept_games(key: str | None = None) -> list[KeptGame]:
    """Return the unfinished games of a program, or of all, newest first."""
    places = list(os.walk(games_folder()))
    for place, _, _ in places:
        with contextlib.suppress(OSError):
            sweep(place)
    paths = (os.path.join(place, name) for place, _, names in places for name in names if name.endswith(ENDING))
    games = [KeptGame(path) for path in paths if os.path.isfile(path)]
    return sorted((game for game in games if key in (None, game.key)), key=lambda game: (-game.time, game.path))


def unfinished_games(key: str | None = None) -> list[tuple[KeptGame, Header]]:
    """Return the unfinished games of a program, or of all, of any version, newest first, with their headers."""
    games = []
    for kept in kept_games(key):
        with contextlib.suppress(RecordingError):
            games.append((kept, kept.header()))
    return games


def is_kept(path: str) -> bool:
    """Return whether a path is that of an unfinished game."""
    return os.path.abspath(path).startswith(os.path.join(os.path.abspath(games_folder()), ""))


class RecordFile(Sink):
    """The file of a recording, to which lines are written at once. It is removed if there are none.

    After an error of writing, the game goes on without the file.
    """

    def __init__(self, path: str, create: bool = True) -> None:
        """Take the path of a new file, and create it. Raises OSError, FileExistsError if it is there already."""
        self.failure, self.path, self._empty = "", path, True
        self._stream: BinaryIO | None = open(path, "xb", buffering=0) if create else None  # noqa: SIM115

    def write(self, lines: bytes, pressed: bool) -> None:
        """Add whole lines to the recording. pressed: whether a key or click of the user's is among them."""
        if self.failure:
            return
        self._empty = False
        try:
            self._save(lines)
        except OSError as error:
            self.failure = f"{self.path} could not be written: {error.strerror or error}"

    def _save(self, lines: bytes) -> None:
        if self._stream is not None and self._stream.write(lines) != len(lines):
            raise OSError(ENOSPC, os.strerror(ENOSPC))

    def close(self, finished: bool) -> None:
        """Close the recording's file, and remove it if it is empty or writing failed."""
        if self._stream is not None:
            self._stream.close()
            if self._empty or self.failure:
                os.unlink(self.path)
            self._stream = None


class UnfinishedGameFile(RecordFile):
    """The file of an unfinished game. It is created at the first key that is pressed, and removed when the game ends.

    Beyond MOST_UNFINISHED_GAMES unfinished games the oldest is removed.
    """

    def __init__(self, key: str, resumed: str = "") -> None:
        """Take the key of the program, and the path of the unfinished game that is resumed, or empty."""
        name = f"{stamp(games_folder())}-{os.urandom(2).hex()}{ENDING}"
        super().__init__(os.path.join(games_folder(), key, name), create=False)
        self._resumed, self._first = resumed, b""
        self._picture, self._picture_due = b"", 0.0

    def write(self, lines: bytes, pressed: bool) -> None:
        """Add whole lines to the recording. pressed: whether a key or click of the user's is among them."""
        if self._stream is None:
            self._first += lines
        if self._stream is not None or pressed:
            super().write(lines if self._stream else self._first, pressed)
        if pressed and time.monotonic() >= self._picture_due:
            self._save_picture()

    def _save_picture(self) -> None:
        """Write a picture of the screen beside the game's file, and how the game stands, if that has changed."""
        if self.machine is None or self._stream is None:
            return
        from retro.session.thumbnail import SIZE, thumbnail

        self._picture_due = time.monotonic() + PICTURE_INTERVAL
        standing = self.machine.standing().encode("latin-1", "replace")
        picture = thumbnail(self.machine.screen) + standing
        if picture != self._picture and (standing or not self._picture[SIZE:]):  # a page takes no game's place
            self._picture = picture
            with contextlib.suppress(OSError):
                replace(picture_path(self.path), picture, lasting=False)

    def _save(self, lines: bytes) -> None:
        if self._stream is not None:
            super()._save(lines)
            return
        replace(self.path, lines)
        self._stream = open(self.path, "ab", buffering=0)  # noqa: SIM115
        for path in [self._resumed, *(game.path for game in kept_games()[MOST_UNFINISHED_GAMES:])]:
            if path and path != self.path:
                discard(path)

    def close(self, finished: bool) -> None:
        """Close the unfinished game's file; remove it if the program has ended by itself (`finished`)."""
        if self._stream is None:
            return
        if not finished:
            self._save_picture()
        self._stream.close()
        self._stream = None
        if finished:
            discard(self.path)


def discard(path: str) -> None:
    """Remove an unfinished game and its picture; also its program's folder, if that is empty then."""
    for file in (picture_path(path), path):
        with contextlib.suppress(OSError):
            os.unlink(file)
    with contextlib.suppress(OSError):
        if os.path.dirname(path) != games_folder():
            os.rmdir(os.path.dirname(path))
