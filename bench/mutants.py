"""How many random mistakes in the code the tests find: `python -m bench.mutants N SEED CALLS [--near] [FOLDER …]`.

Each of N mutants changes one place of retro/ or programs/ (or of a FOLDER) in a checkout of its own. The tests that
call the changed function run first, then those of its folder, then all others but those of format, lint and types,
until one fails, and fails again when it runs alone. Prints a line a mutant, and how many were killed. With --near only
some of the first run, or those of the folder if none is known: all tests would kill more.

CALLS is a file that says which test calls which function; if there is none it is made, by a run of all tests.
"""

from __future__ import annotations

import ast
import contextlib
import difflib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bench import pytest_plugin

ROOT = Path(__file__).parents[1]
MINUTES_A_RUN = 40
NEAREST, NEAR = 100, 400  # tests that call a function: that run first, in one process; that --near runs
HANG = 60  # seconds after which a test is taken for an endless loop, and tried again alone with its own limit
NEAR_ONLY = "--near"
STYLE = "tests/project/test_style.py"
FLAKY = 5  # tests that fail once and pass alone, after which a run is given up
SWAPS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


def places(tree: ast.AST) -> list[tuple[ast.AST, str]]:
    """Return the nodes that can be mutated, each with its function: operators, conditions, numbers, calls, RETURNs.

    Annotations are left out, as nothing evaluates them, and decorators, whose numbers are sizes of caches; so is what
    stands in an f-string, whose place Python 3.11 does not know.
    """
    found = {}
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        waiting: list[ast.AST] = [*function.args.defaults, *filter(None, function.args.kw_defaults), *function.body]
        while waiting:
            node = waiting.pop()
            if isinstance(node, (ast.FunctionDef, ast.JoinedStr)):
                continue
            kind = isinstance(node, (ast.Compare, ast.BoolOp, ast.BinOp, ast.If, ast.While, ast.IfExp))
            number = isinstance(node, ast.Constant) and isinstance(node.value, (int, bool))
            call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
            if kind or number or call or isinstance(node, (ast.AugAssign, ast.Return)):
                found[node] = function.name
            annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
            waiting += [inner for inner in ast.iter_child_nodes(node) if inner is not annotation]
    return list(found.items())


def mutate(node: ast.AST) -> tuple[ast.AST | None, str]:
    """Change a node; return the one whose text changes, and what was done; None if nothing can be changed there."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        node.ops[0] = SWAPS[type(node.ops[0])]()
        return node, "comparison"
    if isinstance(node, (ast.BoolOp, ast.BinOp, ast.AugAssign)) and type(node.op) in SWAPS:
        node.op = SWAPS[type(node.op)]()
        return node, "operator"
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        return ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test), "condition"
    if isinstance(node, ast.Constant):
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
        return node, "constant"
    if isinstance(node, ast.Expr):
        return ast.copy_location(ast.Constant(None), node), "call left out"
    if isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        node.value = ast.Constant(None)
        return node, "return None"
    return None, ""


def replaced(source: bytes, node: ast.AST) -> bytes:
    """Return a source in which the text of a node is what the node is now; all else stays, comments too."""
    lines = source.splitlines(keepends=True)
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    text = ast.unparse(node)
    return source[:start] + (f"({text})" if isinstance(node, ast.expr) else text).encode() + source[end:]


class Tests:
    """The tests of a checkout, and which of them call a function."""

    def __init__(self, checkout: Path, calls: Path, near: bool) -> None:
        self._checkout, self._near = checkout, near
        self._failed, self._chosen = checkout.parent / "failed", checkout.parent / "chosen"
        if not calls.exists():
            self._record(calls)
        collect = [sys.executable, "-m", "pytest", "-q", "-n0", "--collect-only", "tests"]
        collected = subprocess.run(collect, cwd=checkout, env=self._environment(), capture_output=True, text=True)
        self._present = set(collected.stdout.splitlines())  # others have been renamed since the calls were recorded
        self._callers: dict[tuple[str, str], list[str]] = {}
        self._callers_of_file: dict[str, list[str]] = {}
        rows = [line.split("\t") for line in calls.read_text(encoding="utf-8").splitlines()]
        breadth = Counter(test for test, *_ in rows)
        for test, *function in rows:
            self._callers.setdefault(tuple(function), []).append(test)
            self._callers_of_file.setdefault(function[0], []).append(test)
        for tests in (*self._callers.values(), *self._callers_of_file.values()):
            tests[:] = sorted(dict.fromkeys(tests), key=breadth.__getitem__)  # those of little first: they are quick

    def _record(self, calls: Path) -> None:
        """Run all tests and have their calls recorded."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(pytest_plugin.__file__, Path(folder) / "sitecustomize.py")
            root, path = f"{self._checkout.resolve()}{os.sep}", f"{folder}{os.pathsep}{self._checkout}"
            self._run(["tests"], CALLS_FILE=str(calls.resolve()), CALLS_ROOT=root, PYTHONPATH=path)

    def _environment(self) -> dict[str, str]:
        return os.environ | {"PYTHONPATH": str(self._checkout), "PYTHONDONTWRITEBYTECODE": "1"}

    def _run(self, words: list[str], chosen: list[str] | None = None, but: Sequence[str] = (), **variables: str) -> int:
        """Return pytest's exit status, or -1 if it does not end; nothing that it started is left.

        chosen: the tests to run, in this order; None: those that `words` name. but: those not to run.
        """
        variables[pytest_plugin.FAILED] = str(self._failed)
        if chosen is not None:
            variables[pytest_plugin.CHOSEN] = str(self._chosen)
            self._chosen.write_text("".join(f"{test}\n" for test in chosen if test not in but), encoding="utf-8")
            words = [*words, *dict.fromkeys(test.partition("::")[0] for test in chosen)]
        words = [*words, *(word for test in (*but, STYLE) for word in ("--deselect", test))]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "bench.pytest_plugin", *words]
        environment = self._environment() | variables
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
        pytest = subprocess.Popen(command, cwd=self._checkout, env=environment, start_new_session=True, **quiet)
        try:
            return pytest.wait(60 * MINUTES_A_RUN)
        except subprocess.TimeoutExpired:
            return -1
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pytest.pid, signal.SIGKILL)
            pytest.wait()

    def _near_tests(self, name: str, function: str) -> list[str]:
        """Return the tests that call a function, or any of its file if none is known: a debugger hides what it calls.

        Those of the module's own folder come first; then some of each file of tests, before more of any.
        """
        callers = self._callers.get((name, function)) or self._callers_of_file.get(name, [])
        seen: Counter[str] = Counter()
        ranks = {}
        for test in callers:
            file = test.partition("::")[0]
            ranks[test] = (not file.startswith(folder_of_tests(name)), seen[file])
            seen[file] += 1
        return sorted((test for test in callers if test in self._present), key=ranks.__getitem__)

    def killer(self, name: str, function: str) -> str:
        """Return a test that fails, or an empty string if all pass."""
        callers = self._near_tests(name, function)
        first, rest = callers[:NEAREST], callers[NEAREST : NEAR if self._near else None]
        runs = [(["-n0"], first), (["-n0"] if self._near else [], rest)]
        if not self._near:
            runs += [([folder_of_tests(name)], None), (["tests"], None)]
        elif not callers:
            runs = [(["-n0", folder_of_tests(name)], None)]
        return next((test for words, chosen in runs if chosen != [] and (test := self._failing(words, chosen))), "")

    def _failing(self, words: list[str], chosen: list[str] | None) -> str:
        """Return the first of some tests that fails, and fails again when it runs alone. chosen: see `_run`."""
        flaky: list[str] = []
        while len(flaky) < FLAKY:
            self._failed.unlink(missing_ok=True)
            status = self._run(["-x", "-o", f"timeout={HANG}", *words], chosen, flaky)
            if status in (0, 4, 5, -1):  # 4, 5: there is no test
                return ""
            if not self._failed.exists():
                return "the import"
            test = self._failed.read_text(encoding="utf-8").splitlines()[0]
            if self._run(["-n0"], [test]) not in (0, 5):
                return test
            flaky.append(test)
        return ""


def folder_of_tests(name: str) -> str:
    """Return the folder of the tests of a module, or all tests if there is none."""
    parts = Path(name).parts[:-1]
    folders = ["/".join(["tests", *parts[1:end]]) for end in range(len(parts), 1, -1)]
    if parts[0] == "programs":
        folders = [f"tests/programs/{Path(name).parts[1].removesuffix('.py').removesuffix('_explained')}"]
    return next((folder for folder in folders if (ROOT / folder).exists()), "tests")


def text_is_python(source: bytes) -> bool:
    """Return whether a mutant's source can be parsed; one that cannot says nothing of the tests."""
    with contextlib.suppress(SyntaxError):
        return bool(ast.parse(source))
    return False


def main() -> None:
    """Make the mutants, test them, and print what became of each."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests send it; a shell ignores it in the background
    count, seed, calls, *folders = (word for word in sys.argv[1:] if word != NEAR_ONLY)
    rng = random.Random(int(seed))
    listed = subprocess.run(["git", "ls-files", "retro", "programs"], cwd=ROOT, capture_output=True, text=True)
    names = [name for name in listed.stdout.split() if name.endswith(".py")]
    names = [name for name in names if not folders or name.startswith(tuple(folders))]
    weights = [len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in names]
    killed = 0
    with tempfile.TemporaryDirectory() as folder:
        checkout = Path(folder) / "checkout"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", str(checkout)], cwd=ROOT, check=True)
        for package in ROOT.glob("tests/*/*/node_modules"):
            (checkout / package.relative_to(ROOT)).symlink_to(package)
        try:
            tests = Tests(checkout, Path(calls), NEAR_ONLY in sys.argv)
            for number in range(int(count)):
                mutant = None
                while mutant is None:
                    (name,) = rng.choices(names, weights)
                    path = checkout / name
                    source = path.read_bytes()
                    if nodes := places(ast.parse(source)):
                        node, function = rng.choice(nodes)
                        node, what = mutate(node)
                        mutant = replaced(source, node) if node else None
                        if mutant == source or not (mutant and text_is_python(mutant)):
                            mutant = None
                path.write_bytes(mutant)
                test = tests.killer(name, function)
                path.write_bytes(source)
                killed += bool(test)
                print(
                    f"{number + 1:3} {name}:{node.lineno} {what}: {f'killed by {test}' if test else 'SURVIVED'}",
                    flush=True,
                )
                if not test:
                    before, after = (text.decode().splitlines(keepends=True) for text in (source, mutant))
                    sys.stdout.writelines(difflib.unified_diff(before, after, name, name, n=0))
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(checkout)], cwd=ROOT, check=True)
    print(f"{killed} of {count} killed")


if __name__ == "__main__":
    main()
