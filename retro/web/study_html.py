"""Parts of the study pane as HTML."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from retro.listing.links import Links
from retro.listing.model import Study
from retro.study.panel import ActiveProcedure, PanelState
from retro.study.panel.values import VariableRow

COLOURS = ("#000", "#d22", "#2a2", "#fd2", "#246", "#a3a", "#2aa", "#fff")
ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
PIXEL = 8  # pixels of the page
MOST_CHANGES = 4  # variables that are named; the table marks all of them
# What the pane says of each state.
STATES = {
    "STOPPED": "Stands before",
    "RUNS SLOWLY": "Runs slowly:",
    "RUNS": "Runs:",
    "WAITS FOR A KEY": "Waits for a key in",
    "STOPPED AT A WAIT FOR A KEY": "Stands at a wait for a key (RETURN: type it) in",
    "ENDED": "The program has ended: Back goes back, Run leaves.",
    "FAILED": "Stopped by an error in",
    "STOPPED BY AN ERROR": "Stopped by an error in",
}


def where_html(view: PanelState, line: str) -> str:
    """Return the message, and where a program is: its state, the next line, what that will do, and what has changed."""
    parts = [f"{escape(view.message)} "] if view.message else []
    parts.append(f"<b>{escape(STATES.get(view.state, view.state))} </b>")
    if view.stack:
        level = view.stack[0]
        parts.append(f"{escape(level.name)}, line {level.number}: <code>{escape(line)}</code> ")
        parts.append(f'<code class="will">{escape(level.values)}</code> ' if level.values else "")
    changes = [change(row) for row in view.variables if row.changed]
    changes[MOST_CHANGES:] = [f"{len(changes) - MOST_CHANGES} more"] * (len(changes) > MOST_CHANGES)
    parts.append(f'<span class="changed">Changed: {escape("; ".join(changes))}. </span>' if changes else "")
    return "".join(parts)


def stack_html(stack: Sequence[ActiveProcedure], page: str, marks: Callable[[ActiveProcedure], Sequence[str]]) -> str:
    """Return the running procedures, innermost first, with links to their lines, which `marks` gives, in a page."""
    return "".join(
        f'<li><a href="{page}#{(*marks(level), "")[0]}" target="listing">{escape(level.name)}</a> {level.number}</li>'
        for level in stack
    )


def listing_html(study: Study) -> str:
    """Return the lines of a program in the language that it is written in, with the ids of its study page."""
    links, parts = Links(study), []
    for procedure in study:
        parts.append(f'<h3>{escape(procedure.name)}</h3><div class="listing">')
        for number, line in procedure.highlighted.items():
            address = links.line(procedure, number) if procedure.python else f"bas-{number}"
            code = "".join(f'<span class="{part.kind}">{escape(part.text)}</span>' for part in line)
            parts.append(f'<div class="l" id="{address}"><span class="n">{number}</span><code>{code}</code></div>')
        parts.append("</div>")
    return "".join(parts)


def escape(text: str) -> str:
    """Return a text as HTML; Python's module html is not in the browser."""
    return text.translate(ESCAPES)


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
    """Return a picture of pixels, the digits of their colours, above its title; empty if there is none.

    Other characters are no pixels.
    """
    if not rows:
        return ""
    pixels = "".join(
        f'<path fill="{COLOURS[int(pixel)]}" d="M{x} {y}h1v1h-1z"/>'
        for y, row in enumerate(rows)
        for x, pixel in enumerate(row)
        if pixel.isdigit()
    )
    size = f'width="{PIXEL * len(rows[0])}" viewBox="0 0 {len(rows[0])} {len(rows)}" shape-rendering="crispEdges"'
    picture = f'<svg role="img" aria-label="{escape(title)}" {size}>{pixels}</svg>'
    return f"{picture}<figcaption>{escape(title)}</figcaption>"
