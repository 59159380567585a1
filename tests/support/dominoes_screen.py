"""Reads the pixels of a game of Dominoes: faces, hands and frame, as the mock-ups show them."""

import itertools
from pathlib import Path

from retro import Machine

MODEL = Path(__file__).parents[1] / "model" / "dominoes-screens.txt"
WIDTH, HEIGHT, CELL = 320, 200, 8
BLACK, RED, YELLOW, WHITE = range(4)
FIELD = 6 * CELL  # the first pixel row of frame and playing area

# The first set, 224 to 230, from the outer end to the joint. Spots are ink.
UPRIGHT = [
    (0, 0, 0, 0, 0, 0, 0, 126),
    (0, 0, 0, 24, 0, 0, 0, 126),
    (0, 96, 0, 0, 0, 6, 0, 126),
    (0, 96, 0, 24, 0, 6, 0, 126),
    (0, 102, 0, 0, 0, 102, 0, 126),
    (0, 102, 0, 24, 0, 102, 0, 126),
    (0, 102, 0, 102, 0, 102, 0, 126),
]


def turned(shape):
    """A character turned clockwise by 90 degrees."""
    return tuple(sum((shape[7 - x] >> 7 - y & 1) << 7 - x for x in range(8)) for y in range(8))


def shapes():
    """The 28 characters of section 7: code to eight rows."""
    found, shape_set = {}, UPRIGHT
    for turn in range(4):
        found.update({224 + 7 * turn + spots: tuple(shape) for spots, shape in enumerate(shape_set)})
        shape_set = [turned(shape) for shape in shape_set]
    return found


FACES = {shape: code for code, shape in shapes().items()}


def shape_of(pixels, x, y, ink=BLACK):
    """The eight rows of bits whose top left pixel is (x, y); y downwards."""
    rows = [pixels[(y + row) * WIDTH + x :][:CELL] for row in range(CELL)]
    return tuple(sum((pixel == ink) << 7 - column for column, pixel in enumerate(row)) for row in rows)


def face_at(pixels, x, y):
    """The code of the face with this top left pixel, black on white; None if there is none."""
    block = {pixel for row in range(CELL) for pixel in pixels[(y + row) * WIDTH + x :][:CELL]}
    if not block <= {BLACK, WHITE}:
        return None
    return FACES.get(shape_of(pixels, x, y))


def faces(m: Machine):
    """Every half domino on the table, in reading order: (x, y, code); x and y of its top left corner in units.

    The first white pixel not yet accounted for must be the corner of a face; whatever is not a face fails.
    """
    pixels = bytearray(m.screen.framebuffer.pixels)
    found = []
    while (place := pixels.find(WHITE, FIELD * WIDTH)) >= 0:
        y, x = divmod(place, WIDTH)
        code = face_at(pixels, x, y)
        assert code is not None, f"something white that is no face at pixel {x}, {y}"
        for row in range(CELL):
            start = (y + row) * WIDTH + x
            pixels[start : start + CELL] = bytes(CELL)
        found.append((4 * x, 799 - 4 * y, code))
    return found


def frame(m: Machine):
    """The frame: left, top, right, bottom pixel, y downwards. It must be one rectangle of single lines."""
    pixels = bytes(m.screen.framebuffer.pixels)
    places = {divmod(p, WIDTH) for p in range(FIELD * WIDTH, WIDTH * HEIGHT) if pixels[p] == YELLOW}
    rows, columns = {y for y, _ in places}, {x for _, x in places}
    left, top, right, bottom = min(columns), min(rows), max(columns), max(rows)
    outline = {(y, x) for y in (top, bottom) for x in range(left, right + 1)}
    outline |= {(y, x) for x in (left, right) for y in range(top, bottom + 1)}
    assert places == outline
    return left, top, right, bottom


def hand_cell(pixels, column, row=2):
    """A cell of the row of hands: a digit, "#" for a back, or a space."""
    x, y = column * CELL, row * CELL
    colours = {pixel for line in range(CELL) for pixel in pixels[(y + line) * WIDTH + x :][:CELL]}
    if colours == {BLACK}:
        return " "
    if colours == {RED}:
        return "#"
    code = face_at(pixels, x, y)
    assert code is not None, f"no half domino in column {column}"
    return str((code - 224) % 7)


def hands(m: Machine):
    """The row of hands as text."""
    pixels = bytes(m.screen.framebuffer.pixels)
    return "".join(hand_cell(pixels, column) for column in range(40))


def dump(m: Machine):
    """The screen by the dump rule: 25 lines, each half domino in the cell of its middle."""
    cells = [list(line) for line in m.screen.lines[:6]] + [[" "] * 40 for _ in range(19)]
    cells[2] = list(hands(m))
    if YELLOW in bytes(m.screen.framebuffer.pixels)[FIELD * WIDTH :]:
        draw_frame(cells, [pixel // CELL for pixel in frame(m)])
    for x, y, code in faces(m):
        column, row = cell_of((x, y))
        assert cells[row][column] == " "
        cells[row][column] = str((code - 224) % 7)
    return ["".join(line).rstrip() for line in cells]


def draw_frame(cells, corners):
    left, top, right, bottom = corners
    for row in range(top, bottom + 1):
        cells[row][left] = cells[row][right] = "|"
    for row in (top, bottom):
        cells[row][left : right + 1] = "+" + "-" * (right - left - 1) + "+"


def mockups():
    """The mock-ups by number, as text: {"5a": 25 lines}."""
    found = {}
    for part in MODEL.read_text().split("### ")[1:]:
        title, _, _, *lines = part.rstrip("\n").split("\n")
        found[title.split()[0]] = [line[3:].rstrip() for line in lines]
    return found


# the layout: every place of section 6, the first and the second face as codes of an unspotted one


def places(first, step, count, second, faces):
    """One stretch of an arm: (x, y) of first and second face, and the characters of both without spots."""
    for j in range(count):
        x, y = first[0] + step[0] * j, first[1] + step[1] * j
        yield (x, y, faces[0]), (x + second[0], y + second[1], faces[1])


OPENING = ((608, 63, 245), (640, 63, 231))
RIGHT_ARM = [
    *places((680, 63), (72, 0), 7, (32, 0), (245, 231)),
    *places((1184, 63), (0, 72), 7, (0, 32), (238, 224)),
    *places((1184, 567), (-72, 0), 16, (-32, 0), (231, 245)),
]
LEFT_ARM = [
    *places((568, 63), (-72, 0), 7, (-32, 0), (231, 245)),
    *places((64, 63), (0, 72), 7, (0, 32), (238, 224)),
    *places((64, 567), (72, 0), 16, (32, 0), (245, 231)),
]


def spots_at(place, found):
    """The spots of the face that lies in a place; None if there is none, or not one of its direction."""
    x, y, blank = place
    code = found.get((x, y), 0)
    return code - blank if blank <= code <= blank + 6 else None


def arm(stretch, found):
    """The dominoes that lie on an arm, from the opening outwards, as (first, second) spots."""
    dominoes = []
    for first, second in stretch:
        pair = spots_at(first, found), spots_at(second, found)
        if None in pair:
            break
        dominoes.append(pair)
    return dominoes


def line(m: Machine):
    """The line on the table: opening (left, right), right arm, left arm. Every face must have its place."""
    found = {(x, y): code for x, y, code in faces(m)}
    opening, right, left = arm([OPENING], found), arm(RIGHT_ARM, found), arm(LEFT_ARM, found)
    assert 2 * (len(opening) + len(right) + len(left)) == len(found)
    return opening, right, left


def cell_of(place):
    """Column and row of the cell that holds the middle of a face."""
    x, y = place[:2]
    return (x + 16) // 32, (799 - y + 16) // 32


def line_of(lines):
    """The same from a mock-up: opening (left, right), right arm, left arm. Every digit must belong to it."""
    cells = {(c, r): text[c] for r, text in enumerate(lines) for c in range(len(text)) if r > 6 and text[c].isdigit()}
    stretches = []
    for stretch in ([OPENING], RIGHT_ARM, LEFT_ARM):
        taken = itertools.takewhile(lambda domino: all(cell_of(face) in cells for face in domino), stretch)
        stretches.append([tuple(int(cells.pop(cell_of(face))) for face in domino) for domino in taken])
    assert not cells
    return stretches[0][0], *stretches[1:]


def ends(m: Machine):
    """The spots at both ends of the line, as a player sees them."""
    opening, right, left = line(m)
    return {(right or opening)[-1][1], left[-1][1] if left else opening[0][0]}
