"""What programs keep, and what of it the page is told, which has the browser's storage."""

from __future__ import annotations

import json
import os

from retro.recording.game import Game
from retro.recording.keeping import RecordFile, folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from retro.frontend import Program
    from retro.frontends.web import Page, Web
    from retro.recording.file import Header, Recording
    from retro.recording.session import Session

    Post = Callable[[str, object], None]


class Kept:
    """The files that programs keep: the page has them in the browser's storage. also: is called before it is looked
    which of them have changed.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._seen: dict[str, tuple[int, int]] = {}
        self.also: Callable[[], None] = nothing

    def restore(self, files: dict[str, str]) -> None:
        """Write what the page had kept."""
        for name, text in files.items():
            path = os.path.join(folder(), *name.split("/"))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as stream:
                stream.write(text.encode("latin-1"))
        self._seen = dict(self._now())

    def look(self) -> None:
        """Tell the page of every file that has changed."""
        self.also()
        now = dict(self._now())
        for name in sorted(now.keys() | self._seen.keys()):
            if now.get(name) != self._seen.get(name):
                self._page.post("file", json.dumps([name, _text(name) if name in now else None]))
        self._seen = now

    @staticmethod
    def _now() -> Iterator[tuple[str, tuple[int, int]]]:
        for place, _, names in os.walk(folder()):
            for name in names:
                path = os.path.join(place, name)
                about = os.stat(path)
                yield os.path.relpath(path, folder()).replace(os.sep, "/"), (about.st_mtime_ns, about.st_size)


def _text(name: str) -> str:
    with open(os.path.join(folder(), *name.split("/")), "rb") as stream:
        return stream.read().decode("latin-1")


class Copy(RecordFile):
    """A recording that the page is told, line by line."""

    def __init__(self, front: Web) -> None:
        self.trouble = ""
        self._stream, self._empty = None, True
        self._front = front

    def _save(self, lines: bytes) -> None:
        self._front.post("lines", lines.decode("latin-1"))


class KeptGame(Game):
    """A program whose unfinished game is kept. switches: does it take those of the page?"""

    switches = False

    def kept_session(
        self, header: Header, old: Recording | None, tell: Callable[[str], None], copy: RecordFile
    ) -> Session:
        """The program for a front end. old: what has been played of it already; copy: gets the log, too; tell: as in
        Session.
        """
        return self.session(header, old, keep=True, sinks=[copy], tell=tell)

    def watched(self, program: Program, post: Post) -> Program:
        """A session of it with what belongs round it. post: tells the page."""
        return program

    def keep(self) -> None:
        """Write down how far the game has come, if that is not done already."""


def nothing() -> None:
    """Do nothing."""
