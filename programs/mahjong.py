"""Mahjong, by Jim and Charlie Gerrie

A turtle of 144 tiles on five levels: take them away in pairs, each open on its left or its right side, until none is
left. Every deal can be solved.

After the program of that name for the TRS-80 MC-10. Its listing is not here: each of its subroutines is a function
below, named for what it does, with the lines it had, in their order. The rules stand in rules/mahjong.py and its
neighbours, as functions that know no machine; here is what is drawn and asked. mahjong.md tells what the authors say,
and what was decided here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from retro import Machine
from retro.basic import BasicError, Escape, spc, tab

from .mahjong_keeping import LEFT_OFF, SAVED, count_up, go_on, kept_totals, load_arrays, save_arrays, was_left
from .mahjong_screen import (
    LOWER_ROW,
    PANEL,
    UPPER_ROW,
    any_seed,
    clear,
    draw_title,
    fill,
    first_seed,
    panel,
    pause,
    piece,
    read_key,
    say,
    show_level,
    show_pairs,
    steady,
)
from .rules import mahjong as rules
from .rules import mahjong_picture as picture
from .rules import mahjong_tape as tape
from .rules import mahjong_words as words

if TYPE_CHECKING:
    from collections.abc import Sequence

MOVES = {"A": (-1, 0), "D": (1, 0), "W": (0, -1), "S": (0, 1), "Z": (0, 1)}
MENU = {17: "h HELP", 18: "u UNDO", 19: "r QUIT", 20: "o SAVE", 21: "l LOAD", 22: "k KEYS"}  # rows


@dataclass(slots=True)
class Variables:
    """The program's variables. In brackets: where the original kept the same, if it had it."""

    # the board
    values: list[int] = field(default_factory=list)  # how open the tile of each place is (levels 1 to 5 of its array)
    kinds: list[int] = field(default_factory=list)  # the kind of the tile of each place, 1 to 36 (T)
    order: list[int] = field(default_factory=list)  # the places in the order of the deal, which is a solution (P)
    taken: list[int] = field(default_factory=list)  # the places as they were taken, put back ones last (column 0)
    tiles: int = 0  # how many tiles lie (column 0)
    can_undo: bool = False  # was a pair taken since the last undo? (column 0)
    # the hand
    x: int = 7  # the cursor's column, 1 to 15 (column 0)
    y: int = 1  # the cursor's row, 1 to 8 (column 0)
    chosen: int = -1  # the place of the chosen tile, -1 if none is
    lit: frozenset[int] = frozenset()  # the places of tiles that are pointed out
    # the game
    seed: int = 0  # the number of the deal
    next_seed: int = 0  # the number of the next one, 0 for any
    games: int = 0  # games begun (column 0)
    wins: int = 0  # games won (column 0)
    won: bool = False  # is this game counted as won?
    hints: int = 0  # how often help was asked for in this game
    totals: list[int] = field(
        default_factory=lambda: 5 * [0]
    )  # of all times: games, wins, unaided, shortest (cs), hints
    playing: bool = False  # until the game is over
    going: bool = True  # until the program is
    # the screen
    classic: bool = False  # are the classic pictures on the tiles?
    counting: bool = False  # is the number of pairs shown?
    said: str = ""  # the message for the lower row
    lines: dict[int, str] = field(default_factory=dict)  # rows of text whose small letters can be clicked on
    click: tuple[int, int] = (0, 0)  # the pixel that was clicked on, from the top left
    # what was asked for
    in_order: bool = False  # the kinds in the original's order?
    one_undo: bool = False  # the original's undo?
    twice: bool = False  # the original's help?
    probes: int = 0  # the original's blind tries for a tile, 0 for none
    moving_choice: bool = False  # does a second tile of another kind become the choice?


def main(
    m: Machine,
    *,
    classic: Annotated[bool, "the classic pictures on the tiles"] = False,
    original_order: Annotated[bool, "the kinds in order, 0 to Z twice, as the original dealt them"] = False,
    original_undo: Annotated[bool, "one step only, and with its fault, as in the original"] = False,
    original_help: Annotated[bool, "every pair is shown twice, as in the original"] = False,
    original_probes: Annotated[bool, "a deal is given up after 500 blind tries, as in the original"] = False,
    moving_choice: Annotated[bool, "a second tile of another kind becomes the chosen one"] = False,
) -> None:
    """Play games until the human has had enough.  Ours."""
    v = Variables(classic=classic, in_order=original_order, one_undo=original_undo, twice=original_help)
    v.probes, v.moving_choice = rules.PROBES if original_probes else 0, moving_choice
    init(m, v)
    define_tiles(m, v)
    try:
        while v.going:
            title(m, v)
            play(m, v)
    except Escape:
        leave(m, v)
        raise
    leave(m, v)


def draw_tile(m: Machine, v: Variables, place: int, clip: picture.Box) -> None:
    """Draw a tile as far as it lies within a box. Lines 6-8.  Documented; the picture ours."""
    at, lit = picture.CORNERS[place], place in v.lit or place == v.chosen
    if picture.hidden(v.values, place):
        piece(m, at, clip, picture.EDGES, (), picture.BLACK)
        return
    faces = [(picture.FACE, picture.BLUE if lit else picture.WHITE)]
    if place == rules.top_of(v.values, v.x, v.y):
        faces = [(picture.FACE, picture.CURSOR), (picture.INNER_FACE, picture.BLUE)][: 1 + lit]
    marks = picture.marks(v.kinds[place], v.classic)
    piece(m, at, clip, [*picture.WHOLE, *faces], marks, picture.WHITE if lit else picture.BLACK)


def refuse(m: Machine, v: Variables, why: str) -> None:
    """A low beep, and why. Line 9.  Documented; the reason ours."""
    m.sound(0x11, -15, 20, 3)
    v.said = why


def drop_choice(m: Machine, v: Variables) -> None:
    """Nothing is chosen any more. Lines 10-11.  Documented."""
    old, v.chosen = v.chosen, -1
    if old >= 0:
        paint(m, v, picture.FACES[old])


def deal(m: Machine, v: Variables) -> None:
    """Deal as the seed says, counting down; restarts are told. Lines 20-79 and 12.  Documented."""

    def tell(restarts: int, left: int) -> None:
        if restarts:
            m.print(tab(14, 22), "FAILURES: ", restarts, end="")
        m.print(tab(18, LOWER_ROW), f"{left:3}", end="")
        pause(m, 1)

    v.seed = v.next_seed or any_seed(m)
    m.rnd(-v.seed)
    v.kinds, v.order, _ = rules.deal(m.rnd, tell, in_order=v.in_order, probes=v.probes)


def draw_board(m: Machine, v: Variables) -> None:
    """Draw the turtle, and what stands beside it. Lines 80-96.  Documented; the panel instead of a key ours."""
    clear(m, v)
    say(m, v, LOWER_ROW, "JUST A LITTLE LONGER...")
    paint(m, v, picture.BOARD)
    show_menu(m, v)
    show_wins(m, v)
    show_count(m, v)
    panel(m, 14, "SEED", str(v.seed))


def new_game(m: Machine, v: Variables) -> None:
    """All tiles lie, the cursor is in the first row, and it is one game more. Lines 100-110.  Documented."""
    reset_values(m, v)
    v.x, v.y, v.chosen, v.can_undo = 7, 1, -1, False
    v.won, v.hints = False, 0
    v.games += 1
    count_up(m, v, games=1)
    v.playing = True
    m.time = 0


def play(m: Machine, v: Variables) -> None:
    """Do what the keys say until the game is over. Lines 130-179.  Documented."""
    if v.playing:
        draw_board(m, v)
    while v.playing:
        say(m, v, UPPER_ROW, "")
        say(m, v, LOWER_ROW, v.said or standing(v))
        m.vdu(19, picture.CURSOR, 11, 0, 0, 0)
        key, v.said = read_key(m, v), ""
        if key in MOVES:
            move_cursor(m, v, *rules.step(v.values, v.x, v.y, *MOVES[key]))
        elif key in KEYS:
            KEYS[key](m, v)
        else:
            do_more(m, v, key)


def move_cursor(m: Machine, v: Variables, x: int, y: int) -> None:
    """Bring the cursor to column x, row y. Lines 130-179.  Documented."""
    before = picture.cursor_box(v.values, v.x, v.y)
    v.x, v.y = x, y
    paint_cursor(m, v, before)


def choose(m: Machine, v: Variables, place: int = -1) -> None:
    """Choose the highest tile under the cursor, or take it with the chosen one. Lines 180-192.  Documented.

    place: another tile, one that was clicked on.
    """
    place = place if place >= 0 else rules.top_of(v.values, v.x, v.y)
    free = place >= 0 and rules.takable(v.values[place])
    first = v.chosen
    if first < 0 and free:
        pick(m, v, place)
    elif first < 0:
        refuse(m, v, words.why_shut(v.values, v.kinds, place, v.classic) if place >= 0 else "NO TILE LIES HERE.")
    elif free and place != first and v.kinds[place] == v.kinds[first]:
        take_pair(m, v, first, place)
    else:
        drop_choice(m, v)
        refuse(m, v, "THAT IS NO PAIR." if place != first else "")
        if v.moving_choice and free and place != first:
            pick(m, v, place)


def take_pair(m: Machine, v: Variables, first: int, second: int) -> None:
    """Take two tiles away, and see whether that was all. Lines 200-220.  Documented; the sign of no pair left ours."""
    v.chosen = -1
    v.taken[rules.TILES - v.tiles :] = [first, second]
    take_tile(m, v, first)
    take_tile(m, v, second)
    v.can_undo = True
    show_count(m, v)
    if v.tiles == 0:
        show_won(m, v)
    elif not rules.pairs(v.values, v.kinds):
        m.sound(1, -15, 68, 5)


def try_again(m: Machine, v: Variables) -> None:
    """Ask for another game. Lines 230-260.  Documented; undo and the same deal ours."""
    can_go_back = v.tiles < rules.TILES and (v.can_undo or not v.one_undo)
    say(m, v, LOWER_ROW, "TRY AGAIN? (y/n)  b SAME DEAL" + "  u UNDO" * can_go_back)
    answer = yes_or_no(m, v, "BU" if can_go_back else "B")
    if answer == "U":
        undo(m, v)
        draw_board(m, v)
    elif answer == "B":
        new_game(m, v)
        draw_board(m, v)
    else:
        v.playing, v.going = False, answer == "Y"
        v.next_seed = 0


def take_tile(m: Machine, v: Variables, place: int) -> None:
    """Take one tile away with a high beep; what lies under it appears. Lines 270-289, 1-5.  Documented."""
    before = picture.cursor_box(v.values, v.x, v.y)
    rules.take(v.values, place)
    v.tiles -= 1
    m.sound(1, -15, 148, 1)
    paint(m, v, picture.BOXES[place])
    paint_cursor(m, v, before)


def undo(m: Machine, v: Variables) -> None:
    """Put the last pair back. Lines 400-430.  Documented; more than one step ours."""
    drop_choice(m, v)
    if v.tiles == rules.TILES or (v.one_undo and not v.can_undo):
        refuse(m, v, "THERE IS NOTHING TO UNDO.")
        return
    before = picture.cursor_box(v.values, v.x, v.y)
    first, second = v.taken[rules.TILES - v.tiles - 2 : rules.TILES - v.tiles]
    v.tiles += 2
    v.can_undo = False
    if v.one_undo:
        rules.put_back_in_order(v.values, first, second)
    else:
        rules.put_back(v.values, second)
        rules.put_back(v.values, first)
    v.x, v.y = rules.settled(v.values, v.x, v.y)
    paint(m, v, picture.BOXES[first])
    paint(m, v, picture.BOXES[second])
    paint_cursor(m, v, before)
    show_count(m, v)


def help_pairs(m: Machine, v: Variables) -> None:
    """Show the pairs one by one, in the order of the solution. Lines 500-568.  Documented; to take one ours."""
    drop_choice(m, v)
    say(m, v, LOWER_ROW, "SEARCHING")
    found = rules.pairs(v.values, v.kinds, v.order, v.twice)
    for number, pair in enumerate(found, 1):
        count_up(m, v, hints=1)
        panel(m, 5, "PAIR", f"{number}/{len(found)}")
        light(m, v, pair)
        answer = ask_continue(m, v)
        light(m, v, ())
        if answer != "Y":
            break
    show_pairs(m, v)
    if not found:
        game_over(m, v)
    elif answer in "T ":
        take_pair(m, v, *pair)
    elif answer == "H":
        do_more(m, v, "C")


def show_wins(m: Machine, v: Variables) -> None:
    """The wins and the games. Lines 577-597.  Documented."""
    panel(m, 8, "WINS", f"{v.wins}/{v.games}")


def show_menu(m: Machine, v: Variables) -> None:
    """What the keys do. Lines 577-597.  Documented; three more of them ours."""
    for row, text in MENU.items():
        v.lines[row] = spc(PANEL) + text
        m.print(tab(PANEL, row), text, end="")


def ask_continue(m: Machine, v: Variables) -> str:
    """Ask whether help shall go on. Lines 577-597.  Documented; the answers t and h ours."""
    say(m, v, LOWER_ROW, "CONTINUE? (y/n) t TAKE h STILL TO WIN?")
    return yes_or_no(m, v, "TH ")


def ask_sure(m: Machine, v: Variables) -> bool:
    """Ask whether it is meant. Lines 577-597.  Documented."""
    say(m, v, LOWER_ROW, "ARE YOU SURE? (y/n)")
    return yes_or_no(m, v) == "Y"


def game_over(m: Machine, v: Variables) -> None:
    """Say that it is over. Lines 577-597.  Documented."""
    say(m, v, UPPER_ROW, f"GAME OVER.  {v.wins}/{v.games}")
    try_again(m, v)


def show_won(m: Machine, v: Variables) -> None:
    """Say that the game is won, and count it. Lines 577-597.  Documented; time and hints ours."""
    seconds = m.time // 100
    if not v.won:
        v.won = True
        v.wins += 1
        count_up(m, v, wins=1)
    say(m, v, LOWER_ROW, "")
    say(m, v, UPPER_ROW, f"YOU WON!  {v.wins}/{v.games}  TIME {seconds // 60}:{seconds % 60:02}  HINTS {v.hints}")
    show_wins(m, v)
    win_picture(m, v)
    try_again(m, v)


def win_picture(m: Machine, v: Variables) -> None:
    """A yin-yang at the first two wins, Chinese characters at later ones; a tune. Lines 600-630.  Documented.

    The drawings are our own; a key ends the tune.
    """
    steady(m)
    few = v.wins <= 2
    fill(m, picture.BOARD, (0, 0), picture.BOARD, picture.BLACK)
    for box in picture.yin_yang(128, 90, 80) if few else picture.brush(48, 50, 4):
        fill(m, box, (0, 0), picture.BOARD, picture.WHITE if few else picture.CURSOR)
    m.vdu(26)
    for _ in range(15):
        m.sound(1, -15, 129, 2)
        m.sound(1, -15, 149, 2)
        if m.inkey(0) >= 0:
            m.fx(21, 5)
            break


def yes_or_no(m: Machine, v: Variables, more: str = "") -> str:
    """Wait for Y or N, or another of these keys. Lines 700-730.  Documented."""
    steady(m)
    while True:
        key = read_key(m, v)
        if key in ("Y", "N", *more):
            return key


def show_count(m: Machine, v: Variables) -> None:
    """The number of tiles, and what else changes with it. Line 880.  Documented; pairs and level ours."""
    panel(m, 2, "TILES", str(v.tiles))
    show_pairs(m, v)
    show_level(m, v)


def init(m: Machine, v: Variables) -> None:
    """The screen, the keys, what was kept on the tape. Lines 900-1090.  Documented; the tape ours."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.vdu(19, picture.BLUE, 4, 0, 0, 0, 19, picture.WHITE, 7, 0, 0, 0)
    m.colour(picture.WHITE)
    m.screen.stand_ins.update(picture.stand_ins())
    m.fx(4, 1)
    m.fx(9, 35)
    m.fx(10, 15)
    m.fx(11, 25)
    m.mouse_on()
    v.totals = kept_totals(m)
    v.next_seed = first_seed(m)


def define_tiles(m: Machine, v: Variables) -> None:
    """The signs at twice their height, and the other pictures. Lines 900-1090.  Documented; their shapes ours."""
    m.fx(20, 6)
    for at, sign in enumerate(rules.SIGNS):
        upper, lower = picture.doubled(sign, m.shape(ord(sign)))
        m.vdu(23, picture.UPPER + at, *upper)
        m.vdu(23, picture.LOWER + at, *lower)
    for code, shape, _ in picture.SHAPES:
        m.vdu(23, code, *shape)


def title(m: Machine, v: Variables) -> None:
    """The title page, a deal, and how to begin. Lines 2100-2160.  Documented; the picture ours."""
    v.tiles = 0
    clear(m, v)
    draw_title(m)
    m.colour(picture.CURSOR)
    m.print(tab(7, 1), "YOUR TURTLE APPROACHES...", tab(8, 6), "BY CHARLIE & JIM GERRIE")
    m.colour(picture.WHITE)
    instructions(m, v)
    deal(m, v)
    left_off = was_left(m)
    while not v.playing and v.going:
        say(m, v, UPPER_ROW, v.said)
        say(m, v, LOWER_ROW, "SPACE STARTS l LOADS r QUITS" + " c GOES ON" * left_off)
        key, v.said = read_key(m, v), ""
        if key in (" ", "CLICK"):
            new_game(m, v)
        elif key == "L":
            load_game(m, v)
        elif key == "C" and left_off:
            go_on(m, v)
        elif key in ("R", "Q"):
            v.going = False


def reset_values(m: Machine, v: Variables) -> None:
    """The full turtle again. Lines 3100-3210.  Documented."""
    v.values = rules.start_values()
    v.taken = []
    v.tiles = rules.TILES


def instructions(m: Machine, v: Variables) -> None:
    """How to play. Lines 5500-5520.  Documented."""
    m.print(tab(7, 17), "MATCH TILES OPEN ON LEFT")
    m.print(tab(7, 18), "OR RIGHT SIDE. USE W,A,S,D")
    m.print(tab(7, 19), "TO MOVE & SPACE TO SELECT.")
    m.print(tab(7, 20), "O=SAVE GAME. L=LOAD GAME.")


def save_game(m: Machine, v: Variables) -> None:
    """Save the game on the tape, in three arrays. Lines 7000-7160.  Documented; that it does not wait long ours."""

    def tell(name: str) -> None:
        say(m, v, UPPER_ROW, f"SAVED {name}")
        say(m, v, LOWER_ROW, "HIT A KEY")
        m.inkey(100)

    if device_ready(m, v, "SAVE"):
        try:
            save_arrays(m, v, SAVED, tell)
            v.said = "SAVED."
        except Escape:
            raise
        except BasicError as error:
            refuse(m, v, f"NOT SAVED: {error.message}")


def load_game(m: Machine, v: Variables) -> None:
    """Go on with the game on the tape. Lines 7000-7160.  Documented; that what is no game is refused ours."""

    def tell(name: str) -> None:
        say(m, v, UPPER_ROW, "")
        say(m, v, LOWER_ROW, f"LOADING {name}")

    at_board = v.playing
    if not device_ready(m, v, "LOAD"):
        return
    try:
        load_arrays(m, v, SAVED, tell)
    except Escape:
        raise
    except BasicError as error:
        refuse(m, v, f"NOT LOADED: {error.message}")
    except tape.Unreadable:
        refuse(m, v, "NOT LOADED: THAT IS NO GAME.")
    else:
        if at_board:
            draw_board(m, v)


def device_ready(m: Machine, v: Variables, what: str) -> bool:
    """Ask for the tape. Lines 7000-7160.  Documented."""
    say(m, v, UPPER_ROW, f"{what} GAME: PRESS y WHEN DEVICE IS READY")
    say(m, v, LOWER_ROW, "OR n TO ABORT.")
    return yes_or_no(m, v) == "Y"


# ours


def leave(m: Machine, v: Variables) -> None:
    """Keep a game that is not over, and give the machine back as it was."""
    m.vdu(4, 26, 20)
    m.cls()
    m.print(tab(6, 11), "Thank you for playing.  ", v.wins, "/", v.games)
    if 0 < v.tiles < rules.TILES:
        save_arrays(m, v, LEFT_OFF)
        m.print(tab(6, 13), "This game waits for you.")
    m.vdu(23, 1, 1, 0, 0, 0, 0, 0, 0, 0)
    for call, value in ((4, 0), (9, 25), (10, 25), (11, 50)):
        m.fx(call, value)


def paint(m: Machine, v: Variables, clip: picture.Box) -> None:
    """Draw everything anew that lies within a box."""
    places = picture.seen(v.values, clip)
    m.vdu(5)
    if not (places and picture.fills(v.values, places[0], clip)):
        fill(m, clip, (0, 0), clip, picture.BLACK)
        if rules.top_of(v.values, v.x, v.y) < 0:
            at = picture.corner(v.x, v.y, 1)
            fill(m, picture.FRAME, at, clip, picture.CURSOR)
            fill(m, picture.INNER_FRAME, at, clip, picture.BLACK)
    for place in places:
        draw_tile(m, v, place, clip)
    m.vdu(4, 26)


def paint_cursor(m: Machine, v: Variables, before: picture.Box) -> None:
    """Draw the cursor where it is now, if it was elsewhere before."""
    after = picture.cursor_box(v.values, v.x, v.y)
    if after != before:
        paint(m, v, before)
        paint(m, v, after)
        show_level(m, v)


def light(m: Machine, v: Variables, places: Sequence[int]) -> None:
    """Point these tiles out, and no others."""
    before, v.lit = v.lit, frozenset(places)
    for place in sorted(before ^ v.lit):
        paint(m, v, picture.FACES[place])


def standing(v: Variables) -> str:
    """What to do now."""
    if v.chosen >= 0:
        return f"{words.name_of(v.kinds[v.chosen], v.classic)}: NOW ITS PARTNER"
    if rules.pairs(v.values, v.kinds):
        return "W A S D MOVE  SPACE TAKES  k ALL KEYS"
    return "NO PAIR LEFT: u UNDO m MIX h GAME OVER"


def pick(m: Machine, v: Variables, place: int) -> None:
    """Choose a tile."""
    v.chosen = place
    paint(m, v, picture.FACES[place])


def do_more(m: Machine, v: Variables, key: str) -> None:
    """What the original did not know, if this key stands for anything."""
    from . import mahjong_more as more

    if key in more.KEYS:
        more.KEYS[key](m, v)


def quit_game(m: Machine, v: Variables) -> None:
    """Give the game up."""
    if ask_sure(m, v):
        game_over(m, v)


KEYS = {
    " ": choose,
    "U": undo,
    "H": help_pairs,
    "R": quit_game,
    "Q": quit_game,
    "O": save_game,
    "L": load_game,
}
