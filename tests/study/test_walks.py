"""Walks through study by its keys: what stands on its screen after each is what was accepted, to the pixel."""

import random
import re
from contextlib import suppress
from zlib import crc32

import pytest

from retro.basic import Escape
from retro.input.events import Mouse, Side
from retro.machine.frontend import PowerOff
from retro.session.storage import FOLDER_VARIABLE
from tests.support.headless import Once
from tests.support.live_study import Studied
from tests.support.transcripts import check

pytestmark = pytest.mark.slow

TYPED = """
s s s s s s <RIGHT> o o o u u r <F5> w w + - <F6> <F7> <F8> <F9> p p t t b b v v / / n n g g c m m d a
<UP> <DOWN> <DOWN> <DOWN> <RETURN> <RETURN> <TAB> l l l <F3> z z <LEFT> , , . . <F2> h i i f q ? K 1 2 3 @ @ @ @ @ @
<SPACE> <SPACE> <SPACE> v<DOWN>? v<RIGHT>? v<DOWN><RETURN> v<DOWN><SPACE> p<DOWN><RETURN> p<UP><SPACE> pf
b<DOWN><RETURN> b<DOWN><DOWN><SPACE> b<DOWN>i t<DOWN><RETURN> c<RETURN> c<DOWN><RETURN> hh <TAB>12K<TAB> @ @ @ @ @ @ @ @
"""
KEYS = TYPED.split()
ANSWERS = {
    "/": ("domino", "T%", "7020", "spots", "[", "xyzzy"),
    "g": ("T%<LT>20", "PROCSELECT", "7020", "turn", "K%=K%", "X(", "nowhere"),
    "i": ("D%>2", "T%<LT>9 AND N1>2", "PROC", ""),
}
BASIC = """\
10 MODE 6:DIM A(3),B$(2)
20 FOR I%=1 TO 3:PROCadd(I%):NEXT
30 REPEAT:K$=GET$:PRINT FNtwice(ASC(K$));" ";K$:UNTIL K$="q"
40 IF A(1)=1 THEN PRINT "one" ELSE GOTO 60
50 GOSUB 100:B$(1)=K$+"!":PRINT B$(1):?&70=A(2)
60 END
70 DEF PROCadd(N%):LOCAL X:X=N%*N%:A(N%)=X/2+.5:ENDPROC
80 DEF FNtwice(N):=N*2
100 PRINT "sub";:S=S+1
110 RETURN
"""
PYTHON = '''\
"""Count\\n\\nCount what is typed."""


class Pair:
    """Two numbers."""

    def __init__(self):
        self.first, self.second = 1, [2, 3]


def add(m, pair, number):
    """Add a number."""
    pair.first += number
    pair.second.append(number)
    return pair.first


def main(m, *, start: int = 2):
    """Count until Q."""
    pair = Pair()
    names = {"a": start}
    for number in range(start):
        add(m, pair, number)
    while (key := m.get_s()) != "q":
        names[key] = add(m, pair, len(key) * 7)
        m.print(key, pair.first)
    return 1 // (pair.first - 3)
'''
WALKS = {
    "dominoes": {},
    "dominoes_running": {"mode": "running", "breakpoints": ["PROCSELECT", "7020 IF T%<20"], "watch": ["RV%"]},
    "dominoes_both": {"with_basic": True},
    "dominoes_small": {"rows": 25, "both": False, "columns": 40},
    "dominoes_narrow": {"rows": 20, "columns": 60, "covered": (40, 12)},
    "dominoes_wide": {"rows": 60, "columns": 132, "until": "PROCMOVE", "mode": "running"},
    "dominoes_cheat": {"options": {"cheat": True}, "mode": "slow"},
    "basic": {},
    "basic_stops": {"mode": "running", "breakpoints": ["PROCadd", "30 IF S>0"], "watch": ["S"]},
    "basic_small": {"mode": "slow", "rows": 25, "both": False, "columns": 40},
    "python": {"mode": "slow", "options": {"start": 3}},
    "python_wide": {"rows": 60, "columns": 132, "until": "add", "mode": "running"},
    "python_narrow": {"rows": 20, "columns": 60, "covered": (40, 12), "options": {"start": 1}},
}
SEEDS = {"dominoes": "012", "dominoes_both": "012"} | {name: "01234" for name in WALKS if not name.startswith("dom")}


def pointed(chance, lines):
    """Return events of the mouse: on the program's picture, or on the study screen, oftenest on its rows of keys."""
    if chance.random() < 0.25:
        x, y = chance.randrange(1280), chance.randrange(1024)
        return [Mouse(x, y, 4), Mouse(x, y, 0)]
    column, row = chance.randrange(80), lines - 1 - chance.choice((0, 1, 2, 3, chance.randrange(lines)))
    return [Side(column, row, True), Side(chance.choice((column, 40)), row, True), Side(column, row, False)]


def walk(program, seed, count, **choices):
    """Press so many keys, each but one in eight followed by half a second; return each with what is shown then.

    When the program has ended, it begins again.
    """
    chance, steps = random.Random(seed), []

    def player(s, m):
        while len(steps) < count and not s.front.over:
            key = chance.choice(KEYS)
            if key[-1] in ANSWERS and chance.random() < 0.8:
                key += chance.choice(ANSWERS[key[-1]]) + "<RETURN>"
            yield key if key != "@" else pointed(chance, len(s.lines))
            yield chance.choice((0.02, 0.5, 0.5, 2.0))
            picture, (text, folder) = s.side_screen.screen.picture(0.0), re.subn(r"/\S*/retro-\w+", "", s.text)
            picture = "" if folder else f"{crc32(picture.pixels):x} {picture.rgb}"  # a temporary one
            steps.append((key, f"{text}\n{picture} {m.screen.text} {s.said}"))
            s.said.clear()

    while len(steps) < count:
        with suppress(Escape):
            Studied(program, player, front=Once, **choices)
    return steps


@pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in WALKS for seed in SEEDS.get(name, "01")])
def test_a_walk_shows_what_was_accepted(name, seed, accept, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "data"))
    (tmp_path / "basic.bas").write_text(BASIC)
    (tmp_path / "python.py").write_text(PYTHON)
    program = {"basic": "basic.bas", "python": "python.py"}.get(name.partition("_")[0], "dominoes")
    check(walk(program, f"{name} {seed}", 45, **WALKS[name]), f"study_{name}_{seed}", accept)


@pytest.mark.parametrize("name", ["dominoes_both", "basic"])
def test_every_size_shows_what_was_accepted(name, accept, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "data"))
    (tmp_path / "basic.bas").write_text(BASIC)
    steps = []

    def player(s, m):
        yield "g7020<RETURN>" if name != "basic" else "g70<RETURN>"
        yield 0.5
        for key in ("s", "m", "m", "p", "<ESCAPE>v", "<ESCAPE>h"):
            yield key
            yield 0.5
            for columns in (40, 80, 132):
                for rows in range(13, 37):
                    s.side_screen.columns, s.side_screen.rows = columns, rows
                    s.side_screen.on_resize()
                    yield
                    yield 0.1
                    picture = s.side_screen.screen.picture(0.0)
                    steps.append((f"{key} {columns} {rows}", f"{crc32(picture.pixels):x}"))
        raise PowerOff

    with suppress(PowerOff):
        Studied("basic.bas" if name == "basic" else "dominoes", player, **WALKS[name])
    check(steps, f"study_sizes_{name}", accept)
