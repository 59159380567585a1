"""Killed games: `python -m bench.fuzz.kills COUNT [SEED]` kills COUNT processes in the middle of a game.

The kept game must be readable and lack the last key at most; what its program saved on the tape must be whole; and the
game kept before must stay until the new one is there.
"""

from __future__ import annotations

import os
import sys
import tempfile

from retro.recording.storage import VARIABLE
from tests.support.killed_games import kill_often

if __name__ == "__main__":
    count = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.environ[VARIABLE] = os.path.join(folder, "data")
        missing = kill_often(count, folder, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(f"{count} games killed: the last key was missing {missing} times, never more")
