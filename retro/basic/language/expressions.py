"""The parser of expressions: the text of a tokenised line in, syntax tree out.

The ROM evaluates while it reads, so it reports an error of syntax only after it has evaluated the text before. So the
parser never raises an exception; it puts a `Failure` where the ROM would stop.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from retro.basic.errors import BasicError
from retro.basic.language import tree
from retro.basic.language.function_table import ARGUMENTS
from retro.basic.language.tokens import CR, LINE_NUMBER, keywords, line_number
from retro.basic.language.tree import Target
from retro.basic.reals import val

Formals = Callable[[str], int | None]
Item = TypeVar("Item")

NO_VARIABLE = "No such variable"
QUOTE, SPACE, CLOSING = 34, 32, 41
UNREADABLE = -1  # parameters: DEFPROCA(
NUMBER = re.compile(rb"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]*)(?:E[+-]?[0-9]{0,2})?")
HEXADECIMAL = re.compile(rb"[0-9A-F]*")
NAME = re.compile(rb"[A-Za-z_`][A-Za-z0-9_`]*[%$]?|@%(?!\()")
ROUTINE = re.compile(rb"[A-Za-z0-9_`@]+")
QUOTED = re.compile(rb'"((?:[^"\r]|"")*)"(?!")')
RELATION = re.compile(rb"<[=>]?|>=?|=")

COMPARISON = 3
LEVELS = {"OR": 1, "EOR": 1, "AND": 2, "+": 4, "-": 4, "*": 5, "/": 5, "DIV": 5, "MOD": 5, "^": 6}
HIGHEST_LEVEL = 7

ON_CHANNEL = frozenset({"BGET", "EOF", "EXT", "PTR"})
FEWEST_IN_BRACKETS = 2  # arguments of a function whose name ends with a bracket


class ExpressionParser:
    """Parses expressions in the text of a line.

    Attributes:
        text: The text, CR at its end.
        at: The index of the next byte.
        formals: How many parameters a PROC or FN takes; UNREADABLE if they are malformed; None if it does not exist.
    """

    def __init__(self, text: bytes, formals: Formals, at: int = 0) -> None:
        self.text, self.formals, self.at = text, formals, at
        self.keywords = keywords()

    def peek(self) -> int:
        """Skip spaces in the tokenised line of BASIC and return the next byte."""
        text, at = self.text, self.at
        while text[at] == SPACE:
            at += 1
        self.at = at
        return text[at]

    def take(self, character: str) -> bool:
        """Skip spaces; skip the next character if it is this one, and return whether it was."""
        is_next = self.peek() == ord(character)
        self.at += is_next
        return is_next

    def take_keyword(self, name: str) -> bool:
        """Skip spaces; skip the next keyword if it is this one, and return whether it was."""
        is_next = self.keywords.get(self.peek()) == name
        self.at += is_next
        return is_next

    def listed(self, read: Callable[[], Item]) -> list[Item]:
        """Parse items of a BASIC line with commas between them, each by calling `read`."""
        items = [read()]
        while self.take(","):
            items.append(read())
        return items

    def expression(self, level: int = 0) -> tree.Expression:
        """Parse an expression of BASIC whose operators have at least this precedence."""
        left = self.operand()
        highest = HIGHEST_LEVEL
        while True:
            operator, size, binds = self._operator()
            if not level <= binds <= highest or not size:
                return left
            self.at += size
            joins = operator == "+" and is_text(left)
            left = tree.Binary(operator, left, self.expression(HIGHEST_LEVEL - 1 if joins else binds + 1))
            highest = binds - (binds == COMPARISON)

    def _operator(self) -> tuple[str, int, int]:
        """Return the next operator in the BASIC line, its length and its precedence."""
        code = self.peek()
        name = self.keywords.get(code) or chr(code)
        if name in LEVELS:
            return name, 1, LEVELS[name]
        relation = RELATION.match(self.text, self.at)
        return (relation[0].decode(), len(relation[0]), COMPARISON) if relation else ("", 0, 0)

    def another(self) -> tree.Expression:
        """Parse a comma and the expression of BASIC behind it."""
        return self.expression() if self.take(",") else tree.Failure("Missing ,", ())

    def operand(self) -> tree.Expression:
        """Parse an operand of an expression of BASIC, with any sign before it."""
        code = self.peek()
        if code in b"+-":
            self.at += 1
            operand = self._unsigned()
            return tree.Unary("-", operand) if code == ord("-") else tree.Unary("+", operand)
        return self._quoted() if code == QUOTE else self._unsigned()

    def _unsigned(self) -> tree.Expression:
        code = self.peek()
        if code in self.keywords:
            return self._function(self.keywords[code])
        reader = OPERAND_READERS.get(code)
        if reader is not None:
            return reader(self)
        variable = self.variable()
        return variable or tree.Failure(NO_VARIABLE, ())

    def _quoted(self) -> tree.Expression:
        match = QUOTED.match(self.text, self.at)
        if match is None:
            return tree.Failure('Missing "', ())
        self.at = match.end()
        return tree.Constant(match[1].replace(b'""', b'"').decode("latin-1"))

    def _number(self) -> tree.Expression:
        match = NUMBER.match(self.text, self.at)
        if match is None:
            return tree.Failure(NO_VARIABLE, ())
        self.at, text = match.end(), match[0].decode()
        try:
            value = val(text)
        except BasicError as error:
            return tree.Failure(error.message, ())
        is_real = "." in text or "E" in text
        return tree.Constant(float(value) if is_real else value)

    def _hexadecimal(self) -> tree.Expression:
        match = HEXADECIMAL.match(self.text, self.at + 1)
        if not match or not match[0]:
            return tree.Failure("Bad HEX", ())
        self.at = match.end()
        value = int(match[0], 16) & 0xFFFFFFFF
        return tree.Constant(value - (value >> 31 << 32))

    def _bracketed(self) -> tree.Expression:
        self.at += 1
        inner = self.expression()
        inner.brackets += 1
        return self.with_bracket(inner)

    def with_bracket(self, expression: tree.Expression) -> tree.Expression:
        """Expect the closing bracket of an expression; return the expression, or the error Missing )."""
        return expression if self.take(")") else tree.Failure("Missing )", (expression,))

    def _at_address(self) -> tree.Expression:
        sign = chr(self.text[self.at])
        self.at += 1
        return tree.Memory(sign, self.operand())

    # variables

    def variable(self) -> Target | None:
        """Parse a variable, an array element or an indirection (?, ! or $); return None if there is none."""
        code = self.peek()
        if code in b"?!$":
            return self._at_address()  # type: ignore[return-value]
        match = NAME.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        name = match[0].decode("latin-1")
        variable: Target = tree.Variable(name)
        if self.text[self.at] == ord("("):
            variable = self._element(name)
        if name[-1] != "$" and self.text[self.at] in b"?!":
            sign = chr(self.text[self.at])
            self.at += 1
            return tree.Memory(sign, variable, self.operand())
        return variable

    def _element(self, name: str) -> tree.Element:
        self.at += 1
        subscripts = self.listed(self.expression)
        subscripts[-1] = self.with_bracket(subscripts[-1])
        return tree.Element(name, subscripts)

    # functions

    def _function(self, name: str) -> tree.Expression:
        self.at += 1
        if name in SPECIAL_FUNCTIONS:
            return SPECIAL_FUNCTIONS[name](self)
        wanted = ARGUMENTS.get(name)
        if wanted is None:
            self.at -= 1
            return tree.Failure(NO_VARIABLE, ())
        if name in ON_CHANNEL:
            return tree.Call(name, (self.channel(),))
        if name[-1] == "(":
            return tree.Call(name, self.arguments(FEWEST_IN_BRACKETS, len(wanted)))
        return tree.Call(name, (self.operand(),) if wanted else ())

    def arguments(self, fewest: int, most: int) -> list[tree.Expression]:
        """Parse the arguments of a function of BASIC up to the closing bracket."""
        arguments = [self.expression()]
        while len(arguments) < fewest or (len(arguments) < most and self.peek() != CLOSING):
            arguments.append(self.another())
        arguments[-1] = self.with_bracket(arguments[-1])
        return arguments

    def channel(self) -> tree.Expression:
        """Parse # and the operand with the channel of a file."""
        return self.operand() if self.take("#") else tree.Failure("Missing #", ())

    def _random(self) -> tree.Expression:
        if self.text[self.at] != ord("("):
            return tree.Call("RND", ())
        self.at += 1
        return tree.Call("RND", (self.with_bracket(self.expression()),))

    def _top(self) -> tree.Expression:
        if self.text[self.at] != ord("P"):
            return tree.Failure(NO_VARIABLE, ())
        self.at += 1
        return tree.Call("TOP", ())

    def _user_function(self) -> tree.Expression:
        name, arguments = self.routine("FN")
        return tree.Failure("Bad call", ()) if name is None else tree.UserFunction(name, arguments)

    def routine(self, kind: str) -> tuple[str | None, list[tree.Expression]]:
        """Parse the name after FN or PROC, and as many arguments as it has parameters. Return None without a name."""
        match = ROUTINE.match(self.text, self.at)
        if match is None:
            return None, []
        self.at = match.end()
        name = kind + match[0].decode("latin-1")
        if not self.formals(name):
            return name, []
        if not self.take("("):
            return name, [tree.Failure("Arguments", ())]
        arguments = self.listed(self.expression)
        if not self.take(")"):
            arguments[-1] = tree.Failure("Arguments", (arguments[-1],))
        return name, arguments

    def line_number(self) -> tree.Expression:
        """Parse a line number as for GOTO: a tokenised one, or any expression."""
        if self.peek() != LINE_NUMBER:
            return self.expression()
        number = line_number(self.text[self.at + 1 : self.at + 4].ljust(3, b"@"))
        self.at = min(self.at + 4, len(self.text) - 1)
        return tree.Constant(number)

    def at_end(self) -> bool:
        """Return whether a statement may end here: at a colon, ELSE or the end of the line."""
        code = self.peek()
        return code in (CR, ord(":")) or self.keywords.get(code) == "ELSE"


def is_text(node: tree.Expression) -> bool:
    """Return whether the first operand shows that an expression is a text."""
    if isinstance(node, tree.Constant):
        return isinstance(node.value, str)
    if isinstance(node, tree.Binary):
        return node.operator == "+" and is_text(node.left)
    name: str = getattr(node, "name", getattr(node, "sign", ""))
    return name.rstrip("(~").endswith("$")


SPECIAL_FUNCTIONS: dict[str, Callable[[ExpressionParser], tree.Expression]] = {
    "RND": ExpressionParser._random,
    "STR$": lambda parser: tree.Call("STR$~" if parser.take("~") else "STR$", (parser.operand(),)),
    "TO": ExpressionParser._top,
    "FN": ExpressionParser._user_function,
}

OPERAND_READERS: dict[int, Callable[[ExpressionParser], tree.Expression]] = {
    **dict.fromkeys(b"0123456789.", ExpressionParser._number),
    ord("&"): ExpressionParser._hexadecimal,
    ord("("): ExpressionParser._bracketed,
    **dict.fromkeys(b"?!$", ExpressionParser._at_address),
}
