"""Finds what a function uses in its syntax tree: the program's variables, and the names it refers to."""

from __future__ import annotations

import ast
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Methods of lists, dicts and sets that change them.
LISTS = {"append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"}
DEQUES = {"appendleft", "extendleft", "popleft", "rotate"}
SETS_AND_DICTS = {"add", "discard", "update", "setdefault", "popitem"}
CHANGERS = frozenset(LISTS | DEQUES | SETS_AND_DICTS)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
HOLDER = "v"


class Uses(NamedTuple):
    """What a function uses.

    Attributes:
        reads: the names of variables that it reads.
        changes: the names of variables that it changes.
        names: the other names that it does not bind itself, "X" or "module.X", in the order of the text.
        called: those of them that it calls.
    """

    reads: frozenset[str]
    changes: frozenset[str]
    names: tuple[str, ...]
    called: frozenset[str]


def uses_of(tree: ast.AST, kinds: frozenset[str]) -> Uses:
    """Return what a tree uses; `kinds` are the names of the classes that hold the program's variables."""
    nodes = list(ast.walk(tree))
    holders = set(_holders(nodes, kinds))
    changed = [change for node in nodes for change in _changed(node, holders)]
    targets = {id(part) for node in nodes for part in _targets(node)}
    loads = (node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load))
    read = [node.attr for node in loads if id(node) not in targets and _root(node.value) in holders]
    reads = {*read, *(name for name, also_read in changed if also_read)}
    local = set(_bound(tree, nodes))
    names = tuple(dict.fromkeys(name for name in _names(nodes) if name.partition(".")[0] not in local))
    called = frozenset(_root(node.func) for node in nodes if isinstance(node, ast.Call))
    return Uses(frozenset(reads), frozenset(name for name, _ in changed), names, called)


def _root(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _holders(nodes: Iterable[ast.AST], kinds: frozenset[str]) -> Iterator[str]:
    """Yield the names that hold the variables: parameters and locals of their class."""
    for node in nodes:
        if isinstance(node, ast.arg):
            if last_name(node.annotation) in kinds if node.annotation else node.arg == HOLDER:
                yield node.arg
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and last_name(node.value.func) in kinds:
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and last_name(node.annotation) in kinds:
            yield _root(node.target)


def last_name(node: ast.expr | None) -> str:
    """Return the last name of an annotation or a call: "Variables" of `dominoes.Variables`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.rpartition(".")[2]
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _changed(node: ast.AST, holders: set[str]) -> Iterator[tuple[str, bool]]:
    """Yield the variables that a node changes, each with whether it also reads them."""
    if isinstance(node, ast.AugAssign):
        name = _variable(node.target, holders)
        if name:
            yield name, True
    elif isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
        name = _variable(node, holders)
        if name:
            yield name, False
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGERS:
        name = _variable(node.func.value, holders)
        if name:
            yield name, True


def _variable(node: ast.AST, holders: set[str]) -> str:
    """Return the variable at the root of v.X, v.X[1][2], v.X.part[3]; empty if it is none."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in holders:
            return node.attr
        node = node.value
    return ""


def _targets(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the v.X of v.X[1] = …, which Python loads but BASIC does not read."""
    if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, (ast.Store, ast.Del)):
        inner: ast.AST = node
        while isinstance(inner, (ast.Attribute, ast.Subscript)):
            inner = inner.value
            yield inner


def _names(nodes: Iterable[ast.AST]) -> list[str]:
    """Return every name that is looked up, and every `module.name`."""
    positions = []
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            positions.append((node.lineno, node.col_offset, node.id))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            positions.append((node.lineno, node.col_offset, f"{node.value.id}.{node.attr}"))
    return [name for _, _, name in sorted(positions)]


def _bound(tree: ast.AST, nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names that a function binds itself: parameters, locals, functions inside."""
    for node in nodes:
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, FUNCTIONS) and node is not tree:
            yield node.name
