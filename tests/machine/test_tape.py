"""The tape: values and arrays by name, also missing and damaged ones."""

import os
import random

import pytest

from retro.basic.errors import BasicError
from retro.frontends.headless import headless
from retro.machine.tape import DEEPEST_ARRAY, LONGEST_ENCODING, LONGEST_STRING, GameTape, MemoryTape, decode, encode
from retro.session.storage import FolderTape, folder, key_of
from tests.support.damaged_files import damaged_tape

ARRAYS = [[number * 7 % 255 for number in range(1400)] for _ in range(3)]
VALUES = [0, -1, 10**15, 1.5, -1e300, "", "text £\x00\xff", [], [1, "a", [2.5, [3]]], ARRAYS, True]


@pytest.fixture
def tape(tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    return FolderTape("game")


def on(tape, program):
    """Run a program on a machine with this tape."""

    def main(m):
        m.tape = tape
        program(m)

    return headless(main)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:20])
def test_saved_values_are_loaded(value, tape):
    def program(m):
        m.csave("DATA", value)
        loaded = m.cload("DATA")
        assert loaded == value
        assert type(loaded) is type(value)

    for where in (MemoryTape(), tape):
        on(where, program)
        on(where, lambda m: m.csave("DATA", value) or m.cload("DATA"))


def test_a_loaded_array_is_a_copy():
    def program(m):
        m.csave("DATA", [[1]])
        m.cload("DATA")[0][0] = 2
        assert m.cload("DATA") == [[1]]

    headless(program)


def test_three_arrays_of_1400_numbers_fit(tape):
    on(tape, lambda m: [m.csave(f"TABLE{n}", array) for n, array in enumerate(ARRAYS)])
    loaded = []
    on(tape, lambda m: loaded.extend(m.cload(f"TABLE{n}") for n in range(len(ARRAYS))))
    assert loaded == ARRAYS


@pytest.mark.parametrize("name", ["", "ELEVENCHARS", "A B", "A/B", "..", "É", "A.B", 1, None])
def test_a_name_is_letters_and_digits(name):
    for statement in (lambda m: m.cload(name), lambda m: m.csave(name, 1)):
        with pytest.raises(BasicError, match="Bad string") as error:
            headless(statement)
        assert error.value.number == 253


def test_upper_and_lower_case_are_one_name():
    loaded = []
    headless(lambda m: [m.csave("Data1", 5), loaded.append(m.cload("dATA1"))])
    assert loaded == [5]


@pytest.mark.parametrize(
    "value", [None, {}, {1}, b"x", float("nan"), float("inf"), [None], object(), 10**16, "x" * 256]
)
def test_an_invalid_value_is_a_type_mismatch(value):
    with pytest.raises(BasicError, match="Type mismatch"):
        headless(lambda m: m.csave("DATA", value))


def nested(depth):
    """Return arrays nested to a depth."""
    return [nested(depth - 1)] if depth > 1 else []


def test_arrays_can_be_nested_to_a_limit():
    deepest = nested(DEEPEST_ARRAY)
    assert decode("DATA", encode("DATA", deepest)) == deepest
    with pytest.raises(BasicError, match="Type mismatch"):
        encode("DATA", [deepest])


def test_text_up_to_the_limit_fits_and_one_character_more_is_no_room():
    value = ["x" * LONGEST_STRING] * 1015 + ["x"]
    value[-1] *= 1 + LONGEST_ENCODING - len(encode("DATA", value))
    text = encode("DATA", value)
    assert len(text) == LONGEST_ENCODING
    assert decode("DATA", text) == value
    value[-1] += "x"
    with pytest.raises(BasicError, match="No room"):
        encode("DATA", value)


def test_a_missing_name_raises_file_and_the_program_continues():
    def program(m):
        try:
            m.cload("DATA")
        except BasicError as error:
            m.print(error.number, " ", error.message)
        m.csave("DATA", 1)
        m.print(m.cload("DATA"))

    assert headless(program).screen.text.split() == ["219", "File?", "1"]


def test_a_damaged_text_raises_data_and_the_program_continues():
    chooser = random.Random(1)
    tape = MemoryTape()
    whole = encode("DATA", [1, 2.5, "three"])

    def program(m):
        for _ in range(1000):
            tape.save("DATA", damaged_tape(whole, chooser))
            with pytest.raises(BasicError, match=r"Data\?") as error:
                m.cload("DATA")
            assert error.value.number == 216
        m.csave("DATA", 5)
        m.print(m.cload("DATA"))

    assert on(tape, program).screen.text.split() == ["5"]


def test_a_damaged_file_raises_data(tape):
    on(tape, lambda m: m.csave("DATA", 12345))
    path = os.path.join(folder(), "tapes", "game", "tape-DATA.json")
    for damage in (b"", b"\xff\xfe", b"x" * 300_000, encode("OTHER", 1).encode()):
        with open(path, "wb") as stream:
            stream.write(damage)
        with pytest.raises(BasicError, match=r"Data\?"):
            on(tape, lambda m: m.cload("DATA"))
    os.unlink(path)
    os.mkdir(path)
    with pytest.raises(BasicError, match=r"Data\?"):
        on(tape, lambda m: m.cload("DATA"))


def test_programs_have_separate_tapes(tape):
    on(tape, lambda m: m.csave("DATA", 1))
    with pytest.raises(BasicError, match=r"File\?"):
        on(FolderTape("other"), lambda m: m.cload("DATA"))


def test_files_of_the_same_name_have_separate_keys():
    assert key_of("dominoes", "/x/dominoes.py") == "dominoes"
    assert key_of("my game.py", "/x/my game.py").startswith("my-game-")
    keys = {key_of("die.py", f"/{place}/die.py") for place in "ab"} | {key_of("con.py", "con.py")}
    assert len(keys) == 3
    assert all(key.replace("-", "").isalnum() for key in keys)


def test_a_failed_save_keeps_the_old_file(tape, monkeypatch):
    on(tape, lambda m: m.csave("DATA", 1))

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space left"):
        tape.save("DATA", encode("DATA", 2))
    assert decode("DATA", tape.load("DATA")) == 1
    assert len(os.listdir(os.path.join(folder(), "tapes", "game"))) == 1


def test_a_game_continues_and_reports_when_nothing_can_be_saved():
    class Full(MemoryTape):
        def save(self, name, text):
            raise OSError(28, "No space left on device")

    tape = GameTape(Full(), lambda name, text: None)
    tape.log_ended()
    tape.go_live()
    on(tape, lambda m: [m.csave("DATA", 1), m.print(m.cload("DATA"))])
    assert tape.failure == "DATA could not be saved on the tape: No space left on device"


def test_the_folder_is_in_the_users_home(monkeypatch):
    monkeypatch.delenv("RETRO_DATA", raising=False)
    assert os.path.basename(folder()) == "retro"
    assert os.path.isabs(folder())
