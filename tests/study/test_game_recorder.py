"""The game that a page plays: what is recorded of it, and the player in a real browser."""

import base64
import json
import sys
import zlib
from functools import cache

import pytest

from retro.frontends.headless import Headless
from retro.listing.builder import build_study
from retro.listing.edition_file import edition_file
from retro.listing.page.study_page import page
from retro.study.game_recorder import CELL, MOST_STEPS, play_games
from retro.study.screenshots import Demonstration, GameFollower, demonstrations, take_screenshots
from tests.support import browser
from tests.support.studies import study


@cache
def recorded(name):
    return play_games(study(name))[1]


def unpacked(game):
    return json.loads(zlib.decompress(base64.b64decode(game.packed)))


@pytest.fixture(scope="module")
def dominoes():
    return unpacked(recorded("dominoes"))


def state(game, at):
    """Return texts of the variables by title, cells and display before a step, from all steps up to it."""
    values, cells, display = {}, {}, []
    for step in game["steps"][: at + 1]:
        _, changed, parts, shown = (*step, *[[]] * 4)[:4]
        values.update(zip(changed[::2], changed[1::2]))
        cells.update(zip(parts[::2], parts[1::2]))
        display = shown or display
    titles = [title for _, title in game["variables"]]
    return {(*titles, "")[index]: text for index, text in values.items()}, cells, display


def pixels(game, cells, width, height):
    """Return the picture that cells make, a row of colours a line."""
    columns = width // CELL
    grids = [[pattern[at : at + CELL] for at in range(0, len(pattern), CELL)] for pattern in game["patterns"]]
    return [
        "".join(grids[cells[row // CELL * columns + column]][row % CELL] for column in range(columns))
        for row in range(height)
    ]


def test_the_last_step_has_the_last_screen(dominoes):
    demonstration = demonstrations(study("dominoes"))[0]

    def player(m):
        for key in demonstration.keys:
            yield
            yield key
        yield

    m = Headless(player).run(demonstration.program, demonstration.seed)
    _, cells, (width, height, colours) = state(dominoes, len(dominoes["steps"]))
    assert tuple(map(tuple, colours)) == m.screen.palette.rgb(0)
    rows = pixels(dominoes, cells, width, height)
    assert (
        bytes(int(pixel, 16) for row in rows for pixel in row)[: 320 * 100] == m.screen.framebuffer.pixels[: 320 * 100]
    )


def test_the_page_opens_at_the_first_turn(dominoes):
    begin = dominoes["begin"]
    passed = {dominoes["places"][step[0]][0] for step in dominoes["steps"][:begin]}
    assert dominoes["places"][dominoes["steps"][begin][0]][0] == "PROCSELECT"
    assert "PROCDRAW_FIRST" in passed
    assert not passed & {"PROCASK", "PROCSELECT"}


def test_each_step_has_the_values_before_its_line(dominoes):
    places, steps = dominoes["places"], dominoes["steps"]
    at = next(at for at, step in enumerate(steps) if "bas-15030" in places[step[0]][1])
    assert places[steps[at][0]][0] == "PROCSELECT"
    values, _, _ = state(dominoes, at)
    assert values["D%"] == "1"
    assert len(values["R(,)"].splitlines()) == 3
    while "bas-15040" not in places[steps[at][0]][1]:
        at += 1
    index = next(index for index, (_, title) in enumerate(dominoes["variables"]) if title == "D%")
    assert index in steps[at + 1][1][::2]
    assert state(dominoes, at + 1)[0]["D%"] == str(int(state(dominoes, at)[0]["D%"]) + 1)


def test_a_loop_that_waits_is_a_few_steps(dominoes):
    waiting = [at for at, step in enumerate(dominoes["steps"]) if "bas-8020" in dominoes["places"][step[0]][1]]
    pauses = sum(dominoes["places"][step[0]][1][-1:] == ["bas-8010"] for step in dominoes["steps"])
    assert 0 < len(waiting) <= 2 * pauses


@pytest.mark.parametrize("name", ["dominoes", "snake"])
def test_it_is_small(name):
    game = recorded(name)
    assert game.command.startswith(f"retro play {name} ")
    assert len(game.packed) < 100_000


def test_a_program_of_a_user_without_notes_has_a_game_too(tmp_path):
    path = tmp_path / "own.bas"
    path.write_text('10 FOR I%=1 TO 3\n20 PRINT "A";I%\n30 NEXT\n40 A$=GET$\n')
    game = unpacked(play_games(build_study(str(path)))[1])
    assert [game["places"][step[0]][1][-1] for step in game["steps"]] == ["bas-10", *["bas-20", "bas-30"] * 3, "bas-40"]
    assert game["places"][game["steps"][game["begin"]][0]][1][-1] == "bas-30"
    assert state(game, 5)[0]["I%"] == "3"


@pytest.mark.slow
def test_a_game_of_many_steps_is_cut(tmp_path, monkeypatch):
    monkeypatch.setattr("retro.study.screenshots.MOST_STATEMENTS", 4 * MOST_STEPS)
    path = tmp_path / "own.bas"
    path.write_text("10 REPEAT\n20 I%=I%+1\n30 UNTIL FALSE\n")
    game = unpacked(play_games(build_study(str(path)))[1])
    assert len(game["steps"]) == MOST_STEPS


# in a browser

WHERE = "document.querySelector('[data-part=where]').textContent"
MARKED = "[...document.querySelectorAll('.run .runs .n')].map((line) => line.textContent).join(' ')"

PAINTED = "document.querySelector('canvas').getContext('2d').getImageData(0, 0, 320, 200).data.filter((x) => !x).length"


@pytest.mark.slow
@pytest.mark.skipif(bool(browser.missing()), reason=browser.missing())
def test_the_player_in_a_browser(tmp_path):
    file = tmp_path / "dominoes.html"
    file.write_text(page(study("dominoes"), {}, recorded("dominoes")), encoding="utf-8")
    user = browser.Browser()
    try:
        user.use("reader", viewport={"width": 390, "height": 844}, hasTouch=True)
        user.do(f"await page.goto({json.dumps(file.as_uri())})")
        user.until("!document.querySelector('.player').hidden")
        assert "PROCSELECT, line 15010" in user.on_page(WHERE)
        user.do("await page.locator('[data-do=start]').tap()")
        assert user.on_page(WHERE).startswith("Step 1 of ")
        user.do("await page.locator('[data-do=on]').tap()")
        assert user.on_page(WHERE).startswith("Step 2 of ")
        user.do("await page.locator('[data-part=slider]').focus()")
        user.do("await page.keyboard.press('ArrowRight')")
        assert user.on_page(WHERE).startswith("Step 3 of ")
        user.do("await page.locator('[data-part=variable]').selectOption({ label: 'RV%' })")
        user.do("await page.locator('[data-do=next]').tap()")
        assert "RV% was changed by PROCDRAW_FIRST, line 13050" in user.on_page(WHERE)
        assert user.on_page(MARKED).split()[0] == "13050"
        assert user.on_page("document.querySelector('[data-part=values] mark').textContent") in "0123456"
        painted = (
            "document.querySelector('canvas').getContext('2d').getImageData(0, 0, 320, 200).data.some((x) => x > 0)"
        )
        assert user.on_page(painted)
        before = user.on_page(WHERE)
        user.do("await page.locator('[data-do=play]').tap()")
        user.until(f"{WHERE} !== given[0]", before)
        user.do("await page.locator('[data-do=play]').tap()")
        assert user.on_page("document.documentElement.scrollWidth") <= 390
    finally:
        user.close()


def test_the_page_of_an_edition_plays_the_whole_game_of_its_base(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path, _ = edition_file(study("dominoes"), study("dominoes").procedures["PROCSELECT"])
    text = (tmp_path / path).read_text()
    (tmp_path / path).write_text(text.replace("v.D_i = 1 ", "v.D_i = 2 "))  # it knocks, and the keys are not all typed
    _, game = play_games(build_study(path))
    assert game.command.startswith("retro play my_dominoes.py --front headless --screen - --seed 1980 --keys ")
    assert len(unpacked(game)["steps"]) > 3000


def test_a_program_is_traced_but_not_the_machine():
    traced = []

    def program(m):
        traced.append(sys.gettrace() is not None)
        m.get()

    def player(m):
        traced.append(sys.gettrace() is not None)
        yield "K"

    follower = GameFollower(study("dominoes"))
    Headless(player).run(lambda m: follower.follow(m, Demonstration("", program, 1, ())), 1)
    assert traced == [True, sys.version_info >= (3, 12)]


def test_what_runs_after_the_last_key_is_not_counted(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(
        "def PROCA(m):\n    m.print(1)\n\n"
        "def main(m):\n    try:\n        PROCA(m)\n        m.get()\n    finally:\n        PROCA(m)\n"
    )
    assert take_screenshots(build_study(str(path)))["PROCA"].runs == 1
