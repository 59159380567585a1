"""A game of the domino snake, for both displays: deals, moves, the computer's choice."""

from retro import Machine

from .rules import sampling, stage1
from .rules.stage1 import SnakeState
from .rules.stages import RULES, STAGES, parse_state, random_pick
from .variables import Variables

DEALS = 99999  # the largest number of a deal


def new_game(m: Machine, stage: int, deal: int, text: str) -> Variables:
    """Return a game of this stage: the state given as text, else the numbered deal, else a random one. Ours."""
    if text:
        given = parse_state(text)
        return Variables(stage, given, given)
    number = deal or m.rnd(DEALS)
    dealt = deal_number(m, number)
    return Variables(stage, dealt, dealt, number)


def deal_number(m: Machine, number: int) -> SnakeState:
    """Deal the pieces of the deal with this number. Stage 1. Documented; the numbers ours."""
    m.rnd(-number)
    return stage1.deal(m.rnd)


def make_move(v: Variables, k: int) -> None:
    """Make a legal move and record it. Stage 3, objective 3. Documented."""
    v.past.append((v.state, k))
    v.state = RULES[v.stage].apply_move(v.state, k)


def computer_move(m: Machine, v: Variables) -> int:
    """Return the computer's move at this stage. Stages 3, 4 and 5. Documented; the sampling player ours."""
    if v.sampling and v.stage == STAGES[-1]:
        return sampling.sampling_move(v.state, v.past, m.rnd)
    return RULES[v.stage].computer(v.state, lambda n: pick(m, v, n))


def pick(m: Machine, v: Variables, n: int) -> int:
    """Return a number from -n to n: the next of --choices, else a random one. Documented; --choices ours."""
    while v.choices:
        k = v.choices.pop(0)
        if abs(k) <= n:
            return k
    return random_pick(m.rnd)(n)
