"""The dialogs of a paused study, which handle keys while they are open: prompt, question, help, list."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from retro.input.events import Down, Event, Key, Text, Up
from retro.listing.procedure import NO_LINE, Procedure, SourceLine, Variable
from retro.study import keys


@dataclass(frozen=True)
class Found:
    """An item of a list in live study: a name, a text, and if known procedure, line and position in the game."""

    where: str
    text: str
    procedure: Procedure | None = None
    line: int = NO_LINE
    position: tuple[int, int] = 0, 0

    @property
    def key(self) -> str:
        """The name and text of the item, as one line of the list."""
        return f"{self.where}  {self.text}"


@dataclass(frozen=True)
class OpenChoice(Found):
    """A choice that the description leaves open: its name, the reasons for it, and whether it is made now."""

    made: bool = False

    @property
    def key(self) -> str:
        """The row of a choice: a sign of whether it is made, and its name."""
        return f"{'■' if self.made else '□'} {self.where}"


@dataclass(frozen=True)
class Menu:
    """A list to select from: places in the program, procedures, lines of a procedure, or variables.

    at: the index of the selected item.
    """

    items: Sequence[Any]
    at: int = 0

    @property
    def selected(self) -> Procedure | SourceLine | Variable | Found:
        """The selected item of the list."""
        found: Procedure | SourceLine | Variable | Found = self.items[self.at]
        return found

    def moved(self, by: int) -> Menu:
        """Return the dialog's list with the selection moved by `by` items down."""
        return Menu(self.items, max(0, min(len(self.items) - 1, self.at + by)))

    def beginning_with(self, letter: str) -> Menu | None:
        """Return the list with the next variable selected that begins with a letter, or None."""
        order = (*range(self.at + 1, len(self.items)), *range(self.at + 1))
        found = (at for at in order if isinstance(self.items[at], Variable) and len(letter) == 1)
        at = next((at for at in found if self.items[at].basic[:1].upper() == letter), None)
        return None if at is None else Menu(self.items, at)


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

    @property
    def effects(self) -> dict[str, str]:
        """The effects of the answers by their keys, except those that the question itself names."""
        return {key: effect for key, (effect, _) in self.answers.items() if effect}

    @property
    def sentence(self) -> str:
        """The question with the keys of its answers."""
        named = [f"{'SPACE' if key == ' ' else key}: {effect}" for key, effect in self.effects.items()]
        return f"{self.question} {'; '.join(named)}." if named else self.question


@dataclass(frozen=True)
class Help:
    """A page of the list of all keys, counted from 1. It covers the dialog that was open."""

    page: int = 1
    below: Dialog | None = None


Dialog = Menu | Prompt | Choice | Help


class HeldKeys:
    """Remembers which keys study has handled, so that their Down and Up events do not reach the program.

    Attributes:
        last: the last key that study has handled, by its name in these events.
    """

    def __init__(self) -> None:
        self.last = ""
        self._held: set[str] = set()

    def hold(self, event: Down) -> None:
        """Keep a key's Up event from the program."""
        self._held.add(event.name)

    def take(self, event: Event) -> None:
        """Handle a typed key of study, whose Down event follows."""
        self.last = keys.key_of(event)

    def swallows(self, event: Event, names: Container[str]) -> bool:
        """Return whether an event belongs to a key of study. names: keys whose events always do."""
        if isinstance(event, Down) and (event.name in names or event.name == self.last):
            self._held.add(event.name)
            return True
        if isinstance(event, Up) and event.name in self._held:
            self._held.discard(event.name)
            return True
        if isinstance(event, (Text, Key)):
            self.last = ""
        return False
