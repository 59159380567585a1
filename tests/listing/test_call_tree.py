"""Who calls whom as a tree: complete, each procedure's calls once, readable at every width."""

import random
import re

import pytest

from retro.commands import listing
from retro.library import catalogue
from retro.listing.call_tree import call_trees
from retro.listing.procedure import OURS, Procedure
from tests.support.studies import study

NAMES = [entry.name for entry in catalogue.entries()]


class Calls:
    """As much of a study as the tree needs: procedures by their names, and whom each calls."""

    def __init__(self, calls, ours=()):
        def made(name):
            return Procedure(
                name, name, "program", "", (), None, status=OURS if name in ours else "", calls=calls[name]
            )

        self.procedures = {name: made(name) for name in calls}

    def trees(self):
        return call_trees(self, list(self.procedures.values()))


def flat(branches):
    for branch in branches:
        yield branch
        yield from flat(branch.branches)


def outline(branches):
    """The tree as text: a(b(c) d^)."""
    return " ".join(
        one.procedure.name
        + "^" * one.again
        + (f"<{one.through}>" if one.through else "")
        + (f"({outline(one.branches)})" if one.branches else "")
        for one in branches
    )


@pytest.mark.parametrize(
    ("calls", "ours", "expected"),
    [
        ({}, "", ""),
        ({"a": ""}, "", "a"),
        ({"a": "bc", "b": "c", "c": "d", "d": ""}, "", "a(b(c^) c(d))"),
        ({"b": "", "a": "b", "c": ""}, "", "a(b) c"),
        ({"a": "ab", "b": "a"}, "", "a(a^ b(a^))"),
        ({"a": "x", "x": "b", "b": ""}, "x", "a(b<x>)"),
        ({"a": "x", "x": "y", "y": "xb", "b": "c", "c": ""}, "xy", "a(b<x>(c))"),
        ({"a": "xb", "x": "c", "b": "c", "c": ""}, "x", "a(b(c))"),
        ({"x": "y", "y": ""}, "xy", "x(y)"),
    ],
)
def test_trees(calls, ours, expected):
    assert outline(Calls(calls, ours).trees()) == expected


def test_what_is_ours_is_folded_behind_its_caller():
    (tree,) = Calls({"a": "xyb", "x": "", "y": "", "b": ""}, "xy").trees()
    assert {file: [one.name for one in found] for file, found in tree.folded.items()} == {OURS: ["x", "y"]}


@pytest.mark.parametrize("seed", range(20))
def test_every_procedure_has_its_calls_in_one_place(seed):
    rnd = random.Random(seed)
    names = [f"name_{n}" for n in range(rnd.randint(1, 40))]
    calls = {name: rnd.sample(names, min(len(names), rnd.choice([0, 0, 1, 1, 2, 5]))) for name in names}
    found = list(flat(Calls(calls).trees()))
    assert {one.procedure.name for one in found} == set(names)
    for name, called in calls.items():
        places = [one for one in found if one.procedure.name == name and one.branches]
        assert [[inner.procedure.name for inner in one.branches] for one in places] == [called] * bool(called)
        assert all(one.again == bool(called) for one in found if one.procedure.name == name and one not in places)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_text_fits_every_width_and_names_the_original_procedures(name, width, capsys):
    listing.run([name, "--graph", "--width", str(width)])
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= width
    for procedure in study(name).parts()[""]:
        if procedure.status != OURS:
            assert re.search(rf"\b{procedure.name}\b", text)


def test_african_seeds_shows_the_article_s_subroutines_alone(capsys):
    listing.run(["african_seeds", "--graph", "--width", "80"])
    lines = capsys.readouterr().out.splitlines()
    assert "├─ 1000 initialise" in lines
    assert "│  │  │  │  ├─ 100 lift_and_sow ↑" in lines
    assert not any("ours" in line for line in lines)


def test_the_tree_is_for_the_whole_program():
    with pytest.raises(Exception, match="--graph is for the whole program, so main does not go with it"):
        listing.run(["dominoes", "main", "--graph"])
