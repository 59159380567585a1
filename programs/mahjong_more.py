"""What Mahjong does beyond the original: the mouse, and the keys that it had not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro import Machine
from retro.basic import tab

from . import mahjong as game
from .mahjong_keeping import count_up
from .mahjong_screen import LOWER_ROW, UPPER_ROW, clear, read_key, say, show_pairs, steady
from .rules import mahjong as rules
from .rules import mahjong_picture as picture
from .rules import mahjong_solver as solver
from .rules import mahjong_words as words
from .rules.mahjong_tape import LARGEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .mahjong import Variables


def page(m: Machine, v: Variables, heading: str, lines: Sequence[str], bright: Sequence[int] = ()) -> None:
    """Show a page of text, and the board again after a key. bright: the numbers of lines that stand out."""
    clear(m, v)
    for at, line in enumerate([f"{heading:^39}", "", *lines]):
        m.colour(picture.CURSOR if at == 0 or at - 2 in bright else picture.WHITE)
        m.print(tab(0, at + 1), line, end="")
    m.colour(picture.WHITE)
    say(m, v, LOWER_ROW, f"{'PRESS ANY KEY':^39}")
    read_key(m, v)
    game.draw_board(m, v)


def click_board(m: Machine, v: Variables) -> None:
    """Bring the cursor to what was clicked on, and choose it if it is a tile."""
    place = picture.tile_at(v.values, *v.click)
    stack = rules.POSITIONS[place][:2] if place >= 0 else picture.stack_at(*v.click)
    if stack:
        game.move_cursor(m, v, *rules.settled(v.values, *stack))
    if place >= 0:
        game.choose(m, v, place)


def redo(m: Machine, v: Variables) -> None:
    """Take the pair again that undo has put back."""
    game.drop_choice(m, v)
    gone = rules.TILES - v.tiles
    if v.one_undo or gone == len(v.taken):
        game.refuse(m, v, "THERE IS NOTHING TO TAKE AGAIN.")
        return
    first, second, *later = v.taken[gone:]
    game.take_pair(m, v, first, second)
    v.taken += later


def ask_winnable(m: Machine, v: Variables) -> None:
    """Say whether the game can still be won; if not, how far to go back."""
    say(m, v, LOWER_ROW, "THINKING...")
    count_up(m, v, hints=1)
    answer = solver.winnable(v.values, v.kinds)
    if answer is None:
        v.said = "THAT IS TOO HARD TO TELL."
    elif answer:
        v.said = "YES, IT CAN STILL BE WON."
    else:
        steps = solver.retreat(v.values, v.kinds, v.taken[: rules.TILES - v.tiles])
        v.said = f"NO. IT CAN AFTER {steps} TIMES u UNDO."


def show_tiles(m: Machine, v: Variables, places: Sequence[int], text: str) -> None:
    """Point tiles out until a key is pressed."""
    game.light(m, v, places)
    say(m, v, LOWER_ROW, text)
    steady(m)
    read_key(m, v)
    game.light(m, v, ())


def show_free(m: Machine, v: Variables) -> None:
    """All tiles that can be taken."""
    count_up(m, v, hints=1)
    free = rules.open_places(v.values)
    show_tiles(m, v, free, f"{len(free)} FREE TILES.  PRESS ANY KEY")


def show_equal(m: Machine, v: Variables) -> None:
    """All tiles in sight of the kind of the one under the cursor."""
    place = rules.top_of(v.values, v.x, v.y)
    if place < 0:
        game.refuse(m, v, "NO TILE LIES HERE.")
        return
    count_up(m, v, hints=1)
    equal = [other for other in picture.in_sight(v.values) if v.kinds[other] == v.kinds[place]]
    show_tiles(m, v, equal, f"{len(equal)} OF THEM IN SIGHT.  PRESS ANY KEY")


def mix_rest(m: Machine, v: Variables) -> None:
    """Shuffle the tiles that lie so that they can be taken; what was taken can still be put back."""
    game.drop_choice(m, v)
    if not game.ask_sure(m, v):
        return
    mixed = rules.mix(m.rnd, v.values, v.kinds)
    if mixed is None:
        game.refuse(m, v, "NO SHUFFLE HELPS: THE TILES LIE BADLY.")
        return
    count_up(m, v, hints=1)
    gone = rules.TILES - v.tiles
    v.kinds, v.order = mixed[0], v.taken[:gone] + mixed[1]
    del v.taken[gone:]
    game.draw_board(m, v)


def begin_again(m: Machine, v: Variables) -> None:
    """The same deal from the beginning."""
    if game.ask_sure(m, v):
        game.new_game(m, v)
        game.draw_board(m, v)


def other_deal(m: Machine, v: Variables) -> None:
    """Another deal, by its number."""
    say(m, v, UPPER_ROW, "A NEW DEAL. 0 IS ANY, RETURN GOES BACK.")
    steady(m)
    m.mouse_off()
    m.vdu(28, 0, LOWER_ROW, 39, LOWER_ROW, 12)
    number = m.input("ITS NUMBER", mark="? ").strip()
    m.vdu(26)
    m.mouse_on()
    v.lines.pop(LOWER_ROW)
    if number.isdecimal() and int(number) <= LARGEST:
        v.next_seed, v.playing = int(number), False
    elif number:
        game.refuse(m, v, f"A NUMBER UP TO {LARGEST}, PLEASE.")


def switch_pictures(m: Machine, v: Variables) -> None:
    """The other pictures on the tiles."""
    v.classic = not v.classic
    game.paint(m, v, picture.BOARD)


def switch_counting(m: Machine, v: Variables) -> None:
    """Show the number of pairs, or do not."""
    v.counting = not v.counting
    show_pairs(m, v)


def show_text(m: Machine, v: Variables) -> None:
    """The board in letters."""
    board = words.text_board(v.values, v.kinds, v.classic)
    page(m, v, "THE BOARD AS TEXT", [*board, *words.LEGEND], bright=range(1, len(board), 2))


def show_keys(m: Machine, v: Variables) -> None:
    """All keys, and the statistics."""
    page(m, v, "ALL KEYS", [*words.KEYS, "", *words.statistics(v.totals)])


KEYS = {
    "CLICK": click_board,
    "I": redo,
    "C": ask_winnable,
    "F": show_free,
    "E": show_equal,
    "M": mix_rest,
    "B": begin_again,
    "N": other_deal,
    "T": switch_pictures,
    "P": switch_counting,
    "V": show_text,
    "K": show_keys,
}
