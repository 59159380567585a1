"""The site as it is written and served: what is in it, where Python comes from, headers and types, and the command."""

import ast
import gzip
import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import threading
import urllib.error
import urllib.request
import zipfile
from contextlib import suppress
from html import escape, unescape
from html.parser import HTMLParser
from http.client import HTTPConnection
from itertools import chain
from pathlib import Path

import pytest
from PIL import Image

from retro.cli import main
from retro.commands import web as command
from retro.display.picture import Picture
from retro.library import catalogue, loader
from retro.library.errors import LibraryError
from retro.listing.page.study_page import page as page_of
from retro.session.storage import FOLDER_VARIABLE
from retro.web import build, editor, front_page, pyodide, serve
from retro.web import study_pages as pages
from retro.web.errors import BuildError
from tests.support.browser import PYODIDE, cached_by_tests, missing
from tests.support.studies import study

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SHORT = "<style>\nstyle</style>{name}<footer></footer><script>\nscript</script>"


@pytest.fixture
def python(tmp_path):
    """Stands for the files of Python for the browser."""
    folder = tmp_path / "python"
    folder.mkdir()
    for name in build.PYTHON_FILES:
        (folder / name).write_bytes(stub(name))
    return str(folder)


def stub(name):
    """Stands for a file of Python for the browser."""
    if name == pyodide.LIBRARY:
        return zipped({"os.py": '"""Files."""\n# A comment.\nx = """a\n# b"""\n', "email/parser.py": "", "ast.pyc": ""})
    return b'{"info": {}, "packages": {"numpy": {}}}' if name == pyodide.LOCK else f"this is {name}".encode()


def zipped(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return stream.getvalue()


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch, tmp_path):
    """What one test builds is not kept for the next."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "data"))


@pytest.fixture(scope="session")
def archives():
    return build.archives({})


@pytest.fixture
def quick(monkeypatch, archives):
    """Short study pages, no CodeMirror, and the archives packed once: the real ones take time."""
    monkeypatch.setattr(pages, "study_page", lambda study: SHORT.format(name=study.name))
    monkeypatch.setattr(build, "archives", lambda modules: archives)
    monkeypatch.setattr(editor, "codemirror", lambda: b"")


@pytest.fixture
def only_dominoes(monkeypatch, quick):
    """As if there were no other program."""
    found = [entry for entry in catalogue.entries() if entry.name == "dominoes"]
    monkeypatch.setattr(
        catalogue, "entries", lambda kind=catalogue.PROGRAMS: found if kind == catalogue.PROGRAMS else []
    )


def text(folder, name):
    return (folder / name).read_text(encoding="utf-8")


def app(folder):
    """The name of the folder of the page's own files."""
    return re.search(r"app-[0-9a-f]{16}", text(folder, "index.html")).group()


def read_contents(folder):
    return json.loads(re.search(r"^const site = (.*);$", text(folder, f"{app(folder)}/page.js"), re.MULTILINE)[1])


# what is in it


def test_the_site_has_everything(quick, python, tmp_path):
    site = tmp_path / "site"
    files = build.build(str(site), python=python)
    assert files == sorted(str(path.relative_to(site)) for path in site.rglob("*") if path.is_file())
    assert {"index.html", "service-worker.js", "manifest.webmanifest", "icon.svg"} <= set(files)
    apple = {"src": "icon-180.png", "sizes": "180x180"}
    icons = [apple, *json.loads(text(site, "manifest.webmanifest"))["icons"][1:]]
    assert "icon-180.png" in text(site, "index.html")
    sizes = [Image.open(io.BytesIO((site / icon["src"]).read_bytes())).size for icon in icons]
    assert [f"{width}x{height}" for width, height in sizes] == [icon["sizes"] for icon in icons]
    assert {name for name in files if name.startswith("app-")} >= {f"{app(site)}/page.js", f"{app(site)}/worker.js"}
    large = {Path(name).name.removesuffix(".gzip") for name in files if name.startswith("pyodide-")}
    assert large == set(build.PYTHON_FILES)
    assert {f"study/{entry.name}.html" for entry in catalogue.entries()} | {"study/index.html"} <= set(files)
    for name in ("index.html", "service-worker.js"):
        assert "{{" not in text(site, name)
    page = text(site, "index.html")
    for entry in catalogue.entries():
        assert page.count(f'href="#{entry.name}"') == 2  # in the menu's picture and in the list
        assert f"<p>{escape(entry.about, quote=False)}</p>" in page.replace("&#39;", "'").replace("&#34;", '"')
    (documents,) = re.findall('^Documentation = "(.*)"', text(ROOT, "pyproject.toml"), re.MULTILINE)
    assert f'<a href="{documents}">the documents</a>' in page
    contents = read_contents(site)
    assert {*contents["archives"], contents["python"] + "pyodide.asm.wasm.gzip"} <= dict(contents["first"]).keys()
    assert {name: (site / name).stat().st_size for name, _ in contents["first"]} == dict(contents["first"])
    assert contents["editor"] in files


def test_each_program_has_a_page_with_its_picture_author_and_source(quick, tmp_path):
    address, blank = "https://a.example/b/", "\n\n"
    build.build(str(tmp_path), cdn="https://cdn.example/", address=address)
    manifest = json.loads(text(tmp_path, "manifest.webmanifest"))
    for entry in catalogue.entries():
        name = f"programs/{entry.name}"
        page = Strict(text(tmp_path, f"{name}.html"))
        assert page.refused == []
        assert {f"../#{entry.name}", f"../study/{entry.name}.html", f"{entry.name}.png"} <= set(page.links)
        assert f'<meta property="og:image" content="{address}{name}.png">' in text(tmp_path, f"{name}.html")
        assert f"Source: {entry.text.split(blank)[1][:60]}" in unescape(text(tmp_path, f"{name}.html"))
        assert f'href="{name}.html"' in text(tmp_path, "index.html")
        picture = Image.open(tmp_path / f"{name}.png")
        assert len(picture.getcolors(9)) > 1
        assert {"name": entry.title, "url": f"./#{entry.name}"} in manifest["shortcuts"]
        sizes = {shot["src"]: shot["sizes"] for shot in manifest["screenshots"]}
        assert sizes[f"{name}.png"] == f"{picture.width}x{picture.height}"
    origins = {
        "dominoes": "By Marcus D. Bowman. Year: unknown.",
        "african_seeds": "After M. J. Edwards. Year: 1985.",
        "morgan2": "By Yves-Marie Morgan. Year: 2013.",
        "snake": "Author: unknown. Year: unknown.",
    }
    for name, origin in origins.items():
        assert f"<p>{origin}</p>" in text(tmp_path, f"programs/{name}.html")
    assert f'<a href="{address}">' in text(tmp_path, "404.html")


def test_a_program_of_ones_own_can_begin_from_each_source(tmp_path):
    offered = {}
    for group, name, text in editor.sources():
        path = tmp_path / f"my_{name}"
        path.write_text(text, encoding="utf-8")
        assert callable(loader.load(str(path)).main)
        offered.setdefault(group, []).append(name)
    assert {f"{entry.name}.py" for entry in catalogue.entries()} <= set(offered["Programs"])
    assert {"die.py", "basic.bas"} <= set(offered["Examples"])
    assert "files.py" not in offered["Examples"]  # which needs another module


def unpacked(folder):
    """Unpack all archives into a folder; return the names of their files by archives."""
    names = {}
    for name, data in build.archives({}).items():
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            # Debian 12's Python, 3.11.2, has no filters yet; a later one warns without.
            archive.extractall(folder, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
            names[name] = archive.getnames()
    return names


def test_the_archives_are_the_machine_and_each_program(only_dominoes, tmp_path):
    names = unpacked(tmp_path)
    assert "retro/machine/machine.py" in names["retro"]
    assert {"retro/programs/dominoes.py", "retro/programs/dominoes.md"} <= set(names["retro-programs"])
    assert all(name.startswith("retro/programs/snake/") for name in names["retro-snake"])
    assert not [name for name in chain(*names.values()) if re.search("/(__pycache__|static|window|commands)/", name)]
    code = "from retro.web import worker; print(worker.__file__, len(worker.catalogue.entries()))"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    said = subprocess.run([sys.executable, "-c", code], cwd="/", env=environment, capture_output=True, text=True)
    place, count = said.stdout.split()
    assert (Path(place), int(count) > 0) == (tmp_path / "retro" / "web" / "worker.py", True)


def imported(source):
    """Return the names that a module imports, each with its module's, those for type checkers aside."""
    tree = ast.parse(source)
    checked = [
        node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    aside = {id(inner) for node in checked for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level and id(node) not in aside:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_nothing_in_the_archives_imports_a_file_that_is_left_out(only_dominoes, tmp_path):
    left_out = {f"retro.{word.removesuffix('.py').replace('/', '.')}" for word in build.NOT_FOR_BROWSERS.split()}
    files = [name for names in unpacked(tmp_path).values() for name in names if name.endswith(".py")]
    texts = {name: (tmp_path / name).read_bytes() for name in files}
    for name in texts:
        modules = {part for module in imported(texts[name]) for part in (module, module.rpartition(".")[0])}
        assert name == "retro/cli.py" or not modules & left_out, name
    assert b'"""' not in texts["retro/machine/machine.py"]
    assert texts["retro/programs/dominoes.py"] == Path(catalogue.folder(), "dominoes.py").read_bytes()


TWICE = """
import hashlib, sys
from retro.library import catalogue, loader
from retro.web import build, editor
editor.codemirror = lambda: b""
found = [entry for entry in catalogue.entries() if entry.name == "dominoes"]
catalogue.entries = lambda kind=catalogue.PROGRAMS: found if kind == catalogue.PROGRAMS else []
for name in build.build(sys.argv[1], python=sys.argv[2]):
    print(name, hashlib.sha256(open(f"{sys.argv[1]}/{name}", "rb").read()).hexdigest())
"""


def test_the_same_sources_give_the_same_bytes(python, tmp_path):
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", TWICE, str(tmp_path / seed), python],
            env={**os.environ, "PYTHONHASHSEED": seed, FOLDER_VARIABLE: str(tmp_path / f"data{seed}")},
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for seed in ("1", "2")
    ]
    first, second = (run.communicate()[0] for run in runs)
    assert first == second
    assert "study/dominoes.html" in first


def test_any_change_makes_another_version(only_dominoes, python, tmp_path):
    build.build(str(tmp_path / "a"), python=python)
    (Path(python) / "pyodide.mjs").write_text("newer")
    build.build(str(tmp_path / "b"), python=python)
    build.build(str(tmp_path / "c"), cdn="https://cdn.example/p/")
    assert len({app(tmp_path / name) for name in "abc"}) == 3


def test_a_changed_study_page_costs_no_other_file(only_dominoes, python, tmp_path, monkeypatch):
    build.build(str(tmp_path / "a"), python=python)
    monkeypatch.setattr(build, "study_pages", lambda report: {"study/dominoes.html": b"one word"})
    build.build(str(tmp_path / "b"), python=python)
    assert app(tmp_path / "a") == app(tmp_path / "b")
    assert text(tmp_path / "a", "service-worker.js") != text(tmp_path / "b", "service-worker.js")


def test_a_file_that_changes_gets_another_name_and_no_other_does(only_dominoes, python, tmp_path):
    before = set(build.build(str(tmp_path / "site"), python=python))
    assert set(build.build(str(tmp_path / "site"), python=python)) == before
    (Path(python) / "pyodide.mjs").write_text("newer")
    after = set(build.build(str(tmp_path / "site"), python=python))
    assert {name.split("-")[0] for name in before ^ after} == {"app", "pyodide"}


def test_files_of_the_build_before_are_removed_and_no_others(only_dominoes, python, tmp_path, monkeypatch):
    site, mine = tmp_path / "site", tmp_path / "mine.txt"
    build.build(str(site), python=python)
    own = [site / "CNAME", site / "app-0123456789abcdef" / "page.js", site / app(site) / "notes.txt"]
    own[1].parent.mkdir()
    for path in [*own, mine]:
        path.write_text("mine")
    with (site / "files.txt").open("a") as stream:
        stream.write("../mine.txt\n/etc/passwd\n\nstudy\n")
    monkeypatch.setattr(build, "archives", lambda modules: {"retro": b"another one"})
    files = build.build(str(site), python=python)
    there = {path for path in site.rglob("*") if path.is_file()}
    assert there == {site / name for name in files} | set(own)
    assert len(list(site.glob("retro-*.tar.gzip"))) == len(list(site.glob("pyodide-*"))) == 1
    assert mine.read_text() == "mine"


def test_python_may_come_from_elsewhere_at_run_time(only_dominoes, tmp_path):
    files = build.build(str(tmp_path), cdn="https://cdn.example/pyodide/v1/", address="https://a.example/b/")
    assert '<meta property="og:image" content="https://a.example/b/social.png">' in text(tmp_path, "index.html")
    assert not [name for name in files if name.startswith("pyodide-")]
    assert read_contents(tmp_path)["python"] == "https://cdn.example/pyodide/v1/"
    policy = unescape(text(tmp_path, "index.html").split('Content-Security-Policy" content="')[1].split('"')[0])
    assert re.search(
        r"script-src 'self' 'wasm-unsafe-eval' 'sha256-[^']+' 'sha256-[^']+' https://cdn\.example;", policy
    )
    assert ["https://cdn.example/pyodide/v1/pyodide.asm.wasm", 0] in read_contents(tmp_path)["first"]


# study pages


class Strict(HTMLParser):
    """Finds what a strict policy would refuse."""

    def __init__(self, page):
        super().__init__()
        self.refused, self.links = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.refused += [(tag, name) for name in attributes if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in attributes):
            self.refused.append((tag, ""))
        self.links += [attributes[name] for name in ("src", "href") if name in attributes]


@pytest.mark.parametrize("entry", catalogue.entries(), ids=lambda entry: entry.name)
def test_study_pages_have_nothing_that_a_strict_policy_refuses(entry):
    original = page_of(study(entry.name), {})
    page, files = pages.split(original)
    read = Strict(pages.with_link_to_play(page, entry))
    assert read.refused == []
    assert {"page.css", "page.js", f"../#{entry.name}"} <= set(read.links)
    assert page.count("data-in=") == original.count('style="--in:')
    assert all(f'[data-in="{depth}"] {{ --in: {depth}; }}' in files["page.css"] for depth in (1, 4, 24))
    assert files["page.js"] in original
    assert files["page.css"].startswith(original.split("<style>\n")[1].split("</style>")[0])


def test_the_index_names_every_program():
    read = Strict(pages.index_files()["index.html"].decode())
    assert read.refused == []
    assert {f"{entry.name}.html" for entry in catalogue.entries()} <= set(read.links)


def test_a_failing_study_page_is_reported(monkeypatch, only_dominoes, tmp_path):
    def refuse(study):
        raise LibraryError("dominoes.md: the game cannot be played")

    monkeypatch.setattr(pages, "study_page", refuse)
    with pytest.raises(BuildError, match=r"A study page cannot be made: dominoes\.md: the game"):
        build.build(str(tmp_path), cdn="https://cdn.example/")


def test_a_study_page_is_made_when_it_is_asked_for_and_kept(monkeypatch, tmp_path):
    def study_page(study):
        made.append(study.name)
        return SHORT.format(name=study.name)

    made = []
    monkeypatch.setattr(pages, "study_page", study_page)
    for sources, count in (("first", 1), ("first", 1), ("second", 2)):
        monkeypatch.setattr(pages, "sources_key", lambda sources=sources: sources)
        folder = tmp_path / f"{len(list(tmp_path.iterdir()))}" / "study"
        folder.mkdir(parents=True)
        prepare = pages.pages_on_demand(str(folder.parent))
        for path in ("/study/dominoes.html", "/study/dominoes.html?again", "/study/none.html", "/snake.html"):
            prepare(path)
        assert sorted(os.listdir(folder)) == ["dominoes.html", "page.css", "page.js"]
        assert made == ["dominoes"] * count


# where Python comes from


def fake_npm(folder, script):
    """An npm that does what a script says; gives the path to look for it in."""
    folder.mkdir()
    npm = folder / "npm"
    npm.write_text(f"#!{sys.executable}\nimport sys\nwords = sys.argv[1:]\n{script}")
    npm.chmod(0o755)
    return str(folder)


def packed(path, names):
    with tarfile.open(path, "w:gz") as tar:
        for name in names:
            data = stub(name)
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))


def test_python_is_fetched_from_npm(monkeypatch, tmp_path):
    packed(tmp_path / "package.tgz", build.PYTHON_FILES)
    asked = tmp_path / "asked"
    script = (
        f"import shutil\nopen({str(asked)!r}, 'w').write(' '.join(words))\n"
        f"shutil.copy({str(tmp_path / 'package.tgz')!r}, words[words.index('--pack-destination') + 1])\n"
    )
    monkeypatch.setenv("PATH", fake_npm(tmp_path / "bin", script))
    files = pyodide.python_files("")
    kept = set(build.PYTHON_FILES) - {pyodide.LIBRARY, pyodide.LOCK}
    assert {name: files[name] for name in kept} == {name: stub(name) for name in kept}
    assert asked.read_text().startswith(f"pack pyodide@{pyodide.VERSION} ")


def test_without_npm_the_message_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BuildError, match="install npm, or give --python DIR with the files of the package"):
        pyodide.check_python("")


@pytest.mark.parametrize(
    ("errors", "reason"),
    [
        ("npm error code E404\nnpm error 404 Not Found - GET https://registry.example/pyodide", "404 Not Found - GET"),
        (
            "npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error errno ENOTFOUND\n"
            "npm error network request to https://registry.example/pyodide failed, reason: getaddrinfo ENOTFOUND\n"
            "npm error network This is a problem related to network connectivity.\n"
            "npm error A complete log of this run can be found in: /home/me/.npm/_logs/x.log",
            "network request to https://registry.example/pyodide failed, reason: getaddrinfo ENOTFOUND",
        ),
        ("npm ERR! no such package", "no such package"),
        ("", "it ended with status 1"),
    ],
)
def test_a_failure_of_npm_is_reported_with_its_reason(monkeypatch, tmp_path, errors, reason):
    script = f"print({errors!r}, file=sys.stderr)\nsys.exit(1)"
    monkeypatch.setenv("PATH", fake_npm(tmp_path / "bin", script))
    with pytest.raises(BuildError, match=f"npm could not fetch pyodide {pyodide.VERSION}: {reason}"):
        pyodide.python_files("")


def test_a_package_without_its_files_is_refused(monkeypatch, tmp_path):
    packed(tmp_path / "package.tgz", build.PYTHON_FILES[:2])
    script = f"import shutil\nshutil.copy({str(tmp_path / 'package.tgz')!r}, words[3])\n"
    monkeypatch.setenv("PATH", fake_npm(tmp_path / "bin", script))
    with pytest.raises(BuildError, match=f"has no file {build.PYTHON_FILES[2]}"):
        pyodide.python_files("")


def test_the_tests_use_the_same_pyodide_and_codemirror():
    wanted = json.loads((ROOT / "tests" / "support" / "browser_driver" / "package.json").read_text())["devDependencies"]
    packages, lock = (json.loads((editor.VENDOR / name).read_text()) for name in editor.PACKAGES)
    assert wanted["pyodide"] == pyodide.VERSION
    assert {name: wanted.get(name, version) for name, version in packages["dependencies"].items()} == packages[
        "dependencies"
    ]
    assert lock["packages"][""]["dependencies"] == packages["dependencies"]


@pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm")
def test_the_editor_is_built_from_the_lock_file_and_kept(monkeypatch):
    if not run(["npm", "ping"]):
        pytest.skip("npm reaches no registry")
    assert b"export{" in editor.codemirror()
    monkeypatch.setattr(editor, "run_npm", lambda *words: pytest.fail("it was fetched again"))
    assert editor.LICENCE.encode() in editor.codemirror()[:200]


def run(command):
    """Return whether a command succeeds within a minute."""
    with suppress(subprocess.TimeoutExpired):
        return subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 0
    return False


def test_python_has_only_what_programs_need(python):
    files = pyodide.python_files(python)
    assert json.loads(files[pyodide.LOCK]) == {"info": {}, "packages": {}}
    with zipfile.ZipFile(io.BytesIO(files[pyodide.LIBRARY])) as library:
        assert {name: library.read(name) for name in library.namelist()} == {"os.py": b'""\nx = """a\n# b"""'}


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_what_the_start_imports_is_compiled_by_the_page_s_own_python(monkeypatch):
    monkeypatch.setattr(pyodide, "cached", cached_by_tests)
    files = build.archived()["retro"]
    modules = pyodide.start_modules(pyodide.python_files(str(PYODIDE)), files)
    assert {"inspect.pyc", "asyncio/__init__.pyc", "retro/web/worker.pyc", "retro/display/font.pyc"} <= modules.keys()
    assert not [name for name in modules if name.startswith(("retro/programs/", "retro/study/", "xml/"))]
    assert b"/site/retro/web/worker.py" in modules["retro/web/worker.pyc"]  # errors name the source
    archive = pyodide.with_compiled(files, modules)
    assert {"retro/web/worker.pyc", "retro/study/stepper.py"} <= archive.keys()
    assert not {"retro/web/worker.py", "retro/study/stepper.pyc"} & archive.keys()


def test_where_node_cannot_run_this_python_modules_stay_sources(only_dominoes, python, tmp_path):
    reports = []
    build.build(str(tmp_path), python=python, report=reports.append)
    assert [sentence for sentence in reports if re.match("Node could not compile .* They stay sources", sentence, re.S)]
    (library,) = tmp_path.glob(f"pyodide-*/{pyodide.LIBRARY}.gzip")
    assert pyodide.unzipped(gzip.decompress(library.read_bytes())).keys() == {"os.py"}


# served


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    for name in TYPES:
        (folder / (name or "index.html")).write_text("")
    made = serve.server(str(folder))
    threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{made.server_address[1]}/"
    made.shutdown()
    made.server_close()


TYPES = {
    "": "text/html",
    "a.js": "text/javascript",
    "a.mjs": "text/javascript",
    "a.wasm": "application/wasm",
    "a.webmanifest": "application/manifest+json",
    "a.css": "text/css",
    "a.json": "application/json",
    "a.svg": "image/svg+xml",
}


@pytest.mark.parametrize("name", TYPES)
def test_every_answer_has_the_headers_and_its_type(served, name):
    with urllib.request.urlopen(served + name) as answer:
        headers = answer.headers
    assert headers["Content-Type"] == TYPES[name]
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Embedder-Policy"] == "require-corp"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"].startswith("default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 's")


def test_a_page_that_cannot_be_made_is_an_error_with_its_reason(tmp_path):
    def refuse(path):
        raise LibraryError("dominoes.md: the game cannot be played")

    with serve.server(str(tmp_path), prepare=refuse) as made:
        threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
        with pytest.raises(urllib.error.HTTPError, match="500") as found:
            urllib.request.urlopen(f"http://127.0.0.1:{made.server_address[1]}/study/dominoes.html")
        assert b"dominoes.md: the game cannot be played" in found.value.read()
        made.shutdown()


def test_nothing_outside_of_the_folder_is_served(served):
    with pytest.raises(urllib.error.HTTPError, match="404") as caught:
        urllib.request.urlopen(f"{served}..%2f..%2fetc%2fpasswd")
    assert caught.value.headers["Cross-Origin-Embedder-Policy"] == "require-corp"
    caught.value.close()


@pytest.mark.parametrize(
    ("host", "path", "status"),
    [
        ("evil.example", "/", 421),
        ("evil.example:PORT", "/", 421),
        ("127.0.0.1.evil.example", "/", 421),
        ("", "/", 421),
        ("localhost:PORT", "/", 200),
        ("127.0.0.1", "/a.js", 200),
        ("localhost", "/out", 404),
        ("localhost", "/out/secret", 404),
        ("localhost", "/in", 200),
        ("localhost", "/folder/", 404),
    ],
)
def test_only_this_machine_s_names_and_the_folder_s_own_files_are_answered(tmp_path, host, path, status):
    folder, outside = tmp_path / "site", tmp_path / "other"
    (folder / "folder").mkdir(parents=True)
    outside.mkdir()
    for name in (folder / "index.html", folder / "a.js", folder / "folder" / "x", outside / "secret"):
        name.write_text("text")
    (folder / "out").symlink_to(outside)
    (folder / "in").symlink_to(folder / "a.js")
    with serve.server(str(folder)) as made:
        threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
        client = HTTPConnection(*made.server_address)
        client.putrequest("GET", path, skip_host=True)
        client.putheader("Host", host.replace("PORT", str(made.server_address[1])))
        client.endheaders()
        assert client.getresponse().status == status
        client.close()
        made.shutdown()


@pytest.mark.parametrize("path", ["%00", "a%00.js", "%", "%ff", "a" * 300])
def test_a_path_that_no_file_has_is_not_found(served, path, capfd):
    with pytest.raises(urllib.error.HTTPError, match="404") as caught:
        urllib.request.urlopen(f"{served}{path}/")
    assert caught.value.headers["X-Content-Type-Options"] == "nosniff"
    caught.value.close()
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("part", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: he", b"GET / HTTP/1.1\r\n\r\n"])
def test_a_client_that_sends_half_a_request_is_disconnected(served, part, monkeypatch):
    monkeypatch.setattr(serve.Handler, "timeout", 0.1)
    host, port = served.removeprefix("http://").rstrip("/").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as client:
        client.sendall(part)
        while client.recv(65536):
            pass


def test_a_closed_connection_is_not_logged(tmp_path, capfd):
    (tmp_path / "large").write_bytes(bytes(1 << 24))
    made = serve.server(str(tmp_path))
    made.daemon_threads = False  # so that closing waits for them
    threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
    with socket.create_connection(made.server_address) as browser:
        browser.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert browser.recv(8) == b"HTTP/1.1"
    made.shutdown()
    made.server_close()
    assert capfd.readouterr().err == ""


def test_only_this_machine_is_served(tmp_path):
    made = serve.server(str(tmp_path))
    assert made.server_address[0] == "127.0.0.1"
    made.server_close()


# the command


def test_the_command_writes_the_site_and_reports_it(only_dominoes, python, tmp_path, capsys):
    site = tmp_path / "site"
    assert main(["web", "--out", str(site), "--python", python]) == 0
    said = capsys.readouterr().out.splitlines()
    steps = [
        "Python for the browser …",
        "The modules of the start …",
        "Study page 1 of 1: Dominoes, by Marcus D. Bowman …",
    ]
    assert [line for line in said if line in steps] == steps
    count = sum(path.is_file() for path in site.rglob("*"))
    assert said[-1] == f"{site} has the site, {count} files."


def test_the_command_serves_opens_and_ends_with_the_keyboard(monkeypatch, only_dominoes, python, capsys):
    opened, found = [], []

    class Server:
        server_address = "127.0.0.1", 4711

        def __enter__(self):
            return self

        def __exit__(self, *_):
            found.append("closed")

        def serve_forever(self):
            found.extend(os.listdir(self.folder))
            found.extend(os.listdir(os.path.join(self.folder, "study")))
            raise KeyboardInterrupt

    def make(folder, port, cdn, prepare):
        made = Server()
        made.folder = folder
        assert port == 0
        return made

    monkeypatch.setattr(command, "server", make)
    monkeypatch.setattr(command.webbrowser, "open", opened.append)
    assert main(["web", "--serve", "--port", "0", "--python", python]) == 0
    assert opened == ["http://127.0.0.1:4711/"]
    assert {"index.html", "service-worker.js", "closed"} <= set(found)
    assert "dominoes.html" not in found  # it is made when it is asked for
    assert "The machine is at http://127.0.0.1:4711/ until you press Ctrl-C." in capsys.readouterr().out
    assert main(["web", "--serve", "--no-open", "--port", "0", "--python", python]) == 0
    assert len(opened) == 1


def taken():
    one = socket.socket()
    one.bind(("127.0.0.1", 0))
    one.listen()
    return one


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Nothing to do: expected --out DIR, to write the site, or --serve, to play here"),
        (
            ["--out", "x", "--cdn", "a", "--python", "b"],
            "--cdn and --python do not go together: give one",
        ),
        (["--out", "x", "--cdn", "ftp://a"], "--cdn ftp://a: expected an address that begins with https://"),
        (["--out", "x", "--address", "mine"], "--address mine: expected an address that begins with https://"),
        (["--out", "x", "--python", "/nowhere"], "/nowhere has no pyodide.mjs: expected the files of the npm package"),
        (["--serve", "--port", "70000", "--cdn", "https://a"], "--port 70000: expected a whole number from 0 to 65535"),
        (["--out", "/dev/null/x", "--cdn", "https://a"], "/dev/null/x cannot be written: "),
    ],
)
def test_bad_arguments_are_refused_before_the_build(monkeypatch, words, sentence, capsys):
    monkeypatch.setattr(build, "archives", lambda: pytest.fail("the build has begun"))
    monkeypatch.setattr(build, "study_pages", lambda report: pytest.fail("the build has begun"))
    assert main(["web", *words]) != 0
    assert sentence in capsys.readouterr().err


def test_a_port_in_use_is_refused_before_the_build(monkeypatch, capsys):
    monkeypatch.setattr(build, "archives", lambda: pytest.fail("the build has begun"))
    with taken() as other:
        port = other.getsockname()[1]
        assert main(["web", "--serve", "--no-open", "--cdn", "https://a", "--port", str(port)]) != 0
    assert f"--port {port} cannot be used: Address already in use" in capsys.readouterr().err


def test_the_preview_of_links_has_the_picture_in_its_middle():
    data = front_page.social_picture(Picture(90, 60, bytes([1] * 5400), ((0, 0, 0), (255, 0, 0))))
    image = Image.open(io.BytesIO(data)).convert("RGB")
    assert (image.size, image.getbbox()) == ((1200, 630), (150, 15, 1050, 615))
