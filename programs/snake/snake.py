"""Domino Snake

One snake, two hands, 28 dominoes: lay yours at either end and be the first without any. In five
stages, from a mere deal to a computer that counts numbers and keeps the rare ones.

The staged project "Dominoes" of a programming course (JetBrains Academy) has no listing. Five texts
describe what each stage adds, and each stage is a program of its own: --stage 1 to 5. Its functions,
one for each objective, are in rules/stage1.py to rules/stage5.py; this file has two displays for
them. --plain prints the course's text, character for character; --front plain uses it without being
asked. The other display is made for the machine's 40 columns.
"""

from textwrap import wrap
from typing import Annotated

from retro import Machine
from retro.basic import NL, chr_s, coloured, tab

from .. import dominoes
from .rules import sampling, stage1, stage2, stage3, stage4, stage5
from .rules.stage1 import COMPUTER, PLAYER, Piece, Pieces, SnakeState
from .rules.stage2 import piece_text
from .rules.stage3 import hand, result
from .rules.stages import RULES, STAGES, move_error, move_text, parse_choices, parse_state, random_pick
from .variables import Variables

DEALS = 99999  # the largest number of a deal
RED, YELLOW, WHITE, PAPER = 1, 2, 3, 128
QUIT = "Q"


def main(
    m: Machine,
    *,
    stage: Annotated[int, "1 the deal, 2 the display, 3 a game without rules, 4 with rules, 5 it counts", STAGES] = 5,
    deal: Annotated[int, "the number of the deal; 0: any", range(1, DEALS + 1)] = 0,
    state: Annotated[
        str, "begin here: the output of --stage 1, or stock/computer/player/snake/mover", parse_state
    ] = "",
    choices: Annotated[str, 'stages 3, 4: the computer\'s next random numbers, as "2 0 -3"', parse_choices] = "",
    sampling: Annotated[bool, "stage 5: a stronger computer, which samples the hidden pieces"] = False,
    plain: Annotated[bool, "the course's own text, 70 columns, and nothing else"] = False,
) -> None:
    """Play a stage of the course on either display. Documented."""
    v = new_game(m, stage, deal, state)
    v.choices = parse_choices(choices)
    v.sampling = sampling
    if plain:
        plain_face(m, v)
    else:
        machine_face(m, v)


# the game, for both displays


def new_game(m: Machine, stage: int, deal: int, text: str) -> Variables:
    """Return a game of this stage: the state given as text, else the numbered deal, else a random one. Ours."""
    if text:
        given = parse_state(text)
        return Variables(stage, given, given)
    number = deal or m.rnd(DEALS)
    dealt = deal_number(m, number)
    return Variables(stage, dealt, dealt, number)


def deal_number(m: Machine, number: int) -> SnakeState:
    """Deal the pieces of the deal with this number. Stage 1. Documented; the numbers ours."""
    m.rnd(-number)
    return stage1.deal(m.rnd)


def make_move(v: Variables, k: int) -> None:
    """Make a legal move and record it. Stage 3, objective 3. Documented."""
    v.past.append((v.state, k))
    v.state = RULES[v.stage].apply_move(v.state, k)


def computer_move(m: Machine, v: Variables) -> int:
    """Return the computer's move at this stage. Stages 3, 4 and 5. Documented; the sampling player ours."""
    if v.sampling and v.stage == STAGES[-1]:
        return sampling.sampling_move(v.state, v.past, m.rnd)
    return RULES[v.stage].computer(v.state, lambda n: pick(m, v, n))


def pick(m: Machine, v: Variables, n: int) -> int:
    """Return a number from -n to n: the next of --choices, else a random one. Documented; --choices ours."""
    while v.choices:
        k = v.choices.pop(0)
        if abs(k) <= n:
            return k
    return random_pick(m.rnd)(n)


# the course's display: lines of text


def plain_face(m: Machine, v: Variables) -> None:
    """Show a stage as the course does, on 80 columns and on the printer. Documented; screen and printer ours."""
    m.mode(3)
    m.vdu(2)
    if v.stage in NOT_PLAYED:
        m.print(NL.join(NOT_PLAYED[v.stage](v.state)))
        return
    while not result(v.state):
        m.print(NL.join(stage3.display(v.state)))
        make_move(v, ask_player(m, v) if v.state.status == PLAYER else ask_enter(m, v))
    m.print(NL.join(stage3.display(v.state)))


def read_line(m: Machine) -> str:
    """Return the line typed, without echo on the printer. Ours."""
    m.vdu(3)
    line = m.input(mark="", line=True)
    m.vdu(2)
    return line


def ask_player(m: Machine, v: Variables) -> int:
    """Ask until the answer is a move; print what is wrong with the others. Stages 3 and 4. Documented."""
    while wrong := move_error(RULES[v.stage], v.state, line := read_line(m)):
        m.print(wrong)
    return stage3.parse_move(line) or 0


def ask_enter(m: Machine, v: Variables) -> int:
    """Wait for Enter, ignoring what is typed before it, and return the computer's move. Stage 3. Documented."""
    read_line(m)
    return computer_move(m, v)


NOT_PLAYED = {1: stage1.listing, 2: stage2.display}


# the machine's display: 40 columns

STOCK, COMPUTERS, SNAKE, SHORT, YOURS, LAST, STATUS, INPUT, ERROR, KEYS = 1, 2, 4, 8, 10, 18, 19, 21, 22, 23
ACROSS, PITCH = 13, 3  # dominoes in a row of the snake, and columns from one to the next
WIDE = 13  # columns from one column of the hand to the next
# Layouts of the hand: the most pieces, the first row, pieces in a column, rows between them, characters of a piece.
HANDS = ((9, 12, 3, 2, 8), (18, 11, 6, 1, 9), (21, 11, 7, 1, 9))
OVER = "The game is over: N, S, U, L or Q."


def machine_face(m: Machine, v: Variables) -> None:
    """Show a stage on 40 columns, and from stage 3 on draw, ask and obey until Q. Ours."""
    m.mode(7)
    m.screen.stand_ins.update(dominoes.STAND_INS)
    dominoes.PROCDEFINE_UDGS(m, dominoes.Variables())
    if v.stage in NOT_PLAYED:
        (draw_deal if v.stage == 1 else draw)(m, v)
        return
    while True:
        draw(m, v)
        line = ask_line(m)
        v.error = ""
        word = line.strip().upper()
        if word == QUIT:
            break
        obey(m, v, word, line)
    m.cls()
    m.print(tab(9, 12), "Thank you for playing.")


def obey(m: Machine, v: Variables, word: str, line: str) -> None:
    """Carry out a line: a command, else a move; at the computer's turn anything else counts as Enter. Ours."""
    if word in COMMANDS:
        COMMANDS[word](m, v)
    elif result(v.state):
        refuse(m, v, OVER)
    elif v.state.status != PLAYER:
        move(m, v, computer_move(m, v))
    elif wrong := move_error(RULES[v.stage], v.state, line):
        refuse(m, v, wrong)
    else:
        move(m, v, stage3.parse_move(line) or 0)


def refuse(m: Machine, v: Variables, sentence: str) -> None:
    """Beep, and set the error that the next drawing shows. Ours."""
    m.vdu(7)
    v.error = sentence


def move(m: Machine, v: Variables, k: int) -> None:
    """Make a move; play two tones at the end of the game, rising if the player has won. Ours."""
    make_move(v, k)
    for pitch in TUNES.get(result(v.state), ()):
        m.sound(1, -15, pitch, 5)


TUNES = {PLAYER: (101, 149), COMPUTER: (101, 53), stage3.DRAW: (101, 101)}


# drawing


def draw(m: Machine, v: Variables) -> None:
    """Draw the display of stage 2 for 40 columns: all of the screen except the input line. Ours."""
    m.cls()
    draw_header(m)
    m.print(tab(0, STOCK), "Stock size: ", len(v.state.stock), end="")
    m.print(tab(0, COMPUTERS), "Computer pieces: ", len(v.state.computer), end="")
    number = f"Deal {v.deal}" if v.deal else ""
    m.print(tab(40 - len(number), STOCK), number, end="")
    draw_snake(m, v)
    m.print(tab(0, SHORT), stage3.snake_text(v.state.snake), end="")
    draw_hand(m, v)
    draw_status(m, v)


def draw_status(m: Machine, v: Variables) -> None:
    """Draw the last move, whose turn it is, the keys, and the error. Ours."""
    m.print(tab(0, LAST), last_move(v), end="")
    print_wrapped(m, STATUS, stage3.status_text(v.state))
    if v.stage not in NOT_PLAYED:
        for row, keys in enumerate(PLAY_KEYS, KEYS):
            m.print(tab(0, row), coloured(YELLOW, keys), end="")
    m.print(tab(0, ERROR), coloured(RED, v.error), end="")


PLAY_KEYS = ("H hint   U undo   L list   M marks", "R rules  N new    S same   Q quit")


def draw_header(m: Machine, title: str = "") -> None:
    """Draw the rule at the top, with a title in it. Ours."""
    m.print(tab(0, 0), coloured(YELLOW, f" {title} ".center(40, "=") if title else "=" * 40), end="")


def print_wrapped(m: Machine, row: int, text: str) -> None:
    """Print a text in yellow, wrapped at words. Ours."""
    for number, line in enumerate(wrap(text, 40), row):
        m.print(tab(0, number), coloured(YELLOW, line), end="")


def last_move(v: Variables) -> str:
    """Return the last move in words. Ours."""
    if not v.past:
        return ""
    state, k = v.past[-1]
    who, s = ("You", "") if state.status == PLAYER else ("The computer", "s")
    if k == 0:
        return f"{who} take{s} a piece." if state.stock else f"{who} pass{'es' if s else ''}."
    return f"{who} lay{s} {piece_text(hand(state)[abs(k) - 1])} at the {'right' if k > 0 else 'left'}."


def draw_piece(m: Machine, x: int, y: int, piece: Piece, paper: int = WHITE) -> None:
    """Draw a domino as two characters of program Dominoes, black on a colour. Ours."""
    faces = coloured(0, chr_s(245 + piece[0]) + chr_s(231 + piece[1]))
    m.print(tab(x, y), coloured(PAPER + paper, faces, PAPER), end="")


def draw_snake(m: Machine, v: Variables) -> None:
    """Draw the whole snake row by row, the piece laid last on yellow. Ours."""
    row_step = 2 if len(v.state.snake) <= 2 * ACROSS else 1
    k = v.past[-1][1] if v.past else 0
    newest = {1: len(v.state.snake) - 1, -1: 0}.get((k > 0) - (k < 0))
    for index, piece in enumerate(v.state.snake):
        paper = YELLOW if index == newest else WHITE
        draw_piece(m, index % ACROSS * PITCH, SNAKE + index // ACROSS * row_step, piece, paper)


def draw_hand(m: Machine, v: Variables) -> None:
    """Draw the player's pieces in columns; at the player's turn marks beside them show where they fit. Ours."""
    marks = v.marks and v.stage > 3 and players_turn(v)
    top, down, row_step, width = next(layout for most, *layout in HANDS if len(v.state.player) <= most)
    m.print(tab(0, YOURS), "Your pieces:", end="")
    for number, piece in enumerate(v.state.player, 1):
        x, y = (number - 1) // down * WIDE, top + (number - 1) % down * row_step
        fits = [marks and stage4.legal(v.state, side * number) for side in (-1, 1)]
        left, right = (sign if fit else " " for sign, fit in zip("<>", fits))
        m.colour(YELLOW if (left + right).strip() else WHITE)
        m.print(tab(x, y), f"{number}:{piece_text(piece)}".ljust(width), left, tab(x + width + 3, y), right, end="")
        draw_piece(m, x + width + 1, y, piece)


def players_turn(v: Variables) -> bool:
    """Return whether the player is to move. Ours."""
    return v.state.status == PLAYER and not result(v.state)


def draw_deal(m: Machine, v: Variables) -> None:
    """Draw the five variables of stage 1. Ours."""
    draw_header(m)
    row, state = 2, v.state
    parts = (state.stock, state.computer, state.player, state.snake)
    for name, pieces in zip(("Stock pieces:", "Computer pieces:", "Player pieces:", "Domino snake:"), parts):
        m.print(tab(0, row), name, end="")
        row = draw_pieces(m, row + 1, pieces) + 1
    m.print(tab(0, row), coloured(YELLOW, f"Status: {state.status}"), end="")


def draw_pieces(m: Machine, row: int, pieces: Pieces) -> int:
    """Draw pieces, four in a row, as text and picture; return the row below. Ours."""
    for index, piece in enumerate(pieces):
        x, y = index % 4 * 10, row + index // 4
        m.print(tab(x, y), piece_text(piece), end="")
        draw_piece(m, x + 6, y, piece)
    return row + (len(pieces) + 3) // 4


def ask_line(m: Machine) -> str:
    """Ask for a line in a text window of one row, in which a long line scrolls. Ours."""
    m.print(tab(0, INPUT), "> ", end="")
    m.vdu(28, 2, INPUT, 39, INPUT)
    line = m.input(mark="", line=True)
    m.vdu(26)
    return line


# commands


def hint(m: Machine, v: Variables) -> None:
    """Show what the counting player would do with the player's hand, and the reason. Stage 5. Ours."""
    if v.stage == 3:
        refuse(m, v, "Stage 3 has no rules: anything goes.")
    elif not players_turn(v):
        refuse(m, v, "A hint is for your own turn.")
    else:
        hint_page(m, v.state)


def hint_page(m: Machine, state: SnakeState) -> None:
    """Show counts, scores and attempts as the course's worked examples do. Stage 5. Documented; whose hand ours."""
    begin_page(m, "HINT")
    count = stage5.counts(state.player, state.snake)
    attempts = stage5.attempts(state.player, state.snake)
    m.print(tab(0, 2), "In your hand and the snake there are", end="")
    m.print(tab(0, 3), "   ".join(f"{number}:{times}" for number, times in enumerate(count)), end="")
    m.print(tab(0, 5), "What your pieces score by that:", end="")
    for index, attempt in enumerate(attempts):
        draw_attempt(m, index, attempt, count)
    print_wrapped(m, 19, advice(state, attempts))
    end_page(m)


def draw_attempt(m: Machine, index: int, attempt: stage5.Attempt, count: list[int]) -> None:
    """Draw a row of the hint: piece, sum, score, and where it fits. Ours."""
    a, b = attempt.piece
    goes = {1: "right", -1: "left", 0: "no"}[(attempt.k > 0) - (attempt.k < 0)]
    text = f"[{a}, {b}] {count[a]}+{count[b]}={attempt.score:<3}{goes}"
    m.print(tab(index // 11 * 20, 6 + index % 11), coloured(YELLOW if attempt.k else WHITE, text), end="")


def advice(state: SnakeState, attempts: list[stage5.Attempt]) -> str:
    """Return the counting player's move as a sentence. Ours."""
    best = next((attempt for attempt in attempts if attempt.k), None)
    if best is None:
        return f"None fits, so 0: you {'take a piece' if state.stock else 'pass'}."
    return f"So {best.k}: {piece_text(best.piece)} goes to the {'right' if best.k > 0 else 'left'}."


def undo(m: Machine, v: Variables) -> None:
    """Undo the player's last move and the computer's reply; at the first turn return to the deal. Ours."""
    if not v.past:
        refuse(m, v, "There is nothing to take back.")
    while v.past:
        v.state, _ = v.past.pop()
        if v.state.status == PLAYER:
            break


def toggle_marks(m: Machine, v: Variables) -> None:
    """Switch the marks of pieces that fit on or off. Ours."""
    v.marks = not v.marks


def same_deal(m: Machine, v: Variables) -> None:
    """Begin the same game again. Ours."""
    v.state = v.first
    v.past.clear()


def new_deal(m: Machine, v: Variables) -> None:
    """Begin a game with another deal, which depends on the clock too. Ours."""
    v.deal = (v.deal + m.rnd(DEALS) + m.time) % DEALS + 1
    v.first = deal_number(m, v.deal)
    same_deal(m, v)


def rules_page(m: Machine, v: Variables) -> None:
    """Show the rules of this stage. Ours."""
    begin_page(m, "RULES")
    plays = SAMPLING if v.sampling and v.stage == STAGES[-1] else v.stage
    text = RULES_TEXT.format(fit=FIT_TEXT[v.stage > 3], computer=COMPUTER_TEXT[plays])
    for row, line in enumerate(text.split("\n"), 2):
        m.print(tab(0, row), line, end="")
    end_page(m)


RULES_TEXT = """ 4  lays your piece 4 at the right end,
-4  at the left end.
 0  takes a piece from the stock, if
    there is one; and you pass.

{fit}

Whoever has no piece left has won. When
both ends are the same number, and it is
there eight times, it is a draw.

The highest double begins the snake. Who
had it is one piece ahead, so the other
side moves first.

{computer}"""
FIT_TEXT = (
    "Any piece goes to any end, as it lies.",
    """A piece must hold the number at its end,
and is turned by itself. < and > show
where a piece fits, left or right.""",
)  # in stage 3, and from stage 4 on
SAMPLING = 6  # the key of the sampling player's text
COMPUTER_TEXT = {
    3: "Stage 3: there are no rules yet, and the\ncomputer moves at random.",
    4: "Stage 4: the computer plays any piece\nthat fits, at random; or it passes.",
    5: "Stage 5: the computer counts, gets rid\nof common numbers and keeps rare ones.",
    SAMPLING: "The computer imagines the hidden pieces\n30 times, and plays each move out.",
}


def moves_list(m: Machine, v: Variables) -> None:
    """Show the player's moves beside those of the counting player. Ours."""
    mine = [(state, k) for state, k in v.past if state.status == PLAYER]
    if not mine:
        refuse(m, v, "You have made no move yet.")
    for top in range(0, len(mine), MOVES_A_PAGE):
        begin_page(m, "YOUR MOVES")
        m.print(tab(4, 2), "Yours", tab(20, 2), "The counting player", end="")
        for row, (state, k) in enumerate(mine[top : top + MOVES_A_PAGE]):
            draw_list_row(m, top + row + 1, 3 + row, state, k)
        end_page(m)


MOVES_A_PAGE = 20


def draw_list_row(m: Machine, number: int, row: int, state: SnakeState, k: int) -> None:
    """Draw a row of the list, marked if the counting player would have moved otherwise. Ours."""
    best = stage5.statistical_move(state)
    text = f"{number:>2}  {move_text(state, k):13} {' ' if k == best else '*'} {move_text(state, best)}"
    m.print(tab(0, row), coloured(WHITE if k == best else YELLOW, text), end="")


def begin_page(m: Machine, title: str) -> None:
    """Begin a page of text. Ours."""
    m.cls()
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    draw_header(m, title)


def end_page(m: Machine) -> None:
    """End a page of text with a key. Ours."""
    m.print(tab(0, 24), coloured(YELLOW, "Press any key to go on"), end="")
    m.get()
    m.vdu(23, 1, 1, 0, 0, 0, 0, 0, 0, 0)


COMMANDS = {
    "H": hint,
    "U": undo,
    "L": moves_list,
    "M": toggle_marks,
    "R": rules_page,
    "N": new_deal,
    "S": same_deal,
}
