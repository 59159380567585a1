"""The sentences of hints and refusals, at most 39 characters each, which is a row of the screen."""

from operator import mul

from .domino_set import FITS, LEFT, NO_NUMBER, PAIRS, SUITS, domino_text, mask
from .knowledge import Move, PlayerView, ends_after, fitting_ends
from .levels import WEIGHTS, features, is_solvable, outcome

FEATURE_TEXTS = (
    "It lays {0} of your spots.",
    "A double is hard to lay later.",
    "Of yours {2} would fit next.",
    "You keep {3} different numbers.",
    "The other is stuck {4} times in 100.",
    "Of the unseen only {5} would fit.",
    "You can go on there yourself.",
)
"""The reason for a move, by the feature in which it is furthest ahead of the others; {0} is the first feature."""
STUCK = 4  # index of the feature that the other cannot play
CERTAIN = "The other cannot answer that."
SEARCHED = "It does best in many sampled games."
ONLY_MOVE = "Nothing else fits."
OUTCOME_TEXTS = {
    1: ("It wins, whatever the other does.", "Everything wins now."),
    0: ("It holds the draw; others may lose.", "Everything leads to a draw."),
    -1: ("", "All lose, unless the other goes wrong."),
}
"""The reason in a solved position, by the result: where other moves are worse, and where all are equal."""


def advice(view: PlayerView, move: Move) -> tuple[str, str, str]:
    """Return the three sentences of a hint: the move, its consequence, and the reason for it."""
    both = len(fitting_ends(move.domino, view.left, view.right)) > 1
    end = f" {'left' if move.end == LEFT else 'right'}" if both else ""
    return f"RETURN plays the {domino_text(move.domino)}{end}.", consequence(view, move), reason(view, move)


def consequence(view: PlayerView, move: Move) -> str:
    """Return a sentence on the ends after a move, the unseen dominoes that fit them, and the player's replies."""
    ends, left = ends_after(view, move), mask(view.hand) ^ 1 << move.domino
    if not left:
        return "It is your last domino."
    high, low = PAIRS[ends]
    unseen = (view.unseen & FITS[ends]).bit_count()
    kept = [number for number in dict.fromkeys((high, low)) if left & SUITS[number]]
    keeps = "none" if not kept else f"a {kept[0]}" if len(kept) == 1 else "both"
    return f"Ends {high} and {low}: {unseen} unseen, you keep {keeps}."


def reason(view: PlayerView, move: Move) -> str:
    """Return the reason for the best move: its result, or the feature in which it is furthest ahead of others."""
    others = [other for other in view.moves() if other != move]
    if not others:
        return ONLY_MOVE
    if is_solvable(view):
        memory: dict[int, int] = {}
        result = outcome(view, move, memory)
        return OUTCOME_TEXTS[result][all(outcome(view, other, memory) == result for other in others)]
    best = [max(values) for values in zip(*(map(mul, WEIGHTS, features(view, other)) for other in others))]
    values = list(features(view, move))
    ahead = [weight * value - other for weight, value, other in zip(WEIGHTS, values, best)]
    if max(ahead) <= 0:
        return SEARCHED
    index = ahead.index(max(ahead))
    values[STUCK] = round(100 * values[STUCK])
    return CERTAIN if index == STUCK and values[STUCK] == 100 else FEATURE_TEXTS[index].format(*values)


def refusal(d: int, left: int, right: int) -> str:
    """Return the reason why a domino cannot be laid; empty if it can."""
    if left == NO_NUMBER or fitting_ends(d, left, right):
        return ""
    name = domino_text(d)
    return f"The {name} fits neither {left} nor {right}." if left != right else f"The {name} does not fit a {left}."
