"""The explanations in study for African Seeds: the board, the value of each cup, the effect of each subroutine.

The game itself does not use this. Study calls `beside` and `explained` with a copy of the variables.
"""

from __future__ import annotations

from collections.abc import Callable

TYPE_CHECKING = False
if TYPE_CHECKING:  # study runs this file by itself, where no name is relative
    from .african_seeds import Variables

CUPS = {n: "ABCDEFGHIJKL"[n - 1] for n in range(1, 13)}
HOW = {1: "by forfeit", 2: "by more than 24 seeds", 3: "by stalemate"}


def beside(v: Variables) -> list[str]:
    """Return the board as on the screen, and a row with the values of the computer's cups, the best first."""
    if not any(v.b):
        return []
    rows = [
        "   " + " ".join(f"{CUPS[n]:>2}" for n in range(12, 6, -1)),
        "me " + " ".join(f"{v.b[n]:>2}" for n in range(12, 6, -1)) + f"   {v.s[1]} captured",
        "you" + " ".join(f"{v.b[n]:>2}" for n in range(1, 7)) + f"   {v.s[2]} captured",
        "   " + " ".join(f"{CUPS[n]:>2}" for n in range(1, 7)),
    ]
    if any(v.m[7:]):
        ranked = sorted((n for n in range(7, 13) if v.b[n]), key=lambda n: -v.m[n])
        rows.append("m()  " + "  ".join(f"{CUPS[n]} {v.m[n]}" for n in ranked))
    return rows


def explained(procedure: str, v: Variables) -> str:
    """Return a sentence on what a subroutine has just done; empty if SENTENCES has none for it."""
    return SENTENCES[procedure](v) if procedure in SENTENCES else ""


def _sown(v: Variables) -> str:
    end = "an empty cup: the move ends" if v.end else "a cup with seeds, and no more lifts are followed"
    board = "board" if v.sc else "model board"
    lifts = f"{v.lifts} lift{'s' * (v.lifts != 1)}"
    return f"Cup {CUPS[v.cup]} was lifted on the {board}: {lifts}, up to {CUPS[v.last]}, {end}."


def _captured(v: Variables) -> str:
    if not v.end:
        return f"The move has come to {CUPS[v.last]} and not to its end: nothing is captured."
    if v.win:
        seeds = "1 seed is" if v.win == 1 else f"{v.win} seeds are"
        return f"The move ends in {CUPS[v.last]}: {seeds} captured from {CUPS[v.op]}, opposite."
    return f"Nothing is captured from {CUPS[v.op]}, opposite {CUPS[v.last]}."


def _checked(v: Variables) -> str:
    where = "The game" if v.sc else "After the move that is considered the game"
    if v.over:
        return f"{where} is over, {HOW[v.over]}."
    return f"{where} goes on: {'the computer' if v.zx else 'the player'} is to move."


def _level(v: Variables) -> str:
    if v.l == 4:
        return "Level 4: the computer plays by chance."
    answer = " and looks at the best answer" if v.l == 0 else ""
    return f"Level {v.l}: the computer follows {v.d} lift{'s' * (v.d != 1)} of a move{answer}."


def _analysed(v: Variables) -> str:
    ranked = sorted((n for n in range(7, 13) if v.b[n]), key=lambda n: -v.m[n])
    return "Best first: " + ", ".join(f"{CUPS[n]} is worth {v.m[n]}" for n in ranked) + "."


SENTENCES: dict[str, Callable[[Variables], str]] = {
    "lift_and_sow": _sown,
    "end_and_capture": _captured,
    "display_board": lambda v: f"The board is drawn, {sum(v.b)} seeds on it, {v.s[1]} to {v.s[2]} captured.",
    "tidy_display": lambda v: "The messages are cleared, and all lights are off.",
    "lights_off": lambda v: "All lights are off.",
    "result_computer": lambda v: f"The computer has won, {HOW[v.over]}.",
    "result_player": lambda v: f"The player has won, {HOW[v.over]}.",
    "end_check": _checked,
    "initialise": lambda v: "" if v.K_s == "Q" else f"A game of level {v.l} is ready.",
    "define_udgs": lambda v: "The corners of a cup and the seeds in it are characters now.",
    "letter_positions": lambda v: f"a$ has the columns of the {len(v.a_s)} letters.",
    "seed_positions": lambda v: f"x$ and y$ have the row and column of each of the {len(v.x_s)} cups.",
    "draw_frame": lambda v: "The frame, the letters of the cups and the captured seeds are drawn.",
    "toss": lambda v: f"{'The computer' if v.zx else 'The player'} begins.",
    "ask_level": _level,
    "computer_move": lambda v: f"The computer has lifted cup {CUPS[v.cup]}.",
    "player_move": lambda v: f"The player has lifted cup {CUPS[v.cup]}." if v.cup else "",
    "consider": _captured,
    "analyse": _analysed,
    "instructions": lambda v: "The instructions have been read.",
}
