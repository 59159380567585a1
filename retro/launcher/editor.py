"""Opens a program in the user's text editor: $VISUAL, $EDITOR, or a common one."""

import os
import shlex
import shutil
import subprocess
import sys

from retro.library.errors import LaunchError
from retro.library.messages import say

# Editors that begin at line N when they are given +N.
LINE_TAKERS = {"sensible-editor", "vi", "vim", "nvim", "nano", "pico", "emacs", "emacsclient"}
LINE_TAKERS |= {"micro", "joe", "ne", "mg", "kak", "jed"}

COMMON_EDITORS = {"nt": ["notepad"]}.get(os.name, ["sensible-editor", "nano", "vi"])  # the first found is used


def editor() -> list[str]:
    """Return the command of the user's editor: $VISUAL, $EDITOR, or else a common one. Raises LaunchError.

    Empty if there is none, or if a common one would need a terminal and there is none.
    """
    usual = next(filter(shutil.which, COMMON_EDITORS), "") if sys.stdin.isatty() else ""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or usual
    try:
        return shlex.split(command)
    except ValueError as error:
        raise LaunchError(f"The editor {command} cannot be started: {error}") from error


def open_in_editor(path: str, line: int) -> None:
    """Open a file in the user's editor, at a line if the editor can do that. Raises LaunchError."""
    command = editor()
    say("Save and leave the editor; then the program runs up to the change.")
    at = [f"+{line}"] if os.path.basename(command[0]) in LINE_TAKERS else []
    try:
        subprocess.run([*command, *at, path], check=True)
    except OSError as error:
        raise LaunchError(f"The editor {command[0]} cannot be started: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        what = f"has failed with status {error.returncode}; {path} is as it was left. EDITOR can name another one"
        raise LaunchError(f"The editor {command[0]} {what}") from error
