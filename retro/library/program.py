"""`Program`: all that a loader knows of a program, in one record."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial

from retro.input.events import UnknownKey, declared_keys
from retro.library.catalogue import LISTING, PROMPT, ProgramInfo
from retro.library.errors import LibraryError, OptionError
from retro.library.fingerprint import fingerprint
from retro.library.options import PROGRAM_GROUP, Option, defaults
from retro.machine.machine import Machine

LARGEST_PACE = 100
ORIGINAL = Option("original", bool, False, "play the original, without what is ours", group=PROGRAM_GROUP, negates=True)
AT_ONCE = "go"  # the option of an edition that has a front page to begin without it


class Program(ProgramInfo):
    """A program that is loaded.

    Attributes:
        given_name: The name or path by which it was loaded.
        name: The name in recordings: that of `retro list`, or of a file.
        path: The main file.
        title, about, text: The title, the first paragraph of the docstring on one line, and the whole description.
        main: The function that runs it on a machine, with the values of its options by name.
        original: The function that runs the original, if main is an edition of it; then `--original` is an option.
        options: The program's options.
        keys: The program's keys, each with its effect.
        stand_ins: By code, the text to show for a character of its own where the display is text.
        pace: The time that drawing takes, relative to the Electron; 0: no time.
        speed: The speed at which it runs unless another is chosen.
        chosen: The chosen values of the options.
        paced: Whether `pace` applies: for people, not for scripts.
        has_run: Whether a game was begun, which may have left values in the module's variables.
    """

    paced = has_run = False

    def __init__(
        self,
        given_name: str,
        path: str,
        docstring: str,
        main: Callable[..., object],
        *,
        original: Callable[[Machine], object] | None = None,
        options: Iterable[Option] = (),
        keys: Sequence[tuple[str, str]] = (),
        pace: float = 0.0,
        speed: str = "normal",
        stand_ins: Mapping[int, str] | None = None,
    ) -> None:
        """Make the record of a program. Raises LibraryError if keys or pace are invalid."""
        super().__init__(given_name if given_name.isidentifier() else os.path.basename(path), docstring, path)
        self.given_name, self.main, self.original, self.keys = given_name, main, original, keys
        self.stand_ins = dict(stand_ins or {})
        self.options = [*options, *([ORIGINAL] if original else [])]
        for pair in keys if isinstance(keys, tuple | list) else [keys]:
            if not (isinstance(pair, tuple | list) and [type(part) for part in pair] == [str, str]):
                expected = 'expected pairs such as ("K", "knock"), ("1-6", "play that domino")'
                raise LibraryError(f"{path}: KEYS has {pair!r:.40}: {expected}")
            try:
                declared_keys(pair[0])
            except UnknownKey as error:
                raise LibraryError(f"{path}: KEYS: {error}") from error
        if type(pace) not in (int, float) or not 0 <= pace <= LARGEST_PACE:
            raise LibraryError(f"{path}: PACE is {pace!r:.40}: expected a number from 0 to {LARGEST_PACE}")
        self.pace, self.speed, self.chosen = float(pace), speed, defaults(self.options)

    @cached_property
    def key(self) -> str:
        """The name of the folder of its unfinished games."""
        from retro.session.storage import key_of

        return key_of(self.name, self.path)

    @property
    def tape_key(self) -> str:
        """The name of its tape; all BASIC programs share one, which holds their disc."""
        from retro.session.storage import DISC_KEY

        return DISC_KEY if self.path.endswith(LISTING) or self.name == PROMPT else self.key

    @cached_property
    def fingerprint(self) -> str:
        """The hash of the program's files as they were when this was first read."""
        return fingerprint(self.path)

    def values(self, given: Mapping[str, object] | None = None) -> dict[str, object]:
        """Return the values of the program's options: the given ones, defaults for the others. Raises OptionError."""
        others = [option.flag for option in self.options if option is not ORIGINAL and option.name in (given or {})]
        if given and given.get(ORIGINAL.name) and others:
            raise OptionError(f"--original goes without {', '.join(others)}: the original has no options")
        return defaults(self.options) | dict(given or {})

    def as_studied(self, given: Mapping[str, object] | None = None) -> dict[str, object]:
        """Return the given options, with those by which a game begins at once in what study is about, the original."""
        if self.original:
            return dict(given or {ORIGINAL.name: True})
        return dict.fromkeys((option.name for option in self.options if option.name == AT_ONCE), True) | dict(
            given or {}
        )

    def run_with(self, values: Mapping[str, object]) -> Callable[[Machine], object]:
        """Return a function that runs the program's main, or that of the original, with these values of options."""
        own = {name: value for name, value in values.items() if name != ORIGINAL.name}
        main = self.original if self.original and values.get(ORIGINAL.name) else partial(self.main, **own)

        def run(m: Machine) -> object:
            m.screen.stand_ins.update(self.stand_ins)
            return main(m)

        return run if self.stand_ins else main
