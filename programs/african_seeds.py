"""African Seeds, after M. J. Edwards

A mancala game on two rows of six cups: seeds are sown, lifted and sown again, and the computer shows with lights
and bleeps which moves it makes and which it considers.

From ZX Computing, August/September 1985, for the ZX Spectrum. The listing was not found: this is a reconstruction
from the article, which has a table of line numbers and a list of variables. The number behind a def is the line at
which the original's routine began. african_seeds.md tells what is documented, what is reconstructed, what is ours.

The variables keep their names; a$ is a_s here. Cups are 1 to 12 as in the arrays, A to L on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from retro import Machine
from retro.basic import Escape, Row, chr_s, dim, tab, to

from . import african_seeds_screen as screen
from .african_seeds_title import TITLE_KEYS, draw_title, replay
from .rules import seeds_pages as pages
from .rules.seeds import LETTERS, LIFTS, LOWER, UPPER, Position, capture, ending, legal, relay
from .rules.seeds_player import EXPERT, LEVELS, STRONG, Level, Thinking, choose, would_swap
from .rules.seeds_record import MODES, ONE, SWAP, TWO, Game, RecordError, position, saved
from .rules.seeds_review import judged, report


@dataclass(slots=True)
class Variables:
    """The program's variables; those of the original under their own names."""

    zx: int = 0  # 1 for the computer's move, of the upper row
    d: int = 0  # depth of search: the lifts that are followed in one move
    l: str = ""  # the level chosen: 0 to 4; X and M are ours
    c: int = 0  # stalemate counter: moves in a row without a capture
    sc: int = 0  # 1 to make a move, 0 to evaluate the position
    win: int = 0  # points scored on a move
    end: int = 0  # 1 if a sequence of lifts has reached an end
    op: int = 0  # the cup opposite the end of a sequence of lifts
    b: Row = field(default_factory=lambda: dim(12))  # b(n)  the seeds in cup n
    h: Row = field(default_factory=lambda: dim(12))  # h(n)  the model board for analysis
    m: Row = field(default_factory=lambda: dim(12))  # m(n)  what lifting cup n is worth
    s: Row = field(default_factory=lambda: dim(2))  # s(1) the computer's score, s(2) the player's
    a_s: str = ""  # a$(n)  codes: the column of the letter of cup n
    x_s: str = ""  # x$(n)  codes: the row of its seeds
    y_s: str = ""  # y$(n)  codes: the column of its seeds
    # ours
    lifted: int = 0  # the cup that the player of a move has chosen
    at: int = 0  # the cup in which a sequence of lifts has stopped
    lifts: int = 0  # how many it had
    lamp: Row = field(default_factory=lambda: dim(12))  # 1 where a cup is lit
    skip: bool = False  # the rest of the move at once
    typed: list[int] = field(default_factory=list)  # keys that came while seeds were moving
    said: dict[int, str] = field(default_factory=dict)  # what stands in the rows 21 to 24
    hot: dict[int, str] = field(default_factory=dict)  # by row: the key that a click in each column stands for
    arrow: int = 0  # the cup chosen with the arrow keys, 0 for none
    mode: str = ""  # S, X, M against the computer, T two players, "" while the title page is to be shown
    next: str = ""  # N to end, M for the title page, Y for another game, once the game is left
    level: str = ""  # what `--level` said
    first: str = ""  # what `--first` said
    begin: Game = field(default_factory=Game)  # where games begin
    game: Game = field(default_factory=Game)  # the game so far
    coming: str = ""  # letters of a record that are still to be replayed
    loaded: bool = False  # the game goes on from where it is: no toss
    declined: bool = False  # the second player does not want to change sides
    swap: bool = False
    forbid: bool = False
    strong: bool = False
    numbers: bool = True
    where: bool = False
    pace: int = 1


LEVEL_QUESTION = "WHAT LEVEL (0 HARDEST - 4 EASIEST)"
UP, DOWN = (69, 81, 89, 101), (101, 89, 81, 69)  # tunes, as pitches
QUESTION = "ANOTHER GAME (Y/N)?"
REPEAT = 50  # *FX 11: centiseconds until a key repeats, as at the start


def main(
    m: Machine,
    *,
    level: Annotated[str, "the computer's level: 0 hardest to 4 easiest, X or M; else it asks"] = "",
    two: Annotated[bool, "two players"] = False,
    first: Annotated[str, "who begins, you or computer; else it tosses"] = "",
    swap: Annotated[bool, "the second player may swap sides"] = False,
    forbid: Annotated[bool, "endless moves are forbidden"] = False,
    strong: Annotated[bool, "the author's tip: always think, 50 lifts deep"] = False,
    board: Annotated[str, "begin here: cups A to L, your score, the computer's, 14 numbers"] = "",
    moves: Annotated[str, "replay this record of a game, and go on"] = "",
) -> None:
    """Play games until the player has had enough.  Reconstructed; the options are ours."""
    v = Variables(level=level.upper(), first=first[:1].upper(), swap=swap, forbid=forbid, strong=strong)
    v.mode = TWO if two else v.level if v.level in MODES else ONE if v.level in LEVELS else ""
    m.screen.stand_ins.update(screen.SAID)
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    try:
        screen.keys_and_mouse(m)
        given(v, board, moves)
        while v.next != screen.QUIT:
            initialise(m, v)
            game(m, v)
    except Escape:
        tidy_up(m)
        raise
    tidy_up(m)
    m.print(tab(9, 12), "THANK YOU FOR PLAYING")


def lift_and_sow(m: Machine, v: Variables, cup: int) -> None:  # 100
    """Lift and sow from a cup on: on b(), seed by seed, if sc is 1; on h(), no more than d lifts, if it is 0.

    Sets end, and at, the cup where it has stopped.  Lines 100 on.  Documented; d as a number of lifts reconstructed.
    """
    board = v.b if v.sc else v.h
    cups = board[1:]
    v.lifts = 0
    for at, lift in relay(cups, cup - 1, LIFTS if v.sc else v.d):
        board[1:] = cups
        begins = lift > v.lifts
        v.at, v.lifts = at + 1, lift
        if v.sc and not v.skip:
            screen.show_step(m, v, begins)
    v.end = int(board[v.at] == 1)


def end_and_capture(m: Machine, v: Variables) -> None:  # 200
    """If a sequence of lifts has ended in the mover's own row, capture what lies opposite: win, op.

    sc 1: show it, and count it in s() and c.  Lines 200 on.  Documented; the lights' times reconstructed.
    """
    board = v.b if v.sc else v.h
    cups = board[1:]
    v.op = 13 - v.at
    v.win = capture(cups, v.zx, v.at - 1) if v.end else 0
    if v.sc:
        screen.show_end(m, v)
        v.s[2 - v.zx] += v.win
        v.c = 0 if v.win else v.c + 1
    board[1:] = cups


def display_board(m: Machine, v: Variables) -> None:  # 300
    """Show b() and s().  Lines 300 on.  Documented; places reconstructed."""
    for n in to(1, 12):
        screen.draw_seeds(m, v, n)
    names = ("PLAYER 2", "PLAYER 1") if v.mode == TWO else ("COMPUTER", "YOU")
    left, right = f"{names[0]} {v.s[1]:2}", f"{names[1]} {v.s[2]:2}"
    m.print(tab(2, 10), left, tab(26, 10), f"{right:>11}", end="")


def tidy_display(m: Machine, v: Variables) -> None:  # 400
    """Put out the lights and clear the messages.  Lines 400 on.  Documented; what it clears reconstructed."""
    screen.put_out(m, v)
    for row in (22, 23):
        screen.say(m, v, row, "")


def result_computer(m: Machine, v: Variables, reason: str) -> None:  # 500
    """Say that the computer, or the upper row, has won.  Lines 500 on.  Documented; the texts reconstructed."""
    screen.say(m, v, 22, pages.result(reason, v.mode == TWO, UPPER, v.s[1], v.s[2]))
    screen.tune(m, UP if v.mode == TWO else DOWN)


def result_player(m: Machine, v: Variables, reason: str) -> None:  # 600
    """Say that the player, or the lower row, has won.  Lines 600 on.  Documented; the texts reconstructed."""
    screen.say(m, v, 22, pages.result(reason, v.mode == TWO, LOWER, v.s[2], v.s[1]))
    screen.tune(m, UP)


def end_check(m: Machine, v: Variables) -> bool:  # 700
    """Has the last move ended the game? Then say how.  Lines 700 on.  Documented; the draw reconstructed."""
    verdict = here(v).verdict()
    if verdict is None:
        return False
    if verdict.winner is None:
        screen.say(m, v, 22, pages.DRAWN)
    else:
        (result_computer if verdict.winner == UPPER else result_player)(m, v, verdict.reason)
    return True


def initialise(m: Machine, v: Variables) -> None:  # 1000
    """Everything up to the first move: characters, positions, display, level, toss.

    Lines 1000 to 1199; l is asked for at 1150.  Documented; the title page is ours.
    """
    define_udgs(m, v)
    letter_positions(m, v)
    seed_positions(m, v)
    v.next = ""
    if not v.mode:
        title(m, v)
    if v.next == screen.QUIT:
        return
    if not v.loaded:
        v.game = v.begin
        v.l = v.mode if v.mode in LEVELS else v.level
    set_up(m, v)
    draw_frame(m, v)
    if v.mode == ONE and v.l not in LEVELS:
        ask_level(m, v)
    if not v.loaded:
        toss(m, v)
    v.loaded = False


def computer_move(m: Machine, v: Variables) -> None:  # 1200
    """The computer's move: lift the only cup there is, or analyse and lift the best.  Lines 1200 on.  Documented."""
    tidy_display(m, v)
    cups = allowed(v)
    v.m[1:] = [0] * 12
    if len(cups) > 1 or v.strong:
        analyse(m, v, strength(v))
    cup = choose(v.m[1:], cups, m.rnd) + 1
    screen.say(m, v, 22, f"I LIFT CUP {LETTERS[cup - 1]}")
    make_move(m, v, cup)


def analyse(m: Machine, v: Variables, level: Level) -> None:  # 1300
    """Weigh every cup of the mover: m(). The lights show what is considered: h(), sc, d.

    The work is done in slices, and between them the machine is looked at: so ESCAPE and SPACE count.
    Lines 1300 to 1499.  Documented; what a cup is worth reconstructed.
    """
    screen.say(m, v, 22, "I AM THINKING")
    v.sc, v.d, v.skip = 0, level.lifts, False
    m.vdu(19, screen.LIGHT, screen.CYAN, 0, 0, 0)
    thinking = Thinking(v.b[1:], here(v).score, v.zx, level)
    for cup, reply in thinking if level.plies else ():
        if reply is None:
            consider(m, v, cup + 1)
        else:
            consider_reply(m, v, reply + 1)
        if v.skip:
            screen.glance(m)
    for cup, worth in thinking.values.items():
        v.m[cup + 1] = worth
    screen.put_out(m, v)
    m.vdu(19, screen.LIGHT, screen.BLUE, 0, 0, 0)
    screen.say(m, v, 22, "")


def player_move(m: Machine, v: Variables) -> None:  # 1500
    """Ask for a letter, and make the move; or do what another key stands for.

    Lines 1500 on.  Documented; the other keys are ours.
    """
    ask(m, v)
    key = screen.ask_key(m, v)
    if key == screen.RETURN and v.arrow:
        key = LETTERS[v.arrow - 1]
    cup = LETTERS.find(key.upper()) + 1 if key else 0
    if cup and (cup > 6) == v.zx:
        lift(m, v, cup)
    elif key in (screen.LEFT, screen.RIGHT):
        choose_cup(m, v, key)
    elif key in COMMANDS:
        COMMANDS[key](m, v)
    elif cup:
        refuse(m, v, "NOT YOUR CUP")


def draw_frame(m: Machine, v: Variables) -> None:  # 2000
    """Draw everything that stays: title, cups, letters, keys; and the board as it is.

    Lines 2000 on.  Documented; places and colours reconstructed.
    """
    m.cls()
    m.vdu(19, screen.LIGHT, screen.BLUE, 0, 0, 0)
    screen.heading(m, v)
    for n in to(1, 12):
        screen.draw_cup(m, v, n)
    display_board(m, v)
    screen.draw_letters(m, v)
    m.colour(screen.YELLOW)
    m.print(tab(15, 10), "25 TO WIN", end="")
    m.colour(screen.WHITE)
    screen.cups_are_hot(v)
    for row in (21, 22, 23):
        screen.say(m, v, row, v.said.get(row, ""))
    screen.show_game_keys(m, v)


def define_udgs(m: Machine, v: Variables) -> None:  # 2100
    """Define the characters A to L.  Lines 2100 to 2159.  Documented; the dots reconstructed."""
    for code, shape in enumerate(screen.SHAPES, pages.ONE):
        m.vdu(23, code, *shape)


def letter_positions(m: Machine, v: Variables) -> None:  # 2160
    """Put the columns of the letters into a string: a$.  Lines 2160 on.  Documented; the columns reconstructed."""
    v.a_s = "".join(chr_s(4 + 6 * screen.place(n)) for n in to(1, 12))


def instructions(m: Machine, v: Variables) -> None:  # 2400
    """Show the instructions.  Lines 2400 on.  Documented; the text reconstructed."""
    screen.page(m, v, "AFRICAN SEEDS", pages.INSTRUCTIONS)


def seed_positions(m: Machine, v: Variables) -> None:  # 3000
    """Put the rows and columns of the seeds into strings: x$, y$.  Lines 3000 on.  Documented; places reconstructed."""
    v.x_s = "".join(chr_s(15 if n < 7 else 5) for n in to(1, 12))
    v.y_s = "".join(chr_s(2 + 6 * screen.place(n)) for n in to(1, 12))


# ours

# the game


def title(m: Machine, v: Variables) -> None:
    """The title page, until a game is chosen, mode, or next."""
    v.said[23] = v.said.get(23, "")
    while not v.mode and not v.next:
        draw_title(m, v)
        key = screen.ask_key(m, v)
        v.said[23] = ""
        if key in MODES:
            v.mode, v.loaded = key, False
        elif key == "I":
            instructions(m, v)
        elif key in TITLE_KEYS:
            TITLE_KEYS[key](m, v)


def game(m: Machine, v: Variables) -> None:
    """Moves, until the game is left: next says how."""
    while not v.next:
        if end_check(m, v):
            another(m, v)
        elif v.coming:
            replay_move(m, v)
        elif v.swap and len(v.game.record) == 1 and not v.declined:
            offer_swap(m, v)
        elif v.zx and v.mode != TWO:
            computer_move(m, v)
        else:
            player_move(m, v)


def here(v: Variables) -> Position:
    """The position, for the rules."""
    return Position(tuple(v.b[1:]), (v.s[2], v.s[1]), v.zx, v.c)


def set_up(m: Machine, v: Variables) -> None:
    """Put the position that the game has come to into b(), s(), c and zx."""
    now = v.game.positions()[-1]
    v.b[1:], v.zx, v.c = now.board, now.side, now.quiet
    v.s[2], v.s[1] = now.score
    v.lamp[1:] = [0] * 12
    v.said.clear()
    v.typed.clear()
    v.arrow, v.declined = 0, False


def allowed(v: Variables) -> list[int]:
    """The cups that may be lifted, from 0."""
    return (ending if v.forbid else legal)(v.b[1:], v.zx)


def strength(v: Variables) -> Level:
    """How far the level chosen looks."""
    return STRONG if v.strong and v.l not in MODES else LEVELS[v.l]


def make_move(m: Machine, v: Variables, cup: int) -> None:
    """Make a move and show it."""
    screen.put_out(m, v)
    screen.hide_where(m)
    v.sc, v.lifted, v.arrow, v.skip = 1, cup, 0, False
    screen.draw_letters(m, v)
    lift_and_sow(m, v, cup)
    end_and_capture(m, v)
    v.game = v.game.then(LETTERS[cup - 1])
    v.zx = 1 - v.zx
    display_board(m, v)


def lift(m: Machine, v: Variables, cup: int) -> None:
    """The player's move, if it is one."""
    if v.b[cup] == 0:
        refuse(m, v, "THAT CUP IS EMPTY")
    elif cup - 1 not in allowed(v):
        refuse(m, v, "THAT MOVE NEVER ENDS")
    else:
        tidy_display(m, v)
        make_move(m, v, cup)


def refuse(m: Machine, v: Variables, text: str) -> None:
    """Say why not."""
    m.vdu(7)
    screen.say(m, v, 23, text)


def toss(m: Machine, v: Variables) -> None:
    """Toss for the first move: zx."""
    v.zx = {"Y": LOWER, "C": UPPER}.get(v.first, 2)
    if v.zx == 2:
        v.zx = m.rnd(2) - 1
        names = ("PLAYER 1", "PLAYER 2") if v.mode == TWO else ("YOU", "I")
        screen.say(m, v, 23, f"{names[v.zx]} WON THE TOSS")
        v.skip = False
        screen.pause(m, v, 150)
    v.game = Game(here(v))


def replay_move(m: Machine, v: Variables) -> None:
    """Make the next move of a record; a key stops it there."""
    letter, v.coming = v.coming[0], v.coming[1:]
    screen.say(m, v, 22, f"MOVE {len(v.game.record) + 1}: {letter}")
    if letter == SWAP:
        change_sides(m, v)
    else:
        make_move(m, v, LETTERS.index(letter) + 1)
    if v.typed:
        v.coming = ""
        v.typed.clear()


def offer_swap(m: Machine, v: Variables) -> None:
    """Ask the second player, once, whether to change sides."""
    if v.zx and v.mode != TWO:
        wanted = would_swap(v.b[1:], here(v).score, v.zx, strength(v))
    else:
        wanted = screen.yes(m, v, f"{addressed(v)}SWAP SIDES")
    v.declined = not wanted
    if wanted:
        change_sides(m, v)


def change_sides(m: Machine, v: Variables) -> None:
    """Turn the board round; the other row moves."""
    v.game = v.game.then(SWAP)
    set_up(m, v)
    draw_frame(m, v)
    screen.say(m, v, 23, "THE SIDES ARE CHANGED")
    v.skip = False
    screen.pause(m, v, 150)


def another(m: Machine, v: Variables) -> None:
    """The game is over: ask what next."""
    v.typed.clear()
    screen.say(m, v, 23, QUESTION)
    screen.show_keys(m, v, screen.KEYS_END)
    while not v.next and here(v).verdict():
        key = screen.ask_key(m, v)
        if key in (screen.AGAIN, screen.QUIT, screen.MENU):
            v.next = key
            v.mode = "" if key == screen.MENU else v.mode
        elif key in ("U", "R", "O", "I"):
            COMMANDS[key](m, v)
            screen.show_keys(m, v, screen.KEYS_END)
            screen.say(m, v, 23, v.said[23] or QUESTION)
    if not v.next:
        screen.show_game_keys(m, v)


# what is considered


def consider(m: Machine, v: Variables, n: int) -> None:
    """Follow the sequence that begins with a cup on the model board, as far as d lets it, and show it."""
    screen.put_out(m, v)
    v.h[:] = v.b
    lift_and_sow(m, v, n)
    end_and_capture(m, v)
    if not v.skip:
        screen.bleep(m, n)
        screen.light(m, v, n, 1)
        if v.end:
            screen.light(m, v, v.at, 1)
    screen.pause(m, v, screen.PACES[v.pace].considered)


def consider_reply(m: Machine, v: Variables, n: int) -> None:
    """Show for a moment that a reply is considered."""
    lit = v.lamp[n]
    if not v.skip:
        screen.light(m, v, n, 1)
    screen.pause(m, v, 2)
    screen.light(m, v, n, lit)


# the player's keys


def ask(m: Machine, v: Variables) -> None:
    """Ask the player whose move it is for a cup."""
    screen.say(m, v, 22, f"{addressed(v)}WHICH CUP ({'G-L' if v.zx else 'A-F'})?")
    screen.show_game_keys(m, v)
    screen.show_where(m, v)


def addressed(v: Variables) -> str:
    """Whom a question is for, if there is a doubt."""
    return f"PLAYER {1 + v.zx}, " if v.mode == TWO else ""


def choose_cup(m: Machine, v: Variables, key: str) -> None:
    """Move the mark of the arrow keys among the mover's cups."""
    step = 1 if (key == screen.RIGHT) != v.zx else -1
    first = 7 if v.zx else 1
    begin = first if step > 0 else first + 5
    v.arrow = (v.arrow - first + step) % 6 + first if v.arrow else begin
    screen.draw_letters(m, v)


def hint(m: Machine, v: Variables) -> None:
    """Show the best cup, as the expert sees it."""
    analyse(m, v, EXPERT)
    cup = choose(v.m[1:], allowed(v), lambda n: 1)
    screen.say(m, v, 23, pages.advice(tuple(v.b[1:]), v.zx, cup))


def undo(m: Machine, v: Variables) -> None:
    """Take back the player's last move and what came after it; of two players, the last move."""
    before = v.game.taken_back(None if v.mode == TWO else LOWER)
    if before == v.game:
        refuse(m, v, "NOTHING TO TAKE BACK")
        return
    v.game = before
    set_up(m, v)
    draw_frame(m, v)
    screen.say(m, v, 23, "TAKEN BACK")


def where(m: Machine, v: Variables) -> None:
    """Show where each cup's move would end, or no more."""
    v.where = not v.where


def numbers(m: Machine, v: Variables) -> None:
    """Show numbers beside the pips, or no more."""
    v.numbers = not v.numbers
    display_board(m, v)


def pace(m: Machine, v: Variables) -> None:
    """The next pace."""
    v.pace = (v.pace + 1) % len(screen.PACES)
    screen.say(m, v, 23, f"PACE {screen.PACES[v.pace].name}")


def change_level(m: Machine, v: Variables) -> None:
    """Another level for the rest of the game."""
    if v.mode == TWO:
        return
    screen.say(m, v, 23, "LEVEL 0-4, X EXPERT OR M MASTER?")
    key = screen.ask_key(m, v)
    v.l = key if key in LEVELS else v.l
    screen.say(m, v, 23, "")
    screen.heading(m, v)


def save(m: Machine, v: Variables) -> None:
    """Save the game and how it is played."""
    m.csave(screen.SAVED, saved(v.mode, v.l, (v.swap, v.forbid, v.strong), v.game))
    screen.say(m, v, 23, "SAVED ON TAPE")


def review(m: Machine, v: Variables) -> None:
    """What every move has cost, and the game in one line."""
    found = []
    for move in judged(v.game):
        found.append(move)
        screen.say(m, v, 23, f"LOOKING AT MOVE {move.number} OF {len(v.game.record)}")
        v.skip = False
        screen.pause(m, v, 1)
    sides = (LOWER, UPPER) if v.mode == TWO else (LOWER,)
    screen.page(m, v, "REVIEW, SIX MOVES AHEAD", report(v.game, found, sides))
    v.said[23] = ""
    draw_frame(m, v)


def keys(m: Machine, v: Variables) -> None:
    """The instructions, and back to the board."""
    instructions(m, v)
    draw_frame(m, v)


def leave(m: Machine, v: Variables) -> None:
    """Leave the game, if it is meant."""
    v.next = screen.QUIT if screen.yes(m, v, "QUIT") else ""


COMMANDS = {
    "H": hint,
    "?": hint,
    "U": undo,
    "W": where,
    "N": numbers,
    "P": pace,
    "V": change_level,
    "O": save,
    "R": review,
    "I": keys,
    "*": keys,
    "Q": leave,
}


# the beginning and the end


def given(v: Variables, board: str, moves: str) -> None:
    """Begin as the options say; what cannot be is said on the title page."""
    try:
        if v.level not in ("", *LEVELS):
            raise RecordError("THE LEVELS ARE 0 TO 4, X AND M")
        if board:
            v.begin = Game(position(board))
        if moves:
            replay(v, moves)
    except RecordError as error:
        v.mode, v.level, v.said[23] = "", "", str(error)


def ask_level(m: Machine, v: Variables) -> None:
    """Ask for a level until it is one of the original's."""
    while v.l not in ("0", "1", "2", "3", "4"):
        v.l = screen.ask_line(m, v, 22, LEVEL_QUESTION)
    screen.heading(m, v)


def tidy_up(m: Machine) -> None:
    """Leave the screen, the keyboard and the mouse in order."""
    m.vdu(4, 26, 20, 12, 23, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.mouse_off()
    m.fx(4, 0)
    m.fx(11, REPEAT)
