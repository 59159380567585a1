"""What the game says of dominoes, in sentences that fit a row of the screen, 38 characters."""

from __future__ import annotations

from .domino_players import ends_after, is_open, outcome, signs, stuck
from .domino_rules import FITS, LEFT, NOTHING, SPOTS, SUITS, mask, said
from .domino_view import Move, View, ends_for

# Why a move is good, for each sign of `domino_players`: by which it is most ahead of the others.
SIGNS = (
    "It lays {spots} of your spots.",
    "A double is hard to lay later.",
    "Of yours {partners} would fit next.",
    "You keep {numbers} different numbers.",
    "The other is stuck {stuck} times in 100.",
    "Of the unseen only {unseen} would fit.",
    "You can go on there yourself.",
)
STUCK = 4
SURE = "The other cannot answer that."
SEARCHED = "It does best in many guessed games."
ONLY = "Nothing else fits."
# What the best move leads to, when the other hand is known: where others are worse, and where all are equal.
ENDS = {
    1: ("It wins, whatever the other does.", "Everything wins now."),
    0: ("It holds the draw; others may lose.", "Everything leads to a draw."),
    -1: ("", "All lose, unless the other goes wrong."),
}


def advice(view: View, move: Move) -> tuple[str, str]:
    """A hint: what to do, and why."""
    both = len(ends_for(move.domino, view.left, view.right)) > 1
    end = f" at the {'left' if move.end == LEFT else 'right'} end" if both else ""
    return f"Play the {said(move.domino)}{end}.", why(view, move)


def why(view: View, move: Move) -> str:
    """The reason for the best move."""
    others = [other for other in view.moves() if other != move]
    if not others:
        return ONLY
    if is_open(view):
        return _end(view, move, others)
    return _sign(view, move, others)


def _end(view: View, move: Move, others: list[Move]) -> str:
    memory: dict[int, int] = {}
    result = outcome(view, move, memory)
    return ENDS[result][all(outcome(view, other, memory) == result for other in others)]


def _sign(view: View, move: Move, others: list[Move]) -> str:
    """The sign by which it is most ahead of the best of the others."""
    best = [max(values) for values in zip(*(signs(view, other) for other in others))]
    ahead = [own - other for own, other in zip(signs(view, move), best)]
    if max(ahead) <= 0:
        return SEARCHED
    facts, place = _facts(view, move), ahead.index(max(ahead))
    return SURE if place == STUCK and facts["stuck"] == 100 else SIGNS[place].format(**facts)


def _facts(view: View, move: Move) -> dict[str, int]:
    fitting, left = FITS[ends_after(view, move)], mask(view.hand) ^ 1 << move.domino
    return {
        "spots": SPOTS[move.domino],
        "partners": (left & fitting).bit_count(),
        "numbers": sum(1 for suit in SUITS if left & suit),
        "stuck": round(100 * stuck(view, fitting)),
        "unseen": (view.unseen & fitting).bit_count(),
    }


def refusal(d: int, left: int, right: int) -> str:
    """Why a domino cannot be laid; empty if it can."""
    if left == NOTHING or ends_for(d, left, right):
        return ""
    return (
        f"The {said(d)} fits neither {left} nor {right}." if left != right else f"The {said(d)} does not fit a {left}."
    )
