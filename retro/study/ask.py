"""Finds the statement that set a variable or drew a pixel, and searches a program's texts."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from retro.display.screen import Screen
from retro.display.text_rows import prose
from retro.listing.model import Study
from retro.listing.procedure import NO_LINE
from retro.study.dialogs import Found
from retro.study.procedure_index import ProcedureIndex
from retro.study.stepper import START_POSITION, Position
from retro.study.values import changes, element, freeze, shortened

MOST_FOUND = 60
PARAGRAPH = re.compile(r"\n\n+|\n(?=\||\* |\d+\.)")  # the separator of paragraphs, items and rows in notes


@dataclass
class Query:
    """A query for the statement that last changed a value. It is answered during a replay of the game.

    Attributes:
        look: returns the observed values, the most precise first.
        named: returns a phrase for a change, given the old and the new value.
        unchanged: what to say if nothing has changed a value.
        found: for each observed value its last change: the position before the statement, its file and line, the old
            and the new value; None if it never changed.
    """

    look: Callable[[], Sequence[object]]
    named: Callable[[object, object], str]
    unchanged: str
    found: list[tuple[Position, tuple[str, int], object, object] | None] = field(default_factory=list)
    _last: Sequence[object] = ()
    _before: tuple[Position, tuple[str, int]] | None = None

    def observe(self, position: Position | None, path: str, line: int) -> None:
        """Compare the observed values with those of the last time.

        position: of the next statement, at a line of a file; None: a call in that statement has returned.
        """
        now = self.look()
        if self._before is None:
            self.found = [None] * len(now)
        else:
            for index, pair in enumerate(zip(self._last, now)):
                if pair[0] != pair[1]:
                    self.found[index] = (*self._before, *pair)
        known = self._before[0] if self._before else START_POSITION
        self._last, self._before = now, (position or known, (path, line))

    def answer(self, index: ProcedureIndex) -> tuple[str, Position] | None:
        """Return a sentence about the statement that was found, and the position before it; None if there is none."""
        found = next(filter(None, self.found), None)
        if found is None:
            return None
        position, (path, line), old, new = found
        return f"{self.named(old, new)} in {index.described(path, line)}.", position


def of_variable(study: Study, name: str, values: Callable[[], dict[str, object]]) -> Query:
    """Return a query for a variable by its name in the port. values: returns the values of all variables by name."""
    title = study.variables[name].title.partition("(")[0]

    def named(old: object, new: object) -> str:
        changed = list(changes(old, new))
        if len(changed) > 1:
            return f"{title} was set"
        where, was, now = changed[0]
        before = "" if was is None else f" (it was {shortened(was)})"
        return f"{element(title, where)} was set to {shortened(now)}{before}"

    last: list[object] = [None]

    def value() -> list[object]:
        last[0] = freeze(found[name]) if name in (found := values()) else last[0]
        return last[:]

    return Query(value, named, f"{title} has not changed since the program began.")


@dataclass
class LineQuery:
    """A query for how often a line has run. It is answered during a replay of the game, as a `Query` is.

    Attributes:
        name: the line's name in the answer.
        is_line: returns whether a line of a file is that line.
        turns: the positions of the turns, and last the present position, which does not count.
        runs: the positions at which it ran.
    """

    name: str
    is_line: Callable[[str, int], bool]
    turns: Sequence[Position]
    runs: list[Position] = field(default_factory=list)

    @property
    def unchanged(self) -> str:
        """What to say if it has not run."""
        return f"{self.name} has not run yet."

    def observe(self, position: Position | None, path: str, line: int) -> None:
        """Count a statement that is the line's first. position: of the statement, at a line of a file, or None."""
        if position and position < self.turns[-1] and position not in self.runs[-1:] and self.is_line(path, line):
            self.runs.append(position)

    def answer(self, index: ProcedureIndex) -> tuple[str, Position] | None:
        """Return a sentence with the numbers of runs, and the position of the last one; None if there is none."""
        begins = [START_POSITION, *self.turns[:-1]]
        counts = [sum(begin <= run for run in self.runs) for begin in begins]
        here, before = counts[-1], counts[-2] - counts[-1] if len(counts) > 1 else 0
        times = "once" if counts[0] == 1 else f"{counts[0]} times"
        sentence = f"{self.name} has run {times}: {here} in this turn, {before} in the one before."
        return (sentence, self.runs[-1]) if self.runs else None


@dataclass(frozen=True)
class Seen:
    """The answer of a query: the colour or the value that was there, and whether a CLS had just cleared the place."""

    value: object
    cleared: bool = field(compare=False)


def of_pixel(screen: Callable[[], Screen], x: int, y: int) -> Query:
    """Return a query for a pixel, in graphics units.

    If the pixel never changed, it is for the character around it, and else for the last clearing of the screen there.
    """
    before, clears = screen().framebuffer, 0

    def look() -> list[object]:
        nonlocal before, clears
        buffer = screen().framebuffer
        across, up = buffer.point(x, y)
        inside = [left <= across <= right and low <= up <= high for left, low, right, high in buffer.clears or ()]
        cleared = buffer is not before or any(inside)
        before, buffer.clears = buffer, []
        clears += cleared
        pixel, cell = (
            buffer.pixels[(buffer.height - 1 - up) * buffer.width + across],
            buffer.cell(*buffer.cell_at(x, y)),
        )
        blank = cleared and {*cell} == {screen().text_plane.paper}
        return [Seen(pixel, blank), Seen(cell, blank), Seen(clears, True)]

    def named(_: object, new: object) -> str:
        cleared = isinstance(new, Seen) and new.cleared
        return "Nothing has drawn here since it was cleared" if cleared else "This was drawn"

    return Query(look, named, "Nothing has drawn here since the machine was switched on.")


def search(study: Study, text: str) -> list[Found]:
    """Return the places where a text occurs: in the names, description, listings and notes of a program.

    Places with a word in their names that begins with the text come first, then the description and purposes, then all
    others. A space in the text also matches "_".
    """
    words = re.escape(text.strip()).replace(r"\ ", "[ _]")
    wanted, begins = re.compile(words, re.IGNORECASE), re.compile(rf"(?:(?<![a-z])|PROC|FN){words}", re.IGNORECASE)
    found = [(rank, place) for rank, place in _places(study) if wanted.search(place.key)]
    found.sort(key=lambda pair: not begins.search(pair[1].where) and pair[0])
    return [place for _, place in found][:MOST_FOUND]


def _places(study: Study) -> Iterator[tuple[int, Found]]:
    """Yield all places, each after its rank in the results, 1 for the first ones."""
    by_line = {line.number: one for one in study for line in one.basic}
    for entry in study.description.entries:
        procedure = next((by_line[line] for line in entry.lines if line in by_line), None)
        runs = procedure.runs(next(line for line in entry.lines if line in by_line)) if procedure else []
        rank = 1 if entry.is_sentence else 2
        yield rank, Found(f"description {entry.label}", entry.plain, procedure, next(iter(runs), NO_LINE))
    for procedure in study:
        purpose = " ".join(procedure.purpose.split())
        yield 1 + (procedure.module != study.name), Found(procedure.key, purpose, procedure, procedure.first)
    for variable in study.variables.values():
        user = next(iter(study.users(variable.name)["changed by"]), None)
        yield 1, Found(variable.title, variable.meaning, user, user.first if user else NO_LINE)
    for procedure in study:
        for line in (*procedure.basic, *procedure.python):
            here = line.number if line in procedure.lines else next(iter(procedure.runs(line.number)), procedure.first)
            yield 3, Found(f"line {line.number}", line.text.strip(), procedure, here)
    for paragraph in PARAGRAPH.split(study.notes_text):
        cells = (" ".join(cell.split()) for cell in paragraph.split("|"))
        yield 2, Found("notes", prose(": ".join(filter(None, cells)).replace("**", "")))
