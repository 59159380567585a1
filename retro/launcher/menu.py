"""The menu that the machine shows when it is switched on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import NamedTuple

from retro.basic.errors import Escape
from retro.basic.words import CLICK, NL, tab
from retro.library.catalogue import FILM_WIDTH
from retro.library.errors import LaunchError
from retro.machine.machine import Machine
from retro.machine.view import Leave, Program
from retro.session.format import RecordingError
from retro.session.storage import MOST_UNFINISHED_GAMES
from retro.session.thumbnail import WIDTH

Item = tuple[str, Callable[[], Program]]

NO_KEY, RETURN, LEFT, RIGHT, DOWN, UP = -1, 13, 136, 137, 138, 139
FIRST_ROW = 4  # of the list
LIST_WIDTH, NEWS_WIDTH = 19, 18  # columns of the list, and of what is new below it
PICTURE_LEFT, PICTURE_TOP = 628, 671  # the picture of the marked program, in graphics units
WIDEST = 39  # the last column
TITLE_ROW, LAST_SENTENCE_ROW, KEYS_ROW = 17, 21, 23  # what is said of the marked program, and the keys
PICTURE_TIME = 30  # centiseconds that a picture of a film is shown
FILM_TIME = 60 * 100  # centiseconds after the last key for which a film runs
NEW, UNFINISHED, STUDY = tuple(b"Nn"), tuple(b"Uu"), tuple(b"Ss")
FIRST_GAME_ROW = 1  # row of the first unfinished game
ACROSS, DOWN_PAGE = 2, 3  # unfinished games on the screen at a time
PAGE = ACROSS * DOWN_PAGE
GAME_COLUMNS, GAME_ROWS = 20, 7  # of an unfinished game, in characters
STEPS = {LEFT: -1, RIGHT: 1, UP: -ACROSS, DOWN: ACROSS}
COLOURS = bytes.maketrans(bytes(range(8)), bytes((0, 1, 2, 2, 1, 1, 2, 3)))  # of the menu for those of pictures
NAME = "retro"
NO_COLOUR = -1  # of pixels that stay as they are
CORNER = 224  # the first of the characters that the name is drawn with
STRIPES = (1, 2, 3)


class Preview(NamedTuple):
    """The menu's preview of the marked program."""

    sentence: str = ""
    film: Sequence[bytes] = ()  # its pictures
    news: Sequence[tuple[str, str]] = ()  # how its last game ended, and its unfinished games: headings and texts


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
        following: Program | None = None
        while True:
            m.restart()
            try:
                if following is not None:
                    chosen, following = partial(returned, following), None
                    run(m, chosen)
                    continue
                offers = any_unfinished()
                draw(m, items, offers, study is not None)
                choice = choose(m, items, index, offers, study, preview)
                index = index if choice is None else choice
                m.restart()
                run(m, partial(start, m, unfinished(choice), None if choice is None else items[choice]))
            except Leave as leave:
                following = leave.following
            except Escape:
                pass

    return main


def returned(program: Program) -> Program:
    """Return the program."""
    return program


def run(m: Machine, chosen: Callable[[], Program]) -> None:
    """Run what the user has chosen, or show why it cannot be started; wait for a key."""
    try:
        chosen()(m)
    except (LaunchError, RecordingError) as error:
        show_error(m, str(error))
    m.print(tab(0, m.screen.mode.rows - 1), "Press a key for the menu", end="")
    m.get()


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
    from textwrap import wrap

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
    down = (row - FIRST_GAME_ROW) // GAME_ROWS
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
    other = "      N  begin a new game" if item else f"  (the {MOST_UNFINISHED_GAMES} newest are kept)"
    m.print(tab(1, 23), "RETURN  go on", other, end="")
    m.colour(1)
    more = f"{first + 1}-{min(first + PAGE, len(games))} of {len(games)}" if len(games) > PAGE else ""
    m.print(tab(1, 24), f"{'ESCAPE  back to the menu':<27}{more}", end="")


def place(index: int) -> tuple[int, int]:
    """Return the column and row of the top left corner of an unfinished game on the page."""
    down, across = divmod(index % PAGE, ACROSS)
    return across * GAME_COLUMNS, FIRST_GAME_ROW + down * GAME_ROWS


def draw_game(m: Machine, game: UnfinishedGame, index: int) -> None:
    """Draw an unfinished game: its name, and below it its picture, seed and age."""
    column, row = place(index)
    draw_name(m, game, index, lit=False)
    m.colour(1)
    m.print(tab(column + 9, row + 2), "Seed", end="")
    m.colour(3)
    m.print(tab(column + 9, row + 3), str(game.seed), tab(column + 9, row + 5), game.age, end="")
    if game.picture:
        draw_picture(m, game.picture, WIDTH, 32 * column + 16, 799 - 32 * (row + 1))


def draw_name(m: Machine, game: UnfinishedGame, index: int, lit: bool) -> None:
    """Draw the name of an unfinished game."""
    print_line(m, *place(index), f" {game.name:<{GAME_COLUMNS - 2}}", lit)


def draw_picture(m: Machine, picture: bytes, width: int, left: int, top: int) -> None:
    """Draw a small picture with a frame. width: in pixels; left, top: in graphics units."""
    m.gcol(0, 1)
    bottom, right = top - 4 * len(picture) // width, left + 4 * width
    m.move(left - 4, top)
    for x, y in ((right, top), (right, bottom - 4), (left - 4, bottom - 4), (left - 4, top)):
        m.draw(x, y)
    draw_changes(m, bytes(len(picture)), picture, width, left, top)


def draw_changes(m: Machine, before: bytes, picture: bytes, width: int, left: int, top: int) -> None:
    """Draw the pixels of a small picture that differ from the one before, in the colours of the menu."""
    pixels = [
        NO_COLOUR if was == now else now for was, now in zip(before.translate(COLOURS), picture.translate(COLOURS))
    ]
    for row, start in enumerate(range(0, len(pixels), width), 1):
        x = left
        for colour, run in groupby(pixels[start : start + width]):
            end = x + 4 * len(list(run))
            if colour != NO_COLOUR:
                m.gcol(0, colour)
                m.move(x, top - 4 * row)
                m.draw(end - 4, top - 4 * row)
            x = end


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
    for row, _ in enumerate(items):
        line(m, items, row, lit=False)
    m.colour(1)
    m.print(tab(1, KEYS_ROW), "Numbers, arrows and RETURN, or a click", end="")
    if study:
        m.print(tab(1, KEYS_ROW + 1), "S study", end="")
    if unfinished:
        m.print(tab(11, KEYS_ROW + 1), "U unfinished", end="")
    m.print(tab(25, KEYS_ROW + 1), "ESCAPE returns", end="")
    m.colour(3)


def draw_preview(m: Machine, items: Sequence[Item], index: int, preview: Preview) -> None:
    """Draw the preview of the marked program: its news, picture, title and sentence."""
    row = FIRST_ROW + len(items) + 1
    erase(m, 0, row, NEWS_WIDTH, TITLE_ROW - 1)
    erase(m, 0, TITLE_ROW, WIDEST, LAST_SENTENCE_ROW)
    paragraphs = [(colour, words) for news in preview.news for colour, words in zip((2, 3), news)]
    print_lines(m, 1, range(row, TITLE_ROW), NEWS_WIDTH - 1, paragraphs)
    about = [(2, items[index][0]), (3, preview.sentence)]
    print_lines(m, 1, range(TITLE_ROW, LAST_SENTENCE_ROW + 1), WIDEST - 1, about)
    if preview.film:
        erase(m, NEWS_WIDTH + 1, FIRST_ROW, WIDEST, TITLE_ROW - 1)
        draw_picture(m, preview.film[0], FILM_WIDTH, PICTURE_LEFT, PICTURE_TOP)


def erase(m: Machine, left: int, top: int, right: int, bottom: int) -> None:
    """Erase a rectangle of characters, edges included."""
    m.vdu(28, left, bottom, right, top)
    m.cls()
    m.vdu(26)


def print_lines(m: Machine, column: int, rows: range, width: int, paragraphs: Sequence[tuple[int, str]]) -> None:
    """Print paragraphs in their colours, as far as there are rows."""
    from textwrap import wrap

    lines = [(colour, words) for colour, text in paragraphs for words in wrap(text, width)]
    for row, (colour, words) in zip(rows, lines):
        m.colour(colour)
        m.print(tab(column, row), words, end="")


def key_typed(m: Machine, film: Sequence[bytes]) -> int:
    """Return the code of a key; meanwhile show a film, but not for longer than FILM_TIME."""
    shown, end = 0, m.time + FILM_TIME
    while len(film) > 1 and m.time < end:
        code = m.inkey(PICTURE_TIME)
        if code != NO_KEY:
            return code
        before, shown = shown, (shown + 1) % len(film)
        draw_changes(m, film[before], film[shown], FILM_WIDTH, PICTURE_LEFT, PICTURE_TOP)
    return m.get()


def menu_words(items: Sequence[Item], index: int, unfinished: bool, study: bool, preview: Preview) -> str:
    """Return the menu in words, the marked program first."""
    programs = [f"{number} {title}" for number, (title, _) in enumerate(items, 1)]
    others = " S studies it." * study + " U shows the unfinished games." * unfinished
    keys = f"Press the number of a program, or choose with the arrows and RETURN.{others}"
    about = [part for part in (preview.sentence, *map(": ".join, preview.news)) if part]
    return "\n".join([f"Menu: {programs[index]}", *about, keys, *programs])


def use_keys_and_mouse(m: Machine) -> None:
    """Make the arrow keys and the mouse type codes, and hide the cursor."""
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
    name = items[index][0].partition(",")[0]
    print_line(m, 0, FIRST_ROW + index, f" {index + 1}  {name[: LIST_WIDTH - 4]:<{LIST_WIDTH - 4}}", lit)


def pointed_cell(m: Machine) -> tuple[int, int]:
    """Return the column and row of text that the mouse is on."""
    x, y, _ = m.mouse()
    return m.screen.framebuffer.cell_at(x, y)


def clicked(m: Machine, marked: int) -> int:
    """Return the index of the program that was clicked on, in the list or, the marked one, in its picture; or -1."""
    column, row = pointed_cell(m)
    in_picture = column >= LIST_WIDTH and FIRST_ROW <= row < TITLE_ROW
    return marked if in_picture else row - FIRST_ROW if column < LIST_WIDTH else -1


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
        line(m, items, index, lit=True)
        about = preview(index)
        m.describe(partial(menu_words, items, index, unfinished, study is not None, about))
        draw_preview(m, items, index, about)
        code = NO_KEY
        with suppress(Escape):  # it has no effect here
            code = key_typed(m, about.film)
        line(m, items, index, lit=False)
        if code == RETURN:
            return index
        if unfinished and code in UNFINISHED:
            return None
        if study and code in STUDY:
            study(index)
        index = (index + (code in (DOWN, RIGHT)) - (code in (UP, LEFT))) % len(items)
        index = next_with_letter(items, index, code)
        target = clicked(m, index) if code == CLICK else code - ord("1")
        if 0 <= target < len(items):
            return target
