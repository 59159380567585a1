"""Evaluates expressions of BASIC and of Python without side effects."""

import ast
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import CodeType

from retro.basic import asc, chr_s, div, instr, int_, left_s, mid_s, mod, right_s, sgn, str_s, string_s, val
from retro.basic.language import tree
from retro.basic.language.expressions import ExpressionParser
from retro.basic.language.in_python import HOLDER, Translator
from retro.basic.language.tokens import CR
from retro.basic.tokeniser import tokenise_text

BASIC = (abs, asc, chr_s, instr, int_, left_s, len, mid_s, right_s, sgn, str_s, string_s, val)
FUNCTIONS = {function.__name__: function for function in (*BASIC, div, int, max, min, mod, str, sum)}
FUNCTIONS |= {function.__name__.rstrip("_").replace("_s", "$").upper(): function for function in BASIC}
BUILT_IN: dict[str, object] = {"__builtins__": {}, **FUNCTIONS}
NODES = ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Compare, ast.Subscript, ast.Tuple, ast.List, ast.Constant, ast.Slice
PARTS = *NODES, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context
# What may be written otherwise than in BASIC: small letters, Python's == and !=, and a space before a bracket.
LIKE_BASIC = re.compile(r'"[^"]*"|\b(?:and|or|not|div|mod|eor)\b|==|!=|\s+(?=\()')
BASIC_NAME = re.compile(r'"[^"]*"|\bv\.\w+|[A-Za-z_`]\w*[%$]')  # a simple variable in an expression of Python


class Unknown(Exception):
    """A variable in the expression has no value yet."""


def is_safe(node: ast.AST) -> bool:
    """Return whether evaluating an expression has no side effects: it calls only functions of `FUNCTIONS`."""
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
    """Compile a safe expression for `evaluate`."""
    return compile(ast.fix_missing_locations(ast.Expression(node)), "<expression>", "eval")


def evaluate(code: CodeType, names: Mapping[str, object]) -> object:
    """Return the value of a safe expression. Raises Unknown if a variable has none."""
    try:
        return eval(code, BUILT_IN, names)
    except Exception as error:
        raise Unknown(str(error)) from error


def parsed(text: str, name_of: Callable[[str, int], str]) -> ast.expr:
    """Parse an expression of BASIC or, if that fails, of Python. Raises SyntaxError. name_of: as in `Translator`."""
    words = {"==": "=", "!=": "<>"}
    like_basic = LIKE_BASIC.sub(
        lambda match: match[0] if match[0][0] == '"' else words.get(match[0], match[0].strip().upper()), text
    )
    tokens = tokenise_text(like_basic.encode("latin-1", "replace"), statement=False) + bytes([CR])
    parser = ExpressionParser(tokens, lambda name: None)
    expression = parser.expression()
    if parser.peek() != CR or tree.Failure in map(type, tree.below(expression)):
        in_python = BASIC_NAME.sub(
            lambda match: f"{HOLDER}.{name}" if (name := name_of(match[0], 0)) else match[0], text
        )
        return ast.parse(in_python, mode="eval").body
    return Translator(name_of).expression(expression)
