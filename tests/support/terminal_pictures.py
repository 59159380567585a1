"""Decode the pictures that a terminal was sent: kitty's protocol, sixels, and block characters."""

import base64
import io
import re
import unicodedata

from PIL import Image

# The masks of the block characters that are neither sextants nor empty in their names.
QUADRANT_PARTS = {"UPPER LEFT": 1, "UPPER RIGHT": 2, "LOWER LEFT": 4, "LOWER RIGHT": 8}


def picture_of(m, across, down):
    """Return the enlarged picture that should be shown."""
    picture = m.screen.picture(0.0)
    image = Image.frombytes("P", (picture.width, picture.height), picture.pixels)
    image.putpalette([part for light in picture.rgb for part in light])
    return image.convert("RGB").resize((picture.width * across, picture.height * down), Image.Resampling.NEAREST)


def kitty_image(text):
    """Decode the image in a stream of kitty's protocol."""
    chunks = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", text)
    assert chunks[0][0].startswith("a=T,f=100,")
    assert [head.rpartition("m=")[2] for head, _ in chunks] == ["1"] * (len(chunks) - 1) + ["0"]
    assert all(len(data) <= 4096 for _, data in chunks)
    return Image.open(io.BytesIO(base64.b64decode("".join(data for _, data in chunks)))).convert("RGB")


def sixel_image(text):
    """Decode the image in a stream of sixels, by the rules of the VT340's manual."""
    head, body = re.fullmatch(r"[^\x1b]*\x1bP0;1;0q\"1;1;(\d+;\d+)(.*)\x1b\\", text, re.DOTALL).groups()
    width, height = map(int, head.split(";"))
    rows, lights = [bytearray(b"\xff" * width) for _ in range(height + 5)], {}
    x = y = 0
    colour = 0
    for number, light, count, sign in re.findall(r"#(\d+)(?:;2;(\d+;\d+;\d+))?|(?:!(\d+))?([$\-?-~])", body):
        if number:
            colour = int(number)
            if light:
                lights[colour] = [int(part) * 255 // 100 for part in light.split(";")]
        elif sign == "$":
            x = 0
        elif sign == "-":
            x, y = 0, y + 6
        else:
            stop = x + int(count or 1)
            for row in range(6):
                if ord(sign) - 63 >> row & 1:
                    rows[y + row][x:stop] = bytes([colour]) * (stop - x)
            x = stop
    image = Image.frombytes("P", (width, height), b"".join(rows[:height]))
    image.putpalette([part for colour in range(len(lights)) for part in lights[colour]])
    return image.convert("RGB")


def block_pixels(cells, lines):
    """Return rows of block characters (data, ink, paper) as rows of colours. lines: of subcells in a character."""
    picture = []
    for row in cells:
        masks = [(_mask(glyph, lines), ink, paper) for glyph, ink, paper in row]
        picture += [
            [ink if mask >> 2 * line + side & 1 else paper for mask, ink, paper in masks for side in (0, 1)]
            for line in range(lines)
        ]
    return picture


def _mask(glyph, lines):
    """Return the lit subcells of a block character, by its name."""
    name = unicodedata.name(glyph)
    whole = (1 << 2 * lines) - 1
    left = whole // 3  # 0b0101…
    older = {"SPACE": 0, "FULL BLOCK": whole, "LEFT HALF BLOCK": left, "RIGHT HALF BLOCK": 2 * left}
    if name in older:
        return older[name]
    if name.startswith("BLOCK SEXTANT-") and lines == 3:
        return sum(1 << int(digit) - 1 for digit in name.rpartition("-")[2])
    assert lines == 2, name
    halves = {"UPPER HALF BLOCK": 3, "LOWER HALF BLOCK": 12}
    return halves.get(name) or sum(bit for part, bit in QUADRANT_PARTS.items() if part in name)
