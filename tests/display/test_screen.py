"""The screen: pictures, colours, flashing, cursor, text."""

import json
import math
import sys
from pathlib import Path

import pytest

from retro.display import palette, text_plane
from retro.display import screen as screen_module
from retro.display import vdu as vdu_module
from retro.display.characters import Characters
from retro.display.font import default_font
from retro.display.framebuffer import Framebuffer, glyph
from retro.display.modes import MODES
from retro.display.palette import FRAME, FlashTimer
from retro.display.screen import Screen
from retro.display.vdu import CODES, VDU, plot_bytes

WATCHED = {module.__file__ for module in (palette, screen_module, text_plane, vdu_module)}
FACTS = json.loads((Path(__file__).parents[1] / "model" / "vdu-facts.json").read_text(encoding="utf-8"))
RED, WHITE, BLACK = (255, 0, 0), (255, 255, 255), (0, 0, 0)
CURSOR_OFF = bytes([23, 1, 0, 0, 0, 0, 0, 0, 0, 0])


def screen_after(*data, mode=7):
    screen = Screen(default_font(), mode)
    vdu = VDU(screen)
    for part in data:
        vdu.write(bytes(part) if not isinstance(part, str) else part.encode())
    return screen


# the table of codes


def test_every_control_code_is_in_the_table():
    assert sorted(CODES) == [*range(32), 127]


@pytest.mark.parametrize("code", sorted(CODES))
def test_each_code_acts_once_at_its_last_byte(code, monkeypatch):
    calls = []
    count, _ = CODES[code]
    monkeypatch.setitem(CODES, code, (count, lambda vdu, *parameters: calls.append(parameters)))
    vdu = VDU(Screen(default_font()))
    parameters = tuple(range(40, 40 + count))
    for byte in (code, *parameters):
        assert calls == []
        vdu.write(bytes([byte]))
    assert calls == [parameters]
    assert vdu.awaited == 0


# pixels


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: f"MODE {mode.number}")
def test_a_mode_has_its_size_colours_and_palette(mode):
    screen = screen_after([22, mode.number])
    assert len(screen.framebuffer.pixels) == mode.width * mode.height == mode.columns * mode.rows * 64
    if mode.number < 7:
        facts = FACTS["palettes"][str(mode.number)]
        assert screen.palette.colours == facts["palette"]


def test_a_glyph_is_drawn_in_its_two_colours():
    shape = bytes([0b10000001, 0b01000000, 0, 0, 0, 0, 0b00001111, 0])
    rows = glyph(shape, 3, 1).tobytes()
    expected = """
        31111113
        13111111
        11111111
        11111111
        11111111
        11111111
        11113333
        11111111"""
    assert rows == bytes(int(letter) for letter in expected if letter.isdigit())


@pytest.mark.parametrize("up", [True, False])
@pytest.mark.parametrize("window", [(0, 31, 39, 0), (0, 20, 39, 3), (5, 20, 17, 3), (7, 9, 7, 9)])
def test_scrolling_moves_the_window_and_nothing_else(window, up):
    left, bottom, right, top = window
    framebuffer = Framebuffer(MODES[1])
    before = {}
    for row in range(32):
        for column in range(40):
            framebuffer.fill_cells(column, row, column, row, (row * 3 + column) % 4)
            before[column, row] = framebuffer.cell(column, row)
    framebuffer.scroll(left, bottom, right, top, up, 2)
    for (column, row), cell in before.items():
        source = row + 1 if up else row - 1
        if not (left <= column <= right and top <= row <= bottom):
            expected = cell
        elif top <= source <= bottom:
            expected = before[column, source]
        else:
            expected = bytes([2] * 64)
        assert framebuffer.cell(column, row) == expected


@pytest.mark.parametrize("mode", [7, 3, 5])
def test_the_whole_screen_scrolls_up_and_down_however_often(mode):
    rows = MODES[mode].rows
    lines = [f"{number:<18}" for number in range(5 * rows // 2)]
    stream = "\n\r".join(lines).encode()
    up = screen_after(stream, mode=mode)
    assert [line[:18] for line in up.lines] == lines[-rows:]
    down = screen_after(stream, bytes([30, 11]), mode=mode)
    assert [line[:18] for line in down.lines] == [" " * 18, *lines[-rows:-1]]
    line = 8 * up.framebuffer.width
    assert down.framebuffer.pixels[line:] == up.framebuffer.pixels[:-line]


def test_changing_a_shape_does_not_change_what_is_printed():
    screen = screen_after([23, 224, *[255] * 8, 224, 23, 224, *[15] * 8])
    assert screen.framebuffer.cell(0, 0) == bytes([3] * 64)


def test_exploding_gives_each_page_its_own_memory():
    characters = Characters(default_font())
    characters.define(224, bytes([1] * 8))
    assert characters.shape(128) == bytes([1] * 8)
    characters.explode(6)
    characters.define(128, bytes([2] * 8))
    characters.define(65, bytes([3] * 8))
    assert [characters.shape(code)[0] for code in (128, 224, 65)] == [2, 1, 3]
    assert characters.shape(66) == default_font()[66]


# the picture


def test_the_version_grows_and_on_change_is_called_once():
    screen = Screen(default_font())
    vdu = VDU(screen)
    alerts = []
    screen.on_change = lambda: alerts.append(screen.version)
    before = screen.version
    vdu.write(b"a")
    vdu.write(b"b")
    assert screen.version > before + 1
    assert len(alerts) == 1


def test_a_restart_ends_what_clicks_meant():
    screen = Screen(default_font())
    for answers in (False, True):
        assert (screen.has_labels, screen.answers_clicks) == (False, False)
        screen.has_labels = screen.answers_clicks = answers
        screen.restart()


def test_the_palette_maps_logical_colours_to_rgb():
    screen = screen_after([19, 1, 4, 0, 0, 0])
    assert screen.picture(0.0).rgb == (BLACK, (0, 0, 255), (255, 255, 0), WHITE)


@pytest.mark.parametrize("physical", range(16))
def test_colours_above_7_flash_between_the_two_the_machine_shows(physical):
    screen = screen_after([19, 1, physical, 0, 0, 0], CURSOR_OFF)
    shown = {screen.picture(frame * FRAME).rgb[1] for frame in range(100)}
    expected = {tuple(255 * (light >> bit & 1) for bit in range(3)) for light in FACTS["physical"][str(physical)]}
    assert shown == expected
    assert screen.next_change(0.0) == (math.inf if physical < 8 else 25 * FRAME)


@pytest.mark.parametrize("setting", FACTS["flash"]["elk"])
def test_flash_rates_equal_the_electrons(setting):
    first, second = (25 if word == "null" else int(word) for word in
                     (part.split(",")[1].split(" ")[0] for part in setting.split("*FX")[1:]))  # fmt: skip
    timer = FlashTimer(first, second)
    runs = FACTS["flash"]["elk"][setting]
    period = [timer.in_second_phase(frame * FRAME) for frame in range(first + second or 1)]
    lengths = dict(runs[1:3]) if len(runs) > 3 else None
    if first and second:
        assert lengths == {"black": period.count(False), "white": period.count(True)}
    else:
        assert len(set(period[first:])) <= 1


def test_the_time_of_the_next_change_is_when_it_changes():
    timer = FlashTimer(10, 30)
    now = 0.0
    for _ in range(50):
        change = timer.next_change(now)
        assert timer.in_second_phase(change) != timer.in_second_phase(now)
        assert timer.in_second_phase(change - FRAME / 2) == timer.in_second_phase(now)
        now = change


def test_the_cursor_inverts_the_bottom_line_of_its_cell():
    screen = screen_after([31, 2, 1])
    plain, shown = bytes(screen.framebuffer.pixels), screen.picture(0.0).pixels
    changed = [index for index in range(len(plain)) if plain[index] != shown[index]]
    assert changed == [15 * 320 + 16 + x for x in range(8)]
    assert {shown[index] for index in changed} == {3}


@pytest.mark.parametrize("setting", ["0", "1", "2", "3", "255"])
def test_the_cursor_flashes_as_on_the_electron(setting):
    frames = FACTS["cursor"]["VDU 23,1,n"]["elk"][setting]
    screen = screen_after([23, 1, int(setting), 0, 0, 0, 0, 0, 0, 0])
    plain = bytes(screen.framebuffer.pixels)
    shown = [int(screen.picture(frame * FRAME).pixels != plain) for frame in range(51)]
    if len(frames) == 1:
        assert set(shown) == {frames[0][0]}
        assert screen.next_change(0.0) == math.inf
    else:
        assert [[1, shown.count(1)], [0, shown.count(0)]] == [[1, 25], frames[1]] == [frames[2], frames[3]]
        assert screen.next_change(0.0) < math.inf


def test_there_is_no_cursor_in_vdu_5():
    screen = screen_after([22, 1, 5])
    assert screen.picture(0.0).pixels == bytes(screen.framebuffer.pixels)


# reading back


def test_every_character_is_read_back_in_any_colours():
    printable = bytes(range(32, 127))
    for ink, paper in ((3, 0), (0, 3), (1, 2), (2, 1)):
        screen = screen_after([17, ink, 17, 128 + paper], printable, [17, 3, 17, 128])
        assert "".join(screen.lines)[:95] == printable.decode().replace("`", "£")


def test_a_character_is_read_back_by_code_against_the_background_colour():
    screen = screen_after([23, 240, *range(8), 31, 5, 6, 240, 65])
    assert [screen.code_at(column, 6) for column in (4, 5, 6)] == [32, FACTS["readChar"]["VDU 240 then read"], 65]


def test_a_programs_own_characters_have_stand_ins():
    screen = screen_after([23, 224, 1, 2, 4, 8, 16, 32, 64, 128, 224])
    assert screen.lines[0][0] in "▘▝▀▖▌▞▛▗▚▐▜▄▙▟█ "
    screen.stand_ins[224] = "/"
    assert screen.lines[0][0] == "/"


def test_a_solid_cell_is_a_space_unless_it_has_a_stand_in():
    screen = screen_after([17, 130, 32, 17, 128, 23, 252, *[255] * 8, 17, 1, 252])
    assert screen.lines[0][:2] == "  "
    screen.stand_ins[252] = "#"
    assert screen.lines[0][:3] == "## "


def test_an_unknown_character_is_shown_as_quarters():
    screen = screen_after([25, 4, 0, 0, 0, 0], [25, 4, 15, 0, 0, 0], [25, 85, 0, 0, 15, 0], [25, 85, 15, 0, 15, 0])
    assert screen.lines[24][0] == "▖"


def test_text_has_no_trailing_spaces_and_one_line_a_row():
    screen = screen_after("hello", [10, 10], "x")
    assert screen.text == "hello\n\n     x" + "\n" * 22


@pytest.mark.parametrize("before", [b"", b"\x15", b"\x17\x41\x00\x00\x00"], ids=["draws", "off", "in a definition"])
def test_a_plot_is_the_same_as_its_bytes(before):
    points = [(4, 100, 100), (5, 900, 700), (0x155, -300, 66000), (85, 40000, 3), (1, -5, 7), (69, 640, 400)]
    whole = screen_after(before + b"".join(plot_bytes(*point) for point in points))
    single = Screen(default_font())
    vdu = VDU(single)
    vdu.write(before)
    for point in points:
        version = single.version
        vdu.write_plot(*point)
        assert single.version > version
    assert bytes(single.framebuffer.pixels) == bytes(whole.framebuffer.pixels)
    assert single.graphics_plane.cursor == whole.graphics_plane.cursor
    assert single.characters.shape(65) == whole.characters.shape(65)


def test_a_picture_taken_in_the_middle_of_any_change_is_whole():
    """Another thread may read the screen between any two lines of the VDU driver."""
    screen = Screen(default_font())
    vdu = VDU(screen)
    taken = set()

    def look(frame, event, _):
        if frame.f_code.co_filename not in WATCHED:
            return None
        sys.settrace(None)
        picture, display = screen.picture(0.0), screen.display
        assert len(picture.pixels) == picture.width * picture.height
        assert not picture.pixels.translate(None, bytes(range(len(picture.rgb))))
        assert 0 <= display.text_plane.column < display.mode.columns
        assert 0 <= display.text_plane.row < display.mode.rows
        taken.add((picture.width, picture.height, len(picture.rgb)))
        sys.settrace(look)
        return look

    before = sys.gettrace()
    try:
        for mode in (7, 2, 0, 5, 3):
            sys.settrace(look)
            vdu.write(
                bytes([22, mode, 17, 129, 12, 31, 18, 24, *b"over the edge", 19, 1, 8, 0, 0, 0, 28, 4, 9, 9, 2, 20])
            )
            sys.settrace(None)
    finally:
        sys.settrace(before)
    assert len(taken) == 5


@pytest.mark.parametrize(("mode", "last"), [(3, 639), (6, 319)])
def test_a_text_mode_accepts_a_graphics_window_as_wide_as_its_text(mode, last):
    vdu = VDU(Screen(default_font(), mode))
    plane = vdu.screen.graphics_plane
    for right, accepted in ((last, True), (last + 1, False)):
        plane.reset_window()
        vdu.write(bytes([24, 0, 0, 0, 0, *(right * 16).to_bytes(2, "little"), 0, 0]))
        assert plane.window == ((0, 0, right, 0) if accepted else (0, 0, 79, 255))
