"""Reads and rewrites disc and tape images of all supported formats."""

from collections.abc import Sequence
from typing import NamedTuple

from retro.basic.media import ENDINGS
from retro.basic.media.adfs import is_adfs, read_adfs, rewrite_adfs
from retro.basic.media.dfs import SECOND_SIDE, read_dfs, read_double_sided, rewrite_dfs, rewrite_double_sided
from retro.basic.media.files import File, MediaError
from retro.basic.media.uef import is_uef, read_uef, write_uef

BOOT_DFS, BOOT_ADFS = 0x106, 0x1FD  # where the option of SHIFT-BREAK is


class Image(NamedTuple):
    """A disc or tape image that a user has opened.

    Attributes:
        path: Its file.
        files: What is on it.
        boot: What SHIFT-BREAK does with its file !BOOT: 0 nothing, 1 *LOAD, 2 *RUN, 3 *EXEC.
        is_tape: Whether its files follow each other, as on a tape.
    """

    path: str
    files: list[File]
    boot: int = 0
    is_tape: bool = False


def open_image(path: str, content: bytes) -> Image:
    """Return an image, given its file name and contents. Raises MediaError."""
    files, is_tape = read_image(path, content), is_uef(content)
    option = 0 if is_tape else content[BOOT_ADFS] if is_adfs(content) else content[BOOT_DFS] >> 4
    return Image(path, files, option & 3, is_tape)


def read_image(name: str, image: bytes) -> list[File]:
    """Return the files of an image. name: the image's file name, whose ending says what it is. Raises MediaError."""
    ending = name.lower()[-4:]
    if ending not in ENDINGS:
        raise MediaError(f"{name}: expected a name ending in {', '.join(ENDINGS)}")
    if ending == ".uef" or is_uef(image):
        return read_uef(image)
    if is_adfs(image) or ending in (".adf", ".adl"):
        return read_adfs(image)
    return read_double_sided(image) if ending == ".dsd" else read_dfs(image)


def rewrite_image(name: str, image: bytes, files: Sequence[File]) -> bytes:
    """Return an image of the same kind and size with other files. Raises MediaError."""
    if is_uef(image):
        return write_uef(files)
    is_double = name.lower().endswith(".dsd") and not is_adfs(image)
    for file in files:
        if file.name[:1] == ":" and not (is_double and file.name.startswith(SECOND_SIDE)):
            raise MediaError(f"{file.name}: the image has no such drive", "Bad drive")
    if is_adfs(image):
        return rewrite_adfs(image, files)
    return rewrite_double_sided(image, files) if is_double else rewrite_dfs(image, files)
