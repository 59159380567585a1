"""Games that are killed in the middle: a process that plays, and what must be left of its game.

A game is played headless, in a terminal, in a window, or in a browser, where the page's process is killed.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import cycle
from pathlib import Path

from retro.frontends.headless import headless, typist
from retro.input.events import Text
from retro.launcher import recorded_games
from retro.library.loader import load
from retro.machine.tape import MemoryTape, decode
from retro.session.parser import read
from retro.session.storage import FolderTape, discard, games_folder, kept_games
from tests.support import x11
from tests.support.browser import COMPILE_ONCE, Browser, Site, build_site
from tests.support.front_ends import RETRO
from tests.support.pseudo_terminal import PseudoTerminal, until
from tests.support.recorded_games import RecordedGame

# Reports each key that it takes: in a file that the environment names, in the browser on the console.
PROGRAM = '''"""Counting."""

import os
import sys


def main(m):
    count = 0
    while True:
        key = m.get_s()
        report(key)
        count += 1
        m.csave("COUNT", [count] * 500)
        m.print(key, count, end=" ")
        m.time


def report(key):
    if sys.platform == "emscripten":
        print("took", key)
    elif path := os.environ.get("TAKEN"):
        with open(path, "a") as stream:
            stream.write(key)
'''
TITLE = "Counting"
SEED = "3"
KEYS = "abcdefghijklmnopqrstuvwxyz0123456789"  # typed in this order, again and again
PAUSES = (0, 0, 0.001, 0.005, 0.02)  # seconds between two keys
AHEAD = 20  # keys that are typed before the first of them is taken; the keyboard's buffer has room for 31
STARTING = 0.25  # share of the games that are killed some time after their start, whatever they show by then
START = 1.0  # seconds: the longest time from the start of a process that is killed while it starts
MOST = 60  # keys that a game has taken at most when it is killed

# Plays a program with the keys of its standard input, as fast as it goes. Before a key is handed on, it is told.
CHILD = """
import os, sys
from retro.display.font import default_font
from retro.launcher.recorded_games import game_of, new_header
from retro.library.loader import load
from retro.machine.machine import Machine
from retro.machine.view import View
from retro.input.events import Text
from retro.session.session import played

class Piped(View):
    time = 0.0
    def run(self, program, seed):
        program(Machine(self, default_font(), seed))
    def now(self):
        return self.time
    def note(self, note):
        pass
    def wait(self, timeout, wanted):
        if timeout is not None and timeout < 1e9 and not wanted:
            self.time += timeout
            return []
        self.time += 0.3
        key = os.read(0, 1).decode()
        os.write(1, key.encode())
        return [Text(key)]

name = sys.argv[1]
game = load(name)
Piped().run(played(game_of(game, new_header(game, 3, "normal"), keep=True)), 3)
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


def check(name, taken, before, typed):
    """Check what is left of a killed game; return how many keys are missing.

    Args:
        name: the program.
        taken: the keys that the program reported.
        before: the path of an older game, which must stay.
        typed: the keys that were typed; those before the program listened may be lost.
    """
    game = load(str(name))
    newest, *older = kept_games(game.key)
    if newest.path == before:
        assert len(taken) <= 1, f"{len(taken)} keys are lost"
        return len(taken)
    assert [kept.path for kept in older] == [before]
    recording = newest.recording()
    recorded_games.check(game, recording)
    kept = keys_of(recording)
    check_screen(game, recording, kept)
    check_tape(game.key, len(taken))
    discard(newest.path)
    return missing_keys(kept, taken, typed)


def keys_of(recording):
    events = [event for entry in recording.log.entries for event in entry.events]
    return "".join(event.characters for event in events if isinstance(event, Text))


def missing_keys(kept, taken, typed):
    """Return how many of the keys that a program has taken are not kept: one at most."""
    assert kept in typed, f"{kept!r} is kept of {typed!r}"
    assert kept.startswith(taken) or taken.startswith(kept), f"{kept!r} is kept of {taken!r}"
    missing = max(0, len(taken) - len(kept))
    assert missing <= 1, f"{missing} keys are lost"
    return missing


def check_tape(key, count):
    """A tape is there as it was saved by one of the last two keys."""
    text = FolderTape(key).load("COUNT")
    if text is not None:
        assert count - 1 <= decode("COUNT", text)[0] <= count, (decode("COUNT", text)[0], count)


def check_screen(game, old, kept):
    """The game that is left is the one with these keys."""
    session = RecordedGame(lambda: game.run_with(game.chosen), old.header, log=old.log, tape=MemoryTape())
    assert headless(session, seed=3).screen.text == screen_after(game, kept).text


def screen_after(game, keys):
    """Return the screen of a game after these keys."""
    return headless(game.run_with(game.chosen), typist(keys), seed=3).screen


def kill_headless(count, folder, seed=1):
    """Kill games that are played headless, with all keys typed at once; return a Counter as kill_processes."""
    chooser, figures = random.Random(seed), Counter()
    program = counting_program(folder)
    for number in range(count):
        name, letters = [(program, "abc"), ("dominoes", "1234567K")][number % 2]
        before = prepare(name)
        keys = "".join(chooser.choice(letters) for _ in range(2000))
        taken = killed(name, keys, 0.25, chooser)
        figures.update(kills=1, typed=len(keys), taken=len(taken), missing=check(name, taken, before, keys))
    return figures


def counting_program(folder):
    program = Path(folder) / "counting.py"
    program.write_text(PROGRAM)
    return program


def prepare(name):
    """Keep an older game of a program and no tape; return the game's path."""
    key = load(str(name)).key
    FolderTape(key).save("COUNT", None)
    return older_game(key)


def older_game(key):
    """Keep a game as versions before did, and give its path."""
    path = Path(games_folder(), f"{key}.jsonl")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"an older game")
    return str(path)


# in real front ends

VT100 = {b"\x1b[c": b"\x1b[?1;0c"}


class InTerminal:
    """A game in a pseudo-terminal."""

    def __init__(self, command, environment):
        self._terminal = PseudoTerminal([*command, "--front", "terminal"], environment=environment, answers=VT100)
        self.process, self.type = self._terminal.process, self._terminal.type

    @property
    def shown(self):
        return b"?1049h" in self._terminal.written  # the screen of full-screen programs

    def close(self):
        self._terminal.close()


class InWindow:
    """A game in a window on a private X server, with keys by XTEST."""

    def __init__(self, command, environment, server):
        environment = os.environ | environment | {"DISPLAY": server.name}
        self.process = subprocess.Popen([*command, "--front", "window", "--scale", "1", "--mute"], env=environment)
        self._user, self.type = server.user, server.user.type_key

    @property
    def shown(self):
        windows = self._user.root.query_tree().children
        return any(self._user.caption(window) == TITLE and self._user.has_focus(window) for window in windows)

    def close(self):
        self.process.wait()
        until(lambda: not self.shown)


def kill_processes(opened, count, folder, seed):
    """Kill games while they start, and while someone types fast.

    Args:
        opened: opens a game: gets the command line and changes of the environment.

    Returns:
        A Counter of kills, of games that were killed before they showed anything, of keys typed, of keys that the
        program has taken, and of those missing from the kept games.
    """
    chooser, figures = random.Random(seed), Counter()
    program = counting_program(folder)
    taken = Path(folder, "taken.txt")
    command = [*RETRO, "play", str(program), "--seed", SEED]
    for _ in range(count):
        before = prepare(program)
        taken.write_text("")
        game = opened(command, {"TAKEN": str(taken)})
        try:
            typed = type_fast(game, lambda: taken.stat().st_size, chooser)
            figures["starting"] += not game.shown
        finally:
            game.process.kill()
            game.close()
        keys = taken.read_text()
        missing = check(program, keys, before, typed)
        figures.update(kills=1, typed=len(typed), taken=len(keys), missing=missing)
    return figures


def type_fast(game, taken, chooser):
    """Type until a random moment, or until some keys were taken; return the keys. taken: counts those."""
    starting = chooser.random() < STARTING
    if not starting:
        until(lambda: game.shown)
    end, most = time.monotonic() + chooser.uniform(0, START), chooser.randint(1, MOST)
    typed = ""
    keys = cycle(KEYS)
    while time.monotonic() < end if starting else taken() < most:
        if game.shown and len(typed) < taken() + AHEAD:
            key = next(keys)
            game.type(key)
            typed += key
        time.sleep(chooser.choice(PAUSES) if typed else PAUSES[-1])
    return typed


def kill_in_terminal(count, folder, seed=1):
    """Kill games in a pseudo-terminal: see kill_processes."""
    return kill_processes(InTerminal, count, folder, seed)


def kill_in_window(count, folder, seed=1):
    """Kill games in a window: see kill_processes."""
    server = x11.Server()
    try:
        return kill_processes(lambda *given: InWindow(*given, server), count, folder, seed)
    finally:
        server.close()


# in a browser

# Kills the process of the page. All processes that draw are killed, those that have worked most first, until the page
# has crashed.
KILL = """
const session = await browser.newBrowserCDPSession();
let dead = false;
const crashed = page.waitForEvent("crash").then(() => (dead = true));
async function kill() {{
  const {{ processInfo }} = await session.send("SystemInfo.getProcessInfo");
  const drawing = processInfo.filter(({{ type }}) => type === "renderer");
  for (const {{ id }} of drawing.sort((one, other) => other.cpuTime - one.cpuTime)) {{
    try {{
      if (!dead) process.kill(id, "SIGKILL");
    }} catch (error) {{
      if (error.code !== "ESRCH") throw error; // it has ended by itself
    }}
    await Promise.race([crashed, new Promise((resolve) => setTimeout(resolve, 500))]);
  }}
}}
"""
# Types until some keys were taken; returns the keys that were typed, and those that the program took.
TYPE_AND_KILL = (
    KILL
    + """
let typed = "", killing = null;
const taken = () => messages.filter((words) => words.startsWith("took ")).map((words) => words[5]).join("");
messages.length = 0;
try {{
  for (let number = 0; !dead; number++) {{
    const key = "{keys}"[number % "{keys}".length];
    typed += key;
    if (taken().length >= {most}) killing ??= kill();
    while (!dead && typed.length > taken().length + {ahead}) await new Promise((resolve) => setTimeout(resolve, 1));
    await Promise.race([strike(key), crashed]);
  }}
}} catch (error) {{
  if (!dead) throw error;
}}
return [typed, taken()];
"""
)
LOAD_AND_KILL = KILL + """setTimeout(kill, {delay}); page.goto("{address}").catch(() => undefined); await crashed;"""
LOADING = 3000  # milliseconds: the longest time from the start of loading to the kill
GAMES = """new Promise((resolve) => {
  indexedDB.open("retro").onsuccess = ({ target: { result } }) => {
    const asked = result.transaction("files").objectStore("files").getAll(IDBKeyRange.bound("games/", "games/~"));
    asked.onsuccess = () => (result.close(), resolve(asked.result.filter((text) => text.startsWith("{"))));
  };
})"""


def kill_in_browser(count, folder, seed=1):
    """Kill the process of a page in Chromium, while it is loaded or while someone types fast, and resume each game.

    Returns:
        A Counter as kill_processes.
    """
    chooser, figures = random.Random(seed), Counter()
    program = counting_program(folder)
    build_site(f"{folder}/site", {program.stem: PROGRAM})
    site, user = Site(f"{folder}/site"), Browser(COMPILE_ONCE)
    try:
        user.use("player")
        user.open(site.address)
        for number in range(1, count + 1):
            figures.update(kill_page(user, site.address, program, number, chooser))
    finally:
        user.close()
        site.close()
    return figures


def kill_page(user, address, program, number, chooser):
    """Kill the page in a new game and, now and then, once more while it is loaded; resume the game; return figures."""
    figures = Counter(kills=1)
    user.play(f"{program.stem},seed={number}")
    user.focus()
    typed, taken = user.do(TYPE_AND_KILL.format(most=chooser.randint(1, MOST), keys=KEYS, ahead=AHEAD))
    user.do("await reopen()")
    if chooser.random() < STARTING:
        user.do(LOAD_AND_KILL.format(delay=chooser.uniform(0, LOADING), address=address))
        user.do("await reopen()")
        figures.update(kills=1, starting=1)
    user.open(address)
    kept = kept_in_page(user, number)
    if kept:
        resume_in_page(user, screen_after(load(str(program)), kept).lines)
    figures.update(typed=len(typed), taken=len(taken), missing=missing_keys(kept, taken, typed))
    return figures


def kept_in_page(user, seed):
    """Return the keys of the game with this seed that the browser has stored; empty if there is none."""
    games = [text for text in user.on_page(GAMES) if json.loads(text.partition("\n")[0])["seed"] == seed]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="latin-1") as stream:
        for text in games:
            stream.write(text)
        stream.flush()
        return keys_of(read(stream.name)) if games else ""


def resume_in_page(user, lines):
    """Go on with the newest game, which must show these lines."""
    user.do("await page.getByRole('button', { name: /^Go on with game/ }).first().click()")
    user.says("the game goes on")
    text = "\n".join(line.rstrip() for line in lines).rstrip()
    user.until("document.getElementById('text').textContent.trimEnd() === given[0]", text)
