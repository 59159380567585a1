"""The examples that `retro new` writes: each is written under another name, and played."""

import pytest

from retro.cli import main
from retro.commands.new import examples
from retro.frontends.headless import headless
from retro.input.events import Down, Mouse, Up, declared_keys
from retro.library.loader import load


def pixels(m, x, y):
    """Return the colour of the pixel at a point of the screen, in graphics units from the bottom left."""
    return m.screen.framebuffer.pixels[(799 - y) // 4 * 320 + x // 4]


def die(m):
    yield
    assert "It shows" in m.screen.text
    yield "q"


def udg(m):
    yield 0.1
    basket = codes(m)[22].index(225)
    yield [Down("RIGHT")]
    yield 1.0
    yield [Up("RIGHT")]
    assert codes(m)[22].index(225) > basket + 5
    assert sum(224 in row for row in codes(m)) == 1
    yield  # until the game is over
    assert "Apples in your basket: " in m.screen.text
    assert "Missed 5" in m.screen.text
    yield "y"
    yield 0.1
    assert "Missed 0" in m.screen.text
    yield
    yield "n"


def codes(m):
    """Return the codes of the characters on the screen, row by row; those of its own from 224 on."""
    found = [[m.screen.code_at(column, row) for column in range(40)] for row in range(25)]
    return [[code | 0xE0 if code >= 128 else code for code in row] for row in found]


def mouse(m):
    yield
    yield [Mouse(150, 20, 4)]  # the second colour
    yield [Mouse(150, 20, 0)]
    yield
    yield [Mouse(700, 500, 4)]
    yield [Mouse(800, 500, 4)]
    yield [Mouse(800, 500, 0)]
    yield
    mirrored = [(x, y) for x in (750, 1280 - 750) for y in (500, 864 - 500)]
    assert [pixels(m, x, y) for x, y in mirrored] == [1] * 4
    yield "c"
    yield
    assert [pixels(m, x, y) for x, y in mirrored] == [0] * 4
    yield "q"


def sound(m):
    yield
    assert pixels(m, 150, 300) == 3
    yield "a"
    yield 0.1
    assert pixels(m, 150, 300) == 2
    yield
    yield " "
    yield
    yield "q"


def menu(m):
    yield
    assert "Town at night" in m.screen.text
    yield "<DOWN><RETURN>"
    yield
    assert m.screen.mode.number == 2
    yield " "
    yield
    yield [Mouse(400, 527, 4)]  # the first entry
    yield
    assert m.screen.mode.number == 2
    yield " "
    yield
    yield "4"


MOVES = {"<LEFT>": (-1, 0), "<RIGHT>": (1, 0), "<DOWN>": (0, 1), "<UP>": (0, -1)}
WALL, GEM, MAN = 224, 225, 226


def way_to_a_gem(rows):
    """Return the keys of the shortest way from the man to a gem on the screen."""
    (start,) = [(row.index(MAN), y) for y, row in enumerate(rows) if MAN in row]
    ways, seen = [(start, "")], {start}
    for (x, y), way in ways:
        if rows[y][x] == GEM:
            return way
        for key, (dx, dy) in MOVES.items():
            place = x + dx, y + dy
            if place not in seen and rows[place[1]][place[0]] != WALL:
                seen.add(place)
                ways.append((place, way + key))
    raise AssertionError("no gem can be reached")


def files(m):
    yield
    assert "The wine cellar" in m.screen.text
    yield "<UP>"
    yield
    assert "5 left   0 steps" in m.screen.text
    while "left " in m.screen.text:
        yield way_to_a_gem(codes(m))
        yield
    assert "All is gathered, in " in m.screen.text


def basic(m):
    yield
    assert "SPACE another" in m.screen.text
    yield " "
    yield
    yield "q"


PLAYERS = {player.__name__: player for player in (die, udg, mouse, sound, menu, files, basic)}


def new(name, folder):
    """Write an example under another name; return the path to play."""
    path = folder / ("mine" if name == "files" else "mine.py")
    assert main(["new", "--example", name, str(path)]) == 0
    return str(path)


@pytest.mark.parametrize("name", [example.name for example in examples()])
def test_an_example_is_played_to_its_end(name, tmp_path, capsys):
    program = load(new(name, tmp_path))
    assert "with: retro play " in capsys.readouterr().out
    assert [events for key, _ in program.keys for _, events in declared_keys(key)]
    headless(program.main, PLAYERS[name], seed=3)


def test_study_compares_basic_with_python(tmp_path, capsys):
    path = new("basic", tmp_path)
    words = ["study", path, "--front", "headless", "--run", "--seed", "3", "--keys", " q", "--screen", "-"]
    assert main(words) == 0
    assert "The program has ended." in capsys.readouterr().out
