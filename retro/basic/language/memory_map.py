"""Memory-mapped parts of the operating system: the screen, character definitions, VDU variables.

MAP lists them by address. Addresses of other modes' screens, and all that is not listed, are plain memory.
"""

from __future__ import annotations

from collections.abc import Callable

from retro.basic.language.host import Host

SCREENS = {0: 0x3000, 1: 0x3000, 2: 0x3000, 3: 0x4000, 4: 0x5800, 5: 0x5800, 6: 0x6000, 7: 0x6000}
SCREEN = range(0x3000, 0x8000)  # where a screen may be
CHARACTERS = range(0xC00, 0xD00)  # the shapes of 224 to 255
FIRST_CHARACTER = 224
VARIABLES = range(0x308, 0x362)
OWN_MODE = 7  # which has no screen memory
BITS = {2: 1, 4: 2, 16: 4}  # of a pixel, by the number of colours


def row_size(m: Host) -> int:
    """Return the number of bytes of a row of characters on the screen."""
    size: int = m.screen.mode.width * BITS[m.screen.mode.colours]
    return size


def pixels_at(m: Host, address: int) -> tuple[int, int, int] | None:
    """Return the pixels of a byte of the screen: index of the first, number, bits of each; None if there are none.

    The row of memory on top of the screen moves on when the whole screen scrolls.
    """
    mode, framebuffer = m.screen.mode, m.screen.framebuffer
    row, rest = divmod(address - SCREENS[mode.number], row_size(m))
    if mode.number == OWN_MODE or not 0 <= row < mode.rows:
        return None
    bits = BITS[mode.colours]
    column, line = divmod(rest, 8)
    shown = (row - framebuffer.first) % mode.rows
    return (shown * 8 + line) * mode.width + column * (8 // bits), 8 // bits, bits


def screen_byte(m: Host, address: int) -> int | None:
    """Return the byte for some pixels: bit groups begin with the first pixel."""
    if (place := pixels_at(m, address)) is None:
        return None
    first, count, bits = place
    byte = 0
    for index, colour in enumerate(m.screen.framebuffer.pixels[first : first + count]):
        for bit in range(bits):
            byte |= (colour >> bits - 1 - bit & 1) << 7 - bit * count - index
    return byte


def set_screen_byte(m: Host, address: int, byte: int) -> bool:
    """Set the pixels of a byte of the screen; return False if it has none."""
    if (place := pixels_at(m, address)) is None:
        return False
    first, count, bits = place
    for index in range(count):
        colour = 0
        for bit in range(bits):
            colour = colour << 1 | byte >> 7 - bit * count - index & 1
        m.screen.framebuffer.pixels[first + index] = colour
    m.screen.changed()
    return True


def character_byte(m: Host, address: int) -> int:
    """Return the byte of one row of a character's definition."""
    code, row = divmod(address - CHARACTERS.start, 8)
    return int(m.screen.characters.shape(FIRST_CHARACTER + code)[row])


def set_character_byte(m: Host, address: int, byte: int) -> bool:
    """Set one row of a character's definition."""
    code, row = divmod(address - CHARACTERS.start, 8)
    shape = bytearray(m.screen.characters.shape(FIRST_CHARACTER + code))
    shape[row] = byte
    m.vdu_driver.define(FIRST_CHARACTER + code, *shape)
    return True


def screen_start(m: Host) -> int:
    """Return the address of the top left of the screen."""
    mode = m.screen.mode
    first: int = m.screen.framebuffer.first % mode.rows
    return SCREENS[mode.number] + first * row_size(m)


# One byte each: the text window's edges, the cursor, where the screen begins, the MODE, the number of colours.
VDU_VARIABLES: dict[int, Callable[[Host], int]] = {
    0x308: lambda m: m.screen.text_plane.left,
    0x309: lambda m: m.screen.text_plane.bottom,
    0x30A: lambda m: m.screen.text_plane.right,
    0x30B: lambda m: m.screen.text_plane.top,
    0x318: lambda m: m.screen.text_plane.column,
    0x319: lambda m: m.screen.text_plane.row,
    0x34F: lambda m: 8 * BITS[m.screen.mode.colours],
    0x350: lambda m: screen_start(m) & 0xFF,
    0x351: lambda m: screen_start(m) >> 8,
    0x355: lambda m: m.screen.mode.number,
    0x360: lambda m: m.screen.mode.colours - 1,
    0x361: lambda m: 8 // BITS[m.screen.mode.colours] - 1 if m.screen.mode.graphics else 0,
}
MAP: list[tuple[range, Callable[[Host, int], int | None], Callable[[Host, int, int], bool]]] = [
    (SCREEN, screen_byte, set_screen_byte),
    (CHARACTERS, character_byte, set_character_byte),
    (VARIABLES, lambda m, address: VDU_VARIABLES.get(address, lambda m: None)(m), lambda m, address, byte: False),
]


def read(m: Host, address: int) -> int | None:
    """Return the byte at an address that shows the OS or the screen; None for plain memory."""
    for addresses, get, _ in MAP:
        if address in addresses:
            return get(m, address)
    return None


def write(m: Host, address: int, byte: int) -> bool:
    """Set the byte at an address that shows the OS or the screen; return False for plain memory."""
    return any(address in addresses and put(m, address, byte) for addresses, _, put in MAP)
