"""The screen of Dominoes Plus: hands, line, buttons, messages, and the effects of clicks."""

from retro import Machine
from retro.basic import chr_s, coloured, date_text, spc, tab, tall, to

from .. import dominoes
from ..dominoes_edition import STAND_INS
from ..dominoes_sitting import draw_domino as draw_small
from ..dominoes_sitting import print_row
from .rules.big_layout import FACE, OPENING, ROADS, STEP, pips
from .rules.domino_set import DOMINOES, LEFT, NO_NUMBER, PAIRS, RIGHT, SPOTS
from .rules.settings import ALONE, TOGETHER, WATCHING, match_winner
from .variables import Hint, Variables, domino_at, is_person, with_subject

# What each turn begins with: keys and what they do.
MARK_KEYS = (
    ("1-9", "choose a domino"),
    ("LEFT", "mark one; the left end"),
    ("RIGHT", "mark one; the right end"),
    ("RETURN", "play it, or the hint"),
)
BLACK, RED, YELLOW, WHITE = range(4)
BUTTONS = 8  # row
BACK, PIP = 252, 253  # characters: the back of half a domino, a spot of a big one
# As text, big dominoes have no sign for their plain white; nor for a blank upright half, which looks like part of a 5.
BIG_STAND_INS = {**STAND_INS, BACK: "", 224: "", 238: ""}
PREVIEW_WORDS = {RIGHT: "@1", LEFT: "@2"}  # the words of the places at the ends; those of a hand are #1, #2, …
DIGITS = "1234567890"
COLUMNS = 0, 1, 22  # where the hands of players 1 and 2 begin, side by side
MOST_BESIDE = 6  # dominoes of a hand that fit beside the other one
MOST_BIG = 7  # big dominoes that fit into the width
PICTURE = (6, 4), (4, 1), (1, 1), (1, 3), (3, 5), (5, 5), (5, 0), (0, 2), (2, 6)  # of the front page
PIP_SHAPE = (224, 224, 224, 0, 0, 0, 0, 0)
SMALL_FACE = 32  # graphics units
CODES = {(32, 0): (245, 231), (0, 32): (238, 224), (-32, 0): (231, 245)}  # blank faces, by where the second one lies
# Where a domino lies: the top left corner of its first face, and from there to that of the second; graphics units.
Place = tuple[int, int, int, int]
ORDERS = {
    "as it was drawn": (0,) * DOMINOES,
    "by spots": tuple(-spots for spots in SPOTS),
    "by numbers": tuple(range(0, -DOMINOES, -1)),
}
"""The ways to sort a hand: for each the sort keys of all dominoes, by their numbers."""


# what can be clicked


def buttons(m: Machine, v: Variables, *words: str, question: str = "") -> None:
    """Print a question and buttons after it, each with the letter of its key."""
    for word in ("RETURN", *(word[0] for word in v.buttons)):
        v.click_areas.pop(word, None)
    v.buttons = words
    m.keys = [(word[0], word.lower() if word[1:] else "help") for word in words] or [("SPACE", "go on")]
    m.print(tab(0, BUTTONS), spc(40), tab(1, BUTTONS), question, end="")
    for word in words:
        v.click_areas.add_cells(word[0], m.pos, BUTTONS, len(word))
        m.print(coloured(YELLOW, word[0]), word[1:], " ", end="")


def show_hint(m: Machine, v: Variables, hint: Hint) -> None:
    """Print a hint's first sentence, and the move as a button for RETURN."""
    v.hint = hint
    proposal, (sentence, button), _ = hint
    print_row(m, v.MY, sentence)
    buttons(m, v, button, question=coloured(YELLOW, proposal) + spc(2))
    v.click_areas.add_cells("RETURN", 1, BUTTONS, len(proposal))
    m.keys = [("RETURN", "play it"), ("H", "why")]


# hands


def shown_order(v: Variables, player: int) -> list[int]:
    """Return the slots of a hand in the order of display."""
    slots = list(range(1, v.N[player] + 1))
    if player == 1 or v.players == TOGETHER:
        slots.sort(key=lambda slot: [*ORDERS.values()][v.sort_order][domino_at(v, player, slot)])
    return slots


def front_player(v: Variables) -> int:
    """Return the player whose hand is shown if there is room for only one."""
    return v.P if v.players == TOGETHER and v.P else 1


def needs_full_width(v: Variables) -> bool:
    """Return whether there is no room for both hands side by side."""
    return max(v.N[1:]) > MOST_BESIDE or v.settings.big > 0


def shows_faces(v: Variables, player: int) -> bool:
    """Return whether the faces of this hand are shown."""
    if v.players == TOGETHER and not v.over:
        return player == v.P and not v.hidden
    return v.over or v.players == WATCHING or player == 1 or v.settings.cheat > 0


def draw_head(m: Machine, v: Variables) -> None:
    """Clear the rows of the hands; print the stock, the day or the score, and whose the hands are."""
    for word in [word for word in v.click_areas if word.startswith("#")]:
        del v.click_areas[word]
    for row in to(0, 5):
        m.print(tab(0, row), spc(40), end="")
    match = f"Match {v.score[1]}:{v.score[2]}" if v.settings.match else ""
    if v.over:
        text, note = result(v).upper(), match or v.news
        column = 1 if note else 20 - len(text) // 2
        m.print(tab(column, 0), coloured(YELLOW, tall(text)), tab(39 - len(note), 0), note, end="")
        return
    game = date_text(v.front.day) if v.today else match
    beside = needs_full_width(v) and v.N[front_player(v)] <= MOST_BESIDE and not match
    column, row = (33, 2) if beside else (29 - len(game), 5)
    m.print(tab(column, row), coloured(YELLOW, game), tab(31, 4 if beside else 5), "Stock ", v.T, end="")
    for player in (1, 2):
        owner = ("YOUR HAND", "MY HAND")[player - 1] if v.players == ALONE else f"PLAYER {player}"
        column, row = COLUMNS[player], v.HY - 1
        if needs_full_width(v):
            column, row = 1 if player == front_player(v) else COLUMNS[2] - 1 - len(owner), 0
        elif not is_person(v, player):
            owner += f"  level {(v.settings.other + 1, v.level)[player - 1]}"
        m.print(tab(column, row), owner, end="")


def result(v: Variables) -> str:
    """Return who has won the game, or the match."""
    match = " the match" if match_winner(v.settings, v.score) else ""
    return with_subject(v, v.P, "win", "win", "wins") + match if v.P else "A draw"


def draw_hand(m: Machine, v: Variables, player: int) -> None:
    """Draw a hand as large as possible: beside the other hand, or the front player's in the full width.

    Below each domino that a person may choose its digit is printed, in reverse if the domino is marked; a click chooses
    it.
    """
    column, row, big = COLUMNS[player], v.HY, False
    if v.over:
        owner = ("You", "I")[player - 1] if v.players == ALONE else f"P{player}"
        big = v.settings.big > 0 and max(v.N[1:]) <= MOST_BIG
        column, row = (1, 2 * player) if big or max(v.N[1:]) >= MOST_BESIDE else (column, 4)
        m.print(tab(column, row), owner, end="")
        column += 4 if big else len(owner) + 1
    elif not needs_full_width(v):
        pass
    elif player == front_player(v):
        big = v.settings.big > 0 and v.N[player] <= MOST_BIG
        column, row = 1, v.HY - big
    elif v.N[player] > MOST_BESIDE:
        m.print(tab(COLUMNS[2], 0), with_subject(v, player, "hold", "hold", "holds"), " ", v.N[player], end="")
        return
    else:
        column, row = COLUMNS[2], 0
    slots = shown_order(v, player)
    pitch = 5 if big else 3 if column + 3 * len(slots) <= 40 else 2
    room = (40 - column) // pitch
    first = max(0, v.marked - room)  # of a very long hand the part that is marked is shown
    mine = v.players == ALONE or (player == v.P and not v.hidden)
    for index, slot in list(enumerate(slots))[first : first + room]:
        x, left, right = column + pitch * (index - first), v.L[player][slot], v.R[player][slot]
        if big:
            draw_big(m, 32 * x, 799 - 32 * row, FACE, 0, (left, right) if shows_faces(v, player) else None)
            if shows_faces(v, player) and not v.over:
                m.print(tab(x + 1, v.HY + 1), coloured(RED, f" {left}{right}"), end="")
        elif shows_faces(v, player):
            faces = coloured(BLACK, chr_s(245 + left) + chr_s(231 + right))
            m.print(tab(x, row), coloured(128 + WHITE, faces, 128), end="")
        else:
            m.print(tab(x, row), coloured(RED, 2 * chr_s(BACK)), end="")
        if is_person(v, player) and mine and not v.over:
            digit = f"{DIGITS} "[min(index, len(DIGITS))]
            marked = coloured(128 + YELLOW, coloured(BLACK, digit), 128)
            m.print(tab(x, v.HY + 1), marked if index + 1 == v.marked else digit, end="")
            v.click_areas.add_cells(f"#{index + 1}", x, row, 4 if big else 2, v.HY + 2 - row)


# big dominoes


def bar(m: Machine, x: int, y: int, wide: int, tall: int) -> None:
    """Draw a filled rectangle in graphics units. x, y: its top left corner."""
    m.move(x, y)
    m.move(x + wide - 1, y)
    m.plot(85, x, y - tall + 1)
    m.plot(85, x + wide - 1, y - tall + 1)


def bounds(x: int, y: int, X: int, Y: int) -> tuple[int, int, int, int]:
    """Return left, top, width and height of a big domino; the arguments are as in `draw_big`."""
    long, short = (2 * FACE, FACE - 4) if FACE in (abs(X), abs(Y)) else (2 * SMALL_FACE, SMALL_FACE)
    return min(x, x + X), max(y, y + Y), *((short, long) if Y else (long, short))


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
    halves = (first, left, top), (second, left + (0 if upright else 68), top - (68 if upright else 0))
    m.vdu(5)
    for number, x, y in halves:
        for column, row in pips(number, upright):
            m.move(x + 4 + 20 * column, y - 4 - 20 * row)
            m.vdu(PIP)
    m.vdu(4)


# the line


def places(m: Machine, v: Variables) -> tuple[list[Place], dict[int, Place]]:
    """Return the positions of the line's dominoes, and the position of the next domino at each end."""
    face, middle = FACE if v.settings.big else SMALL_FACE, v.SX + v.FL // 2
    roads = {end: iter(road) for end, road in ROADS.items()}
    y = v.SY + face - 1 + (OPENING if v.settings.big else 0)
    corners = {RIGHT: (middle + face + 8, y), LEFT: (middle - 2 * face - 8, y)}
    small = dominoes.Variables(SX=v.SX, SY=v.SY, FL=v.FL, FB=v.FB)
    (small.RX, small.RY), (small.LX, small.LY) = corners[RIGHT], corners[LEFT]

    def next_place(end: int) -> Place:
        if not v.settings.big:
            (dominoes.PROCRIGHT if end == RIGHT else dominoes.PROCLEFT)(m, small)
            return small.X, small.Y, small.DX, small.DY
        (x, y), (across, up) = corners[end], next(roads[end], ROADS[end][-1])
        corners[end] = x + STEP * across, y + STEP * up
        return x, y, FACE * across, FACE * up

    lying = [(middle - face, y, face, 0), *(next_place(end) for end, _, _ in v.line[1:])]
    return lying, {end: next_place(end) for end in (RIGHT, LEFT)}


def draw_domino(m: Machine, v: Variables, place: Place, faces: tuple[int, int]) -> None:
    """Draw a domino on the table; a small one as the original's PROCPLOT does."""
    if v.settings.big:
        draw_big(m, *place, faces)
        return
    outer, inner = CODES[place[2:]]
    draw_small(m, *place, outer + faces[0], inner + faces[1])


def draw_line(m: Machine, v: Variables) -> None:
    """Draw the whole line, in gold if a person has won."""
    for place, (_, first, second) in zip(places(m, v)[0], v.line):
        draw_domino(m, v, place, (first, second))
        if v.over and v.P > 0 and is_person(v, v.P):
            paint_over(m, v, place, 2, YELLOW)


def oriented(v: Variables, d: int, end: int) -> tuple[int, int]:
    """Return the faces of a domino laid at an end: the one that touches the line, and the other."""
    first = v.RV if end == RIGHT else v.LV
    return first, sum(PAIRS[d]) - first


def show_preview(m: Machine, v: Variables, d: int, end: int) -> None:
    """Draw a domino in yellow at its place at an end, and make the place clickable."""
    x, y, X, Y = place = places(m, v)[1][end]
    draw_domino(m, v, place, oriented(v, d, end))
    paint_over(m, v, place, 2, YELLOW)
    v.previews[end] = d
    left, bottom, face = min(x, x + X), min(y, y + Y), abs(X + Y)
    v.click_areas[PREVIEW_WORDS[end]] = left, bottom - face, left + face + abs(X), bottom + abs(Y)


def remove_previews(m: Machine, v: Variables) -> None:
    """Erase the previews."""
    for end in v.previews:
        paint_over(m, v, places(m, v)[1][end], 0, BLACK)
    forget_previews(v)
    draw_ends(m, v)


def forget_previews(v: Variables) -> None:
    """Remove previews that are overdrawn from the state, with their click areas."""
    v.previews.clear()
    for end in (RIGHT, LEFT):
        v.click_areas.pop(PREVIEW_WORDS[end], None)


def paint_over(m: Machine, v: Variables, place: Place, action: int, colour: int) -> None:
    """Recolour a domino by a GCOL action: 2 (AND) turns white into the colour and keeps the spots."""
    x, y, X, Y = place
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
    """Print the number of each end where the next domino will touch it: in its outline if big, else on yellow.

    The newest domino has a red outline.
    """
    if v.line and not v.over:
        outline_newest(m, v, RED)
    for end, (x, y, X, Y) in places(m, v)[1].items() if v.line and not v.over else ():
        m.gcol(0, YELLOW)
        m.vdu(5)
        if v.settings.big:
            outline(m, *bounds(x, y, X, Y))
            x, y = x + (16 if X else 14), y - 16
        else:
            m.move(x, y)
            m.vdu(BACK)
            m.gcol(0, BLACK)
        m.move(x, y)
        m.vdu(48 + (v.RV if end == RIGHT else v.LV), 4)


def outline_newest(m: Machine, v: Variables, colour: int) -> None:
    """Draw the outline of the newest domino, in black to erase it."""
    left, top, wide, tall = bounds(*places(m, v)[0][-1])
    m.gcol(0, colour)
    outline(m, left - 4, top + 4, wide + 8, tall + 8)


def outline(m: Machine, x: int, y: int, wide: int, tall: int) -> None:
    """Draw a rectangle in graphics units; x, y: its top left corner."""
    right, bottom = x + wide - 4, y - tall + 4
    m.move(x, y)
    for corner in ((right, y), (right, bottom), (x, bottom), (x, y)):
        m.draw(*corner)


# the whole table


def draw_hands(m: Machine, v: Variables) -> None:
    """Draw the head and both hands.  Changed: sorted, big or hidden, with faces for a cheat and at the end."""
    draw_head(m, v)
    draw_hand(m, v, 1)
    draw_hand(m, v, 2)


def show_buttons(m: Machine, v: Variables) -> None:
    """Show the buttons of a game."""
    if v.players == WATCHING:
        buttons(m, v, "Menu", "?")
    else:
        draw = v.ledger.rules.draws and v.T > 0
        buttons(m, v, "Draw" if draw else "Knock", "Hint", "Undo", "Redo", "Sort", "Count", "Menu", "?")
        m.keys = [*MARK_KEYS, *m.keys]


def clear(m: Machine, v: Variables) -> None:
    """Clear the whole screen and all click areas.  Changed: no title."""
    m.vdu(26)
    m.cls()
    m.screen.stand_ins.update(BIG_STAND_INS if v.settings.big else STAND_INS)
    v.click_areas.clear()
    v.previews.clear()


def draw_field(m: Machine, v: Variables) -> None:
    """Draw the boundary of the playing area, and the buttons.  Changed: the original prints an explanation."""
    m.gcol(0, YELLOW)
    outline(m, v.SX - 16, v.SY + v.FB + 12, v.FL + 32, v.FB + 32)
    show_buttons(m, v)


def draw_table(m: Machine, v: Variables) -> None:
    """Draw the whole screen of a game."""
    previews = {**v.previews}
    clear(m, v)
    draw_field(m, v)
    draw_line(m, v)
    draw_ends(m, v)
    for end, d in previews.items():
        show_preview(m, v, d, end)
    draw_hands(m, v)


# the front page


def draw_picture(m: Machine, row: int) -> None:
    """Draw a line of big dominoes on five rows of characters from this one on, for the front page."""
    m.vdu(23, PIP, *PIP_SHAPE)
    x, middle = 100, 799 - 32 * row - 80
    for first, second in PICTURE:
        upright = first == second
        faces = (0, -FACE) if upright else (FACE, 0)
        draw_big(m, x, middle + (FACE if upright else FACE // 2), *faces, (first, second))
        x += FACE + 4 if upright else 2 * FACE + 8


# in words


def screen_words(m: Machine, v: Variables) -> str:
    """Return the contents of the screen as text: messages, ends of the line, visible hands, buttons."""
    lines = [" ".join(line.split()) for line in m.screen.lines]
    state = (
        f"Stock {v.T}."
        if v.ledger.left == NO_NUMBER
        else f"Ends: {v.ledger.left} left, {v.ledger.right} right. Stock {v.T}."
    )
    state += f" Today's game, {date_text(v.front.day)}." * v.today
    hands = []
    fitting = {} if v.over or v.ledger.left == NO_NUMBER else {"left": v.ledger.left, "right": v.ledger.right}
    for player in (1, 2):
        held = [] if shows_faces(v, player) else [str(v.N[player])]
        for index, slot in enumerate(() if held else shown_order(v, player), 1):
            faces = v.L[player][slot], v.R[player][slot]
            fits = [end for end, number in fitting.items() if number in faces]
            held.append(f"{index}: {faces[0]}-{faces[1]}" + (" fits " + " and ".join(fits)) * bool(fits))
        hands.append(f"{with_subject(v, player, 'hold', 'hold', 'holds')} {', '.join(held) or 'none'}.")
    end = [f"{result(v)}. {v.news}".strip()] if v.over else []
    return "\n".join(filter(None, [*end, lines[v.MY], state, *hands, lines[BUTTONS]]))
