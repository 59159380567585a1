"""African Seeds, after M. J. Edwards

A mancala game on two rows of six cups: seeds are sown, lifted and sown again, and lights and bleeps show what the
computer considers.

From ZX Computing, August/September 1985, for the ZX Spectrum. The listing was not found: this is a reconstruction
from the article, which has a table of line numbers and a list of variables. african_seeds.bas is the same in BBC BASIC.

A def ends in the line at which its subroutine begins, a statement in the line that it was made from. What only tells a
subroutine what to show (n, t, T$, row) is a parameter. Cups are 1 to 12, A to L on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from retro import Machine
from retro.basic import NL, Row, asc, chr_s, dim, spc, tab, to

NEWS, QUESTION = 20, 22  # 480, 482


def main(m: Machine) -> None:
    """Play games until the player has had enough."""
    m.mode(7)  # 20; Departure: MODE 1 has these 40 columns and 4 colours, but 32 rows
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)  # 30; Departure: the window of VDU 28 is the whole screen here
    v = Variables()  # 40, 50
    while initialise(m, v):  # 60
        game(m, v)  # 1190
        if v.K_s == "N":  # 1640
            break  # 1640
    farewell(m)


@dataclass(slots=True)
class Variables:
    """The program's variables, under their own names; a$ is a_s here."""

    zx: int = 0  # 1 for the computer's move, of the upper row
    d: int = 0  # depth of search: the lifts that are followed in one move
    l: int = 0  # the level, 0 to 4; 5 before it is chosen
    c: int = 0  # stalemate counter: moves in a row without a capture
    sc: int = 0  # 1 to make a move, 0 to evaluate the position
    win: int = 0  # points scored on a move
    end: int = 0  # 1 if a sequence of lifts has reached an end
    op: int = 0  # the cup opposite the end of a sequence of lifts
    b: Row = field(default_factory=lambda: dim(12))  # b(n)  the seeds in cup n
    h: Row = field(default_factory=lambda: dim(12))  # h(n)  the model board for analysis
    m: Row = field(default_factory=lambda: dim(12))  # m(n)  the value of lifting cup n
    s: Row = field(default_factory=lambda: dim(2))  # s(n)  the seeds captured: s(1) by the computer, s(2) by the player
    a_s: str = ""  # a$  the column of the letter of each cup, as a code
    x_s: str = ""  # x$  the row of its seeds
    y_s: str = ""  # y$  the column of its seeds
    # not named in the article
    cup: int = 0  # the cup that the player of a move has lifted
    last: int = 0  # the cup that a sequence of lifts has reached
    lifts: int = 0  # the lifts of that sequence
    hand: int = 0  # the seeds that are being sown
    over: int = 0  # how the game has ended: 1 by forfeit, 2 by 25 seeds, 3 by stalemate; 0 it has not
    lit: Row = field(default_factory=lambda: dim(12))  # lit(n)  1 while cup n is lit
    K_s: str = ""  # K$  the key pressed, as a capital


def lift_and_sow(m: Machine, v: Variables) -> None:  # 100
    """Move cup on b() if sc is 1, else check at most d lifts of it on h(). Sets last, where it ends, and end."""
    board = v.b if v.sc else v.h
    v.last, v.lifts = v.cup, 0  # 105
    most = 100 if v.sc else v.d  # 115
    while True:  # 120
        v.lifts += 1  # 125
        v.hand, board[v.last] = board[v.last], 0  # 130
        if v.sc:  # 130
            show_lift(m, v)  # 130
        while v.hand:  # 135
            v.last = v.last % 12 + 1  # 140
            v.hand -= 1  # 140
            board[v.last] += 1  # 150
            if v.sc:  # 150
                show_seed(m, v)  # 150
        v.end = int(board[v.last] == 1)  # 160
        if v.sc and not v.end and v.lifts == 100:  # 165
            most = look_ahead(v)  # 165
        if v.end or v.lifts == most:  # 168
            break  # 168


def look_ahead(v: Variables) -> int:  # 170
    """Return the number of lifts of a long move; 100 if it never ends: h() and p are as before, in g and q."""
    p, q, t, w = v.last, 0, 100, 100  # 172
    v.h[:] = g = v.b[:]  # 174
    while True:  # 176
        if t == w:  # 178
            w, q, g = 2 * w, p, v.h[:]  # 178
        t += 1  # 180
        k, v.h[p] = v.h[p], 0  # 180
        for _ in to(1, k):  # 182
            p = p % 12 + 1  # 182
            v.h[p] += 1  # 182
        back = p == q and v.h == g  # 184, 186
        if v.h[p] == 1 or t == 100000 or back:  # 188
            break  # 188
    most = t if v.h[p] == 1 else 100  # 190
    v.h[:] = v.b  # 192
    return most


def end_and_capture(m: Machine, v: Variables) -> None:  # 200
    """Capture the seeds in op, opposite to last, if the move has ended in the mover's row. Sets win, s(), c."""
    v.op, v.win = 13 - v.last, 0  # 205
    if v.end and (v.last > 6) == v.zx:  # 215
        v.win = (v.b if v.sc else v.h)[v.op]  # 220
        if not v.sc:  # 220
            v.h[v.op] = 0  # 220
    if not v.sc:  # 225
        return  # 225
    show_end(m, v)  # 230
    v.s[2 - v.zx] += v.win  # 235
    if v.win:  # 235
        v.c, v.b[v.op] = 0, 0  # 235
    else:
        v.c += 1  # 235


def show_end(m: Machine, v: Variables) -> None:  # 250
    """Show the end of a move: a steady light, and a flashing one where seeds are captured."""
    lights_off(m, v)  # 255
    light(m, v, v.last)  # 260
    T_s = f"{v.win} SEED{'S' * (v.win > 1)} CAPTURED" if v.win else "NO CAPTURE"  # 265
    if not v.end:  # 270
        T_s = "ROUND AND ROUND - THE MOVE ENDS"  # 270
    if v.zx:  # 275
        T_s = f"I LIFT CUP {chr_s(64 + v.cup)}: {T_s}"  # 275
    say(m, v, NEWS, T_s)  # 280
    for k in to(1, 10):  # 285
        if v.win:  # 290
            v.lit[v.op] = k % 2  # 290
            draw_cup(m, v, v.op)  # 290
            bleep(m, v, v.op)  # 290
        pause(m, v, 10)  # 292


def display_board(m: Machine, v: Variables) -> None:  # 300
    """Show b() and s()."""
    for n in to(1, 12):  # 310
        draw_cup(m, v, n)  # 310
    m.print(tab(1, 0), "COMPUTER", f"{v.s[1]:3}", tab(33, 0), "YOU", f"{v.s[2]:3}", end="")  # 320


def light(m: Machine, v: Variables, n: int) -> None:  # 326
    """Switch on the light of cup n."""
    v.lit[n] = 1  # 328
    draw_cup(m, v, n)


def draw_cup(m: Machine, v: Variables, n: int) -> None:  # 330
    """Draw cup n, blue if it is lit, with its seeds."""
    y, x = asc(v.y_s[n - 1]), asc(v.x_s[n - 1])  # 335
    m.colour(130 - v.lit[n])  # 340
    for j in to(x, x + 4):  # 345
        m.print(tab(y, j), spc(5), end="")  # 345
    m.colour(128)  # 350
    m.colour(2 - v.lit[n])  # 350
    m.print(tab(y, x), chr_s(233), tab(y + 4, x), chr_s(232), end="")  # 355
    m.print(tab(y, x + 4), chr_s(234), tab(y + 4, x + 4), chr_s(235), end="")  # 355
    draw_pips(m, v, n)


def draw_pips(m: Machine, v: Variables, n: int) -> None:  # 370
    """Draw the seeds of cup n in black, or in white if the cup is lit in a move."""
    y, x = asc(v.y_s[n - 1]), asc(v.x_s[n - 1]) + 2  # 375
    m.colour(130 - v.lit[n])  # 380
    m.colour(3 * v.lit[n] * v.sc)  # 380
    m.print(tab(y, x), spc(5), tab(y, x), end="")  # 385
    pips(m, v.b[n])  # 390
    m.colour(128)  # 395
    m.colour(3)  # 395


def tidy_display(m: Machine, v: Variables) -> None:  # 400
    """Clear the messages and switch off all lights."""
    say(m, v, NEWS, "")  # 405, 410
    say(m, v, QUESTION, "")  # 415
    lights_off(m, v)


def lights_off(m: Machine, v: Variables) -> None:  # 420
    """Switch off all lights."""
    for n in to(1, 12):  # 425
        if v.lit[n]:  # 430
            v.lit[n] = 0  # 430
            draw_cup(m, v, n)  # 430


def show_lift(m: Machine, v: Variables) -> None:  # 450
    """Show that the cup last was lifted."""
    bleep(m, v, v.last)  # 452
    lights_off(m, v)  # 452
    light(m, v, v.last)  # 454
    m.print(tab(1, 18), "CUP ", chr_s(64 + v.cup), "    LIFTS ", v.lifts, spc(4), end="")  # 456
    finish_step(m, v, 20)  # 458


def show_seed(m: Machine, v: Variables) -> None:  # 460
    """Show that the cup last gets one seed."""
    bleep(m, v, v.last)  # 462
    draw_pips(m, v, v.last)  # 462
    finish_step(m, v, 8)  # 464


def finish_step(m: Machine, v: Variables, t: int) -> None:  # 466
    """Wait for t centiseconds, but shorter in long moves."""
    if v.lifts > 5:  # 466
        t = 5 * t // v.lifts  # 466
    pause(m, v, t)  # 470


def bleep(m: Machine, v: Variables, n: int) -> None:  # 472
    """Play the note of cup n."""
    m.sound(0x11, -10, 53 + 8 * n, 1)  # 474


def say(m: Machine, v: Variables, row: int, T_s: str) -> None:  # 480
    """Print a message in its row, NEWS or QUESTION."""
    m.print(tab(1, row), T_s, spc(38 - len(T_s)), end="")  # 484


def ask_key(m: Machine, v: Variables) -> None:  # 487
    """Wait for a key; K$ is its capital."""
    v.K_s = m.get_s()  # 488
    if v.K_s > "Z":  # 488
        v.K_s = chr_s(asc(v.K_s) & 223)  # 488


def pause(m: Machine, v: Variables, t: int) -> None:  # 490
    """Wait for t centiseconds, or until SPACE is held."""
    m.time = 0  # 492
    while m.time < t and not m.inkey(-99):  # 494
        pass  # 494


def result_computer(m: Machine, v: Variables) -> None:  # 500
    """Say that the computer has won."""
    forfeit = "YOU LEFT ME NO SEEDS - I CLAIM THE GAME"  # 510
    most = f"I WIN, {v.s[1]} SEEDS TO {v.s[2]}"  # 520
    stalemate = f"STALEMATE: I WIN, {v.s[1]} TO {v.s[2]}"  # 530
    say(m, v, NEWS, (forfeit, most, stalemate)[v.over - 1])  # 540
    for k in to(101, 65, -12):  # 550
        m.sound(1, -12, k, 4)  # 550


def result_player(m: Machine, v: Variables) -> None:  # 600
    """Say that the player has won."""
    forfeit = "I LEFT YOU NO SEEDS - YOU WIN"  # 610
    most = f"YOU WIN, {v.s[2]} SEEDS TO {v.s[1]}"  # 620
    stalemate = f"STALEMATE: YOU WIN, {v.s[2]} TO {v.s[1]}"  # 630
    say(m, v, NEWS, (forfeit, most, stalemate)[v.over - 1])  # 640
    for k in to(69, 105, 12):  # 650
        m.sound(1, -12, k, 4)  # 650


def end_check(m: Machine, v: Variables) -> None:  # 700
    """Check before a move of zx whether the game is over, and show how. If sc is 0 only set win to 1000 or -1000."""
    v.over = left = 0  # 710
    for n in to(6 * v.zx + 1, 6 * v.zx + 6):  # 730
        left += v.b[n] if v.sc else v.h[n]  # 740
    if left == 0:  # 755
        v.over = 1  # 755
    if left > 0 and v.s[1 + v.zx] + v.win * (1 - v.sc) > 24:  # 760
        v.over = 2  # 760
    if v.over == 0 and v.sc == 1 and v.c > 49:  # 765
        v.over = 3  # 765
    if v.over == 0:  # 770
        return  # 770
    if v.sc == 0:  # 775
        v.win = 2000 * v.over - 3000  # 775
    elif v.over == 3 and v.s[1] == v.s[2]:  # 780
        say(m, v, NEWS, "STALEMATE: A DRAWN GAME")  # 780
    elif v.s[1] > v.s[2] if v.over == 3 else (v.over == 1) == v.zx:  # 785
        result_computer(m, v)  # 790
    else:
        result_player(m, v)  # 790


def initialise(m: Machine, v: Variables) -> bool:  # 1000
    """Prepare a game up to its first move: characters, positions, title, display, level, toss. False: the end."""
    define_udgs(m, v)  # 1005
    letter_positions(m, v)  # 1005
    seed_positions(m, v)  # 1005
    if v.K_s != "Y":  # 1020
        title(m, v)
        if v.K_s == "Q":  # 1050
            return False  # 1050
    v.l = 5  # 1065
    v.d = +20  # 1070
    v.sc, v.win = 1, 0  # 1080
    for n in to(1, 12):  # 1090
        v.b[n], v.lit[n] = 4, 0  # 1090
    v.s[1] = v.s[2] = v.c = v.zx = 0  # 1100
    draw_frame(m, v)  # 1110
    ask_level(m, v)
    toss(m, v)
    return True


def title(m: Machine, v: Variables) -> None:  # 1025
    """Show the title page until S (play) or Q (quit) is pressed: K$."""
    while True:
        m.cls()  # 1025
        m.colour(2)  # 1030
        m.print(tab(13, 2), "AFRICAN SEEDS", end="")  # 1030
        m.colour(3)  # 1035
        m.print(tab(10, 4), "AFTER M. J. EDWARDS", tab(1, 9), "S  PLAY THE COMPUTER", end="")  # 1035
        m.print(tab(1, 11), "I  INSTRUCTIONS", tab(1, 13), "Q  QUIT", end="")  # 1035
        while True:  # 1040
            ask_key(m, v)  # 1040
            if v.K_s in ("S", "I", "Q"):  # 1040
                break  # 1040
        if v.K_s != "I":  # 1045
            return  # 1045
        instructions(m, v)  # 1045


def ask_level(m: Machine, v: Variables) -> None:  # 1120
    """Ask for the level, l, which limits the depth of search, d."""
    say(m, v, QUESTION, "WHAT LEVEL (0 HARDEST - 4 EASIEST)?")  # 1120
    while True:  # 1150
        v.l = "01234".find(m.get_s())  # 1150
        if v.l >= 0:  # 1150
            break  # 1150
    v.d = 7 - 2 * v.l if v.l > 1 else v.d  # 1150
    say(m, v, QUESTION, "")  # 1155
    m.colour(2)  # 1160
    m.print(tab(21, 0), v.l, end="")  # 1160
    m.colour(3)  # 1160


def toss(m: Machine, v: Variables) -> None:  # 1170
    """Toss for the first move: zx."""
    v.zx = m.rnd(2) - 1  # 1170
    say(m, v, NEWS, "I WON THE TOSS" if v.zx else "YOU WON THE TOSS")  # 1175, 1180
    pause(m, v, 150)  # 1185


def game(m: Machine, v: Variables) -> None:  # 1190
    """Play moves in turn until the game is over, and ask for another one."""
    end_check(m, v)  # 1210, 1490
    while not v.over:  # 1220, 1495
        if v.zx:  # 1190
            computer_move(m, v)
        else:
            player_move(m, v)
        end_check(m, v)  # 1210, 1490
    another(m, v)  # 1220, 1495


def computer_move(m: Machine, v: Variables) -> None:  # 1200
    """Make the computer's move: the only one, at level 4 one by chance, else one of the best."""
    k = 0  # 1230
    for n in to(1, 12):  # 1240
        v.m[n] = 0  # 1240
        k += n > 6 and v.b[n] > 0  # 1240
    if k > 1 and v.l != 4:  # 1250
        analyse(m, v)
    lift_best(m, v)  # 1250


def analyse(m: Machine, v: Variables) -> None:  # 1300
    """Evaluate each cup of the computer, with lights: m(n) is the seeds won by cup n, less the player's best reply."""
    say(m, v, NEWS, "I AM THINKING")  # 1302
    m.vdu(19, 1, 6, 0, 0, 0)  # 1304
    v.sc = 0  # 1306
    for r in to(7, 12):  # 1308
        if v.b[r] == 0:  # 1310
            continue  # 1310
        v.zx, v.cup = 1, r  # 1312
        consider(m, v)  # 1314
        v.zx = 0  # 1316
        end_check(m, v)  # 1316
        v.m[r] = v.win  # 1318
        if v.l == 0 and v.over == 0:  # 1320
            answer(m, v, r)  # 1320
    lights_off(m, v)  # 1324
    m.vdu(19, 1, 4, 0, 0, 0)  # 1326
    v.zx = 1  # 1328


def consider(m: Machine, v: Variables) -> None:  # 1340
    """Check the move of cup on the model board h(); light the cups where it begins and ends."""
    lights_off(m, v)  # 1342
    v.h[:] = v.b  # 1344
    lift_and_sow(m, v)  # 1346
    end_and_capture(m, v)  # 1346
    light(m, v, v.cup)  # 1350
    if v.end:  # 1352
        light(m, v, v.last)  # 1352
    bleep(m, v, v.cup)  # 1354
    pause(m, v, 10)  # 1356


def answer(m: Machine, v: Variables, r: int) -> None:  # 1360
    """Subtract the player's best reply to cup r, whose move is on the model board h(), from its value m(r)."""
    g = v.h[:]  # 1362
    best = -2000  # 1364
    for a in to(1, 6):  # 1366
        v.m[a] = 0  # 1368
        if g[a] == 0:  # 1370
            continue  # 1370
        v.zx, v.cup = 0, a  # 1372
        v.h[:] = g  # 1374
        lift_and_sow(m, v)  # 1376
        end_and_capture(m, v)  # 1376
        v.zx = 1  # 1380
        end_check(m, v)  # 1380
        v.m[a] = v.win  # 1382
        best = max(best, v.win)  # 1384
    v.m[r] = (1 if best > 0 else -1) - best if abs(best) == 1000 else v.m[r] - best  # 1388


def lift_best(m: Machine, v: Variables) -> None:  # 1400
    """Lift one of the best cups."""
    k, best = 0, -2000  # 1405
    for n in to(7, 12):  # 1410
        if v.b[n] > 0 and v.m[n] > best:  # 1415
            k, best = 0, v.m[n]  # 1415
        k += v.b[n] > 0 and v.m[n] == best  # 1420
    if k > 1:  # 1430
        k = m.rnd(k)  # 1430
    v.cup = 6  # 1435
    while k:  # 1440
        v.cup += 1  # 1440
        k -= v.b[v.cup] > 0 and v.m[v.cup] == best  # 1450
    say(m, v, NEWS, f"I LIFT CUP {chr_s(64 + v.cup)}")  # 1460
    v.sc = 1  # 1465
    lift_and_sow(m, v)  # 1470
    end_and_capture(m, v)  # 1470
    v.zx = 0  # 1480
    display_board(m, v)  # 1485


def player_move(m: Machine, v: Variables) -> None:  # 1500
    """Ask for a cup, and make the move."""
    while True:
        say(m, v, QUESTION, "WHICH CUP (A-F)?")  # 1510
        ask_key(m, v)  # 1520
        v.cup = "ABCDEF".find(v.K_s) + 1  # 1525
        if v.cup == 0:  # 1530
            if v.K_s in ("G", "J", "K", "L"):  # 1535
                m.vdu(7)  # 1535
                say(m, v, NEWS, "NOT YOUR CUP")  # 1535
        elif v.b[v.cup] == 0:  # 1545
            m.vdu(7)  # 1545
            say(m, v, NEWS, "THAT CUP IS EMPTY")  # 1545
        else:
            break
    tidy_display(m, v)  # 1550
    v.sc = 1  # 1555
    lift_and_sow(m, v)  # 1560
    end_and_capture(m, v)  # 1560
    v.zx = 1  # 1570
    display_board(m, v)  # 1575


def another(m: Machine, v: Variables) -> None:  # 1600
    """Ask for another game: K$, Y, N, or M for the title page."""
    say(m, v, QUESTION, "ANOTHER GAME (Y/N)?")  # 1610
    while True:  # 1620
        ask_key(m, v)  # 1620
        if v.K_s in ("Y", "N", "M"):  # 1620
            break  # 1620


def farewell(m: Machine) -> None:  # 1650
    """Clear the screen and thank the player."""
    m.vdu(26, 12, 20, 23, 1, 1, 0, 0, 0, 0, 0, 0, 0)  # 1650
    m.print(tab(9, 12), "THANK YOU FOR PLAYING")  # 1660


def draw_frame(m: Machine, v: Variables) -> None:  # 2000
    """Draw the whole screen of a game: title, board, letters."""
    m.cls()  # 2010
    m.vdu(19, 1, 4, 0, 0, 0)  # 2010
    m.colour(2)  # 2030
    m.print(tab(15, 0), "LEVEL ?, 25 WIN", end="")  # 2030
    m.colour(3)  # 2040
    display_board(m, v)  # 2050
    for n in to(1, 12):  # 2060
        m.print(tab(asc(v.a_s[n - 1]), 2 if n > 6 else 11), chr_s(64 + n), end="")  # 2070


def define_udgs(m: Machine, v: Variables) -> None:  # 2100
    """Define the characters A to H, one to eight seeds, and I to L, the corners of a cup."""
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


def letter_positions(m: Machine, v: Variables) -> None:  # 2160
    """Store the columns of the letters in a string: a$."""
    v.a_s = ""  # 2170
    for n in to(1, 6):  # 2180
        v.a_s += chr_s(6 * n - 3)  # 2180
    for n in to(6, 1, -1):  # 2190
        v.a_s += chr_s(6 * n - 3)  # 2190


def pips(m: Machine, seeds: int) -> None:  # 2300
    """Print n seeds, as up to three characters of one to eight, or as a number. Line 2300+n prints n seeds."""
    if 0 < seeds < 9:
        m.vdu(9, 9, 223 + seeds)  # 2301-2308
    elif 8 < seeds < 17:
        m.vdu(9, 231, 9, 215 + seeds)  # 2309-2316
    elif 16 < seeds < 25:
        m.vdu(231, 9, 231, 9, 207 + seeds)  # 2317-2324
    elif seeds > 24:
        m.print(" ", seeds, end="")  # 2325-2330


def instructions(m: Machine, v: Variables) -> None:  # 2400
    """Show the three pages of instructions, each until a key."""
    for n in to(1, 3):  # 2410
        m.cls()  # 2420
        m.colour(2)  # 2420
        m.print("AFRICAN SEEDS")  # 2420
        m.colour(3)  # 2420
        if n == 1:  # 2430
            m.print(NL, "A-F: SOW ANTI-CLOCKWISE. WHERE THE", NL, "LAST MEETS OTHERS, SOW ALL")  # 2430
        elif n == 2:  # 2440
            m.print(NL, "IN AN EMPTY CUP OF YOURS IT CAPTURES")  # 2440
        else:  # 2450
            m.print(NL, "25 WIN. WHO LEAVES NONE LOSES", NL, "SPACE: FASTER")  # 2450
        v.K_s = m.get_s()  # 2480


def seed_positions(m: Machine, v: Variables) -> None:  # 3000
    """Store the rows and columns of the seeds in strings: x$, y$."""
    v.x_s = chr_s(13) * 6 + chr_s(4) * 6  # 3010
    v.y_s = ""  # 3020
    for n in to(1, 12):  # 3030
        v.y_s += chr_s(asc(v.a_s[n - 1]) - 1)  # 3030
