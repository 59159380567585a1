"""The actions of the keys of live study."""

from __future__ import annotations

from retro.frontends.side_screen import SideScreen
from retro.input.events import Event
from retro.machine.machine import Machine
from retro.recording.recorder import Recorder
from retro.study.live.keys import IN_FRONT, STOPPED
from retro.study.model import Study
from retro.study.panel import ProcedureMenu, list_height
from retro.study.tracer import FIRST, Position, Tracer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.study.live.view import StudyScreen

SPEEDS = (1, 2, 4, 8, 15, 30)  # lines a second


class Commands:
    """The state of study that keys change, and a method do_… for each action in `keys`.

    Attributes:
        message: a sentence to show until the program goes on.
        menu: the list of procedures, if it is open.
        typing: whether keys wait for the program.
        lines: the number of lines a second when the program runs slowly.
        state: what the program does, one of the states in `keys`.
    """

    machine: Machine

    def __init__(
        self, study: Study, side_screen: SideScreen, study_screen: StudyScreen, tracer: Tracer, lines: float
    ) -> None:
        self.study, self.side_screen, self.study_screen, self.tracer = study, side_screen, study_screen, tracer
        self.lines = lines
        self.message = ""
        self.menu: ProcedureMenu | None = None
        self.typing = False
        self.state = STOPPED
        self._for_program: list[Event] = []
        self._stops: list[Position] = []  # the positions of earlier pauses, in the order of the program
        self._other_screen = False  # show the other screen where there is room for one
        self._paused = self._pause_next = self._stop_requested = self._slowly = False

    @property
    def _recorder(self) -> Recorder | None:
        return self.machine.front if isinstance(self.machine.front, Recorder) else None

    def _choose_screen(self) -> None:
        """Show this screen or the program's, where there is room for one."""
        in_front = (self.state in IN_FRONT) != self._other_screen
        if in_front != self.side_screen.in_front:
            self.side_screen.in_front = in_front
            self.side_screen.screen.changed()

    def do(self, action: str) -> None:
        """Do an action of `keys`."""
        name, _, argument = action.partition(" ")
        getattr(self, f"do_{name}")(*filter(None, [argument]))

    # running and pausing

    def _resume(self, slow: bool = False) -> None:
        self._paused, self._slowly = False, slow

    def do_go(self, how: str) -> None:
        """Go on: step, over, out or run, as in `Tracer`."""
        getattr(self.tracer, how)()
        self._resume()

    def do_stop_or_run(self) -> None:
        """Stop the program, or run it."""
        if self._paused:
            self.do_go("run")
        else:
            self._stop_requested = True

    def do_slowly(self) -> None:
        """Run slowly; faster if the program runs slowly already."""
        if self._slowly:
            self.lines = next((speed for speed in SPEEDS if speed > self.lines), SPEEDS[0])
        self.tracer.step()
        self._resume(slow=True)

    def do_faster(self) -> None:
        """Run more lines a second."""
        self.lines = next((speed for speed in SPEEDS if speed > self.lines), SPEEDS[-1])

    def do_slower(self) -> None:
        """Run fewer lines a second."""
        self.lines = next((speed for speed in reversed(SPEEDS) if speed < self.lines), SPEEDS[0])

    def do_type(self) -> None:
        """Switch between typing keys for the program and keys of study."""
        self.typing = not self.typing

    def do_escape(self) -> None:
        """Send Escape to the program, which goes on to take it."""
        self._for_program.append(("key", "ESCAPE"))
        self.do_go("run")

    def do_screen(self) -> None:
        """Show the other screen, where there is room for one."""
        self._other_screen = not self._other_screen
        self._choose_screen()

    def do_scroll(self, by: str) -> None:
        """Show variables further down, or up."""
        self.study_screen.scroll(int(by))

    def do_back(self) -> None:
        """Go back to before the last key press."""
        recorder = self._recorder
        if recorder is not None:
            self._pause_next = True
            self.tracer.step()
            self._for_program.clear()
            recorder.rewind_last_key(self.machine)
            self._pause_next = False
        self.message = "No key has been pressed yet that can be rewound."

    def do_undo(self) -> None:
        """Return to the previous pause, or to the beginning, and drop what came after it."""
        recorder, position = self._recorder, self._stops[-1] if self._stops else FIRST
        if recorder is None or recorder.writes_file:
            self.message = "A game that is recorded to a file goes back by keys only: PAGE UP."
        elif position <= self.tracer.position != FIRST:
            self._pause_next, self.tracer.sought = True, position
            self._for_program.clear()
            recorder.replay_from_start(self.machine)

    # the list of procedures

    def do_choose(self) -> None:
        """Open the list at the procedure that runs."""
        procedures = [procedure for procedure in self.study if not procedure.is_class]
        current = self.tracer.stack[-1].name if self.tracer.stack else ""
        index = next((index for index, procedure in enumerate(procedures) if procedure.key == current), 0)
        self.menu = ProcedureMenu(procedures, index) if procedures else None

    def do_close(self) -> None:
        """Close the list."""
        self.menu = None

    def do_select(self, by: str) -> None:
        """Select another procedure in the list, so many further down."""
        if self.menu:
            self.menu.move(int(by))

    def do_select_column(self, by: str) -> None:
        """Select the procedure in another column of the list, so many to the right."""
        if self.menu:
            self.menu.move(int(by) * list_height(len(self.menu.procedures)))

    def do_toggle_chosen(self) -> None:
        """Set or clear the breakpoint of the selected procedure."""
        if self.menu:
            self.tracer.breakpoints ^= {self.menu.selected.key}

    def do_toggle_here(self) -> None:
        """Set or clear the breakpoint of the procedure that runs."""
        if self.tracer.stack:
            key = self.tracer.stack[-1].name
            self.tracer.breakpoints ^= {key}
            stops = key in self.tracer.breakpoints
            self.message = f"{key}: the program stops here {'whenever it is called' if stops else 'no more'}."

    def do_run_to(self) -> None:
        """Run until the selected procedure is called."""
        if self.menu:
            self.tracer.run(until=self.menu.selected.key)
            self._resume()
