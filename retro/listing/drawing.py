"""Draws rows of pixels as SVG. The SVG is put together as text here: there is no package for it in browsers."""

from collections.abc import Iterator, Mapping, Sequence
from re import finditer

from retro.listing.characters import sum_of

COLOURS = "#000", "#d22", "#2a2", "#fd2", "#246", "#a3a", "#2aa", "#fff"
ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escape(text: str) -> str:
    """Escape a text for HTML."""
    return text.translate(ESCAPES)


def svg(pixels: Sequence[str], label: str, scale: int = 3, more: str = "", below: int = 0) -> str:
    """Render rows of colour digits as SVG; other characters are no pixels.

    more: SVG to draw over them. below: the number of rows to add for it.
    """
    wide, high = len(pixels[0]), len(pixels) + below
    runs: dict[str, str] = {}
    for y, row in enumerate(pixels):
        for run in finditer(r"(\d)\1*", row):
            length = len(run[0])
            runs[run[1]] = runs.get(run[1], "") + f"M{run.start()} {y}h{length}v1h-{length}z"
    paths = "".join(f'<path fill="{COLOURS[int(colour)]}" d="{path}"/>' for colour, path in runs.items())
    size = f'viewBox="0 0 {wide} {high}" width="{wide * scale}" height="{high * scale}"'
    return f'<svg class="pixels" {size} role="img" aria-label="{escape(label)}">{paths}{more}</svg>'


def sums(text: str, shapes: Mapping[int, bytes]) -> str:
    """Render lines of text, each a sum of characters as in `sum_of`, as SVG."""
    return "".join(
        f'<div class="sum">{" ".join(_sum(line, shapes))}</div>\n' for line in text.splitlines() if line.strip()
    )


def _sum(line: str, shapes: Mapping[int, bytes]) -> Iterator[str]:
    for label, pixels in sum_of(line, shapes):
        drawn = f"<figure>{svg(pixels, label, 8)}<figcaption>{escape(label)}</figcaption></figure>" if pixels else ""
        yield drawn or f"<b>{escape(label)}</b>"
