"""Draws pixels as SVG."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from markupsafe import Markup

from retro.listing.characters import sum_of

COLOURS = "#000", "#d22", "#2a2", "#fd2", "#246", "#a3a", "#2aa", "#fff"


def svg(pixels: Sequence[str], label: str, scale: int = 3) -> Markup:
    """Render rows of pixels, the digits of their colours."""
    wide, high = len(pixels[0]), len(pixels)
    runs: dict[str, str] = {}
    for y, row in enumerate(pixels):
        x = 0
        for colour, run in groupby(row):
            length = len(list(run))
            runs[colour] = runs.get(colour, "") + f"M{x} {y}h{length}v1h-{length}z"
            x += length
    paths = Markup().join(Markup('<path fill="{}" d="{}"/>').format(COLOURS[int(one)], runs[one]) for one in runs)
    head = Markup('<svg class="pixels" viewBox="0 0 {} {}" width="{}" height="{}" role="img" aria-label="{}">').format(
        wide, high, wide * scale, high * scale, label
    )
    return head + paths + Markup("</svg>")


def sums(text: str, shapes: Mapping[int, bytes]) -> Markup:
    """Render lines of sums of characters."""
    return Markup().join(_sum(line, shapes) for line in text.splitlines() if line.strip())


def _sum(line: str, shapes: Mapping[int, bytes]) -> Markup:
    parts: Iterable[Markup] = (
        Markup("<figure>{}<figcaption>{}</figcaption></figure>").format(svg(pixels, label, 8), label)
        if pixels
        else Markup("<b>{}</b>").format(label)
        for label, pixels in sum_of(line, shapes)
    )
    return Markup('<div class="sum">{}</div>\n').format(Markup(" ").join(parts))
