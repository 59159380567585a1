"""Writes the log of a game down while it is played: whole lines, before the program gets the key that is in them."""

from __future__ import annotations

from retro.recording.file import back_line, end_line, header_line, line_of, tape_line, waits_line
from retro.recording.log import DONE, is_press

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from retro.keyboard import Event
    from retro.recording.file import Header
    from retro.recording.log import End, Entry, Log, Touch

    class Sink(Protocol):
        """Where lines go. trouble: why they could not be written; empty while they can."""

        trouble: str

        def write(self, lines: bytes, pressed: bool) -> None:
            """Add whole lines. pressed: a key of the game is among them."""

        def close(self, finished: bool) -> None:
            """There is no more to come. finished: the game has come to its own end."""


GATHERED = 50  # entries without events in one line, at most


class Journal:
    """A log as lines, to the same sinks."""

    def __init__(self, sinks: Sequence[Sink] = ()) -> None:
        self._sinks: tuple[Sink, ...] = tuple(sinks)
        self._waits: list[Entry] = []
        self._lines = b""
        self._sum = 0
        self.begun = False

    @property
    def written(self) -> bool:
        """Is there somewhere to write to?"""
        return bool(self._sinks)

    def begin(self, header: Header, log: Log) -> None:
        """Write the header, and all that the log has already, in one."""
        self._line(header_line(header))
        touches = list(log.touches)
        for index, entry in enumerate(log.entries):
            while touches and touches[0].index <= index:
                self._touch(touches.pop(0))
            self._add(entry)
        for touch in touches:
            self._touch(touch)
        self._gathered()
        self._write(any(means_to_play(event) for entry in log.entries for event in entry.events))
        self.begun = True

    def add(self, entry: Entry) -> None:
        """One more entry; it is written at once if it has events."""
        self._add(entry)
        if not self._waits:
            self._write(any(map(means_to_play, entry.events)))

    def touch(self, touch: Touch) -> None:
        """A name on the tape was used for the first time."""
        self._touch(touch)
        self._write()

    def back(self, presses: int) -> None:
        """So many key presses were taken back."""
        self._gathered()
        self._line(back_line(presses))
        self._write()

    def end(self, end: End) -> None:
        """The game is over."""
        self._gathered()
        self._line(end_line(end))
        self._write()
        self.close(finished=end.kind == DONE)

    def close(self, finished: bool) -> None:
        """There is no more to come. finished: the game has come to its own end."""
        sinks, self._sinks = self._sinks, ()
        for sink in sinks:
            sink.close(finished)

    def _add(self, entry: Entry) -> None:
        self._waits.append(entry)
        if entry.events or len(self._waits) == GATHERED:
            self._gathered()

    def _touch(self, touch: Touch) -> None:
        self._gathered()
        self._line(tape_line(touch))

    def _gathered(self) -> None:
        waits, self._waits = self._waits, []
        if waits:
            self._line(waits_line(waits))

    def _line(self, content: dict[str, object]) -> None:
        line, self._sum = line_of(content, self._sum)
        self._lines += line

    def _write(self, pressed: bool = False) -> None:
        lines, self._lines = self._lines, b""
        for sink in self._sinks:
            sink.write(lines, pressed)


def means_to_play(event: Event) -> bool:
    """Is a key pressed, and not only to get away?"""
    return is_press(event) and event[1] != "ESCAPE"
