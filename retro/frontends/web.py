"""The front end in a browser: the machine runs in a worker, and the page shows it."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Protocol

from retro.display.font import default_font
from retro.input.events import ANY_KEY, Event, Pad, PadFound, Switch, Wanted, from_texts
from retro.input.gamepad import DIRECTIONS, held_buttons
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.machine.runner import run_to_end
from retro.machine.view import Program, View, wakes_on_moves, wants_mouse
from retro.sound.notes import NOISE, Note, steps_before
from retro.sound.synthesis import hertz_of, loudness_of

FRAME = 1 / 60  # seconds between two pictures, at least
SETTLE_TIME = 0.15  # seconds without a change after which the text of the screen is sent
TEXT_INTERVAL = 2.0  # seconds after which the text of a screen that keeps changing is sent
SHORT_WAIT, IDLE_INTERVAL = 0.05, 0.25  # seconds; on_idle is called before longer waits, and at least this often
TOLERANCE = 1e-4  # seconds
POLL_INTERVAL = 0.008  # seconds that a program computes between two polls of the page
FEWEST_STATEMENTS, FIRST_STATEMENTS, MOST_STATEMENTS = 1, 200, 20000  # in that time
STORE_TIMEOUT = 0.25  # seconds that the page has to store a file
LONGEST_NOTE = 60.0  # seconds
MOST_STEPS = 2000  # of a note


class Page(Protocol):
    """The browser's page as seen by the worker. Messages are JSON.

    Attributes:
        stranger: whether the worker plays a program that is not of this site.
    """

    stranger: bool

    def wait(self, milliseconds: float) -> str:
        """Return the page's messages, one a line; wait for the first, if the time is negative without a limit."""

    def post(self, kind: str, content: str) -> None:
        """Send a message to the browser's page."""

    def empty(self) -> None:
        """Remove the worker's access to the page's data, before it runs a program that the user has changed."""

    def show(self, width: int, height: int, pixels: bytes, rgba: bytes) -> None:
        """Send a picture: its logical colours from the top row on, and four bytes (RGBA) for each colour."""


class Web(View):
    """The view in a worker of the browser, for any number of programs, one after the other.

    Args:
        on_idle: called before the machine waits, but not before each of many short waits.

    Attributes:
        requests: the page's requests for programs to play.
        switches: whether events of the study pane are passed on.
        program_keys: the keys of the program, each with its effect.
        pad_of: returns keys as the page shows them.
    """

    machine: Machine
    has_pages = has_look = True
    can_quit = False
    switches = False
    program_keys: Sequence[tuple[str, str]] = ()
    pad_of: Callable[[Sequence[tuple[str, str]]], list[dict[str, Any]]] = staticmethod(lambda keys: [])

    def __init__(self, page: Page, on_idle: Callable[[], None] = lambda: None) -> None:
        self._page, self._on_idle = page, on_idle
        self.started = time.perf_counter()
        self.requests: list[dict[str, Any]] = []
        self._early: list[Event] = []
        self._pad: list[dict[str, Any]] | None = None
        self._wanted = ANY_KEY
        self._page_keys: Sequence[tuple[str, str]] | None = None
        self._pad_buttons: frozenset[str] | None = None
        self._unstored = 0
        self._moved: Event | None = None

    def run(self, program: Program, seed: int) -> Machine:
        """Run a program until it ends or the page requests another one. Raises ProgramFailed."""
        self.started = time.perf_counter()
        self._version, self._seen, self._sent, self._uses_mouse = -1, -1, -1, False
        self._settles_at = self._sent_at = self._idle_at = 0.0
        self._drawn = self._flash = -math.inf
        self._moved = None
        self._polled_at = 0.0
        self._wanted = ANY_KEY
        m = self.machine = Machine(self, default_font(), seed)
        m.poll_interval, m.interrupt_pending = FIRST_STATEMENTS, False
        try:
            run_to_end(m, program)
        except PowerOff:
            pass
        finally:
            self._show(m)
        return m

    def note(self, note: Note) -> None:
        """Have the page play a note."""
        self.post("note", note_message(note, self.now()))

    def set_volume(self, volume: float) -> None:
        """Have the page play at a volume, 0 to 1."""
        self.post("volume", volume)

    def set_look(self, tube: bool, tall: bool) -> None:
        """Show the display as on a picture tube, and in the shape 4:3, or not."""
        self.post("look", {"tube": tube, "tall": tall})

    def set_title(self, title: str) -> None:
        """Name the program in the page's title."""
        self.post("title", title)

    def show_keys(self, keys: Sequence[tuple[str, str]] | None) -> None:
        """Send the keys for the page's touch pad if they have changed. None: those that the program waits for."""
        self._page_keys = keys
        if keys is None:
            keys = () if self._wanted.line else self._wanted.keys or self.program_keys
        before, self._pad = self._pad, self.pad_of(keys)
        if self._pad != before:
            self.post("keys", self._pad)

    def save_file(self, name: str, data: bytes) -> bool:
        """Let the page save a file."""
        self.post("download", [name, data.decode("latin-1")])
        return True

    def post(self, kind: str, content: object) -> None:
        """Send a message to the page. The page replies to each file once it is stored."""
        self._unstored += kind == "file"
        self._page.post(kind, json.dumps(content))

    def await_stored(self) -> None:
        """Wait until the page has stored all files, for a limited time; events received meanwhile are kept."""
        end = self.now() + STORE_TIMEOUT
        early, self._early = self._early, []  # in there they would keep `_read` from waiting
        while self._unstored > 0 and self.now() < end:
            early += self._read(1000 * (end - self.now()))
        self._early = early

    def wait(self, timeout: float | None, wanted: Wanted | None) -> Sequence[Event]:
        """Return the page's events, waiting at most `timeout` seconds; send what has changed on the screen."""
        m, start = self.machine, self.now()
        if wanted is not None and wanted is not self._wanted:
            self._wanted = wanted
            self.show_keys(self._page_keys)
        end = math.inf if timeout is None else start + timeout
        if m.interrupting:
            self._adjust_run(m, start)
        while True:
            events = self._poll(m, end)
            if events or self.now() >= end - TOLERANCE:
                break
        self._polled_at = self.now()
        return events if events or m.interrupting else self._take_move()

    def take_request(self) -> dict[str, Any]:
        """Wait until the page requests something to play."""
        while not self.requests:
            self._read(-1.0)
        return self.requests.pop(0)

    # waiting

    def _adjust_run(self, m: Machine, now: float) -> None:
        """Adjust how many statements a computing program runs between two polls to POLL_INTERVAL."""
        spent = now - self._polled_at
        if spent < POLL_INTERVAL / 2:
            m.poll_interval = min(MOST_STATEMENTS, 2 * m.poll_interval)
        elif spent > 2 * POLL_INTERVAL:
            m.poll_interval = max(FEWEST_STATEMENTS, m.poll_interval // 2)

    def _poll(self, m: Machine, end: float) -> list[Event]:
        """Send the picture and the text if they are due, then wait until the next is due, or for an event."""
        now = self.now()
        if self._picture_due(m) <= now + TOLERANCE:
            self._show(m)
        if self._text_due(m, now) <= now + TOLERANCE:
            self._send_text(m)
        if end > now + SHORT_WAIT or now > self._idle_at + IDLE_INTERVAL:
            self._idle_at = now
            self._on_idle()
        until = min(end, self._picture_due(m), self._text_due(m, now))
        events = self._read(1000 * max(0.0, until - self.now()) if until < math.inf else -1.0)
        if self.requests:
            m.interrupt_pending = True
            raise PowerOff
        return events or (self._take_move() if wakes_on_moves(m) else [])

    def _picture_due(self, m: Machine) -> float:
        """Return the time in seconds at which to send the next picture; infinite if nothing has changed."""
        changed = m.screen.version != self._version or wants_mouse(m) != self._uses_mouse
        wanted = 0.0 if changed else self._flash
        return max(self._drawn + FRAME, wanted)

    def _text_due(self, m: Machine, now: float) -> float:
        """Return the time in seconds at which to send the screen's text; infinite if it has been sent."""
        if m.screen.version == self._sent:
            return math.inf
        if m.screen.version != self._seen:
            self._seen, self._settles_at = m.screen.version, now + SETTLE_TIME
        return min(self._settles_at, self._sent_at + TEXT_INTERVAL)

    def _show(self, m: Machine) -> None:
        screen, now = m.screen, self.now()
        picture = screen.picture(now)
        self._version, self._drawn, self._flash = screen.version, now, screen.next_change(now)
        rgba = bytes(chain.from_iterable((*colour, 255) for colour in picture.rgb))
        self._page.show(picture.width, picture.height, picture.pixels, rgba)
        if wants_mouse(m) != self._uses_mouse:
            self._uses_mouse = not self._uses_mouse
            self.post("pointer", self._uses_mouse)

    def _send_text(self, m: Machine) -> None:
        """Send the screen described as text, for users who cannot see it."""
        self._sent, self._sent_at = m.screen.version, self.now()
        layer = m.screen.layer
        lines = [] if layer and layer.dims else m.in_words.split("\n")
        if layer and (layer.dims or not layer.clickable):  # a page or a notice; not a replay's bar, whose time runs
            lines += [line.rstrip() for line in layer.lines]
        self.post("text", lines)

    # messages from the page

    def _read(self, milliseconds: float) -> list[Event]:
        events, self._early = self._early, []
        for line in filter(None, self._page.wait(0.0 if events else milliseconds).split("\n")):
            message = json.loads(line)
            self._unstored -= "stored" in message
            if "empty" in message:
                self._page.empty()
            if "request" in message:
                self.requests.append(message)
                self.post("heard", message.get("number"))
            for kind, value in message.get("events", ()):
                if kind == "move":
                    self._moved = from_texts(kind, value)
                elif kind == "pads":
                    events += [*self._take_move(), *self._pads(held_buttons(json.loads(value)))]
                elif kind != "switch":
                    events += [*self._take_move(), from_texts(kind, value)]
                elif self.switches:
                    events += [*self._take_move(), Switch(value)]
        return events

    def _pads(self, held: frozenset[str]) -> list[Event]:
        """Return the events for changes of the page's gamepads, given the present state of their buttons and sticks."""
        before, self._pad_buttons = self._pad_buttons, held
        events: list[Event] = [PadFound()] if before is None else []
        before = before or frozenset()
        released = [Pad(name, False) for name in sorted(before - held)]
        # Directions first: a button that closes a page must not leave one of the same moment to the program.
        pressed = sorted(held - before, key=lambda name: (name not in DIRECTIONS, name))
        return [*events, *released, *(Pad(name, True) for name in pressed)]

    def _take_move(self) -> list[Event]:
        """Return the last move of the mouse as an event if it was not reported yet."""
        moved, self._moved = self._moved, None
        return [moved] if moved else []


def note_message(note: Note, now: float) -> dict[str, Any]:
    """Return a note as the page plays it.

    in: seconds until it begins. length: seconds. tones: seconds from its start and frequencies in hertz. fades: seconds
    from its start, a source (0: the tone, or the kind of noise, from 1), and its loudness from then on, 0 to 1.
    """
    length = min(note.length, LONGEST_NOTE)
    tones: list[tuple[float, float]] = []
    fades: list[tuple[float, int, float]] = []
    before = 0, 0.0
    for (at, pitch, level), _ in zip(steps_before(note.walk(), 100 * length), range(MOST_STEPS)):
        source, loudness = (0 if pitch < NOISE + 4 else 1 + (pitch & 3)), loudness_of(level) if level else 0.0
        if not source:
            tones.append((at / 100, hertz_of(pitch)))
        if source != before[0] and before[1]:
            fades.append((at / 100, before[0], 0.0))
        if (source, loudness) != before:
            fades.append((at / 100, source, loudness))
        before = source, loudness
    return {"in": note.start - now, "length": length, "tones": tones, "fades": [*fades, (length, before[0], 0.0)]}
