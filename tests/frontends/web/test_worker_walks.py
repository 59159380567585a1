"""Walks through what the page may ask of its worker: all that it is sent after each message is what was accepted."""

import json
import os
import random
import re
import time
from zlib import crc32

import pytest

from retro.frontends import web
from retro.session import storage
from retro.web import worker
from tests.support.transcripts import check
from tests.support.web_page import Off, Page, disc

pytestmark = pytest.mark.slow

NOW = 1_795_600_000.0
PYTHON = '''\
"""Count

Count what is typed.
"""

KEYS = (("A", "add"), ("RETURN", "end"))


def add(m, numbers, number):
    """Add a number."""
    numbers.append(number)
    m.sound(1, -15, 4 * len(numbers), 2)
    return sum(numbers)


def main(m, *, start: int = 2, loud: bool = False):
    """Count until RETURN."""
    m.mode(6)
    m.mouse_on()
    numbers = [start]
    while (key := m.get_s()) != "\\r":
        m.print(key, add(m, numbers, len(numbers)))
        m.inkey(5)
    m.csave("RESULT", f"{sum(numbers)}")
    m.print(m.input("NAME"))
    return 1 // (len(numbers) - 3)
'''
BASIC = """\
10 MODE 6:DIM A(3)
20 FOR I%=1 TO 3:PROCadd(I%):NEXT
30 REPEAT:K$=GET$:PRINT FNtwice(ASC(K$));" ";K$:UNTIL K$="1"
40 PRINT A(9)
70 DEF PROCadd(N%):A(N%)=N%*N%+S:S=S+1:ENDPROC
80 DEF FNtwice(N):=N*2
"""
SITE = [
    {"request": "play", "name": "dominoes", "seed": 36},
    {"request": "play", "name": "dominoes", "seed": 37, "options": {"cheat": "yes"}, "study": True},
    {"request": "play", "name": "dominoes", "options": {"course": "1"}},
    {"request": "play", "name": "dominoes", "options": {"speed": "fast"}, "resume": True},
    {"request": "play", "name": "basic"},
    {"request": "play", "name": "nothing" * 9},
    {"request": "menu", "link": "dominoes"},
    {"request": "menu", "study": True},
]
OWN = [
    {"request": "open", "name": "count.py", "text": PYTHON, "study": True},
    {"request": "open", "name": "count.py", "text": PYTHON.replace("+ sum", "+ summ")},
    {"request": "open", "name": "a,sums.bas", "text": BASIC, "study": True},
    {"request": "open", "name": "a,sums.bas", "text": BASIC.replace("PRINT", "PRONT"), "study": True},
    {"request": "open", "name": "two", "images": {"a.ssd": disc("SUMS", "10REM Sums\n20A=GET"), "b.ssd": "x"}},
    {"request": "open", "name": "wrong.txt", "text": ""},
    {"request": "play", "name": "count.py", "options": {"start": "5", "loud": "yes"}, "study": True},
    {"request": "play", "name": "count.py", "resume": True},
]
OWN_BUTTONS = """
pause, step, step, step, over, out, slowly, run, undo, slower, faster, edit, change, restart, who S, position 1 0,
answer RETURN, line py-13, line py-22, line bas-30, line bas-70, line py-1, watch start, watch numbers, watch S, to add,
to PROCadd, to S>1, answer 1, edit BASIC, edit Python
"""
BUTTONS = """
pause, step, step, step, step, over, over, out, out, slowly, run, undo, undo, slower, faster, edit BASIC, edit Python,
change, restart, who RV, who K_s, position 2 0, answer RETURN, answer SPACE, line bas-15010, line bas-7020, watch K_s,
line bas-16060, line bas-1, watch RV_i, to PROCSELECT, to turn, to T%<20, to nowhere
"""
EVENTS = [
    [["text", "1"]],
    [["text", "2"]],
    [["text", "a"]],
    [["key", "RETURN"]],
    [["key", "RETURN"]],
    [["key", "ESCAPE"]],
    [["overlay", "menu"]],
    [["overlay", "mute"]],
    [["down", "3"], ["text", "3"], ["up", "3"]],
    [["mouse", "80 720 4"], ["mouse", "80 720 0"]],
    [["move", "100 200"], ["text", "n"]],
    [["pads", "[[[0], [0, -1]]]"], ["pads", "[[[], [0, 0]]]"]],
]


class Walker(Page):
    """A page that sends random messages; `steps` has each, with what it is sent until the next."""

    def __init__(self, name, seed, count):
        super().__init__()
        self.chance, self.steps, self.count = random.Random(f"{name} {seed}"), [], count
        self.name, self.files, self.sent, self.recording, self.edited = name, {}, "the start", "", "x = 1"
        self.over = False
        self.stranger = name == "own"

    def wait(self, milliseconds):
        if not self.script:
            self.script = [self.chance.choice((0.05, 0.3, 1.0, 3.0, 9.0)), self.message()]
        message, text = self.script[-1], super().wait(milliseconds)
        if not self.script:
            self.end_step(short(message))
            if len(self.steps) > self.count:
                raise Off
        return text

    def end_step(self, sent):
        """Note what the page has got since its last message. sent: its next one."""
        self.steps.append((self.sent, shown_of(self.posts, self.pictures)))
        self.posts.clear()
        self.pictures.clear()
        self.sent = sent

    def post(self, kind, content):
        """Keep files as the page does, the last recording, and the text that is edited."""
        super().post(kind, content)
        content = json.loads(content)
        if kind == "file":
            self.files.pop(content[0], None)
            self.files |= {content[0]: content[1]} if content[1] is not None else {}
        elif kind == "lines":
            self.recording = content if content.startswith('{"retro"') else self.recording + content
        elif kind == "edit":
            self.edited = content[2]
        elif kind in ("over", "playing"):
            self.over = kind == "over"
        elif kind == "study":
            self.posts[-1][1]["marks"]["stop"].sort()  # they come in any order

    def message(self):
        """Return the next message: a request, a button of study, or events of keys and mouse."""
        chance, number = self.chance, len(self.steps)
        if number == 0 and self.name == "study":
            return {"request": "play", "name": "dominoes", "seed": 36, "study": True, "speed": "normal"}
        if number == 0 or self.over or chance.random() < {"site": 0.2, "own": 0.12}.get(self.name, 0.0):
            request = {"speed": "normal", "number": number, **chance.choice(OWN if self.stranger else SITE)}
            if chance.random() < 0.3:
                request["files"] = self.files
            if self.recording and chance.random() < 0.3:
                request |= {"request": "replay", "name": "mine.jsonl", "text": self.recording, "link": "x"}
            return request
        if chance.random() < {"site": 0.1, "own": 0.5, "study": 0.8}[self.name]:
            word = chance.choice(re.split(r",\s", (BUTTONS if self.name == "study" else OWN_BUTTONS).strip()))
            if word in ("change", "restart"):
                word += " " + self.edited.replace(*chance.choice([("1", "2"), ("while", "whale"), ("print", "prunt")]))
            return [["switch", word]]
        return chance.choice(EVENTS)


def short(message):
    """Return a message in a few characters."""
    text = scrubbed(json.dumps(message))
    return text if len(text) < 100 else f"{text[:90]}… {crc32(text.encode()):x}"


def shown_of(posts, pictures):
    """Return what a page has got."""
    pictures = [(at, width, height, crc32(pixels), crc32(rgba)) for at, width, height, pixels, rgba in pictures]
    text = "\n".join([*(f"{kind} {json.dumps(content)}" for kind, content in posts), *map(str, pictures)])
    return scrubbed(text)


def scrubbed(text):
    """Return a text without what depends on the folder, the day, and the version and length of a program."""
    return re.sub(
        r"(?<=py-)\d{3,}|(?<=-)[0-9a-f]{8}(?=/)|[0-9a-f]{64}|retro \d.*?, Python [^\"]*|sum\W{5}[0-9a-f]{8}", "…", text
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["site", "own", "study"])
def test_a_page_is_sent_what_was_accepted(name, seed, accept, monkeypatch, tmp_path):
    walker = Walker(name, seed, 30 if name == "site" else 70)
    monkeypatch.setattr(web.time, "perf_counter", lambda: walker.now)
    monkeypatch.setattr(time, "time", lambda: NOW)
    monkeypatch.setattr(os, "urandom", bytes)
    monkeypatch.setattr(worker, "DATA_FOLDER", str(tmp_path / "data"))
    monkeypatch.setattr(worker, "UPLOAD", str(tmp_path / "uploaded"))
    monkeypatch.setenv(storage.FOLDER_VARIABLE, "")
    monkeypatch.setattr(storage, "PICTURE_INTERVAL", 0.0)  # or else pictures depend on how fast the test runs
    with pytest.raises(Off):
        worker.main(walker)
    check(walker.steps, f"worker_{name}_{seed}", accept)
