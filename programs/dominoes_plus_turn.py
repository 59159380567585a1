"""A turn in Dominoes Plus: a person decides, with all that helps; or the computer thinks."""

from __future__ import annotations

from retro import Machine
from retro.basic import spc, tab

from .dominoes_plus_state import (
    Leave,
    Variables,
    bring_back,
    hand,
    held,
    is_person,
    remembered,
    same,
    verb,
    view,
)
from .dominoes_plus_table import (
    AT,
    BUTTONS,
    DIGITS,
    ORDERS,
    buttons,
    draw_counts,
    draw_hands,
    draw_table,
    erase_counts,
    in_order,
    read,
    remove_ghosts,
    say,
    show_buttons,
    show_ghost,
)
from .rules.domino_levels import DEEPEST, thinking
from .rules.domino_rules import FITS, LEFT, NOTHING, PAIRS, RIGHT, bits, mask, said
from .rules.domino_settings import TOGETHER
from .rules.domino_view import Move, View
from .rules.domino_words import advice, refusal

KNOCK = 7  # D% of a knock; E% is 0 then
ENDS = {"R": RIGHT, "RIGHT": RIGHT, AT[RIGHT]: RIGHT, "L": LEFT, "LEFT": LEFT, AT[LEFT]: LEFT}
WIDTH = 39  # characters of a message
ORDER_NAMES = {"": "as it was drawn", "spots": "by spots", "numbers": "by numbers"}


def take_turn(m: Machine, v: Variables) -> None:
    """Have player P% decide: D%, E%."""
    v.turn = remembered(m, v)
    if is_person(v, v.P):
        decide(m, v)
    else:
        think(m, v)


def fitting(v: Variables) -> list[int]:
    """The dominoes of the player to move that may be laid."""
    return bits(mask(hand(v, v.P)) & FITS[v.table.ends])


# the computer


def think(m: Machine, v: Variables) -> None:
    """Let the computer decide; with nothing that fits it knocks."""
    seen = view(v)
    if not seen.moves():
        v.D_i, v.E = KNOCK, 0
        return
    move = pondered(m, v, v.s.level if v.P == 2 else v.s.other_level, seen)
    v.D_i, v.E = seen.hand.index(move.domino) + 1, move.end
    say(m, v, verb(v, v.P, "play", "play", "plays") + f" the {said(move.domino)}")


def pondered(m: Machine, v: Variables, level: int, seen: View) -> Move:
    """The move of a level. While there is much to think about there is a dot for each part that is done."""
    moves = thinking(level, seen)
    move = next(moves)
    if move is None:
        say(m, v, "Let me think" if is_person(v, v.P) else verb(v, v.P, "think", "am thinking", "is thinking"))
    while move is None:
        m.print(".", end="")
        _ = m.time  # a look at the clock lets the world in
        move = next(moves)
    return move


# a person


def decide(m: Machine, v: Variables) -> None:
    """Let a person decide."""
    begin_decision(m, v)
    while not obey(m, v, read(m, v)):
        pass
    decided = v.D_i, v.E
    moment = v.past[v.now]
    if moment.decision != decided:
        del v.past[v.now + 1 :]
        moment.decision = decided
    v.now += 1
    remove_ghosts(m, v)
    v.mark, v.hidden = 0, True


def begin_decision(m: Machine, v: Variables) -> None:
    """Remember where we are, hand over the keyboard and ask."""
    now = remembered(m, v)
    v.turn = now
    if v.now == len(v.past) or not same(now, v.past[v.now]):
        v.past[v.now :] = [now]
    v.mark = 0
    if v.s.players == TOGETHER:
        hand_over(m, v)
    show_buttons(m, v)
    ask(m, v)


def hand_over(m: Machine, v: Variables) -> None:
    """Hide both hands until the next player is at the keyboard."""
    v.hidden = True
    draw_hands(m, v)
    buttons(m, v, question=v.news)
    say(m, v, f"Player {v.P}, press a key.")
    m.get()
    v.hidden = False
    draw_hands(m, v)


def ask(m: Machine, v: Variables) -> None:
    """Say what is to be decided."""
    if v.table.left == NOTHING:
        text = "You begin, with any domino you like."
    elif not fitting(v):
        text = f"Nothing fits: {v.buttons[0].lower()}."
    else:
        text = "Which domino?" if v.news else "Which domino? 1-6, arrows or a click"
    say(m, v, f"{v.news} {text}".strip() if len(v.news) + len(text) < WIDTH else text)


def obey(m: Machine, v: Variables, word: str) -> bool:
    """Do what a key or a click means; True if the turn is decided."""
    if v.told:
        v.told = False
        show_buttons(m, v)
    if word in AT.values():
        v.D_i, v.E = in_order(v, v.P)[v.mark - 1], ENDS[word]
        return True
    remove_ghosts(m, v)
    if word[:1] == "#" and word[1:]:
        return choose(m, v, int(word[1:]))
    if word and word in DIGITS:
        return choose(m, v, DIGITS.index(word) + 1)
    return ACTIONS[word](m, v) if word in ACTIONS else False


def refuse(m: Machine, v: Variables, why: str) -> bool:
    """Say that something cannot be, and why; gives False.  Changed: PROCINVALID knew one sentence and waited."""
    m.vdu(7)
    say(m, v, why)
    return False


def choose(m: Machine, v: Variables, index: int) -> bool:
    """Take a domino, counted as shown from 1, and where both ends will do ask for one."""
    places = in_order(v, v.P)
    if index > len(places):
        return refuse(m, v, f"You hold only {len(places)} dominoes.")
    d = held(v, v.P, places[index - 1])
    if why := refusal(d, v.table.left, v.table.right):
        return refuse(m, v, why)
    remove_ghosts(m, v)
    v.D_i = places[index - 1]
    ends = possible_ends(v, d)
    v.E = ends[0] if len(ends) == 1 else choose_end(m, v, d)
    return v.E > 0


def possible_ends(v: Variables, d: int) -> list[int]:
    """Where a domino can be laid; both ends, even if it makes no difference but to the eye."""
    if v.table.left == NOTHING:
        return [RIGHT]
    return [end for end, number in ((RIGHT, v.RV), (LEFT, v.LV)) if number in PAIRS[d]]


def choose_end(m: Machine, v: Variables, d: int) -> int:
    """Show a domino at both ends and ask which: RIGHT, LEFT, or 0 for neither."""
    for end in (RIGHT, LEFT):
        show_ghost(m, v, d, end)
    buttons(m, v, "Left", "Right", "Cancel")
    say(m, v, f"The {said(d)} at the left {v.LV} or the right {v.RV}?")
    while (word := read(m, v)) not in ENDS and word not in ("C", "DELETE", "U"):
        refuse(m, v, "Press L or R, an arrow, or click there.")
    remove_ghosts(m, v)
    show_buttons(m, v)
    if word not in ENDS:
        ask(m, v)
    return ENDS.get(word, 0)


# what keys and buttons do; each gives True if that decides the turn


def knock(m: Machine, v: Variables) -> bool:
    """Knock, or draw, if that is allowed."""
    can = fitting(v)
    draws = v.table.rules.draws and v.T > 0
    if can and (draws or not v.s.free_knock):
        return refuse(m, v, f"You cannot {'draw' if draws else 'knock'}: the {said(can[-1])} fits.")
    if v.table.left == NOTHING:
        return refuse(m, v, "You begin; there is no need to knock.")
    v.D_i, v.E = KNOCK, 0
    return True


def hint(m: Machine, v: Variables) -> bool:
    """Show what level 5 would do, and why."""
    seen = view(v)
    if not seen.moves():
        return refuse(m, v, f"Nothing fits: {v.buttons[0].lower()}.")
    v.helped = True
    move = pondered(m, v, DEEPEST, seen)
    what, why = advice(seen, move)
    v.mark = in_order(v, v.P).index(seen.hand.index(move.domino) + 1) + 1
    draw_hands(m, v)
    buttons(m, v)
    m.print(tab(1, BUTTONS), what, end="")
    say(m, v, why)
    if seen.left != NOTHING:
        show_ghost(m, v, move.domino, move.end)
    v.told = True
    return False


def undo(m: Machine, v: Variables) -> bool:
    """Take back the last decision."""
    if v.now == 0:
        return refuse(m, v, "There is nothing to take back.")
    v.helped = True
    bring_back(m, v, v.past[v.now - 1])
    draw_table(m, v)
    begin_decision(m, v)
    return False


def redo(m: Machine, v: Variables) -> bool:
    """Decide as before it was taken back; a knock only if it is still allowed, for settings change."""
    decision = v.past[v.now].decision
    if decision is None:
        return refuse(m, v, "Nothing was taken back here.")
    if decision == (KNOCK, 0):
        return knock(m, v)
    v.D_i, v.E = decision
    return True


def sort(m: Machine, v: Variables) -> bool:
    """Show the hand in another order; it is not changed."""
    orders = list(ORDERS)
    v.sort = orders[(orders.index(v.sort) + 1) % len(orders)]
    v.mark = 0
    draw_hands(m, v)
    say(m, v, f"Your hand, {ORDER_NAMES[v.sort]}.")
    return False


def count(m: Machine, v: Variables) -> bool:
    """Show the count of numbers, or show it no longer; over big dominoes until a key is pressed."""
    if v.table.left == NOTHING:
        return refuse(m, v, "There is nothing to count yet.")
    if v.s.big:
        draw_page(m, v)
        return False
    v.counts = not v.counts
    if v.counts:
        draw_counts(m, v)
    else:
        erase_counts(m)
    ask(m, v)
    return False


def draw_page(m: Machine, v: Variables) -> None:
    """The count of numbers instead of the line, until a key is pressed."""
    for row in range(7, 24):
        m.print(tab(2, row), spc(36), end="")
    draw_counts(m, v)
    say(m, v, "Press a key or click to go on.")
    m.get()
    draw_table(m, v)
    ask(m, v)


def leave(m: Machine, v: Variables) -> bool:
    """To the page of settings; the game can go on from there."""
    raise Leave


def step(v: Variables, by: int) -> None:
    """Mark the next domino, or the one before."""
    v.mark = (v.mark - 1 + by) % v.N[v.P] + 1 if v.mark else (1 if by > 0 else v.N[v.P])


def mark(m: Machine, v: Variables, by: int) -> bool:
    """Mark another domino, and show where it would lie."""
    remove_ghosts(m, v)
    step(v, by)
    draw_hands(m, v)
    d = held(v, v.P, in_order(v, v.P)[v.mark - 1])
    why = refusal(d, v.table.left, v.table.right)
    say(m, v, why or f"RETURN plays the {said(d)}.")
    if not why and v.table.left != NOTHING:
        for end in possible_ends(v, d):
            show_ghost(m, v, d, end)
    return False


def play_marked(m: Machine, v: Variables) -> bool:
    """Take the marked domino."""
    return choose(m, v, v.mark) if v.mark else refuse(m, v, "Mark a domino with the arrows first.")


ACTIONS = {
    "K": knock,
    "D": knock,
    "H": hint,
    "U": undo,
    "R": redo,
    "S": sort,
    "C": count,
    "M": leave,
    "LEFT": lambda m, v: mark(m, v, -1),
    "RIGHT": lambda m, v: mark(m, v, 1),
    "RETURN": play_marked,
}
