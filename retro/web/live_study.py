"""Live study in the browser: the study pane of the page instead of the panel that `retro study` shows."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from retro.display.font import default_font
from retro.display.screen import Screen
from retro.frontends.side_screen import SideScreen
from retro.frontends.web import Switch
from retro.input.events import Event, Wanted
from retro.library import catalogue, loader
from retro.library.errors import LaunchError, LibraryError
from retro.library.output import write
from retro.listing.builder import build_study
from retro.listing.drawing import escape
from retro.listing.edition_file import edition_file
from retro.listing.links import Links
from retro.listing.model import Study
from retro.listing.python_parser import LINK
from retro.recording.event_log import EventLog
from retro.recording.format import Header, Recording
from retro.recording.log_writer import LogWriter
from retro.recording.recorded_game import RecordedGame
from retro.recording.storage import FolderTape, UnfinishedGameFile, discard, folder, is_kept
from retro.study.live import LiveStudy
from retro.study.live.view import StudyScreen
from retro.study.panel import ActiveProcedure, PanelState
from retro.study.stops import Line, goal_of
from retro.web.browser_storage import OWN, BrowserProgram, PageLog, Post
from retro.web.study_html import changed_html, listing_html, picture_html, stack_html, variable_html, where_html

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.machine.view import Program

SWITCH = "switch"  # a kind of event: a button of the study pane and, after a space, a procedure
LINES = 4  # a second, at first
EDITIONS = "editions"  # the folder of the user's editions of programs
# By the buttons of the study pane, actions of `Commands`.
SWITCHES = {
    "run": "go run",
    "slowly": "slowly",
    "pause": "pause",
    "step": "go step",
    "over": "go over",
    "out": "go out",
    "undo": "undo",
    "slower": "speed -1",
    "faster": "speed 1",
}
WHILE_PAUSED = ("undo", "edit", "change", "restart")  # what does nothing while the program runs

# Actions of keys for what the panel shows and the page does not, or in its own way.
ON_THE_PANEL = ("choose", "lines", "variables", "scroll", "compare", "language", "picture", "screen", "help")


class StudyMessages(StudyScreen):
    """Sends the page the state of the program whenever it has changed."""

    def __init__(self, study: Study, side_screen: SideScreen, live: BrowserStudy, post: Post, page: str) -> None:
        self._live, self._post, self._page = live, post, page
        self._sent: dict[str, Any] = {}
        super().__init__(study, side_screen, live.index)

    def redraw(self) -> None:
        """Send the state, if it has changed."""
        state = as_message(self._state, self._page, self._live)
        if state != self._sent:
            self._sent = state
            self._post("study", state)


def as_message(view: PanelState, page: str, live: BrowserStudy) -> dict[str, Any]:
    """Return a state for the page. page: the address of the program's listing.

    marks: the ids of elements of the listing, by their marks; enabled: the ids of buttons; html: what elements of the
    page contain, by their ids.
    """
    links, here = live.links, line_of(view.stack[0]) if view.stack else ""
    return {
        "state": view.state,
        "message": view.message,
        "pace": live.pace,
        "enabled": enabled(view.state, live.pace),
        "marks": {
            "now": [*marks(view.stack[0], links), *sentences(view)] if view.stack else [],
            "stop": [address for line in view.lines for address in live.addresses(*line)],
            "cause": live.addresses(*view.cause) if view.cause[1] else [],
        },
        "html": {
            "where": where_html(view, here, live.passed),
            "lines": f"{live.lines} line{'s' * (live.lines != 1)} a second",
            "stack": stack_html(view.stack, page, lambda level: marks(level, links)),
            "beside": escape("\n".join(view.beside)),
            "picture": picture_html(*view.picture),
            "rows": "".join(
                variable_html(row, live.about(row.variable), row.variable in view.watched) for row in view.variables
            ),
        },
    }


def enabled(state: str, pace: str) -> list[str]:
    """Return the ids of the buttons that can be pressed in a state of the program."""
    ended, paused = state in ("ENDED", "FAILED"), pace == "pause"
    ids = [] if ended else ["run", "slowly", "pause", "step-line", "slower", "faster", "to"]
    ids += ["over", "out", "edit"] * (paused and not ended)
    ids += ["undo"] * (paused and state != "FAILED")
    return ids + ["run"] * (paused and state == "ENDED")


def marks(level: ActiveProcedure, links: Links) -> list[str]:
    """Return the ids of the lines of the port, if it is one, and of the listing that a procedure is at."""
    if level.procedure is None:
        return []
    lines = range(level.line, level.line + level.lines) if level.procedure.python else ()
    return [links.line(level.procedure, line) for line in lines] + [f"bas-{number}" for number in level.basic]


def sentences(view: PanelState) -> list[str]:
    """Return the ids of the sentences about the line that runs next."""
    entries = [entry for line in view.stack[0].basic for entry in view.description.at(line)]
    return [f"says-{entry.label}" for entry in entries if entry.is_sentence]


def line_of(level: ActiveProcedure) -> str:
    """Return the line that runs next, of the port or of a program in BASIC."""
    lines = level.procedure.python or level.procedure.basic if level.procedure else ()
    return next((LINK.sub("", line.text).strip() for line in lines if line.number == level.line), "")


class EditedPart(NamedTuple):
    """A procedure that the page has to change: its file, its name, its first line there and the number of its lines."""

    path: str
    name: str
    first: int
    length: int


def _length(lines: Sequence[str]) -> int:
    """Return the number of lines of the function that begins with the first of these lines."""
    below = (number for number, line in enumerate(lines) if number and line[:1] not in ("", " ", ")", "#"))
    end = next(below, len(lines))
    while not lines[end - 1].strip():
        end -= 1
    return end


class BrowserStudy(LiveStudy):
    """The machine's front end while a program is studied in the browser."""

    out = "Out"
    ends_by_escape = False  # the page has a button for that

    def __init__(self, study: Study, post: Post, page: str) -> None:
        super().__init__(study, SideScreen(Screen(default_font())), lines=LINES, mode="running")
        self.study_screen = StudyMessages(study, self.side_screen, self, post, page)
        self._original, self._post, self._page, self.links = study, post, page, Links(study)
        self._edited = EditedPart("", "", 1, 0)
        self._language = "Python"
        self._said = ""  # a sentence up to the next pause
        self.passed = ""  # a procedure that was to be run to, has run, and cannot be called again

    @property
    def is_edited(self) -> bool:
        """Whether a changed program runs."""
        return self._edition is not None

    @property
    def pace(self) -> str:
        """Return what the user wants the program to do: pause, slowly, run, or step (until it pauses again)."""
        return "pause" if self._paused else "slowly" if self._slowly else "run" if self.tracer.runs_freely else "step"

    def about(self, name: str) -> str:
        """Return the address of what the page tells of a variable of the program that runs, or empty."""
        variable = self.study.variables.get(name)
        found = self.links.of_basic(variable.key) if variable and self._page != OWN else None
        return f"{self._page}{found}" if found else ""

    def addresses(self, path: str, line: int) -> list[str]:
        """Return the ids in the page of the statement at a line of a file."""
        return marks(
            ActiveProcedure(self.index.procedure_at(path, line), "", *self.index.extent(path, line)), self.links
        )

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the program's events, without those of the study pane."""
        return [event for event in super().wait(timeout, wanted) if not isinstance(event, Switch)]

    def _dispatch_running(self, event: Event) -> None:
        if not self._switched(event):
            super()._dispatch_running(event)

    def _dispatch_paused(self, event: Event) -> None:
        if not self._switched(event):
            super()._dispatch_paused(event)

    def _switched(self, event: Event) -> bool:
        """Return whether an event is from a button of the study pane, and obey it."""
        if isinstance(event, Switch):
            name, _, argument = event.words.partition(" ")
            self._switch(name, argument)
        return isinstance(event, Switch)

    def _switch(self, name: str, argument: str) -> None:
        self.passed = ""
        if name == self.pace or (name in WHILE_PAUSED and not self._paused):
            return
        if name in SWITCHES:
            self.do(SWITCHES[name])
            return
        try:
            getattr(self, f"_switch_{name}")(argument)
        except LaunchError as error:
            sentence, line = self._mistake(error)
            self.message = sentence if name == "edit" else self.message
            self._post("mistake", [sentence, line])

    def _switch_to(self, text: str) -> None:
        """Run to a moment of the program or a procedure, unless the program has passed it for ever."""
        goal = goal_of(self.study, text)
        if found := self._passed(goal):
            self.passed, _ = found
        else:
            self._run_to(goal)

    def _switch_first(self, name: str) -> None:
        """Go back to the first call of a procedure: raise Rewind."""
        self._go_to(self.timeline.first_calls[name])

    def _switch_line(self, address: str) -> None:
        """Stop at a line of the listing, given by its id in the page, or no more."""
        stops, lines = self.tracer.stops, set(self._lines_at(address))
        stands = lines <= stops.lines.keys()
        for line in lines:
            if stands == (line in stops.lines):
                stops.toggle(line)
        effect = "stops there no more" if stands else "stops whenever it comes there"
        number = address.rpartition("-")[2]
        self._say(f"Line {number}: the program {effect}." if lines else f"Line {number} is none that runs.")

    def _lines_at(self, address: str) -> Iterator[Line]:
        """Yield the lines of the program that runs at a line of the listing, given by its id in the page."""
        kind, _, digits = address.rpartition("-")
        number = int(digits)
        for procedure in self.study:
            here = [number] if self.links.line(procedure, number) == address else []
            numbers = procedure.runs(number) if kind == "bas" else here
            for line in self.index.stoppable_lines(procedure) if numbers else ():
                if line.number in numbers:
                    yield self.index.real_path(procedure.path), line.number

    def _switch_watch(self, name: str) -> None:
        """Stop whenever a variable changes, given by its name in the port, or no more."""
        stops = self.tracer.stops
        stops.watched ^= {name}
        if not self._paused:  # a pause has marks of its own
            self.study_screen.compare(self.tracer)
        stops.changed(self.tracer.frames)
        effect = "whenever it changes" if name in stops.watched else "at its changes no more"
        self._say(f"{self.study.variables[name].title}: the program stops {effect}.")

    def _say(self, sentence: str) -> None:
        """Show a sentence up to the next pause."""
        self.message = self._said = sentence

    def reached(self) -> None:
        """Pause before a line, without what was said while the program ran."""
        self.message = "" if self.message == self._said else self.message
        super().reached()

    def _switch_edit(self, language: str) -> None:
        """Send the page the procedure that is shown, in a language or that of the last time, to be changed there."""
        self._language = language or self._language
        procedure = self._to_edit(self.study_screen.procedure)
        if procedure is None:
            return
        in_basic, original = self._language == "BASIC", self._original.procedures[procedure.name]
        editions = os.path.join(folder(), EDITIONS)
        os.makedirs(editions, exist_ok=True)
        before = set(os.listdir(editions))
        path, first = edition_file(self._original, original, in_basic, editions)
        kept = os.path.basename(path) in before and not self.is_edited
        lines = catalogue.read_text(path).splitlines()[first - 1 :]
        length = len(original.basic) if in_basic else _length(lines)
        self._edited = EditedPart(path, procedure.name, first, length)
        title = procedure.name + kept * " as you left it (this game runs the original)"
        self._post("edit", [title, self._language, "\n".join(lines[:length])])

    def _switch_change(self, text: str, restarts: bool = False) -> None:
        """Put a text in the place of the procedure that was sent, and run on with it: raise LaunchError or Rewind."""
        path, name, first, length = self._edited
        lines, new = catalogue.read_text(path).splitlines(), text.rstrip().splitlines()
        lines[first - 1 : first - 1 + length] = new
        write(path, ("\n".join(lines) + "\n").encode())
        self._edited = self._edited._replace(length=len(new))
        study, program = build_study(path), loader.load(path).main
        self._post("mistake", ["", 0])
        self._post("listing", changed_html(study, self.links))
        if restarts:
            self._recorder.log.clear()
        self.run_on(study, program, name)

    def _switch_restart(self, text: str) -> None:
        """Change, as above, and begin again without the keys."""
        self._switch_change(text, restarts=True)

    def _mistake(self, error: LaunchError) -> tuple[str, int]:
        """Return an error with its line in the text that the page has, and that line; 0 or less if it is not there."""
        path, _, first, _ = self._edited
        number = getattr(error.__cause__, "lineno", None) or 0
        line = number - first + 1
        sentence = str(error).replace(f"{path}, line {number}", f"Line {line}")
        return re.sub(rf"{re.escape(folder())}/\w+/", "", sentence), line

    def do_pause(self) -> None:
        """Pause at the next line."""
        self._stop_requested = True

    def do(self, action: str) -> None:
        """Do the action of a key, or of a button, if it is one for the page."""
        if action == "edit":
            self._switched(Switch(action))
        elif action.split()[0] not in ON_THE_PANEL:
            super().do(action)
        elif self._paused:
            self.refuse(self._last_key)


class StudiedProgram(BrowserProgram):
    """A program that is studied while it runs, and stores the log of its game itself.

    A recording file can be rewound by key presses only, but study rewinds by lines: so each change rewrites the file.
    """

    switches = True
    _live: BrowserStudy | None = None
    _log: EventLog | None = None

    def studied(self, program: Program, post: Post) -> Program:
        """Return the game with study around it; without, if it is an image with several programs: say so."""
        try:
            study = build_study(self.given_name, str(self.options.get("chain", "")))
        except LibraryError as error:
            reason = str(error).replace(self.path, "it").replace("--chain", "chain= in the address")
            post("message", f"{self.name} is not studied: {reason}")
            return program
        post("listing", {} if catalogue.is_own(self.path) else {"own": listing_html(study)})
        goals = [*study.moments, *(procedure.key for procedure in study if not procedure.is_class)]
        options = "".join(f"<option>{escape(goal)}</option>" for goal in goals)
        post("html", ["to", f'<option value="">…</option>{options}'])
        self._live = BrowserStudy(study, post, self.page)
        return self._live.around(program)

    def load(self) -> Program:
        """Return the program itself, with the tracer around it."""
        return self._live.watched(super().load()) if self._live else super().load()

    def stored_game(
        self, header: Header, old: Recording | None, tell: Callable[[str], None], copy: PageLog
    ) -> RecordedGame:
        """Return a game without a file of its own."""
        self._log = old.log if old else EventLog()
        self._header, self._copy, self._count = header, copy, len(self._log.entries)
        self._path = old.path if old and is_kept(old.path) else ""  # of the unfinished game; empty: there is none yet
        name = old.path if old else ""
        return RecordedGame(self.load, header, log=self._log, name=name, tape=FolderTape(self.tape_key), tell=tell)

    def save(self, screen: Screen) -> None:
        """Store the game so far, if there were key presses or rewinds."""
        if self._log is None or (self._live and self._live.is_edited):
            return
        entries, count = self._log.entries, self._count
        if len(entries) >= count and not any(entry.events for entry in entries[count:]) and self._log.end is None:
            return
        self._count = len(entries)
        if self._log.presses:
            self._write(self._log, screen)
        elif self._path:
            discard(self._path)
            self._path = ""

    def _write(self, log: EventLog, screen: Screen) -> None:
        file = UnfinishedGameFile(self.key, self._path)
        file.screen = screen
        writer = LogWriter([file, self._copy])
        writer.begin(self._header, log)
        if log.end is not None:
            writer.end(log.end)
        writer.close(finished=False)
        self._path = file.path
