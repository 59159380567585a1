"""A program as one record: what its loader knows of it, checked once."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial

from retro.input.events import UnknownKey, declared_keys
from retro.library.catalogue import PROMPT, ProgramInfo, is_basic
from retro.library.errors import LibraryError
from retro.library.fingerprint import fingerprint
from retro.library.options import Option, defaults
from retro.machine.machine import Machine

LONGEST_PACE = 100


class Program(ProgramInfo):
    """A program that is loaded.

    Attributes:
        given_name: The name or path it was loaded by.
        name: What recordings call it: a name of `retro list`, or the name of a file.
        path: Its main file.
        title, about, text: Its title, the first paragraph about it in one line, and all that is said about it.
        main: What runs it, on a machine, with the values of its options by name.
        options: What can be chosen about it.
        keys: Its own keys, and what they do.
        pace: How many times as long as on the Electron it takes to draw; 0: no time.
    """

    def __init__(
        self,
        given_name: str,
        path: str,
        docstring: str,
        main: Callable[..., object],
        *,
        options: Iterable[Option] = (),
        keys: Sequence[tuple[str, str]] = (),
        pace: float = 0.0,
    ) -> None:
        """Make the record. Raises LibraryError if keys or pace are not as they must be."""
        super().__init__(given_name if given_name.isidentifier() else os.path.basename(path), docstring, path)
        self.given_name, self.main, self.options, self.keys = given_name, main, list(options), keys
        for pair in keys if isinstance(keys, tuple | list) else [keys]:
            if not (isinstance(pair, tuple | list) and [type(part) for part in pair] == [str, str]):
                expected = 'expected pairs such as ("K", "knock"), ("1-6", "play that domino")'
                raise LibraryError(f"{path}: KEYS has {pair!r:.40}: {expected}")
            try:
                declared_keys(pair[0])
            except UnknownKey as error:
                raise LibraryError(f"{path}: KEYS: {error}") from error
        if type(pace) not in (int, float) or not 0 <= pace <= LONGEST_PACE:
            raise LibraryError(f"{path}: PACE is {pace!r:.40}: expected a number from 0 to {LONGEST_PACE}")
        self.pace = float(pace)

    @property
    def shares_disc(self) -> bool:
        """Whether it has the disc of all BASIC programs, and no tape of its own."""
        return is_basic(self.path) or self.name == PROMPT

    @cached_property
    def fingerprint(self) -> str:
        """The hash of its files as they were when this was first asked for."""
        return fingerprint(self.path)

    def values(self, given: Mapping[str, object] | None = None) -> dict[str, object]:
        """Return the values of all options: those given, and the others' defaults."""
        return defaults(self.options) | dict(given or {})

    def run_with(self, values: Mapping[str, object]) -> Callable[[Machine], object]:
        """Return main with values for its options."""
        return partial(self.main, **values)
