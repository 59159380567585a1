"""The screen of Dominoes Plus: hands, line, buttons, messages; and what a click means."""

from retro import Machine
from retro.basic import CLICK, chr_s, coloured, date_text, spc, tab, tall, to

from .. import dominoes
from ..dominoes_edition import STAND_INS
from .rules.big_layout import FACE, ROADS, pips, terminal_pictures
from .rules.domino_set import DOMINOES, LEFT, NO_NUMBER, PAIRS, RIGHT, SPOTS
from .rules.settings import ALONE, DAILY_LEVEL, TOGETHER, WATCHING, match_winner
from .variables import Hint, Variables, domino_at, is_person, with_subject

BLACK, RED, YELLOW, WHITE = range(4)
BUTTONS = 8  # row
BACK, PIP = 252, 253  # characters: the back of half a domino, a spot of a big one
# As text, big dominoes have no sign for their plain white; nor for a blank upright half, which looks like part of a 5.
BIG_STAND_INS = {**STAND_INS, BACK: "", 224: "", 238: ""}
KEYS = {-1: "TIMEOUT", 13: "RETURN", 32: "RETURN", 127: "DELETE", 136: "LEFT", 137: "RIGHT", 138: "DOWN", 139: "UP"}
PREVIEW_WORDS = {RIGHT: "@1", LEFT: "@2"}  # the words of the places at the ends; those of a hand are #1, #2, …
DIGITS = "1234567890"
CHOOSING = (("1-9", "choose a domino"), ("LEFT", "mark one"), ("RIGHT", "mark one"), ("RETURN", "play it"))
GILD_TIME = 4  # centiseconds a domino
COLUMNS = 0, 1, 22  # where the hands of players 1 and 2 begin, side by side
MOST_BESIDE = 6  # dominoes of a hand that fit so
MOST_BIG = 7  # big ones that fit
Preview = tuple[int, int, int, int]  # where a domino lies: x, y, X, Y of `draw_big`
ORDERS = {"": (0,) * DOMINOES, "spots": tuple(-spots for spots in SPOTS), "numbers": tuple(range(0, -DOMINOES, -1))}
"""The orders of a hand, each a sort key for every domino."""


# words


def show_message(m: Machine, v: Variables, text: str) -> None:
    """Print a message in row MY%."""
    m.print(tab(0, v.MY), spc(40), tab(1, v.MY), text, end="")


# what can be clicked


def add_click_area(v: Variables, word: str, column: int, row: int, wide: int, tall: int = 1) -> None:
    """Let a click on these character cells mean a word."""
    v.click_areas[word] = 32 * column, 800 - 32 * (row + tall), 32 * (column + wide), 800 - 32 * row


def buttons(m: Machine, v: Variables, *words: str, question: str = "") -> None:
    """Print a question and after it buttons, each with the letter that does the same."""
    for word in ("RETURN", *(word[0] for word in v.buttons)):
        v.click_areas.pop(word, None)
    v.buttons = words
    m.keys = [(word[0], word.lower() if word[1:] else "help") for word in words]
    m.print(tab(0, BUTTONS), spc(40), tab(1, BUTTONS), question, end="")
    for word in words:
        add_click_area(v, word[0], m.pos, BUTTONS, len(word))
        m.print(coloured(YELLOW, word[0]), word[1:], " ", end="")


def show_hint(m: Machine, v: Variables, hint: Hint) -> None:
    """Print what a move leads to, or why, and instead of the buttons the move; a click on that means RETURN."""
    show_message(m, v, hint.reason if hint.told_why else hint.consequence)
    buttons(m, v, "H: ends?" if hint.told_why else "H: why?", question=coloured(YELLOW, hint.proposal) + spc(2))
    add_click_area(v, "RETURN", 1, BUTTONS, len(hint.proposal))
    m.keys = [("RETURN", "play it"), ("H", "why")]


def read_word(m: Machine, v: Variables, timeout: int | None = None) -> str:
    """Wait for a key or a click; return a character, a name of KEYS or the word of a click area, else "".

    timeout: centiseconds after which "TIMEOUT" is returned; None: wait for ever.
    """
    code = m.get() if timeout is None else m.inkey(timeout)
    if code == CLICK:
        x, y, _ = m.mouse()
        inside = (word for word, (x1, y1, x2, y2) in v.click_areas.items() if x1 <= x < x2 and y1 <= y < y2)
        return next(inside, "")
    return KEYS.get(code) or (chr_s(code).upper() if 32 < code < 127 else "")


# hands


def shown_order(v: Variables, player: int) -> list[int]:
    """Return the slots of a hand in the order in which they are shown."""
    slots = list(range(1, v.N[player] + 1))
    if player == 1 or v.settings.players == TOGETHER:
        slots.sort(key=lambda slot: ORDERS[v.sort_order][domino_at(v, player, slot)])
    return slots


def front_player(v: Variables) -> int:
    """Return the player whose hand is shown where there is room for only one."""
    return v.P if v.settings.players == TOGETHER and v.P else 1


def needs_full_width(v: Variables) -> bool:
    """Return whether there is no room for both hands side by side."""
    return max(v.N[1:]) > MOST_BESIDE or v.settings.big > 0


def shows_faces(v: Variables, player: int) -> bool:
    """Return whether the faces of this hand are shown."""
    if v.settings.players == TOGETHER and not v.over:
        return player == v.P and not v.hidden
    return v.over or v.settings.players == WATCHING or player == 1 or v.settings.cheat > 0


def draw_head(m: Machine, v: Variables) -> None:
    """Clear the rows of the hands and print stock, ends and score, and the labels of the hands."""
    for word in [word for word in v.click_areas if word.startswith("#")]:
        del v.click_areas[word]
    for row in to(0, 5 if v.over else 4):
        m.print(tab(0, row), spc(40), end="")
    if v.over:
        text, note = result(v).upper(), match_text(v) if v.settings.is_match else v.news
        column = 1 if note else 20 - len(text) // 2
        m.print(tab(column, 0), coloured(YELLOW, tall(text)), tab(39 - len(note), 0), note, end="")
        return
    m.print(tab(1, 0), "Stock ", v.T, end="")
    if v.settings.is_match:
        m.print(tab(11, 0), match_text(v), end="")
    elif v.ledger.left != NO_NUMBER:
        m.print(tab(11, 0), "Ends ", v.ledger.left, " ", v.ledger.right, end="")
    if v.today:
        m.print(tab(1, 1), coloured(YELLOW, f"Today's game, {date_text(v.day)}, level {DAILY_LEVEL}"), end="")
    if not needs_full_width(v):
        m.print(tab(COLUMNS[1], v.HY - 1), label(v, 1), tab(COLUMNS[2], v.HY - 1), label(v, 2), end="")


def result(v: Variables) -> str:
    """Return who has won the game, or the match."""
    match = " the match" if match_winner(v.settings, v.score) else ""
    return with_subject(v, v.P, "win", "win", "wins") + match if v.P else "A draw"


def match_text(v: Variables) -> str:
    """Return the score of the match."""
    return f"Match {v.score[1]}:{v.score[2]}"


def label(v: Variables, player: int) -> str:
    """Return the label above a hand."""
    owner = ("YOUR HAND", "MY HAND")[player - 1] if v.settings.players == ALONE else f"PLAYER {player}"
    level = (v.settings.other_level, v.settings.level)[player - 1]
    return owner if is_person(v, player) else f"{owner}  level {level}"


def draw_hand(m: Machine, v: Variables, player: int) -> None:
    """Draw a hand, as large and where the room allows: beside the other, or the front player's over the whole width."""
    if v.over:
        draw_final_hand(m, v, player)
    elif not needs_full_width(v):
        draw_row(m, v, player, COLUMNS[player], v.HY)
    elif player != front_player(v) and v.N[player] <= MOST_BESIDE:
        draw_row(m, v, player, COLUMNS[2], 0)
    elif player != front_player(v):
        m.print(tab(COLUMNS[2], 0), with_subject(v, player, "hold", "hold", "holds"), " ", v.N[player], end="")
    elif v.settings.big and v.N[player] <= MOST_BIG:
        draw_big_hand(m, v, player, 1, v.HY - 1)
    else:
        draw_row(m, v, player, 1, v.HY)


def draw_final_hand(m: Machine, v: Variables, player: int) -> None:
    """Draw what is left of a hand at the end of a game: beside the other, or a long or big one in rows of its own."""
    owner = ("You", "I")[player - 1] if v.settings.players == ALONE else f"P{player}"
    big = v.settings.big and max(v.N[1:]) <= MOST_BIG
    beside = not big and max(v.N[1:]) < MOST_BESIDE
    column, row = (COLUMNS[player], 4) if beside else (1, 2 * player)
    m.print(tab(column, row), owner, end="")
    if big:
        draw_big_hand(m, v, player, 5, row)
    else:
        draw_row(m, v, player, column + len(owner) + 1, row)


def draw_row(m: Machine, v: Variables, player: int, column: int, row: int) -> None:
    """Draw a hand of small dominoes, with spaces if there is room for them; of a very long one the part marked."""
    slots, room = shown_order(v, player), 40 - column
    pitch = 3 if 3 * len(slots) <= room else 2
    first = max(0, v.marked - room // pitch)
    for index, slot in list(enumerate(slots))[first : first + room // pitch]:
        x = column + pitch * (index - first)
        if shows_faces(v, player):
            faces = coloured(BLACK, chr_s(245 + v.L[player][slot]) + chr_s(231 + v.R[player][slot]))
            m.print(tab(x, row), coloured(128 + WHITE, faces, 128), end="")
        else:
            m.print(tab(x, row), coloured(RED, 2 * chr_s(BACK)), end="")
        if is_selectable(v, player):
            draw_digit(m, v, index, x, row, 2)


def is_selectable(v: Variables, player: int) -> bool:
    """Return whether a person may choose from this hand now."""
    return is_person(v, player) and not v.over and (v.settings.players == ALONE or (player == v.P and not v.hidden))


def draw_digit(m: Machine, v: Variables, index: int, column: int, row: int, wide: int) -> None:
    """Draw the digit below a domino, in reverse if it is marked; a click on either chooses the domino."""
    digit = f"{DIGITS} "[min(index, len(DIGITS))]
    marked = coloured(128 + YELLOW, coloured(BLACK, digit), 128)
    m.print(tab(column, v.HY + 1), marked if index + 1 == v.marked else digit, end="")
    add_click_area(v, f"#{index + 1}", column, row, wide, v.HY + 2 - row)


def draw_big_hand(m: Machine, v: Variables, player: int, left: int, row: int) -> None:
    """Draw a hand of big dominoes in two rows, and during the game the digits and their numbers below them."""
    for index, slot in enumerate(shown_order(v, player)):
        column = left + 5 * index
        faces = (v.L[player][slot], v.R[player][slot]) if shows_faces(v, player) else None
        draw_big(m, 32 * column, 799 - 32 * row, FACE, 0, faces)
        if faces and not v.over:
            m.print(tab(column + 1, v.HY + 1), coloured(RED, f" {faces[0]}{faces[1]}"), end="")
        if is_selectable(v, player):
            draw_digit(m, v, index, column, row, 4)


# big dominoes


def define_spot(m: Machine) -> None:
    """Define the spot of a big domino, and what a terminal shows for several of them."""
    m.vdu(23, PIP, 224, 224, 224, 0, 0, 0, 0, 0)
    m.screen.pictures = terminal_pictures()


def bar(m: Machine, x: int, y: int, wide: int, tall: int) -> None:
    """Draw a filled rectangle, all in graphics units; x, y: its top left corner."""
    m.move(x, y)
    m.move(x + wide - 1, y)
    m.plot(85, x, y - tall + 1)
    m.plot(85, x + wide - 1, y - tall + 1)


def bounds(x: int, y: int, X: int, Y: int) -> tuple[int, int, int, int]:
    """Return left, top, width and height of a big domino; x, y, X, Y as in `draw_big`."""
    wide, tall = (60, 128) if Y else (128, 60)
    return min(x, x + X), max(y, y + Y), wide, tall


def draw_big(m: Machine, x: int, y: int, X: int, Y: int, faces: tuple[int, int] | None) -> None:
    """Draw a big domino, all in graphics units.

    x, y: the top left corner of its first face; X, Y: the offset of the second face; faces: None for its back.
    """
    left, top, wide, tall = bounds(x, y, X, Y)
    m.gcol(0, WHITE if faces else RED)
    bar(m, left, top, wide, tall)
    if faces is None:
        return
    m.gcol(0, RED)
    upright = Y != 0
    bar(m, left + (8 if upright else 60), top - (60 if upright else 8), *((44, 8) if upright else (8, 44)))
    m.gcol(0, WHITE)  # a gap in the middle: a terminal would take part of a whole bar for the character |
    bar(m, left + (28 if upright else 60), top - (60 if upright else 28), *((4, 8) if upright else (8, 4)))
    m.gcol(0, BLACK)
    first, second = faces if X > 0 or Y < 0 else faces[::-1]
    m.vdu(5)
    draw_pips(m, first, left, top, upright)
    draw_pips(m, second, left + (0 if upright else 68), top - (68 if upright else 0), upright)
    m.vdu(4)


def draw_pips(m: Machine, number: int, x: int, y: int, upright: bool) -> None:
    """Draw the spots of half a big domino; x, y: the top left corner of that half."""
    for column, row in pips(number, upright):
        m.move(x + 4 + 20 * column, y - 4 - 20 * row)
        m.vdu(PIP)


# the line


def first_domino(m: Machine, v: Variables, left: int, right: int) -> Preview:
    """Draw the opening domino in the middle of the bottom: set RV%, LV%, RX%, RY%, LX%, LY%. Return where it lies."""
    face, middle = FACE if v.settings.big else 32, v.SX + v.FL // 2
    v.RY = v.SY + face - 1
    if v.settings.big:
        draw_big(m, middle - face, v.RY, face, 0, (left, right))
    else:
        draw_small(m, middle - face, v.RY, face, 0, (245 + left, 231 + right))
    v.RX, v.LX, v.LY = middle + face + 8, middle - 2 * face - 8, v.RY
    v.LV, v.RV = left, right
    v.arm_lengths[RIGHT] = v.arm_lengths[LEFT] = 0
    return middle - face, v.RY, face, 0


def draw_small(m: Machine, x: int, y: int, X: int, Y: int, codes: tuple[int, int]) -> None:
    """Draw a small domino, given as two characters, as the original's PROCPLOT does; x, y, X, Y as in `draw_big`."""
    m.vdu(5)
    for colour, (first, second) in ((WHITE, (BACK, BACK)), (BLACK, codes)):
        m.gcol(0, colour)
        m.move(x, y)
        m.vdu(first)
        m.move(x + X, y + Y)
        m.vdu(second)
    m.vdu(4)


def place_domino(m: Machine, v: Variables, end: int) -> Preview:
    """Draw F% and S% at an end, and move that end on. Return where the domino lies."""
    left, top = next_place(v, end)
    if v.settings.big:
        x, y = next_place(v, end)
        X, Y = direction(v, end)
        draw_big(m, x, y, X, Y, (v.F, v.S))
        move_end(v, end, (x + X * 17 // 8, y + Y * 17 // 8), v.S)
    else:
        (dominoes.PROCRIGHT if end == RIGHT else dominoes.PROCLEFT)(m, v)
        draw_small(m, v.X, v.Y, v.DX, v.DY, (v.A + v.F, v.B + v.S))
    v.arm_lengths[end] += 1
    across, up = (new - old for new, old in zip(next_place(v, end), (left, top)))
    face = FACE if v.settings.big else 32
    return left, top, face * ((across > 0) - (across < 0)), face * ((up > 0) - (up < 0))


def next_place(v: Variables, end: int) -> tuple[int, int]:
    """Return the top left corner of the next domino's first face at an end, graphics units."""
    return (v.RX, v.RY) if end == RIGHT else (v.LX, v.LY)


def move_end(v: Variables, end: int, place: tuple[int, int], number: int) -> None:
    """Set the next place at an end, and the number there."""
    if end == RIGHT:
        (v.RX, v.RY), v.RV = place, number
    else:
        (v.LX, v.LY), v.LV = place, number


def direction(v: Variables, end: int) -> tuple[int, int]:
    """Return the offset of the second face of the next big domino at an end, graphics units."""
    across, up = ROADS[end][min(v.arm_lengths[end], len(ROADS[end]) - 1)]
    return FACE * across, FACE * up


def draw_line(m: Machine, v: Variables, notes: bool = False) -> None:
    """Draw the whole line, in gold if a person has won; notes: domino by domino, with rising notes."""
    gold, before = v.over and v.P > 0 and is_person(v, v.P), (v.E, v.F, v.S)
    for number, laid in enumerate(v.line):
        v.E, v.F, v.S = laid
        place = place_domino(m, v, v.E) if v.E else first_domino(m, v, v.F, v.S)
        if gold:
            paint_over(m, v, place, 2, YELLOW)
        if gold and notes:
            m.sound(1, -10, 53 + 4 * number, 1)
            end = m.time + GILD_TIME
            while m.time < end:
                pass
    v.E, v.F, v.S = before


def oriented(v: Variables, d: int, end: int) -> tuple[int, int]:
    """Return the faces of a domino laid at an end: the one that touches the line, and the other."""
    first = v.RV if end == RIGHT else v.LV
    return first, sum(PAIRS[d]) - first


def show_preview(m: Machine, v: Variables, d: int, end: int) -> None:
    """Show a domino in yellow where it would lie at this end, and make the place a click area."""
    (x, y), faces, (number, other) = next_place(v, end), (v.F, v.S), oriented(v, d, end)
    v.F, v.S = number, other
    preview = place_domino(m, v, end)
    v.arm_lengths[end] -= 1
    move_end(v, end, (x, y), number)
    v.F, v.S = faces
    face = FACE if v.settings.big else 32
    v.previews.append(preview)
    paint_over(m, v, preview, 2, YELLOW)
    left, bottom = min(x, x + preview[2]), min(y, y + preview[3]) - face
    v.click_areas[PREVIEW_WORDS[end]] = left, bottom, left + face + abs(preview[2]), bottom + face + abs(preview[3])


def remove_previews(m: Machine, v: Variables) -> None:
    """Erase the previews."""
    for preview in v.previews:
        paint_over(m, v, preview, 0, BLACK)
    forget_previews(v)
    draw_ends(m, v)


def forget_previews(v: Variables) -> None:
    """Forget previews that are overdrawn, and their click areas."""
    v.previews.clear()
    for end in (RIGHT, LEFT):
        v.click_areas.pop(PREVIEW_WORDS[end], None)


def paint_over(m: Machine, v: Variables, preview: Preview, action: int, colour: int) -> None:
    """Paint over a domino with an action of GCOL: 2 (AND) turns white into the colour and keeps the spots."""
    x, y, X, Y = preview
    m.gcol(action, colour)
    if v.settings.big:
        bar(m, *bounds(x, y, X, Y))
        return
    m.vdu(5)
    for times in (0, 1):
        m.move(x + times * X, y + times * Y)
        m.vdu(BACK)
    m.vdu(4)


# the open ends


def draw_ends(m: Machine, v: Variables) -> None:
    """Print the number of each end where the next domino will touch it: in its outline if big, else on yellow."""
    for end, number in ((RIGHT, v.RV), (LEFT, v.LV)) if v.line and not v.over else ():
        x, y = next_place(v, end)
        m.gcol(0, YELLOW)
        m.vdu(5)
        if v.settings.big:
            X, Y = direction(v, end)
            outline(m, *bounds(x, y, X, Y))
            x, y = x + (16 if X else 14), y - 16
        else:
            m.move(x, y)
            m.vdu(BACK)
            m.gcol(0, BLACK)
        m.move(x, y)
        m.vdu(48 + number, 4)


def erase_ends(m: Machine, v: Variables) -> None:
    """Erase the marks of both ends."""
    for end in (RIGHT, LEFT):
        offset = direction(v, end) if v.settings.big else (0, 0)
        paint_over(m, v, (*next_place(v, end), *offset), 0, BLACK)


def outline(m: Machine, x: int, y: int, wide: int, tall: int) -> None:
    """Draw a rectangle in graphics units; x, y: its top left corner."""
    right, bottom = x + wide - 4, y - tall + 4
    m.move(x, y)
    for corner in ((right, y), (right, bottom), (x, bottom), (x, y)):
        m.draw(*corner)


# the whole table


def draw_hands(m: Machine, v: Variables) -> None:
    """Draw the head and both hands."""
    draw_head(m, v)
    draw_hand(m, v, 1)
    draw_hand(m, v, 2)


def show_buttons(m: Machine, v: Variables) -> None:
    """Show the buttons of a game."""
    if v.settings.players == WATCHING:
        buttons(m, v, "Menu", "?")
    else:
        draw = v.ledger.rules.draws and v.T > 0
        buttons(m, v, "Draw" if draw else "Knock", "Hint", "Undo", "Redo", "Sort", "Count", "Menu", "?")
        m.keys = [*CHOOSING, *m.keys]


def clear(m: Machine, v: Variables) -> None:
    """Clear the whole screen and all click areas."""
    m.vdu(26)
    m.cls()
    m.screen.stand_ins.update(BIG_STAND_INS if v.settings.big else STAND_INS)
    v.click_areas.clear()
    v.previews.clear()


def draw_frame(m: Machine, v: Variables) -> None:
    """Draw the boundary of the playing area."""
    m.gcol(0, YELLOW)
    outline(m, v.SX - 16, v.SY + v.FB + 12, v.FL + 32, v.FB + 32)


def draw_table(m: Machine, v: Variables) -> None:
    """Draw the whole screen of a game."""
    clear(m, v)
    draw_frame(m, v)
    show_buttons(m, v)
    draw_line(m, v)
    draw_ends(m, v)
    draw_hands(m, v)
