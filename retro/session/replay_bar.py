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
HEIGHT = 2  # rows
TEXT, BUTTON, PAST, FUTURE = (WHITE, BLUE), (BLACK, CYAN), (YELLOW, BLUE), (CYAN, BLUE)
WHERE = 11  # columns of the place in the game
WIDTH = COLUMNS - 2  # of the track
BAR_TIME = 3.0  # seconds
REPLAY_KEYS = (  # for the browser's touch pad
    ("SPACE", "pause, go on"),
    ("LEFT", "key before"),
    ("RIGHT", "next key"),
    ("-", "slower"),
    ("+", "faster"),
    ("RETURN", "play on from here"),
    ("ESCAPE", "end"),
)


class PlayerBar:
    """The bar at one moment. look: equal for bars that look the same."""

    def __init__(self, viewer: Viewer) -> None:
        at, count = viewer.position()
        self._slider = Slider("key", count, count + 1, at)
        sign = "\u25b6" if viewer.paused else "\u2502\u2502"
        minutes, seconds = divmod(int(viewer.now), 60)
        where = f" {at}/{count} {minutes}:{seconds:02}"
        where = where if len(where) <= WHERE else f" {at}/{count}"
        self._buttons: list[tuple[str, Event | None]] = [
            (sign.center(3), Text(" ")),
            (" ", None),
            (" < ", Key("LEFT")),
            (" ", None),
            (" > ", Key("RIGHT")),
            (where.ljust(WHERE), None),
            (" - ", Text("-")),
            (f"{viewer.speed:g}x".center(5), None),
            (" + ", Text("+")),
            (" ", None),
            (" PLAY ", Key("RETURN")),
        ]
        self.look = self._slider, self._buttons

    def strips(self) -> list[Strip]:
        """Render it, in the two rows at the top."""
        track: list[Segment] = [(" ", TEXT), *self._slider.track(WIDTH, PAST, FUTURE), (" ", TEXT)]
        buttons: list[Segment] = [(text, BUTTON if event else TEXT) for text, event in self._buttons]
        return [Strip(TRACK_ROW, 0, track), Strip(BUTTON_ROW, 0, buttons)]

    def clicked(self, column: int, row: int, pressed: bool) -> Event | None:
        """Return the event of the mouse over a cell of the page; pressed: a button went down, else it is held."""
        if row == TRACK_ROW:
            return Seek(self._slider.stop_on_track(column - 1, WIDTH))
        left = 0
        for text, event in self._buttons:
            if left <= column < left + len(text):
                return event if pressed and row == BUTTON_ROW else None
            left += len(text)
        return None


class ReplayBar:
    """When the bar of a replay is shown: for BAR_TIME after a key, the mouse, or the beginning of a pause.

    It goes even in a pause, as in most players of films, so that it hides nothing. Times are in seconds. shown: the bar
    as it is now, if it is shown.
    """

    def __init__(self) -> None:
        self.shown: PlayerBar | None = None
        self._paused, self._end = False, -inf

    def use(self, now: float) -> None:
        """Note that a key or the mouse is used."""
        self._end = now + BAR_TIME

    def update(self, viewer: Viewer | None, now: float) -> bool:
        """Update the bar, or hide it; return whether it looks different."""
        before, was_paused = self.shown and self.shown.look, self._paused
        self._paused = viewer is not None and viewer.paused
        if self._paused and not was_paused:
            self.use(now)
        self.shown = PlayerBar(viewer) if viewer and self.left(now) > TIME_TOLERANCE else None
        return (self.shown and self.shown.look) != before

    def left(self, now: float) -> float:
        """Return the time until it disappears; less than 0 if it has."""
        return self._end - now
