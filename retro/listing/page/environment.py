"""The Jinja templates of the study page, with their filters and functions."""

import base64
import os
from collections import Counter
from types import CodeType

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from retro.display.screenshots import png
from retro.listing.align import bands, changed_rows
from retro.listing.characters import defined_by, defined_in, pixels
from retro.listing.description import MEANINGS, SIGNS, numbers
from retro.listing.drawing import sums, svg
from retro.listing.links import Links, variable_id
from retro.listing.model import Study
from retro.listing.page.markup import Markdown, breakable
from retro.listing.procedure import Procedure
from retro.listing.study_notes import notes_of

SUMS_KIND = "characters"  # the kind of a block of code with sums of characters
TEMPLATES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")


class _Compiled(BytecodeCache):
    """A cache of compiled templates."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the cached code of a template if its text is unchanged."""
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Cache the code of a template."""
        self._code[bucket.key, bucket.checksum] = bucket.code


COMPILED = _Compiled()


def environment(study: Study, links: Links) -> Environment:
    """Return the environment of Jinja for the page of a study."""
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        bytecode_cache=COMPILED,
    )
    names = Counter(procedure.name for procedure in study)
    shapes = defined_by(study)
    markdown = Markdown(links.of_code, {SUMS_KIND: lambda text: Markup(sums(text, shapes))})
    templates.filters.update(
        svg=lambda *given: Markup(svg(*given)),
        character=lambda shape, code, scale=3: Markup(svg(pixels([shape]), f"character {code}", scale)),
        inline=markdown.inline,
        blocks=markdown.blocks,
        breakable=breakable,
        paragraphs=paragraphs,
        ordinal=ordinal,
        variable_id=variable_id,
        png=lambda screenshot: base64.b64encode(png(screenshot.picture)).decode(),
    )
    templates.globals.update(
        study=study,
        links=links,
        bands=bands,
        changed_rows=changed_rows,
        signs=SIGNS,
        meanings=MEANINGS,
        numbers=numbers,
        name_of=lambda key: name_of(names, key),
        sums=[
            part for section in notes_of(study).sections for part in section.blocks if part.tokens[0].info == SUMS_KIND
        ],
        defined_in=defined_in,
        defined_by=defined_by,
        languages=lambda procedure: ["BASIC"] * bool(procedure.basic) + ["Python"] * bool(procedure.python),
        summary=lambda procedure: _summary(study, procedure),
        statuses=study.statuses,
    )
    return templates


def ordinal(number: int) -> str:
    """Return a number as 1st, 2nd, 3rd, 4th …"""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{'th' if number % 100 in (11, 12, 13) else ending}"


def name_of(names: Counter[str], key: str) -> str:
    """Return the name of a procedure, with its module only if another of `others` has the same name."""
    name = key.rpartition(".")[2]
    return key if names[name] > 1 else name


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text, each on one line."""
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]


def _summary(study: Study, procedure: Procedure) -> str:
    """Return the summary of a procedure from the table in the notes, or else from its docstring."""
    row = {} if procedure.is_rules else notes_of(study).row(procedure.name)
    return next((text for heading, text in row.items() if "what" in heading.lower()), "") or procedure.summary
