"""African Seeds, after M. J. Edwards

A mancala game on two rows of six cups: seeds are sown, lifted and sown again, and lights and bleeps show what the
computer considers.

From ZX Computing, August/September 1985, for the ZX Spectrum. The listing was not found: this is a reconstruction
from the article, which has a table of line numbers and a list of variables.

african_seeds.bas is the same reconstruction in BBC BASIC, with its subroutines at the article's line numbers. The
number after a def is the line at which the subroutine begins; the number at the end of a Python line is the BASIC line
that the statement was made from. `# ours` marks what the listing does not have. african_seeds.md lists what is
documented, reconstructed and ours.

The variables keep their names; a$ is a_s here. Cups are 1 to 12 as in the arrays, A to L on the screen.
"""

from typing import Annotated

from retro import Machine
from retro.basic import BasicError, Escape, asc, chr_s, tab, to

from . import screen, title_page
from .in_words import screen_words
from .rules import rating, texts
from .rules.game_record import ONE, SWAP, TWO, GameRecord, check_level, check_position, check_record, parse_position
from .rules.player import LEVELS, STRONG, UNKNOWN, CupSearch, Level, choose_cup, level_name, level_number, would_swap
from .rules.review import report, review_moves, table
from .rules.sowing import (
    ENDLESS_LIFTS,
    FORFEIT,
    LETTERS,
    LOWER,
    MOST,
    STALEMATE,
    STALEMATE_MOVES,
    TO_WIN,
    UPPER,
    Position,
    ending_cups,
    legal_cups,
    lifts_to_end,
)
from .variables import Variables

LEVEL_QUESTION = "WHAT LEVEL (0 HARDEST - 4 EASIEST)?"
UP, DOWN = (69, 81, 89, 101), (101, 89, 81, 69)  # tunes, as pitches
REASONS = {1: FORFEIT, 2: MOST, 3: STALEMATE}
REPEAT = 50  # *FX 11: centiseconds until a key repeats, as at the start
# The keys and what they do.
KEYS = (
    ("A-F", "lift a cup"),
    ("LEFT", "mark a cup"),
    ("RIGHT", "mark a cup"),
    ("RETURN", "lift the marked cup"),
    ("SPACE", "finish the move"),
    ("0-4", "level"),
    ("H", "hint"),
    ("U", "undo"),
    ("W", "where moves end"),
    ("R", "review"),
    ("P", "pace"),
    ("V", "another level"),
    ("N", "no; numbers"),
    ("Y", "yes"),
    ("O", "save"),
    ("?", "help"),
    ("Q", "quit"),
)


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
    """Play games until the player leaves."""
    # Departure: other pictures. The port draws more; boards, scores and all variables of the listing are the same.
    m.screen.stand_ins.update(screen.STAND_INS)  # ours
    m.mode(7)  # 20; Departure: MODE 1 has these 40 columns and 4 colours, but 32 rows
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)  # 30; Departure: the window of VDU 28 is the whole screen here
    v = Variables(level=level.upper(), first=first[:1].upper(), swap=swap, forbid=forbid, strong=strong)  # 40, 50
    v.mode = TWO if two else ONE if v.level.isdecimal() else v.level  # ours
    m.describe(lambda: screen_words(v))  # ours
    try:
        screen.keys_and_mouse(m)  # ours
        load_rating(m, v)  # ours
        if board:  # ours
            v.opening = GameRecord(parse_position(board))
        if moves:  # ours
            title_page.start_replay(v, moves)
        while v.next_step != screen.QUIT:  # 60
            initialise(m, v)  # 60
            game(m, v)  # 60
    except Escape:
        tidy_up(m)
        raise
    tidy_up(m)  # 1650
    m.print(tab(9, 12), "THANK YOU FOR PLAYING")  # 1660


def lift_and_sow(m: Machine, v: Variables) -> None:  # 100
    """Make the move of cup on b(), seed by seed, if sc is 1; check it on h(), for at most d lifts, if sc is 0.

    Set end and last, the cup where it stops.  Lines 100 to 169.
    """
    board = v.b if v.sc else v.h
    if v.sc:  # ours
        screen.begin_move(m, v)
    v.last = v.cup  # 105
    v.lifts = 0  # 105
    most = ENDLESS_LIFTS if v.sc else v.d  # 115
    while True:  # 120
        v.lifts += 1  # 125
        v.hand, board[v.last] = board[v.last], 0  # 130
        if v.sc:  # 130
            screen.show_lift(m, v)  # 130
        while True:  # 135
            v.last = v.last % 12 + 1  # 140
            v.hand -= 1  # 140
            board[v.last] += 1  # 150
            if v.sc:  # 150
                screen.show_seed(m, v)  # 150
            if v.hand == 0:  # 155
                break  # 155
        v.end = int(board[v.last] == 1)  # 160
        if v.sc and not v.end and v.lifts == ENDLESS_LIFTS:  # 165
            most = look_ahead(v)  # 165
        if v.end or v.lifts == most:  # 168
            break  # 168


def look_ahead(v: Variables) -> int:  # 170
    """Return how many lifts a move has that is not over after 100: all until it ends, or these if it is endless.

    Lines 170 to 194.
    """
    v.h[:] = v.b  # 172, 174
    return ENDLESS_LIFTS + (lifts_to_end(v.b[1:], v.last - 1, ENDLESS_LIFTS) or 0)  # 176-192


def end_and_capture(m: Machine, v: Variables) -> None:  # 200
    """Capture the seeds of op, opposite to last, if a sequence of lifts has ended in the mover's row: win.

    If sc is 1, show the end and count the capture in s() and c.  Lines 200 to 249.
    """
    v.op = 13 - v.last  # 205
    v.win = 0  # 205
    if v.end and (v.last > 6) == v.zx:  # 215
        v.win = (v.b if v.sc else v.h)[v.op]  # 220
        if not v.sc:  # 220
            v.h[v.op] = 0  # 220
    if not v.sc:  # 225
        return  # 225
    screen.show_end(m, v)  # 230
    v.s[2 - v.zx] += v.win  # 235
    if v.win:  # 235
        v.c, v.b[v.op] = 0, 0  # 235
    else:
        v.c += 1  # 235
    v.game = v.game.then(LETTERS[v.cup - 1])  # ours


def display_board(m: Machine, v: Variables) -> None:  # 300
    """Show b() and s().  Lines 300 to 325."""
    for n in to(1, 12):  # 310
        screen.draw_cup(m, v, n)  # 310
    names = ("PLAYER 2", "PLAYER 1") if v.mode == TWO else ("COMPUTER", "YOU")  # ours
    left, right = f"{names[0]} {v.s[1]:<2}", f"{names[1]} {v.s[2]}".rjust(len(names[1]) + 3)  # 320
    m.print(tab(1, 0), left, tab(39 - len(right), 0), right, end="")  # 320


def tidy_display(m: Machine, v: Variables) -> None:  # 400
    """Clear the messages, switch off the lights.  Lines 400 to 415."""
    screen.say(m, v, screen.NEWS_ROW, "")  # 405, 410
    screen.say(m, v, screen.QUESTION_ROW, "")  # 415
    screen.lights_off(m, v)


def result_computer(m: Machine, v: Variables) -> None:  # 500
    """Say that the computer, or the upper row, has won.  Lines 500 to 560."""
    text = texts.result(REASONS[v.over], v.mode == TWO, UPPER, v.s[1], v.s[2])  # 510, 520, 530
    screen.say(m, v, screen.NEWS_ROW, text)  # 540
    screen.tune(m, UP if v.mode == TWO else DOWN)  # 550


def result_player(m: Machine, v: Variables) -> None:  # 600
    """Say that the player, or the lower row, has won.  Lines 600 to 660."""
    text = texts.result(REASONS[v.over], v.mode == TWO, LOWER, v.s[2], v.s[1])  # 610, 620, 630
    screen.say(m, v, screen.NEWS_ROW, text)  # 640
    screen.tune(m, UP)  # 650


def end_check(m: Machine, v: Variables) -> None:  # 700
    """Check, before a move of zx, whether the last move has ended the game: over. Show the result.

    If sc is 0, the move was made on h(), and nothing is shown: 1000 or -1000 in win is the end of the game.
    Lines 700 to 795.
    """
    board = v.b if v.sc else v.h
    v.over = left = 0  # 710
    for n in to(6 * v.zx + 1, 6 * v.zx + 6):  # 730
        left += board[n]  # 740
    if left == 0:  # 755
        v.over = 1  # 755
    if left and v.s[1 + v.zx] + v.win * (1 - v.sc) >= TO_WIN:  # 760
        v.over = 2  # 760
    if not v.over and v.sc and v.c >= STALEMATE_MOVES:  # 765
        v.over = 3  # 765
    if not v.over:  # 770
        return  # 770
    if not v.sc:  # 775
        v.win = 2000 * v.over - 3000  # 775
    elif v.over == 3 and v.s[1] == v.s[2]:  # 780
        screen.say(m, v, screen.NEWS_ROW, texts.DRAWN)  # 780
    elif v.s[1] > v.s[2] if v.over == 3 else (v.over == 1) == v.zx:  # 785
        result_computer(m, v)  # 790
    else:
        result_player(m, v)  # 790


def initialise(m: Machine, v: Variables) -> None:  # 1000
    """Prepare a game up to its first move: characters, positions, display, level, toss.

    Lines 1000 to 1199; l is asked for at 1150.
    """
    define_udgs(m, v)  # 1005
    letter_positions(m, v)  # 1005
    seed_positions(m, v)  # 1005
    v.next_step = ""  # ours
    if not v.mode:  # 1020
        title_page.title(m, v, instructions)  # 1025-1050
    if v.next_step == screen.QUIT:  # 1050
        return  # 1050
    if not v.resumed:  # ours
        v.game = v.opening  # ours
        v.l = level_number(v.mode if v.mode in LEVELS else v.level)  # 1065
        v.rated = v.mode != TWO and not (v.strong or v.opening.start != Position())
    set_depth(v)  # 1070
    v.sc, v.win = 1, 0  # 1080
    show_last_position(m, v)  # 1090-1110
    if v.mode == ONE and level_name(v.l) not in LEVELS:  # ours
        ask_level(m, v)  # 1120
    if not v.resumed:  # ours
        toss(m, v)  # 1170
    v.resumed = False  # ours


def ask_level(m: Machine, v: Variables) -> None:  # 1120
    """Ask for l, a level of the original's, and limit d by it.  Lines 1120 to 1160."""
    screen.say(m, v, screen.QUESTION_ROW, LEVEL_QUESTION)  # 1120
    screen.say(m, v, screen.NEWS_ROW, v.rating.sentence)  # ours
    v.pending_keys.clear()  # ours
    while True:  # 1150
        key = reply(m, v, screen.KEYS_LEVEL)  # 1150
        v.l = "01234".find(key or "?")  # 1150
        if v.l >= 0:  # 1150
            break  # 1150
    set_depth(v)  # 1150
    screen.say(m, v, screen.QUESTION_ROW, "")  # 1155
    screen.say(m, v, screen.NEWS_ROW, "")  # ours
    screen.show_game_keys(m, v)  # ours
    screen.heading(m, v)  # 1160


def toss(m: Machine, v: Variables) -> None:  # 1170
    """Toss for the first move: zx.  Lines 1170 to 1190."""
    v.zx = {"Y": LOWER, "C": UPPER}.get(v.first, 2)  # ours
    if v.zx == 2:  # ours
        v.zx = m.rnd(2) - 1  # 1170
        names = ("PLAYER 1", "PLAYER 2") if v.mode == TWO else ("YOU", "I")  # ours
        screen.say(m, v, screen.NEWS_ROW, f"{names[v.zx]} WON THE TOSS")  # 1175, 1180
        v.skip = False  # ours
        screen.pause(m, v, 150)  # 1185
    v.game = GameRecord(position(v))  # ours


def computer_move(m: Machine, v: Variables) -> None:  # 1200
    """Make the computer's move: the only one, one by chance, or one of the best.

    Lines 1200 to 1250; `game` has 1210 and 1220.
    """
    k = len(allowed_cups(v))  # 1230, 1240
    v.m[1:] = [0] * 12  # 1240
    if v.l < 0 and (k > 1 or v.strong):  # ours
        search(m, v, LEVELS[level_name(v.l)])
    elif v.strong or (k > 1 and 0 <= v.l < 4):  # 1250
        analyse(m, v)  # 1250
    lift_best(m, v)  # 1250


def analyse(m: Machine, v: Variables) -> None:  # 1300
    """Evaluate every cup of the computer, with lights: m(n) is what lifting cup n wins, less the best answer.

    SPACE puts out the lights; the keyboard is polled all the same, so that ESCAPE works.
    Lines 1300 to 1330.
    """
    v.skip = False  # ours
    screen.say(m, v, screen.NEWS_ROW, "I AM THINKING")  # 1302
    m.vdu(19, screen.LIGHT, screen.CYAN, 0, 0, 0)  # 1304
    v.sc = 0  # 1306
    for r in to(7, 12):  # 1308
        if v.b[r] == 0:  # 1310
            continue  # 1310
        v.zx, v.cup = 1, r  # 1312
        consider(m, v)  # 1314
        v.zx = 0  # 1316
        end_check(m, v)  # 1316
        v.m[r] = v.win  # 1318
        if (v.l == 0 or v.strong) and not v.over:  # 1320
            answer(m, v, r)  # 1320
        if v.skip:  # ours
            m.inkey(-1)  # ours: polls the keyboard
    screen.lights_off(m, v)  # 1324
    m.vdu(19, screen.LIGHT, screen.BLUE, 0, 0, 0)  # 1324
    v.zx = 1  # 1328
    screen.say(m, v, screen.NEWS_ROW, "")  # ours


def consider(m: Machine, v: Variables) -> None:  # 1340
    """Check the move of cup on the model board; light its beginning and end.  Lines 1340 to 1356."""
    screen.lights_off(m, v)  # 1342
    v.h[:] = v.b  # 1344
    lift_and_sow(m, v)  # 1346
    end_and_capture(m, v)  # 1346
    if not v.skip:  # ours
        screen.light(m, v, v.cup, 1)  # 1350
        if v.end:  # 1352
            screen.light(m, v, v.last, 1)  # 1352
        screen.bleep(m, v.cup)  # 1354
    screen.pause(m, v, screen.PACES[v.pace].consideration)  # 1356


def answer(m: Machine, v: Variables, r: int) -> None:  # 1360
    """Take the player's best answer to cup r, which is on the model board, from its value: m().  Lines 1360 to 1390."""
    g = v.h[:]  # 1362
    best = -2000  # 1364
    for a in to(1, 6):  # 1366
        v.m[a] = 0  # 1368
        if g[a] == 0:  # 1370
            continue  # 1370
        screen.flash(m, v, a)  # ours
        v.zx, v.cup = 0, a  # 1372
        v.h[:] = g  # 1374
        lift_and_sow(m, v)  # 1376
        end_and_capture(m, v)  # 1376
        v.zx = 1  # 1380
        end_check(m, v)  # 1380
        v.m[a] = v.win  # 1382
        best = max(best, v.win)  # 1384
    if abs(best) == 1000:  # 1388
        v.m[r] = (1 if best > 0 else -1) - best  # 1388
    else:
        v.m[r] -= best  # 1388


def lift_best(m: Machine, v: Variables) -> None:  # 1400
    """Lift one of the best cups.  Lines 1400 to 1485; 1490 is in `game`."""
    v.cup = choose_cup(v.m[1:], allowed_cups(v), m.rnd) + 1  # 1405-1455
    screen.say(m, v, screen.NEWS_ROW, f"I LIFT CUP {LETTERS[v.cup - 1]}")  # 1460
    v.sc = 1  # 1465
    lift_and_sow(m, v)  # 1470
    end_and_capture(m, v)  # 1470
    v.zx = 0  # 1480
    display_board(m, v)  # 1485


def player_move(m: Machine, v: Variables) -> None:  # 1500
    """Ask for a cup and make the move, or run the command of another key.  Lines 1500 to 1540."""
    done = False
    while not done:
        ask(m, v)  # 1510
        key = screen.ask_cup_key(m, v)  # 1520
        if key == screen.RETURN and v.marked_cup:  # ours
            key = LETTERS[v.marked_cup - 1]
        cup = LETTERS.find(key.upper()) + 1 if key else 0
        v.cup = cup if (cup > 6) == v.zx else 0  # 1525
        if v.cup:  # 1530
            done = lift(m, v)  # 1530
        elif key in (screen.LEFT, screen.RIGHT):  # ours
            mark_cup(m, v, next_cup(v, key))
        elif key == screen.POINTED:  # ours
            mark_cup(m, v, screen.pointed_cup(m, v))
        elif key in COMMANDS:  # ours
            COMMANDS[key](m, v)
            done = True
        elif cup:  # 1535
            refuse(m, v, "NOT YOUR CUP")  # 1535


def lift(m: Machine, v: Variables) -> bool:  # 1545
    """Make the player's move, or say why it is not allowed; return whether it is.  Lines 1545 and 1550."""
    if v.b[v.cup] == 0:  # 1545
        refuse(m, v, "THAT CUP IS EMPTY")  # 1545
        return False  # 1545
    if v.cup - 1 not in allowed_cups(v):  # ours
        refuse(m, v, "THAT MOVE NEVER ENDS")
        return False
    tidy_display(m, v)  # 1550
    make_move(m, v)  # 1555-1575
    return True


def make_move(m: Machine, v: Variables) -> None:  # 1555
    """Make the move of cup on the board.  Lines 1555 to 1580."""
    v.sc = 1  # 1555
    lift_and_sow(m, v)  # 1560
    end_and_capture(m, v)  # 1560
    v.zx = 1 - v.zx  # 1570
    display_board(m, v)  # 1575


def another(m: Machine, v: Variables) -> None:  # 1600
    """Ask for another game.  Lines 1600 to 1640."""
    rate(m, v)  # ours
    screen.celebrate(m, v, position(v).verdict())  # ours
    screen.show_verdict(m, v, position(v).verdict())  # 1610
    while not v.next_step and position(v).verdict():
        key = screen.ask_key(m, v).replace("Q", screen.QUIT)  # 1620; Q ours
        if key in (screen.AGAIN, screen.QUIT, screen.MENU):  # 1620
            v.next_step = key  # 1640
            v.mode = "" if key == screen.MENU else v.mode  # 1640
        elif key in COMMANDS_AT_END:  # ours
            COMMANDS[key](m, v)
            screen.show_verdict(m, v, position(v).verdict())
    if not v.next_step:  # ours
        draw_frame(m, v)


def draw_frame(m: Machine, v: Variables) -> None:  # 2000
    """Draw the whole screen of a game: title, cups, letters, keys, board.  Lines 2000 to 2090."""
    m.cls()  # 2010
    m.vdu(19, screen.LIGHT, screen.BLUE, 0, 0, 0)  # 2010
    screen.heading(m, v)  # 2030, 2040
    display_board(m, v)  # 2050
    screen.draw_letters(m, v)  # 2060, 2070
    screen.make_cups_clickable(v)  # ours
    for row in (screen.NEWS_ROW, screen.QUESTION_ROW):  # ours
        screen.say(m, v, row, v.messages.get(row, ""))
    screen.show_game_keys(m, v)  # ours


def define_udgs(m: Machine, v: Variables) -> None:  # 2100
    """Define the characters A to L.  Lines 2100 to 2150."""
    m.vdu(23, 224, 0, 0, 0, 24, 24, 0, 0, 0)  # 2105
    m.vdu(23, 225, 192, 192, 0, 0, 0, 0, 3, 3)  # 2110
    m.vdu(23, 226, 192, 192, 0, 24, 24, 0, 3, 3)  # 2115
    m.vdu(23, 227, 195, 195, 0, 0, 0, 0, 195, 195)  # 2120
    m.vdu(23, 228, 195, 195, 0, 24, 24, 0, 195, 195)  # 2125
    m.vdu(23, 229, 195, 195, 0, 195, 195, 0, 195, 195)  # 2130
    m.vdu(23, 230, 195, 195, 0, 219, 219, 0, 195, 195)  # 2135
    m.vdu(23, 231, 219, 219, 0, 195, 195, 0, 219, 219)  # 2140
    m.vdu(23, 232, 224, 248, 252, 254, 254, 255, 255, 255)  # 2142
    m.vdu(23, 233, 7, 31, 63, 127, 127, 255, 255, 255)  # 2144
    m.vdu(23, 234, 255, 255, 255, 127, 127, 63, 31, 7)  # 2146
    m.vdu(23, 235, 255, 255, 255, 254, 254, 252, 248, 224)  # 2148
    m.define_tall()  # ours
    for code, shape in screen.SHAPES.items():  # ours
        m.vdu(23, code, *shape)


def letter_positions(m: Machine, v: Variables) -> None:  # 2160
    """Store the columns of the letters in a string: a$.  Lines 2160 to 2200."""
    v.a_s = ""  # 2170
    for n in to(1, 6):  # 2180
        v.a_s += chr_s(6 * n - 3)  # 2180
    for n in to(6, 1, -1):  # 2190
        v.a_s += chr_s(6 * n - 3)  # 2190


def instructions(m: Machine, v: Variables) -> str:  # 2400
    """Show the instructions, and wait for a key after each page; return it if the page names it, else "".

    Lines 2400 to 2490.
    """
    pages = (*texts.RULES, texts.KEYS) if not v.mode else (texts.KEYS, *texts.RULES)  # 2410
    for number, text in enumerate(pages, 1):  # 2410
        key = screen.page(m, v, f"{'AFRICAN SEEDS':32}{number} OF {len(pages)}", text.splitlines())  # 2420-2480
        if key:  # ours
            return key
    return ""


def seed_positions(m: Machine, v: Variables) -> None:  # 3000
    """Store the rows and columns of the seeds in strings: x$, y$.  Lines 3000 on."""
    v.x_s = chr_s(screen.LOWER_TOP) * 6 + chr_s(screen.UPPER_TOP) * 6  # 3010
    v.y_s = ""  # 3020
    for n in to(1, 12):  # 3030
        v.y_s += chr_s(asc(v.a_s[n - 1]) - 1)  # 3030


# ours

# the game


def game(m: Machine, v: Variables) -> None:
    """Play moves until next_step says how the game is left."""
    while not v.next_step:
        end_check(m, v)  # 1210, 1490
        if v.over:  # 1220, 1495
            another(m, v)  # 1220, 1495
        elif v.replay:
            replay_move(m, v)
        elif v.swap and len(v.game.letters) == 1 and not v.swap_declined:
            offer_swap(m, v)
        elif v.zx and v.mode != TWO:  # 1190
            computer_move(m, v)  # 1580
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


def set_depth(v: Variables) -> None:
    """Set d to the depth of search of level l: 20 for levels 0 and 1, 3 for 2, 1 for 3."""
    v.d = STRONG.lifts if v.strong else 7 - 2 * v.l if 1 < v.l < UNKNOWN else 20


def refuse(m: Machine, v: Variables, text: str) -> None:
    """Bleep, and show why a key was refused."""
    m.vdu(7)
    screen.say(m, v, screen.NEWS_ROW, text)


def replay_move(m: Machine, v: Variables) -> None:
    """Make the next move of a record; a key stops the replay."""
    letter, v.replay = v.replay[0], v.replay[1:]
    screen.say(m, v, screen.QUESTION_ROW, f"MOVE {len(v.game.letters) + 1}: {letter}")
    if letter == SWAP:
        change_sides(m, v)
    else:
        v.cup = LETTERS.index(letter) + 1
        make_move(m, v)
    if v.pending_keys:
        v.replay = ""
        v.pending_keys.clear()


def offer_swap(m: Machine, v: Variables) -> None:
    """Ask the second player, once, whether to change sides."""
    if v.zx and v.mode != TWO:
        level = STRONG if v.strong and v.l >= 0 else LEVELS[level_name(v.l)]
        swaps = would_swap(v.b[1:], position(v).score, v.zx, level)
    else:
        swaps = yes(m, v, f"{addressed(v)}SWAP SIDES")
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


# the search of the expert and the master


def search(m: Machine, v: Variables, level: Level, news: str = "I AM THINKING") -> None:
    """Evaluate every cup of the mover by the search: m(). Show by lights what is considered.

    The search runs in slices, and the keyboard is polled between them: ESCAPE and SPACE work.
    """
    screen.say(m, v, screen.NEWS_ROW, news)
    v.sc, v.d, v.skip = 0, level.lifts, False
    m.vdu(19, screen.LIGHT, screen.CYAN, 0, 0, 0)
    evaluation = CupSearch(v.b[1:], position(v).score, v.zx, level, allowed_cups(v))
    for cup, reply in evaluation:
        if reply is None:
            v.cup = cup + 1
            consider(m, v)
        else:
            screen.flash(m, v, reply + 1)
        if v.skip:
            m.inkey(-1)  # polls the keyboard, which raises Escape if ESCAPE was pressed
    for cup, value in evaluation.values.items():
        v.m[cup + 1] = value
    screen.lights_off(m, v)
    m.vdu(19, screen.LIGHT, screen.BLUE, 0, 0, 0)
    v.sc = 1
    set_depth(v)
    screen.say(m, v, screen.NEWS_ROW, "")


# the player's keys


def ask(m: Machine, v: Variables) -> None:
    """Ask the player whose move it is for a cup, and say that RETURN lifts the marked one."""
    marked = f" RETURN: {LETTERS[v.marked_cup - 1]}" if v.marked_cup else ""
    screen.say(m, v, screen.QUESTION_ROW, f"{addressed(v)}WHICH CUP ({'G-L' if v.zx else 'A-F'})?{marked}")
    screen.show_game_keys(m, v)
    screen.show_previews(m, v)


def reply(m: Machine, v: Variables, keys: str) -> str:
    """Return the key pressed at the question on the screen; `?` shows the instructions, and the question again."""
    screen.show_keys(m, v, keys)
    while (key := screen.ask_key(m, v)) == "?":
        instructions(m, v)
        draw_frame(m, v)
        screen.show_keys(m, v, keys)
    return key


def yes(m: Machine, v: Variables, question: str) -> bool:
    """Ask a question until it is answered with Y or N."""
    screen.say(m, v, screen.QUESTION_ROW, f"{question} (Y/N)?")
    while (key := reply(m, v, "Y YES  N NO  ? KEYS")) not in ("Y", "N"):
        pass
    screen.say(m, v, screen.QUESTION_ROW, "")
    screen.show_game_keys(m, v)
    return key == "Y"


def addressed(v: Variables) -> str:
    """Return whom a question is for, if there are two players."""
    return f"PLAYER {1 + v.zx}, " if v.mode == TWO else ""


def next_cup(v: Variables, key: str) -> int:
    """Return the mover's next cup with seeds in the direction of an arrow key."""
    step = 1 if (key == screen.RIGHT) != v.zx else -1
    first = 7 if v.zx else 1
    at = v.marked_cup - first if v.marked_cup else 5 if step > 0 else 0
    order = [(at + step * distance) % 6 + first for distance in to(1, 6)]
    return next(cup for cup in order if v.b[cup])


def mark_cup(m: Machine, v: Variables, cup: int) -> None:
    """Mark a cup of the mover's, and say what lifting it does."""
    v.marked_cup = cup
    screen.draw_letters(m, v)
    screen.say(m, v, screen.NEWS_ROW, texts.forecast(tuple(v.b[1:]), v.zx, v.marked_cup - 1))


def hint(m: Machine, v: Variables) -> None:
    """Mark the best cup, as the expert sees it."""
    v.rated = False
    search(m, v, LEVELS["X"], "LOOKING FOR YOUR BEST CUP")
    cup = choose_cup(v.m[1:], allowed_cups(v), lambda n: 1)
    mark_cup(m, v, cup + 1)
    screen.say(m, v, screen.NEWS_ROW, texts.advice(tuple(v.b[1:]), v.zx, cup))


def undo(m: Machine, v: Variables) -> None:
    """Undo the player's last move and all that came after it; of two players, the last move."""
    earlier = v.game.undone(None if v.mode == TWO else LOWER)
    if earlier == v.game:
        refuse(m, v, "NOTHING TO TAKE BACK")
        return
    v.game, v.rated = earlier, False
    show_last_position(m, v)
    screen.say(m, v, screen.NEWS_ROW, "TAKEN BACK")


def toggle_ends(m: Machine, v: Variables) -> None:
    """Show where each cup's move would end, instead of the marked cup's path; else hide it."""
    v.show_ends = v.marked_cup > 0 or not v.show_ends
    v.marked_cup = 0
    screen.draw_letters(m, v)
    screen.say(m, v, screen.NEWS_ROW, "WHERE EACH MOVE ENDS, + WHAT IT TAKES" if v.show_ends else "")


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
    key = reply(m, v, screen.KEYS_ALL_LEVELS)
    if key in LEVELS:
        v.l, v.rated = level_number(key), False
        set_depth(v)
    screen.say(m, v, screen.QUESTION_ROW, "")
    screen.heading(m, v)


def review(m: Machine, v: Variables) -> None:
    """Show what every move has cost, and the record."""
    moves = []
    for move in review_moves(v.game):
        moves.append(move)
        screen.say(m, v, screen.QUESTION_ROW, f"LOOKING AT MOVE {move.number} OF {len(v.game.letters)}")
        v.skip = False
        screen.pause(m, v, 1)
    sides = (LOWER, UPPER) if v.mode == TWO else (LOWER,)
    if not screen.page(m, v, "REVIEW, SIX MOVES AHEAD", report(v.game, moves, sides)):
        screen.page(m, v, "SEEDS THAT EACH MOVE COST", table(moves, screen.PAGE_LINES))
    v.messages[screen.QUESTION_ROW] = ""
    draw_frame(m, v)


def show_instructions(m: Machine, v: Variables) -> None:
    """Show the instructions, then the board again, and run the command of a key that they name."""
    key = instructions(m, v)
    draw_frame(m, v)
    if key in (COMMANDS_AT_END if v.over else COMMANDS):
        COMMANDS[key](m, v)


def leave(m: Machine, v: Variables) -> None:
    """Ask whether to quit."""
    v.next_step = screen.QUIT if yes(m, v, "QUIT") else ""


COMMANDS = {
    "H": hint,
    "*": hint,
    "U": undo,
    "W": toggle_ends,
    "N": toggle_numbers,
    "P": next_pace,
    "V": change_level,
    "O": title_page.save,
    "R": review,
    "I": show_instructions,
    "?": show_instructions,
    "Q": leave,
}
COMMANDS_AT_END = ("U", "R", "O", "I", "?")


# the beginning and the end


def load_rating(m: Machine, v: Variables) -> None:
    """Load the player's rating, if there is one."""
    try:
        v.rating = rating.from_tape(m.cload(screen.RATING_TAPE))
    except BasicError:
        v.rating = rating.Rating()


def rate(m: Machine, v: Variables) -> None:
    """Count a game that is over in the player's rating, and save it."""
    verdict = position(v).verdict()
    if verdict:
        m.csave("RESULT", texts.headline(verdict.winner, v.mode == TWO).lower())
    if not (v.rated and verdict):
        return
    v.rated = False
    result = 0.5 if verdict.winner is None else float(verdict.winner == LOWER)
    v.rating = v.rating.after(level_name(v.l), result)
    m.csave(screen.RATING_TAPE, [*v.rating])


def tidy_up(m: Machine) -> None:
    """Restore the screen, the keyboard and the mouse."""
    m.describe(None)
    m.vdu(4, 26, 20, 12, 23, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.mouse_off()
    m.fx(4, 0)
    m.fx(11, REPEAT)
