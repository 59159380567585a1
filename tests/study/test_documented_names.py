"""The names in the architecture's description of a step are names in the code."""

import re
from pathlib import Path

from retro.study import commands, keys, live_study, observer, stepper, view_model
from retro.study.panel import panel, study_panel
from retro.web import live_study as page

TEXT = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
STEP = re.search(r"## How one step of study runs\n(.*?)\n## ", TEXT, re.DOTALL)[1]
MODULES = {"commands": commands, "keys": keys, "panel": panel}
CLASSES = {
    one.__name__: one
    for one in (
        live_study.LiveStudy,
        observer.Observer,
        stepper.Stepper,
        study_panel.StudyPanel,
        page.StudyPane,
        view_model.StudyView,
    )
}


def test_every_name_is_there():
    names = re.findall(r"`(\w+)\.(\w+)`", STEP)
    assert len(names) >= 8
    for owner, name in names:
        assert hasattr((CLASSES | MODULES)[owner], name), f"{owner}.{name}"


def test_the_action_and_the_key_are_entries_of_their_tables():
    assert keys.STANDING[" "] == "go step"
    assert commands.ACTIONS["go"] is commands.go
