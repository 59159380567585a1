"""The HTML of the page with the machine, complete with the menu's picture and the list of programs."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path

from retro.course.exercises import has_course
from retro.display.picture import Picture
from retro.display.screenshots import arranged, png
from retro.frontends.headless import headless
from retro.launcher.launcher import EXERCISES_ROW, menu_page, preview
from retro.launcher.menu import FIRST_ROW, LIST_WIDTH
from retro.library.catalogue import ProgramInfo, prompt_info
from retro.web.editor import sources
from retro.web.keyboard import MENU_KEYS, pad, rows
from retro.web.study_pages import render

STYLE, FIRST_SCRIPT = "style.css", "first.js"  # they are in the page itself, which is drawn without another request
SOCIAL_SIZE = (1200, 630)  # pixels of the picture that other sites show beside a link


def front_page(entries: Sequence[ProgramInfo], picture: Picture, app: str, policy: str, address: str = "") -> str:
    """Return the HTML of the page with the machine.

    Args:
        entries: the programs.
        picture: the menu's picture with these programs.
        app: the folder of the page's own files.
        policy: the Content-Security-Policy.
        address: where the site will be; empty: unknown.
    """
    return render(
        "index.html",
        entries=entries,
        has_course=has_course,
        prompt=prompt_info(),
        menu=base64.b64encode(png(picture)).decode(),
        first_row=FIRST_ROW,
        list_width=LIST_WIDTH,
        pad=pad(MENU_KEYS),
        keyboard=rows(),
        sources=list(sources()),
        app=app,
        style=static(STYLE),
        first=static(FIRST_SCRIPT),
        enclosure=render("enclosure.html", script=render("enclosure.js"), hash=policy_hash(render("enclosure.js"))),
        policy=policy,
        address=address,
    )


def static(name: str) -> str:
    """Return the text of one of the page's own files."""
    return Path(__file__).with_name("static").joinpath(name).read_text(encoding="utf-8")


def policy_hash(text: str) -> str:
    """Return the hash of a script or style, as in a Content-Security-Policy."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def menu_picture(entries: Sequence[ProgramInfo]) -> Picture:
    """Return the picture of the menu of programs."""
    page = menu_page(entries, lambda index: preview(entries[index]), [EXERCISES_ROW])
    return headless(page.choose_from).screen.picture(0.0)


def social_picture(picture: Picture) -> bytes:
    """Return the preview picture for links to the site, as a PNG file."""
    scale = min(SOCIAL_SIZE[0] // picture.width, SOCIAL_SIZE[1] // picture.height)
    width, height = scale * picture.width, scale * picture.height
    place = (SOCIAL_SIZE[0] - width) // 2, (SOCIAL_SIZE[1] - height) // 2, width, height
    return arranged([picture], [place], SOCIAL_SIZE)
