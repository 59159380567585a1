"""What commands print, to the byte: listings, comparisons, screens; and the files that they write."""

import io
import random
import re
import shlex
import sys
from hashlib import sha256

import pytest

from retro.cli import main
from retro.session.storage import FOLDER_VARIABLE
from tests.study.test_walks import BASIC, PYTHON
from tests.support.transcripts import check

LISTINGS = """
listing dominoes.py --width 40
listing dominoes.py --width 79
listing dominoes.py --width 100
listing dominoes.py --width 132
listing dominoes.py --graph
listing dominoes.py --graph --width 40
listing dominoes.py --bas
listing dominoes.py --counts 3
listing dominoes.py SPOTS --counts 2 --width 140
listing dominoes.py spots --width 110
listing dominoes.py spots --width 80
listing dominoes.py first --width 160
listing dominoes.py first --width 80
listing dominoes.py RV% --width 80
listing dominoes.py t() --width 80
listing dominoes.py T%
listing dominoes.py R --width 60
listing dominoes.py K$ --width 140
listing dominoes.py 7020
listing dominoes.py main --width 160
listing dominoes.py TITLE
listing dominoes.py PLOT --width 120
listing test.bas
listing test.bas --width 60
listing test.bas PROCadd
listing test.bas A --width 50
listing test.bas --graph
listing test.py
listing test.py add --width 50
listing test.py total
listing test.py --graph
compare dominoes dominoes.bas
compare dominoes other.bas
"""
FILES = """
new made.py
new --example files made
vdu bytes.vdu
vdu bytes.vdu --mode 1
vdu bytes.vdu --mode 2 --json
vdu bytes.vdu --png
vdu bytes.vdu --mode 0 --json
play dominoes --seed 3 --front headless --keys 123456 --screen - --record game.jsonl
play dominoes --seed 3 --front headless --keys 123456 --stream -
play dominoes --original --seed 3 --front headless --keys 123456 --screen -
play dominoes --cheat --seed 4 --front headless --keys kkk --screen text.txt --stream bytes --wav sound.wav
play test.bas --front headless --keys 1234 --screen - --speed authentic
play test.py --start 5 --front headless --keys ab --screen -
play test.py --front headless --keys abq --screen -
play broken.bas --front headless --screen -
play test.bas --front plain
play dominoes --seed 3 --front plain
basic test.bas --front headless --keys "LIST<RETURN>RUN<RETURN>12q" --screen -
replay game.jsonl --front headless --screen -
replay game.jsonl --from 2 --front headless --keys 6 --screen - --record second.jsonl
replay second.jsonl --png second.png
replay game.jsonl --png first.png --at 3
replay game.jsonl --png large.png --at 3 --scale 3
replay game.jsonl --png both.png --gif both.gif
replay game.jsonl --gif game.gif
replay game.jsonl --gif fast.gif --speed 8 --idle 0.5
list
study dominoes --seed 3 --front headless --run --keys 123 --screen -
study test.bas --front headless --run --keys 12q --screen -
listing dominoes --ssd listing.ssd
listing dominoes --uef listing.uef
listing test.bas --html test.html
listing test.py --html test_py.html
listing dominoes.py --html dominoes.html
"""
OTHERS = """
--help
help vdu
man
completion bash
completion zsh
completion fish
completion zsh -- play --shape ""
completion fish -- play dominoes --che
completion zsh -- pl
completion zsh -- --fr
completion zsh -- play dominoes --s
completion zsh -- play --front=t
completion fish -- play --front=t
completion bash -- play --front = t
completion bash -- play --mute d
completion bash -- play dominoes x
completion zsh -- play dominoes --cheat y
completion zsh -- play snake --stage ""
completion zsh -- list x
completion zsh -- listing d
completion zsh -- completion ""
completion fish -- vdu test.bas --mode ""
completion zsh -- study --
completion zsh -- course dominoes ""
vdu bytes.vdu --png bytes.png
vdu bytes.vdu --json --text
vdu nowhere.vdu
new --list
new --example files made.py
course
course dominoes --list
course snake --sheet
course dominoes --sheet
course dominoes 99
course dominoes 26 --front headless --screen -
course dominoes 1 --front headless --keys "A20<RETURN>" --screen -
course dominoes 17 dominoes
course dominoes 16 test.bas
course dominoes --export anna.json
course --report .
course --report data
course test.py
study dominoes --seed 3 --until turn --keys "ss" --front headless --screen -
study dominoes --seed 3 --break PROCSELECT --watch RV% --run --keys "1  1" --front headless --screen study.png
study dominoes --edit PROCSELECT
study dominoes --edit PROCSELECT --basic
study my_dominoes.py --seed 3 --run --keys 1 --front headless --screen -
study my_dominoes.bas --seed 3 --keys "sss" --front headless --screen -
listing my_dominoes.py
score my_dominoes.py --games 2
score dominoes --games 3
score test.py --games 1
desktop
desktop --remove
list
play note.py --front headless --wav note.wav
play dominoes --seed 3 --front plain < 1\n2\n3\nk\n4\n5\nk\nk\n6\n1\n2\nk\nk\nk\nk\nn\n
play dominoes --cheat --seed 5 --front plain < k\nx\nk\n1\n?\n
play dominoes_plus --go --seed 5 --front plain < 1\n2l\n3\n4\n5\nk\n1\n2\n3\n4\n
play snake --seed 2 --front plain < 1\n2\n-3\n0\nx\n4\n
play test.bas --front plain < 12q\n
vdu - < Hello\n
"""


OTHER = """\
10 MODE 1:DIM L(2,6)
20 PROCHIGHEST
30 END
40 DEF PROCHIGHEST
50 FOR I%=1 TO 6:IF L(1,I%)>H% THEN H%=L(1,I%)
60 NEXT
70 ENDPROC
"""
DATED = ".jsonl", ".bmp", ".desktop"  # files that say when they were written, or by which Python


@pytest.fixture
def files(tmp_path, monkeypatch, request):
    """A folder with the files that the commands name; it is the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    (tmp_path / "test.bas").write_text(BASIC)
    (tmp_path / "test.py").write_text(PYTHON)
    (tmp_path / "other.bas").write_text(OTHER)
    (tmp_path / "note.py").write_text('"""Note."""\n\n\ndef main(m):\n    m.sound(1, -15, 53, 4)\n')
    (tmp_path / "broken.bas").write_text("10 PRINT 1\n20 FOR X=1 TO\n")
    for ending in (".py", ".bas", ".description.md", ".md", "_explained.py"):  # without its edition
        file = request.config.rootpath / "programs" / f"dominoes{ending}"
        lines = file.read_text().splitlines(keepends=True)
        (tmp_path / file.name).write_text("".join(line for line in lines if "--cheat" not in line))
    chance = random.Random(1)
    (tmp_path / "bytes.vdu").write_bytes(
        b"".join(
            chance.choice((bytes([25, 85]), b"Hi ", bytes([17, 1]), b"\n\r")) + chance.randbytes(4) for _ in range(400)
        )
    )
    return tmp_path


def digests(folder):
    """Return a digest of each file of a folder, but those that are DATED."""
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()[:8]
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in DATED and "data" not in path.parts
    }


@pytest.mark.parametrize(("name", "lines"), [("listings", LISTINGS), ("files", FILES), ("others", OTHERS)])
def test_commands_print_and_write_what_was_accepted(name, lines, files, accept, monkeypatch, capfdbinary):
    steps, before = [], digests(files)
    for line in lines.strip().splitlines():
        command, _, typed = line.partition(" < ")
        typed = io.BytesIO(typed.replace("\\n", "\n").encode())
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(typed))
        status = main(shlex.split(command))
        printed, after = capfdbinary.readouterr(), digests(files)
        changed = [file for file in after.items() if file not in before.items()]
        text = printed.out.decode("latin-1") + printed.err.decode("latin-1")
        text = re.sub(r"\(\d+\.\d s\)", "", text.replace(str(files), ""))
        steps.append((line, f"{text}\n{status} {changed}"))
        before = after
    check(steps, f"commands_{name}", accept)
