"""The page of an error in a Python program: the line, those around it, and a caret below what has failed."""

import sys
from types import SimpleNamespace

import pytest

from retro.launcher.error_page import failure_of, page_of

PLACED = sys.version_info >= (3, 11)  # Python knows the columns of a traceback
PAGES = {
    'def main(m):\n\tm.print("é"); x = 1 / 0\n': [
        ("    1", "def main(m):"),
        ("    2", '    m.print("?"); x = 1 / 0'),
        *([("", "                      ^")] if PLACED else []),
    ],
    "def main(m):\n    x = {'key': 'aaaaaaaaaaaaaaaaaaaa'}; y = x['z']\n": [
        ("    1", "def main(m):"),
        ("    2", "    x = {'key': 'aaaaaaaaaaaaaaa"),
        ("", "aaaaa'}; y = x['z']"),
        *([("", "             ^")] if PLACED else []),
    ],
    "def main(m):\n    x = 1 +* 2\n": [("    1", "def main(m):"), ("    2", "    x = 1 +* 2"), ("", "           ^")],
}


@pytest.mark.parametrize("source", PAGES)
def test_a_caret_stands_below_what_has_failed(source, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(source, "utf-8")

    def run():
        names = {}
        exec(compile(source, str(path), "exec"), names)
        names["main"](SimpleNamespace(print=print))

    with pytest.raises((SyntaxError, ZeroDivisionError, KeyError)) as raised:
        run()
    page = page_of(failure_of(raised.value, str(path)), "hint")
    assert [(choice.key, choice.label) for choice in page.choices] == PAGES[source]
