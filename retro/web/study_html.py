"""Parts of the study pane as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from retro.study.panel.values import VariableRow

COLOURS = ("#000", "#d22", "#2a2", "#fd2", "#246", "#a3a", "#2aa", "#fff")
PIXEL = 8  # pixels of the page


def change(row: VariableRow) -> str:
    """Return the new value of a variable, and the old one if it is known."""
    return f"{row.name} {' '.join(text for text, _ in row.items)}" + (f", was {row.was}" if row.was else "")


def variable_html(row: VariableRow) -> str:
    """Return the row of the table for a variable: name, value, meaning; what changed and what an index points at."""
    items = ""
    for index, (text, changed) in enumerate(row.items):
        tag, pointed = "mark" if changed else "span", ' class="pointed"' if index in row.pointed else ""
        items += f"<{tag}{pointed}>{escape(text)}</{tag}> "
    was = f"<small>was {escape(row.was)}</small>" if row.was else ""
    cells = f'<th scope="row">{escape(row.name)}</th><td>{items}{was}</td><td>{escape(row.meaning)}</td>'
    return f"<tr{' class=changed' * row.changed}>{cells}</tr>"


def picture_html(title: str, rows: Sequence[str]) -> str:
    """Return a picture of pixels, the digits of their colours, above its title; empty if there is none."""
    if not rows:
        return ""
    pixels = "".join(
        f'<path fill="{COLOURS[int(pixel)]}" d="M{x} {y}h1v1h-1z"/>'
        for y, row in enumerate(rows)
        for x, pixel in enumerate(row)
    )
    size = f'width="{PIXEL * len(rows[0])}" viewBox="0 0 {len(rows[0])} {len(rows)}" shape-rendering="crispEdges"'
    picture = f'<svg role="img" aria-label="{escape(title)}" {size}>{pixels}</svg>'
    return f"{picture}<figcaption>{escape(title)}</figcaption>"
