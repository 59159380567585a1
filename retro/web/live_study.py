"""Live study in the browser: the study pane of the page renders the view-model, and its buttons are actions."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, NamedTuple

from retro.input.events import UnknownKey, parse_keys
from retro.library import catalogue, loader
from retro.library.errors import LaunchError, LibraryError
from retro.library.output import write
from retro.library.program import Program
from retro.listing.builder import build_study
from retro.listing.drawing import escape
from retro.listing.edition_file import edition_file
from retro.listing.links import Links
from retro.listing.model import Study
from retro.listing.python_parser import LINK
from retro.machine.machine import Machine
from retro.session.game import Game, Player
from retro.session.log_writer import LogWriter
from retro.session.storage import UnfinishedGameFile, discard, folder
from retro.study import commands
from retro.study.dialogs import Choice
from retro.study.editing import to_edit
from retro.study.live_study import Action, LiveStudy
from retro.study.renderer import Renderer
from retro.study.stops import Line, Stops, goal_of
from retro.study.view_model import ActiveProcedure, StudyView
from retro.web.browser_storage import OWN, PageLog, Post, page_of
from retro.web.study_html import (
    changed_html,
    listing_html,
    picture_html,
    stack_html,
    turn_html,
    variable_html,
    where_html,
)

INITIAL_SPEED = 4  # a second, at first
EDITIONS = "editions"  # the folder of the user's editions of programs
CHOICE = "choice: "  # in front of the name of a choice, among the goals
WHILE_PAUSED = ("undo", "edit", "change", "restart")  # buttons that do nothing while the program runs
# Actions of keys for what the panel shows and the page does not, or in its own way.
SHOWING = (one for one in commands.SHOWING if one is not commands.show_more)
ON_THE_PANEL = (*(one.__name__ for one in (*SHOWING, *commands.CHOOSING[:3])), "step_by_basic", "show_basic")


class EditedPart(NamedTuple):
    """A procedure that is edited in the page: its file, name, first line, and number of lines."""

    path: str
    name: str
    first: int
    length: int


class StudyPane(Renderer):
    """The page's study pane, a renderer: sends changed views to the page, and handles its buttons.

    Attributes:
        live: the study that it shows.
    """

    live: LiveStudy
    welcome, out = "Step runs the line that is marked; Run runs on: then play, and Pause stops again.", "Out"

    def __init__(self, study: Study, post: Post, page: str) -> None:
        """Take the study, a function that sends a message to the page, and the address of the study page."""
        self._original, self._post, self._page, self._links = study, post, page, Links(study)
        self._edited = EditedPart("", "", 1, 0)
        self._language = "Python"
        self._sent: dict[str, Any] = {}
        self._buttons: dict[str, Action] = {
            "run": lambda live, _: commands.go(live, "run"),
            "step": lambda live, _: commands.go(live, "step"),
            "over": lambda live, _: commands.go(live, "over"),
            "out": lambda live, _: commands.go(live, "out"),
            "slowly": commands.slowly,
            "pause": lambda live, _: setattr(live, "stop_requested", True),
            "undo": commands.undo,
            "slower": lambda live, _: commands.change_speed(live, "-1"),
            "faster": lambda live, _: commands.change_speed(live, "1"),
            "to": _go_to,
            "answer": lambda live, key: live.answer(" " if key == "SPACE" else key),
            "position": commands.go_to_position,
            "who": commands.ask_who,
            "show_more": commands.show_more,
            "line": self._toggle_line,
            "watch": self._toggle_watch,
            "edit": self._edit,
            "change": self._change,
            "restart": partial(self._change, restarts=True),
        }

    @property
    def actions(self) -> Mapping[str, Action]:
        """The actions of keys and buttons, by name."""
        refused = dict.fromkeys(ON_THE_PANEL, _refuse)
        return commands.ACTIONS | refused | {"edit": lambda live, _: self.press(live, "edit"), "button": self.press}

    # the view

    def show(self, view: StudyView) -> None:
        """Send what live study shows to the browser's page, if it has changed."""
        message = self.as_message(view)
        if message != self._sent:
            self._sent = message
            self._post("study", message)

    def as_message(self, view: StudyView) -> dict[str, Any]:
        """Return a view as a message to the page.

        marks: by mark, the ids of elements in the listing; enabled: the ids of buttons; html: by id, the contents of
        elements of the pane.
        """
        here = LINK.sub("", view.current.text).strip()
        return {
            "state": view.state,
            "message": view.message,
            "pace": view.pace,
            "detail": view.detail,
            "enabled": enabled(view.state, view.pace),
            "marks": {
                "now": [*marks(view.current, self._links), *sentences(view)],
                "stop": [address for line in view.stops.lines for address in self._addresses(*line)],
                "cause": self._addresses(*view.stops.cause) if view.stops.cause[1] else [],
            },
            "html": {
                "where": where_html(view, here),
                "turn": turn_html(view),
                "lines": f"{view.lines:g} line{'s' * (view.lines != 1)} a second",
                "stack": stack_html(view.stack, self._page, lambda level: marks(level, self._links)),
                "beside": escape("\n".join(view.beside)),
                "picture": picture_html(*view.picture),
                "rows": "".join(
                    variable_html(row, self._about(row.variable), row.variable in view.stops.watched)
                    for row in view.shown_variables
                ),
            },
        }

    def _about(self, name: str) -> str:
        """Return the address of a variable's entry in the study page, or empty."""
        variable = self.live.study.variables.get(name)
        found = self._links.of_basic(variable.key) if variable and self._page != OWN else None
        return f"{self._page}{found}" if found else ""

    def _addresses(self, path: str, line: int) -> list[str]:
        """Return the ids in the page for the lines of the statement at a line of a file."""
        index = self.live.index
        place = ActiveProcedure(index.procedure_at(path, line), "", *index.extent(path, line))
        return marks(place, self._links)

    # the buttons

    def press(self, live: LiveStudy, words: str) -> None:
        """Do the action of a button, unless it is the present pace or has no effect now. words: name and argument."""
        name, _, argument = words.partition(" ")
        if isinstance(live.dialog, Choice) and name != "answer":
            live.dialog = None
        if name not in self._buttons or name == live.pace or (name in WHILE_PAUSED and not live.paused):
            return
        try:
            self._buttons[name](live, argument)
        except LaunchError as error:
            path, _, first, _ = self._edited
            number = getattr(error.__cause__, "lineno", None) or 0
            line = number - first + 1  # in the text that the page has; 0 or less if it is not there
            sentence = re.sub(
                rf"{re.escape(folder())}/\w+/", "", str(error).replace(f"{path}, line {number}", f"Line {line}")
            )
            live.message = sentence if name == "edit" else live.message
            self._post("mistake", [sentence, line])

    def _toggle_line(self, live: LiveStudy, address: str) -> None:
        """Toggle a breakpoint at a line of the listing, given by its id in the page."""
        stops, lines = live.stepper.stops, dict.fromkeys(self._lines_at(live, address))
        stands = lines.keys() <= stops.lines.keys()
        for line in lines:
            if stands == (line in stops.lines):
                stops.toggle(line)
        effect = "stops there no more" if stands else "stops whenever it comes there"
        number = address.rpartition("-")[2]
        live.tell(f"Line {number}: the program {effect}." if lines else f"Line {number} is none that runs.")
        home = live.index.procedure_at(*next(iter(lines))) if lines and live.paused else None
        if home and isinstance(live.dialog, Choice):
            first = next(iter(lines))[1]
            answers = {"?": ("how often has it run?", lambda: commands.ask_line(live, home, first))}
            live.dialog = Choice(live.dialog.question, answers)

    def _lines_at(self, live: LiveStudy, address: str) -> Iterator[Line]:
        """Yield the lines of the running program for a line of the listing, given by its id in the page."""
        kind, _, digits = address.rpartition("-")
        number = int(digits)
        for procedure in live.study:
            here = [number] if self._links.line(procedure, number) == address else []
            numbers = procedure.runs(number) if kind == "bas" else here
            for line in live.index.stoppable_lines(procedure) if numbers else ():
                if line.number in numbers:
                    yield live.index.real_path(procedure.path), line.number

    def _toggle_watch(self, live: LiveStudy, name: str) -> None:
        """Toggle whether a variable is watched, given by its name in the port."""
        stops = live.stepper.stops
        stops.watched ^= {name}
        if not live.paused:  # a pause has marks of its own
            live.observer.compare(live.stepper.frames)
        stops.changed(live.stepper.frames)
        effect = "whenever it changes" if name in stops.watched else "at its changes no more"
        live.tell(f"{live.study.variables[name].title}: the program stops {effect}.")

    # changing a procedure

    def _edit(self, live: LiveStudy, language: str) -> None:
        """Send the shown procedure to the page for editing, in this language or the last one."""
        self._language = language or self._language
        procedure = to_edit(live.study, live.shown.current.procedure)
        if procedure is None:
            return
        in_basic, original = self._language == "BASIC", self._original.procedures[procedure.name]
        editions = os.path.join(folder(), EDITIONS)
        os.makedirs(editions, exist_ok=True)
        before = set(os.listdir(editions))
        path, first = edition_file(self._original, original, in_basic, editions)
        kept = os.path.basename(path) in before and live.edition is None
        lines = catalogue.read_text(path).splitlines()[first - 1 :]
        length = len(original.basic) if in_basic else _length(lines)
        self._edited = EditedPart(path, procedure.name, first, length)
        title = procedure.name + kept * " as you left it (this game runs the original)"
        self._post("edit", [title, self._language, "\n".join(lines[:length])])

    def _change(self, live: LiveStudy, text: str, restarts: bool = False) -> None:
        """Replace the edited procedure by a text, and run on with it: raise LaunchError or Restart.

        restarts: begin again without the keys.
        """
        path, name, first, length = self._edited
        lines, new = catalogue.read_text(path).splitlines(), text.rstrip().splitlines()
        lines[first - 1 : first - 1 + length] = new
        write(path, ("\n".join(lines) + "\n").encode())
        self._edited = self._edited._replace(length=len(new))
        study, program = build_study(path), loader.load(path).run_with({})
        self._post("mistake", ["", 0])
        self._post("listing", changed_html(study, self._links))
        if restarts:
            live.recorder.log.clear()
        commands.run_on(live, study, program, name)


def _go_to(live: LiveStudy, text: str) -> None:
    """Run to a goal, or play the game again with another choice."""
    if text.startswith(CHOICE):
        commands.choose_otherwise(live, text.removeprefix(CHOICE))
    else:
        commands.run_to(live, goal_of(live.study, text))


def _refuse(live: LiveStudy, _: str) -> None:
    """Refuse a key whose effect the page does not show, while the program is paused."""
    if live.paused:
        live.refuse()


def enabled(state: str, pace: str) -> list[str]:
    """Return the ids of the page's buttons that are enabled in a state of the program."""
    ended, paused = state in ("ENDED", "FAILED"), pace == "pause"
    ids = [] if ended else ["run", "slowly", "pause", "step-line", "slower", "faster", "to", "more"]
    ids += ["over", "out", "edit"] * (paused and not ended)
    ids += ["undo"] * (paused and state != "FAILED")
    return ids + ["run"] * (paused and state == "ENDED")


def marks(level: ActiveProcedure, links: Links) -> list[str]:
    """Return the ids of the lines, in port and listing, of a procedure's current statement."""
    if level.procedure is None:
        return []
    lines = range(level.line, level.line + level.lines) if level.procedure.python else ()
    return [links.line(level.procedure, line) for line in lines] + [f"bas-{number}" for number in level.basic]


def sentences(view: StudyView) -> list[str]:
    """Return the ids of the page's sentences about the line that runs next."""
    entries = [entry for line in view.current.basic for entry in view.description.at(line)]
    return [f"says-{entry.label}" for entry in entries if entry.is_sentence]


def _length(lines: Sequence[str]) -> int:
    """Return the number of lines of the function at the beginning of these lines."""
    below = (number for number, line in enumerate(lines) if number and line[:1] not in ("", " ", ")", "#"))
    end = next(below, len(lines))
    while not lines[end - 1].strip():
        end -= 1
    return end


class StudiedGame:
    """Studies a game while it is played, and stores its whole log whenever that has changed.

    The log is stored as a whole, as study rewinds by lines, and a recording file only by key presses.

    Attributes:
        game: the game, which writes no file itself.
    """

    def __init__(
        self,
        program: Program,
        game: Game,
        copy: PageLog,
        kept: str | None,
        before: StudiedGame | None = None,
        goal: str = "",
        script: str = "",
    ) -> None:
        """kept: the unfinished game's file that is continued, or empty; None: do not store the game.

        before: the game studied before. Its stops are kept if it is of the same program, its goal if also of the seed.
        goal, script: where to run to first, as for `--until`, and the keys of a new game to type; empty: none.
        """
        self._goal, self._script = goal, script
        self.game, self._program, self._copy, self._path = game, program, copy, kept
        self._live: LiveStudy | None = None
        self._before = before if before and before._program.key == program.key else None
        self._count = len(game.log.entries)

    def beside(self, post: Post, player: Player) -> AbstractContextManager[None]:
        """Return the context in which the game is studied; if it cannot be, show why and return an empty context."""
        program, page = self._program, page_of(self._program)
        try:
            study = build_study(program.given_name, str(program.chosen.get("chain", "")))
        except LibraryError as error:
            reason = str(error).replace(program.path, "it").replace("--chain", "chain= in the address")
            post("message", f"{program.name} is not studied: {reason}")
            return nullcontext()
        post("listing", {} if catalogue.is_own(program.path) else {"own": listing_html(study)})
        procedures = (procedure.key for procedure in study if not procedure.is_class)
        post("goals", [*study.moments, *procedures, *(f"{CHOICE}{name}" for name in study.choices)])
        pane = StudyPane(study, post, page)
        stops, goal, before = Stops(study), None, self._before
        if before and before._live:
            stops.take_over(before._live.stepper.stops)
            goal = before._live.target if self._seed == before._seed else None
        try:
            goal = goal_of(study, self._goal) if self._goal else goal
            parse_keys(self._script)
        except (LaunchError, UnknownKey) as error:
            post("message", str(error))
            self._script = ""
        self._before = None
        runs = goal or stops.any or self.game.log.presses
        live = pane.live = self._live = LiveStudy(
            study,
            pane,
            pane.actions,
            stops=stops,
            until=goal,
            script="" if self.game.log.presses else self._script,
            lines=INITIAL_SPEED,
            mode="running" if runs else "stopped",
            ends_by_escape=False,
        )
        load = self.game.load
        self.game.load = lambda: live.watched(load())
        return live.beside(player)

    @property
    def _seed(self) -> int | None:
        return self.game.header.seed if self.game.header else None

    def save(self, machine: Machine) -> None:
        """Store the game so far if its log has changed."""
        log = self.game.log
        if self._path is None or (self._live and self._live.edition):
            return
        entries, count = log.entries, self._count
        if len(entries) >= count and not any(entry.events for entry in entries[count:]) and log.end is None:
            return
        self._count = len(entries)
        if log.presses and self.game.header:
            file = UnfinishedGameFile(self._program.key, self._path)
            file.machine, self._path = machine, file.path
            writer = LogWriter([file, self._copy])
            writer.begin(self.game.header, log)
            if log.end is not None:
                writer.end(log.end)
            writer.close(finished=False)
        elif self._path:
            discard(self._path)
            self._path = ""
