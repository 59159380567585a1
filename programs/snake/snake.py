"""Domino Snake

One snake, two hands, 28 dominoes: be first without any. Five stages, from a mere deal to a
computer that counts what is left.

The staged project "Dominoes" of a programming course (JetBrains Academy) has no listing. Five texts
describe what each stage adds, and each stage is a program of its own: --stage 1 to 5. Its functions,
one for each objective, are in rules/stage1.py to rules/stage5.py. --plain, in this file, prints the
course's text, character for character; --front plain uses it without being asked. The other display,
face.py with screen.py and pages.py, is a game for the machine's 40 columns.
"""

from typing import Annotated

from retro import Machine
from retro.basic import NL

from .face import machine_face
from .game import DEALS, computer_move, make_move, new_game
from .rules import stage1, stage2, stage3
from .rules.stage1 import PLAYER
from .rules.stage3 import result
from .rules.stages import RULES, STAGES, move_error, parse_choices, parse_state
from .variables import Variables

# The keys and what they do.
KEYS = (
    ("0", "take one, or pass"),
    ("1-9", "lay that piece"),
    ("-", "at the left end"),
    ("+", "at the right end"),
    ("LEFT", "mark a piece"),
    ("RIGHT", "mark a piece"),
    ("RETURN", "lay the marked piece"),
    ("H", "hint"),
    ("U", "undo"),
    ("N", "new game"),
    ("L", "left; list of moves"),
    ("R", "right; rules"),
    ("M", "marks"),
    ("?", "help"),
    ("Q", "quit"),
)


def main(
    m: Machine,
    *,
    stage: Annotated[
        int | None, "1 the deal, 2 the display, 3 a game without rules, 4 with rules, 5 it counts; else a list", STAGES
    ] = None,
    deal: Annotated[int, "the number of the deal; 0: any", range(1, DEALS + 1)] = 0,
    state: Annotated[
        str, "begin here: the output of --stage 1, or stock/computer/player/snake/mover", parse_state
    ] = "",
    choices: Annotated[str, 'stages 3, 4: the computer\'s next random numbers, as "2 0 -3"', parse_choices] = "",
    sampling: Annotated[bool, "stage 5: a stronger computer, which samples the hidden pieces"] = False,
    plain: Annotated[bool, "the course's own text, 70 columns, and nothing else"] = False,
) -> None:
    """Play a stage of the course on either display. Documented; the list of stages, without options, ours."""
    v = new_game(m, stage or STAGES[-1], deal, state)
    v.choices = parse_choices(choices)
    v.sampling = sampling
    if plain:
        plain_face(m, v)
    else:
        machine_face(m, v, choose=not (stage or deal or state))


# the course's display: lines of text


def plain_face(m: Machine, v: Variables) -> None:
    """Show a stage as the course does, on 80 columns and on the printer. Documented; screen and printer ours."""
    m.mode(3)
    m.vdu(2)
    if v.stage in NOT_PLAYED:
        m.print(NL.join(NOT_PLAYED[v.stage](v.state)))
        return
    while not result(v.state):
        m.print(NL.join(stage3.display(v.state)))
        make_move(v, ask_player(m, v) if v.state.status == PLAYER else ask_enter(m, v))
    m.print(NL.join(stage3.display(v.state)))


def read_line(m: Machine) -> str:
    """Return the line typed, without echo on the printer. Ours."""
    m.vdu(3)
    line = m.input(mark="", line=True)
    m.vdu(2)
    return line


def ask_player(m: Machine, v: Variables) -> int:
    """Ask until the answer is a move; print what is wrong with the others. Stages 3 and 4. Documented."""
    while wrong := move_error(RULES[v.stage], v.state, line := read_line(m)):
        m.print(wrong)
    return stage3.parse_move(line) or 0


def ask_enter(m: Machine, v: Variables) -> int:
    """Wait for Enter, ignoring what is typed before it, and return the computer's move. Stage 3. Documented."""
    read_line(m)
    return computer_move(m, v)


NOT_PLAYED = {1: stage1.listing, 2: stage2.display}
