"""The screen of African Seeds in words, for people who do not see it."""

from . import screen
from .rules.sowing import LETTERS
from .variables import Variables


def screen_words(v: Variables) -> str:
    """Return the messages, the marked cup, and both rows of cups with their seeds."""
    messages = [" ".join(v.messages.get(row, "").split()) for row in (screen.NEWS, screen.RECORD_NEWS, screen.QUESTION)]
    marked = f"Cup {LETTERS[v.marked_cup - 1]} is marked: RETURN lifts it." if v.marked_cup else ""
    rows = []
    for side, name in enumerate(("Player 1", "Player 2") if v.two else ("You", "Computer")):
        cups = ", ".join(f"{LETTERS[n - 1]} {v.b[n]}" for n in range(6 * side + 1, 6 * side + 7))
        rows.append(f"{name}: {cups}; captured {v.s[2 - side]}.")
    return "\n".join([*filter(None, [*messages, marked]), *rows])
