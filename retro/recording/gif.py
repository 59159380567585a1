"""Animated GIFs of the display. Pillow writes them, and of each frame only what differs from the one before."""

from __future__ import annotations

from zlib import compress, decompress

from retro.display.palette import RGB
from retro.display.screen import Picture
from retro.display.screenshots import image

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from PIL.Image import Image

WIDTH = 320  # pixels that are `scale` wide; those of other MODEs are wider or narrower
CENTISECONDS = 65535  # of one frame, at most


class Frame:
    """A picture in physical colours, compressed, and how long it is shown, in seconds."""

    __slots__ = ("_pixels", "height", "seconds", "width")

    def __init__(self, picture: Picture, seconds: float) -> None:
        colours = bytes(map(RGB.index, picture.rgb)).ljust(256, b"\0")
        self._pixels = compress(picture.pixels.translate(colours), 1)
        self.width, self.height, self.seconds = picture.width, picture.height, seconds

    def image(self, height: int, scale: int) -> Image:
        """Return the image, of so many rows of the display, with so many pixels a pixel of the 320-wide MODEs."""
        pixels = decompress(self._pixels).ljust(self.width * height, b"\0")
        return image(Picture(self.width, height, pixels, RGB)).resize((WIDTH * scale, height * scale), 0)


def save_gif(frames: Sequence[Frame], file: str | BinaryIO, scale: int) -> None:
    """Write a GIF that is shown for ever. scale: pixels of the GIF a pixel of the 320-wide MODEs."""
    height = max(frame.height for frame in frames)
    images = (frame.image(height, scale) for frame in frames)
    durations = [10 * delay for delay in delays(frames)]
    next(images).save(file, "GIF", save_all=True, append_images=images, duration=durations, loop=0)


def delays(frames: Sequence[Frame]) -> Iterator[int]:
    """Yield the delays of frames in centiseconds; what rounding leaves out of one is added to the next."""
    late = 0.0
    for frame in frames:
        late += 100 * frame.seconds
        delay = min(CENTISECONDS, round(late))
        late -= delay
        yield delay
