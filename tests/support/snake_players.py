"""Players of the domino snake who read only the screen of 40 columns. lines: its rows as text."""

import re

from retro.programs.snake import snake
from retro.programs.snake.rules.pictures import PATH

LONGEST = 150  # moves of a game
PIECE = re.compile(r"(\d)-(\d)")
PROMPT, DENSE_PROMPT = 20, 22
OVER = re.compile("W I N|D R A W")


def play_out(state, rules, pick):
    """Play to the end with the `choose_move` of `rules` for each side; return the result and the number of moves."""
    moves = 0
    while not (over := snake.result(state)):
        side = rules[state.status]
        state = side.apply_move(state, side.choose_move(state, pick))
        moves += 1
    return over, moves


def random_pick(rnd):
    """Return a function for random numbers from -n to n."""
    return lambda n: rnd(2 * n + 1) - n - 1


def hand(lines):
    """Return the player's pieces by number: both numbers, and the marks."""
    pieces = {}
    for row in range(12, 21):
        for found in PIECE.finditer(lines[row]):
            column = found.start()
            if column % 4 == 1 and (label := re.match(r" ?(\d+)(L?R?)", lines[row + 2][column : column + 4])):
                pieces[int(label[1])] = int(found[1]), int(found[2]), label[2]
    return pieces


def drawn(lines):
    """Return the pieces of the snake by their index in PATH, the left number of each first."""
    pieces = {}
    for index, place in enumerate(PATH):
        x, y = place.column, place.row
        if place.upright and lines[y + 1][x] == "|":
            pieces[index] = int(lines[y][x]), int(lines[y + 2][x])
        elif not place.upright and (found := PIECE.match(lines[y], x)):
            pair = int(found[1]), int(found[2])
            pieces[index] = pair[::-1] if place.reversed else pair
    return pieces


def status(lines):
    """Return what the screen says about the turn."""
    return lines[DENSE_PROMPT if lines[DENSE_PROMPT].startswith((" Your", " RETURN", " [")) else PROMPT].strip()


def over(lines):
    return OVER.search(lines[0].ljust(25))


def first_marked(lines):
    """Return the keys that lay the first marked piece at a marked side; 0 if there is none."""
    for number, (_, _, mark) in sorted(hand(lines).items()):
        if mark and number < 10:
            return f"{'-' if mark[0] == 'L' else '+'}{number}"
        if mark:
            return "<RIGHT>" * number + "<RETURN>" + "L" * (len(mark) > 1)
    return "0"


def first_that_fits(m):
    """Play from the screen: always lay the first marked piece, and quit at the end."""
    yield
    for _ in range(LONGEST):
        lines = m.screen.lines
        if over(lines):
            break
        yield first_marked(lines)
        yield
    yield 8.0  # until the snake has wriggled
    yield "q"
    yield
    yield "q"


def taking(lines):
    """Return the words of the button that takes a piece, or passes."""
    return next(word for word in ("0 Take", "0 Pass") if word in "".join(lines))


def button(lines, word):
    """Return column and row of a button."""
    return next((line.index(word), row) for row, line in reversed([*enumerate(lines)]) if word in line)


def spot_of(lines, number):
    """Return column and row of one of the player's pieces."""
    return next(
        (column, row)
        for row in range(12, 21)
        for column in range(1, 40, 4)
        if PIECE.match(lines[row], column) and lines[row + 2][column : column + 4].strip("LR ") == str(number)
    )


def end_spot(lines, side):
    """Return column and row of an open end, -1 left or 1 right."""
    at = min(drawn(lines)) - 1 if side < 0 else max(drawn(lines)) + 1
    return PATH[at][:2]


def with_the_mouse(m):
    """Play from the screen with clicks only, given as column and row: always the first marked piece."""
    yield
    for _ in range(LONGEST):
        lines = m.screen.lines
        if over(lines):
            break
        marked = [(number, mark) for number, (_, _, mark) in sorted(hand(lines).items()) if mark]
        if not marked:
            yield button(lines, taking(lines))
        else:
            number, mark = marked[0]
            yield spot_of(lines, number)
            if mark == "LR":
                yield
                yield end_spot(lines, -1)
        yield
    yield 8.0
    yield button(m.screen.lines, "Quit")
    yield
    yield button(m.screen.lines, "Quit")
