"""Scenarios: whole games that every front end plays, with the screen expected before each key.

A scenario is a JSON file in `scenarios/`: the program, its seed, the options that are switched on, and its keys as a
script (see retro.input.events.parse_keys), one key whenever the program asks for one. The last key answers "Press any
key to switch off".
"""

import functools
import json
from pathlib import Path

from retro.frontends.headless import headless
from retro.input.events import Text, parse_keys
from retro.library import catalogue, loader
from retro.machine.runner import run_to_end
from tests.support.front_ends import screen_image

FOLDER = Path(__file__).parents[1] / "scenarios"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
SEQUENCES = {"RETURN": "\r", "ESCAPE": "\x1b", "DELETE": "\x7f", "UP": "\x1b[A", "DOWN": "\x1b[B", "RIGHT": "\x1b[C"}
SEQUENCES |= {"LEFT": "\x1b[D", "TAB": "\t"}
KEYSYMS = {"RETURN": "Return", "ESCAPE": "Escape", "DELETE": "BackSpace", "UP": "Up", "DOWN": "Down", "TAB": "Tab"}
KEYSYMS |= {"LEFT": "Left", "RIGHT": "Right"}
BROWSER_KEYS = {"RETURN": "Enter", "ESCAPE": "Escape", "DELETE": "Backspace", "UP": "ArrowUp", "DOWN": "ArrowDown"}
BROWSER_KEYS |= {"LEFT": "ArrowLeft", "RIGHT": "ArrowRight"}


class Question:
    """A moment at which the program asks for a key.

    Attributes:
        event: that of the key that answers, a Text or a Key.
        picture: the screen as an image.
        lines: the screen as text.
    """

    def __init__(self, event, picture, lines):
        self.event, self.picture, self.lines = event, picture, lines

    @property
    def typed(self):
        """The input that a terminal sends for the key."""
        return self._in(SEQUENCES)

    @property
    def keysym(self):
        """The key's name on an X server."""
        return self._in(KEYSYMS)

    @property
    def browser_key(self):
        """The key's name in a browser."""
        return self._in(BROWSER_KEYS)

    def _in(self, names):
        return self.event.characters if isinstance(self.event, Text) else names[self.event.name]


class Scenario:
    """A scenario. questions: filled by `rehearse`, one for each key."""

    def __init__(self, name):
        self.name = name
        scenario = json.loads((FOLDER / f"{name}.json").read_text())
        self.program, self.seed, self.keys = scenario["program"], scenario["seed"], parse_keys(scenario["keys"])
        self.options = scenario["options"]
        self.title = next(entry.title for entry in catalogue.entries() if entry.name == self.program)
        self.questions = []

    def rehearse(self, lines=lambda m: m.screen.lines):
        """Play it headless to collect its questions. lines: returns the text of the screen."""
        program = loader.load(self.program).run_with(dict.fromkeys(self.options, True))
        headless(lambda m: run_to_end(m, program), lambda m: self._player(m, lines), seed=self.seed)
        return self

    def _player(self, m, lines):
        for events in self.keys:
            yield None
            self.questions.append(Question(events[0], screen_image(m), lines(m)))
            yield events

    def command(self, *argv):
        """Return the arguments of the command line that plays it."""
        options = [f"--{option}" for option in self.options]
        return ["play", self.program, "--seed", str(self.seed), "--speed", "fast", *options, *argv]

    @property
    def address(self):
        """What stands behind # in the address of the page that plays it."""
        return ",".join([self.program, f"seed={self.seed}", "speed=fast", *(f"{one}=yes" for one in self.options)])


@functools.cache
def rehearsed(name):
    """Return a scenario with the pictures of its questions, without their text."""
    return Scenario(name).rehearse(lines=lambda m: ())
