"""Killed games: `python -m bench.kills COUNT [SEED]` kills so many processes in the middle of a game.

Of each at most the last key may be missing in the game that was kept, which must be readable and be the same game; what
its program saved on the tape must be whole; and the game kept before must be there until the new one is.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from killing import kill_often
from retro.recording.keeping import VARIABLE

if __name__ == "__main__":
    count = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.environ[VARIABLE] = os.path.join(folder, "data")
        missing = kill_often(count, folder, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(f"{count} games killed: the last key was missing {missing} times, never more")
