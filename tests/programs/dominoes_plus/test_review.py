"""The review of a game of Dominoes Plus: what each move has cost."""

import re

from retro.programs.dominoes_plus import dominoes_plus
from retro.programs.dominoes_plus.rules import review
from retro.programs.dominoes_plus.rules.domino_set import LEFT, RIGHT, Rules, domino, mask
from retro.programs.dominoes_plus.rules.knowledge import Move, PlayerView
from retro.programs.dominoes_plus.rules.review import ReviewedMove, review_move
from retro.programs.dominoes_plus.rules.strategies import outcome

from retro.frontends.headless import headless
from tests.support.dominoes_plus_players import until_the_end
from tests.support.waiting import typed

HAND = [(3, 3), (3, 6), (0, 1)]
OTHER = [(6, 6), (6, 5), (2, 2)]


def view_of(hand, other, left, right):
    """Return what the player knows when the stock is used up."""
    unseen = mask([domino(*pair) for pair in other])
    held = tuple(domino(*pair) for pair in hand)
    return PlayerView(Rules(), held, left, right, unseen, 0, (unseen,) * len(other), False)


def reviewed(view, move):
    return list(review_move(4, view, move))[-1]


def test_a_solved_move_costs_what_it_loses():
    view = view_of(HAND, OTHER, 3, 0)
    results = {move: outcome(view, move, {}) for move in view.moves()}
    assert len(set(results.values())) > 1
    for move, result in results.items():
        found = reviewed(view, move)
        assert found.cost == 50 * (max(results.values()) - result)
        assert results[found.best] == max(results.values())


def test_an_only_move_costs_nothing():
    view = view_of([(3, 3), (1, 2)], OTHER, 3, 0)
    (move,) = view.moves()
    assert reviewed(view, move).cost == 0


def test_a_sampled_move_costs_the_chances_it_loses():
    stock = [(a, b) for a in range(7) for b in range(a + 1) if (a, b) not in ((6, 6), (6, 4), (1, 0), (5, 5), (2, 1))]
    unseen = mask([domino(*pair) for pair in stock])
    view = PlayerView(
        Rules(),
        tuple(domino(*pair) for pair in ((6, 4), (1, 0), (5, 5), (2, 1))),
        6,
        1,
        unseen,
        17,
        (unseen,) * 6,
        False,
    )
    costs = {move: reviewed(view, move).cost for move in view.moves()}
    assert min(costs.values()) == 0
    assert all(0 <= cost <= 100 for cost in costs.values())


def test_the_report_names_the_costliest_move():
    one, other = Move(domino(5, 3), LEFT), Move(domino(6, 2), RIGHT)
    moves = [ReviewedMove(n, one, other, cost, n == 1) for n, cost in ((1, 0), (2, 3), (3, 31), (4, 12))]
    rows, worst, sentence = review.report(moves)
    assert rows == [
        "  1  5-3       ok",
        "  2  5-3 left  ok",
        "  3  5-3 left  -31   better: 6-2 right",
        "  4  5-3 left  -12   better: 6-2 right",
    ]
    assert (worst, sentence) == (2, "Move 3 cost most, 31 games of 100.")
    assert review.report(moves[:2])[1:] == (-1, "No move cost you much: well played.")
    assert review.report([])[1] == -1


def test_a_long_game_shows_its_costliest_moves():
    move = Move(domino(5, 3), LEFT)
    rows, worst, _ = review.report([ReviewedMove(n, move, move, n, True) for n in range(1, 29)])
    assert (len(rows), worst) == (10, 9)
    assert all(len(row) < 40 for row in rows)


def test_the_review_after_a_game():
    def player(m):
        yield from until_the_end(m)
        end = m.screen.text
        assert "Yes No Undo Review" in end
        yield from typed("R")
        yield
        assert m.screen.lines[0].strip() == "REVIEW: games of 100 that a move lost"
        assert re.match(r"[ *]  1  ", m.screen.lines[2])
        assert "cost" in m.screen.lines[24]
        yield from typed(" ")
        assert m.screen.text == end
        yield "n"

    headless(lambda m: dominoes_plus.main(m, go=True, level=1), player, seed=2)
