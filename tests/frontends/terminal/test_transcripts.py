"""What terminals of many kinds are sent for random pictures, piece by piece, is what was accepted."""

from types import SimpleNamespace

import pytest

from retro.display.font import default_font
from retro.display.layer import Strip
from retro.display.layer_painter import LayerPainter
from retro.display.screen import Screen
from retro.display.vdu import VDU
from retro.frontends.side_screen import SideScreen
from retro.frontends.terminal import capabilities
from retro.frontends.terminal.tty import Area
from tests.support.transcripts import check
from tests.support.vdu_streams import stream

PIXELS = capabilities.Capabilities("\x1b_Gi=31;OK\x1b\\\x1b[6;16;8t\x1b[?64;4;22c")
SIXELS = capabilities.Capabilities("\x1b[6;18;9t\x1b[?64;4;22c")
LETTERS = capabilities.Capabilities()
KITTY, XTERM, LINUX = {"TERM": "xterm-kitty", "COLORTERM": "truecolor"}, {"TERM": "xterm-256color"}, {"TERM": "linux"}
TERMINALS = {  # what is asked for, replies, environment, whether there is Unicode, columns, rows
    "kitty": ("auto", PIXELS, KITTY, True, 80, 33),
    "kitty-large": ("pixels", PIXELS, KITTY, True, 200, 70),
    "sixels": ("pixels", SIXELS, XTERM, True, 100, 40),
    "blocks": ("blocks", LETTERS, KITTY, True, 160, 60),
    "blocks-quarters": ("blocks", LETTERS, XTERM, True, 330, 130),
    "text": ("text", LETTERS, KITTY, True, 80, 32),
    "chars": ("chars", LETTERS, XTERM, True, 80, 25),
    "chars-wide": ("chars", LETTERS, KITTY, True, 170, 50),
    "few-rows": ("text", LETTERS, XTERM, True, 100, 27),
    "narrow": ("text", LETTERS, KITTY, True, 60, 33),
    "console": ("auto", LETTERS, LINUX, True, 80, 25),
    "ascii": ("text", LETTERS, {"TERM": "vt100"}, False, 80, 24),
    "no-colour": ("chars", LETTERS, KITTY | {"NO_COLOR": "1"}, True, 80, 32),
}


@pytest.mark.parametrize("name", TERMINALS)
@pytest.mark.parametrize("studied", [False, True])
def test_a_terminal_is_sent_what_was_accepted(name, studied, accept, monkeypatch):
    render, replies, environment, unicode, columns, rows = TERMINALS[name]
    monkeypatch.setattr(capabilities, "query", lambda *_: replies)
    side_screen = SideScreen(Screen(default_font())) if studied else None
    console, steps = SimpleNamespace(has_unicode=unicode), []
    renderers, _ = capabilities.choose_renderers(render, console, environment, False, side_screen)
    screen, painter = Screen(default_font()), LayerPainter()
    driver, area = VDU(screen), Area(columns, rows, 8 * columns, 16 * rows)
    for number, piece in enumerate(stream(name, 60)):
        driver.write(piece)
        if side_screen:
            VDU(side_screen.screen).write(piece)
        strips = [Strip(row, row, [(f" Row {row} ", (7, row // 5))]) for row in (0, 12, 24)] if number % 9 > 5 else []
        screen.show_layer(painter.layer(strips, dims=number % 2 > 0) if strips else None)
        now = number / 5
        renderer = next((one for one in renderers if one.fits(screen, area)), None)
        sent = renderer.draw(screen, now, area) if renderer else "too small"
        cells = [(column, row) for column in range(1, columns, 7) for row in range(1, rows, 5)]
        pixels = [renderer.pixel_at(*cell, screen, area) for cell in cells] if renderer else []
        steps.append((piece.hex(), f"{sent!r} {pixels}"))
    check(steps, f"terminal_{name}{'_studied' * studied}", accept)
