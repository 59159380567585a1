"""Visits of the site by newcomers: first loads, downloads that fail, updates, servers without headers."""

import json
import os
import re
import shutil
import threading
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from unittest import mock

import pytest

from retro.__main__ import main
from retro.frontends.headless import headless
from retro.input.events import parse_keys
from retro.library import catalogue, loader
from tests.support import word_players
from tests.support.browser import CLOCK as CLOCK_PIXELS
from tests.support.browser import build_site, missing, open_browser, serve_folders
from tests.support.rehearsals import DATED, Moment, address_of
from tests.support.scenario import Question, rehearsed
from tests.support.web_page import address_with

LACKING = missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(LACKING), reason=LACKING), pytest.mark.timeout(400)]

WIDE = {"width": 1240, "height": 800}
NAMES = [entry.name for entry in catalogue.entries()]

chromium = pytest.fixture(scope="module")(open_browser)
serve = pytest.fixture(scope="module")(serve_folders)


class Site:
    """The site without study's pages. The server sends no headers, and lets browsers cache files for ten minutes.

    Attributes:
        folder, address: where it is.
        answered: the event before which the server says nothing of the service worker.
    """

    def __init__(self, serve, folder):
        self.folder, self.answered = folder, threading.Event()
        self.answered.set()
        self.build("First")
        self.address = serve(folder, headers=False, held={"service-worker.js": self.answered})

    def build(self, title):
        """Build the site with a program of this title."""
        program = f'"""{title} version."""\n\n\ndef main(m):\n    while True:\n        m.print(m.get_s() * 3)\n'
        build_site(self.folder, {"mine": program})


@pytest.fixture(scope="module")
def site(serve, tmp_path_factory):
    return Site(serve, tmp_path_factory.mktemp("site"))


@pytest.fixture
def stranger(chromium):
    """A browser whose user has never been here."""
    chromium.use("stranger", viewport=WIDE)
    yield chromium
    chromium.leave("stranger")


# the first visit

SHIFTS = """globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) shifts.push(value, ...sources.map(({ node }) => node?.id ?? ""));
}).observe({ type: "layout-shift", buffered: true });"""


@pytest.fixture
def newcomer(chromium, site):
    """A page without shared memory, whose machine is suspended while it waits, and is held back until `release()`."""
    chromium.use("newcomer", viewport=WIDE)
    lacks = "delete Navigator.prototype.serviceWorker;"
    chromium.do(f"await page.addInitScript({json.dumps(lacks + SHIFTS)})")
    chromium.do("globalThis.released = new Promise((resolve) => { globalThis.release = resolve; })")
    chromium.do("await page.route('**/retro-*.tar.gzip', async (route) => { await released; await route.continue(); })")
    chromium.go(site.address)
    chromium.stops("Loading the machine: ")
    yield chromium
    chromium.leave("newcomer")


def test_a_program_is_chosen_while_the_page_loads_and_nothing_moves(newcomer):
    """The page has its size, the menu and the list from the start. The numbers of the menu and the links work then."""
    assert newcomer.audit() == []
    assert newcomer.on_page("document.activeElement.id") == "screen"
    newcomer.press("3")
    newcomer.stops(", then Mahjong, by Jim and Charlie Gerrie")
    newcomer.do("await page.locator('#menu a').first().click()")
    newcomer.stops(", then Dominoes, by Marcus D. Bowman")
    assert newcomer.on_page("document.querySelector('#menu .next').href.baseVal") == "#dominoes"
    newcomer.do("release()")
    newcomer.shows("Which domino?")
    newcomer.press("1")
    newcomer.kept("dominoes", '["text","1"]')
    newcomer.do("await page.goto('about:blank'); await page.goBack()")
    newcomer.ready()
    newcomer.says("the game goes on")
    newcomer.click("#home")
    newcomer.until("document.querySelector('#programs button')")  # the unfinished game
    assert newcomer.on_page("shifts") == []


def test_a_whole_game_without_shared_memory(newcomer):
    newcomer.do("release()")
    newcomer.ready()
    scenario = rehearsed("dominoes")
    newcomer.play(scenario.address)
    assert not newcomer.on_page("crossOriginIsolated")
    newcomer.focus()
    newcomer.play_through(scenario, newcomer.press_at_once)
    newcomer.shows("Press the number of a program")


# a user who comes again

SNAPSHOTS = """globalThis.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    globalThis.made = 0;
    this.addEventListener("message", ({ data }) => (made += data.kind === "snapshot"));
  }
}"""
KEPT_SNAPSHOT = "caches.open('retro snapshots').then((cache) => cache.keys()).then((keys) => keys.length === 1)"


@pytest.fixture
def returning(newcomer, site):
    """The newcomer's second visit, with a service worker."""
    newcomer.do("release()")
    newcomer.ready()
    newcomer.until_resolved(KEPT_SNAPSHOT)
    newcomer.use("returning", beside="newcomer")
    newcomer.do(f"await page.addInitScript({json.dumps(SNAPSHOTS)})")
    newcomer.open(site.address)
    newcomer.until("navigator.serviceWorker.controller")
    yield newcomer
    newcomer.leave("returning")


def come_again(page, site, game=""):
    page.go("about:blank")
    page.open(f"{site.address}#{game}")


def test_a_whole_game_from_a_server_without_headers_and_from_a_snapshot(returning, site):
    """The third visit has shared memory, through the service worker. Both start from the snapshot of the first."""
    scenario, page = rehearsed("dominoes"), returning
    assert page.on_page("[crossOriginIsolated, made]") == [False, 0]
    come_again(page, site, scenario.address)
    assert page.on_page("[crossOriginIsolated, made]") == [True, 0]
    page.focus()
    page.play_through(scenario, page.press_at_once)
    page.shows("Press the number of a program")


def version_shown(page, title):
    """Wait until the list of programs has the version of a title."""
    page.until("document.getElementById('programs')?.textContent.includes(`${given[0]} version`)", title)


ONE_VERSION = """(async () => {
  const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const files = (await Promise.all(opened.map((cache) => cache.keys()))).flat();
  const versions = (part) => new Set(files.map(({ url }) => url.match(`/${part}-([0-9a-f]{8,})`)?.[1]).filter(Boolean));
  return versions("app").size === 1 && versions("retro").size === 1;
})()"""


def test_an_update_is_announced_arrives_at_the_next_load_and_keeps_the_game(returning, site):
    """The builds differ in one program, of which a game is played meanwhile."""
    page = returning
    site.build("Second")
    site.answered.clear()
    come_again(page, site)
    version_shown(page, "First")  # at once, while the server says nothing
    assert "newer version" not in page.on_page("document.getElementById('status').textContent")
    site.answered.set()
    page.says("A newer version of this page has arrived: reload the page to use it.")
    page.play("mine")
    page.focus()
    page.type("AB")
    page.kept("mine", '["text","B"]')
    seed = page.on_page("location.hash")
    page.do("await page.reload()")
    version_shown(page, "Second")
    page.ready()
    page.says("the game goes on")
    page.shows("AAA\nBBB")
    assert page.on_page("location.hash") == seed
    page.click("#home")
    page.do("await page.getByRole('button', { name: /Go on with game/ }).first().click()")
    page.says("the game goes on")
    page.shows("AAA\nBBB")
    assert page.on_page("location.hash") == seed
    page.until_resolved(ONE_VERSION)


# a release while games are open

SEED = 36
TURNS = 4  # keys of each game before the release
OTHER_GAME = {
    "mahjong": ("By Charlie & Jim Gerrie", "By Jim & Charlie Gerrie")
}  # what one program shows otherwise from its first page on

DEPARTED = "Another version played this: it was another game from key 1 on."


def begun(page, name):
    """Play the first turns of a game by what is said of its screen; return what is said then."""
    player = next(player for player in word_players.PLAYERS if player.__name__ == name)
    moments = []

    def play(m):
        for step in islice(word_players.steps_of(player, lambda: m.in_words), 2 * TURNS):
            if step:
                moments.append(Moment(m, step))
            yield step
        yield
        moments.append(Moment(m, "end"))

    headless(loader.load(name).run_with(DATED.get(name, {})), play, seed=SEED)
    page.play(address_of(player, SEED))
    page.focus()
    for moment in moments[:-1]:
        page.shows_picture(moment.picture, CLOCK_PIXELS * moment.clock)
        page.press_at_once(Question(parse_keys(moment.step)[0][0], None, ()).browser_key)
    return moments[-1]


def release(folder):
    """Build the site with another word in each module of the programs."""
    programs, changed = Path(catalogue.folder()), {}
    for path in programs.rglob("*.py"):
        old = OTHER_GAME.get(path.parent.name, ("", ""))
        changed[f"retro/programs/{path.relative_to(programs)}"] = path.read_text().replace(*old) + "\n# A word.\n"
    build_site(folder, replaced=changed)


def test_a_release_in_the_middle_of_games_loses_none(chromium, serve, tmp_path):
    """Two tabs have three games each when a release changes all six programs, one so that its game cannot go on."""
    build_site(tmp_path)
    address, page, ends = serve(tmp_path, headers=False), chromium, {}
    tabs = {"one": NAMES[::2], "two": NAMES[1::2]}
    for tab, names in tabs.items():
        page.use(tab, **({"beside": "one"} if tab == "two" else {"viewport": WIDE}))
        page.open(address)
        for name in names:
            ends[name] = begun(page, name)
            page.shows_picture(ends[name].picture, CLOCK_PIXELS * ends[name].clock)
    release(tmp_path)
    page.on_page("void navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
    for tab, names in tabs.items():
        page.use(tab)
        page.do("await page.bringToFront()")
        page.says("A newer version of this page has arrived: reload the page to use it.")
        page.do("await page.reload()")
        page.ready()
        see_it_go_on(page, names[-1], ends)
    for name in NAMES:
        page.click("#home")
        page.shows("Press the number of a program")
        page.do(f"await page.locator('[data-name={name}] button').first().click()")
        see_it_go_on(page, name, ends)
    page.leave("two")
    page.leave("one")


def see_it_go_on(page, name, ends):
    """See that the page shows a game as it was, or says why not."""
    if name in OTHER_GAME:
        page.says(f"{DEPARTED} You play on from here.")
        page.click("#watch")
        page.says(f"{DEPARTED} RETURN plays on from here.")
        return page.says("You watch it until you press RETURN.")
    page.says("the game goes on")
    return page.shows_picture(ends[name].picture, CLOCK_PIXELS * ends[name].clock)


# what is missing


def test_a_browser_without_a_way_to_wait_is_reported(stranger, site):
    lacks = "delete Navigator.prototype.serviceWorker; delete WebAssembly.Suspending;"
    stranger.do(f"await context.addInitScript(() => {{ {lacks} }})")
    stranger.go(site.address)
    stranger.stops("no program can wait for a key here")


# downloads that fail

LOST = "{} could not be loaded: the connection was refused or lost"


@contextmanager
def missing_file(path):
    away = path.rename(path.with_suffix(".away"))
    yield
    away.rename(path)


GIVEN_UP = "globalThis.givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('{}'))"


@contextmanager
def missing_beside(path, page, late, answered):
    """A file is missing while the server holds back another one, the late one, until the page has given it up."""
    page.do(GIVEN_UP.format(late))
    with missing_file(path):
        yield
        page.do("await givenUp")
    answered.set()


@contextmanager
def cut_file(path, size):
    data = path.read_bytes()
    rewrite(path, data[:size])
    yield
    rewrite(path, data)


def rewrite(path, data):
    path.unlink()  # it is linked
    path.write_bytes(data)


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


KEEP_A_DAMAGED_SNAPSHOT = r"""(async () => {
  const page = await (await fetch(document.querySelector("script[type=module]").src)).text();
  const cache = await caches.open("retro snapshots");
  await cache.put(/snapshot-\w+/.exec(page)[0], new Response("hello", { headers: { "Retro-Size": "5" } }));
  return true;
})()"""
KEPT_IN_ITS_PLACE = """(async () => {
  const cache = await caches.open("retro snapshots"), [kept] = await cache.keys();
  return kept && Number((await cache.match(kept)).headers.get("Retro-Size")) > 1e6;
})()"""


def test_missing_and_cut_files_are_reported_and_can_be_tried_again(stranger, serve, site, shared_game, tmp_path):
    """A file is missing; a cache has a part of it; the connection is lost on the way, or at once; a snapshot of Python
    is damaged. What is on its way when a file fails is given up: its progress cannot hide the sentence.

    Whoever opens a link to a game for the first time still watches it then, plays on, and has it among his own.
    """
    folder = Path(shutil.copytree(site.folder, tmp_path / "site", copy_function=os.link))
    script, python, machine = (
        next(folder.glob(pattern)) for pattern in ("pyodide-*/*.asm.mjs", "pyodide-*/*.wasm.gzip", "retro-*.tar.gzip")
    )
    whole = f"{python.stat().st_size / 1e6:.1f} MB"
    part, cuts, answered = 2_000_000, {}, threading.Event()
    faults = [
        (missing_beside(script, stranger, python.name, answered), f"{script.name} could not be loaded"),
        (cut_file(python, part), f"{python.name} could not be loaded: it ended after 2.0 of {whole}"),
        (mock.patch.dict(cuts, {python.name: part}), LOST.format(python.name)),
        (mock.patch.dict(cuts, {python.name: 0}), LOST.format(python.name)),
        (missing_file(python), f"{python.name} could not be loaded"),
        (missing_file(machine), f"{machine.name} could not be loaded"),
    ]
    address = serve(folder, headers=False, cut=cuts, held={python.name: answered})
    begin = partial(stranger.go, f"{address}#{shared_game}")
    for fault, sentence in faults:
        with fault:
            begin()
            stranger.stops(sentence)
        begin = partial(retry, stranger)
    stranger.until_resolved(KEEP_A_DAMAGED_SNAPSHOT)
    begin()
    stranger.ready()
    stranger.until_resolved(KEPT_IN_ITS_PLACE)
    stranger.says("You watch it until you press RETURN.")
    assert stranger.on_page("location.hash") == f"#{shared_game}"
    stranger.focus()
    stranger.press("Enter")
    stranger.press("2")
    stranger.kept("dominoes", '["text","2"]')
    assert re.fullmatch(r"#dominoes,seed=36,day=\d{8}", stranger.on_page("location.hash"))
    stranger.click("#home")
    stranger.do("await page.getByRole('button', { name: /Go on with game 36 of Dominoes, by/ }).click()")
    stranger.says("the game goes on")
