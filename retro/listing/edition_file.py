"""Writes a user's own edition of a program: a file with the procedures that the user changes, or a changed listing."""

import ast
import os
from collections.abc import Iterable, Sequence

from retro.library import catalogue, loader
from retro.library.errors import LaunchError
from retro.library.output import write
from retro.library.program import AT_ONCE
from retro.listing.builder import build_study
from retro.listing.listing_parser import NUMBERED, listing_file, number_of
from retro.listing.model import Study
from retro.listing.name_usage import last_name
from retro.listing.procedure import MAIN, Procedure

TEMPLATE = '''"""{title}, edited.

Keep the # numbers: by them study finds the lines of BASIC.
"""

from retro.basic import edition
from {package} import {name}
from {module} import *
{declared}

def main(m):
    """Play {name} with the procedures above."""
    {call}
'''
INHERITED = "KEYS", "PACE", "STAND_INS"  # what a program's own edition declares, and a user's has from it
PLAYER_NAME = "play_in_words"  # what a program's own edition imports to play an edition with words, pages and a record
FIRST_LINE = "    0 REM Edition of {name}\n"


def edition_file(
    study: Study, procedure: Procedure, in_basic: bool = False, folder: str = "", text: Sequence[str] = ()
) -> tuple[str, int]:
    """Return the path of a user's file in which to change a procedure, and the line at which it begins there.

    The file is my_NAME.py or my_NAME.bas, in `folder` or, for a user's own program, beside that; for an edition of the
    user's it is the edition's own file. If the file, or the procedure in it, is missing, it is written, with the
    procedure's present text, or in Python the `text` given, as lines. Raises LaunchError.
    """
    in_basic = in_basic or study.is_basic
    if in_basic and not procedure.basic:
        raise LaunchError(f"{procedure.key} has no lines in BASIC")
    path, is_users = study.path, not catalogue.is_own(study.path)
    if not (study.base and is_users):
        home = os.path.dirname(path) if is_users else folder
        path = os.path.join(home, f"my_{study.name}{'.bas' if in_basic else '.py'}")
    if in_basic:
        return path, _in_listing(study, procedure.basic[0].number, path)
    return path, _in_python(study, procedure, path, text or [line.text for line in procedure.python])


def changed_listing(study: Study, lines: Iterable[str], folder: str, *, is_edition: bool = True) -> str:
    """Write the listing with these lines entered, as at BASIC's prompt, into a folder; return its path.

    lines: with their numbers; a number alone deletes its line. is_edition: whether study shows what has changed.
    """
    changed = {line.number: line.text for line in study.listing}
    for line in lines:
        if number := number_of(line):
            changed[number] = NUMBERED.sub(r"\2", line).rstrip()
    text = "".join(f"{number:5} {changed[number]}\n" for number in sorted(changed) if changed[number])
    path = os.path.join(folder, f"my_{study.name}.bas")
    write(path, (FIRST_LINE.format(name=study.name) * is_edition + text).encode("latin-1"))
    return path


def is_replaceable(study: Study, procedure: Procedure) -> bool:
    """Return whether a user's edition can change a procedure."""
    replaceable = procedure.name != MAIN and procedure.module in (study.name, study.base)
    return study.is_basic or (replaceable and not procedure.is_class)


def _in_listing(study: Study, number: int, path: str) -> int:
    """Return the number of the text line at which a BASIC line begins; write the file if it is missing."""
    if not os.path.isfile(path):
        name = study.name if catalogue.is_own(study.path) else os.path.basename(study.load_name)
        if study.listing[0].number == 0 or not os.path.isfile(study.listing_path):
            raise LaunchError(f"{study.listing_path} cannot be edited: expected a file of lines numbered from 1")
        write(path, FIRST_LINE.format(name=name).encode() + listing_file(study))
    lines = catalogue.read_text(path).splitlines()
    indices = (index for index, line in enumerate(lines, 1) if line.split()[:1] == [str(number)])
    return next(indices, 1)


def _in_python(study: Study, procedure: Procedure, path: str, new: Sequence[str]) -> int:
    """Return the line at which a procedure begins; write the file and the procedure if they are missing."""
    if not is_replaceable(study, procedure):
        raise LaunchError(f"{procedure.key} cannot be replaced: expected another procedure of {study.name}.py")
    text = catalogue.read_text(path) if os.path.isfile(path) else _template(study)
    if not (first := _first_line(text, procedure.name)):
        if os.path.isfile(path) and build_study(path).base not in {study.name, study.base} - {""}:
            raise LaunchError(f"{path} is there already, and is no edition of {study.name}")
        text = _with(text, procedure.name, new)
        write(path, text.encode())
        first = _first_line(text, procedure.name)
    return first


def _first_line(text: str, name: str) -> int:
    """Return the line of a Python text at which a function begins, or 0; the text may have syntax errors."""
    return next((row for row, line in enumerate(text.splitlines(), 1) if line.startswith(f"def {name}(")), 0)


def _template(study: Study) -> str:
    """Return the text of a user's new edition, which changes nothing yet."""
    package, edition, declared = ".", catalogue.edition_of(study.path), ""
    if catalogue.is_own(study.path):
        folders = os.path.relpath(os.path.dirname(study.path), catalogue.folder()).replace(os.curdir, "").split(os.sep)
        package = ".".join(filter(None, [catalogue.PACKAGE, *folders]))
    module = f"{package.rstrip('.')}.{study.name}"
    if edition:
        text, beside = catalogue.read_text(edition), os.path.splitext(os.path.basename(edition))[0]
        names = ", ".join(name for name in (*INHERITED, PLAYER_NAME) if f"\n{name} = " in text or f"{name}(m" in text)
        declared = f"from {package.rstrip('.')}.{beside} import {names}\n"
    title, call = study.title.partition(",")[0], f"edition({study.name}.main)"
    at_once = ", go=True" * (AT_ONCE in loader.load(study.path).values())
    call = f"{PLAYER_NAME}(m, {call})" if PLAYER_NAME in declared else f"{call}(m{at_once})"
    return TEMPLATE.format(title=title, name=study.name, package=package, module=module, declared=declared, call=call)


def _with(text: str, name: str, new: Sequence[str]) -> str:
    """Insert a procedure into the text of an edition: before its main, and in its call of `edition`."""
    tree = ast.parse(text)
    call = next(node for node in ast.walk(tree) if isinstance(node, ast.Call) and last_name(node.func) == "edition")
    main = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == MAIN)
    lines = text.splitlines()
    row, column = (call.end_lineno or 1) - 1, (call.end_col_offset or 1) - 1
    lines[row] = f"{lines[row][:column]}, {name}={name}{lines[row][column:]}"
    lines[main.lineno - 1 : main.lineno - 1] = [*new, "", ""]
    return "\n".join([*lines, ""])
