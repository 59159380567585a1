"""The study notes of African Seeds: they name every routine and variable, and their games show every routine."""

import ast
import functools
import inspect
from pathlib import Path

import pytest
from retro.programs.african_seeds import african_seeds, title_page
from retro.programs.african_seeds import screen as african_seeds_screen

from retro.frontends.headless import headless, typist
from retro.library import catalogue
from retro.listing.study_notes import read_notes
from tests.support import studies

NOTES = Path(african_seeds.__file__).with_suffix(".md")
# The article's table of routines, but for the look-up table, 2300, which is in `rules`.
LINES = [100, 200, 300, 400, 500, 600, 700, 1000, 1200, 1300, 1500, 2000, 2100, 2160, 2400, 3000]
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


def test_the_notes_tell_of_every_routine(study):
    for procedure in routines(study):
        row = study.notes.row(procedure.name)
        assert row["lines"] == str(procedure.number)


def test_every_variable_of_the_article_is_there(study):
    own = [name for name, variable in study.variables.items() if not variable.group]
    assert own == NAMES
    for name in NAMES:
        assert f"`v.{name}`" in NOTES.read_text()


def test_every_function_has_a_docstring():
    for path in NOTES.parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                assert ast.get_docstring(node), node.name


def options_of(words):
    """The options of a command of the notes, its seed, and its keys."""
    chosen, words = {}, iter(words)
    for word in words:
        name = word.removeprefix("--")
        chosen[name] = True if name in ("two", "swap", "forbid", "strong") else next(words)
    seed, keys = int(chosen.pop("seed", 1)), chosen.pop("keys", "")
    return {name: value for name, value in chosen.items() if name not in ("front", "screen")}, seed, keys


def games():
    return [options_of(words[1:]) for words in read_notes(NOTES.read_text()).demonstrations()]


def called_functions(monkeypatch):
    """The names of all functions of the program that run from now on."""
    ran, modules = set(), (african_seeds, african_seeds_screen, title_page)

    @functools.cache
    def noting(function):
        @functools.wraps(function)
        def noted(*arguments, **options):
            ran.add(function.__name__)
            return function(*arguments, **options)

        return noted

    def own(value):
        return inspect.isfunction(value) and value.__module__ in {module.__name__ for module in modules}

    for module in modules:
        for name, value in list(vars(module).items()):
            if own(value):
                monkeypatch.setattr(module, name, noting(value))
            elif isinstance(value, dict) and not name.startswith("_"):
                for key, entry in value.items():
                    if own(entry):
                        monkeypatch.setitem(value, key, noting(entry))
    return ran


@pytest.mark.slow
def test_the_games_of_the_notes_show_every_routine(study, monkeypatch):
    """All but what a click does."""
    ran = called_functions(monkeypatch)
    for options, seed, keys in games():
        headless(functools.partial(african_seeds.main, **options), typist(keys), seed=seed)
    own = {p.name for p in study if "/" not in p.module and not p.is_class}
    assert own - ran == {"clicked_key", "pointed_cup"}


def test_the_library_lists_the_program():
    entry = next(entry for entry in catalogue.entries() if entry.name == "african_seeds")
    assert entry.title == "African Seeds, after M. J. Edwards"
    assert len(entry.title) <= 34
    assert entry.about
