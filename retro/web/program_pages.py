"""The site's page for each program, with picture and origin, and the page for unknown addresses."""

import re
from collections.abc import Sequence

from retro.course.exercises import has_course
from retro.display.picture import Picture
from retro.frontends.headless import headless
from retro.library import loader
from retro.library.catalogue import ProgramInfo
from retro.web.front_page import SOCIAL_SIZE, social_picture
from retro.web.study_pages import POLICY, render

PROGRAMS, NOT_FOUND = "programs/", "404.html"
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
SEED = 36  # of the games on the pictures
PAGE_POLICY = POLICY.replace("img-src data:", "img-src 'self' data:")


def program_pages(entries: Sequence[ProgramInfo], address: str) -> dict[str, bytes]:
    """Return page and picture of each program, by file name. address: as in `build`."""
    files = {}
    for entry in entries:
        author = entry.title.partition(", ")[2] or "author: unknown"  # "by" or "after" somebody
        source = "".join(entry.text.split("\n\n")[1:2])
        about = {
            "has_course": has_course(entry.name),
            "author": author[0].upper() + author[1:],
            "source": source,
            "year": (*YEAR.findall(source), "unknown")[0],
        }
        page = render("program.html", entry=entry, address=address, policy=PAGE_POLICY, **about)
        files[f"{PROGRAMS}{entry.name}.html"] = page.encode()
        files[picture_name(entry)] = social_picture(picture_of(entry))
    return files


def picture_name(entry: ProgramInfo) -> str:
    """Return the file name of a program's picture in the site."""
    return f"{PROGRAMS}{entry.name}.png"


def picture_of(entry: ProgramInfo) -> Picture:
    """Return a picture of a program's screen at its first wait for a key."""
    return headless(loader.load(entry.name).main, seed=SEED).screen.picture(0.0)


def not_found(address: str) -> bytes:
    """Return the page for unknown addresses, with absolute links, as it can be shown at any address."""
    return render("not_found.html", root=address or "/", policy=PAGE_POLICY).encode()


def additions(entries: Sequence[ProgramInfo]) -> dict[str, object]:
    """Return the manifest's entries for the programs."""
    width, height = SOCIAL_SIZE
    picture = {"sizes": f"{width}x{height}", "type": "image/png", "form_factor": "wide"}
    return {
        "shortcuts": [{"name": entry.title, "url": f"./#{entry.name}"} for entry in entries],
        "screenshots": [{"src": picture_name(entry), "label": entry.title, **picture} for entry in entries],
    }
