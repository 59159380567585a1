"""Plays a sample stream with pyglet. Importing this module opens the audio device, which can take a second."""

from collections.abc import Sequence

from pyglet.media import Player
from pyglet.media.codecs import AudioData, AudioFormat, Source
from pyglet.media.drivers import get_audio_driver

from retro.frontends.window.sample_stream import SampleStream
from retro.sound.notes import Note
from retro.sound.synthesis import RATE, WIDTH


def audible() -> bool:
    """Return whether there is an audio device."""
    return type(get_audio_driver()).__name__ != "SilentDriver"  # type: ignore[no-untyped-call]


class AudioSource:
    """Plays notes, starting now with what they sound like at the time `since` (seconds since power-on)."""

    def __init__(self, notes: Sequence[Note], since: float) -> None:
        self._stream = SampleStream(notes, since)
        self._player = Player()
        self._player.queue(Samples(self._stream))
        self._player.play()

    def amend(self, notes: Sequence[Note], at: float) -> bool:
        """Replace the notes from a time on; return False if those samples have been read already."""
        return self._stream.amend(notes, at)

    def set_volume(self, volume: float) -> None:
        """Play at a volume, 0 to 1, from now on."""
        self._player.volume = volume

    def stop(self) -> None:
        """Stop at once, for good."""
        self._player.pause()
        self._player.delete()


class Samples(Source):
    """A sample stream as a pyglet source. The audio driver's thread reads it."""

    def __init__(self, stream: SampleStream) -> None:
        self.audio_format = AudioFormat(1, 8 * WIDTH, RATE)  # type: ignore[assignment]
        self._stream = stream

    def is_precise(self) -> bool:
        """Return True: a read gives as many samples as requested, except at the end."""
        return True

    def get_audio_data(self, num_bytes: float, compensation_time: float = 0.0) -> AudioData | None:
        """Return the next samples."""
        data = self._stream.read(int(num_bytes) // WIDTH)
        return AudioData(data, len(data)) if data else None

    def seek(self, timestamp: float) -> None:
        """Do nothing: the player seeks to the start when it has finished, and the stream cannot."""
