"""The snake's pages over a game: rules, course, keys, the table of the hint, moves."""

import re
from itertools import zip_longest

from retro import Machine
from retro.basic import CLICK, Choice, Escape, chr_s, sgn, show_page

from . import screen
from .snake import PLAYER, SnakeState, attempts, choose_move_5, counts, hand, scores
from .variables import Variables

RULES = (
    "Lay a piece at the head or the tail: touching numbers are equal. Or take one from the stock, and pass.",
    "",
    "Without a piece left you win. With the same number at both ends, and all eight of it laid, it is a draw.",
    "",
    "Four won games win a match. Par: how a deal ends if both sides count.",
)
COURSE_TEXT = (
    "The program as it is written in five stages: each does what the one before does, and one thing more.",
    "A piece is laid by its number and RETURN, -1 at the left; 0 takes one; RETURN alone lets the computer move. "
    "H is a hint, U takes a move back, ? shows this.",
)
STAGES = ("The deal", "The display", "Moves without rules", "The rules", "A computer that counts")
COURSE = [Choice(str(number), words) for number, words in enumerate(STAGES, 1)]
# What can be clicked in the course beside pieces, with the keys that it stands for.
COURSE_WORDS = {"Left end": "-", "Take one": "0\r", "Go on": "\r", "Back": "\x1b"}
COURSE_KEYS = (("0-9", "a piece's number"), ("-", "at the left end"), ("DELETE", "delete"), ("RETURN", "go on"))
KEYS_TEXT = (
    "1-9 or a click lays a piece, - or + before it at the left or right; arrows mark one, RETURN lays it.",
    "H hint, again: its table. U undo, M moves, N new game, 0 take one or pass, Q back.",
)
MOVES_SHOWN = 16
DELETE, COMMANDS = "\x7f", ("H", "U", "?")  # in the course; these need no RETURN


def course_line(m: Machine) -> str:
    """Return a line that is typed or clicked: a piece of the list, or one of the words that this prints first."""
    m.vdu(3)
    m.print("Type, or click a piece:", *(f"  <{word}>" for word in COURSE_WORDS))
    line = ""
    while not line.endswith(("\r", "\x1b")):
        keys = m.get_s()
        if keys == chr_s(CLICK):
            column, row = m.screen.framebuffer.cell_at(*m.mouse()[:2])
            text = m.screen.lines[row]
            piece = re.match(r"\d+(?=:\[)", text)
            words = [word for word in COURSE_WORDS if word in text and 0 <= column - text.index(word) < len(word)]
            keys = f"{piece[0]}\r" if piece else "".join(COURSE_WORDS[word] for word in words)
        elif not line and keys.upper() in COMMANDS:
            keys += "\r"
        if (keys != DELETE or line) and keys <= DELETE:
            m.print(keys.strip(), end="")
            line = line[:-1] if keys == DELETE else line + keys
    m.print()
    m.vdu(2)
    if line.endswith("\x1b"):
        raise Escape
    return line.strip()


def show_rules(m: Machine, v: Variables) -> None:
    """Show the rules and the keys."""
    show_page(m, "HOW TO PLAY", [*RULES, "", *KEYS_TEXT])
    screen.clear(m, v)


def hint_table(m: Machine, v: Variables) -> None:
    """Show counts, scores and attempts for the player's hand, as in the course's worked examples."""
    count = counts(v.state.player, v.state.snake)
    numbers = "  ".join(f"{number}:{times}" for number, times in enumerate(count))
    cells = []
    for _, (a, b), score, k in attempts(v.state.player, v.state.snake):
        goes = (screen.SIDES | {0: "no"})[sgn(k)]
        cells.append(f"[{a}, {b}] {count[a]}+{count[b]}={score:2} {goes}")
    half = (len(cells) + 1) // 2
    table = [f"{one:20}{other}" for one, other in zip_longest(cells[:half], cells[half:], fillvalue="")]
    text = ["In your hand and the snake there are", numbers, "", "What your pieces score by that:", *table]
    show_page(m, "THE COUNTING PLAYER", text)
    screen.clear(m, v)


def moves_list(m: Machine, v: Variables) -> None:
    """Show the player's last moves beside those that the counting player would have made, with what they score."""

    def scored(state: SnakeState, k: int) -> str:
        score = f"{scores(hand(state), state.snake)[abs(k) - 1]:2}" if k else "  "
        return f"{screen.move_text(state, k):13}{score}"

    lines = []
    for number, (state, k) in enumerate((move for move in v.past if move[0].status == PLAYER), 1):
        best = choose_move_5(state)
        lines.append(f"{number:>2} {scored(state, k)}  {scored(state, best)}" + " *" * (k != best))
    if lines:
        shown = [f"   {'Yours':17}The counting player", *lines[-MOVES_SHOWN:]]
        show_page(m, "YOUR MOVES", [*shown, "* It would have moved otherwise."])
        screen.clear(m, v)
    else:
        screen.refuse(m, v, "You have made no move yet.")
