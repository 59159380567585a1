"""Editing of a program while it is studied: messages about the user's edition, and its file in an editor."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from tempfile import TemporaryDirectory

from retro.launcher.editor import editor, open_in_editor
from retro.library import catalogue
from retro.library.errors import LaunchError
from retro.listing.align import changed_rows
from retro.listing.builder import EDITION_OF, build_study
from retro.listing.edition_file import changed_listing, is_replaceable
from retro.listing.model import Study
from retro.listing.procedure import MAIN, Procedure


def announcement(study: Study, runs_both: bool, out: str) -> str:
    """Return a sentence on which versions of the user's edition run and are compared; empty for other programs.

    runs_both: whether the original's BASIC runs beside it; out: the key or button for "out".
    """
    if not study.base or catalogue.is_own(study.path):
        return ""
    if study.is_basic:
        beside = " The Python beside it is the original's: ◆ marks what your change is about." * bool(study.port)
        return f"No Python runs beside your BASIC, so nothing is compared.{beside}"
    pairs = ((study.replaced_by(procedure), procedure) for procedure in study)
    if not any(row.differs for before, one in pairs if before for row in changed_rows(before, one)):
        return "Nothing is changed yet. E changes a procedure."
    alone = "No BASIC runs beside your Python, so nothing is compared."
    both = "Your Python and the original's BASIC run, compared until they differ."
    return f"{both if runs_both else alone} {out} shows what it does."


def to_edit(study: Study, shown: Procedure | None) -> Procedure | None:
    """Return the shown procedure if an edition can replace it, else the first that this edition replaces."""
    if shown and is_replaceable(study, shown):
        return shown
    return next(filter(study.replaced_by, study), shown)


def let_edit(path: str, line: int, outside: Callable[[], AbstractContextManager[None]] | None) -> tuple[bool, str]:
    """Open a file in the user's editor; return whether it was opened, and the error if it failed.

    outside: returns a context in which the editor uses the terminal; None if there is no terminal.
    """
    try:
        if outside is None or not editor():
            return False, ""
        with outside():
            open_in_editor(path, line)
    except LaunchError as error:
        return False, f"{error}. "
    return True, ""


def is_same(edition: Study, study: Study) -> bool:
    """Return whether each procedure of an edition has the same text in another study of the program."""

    def texts(one: Study) -> dict[str, list[str]]:
        procedures = (procedure for procedure in one if one.is_basic or procedure.name != MAIN)
        lines = {procedure.name: [line.text for line in procedure.lines] for procedure in procedures}
        return {name: [text for text in found if not EDITION_OF.match(text)] for name, found in lines.items()}

    before = texts(study)
    return all(before.get(name) == lines for name, lines in texts(edition).items())


class ReversedChoices:
    """The choices of a study that are reversed, and the listing that is made so.

    Attributes:
        original: the study as it was.
        names: the names of these choices.
    """

    def __init__(self, original: Study) -> None:
        self.original, self.names = original, frozenset[str]()
        self._folder: TemporaryDirectory[str] | None = None

    def reverse(self, name: str) -> Study:
        """Reverse a choice, or no longer; return the study of the listing that is made so.

        Choices that change the same lines exclude each other.
        """
        numbers = {one: {line.split()[0] for line in lines} for one, (lines, _) in self.original.choices.items()}
        others = frozenset(one for one in self.names if one == name or numbers[one].isdisjoint(numbers[name]))
        self.names = others ^ {name}
        if not self.names:
            return self.original
        self._folder = self._folder or TemporaryDirectory(prefix="retro-")
        lines = [line for name in self.names for line in self.original.choices[name][0]]
        return build_study(changed_listing(self.original, lines, self._folder.name))

    def close(self) -> None:
        """Delete the copy of the listing, in which choices are reversed."""
        if self._folder:
            self._folder.cleanup()
