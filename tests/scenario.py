"""A whole game that every front end plays: the same keys at the same questions, and what is on the screen then.

A scenario is a file of `scenarios/`, as JSON: the program, its seed, and its keys as a script (retro.keyboard.script),
one key for each time that the program asks for one. The last of them answers "Press any key to switch off".
"""

import json
from pathlib import Path

from front_ends import image_of
from retro import library
from retro.conduct import conduct
from retro.frontends.headless import headless
from retro.keyboard import script

FOLDER = Path(__file__).parent / "scenarios"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
TYPED = {"RETURN": "\r", "ESCAPE": "\x1b", "DELETE": "\x7f", "UP": "\x1b[A", "DOWN": "\x1b[B", "RIGHT": "\x1b[C"}
TYPED |= {"LEFT": "\x1b[D", "TAB": "\t"}
STRUCK = {"RETURN": "Return", "ESCAPE": "Escape", "DELETE": "BackSpace", "UP": "Up", "DOWN": "Down", "TAB": "Tab"}
STRUCK |= {"LEFT": "Left", "RIGHT": "Right"}


class Question:
    """A moment at which the program asks for a key.

    event: the key that answers it. picture: the screen as an image. lines: its text.
    """

    def __init__(self, event, picture, lines):
        (self.kind, self.value), self.picture, self.lines = event, picture, lines

    @property
    def typed(self):
        """What a terminal sends for the key."""
        return self.value if self.kind == "text" else TYPED[self.value]

    @property
    def struck(self):
        """The key's name on an X server."""
        return self.value if self.kind == "text" else STRUCK[self.value]


class Scenario:
    """A scenario, rehearsed without a front end."""

    def __init__(self, name):
        told = json.loads((FOLDER / f"{name}.json").read_text())
        self.program, self.seed, self.keys = told["program"], told["seed"], script(told["keys"])
        self.title = next(entry.title for entry in library.entries() if entry.name == self.program)
        self.questions = []

    def rehearse(self, lines=lambda m: m.screen.lines):
        """Play it headless; lines: how its screens are read."""
        program = library.main_of(library.load(self.program), {})
        headless(lambda m: conduct(m, program), lambda m: self._player(m, lines), seed=self.seed)
        return self

    def _player(self, m, lines):
        for events in self.keys:
            yield None
            self.questions.append(Question(events[0], image_of(m), lines(m)))
            yield events

    def command(self, *words):
        """What the command line that plays it says to `retro`."""
        return ["play", self.program, "--seed", str(self.seed), *words]
