"""What a study's page says of each procedure, and its tables of procedures and variables."""

from __future__ import annotations

from html import escape

from retro.study import markdown
from retro.study.links import basic_name, variable_id
from retro.study.notes import DEMONSTRATION, EXERCISES, cells_of
from retro.study.page.parts import calls, figure, listing, name_of, variables
from retro.study.source import CHANGED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from retro.study.links import Links
    from retro.study.shots import Shot
    from retro.study.source import Procedure, Study

ALWAYS = ("reads", "changes", "called by", "calls")


def article(study: Study, links: Links, procedure: Procedure, shot: Shot | None) -> str:
    """Everything about a procedure."""
    number = f'<span class="line-number">{procedure.number}</span> ' if procedure.number is not None else ""
    name = escape(name_of(study, procedure.key))
    pictured = figure(study, procedure, shot) if shot else ""
    key = escape(procedure.key)
    return (
        f'<article class="procedure" id="{key}">\n<header><h3><a href="#{key}">{number}{name}</a></h3>'
        f"<span>{status_of(study, procedure)}</span></header>\n"
        f'<div class="beside{" pictured" if shot else ""}"><div>{purpose(links, procedure)}{uses(study, procedure)}'
        f"{remarks(study, links, procedure)}</div>{pictured}</div>\n"
        f"{listing(procedure, links)}{before(study, links, procedure)}\n</article>"
    )


def status_of(study: Study, procedure: Procedure) -> str:
    """The status of a procedure as a badge, and what of it has another one."""
    changed = [CHANGED] if study.replaced_by(procedure) else []
    badges = dict.fromkeys([*changed, procedure.status]) if procedure.status else changed
    shown = " ".join(f'<span class="badge {status}">{status}</span>' for status in badges)
    return f'{shown} <span class="detail">{escape(procedure.detail)}</span>' if procedure.detail else shown


def purpose(links: Links, procedure: Procedure) -> str:
    """What it does."""
    paragraphs = [" ".join(part.split()) for part in procedure.purpose.split("\n\n") if part.strip()]
    return "".join(f'<p class="purpose">{markdown.inline(part, links.of_code)}</p>' for part in paragraphs)


def uses(study: Study, procedure: Procedure) -> str:
    """What it reads and changes, who calls it, whom it calls."""
    replaced = procedure.stands_for.rpartition(".")[2].replace(procedure.name, "")
    rows = {
        "reads": variables(study, procedure.reads),
        "changes": variables(study, procedure.changes),
        "through others": variables(study, procedure.through),
        "called by": calls(study, procedure.callers),
        "calls": calls(study, procedure.calls),
        "stands for": f"<code>{escape(replaced)}</code>" if replaced else "",
    }
    shown = "".join(
        f"<dt>{what}</dt><dd>{names or 'nothing'}</dd>" for what, names in rows.items() if what in ALWAYS or names
    )
    return f'<dl class="uses">{shown}</dl>'


def remarks(study: Study, links: Links, procedure: Procedure) -> str:
    """What the notes say of it, and its departures."""
    said = [(f"line {line.number}", line.text) for line in procedure.departures]
    mentions = study.notes.mentions(procedure.name) if "/" not in procedure.module else []
    said += [(title, text) for title, text in mentions if title not in ("", DEMONSTRATION, EXERCISES)]
    items = "".join(
        f"<li>{markdown.inline(' · '.join(cells_of(text)) if text.startswith('|') else text, links.of_code)} "
        f'<span class="from">({escape(title)})</span></li>'
        for title, text in said
    )
    return f'<ul class="remarks">{items}</ul>' if items else ""


def before(study: Study, links: Links, procedure: Procedure) -> str:
    """The procedure that it replaces in an edition, folded."""
    old = study.replaced_by(procedure)
    if old is None:
        return ""
    return f'<details class="before"><summary>As it is in {escape(old.module)}</summary>{listing(old, links)}</details>'


# tables


def table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], kind: str = "stacked", keys: Sequence[str] = ()
) -> str:
    """A table of finished cells. kind: its CSS classes; keys: ids of the rows. Columns of numbers are right-aligned."""
    kinds = [
        ' class="right"' if all(row[at].isdigit() or not row[at] for row in rows) else "" for at in range(len(headings))
    ]
    head = "".join(f'<th scope="col"{kind}>{text}</th>' for text, kind in zip(headings, kinds))
    body = ""
    for at, row in enumerate(rows):
        cells = "".join(
            f'<td{kind} data-label="{heading}">{cell}</td>' for cell, kind, heading in zip(row, kinds, headings)
        )
        body += f"<tr{f' id={chr(34)}{keys[at]}{chr(34)}' if keys else ''}>{cells}</tr>\n"
    return (
        f'<div class="wide"><table class="{kind}"><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>'
    )


def glossary(study: Study, said: Mapping[str, str]) -> str:
    """The variables, group by group: names, meaning, who changes them, who reads them."""
    groups: dict[str, list[str]] = {}
    for variable in study.variables.values():
        groups.setdefault(variable.group, []).append(variable.name)
    return "".join(_group(study, group, names, said) for group, names in groups.items())


def _group(study: Study, group: str, names: Sequence[str], said: Mapping[str, str]) -> str:
    rows = []
    for name in names:
        variable = study.variables[name]
        changing, reading = study.users(name)
        meaning = markdown.inline(said.get(name) or variable.meaning)
        users = (calls(study, [user.key for user in found]) if found else "" for found in (changing, reading))
        rows.append((f"<code>{escape(basic_name(variable))}</code>", f"<code>v.{name}</code>", meaning, *users))
    heading = f"<h3>{escape(group[:1].upper() + group[1:])}</h3>" if group else ""
    keys = [variable_id(name) for name in names]
    return heading + table(("BASIC", "Python", "meaning", "changed by", "read by"), rows, keys=keys)
