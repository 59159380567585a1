"""The parser of statements: the text of a tokenised line in, syntax tree out."""

from __future__ import annotations

from retro.basic.language.expressions import NO_VARIABLE, ExpressionParser, is_text
from retro.basic.language.tokens import CR, LINE_NUMBER, tokens
from retro.basic.language.tree import (
    Assign,
    AssignSystem,
    Binary,
    Call,
    Command,
    Constant,
    Dim,
    Element,
    Expression,
    Fail,
    Failure,
    For,
    Gosub,
    Goto,
    If,
    Input,
    Local,
    Memory,
    Next,
    OnError,
    OnJump,
    Print,
    PrintTo,
    Procedure,
    Read,
    Repeat,
    Result,
    Skip,
    Statement,
    System,
    Trace,
    Until,
    Variable,
    Vdu,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from retro.basic.language.expressions import Formals
    from retro.basic.language.tree import Target

SYNTAX, MISTAKE = "Syntax error", "Mistake"

# How many arguments a command takes. None of them is optional.
COMMANDS = {
    "COLOUR": 1,
    "GCOL": 2,
    "MODE": 1,
    "MOVE": 2,
    "DRAW": 2,
    "PLOT": 3,
    "SOUND": 4,
    "ENVELOPE": 14,
    "WIDTH": 1,
    "OSCLI": 1,
    "CHAIN": 1,
    "CLS": 0,
    "CLG": 0,
    "CLEAR": 0,
    "END": 0,
    "STOP": 0,
    "REPORT": 0,
    "RUN": 0,
    "RETURN": 0,
    "ENDPROC": 0,
}


class LineParser(ExpressionParser):
    """Reads the statements of a line.

    Attributes:
        base: The address of the text in memory.
    """

    def __init__(self, text: bytes, base: int, formals: Formals) -> None:
        super().__init__(text, formals)
        self.base = base
        self.else_ = tokens()["ELSE"]

    def statements(self, address: int) -> list[Statement]:
        """Read the statements from an address in the line to its end, or to the first ELSE reached.

        Behind ELSE a line number is a statement, too.
        """
        self.at = address - self.base
        return self._branch() if self.at and self.text[self.at - 1] == self.else_ else self._statements()

    def _branch(self) -> list[Statement]:
        if self.peek() == LINE_NUMBER:
            start = self.at
            return [self._placed(Goto(self.line_number()), start)]
        return self._statements()

    def _statements(self) -> list[Statement]:
        found: list[Statement] = []
        while True:
            while self.peek() == ord(":"):
                self.at += 1
            code = self.text[self.at]
            if code == CR or code == self.else_:
                return found
            start = self.at
            found += [self._placed(statement, start) for statement in self._statement(code)]
            if found[-1].error or isinstance(found[-1], (Skip, Fail, If, System)):
                return found

    def _placed(self, statement: Statement, start: int) -> Statement:
        statement.start = self.base + start
        return statement

    def _statement(self, code: int) -> list[Statement]:
        """Read one statement; NEXT with several variables is several."""
        name = self.keywords.get(code)
        if name is None:
            return [self._unnamed(code)]
        self.at += 1
        if name == "NEXT":
            return self._next()
        if name in COMMANDS:
            return [self.ended(Command(name, self.listed(COMMANDS[name])))]
        reader = STATEMENTS.get(name)
        return [reader(self) if reader else Fail(SYNTAX)]

    def _unnamed(self, code: int) -> Statement:
        if code == ord("*"):
            text = self.text[self.at + 1 : -1]
            return System(text.decode("latin-1"))
        if code == ord("="):
            self.at += 1
            return self.ended(Result(self.expression()))
        if code == ord("["):
            return Fail("No assembler here")
        return self._assign()

    def ended(self, statement: Statement) -> Statement:
        """Check that the statement ends here."""
        if not statement.error and not self.at_end():
            statement.error = SYNTAX
        return statement

    def here(self) -> int:
        """Return the address of the next byte."""
        return self.base + self.at

    def listed(self, count: int) -> list[Expression]:
        """Read so many expressions with commas between them."""
        found: list[Expression] = []
        while len(found) < count:
            found.append(self.expression() if not found or self.take(",") else Failure("Missing ,", ()))
        return found

    # assignment

    def _assign(self) -> Statement:
        target = self.variable()
        if target is None:
            return Fail(SYNTAX)
        return self.ended(Assign(target, self.expression())) if self.take("=") else _unassigned(target)

    def _assign_system(self, name: str) -> Statement:
        arguments = [self.channel()] if name == "PTR" else []
        if not self.take("="):
            return Fail(MISTAKE)
        return self.ended(AssignSystem(name, [*arguments, self.expression()]))

    def _dim(self) -> Statement:
        items: list[Element | Binary] = []
        while True:
            target = None if self.peek() in b"?!$" else self.variable()
            if isinstance(target, Element):
                items.append(_dimensioned(target))
            elif target is not None and not is_text(target):
                items.append(Binary("DIM", target, self.expression()))
            else:
                statement = Dim(items)
                statement.error = "Bad DIM"
                return statement
            if not self.take(","):
                return self.ended(Dim(items))

    def _local(self) -> Statement:
        statement = Local([])
        if self.at_end():
            return statement
        statement.targets = self._targets(statement)
        return self.ended(statement)

    def _targets(self, statement: Statement) -> list[Variable | Element | Memory]:
        """Read variables with commas between them; anything else is an error of the statement."""
        targets: list[Target] = []
        while True:
            target = self.variable()
            if target is None:
                statement.error = SYNTAX
                return targets
            targets.append(target)
            if not self.take(","):
                return targets

    def _read(self) -> Statement:
        targets: list[Target] = []
        while True:
            target = self.variable()
            targets += [target] if target else []
            if not self.take(","):
                return self.ended(Read(targets))

    # output and input

    def _print(self) -> Statement:
        if self.take("#"):
            return self._to_file("PRINT")
        items: list[Expression | str] = []
        while not self.at_end():
            separator = chr(self.text[self.at])
            if separator in ";,'~":
                self.at += 1
                items.append(separator)
                continue
            item = self._layout() or self.expression()
            items.append(item)
            if isinstance(item, Failure):
                break
        return Print(items)

    def _layout(self) -> Expression | None:
        """Read TAB( or SPC."""
        if self.take_keyword("SPC"):
            return Call("SPC", (self.operand(),))
        if not self.take_keyword("TAB("):
            return None
        column = self.expression()
        if self.take(")"):
            return Call("TAB(", (column,))
        return Call("TAB(", (column, self.closed(self.expression()) if self.take(",") else Failure("Missing ,", ())))

    def _to_file(self, name: str) -> Statement:
        channel = self.operand()
        items = []
        while self.take(","):
            items.append(self.expression() if name == "PRINT" else self.variable() or Failure(SYNTAX, ()))
        return self.ended(PrintTo(name, channel, items))

    def _input(self) -> Statement:
        if self.take("#"):
            return self._to_file("INPUT")
        line = self.take_keyword("LINE")
        items: list[Expression | str] = []
        statement = Input(line, items)
        while not self.at_end():
            character = chr(self.text[self.at])
            if character in ";,'":
                self.at += 1
                items.append(character)
                continue
            item = self._layout() or (self.operand() if character == '"' else None)
            prompt = item is not None
            item = item or self.variable()
            if item is None:
                statement.error = SYNTAX
                return statement
            if isinstance(item, Failure):  # no closing quote: the ROM prints the text as it reads it
                unclosed = self.text[self.at + 1 : -1].replace(b'""', b'"').decode("latin-1")
                items += [Call("PROMPT", (Constant(unclosed),)), item]
                return statement
            items.append(Call("PROMPT", (item,)) if prompt else item)
        return statement

    def _vdu(self) -> Statement:
        items: list[tuple[Expression, bool]] = []
        statement = Vdu(items)
        while not self.at_end():
            item = self.expression()
            word = self.take(";")
            items.append((item, word))
            if not word:
                self.take(",")
            if isinstance(item, Failure):
                break
        return statement

    # control

    def _if(self) -> Statement:
        condition = self.expression()
        else_at = self.text.find(self.else_, self.at)
        then = self._branch() if self.take_keyword("THEN") else self._statements()
        return If(condition, then, self.base + else_at + 1 if else_at >= 0 else 0)

    def _goto(self) -> Statement:
        return self.ended(Goto(self.line_number()))

    def _gosub(self) -> Statement:
        line = self.line_number()
        return self.ended(Gosub(line, self.here()))

    def _on(self) -> Statement:
        if self.take_keyword("ERROR"):
            if self.take_keyword("OFF"):
                return self.ended(OnError(0))
            handler = self.here()
            self.at = len(self.text) - 1
            return OnError(handler)
        selector = self.expression()
        is_goto = self.take_keyword("GOTO")
        if not is_goto and not self.take_keyword("GOSUB"):
            statement = OnJump(False, selector, [], 0, 0)
            statement.error = "ON syntax"
            return statement
        return self._on_jump(selector, is_goto)

    def _on_jump(self, selector: Expression, is_goto: bool) -> Statement:
        lines = [self._line_of_list()]
        while self.take(","):
            lines.append(self._line_of_list())
        else_at = self.text.find(self.else_, self.at)
        end = next(at for at in range(self.at, len(self.text)) if self.text[at] in (CR, ord(":")))
        return OnJump(not is_goto, selector, lines, self.base + else_at + 1 if else_at >= 0 else 0, self.base + end)

    def _line_of_list(self) -> Expression:
        """Read a line number and skip whatever stands between it and the next comma."""
        line = self.line_number()
        while not self.at_end() and self.peek() != ord(","):
            self.at += 1
        return line

    def _for(self) -> Statement:
        target = self.variable()
        if target is None or is_text(target):
            return Fail("FOR variable")
        if not self.take("="):
            return _unassigned(target)
        first = self.expression()
        last = self.expression() if self.take_keyword("TO") else Failure("No TO", ())
        step = self.expression() if self.take_keyword("STEP") else None
        statement = self.ended(For(target, first, last, step, self.here()))
        if self.peek() == self.else_:
            statement.error = SYNTAX
        return statement

    def _next(self) -> list[Statement]:
        found: list[Statement] = []
        while True:
            target = None if self.at_end() or self.peek() == ord(",") else self.variable()
            if target is not None and is_text(target):
                return [*found, Fail(SYNTAX)]
            found.append(Next(target, self.here()))
            if not self.take(","):
                self.ended(found[-1])
                return found

    def _repeat(self) -> Statement:
        return Repeat(self.here())

    def _until(self) -> Statement:
        condition = self.expression()
        return self.ended(Until(condition, self.here()))

    def _procedure(self) -> Statement:
        name, arguments = self.routine("PROC")
        if name is None:
            return Fail("Bad call")
        return self.ended(Procedure(name, arguments, self.here()))

    def _restore(self) -> Statement:
        return self.ended(Command("RESTORE", [] if self.at_end() else [self.line_number()]))

    def _trace(self) -> Statement:
        limit: Expression | None = Constant(32768)
        if self.take_keyword("OFF"):
            limit = None
        elif not self.take_keyword("ON"):
            limit = self.line_number()
        self.ended(statement := Trace(limit, self.here()))
        return statement

    def _call(self) -> Statement:
        arguments = [self.expression()]
        while self.take(","):
            arguments.append(self.variable() or Failure(NO_VARIABLE, ()))
        return self.ended(Command("CALL", arguments))

    def _on_channel(self, name: str, values: int) -> Statement:
        arguments = [self.channel()]
        for _ in range(values):
            arguments.append(self.expression() if self.take(",") else Failure("Missing ,", ()))
        return self.ended(Command(name, arguments))

    def _skip(self) -> Statement:
        self.at = len(self.text) - 1
        return Skip()


def _dimensioned(target: Element) -> Element:
    """Return an array as DIM reads it, to which a missing bracket is Bad DIM."""
    *others, last = target.subscripts
    if isinstance(last, Failure) and last.message == "Missing )":
        return Element(target.name, [*others, Failure("Bad DIM", last.before)])
    return target


def _unassigned(target: Target) -> Statement:
    """Return the statement that fails because no `=` follows its variable."""
    statement = Assign(target, Constant(0))
    statement.error = MISTAKE
    return statement


STATEMENTS: dict[str, Callable[[LineParser], Statement]] = {
    "LET": LineParser._assign,
    "DIM": LineParser._dim,
    "LOCAL": LineParser._local,
    "READ": LineParser._read,
    "PRINT": LineParser._print,
    "INPUT": LineParser._input,
    "VDU": LineParser._vdu,
    "IF": LineParser._if,
    "GOTO": LineParser._goto,
    "GOSUB": LineParser._gosub,
    "ON": LineParser._on,
    "FOR": LineParser._for,
    "REPEAT": LineParser._repeat,
    "UNTIL": LineParser._until,
    "PROC": LineParser._procedure,
    "RESTORE": LineParser._restore,
    "TRACE": LineParser._trace,
    "CALL": LineParser._call,
    "CLOSE": lambda parser: parser._on_channel("CLOSE", 0),
    "BPUT": lambda parser: parser._on_channel("BPUT", 1),
    "REM": LineParser._skip,
    "DATA": LineParser._skip,
    "DEF": LineParser._skip,
    "TIME=": lambda parser: parser._assign_system("TIME"),
    "PAGE=": lambda parser: parser._assign_system("PAGE"),
    "LOMEM=": lambda parser: parser._assign_system("LOMEM"),
    "HIMEM=": lambda parser: parser._assign_system("HIMEM"),
    "PTR=": lambda parser: parser._assign_system("PTR"),
}
