"""The actions of the keys of live study: running and pausing, typing, and what is shown."""

from retro.study.live.keys import ASKS, IN_FRONT
from retro.study.live.time_travel import TimeTravel

SPEEDS = (1, 2, 4, 8, 15, 30)  # lines a second


class Commands(TimeTravel):
    """A method do_… for each action in `keys`; those for where to stop are in `Choices`."""

    def _choose_screen(self) -> None:
        """Show this screen or the program's, where there is room for one; or BASIC's."""
        basic = self.lockstep.basic if self.lockstep and self._picture else None
        instead = basic.machine.screen if basic else None
        if instead is not self.side_screen.instead:
            self.side_screen.instead = instead
            self.machine.screen.changed()
        in_front = (self.state in IN_FRONT or instead is not None) != self._other_screen
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

    @property
    def _same_line(self) -> bool:
        """Whether the program steps by lines of BASIC and has not come to another one since the last pause."""
        both = self.lockstep
        return bool(both and self.by_basic and both.active and (both.waits or both.visits == self._visits))

    def do_go(self, how: str) -> None:
        """Go on: step, over, out or run, as in `Tracer`."""
        if self.lockstep:
            self.lockstep.single = self.by_basic and how == "step"
            if self.lockstep.single and self.lockstep.approach(self.tracer.stack):
                self.message = self.lockstep.difference
                return
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
        self._use_speed(next((speed for speed in SPEEDS if speed > self.lines), SPEEDS[-1]))

    def do_slower(self) -> None:
        """Run fewer lines a second."""
        self._use_speed(next((speed for speed in reversed(SPEEDS) if speed < self.lines), SPEEDS[0]))

    def _use_speed(self, lines: float) -> None:
        self.lines, self.message = lines, f"W runs {lines:g} lines/s."

    def do_language(self) -> None:
        """Step by lines of BASIC, or of Python again."""
        self.by_basic = self.lockstep is not None and not self.by_basic
        language = "BASIC" if self.by_basic or self.study.is_basic else "Python"
        self.message = f"Each step is a line of {language}{' now' if self.lockstep else ', which runs alone'}."

    def do_picture(self) -> None:
        """Show BASIC's own picture in place of the study screen, or the study screen again."""
        self._picture = self.lockstep is not None and not self._picture
        self.message = "" if self.lockstep else "There is one picture only: no listing runs beside this program."

    def do_type(self) -> None:
        """Type for the program: now, if it waits for a key, or ahead; and no more."""
        if self.state == ASKS:
            self._paused, self._types_next = False, True
        else:
            self.typing = not self.typing

    def do_escape(self) -> None:
        """Ask whether to send Escape to the program, which ends most of them."""
        self._asks_for_escape = True
        self.message = "Escape ends most programs: press ESCAPE again to send it, or any other key to stay."

    def _answer_escape(self, key: str) -> None:
        self._asks_for_escape, self.message = False, ""
        if key == "ESCAPE":
            self._for_program.append(("key", "ESCAPE"))
            self.do_go("run")

    def do_leave(self) -> None:
        """Leave study: the program has ended."""
        self._paused = False

    def do_screen(self) -> None:
        """Show the other screen, where there is room for one."""
        self._other_screen = not self._other_screen
        self._choose_screen()

    def do_help(self) -> None:
        """Show all keys."""
        self.helping = True

    def do_scroll(self, by: str) -> None:
        """Show variables further down, or up."""
        self.study_screen.scroll(int(by))

    def do_compare(self) -> None:
        """Show a changed procedure beside what it was before, or no more."""
        self.compares = not self.compares
        if not any(map(self.study.replaced_by, self.study)):
            self.message = "Nothing is changed yet: E changes the procedure that is shown."
