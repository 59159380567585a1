"""What each command refuses: one line on standard error, status 2, and no file written or changed."""

import shlex

import pytest

from retro.cli import main
from retro.session.storage import FOLDER_VARIABLE

# What is typed after `retro`, and a part of what is said; game.jsonl is a recording, LICENSE a text, two.ssd a disc
# with the programs ONE and TWO, same.gif a link to game.jsonl, and old.py is a program that is there.
REFUSED = r"""
pley dominoes -> retro has no command 'pley': expected one such as play
dominoes -> 'dominoes' is no command: to play it, type retro play dominoes
LICENSE -> retro has no command 'LICENSE'
--vershun -> retro has no command '--vershun': expected one such as --version
study basic -> BASIC's prompt has no listing: expected a program
list --loud -> retro list has no option --loud. retro list --help shows those it has
list more -> 'more' is one word too many: expected retro list [OPTION ...]
list $'\x1b[2J' -> '\x1b[2J' is one word too many
play domino -> There is no program called 'domino'. Did you mean dominoes? Expected
play nowhere.py -> There is no file nowhere.py
play LICENSE -> LICENSE is no program: expected a file that ends in one of .py, .bas, .ssd
play game.jsonl -> game.jsonl is a recording: retro replay game.jsonl shows it
play broken.py -> broken.py, line 2: '(' was never closed
play none.py -> is no program: it has no function main(m)
play dominoes snake -> 'snake' is one word too many: expected retro play [NAME|FILE|DIR]
play dominoes --sped fast -> retro play has no option --sped. Did you mean --speed?
play --sped fast -> retro play has no option --sped. Did you mean --speed?
play dominoes --chat -> Did you mean --cheat?
play dominoes_plus --original -> retro play has no option --original. retro play --help shows those it has.
play dominoes --s 1 -> Did you mean --seed or --speed or --
play dominoes --seed -> --seed needs a value: expected a whole number
play dominoes --seed x -> --seed x: expected a whole number from
play dominoes --seed 2147483648 -> --seed 2147483648: expected a whole number from -2147483647 to 2147483647
play dominoes --seed -2147483648 -> --seed -2147483648: expected a whole number from -2147483647 to 2147483647
play dominoes --mute=yes -> --mute takes no value
play dominoes --scale 0 -> --scale 0: expected a whole number from 1 to 16
play dominoes --scale 17 -> --scale 17: expected a whole number from 1 to 16
play dominoes --front headless --scale 2 -> --scale, --pixels, --shape and --fullscreen go
play dominoes --front terminal --fullscreen -> --scale, --pixels, --shape and --fullscreen go
play dominoes --front plain --render pixels -> --render goes with a terminal
play dominoes --front window --render chars -> --render goes with a terminal
play dominoes --front plain --speed authentic -> does not go with --front plain
play dominoes --keys 1 -> --keys, --screen, --stream and --wav go with --front headless
play dominoes --front terminal --stream x -> --keys, --screen, --stream and --wav go with --front headless
play dominoes --front headless --screen - --stream - -> --screen - and --stream -: standard output takes one of them
play dominoes --front headless --keys <X> -> <X> is no key: expected one of
play dominoes --front headless --keys ` -> no key types '`'
play dominoes --front headless --keys $'7\u20ac' -> no key types '€'
play dominoes --front headless --keys none.bin -> none.bin is not text: byte 0 is not UTF-8
play dominoes --front headless --screen no/x -> no/x cannot be written: No such file or directory
play dominoes --front headless --screen no/x.png -> no/x.png cannot be written: No such file or directory
play dominoes --front headless --stream no/x.vdu -> no/x.vdu cannot be written: No such file or directory
play dominoes --front headless --wav no/x.wav -> no/x.wav cannot be written: No such file or directory
play dominoes --screen x.jpg -> --screen x.jpg: expected a name that ends in .png, or
play dominoes --wav x.mp3 -> --wav x.mp3: expected a name that ends in .wav
play dominoes --record game.jsonl -> game.jsonl is there already, and is left as it is
play dominoes --record no/where -> no/where cannot be written: No such file
play dominoes --resume -> There is no unfinished game of dominoes
play --resume dominoes -> There is no unfinished game of dominoes
play --resume -> --record and --resume go with a program
--record x -> --record and --resume go with a program
--fullscreen --front plain -> --fullscreen
play --reload -> --reload goes with a program
play snake --reload --resume -> --reload goes with a program, and with a new game
play snake --reload start --front plain -> --reload goes with a window or a terminal
play two.ssd --chain NOTES --front headless -> --chain NOTES: expected one of $.TWO, $.ONE
basic nothing.bas --front headless -> nothing.bas
study -> Which program?
study dominos -> There is no program called 'dominos'
study dominoes --break PROCX -> dominoes has no procedure 'PROCX': expected one such as
study dominoes --basic -> --basic goes with --edit PROC
study dominoes --lines-a-second 0 -> --lines-a-second 0.0: expected more than 0
study dominoes --front plain -> --front plain: expected one of auto, window, terminal, headless
study dominoes --front headless --run --record no/x -> no/x cannot be written: No such file or directory
study dominoes --screen x.png -> go with --front headless
study dominoes --seed 99999999999 -> --seed 99999999999
study dominoes --resume -> There is no unfinished game of dominoes
replay -> Something is missing: expected retro replay FILE [OPTION ...]
replay nowhere -> nowhere cannot be read: No such file or directory
replay game.jsonl --speed 0 -> --speed 0.0: expected a number from 0.01 to 100
replay game.jsonl --speed nan -> --speed nan: expected a number
replay game.jsonl --idle -1 -> --idle -1.0: expected a number of seconds
replay game.jsonl --at 1 -> --at goes with --png FILE
replay game.jsonl --png x.png --at 1e6 -> --at 1e+06: game.jsonl is over after
replay game.jsonl --from 99 -> game.jsonl has 3 key presses, expected a number from -3 to 3
replay game.jsonl --gif x.png -> --gif x.png: expected a name that ends in .gif
replay game.jsonl --gif same.gif -> same.gif is the recording itself, and is left as it is
replay game.jsonl --gif x.gif --from 1 -> --from and --record go with a game that is played
replay game.jsonl --png no/where.png -> no/where.png cannot be written: No such file or directory
replay game.jsonl --program x.py -> game.jsonl is a game of dominoes, which is here
replay game.jsonl --png x.png --fullscreen -> --fullscreen goes with a game that is shown
replay game.jsonl --png x.png --render kitty -> --render goes with a game that is shown
replay game.jsonl --png x.png --keys 7 -> --keys goes with a game that is shown
replay game.jsonl --png x.png --screen - -> --screen goes with a game that is shown
replay game.jsonl --png x.png --stream - -> --stream goes with a game that is shown
listing domino -> There is no program called 'domino'. Did you mean dominoes? Expected
listing nowhere.py -> There is no file nowhere.py
listing dominoes sport -> dominoes has no procedure or variable 'sport': expected one such as PROCSPOTS
listing dominoes xyzzy -> dominoes has no procedure or variable 'xyzzy': expected one such as main, PROCTITLE
listing dominoes 28000 -> dominoes has no line 28000
listing dominoes --width 39 -> --width 39: expected a whole number from 40 to 1000
listing dominoes spots --bas -> --bas is for the whole program, so spots does not go with it
listing dominoes --graph spots -> --graph is for the whole program, so spots does not
listing dominoes --bas --graph -> --graph and --bas: expected one of them
listing dominoes --ssd x.uef -> --ssd x.uef: expected a name that ends in .ssd
listing dominoes --ssd no/x.ssd -> no/x.ssd cannot be written: No such file or directory
listing dominoes --html /nowhere/x.html -> /nowhere/x.html cannot be written: No such file or directory
listing snake --bas -> There is no BASIC listing of snake
listing two.ssd --chain NOTES -> has no program NOTES, expected one of $.TWO, $.ONE
listing two.ssd --html x.html -> has several programs: expected --chain and one of $.TWO, $.ONE
listing two.ssd PROCX --chain one -> ONE has no procedure or variable 'PROCX'
score snake -> snake has no opponent: expected a function opponent(v) in snake_explained.py
score dominoes --games 0 -> --games 0: expected a whole number from 1 to 1000000
new -> No file: expected a name ending in .py
new game -> game: expected a name ending in .py
new .py -> expected a name ending in .py
new folder/.py -> expected a name ending in .py
new game.txt -> expected a name ending in .py
new old.py -> old.py is there already, and is left as it is
new no/x.py -> no/x.py cannot be written: No such file or directory
new --example files x.py -> x.py: expected the name of a folder, for files.py and levels.py
udg nofile -> nofile: expected a program, a name ending in .py or .bas
vdu nowhere -> nowhere cannot be read
vdu LICENSE --png=x.gif -> --png x.gif: expected a name that ends in .png
vdu LICENSE --json --png -> --text, --json and --png: expected one of them
completion tcsh -> SHELL tcsh: expected one of bash, zsh, fish
web -> Nothing to do: expected --out DIR
web --port 99999 -> --port 99999: expected a whole number from 0 to 65535
"""
CASES = [line.split(" -> ") for line in REFUSED.strip().splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the files of the table."""
    from tests.library.test_basic_program import TWO, disc

    folder = tmp_path_factory.mktemp("files")
    disc(folder, TWO)
    (folder / "disc.ssd").rename(folder / "two.ssd")
    recording = str(folder / "game.jsonl")
    assert main(["play", "dominoes", "--front", "headless", "--keys", "123", "--record", recording]) == 0
    (folder / "LICENSE").write_text("A text\n")
    (folder / "broken.py").write_text("def main(m):\n    m.print(\n")
    (folder / "none.py").write_text("x = 1\n")
    (folder / "old.py").write_text("mine")
    (folder / "none.bin").write_bytes(b"\xff\xfe")
    (folder / "same.gif").symlink_to(recording)
    return folder


@pytest.mark.parametrize(("line", "sentence"), CASES, ids=[line for line, _ in CASES])
def test_a_refusal_is_one_sentence_and_changes_nothing(line, sentence, folder, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.chdir(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    words = [word.removeprefix("$").encode().decode("unicode_escape") for word in shlex.split(line)]
    assert main(words) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith("retro: ")
    assert sentence in printed.err
    assert (printed.err.count("\n"), printed.out) == (1, "")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
