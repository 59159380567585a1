"""Games of morgan2 for the tests: random keys, what must always hold, players of whole games."""

import random
from itertools import pairwise

from retro.programs.morgan2 import edition, morgan2, screen
from retro.programs.morgan2.morgan2 import IN_GRID, NONE
from retro.programs.morgan2.rules import board as morgan
from retro.programs.morgan2.rules.history import GameHistory, from_tape, is_move, keys_of_move, next_free, to_tape
from retro.programs.morgan2.rules.picture import THICK, THIN
from retro.programs.morgan2.rules.player import TURN, position_of, quick_move

from retro.basic import edition as variant
from retro.basic.rnd import Rnd
from retro.frontends.headless import headless
from retro.input.events import Mouse

ORDER = list(range(1, 65))
KEYS = "UDLREEEB"


def dealt(seed):
    """A game, dealt with this seed."""
    rnd = Rnd()
    rnd(-seed)
    return GameHistory(morgan2.deal(rnd), seed)


def check(state, before=None):
    """What holds at every moment of every game. before: a state that has been checked."""
    assert all(0 <= number < 8 for number in (state.row, state.column, state.pointer))
    assert state.picked == NONE or state.stack[state.picked]
    assert state.mode != IN_GRID or state.picked != NONE
    if before is None or (state.fill, state.next) != (before.fill, before.next):
        check_dominoes(state)


def open_places(grid):
    """The empty places beside a domino."""
    return [at for at, code in enumerate(grid) if not code and morgan.neighbours(grid, at)]


def check_dominoes(state):
    """Every domino is somewhere, all neighbours match, and the end is where nothing can be done."""
    there = {at: code for at, code in enumerate(state.grid) if code}
    assert sorted([*there.values(), *morgan.unplaced(state)]) == ORDER
    assert len(there) == state.fill
    assert 0 <= state.total <= 896
    assert state.total % 2 == 0
    for at, code in there.items():
        assert not morgan.wrong_sides(state.grid, at, code)
        assert state.fill == 1 or morgan.neighbours(state.grid, at)
    over, found = morgan.game_over(state), morgan.moves(state)
    assert not (over and found)
    assert over or found or (state.next < 64 and 0 in state.stack)


def check_game(game):
    """What holds of a game with its past, and that it can be saved and read again."""
    for before, after in pairwise([*game.past, game.state]):
        assert is_move(before, after)
    again = from_tape(to_tape(game))
    for name in ("number", "known", "starred", "hints"):
        assert getattr(again, name) == getattr(game, name)
    assert facts(again) == facts(game)
    assert to_tape(again) == to_tape(game)
    while game.undo():
        assert again.undo()
        assert facts(again) == facts(game)
    while game.redo():
        assert again.redo()
        assert facts(again) == facts(game)


def facts(game):
    """All of a game's state but its cursors, which the tape does not keep."""
    state = game.state
    return state.grid, state.stack, state.next, state.total, state.fill, len(game.undone)


def states_of(game):
    """The states in which moves were made, and the last one."""
    return [*game.past, game.state]


def random_game(seed, keys, every=1):
    """A game of random keys, undo and redo among them; checked after each of so many, but not as a whole."""
    chooser, game = random.Random(seed), dealt(seed + 1)
    checked = None
    for at in range(keys):
        roll = chooser.random()
        if roll < 0.03:
            game.undo()
        elif roll < 0.05:
            game.redo()
        elif roll < 0.3:
            press_all(game, quick_keys(game.state))
        else:
            before = game.state
            assert game.press(chooser.choice(KEYS)) == (game.state != before)
        if at % every == 0:
            check(game.state, checked)
            checked = game.state
    return game


def press_all(game, keys, take=True):
    for pressed in keys:
        game.press(pressed, take)


def quick_keys(state):
    """The keys of the game for the next step of the quick player: to turn up, to take, or to put; empty at the end."""
    if morgan.game_over(state):
        return ""
    move = quick_move(position_of(state))
    if move == TURN:
        return keys_of_move(state, morgan.Move(next_free(state), NONE))
    pointer = [at for at, code in enumerate(state.stack) if code][move.pointer]
    held = state.mode == IN_GRID and state.picked == pointer
    return keys_of_move(state, morgan.Move(pointer, move.place if held else NONE))


def quick_game(seed):
    """A game that the quick player has played to its end, every move by its keys."""
    game = dealt(seed)
    while keys := quick_keys(game.state):
        before = game.state
        press_all(game, keys)
        assert is_move(before, game.state) or game.state.mode == IN_GRID
    return game


# what is on the screen


BLACK, RED, GREEN, WHITE = range(4)


class RandomNumbersOnly:
    """What dealing a game by its number needs of a machine."""

    def __init__(self):
        self.rnd = Rnd()

    @property
    def rnd_state(self):
        return self.rnd.state

    @rnd_state.setter
    def rnd_state(self, state):
        self.rnd.state = state


def numbered(number):
    """The game of this number."""
    return edition.new_game(RandomNumbersOnly(), number, False)


def pixel(m, x, y):
    return m.screen.framebuffer.pixels[320 * y + x]


def box(m, x, y, width, height):
    """The colours of the pixels of a rectangle."""
    starts = (320 * row + x for row in range(y, y + height))
    return {colour for start in starts for colour in set(bytes(m.screen.framebuffer.pixels[start : start + width]))}


def code_at(m, x, y, marked=False):
    """The domino in the cell at x, y, 0 if there is none or a ghost."""
    code = 1
    for square in range(6):
        left, top = x + 8 * (square // 2), y + 12 * (square % 2)
        beside_bars = left + (2 if square > 3 else 4)
        colours = box(m, beside_bars, top + 2, 2, 2) | box(m, beside_bars, top + 8, 2, 2)
        if not colours & {RED, GREEN} or BLACK in colours:
            return 0
        (colour,) = colours
        assert box(m, beside_bars, top + 4, 2, 4) == {BLACK if marked and colour == GREEN else colour}
        code += (colour == GREEN) << square
    return code


def bars_at(m, x, y):
    """The width of the outline of the cell at x, y: THICK for that of a cursor, THIN, or 0 for none."""
    for width in (THICK, THIN):
        sides = (x, y, width, 24), (x + 24 - width, y, width, 24), (x, y, 24, 2), (x, y + 22, 24, 2)
        if all(box(m, *side) == {WHITE} for side in sides):
            return width
    return 0


def cursor_bars(state):
    """The bars on the grid that show its cursor: on a domino, and where the picked one fits."""
    at = state.place
    if state.grid[at]:
        return {at: THICK}
    return {at: THIN} if morgan2.matching_neighbours(state.grid, at, state.selected) else {}


def grid_at(m, marked=False):
    """The dominoes on the grid."""
    return [code_at(m, 24 * (at % 8), 24 * (at // 8), marked) for at in range(64)]


def stack_at(m, marked=False):
    """The dominoes in the stack."""
    return [code_at(m, 200, 24 * at, marked) for at in range(8)]


def bars(m):
    """The bars on the grid and in the stack."""
    grid = {at: kind for at in range(64) if (kind := bars_at(m, 24 * (at % 8), 24 * (at // 8)))}
    return grid, {at: kind for at in range(8) if (kind := bars_at(m, 200, 24 * at))}


def panel(m, row):
    """The text of the panel in this row."""
    return m.screen.line(row)[33 if row < 3 else 30 :].rstrip()  # beside the picked domino


def large(m):
    """The large numbers of the panel, FINAL with its decimal."""
    return {panel(m, row + 1)[:5].strip(): panel(m, row)[5:].strip().replace(" ", ".") for row in (4, 8, 11)}


def bottom(m):
    """The text of the bottom row."""
    return m.screen.line(24).strip()


NAMES = {"U": "<UP>", "D": "<DOWN>", "L": "<LEFT>", "R": "<RIGHT>", "E": "<RETURN>", "B": "<ESCAPE>"}


def typed(keys):
    """Keys of the game as they are typed."""
    return "".join(NAMES[pressed] for pressed in keys)


def press_at(x, y, buttons=4):
    """A press of the mouse on this pixel, from the top left of the screen."""
    place = 4 * x, 4 * (199 - y)
    return [Mouse(*place, buttons), Mouse(*place, 0)]


def past_the_end(m):
    """End the tune at the end of a game, if it is there, and leave its page."""
    if bottom(m).startswith("The end: "):
        yield " "
        yield
        assert "THE END" in m.screen.text, m.screen.text
        yield "<RETURN>"
        yield


def on_grid(place):
    return press_at(24 * (place % 8) + 12, 24 * (place // 8) + 12)


def on_stack(place):
    return press_at(212, 24 * place + 12)


def running(number, player, **options):
    """The program with this game and a player; the machine as it was left."""
    return headless(lambda m: edition.main(m, number=number, **options), player, seed=1)


# random keys into the program


LITTLE = {"DECKS": 4, "STEP": 2, "AHEAD": 2, "SCORES": 1}  # for a hint that takes no time
LETTERS = [*NAMES.values(), *"uURFBXMCOLTV?/G1aswdNS z\t", *["G", "H", "<RETURN>"] * 5]


def anything(seed, count, letters="H"):
    """A player of so many random keys and clicks, these letters among them."""
    chooser = random.Random(seed)
    keys = [*LETTERS, *letters]

    def player(m):
        for _ in range(count):
            yield
            roll = chooser.random()
            if roll < 0.1:
                yield press_at(chooser.randrange(320), chooser.randrange(170), chooser.choice([1, 2, 4]))
            elif roll < 0.2:
                yield chooser.choice([on_stack, on_grid])(chooser.randrange(8))
            else:
                yield chooser.choice(keys)
        yield

    return player


def checked_program(*, drawing, **options):
    """The program as an edition that checks itself before each key of the game; it begins again when it is left."""
    checked = [None]

    def draw(m, v):
        state, before = v.game.state, checked[0]
        if state is not before:
            check(state, before)
            assert v.over == morgan.game_over(state)
            checked[0] = state
        if drawing:
            screen.draw(m, v)

    def play(m):
        while True:
            variant(edition.main, handle_key=handled)(m, number=5, **options)

    def handled(m, v, code):
        draw(m, v)
        edition.handle_key(m, v, code)

    return play
