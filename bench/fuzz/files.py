"""Damaged files: `python -m bench.fuzz.files COUNT [SEED]` damages COUNT recordings and COUNT tapes.

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

from retro.basic.errors import BasicError
from retro.cli import main
from retro.machine.tape import decode, encode
from retro.recording.storage import VARIABLE, RecordFile
from tests.support.damaged_files import damaged, damaged_tape
from tests.support.recorded_games import play

TAPE = encode("TABLE", [1, 2.5, "three", [[4, 5], [-6, 0]]])


def recordings(count: int, random: Random, folder: Path) -> Counter[str]:
    """Return how many damaged recordings of each kind `retro replay` refused."""
    path = folder / "game.jsonl"
    play("taping", 1, keys=12, sinks=[RecordFile(str(path))])
    whole, found = path.read_bytes(), Counter[str]()
    for _ in range(count):
        kind, data = damaged(whole, random)
        path.write_bytes(data)
        check_refused(path, data, folder)
        found[kind] += 1
    return found


def check_refused(path: Path, data: bytes, folder: Path) -> None:
    """Exit if `retro replay` does not refuse a file with status 2 and one sentence, or if it writes anything."""
    with redirect_stderr(StringIO()) as errors:
        status = main(["replay", str(path), "--gif", str(folder / "game.gif")])
    sentence = errors.getvalue()
    if status != 2 or not sentence.startswith(f"retro: {path}, line ") or sentence.count("\n") != 1:
        sys.exit(f"status {status}, {sentence!r}: {data!r}")
    if list(folder.iterdir()) != [path] or path.read_bytes() != data:
        sys.exit(f"something was written: {data!r}")


def tapes(count: int, random: Random) -> int:
    """Return how many damaged tapes were refused; exit if one was not."""
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
