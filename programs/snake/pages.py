"""The pages of the snake beside the game: the list of stages, hints, rules, moves."""

import re
from collections.abc import Iterable
from functools import partial

from retro import Machine
from retro.basic import coloured, tab

from . import screen
from .rules.pictures import Place
from .screen import MARGIN, WHITE, YELLOW
from .snake import PLAYER, SnakeState, attempts, choose_move_5, counts, hand, piece_text
from .variables import Item, Variables

Areas = Iterable[tuple[str, int, int, int]]

# The list of stages

FIRST_ROW, ROW_STEP, TEXT_ROW, RECORD_COLUMN, HOW_COLUMN = 8, 2, 20, 29, 16
STAGE_TEXTS = (
    "Stage 1: 28 dominoes are shuffled, and\nthe highest double is laid.",
    "Stage 2: the table as you may see it.\nThe other hand and stock are counted.",
    "Stage 3: turns and a winner. Any piece\ngoes anywhere; the other's at random.",
    "Stage 4: touching numbers must match.\nThe computer lays anything that fits.",
    "Stage 5: the computer counts. It lays\ncommon numbers and keeps rare ones.",
    "Beyond the course: it guesses what you\nhold and plays each of its moves out.",
)
LIST_KEYS = (("1-6", "play it"), ("UP", "mark"), ("DOWN", "mark"), ("RETURN", "play it"), ("?", "help"), ("Q", "quit"))
BEYOND = len(STAGE_TEXTS)  # the entry of the list for the sampling player
LAST_STAGE = BEYOND - 1
# A snake around the title: pieces as they lie along the path, each with the place of its upper left character.
TITLE_SNAKE = (
    *(((a, b), Place(1 + 3 * n, 0)) for n, (a, b) in enumerate(((6, 6), (6, 3), (3, 3), (3, 0), (0, 1), (1, 1)))),
    *(((a, b), Place(19 + 3 * n, 0)) for n, (a, b) in enumerate(((1, 4), (4, 4), (4, 2), (2, 2), (2, 5), (5, 5)))),
    ((5, 0), Place(37, 1, upright=True)),
    ((0, 0), Place(37, 4, upright=True)),
    *(((b, a), Place(34 - 3 * n, 5)) for n, (a, b) in enumerate(((0, 2), (2, 6), (6, 1), (1, 5), (5, 3), (3, 4)))),
    *(((b, a), Place(16 - 3 * n, 5)) for n, (a, b) in enumerate(((4, 0), (0, 6), (6, 5), (5, 4)))),
)


def pick_stage(m: Machine, v: Variables) -> bool:
    """Let the player choose an entry of the list: stage, sampling. Return False to quit."""
    entry, word = BEYOND if v.sampling else v.stage, ""
    screen.clear(m, v)
    while word != "Q":
        v.stage, v.sampling = min(entry, LAST_STAGE), entry == BEYOND
        if word == "RETURN":
            return True
        m.describe(partial(list_words, v, entry))
        m.keys = LIST_KEYS
        draw_list(m, v, entry)
        word = screen.read_word(m, v)
        word = rules_page(m, v) if word == "?" else word
        if word in ("UP", "DOWN"):
            entry = (entry - 1 + (1 if word == "DOWN" else -1)) % BEYOND + 1
        elif word and word in "123456":
            entry, word = int(word), "RETURN"
    return False


def draw_list(m: Machine, v: Variables, chosen: int) -> None:
    """Draw the title and the list of stages, the chosen one in reverse."""
    v.click_areas.clear()
    items = {place[:2]: screen.domino(piece, place) for piece, place in TITLE_SNAKE}
    items[9, 3] = screen.label("D O M I N O   S N A K E", YELLOW)
    for entry in range(1, BEYOND + 1):
        row = FIRST_ROW + ROW_STEP * (entry - 1)
        items[0, row] = screen.label(entry_text(v, entry), YELLOW)
        if entry == chosen:
            items[0, row] = Item((screen.on_paper(YELLOW, screen.BLACK, f"{entry_text(v, entry):40}"),), 40)
        v.click_areas[str(entry)] = 0, row, 40, row + ROW_STEP
    for number, text in enumerate(STAGE_TEXTS[chosen - 1].split("\n")):
        items[MARGIN, TEXT_ROW + 2 * number] = screen.label(text)
    items[HOW_COLUMN, screen.LAST_ROW] = screen.label("Number, RETURN or click")
    v.click_areas["RETURN"] = HOW_COLUMN, screen.LAST_ROW, 40, screen.LAST_ROW + 1
    screen.show(m, v, items | screen.buttons(v, screen.LAST_ROW, ("? Help", "Quit")))


def list_words(v: Variables, chosen: int) -> str:
    """Return the list of stages in words, the chosen one first."""
    entries = [" ".join(entry_text(v, entry).split()) for entry in range(1, BEYOND + 1)]
    objective = " ".join(STAGE_TEXTS[chosen - 1].split())
    return "\n".join(["Domino snake", f"Chosen: {entries[chosen - 1]}. {objective} RETURN plays it.", *entries])


def entry_text(v: Variables, entry: int) -> str:
    """Return the name of an entry, and in its column how many games were won."""
    games, won = v.record[entry - 1]
    name = screen.STAGE_NAMES.get(entry, screen.SAMPLING_NAME)
    return f" {entry} {name}".ljust(RECORD_COLUMN) + (f"won {won}/{games}" if games else "")


# Pages of text


def text_page(m: Machine, v: Variables, title: str, texts: Iterable[tuple[int, int, str]], areas: Areas = ()) -> str:
    """Show a page until a key or a click; return ? or the word of one of its click areas, else "".

    texts: column, row and text of what stands on it. areas: word, column, row and width of what can be clicked.
    """
    screen.clear(m, v)
    m.keys = (("SPACE", "go on"), ("?", "help"))
    v.click_areas.update({word: (x, y, x + width, y + 1) for word, x, y, width in areas})
    closing = coloured(YELLOW, "Press any key, or click, to go on.")
    for x, y, text in ((0, 0, coloured(YELLOW, title)), *texts, (0, screen.LAST_ROW, closing)):
        m.print(tab(MARGIN + x, y), text, end="")
    word = screen.read_word(m, v)
    named = word if word in ("?", *v.click_areas) else ""
    screen.clear(m, v)
    return named


AIRY_ATTEMPTS, ATTEMPTS = 6, 11  # of the hint's table, in a column: two rows apart, or one


def hint_page(m: Machine, v: Variables) -> None:
    """Show counts, scores and attempts for the player's hand as the course's worked examples do."""
    count = counts(v.state.player, v.state.snake)
    tried = attempts(v.state.player, v.state.snake)
    texts = [
        (0, 2, "In your hand and the snake there are"),
        (0, 4, "  ".join(f"{number}:{times}" for number, times in enumerate(count))),
        (0, 6, "What your pieces score by that:"),
    ]
    rows, pitch = (AIRY_ATTEMPTS, 2) if len(tried) <= 2 * AIRY_ATTEMPTS else (ATTEMPTS, 1)
    for index, (_, (a, b), score, k) in enumerate(tried):
        goes = {1: "right", -1: "left", 0: "no"}[(k > 0) - (k < 0)]
        text = coloured(YELLOW if k else WHITE, f"[{a}, {b}] {count[a]}+{count[b]}={score:2} {goes}")
        texts.append((20 * (index // rows), 8 + index % rows * pitch, text))
    advice = f"None fits: you {'take a piece' if v.state.stock else 'pass'}."
    if best := next((one for one in tried if one.k), None):
        advice = f"So {piece_text(best.piece)} goes to the {'right' if best.k > 0 else 'left'}."
    texts.append((0, 20, coloured(YELLOW, advice)))
    while text_page(m, v, "WHAT THE COUNTING PLAYER WOULD DO", texts) == "?":
        rules_page(m, v)


def rules_page(m: Machine, v: Variables) -> str:
    """Show a page of keys, and one with the rules of this stage; return a key that it names and that is pressed."""
    plays = BEYOND if v.sampling and v.stage == LAST_STAGE else v.stage
    rules = RULES_TEXT.format(fit=FIT_TEXT[v.stage > 3], computer=COMPUTER_TEXT[plays])
    for title, text in (("THE KEYS", KEYS_TEXT), (f"STAGE {v.stage}: {screen.stage_name(v)}", rules)):
        lines = [(0, 2 + 2 * index, line) for index, line in enumerate(text.split("\n"))]
        named = ((y, found) for _, y, line in lines for found in KEY_NAMED.finditer(line))
        areas = [(found[1], MARGIN + found.start(), y, len(found[0])) for y, found in named]
        if word := text_page(m, v, title, lines, areas):
            return word
    return ""


KEY_NAMED = re.compile(r"(?<!\S)([A-Z0])  +\w+(?: \w+)*")
# Lines of two pages, two rows apart.
KEYS_TEXT = """1-9, or a click    lay this piece
Arrows and RETURN  mark one, lay it
L, R, or a click   left or right end
-1 or +1           piece 1 left, right
0                  take one, or pass
H  hint            U  undo
L  list of moves   M  hide L and R
N  new game        Q  quit
?  or R            these pages"""
RULES_TEXT = """{fit}
Whoever has no piece left has won. If
both ends are the same number, and it
is there eight times, it is a draw.
The highest double begins. Its owner
is one piece ahead: the other moves.
{computer}"""
FIT_TEXT = (
    "Any piece goes to any end, as it lies.",
    "A piece must have its end's number.\nL, R: it fits the end marked so.",
)  # up to stage 3, and from stage 4 on
COMPUTER_TEXT = {
    1: "Stage 1 only deals.",
    2: "Stage 2 only shows the deal.",
    3: "Stage 3: there are no rules yet, and\nthe computer moves at random.",
    4: "Stage 4: the computer plays any piece\nthat fits, at random; or it passes.",
    5: "Stage 5: the computer counts, gets rid\nof common numbers and keeps rare ones.",
    BEYOND: "The computer imagines hidden pieces 30\ntimes, and plays each move out.",
}


MOVES_A_PAGE = 9


def moves_list(m: Machine, v: Variables) -> None:
    """Show the player's moves beside those of the counting player."""
    mine = [(number, *move) for number, move in enumerate((move for move in v.past if move[0].status == PLAYER), 1)]
    pages = [mine[top : top + MOVES_A_PAGE] for top in range(0, len(mine), MOVES_A_PAGE)]
    while pages:
        texts = [(4, 2, "Yours"), (19, 2, "The counting player")]
        for row, (number, state, k) in enumerate(pages[0]):
            best = choose_move_5(state)
            text = f"{number:>2}  {move_text(state, k):13}  {move_text(state, best)}" + " *" * (k != best)
            texts.append((0, 4 + 2 * row, coloured(WHITE if k == best else YELLOW, text)))
        texts.append((0, 22, coloured(YELLOW, "* It would have moved otherwise.")))
        if text_page(m, v, "YOUR MOVES", texts) == "?":
            rules_page(m, v)
        else:
            del pages[0]


def move_text(state: SnakeState, k: int) -> str:
    """Return a move in words, given the state before it: "[2, 5] right", "takes a piece", "passes"."""
    if k == 0:
        return "takes a piece" if state.stock else "passes"
    return f"{piece_text(hand(state)[abs(k) - 1])} {'right' if k > 0 else 'left'}"
