"""Addresses within the page of a study: of procedures, variables and lines, and which names lead to them."""

from __future__ import annotations

import re

from retro.study.notes import bare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.study.source import Procedure, Study, Variable

SUBSCRIPTS = re.compile(r"\((.*)\)$")


class Links:
    """What leads where. Every address is given out once: `new` says whether an element may have it as its id."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._own = study.path
        self._given: set[str] = set()
        self._variables = {basic_key(variable): variable.name for variable in study.variables.values()}

    def new(self, address: str) -> bool:
        """Is this the first time that the address is given out?"""
        before = len(self._given)
        self._given.add(address)
        return len(self._given) > before

    def of_code(self, code: str) -> str | None:
        """Where a name leads that stands as `code` in the notes: v.X, K$, PROCX, module.x; None for anything else."""
        if code.removeprefix("v.") in self._study.variables and code.startswith("v."):
            return f"#{variable_id(code[2:])}"
        if bare(code) in self._study.procedures:
            return f"#{bare(code)}"
        return self.of_basic(code)

    def of_basic(self, name: str) -> str | None:
        """Where a name in BASIC leads: a procedure, or a variable with its % or $, arrays with a bracket."""
        if name in self._study.procedures:
            return f"#{name}"
        return f"#{variable_id(self._variables[name])}" if name in self._variables else None

    def of_python(self, procedure: Procedure, kind: str, name: str) -> str | None:
        """Where a call or a variable in a procedure of the port leads."""
        if kind == "variable":
            return f"#{variable_id(name)}" if name in self._study.variables else None
        key = called(procedure).get(name)
        return f"#{key}" if key in self._study.procedures else None

    def line(self, procedure: Procedure, number: int) -> str:
        """The address of a line of the port: py-123, of another file than the program's own py-module-123."""
        if procedure.path == self._own:
            return f"py-{number}"
        return f"py-{procedure.module.replace('/', '-')}-{number}"


def called(procedure: Procedure) -> dict[str, str]:
    """The names by which a procedure's lines may mention others and itself, with their keys."""
    return {key.rpartition(".")[2]: key for key in procedure.calls} | {procedure.name: procedure.key}


def basic_key(variable: Variable) -> str:
    """The name in BASIC as listings are coloured by: "T%", "T("."""
    return SUBSCRIPTS.sub("(", variable.basic)


def basic_name(variable: Variable) -> str:
    """The name in BASIC as the books write it: T%, T(), D(,)."""
    found = SUBSCRIPTS.search(variable.basic)
    if found is None:
        return variable.basic
    return f"{variable.basic[: found.start()]}({',' * found[1].count(',')})"


def variable_id(name: str) -> str:
    """The address of a variable in the glossary."""
    return f"var-{name}"
