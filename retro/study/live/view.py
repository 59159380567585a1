"""What the study screen is to show now, made of what the watcher sees; and the screen itself."""

from __future__ import annotations

import os

from retro.machine import said
from retro.modes import Mode
from retro.study.live.keys import CHOOSING_ROWS, ONE_SCREEN, ROWS, TYPING_ROWS
from retro.study.panel import COLUMNS, FEWEST, MOST, Running, View, panel
from retro.study.panel.listing import Listings
from retro.study.panel.text import STAND_INS, printed, shapes
from retro.study.panel.values import NEW, Known, Table
from retro.study.watch.lines import Statements
from retro.study.watch.values import Items, globals_in, locals_in
from retro.vdu import VDU

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import FrameType

    from retro.second import Second
    from retro.study.live.steering import Steering
    from retro.study.panel.text import Row
    from retro.study.panel.values import Entry
    from retro.study.source import Procedure, Study
    from retro.study.watch import Watcher
    from retro.study.watch.values import Frozen

MODE = 8  # a number that is in no table
STEADY = tuple(range(8))  # colours that do not flash
CORE, RULES = "core", "rules"
MIDDLING = 40  # rows, where any number is as good


class Pictures:
    """Draws the study screen. study: the program; second: the screen."""

    def __init__(self, study: Study, second: Second) -> None:
        self._study, self._second = study, second
        self._vdu = VDU(second.screen)
        self._rows: list[Row] = []
        self._begin(MIDDLING)
        self._seen = View(study.title, "", [])
        self._top, self._seen_in = 0, ""
        self._places: dict[tuple[str, int], Procedure | None] = {}
        self._statements = Statements()
        self._table = Table({name: Known(one.basic, one.meaning) for name, one in study.variables.items()})
        self._before: tuple[dict[str, Frozen], dict[FrameType, dict[str, Frozen]]] = {}, {}
        self._listings = Listings()
        everything = (*study, *study.others.values())
        self._files = {os.path.realpath(one.path): RULES if "/" in one.module else CORE for one in everything}
        self._files[os.path.realpath(study.path)] = CORE
        self._kinds: dict[str, str] = {}

    # what is what

    def place_of(self, frame: FrameType) -> str:
        """The key of the procedure that a frame runs, or its name; empty if it is none of the program's."""
        code = frame.f_code
        if not self._kind(code.co_filename):
            return ""
        procedure = self._procedure(code.co_filename, code.co_firstlineno)
        if procedure is None:
            return code.co_name
        return f"{procedure.key}.{code.co_name}" if procedure.is_class else procedure.key

    def is_core(self, path: str) -> bool:
        """Is it one of the program's own files, and not of rules that know no machine?"""
        return self._kind(path) == CORE

    def _kind(self, path: str) -> str:
        """CORE, RULES, or empty for a file that is none of the program's."""
        if path not in self._kinds:
            self._kinds[path] = self._files.get(os.path.realpath(path), "") if path.endswith(".py") else ""
        return self._kinds[path]

    def _procedure(self, path: str, line: int) -> Procedure | None:
        if (path, line) not in self._places:
            self._places[path, line] = self._study.at(path, line)
        return self._places[path, line]

    # what is to be seen

    def show(self, watcher: Watcher, live: Steering, error: Exception | None = None) -> None:
        """Show the program as it is now, or as it was when it failed."""
        if error is None:
            levels = [(level.frame, level.frame.f_lineno) for level in watcher.stack]
        else:
            levels = list(self._failed_in(error))
        self._seen = self._view(levels, watcher, live)
        if error is not None:
            self._seen.said, self._seen.alarming = f"{said(error)}, in the line that is marked.", True
        self.redraw()

    def _failed_in(self, error: Exception) -> Iterator[tuple[FrameType, int]]:
        trace = error.__traceback__
        while trace is not None:
            if self.place_of(trace.tb_frame):
                yield trace.tb_frame, trace.tb_lineno
            trace = trace.tb_next

    def _view(self, levels: list[tuple[FrameType, int]], watcher: Watcher, live: Steering) -> View:
        stack = [self._running(frame, line) for frame, line in reversed(levels)]
        if stack and stack[0].name != self._seen_in:
            self._seen_in, self._top = stack[0].name, 0
        return View(
            title=self._study.title.partition(",")[0],
            state=live.state,
            stack=stack,
            entries=self._entries([frame for frame, _ in levels], stack[0].procedure if stack else None),
            top=self._top,
            calls=[call.place + (f" ×{call.times}" if call.times > 1 else "") for call in reversed(watcher.calls)],
            breakpoints=frozenset(watcher.breakpoints),
            said=live.said or (f"Until {watcher.until} is called." if watcher.until else ""),
            keys=self._keys(live),
            chooser=live.chooser,
            listings=self._listings,
        )

    def _running(self, frame: FrameType, line: int) -> Running:
        path = frame.f_code.co_filename
        first, lines = self._statements.extent(path, line)
        procedure = self._procedure(path, frame.f_code.co_firstlineno)
        return Running(procedure, self.place_of(frame), first, lines)

    def _keys(self, live: Steering) -> list[list[tuple[str, str]]]:
        rows = CHOOSING_ROWS if live.chooser else TYPING_ROWS if live.typing else ROWS[live.state]
        return [[(key, what.format(lines=f"{live.lines:g}")) for key, what in row] for row in rows]

    # the variables

    def _entries(self, frames: list[FrameType], procedure: Procedure | None) -> list[Entry]:
        """Locals, then what the procedure uses, then what has changed, then the rest."""
        if not frames:
            return []
        everything, locals_before = self._before
        inner = locals_in(frames[-1])
        before = locals_before.get(frames[-1])
        made = [
            entry
            for name, value in inner.items()
            for entry in self._table.entries(name, value, (before or {}).get(name, NEW), before is not None)
        ]
        values = globals_in(frames)
        made_of = {
            name: self._table.entries(name, value, everything.get(name), bool(everything))
            for name, value in values.items()
        }
        for name in self._order(values, made_of, procedure):
            made += made_of[name]
        return made

    def _order(
        self, values: Mapping[str, Frozen], made: Mapping[str, list[Entry]], procedure: Procedure | None
    ) -> list[str]:
        used = {*procedure.reads, *procedure.changes} if procedure else set()

        def rank(name: str) -> tuple[int, bool]:
            changed = any(entry.changed for entry in made[name])
            return (0 if name in used else 1 if changed else 2), isinstance(values[name], Items)

        return sorted(values, key=rank)

    def compare(self, watcher: Watcher) -> None:
        """What changes from now on has changed."""
        frames = [level.frame for level in watcher.stack]
        self._before = globals_in(frames), {frame: locals_in(frame) for frame in frames}

    def scroll(self, by: int) -> None:
        """Show variables further down."""
        self._top = max(0, self._top + by)

    # the screen

    def redraw(self) -> None:
        """Show it in as many rows as there is room for."""
        rows = max(FEWEST, min(MOST, self._second.rows or MIDDLING))
        self._seen.switch = () if self._second.both else (ONE_SCREEN,)
        if len(self._rows) != rows:
            self._begin(rows)
        made = panel(self._seen, rows, COLUMNS)
        self._top = self._seen.top
        codes = b"".join(printed(number, row) for number, (row, old) in enumerate(zip(made, self._rows)) if row != old)
        self._rows = self._second.text = made
        if codes:
            self._vdu.write(codes)

    def _begin(self, rows: int) -> None:
        screen = self._second.screen
        screen.use_mode(Mode(MODE, COLUMNS, rows, STEADY))
        screen.stand_ins.update(STAND_INS)
        self._vdu.write(shapes())
        self._rows = [[]] * rows
