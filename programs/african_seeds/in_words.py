"""The screen of African Seeds in words, for people who do not see it."""

from . import screen
from .rules.game_record import TWO
from .rules.sowing import LETTERS
from .variables import Variables

MESSAGE_ROWS = (screen.NEWS, screen.QUESTION)


def screen_words(v: Variables) -> str:
    """Return the messages, the marked cup, and both rows of cups with their seeds; "" on pages of text."""
    cups = {screen.UPPER_TOP, screen.UPPER_TOP + 1}  # on a page of text only every other row has keys
    if cups - v.click_keys.keys():
        return ""
    messages = [" ".join(v.messages.get(row, "").split()) for row in MESSAGE_ROWS]
    marked = f"Cup {LETTERS[v.marked_cup - 1]} is marked: RETURN lifts it." if v.marked_cup else ""
    names = ("Player 1", "Player 2") if v.mode == TWO else ("You", "Computer")
    rows = [f"{name}: {cups_words(v, side)}; captured {v.s[2 - side]}." for side, name in enumerate(names)]
    return "\n".join([*filter(None, [*messages, marked]), *rows])


def cups_words(v: Variables, side: int) -> str:
    """Return the seeds in the cups of a side."""
    return ", ".join(f"{LETTERS[n - 1]} {v.b[n]}" for n in range(6 * side + 1, 6 * side + 7))
