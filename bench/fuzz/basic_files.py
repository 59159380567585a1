"""Random BASIC programs that use files: none may raise a Python error, run on past ESCAPE, or leave the disc.

    python -m bench.fuzz.basic_files [N] [SEED]

The disc is a folder of its own, which every program finds as the one before has left it.
"""

from __future__ import annotations

import os
import random
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

from bench.basic_corpus import machine_with
from bench.fuzz.basic_programs import LINES, Impatient, expression, statement, target
from retro.basic.language.interpreter import Basic
from retro.basic.language.prompt import Prompt
from retro.machine.frontend import PowerOff
from retro.session.storage import DISC_KEY, FOLDER_VARIABLE, FolderTape

NAMES = """
A B D.SCORES $.A :0.$.A a TOOLONGNAME1 ../x ../../etc/passwd /etc/passwd C:\\X \\\\host\\x CON NUL AUX.TXT ~/x
%2e%2e . .. A.B.C é
""".split()  # noqa: SIM905
ON_DISC = re.compile(r"tape-(DISC|F[0-9A-F]{8})\.json")
ESCAPE_AFTER = 100  # statements, each of which may write a file


def name(chance):
    """Return the text of a random file name, as an expression."""
    if chance.random() < 0.1:
        return chance.choice([expression(chance), 'STRING$(255,"X")', '"A"+CHR$0', 'CHR$13+"A"', '""'])
    return f'"{chance.choice(NAMES[:4] if chance.random() < 0.7 else NAMES)}"'


def file_statement(chance):
    """Return the text of a random statement about files."""
    channel = chance.choice(["C%", "C%", "C%", "D%", "17", "18", expression(chance)])
    plain = name(chance).strip('"')
    start = chance.choice(["400", "401", "0", "E00", "8000"])
    number = chance.choice(["0", "1", "PTR#C%+1", "EXT#C%", "65536", expression(chance)])
    return chance.choice(
        [
            f"{chance.choice(['C%', 'D%', 'A'])}={chance.choice(['OPENIN', 'OPENOUT', 'OPENUP'])}({name(chance)})",
            f"PRINT#{channel},{expression(chance)},{expression(chance)}",
            f"INPUT#{channel},{target(chance)},{target(chance)}",
            f"BPUT#{channel},{number}",
            f"{target(chance)}=BGET#{channel}",
            f"PTR#{channel}={number}",
            f"PRINT PTR#{channel};EXT#{channel};EOF#{channel}",
            f"CLOSE#{chance.choice([channel, '0'])}",
            f"REPEAT A=BGET#{channel}:UNTIL EOF#{channel}",
            f"OSCLI {name(chance)}",
            f"*{chance.choice(['LOAD', 'DELETE', 'EXEC', 'SPOOL', 'RUN', 'CAT', 'DIR', 'SPOOL'])} {plain}",
            f"*LOAD {plain} {chance.choice(['400', '402', 'E00', '7FFF', '900', '-1', 'ZZ'])}",
            f"*SAVE {plain} {start} {chance.choice(['+6C', '+1', 'FFFF', '900'])}",
            f"CHAIN {name(chance)}",
            "*SPOOL",
            "*EXEC",
        ]
    )


def made(chance):
    """Return a program of random statements, most of them about files."""
    lines = [f"1ON ERROR IF ERR<>17 AND RND(20)>1 {chance.choice(['GOTO 10', 'REPORT', 'CLOSE#0'])}"]
    lines.append('5C%=OPENUP("A"):IF C%=0 C%=OPENOUT("A")')
    for line in LINES:
        count = chance.randrange(1, 4)
        parts = (file_statement(chance) if chance.random() < 0.8 else statement(chance) for _ in range(count))
        lines.append(f"{line}{':'.join(parts)}")
    return lines


def run(lines, tape):
    """Type a program at the prompt, RUN it, and save and load it; return the number of the last error, or None."""
    front = Impatient(["1\r2\rX\r"] * 5)
    m = machine_with(front)
    m.tape = tape
    m.poll_interval, m.interrupt_pending = ESCAPE_AFTER, False
    basic = Basic(m)
    prompt = Prompt(basic)
    try:
        for line in [*lines, "RUN", 'SAVE"P"', 'LOAD"P"', "*CAT"]:
            front.escape = True
            prompt.attempt(line.encode("latin-1", "replace")[:238])
    except PowerOff:
        pass
    return basic.error


def check(folder):
    """Exit if there is anything in the folder but the files of the disc."""
    disc = folder / "tapes" / DISC_KEY
    strange = [path for path in folder.rglob("*") if path not in (disc, disc.parent)]
    if any(path.parent != disc or not ON_DISC.fullmatch(path.name) for path in strange):
        sys.exit(f"found {strange}")


def main(words):
    count, seed = (int(word) for word in [*words, *("1000", "1")[len(words) :]])
    errors = Counter()
    with tempfile.TemporaryDirectory() as made_folder:
        folder = Path(made_folder)
        os.environ[FOLDER_VARIABLE] = str(folder)
        for number in range(seed, seed + count):
            try:
                errors[run(made(random.Random(number)), FolderTape(DISC_KEY))] += 1
            except Exception as error:
                print(number, repr(error))
                raise
            check(folder)
    print(f"{count} programs; last errors: {', '.join(f'{error} ×{times}' for error, times in errors.most_common(12))}")


if __name__ == "__main__":
    main(sys.argv[1:])
