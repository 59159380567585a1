"""Dominoes, by Marcus D. Bowman

Six dominoes each, sixteen face down, and a machine that plays rather well: lay all of yours
first, or hold the fewer spots when nobody can go on.

From the Electron Advanced Graphics Workbook, by way of EUG #72: the 27 procedures are rebuilt from their published
description. dominoes.bas is the same in BBC BASIC; the number at the end of a line is the BASIC line that it was
made from. A name that ends in _s is a string (K$), one in _i or _a the second of two that share a letter.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from retro import Machine
from retro.basic import Grid, Row, asc, chr_s, dim, spc, tab, to


def main(m: Machine) -> None:
    """Play games until the human has had enough."""
    m.mode(7)  # 20; Departure: MODE 1 has these 40 columns and colours, but 32 rows
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)  # 30
    v = Variables()  # 40
    PROCDEFINE_UDGS(m, v)  # 50
    PROCINITIALISE_VARIABLES(m, v)  # 60
    while True:  # 70
        PROCTITLE(m, v)  # 80
        PROCDRAW_FIELD(m, v)  # 90
        PROCGENERATE(m, v)  # 100
        PROCISSUE(m, v)  # 110
        PROCDRAW_PLAYER_HAND(m, v)  # 120
        PROCDRAW_COMPUTER_HAND(m, v)  # 130
        PROCFIRST(m, v)  # 140
        PROCDRAW_FIRST(m, v)  # 150
        v.K[1] = v.K[2] = 0  # 155
        while True:  # 160
            v.P = 3 - v.P  # 170
            v.K[v.P] = 0  # 180
            PROCDRAW_PLAYER_HAND(m, v)  # 190
            PROCDRAW_COMPUTER_HAND(m, v)  # 200
            if v.P == 1:  # 210
                PROCASK(m, v)  # 210
            else:
                PROCSELECT(m, v)  # 210
            if v.D_i == 7:  # 220
                PROCKNOCK(m, v)  # 220
            else:
                PROCPLOT(m, v)  # 220
                PROCMOVE(m, v)  # 220
            if v.N[1] == 0 or v.N[2] == 0 or v.K[1] + v.K[2] == 2:  # 230
                break  # 230
        PROCDRAW_PLAYER_HAND(m, v)  # 240
        PROCDRAW_COMPUTER_HAND(m, v)  # 250
        PROCEND(m, v)  # 260
        if v.K_s == "N":  # 270
            break  # 270
    PROCTERMINATE(m, v)  # 280


@dataclass(slots=True)
class Variables:
    """The program's variables, under their own names."""

    # where things are
    SX: int = 0  # SX%     left edge of the playing area, graphics units
    SY: int = 0  # SY%     bottom edge of the playing area, graphics units
    FL: int = 0  # FL%     length of the playing area, graphics units
    FB: int = 0  # FB%     breadth of the playing area, graphics units
    MY: int = 0  # MY%     row of the messages
    HY: int = 0  # HY%     row of the two hands
    P1: int = 0  # P1      length of a pause, centiseconds
    # the stock
    D: Grid = field(default_factory=lambda: dim(6, 6))  # D(a,b)  1 while a-b is face down, a >= b
    T: int = 0  # T%      dominoes face down
    N1: int = 0  # N1      the domino just taken: its higher number
    N2: int = 0  # N2      and its lower one
    # the hands; players are 1, the human, and 2, the computer
    P: int = 0  # P%      the player in question; at the end the winner, 0 if drawn
    R: Grid = field(default_factory=lambda: dim(2, 6))  # R(p,i)  spots on the right face of a domino in hand
    L: Grid = field(default_factory=lambda: dim(2, 6))  # L(p,i)  spots on its left face
    N: Row = field(default_factory=lambda: dim(2))  # N(p)    dominoes in hand
    K: Row = field(default_factory=lambda: dim(2))  # K(p)    1 if that player's last turn was a knock
    D_i: int = 0  # D%      place in the hand of the domino in question; 7 is a knock, 0 no double
    T_a: Row = field(default_factory=lambda: dim(2))  # T(p)    totals of spots
    W: Row = field(default_factory=lambda: dim(2))  # W(p)    place of the heaviest domino
    D_s: str = ""  # D$      a domino in hand as it is printed
    # the line on the table
    RV: int = 0  # RV%     spots at the right end of the line
    LV: int = 0  # LV%     spots at the left end
    RX: int = 0  # RX%     where the next domino goes at the right end:
    RY: int = 0  # RY%     top left corner of its first face, graphics units
    LX: int = 0  # LX%     the same at the left end
    LY: int = 0  # LY%
    # the move
    E: int = 0  # E%      the end to play at: 1 right, 2 left
    F: int = 0  # F%      spots on the first face, the one that touches the line
    S: int = 0  # S%      spots on the second face, the new end
    X: int = 0  # X%      left edge of the first face of the domino to place, graphics units
    Y: int = 0  # Y%      top edge of that face, graphics units
    DX: int = 0  # DX%     from the first face to the second, to the right, graphics units
    DY: int = 0  # DY%     and upwards
    A: int = 0  # A%      character of a first face without spots
    B: int = 0  # B%      character of a second face without spots
    K_s: str = ""  # K$      the key pressed
    TF: int = 0  # TF%     0 if the chosen domino may be played


def PROCTITLE(m: Machine, v: Variables) -> None:  # 1000
    """Clear the whole screen and print the title."""
    m.vdu(26)  # 1010
    m.cls()  # 1020
    m.colour(2)  # 1030
    m.print(tab(16, 0), "DOMINOES", end="")  # 1040
    m.colour(3)  # 1050


def PROCDEFINE_UDGS(m: Machine, v: Variables) -> None:  # 2000
    """Define the faces with 0 to 6 spots in four directions, and a blank one."""
    # 224-230: the outer end at the top
    m.vdu(23, 224, 0, 0, 0, 0, 0, 0, 0, 126)  # 2020
    m.vdu(23, 225, 0, 0, 0, 24, 0, 0, 0, 126)  # 2030
    m.vdu(23, 226, 0, 96, 0, 0, 0, 6, 0, 126)  # 2040
    m.vdu(23, 227, 0, 96, 0, 24, 0, 6, 0, 126)  # 2050
    m.vdu(23, 228, 0, 102, 0, 0, 0, 102, 0, 126)  # 2060
    m.vdu(23, 229, 0, 102, 0, 24, 0, 102, 0, 126)  # 2070
    m.vdu(23, 230, 0, 102, 0, 102, 0, 102, 0, 126)  # 2080
    # 231-237: turned by 90 degrees, the outer end on the right
    m.vdu(23, 231, 0, 128, 128, 128, 128, 128, 128, 0)  # 2100
    m.vdu(23, 232, 0, 128, 128, 136, 136, 128, 128, 0)  # 2110
    m.vdu(23, 233, 0, 130, 130, 128, 128, 160, 160, 0)  # 2120
    m.vdu(23, 234, 0, 130, 130, 136, 136, 160, 160, 0)  # 2130
    m.vdu(23, 235, 0, 162, 162, 128, 128, 162, 162, 0)  # 2140
    m.vdu(23, 236, 0, 162, 162, 136, 136, 162, 162, 0)  # 2150
    m.vdu(23, 237, 0, 170, 170, 128, 128, 170, 170, 0)  # 2160
    # 238-244: turned by 180 degrees, the outer end at the bottom
    m.vdu(23, 238, 126, 0, 0, 0, 0, 0, 0, 0)  # 2180
    m.vdu(23, 239, 126, 0, 0, 0, 24, 0, 0, 0)  # 2190
    m.vdu(23, 240, 126, 0, 96, 0, 0, 0, 6, 0)  # 2200
    m.vdu(23, 241, 126, 0, 96, 0, 24, 0, 6, 0)  # 2210
    m.vdu(23, 242, 126, 0, 102, 0, 0, 0, 102, 0)  # 2220
    m.vdu(23, 243, 126, 0, 102, 0, 24, 0, 102, 0)  # 2230
    m.vdu(23, 244, 126, 0, 102, 0, 102, 0, 102, 0)  # 2240
    # 245-251: turned by 270 degrees, the outer end on the left
    m.vdu(23, 245, 0, 1, 1, 1, 1, 1, 1, 0)  # 2260
    m.vdu(23, 246, 0, 1, 1, 17, 17, 1, 1, 0)  # 2270
    m.vdu(23, 247, 0, 5, 5, 1, 1, 65, 65, 0)  # 2280
    m.vdu(23, 248, 0, 5, 5, 17, 17, 65, 65, 0)  # 2290
    m.vdu(23, 249, 0, 69, 69, 1, 1, 69, 69, 0)  # 2300
    m.vdu(23, 250, 0, 69, 69, 17, 17, 69, 69, 0)  # 2310
    m.vdu(23, 251, 0, 85, 85, 1, 1, 85, 85, 0)  # 2320
    # 252: a blank face, to print the spots on
    m.vdu(23, 252, 255, 255, 255, 255, 255, 255, 255, 255)  # 2340


def PROCINITIALISE_VARIABLES(m: Machine, v: Variables) -> None:  # 3000
    """Set places and the length of a pause: SX%, SY%, FL%, FB%, MY%, HY%, P1, K$."""
    v.SX = 64  # 3010
    v.SY = 32  # 3020
    v.FL = 1152  # 3030
    v.FB = 536  # 3040
    v.MY = 5  # 3050
    v.HY = 2  # 3060
    v.P1 = 150  # 3070
    v.K_s = ""  # 3080


def PROCDRAW_FIELD(m: Machine, v: Variables) -> None:  # 4000
    """Draw the boundary of the playing area (SX%, SY%, FL%, FB%), and print headings and keys around row HY%."""
    # 4010 Departure: VDU 29,0;224; puts the origin at the foot of the 25th row, where it is here already
    m.gcol(0, 2)  # 4020
    m.move(v.SX - 16, v.SY - 16)  # 4030
    m.draw(v.SX + v.FL + 12, v.SY - 16)  # 4040
    m.draw(v.SX + v.FL + 12, v.SY + v.FB + 12)  # 4050
    m.draw(v.SX - 16, v.SY + v.FB + 12)  # 4060
    m.draw(v.SX - 16, v.SY - 16)  # 4070
    m.print(tab(1, v.HY - 1), "YOUR HAND", tab(22, v.HY - 1), "MY HAND", end="")  # 4080
    m.print(tab(1, v.HY + 1), "1  2  3  4  5  6", end="")  # 4090
    m.print(tab(1, v.HY + 2), "Press 1 to 6 to play or K to knock", end="")  # 4100


def PROCGENERATE(m: Machine, v: Variables) -> None:  # 5000
    """Lay all 28 dominoes face down: D(,), T%."""
    for I in to(0, 6):  # 5010
        for J in to(0, 6):  # 5020
            v.D[I][J] = 1 if J <= I else 0  # 5030
    v.T = 28  # 5060


def PROCISSUE(m: Machine, v: Variables) -> None:  # 6000
    """Deal six dominoes to each player: P%, R(,), L(,), N()."""
    for v.P in to(1, 2):  # 6010
        for I in to(1, 6):  # 6020
            PROCSPOTS(m, v)  # 6030
            v.R[v.P][I] = v.N1  # 6040
            v.L[v.P][I] = v.N2  # 6050
        v.N[v.P] = 6  # 6070
    v.P += 1  # 6090


def PROCSPOTS(m: Machine, v: Variables) -> None:  # 7000
    """Take a domino at random out of the stock: N1, N2, D(,), T%."""
    while True:  # 7010
        v.N1 = m.rnd(7) - 1  # 7020
        v.N2 = m.rnd(7) - 1  # 7030
        if v.D[v.N1][v.N2] == 1:  # 7040
            break  # 7040
    v.D[v.N1][v.N2] = 0  # 7050
    v.T -= 1  # 7060


def PROCPAUSE(m: Machine, v: Variables, PERIOD: int) -> None:  # 8000
    """Wait for PERIOD centiseconds."""
    m.time = 0  # 8010
    while m.time < PERIOD:  # 8020
        pass  # 8020


def PROCTERMINATE(m: Machine, v: Variables) -> None:  # 9000
    """Clear the whole screen, print a farewell and show the cursor again."""
    m.vdu(26)  # 9010
    m.cls()  # 9020
    m.print(tab(9, 12), "Thank you for playing.")  # 9030
    m.vdu(23, 1, 1, 0, 0, 0, 0, 0, 0, 0)  # 9040


def PROCFIRST(m: Machine, v: Variables) -> None:  # 10000
    """Find who must play first, P%, and which domino, D%."""
    PROCDOUBLES(m, v)  # 10010
    if v.D_i == 0:  # 10020
        PROCHIGHEST(m, v)  # 10020


def PROCDOUBLES(m: Machine, v: Variables) -> None:  # 11000
    """Look for the highest double in R(,) and L(,): P%, D%, which is 0 if there is none."""
    v.D_i = 0  # 11020
    H = -1  # 11030
    for J in to(1, 2):  # 11040
        for I in to(1, 6):  # 11050
            if v.R[J][I] == v.L[J][I] and v.R[J][I] > H:  # 11060
                v.P = J  # 11060
                v.D_i = I  # 11060
                H = v.R[J][I]  # 11060


def PROCHIGHEST(m: Machine, v: Variables) -> None:  # 12000
    """Find the domino with most spots in R(,) and L(,): T(), W(), then P%, D%; chance decides between equal hands."""
    for J in to(1, 2):  # 12010
        v.T_a[J] = -1  # 12020
        for I in to(1, 6):  # 12030
            if v.R[J][I] + v.L[J][I] > v.T_a[J]:  # 12040
                v.T_a[J] = v.R[J][I] + v.L[J][I]  # 12040
                v.W[J] = I  # 12040
    if v.T_a[1] > v.T_a[2]:  # 12070
        v.P = 1  # 12070
    elif v.T_a[2] > v.T_a[1]:  # 12070
        v.P = 2  # 12070
    else:
        v.P = m.rnd(2)  # 12070
    v.D_i = v.W[v.P]  # 12080


def PROCDRAW_FIRST(m: Machine, v: Variables) -> None:  # 13000
    """Announce and place the first domino, P% and D%, and close the gap in the hand.

    Sets RV%, LV%, RX%, RY%, LX%, LY%.
    """
    m.vdu(7)  # 13010
    m.print(tab(0, v.MY), spc(40), tab(1, v.MY), end="")  # 13020
    m.print("You" if v.P == 1 else "I", end="")  # 13030
    m.print(" must play first: the ", v.R[v.P][v.D_i], "-", v.L[v.P][v.D_i], end="")  # 13040
    v.RV = v.R[v.P][v.D_i]  # 13050
    v.LV = v.L[v.P][v.D_i]  # 13060
    m.vdu(5)  # 13070
    m.gcol(0, 3)  # 13080
    m.move(v.SX + v.FL // 2 - 32, v.SY + 31)  # 13090
    m.vdu(252, 252)  # 13100
    m.gcol(0, 0)  # 13110
    m.move(v.SX + v.FL // 2 - 32, v.SY + 31)  # 13120
    m.vdu(245 + v.LV, 231 + v.RV)  # 13130
    m.vdu(4)  # 13140
    v.RX = v.SX + v.FL // 2 + 40  # 13150
    v.RY = v.SY + 31  # 13160
    v.LX = v.SX + v.FL // 2 - 72  # 13170
    v.LY = v.SY + 31  # 13180
    PROCMOVE(m, v)  # 13190
    PROCPAUSE(m, v, v.P1)  # 13200


def PROCMOVE(m: Machine, v: Variables) -> None:  # 14000
    """Close the gap that domino D% leaves in the hand of P% and fill the last place, or shorten the hand.

    Reads T%; changes R(,), L(,), N().
    """
    if v.D_i < v.N[v.P]:  # 14010
        for I in to(v.D_i, v.N[v.P] - 1):  # 14010
            v.R[v.P][I] = v.R[v.P][I + 1]  # 14010
            v.L[v.P][I] = v.L[v.P][I + 1]  # 14010
    if v.T == 0:  # 14020
        v.N[v.P] -= 1  # 14020
    else:
        PROCSPOTS(m, v)  # 14020
        v.R[v.P][v.N[v.P]] = v.N1  # 14020
        v.L[v.P][v.N[v.P]] = v.N2  # 14020


def PROCSELECT(m: Machine, v: Variables) -> None:  # 15000
    """Take the first domino of the computer's hand that matches RV% or LV%: D%, 7 if none does."""
    v.D_i = 1  # 15010
    while v.D_i <= v.N[2]:  # 15020
        if v.R[2][v.D_i] in (v.RV, v.LV) or v.L[2][v.D_i] in (v.RV, v.LV):  # 15030
            return  # 15030
        v.D_i += 1  # 15040
    v.D_i = 7  # 15020


def PROCASK(m: Machine, v: Variables) -> None:  # 16000
    """Ask the human until the answer may be played: K$, TF% (0: it may), D%, 7 for a knock.

    Reads N(1), R(1,), L(1,), RV%, LV%.
    """
    while True:  # 16010
        v.TF = 1  # 16020
        m.print(tab(0, v.MY), spc(40), tab(1, v.MY), "Which domino?", end="")  # 16030
        while True:  # 16040
            v.K_s = m.get_s()  # 16050
            if v.K_s == "k":  # 16060
                v.K_s = "K"  # 16060
            if v.K_s in "123456K":  # 16070
                break  # 16070
        v.D_i = 7 if v.K_s == "K" else int(v.K_s)  # 16080
        if v.D_i == 7:  # 16090
            v.TF = 0  # 16090
        elif v.D_i <= v.N[1]:  # 16100
            if v.R[1][v.D_i] in (v.RV, v.LV) or v.L[1][v.D_i] in (v.RV, v.LV):  # 16100
                v.TF = 0  # 16100
        if v.TF == 1:  # 16110
            PROCINVALID(m, v)  # 16110
        if v.TF == 0:  # 16120
            break  # 16120


def PROCINVALID(m: Machine, v: Variables) -> None:  # 17000
    """Print that the domino cannot be played."""
    m.vdu(7)  # 17010
    m.print(tab(0, v.MY), spc(40), tab(1, v.MY), "You cannot play that domino", end="")  # 17020
    PROCPAUSE(m, v, v.P1)  # 17030


def PROCKNOCK(m: Machine, v: Variables) -> None:  # 18000
    """Set K(P%), and print who is knocking: P%."""
    v.K[v.P] = 1  # 18010
    m.print(tab(0, v.MY), spc(40), tab(1, v.MY), end="")  # 18020
    m.print("You are" if v.P == 1 else "I am", end="")  # 18030
    m.print(" knocking", end="")  # 18040
    PROCPAUSE(m, v, v.P1)  # 18050


def PROCDRAW_PLAYER_HAND(m: Machine, v: Variables) -> None:  # 19000
    """Print the human's dominoes in row HY%: N(1), L(1,), R(1,); D$."""
    for I in to(1, 6):  # 19010
        if I > v.N[1]:  # 19020
            v.D_s = spc(2)  # 19020
        else:
            v.D_s = chr_s(245 + v.L[1][I]) + chr_s(231 + v.R[1][I])  # 19020
            m.colour(131)  # 19020
            m.colour(0)  # 19020
        m.print(tab(3 * I - 2, v.HY), v.D_s, end="")  # 19030
        m.colour(128)  # 19040
        m.colour(3)  # 19050


def PROCDRAW_COMPUTER_HAND(m: Machine, v: Variables) -> None:  # 20000
    """Print the backs of the computer's dominoes in row HY%: N(2); D$."""
    for I in to(1, 6):  # 20010
        if I > v.N[2]:  # 20020
            v.D_s = spc(2)  # 20020
        else:
            v.D_s = chr_s(252) + chr_s(252)  # 20020
            m.colour(1)  # 20020
        m.print(tab(3 * I + 19, v.HY), v.D_s, end="")  # 20030
        m.colour(128)  # 20040
        m.colour(3)  # 20050


def PROCBOTH_KNOCKING(m: Machine, v: Variables) -> None:  # 21000
    """Print that both are knocking, and compare the spots: P%, T()."""
    m.print(tab(0, v.MY), spc(40), tab(1, v.MY), "We are both knocking", end="")  # 21010
    PROCPAUSE(m, v, v.P1)  # 21020
    PROCADD_SPOTS(m, v)  # 21030
    m.print(tab(0, v.MY), spc(40), tab(1, v.MY), "You have ", v.T_a[1], " spots, I have ", v.T_a[2], end="")  # 21040
    PROCPAUSE(m, v, v.P1)  # 21050


def PROCADD_SPOTS(m: Machine, v: Variables) -> None:  # 22000
    """Add the spots of the N() dominoes left in R(,) and L(,): T(); P% is the winner, 0 if equal."""
    for J in to(1, 2):  # 22010
        v.T_a[J] = 0  # 22020
        for I in to(1, v.N[J]):  # 22030
            v.T_a[J] += v.R[J][I] + v.L[J][I]  # 22040
    if v.T_a[1] < v.T_a[2]:  # 22070
        v.P = 1  # 22070
    elif v.T_a[2] < v.T_a[1]:  # 22070
        v.P = 2  # 22070
    else:
        v.P = 0  # 22070


def PROCEND(m: Machine, v: Variables) -> None:  # 23000
    """Find the winner, P%, from N(); declare the result; ask for another game: K$, "Y" or "N"."""
    if v.N[1] == 0:  # 23010
        v.P = 1  # 23010
    elif v.N[2] == 0:  # 23010
        v.P = 2  # 23010
    else:
        PROCBOTH_KNOCKING(m, v)  # 23010
    PROCRESULT(m, v)  # 23020
    m.print(" Another game (Y/N)?", end="")  # 23030
    while True:  # 23040
        v.K_s = chr_s(asc(m.get_s()) & 0xDF)  # 23050
        if v.K_s in ("Y", "N"):  # 23060
            break  # 23060


def PROCRESULT(m: Machine, v: Variables) -> None:  # 24000
    """Declare who has won, from P%."""
    m.vdu(7)  # 24010
    m.print(tab(0, v.MY), spc(40), tab(1, v.MY), end="")  # 24020
    if v.P == 0:  # 24030
        m.print("The game is drawn.", end="")  # 24030
    elif v.P == 1:  # 24040
        m.print("You have won.", end="")  # 24040
    elif v.P == 2:  # 24050
        m.print("I have won.", end="")  # 24050


def PROCPLOT(m: Machine, v: Variables) -> None:  # 25000
    """Choose the end, E%, and the way round, F% and S%, for domino D% of player P%; find its place and draw it."""
    v.E, v.F, v.S = 2, v.L[v.P][v.D_i], v.R[v.P][v.D_i]  # 25010
    if v.R[v.P][v.D_i] == v.LV:  # 25020
        v.F, v.S = v.R[v.P][v.D_i], v.L[v.P][v.D_i]  # 25020
    if v.R[v.P][v.D_i] == v.RV:  # 25030
        v.E, v.F, v.S = 1, v.R[v.P][v.D_i], v.L[v.P][v.D_i]  # 25030
    if v.L[v.P][v.D_i] == v.RV:  # 25040
        v.E, v.F, v.S = 1, v.L[v.P][v.D_i], v.R[v.P][v.D_i]  # 25040
    if v.E == 1:  # 25050
        PROCRIGHT(m, v)  # 25050
    else:
        PROCLEFT(m, v)  # 25050
    m.vdu(5)  # 25060
    m.gcol(0, 3)  # 25070
    m.move(v.X, v.Y)  # 25080
    m.vdu(252)  # 25080
    m.move(v.X + v.DX, v.Y + v.DY)  # 25090
    m.vdu(252)  # 25090
    m.gcol(0, 0)  # 25100
    m.move(v.X, v.Y)  # 25110
    m.vdu(v.A + v.F)  # 25110
    m.move(v.X + v.DX, v.Y + v.DY)  # 25120
    m.vdu(v.B + v.S)  # 25120
    m.vdu(4)  # 25130


def PROCRIGHT(m: Machine, v: Variables) -> None:  # 26000
    """Find how the domino lies at the right end and where, from RX% and RY%, which move on to the next place.

    Sets X%, Y%, DX%, DY%, A%, B%; RV% becomes S%.
    """
    v.X, v.Y = v.RX, v.RY  # 26010
    v.DX, v.DY, v.A, v.B = 32, 0, 245, 231  # 26020
    if v.RX > v.SX + v.FL - 64:  # 26030
        v.DX, v.DY, v.A, v.B = 0, 32, 238, 224  # 26030
    if v.RY > v.SY + 31:  # 26040
        v.DX, v.DY, v.A, v.B = 0, 32, 238, 224  # 26040
    if v.RY >= v.SY + v.FB - 1:  # 26050
        v.DX, v.DY, v.A, v.B = -32, 0, 231, 245  # 26050
    v.RX += v.DX * 9 // 4  # 26060
    v.RY += v.DY * 9 // 4  # 26070
    v.RV = v.S  # 26080


def PROCLEFT(m: Machine, v: Variables) -> None:  # 27000
    """Find how the domino lies at the left end and where, from LX% and LY%, which move on to the next place.

    Sets X%, Y%, DX%, DY%, A%, B%; LV% becomes S%.
    """
    v.X, v.Y = v.LX, v.LY  # 27010
    v.DX, v.DY, v.A, v.B = -32, 0, 231, 245  # 27020
    if v.LX < v.SX + 32:  # 27030
        v.DX, v.DY, v.A, v.B = 0, 32, 238, 224  # 27030
    if v.LY > v.SY + 31:  # 27040
        v.DX, v.DY, v.A, v.B = 0, 32, 238, 224  # 27040
    if v.LY >= v.SY + v.FB - 1:  # 27050
        v.DX, v.DY, v.A, v.B = 32, 0, 245, 231  # 27050
    v.LX += v.DX * 9 // 4  # 27060
    v.LY += v.DY * 9 // 4  # 27070
    v.LV = v.S  # 27080
