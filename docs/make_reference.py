"""Generate docs/reference.md from the docstrings of the machine and its words: `python -m docs.make_reference`."""

from __future__ import annotations

import ast
import inspect
import re
from itertools import pairwise
from pathlib import Path

import retro.basic
from retro import Machine
from retro.basic import words
from retro.input import mouse

FILE = Path(__file__).with_name("reference.md")
NEW_LINE = " ⏎ "  # between the lines of an example
NO_BASIC = "no BASIC"
WORD = re.compile(r"(?:([A-Z*@][A-Z0-9*@%$~( ]*(?: (?:of|with) [a-z ]+)?): )?(.*)", re.DOTALL)  # BASIC's word: text
HEAD = """# Reference

All statements of the machine `m`, then the words of `retro.basic`. Each has its BASIC word, arguments and an example.
This file is generated from the docstrings: `python -m docs.make_reference`.

* Graphics units are those of BASIC: 1280 across the screen, 4 up a pixel, from the bottom left.
* Where a number is expected, anything else raises "Type mismatch", and a number of more than 32 bits "Too big".
* A statement that waits raises `Escape` when ESCAPE is pressed.
* An *extension* is not in the Electron's BASIC.
"""


class Entry:
    """The parts of a docstring.

    Attributes:
        word: BASIC's word; empty if the docstring does not begin with one.
        text: what it does.
        arguments, errors: (name, description) pairs.
        basic, python: the example, lines of Python; empty if it has none.
    """

    def __init__(self, docstring: str) -> None:
        prose, *sections = re.split(r"\n\n(?=Args:|Raises:|Attributes:|Example:)", inspect.cleandoc(docstring))
        self.word, self.text = WORD.fullmatch(prose).groups("")
        self.arguments: list[tuple[str, str]] = []
        self.errors: list[tuple[str, str]] = []
        self.basic, self.python = "", []
        for section in sections:
            self._take(*section.split(":", 1))

    def _take(self, kind: str, content: str) -> None:
        if kind == "Example":
            self.basic, _, python = " ".join(content.split()).partition(" → ")
            self.python = python.split(NEW_LINE)
        else:
            pairs = [(name, " ".join(text.split())) for name, text in _items(content)]
            (self.errors if kind == "Raises" else self.arguments).extend(pairs)


def _items(content: str) -> list[tuple[str, str]]:
    """Split a section of a docstring into names and descriptions."""
    return re.findall(r"^    (\S[^\n]*?): (.*?)(?=\n    \S|\Z)", content, re.DOTALL | re.MULTILINE)


def statements() -> dict[str, Entry]:
    """Return the entries of the machine's statements by the way they are written, such as `m.colour(n: int)`."""
    members = {name: member for name, member in vars(Machine).items() if name[0] != "_"}
    documented = {name: member for name, member in members.items() if "Example: " in (member.__doc__ or "")}
    entries = {f"m.{name}{_signature(member)}": Entry(member.__doc__) for name, member in documented.items()}
    for name, entry in entries.items():
        if getattr(members[name.removeprefix("m.").partition("(")[0]], "fset", None):
            entry.text += " Can be set."
    return entries


def basic_words() -> dict[str, Entry]:
    """Return the entries of `retro.basic` by the way they are written: functions, then constants and types."""
    values = {name: getattr(retro.basic, name) for name in retro.basic.__all__}
    functions = {f"{name}{_signature(value)}": value for name, value in values.items() if inspect.isfunction(value)}
    texts = _constants()
    constants = {name: texts[name] for name in values if name in texts}
    types = {name: value for name, value in values.items() if inspect.isclass(value) and name not in constants}
    found = {name: Entry(value.__doc__) for name, value in {**functions, **types}.items()}
    return found | {name: Entry(text) for name, text in constants.items()}


def _constants() -> dict[str, str]:
    """Return the texts that stand below assignments of the modules that define the words."""
    found = {}
    for module in (words, mouse):
        body = ast.parse(inspect.getsource(module)).body
        for statement, below in pairwise(body):
            if (
                isinstance(statement, ast.Assign)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
            ):
                found[ast.unparse(statement.targets[0])] = below.value.value
    return found


def _signature(member: object) -> str:
    if isinstance(member, property):
        return ""
    signature = inspect.signature(member)
    parameters = [_parameter(parameter) for name, parameter in signature.parameters.items() if name != "self"]
    returns = "" if signature.return_annotation == "None" else f" -> {signature.return_annotation}"
    return f"({', '.join(parameters)}){returns}"


def _parameter(parameter: inspect.Parameter) -> str:
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    text = f"{stars}{parameter.name}: {parameter.annotation}"
    if parameter.default is parameter.empty:
        return text
    return f"{text} = {getattr(parameter.default, '__name__', repr(parameter.default))}"


def _lines(name: str, entry: Entry) -> list[str]:
    """Return the Markdown of an entry."""
    items = [f"* `{argument}`: {text}" for argument, text in entry.arguments]
    items += [f'* raises "{error}": {text}' for error, text in entry.errors]
    basic = "" if entry.basic == NO_BASIC else f"`{entry.basic}` → "
    example = [f"Example: {basic}{' '.join(f'`{line}`' for line in entry.python)}"] if entry.python else []
    title = [f"### {entry.word}", f"`{name}`"] if entry.word else [f"### {name}"]
    paragraphs = [*title, _sentence(entry.text), "\n".join(items), *example]
    return [line for paragraph in paragraphs if paragraph for line in (paragraph, "")]


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def reference() -> str:
    """Return the whole document."""
    parts = [HEAD, "## Statements of the machine\n"]
    parts += ["\n".join(_lines(name, entry)) for name, entry in statements().items()]
    parts += ["## Words of `retro.basic`\n"]
    parts += ["\n".join(_lines(name, entry)) for name, entry in basic_words().items()]
    return "\n".join(parts).rstrip() + "\n"


if __name__ == "__main__":
    FILE.write_text(reference(), encoding="utf-8")
