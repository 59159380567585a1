"""A disc with CHAIN, *LOAD of data, OPENIN, !BOOT and writing, for tests in all front ends."""

from retro.basic.media.dfs import write_dfs
from retro.basic.media.files import File
from retro.basic.tokeniser import tokenise

BOOT = b'*BASIC\r*DIR D\rCHAIN"$.MENU"\r'
MENU = """\
10 REM The menu
20 *LOAD $.DATA 900
30 PRINT ?&900+?&901
40 C%=OPENIN("$.TEXT"):INPUT#C%,A$:CLOSE#C%:PRINT A$
50 A$=GET$
60 CHAIN "PART"
"""
PART = """\
10 REM The second part
20 C%=OPENOUT("SCORE"):PRINT#C%,42:CLOSE#C%
30 C%=OPENIN("D.SCORE"):INPUT#C%,X:CLOSE#C%:PRINT "SCORE ";X
40 C%=OPENUP("$.TEXT"):PRINT#C%,"CHANGED":CLOSE#C%
50 *CAT
60 A$=GET$
"""
FILES = [
    File("!BOOT", 0, 0, BOOT),
    File("MENU", 0x1900, 0x8023, tokenise(MENU)),
    File("PART", 0x1900, 0x8023, tokenise(PART)),
    File("DATA", 0xFFFF0900, 0, bytes([40, 2])),
    File("TEXT", 0, 0, b"\0\5OLLEH"),
]
FIRST, SECOND = ["42", "HELLO"], ["SCORE 42", "6 files"]


def disc(files=FILES, title="A DISC"):
    """Return a disc; PART is in directory D."""
    return write_dfs(title, files).replace(b"PART   $", b"PART   D")


def shows(texts, lines):
    return all(any(line in text for text in texts) for line in lines)
