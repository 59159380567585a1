"""What live study knows, and its keys change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from retro.frontends.side_screen import SideScreen
from retro.input.events import Event
from retro.listing.model import Study
from retro.machine.machine import Machine
from retro.recording.recorder import Recorder
from retro.study.live.keys import STOPPED
from retro.study.live.timeline import Seek, Timeline
from retro.study.panel import Menu
from retro.study.tracer import Position, Tracer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.study.live.view import StudyScreen
    from retro.study.lockstep import Lockstep


@dataclass
class Prompt:
    """A question, and what has been typed as its answer; `accept` takes it, or raises LaunchError."""

    question: str
    accept: Callable[[str], None]
    text: str = ""


class StudyState:
    """The state of live study.

    Attributes:
        message: a sentence to show until the program goes on.
        news: another one, to show after it, before why the program has stopped.
        hint: what to add to the news at the next stop: a key that works there.
        refusal: why the last key could not be obeyed, to show alone; or empty.
        menu: the list that is open, or None.
        prompt: what is being typed for study, or None.
        compares: whether a changed procedure is shown beside what it was before.
        typing: whether keys wait for the program.
        helping: the page of all keys that is shown, from 1 on; 0 if none is.
        lines: the number of lines a second when the program runs slowly.
        turns: the names of procedures with which a turn begins.
        timeline: the game so far.
        future: the game with what comes after the present, after going back; None if there is nothing.
        state: what the program does, one of the states in `keys`.
        lockstep: the program and its BASIC listing, if both run.
        by_basic: whether a step is a line of BASIC, where both run.
    """

    machine: Machine
    lockstep: Lockstep | None = None
    ends_by_escape = True  # whether study ends with a program that Escape ends

    def __init__(
        self, study: Study, side_screen: SideScreen, study_screen: StudyScreen, tracer: Tracer, lines: float
    ) -> None:
        self.study, self.side_screen, self.study_screen, self.tracer = study, side_screen, study_screen, tracer
        self.lines = lines
        self.message = self.news = self.hint = self.refusal = ""
        self.menu: Menu | None = None
        self.prompt: Prompt | None = None
        self.typing = self.by_basic = False
        self.helping = 0
        self.compares = False
        self.state = STOPPED
        self._for_program: list[Event] = []
        self._unread: list[Event] = []  # events that nobody has handled
        self.timeline = Timeline()
        self.future: Timeline | None = None
        self._seeking: Seek | None = None
        self._stops: list[Position] = []  # the positions of earlier pauses, in the order of the program
        self._other_screen = False  # show the other screen where there is room for one
        self._watched_once: set[str] = set()  # variables that are watched until the next pause
        self._types_next = False
        self._answer: Callable[[str], None] | None = None  # gets the next key, the answer to a question
        self.turns: frozenset[str] = frozenset()
        self._let_wait: Position | None = None  # the position of a wait for a key that a step goes on with
        self._paused = self._pause_next = self._stop_requested = self._slowly = self._shows_basic = False
        self._visits = 0  # of lines of BASIC, at the last pause

    @property
    def _recorder(self) -> Recorder:
        assert isinstance(self.machine.front, Recorder)
        return self.machine.front
