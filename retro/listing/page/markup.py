"""Renders the Markdown of study notes and docstrings as HTML."""

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from types import MappingProxyType
from typing import Any

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup, escape

from retro.listing.highlighting import Part
from retro.listing.study_notes import Block, markdown_parser

Linker = Callable[[str], "str | None"]
Environment = MutableMapping[str, Any]
KEPT_LINKS = ("http://", "https://", "#")
BREAK = Markup("<wbr/>")
WHOLE_KINDS = ("string", "remark", "link")  # parts of a line that are broken at spaces only


class _Renderer(RendererHTML):
    """Renders tokens of markdown-it for the page's style sheet; the name of a method is the type of its token."""

    def code_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Environment) -> str:
        """Render `code`, as a link if the linker has an address for it."""
        code = tokens[idx].content
        address = env["linker"](code)
        shown = Markup("<code>{}</code>").format(code)
        return str(Markup('<a href="{}">{}</a>').format(address, shown) if address else shown)

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Environment) -> str:
        """Render a block of code by the environment's function for its language, else as a scrollable block."""
        if make := env["fences"].get(tokens[idx].info):
            return str(make(tokens[idx].content))
        return f'<pre tabindex="0"><code>{escape(tokens[idx].content.rstrip(chr(10)))}</code></pre>\n'

    code_block = fence

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Environment) -> str:
        """Begin a table, in a box that scrolls if the table is wider than the page."""
        return '<div class="wide"><table class="stacked">'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Environment) -> str:
        """End a table and its box."""
        return "</table></div>\n"

    def softbreak(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Environment) -> str:
        """Render a line break in the source as a space."""
        return " "


def breakable(parts: Iterable[Part]) -> Iterator[tuple[Part, Markup]]:
    """Yield each part of a line of code with its text, which says where a line too long for its column may be broken.

    That is after a statement or an argument and before the sign of a sum, but not within brackets.
    """
    depth, before = 0, ""
    for part in parts:
        pieces = [part.text if part.kind in WHOLE_KINDS else ""]
        for character in part.text if part.kind not in WHOLE_KINDS else "":
            depth += (character in "([{") - (character in ")]}")
            if character in "+-*/" and not depth and (before.isalnum() or before in "%$)"):
                pieces.append("")
            pieces[-1] += character
            if character in ":;," and not depth:
                pieces.append("")
            before = character
        yield part, BREAK.join(pieces)


def _labelled(tokens: Sequence[Token]) -> None:
    """Add each column's heading to its cells as a label, and its alignment as a class."""
    headings: list[str] = []
    column = 0
    for index, token in enumerate(tokens):
        if token.type == "thead_open":
            headings = []
        elif token.type == "tr_open":
            column = 0
        elif token.type in ("th_open", "td_open"):
            if token.attrs.pop("style", "") == "text-align:right":
                token.attrSet("class", "right")
            if token.type == "th_open":
                headings.append(tokens[index + 1].content)
                if headings[-1]:
                    token.attrSet("scope", "col")
                else:  # a column without a heading begins with a plain cell
                    token.tag = tokens[index + 2].tag = "td"
            elif headings[column]:
                token.attrSet("data-label", headings[column])
            column += 1


def _without_dead_links(tokens: Sequence[Token]) -> None:
    """Turn links to files into plain text."""
    for token in tokens:
        hidden = False
        for part in token.children or ():
            if part.type == "link_open":
                hidden = not str(part.attrs["href"]).startswith(KEPT_LINKS)
            part.hidden = hidden and part.type in ("link_open", "link_close")


class Markdown:
    """Renders Markdown with links to names.

    Args:
        linker: returns the address in the page for the text of inline code, or None.
        fences: by the language of a block of code, the function that renders it.
    """

    def __init__(
        self, linker: Linker = lambda code: None, fences: Mapping[str, Callable[[str], Markup]] = MappingProxyType({})
    ) -> None:
        self._environment = {"linker": linker, "fences": fences}
        self._parser = markdown_parser(_Renderer)

    def inline(self, text: str) -> Markup:
        """Render inline Markdown."""
        return self._render(self._parser.parseInline(text))

    def blocks(self, parts: Iterable[Block]) -> Markup:
        """Render blocks of the notes."""
        return self._render([token for part in parts for token in part.tokens])

    def _render(self, tokens: list[Token]) -> Markup:
        _labelled(tokens)
        _without_dead_links(tokens)
        return Markup(self._parser.renderer.render(tokens, self._parser.options, self._environment))
