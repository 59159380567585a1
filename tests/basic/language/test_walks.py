"""Walks at the prompt: lines, commands, keys of the copy cursor; what is on the screen and heard was accepted."""

import random
from zlib import crc32

import pytest

from retro.library.loader import load
from retro.session.storage import FOLDER_VARIABLE
from tests.support.headless import Once
from tests.support.transcripts import check

LINES = r"""
10 FOR I%=1 TO 3:PRINT I%;:NEXT
20 PROCa(I%)
30 REPEAT:X=X+1:UNTIL X>5
40 GOSUB 100:DATA 1,two,"three, four"
50 READ A,B$:PRINT A;B$
60 IF X>5 THEN PRINT "six" ELSE 30
70 END
100 PRINT "sub":RETURN
200 DEF PROCa(N%):LOCAL X:X=N%:PRINT FNb(X):ENDPROC
210 DEF FNb(N)=N*2+X
20
30 PRINT 1/0
40
GOTO 30
RUN
RUN
RUN
LIST
LIST 20,100
LIST ,30
LISTO 7
LISTO 0
RENUMBER
RENUMBER 100,5
DELETE 10,20
NEW
OLD
TRACE ON
TRACE OFF
TRACE 50
CLEAR
PRINT X,I%;B$
PRINT TOP-PAGE;LOMEM-TOP
PRINT ERL;ERR:REPORT
X=7:A%=3
DIM Z%(3):Z%(1)=5:PRINT Z%(1)
ON ERROR PRINT "caught":REPORT
VDU 14
VDU 15
MODE 6
MODE 4
CLS
WIDTH 20
VDU 28,4,20,30,8
VDU 28,10,9,33,3
VDU 26
WIDTH 0
SAVE "PROG"
LOAD "PROG"
CHAIN "PROG"
*CAT
*SPOOL OUT
*SPOOL
*TYPE OUT
*DUMP OUT
*EXEC OUT
*DELETE OUT
*SAVE BLOCK 2000 2100
*SAVE BLOCK 2000 +80 12010 2020
*SAVE BLOCK 0 8000
*SAVE BAD 9000 1000
*SAVE ONE 2000
*LOAD BLOCK
*LOAD BLOCK 3000
*LOAD BLOCK 17F80
*LOAD BLOCK 7F81
*LOAD BLOCK 1 2
?&2000=65:!&2004=&12345678:$&2010="text"
PRINT ~!&3004;$&3010;?&2000;?&7F80
*RUN PROG
*PROG
*BLOCK
*EXEC
*EXEC OUT MORE
*RENAME PROG OTHER
*FX 4,1
*FX 4
*KEY 1 PRINT 6*7|M
*HELP
*NOTHING
INPUT "Name",N$:PRINT N$
PRINT GET$
PRINT INKEY(20)
F=OPENOUT "DATA":PRINT#F,X,"text":CLOSE#F
F=OPENIN "DATA":INPUT#F,X,B$:CLOSE#F:PRINT X;B$
EDIT
PRONT
PRINT "open
SOUND 1,-15,53,4
""".strip().splitlines()
KEYS = ["<UP>", "<UP>", "<LEFT>", "<RIGHT>", "<DOWN>", "<COPY>", "<COPY>", "<COPY><COPY><COPY><COPY>", "<DELETE>"]
KEYS += ["<LEFT>" * 9, "<RIGHT>" * 17, "<UP>" * 5, "<DOWN>" * 9]
KEYS += ["AUTO 300<RETURN>PRINT 7<RETURN><ESCAPE>", "<RETURN>", "<RETURN>", "<ESCAPE>", "<BREAK>", "<f1>", "12", "A"]


@pytest.mark.parametrize("seed", range(12))
def test_the_prompt_shows_what_was_accepted(seed, accept, tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    chance, steps = random.Random(seed), []

    def player(m):
        while len(steps) < 150 and not front.over:
            line = chance.random() < 0.6
            step = chance.choice(LINES) if line else chance.choice(KEYS)
            yield step + "<RETURN>" * line
            yield chance.choice((0.1, 1.0))
            picture, notes = m.screen.picture(m.now), [(round(note.start, 4), note.steps) for note in front.notes]
            front.notes.clear()
            steps.append((step, f"{m.screen.text}\n{crc32(picture.pixels):x} {picture.rgb} {notes}"))

    while len(steps) < 150:
        front = Once(player)
        front.run(load("basic").run_with({}), seed + len(steps) + 1)
        steps.append(("again", ""))
    check(steps, f"prompt_{seed}", accept)
