"""The title page of African Seeds, and what it offers besides new games. All of it is ours."""

from __future__ import annotations

from retro import Machine
from retro.basic import BasicError, spc, tab, to

from . import screen
from .rules import texts
from .rules.game_record import ONE, GameRecord, RecordError, from_tape, parse_record
from .variables import Variables

# ours

NO_FILE = 219  # BASIC's error


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
    states = {"W": v.swap, "E": v.forbid, "D": v.strong}
    for row, text in texts.TITLE.items():
        state = ("OFF", "ON")[states[text[0]]] if text[0] in states else ""
        m.print(tab(1, row), f"{text:35}{state}", end="")
        v.click_keys[row] = text[0] * 40
    screen.say(m, v, 23, v.messages[23])
    m.colour(screen.YELLOW)
    m.print(tab(13, 0), "AFRICAN SEEDS", tab(1, 24), "PRESS A LETTER  * NOT IN THE ORIGINAL", end="")
    m.colour(screen.WHITE)


def load(m: Machine, v: Variables) -> None:
    """Load the saved game."""
    try:
        v.mode, v.l, (v.swap, v.forbid, v.strong), v.game = from_tape(m.cload(screen.TAPE))
        v.resumed = True
    except RecordError as error:
        v.messages[23] = str(error)
    except BasicError as error:
        v.messages[23] = "THERE IS NO SAVED GAME" if error.number == NO_FILE else "THE SAVED GAME IS DAMAGED"


def type_record(m: Machine, v: Variables) -> None:
    """Ask for a record, and replay it."""
    try:
        start_replay(v, screen.ask_line(m, v, 22, "THE GAME IN ONE LINE"))
    except RecordError as error:
        v.messages[23] = str(error)


def start_replay(v: Variables, record: str) -> None:
    """Replay a record, and let the game go on from there. Raises RecordError."""
    game = parse_record(record)
    v.replay, v.game = game.letters, GameRecord(game.start)
    v.mode, v.l, v.resumed = v.mode or ONE, v.level, True


def toggle_swap(m: Machine, v: Variables) -> None:
    """Change whether the second player may change sides."""
    v.swap = not v.swap


def toggle_forbid(m: Machine, v: Variables) -> None:
    """Change whether endless moves are forbidden."""
    v.forbid = not v.forbid


def toggle_strong(m: Machine, v: Variables) -> None:
    """Change whether the computer plays as the author recommends."""
    v.strong = not v.strong


def end(m: Machine, v: Variables) -> None:
    """Quit."""
    v.next_step = screen.QUIT


TITLE_KEYS = {
    "L": load,
    "R": type_record,
    "W": toggle_swap,
    "E": toggle_forbid,
    "D": toggle_strong,
    "Q": end,
}
