"""Domino Snake

One snake, two hands, 28 dominoes: lay yours at either end and be the first without any. In five
stages, from a mere deal to a computer that counts what is rare and keeps it.

The staged project "Dominoes" of a programming course (JetBrains Academy) has no listing: five texts
say what each stage adds, and each is a program of its own here: --stage 1 to 5. What a stage adds
stands in rules/snake1.py to rules/snake5.py, a function for each of its objectives; this file
shows it, with two faces. --plain is the course's text, character for character; --front plain shows
that one by itself. The other face is made for the machine's 40 columns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

from retro import Machine
from retro.basic import chr_s, tab

from . import dominoes
from .rules import snake1, snake2, snake3, snake4, snake5, snake_sampling
from .rules.snake1 import COMPUTER, PLAYER, Piece, Pieces, State
from .rules.snake2 import piece_text
from .rules.snake3 import hand, result
from .rules.snake_game import RULES, STAGES, choices_of, moved, random_pick, refusal, state_of

T = TypeVar("T")

DEALS = 99999  # that have a number
RED, YELLOW, WHITE, PAPER = 1, 2, 3, 128
QUIT = "Q"


@dataclass(slots=True)
class Variables:
    """The game that is being played."""

    stage: int  # 1 to 5
    state: State  # stock, hands, snake, and who is to move
    first: State  # as it was dealt
    deal: int = 0  # the number of the deal; 0: it was given from outside
    past: list[tuple[State, int]] = field(default_factory=list)  # each position so far, and the move made in it
    choices: list[int] = field(default_factory=list)  # what the computer is to draw before chance decides
    sampling: bool = False  # does the stronger player play?
    marks: bool = True  # are the pieces that fit marked?
    said: str = ""  # what was wrong with the last command


def main(
    m: Machine,
    *,
    stage: Annotated[int, "1 the deal, 2 the display, 3 a game without rules, 4 with rules, 5 it counts"] = 5,
    deal: Annotated[int, "the number of the deal, 1 to 99999; 0: any"] = 0,
    state: Annotated[str, "begin here: what --stage 1 prints, or stock/computer/player/snake/who moves"] = "",
    choices: Annotated[str, 'stages 3, 4: what the computer is to draw first, as "2 0 -3"'] = "",
    sampling: Annotated[bool, "stage 5: a stronger computer, which plays out what might be hidden"] = False,
    plain: Annotated[bool, "the course's own text, 70 columns, and nothing else"] = False,
) -> None:
    """Play a stage: the five of the course, with its face or with the machine's. Documented."""
    v = begun(m, stage, deal, state)
    v.choices = chosen("choices", choices_of, choices)
    v.sampling = sampling
    if plain:
        plain_face(m, v)
    else:
        machine_face(m, v)


# the game, whatever it looks like


def begun(m: Machine, stage: int, deal: int, text: str) -> Variables:
    """A game of this stage: the one given as text, else that deal, else any. Ours."""
    if stage not in STAGES:
        raise SystemExit(f"--stage {stage}: expected {STAGES[0]} to {STAGES[-1]}")
    if not 0 <= deal <= DEALS:
        raise SystemExit(f"--deal {deal}: expected 1 to {DEALS}, or 0")
    if text:
        given = chosen("state", state_of, text)
        return Variables(stage, given, given)
    number = deal or m.rnd(DEALS)
    dealt = deal_number(m, number)
    return Variables(stage, dealt, dealt, number)


def chosen(name: str, read: Callable[[str], T], text: str) -> T:
    """What an option says; a sentence if it says nothing that can be. Ours."""
    try:
        return read(text)
    except ValueError as error:
        raise SystemExit(f"--{name}: {error}") from error


def deal_number(m: Machine, number: int) -> State:
    """Deal the pieces as they lie in the deal of this number. Stage 1. Documented; the numbers ours."""
    m.rnd(-number)
    return snake1.deal(m.rnd)


def make(v: Variables, k: int) -> None:
    """Make a legal move, and remember it. Stage 3, objective 3. Documented."""
    v.past.append((v.state, k))
    v.state = RULES[v.stage].apply_move(v.state, k)


def computer_move(m: Machine, v: Variables) -> int:
    """The computer's move, as its stage plays. Stages 3, 4 and 5. Documented; the sampling player ours."""
    if v.sampling and v.stage == STAGES[-1]:
        return snake_sampling.sampling_move(v.state, v.past, m.rnd)
    return RULES[v.stage].computer(v.state, lambda n: pick(m, v, n))


def pick(m: Machine, v: Variables, n: int) -> int:
    """A number from -n to n: the next that was given from outside, else a random one. Documented; the first ours."""
    while v.choices:
        k = v.choices.pop(0)
        if abs(k) <= n:
            return k
    return random_pick(m.rnd)(n)


# the course's face: lines of text


def plain_face(m: Machine, v: Variables) -> None:
    """Show a stage as the course has it, on a screen of 80 columns, and on paper. Documented; screen and paper ours."""
    m.mode(3)
    m.vdu(2)
    if v.stage in NOT_PLAYED:
        put(m, NOT_PLAYED[v.stage](v.state))
        return
    while not result(v.state):
        put(m, snake3.display(v.state))
        make(v, ask_player(m, v) if v.state.status == PLAYER else ask_enter(m, v))
    put(m, snake3.display(v.state))


def put(m: Machine, lines: list[str]) -> None:
    """Print lines. Ours."""
    for line in lines:
        m.print(line)


def line_typed(m: Machine) -> str:
    """A line as it was typed; it is not printed on paper. Ours."""
    m.vdu(3)
    line = m.input(mark="", line=True)
    m.vdu(2)
    return line


def ask_player(m: Machine, v: Variables) -> int:
    """Ask until the answer is a move; say what is wrong with the others. Stages 3 and 4. Documented."""
    while wrong := refusal(RULES[v.stage], v.state, line := line_typed(m)):
        m.print(wrong)
    return snake3.number_of(line) or 0


def ask_enter(m: Machine, v: Variables) -> int:
    """Wait for Enter, ignore what is typed before it, and give the computer's move. Stage 3. Documented."""
    line_typed(m)
    return computer_move(m, v)


NOT_PLAYED = {1: snake1.listing, 2: snake2.display}


# the machine's face: 40 columns

STOCK, HANDED, SNAKE, SHORT, YOURS, LAST, STATUS, INPUT, ERROR, KEYS = 1, 2, 4, 8, 10, 18, 19, 21, 22, 23
ACROSS, PITCH = 13, 3  # dominoes in a row of the snake, and columns from one to the next
WIDE = 13  # columns from one piece of the hand to the next beside it
# The hand, by how many pieces it has at most: its first row, pieces one under another, rows from one to the next,
# and how many characters a piece takes as text.
HANDS = ((9, 12, 3, 2, 8), (18, 11, 6, 1, 9), (21, 11, 7, 1, 9))
OVER = "The game is over: N, S, U, L or Q."


def machine_face(m: Machine, v: Variables) -> None:
    """Show a stage on the machine's own screen, and play it until Q. Ours."""
    m.mode(7)
    m.screen.stand_ins.update(dominoes.SAID)
    dominoes.PROCDEFINE_UDGS(m, dominoes.Variables())
    if v.stage == 1:
        draw_deal(m, v.state)
    elif v.stage == 2:
        draw(m, v)
    else:
        play(m, v)


def play(m: Machine, v: Variables) -> None:
    """Draw, ask and obey until Q; then say goodbye. Ours."""
    while True:
        draw(m, v)
        line = ask(m)
        v.said = ""
        word = line.strip().upper()
        if word == QUIT:
            break
        obey(m, v, word, line)
    m.cls()
    m.print(tab(9, 12), "Thank you for playing.")


def obey(m: Machine, v: Variables, word: str, line: str) -> None:
    """Do what a line says: a command, else a move; at the computer's turn anything is Enter. Ours."""
    if word in COMMANDS:
        COMMANDS[word](m, v)
    elif result(v.state):
        refuse(m, v, OVER)
    elif v.state.status != PLAYER:
        move(m, v, computer_move(m, v))
    elif wrong := refusal(RULES[v.stage], v.state, line):
        refuse(m, v, wrong)
    else:
        move(m, v, snake3.number_of(line) or 0)


def refuse(m: Machine, v: Variables, sentence: str) -> None:
    """Say what is wrong, with a beep. Ours."""
    m.vdu(7)
    v.said = sentence


def move(m: Machine, v: Variables, k: int) -> None:
    """Make a move; at the end of the game two tones, going up for the player's win. Ours."""
    make(v, k)
    for pitch in TUNES.get(result(v.state), ()):
        m.sound(1, -15, pitch, 5)


TUNES = {PLAYER: (101, 149), COMPUTER: (101, 53), snake3.DRAW: (101, 101)}


# drawing


def draw(m: Machine, v: Variables) -> None:
    """Draw the display of stage 2 for 40 columns: everything that stands on the screen but the input. Ours."""
    m.cls()
    header(m)
    draw_sizes(m, v)
    draw_snake(m, v)
    m.print(tab(0, SHORT), snake3.snake_text(v.state.snake), end="")
    draw_hand(m, v)
    draw_status(m, v)


def draw_sizes(m: Machine, v: Variables) -> None:
    """Draw how many pieces are hidden, and the number of the deal. Stage 2. Documented; the deal ours."""
    m.print(tab(0, STOCK), "Stock size: ", len(v.state.stock), end="")
    m.print(tab(0, HANDED), "Computer pieces: ", len(v.state.computer), end="")
    number = f"Deal {v.deal}" if v.deal else ""
    m.print(tab(40 - len(number), STOCK), number, end="")


def draw_status(m: Machine, v: Variables) -> None:
    """Draw what was done last, whose turn it is, the keys, and what was wrong. Ours."""
    m.print(tab(0, LAST), last_move(v), end="")
    m.colour(YELLOW)
    wrapped(m, STATUS, snake3.status_text(v.state))
    if v.stage not in NOT_PLAYED:
        for row, keys in enumerate(PLAY_KEYS, KEYS):
            m.print(tab(0, row), keys, end="")
    m.colour(RED)
    m.print(tab(0, ERROR), v.said, end="")
    m.colour(WHITE)


PLAY_KEYS = ("H hint   U undo   L list   M marks", "R rules  N new    S same   Q quit")


def header(m: Machine, title: str = "") -> None:
    """Draw the line at the top, with the title of a page in it. Ours."""
    m.colour(YELLOW)
    m.print(tab(0, 0), f" {title} ".center(40, "=") if title else "=" * 40, end="")
    m.colour(WHITE)


def wrapped(m: Machine, row: int, text: str) -> None:
    """Print a text that may be longer than a row, broken between words. Ours."""
    while text:
        cut = text.rfind(" ", 0, 41) if len(text) > 40 else len(text)
        m.print(tab(0, row), text[:cut], end="")
        text, row = text[cut + 1 :], row + 1


def last_move(v: Variables) -> str:
    """The last move in words. Ours."""
    if not v.past:
        return ""
    state, k = v.past[-1]
    who, s = ("You", "") if state.status == PLAYER else ("The computer", "s")
    if k == 0:
        return f"{who} take{s} a piece." if state.stock else f"{who} pass{'es' if s else ''}."
    return f"{who} lay{s} {piece_text(hand(state)[abs(k) - 1])} at the {'right' if k > 0 else 'left'}."


def picture(m: Machine, x: int, y: int, piece: Piece, paper: int = WHITE) -> None:
    """Draw a domino, two characters of program Dominoes, black on a colour. Ours."""
    m.colour(0)
    m.colour(PAPER + paper)
    m.print(tab(x, y), chr_s(245 + piece[0]), chr_s(231 + piece[1]), end="")
    m.colour(WHITE)
    m.colour(PAPER)


def draw_snake(m: Machine, v: Variables) -> None:
    """Draw the whole snake, row after row, the piece laid last on yellow. Ours."""
    apart = 2 if len(v.state.snake) <= 2 * ACROSS else 1
    k = v.past[-1][1] if v.past else 0
    newest = {1: len(v.state.snake) - 1, -1: 0}.get((k > 0) - (k < 0))
    for place, piece in enumerate(v.state.snake):
        paper = YELLOW if place == newest else WHITE
        picture(m, place % ACROSS * PITCH, SNAKE + place // ACROSS * apart, piece, paper)


def draw_hand(m: Machine, v: Variables) -> None:
    """Draw the player's pieces in three columns, the marks of those that fit round their pictures. Ours."""
    top, down, apart, wide = next(place for most, *place in HANDS if len(v.state.player) <= most)
    m.print(tab(0, YOURS), "Your pieces:", end="")
    for number, piece in enumerate(v.state.player, 1):
        x, y = (number - 1) // down * WIDE, top + (number - 1) % down * apart
        left, right = (mark if fitting(v, side * number) else " " for side, mark in ((-1, "<"), (1, ">")))
        m.colour(YELLOW if (left + right).strip() else WHITE)
        m.print(tab(x, y), f"{number}:{piece_text(piece)}".ljust(wide), left, tab(x + wide + 3, y), right, end="")
        picture(m, x + wide + 1, y, piece)


def fitting(v: Variables, k: int) -> bool:
    """Is a move to be marked: does the player have the turn, and does it fit? Ours."""
    return v.marks and v.stage > 3 and players_turn(v) and snake4.legal(v.state, k)


def players_turn(v: Variables) -> bool:
    """Is the player to move? Ours."""
    return v.state.status == PLAYER and not result(v.state)


def draw_deal(m: Machine, state: State) -> None:
    """Draw the five variables of stage 1. Ours."""
    header(m)
    row = 2
    parts = (state.stock, state.computer, state.player, state.snake)
    for name, pieces in zip(("Stock pieces:", "Computer pieces:", "Player pieces:", "Domino snake:"), parts):
        m.print(tab(0, row), name, end="")
        row = draw_pieces(m, row + 1, pieces) + 1
    m.colour(YELLOW)
    m.print(tab(0, row), "Status: ", state.status, end="")
    m.colour(WHITE)


def draw_pieces(m: Machine, row: int, pieces: Pieces) -> int:
    """Draw pieces, four in a row, as text and picture; gives the row below. Ours."""
    for place, piece in enumerate(pieces):
        x, y = place % 4 * 10, row + place // 4
        m.print(tab(x, y), piece_text(piece), end="")
        picture(m, x + 6, y, piece)
    return row + (len(pieces) + 3) // 4


def ask(m: Machine) -> str:
    """Ask for a line; one that is too long for its row scrolls away in a window of its own. Ours."""
    m.print(tab(0, INPUT), "> ", end="")
    m.vdu(28, 2, INPUT, 39, INPUT)
    line = m.input(mark="", line=True)
    m.vdu(26)
    return line


# what can be asked for besides moves


def hint(m: Machine, v: Variables) -> None:
    """Show what the counting player would do with the player's hand, and why. Stage 5. Ours."""
    if v.stage == 3:
        refuse(m, v, "Stage 3 has no rules: anything goes.")
    elif not players_turn(v):
        refuse(m, v, "A hint is for your own turn.")
    else:
        hint_page(m, v.state)


def hint_page(m: Machine, state: State) -> None:
    """Show counts, scores and attempts, as the course's worked examples do. Stage 5. Documented; whose hand ours."""
    page(m, "HINT")
    count = snake5.counts(state.player, state.snake)
    tried = snake5.attempts(state.player, state.snake)
    m.print(tab(0, 2), "In your hand and the snake there are", end="")
    m.print(tab(0, 3), "   ".join(f"{number}:{times}" for number, times in enumerate(count)), end="")
    m.print(tab(0, 5), "What your pieces score by that:", end="")
    for place, attempt in enumerate(tried):
        draw_attempt(m, place, attempt, count)
    m.colour(YELLOW)
    wrapped(m, 19, advice(state, tried))
    turn_page(m)


def draw_attempt(m: Machine, place: int, attempt: snake5.Attempt, count: list[int]) -> None:
    """Draw a row of the hint: piece, sum, score, and where it fits. Ours."""
    a, b = attempt.piece
    goes = {1: "right", -1: "left", 0: "no"}[(attempt.k > 0) - (attempt.k < 0)]
    m.colour(YELLOW if attempt.k else WHITE)
    m.print(tab(place // 11 * 20, 6 + place % 11), f"[{a}, {b}] {count[a]}+{count[b]}=", end="")
    m.print(f"{attempt.score:<3}", goes, end="")


def advice(state: State, tried: list[snake5.Attempt]) -> str:
    """What the counting player does, in a sentence. Ours."""
    best = next((attempt for attempt in tried if attempt.k), None)
    if best is None:
        return f"None fits, so 0: you {'take a piece' if state.stock else 'pass'}."
    return f"So {best.k}: {piece_text(best.piece)} goes to the {'right' if best.k > 0 else 'left'}."


def undo(m: Machine, v: Variables) -> None:
    """Take back the player's last move and what came after it; at the first turn, back to the deal. Ours."""
    if not v.past:
        refuse(m, v, "There is nothing to take back.")
    while v.past:
        v.state, _ = v.past.pop()
        if v.state.status == PLAYER:
            break


def marks(m: Machine, v: Variables) -> None:
    """Mark the pieces that fit, or do not. Ours."""
    v.marks = not v.marks


def same_deal(m: Machine, v: Variables) -> None:
    """Begin the same game again. Ours."""
    v.state = v.first
    v.past.clear()


def new_deal(m: Machine, v: Variables) -> None:
    """Begin another game; which one depends on the moment too. Ours."""
    v.deal = (v.deal + m.rnd(DEALS) + m.time) % DEALS + 1
    v.first = deal_number(m, v.deal)
    same_deal(m, v)


def rules_page(m: Machine, v: Variables) -> None:
    """Show the rules of this stage. Ours."""
    page(m, "RULES")
    plays = SAMPLING if v.sampling and v.stage == STAGES[-1] else v.stage
    for row, line in enumerate((*MOVES_TEXT, *FIT_TEXT[v.stage > 3], *END_TEXT, *COMPUTER_TEXT[plays]), 2):
        m.print(tab(0, row), line, end="")
    turn_page(m)


MOVES_TEXT = (
    " 4  lays your piece 4 at the right end,",
    "-4  at the left end.",
    " 0  takes a piece from the stock, if",
    "    there is one; and you pass.",
    "",
)
FIT_TEXT = {
    False: ("Any piece goes to any end, as it lies.",),
    True: (
        "A piece must hold the number at its end,",
        "and is turned by itself. < and > show",
        "where a piece fits, left or right.",
    ),
}
END_TEXT = (
    "",
    "Whoever has no piece left has won. When",
    "both ends are the same number, and it is",
    "there eight times, it is a draw.",
    "",
    "The highest double begins the snake. Who",
    "had it is one piece ahead, so the other",
    "side moves first.",
    "",
)
SAMPLING = 6  # beside the stages
COMPUTER_TEXT = {
    3: ("Stage 3: there are no rules yet, and the", "computer moves at random."),
    4: ("Stage 4: the computer plays any piece", "that fits, at random; or it passes."),
    5: ("Stage 5: the computer counts, gets rid", "of common numbers and keeps rare ones."),
    SAMPLING: ("The computer imagines what is hidden, 30", "times, and plays each of its moves out."),
}


def moves_list(m: Machine, v: Variables) -> None:
    """Show the player's moves, and what the counting player would have done instead. Ours."""
    mine = [(state, k) for state, k in v.past if state.status == PLAYER]
    if not mine:
        refuse(m, v, "You have made no move yet.")
    for top in range(0, len(mine), MOVES_A_PAGE):
        page(m, "YOUR MOVES")
        m.print(tab(4, 2), "Yours", tab(20, 2), "The counting player", end="")
        for row, (state, k) in enumerate(mine[top : top + MOVES_A_PAGE]):
            draw_move(m, top + row + 1, 3 + row, state, k)
        turn_page(m)


MOVES_A_PAGE = 20


def draw_move(m: Machine, number: int, row: int, state: State, k: int) -> None:
    """Draw a row of the list; another move of the counting player is marked. Ours."""
    best = snake5.statistical_move(state)
    m.colour(WHITE if k == best else YELLOW)
    m.print(tab(0, row), f"{number:>2}", tab(4, row), moved(state, k), end="")
    m.print(tab(18, row), " " if k == best else "*", " ", moved(state, best), end="")


def page(m: Machine, title: str) -> None:
    """Begin a page of text. Ours."""
    m.cls()
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    header(m, title)


def turn_page(m: Machine) -> None:
    """End a page of text with a key. Ours."""
    m.colour(YELLOW)
    m.print(tab(0, 24), "Press any key to go on", end="")
    m.colour(WHITE)
    m.get()
    m.vdu(23, 1, 1, 0, 0, 0, 0, 0, 0, 0)


COMMANDS = {
    "H": hint,
    "U": undo,
    "L": moves_list,
    "M": marks,
    "R": rules_page,
    "N": new_deal,
    "S": same_deal,
}
