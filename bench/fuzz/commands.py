"""Random calls of every command: `python -m bench.fuzz.commands COUNT [SEED]`.

Calls `retro` with random options, files, standard streams and locales. No call may end in a traceback or hang. A call
with a wrong value must be refused with status 2 and a sentence; a call without one must not be refused for its values.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from retro.library import loader
from retro.session.storage import FOLDER_VARIABLE
from tests.support.damaged_files import damaged

RETRO = [sys.executable, "-m", "retro"]
TIMEOUT = 120  # seconds
BAD_SHARE = 0.12  # of the values
HUGE = "9" * 26

# Options of each command: good values, then bad ones. A value of None: the option is a flag.
NUMBERS = (["1", "-5", "2147483647"], ["x", "", "1.5", HUGE, "\0"[:0] + "é"])
FRONT = {
    "--mute": ([None], []),
    "--envelopes": (["bbc", "electron"], ["x", ""]),
    "--keys": (["1K2<RETURN>", "{keys}", ""], ["<NOKEY>", "{binary}"]),
    "--screen": (["-", "{new}.txt", "{new}.png"], ["/nonexist/x", "{folder}"]),
    "--stream": (["-", "{new}.vdu"], ["/nonexist/x", "{folder}"]),
    "--wav": (["{new}.wav"], ["/nonexist/x.wav", "{folder}"]),
}
PLAY = FRONT | {
    "--seed": NUMBERS,
    "--speed": (["normal", "fast", "authentic"], ["slow", "1", ""]),
    "--record": (["{new}.jsonl"], ["/nonexist/x", "{folder}"]),
}
OPTIONS = {
    "play": PLAY,
    "study": PLAY | {"--break": ([], ["NOPROC", ""]), "--lines-a-second": (["5", "0.5"], ["0", "x", "nan", "-1"])},
    "replay": {
        "--speed": (["1", "50"], ["0", "x", "nan", "inf", "1e9"]),
        "--gif": (["{new}.gif"], ["/nonexist/x.gif", "{folder}"]),
        "--png": (["{new}.png"], ["/nonexist/x.png", "{folder}"]),
        "--at": (["0", "1.5"], ["x", "nan", "-1", ""]),
        "--idle": (["1", "0.5"], ["x", "nan"]),
    },
    "listing": {
        "--width": (["60", "200"], ["x", "0", "-3", "", HUGE]),
        "--no-colour": ([None], []),
        "--ssd": (["{new}.ssd"], ["/nonexist/x", "{folder}"]),
        "--html": (["{new}.html"], ["/nonexist/x", "{folder}"]),
    },
    "basic": FRONT | {"--seed": NUMBERS, "--speed": PLAY["--speed"]},
    "list": {},
    "new": {},
    "vdu": {
        "--mode": (["0", "3", "7"], ["8", "-1", "x", ""]),
        "--text": ([None], []),
        "--json": ([None], []),
        "--png": ([None], []),
    },
    "web": {"--port": ([], ["x", "99999", "-1"]), "--python": ([], ["/nonexist/python", "{binary}"])},
}
FILES = {  # what each command is given: good files, then bad ones
    "play": (
        ["dominoes", "snake", "{program}", "{listing}"],
        ["domino", "", "/nonexist.py", "{broken}", "{binary}", "{text}", "{huge}", "{fifo}"],
    ),
    "study": (["dominoes", "snake"], ["domino", "", "/nonexist.py", "{broken}", "{binary}"]),
    "replay": (["{recording}"], ["{damaged}", "{empty}", "{fifo}", "{folder}", "/dev/null", "/nonexist", "{binary}"]),
    "listing": (["dominoes"], ["domino", "", "{broken}", "{binary}"]),
    "basic": (["", "{listing}"], ["/nonexist.bas", "{binary}", "{huge}", "{fifo}", "/dev/zero", "{folder}"]),
    "list": ([""], ["more"]),
    "new": (["{new}.py"], ["", ".py", "{text}", "/nonexist/x.py", "{program}"]),
    "vdu": (["{text}", "{binary}", "-"], ["/nonexist", "{folder}", "", "{huge}", "{fifo}", "/dev/zero"]),
    "web": ([], ["more"]),
}
MANY = ("dominoes_plus", "mahjong", "morgan2", "snake", "african_seeds")  # programs with options of their own
LOCALES = (
    {},
    {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "C.UTF-8"},
    {"PYTHONIOENCODING": "latin-1"},
    {"PYTHONIOENCODING": "utf-16"},
)
STREAMS = ("", "", "", "<&-", ">&-", "2>&-", "<&- >&- 2>&-", "| head -c 10", ">{full}")
CLASHES = ("expected one of them", " go with ", " goes with ", "does not go with")  # options that exclude each other
PROGRAM = '"""A program."""\n\n\ndef main(m):\n    m.print("£1 ", m.get_s())\n'


class Call:
    """A random call.

    Attributes:
        argv: the command line.
        streams: the redirection, for a shell.
        locale: changes of the environment.
        wrong: one of its values must be refused.
    """

    def __init__(self, random: Random, places: dict[str, str]) -> None:
        self._random, self._places, self.wrong = random, places, False
        command = random.choice(list(OPTIONS))
        self.streams, self.locale = random.choice(STREAMS), random.choice(LOCALES)
        self.argv = [command, *self._file(command), *self._front(command)]
        for flag, values in OPTIONS[command].items():
            if random.random() < 0.25 or (command == "web" and flag == "--python"):
                self._add(flag, values)
        if command == "play" and self.argv[1] in MANY:
            self._add_program_options(self.argv[1])

    def _value(self, good: list[str | None], bad: list[str | None]) -> str | None:
        wrong = bool(bad) and (not good or self._random.random() < BAD_SHARE)
        self.wrong = self.wrong or wrong
        value = self._random.choice(bad if wrong else good)
        return value if value is None else value.format(**self._places)

    def _file(self, command: str) -> list[str]:
        good, bad = FILES[command]
        if command == "play" and self._random.random() < 0.5:
            good = list(MANY)
        if command in ("list", "web") and self._random.random() < 0.8:
            return []
        name = self._value(list(good), list(bad))
        return [] if command in ("list", "basic") and name == "" else [str(name)]

    def _front(self, command: str) -> list[str]:
        """Choose a front end that ends by itself; without a display and a terminal the others must be refused."""
        if command == "replay":
            return ["--png", "{new}.png".format(**self._places)]
        if command not in ("play", "study", "basic"):
            return []
        front = self._random.choice(["headless"] * 7 + ["plain"] * 2 + ["window", "terminal", "auto"])
        front = "headless" if command == "study" and front == "plain" else front
        self.wrong = self.wrong or front not in ("headless", "plain")
        return ["--front", front]

    def _add(self, flag: str, values: tuple[list[str | None], list[str | None]]) -> None:
        if not any(values):
            return
        value = self._value(list(values[0]), list(values[1]))
        self.argv += [flag] if value is None else [f"{flag}={value}"]

    def _add_program_options(self, name: str) -> None:
        for option in loader.load(name).options:
            if self._random.random() < 0.2:
                bad = [] if option.kind is str else ["x", "", "é", "nan"]
                good = [None] if option.kind is bool else [str(value) for value in list(option.allowed or ())[:50]]
                self._add(option.flag, (good, [] if option.kind is bool else bad))

    def run(self, folder: Path) -> subprocess.CompletedProcess[str]:
        """Call `retro` from a shell, which opens its streams."""
        full = "ulimit -f 0; " if "{full}" in self.streams else ""
        line = f'{full}"$@" {self.streams.format(full=folder / "full")}; exit $?'
        if "|" in self.streams:
            line = f"set -o pipefail; {line}"
        environment = os.environ | self.locale | {FOLDER_VARIABLE: str(folder / "data"), "NO_COLOR": "1"}
        environment.pop("DISPLAY", None)
        command = ["bash", "-c", line, "bash", *RETRO, *self.argv]
        return subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT, check=False
        )


def faults(call: Call, result: subprocess.CompletedProcess[bytes]) -> str:
    """Return what is wrong with the result of a call; empty if nothing is."""
    errors = result.stderr.decode("utf-8", "replace").replace("\0", "")
    closed = "2>&-" in call.streams
    if "Traceback" in errors or "Exception ignored" in errors:
        return "traceback"
    if result.returncode not in (0, 1, 2):
        return f"status {result.returncode}"
    if call.wrong and result.returncode != 2:
        return f"status {result.returncode} for a wrong value"
    if result.returncode == 2 and not call.wrong and not call.streams and not any(text in errors for text in CLASHES):
        return "refused without a wrong value"
    if result.returncode == 2 and not closed and not errors.strip():
        return "refused without a sentence"
    if result.returncode == 1 and not closed and not errors.strip():
        return "failed without a sentence"
    return ""


def outcome(call: Call, folder: Path) -> tuple[str, str]:
    """Make a call; return what was wrong, empty if nothing was, and the end of what it wrote to standard error."""
    try:
        result = call.run(folder)
    except subprocess.TimeoutExpired:
        return "hangs", ""
    return faults(call, result), result.stderr.decode("utf-8", "replace")[-300:]


def prepare(folder: Path, random: Random) -> dict[str, str]:
    """Write the files that calls are given; return their paths by name."""
    places = {
        name: str(folder / name) for name in ("keys", "text", "empty", "binary", "recording", "damaged", "folder")
    }
    places |= {name: str(folder / f"{name}.py") for name in ("program", "broken")}
    places |= {"fifo": str(folder / "fifo"), "new": str(folder / "new" / "x")}
    places |= {name: str(folder / f"{name}.bas") for name in ("listing", "huge")}
    os.mkfifo(places["fifo"])
    Path(places["folder"]).mkdir()
    for name, data in {"keys": b"1K\n", "text": b"text", "empty": b"", "binary": b"\xff\xfe\x80" * 50}.items():
        Path(places[name]).write_bytes(data)
    Path(places["program"]).write_text(PROGRAM, encoding="utf-8")
    Path(places["listing"]).write_text('10 PRINT "1"\n20 A=GET\n')
    with open(places["huge"], "wb") as stream:
        stream.truncate(10**12)  # a hole, which takes no space
    Path(places["broken"]).write_text("def main(m:\n", encoding="utf-8")
    record = ["play", "dominoes", "--front", "headless", "--keys", "12K3", "--record", places["recording"]]
    subprocess.run([*RETRO, *record], env=os.environ | {FOLDER_VARIABLE: str(folder / "data")}, check=True)
    Path(places["damaged"]).write_bytes(damaged(Path(places["recording"]).read_bytes(), random)[1])
    return places


def main(count: int, seed: int) -> int:
    """Make the calls and print what was wrong; return 1 if anything was."""
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        places = prepare(folder, Random(seed))
        for number in range(count):
            call = Call(Random(f"{seed} {number}"), places)
            shutil.rmtree(folder / "new", ignore_errors=True)
            (folder / "new").mkdir()
            fault, error = outcome(call, folder)
            found[fault or "as expected"] += 1
            if fault:
                print(f"{number}: {fault}: retro {call.argv} {call.streams} {call.locale}\n    {error}", flush=True)
    print(f"seed {seed}: {count} calls, {', '.join(f'{number} {what}' for what, number in found.items())}")
    return int(set(found) != {"as expected"})


if __name__ == "__main__":
    if shutil.which("bash") is None:
        sys.exit("bash is not installed")
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
