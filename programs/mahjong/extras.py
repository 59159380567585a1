"""What the original of Mahjong has not: pages of text, more help, and ways to see the board."""

from collections.abc import Sequence

from retro import Machine
from retro.basic import tab

from . import mahjong, saved_games, screen
from .rules import board, descriptions, picture, solver
from .screen import LOWER_ROW
from .variables import Variables

# pages

PAGE_LINES = 10


def close_page(m: Machine, v: Variables) -> None:
    """Wait for a key that closes a page; SPACE and a click turn to the next one, any other key acts instead."""
    key = screen.read_answer(m, v)
    v.next_key = "" if key in (" ", "CLICK") else key


def show_page(
    m: Machine, v: Variables, heading: str, lines: Sequence[str], bright: Sequence[int] = (), keys: str = ""
) -> None:
    """Show a page of text. bright: the indices of highlighted lines. keys: how to choose one of the keys in it."""
    screen.clear(m, v)
    v.clickable |= {row: descriptions.with_small_keys(line) for row, line in enumerate(lines, 3) if keys}
    for index, line in enumerate([f"{heading:^39}", "", *lines]):
        m.colour(picture.CURSOR if index == 0 or index - 2 in bright else picture.WHITE)
        m.print(tab(0, index + 1), line, end="")
    m.colour(picture.WHITE)
    screen.say(m, v, LOWER_ROW, (keys or "PRESS ANY KEY").center(screen.WIDTH))
    close_page(m, v)


def show_text(m: Machine, v: Variables) -> None:
    """Show the board in letters."""
    lines = descriptions.text_board(v.values, v.kinds, v.classic)
    show_page(m, v, "THE BOARD AS TEXT", [*lines, *descriptions.LEGEND], bright=range(1, len(lines), 2))
    screen.draw_board(m, v)


def show_keys(m: Machine, v: Variables) -> None:
    """Show all keys, which can be clicked, and the statistics, on pages of lines two rows apart."""
    lines, v.next_key = [*descriptions.KEYS, *descriptions.statistics(v.statistics)], ""
    while lines and not v.next_key:
        page, lines = lines[:PAGE_LINES], lines[PAGE_LINES:]
        choice = "PRESS OR CLICK A KEY" + "  SPACE SHOWS MORE" * bool(lines)
        show_page(m, v, "ALL KEYS", "\n\n".join(page).split("\n"), keys=choice)


# help


def ask_winnable(m: Machine, v: Variables) -> None:
    """Show whether the game can still be won; if not, how many undos help."""
    screen.say(m, v, LOWER_ROW, "THINKING...")
    saved_games.update_statistics(m, v, hints=1)
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
    """Highlight tiles until a key is pressed."""
    screen.highlight(m, v, places)
    screen.say(m, v, LOWER_ROW, text)
    screen.steady(m)
    close_page(m, v)
    screen.highlight(m, v, ())


def show_free(m: Machine, v: Variables) -> None:
    """Show all free tiles."""
    saved_games.update_statistics(m, v, hints=1)
    free = board.free_places(v.values)
    show_tiles(m, v, free, f"{len(free)} FREE TILES.  PRESS ANY KEY")


def show_equal(m: Machine, v: Variables) -> None:
    """Show all uncovered tiles of the kind under the cursor."""
    place = board.top_tile(v.values, v.x, v.y)
    if place < 0:
        screen.refuse(m, v, "NO TILE LIES HERE.")
        return
    saved_games.update_statistics(m, v, hints=1)
    equal = [other for other in picture.uncovered_tiles(v.values) if v.kinds[other] == v.kinds[place]]
    show_tiles(m, v, equal, f"{len(equal)} OF THEM IN SIGHT.  PRESS ANY KEY")


def reshuffle_rest(m: Machine, v: Variables) -> None:
    """Shuffle the remaining tiles so that they can be cleared; undo still works."""
    screen.deselect(m, v)
    deal = board.reshuffled(m.rnd, v.values, v.kinds)
    if deal is None:
        screen.refuse(m, v, "NO SHUFFLE HELPS: THE TILES LIE BADLY.")
        return
    saved_games.update_statistics(m, v, hints=1)
    removed = mahjong.TILES - v.tiles
    v.kinds, v.order = deal[0], v.taken[:removed] + deal[1]
    del v.taken[removed:]
    screen.draw_board(m, v)
    v.message = "MIXED: NOW IT CAN BE WON."


# how the board is shown


def toggle(m: Machine, v: Variables, name: str) -> None:
    """Switch a variable that says how the board is shown: classic, dimmed or show_pair_count."""
    setattr(v, name, not getattr(v, name))
    screen.paint(m, v, picture.BOARD)
    screen.show_pairs(m, v)
