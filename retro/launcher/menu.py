"""The menu that the machine shows when it is switched on."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

from retro.basic.errors import Escape
from retro.basic.words import CLICK, NL, tab
from retro.launcher.errors import LaunchError
from retro.machine.frontend import Leave
from retro.recording.format import RecordingError
from retro.recording.storage import MOST_KEPT
from retro.recording.thumbnail import HEIGHT, WIDTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro.machine.frontend import Program
    from retro.machine.machine import Machine

    Item = tuple[str, Callable[[], Program]]

NO_KEY, RETURN, LEFT, RIGHT, DOWN, UP = -1, 13, 136, 137, 138, 139
FIRST_ROW = 6
LAST_ROW = 16
PREVIEW_END, SENTENCE_COLUMN = 20, 11  # of what is shown of the marked program: the last row, and beside its picture
NEW, UNFINISHED, STUDY = tuple(b"Nn"), tuple(b"Uu"), tuple(b"Ss")
FIRST_GAME = 1  # row of the first unfinished game
ACROSS, DOWN_PAGE = 2, 3  # unfinished games on the screen at a time
PAGE = ACROSS * DOWN_PAGE
GAME_COLUMNS, GAME_ROWS = 20, 7  # of an unfinished game, in characters
STEPS = {LEFT: -1, RIGHT: 1, UP: -ACROSS, DOWN: ACROSS}
COLOURS = bytes.maketrans(bytes(range(8)), bytes((0, 1, 2, 2, 1, 1, 2, 3)))  # of the menu for those of pictures
NAME = "retro"
CORNER = 224  # the first of the characters that the name is drawn with
STRIPES = (1, 2, 3)


class Preview(NamedTuple):
    """What the menu shows of the marked program."""

    sentence: str = ""
    picture: bytes | None = None  # of `KeptGame.picture`
    unfinished: str = ""  # its unfinished games, in a few words


class UnfinishedGame(NamedTuple):
    """An unfinished game in the menu."""

    name: str  # of its program
    seed: int
    age: str  # how long ago it was played, in words
    picture: bytes | None  # of `KeptGame.picture`
    resume: Callable[[], Program]  # returns the program that goes on with it


def menu(
    items: Sequence[Item],
    unfinished: Callable[[int | None], Sequence[UnfinishedGame]] = lambda index: (),
    any_unfinished: Callable[[], bool] = lambda: False,
    study: Callable[[int], None] | None = None,
    preview: Callable[[int], Preview] = lambda index: Preview(),
) -> Program:
    """Return the menu of some programs: of each the title (up to 36 characters) and a function that loads it.

    unfinished: Returns the unfinished games of the program with this index, or of all (None), newest first.
    study: Leaves the menu to study the program with this index; None if that is not offered.
    preview: Returns what is shown of the program with this index.
    """

    def main(m: Machine) -> None:
        """Show the menu, run what the user chooses, and return to the menu."""
        index = 0
        while True:
            m.restart()
            offers = any_unfinished()
            draw(m, items, offers, study is not None)
            choice = choose(m, items, index, offers, study, preview)
            index = index if choice is None else choice
            m.restart()
            with suppress(Escape):
                try:
                    start(m, unfinished(choice), None if choice is None else items[choice])(m)
                except (LaunchError, RecordingError) as error:
                    show_error(m, str(error))
                except Leave:
                    continue
                m.print(tab(0, m.screen.mode.rows - 1), "Press a key for the menu", end="")
                m.get()

    return main


def start(m: Machine, games: Sequence[UnfinishedGame], item: Item | None) -> Program:
    """Return the program to run: an unfinished game that the user picks, or a new one of the item. Raises Escape."""
    if games and (game := pick(m, games, item)):
        m.restart()
        return game.resume()
    if item is None:
        raise Escape
    m.restart()
    return item[1]()


def next_with_letter(items: Sequence[Item], index: int, code: int) -> int:
    """Return the index of the next program whose title begins with the letter of a code; the same one if none does."""
    after = [*range(index + 1, len(items)), *range(index)]
    return next((other for other in after if code > 64 and items[other][0][:1].upper() == chr(code).upper()), index)


def show_error(m: Machine, sentence: str) -> None:
    """Show why a game cannot be started."""
    m.restart()
    for line in wrap(sentence.encode("latin-1", "replace").decode("latin-1"), m.screen.mode.columns - 1):
        m.print(line, NL, end="")


def pick(m: Machine, games: Sequence[UnfinishedGame], item: Item | None) -> UnfinishedGame | None:
    """Let the user pick one of some unfinished games; None: a new one. ESCAPE goes through."""
    chosen, first = 0, -1
    m.describe(lambda: games_words(games, chosen, item))
    while True:
        if first != chosen - chosen % PAGE:
            first = chosen - chosen % PAGE
            draw_games(m, games, first, item)
        draw_name(m, games[chosen], chosen, lit=True)
        code = m.get()
        draw_name(m, games[chosen], chosen, lit=False)
        if code == RETURN:
            return games[chosen]
        if item and code in NEW:
            return None
        chosen = (chosen + STEPS.get(code, 0)) % len(games)
        if code == CLICK and (index := first + clicked_game(m)) in range(first, len(games)):
            return games[index]


def games_words(games: Sequence[UnfinishedGame], chosen: int, item: Item | None) -> str:
    """Return the page of unfinished games in words."""
    game = games[chosen]
    other = ", N begins a new game" if item else ""
    place = f"Unfinished game {chosen + 1} of {len(games)}: {game.name}, seed {game.seed}, {game.age}."
    return f"{place}\nArrows choose, RETURN goes on{other}, ESCAPE leads back to the menu."


def clicked_game(m: Machine) -> int:
    """Return the index on its page of the unfinished game that was clicked on; less than 0 if none was."""
    column, row = pointed_cell(m)
    down = (row - FIRST_GAME) // GAME_ROWS
    return ACROSS * down + column // GAME_COLUMNS if down < DOWN_PAGE else -PAGE


def draw_games(m: Machine, games: Sequence[UnfinishedGame], first: int, item: Item | None) -> None:
    """Draw the page of unfinished games that begins with the one of this index, none of them marked."""
    use_keys_and_mouse(m)
    m.cls()
    m.colour(2)
    m.print(tab(1, 0), item[0] if item else "Unfinished games", end="")
    for index, game in enumerate(games[first : first + PAGE], first):
        draw_game(m, game, index)
    m.colour(2)
    other = "      N  begin a new game" if item else f"  (the {MOST_KEPT} newest are kept)"
    m.print(tab(1, 23), "RETURN  go on", other, end="")
    m.colour(1)
    more = f"{first + 1}-{min(first + PAGE, len(games))} of {len(games)}" if len(games) > PAGE else ""
    m.print(tab(1, 24), f"{'ESCAPE  back to the menu':<27}{more}", end="")


def place(index: int) -> tuple[int, int]:
    """Return the column and row of the top left corner of an unfinished game."""
    down, across = divmod(index % PAGE, ACROSS)
    return across * GAME_COLUMNS, FIRST_GAME + down * GAME_ROWS


def draw_game(m: Machine, game: UnfinishedGame, index: int) -> None:
    """Draw an unfinished game: its name, and below it its picture, seed and age."""
    column, row = place(index)
    draw_name(m, game, index, lit=False)
    m.colour(1)
    m.print(tab(column + 9, row + 2), "Seed", end="")
    m.colour(3)
    m.print(tab(column + 9, row + 3), str(game.seed), tab(column + 9, row + 5), game.age, end="")
    draw_picture(m, game.picture or bytes(WIDTH * HEIGHT), 32 * column + 16, 799 - 32 * (row + 1))


def draw_name(m: Machine, game: UnfinishedGame, index: int, lit: bool) -> None:
    """Draw the name of an unfinished game."""
    print_line(m, *place(index), f" {game.name:<{GAME_COLUMNS - 2}}", lit)


def draw_picture(m: Machine, picture: bytes, left: int, top: int) -> None:
    """Draw a small picture in the colours of the menu, with a frame. left, top: in graphics units."""
    m.gcol(0, 1)
    bottom, right = top - 4 * HEIGHT, left + 4 * WIDTH
    m.move(left - 4, top)
    for x, y in ((right, top), (right, bottom - 4), (left - 4, bottom - 4), (left - 4, top)):
        m.draw(x, y)
    pixels = picture.translate(COLOURS)
    for y in range(HEIGHT):
        x = 0
        for colour, run in groupby(pixels[y * WIDTH : (y + 1) * WIDTH]):
            length = len(list(run))
            if colour:
                m.gcol(0, colour)
                m.move(left + 4 * x, top - 4 - 4 * y)
                m.draw(left + 4 * (x + length - 1), top - 4 - 4 * y)
            x += length


def print_line(m: Machine, column: int, row: int, text: str, lit: bool) -> None:
    """Print a line of a list, in reverse if it is marked."""
    m.colour(131 if lit else 128)
    m.colour(0 if lit else 3)
    m.print(tab(column, row), text, end="")
    m.colour(128)
    m.colour(3)


def draw(m: Machine, items: Sequence[Item], unfinished: bool, study: bool = False) -> None:
    """Draw the menu, nothing marked. unfinished: whether there are unfinished games; study: whether it is offered."""
    use_keys_and_mouse(m)
    stripes(m)
    big(m, NAME, 15, 1)
    m.colour(2)
    m.print(tab(7, 4), "A machine and its programs", end="")
    for row, _ in enumerate(items):
        line(m, items, row, lit=False)
    m.colour(2)
    m.print(tab(2, 21), "Press the number of a program, choose", end="")
    m.print(tab(2, 22), "with the arrows and RETURN, or click.", end="")
    if study:
        m.print(tab(2, 23), "S  Study ", "it" if unfinished else "how it works", end="")
    if unfinished:
        m.print(tab(19 if study else 2, 23), "U  Unfinished games", end="")
    m.colour(1)
    m.print(tab(2, 24), "ESCAPE comes back here.", end="")
    m.colour(3)


def draw_preview(m: Machine, items: Sequence[Item], preview: Preview) -> None:
    """Draw the picture and the sentence of the marked program below the list, if there is room."""
    row = FIRST_ROW + pitch(items) * len(items) + 1
    if row > PREVIEW_END - HEIGHT // 8 or not preview.sentence:
        return
    m.vdu(28, 0, PREVIEW_END, 39, row)
    m.cls()
    m.vdu(26)
    if preview.picture:
        draw_picture(m, preview.picture, 32 + 16, 799 - 32 * row)
    m.colour(3)
    for line_row, words in enumerate(wrap(preview.sentence, 39 - SENTENCE_COLUMN)[: PREVIEW_END - row], row):
        m.print(tab(SENTENCE_COLUMN, line_row), words, end="")
    m.colour(1)
    m.print(tab(SENTENCE_COLUMN, PREVIEW_END), preview.unfinished, end="")


def menu_words(items: Sequence[Item], index: int, unfinished: bool, study: bool, preview: Preview) -> str:
    """Return the menu in words, the marked program first."""
    programs = [f"{number} {title}" for number, (title, _) in enumerate(items, 1)]
    others = " S studies it." * study + " U shows the unfinished games." * unfinished
    keys = f"Press the number of a program, or choose with the arrows and RETURN.{others}"
    about = [part for part in (preview.sentence, preview.unfinished) if part]
    return "\n".join([f"Menu: {programs[index]}", *about, keys, *programs])


def use_keys_and_mouse(m: Machine) -> None:
    """Have the arrows and the mouse type codes, and hide the cursor."""
    m.fx(4, 1)
    m.mouse_on()
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)


def stripes(m: Machine) -> None:
    """Draw three bars to the left and right of the name, each as two triangles."""
    for index, colour in enumerate(STRIPES):
        y = 752 - 24 * index
        m.gcol(0, colour)
        for left, right in ((64, 432), (848, 1212)):
            m.move(left, y)
            m.move(right, y)
            m.plot(85, left, y + 12)
            m.plot(85, right, y + 12)


def big(m: Machine, text: str, column: int, row: int) -> None:
    """Print letters at twice their size, each as four characters that are defined for it."""
    for index, letter in enumerate(text):
        for corner, shape in enumerate(doubled(m.shape(ord(letter)))):
            code = CORNER + 4 * index + corner
            m.vdu(23, code, *shape)
            m.print(tab(column + 2 * index + corner % 2, row + corner // 2), chr(code), end="")


def doubled(shape: bytes) -> list[list[int]]:
    """Return a character at twice its size: top left, top right, bottom left, bottom right."""
    wide = [sum(3 << 2 * bit for bit in range(8) if row >> bit & 1) for row in shape]
    tall = [row for row in wide for _ in range(2)]
    return [[row >> shift & 255 for row in half] for half in (tall[:8], tall[8:]) for shift in (8, 0)]


def line(m: Machine, items: Sequence[Item], index: int, lit: bool) -> None:
    """Draw the line of a program."""
    print_line(m, 1, FIRST_ROW + pitch(items) * index, f" {index + 1}  {items[index][0]:<34}", lit)


def pitch(items: Sequence[Item]) -> int:
    """Return the number of rows from one program's line to the next."""
    return 2 if 2 * len(items) <= LAST_ROW - FIRST_ROW else 1


def pointed_cell(m: Machine) -> tuple[int, int]:
    """Return the column and row of text that the mouse is on."""
    x, y, _ = m.mouse()
    return m.screen.framebuffer.cell_at(x, y)


def clicked(m: Machine, items: Sequence[Item]) -> int:
    """Return the index of the program that was clicked on; one that no program has if none was."""
    index, between = divmod(pointed_cell(m)[1] - FIRST_ROW, pitch(items))
    return -1 if between else index


def choose(
    m: Machine,
    items: Sequence[Item],
    index: int,
    unfinished: bool,
    study: Callable[[int], None] | None,
    preview: Callable[[int], Preview],
) -> int | None:
    """Let the user choose; return the index of a program, or None for the unfinished games, if there are any."""
    while True:
        about = preview(index)
        m.describe(partial(menu_words, items, index, unfinished, study is not None, about))
        draw_preview(m, items, about)
        line(m, items, index, lit=True)
        code = NO_KEY
        with suppress(Escape):  # it has no effect here
            code = m.get()
        line(m, items, index, lit=False)
        if code == RETURN:
            return index
        if unfinished and code in UNFINISHED:
            return None
        if study and code in STUDY:
            study(index)
        index = (index + (code in (DOWN, RIGHT)) - (code in (UP, LEFT))) % len(items)
        index = next_with_letter(items, index, code)
        target = clicked(m, items) if code == CLICK else code - ord("1")
        if 0 <= target < len(items):
            return target
