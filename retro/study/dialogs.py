"""What handles keys in place of a paused program's study: a prompt, a question, a page of help; or a list, a `Menu`."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field

from retro.input.events import Down, Event, Key, Text, Up
from retro.study import keys
from retro.study.view_model import Menu


@dataclass
class Prompt:
    """A question and the answer typed so far. accept: called with the whole answer; raises LaunchError."""

    question: str
    accept: Callable[[str], None]
    text: str = ""


@dataclass(frozen=True)
class Choice:
    """A question that is answered by single keys, or without answers a sentence. Other keys keep their effect.

    answers: by key, its effect in a few words (empty if the question says it), and the function to call.
    """

    question: str
    answers: Mapping[str, tuple[str, Callable[[], None]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Help:
    """A page of the list of all keys, counted from 1. It covers the dialog that was open."""

    page: int = 1
    below: Dialog | None = None


Dialog = Menu | Prompt | Choice | Help


class HeldKeys:
    """Tells which Down and Up events belong to keys of study, and so do not concern the program.

    Attributes:
        last: the last key that study took, by its name in these events.
    """

    def __init__(self) -> None:
        self.last = ""
        self._held: set[str] = set()

    def hold(self, event: Down) -> None:
        """Let a key go up again without the program."""
        self._held.add(event.name)

    def take(self, event: Event) -> None:
        """Take a typed key, which goes down next."""
        self.last = keys.key_of(event)

    def swallows(self, event: Event, names: Container[str]) -> bool:
        """Return whether an event belongs to a key of study; names: those of keys that always do."""
        if isinstance(event, Down) and (event.name in names or event.name == self.last):
            self._held.add(event.name)
            return True
        if isinstance(event, Up) and event.name in self._held:
            self._held.discard(event.name)
            return True
        if isinstance(event, (Text, Key)):
            self.last = ""
        return False
