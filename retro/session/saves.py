"""The pages of saved games: several of each program, with picture, name and date."""

from __future__ import annotations

import time

from retro.display.layer import CELL, repeated
from retro.display.styles import BLUE
from retro.display.text_rows import fitted, pixel_rows
from retro.session.format import RecordingError
from retro.session.page import MARGIN, TEXT, WIDTH, Entry, Page
from retro.session.storage import SavedGame, discard, plain_name, save_game, saved_games
from retro.session.thumbnail import HEIGHT as PICTURE_HEIGHT
from retro.session.thumbnail import WIDTH as PICTURE_WIDTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.display.layer import Strip
    from retro.display.text_rows import Row
    from retro.session.overlay import Overlay

KEY_WIDTH = 4
LONGEST_NAME = 17
ABOVE = 2  # rows of a page above a picture
PICTURE_ROWS = 2 * PICTURE_HEIGHT // CELL
DATE = "%d %b %H:%M"


class SavesPage(Page):
    """The saved games of a program, and above them the picture of the one that is chosen."""

    key_width, deletes = KEY_WIDTH, "remove"

    def __init__(self, overlay: Overlay) -> None:
        super().__init__("Saved games", ())
        self.read(overlay)

    def read(self, overlay: Overlay) -> None:
        """Read which games there are."""
        self._saved, self._others = saved_games(overlay.game.key)
        self._entries = [Entry("S", "Save this game", ask_name), *map(entry_of, self._saved)]
        self.chosen = min(self.chosen, len(self._saved))

    def strips(self, overlay: Overlay) -> list[Strip]:
        """Render it."""
        self.foot = "RETURN loads, DELETE removes" if self.chosen else ""
        if not self.chosen:
            others = f"{MARGIN}{self._others} damaged"
            self.above = [fitted([(others, TEXT)], WIDTH, TEXT)] if self._others else []
            return super().strips(overlay)
        pixels = self._saved[self.chosen - 1].picture() or bytes(PICTURE_WIDTH * PICTURE_HEIGHT)
        self.above, lines = blocks(pixels), enlarged(pixels)
        strips = super().strips(overlay)
        for index, strip in enumerate(strips[ABOVE : ABOVE + PICTURE_ROWS]):
            strip.picture = lines[index * CELL : (index + 1) * CELL]
        return strips

    def press(self, overlay: Overlay, key: str) -> None:
        """Handle a key: DELETE removes a game, if it is confirmed."""
        if key == "DELETE" and self.chosen:
            overlay.open(RemovePage(self._saved[self.chosen - 1]))
        else:
            super().press(overlay, key)


def blocks(pixels: bytes) -> list[Row]:
    """Return a saved picture as rows of text, at half its size."""
    rows = [pixels[start : start + PICTURE_WIDTH] for start in range(0, len(pixels), PICTURE_WIDTH)]
    squares = (zip(upper[::2], upper[1::2], lower[::2], lower[1::2]) for upper, lower in zip(rows[::2], rows[1::2]))
    # The rarest colour of four pixels, so that lines stay visible.
    lines = ["".join(str(min(square, key=pixels.count)) for square in row) for row in squares]
    width = PICTURE_WIDTH // 2
    margin = (" " * ((WIDTH - width) // 2), TEXT)
    return [fitted([margin, *row, margin], WIDTH, TEXT) for row in pixel_rows(lines, width)]


def enlarged(pixels: bytes) -> list[bytes]:
    """Return the rows of a saved picture at twice its size, in the middle of the page."""
    rows = [repeated(pixels[start : start + PICTURE_WIDTH], 2) for start in range(0, len(pixels), PICTURE_WIDTH)]
    return [row.center(WIDTH * CELL, bytes([BLUE])) for row in rows for _ in range(2)]


def entry_of(saved: SavedGame) -> Entry:
    """Return the entry of a saved game, which loads it."""
    date = time.strftime(DATE, time.localtime(saved.time))
    label = f"{saved.name[:LONGEST_NAME]:<{LONGEST_NAME + 1}}{date}"
    return Entry("", label, lambda overlay, step: load(overlay, saved))


def load(overlay: Overlay, saved: SavedGame) -> None:
    """Leave the game for a saved one."""
    try:
        recording = saved.recording()
    except RecordingError:
        overlay.say(f"Not loaded: {saved.name} is damaged")
        return
    overlay.say(f"Loaded: {saved.name}")
    if resume := overlay.game.resume:
        overlay.leave(resume(recording))


def ask_name(overlay: Overlay, step: int) -> None:
    """Open the page that asks for the name of the game to save."""
    if overlay.player.live:
        overlay.open(NamePage(overlay.game.log.presses))


class NamePage(Page):
    """Asks for the name of a game to save."""

    foot, types, deletes = "RETURN save   ESCAPE back", True, "erase"

    def __init__(self, presses: int) -> None:
        super().__init__("Save this game", ())
        self._untouched = True
        self._offered = self._name = f"Key {presses}"

    def strips(self, overlay: Overlay) -> list[Strip]:
        """Render it."""
        self.above = [fitted([(f"  Name: {self._name}_", TEXT)], WIDTH, TEXT)]
        return super().strips(overlay)

    def press(self, overlay: Overlay, key: str) -> None:
        """Handle a key: the first that types replaces the name that is offered."""
        if key == "RETURN":
            self._save(overlay)
        elif key == "DELETE":
            self._name, self._untouched = self._name[:-1], False
        elif len(key) == 1:
            self._name = (("" if self._untouched else self._name) + key)[:LONGEST_NAME]
            self._untouched = False

    def _save(self, overlay: Overlay) -> None:
        game = overlay.game
        overlay.back()
        name = plain_name(self._name) or self._offered
        try:
            assert game.header is not None
            save_game(game.key, name, game.header, game.log, overlay.machine.screen)
        except OSError as error:
            overlay.say(f"Not saved: {error.strerror or error}")
            return
        overlay.say(f"Saved: {name}")
        reread(overlay)


class RemovePage(Page):
    """Asks whether to remove a saved game."""

    def __init__(self, saved: SavedGame) -> None:
        entries = (
            Entry("N", "Keep it", lambda overlay, step: overlay.back()),
            Entry("Y", "Remove it", lambda overlay, step: remove(overlay, saved)),
        )
        super().__init__(f"Remove {saved.name}?", entries)


def remove(overlay: Overlay, saved: SavedGame) -> None:
    """Remove a saved game."""
    discard(saved.path)
    overlay.back()
    overlay.say(f"Removed: {saved.name}")
    reread(overlay)


def reread(overlay: Overlay) -> None:
    """Read the saved games again, for the page on top."""
    if isinstance(overlay.page, SavesPage):
        overlay.page.read(overlay)
