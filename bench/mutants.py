"""How many random mistakes in the code the tests find: `python -m bench.mutants N SEED [FOLDER …]`.

Each of N mutants changes one place of retro/ or programs/ (or of a FOLDER) in a checkout of its own. The tests of
the same folder run first, then all others but those of format, lint and types, until one fails. Prints a line a mutant,
and how many were killed.
"""

from __future__ import annotations

import ast
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
MINUTES_A_MUTANT = 20
SWAPS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


def places(tree: ast.AST) -> list[ast.AST]:
    """Return the nodes that can be mutated: operators, conditions, numbers, and statements that call or assign."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for inner in ast.walk(node):
                kind = isinstance(inner, (ast.Compare, ast.BoolOp, ast.BinOp, ast.If, ast.While, ast.IfExp))
                number = isinstance(inner, ast.Constant) and isinstance(inner.value, (int, bool))
                call = isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Call)
                if kind or number or call or isinstance(inner, (ast.AugAssign, ast.Return)):
                    found.append(inner)
    return list(dict.fromkeys(found))


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


def run_tests(checkout: Path, paths: list[str]) -> bool:
    """Return whether the tests pass with the code of a checkout."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *paths]
    command += ["--deselect", "tests/project/test_style.py"]
    environment = os.environ | {"PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
        done = subprocess.run(command, cwd=checkout, env=environment, timeout=60 * MINUTES_A_MUTANT, **quiet)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode in (0, 5)  # 5: no test there


def folder_of_tests(name: str) -> str:
    """Return the folder of the tests of a module."""
    parts = Path(name).parts
    return f"tests/{parts[1]}" if parts[0] == "retro" else f"tests/programs/{Path(parts[1]).stem}"


def main() -> None:
    """Make the mutants, test them, and print what became of each."""
    count, seed, *folders = sys.argv[1:]
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
            for number in range(int(count)):
                node = None
                while node is None:
                    (name,) = rng.choices(names, weights)
                    path = checkout / name
                    source = path.read_bytes()
                    if nodes := places(ast.parse(source)):
                        node, what = mutate(rng.choice(nodes))
                path.write_bytes(replaced(source, node))
                near = folder_of_tests(name)
                alive = not (checkout / near).exists() or run_tests(checkout, [near])
                alive = alive and run_tests(checkout, ["tests"])
                path.write_bytes(source)
                killed += not alive
                print(f"{number + 1:3} {'SURVIVED' if alive else 'killed  '} {name}:{node.lineno} {what}", flush=True)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(checkout)], cwd=ROOT, check=True)
    print(f"{killed} of {count} killed")


if __name__ == "__main__":
    main()
