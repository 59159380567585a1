"""A new program

It throws a die: each statement of BBC BASIC is a method of the machine.
"""

from dataclasses import dataclass

from retro import Machine
from retro.basic import spc, tab

# The keys, for the overlay (F1) and for the buttons of a phone.
KEYS = (("SPACE", "throw again"), ("Q", "quit"))
HEART = (0, 102, 255, 255, 255, 126, 60, 24)


@dataclass(slots=True)
class Variables:
    """The program's variables, under their own names."""

    N: int = 0  # N%  what the die shows
    K_s: str = ""  # K$  the key pressed


def PROCTITLE(m: Machine, v: Variables) -> None:
    """Clear the screen and print the heading."""
    m.mode(7)
    m.vdu(23, 224, *HEART)
    m.colour(2)
    m.print(tab(13, 1), "\xe0 THE DIE \xe0")
    m.colour(3)


def PROCTHROW(m: Machine, v: Variables) -> None:
    """Throw the die: N%."""
    v.N = m.rnd(6)
    m.sound(1, -15, 53 + 8 * v.N, 3)
    m.print(tab(0, 5), spc(40), tab(14, 5), "It shows ", v.N)


def main(m: Machine) -> None:
    """Throw the die until the user presses Q."""
    v = Variables()
    PROCTITLE(m, v)
    while True:
        PROCTHROW(m, v)
        m.print(tab(1, 8), "Press SPACE to throw again, Q to stop")
        v.K_s = m.get_s()
        if v.K_s in "Qq":
            break
