"""The files of programs in which the character editor writes: none is harmed, and it says why one is not written."""

import os

import pytest

from retro.cli import main
from retro.commands.character_file import CharacterFile
from retro.library.errors import LaunchError

F = bytes.fromhex("7e40407840404000")
NINES = bytes([9] * 8)
PYTHON = b"""HEART = (
    0b00000000,  # the top, m.vdu(23, 224, 1, 2, 3, 4, 5, 6, 7, 8)
    0b01100110, 255, 255, 255, 126, 60, 24,
)

def main(m):
    m.vdu(23, 224, *HEART)
    if True:
        m.vdu(23, 225, 1, 0x02, 3, 4, 5, 6, 7, 8, 23, 226, 9, 9, 9, 9, 9, 9, 9, 9)
    m.vdu(23, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    m.get()
"""
BASIC = b"""   10 REM VDU 23,229,1,1,1,1,1,1,1,1
   20 VDU 23,224,0,&42,255,255,255,126,60,24
   40 PRINT "A":VDU 23,227,9,9,9,9,9,9,9,9
   41 PRINT "VDU 23,228,1,1,1,1,1,1,1,1"
50VDU 23,225,1,2,3,4,5,6,7,8,23,226,9,9,9,9,9,9,9,9:END
"""
CASES = {
    "game.py": (
        PYTHON,
        {224: bytes([0, 102, 255, 255, 255, 126, 60, 24])},
        {
            b"0b01100110": b"0b10000001",
            b"0x02": b"0xff",
        },
    ),
    "game.bas": (
        BASIC,
        {224: bytes([0, 66, 255, 255, 255, 126, 60, 24]), 227: NINES},
        {
            b"&42": b"&81",
            b"225,1,2,": b"225,1,255,",
        },
    ),
}


@pytest.fixture
def saved(tmp_path):
    """Return a function that writes a file, saves shapes in it, and returns what it has then."""

    def save(name, text, shapes):
        path = tmp_path / name
        path.write_bytes(text)
        file = CharacterFile(str(path))
        wanted = {code: shapes.get(code, shape) for code, shape in file.shapes.items()}
        assert file.save(file.shapes | shapes) == CharacterFile(str(path)).shapes == wanted
        return path.read_bytes()

    return save


@pytest.mark.parametrize("name", CASES)
def test_lines_are_written_back_in_their_place_and_notation(name, tmp_path, saved):
    text, first, changes = CASES[name]
    assert saved(name, text, {}) == text
    shapes = CharacterFile(str(tmp_path / name)).shapes
    assert shapes == first | {225: bytes(range(1, 9)), 226: NINES}
    drawn = {224: bytes([0, 0x81, *shapes[224][2:]]), 225: bytes([1, 255, *shapes[225][2:]]), 230: bytes([5] * 8)}
    expected = text
    for old, new in changes.items():
        assert expected.count(old) == 1
        expected = expected.replace(old, new)
    assert saved(name, text, drawn) == expected


DEFINED = b"m.vdu(23, 224, 1, 2, 3, 4, 5, 6, 7, 8)"
LINE = b"VDU 23,224,1,2,3,4,5,6,7,8"


SHARED = b"S = 1, 2, 3, 4, 5, 6, 7, 8\nm.vdu(23, 224, *S)\n%s\n"


@pytest.mark.parametrize("use", [b"m.vdu(23, 225, *S)", b"print(S)"])
def test_numbers_that_are_also_used_elsewhere_are_not_changed(use, saved):
    with pytest.raises(LaunchError, match=r"^The numbers of character 224 are also used elsewhere"):
        saved("game.py", SHARED % use, {224: F})


def test_a_line_that_would_be_too_long_for_basic_is_refused(saved):
    text = b"10 " + b":".join([LINE] * 10) + b"\n"
    with pytest.raises(LaunchError, match=r"line 10 has 2[0-9]+ bytes, at most 251 expected"):
        saved("game.bas", text, {224: bytes([255] * 8)})


def test_only_what_was_drawn_is_written_back(tmp_path):
    path = tmp_path / "game.bas"
    path.write_bytes(b"10 VDU 23,224,&0,00,0,0,0,0,0,0\n20 VDU 23,225,007,0,0,0,0,0,0,0\n")
    file = CharacterFile(str(path))
    file.save(file.shapes | {225: F})
    assert path.read_bytes() == b"10 VDU 23,224,&0,00,0,0,0,0,0,0\n20 VDU 23,225,126,64,64,120,64,64,64,0\n"


def harm(path, how):
    """Make a file one that may not be replaced."""
    if how == "changed":
        path.write_bytes(path.read_bytes() + b"\n")
    elif how == "removed":
        path.unlink()
    elif how == "read-only":
        path.chmod(0o444)
    else:
        os.link(path, path.with_name("other.py"))


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("changed", "has been changed meanwhile"),
        ("removed", "has been changed meanwhile"),
        ("read-only", "is read-only"),
        ("linked", "has another name, a hard link"),
    ],
)
def test_a_file_that_others_need_as_it_is_stays(how, sentence, tmp_path):
    path = tmp_path / "game.py"
    path.write_bytes(DEFINED + b"\n")
    file = CharacterFile(str(path))
    harm(path, how)
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    with pytest.raises(LaunchError, match=f"^game.py {sentence}"):
        file.save({224: F})
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("new.py", b"m.vdu(23, 224, 126, 64, 64, 120, 64, 64, 64, 0)\n"),
        ("new.bas", b"   10 VDU 23,224,126,64,64,120,64,64,64,0\n"),
    ],
)
def test_a_new_file_gets_lines_and_can_be_saved_again(name, text, tmp_path):
    path = tmp_path / name
    file = CharacterFile(str(path))
    assert file.save({224: F}) == {224: F}
    assert path.read_bytes() == text
    assert file.save({224: NINES}) == {224: NINES}
    assert path.read_bytes() == text.partition(b"126")[0] + (b", " if name == "new.py" else b",").join([b"9"] * 8) + (
        b")\n" if name == "new.py" else b"\n"
    )


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("game.txt", b"", "expected a program, a name ending in .py or .bas"),
        ("game.bas", b"\r\x00\x0a\x05\xf1", "is tokenised: expected a listing"),
        ("game.py", b"def main(\n", "line 1: '(' was never closed"),
        ("game.py", b"\0", "game.py: source code string cannot contain null bytes"),
        ("game.py", b"\xef\xbb\xbfX = 1\n", "game.py, line 1: "),
        ("game.py", b"\xe9", "game.py is not text: "),
        ("game.py", b"#\n#\n#\xe9\n", "game.py is not text: "),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(name, text, sentence, tmp_path, capsys):
    path = tmp_path / name
    path.write_bytes(text)
    assert main(["udg", str(path), "--front", "headless"]) == 2
    assert sentence in capsys.readouterr().err
