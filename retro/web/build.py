"""Builds the site: the page, the machine as an archive, and Python for the browser, which comes from npm."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import zipfile

from retro import library
from retro.web.pages import pages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PYODIDE = "314.0.7"
PYTHON_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
FOLDER = "pyodide"
ARCHIVE, CONTENTS = "retro.zip", "site.json"
EPOCH = (1980, 1, 1, 0, 0, 0)  # of the files in the archive: the same sources give the same archive
LEFT_OUT = ("__pycache__", "static")
FILLED = ("index.html", "start.js", "service-worker.js")
NOT_KEPT = ("index.html", "service-worker.js")  # by these names, in the browser's cache
DIGITS = 16  # of a version
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'{cdn}; connect-src 'self'{cdn}; "
    "img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)


class BuildError(Exception):
    """Why the site cannot be built, in a sentence."""


def build(out: str, cdn: str = "", python: str = "", tell: Callable[[str], None] = lambda what: None) -> list[str]:
    """Write the site into a folder; gives the names of its files.

    cdn: an address that serves Python's files; they are not copied then. python: a folder that has them.
    tell: called with what is being made. Raises BuildError.
    """
    own = dict(own_files())
    files = {ARCHIVE: archive()} | study_pages(tell)
    if not cdn:
        tell("Python for the browser")
        files |= {f"{FOLDER}/{name}": data for name, data in python_files(python)}
    files |= own | {CONTENTS: contents(files, cdn)}
    version = hashlib.sha256(b"".join([cdn.encode(), *(files[name] for name in sorted(files))])).hexdigest()[:DIGITS]
    shell = json.dumps(["./", CONTENTS, *(name for name in own if name not in NOT_KEPT)])
    for name in FILLED:
        files[name] = filled(files[name], cdn, {"@VERSION@": version, "@SHELL@": shell})
    write(out, files)
    return sorted(files)


def study_pages(tell: Callable[[str], None]) -> dict[str, bytes]:
    """The study pages by their names in the site."""
    try:
        return {f"study/{name}": data for name, data in pages(tell)}
    except library.LibraryError as error:
        raise BuildError(f"A study page cannot be made: {error}") from error


def contents(files: dict[str, bytes], cdn: str) -> bytes:
    """What the page wants to know of the site: what to fetch first, with the sizes, as far as they are known; and what
    may come later.
    """
    elsewhere = [[cdn + name, 0] for name in PYTHON_FILES] if cdn else []
    first = [[name, len(data)] for name, data in files.items() if not name.startswith("study/")] + elsewhere
    return json.dumps({"first": first, "later": [name for name in files if name.startswith("study/")]}).encode()


def static() -> str:
    """The folder of the files that are served as they are."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "static")


def own_files() -> Iterator[tuple[str, bytes]]:
    """The page's own files."""
    for name in sorted(os.listdir(static())):
        yield name, _read(os.path.join(static(), name))


def filled(data: bytes, cdn: str, values: dict[str, str]) -> bytes:
    """A file with what only the build knows."""
    origin = " " + "/".join(cdn.split("/")[:3]) if cdn else ""
    values = values | {"@PYTHON@": cdn or f"{FOLDER}/", "@POLICY@": POLICY.format(cdn=origin)}
    for mark, value in values.items():
        data = data.replace(mark.encode(), value.encode())
    return data


def archive() -> bytes:
    """The machine and the programs, as a zip file."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, path in sorted(dict(sources()).items()):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(entry, _read(path))
    return stream.getvalue()


def sources() -> Iterator[tuple[str, str]]:
    """The files of the machine, by their names in the archive: an installed package, programs and fonts within.

    Where they lie within here, too, they come twice.
    """
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    fonts = os.path.join(os.path.dirname(library.folder()), "fonts")
    for top, place in (("retro", package), ("retro/programs", library.folder()), ("retro/fonts", fonts)):
        for folder, inner, names in os.walk(place):
            inner[:] = [name for name in inner if name not in LEFT_OUT]
            for name in names:
                within = os.path.relpath(os.path.join(folder, name), place).replace(os.sep, "/")
                yield f"{top}/{within}", os.path.join(folder, name)


def python_files(folder: str) -> Iterator[tuple[str, bytes]]:
    """Python for the browser, out of a folder, or as the npm package that has it."""
    if folder:
        missing = [name for name in PYTHON_FILES if not os.path.isfile(os.path.join(folder, name))]
        if missing:
            raise BuildError(f"{folder} has no {missing[0]}: expected the files of the npm package pyodide {PYODIDE}")
        yield from ((name, _read(os.path.join(folder, name))) for name in PYTHON_FILES)
        return
    with tempfile.TemporaryDirectory() as place, tarfile.open(packed(place)) as tar:
        for name in PYTHON_FILES:
            try:
                stream = tar.extractfile(f"package/{name}")
            except KeyError as error:
                raise BuildError(f"The npm package pyodide {PYODIDE} has no file {name}") from error
            yield name, stream.read() if stream else b""


def packed(place: str) -> str:
    """The npm package, as a file."""
    npm = shutil.which("npm")
    if npm is None:
        raise BuildError(
            f"Python for the browser comes from npm, which is not here: expected npm, --python DIR with the files of "
            f"the package pyodide {PYODIDE}, or --cdn URL"
        )
    command = [npm, "pack", f"pyodide@{PYODIDE}", "--pack-destination", place, "--prefer-offline", "--silent"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    files = os.listdir(place)
    if done.returncode or len(files) != 1:
        raise BuildError(
            f"npm could not give pyodide {PYODIDE}: {(done.stderr.strip().splitlines() or ['no reason'])[-1]}"
        )
    return os.path.join(place, files[0])


def write(out: str, files: dict[str, bytes]) -> None:
    """Write the files. Raises BuildError."""
    try:
        for name, data in files.items():
            path = os.path.join(out, *name.split("/"))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as stream:
                stream.write(data)
    except OSError as error:
        raise BuildError(f"{out} cannot be written: {error.strerror}") from error


def _read(path: str) -> bytes:
    with open(path, "rb") as stream:
        return stream.read()
