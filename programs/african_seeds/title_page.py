"""The title page of African Seeds: a new game, a saved one, or a record of one.  Ours."""

from collections.abc import Callable

from retro import Machine
from retro.basic import BasicError, coloured, tab, tall, to

from . import screen
from .rules import texts
from .rules.game_record import MODES, ONE, GameRecord, RecordError, from_tape, parse_record, to_tape
from .rules.player import level_name, level_number
from .variables import Variables

NO_FILE = 219  # BASIC's error
SWITCHES = {"W": "swap", "E": "forbid", "D": "strong"}  # variables, by the key that changes them


def title(m: Machine, v: Variables, instructions: Callable[[Machine, Variables], object]) -> None:
    """Show the title page until the player selects a game or quits: mode, next_step.

    instructions: shows them.
    """
    while not v.mode and not v.next_step:
        draw_title(m, v)
        key = screen.ask_key(m, v)
        v.messages[screen.TITLE_NEWS_ROW] = ""
        if key in MODES or key == screen.RETURN:  # the only one of these on a gamepad
            v.mode, v.resumed = key if key in MODES else ONE, False
        elif key in ("I", "?"):
            instructions(m, v)
        elif key in ("L", "R"):
            try:
                if key == "L":
                    load(m, v)
                else:
                    start_replay(v, screen.ask_line(m, v, 22, "THE GAME IN ONE LINE"))
            except RecordError as error:
                v.messages[screen.TITLE_NEWS_ROW] = str(error)
        elif key in SWITCHES:
            setattr(v, SWITCHES[key], not getattr(v, SWITCHES[key]))
        elif key == "Q":
            v.next_step = screen.QUIT


def draw_title(m: Machine, v: Variables) -> None:
    """Draw the title page. A click on a line is its key."""
    m.cls()
    m.vdu(19, screen.LIGHT, screen.BLUE, 0, 0, 0)
    picture = Variables(sc=1, a_s=v.a_s, x_s=v.x_s, y_s=v.y_s, show_numbers=False)
    picture.b[7:] = texts.TITLE_SEEDS
    picture.lit[9] = 1
    for n in to(7, 12):
        screen.draw_cup(m, picture, n)
    m.print(tab(14, 0), coloured(screen.YELLOW, tall("AFRICAN SEEDS")), end="")
    m.print(tab(1, 10), "AFTER M. J. EDWARDS, ZX COMPUTING 1985", end="")
    m.keys = [
        (item[0], item[3:].lower().rstrip(" *")) for items in texts.TITLE.values() for item in items if item[0] != "*"
    ]
    v.click_keys = {}
    for row, items in texts.TITLE.items():
        for column, width, item in zip((1, 22), (19, 17), items):
            key, state = item[0], ("OFF", "ON")[getattr(v, SWITCHES[item[0]])] if item[0] in SWITCHES else ""
            sign = key if key == "*" else coloured(screen.YELLOW, key)
            m.print(tab(column, row), sign, item[1:], state.rjust(width - len(item)), end="")
        v.click_keys[row] = f"{items[0][0] * 22}{items[1][0] * 18}"
    news = v.messages.get(screen.TITLE_NEWS_ROW) or v.rating.sentence
    m.print(tab(1, screen.TITLE_NEWS_ROW), news, end="")


def load(m: Machine, v: Variables) -> None:
    """Load the saved game. Raises RecordError."""
    try:
        v.mode, level, (v.swap, v.forbid, v.strong), v.game = from_tape(m.cload(screen.TAPE))
        v.l = level_number(level)
        v.resumed, v.rated = True, False
    except BasicError as error:
        v.messages[screen.TITLE_NEWS_ROW] = (
            "THERE IS NO SAVED GAME" if error.number == NO_FILE else "THE SAVED GAME IS DAMAGED"
        )


def save(m: Machine, v: Variables) -> None:
    """Save the game with its mode, level and switches."""
    m.csave(screen.TAPE, to_tape(v.mode, level_name(v.l), (v.swap, v.forbid, v.strong), v.game))
    screen.say(m, v, screen.NEWS, "SAVED ON TAPE")


def start_replay(v: Variables, record: str) -> None:
    """Replay a record, and let the game go on from there. Raises RecordError."""
    game = parse_record(record)
    v.replay, v.game = game.letters, GameRecord(game.start)
    v.mode, v.l, v.resumed, v.rated = v.mode or ONE, level_number(v.level), True, False
