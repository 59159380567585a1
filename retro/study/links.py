"""Addresses in the page of a study, and the names that lead to them."""

from __future__ import annotations

import re

from retro.study.study_notes import bare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.study.model import Procedure, Study, Variable

SUBSCRIPTS = re.compile(r"\((.*)\)$")


class Links:
    """Resolves names to addresses, and gives each address to one element."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._own = study.path
        self._taken: set[str] = set()
        self._variables = {basic_key(variable): variable.name for variable in study.variables.values()}

    def new(self, address: str) -> bool:
        """Return whether the address is still free; from now on it is taken."""
        before = len(self._taken)
        self._taken.add(address)
        return len(self._taken) > before

    def of_code(self, code: str) -> str | None:
        """Return the address of a name in the notes: v.X, K$, PROCX, module.x; None for anything else."""
        if code.removeprefix("v.") in self._study.variables and code.startswith("v."):
            return f"#{variable_id(code[2:])}"
        if bare(code) in self._study.procedures:
            return f"#{bare(code)}"
        return self.of_basic(code)

    def of_basic(self, name: str) -> str | None:
        """Return the address of a name in BASIC: a procedure, or a variable with its %, $ or bracket."""
        if name in self._study.procedures:
            return f"#{name}"
        return f"#{variable_id(self._variables[name])}" if name in self._variables else None

    def of_python(self, procedure: Procedure, kind: str, name: str) -> str | None:
        """Return the address of a call or a variable in a procedure of the port."""
        if kind == "variable":
            return f"#{variable_id(name)}" if name in self._study.variables else None
        key = called(procedure).get(name)
        return f"#{key}" if key in self._study.procedures else None

    def line(self, procedure: Procedure, number: int) -> str:
        """Return the address of a line of the port: py-123, or py-module-123 outside the main file."""
        if procedure.path == self._own:
            return f"py-{number}"
        return f"py-{procedure.module.replace('/', '-')}-{number}"


def called(procedure: Procedure) -> dict[str, str]:
    """Return the names that a procedure's lines may call, itself included, with their keys."""
    return {key.rpartition(".")[2]: key for key in procedure.calls} | {procedure.name: procedure.key}


def basic_key(variable: Variable) -> str:
    """Return the name in BASIC as the highlighting has it: "T%", "T("."""
    return SUBSCRIPTS.sub("(", variable.basic)


def variable_of(study: Study, name: str) -> Variable | None:
    """Find a variable by its name in BASIC or in the port, in any case: T%, R(, R(,), v.T."""
    upper = name.upper()
    for variable in study.variables.values():
        key = basic_key(variable)
        if upper in (key, basic_name(variable), f"V.{variable.name.upper()}") or (
            key[-1] == "(" and upper == f"{key})"
        ):
            return variable
    return None


def basic_name(variable: Variable) -> str:
    """Return the name in BASIC as books write it: T%, T(), D(,)."""
    found = SUBSCRIPTS.search(variable.basic)
    if found is None:
        return variable.basic
    return f"{variable.basic[: found.start()]}({',' * found[1].count(',')})"


def variable_id(name: str) -> str:
    """Return the address of a variable in the glossary."""
    return f"var-{name}"
