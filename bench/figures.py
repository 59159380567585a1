"""`python -m bench.figures` writes docs/figures.md from docs/figures.jsonl, a line a figure.

`python -m bench.figures WHAT FIGURE COMMAND` first adds a figure of today, or replaces the one of the same name.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
FIGURES, PAGE = DOCS / "figures.jsonl", DOCS / "figures.md"
HEAD = """# Figures

Measured on a shared virtual machine with two cores (x86-64, Debian 12, Python 3.11.7, OpenGL in software under Xvfb):
compare them with each other, not with a desktop. `python -m bench.figures` writes this page; git has its history.

| what | figure | command | when |
|---|---|---|---|
"""


def read() -> list[dict[str, str]]:
    """Return the figures, each with its keys what, figure, command and when."""
    return [json.loads(line) for line in FIGURES.read_text(encoding="utf-8").splitlines()]


def page(figures: list[dict[str, str]]) -> str:
    """Return the page of the figures, as Markdown."""
    rows = (f"| {row['what']} | {row['figure']} | `{row['command']}` | {row['when']} |\n" for row in figures)
    return HEAD + "".join(rows)


def main() -> None:
    """Write the page; add a figure first if one is given."""
    figures = read()
    if words := sys.argv[1:]:
        if len(words) != 3:
            sys.exit("bench.figures: expected WHAT FIGURE COMMAND, or nothing")
        row = dict(zip(("what", "figure", "command"), words), when=time.strftime("%Y-%m-%d"))
        at = next((index for index, old in enumerate(figures) if old["what"] == row["what"]), len(figures))
        figures[at : at + 1] = [row]
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in figures)
        FIGURES.write_text(text, encoding="utf-8")
    PAGE.write_text(page(figures), encoding="utf-8")


if __name__ == "__main__":
    main()
