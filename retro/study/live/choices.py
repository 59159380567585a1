"""The actions of the keys that say where to stop: lists to choose from, and what is typed."""

from collections.abc import Callable

from retro.launcher.errors import LaunchError
from retro.listing.model import Procedure, SourceLine, Variable
from retro.study.evaluation import Condition
from retro.study.live.commands import Commands
from retro.study.live.state import Prompt
from retro.study.panel import list_height
from retro.study.panel.menus import Menu
from retro.study.stops import Goal, Line, goal_of


class Choices(Commands):
    """The lists of procedures, lines and variables, and goals that are typed."""

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
        self.menu = Menu(self.study_screen.variables) if self.study_screen.variables else None

    def do_close(self) -> None:
        """Close the list."""
        self.menu = None

    def do_select(self, by: str) -> None:
        """Select another item in the list, so many further down."""
        if self.menu:
            self.menu.move(int(by))

    def do_select_column(self, by: str) -> None:
        """Select the procedure in another column of the list, so many to the right."""
        if self.menu and isinstance(self.menu.selected, Procedure):
            self.menu.move(int(by) * list_height(len(self.menu.items), self.study_screen.width))

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

    def do_toggle_here(self) -> None:
        """Set or clear the breakpoint of the procedure that runs."""
        if self.tracer.stack:
            key, stops = self.tracer.stack[-1].name, self.tracer.stops.procedures
            stops ^= {key}
            self.message = f"{key}: the program stops here {'whenever it is called' if key in stops else 'no more'}."

    def do_run_to(self) -> None:
        """Run until the selected procedure is called, the line is reached, or the variable changes."""
        match self.menu:
            case Menu(selected=Procedure(key=key)):
                self._run_to(goal_of(self.study, key))
            case Menu(selected=SourceLine(number=number)):
                self._run_to(Goal(f"line {number}", line=self._line(number)))
            case Menu(selected=Variable(name=name)):
                self._watched_once = {name} - self.tracer.stops.watched
                self.tracer.stops.watched |= self._watched_once
                self.tracer.stops.changed(self.tracer.frames)
                self._run_to(None)

    def _run_to(self, goal: Goal | None) -> None:
        self.tracer.run(goal)
        self._resume()

    def do_moment(self) -> None:
        """Run to the first moment that the notes name."""
        if name := next(iter(self.study.moments), ""):
            self._run_to(goal_of(self.study, name))
        else:
            self.message = "The notes of this program name no moments: G runs to a procedure or a condition."

    # what is typed for study

    def do_goal(self) -> None:
        """Ask what to run to."""
        names = ", ".join(self.study.moments)
        self._ask(
            f"Run to ({names + ', ' if names else ''}a procedure, or a condition)",
            lambda text: self._run_to(goal_of(self.study, text)),
        )

    def do_condition(self) -> None:
        """Ask for the condition of the selected line."""
        if self.menu and isinstance(self.menu.selected, SourceLine):
            line = self._line(self.menu.selected.number)
            self._ask(f"Stop at line {line[1]} if", lambda text: self._stop_if(line, text))

    def _stop_if(self, line: Line, text: str) -> None:
        self.tracer.stops.lines[line] = Condition(text, self.study)

    def _ask(self, question: str, accept: Callable[[str], None]) -> None:
        self.menu, self.prompt = None, Prompt(question, accept)

    def type_into(self, prompt: Prompt, kind: str, key: str) -> None:
        """Handle a key that is typed into a prompt: a character, DELETE, RETURN or ESCAPE."""
        self.message = ""
        if kind == "text":
            prompt.text += key
        elif key == "DELETE":
            prompt.text = prompt.text[:-1]
        elif key in ("RETURN", "ESCAPE"):
            self.prompt = None
            try:
                if key == "RETURN" and prompt.text.strip():
                    prompt.accept(prompt.text)
            except LaunchError as error:
                self.message = f"{error}."
