"""The tokeniser against what Acorn's BASIC II made of the same lines."""

import pytest

import basic_lines
import dominoes_roms as roms
from retro.study.tokens import tokenise

RECORDED = list(basic_lines.recorded())
LISTING = roms.LISTING.read_text()


def test_the_recording_is_of_these_lines():
    """If not: python tests/basic_lines.py."""
    assert [listing for listing, _ in RECORDED] == [*basic_lines.by_hand(), *basic_lines.by_chance(1, 60), None]


@pytest.mark.parametrize("at", range(len(RECORDED)))
def test_as_the_rom_does(at):
    listing, program = RECORDED[at]
    assert tokenise(LISTING if listing is None else listing) == program


def test_the_rom_still_does():
    if why := roms.missing():
        pytest.skip(why)
    listings = [*basic_lines.by_hand(), *basic_lines.by_chance(2, 100)]
    assert list(map(tokenise, listings)) == basic_lines.real(listings)


@pytest.mark.parametrize(
    ("listing", "program"),
    [
        ("", b"\r\xff"),
        ("\n  \n", b"\r\xff"),
        ("10CLS", b"\r\x00\x0a\x05\xdb\r\xff"),
        ("   10 CLS\n", b"\r\x00\x0a\x06 \xdb\r\xff"),
        ("20CLG\r\n10CLS\r\n", b"\r\x00\x0a\x05\xdb\r\x00\x14\x05\xda\r\xff"),
        ("10CLS\n10CLG", b"\r\x00\x0a\x05\xda\r\xff"),
        ("10CLS\n10", b"\r\xff"),
        ("0CLS\n32767CLS", b"\r\x00\x00\x05\xdb\r\x7f\xff\x05\xdb\r\xff"),
        ("10" + 251 * "A", b"\r\x00\x0a\xff" + 251 * b"A" + b"\r\xff"),
    ],
)
def test_the_form_of_a_program(listing, program):
    assert tokenise(listing) == program


@pytest.mark.parametrize(
    ("listing", "said"),
    [
        ("10 CLS\nPRINT", "line 2 of the listing: 'PRINT' found"),
        ("32768 CLS", "'32768 CLS' found, a number from 0 to 32767"),
        ("10" + 252 * "A", "252 bytes found, at most 251"),
        ("10 REM café ☕", "is no character of this machine"),
    ],
)
def test_what_is_no_listing(listing, said):
    with pytest.raises(ValueError, match=said):
        tokenise(listing)
