"""Draw docs/font.png, a chart of the character set in its own characters: `python docs/font_chart.py`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from retro.display.font import CODES, default_font

Font = dict[int, bytes]

OUT = Path(__file__).with_name("font.png")
WIDTH, HEIGHT = 576, 518
SCALE = 2  # of the finished picture; all sizes here are before scaling
MARGIN = 16
LEFT, TOP = 48, 76  # of the first cell of the chart
STEP_X, STEP_Y = 32, 40
GLYPH = 3  # scale of the characters in the chart

PAPER, WHITE, YELLOW, CYAN, CELL, DIM = range(6)
PALETTE = [0, 0, 0, 255, 255, 255, 255, 221, 64, 80, 208, 224, 24, 28, 52, 120, 132, 176]

SENTENCES = [  # scale, ink, paper, words
    (2, WHITE, PAPER, "Press 1 to 6 to play or K to knock"),
    (2, PAPER, YELLOW, "You cannot play that domino"),
    (2, WHITE, PAPER, "PROCDRAW_FIELD(P%,K$)  £12.50"),
    (2, CYAN, PAPER, "0123456789 O0 l1I| 5S 8B 2Z {(~)}"),
    (1, WHITE, PAPER, ""),
    (1, WHITE, PAPER, "The quick brown fox jumps over the lazy dog. Pack my box with five"),
    (1, WHITE, PAPER, "dozen liquor jugs: sphinx of black quartz, judge my vow!"),
    (1, WHITE, PAPER, ""),
    (1, CYAN, PAPER, '10 REPEAT:K$=GET$:UNTIL INSTR("123456K",K$)>0'),
    (1, CYAN, PAPER, '20 IF A%<>B% AND C%<=D%*2 THEN PRINT TAB(3,5);N%;"\'s turn"'),
    (1, CYAN, PAPER, "30 VDU 23,224,&FF,&81,&81,&FF;0;:@%=&20209:*FX 15,1"),
]


def chart(font: Font) -> Image.Image:
    """Draw the whole chart, at its finished size."""
    picture = Image.new("P", (WIDTH, HEIGHT), PAPER)
    picture.putpalette(PALETTE)
    _heading(picture, font)
    _labels(picture, font)
    for code in CODES:
        _cell(picture, font, code)
    _sentences(picture, font)
    return picture.resize((WIDTH * SCALE, HEIGHT * SCALE), Image.Resampling.NEAREST)


def _heading(picture: Image.Image, font: Font) -> None:
    _write(picture, font, "The character set", (MARGIN, MARGIN), YELLOW, 2)
    _write(picture, font, "8 by 8 pixels, codes 32 to 126", (WIDTH - MARGIN - 30 * 8, MARGIN + 8), DIM, 1)


def _labels(picture: Image.Image, font: Font) -> None:
    """Label rows and columns: a code is the sum of its two labels."""
    for column in range(16):
        _write(picture, font, f"{column:X}", (LEFT + column * STEP_X + GLYPH * 4 - 4, TOP - 20), CYAN, 1)
    for row in range(6):
        _write(picture, font, f"&{row + 2}0", (MARGIN, TOP + row * STEP_Y + GLYPH * 4 - 4), CYAN, 1)


def _cell(picture: Image.Image, font: Font, code: int) -> None:
    row, column = divmod(code - 32, 16)
    x, y = LEFT + column * STEP_X, TOP + row * STEP_Y
    picture.paste(CELL, (x, y, x + 8 * GLYPH, y + 8 * GLYPH))
    _put(picture, font[code], (x, y), WHITE, GLYPH)
    number = str(code)
    _write(picture, font, number, (x + GLYPH * 4 - len(number) * 4, y + 8 * GLYPH + 3), DIM, 1)


def _sentences(picture: Image.Image, font: Font) -> None:
    y = TOP + 6 * STEP_Y + 16
    for scale, ink, paper, words in SENTENCES:
        picture.paste(paper, (MARGIN, y, MARGIN + len(words) * 8 * scale, y + 8 * scale))
        _write(picture, font, words, (MARGIN, y), ink, scale)
        y += 8 * scale + 4


def _write(picture: Image.Image, font: Font, words: str, at: tuple[int, int], colour: int, scale: int) -> None:
    for index, code in enumerate(_codes(words)):
        _put(picture, font[code], (at[0] + index * 8 * scale, at[1]), colour, scale)


def _codes(words: str) -> Iterator[int]:
    return (96 if sign == "£" else ord(sign) for sign in words)


def _put(picture: Image.Image, shape: bytes, at: tuple[int, int], colour: int, scale: int) -> None:
    ink = Image.frombytes("1", (8, 8), shape).resize((8 * scale, 8 * scale), Image.Resampling.NEAREST)
    picture.paste(colour, at, ink)


def main(out: Path = OUT) -> None:
    """Write the chart to `out`, a PNG."""
    chart(default_font()).save(out, optimize=True)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
