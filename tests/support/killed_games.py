"""Games that are killed in the middle: a process that plays, and what must be left of its game."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

from retro.frontends.headless import headless, typist
from retro.launcher.library import load
from retro.launcher.recorded_program import RecordedProgram
from retro.machine.tape import MemoryTape, decode
from retro.recording.session import Session
from retro.recording.storage import FolderTape, discard, games_folder, kept_games

PROGRAM = """\
def main(m):
    count = 0
    while True:
        key = m.get_s()
        count += 1
        m.csave("COUNT", [count] * 500)
        m.print(key, count, end=" ")
        m.time
"""

# Plays a program with the keys of its standard input, as fast as it goes. Before a key is handed on, it is told.
CHILD = """
import os, sys
from retro.display.font import default_font
from retro.launcher.recorded_program import RecordedProgram
from retro.launcher.library import load
from retro.machine.machine import Machine

class Piped:
    time = 0.0
    def run(self, program, seed):
        program(Machine(self, default_font(), seed))
    def now(self):
        return self.time
    def note(self, note):
        pass
    def wait(self, m, timeout):
        if timeout is not None and timeout < 1e9 and not m.keyboard.awaiting_key:
            self.time += timeout
            return []
        self.time += 0.3
        key = os.read(0, 1).decode()
        os.write(1, key.encode())
        return [("text", key)]

name = sys.argv[1]
game = RecordedProgram(name, load(name), {})
Piped().run(game.session(game.header(3, "normal"), None, keep=True), 3)
"""


def killed(name, keys, delay, random):
    """Play in a process and kill it some time after its first key; gives the keys that were handed on."""
    command = [sys.executable, "-c", CHILD, str(name)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    child.stdin.write(keys.encode())
    child.stdin.flush()
    handed = os.read(child.stdout.fileno(), 1)
    try:
        child.wait(random.uniform(0, delay))
    except subprocess.TimeoutExpired:
        child.send_signal(signal.SIGKILL)
    handed += child.stdout.read()
    child.wait()
    for stream in (child.stdin, child.stdout):
        stream.close()
    return handed.decode()


def check(name, handed, before):
    """What must be true of what is left; gives how many keys are missing. before: an older game, which must stay."""
    game = RecordedProgram(str(name), load(str(name)), {})
    newest, *older = kept_games(game.key)
    if newest.path == before:
        assert len(handed) <= 1, f"{len(handed)} keys are lost"
        return len(handed)
    assert [kept.path for kept in older] == [before]
    old = newest.recording()
    game.check(old)
    kept = "".join(text for entry in old.log.entries for _, text in entry.events)
    assert handed.startswith(kept), f"{kept!r} is kept of {handed!r}"
    assert len(handed) - len(kept) <= 1, f"{len(handed) - len(kept)} keys are lost"
    check_tape(game.key, len(handed))
    check_screen(game, old, kept)
    discard(newest.path)
    return len(handed) - len(kept)


def check_tape(key, count):
    """A tape is there as it was saved by one of the last two keys."""
    text = FolderTape(key).load("COUNT")
    if text is not None:
        assert count - 1 <= decode("COUNT", text)[0] <= count, (decode("COUNT", text)[0], count)


def check_screen(game, old, kept):
    """The game that is left is the one with these keys."""
    straight = headless(lambda m: game.load()(m), typist(kept), seed=3)
    session = Session(game.load, old.header, log=old.log, tape=MemoryTape())
    assert headless(session, seed=3).screen.text == straight.screen.text


def kill_often(count, folder, seed=1):
    """Kill so many games; gives how often a key was missing."""
    chooser = random.Random(seed)
    program = Path(folder) / "counting.py"
    program.write_text(PROGRAM)
    missing = 0
    for number in range(count):
        name, letters = [(program, "abc"), ("dominoes", "1234567K")][number % 2]
        key = RecordedProgram(str(name), load(str(name)), {}).key
        FolderTape(key).save("COUNT", None)
        before = older_game(key)
        keys = "".join(chooser.choice(letters) for _ in range(2000))
        missing += check(name, killed(name, keys, 0.25, chooser), before)
    return missing


def older_game(key):
    """Keep a game as versions before did, and give its path."""
    path = Path(games_folder(), f"{key}.jsonl")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"an older game")
    return str(path)
