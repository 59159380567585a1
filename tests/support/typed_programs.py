"""BASIC programs typed at the prompt in a window, by keys of an X server; the copy cursor corrects mistakes."""

import json
import random

from bench.basic_corpus import Feed, machine_with
from retro.basic.tokeniser import tokenise
from tests.support import dominoes_roms as roms
from tests.support.x11 import WindowMachine, until

# The prompt in MODE 6, as the corpus begins; `taken` counts the keys that the machine has read. No key repeats: on a
# busy machine a key may be reported as released long after it was pressed.
PROMPT = """
import __main__
__main__.taken, read = 0, m.keyboard.read
def counted():
    code = read()
    __main__.taken += code is not None
    return code
m.keyboard.read = counted
from retro.basic.language.interpreter import Basic
from retro.basic.language.prompt import Prompt
m.write(bytes([22, 6, 12]))
m.fx(11, 0)
m.rnd_state = 0x575241
__main__.basic = Basic(m)
Prompt(__main__.basic).run()
"""
PROGRAM = "(lambda b: bytes(b.memory.ram[b.program.page : b.program.top]).hex())(__import__('__main__').basic)"
TAKEN = "[__import__('__main__').taken, m.wanted is not None]"
PIXELS = "bytes(m.screen.framebuffer.pixels).hex()"
COLUMNS = 40
CHUNK = 20  # keys that the machine keeps while it is busy: at most 31
UP, RIGHT, COPY = "Up", "Right", "End"


def case(name):
    """Return a case of the corpus."""
    lines = (roms.FOLDER.parent / "basic-programs.jsonl").read_text(encoding="utf-8").splitlines()
    return next(found for line in lines if (found := json.loads(line))["name"] == name)


def mistyped(line, chance):
    """Return a line with a character of its text left out, doubled, wrong, or exchanged with the next one."""
    first = len(line) - len(line.lstrip("0123456789"))
    at = chance.randrange(first, len(line) - 1)
    here, following = line[at], line[at + 1]
    return (
        line[:at] + chance.choice(["", here * 2, "Z", following + here]) + line[at + (1 if following != here else 2) :]
    )


def same(one, other):
    """Return how many characters two texts have in common at their beginnings."""
    return next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))


def correction(wrong, right):
    """Return the keys that turn the wrong line right above the prompt into the right one."""
    start = same(wrong, right)
    end = same(wrong[start:][::-1], right[start:][::-1])
    rows = (1 + len(wrong)) // COLUMNS + 1
    copied, skipped = [COPY] * start, [RIGHT] * (len(wrong) - start - end)
    return [*[UP] * rows, *copied, *right[start : len(right) - end], *skipped, *[COPY] * end]


class Typist:
    """Types at the prompt of a machine in a window."""

    def __init__(self, machine):
        self.machine, self.user, self.pressed = machine, machine.user, 0
        machine.start(f"run {PROMPT}")
        self.user.focus(machine.window)
        self.wait()

    def wait(self):
        """Wait until the machine has taken all keys and waits for one."""
        until(lambda: self.machine.do(TAKEN) == [self.pressed, True])

    def keys(self, names):
        """Press keys by their names."""
        for first in range(0, len(names), CHUNK):
            for name in names[first : first + CHUNK]:
                self.user.type_key(name)
                self.pressed += 1
            self.wait()

    def line(self, text):
        """Type a line."""
        self.keys([*text, "\r"])

    def program(self, lines, seed):
        """Type a program; correct every second line with the copy cursor."""
        chance = random.Random(seed)
        for number, line in enumerate(lines):
            if number % 2:
                self.line(line)
            else:
                wrong = mistyped(line, chance)
                self.line(wrong)
                self.keys([*correction(wrong, line), "\r"])


def check(server, name):
    """Type a program and RUN; the program must be in memory and the screen show what the Electron sent."""
    wanted = case(name)
    machine = WindowMachine(server, title=name)
    try:
        typist = Typist(machine)
        typist.program(wanted["program"], seed=name)
        program = tokenise("\n".join(wanted["program"]))
        until(lambda: bytes.fromhex(machine.do(PROGRAM)) == program)
        typist.line("CLS")
        typist.line("RUN")
        expected = machine_with(Feed(()))
        expected.write(b">RUN\n\r" + bytes.fromhex(wanted["output"]) + b">")
        pixels = bytes(expected.screen.framebuffer.pixels)
        until(lambda: bytes.fromhex(machine.do(PIXELS)) == pixels)
    finally:
        machine.kill()
