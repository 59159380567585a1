"""Packs a study as a book for e-readers (EPUB 3): the sections of its page are the chapters, the pictures files."""

import base64
import io
import re
import time
import uuid
from collections.abc import Mapping
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from markupsafe import Markup

from retro.library.fingerprint import fingerprint
from retro.listing.model import Study
from retro.listing.page.games import Screenshot
from retro.listing.page.study_page import Chapters, StudyPage, text_beside

MIMETYPE, CONTAINER, PACKAGE, STYLE = "mimetype", "META-INF/container.xml", "book.opf", "book.css"
ROOT = f"""<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="{PACKAGE}" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""
CHAPTER = Markup('<section id="{}"><h2>{}</h2>\n{}</section>')
CONTENTS = Markup('<nav epub:type="toc"><h1>Contents</h1>{}</nav>')
PICTURE = re.compile(r'src="data:image/png;base64,([^"]+)"')
ADDRESS, LINK = re.compile(r' id="([^"]+)"'), re.compile(r'href="#([^"]+)"')
SVG, SVG_IN_XML = "<svg ", '<svg xmlns="http://www.w3.org/2000/svg" '
DAY = (1980, 1, 1, 0, 0, 0)  # of the files in the book; they need one


def book(study: Study, screenshots: Mapping[str, Screenshot], chapters: Chapters) -> bytes:
    """Return the book of a study. screenshots, chapters: as those of `page`."""
    page = StudyPage(study, screenshots, None, chapters)
    sections = list(page.sections())
    parts = {"title.xhtml": (study.title, Markup(page.filled("title.xhtml")))}
    parts["contents.xhtml"] = "Contents", CONTENTS.format(page.macros.contents(sections))
    for number, (address, title, body, _) in enumerate(sections, 1):
        heading = page.inline(title)
        parts[f"chapter-{number:02}.xhtml"] = heading, CHAPTER.format(address, heading, body)
    pages = {name: page.filled("book.xhtml", title=title, body=body) for name, (title, body) in parts.items()}
    homes = {address: name for name, text in pages.items() for address in ADDRESS.findall(text)}
    pictures: dict[str, str] = {}

    def picture(match: re.Match[str]) -> str:
        return f'src="{pictures.setdefault(match[1], f"picture-{len(pictures) + 1:02}.png")}"'

    for name, text in pages.items():
        text = PICTURE.sub(picture, text).replace(SVG, SVG_IN_XML)
        pages[name] = LINK.sub(lambda match: f'href="{homes[match[1]]}#{match[1]}"', text)
    modified = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    identifier = uuid.uuid5(uuid.NAMESPACE_URL, f"{study.name} {fingerprint(study.path)}").urn
    package = page.filled(PACKAGE, pages=pages, pictures=pictures.values(), identifier=identifier, modified=modified)
    files = {CONTAINER: ROOT, PACKAGE: package, STYLE: text_beside(STYLE), **pages}
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr(ZipInfo(MIMETYPE, DAY), "application/epub+zip", ZIP_STORED)
        for name, text in files.items():
            archive.writestr(ZipInfo(name, DAY), text, ZIP_DEFLATED)
        for code, name in pictures.items():
            archive.writestr(ZipInfo(name, DAY), base64.b64decode(code), ZIP_STORED)
    return packed.getvalue()
