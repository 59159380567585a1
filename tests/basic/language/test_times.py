"""The time of each kind of statement at the authentic speed, in cycles, is what was accepted.

That whole programs take the Electron's time is tested elsewhere; this table says which statement has changed.
"""

import pytest

from bench.basic_time import SECOND, seconds
from tests.support.transcripts import check

BEFORE = '5 DIM A(9),A%(9),A$(9),AB(3,3),M% 20:B=2.5:B%=3:B$="abcdef":a%=1:longname=7:$M%="TEXT":K%=5:Z=0:@%=&90A'
AFTER = ["800 END", "900 DEF PROCp(X):ENDPROC", "910 DEF PROCq(X%,Y$):LOCAL Z,longname:ENDPROC", "920 DEF FNf(N)=N+1"]
AFTER += [
    "930 DEF PROClong:ENDPROC",
    "940 DEF FNt(A$)=A$+A$",
    "950 RETURN",
    '960 DATA 1,2.5,abc,"d e",1E5',
    "970 DATA 7",
]
STATEMENTS = (
    """
REM nothing
LET X=1|X=1|X%=1|a%=1|longname=1|A%=1.5|X=1.25|X=1E20|X%=12345678|X=B%|X=longname|X=a%|X%=B|X%=K%|X=Z|X=-B|X%=-K%|X=-1
X$=""|X$="abcdefghij"|X$=B$|A$(1)=B$|A(1)=1|A(1)=B|A%(2)=K%|A%(1)=2.5|AB(1,2)=3|X=A(1)|X=A%(1)|X=AB(1,2)|X$=A$(1)
?M%=1|M%?1=2|!M%=1|M%!4=2|$M%="abc"|$(M%+3)=B$|X=?M%|X=M%?1|X=!M%|X$=$M%
X=K%+1|X=K%-1|X=K%*3|X=K%/3|X%=K% DIV 2|X%=K% MOD 2|X=B+1|X=B-1|X=B*3|X=B/3|X=B+B|X=B*B|X=(B)|X=((B+1)*2)
X=K%^2|X=B^3|X=B^200|X=B^K%|X=B^1.5|X=K%^-2|X=B+K%*2-1|X=1/3|X%=K%/2
X%=K%=1|X%=K%<1|X%=K%>=1|X%=B=1|X%=B<>K%|X%=B$="abc"|X%=B$<"b"|X%=K% AND 3|X%=K% OR B|X%=NOT K%|X%=K% EOR 1
X$=B$+"x"|X$="a"+"b"+B$|X%=LEN B$|X$=LEFT$(B$,2)|X$=RIGHT$(B$,2)|X$=MID$(B$,2)|X$=MID$(B$,2,3)|X$=STRING$(9,"ab")
X%=INSTR(B$,"e")|X%=INSTR(B$,"e",2)|X%=ASC B$|X$=CHR$ 65|X=VAL "12"|X=VAL B$|X$=STR$ B|X$=STR$ 1234567|X$=STR$~255
X=SIN 1|X=COS B|X=TAN B|X=ATN B|X=ASN .5|X=ACS .5|X=SQR B|X=LN B|X=LOG B|X=EXP 1|X=DEG B|X=RAD B|X=PI|X=ABS B
X%=ABS K%
X=INT B|X=SGN B|X=RND(1)|X=RND(6)|X=RND|X=RND(0)|X=RND(K%)|X=TIME|TIME=0|X=TRUE|X=FALSE|X=POS|X=VPOS|X=COUNT|X=HIMEM
X=EVAL "1+B"|X=FNf(1)|X=FNf(B)|X=FNf(K%)|X$=FNt("ab")|PROCp(1)|PROCp(B)|PROCp(K%)|PROCq(1,"a")|PROCq(B,B$)|PROClong
GOSUB 950|GOTO 800|IF K%=5 X=1|IF K%=4 X=1|IF K%=4 X=1 ELSE X=2|IF B THEN X=1|IF 0 ELSE X=3|ON 1 GOSUB 950
ON K%-4 GOTO 800
FOR I=1 TO 3:NEXT|FOR I%=1 TO 3:NEXT|FOR I%=1 TO 3:NEXT I%|FOR I=1 TO 3:NEXT I|FOR I=1 TO 2 STEP .5:NEXT
FOR I%=1 TO 9 STEP B%:NEXT|FOR I%=9 TO 1 STEP -B%:NEXT|FOR I=1 TO 9 STEP K%:NEXT|FOR I%=1 TO 9 STEP B:NEXT
FOR A(1)=1 TO 2:NEXT
REPEAT:UNTIL TRUE|REPEAT:X=X+1:UNTIL X>3|ON ERROR OFF|ON ERROR GOTO 800|RESTORE|RESTORE 970|CLEAR|END|STOP|TRACE OFF
READ X|READ X,Y|READ X%|READ X,X$,Y$,A(1)|READ X,Y,X$,Y$,X%,Z%|READ $M%|READ A%(1),A(2)
DIM C(5)|DIM C%(2,3)|DIM D$(20)|DIM D% 50|DIM E(1),F(2)
PRINT|PRINT 1|PRINT 1;|PRINT B|PRINT K%|PRINT "abcdef"|PRINT B$|PRINT "a";B$'|PRINT 1,2,3|PRINT ~255|PRINT TAB(5);1
PRINT TAB(3,4)
PRINT SPC 3;|PRINT 0|PRINT .001|PRINT 12345.678|PRINT 1E20|PRINT 1E-20|PRINT -1|PRINT STR$ 5|PRINT A(1);A%(1)
PRINT 1.5;" ";"x"
@%=&20209:PRINT 12.345|@%=&10309:PRINT 12.345|@%=&20A0A:PRINT 1/3|@%=&00405:PRINT 12345|@%=&1020A:PRINT .00012
VDU 65|VDU 65,66|VDU 300;|VDU 23,224,1,2,3,4,5,6,7,8|CLS|CLG|COLOUR 1|GCOL 0,1|MODE 6|MODE 4|WIDTH 40|WIDTH 0|REPORT
MODE 4:MOVE 1,2|MODE 4:DRAW 100,100|MODE 4:PLOT 5,50,50|MODE 4:X=POINT(1,2)|MODE 1:PLOT 85,90,90|MODE 2:DRAW 9,900:CLS
SOUND 1,0,5,1|ENVELOPE 1,1,0,0,0,0,0,0,126,0,0,-126,126,126|*FX 4,1|OSCLI "FX 4"|X=INKEY(0)|X=INKEY-1|X$=INKEY$(0)
X=ADVAL 1
X=1:X=1|X=1:X=1:X=1|REM a|X=1 :X=2|IF TRUE IF TRUE X=1|LOMEM=&4000|CALL &FFF4|X=USR(&FFF4)|X=PAGE|X=TOP
""".strip()
    .replace("\n", "|")
    .split("|")
)


def cycles(number, statement):
    """Return the cycles of a statement in a line of this number, with those of the line and what stands before it."""
    return round(SECOND * seconds([BEFORE, f"{number} {statement}", *AFTER]))


@pytest.mark.parametrize("number", [10, 700])
def test_every_kind_of_statement_takes_the_accepted_time(number, accept):
    check([(statement, str(cycles(number, statement))) for statement in STATEMENTS], f"times_{number}", accept)
