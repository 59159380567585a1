"""The texts of African Seeds: pictures of seeds as characters, pages, sentences."""

from .sowing import FORFEIT, LETTERS, LOWER, MOST, UPPER, Board, Score, lift_limit, relay, sow, verdict_after

FIRST_PIP = 224  # the character with one pip; the seven after it have two to eight
EIGHT = 8
MOST_PIPS = 24  # more seeds are a number


def pips(seeds: int) -> str:
    """Return so many seeds as up to three characters of one to eight pips, or as a number."""
    if seeds <= MOST_PIPS:
        whole, rest = divmod(seeds, EIGHT)
        return chr(FIRST_PIP + EIGHT - 1) * whole + (chr(FIRST_PIP - 1 + rest) if rest else "")
    return str(seeds)


# By row, in two columns. The first letter is the key.
TITLE = {
    12: ("S  PLAY LEVEL 0-4", "L  LOAD GAME *"),
    14: ("X  PLAY EXPERT *", "R  REPLAY GAME *"),
    16: ("M  PLAY MASTER *", "I  INSTRUCTIONS"),
    18: ("T  TWO PLAYERS *", "Q  QUIT"),
    20: ("W  SWAP SIDES *", "E  NO LOOPS *"),
    22: ("D  THINK MORE", "*  NOT IN 1985"),
}
TITLE_SEEDS = (13, 8, 5, 3, 2, 1)  # in the cups of the title page, from the right

RULES = (
    """THE LOWER ROW OF CUPS IS YOURS.
LIFT A CUP: ITS SEEDS ARE SOWN ONE BY
ONE, ANTI-CLOCKWISE, INTO THE NEXT.
IF THE LAST FALLS ON OTHERS, ALL ARE
LIFTED AND SOWN. IF IT FALLS INTO AN
EMPTY CUP THE MOVE ENDS. IF THAT IS
YOURS YOU CAPTURE THE SEEDS OPPOSITE.
25 SEEDS WIN. WHOEVER LEAVES THE OTHER
NO SEEDS LOSES AT ONCE.""",
    """A MOVE WITHOUT END STOPS AFTER 100
LIFTS. 50 MOVES WITHOUT A CAPTURE END
THE GAME.
BLUE: A MOVE ENDS. FLASHING: CAPTURE.
LIGHT BLUE: THE COMPUTER CONSIDERS.
YOUR RATING RISES WITH GAMES THAT YOU
WIN, MORE AGAINST HARDER LEVELS. 1000
IS AS GOOD AS LEVEL 4, 1110 3, 1240 2,
1320 1, 1670 0, 2590 X, 2720 M.
GAMES WITH H, U OR V DO NOT COUNT.""",
)
KEYS = """A-F     LIFT A CUP, AS A CLICK DOES
ARROWS  MARK A CUP; RETURN LIFTS IT
SPACE   FINISHES A MOVE AT ONCE
ARROWS OR THE MOUSE SHOW A CUP'S PATH

H OR *  HINT        U  UNDO
W  WHERE MOVES END  R  REVIEW, RECORD
V  LEVEL            P  PACE
N  NUMBERS          O  SAVE
I OR ?  THIS PAGE   Q  QUIT"""

FORFEITS = {
    (False, LOWER): "I LEFT YOU NO SEEDS: YOU WIN",
    (False, UPPER): "YOU LEFT ME NO SEEDS: I CLAIM THE GAME",
    (True, LOWER): "PLAYER 2 LEFT NO SEEDS: PLAYER 1 WINS",
    (True, UPPER): "PLAYER 1 LEFT NO SEEDS: PLAYER 2 WINS",
}
HEADLINES = {LOWER: "YOU WIN", UPPER: "I WIN", None: "A DRAW"}
WINNERS = {
    (False, LOWER): "YOU WIN",
    (False, UPPER): "I WIN",
    (True, LOWER): "PLAYER 1 WINS",
    (True, UPPER): "PLAYER 2 WINS",
}


def result(reason: str, two: bool, winner: int, seeds: int, others: int) -> str:
    """Return the sentence about the end. seeds, others: captured by the winner and by the loser."""
    if reason == FORFEIT:
        return FORFEITS[two, winner]
    if reason == MOST:
        return f"{WINNERS[two, winner]}, {seeds} SEEDS TO {others}"
    return f"STALEMATE: {WINNERS[two, winner]}, {seeds} TO {others}"


def headline(winner: int | None, two: bool) -> str:
    """Return who has won, in a few words."""
    return HEADLINES[winner] if winner is None or not two else WINNERS[True, winner]


def outlook(board: Board, score: Score, side: int, cup: int) -> str:
    """Return, in up to five characters, the cup at which a move would end and what it would capture."""
    if not board[cup]:
        return ""
    result = sow(board, side, cup)
    captured = score[side] + result.captured
    new_score = (captured, score[1]) if side == LOWER else (score[0], captured)
    verdict = verdict_after(result.board, new_score, side)
    if verdict is not None:
        return "WIN" if verdict.winner == side else "LOSE"
    if not result.ended:
        return "ROUND"
    return LETTERS[result.end] + (f"+{result.captured}" if result.captured else "")


def path(board: Board, side: int, cup: int) -> dict[int, str]:
    """Return the path of a move: by cup, the number of the first lift there; at its end END or what it captures."""
    marks: dict[int, str] = {}
    last = 0
    for current, lift in relay(list(board), cup, lift_limit(board, cup)):
        if lift > last:
            marks.setdefault(current, str(lift))
            last = lift
    result = sow(board, side, cup)
    if result.ended:
        marks[result.end] = f"+{result.captured}" if result.captured else "END"
    return marks


def forecast(board: Board, side: int, cup: int) -> str:
    """Return a sentence about the move that lifts a cup."""
    result = sow(board, side, cup)
    move = f"{LETTERS[cup]}: {lifts(result.lifts)}"
    return f"{move} TO {LETTERS[result.end]}, {captures(result.captured)}" if result.ended else f"{move}, NO END"


def advice(board: Board, side: int, cup: int) -> str:
    """Return the hint that this is the best cup."""
    result = sow(board, side, cup)
    if not result.ended:
        return f"TRY {LETTERS[cup]}: ROUND AND ROUND"
    return f"TRY {LETTERS[cup]}: ENDS AT {LETTERS[result.end]}, {captures(result.captured)}"


def lifts(count: int) -> str:
    """Return a number of lifts in words."""
    return f"{count} LIFT{'S' * (count > 1)}"


def captures(seeds: int) -> str:
    """Return what a move has captured, as a sentence."""
    return f"{seeds} SEED{'S' * (seeds > 1)} CAPTURED" if seeds else "NO CAPTURE"
