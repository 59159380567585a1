"""The snake's display for 40 columns: positions, what has changed, and the effects of clicks."""

import re
from itertools import pairwise

from retro import Machine
from retro.basic import chr_s, coloured, date_text, sgn, spc, tab

from .rules import pictures
from .rules.pictures import PATH, Place
from .rules.sampling import moves
from .snake import COMPUTER, DRAW, PLAYER, Piece, Pieces, SnakeState, end_of, hand, legal_4, piece_text, result
from .variables import IMAGINES, Item, Items, Variables

BLACK, BODY, YELLOW, WHITE, PAPER = 0, 1, 2, 3, 128  # BODY: of the snake
RED, GREEN = 1, 2  # what BODY is after a lost game, and before
MARGIN, RIGHT_EDGE = 1, 39  # texts stand in the columns from one to before the other
NAME_ROW, HAND_ROW, LAST_ROW = 0, 12, 24
# The rows of texts and of keys: by the rows of the hand, and at the end of a game.
ROWS = (((18, 20), (22, 24)), ((19, 20), (22, 24)), ((21, 22), (23, 24)))
END_ROWS = ((18, 20, 21, 22), (23, 24))
ACROSS, PITCH, LINES = 9, 4, 3  # pieces in a row of the hand, columns and rows from one to the next
MOST_BACKS = 12  # of the computer's pieces that are drawn
BESIDE, BESIDE_ACROSS = 12, 7  # the column of pieces beside their name, and how many of them fit in a row
SIDES = {-1: "left", 1: "right"}
LEVELS = ("at random", "it counts", "it imagines")
SHORT, ALL = 6, 28  # pieces of a snake that are all named; of a longer one the ends are
# By winner: paper, ink and text of the banner at the end, and why the game is over.
BANNERS = {
    PLAYER: (YELLOW, BLACK, "Y O U   W I N", "You have none, it has {its}: {margin}."),
    COMPUTER: (BODY, WHITE, "T H E   C O M P U T E R   W I N S", "It has none, you have {yours}: {margin}."),
    DRAW: (WHITE, BLACK, "A   D R A W", "Both ends {end}, all {end}s are laid: {margin}."),
}

# The snake of the front page: its numbers from piece to piece, and the row of each piece.
PICTURE, PICTURE_ROWS = (0, 5, 5, 2, 1, 1, 3, 4, 4, 6), (1, 0, 0, 1, 2, 3, 3, 2, 1)


# the machine


def open_screen(m: Machine) -> None:
    """Set up MODE 7, the arrow keys, the mouse and the characters."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.vdu(19, BODY, GREEN, 0, 0, 0)
    m.fx(4, 1)
    m.fx(20, 6)
    m.mouse_on()
    m.screen.stand_ins.update(pictures.STAND_INS)
    for code, shape in pictures.shapes():
        m.vdu(23, code, *shape)


def clear(m: Machine, v: Variables) -> None:
    """Clear the screen, the record of what is on it, and all click areas."""
    m.describe(None)
    m.cls()
    v.items.clear()
    v.click_areas.clear()


def show(m: Machine, shown: Items, items: Items) -> None:
    """Draw what of the items is not shown yet, and record it in `shown`; clear what has changed there."""
    for column, row in [place for place, item in shown.items() if items.get(place) != item]:
        for line, text in enumerate(shown.pop((column, row)), row):
            m.print(tab(column, line), spc(len(re.sub("\x11.", "", text, flags=re.DOTALL))), end="")
    for (column, row), item in items.items():
        if (column, row) not in shown:
            shown[column, row] = item
            for line, text in enumerate(item, row):
                m.print(tab(column, line), text, end="")


# items


def label(text: str, colour: int = WHITE) -> Item:
    """Return a text in a colour."""
    return (coloured(colour, text),)


def on_paper(paper: int, ink: int, text: str) -> str:
    """Return a text on a coloured background."""
    return coloured(PAPER + paper, coloured(ink, text), PAPER)


def domino(piece: Piece, place: Place, paper: int = WHITE) -> Item:
    """Return the characters of a domino at a position of the path."""
    first, second = piece[::-1] if place.reversed else piece
    rows = pictures.characters(first, second, place.upright)
    return tuple(on_paper(paper, BLACK, "".join(map(chr_s, row))) for row in rows)


def open_end(number: str, letter: str, place: Place, head: bool, lit: bool) -> Item:
    """Return the snake's head or tail, with this end's number and letter at its neck."""
    way = ("down" if head else "up") if place.upright else "left" if place.reversed == head else "right"
    colour = YELLOW if lit else BODY
    codes = [chr_s(code) for code in pictures.END_CODES[head, way]]
    shape = [coloured(colour, codes[0] + codes[1]), coloured(colour, codes[2] + codes[3])]
    if place.upright:
        neck = [on_paper(colour, BLACK, letter + number)]
        rows = neck + shape if head else shape + neck
    else:
        neck = [on_paper(colour, BLACK, text) for text in (number, letter)]
        rows = [b + a if way == "left" else a + b for a, b in zip(neck, shape)]
    return tuple(rows)


# the table


def buttons(v: Variables) -> tuple[tuple[str, ...], ...]:
    """Return the buttons that mean something now; the first letter of each is its key."""
    if result(v.state) and not v.scored:  # the tune comes first
        return ()
    if result(v.state):
        level_up = ("Level up",) * (result(v.state) == PLAYER and not v.today and v.stage < IMAGINES)
        return ("New deal", "Same deal", "Undo", "Moves"), (*level_up, "? Help", "Quit")
    if v.both_ends:
        return ("Left end", "Right end", "Undo"), ("New game", "? Help", "Quit")
    return ("0 Take a piece" if v.state.stock else "0 Pass", "Hint", "Undo", "Moves"), ("New game", "? Help", "Quit")


def draw_table(m: Machine, v: Variables) -> None:
    """Draw a game, and set its text: snake, hand, the last move or a note in its place, the prompt, the buttons."""
    m.describe(
        lambda: table_words(v),
        lambda: table_words(v, ALL),
        lambda: f"you hold {len(v.state.player)}" * (not result(v.state)),
    )
    over, asked = result(v.state), prompt(v)
    named = [(word[0], word.removeprefix("? ").lower()) for row in buttons(v) for word in row]
    m.keys = named if over or v.both_ends else ()  # at a turn all of the program's keys mean something
    v.click_areas.clear()
    m.vdu(19, BODY, RED if over == COMPUTER else GREEN, 0, 0, 0)
    items = snake_items(v) | (final_items(v) if over else heading_items(v) | hand_items(v))
    last = label(v.note, BODY) if v.note else label(event(v))
    texts = [label(asked, YELLOW), *map(label, v.news)] if over else [last, label(asked, YELLOW)]
    text_rows, key_rows = END_ROWS if over else ROWS[(len(v.state.player) - 1) // ACROSS]
    items |= {(MARGIN, row): text for row, text in zip(text_rows, texts)}
    if asked.startswith("RETURN"):
        v.click_areas.add_cells("RETURN", 0, text_rows[1], 40)
    for row, words in zip(key_rows, buttons(v)):
        column = MARGIN
        for word in words:  # a click does the same as the key
            items[column, row] = (coloured(YELLOW, word[0]) + word[1:],)
            v.click_areas.add_cells(word[0], column, row, len(word))
            column += len(word) + 2
    deal = date_text(v.front.day) if v.today else f"Deal {v.deal}" if v.deal else ""
    show(m, v.items, items | {(RIGHT_EDGE - len(deal), LAST_ROW): label(deal)})


def prompt(v: Variables) -> str:
    """Return the question to the player; after the last move instead why the game is over, and by how much."""
    if winner := result(v.state):
        its, yours, end = len(v.state.computer), len(v.state.player), end_of(v.state.snake, 1)
        return BANNERS[winner][3].format(its=its, yours=yours, end=end, margin=margin_text(v.state))
    if v.state.status == COMPUTER:
        return "The computer is thinking ..."
    if v.marked:
        piece = piece_text(v.state.player[v.marked - 1])
        if v.both_ends:
            return f"{piece} fits both ends: L or R?"
        ends = " or ".join(SIDES[end] for end in ends_of(v, v.marked, v.side))
        return f"RETURN lays {piece} {ends}." if ends else f"{piece} fits nowhere."
    if v.side:
        return f"Your turn: which piece goes {'left' if v.side < 0 else 'right'}?"
    if not moves(v.state):
        return f"Your turn: nothing fits. 0 {'takes one' if v.state.stock else 'passes'}."
    return "Your turn: number, arrows or a click."


def margin(state: SnakeState) -> int:
    """Return by how many pieces the player has won, negative after a lost game; 0 for a draw."""
    return 0 if result(state) == DRAW else len(state.computer) - len(state.player)


def margin_text(state: SnakeState) -> str:
    """Return how a game has ended for the player, in words."""
    by = margin(state)
    return f"{'won' if by > 0 else 'lost'} by {abs(by)}" if by else "a draw"


def table_words(v: Variables, most: int = SHORT) -> str:
    """Return the game as text: last move or note, prompt, snake, hands, counts, keys. most: pieces to name at most."""
    state, numbered, over = v.state, [], result(v.state)
    for number, piece in enumerate(state.player, 1):
        fits = " and ".join(SIDES[end] for end in ends_of(v, number))
        marked = ", marked" * (number == v.marked)
        numbered.append(f"{number} {piece_text(piece)}" + f" fits {fits}" * bool(fits) + marked)
    lines = [
        *([prompt(v), *v.news] if over else [v.note or event(v), prompt(v)]),
        f"The snake: {snake_words(state.snake, most)}.",
        f"Your pieces: {'; '.join(numbered) or 'none'}.",
        f"The computer has: {snake_words(state.computer, most) or 'none'}." if over else "",
        f"Stock {len(state.stock)}, computer {len(state.computer)}, you {len(state.player)}.",
        *(", ".join(row) for row in buttons(v)),
    ]
    return "\n".join(filter(None, lines))


def snake_words(pieces: Pieces, most: int) -> str:
    """Return pieces as the course prints them; of a long snake only the first and last three."""
    texts = [piece_text(piece) for piece in pieces]
    return ", ".join(texts if len(texts) <= most else [*texts[:3], "and so on", *texts[-3:]])


def refuse(m: Machine, v: Variables, sentence: str) -> None:
    """Beep, and set what to say at the next drawing."""
    m.vdu(7)
    v.note = sentence


def ends_of(v: Variables, number: int, side: int = 0) -> list[int]:
    """Return the ends, -1 and 1, at which the player can lay a piece now. side: the one wanted, 0 for either."""
    able = v.state.status == PLAYER and not result(v.state) and number <= len(v.state.player)
    return [end for end in SIDES if able and side in (0, end) and legal_4(v.state, end * number)]


def event(v: Variables) -> str:
    """Return the last move as text; the computer's first one with the double before it."""
    if not v.past:
        owner = "The computer" if v.state.status == PLAYER else "You"
        return f"{owner} laid the highest double." if len(v.state.snake) == 1 else ""
    state, k = v.past[-1]
    if state.status == COMPUTER and state is v.first and len(state.snake) == 1:
        return f"You laid {piece_text(state.snake[0])}, it {move_text(state, k)}."
    return f"{'You' if state.status == PLAYER else 'The computer'} {'laid ' * bool(k)}{move_text(state, k)}."


def move_text(state: SnakeState, k: int) -> str:
    """Return a move as text, given the state before it: "[2, 5] right", "took a piece", "passed"."""
    if k == 0:
        return "took a piece" if state.stock else "passed"
    return f"{piece_text(hand(state)[abs(k) - 1])} {SIDES[sgn(k)]}"


def places(v: Variables) -> tuple[Place, tuple[Place, ...], Place]:
    """Return the positions of the open left end, of the pieces, and of the open right end."""
    left = sum(k < 0 for _, k in v.past)
    first, count = pictures.first_place(len(v.state.snake), left, len(v.first.snake)), len(v.state.snake)
    return PATH[first - 1], PATH[first : first + count], PATH[first + count]


def snake_items(v: Variables) -> Items:
    """Return the snake, with its newest piece on yellow; its ends are lit where the marked piece fits."""
    left, inside, right = places(v)
    over = bool(result(v.state))
    k = v.past[-1][1] if v.past and not v.both_ends else 0
    newest = {1: len(inside) - 1, -1: 0}.get(sgn(k))
    lit = ends_of(v, v.marked, v.side) if v.marked else []
    items = {}
    for index, (piece, place) in enumerate(zip(v.state.snake, inside)):
        items[place[:2]] = domino(piece, place, YELLOW if index == newest else BODY)
    for side, place, letter in ((-1, left, "L"), (1, right, "R")):
        texts = (" ", " ") if over else (str(end_of(v.state.snake, side)), letter)
        items[place[:2]] = open_end(*texts, place, side > 0, side in lit)
        if not over:
            size = (pictures.TALL, pictures.WIDE) if place.upright else (pictures.WIDE, pictures.TALL)
            v.click_areas.add_cells(f"@{letter}", *place[:2], *size)
    return items


def heading_items(v: Variables) -> Items:
    """Return the computer's hand and the stock, face down, and the score of the match."""
    name, count, stock = LEVELS[v.stage - 4].upper(), len(v.state.computer), len(v.state.stock)
    match = "" if v.today else "Match {} : {}".format(*v.match[v.stage])
    backs = chr_s(pictures.BACK)
    rest = f"STOCK {backs * stock} {stock}"
    last = next((state.snake for state, k in reversed(v.past) if state.status == COMPUTER and not k), ())
    lacked = ", no ".join(sorted({str(end_of(last, side)) for side in (-1, 1) if last and v.stage > 4}))
    return {
        (MARGIN, NAME_ROW): label(f"{name} {backs * min(count, MOST_BACKS)} {count}"),
        (RIGHT_EDGE - len(match), NAME_ROW): label(match, YELLOW),
        (MARGIN, NAME_ROW + 1): label(f"It had no {lacked} at its last take." * bool(lacked), BODY),
        (MARGIN, HAND_ROW - 1): label("YOUR PIECES"),
        (RIGHT_EDGE - len(rest), HAND_ROW - 1): label(rest),
    }


def hand_items(v: Variables) -> Items:
    """Return the player's pieces, with their numbers and, in the player's turn, the letters of ends that they fit."""
    items = {}
    for number, piece in enumerate(v.state.player, 1):
        x, y = MARGIN + (number - 1) % ACROSS * PITCH, HAND_ROW + (number - 1) // ACROSS * LINES
        items[x, y] = domino(piece, Place(x, y), YELLOW if number == v.marked else WHITE)
        letters = "".join("LR"[end > 0] for end in ends_of(v, number) if v.marks)
        items[x + (number < 10), y + 2] = (f"{number}{coloured(YELLOW, letters)}",)
        v.click_areas.add_cells(f"#{number}", x, y, PITCH, LINES)
    return items


def final_items(v: Variables) -> Items:
    """Return a banner with the winner in place of the heading, and the pieces left in both hands, in columns."""
    paper, ink, text, _ = BANNERS[result(v.state)]
    items: Items = {(0, NAME_ROW): (on_paper(paper, ink, f"{text:^40}"),)}
    hands = {"YOU": v.state.player, "COMPUTER": v.state.computer}
    lines = [max(1, -(-len(pieces) // BESIDE_ACROSS)) for pieces in hands.values()]
    air = sum(lines) <= LINES  # else the messages are near
    row = HAND_ROW - 2 + air
    for (name, pieces), high in zip(hands.items(), lines):
        items[MARGIN, row] = label(f"{name:8}{len(pieces):2}")
        for index, piece in enumerate(pieces):
            down, right = divmod(index, BESIDE_ACROSS)
            place = Place(BESIDE + right * PITCH, row + down * pictures.TALL)
            items[place[:2]] = domino(piece, place)
        row += air + pictures.TALL * high
    return items


# the front page


def draw_picture(m: Machine, row: int) -> None:
    """Draw a snake with a head and a tail on five rows of characters from this one on."""
    left = MARGIN + 1
    items = {(left, row + 2): open_end(" ", " ", Place(0, 0), head=False, lit=False)}
    for piece, down in zip(pairwise(PICTURE), PICTURE_ROWS):
        left += pictures.WIDE
        items[left, row + down] = domino(piece, Place(0, 0), BODY)
    items[left + pictures.WIDE, row + 1] = open_end(" ", " ", Place(0, 0), head=True, lit=False)
    show(m, {}, items)
