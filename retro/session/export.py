"""Cameras, which take one picture of a game, or all of them, while its log is replayed; and animated GIFs of these."""

from collections.abc import Iterator, Sequence
from zlib import compress, decompress

from retro.display.gif import gif
from retro.display.palette import RGB
from retro.display.picture import Picture
from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine
from retro.session.replay import IdleLimit, ToTheEnd

SHORTEST_FRAME = 0.04  # seconds of a frame
LAST_FRAME_TIME = 2.0  # seconds of the last one
WIDTH = 320  # pixels that are `scale` wide; in other MODEs they are wider or narrower
LONGEST_DELAY = 65535  # of one frame, at most


class Frame:
    """A frame of a GIF: a compressed picture in physical colours, and its duration in seconds."""

    __slots__ = ("_pixels", "height", "seconds", "width")

    def __init__(self, picture: Picture, seconds: float) -> None:
        colours = bytes(map(RGB.index, picture.rgb)).ljust(256, b"\0")
        self._pixels = compress(picture.pixels.translate(colours), 1)
        self.width, self.height, self.seconds = picture.width, picture.height, seconds

    def pixels(self, height: int, scale: int) -> bytes:
        """Return the frame in `height` rows, scaled: `scale` pixels for each pixel of a MODE that is 320 wide."""
        pixels, width = decompress(self._pixels).ljust(self.width * height, b"\0"), WIDTH * scale
        wide = bytearray(width * height)
        times = max(1, width // self.width)
        for first in range(times):
            wide[first::times] = pixels[:: max(1, self.width // width)]
        rows = (wide[at : at + width] for at in range(0, len(wide), width))
        return b"".join(bytes(row) * scale for row in rows)


class Still(ToTheEnd):
    """Takes one picture at a given time, and switches the machine off; takes none if the game ends earlier."""

    def __init__(self, at: float) -> None:
        """at: the time of the picture, in seconds since power-on."""
        super().__init__()
        self._at = at
        self.picture: Picture | None = None

    def show_until(self, m: Machine, until: float) -> bool:
        """Take the picture once its time has come, and raise PowerOff; else return False."""
        if until > self._at:
            self.picture = m.screen.picture(self._at)
            raise PowerOff
        return False


class Film(ToTheEnd):
    """Records every change of the screen as a frame, at most 25 a second."""

    def __init__(self, speed: float, idle: float | None, since: float = 0.0) -> None:
        """Take the speed and the longest idle time, as in `Viewer`, and the time in the game at which to begin."""
        super().__init__()
        self.frames: list[Frame] = []
        self._speed, self._since = speed, since
        self._idle_limit = IdleLimit(idle)
        self._picture: Picture | None = None
        self._seen, self._seconds = (-1, 0.0), 0.0

    def show_until(self, m: Machine, until: float) -> bool:
        """Record the changes of the screen up to this time; return False: the replay goes on."""
        now = max(self.now, self._since)
        if until < now:
            return False
        end = now + self._idle_limit.shown(m, until - now)
        while now < end:
            change = min(end, m.screen.next_change(now))
            self._see(m, now)
            self._seconds += (change - now) / self._speed
            now = change
        return False

    def _see(self, m: Machine, now: float) -> None:
        """Take a picture of the screen at a time, if it may have changed since the last one."""
        version, change = self._seen
        if self._picture is not None and version == m.screen.version and now < change:
            return
        self._seen = m.screen.version, m.screen.next_change(now)
        picture = m.screen.picture(now)
        old = self._picture
        if old is not None:
            if (old.width, old.rgb, old.pixels) == (picture.width, picture.rgb, picture.pixels):
                return
            if self._seconds >= SHORTEST_FRAME:
                self.frames.append(Frame(old, self._seconds))
                self._seconds = 0.0
        self._picture = picture

    def finish(self, m: Machine) -> None:
        """Add the last screen to the film, shown for LAST_FRAME_TIME seconds."""
        self._see(m, m.now)
        if self._picture is not None:
            self.frames.append(Frame(self._picture, self._seconds + LAST_FRAME_TIME))


def last_seconds(frames: Sequence[Frame], seconds: float) -> list[Frame]:
    """Return the frames of the last `seconds`; shorten the first of them to fit."""
    last: list[Frame] = []
    for frame in reversed(frames):
        frame.seconds = min(frame.seconds, seconds)
        seconds -= frame.seconds
        last.insert(0, frame)
        if seconds <= 0:
            break
    return last


def gif_of(frames: Sequence[Frame], scale: int) -> bytes:
    """Return a GIF that loops for ever. scale: pixels of the GIF a pixel of the 320-wide MODEs."""
    height = max(frame.height for frame in frames)
    images = ((frame.pixels(height, scale), delay) for frame, delay in zip(frames, delays(frames)))
    return b"".join(gif(images, (WIDTH * scale, height * scale), RGB))


def delays(frames: Sequence[Frame]) -> Iterator[int]:
    """Yield the frames' delays in whole centiseconds; carry each rounding error over to the next."""
    late = 0.0
    for frame in frames:
        late += 100 * frame.seconds
        delay = min(LONGEST_DELAY, round(late))
        late -= delay
        yield delay
