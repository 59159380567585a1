"""Damaged files: `python -m bench.fuzz_files COUNT [SEED]` damages so many recordings and so many tapes.

Each must be refused: a recording by `retro replay`, with status 2, one sentence that names the file and the line, and
nothing written; a tape with BASIC's error "Data?".
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from recording_damage import damaged, damaged_tape
from recording_games import play
from retro.cli import main
from retro.errors import BasicError
from retro.recording.keeping import VARIABLE, RecordFile
from retro.tape import decode, encode

TAPE = encode("TABLE", [1, 2.5, "three", [[4, 5], [-6, 0]]])


def recordings(count: int, random: Random, folder: Path) -> Counter[str]:
    """How many damaged recordings of each kind were refused by `retro replay`."""
    path = folder / "game.jsonl"
    play("taping", 1, keys=12, sinks=[RecordFile(str(path))])
    whole, found = path.read_bytes(), Counter[str]()
    for _ in range(count):
        kind, data = damaged(whole, random)
        path.write_bytes(data)
        refused(path, data, folder)
        found[kind] += 1
    return found


def refused(path: Path, data: bytes, folder: Path) -> None:
    """Is it refused with status 2 and one sentence, and is nothing written?"""
    with redirect_stderr(StringIO()) as said:
        status = main(["replay", str(path), "--gif", str(folder / "game.gif")])
    sentence = said.getvalue()
    if status != 2 or not sentence.startswith(f"retro: {path}, line ") or sentence.count("\n") != 1:
        sys.exit(f"status {status}, said {sentence!r}: {data!r}")
    if list(folder.iterdir()) != [path] or path.read_bytes() != data:
        sys.exit(f"something was written: {data!r}")


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
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data:
        os.environ[VARIABLE] = data
        for kind, refused in sorted(recordings(count, random, Path(folder)).items()):
            print(f"{refused:7} recordings refused: {kind}")
    print(f"{tapes(count, random):7} tapes refused")
