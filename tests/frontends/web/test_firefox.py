"""The main path in Firefox: load, choose, play, reload and go on, on a server without headers."""

import json

import pytest

from tests.support.browser import NO_FIREFOX, build_site, run_in_firefox, serve_folders

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(NO_FIREFOX), reason=NO_FIREFOX), pytest.mark.timeout(400)]

serve = pytest.fixture(scope="module")(serve_folders)

GAME = """
await page.goto(ADDRESS);
await until(() => document.documentElement.classList.contains("begun"));
await page.keyboard.press("1");
await shows("Which domino?");
for (const key of "x23") await page.keyboard.press(key);
await until(() => history.state?.kept);
await page.evaluate(() => void window.setTimeout(() => location.reload()));
await until(() => document.getElementById("status").textContent.includes("the game goes on"));
await shows("Which domino?");
return page.evaluate(() => [document.getElementById("status").textContent, crossOriginIsolated]);
"""


def test_a_game_goes_on_after_a_reload(serve, tmp_path):
    build_site(tmp_path / "site")
    address = serve(tmp_path / "site", headers=False)
    status, isolated = run_in_firefox(GAME.replace("ADDRESS", json.dumps(address)))
    assert status.startswith("Dominoes, by Marcus D. Bowman, the game goes on.")
    assert isolated
