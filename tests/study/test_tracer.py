"""The tracer: lines, calls and values of a program that runs."""

import sys
import textwrap

import pytest

from retro.frontends.headless import headless
from retro.library.loader import load
from retro.listing.builder import build_study
from retro.study.procedure_index import ProcedureIndex, statements_of
from retro.study.values import changes, differences, freeze, quoted, written
from tests.support.live_study import Studied

PROGRAM = '''
"""A program

For the tests.
"""

from dataclasses import dataclass, field

from retro.basic import dim


@dataclass(slots=True)
class Variables:
    """Its variables."""

    A: int = 0  # A%  a number
    B: list = field(default_factory=lambda: dim(3))  # B(i)  some numbers
    C_s: str = ""  # C$  a text


def main(m):
    """Run."""
    v = Variables()
    PROCOUTER(m, v)
    v.C_s = m.get_s()
    PROCOUTER(m, v)


def PROCOUTER(m, v):
    """Call others."""
    for i in (1, 2):
        PROCINNER(m, v, i)
    m.print(
        FNDOUBLE(v.A),
        [FNDOUBLE(n) for n in (1, 2)],
    )
    try:
        PROCFAIL(m, v)
    except ValueError:
        v.A = 0


def PROCINNER(m, v, N):
    """Set variables."""
    v.A = v.A + N
    v.B[N] = v.A


def PROCFAIL(m, v):
    """Fail."""
    raise ValueError


def FNDOUBLE(x):
    """Double."""
    return 2 * x
'''.replace("        [FNDOUBLE(n) for n in (1, 2)],\n", "        sum(FNDOUBLE(n) for n in (1, 2)),\n")


@pytest.fixture
def path(tmp_path):
    """The file of the program."""
    file = tmp_path / "game.py"
    file.write_text(PROGRAM)
    return str(file)


def walk(path, keys, **choices):
    """Return procedure and line before each key, and at the end."""
    seen = []

    def player(s, m):
        for key in keys:
            yield
            seen.append((s.procedure, s.here))
            yield key
        yield
        seen.append((s.procedure, s.here))

    Studied(path, player, **choices)
    return seen


def test_step_goes_through_every_statement_once(path):
    assert walk(path, "s" * 17) == [
        ("main", "v = Variables()"),
        ("main", "PROCOUTER(m, v)"),
        ("PROCOUTER", "for i in (1, 2):"),
        ("PROCOUTER", "PROCINNER(m, v, i)"),
        ("PROCINNER", "v.A = v.A + N"),
        ("PROCINNER", "v.B[N] = v.A"),
        ("PROCOUTER", "for i in (1, 2):"),
        ("PROCOUTER", "PROCINNER(m, v, i)"),
        ("PROCINNER", "v.A = v.A + N"),
        ("PROCINNER", "v.B[N] = v.A"),
        ("PROCOUTER", "for i in (1, 2):"),
        ("PROCOUTER", "m.print("),
        ("FNDOUBLE", "return 2 * x"),
        ("FNDOUBLE", "return 2 * x"),
        ("FNDOUBLE", "return 2 * x"),
        ("PROCOUTER", "try:"),
        ("PROCOUTER", "PROCFAIL(m, v)"),
        ("PROCFAIL", "raise ValueError"),
    ]


def test_over_runs_what_a_line_calls(path):
    seen = walk(path, "ss" + "o" * 8 + "o")
    assert [line for _, line in seen[2:]] == [
        "for i in (1, 2):",
        "PROCINNER(m, v, i)",
        "for i in (1, 2):",
        "PROCINNER(m, v, i)",
        "for i in (1, 2):",
        "m.print(",
        "try:",
        "PROCFAIL(m, v)",
        "except ValueError:",
        "v.A = 0",
    ]
    assert {procedure for procedure, _ in seen[2:]} == {"PROCOUTER"}


@pytest.mark.slow
def test_over_the_last_line_goes_back_to_the_caller(path):
    assert walk(path, "ssss" + "oo")[-1] == ("PROCOUTER", "for i in (1, 2):")


def test_out_runs_to_the_end_of_the_procedure(path):
    assert walk(path, "ssss" + "u")[-1] == ("PROCOUTER", "for i in (1, 2):")
    assert walk(path, "ssss" + "uu")[-1] == ("main", "v.C_s = m.get_s()")


def test_out_of_a_function_in_the_middle_of_a_statement_goes_to_the_next_one(path):
    assert walk(path, "ss" + "ooooo" + "s" + "u")[-2:] == [("FNDOUBLE", "return 2 * x"), ("PROCOUTER", "try:")]


def test_a_breakpoint_stops_at_every_call_also_within_over(path):
    seen = walk(path, "rrr", mode="running", breakpoints=["PROCINNER"])
    assert seen[:2] == [("PROCINNER", "v.A = v.A + N")] * 2
    assert walk(path, "so", breakpoints=["PROCINNER"])[-1] == ("PROCINNER", "v.A = v.A + N")


def test_running_to_a_procedure_stops_once(path):
    def player(s, m):
        yield "p<DOWN><DOWN><RETURN>"
        yield
        assert (s.procedure, s.here) == ("PROCINNER", "v.A = v.A + N")
        yield "r"
        yield
        assert (s.state, s.here) == ("WAITS FOR A KEY", "v.C_s = m.get_s()")

    Studied(path, player)


def test_the_stack_is_right_after_an_exception(path):
    def player(s, m):
        yield "ss" + "oooooooo" + "s"
        yield
        assert s.here == "v.A = 0"
        assert s.stack == [("PROCOUTER", "40"), ("main", "24")]

    Studied(path, player)


def test_the_last_calls(path):
    def player(s, m):
        yield "ss" + "ooooooooo"
        yield
        calls = [call.name + str(call.count) for call in s.live.stepper.calls]
        assert calls == ["main1", "PROCOUTER1", "PROCINNER2", "FNDOUBLE3", "PROCFAIL1"]
        assert "FNDOUBLE ×3" in s.text

    Studied(path, player)


@pytest.mark.slow
def test_variables_have_their_own_names_and_what_changed_is_marked(path):
    def player(s, m):
        for key in "ssss":
            yield
            yield key
        yield
        assert s.value("N") == ("1", False)
        assert s.value("A%") == ("0 a number", False)
        assert s.value("B(1-3)") == ("0 0 0 some numbers", False)
        yield "s"
        yield
        assert s.value("A%") == ("1 was 0 · a number", True)
        yield "s"
        yield
        assert s.value("A%") == ("1 a number", False)
        assert s.value("B(1-3)") == ("1 0 0 was (1) 0 · some numbers", True)
        yield "<UP>"
        yield
        assert s.value("B(1-3)")[1]
        yield "ou"
        yield
        assert s.here == "v.C_s = m.get_s()"
        yield "s<RETURN>"
        yield "\x07"
        yield
        assert s.value("C$") == ('CHR$7 was "" · a text', True)

    Studied(path, player)


def test_nothing_is_traced_without_study(path):
    traced = []
    headless(lambda m: traced.append(sys.gettrace()) or load(path).main(m), lambda m: iter(["x"]))
    assert traced == [sys.gettrace()]


def test_the_trace_function_before_is_restored(path):
    def other(frame, event, arg):
        return None

    before = sys.gettrace()
    sys.settrace(other)
    try:
        Studied(path, lambda s, m: iter(["r", None, "x"]))
        assert sys.gettrace() is other
    finally:
        sys.settrace(before)


# statements


def test_statements_over_several_lines(tmp_path):
    file = tmp_path / "x.py"
    file.write_text(
        textwrap.dedent("""\
        x = (1 +
             2)
        if (x and
                x):  # remark
            y = 1
        else:
            y = 2
        def f(a,
              b):
            pass
        match x:
            case 1:
                pass
        @f
        def g(): pass
        """)
    )
    assert statements_of(str(file)).extents == {1: (1, 2), 2: (1, 2), 3: (3, 2), 4: (3, 2), 8: (8, 2), 9: (8, 2)}


def test_in_a_missing_file_each_line_is_a_statement():
    assert statements_of("/nowhere/x.py").extents == {}


# values


class Plain:
    pass


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"),
        (True, "True"),
        (1 / 3, "0.333333333"),
        ("AB", '"AB"'),
        ("", '""'),
        ("A\x07B", '"A"+CHR$7+"B"'),
        (chr(252) * 2, "CHR$252+CHR$252"),
        ([1, 2], "1 2"),
        (["a", "b"], '"a" "b"'),
        ([[1, 2], [3]], "[[1 2], [3]]"),
        ({"a": [1, 2]}, '("a": [1 2])'),
        ({3, 1}, "set(1, 3)"),
        (None, "None"),
        (Plain(), "Plain"),
        (len, "len"),
    ],
)
def test_values_as_text(value, text):
    assert written(freeze(value)) == text


def test_a_frozen_value_stays_as_it_was():
    array = [[1, 2], [3, 4]]
    before = freeze(array)
    array[1][0] = 9
    assert before == ((1, 2), (3, 4))
    assert list(changes(before, freeze(array))) == [((1, 0), 3, 9)]


def test_a_value_that_contains_itself_ends_somewhere():
    loop = []
    loop.append(loop)
    assert written(freeze(loop)) == "[[[[[…]]]]]"


def test_a_change_of_type_or_length_is_a_change():
    assert list(changes(freeze(1), freeze(True))) == [((), 1, True)]
    assert list(changes(freeze([1]), freeze([1, 2]))) == [((), (1,), (1, 2))]
    assert quoted("£") == "CHR$163"


# changed values as text


def changed(name, before, after):
    return differences(name, freeze(before), freeze(after))


def test_changes_are_listed_element_by_element():
    assert changed("T%", 16, 15) == ["T% 16 → 15"]
    assert changed("R(,)", [[0, 0], [1, 2]], [[0, 0], [1, 5]]) == ["R(1,1) 2 → 5"]
    assert changed("N()", [0] * 12, [1] * 12)[7:] == ["N(7) 0 → 1", "and 4 more"]
    assert changed("N()", [], [7]) == ["N [] → 7"]
    assert changed("K$", "", "é") == ['K$ "" → CHR$233']


def test_long_values_are_cut_and_left_out_if_they_look_the_same():
    assert changed("A$", "", "x" * 40) == [f'A$ "" → "{"x" * 22}…']
    assert changed("A", ["x" * 40], ["x" * 41]) == ["A(0)"]
    assert changed("A", list("x" * 40), list("x" * 41)) == ["A"]


@pytest.mark.parametrize(("name", "place"), [("inner", "PROCINNER"), ("__annotate__", "")])
def test_annotations_are_no_procedure(path, name, place):
    """Python 3.14 has code for those of each function, at the line of its `def`, which runs when they are read."""
    above = PROGRAM.partition("def PROCINNER")[0].count("\n")
    functions = {"sys": sys}
    exec(compile("\n" * above + f"def {name}(): return sys._getframe()", path, "exec"), functions)
    assert ProcedureIndex(build_study(path)).place_of(functions[name]()).name == place
