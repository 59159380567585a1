"""Translates BASIC to Python's syntax trees, which can be evaluated without running the program."""

import ast
from collections.abc import Callable, Sequence
from functools import reduce

from retro.basic.language import tree

HOLDER = "v"  # holds the program's variables
COMPARISONS = {"=": ast.Eq(), "<>": ast.NotEq(), "<": ast.Lt(), ">": ast.Gt(), "<=": ast.LtE(), ">=": ast.GtE()}
TRUTH_NODES = ast.Compare, ast.BoolOp
BOOLEAN_OPERATORS: dict[str, ast.boolop] = {"AND": ast.And(), "OR": ast.Or()}
ARITHMETIC = {"+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "/": ast.Div(), "^": ast.Pow()}
OPERATORS: dict[str, ast.operator] = {"AND": ast.BitAnd(), "OR": ast.BitOr(), "EOR": ast.BitXor(), **ARITHMETIC}


def atom(text: str) -> ast.expr:
    """Return a syntax node of Python for a name, which may be any text."""
    return ast.Name(text, ast.Load())


class Translator:
    """Translates syntax trees of BASIC to those of Python.

    name_of: returns a variable's attribute of `v`, given the number of its subscripts, or "".
    """

    def __init__(self, name_of: Callable[[str, int], str]) -> None:
        self._name_of = name_of

    def statement(self, node: tree.Statement) -> ast.stmt:
        """Translate a statement of BASIC to Python; to `pass` if it has no values."""
        match node:
            case tree.Assign(target=target, value=value):
                return ast.Assign([self.expression(target)], self.expression(value))
            case tree.If(condition=condition) | tree.Until(condition=condition):
                return ast.If(self.expression(condition), [], [])
            case tree.For(target=target, first=first, last=last):
                return ast.For(self.expression(target), self._call("to", [first, last]), [], [])
            case tree.Print(items=items):
                return ast.Expr(self._call("PRINT", [item for item in items if not isinstance(item, str)]))
            case tree.Vdu(items=items):
                return ast.Expr(self._call("VDU", [item for item, _ in items]))
            case tree.Command(name=name, arguments=arguments) | tree.Procedure(name=name, arguments=arguments):
                return ast.Expr(self._call(name, arguments))
            case tree.Result(value=value):
                return ast.Return(self.expression(value))
        return ast.Pass()

    def expression(self, node: object) -> ast.expr:
        """Translate an expression of BASIC to Python; to `…` where Python cannot express it."""
        match node:
            case tree.Constant(value=value):
                return ast.Constant(value)
            case tree.Variable(name=name):
                known = self._name_of(name, 0)
                return _field(known) if known else atom(name)
            case tree.Element(name=name, subscripts=subscripts):
                if not (known := self._name_of(name, len(subscripts))):
                    return self._call(name, subscripts)
                indices = map(self.expression, subscripts)
                return reduce(lambda part, index: ast.Subscript(part, index, ast.Load()), indices, _field(known))
            case tree.Unary(operator=sign, operand=operand):
                return self.expression(operand) if sign == "+" else ast.UnaryOp(ast.USub(), self.expression(operand))
            case tree.Binary(operator=sign, left=left, right=right):
                return self._binary(sign, left, right)
            case tree.Call(name="NOT", arguments=[operand]):
                asked = self.expression(operand)
                return ast.UnaryOp(ast.Not() if isinstance(asked, TRUTH_NODES) else ast.Invert(), asked)
            case tree.Call(name=name, arguments=arguments) | tree.UserFunction(name=name, arguments=arguments):
                return self._call(name.rstrip("("), arguments) if arguments else atom(name)
        return atom("…")

    def _binary(self, sign: str, left: object, right: object) -> ast.expr:
        first, second = self.expression(left), self.expression(right)
        if sign in COMPARISONS:
            return ast.Compare(first, [COMPARISONS[sign]], [second])
        if sign in BOOLEAN_OPERATORS and isinstance(first, TRUTH_NODES) | isinstance(second, TRUTH_NODES):
            joined = first.values if isinstance(first, ast.BoolOp) and first.op is BOOLEAN_OPERATORS[sign] else [first]
            return ast.BoolOp(BOOLEAN_OPERATORS[sign], [*joined, second])
        if sign in OPERATORS:
            return ast.BinOp(first, OPERATORS[sign], second)
        return self._call(sign.lower(), [left, right])

    def _call(self, name: str, arguments: Sequence[object]) -> ast.expr:
        return ast.Call(atom(name), [self.expression(argument) for argument in arguments], [])


def _field(name: str) -> ast.expr:
    return ast.Attribute(atom(HOLDER), name, ast.Load())
