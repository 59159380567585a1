"""The screen, the lights, the bleeps and the keys of African Seeds: what its routines draw and ask with.

All of it is ours. Rows and columns are characters, n is a cup, 1 to 12.
"""

from __future__ import annotations

from typing import NamedTuple

from retro import Machine
from retro.basic import CLICK, asc, chr_s, spc, tab, to

from .rules import seeds_pages as pages
from .rules.seeds import LETTERS
from .rules.seeds_record import TWO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .african_seeds import Variables

BLACK, LIGHT, YELLOW, WHITE = range(4)  # logical colours; LIGHT is BLUE, and CYAN while the computer considers
BLUE, CYAN = 4, 6
SPACE = 32
NOW = 0x11  # SOUND: channel 1, at once, whatever it plays
QUIT, MENU, AGAIN = "N", "M", "Y"
RETURN, LEFT, RIGHT = "\r", "\x88", "\x89"
SAVED = "AS"  # the name on the tape
KEYS_ONE = "H HINT  U UNDO  W WHERE  I KEYS  Q QUIT"
KEYS_TWO = "? HINT  U UNDO  W WHERE  * KEYS  Q QUIT"
KEYS_END = "Y  N  M MENU  U UNDO  R REVIEW  O SAVE"


class Pace(NamedTuple):
    """How fast seeds are sown: centiseconds for a seed, for a lift, at the end of a move, for a cup considered."""

    name: str
    seed: int
    lift: int
    end: int
    considered: int


PACES = (Pace("SLOW", 16, 40, 150, 20), Pace("NORMAL", 8, 20, 100, 10), Pace("FAST", 2, 5, 30, 3))

# The shapes of one to eight seeds (A to H), and of the corners of the cups (I to L): top right, top left, bottom left,
# bottom right.
SHAPES = (
    (0, 0, 0, 24, 24, 0, 0, 0),
    (192, 192, 0, 0, 0, 0, 3, 3),
    (192, 192, 0, 24, 24, 0, 3, 3),
    (195, 195, 0, 0, 0, 0, 195, 195),
    (195, 195, 0, 24, 24, 0, 195, 195),
    (195, 195, 0, 195, 195, 0, 195, 195),
    (195, 195, 0, 219, 219, 0, 195, 195),
    (219, 219, 0, 195, 195, 0, 219, 219),
    (224, 248, 252, 254, 254, 255, 255, 255),
    (7, 31, 63, 127, 127, 255, 255, 255),
    (255, 255, 255, 127, 127, 63, 31, 7),
    (255, 255, 255, 254, 254, 252, 248, 224),
)
I, J, K, L = (chr_s(pages.ONE + n) for n in to(8, 11))
SAID = {pages.ONE + n: str(n + 1) for n in range(8)}


# ours: the board


def place(n: int) -> int:
    """Which cup of its row, from the left, 0 to 5: the upper row runs to the left."""
    return n - 1 if n < 7 else 12 - n


def draw_cup(m: Machine, v: Variables, n: int) -> None:
    """A cup, in the colour of its light, and what is in it."""
    left, top = asc(v.y_s[n - 1]), asc(v.x_s[n - 1]) - 2
    ground = LIGHT if v.lamp[n] else YELLOW
    m.colour(128 + ground)
    for row in to(top, top + 4):
        m.print(tab(left, row), spc(5), end="")
    m.colour(128)
    m.colour(ground)
    m.print(tab(left, top), J, tab(left + 4, top), I, tab(left, top + 4), K, tab(left + 4, top + 4), L, end="")
    m.colour(WHITE)
    draw_seeds(m, v, n)


def draw_seeds(m: Machine, v: Variables, n: int) -> None:
    """The seeds in a cup: pips in the middle of it, and their number below."""
    left, row = asc(v.y_s[n - 1]), asc(v.x_s[n - 1])
    m.colour(128 + (LIGHT if v.lamp[n] else YELLOW))
    m.print(tab(left, row), spc(5), end="")
    m.colour(128)
    shown = pages.SEED_PICTURES[v.b[n]]
    pitch = 8 if v.b[n] > pages.PICTURED else 12
    x = 32 * left + 2 * (32 - pitch * (len(shown) - 1))
    m.vdu(5)
    m.gcol(0, WHITE if v.lamp[n] and v.sc else BLACK)
    for code in shown:
        m.move(x, 799 - 32 * row)
        m.vdu(asc(code))
        x += 4 * pitch
    m.vdu(4)
    m.colour(YELLOW)
    m.print(tab(left + 1, row + 3), f"{v.b[n]:2}" if v.numbers else spc(2), end="")
    m.colour(WHITE)


def draw_letters(m: Machine, v: Variables) -> None:
    """The letters of the cups; the one chosen with the arrow keys in reverse between two marks."""
    for n in to(1, 12):
        chosen = n == v.arrow
        m.colour(131 if chosen else 128)
        m.colour(BLACK if chosen else WHITE)
        letter = LETTERS[n - 1]
        column, row = asc(v.a_s[n - 1]), 19 if n < 7 else 2
        m.print(tab(column - 1, row), f">{letter}<" if chosen else f" {letter} ", end="")
    m.colour(128)
    m.colour(WHITE)


def heading(m: Machine, v: Variables) -> None:
    """The first row: what is played, and against whom."""
    who = "TWO PLAYERS" if v.mode == TWO else f"LEVEL {v.l or '?'}"
    m.colour(YELLOW)
    m.print(tab(2, 0), "AFRICAN SEEDS", tab(26, 0), f"{who:>11}", end="")
    m.colour(WHITE)


def show_where(m: Machine, v: Variables) -> None:
    """Below each of the mover's cups, where its move would end, if that is wanted."""
    score = (v.s[2], v.s[1])
    texts = [pages.where(tuple(v.b[1:]), score, v.zx, n - 1) if v.where else "" for n in to(1, 12)]
    row = 9 if v.zx else 20
    for n in to(7, 12) if v.zx else to(1, 6):
        m.print(tab(asc(v.y_s[n - 1]), row), f"{texts[n - 1]:^5}", end="")


def hide_where(m: Machine) -> None:
    """Clear what `show_where` has shown."""
    for row in (9, 20):
        m.print(tab(0, row), spc(39), end="")


# lights and bleeps


def light(m: Machine, v: Variables, n: int, on: int) -> None:
    """Light a cup, or put its light out."""
    if v.lamp[n] != on:
        v.lamp[n] = on
        draw_cup(m, v, n)


def put_out(m: Machine, v: Variables) -> None:
    """Put out all lights."""
    for n in to(1, 12):
        light(m, v, n, 0)


def bleep(m: Machine, n: int, length: int = 1) -> None:
    """The note of a cup. length: twentieths of a second."""
    m.sound(NOW, -10, 53 + 8 * n, length)


def tune(m: Machine, pitches: Sequence[int]) -> None:
    """At most six notes, which play while the program goes on."""
    for pitch in pitches:
        m.sound(1, -12, pitch, 4)


def show_step(m: Machine, v: Variables, begins: bool) -> None:
    """One step of a sequence: a cup is lifted, or gets a seed."""
    bleep(m, v.at, 2 if begins else 1)
    if begins:
        put_out(m, v)
        light(m, v, v.at, 1)
        count(m, v, "")
        pause(m, v, PACES[v.pace].lift)
    else:
        draw_seeds(m, v, v.at)
        pause(m, v, PACES[v.pace].seed)


def show_end(m: Machine, v: Variables) -> None:
    """The end of a sequence: a steady light, and a flashing one where seeds are captured."""
    put_out(m, v)
    light(m, v, v.at, 1)
    for n in to(1, 12):
        draw_seeds(m, v, n)
    count(m, v, f"CAPTURED {v.win:2}")
    say(m, v, 23, pages.captures(v.win) if v.end else "ROUND AND ROUND - THE MOVE ENDS")
    for flash in to(1, 10):
        if v.win and not v.skip:
            light(m, v, v.op, flash % 2)
            bleep(m, v.op)
        pause(m, v, PACES[v.pace].end // 10)
    light(m, v, v.op, 0)


def count(m: Machine, v: Variables, captured: str) -> None:
    """The row that counts the lifts of a move."""
    say(m, v, 21, f"CUP {LETTERS[v.lifted - 1]}    LIFTS {v.lifts:3}    {captured}")


# words


def say(m: Machine, v: Variables, row: int, text: str) -> None:
    """Show a text in a row of its own."""
    v.said[row] = text
    m.print(tab(0, row), f"{text:40}", end="")


def show_keys(m: Machine, v: Variables, text: str) -> None:
    """Show what the keys do, in the last row; a click on one of these words is its key."""
    m.colour(YELLOW)
    m.print(tab(0, 24), f"{text:39}", end="")
    m.colour(WHITE)
    v.hot[24] = "  ".join(item[:1] * len(item) for item in text.split("  "))


def show_game_keys(m: Machine, v: Variables) -> None:
    """Show what the keys do while somebody moves."""
    show_keys(m, v, KEYS_TWO if v.mode == TWO else KEYS_ONE)


def page(m: Machine, v: Variables, heading: str, lines: Sequence[str]) -> None:
    """Show lines, 22 at a time, and wait for a key after each screen."""
    for first in range(0, len(lines), 22):
        m.cls()
        v.hot = {}
        m.colour(YELLOW)
        m.print(tab(0, 0), heading, end="")
        m.colour(WHITE)
        for row, text in enumerate(lines[first : first + 22], 2):
            m.print(tab(0, row), text, end="")
        m.colour(YELLOW)
        m.print(tab(0, 24), "PRESS A KEY", end="")
        m.colour(WHITE)
        ask_key(m, v)


# keys


def ask_key(m: Machine, v: Variables) -> str:
    """Wait for a key: its character, as a capital. A click is the key of what was clicked on, or none."""
    code = v.typed.pop(0) if v.typed else m.get()
    return clicked(m, v) if code == CLICK else chr_s(code).upper()


def cups_are_hot(v: Variables) -> None:
    """Clicks on cups are their letters; small ones, because H and I are keys too."""
    v.hot = {}
    for top, letters in ((3, LETTERS[11:5:-1]), (13, LETTERS[:6])):
        columns = "  " + " ".join(letter.lower() * 5 for letter in letters)
        v.hot |= dict.fromkeys(to(top, top + 4), columns)


def clicked(m: Machine, v: Variables) -> str:
    """The key that the last click stands for, or none."""
    x, y, _ = m.mouse()
    column = x // 32
    return v.hot.get((799 - y) // 32, "")[column : column + 1].strip()


def yes(m: Machine, v: Variables, question: str) -> bool:
    """Ask a question."""
    say(m, v, 23, f"{question} (Y/N)?")
    show_keys(m, v, "Y YES  N NO")
    key = ""
    while key not in ("Y", "N"):
        key = ask_key(m, v)
    say(m, v, 23, "")
    show_game_keys(m, v)
    return key == "Y"


def ask_line(m: Machine, v: Variables, row: int, question: str) -> str:
    """Ask for a line of text, which may take all rows from this one on."""
    v.typed.clear()
    m.mouse_off()
    m.fx(4, 0)
    m.vdu(28, 0, 24, 39, row, 12, 23, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    line = m.input(question, line=True)
    m.vdu(12, 26, 23, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    keys_and_mouse(m)
    return line.strip().upper()


def keys_and_mouse(m: Machine) -> None:
    """The arrow keys give codes, no key repeats, clicks count."""
    m.fx(4, 1)
    m.fx(11, 0)
    m.mouse_on()


def pause(m: Machine, v: Variables, centiseconds: int) -> None:
    """Wait. SPACE or a click ends this and all further pauses of a move; other keys are kept for later."""
    m.time = 0
    while not v.skip and m.time < centiseconds:
        while m.keyboard:
            code = m.get()
            if code in (SPACE, CLICK):
                v.skip = True
            else:
                v.typed.append(code)


def glance(m: Machine) -> None:
    """Look at the machine, so that ESCAPE is noticed."""
    m.inkey(-1)
