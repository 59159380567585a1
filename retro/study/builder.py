"""Builds a study from a program's files: port, listing, notes, rules, and the base of an edition; or BASIC alone."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from retro.launcher.basic_program import title_of
from retro.launcher.errors import LibraryError
from retro.launcher.image_program import program_in
from retro.launcher.library import is_basic, path_of
from retro.study.basic_parser import BasicParser
from retro.study.listing import definitions, parts_of, read_listing
from retro.study.model import OURS, Procedure, SourceLine, Study, Variable
from retro.study.python_parser import Definition, SourceModule, read_module, read_text
from retro.study.study_notes import read_notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAIN = "main"


@dataclass(slots=True, eq=False)
class ProgramFiles:
    """The files of a program.

    Attributes:
        own: the main file.
        all: every file by its path, the main file first.
        base: the main file of the program that this one is an edition of.
        replaced: by the name of a function of the base, the key of the function that replaces it.
    """

    own: SourceModule
    all: dict[str, SourceModule]
    base: SourceModule | None = None
    replaced: dict[str, str] = field(default_factory=dict)

    def variables(self) -> dict[str, Variable]:
        """Return the program's variables, after those of its base."""
        modules = [module for module in self.all.values() if "/" not in module.name and module is not self.base]
        first = [self.base] if self.base else []
        return {name: variable for module in first + modules for name, variable in module.variables.items()}

    def key(self, module: SourceModule, name: str) -> str:
        """Return the key of a function or class in the study."""
        if module is self.own:
            return name
        if module is self.base and name not in self.replaced and name not in self.own.definitions:
            return name
        return f"{module.name.rpartition('/')[2]}.{name}"


def build_study(name: str, chain: str = "") -> Study:
    """Build the study of a program from its files.

    Args:
        name: a name in `retro list`, or a path.
        chain: the name of the BASIC program, if it is in an image with several.

    Raises:
        LibraryError: a file is missing or cannot be read.
    """
    path = path_of(name)
    if is_basic(path):
        return _basic_study(name, path, chain)
    if chain:
        raise LibraryError(f"--chain {chain} goes with a disc or tape image, and {name} is none")
    root = os.path.dirname(os.path.abspath(path))
    files = _files(read_module(path, root), root)
    if MAIN not in files.own.definitions:
        raise LibraryError(f"{name} is no program: it has no function main(m)")
    listing_path, listing = _listing(files)
    procedures = {procedure.key: procedure for procedure in _procedures(files)}
    _assign_listing(files, procedures, listing)
    replaced = {files.key(files.base, name) for name in files.replaced} if files.base else set()
    shown = {key: procedures[key] for key in _order(files, procedures) if key not in replaced}
    variables = files.variables()
    _connect(procedures, shown, list(variables))
    title, about = _heading(files.own)
    notes_path = f"{os.path.splitext(path)[0]}.md"
    return Study(
        name=files.own.name,
        title=title,
        about=about,
        path=path,
        procedures=shown,
        variables=variables,
        notes=read_notes(read_text(notes_path) if os.path.isfile(notes_path) else "", notes_path),
        listing=listing,
        listing_path=listing_path,
        load_name=name,
        base=files.base.name if files.base else "",
        modules={module.name: module.doc.partition("\n\n")[0] for module in files.all.values()},
        others={key: procedures[key] for key in procedures if key in replaced},
    )


def _basic_study(name: str, path: str, chain: str) -> Study:
    """Build the study of a BASIC program."""
    file, program = program_in(path, chain)
    label = os.path.splitext(os.path.basename(path))[0] if file == path else file.rpartition(".")[2]
    parser = BasicParser(program, label, file)
    procedures = parser.procedures()
    _connect(procedures, procedures, list(parser.variables))
    return Study(
        name=label,
        title=title_of(program) or label,
        about="",
        path=file,
        procedures=procedures,
        variables=parser.variables,
        notes=read_notes("", ""),
        listing=parser.lines,
        listing_path=file,
        load_name=name,
        load_options=["--chain", chain] if chain else [],
    )


def _heading(module: SourceModule) -> tuple[str, str]:
    title, _, about = (module.doc or module.name).partition("\n")
    return title.strip().rstrip("."), about.strip()


# which files


def _files(own: SourceModule, root: str) -> ProgramFiles:
    files = ProgramFiles(own, {own.path: own})
    waiting = [own]
    while waiting:
        for path, _ in waiting.pop(0).imported.values():
            if path not in files.all:
                files.all[path] = read_module(path, root)
                waiting.append(files.all[path])
    files.base = _base(files)
    if files.base:
        same = {name: name for name in own.definitions if name in files.base.definitions and name != MAIN}
        named = {name: _replacement(files, by) for name, by in own.replaced.items() if name in files.base.definitions}
        files.replaced = same | {name: key for name, key in named.items() if key}
    return files


def _replacement(files: ProgramFiles, name: str) -> str:
    """Return the key of a function that the main file has or imports; empty if there is none."""
    if name in files.own.definitions:
        return name
    path, inner = files.own.imported.get(name, ("", ""))
    return files.key(files.all[path], inner) if path and inner in files.all[path].definitions else ""


def _base(files: ProgramFiles) -> SourceModule | None:
    """Return the main file of the program whose main is given to `edition`."""
    names = {name for definition in files.own.definitions.values() for name in definition.uses.names}
    names |= {name for table in files.own.tables.values() for name in table}
    for local, (path, name) in files.own.imported.items():
        if "edition" in names and (local if name == MAIN else f"{local}.{MAIN}") in names:
            return files.all[path]
    return None


def _listing(files: ProgramFiles) -> tuple[str, tuple[SourceLine, ...]]:
    for module in (files.own, files.base):
        path = f"{os.path.splitext(module.path)[0]}.bas" if module else ""
        if os.path.isfile(path):
            return path, read_listing(read_text(path), path)
    return "", ()


# which procedures


def _procedures(files: ProgramFiles) -> Iterator[Procedure]:
    for module in files.all.values():
        for definition in module.definitions.values():
            yield _procedure(files, module, definition)


def _procedure(files: ProgramFiles, module: SourceModule, definition: Definition) -> Procedure:
    rules = "/" in module.name
    return Procedure(
        key=files.key(module, definition.name),
        name=definition.name,
        module=module.name,
        path=module.path,
        python=definition.python,
        number=definition.number,
        links=definition.links,
        purpose=definition.purpose,
        status=definition.status or (OURS if rules else ""),
        detail=definition.detail,
        reads=_declared(files, definition.uses.reads),
        changes=_declared(files, definition.uses.changes),
        calls=tuple(_calls(files, module, definition)),
        stands_for=_stands_for(files, module, definition),
        departures=definition.departures,
        is_class=definition.is_class,
    )


def _declared(files: ProgramFiles, names: Iterable[str]) -> tuple[str, ...]:
    """Return those of the names that are variables, in the order of their declaration."""
    return tuple(name for name in files.variables() if name in names)


def _stands_for(files: ProgramFiles, module: SourceModule, definition: Definition) -> str:
    key = files.key(module, definition.name)
    for name, by in files.replaced.items():
        if files.base and by == key:
            return files.key(files.base, name)
    return next((files.key(module, name) for name, by in module.replaced.items() if by == definition.name), "")


def _calls(files: ProgramFiles, module: SourceModule, definition: Definition) -> Iterator[str]:
    """Yield the keys of what a definition refers to, in the order of the text; its own only if it calls itself."""
    found = dict.fromkeys(key for name in definition.uses.names for key in _resolved(files, module, name, frozenset()))
    if "edition" in definition.uses.names and module is files.own:
        found = dict.fromkeys(key for key in found if key not in files.replaced.values())
    if definition.name not in definition.uses.called:
        found.pop(files.key(module, definition.name), None)
    yield from found


def _resolved(files: ProgramFiles, module: SourceModule, name: str, seen: frozenset[str]) -> Iterator[str]:
    """Yield the keys that a name in a module refers to: one, or several through a table of functions."""
    first, _, second = name.partition(".")
    if module is files.base and name in files.replaced:
        yield files.replaced[name]
    elif first in module.definitions:
        if not second:
            yield files.key(module, first)
    elif first in module.imported:
        path, inner = module.imported[first]
        target = files.all[path]
        wanted = inner or second
        if wanted in target.definitions and (inner == "" or not second):
            yield files.key(target, wanted)
        elif wanted in target.tables:
            yield from _resolved(files, target, wanted, seen)
    elif not second and first in module.tables and first not in seen:
        for other in sorted(module.tables[first]):
            yield from _resolved(files, module, other, seen | {first})


# in which order, and joined


def _order(files: ProgramFiles, procedures: dict[str, Procedure]) -> list[str]:
    """Return the keys in reading order: the program's own, what they use in other files, all rules.

    An edition has the order of its base.
    """
    base = files.base
    keys = []
    if base:
        keys = [MAIN, files.key(base, MAIN)]
        keys += [files.replaced.get(name) or files.key(base, name) for name in base.definitions]
    keys += files.own.definitions
    keys += [procedure.key for procedure in procedures.values() if "/" in procedure.module]
    used = dict.fromkeys(keys)
    waiting = list(used)
    while waiting:
        for key in procedures[waiting.pop(0)].calls:
            if key not in used:
                used[key] = None
                waiting.append(key)
    modules = list(dict.fromkeys(procedures[key].module for key in used if "/" not in procedures[key].module))
    own = {files.own.name, base.name if base else ""}
    return sorted(used, key=lambda key: _rank(procedures[key].module, own, modules))


def _rank(module: str, own: set[str], modules: list[str]) -> tuple[bool, int]:
    """Return the rank of a file: the program and its base first, then files beside them, then the rules."""
    return "/" in module, -1 if module in own or module not in modules else modules.index(module)


def _assign_listing(files: ProgramFiles, procedures: dict[str, Procedure], listing: tuple[SourceLine, ...]) -> None:
    """Give each procedure its lines of the listing; a replacement gets those of what it replaces."""
    home = files.base or files.own
    defined = definitions(listing)
    starts = {
        definition.name: defined.get(definition.name, definition.number) for definition in home.definitions.values()
    }
    parts = parts_of(listing, {name: start for name, start in starts.items() if start is not None}) if listing else {}
    for name in home.definitions:
        procedure = procedures[files.key(home, name)]
        procedure.number, procedure.basic = starts[name], parts.get(name, ())
    for procedure in procedures.values():
        if procedure.stands_for in procedures and not procedure.basic:
            other = procedures[procedure.stands_for]
            procedure.basic = other.basic
            if procedure.number is None and procedure.key in files.replaced.values():
                procedure.number = other.number


def _connect(procedures: dict[str, Procedure], shown: dict[str, Procedure], declared: list[str]) -> None:
    """Set the callers of the procedures shown, and what each changes through others, shown or not."""
    for procedure in shown.values():
        below = {name for key in _below(procedures, procedure.key) for name in procedures[key].changes}
        procedure.through = tuple(name for name in declared if name in below and name not in procedure.changes)
    for procedure in shown.values():
        procedure.calls = tuple(key for key in procedure.calls if key in shown)
    for procedure in shown.values():
        procedure.callers = tuple(other.key for other in shown.values() if procedure.key in other.calls)


def _below(procedures: dict[str, Procedure], key: str) -> set[str]:
    """Return the keys of all procedures that a procedure calls, directly or not."""
    found: set[str] = set()
    waiting = [key]
    while waiting:
        new = set(procedures[waiting.pop()].calls) - found
        found |= new
        waiting += new
    return found
