"""Pictures of the display as PNG files. Pillow is imported when it is used."""

import io
import os
from collections.abc import Sequence
from typing import BinaryIO

from PIL.Image import Image

from retro.display.screen import Picture

COMPRESSION = {"compress_level": 7, "compress_type": 0}  # zlib's; level 9 takes six times as long for 0.5 % less


def image(picture: Picture) -> Image:
    """Return a picture as a palette image of its logical colours, at the machine's resolution."""
    from PIL import Image

    palette_image = Image.frombytes("P", (picture.width, picture.height), picture.pixels)
    palette_image.putpalette([part for colour in picture.rgb for part in colour])
    return palette_image


def png(picture: Picture) -> bytes:
    """Return a picture as a PNG file at the machine's resolution, with as few bits a pixel as it needs."""
    stream = io.BytesIO()
    bits = next(bits for bits in (1, 2, 4, 8) if len(picture.rgb) <= 1 << bits)
    image(picture).save(stream, "PNG", bits=bits, **COMPRESSION)
    return stream.getvalue()


def save_png(picture: Picture, path: str | os.PathLike[str]) -> None:
    """Write the picture to a PNG file; one that is there already is replaced."""
    data = png(picture)
    with open(path, "wb") as stream:
        stream.write(data)


def save_arranged(
    pictures: Sequence[Picture],
    places: Sequence[tuple[int, int, int, int]],
    size: tuple[int, int],
    file: str | os.PathLike[str] | BinaryIO,
) -> None:
    """Write pictures, the first one on top, to a PNG file of a size; their places begin at its bottom left."""
    from PIL import Image

    whole = Image.new("RGB", size)
    for picture, (left, bottom, width, height) in reversed(list(zip(pictures, places))):
        scaled = image(picture).convert("RGB").resize((width, height), Image.Resampling.NEAREST)
        whole.paste(scaled, (left, size[1] - bottom - height))
    whole.save(file, "PNG", optimize=True)
