"""dominoes.bas and dominoes.py are one program in two languages: line by line, name by name."""

import ast
import re

import pytest

from retro.basic.tokeniser import tokenise
from tests.support.dominoes_roms import LISTING, ROOT

PORT = (ROOT / "programs" / "dominoes.py").read_text(encoding="utf-8")
# What has no line in Python: variables need no LOCAL there, indentation says where a loop or a procedure ends, and what
# REM says is in a docstring or a comment.
SILENT = re.compile(r"(LOCAL .*|NEXT|ENDPROC|END|REM .*)")
LINKED = re.compile(r" *(?P<code>[^ #].*?)  # (?P<number>\d+)(; .+)?")
DEPARTED = re.compile(r" *# (?P<number>\d+) Departure: .+")
# The NEXT of the one loop whose variable is the program's: Python's loops do not go one beyond their end.
COUNTING = 6090
# Where Python says the same otherwise: DIM; MODE; NEXT; GOTO; spc for CHR$32.
OTHERWISE = {
    "names": {40, COUNTING},
    "strings": set(),
    "numbers": {20, 40, COUNTING, 15040, 19020, 20020},
}


def read_listing():
    """The listing: number to text; remarks behind other statements are left out."""
    lines = LISTING.read_text(encoding="ascii").splitlines()
    return {int(line[:5]): line[6:].partition(":REM")[0].strip() for line in lines}


def statements(function):
    """The first line of every statement of a function, itself included, but not its docstring."""
    docstring = function.body[0]
    return {node.lineno for node in ast.walk(function) if isinstance(node, ast.stmt) and node is not docstring}


def read_links():
    """Each function's numbers, in order; the code of each number; the departures without code."""
    numbers, code = {}, {}
    for function in (node for node in ast.parse(PORT).body if isinstance(node, ast.FunctionDef)):
        for line in sorted(statements(function)):
            found = LINKED.fullmatch(PORT_LINES[line - 1])
            if line == function.lineno and function.name == "main":
                continue
            assert found, f"line {line} names no line of the listing"
            number = int(found["number"])
            numbers.setdefault(function.name, []).append(number)
            code[number] = f"{code.get(number, '')}{found['code']}\n"
    return numbers, code, [int(found["number"]) for line in PORT_LINES if (found := DEPARTED.fullmatch(line))]


PORT_LINES = PORT.splitlines()
LINES, (NUMBERS, CODE, DEPARTURES) = read_listing(), read_links()


def variables():
    """The variables' names in the port and in BASIC, an array with its bracket: D, D(."""
    return dict(re.findall(r"^    (\w+): .*  # ([A-Z]\w*[%$(]?)", PORT, re.MULTILINE))


def without_strings(text):
    return re.sub(r'"[^"]*"', '""', text)


def names_in_python(code):
    code = without_strings(code)
    own = {variables()[name] for name in re.findall(r"\bv\.(\w+)", code)}
    local = {f"{name}%" for name in re.findall(r"(?<![\w.])[A-Z](?!\w)", code)}
    return own | local | set(re.findall(r"PROC\w+|PERIOD", code))


def names_in_basic(number):
    """The names in a line: what is left of its tokens when the keywords, strings and numbers are gone."""
    tokens = tokenise(f"{number} {without_strings(LINES[number])}")[4:-2].replace(b"\xf2", b" PROC")
    tokens = re.sub(rb"\x8d...|&[0-9A-F]+", b"", tokens)
    return set(re.findall(r"PROC\w+|(?<![A-Z])[A-Z][A-Z0-9]*[%$(]?", tokens.decode("latin-1")))


def numbers_in(text):
    return {int(number) for number in re.findall(r"(?<![\w.])\d+(?!x)|(?<=COLOUR)\d+", without_strings(text))}


def strings_in(text):
    return sorted(string for string in re.findall(r'"([^"]*)"', text) if string)


def test_every_line_of_the_listing_has_its_code_in_the_port():
    expected = [number for number, text in LINES.items() if number == COUNTING or not SILENT.fullmatch(text)]
    assert sorted([*CODE, *DEPARTURES]) == expected


def test_every_statement_names_a_line_of_its_procedure():
    starts = {
        name: next(n for n, text in LINES.items() if text.split("(")[0] == f"DEF {name}")
        for name in NUMBERS
        if name != "main"
    }
    for name, numbers in NUMBERS.items():
        start = starts.get(name, 0)
        assert {number // 1000 * 1000 for number in numbers} == {start}


def test_a_departure_is_named_at_both_lines():
    in_listing = re.findall(r"^ *(\d+) .*:REM Departure: ", LISTING.read_text(encoding="ascii"), re.MULTILINE)
    in_port = re.findall(r"# (\d+);? Departure: ", PORT)
    assert in_listing == in_port == ["20", "4010"]


def test_the_listing_is_in_order_and_says_what_it_is():
    numbers = [line[:5] for line in LISTING.read_text(encoding="ascii").splitlines()]
    assert numbers == [f"{number:5}" for number in sorted(LINES)]
    assert LINES[10].startswith("REM DOMINOES")
    assert "a reconstruction from its published description, not the original listing" in LINES[10]


def test_procedure_n_begins_at_line_n_times_1000():
    defined = [(number, text.split()[1]) for number, text in LINES.items() if text.startswith("DEF ")]
    assert [number for number, _ in defined] == [1000 * n for n in range(1, 28)]
    in_port = re.findall(r"^def (PROC\w+)\(m: Machine, v: Variables(?:, (\w+): int)?\)", PORT, re.MULTILINE)
    assert [name for _, name in defined] == [name + (f"({given})" if given else "") for name, given in in_port]


def test_a_remark_stands_above_each_procedure():
    heads = [LINES[1000 * n - 10] for n in range(1, 28)]
    assert all(head.startswith("REM *** ") for head in heads)
    assert len(set(heads)) == 27


def test_every_line_can_be_typed():
    """The OS takes 238 characters a line."""
    assert max(map(len, LISTING.read_text(encoding="ascii").splitlines())) <= 238


READERS = {
    "names": (names_in_basic, names_in_python),
    "strings": (lambda number: strings_in(LINES[number]), strings_in),
    "numbers": (lambda number: numbers_in(LINES[number]), numbers_in),
}


@pytest.mark.parametrize("what", READERS)
def test_each_line_does_the_same_in_basic_and_python(what):
    in_basic, in_python = READERS[what]
    basic = {number: in_basic(number) for number in CODE}
    python = {number: in_python(code) for number, code in CODE.items()}
    differing = {number for number in basic if basic[number] != python[number]}
    assert differing == OTHERWISE[what], [(basic[n], python[n]) for n in sorted(differing ^ OTHERWISE[what])]


def test_the_parsers_of_both_listings_find_statements():
    assert names_in_basic(25120) == {"X%", "DX%", "Y%", "DY%", "B%", "S%"}
    assert names_in_basic(14020) == {"T%", "N(", "P%", "PROCSPOTS", "R(", "L(", "N1", "N2"}
    assert len(variables()) == 37
    assert strings_in(LINES[23060]) == ["N", "Y"]
    assert numbers_in(LINES[3030]) == {1152}
