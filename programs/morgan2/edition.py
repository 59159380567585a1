"""What is ours in morgan2: a picture that tells more, hints, undo, a list of the best games, the mouse."""

import re
from contextlib import suppress
from typing import Annotated

from retro import Machine
from retro.basic import CLICK, BasicError, Escape, asc, chr_s

from . import morgan2, screen
from .rules import board, history, picture, player
from .variables import Variables

SPREAD, SEEDS = 1_103_515_245, 1 << 31  # RND(-n) and RND(-n-1) begin alike, so game numbers are spread over all seeds
DIGITS = 6  # of a game's number
PROGRESS = 15  # characters
RETURN, ESCAPE, DELETE = 13, 27, 127
MOVES = {136: "L", 137: "R", 138: "D", 139: "U", RETURN: "E", ESCAPE: "B"}
LETTERS = {"A": "L", "D": "R", "S": "D", "W": "U", " ": "E"}
RIGHT_BUTTON = 1
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
KEYS_IN_STACK = tuple(pair for pair in KEYS if pair[0] not in ("LEFT", "RIGHT", "ESCAPE"))


def main(
    m: Machine,
    *,
    number: Annotated[int, "the number of the first game; else a random one", range(1, history.NUMBERS + 1)] = 0,
    known: Annotated[bool, "a puzzle: key X shows the whole deck in its order"] = False,
    day: Annotated[int, "the date, as 20261122: its last six figures are the daily game's number", range(10**8)] = 0,
    silent: Annotated[bool, "refuse a domino that does not fit silently, as the original does"] = False,
) -> None:
    """Draw, wait for a key and handle it, until Q."""
    screen.open_screen(m)
    v = Variables(new_game(m, number, known), silent, day % (history.NUMBERS + 1))
    with suppress(BasicError):
        v.scores = history.scores_from_tape(m.cload(LIST))
    screen.draw_frames(m, v)
    if not number:
        screen.draw_opening(m, v)
        m.keys = (("RETURN", "begin"), ("?", "help"), ("N", "another game"), ("Q", "quit"))
        first_key = m.get()
        m.keys = ()
        screen.draw_frames(m, v)
        handle_key(m, v, first_key)
    while not v.quitting:
        draw(m, v)
        v.message = ""
        m.keys = KEYS if v.game.state.mode == morgan2.IN_GRID else KEYS_IN_STACK
        code = m.get()
        m.keys = ()
        handle_key(m, v, code)
    screen.close_screen(m, v)


def draw(m: Machine, v: Variables) -> None:
    """Draw what has changed."""
    state = v.game.state
    screen.draw_walls(m, v.walls, morgan2.BLACK)
    for place, cell in enumerate(picture.grid_cells(state, v.overlays, v.game.known)):
        screen.draw_cell(m, v, *screen.corner(place), cell)
    v.walls = picture.clashes(state, v.overlays)
    screen.draw_walls(m, v.walls, morgan2.WHITE)
    for pointer, cell in enumerate(picture.stack_cells(state, v.overlays)):
        screen.draw_cell(m, v, morgan2.STACK_X, morgan2.CELL * pointer, cell)
    screen.draw_cell(m, v, morgan2.CHOSEN_X, 0, picture.Cell(state.selected))
    screen.show_score(m, v)
    screen.say(m, v, v.message or picture.bottom_row(state, v.overlays, v.over, v.silent))


def handle_key(m: Machine, v: Variables, code: int) -> None:
    """Handle a key or a click; ignore any other key."""
    letter = chr_s(code)
    move = MOVES.get(code) or LETTERS.get(letter.upper())
    command = COMMANDS.get(letter) or COMMANDS.get(letter.upper())
    if v.overlays.remaining:
        v.overlays.remaining = False
    elif code == CLICK:
        click(m, v)
    elif move:
        press(m, v, move)
    elif command:
        command(m, v)


def new_game(m: Machine, number: int, known: bool) -> history.GameHistory:
    """Deal the game of this number, or a random one if it is out of range.

    The state of the random number generator is restored after the deal.
    """
    if not 0 < number <= history.NUMBERS:
        number = m.rnd(history.NUMBERS)
    rnd_state = m.rnd_state
    m.rnd(-(number * SPREAD % SEEDS))
    first = morgan2.deal(m.rnd)
    m.rnd_state = rnd_state
    return history.GameHistory(first, number, known)


def quit_game(m: Machine, v: Variables) -> None:
    """Ask whether to quit, unless the game is over or untouched."""
    v.quitting = bool(v.over) or not v.game.keys or confirm(m, v, "Quit this game?")


# pages


def show_pages(m: Machine, v: Variables, pages: list[list[str]], own: str) -> None:
    """Show pages one by one, until a command is pressed, or clicked, that is not their own; handle it."""
    for page in pages:
        screen.draw_page(m, v, page)
        code = ask_key(m, v, page)
        if chr_s(code).upper() in COMMANDS.keys() - set(own):
            break
    leave_page(m, v, code, own)


def leave_page(m: Machine, v: Variables, code: int, own: str) -> None:
    """Draw the game again, and handle the key that ended a page if it is a command that is not the page's own."""
    screen.draw_frames(m, v)
    draw(m, v)
    if chr_s(code).upper() in COMMANDS.keys() - set(own):
        handle_key(m, v, code)


def show_history(m: Machine, v: Variables) -> None:
    """Show how the score came about, until a key is pressed.  Key V."""
    screen.draw_history(m, v)
    leave_page(m, v, ask_key(m, v, []), "V")


# keys of the game, and the mouse


def press(m: Machine, v: Variables, pressed: str) -> None:
    """Press a key of the game, one of U, D, L, R, E and B."""
    before = v.game.state
    if v.game.press(pressed):
        if history.is_move(before, v.game.state):
            after_move(m, v, before)
    elif pressed == "E" and not v.silent:
        m.sound(CHANNEL, -12, 10, 4)
        v.message = picture.refusal(v.game.state)
    elif pressed == "B":
        v.message = "Press Q to quit"


def press_all(m: Machine, v: Variables, keys: str) -> None:
    """Press several keys of the game."""
    for pressed in keys:
        press(m, v, pressed)


def after_move(m: Machine, v: Variables, before: morgan2.State) -> None:
    """Play a sound for a domino that was turned up or placed, and check for the end of the game."""
    if v.game.state.fill == before.fill:
        m.sound(CHANNEL, -8, 150, 1)
    else:
        touching = morgan2.matching_neighbours(before.grid, before.place, before.selected)
        m.sound(CHANNEL, -12, 60 + 24 * touching, 3)
    update_result(v)
    if v.over:
        enter_score(m, v)
        for pitch in BEST_TUNE if v.rank == 1 else END_TUNE:
            m.sound(1, -12, pitch, 4)
        show_history(m, v)


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
        best = history.by_text(v.scores)
        v.rank = best.index(score) + 1 if score in best else 0


def clicked(m: Machine) -> tuple[int, int, int]:
    """Return the clicked pixel, from the top left of the screen, and the button."""
    x, y, button = m.mouse()
    return x // screen.UNIT, screen.HEIGHT - 1 - y // screen.UNIT, button


def key_named(text: str, mark: str, x: int) -> str:
    """Return the key that a row of text names at a pixel, or "". mark: what stands between a key and what it does."""
    found = re.finditer(rf"(?<!\S)(\w|Space){mark}(?=\w)", f" {text}")
    keys = [key[1] for key in found if key.start() <= x // 8]
    return keys[-1].replace("Space", " ") if keys else ""


def key_at(v: Variables, x: int, y: int, page: list[str] | None = None) -> str:
    """Return the key that stands at a pixel: in the bottom row, on a page, without one on the panel; or ""."""
    row, text = y // 8, v.texts.get((0, screen.BOTTOM_ROW), "")
    if page is not None and row < screen.BOTTOM_ROW:
        return key_named("".join(page[row : row + 1]), "  ", x).lower()
    if row < screen.BOTTOM_ROW:
        return picture.KEY_TEXTS.get(row, "")[:1] if x >= 8 * picture.PANEL else ""
    names = [found[0] for found in re.finditer("Return|Escape", text) if found.start() < x // 8]
    return chr_s({"Return": RETURN, "Escape": ESCAPE}[names[-1]]) if names else key_named(text, ": ", x)


def ask_key(m: Machine, v: Variables, page: list[str] | None = None) -> int:
    """Wait for a key, or a click on one that stands on the screen; return the code."""
    code = m.get()
    return code if code != CLICK else asc(key_at(v, *clicked(m)[:2], page) or chr_s(CLICK))


def ask(m: Machine, v: Variables, question: str) -> int:
    """Ask a question, return the code of the key; show the help at ?."""
    while True:
        screen.say(m, v, question)
        m.keys = (*re.findall(r"(\w): (\w+)", question), ("?", "help"))
        code = ask_key(m, v)
        m.keys = ()
        if chr_s(code) not in "?/":
            return code
        show_pages(m, v, picture.PAGES_OF_HELP, "".join(COMMANDS))


def click(m: Machine, v: Variables) -> None:
    """Go to the cell under the mouse and press RETURN; on the panel, press the key of that line."""
    x, y, button = clicked(m)
    if button == RIGHT_BUTTON:
        press(m, v, "B")
    elif y >= 8 * screen.BOTTOM_ROW or x >= 8 * picture.PANEL:
        handle_key(m, v, asc(key_at(v, x, y)))
    else:
        click_cell(m, v, x, y // morgan2.CELL)


def click_cell(m: Machine, v: Variables, x: int, row: int) -> None:
    """Go to the cell at x pixels from the left in a row of cells, and press RETURN."""
    state = v.game.state
    if morgan2.STACK_X <= x < morgan2.STACK_X + morgan2.CELL:
        press_all(m, v, history.keys_to_stack(state, row))
    elif x < morgan2.SIZE * morgan2.CELL and state.mode == morgan2.IN_GRID:
        press_all(m, v, history.keys_to_grid(state, morgan2.SIZE * row + x // morgan2.CELL))
    elif x < morgan2.SIZE * morgan2.CELL:
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
        text = f"Marked: FINAL about {result.final:.1f}" if result.final else "The best so far is marked"
        show_hint(v, result.move, f"{text}. H")


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
    """Search with a progress bar; ESCAPE, or a click on it, stops the search with the best move so far."""
    position = player.position_of(v.game.state)
    found = player.SearchProgress(0, player.quick_move(position))
    m.fx(229, 0)
    try:
        screen.say(m, v, progress(0))
        for found in player.search_moves(position, m.rnd):
            screen.say(m, v, progress(found.part))
            x, y, _ = clicked(m)  # polls the keyboard, too, which may raise Escape
            if key_at(v, x, y) == chr_s(ESCAPE) and m.inkey(0) == CLICK:
                break
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
    empty = [pointer for pointer in (state.pointer, *range(morgan2.PENDING)) if not state.stack[pointer]]
    v.overlays.hint = (
        board.Move(empty[0], morgan2.NONE) if move == player.TURN else board.Move(filled[move.pointer], move.place)
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


def switch_colours(m: Machine, v: Variables) -> None:
    """Change to the next of PALETTES; white squares always have marks.  Key C."""
    v.palette = (v.palette + 1) % len(screen.PALETTES)
    screen.set_palette(m, v.palette)


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
    "F": lambda m, v: switch_overlay(v, "fits", picture.fits_shown(v.game.state)),
    "B": lambda m, v: switch_overlay(v, "dead", "Crosses: nothing fits there any more"),
    "V": show_history,
    "X": lambda m, v: switch_overlay(v, "remaining", ""),
    "M": lambda m, v: setattr(v, "marks", not v.marks),
    "C": switch_colours,
    "O": save,
    "L": load,
    "N": new,
    "T": lambda m, v: show_pages(m, v, picture.pages_of_best(v.scores), "T"),
    "?": lambda m, v: show_pages(m, v, picture.PAGES_OF_HELP, "?/"),
    "Q": quit_game,
}
COMMANDS["/"] = COMMANDS["?"]
