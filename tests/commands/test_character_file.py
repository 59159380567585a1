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
            b"*HEART)\n": b"*HEART)\n    m.vdu(23, 230, 5, 5, 5, 5, 5, 5, 5, 5)\n",
        },
    ),
    "game.bas": (
        BASIC,
        {224: bytes([0, 66, 255, 255, 255, 126, 60, 24]), 227: NINES},
        {
            b"&42": b"&81",
            b"225,1,2,": b"225,1,255,",
            b"60,24\n": b"60,24\n   30 VDU 23,230,5,5,5,5,5,5,5,5\n",
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
        after = file.save(file.shapes | shapes)
        assert after.shapes == CharacterFile(str(path)).shapes == file.shapes | shapes
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
ADDED = b"m.vdu(23, 230, 9, 9, 9, 9, 9, 9, 9, 9)"
LINE = b"VDU 23,224,1,2,3,4,5,6,7,8"
NEW = b"VDU 23,230,9,9,9,9,9,9,9,9"
# Where the line of a new character stands: in place of the mark %%.
PLACES = {
    "module": b"" + DEFINED + b"\n%%",
    "function": b"def main(m):\n\t" + DEFINED + b"  # one\n\t%%\treturn\n",
    "other name": b"def main(machine):\n    machine." + DEFINED[2:] + b"\n    %%",
    "no end of the last line": b"def main(m):\n    " + DEFINED + b"\n    %%",
    "CR": b"def main(m):\r    " + DEFINED + b"\r    %%    m.get()\r",
    "CR LF": b"def main(m):\r\n    " + DEFINED + b"\r\n    %%    m.get()\r\n",
    "BOM": b"\xef\xbb\xbf" + DEFINED + b"\n%%",
    "latin-1": b'# coding: latin-1\nX = "\xe9\xe9"; "\xe9"\ndef main(m):\n    ' + DEFINED + b"\n    %%",
    "UTF-8": "# ééé\ndef main(m):\n    ".encode() + DEFINED + b"\n    %%",
    "loop behind": b"def main(m):\n    " + DEFINED + b"\n    %%    for _ in m:\n        m.cls()\n",
}
BASIC_PLACES = {
    "end": (b"   10 " + LINE + b"\n", b"   20 "),
    "between": (b"   10 " + LINE + b"\n   13 END\n", b"   11 "),
    "largest": (b"32760 " + LINE + b"\n", b"32767 "),
    "CR": (b"   10 " + LINE + b"\r   20 END\r", b"   15 "),
    "CR LF": (b"   10 " + LINE + b"\r\n   20 END\r\n", b"   15 "),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_new_character_stands_behind_another_one_in_python(place, saved):
    text = PLACES[place]
    newline = next(end for end in (b"\r\n", b"\n", b"\r") if end in text)
    indent = text.partition(b"%%")[0].splitlines()[-1] if text.partition(b"%%")[0].endswith((b" ", b"\t")) else b""
    function = b"machine." + ADDED[2:] if b"machine" in text else ADDED
    before = text.replace(indent + b"%%", b"") if indent else text.replace(b"%%", b"")
    if place == "no end of the last line":
        before = before.rstrip(b"\n")
    assert saved("game.py", before, {230: NINES}) == text.replace(b"%%", function + newline)


@pytest.mark.parametrize("place", BASIC_PLACES)
def test_a_new_character_stands_behind_another_one_in_basic(place, saved):
    text, number = BASIC_PLACES[place]
    newline = next(end for end in (b"\r\n", b"\n", b"\r") if end in text)
    first, rest = text.split(newline, 1)
    assert saved("game.bas", text, {230: NINES}) == newline.join([first, number + NEW, rest])


def test_several_new_characters_share_the_room_that_is_left(saved):
    text = saved("game.bas", b"32760 " + LINE + b"\n", dict.fromkeys((230, 231, 232), NINES))
    assert [line.split()[0] for line in text.splitlines()] == [b"32760", b"32762", b"32764", b"32766"]


NOWHERE = "has no line with VDU 23 alone to put new characters behind"
# What a new character must not be put behind, and other reasons to leave a file as it is.
REFUSED = {
    "no line": ("game.py", b"def main(m):\n    pass\n", NOWHERE),
    "body on one line": ("game.py", b"def main(m): " + DEFINED + b"\n", NOWHERE),
    "behind return": ("game.py", b"def main(m):\n    return\n    " + DEFINED + b"\n", NOWHERE),
    "returned": ("game.py", b"def main(m):\n    return " + DEFINED + b"\n", NOWHERE),
    "if on one line": ("game.py", b"def main(m):\n    if m: " + DEFINED + b"\n", NOWHERE),
    "if on a continued line": ("game.py", b"def main(m):\n    if m: \\\n    " + DEFINED + b"\n", NOWHERE),
    "if": ("game.py", b"def main(m):\n    if m:\n        " + DEFINED + b"\n", NOWHERE),
    "try": ("game.py", b"try:\n    " + DEFINED + b"\nexcept OSError:\n    pass\n", NOWHERE),
    "for": ("game.py", b"for _ in m:\n    " + DEFINED + b"\nelse:\n    pass\n", NOWHERE),
    "for else": ("game.py", b"for _ in m:\n    pass\nelse:\n    " + DEFINED + b"\n", NOWHERE),
    "list": ("game.py", b"[\n" + DEFINED + b"]\n", NOWHERE),
    "lambda": ("game.py", b"f = lambda m: (\n" + DEFINED + b")\n", NOWHERE),
    "two statements": ("game.py", DEFINED + b"; m.cls()\n", NOWHERE),
    "continued": ("game.py", DEFINED + b"; \\\n    m.cls()\n", NOWHERE),
    "THEN": ("game.bas", b"10 IF A THEN " + LINE + b"\n", NOWHERE),
    "END": ("game.bas", b"10 " + LINE + b":END\n", NOWHERE),
    "no room": ("game.bas", b"10 " + LINE + b"\n11 END\n", "has no room for 1 lines behind line 10: RENUMBER it"),
    "no number left": ("game.bas", b"32767 " + LINE + b"\n", "has no room for 1 lines behind line 32767"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_a_new_character_without_a_place_is_refused(case, saved, tmp_path):
    name, text, sentence = case
    with pytest.raises(LaunchError, match=f"^{name.replace('.', '[.]')} {sentence}"):
        saved(name, text, {230: NINES})
    assert [(tmp_path / name).read_bytes()] == [path.read_bytes() for path in tmp_path.iterdir()] == [text]


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


def test_a_new_file_gets_lines(tmp_path):
    path = tmp_path / "new.py"
    CharacterFile(str(path)).save({224: F})
    assert path.read_bytes() == b"m.vdu(23, 224, 126, 64, 64, 120, 64, 64, 64, 0)\n"


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("game.txt", b"", "expected a program, a name ending in .py or .bas"),
        ("game.bas", b"\r\x00\x0a\x05\xf1", "is tokenised: expected a listing"),
        ("game.py", b"def main(\n", "line 1: '(' was never closed"),
        ("game.py", b"\0", "game.py: source code string cannot contain null bytes"),
        ("game.py", b"# coding: x\n", "game.py is not text: unknown encoding"),
        ("game.py", b"\xe9", "game.py is not text: "),
        ("game.py", b"#\n#\n#\xe9\n", "game.py is not text: "),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(name, text, sentence, tmp_path, capsys):
    path = tmp_path / name
    path.write_bytes(text)
    assert main(["udg", str(path), "--front", "headless"]) == 2
    assert sentence in capsys.readouterr().err
