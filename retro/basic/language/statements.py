"""The parser of statements: the text of a tokenised line in, syntax tree out."""

from __future__ import annotations

from collections.abc import Callable

from retro.basic.language import tree
from retro.basic.language.expressions import NO_VARIABLE, ExpressionParser, Formals, is_text
from retro.basic.language.function_table import COMMANDS
from retro.basic.language.tokens import CR, LINE_NUMBER, tokens
from retro.basic.language.tree import Target

SYNTAX, MISTAKE = "Syntax error", "Mistake"


class LineParser(ExpressionParser):
    """Parses the statements of a line.

    Attributes:
        base: The address of the text in memory.
    """

    def __init__(self, text: bytes, base: int, formals: Formals) -> None:
        super().__init__(text, formals)
        self.base = base
        self.else_ = tokens()["ELSE"]

    def statements(self, address: int) -> list[tree.Statement]:
        """Parse statements from an address in the line up to its end, or to the first ELSE.

        After ELSE a line number is a statement, too.
        """
        self.at = address - self.base
        return self._branch() if self.text[self.at - 1] == self.else_ else self._statements()  # a CR is at -1

    def _branch(self) -> list[tree.Statement]:
        if self.peek() == LINE_NUMBER:
            start = self.at
            return [self._placed(tree.Goto(self.line_number()), start)]
        return self._statements()

    def _statements(self) -> list[tree.Statement]:
        statements: list[tree.Statement] = []
        while True:
            while self.peek() == ord(":"):
                self.at += 1
            code = self.text[self.at]
            if code == CR or code == self.else_:
                return statements
            start = self.at
            statements += [self._placed(statement, start) for statement in self._statement(code)]
            if statements[-1].error or isinstance(statements[-1], (tree.Skip, tree.Fail, tree.If, tree.System)):
                return statements

    def _placed(self, statement: tree.Statement, start: int) -> tree.Statement:
        statement.start = self.base + start
        return statement

    def _statement(self, code: int) -> list[tree.Statement]:
        """Parse one statement; a NEXT with several variables becomes several statements."""
        name = self.keywords.get(code)
        if name is None:
            return [self._unnamed(code)]
        self.at += 1
        if name == "NEXT":
            return self._next()
        if name in STATEMENTS:
            return [STATEMENTS[name](self)]
        if name not in COMMANDS:
            return [tree.Fail(SYNTAX)]
        count = len(COMMANDS[name][0])
        first = [self.expression()] if count else []
        return [self.ended(tree.Command(name, first + [self.another() for _ in range(1, count)]))]

    def _unnamed(self, code: int) -> tree.Statement:
        if code == ord("*"):
            text = self.text[self.at + 1 : -1]
            return tree.System(text.decode("latin-1"))
        if code == ord("="):
            self.at += 1
            return self.ended(tree.Result(self.expression()))
        if code == ord("["):
            return tree.Fail("No assembler here")
        return self._assign()

    def ended(self, statement: tree.Statement) -> tree.Statement:
        """Expect the end of the statement that is parsed; anything else is its error."""
        if not statement.error and not self.at_end():
            statement.error = SYNTAX
        return statement

    def here(self) -> int:
        """Return the address in memory of the next byte to parse."""
        return self.base + self.at

    # assignment

    def _assign(self) -> tree.Statement:
        target = self.variable()
        if target is None:
            return tree.Fail(SYNTAX)
        return self.ended(tree.Assign(target, self.expression())) if self.take("=") else _unassigned(target)

    def _assign_system(self, name: str) -> tree.Statement:
        arguments = [self.channel()] if name == "PTR" else []
        if not self.take("="):
            return tree.Fail(MISTAKE)
        return self.ended(tree.AssignSystem(name, [*arguments, self.expression()]))

    def _dim(self) -> tree.Statement:
        items: list[tree.Element | tree.Binary] = []
        while True:
            target = None if self.peek() in b"?!$" else self.variable()
            if isinstance(target, tree.Element):
                items.append(_dimensioned(target))
            elif target is not None and not is_text(target):
                items.append(tree.Binary("DIM", target, self.expression()))
            else:
                statement = tree.Dim(items)
                statement.error = "Bad DIM"
                return statement
            if not self.take(","):
                return self.ended(tree.Dim(items))

    def _local(self) -> tree.Statement:
        statement = tree.Local([])
        if self.at_end():
            return statement
        statement.targets = self._targets(statement)
        return self.ended(statement)

    def _targets(self, statement: tree.Statement) -> list[tree.Variable | tree.Element | tree.Memory]:
        """Parse variables separated by commas; anything else is an error of the statement."""
        targets: list[Target] = []
        while True:
            target = self.variable()
            if target is None:
                statement.error = SYNTAX
                return targets
            targets.append(target)
            if not self.take(","):
                return targets

    def _read(self) -> tree.Statement:
        return self.ended(tree.Read(list(filter(None, self.listed(self.variable)))))

    # output and input

    def _print(self) -> tree.Statement:
        if self.take("#"):
            return self._to_file("PRINT")
        items: list[tree.Expression | str] = []
        while not self.at_end():
            separator = chr(self.text[self.at])
            if separator in ";,'~":
                self.at += 1
                items.append(separator)
                continue
            item = self._layout() or self.expression()
            items.append(item)
            if isinstance(item, tree.Failure):
                break
        return tree.Print(items)

    def _layout(self) -> tree.Expression | None:
        """Parse TAB( or SPC in PRINT and INPUT; return None for anything else."""
        if self.take_keyword("SPC"):
            return tree.Call("SPC", (self.operand(),))
        if not self.take_keyword("TAB("):
            return None
        column = self.expression()
        if self.take(")"):
            return tree.Call("TAB(", (column,))
        return tree.Call(
            "TAB(", (column, self.with_bracket(self.expression()) if self.take(",") else tree.Failure("Missing ,", ()))
        )

    def _to_file(self, name: str) -> tree.Statement:
        channel = self.operand()
        items = []
        while self.take(","):
            items.append(self.expression() if name == "PRINT" else self.variable() or tree.Failure(SYNTAX, ()))
        return self.ended(tree.PrintTo(name, channel, items))

    def _input(self) -> tree.Statement:
        if self.take("#"):
            return self._to_file("INPUT")
        line = self.take_keyword("LINE")
        items: list[tree.Expression | str] = []
        statement = tree.Input(line, items)
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
            if isinstance(item, tree.Failure):  # no closing quote: the ROM prints the text as it reads it
                unclosed = self.text[self.at + 1 : -1].replace(b'""', b'"').decode("latin-1")
                items += [tree.Call("PROMPT", (tree.Constant(unclosed),)), item]
                return statement
            items.append(tree.Call("PROMPT", (item,)) if prompt else item)
        return statement

    def _vdu(self) -> tree.Statement:
        items: list[tuple[tree.Expression, bool]] = []
        statement = tree.Vdu(items)
        while not self.at_end():
            item = self.expression()
            word = self.take(";")
            items.append((item, word))
            if not word:
                self.take(",")
            if isinstance(item, tree.Failure):
                break
        return statement

    # control

    def _if(self) -> tree.Statement:
        condition = self.expression()
        else_at = self.text.find(self.else_, self.at)
        then = self._branch() if self.take_keyword("THEN") else self._statements()
        return tree.If(condition, then, self.base + else_at + 1 if else_at >= 0 else 0)

    def _goto(self) -> tree.Statement:
        return self.ended(tree.Goto(self.line_number()))

    def _gosub(self) -> tree.Statement:
        line = self.line_number()
        return self.ended(tree.Gosub(line, self.here()))

    def _on(self) -> tree.Statement:
        if self.take_keyword("ERROR"):
            if self.take_keyword("OFF"):
                return self.ended(tree.OnError(0))
            handler = self.here()
            self.at = len(self.text) - 1
            return tree.OnError(handler)
        selector = self.expression()
        is_goto = self.take_keyword("GOTO")
        if not is_goto and not self.take_keyword("GOSUB"):
            statement = tree.OnJump(False, selector, [], 0, 0)
            statement.error = "ON syntax"
            return statement
        return self._on_jump(selector, is_goto)

    def _on_jump(self, selector: tree.Expression, is_goto: bool) -> tree.Statement:
        lines = self.listed(self._line_of_list)
        else_at = self.text.find(self.else_, self.at)
        end = next(at for at in range(self.at, len(self.text)) if self.text[at] in (CR, ord(":")))
        return tree.OnJump(
            not is_goto, selector, lines, self.base + else_at + 1 if else_at >= 0 else 0, self.base + end
        )

    def _line_of_list(self) -> tree.Expression:
        """Parse a line number of an ON GOTO, and skip all text up to the next comma."""
        line = self.line_number()
        while not self.at_end() and self.peek() != ord(","):
            self.at += 1
        return line

    def _for(self) -> tree.Statement:
        target = self.variable()
        if target is None or is_text(target):
            return tree.Fail("FOR variable")
        if not self.take("="):
            return _unassigned(target)
        first = self.expression()
        last = self.expression() if self.take_keyword("TO") else tree.Failure("No TO", ())
        step = self.expression() if self.take_keyword("STEP") else None
        statement = self.ended(tree.For(target, first, last, step, self.here()))
        if self.peek() == self.else_:
            statement.error = SYNTAX
        return statement

    def _next(self) -> list[tree.Statement]:
        statements: list[tree.Statement] = []
        while True:
            target = None if self.at_end() or self.peek() == ord(",") else self.variable()
            if target is not None and is_text(target):
                return [*statements, tree.Fail(SYNTAX)]
            statements.append(tree.Next(target, self.here()))
            if not self.take(","):
                self.ended(statements[-1])
                return statements

    def _repeat(self) -> tree.Statement:
        return tree.Repeat(self.here())

    def _until(self) -> tree.Statement:
        condition = self.expression()
        return self.ended(tree.Until(condition, self.here()))

    def _procedure(self) -> tree.Statement:
        name, arguments = self.routine("PROC")
        if name is None:
            return tree.Fail("Bad call")
        return self.ended(tree.Procedure(name, arguments, self.here()))

    def _restore(self) -> tree.Statement:
        return self.ended(tree.Command("RESTORE", [] if self.at_end() else [self.line_number()]))

    def _trace(self) -> tree.Statement:
        limit: tree.Expression | None = tree.Constant(32768)
        if self.take_keyword("OFF"):
            limit = None
        elif not self.take_keyword("ON"):
            limit = self.line_number()
        self.ended(statement := tree.Trace(limit, self.here()))
        return statement

    def _call(self) -> tree.Statement:
        arguments = [self.expression()]
        while self.take(","):
            arguments.append(self.variable() or tree.Failure(NO_VARIABLE, ()))
        return self.ended(tree.Command("CALL", arguments))

    def _on_channel(self, name: str, values: int) -> tree.Statement:
        return self.ended(tree.Command(name, [self.channel(), *(self.another() for _ in range(values))]))

    def _skip(self) -> tree.Statement:
        self.at = len(self.text) - 1
        return tree.Skip()


def _dimensioned(target: tree.Element) -> tree.Element:
    """Return an array for DIM, in which a missing bracket is the error Bad DIM."""
    *others, last = target.subscripts
    if isinstance(last, tree.Failure) and last.message == "Missing )":
        return tree.Element(target.name, [*others, tree.Failure("Bad DIM", last.before)])
    return target


def _unassigned(target: Target) -> tree.Statement:
    """Return the statement that fails because `=` is missing after its variable."""
    statement = tree.Assign(target, tree.Constant(0))
    statement.error = MISTAKE
    return statement


STATEMENTS: dict[str, Callable[[LineParser], tree.Statement]] = {
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
