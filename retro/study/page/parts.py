"""The parts of a study's page that repeat: listings side by side, pictures, names that are links."""

from __future__ import annotations

import base64
from html import escape

from retro.pictures import png
from retro.study import colours
from retro.study.align import rows
from retro.study.links import Links, basic_name, called, variable_id
from retro.study.values import differences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro.study.align import Row
    from retro.study.colours import Part
    from retro.study.shots import Shot
    from retro.study.source import Line, Procedure, Study

    Leads = Callable[[Part], str | None]

LONG = 30  # lines in a row that may be broken between two printed pages
WIDTH = 640  # of a picture: two screen pixels each of the 320-wide MODEs


def listing(procedure: Procedure, links: Links) -> str:
    """Both listings of a procedure, row by row; each line has its address, the first time that it is shown."""
    parts = dict(zip(procedure.python, colours.python(procedure.python, called(procedure))))
    both = bool(procedure.basic)

    def python(line: Line) -> str:
        address = links.line(procedure, line.number)
        return _line(
            line, parts[line], address, "Python", lambda part: links.of_python(procedure, part.kind, part.name)
        )

    def basic(line: Line) -> str:
        address = f"bas-{line.number}"
        return _line(line, colours.basic(line.text), address, "BASIC", lambda part: links.of_basic(part.name))

    def _line(line: Line, found: Sequence[Part], address: str, language: str, leads: Leads) -> str:
        mark = f' id="{address}"' if links.new(address) else ""
        deep = len(line.text) - len(line.text.lstrip())
        inner = "".join(_part(part, leads(part) if part.name else None) for part in found)
        return (
            f'<div class="l"{mark}><a class="n" href="#{address}" aria-label="{language} line {line.number}">'
            f'{line.number}</a><code{f""" style="--in:{deep}" """.rstrip() if deep else ""}>{inner}</code></div>'
        )

    def row(found: Row) -> str:
        mark = ' class="long"' if max(len(found.basic), len(found.python)) > LONG else ""
        left = _cell("bas", [basic(line) for line in found.basic]) if both else ""
        return f"<tr{mark}>{left}{_cell('py', [python(line) for line in found.python])}</tr>"

    head = '<th scope="col" class="of-bas">BASIC</th>' if both else ""
    body = "\n".join(row(found) for found in rows(procedure))
    label = f"{procedure.name}, {'BASIC and Python' if both else 'Python'}"
    return (
        f'<table class="listing" aria-label="{escape(label)}"><thead><tr>{head}<th scope="col">Python'
        f"</th></tr></thead><tbody>\n{body}\n</tbody></table>"
    )


def _cell(kind: str, lines: Sequence[str]) -> str:
    return f'<td class="{kind}{"" if lines else " none"}">{"".join(lines)}</td>'


def _part(part: Part, address: str | None) -> str:
    text = escape(part.text, quote=False)
    if address:
        text = f'<a href="{escape(address)}">{text}</a>'
    return f'<span class="{part.kind}">{text}</span>' if part.kind else text


def calls(study: Study, keys: Sequence[str]) -> str:
    """Names of procedures, each a link."""
    names = [f'<a href="#{escape(key)}"><code>{escape(name_of(study, key))}</code></a>' for key in keys]
    return ", ".join(names) or "nobody"


def name_of(study: Study, key: str) -> str:
    """What a procedure is called in the text: without its module, where only one is so called."""
    name = key.rpartition(".")[2]
    return key if sum(other.name == name for other in study) > 1 else name


def variables(study: Study, names: Sequence[str]) -> str:
    """Names of variables as BASIC has them, each a link."""
    shown = [
        f'<a href="#{variable_id(name)}"><code>{escape(basic_name(study.variables[name]))}</code></a>'
        if name in study.variables
        else f"<code>{escape(name)}</code>"
        for name in names
    ]
    return ", ".join(shown)


def picture(shot: Shot, alt: str) -> str:
    """A picture of the screen, in the page itself."""
    data = base64.b64encode(png(shot.picture)).decode()
    height = shot.picture.height * 2
    return f'<img src="data:image/png;base64,{data}" width="{WIDTH}" height="{height}" alt="{escape(alt)}">'


def figure(study: Study, procedure: Procedure, shot: Shot) -> str:
    """The screen when a procedure had just run, which of its runs that was, and what it did to the variables."""
    changed = [
        change
        for name, before, after in shot.changes
        for change in differences(basic_name(study.variables[name]) if name in study.variables else name, before, after)
    ]
    did = f" It changed {', '.join(f'<code>{escape(change)}</code>' for change in changed)}." if changed else ""
    when = f"When {escape(procedure.name)} had just run {_which(shot)}, {shot.seconds:.1f} seconds into the game."
    if not shot.run:
        when = f"{escape(procedure.name)} was still running when the game was left, after {shot.seconds:.1f} seconds."
    return f"<figure>{picture(shot, _alt(procedure, shot))}<figcaption>{when}{did}</figcaption></figure>"


def _alt(procedure: Procedure, shot: Shot) -> str:
    return f"The screen {'after' if shot.run else 'during'} {procedure.name}"


def _which(shot: Shot) -> str:
    if shot.runs == 1:
        return "the only time"
    return f"for the {ordinal(shot.run)} of {shot.runs} times"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th …"""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"
