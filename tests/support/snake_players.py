"""Players of the domino snake who read only the screen of 40 columns. lines: its rows as text."""

import re

from retro.programs.snake.rules import stage3

LONGEST = 150  # moves of a game
PIECE = re.compile(r"(\d+):\[(\d), (\d)\] {0,2}([ <])(\d\d)([ >])")
NUMBER = re.compile(r"\d\d")


def play_out(state, rules, pick):
    """Play to the end with the `computer` of `rules` for each side; return the result and the number of moves."""
    moves = 0
    while not (over := stage3.result(state)):
        side = rules[state.status]
        state = side.apply_move(state, side.computer(state, pick))
        moves += 1
    return over, moves


def hand(lines):
    """Return the player's pieces by number: both numbers, the picture, and the marks."""
    rows = "\n".join(f"{line} " for line in lines[11:18])
    return {
        int(n): (int(a), int(b), face, (left + right).strip()) for n, a, b, left, face, right in PIECE.findall(rows)
    }


def pictures(lines):
    """Return the snake as drawn, a string of two digits for each piece."""
    return [face for line in lines[4:7] for face in NUMBER.findall(line)]


def status(lines):
    """Return the status line, which is wrapped."""
    return " ".join(line.strip() for line in lines[19:21]).strip()


def over(lines):
    return "The game is over" in status(lines)


def first_marked(lines):
    """Return the move that lays the first marked piece at the marked side; 0 if there is none."""
    for number, (_, _, _, mark) in sorted(hand(lines).items()):
        if mark:
            return -number if mark[0] == "<" else number
    return 0


def first_that_fits(m):
    """Play from the screen: always lay the first marked piece, and quit at the end."""
    yield
    for _ in range(LONGEST):
        lines = m.screen.lines
        if over(lines):
            break
        yield f"{first_marked(lines)}\n" if "your turn" in status(lines) else "\n"
        yield
    yield "q\n"
