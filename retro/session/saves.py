"""The pages of saved games: several of each program, with picture, name and date."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from retro.basic.pages import Choice
from retro.display.layer import CELL, Strip
from retro.display.picture import repeated
from retro.display.styles import BLUE, Row
from retro.display.text_rows import fitted, pixel_rows
from retro.session.format import RecordingError
from retro.session.overlay import Overlay
from retro.session.page import TEXT, WIDTH, LayerPage
from retro.session.storage import SavedGame, discard, plain_name, save_game, saved_games
from retro.session.thumbnail import HEIGHT as PICTURE_HEIGHT
from retro.session.thumbnail import WIDTH as PICTURE_WIDTH

KEY_WIDTH = 4
LONGEST_NAME = 17
ROWS_ABOVE_PICTURE = 2  # rows of a page above a picture
PICTURE_ROWS = 2 * PICTURE_HEIGHT // CELL
DATE = "%d %b %H:%M"


class SavesPage(LayerPage):
    """The saved games of a program, and above them the picture of the marked game."""

    key_width, deletes = KEY_WIDTH, "remove"

    def __init__(self, overlay: Overlay) -> None:
        super().__init__("Saved games", self._rows)
        self._overlay = overlay
        self.read()

    def read(self) -> None:
        """Read the list of the program's saved games."""
        self._saved, self._damaged = saved_games(self._overlay.game.key)
        self.marked = min(self.marked, len(self._saved))

    def _rows(self) -> list[Choice]:
        rows = [Choice("S", "Save this game", lambda _: self._overlay.open(NamePage(self._overlay, self)))]
        for saved in self._saved:
            date = time.strftime(DATE, time.localtime(saved.time))
            label = f"{saved.name[:LONGEST_NAME]:<{LONGEST_NAME + 1}}{date}"
            rows.append(Choice("", label, partial(self._load, saved)))
        return rows

    def _pixels(self) -> bytes:
        """Return the small picture of the marked saved game."""
        return self._saved[self.marked - 1].picture() or bytes(PICTURE_WIDTH * PICTURE_HEIGHT)

    def above(self) -> Sequence[Row]:
        """Return the marked game's picture as text at half its size, or the number of damaged files."""
        self.text = [] if self.marked or not self._damaged else [f"{self._damaged} damaged"]
        if not self.marked:
            return super().above()
        pixels, width = self._pixels(), PICTURE_WIDTH // 2
        rows = [pixels[start : start + PICTURE_WIDTH] for start in range(0, len(pixels), PICTURE_WIDTH)]
        squares = (zip(upper[::2], upper[1::2], lower[::2], lower[1::2]) for upper, lower in zip(rows[::2], rows[1::2]))
        # The rarest colour of four pixels, so that lines stay visible.
        lines = ["".join(str(min(square, key=pixels.count)) for square in row) for row in squares]
        margin = (" " * ((WIDTH - width) // 2), TEXT)
        return [fitted([margin, *row, margin], WIDTH, TEXT) for row in pixel_rows(lines, width)]

    def strips(self) -> list[Strip]:
        """Render the page, with the marked game's picture at twice its size in the middle."""
        self.foot = "RETURN loads, DELETE removes" if self.marked else ""
        strips = super().strips()
        if self.marked:
            pixels, ground = self._pixels(), bytes([BLUE])
            rows = (pixels[start : start + PICTURE_WIDTH] for start in range(0, len(pixels), PICTURE_WIDTH))
            lines = [repeated(row, 2).center(WIDTH * CELL, ground) for row in rows for _ in range(2)]
            for index, strip in enumerate(strips[ROWS_ABOVE_PICTURE : ROWS_ABOVE_PICTURE + PICTURE_ROWS]):
                strip.picture = lines[index * CELL : (index + 1) * CELL]
        return strips

    def press(self, key: str) -> Choice | None:
        """Handle a key: DELETE removes a saved game, if it is confirmed."""
        if key != "DELETE" or not self.marked:
            return super().press(key)
        overlay, saved = self._overlay, self._saved[self.marked - 1]

        def remove(step: int) -> None:
            discard(saved.path)
            overlay.back()
            overlay.say(f"Removed: {saved.name}")
            self.read()

        choices = [Choice("N", "Keep it", lambda _: overlay.back()), Choice("Y", "Remove it", remove)]
        overlay.open(LayerPage(f"Remove {saved.name}?", choices))
        return None

    def _load(self, saved: SavedGame, step: int) -> None:
        """Leave the present game for a saved one."""
        overlay = self._overlay
        try:
            recording = saved.recording()
        except RecordingError:
            overlay.say(f"Not loaded: {saved.name} is damaged")
            return
        overlay.say(f"Loaded: {saved.name}")
        if resume := overlay.game.resume:
            overlay.leave(resume(recording))


class NamePage(LayerPage):
    """Asks for the name of a game to save."""

    types, deletes = True, "erase"

    def __init__(self, overlay: Overlay, page: SavesPage) -> None:
        super().__init__("Save this game", foot="RETURN save   ESCAPE back")
        self._overlay, self._page, self._untouched = overlay, page, True
        self._offered = self._name = f"Key {overlay.game.log.presses}"

    def above(self) -> Sequence[Row]:
        """Return the page's row with the name typed so far."""
        self.text = [f"Name: {self._name}_"]
        return super().above()

    def press(self, key: str) -> Choice | None:
        """Handle a key; the first character typed replaces the suggested name."""
        if key == "RETURN":
            self._save()
        elif key == "DELETE":
            self._name, self._untouched = self._name[:-1], False
        elif len(key) == 1:
            self._name = (("" if self._untouched else self._name) + key)[:LONGEST_NAME]
            self._untouched = False
        return None

    def _save(self) -> None:
        overlay, game = self._overlay, self._overlay.game
        overlay.back()
        name = plain_name(self._name) or self._offered
        try:
            assert game.header is not None
            save_game(game.key, name, game.header, game.log, overlay.machine.screen)
        except OSError as error:
            overlay.say(f"Not saved: {error.strerror or error}")
            return
        overlay.say(f"Saved: {name}")
        self._page.read()
