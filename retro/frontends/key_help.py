"""The keys of the front ends as text, for `--help` and the documents."""

WINDOW_KEYS = (
    ("F1", "pause, sound, speed, display, pictures, keys and more; F1 or Escape goes on"),
    ("F11, Alt+Enter", "full screen, and back"),
    ("F12", "a picture of the screen, as a PNG file"),
    ("Alt+M", "sound off, and on again"),
    ("Page Up", "take back the last key you pressed, and the one before"),
    ("Escape", "ESCAPE: ends most programs"),
    ("Ctrl+V, Shift+Insert", "type the text of the clipboard; Ctrl+Shift+V types code 22"),
    ("a dropped file", "opens in the window: a program, an image of a disc or tape, or a recording"),
    ("Pause", "BREAK, at BASIC's prompt"),
    ("Backspace, Delete", "DELETE"),
    ("End", "COPY"),
    ("Alt+F1, F2 to F9, F10", "f1 to f9, f0"),
    ("Ctrl and a letter", "the codes 1 to 26"),
    ("anything else", "types its character"),
)
TERMINAL_KEYS = "The terminal has the same keys except F11, which it keeps for itself; Ctrl-C switches the machine off."
