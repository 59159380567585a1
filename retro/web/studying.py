"""Live study in the browser: the page is told what `retro study` shows on a second screen, and has its switches."""

from __future__ import annotations

import contextlib
import os
import re

from retro.font import default
from retro.recording.journal import Journal
from retro.recording.keeping import FolderTape, KeptFile, kept_path
from retro.recording.log import Log
from retro.recording.session import Session
from retro.screen import Screen
from retro.second import Second
from retro.study.links import Links
from retro.study.live import Live
from retro.study.live.view import Pictures
from retro.study.source import study_of
from retro.web.kept import KeptGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from retro.frontend import Program
    from retro.keyboard import Event
    from retro.machine import Machine
    from retro.recording.file import Header, Recording
    from retro.recording.keeping import RecordFile
    from retro.study.panel import Running, View
    from retro.study.panel.values import Entry
    from retro.study.source import Study
    from retro.web.kept import Post

SWITCH = "switch"  # a kind of event: a switch of the page and, after a space, which procedure
LINES = 4  # a second, to begin with
LINK = re.compile(r"\s+#[ \d]+$")


class Told(Pictures):
    """Tells the page what there is to see, whenever that is something else."""

    def __init__(self, study: Study, second: Second, live: Studied, post: Post) -> None:
        self._live, self._post, self._links = live, post, Links(study)
        self._told: dict[str, Any] = {}
        super().__init__(study, second)

    def redraw(self) -> None:
        """Tell it."""
        told = in_words(self._seen, self._links) | {"lines": self._live.lines, "pace": self._live.pace}
        if told != self._told:
            self._told = told
            self._post("study", told)


def in_words(view: View, links: Links) -> dict[str, Any]:
    """A view for the page. marks: the ids of lines; stack: the innermost first, each with the id of its line."""
    return {
        "state": view.state,
        "said": view.said,
        "marks": marks(view.stack[0], links) if view.stack else [],
        "stack": [[level.name, level.number, (marks(level, links) or [""])[0]] for level in view.stack],
        "here": line_of(view.stack[0]) if view.stack else "",
        "stops": sorted(view.breakpoints),
        "variables": [variable(entry) for entry in view.entries],
    }


def marks(level: Running, links: Links) -> list[str]:
    """The ids of the lines of the port, and of the listing's, that a procedure is at."""
    procedure = level.procedure
    if procedure is None:
        return []
    basic = procedure.basic_at(level.line) if procedure.basic else None
    lines = [links.line(procedure, level.line + more) for more in range(level.lines)]
    return lines + ([] if basic is None else [f"bas-{basic}"])


def line_of(level: Running) -> str:
    """The line of the port that is about to run."""
    lines = level.procedure.python if level.procedure else ()
    return next((LINK.sub("", line.text).strip() for line in lines if line.number == level.line), "")


def variable(entry: Entry) -> dict[str, object]:
    """A variable for the page."""
    return {"name": entry.name, "items": entry.items, "was": entry.was, "meaning": entry.meaning}


class Studied(Live):
    """The machine's front end while a program is studied in the browser."""

    def __init__(self, study: Study, post: Post) -> None:
        super().__init__(study, Second(Screen(default())), lines=LINES, mode="running")
        self.pictures = Told(study, self.second, self, post)
        self._freely = True

    @property
    def pace(self) -> str:
        """What the user wants the program to do: pause, slowly, run, or step, until it stands again."""
        return "pause" if self._standing else "slowly" if self._slow else "run" if self._freely else "step"

    def wait(self, m: Machine, timeout: float | None) -> list[Event]:
        """Give what is the program's, which no switch is, also when there is nothing to study."""
        return [event for event in super().wait(m, timeout) if event[0] != SWITCH]

    def _sort(self, events: list[Event]) -> None:
        """The program runs: what is not of the page's switches is as in every front end."""
        while events and not self._stop:
            event = events.pop(0)
            if event[0] == SWITCH:
                self._switch(event[1])
            else:
                super()._sort([event])
        self._raw += events

    def _judge(self, event: Event) -> None:
        """The program stands still."""
        if event[0] == SWITCH:
            self._switch(event[1])
        else:
            super()._judge(event)

    def _switch(self, words: str) -> None:
        name, _, key = words.partition(" ")
        if name == "to":
            self.watcher.run(until=key)
            self._go()
            self._freely = True
        elif name in SWITCHES and name != self.pace and (self._standing or name not in STANDING_ONLY):
            getattr(self, f"do_{name}")()

    def _go(self, slow: bool = False) -> None:
        super()._go(slow)
        self._freely = False

    def do_run(self) -> None:
        """Go on."""
        super().do_run()
        self._freely = True

    def do_pause(self) -> None:
        """Stop where it is."""
        self._stop = True

    def do_choose(self) -> None:
        """The page has a list of procedures of its own."""


SWITCHES = ("run", "slowly", "pause", "step", "over", "out", "slower", "faster", "undo", "toggle_here")
STANDING_ONLY = ("undo",)


class StudiedGame(KeptGame):
    """A game whose program is watched."""

    switches = True

    def __init__(self, asked: str, module: ModuleType, options: dict[str, object]) -> None:
        super().__init__(asked, module, options)
        self._keeper: Keeper | None = None
        self._live: Live | None = None

    def watched(self, program: Program, post: Post) -> Program:
        """A session of it, whose page is told what there is to study."""
        study = study_of(self.name)
        post("procedures", [procedure.key for procedure in study if not procedure.is_class])
        self._live = Studied(study, post)
        return self._live.around(program)

    def load(self) -> Program:
        """The program itself, with the watcher round it."""
        return self._live.watched(super().load()) if self._live else super().load()

    def kept_session(
        self, header: Header, old: Recording | None, tell: Callable[[str], None], copy: RecordFile
    ) -> Session:
        """As of any other game; but study can go back in it by lines."""
        log = old.log if old else Log()
        self._keeper = Keeper(self.key, header, log, copy, begun=old is not None)
        return Session(self.load, header, log=log, name=old.path if old else "", tape=FolderTape(self.key), tell=tell)

    def keep(self) -> None:
        """Write down how far the game has come, if it is one to be kept."""
        if self._keeper:
            self._keeper.keep()


class Keeper:
    """Keeps the log of a game that is studied as its unfinished game. begun: it has been written down before.

    A recording in a file goes back by key presses alone, and study may go back by lines: so the whole of it is written
    anew whenever it is different.
    """

    def __init__(self, key: str, header: Header, log: Log, copy: RecordFile, begun: bool) -> None:
        self._key, self._header, self._log, self._copy, self._begun = key, header, log, copy, begun
        self._count = len(log.entries)

    def keep(self) -> None:
        """Write down how far the game has come, if something was pressed, or taken back."""
        entries, count = self._log.entries, self._count
        new = any(entry.events for entry in entries[count:])
        if not new and len(entries) >= count and self._log.end is None:
            return
        self._count = len(entries)
        if self._log.presses:
            self._write()
        elif self._begun:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(kept_path(self._key))

    def _write(self) -> None:
        journal = Journal([KeptFile(self._key), self._copy])
        journal.begin(self._header, self._log)
        if self._log.end is not None:
            journal.end(self._log.end)
        journal.close(finished=False)
        self._begun = True
