"""Puts a study together from a program's files: port, listing, notes, rules, and the program it is an edition of."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from retro.library import LibraryError, entries, folder
from retro.study.listing import definitions, read_listing, shares
from retro.study.notes import read_notes
from retro.study.reading import Module, Piece, read_module, read_text
from retro.study.source import OURS, Line, Procedure, Study, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAIN = "main"


@dataclass(slots=True, eq=False)
class Files:
    """The modules of a program by path, the own first. base: the program it is an edition of, with what it replaces.

    replaced: names of the base's functions, and the keys of those that stand for them.
    """

    own: Module
    all: dict[str, Module]
    base: Module | None = None
    replaced: dict[str, str] = field(default_factory=dict)

    def variables(self) -> dict[str, Variable]:
        """The program's variables; in an edition after those of its base."""
        modules = [module for module in self.all.values() if "/" not in module.name and module is not self.base]
        first = [self.base] if self.base else []
        return {name: variable for module in first + modules for name, variable in module.variables.items()}

    def key(self, module: Module, name: str) -> str:
        """What a function or class of a module is called within the study."""
        if module is self.own:
            return name
        if module is self.base and name not in self.replaced and name not in self.own.pieces:
            return name
        return f"{module.name.rpartition('/')[2]}.{name}"


def assemble(asked: str) -> Study:
    """Read everything that belongs to a program. Raises LibraryError."""
    path, root = _place(asked)
    files = _files(read_module(path, root), root)
    if MAIN not in files.own.pieces:
        raise LibraryError(f"{asked} is no program: it has no function main(m)")
    listing_path, listing = _listing(files)
    procedures = {procedure.key: procedure for procedure in _procedures(files)}
    _give_basic(files, procedures, listing)
    gone = {files.key(files.base, name) for name in files.replaced} if files.base else set()
    shown = {key: procedures[key] for key in _order(files, procedures) if key not in gone}
    variables = files.variables()
    _join(procedures, shown, list(variables))
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
        asked=asked,
        base=files.base.name if files.base else "",
        modules={module.name: module.doc.partition("\n\n")[0] for module in files.all.values()},
        others={key: procedures[key] for key in procedures if key in gone},
    )


def _place(asked: str) -> tuple[str, str]:
    """The file of a program, and the folder of the programs."""
    if asked.endswith(".py"):
        return asked, os.path.dirname(os.path.abspath(asked))
    path = os.path.join(folder(), f"{asked}.py")
    if not asked.isidentifier() or not os.path.isfile(path):
        names = ", ".join(entry.name for entry in entries())
        raise LibraryError(
            f"There is no program called {asked!r}: expected {names}, or a file of your own ending in .py"
        )
    return path, folder()


def _heading(module: Module) -> tuple[str, str]:
    title, _, about = (module.doc or module.name).partition("\n")
    return title.strip().rstrip("."), about.strip()


# which files


def _files(own: Module, root: str) -> Files:
    files = Files(own, {own.path: own})
    waiting = [own]
    while waiting:
        for path, _ in waiting.pop(0).imported.values():
            if path not in files.all:
                files.all[path] = read_module(path, root)
                waiting.append(files.all[path])
    files.base = _base(files)
    if files.base:
        same = {name: name for name in own.pieces if name in files.base.pieces and name != MAIN}
        said = {name: _replacement(files, by) for name, by in own.replaced.items() if name in files.base.pieces}
        files.replaced = same | {name: key for name, key in said.items() if key}
    return files


def _replacement(files: Files, name: str) -> str:
    """The key of a function that the program itself has or imports; empty if there is none."""
    if name in files.own.pieces:
        return name
    path, inner = files.own.imported.get(name, ("", ""))
    return files.key(files.all[path], inner) if path and inner in files.all[path].pieces else ""


def _base(files: Files) -> Module | None:
    """The program that this one is an edition of: it calls `edition` with the other's main."""
    names = {name for piece in files.own.pieces.values() for name in piece.uses.names}
    names |= {name for table in files.own.tables.values() for name in table}
    for local, (path, name) in files.own.imported.items():
        if "edition" in names and (local if name == MAIN else f"{local}.{MAIN}") in names:
            return files.all[path]
    return None


def _listing(files: Files) -> tuple[str, tuple[Line, ...]]:
    for module in (files.own, files.base):
        path = f"{os.path.splitext(module.path)[0]}.bas" if module else ""
        if os.path.isfile(path):
            return path, read_listing(read_text(path), path)
    return "", ()


# which procedures


def _procedures(files: Files) -> Iterator[Procedure]:
    for module in files.all.values():
        for piece in module.pieces.values():
            yield _procedure(files, module, piece)


def _procedure(files: Files, module: Module, piece: Piece) -> Procedure:
    rules = "/" in module.name
    return Procedure(
        key=files.key(module, piece.name),
        name=piece.name,
        module=module.name,
        path=module.path,
        python=piece.python,
        number=piece.number,
        links=piece.links,
        purpose=piece.purpose,
        status=piece.status or (OURS if rules else ""),
        detail=piece.detail,
        reads=_known(files, piece.uses.reads),
        changes=_known(files, piece.uses.changes),
        calls=tuple(_calls(files, module, piece)),
        stands_for=_stands_for(files, module, piece),
        departures=piece.departures,
        is_class=piece.is_class,
    )


def _known(files: Files, names: Iterable[str]) -> tuple[str, ...]:
    """Names of variables, in the order in which they are declared."""
    declared = files.variables()
    return tuple(name for name in declared if name in names)


def _stands_for(files: Files, module: Module, piece: Piece) -> str:
    own = files.key(module, piece.name)
    for name, by in files.replaced.items():
        if files.base and by == own:
            return files.key(files.base, name)
    return next((files.key(module, name) for name, by in module.replaced.items() if by == piece.name), "")


def _calls(files: Files, module: Module, piece: Piece) -> Iterator[str]:
    """The keys of what a piece refers to, in the order of the text; itself only if it calls itself."""
    found = dict.fromkeys(key for name in piece.uses.names for key in _resolved(files, module, name, frozenset()))
    if "edition" in piece.uses.names and module is files.own:
        found = dict.fromkeys(key for key in found if key not in files.replaced.values())
    if piece.name not in piece.uses.called:
        found.pop(files.key(module, piece.name), None)
    yield from found


def _resolved(files: Files, module: Module, name: str, seen: frozenset[str]) -> Iterator[str]:
    """The keys that a name in a module stands for: one, or through a table of functions several."""
    first, _, second = name.partition(".")
    if module is files.base and name in files.replaced:
        yield files.replaced[name]
    elif first in module.pieces:
        if not second:
            yield files.key(module, first)
    elif first in module.imported:
        path, inner = module.imported[first]
        there = files.all[path]
        wanted = inner or second
        if wanted in there.pieces and (inner == "" or not second):
            yield files.key(there, wanted)
        elif wanted in there.tables:
            yield from _resolved(files, there, wanted, seen)
    elif not second and first in module.tables and first not in seen:
        for other in sorted(module.tables[first]):
            yield from _resolved(files, module, other, seen | {first})


# in which order, and joined


def _order(files: Files, procedures: dict[str, Procedure]) -> list[str]:
    """Reading order: the own ones, in an edition in the order of the base; what they use elsewhere; all the rules."""
    base = files.base
    keys = []
    if base:
        keys = [MAIN, files.key(base, MAIN)]
        keys += [files.replaced.get(name) or files.key(base, name) for name in base.pieces]
    keys += files.own.pieces
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
    return sorted(used, key=lambda key: _place_of(procedures[key].module, own, modules))


def _place_of(module: str, own: set[str], modules: list[str]) -> tuple[bool, int]:
    """Where the procedures of a file stand: own and base first, then those beside them, then the rules."""
    return "/" in module, -1 if module in own or module not in modules else modules.index(module)


def _give_basic(files: Files, procedures: dict[str, Procedure], listing: tuple[Line, ...]) -> None:
    """Give each procedure its lines of the listing; one that stands for another gets those of the other."""
    home = files.base or files.own
    defined = definitions(listing)
    starts = {piece.name: defined.get(piece.name, piece.number) for piece in home.pieces.values()}
    parts = shares(listing, {name: start for name, start in starts.items() if start is not None}) if listing else {}
    for name in home.pieces:
        procedure = procedures[files.key(home, name)]
        procedure.number, procedure.basic = starts[name], parts.get(name, ())
    for procedure in procedures.values():
        if procedure.stands_for in procedures and not procedure.basic:
            other = procedures[procedure.stands_for]
            procedure.basic = other.basic
            if procedure.number is None and procedure.key in files.replaced.values():
                procedure.number = other.number


def _join(procedures: dict[str, Procedure], shown: dict[str, Procedure], declared: list[str]) -> None:
    """Find out who calls whom the other way round, and what is changed through others, also those not shown."""
    for procedure in shown.values():
        below = {name for key in _below(procedures, procedure.key) for name in procedures[key].changes}
        procedure.through = tuple(name for name in declared if name in below and name not in procedure.changes)
    for procedure in shown.values():
        procedure.calls = tuple(key for key in procedure.calls if key in shown)
    for procedure in shown.values():
        procedure.callers = tuple(other.key for other in shown.values() if procedure.key in other.calls)


def _below(procedures: dict[str, Procedure], key: str) -> set[str]:
    """Everything that a procedure calls, and what that calls."""
    found: set[str] = set()
    waiting = [key]
    while waiting:
        new = set(procedures[waiting.pop()].calls) - found
        found |= new
        waiting += new
    return found
