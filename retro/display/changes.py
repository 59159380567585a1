"""What differs between two pictures."""


def changed_box(old: bytes, new: bytes, width: int) -> tuple[int, int, int, int]:
    """Return the columns and rows of pixels that differ: left, top, right and bottom; right and bottom are outside."""
    rows, columns = [], 0
    for start in range(0, len(new), width):
        before, after = old[start : start + width], new[start : start + width]
        if before != after:
            rows.append(start // width)
            columns |= int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
    if not rows:
        return 0, 0, 0, 0
    left = ((columns & -columns).bit_length() - 1) // 8
    return left, rows[0], (columns.bit_length() + 7) // 8, rows[-1] + 1
