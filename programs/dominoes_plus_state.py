"""The variables of Dominoes Plus, and how a turn is remembered and brought back."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from retro import Machine
from retro.basic import Array, Grid, Row, dim

from . import dominoes
from .rules.domino_match import Statistics
from .rules.domino_rules import COUNT, Rules, domino
from .rules.domino_settings import ALONE, TOGETHER, Settings
from .rules.domino_view import Ledger, View


@dataclass(slots=True)
class Moment:
    """The beginning of a turn: all that there was, and what a person then decided: D%, E%; None while it is open."""

    state: dict[str, Any]
    table: Ledger
    line: list[tuple[int, int, int]]
    chance: int
    now: int
    decision: tuple[int, int] | None = None


@dataclass(slots=True)
class Variables(dominoes.Variables):
    """The original's variables, and ours."""

    R: Grid = field(default_factory=lambda: dim(2, COUNT))  # hands may grow
    L: Grid = field(default_factory=lambda: dim(2, COUNT))
    s: Settings = field(default_factory=Settings)
    table: Ledger = field(default_factory=lambda: Ledger(Rules()))  # what everybody has seen
    line: list[tuple[int, int, int]] = field(default_factory=list)  # E%, F%, S% of every domino laid; E% 0: the first
    arm: Row = field(default_factory=lambda: dim(2))  # dominoes on the right arm and on the left
    news: str = ""  # what the other player has just done
    # taking back
    past: list[Moment] = field(default_factory=list)  # every decision of a person
    now: int = 0  # how many of them are made
    turn: Moment | None = None  # the turn that goes on
    helped: bool = False  # by a hint, or by taking something back
    resume: bool = False  # no deal: the game goes on from where it is
    # what is shown
    over: bool = False  # the end: both hands are shown
    hidden: bool = False  # two people: nobody's hand is shown
    sort: str = ""  # how hands are shown: "" as drawn, "spots", "numbers"
    mark: int = 0  # the domino chosen with the arrows, counted as shown; 0: none
    ghosts: list[tuple[int, int, int, int]] = field(default_factory=list)  # dominoes shown where they may be laid
    counts: bool = False  # the count of numbers is shown
    told: bool = False  # a hint stands where the buttons were
    why: str = ""  # why an option was refused
    zones: dict[str, tuple[int, int, int, int]] = field(default_factory=dict)  # what can be clicked
    buttons: tuple[str, ...] = ()
    # the match
    score: Row = field(default_factory=lambda: dim(2))
    last: int = 0  # who has won the last game
    before: tuple[list[int], int, list[list[int]]] | None = None  # score, last and statistics before this game counted
    statistics: Statistics = field(default_factory=Statistics)


class Leave(Exception):
    """Back to the page of settings."""


# remembering

# Where things are on the screen: not part of what has happened.
PLACES = {"SX", "SY", "FL", "FB", "MY", "HY", "P1", "RX", "RY", "LX", "LY", "K_s", "D_s"}


def remembered(m: Machine, v: Variables) -> Moment:
    """All that there is now."""
    names = [part.name for part in fields(dominoes.Variables) if part.name not in PLACES] + ["news"]
    state = {name: copied(getattr(v, name)) for name in names}
    return Moment(state, v.table.copy(), list(v.line), m.rnd_state, v.now)


def copied(value: Any) -> Any:
    """A value of its own, with all the arrays in it."""
    return Array(copied(part) for part in value) if isinstance(value, Array) else value


def bring_back(m: Machine, v: Variables, moment: Moment) -> None:
    """Make everything as it was then. The line has to be drawn again, which says where it goes on."""
    for name, value in moment.state.items():
        setattr(v, name, copied(value))
    v.table, v.line, m.rnd_state, v.now = moment.table.copy(), list(moment.line), moment.chance, moment.now


def same(one: Moment, other: Moment) -> bool:
    """Are these the same turn?"""
    return one.state == other.state and one.chance == other.chance and one.line == other.line


# players and hands


def is_person(v: Variables, player: int) -> bool:
    """Does a person decide for this player?"""
    return v.s.players == TOGETHER or (v.s.players == ALONE and player == 1)


def held(v: Variables, player: int, place: int) -> int:
    """The domino in a place of a hand."""
    return domino(v.R[player][place], v.L[player][place])


def hand(v: Variables, player: int) -> list[int]:
    """The dominoes of a hand, place by place."""
    return [held(v, player, place) for place in range(1, v.N[player] + 1)]


def view(v: Variables) -> View:
    """What the player to move knows."""
    return v.table.seen_by(v.P, hand(v, v.P))


def verb(v: Variables, player: int, you: str, i: str, other: str) -> str:
    """A player and the form of the verb that goes with it: You have, I have, Player 1 has."""
    return (f"You {you}", f"I {i}")[player - 1] if v.s.players == ALONE else f"Player {player} {other}"
