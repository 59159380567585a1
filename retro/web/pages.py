"""The study pages of the site: those of `retro listing`, such that a strict policy holds for them; and their index."""

from __future__ import annotations

import re
from html import escape

from retro import library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from retro.library import Entry

STYLE, SCRIPT = "page.css", "page.js"
POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"
META = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
# Links in a listing can be told from what is none without their colour.
UNDERLINED = ".l code a { text-decoration: underline dotted 1px; text-decoration-color: var(--rule); }\n"
LEFT, DEEPEST = re.compile(r' style="--in:(\d+)"'), 80  # columns that a line is indented


def pages(tell: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    """Each file by its name. tell: called before each program, which takes some time. Raises LibraryError."""
    from retro.commands.listing import html
    from retro.study.source import study_of

    styles: dict[str, str] = {}
    for entry in library.entries():
        tell(f"The study page of {entry.title}")
        page, beside = split(html(study_of(entry.name)))
        styles |= beside
        yield f"{entry.name}.html", with_way_back(page, entry).encode()
    yield "index.html", index().encode()
    yield from ((name, text.encode()) for name, text in styles.items())


def split(page: str) -> tuple[str, dict[str, str]]:
    """A page without what stands in it of other languages, and that, by the names it is linked under."""
    page, style = cut(page, "style", f'{META}\n<link rel="stylesheet" href="{STYLE}">')
    page, script = cut(page, "script", f'<script src="{SCRIPT}"></script>')
    steps = "".join(f'[data-in="{depth}"] {{ --in: {depth}; }}\n' for depth in range(1, DEEPEST + 1))
    return LEFT.sub(r' data-in="\1"', page), {STYLE: style + steps + UNDERLINED, SCRIPT: script}


def cut(page: str, tag: str, instead: str) -> tuple[str, str]:
    """A page with something else in the place of its only element of this kind, and what stood in that."""
    before, rest = page.split(f"<{tag}>\n")
    inner, after = rest.split(f"</{tag}>")
    return before + instead + after, inner


def with_way_back(page: str, entry: Entry) -> str:
    """A page with a link to where the program is played, for those who read it by itself."""
    before, after = page.split("<footer>")
    way = f'<p><a href="../#{entry.name}" target="_top">Play {escape(entry.title)}</a></p>'
    return f"{before}<footer>{way}{after}"


def index() -> str:
    """The list of the pages."""
    items = "".join(
        f'<li><a href="{entry.name}.html">{escape(entry.title)}</a><br>{escape(entry.about)}</li>\n'
        for entry in library.entries()
    )
    return INDEX.format(meta=META, style=STYLE, items=items)


INDEX = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Programs to study</title>
<link rel="icon" href="data:,">
{meta}
<link rel="stylesheet" href="{style}">
</head>
<body>
<div class="page">
<header class="masthead"><div><h1>Programs to study</h1>
<p>Each of them procedure by procedure: what it does, both listings, who calls whom, the variables, the screen.</p>
</div></header>
<main><ul>
{items}</ul></main>
</div>
</body>
</html>
"""
