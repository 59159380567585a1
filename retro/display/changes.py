"""Finds the part in which two pictures differ."""

BYTE = 8  # bits

Box = tuple[int, int, int, int]  # left, top, right and bottom, in pixels; right and bottom are outside
NOTHING = 0, 0, 0, 0


def changed_box(old: bytes, new: bytes, width: int) -> Box:
    """Return the box of the pixels that differ, or NOTHING. Both pictures, a byte a pixel, have the same size."""
    if old == new:
        return NOTHING

    def differs(start: int) -> bool:
        return old[start : start + width] != new[start : start + width]

    rows = range(0, len(new), width)
    first, last = next(filter(differs, rows)), next(filter(differs, reversed(rows)))
    left, right = width, 0
    for start in range(first, last + 1, width):
        if (left, right) == (0, width):
            break
        before, after = old[start : start + width], new[start : start + width]
        columns = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
        if columns:
            left = min(left, ((columns & -columns).bit_length() - 1) // BYTE)
            right = max(right, -(-columns.bit_length() // BYTE))
    return left, first // width, right, last // width + 1
