"""Predicts the effect of the next line without running it, as text: `5=3 no`, `R(2,4) = 5`."""

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import NamedTuple

from retro.basic.language import tree
from retro.basic.language.evaluation import Unknown, compiled, evaluate, is_safe
from retro.basic.language.in_python import COMPARISONS, HOLDER, Translator, atom
from retro.basic.language.names import python_name
from retro.basic.language.statements import LineParser
from retro.basic.tokeniser import tokenise_text
from retro.study.values import Other, Subscripts, element, freeze, shortened

MACHINE_NAME = "m"
UNKNOWN = Other("?")
SIGNS = {type(comparison): sign for sign, comparison in COMPARISONS.items()}
SIGNS |= {ast.In: " in ", ast.NotIn: " not in ", ast.Is: " is ", ast.IsNot: " is not "}
TRANSLATOR = Translator(python_name)
COMPOUND = ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Tuple, ast.List


class LineValues(NamedTuple):
    """The predicted effect of a line.

    Attributes:
        text: the effect in a few words; empty if the text of the line says as much.
        elements: the array elements that the line uses, each as the array's name and its subscripts.
    """

    text: str = ""
    elements: frozenset[tuple[str, Subscripts]] = frozenset()


def python_line(statement: ast.stmt, names: Mapping[str, object], titles: Mapping[str, str]) -> LineValues:
    """Predict the effect of a statement of a port, without the statements of its block.

    names: the values of the locals and of `v`; titles: the names to show for variables, by "v.D_i" or a local's name.
    """
    line = _Line(names, titles)
    return line.found(line.statement(statement))


def basic_line(text: str, values: dict[str, object], titles: Mapping[str, str]) -> LineValues:
    """Predict the effect of a line of BASIC; the values have the variables' names in the compiled program."""
    parser = LineParser(tokenise_text(text.encode("latin-1", "replace")) + b"\r", 0, lambda name: f"{name}(" in text)
    whole = {
        name: int(value) if isinstance(value, float) and value.is_integer() else value for name, value in values.items()
    }
    line = _Line({HOLDER: SimpleNamespace(**whole)}, titles)
    return line.found(line.statements(parser, parser.statements(0)))


class _Line:
    """Evaluates the statements of a line with the present values of variables."""

    def __init__(self, names: Mapping[str, object], titles: Mapping[str, str]) -> None:
        self._names = {name: value for name, value in names.items() if name != MACHINE_NAME}
        self._titles = titles
        self._elements: dict[tuple[str, Subscripts], str] = {}

    def found(self, texts: Iterator[str]) -> LineValues:
        """Join the predictions for parts of a line into one for the line."""
        text = ": ".join(filter(None, texts))
        return LineValues(text, frozenset(self._elements))

    # statements

    def statements(self, parser: LineParser, nodes: Sequence[tree.Statement]) -> Iterator[str]:
        """Yield predictions for BASIC statements, up to the first whose effect cannot be followed."""
        for node in nodes:
            statement = TRANSLATOR.statement(node)
            yield from self.statement(statement)
            if isinstance(node, tree.If):
                answer = self._value(TRANSLATOR.expression(node.condition))
                if answer != UNKNOWN and (answer or node.else_address):
                    yield from self.statements(parser, node.then if answer else parser.statements(node.else_address))
            if isinstance(statement, ast.Assign):
                self._set(statement.targets[0], statement.value)
            elif not isinstance(node, (tree.Print, tree.Vdu, tree.Command, tree.Repeat)):
                return

    def statement(self, node: ast.stmt) -> Iterator[str]:
        """Yield predictions of what a statement does, with the values that it sets or compares."""
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test):
                answer = "" if isinstance(test, ast.Compare) else self._answer(test, ":")
                condition = ast.unparse(self._shown(test)) + answer
                yield "  ".join([condition, *self._elements.values()]) if self._varies(test) else ""
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                yield ", ".join(filter(None, map(self._assigned, targets, values)))
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                yield self._assigned(target, value)
            case ast.AugAssign(target=target, op=sign, value=value):
                old = copy.copy(target)
                old.ctx = ast.Load()
                yield self._assigned(target, ast.BinOp(old, sign, value))
            case ast.For(target=target, iter=items):
                yield self._assigned(target, items) if isinstance(items, ast.Call) else ""
            case ast.Expr(value=ast.Call(func=ast.Name(id=word), args=arguments)) if word.isupper() and arguments:
                printed = self._listed(arguments, ";" if word == "PRINT" else ",")
                yield f"{word} {printed}" if any(map(self._varies, arguments)) else ""
            case ast.Return(value=ast.expr() as value) | ast.Expr(value=value) | ast.Match(subject=value):
                yield self._result(value) if self._varies(value) else ""

    def _assigned(self, target: ast.expr, value: ast.expr) -> str:
        """Return the name of an assigned variable, its expression with values for names, and the new value."""
        name, subscripts = self._place(target)
        pointed = any(map(self._varies, self._place(value)[1]))
        how = self._name(value) if pointed else ast.unparse(self._shown(value))
        steps = dict.fromkeys([self._name(target), how, self._result(value)])
        return " = ".join(steps) if name and any(map(self._varies, (value, *subscripts))) else ""

    def _set(self, target: ast.expr, value: ast.expr) -> None:
        """Set a variable of BASIC for the rest of the line; the value of an array that changes becomes unknown."""
        node, new = target, self._value(value)
        while isinstance(node, ast.Subscript):
            node, new = node.value, UNKNOWN
        if isinstance(node, ast.Attribute):
            setattr(self._names[HOLDER], node.attr, new)

    # expressions

    def _value(self, node: ast.expr) -> object:
        try:
            return evaluate(compiled(node), self._names) if is_safe(node) else UNKNOWN
        except Unknown:
            return UNKNOWN

    def _varies(self, node: ast.expr) -> bool:
        """Return whether an expression contains a variable whose value is known."""
        name, parts = self._place(node)
        if name and self._value(node) != UNKNOWN:
            return True
        if not name and isinstance(node, (*COMPOUND, ast.Compare, ast.IfExp, ast.Call)):
            inside = node.args if isinstance(node, ast.Call) else ast.iter_child_nodes(node)
            parts = [part for part in inside if isinstance(part, ast.expr)]
        return any(map(self._varies, parts))

    def _answer(self, node: ast.expr, before: str = "") -> str:
        value = self._value(node)
        return "" if value == UNKNOWN else f"{before} {'yes' if value else 'no'}"

    def _place(self, node: ast.expr) -> tuple[str, list[ast.expr]]:
        """Return the name of a variable and its subscripts; an empty name if the expression is no variable."""
        match node:
            case ast.Name(id=name) if name in self._names and name != HOLDER:
                return self._titles.get(name, name), []
            case ast.Attribute(value=ast.Name(id=holder), attr=name) if holder == HOLDER:
                return self._titles.get(f"{HOLDER}.{name}", name).partition("(")[0], []
            case ast.Subscript(value=array, slice=subscript):
                name, subscripts = self._place(array)
                return name, [*subscripts, subscript]
        return "", []

    def _name(self, node: ast.expr) -> str:
        name, subscripts = self._place(node)
        return element(name, tuple(map(self._result, subscripts)))

    def _result(self, node: ast.expr) -> str:
        """Return the value of an expression as text, or if it is unknown the expression with known values in it."""
        shown, value = self._shown(node), self._value(node)
        listed = isinstance(node, (ast.Tuple, ast.List))
        return ast.unparse(shown) if listed or value == UNKNOWN else shortened(freeze(value))

    def _listed(self, arguments: Sequence[ast.expr], separator: str = ",") -> str:
        return separator.join(
            self._result(argument) for argument in arguments if ast.unparse(argument) not in (MACHINE_NAME, HOLDER)
        )

    def _shown(self, node: ast.expr) -> ast.expr:
        """Return an expression with known values in place of names."""
        name, subscripts = self._place(node)
        value = self._value(node)
        if value != UNKNOWN and any(map(self._varies, subscripts)):
            key = tuple(map(self._value, subscripts))
            self._elements[name, key] = f"{self._name(node)}={shortened(freeze(value))}"
        match node:
            case ast.Constant():
                return atom(shortened(freeze(value)))
            case ast.Name() | ast.Attribute() | ast.Subscript() if name or value != UNKNOWN:
                return atom(self._name(node) if value == UNKNOWN else shortened(freeze(value)))
            case ast.Compare(left=left, ops=[sign], comparators=[right]):
                return atom(self._result(left) + SIGNS[type(sign)] + self._result(right) + self._answer(node))
            case ast.IfExp(test=test, body=body, orelse=other) if self._value(test) != UNKNOWN:
                return self._shown(body if self._value(test) else other)
            case ast.Call(func=ast.Name(id="to"), args=[first, last]):
                return atom(f"{self._result(first)} TO {self._result(last)}")
            case ast.Call(func=ast.Name(id="div" | "mod" as name), args=[left, right]):
                text = ast.unparse(ast.BinOp(self._shown(left), ast.FloorDiv(), self._shown(right)))
                return atom(text.replace("//", name.upper()))
            case ast.Call(func=function, args=arguments):
                return atom(f"{ast.unparse(function)}({self._listed(arguments)})")
        if not isinstance(node, COMPOUND):
            return atom(ast.unparse(node))
        shown = copy.copy(node)
        for field, part in ast.iter_fields(node):
            if isinstance(part, list):
                setattr(shown, field, [self._shown(item) if isinstance(item, ast.expr) else item for item in part])
            elif isinstance(part, ast.expr):
                setattr(shown, field, self._shown(part))
        return shown
