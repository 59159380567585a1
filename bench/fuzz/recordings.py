"""Random games: `python -m bench.fuzz.recordings COUNT [SEED]` records COUNT games in files and replays each.

The programs use every kind of wait; the front end is late, early and busy at random, and types random keys. A replay
must send the same bytes to the display and leave the same machine, to the last variable.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from retro.session.parser import read
from retro.session.storage import RecordFile
from tests.support.recorded_games import PROGRAMS, play, replay


def game(name: str, seed: int, folder: Path) -> tuple[int, int, int, int]:
    """Record and replay one game; return the numbers of keys, waits and display bytes, and the file's size."""
    path = folder / f"{seed}.jsonl"
    played, log = play(name, seed, keys=60, sinks=[RecordFile(str(path))])
    again = replay(name, seed, read(path).log, str(path))
    if again.stream != played.stream or again.state != played.state or again.ended != played.ended:
        sys.exit(f"another game: {name}, seed {seed}")
    waits = log.timeouts + sum(entry.timeouts + 1 for entry in log.entries)
    sent = sum(map(len, played.stream))
    size = path.stat().st_size
    path.unlink()
    return log.presses, waits, sent, size


def main(count: int, seed: int) -> None:
    """Play all games and print what was compared."""
    names = sorted(PROGRAMS)
    with tempfile.TemporaryDirectory() as folder:
        games = [game(names[number % len(names)], seed + number, Path(folder)) for number in range(count)]
    keys, waits, sent, size = map(sum, zip(*games))
    print(f"{count} games of {len(names)} programs recorded and replayed: all the same")
    print(f"{keys} keys, {waits} waits, {sent} bytes sent to the display, {size / count:.0f} bytes a recording")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
