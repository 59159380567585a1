"""A program's own explanations for live study: NAME_explained.py beside its file, or beside its base."""

import copy
import os
import runpy
from collections.abc import Sequence
from types import FrameType
from typing import Any

from retro.library import catalogue
from retro.library.errors import LibraryError
from retro.listing.model import Study
from retro.study.stepper import untraced
from retro.study.values import holder_in, port_variables

Picture = tuple[str, Sequence[str]]  # a title, and rows of pixels: the digits of their colours


class Explanations:
    """The functions of NAME_explained.py, called with a copy of the program's variables; missing ones return nothing.

    Procedures in other folders have no explanations, except those of a user's edition that replace its base's.
    """

    def __init__(self, study: Study) -> None:
        base = [procedure.path for procedure in (*study, *study.others.values()) if procedure.module == study.base]
        files = (catalogue.beside(path, catalogue.EXPLANATIONS) for path in (study.path, *base[:1]))
        file = next(filter(os.path.isfile, files), "")
        self._file, self._functions = file, _functions(file) if file else {}
        self._error, self._port = "", study.port  # the port of a changed listing
        found = (one for one in study if os.path.dirname(one.path) == os.path.dirname(file))
        self._names = {procedure.key: procedure.name for procedure in found}
        edited = study.base and not catalogue.is_own(study.path)
        self._edited = {one.key: one.name for one in study if edited and one.stands_for}

    @property
    def opponent(self) -> Any:
        """The function that chooses the moves against an edition in `retro score`, or None."""
        return self._functions.get("opponent")

    def beside(self, frames: Sequence[FrameType]) -> Sequence[str]:
        """Return lines about the program's state, to show beside the listing."""
        return self._ask(frames, "beside") or ()

    def shown(self, frames: Sequence[FrameType]) -> dict[str, list[list[str]]]:
        """Return other representations of variables, by name: rows of short texts."""
        return self._ask(frames, "shown") or {}

    def explained(self, frames: Sequence[FrameType], key: str) -> str:
        """Return a sentence on what a procedure has just done, or the error message of a function that failed."""
        names, function = (self._edited, "compared") if key in self._edited else (self._names, "explained")
        return (key in names and self._ask(frames, function, names[key])) or self._error

    def of_line(self, frames: Sequence[FrameType], key: str, line: int) -> str:
        """Return a sentence on the effect or purpose of a line of the listing; empty if there is none."""
        return (key in self._names and self._ask(frames, "explained_at", line)) or ""

    def pictured(self, frames: Sequence[FrameType], key: str, line: int = 0) -> Picture:
        """Return the title and rows of a picture for a line or the end of a procedure; of a sum only a title."""
        return (key in self._names and self._ask(frames, "pictured", self._names[key], line)) or ("", ())

    @untraced
    def _ask(self, frames: Sequence[FrameType], name: str, *arguments: object) -> Any:
        """Call a function of the file, untraced; return None without the function or without variables."""
        function, holder = self._functions.get(name), holder_in(frames)
        if holder is None and self._port and frames:
            holder = port_variables(frames, self._port)
        if function is None or holder is None:
            return None
        try:
            return function(*arguments, copy.deepcopy(holder))
        except Exception as error:
            self._error = f"{os.path.basename(self._file)}: {name} fails with {type(error).__name__}: {error}"


def _functions(file: str) -> dict[str, Any]:
    """Run a program's file of explanations, and return what it defines. Raises LibraryError."""
    try:
        return runpy.run_path(file)
    except Exception as error:
        raise LibraryError(f"{file} cannot be loaded: {type(error).__name__}: {error}") from error
