"""The site in a real browser: whole games, study, what is kept, what is said, and who can use it.

Most tests share one page, in which the machine has been started once: each asks it for a game of its own.
"""

import json

import pytest

from retro.basic.media.images import read_image
from retro.launcher.menu import FIRST_ROW
from retro.library import catalogue
from tests.support import disc_image
from tests.support.browser import build_site, missing, open_browser, phone, serve_folders
from tests.support.scenario import NAMES, rehearsed
from tests.support.web_page import disc

LACKING = missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(LACKING), reason=LACKING), pytest.mark.timeout(400)]

MARKED = "document.querySelector(given[0]).shadowRoot.querySelector('.cm-lintRange-error')?.textContent"
WIDE = {"width": 1240, "height": 800}
FOR_EVER = '"""For Ever."""\n\n\ndef main(m):\n    while True:\n        pass\n'
NAMED = [*(entry.name for entry in catalogue.entries()), "for_ever"]  # as in the menu
LISTED = [*NAMED, "basic"]  # as on the page
REFUSALS = (
    "globalThis.refused = []; addEventListener('securitypolicyviolation', (e) => refused.push(e.violatedDirective));"
)


# Remembers the worker's last message about a stored file, and sends it again when `storeAgain` is called.
STORE_AGAIN = """globalThis.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    const again = (data) => () => this.dispatchEvent(new MessageEvent("message", { data }));
    this.addEventListener("message", ({ data }) => data.kind === "file" && (globalThis.storeAgain = again(data)));
  }
}"""


WAITS, STANDS = (f"document.getElementById('where').textContent.includes('{words}')" for words in ("Waits", "Stands"))
FAULT = "document.getElementById('fault').textContent.startsWith('Line ')"

chromium = pytest.fixture(scope="module")(open_browser)
serve = pytest.fixture(scope="module")(serve_folders)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The site with one study page, and a program that never listens."""
    made = tmp_path_factory.mktemp("site")
    build_site(made, {"for_ever": FOR_EVER}, studied=["dominoes"])
    return made


@pytest.fixture(scope="module")
def site(serve, folder):
    return serve(folder)


@pytest.fixture(scope="module")
def shared(chromium, site):
    """The page that most tests share."""
    chromium.use("shared", viewport=WIDE)
    chromium.do(f"await context.addInitScript({json.dumps(REFUSALS + STORE_AGAIN)})")
    chromium.do("globalThis.asked = []; context.on('request', (request) => globalThis.asked.push(request.url()))")
    chromium.open(site)
    return chromium


@pytest.fixture
def page(shared):
    """The same, as a user finds it. What a test leaves in the console is a fault."""
    shared.use("shared")
    shared.do("await page.bringToFront()")
    shared.do(f"await page.setViewportSize({json.dumps(WIDE)}); await page.emulateMedia({{ colorScheme: 'dark' }})")
    shared.on_page("(document.getElementById('speed').value = 'normal', scrollTo(0, 0))")
    for button in ("keys", "study-button", "write"):
        if shared.on_page("document.getElementById(given[0]).ariaExpanded === 'true'", button):
            shared.click(f"#{button}")
    yield shared
    shared.use("shared")
    assert shared.do("return messages.splice(0)") == []


@pytest.fixture
def tab(shared):
    """A further page of the same user."""
    shared.use("tab", beside="shared")
    yield shared
    shared.leave("tab")


# whole games


COUNT_REPLACED = """(globalThis.replaced = 0, history.replaceState = (...words) => {
  replaced++;
  History.prototype.replaceState.apply(history, words);
}, null)"""


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game(page, name):
    """Safari lets a page replace its entry in the history 100 times in half a minute, and so not at each key."""
    scenario = rehearsed(name)
    page.on_page(COUNT_REPLACED)
    page.play(scenario.address)
    assert page.on_page("crossOriginIsolated")
    page.play_through(scenario)
    page.shows("Press the number of a program")
    # by the file of the game before; `play`; the game; its file; the menu
    assert page.on_page("(delete history.replaceState, replaced)") <= 5


def begun(page):
    """Play the first turn of a game; gives the screen at the second."""
    scenario = rehearsed("dominoes")
    page.play(f"dominoes,seed={scenario.seed},speed=fast,original")
    first, second = scenario.questions[:2]
    page.shows_picture(first.picture)
    page.press(first.browser_key)
    page.shows_picture(second.picture)
    return second.picture


# the page


def test_the_menu_the_list_and_the_address(page):
    page.click("#home")
    page.shows("Press the number of a program")
    assert page.on_page("location.hash") == ""
    links = page.on_page("[...document.querySelectorAll('#programs h3 a')].map((link) => link.hash)")
    assert links == [f"#{name}" for name in LISTED]
    page.click("#programs a[href='#dominoes']")
    page.shows("Which domino?")
    assert page.on_page("location.hash").startswith("#dominoes,seed=")
    assert "Dominoes" in page.on_page("document.title")


def test_a_program_started_in_the_menu_changes_the_address(page):
    begun(page)
    page.kept("dominoes", '"seed":36')
    page.click("#home")
    page.shows("Press the number of a program")
    row = FIRST_ROW + NAMED.index("dominoes")
    page.do(
        "const box = await page.locator('#screen').boundingBox();"
        f"await page.mouse.click(box.x + box.width / 4, box.y + box.height * {(row + 0.5) / 25})"
    )
    page.shows("Unfinished games")
    page.press("N")
    page.shows("Which domino?")
    assert page.on_page("location.hash").startswith("#dominoes,seed=")
    page.press("Escape")
    page.shows("Go on")
    page.press("Escape")
    page.shows("Press the number of a program")
    assert page.on_page("location.hash") == ""


TEXT_AT_ITS_START = """new Promise((resolve) => {
  const status = document.getElementById("status");
  const begun = () => status.textContent && resolve(document.getElementById("text").textContent);
  new MutationObserver(begun).observe(status, { childList: true });
  location.hash = given[0];
})"""


def test_the_text_of_one_program_is_gone_when_the_next_begins(page):
    page.play("dominoes,seed=36,speed=fast")
    page.shows("Which domino?")
    assert page.on_page(TEXT_AT_ITS_START, "mahjong,seed=3") == ""


def test_options_and_mistakes_in_the_address(page):
    page.play("dominoes,seed=51,cheat")
    assert page.on_page("location.hash").startswith("#dominoes,seed=51,cheat=yes")
    for address, message in {
        "chess": "There is no program called chess here. Choose one of those below.",
        "dominoes,seed=x": "The address has seed=x: expected a whole number",
        "dominoes,speed=warp": "The address has speed=warp, but the speeds are authentic, normal, fast.",
        "dominoes,chat=yes": "The address has the option chat, but dominoes has only seed, speed, cheat",
        "%E0%A4%A": "There is no program called %E0%A4%A here",
    }.items():
        page.on_page("(location.hash = given[0], null)", address)
        page.says(message)
    page.shows("Press the number of a program")


ANNOUNCED = """(async () => {
  const { Messages } = await import(APP + "messages.js");
  const element = document.createElement("p"), messages = new Messages(element), shown = [];
  messages.warn("There is no such program");
  for (const title of ["", "Dominoes"]) shown.push((messages.announce(title), element.textContent));
  return shown;
})()"""


def test_a_warning_stays_up_to_the_next_program_but_one(page):
    assert page.on_page(of_app(ANNOUNCED)) == ["There is no such program.", "Dominoes"]


def test_the_program_s_keys_and_the_whole_keyboard_on_the_page(page):
    page.play("dominoes,seed=36,speed=fast")
    page.shows("Which domino?")
    page.click("#keys")
    labels = page.on_page(PAD_LABELS)
    moves = [*(f"{n} play that domino" for n in range(1, 7)), "K knock", "H hint", "U undo", "N new game", "? help"]
    assert labels == [*moves, "More", "All keys"]
    page.do("await page.getByRole('button', { name: '1 play that domino' }).click()")
    page.kept("dominoes", '["text","1"]')
    # a finger that lifts when other keys have taken the place of the one that it pressed
    page.focus()
    page.press("F1")
    page.on_page(TOUCH, "K Keys", "pointerdown")
    page.on_page(TOUCH, "K knock", "click")
    page.press("Escape")
    page.shows("Rewind")
    page.press("Escape")
    page.do("await page.getByRole('button', { name: 'All keys' }).click()")
    page.do("await page.locator('#key-rows .broad button', { hasText: /^7$/ }).click()")
    page.do("await page.getByRole('button', { name: 'The program’s keys' }).click()")
    assert page.on_page(PAD_LABELS) == labels
    page.do("await page.getByRole('button', { name: 'All keys' }).click()")
    page.do("await page.locator('#key-rows button', { hasText: /^Escape$/ }).press('Enter')")
    page.shows("Go on")


PAD_LABELS = "[...document.querySelectorAll('#pad button:not([hidden])')].map((key) => key.textContent)"
TOUCH = """new Promise((done) => {
  const touch = () => {
    const key = [...document.querySelectorAll('#pad button')].find((key) => key.textContent === given[0]);
    if (!key) return setTimeout(touch, 10);
    done(key.dispatchEvent(new PointerEvent(given[1], { bubbles: true, detail: Number(given[1] === "click") })));
  };
  touch();
})"""
PLACES = """["frame", "keyboard", "screen"].map((id) => document.getElementById(id).getBoundingClientRect())
    .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""
SMALL = """[...document.querySelectorAll("#key-rows button")].filter((key) => key.checkVisibility()).filter((key) =>
    key.offsetWidth < 44 || key.offsetHeight < 44 || key.scrollWidth > key.clientWidth).map((key) => key.textContent)"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (768, 1024)])
def test_a_phone_shows_picture_and_keys_at_once(page, width, height):
    page.do(f"await page.setViewportSize({{ width: {width}, height: {height} }})")
    page.play("dominoes,seed=36,speed=fast,original")
    page.shows("Which domino?")
    page.click("#keys")
    see_picture_and_keys(page, width, height)
    page.click("#pad > :last-child")
    see_picture_and_keys(page, width, height)
    assert page.on_page(SMALL) == []
    page.click("#symbols")
    assert page.on_page(SMALL) == []
    page.click("#symbols")


def see_picture_and_keys(page, width, height):
    """See that a screen of this size has the whole picture and the keys, side by side if it is low."""
    frame, keys, picture = page.on_page(PLACES)
    assert page.on_page("document.documentElement.scrollWidth") == width
    assert max(frame[3], keys[3]) - min(frame[1], keys[1]) <= height
    beside = frame[2] <= keys[0] and abs(frame[1] - keys[1]) < 10
    below = frame[3] <= keys[1]
    assert beside if height < 400 else below
    assert frame[0] <= picture[0] < picture[2] <= frame[2]


def shared_link(page, button):
    """Return the link that a button copies."""
    page.on_page("(navigator.clipboard.writeText = async (link) => { window.link = link; }, window.link = null)")
    page.click(button)
    page.until("link")
    return page.on_page("link")


def test_a_game_is_shared_by_a_link_and_watched(page):
    page.play("dominoes,seed=36,speed=fast")
    page.shows("Which domino?")
    page.focus()
    page.press("1")
    page.kept("dominoes", '"1"')
    link = shared_link(page, "#share")
    page.says("whoever opens it can play on")
    assert "#game=dominoes.jsonl," in link
    assert len(link) < 1000
    page.click("#home")
    page.says("")
    page.on_page("(location.hash = new URL(given[0]).hash, null)", link)
    page.says("You watch it until you press RETURN.")
    page.shows("I played the 5-1")
    page.focus()
    page.press("Enter")
    page.press("2")
    page.until("document.getElementById('status').textContent.endsWith(', the game goes on.')")
    page.on_page("(location.hash = new URL(given[0]).hash.slice(0, -20), null)", link)
    page.says("The file in this link is damaged: perhaps a part of the link is missing.")


def test_the_prompt_of_basic(page):
    page.click("#programs a[href='#basic']")
    page.shows("BASIC", ">")
    assert page.on_page("location.hash").startswith("#basic,seed=")
    page.focus()
    page.type("10PRINT 6*7")
    page.press("Enter")
    for key in ("ArrowUp", *["End"] * 11, "Enter"):  # copies the line from the screen
        page.press(key)
    page.type('SAVE"SUM"')
    page.press("Enter")
    page.type("RUN")
    page.press("Enter")
    page.shows("        42")
    page.press("Z")
    page.kept("basic", '"Z"')  # and all before it
    page.do("await page.reload()")
    page.ready()
    page.says("the game goes on")
    page.shows("\n>Z")
    page.press("Backspace")
    page.type("NEW")
    page.press("Enter")
    page.type('CHAIN"SUM"')
    page.press("Enter")
    page.shows('CHAIN"SUM"\n        42')


def test_basic_is_typed_on_the_keyboard_of_the_page(page):
    page.play("basic")
    page.shows(">")
    page.click("#keys")
    for name in ("P", ".", "Symbols", '"', "(", '"', "Symbols", "Return"):
        page.do(
            f"await page.locator('#keyboard button:visible').getByText({json.dumps(name)}, {{ exact: true }}).click()"
        )
    page.shows('>P."("\n(\n>')
    for name in ("↑", "Copy", "Escape"):
        page.do(
            f"await page.locator('#keyboard button:visible').getByText({json.dumps(name)}, {{ exact: true }}).click()"
        )
    page.shows("Escape")
    page.focus()
    page.type("VDU14:F.I=1TO50:P.I:N.")
    page.press("Enter")
    shift = "page.locator('#keyboard button:visible').getByText('Shift', { exact: true })"
    for action, number in (("click()", 19), ("press('Enter')", 37)):
        page.shows(f"        {number}\n")
        page.do(f"await {shift}.{action}")
    page.shows("        50\n>")


def test_a_basic_program_is_opened_and_there_at_the_next_visit(page, tmp_path):
    path = tmp_path / "sums, two.bas"
    path.write_text('10 PRINT "SUM";1+1\n20 A$=GET$\n')
    page.click("#study-button")
    page.do(f"await page.locator('#open').setInputFiles({json.dumps(str(path))})")
    page.until(STANDS)
    page.click("#run")
    page.shows("SUM2")
    assert page.on_page("location.hash").startswith("#study=sums-%20two.bas,seed=")
    page.stored("opened/sums- two.bas")
    page.click("#study-button")
    page.until("location.hash.startsWith('#sums-%20two.bas,seed=')")
    page.do("await page.reload()")
    page.ready()
    page.shows("SUM2")
    page.on_page(
        """(() => {
          const data = new DataTransfer();
          data.items.add(new File(["10 PRINT 'DROPPED'\\n20 A=GET".replaceAll("'", '"')], "dropped.bas"));
          document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
          return null;
        })()"""
    )
    page.shows("DROPPED")
    page.on_page(
        "(globalThis.reading = Blob.prototype.arrayBuffer, Blob.prototype.arrayBuffer = async () => fail(), null)"
    )
    page.do(f"await page.locator('#open').setInputFiles({json.dumps(str(path))})")
    page.says("sums, two.bas cannot be read: is it a folder?")
    page.on_page("(Blob.prototype.arrayBuffer = reading, null)")


DROP = """(() => {
  const data = new DataTransfer();
  for (const [name, text] of given)
    data.items.add(new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], name));
  document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  return null;
})()"""


def test_the_programs_in_several_dropped_images_are_chosen_by_a_key(page):
    sums, chess = disc("SUMS", "10REM Sums\n20CLS"), disc("CHESS", '10PRINT "CHEC""KMATE":A=GET')
    page.on_page(DROP, ["sums.ssd", sums], ["read me.txt", "x"], ["old, games.ssd", chess])
    page.shows("A old- games.ssd:$.CHESS", "B sums.ssd:$.SUMS       Sums", "Press a letter")
    page.stored("opened/sums.ssd and 1 more/old- games.ssd")
    page.do("await page.reload()")
    page.ready()
    page.shows("Press a letter")
    page.focus()
    page.press("a")
    page.shows('CHEC"KMATE')


def test_what_an_image_writes_is_saved_as_a_copy(page, tmp_path):
    page.on_page(DROP, ["game.ssd", disc_image.disc().decode("latin-1")])
    page.shows(*disc_image.FIRST)
    page.focus()
    page.press("x")
    page.shows(*disc_image.SECOND)
    copy = page.saved("#save-disc", tmp_path / "game.written.ssd")
    assert {"D.SCORE", "$.MENU"} < {file.name for file in read_image(copy.name, copy.read_bytes())}
    page.stored("opened/game.ssd", disc_image.disc().decode("latin-1"))
    page.do("await page.reload()")
    page.ready()
    page.shows(*disc_image.SECOND)  # the unfinished game, which read the image as it was
    page.click("#again")
    page.shows("42", "CHANGED")


def test_an_unfinished_game_is_resumed(page):
    second = begun(page)
    page.click("#home")
    page.shows("Press the number of a program")
    page.until("document.querySelector('#programs button img')?.naturalWidth === 64")
    page.do("await page.getByRole('button', { name: /Go on with game 36 of Dominoes, by/ }).first().click()")
    page.shows_picture(second)
    page.says("the game goes on")


def test_going_back_resumes_the_game_that_was_left(page):
    second = begun(page)
    page.kept("dominoes", '"seed":36')
    page.click("#programs a[href='#snake']")
    page.until("location.hash.startsWith('#snake,seed=')")
    page.on_page("(history.back(), null)")
    page.shows_picture(second)
    page.says("the game goes on")


def test_a_title_begins_a_game_and_keeps_the_unfinished_one(page):
    page.play("dominoes,seed=1234,speed=fast")
    page.shows("Which domino?")
    page.press("1")
    page.kept("dominoes", '"seed":1234')
    page.click("#programs a[href='#dominoes']")
    page.until("/^#dominoes,seed=/.test(location.hash) && !location.hash.includes('seed=1234')")
    page.says("Dominoes, by Marcus D. Bowman, game ")
    page.do("await page.getByRole('button', { name: /Go on with game 1234 of Dominoes, by/ }).first().click()")
    page.until("location.hash.includes('seed=1234')")
    page.says("the game goes on")


BEGIN_WHILE_STORING = """(() => {
  history.replaceState(null, "", location.pathname);
  location.hash = given[0];
  storeAgain();
  return null;
})()"""


def test_a_game_stored_while_another_is_requested_is_not_resumed(page):
    begun(page)
    page.kept("dominoes", '"seed":36')
    page.on_page(BEGIN_WHILE_STORING, "dominoes,seed=77,speed=fast")
    page.until("/game 77|goes on/.test(document.getElementById('status').textContent)")
    assert page.on_page("location.hash").startswith("#dominoes,seed=77,speed=fast")


READ_WHILE_WRITING = """(async () => {
  const { Store } = await import(APP + "store.js"), store = await Store.open();
  await Promise.all([store.all(), store.put("games/x.jsonl", "{}")]);
  const found = store.files.has("games/x.jsonl");
  await store.put("games/x.jsonl", null);
  return found;
})()"""


def test_a_file_written_while_all_are_read_is_not_forgotten(page):
    assert page.on_page(of_app(READ_WHILE_WRITING))


OWN_GAME = """new Promise((resolve) => {
  indexedDB.open("retro").onsuccess = ({ target: { result } }) => {
    const reading = result.transaction("files").objectStore("files").get(history.state?.kept || "none");
    reading.onsuccess = () => (result.close(), resolve(reading.result?.includes(`["text","${given[0]}"]`)));
  };
})"""


def test_two_tabs_keep_a_game_each_also_in_another_page(page, tab, site):
    """Each tab plays the same program; a reload resumes its own game, which the history has from the first key.

    One of them is as in a frame of another page: there is the machine alone.
    """
    tab.open(f"{site}?embed#dominoes,seed=36,speed=fast")
    parts = "['frame', 'origin', 'bar', 'programs'].map((id) => document.getElementById(id).checkVisibility())"
    assert tab.on_page(parts) == [True, True, False, False]
    assert tab.on_page("document.getElementById('frame').getBoundingClientRect().bottom") == tab.on_page("innerHeight")
    page.use("shared")
    page.play("dominoes,seed=36,speed=fast")
    for name, key in ("shared", "1"), ("tab", "2"):
        page.use(name)
        page.do("await page.bringToFront()")
        page.shows("Which domino?")
        page.focus()
        page.press(key)
        page.until("history.state?.kept")
        page.until_resolved(OWN_GAME, key)
        page.on_page("(globalThis.replaced = false, history.replaceState = () => (replaced = true), null)")
        page.press("K")
        page.until_resolved(OWN_GAME, "K")
        assert not page.on_page("globalThis.replaced")
    for name, key in ("tab", "2"), ("shared", "1"):
        page.use(name)
        page.do("await page.reload()")
        page.ready()
        page.says("the game goes on")
        page.until_resolved(OWN_GAME, key)


def test_study_of_a_new_game_does_not_resume_an_unfinished_one(page):
    page.play("dominoes,seed=53,speed=fast")
    page.press("1")
    page.kept("dominoes", '"seed":53')
    page.play("dominoes,seed=36,speed=fast")
    page.click("#study-button")
    page.until("document.getElementById('where').textContent.includes('Stands before main')")
    page.says("game 36")


def test_a_recording_is_saved_and_opened_again(page, tmp_path):
    page.play("dominoes,seed=36,speed=fast")
    page.shows("Which domino?")
    page.press("Escape")
    page.press("q")
    page.shows("Press any key to switch off")
    path = page.saved("#save", tmp_path / "mine.jsonl")
    assert '"program":"dominoes"' in path.read_text()
    assert '"ESCAPE"' in path.read_text()
    assert '{"end":"escape"' in path.read_text().splitlines()[-1]
    page.click("#home")
    page.do(f"await page.locator('#open').setInputFiles({json.dumps(str(path))})")
    page.shows("Your hand")
    bad = tmp_path / "bad.jsonl"
    bad.write_text("Hello\n")
    page.do(f"await page.locator('#open').setInputFiles({json.dumps(str(bad))})")
    page.says("bad.jsonl, line 1: found no recording")
    page.shows("Press the number of a program")


def test_a_picture_is_saved(page, tmp_path):
    page.play("dominoes,seed=36,speed=fast")
    page.shows("Which domino?")
    assert page.saved("#shot", tmp_path / "shot.png").read_bytes().startswith(b"\x89PNG")


def test_rewind_mute_and_speed(page):
    page.play("dominoes,seed=36,speed=fast")
    page.shows("Which domino?")
    before = page.canvas()
    page.press("1")
    page.shows("I played the 5-1")
    page.press("PageUp")
    page.shows_picture(before)
    page.click("#mute")
    page.until("document.getElementById('mute').ariaPressed === 'true'")
    page.press("F1")
    page.shows("< off >")
    page.press("m")
    page.until("document.getElementById('mute').ariaPressed === 'false'")
    page.press("d")
    page.press("p")
    page.press("s")
    page.until("document.getElementById('frame').className === 'tube tall'")
    box = "(({ width, height }) => width / height)(document.getElementById('screen').getBoundingClientRect())"
    assert page.on_page(box) == pytest.approx(4 / 3)
    page.press("p")
    page.press("s")
    page.until("document.getElementById('frame').className === ''")
    page.press("Escape")
    page.click("#mark")
    page.shows_picture(before)
    page.do("await page.locator('#speed').selectOption('authentic')")
    page.until("location.hash.startsWith('#dominoes,seed=36,speed=authentic')")
    assert page.on_page("document.activeElement.id") == "screen"
    page.do("await page.locator('#speed').selectOption('normal')")
    page.until("location.hash.startsWith('#dominoes,seed=36,day=')")


PASTE = """(() => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", given[0]);
  document.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
})()"""


def test_a_text_is_pasted_while_the_screen_has_the_focus(page):
    page.play("basic")
    page.shows(">")
    page.focus()
    page.on_page(PASTE, "PRINT 6*7\nPRINT 8*9\n")
    page.shows("        42", "        72")


PADS = """(() => {
  const buttons = Array.from({ length: 16 }, () => ({ pressed: false }));
  globalThis.pads = [{ buttons, axes: [0, 0] }];
  navigator.getGamepads = () => pads;
  dispatchEvent(new Event("gamepadconnected"));
})()"""


def test_a_gamepad_plays_and_costs_nothing_when_it_is_gone(page):
    page.play("dominoes,seed=36,speed=fast")
    page.shows("Which domino?")
    page.on_page(PADS)
    page.on_page("(pads[0].buttons[9].pressed = true, null)")
    page.shows("paused")
    page.on_page("(pads[0].buttons[9].pressed = false, pads[0].axes[1] = 0.7, null)")
    page.until("document.getElementById('pad').textContent.includes('Escape back')")
    page.on_page("(pads[0].buttons[1].pressed = true, null)")
    page.shows("Which domino?")
    page.on_page("(globalThis.polled = 0, navigator.getGamepads = () => (polled++, []), null)")
    page.until("polled")
    assert page.on_page("new Promise((done) => setTimeout(() => done(polled), 100))") == 1


COUNT_CHANGES = "(globalThis.changes = 0, document.addEventListener('fullscreenchange', () => changes++), null)"


def test_full_screen_and_back(page):
    """Each change puts the focus on the screen, a moment later."""
    page.on_page(COUNT_CHANGES)
    page.focus()
    page.press("Alt+Enter")
    page.until("changes === 1 && document.fullscreenElement?.id === 'stage'")
    page.until("document.getElementById('screen').getBoundingClientRect().height > 0.7 * innerHeight")
    page.press("Alt+Enter")
    page.until("changes === 2 && document.fullscreenElement === null")
    page.do("await page.locator('#full').focus(); await page.keyboard.press('Enter')")
    page.until("changes === 3 && document.fullscreenElement?.id === 'stage' && document.activeElement.id === 'screen'")
    page.press("Alt+Enter")
    page.until("changes === 4 && document.fullscreenElement === null && document.activeElement.id === 'screen'")


def of_app(script):
    """A script that imports the page's own modules from APP."""
    return script.replace("APP", "document.baseURI.replace(/[?#].*/, '')")


STRUCK = """(async () => {
  const { Keys } = await import(APP + "keys.js");
  const seen = [], box = document.createElement("div");
  const send = (events) => seen.push(...events.map(([kind, value]) => `${kind} ${value}`));
  new Keys(box, send, { enter: () => seen.push("full") });
  for (const [type, init] of given[0]) box.dispatchEvent(new KeyboardEvent(type, { cancelable: true, ...init }));
  return seen;
})()"""


@pytest.mark.parametrize(
    ("struck", "events"),
    [
        ([("keydown", {"key": "a", "code": "KeyQ"}), ("keyup", {"key": "a", "code": "KeyQ"})], "down A, text a, up A"),
        ([("keydown", {"key": "A", "code": "KeyA", "shiftKey": True})], "down A, text A"),
        ([("keydown", {"key": "é", "code": "Digit2"})], "text é"),
        ([("keydown", {"key": " ", "code": "Space"})], "down SPACE, text  "),
        (
            [("keydown", {"key": "a", "code": "KeyA"})]
            + 3 * [("keydown", {"key": "a", "code": "KeyA", "repeat": True})],
            "down A, text a",
        ),
        ([("keydown", {"key": "ArrowLeft", "code": "ArrowLeft"}), ("blur", {})], "down LEFT, key LEFT, all up "),
        ([("keydown", {"key": "F10", "code": "F10"})], "down f0, key f0"),
        ([("keydown", {"key": "c", "code": "KeyC", "ctrlKey": True})], "down C, text \x03"),
        (
            [("keydown", {"key": "@", "code": "KeyQ", "ctrlKey": True, "altKey": True, "modifierAltGraph": True})],
            "text @",
        ),
        ([("keydown", {"key": "Enter", "code": "Enter", "altKey": True})], "full"),
        ([("keydown", {"key": "d", "code": "KeyD", "altKey": True})], ""),
        ([("keydown", {"key": "v", "code": "KeyV", "ctrlKey": True})], ""),
        ([("keydown", {"key": "V", "code": "KeyV", "ctrlKey": True, "shiftKey": True})], "down V, text \x16"),
        ([("keydown", {"key": "r", "code": "KeyR", "metaKey": True})], ""),
        ([("keydown", {"key": "Tab", "code": "Tab"}), ("keydown", {"key": "F12", "code": "F12"})], ""),
        ([("keydown", {"key": "PageUp", "code": "PageUp"})], "rewind 1"),
    ],
)
def test_keys_are_translated_by_what_they_type(page, struck, events):
    assert ", ".join(page.on_page(of_app(STRUCK), struck)) == events


HEARD = """(async () => {
  const { Sound } = await import(APP + "sound.js");
  const rate = 44100, context = new OfflineAudioContext(1, 2 * rate, rate);
  context.resume = context.suspend = () => undefined; // which are not for contexts that are offline
  const sound = new Sound(() => context);
  sound.open();
  sound.play({ in: 0, length: 1.5, tones: [[0, 440], [0.5, 660]], fades: [[0, 0, 1], [0.5, 0, 0.5], [1.5, 0, 0]] });
  sound.play({ in: 1, length: 0.5, tones: [[0, 220]], fades: [[0, 0, 1], [0.5, 0, 0]] });
  const data = (await context.startRendering()).getChannelData(0);
  const never = new Sound(() => { throw new Error("too early"); });
  never.play({ in: 0, length: 1, tones: [[0, 440]], fades: [[0, 0, 1]] }); // before any key nothing sounds
  return [0.1, 0.6, 1.1, 1.7].map((at) => {
    const part = data.slice(at * rate, (at + 0.3) * rate);
    const turns = part.filter((value, place) => place && value > 0 !== part[place - 1] > 0).length;
    return [Math.max(...part.map(Math.abs)), turns / 0.6];
  });
})()"""


def test_notes_are_in_tune_and_replace_each_other(page):
    first, second, cutting, after = page.on_page(of_app(HEARD))
    assert [hertz for _, hertz in (first, second, cutting)] == pytest.approx([440, 660, 220], abs=4)
    assert first[0] == pytest.approx(2 * second[0], rel=0.1)
    assert cutting[0] == pytest.approx(first[0], rel=0.2)
    assert after[0] < 0.001


SUSPENDED = """(async () => {
  const { Sound } = await import(APP + "sound.js");
  const sound = new Sound(), states = [];
  sound.unlock();
  const reached = (state) => new Promise((resolve) => {
    const look = () => states.at(-1) === state && resolve();
    sound.context.onstatechange = () => (states.push(sound.context.state), look());
    look();
  });
  if (sound.context.state !== "suspended") await reached("suspended");
  states.length = 0;
  sound.play({ in: 0, length: 0.2, tones: [[0, 440]], fades: [[0, 0, 1], [0.2, 0, 0]] });
  await reached("suspended");
  await sound.context.close();
  return states;
})()"""


def test_the_audio_context_is_suspended_while_nothing_sounds(page):
    page.press("Shift")  # browsers let a page sound only after the user has done something
    assert page.on_page(of_app(SUSPENDED)) == ["running", "suspended"]


# study


def study(page):
    """Study a game of Dominoes that has just begun, from its first line to its first question."""
    page.click("#study-button")
    where(page, "Stands before main, line 10")
    page.click("#run")
    where(page, "Waits for a key in PROCASK")


def where(page, *words):
    """Wait until study says this."""
    try:
        page.until(SAYS, *words)
    except AssertionError as error:
        raise AssertionError(page.on_page("document.getElementById('where').textContent")) from error


SAYS = "given.every((word) => document.getElementById('where').textContent.includes(word))"
LISTING = "page.frames().find((frame) => frame.name() === 'listing')"


def marked(page):
    """The lines that are marked in the program's page."""
    return page.do(
        f"return {LISTING}.evaluate(() => [...document.querySelectorAll('.l.now')].map((line) => line.textContent))"
    )


def test_study_marks_the_lines_and_the_game_goes_on(page):
    second = begun(page)
    page.click("#study-button")
    where(page, "Waits for a key in PROCASK, line 16050", "v.K_s = m.get_s()")
    page.shows_picture(second)
    page.until("document.getElementById('listing').contentDocument?.querySelector('.l.now')")
    basic, python = marked(page)
    assert basic.split() == ["□16050", "K$=GET$16.1"]  # the text; at first without sign and sentence
    page.click("#pause")
    said = "document.getElementById('listing').contentDocument.getElementById('says-16.1').checkVisibility()"
    assert not page.on_page(said)
    page.click("#more")
    page.click("#more")
    page.until(said)
    page.click("#more")
    page.click("#run")
    assert "v.K_s = m.get_s()" in python
    stack = page.on_page("[...document.querySelectorAll('#stack li')].map((item) => item.textContent)")
    assert stack[0] == "PROCASK 16050"
    assert "main" in stack[-1]
    page.click("#same")
    where(page, "Stands before main, line 10")
    page.click("#run")
    page.shows_picture(rehearsed("dominoes").questions[0].picture)
    assert page.on_page("location.hash").startswith(f"#study=dominoes,seed={rehearsed('dominoes').seed}")


def test_study_pauses_and_steps_line_by_line(page):
    page.play("dominoes,seed=36,speed=fast")
    study(page)
    page.click("#pause")
    where(page, "Stands before PROCASK, line 16050")
    page.focus()
    page.press("7")  # is no key of study's, and none of the program's while it stands
    page.click("#step-line")
    where(page, "Stands at a wait for a key (RETURN: type it) in PROCASK")
    page.focus()
    page.press("Enter")
    where(page, "Waits for a key in PROCASK")
    page.press("1")
    where(page, "Stands before PROCASK, line 16060", 'Changed: K$ "1", was ""')
    changed = page.on_page("[...document.querySelectorAll('#rows tr.changed')].map((row) => row.cells[0].textContent)")
    assert changed == ["K$ ?"]
    assert page.on_page("document.querySelector('#where .will').textContent") == '"1"="k" no'
    assert page.on_page("document.getElementById('beside').textContent").split("\n")[1].startswith("you ")
    page.press("F7")
    where(page, "Stands before PROCASK, line 16070")
    page.click("#undo")
    where(page, "Stands before PROCASK, line 16060")
    page.click("#out")
    where(page, "Stands before main")
    page.do("await page.locator('#to').selectOption('PROCASK')")
    where(page, "PROCASK ran first at turn")
    page.click("#where button[value='answer SPACE']")
    where(page, "Stands before PROCASK")
    assert page.on_page("document.getElementById('turn').clientHeight") > 10
    page.click("#run")
    where(page, "Waits for a key in PROCASK")


def test_study_draws_the_playing_area_while_a_domino_is_placed(page):
    page.play("dominoes,seed=3,speed=fast,original")
    study(page)
    page.do("await page.locator('#to').selectOption('PROCPLOT')")
    page.press("k")
    where(page, "Stands before PROCPLOT")
    assert page.on_page("document.querySelector('#picture svg').viewBox.baseVal.width") == 32
    assert page.on_page("document.querySelector('#picture figcaption').textContent").startswith(" yellow RX%,RY%")
    page.on_page("(document.getElementById('where').textContent = 'a long reason '.repeat(30), null)")
    assert (
        page.on_page("document.getElementById('where').scrollHeight - document.getElementById('where').clientHeight")
        == 0
    )


def test_a_procedure_is_changed_and_the_game_runs_on(page):
    page.play("dominoes,seed=36,speed=fast")
    study(page)
    page.do("await page.locator('#to').selectOption('PROCSELECT')")
    page.focus()
    page.press("1")
    where(page, "Stands before PROCSELECT")
    page.click("#edit")
    page.until("document.activeElement.shadowRoot?.activeElement.textContent.includes('def PROCSELECT(')")
    assert page.audit() == []
    procedure = page.written("#source")
    page.write("#source", procedure.replace("while", "whale"))
    page.click("#editor [name=change]")
    page.until("document.getElementById('mistake').textContent.startsWith('Line 4: ')")
    assert page.on_page(MARKED, "#source").startswith("    whale v.D_i")
    page.write("#source", procedure.replace("v.D_i = 1 ", "v.D_i = 2 "))
    page.click("#editor [name=change]")
    where(page, "Stands before PROCSELECT", "v.D_i = 2", "Played again from the start with your change")
    assert page.on_page("document.getElementById('editor').hidden")
    assert any("v.D_i = 2" in line for line in marked(page))
    page.do(f"await {LISTING}.locator('.own .differs .n').click()")
    where(page, "Line 14: the program stops whenever it comes there.")
    assert page.on_page("document.activeElement.id") == "screen"  # to type for the game
    before = page.on_page("scrollY")
    page.do(f"await {LISTING}.locator('#bas-25080 .n').evaluate({SCROLL_AND_CLICK})")
    where(page, "Line 25080: the program stops whenever it comes there.")
    assert page.do(f"return {LISTING}.locator('#bas-25080').evaluate({IS_SEEN})")
    page.do(f"await {LISTING}.locator('.totals a').evaluate((link) => link.click())")
    assert page.do(f"return {LISTING}.locator('#sec-the-description.found').evaluate({IS_SEEN})")
    follow = "locator('.l code a[href=\"#PROCRIGHT\"]').first().evaluate((link) => link.click())"
    page.do(f"await {LISTING}.{follow}")
    assert page.do(f"return {LISTING}.locator('.found').getAttribute('id')") == "PROCRIGHT"
    assert page.on_page("scrollY") == before


SCROLL_AND_CLICK = """(link) => {
  scrollBy({ top: link.getBoundingClientRect().top - 100, behavior: "instant" });
  link.click();
}"""
IS_SEEN = "(part) => part.getBoundingClientRect().top >= 0 && part.getBoundingClientRect().top < innerHeight"


REACHING = """    import js
    names = [name for name in ("fetch", "XMLHttpRequest", "indexedDB", "caches", "Worker") if hasattr(js, name)]
    m.cls()
    m.print("REACHED" if names else "SHUT OFF")
    m.get()
"""


def test_a_changed_program_of_the_site_reaches_nothing_and_the_next_game_has_a_new_machine(page):
    page.play("dominoes,seed=36,speed=fast")
    study(page)
    page.do("await page.locator('#to').selectOption('PROCSELECT')")
    page.focus()
    page.press("1")
    where(page, "Stands before PROCSELECT")
    page.click("#edit")
    page.until("document.activeElement.shadowRoot?.activeElement.textContent.includes('def PROCSELECT(')")
    first, rest = page.written("#source").split("\n", 1)
    page.write("#source", f"{first}\n{REACHING}{rest}")
    page.click("#editor [name=change]")
    where(page, "Stands before PROCSELECT", "Played again from the start with your change")
    page.click("#run")
    page.shows("SHUT OFF")
    page.click("#study-button")
    page.play("dominoes,seed=3,speed=fast")
    page.shows("Which domino?")


def test_a_program_is_written_and_its_mistakes_are_marked(page):
    page.click("#write")
    page.until("document.activeElement.shadowRoot?.activeElement.matches('.cm-content')")
    assert page.audit() == []
    page.do("await page.locator('#begin-with').selectOption('basic.bas')")
    assert page.on_page("document.getElementById('file-name').value") == "my_basic.bas"
    page.write("#code", '10 PRINT "WRITTEN"\n20 PRONT\n')
    page.press("Control+Enter")
    page.shows("Mistake", "20  PRONT")
    page.until("document.getElementById('fault').textContent === 'Line 2: Mistake at line 20.'")
    assert page.on_page(MARKED, "#code") == "20 PRONT"
    assert page.do("return messages.splice(0)") == ["Mistake at line 20"]
    assert page.audit() == []
    page.write("#code", '10 PRINT "MENDED"\n20 A=GET\n')
    page.click("#writing [type=submit]")
    page.shows("MENDED")
    assert page.on_page("document.getElementById('fault').textContent") == ""
    page.stored("opened/my_basic.bas")
    page.do("await page.reload()")
    page.ready()
    page.shows("MENDED")
    page.click("#write")
    page.until("[...document.querySelectorAll('#own option')].some(({ value }) => value === 'my_basic.bas')")
    page.do("await page.locator('#begin-with').selectOption('my_basic.bas')")
    page.until("document.getElementById('code').shadowRoot.textContent.includes('MENDED')")
    link = shared_link(page, "#share-source")
    page.do("await page.locator('#file-name').fill('other.bas'); await page.locator('#file-name').blur()")
    page.until_resolved(ONLY_OWN, "other.bas")
    page.do("page.once('dialog', (dialog) => dialog.accept())")
    page.click("#delete")
    page.until_resolved(ONLY_OWN)
    page.click("#write")
    page.click("#home")
    page.shows("Press the number of a program")
    page.on_page("(location.hash = new URL(given[0]).hash, null)", link)
    page.until(
        "document.getElementById('fault').textContent.startsWith('my_basic.bas. 2 lines, 27 characters. It comes from')"
    )
    page.until("document.getElementById('code').shadowRoot.textContent.includes('MENDED')")
    page.until_resolved(ONLY_OWN)
    page.do("await page.locator('#writing [type=submit]').focus()")
    page.shows("Press the number of a program")
    page.press("Enter")
    page.shows("MENDED")
    page.until_resolved(ONLY_OWN, "my_basic.bas")
    assert page.on_page("location.hash").startswith("#my_basic.bas,seed=")
    page.do("await page.locator('#begin-with').selectOption('basic.bas')")
    page.until("document.getElementById('file-name').value === 'my_my_basic.bas'")  # it must not replace the other one


ONLY_OWN = """new Promise((resolve) => {
  indexedDB.open("retro").onsuccess = ({ target: { result } }) => {
    const asked = result.transaction("files").objectStore("files").getAllKeys();
    const own = (names) => names.filter((name) => /^opened.(my_|other)/.test(name)).map((name) => name.split("/")[1]);
    asked.onsuccess = () => (result.close(), resolve(String(own(asked.result)) === String(given)));
  };
})"""


def test_study_opened_before_a_game_begins_studies_that_game(page):
    page.play("mahjong,seed=3")
    page.shows("A deal by its number")
    page.on_page(OPEN_STUDY_AT_ONCE, "dominoes,seed=36,speed=fast")
    where(page, "Stands before main, line 10")
    assert page.on_page("location.hash").startswith("#study=dominoes,seed=36")
    page.click("#study-button")
    page.shows("Which domino?")
    assert page.on_page("location.hash").startswith("#dominoes,seed=36,speed=fast")
    page.do("messages.splice(0)")  # this site has no study page of Mahjong


def test_a_link_opens_study_which_is_there_at_the_next_visit(page):
    page.play("study=dominoes,seed=37")
    where(page, "Step runs the line that is marked", "Stands before main, line 10")
    page.click("#run")
    where(page, "Waits for a key in PROCASK")
    page.press_at_once("1")
    page.kept("dominoes", '"seed":37')
    page.do("await page.reload()")
    page.ready()
    where(page, "Waits for a key in PROCASK")
    page.says("the game goes on")


def test_a_link_opens_study_at_a_moment_of_a_game(page):
    page.play("study=dominoes,at=PROCSELECT,seed=3")
    where(page, "Stands before PROCSELECT, line 15010")


OPEN_STUDY_AT_ONCE = """(() => {
  addEventListener("popstate", () => document.getElementById("study-button").click(), { once: true });
  location.hash = given[0];
})()"""


FOUND = f"{LISTING}.evaluate(() => document.querySelector('.found')?.textContent.replace(/\\s+/g, ' '))"


def test_study_finds_a_text_in_the_page(page):
    page.play("dominoes,seed=36,speed=fast")
    study(page)
    page.do("await page.locator('#step-line').press('/')")
    page.do("await page.keyboard.type('chosen strategy')")
    page.until("/^1 of /.test(document.getElementById('places').textContent)")
    assert "chosen strategy" in page.do(f"return {FOUND}")
    assert "nothing" not in page.do("return page.locator('#places').textContent()")
    page.do("await page.locator('#find').fill('procask')")
    page.until("/^1 of /.test(document.getElementById('places').textContent)")
    page.do("await page.locator('#find').press('Enter')")
    page.until("/^2 of /.test(document.getElementById('places').textContent)")
    assert "PROCASK" in page.do(f"return {FOUND}")
    page.do("await page.locator('#find').fill('add spots')")  # a heading comes first, and _ is as a space
    page.until("/^1 of /.test(document.getElementById('places').textContent)")
    assert "PROCADD_SPOTS" in page.do(f"return {FOUND}")
    page.do("await page.locator('#find').fill('Hyperspace')")
    nothing = "Nothing found: the description says nothing about Hyperspace"
    page.until(f"document.getElementById('places').textContent === '{nothing}'")
    page.do("await page.locator('#find').fill('GCOL')")  # which stands in the listing only
    page.until(
        "/^1 of .*: the description says nothing about GCOL/.test(document.getElementById('places').textContent)"
    )
    page.do("await page.locator('#find').fill('')")


def test_study_runs_slowly_at_a_speed_to_choose(page):
    page.play("dominoes,seed=36,speed=fast")
    study(page)
    page.click("#slowly")
    page.click("#faster")
    page.until("document.getElementById('lines').textContent === '8 lines a second'")
    page.focus()
    page.press(rehearsed("dominoes").questions[0].browser_key)  # its answer keeps the program busy for many seconds
    where(page, "Runs slowly:")
    for _ in range(3):
        page.click("#slower")
    page.until("document.getElementById('lines').textContent === '1 line a second'")
    page.click("#pause")
    where(page, "Stands before")


def test_a_game_played_under_study_is_stored(page):
    first, second = rehearsed("dominoes").questions[:2]
    page.play("dominoes,seed=36,speed=fast")
    page.shows_picture(first.picture)
    study(page)
    page.focus()
    page.press(first.browser_key)
    page.shows_picture(second.picture)
    page.click("#study-button")
    page.says("the game goes on")
    page.shows_picture(second.picture)
    assert page.on_page("document.getElementById('where').textContent").startswith("Start a program")


# what is kept


def test_page_and_game_are_available_offline(page):
    second = begun(page)
    page.click("#study-button")
    page.until("document.getElementById('listing').contentDocument?.querySelector('.l.now')")  # kept from now on
    page.click("#study-button")
    page.shows_picture(second)
    try:
        page.do("await context.setOffline(true); await page.reload()")
        page.ready()
        page.shows_picture(second)
        page.says("the game goes on")
        page.click("#study-button")
        where(page, "Waits for a key")
        page.until("document.getElementById('listing').contentDocument?.querySelector('.l.now')")
    finally:
        page.do("await context.setOffline(false)")


def test_exercises_are_solved_offline_and_kept(page):
    """A find, a predict and a change, whose check plays games of the program in the page."""
    page.click("#programs a[href='#dominoes,course=yes']")
    page.shows("Dominoes: from the first line", "26. A player that counts")
    page.on_page("(location.hash = given[0], null)", "dominoes,course=12")
    page.shows("12. A longer look")
    try:
        page.do("await context.setOffline(true); await page.reload()")
        page.ready()
        page.shows("12. A longer look")
        page.focus()
        page.type("t")
        page.shows("Type lines of BASIC")
        page.type("3070 P1=30")
        page.press("Enter")
        page.press("Enter")
        page.shows("Check these lines", "3070 P1=30")
        page.type("c")
        page.shows("P1 must be 300 hundredths")
        page.type("t")
        page.shows("Type lines of BASIC")
        page.type("3070 P1=300")
        page.press("Enter")
        page.press("Enter")
        page.shows("Check these lines", "3070 P1=300")
        page.type("c")
        page.shows("Right: everything that was asked for holds")
        page.stored("tapes/course-dominoes/tape-COURSE.json")
        page.do("await page.reload()")
        page.ready()
        page.shows("3070 P1=300")
    finally:
        page.do("await context.setOffline(false)")
        page.on_page("(location.hash = '', null)")


FULL = """(() => {
  const { put } = IDBObjectStore.prototype, { commit } = IDBTransaction.prototype;
  IDBTransaction.prototype.commit = () => undefined;
  IDBObjectStore.prototype.put = function (...words) {
    const request = put.apply(this, words);
    request.addEventListener("success", () => this.transaction.abort());
    return request;
  };
  globalThis.emptied = () => {
    IDBObjectStore.prototype.put = put;
    IDBTransaction.prototype.commit = commit;
  };
  return null;
})()"""


def test_a_full_storage_is_reported_and_the_game_goes_on(page):
    """Browsers accept a file for which there is no room, and then abort its transaction."""
    page.on_page(FULL)
    try:
        page.play("dominoes,seed=36,speed=normal")
        page.shows("Which domino?")
        page.press("1")
        page.says("storage is full")
        page.press("Escape")
        page.press("q")
        page.shows("Press any key to switch off")
    finally:
        page.on_page("emptied()")


# sentences


def test_missing_webassembly_is_reported(tab, site):
    tab.do("await page.addInitScript(() => { delete globalThis.WebAssembly; })")
    tab.go(site)
    tab.stops("no WebAssembly")


def test_missing_storage_is_reported(tab, site):
    tab.do("await page.addInitScript(() => { indexedDB.open = () => { throw new Error('no'); }; })")
    tab.go(site)
    tab.says("unfinished games will be lost when it is closed")


# A storage that turns out to be blocked at `refuse`, and whether Python is ready by then.
LATE_REFUSAL = """indexedDB.open = () => {
  const request = {};
  globalThis.refuse = () => (request.onerror(), null);
  return request;
};
globalThis.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => data.kind === "ready" && (globalThis.pythonReady = true));
  }
}"""


def test_a_warning_is_not_overwritten_by_the_title_of_the_program(tab, site):
    tab.do(f"await page.addInitScript({json.dumps(LATE_REFUSAL)})")
    tab.go(f"{site}#dominoes,seed=36,speed=warp")
    tab.until("globalThis.pythonReady")
    tab.on_page("refuse()")
    tab.ready()
    tab.says("Dominoes, by Marcus D. Bowman, game 36.")
    tab.says("unfinished games will be lost when it is closed.")
    tab.says("The address has speed=warp, but the speeds are authentic, normal, fast.")


def test_a_blocked_worker_is_reported(tab, site):
    tab.do("await page.addInitScript(() => { globalThis.Worker = function () { throw new Error('no'); }; })")
    tab.go(site)
    tab.stops("the browser refuses workers here: no.")


HURRY = "(globalThis.later = setTimeout, globalThis.setTimeout = (call, time) => later(call, time / 10), null)"


def test_a_program_that_never_polls_is_ended_for_another_one(page):
    page.play("for_ever")
    page.says("For Ever, game")
    page.on_page(HURRY)
    try:
        page.play("dominoes,seed=36,speed=fast")
        page.shows("Which domino?")
    finally:
        page.on_page("(globalThis.setTimeout = later, null)")


# who can use it


SIZES = ({"width": 1240, "height": 800}, {"width": 390, "height": 844}, {"width": 844, "height": 390})
TARGETS = {"rules": {"target-size": {"enabled": True}}}  # which is off unless it is asked for
STATES = {  # of the page: what is done to come there from the one before
    "menu": [("click", "#home"), ("shows", "Press the number of a program")],
    **{name: [("play", f"{name},seed=3,speed=fast")] for name in NAMED if name not in ("dominoes", "for_ever")},
    "BASIC": [("play", "basic"), ("shows", ">")],
    "a game": [("play", "dominoes,seed=36,speed=fast"), ("shows", "Which domino?"), ("focus",)],
    "overlay": [("press", "F1"), ("shows", "paused")],
    "overlay's keys": [("press", "k"), ("shows", "Keys", "play that domino")],
    "the board in words": [("press", "Escape"), ("press", "w"), ("shows", "In words")],
    "saved games": [("press", "Escape"), ("press", "l"), ("shows", "Save this game")],
    "end": [("press", "Escape"), ("press", "Escape"), ("press", "Escape"), ("press", "q"), ("shows", "Press any key")],
    "pad": [("play", "dominoes,seed=36,speed=fast"), ("click", "#keys")],
    "all keys": [("click", "#pad > :last-child")],
    "symbols": [("click", "#symbols")],
    "study": [("click", "#symbols"), ("click", "#keys"), ("click", "#study-button"), ("until", STANDS)],
    "study waits": [("click", "#run"), ("until", WAITS)],
    "change": [("click", "#pause"), ("click", "#edit"), ("until", "document.getElementById('source').shadowRoot")],
    "write": [("click", "#write"), ("until", "document.getElementById('code').shadowRoot")],
    "a mistake": [("write", "#code", "def main(m):\n    x = = 1"), ("press", "Control+Enter"), ("until", FAULT)],
    "a warning": [("play", "chess"), ("says", "no program called chess")],
}


def test_an_accessibility_check_finds_nothing(page):
    """In each state, on three screens in turns, in dark and light colours."""
    assert len(STATES) >= 20
    found = {}
    for number, (state, steps) in enumerate(STATES.items()):
        page.do(f"await page.setViewportSize({json.dumps(WIDE)})")
        for method, *words in steps:
            getattr(page, method)(*words)
        page.do(f"await page.setViewportSize({json.dumps(SIZES[number % 3])})")
        page.do(f"await page.emulateMedia({{ colorScheme: '{('dark', 'light')[number % 2]}' }})")
        if problems := page.audit(**TARGETS):
            found[state] = problems
    assert found == {}


@pytest.mark.parametrize("address", ["programs/mahjong.html", "404.html", "study/index.html", "?embed#dominoes"])
def test_the_check_finds_nothing_in_other_pages(tab, site, address):
    tab.go(f"{site}{address}")
    tab.until("document.readyState === 'complete'")
    assert tab.audit(**TARGETS) == []


def test_everything_can_be_reached_by_the_keyboard(page):
    page.play("dominoes,seed=36,speed=fast")
    page.shows("Which domino?")
    page.focus()
    reached = []
    for _ in range(page.on_page("document.querySelectorAll('*').length")):
        page.press("Tab")
        reached.append(page.on_page("document.activeElement.id || document.activeElement.hash"))
        if reached[-1] == "screen":
            break
    switches = page.on_page(
        "[...document.querySelectorAll('#bar [id]')].filter((part) => part.checkVisibility()).map((part) => part.id)"
    )
    assert {"screen", *switches, *(f"#{name}" for name in LISTED)} <= set(reached)


def test_a_skip_link_leads_past_the_machine_to_the_programs(page):
    page.on_page("(document.getElementById('skip').focus(), null)")
    assert page.on_page("document.getElementById('skip').getBoundingClientRect().height > 20")
    page.press("Enter")
    assert page.on_page("document.activeElement.hash") == f"#{LISTED[0]}"


def test_a_screen_reader_gets_only_changed_lines(page):
    page.play("dominoes,seed=36,speed=normal")
    page.shows("Which domino?")
    page.on_page(
        "(globalThis.read = [], new MutationObserver((changes) => changes.forEach((change) =>"
        " change.addedNodes.forEach((node) => read.push(node.textContent.trim()))))"
        ".observe(document.getElementById('text'), { childList: true, subtree: true }), null)"
    )
    page.press("2")
    page.until("read.some((line) => line.includes('cannot play'))")  # it is soon gone
    read = page.on_page("read")
    assert [line for line in read if "DOMINOES" in line] == []


def test_scripts_come_from_the_site_alone(page):
    policy = page.on_page("document.querySelector('meta[http-equiv]').content")
    assert "unsafe-inline" not in policy
    page.on_page(
        "(() => { const script = document.createElement('script'); script.append('globalThis.got = 1');"
        " document.body.append(script); return null; })()"
    )
    assert page.on_page("globalThis.got ?? null") is None
    assert set(page.on_page("refused.splice(0)")) <= {"script-src-elem", "require-trusted-types-for"}
    page.do("messages.splice(0)")


@pytest.mark.parametrize("name", ["index", "dominoes"])
def test_study_pages_keep_to_a_strict_policy_and_pass_the_check(tab, site, name):
    tab.go(f"{site}study/{name}.html")
    assert "unsafe" not in tab.on_page("document.querySelector('meta[http-equiv]').content")
    assert tab.on_page("getComputedStyle(document.body).fontFamily.includes('Palatino')")
    assert tab.audit_long_page() == []
    assert tab.audit(runOnly=["target-size"]) == []
    assert tab.on_page("refused") == []
    assert tab.do("return messages") == []


def test_nothing_is_refused_and_no_other_host_is_contacted(page, site):
    page.play("dominoes,seed=36,speed=fast")
    page.shows("Which domino?")
    assert page.on_page("refused") == []
    assert all(url.startswith((site, "blob:", "data:")) for url in page.do("return globalThis.asked"))


# a finger


@pytest.fixture(scope="module")
def phone_page(shared, site):
    """The page on a phone."""
    shared.use("phone", beside="shared", **phone(390, 844))
    shared.open(site)
    return shared


@pytest.fixture
def touched(phone_page):
    """The same, in front of all others."""
    phone_page.use("phone")
    phone_page.do("await page.bringToFront()")
    return phone_page


HOLD_WHILE_THE_KEYS_CHANGE = """
const { x, y, width, height } = await page.locator("#pad button", { hasText: /^R Rewind/ }).boundingBox();
const session = await context.newCDPSession(page), at = { x: x + width / 2, y: y + height / 2 };
await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
await page.waitForFunction(() => document.getElementById("pad").textContent.includes("pause, go on"));
const below = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y).parentElement.id, at);
await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
return below;"""


def test_a_finger_presses_nothing_that_comes_to_lie_below_it(touched):
    touched.play("dominoes,seed=36,speed=fast")
    touched.shows("Which domino?")
    touched.press("1")
    touched.shows("I played the 5-1")
    touched.press("F1")
    touched.until("/R Rewind/.test(document.getElementById('pad').textContent)")
    touched.do("await page.getByRole('button', { name: 'More', exact: true }).click()")
    assert touched.do(HOLD_WHILE_THE_KEYS_CHANGE) != "pad"
    touched.press("Escape")
    touched.shows("Which domino?")
    assert touched.on_page("document.getElementById('study').hidden")
    assert touched.on_page("location.hash").startswith("#dominoes,seed=36,speed=fast")


def test_a_phone_s_full_screen_is_filled(touched):
    touched.click("#switches")
    touched.click("#full")
    touched.until("document.fullscreenElement && document.getElementById('screen').offsetWidth === innerWidth")
    touched.do("await page.evaluate('document.exitFullscreen()')")
    touched.until("!document.fullscreenElement")
    touched.click("#switches")


SWIPE = """
const key = await page.locator("#pad button", { hasText: given }).boundingBox();
const session = await context.newCDPSession(page), [x, y] = [key.x + key.width / 2, key.y + key.height / 2];
const finger = (type, touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
await finger("touchStart", [{ x, y }]);
for (let step = 1; step <= 8; step++) await finger("touchMove", [{ x, y: y - 20 * step }]);
await finger("touchEnd", []);
await page.waitForFunction(() => scrollY > 50);
await page.evaluate(() => scrollTo(0, 0));
"""


def test_a_key_acts_when_it_is_released_and_a_swipe_scrolls(touched):
    touched.play("dominoes,seed=36,speed=fast")
    touched.shows("Which domino?")
    touched.do(f"const given = /^K /;{SWIPE}")
    touched.do("""
        const key = page.locator('#pad button', { hasText: /^1 / });
        await (await key.elementHandle()).waitForElementState('stable'); // the page no longer scrolls
        const { x, y } = await key.boundingBox();
        await tap(x + 9, y + 9)
    """)
    touched.shows("I played the 5-1")
    touched.kept("dominoes", '["text","1"]')
    assert touched.on_page(OWN_GAME, "k") is False
    assert touched.on_page("document.getElementById('screen').getBoundingClientRect().width") == 390


def test_a_phone_has_the_running_line_below_the_picture_and_wraps_what_is_written(touched):
    touched.play("dominoes,seed=36,speed=fast")
    touched.click("#switches")
    study(touched)
    touched.on_page("scrollTo(0, 400)")
    places = "['screen', 'where', 'step-line'].map((id) => document.getElementById(id).getBoundingClientRect())"
    screen, line, step = touched.on_page(f"{places}.map(({{ top, bottom, height }}) => [top, bottom, height])")
    assert (screen[0], step[1]) == (0, pytest.approx(844, abs=12))
    assert screen[1] <= line[0] < line[1] < step[0]
    assert step[2] >= 54
    touched.click("#switches")
    touched.click("#study-button")
    touched.click("#switches")
    touched.click("#write")
    touched.until("document.getElementById('code').shadowRoot?.querySelector('.cm-content')")
    wraps = "getComputedStyle(document.getElementById('code').shadowRoot.querySelector('.cm-content')).whiteSpace"
    assert touched.on_page(wraps) == "break-spaces"
    assert touched.on_page("document.activeElement.id") != "code"
    touched.on_page("document.getElementById('file-name').value = 'mine.bas'")
    touched.write("#code", "10 PRINT ")
    touched.do("await page.locator('#signs button', { hasText: '\"' }).click()")
    assert touched.written("#code") == '10 PRINT "'
    touched.click("#write")
    touched.click("#switches")
