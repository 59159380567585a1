"""Decoding of a terminal's input into the machine's keys."""

import math

import pytest

from retro.frontends.terminal.front_end import any_key_as_shift
from retro.frontends.terminal.keys import HELD, REPEATED, KeyDecoder
from retro.input.events import Command, Down, Key, Paste, Rewind, Text, Up
from retro.input.keyboard import Keyboard
from tests.support.pseudo_terminal import NEEDED, fcntl, share_machine, until


def codes(text, *, backspace="\x7f", finished=True):
    """Return the codes that the machine reads from some input: 135 up for cursor keys, 200 up for f0, -1 for ESCAPE."""
    keyboard, keys = Keyboard(), KeyDecoder(backspace)
    keyboard.cursor_keys, keyboard.function_base = 1, 200
    keyboard.handle(keys.decode(text, 0.0), 0.0)
    if finished and keys.unfinished:
        keyboard.handle(keys.flush(0.0), 0.0)
    found = []
    while (code := keyboard.read()) is not None:
        found.append(code)
    return [-1] * keyboard.escape + found


TYPED = {
    "letters": ("aZ09", [97, 90, 48, 57]),
    "signs": ('!"@~{}|<>', [33, 34, 64, 126, 123, 125, 124, 60, 62]),
    "pound sign": ("£", [96]),
    "what the machine has not": ("`é€", [233]),
    "space": (" ", [32]),
    "return": ("\r", [13]),
    "tab": ("\t", [9]),
    "backspace": ("\x7f", [127]),
    "ctrl and letters": ("\x01\x08\n\x0b\x1a", [1, 8, 10, 11, 26]),
    "escape": ("\x1b", [-1]),
    "arrows": ("\x1b[D\x1b[C\x1b[B\x1b[A", [136, 137, 138, 139]),
    "arrows of the application mode": ("\x1bOD\x1bOC\x1bOB\x1bOA", [136, 137, 138, 139]),
    "shift and an arrow, and one without": ("\x1b[1;2A\x1b[A", [96, 139]),
    "ctrl and an arrow": ("\x1b[1;5D", [126]),
    "arrows of rxvt": ("\x1b[a\x1bOd", [96, 126]),
    "end": ("\x1b[F\x1bOF\x1b[4~\x1b[8~", [135] * 4),
    "delete": ("\x1b[3~\x1b[3;5~", [127, 127]),
    "enter of the keypad": ("\x1bOM", [13]),
    "f1 to f4": ("\x1b[1;3P\x1bOQ\x1bOR\x1bOS", [201, 202, 203, 204]),
    "f1 to f5 of rxvt": ("\x1b[11;3~\x1b[12~\x1b[13~\x1b[14~\x1b[15~", [201, 202, 203, 204, 205]),
    "f2 to f5 of the Linux console": ("\x1b[[B\x1b[[C\x1b[[D\x1b[[E", [202, 203, 204, 205]),
    "f6 to f10": ("\x1b[17~\x1b[18~\x1b[19~\x1b[20~\x1b[21~", [206, 207, 208, 209, 200]),
    "shift and f3": ("\x1b[1;2R", [203]),
    "keys that the machine has not": ("\x1b[5~\x1b[6~\x1b[H\x1b[2~\x1b[24~\x1b[Z\x1b[15;2~x", [205, 120]),
    "answers nobody waits for": (
        "\x1b[?64;4c\x1b[12;40R\x1b[6;20;10t\x1b_Gi=31;OK\x1b\\\x1bP1+r\x1b\\\x1b]4;x\x07y",
        [121],
    ),
    "a paste in brackets": ("\x1b[200~ab\x1b[201~", [97, 98]),
    "a paste of lines, with an escape in it": ("\x1b[200~a\r\nb\x1b[A\x1b[201~\x1b[A", [97, 13, 98, 91, 65, 139]),
    "escape and a letter at once": ("\x1bq", [-1, 113]),
    "escape and an arrow at once": ("\x1b\x1b[A", [-1, 139]),
    "escape and P at once": ("\x1bPq", [-1, 80, 113]),
    "escape and [": ("\x1b[", [-1, 91]),
    "half a key": ("\x1b[1;", []),
    "invalid": ("\x1b[1\x1b[A", [-1, 91, 49, 139]),
}


@pytest.mark.parametrize("case", TYPED.values(), ids=TYPED)
def test_input_of_a_terminal_is_decoded_for_the_machine(case):
    text, expected = case
    assert codes(text) == expected


@pytest.mark.parametrize("case", [case for case in TYPED.values() if case[0].count("\x1b") < 2 or "[" in case[0]])
def test_a_sequence_may_come_in_pieces(case):
    text, expected = case
    keyboard, keys = Keyboard(), KeyDecoder()
    keyboard.cursor_keys, keyboard.function_base = 1, 200
    for character in text:
        keyboard.handle(keys.decode(character, 0.0), 0.0)
    keyboard.handle(keys.flush(0.0), 0.0)
    found = [-1] * keyboard.escape
    while (code := keyboard.read()) is not None:
        found.append(code)
    assert found == expected


def test_a_terminal_whose_backspace_is_ctrl_h():
    assert codes("\x08\x7f", backspace="\x08") == [127, 127]


def test_page_up_rewinds():
    assert KeyDecoder().decode("\x1b[5~", 0.0) == [Rewind()]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *((text, "menu") for text in ("\x1bOP", "\x1b[P", "\x1b[11~", "\x1b[[A")),
        ("\x1b[24~", "picture"),
        ("\x1bm", "mute"),
    ],
)
def test_keys_of_the_overlay(text, name):
    assert KeyDecoder().decode(text, 0.0) == [Command(name)]


# keys held


def held(text):
    keyboard, keys = Keyboard(), KeyDecoder()
    keyboard.handle(keys.decode(text, 0.0), 0.0)
    return sorted(name for name in keyboard._held)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a", ["A"]),
        ("A", ["A", "SHIFT"]),
        ("5", ["5"]),
        (" ", ["SPACE"]),
        ("-", ["-"]),
        ("!", []),
        ("\r", ["RETURN"]),
        ("\x1b[D", ["LEFT"]),
        ("\x1b[1;2D", ["LEFT", "SHIFT"]),
        ("\x1b[1;5D", ["CTRL", "LEFT"]),
        ("\x01", ["A", "CTRL"]),
        ("\x1b", []),
    ],
)
def test_a_key_that_is_typed_counts_as_held(text, names):
    assert held(text) == names


def test_a_key_types_before_it_goes_down():
    assert KeyDecoder().decode("A", 0.0) == [Down("SHIFT"), Text("A"), Down("A")]
    assert KeyDecoder().decode("\x1b[D", 0.0) == [Key("LEFT"), Down("LEFT")]


def test_shift_is_up_as_soon_as_something_is_typed_without_it():
    keys = KeyDecoder()
    keys.decode("A", 0.0)
    assert keys.decode("b", 0.1) == [Up("SHIFT"), Text("b"), Down("B")]


def test_the_machine_does_not_repeat_what_the_terminal_repeats():
    keyboard, keys = Keyboard(), KeyDecoder()
    for _ in range(3):
        keyboard.handle(keys.decode("zz", 0.0), 0.0)
        assert keyboard.repeats_at == math.inf


def test_a_key_is_released_after_a_while():
    keys = KeyDecoder()
    assert Down("Z") in keys.decode("z", 1.0)
    assert keys.next_release == 1.0 + HELD
    assert keys.released_keys(1.0 + HELD - 0.01) == []
    assert keys.released_keys(1.0 + HELD) == [Up("Z")]
    assert keys.next_release == float("inf")


def test_repeats_keep_a_key_down():
    keys, events, now = KeyDecoder(), [], 0.0
    for _ in range(40):
        events += keys.released_keys(now) + keys.decode("z", now)
        now += 0.035
    assert Up("Z") not in events
    assert keys.released_keys(now + HELD) == [Up("Z")]
    assert REPEATED > 0.05


# in a terminal

terminal = pytest.mark.skipif(fcntl is None, reason=NEEDED)
shared = pytest.fixture(scope="module")(share_machine)


@terminal
@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("a", 97),
        ("£", 96),
        ("\r", 13),
        ("\n", 10),
        ("\x1b[A", 139),
        ("\x13", 19),
        ("\x1a", 26),
        ("\x1c", 28),
        ("\x16", 22),
    ],
)
def test_every_key_but_ctrl_c_reaches_the_machine(shared, sent, code):
    shared.do("m.fx(4, 1)")
    shared.start("m.get()")
    shared.type(sent)
    assert shared.answer() == code


@terminal
def test_escape_alone_is_escape(shared):
    shared.start("m.get()")
    shared.type("\x1b")
    assert shared.answer() == "Escape"


@terminal
def test_bytes_that_are_no_characters_are_ignored(shared):
    shared.start("m.get_s() + m.get_s()")
    shared.type(b"\xa3\xe2x\xffy")
    assert shared.answer() == "xy"


@terminal
def test_a_key_is_down_for_a_while(shared):
    assert shared.do("m.inkey(-71)") == 0
    shared.type("k")
    until(lambda: shared.do("m.inkey(-71)") == -1)
    until(lambda: shared.do("m.inkey(-71)") == 0)
    assert shared.do("m.get()") == 107


def page(machine, name):
    """Print more than fits in page mode, and wait until the first page is full: its 25 rows."""
    machine.do("m.cls()")
    machine.start(f"[m.vdu(14), [m.print('{name}', n) for n in range(30)], m.vdu(15), m.inkey(0)][-1]")
    machine.shows(f"{name}24")


@terminal
@pytest.mark.parametrize(("name", "key"), [("space", " "), ("arrow", "\x1b[B"), ("return", "\r")])
def test_any_key_turns_the_page_and_is_not_typed(shared, name, key):
    page(shared, name)
    assert f"{name}29" not in shared.letters
    shared.type(key)
    assert shared.answer() == -1
    shared.shows(f"{name}29")


@terminal
def test_escape_ends_a_page(shared):
    page(shared, "escape")
    shared.type("\x1b")
    assert shared.answer() == "Escape"
    shared.do("m.vdu(15)")


@pytest.mark.parametrize(
    ("events", "passed"),
    [
        ([Down("SHIFT"), Text("A"), Down("A")], [Down("SHIFT"), Up("SHIFT")]),
        ([Up("CTRL"), Key("UP"), Down("UP")], [Up("CTRL"), Down("SHIFT"), Up("SHIFT")]),
        ([Up("A")], [Up("A")]),
        ([Command("menu")], [Command("menu")]),
        ([Key("ESCAPE"), Down("ESCAPE")], [Key("ESCAPE"), Down("ESCAPE")]),
    ],
)
def test_only_typed_keys_turn_a_page(events, passed):
    assert any_key_as_shift(events) == passed


@terminal
def test_the_overlay_opens_over_a_full_page(shared):
    page(shared, "over")
    shared.type("\x1bOP")
    shared.shows("Volume")
    shared.type("\x1b[B\x1b[A\x1b")
    until(lambda: "Volume" not in shared.text)
    assert "over29" not in shared.letters
    shared.type(" ")
    assert shared.answer() == -1


@terminal
def test_too_many_keys_ring_the_bell(shared):
    bells = shared.written.count(b"\x07")
    shared.type("x" * 40)
    assert shared.do("[m.inkey(20), m.fx(15)][0]") == 120
    until(lambda: shared.written.count(b"\x07") > bells)


@pytest.mark.parametrize("cut", range(1, 20))
def test_a_paste_that_comes_in_pieces(cut):
    text = "\x1b[200~ab\x1b[Ac\x1b[201~d"
    keys = KeyDecoder()
    events = keys.decode(text[:cut], 0.0) + keys.decode(text[cut:], 0.0)
    pasted = "".join(event.text for event in events if isinstance(event, Paste))
    assert pasted == "ab\x1b[Ac"
    assert [event for event in events if isinstance(event, Text)] == [Text("d")]
