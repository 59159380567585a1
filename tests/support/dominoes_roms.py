"""Games of Dominoes on the real ROMs: what was recorded of them, how to run them again, and the port filmed alike.

A film is a text of events, a letter each, and a picture for each of them: H when the last place of the machine's hand
has been printed, P when a pause begins, K when a key is waited for, E when the program has ended. A picture is 320x200
bytes, a logical colour each, row 0 at the top.
"""

import base64
import functools
import hashlib
import json
import shutil
import subprocess
import zlib
from pathlib import Path

from retro.basic import edition
from retro.display.font import default_font
from retro.frontends.headless import headless
from retro.programs import dominoes, dominoes_edition

ROOT = Path(__file__).parents[2]
LISTING = ROOT / "programs" / "dominoes.bas"
FOLDER = Path(__file__).parents[1] / "model" / "dominoes-games"
GAMES = FOLDER / "games.jsonl"
SIZE = 320 * 200
SHIFTS = 6, 4, 2, 0  # of the pixels in a byte of a recorded picture
PIXELS = [bytes(byte >> shift & 3 for byte in range(256)) for shift in SHIFTS]


def digest(text):
    """What identifies a text."""
    return hashlib.sha256(text.encode()).hexdigest()


# what was recorded


@functools.lru_cache(maxsize=1)
def recorded():
    """What is known of the recording as a whole, and its games."""
    about, *games = (json.loads(line) for line in GAMES.read_text().splitlines())
    return about, games


def pictures(game):
    """The pictures of a recorded game, one after another."""
    changes = zlib.decompress(base64.b64decode(game["pictures"]))
    picture, size = 0, SIZE // len(SHIFTS)
    for at in range(0, len(changes), size):
        picture ^= int.from_bytes(changes[at : at + size], "big")
        yield unpacked(picture.to_bytes(size, "big"))


def unpacked(packed):
    """Four pixels a byte as a byte each."""
    pixels = bytearray(len(packed) * len(SHIFTS))
    for place, colours in enumerate(PIXELS):
        pixels[place :: len(SHIFTS)] = packed.translate(colours)
    return bytes(pixels)


# the real ROMs, live


def missing():
    """What is not there to run the real ROMs with; empty if all is."""
    if not shutil.which("node"):
        return "Node.js is not installed (Debian: apt install nodejs npm)"
    if not (FOLDER / "node_modules" / "jsbeeb").is_dir():
        return f"jsbeeb is not installed (npm ci --prefix {FOLDER.relative_to(ROOT)})"
    return ""


def node(script, *arguments):
    """Run a script of the folder and give what it prints."""
    command = ["node", FOLDER / script, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def letters():
    """The shapes of characters 32 to 126 as the driver takes them."""
    return base64.b64encode(b"".join(shape for _, shape in sorted(default_font().items()))).decode()


def play(games, folder):
    """Play these games (seed, keys, perhaps lines) on the real ROMs; folder: for what the driver reads."""
    wanted = Path(folder) / "games.json"
    wanted.write_text(json.dumps({"letters": letters(), "games": games}))
    return [json.loads(line) for line in node("play.mjs", wanted, LISTING).splitlines()]


# the port, filmed in the same way


class Film:
    """What the port shows in a game: events and pictures."""

    def __init__(self, seed, keys, cheat=False):
        self.events, self.pictures = "", []
        hand = dominoes_edition.SHOW_COMPUTER_HAND if cheat else dominoes.PROCDRAW_COMPUTER_HAND
        program = edition(
            dominoes.main,
            PROCPAUSE=lambda m, v, period: self.take(m, "P"),
            PROCDRAW_COMPUTER_HAND=self.then_take(hand),
        )
        machine = headless(program, lambda m: self.type(m, keys), seed=seed)
        self.take(machine, "E")

    def take(self, m, event):
        self.events += event
        self.pictures.append(bytes(m.screen.framebuffer.pixels))

    def then_take(self, procedure):
        def replacement(m, v):
            procedure(m, v)
            self.take(m, "H")

        return replacement

    def type(self, m, keys):
        for key in keys:
            yield
            self.take(m, "K")
            yield key.replace("\r", "<RETURN>")
