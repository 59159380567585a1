"""Renders the templates of the site with Jinja2, which only the building of a site needs."""

from __future__ import annotations

import os

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")


def render(name: str, **values: object) -> str:
    """Return a template filled with values, which are escaped in HTML. A missing value is an error."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    return environment.get_template(name).render(values)
