"""Damaged files: `python -m bench.fuzz_files COUNT [SEED]` damages so many recordings and so many tapes.

Each must be refused: a recording with a sentence that names the file, the line, what was found and what was expected;
a tape with BASIC's error "Data?".
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from recording_damage import damaged, damaged_tape
from recording_games import play
from retro.errors import BasicError
from retro.keeping import RecordFile
from retro.recording import RecordingError
from retro.recording_reader import read
from retro.tape import decode, encode

TAPE = encode("TABLE", [1, 2.5, "three", [[4, 5], [-6, 0]]])


def recordings(count: int, random: Random, folder: Path) -> Counter[str]:
    """How many damaged recordings of each kind were refused."""
    path = folder / "game.jsonl"
    play("taping", 1, keys=12, sinks=[RecordFile(str(path))])
    whole, found = path.read_bytes(), Counter[str]()
    for _ in range(count):
        kind, data = damaged(whole, random)
        path.write_bytes(data)
        try:
            read(path)
        except RecordingError as error:
            sentence = str(error)
            if not sentence.startswith(f"{path}, line ") or "\n" in sentence or len(sentence) > 400:
                sys.exit(f"said badly: {sentence}")
            found[kind] += 1
        else:
            sys.exit(f"accepted ({kind}): {data!r}")
    return found


def tapes(count: int, random: Random) -> int:
    """How many damaged tapes were refused."""
    for _ in range(count):
        text = damaged_tape(TAPE, random)
        try:
            decode("TABLE", text)
        except BasicError as error:
            if error.message != "Data?":
                sys.exit(f"{error.message} for {text!r}")
        else:
            sys.exit(f"accepted: {text!r}")
    return count


if __name__ == "__main__":
    count, random = int(sys.argv[1]), Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    with tempfile.TemporaryDirectory() as folder:
        for kind, refused in sorted(recordings(count, random, Path(folder)).items()):
            print(f"{refused:7} recordings refused: {kind}")
    print(f"{tapes(count, random):7} tapes refused")
