"""Small pictures of a screen."""

import io

import pytest
from PIL import Image

from retro.display.font import default_font
from retro.display.palette import RGB
from retro.display.screen import Screen
from retro.display.vdu import VDU
from retro.session.thumbnail import HEIGHT, SIZE, WIDTH, pixels_of, thumbnail


def rows(*stream, mode=7):
    """Return the rows of the picture of what a stream draws."""
    screen = Screen(default_font(), mode)
    VDU(screen).write(bytes(stream))
    pixels = pixels_of(thumbnail(screen))
    return [pixels[row * WIDTH : (row + 1) * WIDTH] for row in range(HEIGHT)]


def plot(kind, x, y):
    """Return the bytes of PLOT."""
    return 25, kind, x & 255, x >> 8, y & 255, y >> 8


def test_an_empty_screen_is_black():
    assert rows() == [bytes(WIDTH)] * HEIGHT


@pytest.mark.parametrize("mode", range(8))
def test_a_letter_is_where_it_stands(mode):
    seen = rows(31, 0, 0, ord("H"), mode=mode)
    assert seen[0][0] == 7
    assert not any(any(row[WIDTH // 4 :]) for row in seen)
    assert not any(any(row) for row in seen[HEIGHT // 10 :])


def test_a_line_one_pixel_wide_stays_a_line():
    seen = rows(*plot(4, 500, 0), *plot(5, 500, 799))
    assert {row.index(7) for row in seen} == {25}
    assert {row.count(7) for row in seen} == {1}


def test_the_rarest_colour_shows():
    seen = rows(18, 0, 131, 16, 18, 0, 1, *plot(69, 4, 796))  # a red point on white
    assert seen[0][0] == 1
    assert set(seen[0][1:] + b"".join(seen[1:])) == {7}


def test_flashing_colours_are_steady():
    assert rows(19, 3, 12, 0, 0, 0, 31, 0, 0, ord("H"))[0][0] == 4


def test_the_file_is_a_bitmap_that_others_can_read():
    screen = Screen(default_font())
    VDU(screen).write(b"Hello" * 20)
    data = thumbnail(screen)
    assert len(data) == SIZE
    picture = Image.open(io.BytesIO(data))
    assert picture.size == (WIDTH, HEIGHT)
    assert picture.convert("RGB").tobytes() == bytes(part for colour in pixels_of(data) for part in RGB[colour])


@pytest.mark.parametrize("index", [0, 3, 7, 20, 60, 200, SIZE - 1])
def test_a_damaged_file_is_no_picture(index):
    data = bytearray(thumbnail(Screen(default_font())))
    data[index] ^= 1
    assert pixels_of(bytes(data)) is None
    assert pixels_of(bytes(data[:index])) is None
