"""Dominoes Plus, after M. D. Bowman

Dominoes with all that its readers were asked to add: choose the end, undo, hints; five levels, matches, two people,
big dominoes and other rules.

EUG #72, which printed Dominoes again, named two faults and invited its readers to add user-friendly features. This is
that edition. It is no copy: it replaces procedures of dominoes.py by others of the same names, and contains only these;
all the rest is the original's. The players are in rules/levels.py and need no machine. dominoes_plus.md
lists what was changed and why.
"""

from contextlib import suppress
from typing import Annotated, Any

from retro import Machine
from retro.basic import Escape, edition, to

from .. import dominoes
from . import screen
from .in_words import outcome, screen_words
from .pages import DAILY, daily_result, front_page, help_page, load_or_none, review_page
from .rules import match, settings
from .rules.domino_set import LEFT, NO_NUMBER, RIGHT, SPOTS, count_spots, domino_text, mask
from .rules.knowledge import Ledger
from .rules.levels import LEVELS
from .rules.review import review_move
from .rules.settings import ALONE, LARGEST_GOAL, WATCHING
from .turn import answer, playable, refuse, take_turn
from .variables import (
    LeaveGame,
    NewGame,
    Variables,
    domino_at,
    hand,
    is_person,
    move_of,
    restore,
    view_of,
    with_subject,
)

SETTINGS, STATISTICS = "PLUSSET", "PLUSSTAT"  # names of files on the tape
RISING_TUNE, DRAWN_TUNE = (53, 69, 81, 101), (97, 97, 97)  # pitches; a lost game's tune falls
PREVIEW_TIME = 40  # centiseconds that a domino is shown in yellow before it is laid
NEXT_GAME_TIME = 300  # centiseconds until two computers begin the next game of a match
# The keys and what they do.
KEYS = (
    ("1-9", "choose a domino"),
    ("LEFT", "mark one; the left end"),
    ("RIGHT", "mark one; the right end"),
    ("RETURN", "play it, or the hint"),
    ("H", "hint"),
    ("K", "knock, or draw"),
    ("U", "undo"),
    ("R", "redo"),
    ("N", "new game"),
    ("S", "sort the hand"),
    ("C", "count the numbers"),
    ("?", "help"),
    ("Q", "quit to the settings"),
)


def main(
    m: Machine,
    *,
    players: Annotated[int | None, "people at the table; 0: two computers play", range(3)] = None,
    level: Annotated[int | None, "how well the computer plays", LEVELS] = None,
    other_level: Annotated[int | None, "how well the first of two computers plays", LEVELS] = None,
    hand: Annotated[int | None, "dominoes each: 6, filled up after each play, or 7, not filled up", range(6, 8)] = None,
    draw: Annotated[bool | None, "draw from the stock instead of knocking"] = None,
    winner_opens: Annotated[bool | None, "the winner of the last game begins"] = None,
    free_knock: Annotated[bool | None, "knocking is allowed although something fits"] = None,
    games: Annotated[int | None, "a match: first to so many games; 0: none", range(LARGEST_GOAL + 1)] = None,
    spots: Annotated[int | None, "a match: first to so many spots; 0: none", range(LARGEST_GOAL + 1)] = None,
    big: Annotated[bool | None, "big dominoes"] = None,
    cheat: Annotated[bool | None, "show the computer's hand"] = None,
    day: Annotated[int, "the date of the daily deal, as 20261122", range(10**8)] = 0,
    go: Annotated[bool, "begin at once, without the page of settings"] = False,
) -> None:
    """Play games and matches until the people have had enough.  Ours.

    The options hold for this run; those not given, None, are as last set on the page of settings.
    """
    options = {"players": players, "level": level, "other_level": other_level, "hand": hand, "draw": draw}
    options |= {"winner_opens": winner_opens, "free_knock": free_knock, "big": big, "cheat": cheat}
    saved = settings.from_tape(load_or_none(m, SETTINGS))
    v = Variables(
        settings=settings.with_options(saved, options | {"games": games, "spots": spots}),
        saved=saved,
        statistics=match.from_tape(load_or_none(m, STATISTICS)),
        day=day,
    )
    m.fx(4, 1)
    m.mouse_on()
    with suppress(Escape):
        play_until_quit(m, v, go)
    save_settings(m, v)
    m.describe(None)
    m.keys = ()
    dominoes.PROCTERMINATE(m, v)


# the replaced procedures, in the original's order


def PROCTITLE(m: Machine, v: Variables) -> None:  # 1000
    """Clear the whole screen.  Changed: no title; the top row tells stock, ends and the other hand."""
    screen.clear(m, v)


def PROCDEFINE_UDGS(m: Machine, v: Variables) -> None:  # 2000
    """Define the characters.  Changed: one more, a spot of a big domino."""
    dominoes.PROCDEFINE_UDGS(m, v)
    screen.define_spot(m)
    m.define_tall()


def PROCINITIALISE_VARIABLES(m: Machine, v: Variables) -> None:  # 3000
    """Set where everything is.  Changed: the playing area is lower, with blank rows between what stands above it."""
    dominoes.PROCINITIALISE_VARIABLES(m, v)
    v.SY = 24
    v.FB = 464
    v.MY = 6
    v.HY = 3


def PROCDRAW_FIELD(m: Machine, v: Variables) -> None:  # 4000
    """Draw the boundary and the buttons.  Changed: the original printed an explanation."""
    screen.draw_frame(m, v)
    screen.show_buttons(m, v)


def PROCGENERATE(m: Machine, v: Variables) -> None:  # 5000
    """Lay all dominoes face down and clear the record.  Changed: does nothing if a game continues."""
    if v.resume:
        return
    if v.same_deal:
        m.rnd_state = v.deal_state
    else:
        v.today, v.deal_today = v.deal_today, False
        if v.today:
            m.rnd(-v.day)
    v.deal_state, v.same_deal = m.rnd_state, False
    dominoes.PROCGENERATE(m, v)
    v.ledger = Ledger(v.settings.rules)
    v.line, v.decisions, v.decided, v.current_turn = [], [], 0, None
    v.over = v.helped = False
    v.hidden, v.last_action = True, ""


def PROCISSUE(m: Machine, v: Variables) -> None:  # 6000
    """Deal.  Changed: six or seven each; none if a game continues."""
    if v.resume:
        return
    for v.P in to(1, 2):
        for I in to(1, v.ledger.rules.hand):
            dominoes.PROCSPOTS(m, v)
            v.R[v.P][I] = v.N1
            v.L[v.P][I] = v.N2
        v.N[v.P] = v.ledger.rules.hand
        v.K[v.P] = 0


def PROCPAUSE(m: Machine, v: Variables, PERIOD: int) -> None:  # 8000
    """Wait.  Changed: when two computers play, a key ends the pause, and Menu leaves."""
    if v.settings.players != WATCHING:
        dominoes.PROCPAUSE(m, v, PERIOD)
    elif (word := screen.read_word(m, v, PERIOD)) in ("M", "Q"):
        raise LeaveGame
    elif word == "?":
        help_page(m)
        screen.draw_table(m, v)


def PROCTERMINATE(m: Machine, v: Variables) -> None:  # 9000
    """Do nothing.  Changed: the page of settings comes next; `main` calls the original at its end."""


def PROCFIRST(m: Machine, v: Variables) -> None:  # 10000
    """Find who begins: P%, D%.  Changed: it may be the last winner, who chooses the domino: D% is 0."""
    if v.resume:
        return
    if v.ledger.rules.winner_opens and v.last_winner:
        v.P, v.D_i = v.last_winner, 0
        return
    PROCDOUBLES(m, v)
    if v.D_i == 0:
        PROCHIGHEST(m, v)


def PROCDOUBLES(m: Machine, v: Variables) -> None:  # 11000
    """Look for the highest double: P%, D%.  Changed: in hands of any size."""
    held = [(J, I) for J in to(1, 2) for I in to(1, v.N[J])]
    doubles = [(v.R[J][I], J, I) for J, I in held if v.R[J][I] == v.L[J][I]]
    _, v.P, v.D_i = max(doubles, default=(0, v.P, 0))


def PROCHIGHEST(m: Machine, v: Variables) -> None:  # 12000
    """Find the domino with most spots: T(), W(), P%, D%.  Changed: in hands of any size."""
    for J in to(1, 2):
        spots = [SPOTS[d] for d in hand(v, J)]
        v.T_a[J] = max(spots)
        v.W[J] = 1 + spots.index(v.T_a[J])
    v.P = m.rnd(2) if v.T_a[1] == v.T_a[2] else 1 + (v.T_a[2] > v.T_a[1])
    v.D_i = v.W[v.P]


def PROCDRAW_FIRST(m: Machine, v: Variables) -> None:  # 13000
    """Announce and place the first domino.  Changed: a game that continues shows its line; a free choice is a turn."""
    if v.resume or v.D_i == 0:
        screen.draw_line(m, v)
        screen.draw_ends(m, v)
        v.knocks = list(v.K) if v.resume else []
        v.resume = False
        v.P = 3 - v.P
        return
    m.vdu(7)
    opening = domino_at(v, v.P, v.D_i)
    text = domino_text(opening)
    screen.show_message(m, v, with_subject(v, v.P, "must", "must", "must") + f" play first: the {text}")
    v.last_action = with_subject(v, v.P, "began", "began", "began") + f" with {text}."
    v.ledger.record_opening(v.P, v.D_i - 1, opening)
    begin_line(m, v)
    PROCMOVE(m, v)
    PROCPAUSE(m, v, v.P1)


def PROCMOVE(m: Machine, v: Variables) -> None:  # 14000
    """Close the gap in a hand and fill it.  Changed: filled only if the rules say so."""
    T = v.T
    if not v.ledger.rules.refill:
        v.T = 0  # as if there were no stock
    dominoes.PROCMOVE(m, v)
    if not v.ledger.rules.refill:
        v.T = T


def PROCSELECT(m: Machine, v: Variables) -> None:  # 15000
    """Let player 2 choose a domino, D%, and the end, E%.  Changed: a level or a second person decides."""
    take_turn(m, v)


def PROCASK(m: Machine, v: Variables) -> None:  # 16000
    """Let player 1 choose a domino, D%, and the end, E%.  Changed: see turn.py."""
    take_turn(m, v)


def PROCKNOCK(m: Machine, v: Variables) -> None:  # 18000
    """Record that P% is knocking.  Changed: with a sound; where the rules say so dominoes are drawn instead.

    D% is 7 also for the seventh domino of a larger hand; then E% is the end where it is laid.
    """
    if v.E:
        PROCPLOT(m, v)
        PROCMOVE(m, v)
        return
    if v.ledger.rules.draws and v.T > 0:
        draw_dominoes(m, v)
        if playable(v):
            v.P = 3 - v.P  # the same player moves next
            return
    v.K[v.P] = 1
    v.ledger.record_knock(v.P, truthful=not v.settings.free_knock or not is_person(v, v.P))
    screen.show_message(m, v, with_subject(v, v.P, "are", "am", "is") + " knocking")
    v.last_action = with_subject(v, v.P, "knocked", "knocked", "knocked") + "."
    for _ in range(2):  # two knocks
        m.sound(0, -15, 6, 2)
        m.sound(0, 0, 0, 2)
    PROCPAUSE(m, v, v.P1)


def PROCDRAW_PLAYER_HAND(m: Machine, v: Variables) -> None:  # 19000
    """Draw the hand of player 1.  Changed: it can be sorted, big or hidden; also draws the head of the screen."""
    screen.draw_head(m, v)
    screen.draw_hand(m, v, 1)


def PROCDRAW_COMPUTER_HAND(m: Machine, v: Variables) -> None:  # 20000
    """Draw the hand of player 2.  Changed: faces are shown to a cheat and at the end; also draws the count."""
    screen.draw_hand(m, v, 2)
    screen.show_counts(m, v)


def PROCBOTH_KNOCKING(m: Machine, v: Variables) -> None:  # 21000
    """Print that both are knocking, and compare the spots: P%, T().  Changed: for any two players."""
    screen.show_message(m, v, "We are both knocking" if v.settings.players == ALONE else "Both are knocking")
    PROCPAUSE(m, v, v.P1)
    dominoes.PROCADD_SPOTS(m, v)


def PROCEND(m: Machine, v: Variables) -> None:  # 23000
    """Find the winner and ask for another game: P%, K$.  Changed: shows both hands, keeps score, offers undo."""
    if v.N[1] == 0:
        v.P = 1
    elif v.N[2] == 0:
        v.P = 2
    else:
        PROCBOTH_KNOCKING(m, v)
    v.over, v.current_turn = True, None
    screen.erase_ends(m, v)
    score_game(m, v)
    PROCDRAW_PLAYER_HAND(m, v)
    PROCDRAW_COMPUTER_HAND(m, v)
    PROCRESULT(m, v)
    v.K_s = ask_another_game(m, v)
    m.csave("RESULT", outcome(v))


def PROCRESULT(m: Machine, v: Variables) -> None:  # 24000
    """Print who has won, from P%, and why.  Changed: for any two players, with score, match and a tune."""
    screen.show_message(m, v, end_reason(v))
    lost = v.P == 2 and v.settings.players == ALONE
    if screen.is_gold(v):
        screen.gild_line(m, v)
    for pitch in DRAWN_TUNE if v.P == 0 else RISING_TUNE[::-1] if lost else RISING_TUNE:
        m.sound(1, -10, pitch, 3)


def PROCPLOT(m: Machine, v: Variables) -> None:  # 25000
    """Turn domino D% of player P% for the end E% and place it: F%, S%.  Changed: E% is given; a preview comes first."""
    d = domino_at(v, v.P, v.D_i)
    v.last_action = with_subject(v, v.P, "played", "played", "played") + f" the {domino_text(d)}."
    if v.ledger.left == NO_NUMBER:
        v.ledger.record_play(v.P, v.D_i - 1, d, v.E)
        begin_line(m, v)
        return
    screen.remove_previews(m, v)
    screen.show_preview(m, v, d, v.E)
    PROCPAUSE(m, v, PREVIEW_TIME)
    screen.forget_previews(v)
    v.ledger.record_play(v.P, v.D_i - 1, d, v.E)
    v.F, v.S = screen.oriented(v, d, v.E)
    v.line.append((v.E, v.F, v.S))
    if v.E == RIGHT:
        PROCRIGHT(m, v)
    else:
        PROCLEFT(m, v)
    finish_placing(m, v)


def PROCRIGHT(m: Machine, v: Variables) -> None:  # 26000
    """Place F% and S% at the right end: RX%, RY%, RV%.  Changed: big dominoes follow rules/big_layout.py."""
    screen.place_domino(m, v, RIGHT)


def PROCLEFT(m: Machine, v: Variables) -> None:  # 27000
    """Place F% and S% at the left end: LX%, LY%, LV%.  Changed as PROCRIGHT."""
    screen.place_domino(m, v, LEFT)


# ours


def play_until_quit(m: Machine, v: Variables, go: bool) -> None:
    """Show the settings and play, in turns, until the person quits; go: begin with a game."""
    replaced = {name: procedure for name, procedure in globals().items() if name.startswith("PROC")}
    game = edition(dominoes.main, Variables=lambda: v, PROCINVALID=refuse, **replaced)
    while go or front_page(m, v):
        go = False
        save_settings(m, v)
        play(m, v, game)


def play(m: Machine, v: Variables, game: Any) -> None:
    """Play until no other game is wanted; after Escape and Menu the game or match can continue."""
    if not v.resume:
        v.score[1] = v.score[2] = v.last_winner = 0
    v.resume = v.resume and v.current_turn is not None
    if v.current_turn and v.resume:
        restore(m, v, v.current_turn)
    m.describe(lambda: screen_words(m, v))
    again = True
    while again:
        again = False
        try:
            game(m)
        except NewGame:
            again, v.resume, v.current_turn = True, False, None
        except (LeaveGame, Escape):
            pass
        v.hint = None


# settings and statistics


def save_settings(m: Machine, v: Variables) -> None:
    """Save the settings on the tape, without the options of this run."""
    if v.saved != settings.from_tape(load_or_none(m, SETTINGS)):
        m.csave(SETTINGS, settings.to_tape(v.saved))


# the end of a game


def score_game(m: Machine, v: Variables) -> None:
    """Add a game won by P% to score and statistics."""
    v.before_game = list(v.score), v.last_winner, v.statistics.to_tape()
    spots = [count_spots(mask(hand(v, player))) for player in (1, 2)]
    if v.P:
        v.score[v.P] += match.points(v.settings, v.P, (spots[0], spots[1]))
        v.last_winner = v.P
    if v.settings.players == ALONE:
        v.statistics.add_game(v.settings.level, v.P, v.helped)
        if match.match_winner(v.settings, v.score) == 1:
            v.statistics.add_match(v.settings.level, v.score)
        m.csave(STATISTICS, v.statistics.to_tape())
        if v.today and not v.helped and daily_result(m, v) is None:
            m.csave(DAILY, [v.day, v.P, spots[1] - spots[0]])


def end_reason(v: Variables) -> str:
    """Return why the game has ended: who is out, and what is left in the hands."""
    spots = [count_spots(mask(hand(v, player))) for player in (1, 2)]
    has = ("you have", "I have") if v.settings.players == ALONE else ("player 1:", "player 2:")
    if min(v.N[1:]):
        return f"{has[0].capitalize()} {spots_text(spots[0])}, {has[1]} {spots[1]}."
    out = with_subject(v, v.P, "are", "am", "is")
    return f"{out} out, {has[2 - v.P]} {spots_text(spots[2 - v.P])}."


def spots_text(count: int) -> str:
    """Return a number of spots in words."""
    return f"{count or 'no'} {'spot' if count == 1 else 'spots'}"


def ask_another_game(m: Machine, v: Variables) -> str:
    """Ask for another game, or the next one of the match; return "Y" or "N". Undo reopens the last turn."""
    over = match.match_winner(v.settings, v.score) > 0
    question = "Another match? " if over else "Next game? " if v.settings.is_match else "Another game? "
    can_review = v.decided > 0 and v.settings.players == ALONE
    words = ["Yes", "No", *["Undo"] * (v.decided > 0), *["Review"] * can_review, "?"]
    timeout = NEXT_GAME_TIME if v.settings.players == WATCHING and v.settings.is_match and not over else None
    question = "Next game in 3 seconds? " if timeout else question
    allowed = ("Y", "N", "Q", "RETURN", "TIMEOUT", *["U"] * (v.decided > 0))
    while (word := answer(m, v, end_reason(v), *words, question=question, timeout=timeout)) not in allowed:
        if word == "R" and can_review:
            review(m, v)
            screen.draw_table(m, v)
        else:
            m.vdu(7)
    if word == "U":
        undo_end(m, v)
    elif over:
        v.score[1] = v.score[2] = v.last_winner = 0
    return "N" if word in ("N", "Q") else "Y"


def review(m: Machine, v: Variables) -> None:
    """Show what each of the person's moves has cost, and the costliest."""
    moves = []
    for number, snapshot in enumerate(v.decisions[: v.decided], 1):
        if not (move := move_of(snapshot)):
            continue
        screen.show_message(m, v, f"Looking at move {number} of {v.decided}")
        for result in review_move(number, view_of(snapshot), move):
            _ = m.time  # reading the clock polls the front end
            if result:
                moves.append(result)
    review_page(m, moves)


def undo_end(m: Machine, v: Variables) -> None:
    """Undo `score_game`, and go back to the last decision before the end."""
    assert v.before_game is not None
    v.score[:], v.last_winner, statistics = v.before_game
    if v.settings.players == ALONE:
        v.statistics = match.from_tape(statistics)
        m.csave(STATISTICS, statistics)
    restore(m, v, v.decisions[v.decided - 1])
    v.over, v.helped, v.resume = False, True, True


def finish_placing(m: Machine, v: Variables) -> None:
    """Show the new ends, and play the click of a domino that is laid."""
    screen.draw_ends(m, v)
    m.sound(0, -12, 4, 1)


# dominoes


def begin_line(m: Machine, v: Variables) -> None:
    """Lay domino D% of player P% as the first."""
    v.line.append((0, v.L[v.P][v.D_i], v.R[v.P][v.D_i]))
    screen.first_domino(m, v, v.L[v.P][v.D_i], v.R[v.P][v.D_i])
    finish_placing(m, v)


def draw_dominoes(m: Machine, v: Variables) -> None:
    """Let player P% draw until something fits or the stock is empty."""
    before = v.N[v.P]
    while v.T > 0 and not playable(v):
        v.ledger.record_draw(v.P)
        dominoes.PROCSPOTS(m, v)
        v.N[v.P] += 1
        v.R[v.P][v.N[v.P]] = v.N1
        v.L[v.P][v.N[v.P]] = v.N2
    count = v.N[v.P] - before
    drawn = f"{count} {'domino' if count == 1 else 'dominoes'}"
    v.last_action = with_subject(v, v.P, "drew", "drew", "drew") + f" {drawn}."
    screen.show_message(m, v, with_subject(v, v.P, "draw", "draw", "draws") + f" {drawn}.")
    screen.draw_hands(m, v)
    PROCPAUSE(m, v, v.P1)
