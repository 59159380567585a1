"""Runs npm, which fetches packages for the site: Python for the browser, and the editor."""

import shutil
import subprocess

from retro.web.errors import BuildError

LINES_WITHOUT_REASON = ("code ", "syscall ", "errno ", "A complete log")  # beginnings of lines that give no reason


def run_npm(what: str, *words: str) -> None:
    """Run npm with these arguments. Raises BuildError with the reason of a failure."""
    npm = shutil.which("npm")
    if npm is None:
        raise BuildError(f"{what} comes from npm, which is not installed: install npm")
    command = [npm, *words, "--prefer-offline", "--loglevel=error"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise BuildError(f"npm could not fetch {what}: {reason(result.stderr, result.returncode)}")


def reason(errors: str, status: int) -> str:
    """Return the line of npm's messages that says why it has failed, or else its exit status."""
    lines = [line.removeprefix("npm ").removeprefix("ERR! ").removeprefix("error ") for line in errors.splitlines()]
    reasons = [line.strip() for line in lines if line.strip() and not line.startswith(LINES_WITHOUT_REASON)]
    return reasons[0] if reasons else f"it ended with status {status}"
