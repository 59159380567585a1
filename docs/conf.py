"""The documents as a site with search: `python -m sphinx -c docs . FOLDER`."""

from retro import __version__

project = "retro"
release = __version__
copyright = "the maintainers of retro"  # noqa: A001
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["docs/*.md", "docs/index.rst", "programs/*.md", "programs/**/*.md", "*.md", "tests/model/README.md"]
myst_heading_anchors = 4
suppress_warnings = [
    "myst.header",
    "misc.highlighting_failure",
]  # notes begin at any level and have blocks of their own
html_theme = "furo"
html_title = "retro"
