"""The compiler of expressions: compiles a syntax tree to Python source.

The types of most expressions are known at compile time. A real is a float, an integer an int, a text a str of a
character a byte (Latin-1). A sum of integers may grow beyond 32 bits until anything but another sum uses it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from retro.basic.language import tree
from retro.basic.language.arithmetic import SCALE, SPLIT, wrap
from retro.basic.language.expressions import UNREADABLE
from retro.basic.language.function_table import (
    ANY,
    FUNCTIONS,
    HIGHEST,
    INTEGER,
    LOWEST,
    NUMBER,
    REAL,
    TEXT,
)
from retro.basic.language.functions import PI
from retro.basic.language.names import FORMAT, python_name
from retro.basic.language.tree import Expression

NUMERIC = (INTEGER, REAL, NUMBER)
LARGEST_UNREDUCED = 1 << 60

# The float operation, and the ROM's own where its result is no real: see `arithmetic`.
EXACT = (
    f"({{t}} := ({{s}} := {{left}} {{sign}} {{right}}) * {SPLIT!r}) - ({{t}} - ({{u}} := {{s}} * {SCALE!r})) == {{u}}"
)
SUM = f"({{s}} if {EXACT} else {{slow}}({{first}}, {{second}}))"
PRODUCT = f"({{s}} if {EXACT} and ({{s}} > 1e-38 or {{s}} < -1e-38) else {{slow}}({{first}}, {{second}}))"

REAL_OPERATIONS = {
    "+": (SUM, "add_inexactly"),
    "-": (SUM, "subtract_inexactly"),
    "*": (PRODUCT, "multiply_inexactly"),
    "/": (PRODUCT, "divide_inexactly"),
}
GENERAL_OPERATIONS = {"+": "add_any", "-": "subtract_any", "*": "multiply_any", "/": "divide_any"}
COMPARISONS = {"=": "==", "<>": "!=", "<": "<", ">": ">", "<=": "<=", ">=": ">="}
LOGIC = {"AND": "&", "OR": "|", "EOR": "^"}
DIVISIONS = {"DIV": ("div", "//"), "MOD": ("mod", "%")}


class Value:
    """Python source of an expression.

    Attributes:
        code: The source, as an operand.
        kind: The type of its value: INTEGER, REAL, TEXT, NUMBER (one of the first two) or ANY.
        low, high: The bounds of an integer.
        condition: For a value that is -1 or 0, the source of the condition itself.
        stable: Whether evaluating it twice gives the same value.
    """

    def __init__(
        self,
        code: str,
        kind: str,
        low: int = LOWEST,
        high: int = HIGHEST,
        condition: str = "",
        stable: bool = False,
    ) -> None:
        self.code, self.kind, self.low, self.high, self.condition = code, kind, low, high, condition
        self.stable = stable

    @property
    def integer(self) -> str:
        """The value's Python source, as an integer reduced to 32 bits."""
        return self.code if self.low >= LOWEST and self.high <= HIGHEST else f"wrap({self.code})"


def literal(value: float | str) -> Value:
    """Return Python source for a constant of BASIC."""
    bounds = (value, value) if isinstance(value, int) else (LOWEST, HIGHEST)
    kind = INTEGER if isinstance(value, int) else REAL if isinstance(value, float) else TEXT
    code = repr(value)
    return Value(f"({code})" if code[0] == "-" else code, kind, *bounds, stable=True)


class ExpressionCompiler:
    """Compiles expressions to Python source.

    Attributes:
        formals: The number of parameters of a PROC or FN; None if there is none of that name.
        timed: Whether the program takes as long as on the Electron.
        place: The address of the statement.
    """

    def __init__(self, formals: Callable[[str], int | None], timed: bool) -> None:
        self.formals, self.timed = formals, timed
        self._temporaries = 0
        self.place = 0

    def temporary(self) -> str:
        """Return the name of a new local variable of the compiled function."""
        self._temporaries += 1
        return f"t{self._temporaries}"

    def value(self, expression: Expression) -> Value:
        """Return an expression of BASIC as Python source."""
        return COMPILERS[type(expression)](self, expression)

    # by the type that is needed

    def integer(self, expression: Expression) -> str:
        """Return an expression of BASIC as Python source of an integer. Errors at run time: Type mismatch, Too big."""
        return as_integer(self.value(expression))

    def real(self, expression: Expression) -> str:
        """Return an expression of BASIC as Python source of a float. Error at run time: Type mismatch."""
        return as_real(self.value(expression))

    def text(self, expression: Expression) -> str:
        """Return an expression of BASIC as Python source of a text. Error at run time: Type mismatch."""
        value = self.value(expression)
        if value.kind == TEXT:
            return value.code
        return f"text({value.code})" if value.kind == ANY else mismatch(value).code

    def condition(self, expression: Expression) -> str:
        """Return the source of a Python condition: whether the expression's integer part is not 0."""
        value = self.value(expression)
        return value.condition or as_integer(value)

    # operands

    def _constant(self, node: tree.Constant) -> Value:
        return literal(node.value)

    def _variable(self, node: tree.Variable) -> Value:
        if node.name == FORMAT:
            return Value("get_format()", INTEGER)
        kind = {"%": INTEGER, "$": TEXT}.get(node.name[-1], REAL)
        return self._loaded(python_name(node.name), kind, stable=True)

    def _element(self, node: tree.Element) -> Value:
        kind = {"%": INTEGER, "$": TEXT}.get(node.name[-1], REAL)
        indices = "".join(f"[{self.subscript(subscript)}]" for subscript in node.subscripts)
        return self._loaded(python_name(node.name, len(node.subscripts)) + indices, kind)

    def _loaded(self, code: str, kind: str, stable: bool = False) -> Value:
        return Value(self.charged("loaded", code), kind) if kind == TEXT else Value(code, kind, stable=stable)

    def charged(self, word: str, text: str) -> str:
        """Return the source of a text; at the Electron's speed it also spends the time for its length."""
        return f"{word}({text})" if self.timed else text

    def subscript(self, node: Expression) -> str:
        """Return the source of a subscript. Errors at run time: Subscript, Type mismatch, Too big."""
        value = self.value(node)
        if value.kind == INTEGER:
            if value.low >= 0:
                return value.integer
            name, first = (value.code,) * 2 if value.stable else self._in_local(value.integer)
            return f"{name} if {first} >= 0 else no_subscript()"
        if value.kind == REAL:
            name, first = self._in_local(f"int({value.code})")
            return f"{name} if 0 <= {first} < 32768 else no_subscript({name})"
        name, first = self._in_local(as_integer(value))
        return f"{name} if {first} >= 0 else no_subscript()"

    def _in_local(self, code: str) -> tuple[str, str]:
        """Return the name of a new local variable, and the Python source that sets it."""
        name = self.temporary()
        return name, f"({name} := {code})"

    def _memory(self, node: tree.Memory) -> Value:
        address = self.address(node)
        if node.sign == "$":
            return Value(f"text_at({address})", TEXT)
        if node.sign == "!":
            return Value(f"word_at({address})", INTEGER)
        name, first = self._in_local(address)
        return Value(f"(ram[{name}] if 3584 <= {first} < 12288 else byte_at({name}))", INTEGER, 0, 255)

    def address(self, node: tree.Memory) -> str:
        """Return the Python source of the address in an indirection such as ?A%."""
        if node.offset is None:
            return self.integer(node.address)
        return f"({self.integer(node.address)} + {self.integer(node.offset)})"

    def _failure(self, node: tree.Failure) -> Value:
        before = "".join(f", {self.value(expression).code}" for expression in node.before)
        return Value(f"fail({node.message!r}{before})", ANY)

    def _unary(self, node: tree.Unary) -> Value:
        if node.operator == "+":
            return self.value(node.operand)
        if isinstance(node.operand, tree.Constant) and not isinstance(node.operand.value, str):
            number = node.operand.value
            return literal(wrap(-number) if isinstance(number, int) else -number if number else number)
        value = self.value(node.operand)
        if value.kind == INTEGER:
            return Value(f"(-{value.integer})", INTEGER, -min(value.high, HIGHEST), -max(value.low, LOWEST))
        if value.kind == REAL:
            return Value(f"(-{value.code})", REAL)
        return Value(f"negated({value.code})", NUMBER)

    def _user_function(self, node: tree.UserFunction) -> Value:
        return Value(self.routine_call("call_function", node.name, node.arguments), ANY)

    def routine_call(self, word: str, name: str, arguments: Sequence[Expression]) -> str:
        """Return the source of a call of a PROC or FN."""
        count = self.formals(name)
        if count is None:
            return "fail('No such FN/PROC')"
        if count == UNREADABLE:
            return "fail('Arguments')"
        if not arguments:
            return f"{word}({name!r})"
        return f"{word}(defining({name!r}), {', '.join(self.settled(argument) for argument in arguments)})"

    def settled(self, node: Expression) -> str:
        """Return the source of an expression of any type, with integers reduced to 32 bits."""
        value = self.value(node)
        return value.integer if value.kind == INTEGER else value.code

    # operators

    def _binary(self, node: tree.Binary) -> Value:
        operator = node.operator
        left = self.value(node.left)
        if left.kind == TEXT and operator not in COMPARISONS and operator != "+":
            return mismatch(left)
        right = self.value(node.right)
        if operator in COMPARISONS:
            return self._comparison(operator, left, right)
        if operator in LOGIC:
            sign = LOGIC[operator]
            if left.condition and right.condition:
                condition = f"({left.condition} {sign} {right.condition})"
                return Value(f"(-{condition})", INTEGER, -1, 0, condition)
            return Value(f"({as_integer(left)} {sign} {as_integer(right)})", INTEGER)
        if operator in DIVISIONS:
            function, sign = DIVISIONS[operator]
            if left.kind == right.kind == INTEGER and left.low >= 0 and right.low > 0:
                high = left.high if operator == "DIV" else right.high - 1
                return Value(f"({left.integer} {sign} {right.integer})", INTEGER, 0, min(high, HIGHEST))
            return Value(f"{function}({as_integer(left)}, {as_integer(right)})", INTEGER)
        if operator == "^":
            return Value(f"power({left.code}, {right.code})", REAL)
        return self._arithmetic(operator, left, right)

    def _comparison(self, operator: str, left: Value, right: Value) -> Value:
        sign = COMPARISONS[operator]
        if left.kind == ANY or right.kind == ANY:
            return Value(f"compare({operator!r}, {settled(left)}, {settled(right)})", INTEGER, -1, 0)
        if (left.kind == TEXT) != (right.kind == TEXT):
            return mismatch(left, right)
        if left.kind == TEXT:
            left, right = (Value(self.charged(w, v.code), TEXT) for w, v in (("kept", left), ("compared", right)))
        condition = f"({settled(left)} {sign} {settled(right)})"
        return Value(f"(-{condition})", INTEGER, -1, 0, condition)

    def _arithmetic(self, operator: str, left: Value, right: Value) -> Value:
        kinds = {left.kind, right.kind}
        if ANY in kinds or NUMBER in kinds:
            return self._general(operator, left, right)
        if TEXT in kinds:
            return self._joined(left, right) if kinds == {TEXT} and operator == "+" else mismatch(left, right)
        if kinds == {INTEGER} and operator != "/":
            return self._integer_arithmetic(operator, left, right)
        return self._real(operator, left, right)

    def _general(self, operator: str, left: Value, right: Value) -> Value:
        known = operator != "+" or left.kind in NUMERIC or right.kind in NUMERIC
        kind = REAL if operator == "/" else NUMBER if known else ANY
        return Value(f"{GENERAL_OPERATIONS[operator]}({settled(left)}, {settled(right)})", kind)

    def _joined(self, left: Value, right: Value) -> Value:
        kept, added = self.charged("kept_and_fetched", left.code), self.charged("added", right.code)
        name, first = self._in_local(f"{kept} + {added}")
        return Value(f"({name} if len({first}) < 256 else fail('String too long'))", TEXT)

    def _integer_arithmetic(self, operator: str, left: Value, right: Value) -> Value:
        if operator == "*":
            products = [a * b for a in bounds_of(left) for b in bounds_of(right)]
            if min(products) >= LOWEST and max(products) <= HIGHEST:
                return Value(f"({left.integer} * {right.integer})", INTEGER, min(products), max(products))
            return Value(f"multiply_integers({left.integer}, {right.integer})", NUMBER)
        low, high = left.low + right.low, left.high + right.high
        if operator == "-":
            low, high = left.low - right.high, left.high - right.low
        code = f"({left.code} {operator} {right.code})"
        if low < -LARGEST_UNREDUCED or high > LARGEST_UNREDUCED:
            return Value(f"wrap{code}", INTEGER)
        return Value(code, INTEGER, low, high)

    def _real(self, operator: str, left: Value, right: Value) -> Value:
        template, slow = REAL_OPERATIONS[operator]
        left_code, first = self._twice(left) if right.stable else self._stored(left)
        right_code, second = self._twice(right)
        s, t, u = self.temporary(), self.temporary(), self.temporary()
        names = {"s": s, "t": t, "u": u, "slow": slow, "first": first, "second": second}
        return Value(template.format(left=left_code, sign=operator, right=right_code, **names), REAL)

    def _twice(self, value: Value) -> tuple[str, str]:
        """Return two sources of a number to use in this order: one that evaluates it, one that reuses the result."""
        if not value.stable:
            return self._stored(value)
        code = as_real(value) if value.low == value.high else value.code
        return code, code

    def _stored(self, value: Value) -> tuple[str, str]:
        name, first = self._in_local(settled(value))
        return first, name

    # functions

    def _call(self, node: tree.Call) -> Value:
        name = node.name
        if name in OWN_COMPILERS:
            return OWN_COMPILERS[name](self, node)
        word, parameters, kind, low, high = FUNCTIONS[name]
        arguments = [CONVERTERS[parameter](self, argument) for parameter, argument in zip(parameters, node.arguments)]
        if parameters[:2] in ("si", "ss"):  # the text is kept while the other arguments are evaluated
            arguments[0] = self.charged("sought" if parameters[1] == "s" else "kept_and_fetched", arguments[0])
        code = f"{word}({', '.join(arguments)})"
        return Value(self.charged("made", code) if name == "STRING$(" else code, kind, low, high)

    def _not(self, node: tree.Call) -> Value:
        value = self.value(node.arguments[0])
        if value.condition:
            condition = f"(not {value.condition})"
            return Value(f"(-{condition})", INTEGER, -1, 0, condition)
        return Value(f"(~{as_integer(value)})", INTEGER)

    def _int(self, node: tree.Call) -> Value:
        value = self.value(node.arguments[0])
        return value if value.kind == INTEGER else Value(f"integer_part({value.code})", INTEGER)

    def _abs(self, node: tree.Call) -> Value:
        value = self.value(node.arguments[0])
        if value.kind == REAL:
            return Value(f"abs({value.code})", REAL)
        return Value(f"absolute({settled(value)})", INTEGER if value.kind == INTEGER else NUMBER)


def bounds_of(value: Value) -> tuple[int, int]:
    """Return the bounds of an integer of compiled BASIC after its reduction to 32 bits."""
    return max(value.low, LOWEST), min(value.high, HIGHEST)


def settled(value: Value) -> str:
    """Return the Python source of a value, with integers reduced to 32 bits."""
    return value.integer if value.kind == INTEGER else value.code


def mismatch(*values: Value) -> Value:
    """Return the source of a Type mismatch that is raised after these values have been evaluated."""
    return Value(f"fail('Type mismatch', {', '.join(value.code for value in values)})", ANY)


def as_integer(value: Value) -> str:
    """Return Python source that converts a value of BASIC to an integer."""
    if value.kind == INTEGER:
        return value.integer
    return mismatch(value).code if value.kind == TEXT else f"cut({value.code})"


def as_real(value: Value) -> str:
    """Return Python source that converts a value of BASIC to a float."""
    if value.kind == REAL:
        return value.code
    if value.kind == INTEGER and value.low == value.high:
        return repr(float(value.low))
    if value.kind == INTEGER:
        return f"float({value.integer})"
    return mismatch(value).code if value.kind == TEXT else f"real({value.code})"


def as_number(value: Value) -> str:
    """Return Python source that makes of a value a number, integer or real."""
    if value.kind == TEXT:
        return mismatch(value).code
    return f"number({value.code})" if value.kind == ANY else settled(value)


CONVERTERS: dict[str, Callable[[ExpressionCompiler, Expression], str]] = {
    "i": ExpressionCompiler.integer,
    "n": lambda compiler, node: as_number(compiler.value(node)),
    "s": ExpressionCompiler.text,
}

OWN_COMPILERS: dict[str, Callable[[ExpressionCompiler, tree.Call], Value]] = {
    "NOT": ExpressionCompiler._not,
    "INT": ExpressionCompiler._int,
    "ABS": ExpressionCompiler._abs,
    "PI": lambda compiler, node: literal(PI),
    "TIME": lambda compiler, node: Value(f"get_time({compiler.place})", INTEGER),
    "TRUE": lambda compiler, node: Value("(-1)", INTEGER, -1, -1, "True", stable=True),
    "FALSE": lambda compiler, node: Value("0", INTEGER, 0, 0, "False", stable=True),
}

COMPILERS: dict[type, Callable[[ExpressionCompiler, Any], Value]] = {
    tree.Constant: ExpressionCompiler._constant,
    tree.Variable: ExpressionCompiler._variable,
    tree.Element: ExpressionCompiler._element,
    tree.Memory: ExpressionCompiler._memory,
    tree.Failure: ExpressionCompiler._failure,
    tree.Unary: ExpressionCompiler._unary,
    tree.Binary: ExpressionCompiler._binary,
    tree.UserFunction: ExpressionCompiler._user_function,
    tree.Call: ExpressionCompiler._call,
}
