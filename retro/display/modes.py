"""The table of MODEs: all that differs between MODEs is a row here."""

START_MODE = 7  # this machine's own, at power-on

BLACK_WHITE = (0, 7)
FOUR_COLOURS = (0, 1, 3, 7)
ALL_COLOURS = tuple(range(16))


class Mode:
    """One MODE of the machine.

    Attributes:
        columns, rows: the size in characters of 8×8 pixels.
        width, height: the size in pixels.
        colours: the number of logical colours.
        palette: the default physical colour (0–15) of each.
        graphics: False where only text can be shown.
        plane_width, plane_height: the graphics plane in pixels.
        unit_x, unit_y: graphics units a pixel.
    """

    def __init__(self, number: int, columns: int, rows: int, palette: tuple[int, ...], graphics: bool = True) -> None:
        self.number, self.columns, self.rows, self.graphics = number, columns, rows, graphics
        self.palette, self.colours = palette, len(palette)
        self.width, self.height = columns * 8, rows * 8
        # A text MODE cannot plot, but the OS keeps windows for a plane of 80×256 pixels.
        self.plane_width = self.width if graphics else 80
        self.plane_height = self.height if graphics else 256
        self.unit_x, self.unit_y = 1280 // self.plane_width, 4

    @property
    def foreground(self) -> int:
        """The default logical colour of text and graphics: white."""
        return min(self.colours - 1, 7)


MODES = (
    Mode(0, 80, 32, BLACK_WHITE),
    Mode(1, 40, 32, FOUR_COLOURS),
    Mode(2, 20, 32, ALL_COLOURS),
    Mode(3, 80, 25, BLACK_WHITE, graphics=False),
    Mode(4, 40, 32, BLACK_WHITE),
    Mode(5, 20, 32, FOUR_COLOURS),
    Mode(6, 40, 25, BLACK_WHITE, graphics=False),
    Mode(7, 40, 25, FOUR_COLOURS),
)
