"""Our additions to morgan2: a picture that shows more, hints, undo, a record, the mouse."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Any

from retro import Machine
from retro.basic import (
    CLICK,
    BasicError,
    Choice,
    Escape,
    FrontPage,
    Record,
    asc,
    ask_number,
    chr_s,
    close_screen,
    play_tune,
    show_page,
    stepped,
    tab,
)

from . import morgan2, screen
from .rules import board, history, picture, player
from .variables import Variables

SPREAD, SEEDS = 1_103_515_245, 1 << 31  # RND(-n) and RND(-n-1) begin alike, so game numbers are spread over all seeds
PROGRESS = 15  # characters
RETURN, ESCAPE = 13, 27
MOVES = {136: "L", 137: "R", 138: "D", 139: "U", RETURN: "E", ESCAPE: "B"}
LETTERS = {"A": "L", "D": "R", "S": "D", "W": "U", " ": "E"}
RIGHT_BUTTON = 1
CHANNEL = 0x11  # channel 1, flushed before the note
# Frère Jacques in eight bars of eighths: degrees of the scale, 0 for the fifth below, and dots for what is longer.
WON_TUNE = "1.2.3.1. 1.2.3.1. 3.4.5... 3.4.5... 56543.1. 56543.1. 1.0.1... 1.0.1..."
LOST_TUNE = "5.3.1... 5.3.1... 4.2.0... 4.2.0... 3.3.2.2. 1.1.0... 5.3.1... 0...1..."
WON = 60  # tenths of FINAL from which on a game is won
TAPE, UNFINISHED, RECORD, LIST = "MORGAN2", "MORGANEND", "MORGANREC", "MORGANBEST"  # names on the tape
BY_NUMBER = "D"  # of the front page
RULES = (
    "Lay the 64 dominoes so that all sides that touch match. None can be turned.",
    "",
    "RETURN turns one up, takes it where it fits, and puts it; arrows or Z move it. A side counts 8 with one in the "
    "stack, 4 with two, 2 with three or four.",
    "",
    "FINAL is points per domino. It ends when nothing fits and the stack is full, with eight, or none is left.",
)


def main(
    m: Machine,
    *,
    number: Annotated[int, "the number of the first game; else a random one", range(1, history.NUMBERS + 1)] = 0,
    known: Annotated[bool, "a puzzle: key X shows the whole deck in its order"] = False,
    day: Annotated[int, "the date, as 20261122: its last six figures are the daily game's number", range(10**8)] = 0,
    silent: Annotated[bool, "refuse a domino that does not fit silently, as the original does"] = False,
) -> None:
    """Play games until the player leaves."""
    screen.open_screen(m)
    v = Variables(load_record(m), new_game(m, number, known), known, silent, day)
    front = FrontPage(
        "MORGAN2",
        v.record,
        rules=RULES,
        picture=lambda m, row: screen.draw_picture(m, v, row),
        day=v.day if v.days_number else 0,
        options=lambda: [
            stepped("C", "Colours", screen.PALETTE_NAMES, v.palette, partial(screen.set_palette, m, v)),
            stepped("M", "Marks", ("no", "on green squares"), int(v.marks), partial(setattr, v, "marks")),
        ],
        more=(Choice(BY_NUMBER, "A game by its number"),),
        foot="By Yves-Marie Morgan",
    )
    if number:
        play(m, v)
    else:
        with suppress(BasicError):
            v.game = history.from_tape(m.cload(UNFINISHED))
    while True:
        screen.set_palette(m, v, v.palette)
        first, final = not v.record.last, board.tenths(v.game.state.total, v.game.state.fill)
        key = front.ask(m, f"{v.game.state.fill} laid, FINAL {final}" if v.unfinished else "")
        if key == FrontPage.QUIT:
            break
        number = v.days_number if key == FrontPage.TODAY else 0
        if key == BY_NUMBER:
            number = ask_number(m, "The number of the game", history.NUMBERS)
        if first and key in (FrontPage.PLAY, FrontPage.TODAY):
            show_page(m, "HOW TO PLAY", RULES, (), partial(screen.draw_picture, m, v))
        if number or key == FrontPage.PLAY:
            v.game = new_game(m, number, known)
        if number or key != BY_NUMBER:
            play(m, v)
    m.csave(UNFINISHED, history.to_tape(v.game) if v.unfinished else 0)
    close_screen(m)
    m.print(tab(9, 11), "Thank you for playing.")


def load_record(m: Machine) -> Record:
    """Return the record; if there is none, make one of the games that an earlier version listed."""
    record = Record(m, RECORD, row="FINAL 6 or more")
    with suppress(BasicError, TypeError, ValueError, ZeroDivisionError):
        for total, fill, _, hints in m.cload(LIST) if record.is_empty else ():
            count(record, total, fill, hints > 0)
    return record


def count(record: Record, total: int, fill: int, helped: bool, day: int = 0) -> str:
    """Add a finished game to the record; return the news of the record."""
    result = 1 if 10 * total // fill >= WON else -1
    text = f"{board.tenths(total, fill)} {picture.rank(total, fill)[0]}"
    return record.add(result, helped=helped, score=100 * total // fill, text=text, day=day)


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


def play(m: Machine, v: Variables) -> None:
    """Handle keys until the player leaves the game."""
    v.playing = True
    v.texts.clear()
    while v.playing:
        if not v.texts:  # a page was shown
            screen.draw_anew(m, v)
        screen.draw(m, v)
        v.message = ""
        m.keys = [pair for pair in KEYS if v.game.state.mode == morgan2.IN_GRID or pair[0] not in ("LEFT", "RIGHT")]
        code = asc(v.next_key) if v.next_key else m.get()
        v.next_key, m.keys = "", ()
        handle_key(m, v, code)
    m.describe(None)


def handle_key(m: Machine, v: Variables, code: int) -> None:
    """Handle a key or a click; ignore any other key."""
    letter = chr_s(code).upper()
    if code == CLICK:
        click(m, v)
    elif move := MOVES.get(code) or LETTERS.get(letter):
        press(m, v, move)
    elif letter in COMMANDS:
        COMMANDS[letter](m, v)


# pages


def page(m: Machine, v: Variables, title: str, lines: Sequence[str], *more: Any) -> None:
    """Show a page, with `more` of what `show_page` takes; the game is drawn anew, and the chosen key handled next."""
    v.texts.clear()
    v.next_key = show_page(m, title, lines, *more)


def show_keys(m: Machine, v: Variables) -> None:
    """Show all keys, and the rules if they are wanted."""
    page(m, v, "KEYS", [], [Choice(key, words) for key, words, _ in ACTIONS])
    if v.next_key == "?":
        page(m, v, "HOW TO PLAY", RULES, (), partial(screen.draw_picture, m, v))


def show_history(m: Machine, v: Variables) -> None:
    """Show all numbers of the game, and how the score came about."""
    lines = [*picture.score_lines(v.game), "", "Bars: points. Line: FINAL after it."]
    page(m, v, "THE SCORE", lines, (), partial(screen.draw_chart, m, v))


def ask_game(m: Machine, v: Variables, title: str, lines: Sequence[str], *more: Any) -> None:
    """Ask on a page for another game or this one again, and begin it."""
    page(m, v, title, lines, *more)
    if v.next_key in ("N", "S"):
        v.game = new_game(m, v.game.number if v.next_key == "S" else 0, v.known)
        v.next_key = ""


AGAIN = (Choice("N", "Another game"), Choice("S", "The same game again"))


# keys of the game, and the mouse


def press(m: Machine, v: Variables, pressed: str) -> None:
    """Press a key of the game, one of U, D, L, R, E and B, with the sound of what it does."""
    before, changed = v.game.state, v.game.press(pressed)
    after = v.game.state
    if after.fill > before.fill:
        for side in range(morgan2.matching_neighbours(before.grid, before.place, before.selected)):
            m.sound(1 if side else CHANNEL, -12, 69 + 16 * side, 2)
    elif after.next > before.next:
        m.sound(CHANNEL, -8, 150, 1)
    if not changed and pressed == "B":
        v.playing = False
    elif not changed and pressed == "E" and not v.silent:
        m.sound(CHANNEL, -12, 10, 4)
        v.message = picture.refusal(after)
    elif history.is_move(before, after) and v.over:
        show_end(m, v)


def show_end(m: Machine, v: Variables) -> None:
    """Add a finished game to the record, play its tune, and show its result."""
    game, state = v.game, v.game.state
    m.csave("RESULT", f"{state.fill} laid, {state.total} points")
    helped = game.starred or game.hints > 0
    before = f"Your best before: {v.record.best[0][1]}." if v.record.best else "The first in the record." * (not helped)
    news = count(v.record, state.total, state.fill, helped, v.day if v.daily else 0)
    v.record.save(m)
    v.message = f"The end: {v.over}. Any key goes on"
    screen.draw(m, v)
    won, shown = 10 * state.total // state.fill >= WON, iter(range(morgan2.PLACES))

    def outline_next() -> None:
        """Outline one domino more at a note of the winner's tune."""
        last = next(shown, morgan2.PLACES) if won else morgan2.NONE
        outlines = [picture.THIN * (code > 0 and place <= last) for place, code in enumerate(state.grid)]
        screen.draw_grid(m, v, [picture.Cell(code, outline=line) for code, line in zip(state.grid, outlines)])

    play_tune(m, WON_TUNE if won else LOST_TUNE, 2, outline_next)
    v.message = ""
    nothing = "" if v.over == board.GRID_FULL else ", nothing fits"
    lines = [f"{v.over.capitalize()}{nothing}.", *picture.score_lines(game), *filter(None, (news, before))]
    ask_game(m, v, "THE END", lines, [*AGAIN, Choice("Q", "Back")], partial(screen.draw_chart, m, v))


def click(m: Machine, v: Variables) -> None:
    """Move the cursor to the clicked cell and press RETURN; on the panel, press the clicked line's key."""
    x, y, button = clicked(m)
    state, keys = v.game.state, ""
    if button == RIGHT_BUTTON:
        keys = "B"
    elif y >= 8 * screen.BOTTOM_ROW or x >= 8 * screen.PANEL:
        if key := key_at(v, x, y):
            handle_key(m, v, asc(key))
    elif morgan2.STACK_X <= x < morgan2.STACK_X + morgan2.CELL:
        keys = history.keys_of_move(state, board.Move(y // morgan2.CELL, morgan2.NONE))
    elif x < morgan2.SIZE * morgan2.CELL:
        if state.mode == morgan2.IN_STACK and board.fitting_places(state.grid, state.stack[state.pointer]):
            press(m, v, "E")
        place = morgan2.SIZE * (y // morgan2.CELL) + x // morgan2.CELL
        if (state := v.game.state).mode == morgan2.IN_GRID:
            keys = history.keys_of_move(state, board.Move(state.picked, place))
        else:
            v.message = picture.refusal(state)
    for pressed in keys:
        press(m, v, pressed)


def clicked(m: Machine) -> tuple[int, int, int]:
    """Return the clicked pixel, from the top left of the screen, and the mouse button."""
    x, y, button = m.mouse()
    return x // screen.UNIT, screen.HEIGHT - 1 - y // screen.UNIT, button


def key_at(v: Variables, x: int, y: int) -> str:
    """Return the key whose name is at a pixel of the bottom row or the panel; or ""."""
    row, text = y // 8, f" {v.texts.get((0, screen.BOTTOM_ROW), '')}"
    if row < screen.BOTTOM_ROW:
        return screen.KEY_TEXTS.get(row, "")[:1]
    names = [found[0] for found in re.finditer(r"Return|Escape|(?<!\S)\w(?=: \w)", text) if found.start() <= x // 8]
    return {"Return": chr_s(RETURN), "Escape": chr_s(ESCAPE)}.get(names[-1], names[-1]) if names else ""


# hints


def hint(m: Machine, v: Variables, quick: bool = False) -> None:
    """Search for the best move, and go where RETURN makes it. ESCAPE, or a click on the bar, ends the search."""
    if v.over:
        v.message = "This game is over: N begins a new one"
        return
    v.game.hints += 1
    state, position = v.game.state, player.position_of(v.game.state)
    found, text = player.SearchProgress(0, player.quick_move(position)), "A quick guess"
    if not quick:
        m.fx(229, 0)
        with suppress(Escape):
            screen.say(m, v, f"Thinking {'.' * PROGRESS}  Escape stops")
            for found in player.search_moves(position, m.rnd):
                done = int(PROGRESS * found.part)
                screen.say(m, v, f"Thinking {'=' * done}{'.' * (PROGRESS - done)}  Escape stops")
                x, y, _ = clicked(m)  # polls the keyboard, too, which may raise Escape
                if key_at(v, x, y) == chr_s(ESCAPE) and m.inkey(0) == CLICK:
                    break
        m.fx(229, 1)
        text = f"FINAL about {found.final:.1f}" if found.final else "The best so far"
    turns = found.move == player.TURN
    filled = [pointer for pointer, code in enumerate(state.stack) if code]
    pointer = history.next_free(state) if turns else filled[found.move.pointer]
    for pressed in history.keys_of_move(state, board.Move(pointer, found.move.place))[:-1]:
        v.game.press(pressed, take=False)
    v.message = f"{text}: Return {'turns one up' if turns else 'puts it here'}"


# other commands


def next_place(m: Machine, v: Variables) -> None:
    """Go to the next place that the picked domino fits."""
    v.message = "" if v.game.next_place() else picture.refusal(v.game.state)


def undo(m: Machine, v: Variables) -> None:
    """Undo the last domino."""
    starred = v.game.starred
    v.message = "" if v.game.undo() else "Nothing to undo"
    if v.game.starred > starred:
        v.message = "Undone. A look ahead counts as help"


def switch(m: Machine, v: Variables, name: str, message: str = "") -> None:
    """Toggle a variable of how the board is shown: fits, dead or marks; with a message when it is switched on."""
    setattr(v, name, not getattr(v, name))
    v.message = message * getattr(v, name)
    if v.message and name == "fits" and not picture.current_domino(v.game.state):
        v.message = "No domino here: boxes come with one"
    elif v.message and name == "dead" and not board.dead_places(v.game.state):
        v.message = "No cross: every place can be filled"


def show_remaining(m: Machine, v: Variables) -> None:
    """Show the dominoes that are not on the grid until a key is pressed."""
    screen.draw_grid(m, v, picture.remaining_cells(v.game.state, v.game.known))
    boxed = "boxed ones fit" if v.game.state.mode == morgan2.IN_GRID else "the rest"
    screen.say(m, v, f"What is left; {boxed}.  X: back")
    m.get()


def save(m: Machine, v: Variables) -> None:
    """Save the game on the tape."""
    try:
        m.csave(TAPE, history.to_tape(v.game))
        v.message = "Saved. L goes on from here"
    except BasicError as error:
        v.message = f"Not saved: {error.message}"


def load(m: Machine, v: Variables) -> None:
    """Load the saved game."""
    try:
        v.game, v.message = history.from_tape(m.cload(TAPE)), "Loaded"
    except BasicError as error:
        v.message = {"File?": "No game is saved", "Data?": "What was saved cannot be read"}.get(str(error), str(error))


# Keys, what they do, and what does it.
ACTIONS: tuple[tuple[str, str, Callable[[Machine, Variables], object]], ...] = (
    ("H", "hint", hint),
    ("G", "a quick guess", partial(hint, quick=True)),
    ("Z", "next place that fits", next_place),
    ("U", "undo", undo),
    ("R", "redo", lambda m, v: setattr(v, "message", "" if v.game.redo() else "Nothing to redo")),
    ("F", "where it fits", partial(switch, name="fits", message="Boxes show where this domino fits")),
    ("B", "where nothing fits", partial(switch, name="dead", message="Crosses: nothing fits there any more")),
    ("X", "dominoes that are left", show_remaining),
    ("V", "how the score came", show_history),
    ("M", "marks", partial(switch, name="marks")),
    ("C", "other colours", lambda m, v: screen.set_palette(m, v, (v.palette + 1) % len(screen.PALETTES))),
    ("O", "save", save),
    ("L", "load", load),
    ("T", "table of the best", lambda m, v: page(m, v, "RECORD", v.record.lines("morgan2", v.day))),
    ("N", "new game", lambda m, v: ask_game(m, v, "A NEW GAME", ["This game will be lost."] * v.unfinished, AGAIN)),
    ("?", "keys; how to play", show_keys),
    ("Q", "back; the game waits", lambda m, v: setattr(v, "playing", False)),
)
KEYS = (
    *((arrow, "move") for arrow in ("LEFT", "UP", "DOWN", "RIGHT")),
    ("RETURN", "turn up, put"),
    ("ESCAPE", "back to the stack"),
    *((key, words) for key, words, _ in ACTIONS),
)
COMMANDS = {key: action for key, _, action in ACTIONS} | {"/": show_keys, "\t": next_place}
