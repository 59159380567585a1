"""The loudspeaker of the window: plays the machine's notes. The first note opens the audio device."""

from __future__ import annotations

import atexit
import ctypes
import importlib
import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf

from retro.frontends.window.sample_stream import end_of
from retro.sound.notes import Note

TYPE_CHECKING = False
if TYPE_CHECKING:  # the module opens the audio device when it is imported
    from retro.frontends.window.audio_source import AudioSource

    Play = Callable[[Sequence[Note], float], AudioSource]

MAX_DELAY = 0.05  # seconds; notes that start later skip what should have sounded by now
MAX_FIRST_DELAY = 2.0  # seconds; the same for the first notes, which wait for the device
TOLERANCE = 0.001  # seconds; the clock may call as much too early
FADE_TIME = 0.03  # seconds in which a note becomes silent that is cut short: at once it would click
RETRY_INTERVAL = 30.0  # seconds at least from one attempt to open a device to the next, at a note
NO_DEVICE = "No sound: no audio device"
SOUND_AGAIN = "Sound again"


def open_audio_device() -> Play | None:
    """Open the audio device and return AudioSource; on a second call, another device."""
    os.environ.setdefault("ALSOFT_LOGLEVEL", "0")
    if sys.platform == "linux":  # ALSA writes many lines to stderr where there is no device
        with suppress(OSError, AttributeError):
            ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(QUIET)
    if drivers := sys.modules.get("pyglet.media.drivers"):
        atexit.unregister(drivers._delete_audio_driver)  # the new one is registered, too
        importlib.reload(drivers)
    from retro.frontends.window.audio_source import AudioSource, audible

    return AudioSource if audible() else None


def run_in_background(action: Callable[[], None]) -> None:
    """Open audio in a thread on Linux, where it takes long; elsewhere it must be done in the main thread."""
    if sys.platform == "linux":
        threading.Thread(target=action, daemon=True, name="audio").start()
    else:
        action()


# An error handler for ALSA, whose arguments are variadic as those of printf.
QUIET = ctypes.CFUNCTYPE(None, *[ctypes.c_char_p, ctypes.c_int] * 2, ctypes.c_char_p)(lambda *_: None)


class Speaker:
    """Plays notes as they arrive; each replaces what was scheduled from its start on. For the main thread.

    Args:
        now: returns the seconds since power-on.
        later: calls a function after some seconds.
        call: queues a function for the main thread, from any thread.
        say: shows the user a sentence.
        open_audio: returns the class that plays notes, or None without a device.
        background: calls a function that may take a second.
    """

    def __init__(
        self,
        now: Callable[[], float],
        later: Callable[[Callable[[], None], float], None],
        call: Callable[[Callable[[], None]], None],
        say: Callable[[str], None],
        mute: bool = False,
        open_audio: Callable[[], Play | None] = open_audio_device,
        background: Callable[[Callable[[], None]], None] = run_in_background,
    ) -> None:
        self._now, self._later, self._call, self._say = now, later, call, say
        self.volume = 0.0 if mute else 1.0
        self._open_audio, self._background = open_audio, background
        self._opening = False  # notes that arrive meanwhile are played late, from their start
        self._said_no_device = False
        self._opened_at = -inf
        self._play: Play | None = None
        self._notes: list[Note] = []
        self._playing: AudioSource | None = None
        self._due = inf  # from this time on the notes differ from those being played

    def take(self, notes: Sequence[Note]) -> None:
        """Schedule notes for the loudspeaker, in the order in which the machine has sent them."""
        for note in notes:
            self._notes = [earlier for earlier in self._current() if earlier.start < note.start]
            self._notes.append(note)
        if notes and not self.muted:
            self._open()
            self._play_from(min(note.start for note in notes))

    def _current(self) -> list[Note]:
        """Return the notes from the last one that has begun; all before it are over."""
        now = self._now()
        begun = [index for index, note in enumerate(self._notes) if note.start <= now]
        return self._notes[begun[-1] :] if begun and not self._opening else self._notes

    def set_volume(self, volume: float) -> None:
        """Set the volume, 0 to 1, at once; 0 stops the present notes, and opens no device."""
        was_muted, self.volume = self.muted, volume
        if self.muted:
            self._fade()
        elif was_muted and self._notes:
            self._open()
            self._play_from(self._now())
        elif (playing := self._playing) is not None:
            self._try(lambda: playing.set_volume(volume))

    @property
    def muted(self) -> bool:
        """Whether the user has set the volume to 0."""
        return self.volume == 0

    def close(self) -> None:
        """Stop the notes that are played."""
        if (playing := self._playing) is not None:
            self._playing = None
            _stop(playing)

    def _fade(self) -> None:
        """Fade the notes that are played, so that they stop without a click."""
        if (playing := self._playing) is not None:
            self._playing = None
            self._try(lambda: playing.set_volume(0.0))
            self._later(lambda: _stop(playing), FADE_TIME)

    # opening

    def _try(self, action: Callable[[], None]) -> None:
        """Call an action on the device; if the device was lost, open another one, or go on without sound."""
        try:
            action()
        except Exception:  # drivers raise all kinds of them when a device is unplugged
            self._playing = self._play = None
            if not self._may_retry():
                self._say_no_device()
            self._open()

    def _open(self) -> None:
        if self._opening or self._play is not None or not self._may_retry():
            return
        self._opening, self._opened_at = True, self._now()

        def open_now() -> None:
            play = None
            with suppress(Exception):  # no fault of the audio stops the program
                play = self._open_audio()
            self._call(lambda: self._set_player(play))

        self._background(open_now)

    def _may_retry(self) -> bool:
        return self._now() >= self._opened_at + RETRY_INTERVAL

    def _set_player(self, play: Play | None) -> None:
        self._opening, self._play = False, play
        if play is None:
            self._say_no_device()
            return
        if self._said_no_device:
            self._said_no_device = False
            self._say(SOUND_AGAIN)
        if self._notes:
            self._due = max(self._notes[0].start, self._opened_at)
            self._later(lambda: self._begin(MAX_FIRST_DELAY), max(0.0, self._due - self._now()))

    def _say_no_device(self) -> None:
        """Tell the user, once, that there is no sound."""
        if not self._said_no_device:
            self._say(NO_DEVICE)
        self._said_no_device = True

    # playing

    def _play_from(self, at: float) -> None:
        """Play the notes that have changed from a time on: amend the stream that plays, or start a new one."""
        if self._play is None or self.muted:
            return
        if self._playing is not None and self._playing.amend(tuple(self._notes), at):
            return
        self._due = min(self._due, at)
        self._later(self._begin, max(0.0, at - self._now()))

    def _begin(self, max_delay: float = MAX_DELAY) -> None:
        """Start to play the scheduled notes when they are due."""
        now = self._now()
        if self._play is None or self.muted or self._due > now + TOLERANCE:
            return
        since, self._due = self._due if now - self._due < max_delay else now, inf
        self._fade()
        if end_of(self._notes) > since:
            play = self._play

            def start() -> None:
                self._playing = play(tuple(self._notes), since)
                self._playing.set_volume(self.volume)

            self._try(start)


def _stop(source: AudioSource) -> None:
    """Stop an audio source; ignore the error of a lost device."""
    with suppress(Exception):
        source.stop()
