"""The title page of African Seeds: what it offers beside new games. All of it is ours."""

from __future__ import annotations

from retro import Machine
from retro.basic import BasicError, spc, tab, to

from . import african_seeds_screen as screen
from .rules import seeds_pages as pages
from .rules.seeds_record import ONE, Game, RecordError, read, restored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .african_seeds import Variables

# ours

NO_FILE = 219  # BASIC's error


def draw_title(m: Machine, v: Variables) -> None:
    """Draw the title page. A click on a line is its key."""
    m.cls()
    m.vdu(19, screen.LIGHT, screen.BLUE, 0, 0, 0)
    v.b[7:], v.lamp[1:] = pages.PICTURE, [0] * 12
    v.lamp[9] = v.sc = 1
    for n in to(7, 12):
        screen.draw_cup(m, v, n)
    m.print(tab(0, 8), spc(40), tab(1, 1), "AFTER M. J. EDWARDS, ZX COMPUTING 1985", end="")
    v.hot = {}
    states = {"W": v.swap, "E": v.forbid, "D": v.strong}
    for row, text in pages.TITLE.items():
        state = ("OFF", "ON")[states[text[0]]] if text[0] in states else ""
        m.print(tab(1, row), f"{text:35}{state}", end="")
        v.hot[row] = text[0] * 40
    screen.say(m, v, 23, v.said[23])
    m.colour(screen.YELLOW)
    m.print(tab(13, 0), "AFRICAN SEEDS", tab(1, 24), "PRESS A LETTER  * NOT IN THE ORIGINAL", end="")
    m.colour(screen.WHITE)


def load(m: Machine, v: Variables) -> None:
    """Go on with the game that was saved."""
    try:
        v.mode, v.l, (v.swap, v.forbid, v.strong), v.game = restored(m.cload(screen.SAVED))
        v.loaded = True
    except RecordError as error:
        v.said[23] = str(error)
    except BasicError as error:
        v.said[23] = "THERE IS NO SAVED GAME" if error.number == NO_FILE else "THE SAVED GAME IS DAMAGED"


def type_record(m: Machine, v: Variables) -> None:
    """Ask for the record of a game, to be replayed."""
    try:
        replay(v, screen.ask_line(m, v, 22, "THE GAME IN ONE LINE"))
    except RecordError as error:
        v.said[23] = str(error)


def replay(v: Variables, record: str) -> None:
    """Have a game replayed. Raises RecordError."""
    game = read(record)
    v.coming, v.game = game.record, Game(game.start)
    v.mode, v.l, v.loaded = v.mode or ONE, v.level, True


def turn_swap(m: Machine, v: Variables) -> None:
    """May the second player change sides?"""
    v.swap = not v.swap


def turn_forbid(m: Machine, v: Variables) -> None:
    """Are endless moves forbidden?"""
    v.forbid = not v.forbid


def turn_strong(m: Machine, v: Variables) -> None:
    """Does the computer play as the author recommends?"""
    v.strong = not v.strong


def end(m: Machine, v: Variables) -> None:
    """That was all."""
    v.next = screen.QUIT


TITLE_KEYS = {
    "L": load,
    "R": type_record,
    "W": turn_swap,
    "E": turn_forbid,
    "D": turn_strong,
    "Q": end,
}
