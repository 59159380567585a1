"""Dominoes, by Marcus D. Bowman

Six dominoes each, sixteen face down, and a machine that plays rather well: be the first to lay
all of yours, or hold the fewer spots when nobody can go on.

From the Electron Advanced Graphics Workbook, by way of EUG #72. The listing is not here: the 27
procedures are rebuilt from their published description, under their own names and in its order.
Procedure n began at line n × 1000, which is the number behind each def. dominoes.md tells what is
documented and what is reconstructed.

BASIC keeps K%, K$ and K() apart. Here a name that ends in _s is a string; where a letter serves
twice, the second to appear ends in _i (D%, beside the array D) or in _a (the array T(), beside T%).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from retro import Machine
from retro.basic import Grid, Row, chr_s, dim, edition, spc, tab, to


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
    K_s: str = ""  # K$      the key pressed
    TF: int = 0  # TF%     0 if the chosen domino may be played


def main(m: Machine, *, cheat: Annotated[bool, "show the computer's hand (line 20020)"] = False) -> None:
    """Play games until the human has had enough.  Reconstructed.

    cheat: the alteration that the documentation gives away.
    """
    if cheat:
        edition(main, PROCDRAW_COMPUTER_HAND=SHOW_COMPUTER_HAND)(m)
        return
    m.screen.stand_ins.update(SAID)
    m.mode(7)  # Departure: MODE 1, which has these 40 columns and colours, but 32 rows
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    v = Variables()
    PROCDEFINE_UDGS(m, v)
    PROCINITIALISE_VARIABLES(m, v)
    while True:
        PROCTITLE(m, v)
        PROCDRAW_FIELD(m, v)
        PROCGENERATE(m, v)
        PROCISSUE(m, v)
        PROCDRAW_PLAYER_HAND(m, v)
        PROCDRAW_COMPUTER_HAND(m, v)
        PROCFIRST(m, v)
        PROCDRAW_FIRST(m, v)
        while True:
            v.P = 3 - v.P
            v.K[v.P] = 0
            PROCDRAW_PLAYER_HAND(m, v)
            PROCDRAW_COMPUTER_HAND(m, v)
            if v.P == 1:
                PROCASK(m, v)
            else:
                PROCSELECT(m, v)
            if v.D_i == 7:
                PROCKNOCK(m, v)
            else:
                PROCPLOT(m, v)
                PROCMOVE(m, v)
            if v.N[1] == 0 or v.N[2] == 0 or v.K[1] + v.K[2] == 2:
                break
        PROCDRAW_PLAYER_HAND(m, v)
        PROCDRAW_COMPUTER_HAND(m, v)
        PROCEND(m, v)
        if v.K_s == "N":
            break
    PROCTERMINATE(m, v)


def PROCTITLE(m: Machine, v: Variables) -> None:  # 1000
    """Clear the whole screen and print the title.  Documented; place and colour reconstructed."""
    m.vdu(26)
    m.cls()
    m.colour(2)
    m.print(tab(16, 0), "DOMINOES", end="")
    m.colour(3)


def PROCDEFINE_UDGS(m: Machine, v: Variables) -> None:  # 2000
    """Define the faces with 0 to 6 spots in four directions, and a blank one.  Documented; the dots reconstructed."""
    # 224-230: the outer end at the top
    m.vdu(23, 224, 0, 0, 0, 0, 0, 0, 0, 126)
    m.vdu(23, 225, 0, 0, 0, 24, 0, 0, 0, 126)
    m.vdu(23, 226, 0, 96, 0, 0, 0, 6, 0, 126)
    m.vdu(23, 227, 0, 96, 0, 24, 0, 6, 0, 126)
    m.vdu(23, 228, 0, 102, 0, 0, 0, 102, 0, 126)
    m.vdu(23, 229, 0, 102, 0, 24, 0, 102, 0, 126)
    m.vdu(23, 230, 0, 102, 0, 102, 0, 102, 0, 126)
    # 231-237: turned by 90 degrees, the outer end on the right
    m.vdu(23, 231, 0, 128, 128, 128, 128, 128, 128, 0)
    m.vdu(23, 232, 0, 128, 128, 136, 136, 128, 128, 0)
    m.vdu(23, 233, 0, 130, 130, 128, 128, 160, 160, 0)
    m.vdu(23, 234, 0, 130, 130, 136, 136, 160, 160, 0)
    m.vdu(23, 235, 0, 162, 162, 128, 128, 162, 162, 0)
    m.vdu(23, 236, 0, 162, 162, 136, 136, 162, 162, 0)
    m.vdu(23, 237, 0, 170, 170, 128, 128, 170, 170, 0)
    # 238-244: turned by 180 degrees, the outer end at the bottom
    m.vdu(23, 238, 126, 0, 0, 0, 0, 0, 0, 0)
    m.vdu(23, 239, 126, 0, 0, 0, 24, 0, 0, 0)
    m.vdu(23, 240, 126, 0, 96, 0, 0, 0, 6, 0)
    m.vdu(23, 241, 126, 0, 96, 0, 24, 0, 6, 0)
    m.vdu(23, 242, 126, 0, 102, 0, 0, 0, 102, 0)
    m.vdu(23, 243, 126, 0, 102, 0, 24, 0, 102, 0)
    m.vdu(23, 244, 126, 0, 102, 0, 102, 0, 102, 0)
    # 245-251: turned by 270 degrees, the outer end on the left
    m.vdu(23, 245, 0, 1, 1, 1, 1, 1, 1, 0)
    m.vdu(23, 246, 0, 1, 1, 17, 17, 1, 1, 0)
    m.vdu(23, 247, 0, 5, 5, 1, 1, 65, 65, 0)
    m.vdu(23, 248, 0, 5, 5, 17, 17, 65, 65, 0)
    m.vdu(23, 249, 0, 69, 69, 1, 1, 69, 69, 0)
    m.vdu(23, 250, 0, 69, 69, 17, 17, 69, 69, 0)
    m.vdu(23, 251, 0, 85, 85, 1, 1, 85, 85, 0)
    # 252: a blank face, to print the spots on
    m.vdu(23, 252, 255, 255, 255, 255, 255, 255, 255, 255)


def PROCINITIALISE_VARIABLES(m: Machine, v: Variables) -> None:  # 3000
    """Say where everything is: SX%, SY%, FL%, FB%, MY%, HY%, P1, K$.  Documented; the values reconstructed."""
    v.SX = 64
    v.SY = 32
    v.FL = 1152
    v.FB = 536
    v.MY = 5
    v.HY = 2
    v.P1 = 150
    v.K_s = ""


def PROCDRAW_FIELD(m: Machine, v: Variables) -> None:  # 4000
    """Draw the boundary of the playing area (SX%, SY%, FL%, FB%) and what explains the screen, round HY%.

    Documented; the texts and the exact places reconstructed.
    """
    m.gcol(0, 2)
    m.move(v.SX - 16, v.SY - 16)
    m.draw(v.SX + v.FL + 12, v.SY - 16)
    m.draw(v.SX + v.FL + 12, v.SY + v.FB + 12)
    m.draw(v.SX - 16, v.SY + v.FB + 12)
    m.draw(v.SX - 16, v.SY - 16)
    m.print(tab(1, v.HY - 1), "YOUR HAND", tab(22, v.HY - 1), "MY HAND", end="")
    m.print(tab(1, v.HY + 1), "1  2  3  4  5  6", end="")
    m.print(tab(1, v.HY + 2), "Press 1 to 6 to play or K to knock", end="")


def PROCGENERATE(m: Machine, v: Variables) -> None:  # 5000
    """Lay all 28 dominoes face down: D(,), T%.  Documented; that only a >= b is used reconstructed."""
    for I in to(0, 6):
        for J in to(0, 6):
            v.D[I][J] = 1 if J <= I else 0
    v.T = 28


def PROCISSUE(m: Machine, v: Variables) -> None:  # 6000
    """Deal six dominoes to each player: P%, R(,), L(,), N(); nobody knocks: K().  Documented."""
    for v.P in to(1, 2):
        for I in to(1, 6):
            PROCSPOTS(m, v)
            v.R[v.P][I] = v.N1
            v.L[v.P][I] = v.N2
        v.N[v.P] = 6
        v.K[v.P] = 0


def PROCSPOTS(m: Machine, v: Variables) -> None:  # 7000
    """Take a domino at random out of the stock: N1, N2, D(,), T%.  Documented."""
    while True:
        v.N1 = m.rnd(7) - 1
        v.N2 = m.rnd(7) - 1
        if v.D[v.N1][v.N2] == 1:
            break
    v.D[v.N1][v.N2] = 0
    v.T -= 1


def PROCPAUSE(m: Machine, v: Variables, PERIOD: int) -> None:  # 8000
    """Wait for PERIOD centiseconds.  Documented."""
    m.time = 0
    while m.time < PERIOD:
        pass


def PROCTERMINATE(m: Machine, v: Variables) -> None:  # 9000
    """Clear the whole screen, say goodbye and show the cursor again.  Documented; the text reconstructed."""
    m.vdu(26)
    m.cls()
    m.print(tab(9, 12), "Thank you for playing.")
    m.vdu(23, 1, 1, 0, 0, 0, 0, 0, 0, 0)


def PROCFIRST(m: Machine, v: Variables) -> None:  # 10000
    """Find who must play first, P%, and which domino, D%.  Documented."""
    PROCDOUBLES(m, v)
    if v.D_i == 0:
        PROCHIGHEST(m, v)


def PROCDOUBLES(m: Machine, v: Variables) -> None:  # 11000
    """Look for the highest double in R(,) and L(,): P%, D%, which is 0 if there is none.

    Documented; that the highest counts reconstructed.
    """
    v.D_i = 0
    H = -1
    for J in to(1, 2):
        for I in to(1, 6):
            if v.R[J][I] == v.L[J][I] and v.R[J][I] > H:
                v.P = J
                v.D_i = I
                H = v.R[J][I]


def PROCHIGHEST(m: Machine, v: Variables) -> None:  # 12000
    """Find the domino with most spots in R(,) and L(,): T(), W(), then P%, D%; chance decides between equal hands.

    Documented; that the first of a hand counts reconstructed.
    """
    for J in to(1, 2):
        v.T_a[J] = -1
        for I in to(1, 6):
            if v.R[J][I] + v.L[J][I] > v.T_a[J]:
                v.T_a[J] = v.R[J][I] + v.L[J][I]
                v.W[J] = I
    if v.T_a[1] > v.T_a[2]:
        v.P = 1
    elif v.T_a[2] > v.T_a[1]:
        v.P = 2
    else:
        v.P = m.rnd(2)
    v.D_i = v.W[v.P]


def PROCDRAW_FIRST(m: Machine, v: Variables) -> None:  # 13000
    """Announce and place the first domino, P% and D%, and close the hand.

    Sets RV%, LV%, RX%, RY%, LX%, LY%.  Documented; text and place reconstructed.
    """
    m.vdu(7)
    m.print(tab(0, v.MY), spc(40), tab(1, v.MY), "You" if v.P == 1 else "I", " must play first: the ", end="")
    m.print(v.R[v.P][v.D_i], "-", v.L[v.P][v.D_i], end="")
    v.RV = v.R[v.P][v.D_i]
    v.LV = v.L[v.P][v.D_i]
    m.vdu(5)
    m.gcol(0, 3)
    m.move(v.SX + v.FL // 2 - 32, v.SY + 31)
    m.vdu(252, 252)
    m.gcol(0, 0)
    m.move(v.SX + v.FL // 2 - 32, v.SY + 31)
    m.vdu(245 + v.LV, 231 + v.RV)
    m.vdu(4)
    v.RX = v.SX + v.FL // 2 + 40
    v.RY = v.SY + 31
    v.LX = v.SX + v.FL // 2 - 72
    v.LY = v.SY + 31
    PROCMOVE(m, v)
    PROCPAUSE(m, v, v.P1)


def PROCMOVE(m: Machine, v: Variables) -> None:  # 14000
    """Close the gap that domino D% leaves in the hand of P% and fill the last place, or shorten the hand.

    Reads T%; changes R(,), L(,), N().  Documented.
    """
    if v.D_i < v.N[v.P]:
        for I in to(v.D_i, v.N[v.P] - 1):
            v.R[v.P][I] = v.R[v.P][I + 1]
            v.L[v.P][I] = v.L[v.P][I + 1]
    if v.T == 0:
        v.N[v.P] -= 1
    else:
        PROCSPOTS(m, v)
        v.R[v.P][v.N[v.P]] = v.N1
        v.L[v.P][v.N[v.P]] = v.N2


def PROCSELECT(m: Machine, v: Variables) -> None:  # 15000
    """Take the first domino of the computer's hand that matches RV% or LV%: D%, 7 if none does.

    Documented; that it is the first reconstructed.
    """
    v.D_i = 1
    while v.D_i <= v.N[2]:
        if v.R[2][v.D_i] in (v.RV, v.LV) or v.L[2][v.D_i] in (v.RV, v.LV):
            return
        v.D_i += 1
    v.D_i = 7


def PROCASK(m: Machine, v: Variables) -> None:  # 16000
    """Ask the human until the answer may be played: K$, TF% (0: it may), D%, 7 for a knock.

    Reads N(1), R(1,), L(1,), RV%, LV%.  Documented; text and the treatment of other keys reconstructed.
    """
    while True:
        v.TF = 1
        m.print(tab(0, v.MY), spc(40), tab(1, v.MY), "Which domino?", end="")
        while True:
            v.K_s = m.get_s()
            if v.K_s == "k":
                v.K_s = "K"
            if v.K_s in "123456K":
                break
        v.D_i = 7 if v.K_s == "K" else int(v.K_s)
        if v.D_i == 7:
            v.TF = 0
        elif v.D_i <= v.N[1]:
            if v.R[1][v.D_i] in (v.RV, v.LV) or v.L[1][v.D_i] in (v.RV, v.LV):
                v.TF = 0
        if v.TF == 0:
            break
        PROCINVALID(m, v)


def PROCINVALID(m: Machine, v: Variables) -> None:  # 17000
    """Say that the chosen domino cannot be played.  Documented; the text reconstructed."""
    m.vdu(7)
    m.print(tab(0, v.MY), spc(40), tab(1, v.MY), "You cannot play that domino", end="")
    PROCPAUSE(m, v, v.P1)


def PROCKNOCK(m: Machine, v: Variables) -> None:  # 18000
    """Note that P% is knocking, K(P%), and say so.  Documented; the message reconstructed."""
    v.K[v.P] = 1
    m.print(tab(0, v.MY), spc(40), tab(1, v.MY), "You are" if v.P == 1 else "I am", " knocking", end="")
    PROCPAUSE(m, v, v.P1)


def PROCDRAW_PLAYER_HAND(m: Machine, v: Variables) -> None:  # 19000
    """Print the human's dominoes in row HY%: N(1), L(1,), R(1,); D$.  Documented; places reconstructed."""
    for I in to(1, 6):
        if I > v.N[1]:
            v.D_s = spc(2)
        else:
            v.D_s = chr_s(245 + v.L[1][I]) + chr_s(231 + v.R[1][I])
            m.colour(131)
            m.colour(0)
        m.print(tab(3 * I - 2, v.HY), v.D_s, end="")
        m.colour(128)
        m.colour(3)


def PROCDRAW_COMPUTER_HAND(m: Machine, v: Variables) -> None:  # 20000
    """Print the backs of the computer's dominoes in row HY%: N(2); D$.  Documented; colour and places reconstructed."""
    for I in to(1, 6):
        if I > v.N[2]:
            v.D_s = spc(2)
        else:
            v.D_s = chr_s(252) + chr_s(252)
            m.colour(1)
        m.print(tab(3 * I + 19, v.HY), v.D_s, end="")
        m.colour(128)
        m.colour(3)


def PROCBOTH_KNOCKING(m: Machine, v: Variables) -> None:  # 21000
    """Say that both are knocking, and compare the spots: P%, T().  Documented; the texts reconstructed."""
    m.print(tab(0, v.MY), spc(40), tab(1, v.MY), "We are both knocking", end="")
    PROCPAUSE(m, v, v.P1)
    PROCADD_SPOTS(m, v)
    m.print(tab(0, v.MY), spc(40), tab(1, v.MY), "You have ", v.T_a[1], " spots, I have ", v.T_a[2], end="")
    PROCPAUSE(m, v, v.P1)


def PROCADD_SPOTS(m: Machine, v: Variables) -> None:  # 22000
    """Add the spots left in R(,) and L(,), as many as N() says: T(); P% is the winner, 0 if equal.  Documented."""
    for J in to(1, 2):
        v.T_a[J] = 0
        for I in to(1, v.N[J]):
            v.T_a[J] += v.R[J][I] + v.L[J][I]
    if v.T_a[1] < v.T_a[2]:
        v.P = 1
    elif v.T_a[2] < v.T_a[1]:
        v.P = 2
    else:
        v.P = 0


def PROCEND(m: Machine, v: Variables) -> None:  # 23000
    """Find the winner, P%, from N(); declare the result; ask for another game: K$, "Y" or "N".

    Documented; the question and its keys reconstructed.
    """
    if v.N[1] == 0:
        v.P = 1
    elif v.N[2] == 0:
        v.P = 2
    else:
        PROCBOTH_KNOCKING(m, v)
    PROCRESULT(m, v)
    m.print(" Another game (Y/N)?", end="")
    while True:
        v.K_s = m.get_s().upper()
        if v.K_s in ("Y", "N"):
            break


def PROCRESULT(m: Machine, v: Variables) -> None:  # 24000
    """Declare who has won, from P%.  Documented; the texts reconstructed."""
    m.vdu(7)
    m.print(tab(0, v.MY), spc(40), tab(1, v.MY), end="")
    if v.P == 0:
        m.print("The game is drawn.", end="")
    elif v.P == 1:
        m.print("You have won.", end="")
    else:
        m.print("I have won.", end="")


def PROCPLOT(m: Machine, v: Variables) -> None:  # 25000
    """Choose the end, E%, and the way round, F% and S%, for domino D% of player P%; place it.

    Documented; that the right end is tried first reconstructed.
    """
    if v.L[v.P][v.D_i] == v.RV:
        v.E = 1
        v.F = v.L[v.P][v.D_i]
        v.S = v.R[v.P][v.D_i]
    elif v.R[v.P][v.D_i] == v.RV:
        v.E = 1
        v.F = v.R[v.P][v.D_i]
        v.S = v.L[v.P][v.D_i]
    elif v.R[v.P][v.D_i] == v.LV:
        v.E = 2
        v.F = v.R[v.P][v.D_i]
        v.S = v.L[v.P][v.D_i]
    else:
        v.E = 2
        v.F = v.L[v.P][v.D_i]
        v.S = v.R[v.P][v.D_i]
    if v.E == 1:
        PROCRIGHT(m, v)
    else:
        PROCLEFT(m, v)


def PROCRIGHT(m: Machine, v: Variables) -> None:  # 26000
    """Place F% and S% at the right end, RX% and RY%, which move on; RV% is the new end.

    X%, Y%: from the first face to the second. A%, B%: the characters of a face without spots.
    Documented; the distances reconstructed.
    """
    X, Y, A, B = 32, 0, 245, 231
    if v.RX > v.SX + v.FL - 64:
        X, Y, A, B = 0, 32, 238, 224
    if v.RY > v.SY + 31:
        X, Y, A, B = 0, 32, 238, 224
    if v.RY >= v.SY + v.FB - 1:
        X, Y, A, B = -32, 0, 231, 245
    m.vdu(5)
    m.gcol(0, 3)
    m.move(v.RX, v.RY)
    m.vdu(252)
    m.move(v.RX + X, v.RY + Y)
    m.vdu(252)
    m.gcol(0, 0)
    m.move(v.RX, v.RY)
    m.vdu(A + v.F)
    m.move(v.RX + X, v.RY + Y)
    m.vdu(B + v.S)
    m.vdu(4)
    v.RX += X * 9 // 4
    v.RY += Y * 9 // 4
    v.RV = v.S


def PROCLEFT(m: Machine, v: Variables) -> None:  # 27000
    """Place F% and S% at the left end, LX% and LY%, which move on; LV% is the new end.

    X%, Y%: from the first face to the second. A%, B%: the characters of a face without spots.
    Documented; the distances reconstructed.
    """
    X, Y, A, B = -32, 0, 231, 245
    if v.LX < v.SX + 32:
        X, Y, A, B = 0, 32, 238, 224
    if v.LY > v.SY + 31:
        X, Y, A, B = 0, 32, 238, 224
    if v.LY >= v.SY + v.FB - 1:
        X, Y, A, B = 32, 0, 245, 231
    m.vdu(5)
    m.gcol(0, 3)
    m.move(v.LX, v.LY)
    m.vdu(252)
    m.move(v.LX + X, v.LY + Y)
    m.vdu(252)
    m.gcol(0, 0)
    m.move(v.LX, v.LY)
    m.vdu(A + v.F)
    m.move(v.LX + X, v.LY + Y)
    m.vdu(B + v.S)
    m.vdu(4)
    v.LX += X * 9 // 4
    v.LY += Y * 9 // 4
    v.LV = v.S


# ours


def SHOW_COMPUTER_HAND(m: Machine, v: Variables) -> None:
    """PROCDRAW_COMPUTER_HAND with line 20020 as the documentation alters it: faces instead of backs.  Documented."""
    for I in to(1, 6):
        if I > v.N[2]:
            v.D_s = spc(2)
        else:
            v.D_s = chr_s(245 + v.L[2][I]) + chr_s(231 + v.R[2][I])
            m.colour(131)
            m.colour(0)
        m.print(tab(3 * I + 19, v.HY), v.D_s, end="")
        m.colour(128)
        m.colour(3)


# What the characters are called where there is only text: a face its number, the blank one "#".
SAID = {224 + 7 * turn + spots: str(spots) for turn in range(4) for spots in range(7)} | {252: "#"}
