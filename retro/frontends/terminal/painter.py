"""Draws: a thread that sleeps until there is something new to see, and looks at the screen as a window does.

The program's own thread is free to compute. What it changes is drawn at most fifty times a second.
"""

from __future__ import annotations

import threading
from contextlib import suppress

from retro.frontends.terminal.layout import needed
from retro.frontends.terminal.process import leave_signals
from retro.frontends.terminal.sheet import CLEAR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro.frontends.terminal.console import Console, Room
    from retro.frontends.terminal.faces import Face
    from retro.screen import Screen
    from retro.second import Second

FRAME = 0.02  # seconds
TRIES = 3  # a picture that is being changed while it is looked at may be none

SAVE_TITLE, RESTORE_TITLE = "\x1b[22;2t", "\x1b[23;2t"
ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l" + CLEAR
LEAVE = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"
ABORT = "\x1b\\"  # ends what may have been begun
MOUSE_ON, MOUSE_OFF = "\x1b[?1003h\x1b[?1006h", "\x1b[?1006l\x1b[?1003l"  # every move; as numbers
TOGETHER = "\x1b[?2026h{}\x1b[?2026l"
BEL = "\x07"
UNTITLED = ("linux", "vt", "cons", "ansi", "sun")  # kinds that would print a title


class Painter:
    """Keeps a terminal up to date.

    faces: ways to show the picture, the best first. now: seconds since power-on. seen: called, in the painter's
    thread, after each change was drawn. failed: called when drawing has ended in an error, which is `failure`.
    wanted: is the mouse to be reported? second: one more screen that the faces show.
    """

    def __init__(
        self,
        console: Console,
        screen: Screen,
        faces: Sequence[Face],
        now: Callable[[], float],
        seen: Callable[[], None],
        failed: Callable[[], None],
        wanted: Callable[[], bool],
        title: str = "",
        second: Second | None = None,
    ) -> None:
        self._console, self._screen, self._faces = console, screen, faces
        self._screens = [screen, second.screen] if second else [screen]
        self._now, self._seen, self._failed, self._wanted = now, seen, failed, wanted
        self._title = f"\x1b]2;{title}{BEL}" if title else ""
        self.failure: BaseException | None = None
        self.hidden = False
        self._wake, self._closed = threading.Event(), threading.Event()
        self._lock = threading.RLock()
        self._face: Face | None = None
        self._room: Room | None = None
        self._version, self._last, self._torn = -1, -1.0, 0
        self._bell = self._pointing = False
        self._paused = True
        self._thread = threading.Thread(target=self._loop, daemon=True, name="painter")

    # from other threads, and from signals

    def start(self) -> None:
        """Take over the terminal."""
        self._write((SAVE_TITLE if self._title else "") + ENTER + self._title)
        self._paused = False
        self._wake.set()
        self._thread.start()

    def nudge(self) -> None:
        """There may be something new to see."""
        self._wake.set()

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self._bell = True
        self._wake.set()

    def pixel(self, column: int, row: int) -> tuple[int, int]:
        """Which pixel of the machine's picture a character of the terminal shows; outside of it if none."""
        face, room = self._face, self._room
        return (-1, -1) if face is None or room is None else face.pixel(column, row, self._screen, room)

    def pause(self) -> None:
        """Give the terminal back for a while."""
        with self._lock, suppress(OSError):
            self._paused = True
            self._write(self._leaving())
            self._pointing = False

    def resume(self) -> None:
        """Take it over again, whatever it shows now."""
        with self._lock, suppress(OSError):
            self._write(ENTER + self._title)
            self._face, self._room, self._paused = None, None, False
        self._wake.set()

    def stop(self, patience: float) -> None:
        """Give it back for good. patience: seconds that the terminal has to take what is written to it."""
        self._closed.set()
        self._wake.set()
        free = self._lock.acquire(timeout=patience)
        self._paused = True
        for screen in self._screens:
            screen.alert = None
        text = ("" if free else ABORT) + self._leaving() + (RESTORE_TITLE if self._title else "")
        with suppress(OSError):
            self._console.write(text.encode("ascii"), patience)
        if free:
            self._lock.release()
            if self._thread.is_alive():
                self._thread.join(patience)

    # the painter's thread

    def _loop(self) -> None:
        leave_signals()
        try:
            while not self._closed.is_set():
                self._wake.wait(self._calm())
                self._closed.wait(max(0.0, self._last + FRAME - self._now()))
                self._wake.clear()
                with self._lock:
                    if not self._paused and not self._closed.is_set():
                        self._last = _beat(self._last, self._now())
                        self._paint()
        except BaseException as error:
            self.failure = error
            self._failed()

    def _calm(self) -> float | None:
        """How long (seconds) the picture stays as it is by itself; None: for ever."""
        now = self._now()
        left = min(screen.next_change(now) for screen in self._screens) - now
        return None if left > threading.TIMEOUT_MAX else max(0.0, left)

    def _paint(self) -> None:
        for screen in self._screens:
            screen.alert = self.nudge
        version = self._screen.version
        try:
            frame = self._frame()
        except (IndexError, ValueError):
            # The program is in the middle of a change, of MODE perhaps. It will say when it is done.
            self._torn += 1
            if self._torn >= TRIES:
                raise
            self.nudge()
            return
        self._torn = 0
        frame = self._pointer() + frame
        if self._bell:
            self._bell = False
            frame = BEL + frame
        if frame:
            self._write(frame)
        if version != self._version:
            self._version = version
            self._seen()

    def _frame(self) -> str:
        """What to write now; empty if all is there already."""
        room = self._console.room()
        face = next((face for face in self._faces if face.fits(self._screen, room)), None)
        fresh = room != self._room or face is not self._face
        erased = self._erasing() if fresh else ""
        self.hidden = face is None
        if fresh:
            self._face, self._room = face, room
            if face is None:
                return erased + too_small(self._screen, room)
            face.forget()
        drawn = face.draw(self._screen, self._now(), room) if face is not None else ""
        return TOGETHER.format(erased + drawn) if drawn else erased

    def _pointer(self) -> str:
        """Have the terminal report the mouse while the program wants it."""
        if self._pointing == self._wanted():
            return ""
        self._pointing = not self._pointing
        return MOUSE_ON if self._pointing else MOUSE_OFF

    def _leaving(self) -> str:
        return self._erasing() + (MOUSE_OFF if self._pointing else "") + LEAVE

    def _erasing(self) -> str:
        return self._face.erasing if self._face is not None else ""

    def _write(self, text: str) -> None:
        self._console.write(text.encode(self._console.encoding, "replace"))


def _beat(last: float, now: float) -> float:
    """When a frame counts as drawn that is drawn now: on the beat, unless it comes much later."""
    return last + FRAME if now - last < 2 * FRAME else now


def too_small(screen: Screen, room: Room) -> str:
    """Says what is needed, in the middle of a terminal of any size."""
    (columns, rows), (fewest, lowest) = needed(screen.canvas.columns, screen.canvas.rows)
    lines = [
        f"This terminal has {room.columns} × {room.rows} characters;",
        f"the machine's screen needs {columns} × {rows},",
        f"at the least {fewest} × {lowest}.",
        "Make it larger, and all goes on.",
    ]
    top = max(0, room.rows - len(lines)) // 2
    written = [
        f"\x1b[{top + number + 1};{max(0, room.columns - len(line)) // 2 + 1}H{line[: room.columns]}"
        for number, line in enumerate(lines)
    ]
    return CLEAR + "".join(written)
