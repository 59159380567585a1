"""The variables of Dominoes Plus, functions that query them, and snapshots for undo and redo."""

from copy import deepcopy
from dataclasses import dataclass, field, fields
from types import SimpleNamespace
from typing import Any

from retro import Machine
from retro.basic import ClickAreas, FrontPage, Grid, Row, dim

from .. import dominoes
from .rules.domino_set import DOMINOES, Rules, domino
from .rules.knowledge import Ledger, PlayerView
from .rules.settings import ALONE, DAILY_LEVEL, TOGETHER, Settings

SAME_DEAL = "S"  # in place of a key of the front page: the deal of the last game once more
# A hint: the proposal, then two sentences with the button that shows the other one; the first of them is shown.
Hint = tuple[str, tuple[str, str], tuple[str, str]]


@dataclass(slots=True)
class Snapshot:
    """The state of the game at the beginning of a turn."""

    state: Any  # has the variables named in IN_SNAPSHOT
    random_state: int
    decision: tuple[int, int] | None = None  # what a person then decided, D% and E%; None while the turn is open


@dataclass(slots=True)
class Variables(dominoes.Variables):
    """The original's variables, and ours."""

    R: Grid = field(default_factory=lambda: dim(2, DOMINOES))  # hands may grow
    L: Grid = field(default_factory=lambda: dim(2, DOMINOES))
    front: FrontPage = field(init=False)  # asks what is to be played, and has the record
    chosen: Settings = field(default_factory=Settings)  # of all games but the daily one
    players: int = ALONE  # people at the table
    ledger: Ledger = field(default_factory=lambda: Ledger(Rules()))  # what everybody has seen
    line: list[tuple[int, int, int]] = field(default_factory=list)  # E%, F%, S% of every domino laid; E% 0: the first
    last_action: str = ""  # what the other player has just done
    # undo and redo
    decisions: list[Snapshot] = field(default_factory=list)  # every decision of a person
    decided: int = 0  # how many of them are made and not undone
    current_turn: Snapshot | None = None
    helped: bool = False  # by a hint or an undo
    begin: str = FrontPage.PLAY  # the key of the front page for the game that begins, or SAME_DEAL
    today: bool = False  # this game has the daily deal
    deal_state: int = 0  # the state of the random numbers before the deal
    # the screen
    over: bool = False  # the game has ended: both hands are shown
    hidden: bool = False  # two people: no hand is shown
    sort_order: int = 0  # of hands, among ORDERS
    marked: int = 0  # the domino marked with the arrows, counted as shown; 0: none
    previews: dict[int, int] = field(default_factory=dict)  # by end, the dominoes shown where they may be laid
    hint: Hint | None = None  # on the screen
    click_areas: ClickAreas = field(default_factory=ClickAreas)
    buttons: tuple[str, ...] = ()
    # the match
    score: Row = field(default_factory=lambda: dim(2))
    last_winner: int = 0
    before_game: tuple[list[int], int, Any] | None = None  # score, last_winner, value of the record before this game
    news: str = ""  # what this game has added to the record

    @property
    def settings(self) -> Settings:
        """The settings of this game; those of the daily game are the same for everybody."""
        return Settings(big=self.chosen.big) if self.today else self.chosen

    @property
    def level(self) -> int:
        """The level of the computer, of the second one if there are two."""
        return DAILY_LEVEL if self.today else self.front.level


# snapshots

# The variables in a snapshot: all in which two turns can differ.
OF_THE_ORIGINAL = [part.name for part in fields(dominoes.Variables) if part.name != "K_s"]
IN_SNAPSHOT = (*OF_THE_ORIGINAL, "ledger", "line", "last_action", "decided")


def take_snapshot(m: Machine, v: Variables) -> Snapshot:
    """Return a copy of the current state."""
    return Snapshot(deepcopy(SimpleNamespace(**{name: getattr(v, name) for name in IN_SNAPSHOT})), m.rnd_state)


def restore(m: Machine, v: Variables, snapshot: Snapshot) -> None:
    """Restore the state of the game from a snapshot of it."""
    for name, value in vars(deepcopy(snapshot.state)).items():
        setattr(v, name, value)
    m.rnd_state = snapshot.random_state


# players and hands


def is_person(v: Variables, player: int) -> bool:
    """Return whether a person decides for this player."""
    return v.players == TOGETHER or (v.players == ALONE and player == 1)


def domino_at(v: Variables, player: int, slot: int) -> int:
    """Return the domino in a slot of a hand, counted from 1."""
    return domino(v.R[player][slot], v.L[player][slot])


def hand(v: Variables, player: int) -> list[int]:
    """Return the dominoes of a hand, slot by slot."""
    return [domino_at(v, player, slot) for slot in range(1, v.N[player] + 1)]


def view_of_mover(v: Variables) -> PlayerView:
    """Return the knowledge of the player to move, now or in a snapshot."""
    return v.ledger.view_for(v.P, hand(v, v.P))


def with_subject(v: Variables, player: int, you: str, i: str, other: str) -> str:
    """Return a player and the verb in the right form: You have, I have, Player 1 has."""
    return (f"You {you}", f"I {i}")[player - 1] if v.players == ALONE else f"Player {player} {other}"
