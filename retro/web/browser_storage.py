"""Copies the files that programs write to the browser's storage, and back."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from retro.frontends.web import Web
from retro.library import catalogue
from retro.library.program import Program
from retro.session.log_writer import Sink
from retro.session.storage import folder

INDEX = "study/index.html"  # the list of the pages about programs
OWN = "study/own.html"  # the frame for a program of the user's own
Post = Callable[[str, object], None]


class BrowserStorage:
    """The files in the user's folder, with copies in the browser's storage.

    Attributes:
        before_sending: called before the files are checked for changes.
    """

    def __init__(self, front: Web) -> None:
        self._front = front
        self._sent: dict[str, tuple[int, int]] = {}
        self.before_sending: Callable[[], None] | None = None

    def restore(self, files: dict[str, str]) -> None:
        """Write the files from the browser's storage. files: contents (Latin-1) by name."""
        for name, text in files.items():
            path = os.path.join(folder(), *name.split("/"))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as stream:
                stream.write(text.encode("latin-1"))
        self._sent = dict(self._files())

    def send_changes(self) -> None:
        """Save the present game, then send each changed file to the page."""
        if self.before_sending:
            self.before_sending()
        self.send_files()

    def send_files(self) -> None:
        """Send each changed file to the page, with None as the contents of a deleted one."""
        files = dict(self._files())
        for name in sorted(files.keys() | self._sent.keys()):
            if files.get(name) != self._sent.get(name):
                self._front.post("file", [name, _text(name) if name in files else None])
        self._sent = files

    @staticmethod
    def _files() -> Iterator[tuple[str, tuple[int, int]]]:
        """Yield the name of each of the user's files, with time of modification and size."""
        for inner, _, names in os.walk(folder()):
            for name in names:
                path = os.path.join(inner, name)
                status = os.stat(path)
                yield name_of(path), (status.st_mtime_ns, status.st_size)


def name_of(path: str) -> str:
    """Return the name under which the page stores a file."""
    return os.path.relpath(path, folder()).replace(os.sep, "/")


def is_users(name: str) -> bool:
    """Return whether the name of a file is that of a program or an image of programs."""
    return name.endswith(".py") or catalogue.is_basic(name)


def _text(name: str) -> str:
    with open(os.path.join(folder(), *name.split("/")), "rb") as stream:
        return stream.read().decode("latin-1")


class PageLog(Sink):
    """A sink that sends the lines of a recording to the page.

    sends_files: whether to send the changed files as well at each key, and to wait until they are stored.
    """

    def __init__(self, front: Web, storage: BrowserStorage, sends_files: bool = False) -> None:
        self._front, self._storage, self._sends_files = front, storage, sends_files

    def write(self, lines: bytes, pressed: bool) -> None:
        """Send lines. pressed: whether a key is among them, which the program does not receive before this returns."""
        self._front.post("lines", lines.decode("latin-1"))
        if pressed and self._sends_files:
            self._storage.send_files()
            self._front.await_stored()


def page_of(program: Program) -> str:
    """Return the address of a program's study page; that of the pages' list (INDEX) if it has none."""
    if catalogue.is_own(program.path):
        return f"study/{program.name}.html"
    return OWN if is_users(program.name) else INDEX
