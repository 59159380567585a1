"""African Seeds, after M. J. Edwards

A mancala game on two rows of six cups: seeds are sown, lifted and sown again, and the computer shows with lights
and bleeps which moves it makes and which it considers.

From ZX Computing, August/September 1985, for the ZX Spectrum. The listing was not found: this is a reconstruction
from the article, which has a table of line numbers and a list of variables. The number after a def is the line at
which the original's routine began. african_seeds.md lists what is documented, reconstructed and ours.

The variables keep their names; a$ is a_s here. Cups are 1 to 12 as in the arrays, A to L on the screen.
"""

from typing import Annotated

from retro import Machine
from retro.basic import BasicError, Escape, chr_s, coloured, spc, tab, to

from . import screen
from .rules import texts
from .rules.game_record import (
    MODES,
    ONE,
    SWAP,
    TWO,
    GameRecord,
    RecordError,
    check_level,
    check_position,
    check_record,
    from_tape,
    parse_position,
    parse_record,
    to_tape,
)
from .rules.player import EXPERT, LEVELS, STRONG, CupSearch, Level, choose_cup, would_swap
from .rules.review import report, review_moves
from .rules.sowing import LETTERS, LOWER, UPPER, Position, capture, ending_cups, legal_cups, lift_limit, relay
from .variables import Variables

LEVEL_QUESTION = "WHAT LEVEL (0 HARDEST - 4 EASIEST)?"
UP, DOWN = (69, 81, 89, 101), (101, 89, 81, 69)  # tunes, as pitches
QUESTION = "ANOTHER GAME (Y/N)?"
NO_FILE = 219  # BASIC's error
SWITCHES = {"W": "swap", "E": "forbid", "D": "strong"}  # variables, by the key that changes them on the title page
REPEAT = 50  # *FX 11: centiseconds until a key repeats, as at the start


def main(
    m: Machine,
    *,
    level: Annotated[str, "the computer's level: 0 hardest to 4 easiest, X or M; else it asks", check_level] = "",
    two: Annotated[bool, "two players"] = False,
    first: Annotated[str, "who begins; else it tosses", ("you", "computer")] = "",
    swap: Annotated[bool, "the second player may swap sides"] = False,
    forbid: Annotated[bool, "endless moves are forbidden"] = False,
    strong: Annotated[bool, "the author's tip: always think, 50 lifts deep"] = False,
    board: Annotated[str, "begin here: cups A to L, your score, the computer's, 14 numbers", check_position] = "",
    moves: Annotated[str, "replay this record of a game, and go on", check_record] = "",
) -> None:
    """Play games until the player leaves.  Reconstructed; the options are ours."""
    v = Variables(level=level.upper(), first=first[:1].upper(), swap=swap, forbid=forbid, strong=strong)
    v.mode = TWO if two else v.level if v.level in MODES else ONE if v.level in LEVELS else ""
    m.screen.stand_ins.update(screen.STAND_INS)
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    try:
        screen.keys_and_mouse(m)
        if board:
            v.opening = GameRecord(parse_position(board))
        if moves:
            start_replay(v, moves)
        while v.next_step != screen.QUIT:
            initialise(m, v)
            game(m, v)
    except Escape:
        tidy_up(m)
        raise
    tidy_up(m)
    m.print(tab(9, 12), "THANK YOU FOR PLAYING")


def lift_and_sow(m: Machine, v: Variables, cup: int) -> None:  # 100
    """Lift and sow from a cup: on b(), seed by seed, if sc is 1; on h(), for at most d lifts, if sc is 0.

    Set end and end_cup, the cup where it stops.  Lines 100 on.  Documented; d as a number of lifts reconstructed.
    """
    board = v.b if v.sc else v.h
    cups = board[1:]
    v.lift_count = 0
    for current, lift in relay(cups, cup - 1, lift_limit(cups, cup - 1) if v.sc else v.d):
        lifted = lift > v.lift_count
        v.hand = board[current + 1] if lifted else v.hand - 1
        board[1:] = cups
        v.end_cup, v.lift_count = current + 1, lift
        if v.sc and not v.skip:
            screen.show_step(m, v, lifted)
    v.end = int(board[v.end_cup] == 1)


def end_and_capture(m: Machine, v: Variables) -> None:  # 200
    """Capture the seeds opposite the end of a sequence of lifts, if it has ended in the mover's row: win, op.

    If sc is 1, show the capture and count it in s() and c.  Lines 200 on.  Documented; the lights' times reconstructed.
    """
    board = v.b if v.sc else v.h
    cups = board[1:]
    v.op = 13 - v.end_cup
    v.win = capture(cups, v.zx, v.end_cup - 1) if v.end else 0
    if v.sc:
        screen.show_end(m, v)
        v.s[2 - v.zx] += v.win
        v.c = 0 if v.win else v.c + 1
    board[1:] = cups


def display_board(m: Machine, v: Variables) -> None:  # 300
    """Show b() and s().  Lines 300 on.  Documented; places reconstructed."""
    for n in to(1, 12):
        screen.draw_cup(m, v, n)
    names = ("PLAYER 2", "PLAYER 1") if v.mode == TWO else ("COMPUTER", "YOU")
    left, right = f"{names[0]} {v.s[1]:2}", f"{names[1]} {v.s[2]:2}"
    m.print(tab(2, screen.SCORE_ROW), left, tab(26, screen.SCORE_ROW), f"{right:>11}", end="")


def tidy_display(m: Machine, v: Variables) -> None:  # 400
    """Switch off the lights and clear the messages.  Lines 400 on.  Documented; what it clears reconstructed."""
    screen.lights_off(m, v)
    for row in (screen.NEWS_ROW, screen.QUESTION_ROW):
        screen.say(m, v, row, "")


def result_computer(m: Machine, v: Variables, reason: str) -> None:  # 500
    """Say that the computer, or the upper row, has won.  Lines 500 on.  Documented; the texts reconstructed."""
    screen.say(m, v, screen.NEWS_ROW, texts.result(reason, v.mode == TWO, UPPER, v.s[1], v.s[2]))
    screen.tune(m, UP if v.mode == TWO else DOWN)


def result_player(m: Machine, v: Variables, reason: str) -> None:  # 600
    """Say that the player, or the lower row, has won.  Lines 600 on.  Documented; the texts reconstructed."""
    screen.say(m, v, screen.NEWS_ROW, texts.result(reason, v.mode == TWO, LOWER, v.s[2], v.s[1]))
    screen.tune(m, UP)


def end_check(m: Machine, v: Variables) -> bool:  # 700
    """Return whether the game is over, and show its result.  Lines 700 on.  Documented; the draw reconstructed."""
    verdict = position(v).verdict()
    if verdict is None:
        return False
    if verdict.winner is None:
        screen.say(m, v, screen.NEWS_ROW, texts.DRAWN)
    else:
        (result_computer if verdict.winner == UPPER else result_player)(m, v, verdict.reason)
    return True


def initialise(m: Machine, v: Variables) -> None:  # 1000
    """Prepare a game up to its first move: characters, positions, display, level, toss.

    Lines 1000 to 1199; l is asked for at 1150.  Documented; the title page is ours.
    """
    define_udgs(m, v)
    letter_positions(m, v)
    seed_positions(m, v)
    v.next_step = ""
    if not v.mode:
        title(m, v)
    if v.next_step == screen.QUIT:
        return
    if not v.resumed:
        v.game = v.opening
        v.l = v.mode if v.mode in LEVELS else v.level
    show_last_position(m, v)
    if v.mode == ONE and v.l not in LEVELS:
        ask_level(m, v)
    if not v.resumed:
        toss(m, v)
    v.resumed = False


def computer_move(m: Machine, v: Variables) -> None:  # 1200
    """Make the computer's move: lift the only cup, or analyse and lift the best.  Lines 1200 on.  Documented."""
    tidy_display(m, v)
    cups = allowed_cups(v)
    v.m[1:] = [0] * 12
    if len(cups) > 1 or v.strong:
        analyse(m, v, level_of(v))
    cup = choose_cup(v.m[1:], cups, m.rnd) + 1
    screen.say(m, v, screen.NEWS_ROW, f"I LIFT CUP {LETTERS[cup - 1]}")
    make_move(m, v, cup)


def analyse(m: Machine, v: Variables, level: Level) -> None:  # 1300
    """Evaluate every cup of the mover: m(). Show by lights what is considered: h(), sc, d.

    The search runs in slices, and the keyboard is polled between them: ESCAPE and SPACE work.
    Lines 1300 to 1499.  Documented; the value of a cup reconstructed.
    """
    screen.say(m, v, screen.NEWS_ROW, "I AM THINKING")
    v.sc, v.d, v.skip = 0, level.lifts, False
    m.vdu(19, screen.LIGHT, screen.CYAN, 0, 0, 0)
    search = CupSearch(v.b[1:], position(v).score, v.zx, level, allowed_cups(v))
    for cup, reply in search if level.plies else ():
        if reply is None:
            consider(m, v, cup + 1)
        else:
            consider_reply(m, v, reply + 1)
        if v.skip:
            m.inkey(-1)  # polls the keyboard, which raises Escape if ESCAPE was pressed
    for cup, value in search.values.items():
        v.m[cup + 1] = value
    screen.lights_off(m, v)
    m.vdu(19, screen.LIGHT, screen.BLUE, 0, 0, 0)
    screen.say(m, v, screen.NEWS_ROW, "")


def player_move(m: Machine, v: Variables) -> None:  # 1500
    """Ask for a cup and make the move, or run the command of another key.

    Lines 1500 on.  Documented; the other keys are ours.
    """
    ask(m, v)
    key = screen.ask_key(m, v)
    if key == screen.RETURN and v.marked_cup:
        key = LETTERS[v.marked_cup - 1]
    cup = LETTERS.find(key.upper()) + 1 if key else 0
    if cup and (cup > 6) == v.zx:
        lift(m, v, cup)
    elif key in (screen.LEFT, screen.RIGHT):
        mark_cup(m, v, key)
    elif key in COMMANDS:
        COMMANDS[key](m, v)
    elif cup:
        refuse(m, v, "NOT YOUR CUP")


def draw_frame(m: Machine, v: Variables) -> None:  # 2000
    """Draw the whole screen of a game: title, cups, letters, keys, board.

    Lines 2000 on.  Documented; places and colours reconstructed.
    """
    m.cls()
    m.vdu(19, screen.LIGHT, screen.BLUE, 0, 0, 0)
    screen.heading(m, v)
    display_board(m, v)
    screen.draw_letters(m, v)
    m.print(tab(15, screen.SCORE_ROW), coloured(screen.YELLOW, "25 TO WIN"), end="")
    screen.make_cups_clickable(v)
    for row in (screen.COUNT_ROW, screen.NEWS_ROW, screen.QUESTION_ROW):
        screen.say(m, v, row, v.messages.get(row, ""))
    screen.show_game_keys(m, v)


def define_udgs(m: Machine, v: Variables) -> None:  # 2100
    """Define the characters A to L.  Lines 2100 to 2159.  Documented; the dots reconstructed."""
    for code, shape in enumerate(screen.SHAPES, texts.FIRST_PIP):
        m.vdu(23, code, *shape)


def letter_positions(m: Machine, v: Variables) -> None:  # 2160
    """Store the columns of the letters in a string: a$.  Lines 2160 on.  Documented; the columns reconstructed."""
    v.a_s = "".join(chr_s(3 + 6 * screen.column_of(n)) for n in to(1, 12))


def instructions(m: Machine, v: Variables) -> None:  # 2400
    """Show the instructions.  Lines 2400 on.  Documented; the text reconstructed."""
    screen.page(m, v, "AFRICAN SEEDS", texts.INSTRUCTIONS)


def seed_positions(m: Machine, v: Variables) -> None:  # 3000
    """Store the rows and columns of the seeds in strings: x$, y$.  Lines 3000 on.  Documented; places reconstructed."""
    v.x_s = "".join(chr_s(screen.LOWER_TOP if n < 7 else screen.UPPER_TOP) for n in to(1, 12))
    v.y_s = "".join(chr_s(2 + 6 * screen.column_of(n)) for n in to(1, 12))


# ours

# the game


def title(m: Machine, v: Variables) -> None:
    """Show the title page until the player selects a game or quits: mode, next_step."""
    v.messages[23] = v.messages.get(23, "")
    while not v.mode and not v.next_step:
        draw_title(m, v)
        key = screen.ask_key(m, v)
        v.messages[23] = ""
        if key in MODES:
            v.mode, v.resumed = key, False
        elif key in ("I", "?"):
            instructions(m, v)
        elif key in ("L", "R"):
            try:
                (load if key == "L" else type_record)(m, v)
            except RecordError as error:
                v.messages[23] = str(error)
        elif key in SWITCHES:
            setattr(v, SWITCHES[key], not getattr(v, SWITCHES[key]))
        elif key == "Q":
            v.next_step = screen.QUIT


def draw_title(m: Machine, v: Variables) -> None:
    """Draw the title page. A click on a line is its key."""
    m.cls()
    m.vdu(19, screen.LIGHT, screen.BLUE, 0, 0, 0)
    v.b[7:], v.lit[1:] = texts.TITLE_SEEDS, [0] * 12
    v.lit[9] = v.sc = 1
    for n in to(7, 12):
        screen.draw_cup(m, v, n)
    m.print(tab(0, screen.UPPER_TOP - 1), spc(40), tab(1, 1), "AFTER M. J. EDWARDS, ZX COMPUTING 1985", end="")
    v.click_keys = {}
    for row, text in texts.TITLE.items():
        state = ("OFF", "ON")[getattr(v, SWITCHES[text[0]])] if text[0] in SWITCHES else ""
        m.print(tab(1, row), f"{text:35}{state}", end="")
        v.click_keys[row] = text[0] * 40
    screen.say(m, v, 23, v.messages[23])
    m.print(tab(13, 0), coloured(screen.YELLOW, "AFRICAN SEEDS"), end="")
    m.print(tab(1, 24), coloured(screen.YELLOW, "PRESS A LETTER  * NOT IN THE ORIGINAL"), end="")


def load(m: Machine, v: Variables) -> None:
    """Load the saved game. Raises RecordError."""
    try:
        v.mode, v.l, (v.swap, v.forbid, v.strong), v.game = from_tape(m.cload(screen.TAPE))
        v.resumed = True
    except BasicError as error:
        v.messages[23] = "THERE IS NO SAVED GAME" if error.number == NO_FILE else "THE SAVED GAME IS DAMAGED"


def type_record(m: Machine, v: Variables) -> None:
    """Ask for a record, and replay it. Raises RecordError."""
    start_replay(v, screen.ask_line(m, v, 22, "THE GAME IN ONE LINE"))


def start_replay(v: Variables, record: str) -> None:
    """Replay a record, and let the game go on from there. Raises RecordError."""
    game = parse_record(record)
    v.replay, v.game = game.letters, GameRecord(game.start)
    v.mode, v.l, v.resumed = v.mode or ONE, v.level, True


def game(m: Machine, v: Variables) -> None:
    """Play moves until next_step says how the game is left."""
    while not v.next_step:
        if end_check(m, v):
            another(m, v)
        elif v.replay:
            replay_move(m, v)
        elif v.swap and len(v.game.letters) == 1 and not v.swap_declined:
            offer_swap(m, v)
        elif v.zx and v.mode != TWO:
            computer_move(m, v)
        else:
            player_move(m, v)


def position(v: Variables) -> Position:
    """Return the position as the rules use it."""
    return Position(tuple(v.b[1:]), (v.s[2], v.s[1]), v.zx, v.c)


def show_last_position(m: Machine, v: Variables) -> None:
    """Copy the last position of the game into b(), s(), c and zx, and draw it."""
    last = v.game.positions()[-1]
    v.b[1:], v.zx, v.c = last.board, last.side, last.quiet_moves
    v.s[2], v.s[1] = last.score
    v.lit[1:] = [0] * 12
    v.messages.clear()
    v.pending_keys.clear()
    v.marked_cup, v.swap_declined = 0, False
    draw_frame(m, v)


def allowed_cups(v: Variables) -> list[int]:
    """Return the cups that may be lifted, from 0."""
    return (ending_cups if v.forbid else legal_cups)(v.b[1:], v.zx)


def level_of(v: Variables) -> Level:
    """Return how far the computer looks."""
    return STRONG if v.strong and v.l not in MODES else LEVELS[v.l]


def make_move(m: Machine, v: Variables, cup: int) -> None:
    """Make a move and show it."""
    screen.lights_off(m, v)
    for row in screen.PREVIEW_ROWS:
        m.print(tab(0, row), spc(39), end="")
    v.sc, v.lifted_cup, v.marked_cup, v.skip = 1, cup, 0, False
    screen.draw_letters(m, v)
    screen.show_keys(m, v, screen.KEYS_MOVING)
    lift_and_sow(m, v, cup)
    end_and_capture(m, v)
    v.game = v.game.then(LETTERS[cup - 1])
    v.zx = 1 - v.zx
    display_board(m, v)


def lift(m: Machine, v: Variables, cup: int) -> None:
    """Make the player's move, or say why it is not allowed."""
    if v.b[cup] == 0:
        refuse(m, v, "THAT CUP IS EMPTY")
    elif cup - 1 not in allowed_cups(v):
        refuse(m, v, "THAT MOVE NEVER ENDS")
    else:
        tidy_display(m, v)
        make_move(m, v, cup)


def refuse(m: Machine, v: Variables, text: str) -> None:
    """Bleep, and show why a key was refused."""
    m.vdu(7)
    screen.say(m, v, screen.NEWS_ROW, text)


def toss(m: Machine, v: Variables) -> None:
    """Toss for the first move: zx."""
    v.zx = {"Y": LOWER, "C": UPPER}.get(v.first, 2)
    if v.zx == 2:
        v.zx = m.rnd(2) - 1
        names = ("PLAYER 1", "PLAYER 2") if v.mode == TWO else ("YOU", "I")
        screen.say(m, v, screen.NEWS_ROW, f"{names[v.zx]} WON THE TOSS")
        v.skip = False
        screen.pause(m, v, 150)
    v.game = GameRecord(position(v))


def replay_move(m: Machine, v: Variables) -> None:
    """Make the next move of a record; a key stops the replay."""
    letter, v.replay = v.replay[0], v.replay[1:]
    screen.say(m, v, screen.NEWS_ROW, f"MOVE {len(v.game.letters) + 1}: {letter}")
    if letter == SWAP:
        change_sides(m, v)
    else:
        make_move(m, v, LETTERS.index(letter) + 1)
    if v.pending_keys:
        v.replay = ""
        v.pending_keys.clear()


def offer_swap(m: Machine, v: Variables) -> None:
    """Ask the second player, once, whether to change sides."""
    if v.zx and v.mode != TWO:
        swaps = would_swap(v.b[1:], position(v).score, v.zx, level_of(v))
    else:
        swaps = screen.yes(m, v, f"{addressed(v)}SWAP SIDES")
    v.swap_declined = not swaps
    if swaps:
        change_sides(m, v)


def change_sides(m: Machine, v: Variables) -> None:
    """Exchange the sides; the other row moves."""
    v.game = v.game.then(SWAP)
    show_last_position(m, v)
    screen.say(m, v, screen.NEWS_ROW, "THE SIDES ARE CHANGED")
    v.skip = False
    screen.pause(m, v, 150)


def another(m: Machine, v: Variables) -> None:
    """Ask what to do after the end of a game."""
    v.pending_keys.clear()
    screen.say(m, v, screen.QUESTION_ROW, QUESTION)
    screen.show_keys(m, v, screen.KEYS_END)
    while not v.next_step and position(v).verdict():
        key = screen.ask_key(m, v)
        if key in (screen.AGAIN, screen.QUIT, screen.MENU):
            v.next_step = key
            v.mode = "" if key == screen.MENU else v.mode
        elif key in ("U", "R", "O", "I"):
            COMMANDS[key](m, v)
            screen.show_keys(m, v, screen.KEYS_END)
            screen.say(m, v, screen.QUESTION_ROW, QUESTION)
    if not v.next_step:
        screen.show_game_keys(m, v)


# the computer's analysis


def consider(m: Machine, v: Variables, n: int) -> None:
    """Follow a move on the model board for d lifts, and show where it ends."""
    screen.lights_off(m, v)
    v.h[:] = v.b
    lift_and_sow(m, v, n)
    end_and_capture(m, v)
    if not v.skip:
        screen.bleep(m, n)
        screen.light(m, v, n, 1)
        if v.end:
            screen.light(m, v, v.end_cup, 1)
    screen.pause(m, v, screen.PACES[v.pace].consideration)


def consider_reply(m: Machine, v: Variables, n: int) -> None:
    """Light the cup of a reply for a moment."""
    lit = v.lit[n]
    if not v.skip:
        screen.light(m, v, n, 1)
    screen.pause(m, v, 2)
    screen.light(m, v, n, lit)


# the player's keys


def ask(m: Machine, v: Variables) -> None:
    """Ask the player whose move it is for a cup."""
    screen.say(m, v, screen.QUESTION_ROW, f"{addressed(v)}WHICH CUP ({'G-L' if v.zx else 'A-F'})?")
    screen.show_game_keys(m, v)
    screen.show_previews(m, v)


def addressed(v: Variables) -> str:
    """Return whom a question is for, if there are two players."""
    return f"PLAYER {1 + v.zx}, " if v.mode == TWO else ""


def mark_cup(m: Machine, v: Variables, key: str) -> None:
    """Move the mark of the arrow keys among the mover's cups."""
    step = 1 if (key == screen.RIGHT) != v.zx else -1
    first = 7 if v.zx else 1
    start = first if step > 0 else first + 5
    v.marked_cup = (v.marked_cup - first + step) % 6 + first if v.marked_cup else start
    screen.draw_letters(m, v)
    screen.say(m, v, screen.NEWS_ROW, texts.forecast(tuple(v.b[1:]), v.zx, v.marked_cup - 1))


def hint(m: Machine, v: Variables) -> None:
    """Show the best cup, as the expert sees it."""
    analyse(m, v, EXPERT)
    cup = choose_cup(v.m[1:], allowed_cups(v), lambda n: 1)
    screen.say(m, v, screen.NEWS_ROW, texts.advice(tuple(v.b[1:]), v.zx, cup))


def undo(m: Machine, v: Variables) -> None:
    """Undo the player's last move and all that came after it; of two players, the last move."""
    earlier = v.game.undone(None if v.mode == TWO else LOWER)
    if earlier == v.game:
        refuse(m, v, "NOTHING TO TAKE BACK")
        return
    v.game = earlier
    show_last_position(m, v)
    screen.say(m, v, screen.NEWS_ROW, "TAKEN BACK")


def toggle_ends(m: Machine, v: Variables) -> None:
    """Show or hide where each cup's move would end."""
    v.show_ends = not v.show_ends


def toggle_numbers(m: Machine, v: Variables) -> None:
    """Show seeds with numbers, seeds alone, or the original's pips."""
    v.show_numbers, v.original_pips = v.original_pips, not (v.show_numbers or v.original_pips)
    display_board(m, v)


def next_pace(m: Machine, v: Variables) -> None:
    """Change to the next pace."""
    v.pace = (v.pace + 1) % len(screen.PACES)
    screen.say(m, v, screen.NEWS_ROW, f"PACE {screen.PACES[v.pace].name}")


def change_level(m: Machine, v: Variables) -> None:
    """Ask for another level for the rest of the game."""
    if v.mode == TWO:
        return
    screen.say(m, v, screen.QUESTION_ROW, "LEVEL 0-4, X EXPERT OR M MASTER?")
    key = screen.ask_key(m, v)
    v.l = key if key in LEVELS else v.l
    screen.say(m, v, screen.QUESTION_ROW, "")
    screen.heading(m, v)


def save(m: Machine, v: Variables) -> None:
    """Save the game with its mode, level and switches."""
    m.csave(screen.TAPE, to_tape(v.mode, v.l, (v.swap, v.forbid, v.strong), v.game))
    screen.say(m, v, screen.NEWS_ROW, "SAVED ON TAPE")


def review(m: Machine, v: Variables) -> None:
    """Show what every move has cost, and the record."""
    moves = []
    for move in review_moves(v.game):
        moves.append(move)
        screen.say(m, v, screen.QUESTION_ROW, f"LOOKING AT MOVE {move.number} OF {len(v.game.letters)}")
        v.skip = False
        screen.pause(m, v, 1)
    sides = (LOWER, UPPER) if v.mode == TWO else (LOWER,)
    screen.page(m, v, "REVIEW, SIX MOVES AHEAD", report(v.game, moves, sides))
    v.messages[screen.QUESTION_ROW] = ""
    draw_frame(m, v)


def show_instructions(m: Machine, v: Variables) -> None:
    """Show the instructions, then the board again."""
    instructions(m, v)
    draw_frame(m, v)


def leave(m: Machine, v: Variables) -> None:
    """Ask whether to quit."""
    v.next_step = screen.QUIT if screen.yes(m, v, "QUIT") else ""


COMMANDS = {
    "H": hint,
    "*": hint,
    "U": undo,
    "W": toggle_ends,
    "N": toggle_numbers,
    "P": next_pace,
    "V": change_level,
    "O": save,
    "R": review,
    "I": show_instructions,
    "?": show_instructions,
    "Q": leave,
}


# the beginning and the end


def ask_level(m: Machine, v: Variables) -> None:
    """Ask for a level of the original's."""
    screen.say(m, v, screen.QUESTION_ROW, LEVEL_QUESTION)
    screen.show_keys(m, v, screen.KEYS_LEVEL)
    v.pending_keys.clear()
    while v.l not in ("0", "1", "2", "3", "4"):
        v.l = screen.ask_key(m, v)
    screen.say(m, v, screen.QUESTION_ROW, "")
    screen.show_game_keys(m, v)
    screen.heading(m, v)


def tidy_up(m: Machine) -> None:
    """Restore the screen, the keyboard and the mouse."""
    m.vdu(4, 26, 20, 12, 23, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.mouse_off()
    m.fx(4, 0)
    m.fx(11, REPEAT)
