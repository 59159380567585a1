"""Disc and tape images of Acorn machines: DFS and ADFS discs, UEF tapes."""

ENDINGS = (".ssd", ".dsd", ".adf", ".adl", ".uef")


def is_image(name: str) -> bool:
    """Return whether a file name is that of a disc or tape image."""
    return name.lower().endswith(ENDINGS)
