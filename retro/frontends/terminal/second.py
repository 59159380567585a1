"""A second screen in the terminal: beside the machine's where there is room for both, else instead of it."""

from __future__ import annotations

from retro.frontends.terminal.console import Room
from retro.frontends.terminal.faces import centred, lights_of
from retro.frontends.terminal.layout import COLUMNS
from retro.frontends.terminal.sheet import CLEAR, Sheet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from retro.frontends.terminal.blocks import Cell
    from retro.frontends.terminal.colours import Colours
    from retro.frontends.terminal.faces import Face
    from retro.screen import Screen
    from retro.second import Row, Second

ENOUGH = 20  # rows
POOR = str.maketrans("─│▶●◆…×·–—", "-|>*#~x.--")  # where the terminal has letters only


def paired(faces: Sequence[Face], second: Second, colours: Colours, poor: bool) -> list[Face]:
    """Ways to show both, the best first, and then those to show one of them. poor: the terminal has ASCII only."""
    page = Page(second, colours, poor)
    return [*(Beside(face, page, second) for face in faces), Instead(page, second), *faces]


def make_room(second: Second, room: Room) -> None:
    """Tell the owner of the second screen how much of it there is room for: the machine's fits beside it as text."""
    second.rows, second.both = room.rows, room.columns >= 2 * COLUMNS and room.rows >= ENOUGH
    second.resized()


class Page:
    """The second screen as the text that it is."""

    def __init__(self, second: Second, colours: Colours, poor: bool) -> None:
        self._second, self._poor = second, poor
        self._sheet = Sheet(colours)
        self._rows: Sequence[Row] = ()
        self._cells: list[list[Cell]] = []

    def fits(self, room: Room) -> bool:
        """Most of it is to be seen."""
        return room.columns >= COLUMNS and room.rows >= ENOUGH

    def forget(self) -> None:
        """Write everything next time."""
        self._sheet.forget()

    def draw(self, now: float, room: Room) -> str:
        """Write the cells that have changed."""
        rows = self._second.text[: room.rows]
        if not rows:
            return ""
        known = list(zip(self._rows, self._cells))
        self._cells = [
            known[place][1] if place < len(known) and known[place][0] == row else self._made(row)
            for place, row in enumerate(rows)
        ]
        self._rows = rows
        place = centred(len(self._cells[0]), len(rows), room)
        return self._sheet.draw(self._cells, lights_of(self._second.screen, now), 0, place)

    def _made(self, row: Row) -> list[Cell]:
        """Cells of a row, as many as fit a line."""
        pieces = [(text.translate(POOR) if self._poor else text, *colours) for text, colours in row]
        cells = [(sign, ink, paper, False) for text, ink, paper in pieces for sign in text]
        return [*cells, *[(" ", 0, 0, False)] * COLUMNS][:COLUMNS]


def halves(room: Room) -> tuple[Room, Room]:
    """Room for the machine's picture, and right of it for the text."""
    left = room.columns - COLUMNS
    wide = room.wide * left // room.columns if left > 0 else 0
    return Room(left, room.rows, wide, room.high), Room(COLUMNS, room.rows, left=left)


class Beside:
    """The machine's picture in one way, and the second screen right of it."""

    def __init__(self, face: Face, page: Page, second: Second) -> None:
        self._face, self._page, self._second = face, page, second
        self.erasing = face.erasing

    def fits(self, screen: Screen, room: Room) -> bool:
        """Both fit."""
        left, right = halves(room)
        if left.columns < COLUMNS:
            return False
        return self._face.fits(screen, left) and self._page.fits(right)

    def forget(self) -> None:
        """Write everything next time."""
        self._face.forget()
        self._page.forget()

    def draw(self, screen: Screen, now: float, room: Room) -> str:
        """Bring both up to date. When one of them clears the terminal the other is written again."""
        one, other = self._both(screen, now, room)
        if CLEAR in one + other:
            self.forget()
            one, other = self._both(screen, now, room)
        return one + other.replace(CLEAR, "")

    def _both(self, screen: Screen, now: float, room: Room) -> tuple[str, str]:
        left, right = halves(room)
        return self._face.draw(screen, now, left), self._page.draw(now, right)

    def pixel(self, column: int, row: int, screen: Screen, room: Room) -> tuple[int, int]:
        """The one that the machine's picture has there."""
        return self._face.pixel(column, row, screen, halves(room)[0])


class Instead:
    """The second screen alone, while it is wanted."""

    erasing = ""

    def __init__(self, page: Page, second: Second) -> None:
        self._page, self._second = page, second

    def fits(self, screen: Screen, room: Room) -> bool:
        """It is wanted, and fits."""
        return self._second.ahead and self._page.fits(room)

    def forget(self) -> None:
        """Write everything next time."""
        self._page.forget()

    def draw(self, screen: Screen, now: float, room: Room) -> str:
        """Write the cells that have changed."""
        return self._page.draw(now, room)

    def pixel(self, column: int, row: int, screen: Screen, room: Room) -> tuple[int, int]:
        """None of the machine's."""
        return -1, -1
