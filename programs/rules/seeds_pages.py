"""What African Seeds has to say: how seeds are pictured, the pages beside the board, the sentences."""

from __future__ import annotations

from .seeds import FORFEIT, LETTERS, LOWER, MOST, SEEDS, UPPER, sow, winner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .seeds import Board, Score

ONE = 224  # the character of one seed; the seven after it have two to eight
EIGHT = 8
PICTURED = 24  # more seeds are a number


def pictured(seeds: int) -> str:
    """How so many seeds are shown: nothing, up to three characters of one to eight seeds, or a number."""
    if seeds > PICTURED:
        return str(seeds)
    whole, rest = divmod(seeds, EIGHT)
    return chr(ONE + EIGHT - 1) * whole + (chr(ONE - 1 + rest) if rest else "")


# The original's look-up table, lines 2300 to 2330.
SEED_PICTURES = tuple(map(pictured, range(SEEDS + 1)))

# By row. The first letter is the key.
TITLE = {
    9: "S  PLAY THE COMPUTER, LEVELS 0 TO 4",
    10: "X  PLAY THE EXPERT, SIX MOVES AHEAD *",
    11: "M  PLAY THE MASTER, TEN MOVES AHEAD *",
    12: "T  TWO PLAYERS *",
    14: "L  LOAD THE SAVED GAME *",
    15: "R  REPLAY A GAME FROM ITS RECORD *",
    16: "I  INSTRUCTIONS AND KEYS",
    18: "W  SECOND PLAYER MAY SWAP SIDES *",
    19: "E  ENDLESS MOVES ARE FORBIDDEN *",
    20: "D  ALWAYS THINK, 50 LIFTS DEEP",
    22: "Q  QUIT",
}
PICTURE = (13, 8, 5, 3, 2, 1)  # seeds in the cups of the title page, from the right

INSTRUCTIONS = (
    "THE LOWER ROW IS YOURS. LIFT A CUP: ITS",
    "SEEDS ARE SOWN ONE BY ONE INTO THE NEXT",
    "CUPS, ANTI-CLOCKWISE. IF THE LAST FALLS",
    "ON OTHERS, ALL ARE LIFTED AND SOWN. IF",
    "IT FALLS INTO AN EMPTY CUP THIS ENDS,",
    "AND IF THAT IS YOURS YOU CAPTURE THE",
    "SEEDS OPPOSITE. 25 SEEDS WIN. WHOEVER",
    "LEAVES THE OTHER NO SEEDS LOSES AT ONCE.",
    "",
    "100 LIFTS STOP A MOVE. 50 MOVES WITHOUT",
    "A CAPTURE END THE GAME.",
    "",
    "BLUE: A MOVE ENDS. FLASHING: A CAPTURE.",
    "LIGHT BLUE: THE COMPUTER CONSIDERS.",
    "",
    "LIFT   A-F, A CLICK, ARROWS AND RETURN",
    "SPACE  FINISHES A MOVE AT ONCE",
    "H OR ?  HINT         U  UNDO",
    "W  WHERE MOVES END   R  REVIEW, RECORD",
    "V  LEVEL    P  PACE  N  NUMBERS",
    "I OR *  THIS PAGE    O  SAVE    Q  QUIT",
)

DRAWN = "STALEMATE - A DRAWN GAME"
FORFEITS = {
    (False, LOWER): "I LEFT YOU NO SEEDS - YOU WIN",
    (False, UPPER): "YOU LEFT ME NO SEEDS - I CLAIM THE GAME",
    (True, LOWER): "PLAYER 2 LEFT NO SEEDS - PLAYER 1 WINS",
    (True, UPPER): "PLAYER 1 LEFT NO SEEDS - PLAYER 2 WINS",
}
WINNERS = {
    (False, LOWER): "YOU WIN",
    (False, UPPER): "I WIN",
    (True, LOWER): "PLAYER 1 WINS",
    (True, UPPER): "PLAYER 2 WINS",
}


def result(reason: str, two: bool, winner: int, seeds: int, others: int) -> str:
    """What is said at the end. two: between two players. seeds, others: what the winner and the loser have captured."""
    if reason == FORFEIT:
        return FORFEITS[two, winner]
    if reason == MOST:
        return f"{WINNERS[two, winner]}, {seeds} SEEDS TO {others}"
    return f"STALEMATE - {WINNERS[two, winner]}, {seeds} TO {others}"


def where(board: Board, score: Score, side: int, cup: int) -> str:
    """What lifting this cup would come to, in up to five characters: the cup where it ends, and what it captures."""
    if not board[cup]:
        return ""
    sown = sow(board, side, cup)
    captured = score[side] + sown.captured
    verdict = winner(sown.board, (captured, score[1]) if side == LOWER else (score[0], captured), side)
    if verdict is not None:
        return "WIN" if verdict.winner == side else "LOSE"
    if not sown.ended:
        return "ROUND"
    return LETTERS[sown.end] + (f"+{sown.captured}" if sown.captured else "")


def advice(board: Board, side: int, cup: int) -> str:
    """The hint that this is the best cup."""
    sown = sow(board, side, cup)
    if not sown.ended:
        return f"TRY CUP {LETTERS[cup]}: ROUND AND ROUND"
    return f"TRY CUP {LETTERS[cup]}: ENDS AT {LETTERS[sown.end]}, {captures(sown.captured)}"


def captures(seeds: int) -> str:
    """What a move has captured."""
    return f"{seeds} SEED{'S' * (seeds > 1)} CAPTURED" if seeds else "NO CAPTURE"
