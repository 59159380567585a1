"""Killed games: `python -m bench.fuzz.kills COUNT [SEED] [FRONT …]` kills COUNT processes in the middle of games.

FRONT: headless (the default), terminal, window or browser; COUNT is for each. The kept game must be readable and lack
the last key at most that the program had taken; what its program saved on the tape must be whole; and the game kept
before must stay until the new one is there. In the browser the killed process is the page's, and each game is resumed.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter

from retro.session.storage import FOLDER_VARIABLE
from tests.support.killed_games import kill_headless, kill_in_browser, kill_in_terminal, kill_in_window

FRONTS = {
    "headless": kill_headless,
    "terminal": kill_in_terminal,
    "window": kill_in_window,
    "browser": kill_in_browser,
}


def report(front: str, figures: Counter[str]) -> None:
    """Print the figures of a front end."""
    print(
        f"{front}: {figures['kills']} kills, {figures['starting']} of them while it started; of {figures['taken']} keys"
        f" taken ({figures['typed']} typed) the last was missing {figures['missing']} times, never more"
    )


if __name__ == "__main__":
    count = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for front in sys.argv[3:] or ["headless"]:
        with tempfile.TemporaryDirectory() as folder:
            os.environ[FOLDER_VARIABLE] = os.path.join(folder, "data")
            report(front, FRONTS[front](count, folder, seed))
