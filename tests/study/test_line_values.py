"""What the line that is about to run will do, from its values, without running it."""

import ast
import re

import pytest

from retro.library.catalogue import entries
from retro.listing.builder import build_study
from retro.programs import dominoes
from retro.study.line_values import basic_line, python_line
from tests.support import studies
from tests.support.studies import study

HANDS = {"R": [[0] * 7, [0, 1, 2, 3, 4, 5, 6], [0, 0, 5, 3, 5, 4, 1]]}
HANDS["L"] = [[0] * 7, [0, 1, 2, 3, 4, 5, 6], [0, 0, 5, 3, 6, 4, 1]]


class Untouchable:
    """The machine: to ask it for anything is a side effect."""

    def __getattribute__(self, name):
        raise AssertionError(name)


@pytest.fixture(scope="module")
def listing(tmp_path_factory):
    """The study of a BASIC program with the variables of the tests."""
    file = tmp_path_factory.mktemp("basic") / "x.bas"
    names = "A%,B%,D%,I%,N1,P1,A$,K$,RV%,LV%,P%,R(2,D%),L(2,D%),N(2)"
    file.write_text(f"10 PRINT {names}\n")
    return build_study(str(file))


def titles(found):
    """The names of variables as study shows them."""
    return {f"v.{name}": variable.title for name, variable in found.variables.items()}


def in_port(text, **values):
    """What a line of Dominoes says in the middle of a game."""
    variables = dominoes.Variables(RV=3, LV=6, D_i=4, P=2, T=5, N1=3, MY=5, RX=712, SX=64, FL=1152, **values)
    variables.R, variables.L, variables.N = HANDS["R"], HANDS["L"], [0, 6, 6]
    names = {"m": Untouchable(), "v": variables, "I": 3, "J": 2, "H": -1, "PERIOD": 150}
    return python_line(ast.parse(text).body[0], names, titles(study("dominoes")) | {"J": "J%"})


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (
            "if v.R[2][v.D_i] in (v.RV, v.LV) or v.L[2][v.D_i] in (v.RV, v.LV): return",
            "5 in (3, 6) no or 6 in (3, 6) yes: yes  R(2,4)=5  L(2,4)=6",
        ),
        ("if v.R[2][v.D_i] == v.RV: pass", "5=3 no  R(2,4)=5"),
        ("if v.RX > v.SX + v.FL - 64: pass", "712>1152 no"),
        ("if v.R[J][I] == v.L[J][I] and v.R[J][I] > H: pass", "3=3 yes and 3>-1 yes: yes  R(2,3)=3  L(2,3)=3"),
        ("while v.D_i <= v.N[2]: pass", "4<=6 yes"),
        ("while m.time < PERIOD: pass", "m.time<150"),
        ("while m.time < PERIOD or v.P == 2: pass", "m.time<150 or 2=2 yes"),
        ("while True: pass", ""),
        ("v.F = v.RV if v.RV in m.modes else v.LV", "F% = v.RV if v.RV in m.modes else v.LV"),
        ("v.F = v.R[2][v.D_i]", "F% = R(2,4) = 5"),
        ("v.E, v.F, v.S = 2, v.L[v.P][v.D_i], v.R[v.P][v.D_i]", "F% = L(2,4) = 6, S% = R(2,4) = 5"),
        ("v.D_i += 1", "D% = 4 + 1 = 5"),
        ("v.R[v.P][I] = v.N1", "R(2,3) = 3"),
        ("v.D_i = 1", ""),
        ("v.N1 = m.rnd(7) - 1", ""),
        ("v.D[I][J] = 1 if J <= I else 0", "D(3,2) = 1"),
        ("v.R[2][v.D_i] = div(v.RX, 0)", "R(2,4) = 712 DIV 0"),
        ("H = mod(v.RX, 7)", "H = 712 MOD 7 = 5"),
        ("for I in to(v.D_i, v.N[v.P] - 1): pass", "I = 4 TO 5"),
        ("for I in to(1, 6): pass", ""),
        ('m.print(tab(0, v.MY), "x", v.R[v.P][v.D_i], end="")', 'm.print(tab(0,5),"x",5)'),
        ("m.move(v.RX + 16, v.SX)", "m.move(728,64)"),
        ("PROCPAUSE(m, v, PERIOD)", "PROCPAUSE 150"),
        ("PROCSPOTS(m, v)", ""),
        ("H = [x for x in v.R]", ""),
        ("H = f'{v.RV}'", ""),
        ("v.N.append(1)", ""),
        ("J = v.P + I", "J% = 2 + 3 = 5"),
        ("return v.R[2][9] + v.D_i", "R(2,9) + 4"),
    ],
)
def test_a_line_of_a_port(line, text):
    said = in_port(line)
    assert said.text == text


def test_an_index_points_at_elements():
    said = in_port("v.L[2][I] = v.R[v.P][v.D_i] + v.N[1]")
    assert said.text == "L(2,3) = 5 + 6 = 11"
    assert said.elements == {("R", (2, 4))}


BASIC = {
    "IF R(2,D%)=RV% OR R(2,D%)=LV% OR L(2,D%)=LV% ENDPROC": "5=3 no or 5=6 no or 6=6 yes: yes  R(2,4)=5  L(2,4)=6",
    "IF P%=1 PROCASK ELSE PROCSELECT": "2=1 no",
    "IF D%=4 A%=P%+1:B%=A%*2 ELSE B%=D%": "4=4 yes: A% = 2 + 1 = 3: B% = 3 * 2 = 6",
    "IF D%=5 A%=1 ELSE B%=D%": "4=5 no: B% = 4",
    "IF NOT (P%=1 OR D%=9) PRINT D%": "not (2=1 no or 4=9 no): yes: PRINT 4",
    "A%=TIME:B%=A%+D%": "B% = A% + 4",
    "R(P%,D%)=R(P%,D%)+1:A%=R(P%,D%)": "R(2,4) = 5 + 1 = 6: A% = R(2,4)",
    "PROCX:A%=D%": "",
    "GOSUB 10:A%=D%": "",
    "FOR I%=D% TO N(P%)-1:A%=R(2,I%):NEXT:B%=I%": "I% = 4 TO 5",
    "UNTIL TIME>=P1 OR D%=4": "TIME>=P1 or 4=4 yes",
    'UNTIL K$="Y"': '"N"="Y" no',
    'UNTIL INSTR("YN",K$)': 'INSTR("YN","N"): yes',
    'A$=LEFT$(K$+"O",1)': 'A$ = LEFT$("NO",1) = "N"',
    "A%=-D% DIV 3": "A% = -4 DIV 3 = -1",
    "A%=R(2,N1)": "A% = R(2,3) = 3",
    "PRINT TAB(D%,1);K$;": 'PRINT TAB(4,1);"N"',
    "VDU 245+D%,231": "VDU 249,231",
    "MOVE D%*4,-D%": "MOVE 16,-4",
    "PROCPAUSE(D%)": "PROCPAUSE 4",
    "=D%*2": "8",
    "REM D%": "",
    "DEF PROCX(D%)": "",
    "A%=D% AND 6": "A% = 4 & 6 = 4",
    "IF D% AND P%=2 A%=D%": "4 and 2=2 yes: yes: A% = 4",
    "IF P%=1 OR D% A%=D%": "2=1 no or 4: yes: A% = 4",
    "IF D% AND 3 A%=D% ELSE B%=D%": "4 & 3: no: B% = 4",
    "IF D% A%=D%": "4: yes: A% = 4",
    "A%=?D%": "",
    "NEXT": "",
}


@pytest.mark.parametrize("line", BASIC)
def test_a_line_of_basic(listing, line):
    values = {"RV_i": 3, "LV_i": 6, "D_i": 4, "P_i": 2, "N1_": 3.0, "K_s": "N", "R_r_xx": HANDS["R"]}
    values |= {"L_r_xx": HANDS["L"], "N_r_x": [0, 6, 6]}
    assert basic_line(line, values, titles(listing)).text == BASIC[line]


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_every_line_of_every_program_says_something_without_any_value(entry):
    """Nothing is known of any variable, and no line fails."""
    found = studies.study(entry.name)
    for path in {procedure.path for procedure in found}:
        with open(path, encoding="utf-8") as stream:
            for node in ast.walk(ast.parse(stream.read())):
                if isinstance(node, ast.stmt):
                    assert python_line(node, {}, titles(found)).text == ""
    for line in found.listing:
        gives_values = re.search(r"\w[%$]?=", line.text)  # to what it reads itself
        assert basic_line(line.text, {}, titles(found)).text == "" or gives_values
