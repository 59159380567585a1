"""Random streams of VDU codes: picture, colours, text and positions after every few of them are what was accepted."""

from zlib import crc32

import pytest

from retro.display.font import default_font
from retro.display.screen import Screen
from retro.display.vdu import VDU
from tests.support.transcripts import check
from tests.support.vdu_streams import stream


def steps(seed):
    """Yield each piece of a stream with what the display is then."""
    screen = Screen(default_font())
    driver = VDU(screen)
    for number, piece in enumerate(stream(seed, 160)):
        driver.write(piece)
        text, graphics, picture = screen.text_plane, screen.graphics_plane, screen.picture(number / 7)
        where = (
            text.position,
            text.window,
            graphics.window,
            graphics.cursor,
            graphics.point,
            screen.next_change(number / 7),
        )
        seen = "\n".join(screen.lines)
        yield piece.hex(), f"{seen}\n{crc32(picture.pixels):x} {picture.rgb} {picture.width} {where} {driver.status}"


@pytest.mark.parametrize("seed", range(40))
def test_a_stream_shows_what_was_accepted(seed, accept):
    check(list(steps(seed)), f"vdu_{seed}", accept)


@pytest.mark.parametrize("mode", range(8))
def test_in_page_mode_the_screen_waits_before_three_quarters_of_it_scroll_away(mode):
    """At first from the top of the screen, then from its last row."""
    screen = Screen(default_font(), mode)
    driver, rows = VDU(screen), screen.mode.rows
    for start, first in ((0, rows), (rows - 1, rows * 3 // 4 + 1)):
        waits, printed = [], 0
        screen.pager.wait = lambda: waits.append(printed)  # noqa: B023
        driver.write(bytes([12, 31, 0, start, 14]))
        while len(waits) < 4:
            printed += 1
            driver.write(b"x\n\r")
        assert waits == [first + number * (rows * 3 // 4) for number in range(4)]
