"""What morgan2 shows: every pixel of the board against the rules, the panel, the pages, marks and colours."""

import ast
import random
from dataclasses import replace
from pathlib import Path

import pytest
from retro.programs.morgan2 import edition, morgan2, screen
from retro.programs.morgan2.morgan2 import IN_GRID, IN_STACK
from retro.programs.morgan2.rules import board as morgan
from retro.programs.morgan2.rules import picture as morgan_picture
from retro.programs.morgan2.rules.board import Move
from retro.programs.morgan2.rules.history import GameHistory, Score
from retro.programs.morgan2.rules.picture import BOX, CROSS, CURSOR, PLAIN, SHORT_BARS, Cell, Overlays

from retro.frontends.headless import headless
from tests.support.morgan_players import (
    BLACK,
    GREEN,
    RED,
    WHITE,
    bars,
    bottom,
    box,
    code_at,
    cursor_bars,
    dealt,
    grid_at,
    numbered,
    panel,
    pixel,
    press_all,
    press_at,
    quick_game,
    quick_keys,
    random_game,
    running,
    stack_at,
    typed,
)

LETTERS = "UDLREEE"


def shows(m, state, marked=False):
    """Everything that moves is where the state says."""
    assert grid_at(m, marked) == list(state.grid)
    assert stack_at(m, marked) == list(state.stack)
    assert code_at(m, 232, 0, marked) == state.selected
    assert box(m, 0, 187, 320, 5) == {BLACK}
    in_grid = state.mode == IN_GRID
    assert bars(m) == (cursor_bars(state) if in_grid else {}, {} if in_grid else {state.pointer: CURSOR})
    texts = [panel(m, row).split(maxsplit=1) for row in range(4, 15, 2)]
    final, coded = morgan.tenths(state.total, state.fill), morgan2.final_coded(state.total, state.fill)
    values = (state.total, state.fill, final, coded, f"{len(state.pending)} x{morgan.bonus(state)}", 64 - state.next)
    assert [text[1] for text in texts] == [str(value) for value in values]
    assert [text[0] for text in texts] == ["TOTAL", "FILL", "FINAL", "CODED", "STACK", "LEFT"]
    assert not any(panel(m, row).strip() for row in range(3, 24, 2))


@pytest.mark.slow
@pytest.mark.parametrize("number", [77, 999_999])
def test_the_screen_follows_a_game_of_random_keys(number):
    chooser, game = random.Random(number), numbered(number)

    def player(m):
        for at in range(150):
            yield
            if at % 6 == 0:
                shows(m, game.state)
            keys = (quick_keys(game.state) if chooser.random() < 0.2 else "") or chooser.choice(LETTERS)
            yield typed(keys)
            press_all(game, keys)
        yield

    m = running(number, player)
    shows(m, game.state)
    assert game.state.fill > 10


def test_the_frames():
    m = running(1, None)
    for at in range(8):
        assert box(m, 0, 24 * at + 18, 193, 1) == box(m, 200, 24 * at + 18, 25, 1) == {WHITE}
    for x in (*range(0, 193, 24), 200, 224):
        assert box(m, x, 0, 1, 187) == {WHITE}
    assert box(m, 232, 18, 25, 1) == box(m, 232, 0, 1, 19) == box(m, 256, 0, 1, 19) == {WHITE}
    assert box(m, 193, 0, 7, 191) == box(m, 225, 0, 7, 191) == {BLACK}
    assert box(m, 1, 0, 23, 18) == box(m, 1, 19, 23, 23) == {BLACK}


def drawn(program):
    """A machine on which a program has drawn, with the variables of a game."""

    def main(m):
        screen.open_screen(m)
        v = edition.Variables(numbered(1))
        screen.draw_frames(m, v)
        program(m, v)

    return headless(main)


@pytest.mark.parametrize("marks", [False, True])
def test_every_domino_as_it_is_drawn(marks):
    def program(m, v):
        for code in range(1, 65):
            x, y = 24 * ((code - 1) % 8), 24 * ((code - 1) // 8)
            screen.draw_domino(m, x, y, Cell(code), marks)

    m = drawn(program)
    assert grid_at(m, marks) == list(range(1, 65))
    for at in range(64):
        x, y = 24 * (at % 8), 24 * (at // 8)
        assert box(m, x + 1, y, 3, 18) == box(m, x + 22, y, 2, 18) == {BLACK}
        assert box(m, x + 1, y + 16, 23, 2) == {BLACK}


@pytest.mark.parametrize(("code", "upper", "lower"), [(1, "rrr", "rrr"), (64, "ggg", "ggg"), (56, "ggg", "grg")])
def test_acceptance_3_three_dominoes(code, upper, lower):
    m = drawn(lambda m, v: screen.draw_domino(m, 48, 72, Cell(code), False))
    names = {RED: "r", GREEN: "g"}
    for row, squares in enumerate((upper, lower)):
        for column, letter in enumerate(squares):
            (colour,) = box(m, 48 + 4 + 6 * column, 72 + 8 * row, 6, 8)
            assert names[colour] == letter


@pytest.mark.slow
def test_a_redrawn_cell_shows_nothing_of_its_old_contents():
    cells = [
        Cell(),
        Cell(56, bars=CURSOR),
        Cell(1, ghost=True),
        Cell(sign=CROSS),
        Cell(sign=BOX, bars=CURSOR),
        Cell(64, bars=SHORT_BARS),
    ]
    for before in cells:
        for after in cells:

            def both(m, v, before=before, after=after):
                screen.draw_cell(m, v, 168, 168, before)
                screen.draw_cell(m, v, 168, 168, after)

            def one(m, v, after=after):
                screen.draw_cell(m, v, 168, 168, after)

            assert bytes(drawn(both).screen.framebuffer.pixels) == bytes(drawn(one).screen.framebuffer.pixels)


def test_signs_and_ghosts_are_drawn():
    seen = {}
    for cell in (Cell(), Cell(sign=CROSS), Cell(sign=BOX), Cell(8), Cell(8, ghost=True)):
        m = drawn(lambda m, v, cell=cell: screen.draw_cell(m, v, 0, 0, cell))
        seen[cell] = [[pixel(m, x, y) for x in range(24)] for y in range(18)]
    assert len({str(pixels) for pixels in seen.values()}) == 5
    cross = ["".join(" #"[colour == WHITE] for colour in row[8:18]) for row in seen[Cell(sign=CROSS)][1:15]]
    assert cross == ["##      ##"] * 4 + ["  ######  "] * 6 + ["##      ##"] * 4
    for row, ghostly in zip(seen[Cell(8)][:16], seen[Cell(8, ghost=True)]):
        assert ghostly == [BLACK if x in (6, 7, 12, 13, 18, 19) else colour for x, colour in enumerate(row)]


# the panel


def lines_of(state, **facts):
    game = dealt(1)
    game.states.append(state)
    for name, value in facts.items():
        setattr(game, name, value)
    return morgan_picture.panel(game, facts.get("rank", 0))


def test_the_texts_of_the_panel_have_the_same_length_always():
    lengths = {}
    for seed in range(4):
        for state in quick_game(seed).states[::7]:
            for place, text in lines_of(state).items():
                assert place[0] + len(text) == 40
                assert lengths.setdefault(place, len(text)) == len(text)
    assert {row for _, row in lengths} & set(morgan_picture.KEY_TEXTS) == set()


def test_numbers_are_aligned():
    state = replace(quick_game(1).state, total=894, fill=64)
    rows = {row: text for (column, row), text in lines_of(state).items() if column == 29}
    for row in range(4, 15, 2):
        assert rows[row][9] != " "
        assert rows[row][10] == " "
    assert rows[8] == "FINAL 13.9 "


def test_a_game_has_a_star_after_an_early_look_at_the_deck():
    assert lines_of(quick_game(1).state, starred=True)[33, 0].rstrip() == "GAME *"


def test_fits_here_and_fits_at():
    def player(m):
        yield
        assert panel(m, 16) == ""
        yield "<RETURN>"
        yield
        game.press("E")
        places = sum(bool(morgan2.matching_neighbours(game.state.grid, at, game.state.stack[0])) for at in range(64))
        assert panel(m, 16) == f"FITS AT{places:3}"
        yield "<RETURN>"
        yield
        assert panel(m, 16) == "", "the place is taken"
        yield from (typed(beside), None)
        press_all(game, "E" + beside)
        fitting = [
            code
            for code in morgan.unplaced(game.state)
            if morgan2.matching_neighbours(game.state.grid, game.state.place, code)
        ]
        assert len(fitting) in (7, 8, 15, 16)
        assert panel(m, 16) == f"CAN FIT{len(fitting):3}"
        yield from (typed(beside), None)
        assert panel(m, 16) == "CAN FIT  0", "no neighbour, nothing fits"

    game = numbered(1)
    beside = "L" if game.state.column > 3 else "R"
    running(1, player)


# the bottom row


def test_the_bottom_row_names_the_effect_of_return_and_can_be_clicked():
    steps = [
        (None, "Return turns up the next domino"),
        (press_at(20, 196), "Return takes this domino to the grid"),
        (press_at(100, 196), "Go to a free place; Return goes back"),
        (press_at(100, 196), "Go to a free place; Return goes back"),
        ("<LEFT>", "No match: right"),
        ("<UP>", "There is no domino beside this place"),
        ("<RIGHT>", "Return puts it here, Escape goes back"),
        (press_at(240, 196), "Return takes this domino to the grid"),
    ]

    def player(m):
        for step, advice in steps:
            yield step
            yield
            assert bottom(m) == advice

    running(3, player)


@pytest.mark.parametrize(("column", "key"), [(1, "N"), (8, "N"), (9, "Q"), (18, " "), (30, " ")])
def test_each_key_in_the_bottom_row_of_the_end_can_be_clicked(column, key):
    assert edition.key_named("N: new  Q: quit  Space: the grid", ": ", 8 * column) == key


def texts_in(path):
    """All strings of a program but its docstrings."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, documented)}
    constants = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {value for value in constants - docstrings if isinstance(value, str)}


@pytest.mark.slow
def test_every_message_fits_its_row():
    """Not even the longest of each kind; one character more would scroll the screen."""
    said = {morgan_picture.ending(reason) for reason in (morgan.GRID_FULL, morgan.STACK_FULL, morgan.DECK_EMPTY)}
    said |= {morgan_picture.bottom_row(morgan2.start(range(1, 65), 0), Overlays(remaining=True), "", silent=False)}
    said |= {edition.progress(part / 40) for part in range(41)}
    said |= {"Marked: FINAL about 12.3. H: do it", "The best so far is marked. H: do it"}
    said |= {"No match: " + ", ".join(morgan_picture.SIDE_NAMES.values())}
    for seed in range(5):
        for state in random_game(seed, 200, every=1000).states:
            said |= {morgan_picture.advice(state, silent=True), morgan_picture.refusal(state)}
    said |= {text for text in texts_in(edition.__file__) if text[:1].isupper() and " " in text}
    long = [text for text in said if len(text) > 38]
    assert long == []
    assert len(said) > 30


def test_the_bottom_row_is_white_in_its_whole_width():
    m = running(1, None)
    assert box(m, 0, 191, 320, 1) == {BLACK}
    assert box(m, 316, 192, 4, 8) == {WHITE}
    assert box(m, 0, 192, 320, 8) == {WHITE, BLACK}


# pages


PAGES = [*morgan_picture.PAGES_OF_HELP, morgan_picture.pages_of_best([])[0]]
PAGES.append(morgan_picture.pages_of_best([Score(896 - n, 64 - n, 999_999 - n, 100) for n in range(20)])[1])


LONG_GAME = GameHistory(morgan2.start(range(1, 65), 0), 1)
LONG_GAME.hints = 1000
PAGES.append(morgan_picture.history_lines(LONG_GAME, morgan.DECK_EMPTY, 10))


@pytest.mark.parametrize("page", PAGES, ids=["keys", "points", "no scores", "scores", "the end"])
def test_pages_fit(page):
    assert len(page) <= 23
    assert max(map(len, page)) <= 38


@pytest.mark.parametrize(
    ("key", "words"), [("? ", "The right button"), ("/ ", "FINAL is TOTAL"), ("T ", "none yet"), ("t ", "BY CODED")]
)
def test_a_key_closes_a_page(key, words):
    seen = []

    def player(m):
        yield "<RETURN><DOWN><RETURN>MBF"
        yield
        yield "<DOWN>"
        yield
        seen.append(bytes(m.screen.framebuffer.pixels))
        yield key
        yield
        assert words in m.screen.text
        assert bottom(m) == "Press any key, or click"
        assert m.screen.lines[0].strip()
        yield " "
        yield
        seen.append(bytes(m.screen.framebuffer.pixels))

    running(3, player)
    assert seen[0] == seen[1]


def test_every_key_is_on_the_pages_of_help():
    page = "\n".join(line for lines in morgan_picture.PAGES_OF_HELP for line in lines)
    words = page.replace(",", " ").split()
    shown = {word for word in words if len(word) == 1 and word.isupper()} | {"?"}
    assert {key.upper() for key in edition.COMMANDS} - {"/"} | set("WASD") == shown - {"x"} | ({"U"} & shown)


def test_the_remaining_dominoes_are_shown():
    game = numbered(3)
    press_all(game, "EDE")

    def player(m):
        yield "<RETURN><DOWN><RETURN>X"
        yield
        assert bottom(m) == "What is left; bars fit here.  X: back"
        order = morgan_picture.table_order()
        assert grid_at(m) == [code if code in morgan.unplaced(game.state) else 0 for code in order]
        assert stack_at(m) == list(game.state.stack)
        yield "x"
        yield
        shows(m, game.state)

    running(3, player)


def test_the_table_of_remaining_dominoes_is_sorted():
    order = morgan_picture.table_order()
    assert sorted(order) == list(range(1, 65))
    for at, code in enumerate(order):
        upper, lower = ([morgan2.is_green(code, 2 * n + row) for n in range(3)] for row in (0, 1))
        assert upper == [bool(at // 8 >> n & 1) for n in range(3)]
        assert lower == [bool(at % 8 >> n & 1) for n in range(3)]


def test_a_known_deck_is_shown_in_its_order():
    game = numbered(3)

    def player(m):
        yield "X"
        yield
        assert panel(m, 0).strip() == "PUZZLE"
        assert grid_at(m) == [*game.state.deck[1:], 0]
        yield "x<RETURN>X"
        yield
        assert grid_at(m) == [*game.state.deck[2:], 0, 0]

    running(3, player, known=True)


# what can be switched


def with_a_choice():
    """A game in which the first domino that is turned up fits somewhere."""
    for number in range(1, 50):
        game = numbered(number)
        game.press("E")
        if morgan.moves(game.state):
            return number, game
    raise AssertionError


def test_bars_where_the_domino_fits():
    number, game = with_a_choice()
    places = [move.place for move in morgan.moves(game.state)]

    def player(m):
        yield "<RETURN>F"
        yield
        assert bars(m) == (dict.fromkeys(places, SHORT_BARS), {0: CURSOR})
        yield "<RETURN>"
        yield
        assert bars(m) == (dict.fromkeys(places, SHORT_BARS) | cursor_bars(game.state), {})
        yield "F"
        yield
        assert bars(m) == (cursor_bars(game.state), {})

    running(number, player)


def test_crosses_on_dead_places():
    game = quick_game(5)
    cells = morgan_picture.grid_cells(game.state, Overlays(dead=True), False)
    dead = [at for at, cell in enumerate(cells) if cell.sign == CROSS]
    assert dead == morgan.dead_places(game.state)
    assert dead
    plain = morgan_picture.grid_cells(game.state, Overlays(), False)
    assert {cell.sign for cell in plain} == {PLAIN}


def test_the_marks_of_a_hint():
    state = random_game(3, 80, every=1000).state
    overlays = Overlays(hint=Move(2, 17))
    grid, stack = morgan_picture.grid_cells(state, overlays, False), morgan_picture.stack_cells(state, overlays)
    assert [at for at, cell in enumerate(grid) if cell.sign == BOX] == [17]
    assert [at for at, cell in enumerate(stack) if cell.sign == BOX] == [2]
    assert stack[2].bars == (CURSOR if state.mode == IN_STACK and state.pointer == 2 else SHORT_BARS)
    turning = morgan_picture.grid_cells(state, Overlays(hint=Move(2, morgan2.NONE)), False)
    assert all(cell.sign == PLAIN for cell in turning)


def test_marks_and_colours():
    def palette(m):
        return m.screen.palette.colours

    def player(m):
        yield "<RETURN>"
        yield
        game.press("E")
        assert palette(m) == [0, 1, 2, 7]
        shows(m, game.state)
        yield "M"
        yield
        shows(m, game.state, marked=True)
        yield "m"
        yield
        shows(m, game.state)
        yield "C"
        yield
        assert palette(m) == [0, 4, 3, 7]
        shows(m, game.state)
        yield "c"
        yield
        assert palette(m) == [0, 7, 7, 7]
        shows(m, game.state, marked=True)
        yield "C"
        yield
        assert palette(m) == [0, 1, 2, 7]
        shows(m, game.state)

    game = numbered(8)
    running(8, player)


def walls_around(m, x, y):
    """The sides and squares of the cell at x, y that have a white wall between them and the neighbour."""
    spots = {
        (morgan2.LEFT, 0): (-2, 0),
        (morgan2.LEFT, 1): (-2, 8),
        (morgan2.RIGHT, 4): (22, 0),
        (morgan2.RIGHT, 5): (22, 8),
    }
    for column in range(3):
        spots[morgan2.UPPER, 2 * column] = 4 + 6 * column, -8
        spots[morgan2.LOWER, 2 * column + 1] = 4 + 6 * column, 16
    return {wall for wall, (left, top) in spots.items() if box(m, max(0, x + left), max(0, y + top), 6, 8) == {WHITE}}


def test_the_picked_domino_is_a_ghost_with_walls_at_squares_that_differ():
    """A terminal shows all of it: no block character has more than two colours."""

    def player(m):
        yield "<RETURN><RETURN>"
        yield
        for way in "RRRRRRRDDDDDDDLLLLLLLUUUUUUURDRDRDRD":
            game.press(way)
            yield typed(way)
            yield
            state = game.state
            x, y = 24 * state.column, 24 * state.row
            blocks = [
                (left, top) for left in range(max(0, x - 4), x + 28, 4) for top in range(max(0, y - 8), y + 24, 8)
            ]
            assert all(len(box(m, left, top, 4, 8)) < 3 for left, top in blocks)
            assert bars(m)[0] == cursor_bars(state)
            if state.grid[state.place]:
                assert code_at(m, x, y) == state.grid[state.place]
                continue
            walls = walls_around(m, x, y)
            assert {side for side, _ in walls} == set(morgan.wrong_sides(state.grid, state.place, state.selected))
            for side, other in morgan.neighbours(state.grid, state.place):
                for mine, facing in zip(morgan.SQUARES[side], morgan.SQUARES[morgan2.OPPOSITE[side]]):
                    differ = morgan2.is_green(state.selected, mine) != morgan2.is_green(other, facing)
                    assert ((side, mine) in walls) == differ
            seen.append(bool(walls))
            for square in range(6):
                left, top = x + 4 + 6 * (square // 2), y + 8 * (square % 2)
                colour = GREEN if morgan2.is_green(state.selected, square) else RED
                assert box(m, left, top, 2, 8) == box(m, left + 4, top, 2, 8) == {colour}
                assert box(m, left + 2, top, 2, 8) == {BLACK}
        yield "X"
        yield
        assert box(m, 0, 18, 193, 1) == {WHITE}
        assert box(m, 1, 19, 23, 5) == {BLACK}, "walls are no part of the table"

    game, seen = numbered(4), []
    game.press("E")
    game.press("E")
    running(4, player)
    assert set(seen) == {True, False}


@pytest.mark.parametrize("number", [0, 31])
def test_the_opening_shows_all_dominoes_unless_a_game_is_named(number):
    """The key that ends it counts in the game."""

    def player(m):
        yield None
        assert ("MORGAN2" in m.screen.lines[5]) == (number == 0)
        assert (box(m, 4, 0, 18, 16) == {RED}) == (number == 0)
        yield "<RETURN>"
        yield None
        assert "Return takes this domino" in m.screen.lines[24]

    headless(lambda m: edition.main(m, number=number), player, seed=2)
