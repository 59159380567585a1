"""The site's study pages: the pages of `retro listing`, adapted to a strict Content-Security-Policy, and a list."""

import os
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from retro.library import catalogue
from retro.library.catalogue import ProgramInfo
from retro.listing.builder import build_study
from retro.listing.model import Study
from retro.listing.page.study_page import page, style
from retro.session.files import replace
from retro.study.game_recorder import play_games
from retro.web.build_cache import cached, sources_key

TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")
STYLE, SCRIPT = "page.css", "page.js"
POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"
# Links in a listing must be recognisable without their colour, and large enough for a finger.
ADDED_STYLE = """.l code a { text-decoration: underline dotted 1px; text-decoration-color: var(--rule); }
.l code a { padding-block: 3px; }
.l { min-height: 24px; align-items: center; }
.l :is(.n, .by) { line-height: 24px; min-width: 24px; align-self: start; }
.l code { padding-block: 2px; }
.calls .box, .side a { min-height: 24px; line-height: 24px; }
.calls .box { margin-block: 1px; }
.side li a { display: inline-block; min-width: 24px; }
[data-detail="1"] :is(.l :is(.st, .by, .link), .says:not(:has(.found)), .totals) { display: none; }
[data-detail="2"] .says:not(:has(.found)) { display: none; }
"""
INDENT, DEEPEST_INDENT = re.compile(r' style="--in:(\d+)"'), 80  # columns


def pages(report: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the contents of each file of the study pages. Raises LibraryError.

    `report` is called with a sentence before each program, which takes some seconds.
    """
    files: dict[str, bytes] = {}
    entries = catalogue.entries()
    for number, entry in enumerate(entries, 1):
        report(f"Study page {number} of {len(entries)}: {entry.title}")
        files |= page_files(entry)
    yield from files.items()
    yield from index_files().items()


def page_files(entry: ProgramInfo) -> dict[str, bytes]:
    """Return the page of a program with its style and script, by their names. Raises LibraryError."""
    made = cached(f"{entry.name}.html", sources_key(), lambda: study_page(build_study(entry.name)).encode())
    page, assets = split(made.decode())
    files = {f"{entry.name}.html": with_link_to_play(page, entry)} | assets
    return {name: text.encode() for name, text in files.items()}


def pages_on_demand(site: str) -> Callable[[str], None]:
    """Return a function that writes the study page at a path to the site's folder if it is missing."""
    lock = threading.Lock()
    entries = {f"/study/{entry.name}.html": entry for entry in catalogue.entries()}

    def write(path: str) -> None:
        path = path.partition("?")[0]
        with lock:
            if path in entries and not Path(site + path).exists():
                for file, data in page_files(entries[path]).items():
                    replace(os.path.join(site, "study", file), data)

    return write


def study_page(study: Study) -> str:
    """Return the page of a program, with screenshots from games played for it, and a game to watch."""
    return page(study, *play_games(study))


def split(page: str) -> tuple[str, dict[str, str]]:
    """Move style and script out of a page; return the page, and both as files by name."""
    page, _ = replace_element(page, "style", render("study_head.html", policy=POLICY, style=STYLE))
    page, script = replace_element(page, "script", f'<script src="{SCRIPT}"></script>')
    return INDENT.sub(r' data-in="\1"', page), {STYLE: style_sheet(), SCRIPT: script}


def style_sheet() -> str:
    """Return the style sheet of all study pages."""
    indents = "".join(f'[data-in="{depth}"] {{ --in: {depth}; }}\n' for depth in range(1, DEEPEST_INDENT + 1))
    return f"{style()}{indents}{ADDED_STYLE}"


def replace_element(page: str, tag: str, replacement: str) -> tuple[str, str]:
    """Replace a page's only element of this kind; return the page and the element's contents."""
    before, rest = page.split(f"<{tag}>\n")
    inner, after = rest.split(f"</{tag}>")
    return before + replacement + after, inner


def with_link_to_play(page: str, entry: ProgramInfo) -> str:
    """Add a link that plays the program, for readers who opened the page directly."""
    before, after = page.split("<footer>")
    return before + render("study_footer.html", entry=entry) + after


def index_files() -> dict[str, bytes]:
    """Return the files besides the programs' pages: their list, and the frame for a user's own program."""
    names = {"policy": POLICY, "style": STYLE}
    files = {
        "index.html": render("study_index.html", entries=catalogue.entries(), **names),
        "own.html": render("study_own.html", **names),
        STYLE: style_sheet(),
    }
    return {name: text.encode() for name, text in files.items()}


def render(name: str, **values: object) -> str:
    """Return a template filled with values, which are escaped in HTML. A missing value is an error."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    return environment.get_template(name).render(values)
