"""The front ends: each connects one machine to one user. None imports another."""

RENDERINGS = ("auto", "text", "chars", "blocks", "pixels")  # of the terminal
# Former names for `--render`, with the present ones nearest to them.
OLDER_RENDERINGS = dict.fromkeys(("quadrant", "sextant", "octant"), "blocks") | {"double": "text"}
OLDER_RENDERINGS |= dict.fromkeys(("kitty", "sixel"), "pixels")


class CannotOpen(Exception):
    """The window or the terminal cannot be used; str() is one sentence with the reason and what to do.

    Attributes:
        reason: the reason alone.
    """

    def __init__(self, reason: str, remedy: str = "") -> None:
        super().__init__(f"{reason}; {remedy}" if remedy else reason)
        self.reason = reason
