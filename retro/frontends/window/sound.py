"""The loudspeaker of the window: plays the machine's notes. The audio device is opened at the first of them."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from contextlib import suppress
from math import inf

from retro.frontends.window.score import end_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from retro.notes import Note

    class Playing(Protocol):
        """A phrase that sounds."""

        def amend(self, notes: Sequence[Note], at: float) -> bool:
            """Change what it plays from a time on (seconds since power-on); False if that part is already made."""

        def stop(self) -> None:
            """Stop at once, for good."""

    Play = Callable[[Sequence[Note], float], Playing]

LATE = 0.05  # seconds: a phrase begun later than this begins where it should be by now
LONG_AGO = 2.0  # seconds: the same for the first phrase, which waits for the device
SOON = 0.001  # seconds: the clock may call as much too early
NO_DEVICE = "retro: no sound, as there is no audio device that can be opened."


def open_pyglet() -> Play | None:
    """Open the audio device."""
    os.environ.setdefault("ALSOFT_LOGLEVEL", "0")
    if sys.platform == "linux":
        quiet_alsa()
    from retro.frontends.window.phrase import Phrase, audible

    return Phrase if audible() else None


def quiet_alsa() -> None:
    """Have the ALSA library keep its complaints to itself: without a device it writes lines and lines to stderr."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(QUIET)


def aside(action: Callable[[], None]) -> None:
    """Do something in a thread of its own on Linux, where it takes long; elsewhere sound is the main thread's."""
    if sys.platform == "linux":
        threading.Thread(target=action, daemon=True, name="audio").start()
    else:
        action()


def _ignore(*_: object) -> None:
    """ALSA's error handler. It is given more, as printf is."""


QUIET = ctypes.CFUNCTYPE(None, *[ctypes.c_char_p, ctypes.c_int] * 2, ctypes.c_char_p)(_ignore)


class Speaker:
    """Plays notes as they come, each cutting what was to sound from its start on.

    Its methods are called by the main thread.
    now: seconds since power-on. later: call a function after some seconds. call: have a function called soon by the
    main thread, from any thread. open_audio: gives what plays a phrase, or None without a device; as it may take a
    second, `background` calls it.
    """

    def __init__(
        self,
        now: Callable[[], float],
        later: Callable[[Callable[[], None], float], None],
        call: Callable[[Callable[[], None]], None],
        mute: bool = False,
        open_audio: Callable[[], Play | None] = open_pyglet,
        background: Callable[[Callable[[], None]], None] = aside,
    ) -> None:
        self._now, self._later, self._call = now, later, call
        self.muted = mute
        self._open_audio, self._background = open_audio, background
        self._opening = self._opened = False
        self._play: Play | None = None
        self._notes: list[Note] = []
        self._playing: Playing | None = None
        self._due = inf  # from then on, what is played is not what is scheduled

    def take(self, notes: Sequence[Note]) -> None:
        """Schedule notes, in the order in which the machine gave them."""
        for note in notes:
            self._notes = [earlier for earlier in self._current() if earlier.start < note.start]
            self._notes.append(note)
        if notes and not self.muted:
            self._open()
            self._change(min(note.start for note in notes))

    def _current(self) -> list[Note]:
        """The notes that are not over: from the last one that has begun on, which cut all before it."""
        now = self._now()
        begun = [number for number, note in enumerate(self._notes) if note.start <= now]
        return self._notes[begun[-1] :] if begun and not self._waiting else self._notes

    def toggle(self) -> None:
        """Sound off, or on again, at once."""
        self.muted = not self.muted
        if self.muted:
            self.close()
        elif self._notes:
            self._open()
            self._change(self._now())

    def close(self) -> None:
        """Stop what sounds."""
        if self._playing is not None:
            self._playing.stop()
            self._playing = None

    # opening

    @property
    def _waiting(self) -> bool:
        """Is the device being opened? What comes meanwhile is played from its beginning, late."""
        return self._opening and not self._opened

    def _open(self) -> None:
        if self._opening:
            return
        self._opening = True
        self._background(self._open_now)

    def _open_now(self) -> None:
        try:
            play = self._open_audio()
        except Exception:  # whatever is wrong with the sound, the program goes on
            play = None
        self._call(lambda: self._begin_with(play))

    def _begin_with(self, play: Play | None) -> None:
        self._opened, self._play = True, play
        if play is None:
            print(NO_DEVICE, file=sys.stderr)  # noqa: T201
        elif self._notes:
            self._due = self._notes[0].start
            self._later(lambda: self._begin(LONG_AGO), max(0.0, self._due - self._now()))

    # playing

    def _change(self, at: float) -> None:
        """Play what is scheduled now from a time on."""
        if self._play is None or self.muted:
            return
        if self._playing is not None and self._playing.amend(tuple(self._notes), at):
            return
        self._due = min(self._due, at)
        self._later(self._begin, max(0.0, at - self._now()))

    def _begin(self, late: float = LATE) -> None:
        """Begin a phrase, if one is due by now."""
        now = self._now()
        if self._play is None or self.muted or self._due > now + SOON:
            return
        since, self._due = self._due if now - self._due < late else now, inf
        before, self._playing = self._playing, None
        if end_of(self._notes) > since:
            self._playing = self._play(tuple(self._notes), since)
        if before is not None:
            before.stop()
