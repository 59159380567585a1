"""Editing while a program is studied: the game runs on with the user's change."""

from __future__ import annotations

import os

from retro.launcher.editor import editor, open_in_editor
from retro.library import catalogue, loader
from retro.library.errors import LaunchError
from retro.listing.align import changed_rows
from retro.listing.builder import EDITION_OF, build_study
from retro.listing.edition_file import edition_file, is_replaceable
from retro.listing.model import MAIN, Procedure, Study
from retro.study.live.commands import Commands
from retro.study.lockstep import Lockstep
from retro.study.procedure_index import ProcedureIndex
from retro.study.stops import goal_of
from retro.study.tracer import Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.machine.view import Program
    from retro.recording.log_reader import LogReader


class Editing(Commands):
    """Changes procedures in the user's own file, and runs that."""

    index: ProcedureIndex
    out = "U"  # the key, or the button, to the end of a procedure
    _with_basic: bool
    _edition: Program | None = None  # runs instead of the program
    _called_last: tuple[str, Position] | None = None  # the last call of what the replay of a change is to reach
    _file_named = ""  # the user's file that a message has named last

    def _new_lockstep(self) -> Lockstep | None:
        """Return the program with its listing beside it, if there is one that it follows."""
        study = self.study
        follows = study.listing and not study.is_basic and not (study.base and catalogue.is_own(study.path))
        return Lockstep(study, self.index) if self._with_basic and follows else None

    def _announce(self) -> None:
        """Say what runs of a program that the user has changed, and what is compared; nothing of any other."""
        study, self.news, self.hint = self.study, "", ""
        pairs = ((study.replaced_by(one), one) for one in study)
        if not study.base or catalogue.is_own(study.path):
            return
        if study.is_basic:
            beside = " The Python beside it is the original's: ◆ marks what your change is about." * bool(study.port)
            self.news = f"No Python runs beside your BASIC, so nothing is compared.{beside}"
        elif not any(row.differs for before, one in pairs if before for row in changed_rows(before, one)):
            self.news, self.hint = "Nothing is changed yet.", " E changes a procedure."
        else:
            self.news = "No BASIC runs beside your Python, so nothing is compared."
            if self.lockstep:
                self.news = "Your Python and the original's BASIC run, compared until they differ."
            self.hint = f" {self.out} shows what it does."

    def do_edit(self) -> None:
        """Change the procedure that is shown, or selected in the list, and run on with that. Raises LaunchError."""
        chosen = self.menu.selected if self.menu else None
        procedure = chosen if isinstance(chosen, Procedure) else self._to_edit(self.study_screen.procedure)
        if self._recorder.writes_file:
            self.message = "The program of a game that is recorded to a file stays as it is."
        elif procedure is not None:
            self._edit(procedure)

    def _to_edit(self, shown: Procedure | None) -> Procedure | None:
        """Return the procedure that is shown, or where it cannot be changed one that an edition replaces."""
        if shown and is_replaceable(self.study, shown):
            return shown
        return next(filter(self.study.replaced_by, self.study), shown)

    def _edit(self, procedure: Procedure) -> None:
        """Open a procedure in the editor, and run on with what was changed; without one, say which file to change."""
        path, line = edition_file(self.study, procedure)
        opened, failure = self._open(path, line)
        study, known = build_study(path), opened or path in (self._file_named, self.study.path)
        self._file_named = path
        if _texts(study) == _texts(self.study):
            change = f"{failure}Change {procedure.name} in {path}, line {line}. Save the file, and press E again."
            self.message = f"{path} is unchanged. E opens it again." if opened else change
        elif not known:
            there = f"{path} is there already, with changes. E again runs on with it; {procedure.name}: line {line}."
            self.message = f"{failure}{there}"
        else:
            self.run_on(study, loader.load(path).main, procedure.name)

    def _open(self, path: str, line: int) -> tuple[bool, str]:
        """Let the user change a file in the editor, if there is one; return whether that was done, or why it failed."""
        outside = self.side_screen.outside
        try:
            if outside is None or not editor():
                return False, ""
            with outside():
                open_in_editor(path, line)
        except LaunchError as error:
            return False, f"{error}. "
        return True, ""

    def run_on(self, study: Study, program: Program, name: str) -> None:
        """Replay the game in a changed program up to the last key, press it, and stop in a procedure: raise Rewind."""
        self.study, self.index, self._edition = study, ProcedureIndex(study, follows=True), program
        self.tracer.index, self.lockstep = self.index, self._new_lockstep()
        self.study_screen.use(study, self.index)
        self._stops.clear()
        self.menu, self._pause_next = None, False
        self._called_last = None
        self.tracer.run(goal_of(study, name))
        self.message = f"Played again from the start with your change, {os.path.basename(study.path)}."
        self._announce()
        self._for_program = self._recorder.log.take_last_press()
        self._recorder.replay_changed(self.machine, self._changed)

    def _go_to_call(self, name: str, position: Position) -> None:
        """Go to the last call of a procedure, where the last key does not lead: raise Rewind."""
        self._go_to(position, f"{self.message} It stands at the last call of {name}: {self.out} shows what it does.")

    def _changed(self, reader: LogReader) -> None:
        self.message = f"{self.message} It differs after {reader.presses_read} of your keys; later ones are left out."


def _texts(study: Study) -> list[str]:
    """Return the lines of a program and of its editions that are the same if nothing is changed."""
    procedures = (one for one in study if study.is_basic or one.name != MAIN)
    return [line.text for one in procedures for line in one.lines if not EDITION_OF.match(line.text)]
