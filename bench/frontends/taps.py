"""Play every program to its end in the browser by taps: `python -m bench.frontends.taps FOLDER [--only NAME]`.

Each of the six is played on three screens by a finger that touches nothing but the picture. Before every tap the
page must show the pixels of the same game without a screen; nothing may scroll, be zoomed or be selected. FOLDER gets
a picture of the page before the last tap. Needs what tests/support/browser.py needs.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path

from tests.support.browser import Browser, Site, build_site, phone
from tests.support.mouse_players import PLAYERS
from tests.support.rehearsals import ANYWHERE, address_of, rehearse

SEED = 36
SCREENS = ((390, 844), (844, 390), (768, 1024))  # pixels of the page
UNMOVED = "[scrollX, scrollY, visualViewport.scale, getSelection().toString()]"


def main():
    """Play all games on all screens."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    games = {one: rehearse(one, SEED, ANYWHERE) for one in PLAYERS if args.only in ("", one.__name__)}
    with tempfile.TemporaryDirectory() as folder:
        build_site(folder)
        site, browser = Site(folder), Browser()
        try:
            for size in SCREENS:
                browser.use(str(size), **phone(*size))
                browser.open(site.address)
                play_all(browser, size, games, args.folder)
        finally:
            browser.close()
            site.close()


def play_all(browser, size, games, folder):
    """Play the games on a screen."""
    for player, moments in games.items():
        start = time.perf_counter()
        browser.play(address_of(player, SEED))
        browser.tap_through(moments)
        path = folder / f"{player.__name__}-{size[0]}x{size[1]}.png"
        browser.do(f"await page.screenshot({{ path: {json.dumps(str(path))} }})")
        browser.shows("Press the number of a program")
        assert browser.on_page(UNMOVED) == [0, 0, 1, ""]
        took = time.perf_counter() - start
        print(f"{size[0]}x{size[1]}  {player.__name__:14} {len(moments):4} taps  {took:5.1f} s", flush=True)


if __name__ == "__main__":
    main()
