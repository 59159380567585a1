"""Disc and tape images: what is written is read again, and damage is refused in a sentence."""

import gzip
import random
import re

import pytest

from retro.basic.media import ENDINGS, is_image
from retro.basic.media.adfs import IDENTITY, SIDE, TRACK
from retro.basic.media.dfs import rewrite_dfs, write_dfs
from retro.basic.media.files import File, MediaError
from retro.basic.media.images import read_image
from retro.basic.media.listing_images import uef
from retro.basic.media.uef import SYNC_BYTE, crc, write_uef
from retro.basic.tokeniser import tokenise

FILES = [File("ONE", 0x1900, 0x8023, b"10 PRINT 1\r" * 60), File("EMPTY", 0, 0, b""), File("THREE", 0x31234, 2, b"x")]


def in_directory(files):
    return sorted(file._replace(name=f"$.{file.name}") for file in files)


def test_a_disc_of_one_side():
    assert sorted(read_image("a.SSD", write_dfs("TITLE", FILES))) == in_directory(FILES)


def two_sided(*sides, track=2560):
    return b"".join(side[at : at + track] for at in range(0, len(sides[0]), track) for side in sides)


def test_a_disc_that_is_written_anew_keeps_its_title_option_and_length():
    image = write_dfs("TWELVE CHARS", FILES, 3, 400)
    assert rewrite_dfs(image, FILES[:1]) == write_dfs("TWELVE CHARS", FILES[:1], 3, 400)


def test_a_disc_of_two_sides_is_interleaved_by_track():
    image = two_sided(write_dfs("A", FILES[:1]), write_dfs("B", FILES[1:]))
    second = [file._replace(name=f":2.{file.name}") for file in in_directory(FILES[1:])]
    assert sorted(read_image("a.dsd", image)) == sorted(in_directory(FILES[:1]) + second)


def test_a_disc_of_two_sides_with_nothing_on_the_second():
    image = two_sided(write_dfs("A", FILES), bytes(800 * 256))
    assert sorted(read_image("a.dsd", image)) == in_directory(FILES)


def directory(entries):
    """A directory of ADFS: name, load, start, length, first sector and whether it is a directory."""
    data = b"\0" + IDENTITY
    for name, load, start, length, sector, inner in entries:
        letters = bytearray(name.encode().ljust(10, b"\r"))
        letters[3] |= 0x80 * inner
        data += bytes(letters) + b"".join(number.to_bytes(4, "little") for number in (load, start, length))
        data += sector.to_bytes(3, "little") + b"\0"
    return data.ljust(1280, b"\0")


def adfs(inner=1000, sides=0):
    """A disc with a directory at a sector; from 1280 on sectors are on the second side. sides: of its image."""
    image = bytearray(2 * SIDE)
    image[512:1792] = directory([("PROG", 0xFFFF1900, 0xFFFF8023, 300, 7, False), ("GAMES", 0, 0, 1280, inner, True)])
    image[7 * 256 : 7 * 256 + 300] = b"p" * 300
    image[inner * 256 : inner * 256 + 1280] = directory([("CHESS", 1, 2, 3, 9, False)])
    image[9 * 256 : 9 * 256 + 3] = b"abc"
    image[0x1FD] = 3
    both = bytes(image[:SIDE]), bytes(image[SIDE:])
    return two_sided(*both, track=TRACK) if sides == 2 else both[0] if sides else bytes(image)


ADFS_FILES = [File("$.PROG", 0xFFFF1900, 0xFFFF8023, b"p" * 300), File("$.GAMES.CHESS", 1, 2, b"abc")]


def test_an_adfs_disc_of_one_side():
    assert read_image("a.adf", adfs()[: SIDE + TRACK]) == ADFS_FILES


def test_an_adfs_disc_of_two_sides_is_interleaved_by_track():
    assert read_image("a.adl", adfs(1500, sides=2)) == ADFS_FILES


def test_a_directory_within_itself_is_refused():
    image = bytearray(adfs())
    image[1000 * 256 : 1000 * 256 + 1280] = directory([("LOOP", 0, 0, 1280, 1000, True)])
    with pytest.raises(MediaError, match=r"^the directory \$\.GAMES\.LOOP is damaged"):
        read_image("a.adf", bytes(image)[: SIDE + TRACK])


def test_a_tape():
    assert read_image("a.uef", write_uef(FILES)) == FILES


def test_a_tape_that_is_not_packed():
    assert read_image("a.uef", gzip.decompress(write_uef(FILES))) == FILES


def test_the_crc_is_that_of_the_cassette_filing_system():
    assert crc(b"123456789") == 0x31C3


def test_a_listing_on_a_tape():
    (file,) = read_image("x.uef", uef("My game!", "10 PRINT 1\n"))
    assert (file.name, file.load, file.start) == ("MYGAME", 0xE00, 0x8023)
    assert file.data == tokenise("10 PRINT 1\n")


@pytest.mark.parametrize("offset", range(3, 60, 4))
def test_a_changed_byte_of_a_tape_is_refused(offset):
    content = bytearray(gzip.decompress(write_uef(FILES[:1])))
    content[content.index(SYNC_BYTE, 24) + offset] ^= 1
    with pytest.raises(MediaError, match=r"^(the tape|a block)"):
        read_image("a.uef", bytes(content))


def test_a_tape_is_read_up_to_its_first_block_that_is_no_part_of_a_file():
    content = bytearray(gzip.decompress(write_uef(FILES)))
    content[content.index(b"THREE") + 6] ^= 1
    assert read_image("a.uef", bytes(content)) == FILES[:2]


def outcome(name, image):
    """What reading an image comes to: its files, or a sentence."""
    try:
        return read_image(name, image)
    except MediaError as error:
        return str(error)


@pytest.mark.parametrize("name", [f"a{ending}" for ending in ENDINGS])
@pytest.mark.parametrize("image", [b"", b"\0", b"UEF File!\0", b"\x1f\x8bxyz", bytes(range(256)) * 8], ids=range(5))
def test_what_is_no_image_is_empty_or_refused_in_a_sentence(name, image):
    result = outcome(name, image)
    assert result == [] or (result[0].name if isinstance(result, list) else re.match(r"\S+ .* .*[^.]$", result))


def test_random_damage_is_refused_in_one_line_or_gives_files():
    for seed in range(60):
        check_random_damage(seed)


def check_random_damage(seed):
    chooser = random.Random(seed)
    name, image = chooser.choice(
        [("a.ssd", write_dfs("A", FILES)), ("a.adf", adfs()[: SIDE + TRACK]), ("a.uef", write_uef(FILES))]
    )
    damaged = bytearray(image[: chooser.choice([len(image), chooser.randrange(len(image))])])
    for _ in range(chooser.randrange(8)):
        if damaged:
            damaged[chooser.randrange(min(len(damaged), 2048))] = chooser.randrange(256)
    result = outcome(name, bytes(damaged))
    assert isinstance(result, list) or "\n" not in result, seed


def test_names_of_images():
    assert is_image("A.SSD")
    assert not is_image("a.bas")
    with pytest.raises(MediaError, match=r"a\.txt: expected a name ending in \.ssd, "):
        read_image("a.txt", b"")
