"""Evaluates expressions over a program's variables without side effects, in the words of BASIC or of Python."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import CodeType, FrameType, SimpleNamespace

from retro.basic import asc, chr_s, div, instr, int_, left_s, mid_s, mod, right_s, sgn, str_s, string_s, val
from retro.basic.language import tree
from retro.basic.language.expressions import ExpressionParser
from retro.basic.language.in_python import HOLDER, Translator
from retro.basic.language.tokens import CR
from retro.basic.tokeniser import tokenise_text
from retro.launcher.errors import LaunchError
from retro.listing.model import Study
from retro.study.values import holder_in, variables_in

BASIC = (abs, asc, chr_s, instr, int_, left_s, len, mid_s, right_s, sgn, str_s, string_s, val)
FUNCTIONS = {function.__name__: function for function in (*BASIC, div, int, max, min, mod, str, sum)}
FUNCTIONS |= {function.__name__.rstrip("_").replace("_s", "$").upper(): function for function in BASIC}
BUILT_IN: dict[str, object] = {"__builtins__": {}, **FUNCTIONS}
NODES = ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Compare, ast.Subscript, ast.Tuple, ast.List, ast.Constant, ast.Slice
PARTS = *NODES, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context
# What may be written otherwise than in BASIC: small letters, and a space before a bracket.
LIKE_BASIC = re.compile(r'"[^"]*"|\b(?:and|or|not|div|mod|eor)\b|\s+(?=\()')


class Unknown(Exception):
    """An expression has no value yet."""


def is_safe(node: ast.AST) -> bool:
    """Return whether to evaluate an expression has no side effects: it calls nothing but `FUNCTIONS`."""
    match node:
        case ast.Name():
            return True
        case ast.Attribute(value=ast.Name(), attr=name):
            return not name.startswith("_")
        case ast.Call(func=ast.Name(id=name), args=parts, keywords=[]):
            return name in FUNCTIONS and all(map(is_safe, parts))
    return isinstance(node, PARTS) and all(map(is_safe, ast.iter_child_nodes(node)))


@lru_cache(1024)
def compiled(node: ast.expr) -> CodeType:
    """Return a safe expression as code for `evaluate`."""
    return compile(ast.fix_missing_locations(ast.Expression(node)), "<expression>", "eval")


def evaluate(code: CodeType, names: Mapping[str, object]) -> object:
    """Return the value of a safe expression. Raises Unknown if it has none."""
    try:
        return eval(code, BUILT_IN, names)
    except Exception as error:
        raise Unknown(str(error)) from error


def names_in(frames: Sequence[FrameType], study: Study) -> Mapping[str, object]:
    """Return what names mean in the last of these frames, the innermost; `v` holds the program's variables."""
    if study.is_basic:
        return {HOLDER: SimpleNamespace(**variables_in(frames, study))}
    return {HOLDER: holder_in(frames), **(frames[-1].f_locals if frames else {})}


class Condition:
    """A condition over a program's variables, such as T%<5 or v.T < 5. Its str() is its text."""

    def __init__(self, text: str, study: Study) -> None:
        """Parse a condition. Raises LaunchError with what is wrong with it."""
        self._text, self._study = text.strip(), study
        try:
            tree = parsed(self._text, study)
        except SyntaxError:
            one = next((one.basic for one in study.variables.values() if "(" not in one.basic), "X%")
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
        """Return whether it holds while these procedures run; None if a variable has no value yet."""
        try:
            return bool(evaluate(self._code, names_in(frames, self._study)))
        except Unknown:
            return None


def parsed(text: str, study: Study) -> ast.expr:
    """Return an expression of BASIC, or else of Python, over a program's variables. Raises SyntaxError."""
    like_basic = LIKE_BASIC.sub(lambda found: found[0] if found[0][0] == '"' else found[0].strip().upper(), text)
    parser = ExpressionParser(
        tokenise_text(like_basic.encode("latin-1", "replace"), statement=False) + b"\r", lambda name: None
    )
    found = parser.expression()
    if parser.peek() != CR or tree.Failure in map(type, tree.below(found)):
        return ast.parse(text, mode="eval").body
    names = {one.key.lower(): name for name, one in study.variables.items()}
    names |= {one.key: name for name, one in study.variables.items()}

    def name_of(name: str, subscripts: int) -> str:
        key = name + "(" * bool(subscripts)
        return names.get(key) or names.get(key.lower(), "")

    return Translator(name_of).expression(found)


def _unknown(tree: ast.expr, study: Study) -> Iterator[str]:
    """Yield the names in an expression that the program does not have."""
    words = {word for one in study for line in one.lines for word in re.findall(r"[^\W\d]\w*", line.text)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == HOLDER and node.attr not in study.variables:
            yield node.attr
        elif isinstance(node, ast.Name) and node.id not in {*words, *FUNCTIONS, HOLDER}:
            yield node.id
