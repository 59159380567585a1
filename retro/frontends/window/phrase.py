"""A phrase of notes that sounds. To import this is to open the audio device: it can take a second."""

from __future__ import annotations

from pyglet.media import Player
from pyglet.media.codecs import AudioData, AudioFormat, Source
from pyglet.media.drivers import get_audio_driver

from retro.frontends.window.score import Score
from retro.synth import RATE, WIDTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from retro.notes import Note


def audible() -> bool:
    """Has an audio device been found?"""
    return type(get_audio_driver()).__name__ != "SilentDriver"  # type: ignore[no-untyped-call]


class Phrase:
    """Plays notes from a time on (seconds since power-on), from now on."""

    def __init__(self, notes: Sequence[Note], since: float) -> None:
        self._score = Score(notes, since)
        self._player = Player()
        self._player.queue(Samples(self._score))
        self._player.play()

    def amend(self, notes: Sequence[Note], at: float) -> bool:
        """Change what is played from a time on; False if that part has already been handed over."""
        return self._score.amend(notes, at)

    def stop(self) -> None:
        """Stop at once, for good."""
        self._player.pause()
        self._player.delete()


class Samples(Source):
    """A score as pyglet wants it. The audio driver's own thread asks for the samples."""

    def __init__(self, score: Score) -> None:
        self.audio_format = AudioFormat(1, 8 * WIDTH, RATE)  # type: ignore[assignment]
        self._score = score

    def is_precise(self) -> bool:
        """As many samples as are asked for, but at the end."""
        return True

    def get_audio_data(self, num_bytes: float, compensation_time: float = 0.0) -> AudioData | None:
        """The next samples."""
        data = self._score.read(int(num_bytes) // WIDTH)
        return AudioData(data, len(data)) if data else None

    def seek(self, timestamp: float) -> None:
        """The player seeks to the start when it has finished; there is no way back."""
