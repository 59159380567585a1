"""The course's transcripts, character for character: through the plain front end, the command line, a real terminal."""

import io
import json
import re
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

import pytest
from retro.programs.snake import edition
from retro.programs.snake.rules.given import parse_state
from retro.programs.snake.snake import SnakeState, listing

from retro.frontends.plain import Plain
from tests.support.pseudo_terminal import NEEDED, OWN, PseudoTerminal, fcntl, until

VECTORS = json.loads((Path(__file__).parents[2] / "model" / "snake-vectors.json").read_text(encoding="utf-8"))


def options(name):
    """Return the options that begin a transcript's game."""
    vector = VECTORS[name]
    parts = {key: value if key == "status" else tuple(map(tuple, value)) for key, value in vector["state"].items()}
    return {
        "stage": int(name[0]),
        "state": "\n".join(listing(SnakeState(**parts))),
        "choices": " ".join(map(str, vector["choices"])),
        "plain": True,
    }


def outputs(name):
    """Return the program's output in a transcript, split at the inputs."""
    return re.split(r"^>.*\n", VECTORS[name]["transcript"].removesuffix("\n") + "\n", flags=re.MULTILINE)


def words(name):
    """Return the options of a transcript as command-line words."""
    chosen = options(name)
    return [word for key in ("stage", "state", "choices") for word in (f"--{key}", str(chosen[key]))]


COMMAND = [sys.executable, "-m", "retro", "play", "snake", "--front", "plain"]


def play_out(text, **chosen):
    """Return the program's output for these lines of input."""
    sink = io.BytesIO()
    Plain(io.BytesIO(text.encode()), sink).run(lambda m: edition.main(m, plain=True, **chosen), 1)
    return sink.getvalue().decode()


def test_all_examples_of_the_course_are_present():
    assert len([name for name in VECTORS if "full" not in name]) == 12
    assert len(VECTORS) == 15


@pytest.mark.parametrize("name", VECTORS)
def test_transcript(name):
    sink = io.BytesIO()
    source = io.BytesIO("".join(f"{line}\n" for line in VECTORS[name]["inputs"]).encode())
    Plain(source, sink).run(lambda m: edition.main(m, **options(name)), 1)
    assert sink.getvalue().decode() == "".join(outputs(name))


@pytest.mark.parametrize("name", VECTORS)
def test_the_inputs_of_a_transcript_are_those_in_it(name):
    lines = [line[2:] for line in VECTORS[name]["transcript"].splitlines() if line.startswith(">")]
    given = VECTORS[name]["inputs"]
    assert lines[: len(given)] == given
    assert lines[len(given) :] in ([], [""])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["3.1", "5.full.won"])
def test_transcript_through_a_pipe(name):
    typed = "".join(f"{line}\n" for line in VECTORS[name]["inputs"])
    done = subprocess.run([*COMMAND, *words(name)], input=typed.encode(), capture_output=True, check=False)
    assert done.stdout.decode() == "".join(outputs(name))
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_output_of_stage_1_is_accepted_as_a_state():
    dealt = play_out("", stage=1)
    assert play_out("", stage=1, state=dealt) == dealt
    assert "\n".join(listing(parse_state(dealt))) + "\n" == dealt


# bad input; the game of 4.1, with seven pieces and [6, 6] on the table

INVALID, ILLEGAL = "Invalid input. Please try again.\n", "Illegal move. Please try again.\n"
FIRST = outputs("4.1")[0]
WRONG = ["Hello", "", "-", "+", "3.0", "1e1", "5 6", "0x1", "--3", "1_0", "１１", "4１", "x" * 200, "1\t2", "é", "``"]


@pytest.mark.parametrize("line", [*WRONG, "8", "-8", "-25", "99999999999999999999"])
def test_lines_that_are_no_moves_are_invalid(line):
    assert play_out(f"{line}\n", **four()) == FIRST + INVALID


@pytest.mark.parametrize("line", ["5", "-5", "3"])
def test_pieces_that_do_not_fit_are_illegal(line):
    assert play_out(f"{line}\n", **four()) == FIRST + ILLEGAL


@pytest.mark.parametrize(
    ("line", "snake_then"),
    [(" 4 ", "[6, 6][6, 2]"), ("+4", "[6, 6][6, 2]"), ("04", "[6, 6][6, 2]"), ("-4", "[2, 6][6, 6]")],
)
def test_a_move_may_be_written_in_several_ways(line, snake_then):
    after = play_out(f"{line}\n", **four()).removeprefix(FIRST)
    assert after.splitlines()[4] == snake_then


@pytest.mark.parametrize("line", ["0", "-0", "+0", "00"])
def test_0_takes_a_piece(line):
    after = play_out(f"{line}\n", **four()).removeprefix(FIRST).splitlines()
    assert after[1] == "Stock size: 13"
    assert after[14] == "8:[5, 5]"


def test_ten_bad_inputs_are_ten_sentences_and_no_new_display():
    assert play_out("x\n5\n" * 5, **four()) == FIRST + (INVALID + ILLEGAL) * 5


def test_with_an_empty_stock_0_only_passes():
    text = play_out("0\n", state="/25/13 46/66/player", stage=5)
    first, second = text.split("=" * 70 + "\n")[1:]
    assert first.replace("It's your turn to make a move. Enter your command.", "") == second.replace(
        "Computer is about to make a move. Press Enter to continue...", ""
    )


@pytest.mark.parametrize("line", ["", "0", "Q", "-25", "anything at all"])
def test_at_the_computers_turn_every_line_counts_as_enter(line):
    vector = options("5.1")
    assert play_out(f"{line}\n", stage=5, state=vector["state"]) == "".join(outputs("5.1"))


def test_commands_of_the_other_display_are_invalid():
    assert play_out("r\nq\nN\n", **four()) == FIRST + INVALID * 3


def test_help_a_hint_and_undo_are_answered_in_place_of_a_move():
    help_text, hint, nothing = play_out("?\nh\nu\n", **four()).removeprefix(FIRST).rsplit("\n", 3)[:3]
    assert max(map(len, help_text.splitlines())) <= 70
    assert "-1 at the left" in " ".join(help_text.split())
    assert (hint, nothing) == ("[1, 6] left: its numbers are common.", "There is nothing to take back.")
    assert play_out("4\n\nu\n", **four()).endswith(FIRST)
    assert play_out("4\n\nu\n4\n", **four()).count("[6, 6][6, 2]\n") == 3


def four():
    chosen = options("4.1")
    return {"stage": 4, "state": chosen["state"]}


# in a terminal


@pytest.fixture
def terminal(tmp_path):
    """Return a function that starts the program in a pseudo-terminal."""
    if fcntl is None:
        pytest.skip(NEEDED)
    started = []

    def start(*more):
        code = f"{OWN}import sys; from retro.cli import main; sys.exit(main(sys.argv[1:]))"
        command = [sys.executable, "-c", code, *COMMAND[3:], *more]
        started.append(PseudoTerminal(command, 80, 25, environment={"RETRO_DATA": str(tmp_path)}))
        return started[-1]

    yield start
    for one in started:
        one.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in VECTORS if name not in ("5.full.won", "5.full.computer")])
def test_transcript_in_a_terminal(name, terminal):
    here = terminal(*words(name))
    shown = ""
    for output, line in zip_longest(outputs(name), [*VECTORS[name]["inputs"], "\x04"]):
        shown += output.replace("\n", "\r\n")
        until(lambda shown=shown: here.written.decode() == shown)
        if line == "\x04":
            here.type(line)
            break
        here.type(f"{line}\n")
        shown += f"{line}\r\n"
    assert here.ended() == 0
    assert here.written.decode() == shown


@pytest.mark.slow
def test_ctrl_c_ends_it_quietly(terminal):
    here = terminal(*words("4.1"))
    until(lambda: b"Enter your command." in here.written)
    here.type("\x03")
    assert here.ended() == 130
    assert here.written.decode().replace("\r\n", "\n") == outputs("4.1")[0] + "^C"
