"""Command lines: each command is a table of arguments and options, from which it is parsed and its help printed."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from types import SimpleNamespace

from retro.library.errors import OptionError
from retro.library.options import PROGRAM_GROUP, REQUIRED, Option

HELP = "-h", "--help"
HELP_COLUMN, WIDEST = 26, 100  # where the second column of the help begins, and the width of the help


class Args(SimpleNamespace):
    """The values of a command line, by the names of their options.

    Attributes:
        given: The values of the program's options that the command line contains.
        words: The arguments, and unknown options.
    """

    given: dict[str, object]
    words: list[str]


class HelpRequested(Exception):
    """The command line asks for help; str() is the help text of the command."""


class Command:
    """A command of `retro`.

    Attributes:
        name, about: The name, and a description in paragraphs.
        arguments, options: The arguments in their order, and the options.
        more: The end of the help, printed without wrapping.
    """

    def __init__(
        self, name: str, about: str, arguments: Sequence[Option] = (), options: Sequence[Option] = (), more: str = ""
    ) -> None:
        self.name, self.about, self.more = name, about, more
        self.arguments, self.options = list(arguments), list(options)

    def add(self, options: Iterable[Option], where: str) -> None:
        """Add the options of a program in the file `where`. Raises OptionError if a name is already used."""
        taken = {flag for option in self.options for flag in option.flags} | set(HELP)
        for option in options:
            if taken & set(option.flags):
                raise OptionError(
                    f"{where}: the option {option.name} of main clashes with {option.flag} of retro {self.name}: "
                    "expected another name"
                )
            self.options.append(option)

    def parse(self, words: Sequence[str], lenient: bool = False) -> Args:
        """Parse a command line; return the values of all arguments and options. Raises OptionError, HelpRequested.

        lenient: Ignore unknown options and requests for help, as the program, which may have more options, is not yet
        known.
        """
        own = [option for option in self.options if option.group != PROGRAM_GROUP]
        values = {option.name: option.default for option in (*self.arguments, *own) if not option.repeats}
        repeated: dict[str, list[object]] = {option.name: [] for option in (*self.arguments, *own) if option.repeats}
        given: dict[str, object] = {}
        arguments_given: list[str] = []
        arguments = iter(self.arguments)
        last = next((argument for argument in self.arguments if argument.repeats), None)
        for (word, *_), option, text in self._tokens(words):
            if text is None:
                if lenient:
                    continue
                raise HelpRequested(self.help()) if word in HELP else self._unknown(word)
            if option is None:
                arguments_given.append(text)
                option = next(arguments, last)
                if option is None and not lenient:
                    raise OptionError(f"{text!r} is one word too many: expected {self._usage()}")
            if option:
                value = option.parse(text)
                if option.group == PROGRAM_GROUP:
                    given[option.name] = value
                elif option.repeats:
                    repeated[option.name].append(value)
                else:
                    values[option.name] = value
        if REQUIRED in values.values() and not lenient:
            raise OptionError(f"Something is missing: expected {self._usage()}")
        return Args(given=given, words=arguments_given, **values, **repeated)

    def without(self, words: Sequence[str], names: Collection[str]) -> list[str]:
        """Remove the options of these names from a command line."""
        tokens = self._tokens(words)
        return [word for parts, option, _ in tokens if not (option and option.name in names) for word in parts]

    def _tokens(self, words: Sequence[str]) -> Iterator[tuple[list[str], Option | None, str | None]]:
        """Yield the parts of a command line, each as its words, its option, and the text of the value.

        For an argument the option is None and the text is the word; for an unknown option both are None.
        """
        options = {flag: option for option in self.options for flag in option.flags}
        waiting = list(words)
        while waiting:
            word = waiting.pop(0)
            flag, equals, text = word.partition("=")
            if word == "--":
                yield from (([argument], None, argument) for argument in waiting)
                return
            if not word.startswith("-") or word == "-":
                yield [word], None, word
            elif len(meant := self._meant(flag)) != 1:
                yield [word], None, None
            elif meant[0] in HELP:
                yield [meant[0]], None, None
            elif (option := options[meant[0]]).kind is bool:
                if equals:
                    raise OptionError(f"{flag} takes no value")
                yield [word], option, "yes" if meant[0] == option.flag else "no"
            elif equals:
                yield [word], option, text
            elif waiting and option.takes(waiting[0]):
                yield [word, waiting[0]], option, waiting.pop(0)
            elif option.empty is not None:
                yield [word], option, option.empty
            else:
                raise OptionError(f"{flag} needs a value: expected {option.expected}")

    def _meant(self, flag: str) -> list[str]:
        """Return the flags that an abbreviated flag can stand for."""
        flags = [*(known for option in self.options for known in option.flags), *HELP]
        return [flag] if flag in flags else [known for known in flags if flag[2:] and known.startswith(flag)]

    def _unknown(self, word: str) -> OptionError:
        """Return the error for an unknown option, with similar ones."""
        from difflib import get_close_matches

        flag = word.partition("=")[0]
        flags = {known.lstrip("-"): known for option in self.options for known in option.flags}
        near = self._meant(flag) or [flags[name] for name in get_close_matches(flag.lstrip("-"), flags, 1, 0.5)]
        question = f"Did you mean {' or '.join(near)}?" if near else f"retro {self.name} --help shows those it has"
        return OptionError(f"retro {self.name} has no option {flag}. {question}")

    def _usage(self) -> str:
        """Return the usage line of the help: the command with its arguments and options."""
        words = (word.metavar if word.default is REQUIRED else f"[{word.metavar}]" for word in self.arguments)
        return " ".join(["retro", self.name, *words, "[OPTION ...]"])

    def help(self) -> str:
        """Return the command's help text."""
        import shutil
        from textwrap import fill

        width = min(WIDEST, shutil.get_terminal_size().columns)
        parts = [f"usage: {self._usage()}", *(fill(part, width) for part in self.about.strip().split("\n\n"))]
        flags = Option("help", bool, False, "show this help", flag=", ".join(HELP))
        groups: dict[str, list[str]] = {}
        for option in (*self.arguments, flags, *self.options):
            left = f"  {option.shown}"
            fits = len(left) < HELP_COLUMN - 1
            indent = " " * HELP_COLUMN
            text = fill(option.usage, width, initial_indent=indent, subsequent_indent=indent)
            row = f"{left:<{HELP_COLUMN}}{text.lstrip()}" if fits else f"{left}\n{text}"
            groups.setdefault(option.group or ("options" if option.flag else "arguments"), []).append(row)
        parts += ["\n".join([f"{group}:", *rows]) for group, rows in groups.items()]
        return "\n\n".join([*parts, *filter(None, [self.more.strip("\n")])])
