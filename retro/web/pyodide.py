"""Python for the browser: the files of the npm package pyodide, reduced to the modules that are used."""

import ast
import functools
import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

from retro.web.build_cache import cached
from retro.web.errors import BuildError
from retro.web.npm import run_npm

VERSION = "314.0.7"
LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY, LOCK)
ARCHIVE_TIME = (1980, 1, 1, 0, 0, 0)  # of the files in an archive: the same sources give the same archive
# Modules of the standard library that are left out: networks, processes, files of other systems, developers' tools.
OMITTED_MODULES = """
_pyio _pyrepl _aix_support _android_support _apple_support _ios_support _osx_support
_sysconfigdata__emscripten_wasm32-emscripten antigravity bdb cProfile cmd code compileall configparser ctypes curses dbm
doctest email ensurepip filecmp fileinput ftplib getpass html http idlelib imaplib ipaddress lib2to3 mailbox mimetypes
modulefinder multiprocessing netrc nturl2path optparse pdb pickletools plistlib poplib profile profiling pstats pty
py_compile pyclbr pydoc pydoc_data smtplib socketserver sqlite3 symtable sysconfig tabnanny tarfile
telnetlib this tkinter tomllib trace tracemalloc tty turtle turtledemo unittest
urllib uuid venv wave webbrowser wsgiref xml xmlrpc zipapp zoneinfo
"""
COMPILE = Path(__file__).with_name("vendor") / "compile.mjs"
LONGEST_REASON = 200  # characters of what Node says of an error
ENCODINGS = "__init__ aliases ascii cp437 idna latin_1 raw_unicode_escape unicode_escape utf_8"


def check_python(folder: str) -> None:
    """Raise BuildError if Python for the browser is neither in the folder nor, without a folder, available from npm."""
    missing = [name for name in FILES if folder and not os.path.isfile(os.path.join(folder, name))]
    if missing:
        raise BuildError(f"{folder} has no {missing[0]}: expected the files of the npm package pyodide {VERSION}")
    if not folder and shutil.which("npm") is None:
        raise BuildError(
            "Python for the browser comes from npm, which is not installed: install npm, or give --python DIR with the "
            f"files of the package pyodide {VERSION}, or --cdn URL"
        )


def python_files(folder: str) -> dict[str, bytes]:
    """Return the contents of Python's files by their names, from a folder or from npm. Raises BuildError."""
    files = {name: Path(folder, name).read_bytes() for name in FILES} if folder else dict(from_npm())
    lock = json.loads(files[LOCK])
    key = hashlib.sha256(files[LIBRARY] + OMITTED_MODULES.encode()).hexdigest()
    library = cached(LIBRARY, key, lambda: reduced(files[LIBRARY]))
    return files | {LIBRARY: library, LOCK: json.dumps({**lock, "packages": {}}).encode()}


def from_npm() -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the files of Pyodide's npm package."""

    def fetch() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            run_npm(f"pyodide {VERSION}", "pack", f"pyodide@{VERSION}", "--pack-destination", folder)
            return next(Path(folder).iterdir()).read_bytes()

    with tarfile.open(fileobj=io.BytesIO(cached("pyodide.tgz", VERSION, fetch))) as tar:
        for name in FILES:
            try:
                stream = tar.extractfile(f"package/{name}")
            except KeyError as error:
                raise BuildError(f"The npm package pyodide {VERSION} has no file {name}") from error
            yield name, stream.read() if stream else b""


# the standard library


def reduced(library: bytes) -> bytes:
    """Return the archive of the standard library with the modules that are used, uncompressed and without comments."""
    files = {}
    for name, data in unzipped(library).items():
        folder, _, rest = name.removesuffix(".py").partition("/")
        used = name.endswith(".py") and folder not in OMITTED_MODULES.split()
        if rest in ENCODINGS.split() if folder == "encodings" else used:
            files[name] = without_comments(data.decode()).encode()
    return zipped(files)


def unzipped(archive: bytes) -> dict[str, bytes]:
    """Return the files of an archive by their names."""
    with zipfile.ZipFile(io.BytesIO(archive)) as stream:
        return {name: stream.read(name) for name in stream.namelist()}


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return files by their names as an archive, uncompressed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, ARCHIVE_TIME), data)
    return stream.getvalue()


@functools.cache
def without_comments(source: str) -> str:
    """Return a module without lines of comments, and with empty docstrings.

    A module whose syntax is newer than this Python is left unchanged.
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    lines = source.split("\n")
    nodes = list(ast.walk(tree))
    texts = [
        node for node in nodes if isinstance(node, (ast.Constant, ast.JoinedStr)) and node.end_lineno != node.lineno
    ]
    inside = set(chain.from_iterable(range(node.lineno, node.end_lineno or 0) for node in texts))
    kept = {number: line for number, line in enumerate(lines) if number in inside or line.strip()[:1] not in ("", "#")}
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
            if lines[first].lstrip()[:1] in "\"'rR" and len(lines[last].encode()) == node.end_col_offset:
                kept[first] = kept[first][: node.col_offset] + '""'
                for number in range(first + 1, last + 1):
                    del kept[number]
    return "\n".join(kept.values())


# what the start imports


def start_modules(python: Mapping[str, bytes], machine: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the modules that the page's start imports, compiled, by their names, which end in .pyc.

    Args:
        python: Python's files, without comments.
        machine: the files of the machine.

    Raises:
        BuildError: Node cannot run this Python.
    """
    parts = chain(python.values(), *((name.encode(), data) for name, data in machine.items()), [COMPILE.read_bytes()])
    key = hashlib.sha256()
    for part in parts:
        key.update(part)
    return unzipped(cached("start.zip", key.hexdigest(), lambda: zipped(compiled(python, machine))))


def compiled(python: Mapping[str, bytes], machine: Mapping[str, bytes]) -> dict[str, bytes]:
    """Compile the modules that the page's start imports."""
    with tempfile.TemporaryDirectory() as place:
        folders = [Path(place, name) for name in ("python", "machine", "compiled")]
        modules = {
            name: without_comments(data.decode()).encode() for name, data in machine.items() if name.endswith(".py")
        }
        for folder, files in zip(folders, (python, {**machine, **modules}, {})):
            folder.mkdir()
            for name, data in files.items():
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
        done = subprocess.run(["node", str(COMPILE), *map(str, folders)], capture_output=True, text=True, check=False)
        if done.returncode:
            raise BuildError(f"Node could not compile Python's modules: {done.stderr.strip()[-LONGEST_REASON:]}")
        return {
            path.relative_to(folders[-1]).as_posix(): path.read_bytes() for path in sorted(folders[-1].rglob("*.pyc"))
        }


def with_compiled(files: Mapping[str, bytes], modules: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return files by their names, with these compiled modules in place of their sources."""
    return {name + "c" * (name + "c" in modules): modules.get(name + "c", data) for name, data in files.items()}
