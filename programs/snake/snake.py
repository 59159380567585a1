"""Domino Snake

One snake, two hands, 28 dominoes: be first without any. Five stages, from a mere deal to a
computer that counts what is left.

The staged project "Dominoes" of a programming course (JetBrains Academy) has no listing: five texts describe what each
stage adds. Each stage is a small program here, stage_1 to stage_5, with a function for each objective of its text. A
function that a later stage changes has the number of its stage: choose_move_4 takes the place of choose_move_3.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from retro import Machine
from retro.basic import NL

Rnd = Callable[[int], int]  # rnd(n) returns a random number from 1 to n
Pick = Callable[[int], int]  # pick(n) returns a random number from -n to n
Piece = tuple[int, int]  # two numbers of spots, 0 to 6; in the set the lower one stands first
Pieces = tuple[Piece, ...]

NUMBERS = range(7)
HAND = 7  # pieces dealt to each side
PLAYER, COMPUTER, DRAW = "player", "computer", "draw"
OTHER = {PLAYER: COMPUTER, COMPUTER: PLAYER}


def main(m: Machine) -> None:
    """Play the program of the last stage.  Described."""
    stage_5(m)


# stage 1: the set of 28, the deal, the starting piece


class SnakeState(NamedTuple):
    """The five variables of stage 1. status: who is to move, "player" or "computer".  Described."""

    stock: Pieces
    computer: Pieces
    player: Pieces
    snake: Pieces
    status: str


def stage_1(m: Machine, given: SnakeState | None = None) -> None:
    """Deal, and print the five variables. given: pieces that have been dealt already.  Described."""
    show(m, listing(given or deal(m.rnd)))


def full_set() -> Pieces:
    """Return the 28 different pieces. Objective 1.  Described."""
    return tuple((a, b) for a in NUMBERS for b in NUMBERS if a <= b)


def shuffled(pieces: Pieces, rnd: Rnd) -> Pieces:
    """Return the pieces in random order, every order equally likely.  Ours."""
    order = list(pieces)
    for last in range(len(order) - 1, 0, -1):
        other = rnd(last + 1) - 1
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def split(rnd: Rnd) -> tuple[Pieces, Pieces, Pieces]:
    """Split the set at random into stock (14), computer's and player's pieces (7). Objective 2.  Described."""
    pieces = shuffled(full_set(), rnd)
    return pieces[2 * HAND :], pieces[:HAND], pieces[HAND : 2 * HAND]


def starting_piece(computer: Pieces, player: Pieces) -> tuple[Piece, str] | None:
    """Return the highest double and its owner; None without a double. Objective 3.  Described."""
    for number in reversed(NUMBERS):
        for owner, held in ((COMPUTER, computer), (PLAYER, player)):
            if (number, number) in held:
                return (number, number), owner
    return None


def deal(rnd: Rnd) -> SnakeState:
    """Deal until somebody has a double, which is laid; the other side moves first. Objective 3.  Described."""
    while True:
        stock, computer, player = split(rnd)
        if found := starting_piece(computer, player):
            piece, owner = found
            computer, player = (tuple(other for other in held if other != piece) for held in (computer, player))
            return SnakeState(stock, computer, player, (piece,), OTHER[owner])


def listing(state: SnakeState) -> list[str]:
    """Return the five lines of stage 1, lists as [[2, 5], [1, 2]]. Objective 4.  Described."""
    stock, computer, player, snake = (str([list(piece) for piece in pieces]) for pieces in state[:4])
    return [
        f"Stock pieces: {stock}",
        f"Computer pieces: {computer}",
        f"Player pieces: {player}",
        f"Domino snake: {snake}",
        f"Status: {state.status}",
    ]


def show(m: Machine, lines: list[str]) -> None:
    """Print lines on a terminal of 80 columns, and on the printer.  Ours."""
    m.mode(3)
    m.vdu(2)
    m.print(NL.join(lines))


# stage 2: the display

HEADER = "=" * 70
TURNS = {
    PLAYER: "Status: It's your turn to make a move. Enter your command.",
    COMPUTER: "Status: Computer is about to make a move. Press Enter to continue...",
}


def stage_2(m: Machine, given: SnakeState | None = None) -> None:
    """Deal, and show what the player may see.  Described."""
    show(m, display_2(given or deal(m.rnd)))


def display_2(state: SnakeState) -> list[str]:
    """Return the lines of stage 2.  Described."""
    return frame(state, snake_text_2(state.snake), status_text_2(state))


def frame(state: SnakeState, snake: str, status: str) -> list[str]:
    """Return the lines of the display; stock and computer's pieces are only counted. Objectives 1 to 6.  Described."""
    return [
        HEADER,
        f"Stock size: {len(state.stock)}",
        f"Computer pieces: {len(state.computer)}",
        "",
        snake,
        "",
        "Your pieces:",
        *(f"{number}:{piece_text(piece)}" for number, piece in enumerate(state.player, 1)),
        "",
        status,
    ]


def snake_text_2(snake: Pieces) -> str:
    """Return the pieces of the snake one after another, without blanks. Objective 4.  Described."""
    return "".join(map(piece_text, snake))


def piece_text(piece: Piece) -> str:
    """Return a piece as [a, b]. Objectives 4 and 5.  Described."""
    return f"[{piece[0]}, {piece[1]}]"


def status_text_2(state: SnakeState) -> str:
    """Return the line that tells whose turn it is. Objective 6.  Described."""
    return TURNS[state.status]


# stage 3: moves, their range, an end. There are no rules yet.
#
# A move is a number k: k > 0 lays the mover's piece number k at the right end, k < 0 number -k at the left end, 0 takes
# a piece from the stock, if there is one, and passes.

INVALID, ILLEGAL = "Invalid input. Please try again.", "Illegal move. Please try again."
LONGEST_SHOWN = 6  # pieces of a snake that is printed whole
SHOWN_AT_ENDS = 3  # pieces printed at each end of a longer one
CLOSED = 8  # how often each number occurs in the set: on seven pieces, one of them a double
RESULTS = {
    PLAYER: "Status: The game is over. You won!",
    COMPUTER: "Status: The game is over. The computer won!",
    DRAW: "Status: The game is over. It's a draw!",
}


class StageRules(NamedTuple):
    """What differs between the stages that are played. choose_move: the computer's, by a random number.  Ours."""

    legal: Callable[[SnakeState, int], bool]
    apply_move: Callable[[SnakeState, int], SnakeState]
    choose_move: Callable[[SnakeState, Pick], int]


def stage_3(m: Machine, given: SnakeState | None = None) -> None:
    """Play without rules against a computer that moves at random.  Described."""
    play(m, given or deal(m.rnd), StageRules(legal_3, apply_move_3, choose_move_3))


def play(m: Machine, state: SnakeState, rules: StageRules) -> None:
    """Show the field and make the move of the side whose turn it is, until the game ends. Objective 3.  Described."""
    show(m, display_3(state))
    while not result(state):
        if state.status == PLAYER:
            k = ask_player(m, state, rules)
        else:
            read_line(m)  # Enter; what is typed before it is ignored
            k = rules.choose_move(state, lambda n: m.rnd(2 * n + 1) - n - 1)
        state = rules.apply_move(state, k)
        m.print(NL.join(display_3(state)))


def read_line(m: Machine) -> str:
    """Return the line typed, without echo on the printer.  Ours."""
    m.vdu(3)
    line = m.input(mark="", line=True)
    m.vdu(2)
    return line


def ask_player(m: Machine, state: SnakeState, rules: StageRules) -> int:
    """Ask until the answer is a move; print what is wrong with the others. Objective 3, step 2.  Described."""
    while wrong := move_error(rules, state, line := read_line(m)):
        m.print(wrong)
    return parse_move(line) or 0


def move_error(rules: StageRules, state: SnakeState, line: str) -> str:
    """Return what is wrong with a line as a move: Invalid before Illegal; "" if nothing is.  Described."""
    k = parse_move(line)
    if k is None or abs(k) > len(hand(state)):
        return INVALID
    return "" if rules.legal(state, k) else ILLEGAL


def parse_move(line: str) -> int | None:
    """Return the integer in a line: blanks, a sign, digits 0 to 9; None for anything else, or for over 3 digits.

    Objective 3, step 2.  Described; what counts as an integer ours.
    """
    match = re.fullmatch(r"([+-]?)0*([0-9]{1,3})", line.strip())
    return int(match[1] + match[2]) if match else None


def legal_3(state: SnakeState, k: int) -> bool:
    """Return True: there are no rules yet.  Described."""
    return True


def choose_move_3(state: SnakeState, pick: Pick) -> int:
    """Return the computer's move: any number from -n to n for n pieces. Objective 3, step 3.  Described."""
    return pick(len(hand(state)))


def apply_move_3(state: SnakeState, k: int) -> SnakeState:
    """Return the state after a move; the piece is laid as it is. Objective 3, steps 2 and 3.  Described."""
    return take(state) if k == 0 else lay(state, k, hand(state)[abs(k) - 1])


def hand(state: SnakeState) -> Pieces:
    """Return the pieces of the side to move.  Ours."""
    return state.player if state.status == PLAYER else state.computer


def lay(state: SnakeState, k: int, piece: Piece) -> SnakeState:
    """Return the state with piece number |k| laid at the end given by the sign of k, as it is given here.  Ours."""
    held = hand(state)
    snake = (*state.snake, piece) if k > 0 else (piece, *state.snake)
    return end_turn(state._replace(snake=snake), held[: abs(k) - 1] + held[abs(k) :])


def take(state: SnakeState) -> SnakeState:
    """Return the state with the last piece of the stock, if any, added to the hand.  Described; which piece ours."""
    return end_turn(state._replace(stock=state.stock[:-1]), hand(state) + state.stock[-1:])


def end_turn(state: SnakeState, held: Pieces) -> SnakeState:
    """Return the state with this hand and the turn passed on. Objective 3, step 4.  Described."""
    if state.status == PLAYER:
        return state._replace(player=held, status=COMPUTER)
    return state._replace(computer=held, status=PLAYER)


def display_3(state: SnakeState) -> list[str]:
    """Return the lines of stages 3 to 5. Objective 3, step 1.  Described."""
    return frame(state, snake_text_3(state.snake), status_text_3(state))


def snake_text_3(snake: Pieces) -> str:
    """Return the snake; of more than six pieces only the first and last three. Objective 2.  Described."""
    if len(snake) <= LONGEST_SHOWN:
        return snake_text_2(snake)
    return f"{snake_text_2(snake[:SHOWN_AT_ENDS])}...{snake_text_2(snake[-SHOWN_AT_ENDS:])}"


def status_text_3(state: SnakeState) -> str:
    """Return the line that tells whose turn it is, or how the game has ended. Objective 1.  Described."""
    return RESULTS.get(result(state)) or status_text_2(state)


def result(state: SnakeState) -> str:
    """Return PLAYER, COMPUTER or DRAW; "" while the game goes on. The end condition.  Described; the order ours."""
    if not state.player:
        return PLAYER
    if not state.computer:
        return COMPUTER
    return DRAW if is_closed(state.snake) else ""


def is_closed(snake: Pieces) -> bool:
    """Return whether both ends are the same number, and it occurs eight times: a draw.  Described."""
    left, right = snake[0][0], snake[-1][1]
    return left == right and sum(piece.count(left) for piece in snake) == CLOSED


# stage 4: the rules. Neighbours touch with equal numbers.

LEFT, RIGHT = -1, 1


def stage_4(m: Machine, given: SnakeState | None = None) -> None:
    """Play by the rules against a computer that moves at random.  Described."""
    play(m, given or deal(m.rnd), StageRules(legal_4, apply_move_4, choose_move_4))


def legal_4(state: SnakeState, k: int) -> bool:
    """Return whether a move is legal; 0 always is. Player's objective 1.  Described."""
    return k == 0 or fits(state.snake, hand(state)[abs(k) - 1], RIGHT if k > 0 else LEFT)


def choose_move_4(state: SnakeState, pick: Pick) -> int:
    """Return the computer's move: random numbers until one is legal. Its objective 1.  Described."""
    while not legal_4(state, k := choose_move_3(state, pick)):
        pass
    return k


def apply_move_4(state: SnakeState, k: int) -> SnakeState:
    """Return the state after a legal move, the piece turned to fit. Objective 2 of both sides.  Described."""
    if k == 0:
        return take(state)
    return lay(state, k, oriented(state.snake, hand(state)[abs(k) - 1], RIGHT if k > 0 else LEFT))


def fits(snake: Pieces, piece: Piece, side: int) -> bool:
    """Return whether a piece holds the number at the left (-1) or right (1) end. Requirement 1.  Described."""
    return end_of(snake, side) in piece


def oriented(snake: Pieces, piece: Piece, side: int) -> Piece:
    """Return the piece, turned so that equal numbers touch at this end of the snake. Requirement 2.  Described."""
    inner = piece[0] if side == RIGHT else piece[1]
    return piece if inner == end_of(snake, side) else (piece[1], piece[0])


def end_of(snake: Pieces, side: int) -> int:
    """Return the number at an end of the snake.  Ours."""
    return snake[-1][1] if side == RIGHT else snake[0][0]


# stage 5: the computer counts. It lays common numbers first and keeps rare ones, so that its hand stays diverse.


class Attempt(NamedTuple):
    """A piece that the computer considers. number: from 1, in the hand. k: the move, 0 if it fits nowhere.  Ours."""

    number: int
    piece: Piece
    score: int
    k: int


def stage_5(m: Machine, given: SnakeState | None = None) -> None:
    """Play by the rules against a computer that counts.  Described."""
    play(m, given or deal(m.rnd), StageRules(legal_4, apply_move_4, choose_move_5))


def choose_move_5(state: SnakeState, pick: Pick | None = None) -> int:
    """Return the counting player's move: the first attempt that fits, else 0. The objective.  Described."""
    return next((attempt.k for attempt in attempts(hand(state), state.snake) if attempt.k), 0)


def counts(held: Pieces, snake: Pieces) -> list[int]:
    """Return how often each number from 0 to 6 occurs in hand and snake together. Step 1.  Described."""
    spots = [number for piece in held + snake for number in piece]
    return [spots.count(number) for number in NUMBERS]


def scores(held: Pieces, snake: Pieces) -> list[int]:
    """Return the score of each piece in the hand: the sum of the counts of its numbers. Step 2.  Described."""
    count = counts(held, snake)
    return [count[a] + count[b] for a, b in held]


def attempts(held: Pieces, snake: Pieces) -> list[Attempt]:
    """Return all pieces, highest score first, and where each would go.  Described; the first of equals first, ours."""
    scored = [(score, number) for number, score in enumerate(scores(held, snake), 1)]
    order = sorted(scored, key=lambda entry: -entry[0])
    return [Attempt(number, held[number - 1], score, try_both_ends(held, snake, number)) for score, number in order]


def try_both_ends(held: Pieces, snake: Pieces, number: int) -> int:
    """Return the move that lays this piece, left before right; 0 if it fits nowhere.  Described; left first ours."""
    for side in (LEFT, RIGHT):
        if fits(snake, held[number - 1], side):
            return side * number
    return 0
