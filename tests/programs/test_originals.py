"""An original stands alone: one file with its units in order, each with the lines of BASIC that it was made from."""

import ast
import functools
import re
from pathlib import Path

import pytest

from retro.library import catalogue
from retro.library.loader import load
from tests.support.studies import study

NUMBERED_NOTES = ["dominoes", "african_seeds"]  # whose notes have a row for each function
NAMES = [*NUMBERED_NOTES, "mahjong", "morgan2"]
IMPORTED = {"", "__future__", "dataclasses", "collections", "collections.abc", "typing", "retro", "retro.basic"}
# Statements without a counterpart in Python: ends, remarks, data, jumps from part to part.
SILENT = re.compile(r"(RETURN|NEXT|ENDPROC|END|LOCAL .*|REM .*|UNTIL .*|GOTO \d+|DATA .*|DEF FN.*)")
NUMBERED = re.compile(r"# (?P<numbers>\d+(?:[-,] ?\d+)*)(?:;? Departure: .*)?$")
# Functions that name the lines of a loop at both of its ends.
ROUND = {("dominoes", "PROCSELECT"), ("african_seeds", "game"), ("african_seeds", "main")}


def path_of(name):
    return Path(load(name).path)


@functools.cache
def listing(name):
    """The listing: number to text."""
    text = path_of(name).with_suffix(".bas").read_text(encoding="ascii")
    return {int(line[:5]): line[6:].partition(":REM")[0].strip() for line in text.splitlines()}


def numbers_in(name, line):
    """The lines of the listing that a line of Python names."""
    found = NUMBERED.search(line)
    ends = [[int(end) for end in part.split("-")] for part in found["numbers"].split(",")] if found else []
    return [number for number in listing(name) for end in ends if end[0] <= number <= end[-1]] if found else []


def functions(name):
    """The functions of an original: name, line of Python, and its lines."""
    text = path_of(name).read_text(encoding="utf-8")
    lines = text.splitlines()
    nodes = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    return [(node.name, lines[node.lineno - 1 : node.end_lineno]) for node in nodes]


@pytest.mark.parametrize("name", [*NAMES, "snake"])
def test_nothing_else_is_in_its_file(name):
    text = path_of(name).read_text(encoding="utf-8")
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert {getattr(node, "module", "") for node in imports} <= IMPORTED
    assert not re.search(r"# ours\b", text)
    assert 150 <= text.count("\n") <= 550
    assert load(name).original.__code__.co_kwonlyargcount == 0


@pytest.mark.parametrize("name", NAMES)
def test_each_number_is_a_line_of_the_listing_and_each_line_is_named(name):
    named = set()
    for line in path_of(name).read_text(encoding="utf-8").splitlines():
        if found := NUMBERED.search(line):
            ends = {int(number) for number in re.findall(r"\d+", found["numbers"])}
            assert ends <= set(listing(name)), line
            named |= set(numbers_in(name, line))
    assert [n for n, text in listing(name).items() if n not in named and not SILENT.fullmatch(text)] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_numbers_rise_in_each_function_from_that_of_its_def(name):
    for function, lines in functions(name):
        named = [number for line in lines for number in numbers_in(name, line)]
        assert (name, function) in ROUND or named == sorted(named), function
        first = numbers_in(name, lines[0])
        assert function == "main" or not first or first[0] == min(named), function


@pytest.mark.parametrize("name", NUMBERED_NOTES)
def test_the_notes_have_each_function_with_its_line_and_no_other(name):
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \|", path_of(name).with_suffix(".md").read_text(encoding="utf-8"), re.M)
    own = [(numbers_in(name, lines[0])[0], function) for function, lines in functions(name) if function != "main"]
    assert [(int(number), function) for number, function in rows] == own
    assert [one.number for one in study(name).parts()[""] if one.name != "main" and not one.is_class] == [
        number for number, _ in own
    ]


def test_every_program_that_is_old_has_an_original():
    """Dominoes Plus is an edition itself."""
    originals = {entry.name for entry in catalogue.entries() if load(entry.name).original}
    assert {*NAMES, "snake"} <= originals
    assert "dominoes_plus" not in originals


def test_the_notes_of_dominoes_plus_have_each_procedure_and_say_what_it_changes():
    """Procedures with "nothing" there are the original's."""
    text = path_of("dominoes_plus").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| \d+ \| `(PROC\w+)` \| (.*?) \|", path_of("dominoes_plus").with_suffix(".md").read_text(), re.M
    )
    assert [name for name, _ in rows] == [name for name, _ in functions("dominoes") if name != "main"]
    replaced = {name for name, what in rows if not what.startswith("nothing")}
    assert replaced == set(re.findall(r"^(?:def |        )(PROC\w+)[(=]", text, re.M))
