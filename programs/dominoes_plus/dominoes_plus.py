"""Dominoes Plus, after M. D. Bowman

Dominoes with all that its readers were asked to add: choose the end, undo, hints; five levels, matches, two people,
big dominoes and other rules.

EUG #72, which printed Dominoes again, named two faults and invited its readers to add user-friendly features. This is
that edition. It is no copy: it replaces procedures of dominoes.py, mostly by others of the same names below;
all the rest is the original's. The players are in rules/levels.py and need no machine. dominoes_plus.md
lists what was changed and why.
"""

from contextlib import suppress
from typing import Annotated

from retro import Machine
from retro.basic import Choice, Escape, FrontPage, edition, option_rows, play_tune, saved, to

from .. import dominoes
from ..dominoes_sitting import TUNES, LeaveGame, count_game, end_reason, outcome, print_row
from . import screen
from .pages import RULES, load_record, review_page
from .rules import settings
from .rules.big_layout import terminal_pictures
from .rules.domino_set import LEFT, RIGHT, SPOTS, domino_text
from .rules.knowledge import Ledger
from .rules.levels import DEEPEST, LEVELS
from .rules.settings import ALONE, DAILY_LEVEL, GOALS, LEVEL_NAMES, OPTIONS, TOGETHER, WATCHING, match_winner
from .turn import KEYS as KEYS
from .turn import answer, how_to_play, playable, refuse, take_turn
from .variables import SAME_DEAL, Variables, domino_at, hand, is_person, restore, with_subject

SETTINGS = "PLUSSET"  # the name on the tape
PEOPLE = {"N": ALONE, "2": TOGETHER, "W": WATCHING, "T": ALONE}  # at the table, by the key of the front page
PREVIEW_TIME = 40  # centiseconds that a domino is shown in yellow before it is laid
NEXT_GAME_TIME = 300  # centiseconds until two computers begin the next game of a match


def main(
    m: Machine,
    *,
    players: Annotated[int | None, "people at the table; 0: two computers play", range(3)] = None,
    level: Annotated[int | None, "how well the computer plays", LEVELS] = None,
    day: Annotated[int, "the date of the daily game, as 20261122", range(10**8)] = 0,
    go: Annotated[bool, "begin at once, without the front page"] = False,
) -> None:
    """Play games and matches until the people have had enough.  Ours."""
    record, v = load_record(m), Variables(chosen=settings.from_tape(saved(m, SETTINGS)))
    v.players = PEOPLE.get(record.last, ALONE) if players is None else players
    v.front = FrontPage(
        "DOMINOES PLUS",
        record,
        rules=RULES,
        picture=screen.draw_picture,
        levels=LEVEL_NAMES,
        level=level or 0,
        first_level=DAILY_LEVEL,
        day=day,
        opponent=f"against level {DAILY_LEVEL}",
        two_people=True,
        options=lambda: option_rows(v.chosen, OPTIONS),
        more=[Choice("W", "Watch two computers")],
        foot="After Marcus Bowman.",
    )
    replaced = {name: procedure for name, procedure in globals().items() if name.startswith("PROC")}
    game = edition(
        dominoes.main,
        Variables=lambda: v,
        PROCTITLE=screen.clear,
        PROCDRAW_FIELD=screen.draw_field,
        PROCASK=take_turn,
        PROCINVALID=refuse,
        PROCDRAW_PLAYER_HAND=screen.draw_hands,
        **replaced,
    )
    m.fx(4, 1)
    m.mouse_on()
    m.describe(lambda: screen.screen_words(m, v), standing=lambda: unfinished(v))
    with suppress(Escape):
        while go or ask_what_to_play(m, v):
            go = False
            try:
                game(m)
            except Escape:  # the game or the match can go on
                pass
            except LeaveGame as leaving:
                v.begin = leaving.args[0]
                go = v.begin != ""
            v.hint = None
    m.describe(None)
    m.keys = ()
    dominoes.PROCTERMINATE(m, v)
    if unfinished(v):
        raise Escape("This game waits for you.")  # it is kept, as every unfinished one


# the replaced procedures, in the original's order


def PROCDEFINE_UDGS(m: Machine, v: Variables) -> None:  # 2000
    """Define the characters.  Changed: one more, a spot of a big domino."""
    dominoes.PROCDEFINE_UDGS(m, v)
    m.vdu(23, screen.PIP, *screen.PIP_SHAPE)
    m.screen.pictures = terminal_pictures()
    m.define_tall()


def PROCINITIALISE_VARIABLES(m: Machine, v: Variables) -> None:  # 3000
    """Set where everything is.  Changed: the playing area is lower, with blank rows between what stands above it."""
    dominoes.PROCINITIALISE_VARIABLES(m, v)
    v.SY = 24
    v.FB = 464
    v.MY = 6
    v.HY = 3


def PROCGENERATE(m: Machine, v: Variables) -> None:  # 5000
    """Lay all dominoes face down and clear the record.  Changed: does nothing if a game continues."""
    if v.begin == FrontPage.GO_ON:
        return
    if v.begin == SAME_DEAL:
        m.rnd_state = v.deal_state
    else:
        v.today = v.begin == FrontPage.TODAY
        if v.today:
            m.rnd(-v.front.day)
    v.deal_state = m.rnd_state
    dominoes.PROCGENERATE(m, v)
    v.ledger = Ledger(v.settings.rules)
    v.line, v.decisions, v.decided, v.current_turn = [], [], 0, None
    v.over = v.helped = False
    v.hidden, v.last_action, v.news = True, "", ""


def PROCISSUE(m: Machine, v: Variables) -> None:  # 6000
    """Deal.  Changed: six or seven each; none if a game continues."""
    if v.begin == FrontPage.GO_ON:
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
    if v.players != WATCHING:
        dominoes.PROCPAUSE(m, v, PERIOD)
    elif (word := v.click_areas.read(m, PERIOD)) in ("M", "Q"):
        raise LeaveGame("")
    elif word == "?":
        how_to_play(m)
        screen.draw_table(m, v)


def PROCTERMINATE(m: Machine, v: Variables) -> None:  # 9000
    """Do nothing.  Changed: the front page comes next; `main` calls the original at its end."""


def PROCFIRST(m: Machine, v: Variables) -> None:  # 10000
    """Find who begins: P%, D%.  Changed: it may be the last winner, who chooses the domino: D% is 0."""
    if v.begin == FrontPage.GO_ON:
        return
    if v.ledger.rules.winner_opens and v.last_winner:
        v.P, v.D_i = v.last_winner, 0
        return
    # The original's loops, up to 7 in place of 6 where hands are larger.
    find = edition(dominoes.PROCFIRST, to=lambda first, last: to(first, last if last == 2 else v.ledger.rules.hand))
    find(m, v)


def PROCDRAW_FIRST(m: Machine, v: Variables) -> None:  # 13000
    """Announce and place the first domino.  Changed: a game that continues shows its line; a free choice is a turn."""
    goes_on, v.begin = v.begin == FrontPage.GO_ON, FrontPage.PLAY
    if goes_on or v.D_i == 0:
        screen.draw_line(m, v)
        screen.draw_ends(m, v)
        v.P = 3 - v.P
        return
    m.vdu(7)
    opening = domino_at(v, v.P, v.D_i)
    text = domino_text(opening)
    print_row(m, v.MY, with_subject(v, v.P, "must", "must", "must") + f" play first: the {text}")
    v.ledger.record_opening(opening)
    v.E = RIGHT
    PROCPLOT(m, v)
    v.last_action = with_subject(v, v.P, "began", "began", "began") + f" with {text}."
    PROCMOVE(m, v)
    PROCPAUSE(m, v, v.P1)


def PROCMOVE(m: Machine, v: Variables) -> None:  # 14000
    """Close the gap in a hand and fill it.  Changed: filled only if the rules say so."""
    T, refill = v.T, v.ledger.rules.refill
    v.T *= refill  # if nothing is filled up, as if there were no stock
    dominoes.PROCMOVE(m, v)
    v.T = v.T if refill else T


def PROCSELECT(m: Machine, v: Variables) -> None:  # 15000
    """Let player 2 choose a domino, D%, and the end, E%.  Changed: a level or a second person decides."""
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
        print_row(m, v.MY, with_subject(v, v.P, "draw", "draw", "draws") + f" {drawn}.")
        screen.draw_hands(m, v)
        PROCPAUSE(m, v, v.P1)
        if playable(v):
            v.P = 3 - v.P  # the same player moves next
            return
    v.K[v.P] = 1
    v.ledger.record_knock(v.P, truthful=not v.settings.free_knock or not is_person(v, v.P))
    print_row(m, v.MY, with_subject(v, v.P, "are", "am", "is") + " knocking")
    v.last_action = with_subject(v, v.P, "knocked", "knocked", "knocked") + "."
    for _ in range(2):  # two knocks
        m.sound(0, -15, 6, 2)
        m.sound(0, 0, 0, 2)
    PROCPAUSE(m, v, v.P1)


def PROCDRAW_COMPUTER_HAND(m: Machine, v: Variables) -> None:  # 20000
    """Do nothing.  Changed: the hand of player 2 is drawn with the other one, before."""


def PROCBOTH_KNOCKING(m: Machine, v: Variables) -> None:  # 21000
    """Print that nobody can play, and compare the spots: P%, T().  Changed: says what decides then."""
    print_row(m, v.MY, "Nobody can go on: fewer spots win.")
    PROCPAUSE(m, v, v.P1)
    dominoes.PROCADD_SPOTS(m, v)


def PROCEND(m: Machine, v: Variables) -> None:  # 23000
    """Find the winner and ask for another game: P%, K$.  Changed: shows both hands, keeps score, offers undo."""
    for v.P in to(1, 2):
        v.T_a[v.P] = sum(SPOTS[d] for d in hand(v, v.P))
    if min(v.N[1:]) == 0:
        v.P = 1 if v.N[1] == 0 else 2
    else:
        PROCBOTH_KNOCKING(m, v)
    v.over, v.current_turn = True, None
    screen.outline_newest(m, v, screen.BLACK)
    for place in screen.places(m, v)[1].values():
        screen.paint_over(m, v, place, 0, screen.BLACK)  # the marks of the ends
    v.before_game = list(v.score), v.last_winner, v.front.record.value
    margin = abs(v.T_a[1] - v.T_a[2])
    if v.P:
        v.score[v.P] += margin if GOALS[v.settings.match][1] else 1
        v.last_winner = v.P
    if v.players == ALONE:
        day = v.front.day if v.today else 0
        words = f"{outcome(v)}, level {v.level}"
        v.news = count_game(m, v.front.record, v.P, margin, v.level, v.helped, day, words)
    else:
        m.csave("RESULT", f"player {v.P} won" if v.P else "a draw")
    screen.draw_hands(m, v)
    PROCRESULT(m, v)
    v.K_s = ask_another_game(m, v)


def PROCRESULT(m: Machine, v: Variables) -> None:  # 24000
    """Print who has won, from P%, and why.  Changed: for any two players, with score, match and a tune."""
    print_row(m, v.MY, why_ended(v))
    screen.buttons(m, v, question="Any key ends the tune.")
    line, gold = iter(screen.places(m, v)[0]), v.P > 0 and is_person(v, v.P)

    def gild() -> None:
        if gold and (place := next(line, None)):
            screen.paint_over(m, v, place, 2, screen.YELLOW)

    play_tune(m, TUNES[v.P if v.players == ALONE else v.P > 0], 2, gild)
    dominoes.PROCPAUSE(m, v, 50)
    m.fx(21, 0)  # forget what was typed until now
    screen.draw_line(m, v)


def PROCPLOT(m: Machine, v: Variables) -> None:  # 25000
    """Turn domino D% of player P% for the end E% and place it: F%, S%.  Changed: E% is given; a preview comes first."""
    d = domino_at(v, v.P, v.D_i)
    v.last_action = with_subject(v, v.P, "played", "played", "played") + f" the {domino_text(d)}."
    end, place = 0, screen.places(m, v)[0][0]
    v.F, v.S = v.L[v.P][v.D_i], v.R[v.P][v.D_i]
    if v.line:
        screen.remove_previews(m, v)
        screen.show_preview(m, v, d, v.E)
        PROCPAUSE(m, v, PREVIEW_TIME)
        screen.forget_previews(v)
        screen.outline_newest(m, v, screen.BLACK)
        end, place = v.E, screen.places(m, v)[1][v.E]
        v.F, v.S = screen.oriented(v, d, v.E)
    v.ledger.record_play(v.P, v.D_i - 1, d, v.E)
    v.line.append((end, v.F, v.S))
    v.LV, v.RV = v.ledger.left, v.ledger.right
    v.X, v.Y, v.DX, v.DY = place
    following = screen.places(m, v)[1]
    (v.RX, v.RY, *_), (v.LX, v.LY, *_) = following[RIGHT], following[LEFT]
    screen.draw_domino(m, v, place, (v.F, v.S))
    screen.draw_ends(m, v)
    m.sound(0, -12, 4, 1)  # the click


# ours


def ask_what_to_play(m: Machine, v: Variables) -> bool:
    """Show the front page, and prepare what is chosen there; return False if the person quits."""
    m.mode(7)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    v.begin = v.front.ask(m, unfinished(v))
    m.csave(SETTINGS, settings.to_tape(v.chosen))
    if v.begin == FrontPage.QUIT:
        return False
    v.players = PEOPLE.get(v.begin, v.players)
    if v.begin != FrontPage.GO_ON:
        v.score[1] = v.score[2] = v.last_winner = 0
    elif v.current_turn:
        restore(m, v, v.current_turn)
    else:  # the next game of the match
        v.begin = FrontPage.PLAY
    return True


def unfinished(v: Variables) -> str:
    """Return a description of the game or match that can continue; "" if there is none."""
    if v.current_turn:
        return f"you hold {v.N[1]}, I hold {v.N[2]}" if v.players == ALONE else f"{v.N[1]} and {v.N[2]} held"
    goes_on = v.settings.match and max(v.score[1:]) > 0 and match_winner(v.settings, v.score) == 0
    return f"{v.score[1]}:{v.score[2]} in the match" if goes_on else ""


# the end of a game


def why_ended(v: Variables) -> str:
    """Return the reason for the game's end."""
    names = () if v.players == ALONE else (("player 1:", "player 2:"), ("Player 1 is", "Player 2 is"))
    return end_reason(v.T_a[1:], 0 if min(v.N[1:]) else v.P, *names)


def ask_another_game(m: Machine, v: Variables) -> str:
    """Ask for another game, or the next one of the match; return "Y" or "N". Undo reopens the last turn."""
    over, alone = match_winner(v.settings, v.score) > 0, v.players == ALONE
    question = "Another match? " if over else "Next game? " if v.settings.match else "Again? "
    words = ["Yes", "No"]
    if v.decided:
        words += ["Undo", *["Review"] * alone]
    if alone and v.P == 1 and not (v.helped or v.today or v.settings.match) and v.level < DEEPEST:
        words.append(f"Level {v.level + 1}")
    timeout = NEXT_GAME_TIME if v.players == WATCHING and v.settings.match and not over else None
    question = "Next game in 3 seconds? " if timeout else question
    allowed = {word[0] for word in words} - {"R"} | {"Q", "RETURN", "TIMEOUT"}
    while (word := answer(m, v, why_ended(v), *words, "?", question=question, timeout=timeout)) not in allowed:
        if word == "R" and "Review" in words:
            review_page(m, v)
            screen.draw_table(m, v)
        else:
            m.vdu(7)
    if word == "U":  # take score and record back, and go back to the last decision
        assert v.before_game
        v.score[:], v.last_winner, v.front.record.value = v.before_game
        v.front.record.save(m)
        m.csave("RESULT", "taken back")
        restore(m, v, v.decisions[v.decided - 1])
        v.over, v.helped, v.begin = False, True, FrontPage.GO_ON
    elif over:
        v.score[1] = v.score[2] = v.last_winner = 0
    if word == "L":
        v.front.level = v.front.record.level = v.level + 1
        v.front.record.save(m)
    return "N" if word in ("N", "Q") else "Y"
