"""The tokeniser against Acorn's BASIC II."""

import pytest

from retro.basic.tokeniser import tokenise
from tests.support import basic_lines
from tests.support import dominoes_roms as roms

RECORDED = list(basic_lines.recorded_programs())
LISTING = roms.LISTING.read_text()


def test_the_recording_has_these_lines():
    """If not, run python -m tests.support.basic_lines."""
    assert [listing for listing, _ in RECORDED] == [
        *basic_lines.written_listings(),
        *basic_lines.random_listings(1, 60),
        None,
    ]


def test_equals_the_rom():
    tokenised = [tokenise(LISTING if listing is None else listing) for listing, _ in RECORDED]
    assert tokenised == [program for _, program in RECORDED]


@pytest.mark.slow
def test_the_rom_tokenises_new_lines_alike():
    if why := roms.missing():
        pytest.skip(why)
    listings = [*basic_lines.written_listings(), *basic_lines.random_listings(2, 100)]
    assert list(map(tokenise, listings)) == basic_lines.tokenised_by_rom(listings)


@pytest.mark.parametrize(
    ("listing", "program"),
    [
        ("", b"\r\xff"),
        ("\n  \n", b"\r\xff"),
        ("10CLS", b"\r\x00\x0a\x05\xdb\r\xff"),
        ("   10 CLS\n", b"\r\x00\x0a\x06 \xdb\r\xff"),
        ("20CLG\r\n10CLS\r\n", b"\r\x00\x0a\x05\xdb\r\x00\x14\x05\xda\r\xff"),
        ("10CLS\r20CLG\r", b"\r\x00\x0a\x05\xdb\r\x00\x14\x05\xda\r\xff"),
        ('10"\x85\x1c\x0c"\n20CLG', b'\r\x00\x0a\x09"\x85\x1c\x0c"\r\x00\x14\x05\xda\r\xff'),  # no newlines
        ("10CLS\n10CLG", b"\r\x00\x0a\x05\xda\r\xff"),
        ("10CLS\n10", b"\r\xff"),
        ("0CLS\n32767CLS", b"\r\x00\x00\x05\xdb\r\x7f\xff\x05\xdb\r\xff"),
        ("10" + 251 * "A", b"\r\x00\x0a\xff" + 251 * b"A" + b"\r\xff"),
    ],
)
def test_format_of_a_program(listing, program):
    assert tokenise(listing) == program


@pytest.mark.parametrize(
    ("listing", "message"),
    [
        ("10 CLS\nPRINT", "line 2 of the listing: 'PRINT' found"),
        ("32768 CLS", "'32768 CLS' found, a number from 0 to 32767"),
        ("10" + 252 * "A", "line 10 has 252 bytes, at most 251"),
        ("10 REM café ☕", "is no character of this machine"),
    ],
)
def test_an_invalid_listing_is_refused(listing, message):
    with pytest.raises(ValueError, match=message):
        tokenise(listing)
