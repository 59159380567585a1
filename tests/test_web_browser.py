"""The site in a real browser: whole games, what is kept, what is said, and who can use it."""

import json

import pytest

from browser import PYODIDE, Browser, Site, missing
from retro import library
from retro.web.build import build
from scenario import NAMES, Scenario

LACKING = missing()
pytestmark = pytest.mark.skipif(bool(LACKING), reason=LACKING)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("site")
    build(str(made), python=str(PYODIDE))
    return made


@pytest.fixture(scope="module")
def site(folder):
    served = Site(folder)
    yield served.address
    served.close()


@pytest.fixture(scope="module")
def bare(folder):
    """The same on a server that sends no headers."""
    served = Site(folder, headers=False)
    yield served.address
    served.close()


@pytest.fixture(scope="module")
def chromium():
    opened = Browser()
    yield opened
    opened.close()


@pytest.fixture
def user(chromium):
    """A browser whose user has never been here."""
    chromium.fresh(viewport={"width": 1200, "height": 800})
    return chromium


def status(user):
    return user.on_page("document.getElementById('status').textContent")


def text(user):
    return user.on_page("document.getElementById('text').textContent")


def shows(user, words):
    """Does this come to stand on the machine's screen?"""
    user.until("document.getElementById('text').textContent.includes(given[0])", words)


BROWSER_KEYS = {"RETURN": "Enter", "ESCAPE": "Escape", "UP": "ArrowUp", "DOWN": "ArrowDown", " ": " "}
BROWSER_KEYS |= {"LEFT": "ArrowLeft", "RIGHT": "ArrowRight", "DELETE": "Backspace"}


def same(user, picture):
    """Wait until the canvas is this picture."""
    for _ in range(400):
        shown = user.canvas()
        if shown.size == picture.size and shown.tobytes() == picture.tobytes():
            return
        user.do("await page.waitForTimeout(20)")
    raise AssertionError("the canvas is another picture")


# whole games


@pytest.mark.parametrize("headers", [True, False], ids=["headers", "bare"])
@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game(user, site, bare, name, headers):
    scenario = Scenario(name).rehearse()
    user.open(f"{site if headers else bare}#{scenario.program},seed={scenario.seed}")
    assert user.on_page("crossOriginIsolated")
    user.do("await page.locator('#screen').focus()")
    for question in scenario.questions:
        same(user, question.picture)
        user.press(BROWSER_KEYS.get(question.value, question.value))
    shows(user, "Press the number of a program")


def test_without_shared_memory(user, bare):
    """Where there is no service worker either, the machine is suspended while it waits."""
    user.do("await context.addInitScript(() => { delete Navigator.prototype.serviceWorker; })")
    scenario = Scenario("dominoes").rehearse()
    user.open(f"{bare}#dominoes,seed={scenario.seed}")
    assert not user.on_page("crossOriginIsolated")
    user.do("await page.locator('#screen').focus()")
    for question in scenario.questions[:4]:
        same(user, question.picture)
        user.press(question.value)


# the page


def test_the_menu_the_list_and_the_address(user, site):
    user.open(site)
    shows(user, "Press the number of a program")
    links = user.on_page("[...document.querySelectorAll('#programs a')].map((link) => link.hash)")
    assert links == [f"#{entry.name}" for entry in library.entries()]
    user.do("await page.locator('#programs a[href=\"#dominoes\"]').click()")
    shows(user, "Which domino?")
    assert user.on_page("location.hash").startswith("#dominoes,seed=")
    assert "Dominoes" in user.on_page("document.title")
    user.do("await page.locator('#home').click()")
    shows(user, "Press the number of a program")
    assert user.on_page("location.hash") == ""


def test_the_mouse(user, site):
    user.open(site)
    shows(user, "Press the number of a program")
    row = 8 + 2 * [entry.name for entry in library.entries()].index("dominoes")
    user.do(
        "const box = await page.locator('#screen').boundingBox();"
        f"await page.mouse.click(box.x + box.width / 2, box.y + box.height * {(row + 0.5) / 25})"
    )
    shows(user, "Which domino?")


def test_the_keyboard_on_the_page(user, site):
    user.open(f"{site}#dominoes,seed=36")
    shows(user, "Which domino?")
    user.do("await page.locator('#keys').click()")
    user.do("await page.locator('#keyboard button', { hasText: /^7$/ }).click()")
    user.do("await page.locator('#keyboard button', { hasText: /^Escape$/ }).click()")
    shows(user, "Press any key to switch off")


def test_a_game_is_resumed_after_the_page_was_closed(user, site):
    user.open(f"{site}#dominoes,seed=36")
    shows(user, "Which domino?")
    user.do("await page.locator('#screen').focus()")
    user.press("1")
    user.until("[...document.querySelectorAll('#programs li')].length")
    user.do("await page.waitForTimeout(3000)")
    before = user.canvas()
    user.do("await page.goto('about:blank')")
    user.open(site)
    user.do("await page.getByRole('button', { name: /Go on with your game of Dominoes, / }).click()")
    same(user, before)
    assert "the game goes on" in status(user)


def test_a_recording_is_saved_and_opened_again(user, site, tmp_path):
    user.open(f"{site}#dominoes,seed=36")
    shows(user, "Which domino?")
    user.do("await page.locator('#save').click()")
    assert "begins with the first key" in status(user)
    user.do("await page.locator('#screen').focus()")
    user.press("1")
    user.do("await page.waitForTimeout(1000)")
    path = tmp_path / "mine.jsonl"
    user.do(
        "const [got] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);"
        f"await got.saveAs({json.dumps(str(path))})"
    )
    assert '"program":"dominoes"' in path.read_text()
    user.do("await page.locator('#home').click()")
    shows(user, "Press the number of a program")
    user.do(f"await page.locator('#open').setInputFiles({json.dumps(str(path))})")
    shows(user, "YOUR HAND")
    bad = tmp_path / "bad.jsonl"
    bad.write_text("Hello\n")
    user.do(f"await page.locator('#open').setInputFiles({json.dumps(str(bad))})")
    user.until("document.getElementById('status').textContent.includes('bad.jsonl, line 1: found no recording')")


def test_a_picture_is_saved(user, site, tmp_path):
    user.open(f"{site}#dominoes,seed=36")
    shows(user, "Which domino?")
    path = tmp_path / "shot.png"
    user.do(
        "const [got] = await Promise.all([page.waitForEvent('download'), page.locator('#shot').click()]);"
        f"await got.saveAs({json.dumps(str(path))})"
    )
    assert path.read_bytes().startswith(b"\x89PNG")


def test_taking_back_sound_and_speed(user, site):
    user.open(f"{site}#dominoes,seed=36,speed=fast")
    shows(user, "Which domino?")
    before = user.canvas()
    user.do("await page.locator('#screen').focus()")
    user.press("1")
    user.until("document.getElementById('text').textContent.includes('Which domino?')")
    user.do("await page.waitForTimeout(1500); await page.locator('#back').click()")
    same(user, before)
    user.do("await page.locator('#mute').click()")
    assert user.on_page("document.getElementById('mute').getAttribute('aria-pressed')") == "true"
    user.do("await page.locator('#speed').selectOption('authentic')")
    user.until("location.hash.includes('speed=authentic')")


def test_offline_from_the_second_visit_on(user, site):
    user.open(site)
    user.do("await page.reload()")
    user.ready()
    user.do("await context.setOffline(true); await page.reload()")
    user.ready()
    shows(user, "Press the number of a program")


# sentences


def test_a_browser_without_webassembly_is_told_so(user, site):
    user.do("await context.addInitScript(() => { delete globalThis.WebAssembly; })")
    user.do(f"await page.goto({json.dumps(site)})")
    user.until("document.getElementById('step').textContent.includes('no WebAssembly')")


def test_a_blocked_worker_is_told(user, site):
    user.do("await context.addInitScript(() => { globalThis.Worker = function () { throw new Error('blocked'); }; })")
    user.do(f"await page.goto({json.dumps(site)})")
    user.until("document.getElementById('step').textContent.includes('the browser refuses workers here: blocked')")


def test_a_file_that_is_missing_is_told(user, site):
    user.do("await context.route('**/retro.zip', (route) => route.fulfill({ status: 404, body: '' }))")
    user.do(f"await page.goto({json.dumps(site)})")
    user.until("document.getElementById('step').textContent.includes('retro.zip cannot be had: 404')")


def test_a_full_storage_is_told_and_the_game_goes_on(user, site):
    user.do(
        "await context.addInitScript(() => { IDBObjectStore.prototype.put = () => {"
        " throw new DOMException('full', 'QuotaExceededError'); }; })"
    )
    user.open(f"{site}#dominoes,seed=36")
    shows(user, "Which domino?")
    user.do("await page.locator('#screen').focus()")
    user.press("7")
    user.until("document.getElementById('status').textContent.includes('storage is full')")
    shows(user, "You cannot play")


# who can use it


AUDIT = (
    "await page.evaluate(axe); const { violations } = await page.evaluate(() => axe.run());"
    "return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])"
)


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("width", [1200, 390])
def test_an_accessibility_check_finds_nothing(chromium, site, scheme, width):
    chromium.fresh(viewport={"width": width, "height": 800}, colorScheme=scheme, bypassCSP=True)
    chromium.open(f"{site}#dominoes,seed=36")
    shows(chromium, "Which domino?")
    assert chromium.do(AUDIT) == []
    chromium.do("await page.locator('#keys').click(); await page.locator('#study-button').click()")
    assert chromium.do(AUDIT) == []


def test_everything_can_be_reached_by_the_keyboard(user, site):
    user.open(f"{site}#dominoes,seed=36")
    shows(user, "Which domino?")
    seen = []
    for _ in range(40):
        user.press("Tab")
        seen.append(
            user.on_page("document.activeElement.id || document.activeElement.hash || document.activeElement.tagName")
        )
    switches = user.on_page("[...document.querySelectorAll('#bar [id]')].map((part) => part.id)")
    assert {"screen", *switches, *(f"#{entry.name}" for entry in library.entries())} <= set(seen)


def test_scripts_come_from_the_site_alone(user, site):
    user.do(
        "await context.addInitScript(() => { globalThis.refused = [];"
        " addEventListener('securitypolicyviolation', (event) => refused.push(event.violatedDirective)); })"
    )
    user.open(f"{site}#dominoes,seed=36")
    shows(user, "Which domino?")
    assert user.on_page("refused") == []
    policy = user.on_page("document.querySelector('meta[http-equiv]').content")
    assert "unsafe-inline" not in policy
    user.on_page(
        "(() => { const script = document.createElement('script'); script.textContent = 'globalThis.got = 1';"
        " document.body.append(script); return null; })()"
    )
    assert user.on_page("[globalThis.got ?? null, refused]") == [None, ["script-src-elem"]]


def test_nothing_is_said_in_the_console_and_nobody_else_is_asked(user, site):
    user.do("globalThis.asked = []; context.on('request', (request) => globalThis.asked.push(request.url()))")
    user.open(f"{site}#dominoes,seed=36")
    shows(user, "Which domino?")
    assert user.do("return said") == []
    assert all(url.startswith((site, "blob:", "data:")) for url in user.do("return globalThis.asked"))
