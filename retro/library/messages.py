"""Messages on the terminal: one sentence each, without control characters."""

import sys

CONTROLS = [*range(9), *range(11, 32), *range(127, 160), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
ESCAPES = {code: chr(code).encode("unicode_escape").decode() for code in CONTROLS}


def printable(text: str) -> str:
    """Escape the characters of a text that would control a terminal or reorder its line."""
    return text.translate(ESCAPES)


def warn(sentence: str) -> None:
    """Print a sentence on standard error. Raises OSError."""
    end = "" if sentence.endswith((".", "?")) else "."
    print(f"retro: {printable(sentence)}{end}".replace("\n", " "), file=sys.stderr, flush=True)  # noqa: T201


def say(text: str, end: str = "\n") -> None:
    """Print a text on standard output. Raises OSError."""
    print(printable(text), end=end, flush=True)  # noqa: T201
