"""The character set: the reader of YAFF, the rules of drawing, and the chart."""

import importlib.util
import shutil
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from retro.display.font import CODES, FontError, default_font, read_font

ROOT = Path(__file__).parents[2]
YAFF = ROOT / "fonts" / "retro.yaff"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"
SMALL = "acegmnopqrsuvwxyz"
WIDE = "#%&*@MW_mw~"
TAILED = ",;Q_gjpqy|"
PAIRS = "()", "[]", "{}", "<>", "/\\"
CONFUSED = {  # the pixels two of them differ in, at least
    2: ":; .,",
    3: "O0",
    4: "lI",
    5: "OD CG",
    6: "l| I|",
    7: "l1 1I 2Z ce",
    8: "5S 8B UV G6",
    11: "rn",
    16: "VY",
}


@pytest.fixture(scope="module")
def font():
    return default_font()


def code(sign):
    return 96 if sign == "£" else ord(sign)


def signs():
    return ["£" if number == 96 else chr(number) for number in CODES]


def mirrored(shape):
    return bytes(int(f"{row:08b}"[::-1], 2) for row in shape)


def yaff(shape):
    return "".join(f"    {row:08b}\n".replace("0", ".").replace("1", "@") for row in shape)


def written(font):
    return "".join(f"u+{0xA3 if number == 96 else number:04x}:\n{yaff(shape)}" for number, shape in font.items())


# the reader


def refused(tmp_path, text):
    file = tmp_path / "wrong.yaff"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FontError) as caught:
        read_font(file)
    assert caught.value.file == str(file)
    assert str(caught.value).startswith(f"{file}, line {caught.value.line}: found {caught.value.found}, expected ")
    return caught.value


A = "u+0041:\n" + "    ..@@....\n" * 8

WRONG = [
    ("short row", A.replace("    ..@@....\n", "    ..@@...\n", 1), 2, "7 signs in the row '..@@...'", "8"),
    ("long row", A + "u+0042:\n" + "  ........@\n" * 8, 11, "9 signs in the row '........@'", "8"),
    ("seven rows", "# A\n\nu+0041:\n" + "  ..@@....\n" * 7, 3, "7 rows for u+0041", "8"),
    ("nine rows", A + "    ........\n", 1, "9 rows for u+0041", "8"),
    ("no rows", "u+0041:\n" + A, 1, "0 rows for u+0041", "8"),
    ("sign", A.replace("..@@....\n", "..@#....\n", 1), 2, "the sign '#' in the row '..@#....'", "'.' for paper"),
    ("sign that is no text", A.replace(".\n", "\u2588\n", 1), 2, "the sign '\u2588'", "'@' for ink"),
    ("label", A.replace("u+0041", "u+00e9"), 1, "the label 'u+00e9'", "u+0020 to u+007e except u+0060, or u+00a3"),
    ("backtick", A.replace("u+0041", "u+0060"), 1, "the label 'u+0060'", "u+00a3"),
    ("tag", A.replace("u+0041", "latin_a"), 1, "the label 'latin_a'", "u+0020"),
    ("empty property", "name:\n" + A, 1, "the label 'name'", "u+0020"),
    ("twice", A + A.upper(), 10, "U+0041 a second time", "each character once"),
    ("row first", "\n  ..@@....\n", 2, "the row '..@@....' first", "a label before it"),
    ("not indented", A + "..@@....\n", 10, "'..@@....'", "an indented row"),
    ("missing", A, 9, "the end of the file without u+0020, u+0021, ", "all 95 characters"),
    ("nothing", "", 1, "the end of the file without u+0020, ", "all 95 characters"),
]


@pytest.mark.parametrize(("text", "line", "found", "expected"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_invalid_file_is_refused_with_line_and_reason(tmp_path, text, line, found, expected):
    error = refused(tmp_path, text)
    assert error.line == line
    assert error.found.startswith(found)
    assert expected in error.expected


@pytest.mark.parametrize("absent", ["A", "£", " ", "~"])
def test_missing_character_is_named(tmp_path, font, absent):
    rest = {number: shape for number, shape in font.items() if number != code(absent)}
    assert refused(tmp_path, written(rest)).found == f"the end of the file without u+{ord(absent):04x}"


def test_file_that_is_not_utf_8_is_refused(tmp_path):
    file = tmp_path / "wrong.yaff"
    file.write_bytes(A.encode().replace(b"..@@....", b"..@\xff....", 1))
    with pytest.raises(FontError, match="the sign '\ufffd'"):
        read_font(file)


def test_missing_file_raises_oserror(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_font(tmp_path / "none.yaff")


def test_round_trip(tmp_path, font):
    copy = tmp_path / "copy.yaff"
    copy.write_text(written(font), encoding="utf-8")
    assert read_font(copy) == read_font(str(copy)) == font


def test_comments_properties_case_and_line_endings(tmp_path, font):
    text = "\ufeff" + written(font) + "\n# a comment: one\nname: any: thing\n"
    text = text.replace("u+", "U+").replace("    ", "\t")
    copy = tmp_path / "copy.yaff"
    copy.write_bytes(text.replace("\n", " \r\n").encode())
    assert read_font(copy) == font


def test_first_row_is_on_top_and_bit_7_on_the_left(font):
    text = YAFF.read_text(encoding="utf-8")
    for sign in signs():
        assert f"\nu+{ord(sign):04x}:\n{yaff(font[code(sign)])}" in text
    assert font[code("L")] == bytes([0x60] * 6 + [0x7E, 0])


def test_yaff_keeps_to_the_format(font):
    text = YAFF.read_text(encoding="utf-8")
    assert "CC0" in text.split("\n\n")[0]
    assert "\ncell-size: 8 8\n" in text
    assert "\nencoding: unicode\n" in text
    assert "CC0" in (ROOT / "fonts" / "LICENSE.txt").read_text(encoding="utf-8")


# the installed package and the checkout


def module(file):
    spec = importlib.util.spec_from_file_location("loaded_" + file.stem, file)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


@pytest.mark.parametrize("place", ["retro/fonts", "fonts"])
def test_default_is_found_when_installed_and_in_a_checkout(tmp_path, font, place):
    (tmp_path / "retro" / "display").mkdir(parents=True)
    shutil.copy(ROOT / "retro" / "display" / "font.py", tmp_path / "retro" / "display")
    alone = module(tmp_path / "retro" / "display" / "font.py")
    with pytest.raises(FileNotFoundError, match=r"no character set found, expected .*retro\.yaff or .*retro\.yaff"):
        alone.default_font()
    (tmp_path / place).mkdir()
    shutil.copy(YAFF, tmp_path / place)
    assert alone.default_font() == font


def test_reading_the_font_loads_nothing_that_the_display_does_not_need():
    script = (
        "import sys, collections.abc, functools, importlib.util as u\n"
        f"s = u.spec_from_file_location('font', {str(ROOT / 'retro' / 'display' / 'font.py')!r})\n"
        "m = u.module_from_spec(s); before = set(sys.modules)\n"
        "s.loader.exec_module(m); assert len(m.default_font()) == 95\n"
        "print(*sorted(set(sys.modules) - before))\n"
    )
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"__future__"}


# the drawing


def rows_used(shape):
    return [number for number, row in enumerate(shape) if row]


def columns_used(shape):
    ink = 0
    for row in shape:
        ink |= row
    return [column for column in range(8) if ink >> (7 - column) & 1]


def those(font, condition):
    """Return the signs whose shapes meet a condition."""
    return "".join(sign for sign in signs() if condition(font[code(sign)]))


def heights(font, some, count):
    return {tuple(rows_used(font[code(sign)])[:count]) for sign in some}


# What each is for all shapes, and what it must be.
DRAWN = {
    "the codes": (list, [*range(32, 127)]),
    "rows of a character": (lambda font: {len(shape) for shape in font.values()}, {8}),
    "different characters": (lambda font: len(set(font.values())), 95),
    "blank": (lambda font: those(font, lambda shape: not any(shape)), " "),
    "at the right edge": (lambda font: those(font, lambda shape: 7 in columns_used(shape)), "$_"),
    "at the left edge": (lambda font: those(font, lambda shape: 0 in columns_used(shape)), WIDE),
    "on the last row": (lambda font: those(font, lambda shape: shape[7]), TAILED),
    "height of capitals and digits": (lambda font: heights(font, CAPITALS + DIGITS, 7), {(0, 1, 2, 3, 4, 5, 6)}),
    "height of small letters": (lambda font: heights(font, SMALL, 5), {(2, 3, 4, 5, 6)}),
    "width of digits": (lambda font: {(*columns_used(font[code(sign)]),) for sign in DIGITS}, {(1, 2, 3, 4, 5, 6)}),
    "asymmetrical": (
        lambda font: {*"AHIOTUVXYovx8^_-=+.:!|"} - {*those(font, lambda shape: mirrored(shape) == shape)},
        set(),
    ),
    "pairs that are no mirror images": (
        lambda font: [pair for pair in PAIRS if mirrored(font[code(pair[0])]) != font[code(pair[1])]],
        [],
    ),
    "not centred on row 3": (
        lambda font: [sign for sign in "+-=<>*()[]{}HIOX" if font[code(sign)][6::-1] != font[code(sign)][:7]],
        [],
    ),
    "minus": (lambda font: font[code("-")], bytes([0, 0, 0, 0x7E, 0, 0, 0, 0])),
    "the bar of plus": (lambda font: font[code("+")][3], 0x7E),
    "the bar": (lambda font: font[code("|")], b"\x18" * 8),
    "the underline": (lambda font: font[code("_")], bytes(7) + b"\xff"),
}


@pytest.mark.parametrize("name", DRAWN)
def test_the_characters_are_drawn_by_rules(font, name):
    found, expected = DRAWN[name]
    assert found(font) == expected


def test_uprights_are_two_pixels_wide(font):
    """Where three pixels stand on each other, each has a neighbour on its left or right."""
    for sign in set(signs()) - set("MWmw@"):
        alone = [row & ~(row << 1) & ~(row >> 1) for row in font[code(sign)]]
        assert not any(a & b & c for a, b, c in zip(alone, alone[1:], alone[2:], strict=False)), sign


def test_similar_characters_differ(font):
    for least, pairs in CONFUSED.items():
        assert [pair for pair in pairs.split() if difference(font, *pair) < least] == []


def test_letters_and_digits_differ_in_three_pixels_at_least(font):
    letters = [sign for sign in signs() if sign.isalnum()]
    assert [a + b for a, b in combinations(letters, 2) if difference(font, a, b) < 3] == []


def difference(font, a, b):
    return sum((one ^ two).bit_count() for one, two in zip(font[code(a)], font[code(b)], strict=True))


# the chart


@pytest.fixture(scope="module")
def font_chart():
    return module(ROOT / "docs" / "font_chart.py")


def test_chart_in_docs_is_of_this_font(tmp_path, font_chart):
    font_chart.main(tmp_path / "font.png")
    with Image.open(tmp_path / "font.png") as drawn, Image.open(ROOT / "docs" / "font.png") as kept:
        assert drawn.size == kept.size
        assert drawn.convert("RGB").tobytes() == kept.convert("RGB").tobytes(), "run: python docs/font_chart.py"


@pytest.mark.slow
def test_chart_shows_every_character(font, font_chart):
    full = font_chart.chart(font).tobytes()
    assert all(font_chart.chart({**font, number: b"\xaa" * 8}).tobytes() != full for number in CODES)


def test_sentences_fit_the_chart(font_chart):
    for scale, _, _, words in font_chart.SENTENCES:
        assert font_chart.MARGIN + len(words) * 8 * scale <= font_chart.WIDTH - font_chart.MARGIN, words
