"""Our edition of Dominoes: the option to see the computer's hand, and the keys, the pace and the screen as text."""

from dataclasses import replace
from typing import Annotated

from retro import Machine
from retro.basic import Array, edition, tab

from . import dominoes
from .dominoes import Variables
from .dominoes_sitting import END_KEYS, MORE_KEYS, TURN_KEYS, Sitting, play_in_words

KEYS = TURN_KEYS + END_KEYS + MORE_KEYS[:2] + MORE_KEYS[3:]
# What text-only displays show for the characters: a face's number, and "#" for the blank face.
STAND_INS = {224 + 7 * turn + spots: str(spots) for turn in range(4) for spots in range(7)} | {252: "#"}
PACE = 4.15  # how many times as long as on the Electron it takes to draw at normal speed: PROCPLOT half a second


def main(
    m: Machine,
    *,
    cheat: Annotated[bool, "show the computer's hand (line 20020)"] = False,
    day: Annotated[int, "the date of the daily game, as 20261122; 0: only the original's games", range(10**8)] = 0,
) -> None:
    """Play the original; cheat replaces PROCDRAW_COMPUTER_HAND by SHOW_COMPUTER_HAND."""
    game = edition(dominoes.main, PROCDRAW_COMPUTER_HAND=SHOW_COMPUTER_HAND) if cheat else dominoes.main
    if day:
        Sitting(m, day, cheat, SHOW_COMPUTER_HAND).play(m, game)
    else:
        play_in_words(m, game)


def SHOW_COMPUTER_HAND(m: Machine, v: Variables) -> None:
    """Draw the computer's hand as PROCDRAW_PLAYER_HAND draws the human's, 21 columns to the right.  Described.

    This is PROCDRAW_COMPUTER_HAND with line 20020 as the description alters it.
    """
    as_player_1 = replace(v, N=Array(v.N[1:]), R=Array(v.R[1:]), L=Array(v.L[1:]))
    draw = edition(dominoes.PROCDRAW_PLAYER_HAND, tab=lambda column, row: tab(column + 21, row))
    draw(m, as_player_1)
    v.D_s = as_player_1.D_s
