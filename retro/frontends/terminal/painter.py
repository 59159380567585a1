"""Draws the screen in the terminal in a separate thread, which sleeps until the screen changes.

The program's own thread is free to compute. Its changes are drawn at most fifty times a second.
"""

import queue
import textwrap
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

from retro.display.screen import Screen
from retro.frontends.side_screen import SideScreen
from retro.frontends.terminal.colours import CLEAR
from retro.frontends.terminal.console import Console
from retro.frontends.terminal.layout import sizes_needed
from retro.frontends.terminal.renderers import NO_PIXEL, Renderer
from retro.frontends.terminal.signals import block_signals
from retro.frontends.terminal.tty import Area

FRAME = 0.02  # seconds

SAVE_TITLE, RESTORE_TITLE = "\x1b[22;2t", "\x1b[23;2t"
ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h" + CLEAR  # 2004: pasted text comes in brackets
LEAVE = "\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"
ABORT = "\x1b\\"  # ends a sequence that was interrupted
MOUSE_ON, MOUSE_OFF = "\x1b[?1003h\x1b[?1006h", "\x1b[?1006l\x1b[?1003l"  # every move, as numbers
SYNCHRONISED = "\x1b[?2026h{}\x1b[?2026l"
BEL = "\x07"
ASCII_FOR = str.maketrans("─│┬▶●■◧□◆…×·–—°é▀", "-|->*##o#~x.--oe'")
MESSAGE_WIDTH = 38  # columns
UNTITLED = ("linux", "vt", "cons", "ansi", "sun")  # values of TERM that would print a title


class Painter:
    """Draws the screen in a terminal whenever it has changed.

    Args:
        now: returns the seconds since power-on.
        mouse_wanted: returns whether the terminal is to report the mouse.
        on_failure: called in the painter's thread with the exception that ended drawing.

    Attributes:
        started: whether it has taken over the terminal.
        failure: the exception that ended drawing.
        hidden: whether the terminal is too small to show the picture.
    """

    def __init__(
        self,
        screen: Screen,
        console: Console,
        now: Callable[[], float],
        mouse_wanted: Callable[[], bool],
        on_failure: Callable[[BaseException], None],
        side_screen: SideScreen | None = None,
    ) -> None:
        self._screen, self._console, self._now = screen, console, now
        self._mouse_wanted, self._on_failure, self._side_screen = mouse_wanted, on_failure, side_screen
        self._renderers: Sequence[Renderer] = ()
        self._title = ""
        self.failure: BaseException | None = None
        self.started = self.hidden = False
        # A queue, not an Event: Ctrl-C that arrives while `Event.set` holds its lock would leave it locked.
        self._wakes: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._closed = threading.Event()
        self._lock = threading.RLock()
        self._renderer: Renderer | None = None
        self._area: Area | None = None
        self._last_frame = -1.0
        self._bell = self._mouse_on = False
        self._paused = False
        self._thread = threading.Thread(target=self._loop, daemon=True, name="painter")

    @property
    def _screens(self) -> list[Screen]:
        return [self._screen, *([self._side_screen.shown] if self._side_screen else [])]

    # called by other threads and signal handlers

    def start(self, renderers: Sequence[Renderer], title: str = "") -> None:
        """Take over the terminal and start drawing. renderers: in the order of preference."""
        self._renderers, self._title = renderers, f"\x1b]2;{title}{BEL}" if title else ""
        self.started = True
        self._write((SAVE_TITLE if self._title else "") + ENTER + self._title)
        self.wake()
        self._thread.start()

    def wake(self) -> None:
        """Wake the thread that draws the terminal's picture, as the screen may have changed."""
        self._wakes.put(None)

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self._bell = True
        self.wake()

    def pixel_at(self, column: int, row: int) -> tuple[int, int]:
        """Return the pixel at a character of the terminal; one outside the picture if there is none."""
        renderer, area = self._renderer, self._area
        return NO_PIXEL if renderer is None or area is None else renderer.pixel_at(column, row, self._screen, area)

    def pause(self) -> None:
        """Stop drawing in the terminal and restore it, until `resume`."""
        if not self.started:
            return
        with self._lock, suppress(OSError):
            self._paused = True
            self._write(self._leave())
            self._mouse_on = False

    def resume(self) -> None:
        """Take over the terminal again and redraw it."""
        if not self.started:
            return
        with self._lock, suppress(OSError):
            self._write(ENTER + self._title)
            self._renderer, self._area, self._paused = None, None, False
        self.wake()

    def stop(self, timeout: float) -> None:
        """Stop drawing and restore the terminal. timeout: seconds to wait for the terminal to accept the output."""
        if not self.started:
            return
        self._closed.set()
        self.wake()
        free = self._lock.acquire(timeout=timeout)
        self._paused = True
        for screen in self._screens:
            screen.on_change = None
        text = ("" if free else ABORT) + self._leave() + (RESTORE_TITLE if self._title else "")
        with suppress(OSError):
            self._console.write(text.encode("ascii"), timeout)
        if free:
            self._lock.release()
            if self._thread.is_alive():
                self._thread.join(timeout)

    # the painter's thread

    def _loop(self) -> None:
        block_signals()
        try:
            while not self._closed.is_set():
                now = self._now()
                left = min(screen.next_change(now) for screen in self._screens) - now
                with suppress(queue.Empty):
                    self._wakes.get(timeout=None if left > threading.TIMEOUT_MAX else max(0.0, left))
                self._closed.wait(max(0.0, self._last_frame + FRAME - self._now()))
                while not self._wakes.empty():
                    self._wakes.get()
                with self._lock:
                    if not self._paused and not self._closed.is_set():
                        # A frame counts for one FRAME after the last, unless it is much later.
                        now, due = self._now(), self._last_frame + FRAME
                        self._last_frame = due if now < due + FRAME else now
                        self._paint()
        except BaseException as error:
            self.failure = error
            self._on_failure(error)

    def _paint(self) -> None:
        for screen in self._screens:
            screen.on_change = self.wake
        output = ""
        if self._bell:
            self._bell, output = False, BEL
        if self._mouse_on != self._mouse_wanted():
            self._mouse_on = not self._mouse_on
            output += MOUSE_ON if self._mouse_on else MOUSE_OFF
        if output := output + self._frame():
            self._write(output)

    def _frame(self) -> str:
        """Return the output that updates the terminal; empty if nothing has changed."""
        area = self._console.area()
        renderer = next((renderer for renderer in self._renderers if renderer.fits(self._screen, area)), None)
        changed = area != self._area or renderer is not self._renderer
        erased = self._erase() if changed else ""
        self.hidden = renderer is None
        if changed:
            self._renderer, self._area = renderer, area
            if renderer is None:
                return erased + too_small(self._screen, area)
            renderer.invalidate()
        drawn = renderer.draw(self._screen, self._now(), area) if renderer is not None else ""
        return SYNCHRONISED.format(erased + drawn) if drawn else erased

    def _leave(self) -> str:
        return self._erase() + (MOUSE_OFF if self._mouse_on else "") + LEAVE

    def _erase(self) -> str:
        return self._renderer.erase if self._renderer is not None else ""

    def _write(self, text: str) -> None:
        if not self._console.has_unicode:
            text = text.translate(ASCII_FOR)
        self._console.write(text.encode(self._console.encoding, "replace"))


def too_small(screen: Screen, area: Area) -> str:
    """Return the message for a terminal that is too small, centred in it."""
    (columns, rows), (fewest_columns, fewest_rows) = sizes_needed(screen.framebuffer.columns, screen.framebuffer.rows)
    text = (
        f"This terminal has {area.columns} × {area.rows} characters; the machine's screen needs {columns} × {rows}, "
        f"at the least {fewest_columns} × {fewest_rows}. Make it larger to go on."
    )
    lines = textwrap.wrap(text, min(MESSAGE_WIDTH, area.columns))[: area.rows]
    top = (area.rows - len(lines)) // 2 + 1
    return CLEAR + "".join(
        f"\x1b[{row};{(area.columns - len(line)) // 2 + 1}H{line}" for row, line in enumerate(lines, top)
    )
