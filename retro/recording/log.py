"""What came through the seam in one game: enough to have the same game again.

A machine is a function of its program, its seed and what its waits gave. Most waits end as they were asked to, with
nothing: of those only the number is kept. The others are entries. Times are the recorder's own, which a wait that
ended as it was asked to moves by exactly what was asked for.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from retro.keyboard import Event

TYPED = ("text", "key")
RELEASED = ("up", "all up")


class Entry:
    """A wait that gave events, or ended at another time than it was asked to.

    calm: how many waits before it ended as they were asked to, with nothing. at: the statement it happened in
    (`Machine.statements`). moment: the time after it, milliseconds since power-on; an earlier one counts as no time.
    attending: it was the machine that looked up from its work. line: where it stands in its file; 0: in none.
    """

    __slots__ = ("at", "attending", "calm", "events", "line", "moment")

    def __init__(
        self, calm: int, at: int, moment: int, events: Sequence[Event] = (), attending: bool = False, line: int = 0
    ) -> None:
        self.calm, self.at, self.moment = calm, at, moment
        self.events, self.attending, self.line = tuple(events), attending, line


class End:
    """How a game ended.

    kind: one of ENDS. calm, at, attending, line: as in an Entry. screen: the check sum of the last screen.
    said: the error, if it was one.
    """

    __slots__ = ("at", "attending", "calm", "kind", "line", "said", "screen")

    def __init__(
        self, kind: str, calm: int, at: int, screen: int, attending: bool = False, said: str = "", line: int = 0
    ) -> None:
        self.kind, self.calm, self.at, self.screen = kind, calm, at, screen
        self.attending, self.said, self.line = attending, said, line


DONE, ESCAPED, OFF, FAILED = ENDS = ("done", "escape", "off", "error")


class Touch:
    """What a program found on the tape under a name when it first used that name; text None: nothing.

    index: how many entries there were then.
    """

    __slots__ = ("index", "name", "text")

    def __init__(self, name: str, text: str | None, index: int) -> None:
        self.name, self.text, self.index = name, text, index


class Log:
    """The entries of a game so far.

    calm: how many waits after the last entry ended as they were asked to. end: None while the game is not over.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.touches: list[Touch] = []
        self.calm = 0
        self.end: End | None = None

    def add(self, entry: Entry) -> None:
        """One more entry."""
        self.entries.append(entry)
        self.calm = 0

    def touch(self, name: str, text: str | None) -> Touch:
        """A name on the tape was used for the first time."""
        touch = Touch(name, text, len(self.entries))
        self.touches.append(touch)
        return touch

    def finish(self, end: End) -> None:
        """The game is over."""
        self.end, self.calm = end, end.calm

    @property
    def presses(self) -> int:
        """How many keys were pressed."""
        return len(self.starts())

    def starts(self) -> list[tuple[int, int]]:
        """Where each key press begins: the number of its entry, and of its event in there.

        A press is a key that goes down, with what it types; what is typed without it is one by itself.
        """
        return list(_starts(self.entries))

    def cut(self, index: int, event: int = 0) -> None:
        """Forget everything from an event of an entry on; the waits before it stay."""
        entry = self.entries[index]
        del self.entries[index + (event > 0) :]
        if event:
            kept = Entry(entry.calm, entry.at, entry.moment, entry.events[:event], entry.attending, entry.line)
            self.entries[index] = kept
        self.calm = 0 if event else entry.calm
        self.end = None
        self.touches = [touch for touch in self.touches if touch.index <= len(self.entries)]

    def cut_at(self, index: int, calm: int) -> None:
        """Forget everything after so many entries and so many waits more."""
        if index < len(self.entries):
            self.cut(index)
        self.calm, self.end = calm, None

    def back(self, presses: int) -> None:
        """Take so many key presses back: 1 to `presses`. The game is at the moment before them."""
        self.cut(*self.starts()[-presses])

    def reopen(self) -> None:
        """Be the game as it was before it was left; the key that ended it is taken back."""
        by_key = self.end is not None and self.end.kind in (ESCAPED, FAILED)
        self.end = None
        if by_key and self.entries:
            self.back(1)

    @property
    def holding(self) -> bool:
        """Is a key held at the end?"""
        held: set[str] = set()
        for entry in self.entries:
            for kind, name in entry.events:
                if kind == "down":
                    held.add(name)
                elif kind in RELEASED:
                    held = held - {name} if kind == "up" else set()
        return bool(held)


def is_press(event: Event) -> bool:
    """Does a key go down, or type something, or is a button of the mouse held?"""
    return event[0] == "down" or event[0] in TYPED or (event[0] == "mouse" and not event[1].endswith(" 0"))


def _starts(entries: list[Entry]) -> Iterator[tuple[int, int]]:
    pressed = False  # a key is down that has not typed yet
    for index, entry in enumerate(entries):
        late = False  # something was typed without it: the keys that go down next are the ones it was typed with
        for number, event in enumerate(entry.events):
            kind = event[0]
            if kind == "down" and late:
                continue
            starts = is_press(event) and not pressed
            late = starts and kind in TYPED
            pressed = kind == "down"
            if starts:
                yield index, number
