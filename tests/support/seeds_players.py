"""Players for African Seeds, who see nothing but the screen, and what the screen shows of a board."""

import json
import random
import re
from pathlib import Path

from retro.programs.african_seeds.rules.player import cup_values
from retro.programs.african_seeds.rules.sowing import LETTERS, Position, legal_cups

from retro.frontends.headless import headless
from retro.frontends.terminal.blocks import sextants
from retro.frontends.terminal.screen_text import ScreenText, take_snapshot
from retro.input.events import Mouse
from retro.library.loader import load

MODEL = Path(__file__).parents[1] / "model" / "african-seeds-vectors.json"
VECTORS = json.loads(MODEL.read_text())
IDS = [f"{vector['name']}, {vector['side']} {vector['cup']}" for vector in VECTORS]
TUNE = (("SPACE", "end the tune"),)
SIDES = {"you": 0, "computer": 1}
BLACK, LIGHT, YELLOW, WHITE = range(4)


def patient(player):
    """A player who listens to tunes to their end before the next step."""

    def listening(m):
        for step in player(m):
            yield step
            if step is None and m.keys == TUNE:
                while m.keys == TUNE:
                    yield 0.1
                yield None

    return listening


def play(player, seed=1, **options):
    """The program with a patient player, headless; gives the machine as it was left."""
    return headless(load("african_seeds").run_with(options), patient(player), seed=seed)


def best_cup(here, level, rnd):
    """Return the cup that a level lifts; `rnd(n)`, 1 to n, is called only if several are equal."""
    cups = legal_cups(here.board, here.side)
    values = cup_values(here, level) if cups[1:] else {cups[0]: 0}
    equal = [cup for cup in cups if values[cup] == max(values.values())]
    return equal[rnd(len(equal)) - 1] if equal[1:] else equal[0]


def position_text(board, score):
    """A position as the option wants it."""
    return " ".join(map(str, [*board, *score]))


# what stands on the screen


def row(m, number):
    """A row of text, on black, without the first column, which is a margin."""
    codes = (m.screen.code_at(column, number) or 32 for column in range(1, 40))
    return "".join(map(chr, codes)).rstrip()


def below(m, number):
    """The row of text a little below a row of cups, as `row` has it, without the stores."""
    reader = ScreenText(sextants(), 1)
    reader.update(take_snapshot(m.screen, None))
    return " " + "".join(cell[0] for cell in reader.rows[number][2:37]).rstrip()


def board(m):
    """The numbers beside the letters of the cups, A to L."""
    upper, lower = ([int(number) for number in re.findall("[0-9]+", row(m, y))] for y in (2, 11))
    return [*lower, *reversed(upper)]


def score(m):
    """What the two have captured: the lower row, the upper row."""
    line = row(m, 0)
    return [int(line.split()[-1]), int(line[:11].split()[-1])]


def over(m):
    """Whether a game has ended."""
    return row(m, 24).startswith("N NEW GAME")


def counted(m):
    """The lifts of a move, and what it has captured."""
    lifts, captured = re.search(r"(\d+) LIFTS?, (\d*)", row(m, 20)).groups()
    return int(lifts), int(captured or 0)


def cup_pixel(cup):
    """A point in the ground of a cup, in graphics units, away from pips and corners."""
    place, top = (cup, 13) if cup < 6 else (11 - cup, 4)
    return 32 * (2 + 6 * place) + 80, 799 - 32 * top - 4


def lit(m):
    """The letters of the cups whose ground is not yellow."""
    return "".join(letter for cup, letter in enumerate(LETTERS) if m.point(*cup_pixel(cup)) == LIGHT)


def click(cup):
    """The events of a click on a cup."""
    x, y = cup_pixel(cup)
    return [Mouse(x, y, 4), Mouse(x, y, 0)]


# players


def waits(m, text, limit=100):
    """Let time pass until a text stands in the rows of the messages."""
    for _ in range(limit * 10):
        if text in row(m, 22) + row(m, 20):
            return
        yield 0.1
    raise AssertionError(f"{text!r} never came:\n{m.screen.text}")


def chooser(seed):
    """A player who lifts any cup with seeds in it, as the numbers say; to the end of the game, which he then leaves."""
    chance = random.Random(seed)

    def player(m):
        yield None
        while not over(m):
            assert "WHICH CUP" in row(m, 22)
            side = "G-L" in row(m, 22)
            yield LETTERS[chance.choice(legal_cups(board(m), int(side)))]
            yield None
        yield "Q"
        yield None
        yield "Q"

    return player


def random_position(chance, moves=30):
    """A position with somebody to move, after up to so many random moves."""
    here = Position(side=chance.randrange(2))
    for _ in range(chance.randrange(moves)):
        then = here.after(chance.choice(legal_cups(here.board, here.side)))
        if then.winner() is not None:
            break
        here = then
    return here
