"""Pictures of the display as PNG files. Pillow is imported only when one is made."""

from __future__ import annotations

import io
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image

    from retro.screen import Picture

WIDE, GAP = 640, 16  # pixels


def image(picture: Picture) -> Image:
    """The picture at the machine's resolution: one pixel a pixel, a palette image in its logical colours."""
    from PIL import Image

    made = Image.frombytes("P", (picture.width, picture.height), picture.pixels)
    made.putpalette([part for light in picture.lights for part in light])
    return made


def png(picture: Picture) -> bytes:
    """The picture as a PNG file at the machine's resolution, as few bits a pixel as its colours need."""
    stream = io.BytesIO()
    bits = {2: 1, 4: 2}.get(len(picture.lights), 4)
    image(picture).save(stream, "PNG", bits=bits, optimize=True)
    return stream.getvalue()


def save_png(picture: Picture, path: str | os.PathLike[str]) -> None:
    """Write the picture to a PNG file; one that is there already is replaced."""
    data = png(picture)
    with open(path, "wb") as stream:
        stream.write(data)


def save_beside(pictures: Sequence[Picture], path: str | os.PathLike[str]) -> None:
    """Write pictures side by side to a PNG file, each 640 wide and its rows doubled, black between them."""
    from PIL import Image

    made = [image(one).convert("RGB").resize((WIDE, 2 * one.height), Image.Resampling.NEAREST) for one in pictures]
    whole = Image.new("RGB", (len(made) * (WIDE + GAP) - GAP, max(one.height for one in made)))
    for place, one in enumerate(made):
        whole.paste(one, (place * (WIDE + GAP), 0))
    whole.save(path, "PNG", optimize=True)


def save_new(picture: Picture, folder: str | os.PathLike[str], name: str) -> str:
    """Write the picture to NAME.png in a folder, or to NAME-2.png, NAME-3.png …: never to a file that is there.

    Gives the name of the file. Raises OSError where nothing can be written.
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
