"""`Picture`: an immutable snapshot of the display."""


class Picture:
    """A snapshot of the display.

    Attributes:
        pixels: width × height bytes, each a logical colour, row 0 on top.
        rgb: red, green and blue (0–255) of each logical colour.
        version: the screen's version when the snapshot was taken.
    """

    def __init__(
        self, width: int, height: int, pixels: bytes, rgb: tuple[tuple[int, int, int], ...], version: int = 0
    ) -> None:
        self.width, self.height = width, height
        self.pixels, self.rgb, self.version = pixels, rgb, version


def repeated(pixels: bytes, times: int) -> bytes:
    """Return pixels in a row, each repeated `times` times, to widen a picture."""
    if times == 1:
        return pixels
    wide = bytearray(times * len(pixels))
    for offset in range(times):
        wide[offset::times] = pixels
    return bytes(wide)
