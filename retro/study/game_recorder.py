"""Records a game of a program, statement by statement, for the study page, which plays it."""

import base64
import copy
import json
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from types import FrameType
from typing import Any

from retro.listing.links import Links, variable_id
from retro.listing.model import Study
from retro.listing.page.games import RecordedGame, Screenshot
from retro.machine.machine import Machine
from retro.study.screenshots import Demonstration, GameFollower, demonstrations, take_screenshots
from retro.study.stops import turns_of
from retro.study.values import SIMPLE, freeze, is_array, is_grid, variables_in, written

MOST_STEPS = 12_000  # steps
CELL, NO_COLOUR = 8, 255  # pixels; a logical colour that there is not
LONGEST_VALUE = 300  # characters of a value
SCREEN_INDEX = 2  # where the changes of the screen begin in a step

Display = tuple[int, int, tuple[tuple[int, int, int], ...]]  # width and height in pixels, and the colours as RGB


class GameRecorder(GameFollower):
    """Records the first of the games that are played.

    Attributes:
        steps: the state before each statement, as changes since the step before: [place, values, cells, display],
            without empty fields at the end. Place: an index of `places`. Values: index and text of each changed
            variable, alternating; the index after all variables stands for the locals. Cells: index on the screen, row
            by row, and index in `patterns`, of each changed cell, alternating.
        places: by procedure and the ids of lines on the page, the index of this pair.
        patterns: by the pixels of a cell, eight words of eight bytes, its index; a byte is a logical colour.
    """

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        self._links = Links(study)
        self.steps: list[list[object]] = []
        self.places: dict[tuple[str, tuple[str, ...]], int] = {}
        self.patterns: dict[tuple[int, ...], int] = {}
        self._indices = {name: index for index, name in enumerate(study.variables)}
        self._values: dict[str, object] = {}
        self._locals: Mapping[str, object] | None = None
        self._locals_text: str | None = None
        self._opaque: set[str] = set()  # names of variables that are neither simple nor arrays
        self._seen: set[int] = set()  # the places since something has changed
        self._display: Display = 0, 0, ()
        self._pixels = b""
        self._version, self._records = -1, False
        self._statements: dict[FrameType, int] = {}  # the first line of the statement that each frame is at

    def follow(self, m: Machine, game: Demonstration) -> None:
        """Run a game on the machine; an error is shown on its screen."""
        self._records = not self.steps
        self._trace_calls = self._called_in_recording if self._records else self._called
        super().follow(m, game)

    def packed(self) -> str:
        """Return the game for the page: JSON, deflated, in base 64.

        The page opens at its first turn, or else after the first statement that draws.
        """
        variables = [(variable_id(name), one.title) for name, one in self.study.variables.items()]
        patterns = [
            "".join(row.to_bytes(CELL, sys.byteorder).hex()[1::2] for row in pattern) for pattern in self.patterns
        ]
        turns = turns_of(self.study)
        turning = {place for (key, _), place in self.places.items() if key in turns}
        drawing = (at for at, step in enumerate(self.steps) if at and len(step) > SCREEN_INDEX)
        begin = next(chain((at for at, step in enumerate(self.steps) if step[0] in turning), drawing), 0)
        parts = {"places": list(self.places), "steps": self.steps, "begin": begin}
        parts |= {"variables": variables, "patterns": patterns}
        return base64.b64encode(zlib.compress(json.dumps(parts, separators=(",", ":")).encode(), 9)).decode()

    # a step

    def _called_in_recording(self, frame: FrameType, event: str, arg: object) -> Any:
        traced = self._called(frame, event, arg)
        if not self._index.place_of(frame).core:
            return traced
        frame.f_trace_lines = True
        return self._trace_line

    def _trace_line(self, frame: FrameType, event: str, arg: object) -> Any:
        """The trace function of Python's that is called for each line while the game is recorded."""
        if event == "line" and self._records:
            self._line(frame)
        elif event == "line":
            frame.f_trace_lines = False
        elif event == "return":
            self._statements.pop(frame, None)
        self._trace_return(frame, event, arg)
        return self._trace_line

    def _line(self, frame: FrameType) -> None:
        path = frame.f_code.co_filename
        first, count = self._index.extent(path, frame.f_lineno)
        same = self._statements.get(frame) == first and (count > 1 or path in self._index.listings)
        self._statements[frame] = first
        if same or self._over:
            return
        place = self._place(frame, first, count)
        values = list(self._changed_values(frame))
        if not self.steps:
            self._first = values
        step = [place, values, *self._changed_screen()]
        if any(step[1:]):
            self._seen.clear()
        elif place in self._seen:
            return  # a loop that waits
        self._seen.add(place)
        while len(step) > 1 and not step[-1]:
            step.pop()
        self.steps.append(step)
        self._records = len(self.steps) < MOST_STEPS
        if not self._records:
            sys.settrace(self._called)

    def _place(self, frame: FrameType, first: int, count: int) -> int:
        """Return the index in `places` of the present procedure and lines."""
        name, procedure, _ = self._index.place_of(frame)
        if procedure is None:
            return self.places.setdefault((name, ()), len(self.places))
        python = [self._links.line(procedure, first + row) for row in range(count)] if procedure.python else []
        basic = [f"bas-{number}" for number in procedure.basic_at(first, count)]
        return self.places.setdefault((procedure.key, (*python, *basic)), len(self.places))

    def _changed_values(self, frame: FrameType) -> Iterator[int | str]:
        """Yield the index and the text of each variable that has changed, and those of the locals."""
        now = variables_in([frame], self.study)
        changed = [name for name, value in now.items() if value != self._values.get(name)]
        for name in sorted((self._indices.keys() & changed) - self._opaque, key=self._indices.__getitem__):
            value = now[name]
            if not isinstance(value, SIMPLE) and not (is_array(frozen := freeze(value)) or is_grid(frozen)):
                self._opaque.add(name)
                continue
            change = self._indices[name], _text(value)
            if name in self._values or self.study.is_basic or not self.steps:
                yield from change
            else:  # what a port's variables are made with counts from the beginning
                self._first += change
            self._values[name] = copy.deepcopy(value)
        found = {name: value for name, value in frame.f_locals.items() if isinstance(value, SIMPLE)}
        if not self.study.is_basic and found != self._locals:
            self._locals, before = found, self._locals_text
            self._locals_text = ", ".join(f"{name} = {written(value)}" for name, value in found.items())
            if self._locals_text != before:
                yield from (len(self._indices), self._locals_text)

    def _changed_screen(self) -> Iterator[list[object]]:
        """Yield the cells that have changed, and the display if it has."""
        screen = self._m.screen
        if screen.version == self._version:
            return
        self._version, now = screen.version, self._m.front.now()
        picture = screen.picture(now)
        display = picture.width, picture.height, picture.rgb
        before = self._pixels if display[:2] == self._display[:2] else bytes([NO_COLOUR]) * len(picture.pixels)
        yield list(self._changed_cells(picture.width // CELL, before, picture.pixels))
        yield list(display) if display != self._display else []
        self._display, self._pixels = display, picture.pixels

    def _changed_cells(self, wide: int, before: bytes, now: bytes) -> Iterator[int]:
        """Yield the cells that have changed, each with its pixels."""
        band = CELL * CELL * wide
        for row, start in enumerate(range(0, len(now), band)):
            old, new = before[start : start + band], now[start : start + band]
            for column, (was, pattern) in enumerate(zip(_cells(wide, old), _cells(wide, new)) if old != new else ()):
                if was != pattern:
                    yield from (row * wide + column, self.patterns.setdefault(pattern, len(self.patterns)))


def _cells(wide: int, band: bytes) -> Iterator[tuple[int, ...]]:
    """Return the cells of a row of cells, each as eight words; a word is a row of eight pixels."""
    words = memoryview(band).cast("Q")
    return zip(*(words[start : start + wide] for start in range(0, CELL * wide, wide)))


def _text(value: object) -> str:
    """Return the value of a variable as text, with a line for each row of a grid."""
    frozen = freeze(value)
    rows = frozen if isinstance(frozen, tuple) and is_grid(frozen) else (frozen,)
    return "\n".join(map(written, rows))[:LONGEST_VALUE]


def play_games(
    study: Study, report: Callable[[str], None] = lambda step: None
) -> tuple[dict[str, Screenshot], RecordedGame]:
    """Play the games of the study notes; return screenshots, as `take_screenshots` does, and the first game."""
    recorder = GameRecorder(study)
    shots = take_screenshots(study, report, recorder)
    return shots, RecordedGame(demonstrations(study)[0].command, recorder.packed())
