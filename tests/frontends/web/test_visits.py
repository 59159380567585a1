"""Visits of the site by newcomers: first loads, downloads that fail, updates, servers without headers."""

import json
import os
import shutil
import threading
from functools import partial
from pathlib import Path

import pytest

from retro.__main__ import main
from tests.support.browser import build_site, missing, open_browser, serve_folders
from tests.support.scenario import rehearsed
from tests.support.web_page import address_with

LACKING = missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(LACKING), reason=LACKING), pytest.mark.timeout(400)]

WIDE = {"width": 1240, "height": 800}

chromium = pytest.fixture(scope="module")(open_browser)
serve = pytest.fixture(scope="module")(serve_folders)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The site, without study's pages."""
    site = tmp_path_factory.mktemp("site")
    build_site(site)
    return site


@pytest.fixture(scope="module")
def bare(serve, folder):
    """The site on a server that sends no headers."""
    return serve(folder, headers=False)


@pytest.fixture
def stranger(chromium):
    """A browser whose user has never been here."""
    chromium.use("stranger", viewport=WIDE)
    yield chromium
    chromium.leave("stranger")


# whole games


SNAPSHOTS = """globalThis.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    globalThis.made = 0;
    this.addEventListener("message", ({ data }) => (made += data.kind === "snapshot"));
  }
}"""
KEPT_SNAPSHOT = "caches.open('retro snapshots').then((cache) => cache.keys()).then((keys) => keys.length === 1)"


def test_a_whole_game_from_a_server_without_headers_and_from_a_snapshot(stranger, bare):
    """The second visit has shared memory, through the service worker, and starts from the snapshot of the first."""
    scenario = rehearsed("dominoes")
    stranger.do(f"await context.addInitScript({json.dumps(SNAPSHOTS)})")
    stranger.open(f"{bare}#dominoes,seed={scenario.seed},speed=fast")
    assert stranger.on_page("[crossOriginIsolated, made]") == [False, 1]
    stranger.until_resolved(KEPT_SNAPSHOT)
    stranger.until("navigator.serviceWorker.controller")
    stranger.do("await page.reload()")
    stranger.ready()
    assert stranger.on_page("[crossOriginIsolated, made]") == [True, 0]
    stranger.focus()
    stranger.play_through(scenario, stranger.press_at_once)
    stranger.shows("Press the number of a program")


def test_a_whole_game_without_shared_memory(stranger, bare):
    """Where there is no service worker either, the machine is suspended while it waits."""
    stranger.do("await context.addInitScript(() => { delete Navigator.prototype.serviceWorker; })")
    scenario = rehearsed("dominoes")
    stranger.open(f"{bare}#dominoes,seed={scenario.seed},speed=fast")
    assert not stranger.on_page("crossOriginIsolated")
    stranger.focus()
    stranger.play_through(scenario, stranger.press_at_once)
    stranger.shows("Press the number of a program")


# what is missing


def test_a_browser_without_a_way_to_wait_is_reported(stranger, bare):
    lacks = "delete Navigator.prototype.serviceWorker; delete WebAssembly.Suspending;"
    stranger.do(f"await context.addInitScript(() => {{ {lacks} }})")
    stranger.go(bare)
    stranger.stops("no program can wait for a key here")


SHIFTS = """globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) shifts.push(value, ...sources.map(({ node }) => node?.id ?? ""));
}).observe({ type: "layout-shift", buffered: true });"""


def test_a_program_is_chosen_while_the_page_loads_and_nothing_moves(chromium, serve, folder):
    """The page has its size, the menu and the list from the start. The numbers of the menu and the links work then."""
    chromium.use("loading", viewport=WIDE, serviceWorkers="block")  # requests of theirs cannot be held back
    chromium.do(f"await context.addInitScript({json.dumps(SHIFTS)})")
    chromium.do("await page.route('**/retro-*.tar.gzip', (route) => { globalThis.release = () => route.continue(); })")
    chromium.go(serve(folder))
    chromium.stops("Loading the machine: ")
    assert chromium.audit() == []
    assert chromium.on_page("document.activeElement.id") == "screen"
    chromium.press("3")
    chromium.stops(", then Mahjong, by Jim and Charlie Gerrie")
    chromium.do("await page.locator('#menu a').first().click()")
    chromium.stops(", then Dominoes, by Marcus D. Bowman")
    assert chromium.on_page("document.querySelector('#menu .next').href.baseVal") == "#dominoes"
    chromium.do("await globalThis.release()")
    chromium.shows("Which domino?")
    chromium.press("1")
    chromium.kept("dominoes", '["text","1"]')
    chromium.do("await page.unrouteAll(); await page.goto('about:blank'); await page.goBack()")
    chromium.ready()
    chromium.says("the game goes on")
    chromium.click("#home")
    chromium.until("document.querySelector('#programs button')")  # the unfinished game
    assert chromium.on_page("shifts") == []
    chromium.leave("loading")


# downloads that fail


@pytest.fixture
def another(folder, tmp_path):
    """A copy of the site that a test can change."""
    return Path(shutil.copytree(folder, tmp_path / "site", copy_function=os.link))


def large_file(folder, pattern):
    (path,) = folder.glob(pattern)
    return path


@pytest.fixture
def shared_game(tmp_path):
    """What stands in an address that carries a game of one key."""
    path = tmp_path / "game.jsonl"
    argv = ["play", "dominoes", "--seed", "36", "--front", "headless", "--keys", "1", "--screen"]
    assert main([*argv, str(tmp_path / "screen.txt"), "--record", str(path)]) == 0
    return address_with("game", path.name, path.read_text())


def retry(stranger):
    stranger.on_page("(document.getElementById('step').textContent = '', null)")
    stranger.click("#retry")


def test_missing_files_are_reported_and_can_be_tried_again(stranger, serve, another):
    begin = partial(stranger.go, serve(another))
    for pattern in ("pyodide-*/*.asm.mjs", "pyodide-*/*.wasm.gzip", "retro-*.tar.gzip"):
        path = large_file(another, pattern)
        away = path.rename(path.with_suffix(".away"))
        begin()
        stranger.stops(f"{path.name} could not be loaded")
        away.rename(path)
        begin = partial(retry, stranger)
    begin()
    stranger.ready()


def test_a_connection_that_is_lost_is_reported_and_can_be_tried_again(stranger, serve, another, shared_game):
    """Whoever opens a link to a game for the first time still watches it then, plays on, and has it among his own."""
    name = large_file(another, "pyodide-*/*.wasm.gzip").name
    cuts = {name: 2_000_000}
    stranger.go(serve(another, headers=False, cut=cuts) + f"#{shared_game}")
    stranger.stops(f"{name} could not be loaded: the connection was refused or lost")
    cuts[name] = 0
    retry(stranger)
    stranger.stops(f"{name} could not be loaded: the connection was refused or lost")
    cuts.clear()
    retry(stranger)
    stranger.ready()
    stranger.says("You watch it; RETURN plays on.")
    assert stranger.on_page("location.hash") == f"#{shared_game}"
    stranger.focus()
    stranger.press("Enter")
    stranger.press("2")
    stranger.kept("dominoes", '["text","2"]')
    assert stranger.on_page("location.hash") == "#dominoes,seed=36"
    stranger.click("#home")
    stranger.do("await page.getByRole('button', { name: /Go on with game 36 of Dominoes, by/ }).click()")
    stranger.says("the game goes on")


def test_a_file_that_is_cut_in_a_cache_is_reported_and_can_be_tried_again(stranger, serve, another):
    path = large_file(another, "pyodide-*/*.wasm.gzip")
    data = path.read_bytes()
    rewrite(path, data[:2_000_000])
    stranger.go(serve(another))
    stranger.stops(f"{path.name} could not be loaded: it ended after 2.0 of {len(data) / 1e6:.1f} MB")
    rewrite(path, data)
    retry(stranger)
    stranger.ready()


def rewrite(path, data):
    path.unlink()  # it is linked
    path.write_bytes(data)


# updates


@pytest.fixture
def build_version(tmp_path):
    """Builds the site with a program whose title is given."""

    def make(title):
        build_site(tmp_path / "site", {"mine": f'"""{title} version."""\n\n\ndef main(m):\n    m.get()\n'})
        return tmp_path / "site"

    return make


def version_shown(page, title):
    """Wait until the list of programs has the version of a title."""
    page.until("document.getElementById('programs')?.textContent.includes(`${given[0]} version`)", title)


ONE_VERSION = """(async () => {
  const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const files = (await Promise.all(opened.map((cache) => cache.keys()))).flat();
  const versions = (part) => new Set(files.map(({ url }) => url.match(`/${part}-([0-9a-f]{8,})`)?.[1]).filter(Boolean));
  return versions("app").size === 1 && versions("retro").size === 1;
})()"""


def test_an_update_is_announced_and_arrives_at_the_next_load(stranger, serve, build_version):
    """The builds differ in one program. The server lets browsers cache every file for ten minutes."""
    answered = threading.Event()
    answered.set()
    address = serve(build_version("First"), headers=False, held={"service-worker.js": answered})
    stranger.open(address)
    version_shown(stranger, "First")
    stranger.until("navigator.serviceWorker.controller")
    build_version("Second")
    answered.clear()
    stranger.do("await page.reload()")
    stranger.ready()
    version_shown(stranger, "First")  # at once, while the server says nothing
    assert "newer version" not in stranger.on_page("document.getElementById('status').textContent")
    answered.set()
    stranger.says("A newer version of this page has arrived: reload the page to use it.")
    stranger.do("await page.reload()")
    version_shown(stranger, "Second")
    stranger.ready()
    stranger.until_resolved(ONE_VERSION)
