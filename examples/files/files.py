"""Cellars

A program of two files, in a folder: walk with the arrows and gather what glitters. The cellars are in levels.py.
"""

from dataclasses import dataclass, field

from retro import Machine
from retro.basic import chr_s, tab

from .levels import LEVELS

# The keys, for the overlay (F1) and for the buttons of a phone.
KEYS = (("LEFT", "walk"), ("RIGHT", "walk"), ("UP", "walk"), ("DOWN", "walk"), ("ESCAPE", "end"))
LEFT, RIGHT, DOWN, UP = 136, 137, 138, 139  # the codes of the arrows after *FX 4,1
MOVES = {LEFT: (-1, 0), RIGHT: (1, 0), DOWN: (0, 1), UP: (0, -1)}
TOP = 6  # row of the screen where a cellar begins
LOOKS = {"#": (1, chr_s(224)), "*": (2, chr_s(225)), "@": (3, chr_s(226)), " ": (3, " ")}  # colour and character


@dataclass(slots=True)
class Variables:
    """The program's variables."""

    LEVEL: int = 0  # LEVEL%  index of the cellar
    X: int = 0  # X%  column of the man in it
    Y: int = 0  # Y%  row of the man in it
    GEMS: int = 0  # GEMS%  that are still there
    STEPS: int = 0  # STEPS%  taken so far, in all cellars
    MAP: list[list[str]] = field(default_factory=list)  # MAP(y,x)  what is where, as in levels.py


def draw(m: Machine, v: Variables, x: int, y: int) -> None:
    """Draw what is at a place of the cellar."""
    colour, character = LOOKS[v.MAP[y][x]]
    m.colour(colour)
    m.print(tab(20 - len(v.MAP[0]) // 2 + x, TOP + y), character, end="")


def enter(m: Machine, v: Variables) -> None:
    """Draw the cellar, and find the man and the gems in it."""
    title, rows = LEVELS[v.LEVEL]
    v.MAP = [list(row) for row in rows]
    v.GEMS = sum(row.count("*") for row in rows)
    m.cls()
    m.colour(3)
    m.print(tab(1, 3), f"{v.LEVEL + 1}. {title}", end="")
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            draw(m, v, x, y)
            if mark == "@":
                v.X, v.Y = x, y


def walk(m: Machine, v: Variables, dx: int, dy: int) -> None:
    """Take a step, unless a wall is there; a gem is gathered."""
    target = v.MAP[v.Y + dy][v.X + dx]
    if target == "#":
        m.sound(0, -8, 4, 1)
        return
    if target == "*":
        v.GEMS -= 1
        m.sound(1, -12, 180 - 8 * v.GEMS, 2)
    v.MAP[v.Y][v.X], v.MAP[v.Y + dy][v.X + dx] = " ", "@"
    draw(m, v, v.X, v.Y)
    v.X, v.Y, v.STEPS = v.X + dx, v.Y + dy, v.STEPS + 1
    draw(m, v, v.X, v.Y)


def main(m: Machine) -> None:
    """Go through all the cellars."""
    v = Variables()
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)  # no text cursor
    m.vdu(23, 224, 239, 239, 239, 0, 254, 254, 254, 0)
    m.vdu(23, 225, 0, 24, 60, 126, 60, 24, 0, 0)
    m.vdu(23, 226, 56, 56, 16, 124, 186, 56, 40, 108)
    m.fx(4, 1)
    for v.LEVEL in range(len(LEVELS)):
        enter(m, v)
        while v.GEMS:
            m.colour(3)
            m.print(tab(1, 24), f"{v.GEMS} left   {v.STEPS} steps   ESCAPE ends ", end="")
            walk(m, v, *MOVES.get(m.get(), (0, 0)))
    m.cls()
    m.colour(2)
    m.print(tab(4, 11), f"All is gathered, in {v.STEPS} steps.")
