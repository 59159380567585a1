"""Play every program to its end in a window and in a terminal: `python -m bench.frontends.walkthrough FOLDER`.

Each of the six is played with three seeds, by keys and by the mouse, by players that see the words or the text of the
screen. Before every key or click the window must show the pixels, and a terminal of 80 by 25 the characters, of the
same game without a screen, but for rows with a clock. FOLDER gets a sheet of pictures of each game, as the window and
the terminal showed them. `--only NAME` plays one program.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from functools import cache
from math import isfinite
from pathlib import Path

import pyte
from PIL import Image, ImageDraw, ImageFont

from retro.frontends.terminal.blocks import sextants
from retro.frontends.terminal.colours import StyleSheet
from retro.frontends.terminal.renderers import TextRenderer
from retro.frontends.terminal.tty import Area
from retro.input.events import parse_keys
from retro.library import catalogue
from retro.library.fingerprint import fingerprint
from tests.support import mouse_players, word_players
from tests.support.front_ends import click_in_window, in_terminal, in_window, shown, terminal_click, to_image
from tests.support.rehearsals import CLOCK, DATED, Moment, rehearse
from tests.support.scenario import Question
from tests.support.x11 import Server, until

SEEDS = (36, 20_000, 3_000_000)
COLUMNS, ROWS, COLOURS = 80, 25, 256
AREA = Area(COLUMNS, ROWS)
ACROSS = 4  # pictures in a row of a sheet
ROW = 8  # pixels of a row of text
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
CELL_WIDTH, CELL_HEIGHT = 6, 12  # pixels of a character in a picture of the terminal
DIFFERENCE = Path(tempfile.gettempdir()) / "walkthrough-difference.png"
SIXTHS = {glyph: mask for mask, (glyph, _) in enumerate(sextants())}


class WalkMoment(Moment):
    """A moment with what a terminal shows then.

    Attributes:
        phases: what a window shows, once for each phase of flashing colours.
        text: the characters that a terminal of 80 by 25 shows.
        typed: what the user's terminal sends for the step.
        clocks: the rows that show a time, which front ends need not show.
    """

    def __init__(self, m, step, terminal):
        super().__init__(m, step)
        change = m.screen.next_change(m.now)
        self.phases = [self.picture, *(to_image(m.screen.picture(at)) for at in [change] if isfinite(change))]
        self.text = terminal.text(m)
        self.typed = self.key.typed if isinstance(step, str) else terminal.click(m, *step)
        self.clocks = [row for row, line in enumerate(m.screen.lines) if CLOCK.search(line)]

    def is_picture(self, picture):
        """Return whether a picture is that of a window at this moment."""
        rows = self._without_clocks(picture)
        return any(self._without_clocks(phase) == rows for phase in self.phases)

    def is_text(self, lines):
        """Return whether lines are those of a terminal at this moment."""
        return all(mine == theirs for row, (mine, theirs) in enumerate(zip(lines, self.text)) if row not in self.clocks)

    def _without_clocks(self, picture):
        rows = [picture.crop((0, top, picture.width, top + ROW)) for top in range(0, picture.height, ROW)]
        return [part.tobytes() for row, part in enumerate(rows) if row not in self.clocks]

    @property
    def key(self):
        """The key, under its names in front ends."""
        return Question(parse_keys(self.step)[0][0], self.picture, ())


class ExpectedTerminal:
    """What a terminal of 80 by 25 shows of a machine."""

    def __init__(self):
        self._renderer = TextRenderer(sextants(), StyleSheet(COLOURS), closes_words=True)
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.Stream(self._screen)

    def text(self, m):
        """Return its lines."""
        self._stream.feed(self._renderer.draw(m.screen, m.now, AREA))
        return list(self._screen.display)

    def click(self, m, px, py):
        """Return the report of a click on the character that shows a pixel of the machine's display."""
        row = py // ROW
        shown = [self._renderer.pixel_at(column, row, m.screen, AREA)[0] for column in range(COLUMNS)]
        column = min(range(COLUMNS), key=lambda column: (shown[column] // ROW != px // ROW, abs(shown[column] - px)))
        return terminal_click(4 * column, py)


def command(name, seed):
    """Return the arguments of the command line that plays a game."""
    options = [f"--{option}={value}" for option, value in DATED.get(name, {}).items()]
    return ["play", name, "--seed", str(seed), "--speed", "fast", *options]


def in_a_window(server, name, seed, moments, data):
    """Play a game in a window; return pictures of it."""
    title = next(entry.title for entry in catalogue.entries() if entry.name == name)
    pictures = []
    with in_window(server, title, *command(name, seed), RETRO_DATA=data) as window:
        for moment in moments:
            pictures.append(agreed(server, window, moment))
            if isinstance(moment.step, str):
                server.user.type_key(moment.key.keysym)
            else:
                click_in_window(server, window, *moment.step)
    return pictures


def agreed(server, window, moment):
    """Wait until a window shows a moment, and return the picture; save how both differ if it never does."""
    try:
        until(lambda: moment.is_picture(shown(server, window)))
    except AssertionError:
        sheet([moment.picture, shown(server, window)]).save(DIFFERENCE)
        print(f"Expected, and shown, before {moment.step!r}: {DIFFERENCE}; the focus is in", end=" ")
        print("the window" if server.user.has_focus(window) else "another window", flush=True)
        raise
    return shown(server, window)


def in_a_terminal(name, seed, moments, data):
    """Play a game in a terminal; return pictures of it."""
    pictures = []
    with in_terminal(*command(name, seed), columns=COLUMNS, rows=ROWS, RETRO_DATA=data) as terminal:
        for moment in moments:
            agrees(terminal, moment)
            pictures.append(drawn(terminal.cells()))
            terminal.type(moment.typed)
    return pictures


def agrees(terminal, moment):
    """Wait until a terminal shows the characters of a moment; say how it differs if it never does."""
    try:
        until(lambda: moment.is_text(terminal.lines))
    except AssertionError:
        print("\n".join(["Expected:", *moment.text, "Shown:", *terminal.lines]))
        raise


@cache
def font():
    """Return the font of pictures of the terminal."""
    return ImageFont.truetype(FONT, CELL_HEIGHT - 2)


def drawn(cells):
    """Return a picture of a terminal's cells: data, ink, paper."""
    picture = Image.new("RGB", (CELL_WIDTH * COLUMNS, CELL_HEIGHT * ROWS))
    draw = ImageDraw.Draw(picture)
    for row, line in enumerate(cells):
        for column, (glyph, ink, paper) in enumerate(line):
            left, top = CELL_WIDTH * column, CELL_HEIGHT * row
            box = (left, top, left + CELL_WIDTH - 1, top + CELL_HEIGHT - 1)
            draw.rectangle(box, fill=light(paper, "#000000"))
            if glyph in SIXTHS:
                draw_sixths(draw, left, top, SIXTHS[glyph], light(ink, "#cccccc"))
            else:
                draw.text((left, top), glyph, fill=light(ink, "#cccccc"), font=font())
    return picture


def light(colour, default):
    """Return a colour that pyte names as Pillow names it."""
    return default if colour == "default" else f"#{colour}" if len(colour) == 6 else colour


def draw_sixths(draw, left, top, mask, colour):
    """Draw a character of two by three blocks."""
    wide, high = CELL_WIDTH // 2, CELL_HEIGHT // 3
    for part in range(6):
        if mask >> part & 1:
            x, y = left + wide * (part % 2), top + high * (part // 2)
            draw.rectangle((x, y, x + wide - 1, y + high - 1), fill=colour)


def sheet(pictures):
    """Return one image of pictures from the whole game, more of its beginning and its end."""
    last = len(pictures) - 1
    spread = (round(last * part / 8) for part in range(2, 7))
    chosen = sorted({*range(3), *spread, *range(last - 3, last + 1)} & set(range(last + 1)))
    wide, high = (max(side) + 4 for side in zip(*(pictures[at].size for at in chosen)))
    rows = -(-len(chosen) // ACROSS)
    whole = Image.new("RGB", (ACROSS * wide, rows * high), "#404040")
    for place, at in enumerate(chosen):
        whole.paste(pictures[at], (place % ACROSS * wide + 2, place // ACROSS * high + 2))
    return whole


def main():
    """Play all games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    server = Server()
    kinds = {"keys": word_players.PLAYERS, "mouse": mouse_players.PLAYERS}
    try:
        for kind, player, seed in [(k, p, s) for k, players in kinds.items() for p in players for s in args.seeds]:
            if args.only in ("", player.__name__):
                play_everywhere(server, args.folder, kind, player, seed)
    finally:
        server.close()


@cache
def first_fingerprint(name):
    """Return the fingerprint that a program had when this was first asked: that of the version without a screen."""
    return fingerprint(catalogue.file_of(name))


def play_everywhere(server, folder, kind, player, seed):
    """Play a game in a window and in a terminal, save the sheets, and print how long it took."""
    name, terminal = player.__name__, ExpectedTerminal()
    loaded = first_fingerprint(name)
    moments = rehearse(player, seed, " ", lambda m, step: WalkMoment(m, step, terminal))
    games = {
        "window": lambda data: in_a_window(server, name, seed, moments, data),
        "terminal": lambda data: in_a_terminal(name, seed, moments, data),
    }
    for place, game in games.items():
        start = time.perf_counter()
        try:
            with tempfile.TemporaryDirectory() as data:
                pictures = game(data)
        except AssertionError as error:
            if fingerprint(catalogue.file_of(name)) != loaded:
                raise SystemExit(f"{name} was changed while it was played: begin again") from error
            raise
        sheet(pictures).save(folder / f"{name}-{seed}-{kind}-{place}.png")
        spent = time.perf_counter() - start
        print(f"{name:14} seed {seed}  {kind:5}  {place:8}  {len(moments):4} steps  {spent:5.1f} s", flush=True)


if __name__ == "__main__":
    main()
