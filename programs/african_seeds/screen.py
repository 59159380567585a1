"""The screen, lights, sounds and keys of African Seeds, as its routines use them.

All of it is ours. Rows and columns are characters, n is a cup, 1 to 12.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from retro import Machine
from retro.basic import CLICK, MOVED, Escape, asc, chr_s, coloured, spc, tab, to

from .rules import texts
from .rules.game_record import TWO
from .rules.player import LEVELS, level_name
from .rules.sowing import LETTERS, LOWER, UPPER, Verdict
from .variables import Variables

BLACK, LIGHT, YELLOW, WHITE = range(4)  # logical colours; LIGHT is BLUE, and CYAN while the computer considers
BLUE, CYAN = 4, 6
SPACE = 32
NOW = 0x11  # SOUND: channel 1, at once, whatever it plays
QUIT, MENU, AGAIN = "N", "M", "Y"
RETURN, LEFT, RIGHT, POINTED = "\r", "\x88", "\x89", "pointed"  # keys, and a move of the mouse
BACK = "\x1b"  # ESCAPE on a page of text
TAPE, RATING_TAPE = "AS", "ASR"  # the names on the tape: of the saved game, and of the player's rating
ANOTHER_GAME = "ANOTHER GAME (Y/N)?"
KEYS_ONE = "H HINT  U UNDO  W ENDS  ? KEYS  Q QUIT"
KEYS_TWO = "* HINT  U UNDO  W ENDS  ? KEYS  Q QUIT"
KEYS_END = "Y YES  N NO  M MENU  U UNDO  R REVIEW"
KEYS_LEVEL = "0 HARDEST  1  2  3  4 EASIEST  ? KEYS"
KEYS_ALL_LEVELS = "0  1  2  3  4  X  M  ? KEYS  N NO"
PAGE_KEYS = (("SPACE", "go on"), ("ESCAPE", "back"))
KEYS_MOVING = "SPACE FINISHES THE MOVE"
NEWS, QUESTION, KEY_ROW = 20, 22, 24
UPPER_TOP, LOWER_TOP = 4, 13  # the first rows of the cups; their labels are two rows above them
BELOW = (18, 9)  # by side: the rows below its cups
TITLE_NEWS_ROW = 24  # of the title page
PAGE_LINES = 11  # of a page of text, two rows apart
KEY_WORDS = re.compile(r"(?<!\S)(\S+(?: OR \S)?) {2,}[A-Z]\w*(?: \w+)*")  # on a page of text, such as "U  UNDO"
QUICK_LIFTS = 5  # longer moves get quicker


class Pace(NamedTuple):
    """How fast seeds are sown."""

    name: str  # its name on the screen
    seed: int  # centiseconds after each seed
    lift: int  # centiseconds after each lift
    end: int  # centiseconds at the end of a move
    consideration: int  # centiseconds for each cup that the computer considers


PACES = (Pace("SLOW", 16, 40, 150, 20), Pace("NORMAL", 8, 20, 100, 10), Pace("FAST", 2, 5, 30, 3))

# By code: a seed, the left half of a hand, a seed in it, its right half.
SHAPES = {
    236: (56, 92, 190, 254, 254, 124, 56, 0),
    237: (0, 0, 192, 224, 240, 120, 63, 15),
    238: (56, 92, 190, 254, 124, 56, 129, 255),
    239: (0, 0, 3, 7, 15, 30, 252, 240),
}
I, J, K, L, SEED = (chr_s(texts.FIRST_PIP + n) for n in to(8, 12))
HAND = "\xed\xee\xef"
STAND_INS = {code: sign for code, sign in enumerate("12345678    o(o)", texts.FIRST_PIP) if sign != " "}
# In the order in which seeds fill a cup: columns and rows from its middle. Each stands for the opposite place, too.
PLACES = ((-1, -1), (1, -1), (-1, 0), (0, -1), (0, -2), (-2, 0), (-2, -1), (2, -1), (-1, -2), (1, -2))
MOST_SEEDS = 2 * len(PLACES) + 1  # that fit


# ours: the board


def draw_cup(m: Machine, v: Variables, n: int) -> None:
    """Draw a cup in the colour of its light, with its seeds."""
    left, top = asc(v.y_s[n - 1]), asc(v.x_s[n - 1])
    ground = LIGHT if v.lit[n] else YELLOW
    as_pips = v.original_pips or v.b[n] > MOST_SEEDS
    m.colour(128 + ground)
    m.colour(seed_colour(v, n))
    for row in to(-2, 2):
        m.print(tab(left, top + 2 + row), spc(5) if as_pips else seeds_in_row(v.b[n], row), end="")
    m.colour(128)
    m.colour(ground)
    m.print(tab(left, top), J, tab(left + 4, top), I, tab(left, top + 4), K, tab(left + 4, top + 4), L, end="")
    m.colour(WHITE)
    if as_pips:
        draw_pips(m, v, n)
    number = f"{v.b[n]:2}" if v.show_numbers else spc(2)
    m.print(tab(asc(v.a_s[n - 1]) + 2, label_row(n)), coloured(YELLOW, number), end="")


def seed_colour(v: Variables, n: int) -> int:
    """Return the colour of the seeds in a cup."""
    return WHITE if v.lit[n] and v.sc else BLACK


def seeds_in_row(seeds: int, row: int) -> str:
    """Return a row of a cup with so many seeds, -2 to 2 from its middle, as five characters."""
    pairs = PLACES[: seeds // 2]
    filled = {*pairs, *((-x, -y) for x, y in pairs), *[(0, 0)] * (seeds % 2)}
    return "".join(SEED if (column, row) in filled else " " for column in to(-2, 2))


def draw_pips(m: Machine, v: Variables, n: int) -> None:
    """Draw the seeds of a cup as the original does: up to three characters of pips, or a number."""
    # 375, 385, 395 Departure: VDU 5 draws between the columns, and on the ground that is there
    m.vdu(5)
    m.gcol(0, seed_colour(v, n))
    picture = texts.pips(v.b[n])
    pitch = 8 if v.b[n] > texts.MOST_PIPS else 12
    for index, sign in enumerate(picture):
        right = 16 - pitch * (len(picture) - 1) // 2 + pitch * index
        m.move(32 * asc(v.y_s[n - 1]) + 4 * right, 735 - 32 * asc(v.x_s[n - 1]))
        m.vdu(asc(sign))
    m.vdu(4)


def label_row(n: int) -> int:
    """Return the row of the letter and the number of a cup."""
    return (LOWER_TOP if n < 7 else UPPER_TOP) - 2


def draw_letters(m: Machine, v: Variables) -> None:
    """Draw the letters of the cups; the marked one in black on yellow between two arrows on white."""
    for n in to(1, 12):
        letter = LETTERS[n - 1]
        marked = f">{coloured(128 + YELLOW, letter, 128 + WHITE)}<"
        marked = coloured(128 + WHITE, coloured(BLACK, marked), 128)
        m.print(tab(asc(v.a_s[n - 1]) - 1, label_row(n)), marked if n == v.marked_cup else f" {letter} ", end="")


def heading(m: Machine, v: Variables) -> None:
    """Write what wins, and the level if there is one."""
    level = level_name(v.l)
    write_between_scores(m, v, f"LEVEL {level}, 25 WIN" if level in LEVELS and v.mode != TWO else "25 TO WIN")


def write_between_scores(m: Machine, v: Variables, text: str) -> None:
    """Write a text into the middle of the first row."""
    m.print(tab(13, 0), coloured(YELLOW, text.center(15 if v.mode == TWO else 19)), end="")


def show_previews(m: Machine, v: Variables) -> None:
    """Write below the cups the path of the marked cup; else, if the player has asked for that, where moves end."""
    board, score = tuple(v.b[1:]), (v.s[2], v.s[1])
    below: dict[int, str] = {}
    if v.marked_cup and board[v.marked_cup - 1]:
        below = texts.path(board, v.zx, v.marked_cup - 1)
    elif v.show_ends:
        below = {cup: texts.outlook(board, score, v.zx, cup) for cup in range(6 * v.zx, 6 * v.zx + 6)}
    clear_below(m)
    for cup, text in below.items():
        write_below(m, v, cup + 1, f"{text:^5}")


def show_hand(m: Machine, v: Variables) -> None:
    """Show the hand beside the cup that it has reached, with its seeds."""
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
    """Clear what stands below the cups."""
    for row in BELOW:
        m.print(tab(0, row), spc(79), end="")


# lights and bleeps


def light(m: Machine, v: Variables, n: int, on: int) -> None:
    """Switch the light of a cup on or off."""
    if v.lit[n] != on:
        v.lit[n] = on
        draw_cup(m, v, n)


def lights_off(m: Machine, v: Variables) -> None:
    """Switch off all lights."""
    for n in to(1, 12):
        light(m, v, n, 0)


def flash(m: Machine, v: Variables, n: int, t: int = 2) -> None:
    """Light a cup for t centiseconds."""
    lit = v.lit[n]
    if not v.skip:
        light(m, v, n, 1)
    pause(m, v, t)
    light(m, v, n, lit)


def bleep(m: Machine, n: int, length: int = 1) -> None:
    """Play the note of a cup for so many twentieths of a second."""
    m.sound(NOW, -10, 53 + 8 * n, length)


def tune(m: Machine, pitches: Sequence[int]) -> None:
    """Queue up to six notes, which play while the program continues."""
    for pitch in pitches:
        m.sound(1, -12, pitch, 4)


def begin_move(m: Machine, v: Variables) -> None:
    """Remove from the screen what helps to choose a move, and show the keys."""
    clear_below(m)
    v.marked_cup, v.skip = 0, False
    draw_letters(m, v)
    show_keys(m, v, KEYS_MOVING)


def show_lift(m: Machine, v: Variables) -> None:
    """Show that a cup is lifted, unless the move is skipped."""
    if v.skip:
        return
    bleep(m, v.last, 2)
    lights_off(m, v)
    light(m, v, v.last, 1)
    say(m, v, NEWS, f"{lifted_cup(v)}: LIFT {v.lifts}")
    show_hand(m, v)
    finish_step(m, v, PACES[v.pace].lift)


def show_seed(m: Machine, v: Variables) -> None:
    """Show that a cup gets a seed, unless the move is skipped."""
    if v.skip:
        return
    bleep(m, v.last)
    draw_cup(m, v, v.last)
    show_hand(m, v)
    finish_step(m, v, PACES[v.pace].seed)


def finish_step(m: Machine, v: Variables, t: int) -> None:
    """Wait for t centiseconds, in long moves for less."""
    if v.lifts > QUICK_LIFTS:
        t = max(1, QUICK_LIFTS * t // v.lifts)
    pause(m, v, t)


def show_end(m: Machine, v: Variables) -> None:
    """Show the end of a sequence: a steady light, and a flashing one where seeds are captured."""
    v.hand = 0
    show_hand(m, v)
    lights_off(m, v)
    light(m, v, v.last, 1)
    for n in to(1, 12):
        draw_cup(m, v, n)
    result = texts.captures(v.win) if v.end else "ROUND AND ROUND"
    say(m, v, NEWS, f"{lifted_cup(v)}: {texts.lifts(v.lifts)}, {result}")
    for k in to(1, 10):
        if v.win and not v.skip:
            light(m, v, v.op, k % 2)
            bleep(m, v.op)
        pause(m, v, PACES[v.pace].end // 10)
    light(m, v, v.op, 0)
    v.game = v.game.then(LETTERS[v.cup - 1])


def lifted_cup(v: Variables) -> str:
    """Return the cup of the move that is made, and whose it is."""
    return f"{'MY ' if v.zx and v.mode != TWO else ''}CUP {LETTERS[v.cup - 1]}"


# the end of a game


def celebrate(m: Machine, v: Variables, verdict: Verdict | None) -> None:
    """Light the winner's cups one after the other. SPACE ends that."""
    v.skip = False
    cups = {None: (), LOWER: to(1, 6), UPPER: to(7, 12)}[verdict.winner if verdict else None]
    for n in 3 * [*cups]:
        flash(m, v, n, 8)
    v.pending_keys.clear()


def show_verdict(m: Machine, v: Variables, verdict: Verdict | None) -> None:
    """Show who has won, if the game is over, between the scores, the question for another one, and the rating."""
    if verdict is None:
        return
    text = f" {texts.headline(verdict.winner, v.mode == TWO)} "
    write_between_scores(m, v, "")
    m.print(tab(20 - len(text) // 2, 0), coloured(128 + YELLOW, coloured(BLACK, text), 128), end="")
    rating = f" YOU ARE LEVEL {v.rating.level}" if v.mode != TWO and v.rating.games else ""
    say(m, v, QUESTION, ANOTHER_GAME + rating)
    show_keys(m, v, KEYS_END)


# words


def say(m: Machine, v: Variables, row: int, text: str) -> None:
    """Write a message in its row."""
    v.messages[row] = text
    if row == QUESTION:
        v.click_keys[row] = re.sub(r"RETURN: (\w)|\w{2,}", lambda word: (word[1] or " ") * len(word[0]), f" {text}")
    m.print(tab(1, row), f"{text:39}", end="")


def show_keys(m: Machine, v: Variables, text: str) -> None:
    """Show the keys in the last row, with words for what they do; a click on one of these words is its key."""
    items = [item.partition(" ") for item in text.split("  ")]
    m.keys = [(key, words.lower() or f"level {key}") for key, _, words in items]
    m.print(tab(1, KEY_ROW), coloured(YELLOW, f"{text:38}"), end="")
    v.click_keys[KEY_ROW] = " " + "  ".join(item[:1] * len(item) for item in text.split("  "))


def show_game_keys(m: Machine, v: Variables) -> None:
    """Show the keys of a game."""
    show_keys(m, v, KEYS_TWO if v.mode == TWO else KEYS_ONE)


def page(m: Machine, v: Variables, heading: str, lines: Sequence[str]) -> str:
    """Show lines, PAGE_LINES at a time, until a key; return it if the page names it, BACK for ESCAPE, else ""."""
    m.keys = PAGE_KEYS
    for first in range(0, len(lines), PAGE_LINES):
        m.cls()
        v.click_keys = {}
        m.print(tab(1, 0), coloured(YELLOW, heading), end="")
        for row, text in enumerate(lines[first : first + PAGE_LINES], 1):
            keys = KEY_WORDS.sub(lambda found: coloured(YELLOW, found[1]) + found[0][len(found[1]) :], text)
            m.print(tab(1, 2 * row), keys, end="")
            v.click_keys[2 * row] = " " + keys_in(text)
        m.print(tab(1, 24), coloured(YELLOW, "PRESS A KEY"), tab(28, 24), coloured(YELLOW, "ESCAPE"), " BACK", end="")
        v.click_keys[24] = 28 * " " + 11 * BACK
        try:
            key = ask_key(m, v)
        except Escape:
            key = BACK
        if key.strip() and any(key in keys for keys in v.click_keys.values()):
            return key
    return ""


def keys_in(text: str) -> str:
    """Return a line of a page with each key's letter in all places of its words, such as "U  UNDO", else blanks."""
    keys = list(" " * len(text))
    for found in KEY_WORDS.finditer(text):
        if len(found[1].split()[0]) == 1:
            keys[slice(*found.span())] = found[1][0] * len(found[0])
    return "".join(keys)


# keys


def ask_key(m: Machine, v: Variables) -> str:
    """Wait for a key and return it as a capital; for a click, the key at that place, or ""."""
    code = v.pending_keys.pop(0) if v.pending_keys else m.get()
    if code == MOVED:
        return POINTED
    return clicked_key(m, v) if code == CLICK else chr_s(code).upper()


def ask_cup_key(m: Machine, v: Variables) -> str:
    """Wait for a key as `ask_key` does, or until the mouse points at another cup than the marked one: POINTED."""
    m.mouse_on(moves=True)
    while (key := ask_key(m, v)) == POINTED and pointed_cup(m, v) in (0, v.marked_cup):
        pass
    m.mouse_on()
    return key


def make_cups_clickable(v: Variables) -> None:
    """Map clicks on cups to their letters; small ones, because H and I are commands too."""
    v.click_keys = {}
    for top, letters in ((UPPER_TOP, LETTERS[11:5:-1]), (LOWER_TOP, LETTERS[:6])):
        columns = "  " + " ".join(letter.lower() * 5 for letter in letters)
        v.click_keys |= dict.fromkeys(to(top, top + 4), columns)


def clicked_key(m: Machine, v: Variables) -> str:
    """Return the key that stands at the mouse, or where it was clicked; "" for none."""
    x, y, _ = m.mouse()
    column = x // 32
    return v.click_keys.get((799 - y) // 32, "")[column : column + 1].strip()


def pointed_cup(m: Machine, v: Variables) -> int:
    """Return the mover's cup with seeds at the mouse, or 0."""
    letter = clicked_key(m, v)
    cup = LETTERS.find(letter.upper()) + 1 if letter.islower() else 0
    return cup if v.b[cup] and (cup > 6) == v.zx else 0


def ask_line(m: Machine, v: Variables, row: int, question: str) -> str:
    """Ask for a line of text, which may extend over all rows from this one on."""
    v.pending_keys.clear()
    m.mouse_off()
    m.fx(4, 0)
    m.vdu(28, 1, 24, 39, row, 12, 23, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    line = m.input(question, line=True)
    m.vdu(12, 26, 23, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    keys_and_mouse(m)
    return line.strip().upper()


def keys_and_mouse(m: Machine) -> None:
    """Let arrow keys and clicks arrive as codes, and switch key repeat off."""
    m.fx(4, 1)
    m.fx(11, 0)
    m.mouse_on()


def pause(m: Machine, v: Variables, centiseconds: int) -> None:
    """Wait. SPACE or a click ends this and all further pauses of a move; other keys stay pending."""
    m.time = 0
    while not v.skip and m.time < centiseconds:
        while m.keyboard:
            code = m.get()
            if code in (SPACE, CLICK):
                v.skip = True
            else:
                v.pending_keys.append(code)
