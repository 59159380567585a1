"""The study notes as HTML: as much of Markdown as they are written in."""

from __future__ import annotations

import re
from html import escape

from retro.study.notes import RULE, cells_of, item_text, read_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from retro.study.notes import Block

    Linker = Callable[[str], str | None]

INLINE = re.compile(
    r"(?P<code>`[^`]+`)|\[(?P<text>[^\]]+)\]\((?P<url>[^)\s]+)\)|\*\*(?P<strong>.+?)\*\*|(?<!\w)\*(?P<em>[^*\s][^*]*)\*"
)
OUTSIDE = ("http://", "https://")


def inline(text: str, linker: Linker = lambda code: None) -> str:
    """A line of text. linker: gives the address within the page for what stands as `code`, None if there is none."""
    parts, at = [], 0
    for found in INLINE.finditer(text):
        parts += [escape(text[at : found.start()], quote=False), _marked(found, linker)]
        at = found.end()
    return "".join([*parts, escape(text[at:], quote=False)])


def _marked(found: re.Match[str], linker: Linker) -> str:
    if found["code"]:
        code = found["code"].strip("`")
        address = linker(code)
        shown = f"<code>{escape(code, quote=False)}</code>"
        return f'<a href="{escape(address)}">{shown}</a>' if address else shown
    if found["text"]:
        shown = inline(found["text"], linker)
        return f'<a href="{escape(found["url"])}">{shown}</a>' if found["url"].startswith((*OUTSIDE, "#")) else shown
    kind = "strong" if found["strong"] else "em"
    return f"<{kind}>{inline(found[kind], linker)}</{kind}>"


def blocks(parts: Iterable[Block], level: int, linker: Linker = lambda code: None) -> str:
    """Blocks of a section. level: of the headings that have ### in the notes."""
    return "\n".join(block(part, level, linker) for part in parts)


def block(part: Block, level: int, linker: Linker) -> str:
    """A block."""
    if part.kind == "heading":
        depth = level + len(part.lines[0]) - len(part.lines[0].lstrip("#")) - 3
        return f"<h{depth}>{inline(part.lines[0].strip('# '), linker)}</h{depth}>"
    if part.kind == "code":
        return f'<pre tabindex="0"><code>{escape(part.text, quote=False)}</code></pre>'
    if part.kind == "table":
        return table(part.lines, linker)
    if part.kind == "list":
        return items(part.lines, level, linker)
    return f"<p>{inline(' '.join(line.strip() for line in part.lines), linker)}</p>"


def table(lines: Sequence[str], linker: Linker) -> str:
    """A table. The second line says which columns are to be right-aligned."""
    if len(lines) < 2 or not RULE.match(lines[1]):
        return f"<p>{inline(' '.join(lines), linker)}</p>"
    right = [cell.endswith(":") and not cell.startswith(":") for cell in cells_of(lines[1])]

    headings = cells_of(lines[0])
    marks = [' class="right"' if is_right else "" for is_right in right]
    head = "".join(
        f'<th scope="col"{mark}>{inline(text, linker)}</th>' if text else "<td></td>"
        for text, mark in zip(headings, marks)
    )
    labels = [f' data-label="{escape(text)}"' if text else "" for text in headings]
    rows = (zip(cells_of(line), marks, labels) for line in lines[2:])
    body = "".join(
        f"<tr>{''.join(f'<td{mark}{label}>{inline(text, linker)}</td>' for text, mark, label in row)}</tr>\n"
        for row in rows
    )
    shown = f"<thead><tr>{head}</tr></thead>" if any(headings) else ""
    return f'<div class="wide"><table class="stacked">{shown}<tbody>\n{body}</tbody></table></div>'


def items(lines: Sequence[str], level: int, linker: Linker) -> str:
    """A list; its items may have paragraphs, lists and code of their own, indented."""
    kind = "ol" if lines[0][:1].isdigit() else "ul"
    parts: list[list[str]] = []
    for line in lines:
        text = item_text(line)
        if text is not None:
            parts.append([text])
        else:
            parts[-1].append(line)
    shown = ""
    for first, *more in parts:
        indent = min((len(line) - len(line.lstrip()) for line in more if line.strip()), default=0)
        inner = read_blocks([first, *(line[indent:] for line in more)])
        tight = len(inner) == 1 and inner[0].kind == "paragraph"
        shown += f"<li>{inline(' '.join(inner[0].lines), linker) if tight else blocks(inner, level, linker)}</li>"
    return f"<{kind}>{shown}</{kind}>"
