"""String art

BASIC beside Python: straight lines that make curves. `retro study` runs both listings, and compares them at each line.
"""

from dataclasses import dataclass

from retro import Machine
from retro.basic import tab, to

# The keys, for the overlay (F1) and for the buttons of a phone.
KEYS = (("SPACE", "another"), ("Q", "quit"))


@dataclass(slots=True)
class Variables:
    """The program's variables, under their own names in BASIC."""

    K_s: str = ""  # K$  the key typed


def main(m: Machine) -> None:
    """Draw one pattern after the other. The number behind a line is that of its line of BASIC."""
    v = Variables()
    m.mode(1)  # 20
    while True:  # 30
        PROCPATTERN(m, v, 24 + 8 * m.rnd(6), m.rnd(3))  # 40
        m.print(tab(0, 31), "SPACE another  Q quit", end="")  # 50
        v.K_s = m.get_s()  # 60
        if v.K_s in ("Q", "q"):  # 70
            break
    m.cls()  # 80-90


def PROCPATTERN(m: Machine, v: Variables, S: int, C: int) -> None:
    """Draw the lines. S%: graphics units between two of them; C%: their colour."""
    m.cls()  # 120
    m.gcol(0, C)  # 130
    for I in to(0, 960, S):  # 140
        m.move(160 + I, 44)  # 150
        m.draw(1120, 44 + I)  # 160
        m.move(1120 - I, 1004)  # 170
        m.draw(160, 1004 - I)  # 180
