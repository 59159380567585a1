"""The table of docs/keys.md holds: the same key does the same thing in every program that has it."""

import importlib
import re
from pathlib import Path

import pytest

from retro.frontends.headless import headless
from retro.input.events import Key, Text, UnknownKey, declared_keys
from retro.library.catalogue import entries
from retro.library.loader import load

TABLE = (Path(__file__).parents[2] / "docs" / "keys.md").read_text(encoding="utf-8")
PROGRAMS = ("dominoes_plus", "mahjong", "morgan2", "snake", "african_seeds")
TITLES = ("Dominoes Plus", "Mahjong", "morgan2", "Domino Snake", "African Seeds")
BEGIN = {
    "dominoes_plus": ({"go": True}, ""),
    "mahjong": ({}, " "),
    "morgan2": ({"number": 7}, ""),
    "snake": ({"deal": 8}, ""),
    "african_seeds": ({"level": 1, "first": "you"}, ""),
}
ASKING_BY_PAGES = ("mahjong", "morgan2", "snake", "african_seeds")
MOVES = {"dominoes_plus": "h<RETURN>", "mahjong": "h ", "morgan2": "<RETURN>", "snake": "0", "african_seeds": "a"}
SHOWS = {
    ("hint", "dominoes_plus"): "RETURN plays the",
    ("hint", "mahjong"): r"PAIR",
    ("hint", "morgan2"): r"about|guess: Return",
    ("hint", "snake"): r"common|None fits",
    ("hint", "african_seeds"): r"TRY [A-F]:",
    ("undo", "dominoes_plus"): r"Nothing to take back",
    ("undo", "mahjong"): r"NOTHING TO UNDO",
    ("undo", "morgan2"): r"Nothing to undo",
    ("undo", "snake"): r"nothing to take back",
    ("undo", "african_seeds"): r"NOTHING TO TAKE BACK",
    ("help", "dominoes_plus"): r"(?s)hint.*undo.*new game.*quit",
    ("help", "mahjong"): r"(?s)H +hint.*U +undo",
    ("help", "morgan2"): r"(?s)H +hint.*U +undo",
    ("quit", "dominoes_plus"): r"DOMINOES PLUS",
    ("quit", "mahjong"): r"MAHJONG",
    ("quit", "morgan2"): r"MORGAN2",
    ("help", "snake"): r"(?s)H +hint.*U +undo.*N +new game.*Q +back",
    ("help", "african_seeds"): r"(?s)H +hint.*U +undo.*Q +back",
    ("quit", "snake"): r"DOMINO SNAKE",
    ("quit", "african_seeds"): r"AFRICAN SEEDS",
}


def table():
    """Return for each thing its key or keys, and for each program its cell."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.splitlines() if line[:1] == "|"]
    assert tuple(rows[0][2:]) == TITLES
    return {name: ("".join(re.findall("`(.)`", keys)), dict(zip(PROGRAMS, cells))) for name, keys, *cells in rows[2:]}


KEYS = table()


def screen_after(name, *steps):
    """Begin a game of a program and type these; return the text of the screen."""
    options, keys = BEGIN[name]
    texts = []

    def player(m):
        for step in (keys, *steps):
            if step:
                yield
                yield step
        yield
        texts.append(m.screen.text)

    headless(lambda m: load(name).main(m, **options), player, seed=9)
    return texts[-1]


def test_every_program_is_in_the_table():
    assert {*PROGRAMS, "dominoes"} == {entry.name for entry in entries()}


@pytest.mark.parametrize("thing", ["hint", "undo", "help", "quit"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_key_does_its_thing(name, thing):
    key, cells = KEYS[thing]
    extra = re.findall("`(.)`", cells[name])
    for one in [key.lower(), *extra]:
        text = screen_after(name, one)
        if one == "G":
            assert "guess" in text
        else:
            assert re.search(SHOWS[thing, name], text), (one, text)


@pytest.mark.parametrize("name", PROGRAMS[:-1])
def test_a_new_game_and_the_same_deal(name):
    (new, _), (same, cells) = KEYS["new game"], KEYS["the same deal"]
    then = " " if "SPACE" in KEYS["new game"][1][name] else ""
    first = deal_of(name, screen_after(name))
    assert deal_of(name, screen_after(name, MOVES[name], same)) == first
    assert deal_of(name, screen_after(name, new, then)) != first
    asked = screen_after(name, new[0])
    assert re.search(r"(?i)deal|same", asked)
    for key in re.findall("`(.)`", cells[name]):
        assert deal_of(name, screen_after(name, MOVES[name], f"{key}Y")) == first


@pytest.mark.parametrize("key", ["n", "q"])
@pytest.mark.parametrize("name", [name for name in PROGRAMS if name not in ASKING_BY_PAGES])
def test_help_at_a_question_comes_back_to_it(name, key):
    options, keys = BEGIN[name]
    texts = []

    def player(m):
        for step in (keys, MOVES[name], key, "?", " ", " ", " "):
            yield step
            yield
            texts.append(m.screen.text)

    headless(lambda m: load(name).main(m, **options), player, seed=9)
    *_, question, shown, first, second, third = texts
    assert re.search(SHOWS["help", name], shown), shown
    assert question in (first, second, third), (question, first)


def deal_of(name, text):
    """Return what identifies the deal on the screen."""
    if name == "dominoes_plus":
        return re.findall(r"\d ?\d|\d-\d", "\n".join(text.splitlines()[:6]))
    if name == "mahjong":
        return text.splitlines()[10].split()[-1]
    if name == "morgan2":
        return text.splitlines()[2].split()[-1]
    return re.search(r"Deal (\d+)", text)[1]


# what programs declare

COMMANDS = {
    "dominoes_plus": "turn.ACTIONS",
    "mahjong": "edition.COMMANDS",
    "morgan2": "edition.COMMANDS",
    "snake": "edition.COMMANDS",
    "african_seeds": "edition.COMMANDS",
}
SECOND = {  # keys that stand beside another that does the same
    "dominoes_plus": "DM",
    "mahjong": ("R", "K", "ESCAPE"),
    "morgan2": "/\t",
    "snake": ("DELETE",),
    "african_seeds": "*",
}


def declared(name):
    """Return the labels of the keys that a program declares."""
    return [label for key, _ in load(name).keys for label, _ in declared_keys(key)]


@pytest.mark.parametrize("name", [*PROGRAMS, "dominoes"])
def test_every_program_declares_its_keys_with_what_they_do(name):
    for key, effect in load(name).keys:
        assert declared_keys(key)
        assert 0 < len(effect) <= 24
    assert len(set(declared(name))) == len(declared(name))


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_command_has_a_declared_key(name):
    module, table_name = COMMANDS[name].split(".")
    module = importlib.import_module(f"retro.programs.{name}.{module}")
    keys = {{" ": "SPACE"}.get(key, key).upper() for key in getattr(module, table_name)} - {"CLICK"}
    assert keys - set(SECOND[name]) <= set(declared(name))
    assert {KEYS[thing][0][:1] for thing in KEYS} <= set(declared(name))


@pytest.mark.parametrize(
    ("name", "typed", "meaning", "meaningless"),
    [
        ("dominoes", "", "1-6 K", "Y N"),
        ("dominoes", "k1234561234561234561234561234561234561234561234561234kkk", "Y N", "1-6 K"),
        ("dominoes_plus", "", "N L R O 2 ?", "1-9 U"),
        ("dominoes_plus", "R", "RETURN", "N L"),
        ("dominoes_plus", "N", "1-9 K H U M", "P L Y"),
        ("dominoes_plus", "NH", "RETURN H", "U Q"),
        ("african_seeds", "", "N L S 2 ? O R Q", "A-F H U"),
        ("african_seeds", "N", "A-F H U Q", "2 RETURN"),
        ("african_seeds", "NH", "A-F RETURN H", "2"),
        ("african_seeds", "?", "RETURN", "A-F"),
    ],
)
def test_a_program_says_at_each_wait_which_keys_mean_something(name, typed, meaning, meaningless):
    """On the title page of African Seeds a phone has the keys that start a game, and none that lift a cup."""
    found = []

    def player(m):
        for key in typed:
            yield
            yield key
        yield
        found.extend(m.keys)

    headless(load(name).run_with({}), player, seed=3)
    keys = {key for key, _ in found}
    assert set(meaning.split()) <= keys
    assert not set(meaningless.split()) & keys
    assert all(words for _, words in found)


def test_a_range_of_keys_is_several():
    assert declared_keys("1-3") == [("1", [Text("1")]), ("2", [Text("2")]), ("3", [Text("3")])]
    assert declared_keys("A-B") == [("A", [Text("a")]), ("B", [Text("b")])]
    assert declared_keys("-") == [("-", [Text("-")])]
    assert declared_keys("SPACE") == [("SPACE", [Key("SPACE")])]
    with pytest.raises(UnknownKey, match="<HOME> is no key"):
        declared_keys("HOME")


# what means something now: the keys at a wait; "" for all that a program declares
AT_A_WAIT = [
    ("mahjong", "", "N L D ? O R Q"),
    ("mahjong", " ", ""),
    ("mahjong", " q", "N L D ? O R Q"),
    ("mahjong", " h", "SPACE H ESCAPE C"),
    ("mahjong", " n", "RETURN N S"),
    ("morgan2", "", "N D ? O R Q"),
    ("morgan2", "n", "RETURN"),
    ("morgan2", "n<RETURN><RETURN>n", "RETURN N S"),
    ("snake", "", "N L D C ? O R Q"),
    ("snake", "n", ""),
    ("snake", "nn", "RETURN N S"),
    ("snake", "n?", "RETURN"),
]


@pytest.mark.parametrize(("name", "steps", "expected"), AT_A_WAIT)
def test_a_program_says_which_keys_mean_something_now(name, steps, expected):
    seen = []

    def player(m):
        for key in [*re.findall("<.*?>|.", steps), None]:
            yield
            seen.append(" ".join(name for name, _ in m.keys))
            if key:
                yield key

    headless(load(name).main, player, seed=3)
    assert seen[-1] == expected
