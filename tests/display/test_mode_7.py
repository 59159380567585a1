"""MODE 7, this machine's own, follows the rules of the other MODEs: streams of the model, run in it."""

import json
from pathlib import Path

import pytest

from retro.display.font import default_font
from retro.display.screen import Screen
from retro.display.vdu import VDU
from retro.frontends.headless import headless
from retro.launcher.menu import MenuPage, Preview
from tests.support import accepted

MODEL = Path(__file__).parents[1] / "model" / "vdu-curated.jsonl"
CASES = {case["name"]: bytes.fromhex(case["hex"]) for case in map(json.loads, MODEL.read_text().splitlines())}
STREAMS = [
    "v05-basic",
    "v05-mode1",
    "v05-actions",
    "v05-wrap-right",
    "v05-clip-window",
    "v05-edge-controls",
    "v05-delete",
    "v08-home-scroll",
    "v10-scroll-mode1",
    "v11-scroll-mode0",
    "v12-cls-window",
    "v16-clg-actions",
    "v17-colours-mode1",
    "v18-actions-mode1",
    "v18-background",
    "v24-clip",
    "v24-edge",
    "v25-lines-mode1",
    "v25-omit-last-actions",
    "v25-dotted",
    "v25-triangles-mode1",
    "v25-hfill",
    "v25-far",
    "v25-rounding",
    "v28-scroll-mode0",
    "v28-full-width",
    "hw-scroll-plot",
]


@pytest.mark.parametrize("name", STREAMS)
def test_mode_7_has_its_accepted_pictures(name, accept):
    screen = Screen(default_font())
    VDU(screen).write(CASES[name])
    accepted.check(screen, f"house-{name}", accept)


def test_menu_has_its_accepted_picture(accept):
    def player(m):
        yield
        accepted.check(m.screen, "menu", accept)

    page = MenuPage("Programs", ["Dominoes", "Another program"], lambda index: Preview("A sentence.", title="A title"))
    headless(page.choose_from, player)


def test_a_difference_is_shown_beside_what_was_accepted(tmp_path, monkeypatch):
    monkeypatch.setattr(accepted, "ACCEPTED", tmp_path / "accepted")
    monkeypatch.setattr(accepted, "ACTUAL", tmp_path / "actual")
    screen = Screen(default_font())
    with pytest.raises(AssertionError, match="never accepted"):
        accepted.check(screen, "x", accept=False)
    accepted.check(screen, "x", accept=True)
    accepted.check(screen, "x", accept=False)
    VDU(screen).write(b"A")
    with pytest.raises(AssertionError, match="x differs from what was accepted"):
        accepted.check(screen, "x", accept=False)
    assert (accepted.ACTUAL / "x.png").exists()
    accepted.check(screen, "x", accept=True)
    accepted.check(screen, "x", accept=False)
    assert not (accepted.ACTUAL / "x.png").exists()
