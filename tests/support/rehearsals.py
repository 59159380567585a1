"""Whole games without a screen, by players of words or of the mouse, for front ends to play after them."""

import re

from retro.frontends.headless import Headless
from retro.input.events import Mouse
from retro.library import loader
from retro.machine.runner import FAREWELL, run_to_end
from retro.session.game import Game
from retro.session.session import Session, played
from tests.support import mouse_players, word_players
from tests.support.front_ends import screen_image
from tests.support.word_players import steps_of

DAY = {"day": 20261122}
DATED = dict.fromkeys(
    ("african_seeds", "dominoes", "dominoes_plus", "mahjong", "morgan2", "snake"), DAY
)  # they show the day
CLOCK = re.compile(r"\d:\d\d")
ANYWHERE = (160, 100)  # a pixel
SHORT = {  # seeds of short games
    mouse_players.dominoes: 36,
    mouse_players.dominoes_plus: 36,
    mouse_players.mahjong: 36,
    mouse_players.morgan2: 6,
    mouse_players.snake: 3,
    mouse_players.african_seeds: 1,
}


class Moment:
    """A moment at which the program waits: what is shown, and what the player does then.

    Attributes:
        step: a key as in scripts, or the pixel of a click.
        picture: the machine's screen as an image.
        clock: whether it shows a time, which other front ends need not have.
        times: where, as boxes of pixels, with room for longer ones.
        tune: whether a tune plays, which ends by itself, too.
    """

    def __init__(self, m, step):
        self.step, self.picture = step, screen_image(m)
        found = [(row, *time.span()) for row, line in enumerate(m.screen.lines) for time in CLOCK.finditer(line)]
        self.times = [(8 * start, 8 * row, 8 * (end + 2), 8 * row + 8) for row, start, end in found]
        self.clock = bool(found)
        self.tune = ("SPACE", "end the tune") in m.keys

    def without_times(self, image):
        """Return the pixels of an image but for the times that this moment shows."""
        masked = image.copy()
        for box in self.times:
            masked.paste((0, 0, 0), box)
        return masked.tobytes()


def rehearse(player, seed, last, moment=Moment, tape=None):
    """Play a program to its end, and return its moments.

    last: the step that answers FAREWELL. tape: what earlier games have left, which this one adds to.
    """
    moments, name = [], player.__name__

    def play(m):
        see = (lambda: m.in_words) if player in word_players.PLAYERS else (lambda: (m.screen.lines, m.in_words))
        for step in steps_of(player, see):
            if step is None or isinstance(step, float):
                yield step
                continue
            moments.append(moment(m, step))
            assert len(moments) < 2000, m.screen.text
            yield step if isinstance(step, str) else clicked(step)
        yield
        assert FAREWELL in m.screen.text, m.screen.text
        moments.append(moment(m, last))
        yield last if isinstance(last, str) else clicked(last)

    loaded = loader.load(name)
    game = Game(lambda: loaded.run_with(DATED.get(name, {})), title=name)
    game.keys = loaded.keys  # the overlay types those that are clicked

    def with_tape(m):
        m.tape = tape or m.tape
        run_to_end(m, played(game))

    Session(Headless(play)).run(with_tape, seed)
    return moments


def address_of(player, seed):
    """Return what stands behind # in the address of the page for a game."""
    name = player.__name__
    return ",".join([name, f"seed={seed}", "speed=fast", *(f"{key}={day}" for key, day in DATED.get(name, {}).items())])


def clicked(pixel):
    """Return the events of a click on a pixel."""
    at = 4 * pixel[0] + 2, 797 - 4 * pixel[1]
    return [Mouse(*at, 4), Mouse(*at, 0)]
