"""`python -m bench.costs` writes docs/costs.md: what each capability costs in lines of Python, and what it buys."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "costs.md"
# Capability, what users have of it, and the beginnings of its files' names; the first that fits counts.
CAPABILITIES = (
    (
        "the originals",
        "what all is about: six programs, one function per original procedure",
        "programs/dominoes.py programs/african_seeds/african_seeds.py programs/mahjong/mahjong.py "
        "programs/morgan2/morgan2.py programs/snake/snake.py",
    ),
    (
        "Dominoes Plus",
        "ends to choose, hints with reasons, undo, matches, five levels",
        "programs/dominoes_plus/",
    ),
    (
        "the editions of the others",
        "hints, undo, levels, review, saved and daily games, mouse, speech",
        "programs/",
    ),
    ("the machine", "statements, clock, keyboard, mouse, tape, Electron's speed", "retro/machine/ retro/input/"),
    ("display", "the Electron's pixels, in eight MODEs", "retro/display/"),
    ("sound", "SOUND and ENVELOPE as on the Electron, as notes and samples", "retro/sound/"),
    (
        "discs and tapes",
        "programs of other people's images run, read and write files",
        "retro/basic/media/ retro/basic/language/disc retro/basic/language/files retro/library/image_program.py",
    ),
    (
        "the prompt and the Electron's time",
        "type, edit and list BASIC; a program takes as long as it took",
        "retro/basic/language/prompt.py retro/basic/language/editing.py retro/basic/language/timing.py",
    ),
    ("BBC BASIC II", "listings run, byte for byte as on the ROM; words for ports", "retro/basic/"),
    ("window", "pixels, tube, sound, gamepads, full screen, drag and drop", "retro/frontends/window/"),
    ("terminal", "all programs over ssh and in tmux: letters, blocks, pixels", "retro/frontends/terminal/"),
    (
        "browser",
        "the same programs in a page, offline, by touch; strangers' programs safely",
        "retro/web/ retro/frontends/web.py",
    ),
    ("plain and headless", "screen readers, pipes, scripts, tests", "retro/frontends/"),
    (
        "session",
        "F1, rewind, replay, saved and unfinished games, pictures and GIFs",
        "retro/session/",
    ),
    ("menu and launcher", "programs chosen, resumed, reloaded; an error as a page", "retro/launcher/"),
    ("library", "programs found, loaded, checked; their options", "retro/library/ retro/programs/"),
    (
        "drawing characters",
        "`retro udg`: characters drawn and written back into a source",
        "retro/commands/character retro/commands/udg.py",
    ),
    (
        "courses",
        "exercises with hints and checks, progress, reports, a sheet for teachers",
        "retro/course/ retro/commands/course.py",
    ),
    ("the other commands", "the command line, completion, manual page, score", "retro/commands/ retro/cli.py"),
    ("listing", "description, BASIC and Python side by side: printed, as a page", "retro/listing/"),
    ("study", "the same while it runs, in lockstep, back and forth", "retro/study/"),
    ("the package", "its name and entry", "retro/"),
)
HEAD = """# What each capability costs and buys

Lines of Python in `retro/` and `programs/`, everything counted. `python -m bench.costs` writes this page.

| capability | lines | files | what it buys |
|---|---:|---:|---|
"""


def capability_of(name: str) -> str:
    """Return the capability that a file belongs to."""
    return next(title for title, _, starts in CAPABILITIES if name.startswith(tuple(starts.split())))


def page() -> str:
    """Return the page, as Markdown, of the files as they are."""
    listed = subprocess.run(
        ["git", "ls-files", "retro/*.py", "programs/*.py"], cwd=ROOT, capture_output=True, text=True
    )
    names = [name for name in listed.stdout.split() if (ROOT / name).exists()]
    lines, files = Counter[str](), Counter[str]()
    for name in names:
        lines[capability_of(name)] += len((ROOT / name).read_bytes().splitlines())
        files[capability_of(name)] += 1
    rows = (f"| {title} | {lines[title]:,} | {files[title]} | {buys} |\n" for title, buys, _ in CAPABILITIES)
    return HEAD + "".join(rows) + f"| **all** | **{lines.total():,}** | **{files.total()}** | |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
