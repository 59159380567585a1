"""The study notes of African Seeds: they name every routine and variable, and their games show every routine."""

import ast
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from retro.programs.african_seeds import african_seeds
from retro.programs.african_seeds.african_seeds import Variables
from retro.programs.african_seeds.african_seeds_explained import explained

from retro.basic.errors import Escape
from retro.frontends.headless import headless, typist
from retro.launcher.options import play_command
from retro.library import catalogue
from retro.library.loader import load
from retro.listing.study_notes import read_notes
from tests.support import studies

NOTES = Path(african_seeds.__file__).with_suffix(".md")
# The article's table of routines.
LINES = [100, 200, 300, 400, 500, 600, 700, 1000, 1200, 1300, 1500, 2000, 2100, 2160, 2300, 2400, 3000]
NAMES = ["zx", "d", "l", "c", "sc", "win", "end", "op", "b", "h", "m", "s", "a_s", "x_s", "y_s"]


@pytest.fixture(scope="module")
def study():
    return studies.study("african_seeds")


def routines(study):
    return [procedure for procedure in study if procedure.module == "african_seeds" and procedure.number is not None]


def test_every_routine_of_the_article_is_there_in_its_order(study):
    numbers = [procedure.number for procedure in routines(study)]
    assert numbers == sorted(numbers)
    assert [number for number in numbers if number in LINES] == LINES


def test_every_variable_of_the_article_is_there(study):
    own = [name for name, variable in study.variables.items() if not variable.group]
    assert own == NAMES
    for name in NAMES:
        assert f"`v.{name}`" in NOTES.read_text()


def test_every_function_has_a_docstring():
    for path in NOTES.parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name[0] != "_":
                assert ast.get_docstring(node), node.name


@pytest.mark.slow
def test_the_games_of_the_notes_show_every_routine(study):
    """All but what a click does."""
    program, ran = load("african_seeds"), set()

    def note(frame, event, _):
        if event == "call" and frame.f_code.co_filename.startswith(str(NOTES.parent)):
            ran.add((Path(frame.f_code.co_filename).stem, frame.f_code.co_name))

    for words in read_notes(NOTES.read_text()).demonstrations():
        args = play_command(program).parse(words)
        before = sys.getprofile()
        sys.setprofile(note)
        try:
            with suppress(Escape):  # the game that is left can go on
                headless(program.run_with(program.values(args.given)), typist(args.keys), seed=args.seed or 1)
        finally:
            sys.setprofile(before)
    own = {(p.module, p.name) for p in study if "/" not in p.module and not p.is_class}
    assert own - ran == {("screen", "clicked_key"), ("screen", "pointed_cup")}


@pytest.mark.parametrize(
    ("procedure", "values", "sentence"),
    [
        ("ask_level", {"l": 4, "d": -1}, "Level 4: the computer plays by chance."),
        ("ask_level", {"l": 3, "d": 1}, "Level 3: the computer follows 1 lift of a move."),
        ("ask_level", {"d": 20}, "Level 0: the computer follows 20 lifts of a move and looks at the best answer."),
        (
            "end_and_capture",
            {"last": 3, "op": 10, "win": 1, "end": 1},
            "The move ends in C: 1 seed is captured from J, opposite.",
        ),
        (
            "end_and_capture",
            {"last": 3, "op": 10, "win": 0},
            "The move has come to C and not to its end: nothing is captured.",
        ),
        ("end_check", {"over": 1}, "After the move that is considered the game is over, by forfeit."),
        ("end_check", {"sc": 1, "zx": 1}, "The game goes on: the computer is to move."),
        ("player_move", {}, ""),
    ],
)
def test_a_sentence_says_what_a_subroutine_has_done(procedure, values, sentence):
    assert explained(procedure, Variables(**values)) == sentence


def test_the_library_lists_the_program():
    entry = next(entry for entry in catalogue.entries() if entry.name == "african_seeds")
    assert entry.title == "African Seeds, after M. J. Edwards"
    assert len(entry.title) <= 34
    assert entry.about
