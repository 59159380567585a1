"""The screen, lights, sounds and keys of African Seeds, as its routines use them.

All of it is ours. Rows and columns are characters, n is a cup, 1 to 12.
"""

from itertools import cycle

from retro import Machine
from retro.basic import CLICK, MOVED, asc, chr_s, coloured, date_text, play_tune, spc, tab, to

from .african_seeds import draw_cup as listed_draw_cup
from .african_seeds import finish_step, lights_off
from .rules import texts
from .rules.player import LEVEL_NAMES, PUZZLE_MOVES
from .rules.sowing import DRAW, LETTERS, UPPER
from .variables import Variables

BLACK, LIGHT, YELLOW, WHITE = range(4)  # logical colours; LIGHT is BLUE, and CYAN while the computer considers
BLUE, CYAN = 4, 6
SPACE = 32
IMMEDIATE_CHANNEL = 0x11  # SOUND: channel 1, at once, whatever it plays
BLEEPING_LIFTS = 5  # in longer moves seeds are silent
RETURN, LEFT, RIGHT, POINTED = "\r", "\x88", "\x89", "pointed"  # keys, and a move of the mouse
NEWS, QUESTION, KEY_ROW = 20, 22, 24
BELOW = (18, 9)  # by side: the rows below its cups
FIRST_PIP = 224  # the character with one pip; the seven after it have two to eight
STORES = ((0, range(4, 18)), (38, range(17, 3, -1)))  # the column of each, and its rows as they fill
PACES = {"slow": 2.0, "normal": 1.0, "fast": 0.25}  # by how much pauses are longer
LOOKS = ("numbers too", "seeds", "pips of 1985")  # what cups show
NUMBERS, _, PIPS = LOOKS
# Call and answer in eight bars of eighths, as degrees of the scale, 0 for the fifth below, and dots for what is longer;
# after a win of the player's, or of the computer's and a draw.
TUNES = (
    "5.5.6.5. 3...1... 5.5.6.5. 3...2... 1.2.3.5. 6.5.3... 2.3.2.1. 1.......",
    "3.3.2.1. 0...1... 3.3.2.1. 0...0... 1.2.3.2. 1.0.1... 2.1.0.0. 0.......",
)

# By code: a seed, the left half of a hand, a seed in it, its right half.
SHAPES = {
    236: (56, 92, 190, 254, 254, 124, 56, 0),
    237: (0, 0, 192, 224, 240, 120, 63, 15),
    238: (56, 92, 190, 254, 124, 56, 129, 255),
    239: (0, 0, 3, 7, 15, 30, 252, 240),
    # a row of a store: its left half empty, its right one, the left one with a seed, the right one
    240: (255, 255, 255, 255, 255, 255, 255, 255),
    241: (252, 252, 252, 252, 252, 252, 252, 252),
    242: (255, 199, 163, 131, 131, 131, 199, 255),
    243: (252, 140, 68, 4, 4, 4, 140, 252),
}
PAIRS = ("\xf0\xf1", "\xf2\xf1", "\xf2\xf3")  # rows of a store with no seed, one, two
I, J, K, L, SEED = (chr_s(FIRST_PIP + n) for n in to(8, 12))
HAND = "\xed\xee\xef"
STAND_INS = {code: sign for code, sign in enumerate("12345678    o(o)  oo", FIRST_PIP) if sign != " "}
# In the order in which seeds fill a cup: columns and rows from its middle. Each stands for the opposite place, too.
SEED_OFFSETS = ((-1, -1), (1, -1), (-1, 0), (0, -1), (0, -2), (-2, 0), (-2, -1), (2, -1), (-1, -2), (1, -2))
MOST_SEEDS = 2 * len(SEED_OFFSETS) + 1  # that fit


# ours: the board


def draw_frame(m: Machine, v: Variables) -> None:
    """Draw the whole screen of a game: board, letters, messages."""
    m.cls()
    display_board(m, v)
    draw_letters(m, v)
    for row in (NEWS, QUESTION):
        say(m, v, row, v.messages.get(row, ""))


def display_board(m: Machine, v: Variables) -> None:
    """Show b(), s() and the title; captured seeds fill stores, the computer's from above, the player's from below."""
    for n in to(1, 12):
        draw_cup(m, v, n)
    for (column, rows), captured in zip(STORES, v.s[1:]):
        for index, row in enumerate(rows):
            seeds = min(2, max(0, captured - 2 * index))
            m.print(tab(column, row), coloured(YELLOW, PAIRS[seeds]), end="")
    names = ("PLAYER 2", "PLAYER 1") if v.two else ("COMPUTER", "YOU")
    left, right = f"{names[0]} {v.s[1]:<2}", f"{names[1]} {v.s[2]}".rjust(len(names[1]) + 3)
    m.print(tab(1, 0), left, tab(39 - len(right), 0), right, end="")
    title = "25 TO WIN" if v.two else f"{LEVEL_NAMES[v.l - 1].upper()}, TO 25"
    if v.today:
        title = f"{date_text(v.front.day).upper()}: MOVE {len(v.game.letters) // 2 + 1} OF {PUZZLE_MOVES}"
    heading(m, v, title)


def draw_cup(m: Machine, v: Variables, n: int) -> None:
    """Draw a cup in the colour of its light, with its seeds, or with the original's pips."""
    left, top = asc(v.y_s[n - 1]), asc(v.x_s[n - 1])
    if LOOKS[v.look] == PIPS or v.b[n] > MOST_SEEDS:
        listed_draw_cup(m, v, n)
    else:
        fill_cup(m, left, top, v.b[n], LIGHT if v.lit[n] else YELLOW, WHITE if v.lit[n] and v.sc else BLACK)
    number = f"{v.b[n]:2}" if LOOKS[v.look] == NUMBERS else spc(2)
    m.print(tab(left + 3, top - 2), coloured(YELLOW, number), end="")


def fill_cup(m: Machine, left: int, top: int, seeds: int, ground: int, ink: int = BLACK) -> None:
    """Draw a cup of five by five characters with its seeds."""
    pairs = SEED_OFFSETS[: seeds // 2]
    filled = {*pairs, *((-x, -y) for x, y in pairs), *[(0, 0)] * (seeds % 2)}
    m.colour(128 + ground)
    m.colour(ink)
    for y in to(-2, 2):
        row = "".join(SEED if (x, y) in filled else " " for x in to(-2, 2))
        m.print(tab(left, top + 2 + y), row, end="")
    m.colour(128)
    m.colour(ground)
    m.print(tab(left, top), J, tab(left + 4, top), I, tab(left, top + 4), K, tab(left + 4, top + 4), L, end="")
    m.colour(WHITE)


def draw_picture(m: Machine, row: int) -> None:
    """Draw six cups with seeds on five rows of characters from this one on, for the front page."""
    for index, seeds in enumerate((4, 0, 7, 5, 11, 2)):
        fill_cup(m, 2 + 6 * index + index // 3, row, seeds, LIGHT if index == 3 else YELLOW)


def draw_letters(m: Machine, v: Variables) -> None:
    """Draw the letters of the cups; the marked cup's in black on yellow, between two white arrows."""
    for n in to(1, 12):
        letter = LETTERS[n - 1]
        marked = f">{coloured(128 + YELLOW, letter, 128 + WHITE)}<"
        marked = coloured(128 + WHITE, coloured(BLACK, marked), 128)
        m.print(tab(asc(v.y_s[n - 1]), asc(v.x_s[n - 1]) - 2), marked if n == v.marked_cup else f" {letter} ", end="")


def heading(m: Machine, v: Variables, text: str, code: int = YELLOW) -> None:
    """Print a text in the middle of the first row. code: its colour, or 128 plus the colour of its background."""
    m.print(tab(12, 0), spc(16 if v.two else 20), end="")
    ink = coloured(BLACK, text) if code > WHITE else text
    m.print(tab(max(13, (40 - len(text)) // 2), 0), coloured(code, ink, *[128] * (code > WHITE)), end="")


def show_previews(m: Machine, v: Variables) -> None:
    """Show below the cups the marked one's path, or where moves end, or what the last one changed: captures as x2."""
    below = {n - 1: f"{v.b[n] - v.before[n]:+}" for n in to(1, 12) if v.b[n] != v.before[n]}
    if below and v.win:
        below[v.op - 1] = f"x{v.win}"
    if v.marked_cup:
        below = texts.path(v.position, v.marked_cup - 1)
    elif v.show_ends:
        below = {cup: texts.outlook(v.position, cup) for cup in range(6 * v.zx, 6 * v.zx + 6)}
    clear_below(m)
    for cup, text in below.items():
        write_below(m, v, cup + 1, f"{text:^5}")


def show_hand(m: Machine, v: Variables) -> None:
    """Show a hand beside the cup that it has reached, with the seeds in it."""
    clear_below(m)
    if v.hand:
        write_below(m, v, v.last, f"{HAND}{v.hand:2}")


def write_below(m: Machine, v: Variables, n: int, text: str) -> None:
    """Write five characters below a cup, three pixels away from it."""
    m.vdu(5)
    m.gcol(0, WHITE)
    m.move(32 * asc(v.y_s[n - 1]), 799 - 32 * BELOW[n > 6] - 12)
    m.print(text, end="")
    m.vdu(4)


def clear_below(m: Machine) -> None:
    """Clear the row below the cups, between the stores."""
    for row in (BELOW[0], BELOW[0] + 1, BELOW[1], BELOW[1] + 1):
        m.print(tab(2, row), spc(36), end="")


# lights and bleeps


def light(m: Machine, v: Variables, n: int, on: int = 1) -> None:
    """Switch the light of a cup on or off; in a skipped search lights stay off."""
    if v.lit[n] != on and not (on and v.skip and not v.sc):
        v.lit[n] = on
        draw_cup(m, v, n)


def bleep(m: Machine, v: Variables, n: int, length: int = 1) -> None:
    """Play the note of a cup for `length` twentieths of a second, unless the player is in a hurry."""
    if not v.skip:
        m.sound(IMMEDIATE_CHANNEL, -10, 53 + 8 * n, length)


def show_lift(m: Machine, v: Variables) -> None:
    """Show that a cup is lifted, unless the move is skipped."""
    if v.skip:
        return
    bleep(m, v, v.last, 2)
    lights_off(m, v)
    light(m, v, v.last, 1)
    say(m, v, NEWS, f"{lifted_cup(v)}: LIFT {v.lifts}")
    show_hand(m, v)
    finish_step(m, v, 20)


def show_seed(m: Machine, v: Variables) -> None:
    """Show that a cup gets a seed, unless the move is skipped."""
    if v.skip:
        return
    if v.lifts <= BLEEPING_LIFTS:
        bleep(m, v, v.last)
    draw_cup(m, v, v.last)
    show_hand(m, v)
    finish_step(m, v, 8)


def show_end(m: Machine, v: Variables) -> None:
    """Show the end of a move: a steady light, and a flashing one where seeds are captured."""
    clear_below(m)
    lights_off(m, v)
    light(m, v, v.last, 1)
    for n in to(1, 12):
        draw_cup(m, v, n)
    captured = f"{v.win} SEED{'S' * (v.win > 1)} CAPTURED" if v.win else "NO CAPTURE"
    result = captured if v.end else "ROUND AND ROUND"
    say(m, v, NEWS, f"{lifted_cup(v)}: {texts.lifts(v.lifts)}, {result}")
    for k in to(1, 10):
        if v.win and not v.skip:
            light(m, v, v.op, k % 2)
            bleep(m, v, v.op)
        pause(m, v, 10)
    light(m, v, v.op, 0)
    v.game = v.game.then(LETTERS[v.cup - 1])


def lifted_cup(v: Variables) -> str:
    """Return the name of the cup whose move is shown, with its owner."""
    return f"{'MY ' if v.zx and not v.two else ''}CUP {LETTERS[v.cup - 1]}"


# the end of a game


def celebrate(m: Machine, v: Variables, winner: int) -> None:
    """Light the winner's cups one after the other, with a tune. SPACE ends that; earlier keys are flushed."""
    cups = cycle(() if winner == DRAW else to(6 * winner + 1, 6 * winner + 6))

    def light_only(cup: int) -> None:
        """Light a cup, and no other."""
        for n in to(1, 12):
            light(m, v, n, n == cup)

    v.skip = False
    show_keys(m, v, "SPACE ENDS THE TUNE")
    play_tune(m, TUNES[winner == DRAW or (winner == UPPER and not v.two)], 2, lambda: light_only(next(cups, v.last)))
    light_only(v.last)
    v.pending_keys.clear()


def show_end_of_game(m: Machine, v: Variables, winner: int, harder: bool) -> None:
    """Show the winner between the scores, news of the record, and the keys, with the next level if it is offered."""
    beside = " " * (not v.two)
    heading(m, v, beside + texts.headline(winner, v.two, v.today) + beside, 128 + YELLOW)
    news, level = v.news.upper() + "  " * bool(v.news), f"L: {LEVEL_NAMES[v.l].upper()}" if harder else ""
    say(m, v, QUESTION, news + level)
    show_keys(m, v, "N NEW GAME  U UNDO  R REVIEW  Q BACK")
    if harder:
        m.keys = [*m.keys, ("L", "next level")]
        v.click_keys[QUESTION] = " " * (1 + len(news)) + "L" * len(level)


# words


def words(v: Variables) -> str:
    """Return the screen's contents as text: the messages, the marked cup, and both rows of cups with their seeds."""
    messages = [" ".join(v.messages.get(row, "").split()) for row in (NEWS, QUESTION)]
    marked = f"Cup {LETTERS[v.marked_cup - 1]} is marked: RETURN lifts it." if v.marked_cup else ""
    rows = []
    for side, name in enumerate(("Player 1", "Player 2") if v.two else ("You", "Computer")):
        cups = ", ".join(f"{LETTERS[n - 1]} {v.b[n]}" for n in range(6 * side + 1, 6 * side + 7))
        rows.append(f"{name}: {cups}; captured {v.s[2 - side]}.")
    return "\n".join([*filter(None, [*messages, marked]), *rows])


def say(m: Machine, v: Variables, row: int, text: str) -> None:
    """Print a message in its row; with two players, in the third person."""
    for one, other in texts.OF_TWO if v.two else ():
        text = text.replace(one, other)
    v.messages[row] = text
    v.click_keys.pop(row, None)
    m.print(tab(1, row), f"{text:38}", end="")


def show_keys(m: Machine, v: Variables, text: str) -> None:
    """Show the keys with their effects in the last row; a click on one presses it."""
    items = [item.partition(" ") for item in text.split("  ")]
    m.keys = [(key, words.lower()) for key, _, words in items]
    m.print(tab(1, KEY_ROW), coloured(YELLOW, f"{text:38}"), end="")
    v.click_keys[KEY_ROW] = " " + "  ".join(item[:1] * len(item) for item in text.split("  "))


# keys


def ask_key(m: Machine, v: Variables) -> str:
    """Wait for a key and return it as a capital; for a click, the key at that place, or ""."""
    code = v.pending_keys.pop(0) if v.pending_keys else m.get()
    if code == MOVED:
        return POINTED
    return clicked_key(m, v) if code == CLICK else chr_s(code).upper()


def clicked_key(m: Machine, v: Variables) -> str:
    """Return the key whose name is at the mouse, or a small letter for the cup there; "" if there is neither."""
    x, y, _ = m.mouse()
    column, row = x // 32, (799 - y) // 32
    for left, top, letter in zip(v.y_s, v.x_s, LETTERS.lower()):
        if 0 <= column - asc(left) < 5 and 0 <= row - asc(top) < 5:
            return letter
    return v.click_keys.get(row, "")[column : column + 1].strip()


def pointed_cup(m: Machine, v: Variables) -> int:
    """Return the mover's cup with seeds at the mouse; 0 if there is none."""
    letter = clicked_key(m, v)
    cup = LETTERS.find(letter.upper()) + 1 if letter.islower() else 0
    return cup if v.b[cup] and (cup > 6) == v.zx else 0


def pause(m: Machine, v: Variables, t: int) -> None:
    """Wait for t centiseconds at this pace. SPACE or a click ends all pauses of a move; other keys stay pending."""
    m.time = 0
    m.inkey(-1)  # polls the keyboard, so that ESCAPE works in a hurry, too
    while not v.skip and m.time < t * [*PACES.values()][v.pace]:
        while m.keyboard:
            code = m.get()
            if code in (SPACE, CLICK):
                v.skip = True
            else:
                v.pending_keys.append(code)
