"""Finds the characters that a line defines or prints by VDU with constants, and draws them as pixels."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from retro.display.screen import Screen
from retro.listing.procedure import Procedure

VDU_CONSTANTS = re.compile(r"\bVDU\s*\(?((?:\s*(?:&[0-9A-F]+|0x[0-9A-F]+|\d+)\s*,?)+)", re.IGNORECASE)
DEFINE, LENGTH = 23, 10  # VDU 23, a code, eight rows
HEIGHT = 8  # of a character, in pixels
SUM_INDENT = 2  # columns before the pixels of a sum
FIRST_DEFINABLE, FIRST_OWN_CHARACTER = 32, 224  # codes that VDU 23 defines; those that programs commonly define
INK, PAPER, OVER = "7", "4", "0"  # colours: of a character, around it, and of one printed over another


def _sent(text: str) -> Iterator[list[int]]:
    """Yield the constants of each VDU statement in a line, up to the first expression."""
    for constants in VDU_CONSTANTS.findall(text):
        yield [int(number.replace("&", "0x"), 0) & 255 for number in re.findall(r"[&\w]+", constants)]


def defined_in(text: str) -> dict[int, bytes]:
    """Return the characters that a line of BASIC or Python defines with constants: eight bytes, by character code."""
    shapes = {}
    for numbers in _sent(text):
        while len(numbers) >= LENGTH and numbers[0] == DEFINE:
            if numbers[1] >= FIRST_DEFINABLE:
                shapes[numbers[1]] = bytes(numbers[2:LENGTH])
            del numbers[:LENGTH]
    return shapes


def defined_by(procedures: Iterable[Procedure]) -> dict[int, bytes]:
    """Return the characters that procedures define with constants."""
    lines = (line for procedure in procedures for line in procedure.lines)
    return {code: shape for line in lines for code, shape in defined_in(line.text).items()}


def pictured(text: str, screen: Screen) -> tuple[str, list[str]]:
    """Return a title and the pixels of the characters that a line defines, or else prints.

    A single character printed at the graphics cursor is shown as a sum: the pixels there, the character, and both.
    """
    shapes = list(defined_in(text).items())
    if shapes:
        drawn = [pixels([shape]) for _, shape in shapes]
    else:
        printed = (numbers for numbers in _sent(text) if numbers[0] != DEFINE)
        shapes = [
            (code, screen.characters.shape(code))
            for numbers in printed
            for code in numbers
            if code >= FIRST_OWN_CHARACTER
        ]
        drawn = [pixels([shape]) for _, shape in shapes]
        if len(shapes) == 1 and screen.at_graphics and "MOVE " not in text:
            here, both = _at_cursor(screen, shapes[0][1])
            return drawn_sum([("here", here), ("+", []), (str(shapes[0][0]), drawn[0]), ("=", []), ("both", both)])
    title = f"Character{'s' * (len(shapes) > 1)} {' '.join(str(code) for code, _ in shapes)}"
    return (title, [PAPER.join(rows) for rows in zip(*drawn)]) if shapes else ("", [])


def drawn_sum(parts: Iterable[tuple[str, Sequence[str]]]) -> tuple[str, list[str]]:
    """Return the title and the rows of pixels of a sum such as `252 + 227`: its parts side by side.

    The title has the labels of all parts but the last, each above its pixels if these begin at the title's column.
    """
    signs = range(HEIGHT)  # a sign such as + is in the middle of as many rows as a character has
    pictures = [(label, rows or [f" {label} " if y == HEIGHT // 2 else "   " for y in signs]) for label, rows in parts]
    title = "".join(f"{label:^{len(rows[0])}}" for label, rows in pictures[:-1])
    return title.rstrip(), [" " * SUM_INDENT + "".join(cells) for cells in zip(*(rows for _, rows in pictures))]


def _at_cursor(screen: Screen, shape: bytes) -> list[list[str]]:
    """Return two pictures of the character cell at the graphics cursor: before and after printing a character."""
    plane, colours, mode = screen.graphics_plane, screen.palette.colours, screen.mode
    left, top = plane.cursor
    across, down = range(0, 8 * mode.unit_x, mode.unit_x), range(0, 8 * mode.unit_y, mode.unit_y)
    here = [[max(0, plane.colour_at(left + x, top - y)) for x in across] for y in down]
    both = [
        [plane.ink.tables[0][old] if bits & 128 >> x else old for x, old in enumerate(row)]
        for row, bits in zip(here, shape)
    ]
    return [["".join(str(colours[item] % 8) for item in row) for row in rows] for rows in (here, both)]


def pixels(shapes: Iterable[bytes]) -> list[str]:
    """Return the pixels of a character as rows of colour digits. Further shapes are drawn over the first in black."""
    lowest, *others = ([f"{row:08b}" for row in shape] for shape in shapes)
    rows = [row.replace("0", PAPER).replace("1", INK) for row in lowest]
    for other in others:
        rows = ["".join(OVER if bit == "1" else old for bit, old in zip(*pair)) for pair in zip(other, rows)]
    return rows


def sum_of(text: str, shapes: Mapping[int, bytes]) -> list[tuple[str, list[str]]]:
    """Return the parts of a sum of characters such as `252 + 227 = 252/227`, each with its pixels (+ and = have none).

    a/b draws character b over a; a space puts two characters side by side.
    """
    parts = []
    for part in re.split(r"\s*([+=])\s*", text.strip()):
        cells = [
            [shapes[int(code)] for code in cell.split("/") if int(code) in shapes]
            for cell in part.split()
            if part not in "+="
        ]
        parts.append((part, ["".join(rows) for rows in zip(*map(pixels, filter(None, cells)))]))
    return parts
