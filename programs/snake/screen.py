"""The snake's display for 40 columns: what stands where, what has changed, what a click means."""

from retro import Machine
from retro.basic import CLICK, chr_s, coloured, spc, tab

from .rules import pictures
from .rules.pictures import PATH, Place
from .snake import COMPUTER, DRAW, PLAYER, Piece, Pieces, end_of, hand, legal_4, piece_text, result
from .variables import Item, Variables

BLACK, RED, YELLOW, WHITE, PAPER = 0, 1, 2, 3, 128
MARGIN, RIGHT_EDGE = 1, 39  # texts stand in the columns from one to before the other
COUNT_ROW, HAND_ROW, LAST_ROW = 0, 11, 24
ROWS, DENSE_ROWS = (18, 20, 22, 24), (20, 21, 23, 24)  # event or error, prompt, keys; with three rows of pieces
DENSE = 16  # a piece or label below this row needs DENSE_ROWS
ACROSS, PITCH, LINES = 9, 4, 3  # pieces in a row of the hand, columns and rows from one to the next
BESIDE, BESIDE_ACROSS = 12, 7  # the column of pieces beside their name, and how many of them fit in a row
KEYS = {13: "RETURN", 32: "RETURN", 127: "DELETE", 136: "LEFT", 137: "RIGHT", 138: "DOWN", 139: "UP"}
BRACKETS = 181  # characters: the corners around an open end
BRACKET_SHAPES = ((0, 127, 64, 64, 64, 64, 0, 0), (0, 0, 64, 64, 64, 64, 127, 0))  # at the left, upper and lower
LEFT_END, RIGHT_END = "@L", "@R"  # the words of clicks on the ends; those of pieces are #1, #2, …
STAGE_NAMES = {1: "THE DEAL", 2: "THE DISPLAY", 3: "MOVES WITHOUT RULES", 4: "THE RULES", 5: "A COMPUTER THAT COUNTS"}
SAMPLING_NAME = "A COMPUTER THAT IMAGINES"
# By winner: paper, ink and text of the banner at the end.
BANNERS = {
    PLAYER: (YELLOW, BLACK, "Y O U   W I N"),
    COMPUTER: (RED, WHITE, "T H E   C O M P U T E R   W I N S"),
    DRAW: (WHITE, BLACK, "A   D R A W"),
}

Items = dict[tuple[int, int], Item]  # by column and row


# the machine


def open_screen(m: Machine) -> None:
    """Set up MODE 7, the arrow keys, the mouse and the characters."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.fx(4, 1)
    m.fx(20, 6)
    m.mouse_on()
    m.screen.stand_ins.update(pictures.STAND_INS | dict(zip(range(BRACKETS, BRACKETS + 4), "[[]]")))
    for code, shape in pictures.shapes():
        m.vdu(23, code, *shape)
    for half, shape in enumerate(BRACKET_SHAPES):
        m.vdu(23, BRACKETS + half, *shape)
        m.vdu(23, BRACKETS + 2 + half, *(int(f"{row:08b}"[::-1], 2) for row in shape))


def close_screen(m: Machine) -> None:
    """Restore screen, keyboard and mouse."""
    m.mouse_off()
    m.fx(4, 0)
    m.fx(20, 0)
    m.vdu(26, 20, 12, 23, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)


def clear(m: Machine, v: Variables) -> None:
    """Clear the screen, and forget what is on it and what can be clicked."""
    m.describe(None)
    m.cls()
    v.items.clear()
    v.click_areas.clear()


def show(m: Machine, v: Variables, items: Items) -> None:
    """Draw what has changed since the last call."""
    for place in [place for place, item in v.items.items() if items.get(place) != item]:
        item = v.items.pop(place)
        for number in range(len(item.rows)):
            m.print(tab(place[0], place[1] + number), spc(item.width), end="")
    for place, item in items.items():
        if place not in v.items:
            v.items[place] = item
            for number, row in enumerate(item.rows):
                m.print(tab(place[0], place[1] + number), row, end="")


def read_word(m: Machine, v: Variables) -> str:
    """Wait for a key or a click; return a character, a name of KEYS or the word of a click area, else ""."""
    code = m.get()
    if code != CLICK:
        return KEYS.get(code) or (chr_s(code).upper() if 32 < code < 127 else "")
    x, y, _ = m.mouse()
    column, row = x // 32, (799 - y) // 32
    inside = (word for word, (x1, y1, x2, y2) in v.click_areas.items() if x1 <= column < x2 and y1 <= row < y2)
    return next(inside, "")


# items


def label(text: str, colour: int = WHITE) -> Item:
    """Return a text in a colour."""
    return Item((coloured(colour, text),), len(text))


def on_paper(paper: int, ink: int, text: str) -> str:
    """Return a text on a coloured background."""
    return coloured(PAPER + paper, coloured(ink, text), PAPER)


def domino(piece: Piece, place: Place, paper: int = WHITE) -> Item:
    """Return a domino as it lies in a place."""
    first, second = piece[::-1] if place.reversed else piece
    rows = pictures.characters(first, second, place.upright)
    return Item(tuple(on_paper(paper, BLACK, "".join(map(chr_s, row))) for row in rows), place.size[0])


def open_end(number: int, letter: str, place: Place, asked: bool) -> Item:
    """Return the mark of an open end, its number and its letter; in reverse while the player is asked for an end."""
    upper_left, lower_left, upper_right, lower_right = (chr_s(BRACKETS + corner) for corner in range(4))
    rows: tuple[str, ...] = f"{upper_left}{number}{upper_right}", f"{lower_left}{letter}{lower_right}"
    if place.upright:
        rows = upper_left + upper_right, f"{letter}{number}", lower_left + lower_right
    ink, paper = (BLACK, YELLOW) if asked else (YELLOW, BLACK)
    return Item(tuple(on_paper(paper, ink, row) for row in rows), place.size[0])


def buttons(v: Variables, row: int, words: tuple[str, ...]) -> Items:
    """Return a row of buttons, two blanks apart: the first letter of each is its key; a click does the same."""
    items, column = {}, MARGIN
    for word in words:
        items[column, row] = Item((coloured(YELLOW, word[0]) + word[1:],), len(word))
        v.click_areas[word[0]] = column, row, column + len(word), row + 1
        column += len(word) + 2
    return items


# the table


def draw_table(m: Machine, v: Variables, prompt: str, keys: tuple[tuple[str, ...], ...]) -> None:
    """Draw a game: snake, hand, what happened or was wrong, the prompt, and the keys."""
    v.click_areas.clear()
    counts = {(MARGIN, COUNT_ROW): label(f"Stock {len(v.state.stock)}  Computer {len(v.state.computer)}")}
    playing = counts | deal_item(v, COUNT_ROW)
    items = snake_items(v) | (final_items(v) if result(v.state) else playing | hand_items(v))
    event_row, prompt_row, *key_rows = DENSE_ROWS if max(row for _, row in items) > DENSE else ROWS
    items[MARGIN, event_row] = label(v.error, RED) if v.error else label(event(v))
    items[MARGIN, prompt_row] = label(prompt, YELLOW)
    if prompt.startswith("RETURN"):
        v.click_areas["RETURN"] = 0, prompt_row, 40, prompt_row + 1
    for row, words in zip(key_rows, keys):
        items |= buttons(v, row, words)
    show(m, v, items | (deal_item(v, LAST_ROW) if result(v.state) else {}))


def stage_name(v: Variables) -> str:
    """Return the name of the stage that is played."""
    return SAMPLING_NAME if v.sampling and v.stage == max(STAGE_NAMES) else STAGE_NAMES[v.stage]


def deal_item(v: Variables, row: int) -> Items:
    """Return the deal's number at the right of a row, if it has one."""
    number = f"Deal {v.deal}" if v.deal else ""
    return {(RIGHT_EDGE - len(number), row): label(number)}


def event(v: Variables) -> str:
    """Return the last move in words."""
    if not v.past:
        owner = "The computer" if v.state.status == PLAYER else "You"
        return f"{owner} laid the highest double." if len(v.state.snake) == 1 else ""
    state, k = v.past[-1]
    who = "You" if state.status == PLAYER else "The computer"
    if k == 0:
        return f"{who} took a piece." if state.stock else f"{who} passed."
    return f"{who} laid {piece_text(hand(state)[abs(k) - 1])} at the {'right' if k > 0 else 'left'}."


def places(v: Variables) -> tuple[Place, tuple[Place, ...], Place]:
    """Return the place of the open left end, those of the pieces, and that of the open right end."""
    left = sum(k < 0 for _, k in v.past)
    first, count = pictures.first_place(len(v.state.snake), left, len(v.first.snake)), len(v.state.snake)
    return PATH[first - 1], PATH[first : first + count], PATH[first + count]


def snake_items(v: Variables) -> Items:
    """Return the snake, its newest piece on yellow, and marks with number and letter at its ends."""
    left, inside, right = places(v)
    k = v.past[-1][1] if v.past and not v.both_ends else 0
    newest = {1: len(inside) - 1, -1: 0}.get((k > 0) - (k < 0))
    items = {}
    for index, (piece, place) in enumerate(zip(v.state.snake, inside)):
        items[place[:2]] = domino(piece, place, YELLOW if index == newest else WHITE)
    if not result(v.state):
        for side, place, word in ((-1, left, LEFT_END), (1, right, RIGHT_END)):
            items[place[:2]] = open_end(end_of(v.state.snake, side), word[-1], place, v.both_ends)
            wide, high = place.size
            v.click_areas[word] = place.column, place.row, place.column + wide, place.row + high
    return items


def hand_items(v: Variables) -> Items:
    """Return the player's pieces, each with its number and, at the player's turn, the letters of ends that it fits."""
    pieces, marks = v.state.player, v.marks and v.stage > 3 and players_turn(v)
    rows = -(-len(pieces) // ACROSS)
    top = HAND_ROW + 2 * (rows == 1)
    items = {}
    if rows == 1:
        name = f"{v.stage} {stage_name(v)}"
        items = {(MARGIN, HAND_ROW): label("YOUR PIECES"), (40 - MARGIN - len(name), HAND_ROW): label(name)}
    for number, piece in enumerate(pieces, 1):
        x, y = MARGIN + (number - 1) % ACROSS * PITCH, top + (number - 1) // ACROSS * LINES
        items[x, y] = domino(piece, Place(x, y), YELLOW if number == v.marked else WHITE)
        fits = [marks and legal_4(v.state, side * number) for side in (-1, 1)]
        letters = "".join(letter for letter, fit in zip("LR", fits) if fit)
        items[x + (number < 10), y + 2] = Item((f"{number}{coloured(YELLOW, letters)}",), 2 + len(letters))
        v.click_areas[f"#{number}"] = x, y, x + PITCH, y + LINES
    return items


def final_items(v: Variables) -> Items:
    """Return a banner with the winner in place of the heading, and what is left in both hands."""
    paper, ink, text = BANNERS[result(v.state)]
    banner = on_paper(paper, ink, f"{text:^40}")
    hands = {"YOU": v.state.player, "COMPUTER": v.state.computer}
    air = min(map(len, hands.values())) <= BESIDE_ACROSS  # else the messages are near
    items, _ = named_items(hands, HAND_ROW, int(air))
    return {(0, COUNT_ROW): Item((banner,), 40)} | items


def named_items(parts: dict[str, Pieces], row: int, air: int = 1) -> tuple[Items, int]:
    """Return pieces beside their names and numbers, `air` rows between the parts, and the next free row."""
    items = {}
    for name, pieces in parts.items():
        title = f"{name} {len(pieces)}"
        rows = (title,) if MARGIN + len(title) < BESIDE else (name, str(len(pieces)))
        items[MARGIN, row] = Item(rows, len(rows[0]))
        for index, piece in enumerate(pieces):
            down, right = divmod(index, BESIDE_ACROSS)
            place = Place(BESIDE + right * PITCH, row + down * pictures.TALL)
            items[place[:2]] = domino(piece, place)
        row += air + max(1, pictures.TALL * -(-len(pieces) // BESIDE_ACROSS))
    return items, row


def players_turn(v: Variables) -> bool:
    """Return whether the player is to move."""
    return v.state.status == PLAYER and not result(v.state)


# stage 1


def draw_deal(m: Machine, v: Variables, keys: tuple[str, ...]) -> None:
    """Draw the five variables of stage 1."""
    v.click_areas.clear()
    state = v.state
    parts = {"STOCK": state.stock, "COMPUTER": state.computer, "PLAYER": state.player, "SNAKE": state.snake}
    items, row = named_items(parts, 2)
    items[MARGIN, row] = label(f"STATUS: {state.status}, who moves first", YELLOW)
    show(m, v, deal_item(v, COUNT_ROW) | items | buttons(v, LAST_ROW, keys))
