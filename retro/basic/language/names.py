"""BASIC's variables as global names of the compiled program.

The real variable `A` is `A_`, the integer `A%` is `A_i`, the text `A$` is `A_s`; the array `A%(,)` of two dimensions is
`A_i_xx`. No other global name of a compiled program ends like one of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType
from typing import Any

SUFFIXES = {"%": "_i", "$": "_s"}
ZEROS: Mapping[str, float | str] = {"%": 0, "$": ""}
POUND, POUND_LETTER = "`", "ł"
FORMAT = "@%"
CACHED_NAMES = 4096
RESIDENT_NAMES = [f"{chr(code)}%" for code in range(ord("@"), ord("Z") + 1)]  # @%, A% … Z% always exist


def python_name(name: str, dimensions: int = 0) -> str:
    """Return the global name of a variable, or of an array with this number of dimensions."""
    stem, kind = (name[:-1], name[-1]) if name[-1] in "%$" else (name, "")
    suffix = SUFFIXES.get(kind, "_" if not dimensions else "_r")
    return stem.replace(POUND, POUND_LETTER) + suffix + ("_" + "x" * dimensions if dimensions else "")


@lru_cache(CACHED_NAMES)
def basic_name(name: str) -> str | None:
    """Return the BASIC variable that a global name stands for, `A(` for an array; None if it stands for none."""
    stem, _, kind = name.rpartition("_")
    bracket = ""
    if stem and kind and not kind.strip("x"):
        stem, _, kind = stem.rpartition("_")
        kind, bracket = kind.replace("r", ""), "("
    if not stem or kind not in ("", "i", "s"):
        return None
    return stem.replace(POUND_LETTER, POUND) + {"i": "%", "s": "$", "": ""}[kind] + bracket


def methods(part: object) -> dict[str, Any]:
    """Return the public methods of an object by name, for compiled programs to call."""
    members = vars(type(part)).items()
    return {name: getattr(part, name) for name, member in members if name[0] != "_" and callable(member)}


def functions_of(module: ModuleType) -> dict[str, Any]:
    """Return the functions defined in a module by name, for compiled programs to call."""
    return {
        name: member for name, member in vars(module).items() if getattr(member, "__module__", "") == module.__name__
    }


def zero(name: str) -> float | str:
    """Return the initial value of a variable with this BASIC name."""
    return ZEROS.get(name[-1], 0.0)


def routine_size(name: str) -> int:
    """Return the heap bytes of the first call of a PROC or FN, as in the ROM: link, name, 0, address."""
    return 2 + len(name.removeprefix("PROC").removeprefix("FN")) + 1 + 2


def heap_size(name: str) -> int:
    """Return the heap bytes of a new variable, as in the ROM: link, rest of the name, 0, value."""
    return 2 + len(name) + (4 if name[-1] in "%$" else 5)
