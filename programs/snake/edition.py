"""Our additions to the domino snake: a 40-column screen, options, a stronger computer, hints and undo."""

from collections.abc import Callable
from itertools import cycle
from textwrap import wrap
from typing import Annotated

from retro import Machine
from retro.basic import (
    NL,
    Choice,
    Escape,
    FrontPage,
    Page,
    Record,
    ask_number,
    close_screen,
    edition,
    option_rows,
    play_tune,
    saved,
    sgn,
    show_page,
)

from . import pages, screen, snake
from .rules import sampling
from .rules.given import parse_choices, parse_state
from .screen import LEVELS, draw_table, ends_of, margin, margin_text, refuse
from .snake import COMPUTER, DRAW, PLAYER, StageRules, piece_text, result
from .variables import IMAGINES, Variables

STAGES = range(1, 6)
DEALS = 99999  # the largest number of a deal
RECORD, OLD_RECORD = "SNAKES", "SNAKE"  # the names on the tape; the old one has games and wins of each stage
BY_NUMBER, COURSE = "D", "C"  # of the front page
COUNTING = 2  # the level of the daily game
MATCH = 4  # won games that win a match
BEAT = 60  # centiseconds before the computer's move, and before the tune at the end
RULES = {
    3: StageRules(snake.legal_3, snake.apply_move_3, snake.choose_move_3),
    4: StageRules(snake.legal_4, snake.apply_move_4, snake.choose_move_4),
    5: StageRules(snake.legal_4, snake.apply_move_4, snake.choose_move_5),
}
RULES[IMAGINES] = RULES[5]
TUNES = {
    PLAYER: "1.3.5.3. 6...5... 4.6.5.4. 3...5... 1.3.5.8. 7...6... 5.7.8.5. 8.......",
    COMPUTER: "8.7.6.5. 4...3... 6.5.4.3. 2...0... 8.6.5.4. 3...2... 3.2.1.0. 1.......",
    DRAW: "1.3.1.3. 4...2... 1.3.1.3. 2...0... 1.3.5.3. 6...4... 3.2.1.2. 1.......",
}


def main(
    m: Machine,
    *,
    stage: Annotated[
        int | None, "1 the deal, 2 the display, 3 a game without rules, 4 with rules, 5 it counts; else it asks", STAGES
    ] = None,
    deal: Annotated[int, "the number of the deal; 0: any", range(1, DEALS + 1)] = 0,
    state: Annotated[
        str, "begin here: the output of --stage 1, or stock/computer/player/snake/mover", parse_state
    ] = "",
    choices: Annotated[str, 'stages 3, 4: the computer\'s next random numbers, as "2 0 -3"', parse_choices] = "",
    sampling: Annotated[bool, "stage 5: a stronger computer, which samples the hidden pieces"] = False,
    plain: Annotated[bool, "the course's own text, 70 columns"] = False,
    day: Annotated[int, "the date of the daily deal, as 20261122", range(10**8)] = 0,
) -> None:
    """Play a stage of the course as text (always stages 1 to 3), or games on the 40-column screen."""
    number = 0 if state else deal or m.rnd(DEALS)
    first = parse_state(state) if state else deal_number(m, number)
    v = Variables(IMAGINES if sampling and stage in (5, None) else stage or STAGES[-1], first, first, number)
    v.choices = parse_choices(choices)
    if plain or v.stage < 4:
        play_stage(m, v)
    else:
        play_games(m, v, day, choose=not (stage or deal or state))


# a game, in text and on the screen


def deal_number(m: Machine, number: int) -> snake.SnakeState:
    """Deal the pieces of the deal with this number."""
    m.rnd(-number)
    return snake.deal(m.rnd)


def play_stage(m: Machine, v: Variables, read_line: Callable[[Machine], str] = snake.read_line) -> None:
    """Play a stage of the course as text, with lines from `read_line`; H, U and ? are answered in place of a move."""
    if v.stage not in RULES:
        (snake.stage_1 if v.stage == 1 else snake.stage_2)(m, v.state)
        return
    rules = StageRules(RULES[v.stage].legal, lambda _, k: make_move(v, k), lambda _, pick: computer_move(m, v))

    def ask_player(m: Machine, state: snake.SnakeState, rules: StageRules) -> int:
        while True:
            line = read_line(m)
            word, v.note = line.strip().upper(), ""
            if word == "U" and undo(m, v):
                m.print(NL.join(snake.display_3(v.state)))
            elif word == "H":
                v.note = hint_text(m, v)[1]
            elif word == "?":
                v.note = NL.join(wrap(" ".join(pages.RULES[:3:2] + pages.COURSE_TEXT[1:]), len(snake.HEADER)))
            elif word != "U":
                if not (wrong := snake.move_error(rules, v.state, line)):
                    return snake.parse_move(line) or 0
                v.note = wrong
            if v.note:
                m.print(v.note)

    edition(snake.play, read_line=read_line, ask_player=ask_player)(m, v.state, rules)


def make_move(v: Variables, k: int) -> snake.SnakeState:
    """Make a legal move, record it, and return the state after it."""
    v.past.append((v.state, k))
    v.state = RULES[v.stage].apply_move(v.state, k)
    return v.state


def computer_move(m: Machine, v: Variables) -> int:
    """Return the computer's move at this stage, by the next of --choices if any are left."""

    def pick(n: int) -> int:
        while v.choices:
            if abs(k := v.choices.pop(0)) <= n:
                return k
        return m.rnd(2 * n + 1) - n - 1

    if v.stage == IMAGINES:
        return sampling.sampling_move(v.state, v.past, m.rnd)
    return RULES[v.stage].choose_move(v.state, pick)


def play_games(m: Machine, v: Variables, day: int = 0, choose: bool = False) -> None:
    """Play games on the screen until the player quits. day: of the daily deal. choose: begin with the front page."""
    screen.open_screen(m)
    record = Record(m, RECORD, len(LEVELS))
    rows = saved(m, OLD_RECORD)
    record.adopt(rows[3:] if isinstance(rows, list) else None)
    v.front = FrontPage(
        "DOMINO SNAKE",
        record,
        rules=pages.RULES,
        picture=screen.draw_picture,
        levels=LEVELS,
        day=day,
        opponent=LEVELS[COUNTING - 1],
        foot="After a programming course",
        options=lambda: option_rows(v, [("M", "Marks of ends that fit", "marks", ("no", "yes"))]),
        more=[Choice(BY_NUMBER, "A deal by its number"), Choice(COURSE, "The course: five stages")],
    )
    key = "" if choose else FrontPage.GO_ON
    while key != FrontPage.QUIT:
        number = ask_number(m, "The number of the deal", DEALS) if key == BY_NUMBER else 0
        key = FrontPage.PLAY if number else key.replace(BY_NUMBER, "")
        if key in (FrontPage.PLAY, FrontPage.TODAY):
            v.stage = 3 + (COUNTING if key == FrontPage.TODAY else v.front.level)
        if key == FrontPage.PLAY and (v.past or v.today or number):
            new_deal(m, v, number)
        elif key == FrontPage.TODAY:
            v.today, v.deal, v.first = True, 0, deal_number(m, day)
            same_deal(m, v, known=bool(record.today(day)))
        if key == COURSE:
            show_course(m, v)
        elif key:
            play(m, v)
        playing = v.past and not result(v.state)
        key = v.front.ask(m, f"you hold {len(v.state.player)}" if playing else "")
    m.fx(20, 0)
    close_screen(m)
    m.print("Thank you for playing.")
    if playing:
        raise Escape("This game waits for you.")  # it is kept, as every unfinished one


def show_course(m: Machine, v: Variables) -> None:
    """Play stages of the course, chosen by the player, and wait for a key after each."""
    while True:
        try:
            v.stage = int(m.ask(Page("THE COURSE", pages.COURSE, pages.COURSE_TEXT)))
        except Escape:
            return
        new_deal(m, v)
        screen.clear(m, v)
        m.keys = pages.COURSE_KEYS
        try:
            play_stage(m, v, pages.course_line)
            m.print("Press a key.")
            m.get()
        except Escape:
            pass
        v.past.clear()
        m.vdu(3)
        screen.open_screen(m)


def play(m: Machine, v: Variables) -> None:
    """Play games until the player returns to the front page, by Q or ESCAPE."""
    screen.clear(m, v)
    word = ""
    while word != "Q":
        try:
            if result(v.state) and not v.scored:
                finish(m, v)
            draw_table(m, v)
            if v.state.status == COMPUTER and not result(v.state):
                end = m.time + BEAT
                k = computer_move(m, v)
                while m.time < end:  # typed keys stay in the buffer
                    pass
                move(m, v, k)
                continue
            word = v.click_areas.read(m)
            v.note = ""
            obey(m, v, word)
        except Escape:
            if not v.both_ends:
                break
            choose_again(v)


# turns


def move(m: Machine, v: Variables, k: int) -> None:
    """Make a move, with a sound for a domino that is laid or taken."""
    drawn = k == 0 and v.state.stock
    make_move(v, k)
    choose_again(v)
    m.sound(1 if drawn else 0, -8 if drawn else -12, 60 if drawn else 4, 1)


def choose_again(v: Variables, marked: int = 0, side: int = 0) -> None:
    """Cancel the question for an end; mark another piece or none, or store the end that was clicked."""
    v.marked, v.side, v.both_ends = marked, side, False


def finish(m: Machine, v: Variables) -> None:
    """Add a finished game to the record, and light the snake piece by piece to a tune, from its tail after a win."""
    by, words = margin(v.state), margin_text(v.state)
    outcome = sgn(by)
    m.csave("RESULT", f"you {words}" if outcome else words)
    day = v.front.day if v.today else 0
    news = v.front.record.add(outcome, v.stage - 3, v.helped, by if by > 0 else None, words, day)
    v.front.record.save(m)
    parts = [f"{part}." for part in (news, v.front.record.days_won(day)) if part]
    if outcome and not (v.today or v.helped):
        v.match[v.stage][outcome < 0] += 1
        mine, others = v.match[v.stage]
        over = f"You {'win' if mine == MATCH else 'lose'} the match" if MATCH in (mine, others) else "Match"
        parts.insert(0, f"{over} {mine} : {others}.")
    line, par = " ".join(parts), sampling.played_out(v.first)
    v.news = parts if len(line) >= screen.RIGHT_EDGE else [line] * bool(line)
    v.news.append(f"Par for this deal: {margin_text(par)} (you {by - margin(par):+}).")
    draw_table(m, v)
    v.scored = True
    end = m.time + BEAT  # the tune forgets what was typed until then
    pieces = cycle(list(zip(v.state.snake, screen.places(v)[1]))[:: -1 if by < 0 else 1])

    def light() -> None:
        piece, place = next(pieces)
        lit = screen.domino(piece, place, screen.YELLOW if by > 0 else screen.WHITE)
        screen.show(m, v.items, v.items | {place[:2]: lit})

    while m.time < end:
        pass
    play_tune(m, TUNES[result(v.state)], 2, light)


# keys and clicks


def obey(m: Machine, v: Variables, word: str) -> None:
    """Execute a key or a click."""
    word = word.lstrip("@#")  # of the areas of ends and pieces
    if v.both_ends and word in ENDS:
        choose(m, v, v.marked, ENDS[word])
    elif result(v.state):
        if word in AT_END and word in {text[0] for row in screen.buttons(v) for text in row}:
            AT_END[word](m, v)
    elif word.isdigit() and word != "0":
        choose(m, v, int(word), v.side)
    elif word in ARROWS:
        choose_again(v, (v.marked - 1 + ARROWS[word]) % len(v.state.player) + 1 if v.marked else 1)
    elif word in COMMANDS:
        COMMANDS[word][0](m, v)


def choose(m: Machine, v: Variables, number: int, side: int) -> None:
    """Lay a piece at an end, 0 for either; if it fits two ends with different numbers, ask for one."""
    sides = ends_of(v, number, side)
    if not number:
        refuse(m, v, "Choose a piece first.")
    elif number > len(v.state.player):
        refuse(m, v, f"You hold only {len(v.state.player)}.")
    elif not sides:
        refuse(m, v, f"{piece_text(v.state.player[number - 1])} does not fit {'there' if side else 'at either end'}.")
    elif len({snake.end_of(v.state.snake, end) for end in sides}) > 1:
        v.marked, v.both_ends = number, True
    else:
        move(m, v, sides[-1] * number)


def play_marked(m: Machine, v: Variables) -> None:
    """Lay the marked piece; without one that fits, take a piece."""
    if v.marked and not v.both_ends:
        choose(m, v, v.marked, v.side)
    elif not sampling.moves(v.state):
        move(m, v, 0)
    else:
        refuse(m, v, "Left or right?" if v.both_ends else "Mark a piece with the arrows first.")


def hint(m: Machine, v: Variables) -> None:
    """Mark the piece that the computer would lay for the player, and show the reason, the second time the table."""
    if v.hinted is v.state:
        pages.hint_table(m, v)
    v.hinted = v.state
    k, v.note = hint_text(m, v)
    choose_again(v, abs(k), sgn(k))


def hint_text(m: Machine, v: Variables) -> tuple[int, str]:
    """Return the move that the computer would make for the player, and a sentence on it."""
    v.helped = True
    k = computer_move(m, v) if v.stage == IMAGINES else snake.choose_move_5(v.state)
    if not k:
        return k, f"None fits: you {'take a piece' if v.state.stock else 'pass'}."
    reason = "best in imagined games" if v.stage == IMAGINES else "its numbers are common"
    return k, f"{screen.move_text(v.state, k)}: {reason}."


def undo(m: Machine, v: Variables) -> bool:
    """Undo the player's last move and the computer's reply; return whether there is one."""
    choose_again(v)
    if not any(state.status == PLAYER for state, _ in v.past):
        refuse(m, v, "There is nothing to take back.")
        return False
    v.helped = True
    while True:
        v.state, _ = v.past.pop()
        if v.state.status == PLAYER:
            return True


def ask_new_game(m: Machine, v: Variables) -> None:
    """Ask which game to begin; any other key continues this one."""
    key = "N"
    if not result(v.state):
        key = show_page(m, "A NEW GAME", [], [Choice("N", "another deal"), Choice("S", "the same deal")])
        screen.clear(m, v)
    if key == "N":
        v.stage = 3 + v.front.level if v.today else v.stage
        new_deal(m, v)
    elif key:
        same_deal(m, v)


def same_deal(m: Machine, v: Variables, known: bool = True) -> None:
    """Begin the same game again; it counts as without help only if the player had not seen the deal."""
    v.state, v.scored, v.helped = v.first, False, known
    v.past.clear()
    choose_again(v)


def new_deal(m: Machine, v: Variables, number: int = 0) -> None:
    """Begin a game with the deal of this number, or with another one, chosen also by the clock."""
    if MATCH in v.match[v.stage]:
        v.match[v.stage] = [0, 0]
    v.deal = number or (v.deal + m.rnd(DEALS) + m.time) % DEALS + 1
    v.first, v.today = deal_number(m, v.deal), False
    same_deal(m, v, known=False)


def level_up(m: Machine, v: Variables) -> None:
    """Go on with the match against the next computer."""
    v.stage += 1
    v.front.level = v.front.record.level = v.stage - 3
    new_deal(m, v)


Command = Callable[[Machine, Variables], object]
ENDS = {"L": -1, "LEFT": -1, "R": 1, "RIGHT": 1}
ARROWS = {"LEFT": -1, "RIGHT": 1, "UP": -screen.ACROSS, "DOWN": screen.ACROSS}  # by how many pieces they move the mark
COMMANDS: dict[str, tuple[Command, str]] = {
    "-": (lambda m, v: choose_again(v, side=-1), "at the left end"),
    "+": (lambda m, v: choose_again(v, side=1), "at the right end"),
    "RETURN": (play_marked, "lay the marked piece"),
    "DELETE": (lambda m, v: choose_again(v), "mark none"),
    "L": (lambda m, v: choose(m, v, v.marked, -1), "left end"),
    "R": (lambda m, v: choose(m, v, v.marked, 1), "right end"),
    "0": (lambda m, v: move(m, v, 0), "take one, or pass"),
    "H": (hint, "hint; again: its table"),
    "U": (undo, "undo"),
    "M": (pages.moves_list, "list of moves"),
    "N": (ask_new_game, "new game"),
    "?": (pages.show_rules, "help"),
}
AT_END = {key: COMMANDS[key][0] for key in "UMN?"} | {"S": same_deal, "L": level_up}
# The keys and what they do.
KEYS = (
    ("1-9", "lay that piece"),
    ("LEFT", "mark a piece"),
    ("RIGHT", "mark a piece"),
    *((key, words) for key, (_, words) in COMMANDS.items() if key != "DELETE"),
    ("Q", "back to the front page"),
)
