"""The values that the user's settings may have; apart from their file, as a command line needs no more."""

SHARP, TUBE = "sharp", "tube"
SQUARE, TALL = "square", "4:3"
MACHINE = "machine"
VOLUMES = 10  # steps of the volume

CHOICES: dict[str, tuple[object, ...]] = {
    "pixels": (SHARP, TUBE),
    "shape": (SQUARE, TALL),
    "colours": (MACHINE, "distinct", "green", "amber"),
    "volume": tuple(range(VOLUMES + 1)),
    "muted": (False, True),
}
