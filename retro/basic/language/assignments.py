"""The compiler of assignments: variables, array elements and memory as targets."""

from __future__ import annotations

from retro.basic.language.names import FORMAT, RESIDENT_NAMES, python_name, zero
from retro.basic.language.program import Program
from retro.basic.language.tree import (
    Assign,
    AssignSystem,
    Dim,
    Element,
    Expression,
    Local,
    Memory,
    Read,
    Statement,
    Target,
    Variable,
)
from retro.basic.language.values import ExpressionCompiler

Line = tuple[int, str, int, int]  # depth of indentation, text; number of the BASIC line, column of its statement

KINDS = {"$": "text", "%": "integer"}
ASSIGNED = {"TIME": "set_time", "PAGE": "set_page", "LOMEM": "set_lomem", "HIMEM": "set_himem", "PTR": "set_pointer"}


class AssignmentCompiler(ExpressionCompiler):
    """Base of the compilers: writes Python source, and compiles the statements that set variables.

    Attributes:
        program: The program.
        lines: The source.
        assigned: The global names that are assigned to.
        known_variables: The variables known to exist.
        depth: The depth of indentation.
        line, column: The number of the BASIC line, and where its statement begins in it, in bytes.
    """

    def __init__(self, program: Program) -> None:
        super().__init__(program.formals, program.timed)
        self.program = program
        self.lines: list[Line] = []
        self.assigned: set[str] = set()
        self.known_variables: set[str] = set()
        self.depth, self.line, self.column = 1, 0, 0

    def emit(self, text: str) -> None:
        """Append a line to the Python source that is generated."""
        self.lines.append((self.depth, text, self.line, self.column))

    def kind_of_target(self, target: Target) -> str:
        """Return the type of a variable of BASIC: integer, real or text."""
        kind = ("$" if target.sign == "$" else "%") if isinstance(target, Memory) else target.name[-1]
        return KINDS.get(kind, "real")

    # variables

    def ensure(self, name: str) -> None:
        """Emit the creation of a variable that may not exist: BASIC creates it before it evaluates the value."""
        if name == FORMAT:
            return
        target = python_name(name)
        self.assigned.add(target)
        if self._exists(name):
            return
        self.known_variables.add(name)
        self.emit(f"try: {target}")
        self.emit(f"except NameError: {target} = create({name!r})")

    def _exists(self, name: str) -> bool:
        return name in self.known_variables or name in RESIDENT_NAMES

    def converted(self, name: str, expression: Expression) -> str:
        """Return the source of an expression converted to a variable's type."""
        if name[-1] == "%":
            return self.integer(expression)
        return self.text(expression) if name[-1] == "$" else self.real(expression)

    def container_and_key(self, target: Target) -> tuple[str, str]:
        """Emit the evaluation of a target; return the sources of its container and its key in that."""
        if isinstance(target, Variable):
            if target.name == FORMAT:
                return "formats", "0"
            self.ensure(target.name)
            return "variables", repr(python_name(target.name))
        if isinstance(target, Element):
            return self._array_and_key(target)
        if isinstance(target.address, Variable) and target.offset is not None:
            self.ensure(target.address.name)
        address = self._target_address(target)
        return {"?": "byte_places", "!": "word_places", "$": "text_places"}[target.sign], address

    def _array_and_key(self, target: Element) -> tuple[str, str]:
        array, index = self.temporary(), self.temporary()
        *outer, last = (self.subscript(subscript) for subscript in target.subscripts)
        rows = "".join(f"[{subscript}]" for subscript in outer)
        self.emit(f"{array} = {python_name(target.name, len(target.subscripts))}{rows}")
        self.emit(f"{index} = {last}")
        self.emit(f"{array}[{index}]")
        return array, index

    def store(self, target: Target, expression: Expression) -> None:
        """Emit the Python source of an assignment to a variable, an array element or memory."""
        if isinstance(target, Memory):
            self._store_memory(target, expression)
        elif isinstance(target, Element):
            array, index = self._array_and_key(target)
            self.emit(f"{array}[{index}] = {self._fitted(target, expression, f'({array}, {index})')}")
            self._take_time_of_text(target, f"{array}[{index}]")
        elif target.name == FORMAT:
            self.emit(f"set_format({self.integer(expression)})")
        else:
            self.ensure(target.name)
            value = self._fitted(target, expression, repr(target.name))
            self.emit(f"{python_name(target.name)} = {value}")
            self._take_time_of_text(target, python_name(target.name))

    def _take_time_of_text(self, target: Variable | Element, text: str) -> None:
        if self.program.timed and target.name[-1] == "$":
            self.emit(f"delay_text({text})")

    def _fitted(self, target: Variable | Element, expression: Expression, key: str) -> str:
        value = self.converted(target.name, expression)
        if target.name[-1] != "$":
            return value
        return f"fit({key}, {value})" if isinstance(target, Variable) else f"fit_element{key[:-1]}, {value})"

    def _store_memory(self, target: Memory, expression: Expression) -> None:
        base = target.address
        if isinstance(base, Variable) and target.offset is not None and not self._exists(base.name):
            self.emit(f"try: {python_name(base.name)}")  # there must be a variable A for `A?1=`
            self.emit("except NameError: fail('Mistake')")
        address = self._target_address(target)
        if target.sign == "$":
            self.emit(f"set_text({address}, {self.text(expression)})")
        elif target.sign == "!":
            self.emit(f"set_word({address}, {self.integer(expression)})")
        else:
            value = self.temporary()
            self.emit(f"{value} = {self.integer(expression)} & 255")
            self.emit(f"if lomem[0] <= {address} < 12288: ram[{address}] = {value}")
            self.emit(f"else: set_byte({address}, {value})")

    def _target_address(self, target: Memory) -> str:
        """Emit the evaluation and check of an address; return the name of the local that holds it."""
        address = self.temporary()
        code = self.address(target)
        self.emit(f"{address} = text_address({code})" if target.sign == "$" else f"{address} = {code}")
        return address

    def _assign(self, node: Assign) -> None:
        if not node.error:
            self.store(node.target, node.value)
            return
        if not isinstance(node.target, Variable):
            self.container_and_key(node.target)
        elif node.error != "Mistake":
            self.ensure(node.target.name)
        if node.error != "Mistake":
            self.emit(self.value(node.value).code)

    def _error(self, message: str) -> None:
        self.emit(f"fail({message!r})")

    def act(self, node: Statement, code: str, *values: str) -> None:
        """Emit a statement's action, or its error, after the evaluation of its values."""
        self.emit(f"fail({', '.join([repr(node.error), *values])})" if node.error else code)

    def _assign_system(self, node: AssignSystem) -> None:
        arguments = ", ".join(self.integer(argument) for argument in node.arguments)
        self.act(node, f"{ASSIGNED[node.name]}({arguments})", arguments)

    def _dim(self, node: Dim) -> None:
        for item in node.items:
            if isinstance(item, Element):
                bounds = ", ".join(self.integer(bound) for bound in item.subscripts)
                array = f"dimension({item.name!r}, {bounds})"
                self.emit(f"delay_array({array})" if self.program.timed else array)
            else:
                container, key = self.container_and_key(item.left)  # type: ignore[arg-type]
                self.emit(f"reserve({container}, {key}, {self.integer(item.right)})")

    def _local(self, node: Local) -> None:
        self.emit("saved = local_values()")
        for target in node.targets:
            container, key = self.container_and_key(target)
            self.save(target, container, key)
            self.emit(f"{container}[{key}] = {zero_of(target)!r}")

    def save(self, target: Target, container: str, key: str) -> None:
        """Emit the saving of a value that is restored at the end of the PROC or FN. Bytes in memory are not saved."""
        if not isinstance(target, Memory) or target.sign != "?":
            self.emit(f"saved.append(({container}, {key}, {container}[{key}]))")

    def _read(self, node: Read) -> None:
        for target in node.targets:
            self._read_into(target, "read")

    def _read_into(self, target: Target, source: str, handle: str = "") -> None:
        container, key = self.container_and_key(target)
        self.emit(f"{container}[{key}] = {source}_{self.kind_of_target(target)}({handle})")


def zero_of(target: Target) -> float | str:
    """Return the value that LOCAL gives a variable: 0 or an empty text."""
    if isinstance(target, Memory):
        return "" if target.sign == "$" else 0
    return zero(target.name)
