"""The actions of the keys of live study, a method do_… for each action in `keys`."""

from collections.abc import Callable

from retro.display.slider import Slider
from retro.input.events import Key, Side, Text
from retro.listing.model import Procedure, SourceLine, Variable
from retro.study.conditions import Condition
from retro.study.live.keys import ASKS, IN_FRONT, OVER_STATES, pressed
from retro.study.live.state import Prompt, StudyState
from retro.study.live.timeline import Seek, Timeline
from retro.study.panel import Menu, list_height
from retro.study.stops import Goal, Line, goal_of
from retro.study.tracer import FIRST, Position

SPEEDS = (1, 2, 4, 8, 15, 30)  # lines a second


class Commands(StudyState):
    """Runs, stops, goes to other times of the game, and lets the user choose where to stop."""

    def _choose_screen(self) -> None:
        """Show this screen or the program's, where there is room for one; or BASIC's."""
        basic = self.lockstep.basic if self.lockstep and self._shows_basic else None
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

    def do_speed(self, by: str) -> None:
        """Run more lines a second, or fewer."""
        speeds = SPEEDS[:: int(by)]
        self.lines = next((speed for speed in speeds if (speed - self.lines) * int(by) > 0), speeds[-1])
        self.message = f"W runs {self.lines:g} lines/s."

    def do_language(self) -> None:
        """Step by lines of BASIC, or of Python again."""
        self.by_basic = self.lockstep is not None and not self.by_basic
        language = "BASIC" if self.by_basic or self.study.is_basic else "Python"
        self.message = f"Each step is a line of {language}{' now' if self.lockstep else ', which runs alone'}."

    def do_picture(self) -> None:
        """Show BASIC's own picture in place of the study screen, or the study screen again."""
        self._shows_basic = self.lockstep is not None and not self._shows_basic
        self.message = "" if self.lockstep else "There is one picture only: no listing runs beside this program."

    def do_type(self) -> None:
        """Type for the program: now, if it waits for a key, or ahead; and no more."""
        if self.state == ASKS:
            self._paused, self._types_next = False, True
        else:
            self.typing = not self.typing

    def do_escape(self) -> None:
        """Ask whether to send Escape to the program, which ends most of them, or to leave one that has ended."""
        self._answer = self._answer_escape
        ends = "Escape ends most programs" + ", and study with them" * self.ends_by_escape
        over = self.state in OVER_STATES
        why, again = ("The program has ended", "leave study") if over else (ends, "send it to the program")
        self.message = f"{why}: press ESCAPE again to {again}, or any other key to stay."

    def _answer_escape(self, key: str) -> None:
        if key == "ESCAPE" and self.state in OVER_STATES:
            self._paused = False
        elif key == "ESCAPE":
            self._for_program.append(Key("ESCAPE"))
            self.do_go("run")

    def do_screen(self) -> None:
        """Show the other screen, where there is room for one."""
        self._other_screen = not self._other_screen
        self._choose_screen()

    def do_help(self) -> None:
        """Show all keys."""
        self.helping = 1

    def do_scroll(self, by: str) -> None:
        """Show variables further down, or up."""
        self.study_screen.scroll(int(by))

    def do_compare(self) -> None:
        """Show a changed procedure beside what it was before, or no more."""
        if any(map(self.study.replaced_by, self.study)):
            self.compares = not self.compares
        else:
            self.message = "Nothing is changed yet: E changes the procedure that is shown."

    # other times of the game

    def do_back(self, presses: int = 1) -> None:
        """Go back to before the last key press, or so many."""
        self._pause_next = True
        self.tracer.step()
        self._for_program.clear()
        self._recorder.rewind_keys(self.machine, presses)
        self._pause_next = False
        self.message = "No key has been pressed yet that can be rewound."

    def do_undo(self) -> None:
        """Return to the previous pause, or to the beginning."""
        position = self._stops[-1] if self._stops else FIRST
        if position <= self.tracer.position != FIRST:
            self._go_to(position)

    @property
    def _game(self) -> Timeline:
        """The game, also what comes after the present."""
        return self.future or self.timeline.until(self.tracer.position)

    @property
    def slider(self) -> Slider:
        """The time of the game, also of what comes after the present."""
        name, game = next(iter(self.study.moments), "") if self.turns else "key", self._game
        return Slider(name, len(game.turns), len(game.stops), game.stop_at(self.tracer.position))

    def do_turn(self, by: str) -> None:
        """Go to another turn, so many further on, also of what comes after the present."""
        here = self._game.stop_at(self.tracer.position)
        between = self._game.stops[here] < self.tracer.position
        self.go_to_stop(here + int(by) + (between and int(by) < 0))

    def point_at(self, event: Side) -> None:
        """Press the key, or go to the stop of the timeline, that the study screen shows where the mouse is."""
        column, row = event.column, event.row
        if label := self.study_screen.key_at(column, row):
            self._unread += pressed(label) if event.pressed else []
        elif row == self.study_screen.slider_row:
            self.go_to_stop(self.slider.stop_at(column - self.study_screen.left, self.study_screen.width))

    def go_to_stop(self, index: int) -> None:
        """Go to a stop of the timeline."""
        stops = self._game.stops
        if 0 <= index < len(stops) and stops[index] != self.tracer.position:
            self._go_to(stops[index])

    def _go_to(self, position: Position, message: str = "") -> None:
        """Replay the game up to a position, and pause there with a message; keep what came after it."""
        recorder = self._recorder
        if recorder.writes_file:
            self.message = "This game is recorded to a file, key by key: only PAGE UP and A go back."
            return
        game = self.future = self._game
        game.log = recorder.log.copy() if game.log is None else game.log
        recorder.log.become(game.log)
        self.timeline = game.until(position)
        self.message, self.news, self.hint = message, "", ""
        self._for_program.clear()
        self._pause_next, self.tracer.sought = True, position
        self._seeking = Seek(game, self.tracer)
        recorder.replay_from_start(self.machine, self._seeking)

    def do_again(self) -> None:
        """Begin again from the start, with no key pressed."""
        if self._recorder.writes_file:
            self.do_back(self._recorder.log.presses)
        else:
            self.tracer.step()
            self._for_program.clear()
            self._recorder.log.clear()
            self._recorder.replay_from_start(self.machine)

    # where to stop

    @property
    def _procedure(self) -> Procedure | None:
        """The procedure that runs."""
        return self.study_screen.index.place_of(self.tracer.stack[-1].frame).procedure if self.tracer.stack else None

    def do_choose(self) -> None:
        """Open the list of procedures at the one that runs."""
        procedures = [procedure for procedure in self.study if not procedure.is_class]
        here = self._procedure
        if procedures:
            self.menu = Menu(procedures, procedures.index(here) if here in procedures else 0)

    def do_lines(self) -> None:
        """Choose from the lines of the procedure that runs, at the present one."""
        if procedure := self._procedure:
            lines, here = self.study_screen.index.stoppable_lines(procedure), self.tracer.stack[-1].statement
            at = next((at for at, line in enumerate(lines) if line.number == here), 0)
            self.menu = Menu(lines, at) if lines else None

    def do_variables(self) -> None:
        """Choose from the variables in the table."""
        variables = self.study_screen.variables
        self.menu = Menu(variables) if variables else None
        self.message = "" if variables else "No variable has a value yet."

    def do_close(self) -> None:
        """Close the list."""
        self.menu = None

    def do_select(self, by: str) -> None:
        """Select another item in the list, so many further down."""
        if self.menu:
            self.menu = self.menu.moved(int(by))

    def do_select_column(self, by: str) -> None:
        """Select the procedure in another column of the list, so many to the right."""
        if self.menu and isinstance(self.menu.selected, Procedure):
            self.menu = self.menu.moved(int(by) * list_height(len(self.menu.items), self.study_screen.width))

    def do_toggle_chosen(self) -> None:
        """Stop always at the selected item, or no more."""
        stops = self.tracer.stops
        match self.menu:
            case Menu(selected=Procedure(key=key)):
                stops.procedures ^= {key}
            case Menu(selected=SourceLine(number=number)):
                stops.toggle(self._line(number))
            case Menu(selected=Variable(name=name)):
                stops.watched ^= {name}
                stops.changed(self.tracer.frames)

    def _line(self, number: int) -> Line:
        """Return a line of the procedure that runs."""
        return self.study_screen.index.real_path(self.tracer.stack[-1].frame.f_code.co_filename), number

    def do_run_to(self) -> None:
        """Run until the selected procedure is called, the line is reached, or the variable changes."""
        match self.menu:
            case Menu(selected=Procedure(key=key)):
                self._run_to(goal_of(self.study, key))
            case Menu(selected=SourceLine(number=number)):
                self._run_to(Goal(f"line {number}", lines={self._line(number): None}))
            case Menu(selected=Variable(name=name)):
                self._watched_once = {name} - self.tracer.stops.watched
                self.tracer.stops.watched |= self._watched_once
                self.tracer.stops.changed(self.tracer.frames)
                self._run_to(Goal(f"{self.study.variables[name].title} changes"))

    def _run_to(self, goal: Goal) -> None:
        """Run to a goal; offer to go back to one that the program has passed and cannot come to again."""
        if not (passed := self._passed(goal)):
            self.tracer.run(goal)
            self._resume()
            return
        name, position = passed
        self._answer = lambda key: self._go_to(position) if key == "RETURN" else None
        what = f"{name} has run already, and no line from here on calls it"
        self.message = f"{what}. RETURN: go back to where it ran first; any other key: stay."

    def _passed(self, goal: Goal) -> tuple[str, Position] | None:
        """Return the procedure of a goal that has run and cannot be called again, and where it ran; None if it can."""
        index = self.study_screen.index
        homes = {found.key for path, line in goal.lines if (found := index.procedure_at(path, line))}
        keys = goal.procedures | homes
        running = {level.name for level in self.tracer.stack}
        if goal.condition or homes & running or keys & index.callable_from(self.tracer.frames):
            return None
        calls = self.timeline.first_calls
        return next(((key, calls[key]) for key in sorted(keys) if key in calls), None)

    def do_moment(self) -> None:
        """Run to the first moment that the notes name."""
        if name := next(iter(self.study.moments), ""):
            self._run_to(goal_of(self.study, name))
        else:
            self.message = "The notes of this program name no moments: G runs to a procedure or a condition."

    # what is typed for study

    def do_goal(self) -> None:
        """Ask what to run to."""
        goals = ", ".join((*self.study.moments, "a procedure, a line or a condition"))
        self._ask(f"Run to ({goals})", lambda text: self._run_to(goal_of(self.study, text)))

    def do_condition(self) -> None:
        """Ask for the condition of the selected line."""
        if self.menu and isinstance(self.menu.selected, SourceLine):
            line = self._line(self.menu.selected.number)
            self._ask(f"Stop at line {line[1]} if", lambda text: self._stop_if(line, text))

    def _stop_if(self, line: Line, text: str) -> None:
        self.tracer.stops.lines[line] = Condition(text, self.study)

    def _ask(self, question: str, accept: Callable[[str], None]) -> None:
        self.menu, self.prompt = None, Prompt(question, accept)

    def type_into(self, prompt: Prompt, event: Text | Key) -> None:
        """Handle a key that is typed into a prompt: a character, DELETE, RETURN or ESCAPE. Raises LaunchError."""
        self.message = ""
        key = event.name if isinstance(event, Key) else ""
        if isinstance(event, Text):
            prompt.text += event.characters
        elif key == "DELETE":
            prompt.text = prompt.text[:-1]
        elif key in ("RETURN", "ESCAPE"):
            self.prompt = None
            if key == "RETURN" and prompt.text.strip():
                prompt.accept(prompt.text)
