"""docs/reference.md: complete, current, and its examples run."""

from contextlib import suppress

import pytest

import retro.basic
from docs import make_reference
from retro import Machine
from retro.basic import tokeniser
from retro.frontends.headless import UnfinishedPlayer, headless

ENTRIES = {**make_reference.statements(), **make_reference.basic_words()}
EXAMPLES = {name: entry for name, entry in ENTRIES.items() if entry.python}
WITHOUT_EXAMPLE = {
    "Array",
    "BasicError",
    "Comma",
    "Num",
    "Tab",
    "CLICK",
    "COMMA",
    "MOVED",
    "NL",
    "Grid",
    "Row",
    "Choice",
    "ClickAreas",
    "FrontPage",
    "Page",
    "Record",
}


def test_the_reference_is_current():
    assert make_reference.FILE.read_text(encoding="utf-8") == make_reference.reference(), (
        "python -m docs.make_reference"
    )


def test_every_statement_is_in_the_reference():
    public = {name for name in vars(Machine) if not name.startswith("_")}
    assert {name.removeprefix("m.").partition("(")[0] for name in make_reference.statements()} == public


def test_every_word_is_in_the_reference():
    entries = make_reference.basic_words()
    assert {name.partition("(")[0] for name in entries} == set(retro.basic.__all__)
    assert {name for name, entry in entries.items() if not entry.python} == WITHOUT_EXAMPLE


@pytest.mark.parametrize("entry", EXAMPLES.values(), ids=EXAMPLES)
def test_the_example_does_not_raise(entry):
    def program(m):
        names = {name: getattr(retro.basic, name) for name in retro.basic.__all__}
        names |= {"m": m, "error": retro.basic.BasicError.named("Subscript")}
        exec("def PROCTITLE(m): m.print('TITLE')\ndef main(m): PROCTITLE(m)", names)
        m.csave("HIGH", 120)
        exec("\n".join(entry.python), names)

    with suppress(UnfinishedPlayer):  # most examples read no key
        headless(program, lambda m: iter(["A<RETURN>"]))


def test_the_basic_of_every_example_has_keywords():
    given = (entry.basic for entry in EXAMPLES.values())
    for basic in (text for text in given if not text.startswith(("no BASIC", "*FX", "@%", "MOUSE"))):
        line = tokeniser.tokenise(f"10 {basic}\n")
        assert any(byte >= 128 for byte in line[4:-2]), basic
