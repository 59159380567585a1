"""BASIC against the real ROM: every case of the corpus, and of the edges of the language."""

import json
from collections import Counter
from pathlib import Path

import pytest

from bench.basic_corpus import LOOSE, differences, judge
from tests.support import basic_edges
from tests.support import dominoes_roms as roms

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "model" / "basic-programs.jsonl").read_text(encoding="utf-8").splitlines()
]
IN_SCOPE = [case for case in CASES if "target" not in case]

# For each function: how many of its rows may be off by one unit of the last place, and by more.
BARS = {
    "SIN(A)": (0, 0),
    "COS(A)": (1, 0),
    "TAN(A)": (0, 0),
    "ASN(A)": (2, 0),
    "ACS(A)": (1, 1),
    "ATN(A)": (0, 0),
    "EXP(A)": (1, 0),
    "LN(A)": (0, 0),
    "LOG(A)": (0, 0),
    "A^B": (0, 0),
    "A%^B%": (0, 0),
    "VAL($&900)": (0, 0),
}


def categories():
    """Group the cases by category, so that a test is a category."""
    return sorted({case["category"] for case in IN_SCOPE})


@pytest.mark.slow
@pytest.mark.parametrize("category", categories())
def test_every_case_is_equal(category):
    cases = [case for case in IN_SCOPE if case["category"] == category]
    assert [case["name"] for case in cases if judge(case)[0]] == []


def test_every_edge_case_is_equal():
    assert [case["name"] for case in basic_edges.cases() if differences(case)] == []


@pytest.mark.slow
@pytest.mark.skipif(bool(roms.missing()), reason=roms.missing())
def test_the_roms_send_what_is_recorded_of_the_edge_cases(tmp_path):
    recorded = basic_edges.cases()[::40]
    file = tmp_path / "cases.jsonl"
    file.write_text("".join(json.dumps(case) + "\n" for case in recorded))
    played = [basic_edges.with_message(json.loads(line)) for line in roms.node("programs.mjs", file).splitlines()]
    assert played == recorded


def test_the_last_bits_of_functions_are_the_roms_but_for_these():
    totals = {}
    for case in IN_SCOPE:
        if "rows" in case and any(word in case["expr"] for word in LOOSE):
            expression, histogram = judge(case)[1]
            totals.setdefault(expression, Counter()).update(histogram)
    assert set(totals) == set(BARS)
    for expression, histogram in totals.items():
        by_one, by_more = BARS[expression]
        assert histogram[2] + histogram[3] <= by_more, expression
        assert histogram[1] + histogram[2] + histogram[3] <= by_one + by_more, expression
