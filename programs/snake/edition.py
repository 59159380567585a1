"""What is ours in the domino snake: a game on a screen of 40 columns, options, a stronger computer, hints and undo."""

from collections.abc import Callable
from typing import Annotated

from retro import Machine
from retro.basic import BasicError

from . import pages, screen, snake
from .in_words import ALL, table_words
from .rules import sampling
from .rules.given import parse_choices, parse_state
from .screen import LEFT_END, RED, RIGHT_END, YELLOW
from .snake import COMPUTER, DRAW, PLAYER, StageRules, piece_text, result
from .variables import Variables, empty_record

STAGES = range(1, 6)
DEALS = 99999  # the largest number of a deal
RECORD = "SNAKE"  # the name on the tape
BEAT = 60  # centiseconds before the computer's move
WAVE = 4  # centiseconds from one piece to the next while the snake wriggles
SHOWN = {1: snake.stage_1, 2: snake.stage_2}  # stages that are not played
RULES = {
    3: StageRules(snake.legal_3, snake.apply_move_3, snake.choose_move_3),
    4: StageRules(snake.legal_4, snake.apply_move_4, snake.choose_move_4),
    5: StageRules(snake.legal_4, snake.apply_move_4, snake.choose_move_5),
}
SHOW_KEYS = ("New deal", "? Help", "Quit")
RULE_KEYS = ("H", "M")  # which need the rules
PLAY_KEYS = (("Hint", "Undo"), ("New game", "List", "Marks", "? Help", "Quit"))
BOTH_KEYS = (("Left end", "Right end", "Undo"), ("New game", "Marks", "? Help", "Quit"))
NEW_KEYS = (("New deal", "Same deal", "Go on"),)
END_KEYS = (("New deal", "Same deal", "Undo", "List"), ("? Help", "Quit"))
TUNES = {PLAYER: 4, COMPUTER: -4, DRAW: 0}  # the step from one note to the next, in quarter semitones
OUTCOMES = {PLAYER: "you won", COMPUTER: "the machine won", DRAW: "a draw"}
# The keys and what they do.
KEYS = (
    ("0", "take one, or pass"),
    ("1-9", "lay that piece"),
    ("-", "at the left end"),
    ("+", "at the right end"),
    ("LEFT", "mark a piece"),
    ("RIGHT", "mark a piece"),
    ("RETURN", "lay the marked piece"),
    ("H", "hint"),
    ("U", "undo"),
    ("N", "new game"),
    ("L", "left; list of moves"),
    ("R", "right; rules"),
    ("M", "marks"),
    ("?", "help"),
    ("Q", "quit"),
)


def main(
    m: Machine,
    *,
    stage: Annotated[
        int | None, "1 the deal, 2 the display, 3 a game without rules, 4 with rules, 5 it counts; else a list", STAGES
    ] = None,
    deal: Annotated[int, "the number of the deal; 0: any", range(1, DEALS + 1)] = 0,
    state: Annotated[
        str, "begin here: the output of --stage 1, or stock/computer/player/snake/mover", parse_state
    ] = "",
    choices: Annotated[str, 'stages 3, 4: the computer\'s next random numbers, as "2 0 -3"', parse_choices] = "",
    sampling: Annotated[bool, "stage 5: a stronger computer, which samples the hidden pieces"] = False,
    plain: Annotated[bool, "the course's own text, 70 columns, and nothing else"] = False,
) -> None:
    """Play a stage of the course in its own text, or games on the screen of 40 columns."""
    v = new_game(m, stage or STAGES[-1], deal, state)
    v.choices, v.sampling = parse_choices(choices), sampling
    if not plain:
        play_games(m, v, choose=not (stage or deal or state))
    elif v.stage in SHOWN:
        SHOWN[v.stage](m, v.state)
    else:
        legal = RULES[v.stage].legal
        recorded = StageRules(legal, lambda _, k: make_move(v, k), lambda _, pick: computer_move(m, v))
        snake.play(m, v.state, recorded)


# a game, in text and on the screen


def new_game(m: Machine, stage: int, deal: int, given: str) -> Variables:
    """Return a game of this stage: the state given as text, else the numbered deal, else a random one."""
    number = 0 if given else deal or m.rnd(DEALS)
    state = parse_state(given) if given else deal_number(m, number)
    return Variables(stage, state, state, number)


def deal_number(m: Machine, number: int) -> snake.SnakeState:
    """Deal the pieces of the deal with this number."""
    m.rnd(-number)
    return snake.deal(m.rnd)


def make_move(v: Variables, k: int) -> snake.SnakeState:
    """Make a legal move, record it, and return the state after it."""
    v.past.append((v.state, k))
    v.state = RULES[v.stage].apply_move(v.state, k)
    return v.state


def computer_move(m: Machine, v: Variables) -> int:
    """Return the computer's move at this stage, by the next of --choices as long as there are any."""

    def pick(n: int) -> int:
        while v.choices:
            if abs(k := v.choices.pop(0)) <= n:
                return k
        return m.rnd(2 * n + 1) - n - 1

    if v.sampling and v.stage == STAGES[-1]:
        return sampling.sampling_move(v.state, v.past, m.rnd)
    return RULES[v.stage].choose_move(v.state, pick)


def play_games(m: Machine, v: Variables, choose: bool) -> None:
    """Play games on the screen until the player quits. choose: begin with the list of stages."""
    screen.open_screen(m)
    v.record = load_record(m)
    while not choose or pages.pick_stage(m, v):
        if choose and v.past:
            new_deal(m, v)
        screen.clear(m, v)
        word = ""
        while word != "Q":
            if v.stage in SHOWN or result(v.state) or v.state.status == PLAYER:
                word = ask(m, v)
                v.error = ""
                obey(m, v, word)
            else:
                computer_turn(m, v)
        choose = True
    screen.close_screen(m)
    m.print("Thank you for playing.")


def ask(m: Machine, v: Variables) -> str:
    """Draw the screen and wait for a key or a click."""
    if v.stage == 1:
        m.describe(lambda: "\n".join(snake.listing(v.state)))
        m.keys = (("N", "new deal"), ("?", "help"), ("Q", "quit"))
        screen.draw_deal(m, v, SHOW_KEYS)
    elif v.stage in SHOWN:
        draw_table(m, v, f"Only shown: the {v.state.status} is to move.", (SHOW_KEYS,))
    elif result(v.state):
        finish(m, v)
        draw_table(m, v, verdict(v), END_KEYS)
    else:
        draw_turn(m, v, prompt(v))
    word = screen.read_word(m, v)
    return pages.rules_page(m, v) if word == "?" or (word == "R" and not v.both_ends) else word


def draw_turn(m: Machine, v: Variables, text: str) -> None:
    """Draw the table with a prompt."""
    taking = "0 Take a piece" if v.state.stock else "0 Pass"
    rows = BOTH_KEYS if v.both_ends else ((taking, *PLAY_KEYS[0]), PLAY_KEYS[1])
    draw_table(
        m, v, text, tuple(tuple(word for word in row if v.stage > 3 or word[0] not in RULE_KEYS) for row in rows)
    )


def draw_table(m: Machine, v: Variables, text: str, keys: tuple[tuple[str, ...], ...]) -> None:
    """Draw the table with a prompt and its keys, and give it in words. At a turn all of KEYS mean something."""
    m.describe(lambda: table_words(v, text, keys), lambda: table_words(v, text, keys, ALL))
    named = tuple((word[0], word.removeprefix("? ").lower()) for row in keys for word in row)
    m.keys = () if named[0][0] == "0" else named
    screen.draw_table(m, v, text, keys)


def prompt(v: Variables) -> str:
    """Return what the player can do."""
    if v.both_ends:
        return f"{marked_text(v)} {'fits both ends' if v.stage > 3 else 'goes to which end'}: L or R?"
    if v.marked:
        ends = " or ".join({-1: "left", 1: "right"}[side] for side in ends_of(v, v.marked))
        return f"RETURN lays {marked_text(v)} {ends}." if ends else f"{marked_text(v)} fits nowhere."
    if v.side:
        return f"Your turn: which piece goes {'left' if v.side < 0 else 'right'}?"
    if nothing_fits(v):
        return f"Your turn: nothing fits. 0 {'takes one' if v.state.stock else 'passes'}."
    return "Your turn: number, arrows or a click."


def nothing_fits(v: Variables) -> bool:
    """Return whether the player can lay no piece."""
    return v.stage > 3 and not sampling.moves(v.state)


def marked_text(v: Variables) -> str:
    """Return the marked piece as text."""
    return piece_text(v.state.player[v.marked - 1])


def verdict(v: Variables) -> str:
    """Return who has won and why."""
    number = snake.end_of(v.state.snake, 1)
    return {
        PLAYER: "You have no piece left: YOU WIN!",
        COMPUTER: "The computer has none left: it wins.",
        DRAW: f"Both ends {number}, all {number}s are laid: a draw.",
    }[result(v.state)]


# turns


def computer_turn(m: Machine, v: Variables) -> None:
    """Let the computer move, after a beat in which one sees the player's move."""
    draw_turn(m, v, "The computer is thinking ...")
    end = m.time + BEAT
    k = computer_move(m, v)
    wait(m, end)
    move(m, v, k)


def wait(m: Machine, end: int) -> None:
    """Wait until TIME is `end`; keys typed meanwhile stay in the buffer."""
    while m.time < end:
        pass


def move(m: Machine, v: Variables, k: int) -> None:
    """Make a move, with the click of a domino or the tone of one that is taken."""
    drawn = k == 0 and v.state.stock
    make_move(v, k)
    choose_again(v)
    m.sound(1 if drawn else 0, -8 if drawn else -12, 60 if drawn else 4, 1)


def choose_again(v: Variables, marked: int = 0, side: int = 0) -> None:
    """Drop the question for an end; mark another piece or none, or remember the end that a sign has named."""
    v.marked, v.side, v.both_ends = marked, side, False


def finish(m: Machine, v: Variables) -> None:
    """Count a game that has just ended, and send a wave of colour and notes along the snake, rising after a win."""
    if v.scored:
        return
    v.scored, winner = True, result(v.state)
    entry = v.record[pages.BEYOND - 1 if v.sampling else v.stage - 1]
    entry[0] += 1
    entry[1] += winner == PLAYER
    m.csave(RECORD, v.record)
    m.csave("RESULT", OUTCOMES[winner])
    draw_table(m, v, verdict(v), END_KEYS)
    pieces = list(zip(v.state.snake, screen.places(v)[1]))[:: -1 if winner == COMPUTER else 1]
    for index, (piece, place) in enumerate(pieces):
        lit = screen.domino(piece, place, RED if winner == COMPUTER else YELLOW)
        screen.show(m, v, v.items | {place[:2]: lit})
        m.sound(1, -10, 101 + TUNES[winner] * index, 1)
        wait(m, m.time + WAVE)


def load_record(m: Machine) -> list[list[int]]:
    """Return games and wins of each entry of the list, as saved on the tape."""
    try:
        rows = m.cload(RECORD)
    except BasicError:
        return empty_record()
    good = isinstance(rows, list) and [len(row) for row in rows if isinstance(row, list)] == [2] * pages.BEYOND
    if not good or not all(type(number) is int and 0 <= number for row in rows for number in row):
        return empty_record()
    return [list(row) for row in rows]


# keys and clicks


def obey(m: Machine, v: Variables, word: str) -> None:
    """Carry out a key or a click."""
    playing = v.stage not in SHOWN and not result(v.state)
    if playing and v.both_ends and word in ENDS:
        lay(m, v, ENDS[word])
    elif word in ANY_TIME:
        ANY_TIME[word](m, v)
    elif not playing:
        return
    elif (number := word.removeprefix("#")).isdigit() and number != "0":
        choose(m, v, int(number))
    elif v.stage == 3 and word in RULE_KEYS:
        refuse(m, v, "Stage 3 has no rules: anything goes.")
    elif word in TURN_KEYS:
        TURN_KEYS[word](m, v)


def refuse(m: Machine, v: Variables, sentence: str) -> None:
    """Beep, and set the error that the next drawing shows."""
    m.vdu(7)
    v.error = sentence


def ends_of(v: Variables, number: int) -> list[int]:
    """Return the ends at which a piece of the player may go: -1, 1; only the one named by a sign, if any."""
    sides = (v.side,) if v.side else (-1, 1)
    return [side for side in sides if RULES[v.stage].legal(v.state, side * number)]


def choose(m: Machine, v: Variables, number: int) -> None:
    """Lay a piece; if it fits both ends, ask for one."""
    if number > len(v.state.player):
        refuse(m, v, f"You hold only {len(v.state.player)}.")
        return
    v.marked, v.both_ends = number, False
    sides = ends_of(v, number)
    if len(sides) == 1:
        lay(m, v, sides[0])
    elif sides:
        v.both_ends = True
    else:
        refuse(m, v, f"{marked_text(v)} does not fit {'there' if v.side else 'at either end'}.")
        choose_again(v)


def lay(m: Machine, v: Variables, side: int) -> None:
    """Lay the marked piece at an end, if there is one and it fits."""
    if not v.marked:
        refuse(m, v, "Choose a piece first.")
    elif RULES[v.stage].legal(v.state, side * v.marked):
        move(m, v, side * v.marked)
    else:
        refuse(m, v, f"{marked_text(v)} does not fit there.")


def mark(v: Variables, by: int) -> None:
    """Mark the piece so many pieces on."""
    choose_again(v, (v.marked - 1 + by) % len(v.state.player) + 1 if v.marked else 1)


def play_marked(m: Machine, v: Variables) -> None:
    """Lay the marked piece; without one that fits, take a piece."""
    if v.marked and not v.both_ends:
        choose(m, v, v.marked)
    elif nothing_fits(v):
        move(m, v, 0)
    else:
        refuse(m, v, "Left or right?" if v.both_ends else "Mark a piece with the arrows first.")


def hint(m: Machine, v: Variables) -> None:
    """Show what the counting player would do with the player's hand, and mark that piece."""
    pages.hint_page(m, v)
    k = snake.choose_move_5(v.state)
    choose_again(v, abs(k), (k > 0) - (k < 0))


def undo(m: Machine, v: Variables) -> None:
    """Undo the player's last move and the computer's reply."""
    choose_again(v)
    if not any(state.status == PLAYER for state, _ in v.past):
        refuse(m, v, "There is nothing to take back.")
        return
    while v.past:
        v.state, _ = v.past.pop()
        if v.state.status == PLAYER:
            return


def ask_new_game(m: Machine, v: Variables) -> None:
    """Ask which game is to begin; any other key goes on with this one."""
    word = "N"
    if v.stage not in SHOWN and not result(v.state):
        draw_table(m, v, "A new game: another deal, or this one?", NEW_KEYS)
        word = screen.read_word(m, v)
    if word == "?":
        pages.rules_page(m, v)
        ask_new_game(m, v)
    elif word in ("N", "RETURN"):
        new_deal(m, v)
    elif word == "S":
        same_deal(m, v)


def same_deal(m: Machine, v: Variables) -> None:
    """Begin the same game again."""
    v.state, v.scored = v.first, False
    v.past.clear()
    choose_again(v)


def new_deal(m: Machine, v: Variables) -> None:
    """Begin a game with another deal, which depends on the clock too."""
    v.deal = (v.deal + m.rnd(DEALS) + m.time) % DEALS + 1
    v.first = deal_number(m, v.deal)
    same_deal(m, v)


def list_moves(m: Machine, v: Variables) -> None:
    """Show the player's moves beside those of the counting player."""
    if any(state.status == PLAYER for state, _ in v.past):
        pages.moves_list(m, v)
    else:
        refuse(m, v, "You have made no move yet.")


Command = Callable[[Machine, Variables], object]

ENDS = {"L": -1, "LEFT": -1, LEFT_END: -1, "R": 1, "RIGHT": 1, RIGHT_END: 1}
ANY_TIME: dict[str, Command] = {
    "U": undo,
    "L": list_moves,
    "N": ask_new_game,
    "S": lambda m, v: result(v.state) and same_deal(m, v),  # type: ignore[func-returns-value]
}
TURN_KEYS: dict[str, Command] = {
    "0": lambda m, v: move(m, v, 0),
    "H": hint,
    "M": lambda m, v: setattr(v, "marks", not v.marks),
    "RETURN": play_marked,
    "DELETE": lambda m, v: choose_again(v),
    "-": lambda m, v: choose_again(v, side=-1),
    "+": lambda m, v: choose_again(v, side=1),
    "LEFT": lambda m, v: mark(v, -1),
    "RIGHT": lambda m, v: mark(v, 1),
    "UP": lambda m, v: mark(v, -screen.ACROSS),
    "DOWN": lambda m, v: mark(v, screen.ACROSS),
    LEFT_END: lambda m, v: lay(m, v, -1),
    RIGHT_END: lambda m, v: lay(m, v, 1),
}
