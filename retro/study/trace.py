"""Records a game of a program, statement by statement, for the page that plays it."""

import base64
import copy
import json
import zlib
from collections.abc import Iterator
from types import FrameType
from typing import NamedTuple

from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.study.links import Links, variable_id
from retro.study.model import Study
from retro.study.procedure_index import ProcedureIndex
from retro.study.screenshots import Demonstration, demonstrations, play
from retro.study.stops import Stops
from retro.study.tracer import Activation, Tracer
from retro.study.values import SIMPLE, Items, basic_values, freeze, holder_in, is_array, is_grid, written

MOST = 12_000  # steps
CELL = 8  # pixels
LONGEST = 300  # characters of a value

Display = tuple[int, int, tuple[tuple[int, int, int], ...]]  # width and height in pixels, and the colours as RGB


def _ignore(*arguments: object) -> None:
    pass


class GameRecorder(Tracer):
    """Records a game.

    Attributes:
        steps: what there is before each statement, as far as it differs from the step before: [place, values, cells,
            display], the last ones left out if there is nothing. Place: an index of `places`. Values: alternately a
            variable's index and its text; the locals are one more. Cells: alternately a cell's index, row by row, and
            that of its pixels in `patterns`.
        places: the procedures with the ids of the lines in the page.
        patterns: a logical colour a byte, row by row.
    """

    def __init__(self, study: Study) -> None:
        super().__init__(ProcedureIndex(study), Stops(study), *[_ignore] * 4)
        self.study, self._links = study, Links(study)
        self.steps: list[list[object]] = []
        self.places: dict[tuple[str, tuple[str, ...]], int] = {}
        self.patterns: dict[bytes, int] = {}
        self._values: dict[str, object] = {}
        self._opaque: set[str] = set()  # names of variables that are neither simple nor arrays
        self._seen: set[int] = set()  # the places since something has changed
        self._display: Display = 0, 0, ()
        self._bands: list[bytes] = []
        self._cells: list[int] = []
        self._version, self._over = -1, False
        self.run()

    def follow(self, m: Machine, game: Demonstration) -> None:
        """Run a game on the machine."""
        self._m = m
        self.attach()
        try:
            game.program(m)
        except Exception:
            return  # the page shows how it ended elsewhere
        finally:
            self.detach()

    def finish(self) -> None:
        """Record no more."""
        self._over = True

    def packed(self) -> str:
        """Return the game for the page: JSON, deflated, in base 64."""
        variables = [(variable_id(name), one.title) for name, one in self.study.variables.items()]
        patterns = ["".join(f"{pixel:x}" for pixel in pattern) for pattern in self.patterns]
        parts = {"places": list(self.places), "variables": variables, "steps": self.steps, "patterns": patterns}
        return base64.b64encode(zlib.compress(json.dumps(parts, separators=(",", ":")).encode(), 9)).decode()

    # a step

    def _line(self, activation: Activation) -> None:
        if not activation.core or not self._begins_statement(activation):
            return
        if self._over or len(self.steps) == MOST:
            raise PowerOff
        place = self._place(activation)
        values = list(self._changed_values(activation.frame))
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

    def _place(self, activation: Activation) -> int:
        """Return the index of the present place."""
        procedure = self.index.place_of(activation.frame).procedure
        first, count = self.index.extent(activation.frame.f_code.co_filename, activation.frame.f_lineno)
        if procedure is None:
            return self.places.setdefault((activation.name, ()), len(self.places))
        python = [self._links.line(procedure, first + row) for row in range(count)] if procedure.python else []
        basic = [f"bas-{number}" for number in procedure.basic_at(first, count)]
        return self.places.setdefault((procedure.key, (*python, *basic)), len(self.places))

    def _changed_values(self, frame: FrameType) -> Iterator[int | str]:
        """Yield the index and the text of each variable that has changed, and those of the locals."""
        names = list(self.study.variables)
        if self.study.is_basic:
            now: dict[str, object] = basic_values(frame, names)
        else:
            holder = holder_in([frame])
            now = {name: getattr(holder, name, None) for name in names} if holder else {}
            found = {name: value for name, value in frame.f_locals.items() if isinstance(value, SIMPLE)}
            now[""] = ", ".join(f"{name} = {written(value)}" for name, value in found.items())
        for index, name in enumerate([*names, ""]):
            value = now.get(name, self._values.get(name))
            if name in self._opaque or value == self._values.get(name):
                continue
            if not isinstance(value, SIMPLE) and not (is_array(frozen := freeze(value)) or is_grid(frozen)):
                self._opaque.add(name)
                continue
            change = index, _text(value) if name else str(value)
            if name in self._values or self.study.is_basic or not self.steps:
                yield from change
            else:  # what a port's variables are made with counts from the beginning
                self._first += change
            self._values[name] = copy.deepcopy(value)

    def _changed_screen(self) -> Iterator[list[object]]:
        """Yield the cells that have changed, and the display if it has."""
        screen = self._m.screen
        if screen.version == self._version:
            return
        self._version, now = screen.version, self._m.front.now()
        picture = screen.picture(now)
        display = picture.width, picture.height, picture.rgb
        wide, high = picture.width // CELL, picture.height // CELL
        if display[:2] != self._display[:2]:
            self._bands, self._cells = [b""] * high, [-1] * (wide * high)
        yield [part for row in range(high) for part in self._changed_band(row, wide, picture.pixels)]
        yield list(display) if display != self._display else []
        self._display = display

    def _changed_band(self, row: int, wide: int, pixels: bytes) -> Iterator[int]:
        """Yield the cells of a row of cells that have changed, each with its pixels."""
        line = wide * CELL
        band = pixels[row * CELL * line : (row + 1) * CELL * line]
        if band == self._bands[row]:
            return
        self._bands[row] = band
        for column in range(wide):
            pattern = b"".join(band[start : start + CELL] for start in range(column * CELL, CELL * line, line))
            index = self.patterns.setdefault(pattern, len(self.patterns))
            if self._cells[row * wide + column] != index:
                self._cells[row * wide + column] = index
                yield from (row * wide + column, index)


def _text(value: object) -> str:
    """Return a value as text, a row a line."""
    frozen = freeze(value)
    rows = frozen.items if isinstance(frozen, Items) and is_grid(frozen) else (frozen,)
    return "\n".join(map(written, rows))[:LONGEST]


class RecordedGame(NamedTuple):
    """A game for the page: the command that plays it, and what it does, packed."""

    command: str
    packed: str


def recorded_game(study: Study) -> RecordedGame:
    """Record the first game of the study notes. Raises LibraryError."""
    game, recorder = demonstrations(study)[0], GameRecorder(study)
    play(game, recorder)
    return RecordedGame(game.command, recorder.packed())
