"""Make the screenshot of the page for the browser by playing there: `python docs/web_screenshot.py`.

Needs what the tests of the browser need.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from browser import PYODIDE, Browser, Site, missing
from retro.web import build
from scenario import Scenario

FILE = Path(__file__).parent / "web.png"
SIZE = {"width": 1280, "height": 760}
TURNS, PAUSE = 8, 3000  # milliseconds


def main() -> None:
    """Dominoes, studied, in the middle of a game."""
    if reason := missing():
        sys.exit(reason)
    scenario = Scenario("dominoes").rehearse()
    with tempfile.TemporaryDirectory() as folder:
        build.build(folder, python=str(PYODIDE))
        page = Browser()
        page.use("reader", viewport=SIZE, colorScheme="dark")
        page.open(f"{Site(folder).address}#dominoes,seed={scenario.seed}")
        page.click("#study-button")
        page.shows("Which domino?")
        page.focus()
        for question in scenario.questions[:TURNS]:
            page.do(f"await page.waitForTimeout({PAUSE})")
            page.press(question.value)
        page.do(f"await page.waitForTimeout({PAUSE}); await page.screenshot({{ path: '{FILE}' }})")
    print(FILE)


if __name__ == "__main__":
    main()
