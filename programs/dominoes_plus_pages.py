"""The pages of Dominoes Plus that are no game: the settings it begins with, and the statistics."""

from __future__ import annotations

from retro import Machine
from retro.basic import spc, tab

from . import dominoes
from .dominoes_plus_state import Variables
from .dominoes_plus_table import BLACK, PIP, RED, WHITE, YELLOW, buttons, draw_big, read, zone
from .rules.domino_match import DRAWN, GAMES, HELPED, WON, leader
from .rules.domino_settings import LINES, TOGETHER, WATCHING, Settings

TOP = 5  # row of the first setting
VALUES = 17  # column of the values
DECORATION = ((16, 6, 4), (56, 2, 5), (232, 5, 1), (272, 3, 3))  # pixels from the left, and the faces
HELP = (
    "Up and down choose a line, left and",
    "right change it. So do its letter and",
    "a click.",
    "In the game press 1 to 6 for a domino,",
    "or mark one with the arrows and press",
    "RETURN, or click on it. ESCAPE leaves.",
)


def front_page(m: Machine, v: Variables) -> bool:
    """Let the settings be changed; False if no more is to be played. The game goes on if v.resume is set then."""
    row = 0
    draw_front_page(m, v)
    while True:
        draw_setting(m, v, row, lit=True)
        word = read(m, v)
        draw_setting(m, v, row, lit=False)
        if word in ("UP", "DOWN"):
            row = (row + (1 if word == "DOWN" else -1)) % len(LINES)
        elif word in ("LEFT", "RIGHT"):
            change(m, v, row, 1 if word == "RIGHT" else -1)
        elif word in STARTS and (word != "G" or is_going(v)):
            v.resume = is_going(v) and word != "N"
            return True
        elif word == "Q":
            return False
        elif word == "S":
            statistics_page(m, v)
            draw_front_page(m, v)
        else:
            row = change_by_letter(m, v, word, row)


STARTS = ("RETURN", "N", "G")


def is_going(v: Variables) -> bool:
    """Is there a game, or a match, that can go on?"""
    return v.turn is not None or (max(v.score[1:]) > 0 and v.s.match and leader(v.s, v.score) == 0)


def change_by_letter(m: Machine, v: Variables, word: str, row: int) -> int:
    """Change the setting with this letter, if there is one; gives the row that is now chosen."""
    for number, line in enumerate(LINES):
        if word.lstrip("=") == line.key:
            change(m, v, number, 1)
            return number
    return row


def change(m: Machine, v: Variables, row: int, by: int) -> None:
    """Give a setting its next value, or the one before."""
    v.s = LINES[row].turned(v.s, by)
    for number in range(len(LINES)):
        draw_setting(m, v, number, lit=False)


def draw_front_page(m: Machine, v: Variables) -> None:
    """Everything on the page of settings; no line is chosen."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.vdu(23, PIP, 224, 224, 224, 0, 0, 0, 0, 0)
    m.screen.stand_ins.update(dominoes.SAID)
    v.zones.clear()
    for x, first, second in DECORATION:
        draw_big(m, 4 * x, 775, 64, 0, (first, second))
    m.colour(YELLOW)
    m.print(tab(13, 1), "DOMINOES PLUS", end="")
    m.colour(RED)
    m.print(tab(9, 3), "after Marcus D. Bowman", end="")
    m.colour(WHITE)
    for row in range(len(LINES)):
        draw_setting(m, v, row, lit=False)
        zone(v, f"={LINES[row].key}", 0, TOP + row, 40)
    buttons(m, v, *(["Go on"] if is_going(v) else []), "New game", "Statistics", "Quit", row=TOP + len(LINES) + 1)
    for number, text in enumerate(HELP):
        m.print(tab(1, 18 + number), text, end="")
    m.colour(RED)
    m.print(tab(1, 24), v.why, end="")
    m.colour(WHITE)


def draw_setting(m: Machine, v: Variables, row: int, lit: bool) -> None:
    """A line of the page: in reverse if it is chosen, in red if it makes no difference now."""
    line = LINES[row]
    ink, value = WHITE if matters(v.s, line.what[0]) else RED, line.said(v.s)
    for colour in (128 + ink, BLACK) if lit else (128 + BLACK, YELLOW):
        m.colour(colour)
    m.print(tab(0, TOP + row), " ", line.key, end="")
    if not lit:
        m.colour(ink)
    m.print(" ", line.name, spc(VALUES - 3 - len(line.name)), value, spc(40 - VALUES - len(value)), end="")
    m.colour(128 + BLACK)
    m.colour(WHITE)


def matters(s: Settings, what: str) -> bool:
    """Does a setting make a difference?"""
    return {"other_level": s.players == WATCHING, "level": s.players != TOGETHER}.get(what, True)


def statistics_page(m: Machine, v: Variables) -> None:
    """Show the statistics until a key is pressed."""
    m.cls()
    v.zones.clear()
    m.colour(YELLOW)
    m.print(tab(15, 1), "STATISTICS", end="")
    m.print(tab(1, 4), "Level  Games   Won Drawn  Lost  Helped", end="")
    m.colour(WHITE)
    for number, row in enumerate(v.statistics.rows):
        lost = row[GAMES] - row[WON] - row[DRAWN]
        cells = (number + 1, row[GAMES], row[WON], row[DRAWN], lost, row[HELPED])
        text = "".join(f"{cell:{width}}" for cell, width in zip(cells, (6, 7, 6, 6, 6, 8)))
        m.print(tab(0, 6 + 2 * number), text, end="")
    m.print(tab(1, 17), "Helped: with a hint or a move taken", end="")
    m.print(tab(1, 18), "back. These count nowhere else.", end="")
    if v.statistics.best:
        own, other, level = v.statistics.best
        m.print(tab(1, 20), f"Best match: {own}:{other} against level {level}", end="")
    m.colour(YELLOW)
    m.print(tab(1, 23), "Press a key or click.", end="")
    m.colour(WHITE)
    m.get()
