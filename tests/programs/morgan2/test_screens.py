"""What morgan2 shows: every pixel of the board against the rules, the panel, the pages, marks and colours."""

import ast
import random
from dataclasses import replace
from pathlib import Path

import pytest
from retro.programs.morgan2 import edition, morgan2, screen
from retro.programs.morgan2.morgan2 import IN_GRID
from retro.programs.morgan2.rules import board as morgan
from retro.programs.morgan2.rules import picture as morgan_picture
from retro.programs.morgan2.rules.history import keys_of_move
from retro.programs.morgan2.rules.picture import THICK, THIN, Cell

from retro.frontends.headless import headless
from tests.support.morgan_players import (
    BLACK,
    WHITE,
    bars,
    bottom,
    box,
    code_at,
    cursor_bars,
    dealt,
    grid_at,
    large,
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
    states_of,
    typed,
)

LETTERS = "UDLREEE"


def shows(m, state, marked=False):
    """Everything that moves is where the state says."""
    assert grid_at(m, marked) == list(state.grid)
    assert stack_at(m, marked) == list(state.stack)
    assert code_at(m, 232, 0, marked) == state.selected
    in_grid = state.mode == IN_GRID
    assert bars(m) == (cursor_bars(state) if in_grid else {}, {} if in_grid else {state.pointer: THICK})
    final = morgan.tenths(state.total, state.fill)
    assert large(m) == {"FINAL": final, "BONUS": f"X{morgan.bonus(state)}", "LEFT": str(64 - state.next)}


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


def test_the_corners_of_places_are_dots_and_nothing_is_cut():
    m = running(1, None)
    empty = [at for at in range(64) if not code_at(m, 24 * (at % 8), 24 * (at // 8))]
    assert len(empty) == 63
    for at in empty:
        x, y = 24 * (at % 8), 24 * (at // 8)
        assert box(m, x, y, 2, 2) == {WHITE}
        assert box(m, x + 2, y, 22, 24) == box(m, x, y + 2, 24, 22) == {BLACK}


def drawn(program):
    """A machine on which a program has drawn, with the variables of a game."""

    def main(m):
        screen.open_screen(m)
        v = edition.Variables(None, numbered(1))
        m.vdu(26, 12)
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
    assert marks or BLACK not in box(m, 1, 1, 23, 23) | box(m, 169, 169, 23, 23), "sides touch"
    assert box(m, 0, 24, 192, 1) == box(m, 24, 0, 1, 192) == {BLACK}, "a line from one to the next"


@pytest.mark.slow
def test_a_redrawn_cell_shows_nothing_of_its_old_contents():
    cells = [
        Cell(),
        Cell(56, outline=THICK),
        Cell(1, ghost=True),
        Cell(dead=True),
        Cell(outline=THICK),
        Cell(64, outline=THIN),
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
    for cell in (Cell(), Cell(dead=True), Cell(8), Cell(8, ghost=True)):
        m = drawn(lambda m, v, cell=cell: screen.draw_cell(m, v, 0, 0, cell))
        seen[cell] = [[pixel(m, x, y) for x in range(24)] for y in range(24)]
    assert len({str(pixels) for pixels in seen.values()}) == 4
    cross = ["".join(" #"[colour == WHITE] for colour in row[8:18]) for row in seen[Cell(dead=True)][5:19]]
    assert cross == ["##      ##"] * 4 + ["  ######  "] * 6 + ["##      ##"] * 4
    for row, ghostly in zip(seen[Cell(8)], seen[Cell(8, ghost=True)]):
        assert ghostly == [BLACK if x % 8 in (4, 5) else colour for x, colour in enumerate(row)]


# the panel


def test_the_lines_of_the_score_have_the_rank_and_the_next_one():
    for total, rank in ((590, "novice, 0.1 to beginner"), (600, "beginner, 2.5 to good"), (950, "master.")):
        game = dealt(1)
        game.state = replace(game.state, total=total, fill=100)
        assert f"FINAL {total / 100:.1f}: {rank}" in morgan_picture.score_lines(game)[0]
    assert all(len(line) <= 38 for line in morgan_picture.score_lines(quick_game(2)))


def test_fits_here_and_fits_at():
    number, game = with_a_choice()

    def player(m):
        yield
        assert panel(m, 16) == ""
        yield "<RETURN>"
        yield
        fitting = morgan.fitting_codes(game.state, game.state.place)
        assert len(fitting) in (7, 8, 15, 16)
        assert panel(m, 16) == f"{len(fitting)} FIT"
        yield from (typed(away), None)
        assert panel(m, 16) == "0 FIT", "no neighbour, nothing fits"
        yield from ("<ESCAPE>", None)
        places = morgan.fitting_places(game.state.grid, game.state.stack[0])
        assert panel(m, 16) == f"{len(places)} PLACES"

    away = ("L" if game.state.column > 3 else "R") * 3
    running(number, player)


# the bottom row


def test_the_bottom_row_names_the_effect_of_return_and_can_be_clicked():
    game, puts = numbered(3), "Return puts it. Z: next. Escape: back"
    game.press("E")
    back = typed(keys_of_move(game.state, morgan.Move(0, game.first.place))[:-1])
    occupied = "Go to a free place; Return goes back"
    steps = [
        (None, "Return turns up the next domino"),
        (press_at(20, 196), puts),
        (press_at(8 * puts.index("Escape") + 12, 196), "Return takes this domino to the grid"),
        (press_at(20, 196), puts),
        ("Z", puts),
        ("\t", puts),
        (press_at(8 * puts.index("Z") + 12, 196), puts),
        ("<ESCAPE><RETURN>" + back, occupied),
        (press_at(8 * occupied.index("Return") + 12, 196), "Return takes this domino to the grid"),
    ]

    def player(m):
        for step, advice in steps:
            yield step
            yield
            assert bottom(m) == advice

    running(3, player)


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
    start, over = morgan2.start(range(1, 65), 0), (morgan.GRID_FULL, morgan.STACK_FULL, morgan.DECK_EMPTY)
    said = {morgan_picture.bottom_row(start, reason, False) for reason in over}
    said |= {"FINAL about 12.3: Return puts it here", "The best so far: Return turns one up"}
    said |= {"No match: " + ", ".join(morgan_picture.SIDE_NAMES.values())}
    for seed in range(5):
        for state in states_of(random_game(seed, 200, every=1000)):
            said |= {morgan_picture.bottom_row(state, "", True), morgan_picture.refusal(state)}
    page = {*edition.RULES, *(words for _, words in edition.KEYS)}
    said |= {text for text in texts_in(edition.__file__) if text[:1].isupper() and " " in text and text not in page}
    long = [text for text in said if len(text) > 38]
    assert long == []
    assert len(said) > 20


def test_the_bottom_row_is_white_in_its_whole_width():
    m = running(1, None)
    assert box(m, 316, 192, 4, 8) == {WHITE}
    assert box(m, 0, 192, 320, 8) == {WHITE, BLACK}


# pages


@pytest.mark.parametrize(
    ("key", "words"),
    [("??", "None can be"), ("?", "how to play"), ("/", "a quick guess"), ("T", "No game"), ("V", "THE SCORE")],
)
def test_a_key_closes_a_page(key, words):
    seen = []

    def player(m):
        yield "<RETURN><ESCAPE><DOWN><RETURN>MBF"
        yield
        yield "<DOWN>"
        yield
        seen.append(bytes(m.screen.framebuffer.pixels))
        yield key
        yield
        assert words in m.screen.text
        yield "<RETURN>"
        yield
        seen.append(bytes(m.screen.framebuffer.pixels))

    running(3, player)
    assert seen[0] == seen[1]


def test_the_remaining_dominoes_are_shown():
    game = numbered(3)
    press_all(game, "EBDE")

    def player(m):
        yield "<RETURN><ESCAPE><DOWN><RETURN>X"
        yield
        assert bottom(m).startswith("What is left; ")
        assert sorted(grid_at(m)) == sorted([*morgan.unplaced(game.state), *[0] * game.state.fill])
        assert stack_at(m) == list(game.state.stack)
        yield "x"
        yield
        shows(m, game.state)

    running(3, player)


def test_the_table_of_remaining_dominoes_is_sorted():
    fresh = morgan2.State(list(range(1, 65)), next=0)
    order = [cell.code for cell in morgan_picture.remaining_cells(fresh, known=False)]
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


def test_boxes_where_the_domino_fits():
    number, game = with_a_choice()
    places = [move.place for move in morgan.moves(game.state)]

    def player(m):
        yield "<RETURN><ESCAPE>F"
        yield
        assert bars(m) == (dict.fromkeys(places, THIN), {0: THICK})
        yield "<RETURN>"
        yield
        assert bars(m) == (dict.fromkeys(places, THIN) | cursor_bars(game.state), {})
        yield "F"
        yield
        assert bars(m) == (cursor_bars(game.state), {})

    running(number, player)


def test_crosses_on_dead_places():
    game = quick_game(5)
    cells = morgan_picture.grid_cells(game.state, dead=True)
    dead = [at for at, cell in enumerate(cells) if cell.dead]
    assert dead == morgan.dead_places(game.state)
    assert dead
    plain = morgan_picture.grid_cells(game.state)
    assert not any(cell.dead for cell in plain)


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


def walls_in(m, x, y):
    """The sides and squares of the cell at x, y that have a wall of white and black at their edge."""
    edges = {morgan2.LEFT: (0, 0, 2, 12), morgan2.RIGHT: (6, 0, 2, 12), morgan2.UPPER: (0, 0, 8, 2)}
    edges[morgan2.LOWER] = 0, 10, 8, 2
    inner = {morgan2.LEFT: (2, 0, 2, 12), morgan2.RIGHT: (4, 0, 2, 12), morgan2.UPPER: (0, 2, 8, 2)}
    inner[morgan2.LOWER] = 0, 8, 8, 2
    found = set()
    for side, squares in enumerate(morgan.SQUARES):
        for square in squares:
            left, top = x + 8 * (square // 2), y + 12 * (square % 2)
            parts = [box(m, left + dx, top + dy, w, h) for dx, dy, w, h in (edges[side], inner[side])]
            found |= (
                {(side, square)} if WHITE in parts[0] and BLACK in parts[1] and len(parts[1] - {WHITE}) < 2 else set()
            )
    return found


def test_the_picked_domino_is_a_ghost_with_walls_at_squares_that_differ():
    """A terminal shows all of it: no block character has more than two colours but where walls meet."""

    def player(m):
        yield "<RETURN>"
        yield
        for way in "RRRRRRRDDDDDDDLLLLLLLUUUUUUURDRDRDRD":
            game.press(way)
            yield typed(way)
            yield
            state = game.state
            x, y = 24 * state.column, 24 * state.row
            assert bars(m)[0] == cursor_bars(state)
            if state.grid[state.place]:
                assert code_at(m, x, y) == state.grid[state.place]
                continue
            cell = morgan_picture.grid_cells(state)[state.place]
            assert {side for side, _ in cell.walls} == {*morgan.wrong_sides(state.grid, state.place, state.selected)}
            for side, other in morgan.neighbours(state.grid, state.place):
                for mine, facing in zip(morgan.SQUARES[side], morgan.SQUARES[morgan2.OPPOSITE[side]]):
                    differ = morgan2.is_green(state.selected, mine) != morgan2.is_green(other, facing)
                    assert ((side, mine) in cell.walls) == differ
            assert set(cell.walls) <= walls_in(m, x, y)
            seen.append(bool(cell.walls))

    game, seen = numbered(4), []
    game.press("E")
    running(4, player)
    assert set(seen) == {True, False}


def test_the_first_start_shows_the_rules_unless_a_game_is_named():
    def player(m):
        yield None
        assert "MORGAN2" in m.screen.lines[1]
        yield "n"
        yield None
        assert "None can be" in m.screen.text
        assert "No match" in m.screen.text  # in the picture
        yield "<RETURN>"
        yield None
        assert bottom(m) == "Return turns up the next domino"
        yield "<RETURN>qn"
        yield None
        assert "will be lost" in m.screen.text
        yield "y"
        yield None
        assert bottom(m) == "Return turns up the next domino"

    headless(edition.main, player, seed=2)
    assert bottom(running(31, None)) == "Return turns up the next domino"
