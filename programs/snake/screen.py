"""The snake's display for 40 columns: positions, what has changed, and the effects of clicks."""

from retro import Machine
from retro.basic import chr_s, coloured, date_text, spc, tab

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
LEFT_END, RIGHT_END = "@L", "@R"  # the words of clicks on the ends; those of pieces are #1, #2, …
COMPUTERS = ("it plays at random", "it counts", "it imagines")
BOTH_KEYS = (("Left end", "Right end", "Undo"), ("New game", "Marks", "? Help", "Quit"))
END_KEYS = (("New deal", "Same deal", "Undo", "List"), ("? Help", "Quit"))
SHORT, ALL = 6, 28  # pieces of a snake that are all named; of a longer one the ends are
# By winner: paper, ink and text of the banner at the end.
BANNERS = {
    PLAYER: (YELLOW, BLACK, "Y O U   W I N"),
    COMPUTER: (RED, WHITE, "T H E   C O M P U T E R   W I N S"),
    DRAW: (WHITE, BLACK, "A   D R A W"),
}

Items = dict[tuple[int, int], Item]  # by column and row
KeyRows = tuple[tuple[str, ...], ...]  # of buttons


# the machine


def open_screen(m: Machine) -> None:
    """Set up MODE 7, the arrow keys, the mouse and the characters."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
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


# items


def label(text: str, colour: int = WHITE) -> Item:
    """Return a text in a colour."""
    return Item((coloured(colour, text),), len(text))


def on_paper(paper: int, ink: int, text: str) -> str:
    """Return a text on a coloured background."""
    return coloured(PAPER + paper, coloured(ink, text), PAPER)


def domino(piece: Piece, place: Place, paper: int = WHITE) -> Item:
    """Return the characters of a domino at a position of the path."""
    first, second = piece[::-1] if place.reversed else piece
    rows = pictures.characters(first, second, place.upright)
    return Item(tuple(on_paper(paper, BLACK, "".join(map(chr_s, row))) for row in rows), place.size[0])


def open_end(number: int, letter: str, place: Place, asked: bool) -> Item:
    """Return the snake's head (R) or tail with this end's number and letter, highlighted while an end is asked for."""
    head = letter == "R"
    way = ("down" if head else "up") if place.upright else "left" if place.reversed == head else "right"
    ink, paper = (BLACK, YELLOW) if asked else (WHITE, RED)
    upper, lower = (coloured(paper, chr_s(code)) for code in pictures.END_CODES[head, way])
    if place.upright:
        rows = [on_paper(paper, ink, text) for text in ("  ", f"{letter}{number}")] + [upper + lower]
        return Item(tuple(rows[::-1] if way == "up" else rows), place.size[0])
    halves = [(on_paper(paper, ink, f"{text:^2}"), outer) for text, outer in ((str(number), upper), (letter, lower))]
    return Item(tuple("".join(half[::-1] if way == "left" else half) for half in halves), place.size[0])


# the table


def turn_keys(v: Variables) -> KeyRows:
    """Return the buttons for a player's turn."""
    taking = "0 Take a piece" if v.state.stock else "0 Pass"
    return (taking, "Hint", "Undo"), ("New game", "List", "Marks", "? Help", "Quit")


def draw_table(m: Machine, v: Variables, prompt: str, keys: KeyRows) -> None:
    """Draw a game, and set its text: snake, hand, the last move or error, the prompt, and the keys."""
    m.describe(lambda: table_words(v, prompt, keys), lambda: table_words(v, prompt, keys, ALL))
    named = tuple((word[0], word.removeprefix("? ").lower()) for row in keys for word in row)
    m.keys = () if keys == turn_keys(v) else named  # at a turn all of the program's keys mean something
    v.click_areas.clear()
    counts = f"Stock {len(v.state.stock)}  Computer {len(v.state.computer)}"
    counts += f"  {v.match[0]} : {v.match[1]}" * any(v.match)
    playing = {(MARGIN, COUNT_ROW): label(counts)} | deal_item(v, COUNT_ROW)
    items = snake_items(v) | (final_items(v) if result(v.state) else playing | hand_items(v))
    event_row, prompt_row, *key_rows = DENSE_ROWS if max(row for _, row in items) > DENSE else ROWS
    items[MARGIN, event_row] = label(v.error, RED) if v.error else label(v.note or v.news or event(v))
    items[MARGIN, prompt_row] = label(prompt, YELLOW)
    if prompt.startswith("RETURN"):
        v.click_areas.add_cells("RETURN", 0, prompt_row, 40)
    for row, words in zip(key_rows, keys):
        column = MARGIN
        for word in words:  # the first letter is its key, and a click does the same
            items[column, row] = Item((coloured(YELLOW, word[0]) + word[1:],), len(word))
            v.click_areas.add_cells(word[0], column, row, len(word))
            column += len(word) + 2
    show(m, v, items | (deal_item(v, LAST_ROW) if result(v.state) else {}))


def table_words(v: Variables, prompt: str, keys: KeyRows, most: int = SHORT) -> str:
    """Return the game as text: error, last move, prompt, snake, hands, counts, keys. most: pieces to name at most."""
    state, numbered = v.state, []
    for number, piece in enumerate(state.player, 1):
        sides = (("left", -1), ("right", 1)) if players_turn(v) else ()
        fits = " and ".join(name for name, side in sides if legal_4(state, side * number))
        marked = ", marked" * (number == v.marked)
        numbered.append(f"{number} {piece_text(piece)}" + f" fits {fits}" * bool(fits) + marked)
    lines = [
        v.error,
        v.note or v.news or event(v),
        prompt,
        f"The snake: {snake_words(state.snake, most)}.",
        f"Your pieces: {'; '.join(numbered) or 'none'}.",
        f"The computer has: {snake_words(state.computer, most) or 'none'}." if result(state) else "",
        f"Stock {len(state.stock)}, computer {len(state.computer)}, you {len(state.player)}.",
        *(", ".join(row) for row in keys),
    ]
    return "\n".join(filter(None, lines))


def snake_words(pieces: Pieces, most: int) -> str:
    """Return pieces as the course prints them; of a long snake only the first and last three."""
    texts = [piece_text(piece) for piece in pieces]
    return ", ".join(texts if len(texts) <= most else [*texts[:3], "and so on", *texts[-3:]])


def refuse(m: Machine, v: Variables, sentence: str) -> None:
    """Beep, and set the error to show at the next drawing."""
    m.vdu(7)
    v.error = sentence


def marked_text(v: Variables) -> str:
    """Return the marked piece as text."""
    return piece_text(v.state.player[v.marked - 1])


def deal_item(v: Variables, row: int) -> Items:
    """Return the deal's number at the right of a row, or nothing."""
    number = date_text(v.day) if v.today else f"Deal {v.deal}" if v.deal else ""
    return {(RIGHT_EDGE - len(number), row): label(number)}


def event(v: Variables) -> str:
    """Return the last move as text."""
    if not v.past:
        owner = "The computer" if v.state.status == PLAYER else "You"
        return f"{owner} laid the highest double." if len(v.state.snake) == 1 else ""
    state, k = v.past[-1]
    who = "You" if state.status == PLAYER else "The computer"
    if k == 0:
        return f"{who} took a piece." if state.stock else f"{who} passed."
    return f"{who} laid {piece_text(hand(state)[abs(k) - 1])} at the {'right' if k > 0 else 'left'}."


def places(v: Variables) -> tuple[Place, tuple[Place, ...], Place]:
    """Return the positions of the open left end, of the pieces, and of the open right end."""
    left = sum(k < 0 for _, k in v.past)
    first, count = pictures.first_place(len(v.state.snake), left, len(v.first.snake)), len(v.state.snake)
    return PATH[first - 1], PATH[first : first + count], PATH[first + count]


def snake_items(v: Variables) -> Items:
    """Return the snake, with its newest piece on yellow, and signs with number and letter at its ends."""
    left, inside, right = places(v)
    k = v.past[-1][1] if v.past and not v.both_ends else 0
    newest = {1: len(inside) - 1, -1: 0}.get((k > 0) - (k < 0))
    items = {}
    for index, (piece, place) in enumerate(zip(v.state.snake, inside)):
        items[place[:2]] = domino(piece, place, YELLOW if index == newest else WHITE)
    if not result(v.state):
        for side, place, word in ((-1, left, LEFT_END), (1, right, RIGHT_END)):
            items[place[:2]] = open_end(end_of(v.state.snake, side), word[-1], place, v.both_ends)
            v.click_areas.add_cells(word, place.column, place.row, *place.size)
    return items


def hand_items(v: Variables) -> Items:
    """Return the player's pieces, with their numbers and, in the player's turn, the letters of ends that they fit."""
    pieces, rows = v.state.player, -(-len(v.state.player) // ACROSS)
    top = HAND_ROW + 2 * (rows == 1)
    name = (COMPUTERS[v.stage - 4 + v.sampling]).upper()
    items = {}
    if rows == 1:
        items = {(MARGIN, HAND_ROW): label("YOUR PIECES"), (40 - MARGIN - len(name), HAND_ROW): label(name)}
    for number, piece in enumerate(pieces, 1):
        x, y = MARGIN + (number - 1) % ACROSS * PITCH, top + (number - 1) // ACROSS * LINES
        items[x, y] = domino(piece, Place(x, y), YELLOW if number == v.marked else WHITE)
        fits = [v.marks and players_turn(v) and legal_4(v.state, side * number) for side in (-1, 1)]
        letters = "".join(letter for letter, fit in zip("LR", fits) if fit)
        items[x + (number < 10), y + 2] = Item((f"{number}{coloured(YELLOW, letters)}",), 2 + len(letters))
        v.click_areas.add_cells(f"#{number}", x, y, PITCH, LINES)
    return items


def final_items(v: Variables) -> Items:
    """Return a banner with the winner in place of the heading, and the pieces left in both hands."""
    paper, ink, text = BANNERS[result(v.state)]
    items, row = {(0, COUNT_ROW): Item((on_paper(paper, ink, f"{text:^40}"),), 40)}, HAND_ROW
    hands = {"YOU": v.state.player, "COMPUTER": v.state.computer}
    air = min(map(len, hands.values())) <= BESIDE_ACROSS  # else the messages are near
    for name, pieces in hands.items():
        items[MARGIN, row] = label(f"{name} {len(pieces)}")
        for index, piece in enumerate(pieces):
            down, right = divmod(index, BESIDE_ACROSS)
            place = Place(BESIDE + right * PITCH, row + down * pictures.TALL)
            items[place[:2]] = domino(piece, place)
        row += air + max(1, pictures.TALL * -(-len(pieces) // BESIDE_ACROSS))
    return items


def players_turn(v: Variables) -> bool:
    """Return whether it is the player's turn."""
    return v.state.status == PLAYER and not result(v.state)
