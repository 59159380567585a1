"""Lines of BASIC for the tokeniser, and their programs as the ROM makes them.

    python -m tests.support.basic_lines

types them at the prompt of Acorn's BASIC II in an emulator and writes tests/model/dominoes-games/tokens.jsonl.
"""

import base64
import json
import random
import tempfile
from pathlib import Path

from retro.basic.tokeniser import TABLE
from tests.support import dominoes_roms as roms

PROGRAMS = roms.FOLDER / "tokens.jsonl"

CASES = """
PRINT "A" : PRINT~TOP
  PRINT  TAB(3,5);A$  "PRINT"
A%=1:TIME=0:PRINT TIME
TIME = 3:LETTIME=4:A=TIME:IFPAGE=1PAGE=2
ONERRORTIME=1:ON ERROR OFF:REPORT
DEFPROCPRINT(A):PROCEND:PROC PRINT:=FNTO(1)
DEFTIME=1:REPEATTIME=1:CLSTIME=1:CLS TIME=1:CLS:TIME=1
ENDX=1:ENDPROCX:TIMEX=1:RNDX:PI2:NEWS:EOFA:WIDTHX:PRINTER:GETPRINT:GET$PRINT
xPRINT:XPRINT:_PRINT:`PRINT:WPRINT
P.1:P.A.1:E.:E.1:E.X:R.:R.A:REP.A:R.PRINT:TI.=0:TI.A:ENDP.:ENDP.PRINT:POS.A:PO.A:NE.A:NEW.A:END.PRINT
GOTO10,20:ON A GOTO 100 , 200,300ELSE400:PRINT10
GOTO&10:GOTO 1.5,6:GOTO32767,32768,5:GOTO1..5:GOTO.5:GOTO 00010:GOTO10A:GOTO"1"2:GOTO1 2:GOTO1E5
THEN10:10:ELSE 10,20;30:RESTORE10:LIST10,20:TRACE10:GOSUB 10;20
 20 30,40:50
+20:S.20
*FX 15,1:PRINT
 *PRINT "A"
PRINT*2:*PRINT
IFA THEN*PRINT
IFA*PRINT
""*PRINT
,*FX:PRINT
&*PRINT
&ABGOTO12:&GPRINT:&abPRINT:A&FPRINT:&1.5PRINT
REMGOTO10:PRINT "A"
DATA PRINT,10:PRINT
PRINT"PRINT:GOTO10
PRINT1E5:PRINT1EOR2:A=B.PRINT:...PRINT:PRINT.5
! $ ' ( ) + - / ; < = > ? @ [ \\ ] ^ { | } ~ £
FORI=1TO10STEP-1:NEXT:FOR I%=A%TOB%STEPC%
"""


NUMBERS = ["10", "7", "100", "32767", "32768", "1.5", ".", "&AF", "&g", "63999", "0", "255", "256", "16384"]


def written_listings():
    """Return listings of one line each."""
    return [f"10{line}" for line in [*CASES.strip("\n").split("\n"), "PRINT  "]]


def random_listings(seed, count):
    """Return listings of eight random lines: keywords, whole and abbreviated, names, numbers and signs."""
    chance = random.Random(seed)
    words = [entry.split()[0] for entry in TABLE.replace("\n", " ").split(", ")]
    kinds = [
        lambda: chance.choice(words),
        lambda: chance.choice(words),
        lambda: (word := chance.choice(words))[: chance.randint(1, len(word))] + ".",
        lambda: chance.choice("ABCXYZabxyz_`%$") * chance.randint(1, 2),
        lambda: chance.choice(NUMBERS),
        lambda: chance.choice(" :,*=+\"()<%?!#;'~^@"),
    ]

    def line():
        return chance.choice(' :A("&') + "".join(chance.choice(kinds)() for _ in range(chance.randint(1, 9)))

    return ["\n".join(f"{10 * n}{line()}" for n in range(1, 9)) for _ in range(count)]


def tokenised_by_rom(listings):
    """Return the programs that the ROM makes of listings, by running the emulator."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "listings.json"
        file.write_text(json.dumps(listings))
        return [base64.b64decode(line) for line in roms.node("tokens.mjs", file).splitlines()]


def recorded_programs():
    """Yield listings and the programs that the ROM made of them. The last one is dominoes.bas, with no listing."""
    for line in PROGRAMS.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        yield case.get("listing"), base64.b64decode(case["program"])


def record():
    """Record the programs of all listings."""
    listings = [*written_listings(), *random_listings(1, 60)]
    *programs, dominoes = tokenised_by_rom([*listings, roms.LISTING.read_text()])
    cases = [{"listing": listing, "program": program} for listing, program in zip(listings, programs)]
    with PROGRAMS.open("w", encoding="utf-8") as stream:
        for case in [*cases, {"file": "programs/dominoes.bas", "program": dominoes}]:
            stream.write(json.dumps({**case, "program": base64.b64encode(case["program"]).decode()}) + "\n")


if __name__ == "__main__":
    record()
