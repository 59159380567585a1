"""The tape: values that a program saves by name. As text; `Tape` is where the text is stored."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from zlib import crc32

from retro.basic.errors import BasicError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.basic.media.images import Image

FORMAT = 1
NAME_LENGTH = 10  # as on cassette
DEPTH = 8  # of nested arrays
LIMIT = 256 * 1024  # characters of text under one name: some 40,000 numbers
LARGEST_INTEGER = 10**15  # integers from -LARGEST_INTEGER to LARGEST_INTEGER
LONGEST_STRING = 255  # characters of a string

DATA, FILE = 216, 219  # the cassette's errors


def checked_name(name: str) -> str:
    """Return a name in upper case. Raise "Bad string" unless it has 1 to 10 letters and digits."""
    if isinstance(name, str) and 0 < len(name) <= NAME_LENGTH and name.isascii() and name.isalnum():
        return name.upper()
    raise BasicError.named("Bad string", f"{name!r} given, a name of 1 to {NAME_LENGTH} letters and digits expected")


def encode(name: str, value: object) -> str:
    """Return a value as text. Raise "Type mismatch" unless it is a string, a number or lists of them, and "No room"."""
    import json

    if not is_storable(value):
        raise BasicError.named("Type mismatch", f"{name}: strings, finite numbers and lists of them can be saved")
    content = {"retro": "tape", "format": FORMAT, "name": name, "value": value}
    body = json.dumps(content, separators=(",", ":"))[:-1]
    text = f'{body},"sum":"{crc32(body.encode("ascii")):08x}"}}\n'
    if len(text) > LIMIT:
        raise BasicError(0, "No room", f"{name}: {len(text)} characters given, at most {LIMIT} expected")
    return text


def decode(name: str, text: str | None) -> object:
    """Return the value of a text. Raise "File?" if there is none, "Data?" if it is not as it was saved."""
    import json

    if text is None:
        raise BasicError(FILE, "File?", f"there is no {name} on the tape")
    body, mark, tail = text.rpartition(',"sum":"')
    if not mark or len(text) > LIMIT or tail != f'{crc32(body.encode("utf-8", "replace")):08x}"}}\n':
        raise data_error(name, "it was changed, or is cut off")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise data_error(name, "it is no JSON") from error
    if (content.get("retro"), content.get("format"), content.get("name")) != ("tape", FORMAT, name):
        raise data_error(name, f"it is no tape of format {FORMAT}, or another one's")
    if not is_storable(content.get("value")):
        raise data_error(name, "a value is no string, no finite number and no list of them")
    value: object = content["value"]
    return value


def merged(name: str, before: str | None, after: str | None, now: str | None) -> str | None:
    """Merge a program's changes into the present list of texts, which other programs may have changed meanwhile.

    before, after: the list as the program had it and has it, as the text of a tape. now: as it is on the tape; one
    that is damaged is replaced.
    """
    try:
        had, has, is_now = (set(decode(name, text)) if text else set() for text in (before, after, now))  # type: ignore[call-overload]
    except (BasicError, TypeError):
        return after
    return encode(name, sorted(is_now - (had - has) | (has - had)))


def data_error(name: str, reason: str) -> BasicError:
    """Make the cassette's "Data?" error."""
    return BasicError(DATA, "Data?", f"{name} on the tape cannot be read: {reason}")


def is_storable(value: object, depth: int = DEPTH) -> bool:
    """Return whether a value can be saved."""
    if isinstance(value, (list, tuple)):
        return depth > 0 and all(is_storable(part, depth - 1) for part in value)
    if isinstance(value, str):
        return len(value) <= LONGEST_STRING
    if isinstance(value, int):
        return abs(value) <= LARGEST_INTEGER
    return isinstance(value, float) and math.isfinite(value)


class Tape:
    """A storage of texts by name.

    Attributes:
        shared: the names of lists of texts that several programs change at once.
        failure: why a text could not be saved; empty if all could.
        fault: why the last one could not be saved; empty if it could.
    """

    shared: Collection[str] = ()
    failure = fault = ""

    def load(self, name: str) -> str | None:
        """Return the text saved under a name (letters and digits, upper case), or None."""
        raise NotImplementedError

    def save(self, name: str, text: str | None) -> None:
        """Replace the text under a name; None deletes it."""
        raise NotImplementedError

    def mount(self, image: Image) -> None:
        """Keep the values that are files of an image in a copy of it, where the tape lasts."""

    def update(self, name: str, change: Callable[[str | None], str | None]) -> None:
        """Replace the text under a name by what `change` makes of it."""
        self.save(name, change(self.load(name)))


class MemoryTape(Tape):
    """A tape in memory, lost when the machine is switched off."""

    def __init__(self, contents: Mapping[str, str] | None = None) -> None:
        self.contents: dict[str, str] = dict(contents or {})

    def load(self, name: str) -> str | None:
        """Return the text saved under a name, or None."""
        return self.contents.get(name)

    def save(self, name: str, text: str | None) -> None:
        """Replace the text under a name."""
        self.contents.pop(name, None)
        if text is not None:
            self.contents[name] = text


class GameTape(Tape):
    """A tape as one game sees it, so that a replay reads what the game has read.

    A name keeps the text that it had when the game first used it, until the game itself saves; what other games save
    meanwhile is not seen, but kept in a list that is shared.

    A save that fails is told to the log, like a text that is read, so that it fails in a replay, too.

    on_read: called with a name and its text when the game first uses the name.
    """

    FAULT = "FAULT"  # and a number: the name in the log of a save that failed

    def __init__(self, inner: Tape, on_read: Callable[[str, str | None], None]) -> None:
        self._inner, self._on_read, self.shared = inner, on_read, inner.shared
        self._first: dict[str, str | None] = {}
        self._written: dict[str, str | None] = {}
        self.failure = ""
        self.begin({})

    def begin(self, known: Mapping[str, str | None]) -> None:
        """Begin a game, as a replay until its log ends; known: the texts that the log contains."""
        self._known = dict(known)
        self._current: dict[str, str | None] = {}
        self._outstanding: set[str] = set()
        self._saves, self.fault = 0, ""
        self._log_ended = self._live = False

    def mount(self, image: Image) -> None:
        """Keep the values that are files of an image in a copy of it."""
        self._inner.mount(image)

    def log_ended(self) -> None:
        """Note that the log has ended. Whether the program's saves before its next wait were done is unknown."""
        self._log_ended = True

    def go_live(self) -> None:
        """Save what is outstanding and from now on save at once: the program waits, and the log has ended."""
        self._live = True
        for name in sorted(self._outstanding | self._written.keys()):
            text = self._current.get(name, self._first[name])
            if name in self._outstanding or text != self._written[name]:
                self._write(name, text)

    def load(self, name: str) -> str | None:
        """Return the text under a name as the game sees it."""
        self._read_once(name)
        return self._current[name]

    def save(self, name: str, text: str | None) -> None:
        """Replace the text under a name; on the tape itself once the game is live. `fault` says why that failed."""
        self._read_once(name)
        self._current[name] = text
        self._saves += 1
        key = f"{self.FAULT}{self._saves}"
        self.fault = self._known.get(key) or ""
        if self._live:
            self.fault = self._write(name, text)
            if self.fault:
                self._on_read(key, self.fault)
        elif self._log_ended:
            self._outstanding.add(name)

    def _read_once(self, name: str) -> None:
        if name in self._current:
            return
        if name not in self._known and self._log_ended:
            self._known[name] = self._inner.load(name)
            self._on_read(name, self._known[name])
        self._current[name] = self._known.get(name)
        self._first.setdefault(name, self._current[name])

    def _write(self, name: str, text: str | None) -> str:
        before = self._written.get(name, self._first[name])
        self._written[name] = text
        try:
            if name in self._inner.shared:
                self._inner.update(name, lambda now: merged(name, before, text, now))
            else:
                self._inner.save(name, text)
        except OSError as error:
            self.failure = f"{name} could not be saved on the tape: {error.strerror or error}"
            return error.strerror or str(error)
        return ""
