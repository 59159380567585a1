"""Plays a learner's own program of the snake's course on its standard streams, and finds the first wrong line."""

import os
import random
import re
import runpy
import sys
from collections.abc import Generator, Sequence
from contextlib import redirect_stdout, suppress
from io import TextIOBase
from itertools import zip_longest
from types import FrameType, SimpleNamespace
from typing import Any

from retro.course.trial import LineLimit, Wrong, fault_in
from retro.frontends.headless import Runaway
from retro.library.catalogue import path_of
from retro.library.errors import LaunchError
from retro.machine.frontend import PowerOff

LONGEST_OUTPUT = 20_000  # characters between two inputs; the longest display has some 300
MOST_STEPS = 1_000_000  # of Python's bytecode between two inputs
MOST_MOVES = 150
PIECE = re.compile(r"\[(\d), (\d)\]")
WRONG_INPUTS = ("abc", "99", "-99", "", "1.5")
UNSEEN = (-1, -1)  # a piece that the player has not seen
HANDS = {"player": (7, 6), "computer": (6, 7)}  # by who moves first: how many pieces player and computer have

StageGame = Generator[str, Sequence[str], None]  # yields what is typed, and is sent the lines printed before


def check_stage(stage: int, games: int, path: str) -> str:
    """Return the first difference of a program from a stage of the course; empty if there is none."""
    if not os.path.isfile(path):
        raise LaunchError(f"{path} is not there: expected a program in Python")
    rules = SimpleNamespace(**runpy.run_path(path_of("snake")))
    for seed in range(1, games + 1):
        game = stage_game(rules, stage, random.Random(seed))
        random.seed(seed)  # so that the learner's program deals the same again, unless it has a seed of its own
        if fault := fault_in(Console(path, game).run):
            return f"Game {seed}: {fault}"
    return ""


class Console(LineLimit, TextIOBase):
    """Standard input and output of a learner's program that plays a game."""

    most_lines = MOST_STEPS

    def __init__(self, path: str, game: StageGame) -> None:
        super().__init__()
        self._path, self._game, self._text = path, game, ""
        self._over: Exception | None = None  # why the game is over
        next(game)

    def run(self) -> None:
        """Run the program. Raises what it raises, Runaway, and Wrong at the first line that differs."""
        before, sys.stdin = sys.stdin, self
        try:
            with redirect_stdout(self), self.tracing(), suppress(PowerOff, SystemExit):
                runpy.run_path(self._path, run_name="__main__")
        finally:
            sys.stdin = before
        if self._over is None:
            with suppress(PowerOff):
                self.readline()
                raise Wrong("It has ended, but the game goes on.")
        if self._over and not isinstance(self._over, StopIteration):
            raise self._over

    def called(self, frame: FrameType, event: str, arg: object) -> Any:
        """Trace the functions of the program's own file."""
        frame.f_trace_opcodes = True  # `while True: pass` is one line, at which nothing else is traced
        return self.line if frame.f_code.co_filename == self._path else None

    def write(self, text: str) -> int:
        """Take printed text. Raises PowerOff if the game is over."""
        self._text += text
        if len(self._text) > LONGEST_OUTPUT:
            self._over = Runaway("it prints on and on without asking for input")
        if self._over:
            raise PowerOff
        return len(text)

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        """Return the line that is typed after what was printed. Raises PowerOff if the game is over."""
        lines, self._text, self.lines = self._text.splitlines(), "", 0
        try:
            return f"{self._game.send(lines)}\n"
        except (StopIteration, Wrong) as error:
            self._over = self._over or error
            raise PowerOff from None


def stage_game(rules: Any, stage: int, chance: random.Random) -> StageGame:
    """Play a game by the rules of a stage, with moves by chance. Raises Wrong at the first line that differs."""
    lines = yield ""
    if stage == 1:
        check_deal(rules, lines)
        return
    display = rules.display_2 if stage == 2 else rules.display_3
    legal, apply_move = (rules.legal_3, rules.apply_move_3) if stage < 4 else (rules.legal_4, rules.apply_move_4)
    player = tuple(piece for line in lines if re.match(r"\d+:", line) for piece in pieces_in(line))
    first = "player" if len(player) == 7 else "computer"
    snake = pieces_in(*lines[4:5])[:1] or ((0, 0),)
    state = rules.SnakeState((UNSEEN,) * 14, (UNSEEN,) * (13 - len(player)), player, snake, first)
    compare("the start", display(state), lines, "that is what the first display must be")
    for _ in range(MOST_MOVES if stage > 2 else 0):
        if rules.result(state):
            return
        if state.status == "player":
            moves = [k for k in range(-len(state.player), len(state.player) + 1) if k]
            illegal = [k for k in moves if not legal(state, k)]
            refused = {chance.choice(WRONG_INPUTS): rules.INVALID} | {str(k): rules.ILLEGAL for k in illegal[:1]}
            for text, sentence in refused.items():
                if chance.random() < 0.3:
                    lines = yield text
                    compare(f"the input {text!r}", [sentence], lines, "this input is no move that may be made")
            k = chance.choice([k for k in moves if k not in illegal] or [0])
            lines, what = (yield str(k)), f"the move {k}"
            why = f"this lays a piece at the {'right' if k > 0 else 'left'} end" if k else "this takes a piece"
            drawn = pieces_in(*(line for line in lines if line.startswith(f"{len(state.player) + 1}:")))
            state = state._replace(stock=state.stock[:-1] + (drawn or state.stock)[-1:])
        else:
            lines, what, why = (yield ""), "the computer's move", "it lays a piece, or takes one from the stock"
            k, piece = laid(state, pieces_in(*lines[4:5]))
            state = state._replace(computer=(piece, *state.computer[1:]))
            if not legal(state, k):
                raise Wrong(f"The computer has laid {list(piece)}, which does not fit there.")
        state = apply_move(state, k)
        compare(what, display(state), lines, why + ", turned so that equal numbers touch" * (stage > 3))


def check_deal(rules: Any, lines: Sequence[str]) -> None:
    """Check the five variables of stage 1. Raises Wrong."""
    stock, computer, player, snake, status = (*lines, *[""] * 5)[:5]
    parts = [pieces_in(line) for line in (stock, computer, player, snake)]
    state = rules.SnakeState(*parts, status.removeprefix("Status: "))
    compare("the start", rules.listing(state), lines, "that is the form in which the deal is printed")
    highest = max(piece[0] for piece in (UNSEEN, *state.computer, *state.player) if piece[0] == piece[1])
    problems = {
        "the 28 different pieces are not all there once": sorted(
            tuple(sorted(piece)) for part in parts for piece in part
        )
        != sorted(rules.full_set()),
        "the snake must be one double": [a == b for a, b in state.snake] != [True],
        "a hand holds a higher double": state.snake[:1] < ((highest, highest),),
        "the side that had no starting piece moves first, with seven": HANDS.get(state.status)
        != (len(state.player), len(state.computer)),
    }
    for sentence, holds in problems.items():
        if holds:
            raise Wrong(f"The deal: {sentence}.")


def laid(state: Any, shown: Sequence[tuple[int, int]]) -> tuple[int, tuple[int, int]]:
    """Return the computer's move and its piece, from the pieces of the snake that are shown; 0 if no piece is new."""
    known = {tuple(sorted(piece)) for piece in (*state.snake, *state.player)}
    ends = {-1: shown[:1], 1: shown[-1:]}
    found = [(k, piece) for k, end in ends.items() for piece in end if tuple(sorted(piece)) not in known]
    return found[0] if found else (0, UNSEEN)


def pieces_in(*lines: str) -> tuple[tuple[int, int], ...]:
    """Return the pieces that lines of output show."""
    return tuple((int(a), int(b)) for line in lines for a, b in PIECE.findall(line))


def compare(what: str, expected: Sequence[str], found: Sequence[str], why: str) -> None:
    """Raise Wrong at the first line that is not the expected one. what: happened before."""
    names = {None: "no line", "": "an empty line"}
    for number, (one, other) in enumerate(zip_longest(expected, found), 1):
        if one != other:
            lines = [names.get(line, repr(line)) for line in (other, one)]
            raise Wrong(f"After {what}, line {number} is {lines[0]}, expected {lines[1]}: {why}.")
