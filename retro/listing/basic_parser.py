"""Parses a BASIC program: its procedures and subroutines, who calls whom, and the variables that each uses."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from retro.basic.language import tree
from retro.basic.language.memory import PAGE
from retro.basic.language.names import python_name
from retro.basic.language.program import Program
from retro.basic.language.tokens import detokenise
from retro.listing.listing_parser import definitions, with_remarks
from retro.listing.procedure import MAIN, Procedure, SourceLine, Variable

SUBROUTINE = "GOSUB"
MEMORY_SIZE = 0x8000
REMARK = re.compile(r"(?:^|:)\s*REM(.*)")
DECORATION = " *-=_:.#+"


class BasicParser:
    """Parses a tokenised program. file: its file's name in tracebacks.

    Attributes:
        lines: The listing.
        variables: The variables by their names in the compiled program, in the order of the listing.
    """

    def __init__(self, program: bytes, name: str, file: str) -> None:
        self._name, self._file = name, file
        memory = bytearray(2 * MEMORY_SIZE)
        memory[PAGE : PAGE + len(program)] = program
        self._program = Program(memory, PAGE)
        self.lines = tuple(
            SourceLine(number, detokenise(text[:-1]).decode("latin-1")) for number, _, text in self._program.texts()
        )
        named = [(name, self._program.definition(name)) for name in definitions(self.lines)]
        self._definitions = {self._program.line_of(routine.body): (name, routine) for name, routine in named if routine}
        self._nodes = {number: list(self._nodes_of(number)) for number, _ in self.lines}
        self.variables: dict[str, Variable] = {}
        for nodes in self._nodes.values():
            self.variables.update((variable.name, variable) for node in nodes if (variable := _variable(node)))

    def procedures(self) -> dict[str, Procedure]:
        """Return the procedures by name: the main program, then each PROC, FN and subroutine by line."""
        procedures, defined = {}, {name: number for number, (name, _) in self._definitions.items()}
        for name, lines in self._parts().items():
            number = defined.get(name, lines[0].number)
            procedures[name] = Procedure(name, name, self._name, self._file, (), number, lines)
        for procedure in procedures.values():
            self._describe(procedure, procedures)
        return procedures

    def _describe(self, procedure: Procedure, procedures: dict[str, Procedure]) -> None:
        nodes = [node for line in procedure.basic for node in self._nodes[line.number]]
        targets = {id(target) for node in nodes for target in _targets(node)}
        uses = {(variable.name, id(node) in targets) for node in nodes if (variable := _variable(node))}
        declared = (target for node in nodes if isinstance(node, tree.Local) for target in node.targets)
        local = {variable.name for target in declared if (variable := _variable(target))}
        procedure.locals = tuple(name for name in self.variables if name in local)
        procedure.reads = tuple(name for name in self.variables if (name, False) in uses and name not in local)
        procedure.changes = tuple(name for name in self.variables if (name, True) in uses and name not in local)
        called = dict.fromkeys(name for node in nodes for name in _called(node))
        procedure.calls = tuple(name for name in called if name in procedures)
        remarks = filter(None, (REMARK.search(line.text) for line in procedure.basic[:2]))
        procedure.purpose = next(filter(None, (remark[1].strip(DECORATION) for remark in remarks)), "")

    # which lines belong together

    def _parts(self) -> dict[str, tuple[SourceLine, ...]]:
        """Return the lines of each procedure by name; lines after its last ENDPROC or the like belong to main."""
        starts = {with_remarks(self.lines, number): name for number, (name, _) in self._definitions.items()}
        blocks = self._blocks(starts)
        inside = {line.number for lines in blocks.values() for line in lines[1:]}
        targets = {target for nodes in self._nodes.values() for node in nodes for target in _subroutines(node)}
        for target in targets & self._nodes.keys() - inside:
            starts.setdefault(target, f"{SUBROUTINE}{target}")
        blocks = self._blocks(starts)
        taken = {line for lines in blocks.values() for line in lines}
        main = tuple(line for line in self.lines if line not in taken)
        return {MAIN: main, **blocks} if main else blocks

    def _blocks(self, starts: dict[int, str]) -> dict[str, tuple[SourceLine, ...]]:
        """Return the lines of each procedure, from its start to its last ENDPROC, result or RETURN.

        One after IF does not count as the last, as the program may reach the line after it.
        """
        blocks = {}
        for start, end in pairwise([*sorted(starts), 1 << 16]):
            lines = [line for line in self.lines if start <= line.number < end]
            last = max((index for index, line in enumerate(lines) if self._ends(line, starts[start])), default=-1)
            blocks[starts[start]] = tuple(lines[: last + 1] or lines)
        return blocks

    def _ends(self, line: SourceLine, name: str) -> bool:
        """Return whether the PROC, FN or subroutine of this name always ends at a line of the listing."""
        if any(isinstance(node, tree.If) for node in self._nodes[line.number]):
            return False
        if name.startswith("FN"):
            return any(isinstance(node, tree.Result) for node in self._nodes[line.number])
        ending = "ENDPROC" if name.startswith("PROC") else "RETURN"
        return any(isinstance(node, tree.Command) and node.name == ending for node in self._nodes[line.number])

    # what a line contains

    def _nodes_of(self, number: int) -> Iterator[tree.Node]:
        """Yield the nodes of a BASIC line's syntax trees, including those after DEF, ELSE and ON ERROR."""
        _, definition = self._definitions.get(number, ("", None))
        if definition is not None:
            yield from tree.below(tree.Local(definition.formals or []))
        waiting, seen = [definition.body if definition else self._program.find(number)], {0}
        while waiting:
            start = waiting.pop()
            seen.add(start)
            for node in tree.below(self._program.statements(start)[0]):
                yield node
                if isinstance(node, (tree.If, tree.OnJump)) and node.else_address not in seen:
                    waiting.append(node.else_address)
                elif isinstance(node, tree.OnError) and node.handler not in seen:
                    waiting.append(node.handler)


def _variable(node: object) -> Variable | None:
    """Return the name in the compiled program of a node that is a variable, else None."""
    match node:
        case tree.Element(name=name, subscripts=subscripts):
            return Variable(python_name(name, len(subscripts)), f"{name}({',' * (len(subscripts) - 1)})", "")
        case tree.Variable(name=name):
            return Variable(python_name(name, 0), name, "")
    return None


def _targets(node: tree.Node) -> Sequence[object]:
    """Return the variables that a statement of BASIC assigns to."""
    match node:
        case tree.Assign(target=target) | tree.For(target=target):
            return [target]
        case tree.Read(targets=targets) | tree.Local(targets=targets):
            return targets
        case tree.Input(items=items) | tree.PrintTo(name="INPUT", items=items):
            return items
        case tree.Dim(items=arrays):
            return [item.left if isinstance(item, tree.Binary) else item for item in arrays]
    return ()


def _called(node: tree.Node) -> Iterator[str]:
    """Yield the names of the procedures that a node of BASIC's syntax tree calls."""
    if isinstance(node, (tree.Procedure, tree.UserFunction)):
        yield node.name
    yield from (f"{SUBROUTINE}{number}" for number in _subroutines(node))


def _subroutines(node: tree.Node) -> Iterator[int]:
    """Yield the line numbers that a GOSUB names."""
    match node:
        case tree.Gosub(line=tree.Constant(value=int(number))):
            yield number
        case tree.OnJump(subroutine=True, lines=lines):
            yield from (line.value for line in lines if isinstance(line, tree.Constant) and isinstance(line.value, int))
