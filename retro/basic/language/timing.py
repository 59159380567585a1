"""The time that BASIC's statements take on the Electron, computed from their syntax trees.

A statement costs the sum of its parts: names that are looked up, constants that are read, operations, conversions. What
a part costs was fitted to measurements; where it depends on values, such as in an addition of reals, it is an average.
The bytes sent to the screen are not counted here: `retro.machine.speed` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from math import floor, log10
from typing import Any

from retro.basic.language import tree
from retro.basic.language.function_table import FUNCTIONS, INTEGER, REAL, TEXT
from retro.basic.language.program import Program
from retro.basic.language.tree import Expression, Statement, Target
from retro.basic.language.values import COMPARISONS, DIVISIONS, LOGIC

Parts = Iterable[tuple[str, float]]

CYCLE = 0.5e-6  # seconds
# For each character of a text: read from its variable, kept on the stack, fetched from there, added, made by STRING$,
# compared, passed by in a search, assigned, read from DATA.
LOADED, KEPT, FETCHED, ADDED, MADE, COMPARED, SOUGHT, STORED, READ = (
    cycles * CYCLE for cycles in (24, 23, 20.5, 24, 45, 28, 55, 26, 20)
)
DATA_LINE = 45 * CYCLE  # for each line that READ passes on its way to the next DATA
ARRAY_BYTE = 27 * CYCLE
NO_DIGITS, CONVERSION, DIGIT, WHOLE_DIGIT, PLACE = (cycles * CYCLE for cycles in (1000, 1500, 1500, 1100, 600))
USUAL_FORMAT, FIXED, MOST_DIGITS = 0x90A, 2, 10  # of @%
COLON = 58
MOST_MULTIPLICATIONS, USUAL_EXPONENT, USUAL_LENGTH = 64, 4, 5

WHOLE_CALLS = ("NOT", "INT", "TIME", "TRUE", "FALSE")

# Cycles of each part: of every statement; of values; of statements; of functions and commands. A part that is not here
# takes no time of its own.
COSTS = """
bracket 344, colon 224, line 185, line passed 25, statement 229,
A% 69, integer 35, integer * 1215, integer + 562, integer - 653, integer DIV 2612, integer MOD 2586,
integer character 268, integer comparison 696, integer logic 786, integer parameter 2516, integer sign 204, letter 74,
load real 623, load text 9, memory 254, multiplication 5138, offset 133, real 1995, real * 3731, real + 903,
real - 1016, real / 4687, real character 155, real comparison 458, real parameter 2271, real sign 249, root 104662,
sign 332, store integer 730, store real 785, store text 463, subscript 1126, text 122, text + 337,
text comparison 345, text parameter 2531, to integer 605, to real 778, unnamed real 800,
Dim 1546, FN 955, FOR integer 1483, FOR real 4313, Fail 379, Gosub 129, Goto 17, If 488, Input 3154, LOCAL 1099,
NEXT real 1285, OnError 207, OnJump 1316, PRINT character 189, PRINT text 974, PROC 363, Repeat 256,
Result 892, Skip 133, System 1584, Trace 460, separator 97,
ABS 181, ACS 89214, ADVAL 345, ASN 87545, ATN 62063, CALL 421, CHR$ 357, CLEAR 1372, COLOUR 201, COS 83621, DEG 4804,
DRAW 805, END 1078, ENVELOPE 2486, EVAL 1020, EXP 57808, GCOL 501, INKEY 230, INSTR( 637, INT 798, LEFT$( 1045,
LN 49305, LOG 51645, LOMEM 2500, MID$( 1535, MOVE 643, NOT 283, OSCLI 1848, PI 469, PLOT 1800, POINT( 2699,
POS 24, RAD 4399, REPORT 3176, RESTORE -110, RETURN 205, RIGHT$( 976, RND 1946, RND( 8976, RND(1) 2523, SIN 65287,
SOUND 2296, SQR 25373, STR$ 16775, STR$~ 797, STRING$( 972, TAB( 737, TAN 125438, TIME 279, TRUE 45, VAL 538,
VDU 530, VPOS 166, WIDTH 609
"""


def seconds(statement: Statement, program: Program, counter: Target | None = None) -> float:
    """Return the seconds that a statement takes, without statements in it or called by it.

    counter: The variable of the loop that it closes, if it is a NEXT.
    """
    table = costs()
    return CYCLE * sum(table.get(name, 0) * count for name, count in parts_of(statement, program, counter))


@cache
def costs() -> dict[str, int]:
    """Parse COSTS: return the processor cycles of each part of BASIC's work by name."""
    entries = (entry.strip().rpartition(" ") for entry in COSTS.replace("\n", " ").split(","))
    return {name: int(number) for name, _, number in entries}


def parts_of(statement: Statement, program: Program, counter: Target | None = None) -> Parts:
    """Yield what a statement's time is made of: parts, each as a name in COSTS and a count."""
    yield "statement", 1
    yield "line", program.starts_line(statement.start)
    yield "colon", program.ram[statement.start - 1] == COLON
    number = getattr(getattr(statement, "line", None), "value", None)
    if isinstance(statement, (tree.Goto, tree.Gosub)) and isinstance(number, int):
        yield "line passed", program.lines_before(number)
    if counter and isinstance(statement, tree.Next) and not statement.target:
        yield "unnamed real", kind_of(counter) == REAL
    yield from parts(statement)


def parts(node: tree.Node) -> Parts:
    """Yield the parts of the time that a statement or an expression of BASIC takes."""
    yield "bracket", getattr(node, "brackets", 0)
    yield from OWN_PARTS.get(type(node), named)(node)
    for child in children(node):
        yield from parts(child)


def children(node: Any) -> Iterator[tree.Node]:
    """Yield the expressions that a node evaluates, without targets of assignments."""
    for name in EVALUATED.get(type(node), type(node).__annotations__):
        value = getattr(node, name)
        for item in value if isinstance(value, (list, tuple)) else (value,):
            item = item[0] if isinstance(item, tuple) else item
            if isinstance(item, tree.Node):
                yield item


def kind_of(node: Expression) -> str:
    """Return the type of an expression: integer, real or text; an FN counts as an integer."""
    if isinstance(node, tree.Constant):
        return {int: INTEGER, float: REAL}.get(type(node.value), TEXT)
    if isinstance(node, (tree.Variable, tree.Element)):
        return {"%": INTEGER, "$": TEXT}.get(node.name[-1], REAL)
    if isinstance(node, tree.Memory):
        return TEXT if node.sign == "$" else INTEGER
    if isinstance(node, tree.Unary):
        return kind_of(node.operand)
    if isinstance(node, tree.Binary):
        return INTEGER if node.operator in COMPARISONS else _kind_of_operation(node)
    if isinstance(node, tree.Call):
        if node.name == "ABS":
            return kind_of(node.arguments[0])
        kind = FUNCTIONS[node.name][2] if node.name in FUNCTIONS else REAL
        return INTEGER if node.name in WHOLE_CALLS else kind if kind in (REAL, TEXT) else INTEGER
    return INTEGER


def length(node: Expression) -> int:
    """Return the number of characters of a PRINT item: of a constant text, or of a typical number."""
    return len(node.value) if isinstance(node, tree.Constant) and isinstance(node.value, str) else USUAL_LENGTH


def _kind_of_operation(node: tree.Binary) -> str:
    """Return the type in which an operation computes; a comparison gives an integer."""
    kinds = {kind_of(node.left), kind_of(node.right)}
    if node.operator in LOGIC or node.operator in DIVISIONS:
        return INTEGER
    return REAL if node.operator in "/^" or len(kinds) > 1 else kinds.pop()


def words(take_time: Callable[[float], None], get_format: Callable[[], int]) -> dict[str, object]:
    """Return by name, for compiled programs, the functions that spend time that depends on values.

    get_format: Returns @%.
    """

    def charged(seconds: float) -> Callable[[str], str]:
        def take(text: str) -> str:
            take_time(seconds * len(text))
            return text

        return take

    def converting(value: float | str) -> float | str:
        if not isinstance(value, str):
            take_time(conversion(value, get_format()))
        return value

    return {
        "delay": take_time,
        "delay_text": lambda text: take_time(STORED * len(text)),
        "loaded": charged(LOADED),
        "kept": charged(KEPT),
        "kept_and_fetched": charged(KEPT + FETCHED),
        "added": charged(ADDED),
        "made": charged(MADE),
        "compared": charged(COMPARED),
        "sought": charged(KEPT + SOUGHT),
        "delay_array": lambda size: take_time(ARRAY_BYTE * size),
        "converting": converting,
    }


def reading(item: bytes, lines: int) -> float:
    """Return the seconds in which READ finds an item, some lines further on, and evaluates it."""
    table, text = costs(), item.strip()
    if text[:1].isalpha() or text[:1] == b'"':
        return READ * len(text) + DATA_LINE * lines
    kind = REAL if b"." in text or b"E" in text else INTEGER
    return CYCLE * (table[kind] + table[f"{kind} character"] * len(text)) + DATA_LINE * lines


def conversion(value: float, number_format: int = USUAL_FORMAT) -> float:
    """Return the seconds in which PRINT converts a number to digits."""
    if not value:
        return NO_DIGITS
    exponent = floor(log10(abs(value)))
    count = number_format >> 8 & 0xFF
    digits = exponent + 1 + count if number_format >> 16 & 0xFF == FIXED else count or MOST_DIGITS
    shifted = WHOLE_DIGIT * exponent if exponent > 0 else -PLACE * exponent
    return CONVERSION + DIGIT * min(max(digits, 0), MOST_DIGITS) + shifted


# the parts of each node


def named(node: Any) -> Parts:
    """Yield the part of BASIC's time with the name of a command, a function, or a kind of statement."""
    name = getattr(node, "name", type(node).__name__)
    if name == "RND" and node.arguments:
        name = "RND(1)" if getattr(node.arguments[0], "value", 0) == 1 else "RND("
    yield name, 1


def constant(node: tree.Constant) -> Parts:
    """Yield the parts of the time that BASIC takes to read a constant."""
    kind = kind_of(node)
    yield kind, 1
    yield f"{kind} character", len(node.value) if isinstance(node.value, str) else len(repr(abs(node.value))) - 1


def place(node: Target) -> Parts:
    """Yield the parts of the time that BASIC takes to find a variable."""
    if isinstance(node, tree.Memory):
        yield "memory", 1
        yield "offset", node.offset is not None
    elif isinstance(node, tree.Element):
        yield "element", 1
        yield "subscript", len(node.subscripts)
        yield "letter", len(node.name.rstrip("%$")) - 1
    elif len(node.name) == 2 and node.name[1] == "%" and not node.name[0].islower():
        yield "A%", 1
    else:
        yield "name", 1
        yield "letter", len(node.name.rstrip("%$")) - 1
        yield "sign", node.name[-1] in "%$"


def variable(node: Target, use: str) -> Parts:
    """Yield the parts of the time to read or set a variable. use: "load" or "store"."""
    yield from place(node)
    yield f"{use} {kind_of(node)}", 1


def conversion_parts(node: Expression, kind: str) -> Parts:
    """Yield the part of the time to convert a number to another kind, if it has to be."""
    if kind != TEXT and kind_of(node) not in (kind, TEXT):
        yield f"to {kind}", 1


def operation(node: tree.Binary) -> Parts:
    """Yield the parts of the time of an operation, with the conversions of its operands."""
    kind = _kind_of_operation(node)
    name = "comparison" if node.operator in COMPARISONS else "logic" if node.operator in LOGIC else node.operator
    yield f"{kind} {name}", 1
    if name == "^":
        yield from power(node.right)
    for side in (node.left, node.right):
        yield from conversion_parts(side, kind)


def power(exponent: Expression) -> Parts:
    """Yield the parts of the time of ^: multiplications for a whole exponent, else LN and EXP."""
    if isinstance(exponent, tree.Constant) and isinstance(exponent.value, int):
        yield "multiplication", min(abs(exponent.value), MOST_MULTIPLICATIONS)
    elif kind_of(exponent) == INTEGER:
        yield "multiplication", USUAL_EXPONENT
    else:
        yield "root", 1


def assignment(node: tree.Assign) -> Parts:
    """Yield the parts of the time that BASIC takes to set a variable."""
    yield from variable(node.target, "store")
    yield from conversion_parts(node.value, kind_of(node.target))


def next_parts(node: tree.Next) -> Parts:
    """Yield the parts of the time of NEXT; without a variable as with an integer one."""
    yield f"NEXT {kind_of(node.target) if node.target else INTEGER}", 1
    if node.target:
        yield from place(node.target)


def call_parts(node: Any) -> Parts:
    """Yield the parts of the time of a call; a parameter is saved, set, and restored at the end."""
    yield "PROC" if isinstance(node, tree.Procedure) else "FN", 1
    yield "letter", len(node.name)
    for argument in node.arguments:
        yield f"{kind_of(argument)} parameter", 1


def read_parts(node: Any) -> Parts:
    """Yield the parts of the time to set the targets of READ or INPUT."""
    for target in node.targets if isinstance(node, tree.Read) else node.items:
        if isinstance(target, (tree.Variable, tree.Element, tree.Memory)):
            yield type(node).__name__, 1
            yield "to real", isinstance(node, tree.Read) and kind_of(target) == REAL
            yield from variable(target, "store")


def print_parts(node: tree.Print) -> Parts:
    """Yield the parts of the time of PRINT, item by item."""
    for item in node.items:
        if isinstance(item, str):
            yield "separator", 1
        elif not isinstance(item, tree.Call) or item.name not in ("TAB(", "SPC"):
            yield "PRINT text", kind_of(item) == TEXT
            yield "PRINT character", length(item)


EVALUATED: dict[type, tuple[str, ...]] = {
    tree.Assign: ("value",),
    tree.AssignSystem: ("arguments",),
    tree.Dim: (),
    tree.For: ("first", "last", "step"),
    tree.Gosub: (),
    tree.Goto: (),
    tree.If: ("condition",),
    tree.Input: (),
    tree.Local: (),
    tree.Next: (),
    tree.OnJump: ("selector",),
    tree.Read: (),
}
OWN_PARTS: dict[type, Callable[[Any], Parts]] = {
    tree.Assign: assignment,
    tree.Binary: operation,
    tree.Constant: constant,
    tree.Element: lambda node: variable(node, "load"),
    tree.For: lambda node: [(f"FOR {kind_of(node.target)}", 1), *variable(node.target, "store")],
    tree.Input: read_parts,
    tree.Local: lambda node: [part for target in node.targets for part in (("LOCAL", 1), *place(target))],
    tree.Memory: lambda node: variable(node, "load"),
    tree.Next: next_parts,
    tree.Print: print_parts,
    tree.Procedure: call_parts,
    tree.Read: read_parts,
    tree.Unary: lambda node: [(f"{kind_of(node)} sign", 1)],
    tree.UserFunction: call_parts,
    tree.Variable: lambda node: variable(node, "load"),
    tree.Vdu: lambda node: [("VDU", sum(1 + word for _, word in node.items))],
}
