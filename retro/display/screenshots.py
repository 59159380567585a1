"""Pictures of the display as PNG files. Pillow is imported when it is used."""

import io
import os
from collections.abc import Sequence

from PIL.Image import Image

from retro.display.screen import Picture

WIDTH, GAP = 640, 16  # pixels


def image(picture: Picture) -> Image:
    """Return a picture as a palette image of its logical colours, at the machine's resolution."""
    from PIL import Image

    palette_image = Image.frombytes("P", (picture.width, picture.height), picture.pixels)
    palette_image.putpalette([part for colour in picture.rgb for part in colour])
    return palette_image


def png(picture: Picture) -> bytes:
    """Return a picture as a PNG file at the machine's resolution, with as few bits a pixel as it needs."""
    stream = io.BytesIO()
    bits = {2: 1, 4: 2}.get(len(picture.rgb), 4)
    image(picture).save(stream, "PNG", bits=bits, optimize=True)
    return stream.getvalue()


def save_png(picture: Picture, path: str | os.PathLike[str]) -> None:
    """Write the picture to a PNG file; one that is there already is replaced."""
    data = png(picture)
    with open(path, "wb") as stream:
        stream.write(data)


def save_beside(pictures: Sequence[Picture], path: str | os.PathLike[str]) -> None:
    """Write pictures side by side to a PNG file, each scaled to 640 pixels wide with doubled rows."""
    from PIL import Image

    images = [image(one).convert("RGB").resize((WIDTH, 2 * one.height), Image.Resampling.NEAREST) for one in pictures]
    whole = Image.new("RGB", (len(images) * (WIDTH + GAP) - GAP, max(one.height for one in images)))
    for index, one in enumerate(images):
        whole.paste(one, (index * (WIDTH + GAP), 0))
    whole.save(path, "PNG", optimize=True)


def save_new(picture: Picture, folder: str | os.PathLike[str], name: str) -> str:
    """Write a picture to NAME.png in a folder, or if that exists to NAME-2.png, NAME-3.png …; return the file's name.

    Raises:
        OSError: the folder cannot be written to.
    """
    data = png(picture)
    number = 1
    while True:
        file = f"{name}-{number}.png" if number > 1 else f"{name}.png"
        try:
            with open(os.path.join(folder, file), "xb") as stream:
                stream.write(data)
        except FileExistsError:
            number += 1
        else:
            return file
