"""Mahjong, by Jim and Charlie Gerrie

A turtle of 144 tiles on five levels: take them away in pairs, each open on its left or its right side, until none is
left. Every deal can be solved.

After the program of that name for the TRS-80 MC-10. Its listing is not here: each of its subroutines is a function,
named for what it does, in the order of its line numbers, by the authors' article and by what the program does.

mahjong.bas is the same in BBC BASIC; the number at the end of a line is the BASIC line that it was made from. A
position is column, row and level, each from 1; a place is its number, 0 to 143, by level, row and column.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from retro import Machine
from retro.basic import chr_s, spc, tab, to

Position = tuple[int, int, int]
Pair = tuple[int, int]
Touch = tuple[int, tuple[int, ...], int]

TILES, KINDS = 144, 36
COLUMNS, ROWS, LEVELS = 15, 8, 5
NOWHERE = TILES
SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of kinds 1 to 36, four tiles each
SHUT, GONE = 3, 9  # values below SHUT are free: 1 open left and right, 2 on one side; 3 shut; 4 and 5 covered
PROBES = 500  # random tries to find a free tile
MOVES = {"A": (-1, 0), "D": (1, 0), "W": (0, -1), "S": (0, 1)}

# Level, row, and the value of each column, 0 for no tile.
START = (
    (1, 1, "023333333333200"),  # 2001
    (1, 2, "000255555520000"),  # 2001
    (1, 3, "002355555532000"),  # 2001
    (1, 4, "233355555533332"),  # 2001
    (1, 5, "033355555533300"),  # 2005
    (1, 6, "002355555532000"),  # 2005
    (1, 7, "000255555520000"),  # 2005
    (1, 8, "023333333333200"),  # 2005
    (2, 2, "000023333200000"),  # 2010
    (2, 3, "000025555200000"),  # 2010
    (2, 4, "000025555200000"),  # 2010
    (2, 5, "000025555200000"),  # 2010
    (2, 6, "000025555200000"),  # 2015
    (2, 7, "000023333200000"),  # 2015
    (3, 3, "000002332000000"),  # 2015
    (3, 4, "000002552000000"),  # 2015
    (3, 5, "000002552000000"),  # 2020
    (3, 6, "000002332000000"),  # 2020
    (4, 4, "000000440000000"),  # 2020
    (4, 5, "000000440000000"),  # 2020
    (5, 4, "000000100000000"),  # 2025
)
POSITIONS: tuple[Position, ...] = tuple(
    (x, y, z) for z, y, row in START for x, value in enumerate(row, 1) if value != "0"
)
PLACE: dict[Position, int] = {position: place for place, position in enumerate(POSITIONS)}

# Four tiles lie between the rows, the top one between the columns too. These are the neighbours that their columns,
# rows and levels do not give: left and right ones, and those below and above.
LEFT_END, RIGHT_INNER, TOP = PLACE[1, 4, 1], PLACE[14, 4, 1], PLACE[7, 4, 5]
UNDER_TOP = ((7, 4), (8, 4), (7, 5), (8, 5))  # columns and rows
ALSO_BESIDE = ((LEFT_END, PLACE[2, 5, 1]), (PLACE[13, 5, 1], RIGHT_INNER))  # 2045
ALSO_UNDER = ((PLACE[8, 4, 4], TOP), (PLACE[7, 5, 4], TOP), (PLACE[8, 5, 4], TOP))  # 2045


def _neighbours(dx: int, dz: int, also: Iterable[Pair]) -> tuple[tuple[int, ...], ...]:
    """Return, for each place, the places one column or one level on, including the pairs in `also`."""
    found = [[PLACE[x + dx, y, z + dz]] if (x + dx, y, z + dz) in PLACE else [] for x, y, z in POSITIONS]
    for place, other in also:
        found[place].append(other)
    return tuple(tuple(sorted(places)) for places in found)


RIGHT, LEFT = _neighbours(1, 0, ALSO_BESIDE), _neighbours(-1, 0, [(b, a) for a, b in ALSO_BESIDE])
ABOVE, BELOW = _neighbours(0, 1, ALSO_UNDER), _neighbours(0, -1, [(b, a) for a, b in ALSO_UNDER])
# What each tile shuts: (neighbour, other tiles on that side of the neighbour, what its going subtracts).
TOUCHED: tuple[tuple[Touch, ...], ...] = tuple(
    tuple(
        (near, tuple(other for other in back[near] if other != place), weight)
        for there, back, weight in ((LEFT, RIGHT, 1), (RIGHT, LEFT, 1), (BELOW, ABOVE, 2))
        for near in there[place]
    )
    for place in range(TILES)
)


@dataclass(slots=True)
class Board:
    """The program's variables."""

    values: list[int] = field(default_factory=list)  # V%(144)  openness by place, and of NOWHERE; GONE of a tile taken
    tiles: int = 0  # L%  tiles on the board
    x: int = 0  # X%  the cursor's column
    y: int = 0  # Y%  its row
    selected: int = -1  # C%  the chosen tile, or the first of a pair shown by help; -1 for none
    partner: int = -1  # H%  the second of that pair
    can_undo: int = 0  # u%  1 if a pair was taken since the last undo
    over: int = 0  # e%  1 when the game is over
    games: int = 0  # G%  games begun
    wins: int = 0  # W%  games won
    failures: int = 0  # F%  deals that were blocked
    answer: str = ""  # k$  Y or N
    # in bytes
    kinds: list[int] = field(default_factory=lambda: [0] * TILES)  # T?p  kind by place, 1 to 36
    order: list[int] = field(default_factory=list)  # P?n  the places in the order of the deal, which is a solution
    undone: list[list[Pair]] = field(default_factory=list)  # u?n, w?n  of each tile of the last pair: places and values


def main(m: Machine) -> None:
    """Play games until the player leaves.  Described."""
    m.mode(7)  # 905; Departure: MODE 1 has these columns and colours, but 32 rows, of which it uses 25
    init(m)
    v = Board()  # 925-935
    while True:  # 940
        title(m, v)  # 945
        reset_values(v)  # 950
        new_game(m, v)  # 955
        play(m, v)  # 955
        if v.answer == "N":  # 960
            break  # 960
    m.vdu(26, 20, 12, 23, 1, 1, 0, 0, 0, 0, 0, 0, 0)  # 965


def take(values: list[int], place: int) -> None:  # 2-5
    """Remove a tile: subtract 1 from its neighbours left and right and 2 from the one below.  Described.

    A neighbour stays as shut as it is while another tile lies on the same side of it.
    """
    values[place] = GONE
    for near, others, weight in TOUCHED[place]:
        if values[near] != GONE and all(values[other] == GONE for other in others):
            values[near] -= weight


def draw_stack(m: Machine, v: Board, x: int, y: int) -> None:  # 6
    """Draw the highest tile of a stack, or that there is none.  Described; the picture ours."""
    draw_tile(m, v, x, y, top_place(v.values, x, y))  # 7


def draw_tile(m: Machine, v: Board, x: int, y: int, place: int) -> None:
    """Draw a tile of 2 by 2 characters: its sign, its edges and its level.  Described; the picture ours."""
    paper, upper, lower = 0, "  ", "  "  # 8
    if place != NOWHERE:  # 8
        paper = 1 if place in (v.selected, v.partner) else 2  # 8
        upper, lower = SIGNS[v.kinds[place] - 1] + chr_s(224), chr_s(225) + str(POSITIONS[place][2])  # 8
    column = 2 * x - 1 + (place == TOP)  # 9
    row = 2 * y - 1 + (x in (1, 14, 15) or place == TOP)  # 9
    m.colour(128 + (3 if (x, y) == (v.x, v.y) else paper))  # 9
    m.colour(0)  # 9
    m.print(tab(column, row), upper, tab(column, row + 1), lower, end="")  # 9
    m.colour(128)  # 9
    m.colour(2)  # 9


def deselect(m: Machine, v: Board) -> None:  # 10
    """Drop the choice.  Described."""
    if v.selected >= 0:  # 11
        x, y, _ = POSITIONS[v.selected]  # 11
        v.selected = -1  # 11
        draw_stack(m, v, x, y)  # 11


def note_failure(m: Machine, v: Board) -> None:  # 12
    """Count a deal that is blocked, and show how many were.  Described."""
    v.failures += 1  # 12
    m.print(tab(14, 22), "FAILURES: ", v.failures, end="")  # 12


def refuse(m: Machine) -> None:  # 13
    """Play a low beep.  Described."""
    m.sound(0x11, -15, 20, 3)  # 13


def top_place(values: Sequence[int], x: int, y: int) -> int:  # 14-18
    """Return the place of the highest tile of a stack, or NOWHERE.  Described."""
    for z in to(LEVELS, 1, -1):
        place = PLACE.get((x, y, z), NOWHERE)
        if place != NOWHERE and values[place] != GONE:
            return place
    return NOWHERE


def deal(m: Machine, v: Board) -> None:  # 20
    """Solve the puzzle forwards with blank tiles, and give each pair the next kind; else again.  Described."""
    while True:
        v.values, v.order = [*start_values(), GONE], []  # 22
        while len(v.order) < TILES:  # 24
            first = probe(m, v, NOWHERE)  # 26
            second = NOWHERE if first == NOWHERE else probe(m, v, first)  # 28
            if second == NOWHERE:  # 30
                break  # 30
            v.kinds[first] = v.kinds[second] = len(v.order) // 2 % KINDS + 1  # 32
            v.order += [first, second]  # 32
            m.print(tab(18, 24), f"{TILES + 1 - len(v.order):3}", end="")  # 34
            take(v.values, second)  # 36
            take(v.values, first)  # 36
        if len(v.order) == TILES:  # 42
            break  # 42
        note_failure(m, v)  # 42


def probe(m: Machine, v: Board, taken: int) -> int:  # 60
    """Return a free tile, found at random, that is not `taken`; NOWHERE if 500 tries find none.  Described."""
    for _ in to(1, PROBES):  # 64
        place = m.rnd(TILES) - 1  # 64
        if is_free(v.values[place]) and place != taken:  # 64
            return place  # 64
    return NOWHERE  # 66


def is_free(value: int) -> bool:
    """Return whether a tile of this value is free.  Described."""
    return value < SHUT


def draw_board(m: Machine, v: Board) -> None:  # 80
    """Draw the turtle, the keys and the number of tiles.  Described."""
    m.cls()  # 82
    m.print(tab(1, 24), "JUST A LITTLE LONGER...", end="")  # 82
    for place, (column, row, _) in enumerate(POSITIONS):  # 84
        if v.values[place] != GONE:  # 86
            draw_tile(m, v, column, row, place)  # 86
    say(m, "")  # 90
    m.print(tab(33, 8), "H HELP", tab(33, 10), "U UNDO", tab(33, 12), "R QUIT", end="")  # 94
    show_count(m, v)  # 96


def new_game(m: Machine, v: Board) -> None:  # 100
    """Begin a game with all tiles and the cursor in the first row, and count it.  Described."""
    v.tiles, v.x, v.y = TILES, 7, 1  # 105
    v.selected = v.partner = -1  # 105
    v.can_undo = v.over = 0  # 105
    v.games += 1  # 105
    draw_board(m, v)  # 110


def play(m: Machine, v: Board) -> None:  # 130
    """Handle keys until the game is over.  Described."""
    while True:  # 132
        key = m.get_s().upper()  # 134
        if key in MOVES:  # 136
            move_cursor(m, v, *step(v.values, v.x, v.y, *MOVES[key]))  # 136
        if key == " ":  # 138
            select_tile(m, v)  # 138
        if key == "U":  # 140
            undo(m, v)  # 140
        if key == "H":  # 142
            help_pairs(m, v)  # 142
        if key == "R":  # 144
            quit_game(m, v)  # 144
        if v.over:  # 146
            break  # 146


def step(values: Sequence[int], x: int, y: int, dx: int, dy: int) -> tuple[int, int]:  # 150-160
    """Return the cursor's column and row after one step; under the top tile four stacks count as one.  Described."""
    if (x, y) in UNDER_TOP and values[TOP] != GONE:
        x, y = (8 if dx > 0 else 7), (5 if dy > 0 else 4)
    return cursor_stack(values, min(max(x + dx, 1), COLUMNS), min(max(y + dy, 1), ROWS))


def cursor_stack(values: Sequence[int], x: int, y: int) -> tuple[int, int]:  # 170-172
    """Return where a cursor moved to column x, row y stops: columns 1, 14 and 15 have row 4 only.  Described."""
    if x in (1, 14, 15):
        return x, 4
    return (7, 4) if (x, y) in UNDER_TOP and values[TOP] != GONE else (x, y)


def move_cursor(m: Machine, v: Board, column: int, row: int) -> None:
    """Move the cursor to a stack.  Described."""
    before, (v.x, v.y) = (v.x, v.y), (column, row)  # 174
    draw_stack(m, v, *before)  # 174
    draw_stack(m, v, column, row)  # 176


def select_tile(m: Machine, v: Board) -> None:  # 180
    """Choose the tile under the cursor, or take it with the chosen one.  Described."""
    place = top_place(v.values, v.x, v.y)  # 182
    free = is_free(v.values[place])  # 184
    if v.selected < 0 and free:  # 184
        v.selected = place  # 184
        draw_stack(m, v, v.x, v.y)  # 184
    elif v.selected >= 0 and free and place != v.selected and v.kinds[place] == v.kinds[v.selected]:  # 186
        take_pair(m, v, v.selected, place)  # 186
    else:
        deselect(m, v)  # 190
        refuse(m)  # 192


def take_pair(m: Machine, v: Board, first: int, second: int) -> None:  # 200
    """Take two tiles away, and check whether that was the last pair.  Described."""
    v.selected = -1  # 202
    v.undone = []  # 202
    take_tile(m, v, first)  # 202
    take_tile(m, v, second)  # 204
    v.can_undo = 1  # 206
    show_count(m, v)  # 206
    if v.tiles == 0:  # 210
        show_won(m, v)  # 210


def try_again(m: Machine, v: Board) -> None:  # 230
    """Ask for another game.  Described."""
    m.print(tab(1, 24), "TRY AGAIN? (Y/N)", end="")  # 240
    yes_or_no(m, v)  # 250
    v.over = 1  # 260


def take_tile(m: Machine, v: Board, place: int) -> None:  # 270
    """Take one tile away with a high beep; note what undo is to restore.  Described."""
    touched = [place, *(near for near, _, _ in TOUCHED[place] if v.values[near] != GONE)]  # 272
    v.undone.append([(near, v.values[near]) for near in touched])  # 272
    take(v.values, place)  # 272
    v.tiles -= 1  # 272
    m.sound(1, -15, 148, 1)  # 274
    for column, row in (POSITIONS[place][:2],) if place != TOP else UNDER_TOP:
        draw_stack(m, v, column, row)  # 276, 278


def undo(m: Machine, v: Board) -> None:  # 400
    """Put the last pair back, once; a neighbour of both tiles gets too low a value.  Described."""
    deselect(m, v)  # 402
    if not v.can_undo:  # 404
        refuse(m)  # 404
        return  # 404
    for tile in v.undone:  # 410
        for place, value in tile:  # 410
            v.values[place] = value  # 410
    v.can_undo = 0  # 414
    v.tiles += 2  # 414
    for tile in v.undone:  # 420
        draw_stack(m, v, *POSITIONS[tile[0][0]][:2])  # 420
    move_cursor(m, v, *cursor_stack(v.values, v.x, v.y))  # 424
    show_count(m, v)  # 430


def help_pairs(m: Machine, v: Board) -> None:  # 500
    """Show the pairs one by one, in the order of the solution; if there is none, the game is over.  Described."""
    deselect(m, v)  # 505
    say(m, "SEARCHING")  # 505
    found, v.answer = False, "Y"  # 510
    for pair in pairs(v.values, v.kinds, v.order):  # 519
        found = True  # 519
        ask_continue(m, v, pair)  # 519
        if v.answer == "N":  # 523
            break  # 527
    say(m, "")  # 532
    if not found:  # 535
        game_over(m, v)  # 535


def pairs(values: Sequence[int], kinds: Sequence[int], order: Iterable[int]) -> Iterator[Pair]:  # 515-527
    """Yield every pair of free tiles both ways round, searching the places in this order.  Described."""
    free = [place for place in order if is_free(values[place])]
    yield from ((a, b) for a in free for b in free if a != b and kinds[a] == kinds[b])


def ask_continue(m: Machine, v: Board, pair: Pair) -> None:  # 550
    """Show a pair; ask whether to show the next.  Described."""
    v.selected, v.partner = pair  # 552
    draw_pair(m, v, pair)  # 552
    say(m, "CONTINUE? (Y/N)")  # 554
    yes_or_no(m, v)  # 554
    v.selected = v.partner = -1  # 556
    draw_pair(m, v, pair)  # 556


def draw_pair(m: Machine, v: Board, pair: Pair) -> None:  # 560
    """Draw two tiles.  Ours."""
    first, second = (POSITIONS[place][:2] for place in pair)
    draw_stack(m, v, *first)  # 561
    draw_stack(m, v, *second)  # 562


def say(m: Machine, text: str) -> None:  # 570
    """Print a message.  Described."""
    m.print(tab(1, 24), text, spc(30 - len(text)), end="")  # 572


def game_over(m: Machine, v: Board, text: str = "GAME OVER.") -> None:  # 586
    """Print how the game has ended, the wins and the games, and ask for another.  Described."""
    m.print(tab(1, 22), text, tab(33, 5), f"{v.wins}/{v.games}", end="")  # 587, 598
    try_again(m, v)  # 599


def quit_game(m: Machine, v: Board) -> None:  # 590
    """Give up the game, after a question.  Described."""
    say(m, "ARE YOU SURE? (Y/N)")  # 591
    yes_or_no(m, v)  # 591
    say(m, "")  # 592
    if v.answer == "Y":  # 593
        game_over(m, v)  # 593


def show_won(m: Machine, v: Board) -> None:  # 595
    """Count a win and celebrate it.  Described."""
    v.wins += 1  # 596
    win_picture(m, v)  # 596
    game_over(m, v, "YOU WON!")  # 597


def win_picture(m: Machine, v: Board) -> None:  # 600
    """Show a yin-yang at the first two wins, a Chinese character at others; play a tune.  Described; drawings ours."""
    yin_yang, character = (".OOO.", "OOO..", "OO.O.", "O.OO.", ".OOO."), ("..O..", "OOOOO", "O.O.O", "OOOOO", "..O..")
    for row, line in enumerate(yin_yang if v.wins < 3 else character, 6):  # 605, 610
        m.print(tab(12, row), line, end="")  # 610
    for _ in to(1, 15):  # 615
        m.sound(1, -15, 129, 2)  # 615
        m.sound(1, -15, 149, 2)  # 615


def yes_or_no(m: Machine, v: Board) -> None:  # 700
    """Wait for Y or N.  Described."""
    while True:  # 710
        v.answer = m.get_s().upper()  # 710
        if v.answer in ("Y", "N"):  # 710
            break  # 710


def show_count(m: Machine, v: Board) -> None:  # 880
    """Show the number of tiles.  Described."""
    m.print(tab(33, 1), "TILES", tab(33, 2), f"{v.tiles:3}", end="")  # 880


def init(m: Machine) -> None:  # 900
    """Set up colours and characters.  Described."""
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)  # 915
    m.vdu(19, 1, 4, 0, 0, 0, 19, 2, 7, 0, 0, 0, 19, 3, 11, 0, 0, 0)  # 915
    m.vdu(23, 224, 3, 3, 3, 3, 3, 3, 3, 3, 23, 225, 0, 0, 0, 0, 0, 0, 255, 255)  # 920


def title(m: Machine, v: Board) -> None:  # 2100
    """Show the title page, and deal.  Described."""
    m.cls()  # 2110
    m.print(tab(7, 2), "YOUR TURTLE APPROACHES...", tab(16, 5), "MAHJONG", end="")  # 2110
    m.print(tab(8, 7), "BY CHARLIE & JIM GERRIE", end="")  # 2110
    instructions(m)  # 2120
    v.failures = 0  # 2130
    deal(m, v)  # 2140


def start_values() -> list[int]:  # 3000-3020
    """Return the values of the full turtle.  Described."""
    return [int(value) for _, _, row in START for value in row if value != "0"]


def reset_values(v: Board) -> None:  # 3100
    """Restore the full turtle.  Described."""
    v.values = [*start_values(), GONE]  # 3110


def instructions(m: Machine) -> None:  # 5500
    """Print how to play.  Described."""
    m.print(tab(7, 12), "MATCH TILES OPEN ON LEFT", tab(7, 14), "OR RIGHT SIDE. USE W,A,S,D", end="")  # 5500
    m.print(tab(7, 16), "TO MOVE & SPACE TO SELECT.", end="")  # 5510
