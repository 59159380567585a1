"""morgan2, by Yves-Marie Morgan

Dominoes of six squares, 64 of them and all different, to be laid on a grid of 8 by 8 so that every side matches. The
fewer wait in your stack, the more each one counts.

"Most playfully versatile" of the International Obfuscated C Code Contest, 2013: one program for the terminal and for
X11. Here it is not obfuscated. The original's six functions and its macros have names that say what they do, and the
one expression that was its main program is taken apart; morgan2.md tells which is which, and what is ours. The rules
are in rules/morgan.py, what is shown in rules/morgan_picture.py; this is how it is drawn, and what the keys do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from retro import Machine
from retro.basic import CLICK, BasicError, Escape, asc, chr_s, tab, word

from .rules.morgan import IN_GRID, NONE, PENDING, SIZE, Move, State, deal, fits, game_over, is_green
from .rules.morgan_picture import (
    BOX,
    CROSS,
    CURSOR,
    KEYS_OF_ROWS,
    PAGE_OF_KEYS,
    PANEL,
    PANEL_TEXTS,
    Cell,
    Look,
    bottom_row,
    grid_cells,
    line,
    page_of_best,
    panel,
    refusal,
    score_lines,
    stack_cells,
)
from .rules.morgan_player import TURN, Thought, position_of, quick, think
from .rules.morgan_record import (
    NUMBERS,
    Game,
    RecordError,
    Score,
    by_text,
    entered,
    is_deed,
    restored,
    saved,
    scores_of,
    way_of,
    way_to_grid,
    way_to_stack,
)

BLACK, RED, GREEN, WHITE = range(4)  # logical colours, by what they are at the start
PALETTES = ((1, 2), (4, 3), (7, 7))  # physical colours: red and green, blue and yellow, white with marks
PAPER = 128
WIDTH, HEIGHT = 320, 200  # pixels
UNIT = 4  # graphics units to a pixel
CELL, DOMINO, MARGIN = 24, 18, 3  # pixels; a cell has a line on its left and upper edge
ACROSS, DOWN = 6, 9  # a square
STACK_X, CHOSEN_X = 200, 232  # left edges; everything begins at the top
BOTTOM = 191  # the last row of pixels above the bottom row of text: the lowest line of the frames
BOTTOM_ROW = 24
NEAR, FAR = 9, 15  # a sign in a cell
SIGNS = {
    BOX: (((NEAR, NEAR), (FAR, NEAR), (FAR, FAR), (NEAR, FAR), (NEAR, NEAR)),),
    CROSS: (((NEAR, NEAR), (FAR, FAR)), ((FAR, NEAR), (NEAR, FAR))),
}
SPREAD, SEEDS = 1_103_515_245, 1 << 31  # RND(-n) and RND(-n-1) begin alike: numbers are spread over the seeds
DIGITS = 6  # of a game's number
PROGRESS = 15  # characters
RETURN, ESCAPE, DELETE = 13, 27, 127
MOVES = {136: "L", 137: "R", 138: "D", 139: "U", RETURN: "E", ESCAPE: "B"}
LETTERS = {"A": "L", "D": "R", "S": "D", "W": "U", " ": "E"}
ESCAPE_HELD = -113
RIGHT_BUTTON = 1
CHANNEL = 0x11  # 1, and what it was playing is cut short
TAPE, LIST = "MORGAN2", "MORGANBEST"  # names on the tape


@dataclass(slots=True)
class Variables:
    """The program's variables."""

    game: Game
    silent: bool = False  # refusals are, as in the original
    look: Look = field(default_factory=Look)
    marks: bool = False  # M: dots on the green squares
    palette: int = 0  # which of PALETTES
    over: str = ""  # why the game is over
    rank: int = 0  # its place on the list of the best, 0 for none
    message: str = ""  # for the bottom row, until the next key
    scores: list[Score] = field(default_factory=list)  # the best
    cells: dict[tuple[int, int], object] = field(default_factory=dict)  # what is drawn, by the cell's top left corner
    texts: dict[tuple[int, int], str] = field(default_factory=dict)  # what is written, by column and row
    left: bool = False  # Q was pressed


def main(
    m: Machine,
    *,
    number: Annotated[int, f"the number of the first game, 1 to {NUMBERS}"] = 0,
    known: Annotated[bool, "a puzzle: the whole deck lies open (key X)"] = False,
    silent: Annotated[bool, "what does not fit is refused without a word, as in the original"] = False,
) -> None:
    """Draw, wait for a key, obey it, until Q.  Documented: the original's main."""
    open_screen(m)
    v = Variables(new_game(m, number, known), silent)
    v.scores = loaded_scores(m)
    draw_frames(m, v)
    while not v.left:
        draw(m, v)
        v.message = ""
        obey(m, v, m.get())
    close_screen(m, v)


def open_screen(m: Machine) -> None:
    """Set up the screen, the arrow keys, Escape and the mouse.  Documented: the original's P (X11) and Q (curses)."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.fx(4, 1)
    m.fx(229, 1)
    m.mouse_on()
    set_palette(m, 0)


def draw_frame(m: Machine, x: int, columns: int, rows: int) -> None:
    """Draw a frame of empty cells, from the top of the screen.  Documented: the original's a."""
    low = min(CELL * rows, BOTTOM)  # Departure: the last line lies one pixel higher, clear of the bottom row of text
    for row in range(rows + 1):
        rectangle(m, x, min(CELL * row, low), CELL * columns + 1, 1, WHITE)
    for column in range(columns + 1):
        rectangle(m, x + CELL * column, 0, 1, low + 1, WHITE)


def draw_domino(m: Machine, x: int, y: int, code: int, marks: bool) -> None:
    """Draw the six squares of a domino in the cell at x, y.  Documented: the original's d; the marks are ours."""
    for square in range(6):
        left, top = x + MARGIN + ACROSS * (square // 2), y + MARGIN + DOWN * (square % 2)
        green = is_green(code, square)
        rectangle(m, left, top, ACROSS, DOWN, GREEN if green else RED)
        if green and marks:
            rectangle(m, left + 2, top + 3, 2, 3, BLACK)


def draw_cursor(m: Machine, x: int, y: int, bars: int) -> None:
    """Draw bars on both sides of a domino, which stays visible.  Documented: the original's d with code -1."""
    top, height = (MARGIN, DOMINO) if bars == CURSOR else (DOWN, ACROSS)
    for left in (1, CELL - 2):
        rectangle(m, x + left, y + top, 2, height, WHITE)


def show_score(m: Machine, v: Variables) -> None:
    """Write the numbers of the panel that have changed.  Documented: the original's R (X11) and S (curses)."""
    for place, text in panel(v.game, v.rank).items():
        if v.texts.get(place) != text:
            v.texts[place] = text
            m.print(tab(*place), text, end="")


def draw(m: Machine, v: Variables) -> None:
    """Bring the screen up to date.  Documented: the body of the original's loop, which draws everything anew."""
    state = v.game.state
    for at, cell in enumerate(grid_cells(state, v.look, v.game.known)):
        draw_cell(m, v, CELL * (at % SIZE), CELL * (at // SIZE), cell)
    for at, cell in enumerate(stack_cells(state, v.look)):
        draw_cell(m, v, STACK_X, CELL * at, cell)
    draw_cell(m, v, CHOSEN_X, 0, Cell(state.selected))
    show_score(m, v)
    say(m, v, v.message or bottom_row(state, v.look, v.over))


def obey(m: Machine, v: Variables, code: int) -> None:
    """Do what a key or a click says; any other key is ignored.  Documented: the original's cascade of conditions."""
    letter = chr_s(code)
    move = MOVES.get(code) or LETTERS.get(letter.upper())
    command = COMMANDS.get(letter) or COMMANDS.get(letter.upper())
    if code == CLICK:
        click(m, v)
    elif v.look.left:
        v.look.left = False
    elif move:
        press(m, v, move)
    elif command:
        command(m, v)


def new_game(m: Machine, number: int, known: bool) -> Game:
    """Deal the game of this number, or any if it is out of range.  Documented: the original's macro L.

    The machine's random numbers go on as if nothing had been dealt.
    """
    if not 0 < number <= NUMBERS:
        number = m.rnd(NUMBERS)
    onwards = m.rnd_state
    m.rnd(-(number * SPREAD % SEEDS))
    first = deal(m.rnd)
    m.rnd_state = onwards
    return Game(first, number, known)


def leave(m: Machine, v: Variables) -> None:
    """Note that this is the end.  Documented: key Q."""
    v.left = True


# ours

# the screen


def close_screen(m: Machine, v: Variables) -> None:
    """Put everything back, and say how the game stands."""
    m.mouse_off()
    m.fx(4, 0)
    m.fx(229, 0)
    m.vdu(20, 26, 12)
    m.print(tab(14, 8), line("GAME", v.game.number))
    for row, text in score_lines(v.game).items():
        m.print(tab(14, row + 6), text)
    m.print(tab(9, 16), "Thank you for playing.")
    m.vdu(23, 1, 1, 0, 0, 0, 0, 0, 0, 0)


def set_palette(m: Machine, palette: int) -> None:
    """Give the squares their two colours."""
    for logical, physical in zip((RED, GREEN), PALETTES[palette]):
        m.vdu(19, logical, physical, 0, 0, 0)


def rectangle(m: Machine, x: int, y: int, width: int, height: int, colour: int) -> None:
    """Fill a rectangle, and leave it as the graphics window.  x, y: its top left corner, pixels from the screen's."""
    left, bottom = UNIT * x, UNIT * (HEIGHT - y - height)
    m.gcol(0, PAPER + colour)
    m.vdu(24, *word(left, bottom, left + UNIT * (width - 1), bottom + UNIT * (height - 1)))
    m.clg()


def darken(m: Machine, x: int, y: int) -> None:
    """Leave one line of three of the domino in the cell at x, y."""
    for top in range(y + MARGIN, y + MARGIN + DOMINO, 3):
        rectangle(m, x + MARGIN, top, DOMINO, 2, BLACK)


def draw_sign(m: Machine, x: int, y: int, sign: str) -> None:
    """Draw a sign in the empty cell at x, y, which is the graphics window."""
    m.gcol(0, WHITE)
    for (first_x, first_y), *rest in SIGNS[sign]:
        m.move(UNIT * (x + first_x), UNIT * (HEIGHT - 1 - y - first_y))
        for next_x, next_y in rest:
            m.draw(UNIT * (x + next_x), UNIT * (HEIGHT - 1 - y - next_y))


def draw_cell(m: Machine, v: Variables, x: int, y: int, cell: Cell) -> None:
    """Draw the cell at x, y anew, if something else is there."""
    marks = cell.code != 0 and (v.marks or v.palette == len(PALETTES) - 1)
    if v.cells.get((x, y)) == (cell, marks):
        return
    v.cells[x, y] = cell, marks
    rectangle(m, x + 1, y + 1, CELL - 1, min(CELL - 1, BOTTOM - y - 1), BLACK)
    if cell.sign and not cell.code:
        draw_sign(m, x, y, cell.sign)
    if cell.code:
        draw_domino(m, x, y, cell.code, marks)
    if cell.dark:
        darken(m, x, y)
    if cell.bars:
        draw_cursor(m, x, y, cell.bars)


def say(m: Machine, v: Variables, text: str) -> None:
    """Write a text of up to 38 characters in the bottom row, black on white."""
    if v.texts.get((0, BOTTOM_ROW)) != text:
        v.texts[0, BOTTOM_ROW] = text
        rectangle(m, 0, BOTTOM, WIDTH, HEIGHT - BOTTOM, WHITE)
        m.colour(PAPER + WHITE)
        m.colour(BLACK)
        m.print(tab(1, BOTTOM_ROW), text, end="")
        m.colour(PAPER + BLACK)
        m.colour(WHITE)


def draw_frames(m: Machine, v: Variables) -> None:
    """Draw everything that does not change, on an empty screen."""
    m.vdu(26, 12)
    draw_frame(m, 0, SIZE, SIZE)
    draw_frame(m, STACK_X, 1, PENDING)
    draw_frame(m, CHOSEN_X, 1, 1)
    v.cells.clear()
    v.texts.clear()
    for place, text in PANEL_TEXTS.items():
        m.print(tab(*place), text, end="")


def show_page(m: Machine, v: Variables, lines: list[str]) -> None:
    """Show a page until a key is pressed."""
    m.vdu(26, 12)
    for row, text in enumerate(lines):
        m.colour(WHITE if row else GREEN)
        m.print(tab(1, row), text, end="")
    say(m, v, "Press any key")
    m.get()
    draw_frames(m, v)


# keys of the game, and the mouse


def press(m: Machine, v: Variables, pressed: str) -> None:
    """Press a key of the game, one of U, D, L, R, E and B."""
    before = v.game.state
    if v.game.press(pressed):
        if is_deed(before, v.game.state):
            after_deed(m, v, before)
    elif pressed == "E":
        refuse(m, v)
    elif pressed == "B":
        v.message = "Press Q to quit"


def press_all(m: Machine, v: Variables, keys: str) -> None:
    """Press several keys of the game."""
    for pressed in keys:
        press(m, v, pressed)


def after_deed(m: Machine, v: Variables, before: State) -> None:
    """Let it be heard that a domino was turned up or placed, and see whether that was the end."""
    if v.game.state.fill == before.fill:
        m.sound(CHANNEL, -8, 150, 1)
    else:
        touching = fits(before.grid, before.place, before.selected) or 0
        m.sound(CHANNEL, -12, 60 + 24 * touching, 3)
    judge(v)
    if v.over:
        enter_score(m, v)


def refuse(m: Machine, v: Variables) -> None:
    """Say why Return did nothing; the original is silent."""
    if not v.silent:
        m.sound(CHANNEL, -12, 10, 4)
        v.message = refusal(v.game.state)


def judge(v: Variables) -> None:
    """See whether the game is over, which the original does not know, and forget what was true of another moment."""
    v.over, v.rank, v.look.hint = game_over(v.game.state), 0, None


def enter_score(m: Machine, v: Variables) -> None:
    """Enter a finished game on the list of the best, if it was played as it came."""
    game = v.game
    if not game.starred:
        score = Score(game.state.total, game.state.fill, game.number, game.hints)
        v.scores = entered(v.scores, score)
        m.csave(LIST, [list(entry) for entry in v.scores])
        v.rank = by_text(v.scores).index(score) + 1 if score in by_text(v.scores) else 0


def loaded_scores(m: Machine) -> list[Score]:
    """The list of the best."""
    try:
        return scores_of(m.cload(LIST))
    except BasicError:
        return []


def click(m: Machine, v: Variables) -> None:
    """Go where the mouse is and press Return; on the panel, press the key of that line."""
    x, y, button = m.mouse()
    x, y = x // UNIT, HEIGHT - 1 - y // UNIT
    if v.look.left:
        v.look.left = False
    elif button == RIGHT_BUTTON:
        press(m, v, "B")
    elif x >= 8 * PANEL:
        obey(m, v, asc(KEYS_OF_ROWS.get(y // 8, "")))
    elif y < BOTTOM:
        click_cell(m, v, x, y // CELL)


def click_cell(m: Machine, v: Variables, x: int, row: int) -> None:
    """Go to a cell and press Return: in this row of cells, x pixels from the left."""
    state = v.game.state
    if STACK_X <= x < STACK_X + CELL:
        press_all(m, v, way_to_stack(state, row))
    elif x < SIZE * CELL and state.mode == IN_GRID:
        press_all(m, v, way_to_grid(state, SIZE * row + x // CELL))
    elif x < SIZE * CELL:
        v.message = "First take a domino from the stack"


# commands


def hint(m: Machine, v: Variables) -> None:
    """Think of the best move and show it; if one is shown, do it.  Key H."""
    if v.look.hint:
        press_all(m, v, way_of(v.game.state, v.look.hint))
    elif can_be_hinted(v):
        thought = thinking(m, v)
        if thought.final:
            show_hint(v, thought.move, f"Hint: marked, for about {thought.final:.1f}")
        else:
            show_hint(v, thought.move, "The best so far is marked")


def guess(m: Machine, v: Variables) -> None:
    """Show the quick player's move.  Key G."""
    if can_be_hinted(v):
        show_hint(v, quick(position_of(v.game.state)), "A quick guess is marked")


def can_be_hinted(v: Variables) -> bool:
    """Is there still a move? If so, this is one more hint."""
    if v.over:
        v.message = "This game is over: N begins a new one"
        return False
    v.game.hints += 1
    return True


def thinking(m: Machine, v: Variables) -> Thought:
    """Think, with a sign of progress; Escape ends it with what has been found until then."""
    position = position_of(v.game.state)
    thought = Thought(0, quick(position))
    m.fx(229, 0)
    try:
        say(m, v, progress(0))
        for thought in think(position, m.rnd):
            say(m, v, progress(thought.part))
            m.inkey(ESCAPE_HELD)  # a centisecond in which ESCAPE may come
    except Escape:
        pass
    finally:
        m.fx(229, 1)
    return thought


def progress(part: float) -> str:
    """A bar that says how much is done, 0 to 1."""
    done = int(PROGRESS * part)
    return f"Thinking {'=' * done}{'.' * (PROGRESS - done)}  Escape stops"


def show_hint(v: Variables, move: Move, what: str) -> None:
    """Show a move, whose place in the stack is counted without the empty ones."""
    state = v.game.state
    filled = [at for at, code in enumerate(state.stack) if code]
    empty = [at for at in (state.pointer, *range(PENDING)) if not state.stack[at]]
    v.look.hint = Move(empty[0], NONE) if move == TURN else Move(filled[move.pointer], move.place)
    v.message = f"{what}. H: do it"


def undo(m: Machine, v: Variables) -> None:
    """Take the last domino back.  Key U."""
    v.message = "" if v.game.undo() else "Nothing to undo"
    judge(v)


def redo(m: Machine, v: Variables) -> None:
    """Do again what was taken back.  Key R, or U with SHIFT."""
    v.message = "" if v.game.redo() else "Nothing to redo; U undoes"
    judge(v)


def show_fits(m: Machine, v: Variables) -> None:
    """Show by bars where the domino fits, or no longer.  Key F."""
    v.look.fits = not v.look.fits
    v.message = "Bars show where this domino fits" if v.look.fits else ""


def show_dead(m: Machine, v: Variables) -> None:
    """Show by crosses where nothing fits any more, or no longer.  Key B."""
    v.look.dead = not v.look.dead
    v.message = "Crosses: nothing fits there any more" if v.look.dead else ""


def show_left(m: Machine, v: Variables) -> None:
    """Show the dominoes that are left, instead of the grid, until the next key.  Key X."""
    v.look.left = True


def switch_marks(m: Machine, v: Variables) -> None:
    """Mark the green squares with dots, or no longer.  Key M."""
    v.marks = not v.marks


def switch_colours(m: Machine, v: Variables) -> None:
    """Take the next of PALETTES; white squares always have marks.  Key C."""
    v.palette = (v.palette + 1) % len(PALETTES)
    set_palette(m, v.palette)


def save(m: Machine, v: Variables) -> None:
    """Save the game on the tape.  Key O."""
    try:
        m.csave(TAPE, saved(v.game))
        v.message = "Saved. L goes on from here"
    except BasicError as error:
        v.message = f"Not saved: {error.message}"


def load(m: Machine, v: Variables) -> None:
    """Go on with the game that was saved.  Key L."""
    try:
        v.game = restored(m.cload(TAPE))
    except BasicError as error:
        v.message = "No game is saved" if error.message == "File?" else "What was saved cannot be read"
    except RecordError:
        v.message = "What was saved is no game"
    else:
        v.message = "Loaded"
        judge(v)


def new(m: Machine, v: Variables) -> None:
    """Begin another game, or this one again from its beginning.  Key N."""
    number = asked_number(m, v)
    if number is not None:
        v.game = new_game(m, number, v.game.known)
        judge(v)


def asked_number(m: Machine, v: Variables) -> int | None:
    """Ask for the number of a game: 0 for any, None to go on with this one."""
    typed = ""
    while True:
        say(m, v, f"Number? {typed:{DIGITS}}  S: same  Return: any")
        code = m.get()
        if code == RETURN:
            return int(typed or 0)
        if code == ESCAPE:
            return None
        if chr_s(code) in "Ss":
            return v.game.number
        if code == DELETE:
            typed = typed[:-1]
        elif chr_s(code) in "0123456789" and len(typed) < DIGITS:
            typed += chr_s(code)


def show_best(m: Machine, v: Variables) -> None:
    """Show the lists of the best.  Key T."""
    show_page(m, v, page_of_best(v.scores))


def show_keys(m: Machine, v: Variables) -> None:
    """Show the rules in short, and all keys.  Key ?."""
    show_page(m, v, PAGE_OF_KEYS)


COMMANDS = {
    "H": hint,
    "G": guess,
    "u": undo,
    "U": redo,
    "R": redo,
    "F": show_fits,
    "B": show_dead,
    "X": show_left,
    "M": switch_marks,
    "C": switch_colours,
    "O": save,
    "L": load,
    "N": new,
    "T": show_best,
    "?": show_keys,
    "/": show_keys,
    "Q": leave,
}
