"""What Dominoes Plus shows of a game: hands, line, buttons, messages, the count of numbers; and what a click means."""

from __future__ import annotations

from retro import Machine
from retro.basic import CLICK, chr_s, spc, tab, to

from . import dominoes
from .dominoes_plus_state import Variables, hand, held, is_person, verb
from .rules.domino_big import FACE, ROADS, pips
from .rules.domino_rules import ALL, COUNT, LEFT, NUMBERS, PAIRS, RIGHT, SPOTS, SUITS
from .rules.domino_settings import ALONE, TOGETHER, WATCHING
from .rules.domino_view import View

BLACK, RED, YELLOW, WHITE = range(4)
BUTTONS = 4  # row
PIP = 253  # character: a spot of a big domino
KEYS = {13: "RETURN", 32: "RETURN", 127: "DELETE", 136: "LEFT", 137: "RIGHT", 138: "DOWN", 139: "UP"}
AT = {RIGHT: "@1", LEFT: "@2"}  # the words of the places at the ends; those of the dominoes in a hand are #1, #2, …
DIGITS = "1234567890"
LOOSE, TIGHT = 13, 19  # dominoes of a hand that fit side by side with and without a space between them
BIG_HAND = 7  # big ones that fit
ORDERS = {"": (0,) * COUNT, "spots": tuple(-spots for spots in SPOTS), "numbers": tuple(range(0, -COUNT, -1))}
"""How a hand can be sorted: a number for each domino."""


# words


def say(m: Machine, v: Variables, text: str) -> None:
    """Print a message in its row."""
    m.print(tab(0, v.MY), spc(40), tab(1, v.MY), text, end="")


# what can be clicked


def zone(v: Variables, word: str, column: int, row: int, wide: int, tall: int = 1) -> None:
    """Let a click on these cells mean a word."""
    v.zones[word] = 32 * column, 800 - 32 * (row + tall), 32 * (column + wide), 800 - 32 * row


def buttons(m: Machine, v: Variables, *words: str, question: str = "", row: int = BUTTONS) -> None:
    """Print words to click on, each with the letter that does the same, after a question."""
    for word in v.buttons:
        v.zones.pop(word[0], None)
    v.buttons = words
    m.print(tab(0, row), spc(40), tab(1, row), question, end="")
    for word in words:
        zone(v, word[0], m.pos, row, len(word))
        m.colour(YELLOW)
        m.print(word[0], end="")
        m.colour(WHITE)
        m.print(word[1:], " ", end="")


def read(m: Machine, v: Variables) -> str:
    """Wait for a key or a click: a sign, a name of KEYS, the word of a zone; "" for anything else."""
    return meant(m, v, m.get())


def meant(m: Machine, v: Variables, code: int) -> str:
    """What a code of the keyboard means."""
    if code == CLICK:
        x, y, _ = m.mouse()
        inside = (word for word, (x1, y1, x2, y2) in v.zones.items() if x1 <= x < x2 and y1 <= y < y2)
        return next(inside, "")
    return KEYS.get(code) or (chr_s(code).upper() if 32 < code < 127 else "")


# hands


def in_order(v: Variables, player: int) -> list[int]:
    """The places of a hand in the order in which they are shown."""
    places = list(range(1, v.N[player] + 1))
    if player == 1 or v.s.players == TOGETHER:
        places.sort(key=lambda place: ORDERS[v.sort][held(v, player, place)])
    return places


def in_front(v: Variables) -> int:
    """The player whose hand is shown where there is room for one only."""
    return 1 if v.s.players == ALONE or not v.P else v.P


def is_wide(v: Variables) -> bool:
    """Is there no room for both hands side by side?"""
    return max(v.N[1:]) > 6 or (v.s.big > 0 and not v.over)


def is_shown(v: Variables, player: int) -> bool:
    """Are the faces of this hand to be seen?"""
    if v.over or v.s.players not in (ALONE, TOGETHER):
        return True
    if v.s.players == TOGETHER:
        return player == v.P and not v.hidden
    return player == 1 or v.s.cheat > 0


def draw_head(m: Machine, v: Variables) -> None:
    """Clear the rows of the hands and print what stands there besides: title, score, stock, whose hand it is."""
    for word in [word for word in v.zones if word.startswith("#")]:
        del v.zones[word]
    for row in to(0, 3):
        m.print(tab(0, row), spc(40), end="")
    score = f"Match {v.score[1]}:{v.score[2]}" if v.s.match else ""
    if is_wide(v):
        m.print(tab(1, 0), score, tab(14, 0), "Stock ", v.T, end="")
        if not (v.s.big or v.over):
            m.print(tab(1, 1), label(v, in_front(v)), end="")
    else:
        m.print(tab(1, 0), score, tab(30, 0), "Stock ", v.T, end="")
        m.print(tab(1, 1), label(v, 1), tab(22, 1), label(v, 2), end="")
        m.colour(YELLOW)
        m.print(tab(15, 0), "DOMINOES PLUS", end="")
        m.colour(WHITE)


def label(v: Variables, player: int) -> str:
    """What stands above a hand."""
    if v.s.players == TOGETHER:
        return f"PLAYER {player}"
    level = v.s.level if player == 2 else v.s.other_level
    if v.s.players == ALONE:
        return "YOUR HAND" if player == 1 else f"MY HAND (level {level})"
    return f"PLAYER {player} (level {level})"


def draw_hand(m: Machine, v: Variables, player: int) -> None:
    """Draw a hand where there is room for it."""
    if not is_wide(v):
        draw_row(m, v, player, 1 if player == 1 else 22, v.HY, 3)
    elif v.over:
        m.print(tab(0, player), ("You", "I")[player - 1] if v.s.players == ALONE else f"P{player}", end="")
        draw_row(m, v, player, 4, player, 3 if v.N[player] < LOOSE else 2)
    elif player != in_front(v):
        draw_other(m, v, player)
    elif v.s.big and v.N[player] <= BIG_HAND:
        draw_big_hand(m, v, player)
    else:
        draw_row(m, v, player, 1, v.HY, 3 if v.N[player] <= LOOSE else 2)


def draw_other(m: Machine, v: Variables, player: int) -> None:
    """The hand that nobody looks at, at the top, or how many it has."""
    if v.N[player] <= 6:
        draw_row(m, v, player, 23, 0, 3)
    else:
        m.print(tab(23, 0), verb(v, player, "hold", "hold", "holds"), " ", v.N[player], end="")


def draw_row(m: Machine, v: Variables, player: int, column: int, row: int, pitch: int) -> None:
    """A hand of small dominoes, so many columns apart; of a very long one the part with the mark."""
    places = in_order(v, player)
    first = max(0, v.mark - TIGHT) if pitch == 2 else 0
    for index, place in list(enumerate(places))[first : first + TIGHT]:
        at = column + pitch * (index - first)
        if is_shown(v, player):
            m.colour(128 + WHITE)
            m.colour(BLACK)
            m.print(tab(at, row), chr_s(245 + v.L[player][place]), chr_s(231 + v.R[player][place]), end="")
        else:
            m.colour(RED)
            m.print(tab(at, row), chr_s(252), chr_s(252), end="")
        m.colour(128 + BLACK)
        m.colour(WHITE)
        if is_asked(v, player):
            draw_digit(m, v, index, at, row, 2)


def is_asked(v: Variables, player: int) -> bool:
    """Is this the hand to choose from?"""
    return is_person(v, player) and not v.over and (v.s.players == ALONE or (player == v.P and not v.hidden))


def draw_digit(m: Machine, v: Variables, index: int, column: int, row: int, wide: int) -> None:
    """The digit below a domino, in reverse if it is marked; a click on either chooses it."""
    if index + 1 == v.mark:
        m.colour(128 + YELLOW)
        m.colour(BLACK)
    m.print(tab(column + (wide - 1) // 2, v.HY + 1), DIGITS[index] if index < len(DIGITS) else " ", end="")
    m.colour(128 + BLACK)
    m.colour(WHITE)
    zone(v, f"#{index + 1}", column, row, wide, v.HY + 2 - row)


def draw_big_hand(m: Machine, v: Variables, player: int) -> None:
    """A hand of big dominoes in the two rows above the digits."""
    for index, place in enumerate(in_order(v, player)):
        column = 1 + 5 * index
        faces = (v.L[player][place], v.R[player][place]) if is_shown(v, player) else None
        draw_big(m, 32 * column, 799 - 32, FACE, 0, faces)
        if is_asked(v, player):
            draw_digit(m, v, index, column, v.HY - 1, 4)


# big dominoes


def bar(m: Machine, x: int, y: int, wide: int, tall: int) -> None:
    """A filled rectangle in graphics units; x, y: its top left corner."""
    m.move(x, y)
    m.move(x + wide - 1, y)
    m.plot(85, x, y - tall + 1)
    m.plot(85, x + wide - 1, y - tall + 1)


def bounds(x: int, y: int, X: int, Y: int) -> tuple[int, int, int, int]:
    """Left, top, width and height of a big domino. x, y: top left corner of its first face; X, Y: to the second."""
    wide, tall = (60, 128) if Y else (128, 60)
    return min(x, x + X), max(y, y + Y), wide, tall


def draw_big(m: Machine, x: int, y: int, X: int, Y: int, faces: tuple[int, int] | None) -> None:
    """A big domino. x, y: top left corner of its first face; X, Y: from there to the second; no faces: its back."""
    left, top, wide, tall = bounds(x, y, X, Y)
    m.gcol(0, WHITE if faces else RED)
    bar(m, left, top, wide, tall)
    if faces is None:
        return
    m.gcol(0, RED)
    upright = Y != 0
    bar(m, left + (8 if upright else 60), top - (60 if upright else 8), *((44, 8) if upright else (8, 44)))
    m.gcol(0, BLACK)
    one, other = faces if X > 0 or Y < 0 else faces[::-1]
    m.vdu(5)
    draw_pips(m, one, left, top, upright)
    draw_pips(m, other, left + (0 if upright else 68), top - (68 if upright else 0), upright)
    m.vdu(4)


def draw_pips(m: Machine, number: int, x: int, y: int, upright: bool) -> None:
    """The spots of half a big domino; x, y: its top left corner."""
    for column, row in pips(number, upright):
        m.move(x + 4 + 20 * column, y - 4 - 20 * row)
        m.vdu(PIP)


# the line


def first_domino(m: Machine, v: Variables, left: int, right: int) -> None:
    """Place the opening domino, in the middle of the bottom: RV%, LV%, RX%, RY%, LX%, LY%."""
    face, middle, v.RY = (FACE, v.SX + v.FL // 2, v.SY + 95) if v.s.big else (32, v.SX + v.FL // 2, v.SY + 31)
    if v.s.big:
        draw_big(m, middle - face, v.RY, face, 0, (left, right))
    else:
        m.vdu(5)
        for colour, codes in ((WHITE, (252, 252)), (BLACK, (245 + left, 231 + right))):
            m.gcol(0, colour)
            m.move(middle - face, v.RY)
            m.vdu(*codes)
        m.vdu(4)
    v.RX, v.LX, v.LY = middle + face + 8, middle - 2 * face - 8, v.RY
    v.LV, v.RV = left, right
    v.arm[RIGHT] = v.arm[LEFT] = 0


def place_right(m: Machine, v: Variables) -> None:
    """Place F% and S% at the right end."""
    if v.s.big:
        X, Y = (FACE * way for way in ROADS[RIGHT][v.arm[RIGHT]])
        draw_big(m, v.RX, v.RY, X, Y, (v.F, v.S))
        v.RX += X * 17 // 8
        v.RY += Y * 17 // 8
        v.RV = v.S
    else:
        dominoes.PROCRIGHT(m, v)
    v.arm[RIGHT] += 1


def place_left(m: Machine, v: Variables) -> None:
    """Place F% and S% at the left end."""
    if v.s.big:
        X, Y = (FACE * way for way in ROADS[LEFT][v.arm[LEFT]])
        draw_big(m, v.LX, v.LY, X, Y, (v.F, v.S))
        v.LX += X * 17 // 8
        v.LY += Y * 17 // 8
        v.LV = v.S
    else:
        dominoes.PROCLEFT(m, v)
    v.arm[LEFT] += 1


PLACE = {RIGHT: place_right, LEFT: place_left}


def draw_line(m: Machine, v: Variables) -> None:
    """Draw the whole line again."""
    E, F, S = v.E, v.F, v.S
    for laid in v.line:
        v.E, v.F, v.S = laid
        if v.E:
            PLACE[v.E](m, v)
        else:
            first_domino(m, v, v.F, v.S)
    v.E, v.F, v.S = E, F, S


def turned(v: Variables, d: int, end: int) -> tuple[int, int]:
    """The faces of a domino laid at an end: the one that touches the line, and the other."""
    first = v.RV if end == RIGHT else v.LV
    return first, sum(PAIRS[d]) - first


def show_ghost(m: Machine, v: Variables, d: int, end: int) -> None:
    """Show a domino in yellow where it would lie at this end, and make that place something to click on."""
    before = v.RX, v.RY, v.RV, v.LX, v.LY, v.LV, v.F, v.S
    x, y = (v.RX, v.RY) if end == RIGHT else (v.LX, v.LY)
    v.F, v.S = turned(v, d, end)
    PLACE[end](m, v)
    v.arm[end] -= 1
    X, Y = (v.RX - x, v.RY - y) if end == RIGHT else (v.LX - x, v.LY - y)
    v.RX, v.RY, v.RV, v.LX, v.LY, v.LV, v.F, v.S = before
    face = FACE if v.s.big else 32
    ghost = x, y, face * ((X > 0) - (X < 0)), face * ((Y > 0) - (Y < 0))
    v.ghosts.append(ghost)
    cover(m, v, ghost, 2, YELLOW)
    left, bottom = min(x, x + ghost[2]), min(y, y + ghost[3]) - face
    v.zones[AT[end]] = left, bottom, left + face + abs(ghost[2]), bottom + face + abs(ghost[3])


def remove_ghosts(m: Machine, v: Variables) -> None:
    """Take away what is shown and not laid."""
    for ghost in v.ghosts:
        cover(m, v, ghost, 0, BLACK)
    forget_ghosts(v)


def forget_ghosts(v: Variables) -> None:
    """What was shown is laid, or wiped out: it cannot be clicked on any more."""
    v.ghosts.clear()
    for end in (RIGHT, LEFT):
        v.zones.pop(AT[end], None)


def cover(m: Machine, v: Variables, ghost: tuple[int, int, int, int], action: int, colour: int) -> None:
    """Paint over both faces of a domino, with one of GCOL's actions: 2, AND, makes what is white another colour."""
    x, y, X, Y = ghost
    m.gcol(action, colour)
    if v.s.big:
        bar(m, *bounds(x, y, X, Y))
        return
    m.vdu(5)
    for times in (0, 1):
        m.move(x + times * X, y + times * Y)
        m.vdu(252)
    m.vdu(4)


# the whole table


def draw_hands(m: Machine, v: Variables) -> None:
    """Draw both hands, what stands around them, and the count of numbers if it is wanted."""
    draw_head(m, v)
    draw_hand(m, v, 1)
    draw_hand(m, v, 2)
    show_counts(m, v)


def show_buttons(m: Machine, v: Variables) -> None:
    """The buttons of a game."""
    if v.s.players == WATCHING:
        buttons(m, v, "Menu")
    else:
        draw = v.table.rules.draws and v.T > 0
        buttons(m, v, "Draw" if draw else "Knock", "Hint", "Undo", "Redo", "Sort", "Count", "Menu")


def clear(m: Machine, v: Variables) -> None:
    """Clear the whole screen; nothing is to be clicked on any more."""
    m.vdu(26)
    m.cls()
    v.zones.clear()
    v.ghosts.clear()


def draw_table(m: Machine, v: Variables) -> None:
    """Draw everything again."""
    clear(m, v)
    dominoes.PROCDRAW_FIELD(m, v)
    show_buttons(m, v)
    draw_line(m, v)
    draw_hands(m, v)


# the count


def draw_counts(m: Machine, v: Variables) -> None:
    """In the middle of the table: where the seven dominoes of each number are, as far as the player in front knows."""
    view = v.table.seen_by(in_front(v), hand(v, in_front(v)))
    mine = sum(1 << d for d in view.hand)
    rows = (
        ("On the table", [(ALL & ~view.unseen & ~mine & suit).bit_count() for suit in SUITS]),
        ("In your hand", [(mine & suit).bit_count() for suit in SUITS]),
        ("Not seen yet", [(view.unseen & suit).bit_count() for suit in SUITS]),
        ("Other may have", [most(view, suit) for suit in SUITS]),
    )
    m.colour(YELLOW)
    m.print(tab(5, 11), "Dominoes with  ", *(f"{number:2}" for number in range(NUMBERS)), end="")
    m.colour(WHITE)
    for line, (what, counts) in enumerate(rows):
        m.print(tab(5, 13 + line), what, spc(15 - len(what)), *(f"{count:2}" for count in counts), end="")
    m.print(tab(5, 18), f"Stock {view.stock}, the other has {len(view.other)}", spc(2), end="")


def most(view: View, suit: int) -> int:
    """How many of these the other may have at the most."""
    return min((view.unseen & suit).bit_count(), sum(1 for possible in view.other if possible & suit))


def show_counts(m: Machine, v: Variables) -> None:
    """The same if it is wanted, and there is room for it."""
    if v.counts and v.line and v.s.players == ALONE and not v.s.big:
        draw_counts(m, v)


def erase_counts(m: Machine) -> None:
    """Clear the middle of the table."""
    for row in to(11, 18):
        m.print(tab(5, row), spc(30), end="")
