"""PRINT against the ROM: 689 measured statements, and what was not measured."""

import json
import math
import random
from pathlib import Path

import pytest

from retro.basic import COMMA, NL, BasicError, chr_s, num, str_s, tab, val
from retro.basic.language.interpreter import Basic
from retro.basic.print_format import Printer
from retro.basic.reals import AT_PERCENT, decimal
from retro.frontends.headless import headless

MODEL = json.loads((Path(__file__).parents[1] / "model" / "basic-print.json").read_text())
NEW_LINE = b"\n\r"
CASES = [case for section in MODEL["sections"].values() for case in section]


def test_the_file_has_the_claimed_number_of_cases():
    assert len(CASES) == 689
    assert not any("elk" in case for case in CASES)


def printed(m, case):
    """Run a statement as the line after a character was printed; return what it sends to the screen."""
    m.at, stream = AT_PERCENT, bytearray()
    m.width(0)
    basic = Basic(m)
    basic.load_text(f'8 {case.get("before", "REM")}\n9 PRINT\'"|";\n10 {case["stmt"]}')
    m.copy_stream(stream)
    error = basic.run()
    if error is not None:
        basic.print_error(error)
    m.end_copy(stream)
    sent = bytes(stream).partition(b"|")[2]
    return sent.removesuffix(NEW_LINE) if error is not None else sent


def test_every_statement_prints_what_the_rom_does():
    found = []
    headless(lambda m: found.extend(printed(m, case) for case in CASES))
    assert [case["stmt"] for case, out in zip(CASES, found) if out != case["out"].encode("latin-1")] == []


# numbers


def test_integers_print_exactly_in_general_format():
    numbers = random.Random(1)
    for n in [numbers.getrandbits(numbers.randrange(33)) for _ in range(2000)]:
        assert decimal(n, 0xA0A) == decimal(float(n), 0xA0A) == str(n)
        assert decimal(-n, 0xA0A) == decimal(float(-n), 0xA0A) == str(-n)


@pytest.mark.parametrize("digits", range(1, 10))
def test_an_integer_of_so_many_digits_fits_and_one_more_does_not(digits):
    most = 10**digits - 1
    assert decimal(most, digits << 8) == decimal(float(most), digits << 8) == str(most)
    assert decimal(most + 1, digits << 8) == f"1E{digits}"


def test_an_integer_of_more_than_32_bits_is_a_real():
    assert decimal(9_999_999_999, 0xA0A) == decimal(9_999_999_999.0, 0xA0A)


def test_every_real_val_reads_prints_and_reads_the_same():
    numbers = random.Random(2)
    for _ in range(500):
        x = val(f"{numbers.randrange(10**9)}E{numbers.randrange(-30, 28)}")
        assert math.isclose(val(str_s(x)), x, rel_tol=1e-8)


@pytest.mark.parametrize("style", [3, 0x10, 0xFF])
def test_an_unknown_format_is_the_general_one(style):
    assert decimal(12.5, style << 16 | 0x309) == decimal(12.5, 0x309) == "12.5"


@pytest.mark.parametrize("x", [1.8e38, -1.8e38, math.inf, -math.inf, math.nan, 10**40])
def test_a_number_past_the_largest_real_is_too_big(x):
    with pytest.raises(BasicError, match="Too big"):
        decimal(x)


def test_a_number_below_the_smallest_real_is_zero():
    assert decimal(1e-40) == decimal(-1e-40) == "0"
    assert val("1E-60") == 0


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", 0),
        ("-", 0),
        ("E5", 0),
        (".", 0),
        ("  12", 12),
        (" - 12", -12),
        ("+7", 7),
        ("--7", 0),
        (".5", 0.5),
        ("-.5", -0.5),
        ("1.5.7", 1.5),
        ("1E", 1),
        ("1E+2", 100),
        ("25E-2", 0.25),
        ("1E012", 10),
        ("1e5", 1),
        ("&10", 0),
        ("2147483647", 2147483647),
        ("2147483648", 2147483648),
        ("12345678901234567890", 1.2345678901234567e19),
    ],
)
def test_val(text, value):
    assert val(text) == pytest.approx(value, rel=2**-31, abs=0)


# Not measured: what the original's way of reading and rounding, which the measured values bear out, makes of these.
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("91E17", 9100000001072824320),
        ("1030792151169", 1030792151040),
        ("4294967297", 4294967298),
        ("4294967299", 4294967298),
    ],
)
def test_the_last_bit_of_a_number_read(text, value):
    assert val(text) == value


def test_val_gives_an_int_where_basic_would():
    assert [type(val(text)) for text in ("5", "-5", "5.", "2147483648")] == [int, int, float, float]


def test_val_too_big():
    with pytest.raises(BasicError, match="Too big"):
        val("1E39")


# COUNT, WIDTH, ends, characters


def test_count_counts_characters_since_the_last_return():
    printer = Printer()
    counts = []
    for text in ("abc", "\n\x07", "a\rxyz", chr_s(31), NL):
        printer.render((text,), "")
        counts.append(printer.count)
    assert counts == [3, 5, 3, 4, 0]


def test_count_is_one_byte():
    printer = Printer()
    printer.render(("x" * 300,), "")
    assert printer.count == 300 - 256


def test_the_end_is_a_new_line_by_default():
    printer = Printer()
    assert [printer.render(("A",)), printer.render(("A",), ""), printer.render((), "!")] == [b"A\n\r", b"A", b"!"]
    assert printer.count == 2
    assert printer.render((), COMMA) == b" " * 8


def test_without_a_field_there_are_no_zones_and_no_padding():
    printer = Printer()
    printer.at = 0x900
    assert printer.render(("A", COMMA, num(1))) == b"A1\n\r"


def test_tab_x_y_does_not_change_count():
    printer = Printer()
    assert printer.render(("AB", tab(163, 300), tab(5), "C"), "") == b"AB\x1f\xa3\x2c   C"


def test_width_counts_control_codes_and_starts_again_at_a_return():
    printer = Printer()
    printer.width = 4
    assert printer.render(("ab\x07cd\re", "fghi"), "") == b"ab\x07c\n\rd\refgh\n\ri"


def test_a_new_line_at_the_width_is_one_new_line():
    printer = Printer()
    printer.width = 4
    assert printer.render(("abcd", NL, "e")) == b"abcd\n\re\n\r"


def test_a_width_of_256_is_unlimited():
    printer = Printer()
    printer.width = 256
    assert printer.render(("x" * 300,), "") == b"x" * 300


def test_every_code_can_be_printed():
    assert [Printer().render((chr_s(code),), "") for code in range(256)] == [bytes([code]) for code in range(256)]


def test_the_pound_sign_is_code_96():
    assert Printer().render(("£1 é",), "") == b"`1 \xe9"


@pytest.mark.parametrize("text", ["→", "a\u0100", "€5"])
def test_a_character_the_machine_does_not_have(text):
    with pytest.raises(ValueError, match=r"U\+.* is no character of this machine"):
        Printer().render((text,))


@pytest.mark.parametrize("item", [None, [1], b"A", Printer])
def test_an_invalid_item_is_a_type_mismatch(item):
    with pytest.raises(BasicError, match="Type mismatch"):
        Printer().render((item,))


def test_subclasses_print_as_their_bases():
    class Name(str):
        __slots__ = ()

    class Code(int):
        def __str__(self):
            return "?"

    assert Printer().render((Name("A"), Code(65)), "") == b"A65"


def test_truth_prints_as_minus_one():
    assert Printer().render((1 == 1, 1 == 2, num(True)), "") == b"-10        -1"
