"""Disc and tape images of Acorn machines: DFS and ADFS discs, UEF tapes."""

import os

COPY_MARK = ".written"  # before the ending of the name of a copy
ENDINGS = (".ssd", ".dsd", ".adf", ".adl", ".uef")


def is_image(name: str) -> bool:
    """Return whether a file name is that of a disc or tape image."""
    return name.lower().endswith(ENDINGS)


def copy_path(path: str) -> str:
    """Return the path of the copy of an image in which programs save files."""
    stem, ending = os.path.splitext(path)
    return f"{stem}{COPY_MARK}{ending}"


def is_copy(path: str) -> bool:
    """Return whether a file is the copy of an image in which programs save files, and the image is beside it."""
    stem, ending = os.path.splitext(path)
    return stem.endswith(COPY_MARK) and os.path.exists(stem.removesuffix(COPY_MARK) + ending)
