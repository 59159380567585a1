"""morgan2, by Yves-Marie Morgan

64 dominoes of six squares for a grid of 8 by 8: all sides that touch must match. The fewer wait in your stack, the
more each one counts.

"Most playfully versatile" of the International Obfuscated C Code Contest, 2013: one program for the terminal and for
X11. Here it is not obfuscated. The original's six functions and its macros have descriptive names, and the single
expression of its main program is taken apart; morgan2.md lists which is which, and what is ours. The rules are in
rules/board.py, the contents of the screen in rules/picture.py; this module draws them and handles the keys.
"""

import re
from contextlib import suppress
from typing import Annotated

from retro import Machine
from retro.basic import CLICK, BasicError, Escape, asc, chr_s, coloured, tab, tall, word

from .rules import board, history, picture, player
from .rules.in_words import screen_words
from .variables import Variables

BLACK, RED, GREEN, WHITE = range(4)  # logical colours, by what they are at the start
PALETTES = ((1, 2), (4, 3), (7, 7))  # physical colours: red and green, blue and yellow, white with marks
PAPER = 128
WIDTH, HEIGHT = 320, 200  # pixels
UNIT = 4  # graphics units to a pixel
# Pixels. What is in a cell lies on the edges of block characters, of which two colours are enough for each.
CELL, LINE = 24, 18  # a cell has a line on its left edge, and one below the domino
LEFT, ACROSS, DOWN = 4, 6, 8  # of the first square in a cell, and its size
HIGH = 2 * DOWN  # a domino
STACK_X, CHOSEN_X = 200, 232  # left edges; all frames begin at the top of the screen
BOTTOM_ROW = 24
SIGN_LEFT, SIGN_ROWS = 8, ((1, 4), (5, 3), (8, 3), (11, 4))  # left edge; upper edges and heights
SIGNS = {picture.BOX: ("", " ###", " ###", ""), picture.CROSS: ("#   #", " ###", " ###", "#   #")}
WALL_LEFTS = {board.LEFT: -2, board.RIGHT: CELL - 2}  # of a wall between two squares, from a cell's corner
WALL_TOPS = {board.UPPER: HIGH - CELL, board.LOWER: HIGH}
SPREAD, SEEDS = 1_103_515_245, 1 << 31  # RND(-n) and RND(-n-1) begin alike, so game numbers are spread over all seeds
DIGITS = 6  # of a game's number
PROGRESS = 15  # characters
RETURN, ESCAPE, DELETE = 13, 27, 127
MOVES = {136: "L", 137: "R", 138: "D", 139: "U", RETURN: "E", ESCAPE: "B"}
LETTERS = {"A": "L", "D": "R", "S": "D", "W": "U", " ": "E"}
ESCAPE_HELD = -113
RIGHT_BUTTON = 1
# Charts of the score, pixels: left edge, a domino, heights of a point of a domino and of FINAL, lower edges of both.
EDGE, BAR, POINT, FINAL, POINTS, FINALS = 8, 4, 1.25, 2.5, 168, 128
CHANNEL = 0x11  # channel 1, flushed before the note
BEST_TUNE, END_TUNE = (53, 69, 81, 101), (81, 69, 53)  # pitches; for the best game of all, and for others
TAPE, LIST = "MORGAN2", "MORGANBEST"  # names on the tape
# The keys and what they do.
KEYS = (
    *((arrow, "move") for arrow in ("LEFT", "UP", "DOWN", "RIGHT")),
    ("RETURN", "turn up, take, put"),
    ("ESCAPE", "back to the stack"),
    ("H", "hint"),
    ("G", "a quick guess"),
    ("U", "undo"),
    ("R", "redo"),
    ("N", "new game"),
    ("F", "where it fits"),
    ("B", "where nothing fits"),
    ("X", "dominoes that are left"),
    ("V", "score history"),
    ("M", "marks"),
    ("C", "other colours"),
    ("T", "table of the best"),
    ("O", "save"),
    ("L", "load"),
    ("?", "help"),
    ("Q", "quit"),
)


def main(
    m: Machine,
    *,
    number: Annotated[int, "the number of the first game; else a random one", range(1, history.NUMBERS + 1)] = 0,
    known: Annotated[bool, "a puzzle: key X shows the whole deck in its order"] = False,
    day: Annotated[int, "the date, as 20261122: its last six figures are the daily game's number", range(10**8)] = 0,
    silent: Annotated[bool, "refuse a domino that does not fit silently, as the original does"] = False,
) -> None:
    """Draw, wait for a key and handle it, until Q.  Documented: the original's main."""
    open_screen(m)
    v = Variables(new_game(m, number, known), silent, day % (history.NUMBERS + 1))
    with suppress(BasicError):
        v.scores = history.scores_from_tape(m.cload(LIST))
    draw_frames(m, v)
    if not number:
        handle_key(m, v, show_opening(m, v))
    while not v.quitting:
        draw(m, v)
        v.message = ""
        handle_key(m, v, m.get())
    close_screen(m, v)


def open_screen(m: Machine) -> None:
    """Set up the screen, the arrow keys, Escape and the mouse.  Documented: the original's P (X11) and Q (curses)."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.fx(4, 1)
    m.fx(229, 1)
    m.mouse_on()
    m.define_tall()
    set_palette(m, 0)


def draw_frame(m: Machine, x: int, columns: int, rows: int) -> None:
    """Draw a frame of empty cells, from the top of the screen.  Documented: the original's a."""
    for row in range(rows):  # Departure: the edge of the screen is the upper line
        rectangle(m, x, CELL * row + LINE, CELL * columns + 1, 1, WHITE)
    for column in range(columns + 1):
        rectangle(m, x + CELL * column, 0, 1, CELL * (rows - 1) + LINE, WHITE)


def draw_domino(m: Machine, x: int, y: int, cell: picture.Cell, marks: bool) -> None:
    """Draw the six squares of a domino in the cell at x, y.  Documented: the original's d; ghost and marks ours."""
    for square in range(6):
        left, top = x + LEFT + ACROSS * (square // 2), y + DOWN * (square % 2)
        colour = GREEN if board.is_green(cell.code, square) else RED
        rectangle(m, left, top, ACROSS, DOWN, colour)
        if cell.ghost:
            rectangle(m, left + 2, top, 2, DOWN, BLACK)
        if marks and colour == GREEN:
            rectangle(m, left + 2, top + 2 - square % 2, 2, 5, GREEN if cell.ghost else BLACK)


def draw_cursor(m: Machine, x: int, y: int, bars: int) -> None:
    """Draw bars on both sides of a domino without hiding it.  Documented: the original's d with code -1."""
    top, height = (0, HIGH) if bars == picture.CURSOR else (3, HIGH - 6)
    rectangle(m, x + 1, y + top, LEFT - 1, height, WHITE)
    rectangle(m, x + CELL - 2, y + top, 2, height, WHITE)


def show_score(m: Machine, v: Variables) -> None:
    """Write the texts of the panel that have changed.  Documented: the original's R (X11) and S (curses)."""
    for position, text in picture.panel(v.game, v.rank).items():
        if v.texts.get(position) != text:
            v.texts[position] = text
            m.print(tab(*position), text, end="")


def draw(m: Machine, v: Variables) -> None:
    """Draw what has changed.  Documented: the body of the original's loop, which draws everything anew."""
    state = v.game.state
    draw_walls(m, v.walls, BLACK)
    for place, cell in enumerate(picture.grid_cells(state, v.overlays, v.game.known)):
        draw_cell(m, v, CELL * (place % board.SIZE), CELL * (place // board.SIZE), cell)
    v.walls = picture.clashes(state, v.overlays)
    draw_walls(m, v.walls, WHITE)
    for pointer, cell in enumerate(picture.stack_cells(state, v.overlays)):
        draw_cell(m, v, STACK_X, CELL * pointer, cell)
    draw_cell(m, v, CHOSEN_X, 0, picture.Cell(state.selected))
    show_score(m, v)
    say(m, v, v.message or picture.bottom_row(state, v.overlays, v.over, v.silent))


def handle_key(m: Machine, v: Variables, code: int) -> None:
    """Handle a key or a click; ignore any other key.  Documented: the original's cascade of conditions."""
    letter = chr_s(code)
    move = MOVES.get(code) or LETTERS.get(letter.upper())
    command = COMMANDS.get(letter) or COMMANDS.get(letter.upper())
    if code == CLICK:
        click(m, v)
    elif v.overlays.remaining:
        v.overlays.remaining = False
    elif move:
        press(m, v, move)
    elif command:
        command(m, v)


def new_game(m: Machine, number: int, known: bool) -> history.GameHistory:
    """Deal the game of this number, or a random one if it is out of range.  Documented: the original's macro L.

    The state of the random number generator is restored after the deal.
    """
    if not 0 < number <= history.NUMBERS:
        number = m.rnd(history.NUMBERS)
    rnd_state = m.rnd_state
    m.rnd(-(number * SPREAD % SEEDS))
    first = board.deal(m.rnd)
    m.rnd_state = rnd_state
    return history.GameHistory(first, number, known)


def quit_game(m: Machine, v: Variables) -> None:
    """Ask whether to quit, unless the game is over or untouched.  Documented: key Q; the question ours."""
    v.quitting = bool(v.over) or not v.game.keys or confirm(m, v, "Quit this game?")


# ours

# the screen


def close_screen(m: Machine, v: Variables) -> None:
    """Restore keyboard and screen, and print the score."""
    m.describe(None)
    m.mouse_off()
    m.fx(4, 0)
    m.fx(229, 0)
    m.vdu(20, 26, 12)
    m.print(tab(14, 8), f"Game number {v.game.number}")
    for row, text in picture.score_lines(v.game).items():
        m.print(tab(14, row + 6), text)
    m.print(tab(9, 20), "Thank you for playing.")
    m.vdu(23, 1, 1, 0, 0, 0, 0, 0, 0, 0)


def set_palette(m: Machine, palette: int) -> None:
    """Set the two colours of the squares."""
    for logical, physical in zip((RED, GREEN), PALETTES[palette]):
        m.vdu(19, logical, physical, 0, 0, 0)


def rectangle(m: Machine, x: int, y: int, width: int, height: int, colour: int) -> None:
    """Make a rectangle the graphics window and fill it. x, y: its top left corner in pixels from that of the screen."""
    left, bottom = UNIT * x, UNIT * (HEIGHT - y - height)
    m.gcol(0, PAPER + colour)
    m.vdu(24, *word(left, bottom, left + UNIT * (width - 1), bottom + UNIT * (height - 1)))
    m.clg()


def draw_sign(m: Machine, x: int, y: int, sign: str) -> None:
    """Draw a sign in the cell at x, y."""
    for (top, height), line in zip(SIGN_ROWS, SIGNS[sign]):
        for column, block in enumerate(line):
            rectangle(m, x + SIGN_LEFT + 2 * column, y + top, 2, height, WHITE if block == "#" else BLACK)


def draw_walls(m: Machine, walls: list[tuple[int, int, int]], colour: int) -> None:
    """Draw walls between squares that differ, in black to remove them; the line of the frame stays."""
    for place, side, square in walls:
        x = CELL * (place % board.SIZE) + WALL_LEFTS.get(side, LEFT + ACROSS * (square // 2))
        y = CELL * (place // board.SIZE) + WALL_TOPS.get(side, DOWN * (square % 2))
        rectangle(m, x, y, ACROSS, DOWN, colour)
        if side in WALL_LEFTS:
            rectangle(m, x + 2, y, 1, DOWN, WHITE)
        else:
            rectangle(m, x, y + LINE - HIGH, ACROSS, 1, WHITE)


def draw_cell(m: Machine, v: Variables, x: int, y: int, cell: picture.Cell) -> None:
    """Draw the cell at x, y, if its contents have changed."""
    marks = cell.code != 0 and (v.marks or v.palette == len(PALETTES) - 1)
    if v.cells.get((x, y)) == (cell, marks):
        return
    v.cells[x, y] = cell, marks
    rectangle(m, x + 1, y, CELL - 1, HIGH, BLACK)
    if cell.code:
        draw_domino(m, x, y, cell, marks)
    elif cell.sign:
        draw_sign(m, x, y, cell.sign)
    if cell.bars:
        draw_cursor(m, x, y, cell.bars)


def say(m: Machine, v: Variables, text: str) -> None:
    """Write a text of up to 38 characters in the bottom row, black on white."""
    if v.texts.get((0, BOTTOM_ROW)) != text:
        v.texts[0, BOTTOM_ROW] = text
        rectangle(m, 0, 8 * BOTTOM_ROW, WIDTH, 8, WHITE)
        m.print(tab(1, BOTTOM_ROW), coloured(PAPER + WHITE, coloured(BLACK, text), PAPER + BLACK), end="")


def clear(m: Machine, v: Variables) -> None:
    """Clear the screen."""
    m.vdu(26, 12)
    m.describe(None)
    v.cells.clear()
    v.texts.clear()
    v.walls = []


def draw_frames(m: Machine, v: Variables) -> None:
    """Clear the screen and draw everything that does not change."""
    clear(m, v)
    m.describe(lambda: screen_words(v.game.state, v.texts.get((0, BOTTOM_ROW), ""), v.overlays.hint))
    draw_frame(m, 0, board.SIZE, board.SIZE)
    draw_frame(m, STACK_X, 1, board.PENDING)
    draw_frame(m, CHOSEN_X, 1, 1)
    for row, text in picture.KEY_TEXTS.items():
        m.print(tab(picture.PANEL, row), coloured(GREEN, text), end="")


def show_opening(m: Machine, v: Variables) -> int:
    """Show the title and all dominoes until a key is pressed; return its code, which counts in the game, too."""
    for place, code in enumerate(picture.table_order()):
        draw_cell(m, v, CELL * (place % board.SIZE), CELL * (place // board.SIZE), picture.Cell(code))
    m.print(tab(picture.NAMES, 0), "GAME", tab(picture.NAMES, 2), f"{v.game.number:6}", end="")
    m.print(tab(picture.PANEL + 2, 5), coloured(GREEN, tall("MORGAN2")), end="")
    for row, text in picture.OPENING_TEXTS.items():
        m.print(tab(picture.PANEL, row), text, end="")
    say(m, v, "Lay all 64 so that every side matches")
    code = m.get()
    draw_frames(m, v)
    return code


def show_pages(m: Machine, v: Variables, pages: list[list[str]], own: str) -> None:
    """Show pages one by one, until a command is pressed, or clicked, that is not their own; handle it."""
    others, letter = COMMANDS.keys() - set(own), ""
    for page in pages:
        if letter.upper() not in others:
            clear(m, v)
            for row, text in enumerate(page):
                m.print(tab(1, row), coloured(WHITE if row else GREEN, text), end="")
            say(m, v, "Press any key")
            letter = chr_s(ask_key(m, v, page))
    draw_frames(m, v)
    draw(m, v)
    if letter.upper() in others:
        handle_key(m, v, asc(letter))


def show_history(m: Machine, v: Variables) -> None:
    """Show how the score came about, domino by domino, until a key is pressed.  Key V."""
    clear(m, v)
    heading, *lines = picture.history_lines(v.game, v.over, v.rank)
    for row, text in enumerate(lines, 1):
        m.print(tab(1, row), text, end="")
    m.print(tab(1, 0), coloured(GREEN, tall(heading)), end="")
    for x, (points, final) in enumerate(history.score_history(v.game)):
        left = EDGE + BAR * x
        if points:
            rectangle(m, left, POINTS - round(POINT * points), BAR - 1, round(POINT * points), GREEN)
        rectangle(m, left, FINALS - round(FINAL * final), BAR, 2, WHITE)
    rectangle(m, EDGE, POINTS, BAR * board.PLACES, 1, RED)
    m.print(tab(1, BOTTOM_ROW - 2), "Bars: points. Line: FINAL after it.", end="")
    say(m, v, "N: new  Q: quit  Space: the grid" if v.over else "Press any key")
    code = ask_key(m, v, [])
    draw_frames(m, v)
    draw(m, v)
    if chr_s(code).upper() in COMMANDS.keys() - {"V"}:
        handle_key(m, v, code)


# keys of the game, and the mouse


def press(m: Machine, v: Variables, pressed: str) -> None:
    """Press a key of the game, one of U, D, L, R, E and B."""
    before = v.game.state
    if v.game.press(pressed):
        if history.is_move(before, v.game.state):
            after_move(m, v, before)
    elif pressed == "E":
        refuse(m, v)
    elif pressed == "B":
        v.message = "Press Q to quit"


def press_all(m: Machine, v: Variables, keys: str) -> None:
    """Press several keys of the game."""
    for pressed in keys:
        press(m, v, pressed)


def after_move(m: Machine, v: Variables, before: board.State) -> None:
    """Play a sound for a domino that was turned up or placed, and check for the end of the game."""
    if v.game.state.fill == before.fill:
        m.sound(CHANNEL, -8, 150, 1)
    else:
        touching = board.matching_neighbours(before.grid, before.place, before.selected) or 0
        m.sound(CHANNEL, -12, 60 + 24 * touching, 3)
    update_result(v)
    if v.over:
        enter_score(m, v)
        for pitch in BEST_TUNE if v.rank == 1 else END_TUNE:
            m.sound(1, -12, pitch, 4)
        show_history(m, v)


def refuse(m: Machine, v: Variables) -> None:
    """Say why RETURN did nothing; the original is silent."""
    if not v.silent:
        m.sound(CHANNEL, -12, 10, 4)
        v.message = picture.refusal(v.game.state)


def update_result(v: Variables) -> None:
    """Check whether the game is over, which the original does not, and drop rank and hint."""
    v.over, v.rank, v.overlays.hint = board.game_over(v.game.state), 0, None


def enter_score(m: Machine, v: Variables) -> None:
    """Add a finished game to the list of the best, unless the player has seen dominoes early."""
    game = v.game
    m.csave("RESULT", f"{game.state.fill} laid, {game.state.total} points")
    if not game.starred:
        score = history.Score(game.state.total, game.state.fill, game.number, game.hints)
        v.scores = history.add_score(v.scores, score)
        m.csave(LIST, [list(entry) for entry in v.scores])
        v.rank = history.by_text(v.scores).index(score) + 1 if score in history.by_text(v.scores) else 0


def clicked(m: Machine) -> tuple[int, int, int]:
    """Return the clicked pixel, from the top left of the screen, and the button."""
    x, y, button = m.mouse()
    return x // UNIT, HEIGHT - 1 - y // UNIT, button


def key_named(text: str, mark: str, x: int) -> str:
    """Return the key that a row of text names at a pixel, or "". mark: what stands between a key and what it does."""
    keys = [found for found in re.finditer(rf"(?<!\S)(\w){mark}(?=\w)", f" {text}") if found.start() <= x // 8]
    return keys[-1][1] if keys else ""


def key_at(v: Variables, x: int, y: int, page: list[str] | None = None) -> str:
    """Return the key that stands at a pixel: in the bottom row, on a page, without one on the panel; or ""."""
    row, text = y // 8, v.texts.get((0, BOTTOM_ROW), "")
    if page is not None and row < BOTTOM_ROW:
        return key_named("".join(page[row : row + 1]), "  ", x).lower()
    if row < BOTTOM_ROW:
        return picture.KEY_TEXTS.get(row, "")[:1] if x >= 8 * picture.PANEL else ""
    if text.startswith("Return"):
        return chr_s(ESCAPE if "," in text[: x // 8] else RETURN)
    return key_named(text, ": ", x)


def ask_key(m: Machine, v: Variables, page: list[str] | None = None) -> int:
    """Wait for a key, or a click on one that stands on the screen; return the code."""
    code = m.get()
    return code if code != CLICK else asc(key_at(v, *clicked(m)[:2], page) or chr_s(CLICK))


def ask(m: Machine, v: Variables, question: str) -> int:
    """Ask a question, return the code of the key; show the help at ?."""
    while True:
        say(m, v, question)
        code = ask_key(m, v)
        if chr_s(code) not in "?/":
            return code
        show_pages(m, v, picture.PAGES_OF_HELP, "".join(COMMANDS))


def click(m: Machine, v: Variables) -> None:
    """Go to the cell under the mouse and press RETURN; on the panel, press the key of that line."""
    x, y, button = clicked(m)
    if v.overlays.remaining:
        v.overlays.remaining = False
    elif button == RIGHT_BUTTON:
        press(m, v, "B")
    elif y >= 8 * BOTTOM_ROW or x >= 8 * picture.PANEL:
        handle_key(m, v, asc(key_at(v, x, y)))
    else:
        click_cell(m, v, x, y // CELL)


def click_cell(m: Machine, v: Variables, x: int, row: int) -> None:
    """Go to the cell at x pixels from the left in a row of cells, and press RETURN."""
    state = v.game.state
    if STACK_X <= x < STACK_X + CELL:
        press_all(m, v, history.keys_to_stack(state, row))
    elif x < board.SIZE * CELL and state.mode == board.IN_GRID:
        press_all(m, v, history.keys_to_grid(state, board.SIZE * row + x // CELL))
    elif x < board.SIZE * CELL:
        v.message = "First take a domino from the stack"


# commands


def confirm(m: Machine, v: Variables, question: str) -> bool:
    """Ask a question until it is answered; a click on QUIT means yes, ESCAPE and a click elsewhere no."""
    while (code := ask(m, v, f"{question} Y: yes  N: no")) not in (CLICK, ESCAPE) and chr_s(code) not in "YyNnQq":
        pass
    return chr_s(code) in "YyQq"


def hint(m: Machine, v: Variables) -> None:
    """Search for the best move and show it; if a hint is shown, make its move.  Key H."""
    if v.overlays.hint:
        press_all(m, v, history.keys_of_move(v.game.state, v.overlays.hint))
    elif can_be_hinted(v):
        result = search_with_progress(m, v)
        if result.final:
            show_hint(v, result.move, f"Marked: FINAL about {result.final:.1f}. H")
        else:
            show_hint(v, result.move, "The best so far is marked. H")


def guess(m: Machine, v: Variables) -> None:
    """Show the quick player's move; if a hint is shown, make its move.  Key G."""
    if v.overlays.hint:
        hint(m, v)
    elif can_be_hinted(v):
        show_hint(v, player.quick_move(player.position_of(v.game.state)), "A quick guess is marked. G")


def can_be_hinted(v: Variables) -> bool:
    """Return whether the game goes on, and count the hint."""
    if v.over:
        v.message = "This game is over: N begins a new one"
        return False
    v.game.hints += 1
    return True


def search_with_progress(m: Machine, v: Variables) -> player.SearchProgress:
    """Search with a progress bar; ESCAPE stops it with the best move so far."""
    position = player.position_of(v.game.state)
    found = player.SearchProgress(0, player.quick_move(position))
    m.fx(229, 0)
    try:
        say(m, v, progress(0))
        for found in player.search_moves(position, m.rnd):
            say(m, v, progress(found.part))
            m.inkey(ESCAPE_HELD)  # polls the keyboard for a centisecond, which may raise Escape
    except Escape:
        pass
    finally:
        m.fx(229, 1)
    return found


def progress(part: float) -> str:
    """Return a progress bar for a part from 0 to 1."""
    done = int(PROGRESS * part)
    return f"Thinking {'=' * done}{'.' * (PROGRESS - done)}  Escape stops"


def show_hint(v: Variables, move: board.Move, text: str) -> None:
    """Mark a move, whose pointer counts only the dominoes of the stack. text: the message, with the key to repeat."""
    state = v.game.state
    filled = [pointer for pointer, code in enumerate(state.stack) if code]
    empty = [pointer for pointer in (state.pointer, *range(board.PENDING)) if not state.stack[pointer]]
    v.overlays.hint = (
        board.Move(empty[0], board.NONE) if move == player.TURN else board.Move(filled[move.pointer], move.place)
    )
    v.message = f"{text}: do it"


def undo(m: Machine, v: Variables) -> None:
    """Undo the last domino.  Key U."""
    v.message = "" if v.game.undo() else "Nothing to undo"
    update_result(v)


def redo(m: Machine, v: Variables) -> None:
    """Redo what was undone.  Key R, or U with SHIFT."""
    v.message = "" if v.game.redo() else "Nothing to redo; U undoes"
    update_result(v)


def switch_overlay(v: Variables, name: str, text: str) -> None:
    """Show or hide the overlay with this name, and say what it shows.  Keys F, B and X."""
    shown = not getattr(v.overlays, name)
    setattr(v.overlays, name, shown)
    v.message = text if shown else ""


def switch_marks(m: Machine, v: Variables) -> None:
    """Show or hide dots on the green squares.  Key M."""
    v.marks = not v.marks


def switch_colours(m: Machine, v: Variables) -> None:
    """Change to the next of PALETTES; white squares always have marks.  Key C."""
    v.palette = (v.palette + 1) % len(PALETTES)
    set_palette(m, v.palette)


def save(m: Machine, v: Variables) -> None:
    """Save the game on the tape.  Key O."""
    try:
        m.csave(TAPE, history.to_tape(v.game))
        v.message = "Saved. L goes on from here"
    except BasicError as error:
        v.message = f"Not saved: {error.message}"


def load(m: Machine, v: Variables) -> None:
    """Load the saved game.  Key L."""
    try:
        v.game = history.from_tape(m.cload(TAPE))
    except BasicError as error:
        v.message = "No game is saved" if error.message == "File?" else "What was saved cannot be read"
    except history.SavedGameError:
        v.message = "What was saved is no game"
    else:
        v.message = "Loaded"
        update_result(v)


def new(m: Machine, v: Variables) -> None:
    """Begin another game, or this one again.  Key N."""
    number = ask_number(m, v)
    if number is not None:
        v.game = new_game(m, number, v.game.known)
        update_result(v)


def ask_number(m: Machine, v: Variables) -> int | None:
    """Ask for the number of a game and return it; 0 for any, None to continue this one."""
    digits = ""
    while True:
        code = ask(m, v, f"Number? {digits:{DIGITS}} S: same  N: any" + "  D: day" * (v.daily > 0))
        letter = chr_s(code)
        if code == DELETE:
            digits = digits[:-1]
        elif letter in "0123456789":
            digits = (digits + letter)[:DIGITS]
        else:
            typed = int(digits or 0)
            return {"\r": typed, "N": typed, "S": v.game.number, "D": v.daily or None}.get(letter.upper())


COMMANDS = {
    "H": hint,
    "G": guess,
    "u": undo,
    "U": redo,
    "R": redo,
    "F": lambda m, v: switch_overlay(v, "fits", "Bars show where this domino fits"),
    "B": lambda m, v: switch_overlay(v, "dead", "Crosses: nothing fits there any more"),
    "V": show_history,
    "X": lambda m, v: switch_overlay(v, "remaining", ""),
    "M": switch_marks,
    "C": switch_colours,
    "O": save,
    "L": load,
    "N": new,
    "T": lambda m, v: show_pages(m, v, picture.pages_of_best(v.scores), "T"),
    "?": lambda m, v: show_pages(m, v, picture.PAGES_OF_HELP, "?/"),
    "Q": quit_game,
}
COMMANDS["/"] = COMMANDS["?"]
