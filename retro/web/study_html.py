"""Renders parts of the study pane as HTML."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Sequence
from re import finditer

from retro.listing.align import changed_rows
from retro.listing.characters import SUM_INDENT
from retro.listing.drawing import escape, svg
from retro.listing.links import Links
from retro.listing.model import Study
from retro.listing.procedure import Procedure
from retro.study.dialogs import Choice
from retro.study.view_model import ActiveProcedure, StudyView, VariableRow

PIXEL, SWATCH = 8, 10  # pixels of the page: of a picture's pixel, and of a colour in its legend
LABEL_ROWS = 3  # rows of the picture that the labels of a sum take
SIGNS = "+="
COLOURS = {"black": 0, "red": 1, "green": 2, "yellow": 3, "blue": 4, "white": 7}  # by their names in a legend
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


def where_html(view: StudyView, line: str) -> str:
    """Return the message, with buttons for its answers, and the program's state, next line, effect and changes."""
    parts = [f"{escape(view.message)} "] if view.message else []
    for key, effect in view.dialog.effects.items() if isinstance(view.dialog, Choice) else ():
        parts.append(
            f'<button type="button" value="answer {key.strip() or "SPACE"}">{escape(effect.capitalize())}</button> '
        )
    parts.append(f"<b>{escape(STATES.get(view.state, view.state))} </b>")
    if view.stack:
        level = view.stack[0]
        parts.append(f"{escape(level.name)}, line {level.number}: <code>{escape(line)}</code> ")
        parts.append(f'<code class="will">{escape(level.values)}</code> ' if level.values else "")
    changes = [change(row) for row in view.variables if row.changed]
    changes[MOST_CHANGES:] = [f"{len(changes) - MOST_CHANGES} more"] * (len(changes) > MOST_CHANGES)
    parts.append(f'<span class="changed">Changed: {escape("; ".join(changes))}. </span>' if changes else "")
    return "".join(parts)


def turn_html(view: StudyView) -> str:
    """Return the procedures of the turn in their order, each a button that goes to its first call."""
    return " ▸ ".join(
        f'<button type="button" value="position {major} {minor}">{escape(name.removeprefix("PROC"))}</button>'
        + f" ×{count}" * (count > 1)
        for name, count, (major, minor) in view.turn
    )


def stack_html(stack: Sequence[ActiveProcedure], page: str, marks: Callable[[ActiveProcedure], Sequence[str]]) -> str:
    """Return the stack of procedures, innermost first, with links to their lines. marks: returns their ids."""
    return "".join(
        f'<li><a href="{page}#{(*marks(level), "")[0]}" target="listing">{escape(level.name)}</a> {level.number}</li>'
        for level in stack
    )


def listing_html(study: Study) -> str:
    """Return the lines of a program in its own language, with the ids of its study page."""
    links = Links(study)
    return "".join(f"<h3>{escape(procedure.name)}</h3>{_lines(procedure, links)}" for procedure in study)


def changed_html(study: Study, links: Links) -> dict[str, str]:
    """Return, by place in the base's page, the lines of the procedures in which an edition differs from its base.

    links: those of the base's page.
    """
    found = {}
    for procedure in study:
        before = study.replaced_by(procedure)
        rows = [row for row in changed_rows(before, procedure) if row.differs] if before else []
        if rows:
            file = escape(os.path.basename(procedure.path))
            heading = (
                f'<p><span class="badge changed">changed</span> Your lines, in {file}; below them the original’s.</p>'
            )
            differing = {line.number for row in rows for line in row.after}
            found[f"own-{procedure.name}"] = heading + _lines(procedure, links, differing)
    return found


def _lines(procedure: Procedure, links: Links, differing: Collection[int] = ()) -> str:
    """Return the lines of a procedure in the program's own language, with marks on those that differ."""
    parts = []
    for number, line in procedure.highlighted.items():
        address = links.line(procedure, number) if procedure.python else f"bas-{number}"
        code = "".join(f'<span class="{part.kind}">{escape(part.text)}</span>' for part in line)
        kind = "l differs" if number in differing else "l"
        name = f'<a class="n" href="#{address}">{number}</a>'
        parts.append(f'<div class="{kind}" id="{address}">{name}<code>{code}</code></div>')
    return f'<div class="listing">{"".join(parts)}</div>'


def change(row: VariableRow) -> str:
    """Return HTML with the new value of a variable, and the old one if it is known."""
    return f"{row.name} {' '.join(text for text, _ in row.items)}" + (f", was {row.was}" if row.was else "")


def variable_html(row: VariableRow, about: str, watched: bool) -> str:
    """Return the table row of a variable: name, value, meaning, with marks on changed and used elements.

    about: the address of its entry in the study page, or empty; watched: whether the program stops when it changes.
    """
    items = ""
    for index, (text, changed) in enumerate(row.items):
        tag, pointed = "mark" if changed else "span", ' class="pointed"' if index in row.pointed else ""
        items += f"<{tag}{pointed}>{escape(text)}</{tag}> "
    was = f"<small>was {escape(row.was)}</small>" if row.was else ""
    name = escape(row.name)
    if row.variable:
        stop = f'value="watch {row.variable}" aria-pressed="{str(watched).lower()}" title="Stop when {name} changes"'
        link = f'<a href="{about}" target="listing">{name}</a>' if about else name
        name = f'<button type="button" {stop} aria-label="Stop when {name} changes"></button>{link}'
        who = f'value="who {row.variable}" title="Who has set it last?" aria-label="Who has set {escape(row.name)}?"'
        name += f' <button type="button" class="who" {who}>?</button>' * (not row.continued)
    cells = f'<th scope="row">{name}</th><td>{items}{was}</td><td>{escape(row.meaning)}</td>'
    return f"<tr{' class=changed' * row.changed}>{cells}</tr>"


def picture_html(title: str, rows: Sequence[str]) -> str:
    """Return a picture, given as rows of colour digits, with its title below; empty without a picture.

    Each part of a sum has a border, and its label below it instead of in the title; the signs stand between them.
    """
    if not rows:
        return ""
    high = len(rows)
    borders = (
        f'<path d="M{run.start()} 0h{len(run[0])}v{high}h-{len(run[0])}z"/>' for run in finditer(r"\d+", rows[0])
    )
    signs = [(sign, x + 0.5, y + 1) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in SIGNS]
    labels = [
        (word[0], SUM_INDENT + (word.start() + word.end()) / 2, high + LABEL_ROWS - 0.5)
        for word in finditer(r"\S+", title)
        if signs and word[0] not in SIGNS
    ]
    texts = (f'<text x="{x}" y="{y}">{escape(text)}</text>' for text, x, y in (*signs, *labels))
    drawn = svg(rows, " ".join(title.split()), PIXEL, "".join((*borders, *texts)), LABEL_ROWS * bool(labels))
    return drawn if labels else f"{drawn}<figcaption>{legend(title)}</figcaption>"


def legend(title: str) -> str:
    """Return the title of a picture as HTML, with a colour sample before the name of each colour."""
    names = re.compile(rf"\b({'|'.join(COLOURS)})\b")
    return names.sub(lambda name: f"{svg([str(COLOURS[name[0]])], name[0], SWATCH)} {name[0]}", escape(title))
