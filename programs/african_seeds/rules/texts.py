"""The texts of African Seeds: pictures of seeds as characters, pages, sentences."""

from .sowing import DRAW, LETTERS, Position, sow

RULES = (
    "Lift a cup of A to F: its seeds go one by one into the next cups, anticlockwise.",
    "",
    "Where the last one meets seeds, all are lifted and sown. In an empty cup of yours it captures those opposite.",
    "",
    "25 seeds win. Whoever leaves the other none loses. 100 lifts end a move, 50 moves without a capture a game.",
)
KEYS = (
    "A to F, or a click, lifts a cup. The arrows or the mouse mark one and show its path; RETURN lifts it.",
    "SPACE finishes a move.",
)
# What is said of two people instead of the player and the computer.
OF_TWO = (
    ("YOU LEFT ME NO SEEDS - I CLAIM THE GAME", "PLAYER 1 LEFT NO SEEDS: PLAYER 2 WINS"),
    ("I LEFT YOU NO SEEDS - YOU WIN", "PLAYER 2 LEFT NO SEEDS: PLAYER 1 WINS"),
    ("YOU WIN", "PLAYER 1 WINS"),
    ("YOU WON", "PLAYER 1 WON"),
    ("I WIN", "PLAYER 2 WINS"),
    ("I WON", "PLAYER 2 WON"),
)


def headline(winner: int, two: bool, today: bool = False) -> str:
    """Return who has won, in a few words. today: the position of the day."""
    if two and winner != DRAW:
        return f"PLAYER {winner + 1} WINS"
    return ("SOLVED" if today else "YOU WIN", "NOT SOLVED" if today else "I WIN", "A DRAW")[winner]


def outlook(position: Position, cup: int) -> str:
    """Return a move's last cup and the seeds that it captures, in up to five characters."""
    if not position.board[cup]:
        return ""
    if (winner := position.after(cup).winner()) is not None:
        return "WIN" if winner == position.side else "LOSE"
    result = sow(position.board, position.side, cup)
    if not result.ended:
        return "ROUND"
    return LETTERS[result.end] + (f"+{result.captured}" if result.captured else "")


def path(position: Position, cup: int) -> dict[int, str]:
    """Return the path of a move: by cup, the number of its first lift there; at the end END, or the seeds captured."""
    marks: dict[int, str] = {}
    board, side = position.board, position.side
    result = sow(board, side, cup)
    for lift in range(result.lifts):
        marks.setdefault(cup, str(lift + 1))
        board, cup, *_ = sow(board, side, cup, 1)
    if result.ended:
        marks[cup] = f"+{result.captured}" if result.captured else "END"
    return marks


def forecast(position: Position, cup: int) -> str:
    """Return a sentence about the move that lifts a cup."""
    result = sow(position.board, position.side, cup)
    move = f"{LETTERS[cup]}: {lifts(result.lifts)}"
    capture = f"CAPTURES {result.captured}" if result.captured else "NO CAPTURE"
    return f"{move} TO {LETTERS[result.end]}, {capture}" if result.ended else f"{move}, NO END"


def lifts(count: int) -> str:
    """Return a number of lifts in words."""
    return f"{count} LIFT{'S' * (count > 1)}"
