"""The prompt: lines typed and edited with the copy cursor."""

from retro.basic.tokeniser import tokenise
from retro.frontends.headless import Headless, headless, typist
from retro.input.events import Key, parse_keys
from retro.library.basic_program import run_prompt


def screen_after(keys, program=None):
    """Return the lines of the screen once these keys have been typed at the prompt."""
    m = headless(lambda m: run_prompt(m, program), typist(keys))
    return [line.rstrip() for line in m.screen.lines]


def test_a_program_is_typed_and_run():
    lines = screen_after("10 PRINT 6*7<RETURN>RUN<RETURN>")
    assert lines[2:6] == [">10 PRINT 6*7", ">RUN", "        42", ">"]


def test_a_keyword_in_small_letters_is_answered_by_a_hint_once():
    advice = []

    def main(m):
        m.advise = advice.append
        run_prompt(m)

    m = headless(main, typist('name=1<RETURN>10 rem<RETURN>print "x"<RETURN>Help<RETURN>'))
    assert advice[:1] == ["Keywords are typed in capitals: REM"]
    assert [sentence.partition(" with")[0] for sentence in advice[1:]] == ["Type a line"]
    assert [line.rstrip() for line in m.screen.lines[2:7]] == [">name=1", ">10 rem", '>print "x"', "", "Mistake"]


def test_a_loaded_program_is_listed():
    lines = screen_after("LIST<RETURN>", tokenise('10PRINT"HI"'))
    assert lines[2:5] == [">LIST", '   10PRINT"HI"', ">"]


def test_escape_pressed_twice_keeps_the_typed_program():
    def player(m):
        for key in parse_keys("10 PRINT<RETURN>"):
            yield
            yield key
        yield
        m.interrupt_pending = True  # the second key comes while the first one's error is printed
        yield [Key("ESCAPE")]
        yield [Key("ESCAPE")]
        for key in parse_keys("LIST<RETURN>"):
            yield
            yield key
        yield
        assert any(line.startswith("   10 PRINT") for line in m.screen.lines)

    headless(run_prompt, player)


def test_copy_types_what_stands_on_the_screen():
    # A wrong line is mended: its number and PR are copied from the line above, the rest is typed.
    copied = "<UP>" + 5 * "<COPY>"
    lines = screen_after(f"10 PRNT 5<RETURN>{copied}INT 5<RETURN>LIST<RETURN>")
    assert lines[2:6] == [">10 PRNT 5", ">10 PRINT 5", ">LIST", "   10 PRINT 5"]


def test_the_copy_cursor_goes_round_the_edges():
    lines = screen_after("REM A<RETURN>" + "<UP><LEFT><LEFT><COPY>X<RETURN>")
    assert lines[3] == "> X"


def test_copy_without_a_copy_cursor_types_nothing_and_beeps():
    assert screen_after("<COPY>REM<RETURN>")[2] == ">REM"
    front = Headless(typist("<COPY>REM<RETURN>"))
    front.run(run_prompt, 1)
    assert len(front.notes) == 1


def test_copy_types_into_the_input_of_a_program():
    m = headless(lambda m: m.print(m.input("AB")), typist("1<LEFT><LEFT><LEFT><COPY><COPY>2<RETURN>"))
    assert m.screen.lines[:2] == ["AB?1B?2".ljust(40), "1B?2".ljust(40)]
    lines = screen_after('INPUT"NAME "A$:PRINT A$+A$<RETURN><UP><COPY><COPY><RETURN>')
    assert lines[3:5] == ['NAME T"', 'T"T"']


def test_the_cursor_keys_type_codes_into_the_input_of_a_program_under_fx_4():
    lines = screen_after("*FX4,1<RETURN>INPUTA$:PRINT ASC(A$)<RETURN><COPY><RETURN>")
    assert "       135" in lines


def test_arrow_keys_type_nothing_in_a_running_program():
    lines = screen_after("A=GET:PRINT A<RETURN><LEFT>A")
    assert lines[3] == "        65"


def test_escape_at_the_prompt_is_an_error():
    lines = screen_after("10 REM<ESCAPE>LIST<RETURN>")
    assert lines[2:7] == [">10 REM", "Escape", ">LIST", ">", ""]


def test_escape_ends_a_program_that_runs_for_ever():
    def player(m):
        yield
        m.poll_interval = 1000
        yield "REPEAT UNTIL FALSE<RETURN>"
        yield "<ESCAPE>"
        yield

    lines = [line.rstrip() for line in headless(run_prompt, player).screen.lines]
    assert "Escape" in lines


def test_break_stops_a_program_and_old_brings_it_back():
    program = "10 REPEAT:A$=GET$:UNTIL 0"
    keys = [program, "RUN", "XY<BREAK>LIST", "OLD", "LIST", "PRINT A$", ""]
    lines = screen_after("<RETURN>".join(keys))
    shown = ["BASIC", ">LIST", ">OLD", ">LIST", f"   {program}", ">PRINT A$", "No such variable", ">"]
    assert [line for line in lines if line] == shown
