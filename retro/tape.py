"""The tape: what programs keep from one time to the next, as variables and arrays by name.

In the machine everything is text; where the text is kept is the business of whoever switches the machine on.
"""

from __future__ import annotations

import math
from zlib import crc32

from retro.errors import BasicError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Protocol

    class Tape(Protocol):
        """Where tapes are kept."""

        def load(self, name: str) -> str | None:
            """Give what was saved under a name (letters and digits, upper case); None: nothing."""

        def save(self, name: str, text: str | None) -> None:
            """Save this under a name instead of what was there; None: nothing is there any more."""


FORMAT = 1
NAME = 10  # letters, as on the cassette
DEPTH = 8  # of arrays in arrays
LIMIT = 256 * 1024  # characters of text under one name: some 40,000 numbers
LARGEST = 10**15  # what a whole number may be, either side of 0
LONGEST = 255  # characters of a string

DATA, FILE = 216, 219  # the cassette's errors


def checked(name: str) -> str:
    """The name as it stands on the tape: 1 to 10 letters and digits, upper and lower case alike. Raises Bad string."""
    if isinstance(name, str) and 0 < len(name) <= NAME and name.isascii() and name.isalnum():
        return name.upper()
    raise BasicError.named("Bad string", f"{name!r} given, a name of 1 to {NAME} letters and digits expected")


def encode(name: str, value: object) -> str:
    """A value as text. Raises Type mismatch for what is no string, no number and no list of them, and No room."""
    import json

    if not holds(value):
        raise BasicError.named("Type mismatch", f"{name}: strings, finite numbers and lists of them can be saved")
    content = {"retro": "tape", "format": FORMAT, "name": name, "value": value}
    body = json.dumps(content, separators=(",", ":"))[:-1]
    text = f'{body},"sum":"{crc32(body.encode("ascii")):08x}"}}\n'
    if len(text) > LIMIT:
        raise BasicError(0, "No room", f"{name}: {len(text)} characters given, at most {LIMIT} expected")
    return text


def decode(name: str, text: str | None) -> object:
    """The value that a text says. Raises File? where there is none, Data? where it is not as it was saved."""
    import json

    if text is None:
        raise BasicError(FILE, "File?", f"there is no {name} on the tape")
    body, mark, tail = text.rpartition(',"sum":"')
    if not mark or len(text) > LIMIT or tail != f'{crc32(body.encode("utf-8", "replace")):08x}"}}\n':
        raise damaged(name, "it was changed, or is cut off")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise damaged(name, "it is no JSON") from error
    if (content.get("retro"), content.get("format"), content.get("name")) != ("tape", FORMAT, name):
        raise damaged(name, f"it is no tape of format {FORMAT}, or another one's")
    if not holds(content.get("value")):
        raise damaged(name, "a value is no string, no finite number and no list of them")
    value: object = content["value"]
    return value


def damaged(name: str, reason: str) -> BasicError:
    """The cassette's word for what cannot be read."""
    return BasicError(DATA, "Data?", f"{name} on the tape cannot be read: {reason}")


def holds(value: object, depth: int = DEPTH) -> bool:
    """Can this be saved?"""
    if isinstance(value, (list, tuple)):
        return depth > 0 and all(holds(part, depth - 1) for part in value)
    if isinstance(value, str):
        return len(value) <= LONGEST
    if isinstance(value, int):
        return abs(value) <= LARGEST
    return isinstance(value, float) and math.isfinite(value)


class MemoryTape:
    """A tape that lasts as long as its machine."""

    def __init__(self, contents: Mapping[str, str] | None = None) -> None:
        self.contents: dict[str, str] = dict(contents or {})

    def load(self, name: str) -> str | None:
        """What was saved under a name."""
        return self.contents.get(name)

    def save(self, name: str, text: str | None) -> None:
        """Keep a text under a name."""
        self.contents.pop(name, None)
        if text is not None:
            self.contents[name] = text


class GameTape:
    """A tape as one game sees it: what was there when it first used a name, and what it has saved since.

    Whatever others save there meanwhile, the game does not see: replayed, it would be another game.
    inner: the tape itself. found: told of each name and what is there, when the name is first used.
    trouble: why something could not be saved; empty if everything could.
    """

    def __init__(self, inner: Tape, found: Callable[[str, str | None], None]) -> None:
        self._inner, self._found = inner, found
        self._first: dict[str, str | None] = {}
        self._written: dict[str, str | None] = {}
        self.trouble = ""
        self.begin({})

    def begin(self, known: Mapping[str, str | None]) -> None:
        """The game begins, to be replayed as far as its log goes. known: what it found then."""
        self._known = dict(known)
        self._now: dict[str, str | None] = {}
        self._late: set[str] = set()
        self._read_out = self._live = False

    def read_out(self) -> None:
        """The log is read out: what the program does from now on until it waits may have been done or not."""
        self._read_out = True

    def go_live(self) -> None:
        """The program waits, and nothing of the log is left: from now on the tape is as the program says."""
        self._live = True
        for name in sorted(self._late | self._written.keys()):
            text = self._now.get(name, self._first[name])
            if name in self._late or text != self._written[name]:
                self._write(name, text)

    def load(self, name: str) -> str | None:
        """What is there under a name."""
        self._use(name)
        return self._now[name]

    def save(self, name: str, text: str | None) -> None:
        """Save a text under a name."""
        self._use(name)
        self._now[name] = text
        if self._live:
            self._write(name, text)
        elif self._read_out:
            self._late.add(name)

    def _use(self, name: str) -> None:
        if name in self._now:
            return
        if name not in self._known and self._read_out:
            self._known[name] = self._inner.load(name)
            self._found(name, self._known[name])
        self._now[name] = self._known.get(name)
        self._first.setdefault(name, self._now[name])

    def _write(self, name: str, text: str | None) -> None:
        self._written[name] = text
        try:
            self._inner.save(name, text)
        except OSError as error:
            self.trouble = f"{name} could not be saved on the tape: {error.strerror or error}"
