"""Random programs that mostly run: what they send, their error, and their time are what was accepted.

Unlike the programs of test_random_programs.py, their variables exist and their values have the right types.
"""

import random
from functools import partial

import pytest

from tests.support.basic_programs import played
from tests.support.transcripts import check

BEFORE = r"""
5 DIM A(9),A%(9),A$(9),T(2,3),M% 90:A=2.5:B=-7.25:long=1E6:A%=3:B%=-9:I%=4:J=1:A$="abc":B$="7.5x":A$(1)="HELLO"
6 !M%=&12345678:$(M%+8)="text":A(2)=.125:A%(3)=77:T(1,2)=-1
""".strip().split("\n")
AFTER = r"""
100 PRINT '~A%;B%;A;B;long;I%;J;A$;B$;~!M%;$(M%+8);A(2);A%(3);T(1,2);POS;COUNT
110 END
120 PRINT "sub";:I%=I%+1:RETURN
130 DEF PROCp(N,A%):LOCAL A,A$:A=N+A%:A$=STR$ A:PRINT A$;:ENDPROC
140 DEF PROCq(N$,A(2)):IF LEN N$>2 THEN B$=N$ ELSE ENDPROC
150 PRINT N$:ENDPROC
160 DEF FNt(T$,N)=LEFT$(T$+B$,N)
170 DEF FNr(N%):IF N%<1 THEN =A% ELSE =FNr(N%-1)+1
175 DEF FNa(N)=N*2-A
180 DATA 1,-2.5,abc,"d,e",&FF,7E3,,9
""".strip().split("\n")
NUMBERS = "1 0 7 -3 2.5 .125 &FF 1E3 A B long A% B% I% J TRUE PI A(2) A%(3) A(I%) T(1,2) ?M% M%?1 !M% M%!4 TIME COUNT"
TEXTS = ['"abc"', '""', '"x1"', "A$", "B$", "A$(1)", "$(M%+8)", "A$(I%)"]
CALCULATED = """
{n}+{n}|{n}-{n}|{n}*{n}|{n}/{n}|{n} DIV {n}|{n} MOD {n}|{n} AND {n}|{n} OR {n}|{n} EOR {n}|({n})|-({n})|NOT {n}|ABS {n}
{n}={n}|{n}<>{n}|{n}<{n}|{n}>{n}|{n}<={n}|{n}>={n}|({t}={t})|({t}<{t})|({t}>={t})|({t}<>{t})|LEN {t}|ASC {t}|VAL {t}
INT {n}|INSTR({t},{t})|INSTR({t},{t},{n})|SGN {n}|SQR ABS {n}|FNa({n})|EVAL "{n}"|RND({n})|{n}^2|SIN {n}|DEG {n}
FNr({n} AND 3)
""".strip().replace("\n", "|").split("|")  # fmt: skip
JOINED = """
{t}+{t}|LEFT$({t},{n})|RIGHT$({t},{n})|MID$({t},{n})|MID$({t},{n},{n})|STRING$({n} AND 3,{t})|CHR$({n} AND 31 OR 64)
STR$ {n}|STR$~{n}|FNt({t},{n})
""".strip().replace("\n", "|").split("|")  # fmt: skip
STATEMENTS = """
A={n}|B={n}|A%={n}|B%={n}|I%={n} AND 7|J={n}|long={n}|A(2)={n}|A%(I% AND 3)={n}|T(A% AND 1,2)={n}|A$={t}|B$={t}
A$(1)={t}|?M%={n}|M%?2={n}|!M%={n}|M%!4={n}|$(M%+8)={t}|PRINT {n};|PRINT {n}'{t};|PRINT {n},{t}|PRINT ~{n} SPC 2;{n}
PRINT TAB({n} AND 15);{t}|@%=&20309:PRINT {n}:@%=&90A|IF {n} {s}|IF {n} THEN {s} ELSE {s}|IF {n} ELSE {s}
FOR J=1 TO 3:{s}:NEXT|FOR I%=3 TO 1 STEP -1:{s}:NEXT I%|FOR A=1 TO 2 STEP .5:{s}:NEXT|FOR I%={n} TO 3 STEP 99:{s}:NEXT
FOR A%=1 TO 2:FOR B%=A% TO 2:{s}:NEXT,|FOR J=9 TO {n} STEP -5E9:{s}:NEXT|FOR A(2)=1 TO 2:{s}:NEXT
FOR B=1 TO 2 STEP {n} AND 1 OR 2:{s}:NEXT|REPEAT:I%=I%-1:{s}:UNTIL I%<1|REPEAT:{s}:UNTIL TRUE
PROCp({n},{n})|PROCq({t},{n})|GOSUB 120|ON {n} AND 3 GOSUB 120,120 ELSE {s}|READ A,B,A$|READ A$,B$:RESTORE|RESTORE 180
A=B:B=J|VDU {n};65|COLOUR {n} AND 1|{s}:{s}
""".strip().replace("\n", "|").split("|")  # fmt: skip
PARTS = {"n": (CALCULATED, NUMBERS.split()), "t": (JOINED, TEXTS), "s": (STATEMENTS, ["PRINT A"])}


def made(chance, part="s", depth=0):
    """Return a random text of a part: a number, a text, or a statement."""
    whole, simple = PARTS[part]
    text = chance.choice(simple if depth > 2 or (part != "s" and chance.random() < 0.5) else whole)
    pieces = text.replace("}", "{").split("{")
    return "".join(made(chance, piece, depth + 1) if at % 2 else piece for at, piece in enumerate(pieces))


@pytest.mark.parametrize("first", range(0, 600, 100))
def test_a_program_does_what_was_accepted(first, accept):
    steps = []
    for seed in range(first, first + 100):
        some = partial(made, random.Random(seed))
        lines = [f"{10 * number} {some()}"[:230] for number in range(1, 8)]
        result = played([*BEFORE, *lines, *AFTER], timed=seed % 2)
        steps.append((str(seed), "\n".join([*lines, result])))
    check(steps, f"programs_{first}", accept)
