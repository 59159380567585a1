"""The options of programs and of the front ends: how they are declared, parsed, checked and shown in the help."""

import pytest

from retro.cli import main
from retro.launcher.options import play_command
from retro.library.errors import OptionError
from retro.library.loader import load

PROGRAM = """
from typing import Annotated, Literal

def even(text):
    if len(text) % 2:
        raise ValueError("an even number of characters")

def main(
    m,
    *,
    level: Annotated[int, "how hard, 100%", range(1, 6)] = 0,
    kind: Literal["one", "two"] = "one",
    first: Annotated[str, "who begins", ("you", "computer")] = "",
    board: Annotated[str, "the board", even] = "",
    factor: float = 1.5,
    count: Annotated[int, "any number"] = 3,
    lights: Annotated[bool, "with lights"] = True,
    people: Annotated[int | None, "at the table", range(3)] | None = None,
    plain_text: bool = False,
):
    m.print(level, kind, first, board, factor, count, lights, plain_text, people or "")
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return str(path)


def shown(capsys, program, *argv):
    assert main(["play", program, "--front", "headless", "--screen", "-", *argv]) == 0
    return capsys.readouterr().out.split()[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("argv", "line"),
    [
        ([], "0one1.53-10"),
        (["--level", "1"], "1one1.53-10"),
        (["--level", "5"], "5one1.53-10"),
        (["--level", "0"], "0one1.53-10"),
        (["--kind", "two", "--first", "you"], "0twoyou1.53-10"),
        (["--board", "ab", "--factor", "2"], "0oneab23-10"),
        (["--count", "-21474836", "--no-lights", "--plain-text"], "0one1.5-214748360-1"),
    ],
)
def test_a_program_gets_the_options_that_are_given(capsys, program, argv, line):
    assert shown(capsys, program, *argv) == line


@pytest.mark.slow
@pytest.mark.parametrize(
    ("flag", "value", "expected"),
    [
        ("--level", "6", "a whole number from 1 to 5"),
        ("--level", "-1", "a whole number from 1 to 5"),
        ("--level", "abc", "a whole number from 1 to 5"),
        ("--level", "1" * 26, "a whole number from 1 to 5"),
        ("--kind", "three", "one of one, two"),
        ("--kind", 41 * "x", "one of one, two"),
        ("--first", "me", "one of you, computer"),
        ("--board", "abc", "an even number of characters"),
        ("--factor", "nan", "a number"),
        ("--factor", "x", "a number"),
        ("--count", "2147483648", "a whole number"),
        ("--count", "1.5", "a whole number"),
        ("--board", "x" * 2001, "a text"),
    ],
)
def test_a_value_that_an_option_cannot_have_is_refused_before_anything_is_shown(capsys, program, flag, value, expected):
    assert main(["play", program, "--front", "headless", "--screen", "-", flag, value]) == 2
    printed = capsys.readouterr()
    shortened = value if len(value) <= 40 else value[:37] + "..."
    assert printed.err == f"retro: {flag} {shortened}: expected {expected}.\n"
    assert printed.out == ""


def test_the_program_may_stand_after_its_options(capsys, program):
    assert main(["play", "--level", "4", "--front", "headless", "--screen", "-", program]) == 0
    assert capsys.readouterr().out.split() == ["4one1.53-10"]
    assert main(["play", "--level", "4", "nothing"]) == 2
    assert "retro play has no option --level." in capsys.readouterr().err


def test_the_help_tells_the_values_allowed_and_the_defaults(capsys, program):
    assert main(["play", program, "--help"]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert "how hard, 100% (from 1 to 5; default 0)" in words
    assert "who begins (one of you, computer)" in words
    assert "--lights, --no-lights with lights" in words
    assert "any number (default 3)" in words


@pytest.mark.parametrize("name", ["speed", "seed", "help", "front", "record", "resume", "keys", "mute"])
def test_an_option_with_the_name_of_one_of_the_command_is_refused(refused, name):
    sentence = refused(f"def main(m, *, {name}: int = 1):\n    pass\n")
    assert f"the option {name} of main clashes with --{name} of retro play" in sentence


@pytest.mark.parametrize("name", ["name", "argv", "option_x", "side_screen"])
def test_an_option_may_have_any_other_name(tmp_path, capsys, name):
    path = tmp_path / "names.py"
    path.write_text(f"def main(m, *, {name}: int = 1):\n    m.print({name})\n", encoding="utf-8")
    assert shown(capsys, str(path), f"--{name.replace('_', '-')}", "7") == "7"


@pytest.mark.parametrize(
    ("signature", "reason"),
    [
        ("m, *, x: Nowhere = 1", "the annotations of main cannot be evaluated: name 'Nowhere' is not defined"),
        (
            "m, *, x: list[int] = ()",
            "the option x of main has a type that no option can have: expected bool, int, float, str",
        ),
        ("m, *, x: int", "the option x of main has no default value"),
    ],
)
def test_an_option_that_is_not_declared_as_it_must_be_is_refused(refused, signature, reason):
    sentence = refused(f"from __future__ import annotations\ndef main({signature}):\n    pass\n")
    assert sentence.startswith(f": {reason}")


def test_an_option_without_an_annotation_has_the_type_of_its_default(tmp_path):
    path = tmp_path / "plain.py"
    path.write_text("def main(m, *, a=1, b='x', c=False):\n    pass\n", encoding="utf-8")
    assert [option.kind for option in load(str(path)).options] == [int, str, bool]


def test_the_default_is_always_allowed_and_another_type_never():
    option, *_ = load("dominoes").options
    option.check(False)
    with pytest.raises(OptionError, match="--cheat 0: expected yes or no"):
        option.check(0)


# options of the front ends


@pytest.mark.parametrize("seed", ["2147483647", "-2147483647"])
def test_the_largest_seeds_are_taken(capsys, seed):
    assert main(["play", "dominoes", "--front", "headless", "--seed", seed]) == 0


def test_older_names_of_renderings_mean_the_nearest():
    older = ("quadrant", "sextant", "octant", "kitty", "sixel", "double", "chars")
    parsed = [play_command().parse(["--render", name]).render for name in older]
    assert parsed == ["blocks"] * 3 + ["pixels"] * 2 + ["text", "chars"]
