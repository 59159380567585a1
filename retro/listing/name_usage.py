"""Finds which names a function uses, in its syntax tree: the program's variables, and other names."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from textwrap import dedent
from typing import NamedTuple

# Methods of lists, dicts and sets that change them.
LIST_CHANGERS = {"append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"}
DEQUE_CHANGERS = {"appendleft", "extendleft", "popleft", "rotate"}
CHANGERS = LIST_CHANGERS | DEQUE_CHANGERS | {"add", "discard", "update", "setdefault", "popitem"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
HOLDER = "v"


class Uses(NamedTuple):
    """The names that a function uses.

    Attributes:
        reads: the names of variables that it reads.
        changes: the names of variables that it changes.
        names: the other names that it does not bind itself, as "X" or "module.X", in the order of the text.
        called: the names among them that it calls.
    """

    reads: frozenset[str] = frozenset()
    changes: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()
    called: frozenset[str] = frozenset()


def uses_of(tree: ast.AST, kinds: frozenset[str] = frozenset()) -> Uses:
    """Return the names that a syntax tree uses. kinds: the names of the classes that hold the program's variables."""
    parents = _parents(tree)
    nodes = [tree, *parents]
    holders = set(_holders(nodes, kinds))
    variables = [node for node in nodes if isinstance(node, ast.Attribute) and _root(node.value) in holders]
    access = [(node.attr, *_access(node, parents)) for node in variables]
    bound = {_bound(node) for node in nodes if node is not tree}
    read_names = sorted(where for node in nodes for where in _looked_up(node))
    return Uses(
        frozenset(name for name, read, _ in access if read),
        frozenset(name for name, _, changed in access if changed),
        tuple(dict.fromkeys(name for *_, name in read_names if name.partition(".")[0] not in bound)),
        frozenset(_root(node.func) for node in nodes if isinstance(node, ast.Call)),
    )


def lines_changing(text: str, name: str) -> set[int]:
    """Return the lines of a function's text, counted from 0, that change the attribute `name` of v."""
    parents = _parents(ast.parse(dedent(text)))
    attributes = (node for node in parents if isinstance(node, ast.Attribute) and node.attr == name)
    return {node.lineno - 1 for node in attributes if _root(node.value) == HOLDER and _access(node, parents)[1]}


def _parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    """Return the parent of every node of a syntax tree."""
    parents: dict[ast.AST, ast.AST] = {}
    waiting = [tree]
    for node in waiting:
        children = [*ast.iter_child_nodes(node)]
        parents.update(dict.fromkeys(children, node))
        waiting += children
    return parents


def _root(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _holders(nodes: Iterable[ast.AST], kinds: frozenset[str]) -> Iterator[str]:
    """Yield the names bound to the variables object: parameters and locals of its class."""
    for node in nodes:
        match node:
            case ast.arg(arg=name, annotation=None):
                yield from {name} & {HOLDER}
            case ast.arg(arg=name, annotation=kind) | ast.AnnAssign(target=ast.Name(id=name), annotation=kind):
                yield from {name} if last_name(kind) in kinds else ()
            case ast.Assign(targets=targets, value=ast.Call(func=kind)) if last_name(kind) in kinds:
                yield from (target.id for target in targets if isinstance(target, ast.Name))


def last_name(node: ast.expr | None) -> str:
    """Return the last name of an annotation or a call: "Variables" of `dominoes.Variables`."""
    match node:
        case ast.Constant(value=str(name)) | ast.Attribute(attr=name) | ast.Name(id=name):
            return name.rpartition(".")[2]
    return ""


def _access(node: ast.Attribute, parents: Mapping[ast.AST, ast.AST]) -> tuple[bool, bool]:
    """Return whether an expression with v.X, as v.X[1] or v.X.append(), reads it, and whether it changes it."""
    whole: ast.Attribute | ast.Subscript = node
    parent = parents[whole]
    while isinstance(parent, (ast.Attribute, ast.Subscript)) and parent.value is whole:
        whole, parent = parent, parents[parent]
    stored = not isinstance(whole.ctx, ast.Load)
    called = isinstance(parent, ast.Call) and parent.func is whole and whole is not node
    changed = stored or (called and isinstance(whole, ast.Attribute) and whole.attr in CHANGERS)
    return not stored or isinstance(parent, ast.AugAssign), changed


def _looked_up(node: ast.AST) -> Iterator[tuple[int, int, str]]:
    """Yield line, column and text of each name that is read, or of `module.name`."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            yield node.lineno, node.col_offset, name
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            yield node.lineno, node.col_offset, f"{module}.{name}"


def _bound(node: ast.AST) -> str:
    """Return the name that a node binds: a parameter, local or inner function; empty if it binds none."""
    match node:
        case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name
    return ""


def bare(code: str) -> str:
    """Return the name of a variable without "v." before it and brackets after it."""
    return code.removeprefix("v.").partition("(")[0]
