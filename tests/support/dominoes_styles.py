"""Players of Dominoes of several styles, the games they play, and the recording of these on the real ROMs.

    python -m tests.support.dominoes_styles

plays every game of `games()` on Acorn's ROMs and writes tests/model/dominoes-games/games.jsonl anew. It is to be done
when dominoes.bas or the letters of this machine have changed, and at no other time.
"""

import itertools
import json
import random
import tempfile

from retro.basic import edition
from retro.programs import dominoes
from tests.support import dominoes_roms as roms
from tests.support.dominoes_players import PLAYS, ScreenlessMachine, fits, held

CHEAT = "20020 IF I%>N(2) D$=CHR$32+CHR$32 ELSE D$=CHR$(245+L(2,I%))+CHR$(231+R(2,I%)): COLOUR131:COLOUR0"
ANSWERS = ["N", "n", "x1KN", "YN", "\r yN"]  # to "Another game?"


# A style is given the dominoes that fit, as place and spots, and chance; it chooses a key.


def first(fitting, chance):
    return next(iter(fitting), "K")


def last(fitting, chance):
    return [*fitting][-1] if fitting else "K"


def heaviest(fitting, chance):
    return max(fitting, key=fitting.get, default="K")


def anything(fitting, chance):
    return chance.choice(list(fitting) or ["K"])


def hesitant(fitting, chance):
    """Knocks now and then with a domino that fits."""
    return chance.choice([*fitting, "K"])


def stubborn(fitting, chance):
    """Knocks whatever happens."""
    return "K"


def careless(fitting, chance):
    """Presses dominoes that do not fit, and keys that mean nothing."""
    return chance.choice([*PLAYS, *fitting, *fitting, *"0789 xk\r", *("" if fitting else "K")])


STYLES = {style.__name__: style for style in (first, last, heaviest, anything, hesitant, stubborn, careless)}


def keys(style, seed, answers):
    """The keys that a player of a style presses in the games of a seed, found with the port."""
    chance, pressed, coming = random.Random(seed), [], iter(answers)

    def press(key):
        pressed.append(key)
        return key

    def PROCASK(m, v):
        fitting = {str(i): sum(domino) for i, domino in enumerate(held(v, 1), 1) if fits(domino, v)}
        m.get_s = lambda: press(style(fitting, chance))
        dominoes.PROCASK(m, v)

    def PROCEND(m, v):
        m.get_s = lambda: press(next(coming))
        dominoes.PROCEND(m, v)

    edition(dominoes.main, PROCASK=PROCASK, PROCEND=PROCEND)(ScreenlessMachine(seed))
    return "".join(pressed)


# Seeds of rare games of one who plays the first that fits: 114 ends after one domino, 122 with 27 of them and the
# left arm on the top row, 163 in a draw; in 220 nobody has a double, in 224 and 6584 the heaviest dominoes are equally
# heavy too (the computer begins, the human does); in 11338 all 26 dominoes lie on the right.
RARE = [114, 122, 163, 220, 224, 6584, 11338]


def games():
    """The games to record: every style with seeds of its own, the rare ones, the documented cheat."""
    styles = itertools.cycle(STYLES)
    for seed, name, answers in zip(range(1, 36), styles, itertools.cycle(ANSWERS)):
        yield {"seed": seed, "style": name, "keys": keys(STYLES[name], seed, answers)}
    for seed in RARE:
        yield {"seed": seed, "style": "first", "keys": keys(first, seed, "N")}
    for seed in (3, 5):
        yield {"seed": seed, "style": "first", "keys": keys(first, seed, "N"), "lines": CHEAT}


def record():
    """Play all games on the real ROMs and write them down."""
    wanted = list(games())
    with tempfile.TemporaryDirectory() as folder:
        played = roms.play(wanted, folder)
    about = {"listing": roms.digest(roms.LISTING.read_text()), "letters": roms.digest(roms.letters())}
    roms.GAMES.write_text("".join(json.dumps(line) + "\n" for line in [about, *played]))


if __name__ == "__main__":
    record()
