"""Random and mutated BASIC programs: none may raise a Python error, run on past ESCAPE, or leave the machine's memory.

    python -m bench.fuzz.basic_programs [N] [SEED]

Half of the programs are made of random statements, half are programs of the corpus with random changes. Prints how many
of each kind ran, and the longest processor time of one.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

from bench.basic_corpus import Feed, machine_with
from retro.basic.language.interpreter import Basic
from retro.basic.language.memory import SIZE
from retro.basic.language.prompt import Prompt
from retro.basic.tokeniser import TABLE
from retro.machine.frontend import PowerOff

CORPUS = Path(__file__).parents[2] / "tests" / "model" / "basic-programs.jsonl"
KEYWORDS = [entry.split()[0] for entry in TABLE.replace("\n", " ").split(", ")]
OPERATORS = """
+ - * / ^ = <> < > <= >= AND OR EOR DIV MOD
""".split()  # noqa: SIM905
SIMPLE = """
1 0 2.5 -1 A A% A$ B% B$ I% @% Z% &FF 1E30 1E-30 PI TRUE RND ERL TIME A(1) B%(2) ?&900 !&900 $&900
""".split()  # noqa: SIM905
FUNCTIONS = """
SIN COS TAN ATN ASN ACS LN LOG EXP SQR ABS INT SGN NOT LEN ASC CHR$ STR$ VAL EVAL STR$~ INKEY RND(
""".split()  # noqa: SIM905
WORDS = "CLEAR", "END", "STOP", "REPORT", "RUN", "CLS", "CLG", "*FX 21", "[", "CALL &FFEE"
STATEMENTS = """
{target}={value}
PRINT {value};{other}
PRINT TAB({value}){other},~{value}'
IF {value} THEN {line} ELSE {target}={other}
IF {value} {target}={other} ELSE PRINT {value}
FOR {name}={value} TO {other} STEP {third}
FOR {name}=1 TO 3:NEXT {name}
NEXT {name}
NEXT
REPEAT
UNTIL {value}
GOTO {line}
GOSUB {line}
RETURN
PROCA({value})
DEFPROCA({target}):LOCAL {second}:{target}={value}:ENDPROC
DEFFNA({target})={value}
={value}
ENDPROC
ON {value} GOTO {line},{line} ELSE {elsewhere}
ON {value} GOSUB {line},{elsewhere}
ON ERROR {handler}
DIM A({value}),B%({other})
DIM {target} {value}
READ {target},{second}
DATA {value},{other}
RESTORE {place}
INPUT {target},{second}
VDU {value};{other},
PLOT {value},{other},{third}
MODE {value}
SOUND 1,{value},{other},1
{clock}={value}
TRACE {switch}
{word}
{keyword} {value}
""".strip().split("\n")
ESCAPE_AFTER = 3000  # statements
MOST_WAITS = 5000
LINES = range(10, 120, 10)


def expression(chance, depth=0):
    """Return the text of a random expression."""
    kind = chance.random()
    if depth > 3 or kind < 0.35:
        return chance.choice([*SIMPLE, '"X"', '"HELLO"', "FNA(1)", str(chance.randrange(-9, 99999))])
    if kind < 0.6:
        return f"{expression(chance, depth + 1)} {chance.choice(OPERATORS)} {expression(chance, depth + 1)}"
    if kind < 0.7:
        return f"({expression(chance, depth + 1)})"
    if kind < 0.85:
        function = chance.choice(FUNCTIONS)
        return f"{function}{'' if function[-1] == '(' else '('}{expression(chance, depth + 1)})"
    arguments = ",".join(expression(chance, depth + 1) for _ in range(chance.randrange(1, 4)))
    return f"{chance.choice(['LEFT$(', 'MID$(', 'RIGHT$(', 'INSTR(', 'STRING$(', 'POINT(', 'A(', 'B%('])}{arguments})"


def target(chance):
    """Return the text of a random variable."""
    return chance.choice(["A", "A%", "A$", "B%", "B$", "I%", "I", "@%", "A(1)", "B%(2)", "?&900", "!&900", "$&900"])


def statement(chance):
    """Return the text of a random statement."""
    parts = {
        **{name: expression(chance) for name in ("value", "other", "third")},
        **{name: target(chance) for name in ("target", "second")},
        **{name: chance.choice(LINES) for name in ("line", "elsewhere")},
        "name": chance.choice(["A", "I", "I%"]),
        "word": chance.choice(WORDS),
        "keyword": chance.choice(KEYWORDS),
        "clock": "LOMEM" if chance.random() < 0.1 else "TIME",
    }
    parts["switch"] = chance.choice(["ON", "OFF", parts["value"]])
    parts["handler"] = chance.choice(["OFF", "PRINT ERR", f"GOTO {parts['line']}"])
    parts["place"] = chance.choice(["", parts["line"]])
    return chance.choice(STATEMENTS).format(**parts)


def made(chance):
    """Return a program of random statements."""
    return [f"{line}{':'.join(statement(chance) for _ in range(chance.randrange(1, 4)))}" for line in LINES]


def mutated(chance, programs):
    """Return a program of the corpus with characters, words and lines changed."""
    text = [*"\n".join(chance.choice(programs)), "\n"]
    for _ in range(chance.randrange(1, 6)):
        place = chance.randrange(len(text) + 1)
        text[place : place + chance.randrange(3)] = chance.choice(
            [chance.choice(KEYWORDS), chr(chance.randrange(32, 127)), "", expression(chance), *text[place : place + 1]]
        )
    return "".join(text).split("\n")


class Impatient(Feed):
    """Presses ESCAPE when a line has run for long, and switches off if it runs on: ON ERROR may trap ESCAPE."""

    waits = 0

    def wait(self, timeout, wanted):
        self.waits += 1
        if (self.machine.interrupting and not self.escape) or self.waits > MOST_WAITS:
            raise PowerOff
        return super().wait(timeout, wanted)


def run(lines, timed=False):
    """Type a program at the prompt, and RUN; press ESCAPE when it has run for long. timed: at the authentic speed."""
    front = Impatient(["1\r2\rX\r"] * 5)
    m = machine_with(front)
    m.take_time = m.delay if timed else None
    m.poll_interval, m.interrupt_pending = ESCAPE_AFTER, False
    basic = Basic(m)
    prompt = Prompt(basic)
    obeyed = [*lines, "RUN", "LIST", "RENUMBER"]
    try:
        for line in obeyed:
            front.escape = True
            prompt.attempt(line.encode("latin-1", "replace")[:238])
    except PowerOff:
        pass
    ram = basic.memory.ram
    assert len(ram) == 0x10000
    assert not any(ram[SIZE:])


def corpus_programs():
    """Return the programs of the corpus."""
    with CORPUS.open(encoding="utf-8") as stream:
        return [case["program"] for case in map(json.loads, stream) if case.get("program")]


def main(words):
    count, seed = (int(word) for word in [*words, *("1000", "1")[len(words) :]])
    programs = corpus_programs()
    longest = 0.0
    for number in range(seed, seed + count):
        chance = random.Random(number)
        lines = made(chance) if number % 2 else mutated(chance, programs)
        start = time.process_time()
        try:
            run(lines, timed=number % 4 > 1)
        except Exception as error:
            print(number, repr(error), error.__traceback__.tb_lineno)
            raise
        longest = max(longest, time.process_time() - start)
    odd = (seed + count) // 2 - seed // 2
    print(f"{odd:,} random and {count - odd:,} mutated programs; longest {longest:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
