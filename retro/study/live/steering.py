"""What the keys of live study do."""

from __future__ import annotations

from retro.recording.recorder import Recorder
from retro.study.live.keys import AHEAD, STOPPED
from retro.study.panel import Chooser, list_height
from retro.study.watch import FIRST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.keyboard import Event
    from retro.machine import Machine
    from retro.second import Second
    from retro.study.live.view import Pictures
    from retro.study.source import Study
    from retro.study.watch import Position, Watcher

SPEEDS = (1, 2, 4, 8, 15, 30)  # lines a second


class Steering:
    """The state of study that keys change, and a method do_… for each that a key stands for (keys.py).

    said: what is to be said until the program goes on. chooser: the list of procedures, if it is open. typing: what is
    typed waits for the program. lines: how many a second when it runs slowly.
    """

    machine: Machine

    def __init__(self, study: Study, second: Second, pictures: Pictures, watcher: Watcher, lines: float) -> None:
        self.study, self.second, self.pictures, self.watcher = study, second, pictures, watcher
        self.lines = lines
        self.said = ""
        self.chooser: Chooser | None = None
        self.typing = False
        self.state = STOPPED
        self._due: list[Event] = []  # for the program
        self._stops: list[Position] = []  # where it stood, in the order of the program
        self._other = False  # where one screen is shown, the other is wanted
        self._standing = self._stand_then = self._stop = self._slow = False

    @property
    def _recorder(self) -> Recorder | None:
        return self.machine.front if isinstance(self.machine.front, Recorder) else None

    def _put_ahead(self) -> None:
        """Have this screen shown, or the program's, where there is room for one."""
        ahead = (self.state in AHEAD) != self._other
        if ahead != self.second.ahead:
            self.second.ahead = ahead
            self.second.screen.changed()

    # running and standing

    def _go(self, slow: bool = False) -> None:
        self._standing, self._slow = False, slow

    def do_step(self) -> None:
        """One line."""
        self.watcher.step()
        self._go()

    def do_over(self) -> None:
        """One line, with all that it calls."""
        self.watcher.over()
        self._go()

    def do_out(self) -> None:
        """To the end of the procedure."""
        self.watcher.out()
        self._go()

    def do_run(self) -> None:
        """Go on."""
        self.watcher.run()
        self._go()

    def do_stop_or_run(self) -> None:
        """Stop where it is, or go on."""
        if self._standing:
            self.do_run()
        else:
            self._stop = True

    def do_slowly(self) -> None:
        """So many lines a second; if that is what it does, more."""
        if self._slow:
            faster = [speed for speed in SPEEDS if speed > self.lines]
            self.lines = faster[0] if faster else SPEEDS[0]
        self.watcher.step()
        self._go(slow=True)

    def do_faster(self) -> None:
        """More lines a second."""
        self.lines = next((speed for speed in SPEEDS if speed > self.lines), SPEEDS[-1])

    def do_slower(self) -> None:
        """Fewer lines a second."""
        self.lines = next((speed for speed in reversed(SPEEDS) if speed < self.lines), SPEEDS[0])

    def do_type(self) -> None:
        """What is typed waits for the program, or is study's again."""
        self.typing = not self.typing

    def do_escape(self) -> None:
        """Escape is the program's; it goes on, to take it."""
        self._due.append(("key", "ESCAPE"))
        self.do_run()

    def do_screen(self) -> None:
        """The other screen, where one is shown."""
        self._other = not self._other
        self._put_ahead()

    def do_up(self) -> None:
        """Variables further up."""
        self.pictures.scroll(-1)

    def do_down(self) -> None:
        """Variables further down."""
        self.pictures.scroll(1)

    def do_back(self) -> None:
        """Back to before the last key press."""
        recorder = self._recorder
        if recorder is not None:
            self._stand_then = True
            self.watcher.step()
            self._due.clear()
            recorder.take_back(self.machine)
            self._stand_then = False
        self.said = "No key has been pressed yet that could be taken back."

    def do_undo(self) -> None:
        """Back to where the program stood before, or else to its beginning; what came after is forgotten."""
        recorder, place = self._recorder, self._stops[-1] if self._stops else FIRST
        if recorder is None or recorder.written_down:
            self.said = "A game that is recorded to a file goes back by keys only: PAGE UP."
        elif place <= self.watcher.position != FIRST:
            self._stand_then, self.watcher.sought = True, place
            self._due.clear()
            recorder.begin_again(self.machine)

    # the list of procedures

    def do_choose(self) -> None:
        """Open it, at the procedure that runs."""
        procedures = [procedure for procedure in self.study if not procedure.is_class]
        here = self.watcher.stack[-1].place if self.watcher.stack else ""
        at = next((number for number, procedure in enumerate(procedures) if procedure.key == here), 0)
        self.chooser = Chooser(procedures, at) if procedures else None

    def do_close(self) -> None:
        """Close it."""
        self.chooser = None

    def _choose(self, by: int) -> None:
        if self.chooser:
            self.chooser.at = max(0, min(len(self.chooser.procedures) - 1, self.chooser.at + by))

    def do_choose_up(self) -> None:
        """The one above."""
        self._choose(-1)

    def do_choose_down(self) -> None:
        """The one below."""
        self._choose(1)

    def do_choose_left(self) -> None:
        """The one on the left."""
        self._choose(-list_height(len(self.chooser.procedures)) if self.chooser else 0)

    def do_choose_right(self) -> None:
        """The one on the right."""
        self._choose(list_height(len(self.chooser.procedures)) if self.chooser else 0)

    def _toggle(self, key: str) -> None:
        self.watcher.breakpoints ^= {key}

    def do_toggle_chosen(self) -> None:
        """Stop in it, or no more."""
        if self.chooser:
            self._toggle(self.chooser.procedures[self.chooser.at].key)

    def do_toggle_here(self) -> None:
        """Stop in the procedure that runs whenever it is called, or no more."""
        if self.watcher.stack:
            key = self.watcher.stack[-1].place
            self._toggle(key)
            stops = key in self.watcher.breakpoints
            self.said = f"{key}: the program stops here {'whenever it is called' if stops else 'no more'}."

    def do_run_to(self) -> None:
        """Run until it is called."""
        if self.chooser:
            self.watcher.run(until=self.chooser.procedures[self.chooser.at].key)
            self._go()
