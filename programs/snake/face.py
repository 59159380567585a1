"""The snake on the machine's own screen: whose turn it is, what the keys do, how a game ends. All of it is ours."""

from collections.abc import Callable

from retro import Machine
from retro.basic import BasicError

from . import game, pages, screen
from .in_words import deal_words, table_words
from .rules import stage4, stage5
from .rules.stage1 import COMPUTER, PLAYER
from .rules.stage2 import piece_text
from .rules.stage3 import DRAW, result
from .rules.stages import RULES
from .screen import LEFT_END, RED, RIGHT_END, YELLOW
from .variables import Variables, empty_record

RECORD = "SNAKE"  # the name on the tape
BEAT = 60  # centiseconds before the computer's move
WAVE = 4  # centiseconds from one piece to the next while the snake wriggles
NOT_PLAYED = (1, 2)
SHOW_KEYS = ("New deal", "? Help", "Quit")
RULE_KEYS = ("H", "M")  # which need the rules
PLAY_KEYS = (("Hint", "Undo"), ("New game", "List", "Marks", "? Help", "Quit"))
BOTH_KEYS = (("Left end", "Right end", "Undo"), ("New game", "Marks", "? Help", "Quit"))
NEW_KEYS = (("New deal", "Same deal", "Go on"),)
END_KEYS = (("New deal", "Same deal", "Undo", "List"), ("? Help", "Quit"))
TUNES = {PLAYER: 4, COMPUTER: -4, DRAW: 0}  # the step from one note to the next, in quarter semitones


def machine_face(m: Machine, v: Variables, choose: bool) -> None:
    """Play games until the player quits. choose: begin with the list of stages."""
    screen.open_screen(m)
    v.record = load_record(m)
    while not choose or pages.pick_stage(m, v):
        if choose and v.past:
            new_deal(m, v)
        screen.clear(m, v)
        play(m, v)
        choose = True
    screen.close_screen(m)
    m.print("Thank you for playing.")


def play(m: Machine, v: Variables) -> None:
    """Play a stage until Q."""
    word = ""
    while word != "Q":
        if v.stage in NOT_PLAYED or result(v.state) or v.state.status == PLAYER:
            word = ask(m, v)
            v.error = ""
            obey(m, v, word)
        else:
            computer_turn(m, v)


def ask(m: Machine, v: Variables) -> str:
    """Draw the screen and wait for a key or a click."""
    if v.stage == 1:
        m.describe(lambda: deal_words(v))
        screen.draw_deal(m, v, SHOW_KEYS)
    elif v.stage in NOT_PLAYED:
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
    keys = tuple(tuple(word for word in row if v.stage > 3 or word[0] not in RULE_KEYS) for row in rows)
    draw_table(m, v, text, keys)


def draw_table(m: Machine, v: Variables, text: str, keys: tuple[tuple[str, ...], ...]) -> None:
    """Draw the table with a prompt and its keys, and give it in words."""
    m.describe(lambda: table_words(v, text, keys))
    screen.draw_table(m, v, text, keys)


def prompt(v: Variables) -> str:
    """Return what the player can do."""
    if v.both_ends:
        return f"{marked_text(v)} fits both ends: L or R?"
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
    return v.stage > 3 and not stage4.moves(v.state)


def marked_text(v: Variables) -> str:
    """Return the marked piece as text."""
    return piece_text(v.state.player[v.marked - 1])


def verdict(v: Variables) -> str:
    """Return who has won and why."""
    number = stage4.end_of(v.state.snake, 1)
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
    k = game.computer_move(m, v)
    wait(m, end)
    move(m, v, k)


def wait(m: Machine, end: int) -> None:
    """Wait until TIME is `end`; keys typed meanwhile stay in the buffer."""
    while m.time < end:
        pass


def move(m: Machine, v: Variables, k: int) -> None:
    """Make a move, with the click of a domino or the tone of one that is taken."""
    drawn = k == 0 and v.state.stock
    game.make_move(v, k)
    forget_choice(v)
    m.sound(1 if drawn else 0, -8 if drawn else -12, 60 if drawn else 4, 1)


def forget_choice(v: Variables) -> None:
    """Drop the marked piece and the question for its end."""
    v.marked, v.side, v.both_ends = 0, 0, False


def finish(m: Machine, v: Variables) -> None:
    """Count a game that has just ended, and let the snake wriggle."""
    if v.scored:
        return
    v.scored = True
    entry = v.record[pages.BEYOND - 1 if v.sampling else v.stage - 1]
    entry[0] += 1
    entry[1] += result(v.state) == PLAYER
    m.csave(RECORD, v.record)
    m.csave("RESULT", {PLAYER: "you won", COMPUTER: "the machine won", DRAW: "a draw"}[result(v.state)])
    draw_table(m, v, verdict(v), END_KEYS)
    wriggle(m, v)


def wriggle(m: Machine, v: Variables) -> None:
    """Send a wave of colour and notes along the snake, rising if the player has won."""
    winner = result(v.state)
    colour = RED if winner == COMPUTER else YELLOW
    pieces = list(zip(v.state.snake, screen.places(v)[1]))
    for index, (piece, place) in enumerate(pieces if winner != COMPUTER else pieces[::-1]):
        screen.show(m, v, v.items | {place[:2]: screen.domino(piece, place, colour)})
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
    playing = v.stage not in NOT_PLAYED and not result(v.state)
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
        forget_choice(v)


def lay(m: Machine, v: Variables, side: int) -> None:
    """Lay the marked piece at an end, if there is one and it fits."""
    if not v.marked:
        refuse(m, v, "Choose a piece first.")
    elif RULES[v.stage].legal(v.state, side * v.marked):
        move(m, v, side * v.marked)
    else:
        refuse(m, v, f"{marked_text(v)} does not fit there.")


def name_end(v: Variables, side: int) -> None:
    """Remember the end that a sign has named."""
    forget_choice(v)
    v.side = side


def mark(v: Variables, by: int) -> None:
    """Mark the piece so many pieces on."""
    count = len(v.state.player)
    v.marked, v.side, v.both_ends = (v.marked - 1 + by) % count + 1 if v.marked else 1, 0, False


def play_marked(m: Machine, v: Variables) -> None:
    """Lay the marked piece; without one that fits, take a piece."""
    if v.marked and not v.both_ends:
        choose(m, v, v.marked)
    elif nothing_fits(v):
        move(m, v, 0)
    else:
        refuse(m, v, "Left or right?" if v.both_ends else "Mark a piece with the arrows first.")


def hint(m: Machine, v: Variables) -> None:
    """Show what the counting player would do with the player's hand, and mark that piece. Stage 5."""
    pages.hint_page(m, v)
    k = stage5.choose_move(v.state)
    forget_choice(v)
    v.marked, v.side = abs(k), (k > 0) - (k < 0)


def undo(m: Machine, v: Variables) -> None:
    """Undo the player's last move and the computer's reply."""
    forget_choice(v)
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
    if v.stage not in NOT_PLAYED and not result(v.state):
        draw_table(m, v, "A new game: another deal, or this one?", NEW_KEYS)
        word = screen.read_word(m, v)
    if word == "?":
        pages.rules_page(m, v)
        ask_new_game(m, v)
    elif word in ("N", "RETURN"):
        new_deal(m, v)
    elif word == "S":
        same_deal(m, v)


def after_the_end(m: Machine, v: Variables) -> None:
    """Begin the same game again, if this one is over."""
    if result(v.state):
        same_deal(m, v)


def same_deal(m: Machine, v: Variables) -> None:
    """Begin the same game again."""
    v.state, v.scored = v.first, False
    v.past.clear()
    forget_choice(v)


def new_deal(m: Machine, v: Variables) -> None:
    """Begin a game with another deal, which depends on the clock too."""
    v.deal = (v.deal + m.rnd(game.DEALS) + m.time) % game.DEALS + 1
    v.first = game.deal_number(m, v.deal)
    same_deal(m, v)


def toggle_marks(m: Machine, v: Variables) -> None:
    """Switch the marks of pieces that fit on or off."""
    v.marks = not v.marks


def moves_list(m: Machine, v: Variables) -> None:
    """Show the player's moves beside those of the counting player."""
    if any(state.status == PLAYER for state, _ in v.past):
        pages.moves_list(m, v)
    else:
        refuse(m, v, "You have made no move yet.")


Command = Callable[[Machine, Variables], None]

ENDS = {"L": -1, "LEFT": -1, LEFT_END: -1, "R": 1, "RIGHT": 1, RIGHT_END: 1}
ANY_TIME: dict[str, Command] = {
    "U": undo,
    "L": moves_list,
    "N": ask_new_game,
    "S": after_the_end,
}
TURN_KEYS: dict[str, Command] = {
    "0": lambda m, v: move(m, v, 0),
    "H": hint,
    "M": toggle_marks,
    "RETURN": play_marked,
    "DELETE": lambda m, v: name_end(v, 0),
    "-": lambda m, v: name_end(v, -1),
    "+": lambda m, v: name_end(v, 1),
    "LEFT": lambda m, v: mark(v, -1),
    "RIGHT": lambda m, v: mark(v, 1),
    "UP": lambda m, v: mark(v, -screen.ACROSS),
    "DOWN": lambda m, v: mark(v, screen.ACROSS),
    LEFT_END: lambda m, v: lay(m, v, -1),
    RIGHT_END: lambda m, v: lay(m, v, 1),
}
