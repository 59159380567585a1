"""The overlay: pages over the program's picture, notices, and the bar of a replay.

While a page is open the program's clock stands still and its notes are silent; keys and mouse go to the page, and
nothing of this reaches the program or a recording.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from math import inf

from retro.display.layer import Layer
from retro.display.layer_painter import LayerPainter
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
    Wanted,
    pasted_keys,
)
from retro.input.gamepad import MENU_BUTTON, events_of, keys_of_buttons
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.view import Leave, Program, View
from retro.session.event_log import is_press
from retro.session.game import Game, Player
from retro.session.labels import clickable_keys, key_at
from retro.session.notice import NOTICE_TIME, TIME_TOLERANCE, CurrentNotice
from retro.session.page import LayerPage
from retro.session.replay import REPLAY_KEYS, Review
from retro.session.replay_bar import ReplayBar
from retro.session.settings import MACHINE, TALL, TUBE, VOLUMES, Settings, SettingsStore
from retro.sound.notes import Note

NO_SOUND, SOUND = "No sound", "Sound"  # notices of views begin with these
GREETING, GREETING_TIME = "F1 at any time: keys, sound, Quit", 8.0  # seconds


class Overlay:
    """Pages, notices and the bar of a replay, over the picture of one machine.

    Attributes:
        player: the session, as far as pages use it.
        machine: the machine, from `begin` on.
        store: the user's settings.
        has_pad: whether there is a gamepad.
    """

    player: Player
    machine: Machine

    def __init__(self, player: Player, store: SettingsStore, first_page: Callable[[Overlay], LayerPage]) -> None:
        """Take the session, the user's settings, and a function that returns the page for F1."""
        self.player, self.store, self._first_page = player, store, first_page
        self.has_pad = False
        self._painter: LayerPainter | None = None

    def begin(self, m: Machine) -> None:
        """Attach the overlay to a machine that has been switched on."""
        self.machine = m
        self._notice, self._bar = CurrentNotice(), ReplayBar()  # by the clock of this run
        self._notes: list[Note] = []
        self._pages: list[LayerPage] = []  # the view may have ended a run at any time
        self._pasted: list[Event] = []  # keys still to be typed
        self._events: list[Event] = []  # for the program: what the view reports, and keys that were clicked on
        self._held: set[str] = set()  # keys that the program knows to be held
        self._page_keys: set[str] = set()  # keys that were pressed while a page was open
        self._buttons = False  # whether a button of the mouse was held over the page
        self._reviewing = False
        self._rewinding: bool | None = None  # whether keys have been taken back, until that is said
        self._apply_settings()
        if self.store.problem:
            self.say(self.store.problem)

    @property
    def view(self) -> View:
        """The view that shows the machine."""
        return self.player.view

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.player.game

    @property
    def keys(self) -> Sequence[tuple[str, str]]:
        """The keys, each with its effect, that the program names for its state, or else those that it declares."""
        return self.machine.keys or self.game.keys

    # between the session and the view

    def note(self, note: Note) -> None:
        """Play a note at a time of the user's clock."""
        now = self.player.clock.now()
        current = [old for old in self._notes if old.start < note.start and old.start + old.length > now]
        self._notes = [*current, note]
        self._sound(note)

    def _sound(self, note: Note) -> None:
        if sounding := self.player.clock.sounding(note):
            self.view.note(sounding)

    def events(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the user's events for the program; handle those for the overlay. While a page is open the clock stops.

        timeout: by the user's clock.
        """
        m, clock = self.machine, self.player.clock
        end = None if timeout is None else clock.now() + timeout
        m.screen.has_labels = bool(self.keys) and not (m.keyboard.pointer.active or m.screen.answers_clicks)
        while True:
            self._update_bar()
            left = None if end is None else max(0.0, end - clock.now())
            change = self._until_change * clock.speed
            shortened = change < inf and (left is None or change < left)
            pasting = bool(self._pasted) and wanted is not None and not len(m.keyboard)
            got = self.view.wait(clock.until(0.0 if pasting else change if shortened else left), wanted)
            events = self._for_program(got)
            if pasting and not events:
                events = [self._pasted.pop(0)] if self._pasted else []
            if events or (not got and not shortened) or (end is not None and clock.now() >= end - TIME_TOLERANCE):
                return events

    def _for_program(self, got: Sequence[Event]) -> list[Event]:
        """Handle the events for the overlay, waiting for more while a page is open; return the program's events."""
        self._expire_notice()
        self._dispatch(got)
        if got and self.player.viewer:
            self._bar.use(self.view.now())
        if self._pages and self._held:
            self._events.append(AllUp())
            self._held.clear()
        while self._pages:
            left = max(0.0, self._notice.left(self.view.now()))  # a page hides the bar
            for event in self.view.wait(left if left < inf else None, ANY_KEY):
                if isinstance(event, Down) and not self._pages:  # a terminal reports that of a key after what it types
                    self._page_keys.add(event.name)
                else:
                    self._dispatch([event])
            self._expire_notice()
        events, self._events = self._events, []
        return events

    def _dispatch(self, events: Sequence[Event]) -> None:
        """Handle the events for pages over the picture, and queue those for the program in their order."""
        for event in events:
            if not self._handle(event):
                self._events.append(event)

    def _handle(self, event: Event) -> bool:
        """Handle an event if it is for the overlay; return False if it is for the program."""
        if handler := OWN_EVENTS.get(type(event)):
            handler(self, event)
        elif self._pages:
            self._on_page(event)
        elif isinstance(event, Up) and event.name in self._page_keys:
            self._page_keys.discard(event.name)
        elif isinstance(event, (Mouse, Move)) and self.player.viewer:
            column, row, pressed = self._pointed(event)
            if self._buttons and (clicked := self._bar.clicked(column, row, pressed)):
                self._events = [event for event in self._events if not isinstance(event, Seek)] + [clicked]
        elif isinstance(event, Mouse) and self.machine.screen.has_labels:
            self._on_label(event)
        else:
            self._track(event)
            return False
        return True

    def _track(self, event: Event) -> None:
        """Update the held keys and the paste buffer after an event for the program."""
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
        elif isinstance(event, Rewind) and self.player.live:
            self._rewinding = bool(self.game.log.presses or any(map(is_press, self._events)))

    def _on_notice(self, event: Notice) -> None:
        """Show a notice that the view reports; the notice that there is no sound once, not in each run."""
        is_of_silence = event.sentence.startswith(NO_SOUND)
        if not (is_of_silence and self.settings.told_of_silence):
            self.say(event.sentence)
        if is_of_silence != self.settings.told_of_silence and (is_of_silence or event.sentence.startswith(SOUND)):
            self.store.change(told_of_silence=is_of_silence)

    def _on_paste(self, event: Paste) -> None:
        if not self._pages:
            self._pasted += pasted_keys(event.text)

    def _find_pad(self, event: PadFound) -> None:
        self.has_pad = True
        self.say("Gamepad: START, Keys shows its keys")

    def _on_pad(self, event: Pad) -> None:
        """Translate a gamepad's button to a key of the program or of the open page, and handle that."""
        if event.button == MENU_BUTTON:
            if event.pressed:
                self.toggle()
        elif name := keys_of_buttons(() if self._pages else self.keys).get(event.button):
            self._dispatch(events_of(name, event.pressed))

    def _on_page(self, event: Event) -> None:
        page = self._pages[-1]
        if isinstance(event, Down):
            self._page_keys.add(event.name)
        elif isinstance(event, Up):
            self._page_keys.discard(event.name)
        elif event == Key("ESCAPE"):
            self.back()
        elif isinstance(event, (Text, Key)):
            name = event.characters if isinstance(event, Text) else event.name
            page.press(name if page.types else name.upper())
        elif isinstance(event, (Mouse, Move)):
            page.point(*self._pointed(event))
        self.refresh()

    def _on_label(self, event: Mouse) -> None:
        if event.buttons and not self._buttons:
            screen = self.machine.screen
            column, row = screen.framebuffer.cell_at(event.x, event.y)
            self._events += key_at(screen.lines, column, row, clickable_keys(self.keys))
        self._buttons = event.buttons != 0

    def _pointed(self, event: Mouse | Move) -> tuple[int, int, bool]:
        """Return the page's column and row below the mouse, and whether a button went down."""
        layer, height = self.machine.screen.layer, self.machine.screen.framebuffer.height
        before = self._buttons
        if isinstance(event, Mouse):
            self._buttons = event.buttons != 0
        return (*layer.cell_at(event.x, event.y, height), self._buttons and not before) if layer else (-1, -1, False)

    # pages

    @property
    def page(self) -> LayerPage:
        """The topmost of the open pages; there must be one."""
        return self._pages[-1]

    def open(self, page: LayerPage) -> None:
        """Open a page on top of the others; the program is paused."""
        if not self._pages:
            self.player.clock.stop()
            self.view.note(Note(self.view.now(), 0.0))  # stops the notes that are playing
        self._pages.append(page)
        self.refresh()

    def back(self) -> None:
        """Close the topmost of the pages over the picture."""
        self._pages.pop()
        if not self._pages:
            self._go_on()
        self.refresh()

    def close(self) -> None:
        """Close all pages over the picture; the program goes on."""
        if self._pages:
            self._pages.clear()
            self._go_on()
            self.refresh()

    def _go_on(self) -> None:
        self.player.clock.go()
        self._buttons = False
        for note in self._notes:
            if note.start + note.length > self.player.clock.now():
                self._sound(note)

    def leave(self, program: Program | None = None) -> None:
        """Leave the game for another program or the menu: raise Leave."""
        self.close()
        self._reviewing = False
        raise Leave(program)

    def quit(self) -> None:
        """Switch the machine off: raise PowerOff."""
        self.close()
        raise PowerOff

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
            self.leave(program)

    def press(self, event: Event | None) -> None:
        """Close all pages over the picture, and send an event to the program."""
        self.close()
        self._dispatch([event] if event else [])

    def toggle(self) -> None:
        """Open the page of F1, or close all pages over the picture."""
        if self._pages:
            self.close()
        else:
            self.open(self._first_page(self))

    # pages, notice and bar on the screen

    def say(self, sentence: str, seconds: float = NOTICE_TIME) -> None:
        """Show a notice over the picture for some seconds."""
        self._notice.say(sentence, self.view.now(), seconds)
        self.refresh()

    def greet(self) -> None:
        """Show a new user, once, a notice about F1."""
        if not self.settings.greeted and self.view.can_quit:
            self.say(GREETING, GREETING_TIME)
            self.store.change(greeted=True)

    def refresh(self) -> None:
        """Show or update the open page, the notice and the bar of the replay."""
        self.machine.screen.show_layer(self._layer())
        of_replay = [row[:2] for row in REPLAY_KEYS] if self.player.viewer else None
        self.view.show_keys(self.page.pad_keys() if self._pages else of_replay)

    def _layer(self) -> Layer | None:
        strips = self._pages[-1].strips() if self._pages else self._bar.strips()
        strips += self._notice.strips(self.machine.screen, strips)
        clickable = bool(self._pages or self.player.viewer)
        if not strips and not clickable:
            return None
        self._painter = self._painter or LayerPainter()
        return self._painter.layer(strips, dims=bool(self._pages), clickable=clickable)

    @property
    def _until_change(self) -> float:
        """The seconds until the notice or the bar disappears; infinite if neither is shown."""
        now = self.view.now()
        return max(0.0, min(self._notice.left(now), self._bar.left(now) if self._bar.shown else inf))

    # a replay

    def _update_bar(self) -> None:
        """Update the bar of a replay; after the replay tell the user where the game goes on."""
        viewer = self.player.viewer
        if self._bar.update(viewer, self.view.now()) or self.machine.screen.clickable != bool(viewer):
            self.refresh()
        self._reviewing = self._reviewing or viewer is not None
        if self._reviewing and viewer is None and self.player.live:
            self._reviewing = False
            self.say(f"You play on from key {self.game.log.presses}")
        if self._rewinding is not None and self.player.live:
            self.say(f"Rewound to key {self.game.log.presses}" if self._rewinding else "No key to rewind")
            self._rewinding = None

    def review(self) -> None:
        """Show the game so far as a replay, paused at its end: raise Restart. The user may play on from any point."""
        self.close()
        self.player.replay_from_start(self.machine, Review())

    def _expire_notice(self) -> None:
        if self._notice.expire(self.view.now()):
            self.refresh()

    # what the entries do

    @property
    def settings(self) -> Settings:
        """The user's settings."""
        return self.store.now

    def set(self, **changes: object) -> None:
        """Change settings of the user's, for this run and the next ones."""
        if problem := self.store.change(**changes):
            self.say(problem)
        self._apply_settings()

    def _apply_settings(self) -> None:
        """Apply the user's settings to the view."""
        settings = self.settings
        self.view.set_volume(0.0 if settings.muted else settings.volume / VOLUMES)
        self.machine.screen.show_in(settings.colours if settings.colours != MACHINE else "")
        self.view.set_look(settings.pixels == TUBE, settings.shape == TALL)

    def mute(self) -> None:
        """Switch the sound off or on."""
        self.say("Sound on" if self.settings.muted else "Sound off")
        self.set(muted=not self.settings.muted)

    def save_picture(self) -> None:
        """Save the program's picture as a PNG file."""
        from retro.display.screenshots import png
        from retro.session.pictures import saved

        picture = self.machine.screen.bare_picture(self.view.now())
        self.say(saved(self.view, "Picture", png(picture), self.game.name, "png"))

    def save_link(self, text: Sequence[str]) -> None:
        """Save lines of text with a link that replays the game so far."""
        from retro.session.links import link_to
        from retro.session.pictures import saved

        if not self.game.header:
            self.say("This game is not recorded, so no link can replay it")
            return
        lines = [*text, link_to(self.game.name, self.game.header, self.game.log), ""]
        self.say(saved(self.view, "Line and link", "\n".join(lines).encode(), self.game.name, "txt"))

    def save_gif(self) -> None:
        """Save a GIF of the last seconds of the recorded game."""
        from retro.session.pictures import last_gif, saved

        self.say("Making the GIF ...")
        self.say(saved(self.view, "GIF", last_gif(self.game, self.player.now()), self.game.name, "gif"))


KEYS: dict[str, Callable[[Overlay], None]] = {
    "menu": Overlay.toggle,
    "picture": lambda overlay: overlay.save_picture(),
    "mute": Overlay.mute,
}
OWN_EVENTS: dict[type[Event], Callable[..., None]] = {
    Command: lambda overlay, event: KEYS[event.name](overlay),
    Pad: Overlay._on_pad,
    PadFound: Overlay._find_pad,
    Paste: Overlay._on_paste,
    Notice: Overlay._on_notice,
    Dropped: lambda overlay, event: overlay._open_file(event.path),
}
