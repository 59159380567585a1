"""The keys of the front ends, in words: what `--help` and the README say of them."""

from __future__ import annotations

WINDOW_KEYS = (
    ("F11, Alt+Enter", "full screen, and back"),
    ("F12", "a picture of the screen, as a PNG file"),
    ("Alt+M", "sound off, and on again"),
    ("Page Up", "take back the last key you pressed, and the one before"),
    ("Escape", "ESCAPE: ends most programs"),
    ("Backspace, Delete", "DELETE"),
    ("End", "COPY"),
    ("F1 to F9, F10", "f1 to f9, f0"),
    ("Ctrl and a letter", "the codes 1 to 26"),
    ("anything else", "types what your own keyboard says"),
)
TERMINAL_KEYS = "The terminal has the same keys but F11 and F12, which are its own; Ctrl-C switches the machine off."
