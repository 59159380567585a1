"""Plays a learner's own program of the snake's course by its standard streams, and finds the first wrong line."""

import os
import queue
import re
import runpy
import subprocess
import sys
import threading
from contextlib import suppress
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from retro.library.catalogue import path_of
from retro.library.errors import LaunchError

PATIENCE = 5.0  # seconds that a program may compute between two inputs
MOST_LINES = 300  # printed between two inputs, and of a game without an end
MOST_MOVES = 150
LONGEST_LINE = 500  # characters; longer ones are cut
PIECE = re.compile(r"\[(\d), (\d)\]")
WRONG_INPUTS = ("abc", "99", "-99", "", "1.5")


class Differs(Exception):
    """The program's output differs from the course's; str() names the line and the reason."""


class Conversation:
    """A running program, with its output line by line and its input."""

    def __init__(self, path: str, folder: str) -> None:
        command = [sys.executable, "-I", "-u", path]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, cwd=folder)
        self.lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self.has_ended, self.last = False, ""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        stream = self.process.stdout
        while stream and (line := stream.readline(LONGEST_LINE)):
            self.lines.put(line.decode("utf-8", "replace").rstrip("\r\n"))
        self.lines.put(None)

    def line(self, expected: str) -> str:
        """Return the next line of output. Raises Differs, with the `expected` line, if there is none."""
        try:
            found = self.lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise Differs(
                f"It prints nothing for {PATIENCE:g} seconds; expected: {expected or 'an empty line'}"
            ) from None
        if found is None:
            self.has_ended = True
            error = f" with {self.last}" if "Error" in self.last else ""
            raise Differs(f"It has ended{error}; expected: {expected or 'an empty line'}")
        self.last = found
        return found

    def close(self) -> None:
        """End the program, and read the rest of its output."""
        self.process.kill()
        with suppress(OSError, queue.Empty), self.process:
            while not self.has_ended:
                self.has_ended = self.lines.get(timeout=PATIENCE) is None

    def say(self, text: str) -> None:
        """Send a line to the program's input."""
        if self.process.stdin:
            try:
                self.process.stdin.write(f"{text}\n".encode())
                self.process.stdin.flush()
            except OSError:
                raise Differs("It has ended, though the game goes on.") from None


def check_stage(stage: int, games: int, path: str) -> str:
    """Return the first difference of a program from a stage of the course; empty if there is none."""
    if not os.path.isfile(path):
        raise LaunchError(f"{path} is not there: expected a program in Python")
    rules = runpy.run_path(path_of("snake"))
    for seed in range(1, games + 1):
        with TemporaryDirectory(prefix="retro-course-") as folder:
            talk = Conversation(path, folder)
            try:
                StageGame(rules, stage, talk, Random(seed)).play()
            except Differs as differs:
                return f"Game {seed}: {differs}"
            finally:
                talk.close()
    return ""


class StageGame:
    """A game of a learner's program, whose displays are compared with those of our rules."""

    def __init__(self, rules: dict[str, Any], stage: int, talk: Conversation, chance: Random) -> None:
        self.rules, self.stage, self.talk, self.chance = rules, stage, talk, chance
        self.what = "the deal"

    def play(self) -> None:
        """Play the game to its end. Raises Differs."""
        state = self._deal() if self.stage == 1 else self._opening()
        for _ in range(MOST_MOVES if self.stage > 2 else 0):
            if self.rules["result"](state):
                return
            state = self._computers(state) if state.status == "computer" else self._players(state)

    def _deal(self) -> Any:
        """Read the five variables of stage 1. Raises Differs."""
        titles = ("Stock pieces", "Computer pieces", "Player pieces", "Domino snake", "Status")
        lines = [self.talk.line(f"{title}: ...") for title in titles]
        parts = [tuple((int(a), int(b)) for a, b in PIECE.findall(line)) for line in lines[:4]]
        state = self.rules["SnakeState"](*parts, lines[4].removeprefix("Status: "))
        self._compare(self.rules["listing"](state), lines, "it is printed in another form than the course's")
        pieces = [tuple(sorted(piece)) for part in parts for piece in part]
        mover = {"player": (7, 6), "computer": (6, 7)}
        hands = len(parts[2]), len(parts[1])
        problems = {
            "the 28 different pieces are not all there once": sorted(pieces) != sorted(self.rules["full_set"]()),
            "the snake must be one double": [a == b for a, b in parts[3]] != [True],
            "a hand holds a higher double": any(a == b > parts[3][0][0] for a, b in (*parts[1], *parts[2])),
            "the side that had no starting piece moves first, with seven": hands != mover.get(state.status),
        }
        for sentence, holds in problems.items():
            if holds:
                raise Differs(f"The deal: {sentence}.")
        return state

    def _opening(self) -> Any:
        """Read the first display, and take the player's pieces and the snake from it. Raises Differs."""
        lines = self._display()
        pieces = [tuple((int(a), int(b)) for a, b in PIECE.findall(line)) for line in lines]
        snake = pieces[4] if len(pieces) > 4 else ()
        player = tuple(piece for found, line in zip(pieces, lines) for piece in found if re.match(r"\d+:", line))
        mover = "player" if len(player) == 7 else "computer"
        unknown = ((-1, -1),) * (13 - len(player))
        state = self.rules["SnakeState"](((-1, -1),) * 14, unknown, player, snake[:1] or ((0, 0),), mover)
        self._compare(self._expected(state), lines, "that is what the first display must be")
        return state

    def _computers(self, state: Any) -> Any:
        """Press Enter, and find the computer's move from the next display. Raises Differs."""
        self.what = "the computer's move"
        self.talk.say("")
        lines = self._display()
        shown = [(int(a), int(b)) for a, b in PIECE.findall(lines[4])] if len(lines) > 4 else []
        snake, held, stock = state.snake, state.computer, state.stock
        left, right = (shown[0], shown[-1]) if shown else (snake[0], snake[-1])
        known = {tuple(sorted(piece)) for piece in (*snake, *state.player)}
        new = [piece for piece in (left, right) if tuple(sorted(piece)) not in known][:1]
        if new:
            at_right = right == new[0]
            snake, held = (*snake, new[0]) if at_right else (new[0], *snake), held[1:]
            joint = (snake[-2][1], new[0][0]) if at_right else (new[0][1], snake[1][0])
            if self.stage > 3 and joint[0] != joint[1]:
                raise Differs(f"The computer has laid {list(new[0])}, but {joint[0]} and {joint[1]} touch.")
        else:
            held, stock = held + stock[:1], stock[1:]
        after = state._replace(snake=snake, computer=held, stock=stock, status="player")
        self._compare(self._expected(after), lines, "the computer lays one piece, or takes one from the stock")
        return after

    def _players(self, state: Any) -> Any:
        """Type a move, sometimes after an invalid one, and read the next display. Raises Differs."""
        count, rules = len(state.player), self.rules
        moves = [*range(1, count + 1), *range(-count, 0)]
        illegal = [k for k in moves if self.stage > 3 and not rules["legal_4"](state, k)]
        for text, sentence in (
            (self.chance.choice(WRONG_INPUTS), rules["INVALID"]),
            *((str(k), rules["ILLEGAL"]) for k in illegal[:1]),
        ):
            if self.chance.random() < 0.3:
                self.what = f"the input {text!r}"
                self.talk.say(text)
                self._compare([sentence], [self.talk.line(sentence)], "this input is no move")
        k = self.chance.choice([move for move in moves if move not in illegal] or [0])
        self.what = f"the move {k}"
        self.talk.say(str(k))
        lines = self._display()
        after = rules["apply_move_4" if self.stage > 3 else "apply_move_3"](state, k)
        if k == 0 and state.stock:
            found = [PIECE.search(line) for line in lines if line.startswith(f"{count + 1}:")]
            piece = (int(found[0][1]), int(found[0][2])) if found and found[0] else (0, 0)
            after = after._replace(player=(*state.player, piece))
        self._compare(self._expected(after), lines, "that is what this move does")
        return after

    def _expected(self, state: Any) -> list[str]:
        lines: list[str] = self.rules["display_2" if self.stage == 2 else "display_3"](state)
        return lines

    def _display(self) -> list[str]:
        """Read the lines of a display, up to its status. Raises Differs."""
        lines: list[str] = []
        while len(lines) < MOST_LINES:
            lines.append(self.talk.line("Status: ..." if lines else self.rules["HEADER"]))
            if lines[-1].startswith("Status:"):
                return lines
        raise Differs(f"After {self.what} it prints {MOST_LINES} lines without a line that begins with Status:")

    def _compare(self, expected: list[str], found: list[str], why: str) -> None:
        """Raise Differs at the first line that is not the expected one."""
        for number in range(max(len(expected), len(found))):
            one, other = ("".join(lines[number : number + 1]) for lines in (expected, found))
            if one != other:
                wanted = f"expected {one or 'an empty line'!r}: {why}."
                raise Differs(f"After {self.what}, line {number + 1} is {other or 'empty'!r}, {wanted}")
