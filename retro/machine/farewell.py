"""The end of a program on the screen: its error, and a bottom line that waits for a key."""

from __future__ import annotations

from collections.abc import Container
from contextlib import suppress
from operator import sub

from retro.machine.frontend import PowerOff
from retro.machine.machine import Machine

FAREWELL = "Press any key to switch off"
INDISTINCT_DIFFERENCE = 25  # of 255: luminances that differ by less look alike; blue on black differs by 28
LONGEST_FLASH_PHASE = 60.0  # seconds; where no colours flash

ENABLE, DEFAULT_COLOURS, DEFAULT_WINDOWS, TEXT_AT_CURSOR, NO_PAGES = 6, 20, 26, 4, 15
WINDOW, CLEAR, TAB, DOWN, COLOUR, NEW_LINE = 28, 12, 31, 10, 17, (10, 13)
CURSOR_OFF = (23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
CONTINUE_KEY = (("SPACE", "go on"),)  # shown for "any key"
FUNCTION_KEYS = 128  # the code of f0 while any key will do


def show_error(m: Machine, error: BaseException) -> None:
    """Print an error on the screen, in legible colours."""
    with suppress(PowerOff):
        _reset_state(m)
        if not _readable(m):
            m.write(_colours(m))
        m.report(error)


def wait_for_any_key(m: Machine, text: str = FAREWELL, codes: Container[int] = range(256)) -> None:
    """Print a text on the bottom line, flush the keyboard, and wait for one of these codes, or a click."""
    _reset_state(m)
    keyboard = m.keyboard
    m.inkey(-1)  # polls the keyboard
    keyboard.flush()
    m.write(bottom_line(m, text))
    keyboard.cursor_keys, keyboard.function_base = 1, FUNCTION_KEYS
    m.mouse_on()
    m.keys = CONTINUE_KEY
    while m.get() not in codes:
        pass
    m.keys = ()


def _reset_state(m: Machine) -> None:
    """Leave all states that could hide a message: VDU parameters, ESCAPE, VDU 21, VDU 5, page mode."""
    m.keyboard.escape_types, m.keyboard.escape = True, False
    m.vdu_driver.abandon()
    m.write(bytes([ENABLE, TEXT_AT_CURSOR, NO_PAGES]))


def bottom_line(m: Machine, text: str) -> bytes:
    """Return VDU codes that print a text at the bottom of the screen and switch the text cursor off.

    Text above the cursor scrolls up to make room.
    """
    from textwrap import wrap

    mode, plane = m.screen.mode, m.screen.text_plane
    lines = wrap(text, mode.columns - 1)
    top = mode.rows - len(lines)
    up = max(0, plane.row + (plane.column > plane.left) - top)
    codes = bytes([DEFAULT_WINDOWS, TAB, 0, mode.rows - 1]) + bytes([DOWN] * up)
    codes += bytes([WINDOW, 0, mode.rows - 1, mode.columns - 1, top]) + _colours(m) + bytes([CLEAR, *CURSOR_OFF])
    return codes + bytes(NEW_LINE).join(line.encode("ascii") for line in lines)


def _colours(m: Machine) -> bytes:
    """Return VDU codes for the two colours that differ most, or the MODE's default colours if all are too alike."""
    luminances = list(enumerate(_luminances(m)))
    pairs = [(min(map(sub, bright, dark)), ink, paper) for ink, bright in luminances for paper, dark in luminances]
    contrast, ink, paper = max(pairs)
    if contrast < INDISTINCT_DIFFERENCE:
        return bytes([DEFAULT_COLOURS])
    return bytes([COLOUR, ink, COLOUR, 128 + paper])


def _readable(m: Machine) -> bool:
    """Return whether the present colours of text differ enough to be read."""
    luminances, plane = _luminances(m), m.screen.text_plane
    pairs = zip(luminances[plane.ink], luminances[plane.paper])
    return min(abs(ink - paper) for ink, paper in pairs) >= INDISTINCT_DIFFERENCE


def _luminances(m: Machine) -> list[list[float]]:
    """Return the luminances (0–255) of all logical colours, now and after the next flash."""
    palette, now = m.screen.palette, m.front.now()
    moments = now, min(palette.flash_timer.next_change(now), now + LONGEST_FLASH_PHASE)
    colours = zip(*(palette.rgb(moment) for moment in moments))
    return [[0.30 * red + 0.59 * green + 0.11 * blue for red, green, blue in colour] for colour in colours]
