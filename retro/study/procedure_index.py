"""Finds the procedure of a study that running code belongs to."""

from __future__ import annotations

import functools
import os
from collections import defaultdict
from types import CodeType, FrameType
from typing import NamedTuple

from retro.study.model import Procedure, Study


class Place(NamedTuple):
    """Where a function is, or a line of BASIC.

    Attributes:
        name: the key of its procedure, for methods with their name; outside procedures its name; empty in other files.
        procedure: the procedure or class that contains it.
        core: whether it is in a file of the program's own, and not one of rules, which know no machine.
    """

    name: str = ""
    procedure: Procedure | None = None
    core: bool = False


class ProcedureIndex:
    """The procedures of a study by their code; every answer is cached.

    Attributes:
        listing: the file name of code that is compiled BASIC; its line numbers are BASIC's.
        real_path: returns the real path of a file.
    """

    def __init__(self, study: Study) -> None:
        self.listing = study.path if study.is_basic else ""
        self.real_path = functools.cache(os.path.realpath)
        self._files: defaultdict[str, list[Procedure]] = defaultdict(list)
        for procedure in (*study, *study.others.values()):
            self._files[os.path.realpath(procedure.path)].append(procedure)
        self._places: dict[tuple[int, int], tuple[CodeType, Place]] = {}  # by id and line: hashing code takes long

    def place_of(self, frame: FrameType) -> Place:
        """Return where a frame's function is, or its line of BASIC."""
        code = frame.f_code
        line = frame.f_lineno if code.co_filename == self.listing else code.co_firstlineno
        found = self._places.get((id(code), line))
        if found is None:
            found = self._places[id(code), line] = code, self._find(code.co_filename, line, code.co_name)
        return found[1]

    def _find(self, path: str, line: int, name: str) -> Place:
        own = path.endswith(".py") or path == self.listing
        procedures = self._files.get(os.path.realpath(path)) if own else None
        if procedures is None:
            return Place()
        core = not procedures[0].is_rules
        procedure = next((one for one in procedures if any(line == found.number for found in one.lines)), None)
        if procedure is None:
            return Place(name, None, core)
        return Place(f"{procedure.key}.{name}" if procedure.is_class else procedure.key, procedure, core)
