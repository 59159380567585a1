"""The words of retro.basic, the errors, and editions of a program."""

import copy
from types import ModuleType

import pytest

from retro import basic
from retro.basic import (
    BasicError,
    Escape,
    asc,
    chr_s,
    codes,
    dim,
    dim_s,
    div,
    edition,
    hexa,
    instr,
    int_,
    left_s,
    mid_s,
    mod,
    num,
    right_s,
    sgn,
    spc,
    string_s,
    tab,
    to,
    val,
    word,
)
from retro.basic.errors import ERRORS

# errors


def test_an_error_has_a_number_a_message_and_a_detail():
    error = BasicError.named("Subscript", "7 given, 0 to 6 expected")
    assert (error.number, error.message, str(error), error.detail) == (
        15,
        "Subscript",
        "Subscript",
        "7 given, 0 to 6 expected",
    )


def test_escape_is_error_17():
    escape = Escape()
    assert isinstance(escape, BasicError)
    assert (escape.number, str(escape)) == (17, "Escape")


def test_every_error_by_its_name():
    assert {BasicError.named(message).number for message in ERRORS} == set(ERRORS.values())
    assert 17 not in ERRORS.values()


def test_an_error_that_basic_does_not_have():
    with pytest.raises(ValueError, match="'Oops' is no error of BASIC's"):
        BasicError.named("Oops")


# FOR


@pytest.mark.parametrize(
    ("bounds", "values"),
    [
        ((1, 6), [1, 2, 3, 4, 5, 6]),
        ((1, 6, 2), [1, 3, 5]),
        ((1, 7, 2), [1, 3, 5, 7]),
        ((3, 1, -1), [3, 2, 1]),
        ((3, 3), [3]),
        ((3, 2), [3]),
        ((3, 2, 5), [3]),
        ((2, 3, -1), [2]),
    ],
)
def test_for_includes_its_end_and_runs_at_least_once(bounds, values):
    assert list(to(*bounds)) == values


def test_step_0_is_refused():
    with pytest.raises(ValueError, match="STEP 0 would never end"):
        to(1, 2, 0)


# DIM


def test_dim_includes_its_bounds():
    assert dim(2) == [0, 0, 0]
    assert dim(2, 1) == [[0, 0], [0, 0], [0, 0]]
    assert dim(1, 1, 0) == [[[0], [0]], [[0], [0]]]
    assert dim_s(1) == ["", ""]
    assert dim_s(0, 1) == [["", ""]]


def test_the_rows_of_an_array_are_its_own():
    grid = dim(2, 2)
    grid[0][1] = 5
    assert grid == [[0, 5, 0], [0, 0, 0], [0, 0, 0]]
    twin = copy.deepcopy(grid)
    twin[1][1] = 6
    assert grid[1][1] == 0


@pytest.mark.parametrize("subscript", [-1, 7, 100])
def test_subscripts_out_of_range(subscript):
    array = dim(6)
    with pytest.raises(BasicError, match="Subscript") as reading:
        array[subscript]
    with pytest.raises(BasicError, match="Subscript"):
        array[subscript] = 1
    with pytest.raises(BasicError, match="Subscript"):
        dim(1, 1)[0][subscript]
    with pytest.raises(BasicError, match="Subscript"):
        copy.deepcopy(array)[subscript]
    assert reading.value.detail == f"{subscript} given, 0 to 6 expected"


def test_an_array_is_a_list():
    array = dim(3)
    array[3] = 4
    assert array[1:] == [0, 0, 4]
    assert [*array] == [0, 0, 0, 4]
    assert (len(array), sum(array), max(array)) == (4, 4, 4)


def test_a_dimension_cannot_be_negative():
    with pytest.raises(BasicError, match="Bad DIM"):
        dim(3, -1)


# numbers


@pytest.mark.parametrize(
    ("a", "b", "quotient", "rest"),
    [(5, 2, 2, 1), (-5, 2, -2, -1), (5, -2, -2, 1), (-5, -2, 2, -1), (-6, 3, -2, 0), (0, 3, 0, 0), (7.9, 2.9, 3, 1)],
)
def test_div_and_mod_cut_towards_zero(a, b, quotient, rest):
    assert (div(a, b), mod(a, b)) == (quotient, rest)


@pytest.mark.parametrize("word_", [div, mod])
def test_division_by_zero(word_):
    with pytest.raises(BasicError, match="Division by zero"):
        word_(1, 0)


def test_int_rounds_down_and_sgn_returns_the_sign():
    assert [int_(x) for x in (2.7, -2.7, -0.5, 3, -3.0)] == [2, -3, -1, 3, -3]
    assert [sgn(x) for x in (-0.1, 0, 0.0, 3)] == [-1, 0, 0, 1]
    assert [type(int_(2.5)), type(sgn(2.5))] == [int, int]


@pytest.mark.parametrize("x", [2.0**31, -(2.0**31) - 1, 2**32, -(2**31) - 1, float("inf"), float("nan")])
@pytest.mark.parametrize("word_", [int_, hexa, spc, chr_s, word])
def test_numbers_beyond_32_bits_are_too_big(word_, x):
    with pytest.raises(BasicError, match="Too big"):
        word_(x)


@pytest.mark.parametrize("word_", [hexa, spc, chr_s, word])
def test_a_text_as_a_number_is_a_type_mismatch(word_):
    with pytest.raises(BasicError, match="Type mismatch"):
        word_("5")


def test_word_is_two_bytes_each():
    assert word(0, 224) == [0, 0, 224, 0]
    assert word(1279, -1, -300) == [255, 4, 255, 255, 212, 254]
    assert word(70000.9) == [70000 & 255, 70000 >> 8 & 255]
    assert word() == []


def test_hexa_is_32_bits():
    assert [hexa(x) for x in (0, 255, -1, 0xFFFFFFFF, -1.9)] == ["0", "FF", "FFFFFFFF", "FFFFFFFF", "FFFFFFFF"]


# strings


def test_left_and_right():
    assert [left_s("HELLO", n) for n in (0, 2, 5, 9, -1, 257)] == ["", "HE", "HELLO", "HELLO", "HELLO", "H"]
    assert [right_s("HELLO", n) for n in (0, 2, 5, 9, -1, 257)] == ["", "LO", "HELLO", "HELLO", "HELLO", "O"]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [((2, 3), "ELL"), ((4,), "LO"), ((1, 0), ""), ((0, 2), "HE"), ((5, 9), "O"), ((6,), ""), ((9, 1), "")],
)
def test_mid(arguments, part):
    assert mid_s("HELLO", *arguments) == part


def test_string():
    assert [string_s(n, "AB") for n in (0, 1, 3, 256)] == ["", "AB", "ABABAB", ""]
    assert len(string_s(255, "A")) == 255
    with pytest.raises(BasicError, match="String too long"):
        string_s(128, "AB")


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (("HELLO", "L"), 3),
        (("HELLO", "LO"), 4),
        (("HELLO", "X"), 0),
        (("HELLO", "L", 4), 4),
        (("HELLO", "L", 5), 0),
        (("HELLO", "H", 0), 1),
        (("HELLO", ""), 1),
        (("HELLO", "", 3), 3),
        (("HELLO", "", 7), 0),
        (("", "A"), 0),
    ],
)
def test_instr(arguments, place):
    assert instr(*arguments) == place


def test_asc_and_chr():
    assert [asc(text) for text in ("A", "AB", "", "£", "`", "é")] == [65, 65, -1, 96, 96, 233]
    assert [chr_s(code) for code in (65, 321, -191, 96)] == ["A", "A", "A", "£"]


def test_chr_and_asc_are_inverse():
    assert [asc(chr_s(code)) for code in range(256)] == list(range(256))
    assert {len(chr_s(code)) for code in range(256)} == {1}


def test_codes():
    assert codes("") == b""
    assert codes("A£é\x07") == b"A`\xe9\x07"


def test_num_of_no_number_is_a_type_mismatch():
    with pytest.raises(BasicError, match="Type mismatch"):
        num(None)


def test_tab_and_spc():
    assert (tab(3).x, tab(3).y, tab(3, 5).y) == (3, None, 5)
    assert [spc(3), spc(0), spc(256), len(spc(-1))] == ["   ", "", "", 255]


def test_all_lists_the_words_for_programs():
    assert all(hasattr(basic, name) for name in basic.__all__)


# editions

PROGRAM = """
LIMIT = 3

def PROCA(m, n=1, *, k=2):
    "first"
    m.append(("A", n, k))

def PROCB(m):
    PROCA(m, LIMIT)

def main(m):
    PROCA(m)
    PROCB(m)
    for name, procedure in KEYS.items():
        procedure(m)
    TABLE[0][1](m)

def PROCLOUD(m, n=1):
    m.append("loud")
    PROCB.seen = True
    PROCQUIET(m)

def PROCQUIET(m):
    m.append("quiet")

KEYS = {"a": PROCA}
TABLE = [("b", PROCA)]
NOTHING = [1, 2]
"""

PLAIN = [("A", 1, 2), ("A", 3, 2), ("A", 1, 2), ("A", 1, 2)]


@pytest.fixture
def program():
    module = ModuleType("program")
    exec(PROGRAM, module.__dict__)
    return module


def played(main):
    log = []
    main(log)
    return log


def test_an_edition_without_replacements_is_the_same_program(program):
    again = edition(program.main)
    assert again is not program.main
    assert again.__globals__ is not program.main.__globals__
    assert played(again) == played(program.main) == PLAIN


def test_a_replacement_is_called_everywhere_and_the_program_stays_as_it_is(program):
    def PROCA(m, n=9):
        m.append(n)

    assert played(edition(program.main, PROCA=PROCA)) == [9, 3, 9, 9]
    assert played(program.main) == PLAIN
    assert program.KEYS == {"a": program.PROCA}


def test_a_replacement_from_another_module_keeps_its_globals(program):
    def PROCA(m, n=9):
        m.append(PLAIN)

    again = edition(program.main, PROCA=PROCA)
    assert again.__globals__["PROCA"] is PROCA


def test_a_replacement_from_the_module_sees_the_edition(program):
    def PROCQUIET(m):
        m.append("...")

    again = edition(program.main, PROCA=program.PROCLOUD, PROCQUIET=PROCQUIET)
    assert played(again) == ["loud", "..."] * 4
    assert again.__globals__["PROCB"].seen
    assert not hasattr(program.PROCB, "seen")


def test_a_replacement_calls_the_edition_by_imported_names(program):
    other = ModuleType("other")
    vars(other).update(vars(program), count=[])
    exec("def PROCA(m, n=9):\n    count.append(n)\n    helper(m)\n\ndef helper(m):\n    PROCQUIET(m)\n", vars(other))

    def PROCQUIET(m):
        m.append("...")

    assert played(edition(program.main, PROCA=other.PROCA, PROCQUIET=PROCQUIET)) == ["..."] * 4
    assert other.count == [9, 3, 9, 9]
    assert other.PROCQUIET is program.PROCQUIET


def test_a_replacement_calls_what_it_replaces_by_another_name_and_that_calls_the_edition(program):
    other = ModuleType("other")
    other.OLD_A, other.PROCQUIET = program.PROCA, program.PROCQUIET
    exec("def PROCA(m, n=1):\n    OLD_A(m, n)\n    TABLE['key'](m)\nTABLE = {'key': PROCQUIET}\n", vars(other))

    def PROCQUIET(m):
        m.append("...")

    again = edition(program.main, PROCA=other.PROCA, PROCQUIET=PROCQUIET)
    assert played(again) == [one for line in PLAIN for one in (line, "...")]


def test_a_constant_can_be_replaced(program):
    assert played(edition(program.main, LIMIT=8))[1] == ("A", 8, 2)


def test_the_function_given_may_be_the_one_replaced(program):
    other = edition(program.main, main=program.PROCB)
    assert played(other) == [("A", 3, 2)]
    assert other is other.__globals__["main"]


def test_an_edition_of_an_edition(program):
    first = edition(program.main, LIMIT=8)
    second = edition(first, PROCA=lambda m, n=1: m.append(n))
    assert played(second) == [1, 8, 1, 1]


def test_functions_keep_their_attributes(program):
    program.PROCA.mark = 5
    again = edition(program.main).__globals__["PROCA"]
    old = program.PROCA
    for name in ("__name__", "__qualname__", "__module__", "__doc__", "__defaults__", "__kwdefaults__", "__code__"):
        assert getattr(again, name) == getattr(old, name)
    assert (again.mark, again.__doc__) == (5, "first")


def test_other_objects_are_not_copied(program):
    assert edition(program.main).__globals__["NOTHING"] is program.NOTHING
    assert edition(program.main).__globals__["__builtins__"] is program.__builtins__


def test_an_unknown_name_is_refused(program):
    with pytest.raises(ValueError, match=r"^program has no PROCAA to replace$"):
        edition(program.main, PROCAA=print)


def test_only_functions_have_editions():
    with pytest.raises(TypeError, match="a function of a program expected"):
        edition(3)


WRONG_ARGUMENTS = {
    "SPC": (lambda: spc("x"), 'SPC: "x" given, a number expected'),
    "DIM": (lambda: dim("x"), 'DIM: "x" given, a number expected'),
    "DIV": (lambda: div(1, "x"), 'DIV: "x" given, a number expected'),
    "MOD": (lambda: mod("x", 1), 'MOD: "x" given, a number expected'),
    "INT": (lambda: int_("x"), 'INT: "x" given, a number expected'),
    "VDU": (lambda: word("x"), 'VDU: "x" given, a number expected'),
    "ASC": (lambda: asc(5), "ASC: 5 given, a string expected"),
    "CHR$": (lambda: chr_s("x"), 'CHR$: "x" given, a number expected'),
    "LEFT$ of a number": (lambda: left_s(5, 2), "LEFT$: 5 given, a string expected"),
    "LEFT$": (lambda: left_s("x", "y"), 'LEFT$: "y" given, a number expected'),
    "RIGHT$": (lambda: right_s(None, 2), "RIGHT$: None given, a string expected"),
    "MID$": (lambda: mid_s("x", "y"), 'MID$: "y" given, a number expected'),
    "STRING$": (lambda: string_s("x", 3), "STRING$: 3 given, a string expected"),
    "INSTR": (lambda: instr("x", 3), "INSTR: 3 given, a string expected"),
    "VAL": (lambda: val(5), "VAL: 5 given, a string expected"),
    "STR$~": (lambda: hexa("x"), 'STR$~: "x" given, a number expected'),
}


@pytest.mark.parametrize(("call", "detail"), WRONG_ARGUMENTS.values(), ids=WRONG_ARGUMENTS)
def test_a_wrong_argument_names_the_word(call, detail):
    with pytest.raises(BasicError, match="Type mismatch") as caught:
        call()
    assert caught.value.detail == detail
