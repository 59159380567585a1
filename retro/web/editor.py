"""The page's editor: CodeMirror, and the programs that a user's own program can begin from."""

import hashlib
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import partial
from importlib.util import resolve_name
from pathlib import Path

from retro.library import catalogue
from retro.listing.highlighting import WORDS
from retro.web.build_cache import cached
from retro.web.errors import BuildError
from retro.web.npm import run_npm

VENDOR = Path(__file__).with_name("vendor")
PACKAGES, ENTRY = ("package.json", "package-lock.json"), "codemirror.entry.mjs"
LICENCE = (
    "CodeMirror 6 and Lezer. Copyright 2018 Marijn Haverbeke and others, MIT licence: https://codemirror.net/LICENSE"
)
OPTIONS = "--bundle --format=esm --minify --target=es2022 --legal-comments=none"  # of esbuild
GROUPS = {"Examples": catalogue.EXAMPLES, "Programs": catalogue.PROGRAMS}
RELATIVE = re.compile(r"^from (\.[\w.]*) import", re.MULTILINE)


def editor_module() -> bytes:
    """Return a module with CodeMirror, `basicWords` (a regular expression) and `sources` (texts by file name)."""
    words = "|".join(sorted(WORDS, key=len, reverse=True))
    texts = json.dumps({name: text for _, name, text in sources()})
    constants = f"export const basicWords = {json.dumps(words)}, sources = {texts};\n"
    return codemirror() + constants.encode()


def codemirror() -> bytes:
    """Return CodeMirror with the code that uses it, as one module. Raises BuildError."""
    sources = [VENDOR.joinpath(name).read_bytes() for name in (*PACKAGES, ENTRY)]
    return cached("codemirror.js", hashlib.sha256(b"".join(sources)).hexdigest(), bundle)


def bundle() -> bytes:
    """Bundle CodeMirror from the packages in the lock file."""
    with tempfile.TemporaryDirectory() as folder:
        for name in (*PACKAGES, ENTRY):
            shutil.copy(VENDOR / name, folder)
        run_npm("CodeMirror", "ci", "--prefix", folder, "--no-audit", "--no-fund")
        command = [f"{folder}/node_modules/.bin/esbuild", *OPTIONS.split(), f"--banner:js=/*! {LICENCE} */", ENTRY]
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        if done.returncode:
            raise BuildError(f"The editor could not be built: {done.stderr.decode()}")
        return done.stdout


def sources() -> Iterator[tuple[str, str, str]]:
    """Yield group, file name and text of each program to begin from, in Python and if possible in BASIC.

    Relative imports of a program that comes with the machine are made absolute; an example that needs other modules is
    left out.
    """
    for group, kind in GROUPS.items():
        for entry in catalogue.entries(kind):
            main = Path(entry.path)
            package = ".".join([catalogue.PACKAGE, *main.relative_to(catalogue.folder(kind)).parts[:-1]])
            for path in filter(Path.is_file, (main, main.with_suffix(".bas"))):
                text = path.read_text(encoding="utf-8")
                if kind == catalogue.PROGRAMS:
                    text = RELATIVE.sub(partial(_absolute, package), text)
                if not RELATIVE.search(text):
                    yield group, path.name, text


def _absolute(package: str, found: re.Match[str]) -> str:
    return f"from {resolve_name(found[1], package)} import"
