"""What the original of Mahjong has not: help beside its pairs, the board as text, tiles that are mixed."""

from collections.abc import Sequence

from retro import Machine
from retro.basic import show_page, sure

from . import mahjong, screen
from .rules import board, descriptions, picture, solver
from .screen import LOWER_ROW
from .variables import Variables


def show_text(m: Machine, v: Variables) -> None:
    """Show the board in letters."""
    lines = descriptions.text_board(v.values, v.kinds, v.classic)
    show_page(m, "THE BOARD AS TEXT", [*lines, *descriptions.LEGEND])
    screen.draw_board(m, v)


def ask_winnable(m: Machine, v: Variables) -> None:
    """Show whether the game can still be won; if not, how many undos help."""
    screen.say(m, v, LOWER_ROW, "THINKING...")
    v.hints += 1
    answer = solver.is_winnable(v.values, v.kinds)
    if answer is None:
        v.message = "THAT IS TOO HARD TO TELL."
    elif answer:
        v.message = "YES, IT CAN STILL BE WON."
    else:
        removed = v.taken[mahjong.TILES - v.full : mahjong.TILES - v.tiles]
        steps = solver.undos_until_winnable(v.values, v.kinds, removed)
        v.message = f"NO. IT CAN AFTER {steps} TIMES u UNDO."


def show_tiles(m: Machine, v: Variables, places: Sequence[int], text: str) -> None:
    """Highlight tiles until a key is pressed; another key than SPACE acts, too."""
    v.hints += 1
    screen.highlight(m, v, places)
    screen.say(m, v, LOWER_ROW, f"{len(places)} {text}.  PRESS ANY KEY")
    key = screen.read_key(m, v)
    screen.highlight(m, v, ())
    v.next_key = "" if key in (" ", "CLICK", "ESCAPE") else key


def show_equal(m: Machine, v: Variables) -> None:
    """Show all uncovered tiles of the kind under the cursor."""
    place = board.top_tile(v.values, v.x, v.y)
    if place < 0:
        screen.refuse(m, v, "NO TILE LIES HERE.")
        return
    equal = [other for other in picture.uncovered_tiles(v.values) if v.kinds[other] == v.kinds[place]]
    show_tiles(m, v, equal, "OF THEM IN SIGHT")


def reshuffle_rest(m: Machine, v: Variables) -> None:
    """Shuffle the remaining tiles so that they can be cleared, after a question; undo still works."""
    screen.select(m, v)
    if not sure(m, "The tiles that are left will be mixed."):
        screen.draw_board(m, v)
        return
    deal = board.reshuffled(m.rnd, v.values, v.kinds)
    if deal is None:
        screen.refuse(m, v, "NO SHUFFLE HELPS: THE TILES LIE BADLY.")
    else:
        v.hints += 1
        removed = mahjong.TILES - v.tiles
        v.kinds, v.order = deal[0], v.taken[:removed] + deal[1]
        del v.taken[removed:]
        v.message = "MIXED: NOW IT CAN BE WON."
    screen.draw_board(m, v)


def toggle(m: Machine, v: Variables, name: str) -> None:
    """Switch a variable that says how the board is shown: classic, dimmed or show_pair_count."""
    setattr(v, name, not getattr(v, name))
    screen.paint(m, v, picture.BOARD)
    screen.show_count(m, v)
