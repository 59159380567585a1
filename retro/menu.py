"""What the machine shows when it is switched on: its programs, and how to start them."""

from __future__ import annotations

from retro.basic import CLICK, spc, tab
from retro.errors import Escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro.frontend import Program
    from retro.machine import Machine

    Item = tuple[str, Callable[[], Program]]

NO_KEY, RETURN, LEFT, RIGHT, DOWN, UP = -1, 13, 136, 137, 138, 139
FIRST_ROW = 8
LAST_ROW = 20
LETTERS = "123456789"
NEW = b"Nn"
NAME = "retro"
CORNER = 224  # the first of the characters that the name is drawn with
STRIPES = (1, 2, 3)


def menu(items: Sequence[Item], unfinished: Callable[[int], Program | None] = lambda place: None) -> Program:
    """The menu of these programs: for each its title (up to 36 characters) and how to load it.

    unfinished: gives the program at a place in the list as what goes on with its unfinished game; None if it has none.
    """

    def main(m: Machine) -> None:
        chosen = 0
        while True:
            m.restart()
            draw(m, items)
            chosen = choose(m, items, chosen)
            m.restart()
            try:
                program = go_on(m, items[chosen][0], unfinished(chosen)) or items[chosen][1]()
                program(m)
                m.print(tab(0, m.screen.mode.rows - 1), "Press a key for the menu", end="")
                m.get()
            except Escape:
                pass

    return main


def go_on(m: Machine, title: str, game: Program | None) -> Program | None:
    """Ask whether to go on with an unfinished game; gives it if so. ESCAPE goes through."""
    if game is None:
        return None
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.colour(2)
    m.print(tab(1, 8), title, end="")
    m.colour(3)
    m.print(tab(1, 11), "A game of this is not finished.", end="")
    m.print(tab(1, 14), "RETURN  go on with it", end="")
    m.print(tab(1, 16), "N       begin a new one", end="")
    m.colour(1)
    m.print(tab(1, 24), "ESCAPE comes back to the menu.", end="")
    while True:
        code = m.get()
        if code in (RETURN, *NEW):
            m.restart()
            return game if code == RETURN else None


def draw(m: Machine, items: Sequence[Item]) -> None:
    """The screen of the menu, nothing chosen yet."""
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    stripes(m)
    big(m, NAME, 15, 2)
    m.colour(2)
    m.print(tab(7, 5), "A machine and its programs", end="")
    for row, _ in enumerate(items):
        line(m, items, row, lit=False)
    m.colour(2)
    m.print(tab(2, 21), "Press the number of a program, choose", end="")
    m.print(tab(2, 22), "with the arrows and RETURN, or click.", end="")
    m.colour(1)
    m.print(tab(2, 24), "ESCAPE comes back here.", end="")
    m.colour(3)


def stripes(m: Machine) -> None:
    """Three bars to the left and right of the name."""
    for index, colour in enumerate(STRIPES):
        y = 720 - 24 * index
        m.gcol(0, colour)
        for left, right in ((64, 432), (848, 1212)):
            bar(m, left, y, right, y + 12)


def bar(m: Machine, left: int, bottom: int, right: int, top: int) -> None:
    """A filled rectangle, in graphics units, as two triangles."""
    m.move(left, bottom)
    m.move(right, bottom)
    m.plot(85, left, top)
    m.plot(85, right, top)


def big(m: Machine, text: str, column: int, row: int) -> None:
    """Letters of twice the size: each is four characters, defined for it."""
    for index, letter in enumerate(text):
        quarters = doubled(m.shape(ord(letter)))
        for corner, shape in enumerate(quarters):
            code = CORNER + 4 * index + corner
            m.vdu(23, code, *shape)
            m.print(tab(column + 2 * index + corner % 2, row + corner // 2), chr(code), end="")


def doubled(shape: bytes) -> list[list[int]]:
    """A character at twice its size: top left, top right, bottom left, bottom right."""
    wide = [sum(3 << 2 * bit for bit in range(8) if row >> bit & 1) for row in shape]
    tall = [row for row in wide for _ in range(2)]
    return [[row >> shift & 255 for row in half] for half in (tall[:8], tall[8:]) for shift in (8, 0)]


def line(m: Machine, items: Sequence[Item], row: int, lit: bool) -> None:
    """One program's line, in reverse if it is the chosen one."""
    m.colour(131 if lit else 128)
    m.colour(0 if lit else 3)
    title = items[row][0]
    m.print(tab(1, FIRST_ROW + pitch(items) * row), " ", LETTERS[row], "  ", title, spc(34 - len(title)), end="")
    m.colour(128)
    m.colour(3)


def pitch(items: Sequence[Item]) -> int:
    """How many rows a program's line has."""
    return 2 if 2 * len(items) <= LAST_ROW - FIRST_ROW else 1


def clicked(m: Machine, items: Sequence[Item]) -> int:
    """The place in the list that was clicked on; -1 if it is none."""
    _, y, _ = m.mouse()
    row = (m.screen.canvas.height * 4 - 1 - y) // 32 - FIRST_ROW
    place, between = divmod(row, pitch(items))
    return place if 0 <= place < len(items) and not between else -1


def choose(m: Machine, items: Sequence[Item], chosen: int) -> int:
    """Let the user choose; gives the place in the list."""
    m.fx(4, 1)
    m.mouse_on()
    while True:
        line(m, items, chosen, lit=True)
        code = key(m)
        line(m, items, chosen, lit=False)
        if code == RETURN:
            return chosen
        if code in (UP, LEFT):
            chosen = (chosen - 1) % len(items)
        elif code in (DOWN, RIGHT):
            chosen = (chosen + 1) % len(items)
        elif code == CLICK and (place := clicked(m, items)) >= 0:
            return place
        elif 0 <= (number := code - ord("1")) < len(items):
            return number


def key(m: Machine) -> int:
    """A key; ESCAPE means nothing here."""
    try:
        return m.get()
    except Escape:
        return NO_KEY
