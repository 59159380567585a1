"""Conditions over a program's variables, in the notation of BASIC or of Python."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from types import FrameType, SimpleNamespace

from retro.basic.language.evaluation import FUNCTIONS, Unknown, compiled, evaluate, is_safe, parsed
from retro.basic.language.in_python import HOLDER
from retro.library.errors import LaunchError
from retro.listing.model import Study
from retro.study.values import holder_in, variables_in


def names_in(frames: Sequence[FrameType], study: Study) -> Mapping[str, object]:
    """Return the values of names in the innermost of these frames; `v` holds the program's variables."""
    if study.is_basic:
        return {HOLDER: SimpleNamespace(**variables_in(frames, study))}
    return {HOLDER: holder_in(frames), **(frames[-1].f_locals if frames else {})}


class Condition:
    """A condition over a program's variables, such as T%<5 or v.T < 5. Its str() is its text."""

    def __init__(self, text: str, study: Study) -> None:
        """Parse a condition. Raises LaunchError with what is wrong with it."""
        self._text, self._study = text.strip(), study
        names = {one.key.lower(): name for name, one in study.variables.items()}
        names |= {one.key: name for name, one in study.variables.items()}

        def name_of(name: str, subscripts: int) -> str:
            key = name + "(" * bool(subscripts)
            return names.get(key) or names.get(key.lower(), "")

        try:
            tree = parsed(self._text, name_of)
        except SyntaxError:
            one = next((variable.basic for variable in study.variables.values() if "(" not in variable.basic), "X%")
            expected = f"a condition of the variables of {study.name}, such as {one}>1"
            raise LaunchError(f"{text or 'nothing'}: expected {expected}") from None
        if not is_safe(tree):
            raise LaunchError(f"{text}: expected a condition of variables, numbers and operators")
        if name := next(_unknown(tree, study), ""):
            raise LaunchError(f"{text}: {name} is no variable of {study.name}")
        self._code = compiled(tree)

    def __str__(self) -> str:
        return self._text

    def holds(self, frames: Sequence[FrameType]) -> bool | None:
        """Return whether the condition is true in these frames; None if one of its variables has no value yet."""
        try:
            return bool(evaluate(self._code, names_in(frames, self._study)))
        except Unknown:
            return None


def _unknown(tree: ast.expr, study: Study) -> Iterator[str]:
    """Yield the names in a condition that the program does not have."""
    words = {word for procedure in study for line in procedure.lines for word in re.findall(r"[^\W\d]\w*", line.text)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == HOLDER and node.attr not in study.variables:
            yield node.attr
        elif isinstance(node, ast.Name) and node.id not in {*words, *FUNCTIONS, HOLDER}:
            yield node.id
