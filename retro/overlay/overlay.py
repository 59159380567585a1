"""The overlay: a front end around a front end, which can pause the program and show pages over its picture.

While a page is open the program's clock stands still and its notes are silent; keys and mouse go to the page, and
nothing of this reaches the program or a recording.
"""

from __future__ import annotations

import os
from math import inf

from retro.display.layer import LayerPainter
from retro.input.events import (
    ANY_KEY,
    AllUp,
    Command,
    Down,
    Dropped,
    Event,
    Key,
    Mouse,
    Move,
    Notice,
    Pad,
    PadFound,
    Paste,
    Rewind,
    Seek,
    Text,
    Up,
    pasted_keys,
)
from retro.machine.view import Leave
from retro.overlay import entries
from retro.overlay.choices import MACHINE, TALL, TUBE, VOLUMES
from retro.overlay.game import Game, GameFront
from retro.overlay.gamepad import MENU_BUTTON, events_of, keys_of_buttons
from retro.overlay.labels import clickable_keys, key_at
from retro.overlay.notice import NEARLY, Corner
from retro.overlay.player_bar import HEIGHT, ReplayBar
from retro.overlay.settings import SettingsStore
from retro.recording.recorder import Recorder
from retro.sound.notes import Note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro.display.layer import Layer
    from retro.input.events import Wanted
    from retro.machine.machine import Machine
    from retro.machine.view import Program, View, WindowedView
    from retro.overlay.page import Page
    from retro.overlay.settings import Settings
    from retro.recording.playback import Viewer
    from retro.recording.replayer import Replayer

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)


class Overlay(GameFront):
    """The overlay of one machine.

    Attributes:
        machine: the machine; set when it is switched on.
        state, foot: what the pages show at their top and in their last row.
        store: the user's settings.
        has_pad: whether there is a gamepad.
    """

    inner: View
    machine: Machine
    speeds = SPEEDS
    state, foot = "paused", "arrows RETURN mouse  ESCAPE back"

    def __init__(self, inner: View, title: str = "", store: SettingsStore | None = None) -> None:
        super().__init__(inner)
        self._game = Game(title)
        self.has_pad = False
        self._pasted: list[Event] = []  # keys still to be typed
        self._events: list[Event] = []  # for the program: what the front end reports, and keys that were clicked on
        self.store = store or SettingsStore()
        self._pages: list[Page] = []
        self._speed = 1.0  # while no page is open
        self._notice, self._bar = Corner(), ReplayBar()
        self._notes: list[Note] = []
        self._held: set[str] = set()  # keys that the program knows to be held
        self._own: set[str] = set()  # keys that were pressed while a page was open
        self._buttons = False  # whether a button of the mouse was held over the page
        self._painter: LayerPainter | None = None
        self._reviewing = False

    def run(self, program: Program, seed: int) -> Machine:
        """Run a program in the front end inside."""

        def begin(m: Machine) -> object:
            self.machine, m.front = m, self
            self._times, self._base, self._since = 1.0, 0.0, 0.0
            self._notice, self._bar, self._notes = Corner(), ReplayBar(), []  # by the clock of this run
            self._pages, self._pasted, self._events = [], [], []  # the front end may have ended a run at any time
            self._apply_settings()
            if self.store.problem:
                self.say(self.store.problem)
            return program(m)

        return self.inner.run(begin, seed)

    # the front end

    def note(self, note: Note) -> None:
        """Play a note."""
        now = self.now()
        current = [one for one in self._notes if one.start < note.start and one.start + one.length > now]
        self._notes = [*current, note]
        super().note(note)

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the program's events, and handle the others; no time passes while a page is open."""
        m = self.machine
        end = None if timeout is None else self.now() + timeout
        m.screen.has_labels = bool(self.game.keys) and not m.keyboard.pointer.active
        while True:
            self._update_bar()
            left = None if end is None else max(0.0, end - self.now())
            change = self._until_change * self.times
            shortened = change < inf and (left is None or change < left)
            pasting = bool(self._pasted) and wanted is not None and not len(m.keyboard)
            got = super().wait(0.0 if pasting else change if shortened else left, wanted)
            events = self._for_program(got)
            if pasting and not events:
                events = [self._pasted.pop(0)] if self._pasted else []
            if events or (not got and not shortened) or (end is not None and self.now() >= end - NEARLY):
                return events

    def _for_program(self, got: Sequence[Event]) -> list[Event]:
        """Return the events that are for the program; handle the others, until no page is open."""
        self._expire_notice()
        self._sort(got)
        if got and self._replay:
            self._bar.use(self.inner.now())
        if self._pages and self._held:
            self._events.append(AllUp())
            self._held.clear()
        while self._pages:
            left = self._until_change
            for event in self.inner.wait(left if left < inf else None, ANY_KEY):
                if isinstance(event, Down) and not self._pages:  # a terminal reports that of a key after what it types
                    self._own.add(event.name)
                else:
                    self._sort([event])
            self._expire_notice()
        events, self._events = self._events, []
        return events

    def _sort(self, events: Sequence[Event]) -> None:
        """Handle the events that are none for the program, and keep the others for it, in their order."""
        for event in events:
            if not self._takes(event):
                self._events.append(event)

    def _takes(self, event: Event) -> bool:
        """Return whether an event is none for the program, and handle it then."""
        if handler := OWN_EVENTS.get(type(event)):
            handler(self, event)
        elif self._pages:
            self._on_page(event)
        elif isinstance(event, Up) and event.name in self._own:
            self._own.discard(event.name)
        elif isinstance(event, (Mouse, Move)) and self._replay:
            self._on_bar(event)
        elif isinstance(event, Mouse) and self.machine.screen.has_labels:
            self._on_label(event)
        else:
            self._follow(event)
            return False
        return True

    def _follow(self, event: Event) -> None:
        """Note what an event for the program changes here: what is held, and what is still to be typed."""
        if isinstance(event, Down):
            self._held.add(event.name)
        elif isinstance(event, Up):
            self._held.discard(event.name)
        elif isinstance(event, AllUp):
            self._held.clear()
        elif isinstance(event, Mouse):
            self._buttons = event.buttons != 0
        elif event == Key("ESCAPE"):
            self._pasted.clear()
        elif isinstance(event, Rewind):
            self._say_rewind()

    def _on_paste(self, event: Paste) -> None:
        if not self._pages:
            self._pasted += pasted_keys(event.text)

    def _find_pad(self, event: PadFound) -> None:
        self.has_pad = True
        self.say("Gamepad: START, Keys shows its keys")

    def _on_pad(self, event: Pad) -> None:
        """Handle a button of a gamepad as the key that it has in the program, or on a page."""
        if event.button == MENU_BUTTON:
            if event.pressed:
                self.toggle()
        elif name := keys_of_buttons(() if self._pages else self.game.keys).get(event.button):
            self._sort(events_of(name, event.pressed))

    def _on_page(self, event: Event) -> None:
        page = self._pages[-1]
        if isinstance(event, Down):
            self._own.add(event.name)
        elif isinstance(event, Up):
            self._own.discard(event.name)
        elif event == Key("ESCAPE"):
            self.back()
        elif isinstance(event, (Text, Key)):
            name = event.characters if isinstance(event, Text) else event.name
            page.press(self, name if page.types else name.upper())
        elif isinstance(event, (Mouse, Move)):
            page.point(self, *self._pointed(event))
        self.refresh()

    def _on_bar(self, event: Mouse | Move) -> None:
        column, row, pressed = self._pointed(event)
        bar = self._bar.shown
        if bar and self._buttons and (found := bar.clicked(column, row, pressed)):
            self._events = [one for one in self._events if not isinstance(one, Seek)] + [found]

    def _on_label(self, event: Mouse) -> None:
        if event.buttons and not self._buttons:
            screen = self.machine.screen
            column, row = screen.framebuffer.cell_at(event.x, event.y)
            self._events += key_at(screen.lines, column, row, clickable_keys(self.game.keys))
        self._buttons = event.buttons != 0

    def _pointed(self, event: Mouse | Move) -> tuple[int, int, bool]:
        """Return the column and row of the page that the mouse is at, and whether a button went down."""
        layer, height = self.machine.screen.layer, self.machine.screen.framebuffer.height
        before = self._buttons
        if isinstance(event, Mouse):
            self._buttons = event.buttons != 0
        return (*layer.cell_at(event.x, event.y, height), self._buttons and not before) if layer else (-1, -1, False)

    # pages

    @property
    def page(self) -> Page:
        """The page on top, of those that are open."""
        return self._pages[-1]

    def open(self, page: Page) -> None:
        """Open a page, on top of the one that is open; the program is paused."""
        if not self._pages:
            self._speed = self.times
            self.times = 0.0
            self.inner.note(Note(self.inner.now(), 0.0))  # stops those that sound
        self._pages.append(page)
        self.refresh()

    def back(self) -> None:
        """Close the page on top."""
        self._pages.pop()
        if not self._pages:
            self._go_on()
        self.refresh()

    def close(self) -> None:
        """Close all pages; the program goes on."""
        if self._pages:
            self._pages.clear()
            self._go_on()
            self.refresh()

    def _go_on(self) -> None:
        self.times = self._speed
        self._buttons = False
        for note in self._notes:
            if note.start + note.length > self.now():
                super().note(note)

    def leave(self, following: Callable[[], Program] | None) -> None:
        """Leave the program for another one, or for the menu: raise Leave."""
        self.close()
        self._reviewing = False
        raise Leave(following)

    def _open_file(self, path: str) -> None:
        """Leave the program for the one in a file, or for the replay of a recording."""
        if self.game.open is None:
            self.say("Files can be opened in the menu and in games")
            return
        try:
            program = self.game.open(path)
        except ValueError as error:
            self.say(str(error))
        else:
            self.say(f"Opened: {os.path.basename(path)}")
            self.leave(lambda: program)

    def press(self, event: Event | None) -> None:
        """Close all pages, and press a key."""
        self.close()
        self._sort([event] if event else [])

    def toggle(self) -> None:
        """Open the first page, or close all."""
        if self._pages:
            self.close()
        else:
            self.open(entries.first_page(self))

    # what is shown

    def say(self, sentence: str) -> None:
        """Show a notice in the corner of the picture for a while."""
        self._notice.say(sentence, self.inner.now())
        self.refresh()

    def refresh(self) -> None:
        """Show the page that is open, and the notice."""
        self.machine.screen.show_layer(self._layer())

    def _layer(self) -> Layer | None:
        bar = None if self._pages else self._bar.shown
        strips = self._pages[-1].strips(self) if self._pages else bar.strips() if bar else []
        strips += self._notice.strips(HEIGHT if bar else 0)
        clickable = bool(self._pages or self._replay)
        if not strips and not clickable:
            return None
        self._painter = self._painter or LayerPainter()
        return self._painter.layer(strips, dims=bool(self._pages), clickable=clickable)

    @property
    def _until_change(self) -> float:
        """The seconds until a notice or the bar goes; infinite if none does."""
        now = self.inner.now()
        return max(0.0, min(self._notice.left(now), self._bar.left(now) if self._bar.shown else inf))

    # a replay

    @property
    def _replay(self) -> tuple[Viewer, Replayer] | None:
        """Who is shown a replay, and the replay."""
        front = self.machine.front
        return front.viewed if isinstance(front, Recorder) else None

    def _update_bar(self) -> None:
        """Show the bar of a replay as it is now, and say where the game goes on after one."""
        replay = self._replay
        if self._bar.update(replay, self.inner.now()) or self.machine.screen.clickable != bool(replay):
            self.refresh()
        self._reviewing = self._reviewing or replay is not None
        if self._reviewing and replay is None and self.recorder:
            self._reviewing = False
            self.say(f"You play on from key {self.recorder.log.presses}")

    def review(self) -> None:
        """Show the time line of the game: raise Rewind."""
        self.close()
        if recorder := self.recorder:
            recorder.review(self.machine)

    def _expire_notice(self) -> None:
        if self._notice.expire(self.inner.now()):
            self.refresh()

    # what the entries do

    @property
    def recorder(self) -> Recorder | None:
        """The recorder of the game that is played, if it is recorded."""
        front = self.machine.front
        return front if isinstance(front, Recorder) and front.inner is self and front.live else None

    @property
    def speed(self) -> float:
        """How many times as fast as on the machine time passes."""
        return self._speed if self._pages else self.times

    @speed.setter
    def speed(self, speed: float) -> None:
        self._speed = speed

    @property
    def settings(self) -> Settings:
        """The user's settings."""
        return self.store.now

    def set(self, **changes: object) -> None:
        """Change settings, for this run and the next ones."""
        if problem := self.store.change(**changes):
            self.say(problem)
        self._apply_settings()

    def _apply_settings(self) -> None:
        """Have the front end show and play as the settings say."""
        settings = self.settings
        self.inner.set_volume(0.0 if settings.muted else settings.volume / VOLUMES)
        self.machine.screen.show_in(settings.colours if settings.colours != MACHINE else "")
        if self.window:
            self.window.set_look(settings.pixels == TUBE, settings.shape == TALL)

    @property
    def window(self) -> WindowedView | None:
        """The front end, if it is a window of its own."""
        return self.inner if hasattr(self.inner, "set_look") else None  # type: ignore[return-value]

    @property
    def game(self) -> Game:
        """The program that runs."""
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        self._game = game
        if self.window:
            self.window.set_title(game.title)

    def save_picture(self) -> None:
        """Save the picture of the program."""
        from retro.overlay.pictures import save_picture

        self.say(save_picture(self.machine.screen, self.inner.now(), self.game.name))

    def save_gif(self) -> None:
        """Save a GIF of what was last seen of the game that is recorded."""
        from retro.overlay.pictures import save_gif

        if recorder := self.recorder:
            self.say("Making the GIF ...")
            self.say(save_gif(self.game, recorder))

    def _say_rewind(self) -> None:
        if recorder := self.recorder:
            presses = recorder.log.presses
            self.say(f"Rewound to key {presses - 1}" if presses else "No key to rewind")


KEYS: dict[str, Callable[[Overlay], None]] = {
    "menu": Overlay.toggle,
    "picture": lambda overlay: overlay.save_picture(),
    "mute": entries.mute,
}
OWN_EVENTS: dict[type[Event], Callable[..., None]] = {
    Command: lambda overlay, event: KEYS[event.name](overlay),
    Pad: Overlay._on_pad,
    PadFound: Overlay._find_pad,
    Paste: Overlay._on_paste,
    Notice: lambda overlay, event: overlay.say(event.sentence),
    Dropped: lambda overlay, event: overlay._open_file(event.path),
}
