"""Our additions to Mahjong: drawn tiles, layouts, hints, unlimited undo, a record, the mouse, saved games."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated

from retro import Machine
from retro.basic import (
    BasicError,
    Choice,
    FrontPage,
    ask_number,
    close_screen,
    option_rows,
    play_tune,
    show_page,
    sure,
    tab,
)

from . import mahjong, saved_games, screen
from .rules import board, descriptions, picture, solver
from .rules.board import LAYOUT_OF_LEVEL
from .saved_games import LARGEST, TURTLE
from .screen import LOWER_ROW, UPPER_ROW
from .variables import DEALS, Variables

HELP_STEPS = {"H": 1, "D": 1, "S": 1, "A": -1, "W": -1}  # from one pair to the next
HELP_KEYS = (("SPACE", "take"), ("H", "next"), ("ESCAPE", "stop"), ("C", "can it be won?"))
OPTIONS = (  # keys, labels, variables, and the texts of their values
    ("T", "Tiles", "classic", ("letters", "pictures")),
    ("X", "Blocked tiles", "dimmed", ("white", "dim")),
    ("P", "Pairs", "show_pair_count", ("hidden", "counted")),
)
BY_NUMBER = "D"  # of the front page
MOVES = {"A": (-1, 0), "D": (1, 0), "W": (0, -1), "S": (0, 1), "Z": (0, 1)}
# The folk song of the jasmine flower in eight bars of eighths: degrees of the scale, and dots for what is longer.
WON_TUNE = "3.356886 5.565... 3.356886 5.565... 5.5.5.35 6.6.5... 3.235.32 1.121..."
LOST_TUNE = "5.3.2.1. 6.5.3... 5.3.2.1. 2.3.5... 3.2.1.0. 1.2.3... 2.1.0... 1......."
RULES = (
    "Take equal tiles away in pairs, until none is left. A tile is free if nothing lies on it and its left or its "
    "right side is open:",
    "",
    "  3 5 7 3     The 3s are free,",
    "              5 and 7 are shut.",
    "",
    "Every deal can be won. Arrows or WASD move, SPACE chooses a tile and takes its partner. Or click on both.",
)


def main(
    m: Machine,
    *,
    letters: Annotated[bool, "letters and digits on the tiles, as the original has"] = False,
    day: Annotated[int, "the date, as 20261122: it gives the daily game"] = 0,
) -> None:
    """Play games until the player leaves."""
    screen.open_screen(m)
    record, times = saved_games.load_record(m), saved_games.load_times(m)
    v = Variables(record=record, times=times, classic=not letters, day=day)
    # The machine's seed, which RND(0) still shows after RND(-seed).
    seed = -int.from_bytes(int(m.rnd(0) * 2**32).to_bytes(4, "big"), "little") & LARGEST
    v.next_seed = (seed - 1) % DEALS + 1
    with suppress(BasicError):
        saved_games.load_arrays(m, v, saved_games.UNFINISHED)
    front = FrontPage(
        "MAHJONG",
        record,
        rules=RULES,
        picture=screen.draw_picture,
        day=day,
        options=lambda: option_rows(v, OPTIONS),
        more=(Choice(BY_NUMBER, "A deal by its number"),),
        foot="By Charlie & Jim Gerrie",
    )
    while True:
        best = [(board.LAYOUTS[layout], v.fastest(layout)) for layout in LAYOUT_OF_LEVEL]
        front.levels = [name + f", {descriptions.clock(time)}" * bool(time) for name, time in best]
        front.level = record.level or TURTLE
        key = front.ask(m, f"{v.tiles} tiles are left" if 0 < v.tiles < v.full else "")
        if key == FrontPage.QUIT:
            break
        if key == BY_NUMBER:
            v.next_seed = ask_number(m, "The number of the deal", DEALS)
        if key != FrontPage.GO_ON and (key != BY_NUMBER or v.next_seed):
            v.layout = 0 if key == FrontPage.TODAY else LAYOUT_OF_LEVEL[front.level - 1]
            begin(m, v, daily=key == FrontPage.TODAY)
        if v.tiles:
            play(m, v)
    close_screen(m)
    m.print(tab(9, 11), "Thank you for playing.", tab(9, 13), v.record.won.capitalize())
    if 0 < v.tiles < v.full:
        saved_games.save_arrays(m, v, saved_games.UNFINISHED)
        m.print(tab(9, 15), "This game waits for you.")
    else:
        m.csave(f"{saved_games.UNFINISHED}1", 0)


def begin(m: Machine, v: Variables, daily: bool = False, same: bool = False) -> None:
    """Deal, unless the same deal is played again, and begin a game with all tiles and the cursor in the first row."""
    if not same:
        if not v.next_seed:  # by the time of the last game
            m.rnd(-1 - m.time % 1_000_000 - m.rnd(DEALS))
        v.seed, v.next_seed = v.days_seed if daily else v.next_seed or m.rnd(DEALS), 0
        deal(m, v)
    v.taken, v.tiles = list(board.ABSENT[v.layout]), v.full
    v.values = board.values_without(v.taken)
    v.x, v.y, v.selected, v.highlighted = 7, 1, -1, frozenset()
    v.won, v.hints, v.time, m.time = False, 0, 0, 0


def deal(m: Machine, v: Variables) -> None:
    """Deal by the seed, and show the progress. Meanwhile another layout can be chosen, except in the daily game."""

    def show_progress(restarts: int, left: int) -> None:
        if restarts:
            m.print(tab(14, UPPER_ROW), "FAILURES: ", restarts, end="")
        m.print(tab(13, LOWER_ROW), f"{left:3} TILES TO DEAL", end="")
        start = m.time
        while m.time <= start + 1:
            pass
        if m.keyboard and not v.daily and not v.next_key:
            key = screen.read_key(m, v)
            level = LAYOUT_OF_LEVEL.index(v.layout) + {"A": -1, "D": 1}.get(key, 0)
            if key == "CLICK":
                level = v.click[0] // picture.MINIATURE
            v.next_key = "" if key in ("A", "D", "CLICK") else key
            if v.layout != (layout := LAYOUT_OF_LEVEL[level % TURTLE]):
                v.layout, v.record.level = layout, level % TURTLE + 1
                raise OtherLayout

    m.vdu(26, 12)
    v.clickable.clear()
    while True:
        screen.draw_layouts(m, v)
        m.rnd(-v.seed)
        with suppress(OtherLayout):
            v.kinds, v.order, _ = board.deal(m.rnd, v.layout, show_progress)
            return


class OtherLayout(Exception):
    """Raised when another layout is chosen during the deal."""


def play(m: Machine, v: Variables) -> None:
    """Handle keys until the game is left or over."""
    m.describe(
        lambda: screen_words(v),
        lambda: descriptions.board_words(v.values, v.kinds, v.classic),
        lambda: f"{v.tiles} tiles left",
    )
    m.time, v.playing = v.time, True
    v.clickable.clear()
    while v.playing:
        if not v.clickable:  # a page was shown
            screen.draw_board(m, v)
        screen.draw(m, v)
        screen.say(m, v, UPPER_ROW, "")
        if v.selected >= 0:
            v.message = v.message or f"{descriptions.tile_name(v.kinds[v.selected], v.classic)}: NOW ITS PARTNER"
        left = bool(board.pairs(v.values, v.kinds))
        keys = "ARROWS MOVE  SPACE TAKES  h HINT" if left else "NO PAIR LEFT: u UNDO  h WHAT ELSE?"
        screen.say(m, v, LOWER_ROW, v.message or keys)
        key, v.next_key, v.message = v.next_key or screen.read_key(m, v), "", ""
        if key in MOVES:
            v.x, v.y = mahjong.step(v.values, v.x, v.y, *MOVES[key])
        elif key in COMMANDS:
            COMMANDS[key](m, v)
            if key in REDRAWN:
                v.clickable.clear()
    m.describe(None)


def screen_words(v: Variables) -> str:
    """Return the screen's contents as text: messages, the tile under the cursor, the marked tiles."""
    messages = [" ".join(v.clickable.get(row, "").split()) for row in (UPPER_ROW, LOWER_ROW)]
    lines = [message.translate(descriptions.SPOKEN) for message in messages if message]
    names = [descriptions.tile_name(kind, v.classic).capitalize() for kind in v.kinds]
    for label, places in ("Selected", [v.selected] if v.selected >= 0 else []), ("Shown", sorted(v.highlighted)):
        tiles = (f"{names[place]} at column {x}, row {y}" for place in places for x, y, _ in [mahjong.POSITIONS[place]])
        lines += [f"{label}: {'; '.join(tiles)}."] if places else []
    place = board.top_tile(v.values, v.x, v.y)
    here = "no tile."
    if place >= 0:
        why = descriptions.why_blocked(v.values, v.kinds, place, v.classic).translate(descriptions.SPOKEN)
        here = f"{names[place]}, level {mahjong.POSITIONS[place][2]}, {f'not free. {why}' if why else 'free.'}"
    return "\n".join([*lines, f"Column {v.x}, row {v.y}: {here}", f"{v.tiles} tiles are left."])


# tiles


def select_tile(m: Machine, v: Variables, place: int = -1) -> None:
    """Select the highest tile under the cursor, or a clicked one at a place, or remove it with the selected one."""
    place, first = place if place >= 0 else board.top_tile(v.values, v.x, v.y), v.selected
    if place < 0:
        screen.refuse(m, v, "NO TILE LIES HERE.")
    elif place == first:
        v.selected = -1
    elif not mahjong.is_free(v.values[place]):
        screen.refuse(m, v, descriptions.why_blocked(v.values, v.kinds, place, v.classic))
    elif first >= 0 and v.kinds[place] == v.kinds[first]:
        take_pair(m, v, first, place)
    else:
        v.selected = place


def click_board(m: Machine, v: Variables) -> None:
    """Move the cursor to the clicked place, and select the tile there."""
    place = picture.tile_at(v.values, *v.click)
    stack = mahjong.POSITIONS[place][:2] if place >= 0 else picture.stack_at(*v.click)
    if stack:
        v.x, v.y = mahjong.cursor_stack(v.values, *stack)
    if place >= 0:
        select_tile(m, v, place)


def take_pair(m: Machine, v: Variables, first: int, second: int) -> None:
    """Remove two tiles, and check for the end of the game."""
    v.selected = -1
    v.taken[mahjong.TILES - v.tiles :] = [first, second]
    v.tiles -= 2
    for place in (first, second):
        mahjong.take(v.values, place)
        m.sound(1, -15, 148, 1)
        screen.draw(m, v)
        screen.lift_off(m, v, place)
    if v.tiles == 0:
        show_won(m, v)
    elif not board.pairs(v.values, v.kinds):
        game_over(m, v)


def undo(m: Machine, v: Variables) -> None:
    """Put the last pair back."""
    v.selected = -1
    if v.tiles == v.full:
        screen.refuse(m, v, "THERE IS NOTHING TO UNDO.")
        return
    v.tiles += 2
    v.values = board.values_without(v.taken[: mahjong.TILES - v.tiles])
    v.x, v.y = mahjong.cursor_stack(v.values, v.x, v.y)


def redo(m: Machine, v: Variables) -> None:
    """Remove again the pair that undo has restored."""
    v.selected = -1
    removed = mahjong.TILES - v.tiles
    if removed == len(v.taken):
        screen.refuse(m, v, "THERE IS NOTHING TO TAKE AGAIN.")
        return
    first, second, *later = v.taken[removed:]
    take_pair(m, v, first, second)
    v.taken += later


def help_pairs(m: Machine, v: Variables) -> None:
    """Show the free pairs one after the other, in the order of the solution."""
    v.selected = -1
    pairs = board.pairs(v.values, v.kinds, v.order)
    if not pairs:
        game_over(m, v)
        return
    index, key, m.keys = -1, "H", HELP_KEYS
    while key in HELP_STEPS:
        index = (index + HELP_STEPS[key]) % len(pairs)
        v.hints += 1
        v.highlighted = frozenset(pairs[index])
        screen.draw(m, v)
        screen.say(m, v, UPPER_ROW, f"PAIR {index + 1} OF {len(pairs)}.  c CAN IT BE WON?")
        screen.say(m, v, LOWER_ROW, "SPACE TAKES IT  h NEXT  ESCAPE STOPS")
        key = screen.read_key(m, v)
    m.keys, v.highlighted = (), frozenset()
    if key == " ":
        take_pair(m, v, *pairs[index])
    elif key != "ESCAPE":
        v.next_key = key


# the end


def game_over(m: Machine, v: Variables) -> None:
    """Say that no pair is free, and offer what can be done."""
    m.csave("RESULT", f"{v.tiles} tiles left")
    screen.say(m, v, UPPER_ROW, "NO PAIR LEFT.")
    screen.say(m, v, LOWER_ROW, "ANY KEY ENDS THE TUNE")
    play_tune(m, LOST_TUNE, 3)
    mixed = board.reshuffled(m.rnd, v.values, v.kinds)
    text = [
        f"{v.tiles} of {v.full} tiles are left, and no two that are free are equal.",
        f"Take pairs back{' or mix' if mixed else ''}, or the game is lost.",
    ]
    mix_row = [Choice("M", "Mix the rest, which is help")] * bool(mixed)
    key = show_page(m, "NO PAIR LEFT", text, [Choice("U", "Undo"), *mix_row, *AGAIN, Choice("Q", "Give up")])
    v.clickable.clear()
    if mixed and key == "M":
        mix(v, *mixed)
    elif key == "U":
        undo(m, v)
    elif key:
        count(m, v, -1)
        leave(m, v, key)


AGAIN = (Choice("N", "Another deal"), Choice("S", "This deal again"))


def leave(m: Machine, v: Variables, key: str = "") -> None:
    """Leave the game; with N or S also end it, and begin another deal or the same one."""
    v.playing = key in ("N", "S")
    if v.playing:
        begin(m, v, same=key == "S")
    elif key == "Q":
        v.tiles = 0
    v.time = m.time


def show_won(m: Machine, v: Variables) -> None:
    """Show the end of a game that is won, and count it."""
    v.time = m.time
    clock, layout = descriptions.clock(v.time), board.LAYOUTS[v.layout]
    aid = f"{v.hints} hint{'s' * (v.hints > 1)}" if v.hints else "no help"
    text = [f"All {v.full} tiles in {clock}, {aid}."]
    if not v.hints:
        text.append(saved_games.save_time(m, v))
    if not v.won:
        v.won = True
        v.wins += 1
        text.append(count(m, v, 1, v.time, clock if v.daily else f"{clock} {layout}"))
        m.csave("RESULT", f"won in {clock}")
    screen.say(m, v, UPPER_ROW, "YOU WON!")
    screen.say(m, v, LOWER_ROW, "ANY KEY ENDS THE TUNE")
    yin_yang = v.wins <= 2
    screen.fill(m, picture.BOARD, (0, 0), picture.BOARD, picture.BLACK)
    for box in picture.yin_yang(128, 90, 80) if yin_yang else picture.win_characters(48, 50, 4):
        screen.fill(m, box, (0, 0), picture.BOARD, picture.WHITE if yin_yang else picture.RED)
    m.vdu(26)
    play_tune(m, WON_TUNE, 3)
    rows, larger = [*AGAIN, Choice("U", "Undo")], LAYOUT_OF_LEVEL[LAYOUT_OF_LEVEL.index(v.layout) + 1 :]
    if larger:
        v.record.level = LAYOUT_OF_LEVEL.index(larger[0]) + 1
        v.record.save(m)
        rows = [Choice("L", f"Next: the {board.LAYOUTS[larger[0]]}"), *rows]
    key = show_page(m, "YOU WON!", text, rows, partial(screen.draw_picture, m))
    v.clickable.clear()
    if key == "U":
        undo(m, v)
    else:
        v.layout = larger[0] if key == "L" else v.layout
        leave(m, v, "N" if key == "L" else key)


def count(m: Machine, v: Variables, result: int, score: int | None = None, text: str = "") -> str:
    """Add a finished game to the record; return the news of the record."""
    level = LAYOUT_OF_LEVEL.index(v.layout) + 1
    news = v.record.add(result, level, v.hints > 0, score, text, v.day if v.daily else 0)
    v.record.save(m)
    return news


# help, and how the board is shown


def ask_winnable(m: Machine, v: Variables) -> None:
    """Show whether the game can still be won, and if not, after how many undos it can."""
    screen.say(m, v, LOWER_ROW, "THINKING...")
    v.hints += 1
    answer = solver.is_winnable(v.values, v.kinds)
    v.message = "YES, IT CAN STILL BE WON." if answer else "THAT IS TOO HARD TO TELL."
    if answer is False:
        removed = v.taken[: mahjong.TILES - v.tiles]
        steps = solver.undos_until_winnable(v.kinds, removed, mahjong.TILES - v.full)
        v.message = f"NO. IT CAN AFTER {steps} TIMES u UNDO."


def show_tiles(m: Machine, v: Variables, places: Sequence[int], text: str) -> None:
    """Highlight tiles until a key is pressed; any key but SPACE is then handled as usual."""
    v.hints += 1
    v.highlighted = frozenset(places)
    screen.draw(m, v)
    screen.say(m, v, LOWER_ROW, f"{len(places)} {text}.  PRESS ANY KEY")
    key = screen.read_key(m, v)
    v.highlighted = frozenset()
    v.next_key = "" if key in (" ", "CLICK", "ESCAPE") else key


def show_equal(m: Machine, v: Variables) -> None:
    """Show all uncovered tiles of the kind under the cursor."""
    place = board.top_tile(v.values, v.x, v.y)
    if place < 0:
        screen.refuse(m, v, "NO TILE LIES HERE.")
        return
    equal = [other for other, kind in enumerate(v.kinds) if kind == v.kinds[place]]
    seen = [other for other in equal if v.values[other] != mahjong.GONE and not picture.is_covered(v.values, other)]
    show_tiles(m, v, seen, "OF THEM IN SIGHT")


def reshuffle_rest(m: Machine, v: Variables) -> None:
    """Shuffle the remaining tiles so that they can be cleared, after a question; undo still works."""
    v.selected = -1
    if sure(m, "The tiles that are left will be mixed."):
        if mixed := board.reshuffled(m.rnd, v.values, v.kinds):
            mix(v, *mixed)
        else:
            screen.refuse(m, v, "NO SHUFFLE HELPS: THE TILES LIE BADLY.")


def mix(v: Variables, kinds: list[int], order: list[int]) -> None:
    """Go on with other kinds of the tiles that are left, and the order of their solution."""
    v.hints += 1
    del v.taken[mahjong.TILES - v.tiles :]
    v.kinds, v.order, v.message = kinds, v.taken + order, "MIXED: NOW IT CAN BE WON."


def toggle(m: Machine, v: Variables, name: str) -> None:
    """Toggle a variable of how the board is shown: classic, dimmed or show_pair_count."""
    setattr(v, name, not getattr(v, name))


# other commands


def show_help(m: Machine, v: Variables) -> None:
    """Show all keys, and the rules if they are wanted; the chosen key is handled next."""
    key = show_page(m, "KEYS", [], [Choice(key, words) for key, words, _ in ACTIONS])
    v.next_key = key if key != "?" else show_page(m, "HOW TO PLAY", RULES, (), partial(screen.draw_picture, m))


def new_game(m: Machine, v: Variables) -> None:
    """Ask for another deal or this one again, and begin it."""
    if key := show_page(m, "A NEW GAME", [] if v.tiles == v.full else ["This game will be lost."], AGAIN):
        leave(m, v, key)


def save_game(m: Machine, v: Variables) -> None:
    """Save the game on the tape, in three arrays."""
    v.time = m.time
    try:
        saved_games.save_arrays(m, v, saved_games.SAVED)
        v.message = "SAVED."
    except BasicError as error:
        screen.refuse(m, v, f"NOT SAVED: {error.message}")


def load_game(m: Machine, v: Variables) -> None:
    """Load the game on the tape; if another one is in progress, ask before."""
    if not sure(m, "This game will be lost."):
        return
    try:
        saved_games.load_arrays(m, v, saved_games.SAVED)
        m.time, v.message = v.time, "LOADED."
    except BasicError as error:
        screen.refuse(m, v, f"NOT LOADED: {error.message}")


# Keys, what they do, and what does it.
ACTIONS: tuple[tuple[str, str, Callable[[Machine, Variables], None]], ...] = (
    ("SPACE", "choose a tile", select_tile),
    ("H", "hint, pair by pair", help_pairs),
    ("U", "undo", undo),
    ("I", "take again", redo),
    ("C", "can it be won?", ask_winnable),
    ("F", "free tiles", lambda m, v: show_tiles(m, v, board.free_places(v.values), "FREE TILES")),
    ("E", "equal tiles", show_equal),
    *((key, f"{label}: {'/'.join(texts)}".lower(), partial(toggle, name=name)) for key, label, name, texts in OPTIONS),
    ("M", "mix the rest", reshuffle_rest),
    ("N", "new game", new_game),
    ("O", "save", save_game),
    ("L", "load", load_game),
    ("?", "keys; how to play", show_help),
    ("Q", "back; the game waits", leave),
)
KEYS = (*((arrow, "move") for arrow in ("LEFT", "UP", "DOWN", "RIGHT")), *((key, words) for key, words, _ in ACTIONS))
REDRAWN = (*"?KLMN", *(key for key, *_ in OPTIONS))  # keys after which the whole board is drawn
COMMANDS = {key: action for key, _, action in ACTIONS}
COMMANDS |= {" ": select_tile, "K": show_help, "R": leave, "CLICK": click_board}
COMMANDS["ESCAPE"] = lambda m, v: setattr(v, "selected", -1) if v.selected >= 0 else leave(m, v)
