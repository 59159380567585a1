"""The copy of an image: what is written is in it, it opens again, and what has no place there is an error of BASIC."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from retro.basic.errors import BasicError
from retro.basic.language.disc import Disc, value_name
from retro.basic.media import copy_path
from retro.basic.media.dfs import write_dfs
from retro.basic.media.files import File
from retro.basic.media.images import open_image
from retro.basic.media.uef import write_uef
from retro.basic.tokeniser import tokenise
from retro.frontends.headless import headless
from retro.library import loader
from retro.library.image_program import images_in
from retro.machine.tape import GameTape
from retro.session.storage import FolderTape
from tests.basic.media.test_images import adfs, two_sided

FILES = [File("ONE", 0x1900, 0x8023, b"1" * 700), File("TWO", 0, 0, b"")]
SIDE = write_dfs("TITLE", FILES)
SHORT = bytearray(SIDE[: 400 * 256])
SHORT[0x106:0x108] = 0x21, 0x90  # *RUN !BOOT, 400 sectors
IMAGES = {
    "a.ssd": (SIDE, ["ONE", "TWO"]),
    "b.ssd": (bytes(SHORT), ["ONE", "TWO"]),
    "a.dsd": (two_sided(SIDE, write_dfs("B", FILES[:1])), [":2.ONE", "ONE", "TWO"]),
    "b.dsd": (two_sided(SIDE, bytes(len(SIDE))), ["ONE", "TWO"]),
    "a.adf": (adfs(sides=1), ["GAMES.CHESS", "PROG"]),
    "a.adl": (adfs(1500, sides=2), ["GAMES.CHESS", "PROG"]),
    "a.uef": (write_uef(FILES), ["ONE", "TWO"]),
}
TEXT = File("", 0x1234, 0x5678, b"text" * 200)


def disc_of(name, reads=None):
    """Return a disc with an image, as a program sees it that is played now."""
    tape = GameTape(FolderTape("a"), (reads if reads is not None else {}).__setitem__)
    tape.log_ended()
    tape.go_live()
    with open(name, "rb") as stream:
        image = open_image(str(name), stream.read())
    return Disc(headless(lambda m: setattr(m, "tape", tape)), image)


def test_a_file_is_no_directory():
    disc = disc_of("a.adf")
    assert [failure(disc, name)[0] for name in ("P", "P.X", "Q.X", "Q")] == ["", "Bad name", "", "Bad name"]


def failure(disc, name, file=TEXT):
    """Write a file; return the error that this raises, and its detail."""
    try:
        disc.write(name, file)
    except BasicError as raised:
        return raised.message, raised.detail
    return "", ""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for name, (content, _) in IMAGES.items():
        (tmp_path / name).write_bytes(content)
    yield tmp_path
    for name, (content, _) in IMAGES.items():
        assert (tmp_path / name).read_bytes() == content


@pytest.mark.parametrize("name", IMAGES)
def test_each_kind_of_image_has_a_copy_that_opens_again(folder, name):
    content, names = IMAGES[name]
    disc = disc_of(name)
    assert disc.names() == names
    untouched = disc.read(names[-1])
    disc.write("NEW", TEXT)
    disc.write("NEW", TEXT._replace(start=1))
    disc.write(names[0], TEXT)
    disc.delete(names[-2])
    left = sorted({*names, "NEW"} - {names[-2]})
    copy = folder / copy_path(name)
    assert name == "a.uef" or len(copy.read_bytes()) == len(content)
    assert open_image(name, copy.read_bytes()).boot == open_image(name, content).boot
    for again in (disc_of(name), disc_of(copy)):
        assert again.names() == left
        assert again.read("NEW")[1:] == (0x1234, 1, TEXT.data)
        assert again.read(names[-1])[1:] == untouched[1:]
        assert names[0] not in left or again.read(names[0])[1:] == TEXT[1:]
    assert not list((folder / "data").rglob("*.json"))


@pytest.mark.parametrize(
    ("name", "file", "error"),
    [
        ("a.ssd", "X.ABCDEFG", ""),
        ("a.ssd", "ABCDEFGH", "Bad name"),
        ("a.ssd", ":2.NEW", "Bad drive"),
        ("a.dsd", ":1.NEW", "Bad drive"),
        ("a.dsd", ":2.ABCDEFG", ""),
        ("b.dsd", ":2.X.NEW", ""),
        ("a.adf", "GAMES.ABCDEFGHIJ", ""),
        ("a.adf", "GAMES", "Bad name"),
        ("a.adf", "X.PROG", ""),
        ("a.adf", "PROG.X", "Bad name"),
        ("a.adl", ":2.PROG", "Bad drive"),
        ("a.uef", "ABCDEFGHIJ", ""),
    ],
)
def test_names_in_copies(name, file, error):
    assert failure(disc_of(name), file)[0] == error
    assert (file in disc_of(name).names()) == (not error)


@pytest.mark.parametrize(("name", "most"), [("a.ssd", 3), ("b.ssd", 1), ("a.adf", 5), ("a.adl", 10)])
def test_a_copy_without_space_is_a_full_disc(folder, name, most):
    full = TEXT._replace(data=bytes(0xF000))
    disc = disc_of(name)
    results = [failure(disc, f"F{number}", full)[0] for number in range(most + 1)]
    assert results == [""] * most + ["Disc full"]
    assert f"F{most}" not in disc_of(name).names()
    assert not list(folder.glob("*.new"))


@pytest.mark.parametrize(("name", "most"), [("a.ssd", 29), ("a.adf", 45)])
def test_a_catalogue_without_space_is_full(name, most):
    disc = disc_of(name)
    results = [failure(disc, f"F{number}")[0] for number in range(most + 1)]
    assert results == [""] * most + ["Cat full"]


def test_a_copy_that_cannot_be_written_is_a_fault_that_names_it(monkeypatch):
    disc = disc_of("a.ssd")

    def full(path, data, lasting=True):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("retro.session.image_copy.replace", full)
    assert failure(disc, "A") == ("Disc fault", "A: a.written.ssd: No space left on device")


def test_a_damaged_copy_is_an_error_and_not_written_over(folder):
    disc = disc_of("a.ssd")
    disc.names()
    (folder / "a.written.ssd").write_bytes(b"damaged")
    assert failure(disc, "A")[0] == "Disc fault"
    assert failure(disc_of("a.ssd"), "A")[0] == "Data?"
    assert (folder / "a.written.ssd").read_bytes() == b"damaged"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no locks")
def test_programs_at_once_keep_each_others_files():
    code = (
        "import sys; from tests.library.test_image_copy import *; disc = disc_of('a.adl')\n"
        "Path(sys.argv[1]).touch()\n"
        "while not all(map(os.path.exists, 'PQR')): pass\n"
        "for n in range(6): disc.write(f'{sys.argv[1]}{n}', TEXT)"
    )
    paths = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    running = [subprocess.Popen([sys.executable, "-c", code, letter], env=paths) for letter in "PQR"]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert {f"{letter}{number}" for letter in "PQR" for number in range(6)} < {*disc_of("a.adl").names()}


@pytest.mark.parametrize("name", ["a.ssd", "a.dsd", "a.uef"])
def test_files_of_a_copy_keep_their_order_and_their_names(folder, name):
    content = IMAGES[name][0].replace(b"ONE", b"One").replace(b"TWO", b"Two") if name != "a.uef" else IMAGES[name][0]
    (folder / f"own{name}").write_bytes(content)
    before = [file.name for file in open_image(name, content).files]
    disc = disc_of(f"own{name}")
    for written in ("ONE", "NEW"):
        disc.write(written, TEXT)
        after = [file.name for file in open_image(name, (folder / copy_path(f"own{name}")).read_bytes()).files]
        assert [file for file in after if "NEW" not in file] == before


def test_a_copy_is_no_program_of_its_folder_and_changes_no_fingerprint(folder):
    images = folder / "images"
    images.mkdir()
    (images / "a.ssd").write_bytes(write_dfs("A", [File("ONE", 0, 0x8023, tokenise("10 PRINT 1"))]))
    before = loader.load(str(images)).fingerprint
    disc_of(images / "a.ssd").write("NEW", TEXT)
    assert (images / "a.written.ssd").exists()
    assert loader.load(str(images)).fingerprint == before
    assert [image.path for image in images_in(str(images))] == [str(images / "a.ssd")]


def test_images_of_one_name_in_two_folders_have_two_copies(folder):
    (folder / "other").mkdir()
    (folder / "other" / "a.ssd").write_bytes(SIDE)
    disc_of("a.ssd").write("A", TEXT)
    assert "A" not in disc_of("other/a.ssd").names()


def test_a_file_that_is_rewound_is_as_in_the_image():
    tape = FolderTape("a")
    tape.mount(open_image("a.ssd", SIDE))
    for name in ("ONE", "NEW"):
        disc_of("a.ssd").write(name, TEXT)
        tape.save(value_name(name, "a.ssd"), None)
    assert disc_of("a.ssd").names() == ["ONE", "TWO"]
    assert disc_of("a.ssd").read("ONE").data == FILES[0].data


def test_a_game_reads_the_changed_files_alone_from_the_copy():
    disc_of("a.ssd").write("NEW", TEXT)
    reads = {}
    disc = disc_of("a.ssd", reads)
    for name in ("ONE", "NEW", "TWO"):
        disc.read(name)
    assert [*reads] == [value_name("", "a.ssd"), value_name("NEW", "a.ssd")]


def map_sum(sector):
    """The byte behind 255 bytes of ADFS's map, as the ROM adds them: with the carry of the sum before."""
    total, carry = 255, 0
    for byte in reversed(sector):
        total += byte + carry
        total, carry = total & 255, total >> 8
    return total


def check_directory(image, sector, parent, name):
    """Check a directory of ADFS and those in it; return the first sector behind all of its files."""
    data = image[sector * 256 : sector * 256 + 1280]
    assert data[0] == data[0x4FA]
    assert data[1:5] == data[0x4FB:0x4FF] == b"Hugo"
    assert data[0x4CC:0x4D6].rstrip(b"\r") == name
    assert int.from_bytes(data[0x4D6:0x4D9], "little") == parent
    entries = [data[at : at + 26] for at in range(5, 0x4CB, 26) if data[at]]
    names = [bytes(code & 127 for code in entry[:10]).rstrip(b"\r") for entry in entries]
    assert names == sorted(names)
    ends = [sector + 5]
    for entry, inner in zip(entries, names):
        first, length = int.from_bytes(entry[22:25], "little"), int.from_bytes(entry[18:22], "little")
        assert entry[0] & entry[1] & 0x80 or entry[3] & 0x80
        ends.append(check_directory(image, first, sector, inner) if entry[3] & 0x80 else first - -length // 256)
    return max(ends)


@pytest.mark.parametrize(("name", "sides"), [("a.adf", 1), ("a.adl", 2)])
def test_a_copy_of_an_adfs_disc_has_a_valid_map_and_valid_directories(folder, name, sides):
    disc_of(name).write("GAMES.NEW", TEXT)
    disc_of(name).write("ZERO", TEXT._replace(data=b""))
    image = (folder / copy_path(name)).read_bytes()
    if sides == 2:
        tracks = [image[at : at + 4096] for at in range(0, len(image), 4096)]
        image = b"".join(tracks[0::2] + tracks[1::2])
    end = check_directory(image, 2, 2, b"$")
    sectors = len(image) // 256
    assert [int.from_bytes(image[at : at + 3], "little") for at in (0, 0x100, 0xFC)] == [end, sectors - end, sectors]
    assert image[0x1FE] == 3
    assert [image[0xFF], image[0x1FF]] == [map_sum(image[:0xFF]), map_sum(image[0x100:0x1FF])]
