"""Builds the site: the page, the machine and its programs as a zip file, and Python for the browser, from npm.

The names of most files contain a hash of their contents, so a browser never mixes two versions of the site, however
long it caches a file. Only the page itself, the service worker and the study pages keep their names.
"""

import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from retro.launcher import library
from retro.launcher.errors import LibraryError
from retro.web.study_pages import pages, render

PYODIDE = "314.0.7"
PYTHON_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ROOT_FILES = ("icon.svg", "manifest.webmanifest")  # of the page's files those that keep their names
CONTENTS = "site.json"
FILES = "files.txt"  # the names of all files of a build, one a line
STUDY = "study/"
EPOCH = (1980, 1, 1, 0, 0, 0)  # of the files in the archive: the same sources give the same archive
LEFT_OUT = ("__pycache__", "static", "templates")
DIGITS = 16  # of a hash
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'{cdn}; connect-src 'self'{cdn}; "
    "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'"
)
NPM_NOISE = ("code ", "syscall ", "errno ", "A complete log")  # beginnings of lines that give no reason


class BuildError(Exception):
    """The site cannot be built; str() is one sentence with the reason."""


def build(
    out: str, cdn: str = "", python: str = "", report: Callable[[str], None] = lambda sentence: None
) -> list[str]:
    """Write the site to a folder, without what only the build before had, and return the names of its files.

    Args:
        out: the folder.
        cdn: an address that serves Python's files; they are not copied then.
        python: a folder with Python's files; empty: fetch them from npm.
        report: called with a sentence before each step that takes some seconds.

    Raises:
        BuildError: a source is missing, or the folder cannot be written to.
    """
    if not cdn:
        check_python(python)
        report("Python for the browser")
    check_folder(out)
    runtime = {} if cdn else dict(python_files(python))
    files = site_files(runtime, study_pages(report), cdn)
    files[FILES] = "".join(f"{name}\n" for name in sorted([*files, FILES])).encode()
    before = listed(out)
    write(out, files)
    remove(out, before - files.keys())
    return sorted(files)


def site_files(runtime: dict[str, bytes], study: dict[str, bytes], cdn: str) -> dict[str, bytes]:
    """Return the contents of all files by their names, in the order in which to write them."""
    packed = archive()
    python = cdn or f"pyodide-{digest(runtime.values())}/"
    large = {f"retro-{digest([packed])}.zip": packed} | {python + name: data for name, data in runtime.items()}
    page = {path.name: path.read_bytes() for path in sorted(Path(__file__).with_name("static").iterdir())}
    page[CONTENTS] = contents(large, study, python)
    version = digest([*page.values(), *study.values()])
    app = {f"app-{version}/{name}": data for name, data in page.items() if name not in ROOT_FILES}
    index = render("index.html", app=f"app-{version}", policy=policy(cdn))
    worker = render("service-worker.js", version=version, shell=["./", *app, *ROOT_FILES], cdn=cdn)
    root = {name: page[name] for name in ROOT_FILES}
    return large | study | app | root | {"index.html": index.encode(), "service-worker.js": worker.encode()}


def digest(parts: Iterable[bytes]) -> str:
    """Return a hash of some contents, as part of a name."""
    return hashlib.sha256(b"".join(parts)).hexdigest()[:DIGITS]


def policy(cdn: str) -> str:
    """Return the Content-Security-Policy of the site."""
    return POLICY.format(cdn=" " + "/".join(cdn.split("/")[:3]) if cdn else "")


def study_pages(report: Callable[[str], None]) -> dict[str, bytes]:
    """Return the study pages by their names in the site."""
    try:
        return {STUDY + name: data for name, data in pages(report)}
    except LibraryError as error:
        raise BuildError(f"A study page cannot be made: {error}") from error


def contents(large: dict[str, bytes], study: dict[str, bytes], python: str) -> bytes:
    """Return what the page reads first: where Python and the archive are, and which files to fetch.

    `first` has the names and sizes of the files to fetch before the start, with size 0 where it is unknown; `later` the
    names of those that are needed only offline.
    """
    sizes = dict.fromkeys((python + name for name in PYTHON_FILES), 0) | {name: len(large[name]) for name in large}
    names = {"python": python, "archive": next(iter(large))}
    return json.dumps({**names, "first": list(sizes.items()), "later": list(study)}).encode()


def archive() -> bytes:
    """Return the machine and its programs as a zip file."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, path in sorted(dict(sources()).items()):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, path.read_bytes())
    return stream.getvalue()


def sources() -> Iterator[tuple[str, Path]]:
    """Yield the names in the archive, and the paths, of the package's files, with programs and fonts inside it.

    In an installation, where they are inside the package already, they come twice.
    """
    programs = Path(library.folder())
    roots = {"retro": Path(__file__).parents[1], "retro/programs": programs, "retro/fonts": programs.with_name("fonts")}
    for top, root in roots.items():
        for path in root.rglob("*"):
            relative = path.relative_to(root)
            if path.is_file() and not set(LEFT_OUT) & set(relative.parts):
                yield f"{top}/{relative.as_posix()}", path


# Python for the browser


def check_python(folder: str) -> None:
    """Raise BuildError if Python for the browser is neither in the folder nor, without a folder, available from npm."""
    missing = [name for name in PYTHON_FILES if folder and not os.path.isfile(os.path.join(folder, name))]
    if missing:
        raise BuildError(f"{folder} has no {missing[0]}: expected the files of the npm package pyodide {PYODIDE}")
    if not folder and shutil.which("npm") is None:
        raise BuildError(
            "Python for the browser comes from npm, which is not installed: install npm, or give --python DIR with the "
            f"files of the package pyodide {PYODIDE}, or --cdn URL"
        )


def python_files(folder: str) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of Python's files, from a folder or from the npm package."""
    if folder:
        yield from ((name, Path(folder, name).read_bytes()) for name in PYTHON_FILES)
        return
    with tempfile.TemporaryDirectory() as temporary, tarfile.open(npm_package(temporary)) as tar:
        for name in PYTHON_FILES:
            try:
                stream = tar.extractfile(f"package/{name}")
            except KeyError as error:
                raise BuildError(f"The npm package pyodide {PYODIDE} has no file {name}") from error
            yield name, stream.read() if stream else b""


def npm_package(folder: str) -> str:
    """Fetch the npm package to a folder and return its path."""
    command = [shutil.which("npm") or "npm", "pack", f"pyodide@{PYODIDE}", "--pack-destination", folder]
    result = subprocess.run(
        [*command, "--prefer-offline", "--loglevel=error"], capture_output=True, text=True, check=False
    )
    files = os.listdir(folder)
    if result.returncode or len(files) != 1:
        raise BuildError(f"npm could not fetch pyodide {PYODIDE}: {npm_reason(result.stderr, result.returncode)}")
    return os.path.join(folder, files[0])


def npm_reason(errors: str, status: int) -> str:
    """Return the line of npm's messages that gives a reason, or its exit status."""
    lines = [line.removeprefix("npm ").removeprefix("ERR! ").removeprefix("error ") for line in errors.splitlines()]
    reasons = [line.strip() for line in lines if line.strip() and not line.startswith(NPM_NOISE)]
    return reasons[0] if reasons else f"it ended with status {status}"


# files


def check_folder(out: str) -> None:
    """Create the folder. Raises BuildError if it cannot be written to."""
    try:
        os.makedirs(out, exist_ok=True)
        with tempfile.TemporaryFile(dir=out):
            pass
    except OSError as error:
        raise BuildError(f"{out} cannot be written: {error.strerror}") from error


def write(out: str, files: dict[str, bytes]) -> None:
    """Write the files in this order: the page after what it names, the service worker last. Raises BuildError."""
    try:
        for name, data in files.items():
            path = Path(out, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    except OSError as error:
        raise BuildError(f"{out} cannot be written: {error.strerror}") from error


def listed(out: str) -> set[str]:
    """Return the names of the files that the build before wrote to a folder; none if there was no such build."""
    with suppress(OSError, UnicodeDecodeError):
        return set(Path(out, FILES).read_text(encoding="utf-8").splitlines())
    return set()


def remove(out: str, names: Iterable[str]) -> None:
    """Remove files of a folder, and folders in it that are empty then."""
    for name in names:
        parts = name.split("/")
        if all(part not in ("", ".", "..") for part in parts):
            with suppress(OSError):
                os.unlink(os.path.join(out, *parts))
                os.removedirs(os.path.join(out, *parts[:-1]))
