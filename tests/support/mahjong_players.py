"""Players and tables for Mahjong: the deal of the vectors, ways for the cursor, what must hold at every moment."""

import json
from collections import Counter, deque
from pathlib import Path

from retro.programs.mahjong import edition, mahjong, screen
from retro.programs.mahjong.rules import board as rules
from retro.programs.mahjong.rules import picture

from retro.basic import edition as variant
from retro.frontends.headless import Headless
from retro.input.events import Mouse, parse_keys
from retro.machine.tape import MemoryTape

VECTORS = json.loads((Path(__file__).parents[1] / "model" / "mahjong-vectors.json").read_text())
DEAL = [mahjong.SIGNS.index(sign) + 1 for sign in VECTORS["deal"]]
SOLUTION = [tuple(mahjong.PLACE[tuple(position)] for position in pair) for pair in VECTORS["solution"]]
SEED = 4711
STEPS = {"A": (-1, 0), "D": (1, 0), "W": (0, -1), "S": (0, 1)}
HIGH, LOW = 148, 20  # pitches


def place(short):
    """A place by its three characters, the column in hexadecimal: E41 is (14,4,1)."""
    return mahjong.PLACE[int(short[0], 16), int(short[1]), int(short[2])]


def places(shorts):
    return [place(short) for short in shorts.split()]


def openness_of(values, one):
    """The value of a tile, as its neighbours give it."""
    sides = mahjong.LEFT, mahjong.RIGHT, mahjong.ABOVE
    left, right, above = (any(values[near] != mahjong.GONE for near in side[one]) for side in sides)
    return 1 + left + right + 2 * above


def is_solution(kinds, order):
    """Return whether the pairs of this order clear the turtle."""
    values = mahjong.start_values()
    for a, b in zip(order[::2], order[1::2]):
        if a == b or kinds[a] != kinds[b] or not (mahjong.is_free(values[a]) and mahjong.is_free(values[b])):
            return False
        mahjong.take(values, a)
        mahjong.take(values, b)
    return all(value == mahjong.GONE for value in values)


class Table:
    """A game on a headless machine, dealt as in the vectors unless a seed says otherwise.

    m, v, front: the machine, the program's variables and the front end, once it runs.
    """

    def __init__(self, seed=None, tape=None, letters=True, **options):
        self._seed, self._options = seed, options | {"letters": letters}
        self.tape = tape if tape is not None else {}
        self.v = self.m = None

    def play(self, player):
        """Play; the player is a generator of keys, asked whenever the program wants one, from the title page on."""
        table = self

        def fixed(m, v):
            if table._seed is None:
                v.seed = SEED
                v.kinds, v.order = list(DEAL), [one for pair in SOLUTION for one in pair]
            else:
                edition.deal(m, v)

        def variables(**fields):
            table.v = edition.Variables(**fields)
            return table.v

        def program(m):
            m.tape = table.tape if not isinstance(table.tape, dict) else MemoryTape(table.tape)
            table.tape, table.m = m.tape, m
            return variant(edition.main, deal=fixed, Variables=variables)(m, **table._options)

        def asked(m):
            yield None
            yield from player(table)

        self.front = Headless(asked)
        self.front.run(program, self._seed or 1)
        return self

    @property
    def message(self):
        return self.m.screen.lines[edition.LOWER_ROW].strip()

    @property
    def upper(self):
        return self.m.screen.lines[edition.UPPER_ROW].strip()

    @property
    def lines(self):
        return [line.rstrip() for line in self.m.screen.lines]

    @property
    def page(self):
        """The title of a page, tall or not."""
        return (self.lines[0] or self.lines[1]).strip("▄ ")

    @property
    def text(self):
        """The text of the screen, on one line."""
        return " ".join(self.m.screen.text.split())

    def beside(self, row):
        """What stands beside the turtle in a row."""
        return self.m.screen.lines[row][33:].strip()

    @property
    def beeps(self):
        """The pitches of the notes played so far."""
        return [note.steps[0][1] for note in self.front.notes if note.steps]


def typed(text):
    """Type keys, each when the program asks for one; goes on when it asks for the next."""
    for events in parse_keys(text):
        yield events
        yield None


def begin():
    """From the title page to the board."""
    yield from typed(" ")


def way(v, goal):
    """Keys that bring the cursor to a tile."""
    return path(v, (v.x, v.y), lambda here: rules.top_tile(v.values, *here) == goal)


def reach(v, x, y):
    """Keys that bring the cursor to a column and row from wherever it is."""
    return 15 * "A" + path(v, (1, 4), lambda here: here == (x, y))


def path(v, start, there):
    """The shortest way for the cursor to where something holds."""
    known, waiting = {start: ""}, deque([start])
    while waiting:
        here = waiting.popleft()
        if there(here):
            return known[here]
        for key, step in STEPS.items():
            after = mahjong.step(v.values, *here, *step)
            if after not in known:
                known[after] = known[here] + key
                waiting.append(after)
    raise AssertionError("there is no way")


def take_by_keys(table, *pair):
    """Take a pair with the keys that move the cursor and the space bar."""
    for one in pair:
        yield from typed(way(table.v, one) + " ")


def take(table, *pair):
    """Take a pair with the mouse."""
    for one in pair:
        yield from click(*spot(table.v, one))


def take_all(table, pairs):
    for pair in pairs:
        yield from take(table, *pair)


def skip(table, pairs):
    """Take pairs at once, and draw the board as it is then."""
    v, gone = table.v, [one for pair in pairs for one in pair]
    for one in gone:
        mahjong.take(v.values, one)
    v.taken[mahjong.TILES - v.tiles :] = gone
    v.tiles -= len(gone)
    screen.draw(table.m, v)


def solution(v):
    """The pairs that are left, in the order of the deal."""
    order = v.order[mahjong.TILES - v.tiles :]
    return list(zip(order[::2], order[1::2]))


def pairs_by(choose):
    """The pairs in the order in which somebody takes them who always chooses so, until none is left."""
    values, pairs = mahjong.start_values(), []
    while fitting := rules.pairs(values, DEAL):
        pairs.append(choose(fitting))
        for one in pairs[-1]:
            mahjong.take(values, one)
    return pairs


def click(px, py, button=4):
    """Click on a pixel, counted from the top left; goes on when the program asks for a key."""
    at = 4 * px, 4 * (199 - py)
    yield [Mouse(*at, button), Mouse(*at, 0)]
    yield None


def spot(v, one):
    """A pixel at which this tile is the highest."""
    left, top = picture.CORNERS[one]
    spots = ((left + x, top + y) for x in range(2, 16) for y in range(4, 20))
    return next(spot for spot in spots if picture.tile_at(v.values, *spot) == one)


def check(v):
    """What must hold whenever the program waits for a key in a game."""
    lying = [one for one in range(mahjong.TILES) if v.values[one] != mahjong.GONE]
    assert len(lying) == v.tiles
    assert sorted(set(range(mahjong.TILES)) - set(lying)) == sorted(v.taken[: mahjong.TILES - v.tiles])
    assert all(v.values[one] == openness_of(v.values, one) for one in lying)
    assert set(Counter(v.kinds).values()) == {4}
    assert len(set(v.kinds)) == mahjong.KINDS
    assert sorted(v.order) == list(range(mahjong.TILES))
    assert all(v.kinds[a] == v.kinds[b] for a, b in zip(v.taken[::2], v.taken[1::2]))
    assert v.selected < 0 or mahjong.is_free(v.values[v.selected])
    assert (v.x, v.y) == mahjong.cursor_stack(v.values, v.x, v.y)
    assert 1 <= v.x <= 15
    assert 1 <= v.y <= 8
