"""Make the screenshots of the README, and the emblems of the menu, by playing: `python -m docs.screenshots`."""

from __future__ import annotations

import os
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from retro import Machine
from retro.basic.pages import PICTURE_ROWS
from retro.cli import main
from retro.display.palette import physical_now
from retro.frontends.headless import Headless, Player, Step, headless
from retro.input.events import Command
from retro.launcher.launcher import Launcher
from retro.library.catalogue import EMBLEM, file_of
from retro.library.loader import load
from retro.session.session import Session
from retro.session.settings import SettingsStore
from retro.session.storage import FOLDER_VARIABLE

FOLDER = Path(__file__).parent
SCALE, BORDER = 2, 16
PICTURE_ROW = 4  # the first row of characters of a front page's picture
DAY = 20261122  # any date: Dominoes has a front page if it has one


def save(m: Machine, name: str) -> None:
    """Write the display with a border, as the window shows it."""
    picture = m.screen.picture(0.0)
    image = Image.frombytes("P", (picture.width, picture.height), picture.pixels)
    image.putpalette([part for rgb in picture.rgb for part in rgb])
    framed = Image.new("RGB", (picture.width + 2 * BORDER, picture.height + 2 * BORDER))
    framed.paste(image.convert("RGB"), (BORDER, BORDER))
    framed.resize((framed.width * SCALE, framed.height * SCALE), Image.Resampling.NEAREST).save(
        FOLDER / name, optimize=True
    )
    print(FOLDER / name)


def in_the_menu(m: Machine) -> Iterator[Step]:
    """Show the menu."""
    yield None
    save(m, "menu.png")


def in_the_game(m: Machine) -> Iterator[Step]:
    """Play some turns of Dominoes by trying every domino from the first to the last."""
    for _ in range(10):
        for key in "123456K":
            yield None
            if "Another game" in m.screen.text:
                break
            yield key
            yield 0.1
            if "cannot" not in m.screen.text:
                break
    yield None
    save(m, "dominoes.png")


def in_the_friendly_game(m: Machine) -> Iterator[Step]:
    """Play Dominoes Plus by its hints until a domino fits both ends."""
    yield None
    for key in ["N", *4 * ["H", "<RETURN>"]]:
        yield key
        yield 3.0
        yield None
    save(m, "dominoes_plus.png")


def beside_its_listing() -> None:
    """Study Dominoes where the computer is about to choose a domino."""
    words = "study dominoes --front headless --seed 3 --break PROCSELECT --keys 5sssss --screen"
    main([*words.split(), str(FOLDER / "study.png")])
    print(FOLDER / "study.png")


def in_the_snake(m: Machine) -> Iterator[Step]:
    """Play Domino Snake by its hints until the snake is long."""
    yield None
    for _ in range(12):
        yield "0" if "nothing fits" in m.screen.text else "h\r"
        yield 2.0
        yield None
    save(m, "snake.png")


def in_the_seeds(m: Machine) -> Iterator[Step]:
    """Play African Seeds until the computer captures nine seeds."""
    for cup in "CA":
        yield None
        yield cup
    while "9 SEEDS CAPTURED" not in m.screen.text:
        yield 0.1
    save(m, "african_seeds.png")


def in_the_turtle(m: Machine) -> Iterator[Step]:
    """Play Mahjong to a chosen tile with the cursor on its partner, and to the end of the game."""
    yield None
    for key in "n" + 9 * "h " + "pASSS DDS":
        yield key
        yield None
    save(m, "mahjong.png")
    for key in 62 * "h " + "h":
        yield key
        yield None
    yield " "
    yield 1.0
    save(m, "mahjong-win.png")
    yield None


def in_morgan2(m: Machine) -> Iterator[Step]:
    """Play morgan2 to the middle of a game: a domino in hand, and bars where it fits."""
    yield None
    for key in [*71 * ["G", "<RETURN>"], "F"]:
        yield key
        yield None
    save(m, "morgan2.png")


def under_the_overlay(m: Machine) -> Iterator[Step]:
    """Play four keys of Dominoes, show the overlay, and then the time line two keys before."""
    for key in "42k5":
        yield None
        yield key
    yield None
    yield [Command("menu")]
    save(m, "overlay.png")
    yield "r"
    yield None
    yield "<LEFT><LEFT>"
    yield None
    save(m, "time-line.png")


def with_overlay() -> None:
    """Make the pictures of the overlay."""
    launcher = Launcher(seed=3, keep=True)
    launcher.offers_study = True
    with tempfile.TemporaryDirectory() as folder:
        os.environ[FOLDER_VARIABLE] = folder
        game = launcher.new(launcher.program("dominoes"))
        Session(Headless(under_the_overlay), "Dominoes", SettingsStore()).run(game, 1)


# Of each program the player, the seed, and the options.
GAMES: dict[str, tuple[Player, int, dict[str, object]]] = {
    "dominoes": (in_the_game, 36, {}),
    "dominoes_plus": (in_the_friendly_game, 7, {}),
    "snake": (in_the_snake, 1, {"deal": 6}),
    "african_seeds": (in_the_seeds, 3, {"level": 4, "first": "you"}),
    "mahjong": (in_the_turtle, 31, {}),
    "morgan2": (in_morgan2, 1, {"number": 31}),
}


# Of each program the columns of its front page's picture that its emblem shows, 80 pixels together.
EMBLEM_COLUMNS = {
    "dominoes": [(32, 112)],
    "dominoes_plus": [(61, 141)],
    "snake": [(208, 288)],
    "african_seeds": [(168, 208), (216, 256)],
    "mahjong": [(125, 205)],
    "morgan2": [(88, 168)],
}


def play(name: str) -> None:
    """Play the game of which the screenshot of a program is made."""
    player, seed, options = GAMES[name]
    headless(lambda m: load(name).main(m, **options), player, seed=seed)


def emblem(name: str) -> bytes:
    """Return a program's emblem, as `ProgramInfo.emblem` does: a part of its front page's picture."""
    found = []

    def player(m: Machine) -> Iterator[Step]:
        yield None
        if name == "dominoes":  # begins with the original's game
            yield "<ESCAPE>"
            yield None
        width = m.screen.framebuffer.width
        colours = bytes(physical_now(colour, second=False) for colour in m.screen.palette.colours)
        pixels = bytes(m.screen.framebuffer.pixels).translate(bytes.maketrans(bytes(range(len(colours))), colours))
        for start in range(width * 8 * PICTURE_ROW, width * 8 * (PICTURE_ROW + PICTURE_ROWS), width):
            found.extend(pixels[start + left : start + right] for left, right in EMBLEM_COLUMNS[name])

    options = {"day": DAY} if name == "dominoes" else {}
    headless(lambda m: load(name).main(m, **options), player, seed=1)
    return b"".join(found)


if __name__ == "__main__":
    with_overlay()
    launcher = Launcher(keep=False)
    launcher.offers_study = True
    for name in GAMES:
        play(name)
        Path(file_of(name)).with_suffix(EMBLEM).write_bytes(zlib.compress(emblem(name), 9))
    headless(launcher.menu(), in_the_menu)  # with the pictures just made
    beside_its_listing()
