"""A game of morgan2 with its past: undo and redo, what is saved of it, and the list of the best."""

from __future__ import annotations

from typing import NamedTuple

from .morgan import DOMINOES, IN_GRID, NONE, PLACES, SIZE, State, final_coded, final_documented, key, start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .morgan import Move

VERSION = 1
NUMBERS = 999_999  # games have a number from 1 to this
CHUNK = 200  # keys in one string on the tape
MOST = 100_000  # keys of a game that is read
BEST = 8  # games on each list


class Game:
    """A game from its deal on.

    number: the deal's. known: the deck lies open. keys: those that lead here, as letters of `key`, without detours;
    states: the state before each, and the one now. undone: the keys that redo would press, where there were `fork`
    keys; the last one of them turns a domino up or places it.
    starred: a domino of the deck was seen too early, through undo or because the deck is known. hints: how many were
    asked for.
    """

    __slots__ = ("fork", "hints", "keys", "known", "number", "starred", "states", "undone")

    def __init__(self, first: State, number: int, known: bool = False) -> None:
        self.number, self.known, self.starred = number, known, known
        self.keys: list[str] = []
        self.states = [first]
        self.undone = ""
        self.fork = self.hints = 0

    @property
    def state(self) -> State:
        """The state now."""
        return self.states[-1]

    def press(self, pressed: str) -> bool:
        """Press a key. Gives whether it has changed anything."""
        after = key(self.state, pressed)
        if after == self.state:
            return False
        if is_deed(self.state, after):
            self.undone = ""
        at = self._been(after)
        if at is None:
            self._append(pressed, after)
        else:
            del self.keys[at:], self.states[at + 1 :]
        return True

    def _been(self, state: State) -> int | None:
        """How many keys there were when the game was in this state before, since the last deed."""
        for at in range(len(self.keys), self.fork - 1 if self.undone else -1, -1):
            if self.states[at] == state:
                return at
            if is_deed(self.states[at], state):
                break
        return None

    def undo(self) -> bool:
        """Back to before the last domino was turned up or placed. Gives whether there was one."""
        last = self.fork if self.undone else len(self.keys)
        deeds = (at for at in range(last - 1, -1, -1) if is_deed(self.states[at], self.states[at + 1]))
        at = next(deeds, None)
        if at is None:
            return False
        self.starred |= self.states[at].next != self.states[at + 1].next
        self.undone = "".join(self.keys[at : last if self.undone else at + 1]) + self.undone
        self._cut(at)
        return True

    def redo(self) -> bool:
        """Do again what was undone last, from where it was done. Gives whether there was anything."""
        if not self.undone:
            return False
        self._cut(self.fork)
        while True:
            before, pressed, self.undone = self.state, self.undone[0], self.undone[1:]
            self._append(pressed, key(before, pressed))
            if is_deed(before, self.state):
                self.fork = len(self.keys)
                return True

    def _append(self, pressed: str, after: State) -> None:
        self.keys.append(pressed)
        self.states.append(after)

    def _cut(self, count: int) -> None:
        del self.keys[count:], self.states[count + 1 :]
        self.fork = count


def is_deed(before: State, after: State) -> bool:
    """Was a domino turned up or placed, and not only a cursor moved?"""
    return (before.next, before.fill) != (after.next, after.fill)


# keys that lead somewhere


def way_to_stack(state: State, pointer: int) -> str:
    """The keys that go to a place of the stack and press Return there."""
    leave = "B" if state.mode == IN_GRID else ""
    return leave + steps(pointer - state.pointer, "UD") + "E"


def way_to_grid(state: State, place: int) -> str:
    """The keys that go to a place of the grid and press Return there; for a state in which the grid has the cursor."""
    return steps(place // SIZE - state.row, "UD") + steps(place % SIZE - state.column, "LR") + "E"


def way_of(state: State, move: Move) -> str:
    """The keys that do a move: place a domino or, where its place is NONE, turn one up at its place of the stack."""
    chosen = state.mode == IN_GRID and state.chosen == move.pointer and move.place != NONE
    first = "" if chosen else way_to_stack(state, move.pointer)
    return first + (way_to_grid(state, move.place) if move.place != NONE else "")


def steps(distance: int, letters: str) -> str:
    """So many times the second letter; the first if the distance is negative."""
    return letters[distance > 0] * abs(distance)


# the tape


class RecordError(ValueError):
    """What was saved is no game, said in one sentence."""


def saved(game: Game) -> list[object]:
    """A game as a list of numbers and strings: deck, place of the first domino, keys, and what else is known of it."""
    first = game.states[0]
    keys, undone = chunks("".join(game.keys)), chunks(game.undone)
    facts = [game.number, int(game.known), int(game.starred), game.hints, game.fork]
    return [VERSION, list(first.deck), first.place, keys, undone, facts]


def restored(value: object) -> Game:
    """The game that was saved; its keys are pressed again. Raises RecordError."""
    try:
        return _restored(value)
    except (TypeError, ValueError, IndexError, KeyError) as error:
        raise RecordError("this is no game of morgan2") from error


def _restored(value: Any) -> Game:
    """The same, but it raises whatever goes wrong first."""
    version, deck, place, keys, undone, facts = value
    number, known, starred, hints, fork = map(_whole, facts)
    line, rest = "".join(keys), "".join(undone)
    good = (
        version == VERSION,
        sorted(map(_whole, deck)) == list(range(1, DOMINOES + 1)),
        _whole(place) in range(PLACES),
    )
    if not all(good) or len(line) + len(rest) > MOST or not 0 <= number <= NUMBERS or min(hints, fork) < 0:
        raise ValueError(value)
    game = Game(start(deck, place), number, bool(known))
    forked = fork if rest else len(line)
    pressed_again(game, line[:forked])
    game.undone, game.fork = checked(rest, game.state), len(game.keys)
    pressed_again(game, line[forked:])
    if game.undone != rest or forked > len(line):
        raise ValueError(value)
    game.starred, game.hints = bool(starred or known), hints
    return game


def pressed_again(game: Game, keys: str) -> None:
    """Press all these keys. Raises ValueError at one that does nothing, which no game keeps."""
    for pressed in keys:
        if not game.press(pressed):
            raise ValueError(pressed)


def checked(keys: str, state: State) -> str:
    """The keys that redo would press from here on, if they do something and end with a deed. Raises ValueError."""
    trial = Game(state, 0)
    pressed_again(trial, keys)
    if keys and not is_deed(*trial.states[-2:]):
        raise ValueError(keys)
    return keys


def _whole(value: object) -> int:
    """A whole number as it was saved. Raises TypeError."""
    if not isinstance(value, int):
        raise TypeError(value)
    return value


def chunks(text: str) -> list[str]:
    """A long text in pieces that go on the tape."""
    return [text[at : at + CHUNK] for at in range(0, len(text), CHUNK)]


# the best


class Score(NamedTuple):
    """A finished game on the list."""

    total: int
    fill: int
    number: int
    hints: int


def by_text(scores: Iterable[Score]) -> list[Score]:
    """The best by total divided by fill, one of each deal."""
    return _ranked(sorted(scores, key=lambda score: (-final_documented(score.total, score.fill), -score.fill)))


def by_program(scores: Iterable[Score]) -> list[Score]:
    """The best by what the original's program shows, one of each deal."""
    return _ranked(sorted(scores, key=lambda score: (-final_coded(score.total, score.fill), -score.total)))


def _ranked(scores: list[Score]) -> list[Score]:
    """Of scores with the best first, the best of each deal, and no more than are shown."""
    first = {score.number: score for score in reversed(scores)}
    return [score for score in scores if first[score.number] is score][:BEST]


def entered(scores: list[Score], score: Score) -> list[Score]:
    """The lists with one more score; what is on neither of them any more is forgotten."""
    together = [*scores, score]
    return list(dict.fromkeys(by_text(together) + by_program(together)))


def scores_of(value: Any) -> list[Score]:
    """The scores that were saved; none for what is no list of them."""
    try:
        scores = [Score(*map(_whole, row)) for row in value]
    except (TypeError, ValueError):
        return []
    return scores if all(0 < score.fill <= PLACES and 0 <= score.total for score in scores) else []
