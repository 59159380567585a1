"""Walks through menu, games, pages, settings and replays: what is shown after each key is what was accepted."""

import os
import random
import time
from pathlib import Path
from zlib import crc32

import pytest

from retro.input.events import (
    AllUp,
    Command,
    Down,
    Dropped,
    Key,
    Mouse,
    Move,
    Notice,
    Pad,
    PadFound,
    Paste,
    Rewind,
    Text,
    Up,
)
from retro.launcher.launcher import Launcher
from retro.library.catalogue import ProgramInfo
from retro.session.notice import CurrentNotice
from retro.session.session import Session
from retro.session.settings import FILE, SettingsStore
from tests.support.headless import Once
from tests.support.transcripts import check

NOW = 1_795_600_000.0
PROGRAMS = {
    "keys": 'm.mode(1)\n    while (key := m.get_s()) != "q":\n        m.print(key, 7 * ord(key))',
    "words": 'm.print("Hello")\n    m.print(m.input("Name"))\n    m.csave("RESULT", "won by 3")\n    m.get()',
    "lines": "m.mode(4)\n    for n in range(40):\n        m.move(0, n)\n        m.draw(9, 900)\n        m.inkey(9)",
    "fails": "m.vdu(19, 0, 3, 0, 0, 0)\n    m.get()\n    m.print(1 // 0)",
    "keyed": "m.keys = (('A', 'add'), ('F1', 'menu'), ('RETURN', 'end'), ('1-3', 'a number'))\n    m.mode(6)\n"
    "    while (key := m.get()) != 13:\n        m.cls()\n        m.print(f'A add  RETURN end  1-3: {key}')",
    "tune": "while (key := m.get()) != 13:\n        m.sound(1, -15, key, 60)\n        m.sound(2, -9, 99, key)",
    "held": "m.mouse_on()\n    while m.inkey(20) != 13:\n        m.print(m.inkey(-66), m.inkey(-1), *m.mouse())",
    "paged": "m.offer(lambda: [Page('Short', text=['word ' * 30]), Page('Long', text=[*map(str, range(60))])])\n"
    "    m.describe(lambda: 'words', lambda: 'all the words\\n' * 40)\n"
    "    while m.get() != 13:\n        m.print('more')",
    "asks": "m.mode(2)\n    m.colour(m.get() % 16)\n    m.vdu(5)\n    m.print('x' * 30)\n    m.get()",
}
STEPS = {
    "F1": [Command("menu")],
    "mute": [Command("mute")],
    "picture": [Command("picture")],
    "rewind": [Rewind()],
    "held": [Down("SHIFT"), Key("RIGHT"), Up("SHIFT")],
    "down": [Down("A")],
    "down too": [Down("1"), Down("SHIFT")],
    "up": [Up("A"), Up("SHIFT")],
    "all up": [AllUp()],
    "silence": [Notice("No sound: no audio device")],
    "sound": [Notice("Sound again")],
    "paste": [Paste("ab\ncd")],
    "pad": [Pad("a", True), Pad("a", False)],
    "pad's menu": [PadFound(), Pad("start", True), Pad("start", False)],
    "dropped": [Dropped("words.py")],
    "dropped badly": [Dropped("nothing.py")],
    "bar": [Mouse(640, 1010, 4), Mouse(700, 1010, 4), Mouse(700, 1010, 0)],
    "label": [Mouse(40, 1020, 4), Mouse(40, 1020, 0)],
    "other label": [Mouse(300, 1020, 1), Mouse(310, 1020, 5), Mouse(40, 1020, 4), Mouse(40, 1020, 0)],
    "drag": [Mouse(40, 20, 4), Move(640, 20), Mouse(640, 20, 4), Mouse(900, 20, 0), Mouse(900, 20, 4)],
    "notice": [Notice("A notice of the view")],
}
CHOSEN = [*"12wksdmpgrlantxbq", "ls", "lsx\r"]  # on the page of F1, and on the page that this opens
STEPS |= {f"F1 {keys!r}": [Command("menu"), *map(Text, keys)] for keys in CHOSEN}
TYPED = "<UP> <DOWN> <DOWN> <LEFT> <RIGHT> <RETURN> <RETURN> <RETURN> <ESCAPE> 1 2 3 4 5 a b d s u y n + - x k"
KEYS = TYPED.split()


def step(chance):
    """Return a step with its name: a key, a click, or what a view reports."""
    kind = chance.random()
    if kind < 0.62:
        key = chance.choice(KEYS)
        return key, key
    if kind < 0.75:
        x, y = chance.randrange(1280), chance.choice((20, 1020, chance.randrange(1024)))
        return f"@{x},{y}", [Move(x, y), Mouse(x, y, 4), Mouse(x, y, 0)]
    name = chance.choice(["F1", "F1", "F1", *STEPS])
    return name, STEPS[name]


def walk(seed, count, said):
    """Go through so many steps, from the menu again whenever it is left; return each with what is shown then.

    said: a list to which each notice is added, also those that another replaces at once.
    """
    chance, steps = random.Random(seed), []

    def player(m):
        while len(steps) < count and not front.over:
            name, events = step(chance)
            yield events
            yield chance.choice((0.05, 0.3, 1.0, 5.0))
            layer, picture = m.screen.layer, m.screen.picture(m.now)
            words = [m.screen.text, *(layer.lines if layer else ())]
            shown = layer.over(picture) if layer else picture
            heard = [(round(note.start, 6), round(note.length, 6), note.steps) for note in front.notes]
            front.notes.clear()
            words += [
                f"{crc32(shown.pixels):x} {shown.rgb} {m.in_words} {m.screen.has_labels}",
                f"{heard} {front.volume}",
                *said,
            ]
            said.clear()
            steps.append((name, "\n".join(words)))

    while len(steps) < count:
        launcher = Launcher("normal", 1)
        launcher.programs = [ProgramInfo(f"{name}.py", name.title(), f"{name}.py") for name in PROGRAMS]
        front = Once(player)
        if chance.random() < 0.2:
            Path("data").mkdir(exist_ok=True)
            Path("data", FILE).write_text(chance.choice(('{"format": 1, "muted": true}', "damaged", '{"format": 9}')))
        try:
            Session(front, "Title", store=SettingsStore(os.path.join("data", FILE))).run(launcher.menu(), 1)
        except ZeroDivisionError:
            steps.append(("an error", ""))
    return steps


@pytest.mark.parametrize("seed", range(30))
def test_a_walk_shows_what_was_accepted(seed, accept, tmp_path, monkeypatch):
    formatted = time.strftime
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(time, "time", lambda: NOW)
    monkeypatch.setattr(time, "strftime", lambda form, *_: formatted(form, time.gmtime(NOW)))
    for name, body in PROGRAMS.items():
        (tmp_path / f"{name}.py").write_text(
            f'"""{name.title()}\n\nA program."""\n\nfrom retro.basic.pages import Page\n\n\ndef main(m):\n    {body}\n'
        )
    say, said = CurrentNotice.say, []
    monkeypatch.setattr(CurrentNotice, "say", lambda notice, *words: (said.append(words[0]), say(notice, *words)))
    check(walk(seed, 100, said), f"overlay_{seed}", accept)
