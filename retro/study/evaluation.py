"""Evaluates expressions over a program's variables without side effects, in the words of BASIC or of Python."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from types import CodeType, FrameType, SimpleNamespace

from retro.basic import div, mod
from retro.launcher.errors import LaunchError
from retro.listing.model import Study
from retro.study.values import holder_in, variables_in

FUNCTIONS = {function.__name__: function for function in (abs, div, int, len, max, min, mod, str, sum)}
BUILT_IN: dict[str, object] = {"__builtins__": {}, **FUNCTIONS}
NODES = ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Compare, ast.Subscript, ast.Tuple, ast.List, ast.Constant, ast.Slice
PARTS = *NODES, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context
HOLDER = "v"
WORDS = {name.upper(): name for name in FUNCTIONS}
WORDS |= {"AND": " and ", "OR": " or ", "NOT": " not ", "EOR": "^", "DIV": "//", "MOD": "%", "=": "==", "<>": "!="}
TOKEN = re.compile(r'"[^"]*"|v\.\w+|[A-Za-z_`][\w`]*[%$]?(?:\s*\()?|<>|[<>=!]=|.', re.DOTALL)


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
            tree = _Subscripts().visit(ast.parse(in_python(self._text, study).strip(), mode="eval")).body
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


def in_python(text: str, study: Study) -> str:
    """Return an expression with BASIC's operators and the program's variables in Python's words."""
    names = {one.key.lower(): name for name, one in study.variables.items()}
    names |= {one.key: name for name, one in study.variables.items()}

    def translated(token: str) -> str:
        key = "".join(token.split())
        word, bracket = key.rstrip("("), key[len(key.rstrip("(")) :]
        name = names.get(key) or names.get(key.lower())
        return f"{HOLDER}.{name}{bracket}" if name else WORDS[word] + bracket if word in WORDS else token

    return "".join(map(translated, TOKEN.findall(text)))


class _Subscripts(ast.NodeTransformer):
    """Turns elements of arrays in BASIC's form, v.R(2, v.D), into v.R[2][v.D]."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        whole: ast.expr = node.func if isinstance(node.func, ast.Attribute) else node
        for index in node.args if whole is node.func else ():
            whole = ast.Subscript(whole, index, ast.Load())
        return whole


def _unknown(tree: ast.expr, study: Study) -> Iterator[str]:
    """Yield the names in an expression that the program does not have."""
    words = {word for one in study for line in one.lines for word in re.findall(r"[^\W\d]\w*", line.text)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == HOLDER and node.attr not in study.variables:
            yield node.attr
        elif isinstance(node, ast.Name) and node.id not in {*words, *FUNCTIONS, HOLDER}:
            yield node.id
