"""Players and tables for games of Dominoes: stacked stocks, given positions, a machine that shows nothing."""

import random

from retro.programs.dominoes_edition import SHOW_COMPUTER_HAND

from retro.basic import edition
from retro.basic.rnd import Rnd
from retro.display.screen import Screen
from retro.frontends.headless import Headless
from retro.programs import dominoes
from tests.support.dominoes_screen import ends, hands

PLAYS = "123456"
ALL = [(a, b) for a in range(7) for b in range(a + 1)]


def pairs(text):
    """Dominoes written as on the screen, left face first, as (R, L): "46 00" is (6, 4) and (0, 0)."""
    return [(int(word[1]), int(word[0])) for word in text.split()]


def variables():
    """The variables as the program has them before its first game."""
    v = dominoes.Variables()
    dominoes.PROCINITIALISE_VARIABLES(None, v)
    return v


def give(v, player, dominoes_held):
    """Put these dominoes (R, L) into a player's hand."""
    v.N[player] = len(dominoes_held)
    for place, (right, left) in enumerate(dominoes_held, 1):
        v.R[player][place], v.L[player][place] = right, left


def held(v, player):
    """The dominoes (R, L) in a player's hand."""
    count = v.N[player] + 1
    return list(zip(v.R[player][1:count], v.L[player][1:count]))


def fits(domino, v):
    return not {v.RV, v.LV}.isdisjoint(domino)


def stacked(stock, **replacements):
    """The program with a stock in a given order: RND(7) says one domino after another."""
    rolls = [spots + 1 for domino in pairs(stock) for spots in domino]

    def main(m):
        coming = iter(rolls)
        m.rnd = lambda n: next(coming)
        edition(dominoes.main, **replacements)(m)

    return main


def laid(whole, player, human, computer, *, cheat=False):
    """The program from a position on: a whole line, both hands, nothing left to draw; player moves next."""

    def PROCDRAW_FIRST(m, v):
        lay(m, v, whole)
        give(v, 1, human)
        give(v, 2, computer)
        v.T, v.P = 0, 3 - player

    def main(m):
        shown = {"PROCDRAW_COMPUTER_HAND": SHOW_COMPUTER_HAND} if cheat else {}
        edition(dominoes.main, PROCDRAW_FIRST=PROCDRAW_FIRST, **shown)(m)

    return main


def lay(m, v, whole):
    """Place a whole line with the program's own procedures. whole: opening (left, right), right arm, left arm."""
    (left_spots, right_spots), right, left = whole
    give(v, 1, [(right_spots, left_spots)])
    v.P, v.D_i, v.T = 1, 1, 0
    edition(dominoes.PROCDRAW_FIRST, PROCPAUSE=lambda m, v, period: None)(m, v)
    for arm, place in ((right, dominoes.PROCRIGHT), (left, dominoes.PROCLEFT)):
        for v.F, v.S in arm:
            plot(m, v, place)


def plot(m, v, place):
    """Draw F% and S% with PROCPLOT at the end that PROCRIGHT or PROCLEFT finds, whether they fit or not."""
    spots = v.F, v.S

    def find(m, v):
        v.F, v.S = spots
        place(m, v)

    edition(dominoes.PROCPLOT, PROCRIGHT=find, PROCLEFT=find)(m, v)


def on_machine(program, player=None):
    """Run program(m, v) on a machine with the characters defined and the variables set; gives the front end."""

    def main(m):
        m.mode(7)
        v = variables()
        dominoes.PROCDEFINE_UDGS(m, v)
        program(m, v)

    front = Headless(player)
    front.run(main, 1)
    return front


def message(m):
    """The row of messages."""
    return m.screen.lines[5].rstrip()


# players that see nothing but the screen


def choose(m):
    """The key of the first domino in the hand that fits; K if none does."""
    row, wanted = hands(m), ends(m)
    for key in PLAYS:
        faces = row[3 * int(key) - 2 : 3 * int(key)]
        if any(str(spots) in faces for spots in wanted):
            return key
    return "K"


def first_match(answers="N"):
    """A player who reads the screen, always plays the first domino that fits, and answers "Another game?"."""

    def player(m):
        for answer in answers:
            yield
            while "Another game" not in m.screen.text:
                assert "Which domino?" in m.screen.text
                yield choose(m)
                yield
            yield answer

    return player


# many games


class ScreenlessMachine:
    """A machine that shows nothing and waits for nothing; its random numbers are the real ones."""

    def __init__(self, seed):
        self.rnd = Rnd()
        self.rnd(-seed)
        self.screen = Screen({})

    def nothing(self, *_, **__):
        pass

    vdu = print = mode = cls = colour = gcol = move = draw = describe = csave = nothing
    # TIME is always late enough for the end of a pause, whatever it is set to.
    time = property(lambda self: 1000, nothing)


class CheckedGame:
    """What is known of one game, checked while it is played."""

    def __init__(self, chooser):
        self.chooser = chooser
        self.line = []
        self.log = []

    def key(self, v):
        """A weak player: any domino that fits, now and then a knock, a domino that does not, a meaningless key."""
        fitting = [str(i) for i, domino in enumerate(held(v, 1), 1) if fits(domino, v)]
        roll = self.chooser.random()
        if roll < 0.1:
            return self.chooser.choice("0789x \r")
        if roll < 0.2:
            return self.chooser.choice(PLAYS)
        return self.chooser.choice(fitting) if fitting and roll < 0.95 else "K"


def checked_game(seed):
    """One game: the program as an edition that checks itself at every step, and what it tells of itself."""
    game = CheckedGame(random.Random(seed))

    def PROCDRAW_FIRST(m, v):
        check_deal(v)
        domino = v.R[v.P][v.D_i], v.L[v.P][v.D_i]
        check_opening(v, domino)
        game.line.append(domino)
        game.opening = domino
        dominoes.PROCDRAW_FIRST(m, v)
        assert domino == (v.RV, v.LV)

    def PROCDRAW_PLAYER_HAND(m, v):
        check_turn(v, game)
        dominoes.PROCDRAW_PLAYER_HAND(m, v)

    def PROCRIGHT(m, v):
        game.line.append(placed(v, v.RV, 1))
        dominoes.PROCRIGHT(m, v)
        assert v.RV == v.S

    def PROCLEFT(m, v):
        game.line.append(placed(v, v.LV, 2))
        assert v.RV not in (v.F, v.S)
        dominoes.PROCLEFT(m, v)
        assert v.LV == v.S

    def PROCASK(m, v):
        m.get_s = lambda: game.key(v)
        dominoes.PROCASK(m, v)
        game.log.append(v.K_s)

    def PROCKNOCK(m, v):
        assert v.P == 1 or not any(fits(domino, v) for domino in held(v, 2))
        dominoes.PROCKNOCK(m, v)
        assert v.K[v.P] == 1

    def PROCEND(m, v):
        m.get_s = lambda: "N"
        check_turn(v, game)
        knocked = v.K[1] + v.K[2] == 2
        dominoes.PROCEND(m, v)
        game.result = v.P
        check_result(v, knocked)

    return edition(dominoes.main, **{name: value for name, value in locals().items() if name.startswith("PROC")}), game


def play_without_screen(seed):
    """Play a game that checks itself, and return what is known of it."""
    main, game = checked_game(seed)
    main(ScreenlessMachine(seed))
    return game


def check_deal(v):
    assert v.N[1:] == [6, 6]
    assert v.T == 16


def check_opening(v, domino):
    both = held(v, 1) + held(v, 2)
    doubles = [d for d in both if d[0] == d[1]]
    assert domino == max(doubles) if doubles else sum(domino) == max(map(sum, both))


def placed(v, end, number):
    """The domino that is being placed; it must touch this end."""
    domino = v.R[v.P][v.D_i], v.L[v.P][v.D_i]
    assert (number, end) == (v.E, v.F)
    assert {v.F, v.S} == set(domino)
    return domino


def check_turn(v, game):
    """What holds whenever somebody is to move: no domino lost, none twice, hands full while there is a stock."""
    if not game.line:  # the hands are shown once before the opening domino lies
        return
    hidden = [(a, b) for a, row in enumerate(v.D) for b, there in enumerate(row) if there]
    assert sorted(hidden + held(v, 1) + held(v, 2) + game.line) == ALL
    assert v.T == len(hidden) == max(0, 16 - len(game.line))
    assert v.N[1:] == [6, 6] if len(game.line) <= 16 else v.N[1] + v.N[2] == 28 - len(game.line)
    assert v.K[v.P] == 0 or v.K[1] + v.K[2] == 2


def check_result(v, knocked):
    spots = [sum(map(sum, held(v, player))) for player in (1, 2)]
    out = [player for player in (1, 2) if v.N[player] == 0]
    assert knocked != bool(out)
    assert len(out) < 2
    winner = (spots[0] < spots[1]) + 2 * (spots[1] < spots[0])
    assert (out[0] if out else winner) == v.P
