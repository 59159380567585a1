"""Our additions to African Seeds: single seeds, numbers, hints, undo, records, two players, levels, daily position.

It is an edition of african_seeds.py: functions of the same names replace the subroutines there, and are listed in
CHANGED. What is imported from there as `listed_…` is the subroutine that was replaced.
"""

from collections.abc import Callable
from typing import Annotated

from retro import Machine
from retro.basic import (
    BasicError,
    Choice,
    Escape,
    FrontPage,
    Record,
    close_screen,
    edition,
    option_rows,
    show_page,
    sure,
)

from . import african_seeds, screen
from .african_seeds import (
    consider,
    define_udgs,
    end_and_capture,
    end_check,
    letter_positions,
    lift_best,
    lights_off,
    seed_positions,
    tidy_display,
    toss,
)
from .african_seeds import lift_and_sow as listed_lift_and_sow
from .rules import game_record, texts
from .rules.game_record import SWAP, GameRecord, parse_position, parse_record
from .rules.player import EXPERT, LEVEL_NAMES, LEVELS, PUZZLE_MOVES, cup_values, puzzle
from .rules.review import report, review_moves, table
from .rules.sowing import LETTERS, LOWER, UPPER, Position, legal_cups
from .screen import NEWS, QUESTION, display_board, draw_frame, say
from .variables import Variables

LOAD = "S"  # of the front page
MENU, HARDER = "M", "L"  # leave a game for the front page, or for the next level
TAPE, RECORD_TAPE = "AS", "SEEDS"  # the names on the tape: of the saved game, and of the record
NO_FILE = 219  # BASIC's error
FORBIDDEN = -2001  # the value of a cup that may not be lifted, below all others
TAKEN_BACK, HINT = 1, 2  # the help that a game was played with: as many stars fewer for the position of the day
MOVES_SHOWN = 54  # of the review
# Keys, labels, variables and their values.
OPTIONS = (
    ("W", "Swapping sides", "swap", ("no", "yes")),
    ("E", "No endless moves", "forbid", ("no", "yes")),
    ("P", "Pace", "pace", tuple(screen.PACES)),
    ("N", "Cups show", "look", screen.LOOKS),
)
STAND_INS = screen.STAND_INS


def main(
    m: Machine,
    *,
    level: Annotated[int, "the computer's level: 1 easiest to 8 hardest; else as chosen", range(1, 9)] = 0,
    two: Annotated[bool, "two players"] = False,
    first: Annotated[str, "who begins; else it tosses", ("you", "computer")] = "",
    swap: Annotated[bool, "the second player may swap sides"] = False,
    forbid: Annotated[bool, "endless moves are forbidden"] = False,
    board: Annotated[str, "begin here: cups A to L, your score, the computer's, 14 numbers", parse_position] = "",
    moves: Annotated[str, "begin after these moves", parse_record] = "",
    day: Annotated[int, "the date of the daily position, as 20261122", range(10**8)] = 0,
) -> None:
    """Play games until the player leaves."""
    v = Variables(first=first, swap=swap, forbid=forbid, two=two)
    v.front = FrontPage(
        "AFRICAN SEEDS",
        Record(m, RECORD_TAPE, len(LEVELS)),
        rules=texts.RULES,
        picture=screen.draw_picture,
        levels=LEVEL_NAMES,
        level=level,
        first_level=2,
        day=day,
        opponent=f"win in {PUZZLE_MOVES} moves",
        two_people=True,
        more=[Choice(LOAD, "Saved game")],
        options=lambda: option_rows(v, OPTIONS),
        foot="After M. J. Edwards, 1985",
    )
    v.l = v.front.level
    v.next_step = FrontPage.TWO_PEOPLE if two else FrontPage.PLAY if level else ""
    m.describe(lambda: screen.words(v), standing=lambda: f"you {v.s[2]}, other {v.s[1]}" * any(v.s))
    m.fx(4, 1)
    m.fx(11, 0)
    m.mouse_on()
    if board:
        v.opening = GameRecord(parse_position(board))
    if moves:
        v.game, v.counted, v.next_step = parse_record(moves), True, FrontPage.GO_ON
    edition(african_seeds.main, Variables=lambda: v, **CHANGED)(m)
    if unfinished(v):
        raise Escape("This game waits for you.")  # it is kept, as every unfinished one


def unfinished(v: Variables) -> bool:
    """Return whether a game has begun and can go on."""
    return bool(v.game.letters) and winner_of(v) is None


# in the place of the original's subroutines, in their order; in their calls `listed_…` is the one that is replaced


def lift_and_sow(m: Machine, v: Variables) -> None:
    """Make a move, with the help for choosing one cleared, or check it."""
    if v.sc:
        screen.clear_below(m)
        v.before = v.b[:]
        v.marked_cup, v.skip = 0, False
        screen.draw_letters(m, v)
        screen.show_keys(m, v, "SPACE FINISHES THE MOVE")
    listed_lift_and_sow(m, v)


def initialise(m: Machine, v: Variables) -> bool:
    """Prepare a game up to its first move: a new one, or one that continues. Return False if the player quits."""
    define_udgs(m, v)
    m.vdu(19, screen.LIGHT, screen.BLUE, 0, 0, 0)
    for code, shape in screen.SHAPES.items():
        m.vdu(23, code, *shape)
    letter_positions(m, v)
    seed_positions(m, v)
    key, v.next_step = v.next_step, ""
    while key in ("", MENU) or (key == LOAD and not load(m, v)):
        moves = len(v.game.letters) + 1
        key = v.front.ask(m, f"move {moves}, you {v.s[2]}, other {v.s[1]}" if unfinished(v) else "")
    if key == FrontPage.QUIT:
        close_screen(m)
        return False
    new = key in (FrontPage.PLAY, FrontPage.TODAY, FrontPage.TWO_PEOPLE)
    if new:
        v.two, v.today, v.helped, v.news = key == FrontPage.TWO_PEOPLE, key == FrontPage.TODAY, 0, ""
        v.l = EXPERT if v.today else v.front.level
        v.counted = v.two or v.opening.start != Position()
        v.game = v.opening
        if v.today:
            m.rnd(-v.front.day)
            v.game, v.counted = GameRecord(puzzle(m.rnd)), False
    v.sc, v.win = 1, 0
    show_last_position(m, v)
    if new and not v.today:
        v.skip, v.zx = False, int(v.first == "computer")
        try:
            if not v.first:
                toss(m, v)
        except Escape:
            v.next_step = MENU
        v.game = GameRecord(v.position)
    return True


def game(m: Machine, v: Variables) -> None:
    """Play moves until next_step says how to leave. ESCAPE leaves for the front page; the game can be continued."""
    try:
        while not v.next_step:
            end_check(m, v)
            if (winner := winner_of(v)) is not None:
                another(m, v, winner)
            elif v.swap and len(v.game.letters) == 1 and not v.swap_declined:
                offer_swap(m, v)
            elif v.zx and not v.two:
                computer_move(m, v)
            else:
                player_move(m, v)
    except Escape:
        v.next_step = MENU


def computer_move(m: Machine, v: Variables) -> None:
    """Make the computer's move among the allowed cups: at a level without search a random one, else one of the best."""
    allowed = allowed_cups(v)
    v.m[1:] = [0 if cup in allowed else FORBIDDEN for cup in range(12)]
    if len(allowed) > 1 and LEVELS[v.l - 1].plies:
        search(m, v, v.l)
    lift_best(m, v)


def player_move(m: Machine, v: Variables) -> None:
    """Ask for a cup and make its move, or run the command of another key."""
    while True:
        cups = "G-L" if v.zx else "A-F"
        marked = f" RETURN: {LETTERS[v.marked_cup - 1]}" if v.marked_cup else ""
        say(m, v, QUESTION, f"{f'PLAYER {1 + v.zx}, ' * v.two}WHICH CUP ({cups})?{marked}")
        screen.show_keys(m, v, f"{'*' if v.two else 'H'} HINT  U UNDO  W ENDS  ? KEYS  Q BACK")
        lifted = [("RETURN", "lift it")] if v.marked_cup else []
        m.keys = [(cups, "lift a cup"), *lifted, ("LEFT", "mark"), ("RIGHT", "mark"), *m.keys]
        screen.show_previews(m, v)
        m.mouse_on(moves=True)
        while (key := screen.ask_key(m, v)) == screen.POINTED and screen.pointed_cup(m, v) in (0, v.marked_cup):
            pass
        m.mouse_on()
        v.before = v.b[:]
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
            lift_and_sow(m, v)
            end_and_capture(m, v)
            v.zx = 1 - v.zx
            display_board(m, v)
            return
        elif key in (screen.LEFT, screen.RIGHT):
            order = [cup + 1 for cup in legal_cups(v.b[1:], v.zx)][:: 1 if (key == screen.RIGHT) != v.zx else -1]
            at = order.index(v.marked_cup) + 1 if v.marked_cup else 0
            mark_cup(m, v, order[at % len(order)])
        elif key == screen.POINTED:
            mark_cup(m, v, screen.pointed_cup(m, v))
        elif key in COMMANDS:
            COMMANDS[key][0](m, v)
            return
        elif cup:
            refuse(m, v, "NOT YOUR CUP")


def another(m: Machine, v: Variables, winner: int) -> None:
    """Add the result to the record unless it was added before, show how the game has ended, and ask what follows."""
    record, day, result = v.front.record, v.front.day, (1, -1, 0)[winner]
    if v.position.winner() is None:
        say(m, v, NEWS, f"NOT WON WITHIN {PUZZLE_MOVES} MOVES")
    m.csave("RESULT", texts.headline(winner, v.two, v.today).lower())
    if v.today:  # is no game of a level
        if "solved *" not in record.today(day):
            record.days.pop(day, None)
            text = f"solved {'*' * (3 - v.helped)}" if result > 0 else "not solved"
            record.add_day(day, result, bool(v.helped), text)
        v.news = ". ".join(filter(None, (record.today(day), record.days_won(day))))
        if result < 0:
            v.news = f"U takes back: solve it for {'*' * (3 - max(v.helped, TAKEN_BACK))}"
    elif not v.counted:
        v.news = record.add(result, v.l, bool(v.helped)) or record.won
    v.counted = True
    record.save(m)
    screen.celebrate(m, v, winner)
    while not v.next_step and winner_of(v) is not None:
        harder = not (v.two or v.today) and winner == LOWER and v.l < len(LEVELS)
        screen.show_end_of_game(m, v, winner, harder)
        key = screen.ask_key(m, v)
        if key == HARDER and harder:
            v.front.level = record.level = v.l + 1
            key = FrontPage.PLAY
        if key in COMMANDS_AT_END:
            COMMANDS[key][0](m, v)


CHANGED = {one.__name__: one for one in (lift_and_sow, initialise, game)}
CHANGED |= {
    one: getattr(screen, one)
    for one in "display_board draw_cup light bleep pause show_lift show_seed show_end say".split()
}

# the game


def winner_of(v: Variables) -> int | None:
    """Return who has won, or DRAW, or None; the position of the day ends after its last move as well."""
    missed = v.today and len(v.game.letters) >= 2 * PUZZLE_MOVES - 1
    return UPPER if (found := v.position.winner()) is None and missed else found


def show_last_position(m: Machine, v: Variables) -> None:
    """Set b(), s(), c and zx to the last position of the game's record, and draw it."""
    last = v.game.positions()[-1]
    v.b[1:], v.zx, v.c = last.board, last.side, last.quiet_moves
    v.s[2], v.s[1] = last.score
    v.before, v.lit[1:] = v.b[:], [0] * 12
    v.messages.clear()
    v.pending_keys.clear()
    v.marked_cup, v.swap_declined = 0, False
    draw_frame(m, v)


def allowed_cups(v: Variables) -> list[int]:
    """Return the cups that may be lifted, from 0."""
    return legal_cups(v.b[1:], v.zx, v.forbid)


def refuse(m: Machine, v: Variables, text: str) -> None:
    """Bleep, and show why a key has no effect."""
    m.vdu(7)
    say(m, v, NEWS, text)


def offer_swap(m: Machine, v: Variables) -> None:
    """Ask the second player, once, whether to change sides; the computer does if it is behind. The other row moves."""
    if v.zx and not v.two:
        swaps = max(cup_values(v.position, LEVELS[v.l - 1]).values()) + v.s[1] < v.s[2]
    else:
        say(m, v, QUESTION, f"{f'PLAYER {1 + v.zx}, ' * v.two}SWAP SIDES (Y/N)?")
        screen.show_keys(m, v, "Y YES  N NO")
        while (key := screen.ask_key(m, v)) not in ("Y", "N"):
            pass
        swaps = key == "Y"
    v.swap_declined = not swaps
    if swaps:
        v.game = v.game.then(SWAP)
        show_last_position(m, v)
        say(m, v, NEWS, "THE SIDES ARE CHANGED")
        v.skip = False
        screen.pause(m, v, 150)


def search(m: Machine, v: Variables, level: int, news: str = "I AM THINKING") -> None:
    """Evaluate every cup of the mover as a level does, and set m(); lights show the cups considered.

    Between them the keyboard is polled: ESCAPE and SPACE work.
    """
    say(m, v, NEWS, news)
    v.sc, v.d, v.skip = 0, LEVELS[level - 1].lifts, False
    m.vdu(19, screen.LIGHT, screen.CYAN, 0, 0, 0)

    def show(side: int, cup: int) -> None:
        """Show which cup, 0 to 5, of a side is considered."""
        n = 6 * side + cup + 1
        if side == v.zx:
            v.cup = n
            consider(m, v)
        else:
            lit = v.lit[n]
            screen.light(m, v, n)
            screen.pause(m, v, 2)
            screen.light(m, v, n, lit)

    allowed = allowed_cups(v)
    values = cup_values(v.position, LEVELS[level - 1], allowed, show)
    for cup in allowed:
        v.m[cup + 1] = values[cup]
    lights_off(m, v)
    m.vdu(19, screen.LIGHT, screen.BLUE, 0, 0, 0)
    v.sc = 1
    say(m, v, NEWS, "")


# the player's keys


def mark_cup(m: Machine, v: Variables, cup: int) -> None:
    """Mark a cup of the mover, and show what its move does."""
    v.marked_cup = cup
    screen.draw_letters(m, v)
    say(m, v, NEWS, texts.forecast(v.position, cup - 1))


def hint(m: Machine, v: Variables) -> None:
    """Mark the best cup, found at the highest level."""
    v.helped = HINT
    search(m, v, EXPERT, "LOOKING FOR YOUR BEST CUP")
    mark_cup(m, v, max(allowed_cups(v), key=v.m[1:].__getitem__) + 1)
    say(m, v, NEWS, f"TRY {v.messages[NEWS]}")


def undo(m: Machine, v: Variables) -> None:
    """Undo the player's last move and all that came after it; of two players, the last move."""
    earlier = v.game.undone(None if v.two else LOWER)
    if earlier == v.game:
        refuse(m, v, "NOTHING TO TAKE BACK")
        return
    v.game, v.helped = earlier, max(v.helped, TAKEN_BACK)
    show_last_position(m, v)
    say(m, v, NEWS, "TAKEN BACK")


def toggle_ends(m: Machine, v: Variables) -> None:
    """Toggle between showing where each cup's move ends, and the path of the marked cup."""
    v.show_ends = v.marked_cup > 0 or not v.show_ends
    v.marked_cup = 0
    screen.draw_letters(m, v)
    say(m, v, NEWS, "WHERE EACH MOVE ENDS, + WHAT IT TAKES" if v.show_ends else "")


def review(m: Machine, v: Variables) -> None:
    """Show what every move has cost, and the record."""
    moves = []
    for move in review_moves(v.game):
        moves.append(move)
        say(m, v, QUESTION, f"LOOKING AT MOVE {move.number} OF {len(v.game.letters)}")
        v.skip = False
        screen.pause(m, v, 1)
    lines = report(v.game, moves, (LOWER, UPPER) if v.two else (LOWER,))
    if show_page(m, "REVIEW, SIX MOVES AHEAD", lines, [Choice("E", "Each move")]):
        show_page(m, "SEEDS THAT EACH MOVE COST", table(moves[-MOVES_SHOWN:]))
    v.messages[QUESTION] = ""
    draw_frame(m, v)


def help_player(m: Machine, v: Variables) -> None:
    """Show the keys and the rules, then the board again, and run the chosen command."""
    rows = [Choice(key, words) for key, (_, words) in COMMANDS.items() if key != "?"]
    key = show_page(m, "THE KEYS", texts.KEYS, [*rows, Choice("?", "the rules")])
    if key == "?":
        show_page(m, "HOW TO PLAY", texts.RULES)
    draw_frame(m, v)
    if key in (COMMANDS if winner_of(v) is None else COMMANDS_AT_END) and key != "?":
        COMMANDS[key][0](m, v)


def change_options(m: Machine, v: Variables) -> None:
    """Show the options, then the board again."""
    v.front.ask_options(m)
    draw_frame(m, v)


def begin_again(m: Machine, v: Variables) -> None:
    """Begin another game, after a question if this one has begun."""
    if not v.game.letters or winner_of(v) is not None or sure(m, "This game will be lost."):
        v.next_step = FrontPage.TWO_PEOPLE if v.two else FrontPage.PLAY
    else:
        draw_frame(m, v)


def save(m: Machine, v: Variables) -> None:
    """Save the game with its level and switches."""
    m.csave(TAPE, game_record.to_tape(v.two, v.l, (v.swap, v.forbid), v.game))
    say(m, v, NEWS, "SAVED ON TAPE")


def load(m: Machine, v: Variables) -> bool:
    """Load the saved game; show the reason if there is none."""
    try:
        v.two, v.l, (v.swap, v.forbid), v.game = game_record.from_tape(m.cload(TAPE))
    except (BasicError, ValueError) as error:
        missing = isinstance(error, BasicError) and error.number == NO_FILE
        show_page(m, "SAVED GAME", ["There is no saved game." if missing else "The saved game is damaged."])
        return False
    v.counted, v.today = True, False
    return True


Command = Callable[[Machine, Variables], object]
COMMANDS: dict[str, tuple[Command, str]] = {
    "H": (hint, "hint"),
    "*": (hint, "hint of two people"),
    "U": (undo, "undo"),
    "S": (save, "save"),
    "W": (toggle_ends, "where moves end"),
    "R": (review, "review"),
    "O": (change_options, "options"),
    "N": (begin_again, "new game"),
    "?": (help_player, "help"),
    "Q": (lambda m, v: setattr(v, "next_step", MENU), "back to the front page"),
}
COMMANDS_AT_END = ("U", "R", "S", "N", "?", "Q")
# The keys and what they do.
KEYS = (
    ("A-F", "lift a cup"),
    ("LEFT", "mark a cup"),
    ("RIGHT", "mark a cup"),
    ("RETURN", "lift the marked cup"),
    ("SPACE", "finish the move"),
    *((key, words) for key, (_, words) in COMMANDS.items()),
    ("Y", "yes"),
)
