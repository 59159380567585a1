"""Random bytes: the display never raises, stays consistent, and accepts a stream cut anywhere."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retro.display.font import default_font
from retro.display.modes import MODES
from retro.display.screen import Screen
from retro.display.vdu import VDU

FONT = default_font()
WORD = st.one_of(st.integers(-2000, 2000), st.integers(-32768, 32767)).map(lambda n: (n & 0xFFFF).to_bytes(2, "little"))
POINT = st.tuples(WORD, WORD).map(b"".join)
BYTE = st.integers(0, 255).map(lambda n: bytes([n]))


def code(number, *parts):
    """A VDU code whose parameters are drawn from these strategies."""
    return st.tuples(st.just(bytes([number])), *parts).map(b"".join)


def some(count):
    return st.binary(min_size=count, max_size=count)


PIECE = st.one_of(
    some(1),
    st.binary(min_size=1, max_size=60),
    code(17, BYTE),
    code(18, BYTE, BYTE),
    code(22, BYTE),
    code(23, some(9)),
    code(24, POINT, POINT),
    code(25, BYTE, POINT),
    code(28, st.lists(st.integers(0, 85), min_size=4, max_size=4).map(bytes)),
    code(29, POINT),
    code(31, some(2)),
)
STREAM = st.lists(PIECE.filter(lambda piece: piece[0] != 14), max_size=40).map(b"".join)


def consistent(screen):
    """Check that all the display's values are in range."""
    mode, framebuffer, text, graphics = screen.mode, screen.framebuffer, screen.text_plane, screen.graphics_plane
    assert len(framebuffer.pixels) == mode.width * mode.height
    assert max(framebuffer.pixels) < mode.colours
    assert 0 <= text.left <= text.column <= text.right < mode.columns
    assert 0 <= text.top <= text.row <= text.bottom < mode.rows
    assert 0 <= graphics.left <= graphics.right < mode.width
    assert 0 <= graphics.bottom <= graphics.top < mode.plane_height
    for value in (*graphics.cursor, *graphics.origin):
        assert -32768 <= value < 32768
    assert all(0 <= colour < 16 for colour in screen.palette.colours)
    picture = screen.picture(0.0)
    assert len(picture.pixels) == picture.width * picture.height
    assert len(screen.lines) == mode.rows


def state(screen, vdu):
    graphics = screen.graphics_plane
    return (
        bytes(screen.framebuffer.pixels),
        screen.text_plane.position,
        screen.text_plane.window,
        graphics.window,
        graphics.cursor,
        graphics.point,
        screen.palette.colours,
        vdu.status,
        vdu.awaited,
    )


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(mode=st.sampled_from(MODES), stream=STREAM)
def test_no_stream_raises_or_breaks_the_screen(mode, stream):
    screen = Screen(FONT, mode.number)
    VDU(screen).write(stream)
    consistent(screen)


@settings(max_examples=60, deadline=None)
@given(mode=st.sampled_from(MODES), stream=STREAM, cut=st.integers(0, 400))
def test_a_stream_may_be_cut_anywhere(mode, stream, cut):
    states = []
    for parts in ([stream], [stream[:cut], stream[cut:]], [bytes([byte]) for byte in stream]):
        screen = Screen(FONT, mode.number)
        vdu = VDU(screen)
        for part in parts:
            vdu.write(part)
        states.append(state(screen, vdu))
    assert states[0] == states[1] == states[2]
