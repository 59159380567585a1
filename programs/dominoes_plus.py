"""Dominoes Plus, after M. D. Bowman

Dominoes with all that its readers were asked to add: you choose the end, take moves back and ask for a hint; five
levels of play, matches, two people at one table, big dominoes, other rules.

EUG #72, which printed Dominoes again, named two faults and invited its readers to add user-friendly features. This is
that edition. It is no copy: it replaces procedures of dominoes.py by others of the same names, and only they stand
here; all the rest is the original's. The players are in rules/domino_levels.py, and need no machine. dominoes_plus.md
tells what was changed and why.
"""

from __future__ import annotations

from typing import Annotated, Any

from retro import Machine
from retro.basic import BasicError, Escape, edition, to

from . import dominoes
from .dominoes_plus_pages import front_page
from .dominoes_plus_state import Leave, Variables, bring_back, hand, held, is_person, verb
from .dominoes_plus_table import (
    PIP,
    buttons,
    clear,
    draw_hand,
    draw_hands,
    draw_head,
    draw_line,
    first_domino,
    forget_ghosts,
    meant,
    place_left,
    place_right,
    read,
    remove_ghosts,
    say,
    show_buttons,
    show_counts,
    show_ghost,
    turned,
)
from .dominoes_plus_turn import fitting, refuse, take_turn
from .rules import domino_match, domino_settings
from .rules.domino_rules import NOTHING, RIGHT, mask, said, spots
from .rules.domino_settings import ALONE, WATCHING, Settings, allowed
from .rules.domino_view import Ledger

SETTINGS, STATISTICS = "PLUSSET", "PLUSSTAT"  # on the tape
SHORT = 40  # centiseconds that a domino is shown at its place before it lies there


def main(
    m: Machine,
    *,
    players: Annotated[int, "people at the table: 1, 2, or 0 to watch; -1: as last time"] = -1,
    level: Annotated[int, "how well the computer plays, 1 to 5; 0: as last time"] = 0,
    other_level: Annotated[int, "the same of the first of two computers; 0: as last time"] = 0,
    hand: Annotated[int, "dominoes each: 6, filled up, or 7, not filled up; 0: as last time"] = 0,
    draw: Annotated[bool, "draw from the stock instead of knocking"] = False,
    winner_opens: Annotated[bool, "the winner of the last game begins"] = False,
    free_knock: Annotated[bool, "knocking is allowed though something fits"] = False,
    games: Annotated[int, "a match: first to so many games; 0: as last time"] = 0,
    spots: Annotated[int, "a match: first to so many spots; 0: as last time"] = 0,
    big: Annotated[bool, "big dominoes"] = False,
    cheat: Annotated[bool, "show the computer's hand"] = False,
    go: Annotated[bool, "begin at once, without the page of settings"] = False,
) -> None:
    """Play games and matches until the people have had enough.  Ours.

    What is chosen is kept on the tape; the options say what is to be different. A number that an option cannot have is
    refused on the page of settings.
    """
    wanted: dict[str, int] = {"level": level, "other_level": other_level, "hand": hand, "draw": draw, "games": games}
    wanted |= {"winner_opens": winner_opens, "free_knock": free_knock, "spots": spots, "big": big, "cheat": cheat}
    wanted = {name: value for name, value in wanted.items() if value} | ({"players": players} if players >= 0 else {})
    refused = [name for name, value in wanted.items() if not allowed(name, value)]
    v = Variables(s=chosen(m, wanted, refused), statistics=domino_match.restored(loaded(m, STATISTICS)))
    if refused:
        v.why, go = f"--{refused[0].replace('_', '-')} {wanted[refused[0]]} cannot be.", False
    game = plus(v)
    m.fx(4, 1)
    m.mouse_on()
    try:
        while go or front_page(m, v):
            go = False
            m.csave(SETTINGS, domino_settings.kept(v.s))
            play(m, v, game)
    except Escape:
        pass
    dominoes.PROCTERMINATE(m, v)


# what is replaced, in the original's order


def PROCTITLE(m: Machine, v: Variables) -> None:  # 1000
    """Clear the whole screen.  Changed: the title stands in the head of the table, which also tells score and stock."""
    clear(m, v)


def PROCDEFINE_UDGS(m: Machine, v: Variables) -> None:  # 2000
    """Define the characters.  Changed: one more, a spot of a big domino."""
    dominoes.PROCDEFINE_UDGS(m, v)
    m.vdu(23, PIP, 224, 224, 224, 0, 0, 0, 0, 0)


def PROCDRAW_FIELD(m: Machine, v: Variables) -> None:  # 4000
    """Draw the boundary and what explains the screen.  Changed: buttons instead of the explanation."""
    dominoes.PROCDRAW_FIELD(m, v)
    show_buttons(m, v)


def PROCGENERATE(m: Machine, v: Variables) -> None:  # 5000
    """Lay all dominoes face down.  Changed: a game that goes on keeps its own; a new one has no past."""
    if v.resume:
        return
    dominoes.PROCGENERATE(m, v)
    v.table = Ledger(v.s.rules)
    v.line, v.past, v.now, v.turn = [], [], 0, None
    v.over = v.helped = False
    v.hidden, v.news = True, ""


def PROCISSUE(m: Machine, v: Variables) -> None:  # 6000
    """Deal.  Changed: six or seven each; none if the game goes on."""
    if v.resume:
        return
    for v.P in to(1, 2):
        for I in to(1, v.table.rules.hand):
            dominoes.PROCSPOTS(m, v)
            v.R[v.P][I] = v.N1
            v.L[v.P][I] = v.N2
        v.N[v.P] = v.table.rules.hand
        v.K[v.P] = 0


def PROCPAUSE(m: Machine, v: Variables, PERIOD: int) -> None:  # 8000
    """Wait.  Changed: who watches two computers can go on at once with any key, or leave."""
    if v.s.players != WATCHING:
        dominoes.PROCPAUSE(m, v, PERIOD)
    elif meant(m, v, m.inkey(PERIOD)) == "M":
        raise Leave


def PROCTERMINATE(m: Machine, v: Variables) -> None:  # 9000
    """End.  Changed: nothing is done, for the page of settings comes next; at its end the original says goodbye."""


def PROCFIRST(m: Machine, v: Variables) -> None:  # 10000
    """Find who begins: P%, D%.  Changed: it may be the winner of the last game, with what he likes: D% is 0."""
    if v.resume:
        return
    v.D_i = 0
    if v.table.rules.winner_opens and v.last:
        v.P = v.last
        return
    PROCDOUBLES(m, v)
    if v.D_i == 0:
        PROCHIGHEST(m, v)


def PROCDOUBLES(m: Machine, v: Variables) -> None:  # 11000
    """Look for the highest double: P%, D%.  Changed: in hands of any size."""
    v.D_i = 0
    H = -1
    for J in to(1, 2):
        for I in to(1, v.N[J]):
            if v.R[J][I] == v.L[J][I] and v.R[J][I] > H:
                v.P = J
                v.D_i = I
                H = v.R[J][I]


def PROCHIGHEST(m: Machine, v: Variables) -> None:  # 12000
    """Find the domino with most spots: T(), W(), P%, D%.  Changed: in hands of any size."""
    for J in to(1, 2):
        v.T_a[J] = -1
        for I in to(1, v.N[J]):
            if v.R[J][I] + v.L[J][I] > v.T_a[J]:
                v.T_a[J] = v.R[J][I] + v.L[J][I]
                v.W[J] = I
    if v.T_a[1] > v.T_a[2]:
        v.P = 1
    elif v.T_a[2] > v.T_a[1]:
        v.P = 2
    else:
        v.P = m.rnd(2)
    v.D_i = v.W[v.P]


def PROCDRAW_FIRST(m: Machine, v: Variables) -> None:  # 13000
    """Announce and place the first domino.  Changed: a game that goes on shows its line; a free choice is a turn."""
    if v.resume or v.D_i == 0:
        draw_line(m, v)
        v.resume = False
        v.P = 3 - v.P
        return
    m.vdu(7)
    say(m, v, verb(v, v.P, "must", "must", "must") + f" play first: the {said(held(v, v.P, v.D_i))}")
    v.table.opened(v.P, v.D_i - 1, held(v, v.P, v.D_i))
    begin_line(m, v)
    PROCMOVE(m, v)
    PROCPAUSE(m, v, v.P1)


def PROCMOVE(m: Machine, v: Variables) -> None:  # 14000
    """Close the gap in a hand and fill it.  Changed: it is not filled where the rules say so."""
    T = v.T
    if not v.table.rules.refill:
        v.T = 0  # as if there were no stock
    dominoes.PROCMOVE(m, v)
    if not v.table.rules.refill:
        v.T = T


def PROCSELECT(m: Machine, v: Variables) -> None:  # 15000
    """Choose a domino of player 2, D%, and the end, E%.  Changed: by any level, or by the second person."""
    take_turn(m, v)


def PROCASK(m: Machine, v: Variables) -> None:  # 16000
    """Choose a domino of player 1, D%, and the end, E%.  Changed: with all that is below; or by a computer."""
    take_turn(m, v)


def PROCKNOCK(m: Machine, v: Variables) -> None:  # 18000
    """Note that P% is knocking.  Changed: it is heard; where the rules say so dominoes are drawn instead.

    D% is 7 also for the seventh domino of a larger hand; then E% says where it goes.
    """
    if v.E:
        PROCPLOT(m, v)
        PROCMOVE(m, v)
        return
    if v.table.rules.draws and v.T > 0:
        draw_dominoes(m, v)
        if fitting(v):
            v.P = 3 - v.P  # and the turn goes on
            return
    v.K[v.P] = 1
    v.table.has_knocked(v.P, honestly=not v.s.free_knock or not is_person(v, v.P))
    say(m, v, verb(v, v.P, "are", "am", "is") + " knocking")
    v.news = verb(v, v.P, "knocked", "knocked", "knocked") + "."
    knocking_sound(m)
    PROCPAUSE(m, v, v.P1)


def PROCDRAW_PLAYER_HAND(m: Machine, v: Variables) -> None:  # 19000
    """Draw the hand of player 1.  Changed: sorted, big or hidden if so chosen; and what stands around the hands."""
    draw_head(m, v)
    draw_hand(m, v, 1)


def PROCDRAW_COMPUTER_HAND(m: Machine, v: Variables) -> None:  # 20000
    """Draw the hand of player 2.  Changed: faces for a cheat and at the end; the count of numbers, if it is shown."""
    draw_hand(m, v, 2)
    show_counts(m, v)


def PROCBOTH_KNOCKING(m: Machine, v: Variables) -> None:  # 21000
    """Say that both are knocking, and compare the spots: P%, T().  Changed: for any two players."""
    say(m, v, "We are both knocking" if v.s.players == ALONE else "Both are knocking")
    PROCPAUSE(m, v, v.P1)
    dominoes.PROCADD_SPOTS(m, v)
    one, two = (verb(v, player, "have", "have", "has") for player in (1, 2))
    say(m, v, f"{one} {v.T_a[1]} spots, {two} {v.T_a[2]}")
    PROCPAUSE(m, v, v.P1)


def PROCEND(m: Machine, v: Variables) -> None:  # 23000
    """Find the winner and ask for another game: P%, K$.  Changed: both hands are shown; score; the last turn back."""
    if v.N[1] == 0:
        v.P = 1
    elif v.N[2] == 0:
        v.P = 2
    else:
        PROCBOTH_KNOCKING(m, v)
    v.over, v.turn = True, None
    count_game(m, v)
    PROCDRAW_PLAYER_HAND(m, v)
    PROCDRAW_COMPUTER_HAND(m, v)
    PROCRESULT(m, v)
    v.K_s = another(m, v)


def PROCRESULT(m: Machine, v: Variables) -> None:  # 24000
    """Declare who has won, from P%.  Changed: for any two players; score and match; a tune."""
    score = f" {v.score[1]}:{v.score[2]}" if v.s.match else ""
    if v.P == 0:
        say(m, v, f"The game is drawn.{score}")
    else:
        match = " the match" if domino_match.leader(v.s, v.score) else ""
        say(m, v, verb(v, v.P, "have", "have", "has") + f" won{match}.{score}")
    result_sound(m, won=v.P == 1 or v.s.players != ALONE, drawn=v.P == 0)


def PROCPLOT(m: Machine, v: Variables) -> None:  # 25000
    """Turn domino D% of player P% for the end E% and place it: F%, S%.  Changed: the end is chosen; shown before."""
    d = held(v, v.P, v.D_i)
    v.news = verb(v, v.P, "played", "played", "played") + f" the {said(d)}."
    if v.table.left == NOTHING:
        v.table.played(v.P, v.D_i - 1, d, v.E)
        begin_line(m, v)
        return
    remove_ghosts(m, v)
    show_ghost(m, v, d, v.E)
    PROCPAUSE(m, v, SHORT)
    forget_ghosts(v)
    v.table.played(v.P, v.D_i - 1, d, v.E)
    v.F, v.S = turned(v, d, v.E)
    v.line.append((v.E, v.F, v.S))
    if v.E == RIGHT:
        PROCRIGHT(m, v)
    else:
        PROCLEFT(m, v)
    placing_sound(m)


def PROCRIGHT(m: Machine, v: Variables) -> None:  # 26000
    """Place F% and S% at the right end: RX%, RY%, RV%.  Changed: big dominoes take the road of rules/domino_big.py."""
    place_right(m, v)


def PROCLEFT(m: Machine, v: Variables) -> None:  # 27000
    """Place F% and S% at the left end: LX%, LY%, LV%.  Changed as PROCRIGHT."""
    place_left(m, v)


# ours


def plus(v: Variables) -> Any:
    """The original with the procedures above in the place of its own, and these variables."""
    return edition(
        dominoes.main,
        Variables=lambda: v,
        PROCTITLE=PROCTITLE,
        PROCDEFINE_UDGS=PROCDEFINE_UDGS,
        PROCDRAW_FIELD=PROCDRAW_FIELD,
        PROCGENERATE=PROCGENERATE,
        PROCISSUE=PROCISSUE,
        PROCPAUSE=PROCPAUSE,
        PROCTERMINATE=PROCTERMINATE,
        PROCFIRST=PROCFIRST,
        PROCDOUBLES=PROCDOUBLES,
        PROCHIGHEST=PROCHIGHEST,
        PROCDRAW_FIRST=PROCDRAW_FIRST,
        PROCMOVE=PROCMOVE,
        PROCSELECT=PROCSELECT,
        PROCASK=PROCASK,
        PROCINVALID=refuse,
        PROCKNOCK=PROCKNOCK,
        PROCDRAW_PLAYER_HAND=PROCDRAW_PLAYER_HAND,
        PROCDRAW_COMPUTER_HAND=PROCDRAW_COMPUTER_HAND,
        PROCBOTH_KNOCKING=PROCBOTH_KNOCKING,
        PROCEND=PROCEND,
        PROCRESULT=PROCRESULT,
        PROCPLOT=PROCPLOT,
        PROCRIGHT=PROCRIGHT,
        PROCLEFT=PROCLEFT,
    )


def play(m: Machine, v: Variables, game: Any) -> None:
    """Play until there is to be no other game; Escape and Menu leave a game or a match that can go on."""
    if not v.resume:
        v.score[1] = v.score[2] = v.last = 0
    v.resume = v.resume and v.turn is not None
    if v.turn and v.resume:
        bring_back(m, v, v.turn)
    try:
        game(m)
    except (Leave, Escape):
        v.told = False


# settings and statistics


def chosen(m: Machine, wanted: dict[str, int], refused: list[str]) -> Settings:
    """The settings as they were last time, but for what is wanted now and not refused."""
    kept = dict(domino_settings.kept(domino_settings.restored(loaded(m, SETTINGS))))
    if "games" in wanted or "spots" in wanted:
        kept |= {"games": 0, "spots": 0}
    return Settings(**(kept | {name: int(value) for name, value in wanted.items() if name not in refused}))


def loaded(m: Machine, name: str) -> object:
    """What is on the tape under a name; None if nothing can be read there."""
    try:
        return m.cload(name)
    except BasicError:
        return None


# the end of a game


def count_game(m: Machine, v: Variables) -> None:
    """Add a game to score and statistics; P% has won."""
    v.before = list(v.score), v.last, v.statistics.kept()
    left = [spots(mask(hand(v, player))) for player in (1, 2)]
    if v.P:
        v.score[v.P] += domino_match.points(v.s, v.P, (left[0], left[1]))
        v.last = v.P
    if v.s.players == ALONE:
        v.statistics.count(v.s.level, v.P, v.helped)
        if domino_match.leader(v.s, v.score) == 1:
            v.statistics.count_match(v.s.level, v.score)
        m.csave(STATISTICS, v.statistics.kept())


def uncount_game(m: Machine, v: Variables) -> None:
    """Take that back."""
    assert v.before is not None
    v.score[:], v.last = v.before[0], v.before[1]
    if v.s.players == ALONE:
        v.statistics = domino_match.restored(v.before[2])
        m.csave(STATISTICS, v.before[2])


def another(m: Machine, v: Variables) -> str:
    """Ask for another game, or for the next one of the match: "Y" or "N". The last turn can be taken back, too."""
    over = domino_match.leader(v.s, v.score) > 0
    question = "Another match? " if over else "Next game? " if v.s.match else "Another game? "
    buttons(m, v, "Yes", "No", *(["Undo"] if v.now else []), question=question)
    if v.s.players == WATCHING and v.s.match and not over and m.inkey(300) < 0:
        return "Y"
    while (word := read(m, v)) not in ("Y", "N", "RETURN") and not (word == "U" and v.now):
        m.vdu(7)
    if word == "U":
        take_back_the_end(m, v)
    elif over:
        v.score[1] = v.score[2] = v.last = 0
    return "N" if word == "N" else "Y"


def take_back_the_end(m: Machine, v: Variables) -> None:
    """Go back to the last decision before the end."""
    uncount_game(m, v)
    bring_back(m, v, v.past[v.now - 1])
    v.over, v.helped, v.resume = False, True, True


# sounds


def placing_sound(m: Machine) -> None:
    """A satisfying click."""
    m.sound(0, -12, 4, 1)


def knocking_sound(m: Machine) -> None:
    """Twice on the table."""
    for _ in range(2):
        m.sound(0, -15, 6, 2)
        m.sound(0, 0, 0, 2)


def result_sound(m: Machine, won: bool, drawn: bool) -> None:
    """Up, down, or neither."""
    for pitch in (97, 97, 97) if drawn else (53, 69, 81, 101) if won else (101, 81, 69, 53):
        m.sound(1, -10, pitch, 3)


# dominoes


def begin_line(m: Machine, v: Variables) -> None:
    """Place domino D% of player P% as the first."""
    v.line.append((0, v.L[v.P][v.D_i], v.R[v.P][v.D_i]))
    first_domino(m, v, v.L[v.P][v.D_i], v.R[v.P][v.D_i])
    placing_sound(m)


def draw_dominoes(m: Machine, v: Variables) -> None:
    """Have player P% draw until something fits or nothing is left."""
    before = v.N[v.P]
    while v.T > 0 and not fitting(v):
        v.table.drew(v.P)
        dominoes.PROCSPOTS(m, v)
        v.N[v.P] += 1
        v.R[v.P][v.N[v.P]] = v.N1
        v.L[v.P][v.N[v.P]] = v.N2
    count = v.N[v.P] - before
    what = f"{count} {'domino' if count == 1 else 'dominoes'}"
    v.news = verb(v, v.P, "drew", "drew", "drew") + f" {what}."
    say(m, v, verb(v, v.P, "draw", "draw", "draws") + f" {what}.")
    draw_hands(m, v)
    PROCPAUSE(m, v, v.P1)
