"""Who may import whom, and what is loaded when."""

import ast
import functools
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "retro"

# For each folder of the package the folders it may import from, beside itself.
ALLOWED = {
    "display": "",
    "input": "display",
    "basic": "input",
    "sound": "basic",
    "machine": "basic display input sound",
    "frontends": "display input machine sound",
    "session": "basic display input machine sound",
    "library": "basic display input machine session",
    "launcher": "basic display frontends input library machine session sound",
    "listing": "basic display launcher library",
    "study": "basic display frontends input launcher library listing machine session sound",
    "course": "basic frontends input launcher library listing machine session study",
    "web": "basic course display frontends input launcher library listing machine session study",
    "commands": "basic course display frontends input launcher library listing machine session study web",
    "programs": "library",
    "": "commands launcher library machine session",
}
PROGRAMS_MAY_IMPORT = {"retro", "retro.basic"}
NOT_FOR_PROGRAMS = {"time", "random", "sys", "os", "threading", "asyncio", "builtins"}
MODULES = sorted(PACKAGE.rglob("*.py"))
PROGRAMS = sorted(path for folder in ("programs", "examples") for path in (ROOT / folder).rglob("*.py"))


def name_of(path):
    """Return the dotted name of a module of the package."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@functools.cache
def tree_of(path):
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


NAMES = {name_of(path) for path in MODULES}


def imports(tree):
    """Yield every module that is imported, for types, too, as (level, dotted name)."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            inner = [f"{module}.{alias.name}" for alias in node.names if f"{module}.{alias.name}" in NAMES]
            yield from ((node.level, name) for name in inner or [module])
        else:
            yield from imports(node)


@functools.cache
def own_imports(path):
    """Return the modules of the package that a module of it imports."""
    found = {name for _, name in imports(tree_of(path))}
    return {name for name in found if name in NAMES} - {name_of(path)}


def folder_of(name):
    """Return the folder of the package that a module is in; "" for a module directly in it."""
    return f"{name}..".split(".")[1] if (PACKAGE / f"{name}..".split(".")[1]).is_dir() else ""


def test_folders_import_only_those_below_them():
    def forbidden(path):
        own = folder_of(name_of(path))
        return {folder_of(name) for name in own_imports(path)} - {own, "", *ALLOWED[own].split()}

    assert {name_of(path): found for path in MODULES if (found := forbidden(path))} == {}


def test_the_package_has_folders_only_beside_its_entries():
    assert {path.stem for path in PACKAGE.glob("*.py")} == {"__init__", "__main__", "cli"}
    assert {folder_of(name_of(path)) for path in MODULES} == set(ALLOWED)


def test_no_circle_of_imports():
    graph = {name_of(path): own_imports(path) for path in MODULES}
    TopologicalSorter(graph).prepare()


def test_no_circle_of_imports_between_folders():
    graph = {}
    for path in MODULES:
        own = folder_of(name_of(path))
        graph.setdefault(own, set()).update({folder_of(name) for name in own_imports(path)} - {own, ""})
    TopologicalSorter(graph).prepare()


def test_front_ends_do_not_know_each_other():
    for path in (PACKAGE / "frontends").rglob("*.py"):
        family = f"{name_of(path)}..".split(".")[2]
        shared = {"", "side_screen", "key_help", "process"}
        found = {f"{name}..".split(".")[2] for name in own_imports(path) if folder_of(name) == "frontends"}
        assert found <= shared | {family}, path


def test_rules_need_no_machine():
    for path in ROOT.glob("programs/*/rules/*.py"):
        found = imports(tree_of(path))
        assert all(level or not name.startswith("retro") or name == "retro.basic" for level, name in found), path


def test_programs_use_the_machine_alone():
    for path in PROGRAMS:
        tree = tree_of(path)
        for level, name in imports(tree):
            assert name.split(".")[0] not in NOT_FOR_PROGRAMS, path
            assert level or name.split(".")[0] != "retro" or name in PROGRAMS_MAY_IMPORT, path
        called = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
        names = {function.id for function in called if isinstance(function, ast.Name)}
        assert not names & {"print", "input", "open", "exec", "eval", "__import__"}, path


@pytest.mark.parametrize(
    ("toolkit", "places"),
    [
        ("pyglet", "retro.frontends.window"),
        ("PIL", ("retro.display.screenshots", "retro.session.export")),
        ("blessed", "retro.frontends.terminal.windows"),
    ],
)
def test_toolkits_are_imported_where_they_are_used(toolkit, places):
    users = {
        name_of(path)
        for path in MODULES
        if any(name.partition(".")[0] == toolkit for _, name in imports(tree_of(path)))
    }
    assert [name for name in users if not name.startswith(places)] == []


HEADLESS = """
import sys
import retro
from retro.frontends.headless import headless
from retro.library.loader import load
def player(m):
    yield
    yield "q"
headless(load("dominoes").main, player)
print(sorted({name.split(".")[0] for name in sys.modules} & {"pyglet", "blessed", "PIL", "numpy"}))
"""


def test_a_headless_run_loads_no_toolkit():
    result = subprocess.run([sys.executable, "-c", HEADLESS], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


CORE = """
import sys
from retro import Machine
print(' '.join(sorted({'dataclasses', 'inspect', 're', 'typing', 'enum'} & set(sys.modules))))
"""


def test_the_machine_starts_without_the_slow_part_of_the_library():
    result = subprocess.run([sys.executable, "-S", "-c", CORE], capture_output=True, text=True, check=True, cwd=ROOT)
    assert result.stdout.strip() == ""


SLOW = {
    "ast",
    "dataclasses",
    "difflib",
    "hashlib",
    "inspect",
    "json",
    "shutil",
    "textwrap",
    "tokenize",
    "traceback",
}
START = f"""
import argparse, sys
before = set(sys.modules)
from retro.cli import main
main(["play", sys.argv[1], "--front", "headless"])
print(' '.join(sorted({SLOW} & set(sys.modules) - before)))
"""


def test_a_basic_program_starts_without_the_slow_part_of_the_library(tmp_path):
    program = tmp_path / "program.bas"
    program.write_text('10 PRINT "HELLO"\n')
    command = [sys.executable, "-S", "-c", START, str(program)]
    result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert result.stdout.strip() == ""


def test_no_method_is_called_by_an_assembled_name():
    """A search for a method finds its callers: a table has the method itself."""
    for path in MODULES:
        for node in ast.walk(tree_of(path)):
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Call) and node.func
            if called and isinstance(called.func, ast.Name) and called.func.id == "getattr":
                assert not isinstance(called.args[1], (ast.JoinedStr, ast.BinOp)), f"{path}: {node.lineno}"
