"""The review of a game of Dominoes Plus: what each move has cost."""

import re

import pytest
from retro.programs.dominoes_plus import dominoes_plus
from retro.programs.dominoes_plus.rules import review
from retro.programs.dominoes_plus.rules.domino_set import LEFT, RIGHT, Rules, domino, mask
from retro.programs.dominoes_plus.rules.knowledge import Move, PlayerView
from retro.programs.dominoes_plus.rules.levels import outcome
from retro.programs.dominoes_plus.rules.review import ReviewedMove, review_move

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
    shown, worst, sentence = review.report(moves)
    assert shown == moves
    assert [review.row_text(one) for one in shown] == [
        "Move 1: 5-3       well played",
        "Move 2: 5-3 left  well played",
        "Move 3: 5-3 left  a mistake",
        "Move 4: 5-3 left  not the best",
    ]
    assert (worst, sentence) == (2, "Move 3, 5-3 left: loses 31 in 100. 6-2 right was better.")
    assert review.report(moves[:2])[1:] == (0, "No move cost you much: well played.")
    assert review.report([])[1] == 0


@pytest.mark.parametrize(
    ("exact", "sentences"),
    [
        ((1, -1), ("Move 8, 5-1: this lost the game.", "3-1 left would have won.")),
        ((1, 0), ("Move 8, 5-1: this gave the win away.", "3-1 left would have won.")),
        ((0, -1), ("Move 8, 5-1: this lost a draw.", "3-1 left would have drawn.")),
    ],
)
def test_a_computed_move_is_reviewed_in_words(exact, sentences):
    made, best = Move(domino(5, 1), LEFT), Move(domino(3, 1), LEFT)
    assert ReviewedMove(8, made, best, 50 * (exact[0] - exact[1]), True, exact).sentences == sentences


def test_a_long_game_shows_its_costliest_moves():
    move = Move(domino(5, 3), LEFT)
    shown, worst, _ = review.report([ReviewedMove(n, move, move, n, True) for n in range(1, 29)])
    assert (len(shown), worst) == (9, 8)
    assert all(len(review.row_text(one)) <= 30 for one in shown)


def test_the_review_after_a_game():
    def player(m):
        yield from until_the_end(m)
        end = m.screen.text
        assert "Yes No Undo Review" in end
        yield from typed("R")
        yield
        assert "REVIEW" in m.screen.text
        assert "well played" in m.screen.text
        marked = re.search(r"^ *>\d +Move (\d+):", m.screen.text, re.M)[1]
        yield from typed("<RETURN>")
        assert m.screen.lines[6].startswith(f" Move {marked}, ")
        assert "Stock" in m.screen.text
        yield from typed("<RETURN>")
        assert "REVIEW" in m.screen.text
        yield from typed("B")
        assert m.screen.text == end
        yield "n"

    headless(lambda m: dominoes_plus.main(m, go=True, level=1), player, seed=2)
