"""The tape: values that a program saves by name, encoded as text, and the storage of these texts."""

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
DEEPEST_ARRAY = 8  # of nested arrays
LONGEST_ENCODING = 256 * 1024  # characters of text under one name: some 40,000 numbers
LARGEST_INTEGER = 10**15  # integers from -LARGEST_INTEGER to LARGEST_INTEGER
LONGEST_STRING = 255  # characters of a string

DATA, FILE = 216, 219  # the cassette's errors


def checked_name(name: str) -> str:
    """Return a name in upper case. Raise "Bad string" unless it has 1 to 10 letters and digits."""
    if isinstance(name, str) and 0 < len(name) <= NAME_LENGTH and name.isascii() and name.isalnum():
        return name.upper()
    raise BasicError.named("Bad string", f"{name!r} given, a name of 1 to {NAME_LENGTH} letters and digits expected")


def encode(name: str, value: object) -> str:
    """Encode a value as text. Raises "Type mismatch" unless it is a string, a number or lists of them; "No room"."""
    import json

    if not is_storable(value):
        raise BasicError.named("Type mismatch", f"{name}: strings, finite numbers and lists of them can be saved")
    content = {"retro": "tape", "format": FORMAT, "name": name, "value": value}
    body = json.dumps(content, separators=(",", ":"))[:-1]
    text = f'{body},"sum":"{crc32(body.encode("ascii")):08x}"}}\n'
    if len(text) > LONGEST_ENCODING:
        raise BasicError(0, "No room", f"{name}: {len(text)} characters given, at most {LONGEST_ENCODING} expected")
    return text


def decode(name: str, text: str | None) -> object:
    """Decode the text of a value. Raises "File?" for None, "Data?" if the text is damaged."""
    import json

    if text is None:
        raise BasicError(FILE, "File?", f"there is no {name} on the tape")
    body, mark, tail = text.rpartition(',"sum":"')
    if not mark or len(text) > LONGEST_ENCODING or tail != f'{crc32(body.encode("utf-8", "replace")):08x}"}}\n':
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
    """Merge a program's changes of a shared list of texts into the list that is on the tape now.

    before, after: the encoded list before and after the program's changes. now: the encoded list on the tape, which
    other programs may have changed; if it is damaged, it is replaced.
    """
    try:
        had, has, is_now = (set(decode(name, text)) if text else set() for text in (before, after, now))  # type: ignore[call-overload]
    except (BasicError, TypeError):
        return after
    return encode(name, sorted(is_now - (had - has) | (has - had)))


def data_error(name: str, reason: str) -> BasicError:
    """Make the cassette's "Data?" error."""
    return BasicError(DATA, "Data?", f"{name} on the tape cannot be read: {reason}")


def is_storable(value: object, depth: int = DEEPEST_ARRAY) -> bool:
    """Return whether a value can be saved on the tape."""
    if isinstance(value, (list, tuple)):
        return depth > 0 and all(is_storable(part, depth - 1) for part in value)
    if isinstance(value, str):
        return len(value) <= LONGEST_STRING
    if isinstance(value, int):
        return abs(value) <= LARGEST_INTEGER
    return isinstance(value, float) and math.isfinite(value)


class Tape:
    """A storage of texts by name; a base class.

    Attributes:
        shared: the names of lists of texts that several programs may change at the same time.
        failure: why a text could not be saved; empty if none has failed.
        fault: why the last save has failed; empty if it has not.
    """

    shared: Collection[str] = ()
    failure = fault = ""

    def load(self, name: str) -> str | None:
        """Return the text saved under a name (letters and digits, upper case), or None."""
        raise NotImplementedError

    def save(self, name: str, text: str | None) -> None:
        """Replace the text saved on the tape under a name; None deletes it."""
        raise NotImplementedError

    def mount(self, image: Image) -> None:
        """Save files of an image in a copy of the image, if the tape is permanent."""

    def update(self, name: str, change: Callable[[str | None], str | None]) -> None:
        """Replace the text saved on the tape under a name by `change` of it."""
        self.save(name, change(self.load(name)))


class MemoryTape(Tape):
    """A tape in memory, lost when the machine is switched off."""

    def __init__(self, contents: Mapping[str, str] | None = None) -> None:
        self.contents: dict[str, str] = dict(contents or {})

    def load(self, name: str) -> str | None:
        """Return the text saved on the tape under a name, or None."""
        return self.contents.get(name)

    def save(self, name: str, text: str | None) -> None:
        """Replace the text saved on the tape under a name."""
        self.contents.pop(name, None)
        if text is not None:
            self.contents[name] = text


class GameTape(Tape):
    """A tape for one game: a replay of the game reads the same texts as the game did.

    A name keeps the text that it had when the game first used it, until the game itself saves. What other games save
    meanwhile is not visible in this one; in shared lists it is kept when this game saves.

    A failed save is reported by `on_read` like a text that is read, so that it fails in a replay, too.

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
        """Begin a game in a replay of its log. known: the texts that the log contains, by name."""
        self._known = dict(known)
        self._current: dict[str, str | None] = {}
        self._outstanding: set[str] = set()
        self._saves, self.fault = 0, ""
        self._log_ended = self._live = False

    def mount(self, image: Image) -> None:
        """Save files of an image in a copy of the image."""
        self._inner.mount(image)

    def log_ended(self) -> None:
        """Handle the end of the log: the log does not say whether saves before the next wait succeeded."""
        self._log_ended = True

    def go_live(self) -> None:
        """Save the texts not saved yet, and from now on save at once: the replay is over."""
        self._live = True
        for name in sorted(self._outstanding | self._written.keys()):
            text = self._current.get(name, self._first[name])
            if name in self._outstanding or text != self._written[name]:
                self._write(name, text)

    def load(self, name: str) -> str | None:
        """Return the text saved on the tape under a name, as this game knows it."""
        self._read_once(name)
        return self._current[name]

    def save(self, name: str, text: str | None) -> None:
        """Replace the text saved under a name; after the replay also on the tape itself. `fault` tells of a failure."""
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
