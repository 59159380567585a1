"""Plays a sample stream with pyglet. Importing this module opens the audio device, which can take a second."""

from collections.abc import Sequence

from pyglet.media import Player
from pyglet.media.codecs import AudioData, AudioFormat, Source
from pyglet.media.drivers import get_audio_driver

from retro.frontends.window.sample_stream import SampleStream
from retro.sound.notes import Note
from retro.sound.synthesis import RATE, SAMPLE_WIDTH

ALC_CONNECTED = 0x313  # of OpenAL's extension ALC_EXT_disconnect


def audible() -> bool:
    """Return whether the computer has an audio device."""
    return type(get_audio_driver()).__name__ != "SilentDriver"  # type: ignore[no-untyped-call]


def connected() -> bool:
    """Return whether the audio device is still connected. OpenAL reports its loss in no other way."""
    device = getattr(getattr(get_audio_driver(), "device", None), "_al_device", None)  # type: ignore[no-untyped-call]
    if device is None:  # another driver, which raises exceptions
        return True
    from pyglet.media.drivers.openal import lib_alc as alc

    value = alc.ALCint(1)
    alc.alcGetIntegerv(device, ALC_CONNECTED, 1, value)
    alc.alcGetError(device)  # of an OpenAL without the extension, which pyglet would take for its own
    return bool(value.value)


class AudioSource:
    """Plays notes from the time `since` on (seconds since power-on), starting at once.

    Raises OSError if the audio device has gone.
    """

    def __init__(self, notes: Sequence[Note], since: float) -> None:
        if not connected():
            raise OSError("The audio device has gone.")
        self._stream = SampleStream(notes, since)
        self._player = Player()
        self._player.queue(Samples(self._stream))
        self._player.play()

    def amend(self, notes: Sequence[Note], at: float) -> bool:
        """Replace the notes from a time on; return False if the samples from then on have already been read."""
        return connected() and self._stream.amend(notes, at)

    def set_volume(self, volume: float) -> None:
        """Set the volume, 0 to 1, at once."""
        self._player.volume = volume

    def stop(self) -> None:
        """Stop the window's sound, at once and for ever."""
        self._player.pause()
        self._player.delete()


class Samples(Source):
    """A sample stream as a pyglet source. The audio driver's thread reads it."""

    def __init__(self, stream: SampleStream) -> None:
        self.audio_format = AudioFormat(1, 8 * SAMPLE_WIDTH, RATE)  # type: ignore[assignment]
        self._stream = stream

    def is_precise(self) -> bool:
        """Return True: a read gives as many samples as requested, except at the end."""
        return True

    def get_audio_data(self, num_bytes: float, compensation_time: float = 0.0) -> AudioData | None:
        """Return the next samples of the stream, for pyglet's player."""
        data = self._stream.read(int(num_bytes) // SAMPLE_WIDTH)
        return AudioData(data, len(data)) if data else None

    def seek(self, timestamp: float) -> None:
        """Do nothing. pyglet's player seeks to the start of a source that has ended, which the stream cannot do."""
