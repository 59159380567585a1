"""Players of Dominoes Plus: one who presses anything, one who takes everything back; and what must always hold."""

import random
from collections import Counter
from dataclasses import fields, replace

from retro.programs.dominoes_plus_state import Variables, hand, remembered
from retro.programs.dominoes_plus_table import in_order
from retro.programs.dominoes_plus_turn import fitting
from retro.programs.rules.domino_rules import NOTHING, RIGHT, domino, mask
from retro.programs.rules.domino_settings import TOGETHER, WATCHING
from retro.programs.rules.domino_view import Ledger

from dominoes_reading import CELL, FACES, LEFT_ARM, OPENING, RIGHT_ARM, WIDTH
from retro.basic import edition
from retro.frontends.headless import headless
from retro.programs import dominoes_plus

USEFUL = "12345612345612345612345678KKKDLRLRUURSSCH"
NAMED = ("<LEFT>", "<RIGHT>", "<UP>", "<DOWN>", "<DELETE>", "<RETURN>", "<RETURN>", "<ESCAPE>")
PATIENCE, LIMIT = 60, 2000  # keys, after which the player plays on in earnest, and should have come to an end


def options(random):
    """Settings for a game; the deepest level is rare, because it takes its time."""
    chosen = {name: random.random() < 0.3 for name in ("draw", "winner_opens", "free_knock", "big", "cheat")}
    return chosen | {
        "players": random.choice((1, 1, 1, 2, 0)),
        "level": random.choice((1, 2, 3, 4) * 10 + (5,)),
        "other_level": random.randint(1, 4),
        "hand": random.choice((6, 6, 7)),
        "games": random.choice((0, 0, 1, 2)),
        "spots": random.choice((0, 0, 10)),
        "go": True,
    }


def check(m, v):
    """What holds whenever a key is waited for in a game."""
    assert all(m.point(x, 580) == 2 for x in range(48, 1229, 4)), "something is printed over the frame"
    table, laid = v.table, [domino(first, second) for _, first, second in v.line]
    hands = hand(v, 1) + hand(v, 2)
    stock = [domino(a, b) for a in range(7) for b in range(a + 1) if v.D[a][b]]
    assert sorted(laid + hands + stock) == list(range(28)), "a domino is missing, or there twice"
    assert table.laid == mask(laid)
    assert table.stock == v.T == len(stock)
    assert [len(places) for places in table.cannot[1:]] == v.N[1:]
    assert table.left == NOTHING or (table.left, table.right) == (v.LV, v.RV)
    for player in (1, 2):
        for d, known in zip(hand(v, player), table.cannot[player]):
            assert not known >> d & 1, "what was ruled out is there"
    assert len(v.past) >= v.now


def click(random, v, word=None):
    """A press of the button on what means a word, or anywhere."""
    x, y = random.randrange(1280), random.randrange(800)
    if word or (v.zones and random.random() < 0.7):
        left, bottom, right, top = v.zones[word or random.choice(sorted(v.zones))]
        x, y = (left + right) // 2, (bottom + top) // 2
    return [("mouse", f"{x} {y} 4"), ("mouse", f"{x} {y} 0")]


def anything(random, v):
    """Any key, or a click."""
    kind = random.random()
    if kind < 0.6:
        return random.choice(USEFUL)
    if kind < 0.75:
        return click(random, v)
    if kind < 0.9:
        return random.choice(NAMED)
    return [("text", chr(random.randrange(32, 256)))]


def sensible(random, v):
    """What brings a game to its end."""
    if (v.hidden and v.s.players == TOGETHER) or "Cancel" in v.buttons:
        return random.choice("LR")
    can = fitting(v)
    if not can:
        return "K"
    d = random.choice(can)
    index = next(n for n, place in enumerate(in_order(v, v.P), 1) if hand(v, v.P)[place - 1] == d)
    return click(random, v, f"#{index}")


def player_of(v, random, told):
    """A player who sees the variables."""

    def player(m):
        keys = 0
        while keys < LIMIT:
            yield
            if "Quit" in v.buttons:
                if told["games"]:
                    yield "q"
                    return
                line = random.choice([word for word in v.zones if word.startswith("=")])
                yield random.choice(["<DOWN>", "<RIGHT>", "<RETURN>", "<RETURN>", click(random, v, line)])
                if keys > PATIENCE:
                    yield
                    yield "n"
                continue
            keys += 1
            if v.over:
                told["games"] += 1
                yield "u" if random.random() < 0.2 and v.past else "y" if random.random() < 0.3 else "n"
                continue
            check(m, v)
            if v.s.players == WATCHING:
                yield random.choice([3.0, 3.0, 3.0, " ", "m"])
            elif keys > PATIENCE or told["games"]:
                yield sensible(random, v)
            else:
                yield anything(random, v)
        raise AssertionError("the game does not end")

    return player


def made_with(v):
    """The program with these variables."""

    def made(**parts):
        for name, value in parts.items():
            setattr(v, name, value)
        return v

    return edition(dominoes_plus.main, Variables=made)


def run(player_of, seed, chosen):
    """Run the program with a player who sees the variables; gives them and the machine as they were left."""
    v = Variables()
    m = headless(lambda m: made_with(v)(m, **chosen), player_of(v), seed=seed)
    assert "Thank you for playing." in m.screen.text
    return v, m


def any_keys(seed):
    """A run with random settings and keys; gives what happened."""
    chance, told = random.Random(seed), Counter()
    run(lambda v: player_of(v, chance, told), seed, options(chance))
    return told


# taking back

# What a return does not bring back: what was learnt by it, and what only says where the program is.
KEPT = {"past", "turn", "helped", "statistics", "before", "resume", "K_s"}


def everything(m, v):
    """All variables, the random numbers and the picture."""
    state = {part.name: getattr(v, part.name) for part in fields(v) if part.name not in KEPT | {"table"}}
    table = {name: getattr(v.table, name) for name in v.table.__slots__}
    return repr((state, table, m.rnd_state, remembered(m, v).state)), bytes(m.screen.canvas.pixels)


def equal(one, other, what):
    assert one[0] == other[0], what
    assert one[1] == other[1], f"{what}: another picture"


def there_and_back(v, chance, told):
    """Plays a game to its end, takes everything back, and does everything again."""

    def player(m):
        seen = []
        yield
        while not v.over:
            if not (v.hidden and v.s.players == TOGETHER) and "Cancel" not in v.buttons:
                seen.append(everything(m, v))
            yield sensible(chance, v)
            yield
        end = everything(m, v)
        for number in reversed(range(len(seen))):
            yield "u"
            yield from turned_round(v)
            equal(everything(m, v), seen[number], f"decision {number} taken back")
        yield "u"
        assert "nothing to take back" in m.screen.text
        yield "r"
        yield
        for number in range(1, len(seen)):
            yield from turned_round(v, first=False)
            equal(everything(m, v), seen[number], f"decision {number} made again")
            yield "r"
            yield
        equal(everything(m, v), end, "the end")
        told["games"] += 1
        told["decisions"] += len(seen)
        yield "n"
        yield "q"

    return player


def turned_round(v, first=True):
    """Wait until the next question; two people give the keyboard to each other before it."""
    if first:
        yield
    if v.s.players == TOGETHER and v.hidden and not v.over:
        yield " "
        yield


def all_back(seed):
    """A game with random settings that is taken back to its first decision and played again."""
    chance, told = random.Random(seed), Counter()
    chosen = options(chance) | {"players": chance.choice((1, 1, 2)), "games": 0, "spots": 0}
    run(lambda v: there_and_back(v, chance, told), seed, chosen)
    return told


# positions


def lay_out(v, line, first, second, stock=(), mover=1, **settings):
    """A game in the middle: a line as pairs from left to right, hands as pairs, what is in the stock."""
    for name, value in settings.items():
        v.s = replace(v.s, **{name: value})
    v.table = Ledger(v.s.rules)
    v.P, v.T = mover, len(stock)
    for player, held in ((1, first), (2, second)):
        v.N[player] = len(held)
        for place, pair in enumerate(held, 1):
            v.R[player][place], v.L[player][place] = max(pair), min(pair)
    for pair in stock:
        v.D[max(pair)][min(pair)] = 1
    v.line = [(0, *line[0]), *((RIGHT, *pair) for pair in line[1:])]
    v.LV, v.RV = line[0][0], line[-1][1]
    v.table.left, v.table.right, v.table.stock = v.LV, v.RV, v.T
    v.table.laid = mask([domino(*pair) for pair in line])
    v.table.cannot = [[], [0] * v.N[1], [0] * v.N[2]]


def from_position(player, line, first, second, stock=(), mover=1, seed=1, **settings):
    """Go on with the game from a position: the player is given machine and variables."""
    v = Variables()

    def made(**parts):
        v.statistics = parts["statistics"]
        return v

    def main(m):
        lay_out(v, line, first, second, stock, mover, **settings)
        v.turn, v.resume = remembered(m, v), True
        edition(dominoes_plus.main, Variables=made)(m, go=True)

    return v, headless(main, lambda m: player(m, v), seed=seed)


PLACES = [place[:2] for part in ([OPENING], RIGHT_ARM, LEFT_ARM) for domino_places in part for place in domino_places]


def faces(m):
    """Every half of a small domino that lies or is shown on the table: (x, y, spots, colour)."""
    found, pixels = [], bytes(m.screen.canvas.pixels)
    for x, y in PLACES:
        rows = [pixels[((799 - y) // 4 + row) * WIDTH + x // 4 :][:CELL] for row in range(CELL)]
        papers = {pixel for row in rows for pixel in row} - {0}
        if papers:
            code = FACES[tuple(sum((pixel == 0) << 7 - c for c, pixel in enumerate(row)) for row in rows)]
            found.append((x, y, (code - 224) % 7, *papers))
    return found


def press(x, y):
    """A click at a point in graphics units."""
    return [("mouse", f"{x} {y} 4"), ("mouse", f"{x} {y} 0")]


def on(v, word):
    """A click on what means this word."""
    left, bottom, right, top = v.zones[word]
    return press((left + right) // 2, (bottom + top) // 2)


def message(m):
    """The row of messages."""
    return m.screen.lines[5].strip()


def watched(v):
    """Watch until the game is over."""
    while not v.over or "Yes" not in v.buttons:
        yield 1.0
    yield


def mouse_only(m, v, seen, level=5):
    """A match to two games against a level, with the mouse only; plays the first domino that fits, any end."""
    yield
    while (v.s.games, v.s.level) != (2, level):
        yield on(v, "=M" if v.s.games != 2 else "=L")
        yield
    yield on(v, "N")
    yield
    while True:
        if "Cancel" in v.buttons:
            seen["ends"] += 1
            yield on(v, f"@{1 + seen['ends'] % 2}")
        elif v.over:
            seen["games"] += 1
            seen["matches"] += "match?" in m.screen.lines[4]
            yield on(v, "N" if seen["matches"] else "Y")
            if seen["matches"]:
                break
        else:
            can = fitting(v)
            word = f"#{1 + [hand(v, 1)[place - 1] in can for place in in_order(v, 1)].index(True)}" if can else "K"
            yield on(v, word)
        yield
    yield
    yield on(v, "Q")
