"""The compiler of statements: compiles a run of statements to one Python function, a region.

A region ends by returning the address at which the program goes on, or one of the codes of `control`. FOR…NEXT and
REPEAT…UNTIL become Python loops where they nest properly; all other jumps are addresses that are returned. Each line of
the source carries the number of its BASIC line, so that a traceback and a tracer see BASIC's own lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from retro.basic.language import tree, values
from retro.basic.language.assignments import Line
from retro.basic.language.commands import CommandCompiler
from retro.basic.language.function_table import INTEGER, REAL
from retro.basic.language.names import FORMAT, python_name
from retro.basic.language.program import Program
from retro.basic.language.tree import Statement, Target
from retro.basic.language.values import as_real, literal

MOST_STATEMENTS = 120  # of a region
MOST_NESTED_LOOPS = 8  # Python loops in each other; Python allows 20
NAME = "region"

# After these the next statement is reached by a jump only.
UNCONDITIONAL = (tree.Goto, tree.Result, tree.Fail)
ENDINGS = ("END", "STOP", "RUN", "RETURN", "ENDPROC", "CHAIN")
# A loop whose body calls one of these may find another loop on top of its stack.
DISTURBING = ("call", "next_loop", "gosub", "evaluate", "read_", "enter_for", "enter_repeat", "until_loop", "clear")


class RegionCompiler(CommandCompiler):
    """Compiles one region to Python source.

    Attributes:
        start: The address where it begins.
        tracing: Whether it prints the numbers of lines, as TRACE asks.
        loops: The number of Python loops that are open.
    """

    def __init__(self, program: Program, start: int, tracing: bool) -> None:
        super().__init__(program)
        self.start, self.tracing = start, tracing
        self.loops = 0
        self._branches: set[int] = set()
        self._is_traced = start in program.traced_loops

    def compile(self) -> list[Line]:
        """Write the Python source of the region's function."""
        sequence, following = self._sequence()
        start = self.program.first if self.start == self.program.page else self.start
        self.line = self.program.line_of(start)
        if self.tracing and self.program.starts_line(start):
            self.emit(f"trace_line({self.line})")
        self.emit("poll()")
        self._block(sequence, 0, len(sequence))
        self.emit(f"return {following}" if following else "end()")
        head: list[Line] = [(0, f"def {NAME}():", *self.lines[0][2:])]
        if self.assigned:
            head.append((1, f"global {', '.join(sorted(self.assigned))}", *self.lines[0][2:]))
        return head + self.lines

    def _sequence(self) -> tuple[list[Statement], int]:
        """Return the statements of the region, and the address after the last; 0 at the end of the program."""
        sequence: list[Statement] = []
        address = self.start
        while address and len(sequence) < MOST_STATEMENTS:
            statements, following = self.program.statements(address)
            for statement in statements:
                sequence.append(statement)
                if _ends(statement):
                    return sequence, following
            address = following
        return sequence, address

    # blocks

    def _block(self, sequence: Sequence[Statement], first: int, last: int) -> None:
        """Compile the region's statements of BASIC from one index up to another."""
        index = first
        while index < last:
            statement = sequence[index]
            self._enter_line(statement)
            self._take_time(statement)
            end = self._loop_end(sequence, index, last)
            if end is not None:
                self._loop(sequence, index, end)
                index = end
            else:
                EMITTERS[type(statement)](self, statement)
                if statement.error:
                    self._error(statement.error)
            index += 1

    def _enter_line(self, statement: Statement) -> None:
        self.place = statement.start
        line, self.column = self.program.place_of(statement.start)
        if line != self.line:
            silent = self._is_traced and len(self.lines) == 1  # FOR has printed it when it was run
            self.line = line
            if self.tracing and not silent:
                self.emit(f"trace_line({line})")

    def _take_time(self, statement: Statement, counter: Target | None = None) -> None:
        if self.program.timed:
            from retro.basic.language.timing import seconds

            self.emit(f"delay({seconds(statement, self.program, counter)!r})")

    def _loop_end(self, sequence: Sequence[Statement], index: int, last: int) -> int | None:
        """Return the index of the NEXT or UNTIL that closes a loop in this block; None without proper nesting."""
        if not isinstance(sequence[index], (tree.For, tree.Repeat)) or self.tracing or self.loops >= MOST_NESTED_LOOPS:
            return None
        opened: list[Statement] = []
        for at in range(index, last):
            statement = sequence[at]
            if isinstance(statement, (tree.For, tree.Repeat)):
                opened.append(statement)
            elif isinstance(statement, (tree.Next, tree.Until)):
                if not _closes(statement, opened[-1]):
                    return None
                opened.pop()
                if not opened:
                    return at
        return None

    def _loop(self, sequence: Sequence[Statement], index: int, end: int) -> None:
        opening: Any = sequence[index]
        closing: Any = sequence[end]
        before = set(self.known_variables)
        is_for = isinstance(opening, tree.For)
        limits = self._enter_for(opening) if is_for else self._enter_repeat(opening)
        if is_for and end == index + 1 and isinstance(opening.target, tree.Variable) and not self.program.timed:
            self.emit(f"empty_loop({self.value(opening.target).code}, {', '.join(limits)})")
        body = self.program.place_of(sequence[index + 1].start)  # a tracer sees each turn begin there
        self.lines.append((self.depth, "while True:", *body))
        self.depth, self.loops = self.depth + 1, self.loops + 1
        first_line = len(self.lines)
        self._block(sequence, index + 1, end)
        self._enter_line(closing)
        self._take_time(closing, opening.target if is_for else None)
        checked = any(word in text for _, text, *_ in self.lines[first_line:] for word in DISTURBING)
        if is_for:
            self._close_for(opening, closing, limits, checked)
        else:
            self._close_repeat(opening, closing, checked)
        self.depth, self.loops = self.depth - 1, self.loops - 1
        self.known_variables = before

    def _branch(self, statements: Sequence[Statement]) -> None:
        """Compile statements as an indented block of Python."""
        before = set(self.known_variables)
        self.depth += 1
        self.emit("pass")
        self._block(statements, 0, len(statements))
        self.depth -= 1
        self.known_variables = before

    # control

    def _if(self, node: tree.If) -> None:
        self.emit(f"if {self.condition(node.condition)}:")
        self._branch(node.then)
        if node.else_address:
            self.emit("else:")
            self._else(node.else_address)

    def _else(self, address: int) -> None:
        """Compile the statements after ELSE, or a jump to them if this region contains them already."""
        if address in self._branches:
            self.depth += 1
            self.emit(f"return {address}")
            self.depth -= 1
        else:
            self._branches.add(address)
            self._branch(self.program.statements(address)[0])

    def _goto(self, node: tree.Goto) -> None:
        address = self._line_address(node.line)
        self.act(node, f"return {address}", address)

    def _gosub(self, node: tree.Gosub) -> None:
        address = self._line_address(node.line)
        self.act(node, f"gosub({address}, {node.following})", address)

    def _on_jump(self, node: tree.OnJump) -> None:
        selector = self.temporary()
        self.emit(f"{selector} = {self.integer(node.selector)}")
        if node.error:
            return
        word = "if"
        behind_else = f"; return {node.following}" if 0 < node.else_address < node.following else ""
        for number, line in enumerate(node.lines, 1):
            address = self._line_address(line)
            jump = f"gosub({address}, {node.following}){behind_else}" if node.subroutine else f"return {address}"
            self.emit(f"{word} {selector} == {number}: {jump}")
            word = "elif"
        self.emit("else:")
        if node.else_address:
            self._else(node.else_address)
        self.depth += 1
        if not node.else_address:
            self._error("ON range")
        elif node.following < node.else_address:
            next_line = self.program.statements(node.else_address)[1]
            self.emit(f"return {next_line}" if next_line else "end()")
        self.depth -= 1

    def _on_error(self, node: tree.OnError) -> None:
        self.act(node, f"on_error({node.handler})")

    def _enter_for(self, node: tree.For) -> tuple[str, str]:
        """Compile the start of a FOR; return the sources of its end and its step."""
        name = node.target.name if isinstance(node.target, tree.Variable) else ""
        kind = name or (node.target.name if isinstance(node.target, tree.Element) else "%")
        container, key = self.container_and_key(node.target)
        first = self.integer(node.first) if kind[-1] == "%" else self.real(node.first)
        self.emit(f"{container}[{key}] = {first}" if not name or name == FORMAT else f"{python_name(name)} = {first}")
        self.emit("check_for()")
        last, step = self.temporary(), self.temporary()
        self.emit(f"{last} = {self.converted(kind, node.last)}")
        value = self.value(node.step) if node.step else literal(1)
        if value.kind == INTEGER and value.low == value.high:
            step = repr(value.low if kind[-1] == "%" else float(value.low))
        elif node.step:
            self.emit(f"{step} = {self.converted(kind, node.step)}")
        if node.error:
            self._error(node.error)  # before the loop is entered
        self.emit(f"enter_for({container}, {key}, {last}, {step}, {node.body})")
        self.program.traced_loops.add(node.body)
        return last, step

    def _close_for(self, opening: tree.For, closing: tree.Next, limits: tuple[str, str], checked: bool) -> None:
        self.emit("poll()")
        last, step = limits
        if checked or not isinstance(opening.target, tree.Variable) or opening.target.name == FORMAT or closing.error:
            self._close_checked(opening, closing)
            return
        name = opening.target.name
        self._count(name, step)
        above, below = f"{python_name(name)} > {last}", f"{python_name(name)} < {last}"
        constant = step.lstrip("-")[:1].isdigit()
        condition = f"{above} if {step} >= 0 else {below}" if not constant else below if step[0] == "-" else above
        self.emit(f"if {condition}:")
        self.emit("    leave_for()")
        self.emit("    break")

    def _count(self, name: str, step: str) -> None:
        """Compile the addition of the step to the variable of a FOR loop."""
        variable = python_name(name)
        if name[-1] == "%":
            self.emit(f"{variable} += {step}")
            self.emit(f"if not -2147483648 <= {variable} <= 2147483647: {variable} = wrap({variable})")
        else:
            step_value = literal(float(step)) if step.lstrip("-")[:1].isdigit() else None
            value = step_value or values.Value(step, REAL, stable=True)
            counter = values.Value(variable, REAL, stable=True)
            self.emit(f"{variable} = {as_real(self._real('+', counter, value))}")

    def _close_checked(self, opening: tree.For, closing: tree.Next) -> None:
        """Compile a NEXT that finds its loop at run time."""
        name = self.temporary()
        self.emit(f"{name} = next_loop({self._sought(closing)})")
        self.emit(f"if {name} == {opening.body}: continue")
        self.emit(f"if {name}: return {name}")
        self._error(closing.error) if closing.error else self.emit("break")

    def _sought(self, node: tree.Next) -> str:
        """Return the Python source that names the variable in a NEXT."""
        if node.target is None:
            return ""
        if isinstance(node.target, tree.Variable):
            return f"variables, {python_name(node.target.name)!r}"
        return ", ".join(self.container_and_key(node.target))

    def _for(self, node: tree.For) -> None:
        self._enter_for(node)

    def _next(self, node: tree.Next) -> None:
        name = self.temporary()
        self.emit(f"{name} = next_loop({self._sought(node)})")
        self.emit(f"if {name}: return {name}")

    def _enter_repeat(self, node: tree.Repeat) -> tuple[str, str]:
        self.emit(f"enter_repeat({node.body})")
        return "", ""

    def _close_repeat(self, opening: tree.Repeat, closing: tree.Until, checked: bool) -> None:
        self.emit("poll()")
        condition = self._until_condition(closing)
        if checked:
            name = self.temporary()
            self.emit(f"{name} = until_loop({condition})")
            self.emit(f"if {name} == {opening.body}: continue")
            self.emit(f"if {name}: return {name}")
            self.emit("break")
        else:
            self.emit(f"if {condition}:")
            self.emit("    leave_repeat()")
            self.emit("    break")

    def _until_condition(self, node: tree.Until) -> str:
        if not node.error:
            return self.condition(node.condition)
        return f"fail({node.error!r}, {self.value(node.condition).code})"

    def _repeat(self, node: tree.Repeat) -> None:
        self._enter_repeat(node)

    def _until(self, node: tree.Until) -> None:
        name = self.temporary()
        self.emit(f"{name} = until_loop({self._until_condition(node)})")
        self.emit(f"if {name}: return {name}")

    def _procedure(self, node: tree.Procedure) -> None:
        self.emit(self.routine_call("call_procedure", node.name, node.arguments))

    def _result(self, node: tree.Result) -> None:
        self.emit("check_routine('FN')")
        value = self.settled(node.value)
        self.act(node, f"return give_result({value})", value)

    def _trace(self, node: tree.Trace) -> None:
        limit = "0" if node.limit is None else self.integer(node.limit)
        self.act(node, f"return trace({limit} & 65535, {node.following})", limit)

    def _skip(self, node: tree.Skip) -> None:
        pass

    def _fail(self, node: tree.Fail) -> None:
        self._error(node.message)


def _ends(statement: Statement) -> bool:
    """Return whether a statement of BASIC never continues with the next one."""
    if isinstance(statement, tree.Command):
        return statement.name in ENDINGS or bool(statement.error)
    return isinstance(statement, (*UNCONDITIONAL, tree.Trace)) or (
        bool(statement.error) and not isinstance(statement, tree.If)
    )


def _closes(closing: Statement, opening: Statement) -> bool:
    """Return whether a NEXT or UNTIL closes a FOR or REPEAT, as far as the text shows."""
    if isinstance(closing, tree.Until) or isinstance(opening, tree.Repeat):
        return isinstance(closing, tree.Until) and isinstance(opening, tree.Repeat)
    if not isinstance(closing, tree.Next) or not isinstance(opening, tree.For) or opening.error:
        return False
    target, counter = closing.target, opening.target
    if target is None:
        return True
    return isinstance(target, tree.Variable) and isinstance(counter, tree.Variable) and target.name == counter.name


EMITTERS: dict[type, Callable[[RegionCompiler, Any], None]] = {
    tree.Assign: RegionCompiler._assign,
    tree.AssignSystem: RegionCompiler._assign_system,
    tree.Command: RegionCompiler._command,
    tree.Dim: RegionCompiler._dim,
    tree.Fail: RegionCompiler._fail,
    tree.For: RegionCompiler._for,
    tree.Gosub: RegionCompiler._gosub,
    tree.Goto: RegionCompiler._goto,
    tree.If: RegionCompiler._if,
    tree.Input: RegionCompiler._input,
    tree.Local: RegionCompiler._local,
    tree.Next: RegionCompiler._next,
    tree.OnError: RegionCompiler._on_error,
    tree.OnJump: RegionCompiler._on_jump,
    tree.Print: RegionCompiler._print,
    tree.PrintTo: RegionCompiler._print_to,
    tree.Procedure: RegionCompiler._procedure,
    tree.Read: RegionCompiler._read,
    tree.Repeat: RegionCompiler._repeat,
    tree.Result: RegionCompiler._result,
    tree.Skip: RegionCompiler._skip,
    tree.System: RegionCompiler._system,
    tree.Trace: RegionCompiler._trace,
    tree.Until: RegionCompiler._until,
    tree.Vdu: RegionCompiler._vdu,
}
