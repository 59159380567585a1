"""Players of Dominoes Plus: one with random input, one that undoes and redoes a whole game; and invariants."""

import random
import re
from collections import Counter
from contextlib import suppress
from dataclasses import fields

from retro.programs.dominoes_plus import dominoes_plus
from retro.programs.dominoes_plus.rules.domino_set import NO_NUMBER, RIGHT, domino, mask
from retro.programs.dominoes_plus.rules.knowledge import Ledger
from retro.programs.dominoes_plus.rules.settings import TOGETHER, WATCHING, Settings
from retro.programs.dominoes_plus.screen import shown_order
from retro.programs.dominoes_plus.turn import playable
from retro.programs.dominoes_plus.variables import Variables, hand, take_snapshot

from retro.basic import Escape, FrontPage, edition
from retro.frontends.headless import headless
from retro.input.events import Mouse, Text
from tests.support.dominoes_screen import CELL, FACES, LEFT_ARM, OPENING, RIGHT_ARM, WIDTH, hand_cell

USEFUL = "12345612345612345612345678KKKDLRLRUURSSCH"
NAMED = ("<LEFT>", "<RIGHT>", "<UP>", "<DOWN>", "<DELETE>", "<RETURN>", "<RETURN>", "<ESCAPE>")
PATIENCE, LIMIT = 60, 2000  # keys before the player makes useful moves only, and before the test fails


def options(random):
    """Return random options; the deepest level is rare because it is slow."""
    switches = ("seven", "draw", "winner_opens", "free_knock", "big", "cheat")
    chosen = {name: random.random() < 0.3 for name in switches}
    return chosen | {
        "players": random.choice((1, 1, 1, 2, 0)),
        "level": random.choice((1, 2, 3, 4) * 10 + (5,)),
        "other": random.randrange(4),
        "match": random.choice((0, 0, 0, 1, 5)),
        "go": True,
    }


def check(m, v):
    """Check the invariants of a game that waits for a key."""
    assert all(m.point(x, 500) == 2 for x in range(48, 1229, 4)), "something is printed over the frame"
    table, laid = v.ledger, [domino(first, second) for _, first, second in v.line]
    hands = hand(v, 1) + hand(v, 2)
    stock = [domino(a, b) for a in range(7) for b in range(a + 1) if v.D[a][b]]
    assert sorted(laid + hands + stock) == list(range(28)), "a domino is missing, or there twice"
    assert table.laid == mask(laid)
    assert table.stock == v.T == len(stock)
    assert [len(places) for places in table.excluded[1:]] == v.N[1:]
    assert table.left == NO_NUMBER or (table.left, table.right) == (v.LV, v.RV)
    for player in (1, 2):
        for d, known in zip(hand(v, player), table.excluded[player]):
            assert not known >> d & 1, "a domino in its slot was excluded"
    assert len(v.decisions) >= v.decided


def click(random, v, word=None):
    """Return a click on a word, or anywhere."""
    x, y = random.randrange(1280), random.randrange(800)
    if word or (v.click_areas and random.random() < 0.7):
        left, bottom, right, top = v.click_areas[word or random.choice(sorted(v.click_areas))]
        x, y = (left + right) // 2, (bottom + top) // 2
    return [Mouse(x, y, 4), Mouse(x, y, 0)]


def random_input(random, v):
    """Return a random key or click."""
    kind = random.random()
    if kind < 0.6:
        return random.choice(USEFUL)
    if kind < 0.75:
        return click(random, v)
    if kind < 0.9:
        return random.choice(NAMED)
    return [Text(chr(random.randrange(32, 256)))]


def useful_move(random, v):
    """Return an input that brings the game closer to its end."""
    if (v.hidden and v.players == TOGETHER) or "Cancel" in v.buttons:
        return random.choice("LR")
    can = playable(v)
    if not can:
        return "K"
    d = random.choice(can)
    index = next(n for n, place in enumerate(shown_order(v, v.P), 1) if hand(v, v.P)[place - 1] == d)
    return click(random, v, f"#{index}")


def player_of(v, random, counts):
    """Return a player with random input, who sees the variables."""

    def player(m):
        keys = 0
        while keys < LIMIT:
            yield
            if "DOMINOES PLUS" in m.screen.lines[1]:
                if counts["games"]:
                    yield "q"
                    return
                line = on_row(m, random.choice("LOR?"))
                yield random.choice(["<DOWN>", "<RIGHT>", "<RETURN>", "<RETURN>", "g", "nyn", line])
                continue
            if "OPTIONS" in m.screen.lines[1]:
                yield random.choice(["<DOWN>", "<RIGHT>", "<RETURN>", "b", on_row(m, random.choice("MDHFWKCO"))])
                continue
            if ("RETURN", "go on") in m.keys or ("B", "Back") in m.keys:
                yield "<ESCAPE>"
                continue
            if ("Y", "Yes") in m.keys:
                yield "y"
                continue
            if ("SPACE", "end the tune") in m.keys:
                yield " "
                continue
            keys += 1
            if v.over:
                counts["games"] += 1
                yield "u" if random.random() < 0.2 and v.decisions else "y" if random.random() < 0.3 else "n"
                continue
            check(m, v)
            if v.players == WATCHING:
                yield random.choice([3.0, 3.0, 3.0, " ", "m"])
            elif keys > PATIENCE or counts["games"]:
                yield useful_move(random, v)
            else:
                yield random_input(random, v)
        raise AssertionError("the game does not end")

    return player


def edition_with(v):
    """Return the program with these variables."""

    def made(**parts):
        for name, value in parts.items():
            setattr(v, name, value)
        return v

    return edition(dominoes_plus.main, Variables=made)


OPTIONS = ("players", "level", "day", "go")


def with_settings(v, settings):
    """Return the program with these settings on the tape, but for those that are options; v: its variables."""

    def program(m):
        m.csave("PLUSSET", [[name, int(value)] for name, value in settings.items() if name not in OPTIONS])
        with suppress(Escape):  # raised after the end of the program, if a game can go on
            edition_with(v)(m, **{name: value for name, value in settings.items() if name in OPTIONS})

    return program


def run(player_of, seed, chosen):
    """Run the program with a player who sees the variables; return variables and machine at the end."""
    v = Variables()
    m = headless(with_settings(v, chosen), player_of(v), seed=seed)
    assert "Thank you for playing." in m.screen.text
    return v, m


def play_random_keys(seed):
    """Run the program with random settings and keys; return counters."""
    chance, counts = random.Random(seed), Counter()
    run(lambda v: player_of(v, chance, counts), seed, options(chance))
    return counts


# undo and redo

# Variables that undo does not restore.
KEPT = {"decisions", "current_turn", "helped", "record", "before_game", "resume", "K_s", "news"}


def everything(m, v):
    """Return all variables, the random state and the picture."""
    state = {part.name: getattr(v, part.name) for part in fields(v) if part.name not in KEPT}
    state["click_areas"] = sorted(v.click_areas.items())
    return repr((state, m.rnd_state)), bytes(m.screen.framebuffer.pixels)


def equal(one, other, what):
    assert one[0] == other[0], what
    assert one[1] == other[1], f"{what}: another picture"


def undo_and_redo(v, chance, counts):
    """Return a player who plays a game to its end, undoes it all, and redoes it all."""

    def player(m):
        seen = []
        yield
        v.helped = True  # as after an undo: the next level is not offered
        while not v.over:
            if not (v.hidden and v.players == TOGETHER) and "Cancel" not in v.buttons:
                seen.append(everything(m, v))
            yield useful_move(chance, v)
            yield
        yield from after_the_tune(m)
        end = everything(m, v)
        for number in reversed(range(len(seen))):
            yield "u"
            yield from until_next_question(v)
            equal(everything(m, v), seen[number], f"decision {number} undone")
        yield "u"
        assert "othing to take back" in m.screen.text
        yield "r"
        yield
        for number in range(1, len(seen)):
            yield from until_next_question(v, first=False)
            equal(everything(m, v), seen[number], f"decision {number} redone")
            yield "r"
            yield
        yield from after_the_tune(m)
        equal(everything(m, v), end, "the end")
        counts["games"] += 1
        counts["decisions"] += len(seen)
        yield "n"
        yield "q"

    return player


def after_the_tune(m):
    """End the tune with a click beside all that can be clicked."""
    if ("SPACE", "end the tune") in m.keys:
        yield press(640, 4)
        yield


def until_next_question(v, first=True):
    """Wait until the next question; two people hand over the keyboard before it."""
    if first:
        yield
    if v.players == TOGETHER and v.hidden and not v.over:
        yield " "
        yield


def undo_whole_game(seed):
    """Undo and redo a whole game with random settings; return counters."""
    chance, counts = random.Random(seed), Counter()
    chosen = options(chance) | {"players": chance.choice((1, 1, 2)), "match": 0}
    run(lambda v: undo_and_redo(v, chance, counts), seed, chosen)
    return counts


# positions


def set_position(v, line, first, second, stock=(), mover=1, **settings):
    """Set a position of a game that goes on: line as pairs from left to right, hands and stock as pairs."""
    v.chosen, v.begin = Settings(**({"big": 0} | settings)), FrontPage.GO_ON
    v.ledger = Ledger(v.settings.rules)
    v.P, v.T = mover, len(stock)
    for player, held in ((1, first), (2, second)):
        v.N[player] = len(held)
        for place, pair in enumerate(held, 1):
            v.R[player][place], v.L[player][place] = max(pair), min(pair)
    for pair in stock:
        v.D[max(pair)][min(pair)] = 1
    v.line = [(0, *line[0]), *((RIGHT, *pair) for pair in line[1:])]
    v.LV, v.RV = line[0][0], line[-1][1]
    v.ledger.left, v.ledger.right, v.ledger.stock = v.LV, v.RV, v.T
    v.ledger.laid = mask([domino(*pair) for pair in line])
    v.ledger.excluded = [[], [0] * v.N[1], [0] * v.N[2]]


def from_position(player, line, first, second, stock=(), mover=1, seed=1, level=3, players=1, **settings):
    """Continue a game from a position; the player gets machine and variables."""
    v = Variables()

    def main(m):
        set_position(v, line, first, second, stock, mover, **settings)
        v.current_turn = take_snapshot(m, v)
        with suppress(Escape):
            edition(dominoes_plus.main, Variables=lambda chosen: v)(m, go=True, level=level, players=players)

    return v, headless(main, lambda m: player(m, v), seed=seed)


LOWER = 8  # units between the bottoms of the playing areas, this and the original's
PLACES = [(x, y - LOWER) for part in ([OPENING], RIGHT_ARM, LEFT_ARM) for faces in part for x, y, _ in faces if y < 496]


def faces(m):
    """Return every half of a small domino on the table, previews included: (x, y, spots, colour)."""
    found, pixels = [], bytes(m.screen.framebuffer.pixels)
    for x, y in PLACES:
        rows = [pixels[((799 - y) // 4 + row) * WIDTH + x // 4 :][:CELL] for row in range(CELL)]
        papers = {pixel for row in rows for pixel in row} - {0}
        if papers:
            shape = tuple(sum((pixel == 0) << 7 - c for c, pixel in enumerate(row)) for row in rows)
            if shape in FACES or papers != {2}:  # a yellow digit marks an end
                found.append((x, y, (FACES[shape] - 224) % 7, *papers))
    return found


def hands(m, row=3):
    """Return a row of small dominoes as text."""
    pixels = bytes(m.screen.framebuffer.pixels)
    return "".join(hand_cell(pixels, column, row) for column in range(40))


def final_hands(m):
    """Return both hands at the end of a game as text, without the owners before them."""
    pixels, owners = bytes(m.screen.framebuffer.pixels), [m.screen.lines[4][at:].split(" ")[0] for at in (1, 22)]
    columns = [at + len(owner) + 1 for at, owner in zip((1, 22), owners)]
    return ["".join(hand_cell(pixels, column + at, 4) for at in range(15)).rstrip() for column in columns]


def press(x, y):
    """Return a click at a point in graphics units."""
    return [Mouse(x, y, 4), Mouse(x, y, 0)]


def click_on(v, word):
    """Return a click on the area of this word."""
    left, bottom, right, top = v.click_areas[word]
    return press((left + right) // 2, (bottom + top) // 2)


def on_row(m, key):
    """Return a click on the row of a page that has this key."""
    row = next(row for row, line in enumerate(m.screen.lines) if line.lstrip(" >").startswith(f"{key}  "))
    return press(320, 784 - 32 * row)


def message(m):
    """Return the row of messages."""
    return m.screen.lines[6].strip()


def proposal(m):
    """Return the row of the buttons: a hint's move."""
    return m.screen.lines[8].strip()


def result(m):
    """Return who has won, and the note beside it; the row below has nothing but the lower half of large letters."""
    assert not m.screen.lines[1].strip()
    winner, _, note = m.screen.lines[0].strip().partition("  ")
    return winner, note.strip()


def watched(v):
    """Wait until the game is over."""
    while not v.over or "Yes" not in v.buttons:
        yield 1.0
    yield


def mouse_only(m, v, seen, level=5):
    """Play a match to two games with the mouse only: the first domino that fits, at any end."""
    yield
    yield on_row(m, "O")
    yield
    while v.chosen.match != 1:
        yield on_row(m, "M")
        yield
    yield on_row(m, "B")
    yield
    while f"< {level} " not in m.screen.text:
        yield on_row(m, "L")
        yield
    yield on_row(m, "N")
    yield
    while True:
        if "Cancel" in v.buttons:
            seen["ends"] += 1
            yield click_on(v, f"@{1 + seen['ends'] % 2}")
        elif v.over and "Yes" not in v.buttons:
            yield from after_the_tune(m)
            continue
        elif v.over:
            seen["games"] += 1
            seen["matches"] += "match?" in m.screen.lines[8]
            yield click_on(v, "N" if seen["matches"] else "Y")
            if seen["matches"]:
                break
        else:
            can = playable(v)
            word = f"#{1 + [hand(v, 1)[place - 1] in can for place in shown_order(v, 1)].index(True)}" if can else "K"
            yield click_on(v, word)
        yield
    yield
    yield on_row(m, "Q")


def until_the_end(m):
    """Play the first domino that fits, without help, until the game is over."""
    for _ in range(60):
        yield 5.0
        yield
        if "Again?" in m.screen.lines[8]:
            return
        for key in "k123456":
            yield key
            yield
            if "Cancel" in m.screen.lines[8]:
                yield "r"
                yield
            if not re.search(r"cannot knock|does not fit|fits neither", m.screen.lines[6]):
                break
    raise AssertionError("the game does not end")
