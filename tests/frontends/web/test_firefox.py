"""The main path in Firefox: load, choose, play, reload and go on, on a server without headers."""

import json
import shutil
import subprocess

import pytest

from tests.support.browser import MILLISECONDS, PYODIDE, WEB, build_site, serve_folders

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
DRIVER = WEB / "node_modules" / "puppeteer-core"
LACKING = (
    "there is no Node.js: sudo apt install nodejs npm"
    if shutil.which("node") is None
    else "there is no Firefox: sudo apt install firefox-esr"
    if FIREFOX is None
    else "the packages are missing: npm ci --prefix tests/support/browser_driver"
    if not (DRIVER.is_dir() and PYODIDE.is_dir())
    else ""
)
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(LACKING), reason=LACKING), pytest.mark.timeout(400)]

serve = pytest.fixture(scope="module")(serve_folders)


def test_a_game_goes_on_after_a_reload(serve, tmp_path):
    build_site(tmp_path / "site")
    address = serve(tmp_path / "site", headers=False)
    words = [FIREFOX, address, "x23", str(MILLISECONDS // 2)]
    done = subprocess.run(["node", str(WEB / "firefox.mjs"), *words], cwd=WEB, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    status, isolated = json.loads(done.stdout)
    assert status.startswith("Dominoes, by Marcus D. Bowman, the game goes on.")
    assert isolated
