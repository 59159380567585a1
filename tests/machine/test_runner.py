"""Running a program to its end, in any state in which it leaves the display."""

import itertools

import pytest

from retro.frontends.headless import Headless, Runaway, UnfinishedPlayer
from retro.input.events import Mouse, Text
from retro.machine.frontend import PowerOff
from retro.machine.runner import FAREWELL, ProgramFailed, run_to_end


def play(program, *, linger=True, steps=(None,)):
    """Run a program with `run_to_end`; return the machine and the exception, if any."""
    front = Headless(lambda m: iter(steps))
    try:
        front.run(lambda m: run_to_end(m, program, linger), 1)
    except (ProgramFailed, KeyboardInterrupt, PowerOff) as error:
        return front.machine, error
    return front.machine, None


def fails(m):
    m.print("Here it goes")
    return 1 // 0


def test_an_error_is_shown_on_the_screen_and_traced_from_the_program_on(capsys):
    m, error = play(fails)
    assert isinstance(error, ProgramFailed)
    assert str(error) == "Division by zero"
    assert isinstance(error.__cause__, ZeroDivisionError)
    assert "Division by zero" in m.screen.text
    assert m.screen.text.endswith(FAREWELL)
    trace = capsys.readouterr().err
    assert trace.startswith("Traceback")
    assert "in fails" in trace
    assert "in run_to_end" not in trace
    assert trace.count("ZeroDivisionError") == 1


def test_a_click_ends_a_program_that_uses_no_mouse():
    def leaves(m):
        m.print("Done")

    with pytest.raises(UnfinishedPlayer):
        play(leaves, steps=(None, [Mouse(640, 400, 4)], "a key too many"))


def test_the_detail_of_an_error_is_on_stderr(capsys):
    play(lambda m: m.mode(77))
    assert "MODE 77: 0 to 7 expected" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("end", "failed", "shown", "printed"),
    [
        (SystemExit, False, "", ""),
        (SystemExit(0), False, "", ""),
        (SystemExit(2), True, "SystemExit: 2", ""),
        (SystemExit("no more"), True, "SystemExit: no more", "no more\n"),
    ],
)
def test_sys_exit(end, failed, shown, printed, capsys):
    def leaves(m):
        raise end

    m, error = play(leaves)
    assert isinstance(error, ProgramFailed) == failed
    assert shown in m.screen.text
    assert capsys.readouterr().err == printed


def test_escape_is_an_end_without_an_error(capsys):
    m, error = play(lambda m: m.get(), steps=(None, "<ESCAPE>", None))
    assert error is None
    assert "Escape" in m.screen.text
    assert m.screen.text.endswith(FAREWELL)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("failure", [KeyboardInterrupt, PowerOff])
def test_switching_off_passes_through_at_once(failure):
    def off(m):
        raise failure

    m, error = play(off, linger=True)
    assert FAREWELL not in m.screen.text
    assert isinstance(error, KeyboardInterrupt) == (failure is KeyboardInterrupt)


def test_without_lingering_the_program_ends_at_once():
    m, error = play(lambda m: m.print("done"), linger=False, steps=())
    assert error is None
    assert m.screen.text.rstrip("\n") == "done"


@pytest.mark.parametrize("key", ["a", "<RETURN>", "<ESCAPE>", "<LEFT>", "<COPY>", "<f5>", "<DELETE>", "<TAB>"])
def test_any_key_ends_lingering(key):
    def program(m):
        m.fx(4, 0)

    with pytest.raises(UnfinishedPlayer):
        Headless(lambda m: iter([None, key, 1.0])).run(lambda m: run_to_end(m, program), 1)


def test_keys_typed_before_do_not_count():
    def program(m):
        m.keyboard.handle([Text("too early")], m.now)

    waited = []

    def player(m):
        yield [Text("hasty")]
        yield None
        waited.append(m.screen.text.endswith(FAREWELL))
        yield "x"

    Headless(player).run(lambda m: run_to_end(m, program), 1)
    assert waited == [True]


def test_a_key_pressed_as_soon_as_the_farewell_is_there_counts():
    class Hasty(Headless):
        def wait(self, timeout, wanted):
            shown = self.machine.screen.text.endswith(FAREWELL)
            assert shown or timeout == 0
            assert not self.notes, "the key was lost"
            self.notes += [None] * shown
            return [Text("x")] * shown

    Hasty().run(lambda m: run_to_end(m, id), 1)


def last_rows(m):
    """Return the brightness of each pixel in the farewell's rows."""
    picture, columns = m.screen.picture(0.0), m.screen.mode.columns
    rows = 1 if columns > len(FAREWELL) else 2
    bright = [sum(light) for light in picture.rgb]
    return [bright[pixel] for pixel in picture.pixels[-rows * 8 * picture.width :]]


UNDONE = {
    "nothing": b"",
    "VDU 21": b"\x15",
    "VDU 5": b"\x05",
    "page mode": b"\x0e",
    "parameters awaited": b"\x17\x41",
    "a text window": bytes([28, 5, 10, 12, 5]),
    "a graphics window": bytes([24, 0, 1, 0, 1, 0, 2, 0, 2]),
    "an origin": bytes([29, 0, 2, 0, 2]),
    "black on black": bytes([17, 0, 17, 128]),
    "all colours white": bytes(itertools.chain.from_iterable([19, colour, 7, 0, 0, 0] for colour in range(16))),
    "all colours flash": bytes(
        itertools.chain.from_iterable([19, colour, 8 + colour % 2, 0, 0, 0] for colour in range(16))
    ),
    "the last line written": b"\x1f\x00\x18last" + b"\x1f\x00\x1flast",
}


@pytest.mark.parametrize("undone", UNDONE.values(), ids=UNDONE)
def test_the_farewell_is_legible_in_any_state_of_the_screen(undone):
    for mode in range(8):

        def program(m, mode=mode):
            m.mode(mode)
            m.write(undone)

        m, _ = play(program)
        text = " ".join(line.strip() for line in m.screen.text.splitlines()[-2:])
        assert text.endswith(FAREWELL), mode
        assert max(last_rows(m)) - min(last_rows(m)) > 200, mode
        assert not m.screen.cursor_shown


@pytest.mark.parametrize("undone", UNDONE.values(), ids=UNDONE)
def test_an_error_is_legible_in_any_state_of_the_screen(undone, capsys):
    for mode in range(8):

        def program(m, mode=mode):
            m.mode(mode)
            m.write(undone)
            raise KeyError

        m, _ = play(program)
        assert "KeyError" in m.screen.text, mode
        assert " ".join(line.strip() for line in m.screen.text.splitlines()[-2:]).endswith(FAREWELL), mode


def test_text_at_the_bottom_scrolls_up():
    def program(m):
        for line in range(30):
            m.print("line", line)
        m.print("the very last", end="")

    m, _ = play(program)
    assert m.screen.text.splitlines()[-2:] == ["the very last", FAREWELL]


def test_text_at_the_top_does_not_scroll():
    def program(m):
        m.print("the top")

    m, _ = play(program)
    assert m.screen.text.splitlines()[0] == "the top"


@pytest.mark.parametrize(("colours", "kept"), [((0, 4), True), ((4, 4), False), ((8, 8), False)])
def test_a_palette_is_reset_only_if_its_colours_cannot_be_told_apart(colours, kept):
    """Blue on black is the smallest difference that counts."""

    def program(m):
        m.mode(4)
        for logical, physical in enumerate(colours):
            m.vdu(19, logical, physical, 0, 0, 0)

    m, _ = play(program)
    assert m.screen.palette.colours == (list(colours) if kept else [0, 7])


def test_a_headless_program_is_a_runaway_only_after_the_limit():
    front = Headless(max_idle=1.0)
    front.run(lambda m: front.wait(1.0, None), 1)
    with pytest.raises(Runaway):
        front.run(lambda m: front.wait(0.01, None), 1)
