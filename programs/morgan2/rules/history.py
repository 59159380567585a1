"""The history of a game of morgan2: undo and redo, the keys that lead to a place, the format on the tape."""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from retro.basic import BasicError

from .. import morgan2
from ..morgan2 import DOMINOES, IN_GRID, IN_STACK, NONE, PENDING, PLACES, SIZE, State
from .board import Move, fitting_places

VERSION = 1
NUMBERS = 999_999  # games have a number from 1 to this
CHUNK = 200  # keys in one string on the tape
LONGEST_GAME = 100_000  # keys that a game on the tape may have
KEYS = morgan2.UP_KEY, morgan2.DOWN_KEY, morgan2.LEFT_KEY, morgan2.RIGHT_KEY, morgan2.RETURN_KEY
CODES = dict(zip("UDLRE", KEYS))


def press_key(state: State, pressed: str) -> State:
    """Return the state after a key: U, D, L, R for the arrows, E for RETURN, B for back to the stack.

    Any other key changes nothing. The given state is not modified.
    """
    after = replace(state, grid=list(state.grid), stack=list(state.stack))
    if pressed == "B":
        after.mode = IN_STACK
    else:
        morgan2.press(after, CODES.get(pressed, 0))
    return after


@dataclass(slots=True)
class GameHistory:
    """A game from its deal on. A move turns up a domino or places one, and can be undone."""

    first: State  # at the beginning
    number: int  # of the deal
    known: bool = False  # may the player see the deck?
    starred: bool = field(init=False)  # was a domino of the deck seen early, by undo or because the deck is known?
    state: State = field(init=False)  # now
    past: list[State] = field(default_factory=list)  # the states in which RETURN made a move
    undone: list[State] = field(default_factory=list)  # those of undone moves that can be redone, the next one last
    hints: int = 0  # that the player has asked for

    def __post_init__(self) -> None:
        self.starred, self.state = self.known, self.first

    def press(self, pressed: str, take: bool = True) -> bool:
        """Press a key, and return whether it has changed anything.

        take: whether a domino that fits somewhere is taken there at once, also one that is turned up; and in place of
            one that fits nowhere another is turned up, or if none can be the cursor goes to one that fits.
        """
        before = self.state
        taking = take and before.mode == IN_STACK and pressed == "E"
        if taking and not fitting_places(before.grid, before.stack[before.pointer]):
            if (free := next_free(before)) == NONE:
                fitting = (at for at, code in enumerate(before.stack) if fitting_places(before.grid, code))
                self.state = replace(before, pointer=next(fitting, before.pointer))
                return self.state != before
            before = replace(before, pointer=free)
        after = press_key(before, pressed)
        if is_move(before, after):
            self.past.append(before)
            self.undone.clear()
        if taking and after.next > before.next and fitting_places(after.grid, after.stack[after.pointer]):
            after = press_key(after, "E")
        self.state = after
        if taking and after.mode == IN_GRID:
            self.next_place()
        return self.state != before

    def next_place(self) -> bool:
        """Move the grid's cursor to the next place that the picked domino fits; return whether there is one."""
        places = fitting_places(self.state.grid, self.state.selected)
        if places:
            place = min(places, key=lambda place: (place <= self.state.place, place))
            self.state = replace(self.state, row=place // SIZE, column=place % SIZE)
        return bool(places)

    def undo(self) -> bool:
        """Undo the last move, and return whether there was one."""
        if not self.past:
            return False
        before = self.past.pop()
        self.starred |= before.next != self.state.next
        self.undone.append(before)
        self.state = before
        return True

    def redo(self) -> bool:
        """Redo the last undone move from the state in which it was made, and return whether there was one."""
        if not self.undone:
            return False
        self.state, undone = self.undone[-1], self.undone[:-1]
        self.press("E")
        self.undone = undone
        return True


def next_free(state: State) -> int:
    """Return the place of the stack where the next domino is turned up, the cursor's if it is empty; or NONE."""
    places = (state.pointer, *range(PENDING))
    return next((at for at in places if not state.stack[at] and state.next < DOMINOES), NONE)


def is_move(before: State, after: State) -> bool:
    """Return whether a domino was turned up or placed, and not only a cursor moved."""
    return (before.next, before.fill) != (after.next, after.fill)


def score_history(game: GameHistory) -> list[tuple[int, float]]:
    """Return for each domino placed its points, and the final score after it."""
    placed = [(before, after) for before, after in pairwise([*game.past, game.state]) if after.fill > before.fill]
    return [(after.total - before.total, after.total / after.fill) for before, after in placed]


# keys that reach a place


def keys_of_move(state: State, move: Move) -> str:
    """Return the keys that take a domino from its pointer to its place; without a place, that press RETURN there."""
    keys = ""
    if state.mode == IN_STACK or state.picked != move.pointer or move.place == NONE:
        keys = "B" * (state.mode == IN_GRID) + steps(move.pointer - state.pointer, "UD") + "E"
    if move.place != NONE:
        keys += steps(move.place // SIZE - state.row, "UD") + steps(move.place % SIZE - state.column, "LR") + "E"
    return keys


def steps(distance: int, letters: str) -> str:
    """Return |distance| letters: the first of `letters` for negative distances, else the second."""
    return letters[distance > 0] * abs(distance)


# the tape


def to_tape(game: GameHistory) -> list[object]:
    """Return a game as lists of numbers and strings: deck, first place, keys, keys of undone moves, facts.

    The last fact is the number of keys before which the undone moves come.
    """
    state, keys, undone = game.first, "", ""
    for index, before in enumerate([*game.past, *reversed(game.undone)]):
        in_stack = before.mode == IN_STACK
        line = keys_of_move(state, Move(before.pointer, NONE) if in_stack else Move(before.picked, before.place))
        for pressed in line:
            state = press_key(state, pressed)
        keys, undone = (keys + line, undone) if index < len(game.past) else (keys, undone + line)
    facts = [game.number, int(game.known), int(game.starred), game.hints, len(keys)]
    chunks = [[line[at : at + CHUNK] for at in range(0, len(line), CHUNK)] for line in (keys, undone)]
    return [VERSION, list(game.first.deck), game.first.place, *chunks, facts]


def from_tape(value: Any) -> GameHistory:
    """Return the saved game, by replaying its keys. Raises BasicError."""
    with suppress(TypeError, ValueError):
        version, deck, place, keys, others, facts = value
        number, known, starred, hints, fork = facts
        line, rest = "".join(keys), "".join(others)
        if (
            all(type(fact) is int for fact in (*facts, *deck, place))
            and version == VERSION
            and sorted(deck) == list(range(1, DOMINOES + 1))
            and place in range(PLACES)
            and 0 <= number <= NUMBERS
            and min(hints, fork) >= 0
            and len(line) + len(rest) <= LONGEST_GAME
            and {*line, *rest} <= {*CODES, "B"}
        ):
            game = GameHistory(morgan2.start(deck, place), number, bool(known))
            for part, undone in ((line[:fork], False), (rest, True), (line[fork:], False)):
                moves = len(game.past)
                for pressed in part:
                    game.press(pressed, take=False)
                while undone and len(game.past) > moves:
                    game.undo()
            game.starred, game.hints = bool(starred or known), hints
            return game
    raise BasicError(0, "What was saved is no game")
