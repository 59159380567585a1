"""The keyboard: typed codes, held keys, and scripts of keys."""

import json
from pathlib import Path

import pytest

from retro.input.events import AllUp, Down, Key, Text, UnknownKey, Up, parse_keys
from retro.input.keyboard import Keyboard
from retro.input.keys import INKEY_NUMBERS

FACTS = json.loads((Path(__file__).parents[1] / "model" / "basic-input.json").read_text(encoding="utf-8"))


def codes(keyboard):
    return [keyboard.read() for _ in range(len(keyboard))]


def test_characters_are_typed_in_order_and_pound_is_code_96():
    keyboard = Keyboard()
    keyboard.handle([Text("aZ£ é")], 0.0)
    assert codes(keyboard) == [97, 90, 96, 32, 0xE9]


def test_characters_without_a_code_are_not_typed():
    keyboard = Keyboard()
    keyboard.handle([Text("€`字x")], 0.0)
    assert codes(keyboard) == [ord("x")]


def test_the_buffer_keeps_31_keys_as_the_machine_does():
    assert FACTS["buffer"]["keys kept of 45 pressed while the program is busy"].split()[0] == "31"
    keyboard = Keyboard()
    keyboard.handle([Text("x" * 45)], 0.0)
    assert len(keyboard) == 31
    assert keyboard.lost == 14


@pytest.mark.parametrize("setting", [0, 1, 2])
@pytest.mark.parametrize("name", ["1", "A", "SPACE", "RETURN", "DELETE", "LEFT", "RIGHT", "UP", "DOWN", "COPY"])
def test_keys_type_the_machines_codes(setting, name):
    expected = FACTS["get"][f"*FX4,{setting}"][name]
    assert FACTS["inkey"]["elk"].get(f"*FX4,{setting} {name}", expected) == expected
    keyboard = Keyboard()
    keyboard.cursor_keys = setting
    keyboard.handle([Text(name) if len(name) == 1 else Key(name)], 0.0)
    assert codes(keyboard) == [int(word) for word in expected.split()]


@pytest.mark.parametrize("setting", [0, 1, 2])
@pytest.mark.parametrize("modifier", ["SHIFT", "CTRL"])
@pytest.mark.parametrize("name", ["LEFT", "RIGHT", "UP", "DOWN", "COPY"])
def test_cursor_keys_with_shift_and_ctrl_type_the_electrons_symbols(setting, modifier, name):
    keyboard = Keyboard()
    keyboard.cursor_keys = setting
    keyboard.handle([Down(modifier), Key(name)], 0.0)
    assert codes(keyboard) == [int(FACTS["get"][f"*FX4,{setting} with {modifier}"]["elk"][name])]


@pytest.mark.parametrize(("base", "typed"), [(0, []), (1, [*b"t"]), (2, [5]), (200, [203]), (254, [1])])
def test_function_keys_type_texts_or_from_fx_225_2_on_codes(base, typed):
    keyboard = Keyboard()
    keyboard.texts[3] = b"t"
    keyboard.function_base = base
    keyboard.handle([Key("f3")], 0.0)
    assert codes(keyboard) == typed


def test_escape_is_a_condition_unless_fx_229_makes_it_a_key():
    keyboard = Keyboard()
    keyboard.handle([Key("ESCAPE")], 0.0)
    assert keyboard.escape
    assert codes(keyboard) == []
    keyboard = Keyboard()
    keyboard.escape_types = True
    keyboard.handle([Key("ESCAPE")], 0.0)
    assert not keyboard.escape
    assert codes(keyboard) == [27]


def test_held_keys_have_the_electrons_inkey_numbers():
    for name, numbers in FACTS["inkeyNegative"]["elk"].items():
        keyboard = Keyboard()
        keyboard.handle([Down(name)], 0.0)
        assert [n for n in range(-128, 0) if keyboard.held(n)] == sorted(numbers), name
        keyboard.handle([Up(name)], 0.0)
        assert not any(keyboard.held(n) for n in numbers)


def test_keys_missing_on_the_electron_have_the_bbcs_inkey_numbers():
    numbers = FACTS["inkeyNegative"]["bbc"]
    for name in ("TAB", "F0", "F1"):
        assert list(INKEY_NUMBERS[name.replace("F", "f")]) == numbers[name]


def test_losing_the_focus_releases_all_keys():
    keyboard = Keyboard()
    keyboard.handle([Down("A"), Down("SHIFT"), AllUp()], 0.0)
    assert not any(keyboard.held(n) for n in range(-128, 0))


def test_a_script_names_keys_between_angle_brackets():
    assert parse_keys("a<LEFT><return>\n<LT><") == [
        [Text("a")],
        [Key("LEFT")],
        [Key("RETURN")],
        [Key("RETURN")],
        [Text("<")],
        [Text("<")],
    ]


def test_an_unknown_key_name_raises():
    with pytest.raises(UnknownKey, match=r"<LEVT> is no key: expected one of .*LEFT.*or <LT>"):
        parse_keys("a<LEVT>")


def times_of(keyboard, *happenings, until):
    """The centiseconds at which codes were typed, looking every centisecond. happenings: (centisecond, events)."""
    waiting, found = dict(happenings), []
    for now in range(until):
        keyboard.handle(waiting.get(now, []), now / 100)
        found += [now] * len(codes(keyboard))
    return found


def test_a_held_key_repeats_as_on_the_machine():
    measured = [int(word) for word in FACTS["autorepeat"].split(",") if word]
    keyboard = Keyboard()
    down = [Down("A"), Text("a")]
    assert times_of(keyboard, (measured[0], down), until=measured[-1] + 1) == measured
    values = FACTS["autorepeatValues"].values()
    assert [keyboard.repeat_delay, keyboard.repeat_rate] == list(values)


def test_a_repeat_is_due_though_the_clock_is_rounded():
    keyboard = Keyboard()
    keyboard.handle([Down("A"), Text("a")], 0.0)
    keyboard.handle([], 0.5 - 1e-10)
    assert len(keyboard) == 2


def test_repeating_ends_with_the_key_or_with_another():
    up, other = [Up("A")], [Down("B"), Text("b")]
    down = [Down("A"), Text("a")]
    assert times_of(Keyboard(), (0, down), (60, up), until=300) == [0, 50, 58]
    assert times_of(Keyboard(), (0, down), (60, other), (70, up), until=120) == [0, 50, 58, 60, 110, 118]
    assert times_of(Keyboard(), (0, down), (60, [AllUp()]), until=300) == [0, 50, 58]


def test_repeats_of_the_users_keyboard_are_not_repeated_again():
    assert times_of(Keyboard(), (0, [Text("a"), Down("A")]), until=300) == [0]


def test_shift_does_not_repeat_and_stops_nothing():
    down = [Down("A"), Text("a")]
    assert times_of(Keyboard(), (0, down), (55, [Down("SHIFT")]), until=70) == [0, 50, 58, 66]


def test_the_delay_and_the_rate_can_be_set():
    keyboard = Keyboard()
    keyboard.repeat_delay, keyboard.repeat_rate = 20, 5
    assert times_of(keyboard, (0, [Down("A"), Text("a")]), until=36) == [0, 20, 25, 30, 35]
    keyboard = Keyboard()
    keyboard.repeat_delay = 0
    assert times_of(keyboard, (0, [Down("A"), Text("a")]), until=200) == [0]
