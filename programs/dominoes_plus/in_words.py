"""Dominoes Plus for people who do not see the screen: its contents as text."""

from retro import Machine
from retro.basic import date_text

from .. import dominoes_in_words
from . import screen
from .rules.domino_set import NO_NUMBER
from .rules.settings import ALONE
from .variables import Variables, with_subject


def screen_words(m: Machine, v: Variables) -> str:
    """Return the contents of the screen as text: messages, ends of the line, visible hands, buttons."""
    lines = [" ".join(line.split()) for line in m.screen.lines]
    state = (
        f"Stock {v.T}."
        if v.ledger.left == NO_NUMBER
        else f"Ends: {v.ledger.left} left, {v.ledger.right} right. Stock {v.T}."
    )
    state += f" Today's game, {date_text(v.day)}." * v.today
    hands = []
    fitting = {} if v.over or v.ledger.left == NO_NUMBER else {"left": v.ledger.left, "right": v.ledger.right}
    for player in (1, 2):
        held = [] if screen.shows_faces(v, player) else [str(v.N[player])]
        for index, slot in enumerate(() if held else screen.shown_order(v, player), 1):
            faces = v.L[player][slot], v.R[player][slot]
            fits = [end for end, number in fitting.items() if number in faces]
            held.append(f"{index}: {faces[0]}-{faces[1]}" + (" fits " + " and ".join(fits)) * bool(fits))
        hands.append(f"{with_subject(v, player, 'hold', 'hold', 'holds')} {', '.join(held) or 'none'}.")
    end = [f"{screen.result(v)}. {v.news}".strip()] if v.over else []
    return "\n".join(filter(None, [*end, lines[v.MY], state, *hands, lines[screen.BUTTONS]]))


def outcome(v: Variables) -> str:
    """Return the result of a game in a few words, for the menu."""
    if v.settings.players != ALONE:
        return f"player {v.P} won" if v.P else "a draw"
    won = f", {v.record.won}" if v.record and v.record.won else ""
    return f"{dominoes_in_words.outcome(v)}, level {v.settings.level}{won}"
