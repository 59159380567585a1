"""Make the screenshot of the web page by playing there: `python docs/web_screenshot.py`.

It requires what the browser tests require (see tests/support/browser.py).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from retro.web import build
from tests.support.browser import PYODIDE, Browser, Site, missing
from tests.support.scenario import Scenario

FILE = Path(__file__).parent / "web.png"
SIZE = {"width": 1280, "height": 760}
TURNS, PAUSE = 8, 3000  # milliseconds


def main() -> None:
    """Take the screenshot in the middle of a game of Dominoes with the study pane open."""
    if reason := missing():
        sys.exit(reason)
    scenario = Scenario("dominoes").rehearse()
    with tempfile.TemporaryDirectory() as folder:
        build.build(folder, python=str(PYODIDE))
        page = Browser()
        page.use("reader", viewport=SIZE, colorScheme="dark")
        page.open(f"{Site(folder).address}#study=dominoes,seed={scenario.seed}")
        page.click("#run")
        page.shows("Which domino?")
        page.focus()
        for question in scenario.questions[:TURNS]:
            page.do(f"await page.waitForTimeout({PAUSE})")
            page.press(question.value)
        page.do(f"await page.waitForTimeout({PAUSE}); await page.screenshot({{ path: '{FILE}' }})")
    print(FILE)


if __name__ == "__main__":
    main()
