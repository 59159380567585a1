"""The character editor, and the lines of programs that it reads and writes."""

import pytest

from retro.cli import main
from retro.commands.character_editor import CHANGES, GRID_LEFT, GRID_TOP, STRIP_LEFT, STRIP_TOP, editor
from retro.frontends.headless import headless
from retro.input.events import Mouse
from tests.support import accepted

F = bytes.fromhex("7e40407840404000")  # 01111110 01000000 01000000 01111000 …
TURNED = {
    "W": "404078404040007e",
    "A": "fc8080f080808000",
    "S": "007e404078404040",
    "D": "3f20203c20202000",
    "R": "007f090909010100",
    "M": "7e02021e02020200",
    "V": "004040407840407e",
    "I": "81bfbf87bfbfbfff",
    "X": "0000000000000000",
}


@pytest.mark.parametrize("key", CHANGES)
def test_a_change_of_the_whole_character(key):
    assert CHANGES[key](F).hex() == TURNED[key]


@pytest.mark.parametrize(
    ("key", "times"), [("W", 8), ("A", 8), ("S", 8), ("D", 8), ("R", 4), ("M", 2), ("V", 2), ("I", 2)]
)
def test_nothing_is_lost_by_changes(key, times):
    shape = F
    for _ in range(times):
        shape = CHANGES[key](shape)
    assert shape == F


@pytest.fixture
def edit():
    """Edit shapes by a player, and return what was saved."""

    def edit(shapes, player):
        saved = []
        program = editor(shapes, "game.py", lambda m, shapes: saved.append(dict(shapes)) or "Saved")
        headless(program, player)
        return saved

    return edit


def at(column, row):
    """Return the graphics units of a character of the screen."""
    return 32 * column + 16, 799 - 32 * row - 16


def pixel(x, y):
    """Return the same for a pixel of the grid."""
    return at(GRID_LEFT + 2 * x, GRID_TOP + 2 * y)


def test_a_character_is_drawn_with_keys_and_changes_are_undone(edit):
    def player(m):
        yield "<RIGHT><DOWN> "
        yield "<LEFT><LEFT> "
        yield
        assert m.screen.lines[2][22:25] == "224"
        assert m.shape(224)[1] == 0b01000001
        yield "ix"
        yield
        assert m.shape(224) == bytes(8)
        yield "uu"
        yield "<RETURN>"
        yield "q"

    assert edit({}, player) == [{224: bytes([0, 0b01000001, 0, 0, 0, 0, 0, 0])}]


def test_the_mouse_draws_while_its_button_is_held_and_goes_to_characters(edit):
    def player(m):
        yield
        yield [Mouse(*at(STRIP_LEFT + 2 * 3, STRIP_TOP), 4)]  # character 227
        yield [Mouse(*at(STRIP_LEFT + 2 * 3, STRIP_TOP), 0)]
        yield
        yield [Mouse(*pixel(0, 0), 4)]
        yield [Mouse(*pixel(1, 1), 4)]
        yield [Mouse(*pixel(2, 1), 4)]
        yield [Mouse(*pixel(2, 1), 0)]
        yield
        assert m.shape(227)[:2] == bytes([0b10000000, 0b01100000])
        yield [Mouse(*pixel(1, 1), 4)]  # a pixel that is set is cleared
        yield [Mouse(*pixel(1, 1), 0)]
        yield
        assert m.shape(227)[:2] == bytes([0b10000000, 0b00100000])
        yield "u"
        yield [Mouse(*at(22, 16), 4), Mouse(*at(22, 16), 0)]  # RETURN
        yield
        yield [Mouse(*at(22, 17), 4)]  # Q

    assert edit({}, player) == [{227: bytes([0b10000000, 0b01100000, 0, 0, 0, 0, 0, 0])}]


def test_a_character_is_copied_from_another_one(edit):
    def player(m):
        yield "c<RIGHT><RETURN>"
        yield
        assert m.shape(224) == F
        yield "c<ESCAPE>"
        yield "<RETURN>q"

    assert edit({224: bytes([255] * 8), 225: F}, player) == [{224: F, 225: F}]


def test_the_screen(accept, edit):
    def player(m):
        yield
        accepted.check(m.screen, "characters", accept)
        yield "<RIGHT><DOWN> ..c"
        yield
        accepted.check(m.screen, "characters-copy", accept)
        yield "<ESCAPE>qq"

    edit({224: F, 226: bytes(range(8)), 227: F}, player)


def test_behind_the_last_character_comes_the_first(edit):
    def player(m):
        yield ", "
        yield ". "
        yield "<RETURN>q"

    assert [sorted(shapes) for shapes in edit({}, player)] == [[224, 255]]


def test_what_is_not_saved_is_asked_for(edit):
    def player(m):
        yield " q"
        yield
        assert "Not saved" in m.screen.text
        yield "."
        yield
        assert "Not saved" not in m.screen.text
        yield "qq"

    assert edit({}, player) == []


BASIC = b"   20 VDU 23,224,0,&42,255,255,255,126,60,24\n   30 VDU 23,225,1,2,3,4,5,6,7,8\n"


def test_the_command_changes_a_file(tmp_path, capsys):
    path = tmp_path / "game.bas"
    path.write_bytes(BASIC)
    assert main(["udg", str(path), "--front", "headless", "--keys", "i<RETURN>.iqq", "--screen", "-"]) == 0
    assert path.read_bytes() == BASIC.replace(b"0,&42,255,255,255,126,60,24", b"255,&BD,0,0,0,129,195,231")
    assert "m.vdu(23, 225, 254, 253," in capsys.readouterr().out


def test_the_command_without_a_file_prints_the_lines(capsys):
    assert main(["udg", "--front", "headless", "--keys", " <RETURN>", "--screen", "-"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("m.vdu(23, 224, 128, 0, 0, 0, 0, 0, 0, 0)") == 2
    assert printed.count("   10 VDU 23,224,128,0,0,0,0,0,0,0") == 2


def test_a_file_that_is_not_there_is_said_to_be_new(tmp_path, capsys):
    words = ["udg", str(tmp_path / "new.bas"), "--front", "headless", "--screen", "-", "--keys"]
    assert main([*words, ""]) == 0
    assert "There is no new.bas yet: RETURN writes" in capsys.readouterr().out
    assert main([*words, " <RETURN>"]) == 0
    assert (tmp_path / "new.bas").read_bytes() == b"   10 VDU 23,224,128,0,0,0,0,0,0,0\n"
    assert main([*words, ". <RETURN>"]) == 0
    assert (tmp_path / "new.bas").read_bytes().splitlines()[1:] == [b"   20 VDU 23,225,128,0,0,0,0,0,0,0"]
