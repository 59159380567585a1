"""dominoes.bas on the real ROMs and the port show the same: after every turn, in every pause, at every question."""

import base64
import re
import sys

import pytest

from retro.basic.media.listing_images import ssd
from retro.frontends.headless import headless, typist
from retro.programs import dominoes
from tests.support import dominoes_roms as roms
from tests.support.dominoes_styles import STYLES

pytestmark = pytest.mark.slow

ABOUT, GAMES = roms.recorded()
LIVE = [1, 122]  # seeds of games to play again
WIDTH = 320


def name(game):
    return f"{game['seed']}-{game['style']}{'-cheat' * ('lines' in game)}"


def filmed(game):
    return roms.Film(game["seed"], game["keys"], cheat="lines" in game)


def rows_that_differ(one, other):
    """The pixel rows, from the top, in which two pictures differ."""
    return [y for y in range(200) if one[y * WIDTH : (y + 1) * WIDTH] != other[y * WIDTH : (y + 1) * WIDTH]]


def same(film, game):
    """The port's film is that of the ROMs: the same events, and at each the same 64,000 pixels."""
    assert film.events == game["events"]
    pictures = list(roms.pictures(game))
    assert len(pictures) == len(film.pictures) == len(film.events)
    for at, (ours, theirs) in enumerate(zip(film.pictures, pictures)):
        assert not rows_that_differ(ours, theirs), f"picture {at}, {film.events[at]}"


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_the_port_shows_what_the_real_machine_showed(game):
    same(filmed(game), game)


def test_the_recording_is_of_this_listing_in_these_letters():
    """If not: python tests/dominoes_styles.py."""
    present = {"listing": roms.digest(roms.LISTING.read_text()), "letters": roms.digest(roms.letters())}
    assert present == ABOUT


def test_there_are_whole_games_of_every_style():
    assert len({game["seed"] for game in GAMES}) >= 25
    assert {game["style"] for game in GAMES} == set(STYLES)
    assert all(game["events"].startswith("HP") and game["events"].endswith("E") for game in GAMES)
    assert all(game["keys"][-1] in "Nn" for game in GAMES)
    assert sum("lines" in game for game in GAMES) == 2


def test_the_program_never_runs_out_of_memory():
    """In MODE 1, with a program from &E00 to &3000; what is left is BASIC's stack and the variables' room to grow."""
    assert min(game["free"] for game in GAMES) > 400


def numbered():
    """The lines of the port that carry a number of the listing, each with that number."""
    lines = (roms.ROOT / "programs" / "dominoes.py").read_text(encoding="utf-8").splitlines()
    found = ((index, re.search(r"\S.*  # (\d+)(;.*)?$", line)) for index, line in enumerate(lines, 1))
    return {index: int(match[1]) for index, match in found if match}


def lines_reached(game):
    """The lines of the port that run in a game."""
    reached, before = set(), sys.gettrace()

    def note(frame, event, argument):
        reached.add(frame.f_lineno)
        return note

    sys.settrace(lambda frame, event, argument: note if frame.f_code.co_filename == dominoes.__file__ else None)
    try:
        headless(dominoes.main, typist(game["keys"].replace("\r", "<RETURN>")), seed=game["seed"])
    finally:
        sys.settrace(before)
    return reached


def test_the_games_go_through_every_line_of_the_listing():
    chosen = [game for game in GAMES if game["seed"] in (5, 7, 122, 163, 224, 11338) and "lines" not in game]
    numbers, reached = numbered(), set().union(*map(lines_reached, chosen))
    through = {numbers[line] for line in reached & set(numbers)}
    assert set(numbers.values()) - through == {1000 * n for n in range(1, 28)}


# live


@pytest.fixture
def real_roms():
    if why := roms.missing():
        pytest.skip(why)


@pytest.mark.usefixtures("real_roms")
def test_the_roms_repeat_the_recording(tmp_path):
    games = [game for game in GAMES if game["seed"] in LIVE]
    asked = [{"seed": game["seed"], "keys": game["keys"]} for game in games]
    again = roms.play(asked, tmp_path)
    for game, played in zip(games, again):
        assert {key: game[key] for key in played} == played
        same(filmed(game), played)


@pytest.mark.usefixtures("real_roms")
def test_a_disc_starts_the_game(tmp_path):
    """SHIFT and BREAK with Acorn's DFS, under which memory begins at &1900: the program is moved down and runs."""
    disc = ssd("dominoes", roms.LISTING.read_text())
    keys = "n" + 40 * "K" + "N"
    (played,) = roms.play([{"disc": base64.b64encode(disc).decode(), "keys": keys}], tmp_path)
    assert played["seed"] > 0
    assert played["free"] > 400
    same(filmed(played), played)
