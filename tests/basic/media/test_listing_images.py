"""Disc images: the catalogue as Acorn's DFS reads it. tests/programs/dominoes/test_roms.py starts one on a real DFS."""

import pytest

from retro.basic.media.dfs import write_dfs as image
from retro.basic.media.files import File
from retro.basic.media.listing_images import ssd
from retro.basic.tokeniser import tokenise

LISTING = "10 PRINT 1\n"


def catalogue(disc):
    """Return title, boot option, number of sectors, and by name each file: load and start address, contents."""
    first, second = disc[:256], disc[256:512]
    title = (first[:8] + second[:4]).decode().rstrip()
    files = {}
    for at in range(8, 8 + second[5], 8):
        name, low, high, sector = first[at : at + 8], second[at : at + 6], second[at + 6], second[at + 7]
        load, start, length = (low[i] | low[i + 1] << 8 for i in (0, 2, 4))
        load, start, length = load | (high >> 2 & 3) << 16, start | (high >> 6) << 16, length | (high >> 4 & 3) << 16
        begin = ((high & 3) << 8 | sector) * 256
        files[name[7:].decode() + "." + name[:7].decode().rstrip()] = load, start, disc[begin : begin + length]
    return title, second[6] >> 4, (second[6] & 3) << 8 | second[7], files


def test_a_disc_boots_a_listing():
    title, option, sectors, files = catalogue(ssd("dominoes", LISTING))
    assert (title, option, sectors) == ("DOMINOES", 3, 800)
    assert files["$.DOMINOE"] == (0x1900, 0x8023, tokenise(LISTING))
    lines = files["$.!BOOT"][2].split(b"\r")
    assert lines[0] == b'LOAD "DOMINOE"'
    assert lines[1].startswith(b"*KEY 0 *TAPE|M")
    assert lines[-1] == b""
    assert len(lines) == 4


def test_an_image_is_one_side_of_eighty_tracks():
    assert len(ssd("dominoes", LISTING)) == 200 * 1024


def test_files_are_contiguous_and_catalogued_in_reverse():
    files = [
        File("A", 1, 2, b"a"),
        File("B", 0x31234, 0x25678, 70000 * b"b"),
        File("C", 0, 0, 256 * b"c"),
        File("D", 0, 0, b""),
    ]
    disc = image("THREE FILES", files)
    title, _, _, found = catalogue(disc)
    assert title == "THREE FILES"
    assert list(found) == ["$.D", "$.C", "$.B", "$.A"]
    assert {name[2:]: entry for name, entry in found.items()} == {file.name: tuple(file[1:]) for file in files}
    starts = [disc[256 + 8 + 8 * i + 7] | (disc[256 + 8 + 8 * i + 6] & 3) << 8 for i in range(4)]
    assert starts == [2 + 1 + 274 + 1, 2 + 1 + 274, 2 + 1, 2]


def test_the_title_has_twelve_letters_and_a_name_seven():
    title, _, _, files = catalogue(ssd("african_seeds again", LISTING))
    assert title == "AFRICANSEEDS"
    assert "$.AFRICAN" in files


def test_a_name_without_letters_or_digits_is_refused():
    with pytest.raises(ValueError, match="a name with letters or digits expected"):
        ssd("_é", LISTING)


def test_files_that_do_not_fit_are_refused():
    most = 798 * 256
    assert len(image("FULL", [File("A", 0, 0, most * b"a")])) == 200 * 1024
    with pytest.raises(ValueError, match="at most 204288 expected"):
        image("FULL", [File("A", 0, 0, most * b"a"), File("B", 0, 0, b"b")])


def test_a_listing_that_cannot_be_tokenised_is_refused():
    with pytest.raises(ValueError, match="'PRINT' found"):
        ssd("x", "PRINT")
