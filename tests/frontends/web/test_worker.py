"""What runs in the browser's worker, with a page made of Python: what it plays, keeps and tells, and live study."""

import io
import os
import re
import sys
from types import SimpleNamespace

import pytest
from PIL import Image

from retro.basic.media.dfs import write_dfs
from retro.basic.media.files import File
from retro.basic.media.listing_images import ssd, uef
from retro.basic.tokeniser import tokenise
from retro.display.layer import FIRST_COLOUR as LAYER_FIRST
from retro.frontends import web
from retro.launcher.menu import FIRST_ROW
from retro.library import catalogue
from retro.listing.characters import drawn_sum
from retro.listing.drawing import escape
from retro.listing.page.study_page import page as listing
from retro.listing.python_parser import LINK
from retro.session.thumbnail import HEIGHT, SIZE, WIDTH, pixels_of
from retro.study.procedure_index import ProcedureIndex
from retro.web import worker
from retro.web.browser_page import BrowserPage
from retro.web.browser_storage import PageLog
from retro.web.front_page import menu_picture
from retro.web.live_study import StudyPane
from retro.web.study_html import picture_html, where_html
from tests.support import studies
from tests.support.web_page import Off, Page, disc

KEY = [["down", "1"], ["text", "1"], ["up", "1"]]
KEY_2, KEY_3 = ([["down", key], ["text", key], ["up", key]] for key in "23")
RETURN, ESCAPE = [["key", "RETURN"]], [["key", "ESCAPE"]]


@pytest.fixture
def work(monkeypatch, tmp_path):
    """Runs the worker before a page with a script; requests are at normal speed, and nothing is studied."""

    entries = catalogue.entries()  # which take time to read
    monkeypatch.setattr(catalogue, "entries", lambda: entries)

    def start(*script):
        page = Page(*({"speed": "normal", "study": False, **one} if isinstance(one, dict) else one for one in script))
        page.stranger = any(map(is_strangers, script))
        monkeypatch.setattr(web.time, "perf_counter", lambda: page.now)
        monkeypatch.setattr(worker, "DATA_FOLDER", str(tmp_path / "data"))
        monkeypatch.setattr(worker, "UPLOAD", str(tmp_path / "uploaded"))
        monkeypatch.setenv(worker.FOLDER_VARIABLE, "")
        with pytest.raises(Off):
            worker.main(page)
        return page

    return start


def is_strangers(part):
    """Return whether a part of a script requests a program that is not of the site."""
    program = part.get("name", "") if isinstance(part, dict) else ""
    return (program == "mine.jsonl" and '"mine.py"' in part["text"]) or program.endswith(
        (".py", ".bas", ".ssd", ".uef", ".txt", " more")
    )


def dominoes(**more):
    return {"request": "play", "name": "dominoes", "seed": 36, **more}


def games(page, name):
    """Return the games announced to the page: program, seed, and whether it was resumed."""
    return [(now["name"], now["seed"], now["resumed"]) for now in page.posted(name)]


def address(playing):
    """The address of a game that is announced, but for the day."""
    return re.sub(r",day=\d+", "", playing["address"])


MENU = ("", 0, False)


def texts(page):
    return ["\n".join(lines) for lines in page.posted("text")]


def recorded(page):
    """The recording of the last game, as the page has it."""
    lines = page.posted("lines")
    start = max(place for place, line in enumerate(lines) if line.startswith('{"retro"'))
    return "".join(lines[start:])


def test_the_page_comes_with_the_picture_that_the_menu_shows(work):
    expected = menu_picture(catalogue.entries())
    assert expected.pixels in [pixels for _, _, _, pixels, _ in work({"request": "menu"}, 0.5).pictures]


def test_a_request_is_heard_before_it_is_carried_out(work):
    """The page ends a program that does not hear, not one that takes long to begin."""
    page = work({"request": "play", "name": "dominoes", "seed": 36, "number": 7})
    posted = [kind for kind, _ in page.posts]
    assert page.posted("heard") == [7]
    assert posted.index("heard") < posted.index("playing")


# BASIC


def keys(text):
    """Events that type a text, / for RETURN, and time for what it does."""
    return [part for letter in text for part in ([["key", "RETURN"] if letter == "/" else ["text", letter]], 0.1)]


BASIC = {"request": "play", "name": "basic"}


def test_the_prompt_runs_what_is_typed_and_keeps_files(work):
    page = work(BASIC, *keys('10PRINT"HELLO"/SAVE"A"/NEW/LOAD"A"/RUN/'), 1.0)
    assert games(page, "playing")[0][0] == "basic"
    assert texts(page)[-1].count("HELLO") == 2
    files = dict(page.posted("file"))
    assert any(name.startswith("tapes/disc/") for name in files)
    kept = {name: text for name, text in files.items() if name.startswith("tapes/")}
    again = work({**BASIC, "files": kept}, *keys('CHAIN"A"/'), 1.0)
    assert texts(again)[-1].endswith("\nHELLO\n>")


def test_the_prompt_is_resumed_with_its_program(work):
    page = work(BASIC, *keys("10PRINT 6*7/"), 1.0)
    text = recorded(page)
    again = work({**BASIC, "text": text}, *keys("RUN/"), 1.0)
    assert games(again, "playing")[0][2]
    assert "        42" in texts(again)[-1]


SUMS = '10 PRINT "SUM";1+1\n20 A$=GET$:PRINT A$:A$=GET$\n'


def test_a_basic_program_that_the_user_opens_is_stored_and_played(work):
    opened = {"request": "open", "name": "my sums.bas", "text": SUMS, "study": True}
    page = work(opened, 1.0, switch("run"), 0.1, [["text", "x"]], 1.0)
    assert "SUM2" in texts(page)[-1]
    (name, seed, _) = games(page, "playing")[0]
    assert name == "my sums.bas"
    assert dict(page.posted("file"))["opened/my sums.bas"] == SUMS
    files = dict(page.posted("file"))
    again = work({"request": "play", "name": name, "seed": seed, "resume": True, "files": files}, 1.0)
    assert games(again, "playing")[0] == (name, seed, True)


RUNS = 'def main(m):\n    m.print("RUNS")\n    m.get()\n'


@pytest.mark.parametrize(
    ("name", "text", "sentence", "line"),
    [
        ("mine.py", RUNS + "    m.prunt(1)\n", "Mistake. m.prunt: did you mean m.print?", 4),
        ("mine.py", "import nothing\n" + RUNS, "No module named 'nothing'", 1),
        ("mine.py", RUNS + "    x = = 1\n", "Syntax error: invalid syntax.", 4),
        ("mine.bas", '5 PRINT "RUNS"\n 10 A=GET\n  20PRONT', "Mistake at line 20.", 3),
    ],
)
def test_a_program_of_the_users_own_runs_and_errors_have_their_line(work, name, text, sentence, line):
    page = work({"request": "open", "name": name, "text": text}, 0.5, [["text", "x"]], 1.0)
    (program, said, number) = page.posted("fault")[0]
    assert (program, number) == (name, line)
    assert sentence in said
    assert dict(page.posted("file"))[f"opened/{name}"] == text


def test_a_fault_in_a_listing_has_its_place_marked_on_the_screen(work):
    page = work({"request": "open", "name": "mine.bas", "text": "10 CLS\n20 PRINT 1+NONE%\n30 END\n"}, 1.0)
    lines = texts(page)[-1].split("\n")
    at = next(at for at, line in enumerate(lines) if "PRINT 1+NONE%" in line)
    assert "No such variable" in "".join(lines[:at])
    assert lines[at + 1].index("^") == lines[at].index("PRINT")


def test_a_game_of_the_users_own_program_is_continued(work):
    page = work({"request": "open", "name": "mine.py", "text": RUNS + "    m.get()\n"}, 0.5, [["text", "x"]], 1.0)
    assert texts(page)[-1].startswith("RUNS")
    assert page.posted("fault") == []
    again = work(
        {"request": "play", "name": "mine.py", "text": recorded(page), "seed": page.posted("playing")[0]["seed"]}, 1.0
    )
    assert games(again, "playing")[0][2]
    watched = work({"request": "replay", "name": "mine.jsonl", "text": recorded(page)}, 1.0)
    assert games(watched, "playing")[0][2]


def test_a_game_that_another_version_plays_otherwise_is_offered_to_watch_up_to_there(work):
    text = RUNS.replace("m.get()", "while True:\n        m.print(m.get_s() * 3)")
    old = work({"request": "open", "name": "mine.py", "text": text}, 0.5, [["text", "x"]], 0.5, [["text", "y"]], 1.0)
    kept = [name for name, text in old.posted("file") if name.startswith("games/") and name.endswith(".jsonl")][-1]
    changed = {"request": "open", "name": "mine.py", "text": text.replace("* 3", "* 2")}
    resumed = {"request": "play", "name": "mine.py", "resume": True, "files": {kept: recorded(old)}, "kept": kept}
    page = work(changed, 0.5, resumed, 1.0)
    sentence = "Another version played this: it was another game from key 2 on."
    assert page.posted("message") == [f"{sentence} You play on from here"]
    assert page.posted("departed") == [recorded(old)]
    assert texts(page)[-1].split()[:2] == ["RUNS", "xx"]
    watched = work(changed, 0.5, {"request": "replay", "name": "mine.jsonl", "text": recorded(old)}, 5.0)
    assert watched.posted("message") == [f"{sentence} RETURN plays on from here"]
    assert texts(watched)[-1].split()[:2] == ["RUNS", "xx"]


def test_the_programs_in_several_images_are_listed_with_their_first_lines_and_played(work):
    name = "a.ssd and 1 more"
    images = {"a.ssd": disc("SUMS", "10REM Sums\n20CLS"), "b.ssd": disc("CHESS", '10PRINT "CHESS":A=GET')}
    page = work({"request": "open", "name": name, "images": images}, 1.0, [["text", "B"]], 1.0)
    listed = next(text for text in texts(page) if "Press a letter" in text)
    assert [line.split()[:2] for line in listed.split("\n")[2:4]] == [["A", "a.ssd:$.SUMS"], ["B", "b.ssd:$.CHESS"]]
    assert name in listed
    assert "Sums" in listed
    assert texts(page)[-1].startswith("CHESS")
    files = dict(page.posted("file"))
    assert {place: files[f"opened/{name}/{place}"] for place in images} == images
    again = work({"request": "play", "name": name, "files": files}, 1.0)
    assert games(again, "playing")[0][0] == name


def test_a_disc_that_the_user_opens_lets_him_choose_and_studies_the_chosen_one(work):
    disc = write_dfs("", [File(name, 0, 0, tokenise(f'10 PRINT "{name}":A=GET')) for name in ("ONE", "TWO")])
    opened = {"request": "open", "name": "two.ssd", "text": disc.decode("latin-1"), "study": True}
    page = work(opened, 1.0, [["text", "A"]], 1.0)
    assert "Press a letter" in texts(page)[0]
    assert texts(page)[-1].startswith("TWO")
    several = "it has several programs: expected chain= in the address and one of $.TWO, $.ONE"
    assert page.posted("message") == [f"two.ssd is not studied: {several}"]
    again = {"request": "play", "name": "two.ssd", "options": {"chain": "one"}, "study": True}
    page = work(again, 1.0, switch("pause"), 0.1, switch("edit"), 0.1, [["text", "3"]], 0.1)
    waiting, *_, unchanged, refused = views(page)
    assert "A=GET" in waiting["html"]["where"]
    assert unchanged["message"] == "two.ssd:$.ONE cannot be edited: expected a file of lines numbered from 1"
    assert refused["message"] == "Study has no key 3. To type it for the program, press RETURN first."


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        (
            "x.txt",
            "10 PRINT",
            "x.txt cannot be opened here: expected a recording, a program in Python or BASIC, or an image of them",
        ),
        ("../x.bas", "PRINT", "..-x.bas cannot be loaded: "),
        ("x.uef", "10 PRINT", "x.uef cannot be loaded: found no UEF header"),
    ],
)
def test_a_file_that_cannot_be_opened_is_refused_with_a_sentence(work, name, text, sentence):
    assert work({"request": "open", "name": name, "text": text}, 1.0).posted("message")[0].startswith(sentence)


# games that are kept


def test_a_game_is_stored_key_by_key_and_resumed(work):
    page = work(dominoes(), 2.0, KEY, 3.0)
    assert games(page, "playing") == [("dominoes", 36, False)]
    name, text = page.posted("file")[-1]
    assert re.fullmatch(r"games/dominoes/\d{13}-[0-9a-f]{4}\.jsonl", name)
    assert '["text","1"]' in text
    assert recorded(page).startswith(text)
    again = work({"request": "play", "name": "dominoes", "resume": True, "files": {name: text}}, 3.0)
    assert games(again, "playing") == [("dominoes", 36, True)]
    assert again.pictures[-1][3:] == page.pictures[-1][3:]


@pytest.mark.slow
@pytest.mark.parametrize("study", [False, True])
def test_a_stored_game_has_a_picture_of_its_screen(work, study):
    page = work(*studied(4.0, KEY, 3.0) if study else (dominoes(), 4.0, KEY, 3.0))
    files = dict(page.posted("file"))
    (game,) = (name for name in files if name.endswith(".jsonl"))
    picture = pixels_of(files[game.replace(".jsonl", ".bmp")].encode("latin-1")[:SIZE])
    assert len(picture) == WIDTH * HEIGHT
    assert len(set(picture)) > 2


def test_a_key_is_stored_before_its_program_receives_it(work):
    """The page may end while the program handles several keys that were typed fast."""
    page = work(dominoes(), 2.0, KEY)  # it ends at the next wait, whatever that is for
    assert '["text","1"]' in page.posted("file")[-1][1]


def test_stored_files_may_contain_any_byte(work):
    every_byte = bytes(range(256)).decode("latin-1")  # among them U+0085, which ends a line in Unicode but not in JSON
    page = work(dominoes(files={"games/dominoes/picture.bmp": every_byte}), 3.0)
    assert games(page, "playing") == [("dominoes", 36, False)]


def test_a_key_is_handed_on_when_the_page_has_stored_it():
    calls = []
    front = SimpleNamespace(post=lambda kind, _: calls.append(kind), await_stored=lambda: calls.append("await"))
    log = PageLog(front, SimpleNamespace(send_files=lambda: calls.append("send")), sends_files=True)
    log.write(b"a key", pressed=True)
    log.write(b"a wait", pressed=False)
    assert calls == ["lines", "send", "await", "lines"]


def test_keys_typed_while_one_is_stored_are_not_lost(work, monkeypatch):
    monkeypatch.setattr(Page, "storing", 0.1)
    page = work(dominoes(), 2.0, [["text", "1"]], 0.01, [["text", "2"]], 0.01, [["text", "3"]], 3.0)
    assert [f'["text","{key}"]' in page.posted("file")[-1][1] for key in "123"] == [True] * 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wanted", "resumed"),
    [({}, True), ({"seed": 37}, False), ({"options": {"cheat": "yes"}}, False), ({"speed": "authentic"}, False)],
)
def test_an_address_resumes_only_a_game_with_the_same_settings(work, wanted, resumed):
    page = work(dominoes(), 2.0, KEY, 3.0, dominoes(resume=True, **wanted), 3.0)
    assert games(page, "playing")[1:] == [("dominoes", wanted.get("seed", 36), resumed)]


@pytest.mark.slow
def test_a_recording_without_keys_is_not_resumed(work):
    page = work(dominoes(), 2.0, KEY, 3.0)
    again = work(dominoes(), 3.0)
    on = work(dominoes(study=True, text=recorded(again)), 3.0)
    assert games(on, "playing") == [("dominoes", 36, False)]
    on = work(dominoes(study=True, text=recorded(page)), 3.0)
    assert games(on, "playing") == [("dominoes", 36, True)]


def test_a_resumed_game_keeps_its_speed(work):
    page = work(
        dominoes(speed="authentic"), 30.0, KEY, 3.0, {"request": "play", "name": "dominoes", "resume": True}, 1.0
    )
    assert games(page, "playing")[1:] == [("dominoes", 36, True)]
    assert page.posted("playing")[-1]["speed"] == "authentic"


def test_a_finished_game_is_recorded_to_its_end(work):
    page = work(dominoes(options={"original": "yes"}), 2.0, [["key", "ESCAPE"]], 1.0)
    assert '"ESCAPE"' in recorded(page)
    assert recorded(page).splitlines()[-1].startswith('{"end":"escape"')


# recordings


def test_a_recording_is_watched_played_on_and_then_kept(work):
    text = recorded(work(dominoes(), 2.0, KEY, 3.0))
    shown = {"request": "replay", "text": text, "name": "mine.jsonl", "files": {}}
    page = work(shown, 20.0)
    assert games(page, "playing") == [("dominoes", 36, True)]
    assert any("Your hand" in text for text in texts(page))
    assert page.posted("file") == []
    page = work(shown, 20.0, RETURN, 1.0, KEY, 3.0)
    assert recorded(page).count('["text","1"]') == 2
    name, kept = page.posted("file")[-1]
    assert recorded(page).startswith(kept)
    again = work({**dominoes(resume=True), "files": {name: kept}}, 3.0)
    assert again.pictures[-1][3:] == page.pictures[-1][3:]


def test_a_kept_game_that_goes_on_in_another_way_is_kept_once(work):
    """As when study is opened, or the speed is changed."""
    page = work(dominoes(), 2.0, KEY, 3.0)
    (name,) = {name for name, _ in page.posted("file") if name.endswith(".jsonl")}
    again = work(dominoes(text=recorded(page), kept=name), 3.0, KEY, 3.0)
    assert (name, None) in [tuple(file) for file in again.posted("file")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"request": "play", "name": "chess"}, "There is no program called chess here"),
        (dominoes(seed="3rd"), "seed=3rd: expected a whole number of 32 bits"),
        (dominoes(seed="4294967296"), "seed=4294967296: expected a whole number of 32 bits"),
        (
            dominoes(options={"chat": "yes"}),
            "the option chat, but dominoes has only seed, speed, cheat",
        ),
        ({"request": "play", "name": "snake", "options": {"stage": "last"}}, "stage=last: expected a whole number"),
        ({"request": "replay", "name": "mine.jsonl", "text": "Hello"}, "mine.jsonl, line 1: found"),
    ],
)
def test_bad_requests_show_a_message_and_the_menu(work, asked, sentence):
    page = work(asked, 1.0)
    assert sentence in page.posted("message")[0]
    assert page.posted("playing")[-1]["name"] == ""
    assert "Press the number of a program" in texts(page)[-1]


@pytest.mark.parametrize("path", [worker.__file__, catalogue.entries()[0].path, os.path.dirname(__file__)])
def test_an_address_starts_no_file_but_those_that_the_user_has_opened(work, monkeypatch, path):
    monkeypatch.setattr("tests.frontends.web.test_worker.is_strangers", lambda part: True)
    page = work({"request": "play", "name": path}, 0.5)
    assert page.posted("playing") == []
    assert page.posted("message")[0].startswith("There is no program called ")


def test_a_recording_of_a_users_own_file_is_refused(work):
    text = recorded(work(dominoes(), 2.0, KEY, 3.0)).replace('"program":"dominoes"', '"program":"mine.py"')
    page = work({"request": "replay", "name": "x.jsonl", "text": text})
    assert page.posted("message")


def test_options_are_read_from_the_address_and_reported(work):
    page = work(dominoes(options={"cheat": "yes"}), 2.0, KEY, 3.0)
    assert '"options":{"cheat":true,' in recorded(page)
    playing = page.posted("playing")[-1]
    assert playing["options"] == {"cheat": "yes", "day": playing["options"]["day"]}
    assert address(playing) == "dominoes,seed=36,cheat=yes"


def test_a_game_that_is_requested_while_the_overlay_is_open_is_not_paused(work):
    page = work(dominoes(), 2.0, [["overlay", "menu"]], 1.0, dominoes(seed=37), 9.0, KEY, 1.0)
    assert "Which domino?" in texts(page)[-1]
    assert '["text","1"]' in recorded(page)


def test_the_keys_of_the_overlay_are_on_the_pad_while_it_is_open(work):
    page = work(dominoes(), 2.0, [["overlay", "menu"]], 1.0, [["overlay", "menu"]], 1.0)
    program, overlay, again = page.posted("keys")
    assert ("K", "knock") in labels(program)
    assert again == program
    assert {("Escape", "back"), ("D", "Display: pixels, colours")} <= labels(overlay)
    page = work(dominoes(), 2.0, [["overlay", "menu"]], 1.0, [["text", "l"]], 1.0)
    assert "remove" in dict(map(reversed, labels(page.posted("keys")[-1])))
    page = work(dominoes(), 2.0, [["overlay", "menu"]], 1.0, [["text", "1"]], 1.0)  # a page without rows
    assert labels(page.posted("keys")[-1]) == {("Escape", "back")}


def labels(pad):
    """The labels of the keys on a pad, and what they do."""
    return {(key["label"], key["effect"]) for key in pad}


STATES = """def main(m):
    m.keys = (("RETURN", "start"),)
    m.get()
    m.input("NAME")
    m.get()
    m.keys = ()
    m.get()
"""


def test_the_pad_has_the_keys_of_each_state_and_all_while_a_line_is_typed(work):
    keys = [RETURN, 1.0, [["text", "A"]], 0.5, RETURN, 1.0, [["text", "x"]], 1.0]
    page = work({"request": "open", "name": "mine.py", "text": 'KEYS = (("X", "act"),)\n\n\n' + STATES}, 1.0, *keys)
    shown = [labels(pad) for pad in page.posted("keys")]
    start, act = {("Return", "start")}, {("X", "act")}
    assert shown[:5] == [act, start, set(), start, act]


def test_the_page_is_told_that_its_first_program_declares_no_keys(work):
    """The page comes with the keys of the menu."""
    assert work(BASIC, 1.0).posted("keys") == [[]]


def test_the_keys_of_a_replay_are_on_the_pad(work):
    page = work({"request": "replay", "name": "mine.jsonl", "text": recorded(work(dominoes(), 2.0, KEY, 3.0))}, 9.0)
    assert ("Return", "play on from here") in labels(page.posted("keys")[-1])


def test_the_display_is_shown_as_a_tube_in_another_shape(work):
    page = work(dominoes(), 2.0, [["overlay", "menu"], ["text", "d"], ["text", "p"], ["text", "s"]], 1.0)
    assert page.posted("look") == [
        {"tube": False, "tall": False},
        {"tube": True, "tall": False},
        {"tube": True, "tall": True},
    ]
    assert page.posted("title") == ["Dominoes, by Marcus D. Bowman", "retro"]


def test_the_picture_is_saved_by_the_page(work):
    page = work(dominoes(), 2.0, [["overlay", "picture"]], 1.0)
    ((name, text),) = page.posted("download")
    assert name == "dominoes.png"
    assert Image.open(io.BytesIO(text.encode("latin-1"))).convert("RGB").size == (320, 200)
    told, *_ = [text for text in page.posted("text") if "Picture saved: dominoes.png" in text[-1]]
    assert len(told) > 1  # below the words of the program


def test_a_notice_is_not_shown_in_the_next_game(work):
    menu = [["overlay", "menu"]]
    page = work(dominoes(), 9.0, [["overlay", "mute"]], 0.5, dominoes(), 1.0, menu, 1.0)
    *_, pixels, _ = page.pictures[-1]
    assert max(pixels[: 8 * 320]) < LAYER_FIRST < max(pixels)


def test_a_gif_of_the_last_seconds_is_saved_by_the_page(work):
    page = work(dominoes(), 2.0, KEY, 3.0, [["overlay", "menu"], ["text", "g"]], 1.0, [["overlay", "menu"]], 3.0)
    ((name, text),) = page.posted("download")
    film = Image.open(io.BytesIO(text.encode("latin-1")))
    assert (name, film.size) == ("dominoes.gif", (640, 400))
    film.seek(film.n_frames - 1)
    _, width, height, pixels, rgba = page.pictures[-1]
    shown = Image.frombytes("P", (width, height), pixels)
    shown.putpalette(rgba, "RGBA")
    assert film.convert("RGB").resize((320, 200), 0).tobytes() == shown.convert("RGB").tobytes()


def test_the_buttons_of_a_gamepad_are_keys(work):
    """In Dominoes up is 1, down 3 and X K. START pauses, B goes on; the stick of the same moment moves on the page."""
    steps = ["[[[2], [0, -1]]]", "[[[9], [0, 0]]]", "[[[1], [0, 1]]]"]
    page = work(dominoes(), 2.0, *[part for step in steps for part in ([["pads", step]], 1.0)])
    typed = [key for key in ("1", "k", "3") if f'["text","{key}"]' in recorded(page)]
    assert typed == ["1", "k"]
    assert any("paused" in text for text in texts(page))
    assert ("K", "knock") in labels(page.posted("keys")[-1])


@pytest.mark.parametrize(
    ("speed", "shown", "messages"),
    [
        ("fast", "dominoes,seed=36,speed=fast", []),
        (
            "warp",
            "dominoes,seed=36",
            ["The address has speed=warp, but the speeds are authentic, normal, fast"],
        ),
    ],
)
def test_the_speed_is_read_from_the_address_too(work, speed, shown, messages):
    page = work(dominoes(options={"speed": speed}), 2.0)
    assert address(page.posted("playing")[-1]) == shown
    assert page.posted("message") == messages


def test_the_page_is_told_the_keys_of_a_program_and_what_is_played(work):
    page = work(dominoes(), 2.0)
    assert {"label": "K", "effect": "knock", "event": ["text", "k"], "held": "K"} in page.posted("keys")[0]
    assert page.posted("playing")[0]["state"] == "game 36."
    page = work({"request": "replay", "name": "mine.jsonl", "text": recorded(page)}, 1.0)
    assert page.posted("playing")[0]["state"] == "the game goes on. You watch it until you press RETURN."


# the menu


def place():
    return [entry.name for entry in catalogue.entries()].index("dominoes")


def test_the_menu_starts_a_program_and_returns(work):
    page = work({"request": "menu"}, 1.0, [["text", str(place() + 1)]], 20.0, ESCAPE, 1.0, ESCAPE, 1.0, ESCAPE, 1.0)
    assert "Press the number of a program" in texts(page)[0]
    assert any("Which domino?" in text for text in texts(page))
    assert "Press the number of a program" in texts(page)[-1]
    assert [name for name, *_ in games(page, "playing")] == ["", "dominoes", ""]


def test_the_menu_offers_the_unfinished_game(work):
    script = 1.0, [["text", str(place() + 1)]], 3.0
    page = work(dominoes(), 2.0, KEY, 3.0, {"request": "menu"}, *script, [["key", "RETURN"]], 1.0)
    assert games(page, "playing")[-2:] == [("dominoes", 36, True), MENU]


def test_a_new_game_that_is_begun_on_the_overlay_of_one_from_the_menu_is_announced_after_it(work):
    letters = 1.0, [["text", str(place() + 1)]], 3.0, [["overlay", "menu"]], [["text", "n"]], 3.0
    page = work({"request": "menu"}, *letters)
    names = [name for name, *_ in games(page, "playing")]
    assert names == ["", "dominoes", "", "dominoes", ""]


# study


def studied(*script, **more):
    """A game that is studied, and runs on from its first line."""
    return dominoes(study=True, **more), 0.1, switch("run"), *script


def switch(*words):
    return [["switch", word] for word in words]


def views(page):
    return page.posted("study")


def stack(view):
    return re.findall('target="listing">(.*?)</a>', view["html"]["stack"])


@pytest.mark.parametrize("name", [entry.name for entry in catalogue.entries()])
def test_study_begins_at_the_first_line_of_the_original(work, name):
    page = work({"request": "play", "name": name, "seed": 3, "study": True}, 1.0)
    view, program = views(page)[-1], studies.study(name)
    main = "dominoes.main" if name == "dominoes_plus" else "main"
    assert (view["state"], stack(view), view["message"]) == ("STOPPED", [main], StudyPane.welcome)
    line = ProcedureIndex(program).stoppable_lines(program.procedures[main])[0].text
    assert f"<code>{escape(LINK.sub('', line).strip())}</code>" in view["html"]["where"]
    (playing,) = page.posted("playing")
    assert re.fullmatch(rf"study={name},seed=3(,day=\d+)?", playing["address"])


@pytest.mark.parametrize(
    ("moment", "where", "line"),
    [
        ({"at": "PROCSELECT"}, "PROCSELECT", "15010"),
        ({"at": "15040"}, "PROCSELECT", "15040"),
        ({"at": "PROCKNOCK", "keys": "K"}, "PROCKNOCK", "18010"),
        ({"at": "main", "keys": "<NOKEY>"}, "main", "10"),
    ],
)
def test_a_link_opens_study_at_a_moment_of_a_game(work, moment, where, line):
    """A moment that needs a key, of which the link has a wrong one, is told."""
    page = work({"request": "play", "name": "dominoes", "seed": 3, "options": moment, "study": True}, 9.0)
    assert where in stack(views(page)[-1])
    assert line in views(page)[-1]["html"]["where"]
    assert ("NOKEY" in moment.get("keys", "")) == any("NOKEY" in text for text in page.posted("message"))


@pytest.mark.slow
def test_a_game_goes_on_as_it_was_begun_when_study_is_opened_and_closed(work):
    played = recorded(work(dominoes(), 2.0, KEY, 3.0))
    page = work(dominoes(study=True, text=played), 3.0)
    (game,) = page.posted("playing")
    assert (game["resumed"], game["options"].keys(), address(game)) == (True, {"day"}, "study=dominoes,seed=36")
    played = recorded(work(*studied(3.0, KEY, 3.0)))
    (game,) = work(dominoes(text=played), 3.0).posted("playing")
    assert (game["resumed"], game["options"], game["address"]) == (
        True,
        {"original": "yes"},
        "dominoes,seed=36,original=yes",
    )
    (game,) = work(dominoes(study=True, options={"cheat": "yes"}), 3.0).posted("playing")
    assert address(game) == "study=dominoes,seed=36,cheat=yes"


@pytest.mark.slow
def test_study_reports_the_current_line(work):
    page = work(*studied(5.0))
    view = views(page)[-1]
    assert (view["state"], view["pace"]) == ("WAITS FOR A KEY", "run")
    assert view["marks"]["now"][-2:] == ["bas-16050", "says-16.1"]
    assert view["marks"]["now"][0].startswith("py-")
    assert stack(view) == ["PROCASK", "main"]
    assert view["enabled"] == ["run", "slowly", "pause", "step-line", "slower", "faster", "to", "more"]
    assert view["html"]["lines"] == "4 lines a second"
    row = '<a href="study/dominoes.html#var-K_s" target="listing">K$</a> '
    who = '<button type="button" class="who" value="who K_s" title="Who has set it last?" '
    who += 'aria-label="Who has set K$?">?</button>'
    value = "<td><span>&quot;&quot;</span> </td><td>the key pressed</td>"
    assert f"{row}{who}</th>{value}</tr>" in view["html"]["rows"]
    assert [line[:3] for line in view["html"]["beside"].split("\n")] == ["   ", "you", "me ", "lin"]
    assert view["html"]["where"].startswith(
        "<b>Waits for a key in </b>PROCASK, line 16050: <code>v.K_s = m.get_s()</code> "
    )
    assert "will" not in view["html"]["where"]
    assert view["html"]["picture"] == ""
    (goals,) = page.posted("goals")
    assert goals[:4] == ["turn", "corner", "end", "main"]
    assert "PROCSPOTS" in goals


@pytest.mark.slow
def test_the_page_makes_a_choice_another_way_and_counts_the_runs_of_a_line(work):
    reached = [5.0, switch("to PROCSELECT"), 0.2, KEY_3, 9.0]
    counted = [switch("out"), 3.0, switch("line bas-15040"), 0.2, switch("answer ?"), 5.0]
    page = work(*studied(*reached, *counted, switch("to choice: last match"), 5.0, switch("out"), 3.0, seed=3))
    said = [view["html"]["where"] for view in views(page)]
    assert any(re.match(r"Line 15040 of PROCSELECT has run \d+ times", text) for text in said)
    assert re.search("Chose 4, the .*; the original would play", said[-1])
    (goals,) = page.posted("goals")
    assert goals[-1].startswith("choice: ")


@pytest.mark.slow
def test_more_shows_all_variables_and_says_so_to_the_page(work):
    page = work(*studied(5.0, *(0.2, switch("pause"), 0.2, switch("show_more"), 0.2, switch("show_more"), 0.2)))
    shown = {view["detail"]: re.findall("watch (\\w+)", view["html"]["rows"]) for view in views(page)}
    used = {
        *studies.study("dominoes").procedures["PROCASK"].reads,
        *studies.study("dominoes").procedures["PROCASK"].changes,
    }
    assert {*shown[1]} == {*shown[2]} <= used < {*shown[3]}
    assert "Shown also: the description, all variables" in views(page)[-1]["html"]["where"]


def test_study_names_few_of_many_changed_variables():
    rows = [SimpleNamespace(name=f"V{n}%", items=[("1", True)], was="0", changed=True) for n in range(9)]
    view = SimpleNamespace(state="RUNS", stack=[], variables=rows, message="The answer.", dialog=None)
    text = where_html(view, "")
    assert "Changed: V0% 1, was 0; V1% 1, was 0; V2% 1, was 0; V3% 1, was 0; 5 more. <" in text
    assert text.startswith("The answer. <b>")


def test_the_pane_draws_a_sum_with_borders_signs_and_labels():
    drawn = picture_html(
        *drawn_sum([("252", ["77"] * 8), ("+", []), ("227", ["40"] * 8), ("=", []), ("both", ["70"] * 8)])
    )
    assert drawn.count("h2v8h-2z") == 3
    assert re.findall(r"<text .*?>(.*?)</text>", drawn) == ["+", "=", "252", "227"]
    assert "figcaption" not in drawn


def test_the_pane_shows_the_colours_of_a_legend():
    drawn = picture_html("yellow RX%,RY%\nwhite line", ["43", "47"])
    assert drawn.count("v2h-2z") == 1
    assert re.findall(r'fill="(#\w+)" d="M0 0h1v1h-1z"/></svg> (\w+)', drawn) == [("#fd2", "yellow"), ("#fff", "white")]


@pytest.mark.slow
def test_the_lines_are_those_of_the_page_of_the_program(work):
    page = work(*studied(5.0, switch("pause", "step"), 0.1, RETURN, KEY, *[0.1, switch("step")] * 40))
    written = listing(studies.study("dominoes"), {})
    seen = {
        mark for view in views(page) for mark in view["marks"]["now"] + re.findall('#(.*?)"', view["html"]["stack"])
    }
    assert len(seen) > 20
    assert all(f'id="{mark}"' in written for mark in seen)


@pytest.mark.parametrize(
    ("name", "text", "shown", "marks", "here"),
    [
        ("mine.py", RUNS, '<div class="l" id="py-3"><a class="n" href="#py-3">3</a>', ["py-3"], "m.get()"),
        (
            "mine.bas",
            SUMS,
            '<div class="l" id="bas-20"><a class="n" href="#bas-20">20</a>',
            ["bas-20"],
            "A$=GET$:PRINT A$:A$=GET$",
        ),
        *(
            (name, image("SUMS", SUMS).decode("latin-1"), 'id="bas-20"', ["bas-20"], "A$=GET$:PRINT A$:A$=GET$")
            for name, image in {"one.ssd": ssd, "one.uef": uef}.items()
        ),
    ],
)
def test_a_program_of_the_users_own_is_studied_beside_its_lines(work, name, text, shown, marks, here):
    page = work({"request": "open", "name": name, "text": text, "study": True}, 2.0, switch("run"), 2.0)
    assert page.posted("playing")[0]["page"] == "study/own.html"
    assert shown in page.posted("listing")[0]["own"]
    view = views(page)[-1]
    assert (view["marks"]["now"], stack(view)) == (marks, ["main"])
    assert f"<code>{escape(here)}</code>" in view["html"]["where"]
    assert f'href="study/own.html#{marks[0]}"' in view["html"]["stack"]


def test_a_switch_that_the_pane_has_not_does_nothing(work):
    page = work(*studied(1.0, switch("nothing at all"), 0.1, switch("pause"), 0.1))
    assert views(page)[-1]["state"] == "STOPPED"


@pytest.mark.slow
def test_the_switches_of_study(work):
    page = work(
        *studied(
            5.0, switch("pause"), 0.1, switch("step"), 0.1, RETURN, KEY, 0.1, switch("step"), 0.1, switch("undo"), 0.1
        ),
        switch("out"),
        9.0,
        switch("faster"),
        0.1,
        switch("slowly"),
        3.0,
        switch("to PROCASK"),
        9.0,
        switch("run"),
        9.0,
    )
    paces = [view["pace"] for view in views(page)]
    order = [pace for pace, before in zip(paces, [None, *paces]) if pace != before]
    assert order[:5] == ["pause", "run", "pause", "step", "pause"]
    assert {"slowly", "run"} <= set(order[5:])
    lines = [view["marks"]["now"][1] for view in views(page) if view["pace"] == "pause"]
    assert list(dict.fromkeys(lines))[:3] == ["bas-10", "bas-16050", "bas-16060"]
    assert any(view["html"]["lines"].startswith("8 ") for view in views(page))


@pytest.mark.slow
def test_the_page_sets_stops_at_lines_and_variables(work):
    """The number of a line, and the button before a variable, set a stop and clear it again."""
    lines = [switch(f"line {name}") for name in ("bas-25080", "bas-16060", "bas-16060", "bas-25000")]
    once = [step for line in lines for step in (line, 0.2)]
    watched = [0.2, switch("line bas-25080"), 0.2, switch("run"), 9.0, switch("watch RV"), 0.2, KEY_2, 9.0]
    again = [switch("watch RV"), 0.2, switch("to PROCDEFINE_UDGS"), 5.0, switch("answer RETURN"), 3.0]
    page = work(*studied(5.0, *once, KEY_3, 9.0, *watched, *again, switch("line py-1"), 0.2, seed=3))
    said = [view["html"]["where"] for view in views(page)]
    stops = [text for text in said if "Stands before" in text]
    assert "Line 25000 is none that runs." in "".join(said)
    assert "Line 16060: the program stops there no more." in "".join(said)
    at_line = next(text for text in stops if "PROCPLOT, line 25080" in text)
    view = views(page)[said.index(at_line)]
    assert "bas-25080" in view["marks"]["stop"]
    assert view["marks"]["now"][0] in view["marks"]["stop"]
    changed = next(text for text in stops if "RV% changed from" in text)
    assert changed.startswith("Choose the end, E%, and the way round")
    view = views(page)[said.index(changed)]
    assert view["marks"]["stop"] == []
    assert "bas-26080" in view["marks"]["cause"]
    assert ", in line 26080 of PROCRIGHT: RV%=S%. <" in changed
    assert 'value="watch RV" aria-pressed="true"' in view["html"]["rows"]
    passed = "PROCDEFINE_UDGS ran first at turn 0, and no line from here on calls it again. <button "
    assert passed in said[-3]
    assert '<button type="button" value="answer RETURN">Go there</button> <b>' in said[-3]
    assert "PROCDEFINE_UDGS, line 2020" in stops[-1]
    assert "Line 1 is none that runs." in said[-1]
    rows = views(work(*studied(5.0, switch("watch RV"), 0.2, KEY_3, 9.0, seed=3)))[-1]["html"]["rows"]
    assert "<mark>1</mark> <small>was 2</small></td><td>spots at the right end" in rows


@pytest.mark.slow
def test_the_same_game_keeps_stops_and_goal_and_another_one_the_stops(work):
    stops = switch("line bas-16060", "to PROCSELECT")
    page = work(*studied(5.0, stops, 3.0, dominoes(study=True), 5.0, dominoes(study=True, seed=3), 5.0))
    seen = views(page)
    assert "now it runs until its next call" in "".join(view["html"]["where"] for view in seen)
    again = next(at for at, view in enumerate(seen) if "now it runs until" in view["html"]["where"]) + 1
    stood = [view for view in seen[again:] if view["state"] == "STOPPED"]
    assert "Stands before </b>PROCSELECT, line 15010" in stood[0]["html"]["where"]
    assert all("bas-16060" in view["marks"]["stop"] for view in seen[again:])
    assert "until" not in seen[-1]["html"]["where"]


@pytest.mark.slow
def test_one_can_ask_the_picture_and_a_value_as_soon_as_the_program_stands(work):
    click = [["mouse", "80 720 1"], ["mouse", "80 720 0"]]
    asked = (click, 5.0, switch("who RV"), 5.0, switch("answer RETURN"), 5.0)
    page = work(*studied(0.1, switch("to PROCSELECT"), 9.0, *asked, seed=3))
    assert page.posted("pointer") == [True, False]  # at the stop, and at the end
    said = [view["html"]["where"] for view in views(page)]
    drawn = next(text for text in said if text.startswith("This was drawn in line "))
    assert "of PROCDRAW_PLAYER_HAND" in drawn
    who = next(text for text in said if text.startswith("RV% was set to "))
    assert '<button type="button" value="answer RETURN">Go there, in turn 0</button>' in who
    assert "Stands before </b>PROCDRAW_FIRST" in said[-1]
    html = views(page)[-1]["html"]
    assert 'value="who RV"' in html["rows"]
    assert '<button type="button" value="position ' in html["turn"]


@pytest.mark.slow
def test_a_click_on_the_picture_of_a_program_that_stands_types_no_key_that_is_shown_there(work):
    click = [["mouse", "80 720 1"], ["mouse", "80 720 0"]]
    page = work(*studied(5.0, switch("pause"), 1.0, click, 5.0, seed=3))
    assert views(page)[-1]["html"]["where"].startswith("This was drawn in line ")


@pytest.mark.slow
def test_time_stops_while_the_program_is_paused(work):
    page = work(*studied(5.0, switch("pause"), 60.0, switch("run"), 0.1, KEY, 3.0))
    moments = [line for line in recorded(page).splitlines() if '"text"' in line]
    assert int(moments[0].split("]]")[0].rsplit(",", 1)[1]) < 6000


@pytest.mark.slow
def test_a_studied_game_is_resumed_and_stored(work):
    before = work(dominoes(), 2.0, KEY, 5.0)
    page = work(dominoes(resume=True, study=True), 5.0)
    assert games(page, "playing")[-1] == ("dominoes", 36, True)
    assert page.pictures[-1][3:] == before.pictures[-1][3:]
    again = work(*studied(3.0, KEY, 5.0), dominoes(resume=True), 5.0)
    assert games(again, "playing")[-1] == ("dominoes", 36, True)
    assert recorded(again).startswith(again.posted("file")[-1][1])


@pytest.mark.slow
def test_a_step_that_ends_in_a_wait_keeps_the_keys_until_return(work):
    page = work(*studied(5.0, switch("pause"), 0.1, switch("step"), 0.1, [["text", "h"]], KEY, 0.1))
    assert views(page)[-1]["state"] == "STOPPED AT A WAIT FOR A KEY"
    assert page.posted("lines") == []  # of a recording: no key has been pressed


@pytest.mark.slow
def test_from_the_end_of_a_program_one_can_go_back(work):
    page = work(*studied(5.0, switch("pause"), 0.1, switch("run"), ESCAPE, ESCAPE, 0.1, switch("undo"), 0.1))
    states = [view["state"] for view in views(page)]
    assert "ENDED" in states
    assert views(page)[-1]["state"] == "STOPPED"
    assert "<code>v.K_s = m.get_s()</code>" in views(page)[-1]["html"]["where"]


@pytest.mark.slow
def test_undo_under_study_is_stored(work):
    undone = 5.0, switch("pause", "step"), 0.1, RETURN, KEY, 0.1, switch("undo"), 0.1
    page = work(*studied(*undone))
    kept = [text for name, text in page.posted("file") if name.endswith(".jsonl")]
    assert '["text","1"]' in kept[-2]
    assert kept[-1] is None


@pytest.mark.slow
def test_a_program_of_the_menu_is_studied_too(work):
    page = work(
        {"request": "menu", "study": True},
        1.0,
        [["text", str(place() + 1)]],
        20.0,
        *[ESCAPE] * 2,
        1.0,
        *[ESCAPE] * 2,
        1.0,
    )
    assert stack(views(page)[0])[-1] == "main"
    assert [name for name, *_ in games(page, "playing")] == ["", "dominoes", ""]
    assert "Press the number of a program" in texts(page)[-1]


def test_programs_get_no_events_of_the_study_pane(work):
    page = work(dominoes(), 3.0, switch("pause"), KEY, 3.0, {"request": "menu", "study": True}, switch("step"), 1.0)
    assert page.posted("study") == []
    assert "switch" not in recorded(page)


def test_no_tracer_is_installed_without_study(work, monkeypatch):
    import sys

    monkeypatch.setattr(sys, "settrace", lambda function: pytest.fail("traced"))
    work(dominoes(), 3.0, KEY, 3.0)


def test_clicks_reach_a_program_of_the_menu(work):
    row = FIRST_ROW + place()
    page = work({"request": "menu"}, 1.0, [["mouse", f"320 {799 - 32 * row - 16} 4"], ["mouse", "640 400 0"]], 3.0)
    assert games(page, "playing")[-2][0] == "dominoes"


@pytest.mark.slow
def test_a_procedure_is_changed_in_the_study_pane(work):
    """Each line of BASIC or Python goes back as the page has it; mistakes are told with their line."""
    stop = studied(5.0, switch("to PROCSELECT"), 0.1, KEY, 9.0)
    page = work(*stop, switch("edit BASIC"), 0.1, switch("edit Python"), 0.1)
    (name, language, basic), (_, _, python) = page.posted("edit")
    assert (name, language) == ("PROCSELECT", "BASIC")
    assert "15010 D%=1" in basic
    assert basic.splitlines()[-1] == "15040 D%=D%+1:GOTO 15020"
    assert python.splitlines()[0].startswith("def PROCSELECT(")
    assert python.splitlines()[-1] == "    v.D_i = 7  # 15020"

    wrong, right = python.replace("while", "whale"), python.replace("v.D_i = 1 ", "v.D_i = 2 ")
    mistaken = *stop, switch("edit Python"), 0.1, switch(f"restart {wrong}"), 0.1
    elsewhere = switch("run"), 5.0, [["text", "9"]], 1.0, switch("pause"), 0.1
    page = work(*mistaken, *elsewhere, switch(f"change {right}"), 5.0, switch("edit Python"), 0.1)
    assert [title for title, *_ in page.posted("edit")] == [
        "PROCSELECT as you left it (this game runs the original)",
        "PROCSELECT",
    ]
    (sentence, line), *_, last = page.posted("mistake")
    assert sentence.startswith(f"Line {line}: ")
    assert "whale" in wrong.splitlines()[line - 1]
    assert last == ["", 0]
    view = views(page)[-1]
    assert stack(view)[0] == "PROCSELECT"
    assert "<code>v.D_i = 2</code>" in view["html"]["where"]
    assert view["message"].endswith(" It stands at the last call of PROCSELECT: Out shows what it does.")
    assert "bas-15010" in view["marks"]["now"]
    (place,) = page.posted("listing")[-1].items()
    assert place[0] == "own-PROCSELECT"
    differing = re.findall(r'<div class="l differs" id="(.*?)">.*?<code>(.*?)</code>', place[1])
    assert [(name, re.sub("<.*?>", "", line).strip()) for name, line in differing] == [
        (view["marks"]["now"][0], "v.D_i = 2  # 15010")
    ]
    assert not [name for name, _ in page.posted("file") if "games" in name and name.endswith("1")]

    lines = basic.replace("15010 D%=1", "15010 D%=2")
    page = work(
        *stop, switch("edit BASIC"), 0.1, switch(f"restart {lines}"), 5.0, switch("step"), 0.1, switch("step"), 1.0
    )
    assert stack(views(page)[-1])[-1] == "main"
    assert "Out shows what it does." in view["message"]
    assert 'href="study/dominoes.html#var-RV"' in views(page)[-1]["html"]["rows"]
    assert "my_dominoes.bas" in "".join(view["message"] for view in views(page))


@pytest.mark.slow
def test_a_key_that_is_released_while_a_program_stands_does_not_repeat_in_a_changed_one(work):
    stop = studied(5.0, switch("to PROCSELECT"), 0.1, KEY[:2], 9.0, KEY[2:], 0.1, switch("edit Python"), 0.1)
    ((_, _, python),) = work(*stop).posted("edit")
    heading, rest = python.split("\n", 1)
    asks = 'for word in ("ASKED", "ANSWERED"):\n        m.cls()\n        m.print(word)\n        m.get()\n'
    page = work(*stop, switch(f"change {heading}\n    {asks}{rest}"), 9.0, switch("run"), 9.0)
    assert texts(page)[-1].strip() == "ASKED"


# exercises


def test_exercises_are_asked_and_what_was_done_is_stored(work):
    course = {"request": "play", "name": "dominoes", "options": {"course": "8"}}
    page = work(course, *keys("A4/"), 1.0, *keys("A3/"), 2.0)
    files = dict(page.posted("file"))
    assert "tapes/course-dominoes/tape-COURSE.json" in files
    assert page.posted("playing")[0]["link"] == "dominoes,course=8"
    assert work(course | {"options": {"course": "yes"}}, 1.0).pictures


def test_exercises_are_a_row_of_the_overlay(work):
    page = work(dominoes(), 2.0, [["overlay", "menu"]], 1.0, [["text", "x"]], 1.0)
    assert page.posted("playing")[-1]["link"] == "dominoes,course=yes"


def test_a_course_that_is_not_there_is_told(work):
    for name, sentence in (
        ("nothing", "no program called nothing"),
        ("dominoes_plus", "dominoes_plus has no exercises"),
    ):
        page = work({"request": "play", "name": name, "options": {"course": "yes"}}, 1.0)
        assert any(sentence in message for message in page.posted("message"))


@pytest.mark.parametrize("blocks", [True, False])
def test_a_page_is_known_by_the_functions_of_its_module(blocks, monkeypatch):
    ran, converted = (
        [],
        SimpleNamespace(run_sync=lambda promise: ran.append(promise) or "text", to_js=lambda array: [array]),
    )
    monkeypatch.setitem(sys.modules, "pyodide", SimpleNamespace(ffi=converted))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", converted)
    module = SimpleNamespace(post=1, empty=2, stranger=True, blocks=blocks, show=lambda *parts: parts)
    module.take = lambda milliseconds: f"{milliseconds} ms"
    page = BrowserPage(module)
    assert (page.post, page.empty, page.stranger) == (1, 2, True)
    assert page.wait(5) == ("5 ms" if blocks else "text")
    assert ran == ["5 ms"] * (not blocks)
    assert page.show(320, 200, b"a", b"b") == (320, 200, [b"a"], [b"b"])
