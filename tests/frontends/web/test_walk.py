"""A finger walks through the phases of every program by the keys below the picture, and plays whole games on it."""

import functools
import json
import re

import pytest

from retro.library import catalogue
from retro.web.keyboard import LABELS, pad
from tests.support import walks
from tests.support.browser import build_site, missing, open_browser, phone, serve_folders
from tests.support.rehearsals import ANYWHERE, CLOCK, DATED, SHORT, address_of, rehearse

LACKING = missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(LACKING), reason=LACKING), pytest.mark.timeout(400)]

SIZES = ((390, 844), (844, 390), (360, 640), (768, 1024))
DEEPEST = 2  # keys from the start to a phase
SMALLEST = 44  # pixels of a key
KEYS = """[...document.querySelectorAll("#pad button[data-typed]")].map((key) => key.firstChild.data.trim())"""
FAULTY = """[...document.querySelectorAll("#pad button[data-typed]")].filter((key) => {
  if (!key.checkVisibility()) return false;
  const { left, right, width, height } = key.getBoundingClientRect();
  return width < given[0] || height < given[0] || left < 0 || right > innerWidth || key.scrollWidth > key.clientWidth;
}).map((key) => [key.textContent, key.offsetWidth, key.offsetHeight])"""
STATUS_IS_IN_SIGHT = """(scrollTo(0, 0), (({ top, bottom }) => top >= 0 && bottom <= innerHeight)(
  document.getElementById("status").getBoundingClientRect()))"""
TAP = """
const key = page.locator("#pad button[data-typed]", { hasText: new RegExp("^" + LABEL + " ") }).first();
if (!(await key.isVisible())) await page.getByRole("button", { name: "More", exact: true }).tap();
await key.scrollIntoViewIfNeeded();
const { x, y, width, height } = await key.boundingBox();
await tap(x + width / 2, y + height / 2);
"""

chromium = pytest.fixture(scope="module")(open_browser)
serve = pytest.fixture(scope="module")(serve_folders)
phases = functools.cache(lambda name: [phase for phase in walks.phases(name) if len(phase.path) <= DEEPEST])


@pytest.fixture(scope="module")
def site(serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    build_site(folder)
    return serve(folder)


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: "x".join(map(str, size)))
def page(request, chromium, site):
    name = str(request.param)
    chromium.use(name, **phone(*request.param))
    chromium.open(site)
    yield chromium
    chromium.leave(name)


REMEMBERING = {"morgan2"}  # the rules are shown before its first game only


def anew(page, site, request):
    """Open the page as somebody who has never been there."""
    size = request.node.callspec.params["page"]
    page.leave(str(size))
    page.use(str(size), **phone(*size))
    page.open(site)


def see(page, state):
    """Wait until the page shows a state: its first words, since programs remember what was chosen, and its keys."""
    first, *_ = re.split(
        rf"{CLOCK.pattern}|\[\[", state.words.strip().split("\n")[0]
    )  # TIME chooses a deal of the course
    page.shows(first)
    page.until(f"String({KEYS}.sort()) === String(given[0].sort())", [key["label"] for key in pad(state.keys)])


@pytest.mark.parametrize("name", [entry.name for entry in catalogue.entries()])
def test_the_keys_below_the_picture_lead_to_each_phase(page, site, request, name):
    day = "".join(f",{key}={value}" for key, value in DATED.get(name, {}).items())
    for path, state, _ in phases(name):
        if name in REMEMBERING:
            anew(page, site, request)
        page.play(f"{name},seed={walks.SEED},speed=fast{day}")
        assert page.on_page(STATUS_IS_IN_SIGHT)
        for label, before in path:
            see(page, before)
            page.do(TAP.replace("LABEL", json.dumps(re.escape(LABELS.get(label, label)))))
        see(page, state)
        assert page.on_page(FAULTY, SMALLEST) == [], state.words
        assert page.on_page("[scrollX, visualViewport.scale]") == [0, 1]


@pytest.mark.parametrize("page", SIZES[:2], ids=str, indirect=True)
@pytest.mark.parametrize("player", SHORT, ids=lambda player: player.__name__)
def test_a_whole_game_by_taps_alone(page, site, request, player):
    """The canvas shows what it should before each of them, and nothing scrolls, is zoomed or is selected."""
    anew(page, site, request)
    page.play(address_of(player, SHORT[player]))
    assert page.on_page("[devicePixelRatio, matchMedia('(pointer: coarse)').matches]") == [2, True]
    page.tap_through(rehearse(player, SHORT[player], ANYWHERE))
    page.shows("Press the number of a program")
    assert page.on_page("[scrollX, scrollY, visualViewport.scale, getSelection().toString()]") == [0, 0, 1, ""]
