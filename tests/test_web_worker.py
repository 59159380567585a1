"""What runs in the browser's worker, with a page made of Python: what it plays, keeps and tells, and live study."""

import pytest

from retro import library
from retro.frontends import web
from retro.study.page import page as listing
from retro.study.source import study_of
from retro.web import worker
from web_page import Off, Page

KEY = [["down", "1"], ["text", "1"], ["up", "1"]]


@pytest.fixture
def work(monkeypatch, tmp_path):
    """Runs the worker before a page with a script; orders are at normal speed, and nothing is studied."""

    entries = library.entries()  # which take time to read
    monkeypatch.setattr(library, "entries", lambda: entries)

    def start(*script):
        page = Page(*({"speed": "normal", "study": False, **one} if isinstance(one, dict) else one for one in script))
        monkeypatch.setattr(web.time, "perf_counter", lambda: page.now)
        monkeypatch.setattr(worker, "DATA", str(tmp_path / "data"))
        monkeypatch.setattr(worker, "UPLOADED", str(tmp_path / "uploaded"))
        monkeypatch.setenv(worker.VARIABLE, "")
        with pytest.raises(Off):
            worker.main(page)
        return page

    return start


def dominoes(**more):
    return {"order": "play", "name": "dominoes", "seed": 36, **more}


def said(page, name):
    """The games that the page was told of, as program, seed and whether it went on."""
    return [(now["name"], now["seed"], now["resumed"]) for now in page.told(name)]


MENU = ("", 0, False)


def texts(page):
    return ["\n".join(lines) for lines in page.told("text")]


def recorded(page):
    """The recording of the last game, as the page has it."""
    lines = page.told("lines")
    start = max(place for place, line in enumerate(lines) if line.startswith('{"retro"'))
    return "".join(lines[start:])


def test_it_says_what_there_is(work):
    (programs,) = work().told("ready")
    assert [program["name"] for program in programs] == [entry.name for entry in library.entries()]


# games that are kept


def test_a_game_is_kept_key_by_key_and_goes_on(work):
    page = work(dominoes(), 2.0, KEY, 3.0)
    assert said(page, "playing") == [("dominoes", 36, False)]
    name, text = page.told("file")[-1]
    assert name == "games/dominoes.jsonl"
    assert '["text","1"]' in text
    assert recorded(page).startswith(text)
    again = work({"order": "play", "name": "dominoes", "resume": True, "files": {name: text}}, 3.0)
    assert said(again, "playing") == [("dominoes", 36, True)]
    assert again.pictures[-1][3:] == page.pictures[-1][3:]


@pytest.mark.parametrize(
    ("wanted", "resumed"),
    [({}, True), ({"seed": 37}, False), ({"options": {"cheat": "yes"}}, False), ({"speed": "authentic"}, False)],
)
def test_only_the_very_game_that_was_left_goes_on_from_its_address(work, wanted, resumed):
    page = work(dominoes(), 2.0, KEY, 3.0, dominoes(resume=True, **wanted), 3.0)
    assert said(page, "playing")[1:] == [("dominoes", wanted.get("seed", 36), resumed)]


def test_a_game_that_has_just_begun_is_not_mixed_up_with_one_that_was_left(work):
    page = work(dominoes(), 2.0, KEY, 3.0)
    again = work(dominoes(), 3.0)
    on = work(dominoes(study=True, text=recorded(again)), 3.0)
    assert said(on, "playing") == [("dominoes", 36, False)]
    on = work(dominoes(study=True, text=recorded(page)), 3.0)
    assert said(on, "playing") == [("dominoes", 36, True)]


def test_a_game_that_was_left_goes_on_at_the_speed_it_needs(work):
    page = work(dominoes(speed="authentic"), 30.0, KEY, 3.0, {"order": "play", "name": "dominoes", "resume": True}, 1.0)
    assert said(page, "playing")[1:] == [("dominoes", 36, True)]
    assert page.told("playing")[-1]["speed"] == "authentic"


def test_a_game_of_the_end_is_recorded_to_its_end(work):
    page = work(dominoes(), 2.0, [["key", "ESCAPE"]], 1.0)
    assert '"ESCAPE"' in recorded(page)
    assert recorded(page).splitlines()[-1].startswith('{"end":"escape"')


# recordings


def test_a_recording_is_shown_and_played_on(work):
    text = recorded(work(dominoes(), 2.0, KEY, 3.0))
    shown = {"order": "replay", "text": text, "name": "mine.jsonl"}
    page = work(shown, 20.0, [["key", "RETURN"]], 1.0, KEY, 3.0)
    assert said(page, "playing") == [("dominoes", 36, True)]
    assert any("YOUR HAND" in text for text in texts(page))
    assert page.told("file") == []
    assert recorded(page).count('["text","1"]') == 2
    again = work({**shown, "text": recorded(page), "on": True}, 3.0)
    assert again.pictures[-1][3:] == page.pictures[-1][3:]


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ({"order": "play", "name": "chess"}, "There is no program called 'chess'"),
        (dominoes(seed="3rd"), "seed=3rd: expected a whole number of 32 bits"),
        (dominoes(seed="4294967296"), "seed=4294967296: expected a whole number of 32 bits"),
        (dominoes(options={"chat": "yes"}), "dominoes has no option chat: expected seed, speed, cheat"),
        ({"order": "play", "name": "snake", "options": {"stage": "last"}}, "stage=last: expected a value like"),
        ({"order": "replay", "name": "mine.jsonl", "text": "Hello"}, "mine.jsonl, line 1: found"),
    ],
)
def test_what_cannot_be_done_is_said_and_the_menu_comes(work, order, sentence):
    page = work(order, 1.0)
    assert sentence in page.told("said")[0]
    assert page.told("playing")[-1]["name"] == ""
    assert "Press the number of a program" in texts(page)[-1]


def test_a_recording_of_a_file_of_somebodys_is_refused(work):
    text = recorded(work(dominoes(), 2.0, KEY, 3.0)).replace('"program":"dominoes"', '"program":"mine.py"')
    page = work({"order": "replay", "name": "x.jsonl", "text": text})
    assert page.told("said")


def test_options_come_from_the_address_as_text_and_go_there(work):
    page = work(dominoes(options={"cheat": "yes"}), 2.0, KEY, 3.0)
    assert '"options":{"cheat":true}' in recorded(page)
    assert page.told("playing")[-1]["options"] == {"cheat": "yes"}


# the menu


def place():
    return [entry.name for entry in library.entries()].index("dominoes")


def test_the_menu_plays_and_comes_back(work):
    page = work({"order": "menu"}, 1.0, [["text", str(place() + 1)]], 20.0, [["key", "ESCAPE"]], 1.0)
    assert "Press the number of a program" in texts(page)[0]
    assert any("Which domino?" in text for text in texts(page))
    assert "Press the number of a program" in texts(page)[-1]
    assert [name for name, *_ in said(page, "playing")] == ["", "dominoes", ""]


def test_the_menu_offers_the_unfinished_game(work):
    script = 1.0, [["text", str(place() + 1)]], 3.0
    page = work(dominoes(), 2.0, KEY, 3.0, {"order": "menu"}, *script, [["key", "RETURN"]], 1.0)
    assert said(page, "playing")[-2:] == [("dominoes", 36, True), MENU]


# study


def studied(*script, **more):
    return dominoes(study=True, **more), *script


def switch(*words):
    return [["switch", word] for word in words]


def views(page):
    return page.told("study")


def test_study_says_where_the_program_is(work):
    page = work(*studied(5.0))
    view = views(page)[-1]
    assert (view["state"], view["pace"]) == ("WAITS FOR A KEY", "run")
    assert view["here"] == "v.K_s = m.get_s()"
    assert view["marks"][-1] == "bas-16050"
    assert view["marks"][0].startswith("py-")
    assert [name for name, *_ in view["stack"]] == ["PROCASK", "main"]
    assert {"name": "K$", "items": [['""', False]], "was": "", "meaning": "the key pressed"} in view["variables"]
    assert "PROCSPOTS" in page.told("procedures")[0]


def test_the_lines_are_those_of_the_page_of_the_program(work):
    page = work(*studied(5.0, switch("pause", "step"), 0.1, KEY, *[0.1, switch("step")] * 40))
    written = listing(study_of("dominoes"), {})
    seen = {mark for view in views(page) for mark in view["marks"] + [level[2] for level in view["stack"]]}
    assert len(seen) > 20
    assert all(f'id="{mark}"' in written for mark in seen)


def test_the_switches_of_study(work):
    page = work(
        *studied(5.0, switch("pause"), 0.1, switch("step"), 0.1, KEY, 0.1, switch("step"), 0.1, switch("undo"), 0.1),
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
    assert order[:4] == ["run", "pause", "step", "pause"]
    assert {"slowly", "run"} <= set(order[4:])
    lines = [view["marks"][-1] for view in views(page) if view["pace"] == "pause"]
    assert lines[:2] == ["bas-16050", "bas-16060"]
    assert max(view["lines"] for view in views(page)) == 8


def test_time_stands_still_while_the_program_does(work):
    page = work(*studied(5.0, switch("pause"), 60.0, switch("run"), 0.1, KEY, 3.0))
    moments = [line for line in recorded(page).splitlines() if '"text"' in line]
    assert int(moments[0].split("]]")[0].rsplit(",", 1)[1]) < 6000


def test_a_studied_game_goes_on_where_it_was_and_is_kept(work):
    before = work(dominoes(), 2.0, KEY, 5.0)
    page = work(dominoes(resume=True, study=True), 5.0)
    assert said(page, "playing")[-1] == ("dominoes", 36, True)
    assert page.pictures[-1][3:] == before.pictures[-1][3:]
    again = work(*studied(3.0, KEY, 5.0), dominoes(resume=True), 5.0)
    assert said(again, "playing")[-1] == ("dominoes", 36, True)
    assert recorded(again).startswith(again.told("file")[-1][1])


def test_going_back_under_study_is_kept_too(work):
    undone = 5.0, switch("pause", "step"), 0.1, KEY, 0.1, switch("undo"), 0.1
    page = work(*studied(*undone))
    kept = [text for name, text in page.told("file")]
    assert '["text","1"]' in kept[-2]
    assert kept[-1] is None


def test_a_program_of_the_menu_is_studied_too(work):
    page = work({"order": "menu", "study": True}, 1.0, [["text", str(place() + 1)]], 20.0, [["key", "ESCAPE"]], 1.0)
    assert views(page)[0]["stack"][-1][0] == "main"
    assert [name for name, *_ in said(page, "playing")] == ["", "dominoes", ""]
    assert "Press the number of a program" in texts(page)[-1]


def test_switches_are_none_of_a_programs_business(work):
    page = work(dominoes(), 3.0, switch("pause"), KEY, 3.0, {"order": "menu", "study": True}, switch("step"), 1.0)
    assert page.told("study") == []
    assert "switch" not in recorded(page)


def test_without_study_nothing_is_traced(work, monkeypatch):
    import sys

    monkeypatch.setattr(sys, "settrace", lambda function: pytest.fail("traced"))
    work(dominoes(), 3.0, KEY, 3.0)


def test_clicks_reach_a_program_of_the_menu(work):
    row = 8 + 2 * place()
    page = work({"order": "menu"}, 1.0, [["mouse", f"640 {799 - 32 * row - 16} 4"], ["mouse", "640 400 0"]], 3.0)
    assert said(page, "playing")[-2][0] == "dominoes"
