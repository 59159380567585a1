"""The history of a game of morgan2: undo and redo, the tape format, the list of the best games."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from ..morgan2 import (
    DOMINOES,
    DOWN_KEY,
    IN_GRID,
    IN_STACK,
    LEFT_KEY,
    NONE,
    PLACES,
    RETURN_KEY,
    RIGHT_KEY,
    SIZE,
    UP_KEY,
    State,
    final_coded,
    press,
    start,
)
from .board import Move, final_documented

VERSION = 1
NUMBERS = 999_999  # games have a number from 1 to this
CHUNK = 200  # keys in one string on the tape
LONGEST_GAME = 100_000  # keys that a game on the tape may have
BEST = 8  # games on each list


CODES = {"U": UP_KEY, "D": DOWN_KEY, "L": LEFT_KEY, "R": RIGHT_KEY, "E": RETURN_KEY}


def press_key(state: State, pressed: str) -> State:
    """Return the state after a key: U, D, L, R for the arrows, E for RETURN, B for back to the stack.

    Any other key changes nothing. The state given stays as it is.
    """
    after = replace(state, grid=list(state.grid), stack=list(state.stack))
    if pressed == "B":
        after.mode = IN_STACK
    else:
        press(after, CODES.get(pressed, 0))
    return after


class GameHistory:
    """A game from its deal on. number: of the deal. known: whether the player may see the deck."""

    __slots__ = ("fork", "hints", "keys", "known", "number", "starred", "states", "undone")

    def __init__(self, first: State, number: int, known: bool = False) -> None:
        self.number, self.known = number, known
        self.starred = known  # whether a domino of the deck was seen early, by undo or because the deck is known
        self.keys: list[str] = []  # the keys of `press_key` that lead to this state, without detours
        self.states = [first]  # the state before each of these keys, and the last one
        self.undone = ""  # the keys that redo would press; the last of them turns a domino up or places it
        self.fork = 0  # the number of keys where `undone` continues
        self.hints = 0  # how many the player has asked for

    @property
    def state(self) -> State:
        """The current state."""
        return self.states[-1]

    def press(self, pressed: str) -> bool:
        """Press a key, and return whether it has changed anything."""
        after = press_key(self.state, pressed)
        if after == self.state:
            return False
        if is_move(self.state, after):
            self.undone = ""
        index = self._earlier(after)
        if index is None:
            self._append(pressed, after)
        else:
            del self.keys[index:], self.states[index + 1 :]
        return True

    def _earlier(self, state: State) -> int | None:
        """Return the index of the same state since the last move, or None."""
        for index in range(len(self.keys), self.fork - 1 if self.undone else -1, -1):
            if self.states[index] == state:
                return index
            if is_move(self.states[index], state):
                break
        return None

    def undo(self) -> bool:
        """Undo the last move, and return whether there was one."""
        last = self.fork if self.undone else len(self.keys)
        moves = (index for index in range(last - 1, -1, -1) if is_move(*self.states[index : index + 2]))
        index = next(moves, None)
        if index is None:
            return False
        self.starred |= self.states[index].next != self.states[index + 1].next
        self.undone = "".join(self.keys[index : last if self.undone else index + 1]) + self.undone
        self._cut(index)
        return True

    def redo(self) -> bool:
        """Redo the last undone move from the state in which it was made, and return whether there was one."""
        if not self.undone:
            return False
        self._cut(self.fork)
        while True:
            before, pressed, self.undone = self.state, self.undone[0], self.undone[1:]
            self._append(pressed, press_key(before, pressed))
            if is_move(before, self.state):
                self.fork = len(self.keys)
                return True

    def _append(self, pressed: str, after: State) -> None:
        self.keys.append(pressed)
        self.states.append(after)

    def _cut(self, count: int) -> None:
        del self.keys[count:], self.states[count + 1 :]
        self.fork = count


def is_move(before: State, after: State) -> bool:
    """Return whether a domino was turned up or placed, and not only a cursor moved."""
    return (before.next, before.fill) != (after.next, after.fill)


def score_history(game: GameHistory) -> list[tuple[int, float]]:
    """Return for each domino placed its points, and the final score after it."""
    placed = [(before, after) for before, after in pairwise(game.states) if after.fill > before.fill]
    return [(after.total - before.total, after.total / after.fill) for before, after in placed]


# keys that reach a place


def keys_to_stack(state: State, pointer: int) -> str:
    """Return the keys that go to a place of the stack and press RETURN there."""
    back = "B" if state.mode == IN_GRID else ""
    return back + steps(pointer - state.pointer, "UD") + "E"


def keys_to_grid(state: State, place: int) -> str:
    """Return the keys that go to a place of the grid and press RETURN there, from a state IN_GRID."""
    return steps(place // SIZE - state.row, "UD") + steps(place % SIZE - state.column, "LR") + "E"


def keys_of_move(state: State, move: Move) -> str:
    """Return the keys that make a move: place a domino or, if its place is NONE, turn one up at its pointer."""
    picked = state.mode == IN_GRID and state.picked == move.pointer and move.place != NONE
    first = "" if picked else keys_to_stack(state, move.pointer)
    return first + (keys_to_grid(state, move.place) if move.place != NONE else "")


def steps(distance: int, letters: str) -> str:
    """Return the second letter `distance` times, or the first if the distance is negative."""
    return letters[distance > 0] * abs(distance)


# the tape


class SavedGameError(ValueError):
    """What was saved is not a game."""


def to_tape(game: GameHistory) -> list[object]:
    """Return a game as lists of numbers and strings: deck, first place, keys, undone keys, facts."""
    first = game.states[0]
    keys, undone = chunks("".join(game.keys)), chunks(game.undone)
    facts = [game.number, int(game.known), int(game.starred), game.hints, game.fork]
    return [VERSION, list(first.deck), first.place, keys, undone, facts]


def from_tape(value: object) -> GameHistory:
    """Return the saved game, by pressing its keys again. Raises SavedGameError."""
    try:
        return _from_tape(value)
    except (TypeError, ValueError, IndexError, KeyError) as error:
        raise SavedGameError("this is not a game of morgan2") from error


def _from_tape(value: Any) -> GameHistory:
    """Return the saved game; raise the first error of any kind."""
    version, deck, place, keys, undone, facts = value
    number, known, starred, hints, fork = map(_whole, facts)
    line, rest = "".join(keys), "".join(undone)
    valid = (
        version == VERSION,
        sorted(map(_whole, deck)) == list(range(1, DOMINOES + 1)),
        _whole(place) in range(PLACES),
    )
    if not all(valid) or len(line) + len(rest) > LONGEST_GAME or not 0 <= number <= NUMBERS or min(hints, fork) < 0:
        raise ValueError(value)
    game = GameHistory(start(deck, place), number, bool(known))
    forked = fork if rest else len(line)
    press_all(game, line[:forked])
    game.undone, game.fork = checked_redo(rest, game.state), len(game.keys)
    press_all(game, line[forked:])
    if game.undone != rest or forked > len(line):
        raise ValueError(value)
    game.starred, game.hints = bool(starred or known), hints
    return game


def press_all(game: GameHistory, keys: str) -> None:
    """Press all these keys. Raises ValueError at one that does nothing: a game stores no such keys."""
    for pressed in keys:
        if not game.press(pressed):
            raise ValueError(pressed)


def checked_redo(keys: str, state: State) -> str:
    """Return keys for redo if each has an effect and the last one makes a move. Raises ValueError."""
    trial = GameHistory(state, 0)
    press_all(trial, keys)
    if keys and not is_move(*trial.states[-2:]):
        raise ValueError(keys)
    return keys


def _whole(value: object) -> int:
    """Return an integer unchanged; raise TypeError for anything else."""
    if not isinstance(value, int):
        raise TypeError(value)
    return value


def chunks(text: str) -> list[str]:
    """Split a long text into strings that fit on the tape."""
    return [text[start : start + CHUNK] for start in range(0, len(text), CHUNK)]


# the best games


class Score(NamedTuple):
    """A finished game on the list of the best."""

    total: int
    fill: int
    number: int
    hints: int


def by_text(scores: Iterable[Score]) -> list[Score]:
    """Return the best games by total divided by fill, one of each deal."""
    return _ranked(sorted(scores, key=lambda score: (-final_documented(score.total, score.fill), -score.fill)))


def by_program(scores: Iterable[Score]) -> list[Score]:
    """Return the best games by the score that the original's program shows, one of each deal."""
    return _ranked(sorted(scores, key=lambda score: (-final_coded(score.total, score.fill), -score.total)))


def _ranked(scores: list[Score]) -> list[Score]:
    """Return the first score of each deal, at most BEST of them."""
    first = {score.number: score for score in reversed(scores)}
    return [score for score in scores if first[score.number] is score][:BEST]


def add_score(scores: list[Score], score: Score) -> list[Score]:
    """Return the scores with one more, without those that are on neither list."""
    candidates = [*scores, score]
    return list(dict.fromkeys(by_text(candidates) + by_program(candidates)))


def scores_from_tape(value: Any) -> list[Score]:
    """Return the saved scores; none if the value is damaged."""
    try:
        scores = [Score(*map(_whole, row)) for row in value]
    except (TypeError, ValueError):
        return []
    return scores if all(0 < score.fill <= PLACES and 0 <= score.total for score in scores) else []
