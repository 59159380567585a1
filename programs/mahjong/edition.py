"""What is ours in Mahjong: drawn tiles, layouts, hints, undo without end, statistics, the mouse, the tape."""

import re
from collections.abc import Callable, Collection
from functools import partial
from typing import Annotated

from retro import Machine
from retro.basic import BasicError, Escape, spc, tab

from . import extras, mahjong, saved_games, screen
from .in_words import screen_words
from .rules import board, descriptions, picture
from .rules.tape_format import LARGEST, InvalidGame
from .screen import LOWER_ROW, UPPER_ROW, WIDTH
from .variables import Variables

HELP_STEPS = {"": 0, "Y": 1, "H": 1, "D": 1, "S": 1, "A": -1, "W": -1}  # from one pair to the next
KEY_IN_QUESTION = re.compile(r"(?<!\S)([a-z]) (.+?)(?=  |$)")
LAYOUT_KEYS, LAYOUT_ROW = "TPXF", 20
KEYS_OF_TITLE = (
    ("SPACE", "start"),
    ("C", "go on with the old game"),
    ("T", "the turtle"),
    ("P", "a pyramid"),
    ("X", "a cross"),
    ("F", "a fortress"),
    ("L", "load"),
    ("K", "keys"),
    ("R", "quit"),
)
TITLE_KEYS = "SPACE STARTS l LOADS k KEYS r QUITS"
TITLE_KEYS_UNFINISHED = "SPACE NEW c GO ON l LOAD k KEYS r QUIT"
DELETE = "\x7f"
MOVES = {"A": (-1, 0), "D": (1, 0), "W": (0, -1), "S": (0, 1), "Z": (0, 1)}
# The keys and what they do.
KEYS = (
    ("LEFT", "move"),
    ("UP", "move"),
    ("DOWN", "move"),
    ("RIGHT", "move"),
    ("SPACE", "choose a tile"),
    ("H", "hint, pair by pair"),
    ("U", "undo"),
    ("T", "take; other pictures"),
    ("Y", "yes"),
    ("N", "no; new game"),
    ("I", "take again"),
    ("C", "can it be won?"),
    ("F", "free tiles"),
    ("E", "equal tiles"),
    ("X", "blocked tiles dark"),
    ("P", "number of pairs"),
    ("M", "mix the rest"),
    ("V", "the board as text"),
    ("O", "save"),
    ("L", "load"),
    ("?", "help"),
    ("Q", "quit"),
)


def main(
    m: Machine,
    *,
    classic: Annotated[bool, "the classic pictures on the tiles"] = False,
    original_order: Annotated[bool, "deal the kinds in order, 0 to Z twice, as the original does"] = False,
    original_undo: Annotated[bool, "undo one step only, with the original's fault"] = False,
    original_help: Annotated[bool, "help shows every pair twice, as the original does"] = False,
    original_probes: Annotated[bool, "restart a deal after 500 failed random tries, as the original does"] = False,
    moving_choice: Annotated[bool, "a second tile of another kind becomes the selected one"] = False,
) -> None:
    """Play games until the player leaves."""
    v = Variables(
        classic=classic, original_order=original_order, original_undo=original_undo, original_help=original_help
    )
    v.probes, v.moving_choice = mahjong.PROBES if original_probes else 0, moving_choice
    m.describe(lambda: screen_words(v))
    init(m, v)
    try:
        while v.running:
            title(m, v)
            play(m, v)
    except Escape:
        close_program(m, v)
        raise
    close_program(m, v)


def deal(m: Machine, v: Variables) -> None:
    """Deal by the seed; show the countdown and the restarts."""

    def show_progress(restarts: int, left: int) -> None:
        if restarts:
            m.print(tab(14, 22), "FAILURES: ", restarts, end="")
        m.print(tab(13, LOWER_ROW), f"{left:3} TILES TO DEAL", end="")
        start = m.time
        while m.time <= start:  # a centisecond without reading keys
            pass

    if not v.next_seed:  # another deal, by the time of the last game
        m.rnd(-1 - m.time % 1_000_000 - m.rnd(9999))
    v.seed = v.next_seed or m.rnd(99999)
    m.rnd(-v.seed)
    v.kinds, v.order, _ = board.deal(m.rnd, show_progress, in_order=v.original_order, probes=v.probes, layout=v.layout)


def new_game(m: Machine, v: Variables) -> None:
    """Begin a game with all tiles and the cursor in the first row, and count it."""
    v.values, v.taken, v.tiles = board.layout_values(v.layout), list(board.ABSENT[v.layout]), v.full
    v.x, v.y, v.selected, v.can_undo = 7, 1, -1, False
    v.won, v.hints = False, 0
    v.games += 1
    saved_games.update_statistics(m, v, games=1)
    v.playing = True
    m.time = 0


def play(m: Machine, v: Variables) -> None:
    """Handle keys until the game is over."""
    if v.playing:
        screen.draw_board(m, v)
    while v.playing:
        screen.say(m, v, UPPER_ROW, "")
        screen.say(m, v, LOWER_ROW, v.message or prompt(v))
        m.vdu(19, picture.CURSOR, 11, 0, 0, 0)
        key, v.next_key, v.message = v.next_key or screen.read_key(m, v), "", ""
        if key in MOVES:
            screen.move_cursor(m, v, *mahjong.step(v.values, v.x, v.y, *MOVES[key]))
        elif key in COMMANDS:
            COMMANDS[key](m, v)


def select_tile(m: Machine, v: Variables, place: int = -1) -> None:
    """Select the highest tile under the cursor, or take it with the selected one.

    place: a clicked tile instead.
    """
    place = place if place >= 0 else board.top_tile(v.values, v.x, v.y)
    free = place >= 0 and mahjong.is_free(v.values[place])
    first = v.selected
    if first < 0 and free:
        screen.select(m, v, place)
    elif first < 0:
        screen.refuse(
            m, v, descriptions.why_blocked(v.values, v.kinds, place, v.classic) if place >= 0 else "NO TILE LIES HERE."
        )
    elif free and place != first and v.kinds[place] == v.kinds[first]:
        take_pair(m, v, first, place)
    else:
        screen.deselect(m, v)
        screen.refuse(m, v, "THAT IS NO PAIR." if place != first else "")
        if v.moving_choice and free and place != first:
            screen.select(m, v, place)


def take_pair(m: Machine, v: Variables, first: int, second: int) -> None:
    """Take two tiles away, and check for the end."""
    v.selected = -1
    v.taken[mahjong.TILES - v.tiles :] = [first, second]
    take_tile(m, v, first)
    take_tile(m, v, second)
    v.can_undo = True
    if v.dimmed:
        screen.paint(m, v, picture.BOARD)
    screen.show_count(m, v)
    if v.tiles == 0:
        show_won(m, v)
    elif not board.pairs(v.values, v.kinds):
        m.sound(1, -15, 68, 5)


def try_again(m: Machine, v: Variables, heading: str) -> None:
    """Ask for another game."""
    v.playing = False
    screen.show_menu(m, v)
    can_go_back = v.tiles < v.full and (v.can_undo or not v.original_undo)
    question = "TRY AGAIN? (y/n)  b SAME DEAL" + "  u UNDO" * can_go_back
    answer = yes_or_no(m, v, question, heading, "BSQRU")
    if answer == "U":
        v.playing = True
        undo(m, v)
        screen.draw_board(m, v)
    elif answer in "BS":
        begin_again(m, v)
    else:
        v.running, v.next_seed = answer == "Y", 0


def take_tile(m: Machine, v: Variables, place: int) -> None:
    """Take one tile away with a high beep."""
    before = picture.cursor_box(v.values, v.x, v.y)
    mahjong.take(v.values, place)
    v.tiles -= 1
    m.sound(1, -15, 148, 1)
    screen.lift_off(m, v, place)
    screen.paint_cursor(m, v, before)


def undo(m: Machine, v: Variables) -> None:
    """Put the last pair back."""
    screen.deselect(m, v)
    if v.tiles == v.full or (v.original_undo and not v.can_undo):
        screen.refuse(m, v, "THERE IS NOTHING TO UNDO.")
        return
    before = picture.cursor_box(v.values, v.x, v.y)
    first, second = v.taken[mahjong.TILES - v.tiles - 2 : mahjong.TILES - v.tiles]
    v.tiles += 2
    v.can_undo = False
    if v.original_undo:
        board.put_back_in_order(v.values, first, second)
    else:
        board.put_back(v.values, second)
        board.put_back(v.values, first)
    v.x, v.y = mahjong.cursor_stack(v.values, v.x, v.y)
    screen.paint(m, v, picture.AREAS[first])
    screen.paint(m, v, picture.AREAS[second])
    screen.paint_cursor(m, v, before)
    if v.dimmed:
        screen.paint(m, v, picture.BOARD)
    screen.show_count(m, v)


def help_pairs(m: Machine, v: Variables) -> None:
    """Show the pairs one by one, in the order of the solution."""
    screen.deselect(m, v)
    screen.say(m, v, LOWER_ROW, "SEARCHING")
    pairs = board.pairs(v.values, v.kinds, v.order, v.original_help)
    index, answer = 0, ""
    while index < len(pairs) and answer in HELP_STEPS:
        saved_games.update_statistics(m, v, hints=1)
        screen.highlight(m, v, pairs[index])
        answer = ask_continue(m, v, f"{index + 1}/{len(pairs)}")
        screen.highlight(m, v, ())
        index = max(0, index + HELP_STEPS.get(answer, 0))
    screen.show_pairs(m, v)
    if not pairs:
        game_over(m, v)
    elif answer in "T ":
        take_pair(m, v, *pairs[index])
    elif answer not in ("N", *HELP_STEPS):
        v.next_key = answer


def ask_continue(m: Machine, v: Variables, number: str) -> str:
    """Show the number of a pair; ask whether to show the next."""
    screen.show_panel(m, screen.PAIRS_ROW, "PAIR", number)
    question = "t TAKE  y OR CURSOR KEYS NEXT  n STOP"
    return yes_or_no(m, v, question, "TAKE THIS PAIR?  c CAN IT BE WON?", (*HELP_STEPS, *COMMANDS))


def if_sure(m: Machine, v: Variables, action: Callable[[Machine, Variables], None]) -> None:
    """Do something after a question; a key of the board is no, and acts."""
    answer = yes_or_no(m, v, "ARE YOU SURE? (y/n)", more=COMMANDS.keys() - {"CLICK"})
    if answer == "Y":
        action(m, v)
    elif answer != "N":
        v.next_key = answer


def game_over(m: Machine, v: Variables) -> None:
    """Show that the game is over."""
    m.csave("RESULT", f"{v.tiles} tiles left")
    try_again(m, v, f"GAME OVER, {v.tiles} TILES LEFT.")


def show_won(m: Machine, v: Variables) -> None:
    """Show that the game is won, and count it."""
    previous = saved_games.best_time(m, v)
    if not v.won:
        v.won = True
        v.wins += 1
        saved_games.update_statistics(m, v, wins=1)
        saved_games.save_time(m, v)
        m.csave("RESULT", f"won in {descriptions.clock(m.time)}")
    screen.say(m, v, LOWER_ROW, "ANY KEY ENDS THE TUNE")
    heading = f"YOU WON!  TIME {descriptions.clock(m.time)}  HINTS {v.hints}"
    screen.say(m, v, UPPER_ROW, heading)
    if previous:
        screen.show_panel(m, screen.PAIRS_ROW, "BEFORE", descriptions.clock(previous))
    screen.show_wins(m, v)
    draw_win(m, v)
    for _ in range(15):
        m.sound(1, -15, 129, 2)
        m.sound(1, -15, 149, 2)
        if m.inkey(0) >= 0:  # a key ends the tune
            m.fx(21, 5)
            break
    try_again(m, v, heading)


def draw_win(m: Machine, v: Variables) -> None:
    """Draw over the board a yin-yang at the first two wins, Chinese characters at later ones."""
    screen.steady(m)
    yin_yang = v.wins <= 2
    screen.fill(m, picture.BOARD, (0, 0), picture.BOARD, picture.BLACK)
    for box in picture.yin_yang(128, 90, 80) if yin_yang else picture.win_characters(48, 50, 4):
        screen.fill(m, box, (0, 0), picture.BOARD, picture.WHITE if yin_yang else picture.CURSOR)
    m.vdu(26)


def yes_or_no(m: Machine, v: Variables, question: str, heading: str = "", more: Collection[str] = ()) -> str:
    """Ask for Y, N or one of these keys."""
    while (key := ask(m, v, question, heading)) not in ("Y", "N", "ESCAPE", *more):
        pass
    return "N" if key == "ESCAPE" else key


def init(m: Machine, v: Variables) -> None:
    """Set up the screen and the keys, and load the statistics."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.vdu(19, picture.BLUE, 4, 0, 0, 0, 19, picture.WHITE, 7, 0, 0, 0)
    m.colour(picture.WHITE)
    m.screen.stand_ins.update(picture.stand_ins())
    for call, value in ((4, 1), (9, 35), (10, 15), (11, 25)):
        m.fx(call, value)
    m.mouse_on()
    v.statistics = saved_games.load_statistics(m)
    # The machine's seed, which RND(0) still shows after RND(-seed).
    v.next_seed = -int.from_bytes(int(m.rnd(0) * 2**32).to_bytes(4, "big"), "little") & LARGEST or 1
    m.define_tall()
    for code, shape, _ in picture.SHAPES:
        m.vdu(23, code, *shape)
    for level, rows in enumerate(picture.SHADE_ROWS):
        m.vdu(23, picture.SHADE + level, *rows)


def title(m: Machine, v: Variables) -> None:
    """Show the title page, deal, and ask how to begin."""
    v.tiles, v.won = 0, False
    draw_title(m, v)
    deal(m, v)
    show_layouts(m, v)
    unfinished = saved_games.has_unfinished_game(m)
    while not v.playing and v.running:
        screen.say(m, v, UPPER_ROW, (v.message or deal_name(m, v)).center(WIDTH))
        screen.say(m, v, LOWER_ROW, (TITLE_KEYS_UNFINISHED if unfinished else TITLE_KEYS).center(WIDTH))
        m.keys = [pair for pair in KEYS_OF_TITLE if unfinished or pair[0] != "C"]
        key, v.message, v.next_key = screen.read_key(m, v), "", ""
        m.keys = ()
        if key in (" ", "CLICK"):
            new_game(m, v)
        elif key in LAYOUT_KEYS:
            v.layout, v.next_seed = LAYOUT_KEYS.index(key), v.seed
            for row in (LAYOUT_ROW, UPPER_ROW, LOWER_ROW):  # where `deal` shows its progress
                screen.say(m, v, row, "")
            deal(m, v)
            show_layouts(m, v)
        elif key == "L":
            load_game(m, v)
        elif key == "O":
            screen.refuse(m, v, "THERE IS NO GAME TO SAVE YET.")
        elif key == "C" and unfinished:
            saved_games.resume_game(m, v)
        elif key in ("K", "?"):
            show_help(m, v)
        elif key in ("R", "Q"):
            v.running = False


def draw_title(m: Machine, v: Variables) -> None:
    """Draw the title page without deal and keys."""
    screen.clear(m, v)
    screen.draw_title(m)
    m.colour(picture.CURSOR)
    m.print(tab(7, 0), "YOUR TURTLE APPROACHES...", tab(8, 5), "BY CHARLIE & JIM GERRIE")
    m.colour(picture.WHITE)
    m.print(tab(1, 14), "MATCH TILES OPEN ON LEFT OR RIGHT SIDE")
    m.print(tab(2, 16), "USE W,A,S,D TO MOVE & SPACE TO SELECT")
    m.print(tab(7, 18), "O=SAVE GAME. L=LOAD GAME.")
    v.clickable[18] = spc(7) + "o=SAVE GAME. l=LOAD GAME."


def show_layouts(m: Machine, v: Variables) -> None:
    """Show the layouts, over the progress of `deal`."""
    v.clickable.pop(LAYOUT_ROW, None)
    v.clickable.pop(LOWER_ROW, None)
    screen.say(m, v, LAYOUT_ROW, "t TURTLE p PYRAMID x CROSS f FORTRESS".center(WIDTH))


def deal_name(m: Machine, v: Variables) -> str:
    """Return the layout, the number of the deal, and its best time, if it has one."""
    best = saved_games.best_time(m, v)
    return f"THE {board.LAYOUTS[v.layout]}, DEAL {v.seed}" + f", BEST {descriptions.clock(best)}" * bool(best)


def save_game(m: Machine, v: Variables) -> None:
    """Save the game on the tape, in three arrays."""

    def report(name: str) -> None:
        screen.say(m, v, UPPER_ROW, f"SAVED {name}")
        screen.say(m, v, LOWER_ROW, "HIT A KEY")
        m.inkey(100)

    if device_ready(m, v, "SAVE"):
        try:
            saved_games.save_arrays(m, v, saved_games.SAVED, report)
            v.message = "SAVED."
        except Escape:
            raise
        except BasicError as error:
            screen.refuse(m, v, f"NOT SAVED: {error.message}")


def load_game(m: Machine, v: Variables) -> None:
    """Load the game on the tape."""

    def report(name: str) -> None:
        screen.say(m, v, UPPER_ROW, "")
        screen.say(m, v, LOWER_ROW, f"LOADING {name}")

    at_board = v.playing
    if not device_ready(m, v, "LOAD"):
        return
    try:
        saved_games.load_arrays(m, v, saved_games.SAVED, report)
    except Escape:
        raise
    except BasicError as error:
        screen.refuse(m, v, f"NOT LOADED: {error.message}")
    except InvalidGame:
        screen.refuse(m, v, "NOT LOADED: THAT IS NO GAME.")
    else:
        v.message = "LOADED."
        if at_board:
            screen.draw_board(m, v)


def device_ready(m: Machine, v: Variables, action: str) -> bool:
    """Ask whether the tape is ready."""
    return yes_or_no(m, v, "OR n TO ABORT.", f"{action} GAME: PRESS y WHEN TAPE IS READY") == "Y"


def close_program(m: Machine, v: Variables) -> None:
    """Save an unfinished game, and restore screen and keyboard."""
    m.describe(None)
    m.vdu(4, 26, 20)
    m.cls()
    m.print(tab(9, 11), "Thank you for playing.", tab(9, 13), f"Games won: {v.wins} of {v.games}")
    if 0 < v.tiles < v.full:
        saved_games.save_arrays(m, v, saved_games.UNFINISHED)
        m.print(tab(9, 15), "This game waits for you.")
    m.vdu(23, 1, 1, 0, 0, 0, 0, 0, 0, 0)
    for call, value in ((4, 0), (9, 25), (10, 25), (11, 50)):
        m.fx(call, value)


def prompt(v: Variables) -> str:
    """Return what the player can do now."""
    if v.selected >= 0:
        return f"{descriptions.tile_name(v.kinds[v.selected], v.classic)}: NOW ITS PARTNER"
    if board.pairs(v.values, v.kinds):
        return "ARROWS MOVE  SPACE TAKES  k ALL KEYS"
    return "NO PAIR LEFT: u UNDO m MIX h GAME OVER"


def ask(m: Machine, v: Variables, question: str, heading: str) -> str:
    """Show a question and return its key; ? and K show the keys; a key chosen there acts, and is ESCAPE in a game."""
    while True:
        screen.say(m, v, UPPER_ROW, heading)
        screen.say(m, v, LOWER_ROW, question)
        screen.steady(m)
        named = KEY_IN_QUESTION.findall(f"{heading}  {question}".replace("(y/n)", "y YES  n NO"))
        m.keys = [(small.upper(), words.lower()) for small, words in named]
        key = screen.read_answer(m, v)
        m.keys = ()
        if key not in ("?", "K"):
            return key
        show_help(m, v)
        if v.playing and v.next_key in COMMANDS:
            return "ESCAPE"
        key, v.next_key = v.next_key, ""
        if key in COMMANDS:
            return "Y" if key == "N" else key  # on the page of keys, N is another deal


def show_help(m: Machine, v: Variables) -> None:
    """Show all keys, and then again what was on the screen."""
    extras.show_keys(m, v)
    if v.playing or v.tiles or v.won:
        screen.draw_board(m, v)
        if v.tiles == 0:
            draw_win(m, v)
    else:
        draw_title(m, v)
        show_layouts(m, v)


def click_board(m: Machine, v: Variables) -> None:
    """Move the cursor to the clicked place, and select the tile there."""
    place = picture.tile_at(v.values, *v.click)
    stack = mahjong.POSITIONS[place][:2] if place >= 0 else picture.stack_at(*v.click)
    if stack:
        screen.move_cursor(m, v, *mahjong.cursor_stack(v.values, *stack))
    if place >= 0:
        select_tile(m, v, place)


def redo(m: Machine, v: Variables) -> None:
    """Take the pair that undo has put back."""
    screen.deselect(m, v)
    removed = mahjong.TILES - v.tiles
    if v.original_undo or removed == len(v.taken):
        screen.refuse(m, v, "THERE IS NOTHING TO TAKE AGAIN.")
        return
    first, second, *later = v.taken[removed:]
    take_pair(m, v, first, second)
    v.taken += later


def begin_again(m: Machine, v: Variables) -> None:
    """Begin the same deal again."""
    new_game(m, v)
    screen.draw_board(m, v)


def ask_deal(m: Machine, v: Variables) -> None:
    """Ask for another game: any deal, this one again, or one by its number."""
    number, key = "", "CLICK"
    while key.isdecimal() or key in (DELETE, "CLICK"):
        question = f"RETURN DEALS NUMBER {number}" if number else "OR TYPE ITS NUMBER"
        key = ask(m, v, f"{question}  r BACK", "A NEW GAME: n ANY DEAL  s THIS AGAIN")
        if key.isdecimal():
            number = (number + key)[: len(str(LARGEST))]
        elif key == DELETE:
            number = number[:-1]
    if key == "S":
        begin_again(m, v)
    elif key == "N" or (key == " " and number and int(number) <= LARGEST):
        v.next_seed, v.playing = 0 if key == "N" else int(number), False
    elif key == " " and number:
        screen.refuse(m, v, f"A NUMBER UP TO {LARGEST}, PLEASE.")
    elif key not in ("R", " ", "ESCAPE"):
        v.next_key = key


COMMANDS: dict[str, Callable[[Machine, Variables], None]] = {
    "C": extras.ask_winnable,
    "F": extras.show_free,
    "E": extras.show_equal,
    "M": partial(if_sure, action=extras.reshuffle_rest),
    "N": ask_deal,
    "T": partial(extras.toggle, name="classic"),
    "X": partial(extras.toggle, name="dimmed"),
    "P": partial(extras.toggle, name="show_pair_count"),
    "V": extras.show_text,
    "K": show_help,
    "?": show_help,
    "CLICK": click_board,
    " ": select_tile,
    "U": undo,
    "I": redo,
    "B": partial(if_sure, action=begin_again),
    "H": help_pairs,
    "R": partial(if_sure, action=game_over),
    "Q": partial(if_sure, action=game_over),
    "O": save_game,
    "L": load_game,
}
