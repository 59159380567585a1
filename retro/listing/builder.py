"""Builds the study of a program from its files: a port with its listing, rules and base, or a BASIC program."""

import os
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping

from retro.library.basic_program import title_of
from retro.library.catalogue import (
    DESCRIPTION,
    LISTING,
    NOTES,
    beside,
    edition_of,
    is_basic,
    path_of,
    prompt_info,
    read_text,
)
from retro.library.errors import LibraryError
from retro.library.image_program import program_in
from retro.listing.basic_parser import BasicParser
from retro.listing.description import SIGNS, Description, read_description
from retro.listing.listing_parser import definitions, parts_of, read_listing
from retro.listing.model import MOMENTS, Study
from retro.listing.procedure import DESCRIBED, MAIN, OURS, RECONSTRUCTED, Procedure, SourceLine, Variable
from retro.listing.python_parser import SourceModule, read_module

STAGE_NAME = re.compile(r"([a-z]+(?:_[a-z]+)*)_(\d+)")
EDITION_OF = re.compile(r"\s*REM Edition of (\S+)$")  # the first line of a changed BASIC listing


def build_study(name: str, chain: str = "") -> Study:
    """Build the study of a program from its files, by its name in `retro list` or its path.

    `chain` is the name of the BASIC program, if it is in an image with several. Raises LibraryError if a file is
    missing or cannot be read.
    """
    path = path_of(name)
    if path == prompt_info().path:
        raise LibraryError("BASIC's prompt has no listing: expected a program")
    if is_basic(path):
        return _basic_study(name, path, chain)
    if chain:
        raise LibraryError(f"--chain {chain} goes with a disc or tape image, and {name} is none")
    return _port_study(name, path)


def _port_study(name: str, path: str) -> Study:
    """Build the study of a program in Python."""
    files = ProgramFiles(path)
    if MAIN not in files.own.definitions:
        raise LibraryError(f"{name} is no program: it has no function main(m)")
    listing_path, listing = _listing(files)
    procedures = {procedure.key: procedure for module in files.all.values() for procedure in _connected(files, module)}
    _assign_listing(files, procedures, listing)
    replaced = {files.base.definitions[name].key for name in files.replaced} if files.base else set()
    shown = {key: procedures[key] for key in _order(files, procedures) if key not in replaced}
    variables = files.variables()
    _join(procedures, shown, variables)
    description = _description(listing_path or path, listing, procedures)
    notes_path = beside(path, NOTES)
    title, _, about = (files.own.doc or files.own.name).partition("\n")
    return Study(
        name=files.own.name,
        title=title.strip().rstrip("."),
        about=about.strip(),
        path=path,
        procedures=shown,
        variables=variables,
        notes_path=notes_path,
        notes_text=read_text(notes_path) if os.path.isfile(notes_path) else _base_notes(files, name),
        listing=listing,
        listing_path=listing_path,
        load_name=name,
        base=files.base.name if files.base else "",
        modules={module.name: module.doc.partition("\n\n")[0] for module in files.all.values()},
        others={key: procedures[key] for key in procedures if key in replaced},
        description=description,
    )


def _basic_study(name: str, path: str, chain: str) -> Study:
    """Build the study of a BASIC program."""
    file, program = program_in(path, chain)
    label = os.path.splitext(os.path.basename(path))[0] if file == path else file.rpartition(".")[2]
    parser = BasicParser(program, label, file)
    if not parser.lines:
        raise LibraryError(f"{path} has no line of BASIC")
    procedures = parser.procedures()
    base = _base_listing(parser, file)
    others = {f"{base.name}.{name}": its for name, its in base.procedures.items() if name in procedures} if base else {}
    for key, original in others.items():
        lines = procedures[original.name].basic
        if original.basic != tuple(line for line in lines if not EDITION_OF.match(line.text)):
            procedures[original.name].stands_for = key
    _join(procedures, procedures, parser.variables)
    beside_base = f"{os.path.splitext(base.path)[0]}.py" if base else ""
    port = _port_study(base.name, beside_base) if base and os.path.isfile(beside_base) else None
    same = {line.number for line in {*base.listing} & {*parser.lines}} if base else set()
    entries = base.description.entries if base else ()
    of_base = Description([entry._replace(lines=tuple(n for n in entry.lines if n in same)) for entry in entries])
    meanings = {variable.key: variable.meaning for variable in port.variables.values()} if port else {}
    moments = MOMENTS.search(port.notes_text) if port else None
    return Study(
        name=label,
        title=title_of(program) or label,
        about="",
        path=file,
        procedures=procedures,
        variables={n: its._replace(meaning=meanings.get(its.key, "")) for n, its in parser.variables.items()},
        notes_text=moments[0] if moments else "",
        port=port,
        listing=parser.lines,
        listing_path=file,
        load_name=name,
        load_options=["--chain", chain] if chain else [],
        base=base.name if base else "",
        others=others,
        description=of_base if base else _description(file, parser.lines, procedures),
    )


def add_chained(study: Study, program: bytes, file: str) -> list[Procedure]:
    """Add a BASIC program that CHAIN has started to the study of another one; return its procedures."""
    module = os.path.basename(file)
    parser = BasicParser(program, module, file)
    procedures = parser.procedures()
    _join(procedures, procedures, parser.variables)
    for procedure in procedures.values():
        procedure.key = f"{module}.{procedure.name}"
        procedure.calls = tuple(f"{module}.{name}" for name in procedure.calls)
        procedure.callers = tuple(f"{module}.{name}" for name in procedure.callers)
    study.procedures.update((procedure.key, procedure) for procedure in procedures.values())
    study.variables.update(parser.variables)
    return list(procedures.values())


def _base_listing(parser: BasicParser, path: str) -> Study | None:
    """Return the study of the listing that a BASIC program names in its first line: REM Edition of NAME."""
    if not (match := EDITION_OF.match(parser.lines[0].text)):
        return None
    name = match[1]
    is_file = is_basic(name) or name.endswith(".py")
    base = path_of(os.path.join(os.path.dirname(path), name) if is_file else name)
    return _basic_study(name, base if is_basic(base) else beside(base, LISTING), "")


class ProgramFiles:
    """The files of a program.

    Attributes:
        own: the module of the main file.
        all: the modules of all files by path, the main file first.
        edition: the module of the edition that is played instead of the main file, or None.
        base: the main module of the program that this one is an edition of, or None.
        replaced: by the name of a function in the base, the function that replaces it.
    """

    def __init__(self, path: str) -> None:
        """Read a program's main file and all that it imports. Raises LibraryError."""
        root = os.path.dirname(os.path.abspath(path))
        self.own = read_module(path, root)
        edition = edition_of(path)
        self.edition = read_module(edition, root) if edition else None
        waiting = [module for module in (self.own, self.edition) if module]
        self.all = {module.path: module for module in waiting}
        while waiting:
            for inner, _ in waiting.pop(0).imported.values():
                if inner not in self.all:
                    self.all[inner] = read_module(inner, root)
                    waiting.append(self.all[inner])
        self.replaced: dict[str, Procedure] = {}
        self.base = self._base()
        if self.base:
            own, base = self.own.definitions, self.base.definitions
            self.replaced = {name: own[name] for name in own if name in base and name != MAIN}
            named = {name: next(self.named(self.own, by), None) for name, by in self.own.replaced.items()}
            self.replaced |= {name: by for name, by in named.items() if by and name in base}
        for module in self.all.values():
            for procedure in module.definitions.values():
                procedure.key = self._key(module, procedure.name)
        for replacement, original in (*self._replacements(), *self._stages()):
            replacement.stands_for = replacement.stands_for or original.key

    def _base(self) -> SourceModule | None:
        """Return the main module of the program that this one is an edition of; None if it is none."""
        names = {name for definition in self.own.definitions.values() for name in definition.uses.names}
        names |= {name for table in self.own.tables.values() for name in table}
        for local, (path, name) in self.own.imported.items():
            if "edition" in names and (local if name == MAIN else f"{local}.{MAIN}") in names:
                return self.all[path]
        return None

    def _key(self, module: SourceModule, name: str) -> str:
        """Return the key of a function or class in the study."""
        kept = (module is self.base and name not in self.replaced) or module is self.edition
        return (
            name
            if module is self.own or (kept and name not in self.own.definitions)
            else f"{module.name.rpartition('/')[2]}.{name}"
        )

    def _replacements(self) -> Iterator[tuple[Procedure, Procedure]]:
        """Yield pairs of a procedure and the one that it replaces, in the base or in its own file."""
        if self.base:
            yield from ((procedure, self.base.definitions[name]) for name, procedure in self.replaced.items())
        for module in self.all.values():
            base = self.own if module is self.edition else module
            for name, replacement in module.replaced.items():
                if name in base.definitions and replacement in module.definitions:
                    yield module.definitions[replacement], base.definitions[name]

    def _stages(self) -> Iterator[tuple[Procedure, Procedure]]:
        """Yield pairs of a numbered function, such as choose_move_4, and the one with the next lower number."""
        latest: dict[str, Procedure] = {}
        stages = [
            (stage, definition)
            for definition in self.own.definitions.values()
            if (stage := STAGE_NAME.fullmatch(definition.name))
        ]
        for stage, procedure in sorted(stages, key=lambda pair: int(pair[0][2])):
            if stage[1] in latest:
                yield procedure, latest[stage[1]]
            latest[stage[1]] = procedure

    def variables(self) -> dict[str, Variable]:
        """Return the variables of the base, and of the program's own files without its rules."""
        modules = [module for module in self.all.values() if "/" not in module.name and not module.is_outside]
        first = [self.base] if self.base else []
        return {name: variable for module in first + modules for name, variable in module.variables.items()}

    def named(self, module: SourceModule, name: str, seen: frozenset[str] = frozenset()) -> Iterator[Procedure]:
        """Yield the functions and classes that a name in a module refers to: one, or all in a table of functions."""
        first, _, second = name.partition(".")
        if module is self.base and name in self.replaced:
            yield self.replaced[name]
        elif first in module.definitions:
            if not second:
                yield module.definitions[first]
        elif first in module.imported:
            path, inner = module.imported[first]
            target, wanted = self.all[path], inner or second
            if wanted in target.definitions and not (inner and second):
                yield target.definitions[wanted]
            elif wanted in target.tables:
                yield from self.named(target, wanted, seen)
        elif not second and first in module.tables and first not in seen:
            for other in sorted(module.tables[first]):
                yield from self.named(module, other, seen | {first})
        elif "*" in module.imported:
            yield from self.named(self.all[module.imported["*"][0]], name, seen)


def _base_notes(files: ProgramFiles, name: str) -> str:
    """Return the sections "Moments" and "Demonstration" of the base's notes, the games with this program's name."""
    path = beside(files.base.path, NOTES) if files.base else ""
    if not files.base or not os.path.isfile(path):
        return ""
    text = read_text(path)
    moments, games = (
        MOMENTS.search(text),
        re.findall(rf"^    retro play {files.base.name} (.*--keys.*)\n", text, re.MULTILINE),
    )
    own = (f"    retro play {shlex.quote(name)} {options}\n" for options in games)
    return "".join([moments[0] if moments else "", "## Demonstration\n\n", *own])


def _listing(files: ProgramFiles) -> tuple[str, tuple[SourceLine, ...]]:
    for module in (files.own, files.base):
        path = beside(module.path, LISTING) if module else ""
        if os.path.isfile(path):
            return path, read_listing(read_text(path), path)
    return "", ()


def _description(path: str, listing: tuple[SourceLine, ...], procedures: Mapping[str, Procedure]) -> Description:
    """Read the description of a program or its listing, and set the status of procedures without one.

    Rules that it does not mention are ours.
    """
    path = beside(path, DESCRIPTION)
    text = read_text(path) if os.path.isfile(path) else ""
    description = read_description(text, path, listing, procedures)
    for procedure in procedures.values():
        entries = description.of(procedure)
        if not procedure.status and entries:
            procedure.status = DESCRIBED if any(entry.is_sentence for entry in entries) else RECONSTRUCTED
            counts = {} if procedure.stands_for else description.counts(procedure.basic)
            procedure.detail = " ".join(f"{SIGNS[status]} {count}" for status, count in counts.items())
        elif not procedure.status and procedure.is_rules:
            procedure.status = OURS
    return description


def _connected(files: ProgramFiles, module: SourceModule) -> Iterator[Procedure]:
    """Set the variables and the calls of each procedure of a file; yield the procedures."""
    variables, replacing = files.variables(), list(files.replaced.values())
    for procedure in module.definitions.values():
        uses = procedure.uses
        procedure.reads = tuple(name for name in variables if name in uses.reads)
        procedure.changes = tuple(name for name in variables if name in uses.changes)
        calls = dict.fromkeys(called for name in uses.names for called in files.named(module, name))
        if procedure.name not in uses.called:
            calls.pop(procedure, None)
        edits = module is files.own and "edition" in uses.names
        procedure.calls = tuple(called.key for called in calls if not (edits and called in replacing))
        yield procedure


def _order(files: ProgramFiles, procedures: Mapping[str, Procedure]) -> list[str]:
    """Return the procedures' keys in reading order: the program's own, those used in other files, all rules.

    An edition has the order of its base.
    """
    base, keys = files.base, []
    if base:
        keys = [MAIN, base.definitions[MAIN].key]
        keys += [files.replaced.get(name, procedure).key for name, procedure in base.definitions.items()]
    keys += [*files.own.definitions, *(procedure.key for procedure in procedures.values() if procedure.is_rules)]
    replacing = files.edition.definitions.values() if files.edition else ()
    keys += [procedure.key for procedure in replacing if procedure.name != MAIN]
    used = list(dict.fromkeys(keys))
    for key in used:  # the loop adds to it
        used += [called for called in procedures[key].calls if called not in used]
    modules = list(dict.fromkeys(procedures[key].module for key in used))

    def rank(key: str) -> int:
        procedure = procedures[key]
        if procedure.is_rules:
            return len(modules)
        return -1 if procedure.path in (files.own.path, base and base.path) else modules.index(procedure.module)

    return sorted(used, key=rank)


def _assign_listing(files: ProgramFiles, procedures: Mapping[str, Procedure], listing: tuple[SourceLine, ...]) -> None:
    """Set each procedure's lines of the listing; a replacement gets the lines of the procedure it replaces."""
    file, line_numbers = files.base or files.own, definitions(listing)
    originals = dict(file.definitions)
    if not files.base:
        others = (procedure for module in files.all.values() for procedure in module.definitions.values())
        originals |= {other.key: other for other in others if other.number is not None and other.key not in originals}
    for name, procedure in originals.items():
        procedure.number = line_numbers.get(name, procedure.number)
    numbered = {name: its.number for name, its in originals.items() if its.number is not None}
    parts = parts_of(listing, numbered)
    for name, procedure in originals.items():
        procedure.basic = tuple(parts.get(name, ()))
    for procedure in procedures.values():
        original = procedures.get(procedure.stands_for)
        if original and not procedure.basic:
            procedure.basic = original.basic
            if procedure in files.replaced.values():
                procedure.number = original.number if procedure.number is None else procedure.number


def _join(procedures: Mapping[str, Procedure], shown: Mapping[str, Procedure], variables: Iterable[str]) -> None:
    """Set the callers of the shown procedures, and the variables that each changes through calls."""
    for procedure in shown.values():
        below = {name for key in below_in(procedures, procedure.calls) for name in procedures[key].changes}
        procedure.through = tuple(name for name in variables if name in below and name not in procedure.changes)
    for procedure in shown.values():
        procedure.calls = tuple(key for key in procedure.calls if key in shown)
    for procedure in shown.values():
        procedure.callers = tuple(other.key for other in shown.values() if procedure.key in other.calls)


def below_in(procedures: Mapping[str, Procedure], keys: Iterable[str]) -> list[str]:
    """Return some keys of procedures with the keys of all that they call, directly or indirectly."""
    below = list(keys)
    for key in below:  # the loop adds to it
        below += [called for called in procedures[key].calls if called not in below]
    return below
