"""Damaged files: `python -m bench.fuzz.files COUNT [SEED]` damages COUNT of each kind: recordings, tapes, kept games.

Each must be refused: a recording by `retro replay`, with status 2, one sentence that names the file and the line, and
nothing written; a tape with BASIC's error "Data?"; an unfinished game by `retro play NAME --resume` like a recording,
unless only its last line is cut off, which costs that line. A damaged picture of an unfinished game is none.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random

from retro.basic.errors import BasicError
from retro.cli import main
from retro.display.font import default_font
from retro.display.screen import Screen
from retro.machine.tape import decode, encode
from retro.session.storage import FOLDER_VARIABLE, RecordFile, games_folder, kept_games, picture_path
from retro.session.thumbnail import thumbnail
from tests.support.damaged_files import damaged, damaged_picture, damaged_tape
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


def unfinished_games(count: int, random: Random) -> Counter[str]:
    """Return how many damaged unfinished games `retro play dominoes --resume` refused, by kind, or resumed."""
    path = Path(games_folder(), "dominoes", "1795328733123-3fa9.jsonl")
    path.parent.mkdir(parents=True)
    game = ["play", "dominoes", "--front", "headless"]
    with redirect_stdout(StringIO()):
        main([*game, "--keys", "12K34K5", "--record", str(path)])
    whole, found = path.read_bytes(), Counter[str]()
    for _ in range(count):
        kind, data = damaged(whole, random)
        path.write_bytes(data)
        with redirect_stderr(StringIO()) as errors:
            status = main([*game, "--resume"])
        sentence = errors.getvalue()
        lines = data[: data.rfind(b"\n") + 1]
        torn = status == 0 and not sentence and lines and whole.startswith(lines)
        if not torn and (status != 2 or not sentence.startswith(f"retro: {path}, line ") or sentence.count("\n") != 1):
            sys.exit(f"status {status}, {sentence!r}: {data!r}")
        if list(path.parent.iterdir()) != [path] or path.read_bytes() != data:
            sys.exit(f"something was written: {data!r}")
        found["resumed without the line that was cut off" if torn else f"refused: {kind}"] += 1
    return found


def pictures(count: int, random: Random) -> int:
    """Return how many damaged pictures of unfinished games were ignored; exit if one was not."""
    (kept,) = kept_games()
    path, whole = Path(picture_path(kept.path)), thumbnail(Screen(default_font()))
    for _ in range(count):
        path.write_bytes(damaged_picture(whole, random))
        if kept.picture() is not None:
            sys.exit(f"accepted: {path.read_bytes()!r}")
    return count


if __name__ == "__main__":
    count, random = int(sys.argv[1]), Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data:
        os.environ[FOLDER_VARIABLE] = data
        for kind, refused in sorted(recordings(count, random, Path(folder)).items()):
            print(f"{refused:7} recordings refused: {kind}")
        for kind, refused in sorted(unfinished_games(count, random).items()):
            print(f"{refused:7} unfinished games {kind}")
        print(f"{pictures(count, random):7} pictures ignored")
    print(f"{tapes(count, random):7} tapes refused")
