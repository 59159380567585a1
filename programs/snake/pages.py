"""The pages of the snake beside the game: the list of stages, hints, rules, moves. All of it is ours."""

import re
from functools import partial

from retro import Machine
from retro.basic import coloured, tab

from . import screen
from .rules import stage5
from .rules.pictures import Place
from .rules.stage1 import PLAYER, SnakeState
from .rules.stage2 import piece_text
from .rules.stages import STAGES, move_text
from .screen import MARGIN, WHITE, YELLOW
from .variables import Item, Variables

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
BEYOND = len(STAGE_TEXTS)  # the entry of the list for the sampling player
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
        v.stage, v.sampling = min(entry, STAGES[-1]), entry == BEYOND
        if word == "RETURN":
            return True
        m.describe(partial(list_words, v, entry))
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
        items[0, row] = entry_item(v, entry, entry == chosen)
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


def entry_item(v: Variables, entry: int, chosen: bool) -> Item:
    """Return an entry of the list: its name, and how many games were won."""
    text = entry_text(v, entry)
    if chosen:
        return Item((screen.on_paper(YELLOW, screen.BLACK, f"{text:40}"),), 40)
    return screen.label(text, YELLOW)


# Pages


def begin_page(m: Machine, v: Variables, title: str) -> None:
    """Begin a page of text."""
    screen.clear(m, v)
    m.print(tab(MARGIN, 0), coloured(YELLOW, title), end="")


def end_page(m: Machine, v: Variables) -> str:
    """End a page of text with a key or a click; return ? or the word of a click area of the page, else ""."""
    m.print(tab(MARGIN, screen.LAST_ROW), coloured(YELLOW, "Press any key, or click, to go on."), end="")
    word = screen.read_word(m, v)
    named = word if word in ("?", *v.click_areas) else ""
    screen.clear(m, v)
    return named


AIRY_ATTEMPTS, ATTEMPTS = 6, 11  # of the hint's table, in a column: two rows apart, or one


def hint_page(m: Machine, v: Variables) -> None:
    """Show counts, scores and attempts as the course's worked examples do. Stage 5. Documented; whose hand ours."""
    begin_page(m, v, "WHAT THE COUNTING PLAYER WOULD DO")
    count = stage5.counts(v.state.player, v.state.snake)
    attempts = stage5.attempts(v.state.player, v.state.snake)
    m.print(tab(MARGIN, 2), "In your hand and the snake there are", end="")
    m.print(tab(MARGIN, 4), "  ".join(f"{number}:{times}" for number, times in enumerate(count)), end="")
    m.print(tab(MARGIN, 6), "What your pieces score by that:", end="")
    rows, pitch = (AIRY_ATTEMPTS, 2) if len(attempts) <= 2 * AIRY_ATTEMPTS else (ATTEMPTS, 1)
    for index, attempt in enumerate(attempts):
        draw_attempt(m, index % rows * pitch, index // rows, attempt, count)
    m.print(tab(MARGIN, 20), coloured(YELLOW, advice(v.state, attempts)), end="")
    if end_page(m, v) == "?":
        rules_page(m, v)
        hint_page(m, v)


def draw_attempt(m: Machine, row: int, half: int, attempt: stage5.Attempt, count: list[int]) -> None:
    """Draw a row of a half of the hint's table: piece, sum, score, and where it fits."""
    a, b = attempt.piece
    goes = {1: "right", -1: "left", 0: "no"}[(attempt.k > 0) - (attempt.k < 0)]
    text = f"[{a}, {b}] {count[a]}+{count[b]}={attempt.score:2} {goes}"
    m.print(tab(MARGIN + 20 * half, 8 + row), coloured(YELLOW if attempt.k else WHITE, text), end="")


def advice(state: SnakeState, attempts: list[stage5.Attempt]) -> str:
    """Return the counting player's move as a sentence."""
    best = next((attempt for attempt in attempts if attempt.k), None)
    if best is None:
        return f"None fits: you {'take a piece' if state.stock else 'pass'}."
    return f"So {piece_text(best.piece)} goes to the {'right' if best.k > 0 else 'left'}."


def rules_page(m: Machine, v: Variables) -> str:
    """Show a page of keys, and one with the rules of this stage; return a key that it names and that is pressed."""
    plays = BEYOND if v.sampling and v.stage == STAGES[-1] else v.stage
    rules = RULES_TEXT.format(fit=FIT_TEXT[v.stage > 3], computer=COMPUTER_TEXT[plays])
    for title, text in (("THE KEYS", KEYS_TEXT), (f"STAGE {v.stage}: {screen.stage_name(v)}", rules)):
        begin_page(m, v, title)
        for index, line in enumerate(text.split("\n")):
            m.print(tab(MARGIN, 2 + 2 * index), line, end="")
            for found in re.finditer(r"(?<!\S)([A-Z0])  +\w+(?: \w+)*", line):
                v.click_areas[found[1]] = MARGIN + found.start(), 2 + 2 * index, MARGIN + found.end(), 3 + 2 * index
        if word := end_page(m, v):
            return word
    return ""


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


def moves_list(m: Machine, v: Variables) -> None:
    """Show the player's moves beside those of the counting player."""
    mine = [(state, k) for state, k in v.past if state.status == PLAYER]
    pages = [range(len(mine))[top : top + MOVES_A_PAGE] for top in range(0, len(mine), MOVES_A_PAGE)]
    while pages:
        begin_page(m, v, "YOUR MOVES")
        m.print(tab(MARGIN + 4, 2), "Yours", tab(MARGIN + 19, 2), "The counting player", end="")
        for row, index in enumerate(pages[0]):
            draw_list_row(m, index + 1, 4 + 2 * row, *mine[index])
        m.print(tab(MARGIN, 22), coloured(YELLOW, "* It would have moved otherwise."), end="")
        if end_page(m, v) == "?":
            rules_page(m, v)
        else:
            del pages[0]


MOVES_A_PAGE = 9


def draw_list_row(m: Machine, number: int, row: int, state: SnakeState, k: int) -> None:
    """Draw a row of the list, marked if the counting player would have moved otherwise."""
    best = stage5.choose_move(state)
    text = f"{number:>2}  {move_text(state, k):13}  {move_text(state, best)}" + " *" * (k != best)
    m.print(tab(MARGIN, row), coloured(WHITE if k == best else YELLOW, text), end="")
