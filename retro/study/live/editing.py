"""Changing the procedure that is shown, and running on with the change."""

from __future__ import annotations

import os
import shlex
import subprocess

from retro.launcher import library
from retro.launcher.errors import LaunchError
from retro.listing.builder import EDITION_OF, build_study
from retro.listing.edition_file import edition_file
from retro.listing.model import MAIN, Procedure, Study

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.study.live import LiveStudy

# Editors that begin at line N when they are given +N.
LINE_TAKERS = {"vi", "vim", "nvim", "nano", "pico", "emacs", "emacsclient", "micro", "joe", "ne", "mg", "kak", "jed"}


def editor() -> list[str]:
    """Return the command of the user's editor, $VISUAL or $EDITOR; empty if there is none. Raises LaunchError."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        return shlex.split(command)
    except ValueError as error:
        raise LaunchError(f"The editor {command} cannot be started: {error}") from error


def open_in_editor(path: str, line: int) -> None:
    """Let the user change a file in the editor, which begins at a line if it can. Raises LaunchError."""
    command = editor()
    at = [f"+{line}"] if os.path.basename(command[0]) in LINE_TAKERS else []
    try:
        subprocess.run([*command, *at, path], check=True)
    except OSError as error:
        raise LaunchError(f"The editor {command[0]} cannot be started: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        status = f"status {error.returncode}; {path} is as it was left"
        raise LaunchError(f"The editor {command[0]} has failed with {status}") from error


def edit(live: LiveStudy, procedure: Procedure) -> None:
    """Open a procedure in the editor, and run on with what was changed; without an editor, say which file to change.

    Raises LaunchError, and Rewind to run on.
    """
    path, line = edition_file(live.study, procedure)
    outside = live.side_screen.outside
    if outside is not None and editor():
        with outside():
            open_in_editor(path, line)
    study = build_study(path)
    if _texts(study) == _texts(live.study):
        live.message = f"Change {procedure.name} in {path}, line {line}. Save the file, and press E again."
    else:
        live.run_on(study, library.main_of(library.load(path), {}), procedure.name)


def _texts(study: Study) -> list[str]:
    """Return the lines of a program and of its editions that are the same if nothing is changed."""
    procedures = (one for one in study if study.is_basic or one.name != MAIN)
    return [line.text for one in procedures for line in one.lines if not EDITION_OF.match(line.text)]
