"""Type ten programs of the corpus at BASIC's prompt in a window: `python -m bench.frontends.typed_programs`.

Keys come from a private X server. Every second line is typed with a mistake, which the copy cursor corrects. Each
program must be in memory then, and RUN must show the pixels that the Electron's bytes draw.
"""

from __future__ import annotations

from tests.support.typed_programs import check
from tests.support.x11 import Server

PROGRAMS = [f"programs-{number:03}" for number in (2, 3, 9, 12, 32, 34, 38, 51, 56, 75)]


def main():
    """Type all programs."""
    server = Server()
    try:
        for name in PROGRAMS:
            check(server, name)
            print(name, "typed, corrected and run", flush=True)
    finally:
        server.close()


if __name__ == "__main__":
    main()
