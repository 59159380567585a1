"""Finds the procedure of a study that a running frame belongs to."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

    from retro.study.model import Procedure, Study


class ProcedureIndex:
    """The procedures of a study by their code; every answer is cached."""

    def __init__(self, study: Study) -> None:
        self._study = study
        everything = (*study, *study.others.values())
        self._core = {os.path.realpath(one.path): "/" not in one.module for one in everything}
        self._core[os.path.realpath(study.path)] = True
        self.listing = study.path if study.is_basic else ""  # the file name of code that is compiled BASIC
        self._files: dict[str, bool | None] = {}
        self._real_paths: dict[str, str] = {}
        self._procedures: dict[tuple[str, int], Procedure | None] = {}

    def is_core(self, path: str) -> bool:
        """Return whether a file is the program's own, and not one of rules that know no machine."""
        return bool(self._kind(path))

    def _kind(self, path: str) -> bool | None:
        """Return whether one of the program's files is core; None for any other file."""
        if path not in self._files:
            own = path.endswith(".py") or path == self.listing
            self._files[path] = self._core.get(os.path.realpath(path)) if own else None
        return self._files[path]

    def place(self, frame: FrameType) -> tuple[str, int]:
        """Return the real path of a frame's file, and the number of its current line."""
        path = frame.f_code.co_filename
        if path not in self._real_paths:
            self._real_paths[path] = os.path.realpath(path)
        return self._real_paths[path], frame.f_lineno

    def procedure_of(self, frame: FrameType) -> Procedure | None:
        """Return the procedure or class that contains a function, or a line of BASIC."""
        code = frame.f_code
        key = code.co_filename, frame.f_lineno if code.co_filename == self.listing else code.co_firstlineno
        if key not in self._procedures:
            self._procedures[key] = self._study.at(*key)
        return self._procedures[key]

    def name_of(self, frame: FrameType) -> str:
        """Return the key of the procedure that a frame runs, or its own name; empty outside the program's files."""
        code = frame.f_code
        if self._kind(code.co_filename) is None:
            return ""
        procedure = self.procedure_of(frame)
        if procedure is None:
            return code.co_name
        return f"{procedure.key}.{code.co_name}" if procedure.is_class else procedure.key
