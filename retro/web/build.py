"""Builds the site: the page, archives of the machine and the programs, and Python for the browser from npm.

The names of most files contain a hash of their contents, so a browser never mixes two versions of the site, however
long it caches a file. Only the page itself, the service worker and the study pages keep their names.
"""

import gzip
import hashlib
import io
import json
import os
import re
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from retro.library import catalogue
from retro.library.errors import LibraryError
from retro.session.files import replace
from retro.web.build_cache import cached
from retro.web.editor import editor_module
from retro.web.errors import BuildError
from retro.web.front_page import FIRST_SCRIPT, STYLE, front_page, menu_picture, policy_hash, social_picture, static
from retro.web.program_pages import NOT_FOUND, additions, not_found, program_pages
from retro.web.pyodide import FILES as PYTHON_FILES
from retro.web.pyodide import (
    LIBRARY,
    check_python,
    python_files,
    start_modules,
    unzipped,
    with_compiled,
    without_comments,
    zipped,
)
from retro.web.study_pages import index_files, pages, render

SOCIAL = "social.png"
MANIFEST = "manifest.webmanifest"
ICONS = ("icon.svg", "icon-180.png", "icon-192.png", "icon-512.png", "icon-maskable.png")
ROOT_FILES = (*ICONS, MANIFEST, SOCIAL)  # files whose names have no hash
BUNDLES = ("page.js", "workshop.js", "worker.js")  # the scripts, each with the modules that it imports
IMPORTS, EXPORTS = (
    re.compile(pattern, re.MULTILINE)
    for pattern in (r'^import (\{.*\}) from "\./(\w+)\.js";$', r"^export (const|class|function|async function) (\w+)")
)
COMMENTS = re.compile(r"^\s*//.*\n", re.MULTILINE)
MACHINE = "retro"  # the archive of the machine
PROGRAMS = "retro/programs"  # their texts are studied, and have fingerprints
CONTENTS = "site.js"
EDITOR = "retro-editor-"
FILES = "files.txt"  # the names of all files of a build, one a line
STUDY = "study/"
COMPRESSED = ".gzip"  # the end of the names of compressed files; servers and browsers would decompress .gz files
GZIP_LEVEL = 9  # of the compression
SCRIPT = ".mjs"  # the end of the names of scripts, which stay as they are: browsers import them
ARCHIVE = ".tar"
OMITTED_FOLDERS = {"__pycache__", "static", "templates", "vendor", "commands", "terminal", "window"}  # names of folders
# What no browser imports, in the package.
NOT_FOR_BROWSERS = """
launcher/reloading.py listing/page listing/printout.py study/game_recorder.py study/screenshots.py web/build.py
web/editor.py web/front_page.py web/build_cache.py web/npm.py web/program_pages.py web/pyodide.py web/serve.py
web/study_pages.py
"""
HASH_DIGITS = 16  # of a hash
HASH = re.compile(rf"-[0-9a-f]{{{HASH_DIGITS}}}")
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' '{first}' '{enclosure}'{cdn}; "
    "style-src 'self' '{style}'; worker-src 'self' blob:; connect-src 'self'{cdn}; "
    "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types retro"
)


def build(
    out: str,
    cdn: str = "",
    python: str = "",
    report: Callable[[str], None] = lambda sentence: None,
    with_study: bool = True,
    address: str = "",
) -> list[str]:
    """Write the site to a folder, remove the files that only the previous build had, and return the names of all files.

    Args:
        out: the folder.
        cdn: an address that serves Python's files; they are not copied then.
        python: a folder with Python's files; empty: fetch them from npm.
        report: called with a sentence before each step that takes some seconds.
        with_study: whether to make the study pages, which takes some seconds each, or only their index.
        address: where the site will be, for the picture beside links to it.

    Raises:
        BuildError: a source is missing, or the folder cannot be written to.
    """
    if not cdn:
        check_python(python)
        report("Python for the browser")
    try:
        os.makedirs(out, exist_ok=True)
        with tempfile.TemporaryFile(dir=out):
            pass
    except OSError as error:
        raise BuildError(f"{out} cannot be written: {error.strerror}") from error
    runtime = {} if cdn else python_files(python)
    bytecode: dict[str, bytes] = {}
    if runtime:
        report("The modules of the start")
        try:
            bytecode = start_modules(runtime, archived()[MACHINE])
        except BuildError as error:
            report(f"{error}. They stay sources: the page starts more slowly")
    study = study_pages(report) if with_study else {STUDY + name: data for name, data in index_files().items()}
    files = site_files(runtime, bytecode, study, cdn, address)
    files[FILES] = "".join(f"{name}\n" for name in sorted([*files, FILES])).encode()
    before: set[str] = set()  # the names of the files that the build before wrote
    with suppress(OSError, UnicodeDecodeError):
        before = set(Path(out, FILES).read_text(encoding="utf-8").splitlines())
    write(out, files)
    remove(out, before - files.keys())
    return sorted(files)


def site_files(
    runtime: dict[str, bytes], bytecode: dict[str, bytes], study: dict[str, bytes], cdn: str, address: str = ""
) -> dict[str, bytes]:
    """Return the contents of all files by their names, in the order in which to write them.

    bytecode: compiled modules by name, which replace their sources.
    """
    if runtime:
        runtime |= {LIBRARY: zipped(with_compiled(unzipped(runtime[LIBRARY]), bytecode))}
    python = cdn or f"pyodide-{digest(runtime.values())}/"
    large = {f"{name}-{digest([data])}{ARCHIVE}": data for name, data in archives(bytecode).items()}
    large |= {python + name: data for name, data in runtime.items()}
    large = dict(compressed(name, data) for name, data in large.items())
    editor = editor_module()
    large[f"{EDITOR}{digest([editor])}{SCRIPT}"] = editor
    page = static_files(contents(large, python))
    entries = programs()
    menu = menu_picture(entries)
    page[SOCIAL] = social_picture(menu)
    page[MANIFEST] = json.dumps(json.loads(page[MANIFEST]) | additions(entries)).encode()
    study |= program_pages(entries, address)
    version = digest(page.values())
    app = {f"app-{version}/{name}": data for name, data in page.items() if name not in ROOT_FILES}
    front = front_page(entries, menu, f"app-{version}", policy(cdn), address).encode()
    root = {name: page[name] for name in ROOT_FILES}
    changing = {"./": front} | root
    revisions = {name: digest([data]) for name, data in changing.items()} | dict.fromkeys(app)
    shell = [{"url": name, "revision": revision} for name, revision in revisions.items()]
    names = {"large": list(large), "study": {name: digest([data]) for name, data in study.items()}}
    later = [name for name in large if EDITOR not in name]
    worker = render("service-worker.js", shell=shell, start=later, cdn=cdn, policy=policy(cdn), **names)
    workbox = Path(__file__).with_name("vendor").joinpath("workbox.js").read_bytes()
    root[NOT_FOUND] = not_found(address)
    return large | study | app | root | {"index.html": front, "service-worker.js": workbox + worker.encode()}


def compressed(name: str, data: bytes) -> tuple[str, bytes]:
    """Return the name and contents of a large file for the site, compressed unless it is a script."""
    if name.endswith(SCRIPT):
        return name, data
    plain = HASH.sub("", os.path.basename(name)) + COMPRESSED
    return name + COMPRESSED, cached(
        plain, digest([data, bytes([GZIP_LEVEL])]), lambda: gzip.compress(data, GZIP_LEVEL, mtime=0)
    )


def digest(parts: Iterable[bytes]) -> str:
    """Return a hash of contents, for a file's name."""
    return hashlib.sha256(b"".join(parts)).hexdigest()[:HASH_DIGITS]


def policy(cdn: str) -> str:
    """Return the Content-Security-Policy of the site."""
    texts = {"first": static(FIRST_SCRIPT), "style": static(STYLE), "enclosure": render("enclosure.js")}
    hashes = {name: policy_hash(text) for name, text in texts.items()}
    return POLICY.format(cdn=" " + "/".join(cdn.split("/")[:3]) if cdn else "", **hashes)


def static_files(contents: bytes) -> dict[str, bytes]:
    """Return the contents of the page's own files by name. contents: the module that names the large files."""
    files = {path.name: path.read_bytes() for path in sorted(Path(__file__).with_name("static").iterdir())}
    for name in (FIRST_SCRIPT, STYLE):
        del files[name]
    modules = {name: data.decode() for name, data in files.items() if name.endswith(".js")}
    modules[CONTENTS] = contents.decode()
    scripts = {name: bundle(modules, name).encode() for name in BUNDLES}
    return {name: data for name, data in files.items() if name not in modules} | scripts


def bundle(modules: Mapping[str, str], name: str) -> str:
    """Return a module and all that it imports as one script; each becomes a function that returns its exports."""
    parts: dict[str, str] = {}

    def add(name: str) -> None:
        text = modules[name]
        for _, imported in IMPORTS.findall(text):
            if f"{imported}.js" not in parts:
                add(f"{imported}.js")
        exports = ", ".join(found[1] for found in EXPORTS.findall(text))
        text = EXPORTS.sub(r"\1 \2", IMPORTS.sub(r"const \1 = \2_module;", text))
        text = COMMENTS.sub("", text)
        parts[name] = f"const {name[:-3]}_module = (() => {{\n{text}return {{ {exports} }};\n}})();\n"

    add(name)
    exports = [f"export const {{ {found[1]} }} = {name[:-3]}_module;\n" for found in EXPORTS.findall(modules[name])]
    return '"use strict";\n' + "".join([*parts.values(), *exports])


def programs() -> list[catalogue.ProgramInfo]:
    """Return the programs that the site's page lists."""
    return catalogue.entries()


def study_pages(report: Callable[[str], None]) -> dict[str, bytes]:
    """Return the study pages by their names in the site."""
    try:
        return {STUDY + name: data for name, data in pages(report)}
    except LibraryError as error:
        raise BuildError(f"A study page cannot be made: {error}") from error


def contents(large: dict[str, bytes], python: str) -> bytes:
    """Return the JavaScript module with the names of large files: Python, archives, editor, files to fetch first.

    Its `first` has names and sizes of the files to fetch before the start (0: unknown size); its `snapshot` is a name
    that changes with any of them.
    """
    first = [(name, len(data)) for name, data in large.items() if not name.endswith(SCRIPT)]
    if not any(name.startswith(python) for name in large):
        first += [(python + name, 0) for name in PYTHON_FILES if not name.endswith(SCRIPT)]
    editor = next(name for name in large if name.startswith(EDITOR))
    names: dict[str, object] = {"python": python, "editor": editor}
    names["archives"] = [name for name in large if name.endswith(ARCHIVE + COMPRESSED)]
    names["snapshot"] = f"snapshot-{digest([repr(first).encode()])}"
    return f"export const site = {json.dumps({**names, 'first': first})};\n".encode()


def archives(bytecode: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return tar files by name: the machine, without comments, and the programs. bytecode: as in `site_files`."""
    return {group: archive(group, with_compiled(files, bytecode)) for group, files in archived().items()}


def archived() -> dict[str, dict[str, bytes]]:
    """Return the files of each archive by their names.

    Each program that is a folder has an archive of its own, which changes only with it. All others share one.
    """
    groups: dict[str, dict[str, bytes]] = {}
    for name, path in sorted(dict(sources()).items()):
        program, _, inner = name.removeprefix(f"{PROGRAMS}/").partition("/")
        group = MACHINE if not name.startswith(PROGRAMS) else f"retro-{program}" if inner else "retro-programs"
        groups.setdefault(group, {})[name] = path.read_bytes()
    return groups


def archive(name: str, files: Mapping[str, bytes]) -> bytes:
    """Return files, given by name, as a tar file; cached by the contents."""
    key = digest(part for file, data in files.items() for part in (file.encode(), data))
    return cached(name + ARCHIVE, key, partial(packed, files))


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return files, given by name, as a tar file; the machine's modules without comments."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, contents in files.items():
            own = name.endswith(".py") and not name.startswith(PROGRAMS)
            data = without_comments(contents.decode()).encode() if own else contents
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return stream.getvalue()


def sources() -> Iterator[tuple[str, Path]]:
    """Yield the name in the archive and the path of each file of the package, including programs and fonts.

    In an installation, where programs and fonts are in the package, they are yielded twice.
    """
    programs = Path(catalogue.folder())
    roots = {"retro": Path(__file__).parents[1], PROGRAMS: programs, "retro/fonts": programs.with_name("fonts")}
    for top, root in roots.items():
        for path in root.rglob("*"):
            relative = path.relative_to(root)
            inside = {relative.as_posix(), *(parent.as_posix() for parent in relative.parents)}
            if path.is_file() and not (OMITTED_FOLDERS & set(relative.parts) or inside & set(NOT_FOR_BROWSERS.split())):
                yield f"{top}/{relative.as_posix()}", path


# files


def write(out: str, files: dict[str, bytes]) -> None:
    """Write files in this order: the page after the files it names, the service worker last. Raises BuildError."""
    try:
        for name, data in files.items():
            replace(os.path.join(out, name), data)
    except OSError as error:
        raise BuildError(f"{out} cannot be written: {error.strerror}") from error


def remove(out: str, names: Iterable[str]) -> None:
    """Delete files of a folder, and the subfolders that are then empty."""
    for name in names:
        parts = name.split("/")
        if all(part not in ("", ".", "..") for part in parts):
            with suppress(OSError):
                os.unlink(os.path.join(out, *parts))
                os.removedirs(os.path.join(out, *parts[:-1]))
