"""The study pages of the site: the pages of `retro listing`, adapted to a strict policy, and their index."""

import os
import re
from collections.abc import Callable, Iterator

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from retro.launcher import library
from retro.launcher.library import ProgramInfo
from retro.listing.builder import build_study
from retro.listing.model import Study
from retro.listing.page import page
from retro.study.game_recorder import play_games

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")
STYLE, SCRIPT = "page.css", "page.js"
POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"
# Links in a listing must be recognisable without their colour.
UNDERLINED = ".l code a { text-decoration: underline dotted 1px; text-decoration-color: var(--rule); }\n"
INDENT, DEEPEST = re.compile(r' style="--in:(\d+)"'), 80  # columns


def pages(report: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the contents of each file. Raises LibraryError.

    `report` is called with a sentence before each program, which takes some seconds.
    """
    assets: dict[str, str] = {}
    entries = library.entries()
    for number, entry in enumerate(entries, 1):
        report(f"Study page {number} of {len(entries)}: {entry.title}")
        page, assets = split(study_page(build_study(entry.name)))
        yield f"{entry.name}.html", with_link_to_play(page, entry).encode()
    yield "index.html", index().encode()
    yield from ((name, text.encode()) for name, text in assets.items())


def study_page(study: Study) -> str:
    """Return the page of one program, with screenshots from games that are played for it, and one to watch."""
    return page(study, *play_games(study))


def split(page: str) -> tuple[str, dict[str, str]]:
    """Move style and script out of a page; return the page, and the two files by their names."""
    page, style = replace_element(page, "style", render("study_head.html", policy=POLICY, style=STYLE))
    page, script = replace_element(page, "script", f'<script src="{SCRIPT}"></script>')
    indents = "".join(f'[data-in="{depth}"] {{ --in: {depth}; }}\n' for depth in range(1, DEEPEST + 1))
    return INDENT.sub(r' data-in="\1"', page), {STYLE: style + indents + UNDERLINED, SCRIPT: script}


def replace_element(page: str, tag: str, replacement: str) -> tuple[str, str]:
    """Replace a page's only element of this kind; return the page and what was in the element."""
    before, rest = page.split(f"<{tag}>\n")
    inner, after = rest.split(f"</{tag}>")
    return before + replacement + after, inner


def with_link_to_play(page: str, entry: ProgramInfo) -> str:
    """Add a link to the program, for readers who opened the page by itself."""
    before, after = page.split("<footer>")
    return before + render("study_footer.html", entry=entry) + after


def index() -> str:
    """Return the list of the pages."""
    return render("study_index.html", policy=POLICY, style=STYLE, entries=library.entries())


def render(name: str, **values: object) -> str:
    """Return a template filled with values, which are escaped in HTML. A missing value is an error."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    return environment.get_template(name).render(values)
