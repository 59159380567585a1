"""What is ours in African Seeds: single seeds and numbers, hints, undo, records, two players, an expert and a master.

It is an edition of african_seeds.py: functions of the same names replace the subroutines there, and are listed in
CHANGED. What is imported from there as `listed_…` is the subroutine that was replaced.
"""

from typing import Annotated

from retro import Machine
from retro.basic import BasicError, Escape, edition, tab, to

from . import african_seeds, screen, title_page
from .african_seeds import analyse as listed_analyse
from .african_seeds import consider as listed_consider
from .african_seeds import define_udgs as listed_define_udgs
from .african_seeds import end_and_capture, end_check, letter_positions, lift_best, seed_positions, tidy_display
from .african_seeds import lift_and_sow as listed_lift_and_sow
from .in_words import screen_words
from .rules import rating, texts
from .rules.game_record import ONE, SWAP, TWO, GameRecord, check_level, check_position, check_record, parse_position
from .rules.player import LEVELS, STRONG, UNKNOWN, CupSearch, Level, choose_cup, level_name, level_number, would_swap
from .rules.review import report, review_moves, table
from .rules.sowing import FORFEIT, LETTERS, LOWER, MOST, STALEMATE, UPPER, Position, ending_cups, legal_cups
from .screen import NEWS, QUESTION, say
from .variables import Variables

LEVEL_QUESTION = "WHAT LEVEL (0 HARDEST - 4 EASIEST)?"
UP, DOWN = (69, 81, 89, 101), (101, 89, 81, 69)  # tunes, as pitches
REASONS = {1: FORFEIT, 2: MOST, 3: STALEMATE}
FORBIDDEN = -2001  # the value of a cup that may not be lifted, below all others
REPEAT = 50  # *FX 11: centiseconds until a key repeats, as at the start
# The keys and what they do.
KEYS = (
    ("A-F", "lift a cup"),
    ("LEFT", "mark a cup"),
    ("RIGHT", "mark a cup"),
    ("RETURN", "lift the marked cup"),
    ("SPACE", "finish the move"),
    ("0-4", "level"),
    ("H", "hint"),
    ("U", "undo"),
    ("W", "where moves end"),
    ("R", "review"),
    ("P", "pace"),
    ("V", "another level"),
    ("N", "no; numbers"),
    ("Y", "yes"),
    ("O", "save"),
    ("?", "help"),
    ("Q", "quit"),
)


STAND_INS = screen.STAND_INS


def main(
    m: Machine,
    *,
    level: Annotated[str, "the computer's level: 0 hardest to 4 easiest, X or M; else it asks", check_level] = "",
    two: Annotated[bool, "two players"] = False,
    first: Annotated[str, "who begins; else it tosses", ("you", "computer")] = "",
    swap: Annotated[bool, "the second player may swap sides"] = False,
    forbid: Annotated[bool, "endless moves are forbidden"] = False,
    strong: Annotated[bool, "the author's tip: always think, 50 lifts deep"] = False,
    board: Annotated[str, "begin here: cups A to L, your score, the computer's, 14 numbers", check_position] = "",
    moves: Annotated[str, "replay this record of a game, and go on", check_record] = "",
) -> None:
    """Play games until the player leaves."""
    v = Variables(level=level.upper(), first=first[:1].upper(), swap=swap, forbid=forbid, strong=strong)
    v.mode = TWO if two else ONE if v.level.isdecimal() else v.level
    m.describe(lambda: screen_words(v))
    screen.keys_and_mouse(m)
    load_rating(m, v)
    if board:
        v.opening = GameRecord(parse_position(board))
    if moves:
        title_page.start_replay(v, moves)
    try:
        edition(african_seeds.main, Variables=lambda: v, **CHANGED)(m)
    except Escape:
        tidy_up(m)
        raise


# in the place of the original's subroutines, in their order; in their calls `listed_…` is the one that is replaced


def lift_and_sow(m: Machine, v: Variables) -> None:
    """Flash the cup if it is an answer to the one that is lit; before a move clear what helps to choose one."""
    if v.sc:
        screen.begin_move(m, v)
    elif any(v.lit):
        screen.flash(m, v, v.cup)
    listed_lift_and_sow(m, v)


def display_board(m: Machine, v: Variables) -> None:
    """Show b() and s()."""
    for n in to(1, 12):
        screen.draw_cup(m, v, n)
    names = ("PLAYER 2", "PLAYER 1") if v.mode == TWO else ("COMPUTER", "YOU")
    left, right = f"{names[0]} {v.s[1]:<2}", f"{names[1]} {v.s[2]}".rjust(len(names[1]) + 3)
    m.print(tab(1, 0), left, tab(39 - len(right), 0), right, end="")


def light(m: Machine, v: Variables, n: int) -> None:
    """Switch on the light of a cup that is considered, unless the player is in a hurry."""
    if not v.skip:
        screen.light(m, v, n, 1)


def bleep(m: Machine, v: Variables, n: int) -> None:
    """Play the note of a cup that is considered, unless the player is in a hurry."""
    if not v.skip:
        screen.bleep(m, n)


def pause(m: Machine, v: Variables, t: int) -> None:
    """Wait for as long as a cup is considered at this pace."""
    screen.pause(m, v, screen.PACES[v.pace].consideration)


def result_computer(m: Machine, v: Variables) -> None:
    """Say that the computer, or the upper row, has won."""
    say(m, v, NEWS, texts.result(REASONS[v.over], v.mode == TWO, UPPER, v.s[1], v.s[2]))
    screen.tune(m, UP if v.mode == TWO else DOWN)


def result_player(m: Machine, v: Variables) -> None:
    """Say that the player, or the lower row, has won."""
    say(m, v, NEWS, texts.result(REASONS[v.over], v.mode == TWO, LOWER, v.s[2], v.s[1]))
    screen.tune(m, UP)


def initialise(m: Machine, v: Variables) -> bool:
    """Prepare a game up to its first move: a new one, or one that goes on. Return whether there is one."""
    define_udgs(m, v)
    letter_positions(m, v)
    seed_positions(m, v)
    v.next_step = ""
    if not v.mode:
        title_page.title(m, v, instructions)
    if v.next_step == screen.QUIT:
        return False
    if not v.resumed:
        v.game = v.opening
        v.l = level_number(v.mode if v.mode in LEVELS else v.level)
        v.rated = v.mode != TWO and not (v.strong or v.opening.start != Position())
    set_depth(v)
    v.sc, v.win = 1, 0
    show_last_position(m, v)
    if v.mode == ONE and level_name(v.l) not in LEVELS:
        ask_level(m, v)
    if not v.resumed:
        toss(m, v)
    v.resumed = False
    return True


def ask_level(m: Machine, v: Variables) -> None:
    """Ask for l, a level of the original's, and limit d by it."""
    say(m, v, QUESTION, LEVEL_QUESTION)
    say(m, v, NEWS, v.rating.sentence)
    v.pending_keys.clear()
    while True:
        key = reply(m, v, screen.KEYS_LEVEL)
        v.l = "01234".find(key or "?")
        if v.l >= 0:
            break
    set_depth(v)
    say(m, v, QUESTION, "")
    say(m, v, NEWS, "")
    screen.show_game_keys(m, v)
    screen.heading(m, v)


def toss(m: Machine, v: Variables) -> None:
    """Toss for the first move: zx."""
    v.zx = {"Y": LOWER, "C": UPPER}.get(v.first, 2)
    if v.zx == 2:
        v.zx = m.rnd(2) - 1
        names = ("PLAYER 1", "PLAYER 2") if v.mode == TWO else ("YOU", "I")
        say(m, v, NEWS, f"{names[v.zx]} WON THE TOSS")
        v.skip = False
        screen.pause(m, v, 150)
    v.game = GameRecord(position(v))


def game(m: Machine, v: Variables) -> None:
    """Play moves until next_step says how the game is left."""
    while not v.next_step:
        end_check(m, v)
        if v.over:
            another(m, v)
        elif v.replay:
            replay_move(m, v)
        elif v.swap and len(v.game.letters) == 1 and not v.swap_declined:
            offer_swap(m, v)
        elif v.zx and v.mode != TWO:
            computer_move(m, v)
        else:
            player_move(m, v)
    v.K_s = v.next_step


def computer_move(m: Machine, v: Variables) -> None:
    """Make the computer's move: the only one, one by chance, or one of the best; of the cups that may be lifted."""
    allowed = allowed_cups(v)
    v.m[1:] = [0] * 12
    if v.l < 0 and (len(allowed) > 1 or v.strong):
        search(m, v, LEVELS[level_name(v.l)])
    elif v.strong or (len(allowed) > 1 and 0 <= v.l < 4):
        analyse(m, v)
    for n in to(7, 12):
        if n - 1 not in allowed:
            v.m[n] = FORBIDDEN
    lift_best(m, v)


def analyse(m: Machine, v: Variables) -> None:
    """Evaluate every cup of the computer; the author's tip thinks as level 0."""
    v.skip = False
    level, v.l = v.l, 0 if v.strong else v.l
    listed_analyse(m, v)
    if v.skip:
        m.inkey(-1)
    v.l = level
    say(m, v, NEWS, "")


def consider(m: Machine, v: Variables) -> None:
    """Check the move of cup with lights; in a hurry without, but poll the keyboard, so that ESCAPE works."""
    if v.skip:
        m.inkey(-1)
    listed_consider(m, v)


def player_move(m: Machine, v: Variables) -> None:
    """Ask for a cup and make the move, or run the command of another key."""
    done = False
    while not done:
        ask(m, v)
        key = screen.ask_cup_key(m, v)
        if key == screen.RETURN and v.marked_cup:
            key = LETTERS[v.marked_cup - 1]
        cup = LETTERS.find(key.upper()) + 1 if key else 0
        v.cup = cup if (cup > 6) == v.zx else 0
        if v.cup and v.b[v.cup] == 0:
            refuse(m, v, "THAT CUP IS EMPTY")
        elif v.cup and v.cup - 1 not in allowed_cups(v):
            refuse(m, v, "THAT MOVE NEVER ENDS")
        elif v.cup:
            tidy_display(m, v)
            make_move(m, v)
            done = True
        elif key in (screen.LEFT, screen.RIGHT):
            mark_cup(m, v, next_cup(v, key))
        elif key == screen.POINTED:
            mark_cup(m, v, screen.pointed_cup(m, v))
        elif key in COMMANDS:
            COMMANDS[key](m, v)
            done = True
        elif cup:
            refuse(m, v, "NOT YOUR CUP")


def make_move(m: Machine, v: Variables) -> None:
    """Make the move of cup on the board."""
    v.sc = 1
    lift_and_sow(m, v)
    end_and_capture(m, v)
    v.zx = 1 - v.zx
    display_board(m, v)


def another(m: Machine, v: Variables) -> None:
    """Ask for another game."""
    rate(m, v)
    screen.celebrate(m, v, position(v).verdict())
    screen.show_verdict(m, v, position(v).verdict())
    while not v.next_step and position(v).verdict():
        key = screen.ask_key(m, v).replace("Q", screen.QUIT)
        if key in (screen.AGAIN, screen.QUIT, screen.MENU):
            v.next_step = key
            v.mode = "" if key == screen.MENU else v.mode
        elif key in COMMANDS_AT_END:
            COMMANDS[key](m, v)
            screen.show_verdict(m, v, position(v).verdict())
    if not v.next_step:
        draw_frame(m, v)


def farewell(m: Machine) -> None:
    """Restore the machine, and thank the player."""
    tidy_up(m)
    m.print(tab(9, 12), "THANK YOU FOR PLAYING")


def draw_frame(m: Machine, v: Variables) -> None:
    """Draw the whole screen of a game: title, cups, letters, keys, board."""
    m.cls()
    m.vdu(19, screen.LIGHT, screen.BLUE, 0, 0, 0)
    screen.heading(m, v)
    display_board(m, v)
    screen.draw_letters(m, v)
    screen.make_cups_clickable(v)
    for row in (NEWS, QUESTION):
        say(m, v, row, v.messages.get(row, ""))
    screen.show_game_keys(m, v)


def define_udgs(m: Machine, v: Variables) -> None:
    """Define the characters, with a seed and a hand."""
    listed_define_udgs(m, v)
    m.define_tall()
    for code, shape in screen.SHAPES.items():
        m.vdu(23, code, *shape)


def instructions(m: Machine, v: Variables) -> str:
    """Show the instructions, and wait for a key after each page; return it if the page names it, else ""."""
    pages = (*texts.RULES, texts.KEYS) if not v.mode else (texts.KEYS, *texts.RULES)
    for number, text in enumerate(pages, 1):
        key = screen.page(m, v, f"{'AFRICAN SEEDS':32}{number} OF {len(pages)}", text.splitlines())
        if key:
            return key
    return ""


CHANGED = {
    "lift_and_sow": lift_and_sow,
    "show_end": screen.show_end,
    "display_board": display_board,
    "light": light,
    "lights_off": screen.lights_off,
    "show_lift": screen.show_lift,
    "show_seed": screen.show_seed,
    "bleep": bleep,
    "say": say,
    "pause": pause,
    "result_computer": result_computer,
    "result_player": result_player,
    "initialise": initialise,
    "game": game,
    "analyse": analyse,
    "consider": consider,
    "farewell": farewell,
    "define_udgs": define_udgs,
}

# the game


def position(v: Variables) -> Position:
    """Return the position as the rules use it."""
    return Position(tuple(v.b[1:]), (v.s[2], v.s[1]), v.zx, v.c)


def show_last_position(m: Machine, v: Variables) -> None:
    """Copy the last position of the game into b(), s(), c and zx, and draw it."""
    last = v.game.positions()[-1]
    v.b[1:], v.zx, v.c = last.board, last.side, last.quiet_moves
    v.s[2], v.s[1] = last.score
    v.lit[1:] = [0] * 12
    v.messages.clear()
    v.pending_keys.clear()
    v.marked_cup, v.swap_declined = 0, False
    draw_frame(m, v)


def allowed_cups(v: Variables) -> list[int]:
    """Return the cups that may be lifted, from 0."""
    return (ending_cups if v.forbid else legal_cups)(v.b[1:], v.zx)


def set_depth(v: Variables) -> None:
    """Set d to the depth of search of level l: 20 for levels 0 and 1, 3 for 2, 1 for 3."""
    v.d = STRONG.lifts if v.strong else 7 - 2 * v.l if 1 < v.l < UNKNOWN else 20


def refuse(m: Machine, v: Variables, text: str) -> None:
    """Bleep, and show why a key was refused."""
    m.vdu(7)
    say(m, v, NEWS, text)


def replay_move(m: Machine, v: Variables) -> None:
    """Make the next move of a record; a key stops the replay."""
    letter, v.replay = v.replay[0], v.replay[1:]
    say(m, v, QUESTION, f"MOVE {len(v.game.letters) + 1}: {letter}")
    if letter == SWAP:
        change_sides(m, v)
    else:
        v.cup = LETTERS.index(letter) + 1
        make_move(m, v)
    if v.pending_keys:
        v.replay = ""
        v.pending_keys.clear()


def offer_swap(m: Machine, v: Variables) -> None:
    """Ask the second player, once, whether to change sides."""
    if v.zx and v.mode != TWO:
        level = STRONG if v.strong and v.l >= 0 else LEVELS[level_name(v.l)]
        swaps = would_swap(v.b[1:], position(v).score, v.zx, level)
    else:
        swaps = yes(m, v, f"{addressed(v)}SWAP SIDES")
    v.swap_declined = not swaps
    if swaps:
        change_sides(m, v)


def change_sides(m: Machine, v: Variables) -> None:
    """Exchange the sides; the other row moves."""
    v.game = v.game.then(SWAP)
    show_last_position(m, v)
    say(m, v, NEWS, "THE SIDES ARE CHANGED")
    v.skip = False
    screen.pause(m, v, 150)


# the search of the expert and the master


def search(m: Machine, v: Variables, level: Level, news: str = "I AM THINKING") -> None:
    """Evaluate every cup of the mover by the search: m(). Show by lights what is considered.

    The search runs in slices, and the keyboard is polled between them: ESCAPE and SPACE work.
    """
    say(m, v, NEWS, news)
    v.sc, v.d, v.skip = 0, level.lifts, False
    m.vdu(19, screen.LIGHT, screen.CYAN, 0, 0, 0)
    evaluation = CupSearch(v.b[1:], position(v).score, v.zx, level, allowed_cups(v))
    for cup, reply in evaluation:
        if reply is None:
            v.cup = cup + 1
            listed_consider(m, v)
        else:
            screen.flash(m, v, reply + 1)
        if v.skip:
            m.inkey(-1)  # polls the keyboard, which raises Escape if ESCAPE was pressed
    for cup, value in evaluation.values.items():
        v.m[cup + 1] = value
    screen.lights_off(m, v)
    m.vdu(19, screen.LIGHT, screen.BLUE, 0, 0, 0)
    v.sc = 1
    set_depth(v)
    say(m, v, NEWS, "")


# the player's keys


def ask(m: Machine, v: Variables) -> None:
    """Ask the player whose move it is for a cup, and say that RETURN lifts the marked one."""
    marked = f" RETURN: {LETTERS[v.marked_cup - 1]}" if v.marked_cup else ""
    say(m, v, QUESTION, f"{addressed(v)}WHICH CUP ({'G-L' if v.zx else 'A-F'})?{marked}")
    screen.show_game_keys(m, v)
    lifted = [("RETURN", "lift it")] if v.marked_cup else []
    m.keys = [("G-L" if v.zx else "A-F", "lift a cup"), *lifted, ("LEFT", "mark"), ("RIGHT", "mark"), *m.keys]
    screen.show_previews(m, v)


def reply(m: Machine, v: Variables, keys: str) -> str:
    """Return the key pressed at the question on the screen; `?` shows the instructions, and the question again."""
    screen.show_keys(m, v, keys)
    while (key := screen.ask_key(m, v)) == "?":
        instructions(m, v)
        draw_frame(m, v)
        screen.show_keys(m, v, keys)
    return key


def yes(m: Machine, v: Variables, question: str) -> bool:
    """Ask a question until it is answered with Y or N."""
    say(m, v, QUESTION, f"{question} (Y/N)?")
    while (key := reply(m, v, "Y YES  N NO  ? KEYS")) not in ("Y", "N"):
        pass
    say(m, v, QUESTION, "")
    screen.show_game_keys(m, v)
    return key == "Y"


def addressed(v: Variables) -> str:
    """Return whom a question is for, if there are two players."""
    return f"PLAYER {1 + v.zx}, " if v.mode == TWO else ""


def next_cup(v: Variables, key: str) -> int:
    """Return the mover's next cup with seeds in the direction of an arrow key."""
    step = 1 if (key == screen.RIGHT) != v.zx else -1
    first = 7 if v.zx else 1
    at = v.marked_cup - first if v.marked_cup else 5 if step > 0 else 0
    order = [(at + step * distance) % 6 + first for distance in to(1, 6)]
    return next(cup for cup in order if v.b[cup])


def mark_cup(m: Machine, v: Variables, cup: int) -> None:
    """Mark a cup of the mover's, and say what lifting it does."""
    v.marked_cup = cup
    screen.draw_letters(m, v)
    say(m, v, NEWS, texts.forecast(tuple(v.b[1:]), v.zx, v.marked_cup - 1))


def hint(m: Machine, v: Variables) -> None:
    """Mark the best cup, as the expert sees it."""
    v.rated = False
    search(m, v, LEVELS["X"], "LOOKING FOR YOUR BEST CUP")
    cup = choose_cup(v.m[1:], allowed_cups(v), lambda n: 1)
    mark_cup(m, v, cup + 1)
    say(m, v, NEWS, texts.advice(tuple(v.b[1:]), v.zx, cup))


def undo(m: Machine, v: Variables) -> None:
    """Undo the player's last move and all that came after it; of two players, the last move."""
    earlier = v.game.undone(None if v.mode == TWO else LOWER)
    if earlier == v.game:
        refuse(m, v, "NOTHING TO TAKE BACK")
        return
    v.game, v.rated = earlier, False
    show_last_position(m, v)
    say(m, v, NEWS, "TAKEN BACK")


def toggle_ends(m: Machine, v: Variables) -> None:
    """Show where each cup's move would end, instead of the marked cup's path; else hide it."""
    v.show_ends = v.marked_cup > 0 or not v.show_ends
    v.marked_cup = 0
    screen.draw_letters(m, v)
    say(m, v, NEWS, "WHERE EACH MOVE ENDS, + WHAT IT TAKES" if v.show_ends else "")


def toggle_numbers(m: Machine, v: Variables) -> None:
    """Show seeds with numbers, seeds alone, or the original's pips."""
    v.show_numbers, v.original_pips = v.original_pips, not (v.show_numbers or v.original_pips)
    display_board(m, v)


def next_pace(m: Machine, v: Variables) -> None:
    """Change to the next pace."""
    v.pace = (v.pace + 1) % len(screen.PACES)
    say(m, v, NEWS, f"PACE {screen.PACES[v.pace].name}")


def change_level(m: Machine, v: Variables) -> None:
    """Ask for another level for the rest of the game."""
    if v.mode == TWO:
        return
    say(m, v, QUESTION, "LEVEL 0-4, X EXPERT OR M MASTER?")
    key = reply(m, v, screen.KEYS_ALL_LEVELS)
    if key in LEVELS:
        v.l, v.rated = level_number(key), False
        set_depth(v)
    say(m, v, QUESTION, "")
    screen.heading(m, v)


def review(m: Machine, v: Variables) -> None:
    """Show what every move has cost, and the record."""
    moves = []
    for move in review_moves(v.game):
        moves.append(move)
        say(m, v, QUESTION, f"LOOKING AT MOVE {move.number} OF {len(v.game.letters)}")
        v.skip = False
        screen.pause(m, v, 1)
    sides = (LOWER, UPPER) if v.mode == TWO else (LOWER,)
    if not screen.page(m, v, "REVIEW, SIX MOVES AHEAD", report(v.game, moves, sides)):
        screen.page(m, v, "SEEDS THAT EACH MOVE COST", table(moves, screen.PAGE_LINES))
    v.messages[QUESTION] = ""
    draw_frame(m, v)


def show_instructions(m: Machine, v: Variables) -> None:
    """Show the instructions, then the board again, and run the command of a key that they name."""
    key = instructions(m, v)
    draw_frame(m, v)
    if key in (COMMANDS_AT_END if v.over else COMMANDS):
        COMMANDS[key](m, v)


def leave(m: Machine, v: Variables) -> None:
    """Ask whether to quit."""
    v.next_step = screen.QUIT if yes(m, v, "QUIT") else ""


COMMANDS = {
    "H": hint,
    "*": hint,
    "U": undo,
    "W": toggle_ends,
    "N": toggle_numbers,
    "P": next_pace,
    "V": change_level,
    "O": title_page.save,
    "R": review,
    "I": show_instructions,
    "?": show_instructions,
    "Q": leave,
}
COMMANDS_AT_END = ("U", "R", "O", "I", "?")


# the beginning and the end


def load_rating(m: Machine, v: Variables) -> None:
    """Load the player's rating, if there is one."""
    try:
        v.rating = rating.from_tape(m.cload(screen.RATING_TAPE))
    except BasicError:
        v.rating = rating.Rating()


def rate(m: Machine, v: Variables) -> None:
    """Count a game that is over in the player's rating, and save it."""
    verdict = position(v).verdict()
    if verdict:
        m.csave("RESULT", texts.headline(verdict.winner, v.mode == TWO).lower())
    if not (v.rated and verdict):
        return
    v.rated = False
    result = 0.5 if verdict.winner is None else float(verdict.winner == LOWER)
    v.rating = v.rating.after(level_name(v.l), result)
    m.csave(screen.RATING_TAPE, [*v.rating])


def tidy_up(m: Machine) -> None:
    """Restore the screen, the keyboard and the mouse."""
    m.describe(None)
    m.keys = ()
    m.vdu(4, 26, 20, 12, 23, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.mouse_off()
    m.fx(4, 0)
    m.fx(11, REPEAT)
