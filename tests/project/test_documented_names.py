"""The way of a key from the view to GET, as docs/architecture.md describes it, has these names in the code."""

import re
from pathlib import Path

from retro.frontends.terminal.front_end import Terminal
from retro.frontends.web import Web
from retro.frontends.window.front_end import Window
from retro.input import events
from retro.input.keyboard import Keyboard
from retro.machine.machine import Machine
from retro.machine.scheduling import Scheduler
from retro.machine.view import View
from retro.session.overlay import Overlay
from retro.session.session import Session

TEXT = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
WAY = re.search(r"## How a key comes to the program\n(.*?)\n## ", TEXT, re.DOTALL)[1]
CLASSES = {one.__name__: one for one in (Keyboard, Machine, Overlay, Scheduler, Session, Terminal, View, Web, Window)}
CLASSES |= {name: one for name, one in vars(events).items() if isinstance(one, type)}


def test_the_way_of_a_key_has_five_steps_and_each_name_is_one_of_the_code():
    names = re.findall(r"`([\w.]+)`", WAY)
    assert len(re.findall(r"^\d\. ", WAY, re.MULTILINE)) == 5
    assert "Session.wait" in names
    for name in names:
        owner, _, attribute = name.partition(".")
        assert owner in CLASSES, name
        assert not attribute or hasattr(CLASSES[owner], attribute), name


def test_only_the_session_and_the_views_have_the_machines_wait():
    """`Session.wait` is what the machine calls; a view's is what the session calls."""
    pattern = re.compile(r"^class (\w+).*?(?=^class |\Z)", re.MULTILINE | re.DOTALL)
    found = set()
    for path in (Path(__file__).parents[2] / "retro").rglob("*.py"):
        for match in pattern.finditer(path.read_text(encoding="utf-8")):
            if "def wait(self, timeout: float | None, wanted" in match[0]:
                found.add(match[1])
    views = {"FrontEnd", "Window", "Terminal", "Web", "Plain", "Headless", "ContestFrontEnd", "_Impatient", "Echo"}
    assert found - views == {"Session"}
