"""Who may import whom, and what is loaded when."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "retro"

# For each module of the machine the modules of the project it may import.
ALLOWED = {
    "modes": "",
    "pointer": "canvas keyboard",
    "canvas": "modes",
    "characters": "canvas",
    "raster": "",
    "pen": "",
    "palette": "",
    "text": "canvas characters modes",
    "graphics": "canvas characters modes pen raster",
    "screen": "canvas characters graphics modes palette text",
    "second": "screen",
    "vdu": "graphics screen text",
    "font": "",
    "keyboard": "pointer",
    "errors": "",
    "reals": "errors",
    "rnd": "reals",
    "edition": "",
    "basic": "edition errors pointer reals",
    "printing": "basic errors reals",
    "notes": "reals",
    "sound": "errors notes reals",
    "synth": "notes",
    "frontend": "keyboard machine notes",
    "entry": "basic errors",
    "tape": "errors",
    "machine": "basic entry errors frontend keyboard modes notes printing rnd screen sound tape vdu",
    "pace": "frontend keyboard machine modes notes raster screen vdu",
    "conduct": "errors frontend machine",
    "pictures": "screen",
    "menu": "basic errors frontend machine",
    "library": "frontend machine",
    "programs": "library",
    "template": "basic machine",
    "progress": "",
}
# The same for retro.recording; what begins with a dot is its own.
RECORDING = {
    "log": "keyboard",
    "file": ".log",
    "fields": ".file .log keyboard",
    "reader": ".fields .file .log",
    "journal": ".file .log keyboard",
    "feed": ".log keyboard machine",
    "recorder": ".feed .file .journal .log frontend keyboard machine notes tape",
    "session": ".feed .file .journal .log .recorder errors frontend machine tape",
    "replay": ".feed .recorder frontend keyboard machine",
    "gif": "palette pictures screen",
    "camera": ".gif .recorder .replay frontend machine screen",
    "keeping": ".file .reader tape",
    "fingerprint": "library",
    "game": ".file .fingerprint .keeping .recorder .session frontend library",
}
FOR_FRONT_ENDS = set(ALLOWED) - {"library", "menu", "programs", "progress", "template"}
FOR_PROGRAMS = {"basic", "machine"}
NOT_FOR_PROGRAMS = {"time", "random", "sys", "os", "threading", "asyncio", "builtins"}


def imports(path):
    """Every module a file imports, whether for types or to run, with dots: (level, name)."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or ""
            if node.module == "retro":
                yield from ((0, f"retro.{'machine' if a.name == 'Machine' else a.name}") for a in node.names)


def named(path):
    """A module of the package, as it is imported, without the name of the package."""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


def own(path):
    """The modules of the project that a file imports, without the name of the package."""
    return {name.removeprefix("retro.") for _, name in imports(path) if name.startswith("retro.")}


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("[a-z]*.py")), ids=lambda path: path.stem)
def test_modules_keep_to_the_table(path):
    if path.stem != "cli":
        assert own(path) <= set(ALLOWED[path.stem].split())


@pytest.mark.parametrize("path", sorted((PACKAGE / "recording").glob("[a-z]*.py")), ids=lambda path: path.stem)
def test_recording_keeps_to_its_table(path):
    assert {name.removeprefix("recording") for name in own(path)} <= set(RECORDING[path.stem].split())


def test_the_tables_have_no_module_that_is_gone():
    assert set(ALLOWED) <= {path.stem for path in PACKAGE.glob("*.py")}
    assert set(RECORDING) <= {path.stem for path in PACKAGE.glob("recording/*.py")}


@pytest.mark.parametrize("path", sorted((PACKAGE / "frontends").rglob("*.py")), ids=named)
def test_front_ends_know_the_machine_and_not_each_other(path):
    family = named(path).split(".")[1]
    for name in own(path):
        if name.startswith("frontends"):
            assert name.split(".")[1] == family
        else:
            assert name in FOR_FRONT_ENDS


@pytest.mark.parametrize("path", sorted(ROOT.glob("programs/rules/*.py")), ids=lambda path: path.stem)
def test_rules_need_no_machine(path):
    assert all(level or not name.startswith("retro") or name == "retro.basic" for level, name in imports(path))


@pytest.mark.parametrize("path", sorted((ROOT / "programs").rglob("*.py")), ids=lambda path: path.stem)
def test_programs_have_no_other_door(path):
    for level, name in imports(path):
        assert name.split(".")[0] not in NOT_FOR_PROGRAMS
        assert level or not name.startswith("retro.") or name.removeprefix("retro.") in FOR_PROGRAMS
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"print", "input", "open", "exec", "eval", "__import__"}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=named)
def test_pyglet_stays_in_the_window(path):
    uses = {name.split(".")[0] for _, name in imports(path)}
    assert "pyglet" not in uses or named(path).startswith("frontends.window.")
    assert "PIL" not in uses or path.stem == "pictures"


HEADLESS = """
import sys
import retro
from retro.frontends.headless import headless
from retro.library import load
def player(m):
    yield
    yield "q"
headless(load("dominoes").main, player)
print(sorted({name.split(".")[0] for name in sys.modules} & {"pyglet", "blessed", "PIL", "numpy"}))
"""


def test_a_headless_run_loads_no_toolkit():
    result = subprocess.run([sys.executable, "-c", HEADLESS], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


CORE = (
    "import sys, retro; print(' '.join(sorted({'dataclasses', 'inspect', 're', 'typing', 'enum'} & set(sys.modules))))"
)


def test_the_machine_starts_without_the_slow_part_of_the_library():
    result = subprocess.run([sys.executable, "-S", "-c", CORE], capture_output=True, text=True, check=True, cwd=ROOT)
    assert result.stdout.strip() == ""
