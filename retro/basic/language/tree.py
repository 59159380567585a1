"""The syntax tree of BASIC: expressions, and statements with their addresses in memory.

A name of a variable carries its type as BASIC writes it: `A`, `A%`, `A$`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


class Node:
    """A node of the syntax tree. Its constructor takes the attributes in the order of the class's annotations."""

    def __init__(self, *values: object) -> None:
        self.__dict__.update(zip(type(self).__annotations__, values))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


def below(part: object) -> Iterator[Node]:
    """Yield a node of the syntax tree, or the nodes in a list, with all nodes below."""
    if isinstance(part, Node):
        yield part
        part = list(vars(part).values())
    if isinstance(part, (list, tuple)):
        for child in part:
            yield from below(child)


# expressions


class Expression(Node):
    """Base class of BASIC's expressions. brackets: the number of brackets around it."""

    brackets: int = 0


class Constant(Expression):
    """A constant number or text in an expression of BASIC."""

    value: int | float | str


class Variable(Expression):
    """A variable of BASIC that is not an array element."""

    name: str


class Element(Expression):
    """An element of an array in an expression of BASIC."""

    name: str
    subscripts: Sequence[Expression]


class Memory(Expression):
    """An indirection. sign: ? for a byte, ! for a word, $ for a text. offset: that of `A?1`, else None."""

    sign: str
    address: Expression
    offset: Expression | None = None


class Unary(Expression):
    """An operand with a sign in an expression of BASIC."""

    operator: str
    operand: Expression


class Binary(Expression):
    """Two operands and their operator in an expression of BASIC."""

    operator: str
    left: Expression
    right: Expression


class Call(Expression):
    """A call of one of BASIC's functions, or a pseudo-variable."""

    name: str
    arguments: Sequence[Expression]


class UserFunction(Expression):
    """A call of an FN in an expression, with its arguments."""

    name: str
    arguments: Sequence[Expression]


class Failure(Expression):
    """An expression with an error, which is raised after the expressions before it have been evaluated."""

    message: str
    before: Sequence[Expression]


Target = Variable | Element | Memory


# statements


class Statement(Node):
    """Base class of statements of BASIC. start: the address. error: raised after their expressions, or empty."""

    start: int = -1
    error: str = ""


class Assign(Statement):
    """A LET statement, with or without the word. value: None if an error comes first."""

    target: Target
    value: Expression


class AssignSystem(Statement):
    """An assignment to a pseudo-variable: TIME=, PAGE=, LOMEM=, HIMEM= or PTR#."""

    name: str
    arguments: Sequence[Expression]


class Command(Statement):
    """A statement of a keyword whose arguments are all evaluated before it takes effect."""

    name: str
    arguments: Sequence[Expression]


class System(Statement):
    """A statement that is a command of the operating system: `*` and the rest of the line."""

    text: str


class Print(Statement):
    """A PRINT statement. items: expressions, and the characters ; , ' ~ that stand between them."""

    items: Sequence[Expression | str]


class PrintTo(Statement):
    """A PRINT# or INPUT# statement: a file, and the values to write or the targets to read."""

    name: str
    channel: Expression
    items: Sequence[Expression]


class Input(Statement):
    """An INPUT statement. line: INPUT LINE. items: what to print (`?`: a question mark), and targets."""

    line: bool
    items: Sequence[Expression | str]


class Vdu(Statement):
    """A VDU statement. items: expressions, each with True if it is followed by a semicolon."""

    items: Sequence[tuple[Expression, bool]]


class If(Statement):
    """An IF statement. else_address: the address of the statements after ELSE, or 0."""

    condition: Expression
    then: Sequence[Statement]
    else_address: int


class Goto(Statement):
    """A GOTO statement, or a line number after THEN or ELSE."""

    line: Expression


class Gosub(Statement):
    """A GOSUB statement. following: the address of the statement to return to."""

    line: Expression
    following: int


class OnJump(Statement):
    """An ON GOTO or ON GOSUB statement.

    else_address: the address of what follows ELSE, 0 if there is none. following: where RETURN goes, the next colon or
    the end of the line; a colon after ELSE, too.
    """

    subroutine: bool
    selector: Expression
    lines: Sequence[Expression]
    else_address: int
    following: int


class OnError(Statement):
    """An ON ERROR statement. handler: the address of the statements after it; 0 for ON ERROR OFF."""

    handler: int


class For(Statement):
    """A FOR statement. body: the address of the next statement. step: None for 1."""

    target: Target
    first: Expression
    last: Expression
    step: Expression | None
    body: int


class Next(Statement):
    """A NEXT statement with at most one variable. following: the address of the statement after the loop."""

    target: Target | None
    following: int


class Repeat(Statement):
    """A REPEAT statement. body: the address of the next statement."""

    body: int


class Until(Statement):
    """An UNTIL statement. following: the address of the next statement."""

    condition: Expression
    following: int


class Procedure(Statement):
    """A statement of BASIC that calls a PROC, with its arguments."""

    name: str
    arguments: Sequence[Expression]
    following: int


class Result(Statement):
    """The statement that ends an FN: `=` and the result."""

    value: Expression


class Local(Statement):
    """A LOCAL statement of BASIC."""

    targets: Sequence[Target]


class Dim(Statement):
    """A DIM statement. items: arrays as Element, blocks of memory as Binary of a target and a size."""

    items: Sequence[Element | Binary]


class Read(Statement):
    """A READ statement of BASIC."""

    targets: Sequence[Target]


class Trace(Statement):
    """A TRACE statement of BASIC. limit: None for OFF."""

    limit: Expression | None
    following: int


class Skip(Statement):
    """A REM, DATA, DEF or ELSE, at which the rest of the line is skipped."""


class Fail(Statement):
    """A statement of BASIC that only raises an error."""

    message: str
