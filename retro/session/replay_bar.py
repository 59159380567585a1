"""The bar of a replay: its time line, and buttons for what the keys do."""

from __future__ import annotations

from math import inf

from retro.display.layer import COLUMNS, Strip
from retro.display.slider import Slider
from retro.display.styles import BLACK, BLUE, CYAN, WHITE, YELLOW, Segment
from retro.input.events import Event, Key, Seek, Text
from retro.session.notice import TIME_TOLERANCE
from retro.session.replay import Viewer

TRACK_ROW, BUTTON_ROW = 0, 1  # at the top: at the bottom games have their line of dominoes, and texts their newest line
TEXT, BUTTON, PAST, FUTURE = (WHITE, BLUE), (BLACK, CYAN), (YELLOW, BLUE), (CYAN, BLUE)
POSITION_WIDTH = 11  # columns of the place in the game
WIDTH = COLUMNS - 2  # of the track
PAUSE_SIGNS = "\u2502\u2502", "\u25b6"  # pause, and go on
BAR_TIME = 3.0  # seconds


class ReplayBar:
    """The bar of a replay: shown for BAR_TIME after a key, the mouse, or the beginning of a pause.

    As in most video players it disappears even in a pause, so that it hides nothing. Times are in seconds.
    """

    def __init__(self) -> None:
        self._slider: Slider | None = None  # None: nothing is shown
        self._buttons: list[tuple[str, Event | None]] = []
        self._paused, self._end = False, -inf

    @property
    def shown(self) -> bool:
        """Whether the bar of the replay is shown."""
        return self._slider is not None

    def use(self, now: float) -> None:
        """Show the bar for BAR_TIME from now on: a key or the mouse is used."""
        self._end = now + BAR_TIME

    def left(self, now: float) -> float:
        """Return the time until the replay's bar disappears; negative if it has."""
        return self._end - now

    def update(self, viewer: Viewer | None, now: float) -> bool:
        """Update the replay's bar, or hide it; return whether its look has changed."""
        before, was_paused = (self._slider, self._buttons), self._paused
        self._paused = viewer is not None and viewer.paused
        if self._paused and not was_paused:
            self.use(now)
        self._slider, self._buttons = None, []
        if viewer and self.left(now) > TIME_TOLERANCE:
            at, count = viewer.position()
            self._slider = Slider("key", count, count + 1, at)
            minutes, seconds = divmod(int(viewer.now), 60)
            where = f" {at}/{count} {minutes}:{seconds:02}"
            where = where if len(where) <= POSITION_WIDTH else f" {at}/{count}"
            self._buttons = [
                ((PAUSE_SIGNS[viewer.paused]).center(3), Text(" ")),
                (" ", None),
                (" < ", Key("LEFT")),
                (" ", None),
                (" > ", Key("RIGHT")),
                (where.ljust(POSITION_WIDTH), None),
                (" - ", Text("-")),
                (f"{viewer.speed:g}x".center(5), None),
                (" + ", Text("+")),
                (" ", None),
                (" PLAY ", Key("RETURN")),
            ]
        return (self._slider, self._buttons) != before

    def strips(self) -> list[Strip]:
        """Render the replay's bar in the two rows at the top of the picture."""
        if self._slider is None:
            return []
        track: list[Segment] = [(" ", TEXT), *self._slider.track(WIDTH, PAST, FUTURE), (" ", TEXT)]
        buttons: list[Segment] = [(text, BUTTON if event else TEXT) for text, event in self._buttons]
        return [Strip(TRACK_ROW, 0, track), Strip(BUTTON_ROW, 0, buttons)]

    def clicked(self, column: int, row: int, pressed: bool) -> Event | None:
        """Return the event for the mouse at a cell of the bar. pressed: a button went down, else it is held."""
        if row == TRACK_ROW and self._slider:
            return Seek(self._slider.stop_on_track(column - 1, WIDTH))
        left = 0
        for text, event in self._buttons:
            if left <= column < left + len(text):
                return event if pressed and row == BUTTON_ROW else None
            left += len(text)
        return None
