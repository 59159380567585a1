"""The machine's statements: what they send, what they wait for, and how they fail."""

import json
import re
from pathlib import Path

import pytest

from retro.basic import NL, BasicError, Escape, num, spc, str_s, tab, tall
from retro.basic.errors import error_message
from retro.basic.tall_letters import SIGNS
from retro.display.font import default_font
from retro.frontends.headless import Headless, headless
from retro.input.events import Down, Key, Text, UnknownKey, Up
from retro.machine.machine import Machine
from retro.machine.osbyte import OSBYTE_CALLS

VDU_FACTS = json.loads((Path(__file__).parents[1] / "model" / "vdu-facts.json").read_text(encoding="utf-8"))
FACTS = json.loads((Path(__file__).parents[1] / "model" / "basic-input.json").read_text(encoding="utf-8"))


def sent(statement, front=None, stream=None):
    """Return the bytes that a statement sends to the display."""
    stream = bytearray() if stream is None else stream

    def program(m):
        m.copy_stream(stream)
        statement(m)

    (front or Headless()).run(program, 1)
    return bytes(stream)


STATEMENTS = {
    "mode": (lambda m: m.mode(6), [22, 6]),
    "cls": (lambda m: m.cls(), [12]),
    "clg": (lambda m: m.clg(), [16]),
    "colour": (lambda m: m.colour(129), [17, 129]),
    "gcol": (lambda m: m.gcol(3, 2), [18, 3, 2]),
    "move": (lambda m: m.move(100, 300), [25, 4, 100, 0, 44, 1]),
    "draw": (lambda m: m.draw(-1, -300), [25, 5, 255, 255, 212, 254]),
    "plot": (lambda m: m.plot(85, 1.9, 70000), [25, 85, 1, 0, 112, 17]),
    "vdu": (lambda m: m.vdu(23, 224, -1, 256, 65.7), [23, 224, 255, 0, 65]),
    "vdu one at a time": (lambda m: [m.vdu(code) for code in (65, 66.9, 321, -1)], [65, 66, 65, 255]),
    "print": (lambda m: m.print(tab(3, 5), "A£", num(7), end=""), [31, 3, 5, 65, 96, *b"         7"]),
    "print line": (lambda m: m.print("x"), [120, 10, 13]),
}


@pytest.mark.parametrize("case", STATEMENTS.values(), ids=STATEMENTS)
def test_statements_end_in_vdu_bytes(case):
    statement, expected = case
    assert list(sent(statement)) == expected


STREAMS = {
    "text": [17, 2, 65, 65, 127, 66, 66, 17, 129, 65],
    "VDU 5": [65, 5, 65, 65, 4, 65],
    "VDU 21": [65, 21, 65, 65, 6, 67],
    "parameters": [65, 23, 65, *[65] * 8, 65, 31, 39, 24, 65, 65, 28, 3, 65, 65, 65, 65],
    "modes": [65, 22, 2, *[65] * 41, 22, 7, 65],
    "scrolling": [31, 38, 24, *[65] * 4, 11, 30, 11, 65, *[10] * 60, 65, 66, 66],
    "a window": [28, 3, 9, 5, 7, *[65] * 9, 12, *[66] * 12, 26, 66],
}


@pytest.mark.parametrize("stream", STREAMS.values(), ids=STREAMS)
def test_a_byte_at_a_time_is_the_same_as_all_at_once(stream):
    def singly(m):
        for code in stream:
            version, alerts = m.screen.version, []
            m.screen.on_change = lambda alerts=alerts: alerts.append(1)
            m.vdu(code)
            assert m.screen.version > version
            assert alerts == [1]

    single, whole = headless(singly), headless(lambda m: m.vdu(*stream))
    assert bytes(single.screen.framebuffer.pixels) == bytes(whole.screen.framebuffer.pixels)
    assert (single.pos, single.vpos) == (whole.pos, whole.vpos)


def test_a_single_character_has_the_colours_set_last():
    def program(m):
        for ink in (1, 1, 2):
            m.colour(ink)
            m.vdu(65)
        m.colour(130)
        m.vdu(65)

    framebuffer = headless(program).screen.framebuffer
    assert [set(framebuffer.cell(column, 0)) for column in range(4)] == [{0, 1}, {0, 1}, {0, 2}, {2}]


def test_a_copy_of_the_stream_that_begins_between_characters_misses_none():
    copy = bytearray()

    def program(m):
        m.vdu(65)
        m.vdu(65)
        m.copy_stream(copy)
        m.vdu(65)
        m.vdu(65)
        m.end_copy(copy)
        m.vdu(65)

    headless(program)
    assert copy == b"AA"


def test_the_machine_starts_in_mode_7():
    m = headless(lambda m: None)
    mode = m.screen.mode
    assert (mode.columns, mode.rows, mode.width, mode.height) == (40, 25, 320, 200)
    assert (mode.colours, mode.unit_x, mode.unit_y) == (4, 4, 4)


@pytest.mark.parametrize("n", [8, -1, 22])
def test_a_mode_that_does_not_exist_is_bad(n):
    with pytest.raises(BasicError, match="Bad MODE") as caught:
        headless(lambda m: m.mode(n))
    assert caught.value.number == 25
    assert str(n) in caught.value.detail


def test_an_unknown_call_of_the_operating_system_is_a_bad_command():
    with pytest.raises(BasicError, match="Bad command") as caught:
        headless(lambda m: m.fx(99))
    assert "99" in caught.value.detail


@pytest.mark.parametrize("a", OSBYTE_CALLS)
def test_known_fx_calls_do_not_raise(a):
    headless(lambda m: m.fx(a, 1, 0))


def test_point_gives_the_colour_of_a_pixel():
    def program(m):
        m.gcol(0, 2)
        m.plot(69, 100, 200)
        assert m.point(100, 200) == 2
        assert m.point(103, 203) == 2
        assert m.point(104, 200) == 0
        assert m.point(-4, 0) == -1
        assert m.point(1280, 0) == -1

    headless(program)


def test_pos_and_vpos_are_relative_to_the_window():
    def program(m):
        m.vdu(28, 10, 20, 30, 5)
        m.print(tab(3, 4), end="")
        assert (m.pos, m.vpos) == (3, 4)

    headless(program)


def test_time_counts_centiseconds_and_can_be_set():
    def program(m):
        m.time = 500
        assert m.time == 500
        assert m.inkey(123) == -1
        assert m.time == 623

    headless(program)


def test_inkey_takes_a_key_that_comes_in_time():
    found = []

    def program(m):
        found.append((m.inkey(200), m.time))

    def player(m):
        yield 1.0
        yield "A"

    headless(program, player)
    assert found == [(65, 100)]


def test_inkey_0_reads_the_buffer():
    found = []

    def program(m):
        m.get()
        found.extend([m.inkey(0), m.inkey_s(0), m.inkey(0), m.inkey_s(0)])

    headless(program, lambda m: iter([[Text("abc")], 1.0]))
    assert found == [98, "c", -1, ""]


def test_inkey_minus_256_names_the_machine():
    assert FACTS["inkey"]["elk"]["INKEY(-256)"] == "1"
    headless(lambda m: m.print(m.inkey(-256)))


@pytest.mark.parametrize("statement", [lambda m: m.get(), lambda m: m.inkey(300), lambda m: m.input("?"), None])
def test_escape_is_an_error_wherever_the_program_waits(statement):
    def program(m):
        if statement:
            statement(m)
        while m.time < 10000:
            pass

    with pytest.raises(Escape) as caught:
        headless(program, lambda m: iter([0.5, "<ESCAPE>"]))
    assert (caught.value.number, str(caught.value)) == (17, "Escape")


def test_a_wait_without_a_limit_has_no_timeout():
    class Front(Headless):
        def wait(self, timeout, wanted):
            timeouts.append(timeout)
            return super().wait(timeout, wanted)

    timeouts = []
    Front(lambda m: iter([None, [Down("A"), Text("A")], 5.0])).run(lambda m: [m.get(), m.get()], 1)
    assert timeouts[0] is None
    assert 0 < timeouts[-1] < 1  # the key is held: it repeats


def test_escape_can_be_caught_and_empties_buffer_and_vdu_queue():
    def program(m):
        m.vdu(25, 4, 100)
        assert m.vdu_driver.awaited == 3
        try:
            m.get()
        except Escape:
            m.print("caught")
        assert m.inkey(0) == -1

    m = headless(program, lambda m: iter([[Key("ESCAPE"), Text("xyz")]]))
    assert m.screen.text.strip() == "caught"


PROMPT = re.compile(r"""'|TAB\((\d+)(?:,(\d+))?\)|SPC\((\d+)\)|"([^"]*)"|([,; ])|([A-Z])([$%]?)""")


def inputs(statement):
    """The variables of an INPUT statement with what is printed before each: (prompt items, mark, kinds, line)."""
    rest = statement.removeprefix("10INPUT ").removeprefix("10INPUT")
    line = rest.startswith("LINE ")
    groups, items, mark = [], [], None
    for match in PROMPT.finditer(rest.removeprefix("LINE ")):
        x, y, spaces, text, sign, name, suffix = match.groups()
        if match[0] == "'":
            items.append(NL)
        elif x is not None:
            items.append(tab(int(x)) if y is None else tab(int(x), int(y)))
        elif spaces is not None:
            items.append(spc(int(spaces)))
        elif text is not None:
            items.append(text)
        elif name is None:
            mark = "?" if sign != " " and items else mark
        else:
            kind = {"$": str, "%": int, "": float}[suffix]
            if items or not groups:
                groups.append((items, mark or ("" if items else "?"), [kind], line))
            else:
                groups[-1][2].append(kind)
            items, mark = [], None
    return groups


INPUTS = [case for case in FACTS["input"] if "INPUT" in case["program"][0]]


@pytest.mark.parametrize("case", INPUTS, ids=lambda case: case["program"][0][2:] + case["typed"][0][:9])
def test_input_reads_and_shows_what_the_original_does(case):
    def program(m):
        values = []
        for items, mark, kinds, line in inputs(case["program"][0]):
            values += m.input(*items, mark=mark, line=line, into=kinds)
        if ";LEN(" in case["program"][1]:
            m.print("[", values[0], "]", len(values[0]), end="")
        elif "LEN(" in case["program"][1]:
            m.print(num(len(values[0])), end="")
        else:
            m.print(*("[" + (v if isinstance(v, str) else str_s(v)) + "]" for v in values), end="")

    def player(m):
        for typed in case["typed"]:
            for letter in typed:
                yield [Key("DELETE") if letter == "\x7f" else Text(letter)]
            yield "<RETURN>"

    stream = bytearray()
    try:
        sent(program, Headless(player), stream)
    except BasicError as error:
        stream += f"\n\r\n\r{error} at line 10".encode()
    shown = stream.decode("latin-1").replace("\n\r\n\r\n\r", "\n\r\n\r")
    assert shown == case["screen"].removesuffix("\n\r>")


def test_input_takes_238_characters_and_beeps_for_more():
    found = []

    def player(m):
        for _ in range(300):
            yield "X"
        yield "<RETURN>"

    stream = sent(lambda m: found.append(m.input()), Headless(player))
    assert len(found[0]) == 238
    assert stream.count(7) == 62


def test_random_numbers_start_at_the_seed_as_rnd_of_minus_seed():
    def program(m):
        first = [m.rnd(6) for _ in range(20)]
        assert m.rnd(-3) == -3
        assert [m.rnd(6) for _ in range(20)] == first

    headless(program, seed=3)


def test_sound_waits_when_the_queue_is_full_as_on_the_machine():
    times = []

    def program(m):
        m.time = 0
        for _ in range(10):
            m.sound(1, -15, 100, 10)
            times.append(m.time)

    headless(program)
    # On the machine: 0,1,1,1,2,2,50,100,150,200; the statements themselves cost no time here.
    assert [round(t, -1) for t in times] == [0, 0, 0, 0, 0, 0, 50, 100, 150, 200]


def test_a_full_keyboard_buffer_beeps():
    front = Headless(lambda m: iter([[Text("x" * 32)]]))
    front.run(lambda m: m.get(), 1)
    assert len(front.notes) == 1


def test_restart_resets_the_machine():
    def program(m):
        m.mode(2)
        m.vdu(23, 65, *[255] * 8, 5, 21)
        m.fx(4, 1)
        m.restart()
        m.print("A")

    m = headless(program)
    assert m.screen.mode.number == 7
    assert m.screen.text == "A" + "\n" * 24
    assert m.keyboard.cursor_keys == 0


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (BasicError.named("Subscript"), "Subscript"),
        (ZeroDivisionError("division by zero"), "Division by zero"),
        (IndexError("list index out of range"), "Subscript"),
        (RecursionError("deep"), "No room"),
        (KeyError("grün\x07"), "KeyError: 'gr?n\\x07'"),
    ],
)
def test_errors_have_basics_messages(error, words):
    assert error_message(error) == words


def test_an_error_is_visible_in_any_state_of_the_screen():
    def program(m):
        m.mode(2)
        m.vdu(5, 24, 0, 0, 0, 0, 4, 0, 4, 0, 28, 0, 0, 0, 0, 21)
        m.report(BasicError.named("Subscript"))

    assert "Subscript" in headless(program).screen.text


def test_an_error_is_printed_below_the_text():
    def program(m):
        m.print("one", NL, "two")
        m.vdu(25, 4, 1)
        m.report(BasicError.named("Subscript"))

    assert headless(program).screen.text.split() == ["one", "two", "Subscript"]


@pytest.mark.parametrize("mode", [1, 4, 6])
def test_page_mode_waits_for_shift_where_the_machine_does(mode):
    stops = []

    def program(m):
        m.mode(mode)
        m.vdu(14)
        for lines in range(130):
            stops.append(lines)
            m.vdu(10)

    def player(m):
        for expected in facts:
            yield 1.0
            assert stops[-1] == expected
            yield [Down("SHIFT"), Up("SHIFT")]
        m.screen.pager.switch(False)
        yield [Down("SHIFT")]

    facts = VDU_FACTS["pageMode"][str(mode)]["line feeds taken before each stop"]
    headless(program, player)


def test_escape_ends_the_wait_of_page_mode():
    def program(m):
        m.vdu(14)
        while True:
            m.print("line")

    with pytest.raises(Escape):
        headless(program, lambda m: iter([1.0, "<ESCAPE>"]))


FLUSHED = {(15, 0): True, (15, 1): False, (21, 0): False, (21, 4): False, (21, 5): True}


@pytest.mark.parametrize(("call", "silent"), FLUSHED.items())
def test_flushing_stops_the_sounds_it_should(call, silent):
    front = Headless()
    front.run(lambda m: [m.sound(1, -15, 100, 40), m.fx(*call)], 1)
    assert (len(front.notes) > 1) == silent


def test_a_program_that_waits_sees_the_repeats_of_a_held_key():
    times = []

    def program(m):
        for _ in range(4):
            m.get()
            times.append(m.time)

    headless(program, lambda m: iter([[Down("A"), Text("A")], 3.0]))
    assert times == [0, 50, 58, 66]


def test_the_character_at_the_cursor_is_read_back():
    def program(m):
        m.print(tab(5, 3), "Q", tab(5, 3), end="")
        assert m.read_character() == ord("Q")
        m.print(tab(6, 3), end="")
        assert m.read_character() == 32

    headless(program)


def screen_after_error(program):
    """Return the lines on the screen after a program has failed."""

    def run(m):
        with pytest.raises(Exception) as caught:  # noqa: PT011
            program(m)
        m.report(caught.value)

    return [line.rstrip() for line in headless(run).screen.lines if line.strip()]


WRONG_ARGUMENTS = {
    "COLOUR": (lambda m: m.colour("red"), 'COLOUR "red": "red" given, a number expected'),
    "GCOL": (lambda m: m.gcol(0, "red"), 'GCOL 0,"red": "red" given, a number expected'),
    "VDU": (lambda m: m.vdu(23, None), "VDU 23,None: None given, a number expected"),
    "one VDU": (lambda m: m.vdu("A"), 'VDU "A": "A" given, a number expected'),
    "PLOT": (lambda m: m.plot(69, "5", 6), 'PLOT 69,"5",6: "5" given, a number expected'),
    "MOVE": (lambda m: m.move(1.5, "6"), 'MOVE 1.5,"6": "6" given, a number expected'),
    "DRAW": (lambda m: m.draw([], 0), "DRAW [],0: [] given, a number expected"),
    "POINT": (lambda m: m.point("a", 1), 'POINT "a",1: "a" given, a number expected'),
    "PRINT": (lambda m: m.print([]), "PRINT: list given; str, number, tab(), num() or COMMA expected"),
    "SOUND": (lambda m: m.sound(1, "a", 2, 3), 'SOUND 1,"a",2,3: "a" given, a number expected'),
    "ENVELOPE": (lambda m: m.envelope("a"), 'ENVELOPE "a": "a" given, a number expected'),
    "INKEY": (lambda m: m.inkey("a"), 'INKEY "a": "a" given, a number expected'),
    "RND": (lambda m: m.rnd("x"), 'RND "x": "x" given, a number expected'),
    "WIDTH": (lambda m: m.width("x"), 'WIDTH "x": "x" given, a number expected'),
    "*FX": (lambda m: m.fx("a"), '*FX "a",0,0: "a" given, a number expected'),
    "TIME": (lambda m: setattr(m, "time", "x"), 'TIME= "x": "x" given, a number expected'),
    "@%": (lambda m: setattr(m, "at", "x"), '@%= "x": "x" given, a number expected'),
}


@pytest.mark.parametrize(("program", "detail"), WRONG_ARGUMENTS.values(), ids=WRONG_ARGUMENTS)
def test_wrong_argument_names_statement_and_argument(program, detail):
    with pytest.raises(BasicError, match="Type mismatch") as caught:
        headless(program)
    assert caught.value.detail == detail


def colour():
    """A function of a program with the name of a statement."""


WRONG_CALLS = {
    "misspelt": (lambda m: m.pritn("x"), ["Mistake", "m.pritn: did you mean m.print?"]),
    "unknown": (lambda m: m.xxxx, ["Mistake", "m.xxxx: the machine has no such statement"]),
    "too few": (lambda m: m.sound(1, 2), ["Missing ,", "m.sound(channel, amplitude, pitch, duration): missing 2"]),
    "too many": (lambda m: m.colour(1, 2), ["Syntax error", "m.colour(n): too many arguments given"]),
    "not the machine's": (lambda m: colour(1), ["TypeError: colour() takes 0 positional", "arguments but 1"]),
    "ENVELOPE": (lambda m: m.envelope(1, 2), ["Missing ,", "ENVELOPE 1,2: 2 numbers given, 14 expected"]),
}


@pytest.mark.parametrize(("program", "expected"), WRONG_CALLS.values(), ids=WRONG_CALLS)
def test_wrong_call_prints_what_was_expected(program, expected):
    message, *detail = screen_after_error(program)
    assert message == expected[0]
    assert " ".join(detail).startswith(expected[1])


@pytest.mark.parametrize("mode", [2, 4, 7])
def test_long_error_message_wraps_between_words(mode):
    text = "a message of many words, that is longer than a line of any of these screens, as one can see"

    def program(m):
        m.mode(mode)
        raise ValueError(text)

    lines = screen_after_error(program)
    assert len(lines) > 1
    assert " ".join(lines) == f"ValueError: {text}"


def test_tall_letters_fill_two_rows_and_are_read_in_the_upper_one():
    def program(m):
        m.define_tall()
        for row, text in enumerate((SIGNS, "A Z")):
            m.print(tab(2, 3 * row), tall(text), end="")

    m = headless(program)
    assert [line.strip() for line in m.screen.lines[:5]] == [SIGNS, "", "", "A Z", ""]
    assert set(m.screen.framebuffer.pixels[320 * 8 : 320 * 16]) == {0, 3}


def test_keys_of_a_state_last_until_the_machine_is_switched_on_again():
    """A name that is none is refused where it is set."""
    waits = []

    class Waiting(Headless):
        def wait(self, timeout, wanted):
            waits.append(wanted.keys if wanted else None)
            return [Text("x")]

    m = Machine(Waiting(), default_font())
    m.keys = start = (("RETURN", "start"),)
    m.get()
    with pytest.raises(UnknownKey, match="<SPAC>"):
        m.keys = (("SPAC", "start"),)
    assert (m.keys, waits) == (start, [start])
    m.power_on(1)
    assert m.keys == ()
