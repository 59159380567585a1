"""Addresses (ids of elements) in the page of a study, and the names that link to them."""

from retro.listing.highlighting import Part
from retro.listing.model import Study
from retro.listing.name_usage import bare
from retro.listing.procedure import Procedure, Variable


class Links:
    """Finds the addresses in a study's page for names, and ensures that each address is used once."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._given: set[str] = set()
        self._variables = {variable.key: variable.name for variable in study.variables.values()}

    def new(self, address: str) -> bool:
        """Reserve an address in the page; return False if it is already reserved."""
        before = len(self._given)
        self._given.add(address)
        return len(self._given) > before

    def of_code(self, code: str) -> str | None:
        """Return the address of a name that the notes use: v.X, K$, PROCX, module.x, 10.2; None for anything else."""
        if any(code == entry.label for entry in self._study.description.entries):
            return f"#says-{code}"
        if code.startswith("v.") and code[2:] in self._study.variables:
            return f"#{variable_id(code[2:])}"
        return self.of_basic(bare(code)) or self.of_basic(code)

    def of_basic(self, name: str) -> str | None:
        """Return the address of a name in BASIC: a procedure, or a variable with its %, $ or bracket."""
        if name in self._study.procedures:
            return f"#{name}"
        return f"#{variable_id(self._variables[name])}" if name in self._variables else None

    def of_part(self, procedure: Procedure, language: str, part: Part) -> str | None:
        """Return the address in the page of a highlighted call or variable of a procedure; None for any other part."""
        if not part.name or language == "BASIC":
            return self.of_basic(part.name)
        if part.kind == "variable":
            return f"#{variable_id(part.name)}" if part.name in self._study.variables else None
        key = procedure.callable_names.get(part.name)
        return f"#{key}" if key in self._study.procedures else None

    def line(self, procedure: Procedure, number: int) -> str:
        """Return the address of a line of the port: py-123, or py-module-123 outside the main file."""
        if procedure.path == self._study.path:
            return f"py-{number}"
        return f"py-{procedure.module.replace('/', '-')}-{number}"


def variable_of(study: Study, name: str) -> Variable | None:
    """Find a variable by its name in BASIC or in the port, in any case: T%, R(, R(), R(,), v.T."""
    wanted = name.lower()
    for variable in study.variables.values():
        array = [f"{variable.key})"] if variable.key.endswith("(") else []
        if wanted in (known.lower() for known in (variable.key, *array, variable.title, f"v.{variable.name}")):
            return variable
    return None


def variable_id(name: str) -> str:
    """Return the address of a variable in the glossary."""
    return f"var-{name}"
